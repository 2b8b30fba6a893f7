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

/**
 * Of k right answers, x fall to one run of n, and the others to another of m: the chances of all other splits, of those
 * with more and with fewer, each against the chance of this one.
 */
export function splitsAround(x, n, k, m, argument) {
  const [first, last] = [Math.max(0, k - m), Math.min(k, n)];
  checks.refuse(last - first > MOST_SPLITS, argument, `is too large for this page: got ${n}`);
  const [more, fewer] = [[], []];
  for (let i = x, r = 1; i < last; i++) more.push((r *= ((n - i) * (k - i)) / ((i + 1) * (m - k + i + 1))));
  for (let i = x, r = 1; i > first; i--) fewer.push((r *= (i * (m - k + i)) / ((n - i + 1) * (k - i + 1))));
  return { more, fewer };
}

/** Fisher's test of "no difference": the chances of all splits less likely than the one observed, and of ties half, or if exact all. */
export function fisherMidPTest(kA, nA, kB, nB, method = "mid-p") {
  twoSystems(kA, nA, kB, nB);
  const { more, fewer } = splitsAround(kA, nA, kA + kB, nB, "n_a");
  const test = { name: `Fisher ${method}`, statistic: kA, p: 1, symbol: "" };
  const relative = [1, ...more, ...fewer];
  if (relative.length === 1) return test;
  const add = (numbers) => numbers.reduce((total, r) => total + r, 0);
  const tied = (r) => Math.abs(r - 1) <= 1e-7;
  const less = add(relative.filter((r) => r < 1 && !tied(r))) + relative.filter(tied).length / (method === "exact" ? 1 : 2);
  return { ...test, p: Math.min(less / add(relative), 1) };
}
