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
    Interval,
    Test,
    fisher_mid_p_test,
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


def test_newcombe_is_wilson_squared_and_added():
    a, b = wilson_interval(42, 50), wilson_interval(40, 50)
    low, high = newcombe_interval(42, 50, 40, 50)
    assert low == pytest.approx(0.04 - math.hypot(0.84 - a.low, b.high - 0.8), abs=1e-15)
    assert high == pytest.approx(0.04 + math.hypot(a.high - 0.84, 0.8 - b.low), abs=1e-15)


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


@given(tables=st.lists(two_counts(1000), min_size=1, max_size=5))
def test_arrays_are_scalars_elementwise(tables):
    many = newcombe_interval(*map(list, zip(*tables, strict=True)), 0.9)
    ones = [newcombe_interval(*table, 0.9) for table in tables]
    assert isinstance(many, Interval) and str(many) == "\n".join(map(str, ones))
    assert many.low == pytest.approx([one.low for one in ones], rel=1e-13, abs=1e-15)
    assert many.high == pytest.approx([one.high for one in ones], rel=1e-13, abs=1e-15)


def test_counts_broadcast():
    assert newcombe_interval([[1], [2]], 10, [3, 4, 5], 20).low.shape == (2, 3)
    with pytest.raises(ValueError, match="^successes_a and successes_b must have the same length"):
        newcombe_interval([1, 2], 10, [3, 4, 5], 20)


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


@given(two_counts(1000))
def test_the_pooled_test_against_statsmodels(counts):
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    k_a, n_a, k_b, n_b = counts
    if 0 < k_a + k_b < n_a + n_b:
        z, p = proportion.proportions_ztest([k_a, k_b], [n_a, n_b])
        test = pooled_z_test(*counts)
        assert (test.statistic, test.p_value) == pytest.approx((z, p), abs=1e-9)


def test_the_numbers_that_chapter_4_prints():
    assert str(pooled_z_test(42, 50, 40, 50)) == "p = 0.60 (pooled z-test, z = 0.52)"
    assert pooled_z_test(80_000, 10**5, 80_400, 10**5).clause == "pooled z-test p = 0.025"
    assert pooled_z_test([42, 50], 50, [40, 0], 50).p_value.shape == (2,)
    assert isinstance(pooled_z_test(1, 2, 1, 2), Test)


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


def test_touching_levels_of_many_ratios():
    assert (np.diff(touching_level(ratio=[1, 2, 4, 8])) > 0).all()


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


def test_fisher_mid_p_against_contingencytables():
    """The R package of Fagerland, Lydersen and Laake: the lady tasting tea; high-dose adrenaline, Perondi et al. 2004.

    In whole numbers: two splits of one way and half of two of 16, of 70; the splits of 8 among 34 and 34.
    """
    tea, perondi = fisher_mid_p_test(3, 4, 1, 4), fisher_mid_p_test(1, 34, 7, 34)
    assert tea.p_value == pytest.approx(18 / 70, rel=1e-13) and round(tea.p_value, 3) == 0.257
    ways = [math.comb(34, i) * math.comb(34, 8 - i) for i in range(2)]
    assert perondi.p_value == pytest.approx((2 * ways[0] + ways[1]) / math.comb(68, 8), rel=1e-12)
    assert round(perondi.p_value, 4) == 0.0297


@pytest.mark.parametrize("counts", [(0, 7, 0, 9), (7, 7, 9, 9), (1, 1, 1, 1)])
def test_one_possible_split_is_no_evidence(counts):
    assert fisher_mid_p_test(*counts).p_value == 1


def test_in_large_tests_the_two_agree():
    large = (500_000, 10**6, 501_000, 10**6)
    assert fisher_mid_p_test(*large).p_value == pytest.approx(pooled_z_test(*large).p_value, rel=2e-3)
    assert fisher_mid_p_test(0, 10**6, 10**6, 10**6).p_value == 0
    many = fisher_mid_p_test([[9, 1]], 12, [[3], [2]], 12)
    assert many.p_value.shape == (2, 2) and many.p_value[0, 0] == fisher_mid_p_test(9, 12, 3, 12).p_value
    assert str(fisher_mid_p_test(9, 12, 3, 12)) == "p = 0.021 (Fisher mid-p)"


# Where nothing differs, the share of p at most 0.05, summed exactly: at rates of 80%, and at worst.
FALSE_ALARMS = [
    ((12, 12), (0.038, 0.045), (0.039, 0.064)),
    ((10, 20), (0.040, 0.052), (0.037, 0.052)),
    ((50, 50), (0.043, 0.057), (0.052, 0.057)),
    ((12, 188), (0.051, 0.057), (0.038, 0.082)),
    ((5, 195), (0.050, 0.071), (0.047, 0.092)),
]


@pytest.mark.parametrize(("sizes", "mid_p", "z"), FALSE_ALARMS)
def test_false_alarms_of_small_slices(sizes, mid_p, z):
    for test, expected in ((fisher_mid_p_test, mid_p), (pooled_z_test, z)):
        alarms = false_alarms(*sizes, lambda *counts, test=test: test(*counts).p_value)
        assert [alarms[0.8], max(alarms.values())] == pytest.approx(expected, abs=6e-4)


def test_false_alarms_of_fishers_exact_test():
    exact = np.vectorize(lambda k_a, n_a, k_b, n_b: fisher_exact([[k_a, n_a - k_a], [k_b, n_b - k_b]]).pvalue)
    assert round(false_alarms(12, 12, exact)[0.8], 3) == 0.012


def false_alarms(n_a, n_b, p_value):
    k_a, k_b = np.meshgrid(np.arange(n_a + 1), np.arange(n_b + 1), indexing="ij")
    alarm = p_value(k_a, n_a, k_b, n_b) <= 0.05
    rates = (np.arange(99) + 1) / 100
    return {p: (binom.pmf(k_a, n_a, p) * binom.pmf(k_b, n_b, p))[alarm].sum() for p in rates.tolist()}
