"""Two systems on the same items: McNemar's test, its power, and intervals for the difference: chapter 5.

Of n items both systems get right a, only the first b, only the second c, and neither d. The b + c items on which they
disagree are the flips. The difference is the rate of the first minus the rate of the second, (b - c)/n, a fraction;
intervals print it in points. Arguments `n_…` are counts (a, b, c, d in this order, or `Pairs` in their place),
arguments `share_…` are shares of the items. Arrays of counts give one `Interval` or `Test` that holds arrays.

`METHODS` lists the intervals by name and what each promises at levels from 0.9. The tests hold them to it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc, ndtr

from give_or_take import checks
from give_or_take.clusters import count_in_clusters, inflation
from give_or_take.docs import documented
from give_or_take.intervals import METHODS as OF_ONE_RATE
from give_or_take.intervals import Method
from give_or_take.many import in_blocks, once_each
from give_or_take.pairs import NO_ITEMS, Pairs, _flip_variance, needs_independence
from give_or_take.results import Interval, Test, _value, prints_itself
from give_or_take.standard_errors import _upper, _z, whole_items

# What all take


def _counts(independent, instead, **named):
    """Counts by name, or those of `Pairs` in their place, brought to one shape. Grouped pairs need `independent`."""
    independent = checks.flag(independent, "independent")
    first, *others = named
    if isinstance(pairs := named[first], Pairs):
        if more := [name for name in others if named[name] is not None]:
            raise TypeError(
                f"{more[0]} must be left out beside Pairs, which hold all counts; name what follows them, as in "
                "level=0.9 or method='exact'"
            )
        if not independent:
            needs_independence(pairs, first, instead)
        named = {name: getattr(pairs, name.removeprefix("n_")) for name in named}
    for name, value in named.items():
        if value is None:
            raise checks.WrongKind(name, f"is missing: give {', '.join(named)}, or Pairs in their place")
    return checks.together(**{name: (value, checks.counts) for name, value in named.items()})


def _four_counts(independent, instead, *four):
    """The four counts, with at least one item in each table."""
    names = ("n_both", "n_only_first", "n_only_second", "n_neither")
    counts = _counts(independent, instead, **dict(zip(names, four, strict=True)))
    checks.refuse(sum(counts) == 0, NO_ITEMS.format("n_both"))
    return counts


# The test


@documented
def mcnemar_test(
    n_only_first: Pairs | ArrayLike,
    n_only_second: ArrayLike | None = None,
    method: str = "mid-p",
    *,
    independent: bool = False,
) -> Test:
    """McNemar's test of "no difference" on the same items, two-sided. Only the flips speak.

    If neither system is better, each flip goes either way like a coin: of m = b + c flips, the rarer kind is k or
    fewer with a binomial chance. Items on which both systems agree say nothing about which is better.

    - `"mid-p"`, the default: twice the chance of fewer than k, plus the chance of k. At b = c it is 1 minus half the
      chance of k. The house method: it holds its level in nearly all cases and wastes little of it.
    - `"exact"`: twice the chance of k or fewer, at most 1. It never rejects more often than it should, and often much
      more seldom.
    - `"asymptotic"`: the chance of a normal z = (b - c)/√(b + c) as far out as this; its square is McNemar's
      chi-square without continuity correction. It can reject too often.

    Without flips nothing speaks for either side, and p is 1. (The mid-p formula for b = c would give 0.5 there, the
    lowest value of all ties, from the least evidence: with one flip each way it gives 0.75, with many it tends to 1.)

    Parameters
    ----------
    n_only_first, n_only_second : int or array of int
        Items that only the first, and only the second system got right: b and c. Or `Pairs` in their place.
    method : str
        `"mid-p"`, `"exact"` or `"asymptotic"`.
    {independent}

    Returns
    -------
    Test
        The p-value, and z = (b - c)/√(b + c), positive if the first system is ahead, which says how far; only for
        `"asymptotic"` does the p-value come from it. Without flips it is 0. For arrays its fields are arrays.

    References
    ----------
    McNemar 1947, Psychometrika 12, 153-157. Fagerland, Lydersen and Laake 2013, BMC Medical Research Methodology 13,
    91, for the mid-p test and true sizes. statsmodels' `mcnemar` is the exact test by default, its statistic the rarer
    count, and has no mid-p. With `exact=False` it corrects for continuity, as R's `mcnemar.test` does: then three
    flips each way give p = 0.68 (in R 1), and no flips p = 0, with an infinite statistic and a warning. Without the
    correction no flips give NaN; so does R, with and without. SciPy's `binomtest(b, b + c)` is the exact test, and
    without flips raises an error up to version 1.17, then gives NaN.

    Examples
    --------
    >>> print(mcnemar_test(9, 2))
    p = 0.039 (McNemar mid-p test)
    >>> print(mcnemar_test(9, 2, method="exact"))
    p = 0.065 (McNemar exact test)
    >>> mcnemar_test([3, 1, 0], [3, 1, 0]).p_value.round(3).tolist()
    [0.844, 0.75, 1.0]
    """
    b, c = _counts(independent, "sign_flip_test", n_only_first=n_only_first, n_only_second=n_only_second)
    tail = TESTS[checks.choice(method, "method", tuple(TESTS))]

    def z_and_p(b, c):
        flips, rarer = b + c, np.minimum(b, c)
        p_value = np.minimum(2 * tail(rarer, flips), 1)
        if method == "mid-p":  # of a tie, k or fewer have one half and half the chance of k
            p_value = np.where((b == c) & (flips > 0), 1.5 - _exact(rarer, flips), p_value)
        return (b - c) / np.sqrt(np.maximum(flips, 1)), p_value

    z, p_value = once_each(z_and_p, b, c)
    return Test(f"McNemar {method} test", z, p_value, "z" if method == "asymptotic" else "")


def _exact(k, flips):
    """The chance that a coin shows one side k times or less."""
    some = (k >= 0) & (k < flips)
    return np.where(some, betainc(np.where(some, flips - k, 1), np.where(some, k + 1, 1), 0.5), k >= 0)


def _mid_p(k, flips):
    """The same, with k itself counted half."""
    return (_exact(k, flips) + _exact(k - 1, flips)) / 2


def _asymptotic(k, flips):
    return ndtr(-(flips - 2 * k) / np.sqrt(np.maximum(flips, 1)))


TESTS = {"mid-p": _mid_p, "exact": _exact, "asymptotic": _asymptotic}


# Its power


@documented
def mcnemar_power(
    n: ArrayLike,
    share_only_first: ArrayLike,
    share_only_second: ArrayLike,
    alpha: float = 0.05,
    method: str = "mid-p",
    sides: int = 2,
) -> float | Any:
    """The chance that McNemar's test finds the difference, summed over every result that could come up.

    How many of the n items flip is left to chance too, so the power is unconditional: for each number of flips its
    binomial chance, times the chance that the test rejects with so many. Where the two shares are equal, it is the
    true size of the test. Between neighbouring n the power can *fall*, since flips are whole numbers.

    At 12% flips and n = 200 the true sizes of a test at 0.05 are 0.053 (`"asymptotic"`), 0.045 (`"mid-p"`) and
    0.030 (`"exact"`). The mid-p test goes clearly above 0.05 only where most items flip: 0.064 at 99.9% flips and
    n = 50.

    Parameters
    ----------
    {shared items}
    {flip shares}
    {alpha}
    method : str
        `"mid-p"`, `"exact"` or `"asymptotic"`, as in `mcnemar_test`.
    {paired sides}

    Returns
    -------
    float or array
        A fraction.

    Raises
    ------
    TypeError, ValueError
        If the two shares exceed 1 together, n exceeds ten million, or an argument does not fit.

    References
    ----------
    Duffy 1984, Biometrics 40, 1005-1015. Fagerland, Lydersen and Laake 2013, BMC Medical Research Methodology 13, 91.
    G*Power has it for the exact test; neither statsmodels nor SciPy has it.

    Examples
    --------
    >>> round(mcnemar_power(1319, 0.06, 0.04), 3)
    0.633
    >>> [round(mcnemar_power(200, 0.06, 0.06, method=method), 3) for method in ("mid-p", "exact", "asymptotic")]
    [0.045, 0.03, 0.053]
    """
    first, second, n = _shares(share_only_first, share_only_second, n=(n, _summable))
    alpha, sides = checks.alpha(alpha), checks.sides(sides)
    checks.choice(method, "method", tuple(TESTS))
    power = np.zeros(n.shape)
    for at in np.ndindex(n.shape):
        flipping = min(first[at] + second[at], 1.0)
        if flipping > 0:
            flips, chance = _flips_to_expect(n[at], flipping)
            limits = _limits(flips, alpha, method, sides)
            power[at] = chance @ _found(flips, limits, min(first[at], second[at]) / flipping, sides)
    return checks.plain(np.minimum(power, 1))  # no sum of rounding errors above 1


def _flips_to_expect(n, flipping):
    """The numbers of flips that n items may well give, and the chance of each; the rest has a chance below 10⁻¹⁵."""
    far = 9 * np.sqrt(n * flipping * (1 - flipping)) + 60
    flips = np.arange(max(0, np.floor(n * flipping - far)), min(n, np.ceil(n * flipping + far)) + 1)
    return flips, _binom().pmf(flips, n, flipping)


def _binom():
    from scipy.stats import binom  # takes as long to load as all else together

    return binom


def _limits(flips, alpha, method, sides):
    """For each number of flips: the largest count of the rarer kind with which the test rejects, -1 if none."""
    tail, alpha = TESTS[method], alpha / sides * (1 + 1e-12)
    k = np.maximum(np.floor((flips - _upper(alpha) * np.sqrt(flips)) / 2), -1)  # where the asymptotic test has it
    while (more := (tail(k + 1, flips) <= alpha) & (2 * k + 2 < flips)).any():
        k = k + more
    while (fewer := (tail(k, flips) > alpha) & (k >= 0)).any():
        k = k - fewer
    return k


def _found(flips, limits, rarer, sides):
    """The chance that the test rejects, given so many flips, of which this share goes the rarer way."""
    found = _binom().cdf(limits, flips, rarer)
    return found if sides == 1 else found + _binom().cdf(limits, flips, 1 - rarer)


@documented
def items_for_paired(
    share_only_first: ArrayLike,
    share_only_second: ArrayLike,
    power: float = 0.8,
    alpha: float = 0.05,
    sides: int = 2,
    items_each: ArrayLike = 1,
    correlation: ArrayLike = 0,
) -> int | Any:
    """How many items two systems must share, so that McNemar's test finds the difference with this power.

    Connor's formula, with normal hills. With D for the share of items that flip, and d for the difference,
    n = (z_alpha √D + z_power √(D - d²))²/d², rounded up.

    What the tests themselves then have is `mcnemar_power`. With 0.8 wanted and 2% to 60% of the items flipping, the
    mid-p and the asymptotic test have 0.798 or more, the exact test 0.74 to 0.80: it needs some more items.

    With `items_each` items in each cluster it takes 1 + (items_each - 1)ρ times as many, in whole clusters, where ρ is
    the correlation of the *gains* of two items of one cluster; and Student's t, with one degree of freedom fewer than
    clusters, replaces z.

    Both systems answer the same n items. `discordance_bounds` says which D two rates allow; the shares are then
    (D + d)/2 and (D - d)/2.

    Parameters
    ----------
    {flip shares}
    {power}
    {alpha}
    {paired sides}
    {clusters of a plan}

    Returns
    -------
    int or array of int
        Shared items.

    Raises
    ------
    TypeError, ValueError
        If the shares are equal or exceed 1 together, or an argument does not fit.

    References
    ----------
    Connor 1987, Biometrics 43, 207-211. Another approximation, that of Miettinen 1968, Biometrics 24, 339-352, gives
    somewhat fewer. Neither statsmodels nor SciPy has it; R's `TrialSize` has Connor's.

    Examples
    --------
    >>> items_for_paired(0.06, 0.04)
    1960
    >>> items_for_paired(0.06, 0.04, items_each=10, correlation=0.05)
    2870
    >>> round(mcnemar_power(1960, 0.06, 0.04), 3), round(mcnemar_power(1960, 0.06, 0.04, method="exact"), 3)
    (0.802, 0.783)
    """
    clusters = {"items_each": (items_each, checks.sizes), "correlation": (correlation, checks.correlations)}
    first, second, each, correlation = _shares(share_only_first, share_only_second, **clusters)
    checks.refuse(
        np.abs(first - second) < checks.SMALLEST_MARGIN,
        f"share_only_second must differ from {checks.called('share_only_first')} by {checks.SMALLEST_MARGIN:.7f} or "
        "more: got {} and {}; no number of items finds a difference that is not there",
        second,
        first,
    )
    alpha, sides, power = checks.alpha(alpha), checks.sides(sides), checks.power(power)
    flipping, difference = np.minimum(first + second, 1), np.abs(first - second)
    spread = np.sqrt(np.maximum(flipping - difference**2, 0))
    items = ((_upper(alpha / sides) * np.sqrt(flipping) + _upper(1 - power) * spread) / difference) ** 2
    return count_in_clusters(items, each, correlation, 0, alpha, power, sides)


@documented
def minimum_detectable_paired_effect(
    n: ArrayLike,
    share_discordant: ArrayLike,
    power: float = 0.8,
    alpha: float = 0.05,
    method: str = "connor",
    sides: int = 2,
) -> float | Any:
    """The smallest difference that n shared items find with this power, if this share of the items flips.

    `items_for_paired` turned round. Connor's formula, solved for d, is a quadratic equation:
    d = √D·(z_alpha √n + z_power √(n + z_power² - z_alpha²))/(n + z_power²). For the tests themselves, `mcnemar_power`
    is solved for d.

    Paired, it is the flips that count and not the rates: the fewer items flip, the smaller the differences that can be
    seen. A rise and a fall are found alike.

    Parameters
    ----------
    n : int or array of int
        Shared items, up to ten million.
    share_discordant : float or array
        D, the share of the items on which the systems disagree, above 0. From a pilot: b + c over n.
    {power}
    {alpha}
    method : str
        `"connor"`, or the exact power of `"mid-p"`, `"exact"` or `"asymptotic"`.
    sides : int
        2, or 1 for a test that looks in one direction only.

    Returns
    -------
    float or array
        The difference of the two rates, a fraction above 0 and at most D.

    Raises
    ------
    TypeError, ValueError
        If an argument does not fit, or not even flips that all go one way would be found with this power.

    References
    ----------
    Connor 1987, Biometrics 43, 207-211, solved for the difference.

    Examples
    --------
    >>> round(minimum_detectable_paired_effect(1319, 0.10), 4)
    0.0244
    >>> minimum_detectable_paired_effect(100, [0.10, 0.20, 0.30]).round(3).tolist()
    [0.088, 0.124, 0.152]
    """
    checks.choice(method, "method", ("connor", *TESTS))
    n, flipping = checks.together(n=(n, _summable), share_discordant=(share_discordant, checks.rates))
    least = f"share_discordant must be at least {checks.SMALLEST_MARGIN:.7f}: got {{}}; "
    checks.refuse(
        flipping < checks.SMALLEST_MARGIN, least + "if no item flips, there is no difference to find", flipping
    )
    alpha, sides, power = checks.alpha(alpha), checks.sides(sides), checks.power(power)
    z, z_power = _upper(alpha / sides), _upper(1 - power)
    if method == "connor":
        spread = np.sqrt(flipping * (1 - flipping))  # if all flips go one way
        distance = flipping * np.sqrt(n) - z * np.sqrt(flipping)
        best = np.where(spread == 0, distance >= 0, ndtr(distance / np.where(spread == 0, 1, spread)))
        _detectable(best >= power * (1 - 1e-12), n, flipping, best)
        root = np.sqrt(np.maximum(n + z_power**2 - z**2, 0))
        effect = np.sqrt(flipping) * (z * np.sqrt(n) + z_power * root) / (n + z_power**2)
        return checks.plain(np.minimum(effect, flipping))
    effect, best = np.empty(n.shape), np.empty(n.shape)
    for at in np.ndindex(n.shape):
        flips, chance = _flips_to_expect(n[at], flipping[at])
        limits = _limits(flips, alpha, method, sides)
        low, high = 0.0, 1.0  # d/D: with a larger one, the power for each number of flips is larger
        best[at] = chance @ _found(flips, limits, 0.0, sides)
        for _ in range(60 if best[at] >= power else 0):
            middle = (low + high) / 2
            enough = chance @ _found(flips, limits, (1 - middle) / 2, sides) >= power
            low, high = (low, middle) if enough else (middle, high)
        effect[at] = high * flipping[at]
    _detectable(best >= power, n, flipping, best)
    return checks.plain(effect)


def detectable_in_clusters(n, flipping, power, alpha, items_each=1, correlation=0):
    """How many independent items n items in whole clusters are worth, and the difference that these find; unchecked."""
    if items_each == 1:
        return n, minimum_detectable_paired_effect(n, flipping, power, alpha)
    whole = n // items_each
    worth = max(1, int(whole * items_each / inflation(whole, items_each, correlation, 0, alpha, power, 2)))
    try:
        return worth, minimum_detectable_paired_effect(worth, flipping, power, alpha)
    except checks.WrongValue as error:
        told = f"got {n}, which in clusters of {items_each} with correlation {correlation:.4g} are worth {worth};"
        raise checks.WrongValue(error.argument, error.args[1].replace(f"got {worth};", told)) from None


def _detectable(found, n, flipping, best):
    """Refuses designs that find no difference, not even if all flips go one way."""
    checks.refuse(
        ~found,
        "n is too small: got {}; if {}% of the items flip, even flips that all go one way would be found with power "
        "{}; take more items",
        n,
        np.round(100 * flipping, 4),
        np.round(best, 2),
    )


def _summable(value, name):
    """Numbers of items up to which a sum over the flips is still quick."""
    n = checks.sizes(value, name)
    checks.refuse(n > MOST_EXACT, f"{name} must be at most {MOST_EXACT:,} here: got {{}}; check it", n)
    return n


def _shares(share_only_first, share_only_second, **more):
    """The shares of items that flip either way, together at most 1, and more, brought to one shape."""
    first, second, *more = checks.together(
        share_only_first=(share_only_first, checks.rates), share_only_second=(share_only_second, checks.rates), **more
    )
    checks.refuse(
        first + second > 1 + 1e-12,
        f"share_only_second and {checks.called('share_only_first')} must not exceed 1 together: got {{}} and {{}}; "
        "they are shares of the same items",
        second,
        first,
    )
    return first, second, *more


@prints_itself
class Discordance(NamedTuple):
    """What `discordance_bounds` gives, as fractions of the items. It prints as a sentence."""

    lowest: float
    highest: float
    independent: float | Any

    def __str__(self):
        if np.ndim(self.lowest):
            return repr(self)
        low, high, independent = (f"{_value(x, 0, '%')}" for x in self)
        return f"from {low} to {high} of the items flip; {independent} if the systems knew nothing of each other"


@documented
def discordance_bounds(p1: ArrayLike, p2: ArrayLike) -> Discordance:
    """The share of items that can flip between systems with these two rates: the least, the most, and by chance.

    At least |p1 - p2|, if the better system gets everything right that the other does; at most p1 + p2, and at most
    the same of the wrong answers; and p1(1 - p2) + p2(1 - p1), if whether one is right says nothing about the other.
    Real systems find the same items hard: they flip less than that.

    Parameters
    ----------
    p1, p2 : float or array
        The rates of the two systems, fractions.

    Returns
    -------
    Discordance
        `lowest`, `highest` and `independent`, which unpack in that order.

    References
    ----------
    Fréchet 1951, Annales de l'Université de Lyon A 14, 53-77, for the bounds of joint probabilities.

    Examples
    --------
    >>> print(discordance_bounds(0.80, 0.84))
    from 4.0% to 36.0% of the items flip; 29.6% if the systems knew nothing of each other
    >>> lowest, highest, independent = discordance_bounds(0.5, [0.5, 0.9])
    >>> lowest.tolist(), highest.tolist(), independent.tolist()
    ([0.0, 0.4], [1.0, 0.6], [0.5, 0.5])
    """
    p1, p2 = checks.together(p1=(p1, checks.rates), p2=(p2, checks.rates))
    q1, q2 = 1 - p1, 1 - p2
    three = np.abs(p1 - p2), np.minimum(p1 + p2, q1 + q2), p1 * q2 + p2 * q1
    return Discordance(*map(checks.plain, three))


MOST_EXACT = 10**7  # items; the flips that they may well give are summed over


# Intervals


@documented
def paired_wald_interval(
    n_both: Pairs | ArrayLike,
    n_only_first: ArrayLike | None = None,
    n_only_second: ArrayLike | None = None,
    n_neither: ArrayLike | None = None,
    level: float = 0.95,
    *,
    independent: bool = False,
) -> Interval:
    """Wald's interval for a paired difference: (b - c)/n plus and minus z √W/n, where W = b + c - (b - c)²/n.

    √W/n is the standard error of the mean of n differences that are 1, 0 or -1. Shown because everybody uses it, and
    because it fails: without flips it has no width, with all flips one way it may leave the range from -1 to 1, and
    with few flips it covers the truth too seldom. It is not clipped. Only b, c and n matter to it.

    {paired interval}

    References
    ----------
    Method 1 of Newcombe 1998, Statistics in Medicine 17, 2635-2650, and what is wrong with it. With n - 1 in the place
    of n, √W/n is the standard error of Miller 2024, arXiv:2411.00640, for paired questions.

    Examples
    --------
    >>> print(paired_wald_interval(40, 9, 2, 9))
    +11.7 points (95% Wald +1.2 to +22.1 points)
    >>> paired_wald_interval(40, 0, 0, 20).width
    0.0
    """
    return _interval("wald", n_both, n_only_first, n_only_second, n_neither, level, independent)


def _wald(a, b, c, d, level):
    n, half = a + b + c + d, _z(level) * np.sqrt(_flip_variance(a, b, c, d))
    return (b - c - half) / n, (b - c + half) / n


@documented
def paired_newcombe_interval(
    n_both: Pairs | ArrayLike,
    n_only_first: ArrayLike | None = None,
    n_only_second: ArrayLike | None = None,
    n_neither: ArrayLike | None = None,
    level: float = 0.95,
    *,
    independent: bool = False,
) -> Interval:
    """Newcombe's interval for a paired difference: Wilson's two intervals, squared and added, less what they share.

    As in chapter 4, the distance to the lower end would be √(δ1² + ε2²), where δ1 is the distance of the first rate to
    its lower Wilson end and ε2 that of the second to its upper one. On the same items the rates move together, and it
    is √(δ1² - 2φ δ1 ε2 + ε2²), as the third side of a triangle; likewise for the upper end. φ is the
    correlation of the results, ad - bc over the root of the product of the four margins (0 if one of these is 0), with
    n/2 taken off ad - bc if that is above 0 (but not below 0).

    Alone among these intervals it looks at how the other items split into both right and neither.

    {paired interval}

    References
    ----------
    Newcombe 1998, Statistics in Medicine 17, 2635-2650, method 10; his method 8 leaves out the n/2. Not in SciPy, and
    not in statsmodels up to 0.15.

    Examples
    --------
    >>> print(paired_newcombe_interval(40, 9, 2, 9))
    +11.7 points (95% paired Newcombe +0.6 to +22.7 points)
    """
    return _interval("newcombe", n_both, n_only_first, n_only_second, n_neither, level, independent)


def _newcombe(a, b, c, d, level):
    n, wilson = a + b + c + d, OF_ONE_RATE["wilson"].ends
    (low_1, high_1), (low_2, high_2) = wilson(a + b, n, level), wilson(a + c, n, level)
    p_1, p_2 = (a + b) / n, (a + c) / n
    phi = _correlation(a, b, c, d, shrink=n / 2)

    def third_side(one, other):  # = one² - 2φ one other + other², without a difference of nearly equal numbers
        return np.sqrt((one - other) ** 2 + 2 * (1 - phi) * one * other)

    low = (b - c) / n - third_side(p_1 - low_1, high_2 - p_2)
    high = (b - c) / n + third_side(high_1 - p_1, p_2 - low_2)
    return low, high


@documented
def tango_interval(
    n_both: Pairs | ArrayLike,
    n_only_first: ArrayLike | None = None,
    n_only_second: ArrayLike | None = None,
    n_neither: ArrayLike | None = None,
    level: float = 0.95,
    *,
    independent: bool = False,
) -> Interval:
    """Tango's interval for a paired difference: all differences that the score test does not reject. The house method.

    What Wilson's interval is to one rate. A difference belongs to it if the observed one lies within z of *its*
    standard errors, taken at the likeliest shares of flips that differ by it. At a difference of 0 that is the
    asymptotic McNemar test: the interval leaves 0 out exactly if that test rejects. The mid-p test may disagree
    with it where flips are few.

    With W = b + c - (b - c)²/n, as in Wald's interval, its ends are (b - c + z y)/(n + z²), where y is the largest and
    the smallest solution of

        y³ - (W + z²) y = z (a + d)(b - c)/n.

    If b = c, or if all items flip, the right side is 0 and y is ±√(W + z²): Wilson's formula again. Otherwise the
    right side tilts both ends towards the system that is ahead. Without flips the ends are ±z²/(n + z²). Only b, c and
    n matter to it.

    {paired interval}

    References
    ----------
    Tango 1998, Statistics in Medicine 17, 891-908, by iteration; Yang, Sun and Hardin 2013, Statistics in Medicine 32,
    1336-1342, from an equation of the fourth degree. Not in statsmodels or SciPy. R's `PropCIs` is right to six
    decimals, `contingencytables` to seven.

    Examples
    --------
    >>> print(tango_interval(40, 9, 2, 9))
    +11.7 points (95% Tango +1.0 to +23.5 points)
    >>> print(tango_interval(95, 4, 0, 1))  # above 0, although the mid-p test says p = 0.06
    +4.0 points (95% Tango +0.2 to +9.8 points)
    """
    return _interval("tango", n_both, n_only_first, n_only_second, n_neither, level, independent)


def _tango(a, b, c, d, level):
    # The likeliest shares that differ by D come from a pull t (Lagrange's multiplier): with s = n - t D they are
    # b/(s + t), c/(s - t) and (a + d)/s. As for Miettinen and Nurminen, D = (b - c)/n - t × variance, and the score
    # test's z² is t² × variance, where variance = (flips - D²)/n. So t = z²/((b - c)/n - D), the share of flips is
    # D² + n ((b - c)/n - D)²/z², and what is left, (1 - flips) s = a + d, is an equation of the third degree in D;
    # z y = (n + z²) D - (b - c) makes it the one above. At the solution between the two ends
    # s is at most |t|: those are no shares.
    z, n, w = _z(level), a + b + c + d, _flip_variance(a, b, c, d)
    square = w + z**2
    right = z * (a + d) * (b - c) / n
    with np.errstate(invalid="ignore", divide="ignore"):
        turn = np.clip(1.5 * np.sqrt(3) * right / square**1.5, -1, 1)
    largest, smallest = (s * 2 * np.sqrt(square / 3) * np.cos(np.arccos(s * turn) / 3) for s in (1, -1))
    # Flips one way only: the equation falls apart, (y ± z)(y² ∓ z y - w) = 0, also where two solutions meet.
    one_way = np.maximum(z, (np.sqrt(z**2 + 4 * w) - z) / 2)
    largest, smallest = np.where(b == 0, one_way, largest), np.where(c == 0, -one_way, smallest)
    low, high = ((b - c + z * y) / (n + z**2) for y in (smallest, largest))
    return np.where(c == n, -1, low), np.where(b == n, 1, high)


@documented
def bonett_price_interval(
    n_both: Pairs | ArrayLike,
    n_only_first: ArrayLike | None = None,
    n_only_second: ArrayLike | None = None,
    n_neither: ArrayLike | None = None,
    level: float = 0.95,
    *,
    independent: bool = False,
) -> Interval:
    """Bonett and Price's interval for a paired difference: Wald's, after adding one flip to each side.

    What Agresti and Caffo's is to two independent rates. It may leave the range from -1 to 1: it is not clipped.
    Only b, c and n matter to it.

    {paired interval}

    References
    ----------
    Bonett and Price 2012, Journal of Educational and Behavioral Statistics 37, 479-488. R's `contingencytables` clips
    it. Not in statsmodels or SciPy.

    Examples
    --------
    >>> print(bonett_price_interval(40, 9, 2, 9))
    +11.7 points (95% Bonett-Price +0.2 to +22.3 points)
    """
    return _interval("bonett-price", n_both, n_only_first, n_only_second, n_neither, level, independent)


def _bonett_price(a, b, c, d, level):
    return _wald(a, b + 1, c + 1, d, level)


def _interval(
    method, n_both, n_only_first, n_only_second, n_neither, level, independent, instead="clustered_tango_interval"
):
    a, b, c, d = _four_counts(independent, instead, n_both, n_only_first, n_only_second, n_neither)
    level = checks.level(level)
    name, ends = METHODS[method][:2]

    def all_three(a, b, c, d):
        return *ends(a, b, c, d, level), (b - c) / (a + b + c + d)

    return Interval._computed(*in_blocks(all_three, a, b, c, d), level, name, "points")


METHODS = {
    "wald": Method("Wald", _wald, in_range=False),
    "newcombe": Method("paired Newcombe", _newcombe),
    "tango": Method("Tango", _tango),
    "bonett-price": Method("Bonett-Price", _bonett_price, in_range=False),
}
FLIPS_ONLY = ("wald", "tango", "bonett-price")  # they depend on b, c and n alone


# Not worse


@documented
def paired_non_inferior(
    n_both: Pairs | ArrayLike,
    n_only_first: ArrayLike | None = None,
    n_only_second: ArrayLike | None = None,
    n_neither: ArrayLike | None = None,
    *,
    margin: ArrayLike,
    level: float = 0.95,
    independent: bool = False,
) -> bool | Any:
    """Whether the first of two systems is shown to be worse than the second by less than the margin, if at all.

    It is, if the *lower* end of Tango's interval of the difference, first minus second, lies above -margin. At level
    0.95 that is the score test of a loss of the margin, one-sided at 0.025. The upper end plays no part. If the answer
    is no, nothing was shown, neither worse nor equal. Choose the margin before you see the results, and name the new
    system first.

    Parameters
    ----------
    {four counts}
    {loss that does not matter}
    {level of its interval}
    {independent}

    Returns
    -------
    bool or array of bool
        True: shown to be non-inferior.

    References
    ----------
    Tango 1998, Statistics in Medicine 17, 891-908.

    Examples
    --------
    >>> paired_non_inferior(430, 15, 12, 43, margin=0.02)
    True
    >>> print(tango_interval(430, 15, 12, 43))
    +0.6 points (95% Tango -1.5 to +2.8 points)
    >>> paired_non_inferior(430, 15, 12, 43, margin=0.01)
    False
    """
    instead = "non_inferior(clustered_tango_interval(pairs), margin)"
    interval = _interval("tango", n_both, n_only_first, n_only_second, n_neither, level, independent, instead)
    low, margin = checks.together(low=(interval.low, checks.numbers), margin=(margin, checks.margins))
    return checks.plain(low > -margin, bool)


@documented
def paired_non_inferiority_power(
    n: ArrayLike, share_only_first: ArrayLike, share_only_second: ArrayLike, margin: ArrayLike, level: float = 0.95
) -> float | Any:
    """The chance that `paired_non_inferior` says yes, summed over every result that could come up.

    Both kinds of flips and the other items are trinomial. For each number of flips the sum takes its binomial chance,
    times the chance that enough of them go to the first system; nothing is simulated, and nothing but one array over
    the numbers of flips is held. If the first system really is worse by the margin, this is the size of the test,
    which the level promises to be (1 - level)/2. For a margin of 5 points and 6% to 30% flips it is 0.012 to 0.025 with
    100 items, and 0.019 to 0.026 with 400.

    Parameters
    ----------
    {shared items}
    {flip shares}
    {loss that does not matter}
    {level of its interval}

    Returns
    -------
    float or array
        A fraction.

    Raises
    ------
    TypeError, ValueError
        If the two shares exceed 1 together, n exceeds ten million, or an argument does not fit.

    References
    ----------
    Liu, Hsueh, Hsieh and Chen 2002, Statistics in Medicine 21, 231-245, who sum it in the same way. Not in statsmodels
    or SciPy.

    Examples
    --------
    >>> round(paired_non_inferiority_power(189, 0.03, 0.03, margin=0.05), 2)
    0.72
    """
    first, second, n, margin = _shares(
        share_only_first, share_only_second, n=(n, _summable), margin=(margin, checks.margins)
    )
    level, power = checks.level(level), np.zeros(n.shape)
    for at in np.ndindex(n.shape):
        power[at] = _not_worse(n[at], first[at], second[at], margin[at], level)
    return checks.plain(power)


def _not_worse(n, first, second, margin, level):
    """The chance that the lower end of Tango's interval lies above -margin, for single numbers."""
    flipping = min(first + second, 1.0)
    flips, chance = _flips_to_expect(n, flipping)
    found = _binom().sf(_fewest_for(flips, n, margin, level) - 1, flips, first / flipping if flipping else 0.0)
    return min(chance @ found, 1.0)


