"""Chapter 3's intervals against R, 40-digit values, SciPy, statsmodels, exact fractions, and their own promises."""

import math
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import rows
from scipy.stats import binom

from give_or_take import (
    agresti_coull_interval,
    average_coverage,
    clopper_pearson_interval,
    coverage,
    items_for_half_width,
    items_for_margin,
    jeffreys_interval,
    lowest_coverage,
    margin,
    rule_of_three,
    wald_interval,
    wilson_interval,
)
from give_or_take.intervals import METHODS, _interval


def mid_p_interval(k, n, level=0.95):
    return _interval("mid-p", k, n, level)


TOLERANCE = 1e-12  # absolute; 6e-16 is reached with SciPy 1.17
FUNCTIONS = {
    "wald": wald_interval,
    "wilson": wilson_interval,
    "wilson-cc": lambda k, n, level=0.95: wilson_interval(k, n, level, continuity=True),
    "clopper-pearson": clopper_pearson_interval,
    "agresti-coull": agresti_coull_interval,
    "jeffreys": jeffreys_interval,
    "mid-p": mid_p_interval,
}
LEVELS = (0.9, 0.95, 0.99, 0.999)
every_method = pytest.mark.parametrize("method", METHODS)
levels = st.one_of(st.sampled_from(LEVELS), st.floats(0.9, 0.99999))


@st.composite
def success_counts(draw, largest=10**7):
    n = draw(st.one_of(st.integers(1, min(60, largest)), st.integers(1, largest)))
    return draw(st.one_of(st.integers(0, n), st.sampled_from([0, 1, n - 1, n]))), n


# against other programs


@pytest.mark.parametrize(
    ("column", "method"),
    {
        "wald": "wald",
        "wilson": "wilson",
        "wilson_cc_newcombe": "wilson-cc",
        "clopper_pearson": "clopper-pearson",
        "agresti_coull": "agresti-coull",
        "jeffreys_eqtail": "jeffreys",
        "midp_clopper_pearson": "mid-p",
    }.items(),
)
def test_intervals_against_the_reference(column, method):
    found = [row for row in rows("single_proportion_intervals.csv") if row["method"] == column]
    assert len(found) == 24
    for row in found:
        interval = FUNCTIONS[method](int(row["k"]), int(row["n"]), float(row["conf"]))
        assert list(interval) == pytest.approx([float(row["lower"]), float(row["upper"])], rel=0, abs=TOLERANCE), row
        assert interval.estimate == int(row["k"]) / int(row["n"]) and interval.level == float(row["conf"])


# The 95% ends, with 18 digits, from mpmath at 40 digits: continued fraction and Newton's method.
DIGITS = [
    (clopper_pearson_interval, 1, 10**7, 2.5317807952240328e-9, 5.5716421173607302e-7),
    (clopper_pearson_interval, 1000, 10**7, 0.000093897583667030845, 0.000106394873383879874),
    (clopper_pearson_interval, 8 * 10**6, 10**7, 0.79975194515564473107, 0.80024788113954773003),
    (clopper_pearson_interval, 10**7 - 1, 10**7, 0.99999944283578826393, 0.99999999746821920478),
    (clopper_pearson_interval, 5, 20, 0.086571469101434559146, 0.49104587170795749885),
    (clopper_pearson_interval, 1, 2, 0.012579117093425060372, 0.98742088290657493963),
    (jeffreys_interval, 1, 10**7, 1.0789764342729508e-8, 4.6742008266951191e-7),
    (jeffreys_interval, 1000, 10**7, 0.000093946034458885938929, 0.00010634332458511135239),
    (jeffreys_interval, 8 * 10**6, 10**7, 0.79975199517887256355, 0.80024783116280451162),
    (jeffreys_interval, 0, 1, 0, 0.85325368369042481321),
    (jeffreys_interval, 1, 1, 0.14674631630957518679, 1),
    (mid_p_interval, 1, 10**7, 5.0020344829375999919e-9, 4.9318595135665704215e-7),
    (mid_p_interval, 1000, 10**7, 0.000093945271905314802087, 0.0001063441108134319417),
    (mid_p_interval, 8 * 10**6, 10**7, 0.7997519951594995368, 0.80024783118216865882),
    (mid_p_interval, 10**7 - 1, 10**7, 0.99999950681404864334, 0.99999999499796551706),
    (mid_p_interval, 742, 1319, 0.53565293746266754194, 0.58916760110316129879),
]


