// What somebody typed or pasted, as numbers.

/** What somebody typed, as a number: as a count, 1,000 and 1 000 and 1'000 and 1.000 are a thousand. NaN if it is none. */
export function number(text, kind) {
  let plain = text.trim().replace(/^\+/, "").replace("−", "-");
  if (kind === "count" && /^[1-9]\d{0,2}(?:([ \u00a0\u2009\u202f,.'’_])\d{3})(?:\1\d{3})*$/.test(plain)) plain = plain.replace(/\D/g, "");
  else if (kind !== "count") plain = plain.replace(/^(-?\d*),(\d+)$/, "$1.$2");
  return /^-?(\d+\.?\d*|\.\d+)(e\d+)?$/i.test(plain) ? Number(plain) : NaN;
}

/** Two or four counts in one text, such as "84/100 (84%) v 80/100" or rows of a table; else none. */
export function several(text) {
  const words = text.replace(/\([^()]*%\s*\)|[\d.,]+\s*%/g, " ").replace(/\b(?!e\d)[a-z]+\b[.:]?/gi, ";");
  const plain = words.replace(/[()[\]{}]/g, " ").trim();
  if (/^\d+,\d+$/.test(plain)) return []; // a decimal comma, or two counts?
  for (const separator of [/[\t\n;|/]+/, /[\s;|/]+/, /[\s;|/,]+/]) {
    const found = plain.split(separator).filter((part) => part.trim()).map((part) => (/^0\d/.test(part) ? NaN : number(part, "count")));
    if (found.some(Number.isNaN)) continue;
    if (found.length === 4 || (found.length === 2 && Number.isNaN(number(plain, "count")))) return found;
  }
  return [];
}

/** Whether four numbers are two runs, "42/50 v 40/50" or rows below "right, items", and not a row of counts. */
export const areRuns = (text) => text.match(/\/|\bof\b/gi)?.length === 2 || /^\W*(right|correct)\W+(items|n|total)\b/i.test(text);

const WRONG_RIGHT = [/^(0|0\.0|false|no|wrong|incorrect|fail(ed)?)$/i, /^(1|1\.0|true|yes|right|correct|pass(ed)?)$/i];
const score = (cell) => WRONG_RIGHT.findIndex((words) => words.test(cell.trim()));

/** Columns of a spreadsheet, one row an item, the scores last: the tab and the inputs that they make; or undefined. */
export function columns(text) {
  const rows = text.trim().split(/\r?\n/).map((row) => row.split(/[\t;|,]/).map((cell) => cell.trim()));
  const names = rows[0].some((cell) => score(cell) >= 0) ? [] : rows.shift();
  const width = rows[0]?.length;
  if (rows.length < 3 || rows.some((row) => row.length !== width || score(row.at(-1)) < 0)) return undefined;
  const pairs = width > 1 && rows.every((row) => score(row.at(-2)) >= 0);
  const many = (one, other) => rows.filter((row) => score(row.at(pairs ? -2 : -1)) === one && (!pairs || score(row.at(-1)) === other)).length;
  if (!pairs) return ["one-rate", { right: many(1), items: rows.length }];
  const called = names.length === width && names.at(-1) !== names.at(-2) ? { name: names.at(-2), other: names.at(-1) } : {};
  return ["the-same-items", { both: many(1, 1), first: many(1, 0), second: many(0, 1), neither: many(0, 0), ...called }];
}

/** Groups as right/items; or as two columns, after one with their names; or the group and 0 or 1 of each item. */
export function groupCounts(text) {
  const rows = text.trim().split(/\r?\n/).map((row) => row.split(/\s*[\t|;]\s*/).filter(Boolean));
  const table = rows.length > 1 && rows.every((row) => row.length > 1) && !text.includes("/");
  if (table && Number.isNaN(number(rows[0].at(-1), "count"))) rows.shift();
  if (table && rows.every((row) => row.length === 2 && score(row[1]) >= 0)) {
    const groups = {};
    for (const [group, cell] of rows) (groups[`group ${group}`] ??= []).push(score(cell));
    return { counts: Object.values(groups).map((all) => [all.filter(Boolean).length, all.length]) };
  }
  if (table) text = rows.map((row) => row.slice(-2).join("/")).join(" ");
  const plain = text.replace(/\(.*?\)/g, " ").replace(/\s*(\/|\bof\b)\s*/g, "/");
  const groups = plain.split(/,?[\s;]+|(?<=\/\d+),(?=\d+\/)/).filter(Boolean);
  const counts = groups.map((group) => group.split("/").map((part) => number(part, "count")));
  return { counts, unread: groups[counts.findIndex((parts) => parts.length !== 2 || parts.some(Number.isNaN))] };
}
