"""Chapter 5's join, McNemar's test, its power and the intervals, against R, exact sums, SciPy and their promises."""

import copy
import math
import statistics
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from reference import rows
from scipy.stats import binom, binomtest

from give_or_take import (
    Pairs,
    bonett_price_interval,
    discordance_bounds,
    items_for_non_inferiority,
    items_for_paired,
    items_for_paired_non_inferiority,
    mcnemar_power,
    mcnemar_test,
    minimum_detectable_paired_effect,
    pair_items,
    paired_newcombe_interval,
    paired_non_inferior,
    paired_non_inferiority_power,
    paired_wald_interval,
    pairing_gain,
    tango_interval,
)
from give_or_take.classroom import Claim
from give_or_take.paired import FLIPS_ONLY, METHODS, TESTS, _correlation

FUNCTIONS = {
    "wald": paired_wald_interval,
    "newcombe": paired_newcombe_interval,
    "tango": tango_interval,
    "bonett-price": bonett_price_interval,
}
LEVELS = (0.9, 0.95, 0.99, 0.999)
NORMAL = statistics.NormalDist()
Z = NORMAL.inv_cdf(0.975)
every_method = pytest.mark.parametrize("method", METHODS)
every_test = pytest.mark.parametrize("test", TESTS)
levels = st.one_of(st.sampled_from(LEVELS), st.floats(0.9, 0.99999))
cells = st.one_of(st.integers(0, 3), st.integers(0, 40), st.integers(0, 10**6))
tables = st.tuples(cells, cells, cells, cells).filter(any)
small_tables = st.tuples(*[st.integers(0, 15)] * 4).filter(any)


def number(row, column):
    return float(row[column]) if row[column] not in ("", "NA") else None


TABLES = rows("paired_tables.csv")


def counts_of(row):
    return [int(float(row[name])) for name in ("a_both", "b_only1", "c_only2", "d_neither")]


every_table = pytest.mark.parametrize("row", TABLES, ids=lambda row: row["name"])


# the references: tables


@every_table
@pytest.mark.parametrize(
    ("columns", "method", "tolerance"),  # absolute; 3e-16 is reached in the first four
    [
        ("wald", "wald", 1e-14),
        ("bonettprice", "bonett-price", 1e-14),
        ("newcombe_m10", "newcombe", 1e-14),
        ("tango", "tango", 1e-14),
        # other R packages, whose own digits end there: 2e-8, 5e-7 and 1.5e-7 are reached
        ("ctpkg_newc", "newcombe", 1e-12),
        ("ctpkg_tango", "tango", 3e-8),
        ("ratesci_newc", "newcombe", 6e-7),
        ("ratesci_tango", "tango", 6e-7),
        ("propcis_tango", "tango", 2e-7),
    ],
)
def test_intervals_against_the_reference(row, columns, method, tolerance):
    interval = FUNCTIONS[method](*counts_of(row))
    theirs = [number(row, f"{columns}_lo"), number(row, f"{columns}_hi")]
    assert list(interval) == pytest.approx(theirs, abs=tolerance, rel=0)
    assert interval.estimate == pytest.approx(number(row, "diff"), abs=1e-16) and interval.unit == "points"


@every_table
def test_the_tests_against_the_reference(row):
    """6e-14 of the p-values and 4e-16 of z² are reached. Without flips R gives NaN, 1, 1 and 0.5; here p is 1."""
    _, b, c, _ = counts_of(row)
    p = {method: mcnemar_test(b, c, method).p_value for method in TESTS}
    assert p["exact"] == pytest.approx(number(row, "exact_cond_p"), rel=1e-11)
    assert p["exact"] == pytest.approx(number(row, "binomtest_p"), rel=1e-11)
    if b + c == 0:
        assert set(p.values()) == {1} and mcnemar_test(b, c).statistic == 0
        assert (row["mid_p_fagerland"], row["ctpkg_midp"], row["mcnemar_p"]) == ("0.5", "0.5", "")
        return
    assert p["mid-p"] == pytest.approx(number(row, "mid_p_fagerland"), rel=1e-11)
    assert p["mid-p"] == pytest.approx(number(row, "ctpkg_midp"), rel=1e-11)
    assert p["asymptotic"] == pytest.approx(number(row, "mcnemar_p"), rel=1e-11)
    assert mcnemar_test(b, c).statistic ** 2 == pytest.approx(number(row, "mcnemar_X2"), rel=1e-12)
    if b != c:  # the other way to define it differs at b = c only, where it is 1
        assert p["mid-p"] == pytest.approx(number(row, "mid_p_doubled_onesided"), rel=1e-11)
    else:
        assert row["mid_p_doubled_onesided"] == "1" and p["mid-p"] < 1


def newcombe(a, b, c, d, phi):
    """Newcombe's interval as he writes it, in plain Python."""
    n = a + b + c + d

    def wilson(k):
        middle, half = k + Z**2 / 2, Z * math.sqrt(k * (n - k) / n + Z**2 / 4)
        return (middle - half) / (n + Z**2), (middle + half) / (n + Z**2)

    (low_1, high_1), (low_2, high_2), p_1, p_2 = wilson(a + b), wilson(a + c), (a + b) / n, (a + c) / n
    delta, epsilon, two, one = p_1 - low_1, high_2 - p_2, p_2 - low_2, high_1 - p_1
    return [
        p_1 - p_2 - math.sqrt(max(delta**2 - 2 * phi * delta * epsilon + epsilon**2, 0)),
        p_1 - p_2 + math.sqrt(max(two**2 - 2 * phi * two * one + one**2, 0)),
    ]


@given(small_tables)
def test_newcombe_as_he_writes_it(table):
    a, b, c, d = table
    phi, margins = 0, (a + b) * (c + d) * (a + c) * (b + d)
    if margins:
        over = a * d - b * c
        phi = (max(over - sum(table) / 2, 0) if over > 0 else over) / math.sqrt(margins)
    assert list(paired_newcombe_interval(*table)) == pytest.approx(newcombe(*table, phi), abs=1e-8)


