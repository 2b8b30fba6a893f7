"""Pictures of chapter 5: only the flips speak."""

import numpy as np
from scipy.stats import binom

from give_or_take.classroom.figures import BLUE, GREY, INK, NOTE, ORANGE, PALE_BLUE, SHADE, Picture, canvas
from give_or_take.classroom.figures.parts import nothing
from give_or_take.differences import newcombe_interval, pooled_z_test
from give_or_take.paired import mcnemar_test, pairing_gain, tango_interval


def square(both, only_new, only_old, neither):
    """The four kinds of items of two systems; the flips stand out."""
    n, flips = both + only_new + only_old + neither, only_new + only_old
    title = f"Only {flips} of {n:,} items tell the two apart"
    figure, axes = canvas(title, "old system", "new system", size=(6, 4), left=1.02)
    cells = {
        (0, 1): (both, SHADE),
        (1, 1): (only_new, ORANGE),
        (0, 0): (only_old, PALE_BLUE),
        (1, 0): (neither, SHADE),
    }
    words = {(0, 1): "both right", (1, 1): "only the new right", (0, 0): "only the old right", (1, 0): "both wrong"}
    for (x, y), (count, colour) in cells.items():
        axes.fill([x, x + 1, x + 1, x], [y, y, y + 1, y + 1], color=colour, edgecolor="white", linewidth=3)
        axes.text(x + 0.5, y + 0.58, f"{count:,}", ha="center", va="center", fontsize=22)
        axes.text(x + 0.5, y + 0.22, words[x, y], ha="center", va="center", fontsize=NOTE)
    axes.grid(False)
    axes.set(xlim=(0, 2), ylim=(0, 2), xticks=[0.5, 1.5], yticks=[1.5, 0.5])
    axes.set_xticklabels(["right", "wrong"])
    axes.set_yticklabels(["right", "wrong"])
    return Picture(
        figure,
        f"A square of four counts: both right {both}, only the new right {only_new}, only the old {only_old}, both "
        f"wrong {neither}. The {flips} flips stand out.",
    )


