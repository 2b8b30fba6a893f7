"""Two independent rates: intervals for their difference, and tests of "no difference": chapter 4.

Independent means items drawn separately. Two systems on the *same* items are paired: chapter 5. The difference is the
rate of a minus the rate of b, a fraction; intervals print it in points. Arrays of counts give one `Interval` or `Test`
that holds arrays.

`METHODS` lists the methods by name and what each promises at levels from 0.9. The tests hold them to it.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr

from give_or_take import checks
from give_or_take.docs import documented
from give_or_take.intervals import METHODS as OF_ONE_RATE
from give_or_take.intervals import Method
from give_or_take.results import Interval, Test
from give_or_take.standard_errors import _upper, _z


@documented
def wald_difference_interval(
    successes_a: "ArrayLike", n_a: "ArrayLike", successes_b: "ArrayLike", n_b: "ArrayLike", level: float = 0.95
) -> Interval:
    """Wald's interval for a difference: the observed one plus and minus z times √(p(1 - p)/n of a plus that of b).

    It has no width if both rates are 0 or 1, and may leave the range from -1 to 1: it is not clipped.

    {interval of a difference}

    References
    ----------
    Variances of independent estimates add: `standard_error_of_difference`. What is wrong with it: method 1 of
    Newcombe 1998, Statistics in Medicine 17, 873-890.

    Examples
    --------
    >>> print(wald_difference_interval(42, 50, 40, 50))
    +4.0 points (95% Wald -11.0 to +19.0 points)
    """
    return _interval("wald", successes_a, n_a, successes_b, n_b, level)


def _wald(k_a, n_a, k_b, n_b, level):
    half = _z(level) * np.sqrt(k_a / n_a * ((n_a - k_a) / n_a) / n_a + k_b / n_b * ((n_b - k_b) / n_b) / n_b)
    difference = _difference(k_a, n_a, k_b, n_b)
    return difference - half, difference + half


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
    return _interval("newcombe", successes_a, n_a, successes_b, n_b, level)


def _newcombe(k_a, n_a, k_b, n_b, level):
    wilson = OF_ONE_RATE["wilson"].ends
    p_a, (low_a, high_a) = k_a / n_a, wilson(k_a, n_a, level)
    p_b, (low_b, high_b) = k_b / n_b, wilson(k_b, n_b, level)
    difference = _difference(k_a, n_a, k_b, n_b)
    low, high = difference - np.hypot(p_a - low_a, high_b - p_b), difference + np.hypot(high_a - p_a, p_b - low_b)
    return np.maximum(low, -1), np.minimum(high, 1)  # nothing but rounding error could leave the range


@documented
def agresti_caffo_interval(
    successes_a: "ArrayLike", n_a: "ArrayLike", successes_b: "ArrayLike", n_b: "ArrayLike", level: float = 0.95
) -> Interval:
    """Agresti and Caffo's interval for a difference: Wald's, after adding a success and a failure to each system.

    It may leave the range from -1 to 1: it is not clipped. The estimate is the observed difference, not the middle, and
    may lie outside: 5 of 5 against 0 of 2 is +100 points, and the 80% interval ends at 93.2. At high levels a better
    result may have a lower end: against 0 of 50 at 99.9%, 0 of 8 begins at -23.8 points and 1 of 8 at -24.0.

    {interval of a difference}

    References
    ----------
    Agresti and Caffo 2000, The American Statistician 54, 280-288.

    Examples
    --------
    >>> print(agresti_caffo_interval(42, 50, 40, 50))
    +4.0 points (95% Agresti-Caffo -11.3 to +19.0 points)
    """
    return _interval("agresti-caffo", successes_a, n_a, successes_b, n_b, level)


def _agresti_caffo(k_a, n_a, k_b, n_b, level):
    return _wald(k_a + 1, n_a + 2, k_b + 1, n_b + 2, level)


@documented
def miettinen_nurminen_interval(
    successes_a: "ArrayLike", n_a: "ArrayLike", successes_b: "ArrayLike", n_b: "ArrayLike", level: float = 0.95
) -> Interval:
    """Miettinen and Nurminen's interval for a difference: all differences that the score test does not reject.

    The counterpart of Wilson's interval for one rate. The standard error of a difference d is taken at the two rates
    that are most likely among those that differ by d, and its square is multiplied by n/(n - 1), where n = n_a + n_b.

    {interval of a difference}

    References
    ----------
    Miettinen and Nurminen 1985, Statistics in Medicine 4, 213-226. Without the factor: Mee 1984, Biometrics 40, 1175.
    statsmodels 0.15's `confint_proportions_2indep(method="score")` gives other numbers (a wrong coefficient, its issue
    10269: for 56/70 and 48/80 the upper end 34.4 instead of 33.8 points) and raises an error for many counts near 0 or
    n, such as 98/100 and 95/100.

    Examples
    --------
    >>> print(miettinen_nurminen_interval(42, 50, 40, 50))
    +4.0 points (95% Miettinen-Nurminen -11.5 to +19.5 points)
    """
    return _interval("miettinen-nurminen", successes_a, n_a, successes_b, n_b, level)


def _miettinen_nurminen(k_a, n_a, k_b, n_b, level):
    # The likeliest rates that differ by d come from a pull (Lagrange's multiplier): each rate p moves from k/n by
    # pull × p(1 - p)/n, the two in opposite directions. So d = observed difference - pull × variance, if the variance
    # is the sum of the two p(1 - p)/n, and the score test's z² is pull² × variance: no cubic equation is left to solve.
    n = n_a + n_b
    z_squared = _z(level) ** 2 * n / (n - 1)
    ends = []
    for sign in (1, -1):
        weak = np.log(np.sqrt(z_squared * 4 / (1 / n_a + 1 / n_b)))  # as if p(1 - p) were 1/4, the most it can be
        strong = np.log(np.maximum(n_a, n_b) * np.maximum(2, 3 * z_squared))  # more than enough
        for _ in range(64):  # each halves the gap
            middle = (weak + strong) / 2
            pull = sign * np.exp(middle)
            variance = _variance(k_a, n_a, pull) + _variance(k_b, n_b, -pull)
            enough = pull**2 * variance > z_squared
            weak, strong = np.where(enough, weak, middle), np.where(enough, middle, strong)
        ends.append(np.clip(_difference(k_a, n_a, k_b, n_b) - pull * variance, -1, 1))
    return ends


def _variance(k, n, pull):
    """p(1 - p)/n of a rate pulled down (or up, if negative) from k/n: p solves n p + pull p(1 - p) = k."""
    down, up = n + pull, n - pull
    root = np.sqrt(np.where(pull > 0, up**2 + 4 * pull * (n - k), down**2 - 4 * pull * k))
    with np.errstate(divide="ignore", invalid="ignore"):  # of two forms of each, the one without cancellation is taken
        p = np.where(down > 0, 2 * k / (down + root), (down - root) / (2 * pull))
        q = np.where(up > 0, 2 * (n - k) / (up + root), (root - up) / (2 * pull))
    return p * q / n


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
        raise ValueError(f"level_of_test must not exceed 0.5: got {alpha:.6g}; it is the p-value, such as 0.05")
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


def _interval(method, successes_a, n_a, successes_b, n_b, level):
    counts = two_systems(successes_a, n_a, successes_b, n_b)
    level = checks.level(level)
    name, ends = METHODS[method][:2]
    low, high = ends(*counts, level)
    return Interval(low, high, _difference(*counts), level, name, "points")


METHODS = {
    "wald": Method("Wald", _wald, in_range=False),
    "newcombe": Method("Newcombe", _newcombe),
    "agresti-caffo": Method("Agresti-Caffo", _agresti_caffo, in_range=False),
    "miettinen-nurminen": Method("Miettinen-Nurminen", _miettinen_nurminen),
}
