"""How much an average varies from sample to sample, without simulating: chapter 2.

Rates are fractions from 0 to 1 and so are their standard errors and margins; multiply by 100 for points. Formulas of
counts and rates work elementwise on arrays and columns; single numbers in, a Python number out.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from give_or_take import checks
from give_or_take.docs import documented


@documented
def standard_error(successes: "ArrayLike", n: "ArrayLike") -> float | Any:
    """Standard error of a rate: the square root of p(1 - p)/n, where p = successes/n.

    At 0 of n and at n of n it is 0. That is the formula failing, not certainty: chapter 3 has the cure.

    Parameters
    ----------
    {successes, n}

    Returns
    -------
    float or array
        A fraction: 0.0367 is 3.67 points.

    References
    ----------
    The variance of the binomial distribution; for evaluations Miller 2024, arXiv:2411.00640.

    Examples
    --------
    >>> round(standard_error(84, 100), 4)
    0.0367
    >>> standard_error([50, 84, 100], 100).round(4).tolist()
    [0.05, 0.0367, 0.0]
    """
    successes, n = checks.right_of(successes, n)
    p, q = successes / n, (n - successes) / n  # q is 1 - p, free of its rounding error
    return checks.plain(np.sqrt(p * q / n))


@documented
def margin(successes: "ArrayLike", n: "ArrayLike", level: float = 0.95) -> float | Any:
    """Margin of error of a rate: z standard errors, the "give or take" of chapter 2.

    z is the normal quantile for the level: 1.96 for 0.95. The margin is 0 at 0 of n and n of n, as `standard_error` is;
    chapter 3 shows where else it breaks.

    Parameters
    ----------
    {successes, n}
    {level}

    Returns
    -------
    float or array
        Half the width of the interval, a fraction.

    Examples
    --------
    >>> round(margin(84, 100), 3)
    0.072
    """
    z = _z(checks.level(level))
    return checks.plain(z * np.asarray(standard_error(successes, n)))


@documented
def items_for_margin(rate: "ArrayLike", margin: "ArrayLike", level: float = 0.95) -> int | Any:
    """How many items make the margin of error this small: z² p(1 - p)/margin², rounded up.

    Rounding error never adds an item: less than one part in 10¹² above a whole number counts as that number.

    The formula is no plan where its items are too few to expect even one failure, or one success: a bar without width
    would most likely come out. Such a margin is refused, as are the rates 0 and 1; `items_for_half_width` plans there
    with Wilson's interval.

    Parameters
    ----------
    rate : float or array
        The rate that you expect, a fraction strictly between 0 and 1; 0.5 is the most careful guess.
    margin : float or array
        Half the width that you want, a fraction: 0.01 is one point.
    {level}

    Returns
    -------
    int or array of int
        At least 1.

    Examples
    --------
    >>> items_for_margin(0.95, 0.01)
    1825
    >>> items_for_margin(0.95, [0.01, 0.005]).tolist()
    [1825, 7299]
    """
    p, m = planned(rate, margin, "margin")
    items = _items(p, m, checks.level(level))
    too_few(items, p, "margin")
    return checks.plain(items, int)


def planned(rate, margin, name):
    """A rate to expect and a margin to reach, both strictly between 0 and 1, brought to one shape."""
    p, m = checks.together(rate=(rate, checks.rates), **{name: (margin, checks.rates)})
    checks.refuse(
        (p == 0) | (p == 1),
        "rate must lie strictly between 0 and 1: at 0 or 1 the formula asks for no items at all; plan with the rate "
        "nearest to 0.5 that you expect, or with 0.5",
    )
    smallest = checks.SMALLEST_MARGIN
    fits = f"{name} must be at least {smallest:.7f} and below 1: write 0.01 for one point"
    checks.refuse((m < smallest) | (m == 1), fits)
    return p, m


def too_few(items, p, name):
    """Refuse a margin for which a formula asks for fewer items than show one failure and one success on average."""
    checks.refuse(
        items * np.minimum(p, 1 - p) < 1,
        f"{name} is too wide for the normal formula at rate {{}}: it asks for {{}} items, and among these not even one "
        "failure, or one success, is to be expected; take items_for_half_width with method='wilson'",
        p,
        items,
    )


def _items(p, m, level):
    """The least number of items with which the margin is at most m, unchecked."""
    return whole_items(_z(level) ** 2 * p * (1 - p) / m**2)


def whole_items(items):
    """A number of items, rounded up and at least 1; rounding error never adds one."""
    return np.maximum(np.ceil(items * (1 - 1e-12)), 1)


@documented
def standard_error_of_mean(scores: "ArrayLike") -> float:
    """Standard error of the mean of any scores: s/√n, with n - 1 in the standard deviation s.

    For 0/1 scores this is `standard_error` times √(n/(n - 1)). Constant scores give 0.

    Parameters
    ----------
    {scores}

    Returns
    -------
    float
        In the unit of the scores.

    References
    ----------
    The variance of a mean; for evaluations Miller 2024, arXiv:2411.00640.

    Examples
    --------
    >>> round(standard_error_of_mean([2, 4, 4, 6]), 4)
    0.8165
    """
    scores = checks.scores(scores, least=2)
    n = len(scores)
    shifted = scores - scores[0]  # changes no deviation, and makes constant scores exactly constant
    deviations = shifted - shifted.mean()
    return math.sqrt(np.sum(deviations**2) / (n - 1) / n)


def _z(level):
    """The normal quantile with `level` between -z and z."""
    return _upper((1 - level) / 2)


def _upper(tail):
    """The normal quantile with `tail` above it."""
    return -float(ndtri(tail))
