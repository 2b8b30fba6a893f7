// Two systems on the same items, as in give_or_take/paired.py.

import * as checks from "./checks.js";
import { coin, zOf } from "./distributions.js";

/** McNemar's test of "no difference", two-sided, by its mid-p or its exact p. Only the flips speak. */
export function mcnemarTest(onlyFirst, onlySecond, method = "mid-p") {
  const [b, c] = [checks.count(onlyFirst, "n_only_first"), checks.count(onlySecond, "n_only_second")];
  const flips = b + c;
  const { below, here } = coin(Math.min(b, c), flips);
  const midP = flips === 0 ? 1 : b === c ? 1 - here / 2 : Math.min(2 * (below + here / 2), 1);
  const p = method === "mid-p" ? midP : flips === 0 ? 1 : Math.min(2 * (below + here), 1);
  return { name: `McNemar ${method} test`, statistic: (b - c) / Math.sqrt(Math.max(flips, 1)), p, symbol: "" };
}

/** Tango's interval for a paired difference: all differences that the score test does not reject. */
export function tangoInterval(both, onlyFirst, onlySecond, neither, level = 0.95) {
  const counts = [both, onlyFirst, onlySecond, neither];
  ["n_both", "n_only_first", "n_only_second", "n_neither"].forEach((name, i) => checks.count(counts[i], name));
  const none = counts.every((count) => count === 0);
  checks.refuse(none, "n_both", "and the other three counts are all 0: without items there is nothing to compare");
  checks.level(level);
  return tango(...counts, level);
}

/** Its ends; counts need not be whole. */
export function tango(a, b, c, d, level) {
  const n = a + b + c + d;
  // The ends are (b - c + z y)/(n + z²), with y the largest and the smallest solution of
  // y³ - (W + z²) y = z (a + d)(b - c)/n; where flips go one way only, that falls apart.
  const z = zOf(level);
  const w = ((b + c) * (a + d) + 4 * b * c) / n;
  const square = w + z ** 2;
  const turn = Math.min(Math.max((1.5 * Math.sqrt(3) * ((z * (a + d) * (b - c)) / n)) / square ** 1.5, -1), 1);
  const solution = (sign) => sign * 2 * Math.sqrt(square / 3) * Math.cos(Math.acos(sign * turn) / 3);
  const oneWay = Math.max(z, (Math.sqrt(z ** 2 + 4 * w) - z) / 2);
  const end = (y) => (b - c + z * y) / (n + z ** 2);
  return {
    low: c === n ? -1 : end(c === 0 ? -oneWay : solution(-1)),
    high: b === n ? 1 : end(b === 0 ? oneWay : solution(1)),
    estimate: (b - c) / n,
    level,
    method: "Tango",
    unit: "points",
  };
}
