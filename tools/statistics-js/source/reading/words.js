// What words and cells mean: numbers, roles of headings, right and wrong.

import { percent, whole } from "../results.js";

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

/** The count of n that a share such as 84% or 0.84 stands for: the nearest, if it rounds to that share; near, if it is not exact, or others round to it too. */
export function counted(share, n) {
  const part = number(share.replace("%", ""), "") / (share.includes("%") ? 100 : 1);
  const step = 10 ** -((share.replace(",", ".").match(/\.(\d+)/)?.[1].length ?? 0) + (share.includes("%") ? 2 : 0));
  const k = Math.round(part * n);
  const odd = Math.abs(k / n - part) > 0.5 * step + 1e-9;
  return { k, near: Math.abs(k - part * n) > 1e-6 * n || step * n > 1 + 1e-9, refused: odd && `No count of ${whole(n)} is ${share.trim()}: ${whole(k)} is ${percent(k / n, 4)}.` };
}

const WRONG = "wrong(?:ly)?|(?:in|not )(?:correct(?:ly)?|accurate(?:ly)?|right)|not (?:ok|passed|solved)|un(?:re)?solved|err(?:or)?s?|fail(?:s|ed|ing|ures?)?|mistakes?|miss(?:es|ed)?|mis(?:classif|predict)\\w+|1 ?[-−] ?acc(?:uracy)?";
const SOME = "bad|time[ -]?outs?|timed out|refus(?:ed|als?)|hallucinat\\w*|crash(?:es|ed)?|invalid|unparsed|unanswered|mismatch(?:es|ed)?|toxic|unsafe|harmful|bugs?|defects?|violations?|lost|loss(?:es)?|wer|cer|skipped|missing|jailbr\\w*|flagged|attack\\w*|exit ?(?:code|status)|return ?code|leak\\w*|bias\\w*|regress\\w*|abus\\w*|harm\\w*";
const ANY_WRONG = new RegExp(`\\b(${WRONG}|${SOME})\\b`, "i");
/** A heading has a role only if it is one of these. */
export const ROLES = Object.entries({
  right: "right|correct(?:ly)?|pass(?:ed|es)?|success(?:es)?|k|sum|(?:re)?solved|conver(?:sions|ted)",
  wrong: WRONG,
  items: "items|n|totals?|of|counts?|sample size|questions|visitors|instances|cases|examples|problems|prompts|tests|tasks|trials|tries|attempts|runs|repeats|samples|generations",
  share: "(?:accuracy|acc|score|share|percent|percentage|pct|(?:(?:pass|success|solve|conversion) )?rate)(?: (?:%|percent|pct))?|%|(?:%|percent|pct) (?:right|correct|passed|solved)|(?:right|correct|passed|solved) (?:%|percent|pct|share|rate)",
}).map(([role, words]) => [role, new RegExp(`^(${words})$`)]);
export const MEASURE = /\b(f-?\d|auc|auroc|roc|rouge|bleu|meteor|chrf|mse|rmse|mae|r2|map|mrr|ndcg|std(err|dev)?|se|sem|mean|average|avg|precision|recall|specificity|sensitivity|kappa|alpha|perplexity|ppl|p([ -]?values?)?|corr(elation)?|temperature|temp|top ?[pk]|threshold|similarity|confidence|ci|likert|elo|latency|seconds|cost)\b/i;
/** Below these headings stand names of systems, of runs of the same items, and of items. */
export const [SYSTEM, RUN, ITEM] = ["model|system|variant|llm", "run|seed|trial|epoch|attempt|repeat|repetition|replicate|iteration", "id|idx|index|item|question|prompt|problem|example|instance|sample"]
  .map((words) => new RegExp(`^(name of (the )?)?(${words})s?([ _-]?(name|id|no|nr|number|index))?$`, "i"));
