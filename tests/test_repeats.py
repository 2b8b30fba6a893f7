"""Chapter 8's repeated runs against exact fractions over every outcome, SciPy, statsmodels, published code and sums."""

import itertools
import math
from fractions import Fraction
from functools import cache

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.stats import binom, dirichlet, f_oneway, hypergeom

from give_or_take import (
    clopper_pearson_interval,
    clustered_mean,
    intracluster_correlation,
    pass_at_k,
    pass_hat_k,
    plan_repeats,
    repeat_variance,
    standard_error_of_mean,
)
from give_or_take.repeats import PassRate
from tools import pass_coverage as study

runs_of_items = st.lists(st.lists(st.integers(0, 1), min_size=1, max_size=6), min_size=2, max_size=12)
repeated = st.lists(st.lists(st.integers(0, 1), min_size=2, max_size=6), min_size=2, max_size=12)
balanced = st.integers(2, 5).flatmap(
    lambda k: st.lists(st.lists(st.integers(0, 1), min_size=k, max_size=k), min_size=2, max_size=12)
)
variances = st.floats(0, 0.125)
some_variance = st.floats(0.001, 0.125)


def columns(answers):
    """A list of runs for each item as a column of scores and one of items."""
    scores = [score for runs in answers for score in runs]
    return scores, [f"item {i}" for i, runs in enumerate(answers) for _ in runs]


def counts(answers):
    return [sum(runs) for runs in answers], [len(runs) for runs in answers]


def expected(statistic, kinds, runs):
    """Its expectation when each item is one of the kinds {chance of a right answer: its share}, over every outcome.

    `runs` gives for each item how often it is run, or a function of its chance.
    """
    total = 0
    for chances in itertools.product(kinds, repeat=len(runs)):
        sizes = tuple(k(p) if callable(k) else k for k, p in zip(runs, chances, strict=True))
        drawn = math.prod(kinds[p] for p in chances)
        for right in itertools.product(*(range(k + 1) for k in sizes)):
            ways = math.prod(
                math.comb(k, c) * p**c * (1 - p) ** (k - c) for p, k, c in zip(chances, sizes, right, strict=True)
            )
            if ways:
                total += Fraction(statistic(right, sizes)) * drawn * ways
    return total


@cache
def of_counts(right, sizes):
    return repeat_variance(*columns([[1] * c + [0] * (k - c) for c, k in zip(right, sizes, strict=True)]))


KINDS = {Fraction(1, 4): Fraction(1, 2), Fraction(1, 2): Fraction(1, 6), Fraction(1): Fraction(1, 3)}
MEAN = sum(p * share for p, share in KINDS.items())
BETWEEN = sum((p - MEAN) ** 2 * share for p, share in KINDS.items())
WITHIN = sum(p * (1 - p) * share for p, share in KINDS.items())


# variances: every outcome


@pytest.mark.parametrize("runs", [(2, 2, 2), (1, 2, 4), (2, 1, 2, 1)], ids=str)
def test_nothing_is_biased(runs):
    n = len(runs)
    variance = BETWEEN / n + WITHIN * sum(Fraction(1, k) for k in runs) / n**2
    for statistic, exact in (
        (lambda found: found.mean.value, MEAN),
        (lambda found: found.between.value, BETWEEN),
        (lambda found: found.within.value, WITHIN),
        (lambda found: found.mean.se**2, variance),
    ):
        value = expected(lambda *counts, statistic=statistic: statistic(of_counts(*counts)), KINDS, runs)
        assert float(value) == pytest.approx(float(exact), rel=1e-12)


def test_hard_items_may_be_run_more_often():
    """The estimate of the analysis of variance, which weighs items by their runs, then means something else."""

    def often(p):
        return 4 if p < 1 else 2

    def within(right, sizes):
        return of_counts(right, sizes).within.value

    def between(right, sizes):
        return of_counts(right, sizes).between.value

    def pooled_within(right, sizes):
        return sum(Fraction(c * (k - c), k) for c, k in zip(right, sizes, strict=True)) / (sum(sizes) - len(sizes))

    assert float(expected(within, KINDS, (often, often))) == pytest.approx(float(WITHIN), rel=1e-12)
    assert float(expected(between, KINDS, (often, often))) == pytest.approx(float(BETWEEN), rel=1e-12)
    assert expected(pooled_within, KINDS, (often, often)) - WITHIN > 0.01


