// Tables of counts: a square of two systems, or columns below headings. Each gives {kind, counts, …}, or {refused}, or undefined where it has no part.

import { percent, whole } from "../results.js";
import { headed, transposed } from "./cells.js";
import { bare, distinct, ofSystems, same, sums, twice, withoutTotal } from "./counts.js";
import {
  count, counted, counts, GOOD, inside, LOST, NO_HEADS, NOT_SCORES, number, numeric, ODD, ODD_TOTAL, ofTruth,
  ofWrong, quoted, roleOf, ROLES, RUN, score, spelled, SYSTEM, TOTAL, turned, unsigned,
} from "./words.js";

/** Refused: a cell that is no count. */
function notWhole(row, shown) {
  const odd = row.find((cell) => !Number.isInteger(count(cell)));
  return odd === undefined ? undefined : { refused: `A count must be a whole number: got ${quoted(odd)} in the row ${quoted(shown.join(" "))}.` };
}

const MARKS = [
  /(?<![\p{L}\d.,])(right|wrong|correct|incorrect|pass|passed|fail|failed|true|false|yes|no)(?![\p{L}\d])/giu,
  /(?<![\p{L}\d.,_-])[01](\.0)?(?![\p{L}\d.,])/gu,
];

/** "A right" and "A not right", then perhaps a total, as {marks: [1, 0], name: "A", words: true}; undefined if they are no edge of a crosstab. */
function edge([one, two, total = "all", ...rest]) {
  const words = MARKS.findIndex((each) => [one, two].every((cell) => cell?.match(each)?.length === 1));
  if (words < 0 || rest.length || !TOTAL.test(total)) return undefined;
  const left = [one, two].map((cell) => cell.replace(MARKS[words], " "));
  const marks = [one, two].map((cell, i) => Math.abs(score(cell.match(MARKS[words])[0]) - /\bnot\b/i.test(left[i])));
  const names = left.map((cell) => cell.replace(/\bnot\b|[()]/gi, " ").replace(/^[\s,=:_]+|[\s,=:_]+$/g, "").replace(/\s+/g, " "));
  return marks[0] !== marks[1] && (names[0] === names[1] || !names.every(Boolean)) ? { marks, name: names[0] || names[1], words } : undefined;
}

/** Two systems, right and wrong on both edges. */
export function crosstab([heads, ...rows]) {
  const [across, down] = [heads.slice(1), rows.map(([label]) => label)].map(edge);
  if (!across || across.words !== down?.words) return undefined;
  const odd = rows.map((row) => notWhole(row.slice(1), row)).find(Boolean);
  if (odd) return odd;
  const square = rows.map((row) => row.slice(1).map(count));
  if (square.some(([one, two, both = one + two]) => one + two !== both) || (square[2] && !same(square[2], sums(square.slice(0, 2))))) return ODD_TOTAL;
  const four = [1, 0].flatMap((row) => [1, 0].map((column) => square[down.marks.indexOf(row)][across.marks.indexOf(column)]));
  const corner = heads[0].includes(" \\ ") ? heads[0].split(" \\ ").map((name) => (/^(row|col)_\d$/.test(name) ? "" : name)) : ["", ""];
  const names = [down.name || corner[0], across.name || corner[1]];
  if (ofTruth([heads[0], ...names])) return { kind: "square", counts: four, truth: true };
  return turned(names) ?? { kind: "pairs", counts: four, names, edges: true };
}

/** A column of 84/100 below its heading as two, right and items. */
function halved([heads, ...rows]) {
  const at = heads.flatMap((_, i) => (rows.length && rows.every((row) => /^\d[\d,]*\s*\/\s*\d[\d,]*$/.test(row[i])) ? [i] : []));
  if (at.length !== 1 || !GOOD.test(spelled(heads[at[0]])) || ofWrong(heads[at[0]])) return [heads, ...rows];
  return [heads.toSpliced(at[0], 1, "right", "items"), ...rows.map((row) => row.toSpliced(at[0], 1, ...row[at[0]].split("/")))];
}

/** Shares below their heading, each with its sign: 84.0 below "accuracy" is 84%. Undefined if they are none. */
function shares(head, column) {
  const percents = /acc|%|percent|pct|rate/i.test(head) && column.some((cell) => number(cell, "") > 1);
  const all = column.map((cell) => (percents && !cell.includes("%") ? `${cell}%` : cell));
  const fit = all.every((cell) => /^[\d.,]+\s*%$/.test(cell) || (number(cell, "") >= 0 && number(cell, "") <= 1));
  return fit && all.some((cell) => cell.includes("%") || inside(cell)) ? all : undefined;
}

/** Counts below, or beside, headings that say what is right, wrong, all items, or a share of them. */
export function byHeading(rows) {
  const lying = new Set(rows.map(([head]) => head)).size === rows.length; // headings beside the counts, each once
  const tables = [rows, ...(lying ? [transposed(rows)] : [])].filter(([heads]) => !heads.some(numeric)).map(halved);
  return tables.map((table) => underHeads(table, table.length === rows.length)).find(Boolean);
}

