"""Two systems if each slice counts alike, however many items it has: the mean of slice means."""

from __future__ import annotations

import numpy as np
from scipy.special import stdtrit

from give_or_take.comparison.means import ROUNDING, limits, settled
from give_or_take.comparison.record import Equal
from give_or_take.slices import _same_mix

FEWEST = 3  # slices, below which they show next to nothing of others: t with one degree of freedom is 12.7


def equal_of(data, ask, i, j, part, gap, full):
    """The difference of the means of slice means, about these slices and about slices like them."""
    if len(full) < 2:
        return None
    means, gains = (gap.first[full].mean(), gap.second[full].mean()), gap.difference[full]
    between, noise = limits(data, lowest=-1), ROUNDING * np.fmax.reduce(np.abs(data.scores), axis=None)
    [difference] = settled([gains.mean()], noise)
    ends, like, note = (None, None, "no interval"), (None, None), ""
    if not data.luck or data.within is not None:
        note = "the items are given, so there is no luck of theirs"
    elif data.group is not None:
        note = "where items come in groups this mean has no interval here"
    else:
        ends = _stratified(data, ask, i, j, part, gap, full, noise, between)
        if len(full) < FEWEST:
            note = f"of other slices two say next to nothing: that takes {FEWEST} at least"
        elif np.ptp(gains) > noise:
            half = -stdtrit(len(full) - 1, (1 - ask.level) / 2) * gains.std(ddof=1) / np.sqrt(len(full))
            like = settled((difference - half, difference + half), noise, between)
            if ends[0] is not None:  # other slices are never better known than these
                like = [min(like[0], ends[0]), max(like[1], ends[1])]
    return Equal(len(full), *map(float, means), difference, *ends, *like, note)


def _stratified(data, ask, i, j, part, gap, full, noise, between):
    """(low, high, method) for these slices, of which each has luck of its own."""
    if data.pass_fail and ask.independent:
        sizes = gap.sizes[:, full]
        right = np.rint(np.array([gap.first[full], gap.second[full]]) * sizes)
        found = _same_mix(right[0], sizes[0], right[1], sizes[1], np.full(len(full), 1 / len(full)), ask.level)
        return float(found.low), float(found.high), found.method
    if data.pass_fail:
        n, each = gap.n[full], [np.array(x, dtype=object)[full].astype(float) for x in (gap.low, gap.high)]
        if n.min() < 2:
            return None, None, "no interval: a slice of one item"
        flips = (gap.counts[1, full] + gap.counts[2, full]) / n
        return *map(float, mean_of_gains(gap.difference[full], *each, flips, n, ask.level)), "stratified Tango"
    first, second = data.scores[:, i], data.scores[:, j]
    variances, freedom = [], []
    for x in (first, second) if ask.independent else (first - second,):
        there = ~np.isnan(x) & np.isin(part, full)
        number, x, of = data.counts[there], x[there], part[there]
        n, total = np.bincount(of, number), np.bincount(of, number * (x - x[0]))
        away = x - x[0] - (total / np.maximum(n, 1))[of]
        squares, n = np.bincount(of, number * away**2)[full], n[full]
        if n.min() < 2:
            return None, None, "no interval: a slice of one item"
        variances.append(squares / (n - 1) / n)
        freedom.append(n - 1)
    variances, freedom = np.concatenate(variances), np.concatenate(freedom)
    error = np.sqrt(variances.sum()) / len(full)
    if error <= noise:
        return None, None, "no interval: all alike"
    df = variances.sum() ** 2 / np.sum(variances**2 / freedom)
    half, middle = -stdtrit(df, (1 - ask.level) / 2) * error, gap.difference[full].mean()
    return *settled((middle - half, middle + half), noise, between), "stratified t"


def mean_of_gains(gains, low, high, flips, n, level):
    """Both ends of the mean of gains in slices of n items: Tango's square and add, and are as far out as t's at least.

    Where most items of small slices flip, Tango's intervals lie so far inwards of their gains that the sum alone errs.
    """
    variances = np.maximum(flips - gains**2, 0) / (n - 1)
    total = variances.sum(-1)
    df = total**2 / np.where(total > 0, np.sum(variances**2 / (n - 1), axis=-1), 1)
    half = -stdtrit(np.maximum(df, 1), (1 - level) / 2) * np.sqrt(total) / gains.shape[-1]
    tango, middle = square_and_add_all(gains, low, high), gains.mean(-1)
    return np.minimum(tango[0], np.maximum(middle - half, -1)), np.maximum(tango[1], np.minimum(middle + half, 1))


def square_and_add_all(values, low, high):
    """Both ends of the mean of independent values, slices along the last axis, from the ends of each."""
    middle, many = values.mean(-1), values.shape[-1]
    ends = [np.sqrt(np.sum((end - values) ** 2, axis=-1)) / many for end in (low, high)]
    return np.maximum(middle - ends[0], -1), np.minimum(middle + ends[1], 1)