def test_stopping_at_the_first_success_is_biased():
    """Runs whose number depends on their outcome: why the module's first lines forbid it."""
    p, most = Fraction(1, 4), 5
    stopped = sum((1 - p) ** (t - 1) * p * Fraction(1, t) for t in range(1, most + 1))  # the mean of 0, ..., 0, 1
    assert stopped - p > 0.15
    found = repeat_variance([0, 0, 1, 1], ["a", "a", "a", "b"]).mean.value
    assert found == pytest.approx((1 / 3 + 1) / 2)


# variances: other programs


@given(balanced)
def test_equal_runs_give_the_analysis_of_variance(answers):
    found, k = repeat_variance(*columns(answers)), len(answers[0])
    assume(found.within.value > 0)
    ratio = f_oneway(*answers).statistic  # between + within/k is F times within/k
    assert found.between.value == pytest.approx((ratio - 1) * found.within.value / k, abs=1e-12)
    both = found.between.value + found.within.value
    correlation = intracluster_correlation(*columns(answers)).correlation
    assert found.between.value == pytest.approx(correlation * both, abs=1e-12)


@given(balanced)
def test_equal_runs_give_the_clustered_mean(answers):
    scores, items = columns(answers)
    found, clustered = repeat_variance(scores, items).mean, clustered_mean(scores, items, "items", "CR1")
    for name in ("value", "se", "n", "df", "clusters", "design_effect"):
        assert getattr(found, name) == pytest.approx(getattr(clustered, name), rel=1e-9, abs=1e-12)


def test_equal_runs_of_any_scores_against_restricted_likelihood():
    mixed = pytest.importorskip("statsmodels.regression.mixed_linear_model")
    rng = np.random.default_rng(8)
    answers = rng.normal(50, 7, (30, 1)) + rng.normal(0, 4, (30, 3))
    scores, items = columns(answers)
    fit = mixed.MixedLM(scores, np.ones(90), items).fit(reml=True)
    found = repeat_variance(scores, items)
    assert found.within.value == pytest.approx(fit.scale, rel=1e-4)
    assert found.between.value == pytest.approx(float(fit.cov_re[0, 0]), rel=1e-4)
    assert found.mean.value == pytest.approx(fit.fe_params[0]) and found.mean.unit == ""
    assert found.mean.se == pytest.approx(fit.bse_fe[0], rel=1e-4)


# variances: properties


@given(runs_of_items)
def test_each_item_counts_alike(answers):
    found = repeat_variance(*columns(answers))
    means = [sum(runs) / len(runs) for runs in answers]
    assert found.mean.value == pytest.approx(np.mean(means))
    assert found.mean.se == pytest.approx(standard_error_of_mean(means), abs=1e-12)
    several = [runs for runs in answers if len(runs) > 1]
    if len(several) < 2:
        assert found.within is found.between is found.floor is None
        return
    own = [np.var(runs, ddof=1) for runs in several]
    assert found.within.value == pytest.approx(np.mean(own))
    assert found.within.se == pytest.approx(standard_error_of_mean(own), abs=1e-12)
    assert (found.within.n, found.within.df) == (len(own), len(own) - 1)
    noise = [(np.var(runs, ddof=1) if len(runs) > 1 else np.mean(own)) / len(runs) for runs in answers]
    assert found.between.value == pytest.approx(np.var(means, ddof=1) - np.mean(noise), abs=1e-12)
    assert (found.between.n, found.between.df) == (len(answers), len(answers) - 1)


