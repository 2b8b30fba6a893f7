// What somebody typed or pasted, as numbers.

import { whole } from "./results.js";

/** What somebody typed, as a number: as a count, 1,000 and 1 000 and 1'000 and 1.000 are a thousand. NaN if it is none. */
export function number(text, kind) {
  let plain = text.trim().replace(/^\+/, "").replace("−", "-");
  if (kind === "count" && /^[1-9]\d{0,2}(?:([ \u00a0\u2009\u202f,.'’_])\d{3})(?:\1\d{3})*$/.test(plain)) plain = plain.replace(/\D/g, "");
  else if (kind !== "count") plain = plain.replace(/^(-?\d*),(\d+)$/, "$1.$2");
  return /^-?(\d+\.?\d*|\.\d+)(e\d+)?$/i.test(plain) ? Number(plain) : NaN;
}

/** What was typed, in a sentence: at most 40 characters of it. */
export function quoted(text) {
  const plain = text.trim();
  return `“${plain.length > 40 ? `${plain.slice(0, 39)}…` : plain}”`;
}

const RIGHT = "right|correct|passed|success|successes|k";
const ITEMS = "items|n|total|of|trials|count";
const BELOW_NAMES = new RegExp(`^.*\\b(${RIGHT})[^\\w\\n]+(${ITEMS})\\b`, "i");
const WRONG = /\b(wrong|incorrect(ly)?|errors?|fail(s|ed|ures?)?|mistakes?)\b/i;

const SHARES = /\([^()]*%\s*\)|[\d.,]+\s*%/g;
const LOST = "This table has headings that I cannot place.";
const words = (text) => text.match(/[a-z]+/gi) ?? [];
const allItems = (known, right, wrong) =>
  known
    ? `The second number must be all items, not the wrong ones: ${whole(right)}/${whole(right + wrong)}.`
    : "The two numbers must be right and all items, not the wrong ones.";

/** The words before the first row of numbers, before each stretch of numbers, and after the last. */
function labels(text) {
  const plain = text.trim().replace(SHARES, " ").replace(/(\d)e\+?(?=\d)/gi, "$1");
  const top = plain.lastIndexOf("\n", plain.search(/\d/)) + 1;
  return { heading: words(plain.slice(0, top)), between: plain.slice(top).split(/[^a-z]*\d[^a-z]*/i) };
}

/** Two or four counts as right and items: in which order, and whose; or why their words do not say so. */
export function placed(text, found) {
  const { heading, between } = labels(text);
  const has = (label, names) => new RegExp(`\\b(${names})\\b`, "i").test(label);
  const wrong = text.search(WRONG);
  if (wrong >= 0) {
    const right = text.search(new RegExp(`\\b(${RIGHT})\\b`, "i"));
    const turned = found.length === 4 && between.length === 3 && has(between[0], RIGHT);
    return { refused: allItems(right >= 0 && right < wrong && Number.isFinite(found[0]), found[0], found[turned ? 2 : 1]) };
  }
  const lost = { refused: `${LOST} Paste right and items: 84/100, or 84/100 v 78/100.` };
  const [label, other] = between;
  const stretches = between.length - 1;
  if (found.length === 4 && stretches === 2 && has(label, RIGHT) && has(other, ITEMS) && !has(other, RIGHT)) {
    const [a, b, n, m] = found;
    return { found: [a, n, b, m], turned: true, names: heading.length > 1 ? heading.slice(-2) : [] };
  }
  const known = (part) => !part || has(part, `${RIGHT}|${ITEMS}${found.length === 4 ? "|v|vs|versus|and" : ""}`);
  const parts = between.slice(1, -1).filter((_, i) => found.length === 2 || stretches === 3 || (stretches === 4 && i !== 1));
  const fractions = text.match(/\/|\bof\b/gi)?.length === found.length / 2;
  const named = BELOW_NAMES.test(text.trim());
  const odd = /\b(true|false|yes|no|not|only|both|neither)\b/i.test(text) || !parts.every(known) || (found.length === 4 && stretches > 4);
  const twice = found.length === 2 && text.match(new RegExp(`\\b(${RIGHT})\\b`, "gi"))?.length > 1;
  const rows = found.length === 4 && stretches === 2 && !fractions && [label, other].some((part) => has(part, `${RIGHT}|${ITEMS}`));
  if (odd || twice || rows || (heading.length > 1 && !named && !fractions)) return lost;
  const names = found.length === 4 && stretches === 2 && twoRows(text) ? [label, other].map((part) => words(part).join(" ")) : [];
  return { found, names: names.includes("") ? [] : names };
}

/** Why four numbers are not both right, only the first, only the second, both wrong: they have words in another order. */
export function misplaced(text) {
  const { between } = labels(text);
  const said = words(text.replace(SHARES, " ").toLowerCase()).filter((word) => !/^(right|correct|the|and|one)$/.test(word)).join(" ");
  const ours = /^both (only )?(first|a) (only )?(second|b) (neither|none|both wrong)$/.test(said) && [2, 5].includes(between.length);
  return said && !ours && `${LOST} Paste the four numbers alone: both right, only the first, only the second, both wrong.`;
}

/** Two or four counts in one text, such as "84/100 (84%) v 80/100" or rows of a table; else none. */
export function several(text) {
  const bare = text.replace(SHARES, " ").replace(/\b(?!e\d)[a-z]+\b[.:]?/gi, ";");
  const plain = bare.replace(/[()[\]{}]/g, " ").trim();
  if (/^\d+,\d+$/.test(plain)) return []; // a decimal comma, or two counts?
  const spaced = (BELOW_NAMES.test(text.trim()) || /\n/.test(text.trim())) && !/[\t,;|/]/.test(text); // 84 100 is then no 84,100
  for (const separator of [/[\t\n;|/]+/, /[\s;|/]+/, /[\s;|/,]+/].slice(spaced ? 1 : 0)) {
    const found = plain.split(separator).filter((part) => part.trim()).map((part) => (/^0\d/.test(part) ? NaN : number(part, "count")));
    if (found.some(Number.isNaN)) continue;
    if (found.length === 4 || (found.length === 2 && Number.isNaN(number(plain, "count")))) return found;
  }
  return [];
}

/** Whether four numbers are two runs, "42/50 v 40/50" or rows below "right, items", and not a row of counts. */
export const areRuns = (text) => text.match(/\/|\bof\b/gi)?.length === 2 || BELOW_NAMES.test(text.trim());

/** Whether they are two rows of two: right and items, or a square of four counts. */
export const twoRows = (text) => text.trim().split(/\r?\n/).filter((row) => several(row).length === 2).length === 2;

/** Shares of counts, "84% of 100 v 78% of 100", as 84, 100, 78, 100; a share that makes no whole number stays as it is. */
export function shares(text) {
  const pair = /([\d.,]*\d\s*%)\s*(?:out of|of|x|×|\/)\s*(\d+(?:,\d{3})*)/g;
  if (/\d/.test(text.replace(pair, ""))) return [];
  return [...text.matchAll(pair)].flatMap(([, share, n]) => {
    const of = number(n, "count");
    const count = (number(share.replace("%", ""), "") * of) / 100;
    return [Math.abs(count - Math.round(count)) < 1e-6 ? Math.round(count) : share, of];
  });
}

const WRONG_RIGHT = [/^(0|0\.0|false|no|wrong|incorrect|fail(ed)?)$/i, /^(1|1\.0|true|yes|right|correct|pass(ed)?)$/i];
const score = (cell) => WRONG_RIGHT.findIndex((words) => words.test(cell.trim()));
const PAIRS = [/^((in)?correct|right|wrong)$/i, /^(pass|fail)(ed)?$/i, /^(yes|no)$/i];

/** Whether the first row names the columns: no score in it, or "correct" over cells that are scored in another way. */
function headed([first, ...rows]) {
  const heads = (cell, column) => {
    const pair = PAIRS.find((words) => words.test(cell));
    const below = rows.map((row) => row[column] ?? "");
    const other = (each) => score(each) >= 0 || !Number.isNaN(number(each, ""));
    return pair && below.some(other) && !below.some((each) => pair.test(each));
  };
  const share = (cell) => number(cell, "") > 0 && number(cell, "") < 1;
  return first.every((cell) => score(cell) < 0 && !share(cell)) || first.some(heads);
}

/** Rows of a table as their cells; commas part them where nothing else does. */
function cells(text) {
  const rows = text.trim().split(/\r?\n/);
  const between = rows.some((row) => /[\t;|]/.test(row)) ? /[\t;|]/ : /,/;
  return rows.map((row) => row.replace(/^\||\|$/g, "").split(between).map((cell) => cell.trim()));
}

/** Two rows that end in a score; or more of them, parted by spaces. */
function tooFew(text, rows) {
  const scored = (all) => all.every((row) => score(row.at(-1)) >= 0);
  const words = text.trim().split(/\r?\n/).map((row) => row.trim().split(/\s+/));
  const [head, ...below] = words;
  const spaced = !/[\t,;|]/.test(text) && below.length && words.every((row) => row.length > 1);
  if (spaced) return scored(/\d/.test(head.at(-1)) ? words : below);
  return rows.length === 2 && scored(rows);
}

/**
 * Columns of a spreadsheet, one row an item, the scores last: {tab, inputs, read, repeats}, or {refused, few}, or undefined.
 *
 * A column is one of scores if most of its cells are. `read` says what was read, and `repeats` that the first column,
 * which names the items, has names that come again.
 */
export function columns(text) {
  const rows = cells(text);
  const names = headed(rows) ? rows.shift() : [];
  const width = rows[0]?.length;
  if (tooFew(text, rows)) return { few: true, refused: "Scores need three rows or more, with tabs or commas between columns." };
  if (rows.length < 3 || rows.some((row) => row.length !== width)) return undefined;
  const share = (row, column) => number(row[column], "") >= 0 && number(row[column], "") <= 1;
  const scored = (column) =>
    rows.filter((row) => score(row[column]) >= 0).length > rows.length / 2 || rows.every((row) => share(row, column));
  let first = width;
  while (first > 0 && scored(first - 1)) first -= 1;
  const many = width - first;
  if (!many) return undefined;
  if (many > 2) return { refused: `These are ${many} columns of scores: paste one, or the two that you compare.` };
  const odd = rows.findIndex((row) => row.slice(first).some((cell) => score(cell) < 0));
  if (odd >= 0) {
    const cell = rows[odd].slice(first).find((each) => score(each) < 0);
    return { refused: `Row ${whole(odd + 1)} of ${whole(rows.length)} has ${quoted(cell)} where 1 or 0 belongs. Score it, or leave the row out, and say so.` };
  }
  const ids = first && new Set(rows.map((row) => row[0])).size;
  const repeats = ids > 0 && ids < rows.length ? ids : 0;
  const count = (...wanted) => rows.filter((row) => wanted.every((one, k) => score(row[first + k]) === one)).length;
  const called = names.length === width ? names.slice(first) : [];
  const errors = called.find((name) => WRONG.test(name.replace(/_/g, " ")) && !new RegExp(`\\b(${RIGHT})\\b`, "i").test(name));
  if (errors) return { refused: `1 must mean right: ${quoted(errors)} looks as if 1 means wrong. Swap 0 and 1, and paste again.` };
  const read = `Read ${whole(rows.length)} rows${called.length ? ` of ${called.join(" and ")}` : ""}.`;
  if (many === 1) return { tab: "one-rate", inputs: { right: count(1), items: rows.length }, read, repeats };
  const [name, other] = called;
  const both = { both: count(1, 1), first: count(1, 0), second: count(0, 1), neither: count(0, 0) };
  return { tab: "the-same-items", inputs: { ...both, ...(name && name !== other ? { name, other } : {}) }, read, repeats };
}

const TOTAL = /^(grand )?(totals?|sum|all|overall)$/i;
const NAMED = [RIGHT, ITEMS].map((names) => new RegExp(`^(${names})$`, "i"));

/** Groups as right/items; or as two columns, after one with their names; or the group and 0 or 1 of each item. */
export function groupCounts(text) {
  let rows = cells(text).map((row) => row.filter(Boolean));
  const table = rows.length > 1 && rows.every((row) => row.length > 1) && !text.includes("/");
  const names = table && Number.isNaN(number(rows[0].at(-1), "count")) && headed(rows) ? rows.shift() : [];
  const [right, items] = NAMED.map((words) => names.findIndex((name) => words.test(name)));
  const called = table ? rows.findIndex((row) => TOTAL.test(row[0])) : -1;
  if (names.some((name) => WRONG.test(name))) {
    const two = rows[0].slice(-2).map((cell) => number(cell, "count"));
    return { counts: [], refused: allItems(right >= 0 && right === names.length - 2 && !two.some(Number.isNaN), ...two) };
  }
  const scoredTwice = table && rows.every((row) => row.slice(-2).every((cell) => score(cell) >= 0));
  if (scoredTwice && (right < 0 || items < 0)) {
    return { counts: [], refused: "These look like scores of two systems. Paste the group and one score." };
  }
  if (table && right >= 0 && items >= 0) rows = rows.map((row) => [row[right], row[items]]);
  else if (table && rows.every((row) => row.length === 2)) {
    const scores = (column) => rows.every((row) => score(row[column]) >= 0);
    if (!scores(1) && scores(0) && new Set(rows.map((row) => row[1])).size < rows.length) {
      return { counts: [], refused: "Is the first column the score of an item, and the second its group? Put the group first. Or name the columns right and items." };
    }
    if (scores(1)) {
      const groups = {};
      for (const [group, cell] of rows) (groups[`group ${group}`] ??= []).push(score(cell));
      return { counts: Object.values(groups).map((all) => [all.filter(Boolean).length, all.length]) };
    }
  }
  if (names.length && (right < 0 || items < 0)) return { counts: [], refused: `${LOST} Name the two columns right and items.` };
  if (table) text = rows.map((row) => row.slice(-2).join("/")).join(" ");
  const plain = text.replace(/\(.*?\)/g, " ").replace(/\s*(\/|\bof\b)\s*/g, "/");
  const groups = plain.split(/,?[\s;]+|(?<=\/\d+),(?=\d+\/)/).filter(Boolean);
  const counts = groups.map((group) => group.split("/").map((part) => number(part, "count")));
  const sums = [0, 1].map((k) => counts.reduce((sum, parts) => sum + parts[k], 0));
  const adds = counts.findIndex((parts, i) => [0, counts.length - 1].includes(i) && parts.every((part, k) => 2 * part === sums[k]));
  const sum = called >= 0 || !table || counts.length < 4 ? called : adds;
  if (sum >= 0) return { counts: [], refused: `Row ${whole(sum + 1)} is the sum of the others: leave the total out.` };
  return { counts, unread: groups[counts.findIndex((parts) => parts.length !== 2 || parts.some(Number.isNaN))] };
}