@pytest.mark.parametrize(("function", "k", "n", "low", "high"), DIGITS)
def test_the_last_digits(function, k, n, low, high):
    """Relative: 5e-14 at the worst (mid-p, 1 of ten million), mostly 1e-15."""
    interval = function(k, n)
    assert interval.low == pytest.approx(low, rel=2e-13, abs=0)
    assert interval.high == pytest.approx(high, rel=2e-13, abs=0)


@pytest.mark.parametrize("level", [0.95, 1 - 1e-9, 1 - 1e-14])
def test_an_end_next_to_0_has_its_digits_too(level):
    low = -math.expm1(math.log1p(-(1 - level) / 2) / 10)  # of 1 in 10, in closed form
    assert clopper_pearson_interval(1, 10, level).low == pytest.approx(low, rel=1e-12, abs=0)
    assert jeffreys_interval(1, 10, level).low > low > mid_p_interval(0, 10, level).low == 0


@given(success_counts(), st.sampled_from([0, Fraction(1, 2)]))
def test_wilson_to_the_last_digits(counts, shift):
    """The quadratic equation in 50-digit decimals."""
    k, n = counts
    z = Decimal("1.959963984540054235524594")
    interval = wilson_interval(k, n, continuity=bool(shift))
    for end, x, sign, edge in ((interval.low, k - shift, -1, 0), (interval.high, k + shift, 1, n)):
        x = Decimal(x.numerator) / x.denominator if isinstance(x, Fraction) else Decimal(x)
        if k == edge:
            assert end == bool(edge)
        else:
            exact = (x + z**2 / 2 + sign * z * (x * (n - x) / n + z**2 / 4).sqrt()) / (n + z**2)
            assert end == pytest.approx(float(exact), rel=3e-15, abs=0)


@given(success_counts(), st.sampled_from(LEVELS))
def test_intervals_against_statsmodels(counts, level):
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    k, n = counts
    names = {"wald": "normal", "wilson": "wilson", "clopper-pearson": "beta", "agresti-coull": "agresti_coull"}
    if 0 < k < n:
        names["jeffreys"] = "jeffreys"  # statsmodels leaves the endpoint rule out
    for method, name in names.items():
        theirs = proportion.proportion_confint(k, n, 1 - level, name)
        assert np.clip(list(FUNCTIONS[method](k, n, level)), 0, 1) == pytest.approx(theirs, abs=1e-11)  # both clipped


@given(success_counts(2000), levels)
def test_the_ends_of_the_exact_methods_leave_the_tails_that_they_promise(counts, level):
    k, n = counts
    tail = (1 - level) / 2
    for method, share in (("clopper-pearson", 1), ("mid-p", 0.5)):
        low, high = FUNCTIONS[method](k, n, level)
        if k > 0:
            assert binom.sf(k, n, low) + share * binom.pmf(k, n, low) == pytest.approx(tail, rel=1e-9)
        if k < n:
            assert binom.cdf(k - 1, n, high) + share * binom.pmf(k, n, high) == pytest.approx(tail, rel=1e-9)


@given(success_counts(), levels)
def test_the_ends_of_wilson_are_where_the_score_test_just_rejects(counts, level):
    k, n = counts
    low, high = wilson_interval(k, n, level)
    z = margin(1, 2, level) * math.sqrt(8)
    for end in (low, high):
        if 0 < end < 1:
            assert abs(k - n * end) / math.sqrt(n * end * (1 - end)) == pytest.approx(z, rel=1e-6)


# promises


