"""How often `corrected_rate` covers the truth, and how wide it is beside the labels alone: what the default rests on.

    make slow                                 about six minutes, after the other studies
    python -m tools.studies.judge_coverage    the same

book/judge_coverage.csv has a row for each cell of the grid, and then for each cell `between` those of the grid: these
were drawn before a method was chosen, and tell whether it was fitted to the grid. A cell is a truth, a judge (the share
of good items that it passes, and of bad ones that it fails), a number of verdicts and how many of them have labels.
`coverage` is the share of samples whose 95% interval holds the truth. `width` and `median` set its mean and its median
width beside those of Wilson's interval of the labels alone. Where few results can come out, all are added up with their
chances; elsewhere 4,000 samples are drawn, and 20,000 for a cell between.

book/judge_coverage_undecided.csv is the same where the judge does not decide on some of the good and of the bad items.

In book/judge_coverage_in_groups.csv items come in groups of 4, 10 and 16. Either groups vary: around the truth, and
around the judge's rates, each time beta-binomially. Or they share a fate: with the root of the correlation as its
chance an item takes the luck of its group, so that some groups fail by half. Labels are on so many items, or on all
items of so many groups. `alone` is the share of samples in which too few groups hold a judge's errors, so that the
interval is that of the labels alone. 700 samples are drawn: a coverage of 93% has a standard error of one point.

Ends come from the package, and but for groups through its vectorised core: what is counted is what users get.
"""

import itertools
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.special import gammaln, xlogy

from give_or_take import coverage, judges
from give_or_take.clusters import clustered_clopper_pearson_interval
from give_or_take.intervals import METHODS as OF_ONE_RATE
from tools.notebook import ROOT

STORED, UNDECIDED, GROUPED = (ROOT / "book" / f"judge_coverage{of}.csv" for of in ("", "_undecided", "_in_groups"))
SEED, LEVEL, SAMPLES, BETWEEN, IN_GROUPS = 20261129, 0.95, 4_000, 20_000, 700
TRUTHS, LABELS, VERDICTS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99), (20, 30, 50, 100, 200), (200, 1_000, 5_000)
USEFUL = [*itertools.product((0.6, 0.7, 0.8, 0.9, 1.0), (0.5, 0.6, 0.75, 0.9, 1.0)), (0.97, 0.9)]
OTHERS = [(0.5, 0.5), (0.9, 0.1), (1.0, 0.0), (0.0, 1.0), (0.3, 0.4), (0.1, 0.2), (0.0, 0.0)]  # useless, perverse
ADDED_UP = {(20, 200)}  # labels and verdicts
LIKELY = 1e-10
NEAR = 1e-9  # an end that is so near to a truth holds it


class Cell(NamedTuple):
    """What is true, and how much of it is seen."""

    truth: float
    sensitivity: float
    specificity: float
    labels: int
    verdicts: int
    good_undecided: float = 0
    bad_undecided: float = 0

    @property
    def chances(self):
        """A row for undecided, passed and failed by the judge, a column for what people pass and fail."""
        good, bad = self.truth, 1 - self.truth
        left_good, left_bad = good * (1 - self.good_undecided), bad * (1 - self.bad_undecided)
        passed, failed = self.sensitivity, 1 - self.specificity
        return np.array([
            [good * self.good_undecided, bad * self.bad_undecided],
            [left_good * passed, left_bad * failed],
            [left_good * (1 - passed), left_bad * (1 - failed)],
        ])  # fmt: skip


GRID = [
    Cell(truth, *judge, labels, verdicts)
    for judge, truth, labels, verdicts in itertools.product(USEFUL + OTHERS, TRUTHS, LABELS, VERDICTS)
]


UNDECIDED_GRID = [
    Cell(truth, *judge, labels, 1_000, *undecided)
    for undecided, judge, truth, labels in itertools.product(
        [(0.1, 0.1), (0.02, 0.4), (0.5, 0.3)], [(0.95, 0.9), (0.97, 0.4), (0.5, 0.5)], (0.6, 0.8, 0.95), (20, 50, 200)
    )
]


