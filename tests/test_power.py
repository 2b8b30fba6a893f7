"""Chapter 4's power against R, statsmodels, SciPy, exact fractions, simple sums and each other."""

import itertools
import math
import statistics
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from reference import rows

from give_or_take import (
    Interval,
    detectable_change,
    equivalent,
    exact_power,
    items_for_non_inferiority,
    items_for_power,
    newcombe_interval,
    non_inferior,
    plan_two_runs,
    power_two_rates,
)
from give_or_take.power import METHODS, TESTS, DetectableChange, _hills, _items, _missed, _share

NORMAL = statistics.NormalDist()


def reference(name):
    return [{key: float(value) for key, value in row.items()} for row in rows(name)]


def before_rounding(row, sides, method, alpha):
    return float(_items(np.array(row["p1"]), np.array(row["p2"]), row["power"], alpha, 1.0, sides, method))


rates = st.floats(0.01, 0.99)
sizes = st.integers(1, 5000)
alphas = st.sampled_from([0.2, 0.1, 0.05, 0.01, 0.001])
powers = st.sampled_from([0.5, 0.7, 0.8, 0.9, 0.95, 0.999])
apart = st.tuples(rates, rates).filter(lambda pair: abs(pair[0] - pair[1]) > 0.003)


# power: the references


@pytest.mark.parametrize("row", reference("two_proportion_power.csv"), ids=lambda row: f"{row['n']:.0f}")
def test_power_against_r(row):
    p1, p2, n, alpha = (row[name] for name in ("p1", "p2", "n", "alpha"))
    # power_R_strict, `strict = TRUE`, counts both tails: our definition.
    assert power_two_rates(p1, p2, n, alpha=alpha) == pytest.approx(row["power_R_strict"], rel=0, abs=1e-14)
    # power_R, R's default, counts the right tail of the two-sided test only: our one-sided test at alpha/2.
    assert power_two_rates(p1, p2, n, alpha=alpha / 2, sides=1) == pytest.approx(row["power_R"], rel=0, abs=1e-14)


@pytest.mark.parametrize("row", reference("two_proportion_sample_size.csv"), ids=lambda row: f"{row['p1']}-{row['p2']}")
def test_items_against_r(row):
    alpha = row["alpha"]
    # strict_R counts both tails: our definition. All comparisons before rounding up.
    assert before_rounding(row, 2, "normal", alpha) == pytest.approx(row["strict_R"], rel=1e-13)
    # n_per_group_R (the default) and closed_form_pooled count the right tail only: one-sided at alpha/2.
    assert before_rounding(row, 1, "normal", alpha / 2) == pytest.approx(row["n_per_group_R"], rel=1e-13)
    assert before_rounding(row, 1, "normal", alpha / 2) == pytest.approx(row["closed_form_pooled"], rel=1e-13)
    assert before_rounding(row, 1, "normal", alpha) == pytest.approx(row["one_sided_R"], rel=1e-13)
    # fleiss_cc is the closed form with the correction, so the right tail only.
    assert before_rounding(row, 1, "normal_cc", alpha / 2) == pytest.approx(row["fleiss_cc"], rel=1e-13)
    # arcsine_pwr counts both tails; pwr.2p.test stops its search at about nine digits.
    assert before_rounding(row, 2, "arcsine", alpha) == pytest.approx(row["arcsine_pwr"], rel=1e-8)
    # power_at_ceiling is R's default at n_ceiling: the right tail only.
    n = row["n_ceiling"]
    right_tail = power_two_rates(row["p1"], row["p2"], n, alpha=alpha / 2, sides=1)
    assert right_tail == pytest.approx(row["power_at_ceiling"], rel=0, abs=1e-14)
    assert items_for_power(row["p1"], row["p2"], row["power"], alpha) == n


# power: other programs