@given(runs_of_items, st.randoms(use_true_random=False), st.floats(-100, 100), st.floats(0.01, 100))
def test_order_and_scale(answers, random, start, step):
    scores, items = columns(answers)
    rows = list(zip(scores, items, strict=True))
    random.shuffle(rows)
    found = repeat_variance(scores, items)
    moved = repeat_variance([start + step * score for score, _ in rows], [{"a": 1}.get(i, i) for _, i in rows])
    assert moved.mean.se == pytest.approx(step * found.mean.se, rel=1e-6, abs=1e-10)
    for one, other in ((found.between, moved.between), (found.within, moved.within)):
        assert (one is None) == (other is None)
        if one is not None:
            assert other.value == pytest.approx(step**2 * one.value, rel=1e-6, abs=1e-8)
            assert other.se == pytest.approx(step**2 * one.se, rel=1e-6, abs=1e-8)


@given(balanced)
def test_the_parts_add_up_to_the_error_of_the_mean(answers):
    found = repeat_variance(*columns(answers))
    assume(found.between.value >= 0)
    between, within = found.between.value / len(answers), found.within.value / (len(answers) * len(answers[0]))
    assert found.mean.se == pytest.approx(math.sqrt(between + within), abs=1e-12)
    assert found.floor == pytest.approx(math.sqrt(between), abs=1e-12)


@given(repeated)
def test_within_is_what_one_rerun_of_the_failures_adds(answers):
    gain = pass_at_k(*counts(answers), 2).value - pass_at_k(*counts(answers), 1).value
    assert repeat_variance(*columns(answers)).within.value == pytest.approx(gain, abs=1e-12)


def test_boundaries():
    with pytest.raises(ValueError, match="^items must name at least two items: one cannot show"):
        repeat_variance([1, 0, 1], ["a", "a", "a"])
    with pytest.raises(ValueError, match="^scores and items must .*, one entry for each answer: got 3 and 2$"):
        repeat_variance([1, 0, 1], ["a", "b"])
    with pytest.raises(ValueError, match="^scores is too large .* at position 1.: check its units"):
        repeat_variance([1, -1e60], ["a", "b"])
    single = repeat_variance([1, 0, 1, 1], list("abcd"))
    assert single.mean.se == standard_error_of_mean([1, 0, 1, 1]) and single.mean.design_effect == 1
    assert single.within is single.between is single.floor is None
    assert repeat_variance([1, 0, 1, 1], list("aabc")).within is None  # one item says nothing about the others
    all_right = repeat_variance([1, 1, 1, 1], list("aabb"))
    assert all_right.mean.value == 1
    assert all_right.mean.se == all_right.between.value == all_right.within.value == all_right.floor == 0
    alike = repeat_variance([1, 0, 1, 0], list("aabb"))  # equal means, although the runs differ
    assert alike.between.value == -0.25 and alike.within.value == 0.5 and alike.mean.se == alike.floor == 0
    certain = repeat_variance([1, 1, 0, 0, 1, 1], list("aabbcc"))
    assert certain.within.value == 0 and certain.floor == pytest.approx(certain.mean.se)
    constant = repeat_variance([0.1] * 7, list("aaabbcc"))
    assert constant.mean.se == constant.within.value == 0


def test_what_it_prints():
    text = format(repeat_variance([1, 1, 0, 0, 1, 0, 1, 1], list("aabbccdd")))
    assert text.startswith("62.5%, standard error 23.9 points (4 items, 8 answers). Items differ by a standard")
    assert "Endless runs of these items would leave a standard error of" in text
    assert text.endswith("Taken for 8 independent items, the answers would claim 18.3 points.")
    alone = "Fewer than two items have a second run, so nothing shows how much runs vary within an item."
    assert format(repeat_variance([1, 0], list("ab"))).endswith(f"(2 items, 2 answers). {alone}")
    assert "0 is no certainty" in format(repeat_variance([1, 1, 1, 1], list("aabb")))
    assert "Items differ no more than runs explain" in format(repeat_variance([1, 0, 1, 0], list("aabb")))
    assert "1.0, standard error 1.0 (2 items, 4 answers)" in format(repeat_variance([0, 0, 2, 2], list("aabb")))