def test_newcombe_takes_no_more_than_there_is():
    """ad - bc is 2, n/2 is 4.5: then φ is 0, and not below."""
    assert list(paired_newcombe_interval(3, 2, 2, 2)) == pytest.approx(newcombe(3, 2, 2, 2, 0), abs=1e-12)


# the references: power


def by_hand(n, p_first, p_second, alpha, test, sides):
    """Power summed over every number of flips and every way they can go, with the p-value of each."""
    flipping, power = p_first + p_second, 0
    for m in range(n + 1):
        chance = binom.pmf(m, n, flipping)
        if chance < 1e-17:
            continue
        b = np.arange(m + 1)
        if test == "asymcc":
            reject = np.maximum(np.abs(2 * b - m) - 1, 0) ** 2 > Z**2 * m
        else:
            reject = mcnemar_test(b, m - b, test).p_value <= alpha * (3 - sides)  # one-sided p is half of it
        if sides == 1:
            reject &= (2 * b > m) if p_first > p_second else (2 * b < m)
        power += chance * binom.pmf(b, m, p_first / flipping)[reject].sum()
    return power


NAMES = {"midp": "mid-p", "exact": "exact", "asym": "asymptotic", "asymcc": "asymcc"}
POWERS = rows("paired_power.csv")


@pytest.mark.parametrize("row", POWERS, ids=lambda row: row["id"])
def test_power_against_the_reference(row):
    n, p10, p01, alpha, sides = (number(row, name) for name in ("n", "p10", "p01", "alpha", "sides"))
    test, theirs = NAMES[row["test"]], number(row, "power_recomputed")
    if test == "asymcc":  # no helper has the correction; the sum itself is held to the reference
        assert by_hand(int(n), p10, p01, alpha, test, sides) == pytest.approx(theirs, rel=0, abs=1e-12)
    else:
        power = mcnemar_power(n, p10, p01, alpha, test, sides)
        assert power == pytest.approx(theirs, rel=0, abs=1e-12)  # 2e-15 is reached
        if number(row, "published") is not None:
            # printed with six to nine digits; G*Power's own is 1.4e-5 off, and Card et al. simulated and counted only
            # rejections in the right direction
            assert power - number(row, "published") == pytest.approx(number(row, "abs_diff"), abs=3e-5)


@pytest.mark.parametrize("row", rows("paired_sample_size.csv"), ids=lambda row: row["id"])
def test_items_against_the_reference(row):
    p10, p01, alpha, power = (number(row, name) for name in ("p10", "p01", "alpha", "power"))
    assert number(row, "sides") == 2
    n = items_for_paired(p10, p01, power, alpha)
    assert n == number(row, "connor_ceiling") == math.ceil(number(row, "connor_n"))
    assert number(row, "published_n") in (None, n)
    # before rounding, by the formula, and two formulas that are others: Miettinen's, and one hill for both
    flipping, d = p10 + p01, abs(p10 - p01)
    z, z_power = NORMAL.inv_cdf(1 - alpha / 2), NORMAL.inv_cdf(power)
    connor = (z * math.sqrt(flipping) + z_power * math.sqrt(flipping - d**2)) ** 2 / d**2
    inner = math.sqrt(flipping**2 - d**2 * (3 + flipping) / 4)
    assert connor == pytest.approx(number(row, "connor_n"), rel=1e-12)
    assert (z * flipping + z_power * inner) ** 2 / (flipping * d**2) == pytest.approx(number(row, "miettinen_n"))
    assert (z + z_power) ** 2 * (flipping - d**2) / d**2 == pytest.approx(number(row, "wald_simple_n"), rel=1e-12)
    # what Connor's number gives each test
    names = {"exact": "exact_at_connor_ceiling", "mid-p": "midp", "asymptotic": "asym"}
    for test, column in names.items():
        true = mcnemar_power(n, p10, p01, alpha, test)
        assert true == pytest.approx(number(row, f"true_power_{column}"), rel=0, abs=1e-12)
    assert 0.765 < mcnemar_power(n, p10, p01, alpha, "exact") < 0.795


# McNemar's test


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemar_against_exact_fractions(b, c):
    m, k = b + c, min(b, c)
    below = Fraction(sum(math.comb(m, j) for j in range(k)), 2**m)
    here = Fraction(math.comb(m, k), 2**m)
    exact = min(2 * (below + here), Fraction(1))
    mid_p = 1 - here / 2 if b == c and m else 2 * below + here
    assert mcnemar_test(b, c, "exact").p_value == pytest.approx(float(exact), rel=1e-13)
    assert mcnemar_test(b, c, "mid-p").p_value == pytest.approx(float(mid_p), rel=1e-13)
    z = (b - c) / math.sqrt(m) if m else 0
    assert mcnemar_test(b, c, "asymptotic").p_value == pytest.approx(math.erfc(abs(z) / math.sqrt(2)), rel=1e-13)
    assert all(mcnemar_test(b, c, test).statistic == pytest.approx(z, rel=1e-15) for test in TESTS)


# 18 digits from decimals of 60: Stirling's series for the chance of the rarer count, and the sum of its tail.
DIGITS = [
    (5_004_000, 4_996_000, 1.14223216411714833e-2, 1.14120367973953109e-2),
    (5_000_000, 5_000_000, 1, 0.999873843377052908),
    (5_020_000, 4_980_000, 1.13580450891064029e-36, 1.13125156476351477e-36),
    (500_050_000, 499_950_000, 1.56557226108380758e-3, 1.56540225375236636e-3),
]


@pytest.mark.parametrize(("b", "c", "exact", "mid_p"), DIGITS)
def test_mcnemar_with_ten_million_flips_and_more(b, c, exact, mid_p):
    tolerance = 1e-11 if b + c <= 10**7 else 1e-7  # 2e-12 and 4e-12 are reached; with SciPy 1.14, 2e-8 for the last one
    assert mcnemar_test(b, c, "exact").p_value == pytest.approx(exact, rel=tolerance)
    assert mcnemar_test(c, b, "mid-p").p_value == pytest.approx(mid_p, rel=tolerance)