def between(many=200):
    """Cells between those of the grid, drawn before any method was chosen; every tenth judge may be any at all."""
    rng, cells = np.random.default_rng(SEED), []
    for i in range(many):
        truth, sensitivity, specificity = rng.uniform([0.5, 0.6, 0.5], [0.99, 1, 1])
        if i % 10 == 9:
            sensitivity, specificity = rng.uniform(size=2)
        labels, verdicts = np.exp(rng.uniform(np.log([20, 200]), np.log([200, 5000]))).astype(int).tolist()
        cells.append(Cell(float(truth), float(sensitivity), float(specificity), labels, max(verdicts, labels)))
    return cells


def drawn(cell, samples, rng):
    """Samples of a cell: labelled items by stratum, passes and fails, the others by stratum, and equal weights."""
    chances = cell.chances / cell.chances.sum()
    labelled = rng.multinomial(cell.labels, chances.ravel(), samples).reshape(-1, 3, 2)
    others = rng.multinomial(cell.verdicts - cell.labels, chances.sum(1), samples)
    return labelled.astype(float), others.astype(float), np.full(samples, 1 / samples)


def listed(cell):
    """All results of a cell that are likely enough, and their chances; the judge decides on every item."""
    n, others = cell.labels, cell.verdicts - cell.labels
    four = np.stack(np.meshgrid(*[np.arange(n + 1.0)] * 3, indexing="ij")).reshape(3, -1)
    four = np.vstack([four, n - four.sum(0)])[:, four.sum(0) <= n]
    chances = cell.chances[1:].reshape(4, 1)
    chance = np.exp(gammaln(n + 1) - gammaln(four + 1).sum(0) + xlogy(four, chances).sum(0))
    four, chance = four[:, chance > LIKELY], chance[chance > LIKELY]
    passed, share = np.arange(others + 1.0), min(chances[:2].sum(), 1)
    log = gammaln(others + 1) - gammaln(passed + 1) - gammaln(others - passed + 1)
    binomial = np.exp(log + xlogy(passed, share) + xlogy(others - passed, 1 - share))
    weights = np.outer(chance, binomial)
    at, which = np.nonzero(weights > LIKELY)
    return four[:, at].T.reshape(-1, 2, 2), np.stack([passed, others - passed], axis=-1)[which], weights[at, which]


def counted(cell, labelled, others, weights):
    """Coverage of the corrected interval, and its width, mean and median, beside Wilson's of the labels alone."""
    passes, fails = labelled[..., 0], labelled[..., 1]
    estimate, worth = judges._worth(passes, fails, others, LEVEL)
    low, high = corrected = OF_ONE_RATE["clopper-pearson"].ends(estimate * worth, worth, LEVEL)
    alone = OF_ONE_RATE["wilson"].ends(passes.sum(-1), float(cell.labels), LEVEL)
    weights = weights / weights.sum()
    held = weights @ ((low <= cell.truth + NEAR) & (cell.truth - NEAR <= high))
    widths = [np.subtract(*ends[::-1]) for ends in (corrected, alone)]
    mean, median = ([of(width, weights) for width in widths] for of in (np.dot, middle))
    return min(held, 1), mean[0] / mean[1], median[0] / median[1]


def middle(values, weights):
    """The median of values with weights."""
    order = np.argsort(values, kind="stable")
    return values[order][np.searchsorted(np.cumsum(weights[order]), 0.5)]


def row(cell, number, samples=SAMPLES):
    """What stands beside a cell in the table: `number` sets the seed."""
    exact = (cell.labels, cell.verdicts) in ADDED_UP
    return counted(cell, *(listed(cell) if exact else drawn(cell, samples, np.random.default_rng([SEED, number]))))


# In groups

SIZES = [4, 10, 16]  # of the groups, in turn
LABELLED = [(10, 50, False), (20, 10, True), (50, 100, False), (50, 20, True)]  # groups, labels on items or groups


class Grouped(NamedTuple):
    """What is true where items come in groups, and how much of it is seen."""

    truth: float
    sensitivity: float
    specificity: float
    correlation: float
    fate: bool  # whether items share their group's luck, or only its rates
    groups: int
    labelled: int
    whole: bool  # whether groups are labelled, or items


IN_GROUPS_GRID = [
    Grouped(truth, *judge, *alike, *labelled)
    for labelled, alike, judge, truth in itertools.product(
        LABELLED, [(0.0, False), (0.25, False), (0.25, True)], [(0.95, 0.9), (0.97, 0.4), (0.5, 0.5)], (0.6, 0.9)
    )
]


