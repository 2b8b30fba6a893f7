// The doors of the home page. The page holds the words of each, and the answer to the numbers with which it opens
// (tools/site/doors.py). Here what is typed is answered: `says` fills what bears data-is, and of what bears data-when that
// is seen which is in `so`. What is computed and refused is in statistics.js.

(() => {
  "use strict";

  const S = GiveOrTakeStatistics;
  const { Unreadable, typed } = GiveOrTakeReading;
  const { ends, favoured, half, testsOfRuns } = GiveOrTakeWords;
  const count = (label, argument) => ({ kind: "count", label, argument });
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
          bar: [low, high, estimate],
          so: [items < 20 && "few"],
          to: ["one-rate", { right, items }],
        };
      },
    },

    "which-is-better": {
      fields: {
        old: count("Old", "successes_b"),
        new: count("New", "successes_a"),
        items: count("Items", "n_a"),
        only: count("Only the new one right", "n_only_first"),
      },
      answer({ old, new: fresh, items, only }, asked) {
        const interval = S.newcombeInterval(fresh, items, old, items); // which refuses what makes no sense
        return asked === "same" ? shared(fresh, old, items, only) : apart(fresh, old, items, interval);
      },
    },

    "how-many": {
      fields: { gain: { kind: "points", label: "Gain" }, now: share("Score now"), flips: share("Items that flip") },
      answer({ gain, now, flips }, asked, isTyped) {
        const exact = (x) => Number(x.toPrecision(12)); // 0.84 + 0.05, say
        const then = exact(now + gain);
        if (then > 1) throw new Unreadable(`From ${S.percent(now, 10)}, a gain can be at most ${exact(100 * (1 - now))} points.`, "gain");
        // What flips is wrong once and right once.
        const can = exact(Math.min(2 - now - then, now + then));
        const most = `From ${S.percent(now, 10)} to ${S.percent(then, 10)}, at most ${S.percent(can, 10)} can flip`;
        const lowered = flips > can && !isTyped("flips");
        if (lowered) flips = can;
        if (flips > can) throw new Unreadable(`${most}: got ${S.percent(flips, 10)}.`, "flips");
        if (exact(flips - gain) < 0) throw new Unreadable(`At least ${S.percent(gain, 10)} must flip to gain so much: got ${S.percent(flips, 10)}.`, "flips");
        const [first, second] = [exact((flips + gain) / 2), exact((flips - gain) / 2)];
        const [same, other] = [S.itemsForPaired(first, second), S.itemsForPower(now, exact(now + gain))];
        return {
          says: { same: S.whole(same), other: S.whole(other), most },
          put: { flips: S.percent(flips, 10) },
          so: [lowered && "lowered", Math.min(same, other) < 20 && "few"],
          to: ["how-many-items", { plan: "pairs", first: S.percent(first, 10), second: S.percent(second, 10) }],
        };
      },
    },
  };

  /** The gain on the same items, of which only the new one got so many right. */
  function shared(fresh, old, items, only) {
    const [least, most] = [Math.max(0, fresh - old), Math.min(fresh, items - old)];
    const said = `With these scores, only the new one is right on ${S.whole(least)} to ${S.whole(most)} items: got ${S.whole(only)}.`;
    if (only < least || only > most) throw new Unreadable(said, "only");
    const onlyOld = only - (fresh - old);
    const interval = S.tangoInterval(fresh - only, only, onlyOld, items - fresh - onlyOld);
    const [test, exact] = ["mid-p", "exact"].map((method) => S.mcnemarTest(only, onlyOld, method));
    const counts = { know: "totals", one: fresh, two: old, items, both: fresh - only, name: "new", other: "old" };
    const found = gained(interval, items, "same", favoured(interval, test, exact), ["the-same-items", counts]);
    return { ...found, says: { ...found.says, "only-old": S.whole(onlyOld) } };
  }

  /** The gain, if each answered items of its own. */
  function apart(fresh, old, items, interval) {
    const { test, exact } = testsOfRuns(fresh, items, old, items);
    const counts = { first: fresh, firstItems: items, second: old, secondItems: items, same: "no", name: "new", other: "old" };
    return gained(interval, items, "other", favoured(interval, test, exact), ["two-runs", counts]);
  }

  function gained(interval, items, asked, who, to) {
    const { low, high, estimate } = interval;
    const reach = [0.05, 0.1, 0.2, 0.5, 1].find((x) => x >= Math.max(-low, high));
    return {
      says: { range: range(interval), gain: S.finer(estimate, half(interval), "points") },
      bar: [low, high, estimate].map((x) => (1 + x / reach) / 2),
      so: [asked, who, items < 20 && "few"],
      to,
    };
  }

  const range = (interval) => ends(interval.low, interval.high, half(interval), interval.unit);

  for (const [id, door] of Object.entries(DOORS)) {
    const form = document.querySelector(`#${id} form`);
    for (const input of form.querySelectorAll("input")) input.readOnly = input.disabled = false;
    // Who types 171 of 100 may be about to type 200: there is time to reach the next field before anything is said.
    const own = new Set();
    let later = 0;
    const react = (typing) => {
      clearTimeout(later);
      later = update(form, door, own, typing) ? setTimeout(() => react(false), 1000) : 0;
    };
    form.addEventListener("input", ({ target }) => {
      own.add(target.name);
      react(target.type !== "radio");
    });
    form.addEventListener("reset", () => own.clear());
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
  function update(form, { fields, answer }, own, typing) {
    const inputs = form.elements;
    const part = form.querySelector(".answer");
    for (const key of Object.keys(fields)) if (!own.has(key)) inputs[key].value = inputs[key].defaultValue;
    const asked = inputs.asked?.value;
    const wrong = {};
    const values = {};
    for (const [key, one] of Object.entries(fields)) {
      inputs[key].toggleAttribute("aria-invalid", false);
      if (key === "only" && asked === "other") continue;
      try {
        values[key] = typed(one, inputs[key].value);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        wrong[key] = error.message || `${one.label}: type a number.`;
      }
    }
    let found = null;
    try {
      found = Object.keys(wrong).length ? null : answer(values, asked, (key) => own.has(key));
    } catch (error) {
      if (!(error instanceof Unreadable || error instanceof S.Refusal)) throw error;
      const [key, { label }] = Object.entries(fields).find(([key, one]) => key === error.key || one.argument === error.argument) ?? Object.entries(fields)[0];
      wrong[key] = error.key ? error.message : `${label} ${error.message}${error.message.endsWith("?") ? "" : "."}`;
    }
    const waits = Boolean(typing && !found && !part.hidden);
    part.classList.toggle("last", waits);
    if (waits) return true;
    for (const key of Object.keys(wrong)) inputs[key].setAttribute("aria-invalid", "true");
    form.querySelector(".says").textContent = Object.values(wrong).join(" ");
    part.hidden = !found;
    for (const [key, text] of Object.entries(found?.put ?? {})) if (!own.has(key)) inputs[key].value = text;
    show(form, found ?? { so: [asked], says: asked && { "only-old": "…" } });
    return false;
  }

  function show(form, { says = {}, bar, so, to }) {
    for (const [name, words] of Object.entries(says)) {
      const there = form.querySelector(`[data-is="${name}"]`);
      if (there.textContent !== words) there.textContent = words; // what has not changed is not read aloud
    }
    for (const words of form.querySelectorAll("[data-when]")) words.hidden = !so.includes(words.dataset.when);
    if (to) form.querySelector("[data-to]").setAttribute("href", `calculator.html#${to[0]}?${new URLSearchParams(to[1])}`);
    if (!bar) return;
    const [low, high, middle] = bar.map((x) => `${(100 * x).toFixed(2)}%`);
    const line = form.querySelector(".range");
    line.setAttribute("x1", low);
    line.setAttribute("x2", high);
    form.querySelector(".bar circle").setAttribute("cx", middle);
  }
})();
