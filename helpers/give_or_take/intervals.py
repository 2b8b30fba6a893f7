"""Intervals for one rate, and how each method does over all results that could have come out: chapter 3.

Counts in, an `Interval` out; arrays of counts give one `Interval` that holds arrays. Rates and widths are fractions.

`METHODS` lists the methods by the word that `coverage` and `items_for_half_width` take, and what each
promises at levels from 0.9. The tests hold them to it.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc, betaincc, betainccinv, betaincinv, betaln, expit, logit

from give_or_take import checks
from give_or_take.docs import documented
from give_or_take.many import in_blocks, once_each
from give_or_take.results import Interval
from give_or_take.standard_errors import _items, _z, planned, too_few


@documented
def wald_interval(successes: "ArrayLike", n: "ArrayLike", level: float = 0.95) -> Interval:
    """Wald's interval for a rate: the estimate plus and minus z standard errors, as in chapter 2.

    Shown here because everybody uses it, and because it fails: it has no width at 0 of n and n of n, its ends leave
    the range from 0 to 1, and it usually covers the truth less often than its level says. It is not clipped;
    statsmodels' `proportion_confint(method="normal")` clips it, which hides the second fault and mends neither.

    {interval of a rate}

    References
    ----------
    Laplace 1812, Théorie analytique des probabilités. What is wrong with it: Brown, Cai and DasGupta 2001,
    Statistical Science 16, 101-133.

    Examples
    --------
    >>> print(wald_interval(20, 20))
    100.0% (95% Wald 100.0%-100.0%)
    >>> print(wald_interval(19, 20))
    95.0% (95% Wald 85.4%-104.6%)
    """
    return _interval("wald", successes, n, level)


def _wald(k, n, level):
    p, q = k / n, (n - k) / n
    half = _z(level) * np.sqrt(p * q / n)
    return p - half, p + half


@documented
def wilson_interval(successes: "ArrayLike", n: "ArrayLike", level: float = 0.95, continuity: bool = False) -> Interval:
    """Wilson's interval for a rate: all rates that the score test does not reject. The house method.

    A rate p belongs to it if the estimate lies within z of p's own standard errors: |k/n - p| ≤ z √(p(1 - p)/n). Its
    ends are the two solutions of that quadratic equation,

        (k + z²/2 ± z √(k(n - k)/n + z²/4)) / (n + z²).

    At 0 of n the lower end is 0, and at n of n the upper end is 1, both exactly.

    With `continuity=True` the lower end is that of half a success less, and the upper end that of half a success
    more: wider, and nearer to Clopper-Pearson.

    Parameters
    ----------
    {successes, n}
    {level}
    continuity : bool
        Whether to correct for continuity.

    Returns
    -------
    Interval
        Of the rate. For arrays its fields are arrays.

    References
    ----------
    Wilson 1927, Journal of the American Statistical Association 22, 209-212. With the correction: method 4 of
    Newcombe 1998, Statistics in Medicine 17, 857-872. R's `prop.test` corrects by default, but not if
    k is n/2. statsmodels has no correction, ends at 0.9999999999999999 for 20 of 20, and
    returns NaN if there are more successes than items; SciPy's `wilson` and `wilsoncc` agree with this function.

    Examples
    --------
    >>> print(wilson_interval(942, 1000))
    94.2% (95% Wilson 92.6%-95.5%)
    >>> low, high = wilson_interval(20, 20)
    >>> round(low, 3), high
    (0.839, 1.0)
    >>> print(wilson_interval([84, 20], [100, 20]))
    84.0% (95% Wilson 75.6%-89.9%)
    100.0% (95% Wilson 83.9%-100.0%)
    """
    return _interval("wilson-cc" if checks.flag(continuity, "continuity") else "wilson", successes, n, level)


def _wilson(k, n, level, shift=0):
    return _wilson_at(k, n, _z(level), shift)


def _wilson_at(k, n, z, shift=0):
    """Wilson's ends at so many standard errors."""
    # The lower end is multiplied above and below by the other solution: no difference of nearly equal numbers is left.
    z = max(z, 1e-150)  # its square is not 0

    def reach(k, share):
        return k + z**2 / 2 + z * np.sqrt(share * (n - k) + z**2 / 4)

    k_low, k_high = (np.maximum(k - shift, 0), np.minimum(k + shift, n)) if shift else (k, k)
    share = k_high / n
    up = reach(k_high, share)
    high = np.minimum(np.maximum(up / (n + z**2), share), 1)  # at n of n it is the share, 1 to the last digit
    if shift:
        share = k_low / n
        up = reach(k_low, share)
    return k_low * share / up, high