@given(rates, rates, sizes, sizes, alphas, st.sampled_from([1, 2]), st.sampled_from(METHODS))
def test_power_is_the_sum_of_the_tails(p1, p2, n1, n2, alpha, sides, method):
    """The same formula with Python's own normal distribution."""
    effect = abs(p2 - p1)
    pooled = (n1 * p1 + n2 * p2) / (n1 + n2)
    null = math.sqrt(pooled * (1 - pooled) * (1 / n1 + 1 / n2))
    spread = math.sqrt(p1 * (1 - p1) / n1 + p2 * (1 - p2) / n2)
    if method == "arcsine":
        effect = abs(2 * math.asin(math.sqrt(p2)) - 2 * math.asin(math.sqrt(p1)))
        null = spread = math.sqrt(1 / n1 + 1 / n2)
    limit = NORMAL.inv_cdf(1 - alpha / sides) * null + (method == "normal_cc") * (1 / n1 + 1 / n2) / 2
    hill = statistics.NormalDist(effect, spread)
    expected = hill.cdf(-limit) * (sides == 2) + 1 - hill.cdf(limit)
    assert power_two_rates(p1, p2, n1, n2, alpha, sides, method) == pytest.approx(expected, rel=0, abs=1e-12)


# power: properties


def test_rates_at_the_edges():
    assert power_two_rates(0, 0, 100) == power_two_rates(1, 1, 100) == 0  # the test has nothing to reject with
    assert power_two_rates(0, 1, [1, 2]).tolist() == [0, 1]  # two hills without width: 1 against 1.96·√(0.5/n)
    assert 0 < power_two_rates(0, 0.1, 50) < 1
    assert items_for_power(0, 1) == 2
    assert power_two_rates(0.5, 0.5 + 1e-4, 10**9) > 0.99


# exact power


def by_definition(p1, p2, n1, n2, alpha, sides, test):
    """Exact power in plain fractions, table by table; alpha, p1 and p2 are fractions."""
    z = Fraction(NORMAL.inv_cdf(float(1 - alpha / sides)))
    total = Fraction(0)
    for x1, x2 in itertools.product(range(n1 + 1), range(n2 + 1)):
        sign = 1 if p2 >= p1 else -1
        m, n = x1 + x2, n1 + n2
        if test == "pooled z":
            gap = Fraction(x2, n2) - Fraction(x1, n1)
            square = z**2 * Fraction(m, n) * (1 - Fraction(m, n)) * (Fraction(1, n1) + Fraction(1, n2))
            reject = gap**2 > square and (sides == 2 or sign * gap > 0)
        else:
            ways = {k: math.comb(n1, k) * math.comb(n2, m - k) for k in range(max(0, m - n2), min(n1, m) + 1)}
            tail = [w for k, w in ways.items() if (w <= ways[x1] if sides == 2 else sign * k <= sign * x1)]
            reject = Fraction(sum(tail), math.comb(n, m)) <= alpha
        if reject:
            chance1 = math.comb(n1, x1) * p1**x1 * (1 - p1) ** (n1 - x1)
            total += chance1 * math.comb(n2, x2) * p2**x2 * (1 - p2) ** (n2 - x2)
    return float(total)


fractions = st.integers(0, 20).map(lambda k: Fraction(k, 20))


@given(
    fractions,
    fractions,
    st.integers(1, 12),
    st.integers(1, 12),
    st.sampled_from([Fraction(1, 10), Fraction(1, 20), Fraction(1, 100), Fraction(3, 10)]),
    st.sampled_from([1, 2]),
    st.sampled_from(sorted(TESTS)),
)
def test_exact_power_is_the_sum_over_all_tables(p1, p2, n1, n2, alpha, sides, test):
    expected = by_definition(p1, p2, n1, n2, alpha, sides, test)
    assert exact_power(float(p1), float(p2), n1, n2, float(alpha), sides, test) == pytest.approx(expected, abs=1e-13)


