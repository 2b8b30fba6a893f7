"""Pictures of chapter 2: how far one answer, a score and a difference move."""

import numpy as np
from scipy.special import ndtri

from give_or_take.classroom.figures import BLUE, GREY, INK, NOTE, ORANGE, PALE_BLUE, SHADE, Picture, canvas
from give_or_take.classroom.figures.parts import bars_against_truth
from give_or_take.standard_errors import margin


def bars(successes, n, truth):
    """One bar a test, score ± 95% margin, against the truth (a fraction): which of them miss it."""
    p, reach = np.asarray(successes) / n, margin(successes, n)
    return bars_against_truth(p - reach, p + reach, p, truth, "score and 95% margin, %", f"of {n} questions")


def one_answer(rate):
    """What a single answer can count, 0 or 100 points, and how far that is from the average, `rate` percent."""
    wrong = 100 - rate
    figure, axes = canvas(
        f"A single answer never counts {rate:g} points", "what the answer counts, points", "share of the answers, %"
    )
    axes.bar([0, 100], [wrong, rate], 7, color=[ORANGE, PALE_BLUE])
    axes.plot([rate, rate], [0, 118], color=INK, linewidth=1.5, linestyle="--")
    arrow = {"arrowstyle": "->", "color": INK, "linewidth": 1.6, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", (0, 96), (rate, 96), arrowprops=arrow)
    axes.annotate("", (100, 108), (rate, 108), arrowprops=arrow)
    axes.text(rate - 1.5, 98, f"{rate:g} points below", ha="right", va="bottom", fontsize=NOTE)
    axes.text(105, 108, f"{wrong:g} points above", va="center", fontsize=NOTE)
    axes.text(5, wrong, f"wrong: {wrong:g}%", va="center", fontsize=NOTE)
    axes.text(105, rate, f"right: {rate:g}%", va="center", fontsize=NOTE)
    axes.grid(False)
    axes.set(xlim=(-6, 136), ylim=(0, 120), xticks=range(0, 101, 20), yticks=range(0, 101, 20))
    return Picture(
        figure,
        f"Two bars: {wrong:g}% of the answers count 0, {rate:g}% count 100. From the average, a dashed line at "
        f"{rate:g}, an arrow of {rate:g} points leads down to 0, and one of {wrong:g} points up to 100.",
    )


LOOKS = ((PALE_BLUE, "-", 6), (BLUE, "--", 2), (INK, ":", 2))


def one_shape(distances):
    """Up to three tests {name: distances of the scores from the truth, in standard errors}: how often each comes up."""
    reach = ndtri(0.975)
    figure, axes = canvas(
        "Measured in standard errors, all have the same shape",
        "score minus true rate, in standard errors",
        "how often",
        size=(8.6, 3.8),
    )
    for (name, all_of_it), (color, style, width) in zip(distances.items(), LOOKS, strict=False):
        values, times = np.unique(all_of_it, return_counts=True)
        near = abs(values) <= 4
        height = times / len(all_of_it) / np.diff(values).min()
        axes.plot(values[near], height[near], color=color, linestyle=style, linewidth=width, label=name)
    top = 1.45 * axes.dataLim.ymax
    axes.plot([-reach, -reach], [0, 0.5 * top], color=GREY, linewidth=1.5, linestyle="--")
    axes.plot([reach, reach], [0, 0.5 * top], color=GREY, linewidth=1.5, linestyle="--")
    axes.text(1.1 * reach, 0.4 * top, "between the\ndashed lines: 95%", va="center", fontsize=NOTE)
    axes.legend(loc="upper left", fontsize=NOTE, frameon=False)
    axes.grid(False)
    axes.set(xlim=(-4.2, 4.2), ylim=(0, top), yticks=[], xticks=range(-4, 5))
    return Picture(
        figure,
        f"{len(distances)} curves, one nearly on top of the other: high in the middle, at zero, and thin towards both "
        f"ends. They are the tests {'; '.join(distances)}. Dashed lines at {reach:.2f} standard errors to either side "
        "hold 95% between them.",
    )


def triangle(one, other):
    """Two standard errors in points as the short sides of a right triangle, that of their difference as the long."""
    long = np.hypot(one, other)
    x, y = one**2 / long, one * other / long  # the corner with the right angle
    figure, axes = canvas("The difference moves more than either score alone", "points", "", size=(7.2, 3.4))
    axes.fill([0, x, long], [0, y, 0], facecolor=PALE_BLUE, edgecolor=BLUE, linewidth=2)
    left, right = np.array([-x, -y]) / one, np.array([long - x, -y]) / other
    small = 0.09 * min(one, other)
    square = np.array([x, y]) + small * np.array([left, left + right, right])
    axes.plot(*square.T, color=BLUE)
    axes.text(x / 2 - 0.03 * long, y / 2, f"last week: {one:.1f} ", ha="right", va="bottom", fontsize=NOTE)
    axes.text((x + long) / 2 + 0.03 * long, y / 2, f" this week: {other:.1f}", va="bottom", fontsize=NOTE)
    axes.text(long / 2, 0.04 * long, f"the difference: {long:.1f}", ha="center", va="bottom", fontsize=NOTE)
    axes.grid(False)
    axes.set(xlim=(-0.3 * long, 1.3 * long), ylim=(0, 1.15 * y), aspect="equal", xticks=range(int(long) + 1))
    return Picture(
        figure,
        f"A right triangle: its short sides are the standard errors of the two scores, {one:.1f} and {other:.1f} "
        f"points, and its long side is that of their difference, {long:.1f} points.",
    )


def give_or_take(rate, n, level):
    """A score of `rate` percent on `n` questions, with its margin at a confidence level in percent."""
    p = rate / 100
    m = -ndtri((1 - level / 100) / 2) * 100 * np.sqrt(p * (1 - p) / n)
    figure, axes = canvas(
        f"{rate:g}% of {n:,} questions: give or take {m:.1f} points ({level:g}%)", "score, % right", "", size=(7.2, 1.9)
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
        f"with {n:,} questions, give or take {m:.1f} points at {level:g}% confidence.",
    )