def half_a_bar(better, worse):
    """Chances of so many fair coins, near the ground: what p counts with all of the bar that was hit, and with half."""
    flips = better + worse
    heads = np.arange(flips + 1)
    chance = 100 * binom.pmf(heads, flips, 0.5)
    beyond = np.abs(heads - flips / 2) > abs(better - flips / 2) + 1e-9
    hit = np.abs(np.abs(heads - flips / 2) - abs(better - flips / 2)) < 1e-9
    values = [100 * mcnemar_test(better, worse, method).p_value for method in ("exact", "mid-p")]
    title = f"The whole bar gives {values[0]:.1f}%, half of it {values[1]:.1f}%"
    figure, panels = canvas(title, "flips for the new desk", "chance, %", columns=2, size=(8.4, 3.8), sharey=True)
    ends = " and ".join(map(str, heads[hit]))
    for axes, share, counts in zip(panels, (1, 0.5), ("whole", "half"), strict=True):
        axes.bar(heads, chance, 0.85, color=PALE_BLUE)
        axes.bar(heads[beyond], chance[beyond], 0.85, color=ORANGE)
        axes.bar(heads[hit], share * chance[hit], 0.85, color=ORANGE)
        axes.set_xticks(heads[:: max(1, flips // 6)])
        words = f"{ends}\ncount\n{counts}"
        axes.text(flips / 2, 0.45 * chance[hit].max(), words, ha="center", va="center", fontsize=NOTE)
    panels[0].set_ylim(0, 1.2 * chance[hit].max())
    panels[0].text(flips / 2, 0.95 * chance[hit].max(), "these go on\nupwards", ha="center", fontsize=NOTE)
    panels[1].yaxis.set_visible(False)
    return Picture(
        figure,
        f"Bars of the chances that {flips} fair coins show 0 to {flips} heads, cut off above the ends. On the left the "
        f"bars at {better} and {worse} are coloured in full, on the right half of each; so are those beyond them. The "
        f"coloured parts add up to {values[0]:.1f}% and {values[1]:.1f}%.",
    )


def every_difference(both, only_new, only_old, neither):
    """How far the observed difference lies from every possible one, in standard errors of that one."""
    n, gain = both + only_new + only_old + neither, only_new - only_old
    low, high = (100 * end for end in tango_interval(both, only_new, only_old, neither))
    asked = np.linspace(low - 0.5 * (high - low), high + 0.5 * (high - low), 401) / 100
    asked = asked[np.abs(asked) < 0.99]
    # The share of flips against that makes these flips likeliest, if this is the difference (Tango 1998).
    middle = (2 * n - gain) * asked - only_new - only_old
    against = (np.sqrt(middle**2 + 8 * n * only_old * asked * (1 - asked)) - middle) / (4 * n)
    with np.errstate(divide="ignore", invalid="ignore"):
        far = np.nan_to_num(np.abs(gain - n * asked) / np.sqrt(n * (2 * against + asked * (1 - asked))))
    figure, axes = canvas(
        f"Below the line: Tango's interval, {low:+.1f} to {high:+.1f} points",
        "difference that might be the truth, points",
        "standard errors from the result",
    )
    axes.plot(100 * asked, far, color=BLUE)
    axes.fill_between(100 * asked, far, 1.96, where=far <= 1.96, color=PALE_BLUE, zorder=0, gid="click 3")
    axes.plot([low, high], [1.96, 1.96], "o", color=BLUE, markersize=7, gid="click 3")
    axes.axhline(1.96, color=GREY, linestyle="--", linewidth=1.5, gid="click 2")
    axes.grid(False)
    axes.set(xlim=(100 * asked[0], 100 * asked[-1]), ylim=(0, 4), yticks=range(5))
    if only_new + only_old and axes.get_xlim()[0] < 0 < axes.get_xlim()[1]:
        zero = abs(gain) / np.sqrt(only_new + only_old)
        axes.plot(0, zero, "D", color=ORANGE, markersize=8, gid="click 2")
        words = f"no difference: {zero:.1f}"
        axes.annotate(words, (0, zero), (12, 4), textcoords="offset points", fontsize=NOTE, gid="click 2")
    axes.text(100 * asked[0], 1.9, " 1.96", va="top", fontsize=NOTE, gid="click 2")
    return Picture(
        figure,
        f"A V-shaped line with its foot at {100 * gain / n:+.1f} points. It is below 1.96 from {low:+.1f} to "
        f"{high:+.1f} points.",
    )


def what_pairing_saves(pairs, name="", pair=None):
    """Real pairs of systems, by the share of items that flip, one with its name; two lines for equal systems."""
    shares, gains = np.array([(100 * each.flips / each.n, pairing_gain(each)) for each in pairs]).T
    figure, axes = canvas(
        "The fewer items flip, the more pairing saves", "items that flip, %", "times as many,\nif independent", left=1.0
    )
    for rate, colour, dash, last in ((50, BLUE, "-", 50), (80, GREY, "--", 32)):
        flipping = np.linspace(2 * rate * (100 - rate) / 800, last, 200)
        axes.plot(flipping, 2 * rate * (100 - rate) / 100 / flipping, color=colour, linestyle=dash)
    axes.plot(shares, gains, "o", color=ORANGE, markersize=8, markeredgecolor=INK)
    axes.text(10.6, 5, "both systems at 50%", fontsize=NOTE)
    axes.text(1, 0.5, "both systems at 80%", fontsize=NOTE)
    axes.text(shares.max(), gains.min() + 0.8, f"{len(gains)} real pairs", ha="center", fontsize=NOTE)
    if pair:
        place, arrow = (100 * pair.flips / pair.n, pairing_gain(pair)), {"arrowstyle": "-"}
        words = f"{name}: {place[1]:.1f} times"
        axes.annotate(words, place, (place[0] + 2, 6), arrowprops=arrow, va="center", fontsize=NOTE)
    axes.grid(False)
    axes.set(xlim=(0, 52), ylim=(0, 8.4), yticks=range(0, 9, 2))
    return Picture(
        figure,
        f"Two falling lines: if both systems are at 50%, or both at 80%, pairing is worth 8 times the items at 6.25% "
        f"or 4% flips, and less the more items flip. {len(gains)} dots for real pairs, with {shares.min():.0f}% to "
        f"{shares.max():.0f}% flips, lie at {gains.min():.1f} to {gains.max():.1f} times.",
    )


def by_repository(names, gains, sizes, first="first", second="second"):
    """The mean gain of the first system over the second in each repository; those below zero stand out."""
    gains, sizes = np.asarray(gains, float), np.asarray(sizes)
    overall, order = gains @ sizes / sizes.sum(), np.argsort(gains, kind="stable")
    figure, axes = canvas(
        f"From {gains.min():+.0f} to {gains.max():+.0f} points, by repository",
        f"{first} minus {second}, points",
        "repository (issues)",
        size=(7.2, 4.4),
        left=2.5,
    )
    rows, below = np.arange(len(gains)), gains[order] < 0
    axes.plot(gains[order][~below], rows[~below], "o", color=BLUE, markersize=9)
    axes.plot(gains[order][below], rows[below], "D", color=ORANGE, markersize=9, markeredgecolor=INK)
    axes.axvline(0, color=INK, linewidth=1.2)
    axes.axvline(overall, color=GREY, linestyle="--", linewidth=1.5)
    axes.set_yticks(rows, [f"{names[i]} ({sizes[i]})" for i in order], fontsize=NOTE)
    axes.yaxis.labelpad = 8
    axes.grid(False)
    axes.set(ylim=(-0.7, len(gains) + 0.6))
    axes.text(overall, len(gains) - 0.1, f" all: {overall:+.1f}", fontsize=NOTE)
    if below.any():
        words = f"diamond: {first}\nis behind"
        axes.text(0.02, 0.9, words, transform=axes.transAxes, va="top", fontsize=NOTE)
    listed = ", ".join(f"{names[i]} {gains[i]:+.0f}" for i in order)
    return Picture(
        figure,
        f"{first} is behind {second} in {below.sum()} of {len(gains)} repositories, the diamonds. Points: {listed}; "
        f"all together {overall:+.1f}, the dashed line.",
    )


def flips(only_new, only_old, both, neither):
    """The four counts of two systems: the difference with its interval, as if independent and paired, and both p."""
    n, size = both + only_new + only_old + neither, (7.6, 3)
    new, old = both + only_new, both + only_old
    if n == 0:
        return nothing("No items: move a slider", size)
    rows = {
        "as if independent": (newcombe_interval(new, n, old, n), pooled_z_test(new, n, old, n)),
        "same items": (tango_interval(both, only_new, only_old, neither), mcnemar_test(only_new, only_old)),
    }
    figure, axes = canvas(
        f"{new} against {old} of {n}: {only_new} flips for, {only_old} against", "new minus old, points",
        "95% interval", size=size, left=1.9,
    )  # fmt: skip
    for row, (interval, test) in enumerate(rows.values()):
        low, high = (100 * end for end in interval)
        axes.plot([low, high], [-row, -row], color=(GREY, BLUE)[row], linewidth=8, solid_capstyle="butt")
        axes.plot(100 * interval.estimate, -row, "o", color=INK, markersize=8)
        words = f"{low:+.1f} to {high:+.1f}, {str(test).split(' (')[0]}"
        white = {"facecolor": "white", "edgecolor": "none", "pad": 0}  # over the line at zero
        axes.text(high, -row, f"  {words}", va="center", fontsize=NOTE, bbox=white)
    axes.axvline(0, color=INK, linewidth=1.2, linestyle="--")
    axes.grid(False)
    low, high = axes.get_xlim()
    axes.set(ylim=(-1.5, 0.5), yticks=[0, -1], xlim=(low, high + 0.85 * (high - low)))
    axes.set_yticklabels(rows, fontsize=NOTE)
    gain = pairing_gain(both, only_new, only_old, neither)
    worth = "no limit" if np.isinf(gain) else f"{gain:.1f} times"
    listed = "; ".join(f"{name}: {interval}, {test}" for name, (interval, test) in rows.items())
    return Picture(
        figure,
        f"Two bars for one difference, {new} against {old} of {n}, with {only_new} flips for and {only_old} against. "
        f"{listed}. Independent runs would need {worth} as many items.",
    )
