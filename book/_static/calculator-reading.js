// What is pasted into the calculator, or opened as a file: counts such as 84/100 v 78/100, or a table with headings.
// All else is refused, and what may mean two things is asked. And what is typed into one field, there or on the home page.

const GiveOrTakeReading = (() => {
  "use strict";

  const { percent, whole } = GiveOrTakeStatistics;

  /** A number that was typed; as a count, 1,000 and 1 000 are a thousand. NaN if it is none, or 1.000, which may be one or a thousand. */
  function number(text, kind) {
    let plain = text.trim().replace(/^\+/, "").replace("−", "-");
    if (kind === "count" && /^\d{1,3}\.\d{3}$|^1\.0+$/.test(plain)) return NaN;
    if (kind === "count" && /^[1-9]\d{0,2}(?:([ \u00a0\u2009\u202f,.'’_])\d{3})(?:\1\d{3})*$/.test(plain)) plain = plain.replace(/\D/g, "");
    else if (kind !== "count") plain = plain.replace(/^(-?\d*),(\d+)$/, "$1.$2");
    return /^-?(\d+\.?\d*|\.\d+)(e\d+)?$/i.test(plain) ? Number(plain) : NaN;
  }

  /** What was typed, in a sentence: at most 40 characters of it. */
  function quoted(text) {
    const plain = text.trim().replace(/\s+/g, " ");
    return `“${plain.length > 40 ? `${plain.slice(0, 39)}…` : plain}”`;
  }

  const listed = (words, last = "and") => words.join(", ").replace(/, ([^,]*)$/, ` ${last} $1`);

  /** The count of n that a share such as 84% or 0.84 stands for; refused, if none rounds to it. */
  function counted(share, n) {
    const part = number(share.replace("%", "")) / (share.includes("%") ? 100 : 1);
    const decimals = share.replace(",", ".").match(/\.(\d+)/)?.[1].length ?? 0;
    const step = 10 ** -(decimals + (share.includes("%") ? 2 : 0));
    const k = Math.round(part * n);
    const off = Math.abs(k / n - part) > 0.5 * step + 1e-9;
    return { k, refused: off && `No count of ${whole(n)} is ${share.trim()}: ${whole(k)} is ${percent(k / n, 4)}.` };
  }

  // --- Counts

  const COUNT = String.raw`(\d{1,3}(?:,\d{3})+|\d+)`;
  const APART = String.raw`(?:[\s,;]+(?:(?:v|vs\.?|versus|and)\s+)?|$)`;

  /** 84/100, 84 of 100 v 78 of 100, 8/10 9/10 7/10, as [[right, items], …]; undefined if anything else is there. */
  function countsOf(text) {
    const next = new RegExp(String.raw`${COUNT}\s*(?:/|(?:out )?of\b)\s*${COUNT}(?=${APART})${APART}`, "iy");
    const plain = text.trim();
    const counts = [];
    while (next.lastIndex < plain.length) {
      const found = next.exec(plain);
      if (!found) return undefined;
      counts.push(found.slice(1).map((one) => number(one, "count")));
    }
    return counts.length ? counts : undefined;
  }

  // --- A table

  /** Rows of cells, parted by tabs, semicolons or commas; a quoted cell is whole. */
  function cellsOf(text) {
    const plain = text.replace(/^[\ufeff\s]*[\r\n]|^\ufeff/, "").replace(/[\r\n][\s,;]*$/, "");
    const between = ["\t", ";"].find((one) => plain.split(/[\r\n]/, 1)[0].includes(one)) ?? ",";
    const cell = new RegExp(String.raw`(?:[ ]*"([^"]*(?:""[^"]*)*)"[ ]*|([^${between}\r\n]*))(${between}|[\r\n]|$)`, "y");
    const rows = [[]];
    for (const all = plain.replace(/\r+\n/g, "\n"); ; ) {
      const [, whole, bare, end] = cell.exec(all);
      rows.at(-1).push((whole?.replaceAll('""', '"') ?? bare).trim());
      if (!end) return rows;
      if (end !== between) rows.push([]);
    }
  }

  const ROLES = {
    right: /^(right|correct|passed|pass|(re)?solved|successes)$/,
    wrong: /^(wrong|incorrect|failed|fail|errors?)$/,
    items: /^(items|n|total|questions|tests)$/,
  };
  const SYSTEM = /^(model|system|variant|llm)( ?(name|id))?$/;
  const ITEM = /^(question|item|problem|example|sample|instance|task)?( ?(id|idx|index|no|nr|number))?$/;
  const LABEL = /^(run|seed|epoch|trial|attempt|fold|group|doc|document)( ?(id|no|number))?$/;
  const TEXT = /\b(gold|truth|true|target|label|expected|actual|reference|answer|output|response|pred\w*)\b/;
  const GOOD = /\b(right|correct\w*|pass(ed)?|solved|ok|scores?|acc\w*|result|grade)\b/;
  const BAD = /\b(wrong\w*|incorrect|not|errors?|err|fail\w*|miss\w*|refus\w*|hallucinat\w*|invalid|toxic|unsafe|harmful|flagged|jailbr\w*|timeouts?)\b/;
  const TOTAL = /^((grand )?total|sum|all|overall|mean|average)?$/i;
  const PAIRS = [/^((in)?correct|right|wrong)$/i, /^(pass|fail)(ed)?$/i, /^(yes|no)$/i, /^(true|false)$/i];
  const SCORES = [/^(0|0\.0+|false|no|wrong|incorrect|fail(ed)?|i)$/i, /^(1|1\.0+|true|yes|right|correct|pass(ed)?|c)$/i];

  /** The words of a heading: n_correct, "Number correct" and numCorrect are all "correct". */
  const spelled = (head) => head.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase().replace(/[\s_:-]+/g, " ").trim().replace(/^(number of|number|num|n|#) (?=.)/, "");
  const score = (cell) => SCORES.findIndex((words) => words.test(cell));
  const isCount = (cell) => Number.isInteger(number(cell, "count")) && number(cell, "count") >= 0;
  const numeric = (cell) => !Number.isNaN(number(cell)) || /^[\d.,]+\s*%$/.test(cell) || countsOf(cell);
  const different = (cells) => new Set(cells).size;
  const sum = (numbers) => numbers.reduce((total, x) => total + x, 0);

  /** A column: its heading as it stands, in plain words, and its cells. */
  const columnsOf = ([heads, ...rows]) => heads.map((head, i) => ({ head, words: spelled(head), cells: rows.map((row) => row[i]) }));
  const called = ({ head }) => quoted(head || "the first column");
  const isItem = ({ words }) => words && ITEM.test(words);
  const rowNames = (one) => !one.head || (isItem(one) && different(one.cells) === one.cells.length);
  const unused = (all, used) => all.filter((one) => !used.includes(one) && !rowNames(one)).map(({ head }) => head);

  /** Why these rows are no table with headings; undefined if they are. */
  function untidy([heads, ...rows]) {
    if (heads.some(numeric)) return "The first row of a table must be its headings.";
    const result = heads.find((head, i) => PAIRS.some((words) => words.test(head) && rows.some((row) => words.test(row[i]))));
    if (result) return `Is ${quoted(result)} a heading, or a result? Call the column score.`;
    const at = rows.findIndex((row) => row.length !== heads.length || !row.some(Boolean));
    if (at < 0) return undefined;
    const empty = !rows[at].some(Boolean);
    return `Row ${whole(at + 1)} below the headings ${empty ? "is empty. Score it, or leave it out, and say so" : `has ${rows[at].length} cells, but there are ${heads.length} headings`}.`;
  }

  /** What a table says, by its headings. */
  function table(rows) {
    const refused = untidy(rows);
    if (refused) return { refused };
    const columns = columnsOf(rows);
    return ofCounts(columns) ?? ofScores(columns);
  }

  /** A row for each system or group, with two of right, wrong and items; undefined if it is no such table. */
  function ofCounts(columns) {
    const inTurn = ({ cells }) => cells.length > 2 && [0, 1].some((first) => cells.every((cell, i) => number(cell) === first + i));
    const fits = (one, role) => ROLES[role].test(one.words) && !(role === "items" && inTurn(one)); // which are numbers of rows
    const roles = Object.keys(ROLES).map((role) => [role, columns.filter((one) => fits(one, role))]);
    if (roles.filter(([, found]) => found.length).length < 2) return undefined;
    const [role, several] = roles.find(([role, found]) => role !== "wrong" && found.length > 1) ?? [];
    if (several) return either(`Which column holds ${role === "items" ? "all items" : "what was right"}?`, several, columns, ofCounts);
    const [right, wrong, items] = roles.map(([, [one]]) => one);
    const used = [right, wrong, items].filter(Boolean);
    const odd = used.find(({ cells }) => !cells.every(isCount));
    if (odd) return { refused: `A count must be a whole number: got ${quoted(odd.cells.find((cell) => !isCount(cell)))} in the column ${called(odd)}.` };
    const rest = columns.filter((one) => !used.includes(one));
    const more = !(right && items) && rest.find(({ words, cells }) => !ITEM.test(words) && cells.every(isCount));
    if (more) return { refused: `Do the items in ${called(more)} count? Name the columns right and items.` };
    const [k, w, n] = [right, wrong, items].map((one) => one?.cells.map((cell) => number(cell, "count")));
    const counts = used[0].cells.map((_, i) => [k ? k[i] : n[i] - w[i], n ? n[i] : k[i] + w[i]]);
    const off = counts.findIndex(([right, all], i) => right < 0 || right > all || (w && right + w[i] !== all));
    if (off >= 0) return { refused: `Row ${whole(off + 1)} does not add up: ${listed(used.map((one) => `${one.head} ${one.cells[off]}`))}.` };
    const by = rest.find(({ words }) => SYSTEM.test(words)) ?? rest.find(({ cells }) => different(cells) === cells.length && !cells.some(numeric));
    const names = by?.cells ?? [];
    if (names.some((name) => PAIRS.some((words) => words.test(name)))) return { refused: "The rows are called right and wrong, too: type the four counts under “Is the new one better?”." };
    const again = by && names.find((name, i) => names.indexOf(name) < i);
    if (again) return { refused: `${quoted(again)} has several rows. Add them up first.` };
    const total = names.find((name) => TOTAL.test(name));
    const sums = [0, 1].every((i) => counts.length > 2 && 2 * counts.at(-1)[i] === sum(counts.map((one) => one[i])));
    if (counts.length > 1 && (total !== undefined || (!by && sums))) return { refused: `The row ${quoted(total || counts.at(-1).join(" of "))} looks like the total of the others: leave it out.` };
    return { kind: "counts", counts, names, systems: [SYSTEM, /^prompt( ?id)?$/].some((words) => words.test(by?.words)), left: unused(columns, [...used, by]) };
  }

  /** A question which of these columns is meant; the others are not used. */
  function either(ask, some, columns, reader) {
    return { ask, options: some.map((one) => ({ label: one.head, got: without(some.filter((other) => other !== one), columns, reader) })) };
  }

  function without(some, columns, reader) {
    const got = reader(columns.filter((one) => !some.includes(one)));
    return { ...got, left: [...unused(some, []), ...(got.left ?? [])] };
  }

  /** A row for each item, or each answer, with columns of right and wrong. */
  function ofScores(columns) {
    const may = columns.filter(({ words }) => words && ![SYSTEM, ITEM, LABEL, TEXT].some((one) => one.test(words)));
    const scored = may.filter(({ cells }) => cells.every((cell) => score(cell) >= 0));
    const odd = (cell) => score(cell) < 0 && !(scored.length && numeric(cell));
    const partly = may.find(({ cells }) => cells.some(odd) && cells.filter((cell) => score(cell) >= 0).length > cells.length / 2);
    const graded = may.find(({ cells }) => cells.every((cell) => number(cell) >= 0 && number(cell) <= 1));
    if (partly || !scored.length) return notScored(partly, graded);
    const bad = scored.find(({ words }) => BAD.test(words));
    if (bad) return { refused: `1 must mean right: in ${called(bad)} it looks as if 1 means wrong. Swap 0 and 1, or leave the column out.` };
    const good = scored.filter(({ words }) => GOOD.test(words));
    const system = columns.find(({ words, cells }) => SYSTEM.test(words) && different(cells) > 1 && different(cells) < cells.length);
    if (scored.length > 1 && (system || (good.length && good.length < scored.length))) {
      const asked = either("Which column says what was right?", scored, columns, ofScores);
      if (!system) asked.options.push({ label: `${scored.length === 2 ? "Both" : "All"}: they are ${scored.length} systems`, got: grouped(columns, scored) });
      return asked;
    }
    return system ? ofAnswers(columns, system, scored[0]) : grouped(columns, scored);
  }

  function notScored(partly, graded) {
    const at = partly?.cells.findIndex((cell) => score(cell) < 0);
    const odd = partly?.cells[at];
    if (partly ? number(odd) : graded) return { refused: "These are shares, or scores between 0 and 1. For their means, use clustered_mean in Python." };
    if (!partly) return { refused: "There are no columns named right and items, and none that holds right (1) and wrong (0)." };
    return { refused: `Row ${whole(at + 1)} has ${quoted(odd)} in the column ${called(partly)}, where 1 or 0 belongs. Score it, or leave the row or the column out, and say so.` };
  }

  /** A row for each answer, and a column that names its system: pairs, if each system answered each item once. */
  function ofAnswers(columns, system, scored) {
    const names = [...new Set(system.cells)];
    const item = columns.find((one) => isItem(one) && different(one.cells) > 1);
    const left = unused(columns, [system, scored, item]);
    const of = (name) => system.cells.flatMap((one, i) => (one === name ? [i] : []));
    if (!item) {
      const counts = names.map((name) => [sum(of(name).map((i) => score(scored.cells[i]))), of(name).length]);
      return { kind: "counts", counts, names, systems: true, left };
    }
    const answers = names.map((name) => new Map(of(name).map((i) => [item.cells[i], scored.cells[i]])));
    const items = [...answers[0].keys()];
    if (items.length * names.length !== system.cells.length || !answers.every((one) => items.every((each) => one.has(each)))) {
      return { refused: `Here each system must answer each ${quoted(item.head)} once. Or make each row one item, with a column for each system.` };
    }
    const wide = names.map((head, k) => ({ head, words: spelled(head), cells: items.map((each) => answers[k].get(each)) }));
    return { ...ofItems(wide), left };
  }

  /** The same, if no other column names rows more than once; else how these belong together is asked. */
  function grouped(columns, scored) {
    const plain = { ...ofItems(scored), left: unused(columns, scored) };
    const repeats = (one) => different(one.cells) > 1 && different(one.cells) < one.cells.length / (isItem(one) ? 1 : 1.99);
    const names = ({ words, cells }) => !TEXT.test(words) && cells.every((cell) => !(number(cell) % 1)); // no latency
    const open = columns.filter((one) => !scored.includes(one) && names(one) && repeats(one));
    if (scored.length > 2 || !open.length) return plain;
    const together = (by) => ({ ...plain, left: unused(columns, [...scored, by]), by: by.head, groups: groupsBy(by, scored[0]), hang: isItem(by) ? "runs" : "groups" });
    const options = open.slice(0, 4).map((by) => ({ label: `Yes, by ${called(by)}`, got: together(by) }));
    options.push({ label: "No, each row is an item of its own", got: plain });
    const told = open.map((one) => `${called(one)} has ${whole(different(one.cells))} names`);
    return { ask: `${listed(told)} for ${whole(scored[0].cells.length)} rows. Do rows with the same name belong together?`, options };
  }

  function groupsBy(by, { cells }) {
    const groups = new Map();
    cells.forEach((cell, i) => {
      const [k, n] = groups.get(by.cells[i]) ?? [0, 0];
      groups.set(by.cells[i], [k + score(cell), n + 1]);
    });
    return [...groups.values()];
  }

  /** One column of scores, two systems, or more. */
  function ofItems(scored) {
    const [n, names] = [scored[0].cells.length, scored.map(({ head }) => head)];
    const right = scored.map(({ cells }) => sum(cells.map(score)));
    if (scored.length === 1) return { kind: "scores", counts: [right[0], n] };
    if (scored.length > 2) {
      const tries = scored[0].cells.map((_, i) => [sum(scored.map(({ cells }) => score(cells[i]))), scored.length]);
      return { kind: "counts", counts: right.map((k) => [k, n]), names, systems: true, tries };
    }
    const both = scored[0].cells.filter((cell, i) => score(cell) && score(scored[1].cells[i])).length;
    return { kind: "pairs", counts: [both, right[0] - both, right[1] - both, n - right[0] - right[1] + both], names };
  }

  /**
   * What a text says: {kind: "counts", counts: [[right, items], …], names}, with systems: true if a heading says that
   * they are; {kind: "scores", counts: [right, items], groups}; {kind: "pairs", counts: [both, only the first, only the
   * second, neither], names}; {ask, options: [{label, got}, …]}; or {refused}. In `left`, the columns that are not used.
   */
  function read(text) {
    const counts = countsOf(text);
    if (counts) return { kind: "counts", counts, names: [] };
    const rows = cellsOf(text);
    return rows.length > 1 ? table(rows) : { refused: `This cannot be read: ${quoted(text)}.` };
  }

  // --- What is typed into a field

  /** What is wrong with what was typed: in its field, or in the one that is named. */
  class Unreadable extends Error {
    constructor(message, key) {
      super(message);
      this.key = key;
    }
  }

  /** The value of a field, or a sentence that says what to type. */
  function typed({ kind, label, argument, blank, open }, text, mode) {
    if (!kind || kind === "name") return text.trim() || blank;
    if (!text.trim() && open && open === mode) return null;
    if (!text.trim()) throw new Unreadable("");
    if (kind === "list") {
      const groups = countsOf(text);
      if (!groups) throw new Unreadable(`Write each group as right/items, such as 8/10 9/10: got ${quoted(text)}.`);
      return groups;
    }
    if (kind === "count" && /^\s*\d+[.,]\d+\s*$/.test(text) && Number.isNaN(number(text, kind))) {
      throw new Unreadable(`Is the ${text.includes(",") ? "comma" : "point"} in ${quoted(text)} a decimal one? ${label} must be a whole number: type it without one.`);
    }
    if (kind === "percent") text = text.replace(/(%)\s*(\/|of)\s*[\d,]+\s*$/, "$1").replace(/^\s*(\d+)\s*(?:\/|of)\s*([1-9]\d*)\s*$/, (_, k, n) => `${(100 * k) / n}%`);
    const share = /%\s*$/.test(text);
    const x = number(text.replace(/%\s*$|((percentage )?points?|pts?|pp)\s*$/i, "").replace(kind === "points" ? /^\s*(±|\+\/?-)/ : "", ""), kind);
    if (Number.isNaN(x)) throw new Unreadable(`${label} must be a number: got ${quoted(text)}.`);
    if (kind === "count" && (share || bareFraction(x))) throw new Unreadable(`${label} must be a count, such as 84, not a share.`);
    if (kind === "points" && !(x > 0 && x < 100)) throw new Unreadable(`${label} must lie between 0 and 100: got ${x}.`);
    if (kind !== "percent") return share || kind === "points" ? scaled(x) : x;
    const fraction = share || !bareFraction(x) ? scaled(x) : x;
    const inside = ["level", "power", "rate"].includes(argument);
    if (fraction < 0 || fraction > 1 || (inside && (fraction === 0 || fraction === 1))) {
      throw new Unreadable(`${label} must lie ${inside ? "strictly " : ""}between 0% and 100%: got ${text.trim()}.`);
    }
    if (["level", "power"].includes(argument) && fraction < 0.5) {
      throw new Unreadable(`${label} must be at least 50%: got ${percent(fraction)}; did you mean ${percent(1 - fraction)}?`);
    }
    return fraction;
  }

  const bareFraction = (x) => x > 0 && x < 1;
  const scaled = (x) => Number((x / 100).toPrecision(15));

  return { Unreadable, bareFraction, counted, countsOf, listed, number, quoted, read, typed };
})();