@every_method
@given(counts=success_counts(), level=levels)
def test_stays_in_range_and_contains_the_estimate(method, counts, level):
    low, high = interval = FUNCTIONS[method](*counts, level)
    if METHODS[method].in_range:
        assert 0 <= low and high <= 1
    if METHODS[method].holds_estimate:
        assert interval.estimate in interval
    assert METHODS[method].name == interval.method


@every_method
@given(counts=success_counts(), level=levels)
def test_symmetric(method, counts, level):
    k, n = counts
    low, high = FUNCTIONS[method](k, n, level)
    mirrored = FUNCTIONS[method](n - k, n, level)
    assert METHODS[method].symmetric
    # 2e-14: the beta quantiles of SciPy 1.15, the lowest admitted, are good to 6e-15; those of 1.17 to 1e-15.
    assert list(mirrored) == pytest.approx([1 - high, 1 - low], abs=2e-14)


@every_method
@given(counts=success_counts(), level=levels, share=st.floats(0.01, 1))
def test_nests_as_the_level_rises(method, counts, level, share):
    inner = FUNCTIONS[method](*counts, 0.9 + (level - 0.9) * share)
    outer = FUNCTIONS[method](*counts, level)
    if METHODS[method].nests:
        assert outer.low <= inner.low + 1e-15 and inner.high <= outer.high + 1e-15
    assert outer.width >= inner.width - 1e-15


@every_method
@given(counts=success_counts(), level=levels)
def test_never_wider_when_n_doubles_at_the_same_rate(method, counts, level):
    k, n = counts
    assert METHODS[method].shrinks
    assert FUNCTIONS[method](2 * k, 2 * n, level).width <= FUNCTIONS[method](k, n, level).width + 1e-15


@pytest.mark.parametrize("level", LEVELS)
@every_method
def test_all_promises_for_all_small_counts(method, level):
    promise = METHODS[method]
    for n in range(1, 41):
        low, high = FUNCTIONS[method](np.arange(n + 1), n, level)
        estimate = np.arange(n + 1) / n
        assert ((low >= 0) & (high <= 1)).all() or not promise.in_range
        assert ((low <= estimate) & (estimate <= high)).all()
        assert low == pytest.approx(1 - high[::-1], abs=1e-15)
        wider = FUNCTIONS[method](np.arange(n + 1), n, (1 + level) / 2)
        assert ((wider.low <= low) & (high <= wider.high)).all() or not promise.nests
        assert (FUNCTIONS[method](2 * np.arange(n + 1), 2 * n, level).width <= high - low + 1e-15).all()


@pytest.mark.parametrize("n", [1, 2, 20, 10**7])
@every_method
def test_at_0_of_n_and_n_of_n(method, n):
    none, all_of_them = FUNCTIONS[method](0, n), FUNCTIONS[method](n, n)
    if METHODS[method].in_range:
        assert none.low == 0 and all_of_them.high == 1  # exactly
        assert 0 < none.high < 1 and 0 < all_of_them.low < 1
    if method == "wald":
        assert list(none) == [0, 0] and list(all_of_them) == [1, 1]


# what they refuse: kinds of bad input are in test_checks.py, the words for some of them here


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((math.nan, 20), "successes has no value; give a number$"),
        (([1, math.nan], 20), "successes has a gap .no value. for 1 of 2 entries; leave such rows out"),
        (
            (pd.Series([1, None], dtype="Int64"), 20),
            "successes has a gap .no value. for 1 of 2 entries; leave such rows",
        ),
        ((84, 100, math.nan), "level has no value; give a number$"),
        ((pd.Series([True, False]), 20), r"successes must be a number, not True or False; .* its \.sum\(\)$"),
        ((84, True), r"n must be a number, not True or False; .* its \.sum\(\)$"),
        ((84, 100, True), "level must be a number, not True or False; give the number itself"),
        ((0.84, 100), "successes must be a whole number: got 0.84; this looks like a share: give the count"),
        ((84.5, 100), "successes must be a whole number: got 84.5; give a whole number"),
        ((84, 100, 95), "level must lie strictly between 0 and 1: got 95; write 0.95 for 95%"),
        ((100, 84), "successes must not exceed n: got 100 of 84; are the two swapped"),
        ((0, 0), "n must be at least 1"),
    ],
)
def test_a_message_fits_its_argument(arguments, words):
    with pytest.raises((TypeError, ValueError), match=f"^{words}"):
        wilson_interval(*arguments)


