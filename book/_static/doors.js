// The doors of the home page. The page holds the words of each, and the answer to the numbers with which it opens
// (tools/site/doors.py). Here a tab opens its panel, and what is typed is answered: `says` fills what bears data-is, and of
// what bears data-when that is seen which is in `so`. What is computed and refused is in statistics.js.

(() => {
  "use strict";

  const S = GiveOrTakeStatistics;
  const { Unreadable, typed } = GiveOrTakeReading;
  const { TABS, ends, exact, half, halves, inAWord, raised, testsOfRuns, toPaste } = GiveOrTakeCalculator;
  const count = (label, argument) => ({ kind: "count", label, argument });
  const USUAL = [0.15, 0.25]; // on so many items two systems differ, if nobody knows better
  const share = (label) => ({ kind: "percent", label });

  const DOORS = {
    "how-sure": {
      fields: { right: count("Right", "successes"), items: count("Items", "n") },
      answer({ right, items }) {
        const interval = S.wilsonInterval(right, items);
        const { low, high, estimate } = interval;
        const points = (x) => S.finer(x, half(interval), "points").match(/[\d.]+/)[0];
        const score = S.finer(estimate, half(interval), "%");
        return {
          says: { range: range(interval), score, give: points(high - estimate), take: points(estimate - low) },
          interval,
          so: [items < 20 && "few"],
          to: ["one-rate", { right, items }],
        };
      },
    },

    "which-is-better": {
      fields: {
        new: count("New", "successes_a"),
        old: count("Old", "successes_b"),
        items: count("Items", "n_a"),
        only: { ...count("Only the new one right", "n_only_first"), of: ["new", "old", "items"] },
      },
      answer({ old, new: fresh, items, only }, asked) {
        const interval = S.newcombeInterval(fresh, items, old, items); // which refuses what makes no sense
        if (asked !== "same") return apart(fresh, old, items, interval);
        return only === undefined ? unknown(fresh, old, items) : shared(fresh, old, items, only);
      },
    },

    "how-many": {
      fields: { gain: { kind: "points", label: "Gain" }, now: share("Score now"), differ: share("Items where the two differ") },
      /** What a reader has said of two systems, where such a gain is possible with it. */
      given(inputs) {
        const gain = parseFloat(inputs.gain.value);
        return {
          ...(parseFloat(known.now) + gain <= 100 && { now: known.now }),
          ...(parseFloat(known.differ) >= gain && { differ: known.differ }),
        };
      },
      answer({ gain, now, differ }, asked, isTyped, given) {
        const { then, can, from } = raised(gain, now, isTyped("differ") ? differ : 0);
        // Nobody has said on how many. 20% is six in seven of where two systems with nothing in common differ from 84% to
        // 89%; of the 13 real pairs in this series none differs on more than 77% of that.
        const unrelated = exact(now + then - 2 * now * then), real = Math.floor(86 * unrelated) / 100;
        const most = given.differ ? can : Math.max(gain, real);
        const lowered = differ > most && !isTyped("differ");
        if (lowered) differ = most;
        const why = given.differ ? "the two can differ on at most"
          : real < gain ? "the two differ on at least" : `two systems with nothing in common differ on about ${S.percent(unrelated, 2)}, and real ones on less: we took`;
        const limit = `${from}${why} ${S.percent(most, 10)}${given.differ || real < gain ? ", so we took that" : ""}.`;
        const needed = (share) => S.itemsForPaired(...halves(gain, share));
        const [same, other] = [needed(differ), S.itemsForPower(now, then)];
        const usual = gain <= USUAL[0] && can >= USUAL[1] && !lowered;
        return {
          says: { same: S.whole(same), other: S.whole(other), ...(lowered && { limit }), ...(usual && { usual: USUAL.map((x) => S.whole(needed(x))).join(" to ") }) },
          bars: { same, other },
          put: { differ: S.percent(differ, 10) },
          so: [usual && "usual", lowered && "lowered", Math.min(same, other) < 20 && "few", !isTyped("now") && given.now && "now", isTyped("differ") ? "often" : lowered ? "" : given.differ ? "differ" : "often"],
          to: ["how-many-items", { plan: "gain", gain: exact(100 * gain), score: S.percent(now, 10), differ: S.percent(differ, 10) }],
        };
      },
    },
  };

  /** On how many items only the new one may be right. */
  const bounds = (fresh, old, items) => [Math.max(0, fresh - old), Math.min(fresh, items - old)];
  const totals = (fresh, old, items, more) => ["the-same-items", { know: "totals", one: fresh, two: old, items, ...more, name: "new", other: "old" }];

  /** The gain on the same items, of which only the new one got so many right. */
  function shared(fresh, old, items, only) {
    const [least, most] = bounds(fresh, old, items);
    const said = `With these scores, only the new one is right on ${S.whole(least)} to ${S.whole(most)} items: got ${S.whole(only)}.`;
    if (only < least || only > most) throw new Unreadable(said, "only");
    const onlyOld = only - (fresh - old);
    const intervalIf = (one) => S.tangoInterval(fresh - one, one, one - fresh + old, items - old - one);
    const interval = intervalIf(only);
    const found = gained(interval, items, inAWord(interval, S.mcnemarTest(only, onlyOld)), totals(fresh, old, items, { first: only }));
    const known = { now: S.percent(fresh / items, 3), differ: S.percent(Math.round((100 * (only + onlyOld)) / items) / 100) };
    return { ...found, known, says: { ...found.says, "only-old": S.whole(onlyOld), least: S.whole(least), most: S.whole(most), narrow: range(intervalIf(least)) } };
  }

  /** The same, if nobody has said on how many: the most cautious answer, until then, and the least. */
  function unknown(fresh, old, items) {
    const [least, most] = bounds(fresh, old, items), { says, interval, so, ...found } = shared(fresh, old, items, most);
    if (least === most) return { says, interval, so, ...found, put: { only: S.whole(least) } };
    return { says: { ...says, verdict: "", "only-old": "?" }, interval, so: ["asks", ...so], to: totals(fresh, old, items) };
  }

  /** The gain, if each answered items of its own. */
  function apart(fresh, old, items, interval) {
    const { test } = testsOfRuns(fresh, items, old, items);
    const counts = { first: fresh, firstItems: items, second: old, secondItems: items, same: "no", name: "new", other: "old" };
    return gained(interval, items, inAWord(interval, test), ["two-runs", counts]);
  }

  /** The gain; without a verdict, the number is asked for that decides. */
  function gained(interval, items, verdict, to) {
    const gain = S.finer(interval.estimate, half(interval), "points");
    return { says: { range: range(interval), gain, verdict }, interval, so: [!verdict && "asks", items < 20 && "few"], to };
  }

  /** What the calculator says of these numbers: its other fields are as it opens them. */
  function calculated(id, inputs) {
    const { fields, mode, answer } = TABS[id], chosen = inputs[mode] ?? fields[mode]?.start;
    const seen = Object.entries(fields).filter(([, one]) => !one.only || one.only.split(" ").includes(chosen));
    return answer(Object.fromEntries(seen.map(([key, one]) => [key, typed(one, `${inputs[key] ?? one.start}`, chosen)])));
  }

  const narrow = matchMedia("(max-width: 46em)");
  const range = (interval) => ends(interval.low, interval.high, half(interval), interval.unit);

  const tabs = document.querySelector(".doors .tabs");
  const panelOf = (tab) => document.getElementById(tab.getAttribute("aria-controls"));

  function open(tab) {
    for (const one of tabs.children) {
      one.ariaSelected = one === tab;
      one.tabIndex = one === tab ? 0 : -1;
      panelOf(one).classList.toggle("open", one === tab);
    }
  }

  function choose(tab) {
    open(tab);
    history.replaceState(null, "", `#${panelOf(tab).id}`);
    panelOf(tab).scrollIntoView({ block: "nearest" }); // all of it, on a phone
  }

  function follow() { // a link to a question
    const tab = [...tabs.children].find((one) => `#${panelOf(one).id}` === location.hash);
    if (!tab) return;
    open(tab);
    panelOf(tab).scrollIntoView();
  }

  tabs.addEventListener("click", ({ target }) => target.role === "tab" && choose(target));
  byArrows(tabs, choose);
  addEventListener("hashchange", follow);
  follow();

  let known = {}; // what a reader's own numbers on the same items say of a plan
  const reacts = {};

  // A picture is as wide as there is room, which a panel that opens has.
  const intervals = new Map();
  const draw = (box) => intervals.has(box) && box.clientWidth && box.replaceChildren(GiveOrTakePicture(intervals.get(box), box.clientWidth));
  const widths = new ResizeObserver((all) => all.forEach(({ target }) => draw(target)));
  for (const box of document.querySelectorAll(".door .picture")) widths.observe(box);

  for (const [id, door] of Object.entries(DOORS)) {
    const form = document.querySelector(`#${id} form`);
    for (const input of form.querySelectorAll("input")) input.readOnly = input.disabled = false;
    // Who types 171 of 100 may be about to type 200: there is time to reach the next field before anything is said.
    const own = new Set();
    let later = 0;
    const react = (typing) => {
      clearTimeout(later);
      later = update(form, door, own, typing) ? setTimeout(() => react(false), 600) : 0;
    };
    reacts[id] = react;
    form.addEventListener("input", ({ target }) => {
      own.add(target.name);
      react(target.type !== "radio");
    });
    form.addEventListener("reset", () => own.clear());
    // The sentence to paste stands below, and follows what is typed; a link goes on to its place in the calculator.
    const link = form.querySelector("[data-to]"), box = make("div", { className: "paste", hidden: id !== "how-sure" || narrow.matches });
    const opens = make("button", { type: "button", className: "opens", hidden: !box.hidden, ariaExpanded: "false" }, link.textContent);
    form.append(box);
    link.replaceWith(opens);
    opens.addEventListener("click", () => {
      box.hidden = !box.hidden;
      opens.ariaExpanded = !box.hidden;
      box.scrollIntoView({ block: "nearest" });
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("keydown", ({ key }) => key === "Enter" && later && react(false));
    form.addEventListener("focusin", ({ target }) => {
      target.select?.();
      if (later) react(true);
    });
    form.addEventListener("focusout", ({ relatedTarget }) => later && !form.contains(relatedTarget) && react(false));
    addEventListener("pageshow", () => { // a browser may bring back what was typed
      for (const input of form.elements) if (input.value !== input.defaultValue) own.add(input.name);
      react(false);
    });
  }

  /** The answer to what the fields hold, or what is wrong with it; whether that waits, as somebody is typing. */
  function update(form, { fields, answer, given = () => ({}) }, own, typing) {
    const inputs = form.elements;
    const part = form.querySelector(".answer");
    const wrong = {};
    const values = {};
    const from = given(inputs);
    for (const [key, one] of Object.entries(fields)) {
      // A number of the example does not stay among those of a reader.
      if (!own.has(key)) inputs[key].value = one.of?.some((other) => own.has(other)) ? "" : from[key] ?? inputs[key].defaultValue;
      inputs[key].toggleAttribute("aria-invalid", false);
      if (one.of && (inputs.asked.value === "other" || !inputs[key].value.trim())) continue;
      try {
        values[key] = typed(one, inputs[key].value);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        wrong[key] = error.message || `${one.label}: type a number.`;
      }
    }
    let found = null;
    try {
      found = Object.keys(wrong).length ? null : answer(values, inputs.asked?.value, (key) => own.has(key), from);
    } catch (error) {
      if (!(error instanceof Unreadable || error instanceof S.Refusal)) throw error;
      const [key, { label }] = Object.entries(fields).find(([key, one]) => key === error.key || one.argument === error.argument) ?? Object.entries(fields)[0];
      wrong[key] = error.key ? error.message : `${label} ${error.message}${error.message.endsWith("?") ? "" : "."}`;
    }
    // The last answer stays, pale; a number beside what was typed does not.
    if (!found) for (const number of form.querySelectorAll(".asks [data-is]")) number.textContent = "?";
    part.classList.toggle("last", !found);
    part.ariaHidden = !found;
    if (!found && typing && !form.querySelector(".says").textContent) return true;
    for (const key of Object.keys(wrong)) inputs[key].setAttribute("aria-invalid", "true");
    form.querySelector(".says").textContent = Object.values(wrong).join(" ");
    if (found) show(form, own, found);
    if (found && fields.only) { // a plan goes on from there
      known = (Object.keys(fields).some((key) => own.has(key)) && found.known) || {};
      reacts["how-many"]?.(false);
    }
    return false;
  }

  function show(form, own, { says, put = {}, bars = {}, interval, so, to }) {
    for (const [key, text] of Object.entries(put)) if (!own.has(key)) form.elements[key].value = text;
    for (const [name, words] of Object.entries(says)) {
      const there = form.querySelector(`[data-is="${name}"]`), shown = words.replaceAll("-", "−");
      if (there.textContent !== shown) there.textContent = shown; // what has not changed is not read aloud
    }
    for (const [name, n] of Object.entries(bars)) {
      const share = (100 * n) / Math.max(...Object.values(bars));
      form.querySelector(`[data-is="${name}"]`).parentElement.style.setProperty("--share", `${share.toFixed(1)}%`);
    }
    for (const words of form.querySelectorAll("[data-when]")) words.hidden = !so.includes(words.dataset.when);
    const further = make("a", { href: `calculator.html#${to[0]}?${new URLSearchParams(to[1])}` }, "In the calculator");
    const box = form.querySelector(".paste"), beside = !narrow.matches && form.closest("#how-sure"); // where there is little room
    box.replaceChildren(...toPaste(calculated(...to), box.querySelector("details")?.open ?? !beside), further);
    if (!interval) return;
    intervals.set(form.querySelector(".picture"), interval);
    draw(form.querySelector(".picture"));
  }
})();
