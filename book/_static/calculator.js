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
  const name = (label, example) => field(label, "name", example);

  const TABS = {
    "one-rate": {
      fields: {
        right: field("Right", "count", "84", "successes"),
        items: field("Items", "count", "100", "n"),
        level: LEVEL,
        method: { label: "Method", example: "wilson", options: { wilson: "Wilson", exact: "Clopper-Pearson", jeffreys: "Jeffreys" } },
        name: name("Call it", "The system"),
      },
      fractions: [["right", "items"]],
      answer({ right, items, level, method, name }) {
        const [compute, call] = {
          wilson: [S.wilsonInterval, "wilson_interval"],
          exact: [S.clopperPearsonInterval, "clopper_pearson_interval"],
          jeffreys: [S.jeffreysInterval, "jeffreys_interval"],
        }[method];
        const interval = compute(right, items, level);
        return {
          interval,
          sentence: `${got(name, right, items, interval)}. ${likeThese(items)}`,
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
        level: LEVEL,
        name: name("Call the first", "new"),
        other: name("Call the second", "old"),
      },
      fractions: [["first", "firstItems"], ["second", "secondItems"]],
      answer({ first, firstItems, second, secondItems, level, name, other }) {
        const counts = [first, firstItems, second, secondItems];
        const [interval, test] = [S.newcombeInterval(...counts, level), S.pooledZTest(...counts)];
        const each = [
          got(name, first, firstItems, S.wilsonInterval(first, firstItems, level)),
          got(other, second, secondItems, S.wilsonInterval(second, secondItems, level)),
        ];
        return {
          interval,
          test,
          sentence:
            `${each.join("; ")}. ${name} minus ${other}: ${S.intervalText(interval)}, on different items, ` +
            `${S.testText(test)}. ${verdict(interval, test, name, other)}`,
          python: python(
            ["newcombe_interval", "pooled_z_test"],
            [
              [`newcombe_interval(${counts.join(", ")}${also("level", level, 0.95)})`, S.intervalText(interval)],
              [`pooled_z_test(${counts.join(", ")})`, S.testText(test)],
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
        name: name("Call the first", "new"),
        other: name("Call the second", "old"),
      },
      answer({ both, first, second, neither, level, name, other }) {
        const interval = S.tangoInterval(both, first, second, neither, level);
        const test = S.mcnemarTest(first, second);
        const n = both + first + second + neither;
        const each = [
          got(name, both + first, n, S.wilsonInterval(both + first, n, level)),
          got(other, both + second, n, S.wilsonInterval(both + second, n, level)),
        ];
        return {
          interval,
          test,
          sentence:
            `${each.join("; ")}. ${name} minus ${other}: ${S.intervalText(interval)}, on the same ${items(n)}, ` +
            `${S.whole(first)} flip${first === 1 ? "" : "s"} for ${name}, ${S.whole(second)} for ${other}, ` +
            `${S.pText(test.p)} (McNemar mid-p). ${verdict(interval, test, name, other)}`,
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
        name: name("Call it", "The system"),
      },
      mode: "known",
      fractions: [["right", "items"]],
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
    const planned = known === "alike" ? S.designEffectFor(each, alike) : effect;
    const interval = S.wilsonAtEffect(right, n, planned, level);
    const shown = `design effect ${Number(Math.max(1, planned).toPrecision(3))}`;
    const lines = [
      known === "alike" ? `effect = ${planned < 1 ? "max(1, " : ""}design_effect_for(${each}, ${alike})${planned < 1 ? ")" : ""}` : `effect = ${Math.max(1, planned)}`,
      `low, high = METHODS["wilson"].ends(${right} / effect, ${n} / effect, ${level})`,
    ];
    const text = S.intervalText(interval);
    const given = known === "alike" ? ["Interval", "design_effect_for"] : ["Interval"];
    return {
      interval,
      note: `${S.whole(n)} items in groups count for ${decimal(interval.items)} independent ones (${shown}).`,
      sentence: `${got(name, right, n, interval)}; in groups, the ${items(n)} count for ${decimal(interval.items)} independent ones (${shown}).`,
      python: python(given, [[`Interval(low, high, ${right} / ${n}, ${level}, "Wilson")`, text]], lines, 'from give_or_take.intervals import METHODS'),
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
    return {
      interval,
      note: `${S.whole(n)} items in ${S.whole(sizes.length)} groups count for ${decimal(interval.items)} independent ones.`,
      sentence:
        `${got(name, k, n, interval)}. The numbers are about groups like these ${S.whole(sizes.length)}: other groups, ` +
        "as if drawn in the same way, with other items.",
      python: python(["clustered_wilson_interval"], [[call, S.intervalText(interval)]], lines),
    };
  }

  // --- Words: those of give_or_take/reports/sentences.py

  const items = (n) => `${S.whole(n)} item${n === 1 ? "" : "s"}`;
  const decimal = (x) => (x < 100 ? Number(x.toPrecision(3)) : S.whole(Math.round(x)));
  const points = (x) => `${Number((100 * x).toPrecision(6))} point${Number((100 * x).toPrecision(6)) === 1 ? "" : "s"}`;
  const got = (name, k, n, interval) => `${name} got ${S.whole(k)} of ${S.whole(n)} right, ${S.intervalText(interval)}`;
  const likeThese = (n) => `The numbers are about items like these ${S.whole(n)}, as if drawn in the same way.`;

  function verdict({ low, high, estimate, level }, test, first, second) {
    const half = (high - low) / 2;
    const range = (one, other) => `${S.value(one, half, "points").replace(" points", "")} to ${S.value(other, half, "points")}`;
    if (low <= 0 && high >= 0) {
      return `On items like these, the data cannot tell ${first} from ${second}: the difference may be anything from ${range(low, high)}.`;
    }
    const [ahead, behind] = estimate > 0 ? [first, second] : [second, first];
    const by = range(...[Math.abs(low), Math.abs(high)].sort((a, b) => a - b)).replaceAll("+", "");
    return test.p < alphaOf(level)
      ? `On items like these, the data favour ${ahead} over ${behind}, by ${by}.`
      : `On items like these, the interval favours ${ahead} over ${behind}, by ${by}, but the test does not confirm it (${S.pText(test.p)}).`;
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

  /** What somebody typed, as a number: 1,000 and 1 000 and 1'000 are a thousand. NaN if it is none. */
  function number(text, kind) {
    let plain = text.trim().replace(/[\s'’_]/g, "").replace("−", "-");
    if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)) plain = plain.replaceAll(",", "");
    else if (kind === "count" && /^\d{1,3}(\.\d{3})+$/.test(plain)) plain = plain.replaceAll(".", "");
    else plain = plain.replace(/^(-?\d*),(\d+)$/, "$1.$2");
    return /^-?(\d+\.?\d*|\.\d+)(e\d+)?$/i.test(plain) ? Number(plain) : NaN;
  }

  class Unreadable extends Error {}

  /** The value of a field, or a sentence that says what to type. */
  function read({ kind, label, argument }, text) {
    if (!kind || kind === "name") return text.trim() || "It";
    if (!text.trim()) throw new Unreadable("");
    if (kind === "list") return readGroups(text);
    const share = /%\s*$/.test(text);
    const x = number(text.replace(/%\s*$|(points?|pts?)\s*$/i, ""), kind);
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
    if (argument === "power" && fraction < 0.5) {
      throw new Unreadable(`Power must be at least 50%: got ${text.trim()}; do not plan to miss more often than not.`);
    }
    return fraction;
  }

  const bareFraction = (x) => x > 0 && x < 1;
  const scaled = (x) => Number((x / 100).toPrecision(15));

  function readGroups(text) {
    const groups = text.trim().replace(/\s*(\/|\bof\b)\s*/g, "/").split(/[\s;,]+/).filter(Boolean);
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

  /** "84/100" and "84 of 100" fill two fields. */
  function typed(id, key) {
    const { fractions = [], inputs } = TABS[id];
    for (const [above, below] of fractions) {
      const parts = inputs[key].input.value.match(/^([^/]*\d[^/]*?)\s*(?:\/|\bof\b|\bout of\b)\s*([^/]*\d[^/]*)$/);
      if ((key === above || key === below) && parts) {
        const found = parts.slice(1).map((part) => number(part, "count"));
        if (!found.some(Number.isNaN)) [inputs[above].input.value, inputs[below].input.value] = found.map(S.whole);
      }
    }
    update(id);
    history.replaceState(null, "", link(id));
  }

  /** The answer to what the fields hold, or beside the field what is wrong. */
  function update(id) {
    const tab = TABS[id];
    const mode = tab.mode && tab.inputs[tab.mode].input.value;
    const values = {};
    let wrong = false;
    for (const [key, one] of Object.entries(tab.fields)) {
      const { input, says, box } = tab.inputs[key];
      box.hidden = Boolean(one.only && !one.only.split(" ").includes(mode));
      complain(tab, key, "");
      if (box.hidden) continue;
      try {
        values[key] = read(one, input.value);
        if (one.kind === "percent" && bareFraction(number(input.value))) says.textContent = `Read as ${S.percent(values[key], 10)}.`;
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        wrong = true;
        complain(tab, key, error.message, error.message === "");
        offer(tab, key, says, input.value);
      }
    }
    let answer = null;
    if (!wrong) {
      try {
        answer = tab.answer(values);
      } catch (error) {
        if (!(error instanceof S.Refusal)) throw error;
        refused(tab, mode, values, error);
      }
    }
    show(id, answer);
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
    const pair = (tab.fractions ?? []).find(([above]) => above === key);
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

  function show(id, answer) {
    const { output } = TABS[id];
    clearTimeout(speaking);
    output.classList.toggle("calculator-waits", !answer);
    if (!answer) return output.replaceChildren(element("p", {}, "The answer comes when the fields above make sense."));
    const { interval, test, headline, note, caption, sentence, python } = answer;
    const half = (interval.high - interval.low) / 2;
    const of = (x) => S.value(x, half, interval.unit);
    const big = headline ?? of(interval.estimate);
    const unit = interval.unit === "%" ? "" : " points";
    const range = headline ? "" : `${S.percent(interval.level)} interval: ${of(interval.low).replace(unit, "")} to ${of(interval.high)}`;
    const top = element("p", { className: "calculator-headline" }, element("strong", {}, big), range && element("span", {}, range));
    if (test) top.append(element("span", {}, S.pText(test.p)));
    output.replaceChildren(
      top,
      picture(interval, output.clientWidth || 640, caption),
      ...(caption ? [element("p", { className: "calculator-note" }, `${caption}.`)] : []),
      ...(note ? [element("p", { className: "calculator-note" }, note)] : []),
      copied("To paste", element("p", { className: "calculator-sentence" }, sentence)),
      copied("In Python", element("pre", { className: "calculator-python", tabIndex: 0 }, element("code", {}, python))),
      copied("Link", element("p", {}, element("a", { href: link(id), className: "calculator-link" }, "this page with these inputs")), () => new URL(link(id), location.href).href),
    );
    if (id === chosen) speaking = setTimeout(() => (spoken.textContent = sentence), 800);
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
    const half = (high - low) / 2;
    const label = (value) => S.value(value, half, unit).replace(" points", "");
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
    if (difference) draw("line", { x1: x(0), x2: x(0), y1: 8, y2: 66, class: "zero" });
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
      if (!input.value) input.value = tab.fields[key].example; // a choice that there is not
    }
    choose(id);
  }

  addEventListener("hashchange", restore);
  let wide = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth !== wide) update(chosen);
    wide = innerWidth;
  });
  restore();
})();