@given(st.integers(0, 3000), st.integers(0, 3000))
def test_mcnemar_against_scipy_and_statsmodels(b, c):
    contingency = pytest.importorskip("statsmodels.stats.contingency_tables")
    assume(b + c)
    exact, asymptotic = (mcnemar_test(b, c, test) for test in ("exact", "asymptotic"))
    assert exact.p_value == pytest.approx(binomtest(b, b + c).pvalue, rel=1e-9, abs=1e-300)
    table = [[7, b], [c, 5]]
    assert exact.p_value == pytest.approx(contingency.mcnemar(table).pvalue, rel=1e-9, abs=1e-300)
    theirs = contingency.mcnemar(table, exact=False, correction=False)
    assert asymptotic.statistic**2 == pytest.approx(theirs.statistic, rel=1e-12, abs=1e-12)
    assert asymptotic.p_value == pytest.approx(theirs.pvalue, rel=1e-9, abs=1e-300)


# its power and its size


@every_test
@given(
    n=st.integers(1, 60),
    shares=st.tuples(*[st.floats(0.001, 1)] * 3),
    alpha=st.sampled_from([0.2, 0.05, 0.0625, 0.01]),
    sides=st.sampled_from([1, 2]),
)
def test_power_is_the_sum_over_all_results(test, n, shares, alpha, sides):
    p_first, p_second = shares[0] / sum(shares), shares[1] / sum(shares)
    power = mcnemar_power(n, p_first, p_second, alpha, test, sides)
    assert power == pytest.approx(by_hand(n, p_first, p_second, alpha, test, sides), abs=1e-12)
    assert power == pytest.approx(mcnemar_power(n, p_second, p_first, alpha, test, sides), abs=1e-13)
    two = mcnemar_power(n, p_first, p_second, 2 * alpha, test, 2) if sides == 1 and 2 * alpha < 0.5 else 1
    assert power <= two + 1e-12


def test_power_at_the_edges():
    assert mcnemar_power(100, 0, 0) == 0
    assert mcnemar_power([5, 6, 10**7], 1, 0, method="exact").tolist() == [0, 1, 1]
    assert mcnemar_power(5, 1, 0, alpha=0.0625, method="exact") == 1  # p is 0.0625, just enough
    assert mcnemar_power(1, 0.5, 0.5) == 0
    just_enough = float(2 * Fraction(sum(math.comb(30, k) for k in range(6)), 2**30))  # SciPy's own sum lies above it
    assert mcnemar_power(30, 0.5, 0.5, just_enough, "exact") == pytest.approx(just_enough)
    assert mcnemar_power(10**7, 0.05, 0.05) == pytest.approx(0.05, abs=1e-4)
    assert mcnemar_power([[100], [200]], [0.06, 0.06, 0.07], 0.06).shape == (2, 3)
    assert type(mcnemar_power(100, 0.1, 0.2)) is float


# planning


@given(st.floats(0.0005, 1), st.floats(0.0005, 1), st.sampled_from([0.5, 0.8, 0.95]), st.sampled_from([1, 2]))
def test_connor_and_its_inverse(one, other, power, sides):
    total = max(one + other, 1)
    first, second = one / total, other / total
    assume(abs(first - second) > 1e-3)
    n = items_for_paired(first, second, power, 0.05, sides=sides)
    assert n == items_for_paired(second, first, power, 0.05, sides=sides)
    d = minimum_detectable_paired_effect(n, min(first + second, 1), power, 0.05, sides=sides)
    assert d <= abs(first - second) * (1 + 1e-9)
    if n > 4:
        try:
            more = minimum_detectable_paired_effect(n - 1, min(first + second, 1), power, 0.05, sides=sides)
        except ValueError as error:  # then even flips that all go one way are too few
            assert str(error).startswith("n is too small")
        else:
            assert more >= abs(first - second) * (1 - 1e-9)


@every_test
@pytest.mark.parametrize(
    ("n", "flipping", "power", "sides"), [(100, 0.3, 0.8, 2), (1319, 0.1, 0.9, 1), (40, 1, 0.5, 2)]
)
def test_the_smallest_difference_has_just_that_power(test, n, flipping, power, sides):
    d = minimum_detectable_paired_effect(n, flipping, power, 0.05, test, sides)
    at = mcnemar_power(n, (flipping + d) / 2, (flipping - d) / 2, 0.05, test, sides)
    assert at == pytest.approx(power, abs=1e-12)


def test_no_difference_to_find():
    for method in ("connor", *TESTS):
        with pytest.raises(ValueError, match="^n is too small: got 40 at position 1; if 10% of the items flip"):
            minimum_detectable_paired_effect([4000, 40], 0.1, method=method)
    assert minimum_detectable_paired_effect(4, 1, 0.5) == pytest.approx(Z / 2)


@given(small_tables)
def test_flips_lie_within_their_bounds(table):
    a, b, c, d = table
    n = sum(table)
    lowest, highest, independent = discordance_bounds((a + b) / n, (a + c) / n)
    assert lowest - 1e-12 <= (b + c) / n <= highest + 1e-12
    assert lowest - 1e-12 <= independent <= highest + 1e-12
    if n <= 8:  # and both bounds are reached by some table with these margins
        possible = [x + y for x in range(n + 1) for y in range(n + 1) if x - y == b - c and 0 <= a + b - x <= n - x - y]
        assert (min(possible) / n, max(possible) / n) == (pytest.approx(lowest), pytest.approx(highest))


# the intervals: 60 digits and the score test


def tango_by_bisection(b, c, rest, z):
    """Tango's own likeliest share of flips, and bisection, in decimals."""
    b, c, z = Decimal(b), Decimal(c), Decimal(z)
    n = b + c + Decimal(rest)

    def rejects(d):
        linear, constant = -b - c + (2 * n - b + c) * d, -c * d * (1 - d)
        share = ((linear * linear - 8 * n * constant).sqrt() - linear) / (4 * n)
        return (b - c - n * d) ** 2 > z * z * n * (2 * share + d * (1 - d))

    ends = []
    for outside in (Decimal(-1), Decimal(1)):
        inside = (b - c) / n
        for _ in range(60):
            middle = (outside + inside) / 2
            outside, inside = (middle, inside) if rejects(middle) else (outside, middle)
        ends.append(float(inside))
    return ends