@pytest.mark.parametrize(("n1", "n2"), [(14, 14), (9, 17)])
@pytest.mark.parametrize("alpha", [0.05, 0.01])
def test_the_tests_reject_what_scipy_and_statsmodels_reject(n1, n2, alpha):
    fisher_exact = pytest.importorskip("scipy.stats").fisher_exact
    ztest = pytest.importorskip("statsmodels.stats.proportion").proportions_ztest
    for sides, alternative in ((2, "two-sided"), (1, "less")):
        z, fisher = (TESTS[test](n1, n2, alpha, sides) for test in ("pooled z", "fisher"))
        for x1, x2 in itertools.product(range(n1 + 1), range(n2 + 1)):
            p = fisher_exact([[x1, n1 - x1], [x2, n2 - x2]], alternative).pvalue
            assert fisher[x1, x2] == (p <= alpha * (1 + 1e-9))
            if 0 < x1 + x2 < n1 + n2:
                p = ztest([x1, x2], [n1, n2], alternative={"less": "smaller"}.get(alternative, alternative))[1]
                assert z[x1, x2] == (p <= alpha)
            else:
                assert not z[x1, x2]


# sample size


@given(apart, powers, alphas, st.sampled_from([1, 2]), st.sampled_from(METHODS))
def test_items_for_power_is_the_smallest_that_reaches_it(pair, power, alpha, sides, method):
    n = items_for_power(*pair, power, alpha, 1, sides, method)
    assert power_two_rates(*pair, n, alpha=alpha, sides=sides, method=method) >= power - 1e-12
    if n > 1:
        assert power_two_rates(*pair, n - 1, alpha=alpha, sides=sides, method=method) < power


@given(apart, powers, alphas, st.sampled_from([0.25, 0.5, 2, 3]), st.sampled_from(METHODS), st.sampled_from([1, 2]))
def test_unequal_sizes_solve_the_same_equation(pair, power, alpha, ratio, method, sides):
    exact = float(_items(*map(np.array, pair), power, alpha, ratio, sides, method))
    n = items_for_power(*pair, power, alpha, ratio, sides, method)
    assert n == max(1, math.ceil(exact * (1 - 1e-12)))
    assume(exact * min(1, ratio) >= 1)
    # The formula needs no whole numbers: a millionth less misses the power, a millionth more reaches it.
    for n1, reached in ((exact * (1 - 1e-6), False), (exact * (1 + 1e-6), True)):
        hills = _hills(*pair, n1, ratio * n1, alpha, sides, method)
        assert (_missed(*hills, sides) <= 1 - power) == reached


@given(st.integers(1, 400), st.sampled_from([(0.5, 0.75), (0.25, 0.75), (0.5, 0.625)]))
def test_a_whole_number_is_not_bumped_by_rounding_error(n, pair):
    """At power one half, n = z²·2·p̄(1 - p̄)/D² one-sided: choose alpha so that it is whole."""
    p1, p2 = pair
    pooled = (p1 + p2) / 2
    alpha = 1 - NORMAL.cdf((p2 - p1) * math.sqrt(n / (2 * pooled * (1 - pooled))))
    assume(1e-4 < alpha < 0.49)  # a smaller alpha has too few digits here
    assert items_for_power(p1, p2, 0.5, alpha, sides=1) == n


@pytest.mark.parametrize("sides", [1, 2])
@pytest.mark.parametrize("power", [0.8, 0.99, 1 - 1e-9])
def test_a_power_that_is_reached_exactly_takes_no_more_items(sides, power):
    for n in (200, 1000, 12345):
        effect = detectable_change(0.5, n, power=power, sides=sides).rise
        assert items_for_power(0.5, 0.5 + effect, power, sides=sides) == n


# the smallest change that is found


