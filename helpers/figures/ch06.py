"""Pictures of chapter 6: one average hides a split, one leaked test set hides everything."""

import numpy as np

from helpers.contamination import fresh_gap, leaked_rate, leaked_share
from helpers.differences import newcombe_interval
from helpers.figures import BLUE, GREY, INK, NOTE, ORANGE, PALE_BLUE, Picture, canvas
from helpers.intervals import wilson_interval
from helpers.power import power_two_rates
from helpers.slices import kitagawa


def mix_line(rate_easy=0.92, rate_hard=0.60, last=0.75, this=0.25):
    """The total of one system over the share of easy questions, and two months on that line."""
    low, high = sorted((100 * rate_hard, 100 * rate_easy))
    figure, axes = canvas(
        f"One model scores anything from {low:.0f}% to {high:.0f}%", "easy questions in the mix, %", "score, % right"
    )
    axes.plot([0, 100], [100 * rate_hard, 100 * rate_easy], color=BLUE)
    said = []
    for month, share, side in (("last month", last, "right"), ("this month", this, "right")):
        total = 100 * (share * rate_easy + (1 - share) * rate_hard)
        said.append(f"{month} {100 * share:.0f}% easy and {total:.1f}% right")
        axes.plot(100 * share, total, "o", color=ORANGE, markersize=11)
        axes.annotate(f"{month}: {total:.0f}%", (100 * share, total), (-12, 8), textcoords="offset points", ha=side)
    axes.set(xlim=(0, 100), ylim=(low - 5, high + 5))
    return Picture(
        figure,
        f"A straight line from {100 * rate_hard:.0f}% right without easy questions to {100 * rate_easy:.0f}% with "
        f"nothing else. On it: {'; '.join(said)}.",
    )


def slices(table):
    """The slices of a `slice_table`: rate, interval and size; in the order of their numbers if they have numbers."""
    if all(isinstance(name, int) for name in table["slice"]):
        table = table.sort_values("slice", ignore_index=True)
    total = 100 * table["right"].sum() / table["n"].sum()
    rates, low, high = (100 * table[column] for column in ("rate", "low", "high"))
    figure, axes = canvas(
        f"{len(table)} slices, from {rates.min():.0f}% to {rates.max():.0f}%", "score and 95% Wilson interval, %",
        "slice: right of n", size=(7.2, 1.4 + 0.21 * len(table)),
    )  # fmt: skip
    for row in range(len(table)):
        colour = GREY if table["small"][row] else BLUE
        axes.plot([low[row], high[row]], [-row, -row], color=colour, linewidth=3)
        axes.plot(rates[row], -row, "s" if table["small"][row] else "o", color=colour, markersize=6)
    axes.axvline(total, color=INK, linewidth=1.2, linestyle="--")
    axes.text(total, 1.8, f" all {total:.1f}%", fontsize=NOTE, va="top")
    axes.grid(False)
    axes.set(ylim=(0.3 - len(table), 1.9), yticks=-np.arange(len(table)))
    labels = [f"{name}: {k:,} of {n:,}" for name, k, n in zip(table["slice"], table["right"], table["n"], strict=True)]
    axes.set_yticklabels(labels, fontsize=10)
    figure.subplots_adjust(left=0.22)
    few = int(table["small"].sum())
    return Picture(
        figure,
        f"A dot and a bar for each of {len(table)} slices, around {total:.1f}% for all: {rates.min():.1f}% to "
        f"{rates.max():.1f}%; {few} with few items in grey.",
    )


def reversal(first, second, groups, right_first, n_first, right_second, n_second):
    """Two systems in each group and in total; the area of a dot is the number of its items."""
    cells = [(*zip(right_first, n_first, strict=True),), (*zip(right_second, n_second, strict=True),)]
    columns = [*groups, "in total"]
    counts = [[*one, (sum(k for k, _ in one), sum(n for _, n in one))] for one in cells]
    rates = [[100 * k / n for k, n in one] for one in counts]
    lead = [np.sign(a - b) for a, b in zip(*rates, strict=True)]
    words = {1: "ahead", -1: "behind", 0: "level"}
    every = "both groups" if len(groups) == 2 else f"all {len(groups)} groups"
    by_group = f"{words[lead[0]]} in {every}" if len({*lead[:-1]}) == 1 else "ahead in some groups"
    title = f"{first.capitalize()}: {by_group}, {words[lead[-1]]} in total"
    figure, axes = canvas(title, "", "success, %", size=(7.2, 4))
    axes.set_xlabel("dot: its area is the number of cases")
    largest = max(n for one in counts for _, n in one[:-1])
    for one, rate, colour, marker, shift in zip(counts, rates, (BLUE, ORANGE), "os", (-0.16, 0.16), strict=True):
        for x, ((k, n), y) in enumerate(zip(one, rate, strict=True)):
            size = 160 if x == len(groups) else max(30, 700 * n / largest)
            axes.scatter(x + shift, y, s=size, color=colour, marker=marker, alpha=0.9, edgecolor="white", zorder=3)
            axes.annotate(f"{k}/{n}", (x + shift, y), (0, -26), textcoords="offset points", ha="center", fontsize=10)
    axes.axvline(len(groups) - 0.5, color=GREY, linewidth=1, linestyle=":")
    low, high = min(map(min, rates)), max(map(max, rates))
    axes.set(xlim=(-0.6, len(columns) - 0.4), ylim=(low - 10, high + 9), xticks=range(len(columns)))
    axes.set_xticklabels(columns)
    axes.text(0.98, 0.95, f"blue, round: {first}\norange, square: {second}", transform=axes.transAxes, ha="right",
              va="top", fontsize=NOTE)  # fmt: skip
    listed = "; ".join(
        f"{column} {a:.1f}% against {b:.1f}%" for column, a, b in zip(columns, rates[0], rates[1], strict=True)
    )
    return Picture(figure, f"{first} against {second}: {listed}.")