@given(tables, levels)
def test_tango_against_bisection_of_the_score_test(table, level):
    a, b, c, d = table
    z = -NORMAL.inv_cdf((1 - level) / 2)
    assert list(tango_interval(*table, level)) == pytest.approx(tango_by_bisection(b, c, a + d, z), abs=3e-14, rel=0)


@pytest.mark.parametrize(
    ("b", "c", "rest", "level"),
    [
        (8, 0, 92, 0.944931149879208),  # two solutions meet: W = 2 z²
        (0, 12, 8, 0.8786647496415179),
        (8, 0, 10**7 - 8, 0.9544997361036416),
        (0, 0, 10**7, 0.95),
        (1, 0, 10**7 - 1, 0.999),
        (5 * 10**6, 5 * 10**6, 0, 0.95),
        (10**7, 0, 0, 0.95),
        (10**7 - 1, 1, 0, 0.95),
        (1, 0, 0, 0.95),
        (0, 0, 1, 0.95),
    ],
)
def test_tango_at_the_edges(b, c, rest, level):
    z = -NORMAL.inv_cdf((1 - level) / 2)
    ends = tango_by_bisection(b, c, rest, z)
    assert list(tango_interval(0, b, c, rest, level)) == pytest.approx(ends, abs=1e-15, rel=1e-12)


@given(tables, levels)
def test_tango_leaves_out_0_exactly_if_the_asymptotic_test_rejects(table, level):
    low, high = tango_interval(*table, level)
    z = mcnemar_test(*table[1:3]).statistic
    limit = -NORMAL.inv_cdf((1 - level) / 2)
    assume(abs(abs(z) - limit) > 1e-9)
    assert (low > 0 or high < 0) == (abs(z) > limit)


# the intervals: promises


@every_method
@given(table=tables, level=levels)
def test_stays_in_range_and_contains_the_estimate(method, table, level):
    low, high = interval = FUNCTIONS[method](*table, level)
    if METHODS[method].in_range:
        assert -1 <= low and high <= 1
    assert METHODS[method].holds_estimate and interval.estimate in interval
    assert METHODS[method].name == interval.method


@every_method
@given(table=tables, level=levels)
def test_symmetric(method, table, level):
    """Swapping the systems turns the interval round, and so does counting wrong answers instead of right ones."""
    a, b, c, d = table
    low, high = FUNCTIONS[method](*table, level)
    assert METHODS[method].symmetric
    for mirrored in ((a, c, b, d), (d, c, b, a)):
        assert list(FUNCTIONS[method](*mirrored, level)) == pytest.approx([-high, -low], abs=1e-13)


@every_method
@given(table=tables, level=levels, share=st.floats(0, 1))
def test_how_the_other_items_split(method, table, level, share):
    a, b, c, d = table
    moved = round(share * (a + d))
    other = FUNCTIONS[method](moved, b, c, a + d - moved, level)
    if method in FLIPS_ONLY:
        assert other == FUNCTIONS[method](*table, level)
    else:
        assert paired_newcombe_interval(50, 9, 2, 0).width > paired_newcombe_interval(25, 9, 2, 25).width


@every_method
@given(table=tables, level=levels, share=st.floats(0.01, 1))
def test_nests_as_the_level_rises(method, table, level, share):
    inner = FUNCTIONS[method](*table, 0.9 + (level - 0.9) * share)
    outer = FUNCTIONS[method](*table, level)
    assert METHODS[method].nests
    assert outer.low <= inner.low + 1e-13 and inner.high <= outer.high + 1e-13


@every_method
@given(table=tables, level=levels)
def test_never_wider_when_all_counts_double(method, table, level):
    assert METHODS[method].shrinks
    twice = FUNCTIONS[method](*(2 * x for x in table), level)
    assert twice.width <= FUNCTIONS[method](*table, level).width + 1e-13


@pytest.mark.parametrize("n", [1, 20, 10**7])
@pytest.mark.parametrize("method", [m for m in METHODS if METHODS[m].in_range])
def test_all_flips_one_way(method, n):
    low, high = FUNCTIONS[method](0, n, 0, 0)
    assert high == 1 and low < 1
    low, high = FUNCTIONS[method](0, 0, n, 0)
    assert low == -1 and high > -1


FOUR = [*FUNCTIONS.values(), pairing_gain]


@pytest.mark.parametrize("function", FOUR, ids=lambda function: function.__name__)
def test_pairs_stand_for_their_counts(function):
    pairs = Pairs(40, 9, 2, 9, missing_first=("x",))
    assert (
        function(pairs) == function(*pairs.table) == function(n_both=40, n_only_first=9, n_only_second=2, n_neither=9)
    )
    with pytest.raises(
        TypeError, match="^n_only_first must be left out beside Pairs, which hold all counts; name what follows"
    ):
        function(pairs, 0.9)
    with pytest.raises(TypeError, match="^n_neither must be left out beside Pairs"):
        function(pairs, n_neither=9)
    with pytest.raises(TypeError, match="^n_neither is missing: give n_both, n_only_first, n_only_second, n_neither"):
        function(40, 9, 2)
    with pytest.raises(TypeError, match="^n_only_second must be numbers, not a Pairs"):
        function(40, 9, pairs, 9)


