"""Pictures of chapter 12: every pair of several systems, and which of them can be told apart."""

import numpy as np

from give_or_take.classroom.figures import GREY, INK, NOTE, ORANGE, Picture, canvas


def differences(comparison):
    """The interval of each difference, the leader first, and whether its p, after Holm, is small."""
    pairs = sorted(comparison.differences, key=lambda pair: -abs(pair.difference))
    apart, alpha = sum(bool(pair.told_apart) for pair in pairs), comparison.alpha
    figure, axes = canvas(
        f"{apart} of {len(pairs)} pairs {'is' if apart == 1 else 'are'} told apart, allowing for all",
        "how far the first is ahead, points", "", size=(8.4, 1.5 + 0.4 * len(pairs)), left=2.6,
    )  # fmt: skip
    figure.subplots_adjust(right=1 - 1.7 / 8.4)
    beside, listed = axes.get_yaxis_transform(), []
    for row, pair in enumerate(pairs):
        ahead = pair.difference >= 0
        low, high = (100 * end for end in ((pair.low, pair.high) if ahead else (-pair.high, -pair.low)))
        name = " over ".join((pair.first, pair.second)[:: 1 if ahead else -1])
        colour, weight = (ORANGE, "bold") if pair.told_apart else (GREY, "normal")
        axes.plot([low, high], [-row, -row], color=colour, linewidth=5, solid_capstyle="butt")
        axes.plot(100 * abs(pair.difference), -row, "o", color=colour, markersize=9)
        axes.text(-0.03, -row, name, transform=beside, ha="right", va="center", fontsize=NOTE, fontweight=weight)
        p = "< 0.001" if pair.p_adjusted < 0.001 else f"{pair.p_adjusted:.2g}"
        verdict = f"{'yes' if pair.told_apart else 'no'}: {p}"
        axes.text(1.06, -row, verdict, transform=beside, va="center", fontsize=NOTE, fontweight=weight)
        listed.append(f"{name} {low:+.1f} to {high:+.1f}, {verdict}")
    question = f"Holm's p below {alpha:.2g}?"
    axes.text(1.35, 1.15, question, transform=beside, ha="right", va="center", fontsize=NOTE)
    alone = f"{100 * comparison.level:.0f}%, each pair alone"
    axes.text(-0.03, 1.15, alone, transform=beside, ha="right", va="center", fontsize=NOTE)
    axes.axvline(0, ymax=len(pairs) / (len(pairs) + 1.3), color=INK, linewidth=1.2)
    axes.set(ylim=(0.4 - len(pairs), 1.7))
    axes.set_yticks(-np.arange(len(pairs)))
    words = f"{100 * (1 - alpha):.0f}% intervals of {len(pairs)} differences in points, the largest first; allowing for"
    return Picture(figure, f"{words} all of them, is Holm's p below {alpha:.2g}? {'; '.join(listed)}.")
