"""How often `best_set` holds the truly best system, for items, skewed scores and groups.

    make slow                                   about four minutes, after the other studies
    python -m tools.studies.best_set_coverage   the same

It writes book/best_set_coverage.csv: for each cell the share of samples whose 95% set holds the truly best system, and
the standard error of that share. A system is right on an item if a normal number lies below a threshold, and that
number is part the item's, the same for all systems, part the system's own. So systems fail on the same items more often
than by chance. What is true of a cell:

- `equal`: all systems have the same rate, so that each of them is a best one, and five are looked at;
- `copies`: so they have, and the rivals of the one that is looked at are nearly copies of each other;
- `ahead`: the best one is two points ahead of all others;
- `scores`: all have the same lognormal scores, skewed as run times or costs are, which share 60% of their logarithm's
  variance;
- `groups`: all have the same rate, and items of a group share half of what is the items', and 30% of what is the
  systems' own;
- `shapes`: the best one scores as much as `rate` on every item, and its rivals are right or wrong at that rate, so that
  each now and then loses very much; `unbounded`: so they do, on a scale from 0 to 100, which `best_set` cannot know;
- `costs`: the best one costs the same on every item, and its rivals' lognormal costs have that mean.

All have the same mean but where one is ahead. What lets `best_set` doubt lopsided scores is counted with the last three
kinds; `scores` are without it, which could only keep more.

The p-value comes from the package: what is counted is what users get, with 399 flips a sample in place of 9,999.
"""

import itertools
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.special import ndtri

from give_or_take.winners import _flipped, _speaking, _table
from tools.notebook import ROOT

STORED = ROOT / "book" / "best_set_coverage.csv"
SEED, SAMPLES, FLIPS, ALPHA = 20261129, 2_000, 399, 0.05
SHARED, COPIED, OF_ITEM_IN_GROUP, OF_OWN_IN_GROUP, OF_LOG = 0.4, 0.8, 0.5, 0.3, 0.6  # shares of a variance
AHEAD = 0.02


class Cell(NamedTuple):
    """What is true, and how much of it is seen; n items each, or in each group."""

    kind: str
    systems: int
    n: int
    groups: int
    rate: float


RIGHT = [Cell(*cell) for cell in itertools.product(
    ("equal", "copies", "ahead"), (5, 15, 20, 100), (20, 50, 200), (0,), (0.8, 0.9, 0.95))]  # fmt: skip
SCORES = [Cell("scores", *cell, 0, 0.0) for cell in itertools.product((2, 5, 20), (20, 50, 200))]
GROUPS = [Cell("groups", *cell) for cell in itertools.product((2, 5, 20), (5, 20), (10, 20, 50), (0.8, 0.95))]
SHAPES = [Cell("shapes", *cell) for cell in itertools.product((2, 5), (20, 50, 200), (0,), (0.95, 0.98))]
SHAPES += [Cell("unbounded", 2, n, 0, 0.95) for n in (20, 50, 200)]
SHAPES += [Cell("costs", *cell, 0, 0.0) for cell in itertools.product((2, 5, 20), (20, 50, 200))]
GRID = RIGHT + SCORES + GROUPS + SHAPES  # a place in it sets a seed: new cells come last


def drawn(cell, rng):
    """A sample: a row for each item, or the sums of each group; the truly best is the first of the systems."""
    rows = cell.n * max(cell.groups, 1)
    of_item, own = rng.standard_normal((rows, 1)), rng.standard_normal((rows, cell.systems))
    if cell.kind == "scores":
        return np.exp(mixed(of_item, own, OF_LOG))
    if cell.kind in ("shapes", "unbounded", "costs"):
        scores = np.exp(0.5) - np.exp(own) if cell.kind == "costs" else (own < ndtri(cell.rate)).astype(float)
        scores[:, 0] = cell.rate
        return scores * 100 if cell.kind == "unbounded" else scores
    if cell.kind == "copies":
        own[:, 1:] = mixed(rng.standard_normal((rows, 1)), own[:, 1:], COPIED)
    if cell.kind == "groups":
        of_group, in_group = (rng.standard_normal((cell.groups, width)) for width in (1, cell.systems))
        of_item = mixed(np.repeat(of_group, cell.n, axis=0), of_item, OF_ITEM_IN_GROUP)
        own = mixed(np.repeat(in_group, cell.n, axis=0), own, OF_OWN_IN_GROUP)
    rates = np.full(cell.systems, cell.rate)
    rates[1:] -= AHEAD * (cell.kind == "ahead")
    right = (mixed(of_item, own, SHARED) < ndtri(rates)).astype(float)
    return right.reshape(cell.groups, cell.n, -1).sum(axis=1) if cell.groups else right


def mixed(one, other, share):
    """Normal numbers of which the first make up so much of the variance."""
    return np.sqrt(share) * one + np.sqrt(1 - share) * other


def row(cell, number, samples=SAMPLES):
    """A row of the table: `number` sets the seed."""
    rng = np.random.default_rng([SEED, number])
    shapes = cell.kind in ("shapes", "unbounded", "costs")
    asked = range(1 if shapes or cell.kind in ("copies", "ahead") else min(cell.systems, 5))
    held = []
    for _ in range(samples):
        table = drawn(cell, rng)
        unseen = _table(table, None).unseen(1 - ALPHA) if shapes else None
        p_values, *_ = _flipped(_speaking(table, np.abs(table).max()), asked, FLIPS, rng, unseen)
        held.append(np.mean(p_values > ALPHA + 1e-9))
    return *cell, np.mean(held), np.std(held) / np.sqrt(samples)


def main():
    """Count all cells, and store them."""
    rows = [row(cell, number) for number, cell in enumerate(GRID)]
    table = pd.DataFrame(rows, columns=[*Cell._fields, "coverage", "error"])
    table.round(4).to_csv(STORED, index=False, lineterminator="\n")


if __name__ == "__main__":
    main()
