"""Pictures of chapter 5: only the flips speak."""

import numpy as np
from scipy.stats import binom

from give_or_take.classroom.figures import BLUE, GREY, INK, NOTE, ORANGE, PALE_BLUE, SHADE, Picture, canvas
from give_or_take.classroom.figures.parts import nothing
from give_or_take.differences import newcombe_interval, pooled_z_test
from give_or_take.paired import (
    bonett_price_interval,
    mcnemar_power,
    mcnemar_test,
    paired_newcombe_interval,
    paired_wald_interval,
    pairing_gain,
    tango_interval,
)


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
    words = {(0, 1): "both right", (1, 1): "flips for the new", (0, 0): "flips against", (1, 0): "both wrong"}
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


def coins(better, worse):
    """How often so many fair coins show each number of heads; those at least as lopsided as seen stand out."""
    flips = better + worse
    heads = np.arange(flips + 1)
    chance = 100 * binom.pmf(heads, flips, 0.5)
    extreme = np.abs(heads - flips / 2) >= abs(better - flips / 2) - 1e-9
    share = chance[extreme].sum()
    figure, axes = canvas(
        f"{flips} fair coins: {better}:{worse} or more lopsided in {share:.1f}% of throws", "flips for the new system",
        "chance, %",
    )  # fmt: skip
    axes.bar(heads[~extreme], chance[~extreme], 0.85, color=PALE_BLUE)
    for head in heads[extreme]:  # what was seen and its mirror are hatched: mid-p counts them half
        half = abs(head - flips / 2) == abs(better - flips / 2)
        axes.bar(head, chance[head], 0.85, color=ORANGE, hatch="//" if half else None, edgecolor="white", linewidth=0)
    axes.set_xticks(heads[:: max(1, flips // 12)])
    axes.annotate("seen; hatched:\nmid-p counts half", (better, chance[better]),
                  (better - 0.5, chance[better] + 0.3 * chance.max()), ha="left",
                  fontsize=NOTE, arrowprops={"arrowstyle": "->"})  # fmt: skip
    return Picture(
        figure,
        f"Bars of the chances that {flips} fair coins show 0 to {flips} heads. As lopsided as {better} to {worse}, or "
        f"more, are {share:.1f}% of the cases.",
    )


def narrower(both, only_new, only_old, neither):
    """The difference with its 95% interval: as if the runs were independent, and paired."""
    n = both + only_new + only_old + neither
    rows = {
        "independent runs\n(Newcombe)": newcombe_interval(both + only_new, n, both + only_old, n),
        "same items\n(Tango)": tango_interval(both, only_new, only_old, neither),
    }
    alone, paired = (0 in interval for interval in rows.values())
    title = "Same items: zero is out" if alone and not paired else "The same difference, two intervals"
    figure, axes = canvas(title, "new minus old, points", "95% interval", size=(7.2, 2.6), left=1.94)
    for row, interval in enumerate(rows.values()):
        low, high = (100 * end for end in interval)
        axes.plot([low, high], [-row, -row], color=GREY if row == 0 else BLUE, linewidth=8, solid_capstyle="butt")
        axes.plot(100 * interval.estimate, -row, "o", color=INK, markersize=8)
        axes.text(high, -row, f"  {low:+.1f} to {high:+.1f}", va="center", fontsize=NOTE)
    axes.axvline(0, color=INK, linewidth=1.2, linestyle="--")
    axes.grid(False)
    low, high = axes.get_xlim()
    axes.set(ylim=(-1.6, 0.6), yticks=[0, -1], xlim=(low, high + 0.3 * (high - low)))
    axes.set_yticklabels(rows, fontsize=NOTE)
    words = "; ".join(f"{name.replace(chr(10), ' ')} {interval}" for name, interval in rows.items())
    return Picture(figure, f"Two bars for one difference: {words}.")


def false_alarms(n):
    """The exact share of false alarms of three McNemar tests with `n` items, over the share of items that flip."""
    flipping = np.linspace(0.01, 0.6, 60)
    sizes = {m: 100 * mcnemar_power(n, flipping / 2, flipping / 2, method=m) for m in ("asymptotic", "mid-p", "exact")}
    over = [method for method, size in sizes.items() if size.max() > 5]
    figure, axes = canvas(
        f"{n} items: the {' and the '.join(over) or 'no'} test oversteps 5%",
        "items that flip, %",
        "false alarms at 0.05, %",
    )
    for size, colour, dash in zip(sizes.values(), (ORANGE, BLUE, GREY), ("-", "-", "--"), strict=True):
        axes.plot(100 * flipping, size, color=colour, linestyle=dash)
    axes.axhline(5, color=INK, linewidth=1.2, linestyle=":")
    for (method, size), off in zip(sizes.items(), (10, -14, -16), strict=True):
        axes.annotate(f"{method}, at most {size.max():.1f}%", (58, size[-4]), (0, off), textcoords="offset points",
                      ha="right", fontsize=NOTE)  # fmt: skip
    axes.set(ylim=(0, 6.5), xlim=(0, 61))
    listed = "; ".join(f"{method} at most {size.max():.2f}%" for method, size in sizes.items())
    return Picture(
        figure, f"Three lines of false alarms over the share of items that flip, 1% to 60% of {n}: {listed}."
    )


def flips(only_new, only_old, both, neither):
    """The four counts of two systems, every interval and every test, and what pairing is worth."""
    n = both + only_new + only_old + neither
    new, old = both + only_new, both + only_old
    if n == 0:
        return nothing("No items: move a slider")
    table = (both, only_new, only_old, neither)
    rows = {
        "independent": newcombe_interval(new, n, old, n),
        "Wald": paired_wald_interval(*table),
        "Bonett-Price": bonett_price_interval(*table),
        "paired\nNewcombe": paired_newcombe_interval(*table),
        "Tango": tango_interval(*table),
    }
    figure, (left, right) = canvas(
        f"{new} against {old} of {n}: {only_new} flips for, {only_old} against", "new minus old, points",
        "95% interval", size=(9.6, 4.2), left=1.63, columns=2, width_ratios=(1.6, 1),
    )  # fmt: skip
    for row, (name, interval) in enumerate(rows.items()):
        low, high = (100 * end for end in interval)
        colour = {"Tango": BLUE, "independent": GREY}.get(name, PALE_BLUE)
        left.plot([low, high], [-row, -row], color=colour, linewidth=7, solid_capstyle="butt")
        left.plot([low, high], [-row, -row], "|", color=colour, markersize=9)
        left.text(high, -row, f"  {low:+.1f} to {high:+.1f}", va="center", fontsize=NOTE)
    left.plot([100 * (new - old) / n] * 2, [-4.4, 0.4], color=INK, linewidth=1, linestyle=":")
    left.axvline(0, color=INK, linewidth=1.2, linestyle="--")
    left.grid(False)
    low, high = left.get_xlim()
    left.set(ylim=(-4.6, 0.6), yticks=range(0, -5, -1), xlim=(low, high + 0.4 * (high - low)))
    left.set_yticklabels(rows, fontsize=NOTE)
    tests = {
        "mid-p": mcnemar_test(only_new, only_old),
        "exact": mcnemar_test(only_new, only_old, "exact"),
        "asymptotic": mcnemar_test(only_new, only_old, "asymptotic"),
        "independent": pooled_z_test(new, n, old, n),
    }
    gain = pairing_gain(*table)
    worth = (
        "no flips: no limit" if np.isinf(gain) else f"worth {gain * n:,.0f} independent\nitems each ({gain:.1f} times)"
    )
    listing = "\n".join(f"{name:<12} {str(test).split(' (')[0]}" for name, test in tests.items())
    right.text(0, 0.95, f"tests\n\n{listing}\n\npairing\n\n{worth}", transform=right.transAxes, va="top", fontsize=NOTE,
               family="DejaVu Sans Mono")  # fmt: skip
    right.set_axis_off()
    figure.subplots_adjust(wspace=0.05)
    listed = "; ".join(
        f"{name.replace(chr(10), ' ')} {100 * low:+.1f} to {100 * high:+.1f}" for name, (low, high) in rows.items()
    )
    return Picture(
        figure,
        f"{new} against {old} of {n}, {only_new} flips for and {only_old} against. Intervals in points: {listed}. "
        f"Tests: {listing.replace(chr(10), '; ')}. Pairing: {worth.replace(chr(10), ' ')}.",
    )