# plans


@given(
    some_variance,
    variances,
    st.integers(10, 60),
    st.integers(1, 5),
    st.integers(0, 12),
    st.one_of(st.none(), st.integers(2, 20)),
)
def test_no_design_within_the_budget_is_better(between, within, budget, answer, item, most):
    designs = [
        (n, runs)
        for n in range(2, (most or budget) + 1)
        for runs in range(1, budget + 1)
        if n * (item + runs * answer) <= budget
    ]
    if not designs:
        with pytest.raises(ValueError, match="^budget is too small"):
            plan_repeats(between, within, budget, answer, item, most)
        return
    plan = plan_repeats(between, within, budget, answer, item, most)
    best = min(math.sqrt(between / n + within / (n * runs)) for n, runs in designs)
    assert plan.best.se == pytest.approx(best) == min(design.se for design in plan.designs)
    assert [design.runs for design in plan.designs] == sorted({runs for _, runs in designs})
    for n, runs, cost, se in plan.designs:
        assert n == max(items for items, k in designs if k == runs) and cost == n * (item + runs * answer) <= budget
        assert se == pytest.approx(math.sqrt(between / n + within / (n * runs)))


@given(some_variance, some_variance, st.floats(0.1, 10), st.floats(0, 200))
def test_the_best_number_of_runs_is_the_textbooks(between, within, answer, item):
    """√(cost of an item / cost of an answer · within / between), up to rounding, while the budget is large."""
    best = math.sqrt(item / answer * within / between)
    plan = plan_repeats(between, within, 1e9, answer, item)
    assume(best < 900)
    assert max(1, math.floor(best)) <= plan.best.runs <= max(1, math.ceil(best))


@given(some_variance, variances, st.floats(10, 1e6), st.floats(0.1, 4))
def test_a_second_run_is_never_best_where_new_items_are_free(between, within, budget, answer):
    assert plan_repeats(between, within, budget, answer).best.runs == 1


@given(some_variance, some_variance, st.floats(0.01, 100))
def test_the_unit_of_the_budget_does_not_matter(between, within, rate):
    here, there = (plan_repeats(between, within, 60 * x, 0.5 * x, 2 * x, 15) for x in (1, rate))
    assert here.best[:2] == there.best[:2] and here.best.se == there.best.se


def test_plans_at_the_boundaries():
    assert plan_repeats(0.08, 0.0, 300, 1, 50).best[:2] == (5, 1)  # answers repeat: a second run buys nothing
    assert plan_repeats(0.08, 0.08, 300, 1, most_items=100).best[:3] == (100, 3, 300)  # no more items: runs
    assert plan_repeats(4, 9, 300, 1, unit="seconds").unit == "seconds"
    assert plan_repeats(0.1, 0.1, 0.3, 0.1, most_items=3).best[:2] == (3, 1)  # 0.3/0.1 is 2.9999999999999996
    runs = [design.runs for design in plan_repeats(0.08, 0.08, 10**6, 1).designs]
    assert runs == list(range(1, 1001))
    with pytest.raises(ValueError, match="^most_items must be at least 2: got 1"):
        plan_repeats(0.08, 0.08, 300, 1, most_items=1)
    with pytest.raises(ValueError, match="^between must be above 0: got -0.01; an estimate at or below 0 says"):
        plan_repeats(-0.01, 0.08, 300, 1)
    with pytest.raises(ValueError, match="^between is too large for rates: got 0.6, and even an estimate"):
        plan_repeats(0.6, 0.08, 300, 1)
    pilot = repeat_variance([1, 1, 0, 0], ["a", "a", "b", "b"])
    assert pilot.between.value == 0.5 and plan_repeats(0.5, pilot.within.value, 300, 1).best.runs == 1
    with pytest.raises(ValueError, match="^budget is too small: got 3, and two items with one run each, .* cost 4$"):
        plan_repeats(0.08, 0.08, 3, 1, 1)


