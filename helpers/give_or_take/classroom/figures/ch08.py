"""Pictures of chapter 8."""

import numpy as np
from scipy.stats import binom

from give_or_take.classroom.figures import BLUE, Picture, canvas


def heap(n):
    """TODO: the picture that carries the argument, in place of this one."""
    k = np.arange(n + 1)
    figure, axes = canvas("The scores lie around the truth", "right answers", "chance of this score, %")
    axes.bar(k, 100 * binom.pmf(k, n, 0.84), color=BLUE)
    return Picture(figure, f"Bars around {0.84 * n:.0f} right answers of {n}.")
