// The explorers of the chapters, moving on the site: sliders, a picture in SVG, and below it how to read it. The
// notebook's description is spoken; after a press it is the answer, and is seen. Each of `pictures` is the drawing
// function of that name in classroom/figures/, on the calculator's arithmetic. The sliders come from
// tools/site/figures.py; where a picture is missing here, the still stays. Those of `site` are here alone, for pictures
// whose cell has the tag `moves-NAME`.
"use strict";

const GiveOrTakeExplore = (() => {
  const S = GiveOrTakeStatistics, { whole } = S;
  const fixed = (x, decimals = 1) => (x < 0 ? "-" : "") + S.shown(Math.abs(x), decimals, []);
  const signed = (x) => (x < 0 ? "" : "+") + fixed(x);
  const span = (low, high) => `${fixed(low)}% to ${fixed(high)}%`;
  const coin = (p) => p * (1 - p);
  const zOf = (level) => { const { high } = S.wilsonInterval(0, 1, level); return Math.sqrt(high / (1 - high)); };
  const bell = (x, spread) => Math.exp(-((x / spread) ** 2) / 2) / spread;
  const below = (z) => { // the normal distribution's share below z, to more digits than are shown
    const from = Math.min(z, 0) - 9, step = (z - from) / 4000;
    const heights = Array.from({ length: 4000 }, (_, i) => bell(from + (i + 0.5) * step, 1));
    return heights.reduce((a, b) => a + b) * step / Math.sqrt(2 * Math.PI);
  };

  // p-values as Python's .2g, of what is no exact half.
  const two = (p) => {
    const [digits, power] = p.toExponential(1).split("e-");
    return power > 4 ? `${+digits}e-${power.padStart(2, 0)}` : `${+p.toPrecision(2)}`;
  };
  // O'Brien and Fleming's constant for 1, 2, … looks at 5%: looks._constant.
  const CONSTANTS = [1.95996, 1.97743, 2.00404, 2.0243, 2.04007, 2.05279, 2.06332, 2.07221, 2.07985, 2.0865,
    2.09237, 2.0976, 2.1023, 2.10655, 2.11042, 2.11396, 2.11723, 2.12024, 2.12304, 2.12565];

  // What NumPy's default_rng(seed).random(n) draws: PCG64 (O'Neill 2014), seeded by its SeedSequence.
  function uniforms(seed, n) {
    const hasher = (constant, factor) => (word) => {
      word ^= constant;
      constant = Math.imul(constant, factor);
      word = Math.imul(word, constant);
      return word ^ word >>> 16;
    };
    const first = hasher(0x43b0d7e5, 0x931e8875), second = hasher(0x8b51f9dd, 0x58f38ded);
    const pool = [seed, 0, 0, 0].map(first);
    for (let i = 0; i < 4; i++) for (let j = 0; j < 4; j++) if (i !== j) {
      const word = Math.imul(pool[j], 0xca01f9dd) - Math.imul(first(pool[i]), 0x4973f715);
      pool[j] = word ^ word >>> 16;
    }
    const words = [...pool, ...pool].map((word) => BigInt(second(word) >>> 0)), cut = (x) => BigInt.asUintN(128, x);
    const [start, odd] = [0, 4].map((i) => words[i + 1] << 96n | words[i] << 64n | words[i + 3] << 32n | words[i + 2]);
    const step = cut(odd << 1n | 1n), next = (state) => cut(state * 0x2360ed051fc65da44385df649fccf645n + step);
    let state = next(step + start);
    return Array.from({ length: n }, () => {
      state = next(state);
      const turn = state >> 122n, folded = BigInt.asUintN(64, state >> 64n ^ state);
      return Number(BigInt.asUintN(64, folded >> turn | folded << 64n - turn) >> 11n) / 2 ** 53;
    });
  }

  // The share of public items that leaked, if nothing else explains the gap: contamination.leaked_share.
  function leakedShare(open, fresh) {
    const [far, near] = [1 - fresh.estimate, 1 - open.estimate], clip = (x) => Math.min(Math.max(x, 0), 1);
    const estimate = clip(1 - near / far), root = (a, b) => Math.sqrt((far * a) ** 2 + (near * b) ** 2 - (a * b) ** 2);
    const [a, b] = [open.estimate - open.low, fresh.high - fresh.estimate];
    const [c, d] = [open.high - open.estimate, fresh.estimate - fresh.low];
    const most = far > b ? (far * near + root(a, b)) / (far ** 2 - b ** 2) : 1;
    const least = near > c ? (near ** 2 - c ** 2) / (far * near + root(c, d)) : 0;
    const [low, high] = [Math.min(clip(1 - most), estimate), Math.max(clip(1 - least), estimate)];
    return { low, high, estimate, level: 0.95, method: "square-and-add", unit: "%" };
  }

  const percents = { low: 0, high: 100, ticks: [0, 20, 40, 60, 80, 100] };
  const beyond = { low: -30, high: 130, ticks: percents.ticks };
  const shades = ({ rect }) => [rect(-30, 0, 0, 1e3, "shade"), rect(100, 130, 0, 1e3, "shade")];
  const nothing = (why) => ({ title: why, alt: `${why}.`, ...percents, label: "", marks: () => [] });
  // One row an interval, its words above it, from `left` on: [words, interval in fractions, colour].
  const rows = (listed, { rect, dot, words }, left = "0%") => listed.flatMap(([text, { low, high, estimate }, colour], i) => [
    rect(100 * low, 100 * high, 46 * i + 25, 46 * i + 35, colour), dot(100 * estimate, 46 * i + 30),
    words(left, 46 * i + 16, text),
  ]);

  const pictures = {
    one_score({ n, rate }) {
      const heap = chances(n, rate / 100), tallest = Math.max(...heap), half = (n <= 150 ? 43 : 51.5) / n;
      const reach = (q) => { let sum = 0; return heap.findIndex((chance) => (sum += chance) >= q); };
      const [low, high] = [reach(0.025), reach(0.975)], middle = span(100 * low / n, 100 * high / n);
      return {
        title: `${whole(n)} questions: the middle 95% is ${middle}`,
        alt: `Bar chart: with ${whole(n)} questions and a true rate of ${rate}%, the middle 95% of scores (at least) `
          + `runs from ${middle}, a standard deviation of ${fixed(100 * Math.sqrt(coin(rate / 100) / n))} points.`,
        ...percents, low: -5, high: 105, // which stay, so that what is wider looks wider
        height: 180, label: "score, % right · dark: at least 95% of the scores · dashed: the true rate",
        marks: ({ rect, rule }) => [...heap.map((chance, k) => chance > tallest / 1e4 && rect(
          100 * k / n - half, 100 * k / n + half, 178 - 165 * chance / tallest, 178,
          k >= low && k <= high ? "blue" : "pale")), rule(rate)],
      };
    },

    give_or_take({ rate, n, level }) {
      const margin = zOf(level / 100) * 100 * Math.sqrt(coin(rate / 100) / n), ends = [rate - margin, rate + margin];
      const words = `questions, give or take ${fixed(margin)} points at ${level}% confidence`;
      return {
        title: `${rate}% of ${whole(n)} questions: give or take ${fixed(margin)} points (${level}%)`,
        alt: `A dot at ${rate}% with a bar from ${span(...ends)}: with ${whole(n)} ${words}.`,
        ...beyond, height: 50, label: "score, % right · shaded: impossible",
        marks: (draw) => [...shades(draw), draw.rect(...ends, 18, 32, "blue"), draw.dot(rate, 25)],
      };
    },

    three_methods({ wrong, n, level }) {
      const k = Math.max(n - wrong, 0), estimate = k / n, half = zOf(level / 100) * Math.sqrt(coin(estimate) / n);
      const listed = [["Wald", { low: estimate - half, high: estimate + half, estimate }, "grey"],
        ["Wilson", S.wilsonInterval(k, n, level / 100), "blue"],
        ["Clopper-Pearson", S.clopperPearsonInterval(k, n, level / 100), "grey"]]
        .map(([name, interval, colour]) =>
          [`${name} ${span(100 * interval.low, 100 * interval.high)}`, interval, colour]);
      return {
        title: `${k} of ${n}: three ${level}% intervals`,
        alt: `Three bars for ${k} of ${n} at ${level}%: ${listed.map(([words]) => words).join("; ")}.`,
        ...beyond, height: 140, label: "rate, % · shaded: impossible",
        marks: (draw) => [...shades(draw), ...rows(listed, draw, draw.x(2))], // clear of the shade
        calculator: ["one-rate", { right: k, items: n, level: `${level}%` }],
      };
    },

    planner({ rate, rise, power }) {
      const [p1, p2] = [rate / 100, Number(((rate + rise) / 100).toFixed(9))];
      const why = `No plan: ${rate}% plus ${rise} points is ${rate + rise}%, so choose less`;
      if (p2 >= 1) return { ...nothing(why), paste: `${why}.` };
      const n = S.itemsForPower(p1, p2, power / 100), plan = S.planText(p1, p2, n, power / 100, 0.05);
      const [still, moved] = [2 * coin((p1 + p2) / 2), coin(p1) + coin(p2)].map((x) => 100 * Math.sqrt(x / n));
      const limit = zOf(0.95) * still, reach = 3.2 * Math.max(still, moved), step = (2 * reach + rise) / 240;
      const y = (height) => 178 - 165 * height * Math.min(still, moved);
      return {
        title: `${whole(n)} items for each system`,
        alt: `Two bell-shaped hills over the observed difference, for ${whole(n)} items each: one at zero, nothing `
          + `changed, and one at +${rise} points; ${power}% of it lies beyond the limits of the test. ${plan}`,
        paste: `${plan} If items come in groups, plan for more (chapter 8). If both systems get the same items, this `
          + "plan does not apply (chapter 5).",
        low: -reach, high: rise + reach, height: 180,
        label: "observed difference, points · blue: found · orange: 5% false alarms · faint: missed",
        marks: ({ rect, rule, outline }) => [...Array.from({ length: 240 }, (_, i) => {
          const x = i * step - reach, at = x + step / 2, found = Math.abs(at) >= limit;
          return [rect(x, x + 1.2 * step, y(bell(at - rise, moved)), 178, found ? "blue" : "pale"), // no gaps
            found && rect(x, x + 1.2 * step, y(bell(at, still)), 178, "orange")];
        }).flat(), outline(Array.from({ length: 241 }, (_, i) => i * step - reach).map((x) =>
          [x, x, y(bell(x, still)).toFixed(1)])), rule(-limit), rule(limit)],
        calculator: ["how-many-items", { plan: "runs", now: `${rate}%`, then: `${rate + rise}%`, power: `${power}%` }],
      };
    },

    flips({ only_new, only_old, both, neither }) {
      const n = both + only_new + only_old + neither, now = both + only_new, before = both + only_old;
      if (n === 0) return nothing("No items: move a slider");
      const found = [
        ["different questions", S.newcombeInterval(now, n, before, n), S.pooledZTest(now, n, before, n)],
        ["same questions", S.tangoInterval(both, only_new, only_old, neither), S.mcnemarTest(only_new, only_old)],
      ];
      const says = found.map(([name, ...both]) => `${name}: ${S.intervalText(both[0])}, ${S.testText(both[1])}`);
      return {
        title: `${now} against ${before} of ${n}: ${only_new} flips for, ${only_old} against`,
        alt: `Two bars for one difference, ${now} against ${before} of ${n}, with ${only_new} flips for and `
          + `${only_old} against. ${says.join("; ")}.`,
        low: Math.min(-20, ...found.map(([, { low }]) => 100 * low - 1)), // as far as most go, so that it seldom moves
        high: Math.max(20, ...found.map(([, { high }]) => 100 * high + 1)),
        height: 95, label: "new minus old, points · bars: 95% intervals",
        marks: (draw) => [draw.rule(0), ...rows(found.map(([name, interval, test], i) => [
          `${name}: ${signed(100 * interval.low)} to ${signed(100 * interval.high)}, `
            + S.testText(test).split(" (")[0], interval, i ? "blue" : "grey"]), draw)],
        calculator: ["the-same-items", { both, first: only_new, second: only_old, neither, name: "new", other: "old" }],
      };
    },

    leak_dial({ rate, leaked, n_public, n_fresh }) {
      const p = rate / 100, expected = (1 - leaked / 100) * p + leaked / 100;
      const [k, j] = [expected * n_public, p * n_fresh].map((x) => Number(S.shown(x, 0, [])));
      const pooled = coin((n_public * expected + n_fresh * p) / (n_public + n_fresh)) * (1 / n_public + 1 / n_fresh);
      const spread = Math.sqrt(coin(expected) / n_public + coin(p) / n_fresh), limit = zOf(0.95) * Math.sqrt(pooled);
      const found = below((expected - p - limit) / spread) + below((p - expected - limit) / spread);
      const times = fixed(leaked ? 100 * found : 5, 0), intervals = [[k, n_public], [j, n_fresh]].map((pair) =>
        S.wilsonInterval(...pair));
      const gap = S.intervalText(S.newcombeInterval(k, n_public, j, n_fresh));
      const explained = k * n_fresh <= j * n_public || j === n_fresh ? ""
        : ` A share that would explain it: ${S.intervalText(leakedShare(...intervals))}.`;
      return {
        title: `${leaked}% leaked: ${fixed(100 * expected)}% instead of ${rate}%; found ${times} times in 100`,
        alt: `A system with a rate of ${rate}%, ${leaked}% of ${whole(n_public)} public items leaked: `
          + `${fixed(100 * expected)}% to be expected there. Gap to ${whole(n_fresh)} fresh items, if luck adds `
          + `nothing: ${gap}, found in ${times}% of such tests.${explained}`,
        ...percents, height: 95, label: "score and 95% Wilson interval, % · dashed: right without a leak",
        marks: (draw) => [draw.rule(rate), ...rows([[`${whole(n_public)} public`, intervals[0], "orange"],
          [`${whole(n_fresh)} fresh`, intervals[1], "blue"]], draw)],
        calculator: ["two-runs", { first: k, firstItems: n_public, second: j, secondItems: n_fresh, name: "public",
          other: "fresh" }],
      };
    },

    rates({ positive, recall, false_alarms }) {
      const tp = positive * recall / 100, fp = (100 - positive) * false_alarms / 100;
      const fn = positive - tp, tn = 100 - positive - fp;
      const of = { precision: tp / (tp + fp), recall: tp / (tp + fn), F1: 2 * tp / (2 * tp + fn + fp),
        accuracy: (tp + tn) / (tp + fp + fn + tn) };
      const percent = (share) => Number.isNaN(share) ? "undefined" : `${fixed(100 * share)}%`;
      const always = { recall: 0, F1: 0, accuracy: 100 - positive }, listed = Object.entries(of);
      const said = tp + fp ? `${percent(of.precision)} of its yeses are right` : "It never says yes";
      return {
        title: `${said}; accuracy ${percent(of.accuracy)}`,
        alt: `${positive}% of the items are positive; the detector finds ${recall}% of them and says yes to `
          + `${false_alarms}% of the others: ${listed.map(([name, share]) => `${name} ${percent(share)}`).join(", ")}. `
          + `"Always no" has an accuracy of ${100 - positive}%.`,
        ...percents, height: 170, label: 'share, % · blue: the detector · diamonds: "always no", which has no precision',
        marks: ({ rect, diamond, words }) => listed.flatMap(([name, share], i) => [
          words("0%", 42 * i + 14, `${name} ${percent(share)}`), rect(0, 100 * share, 42 * i + 20, 42 * i + 32, "blue"),
          name in always && diamond(always[name], 42 * i + 26, "orange"),
        ]),
      };
    },

    budget({ rho, item_price, budget }) {
      const plan = (runs) => {
        const n = Math.floor(budget / (item_price + runs) * (1 + 1e-12));
        return { runs, n, se: 50 * Math.sqrt((rho + (100 - rho) / runs) / (100 * n)) };
      };
      const designs = Array.from({ length: 1000 }, (_, i) => plan(i + 1)).filter(({ n }) => n >= 2);
      if (!designs.length) return nothing("Two questions cost more than that: raise the budget");
      const best = designs.reduce((a, b) => b.se < a.se ? b : a), few = designs.filter(({ runs }) => runs <= 20);
      const runs = `${best.runs} run${best.runs === 1 ? "" : "s"}`, worst = Math.max(...few.map(({ se }) => se));
      return {
        title: `Best: ${whole(best.n)} questions, ${runs} of each`,
        alt: `Dots for 1 to ${few.at(-1).runs} runs of each question, with as many questions as ${whole(budget)} `
          + `answers' worth of money buys. The lowest is ${whole(best.n)} questions with ${runs} of each: `
          + `${fixed(best.se)} points.`,
        low: 0, high: 21, ticks: [1, 5, 10, 15, 20], height: 180,
        label: "runs of each question · height: standard error of a score near 50%, points",
        marks: ({ dot, rect, words, x }) => few.flatMap((one) => {
          const y = 172 - 145 * one.se / worst, stem = rect(one.runs - 0.05, one.runs + 0.05, y, 180, "pale");
          return one === best ? [stem, dot(one.runs, y, "orange"), words(x(one.runs), y - 11, fixed(one.se), "middle")]
            : [stem, dot(one.runs, y, "blue")];
        }),
      };
    },

    what_labels_buy({ sensitivity, lenient, labels, verdicts: n }) {
      const truth = 0.85, shares = [truth * sensitivity, truth * (100 - sensitivity), (1 - truth) * lenient];
      const [passed, missed, fooled] = shares.map((share) => Number(S.shown(n * share / 100, 0, [])));
      const ends = [passed, passed + missed, passed + missed + fooled, n]; // of each kind of answers, in their order
      const kinds = [[0, 0], [1, 0], [0, 1], [1, 1]]; // failed by the judge, and by people
      const strata = [[0, 0, 0], [0, 0, 0], [0, 0, 0]];
      for (let i = 0; i < n; i++) { // of each kind as many are read as belong to it, at even distances
        const [row, wrong] = kinds[ends.findIndex((end) => i < end)];
        const place = (j) => Math.floor((j + 0.5) * labels / n);
        strata[row][!i || place(i) > place(i - 1) ? wrong : 2] += 1;
      }
      const rate = S.correctedRate(strata), worth = fixed(rate.worth, 0), people = 100 * truth;
      const listed = [["the judge", S.wilsonInterval(passed + fooled, n), "orange"],
        ["labels alone", rate.alone, "pale"], ["labels and judge", rate, "blue"]];
      const said = listed.map(([name, { low, high, estimate }]) =>
        `${name} ${fixed(100 * estimate)}, from ${fixed(100 * low)} to ${fixed(100 * high)}`).join("; ");
      return {
        title: `The judge says ${fixed(100 * rate.reported)}%; ${labels} labels count for ${worth}`,
        alt: `Three estimates with intervals where people say ${people}%: ${said}. With the judge, ${labels} labels count `
          + `for ${worth}.`,
        low: 39, high: 100, ticks: [40, 50, 60, 70, 80, 90, 100], height: 140,
        label: "correct, % · bars: 95% intervals · dashed: what people say",
        marks: (draw) => [draw.rule(people), ...rows(listed.map(([name, interval, colour]) =>
          [`${name}: ${span(100 * interval.low, 100 * interval.high)}`, interval, colour]), draw)],
      };
    },

    one_night({ night, looks, gain }) {
      const items = 1000, flips = [{ at: 0, p: 1, bet: 1 }]; // after each the p-value, and one over the money
      let [b, c, money] = [0, 0, 1];
      uniforms(night, items).forEach((u, i) => {
        if (u < 0.88) return;
        money *= 2 * (u < 0.94 + gain / 200 ? ++b : ++c) / (b + c + 1);
        flips.push({ at: i + 1, p: S.mcnemarTest(b, c).p, bet: Math.min(1 / money, 1) });
      });
      const seen = Array.from({ length: looks }, (_, k) => {
        const at = Math.floor((k + 1) * items / looks), { p } = flips.filter((flip) => flip.at <= at).at(-1);
        return { at, p, ask: 2 * below(-CONSTANTS[looks - 1] * Math.sqrt(looks / (k + 1))) };
      });
      const end = flips.at(-1), hits = seen.filter(({ p }) => p < 0.05);
      const when = (what, found) => found ? `${what}s at ${whole(found.at)}` : `never ${what}s`;
      const plan = when("stop", seen.find(({ p, ask }) => p <= ask));
      const bet = when("win", flips.find((flip) => flip.bet <= 0.05));
      const lowest = Math.min(-3.4, ...flips.map((flip) => Math.log10(Math.min(flip.p, flip.bet)) - 0.5));
      const height = 240, y = (p) => height * (0.15 - Math.log10(p)) / (0.15 - lowest);
      const ticks = lowest > -8 ? [1, 0.2, 0.05, 0.01, 0.001] : [1, 0.05, 0.001];
      const line = (key) => flips.map((flip, i) => [flip.at, flips[i + 1]?.at ?? items, y(flip[key]).toFixed(1)]);
      return {
        title: `${looks > 1 ? `p < 0.05 at ${hits.length} of ${looks} looks` : `p = ${two(end.p)} at the end`}; `
          + `plan ${plan}; bet ${bet}`,
        alt: `One run of ${whole(items)} items, with a true gain of ${gain} points. McNemar's p-value wanders and ends `
          + `at ${two(end.p)}; at ${hits.length} of ${looks} looks it is below 0.05`
          + `${hits.length ? `, first after ${whole(hits[0].at)} items` : ""}. The plan ${plan}, and the bet ${bet}; `
          + `its p-value ends at ${two(end.bet)}.`,
        low: -120, high: 1020, ticks: [0, 200, 400, 600, 800, 1000], height,
        label: "items so far · height: p-value · grey: p, dots: looks · strokes: the plan · blue: the bet",
        marks: ({ outline, rect, dot, words, x, across }) => [across(y(0.05), 0), outline(line("p")),
          outline(line("bet"), "blue"), ...ticks.map((p) => words(x(-20), y(p) + 5, p, "end")),
          ...seen.map(({ at, ask }) => y(ask) < height && rect(at - 16, at + 16, y(ask) - 1.5, y(ask) + 1.5, "ink")),
          ...seen.map(({ at, p }) => dot(at, y(p), p < 0.05 ? "orange" : "grey"))],
      };
    },

    believed({ right, n, before_right, before_wrong, value }) {
      const k = Math.min(right, n), prior = [before_right + 1, before_wrong + 1], height = 180;
      const [a, b] = [k + prior[0], n - k + prior[1]];
      // Beta(a, b) lies above x as often as a + b - 1 answers hold fewer than a right ones, if each is right with x.
      const above = chances(a + b - 1, value / 100).slice(0, a).reduce((sum, chance) => sum + chance);
      const sure = above < 0.005 ? "under 1%" : above < 0.995 ? `${fixed(100 * above, 0)}%` : "over 99%";
      const hill = (a, b) => Array.from({ length: 401 }, (_, i) => (a + b - 1) * chances(a + b - 2, i / 400)[a - 1]);
      const before = hill(...prior), after = hill(a, b), top = Math.max(...after);
      const line = (heights) => heights.map((one, i) =>
        [i / 4, i / 4, (height * (1 - Math.min(one / top, 1.05) / 1.12)).toFixed(1)]);
      const seen = before_right + before_wrong ? `${before_right} right and ${before_wrong} wrong answers` : "nothing";
      return {
        title: `${k} of ${n}: ${sure} sure that the rate is above ${value}%`,
        alt: `What is believed of a true rate after ${k} of ${n}, as if ${seen} had been seen before: the posterior `
          + `lies around ${fixed(100 * a / (a + b))}%, and ${sure} of it above ${value}%.`,
        ...percents, height, label: "true rate, % · height: belief · grey: before · blue: after",
        marks: ({ outline, rule }) => [
          outline([[value, value, height], ...line(after).slice(4 * value), [100, 100, height]], "area"),
          outline(line(before)), outline(line(after), "blue"), rule(value)],
      };
    },

    possible({ n, tenths }) {
      const printed = tenths / 10, shown = printed.toFixed(1), height = 60;
      const counts = Array.from({ length: n + 1 }, (_, k) => [k, 100 * k / n, Math.abs(100 * k / n - printed)]);
      const fits = counts.filter(([, , off]) => off <= 0.05 + 1e-9).map(([k]) => k);
      const words = fits.length > 1 ? `${fits.length} counts are` : fits.length ? `${whole(fits[0])} is` : "no count is";
      const near = [...counts].sort((one, other) => one[2] - other[2]).slice(0, 2).sort((one, other) => one[0] - other[0]);
      return {
        title: `Of ${whole(n)} trials, ${words} printed as ${shown}%`,
        alt: `The rates near ${shown}% that whole counts of ${whole(n)} trials can give, as ticks; ${words} printed as `
          + `${shown}%. The nearest are ${near.map(([k, rate]) =>
            `${whole(k)} of ${whole(n)}, which is ${fixed(rate, 3)}%`).join(" and ")}.`,
        low: Math.max(-0.02, printed - 0.55), high: printed + 0.55, height,
        ticks: Array.from({ length: 6 }, (_, i) => (tenths - 4 + 2 * i) / 10).filter((at) => at >= 0 && at < printed + 0.55),
        label: "rate, % · shaded: printed alike",
        marks: ({ rect, x, words: write }) => [rect(printed - 0.05, printed + 0.05, 0, height, "shade"),
          ...counts.filter(([, , off]) => off <= 0.55).flatMap(([k, rate, off]) => [
            rect(rate - 0.002, rate + 0.002, 20, height, off <= 0.05 + 1e-9 ? "orange" : "blue"),
            n <= 700 && write(x(rate), 15, k, "middle")])],
      };
    },
  };

  // What may be a difference of two tests of n questions, in points: the chance of each, from the lowest on.
  function differences(n, now, then) {
    const found = Array(2 * n + 1).fill(0), [old, fresh] = [now, then].map((rate) => [...chances(n, rate).entries()]
      .filter(([, chance]) => chance > 1e-9));
    for (const [j, a] of old) for (const [k, b] of fresh) found[k - j + n] += a * b;
    return found.map((chance, i) => [100 * (i - n) / n, chance]).filter(([, chance]) => chance > 0);
  }

  const site = {
    two_hills: {
      sliders: { n: ["questions each", 50, 2000, 100, 50], gain: ["true gain from 80%, points", 1, 12, 4, 1] },
      draw({ n, gain }) {
        const middle = 0.8 + gain / 200, limit = zOf(0.95) * 100 * Math.sqrt(2 * coin(middle) / n), step = 100 / n;
        const still = differences(n, middle, middle), moved = differences(n, 0.8, 0.8 + gain / 100);
        const beyond = (hill) => hill.reduce((sum, [x, chance]) => sum + (Math.abs(x) > limit ? chance : 0), 0);
        const [alarms, found] = [still, moved].map((hill) => `${fixed(100 * beyond(hill), 0)}%`);
        const tallest = Math.max(...[...still, ...moved].map(([, chance]) => chance));
        const y = (chance) => 178 - 150 * chance / tallest; // with their names above
        const points = `${gain} point${gain === 1 ? "" : "s"}`;
        return {
          title: `${whole(n)} questions each: a gain of ${points} is found in ${found} of the tests`,
          alt: `Two bell-shaped hills for ${whole(n)} questions each, at zero and at ${points}. The dashed lines stand at `
            + `±${fixed(limit)} points. ${found} of the blue hill lies beyond them, and ${alarms} of the grey one.`,
          low: -24, high: 30, height: 180,
          label: "new minus old, points · blue: found · orange: false alarms · faint: missed",
          marks: ({ rect, rule, outline, words, x }) => [
            ...moved.map(([x, chance]) => rect(x - step / 2, x + step / 2, y(chance), 178,
              Math.abs(x) > limit ? "blue" : "pale")),
            ...still.filter(([x]) => Math.abs(x) > limit)
              .map(([x, chance]) => rect(x - step / 2, x + step / 2, y(chance), 178, "orange")),
            outline(still.filter(([, chance]) => chance > tallest / 500).map(([x, chance]) => [x - step / 2, x + step / 2, y(chance)])), rule(-limit), rule(limit),
            words(x(0), 14, "nothing changed", "end"), words(x(gain), 14, `${points} better`)],
        };
      },
    },

    forty_bars: {
      presses: { "One more test": 1, "100 more tests": 100 },
      take: () => Array.from({ length: 100 }, Math.random).filter((x) => x < 0.82).length,
      draw(scores, height = 300) {
        const reach = (rate) => zOf(0.95) * 10 * Math.sqrt(coin(rate / 100)), misses = (k) => Math.abs(k - 82) > reach(k);
        const many = scores.length, missed = scores.filter(misses).length, last = scores.at(-1);
        const rows = Math.floor(height / 30), top = 13 * rows + 20, heap = new Map();
        for (const k of scores) heap.set(k, (heap.get(k) ?? 0) + 1);
        const brick = Math.min(9, (height - top) / Math.max(...heap.values()));
        const mean = scores.reduce((a, b) => a + b) / many;
        const spread = Math.sqrt(scores.reduce((sum, k) => sum + (k - mean) ** 2, 0) / many);
        const colour = (k) => (misses(k) ? "orange" : "blue");
        return {
          title: many === 1 ? `The first bar ${misses(last) ? "misses" : "holds"} the truth`
            : `${whole(missed)} of ${whole(many)} bars miss the truth: ${fixed(100 * missed / many)}%`,
          alt: `Test ${whole(many)}: ${last} of 100 right, give or take ${fixed(reach(last))} points. Its bar `
            + `${misses(last) ? "misses" : "holds"} the truth. `
            + (many > 1 ? `The standard deviation of the ${whole(many)} scores is ${fixed(spread)} points.` : ""),
          low: 60, high: 100, height,
          label: "score, % right · orange: the bar misses · shaded: one margin around the truth",
          marks: ({ rect, dot, rule }) => [rect(82 - reach(82), 82 + reach(82), 0, height, "shade"),
            ...scores.slice(-rows).reverse().flatMap((k, i) => [
              rect(k - reach(k), k + reach(k), 13 * i + 5, 13 * i + 8, colour(k)), dot(k, 13 * i + 6.5, colour(k))]),
            ...[...heap].map(([k, times]) => rect(k - 0.43, k + 0.43, height - brick * times, height, colour(k))),
            rule(82)],
        };
      },
    },
  };

  // A picture in SVG: across it goes by shares of the width, up and down by pixels.
  const STEPS = [0.5, 1, 2, 5, 10, 20, 50];
  function svg({ low, high, height = 60, marks, ticks }) {
    const step = STEPS.find((one) => (high - low) / one <= 7) ?? 100, first = Math.ceil(low / step);
    const round = Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => step * (first + i));
    const share = (v) => 100 * (Math.min(Math.max(v, low), high) - low) / (high - low);
    const x = (v) => `${share(v).toFixed(2)}%`;
    const words = (at, y, text, anchor = "start") =>
      `<text x="${at}" y="${y}" text-anchor="${anchor}">${text}</text>`;
    const line = (kind, x1, x2, y1, y2 = height) =>
      `<line class="${kind}" x1="${x1}" x2="${x2}" y1="${y1}" y2="${y2}"/>`;
    const rule = (v) => line("rule", x(v), x(v), 0), across = (y, from) => line("rule", x(from), "100%", y, y);
    const dot = (v, y, colour = "ink") => `<circle class="${colour}" cx="${x(v)}" cy="${y}" r="5"/>`;
    const diamond = (v, y, colour) =>
      `<svg class="diamond" x="${x(v)}" y="${y}"><path class="${colour}" d="M0-7 7 0 0 7-7 0Z"/></svg>`;
    const rect = (from, to, top, bottom, colour) => from < high && to > low && `<rect class="${colour}" x="${x(from)}" `
      + `y="${top}" width="${Math.max(share(to) - share(from), 0.25)}%" height="${Math.min(bottom, height) - top}"/>`;
    // The steps along the tops of bars, each [from, to, top], as one line.
    const outline = (bars, colour = "grey") =>
      `<svg viewBox="${low} 0 ${high - low} ${height}" preserveAspectRatio="none" height="${height}"><path `
      + `class="outline ${colour}" d="M${bars.map(([from, to, top]) => `${from} ${top}H${to}`).join("L")}"/></svg>`;
    const drawn = marks({ rect, dot, diamond, rule, across, outline, words, x }).filter(Boolean).join("");
    const axis = (ticks ?? round).map((v) => line("axis", x(v), x(v), height, height + 5)
      + words(x(v), height + 21, String(v).replace("-", "−"), "middle")).join("");
    return `<svg aria-hidden="true" height="${height + 28}"><svg x="4%" width="92%">${drawn}`
      + `${line("axis", "0%", "100%", height)}${axis}</svg></svg>`;
  }
  return { pictures, site, svg, CONSTANTS };
})();

