// Results in words, such as 84/100 v 78 of 100, and numbers in one line.

import { whole } from "../results.js";
import { EMPTY } from "./cells.js";
import { bare, ofSystems, systems, twice, withoutTotal } from "./counts.js";
import { scores } from "./scores.js";
import { count, counted, counts, inside, MEANS, MEASURE, NOT_WRONG, ODD, ofWrong, quoted, roleOf, RUN, score, spelled, unsigned } from "./words.js";

const COUNT = "(?:[1-9]\\d{0,2}(?:[,.'’_\\u00a0\\u2009\\u202f]\\d{3})+|\\d+(?:e\\d+)?)";
const SHARE = "(?:\\d+(?:[.,]\\d+)?\\s*%|0[.,]\\d+|\\.\\d+)";
const NAME = "(?:(?<name>\\p{L}[^<>~≈±=%,|\"]*?)(?<mark>\\s*[:=|,]\\s*|\\s+))?";
const RIGHT = "(?:right|correct(?:ly)?|passed|solved)";
const ITEMS = "(?:items|questions|tests|tasks|cases|examples|problems|prompts|issues)";
const [OF, UNIT] = ["(?:/|(?:out )?of\\b)", `(?:\\s+${ITEMS})?(?:\\s+${RIGHT})?`];
const FORMS = [
  `(?<k>${COUNT})\\s*(?:${RIGHT}\\s+)?${OF}\\s*(?<n>${COUNT})${UNIT}(?:\\s*[=(]\\s*(?<again>${SHARE})\\)?)?(?:[\\s,(\\[]+9\\d\\s*%\\s*CI\\b[^a-z]*)?`, // 84 of 100 (84%), 95% CI 75-90
  `(?<again>${SHARE})\\s*(?:accuracy|${RIGHT})?\\s*\\((?<k>${COUNT})\\s*${OF}\\s*(?<n>${COUNT})\\)`, // 84% (84/100)
  `(?<share>${SHARE})\\s*(?:${OF}|\\bon\\b(?=.*${ITEMS}$))\\s*(?<n>${COUNT})${UNIT}`, // 84% of 100
  `(?<share>${SHARE})(?:\\s*(?:±|\\+/-)\\s*[\\d.]+\\s*%?)?[\\s,(]+n\\s*[=:]\\s*(?<n>${COUNT})\\s*\\)?`, // 84%, n=100
  `(?<share>${SHARE})\\s*\\((?<n>${COUNT})\\s+${ITEMS}\\)?`, // 84% (100 items)
].map((form) => new RegExp(`^${NAME}${form}$`, "iu"));
const LIKE = /\d\s*%?\s*(?:(?:right|correct|passed|solved)\s+)?(?:\/|(?:out )?\bof\b|\bon\b)\s*\d|\d%?[\s,(]+n\s*[=:]\s*\d|\d%?\s*\(\d[\d,]*\s+[a-z]/i; // something like a result
const ONE_N = /^([^,;\n]*%)\s+(?:v|vs\.?|versus|and)\s([^,;\n]*%)([\s,(]+n\s*[=:].*?|\s+(?:out )?of\s.*?|\s*\([\d,]+\s+[a-z]+)(?: each)?\)?$/i; // 84% v 78%, n=100 each
const ONE_OF = /^(\d[\d,]*)\s+(?:v|vs\.?|versus)\s+(\d[\d,]*)\s+((?:out )?of\s+\d[\d,]*)$/i; // 412 v 398 of 500
const CUT = /[;\t]|,(?=[\s,])(?!\s*n\s*[=:])|(?<=,),|(?<=\/\d+),(?=\d+\/)|\s(?:v|vs\.?|versus|and|->|→)\s|(?<=\/\s*[\d,]*\d%?(?:\s*\([^()]*\))?)\s+(?=\d[\d,]*\s*%?\s*\/)/i;

/** The segments of a text of which each should be a result, without bullets and the numbers of the rows. */
function segments(lines) {
  const plain = lines.map((line) => line.trim().replace(/^[-*•]\s+(?=\p{L})/u, "").replace(/^[\s|]+|[\s|,;.]+$/g, "").replace(ONE_N, "$1$3;$2$3").replace(ONE_OF, "$1 $3;$2 $3"));
  const parts = plain.flatMap((line) => line.replace(/(?<=\p{L}[^\t;,/%]*)\t+(?=\d)/gu, " | ").split(CUT)).map((part) => part.trim());
  const first = Number(parts[0].match(/^\d+/)?.[0]);
  const numbered = parts.length > 1 && parts.every((part, i) => new RegExp(`^${first + i}[.:)]\\s+\\S`).test(part));
  return numbered ? parts.map((part) => part.replace(/^\d+\S\s+/, "")) : parts;
}

/** Whether a name may end in another place: A 1 884/2,000 may be of A or of A 1, as may A,1,884/2,000 and A 1,884/2000. */
function ofTwoCuts({ name = "", mark = "", k = "", n, share = "" }) {
  if (mark.trim()) return mark.trim() === "," && `${k}${share}${n}`.includes(",");
  return (/\s\d{1,3}$/.test(name) && /^\d{3}(\D|$)/.test(k)) || (name !== "" && /^\d{1,3},/.test(k) && (!n.includes(",") || count(k) > count(n)));
}

/** One segment as {name, count: [right, items]}, or {refused}; undefined if it is no result. */
function result(part) {
  const found = FORMS.map((form) => part.match(form)?.groups).find(Boolean);
  if (!found) return undefined;
  const { name = "", mark = "", k, share, again } = found;
  if (ofTwoCuts(found) || ODD.test(name) || /:\s|\d\s*(\/|\bof\b)|(^|\s)0?\.\d|\bn\s*:/i.test(name) || (/\s[\d.]+$/.test(name) && roleOf(name.replace(/\s[\d.]+$/, "")))) return undefined;
  const n = count(found.n);
  if (!(n > 0) || !(share || Number.isInteger(count(k)))) return undefined;
  const sign = share && unsigned(name, [share]);
  if (sign) return sign;
  if (share && MEASURE.test(spelled(name))) return { refused: `${quoted(name)} is no share of items that were right. Paste right/items, such as 84/100.` };
  const { k: right, refused, near } = counted(share ?? again ?? "0", n);
  if (again && (refused || right !== count(k))) return { refused: `${whole(count(k))} of ${whole(n)} is not ${again.trim()}: correct one of them.` };
  return { refused: share && refused, near: share && near, name: name.replace(/[\s:–—-]+$|\s(got|scored|has|is|was|had|answered|solved|passed)$/gi, ""), count: [share ? right : count(k), n] };
}

/** 84/100 v 78 of 100, or 84% v 78%, n=100; or many, with or without names before them. */
export function results(lines) {
  const parts = segments(lines.filter((line) => !EMPTY.test(line)));
  const like = parts.filter((part) => LIKE.test(part));
  if (!like.length) return {};
  if (like.some(ofWrong)) return { refused: NOT_WRONG };
  if (parts.includes("")) return { refused: "A cell between these is empty. Score it, or leave it out, and say so." };
  const found = parts.map(result);
  if (found.includes(undefined)) return { unread: parts[found.indexOf(undefined)] };
  const refused = found.find((one) => one.refused);
  if (refused) return { refused: refused.refused };
  const names = found.map(({ name }) => name);
  const read = withoutTotal(found.map((one) => one.count), names, lines.length === 1);
  if (read.refused) return read;
  const got = { kind: "counts", ...read, near: found.some(({ near }) => near), aside: /±|\+\/-|\bCI\b/.test(lines.join(" ")) };
  const runs = got.names.length > 1 && got.names.every((name) => /\d$/.test(name) && RUN.test(name.replace(/\W*\d+$/, "")));
  return runs ? ofSystems(got, "run") : (twice(got.names) ?? { ...got, names: systems(got.names) });
}

/** Two or four numbers in a row, 1,884 2,000 or 40 | 9 | 2 | 9; or a row of 1 and 0. */
export function bareLine(lines) {
  const plain = lines[0].replace(/^[\s|,;]+|[\s|,;]+$/g, "");
  if (lines.length > 1 || /[a-z]/i.test(plain)) return undefined;
  const row = plain.split(/ *[\t,;|] *| +/);
  if (row.length > 4 && row.every((cell) => /^[01]?$/.test(cell))) return scores(row.map((cell) => [cell]));
  if (row.length > 2 && row.some(inside) && row.every((cell) => score(cell) >= 0 || inside(cell))) return { refused: MEANS };
  const parts = [/[\t;|/]+/, /[\s;|/]+/, /[\s;|/,]+/].map((between) => plain.split(between)).find((all) => [2, 4].includes(all.length) && counts(all));
  return parts && bare(parts.map(count));
}
