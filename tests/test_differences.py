"""Chapter 4's intervals for a difference and its test, against R, 50-digit values, statsmodels and their promises."""

import math
import statistics

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import rows
from scipy.stats import binom, chi2_contingency, fisher_exact

from give_or_take import (
    fisher_mid_p_test,
    items_for_power,
    newcombe_interval,
    pooled_z_test,
    touching_level,
    wilson_interval,
)

LEVELS = (0.9, 0.95, 0.99, 0.999)
levels = st.one_of(st.sampled_from(LEVELS), st.floats(0.9, 0.99999))


@st.composite
def two_counts(draw, largest=10**6):
    counts = []
    for _ in range(2):
        n = draw(st.one_of(st.integers(1, min(60, largest)), st.integers(1, largest)))
        counts += [draw(st.one_of(st.integers(0, n), st.sampled_from([0, 1, n - 1, n]))), n]
    return counts


def rows_of(method):
    return [row for row in rows("two_sample_intervals.csv") if row["method"] == method]


def counts_of(row):
    return [int(row[name]) for name in ("k1", "n1", "k2", "n2")]


def test_newcombes_interval_against_the_reference():
    """Absolute: 3e-16 is reached."""
    assert len(rows_of("newcombe_m10")) == 13
    for row in rows_of("newcombe_m10"):
        interval = newcombe_interval(*counts_of(row), float(row["conf"]))
        assert list(interval) == pytest.approx([float(row["lower"]), float(row["upper"])], abs=1e-14, rel=0), row
        assert interval.estimate == pytest.approx(float(row["diff"]), abs=1e-15) and interval.unit == "points"


@given(two_counts(), st.sampled_from(LEVELS))
def test_newcombes_interval_against_statsmodels(counts, level):
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    theirs = proportion.confint_proportions_2indep(*counts, method="newcomb", compare="diff", alpha=1 - level)
    assert list(newcombe_interval(*counts, level)) == pytest.approx(theirs, abs=1e-12)


# promises


@given(counts=two_counts(), level=levels)
def test_stays_in_range_and_contains_the_estimate(counts, level):
    low, high = interval = newcombe_interval(*counts, level)
    assert -1 <= low and high <= 1 and interval.estimate in interval and interval.method == "Newcombe"


@given(counts=two_counts(), level=levels)
def test_symmetric(counts, level):
    k_a, n_a, k_b, n_b = counts
    low, high = newcombe_interval(*counts, level)
    for mirrored in ((k_b, n_b, k_a, n_a), (n_a - k_a, n_a, n_b - k_b, n_b)):
        assert list(newcombe_interval(*mirrored, level)) == pytest.approx([-high, -low], abs=1e-13)


@given(counts=two_counts(), level=levels, share=st.floats(0.01, 1))
def test_nests_as_the_level_rises(counts, level, share):
    inner = newcombe_interval(*counts, 0.9 + (level - 0.9) * share)
    outer = newcombe_interval(*counts, level)
    assert outer.low <= inner.low + 1e-13 and inner.high <= outer.high + 1e-13


@given(counts=two_counts(), level=levels)
def test_never_wider_when_n_doubles_at_the_same_rates(counts, level):
    twice = newcombe_interval(*(2 * x for x in counts), level)
    assert twice.width <= newcombe_interval(*counts, level).width + 1e-13


@pytest.mark.parametrize("n", [1, 20, 10**7])
def test_all_against_nothing(n):
    low, high = newcombe_interval(n, n, 0, n)
    assert high == 1 and low < 1
    low, high = newcombe_interval(0, n, 0, n)
    assert low == -high < 0


# the test


def test_pooled_z_against_the_reference():
    """z² 2e-14 and p 1e-14 are reached. R gives NaN where both rates are 0, or both 1: z is 0 and p is 1 here."""
    for row in rows_of("P_pooled_z"):
        test = pooled_z_test(*counts_of(row))
        if row["upper"]:
            assert test.statistic**2 == pytest.approx(float(row["lower"]), abs=1e-12)
            assert test.p_value == pytest.approx(float(row["upper"]), abs=1e-12)
        else:
            assert (test.statistic, test.p_value) == (0, 1)