def test_what_a_plan_prints():
    assert format(plan_repeats(0.08, 0.08, 300, 1)) == (
        "A budget of 300 reaches its smallest standard error, 2.3 points, with 300 items and one run of each: "
        "300 answers, for 300. 150 items with 2 runs of each would have 2.8 points."
    )
    assert format(plan_repeats(0.08, 0.08, 300, 1, 9)) == (
        "A budget of 300 reaches its smallest standard error, 6.5 points, with 25 items and 3 runs of each: "
        "75 answers, for 300. 30 items with one run of each would have 7.3 points."
    )
    assert format(plan_repeats(4, 9, 4, 1, 1, unit="seconds")) == (
        "A budget of 4 reaches its smallest standard error, 2.5 seconds, with 2 items and one run of each: "
        "2 answers, for 4."
    )


# pass@k


def published(n, c, k):
    """The estimator as Chen et al. print it."""
    if n - c < k:
        return 1.0
    return 1.0 - np.prod(1.0 - k / np.arange(n - c + 1, n + 1))


many_counts = st.integers(1, 300).flatmap(
    lambda most: st.tuples(
        st.lists(st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), min_size=2),
        st.just(most),
    )
)


@given(many_counts)
def test_pass_at_k_against_three_formulas(drawn):
    pairs, most = drawn
    right, runs = map(list, zip(*pairs, strict=True))
    k = min(most, *runs)
    each = [Fraction(1) - Fraction(math.comb(n - c, k), math.comb(n, k)) for c, n in pairs]
    found = pass_at_k(right, runs, k)
    assert found.value == pytest.approx(float(sum(each) / len(each)), abs=1e-12)
    assert found.value == pytest.approx(np.mean([published(n, c, k) for c, n in pairs]), abs=1e-12)
    assert found.value == pytest.approx(np.mean([hypergeom.sf(0, n, c, k) for c, n in pairs]), abs=1e-9)
    assert found.se == pytest.approx(standard_error_of_mean([float(x) for x in each]), abs=1e-12)
    assert (found.n, found.df) == (len(pairs), len(pairs) - 1)


@pytest.mark.parametrize(("runs", "k"), [((2, 2), 2), ((3, 2, 4), 2), ((3, 4), 3)], ids=str)
def test_pass_at_k_and_its_variance_are_unbiased(runs, k):
    truth = sum((1 - (1 - p) ** k) * share for p, share in KINDS.items())
    found = cache(lambda *counts: pass_at_k(*counts, k))
    first = expected(lambda *counts: found(*counts).value, KINDS, runs)
    second = expected(lambda *counts: found(*counts).value ** 2, KINDS, runs)
    variance = expected(lambda *counts: found(*counts).se ** 2, KINDS, runs)
    assert float(first) == pytest.approx(float(truth), rel=1e-12)
    assert float(variance) == pytest.approx(float(second - first**2), rel=1e-9)

    def plugged_in(right, sizes):
        return sum(1 - (1 - Fraction(c, n)) ** k for c, n in zip(right, sizes, strict=True)) / len(sizes)

    assert expected(plugged_in, KINDS, runs) < truth - Fraction(1, 100)


def test_rerunning_the_failures_is_pass_at_k():
    """Every outcome of a first run and up to two reruns of what failed."""
    score = sum(
        share * math.prod(p if right else 1 - p for right in outcome)
        for p, share in KINDS.items()
        for outcome in itertools.product((0, 1), repeat=3)
        if any(outcome)
    )
    assert float(expected(lambda *counts: pass_at_k(*counts, 3).value, KINDS, (4, 3))) == pytest.approx(float(score))
    once = sum(share * (p + (1 - p) * p) for p, share in KINDS.items())
    assert once - MEAN == WITHIN