addEventListener("DOMContentLoaded", () => {
  const { pictures, site, svg } = GiveOrTakeExplore;
  for (const script of document.querySelectorAll("script.explore")) {
    const { draw: name, ...given } = JSON.parse(script.textContent), output = script.closest(".cell_output");
    const { sliders = given.sliders ?? {}, presses = {}, draw = pictures[name], take } = site[name] ?? {};
    if (!draw) continue;
    const figure = output.querySelector("figure"), caption = figure.querySelector("figcaption p");
    const paste = [...output.querySelectorAll("p")].find((p) => p.textContent.startsWith("To paste:"));
    const title = make("p", { className: "explore-title" }), picture = make("div");
    const label = make("p", { className: "explore-label" }), key = make("span", {});
    const sentence = make("span", { role: "status", className: take ? "" : "explore-spoken" });
    const link = make("a", { textContent: "Take these numbers to the calculator" });
    const inputs = Object.entries(sliders).map(([key, [, min, max, value, step]]) => make("input", {
      type: "range", id: `explore-${name}-${key}`, name: key, min, max, step, value, oninput: () => show() }));
    const rows = inputs.map((input) => make("div", {},
      make("label", { htmlFor: input.id, textContent: sliders[input.name][0] }), input, make("span", {})));
    const set = (found) => {
      const [tab, numbers] = found.calculator ?? [];
      const [axis, ...marks] = found.label.split(" · "), says = marks.length ? `${marks.join("; ")}.` : "";
      [title.textContent, label.textContent, sentence.textContent] = [found.title, axis, found.alt];
      key.textContent = says.charAt(0).toUpperCase() + says.slice(1);
      picture.innerHTML = svg(found);
      if (paste) paste.lastChild.textContent = ` ${found.paste}`;
      link.hidden = !tab;
      if (tab) link.href = `calculator.html#${tab}?${new URLSearchParams(numbers)}`;
    };
    const show = () => {
      for (const row of rows) row.lastChild.textContent = GiveOrTakeStatistics.whole(row.children[1].valueAsNumber);
      set(draw(Object.fromEntries(inputs.map((input) => [input.name, input.valueAsNumber]))));
    };
    const begin = () => { // from here on the picture is ours
      for (const still of figure.querySelectorAll("a, img")) still.hidden = true;
      figure.classList.add("explore");
      figure.prepend(title, picture, label);
      caption.replaceChildren(caption.querySelector("strong"), " ", key, " ", sentence);
    };
    if (take) { // the still stays until somebody presses, and its room is kept
      const scores = [];
      let height = 0;
      const press = (more) => {
        if (!height) {
          height = Math.max(figure.querySelector("img").offsetHeight - 132, 160);
          figure.style.minHeight = `${figure.offsetHeight}px`;
          begin();
        }
        for (let i = 0; i < more; i++) scores.push(take());
        set(draw(scores, height));
      };
      figure.querySelector("figcaption").before(make("p", { className: "explore-presses" }, ...Object.entries(presses)
        .map(([words, more]) => make("button", { type: "button", textContent: words, onclick: () => press(more) }))));
      continue;
    }
    begin();
    figure.prepend(make("div", { className: "explore-sliders" }, ...rows));
    output.querySelector(".in-lab")?.replaceWith(make("p", { className: "to-calculator" }, link));
    show();
  }
});