@pytest.mark.parametrize("n", [20, 100, 1447, 10**7, 10**12])
def test_the_detectable_effect_solves_to_the_last_digits(n):
    """From one half, one-sided and with power one half, D²·n = z²·2·p̄(1 - p̄) = z²·(1 - D²)/2, as p̄ = (1 + D)/2."""
    for alpha in (0.05, 0.01):
        z = NORMAL.inv_cdf(1 - alpha)
        exact = math.sqrt(z * z / 2 / (n + z * z / 2))
        assert detectable_change(0.5, n, power=0.5, alpha=alpha, sides=1).rise == pytest.approx(exact, abs=1e-12)


def test_a_rise_near_one_is_easier_to_see_than_a_fall():
    change = detectable_change(0.84, 100)
    assert (round(100 * change.rise, 1), round(100 * change.fall, 1)) == (11.9, 16.9)
    assert detectable_change(0.84, 100, sides=1).rise < change.rise < detectable_change(0.84, 100, power=0.9).rise


# no worse, and as good as


def test_non_inferior_and_equivalent_ask_different_questions():
    better, wide, narrow, worse = (0.02, 0.06), (-0.03, 0.05), (-0.008, 0.006), (-0.06, -0.02)
    assert [non_inferior(x, 0.01) for x in (better, wide, narrow, worse)] == [True, False, True, False]
    assert [equivalent(x, 0.01) for x in (better, wide, narrow, worse)] == [False, False, True, False]
    assert type(non_inferior(better, 0.01)) is type(equivalent(better, 0.01)) is bool


def test_an_interval_states_its_level_and_its_unit():
    at95, at90 = (Interval(-0.008, 0.006, 0, level, "Newcombe", "points") for level in (0.95, 0.90))
    assert non_inferior(at95, 0.01) and equivalent(at90, 0.01)
    with pytest.raises(ValueError, match="^interval must have level 0.95 here: got 0.9;"):
        non_inferior(at90, 0.01)
    with pytest.raises(ValueError, match="^interval must have level 0.9 here: got 0.95;"):
        equivalent(at95, 0.01)
    assert equivalent(Interval(-0.008, 0.006, 0, 3 * 0.3, unit="points"), 0.01)  # 0.9 but for the last digit
    assert non_inferior(at90, 0.01, level=0.90) and equivalent(at95, 0.01, level=0.95)
    with pytest.raises(ValueError, match="^interval must be that of a difference"):
        non_inferior(Interval(0.7, 0.9, 0.84), 0.01)


def test_a_margin_in_points_is_refused():
    worse = newcombe_interval(10, 50, 40, 50)
    for judge, interval in ((non_inferior, worse), (equivalent, newcombe_interval(10, 50, 40, 50, 0.9))):
        for margin in (1, 1.5, 60, [0.01, 1]):
            for ends in (interval, tuple(interval), (-1, 1), (0, 0.2)):
                with pytest.raises(ValueError, match="^margin must lie below 1 for .*: got .*; write 0.* points?$"):
                    judge(ends, margin)
        assert not judge(interval, 0.01) and judge((-0.2, 0.2), 0.999)
    wald = Interval(
        -1.2, 0.5, -0.3, method="Wald", unit="points"
    )  # may leave the range and is one of rates all the same
    with pytest.raises(ValueError, match="^margin must lie below 1"):
        non_inferior(wald, 1)
    # other units have other margins
    assert non_inferior(Interval(-0.8, 3, 1, unit="seconds"), 1) and not non_inferior(Interval(-2, 3, 1, unit=""), 1)
    assert equivalent((-0.5, 2.5), 3) and equivalent((-2.5, 0.5), 3) and not equivalent((-3, 0.5), 2)
    assert non_inferior(([-0.5, -0.2], [0.5, 2.1]), [1, 2]).tolist() == [True, True]
    with pytest.raises(ValueError, match="^margin must lie below 1"):  # Wald's ends may leave the range
        non_inferior((-0.7, 1.02), 1.5)


