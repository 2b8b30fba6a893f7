"""Pictures of chapter 1: how far a score moves when nothing but the items changes."""

import numpy as np
from scipy.stats import binom

from give_or_take.classroom.figures import BLUE, INK, NOTE, ORANGE, PALE_BLUE, Picture, canvas


def heap(scores, low):
    """How often each score came up, of 100 questions; those up to `low` stand out."""
    share = f"{100 * np.mean(np.asarray(scores) <= low):.0f}%"
    title = f"The same desk each time: {share} with {low:g} right or fewer"
    figure, axes, span = _bars(scores, low, title, "score, right answers of 100", "how many of the tests")
    return Picture(
        figure,
        f"Upright bars of {len(scores):,} scores, from {span}, highest around the middle. Those up to {low:g} are "
        f"orange: {share}.",
    )


def changes(differences, fall):
    """Differences between two tests of one desk, in points; those at `fall` or below, a negative number, stand out."""
    share = f"{100 * np.mean(np.asarray(differences) <= fall):.0f}%"
    title = f"Nothing changed, and {share} fell by {-fall:g} points or more"
    figure, axes, span = _bars(differences, fall, title, "this week minus last week, points", "how many of the pairs")
    return Picture(
        figure,
        f"Upright bars of {len(differences):,} differences, from {span} points, highest around zero. Falls of "
        f"{-fall:g} points or more are orange: {share}.",
    )


def _bars(values, low, title, xlabel, ylabel):
    figure, axes = canvas(title, xlabel, ylabel)
    where, times = np.unique(values, return_counts=True)
    axes.bar(where, times, 0.8, color=np.where(where <= low, ORANGE, PALE_BLUE))
    return figure, axes, f"{where[0]:g} to {where[-1]:g}"


def widths(tests):
    """A heap of scores, in percent, for each number of questions, and two standard deviations to either side of it."""
    reach = {n: 2 * np.std(scores) for n, scores in tests.items()}
    listed = ", then ".join(f"± {half:.1f}" for half in reach.values())
    title = f"Two standard deviations: {listed} points"
    size = (7.2, 0.6 + 2.1 * len(tests))
    figure, panels = canvas(title, "score, % right", "tests, %", size=size, rows=len(tests), sharex=True, sharey=True)
    panels = np.atleast_1d(panels)
    edges = np.arange(np.floor(min(map(np.min, tests.values()))), max(map(np.max, tests.values())) + 2) - 0.5
    for axes, (n, scores) in zip(panels, tests.items(), strict=True):
        heights, _ = np.histogram(scores, edges)
        axes.bar(edges[:-1] + 0.5, 100 * heights / len(scores), 0.8, color=PALE_BLUE)
        axes.text(0.01, 0.85, f"{n:,} questions", transform=axes.transAxes, fontsize=NOTE)
    top = 1.3 * max(axes.dataLim.ymax for axes in panels)
    for axes, (n, scores) in zip(panels, tests.items(), strict=True):
        middle, half = np.mean(scores), reach[n]
        axes.plot([middle - half, middle + half], [0.85 * top] * 2, color=BLUE, linewidth=4, solid_capstyle="butt")
        axes.text(middle + half, 0.85 * top, f"  ± {half:.1f} points", va="center", color=BLUE, fontsize=NOTE)
        axes.set_ylim(0, top)
    note = "blue: two standard\ndeviations to either side"
    panels[0].text(0.99, 0.6, note, transform=panels[0].transAxes, ha="right", va="top", color=BLUE, fontsize=NOTE)
    what = "; ".join(f"with {n:,} questions, {half:.1f} points" for n, half in reach.items())
    return Picture(
        figure,
        f"Heaps of scores, one below the other. Two standard deviations to either side of the middle: {what}.",
    )


def two_tests(large, small, truth):
    """Where the scores of a large test and of a small one land, in percent, and the truth that they were to find."""
    off = [np.mean(abs(np.asarray(scores) - truth)) for scores in (large, small)]
    title = f"The large test misses by {off[0]:.0f} points, the small one by {off[1]:.0f}"
    figure, axes = canvas(title, "score, % right", "how many of the tests")
    both = np.concatenate([large, small])
    edges = np.arange(np.floor(both.min()), both.max() + 2) - 0.5
    named = []
    for scores, name, color in ((small, "small test", BLUE), (large, "large test", ORANGE)):
        heights, _ = np.histogram(scores, edges)
        axes.bar(edges[:-1] + 0.5, heights, 0.9, color=color)
        named.append((np.mean(scores) - np.std(scores) - 0.8, 0.8 * heights.max(), name))
    top = 1.25 * axes.dataLim.ymax
    axes.axvline(truth, color=INK, linewidth=1.5, linestyle="--")
    axes.text(truth, 0.96 * top, f" truth {truth:.1f}%", va="top", color=INK, fontsize=NOTE)
    for x, y, name in named:
        axes.text(x, y, name, ha="right", va="bottom", color=INK, fontsize=NOTE, fontweight="bold")
    axes.set_ylim(0, top)
    return Picture(
        figure,
        f"Two heaps of scores. The small test's lies around {np.mean(small):.1f}%, the large test's is narrower and "
        f"lies around {np.mean(large):.1f}%. A dashed line marks the truth, {truth:.1f}%.",
    )


def one_score(n, rate):
    """Every score that a test of `n` items can give at a true rate of `rate` percent, with its exact probability."""
    k = np.arange(n + 1)
    shares = 100 * binom.pmf(k, n, rate / 100)
    low, high = binom.ppf([0.025, 0.975], n, rate / 100)
    spread = 100 * binom.std(n, rate / 100) / n
    span = f"{100 * low / n:.1f}% to {100 * high / n:.1f}%"
    title, size = f"{n:,} questions: the middle 95% is {span}", (8.6, 3.8)
    figure, axes = canvas(title, "score, % right", "chance of this score, %", size=size)
    shown = shares > shares.max() / 1e4
    inside = ((k >= low) & (k <= high))[shown]
    axes.bar(100 * k[shown] / n, shares[shown], (86 if n <= 150 else 103) / n, color=np.where(inside, BLUE, PALE_BLUE))
    axes.set(xlim=(-5, 105))  # the bars of ten questions, whole
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
        x,
        0.97,
        "dark: at least 95%\nof the scores",
        transform=axes.transAxes,
        va="top",
        ha=ha,
        color=BLUE,
        fontsize=NOTE,
    )


def _mark(axes, rate, top):
    """A dashed line at the true `rate`, its name on the side where there is room."""
    axes.axvline(rate, color=INK, linewidth=1.5, linestyle="--")
    axes.set_ylim(0, 1.25 * top)
    low, high = axes.get_xlim()
    side = "left" if high - rate > 0.3 * (high - low) else "right"
    axes.text(rate, 1.23 * top, f" true rate {rate:.3g}% ", va="top", ha=side, color=INK, fontsize=NOTE)