@pytest.mark.parametrize(
    ("rate", "words"),
    [
        (3.9, "got 3.9; write 0.039 if you mean 3.9%"),
        (840, "got 840; this looks like a count: divide it by the number"),
    ],
)
def test_a_count_or_a_percentage_for_a_rate_is_named(rate, words):
    for function in (items_for_half_width, items_for_margin):
        with pytest.raises(ValueError, match=f"^rate must lie between 0 and 1: {words}"):
            function(rate, 0.1)


# rule of three


@given(st.integers(1, 10**6), st.floats(0.5, 0.9999))
def test_rule_of_three_is_a_little_above_the_exact_one_sided_limit(n, level):
    exact = 1 - (1 - level) ** (1 / n)
    assert exact < rule_of_three(n, level) + 1e-15
    assert rule_of_three(n, level) <= exact + (math.log(1 - level) / n) ** 2 / 2 + 1e-15
    assert clopper_pearson_interval(0, n, 2 * level - 1 or 0.5).high == pytest.approx(exact, rel=1e-9) or level == 0.5


# planning


@given(st.integers(1, 999), st.floats(0.001, 0.4), levels)
def test_items_for_half_width_of_wilson_solve_its_quadratic_equation(rate, half, level):
    p, z2 = rate / 1000, (margin(1, 2, level) * math.sqrt(8)) ** 2
    b = 2 * z2 * half**2 - z2 * p * (1 - p)
    n = (-b + math.sqrt(max(b**2 - 4 * half**2 * z2**2 * (half**2 - 0.25), 0))) / (2 * half**2)
    assert items_for_half_width(p, half, level) == pytest.approx(max(1, math.ceil(n * (1 - 1e-9))), abs=1)


