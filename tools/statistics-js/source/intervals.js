// Intervals for one rate, as in give_or_take/intervals.py.

import * as checks from "./checks.js";
import { betaQuantile, zOf } from "./distributions.js";

const LARGEST_EXACT = 1e10;
const LARGEST_PLAN = 1e9;

/** Wilson's ends; n need not be whole. */
export function wilson(k, n, level) {
  const z = zOf(level);
  const low = (2 * k * (k / n)) / (2 * k + z ** 2 + z * Math.sqrt(z ** 2 + (4 * k * (n - k)) / n));
  const high = (k + z ** 2 / 2 + z * Math.sqrt((k * (n - k)) / n + z ** 2 / 4)) / (n + z ** 2);
  return { low: k === 0 ? 0 : low, high: k === n ? 1 : Math.min(high, 1) };
}

/** Clopper and Pearson's ends; n need not be whole. */
export function clopperPearson(k, n, level) {
  const tail = (1 - level) / 2;
  const inside = k > 0 && k < n;
  return {
    low: k === 0 ? 0 : inside ? betaQuantile(k, n - k + 1, tail) : Math.exp(Math.log(tail) / n),
    high: k === n ? 1 : inside ? betaQuantile(k + 1, n - k, tail, true) : -Math.expm1(Math.log(tail) / n),
  };
}

function jeffreys(k, n, level) {
  const tail = (1 - level) / 2;
  return {
    low: k === 0 ? 0 : betaQuantile(k + 0.5, n - k + 0.5, tail),
    high: k === n ? 1 : betaQuantile(k + 0.5, n - k + 0.5, tail, true),
  };
}

function interval(method, ends, most) {
  return (k, n, level = 0.95) => {
    checks.rightOf(k, n);
    checks.level(level);
    checks.refuse(n > most, "n", `must be at most ${most.toLocaleString("en")} for this method: got ${n}; take Wilson's`);
    return { ...ends(k, n, level), estimate: k / n, level, method, unit: "%" };
  };
}

export const wilsonInterval = interval("Wilson", wilson, checks.LARGEST_COUNT);
export const clopperPearsonInterval = interval("Clopper-Pearson", clopperPearson, LARGEST_EXACT);
export const jeffreysInterval = interval("Jeffreys", jeffreys, LARGEST_EXACT);

/** How many items make half of Wilson's interval this small: the least n, if n times the rate are right. */
export function itemsForHalfWidth(rate, halfWidth, level = 0.95) {
  checks.level(rate, "rate");
  checks.level(halfWidth, "half_width");
  checks.level(level);
  const many = wholeItems((zOf(level) ** 2 * rate * (1 - rate)) / halfWidth ** 2);
  const tooSmall = halfWidth < checks.SMALLEST_MARGIN || many > LARGEST_PLAN;
  checks.refuse(tooSmall, "half_width", "is too small: it takes more than 1,000,000,000 items");
  const enough = (n) => {
    const { low, high } = wilson(rate * n, n, level);
    return (high - low) / 2 <= halfWidth * (1 + 1e-12);
  };
  return least(enough, 0, many);
}

/** A number of items, rounded up and at least 1; rounding error never adds one. */
export const wholeItems = (items) => Math.max(Math.ceil(items * (1 - 1e-12)), 1);

/** The least whole number above `few` that is enough: doubling finds one, and halving the gap the least. */
export function least(enough, few, many) {
  while (!enough(many)) [few, many] = [many, 2 * many];
  while (many - few > 1) {
    const middle = Math.max(Math.floor((few + many) / 2), 1);
    if (enough(middle)) many = middle;
    else few = middle;
  }
  return many;
}
