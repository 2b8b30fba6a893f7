// Two independent rates, as in give_or_take/differences.py.

import * as checks from "./checks.js";
import { ndtr } from "./distributions.js";
import { wilson } from "./intervals.js";

function twoSystems(kA, nA, kB, nB) {
  checks.rightOf(kA, nA, ["successes_a", "n_a"]);
  checks.rightOf(kB, nB, ["successes_b", "n_b"]);
}

/** Exactly 0 if the rates are equal, whatever the two n are. */
const difference = (kA, nA, kB, nB) => (kA * nB === kB * nA ? 0 : kA / nA - kB / nB);

/** Newcombe's interval for a difference: Wilson's two, squared and added. */
export function newcombeInterval(kA, nA, kB, nB, level = 0.95) {
  twoSystems(kA, nA, kB, nB);
  checks.level(level);
  const [a, b] = [wilson(kA, nA, level), wilson(kB, nB, level)];
  const [pA, pB, estimate] = [kA / nA, kB / nB, difference(kA, nA, kB, nB)];
  const low = Math.max(estimate - Math.hypot(pA - a.low, b.high - pB), -1);
  const high = Math.min(estimate + Math.hypot(a.high - pA, pB - b.low), 1);
  return { low, high, estimate, level, method: "Newcombe", unit: "points" };
}

/** The z-test of "no difference" with pooled variance, two-sided, without continuity correction. */
export function pooledZTest(kA, nA, kB, nB) {
  twoSystems(kA, nA, kB, nB);
  const [k, n] = [kA + kB, nA + nB];
  const pooled = Math.sqrt((k / n) * ((n - k) / n) * (1 / nA + 1 / nB));
  const statistic = difference(kA, nA, kB, nB) / (pooled || 1);
  return { name: "pooled z-test", statistic, p: 2 * ndtr(-Math.abs(statistic)), symbol: "z" };
}