def _wilson_cc(k, n, level):
    return _wilson(k, n, level, shift=0.5)


@documented
def clopper_pearson_interval(successes: "ArrayLike", n: "ArrayLike", level: float = 0.95) -> Interval:
    """Clopper and Pearson's interval for a rate, often called exact: all rates that neither one-sided test rejects.

    A rate belongs to it if k or more successes, and k or fewer, each have a chance of at least (1 - level)/2 under it.
    It never covers less often than its level says. The price is width, on average: it covers more often.

    {interval of a rate}

    References
    ----------
    Clopper and Pearson 1934, Biometrika 26, 404-413. statsmodels' `proportion_confint(method="beta")` is the same;
    its `"binom_test"` is another interval, of the two-sided test. SciPy's `binomtest` finds the ends by a search: at
    0 of 10⁷ its upper end is right to seven digits.

    Examples
    --------
    >>> print(clopper_pearson_interval(84, 100))
    84.0% (95% Clopper-Pearson 75.3%-90.6%)
    """
    return _interval("clopper-pearson", successes, n, level)


def _clopper_pearson(k, n, level):
    tail = (1 - level) / 2
    low = _beta_quantile(np.where(k == 0, 1, k), n - k + 1, tail)
    high = _beta_quantile(k + 1, np.where(k == n, 1, n - k), tail, upper=True)
    low = np.where(k == n, np.exp(np.log(tail) / n), low)
    high = np.where(k == 0, -np.expm1(np.log(tail) / n), high)
    return np.where(k == 0, 0, low), np.where(k == n, 1, high)


@documented
def agresti_coull_interval(successes: "ArrayLike", n: "ArrayLike", level: float = 0.95) -> Interval:
    """Agresti and Coull's interval for a rate: Wald's, after adding z²/2 successes and z²/2 failures.

    At 95% that is about two of each. It has the same middle as Wilson's and is never narrower. Its ends may leave the
    range from 0 to 1: unlike statsmodels' `proportion_confint(method="agresti_coull")`, it is not clipped. A higher
    level need not reach further on both sides, since the middle moves with the level. The estimate is the
    observed rate, not the middle.

    {interval of a rate}

    References
    ----------
    Agresti and Coull 1998, The American Statistician 52, 119-126.

    Examples
    --------
    >>> print(agresti_coull_interval(84, 100))
    84.0% (95% Agresti-Coull 75.5%-90.0%)
    """
    return _interval("agresti-coull", successes, n, level)


def _agresti_coull(k, n, level):
    z = _z(level)
    n = n + z**2
    p, q = (k + z**2 / 2) / n, (n - k - z**2 / 2) / n
    half = z * np.sqrt(p * q / n)
    return p - half, p + half


@documented
def jeffreys_interval(successes: "ArrayLike", n: "ArrayLike", level: float = 0.95) -> Interval:
    """Jeffreys' interval for a rate: the middle part of the posterior under the prior Beta(1/2, 1/2).

    It cuts (1 - level)/2 off each side of Beta(k + 1/2, n - k + 1/2). At 0 of n the lower end is set to 0, and at n of
    n the upper end to 1: the endpoint rule, without which it would never cover rates near 0 and 1.

    {interval of a rate}

    References
    ----------
    Brown, Cai and DasGupta 2001, Statistical Science 16, 101-133. statsmodels'
    `proportion_confint(method="jeffreys")` leaves the endpoint rule out: its lower end at 0 of 20 is 0.00002, not 0.

    Examples
    --------
    >>> print(jeffreys_interval(84, 100))
    84.0% (95% Jeffreys 75.9%-90.2%)
    """
    return _interval("jeffreys", successes, n, level)


def _jeffreys(k, n, level):
    return _beta_middle(k, n, level, 0.5, 0.5)


def _beta_middle(k, n, level, a, b):
    """The middle part of Beta(k + a, n - k + b), which reaches 0 or 1 where that distribution is highest there."""
    tail = (1 - level) / 2
    low, high = (_beta_quantile(k + a, n - k + b, tail, upper) for upper in (False, True))
    return np.where(k + a <= 1, 0, low), np.where(n - k + b <= 1, 1, high)


