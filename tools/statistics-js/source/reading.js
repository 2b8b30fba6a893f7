// What somebody typed or pasted, as numbers. It reads few forms, each matched whole, and refuses everything else.

import { whole } from "./results.js";
import { cells, EMPTY, fromJson, lettered, linesOf } from "./reading/cells.js";
import { labelled } from "./reading/labelled.js";
import { answers, scores, weighted } from "./reading/scores.js";
import { bareLine, results } from "./reading/sentences.js";
import { bareTable, byHeading, crosstab } from "./reading/tables.js";
import { LOST, NO_HEADS, number } from "./reading/words.js";

export { counted, number, quoted } from "./reading/words.js";

const TABLES = [weighted, crosstab, byHeading, answers, scores, bareTable];

/**
 * What a text of several numbers or words says; nothing if it is one value.
 * {kind: "counts", counts: [[right, items], …], names, loose} with loose where right and wrong may be meant;
 * {kind: "pairs", counts: [both, only first, only second, neither], names}; {kind: "scores", counts, groups};
 * {kind: "row" or "square", counts} of four numbers without headings; {refused}, or {lost, unread} where it cannot be told;
 * systems: true, if a column names two systems, which are no groups.
 */
export function read(text) {
  const numbers = text.match(/\d+(?:[.,]\d+)*/g) ?? [];
  const pointed = numbers.filter((x) => /^[1-9]\d{0,2}(\.\d{3})+$/.test(x));
  const given = pointed.length > 1 && numbers.every((x) => pointed.includes(x) || /^(0|[1-9]\d{0,2})$/.test(x)) ? text.replace(/(?<=\d)\.(?=\d{3})/g, "") : text; // 1.884 / 2.000
  const plain = given.trim();
  const one = plain.replace(/\s*%$/, "");
  const value = ["count", ""].some((kind) => !Number.isNaN(number(one, kind))) || /^[\d.]+,\d+$/.test(one); // 84,100 and 1.234,5 are asked about
  if (value || !(/[\t\n;|]|^[[{(]/.test(plain) || plain.match(/\d+/g)?.length > 1)) return undefined;
  const data = fromJson(plain);
  const lines = linesOf(given);
  if (!data && !lines.length) return { lost: true, unread: plain }; // ; alone
  if (!data && lines.length > 2 && /^([^,]*|\s*[01],0\s*)$/.test(lines[0]) && lines.slice(1).every((line) => /^\s*[01],0\s*$/.test(line))) return { refused: "Is 1,0 one number or two? Write 1 and 0, or part two columns by a tab or a semicolon." };
  const said = data ? {} : results(lines);
  const line = said.kind || said.refused ? said : data ? undefined : (labelled(lines) ?? bareLine(lines));
  const rows = !line && (data || /[\t\n;|]|"/.test(plain)) ? lettered(data ?? cells(lines) ?? []) : [];
  const found = line ?? (rows.flat().some(Boolean) ? TABLES.reduce((one, reader) => one ?? reader(rows), undefined) : undefined);
  if (!found || ([LOST, NO_HEADS].includes(found.refused) && said.unread)) return { lost: true, unread: said.unread ?? plain };
  const gap = lines.findIndex((each) => EMPTY.test(each));
  if (data || gap < 0 || found.refused || found.total || (found === said && found.counts.length < 3)) return found;
  return { refused: `Line ${whole(gap + 1)} of ${whole(lines.length)} is empty. Score it, or leave the row out, and say so.` };
}