def in_groups(groups):
    """The number of each item's group."""
    return np.repeat(np.arange(groups), np.resize(SIZES, groups))


def luck(group, correlation, fate, rng):
    """Of each item whether it happens, as a function of its chance.

    Rates of groups are beta; or else each item takes its group's luck with the root of the correlation as its chance.
    """
    own, shared = rng.random(len(group)), rng.random(group[-1] + 1)[group]
    if fate:
        mixed = np.where(rng.random(len(group)) < np.sqrt(correlation), shared, own)
        return lambda chance: mixed < chance
    if not correlation:
        return lambda chance: own < chance
    spread = 1 / correlation - 1
    return lambda chance: own < rng.beta(chance * spread, (1 - chance) * spread, group[-1] + 1)[group]


def looked_at(group, labelled, whole, rng):
    """Which items have a label."""
    if whole:
        return np.isin(group, rng.choice(group[-1] + 1, labelled, replace=False))
    return rng.permutation(len(group)) < labelled


def grouped_row(cell, number, samples=IN_GROUPS):
    """Coverage, and the share of samples in which the labels stand alone."""
    rng, group = np.random.default_rng([SEED, 10_000 + number]), in_groups(cell.groups)
    found = []
    for _ in range(samples):
        good, passed, failed = (luck(group, cell.correlation, cell.fate, rng)(chance) for chance in cell[:3])
        seen = np.where(looked_at(group, cell.labelled, cell.whole, rng), good, judges.NO_LABEL).astype(int)
        judged = judges.Judged(np.where(good, passed, ~failed).astype(int), seen, group, None)
        corrected = judges._in_groups(judged, judged.counts(), LEVEL)
        if corrected is None:
            looked = seen != judges.NO_LABEL
            low, high = clustered_clopper_pearson_interval(seen[looked], group[looked], LEVEL)
        else:
            estimate, worth = corrected
            low, high = OF_ONE_RATE["clopper-pearson"].ends(estimate * worth, worth, LEVEL)
        found.append((low - NEAR <= cell.truth <= high + NEAR, corrected is None))
    return tuple(np.mean(found, axis=0))


# The tables


def read():
    """The cells of the grid, and those between them."""
    cells = pd.read_csv(STORED)
    return cells[: len(GRID)], cells[len(GRID) :]


def table():
    """The cells of the grid as Markdown, by the number of labels: lowest coverage and widths, in percent."""
    cells = read()[0].groupby("labels")
    rows = {
        "corrected, lowest coverage": [f"{100 * x:.1f}" for x in cells["coverage"].min()],
        "corrected, average coverage": [f"{100 * x:.1f}" for x in cells["coverage"].mean()],
        "Wilson of the labels alone, lowest coverage": [f"{100 * min(wilson(n)):.1f}" for n in LABELS],
        "width beside Wilson's, median cell": [f"{100 * x:.0f}" for x in cells["width"].median()],
    }
    lines = [f"| labels | {' | '.join(map(str, cells.groups))} |", "|---" * (1 + len(cells)) + "|"]
    return "\n".join(lines + [f"| {name} | {' | '.join(row)} |" for name, row in rows.items()])


def wilson(labels):
    """The exact coverage of Wilson's interval of so many labels alone, at each truth of the grid."""
    return coverage("wilson", labels, TRUTHS, LEVEL)


def main():
    """Count all cells, and store them."""
    rows = [(*cell[:5], *row(cell, number)) for number, cell in enumerate(GRID)]
    rows += [(*cell[:5], *row(cell, len(GRID) + number, BETWEEN)) for number, cell in enumerate(between())]
    store(STORED, rows, [*Cell._fields[:5], "coverage", "width", "median"])
    rows = [(*cell, *row(cell, 5_000 + number)) for number, cell in enumerate(UNDECIDED_GRID)]
    store(UNDECIDED, rows, [*Cell._fields, "coverage", "width", "median"])
    rows = [(*cell, *grouped_row(cell, number)) for number, cell in enumerate(IN_GROUPS_GRID)]
    store(GROUPED, rows, [*Grouped._fields, "coverage", "alone"])


def store(path, rows, columns):
    """Write a table: four digits of a coverage, three of a width."""
    pd.DataFrame(rows, columns=columns).round({"width": 3, "median": 3}).round(4).to_csv(
        path, index=False, lineterminator="\n"
    )


if __name__ == "__main__":
    main()