@given(two_counts())
def test_the_square_of_z_is_chi_square(counts):
    k_a, n_a, k_b, n_b = counts
    test = pooled_z_test(*counts)
    assert pooled_z_test(k_b, n_b, k_a, n_a).statistic == -test.statistic
    if 0 < k_a + k_b < n_a + n_b:
        theirs = chi2_contingency([[k_a, n_a - k_a], [k_b, n_b - k_b]], correction=False)
        assert test.statistic**2 == pytest.approx(theirs.statistic, rel=1e-8, abs=1e-9)
        assert test.p_value == pytest.approx(theirs.pvalue, rel=1e-6, abs=1e-9)


# touching bars


def test_touching_level():
    assert round(100 * touching_level(), 1) == 83.4
    assert touching_level(ratio=1e9) == pytest.approx(0.95, abs=1e-8)
    assert touching_level(0.01) == pytest.approx(2 * statistics.NormalDist().cdf(2.5758293035489 / math.sqrt(2)) - 1)


@given(st.floats(1e-6, 0.5), st.floats(0.01, 100))
def test_bars_that_touch_mean_that_p(alpha, ratio):
    z = statistics.NormalDist().inv_cdf((1 + touching_level(alpha, ratio)) / 2)
    gap = z * (1 + ratio) / math.hypot(1, ratio)  # the difference over its standard error
    assert 2 * statistics.NormalDist().cdf(-gap) == pytest.approx(alpha, rel=1e-6)
    assert touching_level(alpha, 1 / ratio) == pytest.approx(touching_level(alpha, ratio), rel=1e-12)


def test_bars_that_stand_apart_have_half_the_power():
    """With as many items as find 80% against 85% in four of five runs, 95% bars stand apart in 51%, summed exactly."""
    n = items_for_power(0.80, 0.85, power=0.8)
    bars, k = wilson_interval(np.arange(n + 1), n), np.arange(n + 1)
    low, high = (binom.pmf(k, n, rate) for rate in (0.80, 0.85))
    apart = bars.low[:, np.newaxis] > bars.high
    assert low @ (apart | apart.T) @ high == pytest.approx(0.51, abs=0.005)


def test_columns_of_other_rows_are_refused():
    right = pd.Series([42, 40], index=["easy", "hard"])
    for n in (pd.Series([100, 50], index=["hard", "easy"]), pd.Series([100, 50])):
        with pytest.raises(ValueError, match="^successes_a and n_b are columns with different row labels"):
            newcombe_interval(right, 50, [40, 38], n)
        with pytest.raises(ValueError, match="^successes_a and n_b are columns with different row labels"):
            pooled_z_test(right, 50, [40, 38], n)


# Fisher's test with mid-p


@given(two_counts(largest=80))
def test_fisher_mid_p_by_counting_every_split(counts):
    """In whole numbers: the ways to split the right answers that are fewer than those observed, and half of a tie."""
    k_a, n_a, k_b, n_b = counts
    k, n = k_a + k_b, n_a + n_b
    ways = [math.comb(n_a, i) * math.comb(n_b, k - i) for i in range(k + 1)]
    tied, all_ways = ways.count(ways[k_a]) * ways[k_a], math.comb(n, k)
    rarer = sum(w for w in ways if w < ways[k_a])
    test = fisher_mid_p_test(*counts)
    assert test.p_value == pytest.approx((2 * rarer + tied) / (2 * all_ways) if 0 < k < n else 1, rel=1e-11)
    assert fisher_mid_p_test(k_b, n_b, k_a, n_a).p_value == pytest.approx(test.p_value, rel=1e-12)
    exact = fisher_exact([[k_a, n_a - k_a], [k_b, n_b - k_b]]).pvalue
    assert (rarer + tied) / all_ways == pytest.approx(exact, rel=1e-11)


@pytest.mark.parametrize("counts", [(0, 7, 0, 9), (7, 7, 9, 9), (1, 1, 1, 1)])
def test_one_possible_split_is_no_evidence(counts):
    assert fisher_mid_p_test(*counts).p_value == 1