@given(repeated)
def test_pass_at_k_from_one_to_all(answers):
    right, runs = counts(answers)
    values = [pass_at_k(right, runs, k) for k in range(1, min(runs) + 1)]
    mean = repeat_variance(*columns(answers)).mean
    assert values[0].value == pytest.approx(mean.value) and values[0].se == pytest.approx(mean.se, abs=1e-12)
    assert all(a.value <= b.value + 1e-12 for a, b in itertools.pairwise(values))
    all_right = [np.prod([(c - j) / (n - j) for j in range(2)]) for c, n in zip(right, runs, strict=True)]
    wrong = [n - c for c, n in zip(right, runs, strict=True)]
    assert 1 - pass_at_k(wrong, runs, 2).value == pytest.approx(np.mean(all_right), abs=1e-12)


def test_pass_at_k_at_the_boundaries():
    assert pass_at_k([1, 1], 1, 1).value == 1 and pass_at_k([1, 1], 1, 1).se == 0
    assert pass_at_k([0, 0], 10, 10).value == 0
    assert pass_at_k([1, 9], 10, 10).value == 1  # all ten are drawn, so one right answer is enough
    assert pass_at_k([1, 200], 200, 100).value == pytest.approx(0.75)
    assert pass_at_k([4, 5], [10, 10], 3) == pass_at_k([4, 5], 10, 3)
    with pytest.raises(ValueError, match="^k must not exceed the runs of an item: got 5, and runs is 4 at position 1"):
        pass_at_k([3, 3], [5, 4], 5)
    with pytest.raises(ValueError, match="^successes must not exceed runs: got 7 at position 1 of 6; are the two"):
        pass_at_k([1, 7], [5, 6], 1)
    with pytest.raises(ValueError, match="^successes must hold at least 2 items"):
        pass_at_k([3], 5, 1)


# pass^k


@given(many_counts)
def test_pass_hat_k_counts_the_choices_that_are_all_right(drawn):
    pairs, most = drawn
    right, runs = map(list, zip(*pairs, strict=True))
    k = min(most, *runs)
    each = [Fraction(math.comb(c, k), math.comb(n, k)) for c, n in pairs]
    found = pass_hat_k(right, runs, k)
    assert found.value == pytest.approx(float(sum(each) / len(each)), abs=1e-12)
    assert found.value == pytest.approx(np.mean([hypergeom.pmf(k, n, c, k) for c, n in pairs]), abs=1e-9)
    assert found.se == pytest.approx(standard_error_of_mean([float(x) for x in each]), abs=1e-12)
    assert (found.n, found.df) == (len(pairs), len(pairs) - 1)
    wrong = pass_at_k([n - c for c, n in pairs], runs, k)
    assert (found.value, found.se) == pytest.approx((1 - wrong.value, wrong.se), abs=1e-12)


def test_pass_hat_k_is_unbiased():
    runs = (3, 4)
    value = expected(cache(lambda *counts: pass_hat_k(*counts, 3).value), KINDS, runs)
    assert float(value) == pytest.approx(float(sum(p**3 * share for p, share in KINDS.items())), rel=1e-12)
    plugged_in = expected(lambda c, n: sum(Fraction(x, y) ** 3 for x, y in zip(c, n, strict=True)) / 2, KINDS, runs)
    assert plugged_in > value + 0.01


SOLVED = [0] * 14 + [1] * 12 + [2] * 10 + [3] * 4 + [4] * 10  # airline tasks of tau-bench, four trials of GPT-4o each


def test_four_trials_of_fifty_tasks():
    """By hand: 84 of 200 trials; ten tasks always; all but 14 once or more."""
    assert [pass_hat_k(SOLVED, 4, k).value for k in (1, 4)] == pytest.approx([0.42, 0.2])
    assert [pass_at_k(SOLVED, 4, k).value for k in (1, 4)] == pytest.approx([0.42, 0.72])
    pairs = sum(c * (c - 1) / 12 for c in SOLVED) / 50
    assert pass_hat_k(SOLVED, 4, 2).value == pytest.approx(pairs) == pytest.approx(0.273333, abs=1e-6)
    for found, always in ((pass_hat_k(SOLVED, 4, 4), 10), (pass_at_k(SOLVED, 4, 4), 36)):
        assert tuple(found.interval()) == pytest.approx(tuple(clopper_pearson_interval(always, 50)), abs=1e-10)


