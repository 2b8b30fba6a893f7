"""Pictures of chapter 12: every pair of several systems, and which of them can be told apart."""

import numpy as np

from give_or_take.classroom.figures import GREY, INK, NOTE, ORANGE, Picture, canvas


def differences(comparison):
    """The interval of each difference; pairs that are told apart stand out."""
    pairs = sorted(comparison.differences, key=lambda pair: -abs(pair.difference))
    apart = sum(bool(pair.told_apart) for pair in pairs)
    figure, axes = canvas(
        f"{apart} of {len(pairs)} pairs {'is' if apart == 1 else 'are'} told apart, by Holm",
        "difference, points", "pair",
        size=(8.4, 0.9 + 0.5 * len(pairs)), left=3.9,
    )  # fmt: skip
    for row, pair in enumerate(pairs):
        colour = ORANGE if pair.told_apart else GREY
        axes.plot([100 * pair.low, 100 * pair.high], [-row, -row], color=colour, linewidth=3)
        axes.plot(100 * pair.difference, -row, "o", color=colour, markersize=7)
    axes.axvline(0, color=INK, linewidth=1.2)
    names = [f"{pair.first} minus {pair.second}" for pair in pairs]
    axes.set_yticks(-np.arange(len(pairs)), names, fontsize=NOTE)
    axes.grid(False, axis="y")
    listed = "; ".join(
        f"{name} {100 * pair.low:+.1f} to {100 * pair.high:+.1f}{', told apart' if pair.told_apart else ''}"
        for name, pair in zip(names, pairs, strict=True)
    )
    return Picture(figure, f"Intervals of {len(pairs)} differences in points, the largest first: {listed}.")