def test_pairs_and_other_arguments():
    pairs = Pairs(40, 9, 2, 9)
    assert tango_interval(pairs, level=0.9) == tango_interval(40, 9, 2, 9, 0.9)
    assert mcnemar_test(pairs) == mcnemar_test(9, 2)
    assert mcnemar_test(pairs, method="exact") == mcnemar_test(9, 2, "exact")
    with pytest.raises(TypeError, match="^n_only_second must be left out beside Pairs"):
        mcnemar_test(pairs, 2)
    with pytest.raises(TypeError, match="^n_only_second is missing: give n_only_first, n_only_second, or Pairs in"):
        mcnemar_test(9)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (
            lambda: mcnemar_test(0.1, 0.02),
            "n_only_first must be a whole number: got 0.1; this looks like a share: give",
        ),
        (
            lambda: tango_interval(0.82, 0.1, 0.02, 0.06),
            "n_both must be a whole number: got 0.82; this looks like a sha",
        ),
        (lambda: mcnemar_power(100, 9, 2), "share_only_first must lie between 0 and 1: got 9; write 0.09 if you mean"),
        (
            lambda: items_for_paired(0.1, 152),
            "share_only_second must lie between 0 and 1: got 152; this looks like a c",
        ),
        (
            lambda: items_for_paired(10, 2),
            "share_only_first must lie between 0 and 1: got 10; write 0.1 if you mean 10%,",
        ),
        (lambda: minimum_detectable_paired_effect(100, 12), "share_discordant must lie between 0 and 1: got 12; write"),
        (lambda: minimum_detectable_paired_effect(100, 0), "share_discordant must be at least 0.0000001: got 0; if no"),
        (
            lambda: mcnemar_power(100, 0.7, 0.4),
            "share_only_second and share_only_first must not exceed 1 together: got ",
        ),
        (
            lambda: items_for_paired(0.1, 0.1),
            "share_only_second must differ from share_only_first by 0.0000001 or more",
        ),
        (lambda: mcnemar_power(10**7 + 1, 0.1, 0.2), "n must be at most 10,000,000 here: got 10000001; check it"),
        (lambda: Pairs(0, 0, 0, 0), "both and the other three counts are all 0: without items there is nothing to"),
        (lambda: Pairs(1, 0, 0, 0, "x"), "missing_first must be a list or a tuple of ids, not text ('x')"),
        (
            lambda: Pairs(1, 0, 0, 0, (), ("x",), 0, 2),
            "unpaired_right_first must not exceed 1, the number of items that",
        ),
        (
            lambda: Pairs(1, 0, 0, 0, ("x",), (), 0, 0, 2),
            "unpaired_right_second must not exceed 1, the number of items",
        ),
        (lambda: Pairs(1, 0, 0, 0, names=("a", "a")), "names must differ: got 'a' twice"),
    ],
)
def test_what_is_refused(call, words):
    with pytest.raises((TypeError, ValueError)) as caught:
        call()
    assert str(caught.value).startswith(words)


# correlation and gain


@given(small_tables)
def test_correlation_and_gain_from_the_items(table):
    rows = np.repeat([[1, 1], [1, 0], [0, 1], [0, 0]], table, axis=0)
    phi, gain = _correlation(*table), pairing_gain(*table)
    first, second = rows.T
    unpaired, paired = first.var() + second.var(), (first - second).var()
    if first.var() * second.var() > 0:
        assert phi == pytest.approx(np.corrcoef(first, second)[0, 1], abs=1e-12)
    else:
        assert phi == 0
    if paired > 1e-12:
        assert gain == pytest.approx(unpaired / paired, rel=1e-9) and gain > 0.5 - 1e-12
        assert (gain > 1) == (phi > 0) or abs(gain - 1) < 1e-9
    else:
        assert gain == (math.inf if unpaired > 1e-12 else 1)


# the join


@st.composite
def two_files(draw):
    """Two result files as dicts: ids in any order, some missing, some without a result."""
    names = st.one_of(st.integers(-5, 12), st.sampled_from("abcdefgh"), st.tuples(st.just("r"), st.integers(0, 3)))
    return [draw(st.dictionaries(names, st.sampled_from([0, 1, True, 0.0, None, math.nan]))) for _ in range(2)]


@given(two_files())
def test_the_join_one_item_at_a_time(files):
    first, second = ({k: None if v is None or v != v else int(v) for k, v in file.items()} for file in files)
    everything = list({**first, **second})
    pairs = [(first.get(x), second.get(x)) for x in everything]
    shared = [pair for pair in pairs if None not in pair]
    if not shared or not first or not second:
        with pytest.raises(ValueError, match="^(first|second) "):
            pair_items(*files)
        return
    got = pair_items(*files)
    assert got.table == tuple(shared.count(pair) for pair in ((1, 1), (1, 0), (0, 1), (0, 0)))
    assert got.n == len(shared) and got.flips == sum(a != b for a, b in shared)
    assert got.difference == pytest.approx(sum(a - b for a, b in shared) / len(shared))
    assert got.missing_first == tuple(x for x in second if second[x] is not None and first.get(x) is None)
    assert got.missing_second == tuple(x for x in first if first[x] is not None and second.get(x) is None)
    assert got.no_result == pairs.count((None, None))
    # the bounds, by filling every missing result in every way that could matter
    for name, a, b in (("lowest", 0, 1), ("highest", 1, 0), ("as_fail", 0, 0), ("as_pass", 1, 1)):
        filled = [(a if x is None else x) - (b if y is None else y) for x, y in pairs]
        assert getattr(got.bounds(), name) == pytest.approx(sum(filled) / len(filled), abs=1e-15)
    swapped = pair_items(*reversed(files))
    assert swapped.difference == -got.difference and swapped.bounds().lowest == -got.bounds().highest
    assert format(got).startswith(f"{got.n} shared item") and "\n" not in format(got)
    ids = [pd.Index(file.keys(), tupleize_cols=False, name="id") for file in files]
    columns = [pd.Series(file.values(), index, dtype=object) for file, index in zip(files, ids, strict=True)]
    assert pair_items(*columns) == got
    assert pair_items(*(column.rename("right").reset_index() for column in columns)) == got


@pytest.mark.parametrize("kind", [int, float, bool, "Int64", "boolean", "Float64", "category", object])
def test_results_may_come_in_any_column(kind):
    first = pd.Series([1, 0, 1], index=["a", "b", "c"]).astype(kind)
    assert pair_items(first, {"c": 1, "b": 1, "a": 0}).table == (1, 1, 1, 0)


def test_gaps_in_columns():
    first = pd.Series([1, None, 1], index=["a", "b", "c"], dtype="Int64")
    second = pd.Series([math.nan, 0, 1], index=["a", "b", "c"])
    pairs = pair_items(first, second)
    assert pairs.table == (1, 0, 0, 0) and (pairs.missing_first, pairs.missing_second) == (("b",), ("a",))


RESULTS = pd.DataFrame({"id": list("wxyz"), "right": [1, 0, 0, None]})


