// The calculator page. Each section of book/calculator.md becomes a tab: its fields go in, and the answer while one
// types. What is computed, refused and printed is in statistics.js, what is read in calculator-reading.js, and what is
// said of two systems in calculator-words.js; nothing here knows a formula.

(() => {
  "use strict";

  const S = GiveOrTakeStatistics;
  const R = GiveOrTakeReading;
  const { Unreadable, bareFraction } = R;
  const { alphaOf, ends, favoured, half, judged, testsOfRuns, value } = GiveOrTakeWords;

  // --- What the tabs are. A field: its label, what it holds, an example (where a thing is usual: what it starts with),
  // the argument of the Python function, and the choices with which it is seen.

  const field = (label, kind, example, argument, only) => ({ label, kind, example, argument, only, start: "" });
  const usual = (...parts) => ({ ...field(...parts), start: parts[2], more: true }); // on a phone behind "More"
  const choice = (label, options, start = Object.keys(options)[0]) => ({ label, options, start, example: start });
  const name = (label, start, blank = "it") => ({ ...usual(label, "name", start), blank });
  const UNEQUAL = "Groups of different sizes? Do not take their mean: take the sum of their squared sizes, divide it by the number of items, and round up. For 5, 10 and 15 items that is 350 / 30, so 12.";
  const SHARED = "From an earlier run of both, or a guess: 6 of 100 items is 6%.";
  const LEVEL = usual("Level", "percent", "95%", "level");
  const FIRST = name("Call the first", "the first", "the first");
  const SECOND = name("Call the second", "the second", "the second");
  const HANG = { ...choice("The items are", { no: "independent", groups: "in groups", runs: "repeated" }), more: true };
  const HELD = { groups: "in groups", runs: "asked several times" };

  const TABS = {
    "one-rate": {
      fields: {
        right: field("Right", "count", "84", "successes"),
        items: field("Items", "count", "100", "n"),
        level: LEVEL,
        method: { ...choice("Method", { wilson: "Wilson", exact: "Clopper-Pearson", jeffreys: "Jeffreys" }), more: true },
        hang: HANG,
        name: name("Call it", "the system"),
      },
      rows: [["right", "items"]],
      answer({ right, items, level, method, name }) {
        const call = { wilson: "wilson_interval", exact: "clopper_pearson_interval", jeffreys: "jeffreys_interval" }[method];
        const interval = S[call.replace(/_./g, ([, letter]) => letter.toUpperCase())](right, items, level);
        return {
          interval,
          sentence: `${got(name, right, items, interval)}. ${DRAWN}${method === "exact" ? "" : rough(items)}`,
          python: python([[`${call}(${right}, ${items}${also("level", level, 0.95)})`, S.intervalText(interval)]]),
        };
      },
    },

    "two-runs": {
      fields: {
        first: field("Right, first run", "count", "84", "successes_a"),
        firstItems: field("Items, first run", "count", "100", "n_a"),
        second: field("Right, second run", "count", "78", "successes_b"),
        secondItems: field("Items, second run", "count", "100", "n_b"),
        same: choice("Same items in both?", { unknown: "not said", no: "no" }),
        level: LEVEL,
        hang: HANG,
        name: FIRST,
        other: SECOND,
      },
      rows: [["first", "firstItems"], ["second", "secondItems"]],
      answer({ first, firstItems, second, secondItems, same, level, name, other }) {
        const counts = [first, firstItems, second, secondItems];
        const interval = S.newcombeInterval(...counts, level);
        const open = same !== "no" && firstItems === secondItems;
        const more = { level: S.percent(level), name, other };
        const { few, test, call, exact: fisher } = testsOfRuns(...counts);
        const [one, two] = [S.wilsonInterval(first, firstItems, level), S.wilsonInterval(second, secondItems, level)];
        return {
          interval,
          minus: `${name} minus ${other}`,
          test,
          word: open ? "" : inAWord(interval, test, name, other, fisher),
          ask: open && {
            words: `Did both answer the same ${items(firstItems)}, or different ones?`,
            same: address("the-same-items", { know: "totals", one: first, two: second, items: firstItems, ...more }),
            different: address("two-runs", { first, firstItems, second, secondItems, same: "no", ...more }),
          },
          warning: few && doubted(test, fisher, level),
          note: few ? fishers(S.pooledZTest(...counts), fisher, level) : unlike(test, fisher, level) && cautious(fisher, level),
          sentence:
            `${open ? "This assumes that the two runs had different items. " : ""}${verdict(interval, test, name, other, fisher)} Right answers: ${scored(name, one, first, firstItems)}, ` +
            `${scored(other, two, second, secondItems)}${same === "no" ? ", on different items" : ""}.${rough(Math.min(firstItems, secondItems))}`,
          python: python([
            [`newcombe_interval(${counts.join(", ")}${also("level", level, 0.95)})`, S.intervalText(interval)],
            [`${call}(${counts.join(", ")})`, S.testText(test)],
          ]),
        };
      },
    },

    "the-same-items": {
      fields: {
        know: choice("What you know", { four: "the four counts", totals: "each one's right answers, and those of only the first" }),
        one: field("Right, the first", "count", "49", "successes_a", "totals"),
        two: field("Right, the second", "count", "42", "successes_b", "totals"),
        items: field("Items", "count", "60", "n_a", "totals"),
        both: field("Both right", "count", "40", "n_both", "four"),
        first: { ...field("Only the first right", "count", "9", "n_only_first"), open: "totals" },
        second: field("Only the second right", "count", "2", "n_only_second", "four"),
        neither: field("Both wrong", "count", "9", "n_neither", "four"),
        level: LEVEL,
        hang: HANG,
        name: FIRST,
        other: SECOND,
      },
      mode: "know",
      rows: [["one", "items"], ["two", "items"]],
      answer(inputs) {
        let { both, first, second, neither, level, name, other } = inputs;
        if (inputs.know === "totals") {
          const { one, two, items: n } = inputs;
          S.newcombeInterval(one, n, two, n); // refuses what makes no sense
          const [least, most] = [Math.max(0, one - two), Math.min(one, n - two)];
          if (least === most) first ??= least;
          if (first === null) return undecided({ ...inputs, least, most });
          if (first < least || first > most) throw new Unreadable(`Only the first right must lie between ${S.whole(least)} and ${S.whole(most)}: got ${first}.`, "first");
          [both, second, neither] = [one - first, two - one + first, n - two - first];
        }
        const interval = S.tangoInterval(both, first, second, neither, level);
        const test = S.mcnemarTest(first, second);
        const exact = S.mcnemarTest(first, second, "exact");
        const n = both + first + second + neither;
        const [alone, against] = [first, second].map((only) => S.wilsonInterval(both + only, n, level));
        return {
          interval,
          fills: { one: both + first, two: both + second, items: n, both, first, second, neither },
          minus: `${name} minus ${other}`,
          test,
          word: inAWord(interval, test, name, other, exact),
          warning: doubted(test, exact, level),
          note: exact.p === test.p || doubted(test, exact, level) ? "" : `The exact test gives ${S.pText(exact.p)}. Quote the one above, unless you had chosen the exact test before you looked.`,
          sentence:
            `${verdict(interval, test, name, other, exact)} ${got(name, both + first, n, alone).replace("Of", "Of the same")}; ` +
            `${other} got ${S.whole(both + second)}: ${value(against.estimate, half(against), "%")} (${ends(against.low, against.high, half(against), "%")}). ` +
            `Only ${name} was right on ${S.whole(first)}, only ${other} on ${S.whole(second)}.${rough(n)}`,
          python: python([
            [`tango_interval(${both}, ${first}, ${second}, ${neither}${also("level", level, 0.95)})`, S.intervalText(interval)],
            [`mcnemar_test(${first}, ${second})`, S.testText(test)],
            ...[[first, alone], [second, against]].map(([only, one]) => [`wilson_interval(${both + only}, ${n}${also("level", level, 0.95)})`, S.intervalText(one)]),
          ]),
        };
      },
    },

    "how-many-items": {
      plans: true,
      fields: {
        plan: choice("Question", {
          rate: "How many to measure one rate?",
          runs: "How many to tell two runs apart?",
          pairs: "How many, on the same items?",
          rateAt: "I have some: how precise is one rate?",
          runsAt: "I have some: what can two runs find?",
          pairsAt: "I have some: what can they find, if shared?",
        }),
        rate: field("Rate that you expect", "percent", "85%", "rate", "rate rateAt"),
        half: field("Give or take, points", "points", "3", "half_width", "rate"),
        now: field("Rate now", "percent", "80%", "p1", "runs runsAt"),
        then: field("Rate to find", "percent", "84%", "p2", "runs"),
        first: { ...field("Share of items only the first gets right", "percent", "6%", "share_only_first", "pairs"), hint: SHARED },
        second: field("Share of items only the second gets right", "percent", "4%", "share_only_second", "pairs"),
        flips: { ...field("Share of items only one gets right", "percent", "10%", "share_discordant", "pairsAt"), hint: SHARED },
        have: field("Items that you have", "count", "500", "n", "rateAt runsAt pairsAt"),
        power: usual("Power", "percent", "80%", "power", "runs pairs runsAt pairsAt"),
        level: LEVEL,
        each: { ...usual("Items in each group", "count", "1", "items_each", "runs pairs"), hint: UNEQUAL },
        alike: { ...usual("", "number", "0", "correlation", "runs pairs"), labels: { runs: "Correlation of the scores", pairs: "Correlation of the gains" } },
      },
      mode: "plan",
      answer(inputs) {
        const alpha = alphaOf(inputs.level);
        const args = also("power", inputs.power, 0.8) + also("alpha", alpha, 0.05);
        const plans = { rate: planRate, runs: planRuns, pairs: planPairs, rateAt: precision, runsAt: changeFound, pairsAt: pairsFound };
        return plans[inputs.plan]({ ...inputs, alpha, args: args + grouped(inputs.each, inputs.alike) });
      },
    },

    groups: {
      fields: {
        known: choice("What you know", {
          counts: "the counts of each group",
          effect: "the design effect",
          alike: "the groups' size and correlation",
        }),
        right: field("Right", "count", "84", "successes", "effect alike"),
        items: field("Items", "count", "100", "n", "effect alike"),
        effect: field("Design effect", "number", "2.8", "design_effect", "effect"),
        each: { ...field("Items in each group", "count", "10", "sizes", "alike"), hint: UNEQUAL },
        alike: field("Correlation of the scores", "number", "0.2", "correlation", "alike"),
        counts: field("Each group, right/items", "list", "10/10 9/10 8/10 10/10 4/10 9/10 10/10 8/10 7/10 9/10", "clusters", "counts"),
        careful: { ...choice("Whole groups fail?", { no: "no", yes: "rare ones may" }), only: "counts" },
        level: LEVEL,
        name: name("Call it", "the system"),
      },
      mode: "known",
      rows: [["right", "items"]],
      answer: (inputs) => (inputs.known === "counts" ? fromGroups(inputs) : fromEffect(inputs)),
    },
  };

  // --- Answers that more than one tab has a part in

  const doubted = (test, exact, level) =>
    test.p < alphaOf(level) && exact.p >= alphaOf(level) &&
    `The mid-p is below ${alphaOf(level)}, but the exact p, ${S.pText(exact.p).replace("p = ", "")}, is not. Call it borderline, unless you had chosen one of these two tests beforehand.`;

  /** The same items, without the count that decides: where it can lie, and what the test finds at both ends. */
  function undecided({ one, two, items: n, least, most, level, name, other }) {
    const ends = [least, most].map((first) => {
      const [test, exact] = ["mid-p", "exact"].map((method) => S.mcnemarTest(first, two - one + first, method));
      const doubt = doubted(test, exact, level) ? ` (by the exact test ${S.pText(exact.p)})` : "";
      return { found: test.p < alphaOf(level), words: `with ${S.whole(first)} ${S.pText(test.p)}${doubt}` };
    });
    const finds = ends[0].found !== ends[1].found ? "By McNemar's mid-p test, the answer depends on it" : `McNemar's mid-p test finds ${ends[0].found ? "a" : "no"} difference either way`;
    const open = `It can be anything from ${S.whole(least)} to ${S.whole(most)}. ${finds}: ${ends.map(({ words }) => words).join(", ")}.`;
    return {
      open: `How many did only ${name} get right? ${open}`,
      sentence: `Of the same ${items(n)}, ${name} got ${S.whole(one)} right and ${other} ${S.whole(two)}. How many only ${name} got right is not known. ${open}`,
    };
  }

  /** A plan: what is at the top, to expect, to paste, and called; of a test, with the n that its formula is worth. */
  function plan(headline, interval, sentence, call, { n, test, each = 1, lines = [] }) {
    const warning = n < 20 && (test ? (each > 1 ? WORTH : FEW) : ROUGH);
    const caption = "What to expect, if things come out as planned";
    const notes = [test && n >= 20 && n <= 200 && (each > 1 ? SMALL.replace("of 20 to 200 items", "worth 20 to 200 independent items") : SMALL), each > 1 && "That is a few more items than by the textbook's z, because with groups the test is Student's t."].filter(Boolean).join(" ");
    const words = [sentence, warning].flat().filter(Boolean).join(" ").replace("clusters of", "groups of");
    return { headline, interval, caption, warning, note: notes, sentence: words, python: python([call], lines) };
  }

  function planRate({ rate, half, level }) {
    const n = S.itemsForHalfWidth(rate, half, level);
    const interval = S.expectedRate(rate, n, level);
    const range = ends(interval.low, interval.high, (interval.high - interval.low) / 2, "%");
    const sentence = `To measure a rate of about ${S.percent(rate, 10)} give or take ${points(half)} takes ${items(n)}. Half the width of their ${S.percent(level)} Wilson interval, ${range}, is no more than that.`;
    return plan(items(n), interval, sentence, [`items_for_half_width(${rate}, ${half}${also("level", level, 0.95)})`, String(n)], { n });
  }

  function planRuns({ now, then, power, level, alpha, each, alike, args }) {
    const n = S.itemsForPower(now, then, power, alpha, each, alike);
    const worth = S.itemsForPower(now, then, power, alpha);
    const text = S.planText(now, then, n, power, alpha, each, alike);
    return plan(`${items(n)} for each`, S.expectedDifference(then, now, worth, level), [text, missed(power, worth)], [`plan_two_runs(${now}, ${then}${args})`, text], { n: worth, test: true, each });
  }

  function planPairs({ first, second, power, level, alpha, each, alike, args }) {
    const n = S.itemsForPaired(first, second, power, alpha, each, alike);
    const worth = S.itemsForPaired(first, second, power, alpha);
    const inGroups = each > 1 ? ` in clusters of ${S.whole(each)} with correlation ${alike}` : "";
    const sentence =
      `If only the first is right on ${S.percent(first, 10)} of the items and only the second on ${S.percent(second, 10)}, ` +
      `to find the difference with ${S.percent(power)} power (McNemar's test at ${alpha}, two-sided, on the same items) takes ${items(n)}${inGroups}.`;
    return plan(`${items(n)}, shared`, S.expectedPairs(first, second, worth, level), [sentence, missed(power, worth)], [`items_for_paired(${first}, ${second}${args})`, String(n)], { n: worth, test: true, each });
  }

  function precision({ rate, have, level }) {
    const interval = S.expectedRate(rate, have, level);
    const give = `give or take ${S.finer(half(interval), half(interval), "points").replace("+", "")}`;
    const lines = [`low, high = METHODS["wilson"].ends(${rate} * ${have}, ${have}, ${level})`];
    const call = [`Interval(low, high, ${rate}, ${level}, "Wilson")`, S.intervalText(interval)];
    const sentence = `If it scores ${value(rate, half(interval), "%")}, ${items(have)} ${have === 1 ? "gives" : "give"} the ${S.percent(level)} Wilson interval ${ends(interval.low, interval.high, half(interval), "%")}: ${give}.`;
    return plan(give, interval, sentence, call, { n: have, lines });
  }

  function changeFound({ now, have, power, level, alpha, args }) {
    const { rise, fall } = S.detectableChange(now, have, power, alpha);
    if (rise === null && fall === null) {
      throw new Unreadable(`So few items find neither a rise nor a fall with ${S.percent(power)} power, not even one to 100% or to 0%: take more.`, "have");
    }
    const text = S.changeText({ rise, fall }, power, alpha);
    const [up, down] = text.match(/[\d.]+(?= points)|no (rise|fall)/g);
    const none = `at ${S.percent(power)} power`;
    const headline = rise === null ? `${up} ${none}, ${down} points down` : `${up} points up, ${down}${fall === null ? ` ${none}` : " down"}`;
    const found = now === 0 || now === 1 ? text.replace(/ with \S+ power, not even one to (100|0)%/, "") : text; // none is there
    const sentence = `From ${S.percent(now, 10)}, two runs of ${items(have)} each find ${found}.`;
    const expected = [rise, fall && -fall].filter((change) => change !== null).map((change) => S.expectedDifference(now + change, now, have, level));
    return plan(headline, expected, [sentence, missed(power, have), SMALLER], [`detectable_change(${now}, ${have}${args})`, text], { n: have, test: true });
  }

  function pairsFound({ flips, have, power, level, alpha, args }) {
    const d = S.minimumDetectablePairedEffect(have, flips, power, alpha);
    const expected = [d, -d].map((gap) => S.expectedPairs((flips + gap) / 2, (flips - gap) / 2, have, level));
    const text = S.finer(d, half(expected[0]), "points").replace("+", "");
    const decimals = text.match(/\.(\d+)/)[1].length;
    const sentence =
      `With ${items(have)}, of which only one system is right on ${S.percent(flips, 10)}, a difference of ${text} either way is found ` +
      `with ${S.percent(power)} power (McNemar's test at ${alpha}, two-sided).`;
    const call = [`f"{100 * minimum_detectable_paired_effect(${have}, ${flips}${args}):.${decimals}f} points"`, text];
    return plan(text, expected, [sentence, missed(power, have), SMALLER], call, { n: have, test: true });
  }

  function fromEffect({ known, right, items: n, effect, each, alike, level, name }) {
    const given = known === "alike" ? S.designEffectFor(each, alike) : effect;
    const planned = Math.max(1, given);
    if (planned > n && right <= n) {
      throw new Unreadable(`With this design effect, ${items(n)} would count for less than one: check it.`, known === "alike" ? "each" : "effect");
    }
    const shown = `design effect ${Number(planned.toPrecision(3))}`;
    const interval = { ...S.wilsonAtEffect(right, n, given, level), method: `Wilson, ${shown}` };
    const least = given < 1 ? ["max(1, ", ")"] : ["", ""];
    const lines = [
      known === "alike" ? `effect = ${least.join(`design_effect_for(${each}, ${alike})`)}` : `effect = ${planned}`,
      `low, high = METHODS["wilson"].ends(${right} / effect, ${n} / effect, ${level})`,
    ];
    const call = `Interval(low, high, ${right} / ${n}, ${level}, "${interval.method}")`;
    const below = given < 1 ? `A design effect of ${Number(given.toPrecision(3))} is treated as 1: the groups of one sample cannot show that items in groups tell you more than independent ones. ` : "";
    return {
      interval,
      warning: `${below}This treats the ${known === "alike" ? "correlation" : "design effect"} as known. If it was estimated from fewer than 20 groups, the interval is too narrow: give the counts of each group instead.`,
      sentence: `${got(name, right, n, interval)}. If the ${shown.replace(" effect", " effect is")}, the ${items(n)} count for ${decimal(interval.items)} independent ones. ${DRAWN_GROUPS}`,
      python: python([[call, S.intervalText(interval)]], lines),
    };
  }

  function fromGroups({ counts, careful, level, name }) {
    if (counts.length < 2) throw new Unreadable("Give two groups or more: a single one cannot show how much groups vary.", "counts");
    const over = counts.findIndex(([right, of]) => right > of || of < 1);
    if (over >= 0) throw new Unreadable(`Group ${over + 1} must have at least one item, and no more right than items: got ${counts[over].join("/")}.`, "counts");
    const [right, sizes] = [0, 1].map((i) => counts.map((group) => group[i]));
    const interval = S.clusteredWilsonInterval(right, sizes, level, careful === "yes");
    const [k, n] = total(counts);
    const lines = [
      `right = [${right.join(", ")}]`,
      `items = [${sizes.join(", ")}]`,
      "scores = [x for k, n in zip(right, items) for x in [1] * k + [0] * (n - k)]",
      "groups = [group for group, n in enumerate(items) for _ in range(n)]",
    ];
    const call = `clustered_wilson_interval(scores, groups${also("level", level, 0.95)}${careful === "yes" ? ", careful=True" : ""})`;
    const { few, effect } = interval;
    const warning = few && tooFew(few, counts);
    const [widened, estimated] = [1.005, 0.995].map((x) => n / effect > x * interval.items);
    const why = estimated ? ` by their design effect${effect === 1 ? ", taken as" : " of"} ${Number(effect.toPrecision(3))}` : few ? "" : ", by the groups' sizes alone";
    const used = widened ? `, or ${decimal(interval.items)} after paying the price of not knowing it well, ${rests(interval, sizes.length)}` : "";
    return {
      interval,
      warning,
      note: !few && sizes.length < 10 && level === 0.95 && careful === "no" && FEW_GROUPS,
      sentence:
        `${got(name, k, n, interval)}. The ${items(n)} in ${S.whole(sizes.length)} groups count for ` +
        `${decimal(widened ? n / effect : interval.items)} independent ones${why}${used}. ${few ? `${warning} ` : ""}${DRAWN_GROUPS}`,
      python: python([[call, S.intervalText(interval)]], lines),
    };
  }

  /** Why they are worth fewer still: how many groups show the design effect. */
  function rests({ held, rests: what }, groups) {
    const all = S.whole(groups);
    return held > groups - 0.05 ? `because ${all} groups show only roughly how alike their items are` : `because the ${what} lie in the ${all} groups as unevenly as if only ${Number(held.toPrecision(2))} held them`;
  }

  /** Why the groups do not show how alike their items are, and what that makes of the interval. */
  function tooFew(few, counts) {
    const k = S.whole(counts.length);
    const held = counts.map(([right, of]) => (few === "errors" ? of - right : few === "items" ? of : right));
    const holders = held.filter(Boolean).length;
    const where =
      counts.length < 5 ? `There are only ${k} groups.`
      : holders === 0 ? `None of the ${k} groups has ${few}.`
      : holders < 4 ? `Only ${holders} of the ${k} groups ${holders === 1 ? "has" : "have"} ${few}.`
      : `The ${few} lie so unevenly in the ${k} groups that they count like those of fewer than 4.`;
    return `${where} That is too few to see how alike the items of a group are, so the interval is nearly as wide as if each group were right or wrong as a whole. More groups make it narrower.`;
  }

  // --- Words. The numbers are those that the package prints; where an interval is narrow, with one digit more.

  const items = (n) => `${S.whole(n)} item${n === 1 ? "" : "s"}`;
  const decimal = (x) => (x < 100 ? Number(x.toPrecision(3)) : S.whole(Math.round(x)));
  const points = (x) => `${Number((100 * x).toPrecision(6))} point${Number((100 * x).toPrecision(6)) === 1 ? "" : "s"}`;
  const got = (name, k, n, interval) => `Of ${items(n)}, ${name} got ${S.whole(k)} right: ${spelt(interval)}`;
  const scored = (name, interval, k, n) => `${name} ${value(interval.estimate, half(interval), "%")} (${S.whole(k)}/${S.whole(n)})`;
  const DRAWN = "The interval is about items drawn at random from where these came from.";
  const missed = (power, n) => {
    const one = { 0.5: "two", 0.75: "four", 0.8: "five", 0.9: "ten", 0.95: "twenty" }[power];
    return n < 20 ? "" : `About ${one ? `one such run in ${one}` : `${S.percent(alphaOf(power))} of such runs`} will miss it, fewer where errors are rare.`;
  };
  const SMALLER = "A smaller one is missed more often.";
  const FEW = "With fewer than 20 items, the formula promises too much: the test may never find a difference. Take 20 or more.";
  const WORTH = "These items are worth fewer than 20 independent ones: the formula promises too much. Take more groups.";
  const unlike = (one, other, level) => one.p < alphaOf(level) !== other.p < alphaOf(level);
  const fishers = (z, fisher, level) =>
    "If nothing differed, a run would hold fewer than 5 errors (or right answers), so the test is Fisher's, which suits small counts." +
    (unlike(z, fisher, level) ? ` The z-test, rough here, gives ${S.pText(z.p)}.` : "");
  const cautious = ({ p }, level) =>
    `Fisher's exact test gives ${S.pText(p)}, which is ${p < alphaOf(level) ? "" : "not "}below ${alphaOf(level)}. The sentence uses the z-test, which suits counts of this size.`;
  const ROUGH = "With fewer than 20 items, all of this is rough.";
  const FEW_GROUPS = "With so few groups, this interval mostly covers more than its 95%: 98.3% or more on average and 94.6% at worst, if no rare group fails as a whole.";
  const rough = (n) => (n < 20 ? ` ${ROUGH}` : "");
  const SMALL = "Plans of 20 to 200 items are mostly on the safe side: counted over all results, they find the difference more often than planned. The worst one tried fell 4 points short.";
  const DRAWN_GROUPS = "The interval is about groups drawn at random from where these came from.";

  /** 84.0% (95% Wilson interval 75.6% to 89.9%) */
  function spelt(interval) {
    const { low, high, estimate, level, method, unit } = interval;
    const [kind, more = ""] = method.replace(/^(\d+)-cluster (.*)/, "clustered $2, $1 groups").split(/(?=, )/);
    const range = ends(low, high, half(interval), unit).replace(" points", "");
    return `${value(estimate, half(interval), unit)} (${S.percent(level)} ${kind} interval${more && `${more},`} ${range})`;
  }

  /** The verdict beside the numbers; the sentence says it in full. */
  function inAWord(interval, test, first, second, exact) {
    const who = favoured(interval, test, exact);
    return { neither: "cannot tell them apart", borderline: "borderline" }[who] ?? `the data favour ${who === "first" ? first : second}`;
  }

  function verdict(interval, test, first, second, exact = test) {
    const { low, high, estimate, level } = interval;
    const [found, sure, apart] = judged(interval, test, exact);
    if (!apart) {
      const minus = `${first} minus ${second} is ${spelt(interval)}`;
      if (found) return `Borderline: on items like these, ${minus}. The interval includes zero, and yet the test finds a difference, ${S.testText(test)}.`;
      return `On items like these, the data cannot tell ${first} from ${second}: ${minus}, ${S.testText(test)}.`;
    }
    const [ahead, behind] = estimate > 0 ? [first, second] : [second, first];
    const [least, most] = [Math.abs(low), Math.abs(high)].sort((a, b) => a - b);
    const by = `${ahead} over ${behind}, by ${spelt({ ...interval, low: least, high: most, estimate: Math.abs(estimate) }).replaceAll("+", "")}`;
    const z = test.symbol === "z"; // beside which Fisher's exact test is cautious
    const doubt = !found || sure ? "" : z ? `; Fisher's exact test, which is cautious, gives ${S.pText(exact.p)}` : `; the exact test does not confirm it, ${S.pText(exact.p)}`;
    return `${found && (sure || z) ? "On" : "Borderline: on"} items like these, the ${found ? "data favour" : "interval favours"} ${by}, ${found ? "" : "but the test does not confirm it: "}${S.testText(test)}${doubt}.`;
  }

  // --- The same in Python

  const also = (name, x, usual) => (x === usual ? "" : `, ${name}=${x}`);
  const grouped = (each, alike) => (each > 1 ? `, items_each=${each}, correlation=${alike}` : "");

  /** Calls with what they print, below the lines and the imports that they need. */
  function python(calls, lines = []) {
    const code = [...lines, ...calls.flatMap(([call, text]) => [`print(${call})`, `# ${text}`])];
    const names = code.filter((line) => !line.startsWith("#")).join().match(/\b(Interval|[a-z]+(_[a-z]+)+)(?=\()/g);
    const more = lines.join().includes("METHODS") ? ["from give_or_take.intervals import METHODS"] : [];
    return [`from give_or_take import ${[...new Set(names)].sort().join(", ")}`, ...more, ...code].join("\n");
  }

  // --- The page

  const sections = Object.keys(TABS).map((id) => document.getElementById(id));
  const pressed = (label, onclick) => make("button", { type: "button", className: "calculator-use", onclick }, label);
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

  function build(section, tab) {
    const fields = make("div", { className: "calculator-fields" });
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
      const className = `calculator-field calculator-${key === tab.mode ? "mode" : one.kind}${one.more ? " calculator-usual" : ""}`;
      const box = make("div", { className }, make("label", { htmlFor: id }, one.label), input);
      fields.append(box, says);
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
    const unfold = () => (tab.more.ariaExpanded = tab.more.ariaExpanded !== "true");
    tab.more = make("button", { type: "button", className: "calculator-more", ariaExpanded: "false", onclick: unfold }, "More");
    fields.querySelector(".calculator-usual").before(tab.more);
    tab.top = make("div");
    tab.output = make("div", { className: "calculator-answer" });
    tab.work = make("div", { className: "calculator-work" }, make("form", { onsubmit: () => false, ariaLabel: "Inputs" }, fields), tab.top, tab.output);
    section.querySelector(".highlight-python").replaceWith(tab.work);
  }

  function typed(id) {
    update(id);
    // Safari takes a hundred in half a minute, and the next one carries all fields.
    try { history.replaceState(null, "", link(id)); } catch { /* the next one */ }
  }

  // --- The example with which a tab opens: counts give way to the first that is typed, what a plan assumes stays

  const isData = (one) => !one.options && !one.more;
  const startOf = (tab, one) => (isData(one) && (tab.example || tab.plans) ? one.example : one.start);

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
    const read = (text) => {
      if (text.trim()) box.value = take(R.read(text)) ? "" : text; // what was refused stays, to be mended
    };
    box.addEventListener("input", ({ inputType }) => inputType === "insertFromPaste" && read(box.value));
    box.addEventListener("change", () => read(box.value));
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      read(box.value);
    });
    const file = make("input", { type: "file", accept: ".csv,.tsv,.txt", hidden: true });
    file.addEventListener("change", async () => {
      const text = file.files[0].size > 2e7 ? "\0" : await file.files[0].text();
      const refused = "A file must be a table, saved as CSV, of at most 20 MB: give-or-take report takes larger ones.";
      take(text.includes("\0") ? { refused } : R.read(text));
      file.value = "";
    });
    const field = make("div", { className: "calculator-field" }, make("label", { htmlFor: box.id }, "Paste results"), box);
    return make("div", { className: "calculator-paste" }, field, pressed("Open a CSV file", () => file.click()), file);
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
  const total = (groups) => [0, 1].map((i) => groups.reduce((sum, group) => sum + group[i], 0));
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
    const called = names[0] === names[1] ? {} : { name: names[0] || "the first", other: names[1] || "the second" };
    const { name = "the first", other = "the second" } = called;
    if (kind === "pairs") {
      const [both, first, second, neither] = counts;
      const words = `Read as two systems on the same ${items(both + first + second + neither)}: ${name} got ${S.whole(both + first)} right, ${other} ${S.whole(both + second)}.`;
      return { tab: "the-same-items", fill: { know: "four", both, first, second, neither, hang, ...called }, words };
    }
    const [[first, firstItems], two] = kind === "scores" ? [counts] : counts;
    if (!two) {
      const words = `Read as ${names[0] ? `${names[0]}, ` : ""}${rate([first, firstItems])} right.`;
      return { tab: "one-rate", fill: { right: first, items: firstItems, name: names[0] }, words };
    }
    const [second, secondItems] = two;
    const words = `Read as two systems: ${name} ${rate([first, firstItems])}, ${other} ${rate(two)}.`;
    return { tab: "two-runs", fill: { first, firstItems, second, secondItems, ...called }, words, options: open && names.length ? options : [] };
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
  function take(got, before = []) {
    const left = [...before, ...(got.left ?? [])];
    const { tab, fill, words, further, options = [], below } = placed(got);
    if (tab) put(tab, fill);
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
  function put(id, fill) {
    const tab = TABS[id];
    tab.example = false;
    for (const [key, one] of Object.entries(tab.fields)) {
      if (key === "level" || key === "method") continue;
      const x = fill[key] ?? one.start;
      tab.inputs[key].input.value = typeof x === "number" ? S.whole(x) : x;
    }
    choose(id, true);
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
      if (one.labels) box.firstChild.textContent = one.label = one.labels[mode] ?? one.label;
      box.hidden = Boolean(one.only && !one.only.split(" ").includes(mode));
      complain(tab, key, "");
      if (box.hidden) continue;
      try {
        values[key] = R.typed(one, key === "then" ? changed(input.value, values.now) : share(tab, key), mode);
        says.textContent = readAs(one, input.value, values[key]) || hint(one, input.value);
        if (one.more && input.value !== one.start) tab.more.ariaExpanded = "true";
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        wrong = true;
        if (!error.message) missing.push(one.label);
        complain(tab, key, one.kind === "count" && R.countsOf(input.value) ? "Press Enter to take these numbers." : error.message, !error.message);
      }
    }
    let answer = null;
    if (!wrong) {
      try {
        if (values.other && values.other === values.name) throw new Unreadable(`Both are called “${values.name}”: give the second another name.`, "other");
        const luck = values.each > 1 && values.alike < 0 && tab.plans;
        if (luck) values.alike = 0;
        answer = tab.answer(values);
        for (const [key, x] of Object.entries(answer.fills ?? {})) if (inputs[key].box.hidden) inputs[key].input.value = S.whole(x);
        if (HELD[values.hang]) {
          answer.word = "";
          answer.narrow = `This holds only for independent items: ${HELD[values.hang]}, they count for fewer.`;
          answer.sentence = `${answer.narrow} ${answer.sentence}`;
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
    if (words) input.setAttribute("aria-invalid", "true");
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
    const { top, output, work, example } = TABS[id];
    const shown = answer?.interval;
    top.className = shown ? "calculator-top" : "calculator-top calculator-waits";
    work.classList.toggle("calculator-example", example);
    output.hidden = !answer?.sentence;
    if (!shown) {
      const still = missing.length ? `Still missing: ${missing.join(", ")}.` : "The answer appears when the fields make sense.";
      top.replaceChildren(make("p", {}, answer?.open ?? still));
      if (answer?.sentence) output.replaceChildren(toPaste(answer.sentence), toLink(id));
      return;
    }
    const { interval, minus, test, word, headline, ask, warning, note: more, caption, sentence, python } = answer;
    const { low, high, estimate, level, unit } = interval;
    const big = headline ?? value(estimate, half(interval), unit);
    const range = headline ? "" : `${S.percent(level)} interval: ${ends(low, high, half(interval), unit)}`;
    const line = make("p", { className: "calculator-headline" }, minus ? make("span", {}, `${minus}:`) : "", make("strong", {}, big), range && make("span", {}, range));
    if (test) line.append(make("span", {}, S.pText(test.p)));
    if (word) line.append(make("b", { className: "calculator-verdict" }, word));
    const narrow = answer.narrow ? [warn("Too narrow. ", answer.narrow, " ", make("a", { href: "#groups" }, "Use Groups"))] : [];
    const label = example ? [make("p", { className: "calculator-note" }, make("b", {}, "An example. "), "Type your own numbers over it.")] : [];
    const asked = ask ? [warn(ask.words, " ", pressed("The same", () => (location.hash = ask.same)), " ", pressed("Different ones", () => (location.hash = ask.different)))] : [];
    top.replaceChildren(...label, ...asked, line, ...narrow);
    output.replaceChildren(
      ...(warning ? [warn(warning)] : []),
      toPaste(sentence),
      GiveOrTakePicture(interval, output.clientWidth || 640, caption),
      ...[caption && `${caption}.`, more].filter(Boolean).map((words) => make("p", { className: "calculator-note" }, words)),
      copied("In Python", make("pre", { className: "calculator-python", tabIndex: 0 }, make("code", {}, python))),
      toLink(id),
    );
  }

  const toPaste = (sentence) => copied("To paste", make("p", { className: "calculator-sentence" }, sentence));
  const toLink = (id) => link(id).length > LONGEST
    ? make("p", { className: "calculator-note" }, "These inputs are too long for a link.")
    : copied("Link", make("p", {}, make("a", { href: link(id) }, "this page with these inputs")), () => new URL(link(id), location.href).href);

  /** What can be copied, under a heading with the button. */
  function copied(title, content, text = () => content.textContent) {
    const button = make("button", { type: "button", className: "calculator-copy", ariaLabel: `Copy: ${title}` }, "Copy");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text());
      } catch {
        return getSelection().selectAllChildren(content); // where the browser keeps the clipboard from pages
      }
      button.textContent = "Copied";
      speak("Copied");
      setTimeout(() => (button.textContent = "Copy"), 1500);
    });
    return make("div", { className: "calculator-part" }, make("h2", {}, title), button, content);
  }

  // --- Links that carry the inputs: #two-runs?first=84&...

  const LONGEST = 60_000; // characters of a link: browsers and mail cut longer ones
  let chosen = "";

  function link(id) {
    const { inputs, fields } = TABS[id];
    const typed = Object.entries(inputs).filter(([key, { input, box }]) => !box.hidden && input.value !== startOf(TABS[id], fields[key]));
    return address(id, Object.fromEntries(typed.map(([key, { input }]) => [key, input.value])));
  }

  const address = (id, inputs) => `#${id}?${new URLSearchParams(inputs)}`.replace(/\?$/, "");

  function choose(id, record = false) {
    chosen = id;
    for (const tab of tabs.children) {
      tab.ariaSelected = tab.id === `tab-${id}`;
      tab.tabIndex = tab.id === `tab-${id}` ? 0 : -1;
    }
    for (const section of sections) section.hidden = section.id !== id;
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
    const empty = Object.values(TABS[chosen].inputs).find(({ input, box }) => !box.hidden && !input.value);
    (empty?.input ?? document.getElementById(`tab-${chosen}`)).focus({ preventScroll: true });
  });
  matchMedia("(max-width: 46em)").addEventListener("change", () => update(chosen)); // draws the picture anew
  const linked = location.hash.includes("="); // who follows a link reads first, and scrolls with the arrow keys
  restore();
  // After load: a link to a section takes the focus away.
  addEventListener("load", () => {
    if (matchMedia("(pointer: fine)").matches && !linked) setTimeout(() => Object.values(TABS[chosen].inputs)[0].input.focus({ preventScroll: true }));
  });
})();
