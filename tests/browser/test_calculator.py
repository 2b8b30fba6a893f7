"""The calculator: its arithmetic held to the package in a real browser, and its page used as people use it."""

import contextlib
import inspect
import io
import json
import re

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Error, expect
from scipy.stats import binom, fisher_exact
from test_site import AXE, FOUND, NARROW, WIDE, WIDER

import give_or_take as g
from give_or_take import compare, tally
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
        return [error.argument, error.message];
    }
})"""


def cases(names, all_cases):
    """As parametrize does, but all in one test, and so in one page: each case that fails is told."""
    names = (names,) if isinstance(names, str) else names

    def bundled(test):
        fixtures = [one for name, one in inspect.signature(test).parameters.items() if name not in names]

        def run(**given):
            failed = []
            for case in all_cases:
                try:
                    test(**given, **dict(zip(names, case if len(names) > 1 else (case,), strict=True)))
                except (AssertionError, Error, LookupError, TypeError) as error:
                    failed.append(f"{case}\n{error}")
            assert not failed, f"{len(failed)} of {len(all_cases)}:\n\n" + "\n\n".join(failed)

        run.__signature__, run.__name__, run.__doc__ = inspect.Signature(fixtures), test.__name__, test.__doc__
        return run

    return bundled


@pytest.fixture(scope="module")
def script(browser):
    """A page with nothing but statistics.js."""
    page = browser.new_page()
    page.add_script_tag(path=STATIC / "statistics.js")
    yield page
    page.close()


@pytest.fixture(scope="module")
def arithmetic(script):
    """[name, inputs…] in, numbers and words out."""
    return lambda calls: script.evaluate(CALL, calls)


def of_interval(interval):
    return [interval.low, interval.high, interval.estimate, str(interval)]


def of_test(test):
    return [test.p_value, test.statistic, str(test)]


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


def of_plans(rate, half, p2, only_first, only_second, level, power, alpha, each, correlation):
    yield ["itemsForHalfWidth", rate, half, level], [g.items_for_half_width(rate, half, level)]
    plan = g.plan_two_runs(rate, p2, power, alpha, items_each=each, correlation=correlation)
    yield ["itemsForPower", rate, p2, power, alpha, each, correlation], [plan.n1]
    yield ["planText", rate, p2, plan.n1, power, alpha, each, correlation], [str(plan)]
    shares = only_first, only_second, power, alpha
    items = g.items_for_paired(*shares, items_each=each, correlation=correlation)
    yield ["itemsForPaired", *shares, each, correlation], [items]
    n = max(plan.n1, 2)
    if n < 100 or n % 3 == 0:  # of all, half of the time would be these
        change = g.detectable_change(rate, n, power=power, alpha=alpha)
        sizes = [-1 if x is None else x for x in (change.rise, change.fall)]
        yield ["detectableChange", rate, n, power, alpha], [*sizes, str(change)]
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


def edges():
    """Nothing and everything right, one item, a thousand million, no flips, as many each way."""
    large = 10**9
    counts = [(0, 1), (1, 1), (0, 20), (20, 20), (1, 20), (0, large), (1, large), (large - 1, large), (large, large)]
    counts += [(large // 2, large), (84, 100), (1, 16), (3, 32)]  # the last two are 6.25% and 9.375%: halves to even
    tables = [(0, 0, 0, 1), (5, 0, 0, 5), (0, 3, 3, 0), (0, 7, 0, 0), (0, 0, 7, 0), (9, 4, 4, 1), (40, 9, 2, 9)]
    tables += [(95, 4, 0, 1), (large, 0, 0, large), (0, large, large, 0), (0, large, large - 1, 5), (large, 1, 0, 0)]
    tables += [(1, 10**10, 10**10, 1)]
    for level in (0.5, 0.95, 0.9999):
        for one in counts:
            yield from of_rate(*one, level)
            yield from of_effect(*one, 2.8, level)
            for other in counts:
                yield from of_two(*one, *other, level)
        for table in tables:
            yield from of_pairs(*table, level)
        for right, sizes in (([1, 1], [1, 1]), ([24, 24], [24, 24]), ([0] * 30, [2] * 30), ([1, 9], [2, 300])):
            yield from of_groups(right, sizes, level)
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
    rate, shares = rng.uniform(0.01, 0.99), rng.dirichlet([1, 1, 3])[:2]
    far = float(np.clip(rate + rng.choice([-1, 1]) * 10 ** rng.uniform(-3, -0.5), 0, 1))
    each, correlation = (1, 0) if rng.random() < 0.5 else (int(rng.integers(2, 50)), float(rng.uniform(0, 0.5)))
    plan = float(10 ** rng.uniform(-4, -0.5)), far, *map(float, shares), level, float(rng.uniform(0.5, 0.99))
    yield from of_plans(float(rate), *plan, float(rng.choice([0.1, 0.05, 0.01, 0.001])), each, correlation)


def test_the_arithmetic_and_the_words_are_those_of_the_package(arithmetic):
    rng = np.random.default_rng(15)
    cases = [*edges(), *(case for _ in range(720) for case in drawn(rng))]
    assert len(cases) > 10_000
    calls, wanted = zip(*cases, strict=True)
    wrong = [
        (call, want, got)
        for call, want, got in zip(calls, wanted, arithmetic(calls), strict=True)
        if not all(x == y if isinstance(x, str) else abs(x - y) < 1e-9 for x, y in zip(want, got, strict=True))
    ]
    assert wrong[:5] == []


@cases(
    ("call", "function", "inputs"),
    [
        ("wilsonInterval", g.wilson_interval, (101, 100)),
        ("wilsonInterval", g.wilson_interval, (-1, 100)),
        ("wilsonInterval", g.wilson_interval, (0.84, 100)),
        ("wilsonInterval", g.wilson_interval, (84.5, 100)),
        ("wilsonInterval", g.wilson_interval, (0, 0)),
        ("wilsonInterval", g.wilson_interval, (84, 100, 95)),
        ("wilsonInterval", g.wilson_interval, (84, 100, 1)),
        ("jeffreysInterval", g.jeffreys_interval, (84, 20000000000)),
        ("newcombeInterval", g.newcombe_interval, (84, 100, 78, 70)),
        ("tangoInterval", g.tango_interval, (0, 0, 0, 0)),
        ("tangoInterval", g.tango_interval, (1, 2.5, 0, 0)),
        ("mcnemarTest", g.mcnemar_test, (3, -2)),
        ("itemsForHalfWidth", g.items_for_half_width, (1, 0.01)),
        ("itemsForHalfWidth", g.items_for_half_width, (84, 0.01)),
        ("itemsForHalfWidth", g.items_for_half_width, (0.5, 1)),
        ("itemsForPower", g.items_for_power, (0.8, 0.8)),
        ("itemsForPower", g.items_for_power, (0.8, 0.9, 0.3)),
        ("itemsForPower", g.items_for_power, (0.8, 0.9, 0.8, 0.95)),
        ("itemsForPaired", g.items_for_paired, (0.7, 0.6)),
        ("minimumDetectablePairedEffect", g.minimum_detectable_paired_effect, (100, 0)),
        ("minimumDetectablePairedEffect", g.minimum_detectable_paired_effect, (9, 0.2)),
        ("minimumDetectablePairedEffect", g.minimum_detectable_paired_effect, (20_000_000, 0.2)),
        ("itemsForPaired", g.items_for_paired, (0.06, 0.06)),
        ("designEffectFor", g.design_effect_for, (10, 20)),
        ("designEffectFor", g.design_effect_for, (10, -0.5)),
    ],
)
def test_what_the_package_refuses_is_refused_in_its_words(arithmetic, call, function, inputs):
    with pytest.raises(ValueError) as refused:
        function(*inputs)
    [[argument, message]] = arithmetic([[call, *inputs]])
    assert message == str(refused.value) and message.startswith(argument)


def rows(*columns, head=None):
    """A table as a spreadsheet copies it."""
    return "\n".join("\t".join(map(str, row)) for row in ([head] if head else []) + list(zip(*columns, strict=True)))


READ = "text => GiveOrTakeStatistics.read(text)"
RUNS = ("run", "seed", "epoch", "trial", "attempt", "repeat")
ITEMS = ("question", "id", "sample_id")
TWICE = "6 rows are 3 questions asked 2 times"
OPEN = ("task", "subject", "category", "dataset")
NAMES = ("correct", "Correct", "right", "pass", "passed")
NAMED = [
    (between.join(["id", name]) + "".join(f"\n{i}{between}{x}" for i, x in enumerate((1, 0, 1, 1))), name, 3, 4)
    for name in NAMES
    for between in "\t,"
]


@cases(
    ("text", "name", "right", "items"),
    [
        *NAMED,
        *((f"{name}\n1\n0\n1\n1", name, 3, 4) for name in NAMES),
        ("id\tcorrect\na\tTRUE\nb\tFALSE\nc\tTRUE", "correct", 2, 3),
        ("No\tscore\n1\t1\n2\t0\n3\t1", "score", 2, 3),
        ("No\tcorrect\n1\t1\n2\t0\n3\t1", "correct", 2, 3),  # "no" is of another pair than "correct"
        ("n,correct\n1,1\n2,0\n3,1", "correct", 2, 3),  # the number of a row, not how many items
        ("correct\npass\nfail\npass", "correct", 2, 3),  # these words are of another pair
        ("correct\nwrong\ncorrect\ncorrect", None, 3, 4),
        ("answer is correct (1/0)\n1\n0\n1", "answer is correct (1/0)", 2, 3),
        ("correct\ncorrect\ncorrect\ncorrect", None, 4, 4),
        ("a\tpass\nb\tfailed\nc\tpassed", None, 2, 3),
        ("yes\nno\nyes", None, 2, 3),
        ("passed\nfailed\nfailed", None, 1, 3),  # not of two columns that say wrong
        ("TRUE\nFALSE\nTRUE", None, 2, 3),
        ("[1, 0, 1, 1]", None, 3, 4),
        ("run\tcorrect\n1\t1\n1\t0\n0\t1", "correct", 2, 3),  # runs are no scores
        ("[True, False, True]", None, 2, 3),
        ("1 0 1 1 0", None, 3, 5),
        ("| id | A |\n|---|---|\n| 1 | ✓ |\n| 2 | ✗ |\n| 3 | ✅ |", "A", 2, 3),
        ('[{"id": 1, "ok": true}, {"id": 2, "ok": false}, {"id": 3, "ok": true}]', "ok", 2, 3),
        ('{"id": 1, "ok": 1}\n{"id": 2, "ok": 0}\n{"id": 3, "ok": 1}', "ok", 2, 3),
        ("id score\na 1\nb 0\nc 1", "score", 2, 3),
        ("q1 yes\nq2 no\nq3 yes", None, 2, 3),
        ("id\tscore\n1\tC\n2\tI\n3\tC", "score", 2, 3),
        ("ok" + "\r\r\n".join(["", *"101110"]), "ok", 4, 6),  # as Windows may double the ends of lines
        ("C\tI\tC\tC\tI", None, 3, 5),
    ],
)
def test_a_name_of_a_column_is_no_score(script, text, name, right, items):
    read = script.evaluate(READ, text)
    assert (read["kind"], read["counts"]) == ("scores", [right, items])
    assert read["repeats"] == (2 if text.startswith("run") else 0)
    assert read["read"] == f"Read {items} rows{f' of {name}' if name else ''}: {right} right."


def test_names_of_two_columns_and_of_groups_are_no_scores(script):
    rows = "\n1\t0\n0\t1\n1\t0"
    pairs = script.evaluate(READ, f"correct\tcorrect{rows}")
    assert (pairs["kind"], pairs["counts"]) == ("pairs", [0, 2, 1, 0])
    errors = ["error\n1\n0\n0", f"correct\twrong{rows}", f"failed_A\tfailed_B{rows}", f"id\twrong{rows}"]
    wrong = ("error_rate", "hasError", "not_correct", "timeouts", "hallucinated", "toxic")
    errors += [f"id\t{name}{rows}" for name in wrong]
    errors += [SQUARE.replace("A", "A_missed"), f"id\tcorrect\trefused{rows.replace(chr(10), chr(10) + 'a' + chr(9))}"]
    assert all(script.evaluate(READ, text)["refused"].startswith("1 must mean right: “") for text in errors)
    assert script.evaluate(READ, "correct\n1\n0\nN/A\n1")["refused"].startswith("Row 3 of 4 has “N/A”")
    for table in ("group\tcorrect\na\t1\na\t0\nb\t1", "a\tcorrect\na\twrong\nb\tcorrect"):
        read = script.evaluate(READ, table)
        assert (read["repeats"], read["groups"]) == (2, [[1, 2], [1, 1]])


def test_too_few_rows_of_scores_are_told_from_counts(script):
    for few in ("1\n0", "1\t0\n1\t1", "TRUE\nFALSE", "doc\tA\tB\na\t1\t0\nb\t0\t1"):
        assert script.evaluate(READ, few)["refused"] == "Scores need three rows or more, one row an item."
    assert script.evaluate(READ, "1 0\n1 1\n0 1")["counts"] == [1, 1, 1, 0]
    assert script.evaluate(READ, "right\titems\n1\t1\n0\t1")["counts"] == [[1, 1], [0, 1]]


SQUARE = "B False True\nA\nFalse 9 2\nTrue 9 40"  # as pandas.crosstab prints it
LOST = "I cannot tell what these numbers count."
R = "       B\nA       FALSE TRUE\n  FALSE     9    2\n  TRUE      9   40"
PIVOT = "COUNTA of id\tB\t\nA\t0\t1\tGrand Total\n0\t9\t2\t11\n1\t9\t40\t49\nGrand Total\t18\t42\t60"
MERGED = "\t\tB\t\n\t\tright\twrong\nA\tright\t40\t9\n\twrong\t2\t9"  # as a sheet copies merged cells
MARGINS = "B  0  1 All\nA\n0  9  2  11\n1  9 40  49\nAll 18 42 60"
MARKDOWN = "| | right | wrong | total |\n|---|--:|--:|--:|\n| right | 40 | 9 | 49 |\n| **wrong** | 2 | 9 | 11 |"
SORTED = "A\tB\tcount\nTrue\tTrue\t40\nFalse\tFalse\t9\nTrue\tFalse\t9\nFalse\tTrue\t2"


@cases(
    ("text", "names"),
    [
        (SQUARE, "AB"),
        (SQUARE.replace("False", "0").replace("True", "1"), "AB"),
        (MARGINS, "AB"),
        (MARKDOWN, ["", ""]),
        (SQUARE.replace("B", "col_0").replace("A", "row_0"), ["", ""]),
        ("\tB_right\tB_wrong\nA_right\t40\t9\nA_wrong\t2\t9", "AB"),
        ("A \\ B\tPass\tFail\nFail\t2\t9\nPass\t40\t9\nTotal\t42\t18", "AB"),
        ("gpt-4\tyes\tno\nyes\t40\t9\nno\t2\t9", ["", ""]),  # of the rows, or of the columns?
        ("\tYES\tNO\nA not right\t2\t9\nA right\t40\t9", ["A", ""]),
    ],
)
def test_tables_of_two_systems_are_read_by_their_edges(script, text, names):
    read = script.evaluate(READ, text)
    assert (read["kind"], read["counts"], read["names"]) == ("pairs", [40, 9, 2, 9], list(names))


@cases(
    ("text", "says"),
    [
        ("\tright\twrong\ttotal\nright\t40\t9\t50\nwrong\t2\t9\t11", "The totals are not the sums"),
        ("\tright\twrong\nright\t40\t9\nwrong\t2\t9\nTotal\t42\t19", "The totals are not the sums"),
        ("\tright\twrong\nright\t0.4\t9\nwrong\t2\t9", "A count must be a whole number: got “0.4”"),
        ("A wrong 9 2\nA right 9 40", "These columns have no headings that I can place."),
    ],
)
def test_tables_of_two_systems_that_do_not_add_up_are_refused(script, text, says):
    assert says in script.evaluate(READ, text)["refused"]



@cases(
    ("text", "counts", "names"),
    [
        ("Model\tRight\tItems\nA\t84\t100\nB\t80\t100", [[84, 100], [80, 100]], "AB"),
        ("model A B\nright 78 84\nitems 100 100", [[78, 100], [84, 100]], "AB"),
        ("right 100 101\nitems 120 120", [[100, 120], [101, 120]], []),
        ("items 100 100\nright 78 84", [[78, 100], [84, 100]], []),
        ("84/100 v 78 of 100", [[84, 100], [78, 100]], ["", ""]),
        ("Llama 3 70B: 84/100", [[84, 100]], ["Llama 3 70B"]),
        ("Claude 3.5 Sonnet 84/100 v Qwen 2 7B 78/100", [[84, 100], [78, 100]], ["Claude 3.5 Sonnet", "Qwen 2 7B"]),
        ("GPT 4o: 84%, n=200; Llama 3 70B: 78%, n=200", [[168, 200], [156, 200]], ["GPT 4o", "Llama 3 70B"]),
        ("GPT-4 84/100, Llama 3 78/100", [[84, 100], [78, 100]], ["GPT-4", "Llama 3"]),
        ("84 correct out of 100", [[84, 100]], [""]),
        ("right wrong\n16 84", [[16, 100]], [""]),
        ("model right wrong\nA 16 84\nB 22 78", [[16, 100], [22, 100]], "AB"),
        ("\tA\tB\nright\t78\t85\nwrong\t22\t15", [[78, 100], [85, 100]], "AB"),
        ("model\terrors\titems\nA\t22\t100\nB\t15\t100", [[78, 100], [85, 100]], "AB"),
        ("   model  right  items\n0      A     84    100\n1      B     78    100", [[84, 100], [78, 100]], "AB"),
        ('model,right,items\nA,"1,884","2,000"\nB,"1,777","2,000"', [[1884, 2000], [1777, 2000]], "AB"),
        ("model;right;items\nA;1.884;2.000\nB;1.777;2.000", [[1884, 2000], [1777, 2000]], "AB"),
        ("| | Accuracy | Correct | Total |\n|:-|-:|-:|-:|\n| A | 84.0% | 84 | 100 |", [[84, 100]], "A"),
        ("doc\tright\titems\na\t8\t10\nb\t5\t7\nTotal\t13\t17", [[8, 10], [5, 7]], "ab"),
        ('{"right": 84, "items": 100}', [[84, 100]], [""]),
        ("     sum  count\ndoc            \na      8     10\nb      5      7", [[8, 10], [5, 7]], "ab"),
        ("model,n,accuracy\nA,200,84%\nB,200,78%", [[168, 200], [156, 200]], "AB"),
        ("model\tacc\tn\nA\t84.0\t200\nB\t78.0\t200", [[168, 200], [156, 200]], "AB"),
        ("model,error_rate,accuracy,n\nA,0.16,0.84,200\nB,0.22,0.78,200", [[168, 200], [156, 200]], "AB"),
        ("doc,misses,n\na,2,10\nb,1,10", [[8, 10], [9, 10]], "ab"),
        ("accuracy 84.2% on 500 items", [[421, 500]], [""]),
        ("84% vs 78%, n=100 each", [[84, 100], [78, 100]], ["", ""]),
        ("about 84/100", [[84, 100]], [""]),
        ("**84/100** v **78/100**", [[84, 100], [78, 100]], ["", ""]),
        ("a 8/10\nb 9/10\nc 5/7\n\nTotal 22/27", [[8, 10], [9, 10], [5, 7]], "abc"),  # nothing is missing: it adds up
        ("84/100\n\n78/100", [[84, 100], [78, 100]], ["", ""]),
        ("A: 84% (n = 200), B: 78% (n = 200)", [[168, 200], [156, 200]], "AB"),
        ("84%, n=200; 78%, n=200", [[168, 200], [156, 200]], ["", ""]),
        ("84% v 78% (n=200)", [[168, 200], [156, 200]], ["", ""]),
        ("84% v 78% of 200", [[168, 200], [156, 200]], ["", ""]),
        ("cost,topic,right,items\n0.1,a,8,10\n0.1,b,9,10\n0.2,c,5,7", [[8, 10], [9, 10], [5, 7]], "abc"),
        ("gpt-4o,84/100\nclaude,78/100", [[84, 100], [78, 100]], ["gpt-4o", "claude"]),
        ("accuracy: 0.842\nsamples: 1,319", [[1111, 1319]], [""]),
        ("84 / 100 = 0.84", [[84, 100]], [""]),
        ("84/100\n78/100", [[84, 100], [78, 100]], ["", ""]),
        ("accuracy: 0.84 (84/100)", [[84, 100]], [""]),
        ("8 10\n9 10\n7 10", [[8, 10], [9, 10], [7, 10]], []),
        ("A 84 100\nB 78 100", [[84, 100], [78, 100]], "AB"),
        ("doc1 8 10\ndoc2 5 7\ndoc3 9 9", [[8, 10], [5, 7], [9, 9]], ["doc1", "doc2", "doc3"]),
        ("doc1,8,10\ndoc2,5,7", [[8, 10], [5, 7]], ["doc1", "doc2"]),
        ("84/100 -> 86/100", [[84, 100], [86, 100]], ["", ""]),
        ("Passed 421 of 500 tests", [[421, 500]], [""]),
        ("0.842 of 1319", [[1111, 1319]], [""]),
        ("run,correct,n\nbaseline,84,100\nnew,78,100", [[84, 100], [78, 100]], ["baseline", "new"]),
        ("seed,correct,n\n1,84,100\n2,78,100", [[84, 100], [78, 100]], ["seed 1", "seed 2"]),
        ("variant,visitors,conversions\nA,1000,84\nB,1000,101", [[84, 1000], [101, 1000]], "AB"),
        ("resolved instances: 84\ntotal instances: 500", [[84, 500]], [""]),
        ("model;accuracy;n\nA;84,5;200\nB;78,0;200", [[169, 200], [156, 200]], "AB"),
        ("run\tright\titems\n1\t84\t100\n2\t83\t100", [[84, 100], [83, 100]], ["run 1", "run 2"]),
    ],
)
def test_counts_are_read_by_their_headings(script, text, counts, names):
    read = script.evaluate(READ, text)
    assert (read["kind"], read["counts"], read["names"]) == ("counts", counts, list(names))


NO_SHARES = ("F1", "AUC", "ROUGE-L", "MSE", "stderr", "p", "temperature", "precision", "perplexity")
OF_ONE = ("has_image,correct", "is_hard,correct", "correct,format_ok", "score,pass")
WRONG_COUNTS = ["failure_rate 0.16 n=100", "err 0.16 (n=100)", "missed 16 of 100", "16/100 misses", "16/100 timeouts"]
WRONG_COUNTS += ["16/100 refused", "16/100 hallucinated", "16/100 skipped", "A: 16/100, B: 22/100 timeouts"]
WRONG_COUNTS += ["Error rate (%) 16 n=200"]
GAPS = [("correct\n1\n\n0\n1", "3 of 5"), ("1\r\n0\r\n\r\n1\r\n1", "3 of 5"), ("old,new\n1,0\n1,1\n,\n0,1", "4 of 5")]
GAPS += [("| 1 |\n| |\n| 0 |\n| 1 |", "2 of 4"), ("y_true,y_pred\n1,1\n,\n0,1\n1,1", "3 of 5")]
GAPS += [("doc,right,items\na,8,10\n,,\nb,5,7", "3 of 4"), ("8/10\n\n9/10\n7/10", "2 of 4")]
HOLES = [("1\n-\n0\n1", "2 of 4 has “-”"), ("1,0,,1,1", "3 of 5 has “”"), ("1,0,,1\n1,1,,0", "3 of 4 has “”")]
HOLES += [("[1, null, 0]", "2 of 3 has “”"), ("id,c\n1,1\n2,\n3,0", "2 of 3 has “”")]


BARE = ("a,100,84\nb,100,78", "10 8\n10 9\n10 7", "1 10\n2 8\n3 9", "errors 16 100\nfails 3 100", "A 84 ± 3\nB 78 ± 4")


@cases(
    ("text", "says"),
    [
        ("A B\n78 84", LOST),
        ("doc,x,y\na,8,10\nb,5,7", LOST),
        ("right,7,413\nwrong,3,213", "The columns have no headings. Above them write"),  # 7,413 right?
        ("right\t40\t9\nwrong\t2\t9", "The columns have no headings. Above them write"),
        ("model\tright\twrong\tskipped\nA\t84\t10\t6\nB\t78\t20\t2", "Do the items of “skipped” count?"),
        ("right\twrong\titems\n84\t16\t101", "Right and wrong must add up to all items: got 84 and 16 of 101."),
        ("doc\tright\titems\na\t8\t10\nb\t5\t7\nTotal\t13\t18", "The totals are not the sums"),
        ("84.3%, n=200; 78%, n=200", "No count of 200 is 84.3%: 169 is 84.5%."),
        ("model\taccuracy\tn\nA\t0.843\t200", "No count of 200 is 0.843: 169 is 84.5%."),
        ("id,score\n1,C\n2,I\n3,P", "Row 3 of 3 has “P” where 1 or 0 belongs."),
        ("84/100 wrong", "must be right and all items"),
        ("attack success: 16/100", "must be right and all items"),
        ("A_jailbroken,B_jailbroken\n1,0\n1,0\n0,0", "1 must mean right: “A_jailbroken”"),
        *((f"{what} 0.84 n=100", f"“{what}” is no share of items that were right.") for what in NO_SHARES),
        ("f1: 84% of 100", "“f1” is no share of items that were right."),
        ("model,f1_score,n\nA,0.84,100\nB,0.80,100", LOST),
        *((f"{names}\n1,1\n0,1\n1,0", f"Are “{names.replace(',', '” and “')}” two systems?") for names in OF_ONE),
        ("has_image,correct\n1,1\n0,1\n1,0", "Else paste “correct” alone."),
        *((text, "Is 1,0 one number or two?") for text in ("1,0\n0,0\n1,0", "ok\n1,0\n0,0")),
        *((text, "must be right and all items, not the wrong ones.") for text in WRONG_COUNTS),
        *((text, "These columns have no headings that I can place.") for text in ("1 2 8\n2 3 7\n3 5 5", *BARE)),
        ("timeouts\t16\t100", LOST),
        ("model,refusal_rate,n\nA,0.16,100", LOST),
        ("Timeouts: 16\nTotal: 100", "These columns have no headings that I can place."),
        ("right,wrong,timeout,error\n84,10,4,2", "Do the items of “error” count?"),
        ("gold,pred\n1,1\n0,x\n1,x\n0,x", "Is the first column the score"),  # the truth alone is none
        ("correct\n1\n---\n0\n1", "Row 2 of 4 has “---”"),
        *((text, f"Line {row} is empty. Score it, or leave the row out, and say so.") for text, row in GAPS),
        *((text, f"Row {row} where 1 or 0 belongs. Score it,") for text, row in HOLES),
        ("8/10,,9/10,7/10", "A cell between these is empty."),
        ("right,wrong,refused\n84,16,5", "Do the items of “refused” count?"),
        ("Correct\t84\nIncorrect\t16\nTimeout\t5", "Do the items of “Timeout” count?"),
        ("topic,document,score\nk,a,1\nk,a,0\nl,b,1\nl,b,1", "Which is the group: “topic” or “document”?"),
        ("topic,document,score\nk,a,1\nk,a,0\nl,b,1\nl,b,1", "alone, or the column of 1 and 0 alone."),
        ("old,new,judge\n1,1,5\n0,1,4\n1,0,3", LOST),
        ("|gsm8k|3|flexible-extract|5|exact_match|↑|0.8423|±|0.0100|", LOST),
        ("gsm8k\t3\t5\t0.8423", LOST),  # its share is not that of these two numbers
        ("provider,pass,fail,error\nopenai,84,16,0\nother,90,10,0", "Do the items of “error” count?"),
        ("seed,correct,total\n0,84,100\n1,83,100\n2,85,100", "names 3 runs; paste two of them. Runs of the same items"),
        ("run 1: 84/100\nrun 2: 83/100\nrun 3: 85/100", "names 3 runs"),
        ("doc\tright\titems\na\t8\t10\nb\t\t7", "A count must be a whole number: got “”"),
    ],
)
def test_counts_that_cannot_be_placed_are_refused(script, text, says):
    assert says in script.evaluate(READ, text)["refused"]


NOT_COUNTS = ["84 wrong of 100", "A 78, B 84", "A right 78, B right 84", "80% 90 v 70% 90"]
NOT_COUNTS += ["80%; 70%", "80% / 70%", "1.000\t1319", "3 failures out of 120", "84.0 ± 1.2 (n=100)"]
NOT_COUNTS += ["run 1 of 2: 84/100"]
NOT_COUNTS += ["84% (100)", "8/10k", "8/10K items", "8/10O", "1/1OO", "8/10k 9/10k", "10/10 9/1O", "l8/20"]
NOT_COUNTS += ["84 right, 100k items", "84/100%", "<84/100", "84/100+20/50", "2024-05-01: 84/100\n2024-06-01: 78/100"]
NOT_COUNTS += ["80% of 10k", "[1, , 0, 1]"]
NOT_COUNTS += ["hellaswag,acc,0.5931,0.0049", "84,5% von 200"]


SYSTEMS = "Then name the columns after them. Else paste “{}” alone."


@cases(
    ("text", "counts", "names"),
    [
        ("Llama 3 70B: 84/100", [[84, 100]], ["Llama 3 70B"]),
        ("Claude 3.5 Sonnet: 84/100, GPT-4 78/100", [[84, 100], [78, 100]], ["Claude 3.5 Sonnet", "GPT-4"]),
        ("GPT-4o\t84/100\nQwen2.5-7B\t78/100", [[84, 100], [78, 100]], ["GPT-4o", "Qwen2.5-7B"]),
        ("- A: 84/100\n- B: 78/100", [[84, 100], [78, 100]], "AB"),
        ("A got 84 of 100 and the baseline 78 of 100.", [[84, 100], [78, 100]], ["A", "the baseline"]),
        ("84 right out of 100 questions", [[84, 100]], [""]),
        ("84 of 100 correct", [[84, 100]], [""]),
        ("84 right 16 wrong", [[84, 100]], [""]),
        ("84% (100 items)", [[84, 100]], [""]),
        ("84% accuracy (84/100)", [[84, 100]], [""]),
        ("84.2% ± 1.0% (n=1319)", [[1111, 1319]], [""]),
        ("84% vs 78% (100 items each)", [[84, 100], [78, 100]], ["", ""]),
        ("412 vs 398 of 500", [[412, 500], [398, 500]], ["", ""]),
        ("The model answered 412 of 500 questions correctly (82.4%).", [[412, 500]], ["The model"]),
        ("0.84, n=100", [[84, 100]], [""]),
        ("A 84% v B 78%, n=200 each", [[168, 200], [156, 200]], "AB"),
        ("| Model | Score |\n|---|---|\n| A | 84/100 |\n| B | 78/100 |", [[84, 100], [78, 100]], "AB"),
        ("model,number of correct,num_items\nA,84,100\nB,78,100", [[84, 100], [78, 100]], "AB"),
        ("model,correct answers,totalQuestions\nA,84,100\nB,78,100", [[84, 100], [78, 100]], "AB"),
        ("Correct: 84\nWrong: 16", [[84, 100]], [""]),
        ("8/10, 9/10 and 7/10", [[8, 10], [9, 10], [7, 10]], ["", "", ""]),
    ],
)
def test_names_stand_before_results_and_headings_are_few(script, text, counts, names):
    read = script.evaluate(READ, text)
    assert (read["kind"], read["counts"], read["names"]) == ("counts", counts, list(names))


@cases(
    ("text", "says"),
    [
        *((f"{name} 0.84, n=100", f"“{name}” is no share of items") for name in ("F1", "AUC", "ROUGE-L", "BLEU", "p")),
        *((f"{name}: 0.84 (n=100)", f"“{name}” is no share of items") for name in ("MSE", "recall", "kappa", "top_p")),
        ("84/100 (48%)", "84 of 100 is not 48%: correct one of them."),
        ("variant\tvisitors\tconversion rate (%)\nA\t1000\t0.9\nB\t1000\t0.8", "“conversion rate (%)” 0.9% or 90%?"),
        ("pct,n\n1,200", "1% or 100%? Write it with its sign."),
        ("accuracy (%),n\n0.5,200", "0.5% or 50%? Write it with its sign."),
        ("accuracy (%): 0.5, n=200", "0.5% or 50%?"),
        ("pct correct 0.5, n=200", "0.5% or 50%?"),
        ("id,errA,errB\n1,1,0\n2,0,1\n3,1,1", "looks as if 1 means wrong"),
        ("model,right,accuracy,n\nA,84,0.48,100", "84 of 100 is not 0.48: correct one of them."),
        *(
            (f"{heads}\n1,1\n0,1\n1,0", SYSTEMS.format(alone))
            for heads, alone in (
                ("has_image,correct", "correct"),
                ("is_hard,correct", "correct"),
                ("correct,format_ok", "correct"),
                ("score,pass", "score"),
                ("A_correct,B_score", "A_correct"),
                ("label,correct", "correct"),
            )
        ),
        ("id,answer\n1,1\n2,0\n3,1", "“answer” is no score"),
        ("1,0\n0,0\n1,0", "Is 1,0 one number or two? Write 1 and 0, or part two columns by a tab or a semicolon."),
        ("correct\n1,0\n0,0\n1,0", "Is 1,0 one number or two?"),
        ("A 84/100\nB 78/100\naverage 81/100", "The row “average” is of the others: leave it out."),
        ("q1\tn/a\nq2\t1\nq3\t0\nq4\t1", "Row 1 of 4 has “n/a” where 1 or 0 belongs."),
        ("seed,right,wrong\n0,84,16\n1,83,17\n2,80,20", "names 3 runs"),
    ],
)
def test_what_may_mean_another_thing_is_refused(script, text, says):
    read = script.evaluate(READ, text)
    assert says in read["refused"] and "counts" not in read


HEADS = ["correct\nC\nI\nC\nI", "passed\npass\nfail\npass\nfail", "right\ncorrect\nincorrect\ncorrect\nincorrect"]
HEADS += ["idx,correct\n1,correct\n2,incorrect\n3,correct\n4,incorrect"]
HEADS += [",correct\n0,correct\n1,wrong\n2,right\n3,wrong"]
HEADS += ["took,correct\n1.5,correct\n2.4,incorrect\n3.6,correct\n2.4,incorrect"]


@cases("text", HEADS)
def test_a_heading_is_no_result(script, text):
    read = script.evaluate(READ, text)
    assert (read["kind"], read["counts"]) == ("scores", [2, 4])


BEHIND = ["latency\n1,1,0.53\n2,0,1.2\n3,1,0.4", "answer\n1,1,A\n2,0,B\n3,1,A", "tokens\n1,1,20\n2,0,30\n3,1,25"]


@cases("rest", BEHIND)
def test_what_stands_behind_the_results_is_no_result(script, rest):
    read = script.evaluate(READ, f"id,correct,{rest}")
    assert (read["kind"], read["counts"], read["repeats"]) == ("scores", [2, 3], 0)


def test_a_group_behind_the_results_is_still_a_group(script):
    assert script.evaluate(READ, "id,correct,topic\n1,1,x\n2,0,y\n3,1,x")["groups"] == [[2, 2], [0, 1]]


def test_a_first_result_is_no_heading(script):
    for text in ("wrong\nright\nright", "right\nwrong\nwrong", "pass\nfail\nfail", "\t1\nq2\t0\nq3\t1"):
        read = script.evaluate(READ, text)
        assert read.get("refused") or read["counts"][1] == 3


@cases("text", ["q1\t1\tyes\nq2\t1\tno\nq3\t0\tyes", "id,A,B\n1,true,1\n2,false,0\n3,true,0"])
def test_scores_in_two_ways_are_not_two_systems_without_a_word(script, text):
    assert "Then score both in the same words." in script.evaluate(READ, text)["refused"]


def tables(rng, how_many=600):
    """Tables as people have them, each with the right and all items of its rows: (text, [[right, items], …])."""
    words = {
        "k": ["right", "correct", "passed", "num_correct", "Correct"],
        "w": ["wrong", "failed", "incorrect", "n_wrong"],
        "n": ["items", "n", "total", "questions", "N", "count"],
        "s": ["accuracy", "acc", "pass rate"],
    }
    for _ in range(how_many):
        names = rng.permutation(["gpt-4o", "llama 3", "A", "base", "gemini 1.5"])[: rng.integers(1, 6)]
        n = rng.choice([20, 100, 250, 1319], size=len(names))
        k = rng.integers(0, n, endpoint=True)
        columns = {"k": k, "w": n - k, "n": n, "s": [f"{100 * x:.2f}%" for x in k / n]}
        order = [*rng.permutation([*rng.choice(["kn", "kw", "wn", "sn", "ksn", "kwn"])])]
        heads = [rng.choice(words[one]) for one in order]
        rows = [[f"{columns[one][i]}" for one in order] for i in range(len(names))]
        for head, cells in (("model" if len(names) < 3 else "topic", names), ("took_s", [f"{x:.2f}" for x in k / 7])):
            if rng.random() < 0.6:
                at = rng.integers(len(heads), endpoint=True)
                heads.insert(at, head)
                for row, cell in zip(rows, cells, strict=True):
                    row.insert(at, cell)
        apart = rng.choice([",", "\t", ";", " | "])
        text = "\n".join(apart.join(row) for row in (heads, *rows))
        yield text, [[*map(int, pair)] for pair in zip(k, n, strict=True)]


WAYS = [("0", "1"), ("0.0", "1.0"), ("False", "True"), ("fail", "pass"), ("incorrect", "correct")]


def two_columns(rng, how_many=300):
    """The results of two systems on the same items, a row an item or a row an answer: (text, the four counts)."""
    for _ in range(how_many):
        first, second = rng.permutation(["A", "gpt-4o", "old", "new"])[:2]
        right = rng.integers(0, 2, size=(rng.integers(3, 20), 2))
        words = np.array(WAYS[rng.integers(len(WAYS))])
        wide = pd.DataFrame(words[right], columns=[first, second])
        wide.insert(0, rng.choice(["id", "question", "item"]), [f"q{k}" for k in range(len(wide))])
        long = wide.melt(wide.columns[0], var_name="model", value_name=rng.choice(["correct", "score"]))
        long["seconds"] = np.arange(len(long)) + 0.5
        table = (wide, long)[rng.integers(2)]
        lines = "\n".join(table.iloc[k].to_json() for k in range(len(table)))
        texts = table.to_csv(index=False), table.to_csv(index=False, sep="\t"), table.to_string(index=False), lines
        yield texts[rng.integers(len(texts))], np.bincount(right @ [2, 1], minlength=4)[::-1].tolist()


@pytest.mark.parametrize("made", [tables, two_columns])
def test_a_table_gives_the_counts_that_it_was_made_of_or_none(script, made):
    texts, truths = zip(*made(np.random.default_rng(2026)), strict=True)
    read = script.evaluate("texts => texts.map((text) => GiveOrTakeStatistics.read(text))", texts)
    wrong = [text for text, one, truth in zip(texts, read, truths, strict=True) if one.get("counts", truth) != truth]
    assert wrong == [] and sum("counts" in one for one in read) > 0.9 * len(read)


@cases("heads", ["A_correct,B_correct", "correct A,correct B", "correct,correct", "run 1,run 2", "A,B"])
def test_two_columns_of_scores_are_two_systems_by_their_headings(script, heads):
    read = script.evaluate(READ, f"{heads}\n1,1\n0,1\n1,0")
    assert (read["kind"], read["counts"], read["names"]) == ("pairs", [1, 1, 1, 0], heads.split(","))


WRONG_RATES = ("error_rate", "error rate", "errorRate", "failure_rate", "fail %", "miss rate", "err", "1-acc")
FOUR = ["both 40, only A 9, only A 2, neither 9", "both 40, only A 9, neither 9, neither 2", "TP=40 FP=9 FN=2 TN=9"]
FOUR += ["both 40, only predicted 9, only actual 2, neither 9", "both 40, only A 9, only B 2, wrong 9"]
FOUR += ["TP=40, FP=9", "TP\tFP\tFN\tTN\n40\t9\t2\t9", "[[30 5]\n [3 12]]"]
FOUR += [SORTED.replace("A\tB", "A_failed\tB")]
FOUR += [R, MERGED, PIVOT, "right\t40\t9\nwrong\t2\t9"]
SENTENCES = ["84 passed, 16 failed, 0 errors", "84 right, 16 wrong, 101 items", "right 84, right 78", "n=100, seed=3"]
SENTENCES += ["k=84, n=100, seeds=3"]
SENTENCES += ["lost 16 of 100"]
SENTENCES += ["84 right, 16 wrong\n78 wrong, 22 right"]
SENTENCES += ["FAILED test_a.py::test_b - x\nFAILED c\n2 failed, 98 passed, 1 deselected in 12.3s", "ok 84\nnot ok 16"]
SENTENCES += ["Tests:       2 failed, 98 passed, 100 total", "===== 120 passed in 4.21s =====", "TRUE\t84\nFALSE\t16"]
SENTENCES += ["3 failed, 117 passed, 5 warnings in 9.80s", "100 passed, 1 warning in 3s\n4 failed, 96 passed in 3s"]
SENTENCES += ["✓ 84 passed (84%)\n✗ 16 failed (16%)", "3 failed, 97 passed, 2 skipped in 12.34s"]
VALUES = ["ok\nTrue     16\nFalse    84\nName: count, dtype: int64", "Counter({True: 16, False: 84})"]
VALUES += ["True 84\nFalse 16"]
VALUES += ["score\n1.0    16\n0.0    84\nName: count, dtype: int64"]
VALUES += ["score\nC    16\nI    84\nName: count, dtype: int64"]
VALUES += ["True 84\nFalse 16\nNaN 5", "failed\nTrue 16\nFalse 84", "toxic,True,False\nA,3,97"]
VALUES += ["{'A': 1, 'B': 0, 'C': 1}"]
VALUES += ["array([1., 0., 1.], dtype=float32)", "[[1 0]\n [0 1]\n [1 1]]", "[{'ok': 1}, {'ok': 0}, {'ok': 1}]"]
MEASURES = (*WRONG_RATES, "F1", "precision", "mean", "exact_match")
SHARES = [f"model\t{measure}\tn\nA\t0.16\t200\nB\t0.22\t200" for measure in MEASURES]
SHARES += ["model,fail_pct,n\nA,16,200\nB,22,200", '{"error_rate": 0.16, "n": 100}']
SHARES += ["score,n\n7.5,200"]
SHARES += ["      mean  count\nmodel             \nA      0.84    100\nB      0.78    100", "| 84 | 100 | 84% |"]
SHARES += ["84/100 GPT-4"]
SHARES += ["model,acc,err,n\nA,0.84,0.02,200\nB,0.78,0.03,200", "accuracy: 84/100 (0.84), p = 0.03"]
SHARES += ["'84/100','78/100'"]
SHARES += ["doc0: n/a\ndoc1: 8/10\ndoc2: 9/10", "doc0\tn/a\ndoc1\t8/10\ndoc2\t9/10", "A 1 884/2,000"]
SHARES += ["A,1,884/2,000", "84% v 78% of 100 v 50", "gemini 1.5,125/250\ndoc 1,176/250", "doc 1,284/1319"]
SHARES += ["llama 3,993/1,319", ";", "|", "\t|\n"]
SHARES += ["acc 0.9 84/100", "84/100 + 78/100", "84/100 B 78/100"]
SHARES += ["|Tasks|Metric|   |Value |   |Stderr|\n|gsm8k|exact_match|↑|0.7521|±|0.0119|"]
SHARES += ["(84%) 84 of 100, (80%) 80 of 100"]
ASIDE = ["model,correct,cached\nA,1,0\nA,0,1\nB,1,1", "q,A,B\nq1,1,0\nq2,1,1\nq3,0,1\nscore,0,1"]
ASIDE += ["id,prediction,gold,correct\n1,A,B,0\n2,B,B,1\n3,A,A,1", "question,answer,score\na,yes,1\nb,yes,0\nc,no,1"]
ASIDE += ["1\tA\t0\n1,884\ttotal\t84", "id,gold,pred,correct\n1,no,no,1\n2,yes,no,0\n3,no,no,1"]


@cases("text", [*FOUR, *SENTENCES, *VALUES, *SHARES, *ASIDE])
def test_a_form_that_is_not_read_is_refused_and_gives_no_counts(script, text):
    read = script.evaluate(READ, text)
    assert (read.get("refused") or read.get("lost")) and "counts" not in read


@cases(
    ("text", "counts", "names"),
    [
        ("both right 40, only A 9, only B 2, both wrong 9", [40, 9, 2, 9], "AB"),
        ("both 40, only B 2, only A 9, neither 9", [40, 2, 9, 9], "BA"),
        ("40 both right, 9 only the first, 2 only the second, 9 both wrong", [40, 9, 2, 9], ["", ""]),
        ("both 40, only second 2, only first 9, neither 9", [40, 9, 2, 9], ["", ""]),
        ("neither 9\nonly B 2\nonly gpt-4 9\nboth 40", [40, 2, 9, 9], ["B", "gpt-4"]),
        ("A only\t9\nB only\t2\nboth\t40\nneither\t9", [40, 9, 2, 9], "AB"),
        ("both,40\nonly A,9\nonly B,2\nneither,9", [40, 9, 2, 9], "AB"),
        ("both_right,a_only,b_only,neither\n40,9,2,9", [40, 9, 2, 9], "ab"),
        ("both right\tonly first\tonly second\tboth wrong\n40\t9\t2\t9", [40, 9, 2, 9], ["", ""]),
        (SORTED, [40, 9, 2, 9], "AB"),
        (SORTED.replace("count", "n").replace("\t", ","), [40, 9, 2, 9], "AB"),
    ],
)
def test_four_counts_are_read_by_what_stands_beside_them(script, text, counts, names):
    read = script.evaluate(READ, text)
    assert (read["kind"], read["counts"], read["names"]) == ("pairs", counts, list(names))


@cases(
    ("text", "counts"),
    [
        ("84 right, 16 wrong", [[84, 100]]),
        ("84 right, 100 items", [[84, 100]]),
        ("16 right and 84 wrong", [[16, 100]]),
        ("84 correct, 16 missed", [[84, 100]]),
        ("3 failed, 97 passed", [[97, 100]]),
        ("=== 12 failed, 1,088 passed in 3.20s ===", [[1088, 1100]]),
        ("12 failed, 88 passed in 3.2s\n22 failed, 78 passed in 3.4s", [[88, 100], [78, 100]]),
        ("k=84, n=100", [[84, 100]]),
        ("correct=412 total=500 accuracy=0.824", [[412, 500]]),
        ("n 100\nright 84\nseed 42", [[84, 100]]),
        ("84/100 (95% CI 75-90)", [[84, 100]]),
        ("correct,n\n1,412\n0,88", [[412, 500]]),
    ],
)
def test_counts_are_read_by_the_words_beside_them(script, text, counts):
    read = script.evaluate(READ, text)
    assert (read["kind"], read["counts"]) == ("counts", counts) and not any(read["names"])


@cases(
    "text",
    [
        "score,count\n1,412\n0,80\n0,8",
        "doc,score,n\na,1,80\na,0,20\nb,1,90\nb,0,10",
        "model,A_correct,B_correct,size\nx,1,1,41\nx,1,0,9\ny,0,1,2\ny,0,0,8",
    ],
)
def test_rows_that_stand_for_many_items_are_not_counted_as_one_each(script, text):
    assert script.evaluate(READ, text)["refused"].endswith("If not, leave that column out.")


def test_the_numbers_of_three_rows_are_no_results(script):
    for text, counts in (("id,correct\n0,1\n1,0\n2,1", [2, 3]), ("  new old\n0 1 0\n1 0 1\n2 1 1", [1, 1, 1, 0])):
        assert script.evaluate(READ, text)["counts"] == counts


@cases(
    "text",
    [
        "doc\tright\titems\na\t8\t10\nb\t5\t7\n\t13\t17",
        "doc\tright\titems\na\t8\t10\nb\t5\t7\nTotal\t13\t17",
        "right\titems\n8\t10\n5\t7\n13\t17",
        "8\t10\n5\t7\n13\t17",
        "a 8/10\nb 5/7\nall 13/17",
    ],
)
def test_the_row_of_the_sums_is_no_group(script, text):
    read = script.evaluate(READ, text)
    assert (read["counts"], read["total"]) == ([[8, 10], [5, 7]], [13, 17])


def test_a_group_that_happens_to_be_the_sum_of_two_others_is_a_group(script):
    for text in ("2/5 3/5 5/10", "right\titems\n2\t5\n1\t2\n1\t3", "doc,right,items\na,2,5\nb,3,5\nc,5,10"):
        assert len(script.evaluate(READ, text)["counts"]) == 3


@cases("text", NOT_COUNTS)
def test_what_is_not_understood_gives_no_counts(script, text):
    read = script.evaluate(READ, text)
    assert read["lost"] and "counts" not in read


@cases("names", ["y_true,y_pred", "gold,answer", "model,expected", "label,prediction"])
def test_a_truth_and_a_prediction_are_not_two_systems(script, names):
    read = script.evaluate(READ, f"{names}\n1,1\n0,1\n1,1\n0,0")
    said = f"Read 4 rows of {names.replace(',', ' and ')}."
    assert read == {"kind": "square", "counts": [2, 0, 1, 1], "truth": True, "read": said}


@cases(
    ("head", "hang", "note"),
    [
        *((f"{name},{run}", "runs", f"{TWICE}, not 6 items") for run in RUNS for name in ITEMS),
        *((run, "runs", f"6 rows are 2 runs by “{run}”: if each asked the same, they are not") for run in RUNS),
        ("question", "runs", TWICE),
        *((name, "groups", f"“{name}” has 3 names for them. If these are groups, or items") for name in OPEN),
        ("document,seed", "groups", "“document” has 3 names for them."),
    ],
)
def test_repeated_answers_are_told_from_groups(script, head, hang, note):
    names = head.split(",")
    columns = [["121212", "aabbcc"][name not in RUNS] for name in names]
    for scores, kind in ((["101101"], "scores"), (["101101", "110011"], "pairs")):
        table = rows(*columns, *scores, head=[*names, *"AB"[: len(scores)]])
        read = script.evaluate(READ, table)
        assert (read["kind"], read["hang"]) == (kind, hang) and read["note"].startswith(note)
        assert bool(read.get("groups")) == (kind == "scores" and head not in RUNS)


@cases(
    "text", ["question,document,score\n1,a,1\n2,a,0\n3,b,1", "run,id,score\n1,a,1\n2,a,0\n1,b,1\n2,c,1"]
)
def test_groups_are_those_of_the_column_that_repeats(script, text):
    assert script.evaluate(READ, text)["groups"][0] == [1, 2]


def test_a_point_parts_thousands_where_each_number_has_it(script):
    assert script.evaluate(READ, "1.884 / 2.000")["counts"] == [[1884, 2000]]
    count = "(x) => Number.isNaN(GiveOrTakeStatistics.number(x, 'count'))"
    assert all(script.evaluate(count, one) for one in ("1.000", "1.319", "1.0"))


@cases("text", ["84", "+4", "84%", "1,884", "1 884", "0,84", "1.234,5", "84,100", "many"])
def test_one_value_is_left_to_its_field(script, text):
    assert script.evaluate(READ, text) is None


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


@pytest.fixture(scope="module")
def one_page(context):
    page = context.new_page()
    page.set_default_timeout(5000)
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on("console", lambda message: page.errors.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: None if request.url.startswith("file:") else page.errors.append(request.url))
    return page


@pytest.fixture
def page(one_page):
    one_page.page, one_page.console, one_page.errors = one_page, [], []  # what a failing test leaves
    one_page.goto("about:blank")
    one_page.set_viewport_size(WIDE)
    one_page.emulate_media(media="screen", color_scheme="light")
    yield one_page
    assert one_page.errors == []


GROUPS = "10/10 9/10 8/10 10/10 4/10 9/10 10/10 8/10 7/10 9/10"
EXAMPLES = {
    "one-rate": "right=84&items=100",
    "two-runs": "first=84&firstItems=100&second=78&secondItems=100",
    "the-same-items": "both=40&first=9&second=2&neither=9",
    "how-many-items": "rate=85%25&half=3&now=80%25&then=84%25&first=6%25&second=4%25&flips=10%25&have=500",
    "groups": f"right=84&items=100&effect=2.8&each=10&alike=0.2&counts={GROUPS}",
}


def open_tab(page, address, inputs="one-rate"):
    """A tab by a link: these inputs, and examples for the others."""
    tab, _, given = inputs.partition("?")
    open_link(page, address, f"{tab}?" + "&".join(filter(None, (EXAMPLES[tab], given))))
    return page.locator("section[role=tabpanel]:visible")


AGAIN = """place => {
    for (const more of document.querySelectorAll(".calculator-more")) more.setAttribute("aria-expanded", false);
    document.activeElement.blur();
    for (const to of ["#", place]) {
        history.pushState(null, "", to);
        dispatchEvent(new PopStateEvent("popstate"));
    }
}"""


def open_link(page, address, link=""):
    """The page as it opens; the last value of an input that is named twice holds."""
    inputs = {field.partition("=")[0]: field for field in link.partition("?")[2].split("&") if field}
    place = f"#{link.partition('?')[0]}{'?' * bool(inputs)}{'&'.join(inputs.values())}"
    if link and page.url.partition("#")[0] == address:  # open, in an earlier case
        page.evaluate(AGAIN, place)
    else:
        page.goto("about:blank")
        page.goto(address + place, wait_until="load")
    return page.locator("section[role=tabpanel]:visible")


def enter(page, **fields):
    for label, text in fields.items():
        page.get_by_label(label.replace("_", " "), exact=True).and_(page.locator(":visible")).fill(text)


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


def paste(page, field, text):
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.locator(f"#{field}").focus()
    page.keyboard.press("Control+V")


SECOND = "Share of items only the second gets right"
TOTALS = "the-same-items?know=totals&one=49&two=42&items=60"
SHOWN = [
    "one-rate",
    "one-rate?right=0&items=20&method=exact&level=99",
    "one-rate?right=999,999&items=1 000 000&method=jeffreys&level=0.9",
    "two-runs",
    "two-runs?first=95&second=80&level=90%25",
    "two-runs?first=0&second=100",
    "two-runs?first=50&firstItems=50&second=46&secondItems=50&same=no",
    "two-runs?first=51&firstItems=60&second=42&secondItems=60&same=no",
    "the-same-items",
    "the-same-items?both=95&first=4&second=0&neither=1",
    "the-same-items?first=2&second=30&level=99.9",
    "the-same-items?first=0&second=0",
    "how-many-items",
    "how-many-items?rate=50&half=0.5&level=99",
    "how-many-items?plan=runs",
    "how-many-items?plan=runs&now=0.9&then=85.5%25&power=90&level=99&each=10&alike=0.1",
    "how-many-items?plan=pairs",
    "how-many-items?plan=pairs&first=10&second=7.5&power=0.9&each=5&alike=0.02",
    "how-many-items?plan=rateAt&have=37",
    "how-many-items?plan=runsAt&power=90&level=99",
    "how-many-items?plan=runsAt&now=99&have=30",
    "how-many-items?plan=runsAt&now=2&have=30",
    "how-many-items?plan=pairsAt&flips=0.125",
    TOTALS,
    "groups?known=effect",
    "groups?known=effect&effect=0.5&right=7&items=9",
    "groups?known=alike&each=12&alike=0.15&right=40&items=60&level=90",
    "groups?known=alike&alike=-0.05",
    "groups?known=counts",
    "groups?known=counts&careful=yes",
    "groups?known=counts&counts=5/5; 3 of 5, 1/7&level=80",
    "groups?known=counts&counts=84/100 (84%25), 900/1,000 1,000/1,200",
]


@cases("inputs", SHOWN)
def test_the_call_that_is_shown_runs_and_gives_what_is_shown(page, address, inputs):
    tab = open_tab(page, address, inputs)
    lines = tab.locator(".calculator-python").inner_text().splitlines()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec("\n".join(lines), {})
    assert printed.getvalue().splitlines() == [line.removeprefix("# ") for line in lines if line.startswith("# ")]
    sentence, headline = (tab.locator(f".calculator-{part}").inner_text() for part in ("sentence", "headline strong"))
    assert "NaN" not in tab.inner_text() and "undefined" not in tab.inner_text()
    favours = re.search(r"favours? the (\w+) over", sentence)  # in words what is the sign in a number
    if favours:
        assert favours[1] == ("second" if headline.startswith("-") else "first")
    plain = unsigned if favours else lambda x: re.sub(r"^\+(0\.0+)$", r"\1", x)
    for line in printed.getvalue().splitlines():
        rest = [plain(x) for x in numbers(sentence)]
        rest = set(rest) if favours else iter(rest)  # in this order
        assert all(any(same(plain(x), y) for y in rest) for x in numbers(line)) or f"{int(line):,} item" in sentence
    assert plain(headline.split()[0]) in sentence


@cases("counts", [(40, 9, 2, 9), (40, 2, 9, 9), (50, 5, 4, 1), (95, 4, 0, 1), (40, 3, 16, 1)])
def test_the_numbers_to_paste_are_those_of_a_report(page, address, counts):
    scores = np.repeat([(1, 1), (1, 0), (0, 1), (0, 0)], counts, axis=0)
    table = pd.DataFrame(scores, columns=["new", "old"]).assign(id=range(len(scores)))
    both, first, second, neither = counts
    inputs = f"the-same-items?both={both}&first={first}&second={second}&neither={neither}&name=new&other=old"
    said = open_tab(page, address, inputs).locator(".calculator-sentence").inner_text()
    report = sentences.minimum(compare(tally(table, systems=["new", "old"])))
    favours = re.search(r"favours? \w+ over \w+", said)
    said, *doubts = re.split(r"; the exact test does not confirm it, ([^A-Z]+)\. ", said)  # a report says no more of it
    if doubts:
        exact = str(g.mcnemar_test(first, second, method="exact"))
        assert exact.startswith(f"{doubts[0]} (") and g.mcnemar_test(first, second).p_value < 0.05
        said += doubts[1]
    if favours:
        assert favours[0] in report
        assert set(map(unsigned, numbers(said))) == set(map(unsigned, numbers(report)))
    else:  # the report says once more without signs how much a difference is
        repeated = re.findall(r", by (\S+) to (\S+)", report)
        assert set(numbers(said)) == set(numbers(report)) - {x for ends in repeated for x in ends}
    tab = open_tab(page, address, f"one-rate?right={both + first}&items={sum(counts)}&name=new")
    alone = compare(tally(table, systems=["new"]))
    said = tab.locator(".calculator-sentence").inner_text()
    assert set(numbers(said)) == set(numbers(sentences.minimum(alone)))


@pytest.mark.smoke
def test_it_answers_while_one_types_and_the_link_brings_it_back(page, address, context):
    tab = open_tab(page, address)
    enter(page, Right="1,884", Items="2 000")
    expect(tab.locator(".calculator-headline")).to_contain_text("94.2%")
    expect(tab.locator(".calculator-python")).to_contain_text("wilson_interval(1884, 2000)")
    expect(page.locator("[aria-live=polite]")).to_contain_text("Of 2,000 items, the system got 1,884 right")
    enter(page, Right="")
    expect(page.locator("#one-rate-right-says")).to_have_text("Right: type a number.")
    expect(page.locator("[aria-live=polite]")).to_contain_text("Right: type a number.")
    enter(page, Right="1,884")
    again = context.new_page()
    again.goto(page.url)
    expect(again.locator(".calculator-headline:visible")).to_contain_text("94.2%")
    expect(again.get_by_label("Right", exact=True).first).to_have_value("1,884")
    again.close()


def test_by_keyboard_alone(page, address):
    open_link(page, address)
    expect(page.locator("#one-rate-right")).to_be_focused()
    page.get_by_role("tab", name="One rate").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Two runs")).to_be_focused()
    before = page.evaluate("history.length")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("tab", name="Groups")).to_be_focused()
    expect(page.get_by_role("tab", name="Groups")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("history.length") == before and page.url.endswith("#two-runs")
    page.keyboard.press("Tab")
    for count in ("90", "100", "78", "100"):
        page.keyboard.type(count)
        page.keyboard.press("Tab")
    expect(page.locator(".calculator-headline:visible")).to_contain_text("the first minus the second:+12.0 points")
    assert page.url.endswith("#two-runs?first=90&firstItems=100&second=78&secondItems=100")


@cases(
    ("inputs", "typed", "says"),
    [
        ("one-rate", {"Right": "101"}, "Right must not exceed items: got 101 of 100; are the two swapped?"),
        ("one-rate", {"Right": "-3"}, "Right must be at least 0: got -3; give the number counted."),
        ("one-rate", {"Right": "8.5"}, "Right must be a whole number: got 8.5; give a whole number."),
        ("one-rate", {"Right": "many"}, "Right must be a number: got “many”."),
        ("one-rate", {"Right": "82 10 2 6"}, "Enter shows how these numbers can be read."),
        ("one-rate", {"Level": "5"}, "Level must be at least 50%: got 5%; did you mean 95%?"),
        ("one-rate", {"Level": "0.05"}, "Level must be at least 50%: got 5%; did you mean 95%?"),
        ("two-runs", {"Call the second": "the first"}, "Both are called “the first”: give the second another name."),
        ("groups?known=effect", {"Design effect": "200"}, "With this design effect, 100 items would count for less"),
        ("one-rate", {"Level": "100%"}, "Level must lie strictly between 0% and 100%: got 100%."),
        ("two-runs", {"Items, second run": "0"}, "Items, second run must be at least 1: got 0;"),
        ("the-same-items?first=0&second=0&neither=0", {"Both right": "0"}, "Both right and the other three counts are"),
        ("how-many-items", {"Rate that you expect": "150%"}, "Rate that you expect must lie strictly between"),
        ("how-many-items?plan=runs", {"Rate to find": "80%"}, "Rate to find must differ from rate now: no number of"),
        ("one-rate", {"Right": "1,00"}, "Is the comma in “1,00” a decimal one? Right must be a whole number"),
        (TOTALS, {"Both right": "43"}, "Both right must lie between 31 and 42"),
        (TOTALS, {"Right, the first": "61"}, "Right, the first must not exceed items"),
        ("how-many-items?plan=pairs", {SECOND: "99%"}, "not exceed 100% together: got 99% and 6%"),
        (
            "how-many-items?plan=runsAt",
            {"Items that you have": "1"},
            "So few items find neither a rise nor a fall with 80% power, not even one to 100% or to 0%: take more.",
        ),
        ("how-many-items?plan=pairsAt", {"Items that you have": "9"}, "Too few items: got 9. If only one is right"),
        ("how-many-items?plan=runs", {"Power": "20%"}, "Power must be at least 50%: got 20%"),
        ("groups?known=effect", {"Design effect": "0"}, "Design effect must be above 0"),
        ("groups?known=counts", {"Each group, right/items": "9/10"}, "Give two groups or more: one cannot show"),
        ("groups?known=counts", {"Each group, right/items": "9/10 7"}, "Write each group as right/items, such as 8/10"),
        ("groups?known=counts", {"Each group, right/items": "9/10 7/5"}, "Group 2 has more right than items: got 7/5."),
    ],
)
def test_what_makes_no_sense_is_said_beside_the_field(page, address, inputs, typed, says):
    tab = open_tab(page, address, inputs)
    enter(page, **typed)
    [label] = typed
    field = page.get_by_label(label, exact=True).and_(page.locator(":visible"))
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator(f"#{field.get_attribute('aria-describedby')}")).to_contain_text(says)
    expect(tab.locator(".calculator-headline")).to_have_count(0)


@cases(
    ("typed", "right", "items"),
    [("84/90", "84", "90"), ("1,884 of 2,000", "1,884", "2,000"), ("1.884 / 2.000", "1,884", "2,000")],
)
def test_a_fraction_that_is_typed_fills_both_fields_at_enter(page, address, typed, right, items):
    open_link(page, address)
    expect(page.locator("#one-rate-right")).to_be_focused()
    page.keyboard.type(typed)
    expect(page.locator("#one-rate-right")).to_have_value(typed)
    expect(page.locator("#one-rate-right-says")).to_have_text("Enter fills the fields with these numbers.")
    page.keyboard.press("Enter")
    expect(page.locator("#one-rate-right")).to_have_value(right)
    expect(page.locator("#one-rate-items")).to_have_value(items)


@cases(
    ("tab", "text", "filled"),
    [
        ("one-rate", "84/90 (93%)", ["84", "90"]),
        ("one-rate", "84\t90\n", ["84", "90"]),
        ("one-rate", "1,884 2,000", ["1,884", "2,000"]),
        ("one-rate", "1 884", ["1 884", "100"]),  # one number
        ("the-same-items", "82 10 2 6", ["82", "10", "2", "6"]),
        ("the-same-items", "82,10,2,6", ["82", "10", "2", "6"]),
        ("the-same-items", "82/10/2/6", ["82", "10", "2", "6"]),
        ("the-same-items", "42/50 v 40/50", ["42", "40", "50", ""]),
        ("the-same-items", "right\titems\n42\t50\n40\t50\n", ["42", "40", "50", ""]),
        (TOTALS, "42/50 v 40/50", ["42", "40", "50", ""]),
        (TOTALS, "42\t50\t40\t50", ["42", "40", "50", ""]),
        (TOTALS, "42/50", ["42", "42", "50"]),
        (TOTALS, "84% of 50 v 80% of 50", ["42", "40", "50", ""]),
        ("two-runs", "84% of 90 vs 78% of 100", ["76", "90", "78", "100"]),
        ("two-runs", "84%/100 78%/100", ["84", "100", "78", "100"]),
        ("two-runs", "Model Right Items\nA 84 100\nB 80 100", ["84", "100", "80", "100"]),
        ("one-rate", "84%/100", ["84", "100"]),
        ("two-runs", "84/90 78/95", ["84", "90", "78", "95"]),
        ("two-runs", "84/100 v 80/100", ["84", "100", "80", "100"]),
        ("two-runs", "right\titems\n84\t100\n80\t100\n", ["84", "100", "80", "100"]),
        ("one-rate", "[84, 100]", ["84", "100"]),
        ("one-rate", "| 84 | 100 |", ["84", "100"]),
        ("one-rate", "84 correct out of 100", ["84", "100"]),
        ("one-rate", "84% of 120", ["101", "120"]),
        ("one-rate", "84% of 150", ["126", "150"]),
        ("one-rate", "1,00", ["1,00", "100"]),  # asked about
        ("two-runs", "1\u202f884 of 2\u202f000", ["1,884", "2,000", "78", "100"]),
    ],
)
def test_what_is_pasted_is_spread_over_the_fields(page, address, tab, text, filled):
    section = open_tab(page, address, tab)
    paste(page, section.locator("input:visible").first.get_attribute("id"), text)
    assert [field.input_value() for field in section.locator("input:visible").all()[: len(filled)]] == filled


@cases(
    ("text", "filled"),
    [
        ("84 100", ["84", "100", "78", "100"]),
        ("412/500 v 398/500", ["412", "500", "398", "500"]),
        ("412,500,398,500", ["412", "500", "398", "500"]),
        ("model\tright\tn\nA\t84\t100\nB\t78\t90", ["84", "100", "78", "90"]),
        ("eighty-four", None),
    ],
)
def test_results_have_a_place_of_their_own_to_be_pasted_into(page, address, text, filled):
    section = open_tab(page, address, "two-runs?same=no")
    paste(page, "two-runs-paste", text)
    says = "Read as " if filled else "“eighty-four” is one value: type it into its field."
    expect(section.locator(".calculator-warning").first).to_contain_text(says)
    expect(page.locator("#two-runs-paste")).to_have_value("" if filled else text)
    if filled:
        assert [field.input_value() for field in section.locator("input:visible").all()[:4]] == filled


def test_what_is_typed_where_results_are_pasted_is_read_at_enter(page, address):
    section = open_tab(page, address, "two-runs")
    page.locator("#two-runs-paste").fill("84% of 500 v 80% of 500")
    page.keyboard.press("Enter")
    expect(section.locator(".calculator-warning").first).to_contain_text("other counts may round to them")
    expect(page.locator("#two-runs-first")).to_have_value("420")
    expect(page.locator("#two-runs-paste")).to_have_value("")


def test_a_paste_takes_nothing_over_from_the_one_before(page, address):
    section = open_tab(page, address, "two-runs")
    paste(page, "two-runs-paste", "A: 412/500\nB: 398/500")
    expect(section.locator(".calculator-sentence")).to_contain_text("A 82.4%")
    section.get_by_role("button", name="Different ones").click()
    expect(section.locator(".calculator-sentence")).to_contain_text("A 82.4% (412/500), B 79.6%")
    paste(page, "two-runs-first", "84/100 v 78/100")
    expect(section.locator(".calculator-sentence")).to_contain_text("the first 84.0% (84/100), the second")
    expect(section.get_by_role("button", name="Different ones")).to_be_visible()
    enter(page, **{"Call the first": "mine"})
    paste(page, "two-runs-first", "85/100 v 78/100")
    expect(section.locator(".calculator-sentence")).to_contain_text("mine 85.0%")  # for that was typed
    open_tab(page, address, "one-rate")
    paste(page, "one-rate-paste", "id,correct\na,1\na,0\nb,1\nb,1")
    expect(page.locator("#one-rate-hang")).to_have_value("runs")
    paste(page, "one-rate-paste", "84/100")
    expect(page.locator("#one-rate-hang")).to_have_value("no")


def test_a_correlation_below_0_plans_no_fewer_items(page, address):
    section = open_tab(page, address, "how-many-items?plan=runs&now=80&then=84&each=10&alike=-0.05")
    expect(section.locator(".calculator-work")).to_contain_text("Taken as 0: an estimate below 0 is mostly luck")
    expect(section.locator(".calculator-python")).to_contain_text("correlation=0)")


@cases(
    ("inputs", "verdict"),
    [
        ("two-runs?first=84&firstItems=100&second=70&secondItems=100&same=no", "the data favour the first"),
        ("two-runs?first=70&firstItems=100&second=84&secondItems=100&same=no&other=B", "the data favour B"),
        ("the-same-items?both=40&first=9&second=2&neither=9", "borderline"),
        ("the-same-items?both=40&first=19&second=2&neither=9", "the data favour the first"),
        ("the-same-items?both=40&first=3&second=2&neither=9", "cannot tell them apart"),
        ("two-runs?first=84&firstItems=100&second=70&secondItems=100", None),  # the same items, perhaps
        ("the-same-items?both=40&first=19&second=2&neither=9&hang=groups", None),  # too narrow
    ],
)
def test_the_verdict_stands_beside_the_numbers_and_agrees_with_the_sentence(page, address, inputs, verdict):
    open_link(page, address, inputs)
    expect(page.locator(".calculator-sentence:visible")).to_be_visible()
    shown = page.locator(".calculator-verdict:visible")
    if verdict is None:
        expect(shown).to_have_count(0)
        return
    expect(shown).to_have_text(verdict)
    said = page.locator(".calculator-sentence:visible").inner_text()
    assert {"b": "Borderline:", "c": "cannot tell", "t": verdict}[verdict[0]] in said


def test_shares_that_cannot_be_counted_are_asked_for(page, address):
    section = open_tab(page, address, "two-runs")
    paste(page, "two-runs-first", "80% 90 v 70% 90")
    says = "A share needs its number of items, such as 84.2% of 500. "
    says += "I can read 84/100 v 78/100, 84% of 500 v 78% of 500"
    expect(section.locator(".calculator-warning")).to_contain_text(says)
    expect(section.locator(".calculator-headline")).to_have_count(0)
    expect(page.locator("#two-runs-first")).to_have_value("84")


@cases(
    ("inputs", "text"),
    [("the-same-items", "42/50 v 40/60"), (TOTALS, "42/50 v 40/60")],
)
def test_what_cannot_be_two_runs_on_the_same_items_fills_no_field(page, address, inputs, text):
    section = open_tab(page, address, inputs)
    before = [field.input_value() for field in section.locator("input").all()]
    paste(page, "the-same-items-both", text)
    says = "On the same items both have as many: got"
    expect(section.locator(".calculator-top .calculator-warning")).to_contain_text(says)
    expect(section.locator(".calculator-headline, .calculator-answer:visible")).to_have_count(0)
    assert [field.input_value() for field in section.locator("input").all()] == before


@cases(
    ("inputs", "field", "says"),
    [
        ("one-rate?right=1.000.000&items=1.319.000", "one-rate-right", "Read as 1,000,000."),
        ("one-rate?items=1 000", "one-rate-items", "Read as 1,000."),
        ("one-rate?right=%2B84", "one-rate-right", ""),
        ("how-many-items?half=0.01", "how-many-items-half", "Read as 0.01 points; did you mean 1?"),
        ("how-many-items?half=0.03", "how-many-items-half", "Read as 0.03 points; did you mean 3?"),
        ("how-many-items?half=0.1", "how-many-items-half", "Read as 0.1 points; did you mean 10?"),
        ("how-many-items?half=±1", "how-many-items-half", ""),
        (
            "groups?known=alike&alike=0",
            "groups-alike",
            "With 0, the design effect is 1: items in groups count as independent.",
        ),
        (
            "how-many-items?plan=pairs",
            "how-many-items-first",
            "From an earlier run of both, or a guess: 6 of 100 items are 6%.",
        ),
        ("how-many-items?plan=runs&then=%2B4", "how-many-items-then", "Read as 84%."),
        ("how-many-items?plan=runs&then=-4 points", "how-many-items-then", "Read as 76%."),
        ("how-many-items?rate=84/100", "how-many-items-rate", "Read as 84%."),
        ("how-many-items?rate=84%25/100", "how-many-items-rate", "Read as 84%."),
        ("how-many-items?plan=pairs&alike=0.2", "how-many-items-alike", "Does nothing while each group has 1 item."),
    ],
)
def test_how_a_number_was_read_is_said_where_another_may_be_meant(page, address, inputs, field, says):
    tab = open_tab(page, address, inputs)
    expect(tab.locator(".calculator-headline")).to_have_count(1)
    expect(page.locator(f"#{field}-says")).to_have_text(says)


@cases(
    ("inputs", "words"),
    [
        ("two-runs", "Did both answer the same 100 items, or different ones? The same Different ones"),
        (
            "two-runs?second=72&same=no",
            "Fisher's exact test gives p = 0.060, which is not below 0.05. The sentence uses the z-test",
        ),
        ("two-runs?first=50&firstItems=50&second=46&secondItems=50", "The z-test, rough here, gives p = 0.041."),
        ("two-runs?first=50&firstItems=50&second=46&secondItems=50", "the test is Fisher's"),
        ("two-runs?second=72&same=no", "On items like these, the data favour the first"),
        ("two-runs?second=72&same=no", "; Fisher's exact test, which is cautious, gives p = 0.060."),
        ("one-rate?hang=groups", "Too narrow. This holds only for independent items: in groups"),
        ("one-rate?hang=groups", "# This holds only for independent items: in groups, they count for fewer."),
        ("the-same-items?hang=runs", "independent items: asked several times, they count for fewer."),
        ("the-same-items?know=totals&one=49&two=42&items=60&both=&hang=groups", "independent items: in groups"),
        ("two-runs?hang=runs", "Too narrow. This holds only for independent items: asked several times"),
        ("groups?known=alike", "For 5, 10 and 15 items that is 350 / 30, so 12."),
        (
            "two-runs?first=51&firstItems=60&second=42&secondItems=60",
            "The interval includes no difference, and yet the test finds one, p = 0.049",
        ),
        ("groups?known=effect&effect=0.5", "A design effect of 0.5 is taken as 1"),
        ("groups?known=effect&effect=0.5", "Below 1, items in groups would tell more than independent ones"),
        ("one-rate?right=1&items=1e6&level=99.9", "99.9% interval: 0.000008% to 0.00127%"),
        ("groups?known=counts&counts=" + "10/10 " * 6, "None of the 6 groups has errors. That is too few"),
        ("groups?known=counts&counts=9/10 9/10 9/10 9/10 1/10 5/10", "The errors lie so unevenly in the 6 groups"),
        ("groups?known=counts", "18.6 with the price of not knowing it well, because the errors lie in the 10 groups"),
        ("groups?known=counts", "(95% clustered Wilson interval, 10 groups, "),
        (
            "groups?known=counts&counts=" + "10/10 8/10 9/10 6/10 " * 8,
            "because the errors lie in the 32 groups as unevenly as if only 19 held them",
        ),
        ("groups?known=counts&counts=3/10 4/10 5/10 3/10", "only 4 groups. That is too few to see how alike"),
        ("groups?known=alike", "Groups of different sizes? Not their mean: the sum of their squared sizes"),
        ("how-many-items?plan=runs&each=10&alike=0.1", "Groups of different sizes? Not their mean"),
        ("how-many-items?plan=runs&now=50&then=99&each=5&alike=0.5", "worth fewer than 20 independent ones"),
        ("how-many-items?plan=pairs&first=30&second=10&each=5&alike=0.5", "Plans worth 20 to 200 independent items"),
        ("two-runs?first=10&firstItems=10&second=6&secondItems=10", "the exact test does not confirm it, p = 0.087."),
        ("two-runs?first=10&firstItems=10&second=6&secondItems=10", "The mid-p is below 0.05, and the exact p, 0.087"),
        ("two-runs?firstItems=90&secondItems=90", "This takes the items of the two runs as different. On items"),
        (
            "two-runs?first=51&firstItems=60&second=42&secondItems=60",
            "This takes the items of the two runs as different. Borderline: on",
        ),
        ("groups?known=counts&counts=8/10 8/10 8/10 8/10", "independent ones by their design effect, taken as 1"),
        (
            "how-many-items?plan=runsAt&now=95&have=100",
            "two runs of 100 items each find no rise with 80% power, not even one to 100%, but a fall of 12.4 points (",
        ),
        ("how-many-items?plan=runsAt&now=95&have=100", "no rise at 80% power, 12.4 points down"),
        ("how-many-items?plan=runsAt&now=100&have=100", "items each find no rise, but a fall of"),
        ("how-many-items?plan=runsAt&now=5&have=100", "12.4 points up, no fall at 80% power"),
        (
            "the-same-items?know=totals&one=7&two=1&items=20&both=",
            "McNemar's mid-p test finds a difference either way: with 1 p = 0.016, "
            "with 0 p = 0.039 (by the exact test p = 0.070).",
        ),
        (
            "two-runs?first=501500&firstItems=1e6&second=500000&secondItems=1e6",
            "0.15 points (95% Newcombe interval 0.01 to 0.29)",
        ),
        ("two-runs?firstItems=19&first=9", "With fewer than 20 items all of this is rough."),
        ("the-same-items?both=1&neither=1", "With fewer than 20 items all of this is rough."),
        ("one-rate?right=9&items=10", "With fewer than 20 items all of this is rough."),
        ("how-many-items?plan=rateAt&have=9", "With fewer than 20 items all of this is rough."),
        ("how-many-items?plan=runs", "About one such run in five will miss it, fewer where errors are rare."),
        ("how-many-items?plan=pairsAt&power=90", "fewer where errors are rare. A smaller one is missed more often."),
        ("how-many-items?plan=pairs&power=85", "About 15% of such runs will miss it"),
        ("how-many-items?plan=runs&each=10&alike=0.1", "in groups of 10 with correlation 0.1"),
        ("how-many-items?plan=runs&each=10&alike=0.1", "A few items more than by the textbook's z"),
        ("groups?known=counts&careful=yes", "count for 10 independent ones, by the groups' sizes alone."),
        ("groups?known=effect", "If fewer than 20 groups showed it, the interval is too narrow"),
        ("groups?known=alike", "This takes the correlation as known."),
        ("the-same-items?both=82&first=9&second=2&neither=7", "; the exact test does not confirm it, p = 0.065."),
        ("how-many-items?plan=pairs&first=60&second=1", "items. Under 20 items the formula promises too much"),
        ("the-same-items", "The mid-p is below 0.05, and the exact p, 0.065, is not"),
        ("how-many-items?plan=runs&now=50&then=99", "the test may never find a difference"),
        ("how-many-items?plan=pairs&first=30&second=10", "mostly on the safe side"),
        ("groups?known=counts&counts=" + "10/10 " * 17 + "9/10 " * 3, "Only 3 of the 20 groups have errors. That is"),
    ],
)
def test_what_an_answer_rests_on_is_said_beside_it(page, address, inputs, words):
    expect(open_tab(page, address, inputs).locator(".calculator-work")).to_contain_text(words)


def test_a_name_that_was_cleared_stays_cleared_in_the_link(page, address):
    tab = open_tab(page, address)
    enter(page, Call_it="")
    expect(tab.locator(".calculator-sentence")).to_contain_text("Of 100 items, it got 84 right")
    page.reload()
    expect(page.locator("#one-rate-name")).to_have_value("")


@cases(
    ("typed", "says", "count"),
    [
        ("84%", "Counted as 168.", "168"),
        ("0.84", "Counted as 168.", "168"),
        ("0.875", "Counted as 175.", "175"),
        ("33%", "Counted as 66.", "66"),
        ("33.4%", "No count of 200 is 33.4%: 67 is 33.5%.", "67"),
    ],
)
def test_a_share_in_the_place_of_a_count_is_counted(page, address, typed, says, count):
    tab = open_tab(page, address, "one-rate?items=")
    enter(page, Right=typed)
    expect(page.locator("#one-rate-right-says")).to_contain_text("With items filled in, it becomes one.")
    enter(page, Items="200")
    expect(page.locator("#one-rate-right-says")).to_contain_text(says)
    if says.startswith("No"):
        page.get_by_role("button", name="Use 67").click()
    expect(tab.locator(".calculator-python")).to_contain_text(f"wilson_interval({count}, 200)")


def test_a_link_without_inputs_opens_blank_fields_and_complains_of_none(page, address):
    open_link(page, address, "two-runs")
    shown = page.locator("section[role=tabpanel]:visible")
    expect(shown.locator(".calculator-waits")).to_contain_text("or paste results into any field: 84/100 v 78")
    expect(shown.locator("[aria-invalid]")).to_have_count(0)
    enter(page, **{"Right, first run": "84"})
    expect(shown.locator(".calculator-waits")).to_contain_text("Still missing: Items, first run, Right, second run")


def test_the_back_key_goes_from_tab_to_tab_with_their_numbers(page, address):
    open_link(page, address)
    enter(page, Right="7", Items="9")
    page.get_by_role("tab", name="Two runs").click()
    enter(page, **{"Right, first run": "5"})
    page.get_by_role("tab", name="Groups").click()
    page.go_back()
    expect(page.locator("#two-runs-first")).to_have_value("5")
    page.go_back()
    expect(page.locator("#one-rate-items")).to_have_value("9")
    expect(page.locator(".calculator-headline:visible")).to_contain_text("77.8%")
    page.go_forward()
    expect(page.locator("#two-runs-first")).to_be_visible()


def test_whether_the_items_were_the_same_takes_one_click(page, address):
    tab = open_tab(page, address, "two-runs?name=a")
    expect(tab.locator(".calculator-sentence")).to_contain_text("This takes the items of the two runs as different.")
    tab.get_by_role("button", name="Different ones").click()
    expect(page.locator("#two-runs-same")).to_be_focused()
    expect(tab.locator(".calculator-sentence")).to_contain_text(", on different items.")
    expect(tab.locator(".calculator-work")).not_to_contain_text(re.compile("This takes|Did both answer"))
    page.locator("#two-runs-same").select_option("unknown")
    tab.get_by_role("button", name="The same", exact=True).click()
    expect(page.locator("#the-same-items-both")).to_be_focused()
    carried = [page.locator(f"#the-same-items-{field}").input_value() for field in ("one", "two", "items", "name")]
    assert carried == ["84", "78", "100", "a"]


def test_what_is_said_of_few_groups_was_counted(page, address):
    table = pd.read_csv(ROOT / "book" / "clustered_rates.csv")
    method, truth = table["method"] == "clustered Wilson", table["truth"] == "beta-binomial"
    few = table[method & truth & (table["clusters"] <= 11)]
    says = f"{few['average'].min():.1%} or more on average and {few['coverage'].min():.1%} at worst"
    work = open_tab(page, address, "groups?known=counts&counts=" + "8/10 9/10 7/10 " * 3).locator(".calculator-work")
    expect(work).to_contain_text(says)
    enter(page, **{"Each group, right/items": "8/10 9/10 7/10 9/10 6/10 " * 2})
    expect(work).not_to_contain_text("at worst")


def test_runs_on_the_same_items_get_no_verdict_but_a_question(page, address):
    tab = open_tab(page, address, "two-runs?name=a&level=90%25")
    tab.get_by_role("button", name="The same", exact=True).click()
    expect(page.locator("#the-same-items-both")).to_be_focused()
    shown = page.locator("section[role=tabpanel]:visible .calculator-waits")
    at, also = (g.mcnemar_test(84 - both, 78 - both) for both in (78, 62))
    ends = [str(test).split(" (")[0] for test in (at, also)]
    expect(shown).to_have_text(
        "How many did both get right? It can be 62 to 78. By McNemar's mid-p test the answer hangs on it: "
        f"with 78 {ends[0]}, with 62 {ends[1]}. "
    )
    enter(page, Both_right="75")
    expect(page.locator(".calculator-python:visible")).to_contain_text("tango_interval(75, 9, 3, 13, level=0.9)")
    expect(page.locator(".calculator-sentence:visible")).to_contain_text("a got 84 right")


SHEET = "id\tnew\told\n1\t1\t0\n2\t1\t1\n3\t0\t1\n4\t0\t0\n5\t1\t0\n"


@cases(
    ("tab", "text", "call"),
    [
        ("one-rate", "84/100 v 80/100", "newcombe_interval(84, 100, 80, 100)"),
        ("one-rate", "84% of 100 v 80% of 100", "newcombe_interval(84, 100, 80, 100)"),
        ("one-rate", "84\t100\n80\t100", "newcombe_interval(84, 100, 80, 100)"),
        ("one-rate", "Model\tRight\tItems\nA\t84\t100\nB\t80\t100", "newcombe_interval(84, 100, 80, 100)"),
        ("one-rate", "Model Right Items\nA 84 100\nB 80 100", "newcombe_interval(84, 100, 80, 100)"),
        ("two-runs", SHEET, "tango_interval(1, 2, 1, 1)"),
        ("one-rate", "TRUE\r\nFALSE\r\nTRUE\r\n", "wilson_interval(2, 3)"),
    ],
)
def test_what_belongs_to_another_tab_is_taken_there(page, address, tab, text, call):
    section = open_tab(page, address, tab)
    paste(page, section.locator("input:visible").first.get_attribute("id"), text)
    expect(page.locator(".calculator-python:visible")).to_contain_text(call)
    focused = "#one-rate-right" if "TRUE" in text else "[role=tab][aria-selected=true]"  # to its own tab: it stays
    expect(page.locator(focused)).to_be_focused()
    page.go_back()
    expect(section).to_be_visible()


MEANS = "These are scores, not right or wrong; this page counts only 0 and 1. For means, clustered_mean in Python."
THREE = ["Model,correct,total\nA,84,100\nB,78,100\nC,70,100", "Model,score\nA,8/9\nB,7/9\nC,5/9"]
PLACES = ("one-rate", "two-runs", "the-same-items", "groups")
THREE += [rows("AABBCC", "101101", head=["Model", "ok"])]
SCORES = [[1, 0, 1, 1, 0, 1], [0, 0, 1, 1, 1, 0], [1, 1, 0, 1, 0, 1]]


@cases(
    ("tab", "text", "says"),
    [
        ("the-same-items", rows(*SCORES), "These are 3 columns of scores: paste one, or the two that you compare."),
        ("the-same-items", rows(range(6), *SCORES, head=["id", *"abc"]), "These are 3 columns of scores"),
        ("the-same-items", rows("10110N", SCORES[1]), "Row 6 of 6 has “N” where 1 or 0 belongs."),
        ("the-same-items", rows(SCORES[0], [1, 0, "", 1, 1, 0], head="ab"), "Row 3 of 6 has “” where 1 or 0 belongs."),
        ("one-rate", rows([1, "N", 0, 0, 0, 0] * 200), "Row 2 of 1,200 has “N” where"),
        ("one-rate", rows([1, 0, 0.5, 1, 0, 1]), MEANS),
        ("one-rate", rows([1, 0.25, 0.5, 0.5, 0.5, 0.5], head=["score"]), MEANS),
        ("one-rate", "0.5 0.7 1 0.2", MEANS),
        ("the-same-items", rows([1, 0, 0.5], [1, 0, 1], head="ab"), MEANS),
        ("groups", "doc,score\na,0.5\na,1\nb,0", MEANS),
        *((tab, text, "The column “Model” names 3 systems; paste two of them.") for tab in PLACES for text in THREE),
        ("one-rate", "item,model,correct\n1,A,1\n1,B,0\n2,A,1\n3,A,0\n3,B,1", "each system must answer each item"),
        ("groups", "topic,model,correct\nx,A,1\nx,B,0\ny,A,1\ny,A,0", "Paste one row an item, one column a system."),
        ("two-runs", "model,topic,right,n\nA,x,8,10\nA,y,8,10\nB,x,5,7", "Each system of “model” must have one row."),
        ("the-same-items", "22/78", "This is one system, 22 of 78: here belong two"),
        ("one-rate", "right\titems\n8\t10\n5\t7\n9\t9", "Read 3 rows of right and items."),
        ("one-rate", "84\t16", "Which of them is all items?"),
        ("one-rate", "40\t9\t2\t9", "These four numbers have no headings. Which is it?"),
        ("one-rate", "1\t84\n0\t16", "These four numbers have no headings. Which is it?"),
        ("the-same-items", "30\t5\n3\t12", "These four numbers have no headings. Which is it?"),
        ("one-rate", "1\t0\n1\t1", "Scores need three rows or more, one row an item."),
        ("groups", "model\tx\ty\na\t8\t10", f"{LOST} I can read 8/10 9/10, columns"),
        ("groups", "20\t10\n20\t10", "A group has more right than items, 20/10"),
        ("groups", rows("121212", "101101", head=["seed", "correct"]), "6 rows are 2 runs by “seed”: if each asked"),
        ("groups", "8/10 9/10 80%", "such as 8/10: got “9/10 80%”. Or leave it out, and say so."),
        ("groups", "doc1: 8/10, doc2: 9/10, doc3: n/a", "such as 8/10: got “doc3: n/a”. Or leave it out, and say so."),
        ("groups", "doc1 8/10\ndoc2 n/a\ndoc3 9/10", "such as 8/10: got “doc2 n/a”. Or leave"),
        ("groups", "doc0: n/a\ndoc1: 8/10\ndoc2: 9/10", "such as 8/10: got “doc0: n/a”. Or leave"),
        ("groups", "8/10; 9/10; skipped; 7/10", "such as 8/10: got “skipped”. Or leave"),
        ("groups", "8/10\n-\n9/10", "such as 8/10: got “-”. Or leave"),
        ("groups", "doc,right,items\nA,10,10\nA,9,10\nC,4,10", "“A” has several rows. Add up the rows of each group"),
        ("groups", "d0: 6/10\nd0: 7/10\nd1: 9/10", "“d0” has several rows."),
        ("one-rate", "2024-05-01: 84/100\n2024-06-01: 78/100", "“2024-05-01: 84/100”. I can read 84/100, 84.2% of"),
        ("one-rate", rows([1, 0, 1], [0.5, 2, 1], head=["auto", "judge"]), LOST),
        ("one-rate", "84/100 (0.48)", "84 of 100 is not 0.48: correct one of them."),
        ("two-runs", "84/100 v 78%", "This is not understood: “78%”."),
        ("groups", "8/10,9/10, 80%", "such as 8/10: got “80%”. Or leave"),
        ("groups", "8/10 9/10 x", "such as 8/10: got “9/10 x”. Or leave"),
        ("groups", "8/10 9/10 -1/10", "such as 8/10: got “9/10 -1/10”."),
        ("two-runs", "-84/100 v 78/100", "This is not understood: “-84/100”."),
        ("two-runs", "−84% of 100 v 78% of 100", "This is not understood"),
        ("one-rate", "-84 right, 16 wrong", "This is not understood"),
        ("the-same-items", "id,A,B\n1,1,0\n2,1,1\n3,0,1\ntotal,2,2", "The last row, “total 2 2”, is of all items"),
        ("one-rate", "id,ok\n1,1\n2,1\n3,0\nmean,0.67", "The last row, “mean 0.67”, is of all items"),
        ("one-rate", "id,ok\n1,1\n2,1\n3,0\n,2", "is of all items: leave it out."),
        ("groups", "TP=40 FP=9 FN=2 TN=9", "Write each group as right/items, such as 8/10"),
        ("one-rate", "TP=40 FP=9 FN=2 TN=9", "This is not understood"),
        ("groups", SHEET, "These look like scores of two systems. Paste the group and one score."),
    ],
)
def test_a_table_that_is_refused_fills_nothing_and_clears_the_answer(page, address, tab, text, says):
    section = open_tab(page, address, f"{tab}?known=counts")
    expect(section.locator(".calculator-headline")).to_have_count(1)
    before = [field.input_value() for field in section.locator("input, textarea").all()]
    paste(page, section.locator("[inputmode=numeric]:visible, textarea:visible").first.get_attribute("id"), text)
    expect(section.locator(".calculator-top .calculator-warning")).to_contain_text(says)
    expect(page.locator("[aria-live=polite]")).to_contain_text(says)
    expect(section.locator(".calculator-top")).to_contain_text("The fields are as they were.")
    expect(section.locator(".calculator-headline, .calculator-answer:visible")).to_have_count(0)
    assert [field.input_value() for field in section.locator("input, textarea").all()] == before
    page.keyboard.press("End")
    page.keyboard.type(" ")
    expect(section.locator(".calculator-top")).not_to_contain_text(says)
    expect(section.locator(".calculator-headline")).to_have_count(1)


ANYWHERE = ["one-rate", "two-runs", "how-many-items?plan=rateAt", "groups", "groups?known=effect"]
LONG = ["System\tcorrect\n" + rows("AABBABB", "1010100"), "right,NAME OF SYSTEM\n1,A\n0,A\n1,B\n1,A\n0,B\n0,B\n0,B"]
LONG += ["variant,correct\nA,right\nA,right\nA,wrong\nB,right\nB,wrong\nB,wrong\nB,wrong"]
LONG += [rows(range(7), "ABABABB", ["test"] * 7, "1010010", head=["", "model", "split", "ok"])]
TIDY = "item,model,correct\n1,old,1\n2,old,1\n3,old,0\n1,new,1\n2,new,0\n3,new,1"
SAID = ".calculator-top:visible .calculator-warning"


@cases(
    ("tab", "text", "says"),
    [
        ("one-rate", rows("abcdef", SCORES[0], head=["id", "new"]), "Read 6 rows of new: 4 right."),
        ("one-rate", rows("aabbcc", SCORES[0]), "Read 6 rows: 4 right. A column has 3 names for them. If these are"),
        ("one-rate", rows("aabbcc", *SCORES[:2], head=["doc", "x", "y"]), "4 and 3 right. “doc” has 3 names"),
        ("one-rate", rows("aabbcc", "121212", SCORES[0], head=["id", "epoch", "ok"]), f"{TWICE}, not 6 items: each"),
        ("two-runs", rows("aabbcc", "121212", *SCORES[:2], head=["id", "seed", "x", "y"]), f"{TWICE}, not 6 items"),
        ("one-rate", "84/100", "Read as 84 of 100."),
        ("the-same-items", rows("xxxyyy", *SCORES[:2], head=["category", "A", "B"]), "If you chose what stands under"),
        ("groups?known=effect", "q,t1,t2,t3\na,1,0,1\nb,1,1,1\nc,0,0,1", "Read 3 groups by q, 6 of 9 right."),
        ("groups?known=effect", "question,passed,tries\na,2,3\nb,3,3\nc,1,3", "Read 3 groups by question, 6 of 9"),
        ("groups?known=effect", "1: 8/10\n2: 9/10", "Read 2 groups, 17 of 20 right."),
        ("groups?known=effect", "id,correct,attempts\n1,2,4\n2,3,4\n3,0,5", "Read 3 groups"),
        ("one-rate", "GPT-4 84/100", "Read as GPT-4 84 of 100."),
        ("one-rate", "84% (n=1319)", "Read as 1,108 of 1,319. Percentages are counted to the nearest whole number"),
        *((tab, text, "Read as A 2 of 3 v B 1 of 4.") for tab in ANYWHERE for text in LONG),
        *((tab, TIDY, "Read 3 items of old and new: 2 and 2 right.") for tab in ("the-same-items", *ANYWHERE)),
        ("the-same-items", rows("101", "110", head=["control", "variant"]), "of control and variant: 2 and 2 right."),
        ("the-same-items", rows(*SCORES[:2], head=["run 1", "run 2"]), "of run 1 and run 2: 4 and 3 right."),
        ("two-runs", "model,size,right,n\nA,7,84,100\nB,9,78,100", "Read as A 84 of 100 v B 78 of 100."),
        ("two-runs", "model,right,n\nA,84,100\nB,78,100", "Read as A 84 of 100 v B 78 of 100."),
        ("groups?known=effect", "doc,right,n\na,8,10\nb,5,7\n,13,17", "2 groups by doc, 13 of 17 right. 13 of 17 is"),
        ("one-rate", "right\twrong\n16\t84", "Read as 16 of 100."),
        ("one-rate", "model\tA\tB\nright\t78\t84\nitems\t100\t100", "Read as A 78 of 100 v B 84 of 100."),
        ("two-runs", "items,right\n100,84", "Read as 84 of 100, the first run."),
        ("two-runs", "right,wrong\n84,16\n78,22", "Read as 84 of 100 v 78 of 100."),
        ("the-same-items", "right,wrong\n84,16\n78,22", "Read as 84 of 100 v 78 of 100."),
        ("the-same-items", "82 10 2 6", "both right 82, only the first 10, only the second 2, both wrong 6."),
        ("the-same-items?name=new", MARKDOWN, "only new 9, only the second 2, both wrong 9. Rows are new, columns"),
        ("two-runs", SQUARE, "both right 40, only A 9, only B 2, both wrong 9. Rows are A, columns are B."),
        ("groups?known=effect", "right\twrong\n8\t2\n5\t2", "Read 2 groups, 13 of 17 right."),
    ],
)
def test_what_a_table_was_read_as_is_said_until_one_types(page, address, tab, text, says):
    section = open_tab(page, address, tab)
    paste(page, section.locator("[inputmode=numeric]:visible, textarea:visible").first.get_attribute("id"), text)
    expect(page.locator(SAID).first).to_contain_text(says)
    expect(page.locator("[aria-live=polite]")).to_contain_text(says)
    linked = re.search("&hang=(groups|runs)", page.url)  # the link says it too
    assert bool(linked) == bool(re.search("3 names|asked", says))
    page.locator("section:visible :is(input, textarea):visible").first.press("8")
    expect(page.locator(".calculator-top:visible")).not_to_contain_text(says)


@cases(
    ("tab", "text", "other", "call"),
    [
        ("one-rate", "22\t78", "22 right, 78 wrong", "wilson_interval(22, 100)"),
        ("one-rate", "84\t16", "84 right, 16 wrong", "wilson_interval(84, 100)"),
        ("one-rate", "84\t16", "16 of 84 right", "wilson_interval(16, 84)"),
        ("one-rate", "84,100", "84 of 100", "wilson_interval(84, 100)"),
        ("one-rate", "1\t84\n0\t16", "84 right, 16 wrong", "wilson_interval(84, 100)"),
        ("one-rate", "\tpred 0\tpred 1\nactual 0\t30\t5\nactual 1\t3\t12", "42 of 50 right", "wilson_interval(42, 50)"),
        ("two-runs", "22\t78\n16\t84", "22 right, 78 wrong; 16 right, 84 wrong", "newcombe_interval(22, 100, 16, 100)"),
        ("two-runs", "84 100 78 100", "84 right, 100 wrong", "newcombe_interval(84, 184, 78, 178)"),
        ("two-runs", "100 84 100 78", "84 of 100 v 78 of 100", "newcombe_interval(84, 100, 78, 100)"),
        ("two-runs", "84 78 100 100", "84 of 100 v 78 of 100", "newcombe_interval(84, 100, 78, 100)"),
        ("two-runs", "40 9 2 9", "both right 40, both wrong 9", "tango_interval(40, 9, 2, 9)"),
        ("the-same-items?know=totals", "82 10 2 6", "both right 82, both wrong 6", "tango_interval(82, 10, 2, 6)"),
        ("the-same-items", "30\t5\n3\t12", "both right 30, both wrong 12", "tango_interval(30, 5, 3, 12)"),
        ("the-same-items", "30\t5\n3\t12", "both right 12, both wrong 30", "tango_interval(12, 3, 5, 30)"),
        ("the-same-items", "30\t5\n3\t12", "42 of 50 right", "wilson_interval(42, 50)"),
        ("groups", "2\t8\n3\t7", "right and wrong: 5 of 20 right", "right = [2, 3]\nitems = [10, 10]"),
        ("groups", "8\t10\n7\t10\n5\t9", "right and wrong: 20 of 49 right", "items = [18, 17, 14]"),
        ("two-runs", "A 8 10\nB 5 9", "8 right, 10 wrong; 5 right, 9 wrong", "newcombe_interval(8, 18, 5, 14)"),
        ("groups", "8\t2\n7\t3", "right and wrong: 15 of 20 right", "right = [8, 7]\nitems = [10, 10]"),
        ("two-runs", "right\titems\n8\t10\n5\t7\n9\t9", "Take them to Groups", "right = [8, 5, 9]\nitems = [10, 7, 9]"),
        ("one-rate", "subject,right,n\nlaw,8,10\nmath,5,7", "Take them to Groups", "right = [8, 5]\nitems = [10, 7]"),
        ("groups", "task,right,n\nlaw,8,10\nmath,5,7\nart,9,9", "For these alone: 22 of 26", "wilson_interval(22, 26)"),
        ("groups", "old: 84/100\nnew: 78/100", "Compare the two", "newcombe_interval(84, 100, 78, 100)"),
        ("groups", "84/100 78/100", "Compare the two", "newcombe_interval(84, 100, 78, 100)"),
        ("one-rate", rows("aabbcc", "121212", SCORES[0], head=["id", "seed", "ok"]), "Groups", "items = [2, 2, 2]"),
        ("two-runs", rows("aabbcc", SCORES[0]), "Take them to Groups", "right = [1, 2, 1]\nitems = [2, 2, 2]"),
    ],
)
def test_another_reading_is_a_button(page, address, tab, text, other, call):
    section = open_tab(page, address, tab)
    paste(page, section.locator("input:visible, textarea:visible").first.get_attribute("id"), text)
    page.locator(SAID).first.get_by_role("button", name=other).click()
    expect(page.locator(".calculator-python:visible")).to_contain_text(call)
    assert page.evaluate("document.activeElement !== document.body"), "the focus went with the button"


def test_going_back_undoes_a_paste(page, address):
    tab = open_tab(page, address)
    paste(page, "one-rate-right", "right\twrong\n16\t84")
    expect(tab.locator(".calculator-headline")).to_contain_text("16.0%")
    page.go_back()
    expect(tab.locator(".calculator-headline")).to_contain_text("84.0%")
    expect(tab.locator(".calculator-top")).not_to_contain_text("Read as")


def test_a_link_carries_all_groups_of_a_long_table(page, address, context):
    groups = [f"doc{k // 4}\t{int(k % 5 > 0)}" for k in range(3000)]
    tab = open_tab(page, address, "groups?known=counts")
    put = "(field, text) => { field.value = text; field.dispatchEvent(new Event('input')); }"  # typing takes minutes
    page.locator("#groups-counts").evaluate(put, "\n".join(groups))
    shown = tab.locator(".calculator-headline").inner_text()
    again = context.new_page()
    again.goto(page.url)
    expect(again.locator(".calculator-headline:visible")).to_have_text(shown, use_inner_text=True)
    again.close()


@cases(
    ("text", "call"),
    [
        ("doc,items,right\na,10,8\nb,7,5", "right = [8, 5]\nitems = [10, 7]"),
        ("items\tright\n10\t8\n7\t5", "right = [8, 5]\nitems = [10, 7]"),
        ("doc,score\na,1\nb,0\na,0", "right = [1, 0]\nitems = [2, 1]"),
        ("correct\tdoc\n1\t3\n0\t3\n1\t4", "right = [1, 1]\nitems = [2, 1]"),
        ("verdict\tdoc\n1\t3\n0\t3\n1\t4", None),
    ],
)
def test_columns_of_groups_are_taken_by_their_names_or_asked_about(page, address, text, call):
    tab = open_tab(page, address, "groups?known=counts")
    enter(page, **{"Each group, right/items": text})
    if call:
        expect(tab.locator(".calculator-python")).to_contain_text(call)
    else:
        expect(page.locator("#groups-counts-says")).to_contain_text("Put the group first.")
        expect(tab.locator(".calculator-headline")).to_have_count(0)


@cases(
    "text", ["8\t10\n5\t7", "doc\tright\titems\na\t8\t10\nb\t5\t7", "| 8 | 10 |\n| 5 | 7 |"]
)
def test_groups_are_taken_from_columns(page, address, text):
    tab = open_tab(page, address, "groups?known=counts")
    enter(page, **{"Each group, right/items": text})
    expect(tab.locator(".calculator-python")).to_contain_text("right = [8, 5]\nitems = [10, 7]")


def test_groups_are_counted_from_a_row_for_each_item(page, address):
    tab = open_tab(page, address, "groups?known=counts")
    enter(page, **{"Each group, right/items": "doc\tscore\na\t1\nb\t0\na\t0\nb\t1\nb\t1"})
    expect(tab.locator(".calculator-python")).to_contain_text("right = [1, 2]\nitems = [2, 3]")


@cases("counts", [GROUPS, "3/5 2/6 9/9 1/4 6/8 5/7 2/3 4/9"])
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
    assert f", or {worth:.3g} with the price of not knowing it well, {unevenly}" in said


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


@cases("width", [390, 1280])
@cases(
    "inputs",
    [
        "the-same-items?both=82&first=10&second=2&neither=6",
        "the-same-items?both=82&first=2&second=10&neither=6",
        "the-same-items?both=820&first=100&second=60&neither=60&level=99",
        "how-many-items?plan=pairsAt",
        "how-many-items?plan=runsAt",
        "two-runs",
    ],
)
def test_no_label_of_the_picture_lies_across_zero_or_on_its_other_side(page, address, inputs, width):
    page.set_viewport_size({"width": width, "height": 800})
    open_tab(page, address, inputs)
    places = page.locator(".calculator-picture:visible").evaluate(
        """svg => {
            const [zero, frame] = [svg.querySelector(".zero"), svg].map(x => x.getBoundingClientRect());
            const inside = box => box.left >= frame.left && box.right <= frame.right;
            return [...svg.querySelectorAll(".low, .high")].map(label => {
                const box = label.getBoundingClientRect();
                return [label.textContent, inside(box) ? [box.left - zero.right, box.right - zero.left] : []];
            });
        }"""
    )
    for label, sides in places:
        assert sides and all((x < 0) == label.startswith("-") for x in sides), (label, sides)


@cases("inputs", ["one-rate", "two-runs", "the-same-items", "how-many-items?plan=runs", "groups"])
def test_on_a_phone_what_is_usual_waits_under_more(page, address, inputs):
    page.set_viewport_size(NARROW)
    tab = open_tab(page, address, inputs)
    level, more = tab.get_by_label("Level"), tab.get_by_role("button", name="More")
    expect(more).to_have_attribute("aria-expanded", "false")
    expect(level).to_be_hidden()
    more.click()
    level.fill("90")
    expect(tab.locator(".calculator-sentence")).to_contain_text("90%" if "how" not in inputs else "0.1")
    page.reload()
    expect(level).to_be_visible()  # what is not as usual is not hidden
    page.set_viewport_size(WIDE)
    expect(more).to_be_hidden()
    expect(level).to_be_visible()


@cases("inputs", ["two-runs", "the-same-items", "how-many-items?plan=runsAt", "groups?known=effect"])
def test_on_a_phone_the_result_is_in_sight_of_each_field(page, address, inputs):
    page.set_viewport_size({"width": 390, "height": 420})  # what a keyboard leaves
    tab = open_tab(page, address, inputs)
    for field in tab.locator(":is(input, select, textarea):visible").all():
        field.focus()
        field.scroll_into_view_if_needed()
        expect(tab.locator(".calculator-headline")).to_be_in_viewport(ratio=1)
        expect(field).to_be_in_viewport(ratio=0.9)


def test_a_long_name_is_no_wider_than_a_phone(page, address):
    page.set_viewport_size(NARROW)
    open_tab(page, address, f"two-runs?name={'a_long_name_' * 5}")
    assert page.evaluate(WIDER) is False


def test_copying(page, address):
    tab = open_tab(page, address, "two-runs?first=90")
    for part, wanted in (("To paste", ".calculator-sentence"), ("In Python", ".calculator-python")):
        tab.get_by_role("button", name=f"Copy: {part}").click()
        assert page.evaluate("navigator.clipboard.readText()") == tab.locator(wanted).inner_text()
        expect(page.locator("[aria-live=polite]")).to_have_text("Copied")
    tab.get_by_role("button", name="Copy: Link").click()
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_without_javascript_it_says_so_and_names_the_calls(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    expect(page.get_by_text("needs JavaScript")).to_be_visible()
    for call in ("wilson", "newcombe", "tango", "items_for_half_width", "clustered_wilson"):
        expect(page.locator("pre", has_text=re.compile(rf"print\({call}(_interval)?\(")).first).to_be_visible()
    context.close()


def test_the_calls_without_javascript_are_those_of_the_examples(page, address):
    listed = (ROOT / "book" / "calculator.md").read_text(encoding="utf-8").split("```python\n")[1:]
    open_link(page, address)
    for tab, code in zip(page.get_by_role("tab").all(), listed, strict=True):
        tab.click()
        page.get_by_role("link", name="Show an example").click()
        expect(tab).to_be_focused()
        shown = page.locator(".calculator-python:visible").inner_text().splitlines()
        assert [line for line in shown if not line.startswith("#")] == code.split("```")[0].splitlines()


def test_every_tab_is_open_to_everybody_in_both_themes_and_widths(page, address):
    open_tab(page, address, "groups?known=counts&counts=9/10")  # a complaint is among what is looked at
    page.evaluate(AXE)
    found = FOUND.replace("{ ", '"article", { preload: false, ', 1)  # a file may not read its style sheets
    for scheme, size in (("light", WIDE), ("dark", NARROW)):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size(size)
        for tab in page.get_by_role("tab").all():
            tab.click()
            example = page.get_by_role("link", name="Show an example")
            for blank in (True, False) if example.is_visible() else (False,):
                if not blank and example.is_visible():
                    example.click()
                page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
                assert page.evaluate(found) == [] and page.evaluate(WIDER) is False
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Copy")).to_have_count(0)


def test_the_bundle_says_what_is_in_it():
    recipe = json.loads((ROOT / "tools" / "statistics-js" / "package.json").read_text(encoding="utf-8"))
    banner = (STATIC / "statistics.js").read_text(encoding="utf-8").split("*/")[0]
    for package, version in recipe["devDependencies"].items():
        if package.startswith("@stdlib/"):
            assert f"{package.removeprefix('@stdlib/')} {version}" in banner