def _fewest_for(flips, n, margin, level):
    """For each number of flips: the fewest for the first system that show it is not worse; one more than all if none.

    The lower end rises with them, so that halving finds them.
    """
    enough, too_few = flips + 1, np.full_like(flips, -1)
    while (enough - too_few > 1).any():
        middle = (enough + too_few) // 2
        yes = _shown(np.clip(middle, 0, flips), flips, n, margin, level) & (middle <= flips)
        settled = enough - too_few <= 1
        enough, too_few = np.where(yes & ~settled, middle, enough), np.where(yes | settled, too_few, middle)
    return enough


def _shown(for_first, flips, n, margin, level):
    return _tango(np.maximum(n - flips, 0), for_first, flips - for_first, 0.0, level)[0] > -margin


@documented
def items_for_paired_non_inferiority(
    share_only_first: ArrayLike,
    share_only_second: ArrayLike,
    margin: ArrayLike,
    power: float = 0.8,
    level: float = 0.95,
    method: str = "exact",
) -> int | Any:
    """How many items two systems must share, so that `paired_non_inferior` says yes with this power.

    - `"exact"`, the default: by `paired_non_inferiority_power`. Flips are whole numbers, so that the power rises and
      falls like a saw as n grows; this is the n from which on it is enough, as seen 2/margin items ahead, which is
      longer than a tooth.
    - `"normal"`: (z + z_power)² (D - d²)/(d + margin)², rounded up, with D for the share of items that flip, and d for
      the difference, first minus second. Right for small margins and many flips, too small where they are few: with 6%
      flips and a margin of 5 points its 189 items have a power of 0.72.

    Often no true difference is assumed, and the two shares are equal. With 10% flips and a margin of one point the
    normal formula asks for 7,849 items; `items_for_non_inferiority` asks for 14,128 *each* of two independent systems.

    Parameters
    ----------
    {flip shares}
    {loss that does not matter}
    {power}
    {level of its interval}
    method : str
        `"exact"` or `"normal"`.

    Returns
    -------
    int or array of int
        Shared items.

    Raises
    ------
    TypeError, ValueError
        If the first system is worse by the margin or more, the shares exceed 1 together, more than ten million items
        would be needed for the exact power, or an argument does not fit.

    References
    ----------
    Tango 1998, Statistics in Medicine 17, 891-908, for the test. Liu, Hsueh, Hsieh and Chen 2002, Statistics in
    Medicine 21, 231-245, for plans by formula.

    Examples
    --------
    >>> items_for_paired_non_inferiority(0.05, 0.05, margin=0.01, method="normal")
    7849
    >>> items_for_paired_non_inferiority(0.03, 0.03, margin=0.05)
    232
    """
    checks.choice(method, "method", ("exact", "normal"))
    first, second, margin = _shares(share_only_first, share_only_second, margin=(margin, checks.margins))
    difference = first - second
    checks.refuse(
        difference + margin < checks.SMALLEST_MARGIN,
        f"share_only_second must lie below {checks.called('share_only_first')} plus the margin: got {{}}, {{}} and a "
        "margin of {}; a system "
        "that is worse by the margin is inferior, however many items there are",
        second,
        first,
        margin,
    )
    level, power = checks.level(level), checks.power(power)
    spread = np.maximum(np.minimum(first + second, 1) - difference**2, 0)
    items = whole_items((_z(level) + _upper(1 - power)) ** 2 * spread / (difference + margin) ** 2)
    if method == "exact":
        checks.refuse(
            np.maximum(items, 2 / margin) > MOST_EXACT,  # so far it looks ahead
            f"margin is too small: got {{}}; more than {MOST_EXACT:,} items would be needed, or looked at",
            margin,
        )
        plans = zip(first.flat, second.flat, margin.flat, items.flat, strict=True)
        items = np.reshape([_from_which_on(*plan, power, level) for plan in plans], first.shape)
    return checks.plain(items, int)


