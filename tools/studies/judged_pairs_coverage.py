"""How often `corrected_difference` covers the truth, and how wide it is beside the labels alone.

    make slow                                       about a minute, after the other studies
    python -m tools.studies.judged_pairs_coverage   the same

It writes book/judged_pairs_coverage.csv. A cell says how often people pass only A's answer, only B's, and both; of each
system's good answers the share that the judge passes (sensitivity), of its bad ones the share that it fails
(specificity); in which share of the items one and the same luck decides about both answers; and how many verdicts and
labels there are. So the judge may be kinder to one system, blind, perverse, or the same for everything.

`coverage` is the share of samples whose 95% interval holds the true difference, `error` its standard error, `tango` the
share for Tango's interval of the labels alone, and `width` the mean width beside Tango's. The cells `between` the grid's
were drawn before the method was chosen, and tell whether it was fitted to the grid.
"""

from typing import NamedTuple

import numpy as np

SEED = 20261130


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