/** The same, of an upright table. */
function underHeads([heads, ...rows], upright) {
  const role = heads.map(roleOf);
  const column = (i) => rows.map((row) => row[i]);
  const [right, wrong, items, share] = ROLES.map(([one]) => role.indexOf(one));
  const told = [right, wrong, items].filter((i) => i >= 0);
  const numbers = rows.some((row) => told.some((i) => numeric(row[i])));
  if (!numbers || told.length + (share >= 0 && right < 0 && wrong < 0) < 2) return undefined;
  const numbered = (i) => rows.length > 1 && column(i).every((cell, k) => count(cell) === k + count(rows[0][i]));
  const scored = rows.length > 2 && [right, wrong, share].every((i) => i < 0 || column(i).every((cell) => score(cell) >= 0));
  if (scored && (wrong >= 0 || numbered(items))) return undefined; // a row for each item
  const other = (head, i) => (role[i] ? role.indexOf(role[i]) < i : items < 0 && !NOT_SCORES.test(head) && !numbered(i) && counts(column(i)));
  const more = heads.find((head, i) => role[i] && other(head, i)) ?? heads.find(other);
  if (more) return { refused: `Do the items of ${quoted(more)} count? Name the columns right and items.` };
  if (!upright && rows.length > 1 && items < 0 && role.every(Boolean)) return { refused: "The columns have no headings. Above them write right and wrong, or the names of the two systems." };
  const odd = rows.map((row) => notWhole(told.map((i) => row[i]), row)).find(Boolean);
  if (odd) return odd;
  const sign = share >= 0 && items >= 0 ? unsigned(heads[share], column(share)) : undefined;
  if (sign) return sign;
  const parts = share >= 0 && items >= 0 ? shares(heads[share], column(share)) : undefined;
  if (told.length < 2 && !parts) return undefined;
  const read = rows.map((row, i) => rowCounts(...[right, wrong, items].map((at) => (at < 0 ? undefined : count(row[at]))), parts?.[i]));
  const refused = read.find((one) => one.refused);
  return refused ? { refused: refused.refused } : named(heads, rows, role, read);
}

/** What a row says, as {count: [right, items]}, or {refused} if its numbers do not agree. */
function rowCounts(right, wrong, items, part) {
  const n = items ?? right + wrong;
  const share = part && n ? counted(part, n) : {};
  const k = right ?? (wrong === undefined ? share.k : n - wrong);
  if (right !== undefined && wrong !== undefined && right + wrong !== n) return { refused: `Right and wrong must add up to all items: got ${whole(right)} and ${whole(wrong)} of ${whole(n)}.` };
  if (share.refused || k !== (share.k ?? k)) return { refused: share.refused || `${whole(k)} of ${whole(n)} is not ${part}: correct one of them.` };
  return k === undefined ? { refused: LOST } : { count: [k, n], near: right === undefined && wrong === undefined && share.near };
}

/** Counts with the names of their rows: of two systems, of runs, or of groups. */
function named(heads, rows, role, read) {
  const column = (i) => rows.map((row) => row[i]);
  const free = heads.flatMap((_, i) => (role[i] || (rows.length > 1 && new Set(column(i)).size < 2) ? [] : [i]));
  const worded = free.filter((i) => column(i).some((cell) => cell && !numeric(cell)));
  if (heads.some((_, i) => !role[i] && column(i).some((cell) => !numeric(cell) && score(cell) >= 0))) return { refused: LOST };
  const at = [SYSTEM, ...(rows.length > 1 ? [RUN] : [])].map((words) => free.find((i) => words.test(heads[i]))).find((i) => i !== undefined) ?? worded.at(-1);
  const label = (cell) => (RUN.test(heads[at]) && numeric(cell) ? `${heads[at]} ${cell}` : cell);
  const found = withoutTotal(read.map((one) => one.count), rows.map((row) => row.find((cell) => TOTAL.test(cell)) ?? label(row[at] ?? "")));
  if (found.refused) return found;
  const got = { kind: "counts", ...found, by: heads[at], near: read.some(({ near }) => near) };
  if (got.counts.length > 1 && [SYSTEM, RUN].some((words) => words.test(heads[at]))) return ofSystems(got, heads[at]);
  const ids = free.filter((i) => !column(i).some((cell) => numeric(cell) && !Number.isInteger(count(cell)))); // 0.81, a cost, is none
  return [...worded, ...ids.slice(0, 1)].map((i) => twice(column(i))).find(Boolean) ?? { ...got, names: distinct(got.names) };
}

/** Numbers without headings: two or four in a row, a column or a square; or two columns, right and items, perhaps after names. */
export function bareTable(table) {
  const all = table.flat();
  if (counts(all) && table.length === 2 && table[0].length === 2) return { kind: "square", counts: all.map(count) };
  if (counts(all) && [2, 4].includes(all.length) && [table, table[0]].some(({ length }) => length === 1)) return bare(all.map(count));
  const [names, pairs] = [table.map((row) => row.slice(0, -2).join(" ")), table.map((row) => row.slice(-2))];
  const [first, width] = [count(pairs[0][0]), table[0].length];
  const numbered = table.length > 2 && pairs.every(([one], i) => count(one) === first + i);
  const plain = width === 2 || (width === 3 && names.every((name) => /^\p{L}/u.test(name) && !roleOf(name) && !ofWrong(name) && !ODD.test(name)));
  if (table.length > 1 && plain && !numbered && pairs.every((row) => counts(row) && count(row[0]) <= count(row[1]))) {
    const read = withoutTotal(pairs.map((row) => row.map(count)), names);
    return read.refused ? read : (twice(read.names) ?? { kind: "counts", ...read, names: distinct(read.names), loose: true });
  }
  if (table.length > 1 && table[0].length > 1 && !headed(table)) return { refused: NO_HEADS };
  return all.some((cell) => /\p{L}/u.test(cell)) ? { refused: LOST } : undefined;
}
