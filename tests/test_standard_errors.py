"""Chapter 2's formulas against exact fractions, 50-digit decimals, R, statsmodels and each other."""

import math
import statistics
from decimal import ROUND_CEILING, Decimal, getcontext
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from give_or_take import items_for_margin, margin, standard_error
from give_or_take.standard_errors import standard_error_of_mean

getcontext().prec = 50
# Normal quantiles with 25 digits: the middle 90%, 95% and 99%.
Z = {
    0.90: Decimal("1.644853626951472714863849"),
    0.95: Decimal("1.959963984540054235524594"),
    0.99: Decimal("2.575829303548900760978577"),
}


def root(fraction):
    """The square root of a fraction, to 50 digits."""
    return (Decimal(fraction.numerator) / Decimal(fraction.denominator)).sqrt()


def close(value, exact, tolerance=1e-13):
    """Whether a float is the exact value, relatively."""
    exact = float(exact)
    return abs(value - exact) <= tolerance * abs(exact)


@st.composite
def success_counts(draw, largest=10**7):
    n = draw(st.integers(1, largest))
    return draw(st.one_of(st.integers(0, n), st.sampled_from([0, min(1, n), n - 1, n]))), n


# one rate


@given(success_counts())
def test_standard_error_is_the_exact_root(counts):
    k, n = counts
    assert close(standard_error(k, n), root(Fraction(k * (n - k), n**3)), 1e-15 * 2)


def test_shapes_and_kinds_of_what_comes_back():
    assert type(standard_error(84, 100)) is float and type(margin(np.int64(84), 100)) is float
    assert type(standard_error(np.array(84), 100)) is float
    assert type(items_for_margin(0.84, 0.01)) is int
    assert type(standard_error_of_mean([1, 2])) is float
    assert standard_error([[1, 2], [3, 4]], [10, 20]).shape == (2, 2)
    column = standard_error(pd.Series([1, 2], index=["b", "a"]), 10)
    assert type(column) is np.ndarray and column.tolist() == [standard_error(1, 10), standard_error(2, 10)]
    assert items_for_margin([0.5, 0.9], 0.1).dtype.kind == "i"


@given(success_counts(), st.sampled_from(sorted(Z)))
def test_margin_is_z_times_the_exact_root(counts, level):
    k, n = counts
    assert close(margin(k, n, level), Z[level] * root(Fraction(k * (n - k), n**3)), 1e-13)


# planning


@given(st.integers(1, 999), st.integers(1, 400), st.sampled_from(sorted(Z)))
def test_items_for_margin_is_the_exact_number_rounded_up(rate, width, level):
    p, m = rate / 1000, width / 1000
    exact = Z[level] ** 2 * Decimal(p) * (1 - Decimal(p)) / Decimal(m) ** 2
    items = max(1, int(exact.to_integral_value(ROUND_CEILING)))
    if items * min(rate, 1000 - rate) < 1000:  # not one failure, or not one success, on average
        with pytest.raises(ValueError, match=f"^margin is too wide .* rate {p}: it asks for {items} items"):
            items_for_margin(p, m, level)
    else:
        assert items_for_margin(p, m, level) == items


@pytest.mark.parametrize(("p", "m"), [(0.999999, 0.01), (1e-6, 0.01), (0.5, 0.99), ([0.5, 0.99], 0.1)])
def test_a_plan_among_whose_items_nothing_fails_is_refused(p, m):
    with pytest.raises(ValueError, match="^margin is too wide for the normal formula at rate .*items_for_half_width"):
        items_for_margin(p, m)


def test_the_margins_at_the_edge_of_what_is_planned():
    assert items_for_margin(0.5, 0.7) == 2  # one failure and one success on average
    assert items_for_margin(0.5, 1e-7) == 96036470517258
    for wide in (1, 0.99e-7):
        with pytest.raises(ValueError, match="^margin must be at least 0.0000001 and below 1: write 0.01 for one"):
            items_for_margin(0.5, wide)


@given(st.integers(1, 9999), st.floats(1e-3, 0.6), st.floats(0.5, 0.999))
def test_the_items_reach_the_margin_and_one_less_does_not(rate, share, level):
    p = rate / 10000
    m = share * min(p, 1 - p)  # a margin beyond the distance to 0 or 1 may be refused
    n = items_for_margin(p, m, level)
    z = statistics.NormalDist().inv_cdf((1 + level) / 2)
    assert z * math.sqrt(p * (1 - p) / n) <= m * (1 + 1e-9)
    assert n == 1 or z * math.sqrt(p * (1 - p) / (n - 1)) >= m * (1 - 1e-9)


@pytest.mark.parametrize("z", [1, 2, 3])
@pytest.mark.parametrize("m", [0.1, 0.05, 0.02, 0.01, 0.005, 0.001])
def test_a_whole_number_is_not_bumped_by_rounding_error(z, m):
    level = math.erf(z / math.sqrt(2))  # the level at which z is a whole number
    assert items_for_margin(0.5, m, level) == round(z * z / 4 / m**2)
    assert items_for_margin(0.2, m, level) == round(z * z * 16 / 100 / m**2)


# any scores


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=50))
def test_standard_error_of_mean_is_the_exact_root(scores):
    n = len(scores)
    exact = root(statistics.variance(map(Fraction, scores)) / n)
    assert close(standard_error_of_mean(scores), exact, 1e-13)


@given(st.floats(-1e6, 1e6), st.integers(2, 200))
def test_constant_scores_have_no_wobble_at_all(score, n):
    assert standard_error_of_mean([score] * n) == 0