def _mid_p(k, n, level):
    tail = (1 - level) / 2
    inner = np.where((k == 0) | (k == n), n / 2, k)  # the outer ones have closed forms
    start = _clopper_pearson(inner, n, level)
    low, high = (_mid_p_end(inner, n, tail, end, upper) for end, upper in zip(start, (False, True), strict=True))
    low = np.where(k == n, np.exp(np.log(2 * tail) / n), low)
    high = np.where(k == 0, -np.expm1(np.log(2 * tail) / n), high)
    return np.where(k == 0, 0, low), np.where(k == n, 1, high)


def _mid_p_end(k, n, tail, p, upper):
    """Newton's steps from Clopper-Pearson's end; as the logarithm of the chance is concave, none goes too far."""
    odds = np.clip(logit(p), -_FAR, _FAR)
    for _ in range(20):
        p, q = expit(odds), expit(-odds)
        # P(X > k) + P(X = k)/2, or the same below
        chance = (_beta(k, n - k + 1, p, q, upper) + _beta(k + 1, n - k, p, q, upper)) / 2
        observed = np.exp(k * np.log(p) + (n - k) * np.log(q) - betaln(k + 1, n - k + 1)) / (n + 1)  # P(X = k)
        moved = _newton(odds, chance, observed * (k * q + (n - k) * p) / 2, tail, upper)
        small = np.abs(moved - odds) < 1e-8  # then the next step would be the square of this one
        odds = moved
        if small.all():
            break
    return expit(odds)


def _beta_quantile(a, b, tail, upper=False):
    """The point with this chance below it (or above it) under Beta(a, b).

    SciPy's inverses keep only eight digits or so near n = 10⁷; one step of Newton's restores the others.
    """
    point = (betainccinv if upper else betaincinv)(a, b, tail)
    if np.max(a + b) <= _PRECISE:
        return point
    odds = np.clip(logit(point), -_FAR, _FAR)
    p, q = expit(odds), expit(-odds)
    slope = np.exp(a * np.log(p) + b * np.log(q) - betaln(a, b))
    moved = expit(_newton(odds, _beta(a, b, p, q, upper), slope, tail, upper))
    return np.where((point > 0) & (point < 1), moved, point)


def _beta(a, b, p, q, upper):
    """The chance below p (or above it) under Beta(a, b), with q = 1 - p."""
    if not upper:
        return betainc(a, b, p)
    chance = np.asarray(betainc(b, a, q))  # four times as fast as the complement, which small p need for their digits
    return betaincc(a, b, p, out=chance, where=p < 1e-3)


def _newton(odds, chance, slope, tail, upper):
    """One step of Newton's towards chance = tail, in the logarithms of both the odds and the chance."""
    with np.errstate(all="ignore"):  # where an end is 0 or 1 to the last digit, there is no step to take
        step = np.log(chance / tail) * chance / slope
    return np.clip(odds - np.where(np.isfinite(step), -step if upper else step, 0), -_FAR, _FAR)


@documented
def rule_of_three(n: "ArrayLike", level: float = 0.95) -> float | Any:
    """Upper limit of a rate of which none was seen in n items, by the rule: three divided by n. One-sided.

    Three stands for -log(1 - level), which is 2.996 at 95%: 0 of 20 gives 15.0%. The limit is *one-sided*: with a rate
    above it, at least one would show up in more than 19 of 20 such samples, and nothing is said about the other side.
    All 5% lie on one side, where a two-sided 95% interval has 2.5%. The rule rests on log(1 - p) ≈ -p and is a little
    too high: the exact limit, 1 - (1 - level)^(1/n), is 13.9% for 0 of 20, and
    `clopper_pearson_interval(0, 20, level=0.90).high` gives it (5% on each side). From n = 30 on, the rule is at most
    half a point above at 95%; for one or two items it exceeds 1, unclipped.

    If all n are right, it is a limit for the rate of errors.

    Parameters
    ----------
    n : int or array of int
        How many items, none of which showed it.
    level : float
        One-sided confidence level, a fraction.

    Returns
    -------
    float or array
        The upper limit, a fraction.

    References
    ----------
    Hanley and Lippman-Hand 1983, Journal of the American Medical Association 249, 1743-1745.

    Examples
    --------
    >>> round(rule_of_three(20), 3)
    0.15
    >>> round(clopper_pearson_interval(0, 20, level=0.90).high, 3)
    0.139
    """
    n = checks.sizes(n, "n")
    return checks.plain(-np.log1p(-checks.level(level)) / n)


