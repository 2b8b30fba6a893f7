"""Pictures of chapter 1: how far a score moves when nothing but the items changes."""

import numpy as np
from scipy.stats import binom

from give_or_take.classroom.figures import BLUE, INK, NOTE, PALE_BLUE, Picture, canvas


def one_score(n, rate):
    """Every score that a test of `n` items can give at a true rate of `rate` percent, with its exact probability."""
    k = np.arange(n + 1)
    shares = 100 * binom.pmf(k, n, rate / 100)
    low, high = binom.ppf([0.025, 0.975], n, rate / 100)
    spread = 100 * binom.std(n, rate / 100) / n
    span = f"{100 * low / n:.1f}% to {100 * high / n:.1f}%"
    figure, axes = canvas(f"{n:,} questions: the middle 95% is {span}", "score, % right", "chance of this score, %")
    shown = shares > shares.max() / 1e4
    inside = ((k >= low) & (k <= high))[shown]
    axes.bar(
        100 * k[shown] / n, shares[shown], (86 if n <= 150 else 103) / n, color=np.where(inside, BLUE, PALE_BLUE)
    )
    axes.set(xlim=(-1, 103))
    _note_middle(axes, rate)
    _mark(axes, rate, shares.max())
    return Picture(
        figure,
        f"Bar chart: with {n:,} questions and a true rate of {rate:g}%, the middle 95% of scores (at least) runs from "
        f"{span}, a standard deviation of {spread:.1f} points.",
    )


def _note_middle(axes, rate):
    low, high = axes.get_xlim()
    x, ha = (0.01, "left") if rate - low > 0.45 * (high - low) else (0.99, "right")
    axes.text(
        x, 0.97, "dark: middle 95%,\nat least", transform=axes.transAxes, va="top", ha=ha, color=BLUE, fontsize=NOTE
    )


def _mark(axes, rate, top):
    """A dashed line at the true `rate`, its name on the side where there is room."""
    axes.axvline(rate, color=INK, linewidth=1.5, linestyle="--")
    axes.set_ylim(0, 1.25 * top)
    low, high = axes.get_xlim()
    side = "left" if high - rate > 0.3 * (high - low) else "right"
    axes.text(rate, 1.23 * top, f" true rate {rate:.3g}% ", va="top", ha=side, color=INK, fontsize=NOTE)