@pytest.mark.parametrize(
    "rows",
    [
        lambda column: column,
        lambda column: column[column == 0],
        lambda column: column.sample(frac=1, random_state=1),
        lambda column: column.dropna(),
        lambda column: pd.concat([column, column]),
        lambda column: pd.concat([column, column], keys=["one", "two"]),
        lambda column: column.set_axis(column.index.astype("Int64")),
        lambda column: column.set_axis(column.index.astype(object)),
        lambda column: column.set_axis([1017, 1030, 1005, 1001]),
        lambda column: column.set_axis([0.0, 1.0, 2.0, 3.0]),
        lambda column: column.set_axis([0, 1, "2", 3]),
        lambda column: column.set_axis(pd.CategoricalIndex([0, 1, 2, 3])),
        lambda column: column.rename_axis("index"),
        lambda column: column.rename_axis("Unnamed: 0"),
    ],
    ids="whole filtered shuffled dropped glued keyed nullable object large floats mixed categories index csv".split(),
)
@pytest.mark.parametrize("large", [1, 10**4])
def test_row_numbers_are_no_ids(rows, large, monkeypatch):
    """A filter, a shuffle and the like leave them behind, and they pair what does not belong together."""
    monkeypatch.setattr("give_or_take.pairs.LARGE", large)
    with pytest.raises(ValueError, match="^second has no ids: its index looks like row numbers; use .set_index"):
        pair_items({0: 1}, rows(RESULTS["right"]))
    if rows(RESULTS["right"]).isin([0, 1]).all():
        with pytest.raises(ValueError, match="^first has no ids: its index looks like row numbers; use .set_index"):
            pair_items(rows(RESULTS["right"]), rows(RESULTS["right"]))


def test_ids_that_are_numbers_are_named_or_in_a_dict():
    assert pair_items({"x": 0}, RESULTS.set_index("id")["right"]).table == (0, 0, 0, 1)
    numbered = RESULTS["right"].rename_axis("id")
    assert pair_items(numbered, numbered.sample(frac=1, random_state=1)).table == (1, 0, 0, 2)
    assert pair_items(numbered, {3: 1, 0: 0}).table == (0, 1, 0, 0)
    assert pair_items(pd.Series([1, 0], [True, False]), {True: 1, False: 0}).table == (1, 0, 0, 1)
    runs = pd.concat([numbered, numbered], keys=["one", "two"], names=["run"])
    assert pair_items(runs, runs).n == 6


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame], ids=["pandas", "polars"])
def test_the_join_of_tables(frame):
    new, old = frame({"id": ["a", "b", "c"], "new": [1, 0, None]}), frame({"old": [0, 1, 1], "id": ["c", "b", "d"]})
    pairs = pair_items(new, old)
    assert pairs == Pairs(0, 0, 1, 0, ("c", "d"), ("a",), 0, 1, 1, ("new", "old"))
    assert pair_items(new, {"b": True}).names == ("first", "second")
    assert pair_items(frame({"id": [1, 2], "x": [True, False]}), {1: 1}).table == (1, 0, 0, 0)


FORMS = {
    "pandas": lambda ids, right, name: pd.DataFrame({name: right, "id": ids}),
    "polars": lambda ids, right, name: pl.DataFrame({"id": ids, name: right}),
    "series": lambda ids, right, name: pd.Series(right, pd.Index(ids, name="item"), name=name),
}
large = pytest.fixture(lambda monkeypatch: monkeypatch.setattr("give_or_take.pairs.LARGE", 1))


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("kind", [str, int])
@pytest.mark.parametrize("common", [40, 1, 0])
def test_large_tables_are_joined_by_their_library_and_give_what_dicts_give(form, kind, common, large):
    rng = np.random.default_rng(common)
    ids = [kind(x) for x in rng.permutation(100) + 1]
    sides = [{x: int(rng.integers(0, 2)) for x in some} for some in (ids[:60], ids[60 - common :])]
    made = [form(list(side), list(side.values()), name) for side, name in zip(sides, ("new", "old"), strict=True)]
    if not common:
        with pytest.raises(ValueError, match="^first and second share no id"):
            pair_items(*made)
        return
    pairs, expected = pair_items(*made), pair_items(*sides, names=("new", "old"))
    objects = kind is str and form is not FORMS["polars"] and pd.Series(["a"]).dtype == object  # as before pandas 3
    assert ("_columns" in vars(pairs)) == (not objects) and "_columns" not in vars(expected)
    for one in (pairs, copy.deepcopy(pairs)):
        assert one == expected and hash(one) == hash(expected) and repr(one) == repr(expected)
        assert (one.ids, one.results) == (expected.ids, expected.results)
    assert {type(x) for x in pairs.ids} == {kind} and {type(x) for pair in pairs.results for x in pair} == {int}
    with pytest.raises(AttributeError):
        _ = pairs.labels


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize(
    ("ids", "results", "words"),
    [
        ("abca", [1, 0, 1, 1], "first has more than one result for 'a'"),  # among those with a partner
        ("axbx", [1, 0, 1, 1], "first has more than one result for 'x'"),  # and among those without
        (("a", "\x1f", "b"), [1, 0, 1], "first has no id for 1 of 3 entries"),
        (("a", " ", "b"), [1, 0, 1], "first has no id for 1 of 3 entries"),
        (("a", "\u3000", "b"), [1, 0, 1], "first has no id for 1 of 3 entries"),
        (("a", None, "b"), [1, 0, 1], "first has no id for 1 of 3 entries"),
        ("abc", [1, 0, 2], "first must hold 0 or 1, and None or NaN where there is no result: got 2 for 'c'"),
        ("abc", [1.0, 0.0, 0.5], "first must hold 0 or 1, and None or NaN where there is no result: got 0.5 for 'c'"),
        ("abc", ["1", "0", "1"], "first must hold 0 or 1, and None or NaN where there is no result: got '1' for 'a'"),
        ("abc", ["1", "0", "timeout"], "first must hold 0 or 1, and None or NaN where there is no result: got 'time"),
    ],
)
def test_large_tables_are_refused_as_small_ones_are(form, ids, results, words, large):
    with pytest.raises((TypeError, ValueError)) as caught:
        pair_items(form(list(ids), results, "new"), form(list("abc"), [1, 0, 0], "old"))
    assert str(caught.value).startswith(words)


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_large_join_of_other_ids_looks_at_each(form, large):
    old = form(list("abc"), [1, 0, 0], "old")
    assert pair_items(form(["c", "a", "naïve", "项"], [1.0, None, True, 0], "new"), old).table == (0, 1, 0, 0)
    assert pair_items(form(list("abc"), [True, False, True], "new"), {"c": 1}).table == (1, 0, 0, 0)
    groups = pair_items(form(list("abc"), [1, 0, 1], "new"), old, groups={"a": "x", "b": "x", "c": "y"}).groups
    assert groups == ("x", "x", "y")