@every_method
@given(k=st.integers(1, 19), half=st.floats(0.01, 0.3), level=levels)
def test_the_items_reach_the_half_width_and_fewer_do_not(method, k, half, level):
    if method == "wald":
        half *= min(k, 20 - k) / 20  # else fewer items than show a failure, which is refused
        assert items_for_half_width(k / 20, half, level, method) == items_for_margin(k / 20, half, level)
    n = items_for_half_width(k / 20, half, level, method)
    many = 20 * math.ceil(n / 20)  # so that the rate is one of whole counts
    assert FUNCTIONS[method](k * many // 20, many, level).half_width <= half * (1 + 1e-9)
    few = 20 * ((n - 1) // 20)
    assert not few or FUNCTIONS[method](k * few // 20, few, level).half_width > half * (1 - 1e-9)


@every_method
@pytest.mark.parametrize("n", [100, 1000, 10_000])
def test_a_half_width_that_is_reached_but_for_rounding_takes_no_more_items(method, n):
    half = FUNCTIONS[method](n // 2, n).half_width * (1 - 3e-13)
    assert items_for_half_width(0.5, half, method=method) == n


@pytest.mark.parametrize("method", sorted(set(METHODS) - {"wald"}))
def test_items_for_half_width_broadcasts_and_stands_extremes(method):
    grid = items_for_half_width([1e-300, 1e-12, 0.5, 1 - 1e-12], [[0.5], [0.3], [1e-4]], method=method)
    assert grid.shape == (3, 4) and grid.dtype.kind == "i" and (grid >= 1).all()
    assert (np.diff(grid, axis=0) >= 0).all() and (grid[:, 2] >= grid[:, 1]).all()


@pytest.mark.parametrize("method", sorted(set(METHODS) - {"wald"}))
def test_what_has_too_few_digits_is_not_planned(method):
    """At a half-width of 1e-7 noise decided: Clopper-Pearson, wider than Wald at one half, took fewer items."""
    with pytest.raises(ValueError, match="^half_width is too small: it takes about 96036470517258 items"):
        items_for_half_width(0.5, 1e-7, method=method)
    n = items_for_half_width(0.5, [4e-5, 3.2e-5], method=method)
    assert (n > 0.999 * items_for_margin(0.5, [4e-5, 3.2e-5])).all() and n[1] < 10**9
    low, high = METHODS[method].ends(0.5 * n, 1.0 * n, 0.95)
    less_low, less_high = METHODS[method].ends(0.5 * (n - 1), n - 1.0, 0.95)
    assert (high - low <= [8e-5, 6.4e-5]).all() and (less_high - less_low > [8e-5, 6.4e-5]).all()


@pytest.mark.parametrize("method", ["clopper-pearson", "jeffreys", "mid-p"])
def test_exact_methods_stop_where_their_digits_do(method):
    n = 10**10
    for k in (n // 2, n // 1000):
        interval, wilson = FUNCTIONS[method](k, n), wilson_interval(k, n)
        assert list(interval) == pytest.approx(list(wilson), abs=1e-3 * wilson.width)
    with pytest.raises(ValueError, match="^n must be at most 10,000,000,000 for this method: got 10000000001;"):
        FUNCTIONS[method](n // 2, n + 1)
    with pytest.raises(ValueError, match="^half_width is too wide for the normal formula"):
        items_for_half_width(0.999999, 0.01, method="wald")
    assert items_for_half_width(0.999999, 0.01) == 189


# coverage


@pytest.mark.parametrize(
    ("column", "method"),
    {
        "wald": "wald",
        "wilson": "wilson",
        "cp": "clopper-pearson",
        "ac": "agresti-coull",
        "jeffreys": "jeffreys",
    }.items(),
)
def test_coverage_against_the_reference(column, method):
    """Absolute: 1e-15 is reached."""
    for row in rows("exact_coverage.csv"):
        assert coverage(method, int(row["n"]), float(row["p"])) == pytest.approx(float(row[column]), abs=1e-12), row


@every_method
@given(n=st.integers(1, 40), share=st.fractions(0, 1, max_denominator=97), level=st.sampled_from(LEVELS))
def test_coverage_is_the_exact_sum(method, n, share, level):
    p = float(share)
    low, high = FUNCTIONS[method](np.arange(n + 1), n, level)
    chance = [math.comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(n + 1)]
    covered = sum(x for x, a, b in zip(chance, low, high, strict=True) if a <= p <= b)
    assert coverage(method, n, p, level) == pytest.approx(float(covered), abs=1e-13)


@every_method
@pytest.mark.parametrize("n", [1, 2, 7, 100])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_the_lowest_coverage_is_approached_and_never_undercut(method, n, level):
    lowest = lowest_coverage(method, n, level)
    low, high = FUNCTIONS[method](np.arange(n + 1), n, level)
    ends = np.clip([*low, *high], 1e-12, 1 - 1e-12)
    beside = np.concatenate([ends * (1 - 1e-12), ends * (1 + 1e-12), np.linspace(0, 1, 10_001)])
    covered = coverage(method, n, beside.clip(0, 1), level)
    assert covered.min() == pytest.approx(lowest, abs=1e-9)


@every_method
@pytest.mark.parametrize("n", [1, 40])
def test_the_average_coverage_is_the_mean_over_all_rates(method, n):
    p, weight = np.polynomial.legendre.leggauss(25)  # between two ends coverage is a polynomial, exactly integrated
    low, high = FUNCTIONS[method](np.arange(n + 1), n, 0.95)
    ends = np.unique(np.clip([*low, *high, 0, 1], 0, 1))
    parts = [(b - a) / 2 * weight @ coverage(method, n, (a + b) / 2 + (b - a) / 2 * p) for a, b in pairwise(ends)]
    assert average_coverage(method, n) == pytest.approx(sum(parts), abs=1e-9)


def test_coverage_at_0_and_1_and_of_a_million():
    for method in METHODS:
        assert coverage(method, 20, [0, 1]).tolist() == [1, 1]
    assert coverage("wilson", 10**6, 0.3) == pytest.approx(0.95, abs=1e-3)