@documented
def items_for_half_width(
    rate: "ArrayLike", half_width: "ArrayLike", level: float = 0.95, method: str = "wilson"
) -> int | Any:
    """How many items make half the interval's width this small, by any method.

    It is the least n for which half the width is at most `half_width` if the observed rate is `rate`: k is n times the
    rate, not rounded to a whole number, since rounding would make the width jump up and down. For `"wald"` it is
    `items_for_margin`. Less than one part in 10¹² above the half-width counts as that half-width.

    Plans of more than 10⁹ items are refused, except for `"wald"`: the difference of the two ends has too few digits
    there to tell n from n + 1.

    Parameters
    ----------
    rate : float or array
        The rate that you expect, a fraction strictly between 0 and 1.
    half_width : float or array
        Half the width that you want, a fraction: 0.01 is one point.
    {level}
    {method of an interval}

    Returns
    -------
    int or array of int
        At least 1.

    Examples
    --------
    >>> items_for_half_width(0.95, [0.01, 0.005]).tolist()
    [1838, 7312]
    >>> items_for_half_width(0.95, [0.01, 0.005], method="wald").tolist()
    [1825, 7299]
    """
    p, half_width = planned(rate, half_width, "half_width")
    level, ends = checks.level(level), METHODS[checks.choice(method, "method", tuple(METHODS))].ends
    many = _items(p, half_width, level)
    if method == "wald":
        too_few(many, p, "half_width")
        return checks.plain(many, int)
    checks.refuse(
        many > LARGEST_PLAN,
        f"half_width is too small: it takes about {{}} items, and beyond {LARGEST_PLAN:,} ends have too few digits; "
        "take items_for_margin, which differs little there",
        many,
    )

    def enough(n):
        low, high = ends(p * n, n, level)
        return (high - low) / 2 <= half_width * (1 + 1e-12)

    few = np.zeros(p.shape)  # never enough; doubling finds what is, and halving the gap finds the least
    while not enough(many).all():
        few, many = np.where(enough(many), few, many), np.where(enough(many), many, 2 * many)
    while (many - few > 1).any():
        middle = np.maximum(np.floor((few + many) / 2), 1)
        good = enough(middle)
        few, many = np.where(good, few, middle), np.where(good, middle, many)
    return checks.plain(many, int)


@documented
def coverage(method: str, n: int, p: "ArrayLike", level: float = 0.95) -> float | Any:
    """How often a method's interval covers the truth: exactly, summed over the binomial distribution, not simulated.

    The sum of the chances of all counts k from 0 to n whose interval contains p, ends included. Those counts are
    consecutive, so that two values of the distribution function give the sum.

    Parameters
    ----------
    {method of an interval}
    {n to add up}
    {true rate}
    {level}

    Returns
    -------
    float or array
        A fraction, to be compared with the level.

    References
    ----------
    Brown, Cai and DasGupta 2001, Statistical Science 16, 101-133.

    Examples
    --------
    >>> round(coverage("wald", 50, 0.95), 3), round(coverage("wilson", 50, 0.95), 3)
    (0.92, 0.962)
    """
    low, high, n, p = _all_counts(method, n, p, level)
    # As p is not below 0, the counts with low <= p are the first ones, even where Wald's lower end dips below 0.
    first = np.searchsorted(np.sort(high), p, side="left")  # how many intervals end before p
    last = np.searchsorted(np.sort(low), p, side="right") - 1
    return checks.plain(_binomial_between(first, last, n, p))


@documented
def lowest_coverage(method: str, n: int, level: float = 0.95) -> float:
    """How often a method's interval covers the truth if the true rate is the worst one for it: exactly, not on a grid.

    Between two neighbouring ends of intervals the same consecutive counts cover, and their chance has no minimum
    inside. So the lowest coverage is approached just above or just below an end, or next to 0 or 1.

    Parameters
    ----------
    {method of an interval}
    {n to add up}
    {level}

    Returns
    -------
    float
        A fraction: for Clopper-Pearson at least the level, for Wald 0.

    References
    ----------
    Where the minimum of exact coverage lies: Wang 2007, Statistica Sinica 17, 361-368.

    Examples
    --------
    >>> round(lowest_coverage("wilson", 100), 3), round(lowest_coverage("clopper-pearson", 100), 3)
    (0.838, 0.95)
    """
    low, high, n, _ = _all_counts(method, n, 0.5, level)
    ends = np.unique(np.clip([*low, *high], 0, 1))
    low.sort()
    high.sort()
    above = ends[:-1]  # just above each end; just below one is the mirror image, as all methods are symmetric
    first, last = high.searchsorted(above, "right"), low.searchsorted(above, "right") - 1  # of the counts that cover
    return float(min(1.0, np.min(_binomial_between(first, last, n, above))))


