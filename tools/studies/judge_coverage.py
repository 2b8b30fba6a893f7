"""How often intervals for judged rates cover the truth, and how wide they are beside those of the labels alone.

A cell is a truth, a judge (the share of good items that it passes, and the share of bad ones that it fails), a number
of verdicts and how many of them have labels.
"""

from typing import NamedTuple

import numpy as np

SEED = 20261129


class Cell(NamedTuple):
    """What is true, and how much of it is seen."""

    truth: float
    sensitivity: float
    specificity: float
    labels: int
    verdicts: int


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
