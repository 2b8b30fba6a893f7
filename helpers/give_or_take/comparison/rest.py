"""Three systems or more, each on items of its own: whether they differ, and each beside all others together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from give_or_take.comparison.gaps import gaps_of
from give_or_take.comparison.record import AgainstRest, Rest
from give_or_take.slices import DRAWS, _alike, _wald_by_slice, holm


def against_rest(data, ask):
    """The test of all systems, and each minus the others; None where that was not asked, or where no luck is left."""
    if not ask.independent or ask.baseline is not None or len(data.systems) < 3:
        return None
    if not data.luck or data.within is not None:
        return None
    gaps = [_minus_rest(data, ask, i) for i in range(len(data.systems))]
    adjusted = holm([gap.p[0] for gap in gaps])
    p, test, note = _whether_they_differ(data, ask)
    each = []
    for name, gap, its_p in zip(data.systems, gaps, adjusted, strict=True):
        low, high, told = gap.low[0], gap.high[0], its_p is not None and its_p < ask.alpha
        told = told and not low <= 0 <= high
        n = int(gap.sizes[1][0])
        each.append(
            Rest(name, n, float(gap.second[0]), float(gap.difference[0]), low, high, gap.method[0], gap.p[0], its_p,
                 gap.test[0], told)
        )  # fmt: skip
    return AgainstRest(p, test, note, tuple(each))


def _minus_rest(data, ask, i):
    others = np.fmax.reduce(np.delete(data.scores, i, axis=1), axis=1)  # no item is of two systems
    return gaps_of(replace(data, scores=np.column_stack([data.scores[:, i], others])), ask, 0, 1)


def _whether_they_differ(data, ask):
    """(p, test, note) of "all systems have the same mean": of scores by the test of slices, each system being one."""
    there = ~np.isnan(data.scores)
    row, system = np.nonzero(there)
    scores, number = data.scores[there], data.counts[row]
    if data.group is None and data.pass_fail:
        return _permuted(np.bincount(system, number), np.bincount(system, number * scores), ask.rng())
    if data.group is None:
        test = _alike(system, scores, number, ask.rng())
        return test.p_value, "test of equal means", test.note
    try:
        test = _wald_by_slice(system, scores, number, data.group[row])
    except ValueError as reason:
        return None, "no test", str(reason).split("; ")[0].split(": ")[0].replace("slices", "systems")
    return test.p_value, test.name, test.note


def _permuted(sizes, right, rng):
    """The chi-square test of equal rates, by giving the right answers to other items at random: exact for any rates."""
    n, every = int(sizes.sum()), int(right.sum())
    if every in (0, n):
        return 1.0, "chi-square test", "all answers are alike"

    def away(found):  # chi-square, but for a factor that all samples share
        return ((found - sizes * every / n) ** 2 / sizes).sum(axis=-1)

    drawn = rng.multivariate_hypergeometric(sizes.astype(int), every, size=DRAWS)
    further = int(np.sum(away(drawn) >= away(right) * (1 - 1e-10)))
    return (further + 1) / (DRAWS + 1), "chi-square test", f"{DRAWS:,} permutations"
