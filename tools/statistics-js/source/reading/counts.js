// Counts that were read: without their total, and told apart as systems, runs or groups.

import { whole } from "../results.js";
import { AVERAGE, GOOD, ODD_TOTAL, quoted, roleOf, RUN, TOTAL } from "./words.js";

export const sums = (table) => table[0].map((_, k) => table.reduce((sum, row) => sum + row[k], 0));
export const same = (one, other) => other.every((x, i) => x === one[i]);
export const systems = (names) => names.map((name) => (roleOf(name) || GOOD.test(name) || /^(about|around|got|value)$/i.test(name) ? "" : name));
export const distinct = (names) => (new Set(names).size === names.length ? systems(names) : []);
export const bare = (found) => (found.length === 2 ? { kind: "counts", counts: [found], names: [], loose: true } : { kind: "row", counts: found });

/** Without the row of the sums: one that is named so; or the first or the last, without a name or of four and more. */
export function withoutTotal(all, names, typed = false) {
  const sumOfOthers = (i) => same(all[i].map((x) => 2 * x), sums(all));
  const average = all.length > 1 && names.find((name) => AVERAGE.test(name));
  if (average) return { refused: `The row ${quoted(average)} is of the others: leave it out.` };
  const said = all.length > 1 ? names.findIndex((name) => TOTAL.test(name)) : -1;
  if (said >= 0 && !sumOfOthers(said)) return ODD_TOTAL;
  const at = said >= 0 ? said : ([all.length - 1, 0].find((i) => all.length > (i === 0 || typed || names[i] ? 3 : 2) && sumOfOthers(i)) ?? -1);
  const rest = (list) => list.filter((_, i) => i !== at);
  return at < 0 ? { counts: all, names } : { counts: rest(all), names: rest(names), total: all[at] };
}

/** Refused: rows of groups, of which one has several; as groups of their own they would make the interval too narrow. */
export function twice(names) {
  const again = names.length > 2 && names.find((name, i) => name && names.indexOf(name) < i);
  return again ? { refused: `${quoted(again)} has several rows. Add up the rows of each group, or paste the column that tells the groups apart.` } : undefined;
}

/** Counts of two systems, which are no groups; of three and more none. */
export function ofSystems(read, head) {
  const n = new Set(read.names).size;
  const [one, more] = RUN.test(head) ? ["run", " Runs of the same items are not more items: paste question, seed and score into Groups."] : ["system", ""];
  const refused = n > 2 ? `The column ${quoted(head)} names ${whole(n)} ${one}s; paste two of them.${more}` : `Each ${one} of ${quoted(head)} must have one row.`;
  return n === 2 && read.counts.length === 2 ? { ...read, systems: true } : { refused };
}
