// Counts beside what they count: 84 right, 16 wrong; k=84, n=100; both 40, only A 9, only B 2, neither 9.

import { cells, transposed } from "./cells.js";
import { byHeading } from "./tables.js";
import { count, counts, LOST, ofTruth, roleOf, spelled } from "./words.js";

const NUMBER = "(?<x>\\d[\\d,]*(?:\\.\\d+)?\\s*%?)";
const PARTS = [`^(?<label>\\p{L}.*?)(?:\\s*[=:]\\s*|\\s+)${NUMBER}$`, `^${NUMBER}\\s+(?<label>\\p{L}.*)$`].map((form) => new RegExp(form, "u"));
const RIGHT = "(?: (?:right|correct|passed|solved))?";
const [BOTH, NEITHER] = [`^both${RIGHT}$`, "^(?:neither|none|both (?:wrong|incorrect|failed))$"].map((form) => new RegExp(form, "i"));
const ONLY = [`^only (.+?)${RIGHT}$`, `^(.+?) only${RIGHT}$`].map((form) => new RegExp(form, "i"));

/** A line as [[label, number], …]; undefined if it holds anything else. */
function parts(line) {
  const plain = line.replace(/^[\s=]+|[\s=.]+$/g, "").replace(/ in \d[\d.]*s$/, "") // === 3 failed, 97 passed in 3.2s ===
    .replace(/^(\d+ \p{L}+) (?=\d+ \p{L}+$)/u, "$1, "); // 84 right 16 wrong
  const all = /^(\S+=\S+\s+)+\S+=\S+$/.test(plain) && !/,\s/.test(plain) ? plain.split(/\s+/) : plain.split(/\s*(?:[;|\t]|,(?!\d{3}(?!\d)))\s*|\s+and\s+/);
  const found = all.map((part) => PARTS.map((form) => part.match(form)?.groups).find(Boolean));
  return found.includes(undefined) ? undefined : found.map(({ label, x }) => [label, x]);
}

/** Both, only the one, only the other, neither, in any order. */
function four(labelled) {
  if (labelled.length !== 4 || !counts(labelled.map(([, x]) => x))) return undefined;
  const said = labelled.map(([label, x]) => [spelled(label).trim(), count(x)]);
  const [both, neither] = [BOTH, NEITHER].map((words) => said.find(([label]) => words.test(label)));
  const only = said.flatMap(([label, x]) => { const name = ONLY.map((form) => label.match(form)?.[1]).find(Boolean); return name ? [[name, x]] : []; });
  if (!both || !neither || only.length !== 2 || only[0][0] === only[1][0]) return undefined;
  const names = only.map(([name]) => (/^(?:the )?(?:first|second)$/i.test(name) ? "" : name));
  if (ofTruth(names)) return { refused: LOST };
  const turned = /second$/i.test(only[0][0]) && /first$/i.test(only[1][0]);
  const [one, other] = turned ? only.toReversed() : only;
  return { kind: "pairs", counts: [both[1], one[1], other[1], neither[1]], names };
}

/** What such lines say; undefined if they are none. */
export function labelled(lines) {
  const table = ([2, 4].includes(lines.length) && cells(lines)) || []; // four names, lying or upright
  const pairs = table.length === 2 ? transposed(table) : table;
  const all = lines.map(parts);
  const found = four(pairs.every((row) => row.length === 2) ? pairs : []) ?? (all.every(Boolean) ? four(all.flat()) : undefined);
  if (found || !all.every((each) => each?.length > 1)) return found;
  const [heads, ...more] = all.map((each) => each.map(([label]) => label));
  const alike = more.every((each) => each.join("\0") === heads.join("\0"));
  return alike && heads.every(roleOf) ? byHeading([heads, ...all.map((each) => each.map(([, x]) => x.trim()))]) : undefined;
}
