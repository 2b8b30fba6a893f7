"""How often `corrected_difference` covers the truth, and how wide it is beside the labels alone.

    make slow                                       about two minutes, after the other studies
    python -m tools.studies.judged_pairs_coverage   the same

It writes book/judged_pairs_coverage.csv. A cell says how often people pass only A's answer, only B's, and both; of each
system's good answers the share that the judge passes (sensitivity), of its bad ones the share that it fails
(specificity); in which share of the items one and the same luck decides about both answers; and how many verdicts and
labels there are. So the judge may be kinder to one system, blind, perverse, or the same for everything.

`coverage` is the share of samples whose 95% interval holds the true difference, `error` the standard error of that
share, `tango` the share for Tango's interval of the labels alone, and `width` the mean width beside Tango's. The cells
`between` the grid's were drawn before the method was chosen, and tell whether it was fitted to the grid.

In book/judged_pairs_coverage_in_groups.csv items come in groups of 4, 10 and 16. With the root of `correlation` as its
chance an item takes the luck of its group: about what people say of both answers, and about each verdict. Labels are on
so many items, or on all items of so many groups. `alone` is the share of samples in which too few groups hold a judge's
errors, so that the interval is that of the labels alone. 700 samples are drawn: a coverage of 93% has a standard error
of one point.

Ends come from the package, and but for groups through its vectorised core: what is counted is what users get.
"""

import itertools
from typing import NamedTuple

import numpy as np
import pandas as pd

from give_or_take import clustered_tango_interval, judged_pairs
from give_or_take.judges import NO_LABEL
from give_or_take.paired import METHODS
from tools.notebook import ROOT
from tools.studies.judge_coverage import LABELLED, in_groups, looked_at, luck

STORED, GROUPED = (ROOT / "book" / f"judged_pairs_coverage{of}.csv" for of in ("", "_in_groups"))
SEED, LEVEL, SAMPLES, BETWEEN, IN_GROUPS = 20261130, 0.95, 4_000, 10_000, 700
NEAR = 1e-9  # an end that is so near to a truth holds it
FLIPS = [(0.05, 0.05, 0.7), (0.12, 0.06, 0.6), (0.02, 0, 0.8), (0.25, 0.05, 0.5)]  # people: only A, only B, both
JUDGES = [  # sensitivity and specificity for A, for B, and the share of items with one luck
    (1, 1, 1, 1, 0),
    (0.95, 0.9, 0.95, 0.9, 0.5),
    (0.9, 0.7, 0.9, 0.7, 0),
    (0.97, 0.4, 0.8, 0.9, 0.5),  # kind to A
    (0.8, 0.9, 0.97, 0.4, 0),  # kind to B
    (0.5, 0.5, 0.5, 0.5, 0),  # a coin
    (1, 0, 1, 0, 0),  # passes everything
    (0.1, 0.2, 0.1, 0.2, 0),  # perverse
]
LABELS, VERDICTS = (20, 30, 50, 100, 200), 1_000


class Cell(NamedTuple):
    """What is true, what the judge makes of it, and how much of it is seen."""

    only_a: float
    only_b: float
    both: float
    sensitivity_a: float
    specificity_a: float
    sensitivity_b: float
    specificity_b: float
    alike: float
    labels: int
    verdicts: int

    @property
    def truth(self):
        """The rate of A minus the rate of B, as people have it."""
        return self.only_a - self.only_b

    @property
    def chances(self):
        """Of each pair of outcomes: a row for what the judge does (only B, alike, only A), a column for people."""
        people = {(1, 1): self.both, (1, 0): self.only_a, (0, 1): self.only_b}
        people[0, 0] = 1 - sum(people.values())
        table = np.zeros((3, 3))
        for (a, b), share in people.items():
            of_a = self.sensitivity_a if a else 1 - self.specificity_a
            of_b = self.sensitivity_b if b else 1 - self.specificity_b
            only_a = self.alike * max(of_a - of_b, 0) + (1 - self.alike) * of_a * (1 - of_b)
            only_b = self.alike * max(of_b - of_a, 0) + (1 - self.alike) * of_b * (1 - of_a)
            table[:, 1 + a - b] += share * np.array([only_b, 1 - only_a - only_b, only_a])
        return table


GRID = [Cell(*flips, *judge, n, VERDICTS) for flips, judge, n in itertools.product(FLIPS, JUDGES, LABELS)]


