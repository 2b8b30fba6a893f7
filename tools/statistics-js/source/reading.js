// What somebody typed or pasted, as numbers.

import { percent, whole } from "./results.js";

/** What somebody typed, as a number: as a count, 1,000 and 1 000 and 1'000 are a thousand. NaN if it is none, or 1.000, which may be all. */
export function number(text, kind) {
  let plain = text.trim().replace(/^"(.*)"$/, "$1").replace(/^\+/, "").replace("−", "-");
  if (kind === "count" && /^\d{1,3}\.\d{3}$|^1\.0+$/.test(plain)) return NaN;
  if (kind === "count" && /^[1-9]\d{0,2}(?:([ \u00a0\u2009\u202f,.'’_])\d{3})(?:\1\d{3})*$/.test(plain)) plain = plain.replace(/\D/g, "");
  else if (kind !== "count") plain = plain.replace(/^(-?\d*),(\d+)$/, "$1.$2");
  return /^-?(\d+\.?\d*|\.\d+)(e\d+)?$/i.test(plain) ? Number(plain) : NaN;
}

/** What was typed, in a sentence: at most 40 characters of it. */
export function quoted(text) {
  const plain = text.trim().replace(/\s+/g, " ");
  return `“${plain.length > 40 ? `${plain.slice(0, 39)}…` : plain}”`;
}

/** The count of n that a share such as 84% or 0.84 stands for: the nearest, if it rounds to that share. */
export function counted(share, n) {
  const part = number(share.replace("%", ""), "") / (share.includes("%") ? 100 : 1);
  const step = 10 ** -((share.replace(",", ".").match(/\.(\d+)/)?.[1].length ?? 0) + (share.includes("%") ? 2 : 0));
  const k = Math.round(part * n);
  const odd = Math.abs(k / n - part) > 0.5 * step + 1e-9;
  return { k, near: Math.abs(k - part * n) > 1e-6 * n, refused: odd && `No count of ${whole(n)} is ${share.trim()}: ${whole(k)} is ${percent(k / n, 4)}.` };
}

const SIGNED = "(?<!(?<![a-z\\d)%])[-−])"; // no minus before it, but that of a name or of a range
const SHARE = `(?<![\\d.,])${SIGNED}[\\d.,]*\\d\\s*%|(?<![\\d.,])${SIGNED}0?\\.\\d+`;
const WITH_N = "(?:\\b(?:out )?of\\b|\\b(?:on|over)\\b(?=\\s*[\\d,]+ (?:items|questions|problems|examples|prompts))|[x×/\\t;|]|[,;(]?\\s*\\bn\\s*[=:])\\s*(\\d+(?:,\\d{3})*)(?![\\d.,]*\\d|[a-z]|\\s*%)\\s*\\)?";
const SHARE_OF = new RegExp(`(${SHARE})(?:\\s*(?:±|\\+/-)\\s*[\\d.]+\\s*%?)?\\s*${WITH_N}`, "gi");
const ONE_N = new RegExp(`^([^%]*%)(\\s*(?:,|vs?\\b\\.?|versus|and)[^%=]*%\\s*${WITH_N.replace("/\\t;|", "")})(?: each)?$`); // 84% v 78% (n=200)

const VERSION = /(?<=[a-z]\S*([ -]+[\d.]+[a-z]?)?[ -]+)\d{1,3}(\.\d+)?[bo]?(?=[\s:(]*$|\s+[a-z\d])/gim; // Llama 3 70B, Claude 3.5 Sonnet: a number in a name
const NO_SHARE = /\b(f[-_ ]?[\d.]+|f[-_ ]?(score|measure)|(au|p)?roc|(roc|pr)?[-_ ]?auc|rouge\S*|bleu\S*|chrf\S*|meteor|bert[-_ ]?score|r?mse|mae|mape|r2|mrr|ndcg\S*|map|kappa|corr\w*|pearson|spearman|mcc|precision|recall|perplexity|ppl|nll|brier|ece|p|temp(erature)?|top[-_ ]?p|alpha|se|sem|sd|ci|std\w*|variance|margin|confidence|similarity|cosine|elo)\b/i;

/** Shares of counts, "84% of 100" or "84%, n=100", as 84/100; what has other numbers, or headings, stays as it is. */
function sharesCounted(pasted) {
  if (/^[^\d\n]*[\t,;|][^\d\n]*\n/.test(pasted)) return { text: pasted };
  const text = pasted.replace(ONE_N, (_, share, of, n) => `${share} of ${n}${of}`);
  const rest = text.replace(SHARE_OF, "\n").replace(VERSION, "").replace(/[a-z][^\s;,|]*/gi, "");
  const other = text.match(SHARE_OF) && spelled(text).match(NO_SHARE);
  if (other) return { refused: `${quoted(other[0])} is no share of right answers. For means, clustered_mean in Python.` };
  const found = /\d/.test(rest) ? [] : [...text.matchAll(SHARE_OF)].map(([, share, n]) => counted(share, number(n, "count")));
  const counts = found.values();
  const line = found.length ? text.replace(SHARE_OF, (_, share, n) => ` ${counts.next().value.k}/${n} `) : text;
  return { text: line, near: found.some(({ near }) => near), refused: found.find((one) => one.refused)?.refused };
}

// --- Words of headings

const RIGHT = "right|correct|pass(?:ed|es)?|success(?:es)?|k|sum|resolved|solved|conver(?:sions|ted)";
const TRIES = "trials|tries|attempts|runs|repeats|samples|generations";
const ITEMS = `items|n|totals?|of|counts?|size|questions|visitors|${TRIES}`;
const WRONG = "wrong(?:ly)?|(?:in|not )(?:correct(?:ly)?|accurate(?:ly)?|right)|not (?:ok|passed|solved)|un(?:re)?solved|err(?:or)?s?|fail(?:s|ed|ing|ures?)?|mistakes?|miss(?:es|ed)?|mis(?:classif|predict)\\w+|1 ?[-−] ?acc(?:uracy)?";
const SOME = "bad|time[ -]?outs?|timed out|refus(?:ed|als?)|hallucinat\\w*|crash(?:es|ed)?|invalid|unparsed|unanswered|mismatch(?:es|ed)?|toxic|unsafe|harmful|bugs?|defects?|violations?|loss(?:es)?|wer|cer|skipped|missing";
/** The words of a label, such as error_rate or errorRate. */
const spelled = (label) => label.replace(/_/g, " ").replace(/(?<=[a-z])(?=[A-Z][a-z])/g, " ");
const [ALL_WRONG, ANY_WRONG] = [WRONG, `${WRONG}|${SOME}`].map((words) => new RegExp(`\\b(${words})\\b`, "i"));
/** Whether a label counts what went wrong: all of it, or some; and of scores, those that do. */
const ofWrong = (label = "") => ANY_WRONG.test(spelled(label));
const turned = ([...names]) => names.filter(ofWrong).map((wrong) => ({ refused: `1 must mean right: ${quoted(wrong)} looks as if 1 means wrong. Swap 0 and 1, and paste again.` }))[0];
const ROLES = {
  "": /%|\b(rate|ratio|fraction|proportion|acc|accuracy|share|percent(age)?|pct|mean|average|score|results?|(?<!not )ok|not(?! (?:right|correct|ok|passed|solved))|std|standard|se)\b/i, // a column that is left out, or counted by its shares
  wrong: ALL_WRONG,
  right: new RegExp(`\\b(${RIGHT})\\b`, "i"),
  items: new RegExp(`\\b(${ITEMS})\\b`, "i"),
};
const TOTAL = /^(grand )?(totals?|sum|all|overall)$/i;
const ODD = /\b(true|false|yes|no|not|only|both|neither)\b/i; // in a sentence: not right and items
const SHARES = /\([^()]*%[^()]*\)|\(\s*0?\.\d+\s*\)|[\d.,]+\s*%|=\s*0?\.\d+|(?<![\d.,])0?\.\d+(?=\s*\(\s*\d)/g; // 0.84 (84/100)
const LOST = "I cannot tell what these numbers count.";
const NOT_WRONG = "The two numbers must be right and all items, not the wrong ones. Or paste columns with the headings right and items, or wrong and items.";
const MEANS = "These are scores, not right or wrong; this page counts only 0 and 1. For means, clustered_mean in Python.";
const HEADS = ["model|system|variant|llm", "run|seed|trial|epoch|attempt|repeat|repetition|replicate|iteration", "id|item|question|prompt|problem|example|instance|sample"];
/** Below them stand names of systems, of runs of the same items, and of items. */
const [SYSTEM, RUN, ITEM] = HEADS.map((words) => new RegExp(`^(name of (the )?)?(${words})s?([ _-]?(name|id|no|nr|number|index))?$`, "i"));

const WRONG_RIGHT = [/^(0|0\.0*|false|no|wrong|incorrect|fail(ed)?|[✗✘✖❌]\ufe0f?)$/i, /^(1|1\.0*|true|yes|right|correct|pass(ed)?|[✓✔✅]\ufe0f?)$/i];
const score = (cell) => WRONG_RIGHT.findIndex((words) => words.test(cell.trim()));
const PAIRS = [/^((in)?correct|right|wrong)$/i, /^(pass|fail)(ed)?$/i, /^(yes|no)$/i];

const count = (cell) => (/^(0\d|-|−)/.test(cell.trim()) ? NaN : number(cell.replace(/^(\d+),0$/, "$1"), "count"));
const whatever = (cell) => !Number.isNaN(number(cell, "")) || !Number.isNaN(count(cell)) || /^[\d.,]+\s*%$/.test(cell);
const roleOf = (label) => Object.keys(ROLES).find((role) => !SYSTEM.test(label) && ROLES[role].test(spelled(label))) ?? "";

/** What each heading is: right, wrong, items; or yes and no, true and false, if both are there. */
function roles(heads) {
  const ones = heads.length === 3 && !whatever(heads[0]); // 1 and 0, as pandas counts the values of one column
  const pairs = [["yes", "no"], ["true", "false"], ...(ones ? [["1", "0"], ["1.0", "0.0"]] : [])];
  const yes = pairs.find((pair) => pair.every((word) => heads.some((head) => head.toLowerCase() === word)));
  const found = heads.map((head) => (yes?.includes(head.toLowerCase()) ? ["wrong", "right"][score(head)] : roleOf(head)));
  const more = found.some((role, i) => /^(right|wrong)$/.test(role) && !/^sum$/i.test(heads[i])); // then a sum is of all items
  const sized = found.some((role, i) => role === "items" && !/^size$/i.test(heads[i])); // then a size is of something else
  return found.map((role, i) => (more && /^sum$/i.test(heads[i]) ? "items" : sized && /^size$/i.test(heads[i]) ? "" : role));
}

// --- A text as rows of cells

/** JSON, as Python prints it too: a list, lists of lists, records, one a line; or a matrix of NumPy. */
function fromJson(text) {
  if (!/^\s*([\w.]+\()?[[{(]/.test(text)) return undefined;
  const bare = text.trim().replace(/^[\w.]+\((.*)\)$/s, "$1").replace(/\]\s*,\s*\w+=.*$/s, "]"); // array([1, 0], dtype=int64)
  const plain = bare.replace(/\bTrue\b/g, "true").replace(/\bFalse\b/g, "false").replace(/'/g, '"').replace(/^\((.*)\)$/s, "[$1]").replace(/([{,]\s*)(\w+)(?=\s*:)/g, '$1"$2"');
  const shown = (x) => (x === null ? "" : typeof x === "object" ? NaN : String(x));
  let data;
  try {
    data = JSON.parse(/^\{.*\}\s*\n\s*\{/.test(plain) ? `[${plain.split(/\n/).filter((line) => line.trim()).join()}]` : plain);
  } catch {
    const rows = plain.match(/\[[^[\]]*\]/g)?.map((row) => row.replace(/[[\]]/g, " ").trim().split(/\s*,\s*|\s+/));
    return rows?.flat().every((cell) => /^[\d.]+$/.test(cell)) ? rows : undefined;
  }
  if (!Array.isArray(data)) data = Object.values(data).every(Array.isArray) ? transposed(Object.entries(data).map((all) => all.flat())) : [data];
  const records = data.length && data.every((row) => row && typeof row === "object" && !Array.isArray(row));
  const rows = records
    ? [Object.keys(data[0]), ...data.map((row) => Object.keys(data[0]).map((key) => row[key] ?? ""))]
    : data.every(Array.isArray) ? data : [data];
  const cells = rows.map((row) => row.map(shown));
  return cells.flat().some(Number.isNaN) ? undefined : cells;
}

const transposed = (rows) => Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, i) => rows.map((row) => row[i] ?? ""));

const EMPTY = /^[\s|,;"]*$/;

/** The lines of a text between its first and last filled one; without those below the head of a table, and what pandas says last. */
function linesOf(text) {
  const lines = text.split(/\r?\n|\r/);
  const filled = lines.map((line) => !EMPTY.test(line));
  const [head, last] = [filled.indexOf(true), filled.lastIndexOf(true)];
  const below = (i) => i === head + 1 && /[a-z]/i.test(lines[head]);
  const rule = (line, i) => /^[\s|+:=─┼,;"-]+$/.test(line) && (/[-=─]{3}.*[ +|┼]|[ +|┼].*[-=─]{3}/.test(line.trim()) || (below(i) && /[-=─]{3}|\|.*-/.test(line)));
  return lines.filter((line, i) => i >= head && i <= last && !rule(line, i) && !/\bdtype: /.test(line));
}

/** An empty row between others, unless it is every second one: there a result is missing. */
function missing(text, { kind, counts, total, read }) {
  const lines = linesOf(text);
  const at = lines.findIndex((line) => EMPTY.test(line));
  const spaced = lines.length > 10 && lines.every((line, i) => EMPTY.test(line) === (i % 2 === 1));
  const listed = read || (kind === "counts" && (counts.length > 2 || /\S|\t/.test(lines[at])));
  if (at < 0 || spaced || total || !listed) return undefined;
  const heads = lines[0].search(FRACTION) < 0 && headed(cells(text)) ? 1 : 0;
  return { refused: `Row ${whole(at + 1 - heads)} of ${whole(lines.length - heads)} is empty. Score it, or leave the row out, and say so.` };
}

/** Rows of a table as their cells, parted by tabs, bars, semicolons or commas; else by spaces, as a print-out is. */
function cells(text) {
  const lines = linesOf(text).filter((line) => !EMPTY.test(line)).map((line) => line.replace(/\*\*|`/g, ""));
  const spaced = /(?<![^\s,])\d[\d.,]*\s+\d|\s{2,}\d{1,3},\d{3}\b|^\s*\S+ \d{1,3}(,\d{3})+\s*$/; // 84 100, or a word and 1,884
  const even = /^\D*,\D*$/.test(lines[0]) && lines.every((line) => line.split(",").length === lines[0].split(",").length);
  const commas = even || lines.every((line) => line.includes(",")) && !lines.some((line) => spaced.test(line.replace(/"[^"]*"/g, "")));
  const between = ["\t", "|", ";"].find((one) => lines.some((line) => line.includes(one))) ?? (commas ? "," : " ");
  if (between === " ") return printed(lines.map((line) => line.trim().replace(/[,:]$/, "").split(/[,:]?\s+/)));
  const rows = lines.map((line) =>
    (between === "|" ? line.trim().replace(/^\||\|$/g, "") : line)
      .replace(/"((?:[^"]|"")*)"/g, (_, cell) => cell.replaceAll(between, "\0").replaceAll('""', '"'))
      .split(between)
      .map((cell) => cell.replaceAll("\0", between).replace(/\([^()]*%\s*\)/, "").trim()),
  );
  if (rows.length > 1 && rows[0].length === rows[1].length - 1) rows[0].unshift("");
  const used = transposed(rows).map((column) => column.some(Boolean));
  const across = rows.length < 3 && rows.flat().every((cell) => !cell || score(cell) >= 0); // a result may be missing
  return rows.map((row) => row.filter((_, i) => used[i] || (across && i > used.indexOf(true) && i < used.lastIndexOf(true))));
}

/** Words of a print-out as cells: a name of several words is one, and the column of row numbers has no heading. */
function printed(lines) {
  let [head, ...below] = lines;
  if (head.length > 1 && below[0]?.length === 1 && below.length > 1 && below.slice(1).every((row) => row.length > head.length)) {
    head = [...below.shift(), ...head]; // pandas names the rows below the head
    lines = [head, ...below];
  }
  const width = below[0]?.length;
  if (!below.length || (below.every((row) => row.length === width) && head.length === width)) return lines;
  if (below.every((row) => row.length === width) && head.length === width - 1) return [["", ...head], ...below];
  const numbers = Math.min(...below.map((row) => row.length - 1 - row.findLastIndex((word) => !whatever(word))));
  if (!numbers || !below.some((row) => row.length > numbers)) return lines;
  const joined = (row) => [row.slice(0, row.length - numbers).join(" "), ...row.slice(row.length - numbers)];
  return [head.length < numbers ? head : joined(head), ...below.map(joined)];
}

/** C and I, as Inspect scores, in words; what is partial or has no answer (P, N) stays a letter. */
function lettered(rows) {
  const letters = rows.flat().filter((cell) => /^[A-Z]$/.test(cell));
  const others = transposed(rows).some((column) => column.length > 2 && column.slice(1).every((cell) => score(cell) >= 0));
  const inspect = ["C", "I"].every((one) => letters.includes(one)) && letters.every((one) => /[CIPN]/.test(one)) && !others;
  return inspect ? rows.map((row) => row.map((cell) => ({ C: "right", I: "wrong" })[cell] ?? cell)) : rows;
}

// --- What a table says. Each reader gives {kind, counts, …}, or {refused}, or undefined where it has no part.

const sums = (table) => [0, 1].map((k) => table.reduce((sum, row) => sum + row[k], 0));
const same = (one, other) => other.every((x, i) => x === one[i]);
const notWhole = (cells, row) => {
  const odd = cells.find((cell) => !Number.isInteger(count(cell)));
  return odd === undefined ? undefined : { refused: `A count must be a whole number: got ${quoted(odd)} in the row ${quoted(row.join(" "))}.` };
};
const ODD_TOTAL = { refused: "The totals are not the sums of the other numbers: correct the table, or leave the totals out." };

/** Without the row of the sums: one that is named so; or the first or the last, without a name or of four and more. */
function withoutTotal(counts, names, typed = false) {
  const sumOfOthers = (i) => same(counts[i].map((x) => 2 * x), sums(counts));
  const said = counts.length > 1 ? names.findIndex((name) => TOTAL.test(name)) : -1;
  if (said >= 0 && !sumOfOthers(said)) return ODD_TOTAL;
  const at = said >= 0 ? said : ([counts.length - 1, 0].find((i) => counts.length > (i === 0 || typed || names[i] ? 3 : 2) && sumOfOthers(i)) ?? -1);
  const rest = (all) => all.filter((_, i) => i !== at);
  return at < 0 ? { counts, names } : { counts: rest(counts), names: rest(names), total: counts[at] };
}

/** Names of systems; "accuracy" is none. And if each row has its own. */
const systems = (names) => names.map((name) => (roleOf(name) || ROLES[""].test(name) ? "" : name));
const distinct = (names) => (new Set(names).size === names.length ? systems(names) : []);

const EDGES = [
  /(?<![\p{L}\d.,])(right|wrong|correct|incorrect|pass|passed|fail|failed|true|false|yes|no)(?![\p{L}\d])/giu,
  /(?<![\p{L}\d.,_-])[01](\.0)?(?![\p{L}\d.,])/gu,
];

/** The heading "A right" as {mark: 1, name: "A"}; "B not right" as {mark: 0, name: "B"}. */
function edge(cell) {
  const [found, more] = EDGES.map((words) => [...cell.matchAll(words)]).find(({ length }) => length) ?? [];
  if (!found || more) return undefined;
  const rest = `${cell.slice(0, found.index)} ${cell.slice(found.index + found[0].length)}`;
  const name = rest.replace(/\bnot\b|[()]/gi, " ").trim().replace(/^[\s,=:_]+|[\s,=:_]+$/g, "").replace(/\s+/g, " ");
  return { mark: Math.abs(score(found[0]) - /\bnot\b/i.test(rest)), name };
}

/** The first row, if it heads a crosstab: where right and wrong stand, and whose they are. */
function across(line) {
  const plain = line.filter((cell) => !TOTAL.test(cell));
  const edges = plain.map(edge);
  const marks = edges.filter(Boolean);
  if (marks.length !== 2 || marks[0].mark === marks[1].mark) return undefined;
  const others = plain.filter((_, i) => !edges[i]);
  const names = [...new Set(marks.map(({ name }) => name))].filter(Boolean);
  return { marks: marks.map(({ mark }) => mark), names, corner: others.join(" "), width: 2 + line.length - plain.length };
}

const TRUTH = /\b(actual|pred(ict\w*)?|truth|true|gold(en)?|target|reference|labels?|expected|answer key)\b/i;
const ofTruth = (names) => names.some((name) => TRUTH.test(spelled(name)));

/** Two systems, right and wrong on both edges. */
function crosstab(rows) {
  const lines = rows.map((row) => row.filter(Boolean));
  const at = lines.findIndex(across);
  const head = at >= 0 && at < 3 && across(lines[at]);
  const alone = lines.filter((line, i) => i !== at && line.length <= (i < at ? 2 : 1) && !line.some(whatever)); // names of systems
  const below = lines.slice(at + 1).filter((line) => !alone.includes(line));
  if (!head || below.length < 2 || below.some((line) => line.length <= head.width) || at > alone.length) return undefined;
  const body = below.map((line) => ({ label: line.slice(0, -head.width).join(" "), cells: line.slice(-head.width) }));
  const total = TOTAL.test(body.at(-1).label) ? body.pop() : undefined;
  const edges = body.map(({ label }) => edge(label));
  if (body.length !== 2 || edges.includes(undefined) || edges[0].mark === edges[1].mark) return undefined;
  const odd = below.map((line) => notWhole(line.slice(-head.width), line)).find(Boolean);
  if (odd) return odd;
  const square = body.map(({ cells }) => cells.map(count));
  const rowsAdd = [...square, ...(total ? [total.cells.map(count)] : [])].every(([one, two, both]) => both === undefined || one + two === both);
  if (!rowsAdd || (total && !same(total.cells.map(count), sums(square)))) return ODD_TOTAL;
  const cell = (row, column) => square[edges.findIndex(({ mark }) => mark === row)][head.marks.indexOf(column)];
  const counts = [cell(1, 1), cell(1, 0), cell(0, 1), cell(0, 0)];
  const under = alone.find((line) => lines.indexOf(line) > at)?.[0]; // pandas names the rows below the head
  const above = alone.find((line) => lines.indexOf(line) < at)?.at(-1); // R and pivot tables name the columns above it
  const parted = head.corner.split(/\s*\\\s*/);
  const corners = under ? [under, head.corner] : above ? [head.corner, above] : parted.length === 2 ? parted : ["", ""];
  const [down, over] = corners.map((name) => (/^(row|col)_\d$|^(row|column) labels$/i.test(name) ? "" : name)); // none
  const rowNames = [...new Set(edges.map(({ name }) => name))].filter(Boolean);
  if (ofTruth([down, over, head.corner, ...rowNames, ...head.names])) return { kind: "square", counts, truth: true };
  if (rowNames.length > 1 || head.names.length > 1) return undefined;
  const names = [rowNames[0] ?? down, head.names[0] ?? over];
  return turned(names) ?? { kind: "pairs", counts, names, edges: true };
}

const OFTEN = /^(|counts?|n|items|size|number|freq(uency)?|times|0)$/i;

/** Four rows that say right or wrong of each system, and how often: as pandas counts the values of two columns. */
function combinations(table) {
  const rows = headed(table) ? table.slice(1) : table;
  const width = rows[0]?.length;
  if (rows.length < 3 || rows.length > 4 || width < 3 || rows.some((row) => row.length !== width)) return undefined;
  const marks = rows.map((row) => row.slice(-3, -1).map(score));
  const often = rows.map((row) => count(row.at(-1)));
  if (rows !== table && table[0].length === width && !OFTEN.test(table[0].at(-1))) return undefined;
  if (marks.flat().includes(-1) || new Set(marks.map(String)).size < rows.length || !often.every(Number.isInteger) || Math.max(...often) < 2) return undefined;
  const counts = ["1,1", "1,0", "0,1", "0,0"].map((both) => often[marks.findIndex((mark) => String(mark) === both)] ?? 0);
  const heads = rows === table ? [] : table[0].filter(Boolean);
  return turned(heads) ?? { kind: "pairs", counts, names: heads.length > 2 ? heads.slice(-3, -1) : heads };
}

/** The rows below the headings; where shares and items alone are told, with the shares counted, as what is right. */
function sharesAmong([heads, ...rows], found) {
  const percent = heads.map((head, i) => /%|percent|\b(pct|acc(uracy)?)\b/i.test(spelled(head)) && rows.some((row) => number(row[i] ?? "", "") > 1));
  const below = rows.map((row) => row.map((cell, i) => (percent[i] && !cell.includes("%") ? `${cell}%` : cell)));
  const fraction = (cell = "") => /%$|^0?[.,]\d*[1-9]\d*$/.test(cell);
  const isShare = (cell = "") => fraction(cell) || /^[01]([.,]0+)?$/.test(cell);
  const items = found.indexOf("items");
  const shares = heads.flatMap((head, i) => (/^(|wrong)$/.test(found[i]) && !NO_SHARE.test(spelled(head)) && (found[i] || ROLES[""].test(spelled(head))) && below.some((row) => fraction(row[i])) && below.every((row) => isShare(row[i])) ? [i] : []));
  const at = shares.find((i) => !ofWrong(heads[i])) ?? shares.find((i) => ALL_WRONG.test(spelled(heads[i])));
  if (at === undefined || items < 0 || found.some((role, i) => /right|wrong/.test(role) && !shares.includes(i)) || !below.every((row) => count(row[items] ?? "") > 0)) return { below: rows };
  for (const i of shares) found[i] = "";
  found[at] = ofWrong(heads[at]) ? "wrong" : "right";
  const all = below.map((row) => counted(row[at], count(row[items])));
  return { below: below.map((row, i) => row.with(at, String(all[i].k))), near: all.some(({ near }) => near), refused: all.find((one) => one.refused)?.refused };
}

/** Counts of two systems, which are no groups; of three and more none. */
function ofSystems(read, head) {
  const n = new Set(read.names).size;
  const [one, more] = RUN.test(head) ? ["run", " Runs of the same items are not more items: paste question, seed and score into Groups."] : ["system", ""];
  const refused = n > 2 ? `The column ${quoted(head)} names ${whole(n)} ${one}s; paste two of them.${more}` : `Each ${one} of ${quoted(head)} must have one row.`;
  return n === 2 && read.counts.length === 2 ? { ...read, systems: true } : { refused };
}

const COUNTED = new RegExp(`^(n|${TRIES})$`, "i"); // or numbered

/** Rows of counts below, or beside, headings that say what is right, wrong, and all items. */
function byHeading(rows) {
  for (const table of [rows, transposed(rows)]) {
    const [heads] = table;
    const found = roles(heads);
    const { below, near, refused } = sharesAmong(table, found);
    if (refused) return { refused };
    const swapped = found.some((role, i) => role && score(heads[i]) >= 0 && !roleOf(heads[i])) && turned([heads[0], ...(below.length === 1 ? below[0].slice(0, 1) : [])]); // True 16, False 84
    if (swapped) return swapped;
    const [right, wrong, items] = ["right", "wrong", "items"].map((role) => found.indexOf(role));
    const used = found.filter(Boolean);
    if (below.length && used.toSorted().join() === "right,wrong,wrong") return { refused: `Do the items of ${quoted(heads[found.lastIndexOf("wrong")])} count? Name the columns right and items.` };
    if (!below.length || used.length < 2 || used.length !== new Set(used).size || heads.some((head, i) => found[i] && whatever(head) && score(head) < 0)) continue;
    const cellsOf = (row) => [right, wrong, items].filter((i) => i >= 0).map((i) => row[i] ?? "");
    const scored = below.length > 2 && below.every((row) => cellsOf(row).every((cell) => score(cell) >= 0));
    const numbers = (column) => below.every((row, i) => count(row[column] ?? "") === i + count(below[0][column] ?? "")); // of the rows
    if (below.length > 2 && below.every((row) => score(row[right] ?? "") >= 0) && (scored ? wrong >= 0 : COUNTED.test(heads[items]) && numbers(items))) continue; // scores
    if (items < 0) {
      const more = heads.find((head, i) => head && !found[i] && !ROLES[""].test(head) && !NOT_SCORES.test(head) && !(below.length > 1 && numbers(i)) && below.every((row) => Number.isInteger(count(row[i] ?? ""))));
      if (more) return { refused: `Do the items of ${quoted(more)} count? Name the columns right and items.` };
      if (table !== rows && below.length > 1 && found.length === used.length) return { refused: "The columns have no headings. Above them write right and wrong, or the names of the two systems." };
    }
    const [model, run] = [SYSTEM, RUN].map((whose) => heads.findIndex((head, i) => !found[i] && whose.test(head) && new Set(below.map((row) => row[i])).size > 1));
    const system = model < 0 ? run : model;
    const column = system >= 0 ? system : heads.findLastIndex((_, i) => !found[i] && below.some((row) => row[i]) && below.every((row) => !row[i] || !whatever(row[i])));
    const odd = below.map((row) => notWhole(cellsOf(row), row)).find(Boolean);
    if (odd) return odd;
    const told = below.map((row) => [right, wrong, items].map((i) => (i < 0 ? undefined : count(row[i]))));
    const off = told.find((all) => !all.includes(undefined) && all[0] + all[1] !== all[2]);
    if (off) return { refused: `Right and wrong must add up to all items: got ${whole(off[0])} and ${whole(off[1])} of ${whole(off[2])}.` };
    const counts = told.map(([k, w, n]) => [k ?? n - w, n ?? k + w]);
    const read = withoutTotal(counts, below.map((row) => row.find((cell) => TOTAL.test(cell)) ?? (run >= 0 && column === run && whatever(row[run]) ? `${heads[run]} ${row[run]}` : row[column] ?? "")));
    if (read.refused) return read;
    if (system < 0 && twice(read)) return twice(read);
    const got = { kind: "counts", ...read, by: heads[column], near };
    return system >= 0 && read.counts.length > 1 ? ofSystems(got, heads[system]) : { ...got, names: distinct(read.names) };
  }
  return undefined;
}

/** Refused: rows of groups, of which one has several; as groups of their own they would make the interval too narrow. */
function twice({ counts, names }) {
  const again = counts.length > 2 && names.find((name, i) => name && names.indexOf(name) < i);
  return again && { refused: `${quoted(again)} has several rows. Add up the rows of each group, or paste the column that tells the groups apart.` };
}

/** Whether the first row names the columns: no score in it, or "correct" over cells that are scored in another way. */
function headed([first, ...rows]) {
  const heads = (cell, column) => {
    const pair = PAIRS.find((words) => words.test(cell));
    const below = rows.map((row) => row[column] ?? "");
    const other = (each) => score(each) >= 0 || !Number.isNaN(number(each, ""));
    return pair && below.some(other) && !below.some((each) => pair.test(each));
  };
  return first.every((cell) => score(cell) < 0 && !whatever(cell)) || first.some((cell, i) => NOT_SCORES.test(cell) || heads(cell, i));
}

const TRY = /^(t|r|try|trial|run|rep|repeat|attempt|sample|seed|epoch|pass|gen|generation)[ _-]?\d+$/i; // of one system
const SUMMARY = /^(totals?|sum|all|overall|mean|average|avg|accuracy):?$/i;

const NOT_SCORES = new RegExp(`^(id|index|item|question|group|doc|document|fold)$|${RUN.source}`, "i");

const inside = (cell) => number(cell, "") > 0 && number(cell, "") < 1;

const ASIDE = new RegExp(`${TRUTH.source}|\\b(answer|output|response|completion|prediction|choice|parsed|extracted|explanation|reasoning|latency|duration|time|runtime|seconds|cost|tokens|confidence|difficulty|logprob)s?\\b`, "i");

/** Without the answers themselves, the truth, and what they took, where another column scores them. */
function scoredAlone([heads, ...rows]) {
  const table = [heads, ...rows];
  if (!headed(table)) return table;
  const scored = heads.map((head, i) => !NOT_SCORES.test(head) && rows.filter((row) => score(row[i] ?? "") >= 0).length > rows.length / 2);
  const aside = heads.map((head) => ASIDE.test(spelled(head)));
  if (!scored.some((yes, i) => yes && !aside[i])) return table;
  const named = heads.some((head, i) => scored[i] && !aside[i] && /right|score/.test(roleOf(head) || head.toLowerCase()));
  return table.map((row) => row.filter((_, i) => !aside[i] || (scored[i] && !named)));
}

/** A row for each answer, and a column that names its system: counts of two; or pairs, if each answered each item once. */
function answers(given) {
  const table = scoredAlone(given);
  const [heads, ...rows] = table;
  const at = heads.findIndex((head) => SYSTEM.test(head));
  const last = heads.findLastIndex((_, i) => i !== at);
  const scored = at >= 0 && rows.every((row) => score(row[at] ?? "") >= 0); // then "control, variant" are two systems
  if (at < 0 || last < 0 || (scored && !/^(right|score|result)/.test(roleOf(heads[last]) || heads[last].toLowerCase())) || rows.some((row) => row.length !== heads.length)) return undefined;
  const found = scores(table.map((row, i) => [i ? row[at] : "group", row[last]]));
  if (!found?.groups) return found;
  const named = (column) => [...new Set(rows.map((row) => row[column]))];
  const names = named(at);
  if (names.length === 1) return scores(table.map((row) => row.toSpliced(at, 1)));
  const read = ofSystems({ kind: "counts", counts: found.groups, names }, heads[at]);
  const ids = heads.flatMap((_, i) => (i !== at && i !== last && named(i).length > 1 && named(i).length < rows.length ? [i] : []));
  if (read.refused || !ids.length) return read;
  const key = (...parts) => JSON.stringify(parts);
  const cell = new Map(rows.map((row) => [key(row[ids[0]], row[at]), row[last]]));
  const items = named(ids[0]);
  if (ids.length > 1 || cell.size < rows.length || rows.length !== 2 * items.length) {
    return { refused: "Here each system must answer each item once. Paste one row an item, one column a system." };
  }
  const pairs = scores([["item", ...names], ...items.map((item) => [item, ...names.map((name) => cell.get(key(item, name)))])]);
  return { ...pairs, read: pairs.read?.replace(" rows", " items"), systems: true };
}

/** Columns of 1 and 0, one row an item, last in the table; before them what names the items, or their groups. */
function scores(table) {
  let rows = scoredAlone(table);
  if (rows.length < 3 && rows[0].length > 2 && rows.flat().every((cell) => score(cell) >= 0 || inside(cell) || !cell)) rows = transposed(rows);
  const names = headed(rows) ? rows[0] : [];
  rows = rows.slice(names.length ? 1 : 0);
  const width = rows[0]?.length;
  if (rows.length === 2 && rows.every((row) => score(row.at(-1)) >= 0)) return { refused: "Scores need three rows or more." };
  if (rows.length < 3 || rows.some((row) => row.length !== width)) return undefined;
  const scored = (column) => rows.filter((row) => score(row[column]) >= 0).length > rows.length / 2 || rows.every((row) => score(row[column]) >= 0 || inside(row[column]));
  let first = width;
  while (first > 0 && scored(first - 1) && !NOT_SCORES.test(names[first - 1] ?? "")) first -= 1;
  const many = width - first;
  if (!many && width === 2 && scored(0) && new Set(rows.map((row) => row[1])).size < rows.length) {
    return { refused: "Is the first column the score of an item, and the second its group? Put the group first. Or name the columns right and items." };
  }
  if (!many) return undefined;
  const called = names.length === width ? names.slice(first) : [];
  const tries = many > 2 && called.length > 0 && called.every((name) => TRY.test(name));
  if (many > 2 && !tries) return { refused: `These are ${many} columns of scores: paste one, or the two that you compare. If they are tries of one system, call them try 1, try 2, and so on.` };
  const below = rows.at(-1).slice(first).map(count);
  const added = rows.length > 3 && Math.max(...below) > 1 && below.every((x, i) => x === rows.slice(0, -1).filter((row) => score(row[first + i]) > 0).length);
  if (added || (first && SUMMARY.test(rows.at(-1)[0].trim()))) return { refused: `The last row, ${quoted(rows.at(-1).join(" "))}, is of all items: leave it out.` };
  const odd = rows.findIndex((row) => row.slice(first).some((cell) => score(cell) < 0));
  if (odd >= 0) {
    const cell = rows[odd].slice(first).find((each) => score(each) < 0);
    if (!Number.isNaN(number(cell, ""))) return { refused: many > 1 ? `${MEANS} Or paste the column of 1 and 0 alone.` : MEANS };
    return { refused: `Row ${whole(odd + 1)} of ${whole(rows.length)} has ${quoted(cell)} where 1 or 0 belongs. Score it, or leave the row out, and say so.` };
  }
  if (turned(called)) return turned(called);
  if (many === 2 && !ofTruth(called) && ofOne(called)) return { refused: `Are ${called.map(quoted).join(" and ")} two systems? Then name the columns after them. If not, paste ${quoted(called.find((name) => SCORE.test(spelled(name))))} alone.` };
  const named = (column) => new Set(rows.map((row) => row[column])).size;
  const told = names.length ? [...names.slice(0, first).keys()].filter((i) => named(i) > 1) : [];
  if (tries) return triedAgain(rows, first, names);
  const run = told.find((i) => RUN.test(names[i]));
  const others = told.filter((i) => !RUN.test(names[i]) && !/^fold$/i.test(names[i]));
  const repeating = others.filter((i) => named(i) < rows.length);
  if (repeating.length > 1) {
    return { refused: `Which is the group: ${repeating.map((i) => quoted(names[i])).join(" or ")}? Paste that column and the scores alone, or the column of 1 and 0 alone.` };
  }
  const by = repeating[0] ?? others.find((i) => ITEM.test(names[i])) ?? run ?? 0;
  const groups = new Map();
  for (const row of first ? rows : []) {
    const [k, n] = groups.get(row[by]) ?? [0, 0];
    groups.set(row[by], [k + score(row[first]), n + 1]);
  }
  const repeats = groups.size > 1 && groups.size < rows.length ? groups.size : 0;
  const lone = repeats > 0 && by === run; // nothing says which answers are of one item
  const hang = !repeats ? "no" : lone || ITEM.test(names[by]) ? "runs" : "groups";
  const [n, k] = [rows.length, repeats].map(whole);
  const times = [...groups.values()].every(([, of]) => of * repeats === rows.length) ? whole(rows.length / repeats) : "several";
  const note = lone ? `${n} rows are ${k} runs by ${quoted(names[by])}: if each asked the same, they are not ${n} items. Paste the question of each answer too`
    : hang === "runs" ? `${n} rows are ${k} questions asked ${times} times, not ${n} items: each question is a group`
    : `${names[by] ? quoted(names[by]) : "A column"} has ${k} names for them. If these are groups, or items asked several times, this interval is too narrow`;
  const scoresOf = (...wanted) => rows.filter((row) => wanted.every((one, k) => score(row[first + k]) === one)).length;
  const four = () => [scoresOf(1, 1), scoresOf(1, 0), scoresOf(0, 1), scoresOf(0, 0)];
  const read = `Read ${whole(rows.length)} rows${called.length ? ` of ${called.join(" and ")}` : ""}.`;
  if (many === 2 && ofTruth(called)) return { kind: "square", counts: four(), truth: true, read };
  if (many === 1) return { kind: "scores", counts: [scoresOf(1), rows.length], groups: first && !lone ? [...groups.values()] : undefined, by: names[by], read, repeats, hang, note, refused: lone && `${note}.` };
  return { kind: "pairs", counts: four(), names: called, by: names[by], read, repeats, hang, note };
}

const SCORE = new RegExp(`\\b(${RIGHT}|ok|acc(uracy)?|scores?|results?|grade|match(es)?|valid|format)\\b`, "i");

/** Whether two columns may say two things of one system, such as has_image and correct: A_correct and B_correct do not. */
function ofOne(heads) {
  const [one, other] = heads.map((head) => spelled(head).match(SCORE)?.[0].toLowerCase());
  return Boolean(one || other) && one !== other;
}

/** A row for each question, a column for each try of one system: each question is a group. */
function triedAgain(rows, first, names) {
  const groups = rows.map((row) => [row.slice(first).filter((cell) => score(cell) > 0).length, row.length - first]);
  const [k, n] = sums(groups);
  const [all, questions, times] = [n, rows.length, rows[0].length - first].map(whole);
  const note = `${all} answers are ${questions} questions asked ${times} times, not ${all} items: each question is a group`;
  return { kind: "scores", counts: [k, n], groups, by: first ? names[0] : undefined, read: `Read ${questions} rows of ${times} tries.`, repeats: rows.length, hang: "runs", note };
}

/** Numbers without headings: two columns, and before them names. */
function bareTable(table) {
  const columns = transposed(table);
  const isShare = (column) => column.every((cell) => /%\s*$/.test(cell) || (number(cell, "") > 0 && number(cell, "") < 1));
  const kept = columns.filter((column) => column.some(whatever) && !isShare(column));
  if (!table[0].some(whatever) && table.length > 1) return { refused: LOST };
  if (kept.flat().some((cell) => !Number.isInteger(count(cell)))) return undefined;
  const counts = transposed(kept).map((row) => row.map(count));
  const words = columns.filter((column) => !column.some(whatever));
  if (words.flat().some((cell) => !TOTAL.test(cell) && (roleOf(cell) || ofWrong(cell) || ODD.test(cell) || cell.includes("±")))) return { refused: LOST };
  const unlike = (column) => column.some((cell, i) => [counts[i][1], counts[i][0] + counts[i][1]].every((n) => counted(cell, n).k !== counts[i][0]));
  if (kept.length === 2 && columns.some(isShare) && columns.filter(isShare).every(unlike)) return { refused: LOST };
  const labels = words.length ? transposed(words).map((row) => row.join(" ").trim()) : undefined;
  const line = counts.length === 1 || (kept.length === 1 && !labels) ? counts.flat() : [];
  if ([2, 4].includes(line.length)) return bare(line);
  if (labels && kept.length === 1) return { refused: LOST };
  if (kept.length > 2) return { refused: "These columns have no headings that I can place." };
  if (kept.length < 2) return undefined;
  if (counts.length === 2 && !labels) return { kind: "square", counts: counts.flat() };
  const read = withoutTotal(counts, labels ?? []);
  return read.refused ? read : { kind: "counts", ...read, names: distinct(read.names), loose: true };
}

const bare = (found) => (found.length === 2 ? { kind: "counts", counts: [found], names: [], loose: true } : { kind: "row", counts: found });

// --- What a line says

const COUNT = "\\d{1,3}(?:[,.'’_\\u00a0\\u2009\\u202f]\\d{3})+|\\d+(?:e\\d+)?";
const OF = "\\s*(?:(?:right|correct|passed)\\s+)?(?:\\/|(?:out )?\\bof\\b)\\s*";
const FRACTION = new RegExp(`(?<![a-z\\d/.<>≤≥~≈+])${SIGNED}(${COUNT})${OF}(${COUNT})(?![a-z\\d/%]|[.,]\\d)`, "gi"); // a letter that touches it is part of a number

/** 84/100 v 78 of 100; or many, with or without names. */
function fractions(text) {
  const apart = text.replace(/(?<=\/\d+),(?=\d+\/)/g, " ");
  const plain = apart.replace(SHARES, " ");
  const parts = unnumbered(plain.split(FRACTION));
  if (parts.length < 3) return undefined;
  const left = unplaced(apart.split(FRACTION));
  const around = parts.filter((_, i) => i % 3 === 0);
  const unread = around
    .flatMap((part, i) => (i < around.length - 1 ? part.replace(VERSION, "") : part).split(/[\s;,|]+/))
    .find((word) => /\d/.test(word) && (!/[a-z]/i.test(word) || /^\W*\d[\d.,]*[a-z]*\/\w*\d/i.test(word)));
  if (unread) return { unread };
  if (ofWrong(parts.length > 4 ? plain.replace(/\b(skipped|missing)\b/gi, " ") : plain)) return { refused: NOT_WRONG };
  if (around.slice(1, -1).some((part) => /^[^\n]*([,;\t|]) *\1[^\n]*$/.test(part))) return { refused: "A cell between these is empty. Score it, or leave it out, and say so." };
  if (ODD.test(plain) || around.slice(1, -1).some((part) => /^\s*[:=]\s*$/.test(part))) return { refused: LOST }; // run 1 of 2: 84/100
  const counts = around.slice(1).map((_, i) => [parts[3 * i + 1], parts[3 * i + 2]].map(count));
  if (!counts.flat().every(Number.isInteger)) return undefined;
  const names = around.slice(0, -1).map((part) => part.split("\n").at(-1).replace(/^\s*[,;|]|\b(v|vs|versus|and|about|around|got|scored)\b\.?/gi, " ").replace(/[\s:;,|=([{}\])'"“”→>*`–-]+$|^[\s:;,|=([{}\])'"“”→>*`–-]+/g, ""));
  const read = withoutTotal(counts, names, !text.includes("\n"));
  if (read.refused) return read;
  if (twice(read)) return twice(read);
  read.left = left;
  const runs = read.names.every((each) => /\d$/.test(each) && RUN.test(each.replace(/\W*\d+$/, ""))) && "run"; // run 1, run 2
  const head = text.split("\n")[0].split(/[\t,;|]/).find((cell) => SYSTEM.test(cell.trim())) ?? runs;
  return head && counts.length > 1 ? ofSystems({ kind: "counts", ...read }, head) : { kind: "counts", ...read, names: /[a-z]/i.test(around.at(-1)) ? [] : systems(read.names) };
}

/** Without the numbers of the rows, 1: 8/10 and below it 2: 9/10. */
function unnumbered(parts) {
  const number = /^(.*\n|)[\s|]*(\d+)\s*[.:),;|]?\s*$/s;
  const rows = parts.filter((_, i) => i % 3 === 0).slice(0, -1).map((part) => part.match(number));
  const inOrder = rows.length > 1 && rows.every((row, i) => row && (i === 0 || row[1].includes("\n")) && Number(row[2]) === Number(rows[0][2]) + i);
  return inOrder ? parts.map((part, i) => (i % 3 === 0 && i < parts.length - 1 ? rows[i / 3][1] : part)) : parts;
}

/** What stands between groups, such as "doc3: n/a" or a share of none of them, and would be lost. */
function unplaced(parts) {
  const between = parts.filter((_, i) => i % 3 === 0).map((part) => part.split("\n"));
  const worded = (words = "") => /[a-z]|^\s*[-–—?]\s*$/i.test(words.replace(SHARES, " ").replace(/\b(right|correct|passed|items|questions|v|vs|versus|and|groups?)\b/gi, ""));
  const last = between.length - 1;
  const after = between.slice(1).every(([tail]) => worded(tail)) && (!worded(between[0].at(-1)) || between.slice(1, -1).every(({ length }) => length > 1));
  const before = between.slice(0, -1).every((lines) => worded(lines.at(-1)));
  const none = /(?<![a-z])n\/?an?(?![a-z])|\b(none|null|missing)\b|[:=]\s*(-|–|—|\?)?\s*\S/i;
  const spare = between.flatMap((lines, i) => {
    const share = (lines.join("\n").replace(/(±|\+\/?-?|\bp\s*[=<])\s*[\d.,]+\s*%?|\[[^\]]*%[^\]]*\]/gi, "").match(SHARES) ?? []).find((one) => !repeats(one, [i, i + 1].map((at) => parts.slice(3 * at - 2, 3 * at))));
    const named = lines.length === 1 && i > 0 && i < last ? lines[0].split(/[,;|:\t]/).filter(worded).slice(0, before || after ? -1 : undefined) : [];
    const inner = lines.slice(i ? 1 : 0, i < last ? -1 : undefined).filter(worded);
    const heads = i === 0 && inner.length === 1 && !none.test(inner[0]);
    return [share, ...named, ...(heads ? [] : inner), i === last && !after && worded(lines[0]) ? lines[0] : undefined].filter(Boolean);
  });
  return spare[0]?.replace(/^[\s,;|]+/, "");
}

/** Whether a share says again what one of the fractions says; one with more words, such as "(± 7%)", says something else. */
function repeats(share, near) {
  const plain = share.replace(/[()=\s]/g, "");
  return !/^[\d.,]+%?$/.test(plain) || near.some(([k, n]) => k && !counted(plain, count(n)).refused && counted(plain, count(n)).k === count(k));
}

const FOUR = /\bboth (?:were |are )?(?<neither>wrong|incorrect|fail(?:ed)?|missed)\b|\b(?<none>neither|none)\b|\b(?<both>both)\b|\bonly (?:the )?(?<only>[^\s,;:|]+)|\b(?!both|right|correct|wrong)(?<alone>[^\s,;:|\d][^\s,;:|]*) only\b/gi;

/** both right 40, only A 9, only B 2, neither 9; in any order, beside each other or below. */
function fourLabels(pasted) {
  const text = pasted.replace(/\b(both|only|neither)_/gi, "$1 ").replace(/_(only|right|wrong|correct)\b/gi, " $1");
  const labels = [...text.matchAll(FOUR)];
  if (labels.length !== 4) return undefined;
  const kinds = labels.map(({ groups }) => (groups.neither || groups.none ? "neither" : groups.both ? "both" : "only"));
  const numbers = [...text.replace(FOUR, (label) => "L".repeat(label.length)).matchAll(new RegExp(`(?<![\\w.])${SIGNED}(?:${COUNT})(?![\\w%]|[.]\\d)`, "g"))];
  const order = [...labels.map(({ index }) => [index, "L"]), ...numbers.map(({ index }) => [index, "N"])].sort(([a], [b]) => a - b).map(([, what]) => what).join("");
  if (!/^((LN){4}|(NL){4}|L{4}N{4})$/.test(order) || kinds.join().match(/only/g)?.length !== 2 || new Set(kinds).size !== 3) return { refused: LOST };
  const said = Object.fromEntries(kinds.map((kind, i) => [kind, count(numbers[i][0])]));
  const only = labels.flatMap(({ groups }, i) => (kinds[i] === "only" ? [{ name: groups.only ?? groups.alone, n: count(numbers[i][0]) }] : []));
  if (only.some(({ name }) => score(name) >= 0) || only[0].name === only[1].name) return { refused: LOST };
  if (/^(second|b|2|new|two)$/i.test(only[0].name) && /^(first|a|1|old|one)$/i.test(only[1].name)) only.reverse();
  const names = only.map(({ name }) => name);
  return { kind: "pairs", counts: [said.both, ...only.map(({ n }) => n), said.neither], names: /^(first|one|1)$/i.test(names[0]) ? [] : names };
}

/** 84 right, 16 wrong; 84 right, 100 items; once or twice. */
function labelled(text) {
  const all = text.match(/^[=\s]*\d+ (passed|failed|errors?|skipped|xfailed|xpassed|deselected|warnings?)\b.* in [\d.]+m?s\b.*$/gm)?.join("\n") ?? text; // the last lines of pytest
  const asked = /\bpassed\b/.test(all) && all.match(/\b\d+ (skipped|xfailed|xpassed|errors?)\b/);
  if (asked) return { refused: `Do the items of “${asked[1]}” count? Type the passed ones under Right, and all that count under Items.` };
  const ended = all.replace(/,? *\d+ (warnings?|deselected)\b/g, "").replace(/^(\W*\d+ passed) in (?=\d)/gm, "$1, 0 failed in "); // as pytest ends
  const plain = ended.replace(SHARES, " ").replace(/_/g, " ").replace(/\bin [\d.,]+ ?m?s\b.*/g, " ");
  const marks = [...plain.matchAll(new RegExp(`(?<!\\w)${SIGNED}(?<n>${COUNT})(?!\\w)|(?<role>\\b(?:${WRONG}|${RIGHT}|${ITEMS})\\b)`, "gi"))];
  const order = marks.map(({ groups }) => (groups.n ? "N" : "R")).join("");
  if (!/^((NR){2}|(RN){2}|(NR){4}|(RN){4}|(NR){3}|(RN){3})$/.test(order) || ODD.test(plain) || /\b(rate|ratio|pct|percent\w*)\b|\(%\)/i.test(all) || (/\n/.test(plain) && /\d,\d|^[^\d\n]*$/m.test(plain))) return undefined;
  const said = marks.filter(({ groups }) => groups.role).map(({ groups }) => groups.role);
  const numbers = marks.filter(({ groups }) => groups.n).map(({ groups }) => groups.n);
  const each = said.length === 3 ? 3 : 2;
  const found = [0, 2].slice(0, said.length / each).map((at) => byHeading([said.slice(at, at + each), numbers.slice(at, at + each)]));
  if (found.some((one) => !one?.counts)) return found.find((one) => one?.refused);
  return { kind: "counts", counts: found.flatMap(({ counts }) => counts), names: [] };
}

/** TP=40 FP=9 FN=2 TN=9: one system against the truth. */
function truths(text) {
  const found = ["TP", "FN", "FP", "TN"].map((what) => text.match(new RegExp(`\\b${what}\\s*[=:]?\\s*(${COUNT})(?!\\w)`, "i"))?.[1]);
  const refused = "Right answers are TP and TN of all four. For precision type TP of TP + FP, for recall TP of TP + FN.";
  return found.includes(undefined) ? found.filter(Boolean).length > 1 && { refused } : { kind: "square", counts: found.map(count), truth: true };
}

/** Two or four numbers in a row, 1,884 2,000 or 40 | 9 | 2 | 9; or a row of 1 and 0. */
function bareLine(text) {
  const plain = text.replace(SHARES, " ").replace(/[()[\]{}]/g, " ").trim();
  if (/[a-z]/i.test(plain.replace(/\de\d/gi, "")) || /\n/.test(plain)) return undefined;
  const row = plain.replace(/^[\s|,;]+|[\s|,;]+$/g, "").split(/ *[\t,;|] *| +/);
  if (row.length > 4 && row.every((cell) => /^[01]?$/.test(cell))) return scores([row]);
  for (const separator of [/[\t;|/]+/, /[\s;|/]+/, /[\s;|/,]+/]) {
    const parts = plain.split(separator).filter((part) => part.trim());
    const found = parts.map(count);
    if ([2, 4].includes(found.length) && found.every(Number.isInteger)) return bare(found);
    if (parts.length > 2 && parts.some(inside) && parts.every((part) => score(part) >= 0 || inside(part))) return { refused: MEANS };
  }
  return undefined;
}

const READERS = [fourLabels, truths, fractions, labelled, bareLine]; // of a text
const TABLES = [crosstab, combinations, byHeading, answers, scores, bareTable]; // of its rows

/**
 * What a text of several numbers or words says; nothing if it is one value.
 * {kind: "counts", counts: [[right, items], …], names, loose} with loose where right and wrong may be meant;
 * {kind: "pairs", counts: [both, only first, only second, neither], names}; {kind: "scores", counts, groups};
 * {kind: "row" or "square", counts} of four numbers without headings; {refused}, {unread} or {lost} where it cannot be told;
 * systems: true, if a column names two systems, which are no groups.
 * left: what stands between groups and belongs to none of them.
 */
export function read(text) {
  const numbers = text.match(/\d+(?:[.,]\d+)*/g) ?? [];
  const pointed = numbers.filter((x) => /^[1-9]\d{0,2}(\.\d{3})+$/.test(x));
  if (pointed.length > 1 && numbers.every((x) => pointed.includes(x) || /^(0|[1-9]\d{0,2})$/.test(x))) text = text.replace(/(?<=\d)\.(?=\d{3})/g, ""); // 1.884 / 2.000
  const plain = text.trim();
  if (/\bValue\b.*\bStderr\b/.test(plain)) return { refused: "lm-eval's table gives no count. Paste one value with the number of its items, such as 0.7521 of 1319." };
  if (/^([^\d,\n]*\n)?\s*[01],0+\s*(\n\s*[01],0+\s*)+$/.test(plain)) return { refused: "Is 1,0 one number or two? Write 1 and 0; or part two columns by a tab." };
  const one = plain.replace(/\s*%$/, "");
  const value = ["count", ""].some((kind) => !Number.isNaN(number(one, kind))) || /^[\d.]+,\d+$/.test(one); // 84,100 and 1.234,5 are asked about
  if (value || !(/[\t\n;|]|^[[{(]/.test(plain) || plain.match(/\d+/g)?.length > 1)) return undefined;
  const data = fromJson(plain);
  const { text: line, near, refused } = data ? {} : sharesCounted(plain);
  if (refused) return { refused };
  let unread;
  for (const reader of data ? [] : READERS) {
    const found = reader(line);
    unread ??= found?.unread;
    if (found && !found.unread) return { ...(missing(text, found) ?? found), near };
  }
  const rows = lettered(data ?? cells(text));
  for (const reader of rows.flat().some(Boolean) && (data || /[\t\n;|]|"/.test(plain)) ? TABLES : []) {
    const found = reader(rows);
    if (found?.refused === LOST && unread) break;
    if (found) return found.refused || data ? found : (missing(text, found) ?? found);
  }
  return { lost: true, unread: unread ?? plain };
}
