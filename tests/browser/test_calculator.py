"""The calculator: its arithmetic held to the package in a real browser, and its page used as people use it."""

import contextlib
import io
import re

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import expect
from scipy.stats import binom, fisher_exact
from test_site import AXE, FOUND, NARROW, WIDE, WIDER

import give_or_take as g
from give_or_take import compare, tally
from give_or_take.classroom.exercises import REGISTRY, load_chapter
from give_or_take.differences import _newcombe
from give_or_take.intervals import METHODS
from give_or_take.paired import _tango
from give_or_take.reports import sentences
from tools.notebook import ROOT

STATIC = ROOT / "book" / "_static"
LEVELS = (0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 0.9999)
CALL = """calls => calls.map(([name, ...inputs]) => {
    const S = GiveOrTakeStatistics;
    try {
        const x = S[name](...inputs);
        if (typeof x !== "object") return [x];
        if ("rise" in x) return [x.rise ?? -1, x.fall ?? -1, S.changeText(x, ...inputs.slice(2))];
        return "low" in x ? [x.low, x.high, x.estimate, S.intervalText(x)] : [x.p, x.statistic, S.testText(x)];
    } catch (error) {
        return [error.argument];
    }
})"""


@pytest.fixture(scope="module")
def script(browser):
    """A page with nothing but the two scripts that know no page."""
    page = browser.new_page()
    for name in ("statistics", "calculator-reading"):
        page.add_script_tag(path=STATIC / f"{name}.js")
    yield page
    page.close()


def of_interval(interval):
    return [interval.low, interval.high, interval.estimate, f"{interval}"]


def of_test(test):
    return [test.p_value, test.statistic, f"{test}"]


def of_rate(k, n, level):
    yield ["wilsonInterval", k, n, level], of_interval(g.wilson_interval(k, n, level))
    yield ["clopperPearsonInterval", k, n, level], of_interval(g.clopper_pearson_interval(k, n, level))
    yield ["jeffreysInterval", k, n, level], of_interval(g.jeffreys_interval(k, n, level))


def of_two(k_a, n_a, k_b, n_b, level):
    yield ["newcombeInterval", k_a, n_a, k_b, n_b, level], of_interval(g.newcombe_interval(k_a, n_a, k_b, n_b, level))
    yield ["pooledZTest", k_a, n_a, k_b, n_b], of_test(g.pooled_z_test(k_a, n_a, k_b, n_b))
    k, n = k_a + k_b, n_a + n_b
    small = min(k, n - k) * min(n_a, n_b) < 5 * n
    yield ["smallCounts", k_a, n_a, k_b, n_b], [small]
    if small and n < 10**6:  # beyond, ties are lost in the rounding of SciPy's logarithms
        yield ["fisherMidPTest", k_a, n_a, k_b, n_b], of_test(g.fisher_mid_p_test(k_a, n_a, k_b, n_b))
    if small and n < 10**4:
        exact = fisher_exact([[k_a, n_a - k_a], [k_b, n_b - k_b]]).pvalue
        test = g.Test("Fisher exact", k_a, exact, symbol="")
        yield ["fisherMidPTest", k_a, n_a, k_b, n_b, "exact"], of_test(test)


def of_pairs(a, b, c, d, level):
    yield ["tangoInterval", a, b, c, d, level], of_interval(g.tango_interval(a, b, c, d, level))
    yield ["mcnemarTest", b, c], of_test(g.mcnemar_test(b, c))
    yield ["mcnemarTest", b, c, "exact"], of_test(g.mcnemar_test(b, c, method="exact"))


def of_groups(right, sizes, level):
    scores = [x for k, n in zip(right, sizes, strict=True) for x in [1] * k + [0] * (n - k)]
    groups = np.repeat(np.arange(len(sizes)), sizes)
    for careful in (False, True):
        interval = g.clustered_wilson_interval(scores, groups, level, careful)
        yield ["clusteredWilsonInterval", right, sizes, level, careful], of_interval(interval)


def of_effect(k, n, effect, level):
    low, high = METHODS["wilson"].ends(k / effect, n / effect, level)
    interval = g.Interval(low, high, k / n, level, "Wilson")
    yield ["wilsonAtEffect", k, n, effect, level], of_interval(interval)


def corrected_rate(strata, level=0.95):
    """The same of rows for what the judge passes, fails, leaves open: labelled passes, fails, items without a label."""
    verdicts = np.repeat([1, 0, np.nan], np.sum(strata, axis=1))
    return g.corrected_rate(verdicts, np.repeat([1, 0, np.nan] * 3, np.ravel(strata)), level=level)


def of_judged(strata, level):
    try:
        rate = corrected_rate(strata, level)
        found = [rate.low, rate.high, rate.estimate, g.Interval.__str__(rate)]
    except ValueError as refused:  # one part in a thousand of those that are drawn at random
        found = [f"{refused}".split()[0]]
    yield ["correctedRate", strata, level], found


def of_plans(rate, half, p2, only_first, only_second, level, power, alpha, each, correlation):
    yield ["itemsForHalfWidth", rate, half, level], [g.items_for_half_width(rate, half, level)]
    plan = g.plan_two_runs(rate, p2, power, alpha, items_each=each, correlation=correlation)
    yield ["itemsForPower", rate, p2, power, alpha, each, correlation], [plan.n1]
    yield ["planText", rate, p2, plan.n1, power, alpha, each, correlation], [f"{plan}"]
    shares = only_first, only_second, power, alpha
    items = g.items_for_paired(*shares, items_each=each, correlation=correlation)
    yield ["itemsForPaired", *shares, each, correlation], [items]
    n = max(plan.n1, 2)
    if n < 100 or n % 3 == 0:  # of all, half of the time would be these
        change = g.detectable_change(rate, n, power=power, alpha=alpha)
        sizes = [-1 if x is None else x for x in (change.rise, change.fall)]
        yield ["detectableChange", rate, n, power, alpha], [*sizes, f"{change}"]
    if items <= 10**7 and flips_show(items, sum(shares[:2]), power, alpha):
        found = g.minimum_detectable_paired_effect(items, sum(shares[:2]), power, alpha)
        yield ["minimumDetectablePairedEffect", items, sum(shares[:2]), power, alpha], [found]
    yield ["expectedRate", rate, n, level], of_interval(
        g.Interval(*METHODS["wilson"].ends(rate * n, n, level), rate, level, "Wilson")
    )
    low, high = _newcombe(p2 * n, n, rate * n, n, level)
    yield ["expectedDifference", p2, rate, n, level], of_interval(
        g.Interval(low, high, p2 - rate, level, "Newcombe", "points")
    )
    both = max(0, 1 - only_first - only_second)
    low, high = _tango(both * n, only_first * n, only_second * n, 0.0, level)
    difference = only_first - only_second
    yield ["expectedPairs", only_first, only_second, n, level], of_interval(
        g.Interval(low, high, difference, level, "Tango", "points")
    )
    yield ["designEffectFor", each, correlation], [g.design_effect_for(each, correlation)]


def flips_show(items, flipping, power, alpha):
    """Whether flips that all go one way would be found; else the package refuses."""
    with contextlib.suppress(ValueError):
        return g.minimum_detectable_paired_effect(items, flipping, power, alpha) > 0