@pytest.mark.parametrize(
    ("interval", "error", "words"),
    [
        (0.1, TypeError, "interval must be an Interval or a pair"),
        (np.array(0.1), TypeError, "interval must be an Interval or a pair"),
        ({0.1, 0.2}, TypeError, "interval must be an Interval or a pair"),
        (pd.DataFrame({0: [1], 1: [2]}), TypeError, "interval must be an Interval or a pair"),
        ((0.1, 0.2, 0.3), ValueError, "interval must have two ends"),
        (("0.1", 0.2), TypeError, r"interval\[0\] must be a number, not text"),
        ((0.1, math.nan), ValueError, r"interval\[1\] has no value"),
        ((0.2, 0.1), ValueError, "interval must have its lower end first: got 0.2 and 0.1"),
        (([0.1, 0.2, 0.3], [0.4, 0.5]), ValueError, r"interval\[0\] and interval\[1\] must have the same length"),
    ],
)
def test_what_is_no_interval_is_refused(interval, error, words):
    with pytest.raises(error, match=f"^{words}"):
        equivalent(interval, 0.01)


def test_a_plan_among_whose_items_nothing_fails_is_refused():
    """At 99% one failure in 2·50 items; a margin of 5.6 points takes 50 items each, one of 5.65 takes 49."""
    assert items_for_non_inferiority(0.99, 0.99, 0.056) == 50
    assert items_for_non_inferiority(0.5, 0.5, 0.99, power=0.5, level=0.5) == 1  # just one on average
    for p in (0.99, 0.01):
        with pytest.raises(ValueError, match="^margin is too wide .*: got 0.0565; the formula asks for 49 items"):
            items_for_non_inferiority(p, p, 0.0565)
    with pytest.raises(ValueError, match="^margin is too wide"):
        items_for_non_inferiority([0.9, 0.9999], [0.9, 0.9999], 0.05)


# the plan


@given(p=rates, n1=sizes, n2=sizes, power=powers, alpha=alphas, sides=st.sampled_from([1, 2]))
def test_a_detectable_change_is_the_smallest_both_ways_or_none(p, n1, n2, power, alpha, sides):
    change = detectable_change(p, n1, n2, power, alpha, sides)
    for sign, found, best in ((1, change.rise, 1.0), (-1, change.fall, 0.0)):

        def reached(moved, sign=sign):
            return power_two_rates(p, min(1, max(0, p + sign * moved)), n1, n2, alpha, sides)

        if found is None:
            assert power_two_rates(p, best, n1, n2, alpha, sides) < power
        else:
            assert 0 < found <= abs(best - p) and reached(found * 0.999) < power
            assert reached(found) == pytest.approx(power, abs=1e-9) or found == abs(best - p)


def test_the_clause_says_what_can_be_seen():
    assert detectable_change(0.84, 100).headline == "a rise under 12 points is easily missed"
    assert detectable_change(0.5, 10**6).headline == "a rise under 0.20 points is easily missed"
    nearly_all = DetectableChange(0.9999, 0.99998, 5, 5, 0.8, 0.05, 2)
    assert format(nearly_all).startswith("a rise of 99.99 points or a fall of 99.998 points (80% power")
    assert "a rise of about 99.99 points" in nearly_all.clause
    assert detectable_change(0.84, 100).clause == (
        "two runs of this size can see a rise of about 12 points or a fall of about 17 points "
        "(80% power, independent runs)"
    )
    assert (
        "runs of 100 and 200 can see a rise of about 11 points or a fall of about"
        in detectable_change(0.8, 100, 200, 0.9, 0.2).clause
    )
    assert format(detectable_change(0.95, 100)).startswith(
        "no rise with 80% power, not even one to 100%, but a fall of 12.4 points (80% power"
    )
    assert exact_power(0.95, 1, 100) > 0.7  # which is not "no rise at all"
    down = detectable_change(0.05, 100).clause
    assert "points, but no fall with 80% power, not even one to 0% (" in down
    assert detectable_change(0.5, 2).clause.startswith(
        "two runs of this size can see no rise with 80% power, not even one to 100%, and no fall with 80% power"
    )
    assert detectable_change(0.95, 100).headline == "even a rise to 100% is easily missed"
    assert "about 0.13 points" in detectable_change(0.5, 10**7, power=0.9999).clause