# their interval

counts_of_items = st.integers(2, 6).flatmap(
    lambda runs: st.tuples(st.lists(st.integers(0, runs), min_size=2, max_size=30), st.just(runs), st.integers(1, runs))
)
levels = st.sampled_from([0.5, 0.8, 0.95, 0.99])


def ends(found, level=0.95):
    return np.array([*found.interval(level)])


def test_what_the_interval_used_to_say():
    """100% to 100%, and up to 112.6%."""
    low, high = pass_at_k([4, 5, 5, 5], 5, 2).interval()
    assert low == pytest.approx(0.025 ** (1 / 4)) and high == 1
    found = pass_at_k([0] + [5] * 9, 5, 1).interval()
    assert tuple(found) == pytest.approx(tuple(clopper_pearson_interval(9, 10)))
    assert (found.method, found.level, found.n, found.unit) == ("Gaffke", 0.95, 10, "%")
    assert tuple(pass_hat_k([0, 0], 3, 2).interval()) == pytest.approx((0, 1 - 0.025**0.5))


@pytest.mark.parametrize("n", [2, 3, 100, 10**5])
@pytest.mark.parametrize("level", [1e-300, 0.5, 0.95, 1 - 1e-9, 1 - 1e-16])
def test_right_or_wrong_gives_clopper_and_pearsons_interval(n, level):
    for k in {0, 1, n // 2, n - 1, n}:
        found = pass_at_k([3] * k + [0] * (n - k), 3, 2)
        assert ends(found, level) == pytest.approx([*clopper_pearson_interval(k, n, level)], abs=1e-9)


def exactly_below(point, values):
    """The chance that a mean of different values, with weights from all that add up to 1, is below a point."""
    n = len(values)
    return 1 - sum(
        (x - point) ** (n - 1) / math.prod(x - y for y in values if y != x) for x in values if x > point
    )  # fmt: skip


@pytest.mark.parametrize("values", [(1, 2, 3), (1, 4, 9), (2, 3, 5, 7, 8), (0, 1, 10, 11, 12)], ids=str)
def test_the_interval_against_exact_fractions(values):
    """Pass@1 of items with different numbers of right answers out of twelve."""
    found, each = pass_at_k(values, 12, 1), [Fraction(c, 12) for c in values]
    for level in (0.8, 0.95, 0.999):
        low, high = map(Fraction, found.interval(level))
        if 0 not in values:
            assert float(exactly_below(low, [Fraction(0), *each])) == pytest.approx((1 - level) / 2, rel=1e-8)
        assert float(1 - exactly_below(high, [*each, Fraction(1)])) == pytest.approx((1 - level) / 2, rel=1e-8) or (
            12 in values
        )


def test_the_interval_against_weights_drawn():
    found = pass_at_k([1, 3, 4, 4, 5, 5, 5], [5, 6, 6, 5, 5, 5, 8], 2)
    chances, items = map(np.array, zip(*found.chances, strict=True))
    assert items.sum() == 7 and chances @ items / 7 == pytest.approx(found.value)
    for end, pseudo in zip(found.interval(), (0, 1), strict=True):
        weights = dirichlet.rvs([1, *items], 200_000, random_state=3)
        share = np.mean((weights @ [pseudo, *chances] < end) == (pseudo == 0))
        assert share == pytest.approx(0.025, abs=0.0015)


@settings(max_examples=20)
@given(counts_of_items, levels)
def test_the_interval_holds_the_estimate_and_stays_in_range(drawn, level):
    right, runs, k = drawn
    for found in (pass_at_k(right, runs, k), pass_hat_k(right, runs, k)):
        low, high = ends(found, level)
        assert 0 <= low <= found.value <= high <= 1 and high - low > 0.5 * (1 - level) / len(right)
        assert (low == 0) == (found.value == 0) and (high == 1) == (found.value == 1)
        wider = ends(found, 0.995)
        assert wider[0] <= low + 1e-12 and high <= wider[1] + 1e-12
    wrong = ends(pass_hat_k([runs - c for c in right], runs, k), level)
    assert ends(pass_at_k(right, runs, k), level) == pytest.approx(1 - wrong[::-1], abs=1e-11)


@settings(max_examples=20)
@given(counts_of_items, levels, st.data())
def test_a_right_answer_more_never_lowers_an_end(drawn, level, data):
    right, runs, k = drawn
    more = list(right)
    item = data.draw(st.integers(0, len(right) - 1))
    more[item] = min(more[item] + 1, runs)
    for function in (pass_at_k, pass_hat_k):
        assert np.all(ends(function(more, runs, k), level) >= ends(function(right, runs, k), level) - 1e-11)


def test_very_many_different_chances():
    rng = np.random.default_rng(4)
    runs = rng.integers(5, 60, 3000)
    found = pass_at_k(rng.binomial(runs, rng.random(3000)), runs, 2)
    low, high = ends(found)
    assert len(found.chances) > 500 and (high - low) / 2 == pytest.approx(1.96 * found.se, rel=0.05)


@pytest.mark.parametrize(("items", "rate"), [(30, 0.95), (50, 0.97), (100, 0.99)])
def test_all_results_of_items_that_pass_always_or_never(items, rate):
    """The exact coverage, where the error of the mean is 0 in up to a third of all samples."""
    right = np.arange(items - 14, items + 1)  # fewer have a chance below a millionth
    low, high = np.transpose([ends(pass_at_k([4] * c + [0] * (items - c), 4, 2)) for c in right])
    chance = binom.pmf(right, items, rate)
    assert chance @ ((low <= rate) & (rate <= high)) > 0.95


# what it covers: the stored table of tools/pass_coverage.py

STORED = pd.read_csv(study.PASSES)


def test_it_holds_the_truth_in_93_percent_of_all_samples_or_more():
    worst = STORED.groupby("method")["coverage"].min()
    assert worst["Gaffke"] >= 0.93 and worst.drop("Gaffke").max() < 0.7
    assert set(STORED["items"]) == {30, 50, 100} and {0.03, 0.5, 0.97, 0.99} <= set(STORED["rate"])
    words = " ".join(PassRate.interval.__doc__.split())
    assert f"in {math.floor(1000 * worst['Gaffke']) / 10}% of all samples or more" in words
    assert f"fell to {math.floor(1000 * worst['t']) / 10}%" in words
    width = STORED.query("items == 100 and 0.5 <= rate <= 0.95").pivot(index="rate", columns="method", values="width")
    ratio = 100 * (width["Gaffke"] / width["t"] - 1)
    assert f"it is {ratio.min():.0f} to {ratio.max():.0f}% wider than that" in words


@pytest.mark.parametrize("row", [*STORED.query("runs <= 5 and rate >= 0.95")[::4].itertuples()], ids=lambda row: row[1])
def test_a_stored_cell_comes_out_again(row):
    again = study.measured(study.Cell(row.items, row.runs, row.k, row.spread, row.rate))
    [covered] = [covered for method, covered, _ in again if method == row.method]
    assert covered == pytest.approx(row.coverage, abs=6e-5)


@pytest.mark.parametrize("spread", study.SPREADS)
def test_the_study_judges_by_the_interval_that_users_get(spread):
    cell = study.Cell(30, 5, 2, spread, 0.9)
    assert cell.chances.sum() == pytest.approx(1) and cell.chances @ cell.passes == pytest.approx(0.9)
    items = np.random.default_rng(1).multinomial(30, cell.chances, size=25).astype(float)
    intervals = [pass_at_k(np.repeat(np.arange(6), row.astype(int)), 5, 2).interval() for row in items]
    assert study.gaffke(cell, items).tolist() == [0.9 in interval for interval in intervals]
