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
from scipy.stats import hypergeom

from give_or_take import (
    clopper_pearson_interval,
    pass_at_k,
    pass_hat_k,
    plan_repeats,
    repeat_variance,
)
from give_or_take.repeats import PassRate
from give_or_take.standard_errors import standard_error_of_mean
from tools.studies import pass_coverage as study

runs_of_items = st.lists(st.lists(st.integers(0, 1), min_size=1, max_size=6), min_size=2, max_size=12)
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


# variances: other programs


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


@given(balanced)
def test_the_parts_add_up_to_the_error_of_the_mean(answers):
    found = repeat_variance(*columns(answers))
    assume(found.between.value >= 0)
    between, within = found.between.value / len(answers), found.within.value / (len(answers) * len(answers[0]))
    assert found.mean.se == pytest.approx(math.sqrt(between + within), abs=1e-12)
    assert found.floor == pytest.approx(math.sqrt(between), abs=1e-12)


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


# their interval

counts_of_items = st.integers(2, 6).flatmap(
    lambda runs: st.tuples(st.lists(st.integers(0, runs), min_size=2, max_size=30), st.just(runs), st.integers(1, runs))
)
levels = st.sampled_from([0.5, 0.8, 0.95, 0.99])


def ends(found, level=0.95):
    return np.array([*found.interval(level)])


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


# what it covers: the stored table of tools/studies/pass_coverage.py

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