export const NOT_SCORES = new RegExp(`^(id|index|item|question|group|doc|document|fold)$|${RUN.source}`, "i");
export const TRY = /^(t|r|try|trial|run|rep|repeat|attempt|sample|seed|epoch|pass|gen|generation)[ _-]?\d+$/i; // of one system
const TRUTH = /\b(actual|pred(ict\w*)?|truth|true|gold(en)?|target|reference|labels?|expected|answer key)\b/i;
export const GOOD = /\b(right|correct|pass|ok|score|acc|result|grade)(ed|s|d|uracy)?\b/i; // in a heading of scores
export const TIMES = /^(n|counts?|freq(uency)?|size|weight|rows|times|items|(number|no|num|#) ?(of )?(items|rows))$/i; // how often a row stands
export const TOTAL = /^(grand )?(totals?|sum|all|overall)$/i;
export const NONE = /^(n\/?an?|none|null|missing|[-–—?])$/i; // a result that is missing, and no heading
export const AVERAGE = /^(mean|average|avg|median)$/i;
export const ODD = /\b(true|false|yes|no|not|only|both|neither|none)\b/i; // in no name

export const LOST = "I cannot tell what these numbers count.";
export const NO_HEADS = "These columns have no headings that I can place.";
export const NOT_WRONG = "The two numbers must be right and all items, not the wrong ones. Or paste columns with the headings right and items, or wrong and items.";
export const MEANS = "These are scores, not right or wrong; this page counts only 0 and 1. For means, clustered_mean in Python.";
export const ODD_TOTAL = { refused: "The totals are not the sums of the other numbers: correct the table, or leave the totals out." };

/** The words of a label, such as error_rate or errorRate. */
export const spelled = (label) => label.replace(/_/g, " ").replace(/(?<=[a-z])(?=[A-Z])/g, " ");
export const ofWrong = (label) => ANY_WRONG.test(spelled(label));
export const ofTruth = (names) => names.some((name) => TRUTH.test(spelled(name)));
/** Refused: scores below a heading that says wrong. */
export const turned = (names) => names.filter(ofWrong).map((name) => ({ refused: `1 must mean right: ${quoted(name)} looks as if 1 means wrong. Swap 0 and 1, and paste again.` }))[0];

/** What a heading says that its column holds: right, wrong, items, share; or "", which may be anything. */
export function roleOf(label) {
  const plain = spelled(label).toLowerCase().replace(/[()[\]:.]/g, " ").replace(/\s+/g, " ").trim();
  const bare = plain.replace(/^(number of|no of|num|nr|n|total|#) (?=.)/, "").replace(/(?<=.) (items|questions|answers|cases|examples|instances|responses|samples|problems|tests|predictions|count)$/, "");
  return ROLES.find(([, words]) => words.test(plain) || words.test(bare))?.[0] ?? "";
}

const WRONG_RIGHT = [/^(0|0\.0*|false|no|wrong|incorrect|fail(ed)?|[✗✘✖❌]\ufe0f?)$/i, /^(1|1\.0*|true|yes|right|correct|pass(ed)?|[✓✔✅]\ufe0f?)$/i];
/** 0 or 1, or -1 for a cell that is no score. */
export const score = (cell = "") => WRONG_RIGHT.findIndex((words) => words.test(cell.trim()));
export const PAIRS = [/^((in)?correct|right|wrong)$/i, /^(pass|fail)(ed)?$/i, /^(yes|no)$/i];
const WAYS = [...PAIRS, /^[01](\.0*)?$/, /^(true|false)$/i];
/** In which words a cell is scored: in those of one pair, in 1 and 0, or in true and false; -1 in others. */
export const wayOf = (cell) => WAYS.findIndex((words) => words.test(cell.trim()));
export const count = (cell = "") => (/^(0\d|-|−)/.test(cell.trim()) ? NaN : number(cell.replace(/^(\d+),0$/, "$1"), "count"));
export const counts = (row) => row.every((cell) => Number.isInteger(count(cell)));
export const inside = (cell) => number(cell, "") > 0 && number(cell, "") < 1;
export const numeric = (cell) => !Number.isNaN(number(cell, "")) || !Number.isNaN(count(cell)) || /^[\d.,]+\s*(%|\/\s*[\d.,]+)$/.test(cell);

/** Refused: 0.9 below "rate (%)", which may be 0.9% or 90%. */
export function unsigned(head, cells) {
  const odd = cells.find((cell) => number(cell, "") > 0);
  if (!/%|\b(percent(age)?|pct)\b/i.test(spelled(head)) || !odd || cells.some((cell) => !(number(cell, "") <= 1))) return undefined;
  return { refused: `Is ${quoted(odd)} for ${quoted(head)} ${odd}% or ${percent(number(odd, ""), 4)}? Write it with its sign.` };
}