def between(many=100):
    """Cells between those of the grid, drawn before a method was chosen; every tenth judge may be any at all."""
    rng, cells = np.random.default_rng(SEED), []
    for i in range(many):
        flips, of_a, good, alike = rng.uniform([0.01, 0, 0.3, 0], [0.4, 1, 1, 1])
        judges = rng.uniform([0.6, 0.5, 0.6, 0.5], 1)
        if i % 2:  # it treats both alike
            judges[2:] = judges[:2]
        if i % 10 == 9:
            judges = rng.uniform(size=4)
        labels, verdicts = np.exp(rng.uniform(np.log([20, 200]), np.log([200, 5000]))).astype(int).tolist()
        true = [flips * of_a, flips * (1 - of_a), (1 - flips) * good]
        cells.append(Cell(*map(float, [*true, *judges, alike]), labels, max(verdicts, labels)))
    return cells


def drawn(cell, samples, rng):
    """Samples of a cell: labelled items by verdicts and labels, and the others by verdicts."""
    chances = np.maximum(cell.chances, 0)
    labels = rng.multinomial(cell.labels, chances.ravel() / chances.sum(), samples).reshape(-1, 3, 3)
    unlabelled = rng.multinomial(cell.verdicts - cell.labels, chances.sum(1) / chances.sum(), samples)
    return labels.astype(float), unlabelled.astype(float)


def counted(cell, labels, unlabelled):
    """Coverage of the corrected interval and of Tango's of the labels alone, and the mean width beside it."""
    corrected = judged_pairs._corrected(labels, unlabelled, LEVEL)[1:]
    down, same, up = labels.sum(1).T
    alone = METHODS["tango"].ends(0 * same, up, down, same, LEVEL)
    held = [np.mean((low <= cell.truth + NEAR) & (cell.truth - NEAR <= high)) for low, high in (corrected, alone)]
    return *held, np.mean(corrected[1] - corrected[0]) / np.mean(alone[1] - alone[0])


def row(cell, number, samples=SAMPLES):
    """A row of the table: `number` sets the seed."""
    coverage, tango, width = counted(cell, *drawn(cell, samples, np.random.default_rng([SEED, number])))
    return *cell, coverage, np.sqrt(coverage * (1 - coverage) / samples), tango, width


# In groups


class Grouped(NamedTuple):
    """What is true where items come in groups, and how much of it is seen."""

    only_a: float
    only_b: float
    both: float
    sensitivity_a: float
    specificity_a: float
    sensitivity_b: float
    specificity_b: float
    correlation: float
    groups: int
    labelled: int
    whole: bool  # whether groups are labelled, or items


IN_GROUPS_GRID = [
    Grouped(*flips, *judge, correlation, *labelled)
    for labelled, correlation, judge, flips in itertools.product(
        LABELLED, (0.0, 0.25), [(0.95, 0.9) * 2, (0.97, 0.4, 0.8, 0.9), (0.5, 0.5) * 2], FLIPS[:2]
    )
]


def grouped_row(cell, number, samples=IN_GROUPS):
    """Coverage, and the share of samples in which the labels stand alone."""
    rng, group, truth = np.random.default_rng([SEED, 10_000 + number]), in_groups(cell.groups), cell[0] - cell[1]
    found = []
    for _ in range(samples):
        people, judge_a, judge_b = (luck(group, cell.correlation, True, rng) for _ in range(3))
        only_a, first, second = (people(chance) for chance in np.cumsum([cell[0], cell[2], cell[1]]))
        good_a, good_b = first, second & ~only_a  # only A, then both, then only B
        passed_a = judge_a(np.where(good_a, cell.sensitivity_a, 1 - cell.specificity_a))
        passed_b = judge_b(np.where(good_b, cell.sensitivity_b, 1 - cell.specificity_b))
        row, outcome = 1 + passed_a.astype(int) - passed_b, 1 + good_a.astype(int) - good_b
        looked = looked_at(group, cell.labelled, cell.whole, rng)
        outcome[~looked] = NO_LABEL
        table = np.bincount(4 * row + outcome + 1, minlength=16).reshape(4, 4).astype(float)
        corrected = judged_pairs._in_groups(row, outcome, group, table[:, 1:], table[:, 0], LEVEL)
        alone = corrected is None
        ends = clustered_tango_interval(outcome[looked] - 1, group[looked], LEVEL) if alone else corrected[1:]
        low, high = ends
        found.append((low - NEAR <= truth <= high + NEAR, alone))
    return tuple(np.mean(found, axis=0))


def main():
    """Count all cells, and store them."""
    rows = [("grid", *row(cell, number)) for number, cell in enumerate(GRID)]
    rows += [("between", *row(cell, len(GRID) + number, BETWEEN)) for number, cell in enumerate(between())]
    store(STORED, rows, ["where", *Cell._fields, "coverage", "error", "tango", "width"])
    rows = [(*cell, *grouped_row(cell, number)) for number, cell in enumerate(IN_GROUPS_GRID)]
    store(GROUPED, rows, [*Grouped._fields, "coverage", "alone"])


def store(path, rows, columns):
    pd.DataFrame(rows, columns=columns).round(4).to_csv(path, index=False, lineterminator="\n")


if __name__ == "__main__":
    main()
