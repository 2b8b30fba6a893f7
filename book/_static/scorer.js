// The search page. How it ranks what it finds: chapters first, in their order, what to look up next, the pages for
// instructors, and what has changed last; and before others of its kind a page whose own title has all the words. The scores are Sphinx's own.
var asked = () => splitQuery(new URLSearchParams(location.search).get("q")?.toLowerCase() ?? "");
var isTitle = (title) => asked().length > 0 && asked().every((word) => title.toLowerCase().includes(word));
var kindOf = (page) => /^\d\d-/.test(page) ? 4 - parseInt(page, 10) / 1000
  : page.startsWith("teach/") ? 0.4 : page === "changelog" ? 0.01 : 1;
var Scorer = {
  objNameMatch: 11, objPartialMatch: 6, objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
  title: 15, partialTitle: 7, term: 5, partialTerm: 2,
  score: ([page, title, , , score]) => score * kindOf(page) * (isTitle(title) ? 1.5 : 1),
};

var ANSWERED = [ // a question, how the page's name begins, its section, what it is called
  [/how many (items|questions|cases|samples)|sample size|± ?\d/i, "index", "#how-many", "How many items?"],
  [/(which|best|twenty|many|\d+) (prompt|model|checkpoint)s?|(best|which) of (n|many|twenty|\d+)/i, "10-", "#which-of-them-may-be-the-best",
    "Which of them may be the best?"],
  [/same judge|judge.* (both|all)/i, "09-", "#two-systems-one-judge", "Two systems, one judge"],
  [/graded|grader|\bjudg/i, "09-", "", "Can a judge model be trusted? What would people say?"],
  [/\bp.?values?\b/i, "glossary", "#term-p-value", "What a p-value is"],
  [/\bf1\b/i, "07-", "#any-other-number-by-the-same-function", "F1, worked out with its interval"],
  [/precision|recall/i, "07-", "#what-a-yes-is-worth", "Precision and recall"],
  [/same .*other (items|questions)|which test/i, "cheat-sheet", "", "The cheat sheet: same items, or other items"],
  [/same (items|questions)|both systems|\bpair(s|ed)?\b|compare (two|both)|(better|worse) than/i, "05-", "", "Two systems on the same items"],
  [/install|run (it|locally|on my)|own (files?|results?|machine)/i, "run", "", "Run it on your own machine, with your own files"],
];

const OFTEN = ["how many questions", "same items", "which prompt is best", "LLM judge", "F1", "p-value"];

// A letter alone, as in "t-test", is in nearly every word: it is not searched, nor marked.
// Nor is a number, which Sphinx leaves out of its index, nor what a question has beside its words.
var BESIDE = new Set("an and are be both by can do does for from how if in is it its my of on or our the to we what which why with you your".split(" "));
var splitQuery = (query) => {
  const terms = query.split(/[^\p{Letter}\p{Number}_]+/gu).filter((term) => term.length > 1 && !/^\d+$/.test(term));
  const words = terms.filter((term) => !BESIDE.has(term.toLowerCase()));
  return words.length ? words : terms;
};

addEventListener("DOMContentLoaded", () => {
  // Excerpts are of what a page says: not of its way, its code, its answers and its notes, and for a term its meaning.
  const toText = Search.htmlToText;
  Search.htmlToText = (html, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    const apart = "h1, h2, h3, table, .minutes, .way, .take-along, .cell, .fold, .in-lab, noscript";
    for (const element of page.querySelectorAll(apart)) element.remove();
    for (const formula of page.querySelectorAll(".math")) { // what is not TeX can be read
      const words = formula.textContent.trim().slice(2, -2);
      formula.textContent = words.includes("\\") ? "…" : words;
    }
    const place = anchor ? page.querySelector(anchor)?.closest("dl.glossary > *") : null;
    const meaning = place?.matches("dt") ? place.nextElementSibling : place;
    const all = page.documentElement.outerHTML;
    return meaning?.textContent ?? (toText(all, anchor) || toText(all)); // an entry of the index is no part of a page
  };
  // They begin with the first sentence that has most of the words, but a term's with its meaning, and never with other words for it.
  Search.makeSearchSummary = (html, words, anchor) => {
    const sentences = Search.htmlToText(html, anchor).trim().split(/(?<=[.?!:”])\s+/);
    const own = (text) => text.split("Also found under")[0].toLowerCase();
    const found = sentences.map((one) => [...words].filter((word) => own(one).includes(word)).length);
    const term = anchor?.includes("term-"), begins = term ? 0 : found.indexOf(Math.max(...found)), text = sentences.slice(begins).join(" ").slice(0, 400);
    const at = Math.min(...[...words].map((word) => own(text).indexOf(word)).filter((place) => place > 100));
    const textContent = !term && at < 400 ? `… ${text.slice(at - 60).replace(/^\S*\s/, "")}` : text;
    return make("p", { className: "context", textContent });
  };
  // What to do where nothing is found.
  const results = document.getElementById("search-results"), help = document.createElement("p");
  help.innerHTML = `Try one word, or see <a href="glossary.html">the glossary</a>, <a href="calculator.html">the calculator</a>,
    <a href="data.html">the data</a>.`;
  addEventListener("load", () => {
    const found = results.querySelector(".search-summary, p");
    if (!found?.textContent.includes("did not match any")) return;
    found.textContent = "Nothing found.";
    found.after(help);
  });
  const query = new URLSearchParams(location.search).get("q") ?? "";
  const field = make("input", { type: "search", name: "q", value: query, ariaLabel: "Search" });
  const form = make("form", { className: "seek" }, field, make("button", { textContent: "Search" }));
  results.before(make("h1", { textContent: "Search" }), form);
  if (!query) {
    field.focus();
    const links = OFTEN.map((words) => make("a", { href: `?q=${encodeURIComponent(words)}`, textContent: words }));
    form.after(make("p", { className: "often" }, "Often asked:", ...links));
  }
  // Whole questions that many ask: where their answer stands.
  const say = (before, page, section, name, after = name.endsWith("?") ? "" : ".") => {
    const note = document.createElement("p"), href = page.getAttribute("href") + section;
    note.append(before, Object.assign(document.createElement("a"), { href, textContent: name }), after);
    results.before(note);
  };
  const pageOf = (begins) => document.querySelector(`:is(.sidebar-tree a, .sidebar-brand)[href^="${begins}"]`);
  const answered = ANSWERED.find(([question]) => question.test(query));
  if (answered) say("Perhaps you ask this: ", pageOf(answered[1]), ...answered.slice(2));
  // Chapters are asked for by their numbers.
  if (!/(?<![\p{Letter}\d-])\d+(?![\p{Letter}\d])/u.test(query)) return;
  say("Numbers are not searched. Each chapter asks a question, with its numbers: see ", pageOf("index"), "#the-chapters", "their list");
});