def _from_which_on(first, second, margin, start, power, level):
    """The number of items from which on the power is enough."""
    plan = first, second, margin, power * (1 - 1e-12), level

    def enough(n):
        return _not_worse(n, first, second, margin, level) >= plan[3]

    short, step = 0, max(int(start), 1)
    while short is not None:
        low, high = short, short + step
        while not enough(high):
            low, high = high, 2 * high - short
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if enough(middle) else (middle, high)
        short, step = _short_again(high, *plan), 1
    return high


def _short_again(n, first, second, margin, power, level):
    """The next number of items from n on with which the power is too low, as far as a tooth of the saw can reach.

    A tooth ends where one flip more against the first system is allowed. If all flips go against it, j of them are
    allowed once x - z √(x (1 - margin)) = j, with x = n margin: x grows by less than 2 from one j to the next, whatever
    z is. Where some flips go for it, teeth are no longer in any plan that was tried one item at a time.

    Inside a tooth, one item more is a flip against with chance `second`, and matters only if no further flip is
    allowed: no likelier than the likeliest number of flips against. The power cannot fall faster, so that items are
    left out as long as some is to spare.
    """
    flipping, far = min(first + second, 1.0), n + int(np.ceil(2 / margin))
    flips = np.arange(_flips_to_expect(n, flipping)[0][0], _flips_to_expect(far, flipping)[0][-1] + 1)
    fewest, found, changed = _fewest_for(flips, n, margin, level), np.zeros(len(flips)), np.full(len(flips), True)
    while n <= far:
        while (fewer := (fewest > 0) & _shown(np.maximum(fewest - 1, 0), flips, n, margin, level)).any():
            fewest, changed = fewest - fewer, changed | fewer  # they only fall as n grows
        found[changed] = _binom().sf(fewest[changed] - 1, flips[changed], first / flipping if flipping else 0.0)
        changed[:] = False
        spare = _binom().pmf(flips, n, flipping) @ found - power
        if spare < 0:
            return n
        likeliest = 1 / np.sqrt(max(4 * n * second * (1 - flipping), 1))
        n += 1 + int(min(spare / max(second * likeliest, 1e-300), far))
    return None


