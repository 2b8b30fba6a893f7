"""Pictures of chapter 12: a difference against its margin, a loss in other mixes, every pair of several systems."""

import numpy as np

from give_or_take.classroom.figures import GREY, INK, NOTE, ORANGE, Picture, canvas


def against_margin(comparison):
    """The interval of the first difference, between zero and the loss that would not matter."""
    pair, margin = comparison.differences[0], 100 * comparison.margin
    low, middle, high = (100 * float(end) for end in (pair.low, pair.difference, pair.high))
    verdict = "is ruled out" if low > -margin else "is shown" if high < -margin else "is open"
    figure, axes = canvas(
        f"A loss of {margin:.3g} points {verdict}", f"{pair.first} minus {pair.second}, points", "", size=(7.2, 2.6)
    )
    axes.plot([low, high], [0, 0], color=ORANGE, linewidth=8, solid_capstyle="butt")
    axes.plot(middle, 0, "o", color=INK, markersize=9)
    axes.annotate(f"{low:+.1f}", (low, 0), (0, -22), textcoords="offset points", ha="center", fontsize=NOTE)
    axes.annotate(f"{high:+.1f}", (high, 0), (0, -22), textcoords="offset points", ha="center", fontsize=NOTE)
    for x, words, style in ((0, "equal", "-"), (-margin, f"{margin:.3g} worse", "--")):
        axes.axvline(x, ymax=0.8, color=INK, linewidth=1.2, linestyle=style)
        axes.text(x, 1.05, words, ha="center", fontsize=NOTE)
    left, right = min(low, -margin), max(high, 0)
    axes.set(xlim=(left - 0.15 * (right - left), right + 0.15 * (right - left)), ylim=(-1, 1.4))
    return Picture(
        figure,
        f"A bar from {low:+.1f} to {high:+.1f} points, a dot at {middle:+.1f}; lines at 0 and at {-margin:.3g}. "
        f"A loss of {margin:.3g} points {verdict}.",
    )


def mixes(share, low_ends, margin):
    """The lower end of a difference for more and more long problems, and where it reaches the margin, if it does."""
    share, ends = 100 * np.asarray(share), np.asarray(low_ends)
    figure, axes = canvas(
        "Long problems pull the lower end down", "long problems in the mix, %",
        "lower end, points", size=(7.2, 4.2),
    )  # fmt: skip
    axes.plot(share, ends, color=ORANGE)
    words = f"from {ends[0]:+.1f} to {ends[-1]:+.1f} points"
    for reached in share[ends <= -margin][:1]:
        axes.plot(reached, -margin, "o", color=ORANGE, markersize=9)
        axes.annotate(f"{reached:.0f}%", (reached, -margin), (5, 7), textcoords="offset points", fontsize=NOTE)
        words += f"; it reaches {-margin:g} at {reached:.0f}%"
    axes.axhline(-margin, color=INK, linewidth=1.2, linestyle="--")
    axes.text(101, -margin + 0.15, f"{margin:g} worse", ha="right", va="bottom", fontsize=NOTE)
    axes.set(xlim=(0, 102))
    return Picture(figure, f"A falling line, the lower end against the share of long problems, {words}.")


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
