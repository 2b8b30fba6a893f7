"""Pictures of chapter 5: only the flips speak."""

import numpy as np

from give_or_take.classroom.figures import BLUE, GREY, INK, NOTE, ORANGE, PALE_BLUE, SHADE, Picture, canvas
from give_or_take.classroom.figures.parts import nothing
from give_or_take.differences import newcombe_interval, pooled_z_test
from give_or_take.paired import mcnemar_test, tango_interval
from give_or_take.power import _share


def square(both, only_new, only_old, neither):
    """The four kinds of questions of two systems; the flips stand out, those against in orange."""
    n, flips = both + only_new + only_old + neither, only_new + only_old
    title = f"Only {flips} of {n:,} questions tell the two apart"
    figure, axes = canvas(title, "old system", "new system", size=(6, 4), left=1.02)
    cells = {
        (0, 1): (both, SHADE),
        (1, 1): (only_new, BLUE),
        (0, 0): (only_old, ORANGE),
        (1, 0): (neither, SHADE),
    }
    words = {(0, 1): "both right", (1, 1): "only the new right", (0, 0): "only the old right", (1, 0): "both wrong"}
    for (x, y), (count, colour) in cells.items():
        left, right, low, high = x + 0.03, x + 0.97, y + 0.04, y + 0.96
        ground = SHADE if colour == SHADE else "white"  # words on blue or orange could not be read in both themes
        axes.fill([left, right, right, left], [low, low, high, high], ground, edgecolor=colour, linewidth=7)
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


def coins(leads, seen):
    """Leads of tossed coins: those larger than the one seen stand out, and half of those just as large."""
    values, times = np.unique(leads, return_counts=True)
    times = 100 * times / len(leads)
    counted = np.where(abs(values) > seen, 1, np.where(abs(values) == seen, 0.5, 0)) * times
    width = 0.8 * np.diff(values).min(initial=2)
    title = f"Larger than {seen}, and half of those at {seen}: {_share(counted.sum())} of the tosses"
    figure, axes = canvas(title, "lead of the new system", "tosses, %")
    axes.bar(values, times, width, color=PALE_BLUE)
    axes.bar(values[counted > 0], counted[counted > 0], width, color=ORANGE)
    for end in {-seen, seen}:
        if end in values:
            side = 8 * np.sign(end)  # away from the taller bars
            axes.annotate("half of\nthese", (end, times[values == end][0]), (side, 6), textcoords="offset points",
                          ha="center", va="bottom", fontsize=NOTE)  # fmt: skip
    axes.set_xticks(values[:: 2 if len(values) > 9 else 1])
    axes.grid(False)
    return Picture(
        figure,
        f"Upright bars of the lead in {len(leads):,} tosses, from {values[0]} to {values[-1]}. Bars beyond {seen}, up "
        f"or down, are orange, and so is half of each bar at {seen}: {_share(counted.sum())} in all.",
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
        "gain that might be the true one, points",
        "standard errors from the result",
    )
    axes.plot(100 * asked, far, color=BLUE)
    axes.fill_between(100 * asked, far, 1.96, where=far <= 1.96, color=PALE_BLUE, zorder=0, gid="click 3")
    axes.plot([low, high], [1.96, 1.96], "o", color=BLUE, markersize=7, gid="click 3")
    axes.axhline(1.96, color=GREY, linestyle="--", linewidth=1.5, gid="click 2")
    axes.grid(False)
    axes.set(xlim=(100 * asked[0], 100 * asked[-1]), ylim=(0, 4))
    axes.set_yticks([0, 1, 1.96, 3, 4], ["0", "1", "1.96", "3", "4"])
    if only_new + only_old and axes.get_xlim()[0] < 0 < axes.get_xlim()[1]:
        zero = abs(gain) / np.sqrt(only_new + only_old)
        axes.plot(0, zero, "D", color=ORANGE, markersize=8, gid="click 2")
        words = f"no difference: {zero:.1f}"
        axes.annotate(words, (0, zero), (12, 4), textcoords="offset points", fontsize=NOTE, gid="click 2")
    return Picture(
        figure,
        f"A V-shaped line with its foot at {100 * gain / n:+.1f} points. It is below 1.96 from {low:+.1f} to "
        f"{high:+.1f} points.",
    )


def flips(only_new, only_old, both, neither):
    """The four counts of two systems: the difference with its interval, as if independent and paired, and both p."""
    n, size = both + only_new + only_old + neither, (8.6, 3)
    new, old = both + only_new, both + only_old
    if n == 0:
        return nothing("No items: move a slider", size)
    rows = {
        "different questions": (newcombe_interval(new, n, old, n), pooled_z_test(new, n, old, n)),
        "same questions": (tango_interval(both, only_new, only_old, neither), mcnemar_test(only_new, only_old)),
    }
    figure, axes = canvas(
        f"{new} against {old} of {n}: {only_new} flips for, {only_old} against", "new minus old, points",
        "95% interval", size=size, left=2.1,
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
    low, high = min(low, -20), max(high, 20)  # as far as most go, so that it seldom moves
    axes.set(ylim=(-1.5, 0.5), yticks=[0, -1], xlim=(low, high + 0.85 * (high - low)))
    axes.set_yticklabels(rows, fontsize=NOTE)
    listed = "; ".join(f"{name}: {interval}, {test}" for name, (interval, test) in rows.items())
    return Picture(
        figure,
        f"Two bars for one difference, {new} against {old} of {n}, with {only_new} flips for and {only_old} against. "
        f"{listed}.",
    )
