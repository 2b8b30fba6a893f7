// How many items a comparison takes, as in give_or_take/power.py and paired.py. Two-sided tests, equal sizes.

import * as checks from "./checks.js";
import { itemsInClusters } from "./clusters.js";
import { ndtr, upper } from "./distributions.js";

const differ = (one, other, argument, message) =>
  checks.refuse(Math.abs(one - other) < checks.SMALLEST_MARGIN, argument, message);
const NOT_THERE = "no number of items finds a difference that is not there";

function clusters(itemsEach, correlation) {
  checks.count(itemsEach, "items_each", 1);
  checks.correlation(correlation);
}

/** How many items each of two independent runs needs, so that the difference is found with this power. */
export function itemsForPower(p1, p2, power = 0.8, alpha = 0.05, itemsEach = 1, correlation = 0) {
  checks.rate(p1, "p1");
  checks.rate(p2, "p2");
  clusters(itemsEach, correlation);
  differ(p1, p2, "p2", `must differ from p1 by 0.0000001 or more: got ${p2}, p1 is ${p1}; ${NOT_THERE}`);
  checks.alpha(alpha);
  checks.power(power);
  const effect = Math.abs(p2 - p1);
  const pooled = (p1 + p2) / 2;
  const hills = (n) => [
    upper(alpha / 2) * Math.sqrt((pooled * (1 - pooled) * 2) / n),
    Math.sqrt((p1 * (1 - p1)) / n + (p2 * (1 - p2)) / n),
  ];
  const missed = (n) => {
    const [limit, spread] = hills(n);
    if (spread === 0) return effect <= limit ? 1 : 0;
    return ndtr((limit - effect) / spread) - ndtr((-limit - effect) / spread); // the wrong tail helps a little
  };
  const [limit, spread] = hills(1);
  let [low, high] = [0, ((limit + upper(1 - power) * spread) / effect) ** 2];
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2;
    if (missed(middle) <= 1 - power) high = middle;
    else low = middle;
  }
  return itemsInClusters(high, itemsEach, correlation, 1, alpha, power, 2);
}

/** How many items two systems must share, so that McNemar's test finds the difference with this power. Connor's. */
export function itemsForPaired(shareOnlyFirst, shareOnlySecond, power = 0.8, alpha = 0.05, itemsEach = 1, correlation = 0) {
  const [first, second] = [checks.rate(shareOnlyFirst, "share_only_first"), checks.rate(shareOnlySecond, "share_only_second")];
  clusters(itemsEach, correlation);
  checks.refuse(
    first + second > 1 + 1e-12,
    "share_only_second",
    `and share_only_first must not exceed 1 together: got ${second} and ${first}; they are shares of the same items`,
  );
  differ(
    first,
    second,
    "share_only_second",
    `must differ from share_only_first by 0.0000001 or more: got ${second} and ${first}; ${NOT_THERE}`,
  );
  checks.alpha(alpha);
  checks.power(power);
  const [flipping, difference] = [Math.min(first + second, 1), Math.abs(first - second)];
  const spread = Math.sqrt(Math.max(flipping - difference ** 2, 0));
  const items = ((upper(alpha / 2) * Math.sqrt(flipping) + upper(1 - power) * spread) / difference) ** 2;
  return itemsInClusters(items, itemsEach, correlation, 0, alpha, power, 2);
}
