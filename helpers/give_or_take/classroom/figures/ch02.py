"""Pictures of chapter 2: the wobble by formula, and what it costs."""

import numpy as np
from scipy.special import ndtri
from scipy.stats import binom

from give_or_take.classroom.figures import BLUE, GREY, INK, NOTE, ORANGE, PALE_BLUE, SHADE, Picture, canvas
from give_or_take.classroom.figures.parts import bars_against_truth
from give_or_take.standard_errors import margin


def bars(successes, n, truth):
    """One bar a test, score ± 95% margin, against the truth (a fraction): which of them miss it."""
    p, reach = np.asarray(successes) / n, margin(successes, n)
    return bars_against_truth(p - reach, p + reach, p, truth, "score and 95% margin, %", f"of {n} items")


def clusters(names, successes, sizes):
    """One dot a cluster: its own rate, and where 95% of equal clusters of its size would fall."""
    successes, sizes = np.asarray(successes), np.asarray(sizes)
    rates, overall = successes / sizes, successes.sum() / sizes.sum()
    order = np.argsort(rates, kind="stable")
    low, high = binom.ppf([[0.025], [0.975]], sizes[order], overall) / sizes[order]
    outside = (rates[order] < low) | (rates[order] > high)
    figure, axes = canvas(
        f"Repositories run from {100 * rates.min():.0f}% to {100 * rates.max():.0f}%",
        "resolved, %",
        "repository (issues)",
        size=(7.2, 5),
        left=2.5,
    )
    rows = np.arange(len(sizes))
    axes.barh(rows, 100 * (high - low), 0.62, left=100 * low, color=PALE_BLUE)
    axes.plot([100 * overall] * 2, [-0.7, len(sizes) + 0.1], color=GREY, linestyle="--", linewidth=1.5)
    axes.plot(100 * rates[order][~outside], rows[~outside], "o", color=BLUE, markersize=8)
    axes.plot(100 * rates[order][outside], rows[outside], "D", color=ORANGE, markersize=8, markeredgecolor=INK)
    axes.set_yticks(rows, [f"{names[i]} ({sizes[i]})" for i in order], fontsize=NOTE)
    axes.yaxis.labelpad = 8
    axes.grid(False)
    left, right = axes.dataLim.intervalx
    axes.set(xlim=(min(15, left - 2), max(80, right + 2)), ylim=(-0.7, len(sizes) + 2.6))
    axes.text(100 * overall + 0.6, len(sizes) - 0.25, f"all: {100 * overall:.1f}%", fontsize=NOTE)
    key = f"bar: 19 of 20 by luck,\nif all were {100 * overall:.1f}%\ndiamond: outside"
    axes.text(0.02, 0.98, key, transform=axes.transAxes, va="top", fontsize=NOTE)
    listed = ", ".join(f"{names[i]} {100 * rates[i]:.0f}%" for i in order)
    return Picture(
        figure,
        f"{outside.sum()} of {len(sizes)} repositories, the diamonds, lie outside their blue bars, which would hold "
        f"95% of equal repositories of their size: {listed}; all together {100 * overall:.1f}%, the dashed line. Luck "
        f"alone would put fewer than {int(np.ceil(0.05 * len(sizes)))} outside.",
    )


def two_hills(drawn, plain, score):
    """Scores of groups drawn anew, against the bell curve of the plain standard error; everything is a fraction."""
    drawn, spreads = 100 * np.asarray(drawn), 100 * np.array([plain, np.std(drawn)])
    figure, axes = canvas(f"The scores spread {spreads[1] / spreads[0]:.1f} times as far", "score, %", "how often")
    edges = np.arange(np.floor(drawn.min()), np.ceil(drawn.max()) + 1)
    share, _ = np.histogram(drawn, edges, density=True)
    axes.bar(edges[:-1], share, 1, align="edge", color=PALE_BLUE)
    middle, reach = 100 * score, max(drawn.max() - 100 * score, 100 * score - drawn.min(), 4 * spreads[0])
    along = np.linspace(middle - reach, middle + reach, 400)
    tallest = 1 / (spreads[0] * np.sqrt(2 * np.pi))
    axes.plot(along, tallest * np.exp(-(((along - middle) / spreads[0]) ** 2) / 2), color=GREY)
    top = max(tallest, share.max())
    words = f"grey: the plain\nformula,\n{spreads[0]:.1f} points"
    axes.text(middle - 0.45 * reach, 0.8 * top, words, ha="right", va="center", fontsize=NOTE)
    words = f"blue: whole\nrepositories,\n{spreads[1]:.1f} points"
    axes.text(middle + 0.45 * reach, 0.5 * top, words, va="center", fontsize=NOTE)
    axes.grid(False)
    axes.set(yticks=[], ylim=(0, 1.08 * top), xlim=(along[0], along[-1]))
    return Picture(
        figure,
        f"Two hills around {middle:.1f}%: a slim grey one with a standard deviation of {spreads[0]:.1f} points, and "
        f"one of blue bars with {spreads[1]:.1f} points.",
    )


def below_the_line(formula, printed):
    """Printed standard deviations against what the formula says, with the line of equality."""
    formula, printed = np.asarray(formula), np.asarray(printed)
    below = int((printed < formula).sum())
    figure, axes = canvas(
        f"{below} of {len(printed)} printed spreads lie below the formula's",
        "formula for fresh problems, points",
        "printed standard deviation, points",
        size=(7.2, 4.2),
    )
    right, top = (max(5.5, x.max() + 0.2) for x in (formula, printed))
    axes.plot([0, right + 0.5], [0, right + 0.5], color=GREY, linestyle="--", linewidth=1.5)
    axes.text(2, 2.1, "equal", rotation=45, rotation_mode="anchor", transform_rotates_text=True, fontsize=NOTE)
    axes.plot(formula, printed, "o", color=BLUE, markersize=8, alpha=0.75)
    axes.set(xlim=(min(1.5, formula.min() - 0.2), right), ylim=(min(1, printed.min() - 0.2), top))
    return Picture(
        figure,
        f"Scatter plot of {len(printed)} models: {below} lie below the line where the two are equal; "
        f"printed over formula is {np.mean(printed / formula):.2f} on average.",
    )


def give_or_take(rate, n, level):
    """A score of `rate` percent on `n` items, with its margin at a confidence level in percent."""
    p = rate / 100
    m = -ndtri((1 - level / 100) / 2) * 100 * np.sqrt(p * (1 - p) / n)
    figure, axes = canvas(
        f"{rate:g}% of {n:,} items: give or take {m:.1f} points ({level:g}%)", "score, % right", "", size=(7.2, 1.9)
    )
    axes.axvspan(100, 130, color=SHADE)
    axes.axvspan(-30, 0, color=SHADE)
    for x in (-11, 111):
        axes.text(x, 0.6, "impossible", ha="center", fontsize=NOTE, color=INK)
    axes.plot([rate - m, rate + m], [0, 0], color=BLUE, linewidth=7, solid_capstyle="butt")
    axes.plot(rate, 0, "o", color=INK, markersize=10)
    axes.set(xlim=(-22, 122), ylim=(-1, 1), xticks=range(0, 101, 10))
    return Picture(
        figure,
        f"A dot at {rate:g}% with a bar from {rate - m:.1f}% to {rate + m:.1f}%: "
        f"{n:,} items give or take {m:.1f} points at {level:g}% confidence.",
    )
