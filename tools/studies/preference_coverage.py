"""How often intervals of a preference cover the truth, with ties and in both orders, and what its tests do.

It writes book/preference_coverage.csv: a row for each method and cell. Of `items` verdicts, or of the verdicts in both
orders, a share of `ties` is won by nobody, and a `share` of the others by one system. The first place is worth nothing.
`alike` is the share of items on which the second order repeats the first one's verdict; on the others it is drawn anew.
`coverage` and `width` are about the interval of a win rate with ties as half, or, if the method says so, of the share
of wins among decided verdicts. Where nothing is preferred, `alarms` is the share in which the test rejects at 0.05, and
`favours` that in which the interval leaves one half as well, so that a report names a system.

One verdict an item is exact: all results are listed. Both orders are 2,000 samples a cell, so a share near 0.95 has a
standard error of 0.005; of decided ones 500, and 0.01. The first place, where each item is judged in one order, is
2,000 samples too. "Student's t of the items" and "2n verdicts taken for 2n items" are not used; the others run through
the package.
"""

import itertools
from functools import cache
from types import SimpleNamespace

import numpy as np
import pandas as pd
from scipy.special import stdtrit
from scipy.stats import binom

from give_or_take import clusters, mcnemar_test, paired_clusters
from give_or_take.comparison.apart import Side, welch
from give_or_take.intervals import METHODS as RATES
from give_or_take.paired import METHODS as GAINS
from tools.notebook import ROOT

STORED = ROOT / "book" / "preference_coverage.csv"
SEED, LEVEL, SAMPLES, FEWER, NEAR = 20261201, 0.95, 2_000, 500, 1e-9
ITEMS, TIES, SHARES, ALIKE = (20, 50, 100, 300), (0, 0.2, 0.4), (0.5, 0.7, 0.95), (0, 0.5, 1)
COLUMNS = "method items ties share alike coverage width alarms favours".split()


def row(method, cell, ends, truth, weight=None, p=None):
    """One row; `weight` is how likely each sample is, if not all are alike."""
    low, high = ends
    weight = np.full(len(low), 1 / len(low)) if weight is None else weight / weight.sum()
    found, alarms, favours = (low <= truth + NEAR) & (high >= truth - NEAR), np.nan, np.nan
    if p is not None:
        alarms, favours = weight @ (p < 0.05), weight @ ((p < 0.05) & ((low > 0.5) | (high < 0.5)))
    return method, *cell, weight @ found, weight @ (high - low), alarms, favours


def halved(low, high):
    """A win rate from the ends of wins minus losses."""
    return 0.5 + low / 2, 0.5 + high / 2


def once(n, ties, share):
    """One verdict an item: all results."""
    won, lost = (x.ravel() for x in np.meshgrid(np.arange(n + 1.0), np.arange(n + 1.0), indexing="ij"))
    weight = binom.pmf(won + lost, n, 1 - ties) * binom.pmf(won, won + lost, share)
    won, lost, weight = (x[weight > 1e-9] for x in (won, lost, weight))
    cell, truth, decided = (n, ties, share, np.nan), 0.5 + (1 - ties) * (share - 0.5), won + lost
    p = mcnemar_test(won.astype(int), lost.astype(int)).p_value if share == 0.5 else None
    yield row("Tango", cell, halved(*GAINS["tango"].ends(0 * won, won, lost, n - decided, LEVEL)), truth, weight, p)
    won, decided, weight = (x[decided > 0] for x in (won, decided, weight))
    yield row("Wilson of decided ones", cell, RATES["wilson"].ends(won, decided, LEVEL), share, weight)