def quarters(months, right, hard, cutoff):
    """Score by quarter with its 95% interval, all problems and the hard ones, and the end of the training data.

    `months` are texts such as "2023-05"; a last quarter of fewer than 30 problems joins the one before.
    """
    year, month = np.array([m.split("-") for m in months], dtype=int).T
    quarter = 4 * year + (month - 1) // 3
    if np.sum(quarter == quarter.max()) < 30:
        quarter = np.minimum(quarter, quarter.max() - 1)
    right, hard, each = np.asarray(right), np.asarray(hard, dtype=bool), np.unique(quarter)
    end = 4 * int(cutoff[:4]) + (int(cutoff[5:]) - 1) / 3
    lines = {}
    for name, mask in (("all", np.ones(len(right), dtype=bool)), ("hard", hard)):
        k, n = np.array([(right[mask & (quarter == q)].sum(), np.sum(mask & (quarter == q))) for q in each]).T
        lines[name] = wilson_interval(k, n)
    fall = each[1:][np.argmin(np.diff(lines["all"].estimate))]
    late = round(3 * (fall - end))
    figure, axes = canvas(
        f"The largest fall comes {late} months after the cut-off" if late else "The largest fall comes at the cut-off",
        "quarter of the contest", "solved, %, with 95% Wilson interval", size=(7.2, 4.2),
    )  # fmt: skip
    for (name, line), colour, marker, shift in zip(lines.items(), (BLUE, ORANGE), "os", (-0.06, 0.06), strict=True):
        axes.vlines(each + shift, 100 * line.low, 100 * line.high, color=colour, linewidth=2)
        axes.plot(each + shift, 100 * line.estimate, marker, color=colour, markersize=7)
        axes.text(each[-1] + 0.25, 100 * line.estimate[-1], f"{name}\nproblems", va="center", fontsize=NOTE)
    axes.axvline(end - 0.5, color=INK, linewidth=1.2, linestyle="--")
    axes.text(end - 0.46, 103, "training data said to end", fontsize=NOTE, va="top")
    axes.set(ylim=(0, 104), xticks=each, xlim=(each[0] - 0.6, each[-1] + 1.2))
    axes.set_xticklabels([f"{q // 4}\nQ{q % 4 + 1}" for q in each], fontsize=10)
    figure.subplots_adjust(bottom=0.19)
    listed = "; ".join(f"{name} {', '.join(f'{100 * x:.0f}%' for x in line.estimate)}" for name, line in lines.items())
    return Picture(figure, f"Two rows of dots with bars, quarter by quarter from {months.min()}: {listed}.")


def gaps(right_public, n_public, right_fresh, n_fresh):
    """The gap of each model between public and fresh items, sorted, with its 95% interval."""
    interval = newcombe_interval(right_public, n_public, right_fresh, n_fresh)
    order = np.argsort(interval.estimate)
    low, high, gap = (100 * np.asarray(x)[order] for x in (interval.low, interval.high, interval.estimate))
    above, below = int((low > 0).sum()), int((high < 0).sum())
    figure, axes = canvas(
        f"{above} of {len(gap)} intervals lie above zero, {below} below",
        f"{len(gap)} models, by their gap", "public minus fresh, points", size=(7.2, 3.8),
    )  # fmt: skip
    for i, (left, right, middle) in enumerate(zip(low, high, gap, strict=True)):
        colour = ORANGE if left > 0 or right < 0 else GREY
        axes.plot([i, i], [left, right], color=colour, linewidth=2.2)
        axes.plot(i, middle, "o", color=INK, markersize=3)
    axes.axhline(0, color=INK, linewidth=1.2, linestyle="--")
    axes.set(xticks=[], yticks=range(-5, 11, 5), xlim=(-1.5, len(gap) + 0.5))
    return Picture(
        figure,
        f"{len(gap)} dots with 95% Newcombe intervals, from {gap[0]:+.1f} to {gap[-1]:+.1f} points: {above} intervals "
        f"lie above zero, {below} below, {len(gap) - above - below} hold it.",
    )


