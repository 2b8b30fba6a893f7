"""More than two systems: which is the top one, how picking it flatters it, and which may be the best."""

from __future__ import annotations

import numpy as np

from give_or_take.checks import number_of, typed
from give_or_take.comparison.record import Best
from give_or_take.winners import best_set, flattery

MOST_ANSWERS = 4_000_000  # of all systems, beyond which neither is computed
SET_DRAWS, SET_WORK = (999, 9_999), 4e9  # draws of flips, and how many answers all of them may flip
PICK_DRAWS, PICK_WORK = (100, 2_000), 8e6  # the same of halves that pick


def top_of(systems, better):
    """The system with the best mean; of several, the first."""
    sign = 1 if better == "higher" else -1
    return max(systems, key=lambda one: sign * one.mean).name


def best_of_all(data, ask):
    """(the set that may hold the best or None, p of each system, why there is none)."""
    if len(data.systems) < 3 or not data.luck or data.within is not None:
        return None, {}, ()
    if ask.independent:
        return None, {}, ("which systems may be the best: each has items of its own",)
    there = ~np.isnan(data.scores).any(axis=1)
    scores, number = data.scores[there], data.counts[there].astype(int)
    group = None if data.group is None else data.group[there]
    n, sign = int(number.sum()), 1 if ask.better == "higher" else -1
    units = n if group is None else len(np.unique(group))
    if units < 2:
        why = f"{number_of(units, 'item' if group is None else 'group')} with a result of every system"
        return None, {}, (f"which systems may be the best: {why}",)
    if n * len(data.systems) > MOST_ANSWERS:
        most = f"more than {MOST_ANSWERS:,} answers, and best_set takes long"
        return None, {}, (f"which systems may be the best: {most}; draw some items ({typed('items')} names them)",)
    table = dict(zip(data.systems, sign * np.repeat(scores, number, axis=0).T, strict=True))
    groups = None if group is None else np.repeat(group, number)
    found = best_set(table, ask.level, groups, _draws(SET_DRAWS, SET_WORK, n * len(table)), ask.rng())
    half, draws = units // 2, _draws(PICK_DRAWS, PICK_WORK, units)
    picked = flattery(table, half, groups, draws, ask.rng())
    best = Best(
        next(iter(found.means)), found.names, found.close, n, None if group is None else units, found.note,
        sign * picked.seen, sign * picked.true, half, picked.draws,
    )  # fmt: skip
    return best, found.p_values, ()


def _draws(allowed, work, each):
    return int(np.clip(work / each, *allowed))