def edges(levels):
    """Nothing and everything right, one item, a thousand million, no flips, as many each way."""
    large = 10**9
    counts = [(0, 1), (1, 1), (0, 20), (20, 20), (1, 20), (0, large), (1, large), (large - 1, large), (large, large)]
    counts += [(large // 2, large), (84, 100), (1, 16), (3, 32)]  # the last two are 6.25% and 9.375%: halves to even
    tables = [(0, 0, 0, 1), (5, 0, 0, 5), (0, 3, 3, 0), (0, 7, 0, 0), (0, 0, 7, 0), (9, 4, 4, 1), (40, 9, 2, 9)]
    tables += [(95, 4, 0, 1), (large, 0, 0, large), (0, large, large, 0), (0, large, large - 1, 5), (large, 1, 0, 0)]
    tables += [(1, 10**10, 10**10, 1)]
    for level in levels:
        for one in counts:
            yield from of_rate(*one, level)
            yield from of_effect(*one, 2.8, level)
            for other in counts:
                yield from of_two(*one, *other, level)
        for table in tables:
            yield from of_pairs(*table, level)
        for right, sizes in (([1, 1], [1, 1]), ([24, 24], [24, 24]), ([0] * 30, [2] * 30), ([1, 9], [2, 300])):
            yield from of_groups(right, sizes, level)
        for judge in ([0, 0, 900], [15, 0, 885], [15, 15, 870]), ([20, 0, 0], [0, 20, 0]), ([20, 0, 10**5], [0, 0, 0]):
            yield from of_judged([*judge, [0, 0, 0]][:3], level)
    yield from of_plans(0.5, 0.00005, 1.0, 0.5, 0.5 - 1e-4, 0.95, 0.5, 0.49, 2, 1.0)
    yield from of_plans(0.0001, 0.9, 0.0, 1.0, 0.0, 0.9999, 0.99, 0.0001, 50, 0.0)


def drawn(rng):
    """One of each kind: sizes from one to a thousand million, a fifth of the counts at an end or next to it."""
    level = float(rng.choice(LEVELS))

    def count(most=9):
        n = int(10 ** rng.uniform(0, most))
        few = min(n, int(rng.integers(0, 5)))
        return int(rng.choice([few, n - few, *rng.integers(0, n + 1, 8)])), n

    one, other = count(), count()
    yield from of_rate(*one, level)
    yield from of_effect(*one, float(rng.uniform(1, 30)), level)
    yield from of_two(*one, *other, level)
    b = count(7)[0]
    c = int(rng.choice([b, count(7)[0], max(0, round(b + 3 * rng.normal() * np.sqrt(b)))]))
    yield from of_pairs(count()[0] + 1, b, c, count()[0], level)
    sizes = rng.integers(1, 30, rng.integers(2, 40))
    yield from of_groups(rng.binomial(sizes, rng.beta(4, 1, len(sizes))).tolist(), sizes.tolist(), level)
    verdicts = rng.multinomial(int(10 ** rng.uniform(1.5, 4)), rng.dirichlet([4, 1, 0.2]))
    seen = rng.multivariate_hypergeometric(verdicts, rng.integers(20, verdicts.sum() + 1))
    passes = rng.binomial(seen, rng.choice([0, 1, *rng.random(3)], 3))
    yield from of_judged(np.stack([passes, seen - passes, verdicts - seen], axis=1).tolist(), level)
    rate, shares = rng.uniform(0.01, 0.99), rng.dirichlet([1, 1, 3])[:2]
    far = float(np.clip(rate + rng.choice([-1, 1]) * 10 ** rng.uniform(-3, -0.5), 0, 1))
    each, correlation = (1, 0) if rng.random() < 0.5 else (int(rng.integers(2, 50)), float(rng.uniform(0, 0.5)))
    plan = float(10 ** rng.uniform(-4, -0.5)), far, *map(float, shares), level, float(rng.uniform(0.5, 0.99))
    yield from of_plans(float(rate), *plan, float(rng.choice([0.1, 0.05, 0.01, 0.001])), each, correlation)


@pytest.mark.parametrize(("levels", "draws"), [((0.95,), 60), pytest.param((0.5, 0.9999), 720, marks=pytest.mark.slow)])
def test_the_arithmetic_and_the_words_are_those_of_the_package(script, levels, draws):
    rng = np.random.default_rng(draws)
    cases = [*edges(levels), *(case for _ in range(draws) for case in drawn(rng))]
    assert len(cases) > 15 * draws
    calls, wanted = zip(*cases, strict=True)
    wrong = [
        (call, want, got)
        for call, want, got in zip(calls, wanted, script.evaluate(CALL, calls), strict=True)
        if not all(x == y if isinstance(x, str) else abs(x - y) < 1e-9 for x, y in zip(want, got, strict=True))
    ]
    assert wrong[:5] == []


REFUSED = [
    ("wilsonInterval", g.wilson_interval, (101, 100)),
    ("wilsonInterval", g.wilson_interval, (-1, 100)),
    ("wilsonInterval", g.wilson_interval, (84.5, 100)),
    ("wilsonInterval", g.wilson_interval, (0, 0)),
    ("wilsonInterval", g.wilson_interval, (84, 100, 95)),
    ("jeffreysInterval", g.jeffreys_interval, (84, 20000000000)),
    ("tangoInterval", g.tango_interval, (0, 0, 0, 0)),
    ("mcnemarTest", g.mcnemar_test, (3, -2)),
    ("itemsForHalfWidth", g.items_for_half_width, (1, 0.01)),
    ("itemsForHalfWidth", g.items_for_half_width, (0.5, 1e-6)),
    ("itemsForPower", g.items_for_power, (0.8, 0.8)),
    ("itemsForPower", g.items_for_power, (0.8, 0.9, 0.3)),
    ("itemsForPaired", g.items_for_paired, (0.7, 0.6)),
    ("itemsForPaired", g.items_for_paired, (0.06, 0.06)),
    ("minimumDetectablePairedEffect", g.minimum_detectable_paired_effect, (100, 0)),
    ("minimumDetectablePairedEffect", g.minimum_detectable_paired_effect, (9, 0.2)),
    ("minimumDetectablePairedEffect", g.minimum_detectable_paired_effect, (20_000_000, 0.2)),
    ("designEffectFor", g.design_effect_for, (10, 20)),
    ("correctedRate", corrected_rate, ([[12, 1, 87], [2, 4, 94], [0, 0, 0]],)),
    ("correctedRate", corrected_rate, ([[60, 4, 816], [0, 0, 120], [0, 0, 0]],)),
    ("correctedRate", corrected_rate, ([[0, 0, 0], [0, 0, 0], [20, 5, 20]],)),
]


def test_what_the_package_refuses_is_refused_for_the_same_argument(script):
    arguments = [argument for [argument] in script.evaluate(CALL, [[call, *inputs] for call, _, inputs in REFUSED])]
    for (_, function, inputs), argument in zip(REFUSED, arguments, strict=True):
        with pytest.raises(ValueError, match=f"^{argument} "):
            function(*inputs)


# --- What is read


READ = "texts => texts.map(GiveOrTakeReading.read)"


def read(script, text):
    return script.evaluate(READ, [text])[0]


COUNTS = [
    ("84/100", [[84, 100]], []),
    ("84 of 100", [[84, 100]], []),
    (" 1,884 / 2,000\n", [[1884, 2000]], []),
    ("84/100 v 78 out of 100", [[84, 100], [78, 100]], []),
    ("84/100, 78/100", [[84, 100], [78, 100]], []),
    ("84/100 and 78/100", [[84, 100], [78, 100]], []),
    ("8/10,9/10 900/1,000\n7/10", [[8, 10], [9, 10], [900, 1000], [7, 10]], []),
    ("Right,Items\n84,100", [[84, 100]], []),
    ("model\tright\titems\nA\t84\t100\nB\t78\t100", [[84, 100], [78, 100]], ["A", "B"]),
    ("model;n_correct;total\nA;84;100\nB;78;100\n;;\n", [[84, 100], [78, 100]], ["A", "B"]),
    ('llm,right,items\n"A, 1","1,884","2,000"\n"B ""2""",177,200', [[1884, 2000], [177, 200]], ["A, 1", 'B "2"']),
    ("doc,passed,failed\na,8,2\nb,5,3", [[8, 10], [5, 8]], ["a", "b"]),
    ("doc,errors,items\na,2,10\nb,3,8", [[8, 10], [5, 8]], ["a", "b"]),
    ("\ufeff,right,wrong,items\r\n0,8,2,10\r\n1,5,3,8\r\n", [[8, 10], [5, 8]], []),
]


def test_counts_are_read_as_they_stand_or_below_their_headings(script):
    for text, counts, names in COUNTS:
        got = read(script, text)
        assert (got["kind"], got["counts"], got["names"]) == ("counts", counts, names), text


TWO = ("pairs", [1, 1, 1, 1])
SCORES = [
    ("correct\n1\n0\n1\n1", ("scores", [3, 4])),
    ("id,score\n1,C\n2,I\n3,C", ("scores", [2, 3])),
    ("question,correct,answer\na,TRUE,x\nb,FALSE,y\nc,true,z", ("scores", [2, 3])),
    ('question,correct\n"a, ""b""\nc",1.0\n"d",0.0', ("scores", [1, 2])),
    ("n,correct\n1,1\n2,0\n3,1", ("scores", [2, 3])),  # the numbers of the rows
    ("model,correct\nA,1\nB,0\nC,1", ("scores", [2, 3])),  # where each has one answer, it is no system's name
    ("id,new,old\n1,1,1\n2,1,0\n3,0,1\n4,0,0", TWO),
    ("new\told\npass\tpass\npass\tfail\nfail\tpass\nfail\tfail", TWO),
    ("A_correct,B_correct,tokens\n1,1,7\n1,0,8\n0,1,9\n0,0,10", TWO),
    ("item,model,correct\n1,A,1\n2,A,1\n3,A,0\n4,A,0\n1,B,1\n2,B,0\n3,B,1\n4,B,0", TWO),
    ("model,correct\nA,1\nA,1\nB,0\nA,0", ("counts", [[2, 3], [0, 1]])),
    ("id,A,B,C\n1,1,0,1\n2,0,0,1", ("counts", [[1, 2], [0, 2], [2, 2]])),
]


def test_a_row_for_each_item_is_counted(script):
    for text, wanted in SCORES:
        got = read(script, text)
        assert (got["kind"], got["counts"]) == wanted, text
    assert read(script, "A,B,tokens,cost\n1,1,7,0.5\n1,0,8,0.7")["left"] == ["tokens", "cost"]


ALONE = "No, each row is an item of its own"
ASKED = [
    ("total,n,right\n10,9,8", "Which column holds all items?", ["total", "n"]),
    ("right,correct,items\n7,8,10", "Which column holds what was right?", ["right", "correct"]),
    ("hard,correct\n1,1\n0,1", "Which column says what was", ["hard", "correct", "Both: they are 2 systems"]),
    ("model,correct,cached\nA,1,0\nA,1,1\nB,0,1", "Which column says what was right?", ["correct", "cached"]),
    ("doc,correct\na,1\na,0\nb,1\nb,1", "“doc” has 2 names for 4 rows.", ["Yes, by “doc”", ALONE]),
    ("id,A,B\n1,1,0\n1,0,0\n2,1,1", "“id” has 2 names for 3 rows.", ["Yes, by “id”", ALONE]),
    ("topic,doc,ok\nx,a,1\nx,a,0\ny,b,1\ny,b,1", "“topic”", ["Yes, by “topic”", "Yes, by “doc”", ALONE]),
]


def test_what_may_mean_two_things_is_asked(script):
    for text, ask, labels in ASKED:
        got = read(script, text)
        assert got["ask"].startswith(ask) and [option["label"] for option in got["options"]] == labels, text
    total, n = read(script, ASKED[0][0])["options"]
    assert (total["got"]["counts"], total["got"]["left"]) == ([[8, 10]], ["n"])
    assert (n["got"]["counts"], n["got"]["left"]) == ([[8, 9]], ["total"])
    by, alone = (option["got"] for option in read(script, ASKED[4][0])["options"])
    assert by["groups"] == [[1, 2], [2, 2]] and "groups" not in alone and alone["left"] == ["doc"]


NOT_READ = "This cannot be read: “"
UNPLACED = "There are no columns named right and items"
NOT_COUNTS = ["84 wrong of 100", "84% of 100", "A: 84/100", "A got 84 of 100", "84/100 (84%)", "84", "84,100", ";"]
NOT_COUNTS += ["84/100 v 78%", "-84/100", "84/100 + 78/100", "8/10k", "8.5/10", "[1, 0, 1]", "both 40, only A", "1 0 1"]
WRONG = ["error", "is_wrong", "failed", "not_correct", "refused", "hasError"]
REFUSALS = [
    *((text, NOT_READ) for text in NOT_COUNTS),
    ("doc1: 8/10\ndoc2: 9/10", UNPLACED),
    ("1\n0\n1", "The first row of a table must be its headings."),
    ("a,84,100\nb,78,100", "The first row of a table must be its headings."),
    ("right\nwrong\nright", "Is “right” a heading, or a result?"),
    ("A,B\n78,84", UNPLACED),
    ("\tright\twrong\nright\t40\t9\nwrong\t2\t9", "The rows are called right and wrong, too"),
    ("gold,pred\n1,1\n0,1\n1,0", UNPLACED),
    ("id,answer\n1,yes\n2,no", UNPLACED),
    ("correct\n1\n\n0", "Row 2 below the headings is empty."),
    ("correct\n1\nN/A\n0\n1", "Row 2 has “N/A” in the column “correct”, where 1 or 0 belongs."),
    ("id,A,B\n1,1,0\n2,1,\n3,0,1", "Row 2 has “” in the column “B”"),
    ("id,A,B\n1,1,0\n2,1", "Row 2 below the headings has 2 cells, but there are 3 headings."),
    ("score\n0.5\n1\n0.25", "These are shares, or scores between 0 and 1."),
    ("score\n0.5\n1\n0", "These are shares, or scores between 0 and 1."),
    ("model,accuracy,n\nA,0.84,100\nB,0.78,100", "These are shares, or scores between 0 and 1."),
    *((f"id,{head}\n1,1\n2,0", f"1 must mean right: in “{head}”") for head in WRONG),
    ("doc,right,items\na,8.5,10", "A count must be a whole number: got “8.5” in the column “right”."),
    ("doc,right,items\na,12,10", "Row 1 does not add up: right 12 and items 10."),
    ("doc,right,wrong,items\na,8,1,10", "Row 1 does not add up: right 8, wrong 1 and items 10."),
    ("right,wrong,skipped\n84,10,6", "Do the items in “skipped” count?"),
    ("doc,right,items\na,8,10\nb,5,7\nTotal,13,17", "The row “Total” looks like the total of the others"),
    ("right,items\n8,10\n5,7\n13,17", "The row “13 of 17” looks like the total of the others"),
    ("model,topic,right,items\nA,x,8,10\nA,y,8,10\nB,x,5,7", "“A” has several rows. Add them up first."),
    ("item,model,ok\n1,A,1\n1,B,0\n2,A,1", "Here each system must answer each “item” once."),
]


def test_all_else_is_refused_and_gives_no_counts(script):
    for text, says in REFUSALS:
        got = read(script, text)
        assert got.get("refused", "").startswith(says) and "counts" not in got, (text, got)


def tables(rng):
    """Counts as people have them: a text, and the right and all items of its rows."""
    words = {"k": ["right", "num_correct"], "w": ["wrong", "failed", "n_wrong"], "n": ["items", "n", "total"]}
    names = rng.permutation(["gpt-4o", "llama 3", "A", "base", "gemini 1.5"])[: rng.integers(1, 6)]
    n = rng.choice([20, 100, 250, 1319], size=len(names))
    k = rng.integers(0, n, endpoint=True)
    columns = {"k": k, "w": n - k, "n": n}
    order = rng.permutation([*rng.choice(["kn", "kw", "wn", "kwn"])])
    frame = pd.DataFrame({rng.choice(words[one]): columns[one] for one in order})
    for head, cells in (("model", names), ("took_s", [f"{x:.3f}" for x in k / 7])):
        if rng.random() < 0.6:
            frame.insert(int(rng.integers(len(frame.columns), endpoint=True)), head, cells)
    return frame.to_csv(index=False, sep=rng.choice([",", "\t", ";"])), np.c_[k, n].tolist()


def two_columns(rng):
    """The results of two systems on the same items, a row an item or a row an answer: a text, and the four counts."""
    first, second = rng.permutation(["A", "gpt-4o", "old", "new"])[:2]
    right = rng.integers(0, 2, size=(rng.integers(3, 20), 2))
    ways = [("0", "1"), ("0.0", "1.0"), ("False", "True"), ("fail", "pass"), ("incorrect", "correct")]
    wide = pd.DataFrame(np.array(ways[rng.integers(len(ways))])[right], columns=[first, second])
    wide.insert(0, rng.choice(["id", "question", "item"]), [f"q{k}" for k in range(len(wide))])
    long = wide.melt(wide.columns[0], var_name="model", value_name="score")
    long["seconds"] = np.arange(len(long)) + 0.5
    text = (wide, long)[rng.integers(2)].to_csv(index=False, sep=rng.choice([",", "\t", ";"]))
    return text, np.bincount(right @ [2, 1], minlength=4)[::-1].tolist()


@pytest.mark.parametrize("made", [tables, two_columns])
def test_a_table_gives_the_counts_that_it_was_made_of_or_none(script, made):
    rng = np.random.default_rng(2026)
    texts, truths = zip(*(made(rng) for _ in range(300)), strict=True)
    got = script.evaluate(READ, texts)
    wrong = [text for text, one, truth in zip(texts, got, truths, strict=True) if one.get("counts", truth) != truth]
    assert wrong == [] and sum("counts" in one for one in got) > 0.9 * len(got)


# --- The page


@pytest.fixture(scope="module")
def address(built):
    """The page, as a file, as on somebody's own disk."""
    return (built / "calculator.html").as_uri()


@pytest.fixture(scope="module")
def context(browser):
    context = browser.new_context(reduced_motion="reduce")
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    # What is spoken waits until nobody types on: not here.
    context.add_init_script("const later = setTimeout; setTimeout = (act, ms) => later(act, ms === 800 ? 0 : ms)")
    yield context
    context.close()


@pytest.fixture
def page(context):
    page = context.new_page()
    page.set_viewport_size(WIDE)
    page.set_default_timeout(5000)
    page.page, page.console, page.errors = page, [], []  # what a failing test leaves
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on("console", lambda message: page.errors.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: None if request.url.startswith("file:") else page.errors.append(request.url))
    yield page
    assert page.errors == []
    page.close()


EXAMPLES = {
    "one-rate": "right=84&items=100",
    "two-runs": "first=84&firstItems=100&second=78&secondItems=100",
    "the-same-items": "both=40&first=9&second=2&neither=9",
    "groups": "right=84&items=100&effect=2.8&each=10&alike=0.2",
}
CHANGE = """hash => {
    history.pushState(null, "", hash);
    dispatchEvent(new PopStateEvent("popstate"));
}"""


def open_link(page, address, link=""):
    """The page as a link opens it; its shown tab."""
    if page.url.startswith(address):
        page.evaluate(CHANGE, f"#{link}")
    else:
        page.goto(f"{address}#{link}", wait_until="load")
    return page.locator("section[role=tabpanel]:visible")


def open_tab(page, address, link="one-rate"):
    """A tab with these inputs, and those of its example for the others."""
    tab, _, given = link.partition("?")
    pairs = dict(pair.split("=") for pair in f"{EXAMPLES.get(tab, '')}&{given}".strip("&").split("&") if pair)
    return open_link(page, address, f"{tab}?" + "&".join(f"{key}={value}" for key, value in pairs.items()))


def enter(page, **fields):
    for label, text in fields.items():
        page.get_by_label(label.replace("_", " "), exact=True).and_(page.locator(":visible")).fill(text)


def unfold(fold):
    if fold.get_attribute("open") is None:
        fold.locator("summary").click()


CALL_SHOWN = "[role=tabpanel]:visible .calculator-python"  # which is folded


def python(shown):
    return shown.locator(".calculator-python").text_content()


def paste(page, text, field="calculator-paste"):
    unfold(page.locator("details.calculator-paste"))
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.locator(f"#{field}").focus()
    page.keyboard.press("Control+V")


def values(section):
    return [field.input_value() for field in section.locator("input:visible, textarea:visible").all()]


TABS = ["one-rate", "the-same-items", "two-runs", "how-many-items", "groups"]


def test_each_tab_opens_with_an_example_that_the_page_without_javascript_has_too(page, address):
    listed = (ROOT / "book" / "calculator.md").read_text(encoding="utf-8").split("```python\n")[1:]
    for tab, code in zip(TABS, listed, strict=True):
        section = open_link(page, address, tab)
        expect(section.get_by_text("An example: type your own numbers over it.")).to_be_visible()
        shown = python(section).splitlines()
        assert [line for line in shown if not line.startswith("#")] == code.split("```")[0].splitlines()
        unfold(section.locator(".calculator-options"))
        for mode in section.locator("select").first.locator("option").all():  # and each of its questions
            section.locator("select").first.select_option(mode.get_attribute("value"))
            expect(section.locator(".calculator-headline")).to_be_visible()


def test_the_first_number_that_is_typed_takes_the_place_of_the_example(page, address):
    section = open_link(page, address, "two-runs")
    enter(page, **{"New right": "90"})
    expect(section.locator(".calculator-top")).to_contain_text("Still missing: New items, Old right, Old items.")
    assert values(section)[:4] == ["90", "", "", ""] and page.url.endswith("#two-runs?first=90")
    section = open_link(page, address, "how-many-items")
    section.get_by_label("Question").select_option("rate")
    enter(page, **{"Give or take, points": "2"})
    expect(section.locator(".calculator-headline")).to_have_text(f"{g.items_for_half_width(0.85, 0.02):,} items")
    expect(section.locator(".calculator-over")).to_be_hidden()
    assert page.url.endswith("#how-many-items?half=2")
    section = open_link(page, address, "how-many-items?rate=90")  # a link of before there was a plan for a gain
    expect(section.locator(".calculator-headline")).to_have_text(f"{g.items_for_half_width(0.9, 0.03):,} items")


@pytest.mark.smoke
def test_it_answers_while_one_types_and_the_link_brings_it_back(page, address, context):
    section = open_link(page, address)
    enter(page, Right="1,884", Items="2 000")
    expect(section.locator(".calculator-headline")).to_contain_text("94.2%")
    expect(section.locator(".calculator-python")).to_contain_text("wilson_interval(1884, 2000)")
    expect(page.locator("[aria-live=polite]")).to_contain_text("Of 2,000 items, the system got 1,884 right")
    enter(page, Right="")
    expect(page.locator("#one-rate-right-says")).to_have_text("Right: type a number.")
    enter(page, Right="1,884")
    again = context.new_page()
    again.goto(page.url)
    expect(again.locator(".calculator-headline:visible")).to_contain_text("94.2%")
    expect(again.get_by_label("Right", exact=True).first).to_have_value("1,884")
    again.close()


def test_by_keyboard_alone(page, address):
    open_link(page, address)
    expect(page.locator("#one-rate-right")).to_be_focused()
    page.get_by_role("tab", name="How sure is my score?").focus()
    before = page.evaluate("history.length")
    first, second = "How sure is my score?", "Is the new one better?"
    for key, name in (("ArrowRight", second), ("ArrowLeft", first), ("ArrowLeft", "Groups")):
        page.keyboard.press(key)
        expect(page.get_by_role("tab", name=name)).to_be_focused()
        expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
    for key in ("Home", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    assert page.evaluate("history.length") == before and page.url.endswith("#two-runs")
    page.keyboard.press("Tab")
    for count in ("90", "100", "78", "100"):
        page.keyboard.type(count)
        page.keyboard.press("Tab")
    expect(page.locator(".calculator-headline:visible")).to_contain_text("new minus old is +12.0 points")
    assert page.url.endswith("#two-runs?first=90&firstItems=100&second=78&secondItems=100")


def test_two_systems_are_compared_and_what_is_not_used_is_said(page, address):
    open_link(page, address)
    paste(page, "model,right,items,latency\nnew,84,100,1.2\nold,78,100,0.9")
    told = page.locator(".calculator-told")
    expect(told).to_contain_text("Read as two systems: new 84 of 100, old 78 of 100. Not used: latency.")
    expect(page.locator("[aria-live=polite]")).to_contain_text("Not used: latency.")
    expect(page.locator("#calculator-paste")).to_have_value("")
    section = page.locator("section[role=tabpanel]:visible")
    expect(section.locator(".calculator-python")).to_contain_text("newcombe_interval(84, 100, 78, 100)")
    expect(section.locator(".calculator-sentence")).to_contain_text("new minus old")
    expect(section.locator(".calculator-over")).to_be_hidden()
    section.get_by_role("button", name="Different ones").click()
    expect(section.locator(".calculator-sentence")).to_contain_text(", on different items.")
    paste(page, "84/100 v 78/100")  # which takes nothing over
    expect(section.locator(".calculator-sentence")).to_contain_text("the first 84.0% (84/100), the second 78.0%")
    expect(section.get_by_role("button", name="Different ones")).to_be_visible()
    page.go_back()  # undoes it
    expect(section.locator(".calculator-sentence")).to_contain_text("new 84.0%")
    expect(told).to_be_empty()


def test_a_row_for_each_item_goes_to_the_same_items(page, address):
    open_link(page, address)
    paste(page, "id,new,old\n1,1,0\n2,1,1\n3,0,1\n4,0,0\n5,1,0")
    says = "Read as two systems on the same 5 items: new got 3 right, old 2."
    expect(page.locator(".calculator-told")).to_have_text(says)
    expect(page.locator(CALL_SHOWN)).to_contain_text("tango_interval(1, 2, 1, 1)")
    page.locator("#the-same-items-both").press("8")
    expect(page.locator(".calculator-told")).to_be_empty()


FIVE = "prompt,right,items\nplain,78,100\nsteps,84,100\nshort,75,100\npersona,81,100\nexamples,86,100"


@pytest.mark.parametrize("text", [FIVE, "a,b,c\n1,0,1\n0,0,1", "model,ok\nx,1\ny,0\nz,1\nx,1"])
def test_more_than_two_systems_are_candidates(page, address, built, text):
    section = open_link(page, address)
    paste(page, text)
    told = page.locator(".calculator-told")
    expect(told).to_contain_text("The top one is flattered by luck: test the leaders on fresh items. Chapter 10 says")
    link = told.get_by_role("link", name="Chapter 10 says which may be the best.")
    assert (built / link.get_attribute("href")).exists()
    expect(section.locator(".calculator-headline")).to_have_count(0)
    if text == FIVE:
        ordered = ("examples: 86 of 100, 86%", "steps", "persona", "plain", "short")
        expect(told.locator("li")).to_have_text([re.compile(f"^{one}") for one in ordered])
    enter(page, Right="84")
    expect(told).to_be_empty()


def test_rows_that_may_be_systems_or_groups_are_asked_about(page, address):
    open_link(page, address)
    table = "doc,right,items\na,8,10\nb,5,7\nc,9,9"
    paste(page, table)
    told = page.locator(".calculator-told")
    expect(told).to_contain_text("Are these 3 systems, or groups of one system?")
    told.get_by_role("button", name="Systems", exact=True).click()
    expect(told).to_contain_text("These 3 systems are candidates.")
    paste(page, table)
    told.get_by_role("button", name="Groups of one system").click()
    expect(told).to_have_text("Read as 3 groups, 22 of 26 right.")
    expect(page.get_by_role("tab", name="Groups")).to_be_focused()
    expect(page.locator(CALL_SHOWN)).to_contain_text("right = [8, 5, 9]\nitems = [10, 7, 9]")
    paste(page, "8/10 9/10 7/10")  # on this tab they are groups
    expect(told).to_have_text("Read as 3 groups, 24 of 30 right.")
    paste(page, "doc\tok\na\t1\na\t0\nb\t1\nb\t1", "groups-counts")
    told.get_by_role("button", name="Yes, by “doc”").click()
    expect(page.locator("#groups-counts")).to_have_value("1/2 2/2")


def test_items_that_belong_together_make_pairs_too_narrow(page, address):
    open_link(page, address)
    paste(page, "doc,A,B\na,1,0\na,1,1\nb,0,1\nb,1,0\n")
    page.get_by_role("button", name="Yes, by “doc”").click()
    expect(page.locator(".calculator-top:visible")).to_contain_text("Too narrow: see below")
    says = "Too narrow. This holds only for independent items"
    expect(page.locator(".calculator-answer:visible")).to_contain_text(says)
    assert "hang=groups" in page.url


@pytest.mark.parametrize("text", ["84 wrong of 100", "gpt-4: 84%, claude: 78%", "correct\n1\nN/A\n0\n1"])
def test_a_refusal_shows_the_two_forms_and_fills_nothing(page, address, text):
    section = open_tab(page, address, "two-runs")
    before = values(section)
    paste(page, text)
    told = page.locator(".calculator-told")
    forms = "one or two counts, such as 84/100 or 84 of 100; or a table with headings:model,right,items"
    expect(told).to_contain_text(forms)
    expect(page.locator("[aria-live=polite]")).to_contain_text("Two formats can be read")
    expect(section.locator(".calculator-headline, .calculator-answer:visible")).to_have_count(0)
    assert values(section) == before
    expect(page.locator("#calculator-paste")).to_have_value(text)  # to be mended
    enter(page, **{"New right": "84"})
    expect(section.locator(".calculator-headline")).to_be_visible()
    expect(told).to_be_empty()


def test_a_file_is_read_like_a_paste(page, address):
    open_link(page, address)
    unfold(page.locator("details.calculator-paste"))
    two = FIVE.partition("\nshort")[0].encode()
    for name, data, says in (("a.csv", two, "two systems: plain 78 of 100"), ("a.xls", b"\0\0", "saved as CSV, of at")):
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Open a CSV file").click()
        chooser.value.set_files({"name": name, "mimeType": "text/csv", "buffer": data})
        expect(page.locator(".calculator-told")).to_contain_text(says)


@pytest.mark.parametrize(
    ("tab", "field", "typed", "filled"),
    [
        ("one-rate", "right", "1,884 of 2,000", ["1,884", "2,000"]),
        ("two-runs", "second", "80/90", ["84", "100", "80", "90"]),
        ("the-same-items?know=totals&one=49&two=42&items=60", "two", "40/60", ["49", "40", "60"]),
    ],
)
def test_counts_that_are_typed_into_a_field_go_to_the_one_beside_it_too(page, address, tab, field, typed, filled):
    section = open_tab(page, address, tab)
    target = section.locator(f"input[id$=-{field}]")
    target.fill(typed)
    expect(section.locator(f"[id$=-{field}-says]")).to_have_text("Press Enter to take these numbers.")
    target.press("Enter")
    assert values(section)[: len(filled)] == filled
    paste(page, "model\tright\titems\nA\t90\t100", target.get_attribute("id"))
    expect(page.locator(".calculator-told")).to_have_text("Read as A, 90 of 100 right.")


def test_the_links_of_the_chapters_open_their_tab(page, address):
    for number in range(9):
        load_chapter(number)
    tabs = {exercise.calculator[0] for exercise in REGISTRY.values() if exercise.calculator}
    assert len(tabs) > 4
    for tab in tabs:
        section = open_link(page, address, tab)
        assert section.get_attribute("id") == tab.partition("?")[0]
        expect(section.locator(".calculator-headline")).to_be_visible()
    expect(open_link(page, address, "how-many-items?plan=runs").locator("select").first).to_have_value("runs")


def numbers(text):
    return re.findall(r"(?<![\d%])[+-]?\d(?:[\d,]*\d)?(?:\.\d+)?%?", text)


def same(printed, said):
    """Whether the page says what is printed, or that with one digit more, as it does of a narrow interval."""
    decimals, finer = (len(x.rstrip("%").partition(".")[2]) for x in (printed, said))
    if not 0 < decimals < finer:
        return printed == said
    return abs(float(said.rstrip("%")) - float(printed.rstrip("%"))) < 0.51 * 10**-decimals


def unsigned(number):
    return number.lstrip("+-")


TOTALS = "the-same-items?know=totals&one=49&two=42&items=60&first=9"
SHOWN = [
    "one-rate?right=0&items=20&method=exact&level=99",
    "one-rate?right=999,999&items=1 000 000&method=jeffreys&level=0.9",
    "two-runs?first=95&second=80&level=90%25",
    "two-runs?first=51&firstItems=60&second=42&secondItems=60&same=no",
    "the-same-items?both=95&first=4&second=0&neither=1",
    "the-same-items?first=2&second=30&level=99.9",
    TOTALS,
    "how-many-items",
    "how-many-items?plan=gain&gain=3&score=90&differ=9&power=90&level=99",
    "how-many-items?rate=50&half=0.5&level=99",
    "how-many-items?plan=runs&now=0.9&then=85.5%25&power=90&level=99&each=10&alike=0.1",
    "how-many-items?plan=pairs&first=10&second=7.5&power=0.9&each=5&alike=0.02",
    "how-many-items?plan=rateAt&have=37",
    "how-many-items?plan=runsAt&now=99&have=30",
    "how-many-items?plan=runsAt&now=2&have=30",
    "how-many-items?plan=pairsAt&flips=0.125",
    "groups?known=effect&effect=0.5&right=7&items=9",
    "groups?known=alike&each=12&alike=0.15&right=40&items=60&level=90",
    "groups?known=counts&counts=8/10 9/10 4/10 7/10 9/10 6/10&careful=yes",
    "groups?known=counts&counts=5/5; 3 of 5, 1/7&level=80",
]


@pytest.mark.slow
@pytest.mark.parametrize("inputs", SHOWN)
def test_the_call_that_is_shown_runs_and_gives_what_is_shown(page, address, inputs):
    tab = open_tab(page, address, inputs)
    lines = python(tab).splitlines()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec("\n".join(lines), {})
    shown = [line.removeprefix("# ") for line in lines if line.startswith("# ")]
    assert printed.getvalue().split() == " ".join(shown).split()  # which prints in lines of 72
    sentence, headline = (tab.locator(f".calculator-{part}").inner_text() for part in ("sentence", "headline strong"))
    headline = headline.replace("−", "-")
    assert "NaN" not in tab.inner_text() and "undefined" not in tab.inner_text()
    favours = re.search(r"favours? (\w+) over", sentence)  # in words what is the sign in a number
    if favours:
        assert favours[1] == ("old" if headline.startswith("-") else "new")
    plain = unsigned if favours else lambda x: re.sub(r"^\+(0\.0+)$", r"\1", x)
    for line in shown:
        rest = [plain(x) for x in numbers(sentence)]
        rest = set(rest) if favours else iter(rest)  # in this order
        assert all(any(same(plain(x), y) for y in rest) for x in numbers(line)) or f"{int(line):,} item" in sentence
    assert plain(headline.split()[0]) in sentence


@pytest.mark.parametrize("counts", [(40, 9, 2, 9), (40, 2, 9, 9), (40, 3, 16, 1)])
def test_the_numbers_to_paste_are_those_of_a_report(page, address, counts):
    scores = np.repeat([(1, 1), (1, 0), (0, 1), (0, 0)], counts, axis=0)
    table = pd.DataFrame(scores, columns=["new", "old"]).assign(id=range(len(scores)))
    open_link(page, address)
    paste(page, table.to_csv(index=False))
    said = page.locator(".calculator-sentence:visible").inner_text()
    report = sentences.minimum(compare(tally(table, systems=["new", "old"])))
    favours = re.search(r"favours? \w+ over \w+", said)
    strict = r"; the exact test, which errs on the strict side, gives ([^A-Z]+)\. "  # a report says no more of it
    said, *doubts = re.split(strict, said)
    if doubts:
        exact = str(g.mcnemar_test(*counts[1:3], method="exact"))
        assert exact.startswith(f"{doubts[0]} (") and g.mcnemar_test(*counts[1:3]).p_value < 0.05
        said += doubts[1]
    assert favours[0] in report
    assert set(map(unsigned, numbers(said))) == set(map(unsigned, numbers(report)))


YES = "Yes, probably: between 2.3 and 25.3 points better."
NO = "No, probably: the new version is between 2.3 and 25.3 points worse than B."
PERHAPS = "Borderline: between 0.2 and 15.9 points better, but the test does not confirm it."
NEITHER = "Cannot be told: A is anything from 11.3 points worse to 14.3 better than the old version."
VERDICTS = [
    ("two-runs?second=70&same=no", [YES], "the data favour new over"),
    ("two-runs?first=70&second=84&same=no&other=B", [NO], "the data favour B over"),
    ("the-same-items?both=42&first=4&second=0&neither=14", [PERHAPS], "Borderline:"),
    ("the-same-items?second=8&name=A", [NEITHER], "cannot tell A from old"),
    ("two-runs?second=70", [], "This assumes that the two runs had different items."),
    ("the-same-items?first=19&hang=groups", ["Too narrow: see below"], "This holds only for independent items"),
]


def test_the_verdict_stands_beside_the_numbers_and_agrees_with_the_sentence(page, address):
    for inputs, verdict, said in VERDICTS:
        tab = open_tab(page, address, inputs)
        expect(tab.locator(".calculator-verdict"), inputs).to_have_text(verdict)
        expect(tab.locator(".calculator-sentence"), inputs).to_contain_text(said)
        expect(tab.locator(".calculator-headline")).to_contain_text("about 95 of 100 such intervals hold the true gain")


PLAIN = {
    "one-rate?right=84&items=100": "84 of 100 right: 84.0%, 95% interval 75.6% to 89.9%.",
    "two-runs?first=84&firstItems=100&second=60&secondItems=120&name=A": "On 100 and 120 different items A gains "
    "+34.0 points against the old version, 95% interval +21.8 to +44.6 points.",
    "two-runs?second=78": "If the two answered 100 different items each, the new version changes by +6.0 points, "
    "95% interval −4.9 to +16.8 points: not clear.",
    "the-same-items?both=42&first=4&second=0&neither=14": "On the same 60 items the new version gains +6.7 points, "
    "95% interval +0.2 to +15.9 points: borderline.",
    "the-same-items?both=40&first=2&second=9&neither=9&name=A&other=B": "On the same 60 items A loses "
    "−11.7 points against B, 95% interval −23.5 to −1.0 points.",
}


def test_a_plain_sentence_stands_first(page, address):
    for inputs, said in PLAIN.items():
        plain = open_tab(page, address, inputs).locator(".calculator-plain")
        expect(plain, inputs).to_have_text(said)
    open_tab(page, address, "the-same-items?first=19&hang=groups")
    expect(page.locator(".calculator-plain:visible")).to_contain_text("This holds only for independent items")
    expect(open_tab(page, address, "groups?known=effect").locator(".calculator-plain")).to_have_count(0)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_a_link_with_numbers_shows_the_tabs_and_the_result(page, address, size):
    page.set_viewport_size(size)
    open_link(page, address, "the-same-items?both=40&first=9&second=2&neither=9")
    for part in (page.get_by_role("tab").first, page.locator(".calculator-headline strong:visible")):
        expect(part).to_be_in_viewport(ratio=1)
    if size == NARROW:  # below the bar that stays there
        bar, tab = (page.locator(part).first.bounding_box() for part in (".mobile-header", "[role=tab]"))
        assert bar["y"] + bar["height"] <= tab["y"]


def test_what_a_sentence_names_is_linked_to_the_glossary(page, address):
    tab = open_tab(page, address, "the-same-items?one=49&know=totals&two=42&items=60&first=9")
    expect(tab.locator(".glossed")).to_have_text("In the glossary: interval, Wilson, Tango, p, McNemar, mid-p")
    words = "clustered Wilson interval Newcombe Clopper-Pearson Jeffreys design effect power p < Fisher two-sided"
    every = "words => [...GiveOrTakeCalculator.glossed(words).querySelectorAll('a')].map((a) => a.hash)"
    links = page.evaluate(every, words)
    assert len(links) == 11
    page.goto(address.replace("calculator", "glossary"))
    for link in [*links, "#term-Tango-s-interval", "#term-McNemar-s-test", "#term-mid-p", "#term-pooled"]:
        assert page.locator(link).count() == 1, link


SECOND = "Right only by the old one"


SENSELESS = [
    ("one-rate", "Right", "101", "Right must not exceed the items: got 101 of 100; are the two swapped?"),
    ("one-rate", "Right", "-3", "Right must be at least 0: got -3."),
    ("one-rate", "Right", "8.5", "Right must be a whole number: got 8.5."),
    ("one-rate", "Right", "1,00", "Is the comma in “1,00” a decimal one?"),
    ("one-rate", "Right", "33.5%", "No count of 100 is 33.5%: 34 is 34%."),
    ("one-rate", "Level", "0.05", "Level must be at least 50%: got 5%; did you mean 95%?"),
    ("two-runs", "Call the old one", "new", "Both are called “new”: give one of them another name."),
    ("two-runs", "Old items", "0", "Old items must be at least 1: got 0."),
    ("the-same-items?first=0&second=0&neither=0", "Both right", "0", "Both right and the other three counts are all 0"),
    (TOTALS, "Right only by the new one", "6", "Right only by the new one must lie between 7 and 18: got 6."),
    ("how-many-items?plan=runs", "Score to find", "80%", "Score to find must differ from the first: no number of"),
    ("how-many-items?plan=pairs", SECOND, "99%", "must not exceed 100% together with the first: got 99% and 6%."),
    ("how-many-items?plan=runsAt", "Items that you have", "1", "So few items find neither a rise nor a fall"),
    ("how-many-items?plan=pairsAt", "Items that you have", "9", "must be more: got 9. If only one is right on 10%"),
    ("groups?known=effect", "Design effect", "200", "With this design effect, 100 items would count for less"),
    ("groups?known=counts&counts=1/2", "Each group, right/items", "9/10", "Give two groups or more: a single one"),
    ("groups?known=counts&counts=1/2", "Each group, right/items", "9/10 7", "Write each group as right/items"),
    ("groups?known=counts&counts=1/2", "Each group, right/items", "9/10 7/5", "Group 2 must have"),
]


def test_what_makes_no_sense_is_said_beside_the_field(page, address):
    for inputs, label, typed, says in SENSELESS:
        tab = open_tab(page, address, inputs)
        field = tab.get_by_label(label, exact=True)
        if not field.is_visible():
            unfold(tab.locator(".calculator-options"))
        field.fill(typed)
        expect(field, says).to_have_attribute("aria-invalid", "true")
        expect(page.locator(f"#{field.get_attribute('aria-describedby')}")).to_contain_text(says)
        expect(tab.locator(".calculator-headline"), says).to_have_count(0)
        expect(tab.locator(".too-sure"), says).to_be_hidden()


READ_AS = [
    ("one-rate?items=1 000", "items", "Read as 1,000."),
    ("one-rate?right=84%25", "right", "Counted as 84."),
    ("how-many-items?plan=gain&score=0.8", "score", "Read as 80%."),
    ("how-many-items?half=0.03", "half", "Read as 0.03 points; did you mean 3?"),
    ("how-many-items?plan=runs&then=%2B4", "then", "Read as 84%."),
    ("how-many-items?rate=84/100", "rate", "Read as 84%."),
    ("how-many-items?plan=pairs", "first", "From an earlier run of both, or a guess: 6 of 100 items is 6%."),
    ("how-many-items?plan=pairs&alike=0.2", "alike", "Does nothing while each group has 1 item."),
    ("how-many-items?plan=runs&each=10&alike=-0.05", "alike", "Treated as 0: an estimate below 0 is mostly luck"),
    ("groups?known=counts&counts=8/10 9/10", "counts", "Read 2 groups, 17 of 20 right."),
]


def test_how_a_number_was_read_is_said_where_another_may_be_meant(page, address):
    for inputs, field, says in READ_AS:
        tab = open_tab(page, address, inputs)
        expect(tab.locator(".calculator-headline"), inputs).to_have_count(1)
        expect(tab.locator(f"[id$=-{field}-says]"), inputs).to_contain_text(says)


RESTS = [
    ("two-runs", "Did both answer the same 100 items, or different ones? The same Different ones"),
    ("two-runs?firstItems=90&secondItems=90", "This assumes that the two runs had different items. On items"),
    ("two-runs?second=72&same=no", "Fisher's exact test gives p = 0.060, which is not below 0.05. The sentence uses"),
    ("two-runs?first=50&firstItems=50&second=46&secondItems=50", "The z-test, rough here, gives p = 0.041."),
    ("two-runs?first=51&firstItems=60&second=42&secondItems=60", "and yet the test finds a difference, p = 0.049"),
    ("two-runs?first=10&firstItems=10&second=6&secondItems=10", "The mid-p is below 0.05, but the exact p, 0.087"),
    ("one-rate?hang=groups", "# This holds only for independent items: in groups, they count for fewer."),
    ("one-rate?right=1&items=1e6&level=99.9", "0.000008% to 0.00127%"),
    ("one-rate?right=9&items=10", "With fewer than 20 items, all of this is rough."),
    ("the-same-items", "; the exact test, which errs on the strict side, gives p = 0.065."),
    ("the-same-items?know=totals&one=7&two=1&items=20&first=", "with 7 p = 0.039 (by the exact test p = 0.070)."),
    ("groups?known=alike", "This treats the correlation as known. If it was estimated from fewer than 20 groups, "),
    ("groups?known=effect&effect=0.5", "A design effect of 0.5 is treated as 1"),
    ("groups?counts=" + "10/10 " * 6, "None of the 6 groups has errors. That is too few"),
    ("groups?counts=9/10 9/10 9/10 9/10 1/10 5/10", "The errors lie so unevenly in the 6 groups"),
    ("groups?counts=" + "10/10 8/10 9/10 6/10 " * 8, "errors lie in the 32 groups as unevenly as if only 19 held them"),
    ("groups?counts=8/10 8/10 8/10 8/10 8/10", "independent ones by their design effect, taken as 1"),
    ("groups?careful=yes&counts=" + "8/10 9/10 " * 5, "count for 10 independent ones, by the groups' sizes alone."),
    ("how-many-items?plan=runsAt&now=95&have=100", "no rise at 80% power, 12.4 points down"),
    ("how-many-items?plan=runsAt&now=100&have=100", "items each find no rise, but a fall of"),
    ("how-many-items?plan=runs", "About one such run in five will miss it, fewer where errors are rare."),
    ("how-many-items?plan=runs&each=10&alike=0.1", "in groups of 10 with correlation 0.1"),
    ("how-many-items?plan=runs&now=50&then=99&each=5&alike=0.5", "worth fewer than 20 independent ones"),
    ("how-many-items?plan=pairs&first=30&second=10", "mostly on the safe side"),
]


def test_what_an_answer_rests_on_is_said_beside_it(page, address):
    for inputs, words in RESTS:
        expect(open_tab(page, address, inputs).locator(".calculator-work"), inputs).to_contain_text(words)


def test_runs_on_the_same_items_get_no_verdict_but_a_question(page, address):
    tab = open_tab(page, address, "two-runs?name=a&level=90%25")
    tab.get_by_role("button", name="The same", exact=True).click()
    expect(page.locator("#the-same-items-first")).to_be_focused()
    ends = [str(g.mcnemar_test(only, only - 6)).split(" (")[0] for only in (6, 22)]
    expect(page.locator(".calculator-waits:visible")).to_have_text(
        "How many did only a get right? It can be anything from 6 to 22. By McNemar's mid-p test, the answer "
        f"depends on it: with 6 {ends[0]}, with 22 {ends[1]}."
    )
    enter(page, Right_only_by_a="9")
    expect(page.locator(CALL_SHOWN)).to_contain_text("tango_interval(75, 9, 3, 13, level=0.9)")
    expect(page.locator(".calculator-sentence:visible")).to_contain_text("a got 84 right")


def test_each_way_to_give_the_same_items_fills_the_other(page, address):
    tab = open_tab(page, address, "the-same-items?know=totals&one=171&two=160&items=190&first=17")
    shown = tab.locator(".calculator-headline").inner_text()
    says = "The exact test, which errs on the strict side, gives p = 0.035: the same verdict."
    expect(tab.locator(".calculator-answer")).to_contain_text(says)
    tab.get_by_label("What you know").select_option("four")
    assert [tab.locator(f"#the-same-items-{key}").input_value() for key in ("both", "first", "second", "neither")] == [
        "154", "17", "6", "13",
    ]  # fmt: skip
    expect(tab.locator(".calculator-headline")).to_have_text(shown, use_inner_text=True)
    enter(page, Both_wrong="23")
    tab.get_by_label("What you know").select_option("totals")
    expect(tab.get_by_label("Items", exact=True)).to_have_value("200")


def test_the_back_key_goes_from_tab_to_tab_with_their_numbers(page, address):
    open_link(page, address)
    enter(page, Right="7", Items="9")
    page.get_by_role("tab", name="… on other items?").click()
    enter(page, **{"New right": "5"})
    page.get_by_role("tab", name="Groups").click()
    page.go_back()
    expect(page.locator("#two-runs-first")).to_have_value("5")
    page.go_back()
    expect(page.locator("#one-rate-items")).to_have_value("9")
    expect(page.locator(".calculator-headline:visible")).to_contain_text("77.8%")
    page.go_forward()
    expect(page.locator("#two-runs-first")).to_be_visible()


@pytest.mark.slow
def test_a_link_carries_all_groups_of_a_long_table(page, address, context):
    tab = open_link(page, address, "groups")
    paste(page, "doc,ok\n" + "\n".join(f"doc{k // 4},{int(k % 5 > 0)}" for k in range(3000)))
    page.get_by_role("button", name="Yes, by “doc”").click()
    shown = tab.locator(".calculator-headline").inner_text()
    again = context.new_page()
    again.goto(page.url)
    expect(again.locator(".calculator-headline:visible")).to_have_text(shown, use_inner_text=True)
    again.close()


GROUPS = "10/10 9/10 8/10 10/10 4/10 9/10 10/10 8/10 7/10 9/10"


@pytest.mark.parametrize("counts", [GROUPS, "3/5 2/6 9/9 1/4 6/8 5/7 2/3 4/9"])
def test_a_sentence_on_groups_counts_the_items_that_its_interval_rests_on(page, address, counts):
    groups = [tuple(map(int, group.split("/"))) for group in counts.split()]
    scores = [x for k, n in groups for x in [1] * k + [0] * (n - k)]
    groups_of = [i for i, (_, n) in enumerate(groups) for _ in range(n)]
    worth = g.effective_items(scores, groups_of)
    said = open_tab(page, address, f"groups?counts={counts}").locator(".calculator-sentence").inner_text()
    effect = max(1, g.clustered_mean(scores, groups_of, "items").design_effect)
    alone = f"{len(scores) / effect:.3g} independent ones"
    assert f"groups count for {alone} by their design effect of {effect:.3g}" in said
    held = [sum(each) ** 2 / sum(x**2 for x in each) for each in ([n - k for k, n in groups], [k for k, _ in groups])]
    what, rests = ("errors", held[0]) if held[0] < held[1] else ("right answers", held[1])
    unevenly = f"because the {what} lie in the {len(groups)} groups as unevenly as if only {rests:.2g} held them."
    assert f", or {worth:.3g} after paying the price of not knowing it well, {unevenly}" in said


def test_what_is_said_of_few_groups_was_counted(page, address):
    table = pd.read_csv(ROOT / "book" / "clustered_rates.csv")
    method, truth = table["method"] == "clustered Wilson", table["truth"] == "beta-binomial"
    few = table[method & truth & (table["clusters"] <= 11)]
    worst = table[method].sort_values("coverage").iloc[0]
    page_says = " ".join((ROOT / "book" / "calculator.md").read_text(encoding="utf-8").split())
    assert f"{worst['clusters']} groups of {worst['items']} items, the 95% interval covered the truth only " \
        f"{worst['coverage']:.1%} of the time" in page_says  # fmt: skip
    says = f"{few['average'].min():.1%} or more on average and {few['coverage'].min():.1%} at worst"
    work = open_tab(page, address, "groups?counts=" + "8/10 9/10 7/10 " * 3).locator(".calculator-work")
    expect(work).to_contain_text(says)
    open_tab(page, address, "groups?counts=" + "8/10 9/10 " * 5)
    expect(work).not_to_contain_text("at worst")


@pytest.mark.slow
def test_plans_of_20_to_200_items_keep_the_power_that_is_said_of_them():
    """The tests of this page, summed over all results: at worst 4 points short."""

    def rejects(n, alpha):
        one, other = (x.ravel() for x in np.indices((n + 1, n + 1)))
        small = np.minimum(one + other, 2 * n - one - other) / 2 < 5
        tests = (test(one, n, other, n).p_value for test in (g.fisher_mid_p_test, g.pooled_z_test))
        return (np.where(small, *tests) < alpha).reshape(n + 1, n + 1)

    plans = [(0.5, 0.9, 0.8, 0.05), (0.6, 0.95, 0.9, 0.05), (0.7, 0.98, 0.8, 0.01), (0.3, 0.6, 0.9, 0.05)]
    for p1, p2, power, alpha in plans:
        n = g.items_for_power(p1, p2, power, alpha)
        first, second = (binom.pmf(np.arange(n + 1), n, p) for p in (p1, p2))
        assert 20 <= n <= 200 and first @ rejects(n, alpha) @ second > power - 0.04
    for flips in (0.1, 0.2, 0.4, 0.7, 1):
        for share in (0.6, 0.7, 0.8, 0.9, 1):
            for power, alpha in ((0.8, 0.05), (0.9, 0.05), (0.8, 0.01)):
                plan = flips * share, flips * (1 - share)
                n = g.items_for_paired(*plan, power, alpha)
                assert not 20 <= n <= 200 or g.mcnemar_power(n, *plan, alpha) > power - 0.04


DRAWN = ["the-same-items?both=82&first=10", "the-same-items?both=82&first=2&second=10", "how-many-items?plan=pairsAt"]
DRAWN += ["the-same-items?both=820&first=100&second=60&neither=60&level=99", "how-many-items?plan=runsAt", "two-runs"]


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
def test_no_label_of_the_picture_lies_across_zero_or_on_its_other_side(page, address, width):
    page.set_viewport_size({"width": width, "height": 800})
    for inputs in DRAWN:
        open_tab(page, address, inputs)
        places = page.locator(".calculator-picture:visible").evaluate(
            """svg => {
                const [zero, frame] = [svg.querySelector(".zero"), svg].map(x => x.getBoundingClientRect());
                const inside = box => box.left >= frame.left && box.right <= frame.right;
                return [...svg.querySelectorAll(".end")].map(label => {
                    const box = label.getBoundingClientRect();
                    return [label.textContent, inside(box) ? [box.left - zero.right, box.right - zero.left] : []];
                });
            }"""
        )
        for label, sides in places:
            assert sides and all((x < 0) == label.startswith("−") for x in sides), (inputs, label, sides)


SET = [
    ("one-rate", "95%, Wilson, independent"),
    ("one-rate?level=90&method=exact", "90%, Clopper-Pearson, independent"),
    ("two-runs?name=A&hang=runs", "95%, repeated, A"),
    ("how-many-items?plan=runs", "power 80%, 95%"),
    ("how-many-items?plan=pairs&each=10&power=90", "power 90%, 95%, items in each group 10"),
]


def test_what_is_usual_is_folded_and_named_and_opens_if_a_link_or_a_paste_sets_it(page, address):
    for inputs, words in SET:
        options = open_tab(page, address, inputs).locator("details.calculator-options")
        expect(options.locator("summary"), inputs).to_have_text(f"More options{words}")
        assert (options.get_attribute("open") is None) == (inputs.partition("?")[2] in ("", "plan=runs")), inputs
        page.goto("about:blank")
    tab = open_tab(page, address, "two-runs")
    options, level = tab.locator("details.calculator-options"), tab.get_by_label("Level")
    expect(level).to_be_hidden()
    paste(page, "model,right,items\nnew,84,100\nold,78,100")
    expect(level).to_be_hidden()
    unfold(options)
    level.fill("9")
    options.locator("summary").click()
    expect(level).to_be_hidden()
    enter(page, New_right="85")
    expect(level).to_be_visible()  # what is wrong does not hide
    level.fill("90")
    expect(tab.locator(".calculator-sentence")).to_contain_text("90%")
    options.locator("summary").click()
    enter(page, New_right="86")
    expect(level).to_be_hidden()
    paste(page, "model,right,items\nA,84,100\nB,78,100")
    expect(tab.get_by_label("Call the old one")).to_be_visible()
    expect(tab.get_by_label("A right")).to_have_value("84")


@pytest.mark.parametrize("tab", TABS)
def test_the_number_and_its_picture_are_seen_without_scrolling(page, address, tab):
    page.set_viewport_size({"width": 1280, "height": 800})
    shown = open_link(page, address, tab)
    asks, top = shown.locator("form"), shown.locator(".calculator-headline strong")
    for part in (asks, top, shown.locator(".calculator-picture"), shown.locator(".too-sure")):
        expect(part).to_be_in_viewport(ratio=1)
    places = [part.bounding_box() for part in (asks, top)]
    assert places[0]["x"] + places[0]["width"] < places[1]["x"]
    size = "all => Math.max(...all.map(one => parseFloat(getComputedStyle(one).fontSize)))"
    assert shown.locator(":not(strong):visible").evaluate_all(size) < 0.6 * top.evaluate_all(size)
    page.set_viewport_size(NARROW)
    expect(top).to_be_in_viewport(ratio=1)
    assert top.bounding_box()["y"] < asks.bounding_box()["y"]


def test_a_link_of_old_to_four_counts_holds_and_one_asks_for_the_totals(page, address):
    tab = open_link(page, address, "the-same-items")
    expect(tab.get_by_label("What you know")).to_have_value("totals")
    enter(page, New_right="49", Old_right="42", Items="60", Right_only_by_the_new_one="9")
    assert page.url.endswith("#the-same-items?know=totals&one=49&two=42&items=60&first=9")
    shown = tab.locator(".calculator-headline").inner_text()
    tab = open_link(page, address, "the-same-items?both=40&first=9&second=2&neither=9")
    expect(tab.get_by_label("What you know")).to_have_value("four")
    expect(tab.locator(".calculator-headline")).to_have_text(shown, use_inner_text=True)
    assert values(tab) == ["40", "9", "2", "9"]
    open_link(page, address, "the-same-items?know=four")
    expect(tab.get_by_label("Both right")).to_have_value("154")


def test_what_is_typed_where_one_pastes_is_read_at_once(page, address):
    open_link(page, address)
    unfold(page.locator("details.calculator-paste"))
    box, headline = page.locator("#calculator-paste"), page.locator(".calculator-headline:visible")
    before = page.evaluate("history.length")
    box.press_sequentially("1884/2000")
    expect(headline).to_contain_text("The score is 94.2%", timeout=500)
    expect(box).to_have_value("1884/2000")
    box.press_sequentially(" v ")  # half a line is no mistake
    page.wait_for_timeout(300)
    expect(page.locator(".calculator-told")).to_have_text("Read as 1,884 of 2,000 right.")
    box.press_sequentially("1800/2000")
    expect(headline).to_contain_text("the first minus the second is +4.2 points", timeout=500)
    assert page.evaluate("history.length") == before + 1
    box.press("Enter")
    expect(box).to_have_value("")
    expect(headline).to_contain_text("+4.2 points")
    box.press_sequentially("84 wrong")
    expect(page.locator(".calculator-told")).to_contain_text("This cannot be read", timeout=2000)
    expect(box).to_have_value("84 wrong")


@pytest.mark.slow
@pytest.mark.parametrize("inputs", ["two-runs", "the-same-items", "how-many-items?plan=runsAt", "groups?known=effect"])
def test_on_a_phone_the_result_is_in_sight_of_each_field(page, address, inputs):
    page.set_viewport_size({"width": 390, "height": 420})  # what a keyboard leaves
    tab = open_tab(page, address, inputs)
    for field in tab.locator(":is(input, select, textarea):visible").all():
        field.focus()
        field.scroll_into_view_if_needed()
        expect(tab.locator(".calculator-headline")).to_be_in_viewport(ratio=1)
        expect(field).to_be_in_viewport(ratio=0.9)


COPIED = {
    "the plain sentence": ".calculator-plain",
    "the full sentence": ".calculator-sentence",
    "the Python": ".calculator-python",
}


def test_copying(page, address):
    tab = open_tab(page, address, "two-runs?first=90")
    tab.get_by_text("In Python").click()
    enter(page, New_right="91")
    expect(tab.locator(".calculator-python")).to_be_visible()  # still
    tab.get_by_text("In full").click()
    enter(page, New_right="90")
    expect(tab.locator(".calculator-sentence")).to_be_hidden()  # still
    tab.get_by_text("In full").click()
    for part, wanted in COPIED.items():
        tab.get_by_role("button", name=f"Copy: {part}").click()
        expect(page.locator("[aria-live=polite]")).to_have_text("Copied")
        assert page.evaluate("navigator.clipboard.readText()") == tab.locator(wanted).text_content()
    tab.get_by_role("button", name="Copy: the link").click()
    expect(tab.get_by_role("button", name="Copy: the link")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_without_javascript_it_says_so_and_shows_the_calls(browser, address):
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(address)
        expect(page.get_by_text("needs JavaScript")).to_be_visible()
        expect(page.locator("pre:visible")).to_have_count(len(TABS))


@pytest.mark.parametrize(
    ("scheme", "size"), [("light", WIDE), pytest.param("dark", NARROW, marks=pytest.mark.slow)]
)
def test_every_tab_is_open_to_everybody(page, address, scheme, size):
    open_link(page, address)
    page.evaluate(AXE)
    found = FOUND.replace("{ ", '"article", { preload: false, ', 1)  # a file may not read its style sheets
    links = [*TABS, "one-rate?right=9&items=x", f"two-runs?{EXAMPLES['two-runs']}&name={'a_long_name_' * 5}"]
    texts = [FIVE, "84 wrong of 100", "doc,ok\na,1\na,0\nb,1\nb,1"]
    shown = [*((None, link) for link in links), *((text, "one-rate") for text in texts)]
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size(size)
    for text, tab in shown:
        open_link(page, address, tab)
        if text:
            paste(page, text)
        page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        assert page.evaluate(found) == [] and page.evaluate(WIDER) is False, (text, tab)
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name=re.compile("Copy|Yes"))).to_have_count(0)