def mix_dial(easy, rate_easy, rate_hard):
    """Last month's 1,500 easy and 500 hard questions (92% and 60% right) against a month that you set."""
    before, after = (1500, 500), (easy, 2000 - easy)
    right = [round(n * rate / 100) for n, rate in zip(after, (rate_easy, rate_hard), strict=True)]
    parts = kitagawa([1380, 300], before, right, after)
    total = wilson_interval(sum(right), 2000)
    figure, (left, middle) = canvas(
        f"From 84.0% to {100 * total.estimate:.1f}%: {100 * parts.rate_part.estimate:+.1f} points by the rates, "
        f"{100 * parts.mix_part.estimate:+.1f} by the mix",
        "questions", "", size=(9.6, 3.6), columns=2, width_ratios=(1, 1.15),
    )  # fmt: skip
    figure.subplots_adjust(wspace=0.12)
    for row, (name, sizes) in enumerate((("last month", before), ("this month", after))):
        left.barh(-row, sizes[0], 0.6, color=PALE_BLUE)
        left.barh(-row, sizes[1], 0.6, left=sizes[0], color=ORANGE)
        left.text(0, -row + 0.36, f"{name}: {sizes[0]:,} easy, {sizes[1]:,} hard", va="bottom", fontsize=NOTE)
    left.set(xlim=(0, 2000), ylim=(-1.6, 0.8), xticks=[0, 1000, 2000])
    for row, (name, low, high, value, colour) in enumerate(
        [("last month", *wilson_interval(1680, 2000), 0.84, GREY), ("this month", *total, total.estimate, BLUE)]
    ):
        middle.plot([100 * low, 100 * high], [-row, -row], color=colour, linewidth=8, solid_capstyle="butt")
        middle.plot(100 * value, -row, "o", color=INK, markersize=7)
        middle.annotate(f"{name}: {100 * value:.1f}%", (100 * value, -row), (0, 10), textcoords="offset points",
                        ha="center", fontsize=NOTE)  # fmt: skip
    middle.set(xlim=(40, 105), ylim=(-1.6, 0.8), xlabel="score and 95% Wilson interval, %")
    return Picture(
        figure,
        f"This month {easy:,} easy and {2000 - easy:,} hard questions, {rate_easy}% and {rate_hard}% right: the score "
        f"is {total}, 84.0% last month. {parts}",
    )


def leak_dial(rate, leaked, n_public, n_fresh):
    """What a leaked share does to a public score, and whether a fresh set of some size would show it."""
    p, share = rate / 100, leaked / 100
    public = leaked_rate(p, share)
    k, j = round(public * n_public), round(p * n_fresh)
    gap = fresh_gap([k], [n_public], [j], [n_fresh]).crude
    seen = float(power_two_rates(public, p, n_public, n_fresh)) if leaked else 0.05
    figure, axes = canvas(
        f"{leaked}% leaked: {100 * public:.1f}% instead of {rate}%; found {100 * seen:.0f} times in 100",
        "score and 95% Wilson interval, %", "", size=(9.6, 3.2),
    )  # fmt: skip
    rows = ((f"{n_public:,} public", k, n_public, ORANGE), (f"{n_fresh:,} fresh", j, n_fresh, BLUE))
    for row, (name, right, n, colour) in enumerate(rows):
        interval = wilson_interval(right, n)
        low, high = (100 * end for end in interval)
        axes.plot([low, high], [-row, -row], color=colour, linewidth=8, solid_capstyle="butt")
        axes.plot(100 * interval.estimate, -row, "o", color=INK, markersize=7)
        axes.text(1, -row, name, va="center", fontsize=NOTE)
    axes.axvline(rate, color=INK, linewidth=1.2, linestyle="--")
    axes.set(xlim=(0, 100), ylim=(-1.7, 0.9))
    share_said = "" if k * n_fresh <= j * n_public or j == n_fresh else (
        f" A share that would explain it: {leaked_share(wilson_interval(k, n_public), wilson_interval(j, n_fresh))}."
    )  # fmt: skip
    return Picture(
        figure,
        f"A system with a rate of {rate}%, {leaked}% of {n_public:,} public items leaked: {100 * public:.1f}% to be "
        f"expected there. Gap to {n_fresh:,} fresh items, if luck adds nothing: {gap}, found in {100 * seen:.0f}% of "
        f"such tests.{share_said}",
    )
