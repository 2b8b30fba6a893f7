"""Two systems slice by slice, and before any slice is named, whether slices differ at all."""

from __future__ import annotations

import numpy as np

from give_or_take.checks import number_of
from give_or_take.comparison.equal import equal_of
from give_or_take.comparison.gaps import gaps_of
from give_or_take.comparison.record import RUNS_OF_ITEMS, Slice, Slices
from give_or_take.slices import _alike, _in_order, _wald_by_slice, holm

TASK = "task"  # the column whose slices also count alike when nobody names it
BY_ITEM, MOST_ITEMS = "item", 20  # the items as slices, up to so many
SMALL = 30  # items of a slice, below which it is flagged, as in `slice_table`


def slices_of(data, ask, column, i, j):
    """The slices of one column for one pair of systems, in their order, and the test that stands before them."""
    names, part = data.tally.labels[column]
    written = [str(name) for name in names]
    alike = {name for name in written if written.count(name) > 1} if len(set(written)) < len(written) else ()
    written = [repr(name) if str(name) in alike else str(name) for name in names]  # 1 and '1'
    gap = gaps_of(data, ask, i, j, part, len(names))
    full = [k for k in _in_order(gap.n, names) if gap.n[k]]
    adjusted = dict(zip(full, holm([gap.p[k] for k in full]), strict=True))
    slices = tuple(
        Slice(
            written[k], int(gap.n[k]), gap.groups[k],
            *_right(data, gap, k),
            float(gap.first[k]), float(gap.second[k]), float(gap.difference[k]),
            gap.low[k], gap.high[k], gap.p[k], adjusted[k],
            *((bool(gap.n[k] < SMALL), None, None) if gap.sizes is None else _sizes(gap.sizes[:, k])),
        )
        for k in full
    )  # fmt: skip
    equal = equal_of(data, ask, i, j, part, gap, np.sort(full)) if column in ask.by or column == TASK else None
    test = _interaction(data, ask, column, i, j, gap)
    alone = ([written[k] for k in at] for at in _of_one(data, i, j, part, len(names)))
    return Slices(column, data.systems[i], data.systems[j], slices, *test, None, equal, *map(tuple, alone))


def items_of(data, ask, i, j):
    """Two systems item by item, where there are few and their runs are the only luck; p is Holm's over the items."""
    names = data.tally.labels[data.tally.group].names if data.within is not None else ()
    if not 2 <= len(names) <= MOST_ITEMS or ask.independent or BY_ITEM in data.by:
        return ()
    if any(np.array_equal(data.tally.labels[x].code, data.within) for x in ask.by):  # a slice named is each item
        return ()
    gap = gaps_of(data, ask, i, j, data.within, len(names))
    full = [k for k in _in_order(gap.n, names) if gap.n[k]]
    adjusted = holm([gap.p[k] for k in full])
    slices = tuple(
        Slice(
            str(names[k]), int(gap.n[k]), None, None, None,
            float(gap.first[k]), float(gap.second[k]), float(gap.difference[k]),
            gap.low[k], gap.high[k], gap.p[k], p, False,
        )
        for k, p in zip(full, adjusted, strict=True)
    )  # fmt: skip
    return (Slices(BY_ITEM, data.systems[i], data.systems[j], slices, None, RUNS_OF_ITEMS, ""),)


def _right(data, gap, k):
    """How many items of a slice each system has right."""
    if gap.counts is not None:
        return int(gap.counts[:2, k].sum()), int(gap.counts[::2, k].sum())
    if gap.sizes is None or not data.pass_fail:
        return None, None
    return tuple(int(np.rint(mean[k] * n)) for mean, n in zip((gap.first, gap.second), gap.sizes[:, k], strict=True))


def _of_one(data, i, j, part, parts):
    """The slices in which only the first system has results, and only the second."""
    there = ~np.isnan(data.scores[:, [i, j]]) & (part >= 0)[:, None]
    first, second = (np.bincount(part[of], minlength=parts) > 0 for of in there.T)
    return np.flatnonzero(first & ~second), np.flatnonzero(second & ~first)


def _sizes(sizes):
    """(whether it is small, items of the first system, of the second) of a slice where each has its own."""
    return bool(min(sizes) < SMALL), *map(int, sizes)


def _not_in_slices(data, i, j, part):
    """What no slice holds where each system has items of its own: those without a label."""
    there = ~np.isnan(data.scores[:, [i, j]]).all(axis=1)
    without = int(data.counts[there & (part < 0)].sum())
    return [f"{number_of(without, 'item')} without a label"] if without else []


def _interaction(data, ask, column, i, j, gap):
    """(p, test, note) of "no slice differs from another in its gains"."""
    part = data.tally.labels[column].code
    if ask.independent:
        note = "; ".join(["without pairs there are no gains to compare", *_not_in_slices(data, i, j, part)])
        return None, "no test", note
    gains = data.scores[:, i] - data.scores[:, j]
    there = ~np.isnan(gains) & (part >= 0)
    without = int(data.counts[~np.isnan(gains) & (part < 0)].sum())
    notes = [f"{number_of(without, 'item')} without a label"] if without else []
    if not data.luck or data.within is not None:
        return None, "no test", "; ".join(["the items are given: no luck of theirs is to be told from slices", *notes])
    if np.sum(gap.n > 0) < 2:
        return None, "no test", "; ".join(["one slice cannot differ from others", *notes])
    part, gains, number = part[there], gains[there], data.counts[there]
    if np.ptp(gains) <= 1e-12 * np.abs(data.scores[there][:, [i, j]]).max():
        gains = np.full_like(gains, gains[0])  # but for rounding
    if data.group is None:
        test = _alike(part, gains, number, ask.rng())
    else:
        group = data.group[there]
        alone = np.array([k is not None and k < 2 for k in gap.groups])
        if alone.any():
            notes.insert(0, f"{number_of(int(alone.sum()), 'slice')} in one group only left out of the test")
        stay = ~alone[part]
        try:
            test = _wald_by_slice(part[stay], gains[stay], number[stay], group[stay])
        except ValueError as reason:
            return None, "no test", "; ".join([str(reason).split("; ")[0].split(": ")[0], *notes])
    return test.p_value, test.name, "; ".join([*([test.note] if test.note else []), *notes])
