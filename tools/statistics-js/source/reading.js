// What somebody typed or pasted, as numbers. It reads few forms, each matched whole, and refuses everything else.

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

// --- Words

const WRONG = "wrong(?:ly)?|(?:in|not )(?:correct(?:ly)?|accurate(?:ly)?|right)|not (?:ok|passed|solved)|un(?:re)?solved|err(?:or)?s?|fail(?:s|ed|ing|ures?)?|mistakes?|miss(?:es|ed)?|mis(?:classif|predict)\\w+|1 ?[-−] ?acc(?:uracy)?";
const SOME = "bad|time[ -]?outs?|timed out|refus(?:ed|als?)|hallucinat\\w*|crash(?:es|ed)?|invalid|unparsed|unanswered|mismatch(?:es|ed)?|toxic|unsafe|harmful|bugs?|defects?|violations?|loss(?:es)?|wer|cer|skipped|missing|jailbr\\w*|flagged|attack\\w*|leak\\w*|bias\\w*|regress\\w*|abus\\w*|harm\\w*";
const ANY_WRONG = new RegExp(`\\b(${WRONG}|${SOME})\\b`, "i");
/** A heading has a role only if it is one of these. */
const ROLES = Object.entries({
  right: "right|correct(?:ly)?|pass(?:ed|es)?|success(?:es)?|k|sum|(?:re)?solved|conver(?:sions|ted)",
  wrong: WRONG,
  items: "items|n|totals?|of|counts?|sample size|questions|visitors|instances|cases|examples|problems|prompts|tests|tasks|trials|tries|attempts|runs|repeats|samples|generations",
  share: "(?:accuracy|acc|score|share|percent|percentage|pct|(?:(?:pass|success|solve|conversion) )?rate)(?: (?:%|percent|pct))?|%|(?:%|percent|pct) (?:right|correct|passed|solved)|(?:right|correct|passed|solved) (?:%|percent|pct|share|rate)",
}).map(([role, words]) => [role, new RegExp(`^(${words})$`)]);
const MEASURE = /\b(f-?\d|auc|auroc|roc|rouge|bleu|meteor|chrf|mse|rmse|mae|r2|map|mrr|ndcg|std(err|dev)?|se|sem|mean|average|avg|precision|recall|specificity|sensitivity|kappa|alpha|perplexity|ppl|p([ -]?values?)?|corr(elation)?|temperature|temp|top ?[pk]|threshold|similarity|confidence|ci|likert|elo|latency|seconds|cost)\b/i;
/** Below these headings stand names of systems, of runs of the same items, and of items. */
const [SYSTEM, RUN, ITEM] = ["model|system|variant|llm", "run|seed|trial|epoch|attempt|repeat|repetition|replicate|iteration", "id|item|question|prompt|problem|example|instance|sample"]
  .map((words) => new RegExp(`^(name of (the )?)?(${words})s?([ _-]?(name|id|no|nr|number|index))?$`, "i"));
const NOT_SCORES = new RegExp(`^(id|index|item|question|group|doc|document|fold)$|${RUN.source}`, "i");
const TRY = /^(t|r|try|trial|run|rep|repeat|attempt|sample|seed|epoch|pass|gen|generation)[ _-]?\d+$/i; // of one system
const TRUTH = /\b(actual|pred(ict\w*)?|truth|true|gold(en)?|target|reference|labels?|expected|answer key)\b/i;
const GOOD = /\b(right|correct|pass|ok|score|acc|result)(ed|s|d|uracy)?\b/i; // in a heading of scores
const TOTAL = /^(grand )?(totals?|sum|all|overall)$/i;
const NONE = /^(n\/?an?|none|null|missing|[-–—?])$/i; // a result that is missing, and no heading
const AVERAGE = /^(mean|average|avg|median)$/i;
const ODD = /\b(true|false|yes|no|not|only|both|neither|none)\b/i; // in no name

