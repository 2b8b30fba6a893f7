"""Two independent rates: intervals for their difference, and tests of "no difference": chapter 4.

Independent means items drawn separately. Two systems on the *same* items are paired: chapter 5. The difference is the
rate of a minus the rate of b, a fraction; intervals print it in points. Arrays of counts give one `Interval` or `Test`
that holds arrays.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr

from give_or_take import checks
from give_or_take.docs import documented
from give_or_take.intervals import METHODS
from give_or_take.results import Interval, Test
from give_or_take.standard_errors import _upper


@documented
def newcombe_interval(
    successes_a: "ArrayLike", n_a: "ArrayLike", successes_b: "ArrayLike", n_b: "ArrayLike", level: float = 0.95
) -> Interval:
    """Newcombe's interval for a difference, square and add: Wilson's two intervals, put together. The house method.

    The distance to the lower end is √((p_a - l_a)² + (u_b - p_b)²), to the upper end √((u_a - p_a)² + (p_b - l_b)²),
    where l and u are the ends of the Wilson interval of each rate p. As standard errors do, the distances add as the
    sides of a right triangle; each is the one that matters in that direction.

    {interval of a difference}

    References
    ----------
    Newcombe 1998, Statistics in Medicine 17, 873-890, method 10. statsmodels' `confint_proportions_2indep` has it as
    `"newcomb"`.

    Examples
    --------
    >>> print(newcombe_interval(42, 50, 40, 50))
    +4.0 points (95% Newcombe -11.3 to +19.1 points)
    """
    counts, level = two_systems(successes_a, n_a, successes_b, n_b), checks.level(level)
    low, high = _newcombe(*counts, level)
    return Interval(low, high, _difference(*counts), level, "Newcombe", "points")


def _newcombe(k_a, n_a, k_b, n_b, level):
    wilson = METHODS["wilson"].ends
    first, second = (k_a / n_a, *wilson(k_a, n_a, level)), (k_b / n_b, *wilson(k_b, n_b, level))
    return square_and_add(_difference(k_a, n_a, k_b, n_b), first, second)


def square_and_add(difference, first, second):
    """Both ends of a difference of two independent rates, from (rate, low, high) of each."""
    (p_a, low_a, high_a), (p_b, low_b, high_b) = first, second
    low, high = difference - np.hypot(p_a - low_a, high_b - p_b), difference + np.hypot(high_a - p_a, p_b - low_b)
    return np.maximum(low, -1), np.minimum(high, 1)  # nothing but rounding error could leave the range


@documented
def pooled_z_test(successes_a: "ArrayLike", n_a: "ArrayLike", successes_b: "ArrayLike", n_b: "ArrayLike") -> Test:
    """The z-test of "no difference" with pooled variance, two-sided, without continuity correction.

    The difference over its standard error if both systems have the pooled rate p = (successes_a + successes_b)/n:
    √(p(1 - p)(1/n_a + 1/n_b)). Its square is Pearson's chi-square of the 2×2 table. The p-value is the chance of a
    difference at least this large, in either direction, if there is none; it is not the chance that there is none.

    If both systems have everything right, or nothing, there is no difference: z is 0 and p is 1.
    For small slices take `fisher_mid_p_test`.

    Parameters
    ----------
    {two systems}

    Returns
    -------
    Test
        z, positive if a has the higher rate, and the two-sided p-value. For arrays its fields are arrays.

    References
    ----------
    Pearson 1900, Philosophical Magazine 50, 157-175. R's `prop.test` corrects for continuity by default; R
    and statsmodels' `proportions_ztest` give NaN if both rates are 0, or both 1.

    Examples
    --------
    >>> print(pooled_z_test(42, 50, 40, 50))
    p = 0.60 (pooled z-test, z = 0.52)
    """
    k_a, n_a, k_b, n_b = two_systems(successes_a, n_a, successes_b, n_b)
    k, n = k_a + k_b, n_a + n_b
    pooled_se = np.sqrt(k / n * ((n - k) / n) * (1 / n_a + 1 / n_b))
    z = _difference(k_a, n_a, k_b, n_b) / np.where(pooled_se == 0, 1, pooled_se)
    return Test("pooled z-test", z, 2 * ndtr(-np.abs(z)))


@documented
def fisher_mid_p_test(successes_a: "ArrayLike", n_a: "ArrayLike", successes_b: "ArrayLike", n_b: "ArrayLike") -> Test:
    """Fisher's test of "no difference" with mid-p, two-sided: for two independent rates of any size, small ones too.

    If nothing differs, the right answers of both together fall on the items of a at random: hypergeometric chances. The
    p-value adds up the chances of all splits that are less likely than the one observed, and half the chance of each
    split exactly as likely: of the observed one, and of a tie on the other side.

    With ties counted in full it is Fisher's exact test, which never raises more false alarms than it says, and mostly
    far fewer: with 12 items each and rates of 80%, 1.2% at the 5% level. Mid-p raises 3.8%. It promises no bound: in
    the worst case it raises 4.5% there, 5.7% with 12 items against 188, and 7.1% with 5 against 195, where the pooled
    z-test raises 6.4%, 8.2% and 9.2%.

    If both have everything right, or nothing, only one split is possible, and p is 1, not a half.

    Parameters
    ----------
    {two systems}

    Returns
    -------
    Test
        The two-sided p-value; the statistic is `successes_a`. For arrays its fields are arrays.

    References
    ----------
    Lancaster 1961, Journal of the American Statistical Association 56, 223-234, for mid-p. Recommended for 2×2 tables,
    small ones too: Lydersen, Fagerland and Laake 2009, Statistics in Medicine 28, 1159-1175, whose R package
    `contingencytables` halves ties as well.

    Examples
    --------
    >>> print(fisher_mid_p_test(9, 12, 3, 12))
    p = 0.021 (Fisher mid-p)
    >>> print(pooled_z_test(9, 12, 3, 12))
    p = 0.014 (pooled z-test, z = 2.45)
    """
    counts = two_systems(successes_a, n_a, successes_b, n_b)
    p_value = np.array([_fisher_mid_p(*one) for one in zip(*map(np.ravel, counts), strict=True)])
    return Test("Fisher mid-p", counts[0], p_value.reshape(counts[0].shape), symbol="")


def _fisher_mid_p(k_a, n_a, k_b, n_b):
    k, n = k_a + k_b, n_a + n_b
    if k in (0, n):
        return 1.0
    middle, spread = n_a * k / n, np.sqrt(n_a * n_b * (k / n) * ((n - k) / n) / max(n - 1, 1))
    reach = 40 * spread + 40  # what lies beyond has no chance that a float can hold
    splits = np.arange(max(0, k - n_b, np.floor(middle - reach)), min(k, n_a, np.ceil(middle + reach)) + 1)
    here = splits[:-1]
    next_to_here = (n_a - here) * (k - here) / ((here + 1) * (n_b - k + here + 1))  # of two neighbours' chances
    top = np.count_nonzero(next_to_here > 1)  # the likeliest split; from it the chances fall on either side
    before, after = np.cumprod(1 / next_to_here[:top][::-1])[::-1], np.cumprod(next_to_here[top:])
    chances = np.concatenate([before, [1.0], after])
    chances /= chances.sum()
    observed = chances[int(k_a - splits[0])] if splits[0] <= k_a <= splits[-1] else 0.0
    tied = np.abs(chances - observed) <= 1e-7 * observed  # equal but for rounding counts as equal, as in R
    return min(chances[(chances < observed) & ~tied].sum() + chances[tied].sum() / 2, 1.0)


@documented
def touching_level(level_of_test: float = 0.05, ratio: "ArrayLike" = 1) -> float | Any:
    """The level at which two intervals just touch when a test of the difference gives exactly this p-value.

    Two 95% intervals may overlap although the difference is significant at 0.05: their lengths add, while standard
    errors add as the sides of a right triangle. With equal standard errors, 83.4% intervals touch where the z-test of
    two independent estimates gives 0.05. With very unequal ones the level is nearly 95%.

    Parameters
    ----------
    level_of_test : float
        The p-value of the test where the intervals touch, a fraction.
    ratio : float or array
        The standard error of one estimate over that of the other.

    Returns
    -------
    float or array
        The level of both intervals, a fraction.

    References
    ----------
    Goldstein and Healy 1995, Journal of the Royal Statistical Society A 158, 175-177.

    Examples
    --------
    >>> round(touching_level(), 3)
    0.834
    """
    alpha, ratio = checks.level(level_of_test, "level_of_test"), checks.positive(ratio, "ratio")
    if alpha > 0.5:
        raise checks.WrongValue(
            "level_of_test", f"must not exceed 0.5: got {alpha:.6g}; it is the p-value, such as 0.05"
        )
    z = _upper(alpha / 2) * np.hypot(1, ratio) / (1 + ratio)  # z' (1 + ratio) = z √(1 + ratio²)
    return checks.plain(1 - 2 * ndtr(-z))


def two_systems(successes_a, n_a, successes_b, n_b):
    """Right answers and numbers of items of two systems, brought to one shape."""
    checks.right_of(successes_a, n_a, ("successes_a", "n_a"))
    checks.right_of(successes_b, n_b, ("successes_b", "n_b"))
    named = {"successes_a": successes_a, "n_a": n_a, "successes_b": successes_b, "n_b": n_b}
    return checks.together(**{name: (value, checks.counts) for name, value in named.items()})


def _difference(k_a, n_a, k_b, n_b):
    """The rate of a minus the rate of b; exactly 0 if they are equal, whatever the two n are."""
    return np.where(k_a * n_b == k_b * n_a, 0, k_a / n_a - k_b / n_b)
