// Items in groups, as in give_or_take/clusters.py.

import * as checks from "./checks.js";
import { tQuantile, upper } from "./distributions.js";
import { least, wholeItems, wilson } from "./intervals.js";

const FEW = 4; // groups that hold the errors, below which the variance between groups is not estimated
const ENOUGH = 20; // groups; below it an interval says how many there are

/** The design effect to plan with: 1 + (m - 1)ρ for groups of m items. */
export function designEffectFor(size, correlation) {
  checks.count(size, "sizes", 1);
  return plannedEffect(size, checks.correlation(correlation));
}

function plannedEffect(size, correlation) {
  const effect = 1 + (size - 1) * correlation;
  checks.refuse(
    effect < 1e-9,
    "correlation",
    `is too low for clusters of these sizes: ${correlation} would leave no variance`,
  );
  return effect;
}

/** Wilson's interval at n/designEffect items, for a design effect that is known; below 1 it counts as 1. */
export function wilsonAtEffect(k, n, designEffect, level = 0.95) {
  checks.rightOf(k, n);
  checks.refuse(!(checks.number(designEffect, "design_effect") > 0), "design_effect", "must be above 0; give a positive number");
  checks.level(level);
  const worth = 1 / Math.max(1, designEffect);
  return { ...wilson(k * worth, n * worth, level), estimate: k / n, level, method: "Wilson", unit: "%", items: n * worth };
}

/** Wilson's interval as wide as the groups make it; if careful, at as many items as there are groups of one size. */
export function clusteredWilsonInterval(right, sizes, level = 0.95, careful = false) {
  checks.refuse(
    sizes.length < 2,
    "clusters",
    "must name at least two clusters: one cannot show how much clusters vary; report the mean without a bar, or group " +
      "the items in another way",
  );
  right.forEach((k, i) => checks.rightOf(k, sizes[i]));
  checks.level(level);
  const [n, k] = [sum(sizes), sum(right)];
  const found = effectiveItems(right, sizes, level, careful);
  const groups = sizes.length;
  const method = `${careful ? "careful clustered" : groups >= ENOUGH ? "clustered" : `${groups}-cluster`} Wilson`;
  return { ...ends(right, sizes, level, careful), estimate: k / n, level, method, unit: "%", ...found };
}

/** Both ends: no right answer turned wrong raises one. See _ends in give_or_take/clusters.py. */
function ends(right, sizes, level, careful) {
  const n = sum(sizes);
  const errors = sizes.map((m, i) => m - right[i]);
  const bySize = n / sum(sizes.map((m) => m ** 2));
  const plain = (k, worth) => wilson(k * worth, n * worth, level);
  const widest = plain(sum(right), bySize);
  if (careful) return widest;
  const tail = (1 - Math.max(level, 1e-6)) / 2;
  const t = -tQuantile(tail, Math.max(n * bySize - 1, 1));
  const independent = plain(sum(right), (tQuantile(tail, n - 1) / t) ** 2);
  return {
    low: Math.max(widest.low, Math.min(independent.low, 1 - tilted(errors, sizes, t, 0.5), plain(n - Math.max(...errors), bySize).low)),
    high: Math.min(widest.high, Math.max(independent.high, tilted(right, sizes, t, 0.5), plain(Math.max(...right), bySize).high)),
  };
}

/** The largest mean if groups get other weights that are near enough to equal, and `more` groups are like the best one. */
function tilted(totals, sizes, t, more) {
  const groups = sizes.length;
  const [far, share] = [t ** 2 / (2 * (groups + more)), 1 / (groups + more)];
  let mean = sum(totals) / sum(sizes);
  for (let round = 0; round < 30; round++) {
    const raised = totals.map((x, i) => x - mean * sizes[i]);
    const at = raised.indexOf(Math.max(...raised));
    const weights = nearWeights(raised, share, far);
    const over = (counts) => sum(counts.map((x, i) => x * weights[i])) + counts[at] * share * more;
    const last = mean;
    mean = over(totals) / over(sizes);
    if (Math.abs(mean - last) <= 1e-14) break;
  }
  return mean;
}

/** Weights that make the mean of the values largest, against those of the largest value: 1/(1 + r below), by Newton's steps in log r. */
function nearWeights(values, share, far) {
  const top = Math.max(...values);
  const widest = Math.max(...values.map((x) => top - x)) || 1;
  const below = values.map((x) => (top - x) / widest);
  let logR = Math.log((2 * far) / Math.max(share * sum(below.map((x) => x ** 2)), 1e-300)) / 2;
  for (let round = 0; round < 60; round++) {
    const x = below.map((y) => Math.exp(logR) * y);
    const pulled = x.map((y) => y / (1 + y));
    const mean = share * sum(pulled);
    const near = share * sum(x.map(Math.log1p)) + Math.log1p(-mean);
    const slope = (share * sum(pulled.map((y) => y ** 2)) - mean ** 2) / (1 - mean);
    const step = (Math.log(far / near) * near) / slope;
    if (!Number.isFinite(step)) break; // all values are alike
    logR = Math.min(Math.max(logR + step, -600), 600);
    if (Math.abs(step) < 1e-13) break;
  }
  return below.map((y) => share / (1 + Math.exp(logR) * y));
}

/** What the items are worth, and how that came: `few` hold too little to estimate; or the design effect, and how many groups it rests on. */
function effectiveItems(right, sizes, level, careful) {
  const [n, k] = [sum(sizes), sum(right)];
  const bySize = n ** 2 / sum(sizes.map((m) => m ** 2));
  if (careful) return { items: bySize };
  const holders = { items: heldBy(sizes), "right answers": heldBy(right), errors: heldBy(sizes.map((m, i) => m - right[i])) };
  const held = Math.min(...Object.values(holders));
  const few = Object.keys(holders).find((what) => holders[what] < FEW * (1 - 1e-9));
  if (few) return { items: bySize, few };
  const variance = sum(sizes.map((m, i) => ((right[i] * n - m * k) / n) ** 2 / (n * (n - m)))); // CR2
  const independent = (k - k ** 2 / n) / (n - 1) / n;
  const ratio = tQuantile((1 + level) / 2, n - 1) / tQuantile((1 + level) / 2, held - 1);
  const effect = Math.max(1, variance / independent);
  const rests = Object.keys(holders).find((what) => holders[what] === held);
  return { items: Math.max((n / effect) * ratio ** 2, bySize), effect, held, rests };
}

/** How many groups hold what is counted: if each that holds some holds as many, just so many, else fewer. */
const heldBy = (counts) => sum(counts) ** 2 / (sum(counts.map((x) => x ** 2)) || 1);

const sum = (numbers) => numbers.reduce((total, x) => total + x, 0);

/** Items in whole groups that tell a test with Student's t as much as so many independent ones tell it with z. */
export function itemsInClusters(items, each, correlation, ratio, alpha, power, sides) {
  if (each === 1) return wholeItems(items);
  const fewest = Math.ceil(2 / Math.min(ratio || 1, 1)); // so that each run has two
  const z = upper(alpha / sides) + upper(1 - power);
  const enough = (groups) => {
    const df = groups * (1 + ratio) - (ratio ? 2 : 1);
    const t = -tQuantile(alpha / sides, df) - tQuantile(1 - power, df);
    return groups * each >= items * plannedEffect(each, correlation) * (t / z) ** 2;
  };
  return least(enough, fewest - 1, fewest) * each;
}