def test_large_tables_with_an_id_for_all_are_not_joined():
    """Their join would have 10¹⁰ rows."""
    table = pl.DataFrame({"id": ["a"] * 10**5, "right": [1] * 10**5})
    with pytest.raises(ValueError, match="^first has more than one result for 'a'"):
        pair_items(table, table)


@pytest.mark.parametrize(
    ("results", "words"),
    [
        (
            pd.DataFrame({"id": [1], "a": [1], "b": [0]}),
            "first must be a table of two columns, 'id' and the results: g",
        ),
        (
            pl.DataFrame({"item": [1], "a": [1]}),
            "first must be a table of two columns, 'id' and the results: got ['item",
        ),
        (
            pd.DataFrame([[1, 0]], columns=["id", "id"]),
            "first has two columns of one name: got ['id', 'id']; rename one",
        ),
        (pl.DataFrame({"id": ["a", None], "x": [1, 0]}), "first has no id for 1 of 2 entries; give each item an id of"),
        (
            pl.Series([1, 0]),
            "first has no ids: got a Series, which holds nothing but results; give a dict from id",
        ),
        (pl.LazyFrame({"id": [1], "x": [1]}), "first must be results by item id, not a table"),
        ([1, 0], "first has no ids: got a list, which holds nothing but results; give a dict from id"),
        ({}, "first is empty: there is nothing to compare; give at least one result"),
        ({" ": 1}, "first has no id for 1 of 1 entries"),
        ({("a", ""): 1}, "first has no id for 1 of 1 entries"),
        (pd.Series([1, 0], ["a", "a"]), "first has more than one result for 'a'; keep one result for each id"),
        (pd.Series([1], pd.Index([[1]], dtype=object)), "first must have plain ids, such as names or numbers: got [1]"),
        ({"a": "1"}, "first must hold 0 or 1, and None or NaN where there is no result: got '1' for 'a'; grade the"),
        ({"a": 0.5}, "first must hold 0 or 1, and None or NaN where there is no result: got 0.5 for 'a'; grade the"),
        ({"a": None}, "first and second share no item on which both have a result: there is nothing to compare"),
    ],
)
def test_results_that_are_refused(results, words):
    with pytest.raises((TypeError, ValueError)) as caught:
        pair_items(results, {"a": 1})
    assert str(caught.value).startswith(words)


class Awkward:
    def __repr__(self):
        return "a\nb\u202e\x00" + "z" * 100


class Broken:
    def __repr__(self):
        raise RuntimeError


STRANGE = {
    "two lines": "a\nb",
    "half a character": "\ud800",
    "right to left": "\u202eabc",
    "long": "z" * 10_000,
    "braces": "{}%s\\",
    "other scripts": "naïve 项目 🙂",
    "many digits": 10**5000,
    "bytes": b"\xff",
    "awkward": Awkward(),
    "broken": Broken(),
}


@pytest.mark.parametrize("strange", STRANGE.values(), ids=STRANGE.keys())
def test_printing_copes_with_any_id(strange):
    pairs = pair_items({"a": 1, strange: 1}, {"a": 0})
    assert pairs.missing_second == (strange,)
    for words in (format(pairs), pairs.clause, format(pairs.bounds())):
        assert words.isprintable() and len(words) < 250
    with pytest.raises(ValueError) as caught:
        pair_items({strange: 2}, {"a": 1})
    assert str(caught.value).isprintable() and len(str(caught.value)) < 200
    with pytest.raises(ValueError, match="^first and second share no id"):
        pair_items({strange: 1}, {"a": 1})


def test_ids_of_another_kind_share_nothing():
    with pytest.raises(ValueError, match="first has ids such as 1, second such as '1'; are both written alike"):
        pair_items({1: 1}, {"1": 1})


def test_pairs_from_counts():
    pairs = Pairs(95, 4, 0, 1)
    assert list(tango_interval(*pairs.table)) == list(tango_interval(95, 4, 0, 1))
    assert (pairs.n, pairs.flips, pairs.difference) == (100, 4, 0.04) and hash(pairs) == hash(Pairs(95.0, 4, 0, 1))
    assert format(pairs.bounds()) == "+4.0 points over all 100 items: no result is missing"
    assert "(+0.020 points)" in format(Pairs(999_000, 600, 400, 0))  # standard error 0.003
    claim = Claim("answer desk", 99, 100).add(pairs).add(tango_interval(*pairs.table)).add(mcnemar_test(4, 0))
    assert format(claim) == (
        "answer desk: 99/100 = 99%, first minus second on the same 100 items +4.0 points (4 flips for, 0 against), "
        "95% Tango interval +0.2 to +9.8 points, McNemar mid-p test p = 0.062"
    )
    with pytest.raises(AttributeError):
        pairs.both = 3
    assert format(Pairs(1, 0, 0, 0)).startswith("1 shared item: both right 1")
    assert "1 flip for," in Pairs(0, 1, 0, 9).clause


# real results


def test_two_columns_give_their_names():
    new, old = pd.Series({"a": 1, "b": 0}, name="new"), pd.Series({"a": 0, "b": 0, "c": 1}, name="old")
    assert "only new: 1, only old: 0" in str(pair_items(new, old))
    assert "1 without a result of new" in str(pair_items(new, old))
    assert pair_items(new, old).clause.startswith("new minus old on the same 2 items")
    for other in (old.rename("new"), old.rename(None), old.rename(7), old.rename(" "), old.to_dict()):
        assert pair_items(new, other).names == ("first", "second")


