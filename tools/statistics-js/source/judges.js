// What people would say, from a judge's verdicts and people's labels, as in give_or_take/judges.py; without groups.

import * as checks from "./checks.js";
import { splitsAround } from "./differences.js";
import { tQuantile } from "./distributions.js";
import { clopperPearson, clopperPearsonInterval } from "./intervals.js";

const LEAST = 20; // labels, below which nothing is corrected
const UNLIKELY = 0.001; // the chance below which labels do not pass for a random part
const WORDS = ["passed", "failed", "did not decide on"];

/**
 * The rate that people would give. `strata` has a row for what the judge passed, failed, and did not decide on, each
 * [labelled passes, labelled fails, items without a label].
 */
export function correctedRate(strata, level = 0.95) {
  strata.flat().forEach((count) => checks.count(count, "labels"));
  checks.level(level);
  aRandomPart(strata);
  const [passes, labels] = [sum(strata.map(([k]) => k)), sum(strata.map(labelled))];
  const { estimate, worth } = worthOf(strata.filter(items), level);
  const [passed, failed] = strata.map(items);
  return {
    ...clopperPearson(estimate * worth, worth, level),
    estimate,
    level,
    method: "Korn-Graubard",
    unit: "%",
    reported: passed / (passed + failed),
    alone: clopperPearsonInterval(passes, labels, level),
    worth,
  };
}

const sum = (numbers) => numbers.reduce((total, x) => total + x, 0);
const labelled = ([passes, fails]) => passes + fails;
const items = (stratum) => sum(stratum);

/** The estimate, and how many labels without a judge say as much. */
function worthOf(strata, level) {
  const [labels, total] = [sum(strata.map(labelled)), sum(strata.map(items))];
  const parts = strata.map((stratum) => {
    const [k, n, q] = [stratum[0], labelled(stratum), items(stratum) / total];
    const p = (k + 1) / (n + 2);
    return { n, q, p, variance: (q ** 2 * p * (1 - p)) / (n + 2), passing: items(stratum) * (n ? k / n : 0.5) };
  });
  const mean = sum(parts.map(({ q, p }) => q * p));
  const apart = Math.max(sum(parts.map(({ q, p }) => q * p ** 2)) - mean ** 2, 0);
  const variance = sum(parts.map((part) => part.variance)) + apart / total;
  const df = variance ** 2 / sum(parts.map((part) => part.variance ** 2 / (part.n + 1)));
  const tail = (1 - Math.max(level, 1e-6)) / 2;
  const ratio = Math.min(tQuantile(tail, labels - 1) / tQuantile(tail, df), 1);
  const worth = ((mean * (1 - mean)) / variance) * ratio ** 2;
  return { estimate: sum(parts.map(({ passing }) => passing)) / total, worth: Math.min(Math.max(worth, labels), total) };
}

/** Refuses too few labels, no decision at all, and labels that do not look like a random part of the items. */
function aRandomPart(strata) {
  const [n, total] = [sum(strata.map(labelled)), sum(strata.map(items))];
  checks.refuse(n < LEAST, "labels", `must hold at least ${LEAST} labels: got ${n}; have people label more items, drawn at random`);
  checks.refuse(!items(strata[0]) && !items(strata[1]), "verdicts", "must hold some: the judge decided on no item");
  strata.forEach((stratum, row) => {
    const [seen, of] = [labelled(stratum), items(stratum)];
    const { more, fewer } = splitsAround(seen, n, of, total - n, "labels");
    const [up, down] = [1 + sum(more), 1 + sum(fewer)]; // against the chance of what was seen
    checks.refuse(
      (2 * Math.min(up, down)) / (up + down - 1) < UNLIKELY,
      "labels",
      `are no random part of the items: ${seen} of ${n} are on what the judge ${WORDS[row]}, where ${of} of ${total} ` +
        `items are (p < ${UNLIKELY}); label items drawn at random, whatever their verdict`,
    );
  });
}
