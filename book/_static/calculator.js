// The calculator page. Each section of book/calculator.md becomes a tab: its fields go in, and the answer while one
// types. What is computed, refused and printed is in statistics.js; nothing here knows a formula.

(() => {
  "use strict";

  const S = GiveOrTakeStatistics;

  // --- What the tabs are. A field: its label, what it holds, the example, the argument of the Python function.

  const field = (label, kind, example, argument, only) => ({ label, kind, example, argument, only });
  const LEVEL = field("Level", "percent", "95%", "level");
  const POWER = field("Power", "percent", "80%", "power");
  const EACH = field("Items in each group", "count", "1", "items_each");
  const ALIKE = field("Their correlation", "number", "0", "correlation");
  const name = (label, example, blank = "it") => ({ ...field(label, "name", example), blank });
  const FIRST = name("Call the first", "new", "the first");
  const SECOND = name("Call the second", "old", "the second");

  const TABS = {
    "one-rate": {
      fields: {
        right: field("Right", "count", "84", "successes"),
        items: field("Items", "count", "100", "n"),
        level: LEVEL,
        method: { label: "Method", example: "wilson", options: { wilson: "Wilson", exact: "Clopper-Pearson", jeffreys: "Jeffreys" } },
        name: name("Call it", "the system"),
      },
      rows: [["right", "items"]],
      answer({ right, items, level, method, name }) {
        const [compute, call] = {
          wilson: [S.wilsonInterval, "wilson_interval"],
          exact: [S.clopperPearsonInterval, "clopper_pearson_interval"],
          jeffreys: [S.jeffreysInterval, "jeffreys_interval"],
        }[method];
        const interval = compute(right, items, level);
        return {
          interval,
          sentence: `${got(name, right, items, interval)}. ${DRAWN}`,
          python: python([call], [[`${call}(${right}, ${items}${also("level", level, 0.95)})`, S.intervalText(interval)]]),
        };
      },
    },

    "two-runs": {
      fields: {
        first: field("Right, first run", "count", "84", "successes_a"),
        firstItems: field("Items, first run", "count", "100", "n_a"),
        second: field("Right, second run", "count", "78", "successes_b"),
        secondItems: field("Items, second run", "count", "100", "n_b"),
        same: { label: "The same items?", example: "unknown", options: { no: "no", yes: "yes", unknown: "don't know" } },
        level: LEVEL,
        name: FIRST,
        other: SECOND,
      },
      rows: [["first", "firstItems"], ["second", "secondItems"], ["first", "firstItems", "second", "secondItems"]],
      answer({ first, firstItems, second, secondItems, same, level, name, other }) {
        differ(name, other);
        const counts = [first, firstItems, second, secondItems];
        const interval = S.newcombeInterval(...counts, level);
        const few = S.smallCounts(...counts);
        const [test, call] = few ? [S.fisherMidPTest(...counts), "fisher_mid_p_test"] : [S.pooledZTest(...counts), "pooled_z_test"];
        const each = [
          got(name, first, firstItems, S.wilsonInterval(first, firstItems, level)),
          got(other, second, secondItems, S.wilsonInterval(second, secondItems, level), firstItems === secondItems ? "" : "of"),
        ];
        const warnings = {
          no: "",
          yes: "This answer ignores that the items are the same. The tab “The same items” uses it, and mostly sees more.",
          unknown: firstItems === secondItems ? `Are both the same ${items(firstItems)}? Then take the tab “The same items”.` : "",
        };
        const on = { no: "on different items", yes: "as if on different items, though they are the same", unknown: "if the items are different" };
        return {
          interval,
          test,
          warning: warnings[same],
          note: few && "A run would hold fewer than 5 errors (or right answers) if nothing differed: the test is Fisher's, which suits small counts.",
          sentence:
            `${verdict(interval, test, name, other)} ${each.join("; ")}. ` +
            `The difference, ${name} minus ${other}, ${on[same]}: ${spelt(interval)}; ${S.testText(test)}.`,
          python: python(
            ["newcombe_interval", call].sort(),
            [
              [`newcombe_interval(${counts.join(", ")}${also("level", level, 0.95)})`, S.intervalText(interval)],
              [`${call}(${counts.join(", ")})`, S.testText(test)],
            ],
          ),
        };
      },
    },

    "the-same-items": {
      fields: {
        both: field("Both right", "count", "40", "n_both"),
        first: field("Only the first right", "count", "9", "n_only_first"),
        second: field("Only the second right", "count", "2", "n_only_second"),
        neither: field("Both wrong", "count", "9", "n_neither"),
        level: LEVEL,
        name: FIRST,
        other: SECOND,
      },
      rows: [["both", "first", "second", "neither"]],
      answer({ both, first, second, neither, level, name, other }) {
        differ(name, other);
        const interval = S.tangoInterval(both, first, second, neither, level);
        const test = S.mcnemarTest(first, second);
        const n = both + first + second + neither;
        const each = [
          got(name, both + first, n, S.wilsonInterval(both + first, n, level)),
          got(other, both + second, n, S.wilsonInterval(both + second, n, level), ""),
        ];
        return {
          interval,
          test,
          sentence:
            `${verdict(interval, test, name, other)} ${each.join("; ")}. ` +
            `The difference, ${name} minus ${other}, on the same items: ${spelt(interval)}. Only ${name} was right on ` +
            `${S.whole(first)}, only ${other} on ${S.whole(second)}: ${S.testText(test)}.`,
          python: python(
            ["mcnemar_test", "tango_interval"],
            [
              [`tango_interval(${both}, ${first}, ${second}, ${neither}${also("level", level, 0.95)})`, S.intervalText(interval)],
              [`mcnemar_test(${first}, ${second})`, S.testText(test)],
            ],
          ),
        };
      },
    },

    "how-many-items": {
      fields: {
        plan: {
          label: "To",
          example: "rate",
          options: { rate: "measure one rate", runs: "tell two runs apart", pairs: "tell two systems on the same items apart" },
        },
        rate: field("Rate that you expect", "percent", "85%", "rate", "rate"),
        half: field("Give or take, points", "points", "3", "half_width", "rate"),
        now: field("Rate now", "percent", "80%", "p1", "runs"),
        then: field("Rate to find", "percent", "84%", "p2", "runs"),
        first: field("Only the first right", "percent", "6%", "share_only_first", "pairs"),
        second: field("Only the second right", "percent", "4%", "share_only_second", "pairs"),
        power: { ...POWER, only: "runs pairs" },
        level: LEVEL,
        each: { ...EACH, only: "runs pairs" },
        alike: { ...ALIKE, only: "runs pairs" },
      },
      mode: "plan",
      answer(inputs) {
        return { rate: planRate, runs: planRuns, pairs: planPairs }[inputs.plan](inputs);
      },
    },

    groups: {
      fields: {
        known: {
          label: "What you know",
          example: "effect",
          options: { effect: "the design effect", alike: "the groups' size and correlation", counts: "the counts of each group" },
        },
        right: field("Right", "count", "84", "successes", "effect alike"),
        items: field("Items", "count", "100", "n", "effect alike"),
        effect: field("Design effect", "number", "2.8", "design_effect", "effect"),
        each: field("Items in each group", "count", "10", "sizes", "alike"),
        alike: field("Their correlation", "number", "0.2", "correlation", "alike"),
        counts: field("Each group, right/items", "list", "10/10 9/10 8/10 10/10 4/10 9/10 10/10 8/10 7/10 9/10", "clusters", "counts"),
        level: LEVEL,
        name: name("Call it", "the system"),
      },
      mode: "known",
      rows: [["right", "items"]],
      answer(inputs) {
        return inputs.known === "counts" ? fromGroups(inputs) : fromEffect(inputs);
      },
    },
  };

  // --- Answers that more than one tab has a part in

  function planRate({ rate, half, level }) {
    const n = S.itemsForHalfWidth(rate, half, level);
    const call = `items_for_half_width(${rate}, ${half}${also("level", level, 0.95)})`;
    return {
      headline: items(n),
      interval: { ...S.wilsonInterval(Math.round(rate * n), n, level), estimate: rate },
      caption: "What to expect with so many items",
      sentence: `To measure a rate of about ${S.percent(rate, 10)} give or take ${points(half)} takes ${items(n)} (half the ${S.percent(level)} Wilson interval).`,
      python: python(["items_for_half_width"], [[call, String(n)]]),
    };
  }

  function planRuns({ now, then, power, level, each, alike }) {
    const alpha = alphaOf(level);
    const n = S.itemsForPower(now, then, power, alpha, each, alike);
    const text = S.planText(now, then, n, power, alpha, each, alike);
    const worth = Math.max(1, Math.round(n / designEffect(each, alike)));
    const args = `${now}, ${then}${also("power", power, 0.8)}${also("alpha", alpha, 0.05)}${grouped(each, alike)}`;
    return {
      headline: `${items(n)} for each`,
      interval: S.newcombeInterval(Math.round(then * worth), worth, Math.round(now * worth), worth, level),
      caption: "What to expect with so many items, if the difference is there",
      sentence: text,
      python: python(["plan_two_runs"], [[`plan_two_runs(${args})`, text]]),
    };
  }

  function planPairs({ first, second, power, level, each, alike }) {
    const alpha = alphaOf(level);
    const n = S.itemsForPaired(first, second, power, alpha, each, alike);
    const worth = Math.max(1, Math.round(n / designEffect(each, alike)));
    const [b, c] = [Math.round(first * worth), Math.round(second * worth)];
    const args = `${first}, ${second}${also("power", power, 0.8)}${also("alpha", alpha, 0.05)}${grouped(each, alike)}`;
    const inGroups = each > 1 ? ` in clusters of ${S.whole(each)} with correlation ${alike}` : "";
    return {
      headline: `${items(n)}, shared`,
      interval: S.tangoInterval(Math.max(0, worth - b - c), b, c, 0, level),
      caption: "What to expect with so many items, if the difference is there",
      sentence:
        `If only the first is right on ${S.percent(first, 10)} of the items and only the second on ${S.percent(second, 10)}, ` +
        `to find the difference with ${S.percent(power)} power (McNemar's test at ${alpha}, two-sided, on the same items) ` +
        `takes ${items(n)}${inGroups}.`,
      python: python(["items_for_paired"], [[`items_for_paired(${args})`, String(n)]]),
    };
  }

  function fromEffect({ known, right, items: n, effect, each, alike, level, name }) {
    const given = known === "alike" ? S.designEffectFor(each, alike) : effect;
    const planned = Math.max(1, given);
    if (planned > n && right <= n) {
      const what = known === "alike" ? "this size and correlation" : "this design effect";
      throw new Unreadable(`With ${what}, ${items(n)} would count for less than one: check it.`, known === "alike" ? "each" : "effect");
    }
    const shown = `design effect ${Number(planned.toPrecision(3))}`;
    const interval = { ...S.wilsonAtEffect(right, n, given, level), method: `Wilson, ${shown}` };
    const least = given < 1 ? ["max(1, ", ")"] : ["", ""];
    const lines = [
      known === "alike" ? `effect = ${least.join(`design_effect_for(${each}, ${alike})`)}` : `effect = ${planned}`,
      `low, high = METHODS["wilson"].ends(${right} / effect, ${n} / effect, ${level})`,
    ];
    const names = known === "alike" ? ["Interval", "design_effect_for"] : ["Interval"];
    const call = `Interval(low, high, ${right} / ${n}, ${level}, "${interval.method}")`;
    const worth = `the ${items(n)} in groups count for ${decimal(interval.items)} independent ones`;
    return {
      interval,
      warning: given < 1 ? `A design effect of ${Number(given.toPrecision(3))} is taken as 1: groups are not trusted to make items worth more.` : "",
      note: `${capital(worth)} (${shown}).`,
      sentence: `${got(name, right, n, interval)}. ${capital(worth)}. ${DRAWN_GROUPS}`,
      python: python(names, [[call, S.intervalText(interval)]], lines, 'from give_or_take.intervals import METHODS'),
    };
  }

  function fromGroups({ counts, level, name }) {
    const [right, sizes] = [0, 1].map((i) => counts.map((group) => group[i]));
    const interval = S.clusteredWilsonInterval(right, sizes, level);
    const [k, n] = [right, sizes].map((all) => all.reduce((sum, x) => sum + x, 0));
    const lines = [
      `right = [${right.join(", ")}]`,
      `items = [${sizes.join(", ")}]`,
      "scores = [x for k, n in zip(right, items) for x in [1] * k + [0] * (n - k)]",
      "groups = [group for group, n in enumerate(items) for _ in range(n)]",
    ];
    const call = `clustered_wilson_interval(scores, groups${also("level", level, 0.95)})`;
    const { few, effect, df } = interval;
    const tooFew = few === "items" ? "The groups are too few, or too unequal," : `Too few groups hold ${few}`;
    const worth = few
      ? `${tooFew} to estimate how alike the items of a group are. Each group counts as one item: ${decimal(interval.items)} in effect.`
      : `Design effect ${Number(effect.toPrecision(3))}: the ${items(n)} in ${S.whole(sizes.length)} groups count for ` +
        `${decimal(n / effect)} independent ones.`;
    const wider = `So few groups show the design effect only roughly: the interval is as wide as that of ${decimal(interval.items)} items ` +
      (interval.items > sizes.length ? `(Student's t, ${Number(df.toPrecision(2))} degrees of freedom).` : "(Student's t, and never fewer than the groups).");
    return {
      interval,
      warning: few && worth,
      note: few ? "" : n / effect > 1.1 * interval.items ? `${worth} ${wider}` : worth,
      sentence: `${got(name, k, n, interval)}. ${worth} ${DRAWN_GROUPS}`,
      python: python(["clustered_wilson_interval"], [[call, S.intervalText(interval)]], lines),
    };
  }

  // --- Words. The numbers are those that the package prints.

  const items = (n) => `${S.whole(n)} item${n === 1 ? "" : "s"}`;
  const capital = (words) => words[0].toUpperCase() + words.slice(1);
  const decimal = (x) => (x < 100 ? Number(x.toPrecision(3)) : S.whole(Math.round(x)));
  const points = (x) => `${Number((100 * x).toPrecision(6))} point${Number((100 * x).toPrecision(6)) === 1 ? "" : "s"}`;
  const got = (name, k, n, interval, of = "Of") => `${of && `${of} ${items(n)}, `}${name} got ${S.whole(k)} right: ${spelt(interval)}`;
  const DRAWN = "The interval is about items drawn at random from where these came from.";
  const DRAWN_GROUPS = "The interval is about groups drawn at random from where these came from.";

  const half = ({ low, high }) => (high - low) / 2;
  const ends = (low, high, spread, unit) => `${S.value(low, spread, unit).replace(" points", "")} to ${S.value(high, spread, unit)}`;

  /** 84.0% (95% Wilson interval 75.6% to 89.9%) */
  function spelt(interval) {
    const { low, high, estimate, level, method, unit } = interval;
    const [kind, more = ""] = method.split(/(?=, )/);
    const range = ends(low, high, half(interval), unit);
    return `${S.value(estimate, half(interval), unit)} (${S.percent(level)} ${kind} interval${more && `${more},`} ${range})`;
  }

  function verdict(interval, test, first, second) {
    const { low, high, estimate, level } = interval;
    const range = (one, other) => ends(one, other, half(interval), "points");
    const found = test.p < alphaOf(level);
    if (low <= 0 && high >= 0) {
      const open = `the data are compatible with a difference of ${range(low, high)}`;
      return found
        ? `On items like these, ${first} and ${second} are at the edge of being told apart: the test finds a difference (${S.pText(test.p)}), ` +
            `but the interval, another approximation, holds zero; ${open}.`
        : `On items like these, the data cannot tell ${first} from ${second}: ${open.replace("the data", "they")}.`;
    }
    const [ahead, behind] = estimate > 0 ? [first, second] : [second, first];
    const by = range(...[Math.abs(low), Math.abs(high)].sort((a, b) => a - b)).replaceAll("+", "");
    return found
      ? `On items like these, the data favour ${ahead} over ${behind}, by ${by}.`
      : `On items like these, the interval favours ${ahead} over ${behind}, by ${by}, but the test does not confirm it (${S.pText(test.p)}).`;
  }

  function differ(name, other) {
    if (name === other) throw new Unreadable(`Both are called “${name}”: give the second another name.`, "other");
  }

  // --- The same in Python

  const also = (name, x, usual) => (x === usual ? "" : `, ${name}=${x}`);
  const grouped = (each, alike) => (each > 1 ? `, items_each=${each}, correlation=${alike}` : "");

  /** Calls with what they print, below the lines that they need. */
  function python(names, calls, lines = [], more = "") {
    const printed = calls.map(([call, text]) => `print(${call})\n# ${text}`);
    return [`from give_or_take import ${names.join(", ")}`, ...(more ? [more] : []), ...lines, ...printed].join("\n");
  }

  // --- Numbers

  const alphaOf = (level) => Number((1 - level).toPrecision(10));
  const designEffect = (each, alike) => (each > 1 ? S.designEffectFor(each, alike) : 1);

  /** What somebody typed, as a number: as a count, 1,000 and 1 000 and 1'000 and 1.000 are a thousand. NaN if it is none. */
  function number(text, kind) {
    let plain = text.trim().replace(/^\+/, "").replace("−", "-");
    if (kind === "count" && /^[1-9]\d{0,2}(?:([ \u00a0\u2009\u202f,.'’_])\d{3})(?:\1\d{3})*$/.test(plain)) plain = plain.replace(/\D/g, "");
    else plain = plain.replace(/^(-?\d*),(\d+)$/, "$1.$2");
    return /^-?(\d+\.?\d*|\.\d+)(e\d+)?$/i.test(plain) ? Number(plain) : NaN;
  }

  /** Two or four counts in one text, such as "84/100 (84%)" or a row of a table; else none. */
  function several(text) {
    const plain = text.replace(/\(.*?\)/g, " ").trim();
    for (const separator of [/\/|\b(?:out\s+)?of\b|[\t\n;|]/i, /\/|\b(?:out\s+)?of\b|[\s;|]+/i, /[\s/;|,]+/]) {
      const found = plain.split(separator).map((part) => number(part, "count"));
      if (found.some(Number.isNaN)) continue;
      if (found.length === 4 || (found.length === 2 && Number.isNaN(number(plain, "count")))) return found;
    }
    return [];
  }

  /** What is wrong with what was typed: in its field, or in the one that is named. */
  class Unreadable extends Error {
    constructor(message, key) {
      super(message);
      this.key = key;
    }
  }

  /** The value of a field, or a sentence that says what to type. */
  function read({ kind, label, argument, blank }, text) {
    if (!kind || kind === "name") return text.trim() || blank;
    if (!text.trim()) throw new Unreadable("");
    if (kind === "list") return readGroups(text);
    const share = /%\s*$/.test(text);
    const x = number(text.replace(/%\s*$|((percentage )?points?|pts?|pp)\s*$/i, "").replace(kind === "points" ? /^\s*(±|\+\/?-)/ : "", ""), kind);
    if (Number.isNaN(x)) throw new Unreadable(`${label} must be a number: got “${text.trim()}”.`);
    if (kind === "count" && share) throw new Unreadable(`${label} must be a count, not a share: type how many, such as 84.`);
    if (kind === "points") {
      if (!(x > 0 && x < 100)) throw new Unreadable(`${label} must lie between 0 and 100: got ${x}.`);
      return scaled(x);
    }
    if (kind !== "percent") return share ? scaled(x) : x;
    const fraction = share || !bareFraction(x) ? scaled(x) : x;
    const open = ["level", "power", "rate"].includes(argument);
    if (fraction < 0 || fraction > 1 || (open && (fraction === 0 || fraction === 1))) {
      throw new Unreadable(`${label} must lie ${open ? "strictly " : ""}between 0% and 100%: got ${text.trim()}.`);
    }
    if (argument === "level" && fraction < 0.5) {
      throw new Unreadable(`Level must be at least 50%: got ${S.percent(fraction)}; did you mean ${S.percent(1 - fraction)}?`);
    }
    if (argument === "power" && fraction < 0.5) {
      throw new Unreadable(`Power must be at least 50%: got ${text.trim()}; do not plan to miss more often than not.`);
    }
    return fraction;
  }

  const bareFraction = (x) => x > 0 && x < 1;
  const scaled = (x) => Number((x / 100).toPrecision(15));

  function readGroups(text) {
    const plain = text.replace(/\(.*?\)/g, " ").replace(/\s*(\/|\bof\b)\s*/g, "/");
    const groups = plain.split(/,?[\s;]+|(?<=\/\d+),(?=\d+\/)/).filter(Boolean);
    return groups.map((group) => {
      const parts = group.split("/").map((part) => number(part, "count"));
      if (parts.length !== 2 || parts.some(Number.isNaN)) {
        throw new Unreadable(`Write each group as right/items, such as 8/10: got “${group}”.`);
      }
      return parts;
    });
  }

  // --- The page

  const sections = Object.keys(TABS).map((id) => document.getElementById(id));
  const element = (tag, attributes = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), attributes);
    for (const [key, x] of Object.entries(attributes)) if (key.includes("-") || key === "role") made.setAttribute(key, x);
    made.append(...children);
    return made;
  };

  const tabs = element("div", { className: "calculator-tabs", role: "tablist", "aria-label": "What to compute" });
  const spoken = element("p", { className: "calculator-spoken", "aria-live": "polite" });

  for (const section of sections) {
    const { id } = section;
    const heading = section.querySelector("h2");
    const tab = element("button", { type: "button", id: `tab-${id}`, role: "tab", "aria-controls": id });
    tab.textContent = heading.firstChild.textContent;
    tab.addEventListener("click", () => choose(id, true));
    tabs.append(tab);
    heading.hidden = true;
    section.setAttribute("role", "tabpanel");
    section.setAttribute("aria-labelledby", tab.id);
    build(section, TABS[id]);
  }
  document.querySelector(".no-script").replaceWith(tabs);
  sections.at(-1).after(spoken);

  tabs.addEventListener("keydown", (event) => {
    const all = [...tabs.children];
    const here = all.indexOf(event.target);
    const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = all.at(to % all.length);
    next.focus();
    next.click();
  });

  function build(section, tab) {
    const fields = element("div", { className: "calculator-fields" });
    tab.inputs = {};
    for (const [key, one] of Object.entries(tab.fields)) {
      const id = `${section.id}-${key}`;
      let input;
      if (one.options) {
        input = element("select", { id });
        for (const [value, words] of Object.entries(one.options)) input.append(element("option", { value }, words));
        input.value = one.example;
      } else {
        const inputMode = { count: "numeric", name: "text", list: "text" }[one.kind] ?? "decimal";
        const tag = one.kind === "list" ? "textarea" : "input";
        input = element(tag, { id, value: one.example, autocomplete: "off", spellcheck: false, inputMode });
      }
      input.setAttribute("aria-describedby", `${id}-says`);
      const says = element("p", { id: `${id}-says`, className: "calculator-says" });
      const box = element("div", { className: `calculator-field calculator-${key === tab.mode ? "mode" : one.kind}` });
      box.append(element("label", { htmlFor: id }, one.label), input);
      fields.append(box, says);
      tab.inputs[key] = { input, says, box };
      input.addEventListener("input", () => typed(section.id, key));
      input.addEventListener("change", () => spread(section.id, key, input.value));
      input.addEventListener("paste", (event) => {
        if (spread(section.id, key, event.clipboardData.getData("text"))) event.preventDefault();
      });
      input.addEventListener("keydown", (event) => step(event, one, section.id, key));
      input.addEventListener("focus", () => input.select?.());
    }
    const code = section.querySelector(".highlight-python");
    tab.output = element("div", { className: "calculator-answer" });
    code.before(element("form", { onsubmit: () => false, "aria-label": "Inputs" }, fields), tab.output);
    code.remove();
  }

  /** Up and down count, as in a field for numbers. */
  function step(event, one, id, key) {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const x = one.kind === "count" ? number(event.target.value, "count") : NaN;
    if (!by || Number.isNaN(x)) return;
    event.preventDefault();
    event.target.value = Math.max(0, x + by);
    typed(id, key);
  }

  function typed(id) {
    update(id);
    history.replaceState(null, "", link(id));
  }

  /** The fields that these numbers fill, the one they stand in among them. */
  const rowFor = (id, key, found) => (TABS[id].rows ?? []).find((row) => row.length === found.length && row.includes(key));

  /** "84/100", "84 of 100" and cells of a table fill the fields of a row, when pasted, at Enter, or when one leaves. */
  function spread(id, key, text) {
    const found = several(text);
    const row = rowFor(id, key, found);
    row?.forEach((one, i) => (TABS[id].inputs[one].input.value = S.whole(found[i])));
    if (row) typed(id);
    return row;
  }

  /** The answer to what the fields hold, or beside the field what is wrong. */
  function update(id) {
    const tab = TABS[id];
    const mode = tab.mode && tab.inputs[tab.mode].input.value;
    const values = {};
    const { inputs } = tab;
    let wrong = false;
    for (const [key, one] of Object.entries(tab.fields)) {
      const { input, says, box } = tab.inputs[key];
      box.hidden = Boolean(one.only && !one.only.split(" ").includes(mode));
      complain(tab, key, "");
      if (box.hidden) continue;
      try {
        values[key] = read(one, input.value);
        says.textContent = readAs(one, input.value, values[key]);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        wrong = true;
        const waits = rowFor(id, key, several(input.value));
        complain(tab, key, waits ? `Enter fills ${waits.length} fields with these numbers.` : error.message, error.message === "");
        if (!waits) offer(tab, key, says, input.value);
      }
    }
    let answer = null;
    if (!wrong) {
      try {
        answer = tab.answer(values);
        if (values.each === 1 && values.alike) inputs.alike.says.textContent = "Does nothing while each group has 1 item.";
      } catch (error) {
        if (error instanceof Unreadable) complain(tab, error.key, error.message);
        else if (error instanceof S.Refusal) refused(tab, mode, values, error);
        else throw error;
      }
    }
    show(id, answer);
    if (id === chosen) {
      const notes = Object.values(inputs).map(({ says, box }) => (box.hidden ? "" : says.textContent));
      speak([...notes, answer?.warning, answer?.sentence].filter(Boolean).join(" "), 800);
    }
  }

  /** How a number was read, if somebody may have meant another. */
  function readAs({ kind }, text, x) {
    if (kind === "percent" && bareFraction(number(text))) return `Read as ${S.percent(x, 10)}.`;
    if (kind === "count" && /\d[^\d,]\d/.test(text.trim())) return `Read as ${S.whole(x)}.`;
    if (kind === "points" && x < 0.001) return `Read as ${points(x)}; did you mean ${Number((1e4 * x).toPrecision(6))}?`;
    return "";
  }

  function complain(tab, key, words, empty = false) {
    const { input, says } = tab.inputs[key];
    says.textContent = empty ? `${tab.fields[key].label}: type ${tab.fields[key].kind === "list" ? "the counts" : "a number"}.` : words;
    input.toggleAttribute("aria-invalid", false);
    if (words) input.setAttribute("aria-invalid", "true");
  }

  /** A refusal of the package, in the words of the page's labels. */
  function refused(tab, mode, values, error) {
    const visible = Object.entries(tab.fields).filter(([, one]) => !one.only || one.only.split(" ").includes(mode));
    const [key] = visible.find(([, one]) => one.argument === error.argument) ?? visible.find(([, one]) => one.kind === "list") ?? visible[0];
    const labels = visible.filter(([, one]) => one.argument).map(([, one]) => [one.argument, one.kind === "list" ? "groups" : one.label]);
    let words = error.message;
    for (const [argument, label] of [...labels, ["successes", "right"], ["n", "items"]]) {
      words = words.replace(new RegExp(`\\b${argument}\\b`, "g"), () => label.toLowerCase());
    }
    complain(tab, key, `${words[0].toUpperCase()}${words.slice(1)}${words.endsWith("?") ? "" : "."}`);
    const { input, says } = tab.inputs[key];
    offer(tab, key, says, input.value, values[key]);
  }

  /** A share where a count belongs: the count that it stands for, to be taken by a click. */
  function offer(tab, key, says, text, x) {
    const pair = (tab.rows ?? []).find((row) => row.length === 2 && row[0] === key);
    if (!pair) return;
    const n = number(tab.inputs[pair[1]].input.value, "count");
    const share = /%\s*$/.test(text) ? number(text.replace("%", ""), "") / 100 : x > 0 && x < 1 ? x : NaN;
    const count = Math.round(share * n);
    if (!(share >= 0 && share <= 1 && n > 0)) return;
    const exact = Math.abs(share * n - count) < 1e-6 * n;
    says.append(exact ? " " : ` ${text.trim()} of ${S.whole(n)} is no whole number; the nearest is ${S.whole(count)}. `);
    const use = element("button", { type: "button", className: "calculator-use" }, `Use ${S.whole(count)}`);
    use.addEventListener("click", () => {
      const { input } = tab.inputs[key];
      input.value = S.whole(count);
      input.focus();
      input.dispatchEvent(new Event("input"));
    });
    says.append(use);
  }

  let speaking = 0;

  /** To a screen reader, when typing has paused; then gone, so that nobody reads it twice. */
  function speak(words, pause = 0) {
    clearTimeout(speaking);
    spoken.textContent = "";
    speaking = setTimeout(() => {
      spoken.textContent = words;
      speaking = setTimeout(() => (spoken.textContent = ""), 5000);
    }, pause);
  }

  function show(id, answer) {
    const { output } = TABS[id];
    output.classList.toggle("calculator-waits", !answer);
    if (!answer) return output.replaceChildren(element("p", {}, "The answer comes when the fields above make sense."));
    const { interval, test, headline, warning, note, caption, sentence, python } = answer;
    const { low, high, estimate, level, unit } = interval;
    const big = headline ?? S.value(estimate, half(interval), unit);
    const range = headline ? "" : `${S.percent(level)} interval: ${ends(low, high, half(interval), unit)}`;
    const top = element("p", { className: "calculator-headline" }, element("strong", {}, big), range && element("span", {}, range));
    if (test) top.append(element("span", {}, S.pText(test.p)));
    output.replaceChildren(
      ...(warning ? [element("p", { className: "calculator-warning" }, warning)] : []),
      top,
      copied("To paste", element("p", { className: "calculator-sentence" }, sentence)),
      picture(interval, output.clientWidth || 640, caption),
      ...(caption ? [element("p", { className: "calculator-note" }, `${caption}.`)] : []),
      ...(note ? [element("p", { className: "calculator-note" }, note)] : []),
      copied("In Python", element("pre", { className: "calculator-python", tabIndex: 0 }, element("code", {}, python))),
      copied("Link", element("p", {}, element("a", { href: link(id), className: "calculator-link" }, "this page with these inputs")), () => new URL(link(id), location.href).href),
    );
  }

  /** What can be copied, under a heading with the button. */
  function copied(title, content, text = () => content.textContent) {
    const button = element("button", { type: "button", className: "calculator-copy", "aria-label": `Copy: ${title}` }, "Copy");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text());
      } catch {
        const area = element("textarea", { value: text() }); // where the browser keeps the clipboard from pages
        content.append(area);
        area.select();
        document.execCommand("copy");
        area.remove();
      }
      button.textContent = "Copied";
      speak("Copied");
      setTimeout(() => (button.textContent = "Copy"), 1500);
    });
    return element("div", { className: "calculator-part" }, element("h2", {}, title), button, content);
  }

  /** The interval on a line: of a difference with zero. */
  function picture(interval, width, caption = "") {
    const { low, high, estimate, unit } = interval;
    const difference = unit === "points";
    let [from, to] = difference ? [Math.min(low, 0), Math.max(high, 0)] : [low, high];
    const room = Math.max((to - from) * 0.35, 1e-9);
    [from, to] = [Math.max(from - room, difference ? -1 : 0), Math.min(to + room, 1)];
    const label = (value) => S.value(value, half(interval), unit).replace(" points", "");
    const margin = 16 + 8 * Math.max(label(low).length, label(high).length);
    const x = (value) => margin + ((value - from) / (to - from)) * (width - 2 * margin);
    const parts = [];
    const draw = (tag, attributes, text = "") => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
      made.textContent = text;
      parts.push(made);
    };
    for (const tick of ticks(from, to, Math.max(1, Math.min(6, (width - 2 * margin) / (5 * margin / 4))))) {
      draw("line", { x1: x(tick), x2: x(tick), y1: 66, y2: 72, class: "axis" });
      const sign = difference && tick > 0 ? "+" : "";
      draw("text", { x: x(tick), y: 88, class: "tick" }, `${sign}${Number((100 * tick).toPrecision(10))}${difference ? "" : "%"}`);
    }
    draw("line", { x1: x(from), x2: x(to), y1: 66, y2: 66, class: "axis" });
    if (difference) draw("line", { x1: x(0), x2: x(0), y1: 28, y2: 66, class: "zero" });
    draw("line", { x1: x(low), x2: x(high), y1: 40, y2: 40, class: "bar" });
    for (const end of [low, high]) draw("line", { x1: x(end), x2: x(end), y1: 32, y2: 48, class: "bar" });
    draw("circle", { cx: x(estimate), cy: 40, r: 6, class: "dot" });
    draw("text", { x: x(low) - 8, y: 45, class: "low" }, label(low));
    draw("text", { x: x(high) + 8, y: 45, class: "high" }, label(high));
    draw("text", { x: x(estimate), y: 22, class: "estimate" }, label(estimate));
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", `0 0 ${width} 96`);
    svg.setAttribute("class", "calculator-picture");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `${caption ? `${caption}: ` : ""}${S.intervalText(interval)}, drawn on a line`);
    svg.append(...parts);
    return svg;
  }

  /** Round numbers on an axis. */
  function ticks(from, to, most) {
    const rough = (to - from) / most;
    const power = 10 ** Math.floor(Math.log10(rough));
    const size = [1, 2, 5, 10].map((x) => x * power).find((x) => x >= rough);
    const [first, last] = [Math.ceil(from / size - 1e-9), Math.floor(to / size + 1e-9)];
    return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * size);
  }

  // --- Links that carry the inputs: #two-runs?first=84&...

  let chosen = "";

  function link(id) {
    const { inputs, fields } = TABS[id];
    const typed = Object.entries(inputs).filter(([key, { input, box }]) => !box.hidden && input.value !== fields[key].example);
    const query = new URLSearchParams(typed.map(([key, { input }]) => [key, input.value]));
    return `#${id}${query.size ? `?${query}` : ""}`;
  }

  function choose(id, record = false) {
    chosen = id;
    for (const tab of tabs.children) {
      const here = tab.id === `tab-${id}`;
      tab.setAttribute("aria-selected", here);
      tab.tabIndex = here ? 0 : -1;
    }
    for (const section of sections) section.hidden = section.id !== id;
    update(id);
    if (record) history.replaceState(null, "", link(id));
  }

  function restore() {
    const [id, query = ""] = location.hash.slice(1).split("?");
    const tab = TABS[id];
    if (!tab) return choose("one-rate");
    const given = new URLSearchParams(query);
    for (const [key, { input }] of Object.entries(tab.inputs)) {
      const value = given.get(key) ?? tab.fields[key].example;
      input.value = value.slice(0, 10_000);
      if (tab.fields[key].options && !input.value) input.value = tab.fields[key].example; // a choice that there is not
    }
    choose(id);
  }

  addEventListener("hashchange", restore);
  let wide = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth !== wide) update(chosen);
    wide = innerWidth;
  });
  const linked = location.hash.includes("="); // who follows a link reads first: an arrow key must not count down
  restore();
  // After load: a link to a section takes the focus away.
  addEventListener("load", () => {
    const focus = () => Object.values(TABS[chosen].inputs)[0].input.focus({ preventScroll: true });
    if (matchMedia("(pointer: fine)").matches && !linked) setTimeout(focus);
  });
})();
