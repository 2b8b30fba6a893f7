// How many items a comparison takes, as in give_or_take/power.py and paired.py. Two-sided tests, equal sizes.

import * as checks from "./checks.js";
import { itemsInClusters } from "./clusters.js";
import { newcombe } from "./differences.js";
import { ndtr, upper } from "./distributions.js";
import { wilson } from "./intervals.js";
import { tango } from "./paired.js";
import { percent } from "./results.js";

const MOST_ITEMS = 1e7; // up to which the package plans a comparison of flips
const NOT_THERE = "must differ from the first: no number of items finds a difference that is not there";
const differ = (one, other, argument) => checks.refuse(Math.abs(one - other) < checks.SMALLEST_MARGIN, argument, NOT_THERE);

function clusters(itemsEach, correlation) {
  checks.count(itemsEach, "items_each", 1);
  checks.correlation(correlation);
}

/** Of the two hills: the limit of the test, and the spread of the second. */
const hills = (p1, p2, n, alpha) => {
  const pooled = (p1 + p2) / 2;
  const limit = upper(alpha / 2) * Math.sqrt((pooled * (1 - pooled) * 2) / n);
  return [limit, Math.sqrt((p1 * (1 - p1)) / n + (p2 * (1 - p2)) / n)];
};

/** 1 - power; the wrong tail helps a little. */
function missed(p1, p2, n, alpha) {
  const [limit, spread] = hills(p1, p2, n, alpha);
  const effect = Math.abs(p2 - p1);
  if (spread === 0) return effect <= limit ? 1 : 0;
  return ndtr((limit - effect) / spread) - ndtr((-limit - effect) / spread);
}

/** How many items each of two independent runs needs, so that the difference is found with this power. */
export function itemsForPower(p1, p2, power = 0.8, alpha = 0.05, itemsEach = 1, correlation = 0) {
  checks.rate(p1, "p1");
  checks.rate(p2, "p2");
  clusters(itemsEach, correlation);
  differ(p1, p2, "p2");
  checks.alpha(alpha);
  checks.power(power);
  const effect = Math.abs(p2 - p1);
  const [limit, spread] = hills(p1, p2, 1, alpha);
  let [low, high] = [0, ((limit + upper(1 - power) * spread) / effect) ** 2];
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2;
    if (missed(p1, p2, middle, alpha) <= 1 - power) high = middle;
    else low = middle;
  }
  return itemsInClusters(high, itemsEach, correlation, 1, alpha, power, 2);
}

/** How many items two systems must share, so that McNemar's test finds the difference with this power. Connor's. */
export function itemsForPaired(shareOnlyFirst, shareOnlySecond, power = 0.8, alpha = 0.05, itemsEach = 1, correlation = 0) {
  const [first, second] = [checks.rate(shareOnlyFirst, "share_only_first"), checks.rate(shareOnlySecond, "share_only_second")];
  clusters(itemsEach, correlation);
  const together = `must not exceed 100% together with the first: got ${percent(second)} and ${percent(first)}`;
  checks.refuse(first + second > 1 + 1e-12, "share_only_second", together);
  differ(first, second, "share_only_second");
  checks.alpha(alpha);
  checks.power(power);
  const [flipping, difference] = [Math.min(first + second, 1), Math.abs(first - second)];
  const spread = Math.sqrt(Math.max(flipping - difference ** 2, 0));
  const items = ((upper(alpha / 2) * Math.sqrt(flipping) + upper(1 - power) * spread) / difference) ** 2;
  return itemsInClusters(items, itemsEach, correlation, 0, alpha, power, 2);
}

/** The rise and the fall from p that two runs of n items each find with this power; null where there is no room. */
export function detectableChange(p, n, power = 0.8, alpha = 0.05) {
  checks.rate(p, "p");
  checks.count(n, "n1", 1);
  checks.alpha(alpha);
  checks.power(power);
  const change = (sign, room) => {
    const to = (size) => Math.min(Math.max(p + sign * size, 0), 1);
    if (missed(p, to(room), n, alpha) > 1 - power) return null;
    let [low, high] = [0, room];
    for (let i = 0; i < 100; i++) {
      const middle = (low + high) / 2;
      if (missed(p, to(middle), n, alpha) <= 1 - power) high = middle;
      else low = middle;
    }
    return high;
  };
  return { rise: change(1, 1 - p), fall: change(-1, p) };
}

/** The difference that n shared items find with this power, if this share of them flips. Connor's, turned round. */
export function minimumDetectablePairedEffect(n, flipping, power = 0.8, alpha = 0.05) {
  checks.count(n, "n", 1);
  checks.refuse(n > MOST_ITEMS, "n", `must be at most ${MOST_ITEMS.toLocaleString("en")} here: got ${n}; check it`);
  checks.rate(flipping, "share_discordant");
  const none = flipping < checks.SMALLEST_MARGIN;
  checks.refuse(none, "share_discordant", "must be above 0: if never only one is right, there is no difference to find");
  const [z, zPower] = [upper(checks.alpha(alpha) / 2), upper(1 - checks.power(power))];
  const spread = Math.sqrt(flipping * (1 - flipping));
  const distance = flipping * Math.sqrt(n) - z * Math.sqrt(flipping);
  const best = spread === 0 ? Number(distance >= 0) : ndtr(distance / spread);
  const few =
    `must be more: got ${n}. If only one is right on ${percent(flipping, 4)} of them, even always the same one ` +
    `would be found with a power of ${percent(best, 2)}`;
  checks.refuse(best < power * (1 - 1e-12), "n", few);
  const root = Math.sqrt(Math.max(n + zPower ** 2 - z ** 2, 0));
  return Math.min((Math.sqrt(flipping) * (z * Math.sqrt(n) + zPower * root)) / (n + zPower ** 2), flipping);
}

// What a plan leads one to expect: the intervals at counts that need not be whole.

export const expectedRate = (rate, n, level = 0.95) =>
  ({ ...wilson(rate * n, n, level), estimate: rate, level, method: "Wilson", unit: "%" });
export const expectedDifference = (p1, p2, n, level = 0.95) => newcombe(p1 * n, n, p2 * n, n, level);
export const expectedPairs = (first, second, n, level = 0.95) =>
  tango(Math.max(0, 1 - first - second) * n, first * n, second * n, 0, level);