def twice(n, ties, share, alike):
    """Both orders of each item."""
    rng = np.random.default_rng([SEED, n, round(100 * ties), round(100 * share), round(100 * alike)])
    chances = [(1 - ties) * (1 - share), ties, (1 - ties) * share]
    verdicts = rng.choice([-1.0, 0.0, 1.0], (2, SAMPLES, n), p=chances)
    verdicts[1] = np.where(rng.random((SAMPLES, n)) < alike, *verdicts)
    totals, squares, sizes = verdicts.sum(0), np.abs(verdicts).sum(0), np.full(n, 2.0)
    cell, truth = (n, ties, share, alike), 0.5 + (1 - ties) * (share - 0.5)
    p = np.array([flipped(x) for x in totals]) if share == 0.5 else None
    ends = halved(*paired_clusters._ends(totals, squares, sizes, LEVEL))
    yield row("clustered Tango", cell, ends, truth, p=p)
    if share == 0.5 and alike < 1:  # else it says the same on every item
        place = verdicts[0] - verdicts[1]  # who is shown second in the other order
        ends, p = halved(*paired_clusters._ends(place, squares, sizes, LEVEL)), np.array([flipped(x) for x in place])
        yield row("clustered Tango of the first place", cell, ends, 0.5, p=p)
    half = -stdtrit(n - 1, (1 - LEVEL) / 2) * totals.std(-1, ddof=1) / 2 / np.sqrt(n)
    middle = totals.mean(-1) / 2
    yield row("Student's t of the items", cell, halved(middle - half, middle + half), truth)
    won, lost = (np.sum(verdicts == sign, axis=(0, 2)).astype(float) for sign in (1, -1))
    ends = halved(*GAINS["tango"].ends(0 * won, won, lost, 2 * n - won - lost, LEVEL))
    yield row("2n verdicts taken for 2n items", cell, ends, truth)
    ends = np.transpose([*of_decided(totals[:FEWER], squares[:FEWER])])
    yield row("clustered Wilson of decided ones", cell, ends, share)


def placed(n, ties, share):
    """One verdict an item, and whoever was shown first was drawn: the two orders are samples of their own."""
    rng = np.random.default_rng([SEED, n, round(100 * ties), round(100 * share), 1])
    scores = rng.choice([0.0, 0.5, 1.0], (SAMPLES, n), p=[(1 - ties) * (1 - share), ties, (1 - ties) * share])
    found = [_place(*one) for one in zip(scores, rng.random((SAMPLES, n)) < 0.5, strict=True)]
    low, high, p = np.array([x for x in found if x[0] is not None], dtype=float).T
    yield row("Welch of the first place", (n, ties, share, np.nan), halved(low, high), 0.5, p=p)


def _place(scores, first):
    """(low, high, p) of the win rate shown first minus that shown second."""
    sides = [Side(scores[of], np.ones(of.sum()), None) for of in (first, ~first)]
    low, high, _, p = welch(sides, SimpleNamespace(level=LEVEL), (-1, 1))
    return low, high, p


@cache
def p_value(ones, twos, total):
    """Of so many items with one net win or loss, and with two."""
    signs = np.array([1.0] * ones + [2.0] * twos)
    left = (signs.sum() - total) / 2  # losses: twos first, then ones
    for k, size in reversed([*enumerate(signs)]):
        if left >= size:
            signs[k], left = -size, left - size
    return float(paired_clusters._flipped(signs)) if len(signs) else 1.0


def flipped(totals):
    """The sign-flip mid-p of one sample, which rests on little."""
    return p_value(int(np.sum(np.abs(totals) == 1)), int(np.sum(np.abs(totals) == 2)), abs(float(totals.sum())))


def of_decided(totals, decided):
    """The ends of each sample's share of wins; of those that have two items with a decided verdict."""
    won = np.take_along_axis((totals + decided) / 2, np.argsort(-decided, axis=1, kind="stable"), axis=1)
    kinds = np.stack([np.sum(decided == size, axis=1) for size in (2, 1)], axis=1)
    for kind in np.unique(kinds, axis=0):  # samples whose items have as many decided verdicts
        if kind.sum() > 1:
            own = won[np.all(kinds == kind, axis=1), : kind.sum()]
            yield from zip(*clusters._ends("wilson", own, np.repeat([2.0, 1.0], kind), LEVEL), strict=True)


def cells():
    """Every cell: what counts it, and its arguments."""
    each = [*itertools.product(ITEMS, TIES, SHARES)]
    yield from ((once, cell) for cell in each)
    yield from ((twice, (*cell, alike)) for cell, alike in itertools.product(each, ALIKE))
    yield from ((placed, cell) for cell in each)


def main():
    """Count all cells, and store them."""
    found = [one for count, arguments in cells() for one in count(*arguments)]
    pd.DataFrame(found, columns=COLUMNS).round(4).to_csv(STORED, index=False, lineterminator="\n")


if __name__ == "__main__":
    main()
