"""What more than one chapter draws."""

import numpy as np

from give_or_take.classroom.figures import BLUE, INK, NOTE, ORANGE, SHADE, Picture, canvas


def bars_against_truth(low, high, estimate, truth, label, tests):
    """One bar a test against the truth; those that miss it stand out. Everything but the words is a fraction."""
    low, high, estimate = (100 * np.asarray(x) for x in (low, high, estimate))
    misses = (100 * truth < low - 1e-9) | (100 * truth > high + 1e-9)
    title = f"{misses.sum()} of these {len(low)} bars {'misses' if misses.sum() == 1 else 'miss'} the truth"
    figure, axes = canvas(title, label, "", size=(7.2, 4 if len(low) <= 50 else 4.4))
    thin = 1.3 if len(low) <= 50 else 0.6
    for row, (left, right, score, miss) in enumerate(zip(low, high, estimate, misses, strict=True)):
        axes.plot([left, right], [row, row], color=BLUE, linewidth=thin)
        axes.plot(score, row, "o", color=BLUE, markersize=2.4 * thin)
        if miss:  # a slide asks for their number first
            axes.plot([left, right], [row, row], color=ORANGE, linewidth=2 * thin, gid="click 2")
            axes.plot(score, row, "D", color=ORANGE, markersize=4 * thin, gid="click 2")
    axes.axvline(100 * truth, color=INK, linewidth=1.5, linestyle="--")
    axes.set(ylim=(-1, 1.2 * len(low)))
    if high.max() > 100:
        axes.set_xlim(right=111)
        axes.set_xticks([tick for tick in axes.get_xticks() if axes.get_xlim()[0] <= tick <= 100])
        axes.axvspan(100, 111, color=SHADE, zorder=0)
        axes.text(110.5, 1.1 * len(low), "impossible", ha="right", va="top", fontsize=NOTE)
    if flat := int(np.sum(low == high)):
        words = f"{flat} bars have\nno width at all" if flat > 1 else "one bar has no\nwidth at all"
        place = (low[low == high][0] + 0.6, np.flatnonzero(low == high).mean())
        axes.text(*place, words, va="center", fontsize=NOTE)
    side = "right" if truth > 0.5 else "left"
    axes.text(100 * truth, 1.19 * len(low), f" truth {100 * truth:g}% ", ha=side, va="top", fontsize=NOTE)
    missing = f"{misses.sum()} of {len(low)} bars, in orange, {'misses' if misses.sum() == 1 else 'miss'}"
    return Picture(
        figure,
        f"{missing} the truth, the dashed line at {100 * truth:g}%. Each row is a test {tests}, a dot on a bar "
        f"({label.removesuffix(', %')})" + f"; {flat} {'has' if flat == 1 else 'have'} no width" * bool(flat) + ".",
    )


def nothing(why, size, paste=""):
    """What an explorer shows where its sliders leave nothing to draw, as large as its other pictures."""
    figure, axes = canvas(why, "nothing to draw", "", size=size)
    axes.set_xticks([])
    return Picture(figure, f"{why}.", paste)
