"""Chapter 4's intervals for a difference and its test, against R, 50-digit values, statsmodels and their promises."""

import math
import statistics

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import rows
from scipy.stats import chi2_contingency, fisher_exact

from give_or_take import (
    agresti_caffo_interval,
    fisher_mid_p_test,
    miettinen_nurminen_interval,
    newcombe_interval,
    pooled_z_test,
    touching_level,
    wald_difference_interval,
)
from give_or_take.differences import METHODS

FUNCTIONS = {
    "wald": wald_difference_interval,
    "newcombe": newcombe_interval,
    "agresti-caffo": agresti_caffo_interval,
    "miettinen-nurminen": miettinen_nurminen_interval,
}
LEVELS = (0.9, 0.95, 0.99, 0.999)
every_method = pytest.mark.parametrize("method", METHODS)
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


@pytest.mark.parametrize(
    ("column", "method", "tolerance"),  # absolute; 3e-16 is reached, and 3e-11 where R itself has no more digits
    [
        ("wald", "wald", 1e-14),
        ("newcombe_m10", "newcombe", 1e-14),
        ("agresti_caffo", "agresti-caffo", 1e-14),
        ("miettinen_nurminen", "miettinen-nurminen", 1e-10),
    ],
)
def test_intervals_against_the_reference(column, method, tolerance):
    assert len(rows_of(column)) == 13
    for row in rows_of(column):
        interval = FUNCTIONS[method](*counts_of(row), float(row["conf"]))
        assert list(interval) == pytest.approx([float(row["lower"]), float(row["upper"])], abs=tolerance, rel=0), row
        assert interval.estimate == pytest.approx(float(row["diff"]), abs=1e-15) and interval.unit == "points"


@given(two_counts(), st.sampled_from(LEVELS))
def test_intervals_against_statsmodels(counts, level):
    """Without Miettinen-Nurminen: statsmodels' "score" gives other numbers than R and than 50 digits."""
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    for method, name in (("wald", "wald"), ("newcombe", "newcomb"), ("agresti-caffo", "agresti-caffo")):
        theirs = proportion.confint_proportions_2indep(*counts, method=name, compare="diff", alpha=1 - level)
        assert list(FUNCTIONS[method](*counts, level)) == pytest.approx(theirs, abs=1e-12)


@given(two_counts(200), levels)
def test_the_ends_of_miettinen_and_nurminen_are_where_the_score_test_just_rejects(counts, level):
    """With the likeliest rates found on a fine grid: no pair of rates that differ by the end is likelier."""
    k_a, n_a, k_b, n_b = counts
    z = -statistics.NormalDist().inv_cdf((1 - level) / 2)
    interval = miettinen_nurminen_interval(*counts, level)
    for d in interval:
        if abs(d) > 1 - 1e-9 or abs(d - interval.estimate) < 1e-9:
            continue
        low, high = max(0, -d), min(1, 1 - d)
        for _ in range(200):  # golden section of a concave function
            third = (high - low) / 3
            left, right = low + third, high - third
            if log_likelihood(counts, left, d) < log_likelihood(counts, right, d):
                low = left
            else:
                high = right
        b = (low + high) / 2
        a = b + d
        variance = (a * (1 - a) / n_a + b * (1 - b) / n_b) * (n_a + n_b) / (n_a + n_b - 1)
        assert abs(interval.estimate - d) == pytest.approx(z * math.sqrt(max(variance, 0)), rel=1e-4, abs=1e-6)


def log_likelihood(counts, b, d):
    k_a, n_a, k_b, n_b = counts
    total = 0
    for k, n, p in ((k_a, n_a, b + d), (k_b, n_b, b)):
        for some, share in ((k, p), (n - k, 1 - p)):
            total += some * math.log(max(share, 1e-300)) if some else 0
    return total


# promises


@every_method
@given(counts=two_counts(), level=levels)
def test_stays_in_range_and_contains_the_estimate(method, counts, level):
    low, high = interval = FUNCTIONS[method](*counts, level)
    if METHODS[method].in_range:
        assert -1 <= low and high <= 1
    assert METHODS[method].holds_estimate and interval.estimate in interval
    assert METHODS[method].name == interval.method


@every_method
@given(counts=two_counts(), level=levels)
def test_symmetric(method, counts, level):
    k_a, n_a, k_b, n_b = counts
    low, high = FUNCTIONS[method](*counts, level)
    assert METHODS[method].symmetric
    for mirrored in ((k_b, n_b, k_a, n_a), (n_a - k_a, n_a, n_b - k_b, n_b)):
        assert list(FUNCTIONS[method](*mirrored, level)) == pytest.approx([-high, -low], abs=1e-13)


@every_method
@given(counts=two_counts(), level=levels, share=st.floats(0.01, 1))
def test_nests_as_the_level_rises(method, counts, level, share):
    inner = FUNCTIONS[method](*counts, 0.9 + (level - 0.9) * share)
    outer = FUNCTIONS[method](*counts, level)
    assert METHODS[method].nests
    assert outer.low <= inner.low + 1e-13 and inner.high <= outer.high + 1e-13


@every_method
@given(counts=two_counts(), level=levels)
def test_never_wider_when_n_doubles_at_the_same_rates(method, counts, level):
    assert METHODS[method].shrinks
    twice = FUNCTIONS[method](*(2 * x for x in counts), level)
    assert twice.width <= FUNCTIONS[method](*counts, level).width + 1e-13


@pytest.mark.parametrize("method", ["newcombe", "miettinen-nurminen"])
@pytest.mark.parametrize("n", [1, 20, 10**7])
def test_all_against_nothing(method, n):
    low, high = FUNCTIONS[method](n, n, 0, n)
    assert high == 1 and low < 1
    low, high = FUNCTIONS[method](0, n, 0, n)
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