def test_two_systems_can_be_named():
    new, old = (pd.Series({"a": right, "b": 0}, name="correct") for right in (1, 0))
    assert pair_items(new, old).names == ("first", "second")
    assert pair_items(new, old, names=("new", "old")).clause.startswith("new minus old on the same 2 items")
    assert pair_items(new.rename("x"), old.to_dict(), names=["v2", "v1"]).names == ("v2", "v1")
    for names, words in ((("new", "new"), "names must differ"), (("new",), "names must be a pair of texts")):
        with pytest.raises((TypeError, ValueError), match=f"^{words}"):
            pair_items(new, old, names=names)


# --- Not worse


@pytest.mark.parametrize("level", (0.8, 0.95, 0.99))
@pytest.mark.parametrize("margin", (0.005, 0.05, 0.4))
def test_not_worse_is_the_score_test_at_the_margin(level, margin):
    """Against Tango's statistic itself, written anew with his restricted estimate, over every table of 25 items."""
    z, n = NORMAL.inv_cdf((1 + level) / 2), 25
    for b in range(n + 1):
        for c in range(n + 1 - b):
            shift = -margin
            middle = -b - c + (2 * n - b + c) * shift
            rarer = (math.sqrt(middle**2 + 8 * n * c * shift * (1 - shift)) - middle) / (4 * n)
            variance = n * (2 * rarer + shift * (1 - shift))
            score = (b - c - n * shift) / math.sqrt(variance)
            assert abs(score - z) > 1e-9, "a tie would prove nothing"
            shown = paired_non_inferior(n - b - c, b, c, 0, margin=margin, level=level)
            assert shown is (score > z), (b, c)


def test_not_worse_takes_pairs_and_arrays():
    pairs = Pairs(430, 15, 12, 43)
    assert paired_non_inferior(pairs, margin=0.02) is True and paired_non_inferior(pairs, margin=0.01) is False
    assert paired_non_inferior(430, [15, 12], [12, 15], 43, margin=[0.02, 0.02]).tolist() == [True, False]
    edge = -tango_interval(pairs).low
    assert not paired_non_inferior(pairs, margin=edge) and paired_non_inferior(pairs, margin=edge + 1e-12)
    with pytest.raises(TypeError):
        paired_non_inferior(430, 15, 12, 43)


SHARES = ((0.03, 0.03), (0.1, 0.12), (0.5, 0.5), (0.0, 0.1), (0.2, 0.0), (0.0, 0.0), (0.4, 0.6))


@pytest.mark.parametrize("shares", SHARES)
@pytest.mark.parametrize(("n", "margin"), [(1, 0.9), (17, 0.2), (40, 0.05), (60, 0.11)])
def test_power_of_not_worse_is_the_sum_over_every_table(n, margin, shares):
    first, second = (Fraction(str(share)) for share in shares)
    total = 0.0
    for b in range(n + 1):
        c = np.arange(n + 1 - b)
        yes = np.atleast_1d(paired_non_inferior(n - b - c, b, c, 0, margin=margin))
        for k in c[yes].tolist():
            ways = math.comb(n, b) * math.comb(n - b, k)
            total += float(ways * first**b * second**k * (1 - first - second) ** (n - b - k))
    assert paired_non_inferiority_power(n, *shares, margin) == pytest.approx(total, abs=1e-12)


def test_items_for_not_worse():
    plan = items_for_paired_non_inferiority
    assert plan(0.05, 0.05, 0.01, method="normal") == 7849 and items_for_non_inferiority(0.9, 0.9, 0.01) == 14128
    assert plan(0.03, 0.03, 0.05, method="normal") == 189
    assert (plan(0.05, 0.05, 0.01), plan(0.03, 0.03, 0.05)) == (7880, 232)
    assert plan(0.05, [0.05, 0.03], 0.01, method="normal").tolist() == [7849, 695]
    # No flips: the lower end is -z²/(n + z²), so n lies above z² (1 - margin)/margin.
    assert plan(0, 0, 0.1) == math.ceil(Z**2 * 0.9 / 0.1)


@pytest.mark.parametrize(
    ("shares", "margin", "n"),
    [
        ((0, 0.002), 0.01, 878),  # enough from 726 to 767 too
        ((0.0005, 0.0005), 0.01, 470),  # from 381 to 456 too
        ((0.03, 0.03), 0.05, 232),
        ((0.0, 0.0), 0.1, None),
        ((0.5, 0.5), 0.2, None),
    ],
)
def test_the_saw_of_the_power_one_item_at_a_time(shares, margin, n):
    """Eight times 1/margin past the plan, nothing falls short; one item before it, something does."""
    for power in (0.8, 0.9):
        plan = items_for_paired_non_inferiority(*shares, margin, power)
        powers = paired_non_inferiority_power(np.arange(1, plan + int(8 / margin)), *shares, margin)
        assert plan == np.flatnonzero(powers < power)[-1] + 2
        assert n in (None, plan) or power != 0.8


def test_a_power_of_many_items_takes_no_memory_and_no_time():
    assert paired_non_inferiority_power(10**7, 0.05, 0.05, 0.0003) == pytest.approx(0.8508, abs=0.001)
    assert items_for_paired_non_inferiority(0.05, 0.05, 0.001) == pytest.approx(784_900, rel=0.001)


def test_plans_for_not_worse_that_cannot_be():
    with pytest.raises(ValueError, match="share_only_second must lie below share_only_first plus the margin: got 0.06"):
        items_for_paired_non_inferiority(0.05, 0.06, 0.01)
    with pytest.raises(ValueError, match="margin is too small: got 0.0001"):
        items_for_paired_non_inferiority(0.05, 0.05, 0.0001)
    with pytest.raises(ValueError, match="margin must lie below 1 for .* got 5; write 0.05 for 5 points"):
        items_for_paired_non_inferiority(0.05, 0.05, 5)
    with pytest.raises(ValueError, match="share_only_second and share_only_first must not exceed 1 together"):
        paired_non_inferiority_power(100, 0.6, 0.6, 0.1)


@pytest.mark.parametrize("kind", [float, np.longdouble])
def test_a_margin_that_looks_too_far_ahead_is_refused(kind):
    with pytest.raises(ValueError, match="^margin is too small: got 1e-300; more than 10,000,000 items would be"):
        items_for_paired_non_inferiority(0.1, 0.05, margin=kind(1e-300))
