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
  return newcombe(kA, nA, kB, nB, level);
}

/** Its ends; counts need not be whole. */
export function newcombe(kA, nA, kB, nB, level) {
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

const FEW = 5; // expected right answers or errors of a run, below which the z-test is rough
const MOST_SPLITS = 1e6;

/** Whether a run would hold fewer than 5 right answers, or errors, if nothing differed. */
export const smallCounts = (kA, nA, kB, nB) => (Math.min(kA + kB, nA + nB - kA - kB) * Math.min(nA, nB)) / (nA + nB) < FEW;

/** Fisher's test of "no difference": the chances of all splits less likely than the one observed, and of ties half, or if exact all. */
export function fisherMidPTest(kA, nA, kB, nB, method = "mid-p") {
  twoSystems(kA, nA, kB, nB);
  const [k, n] = [kA + kB, nA + nB];
  const [first, last] = [Math.max(0, k - nB), Math.min(k, nA)];
  checks.refuse(last - first > MOST_SPLITS, "n_a", `is too large for Fisher's test on this page: got ${nA}`);
  const test = { name: `Fisher ${method}`, statistic: kA, p: 1, symbol: "" };
  if (first === last) return test;
  // Each split's chance against the observed one, up and down from there.
  const relative = [1];
  for (let x = kA, r = 1; x < last; x++) relative.push((r *= ((nA - x) * (k - x)) / ((x + 1) * (nB - k + x + 1))));
  for (let x = kA, r = 1; x > first; x--) relative.push((r *= (x * (nB - k + x)) / ((nA - x + 1) * (k - x + 1))));
  const add = (numbers) => numbers.reduce((total, r) => total + r, 0);
  const tied = (r) => Math.abs(r - 1) <= 1e-7;
  const less = add(relative.filter((r) => r < 1 && !tied(r))) + relative.filter(tied).length / (method === "exact" ? 1 : 2);
  return { ...test, p: Math.min(less / add(relative), 1) };
}