@given(pair=apart, power=powers, alpha=alphas, sides=st.sampled_from([1, 2]), ratio=st.sampled_from([0.5, 1, 3]))
def test_a_plan_reaches_its_power_and_costs_what_it_says(pair, power, alpha, sides, ratio):
    plan = plan_two_runs(*pair, power, alpha, ratio, sides, price_per_item=0.25)
    assert power_two_rates(*pair, plan.n1, plan.n2, alpha, sides) >= power * (1 - 1e-9)
    assert plan.n1 == items_for_power(*pair, power, alpha, ratio, sides)
    assert plan.cost == pytest.approx(0.25 * (plan.n1 + plan.n2))


@given(have=st.integers(1, 5000), ratio=st.sampled_from([0.5, 1, 1.5, 3]), sides=st.sampled_from([1, 2]))
def test_a_plan_says_what_the_items_at_hand_would_see(have, ratio, sides):
    plan = plan_two_runs(0.8, 0.84, ratio=ratio, sides=sides, have=have)
    assert plan.have == (have, math.ceil(have * ratio))
    by = exact_power if max(plan.have) <= 500 else power_two_rates
    assert plan.power_at_hand == by(0.8, 0.84, *plan.have, sides=sides)
    assert plan.change_at_hand == detectable_change(0.8, *plan.have, sides=sides)


@pytest.mark.parametrize(
    ("more", "part"),
    [
        ({}, "takes 1,447 items for each system, 2,894 answers."),
        ({"sides": 1, "ratio": 2}, "(one-sided test at 0.05, two independent runs) takes"),
        ({"price_per_item": 0.02}, "2,894 answers (57.88 at 0.02 each)."),
        ({"have": 500}, "500 items for each system would have 38% power for this change; the smallest that they find"),
        ({"have": 500}, "find with 80% power: a rise of 6.6 points or a fall of 7.5 points."),
        ({"have": 500, "price_per_item": 0.02}, "500 items for each system (20.00 at 0.02 each) would have"),
        ({"have": 500, "sides": 1}, "they find with 80% power: a rise of 5.9 points."),
        ({"have": 10}, "with 80% power: no rise, not even one to 100%, but a fall of"),
        ({"have": 1}, "1 item for each system would have 0% power"),
        ({"have": 4000}, "4,000 items for each system would have over 99% power"),
        ({"have": 100, "power": 0.9999999}, "100 items for each system would have 12% power for this change; the"),
        ({"have": 100, "power": 0.9999999}, "the smallest that they find with 99.99999% power"),
        ({"power": 0.9999999}, "from 80% to 84% with 99.99999% power"),
        ({"have": 10**15}, "1,000,000,000,000,000 items for each system would have 100% power"),
        ({"have": 3000}, "3,000 items for each system would have 98% power"),
        ({"ratio": 2}, "takes 1,073 items for the old system and 2,146 for the new one, 3,219 answers."),
    ],
)
def test_the_sentence_of_a_plan(more, part):
    assert part in format(plan_two_runs(0.80, 0.84, **more))


@pytest.mark.parametrize(
    ("percentage", "words"),
    [(0, "0%"), (0.7, "under 1%"), (1, "1%"), (38.4, "38%"), (99, "99%"), (99.2, "over 99%"), (100, "100%")],
)
def test_a_share_is_all_or_nothing_only_if_it_is(percentage, words):
    assert _share(percentage) == words


def test_a_plan_may_look_for_a_fall():
    plan = str(plan_two_runs(0.845, 0.80, have=300, sides=1))
    assert plan.startswith("To find a fall from 84.5% to 80% with 80% power")
    assert "rise" not in plan
