// A text as rows of cells.

import { ITEM, NONE, NOT_SCORES, numeric, PAIRS, roleOf, score, SYSTEM } from "./words.js";

export const EMPTY = /^[\s|,;"]*$/;
export const transposed = (rows) => rows[0].map((_, i) => rows.map((row) => row[i]));

/** The lines of a text between its first and last filled one, without Markdown's rule below the headings. */
export function linesOf(text) {
  const lines = text.replace(/\*\*|`/g, "").split(/\r*\n|\r/);
  const filled = lines.map((line) => !EMPTY.test(line));
  return lines.slice(filled.indexOf(true), filled.lastIndexOf(true) + 1).filter((line, i) => i !== 1 || !/^(?=.*-)(?=.*\|)[\s|:-]+$/.test(line));
}

/** JSON as rows: a list is a column; records, also one a line, have their keys as headings. */
export function fromJson(text) {
  if (!/^[[{]/.test(text)) return undefined;
  const plain = text.replace(/\bTrue\b/g, "true").replace(/\bFalse\b/g, "false").replace(/\}\s*\n\s*\{/g, "},{");
  try {
    const data = JSON.parse(plain.startsWith("{") ? `[${plain}]` : plain);
    const records = data.every((x) => x && typeof x === "object" && !Array.isArray(x));
    if (data.length && data.every((x) => Array.isArray(x) && x.length === data[0].length)) return data.map((row) => row.map(String)); // [[40, 9], [2, 9]]
    const keys = records ? [...new Set(data.flatMap(Object.keys))] : [];
    const rows = records ? [keys, ...data.map((record) => keys.map((key) => record[key] ?? ""))] : data.map((x) => [x ?? ""]);
    return rows.map((row) => row.map((x) => (typeof x === "object" ? JSON.stringify(x) : String(x))));
  } catch {
    return undefined;
  }
}

/** A line as its cells; a quoted cell is whole. */
function parted(line, between) {
  const bare = between === "|" ? line.trim().replace(/^\||\|$/g, "") : line;
  const safe = bare.replace(/"((?:[^"]|"")*)"/g, (_, cell) => cell.replaceAll(between, "\0").replaceAll('""', '"'));
  return safe.split(between).map((cell) => cell.replaceAll("\0", between).trim());
}

/** Rows of a table as their cells, parted by tabs, bars, semicolons, colons or commas, else by spaces; undefined if they differ in length. */
export function cells(lines) {
  const filled = lines.filter((line) => !EMPTY.test(line));
  const even = (one) => parted(filled[0], one).length > 1 && filled.every((line) => parted(line, one).length === parted(filled[0], one).length);
  const between = ["\t", "|", ";"].find((one) => filled.some((line) => line.includes(one))) ?? [":", ","].find(even);
  const column = filled.slice(1).every((line) => !/\s/.test(line.trim())); // whose heading may be of several words
  const rows = filled.map((line) => (between ? parted(line, between) : line.trim().split(filled.length > 1 && column ? "\n" : /\s+/)));
  if (!between && rows.length > 2 && rows[1].length === 1 && rows[2].length > 2) { // pandas names the rows below the headings
    const [head, [name]] = rows.splice(0, 2);
    rows.unshift(head.length < rows[0].length ? [name, ...head] : [`${name} \\ ${head[0]}`, ...head.slice(1)]);
  }
  const numbered = rows.slice(1).every(([first]) => /^\d+$/.test(first)) || rows[0].every(roleOf);
  if (rows.length > 1 && numbered && rows[0].length === rows[1].length - 1) rows[0].unshift(""); // pandas' index
  if (rows.some((row) => row.length !== rows[0].length)) return undefined;
  const used = transposed(rows).map((column) => column.some(Boolean));
  const across = rows.length < 3 && rows.flat().every((cell) => !cell || score(cell) >= 0); // a result may be missing
  return rows.map((row) => row.filter((_, i) => used[i] || (across && i > used.indexOf(true) && i < used.lastIndexOf(true))));
}

/** C and I, as Inspect scores, in words; what is partial or has no answer (P, N) stays a letter. */
export function lettered(rows) {
  const letters = rows.flat().filter((cell) => /^[A-Z]$/.test(cell));
  const inspect = ["C", "I"].every((one) => letters.includes(one)) && letters.every((one) => /[CIPN]/.test(one));
  return inspect ? rows.map((row) => row.map((cell) => ({ C: "true", I: "false" })[cell] ?? cell)) : rows;
}

/** Whether the first row names the columns: no score in it, or one of its cells is a name for those below. */
export function headed([first, ...rows]) {
  const heads = (cell, i) => {
    const below = rows.map((row) => row[i]);
    const pair = PAIRS.find((words) => words.test(cell)); // "correct" over cells that are scored in another way, or "passed" over pass and fail
    const other = first.length === 1 && score(cell) === 1 && below.some((one) => score(one) === 1) && !below.some((one) => one.toLowerCase() === cell.toLowerCase());
    if (pair) return other || (below.some((one) => score(one) >= 0 || numeric(one)) && !below.some((one) => pair.test(one)));
    const others = below.some((one) => score(one) < 0); // no column of results, of which the first may be missing
    if (!cell) return others && below.every(Boolean);
    return [NOT_SCORES, ITEM, SYSTEM].some((words) => words.test(cell)) || (others && score(cell) < 0 && !numeric(cell) && below.every(numeric));
  };
  return first.every((cell) => score(cell) < 0 && !numeric(cell) && !NONE.test(cell)) || first.some(heads);
}
