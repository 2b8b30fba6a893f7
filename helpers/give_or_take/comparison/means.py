"""Means of scores and of gains: their intervals, their sign-flip tests, and the luck of runs within items."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.special import ndtr, stdtr, stdtrit

from give_or_take.clusters import _degrees, _variance
from give_or_take.paired_clusters import DRAWN, _countable, _flipped, _in_whole_units, _speaking

SKEWED = 25  # times the squared skewness: so many items or groups at most, and t errs on the side of the long tail
FEW = 8  # times it: fewer, and the interval rests on so few of them that it may cover too little all the same
MOST_SIGNS = 200  # that are drawn one by one: the excess kurtosis is then right to 2/201
ROUNDING = 1e-12  # of the largest score: what is less is rounding error
ANYWHERE = (-np.inf, np.inf)


def one_group(method, sizes):
    """No interval, where there is one group only."""
    return (None, None, f"no {method} of one group") if len(sizes) < 2 else None


def by_group(group, *weights):
    """Sums by group, for the groups that are there, in their order."""
    _, code = np.unique(group, return_inverse=True)
    return [np.bincount(code, weight) for weight in weights]


def limits(data, lowest=0):
    """Between what a mean lies: `lowest` and 1 if all scores lie between 0 and 1; for gains the lowest is -1."""
    inside = np.fmin.reduce(data.scores, axis=None) >= 0 and np.fmax.reduce(data.scores, axis=None) <= 1
    return (lowest, 1) if inside else ANYWHERE


class Moments(NamedTuple):
    """The mean of a sample is shift + mean; its standard error, and the skewness of the n items or groups."""

    shift: float
    mean: float
    error: float
    df: float
    skewness: float
    n: float


def moments(x, number, group, noise):
    """The moments of a sample of items or of groups; or in words why it shows no luck."""
    n, shift = number.sum(), x[0]
    deviation = x - shift  # changes no deviation, and makes constant scores exactly constant
    mean = number @ deviation / n
    deviation = deviation - mean
    if group is None:
        if n < 2 or np.ptp(x) <= noise:
            return "one item" if n < 2 else "all alike"
        error = np.sqrt(number @ deviation**2 / (n - 1) / n)
        return Moments(shift, mean, error, n - 1, _skewness(deviation, number), n)
    sums, sizes = by_group(group, number * (x - shift), number)
    away = sums - sizes * mean
    if len(sizes) < 2 or np.abs(away).max() <= noise * sizes.max():
        return "one group" if len(sizes) < 2 else "groups all alike"
    error, df = np.sqrt(_variance(sums, sizes)), float(_degrees(sizes))
    return Moments(shift, mean, error, df, _skewness(away - away.mean()), len(sizes))


def mean_interval(x, number, group, ask, between=ANYWHERE, largest=None):
    """(low, high, method) of a mean: by t, stretched where the shape asks for it, of items or of groups.

    `largest` is the size of what was subtracted, if x are gains: what varies less than its rounding error is constant.
    """
    noise = ROUNDING * (np.abs(x).max() if largest is None else largest)
    found = moments(x, number, group, noise)
    if isinstance(found, str):
        return None, None, f"no interval: {found}"
    shift, mean, error, df, shape, n = found
    ends = (shift + end for end in stretched(mean, error, df, shape, n, ask.level))
    return *settled(ends, noise, between), method_of(shape, n, group is not None)


def stretched(mean, error, df, skewness, n, level):
    """Both ends by Student's t; where n is at most 25 times the squared skewness, one of them is moved outwards.

    It is the end on the side of the long tail, and it goes as far as in Johnson's modified t: by
    skewness (1 + 2t²) / (6 √n) standard errors. His other end would move inwards as far; here it stays.
    """
    t = -stdtrit(df, (1 - level) / 2)
    tail = np.where(n <= SKEWED * skewness**2, skewness * (1 + 2 * t**2) / (6 * np.sqrt(n)), 0)
    return mean - (t - np.minimum(tail, 0)) * error, mean + (t + np.maximum(tail, 0)) * error


def method_of(skewness, n, grouped):
    """What an interval by t is called, where n items or groups have this skewness."""
    if n > SKEWED * skewness**2:
        return "clustered t" if grouped else "t"
    if n < FEW * skewness**2:
        return f"few-{'cluster' if grouped else 'item'} stretched t"
    return "clustered stretched t" if grouped else "stretched t"


def settled(numbers, noise, between=ANYWHERE):
    """Means or ends as they are reported: zero where they are zero but for rounding, and within their limits."""
    return [0.0 if abs(x) <= noise else float(min(max(x, between[0]), between[1])) for x in numbers]


def _skewness(deviation, number=1.0):
    number = np.broadcast_to(number, deviation.shape)
    second, third = (number @ (deviation / np.abs(deviation).max()) ** k / number.sum() for k in (2, 3))
    return third / second**1.5


def sign_flipped(totals, ask):
    """(p, test) by the sign-flip mid-p test of these totals."""
    totals = _speaking(totals)
    if not len(totals):
        return 1.0, "sign-flip mid-p"
    totals = _in_whole_units(totals)
    if _countable(totals):
        return float(_flipped(totals)), "sign-flip mid-p"
    share = totals**2 / np.sum(totals**2)
    if share.max() <= 0.01:  # then the excess kurtosis is -0.02 at most, and p right to 0.0002
        return float(2 * ndtr(-abs(totals.sum()) / np.sqrt(np.sum(totals**2)))), "sign-flip, normal limit"
    if len(totals) > MOST_SIGNS:
        return _largest_drawn(totals, ask.rng()), "sign-flip mid-p, drawn"
    totals = np.sort(-totals if _turned(totals) else totals)
    return float(_flipped(totals, rng=ask.rng())), "sign-flip mid-p, drawn"


def _turned(values):
    """Whether values and their negatives, both sorted, are to change places: one of the two in either case."""
    one, other = np.sort(values), np.sort(-values)
    differ = np.flatnonzero(one != other)
    return bool(len(differ) and one[differ[0]] < other[differ[0]])


def _largest_drawn(totals, rng):
    """p where the signs of the largest totals are drawn, and the sum of all others takes its normal limit."""
    sizes = np.sort(np.abs(totals))[::-1]
    large, spread, far, found = sizes[:MOST_SIGNS], np.sqrt(np.sum(sizes[MOST_SIGNS:] ** 2)), abs(totals.sum()), 0.0
    for _ in range(DRAWN // 10_000):
        sums = (2.0 * rng.integers(0, 2, (10_000, MOST_SIGNS), dtype=np.int8) - 1) @ large
        found += np.sum(ndtr((sums - far) / spread) + ndtr((-sums - far) / spread))
    return float(min((found + 1) / (DRAWN + 1), 1))


class Run(NamedTuple):
    """Scores of answers, how many there are of each, and the item of each."""

    scores: Any
    number: Any
    item: Any


def within_items(samples, each, ask, between=ANYWHERE):
    """(mean, low, high, method, p) where runs are the only luck: one sample, or the first minus the second.

    The mean of items is a sum of weighted item means, whose variances s²/k add up. An item of one run takes the average
    s² of the others. Degrees of freedom are Satterthwaite's.
    """
    mean, parts, freedom, repeated = 0.0, [], [], True
    noise = ROUNDING * max(np.abs(x).max() for x, _, _ in samples)
    for sign, (x, number, item) in zip((1, -1), samples, strict=False):
        runs, sums = by_group(item, number, number * (x - x[0]))
        _, code = np.unique(item, return_inverse=True)
        away = np.bincount(code, number * (x - x[0] - (sums / runs)[code]) ** 2)
        several = runs > 1
        weight = np.full(len(runs), 1 / len(runs)) if each else runs / runs.sum()
        mean += sign * (x[0] + weight @ (sums / runs))
        repeated = repeated and several.any()
        variance = away / np.maximum(runs - 1, 1)
        variance[~several] = variance[several].mean() if several.any() else 0
        parts.append(weight**2 * variance / runs)
        freedom.append(np.maximum(runs - 1, 1))
    [mean] = settled([mean], noise)
    parts, freedom = np.concatenate(parts), np.concatenate(freedom)
    error = np.sqrt(parts.sum())
    if not repeated or error <= noise:
        return mean, None, None, f"no interval: {'runs all alike' if repeated else 'one run'}", None
    df = parts.sum() ** 2 / np.sum(parts**2 / freedom)
    half = -stdtrit(df, (1 - ask.level) / 2) * error
    p = float(2 * stdtr(df, -abs(mean) / error))
    return mean, *settled((mean - half, mean + half), noise, between), "t of runs within items", p