const LOST = "I cannot tell what these numbers count.";
const NO_HEADS = "These columns have no headings that I can place.";
const NOT_WRONG = "The two numbers must be right and all items, not the wrong ones. Or paste columns with the headings right and items, or wrong and items.";
const MEANS = "These are scores, not right or wrong; this page counts only 0 and 1. For means, clustered_mean in Python.";
const ODD_TOTAL = { refused: "The totals are not the sums of the other numbers: correct the table, or leave the totals out." };

/** The words of a label, such as error_rate or errorRate. */
const spelled = (label) => label.replace(/_/g, " ").replace(/(?<=[a-z])(?=[A-Z][a-z])/g, " ");
const ofWrong = (label) => ANY_WRONG.test(spelled(label));
const ofTruth = (names) => names.some((name) => TRUTH.test(spelled(name)));
/** Refused: scores below a heading that says wrong. */
const turned = (names) => names.filter(ofWrong).map((name) => ({ refused: `1 must mean right: ${quoted(name)} looks as if 1 means wrong. Swap 0 and 1, and paste again.` }))[0];

/** What a heading says that its column holds: right, wrong, items, share; or "", which may be anything. */
function roleOf(label) {
  const plain = spelled(label).toLowerCase().replace(/[()[\]:.]/g, " ").replace(/\s+/g, " ").trim();
  const bare = plain.replace(/^(number of|no of|num|nr|n|total|#) (?=.)/, "").replace(/(?<=.) (items|questions|answers|cases|examples|instances|responses|samples|problems|tests|predictions|count)$/, "");
  return ROLES.find(([, words]) => words.test(plain) || words.test(bare))?.[0] ?? "";
}

const WRONG_RIGHT = [/^(0|0\.0*|false|no|wrong|incorrect|fail(ed)?|[✗✘✖❌]\ufe0f?)$/i, /^(1|1\.0*|true|yes|right|correct|pass(ed)?|[✓✔✅]\ufe0f?)$/i];
/** 0 or 1, or -1 for a cell that is no score. */
const score = (cell = "") => WRONG_RIGHT.findIndex((words) => words.test(cell.trim()));
const PAIRS = [/^((in)?correct|right|wrong)$/i, /^(pass|fail)(ed)?$/i, /^(yes|no)$/i];
const count = (cell = "") => (/^(0\d|-|−)/.test(cell.trim()) ? NaN : number(cell.replace(/^(\d+),0$/, "$1"), "count"));
const counts = (row) => row.every((cell) => Number.isInteger(count(cell)));
const inside = (cell) => number(cell, "") > 0 && number(cell, "") < 1;
const numeric = (cell) => !Number.isNaN(number(cell, "")) || !Number.isNaN(count(cell)) || /^[\d.,]+\s*(%|\/\s*[\d.,]+)$/.test(cell);

// --- A text as rows of cells

const EMPTY = /^[\s|,;"]*$/;
const transposed = (rows) => rows[0].map((_, i) => rows.map((row) => row[i]));

/** The lines of a text between its first and last filled one, without Markdown's rule below the headings. */
function linesOf(text) {
  const lines = text.replace(/\*\*|`/g, "").split(/\r*\n|\r/);
  const filled = lines.map((line) => !EMPTY.test(line));
  return lines.slice(filled.indexOf(true), filled.lastIndexOf(true) + 1).filter((line, i) => i !== 1 || !/^(?=.*-)(?=.*\|)[\s|:-]+$/.test(line));
}

/** JSON as rows: a list is a column; records, also one a line, have their keys as headings. */
function fromJson(text) {
  if (!/^[[{]/.test(text)) return undefined;
  const plain = text.replace(/\bTrue\b/g, "true").replace(/\bFalse\b/g, "false").replace(/\}\s*\n\s*\{/g, "},{");
  try {
    const data = JSON.parse(plain.startsWith("{") ? `[${plain}]` : plain);
    const records = data.every((x) => x && typeof x === "object" && !Array.isArray(x));
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
function cells(lines) {
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
function lettered(rows) {
  const letters = rows.flat().filter((cell) => /^[A-Z]$/.test(cell));
  const inspect = ["C", "I"].every((one) => letters.includes(one)) && letters.every((one) => /[CIPN]/.test(one));
  return inspect ? rows.map((row) => row.map((cell) => ({ C: "right", I: "wrong" })[cell] ?? cell)) : rows;
}

/** Whether the first row names the columns: no score in it, or "correct" over cells that are scored in another way. */
function headed([first, ...rows]) {
  const heads = (cell, i) => {
    const pair = PAIRS.find((words) => words.test(cell));
    return pair && rows.some((row) => score(row[i]) >= 0 || numeric(row[i])) && !rows.some((row) => pair.test(row[i]));
  };
  return first.every((cell) => score(cell) < 0 && !numeric(cell) && !NONE.test(cell)) || first.some((cell, i) => NOT_SCORES.test(cell) || heads(cell, i));
}

// --- Results in words

const COUNT = "(?:[1-9]\\d{0,2}(?:[,.'’_\\u00a0\\u2009\\u202f]\\d{3})+|\\d+(?:e\\d+)?)";
const SHARE = "(?:\\d+(?:[.,]\\d+)?\\s*%|0[.,]\\d+|\\.\\d+)";
const NAME = "(?:(?<name>\\p{L}[^<>~≈±=%,|\"]*?)(?<mark>\\s*[:=|,]\\s*|\\s+))?";
const RIGHT = "(?:right|correct|passed|solved)";
const [OF, UNIT] = ["(?:/|(?:out )?of\\b)", `(?:\\s+(?:items|questions|tests|tasks|cases|examples|problems|prompts|issues))?(?:\\s+${RIGHT})?`];
const FORMS = [
  `(?<k>${COUNT})\\s*(?:${RIGHT}\\s+)?${OF}\\s*(?<n>${COUNT})${UNIT}(?:\\s*[=(]\\s*(?<again>${SHARE})\\)?)?`, // 84 of 100 (84%)
  `(?<again>${SHARE})\\s*\\((?<k>${COUNT})\\s*${OF}\\s*(?<n>${COUNT})\\)`, // 84% (84/100)
  `(?<share>${SHARE})\\s*(?:${OF}|\\bon\\b(?=.*(?:items|questions|tests|tasks|cases|examples|problems|prompts|issues)$))\\s*(?<n>${COUNT})${UNIT}`, // 84% of 100
  `(?<share>${SHARE})[\\s,(]+n\\s*[=:]\\s*(?<n>${COUNT})\\s*\\)?`, // 84%, n=100
].map((form) => new RegExp(`^${NAME}${form}$`, "iu"));
const LIKE = /\d\s*%?\s*(?:(?:right|correct|passed|solved)\s+)?(?:\/|(?:out )?\bof\b|\bon\b)\s*\d|\d%?[\s,(]+n\s*[=:]\s*\d/i; // something like a result
const ONE_N = /^([^,;\n]*%)\s+(?:v|vs\.?|versus|and)\s([^,;\n]*%)([\s,(]+n\s*[=:].*?|\s+(?:out )?of\s.*?)(?: each)?$/i; // 84% v 78%, n=100 each
const CUT = /[;\t]|,(?=[\s,])(?!\s*n\s*[=:])|(?<=,),|(?<=\/\d+),(?=\d+\/)|\s(?:v|vs\.?|versus|and|->|→)\s|(?<=\/\s*[\d,]*\d%?(?:\s*\([^()]*\))?)\s+(?=\d[\d,]*\s*%?\s*\/)/i;

/** The segments of a text of which each should be a result, without bullets and the numbers of the rows. */
function segments(lines) {
  const plain = lines.map((line) => line.trim().replace(/^[-*•]\s+(?=\p{L})/u, "").replace(/^[\s|]+|[\s|,;.]+$/g, "").replace(ONE_N, "$1$3;$2$3"));
  const parts = plain.flatMap((line) => line.replace(/(?<=\p{L}[^\t;,/%]*)\t+(?=\d)/gu, " | ").split(CUT)).map((part) => part.trim());
  const first = Number(parts[0].match(/^\d+/)?.[0]);
  const numbered = parts.length > 1 && parts.every((part, i) => new RegExp(`^${first + i}[.:)]\\s+\\S`).test(part));
  return numbered ? parts.map((part) => part.replace(/^\d+\S\s+/, "")) : parts;
}

/** One segment as {name, count: [right, items]}, or {refused}; undefined if it is no result. */
function result(part) {
  const found = FORMS.map((form) => part.match(form)?.groups).find(Boolean);
  if (!found) return undefined;
  const { name = "", mark = "", k, share, again } = found;
  const split = (/\s\d{1,3}$/.test(name) && !mark.trim() && /^\d{3}(\D|$)/.test(k)) || (mark.trim() === "," && /,/.test(`${k}${share}${found.n}`)); // A 1 884/2,000, A,1,884/2,000
  if (split || ODD.test(name) || /:\s|\d\s*(\/|\bof\b)|(^|\s)0?\.\d|\bn\s*:/i.test(name) || (/\s[\d.]+$/.test(name) && roleOf(name.replace(/\s[\d.]+$/, "")))) return undefined;
  const n = count(found.n);
  if (!(n > 0) || !(share || Number.isInteger(count(k)))) return undefined;
  if (share && MEASURE.test(spelled(name))) return { refused: `${quoted(name)} is no share of items that were right. Paste right/items, such as 84/100.` };
  const { k: right, refused, near } = counted(share ?? again ?? "0", n);
  if (again && (refused || right !== count(k))) return { refused: `${whole(count(k))} of ${whole(n)} is not ${again.trim()}: correct one of them.` };
  return { refused: share && refused, near: share && near, name: name.replace(/[\s:–—-]+$|\s(got|scored|has|is|was)$/gi, ""), count: [share ? right : count(k), n] };
}

/** 84/100 v 78 of 100, or 84% v 78%, n=100; or many, with or without names before them. */
function results(lines) {
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
  const got = { kind: "counts", ...read, near: found.some(({ near }) => near) };
  const runs = got.names.length > 1 && got.names.every((name) => /\d$/.test(name) && RUN.test(name.replace(/\W*\d+$/, "")));
  return runs ? ofSystems(got, "run") : (twice(got.names) ?? { ...got, names: systems(got.names) });
}

/** Two or four numbers in a row, 1,884 2,000 or 40 | 9 | 2 | 9; or a row of 1 and 0. */
function bareLine(lines) {
  const plain = lines[0].replace(/^[\s|,;]+|[\s|,;]+$/g, "");
  if (lines.length > 1 || /[a-z]/i.test(plain)) return undefined;
  const row = plain.split(/ *[\t,;|] *| +/);
  if (row.length > 4 && row.every((cell) => /^[01]?$/.test(cell))) return scores(row.map((cell) => [cell]));
  if (row.length > 2 && row.some(inside) && row.every((cell) => score(cell) >= 0 || inside(cell))) return { refused: MEANS };
  const parts = [/[\t;|/]+/, /[\s;|/]+/, /[\s;|/,]+/].map((between) => plain.split(between)).find((all) => [2, 4].includes(all.length) && counts(all));
  return parts && bare(parts.map(count));
}

// --- Readers of tables. Each gives {kind, counts, …}, or {refused}, or undefined where it has no part.

const sums = (table) => table[0].map((_, k) => table.reduce((sum, row) => sum + row[k], 0));
const same = (one, other) => other.every((x, i) => x === one[i]);
const systems = (names) => names.map((name) => (roleOf(name) || GOOD.test(name) || /^(about|around|got|value)$/i.test(name) ? "" : name));
const distinct = (names) => (new Set(names).size === names.length ? systems(names) : []);
const bare = (found) => (found.length === 2 ? { kind: "counts", counts: [found], names: [], loose: true } : { kind: "row", counts: found });

/** Without the row of the sums: one that is named so; or the first or the last, without a name or of four and more. */
function withoutTotal(all, names, typed = false) {
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
function twice(names) {
  const again = names.length > 2 && names.find((name, i) => name && names.indexOf(name) < i);
  return again ? { refused: `${quoted(again)} has several rows. Add up the rows of each group, or paste the column that tells the groups apart.` } : undefined;
}

/** Counts of two systems, which are no groups; of three and more none. */
function ofSystems(read, head) {
  const n = new Set(read.names).size;
  const [one, more] = RUN.test(head) ? ["run", " Runs of the same items are not more items: paste question, seed and score into Groups."] : ["system", ""];
  const refused = n > 2 ? `The column ${quoted(head)} names ${whole(n)} ${one}s; paste two of them.${more}` : `Each ${one} of ${quoted(head)} must have one row.`;
  return n === 2 && read.counts.length === 2 ? { ...read, systems: true } : { refused };
}

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
function crosstab([heads, ...rows]) {
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
function byHeading(rows) {
  const tables = [rows, transposed(rows)].filter(([heads]) => !heads.some(numeric)).map(halved);
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
  const at = [SYSTEM, RUN].map((words) => free.find((i) => words.test(heads[i]))).find((i) => i !== undefined) ?? worded.at(-1);
  const label = (cell) => (RUN.test(heads[at]) && numeric(cell) ? `${heads[at]} ${cell}` : cell);
  const found = withoutTotal(read.map((one) => one.count), rows.map((row) => row.find((cell) => TOTAL.test(cell)) ?? label(row[at] ?? "")));
  if (found.refused) return found;
  const got = { kind: "counts", ...found, by: heads[at], near: read.some(({ near }) => near) };
  if (got.counts.length > 1 && [SYSTEM, RUN].some((words) => words.test(heads[at]))) return ofSystems(got, heads[at]);
  return [...worded, ...free.slice(0, 1)].map((i) => twice(column(i))).find(Boolean) ?? { ...got, names: distinct(got.names) };
}

/** A row for each answer, and a column that names its system: counts of two; or pairs, if each answered each item once. */
function answers(table) {
  const [heads, ...rows] = table;
  const at = heads.findIndex((head) => SYSTEM.test(head));
  const last = heads.findLastIndex((_, i) => i !== at);
  const scored = rows.every((row) => score(row[at]) >= 0); // then "control, variant" are two systems
  const several = heads.filter((head, i) => i !== at && !NOT_SCORES.test(head) && rows.every((row) => score(row[i]) >= 0)).length > 1;
  if (at < 0 || last < 0 || several || (scored && !GOOD.test(spelled(heads[last])))) return undefined;
  const found = scores(table.map((row, i) => [i ? row[at] : "group", row[last]]));
  if (!found?.groups) return found;
  const values = (column) => [...new Set(rows.map((row) => row[column]))];
  const names = values(at);
  if (names.length === 1) return scores(table.map((row) => row.toSpliced(at, 1)));
  const read = ofSystems({ kind: "counts", counts: found.groups, names }, heads[at]);
  const ids = heads.flatMap((_, i) => (i !== at && i !== last && values(i).length > 1 && values(i).length < rows.length ? [i] : []));
  if (read.refused || !ids.length) return read;
  const items = values(ids[0]);
  const cell = (item, name) => rows.filter((row) => row[ids[0]] === item && row[at] === name).map((row) => row[last]);
  if (ids.length > 1 || items.some((item) => names.some((name) => cell(item, name).length !== 1))) {
    return { refused: "Here each system must answer each item once. Paste one row an item, one column a system." };
  }
  const pairs = scores([["item", ...names], ...items.map((item) => [item, ...names.flatMap((name) => cell(item, name))])]);
  return pairs.refused ? pairs : { ...pairs, read: pairs.read.replace(" rows", " items"), systems: true };
}

/** Refused: headings of scores that say wrong, that name no score, or that may be facts of one system. */
function notSystems(called) {
  const good = called.map((name) => spelled(name).match(GOOD)?.[1].toLowerCase());
  const wrong = turned(called);
  if (wrong || !called.length) return wrong;
  if (good[0] !== good.at(-1)) return { refused: `Are ${called.map(quoted).join(" and ")} two systems? Then name the columns after them. Else paste ${quoted(called[good.findIndex(Boolean)])} alone.` };
  const answer = called.length === 1 && !good[0] && (ofTruth(called) || /\b(answer|output|response|choice)s?\b/i.test(spelled(called[0])));
  return answer ? { refused: `${quoted(called[0])} is no score: paste a column that says which items were right.` } : undefined;
}

/** Refused: a last row that is of all items, or a cell of the scores that is none. */
function notScored(rows, first) {
  const last = rows.at(-1);
  if (first && ([TOTAL, AVERAGE, /^$/].some((words) => words.test(last[0])) || (last[0].length > 1 && roleOf(last[0])))) return { refused: `The last row, ${quoted(last.join(" "))}, is of all items: leave it out.` };
  const at = rows.findIndex((row) => row.slice(first).some((cell) => score(cell) < 0));
  const odd = rows[at]?.slice(first).find((cell) => score(cell) < 0);
  if (at < 0) return undefined;
  if (!Number.isNaN(number(odd, ""))) return { refused: last.length - first > 1 ? `${MEANS} Or paste the column of 1 and 0 alone.` : MEANS };
  return { refused: `Row ${whole(at + 1)} of ${whole(rows.length)} has ${quoted(odd)} where 1 or 0 belongs. Score it, or leave the row out, and say so.` };
}

/** Columns of 1 and 0, one row an item, last in the table; before them what names the items, or their groups. */
function scores(given) {
  const lying = given.length < 3 && given[0].length > 2 && given.flat().every((cell) => score(cell) >= 0 || inside(cell) || !cell);
  const table = lying ? transposed(given) : given;
  const names = headed(table) ? table[0] : [];
  const rows = table.slice(names.length ? 1 : 0);
  if (rows.length === 2 && rows.every((row) => score(row.at(-1)) >= 0)) return { refused: "Scores need three rows or more, one row an item." };
  if (rows.length < 3) return undefined;
  const scored = (i) => rows.filter((row) => score(row[i]) >= 0).length > rows.length / 2 || rows.every((row) => score(row[i]) >= 0 || inside(row[i]));
  const first = table[0].findLastIndex((_, i) => !scored(i) || NOT_SCORES.test(names[i] ?? "")) + 1;
  const many = table[0].length - first;
  if (!many && first === 2 && scored(0) && new Set(rows.map((row) => row[1])).size < rows.length) {
    return { refused: "Is the first column the score of an item, and the second its group? Put the group first. Or name the columns right and items." };
  }
  if (!many) return undefined;
  if (table[0].some((_, i) => i < first && scored(i) && !NOT_SCORES.test(names[i] ?? ""))) return { refused: "Scores stand on both sides of another column. Paste one column of them, or the two that you compare." };
  const called = names.slice(first);
  const tries = many > 2 && called.length > 0 && called.every((name) => TRY.test(name));
  if (many > 2 && !tries) return { refused: `These are ${many} columns of scores: paste one, or the two that you compare. If they are tries of one system, call them try 1, try 2, and so on.` };
  const refused = notScored(rows, first) ?? (tries ? undefined : notSystems(called));
  if (refused) return refused;
  if (tries) return triedAgain(rows, first, names);
  const rowsRead = `Read ${whole(rows.length)} rows${called.length ? ` of ${called.join(" and ")}` : ""}`;
  const held = repetition(rows, first, names);
  if (!held.note) return held;
  const these = (...wanted) => rows.filter((row) => wanted.every((one, k) => score(row[first + k]) === one)).length;
  if (many === 1) return { kind: "scores", counts: [these(1), rows.length], read: `${rowsRead}: ${whole(these(1))} right.`, ...held };
  const four = [these(1, 1), these(1, 0), these(0, 1), these(0, 0)];
  if (ofTruth(called)) return { kind: "square", counts: four, truth: true, read: `${rowsRead}.` };
  const read = `${rowsRead}: ${whole(four[0] + four[1])} and ${whole(four[0] + four[2])} right.`;
  return { kind: "pairs", counts: four, names: called, read, ...held, groups: undefined, refused: undefined };
}

/** What names the rows of scores more than once: {groups, by, repeats, hang, note}, or {refused}. */
function repetition(rows, first, names) {
  const named = (column) => new Set(rows.map((row) => row[column])).size;
  const told = names.length ? [...names.slice(0, first).keys()].filter((i) => named(i) > 1) : [];
  const run = told.find((i) => RUN.test(names[i]));
  const others = told.filter((i) => !RUN.test(names[i]) && !/^fold$/i.test(names[i]));
  const repeating = others.filter((i) => named(i) < rows.length);
  if (repeating.length > 1) {
    return { refused: `Which is the group: ${repeating.map((i) => quoted(names[i])).join(" or ")}? Paste that column and the scores alone, or the column of 1 and 0 alone.` };
  }
  const at = repeating[0] ?? others.find((i) => ITEM.test(names[i])) ?? run ?? 0;
  const groups = new Map();
  for (const row of first ? rows : []) {
    const [k, n] = groups.get(row[at]) ?? [0, 0];
    groups.set(row[at], [k + score(row[first]), n + 1]);
  }
  const [by, repeats] = [names[at], groups.size > 1 && groups.size < rows.length ? groups.size : 0];
  const lone = repeats > 0 && at === run; // nothing says which answers are of one item
  const hang = !repeats ? "no" : lone || ITEM.test(by) ? "runs" : "groups";
  const [n, k] = [rows.length, repeats].map(whole);
  const times = [...groups.values()].every(([, of]) => of * repeats === rows.length) ? whole(rows.length / repeats) : "several";
  const note = lone ? `${n} rows are ${k} runs by ${quoted(by)}: if each asked the same, they are not ${n} items. Paste the question of each answer too`
    : hang === "runs" ? `${n} rows are ${k} questions asked ${times} times, not ${n} items: each question is a group`
    : `${by ? quoted(by) : "A column"} has ${k} names for them. If these are groups, or items asked several times, this interval is too narrow`;
  return { groups: first && !lone ? [...groups.values()] : undefined, by, repeats, hang, note, refused: lone && `${note}.` };
}

/** A row for each question, a column for each try of one system: each question is a group. */
function triedAgain(rows, first, names) {
  const groups = rows.map((row) => [row.slice(first).filter((cell) => score(cell) > 0).length, row.length - first]);
  const [all, questions, times] = [sums(groups)[1], rows.length, rows[0].length - first].map(whole);
  const note = `${all} answers are ${questions} questions asked ${times} times, not ${all} items: each question is a group`;
  return { kind: "scores", counts: sums(groups), groups, by: first ? names[0] : undefined, read: `Read ${questions} rows of ${times} tries.`, repeats: rows.length, hang: "runs", note };
}

/** Numbers without headings: two or four in a row, a column or a square; or two columns, right and items, perhaps after names. */
function bareTable(table) {
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

const TABLES = [crosstab, byHeading, answers, scores, bareTable];

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
  if (!data && lines.length > 2 && /^([^,]*|\s*[01],0\s*)$/.test(lines[0]) && lines.slice(1).every((line) => /^\s*[01],0\s*$/.test(line))) return { refused: "Is 1,0 one number or two? Write 1 and 0, or part two columns by a tab or a semicolon." };
  const said = data ? {} : results(lines);
  const line = said.kind || said.refused ? said : data ? undefined : bareLine(lines);
  const rows = !line && (data || /[\t\n;|]|"/.test(plain)) ? lettered(data ?? cells(lines) ?? []) : [];
  const found = line ?? (rows.flat().some(Boolean) ? TABLES.reduce((one, reader) => one ?? reader(rows), undefined) : undefined);
  if (!found || ([LOST, NO_HEADS].includes(found.refused) && said.unread)) return { lost: true, unread: said.unread ?? plain };
  const gap = lines.findIndex((each) => EMPTY.test(each));
  if (data || gap < 0 || found.refused || found.total || (found === said && found.counts.length < 3)) return found;
  return { refused: `Line ${whole(gap + 1)} of ${whole(lines.length)} is empty. Score it, or leave the row out, and say so.` };
}
