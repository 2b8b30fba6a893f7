"""How often `corrected_rate` covers the truth, and how wide it is beside the labels alone: what the default rests on.

    make slow                                 about four minutes, after the other studies
    python -m tools.studies.judge_coverage    the same

It writes book/judge_coverage.csv. A cell is a truth, a judge (the share of good items that it passes, and of bad ones
that it fails), a number of verdicts and how many of them have labels. `coverage` is the share of samples whose 95%
interval holds the truth, and `wilson` that of samples whose Wilson interval of the labels alone does. `width` and
`median` compare the mean and the median width of the two. Where few results can come out, all are added up with their
chances, and `error` is 0; elsewhere 4,000 samples are drawn, and `error` is the standard error that comes of it. Cells
`between` lie between those of the grid: they were drawn before a method was chosen, and tell whether it was fitted to
the grid. They have 20,000 samples.

Ends come from the package, through its vectorised core: what is counted is what users get.
"""

import itertools
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.special import gammaln, xlogy

from give_or_take import judges
from give_or_take.intervals import METHODS as OF_ONE_RATE
from tools.notebook import ROOT

STORED = ROOT / "book" / "judge_coverage.csv"
SEED, LEVEL, SAMPLES, BETWEEN = 20261129, 0.95, 4_000, 20_000
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

    @property
    def chances(self):
        """Of a pass of the judge that people pass, or fail, and of a fail of it that they pass, or fail."""
        good, bad = self.truth, 1 - self.truth
        passed, failed = self.sensitivity, 1 - self.specificity
        return np.array([good * passed, bad * failed, good * (1 - passed), bad * (1 - failed)])


GRID = [
    Cell(truth, *judge, labels, verdicts)
    for judge, truth, labels, verdicts in itertools.product(USEFUL + OTHERS, TRUTHS, LABELS, VERDICTS)
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
    """Samples of a cell: the four counts of labelled items, how many others the judge passed, and equal weights."""
    four = rng.multinomial(cell.labels, cell.chances / cell.chances.sum(), samples).T.astype(float)
    passed = rng.binomial(cell.verdicts - cell.labels, min(cell.chances[:2].sum(), 1), samples).astype(float)
    return four, passed, np.full(samples, 1 / samples)


def listed(cell):
    """All results of a cell that are likely enough, and their chances."""
    n, others = cell.labels, cell.verdicts - cell.labels
    four = np.stack(np.meshgrid(*[np.arange(n + 1.0)] * 3, indexing="ij")).reshape(3, -1)
    four = np.vstack([four, n - four.sum(0)])[:, four.sum(0) <= n]
    chance = np.exp(gammaln(n + 1) - gammaln(four + 1).sum(0) + xlogy(four, cell.chances[:, np.newaxis]).sum(0))
    four, chance = four[:, chance > LIKELY], chance[chance > LIKELY]
    passed, share = np.arange(others + 1.0), min(cell.chances[:2].sum(), 1)
    log = gammaln(others + 1) - gammaln(passed + 1) - gammaln(others - passed + 1)
    binomial = np.exp(log + xlogy(passed, share) + xlogy(others - passed, 1 - share))
    weights = np.outer(chance, binomial)
    at, which = np.nonzero(weights > LIKELY)
    return four[:, at], passed[which], weights[at, which]


def counted(cell, four, passed, weights):
    """Coverage of the corrected interval and of Wilson's of the labels alone, and their widths, mean and median."""
    unlabelled = np.stack([passed, cell.verdicts - cell.labels - passed], axis=-1)
    estimate, worth = judges._worth(four[::2].T, four[1::2].T, unlabelled, LEVEL)
    corrected = OF_ONE_RATE["clopper-pearson"].ends(estimate * worth, worth, LEVEL)
    alone = OF_ONE_RATE["wilson"].ends(four[0] + four[2], float(cell.labels), LEVEL)
    weights = weights / weights.sum()
    held = [weights @ ((low <= cell.truth + NEAR) & (cell.truth - NEAR <= high)) for low, high in (corrected, alone)]
    widths = [np.subtract(*ends[::-1]) for ends in (corrected, alone)]
    mean, median = ([of(width, weights) for width in widths] for of in (np.dot, middle))
    return min(held[0], 1), min(held[1], 1), mean[0] / mean[1], median[0] / median[1]


def middle(values, weights):
    """The median of values with weights."""
    order = np.argsort(values, kind="stable")
    return values[order][np.searchsorted(np.cumsum(weights[order]), 0.5)]


def row(cell, number, samples=SAMPLES):
    """A row of the table: `number` sets the seed."""
    exact = (cell.labels, cell.verdicts) in ADDED_UP
    results = listed(cell) if exact else drawn(cell, samples, np.random.default_rng([SEED, number]))
    coverage, *others = counted(cell, *results)
    error = 0.0 if exact else np.sqrt(coverage * (1 - coverage) / samples)
    return *cell, coverage, error, *others


def table():
    """The cells of the grid as Markdown, by the number of labels: lowest coverage and widths, in percent."""
    cells = pd.read_csv(STORED).query("where == 'grid'").groupby("labels")
    rows = {
        "corrected, lowest coverage": [f"{100 * x:.1f}" for x in cells["coverage"].min()],
        "corrected, average coverage": [f"{100 * x:.1f}" for x in cells["coverage"].mean()],
        "Wilson of the labels alone, lowest coverage": [f"{100 * x:.1f}" for x in cells["wilson"].min()],
        "width beside Wilson's, median cell": [f"{100 * x:.0f}" for x in cells["width"].median()],
    }
    lines = [f"| labels | {' | '.join(map(str, cells.groups))} |", "|---" * (1 + len(cells)) + "|"]
    return "\n".join(lines + [f"| {name} | {' | '.join(row)} |" for name, row in rows.items()])


def main():
    """Count all cells, and store them."""
    rows = [("grid", *row(cell, number)) for number, cell in enumerate(GRID)]
    rows += [("between", *row(cell, len(GRID) + number, BETWEEN)) for number, cell in enumerate(between())]
    table = pd.DataFrame(rows, columns=["where", *Cell._fields, "coverage", "error", "wilson", "width", "median"])
    table.round(4).to_csv(STORED, index=False, lineterminator="\n")


if __name__ == "__main__":
    main()
