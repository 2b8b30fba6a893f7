// The calculator page. Each section of book/calculator.md becomes a tab: its fields go in, and the answer while one
// types. What is read is in calculator-reading.js, and what is answered in calculator-answers.js.

(() => {
  "use strict";

  const S = GiveOrTakeStatistics;
  const R = GiveOrTakeReading;
  const { Unreadable, bareFraction } = R;
  const { HELD, TABS, address, ends, half, items, meant, named, points, toPaste, total, value } = GiveOrTakeCalculator;

  // --- The page

  const sections = Object.keys(TABS).map((id) => document.getElementById(id));
  const pressed = (label, onclick) => make("button", { type: "button", className: "calculator-use", onclick }, label);
  const signed = (text) => text.replaceAll("-", "−");
  const warn = (...words) => make("p", { className: "calculator-warning" }, ...words);

  const tabs = make("div", { className: "tabs", role: "tablist", ariaLabel: "What to compute" });
  const spoken = make("p", { className: "calculator-spoken", ariaLive: "polite" });
  const told = make("div", { className: "calculator-told" });

  for (const section of sections) {
    const { id } = section;
    const heading = section.querySelector("h2");
    const tab = make("button", { type: "button", id: `tab-${id}`, role: "tab", onclick: () => choose(id, true) }, heading.firstChild.textContent);
    tab.setAttribute("aria-controls", id);
    tabs.append(tab);
    heading.hidden = true;
    section.role = "tabpanel";
    section.setAttribute("aria-labelledby", tab.id);
    build(section, TABS[id]);
  }
  document.querySelector(".no-script").replaceWith(pasting(), told, tabs);
  sections.at(-1).after(spoken);

  byArrows(tabs, (tab) => {
    choose(tab.getAttribute("aria-controls"));
    history.replaceState(null, "", link(chosen));
  });

  /** A tab: what it asks for on the left, its answer on the right, what one takes along below. */
  function build(section, tab) {
    tab.set = make("span", {});
    tab.more = make("details", { className: "calculator-options" }, make("summary", {}, "More options", tab.set));
    const asks = make("form", { className: "calculator-asks", onsubmit: () => false, ariaLabel: "Inputs" },
      section.querySelector("p"), make("p", { className: "calculator-note calculator-over" }, "An example: type your own numbers over it."));
    tab.inputs = {};
    tab.example = true;
    for (const [key, one] of Object.entries(tab.fields)) {
      const id = `${section.id}-${key}`;
      const inputMode = { count: "numeric", name: "text", list: "text" }[one.kind] ?? "decimal";
      const input = one.options
        ? make("select", { id }, ...Object.entries(one.options).map(([value, words]) => make("option", { value }, words)))
        : make(one.kind === "list" ? "textarea" : "input", { id, placeholder: one.start ? "" : `e.g. ${one.example}`, autocomplete: "off", spellcheck: false, inputMode });
      input.setAttribute("aria-describedby", `${id}-says`);
      const says = make("p", { id: `${id}-says`, className: "calculator-says" });
      const wide = key === tab.mode || one.kind === "list" ? " calculator-wide" : "";
      const box = make("div", { className: `calculator-field${wide}` }, make("label", { htmlFor: id }, one.label), input);
      (one.more ? tab.more : asks).append(box, says);
      one.words = one.label;
      tab.inputs[key] = { input, says, box };
      input.value = one.example;
      input.addEventListener("input", () => {
        tab.inputs[key].touched = true;
        if (isData(one)) leaveExample(tab, key);
        told.replaceChildren();
        typed(section.id);
      });
      input.addEventListener("change", () => one.kind === "count" && isSeveral(input.value) && several(section.id, key, input.value));
      input.addEventListener("paste", (event) => {
        const text = event.clipboardData.getData("text");
        const elsewhere = one.kind === "list" ? !R.countsOf(text) && /[\t\n]/.test(text.trim()) : one.kind === "count" && isSeveral(text);
        if (!elsewhere) return;
        event.preventDefault();
        several(section.id, key, text);
      });
      input.addEventListener("focus", () => input.select?.());
    }
    asks.append(tab.more);
    tab.top = make("div", { className: "calculator-top" });
    tab.output = make("div", { className: "calculator-answer" });
    tab.along = make("div", { className: "calculator-along" });
    const caution = section.querySelector(".too-sure") ?? "";
    tab.work = make("div", { className: "calculator-work" }, asks, tab.top, make("div", {}, tab.output, caution), tab.along);
    section.querySelector(".highlight-python").replaceWith(tab.work);
  }

  /** A label with what the systems are called: "New right", "Right only by the new one"; or by their own names. */
  const labelled = ({ inputs, fields }, words = "") => words.replace(/\{(\w+)\}/, (_, key, at) => {
    const { start } = fields[key];
    const own = inputs[key].input.value.trim();
    return own && own !== start ? own : at ? `the ${start} one` : start[0].toUpperCase() + start.slice(1);
  });

  /** What is set under "More options": 95%, Wilson, independent. */
  const setting = ({ inputs, fields }, values) => Object.entries(fields).flatMap(([key, one]) => {
    const { input: { value }, box } = inputs[key];
    if (!one.more || box.hidden || (value === one.start && !one.options && one.kind !== "percent")) return [];
    const said = one.options?.[value] ?? (one.kind === "percent" && values[key] ? S.percent(values[key]) : value);
    return [one.options || one.argument === "level" || one.kind === "name" ? said : `${one.label.toLowerCase()} ${said}`];
  });

  function typed(id) {
    update(id);
    // Safari takes a hundred in half a minute, and the next one carries all fields.
    try { history.replaceState(null, "", link(id)); } catch { /* the next one */ }
  }

  // --- The example with which a tab opens: counts give way to the first that is typed, what a plan assumes stays

  const isData = (one) => !one.options && !one.more;
  const startOf = (tab, one) => (tab.example || (tab.plans && isData(one)) ? one.example : one.start);

  function leaveExample(tab, kept) {
    if (!tab.example) return;
    tab.example = false;
    for (const [key, one] of Object.entries(tab.fields)) {
      if (isData(one) && key !== kept) tab.inputs[key].input.value = startOf(tab, one);
    }
  }

  // --- What is pasted, opened, or typed where one number belongs. GiveOrTakeReading reads it; here it finds its place.

  const FORMS = "Two formats can be read: one or two counts, such as 84/100 or 84 of 100; or a table with headings:";
  const TABLE = "model,right,items\nnew,84,100\nold,78,100";

  /** Where results are pasted, and files opened. */
  function pasting() {
    const box = make("textarea", { id: "calculator-paste", placeholder: "84/100 v 78/100, or a table with headings", spellcheck: false, autocomplete: "off" });
    let [last, waits] = ["", 0]; // what was read while it is being typed
    /** Reads what stands there. Half a line is no mistake yet: while somebody types, a refusal waits. */
    const read = (typing) => {
      clearTimeout(waits);
      const got = box.value.trim() && box.value !== last ? R.read(box.value) : null;
      if (typing && got?.refused) return void (waits = setTimeout(read, 1000));
      if (got && !take(got, [], !(typing && last))) return; // what was refused stays, to be mended
      last = typing ? box.value : (box.value = "");
    };
    box.addEventListener("input", ({ inputType }) => {
      clearTimeout(waits);
      if (inputType === "insertFromPaste") read();
      else waits = setTimeout(() => read(true), 100);
    });
    box.addEventListener("change", () => read());
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      read();
    });
    const file = make("input", { type: "file", accept: ".csv,.tsv,.txt", hidden: true });
    file.addEventListener("change", async () => {
      const text = file.files[0].size > 2e7 ? "\0" : await file.files[0].text();
      const refused = "A file must be a table, saved as CSV, of at most 20 MB: give-or-take report takes larger ones.";
      take(text.includes("\0") ? { refused } : R.read(text));
      file.value = "";
    });
    const field = make("div", { className: "calculator-field calculator-wide" }, make("label", { htmlFor: box.id }, "Paste results"), box);
    return make("details", { className: "calculator-paste" }, make("summary", {}, "Paste results or open a CSV file"), field, pressed("Open a CSV file", () => file.click()), file);
  }

  const isSeveral = (text) => Boolean(R.countsOf(text)) || /[\t\n]/.test(text.trim());

  /** Counts in a field go to it and the one beside it; more is read like a paste. */
  function several(id, key, text) {
    const { rows = [], inputs } = TABS[id];
    const [counts, ...more] = R.countsOf(text) ?? [];
    const row = rows.find(([first]) => first === key);
    if (!counts || more.length || !row) return take(R.read(text));
    leaveExample(TABS[id], key);
    row.forEach((one, i) => (inputs[one].input.value = S.whole(counts[i])));
    return typed(id);
  }

  const rate = ([k, n]) => `${S.whole(k)} of ${S.whole(n)}`;
  const list = (groups) => groups.map((group) => group.join("/")).join(" ");

  /** What to say of what was read, what may be chosen, and where it goes: {words, options, below, tab, fill}. */
  function placed(got) {
    const { kind, counts, names = [], systems, hang = "no", by } = got;
    if (got.refused) return { words: `${got.refused} ${FORMS}`, below: make("pre", {}, TABLE) };
    if (got.ask) return { words: got.ask, options: got.options };
    const open = kind === "counts" && !systems && counts.length > 1;
    const options = [{ label: "Groups of one system", got: { ...got, left: [], groups: counts } }];
    const groups = got.groups ?? (open && chosen === "groups" ? counts : undefined);
    if (groups && kind !== "pairs") {
      const words = `Read as ${S.whole(groups.length)} groups${by ? ` by ${by}` : ""}, ${rate(total(groups))} right.`;
      return { tab: "groups", fill: { known: "counts", counts: list(groups) }, words };
    }
    if (open && counts.length > 2) {
      options.unshift({ label: "Systems", got: { ...got, left: [], systems: true } });
      return { words: `Are these ${S.whole(counts.length)} systems, or groups of one system?`, options };
    }
    if (kind === "counts" && counts.length > 2) return candidates(got);
    const [name, other] = ["the first", "the second"].map((which, i) => (names[0] !== names[1] && names[i]) || which);
    if (kind === "pairs") {
      const [both, first, second, neither] = counts;
      const words = `Read as two systems on the same ${items(both + first + second + neither)}: ${name} got ${S.whole(both + first)} right, ${other} ${S.whole(both + second)}.`;
      return { tab: "the-same-items", fill: { know: "four", both, first, second, neither, hang, name, other }, words };
    }
    const [[first, firstItems], two] = kind === "scores" ? [counts] : counts;
    if (!two) {
      const words = `Read as ${names[0] ? `${names[0]}, ` : ""}${rate([first, firstItems])} right.`;
      return { tab: "one-rate", fill: { right: first, items: firstItems, name: names[0] }, words };
    }
    const [second, secondItems] = two;
    const words = `Read as two systems: ${name} ${rate([first, firstItems])}, ${other} ${rate(two)}.`;
    return { tab: "two-runs", fill: { first, firstItems, second, secondItems, name, other }, words, options: open && names.length ? options : [] };
  }

  /** More systems than two: named, the best first. */
  function candidates({ counts, names, tries }) {
    const share = ([k, n]) => k / n;
    const all = counts.map((one, i) => [one, names[i] || `system ${i + 1}`]).sort(([one], [other]) => share(other) - share(one));
    const shown = all.slice(0, 10).map(([one, name]) => make("li", {}, `${name}: ${rate(one)}, ${S.percent(share(one), 3)}`));
    const more = all.length > 10 ? [make("li", {}, `and ${S.whole(all.length - 10)} more`)] : [];
    const words = `These ${S.whole(all.length)} systems are candidates. The top one is flattered by luck: test the leaders on fresh items.`;
    const options = tries ? [{ label: "They are attempts by one system", got: { kind: "counts", groups: tries } }] : [];
    const chapter = [...document.querySelectorAll("article a")].find((one) => one.textContent === "chapter 10"); // as the page links it
    const further = chapter && make("a", { href: chapter.getAttribute("href") }, "Chapter 10 says which may be the best.");
    return { words, further, options, below: make("ul", {}, ...shown, ...more) };
  }

  /** Fills the fields with what was read, and says so; or asks, or says why not. Whether the text is done with. */
  function take(got, before = [], record = true) {
    const left = [...before, ...(got.left ?? [])];
    const { tab, fill, words, further, options = [], below } = placed(got);
    if (tab) put(tab, fill, record);
    const unused = left.length && !got.ask ? ` Not used: ${R.listed(left)}.` : "";
    const choices = options.map(({ label, got }) => pressed(label, () => {
      take(got, left);
      document.getElementById(`tab-${chosen}`).focus({ preventScroll: true }); // the button is gone
    }));
    told.replaceChildren(warn(words + unused, ...[further, ...choices].filter(Boolean).flatMap((one) => [" ", one])), below ?? "");
    if (!tab) show(chosen, { open: "The fields have not changed. Type in one of them to go on." }, []);
    speak(told.textContent);
    return !got.refused;
  }

  /** Fills a tab, and nothing is left there of what was before. */
  function put(id, fill, record) {
    const tab = TABS[id];
    tab.example = false;
    for (const [key, one] of Object.entries(tab.fields)) {
      if (key === "level" || key === "method") continue;
      const x = fill[key] ?? one.start;
      tab.inputs[key].input.value = typeof x === "number" ? S.whole(x) : x;
    }
    choose(id, record);
    if (!record) typed(id);
  }

  /** The answer to what the fields hold, or beside the field what is wrong. */
  function update(id) {
    const tab = TABS[id];
    const { inputs } = tab;
    const mode = tab.mode && inputs[tab.mode].input.value;
    const [values, missing] = [{}, []];
    let wrong = false;
    for (const [key, one] of Object.entries(tab.fields)) {
      const { input, says, box } = inputs[key];
      box.firstChild.textContent = one.label = labelled(tab, one.labels?.[mode] ?? one.words);
      box.hidden = Boolean(one.only && !one.only.split(" ").includes(mode));
      complain(tab, key, "");
      if (box.hidden) continue;
      try {
        values[key] = R.typed(one, key === "then" ? changed(input.value, values.now) : share(tab, key), mode);
        says.textContent = readAs(one, input.value, values[key]) || hint(one, input.value);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        wrong = true;
        if (!error.message) missing.push(one.label);
        complain(tab, key, one.kind === "count" && R.countsOf(input.value) ? "Press Enter to take these numbers." : error.message, !error.message);
      }
    }
    tab.set.textContent = setting(tab, values).join(", ");
    let answer = null;
    if (!wrong) {
      try {
        if (values.other && values.other === values.name) throw new Unreadable(`Both are called “${values.name}”: give one of them another name.`, "other");
        const luck = values.each > 1 && values.alike < 0 && tab.plans;
        if (luck) values.alike = 0;
        answer = tab.answer(values);
        for (const [key, x] of Object.entries(answer.fills ?? {})) if (inputs[key].box.hidden) inputs[key].input.value = S.whole(x);
        if (HELD[values.hang]) {
          answer.word = "Too narrow: see below";
          answer.narrow = `This holds only for independent items: ${HELD[values.hang]}, they count for fewer.`;
          answer.sentence = `${answer.narrow} ${answer.sentence}`;
          answer.plain &&= `${answer.plain} ${answer.narrow}`;
          answer.python = answer.python && `# ${answer.narrow}\n${answer.python}`;
        }
        if (values.each === 1 && values.alike) inputs.alike.says.textContent = "Does nothing while each group has 1 item.";
        if (luck) inputs.alike.says.textContent = "Treated as 0: an estimate below 0 is mostly luck, and the plan would have too few items.";
        else if (values.each > 1 && values.alike === 0) inputs.alike.says.textContent = "With 0, the design effect is 1: items in groups count as independent.";
      } catch (error) {
        if (error instanceof Unreadable) complain(tab, error.key, error.message);
        else if (error instanceof S.Refusal) refused(tab, error);
        else throw error;
      }
    }
    show(id, answer, missing);
    if (id === chosen && !tab.example) {
      const notes = Object.entries(inputs).map(([key, { says, box }]) => (box.hidden || says.textContent === tab.fields[key].hint ? "" : says.textContent));
      speak([told.textContent, ...notes, answer?.ask?.words, answer?.warning, answer?.sentence ?? answer?.open].filter(Boolean).join(" "), 800);
    }
  }

  const hint = (one, text) => (one.hint && text.trim() !== "1" ? one.hint : "");

  /** A rate with a sign, "+4", is so many points from the rate now. */
  function changed(text, now) {
    const [, sign, points] = text.match(/^\s*([+−-])\s*([\d.,]+)\s*(?:%|points?|pts?|pp)?\s*$/i) ?? [];
    return sign && now !== undefined ? `${Number((100 * now + (sign === "+" ? 1 : -1) * R.number(points, "")).toPrecision(12))}%` : text;
  }

  /** How a number was read, if somebody may have meant another. */
  function readAs({ kind }, text, x) {
    if (kind === "percent" && (bareFraction(R.number(text)) || text.trim() === "1" || /[,/]|of|^\s*[+−-]/.test(text))) return `Read as ${S.percent(x, 10)}.`;
    if (kind === "count" && /%|^\s*0?[.,]/.test(text)) return `Counted as ${S.whole(x)}.`;
    if (kind === "count" && /\d\D\d/.test(text.trim().replace(/,\d{3}\b/g, ""))) return `Read as ${S.whole(x)}.`;
    if (kind === "list") return `Read ${S.whole(x.length)} group${x.length === 1 ? "" : "s"}, ${rate(total(x))} right.`;
    if (kind === "points" && x <= 0.002) return `Read as ${points(x)}; did you mean ${Number((1e4 * x).toPrecision(6))}?`;
    return "";
  }

  function complain(tab, key, words, empty = false) {
    const { input, says } = tab.inputs[key];
    says.textContent = empty && !tab.inputs[key].touched ? "" : empty ? `${tab.fields[key].label}: type ${tab.fields[key].kind === "list" ? "the counts" : "a number"}.` : words;
    input.toggleAttribute("aria-invalid", false);
    if (!words) return;
    input.setAttribute("aria-invalid", "true");
    if (tab.fields[key].more) tab.more.open = true;
  }

  /** A refusal of the package, beside the field of its argument. */
  function refused(tab, { argument, message }) {
    const visible = Object.entries(tab.fields).filter(([key]) => !tab.inputs[key].box.hidden);
    const names = [argument, { n1: "n", n_b: "n_a", alpha: "level" }[argument], "clusters"];
    const [key, { label }] = names.map((name) => visible.find(([, one]) => name && one.argument === name)).find(Boolean) ?? visible[0];
    complain(tab, key, `${label} ${message.replaceAll("cluster", "group")}${message.endsWith("?") ? "" : "."}`);
  }

  /** What a field holds; a share where a count belongs, such as 84%, as the count of the items beside it. */
  function share({ rows = [], inputs, fields }, key) {
    const text = inputs[key].input.value;
    const of = rows.find(([first]) => first === key)?.[1];
    const x = R.number(text.replace(/%\s*$/, ""));
    if (!of || !(/%\s*$/.test(text) ? x >= 0 && x <= 100 : bareFraction(x))) return text;
    const n = R.number(inputs[of].input.value, "count");
    if (!(n > 0)) throw new Unreadable(`${fields[key].label} must be a count, such as 84. With ${fields[of].label.toLowerCase()} filled in, a share becomes one.`);
    const { k, refused } = R.counted(text, n);
    if (refused) throw new Unreadable(refused);
    return String(k);
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

  function show(id, answer, missing) {
    const { top, output, along, work, example } = TABS[id];
    const shown = answer?.interval;
    work.classList.toggle("calculator-example", example);
    output.parentElement.hidden = !shown;
    along.hidden = !answer?.sentence;
    if (answer?.sentence) along.replaceChildren(...taken(id, answer));
    if (!shown) {
      const still = missing.length ? `Still missing: ${missing.join(", ")}.` : "The answer appears when the fields make sense.";
      return top.replaceChildren(make("p", { className: "calculator-waits" }, answer?.open ?? still));
    }
    const { interval, minus = "The score", test, word, headline, ask, warning, narrow, note: more, caption } = answer;
    const { low, high, estimate, unit } = interval;
    const small = headline ? [answer.beside].filter(Boolean) : [`${minus} is ${signed(value(estimate, half(interval), unit))}`, ...(test ? [S.pText(test.p)] : []), `${named(interval)}: ${meant(interval)}`];
    const asked = ask ? [warn(ask.words, " ", pressed("The same", () => (location.hash = ask.same)), " ", pressed("Different ones", () => (location.hash = ask.different)))] : [];
    const big = make("strong", {}, headline ?? signed(ends(low, high, half(interval), unit)));
    const verdict = word ? [make("p", { className: "calculator-verdict" }, word)] : [];
    top.replaceChildren(...asked, ...verdict, make("p", { className: "calculator-headline" }, big, ...small.map((words) => make("span", {}, words))));
    output.replaceChildren(
      GiveOrTakePicture(interval, output.clientWidth || 400, caption),
      ...(narrow ? [warn("Too narrow. ", narrow, " ", make("a", { href: "#groups" }, "Use Groups"))] : []),
      ...(warning ? [warn(warning)] : []),
      ...[caption && `${caption}.`, more].filter(Boolean).map((words) => make("p", { className: "calculator-note" }, words)),
    );
  }

  /** What one takes along: the sentences, the call in Python, the link. */
  function taken(id, answer) {
    const { python } = answer;
    const said = () => speak("Copied");
    const code = make("pre", { className: "calculator-python" }, make("code", {}, python));
    const here = make("a", { href: link(id) }, "Link to these inputs");
    const long = make("p", { className: "calculator-note" }, "These inputs are too long for a link.");
    const { along } = TABS[id], folded = (part) => along.querySelector(part)?.closest("details"); // as they are while one types
    const [open, full] = [folded(".calculator-python")?.open ?? false, folded(".calculator-sentence")?.open ?? true];
    return [
      ...toPaste(answer, full, said),
      ...(python ? [make("details", { open }, make("summary", {}, "In Python"), code), copier("the Python", code, said)] : []),
      ...(link(id).length > LONGEST ? [long] : [here, copier("the link", here, said, () => here.href)]),
    ];
  }

  // --- Links that carry the inputs

  const LONGEST = 60_000; // characters of a link: browsers and mail cut longer ones
  let chosen = "";

  function link(id) {
    const { inputs, fields } = TABS[id];
    const typed = Object.entries(inputs).filter(([key, { input, box }]) => !box.hidden && input.value !== startOf(TABS[id], fields[key]));
    return address(id, Object.fromEntries(typed.map(([key, { input }]) => [key, input.value])));
  }

  function choose(id, record = false) {
    chosen = id;
    for (const tab of tabs.children) {
      tab.ariaSelected = tab.id === `tab-${id}`;
      tab.tabIndex = tab.id === `tab-${id}` ? 0 : -1;
    }
    for (const section of sections) section.hidden = section.id !== id;
    const { fields, inputs, more } = TABS[id];
    more.open ||= Object.entries(fields).some(([key, one]) => one.more && inputs[key].input.value !== one.start);
    update(id);
    if (record && link(id).length <= LONGEST) history.pushState(null, "", link(id));
  }

  /** What the address says; a tab without numbers there shows its example. */
  function restore() {
    const [place, query = ""] = location.hash.slice(1).split("?");
    const id = TABS[place] ? place : "one-rate";
    const given = new URLSearchParams(query);
    const tab = TABS[id];
    const all = Object.entries(tab.fields);
    tab.example = !all.some(([key, one]) => isData(one) && given.has(key));
    for (const [key, one] of all) {
      const { input } = tab.inputs[key];
      tab.inputs[key].touched = false;
      input.value = given.get(key) ?? startOf(tab, one);
      if (one.options && !input.value) input.value = one.start; // a choice that there is not
    }
    choose(id);
  }

  /** The back key, and links to a tab: whoever followed one goes on in the first empty field, or from the tab. */
  addEventListener("popstate", () => {
    told.replaceChildren();
    restore();
    if (document.activeElement !== document.body && document.activeElement.checkVisibility()) return;
    const empty = Object.values(TABS[chosen].inputs).find(({ input }) => input.checkVisibility() && !input.value);
    (empty?.input ?? document.getElementById(`tab-${chosen}`)).focus({ preventScroll: true });
  });
  const narrow = matchMedia("(max-width: 46em)");
  narrow.addEventListener("change", () => update(chosen)); // draws the picture anew
  const linked = location.hash.includes("="); // who follows a link reads first, and scrolls with the arrow keys
  restore();
  // After load: a link to a section takes the focus away.
  addEventListener("load", () => {
    if (linked && narrow.matches) tabs.scrollIntoView(); // elsewhere the first screen holds all of it
    if (matchMedia("(pointer: fine)").matches && !linked) setTimeout(() => Object.values(TABS[chosen].inputs)[0].input.focus({ preventScroll: true }));
  });
})();
