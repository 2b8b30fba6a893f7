// What the calculator answers: its tabs with their fields, and of each the numbers, the words and the sentence to paste.
// The home page answers with it too. What is computed, refused and printed is in statistics.js; nothing here knows a formula.

const GiveOrTakeCalculator = (() => {
  "use strict";

  const S = GiveOrTakeStatistics;
  const { Unreadable } = GiveOrTakeReading;

  const alphaOf = (level) => Number((1 - level).toPrecision(10));
  const half = ({ low, high }) => (high - low) / 2;
  const value = (...parts) => S.finer(...parts).replace(/^\+(?=0\.0+ )/, "");
  const ends = (low, high, spread, unit) => `${value(low, spread, unit).replace(" points", "")} to ${value(high, spread, unit)}`;

  /** Of two systems, each with items of its own: the test that suits the counts, how Python calls it, and the exact one. */
  function testsOfRuns(...counts) {
    const few = S.smallCounts(...counts);
    const [test, call] = few ? [S.fisherMidPTest(...counts), "fisher_mid_p_test"] : [S.pooledZTest(...counts), "pooled_z_test"];
    const exact = few || counts[1] + counts[3] < 2e5 ? S.fisherMidPTest(...counts, "exact") : test; // which agree on more
    return { few, test, call, exact };
  }

  /** What the data say of two systems: whether the test finds a difference, and the interval leaves zero. */
  const judged = ({ low, high, level }, test) => [test.p < alphaOf(level), low > 0 || high < 0];

  /** Whom they favour: "first", "second", "neither"; or "borderline", where interval and test disagree. */
  function favoured(interval, test) {
    const [found, apart] = judged(interval, test);
    if (!apart && !found) return "neither";
    if (!apart || !found) return "borderline";
    return interval.estimate > 0 ? "first" : "second";
  }

  // --- What the tabs are. A field: its label, what it holds, an example (where a thing is usual: what it starts with),
  // the argument of the Python function, and the choices with which it is seen.

  const field = (label, kind, example, argument, only) => ({ label, kind, example, argument, only, start: "" });
  const usual = (...parts) => ({ ...field(...parts), start: parts[2], more: true }); // under "More options"
  const choice = (label, options, start = Object.keys(options)[0]) => ({ label, options, start, example: start });
  const name = (label, start, blank = "it") => ({ ...usual(label, "name", start), blank });
  const UNEQUAL = "Groups of different sizes? Do not take their mean: take the sum of their squared sizes, divide it by the number of items, and round up. For 5, 10 and 15 items that is 350 / 30, so 12.";
  const SHARED = "From an earlier run of both, or a guess: 6 of 100 items is 6%.";
  const LEVEL = usual("Level", "percent", "95%", "level");
  const FIRST = name("Call the new one", "new", "new");
  const SECOND = name("Call the old one", "old", "old");
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
          plain: plainRate(right, items, interval),
          sentence: `${got(name, right, items, interval)}. ${DRAWN}${method === "exact" ? "" : rough(items)}`,
          python: python([[`${call}(${right}, ${items}${also("level", level, 0.95)})`, S.intervalText(interval)]]),
        };
      },
    },

    "the-same-items": {
      fields: {
        // It opens with the totals. A link that does not say is an old one, with the four counts.
        know: { ...choice("What you know", { totals: "the two totals", four: "the four counts" }, "four"), example: "totals" },
        one: field("{name} right", "count", "171", "successes_a", "totals"),
        two: field("{other} right", "count", "160", "successes_b", "totals"),
        items: field("Items", "count", "190", "n_a", "totals"),
        both: field("Both right", "count", "154", "n_both", "four"),
        first: { ...field("Right only by {name}", "count", "17", "n_only_first"), open: "totals" },
        second: field("Right only by {other}", "count", "6", "n_only_second", "four"),
        neither: field("Both wrong", "count", "13", "n_neither", "four"),
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
          const interval = S.newcombeInterval(one, n, two, n); // refuses what makes no sense
          const [least, most] = [Math.max(0, one - two), Math.min(one, n - two)];
          if (least === most) first ??= least;
          if (first === null) return undecided({ ...inputs, interval, least, most });
          if (first < least || first > most) throw new Unreadable(`${TABS["the-same-items"].fields.first.label} must lie between ${S.whole(least)} and ${S.whole(most)}: got ${first}.`, "first");
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
          word: inAWord(interval, test, name, other),
          warning: doubted(test, exact, level),
          plain: plainChange(`On the same ${items(n)}`, interval, test, name, other, n),
          note: exact.p === test.p || doubted(test, exact, level) ? "" : `The exact test, which errs on the strict side, gives ${S.pText(exact.p)}: ${unlike(test, exact, level) ? "another" : "the same"} verdict.`,
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

    "two-runs": {
      fields: {
        first: field("{name} right", "count", "84", "successes_a"),
        firstItems: field("{name} items", "count", "100", "n_a"),
        second: field("{other} right", "count", "78", "successes_b"),
        secondItems: field("{other} items", "count", "100", "n_b"),
        same: choice("Both answered", { unknown: "not said which items", no: "other items" }),
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
          word: open ? "" : inAWord(interval, test, name, other),
          ask: open && {
            words: `Did both answer the same ${items(firstItems)}, or different ones?`,
            same: address("the-same-items", { know: "totals", one: first, two: second, items: firstItems, ...more }),
            different: address("two-runs", { first, firstItems, second, secondItems, same: "no", ...more }),
          },
          warning: few && doubted(test, fisher, level),
          plain: plainChange(open ? `If the two answered ${apart(firstItems, secondItems)},` : `On ${apart(firstItems, secondItems)}`, interval, test, name, other, Math.min(firstItems, secondItems)),
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

    "how-many-items": {
      plans: true,
      fields: {
        // It opens with a gain. A link that does not say is an old one, with a rate.
        plan: { ...choice("Question", {
          gain: "How many to see a gain?",
          rate: "How many to measure one rate?",
          runs: "How many to tell two runs apart?",
          pairs: "How many, on the same items?",
          rateAt: "I have some: how precise is one rate?",
          runsAt: "I have some: what can two runs find?",
          pairsAt: "I have some: what can they find, if shared?",
        }, "rate"), example: "gain" },
        gain: { ...field("Gain to find", "points", "5", "", "gain"), hint: "In points" },
        score: field("Score now", "percent", "84%", "p1", "gain"),
        differ: { ...field("Items where the two differ", "percent", "20%", "share_discordant", "gain"), hint: "One right, one wrong: often 15 to 25%" },
        rate: field("Rate that you expect", "percent", "85%", "rate", "rate rateAt"),
        half: field("Give or take, points", "points", "3", "half_width", "rate"),
        now: field("Score now", "percent", "80%", "p1", "runs runsAt"),
        then: field("Score to find", "percent", "84%", "p2", "runs"),
        first: { ...field("Right only by the new one", "percent", "6%", "share_only_first", "pairs"), hint: SHARED },
        second: field("Right only by the old one", "percent", "4%", "share_only_second", "pairs"),
        flips: { ...field("Right only by one of them", "percent", "10%", "share_discordant", "pairsAt"), hint: SHARED },
        have: field("Items that you have", "count", "500", "n", "rateAt runsAt pairsAt"),
        power: usual("Power", "percent", "80%", "power", "gain runs pairs runsAt pairsAt"),
        level: LEVEL,
        each: { ...usual("Items in each group", "count", "1", "items_each", "runs pairs"), hint: UNEQUAL },
        alike: { ...usual("", "number", "0", "correlation", "runs pairs"), labels: { runs: "Correlation of the scores", pairs: "Correlation of the gains" } },
      },
      mode: "plan",
      answer(inputs) {
        const alpha = alphaOf(inputs.level);
        const args = also("power", inputs.power, 0.8) + also("alpha", alpha, 0.05);
        const plans = { gain: planGain, rate: planRate, runs: planRuns, pairs: planPairs, rateAt: precision, runsAt: changeFound, pairsAt: pairsFound };
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
    `The mid-p is below ${alphaOf(level)}, but the exact p, ${S.pText(exact.p).replace("p = ", "")}, is not. The verdict goes by the mid-p; the exact test errs on the strict side.`;

  /** The same items, without the count that decides: where it can lie, and what the test finds at both ends. */
  function undecided({ one, two, items: n, interval, least, most, level, name, other }) {
    const ends = [least, most].map((first) => {
      const [test, exact] = ["mid-p", "exact"].map((method) => S.mcnemarTest(first, two - one + first, method));
      const doubt = doubted(test, exact, level) ? ` (by the exact test ${S.pText(exact.p)})` : "";
      return { found: test.p < alphaOf(level), words: `with ${S.whole(first)} ${S.pText(test.p)}${doubt}` };
    });
    const finds = ends[0].found !== ends[1].found ? "By McNemar's mid-p test, the answer depends on it" : `McNemar's mid-p test finds ${ends[0].found ? "a" : "no"} difference either way`;
    const open = `It can be anything from ${S.whole(least)} to ${S.whole(most)}. ${finds}: ${ends.map(({ words }) => words).join(", ")}.`;
    return {
      open: `How many did only ${name} get right? ${open}`,
      plain: `On the same ${items(n)} ${change(interval, "neither", name, other)}. How sure that is depends on how many only ${called(name, FIRST)} got right.`,
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
      `If only the new one is right on ${S.percent(first, 10)} of the items and only the old one on ${S.percent(second, 10)}, ` +
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

  const exact = (x) => Number(x.toPrecision(12)); // 0.84 + 0.05, say

  /** Where a gain leads to, and on how many items the two can differ at most: where they do, one is wrong and one right. */
  function raised(gain, now, differ) {
    const then = exact(now + gain);
    if (then > 1) throw new Unreadable(`From ${S.percent(now, 10)}, a gain can be at most ${exact(100 * (1 - now))} points.`, "gain");
    const can = exact(Math.min(2 - now - then, now + then)), from = `From ${S.percent(now, 10)} to ${S.percent(then, 10)}, `;
    if (differ > can) throw new Unreadable(`${from}the two can differ on at most ${S.percent(can, 10)}: got ${S.percent(differ, 10)}.`, "differ");
    return { then, can, from };
  }

  /** The items that only the new one, and only the old one gets right, if the two differ on so many. */
  function halves(gain, differ) {
    if (exact(differ - gain) < 0) throw new Unreadable(`To gain so much, the two must differ on at least ${S.percent(gain, 10)}: got ${S.percent(differ, 10)}.`, "differ");
    return [exact((differ + gain) / 2), exact((differ - gain) / 2)];
  }

  function planGain({ gain, score, differ, power, level, alpha, args }) {
    const { then } = raised(gain, score, differ), [first, second] = halves(gain, differ);
    const [same, other] = [S.itemsForPaired(first, second, power, alpha), S.itemsForPower(score, then, power, alpha)];
    const [pairs, runs] = [planPairs({ first, second, power, level, alpha, args }), planRuns({ now: score, then, power, level, alpha, args })];
    return {
      ...(same < other ? pairs : runs), // whose warning is the one of the fewer items
      headline: `${items(same)}, shared`,
      beside: `or ${S.whole(other)} each, if they answer different ones`,
      interval: pairs.interval,
      plain: plainPlan(gain, score, same, other, power),
      sentence: `${pairs.sentence} On different items: ${runs.sentence}`,
      python: python([
        [`items_for_paired(${first}, ${second}${args})`, String(same)],
        [`plan_two_runs(${score}, ${then}${args})`, S.planText(score, then, other, power, alpha)],
      ]),
    };
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
    const { low, high, estimate, unit } = interval;
    const range = ends(low, high, half(interval), unit).replace(" points", "");
    return `${value(estimate, half(interval), unit)} (${named(interval).replace(/, .*/, "$&,")} ${range})`;
  }

  /** 95% Wilson interval, or 95% clustered Wilson interval, 10 groups */
  function named({ level, method }) {
    const [kind, more = ""] = method.replace(/^(\d+)-cluster (.*)/, "clustered $2, $1 groups").split(/(?=, )/);
    return `${S.percent(level)} ${kind} interval${more}`;
  }

  // --- The same for who knows no statistics: one plain sentence, with the numbers that the full one has.

  const minus = (text) => text.replaceAll("-", "−");
  const called = (name, { start }) => (name === start ? `the ${start} version` : name);
  const apart = (n, m) => `${n === m ? S.whole(n) : `${S.whole(n)} and ${S.whole(m)}`} different items${n === m ? " each" : ""}`.replace(/^1 different items/, "1 different item");
  const surely = (interval) => minus(`${S.percent(interval.level)} interval ${ends(interval.low, interval.high, half(interval), interval.unit)}`);

  function plainRate(right, n, interval) {
    return `${S.whole(right)} of ${S.whole(n)} right: ${value(interval.estimate, half(interval), "%")}, ${surely(interval)}.${rough(n)}`;
  }

  /** the new version gains +5.8 points; changes by, where the data do not say whether it is better */
  function change(interval, who, name, other) {
    const does = who === "neither" ? "changes by" : interval.estimate > 0 ? "gains" : "loses";
    const against = name === FIRST.start && other === SECOND.start ? "" : ` against ${called(other, SECOND)}`;
    return `${called(name, FIRST)} ${does} ${minus(value(interval.estimate, half(interval), "points"))}${against}`;
  }

  function plainChange(where, interval, test, name, other, n) {
    const who = favoured(interval, test), doubt = { neither: ": not clear", borderline: ": borderline" }[who] ?? "";
    return `${where} ${change(interval, who, name, other)}, ${surely(interval)}${doubt}.${rough(n)}`;
  }

  /** What a gain takes, on the same items and on others. */
  function plainPlan(gain, now, same, other, power) {
    const few = Math.min(same, other) < 20 ? ` ${FEW}` : "";
    return `To see a gain of ${points(gain)} from ${S.percent(now, 10)}, both systems need the same ${items(same)}, or ${S.whole(other)} different ones each (${S.percent(power)} power).${few}`;
  }

  /** What is pasted: the plain sentence, and below it, `open` or not, the full one; `said` is told of a copy. */
  function toPaste({ plain, sentence }, open, said) {
    const full = make("p", { className: "calculator-sentence" }, sentence), copy = copier("the full sentence", full, said);
    if (!plain) return [full, copy, glossed(sentence)];
    const short = make("p", { className: "calculator-plain" }, plain);
    const row = make("div", { className: "calculator-row" }, full, copy, glossed(sentence));
    const fold = make("details", { open }, make("summary", {}, "In full, so that others can check it"), row);
    return [short, copier("the plain sentence", short, said), fold];
  }

  /** Is the new one better? In one sentence, above the numbers; the sentence to paste says it in full. */
  function inAWord(interval, test, name = FIRST.start, other = SECOND.start) {
    const [found, apart] = judged(interval, test);
    const ends = [interval.low, interval.high].map((x) => value(Math.abs(x), half(interval), "points").replace(/^\+| points?/g, ""));
    if (interval.high < 0) ends.reverse();
    const [it, than] = name === FIRST.start && other === SECOND.start ? ["", ""] : [`${called(name, FIRST)} is `, ` than ${called(other, SECOND)}`];
    const by = apart ? `between ${ends[0]} and ${ends[1]} points ${interval.low > 0 ? "better" : "worse"}` : `anything from ${ends[0]} points worse to ${ends[1]} better`;
    const says = { first: "Yes, probably", second: "No, probably", neither: "Cannot be told", borderline: "Borderline" }[favoured(interval, test)];
    const doubt = apart === found ? "" : found ? ", and yet the test finds a difference" : ", but the test does not confirm it";
    return `${says}: ${it}${by}${than}${doubt}.`;
  }

  /** What its level means. */
  const meant = ({ level, unit }) => `about ${S.percent(level).replace("%", "")} of 100 such intervals hold the true ${unit === "%" ? "rate" : "gain"}`;

  function verdict(interval, test, first, second, exact = test) {
    const { low, high, estimate, level } = interval;
    const [found, apart] = judged(interval, test);
    if (!apart) {
      const minus = `${first} minus ${second} is ${spelt(interval)}`;
      if (found) return `Borderline: on items like these, ${minus}. The interval includes zero, and yet the test finds a difference, ${S.testText(test)}.`;
      return `On items like these, the data cannot tell ${first} from ${second}: ${minus}, ${S.testText(test)}.`;
    }
    const [ahead, behind] = estimate > 0 ? [first, second] : [second, first];
    const [least, most] = [Math.abs(low), Math.abs(high)].sort((a, b) => a - b);
    const by = `${ahead} over ${behind}, by ${spelt({ ...interval, low: least, high: most, estimate: Math.abs(estimate) }).replaceAll("+", "")}`;
    const strict = test.symbol === "z" ? "Fisher's exact test" : "the exact test";
    const doubt = found && exact.p >= alphaOf(level) ? `; ${strict}, which errs on the strict side, gives ${S.pText(exact.p)}` : "";
    return `${found ? "On" : "Borderline: on"} items like these, the ${found ? "data favour" : "interval favours"} ${by}, ${found ? "" : "but the test does not confirm it: "}${S.testText(test)}${doubt}.`;
  }

  // What sentences name, and where the glossary says what it is: the name, the term, and how the sentence has it.
  const NAMED = [
    ["interval", "interval"],
    ...["Wilson", "Newcombe", "Tango"].map((name) => [name, `${name}-s-interval`]),
    ...["Clopper-Pearson", "Jeffreys"].map((name) => [name, name]),
    ["clustered", "cluster"],
    ["design effect", "design-effect"],
    ["power", "power"],
    ["p", "p-value", /\bp [=<]/],
    ["McNemar", "McNemar-s-test"],
    ["Fisher", "Fisher-s-exact-test"],
    ["mid-p", "mid-p"],
    ["pooled", "pooled"],
    ["two-sided", "two-sided"],
  ];

  /** Links to what the glossary says of what a sentence names. */
  function glossed(sentence) {
    const named = NAMED.filter(([name, , pattern = name]) => sentence.match(pattern));
    const links = named.flatMap(([name, term], i) => [i ? ", " : "", make("a", { href: `glossary.html#term-${term}` }, name)]);
    return make("small", { className: "glossed" }, "In the glossary: ", ...links);
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

  // --- Links that carry the inputs: #two-runs?first=84&...

  const address = (id, inputs) => `#${id}?${new URLSearchParams(inputs)}`.replace(/\?$/, "");
  const total = (groups) => [0, 1].map((i) => groups.reduce((sum, group) => sum + group[i], 0));

  return { HELD, TABS, address, ends, exact, glossed, half, halves, inAWord, items, meant, named, points, raised, testsOfRuns, toPaste, total, value };
})();