@documented
def average_coverage(method: str, n: int, level: float = 0.95) -> float:
    """How often a method's interval covers the truth, averaged evenly over all true rates from 0 to 1: exactly.

    Averaged over p, each k of n has the chance 1/(n + 1), and given k the rate is Beta(k + 1, n - k + 1). So it is the
    mean over k of the part of that distribution which lies in the interval of k. By symmetry it is also the average
    over the rates above one half.

    Parameters
    ----------
    {method of an interval}
    {n to add up}
    {level}

    Returns
    -------
    float
        A fraction, to be compared with the level.

    References
    ----------
    Brown, Cai and DasGupta 2001, Statistical Science 16, 101-133, for average coverage as a measure. That each k has
    the same chance: Bayes 1763.

    Examples
    --------
    >>> round(average_coverage("wald", 100), 3), round(average_coverage("wilson", 100), 3)
    (0.922, 0.951)
    """
    low, high, n, _ = _all_counts(method, n, 0.5, level)
    k = np.arange(n + 1.0)
    below = [betainc(k + 1, n - k + 1, np.clip(end, 0, 1)) for end in (low, high)]
    return float(np.mean(below[1] - below[0]))


def _binomial_between(first, last, n, p):
    """The chance of so many successes, from the first number to the last."""
    at_least_first, more_than_last = (_at_least(k, n, p) for k in (first, last + 1))
    return at_least_first - more_than_last


def _at_least(k, n, p):
    """The chance of so many successes or more; SciPy's `binom.sf`, without loading `scipy.stats`."""
    inner = np.clip(k, 1, n)
    return np.where(k <= 0, 1, np.where(k > n, 0, betainc(inner, n - inner + 1, p)))


def _all_counts(method, n, p, level):
    """The ends of the intervals of all counts from 0 to n, n as an int, and the rates."""
    ends = METHODS[checks.choice(method, "method", tuple(METHODS))].ends
    n, p, level = checks.count(n, "n", most=LARGEST_SUM), checks.rates(p, "p"), checks.level(level)
    low, high = ends(np.arange(n // 2 + 1.0), float(n), level)
    other = slice((n - 1) // 2, None, -1)  # all methods are symmetric, and some are slow
    return np.append(low, 1 - high[other]), np.append(high, 1 - low[other]), n, p


def _interval(method, successes, n, level):
    k, n = checks.right_of(successes, n)
    level = checks.level(level)
    name, ends, most, searched = METHODS[method][:4]
    checks.refuse(
        n > most,
        f"n must be at most {most:,} for this method: got {{}}; its ends have too few digits beyond, where "
        "wilson_interval hardly differs",
        n,
    )

    def all_three(k, n):
        return *ends(k, n, level), k / n

    items = n.astype(int)  # the results take the memory of k and n
    return Interval._computed(*(once_each if searched else in_blocks)(all_three, k, n), level, name, n=items)


class Method(NamedTuple):
    """A method for intervals, and what it promises at levels from 0.9."""

    name: str  # what a report prints
    ends: Callable  # of (counts, numbers of items, level), unchecked: the lower and the upper ends
    most: int = checks.LARGEST_COUNT  # items for which the ends are precise
    searched: bool = False  # ends without a closed form, worth looking up
    in_range: bool = True  # no end leaves the range of possible values
    holds_estimate: bool = True  # the estimate lies in the interval
    symmetric: bool = True  # n - k successes give the mirror image of k
    nests: bool = True  # the interval of a lower level lies within that of a higher level
    shrinks: bool = True  # twice the items at the same rate never give a wider interval


LARGEST_EXACT = 10**10  # items; SciPy's beta distribution loses digits beyond

METHODS = {
    "wald": Method("Wald", _wald, in_range=False),
    "wilson": Method("Wilson", _wilson),
    "wilson-cc": Method("Wilson with continuity correction", _wilson_cc),
    "clopper-pearson": Method("Clopper-Pearson", _clopper_pearson, LARGEST_EXACT, searched=True),
    "agresti-coull": Method("Agresti-Coull", _agresti_coull, in_range=False, nests=False),
    "jeffreys": Method("Jeffreys", _jeffreys, LARGEST_EXACT, searched=True),
    "mid-p": Method("mid-p", _mid_p, LARGEST_EXACT, searched=True),
}

LARGEST_SUM = 10**6  # items: all counts up to it are added up
LARGEST_PLAN = 10**9  # items
_PRECISE = 10**4  # items up to which the inverses of the beta distribution have twelve digits
_FAR = 690.0  # log odds of a rate that is 0, or 1, to the last digit