# How much two systems get the same items right


def _correlation(a, b, c, d, shrink=0):
    """φ; with `shrink` taken off ad - bc, as far as 0, if that is above 0."""
    product = np.sqrt((a + b) * (c + d) * ((a + c) * (b + d)))
    over = a * d - b * c
    over = np.where(over > 0, np.maximum(over - shrink, 0), over)
    return over / np.where(product == 0, 1, product)  # if a margin is 0, so is ad - bc


@documented
def pairing_gain(
    n_both: Pairs | ArrayLike,
    n_only_first: ArrayLike | None = None,
    n_only_second: ArrayLike | None = None,
    n_neither: ArrayLike | None = None,
    *,
    independent: bool = False,
) -> float | Any:
    """How many times more items each of two *independent* runs would need for the bar that these pairs give.

    The variance of the difference between independent samples, p1(1 - p1) + p2(1 - p2), over that of the paired
    one, W/n (see `paired_wald_interval`). A gain of 1.7 on 1,319 shared items means that two runs on items of their
    own would need 2,242 items *each*. It is 1 if the correlation is 0, and less if it is below. Without flips it is
    infinite, as the paired variance is 0; if neither variance is above 0 there is nothing to gain, and it is 1.

    Parameters
    ----------
    {four counts}
    {independent}

    Returns
    -------
    float or array
        At least 0.5.

    References
    ----------
    Miller 2024, arXiv:2411.00640, for the variance of paired questions.

    Examples
    --------
    >>> round(pairing_gain(40, 9, 2, 9), 2)
    2.12
    """
    a, b, c, d = _four_counts(independent, "clustered_tango_interval", n_both, n_only_first, n_only_second, n_neither)
    unpaired = ((a + b) * (c + d) + (a + c) * (b + d)) / (a + b + c + d)
    paired = _flip_variance(a, b, c, d)
    with np.errstate(divide="ignore", invalid="ignore"):
        return checks.plain(np.where((paired == 0) & (unpaired == 0), 1, unpaired / paired))
