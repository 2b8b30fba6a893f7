"""Pictures of chapter 6: one average hides a split, one leaked test set hides everything."""

import numpy as np

from give_or_take.classroom.figures import BLUE, GREY, INK, NOTE, ORANGE, PALE_BLUE, Picture, canvas
from give_or_take.contamination import fresh_gap, leaked_rate, leaked_share
from give_or_take.differences import newcombe_interval
from give_or_take.intervals import wilson_interval
from give_or_take.power import power_two_rates
from give_or_take.slices import kitagawa, standardised_rate


def mix_line(rate_easy=0.92, rate_hard=0.60, last=0.75, this=0.25):
    """The total of one system over the share of easy questions, and two months on that line."""
    low, high = sorted((100 * rate_hard, 100 * rate_easy))
    figure, axes = canvas(
        f"One model scores anything from {low:.0f}% to {high:.0f}%", "easy questions in the mix, %", "score, % right"
    )
    axes.plot([0, 100], [100 * rate_hard, 100 * rate_easy], color=BLUE)
    words = []
    for month, share in (("last month", last), ("this month", this)):
        total = 100 * (share * rate_easy + (1 - share) * rate_hard)
        words.append(f"{month} {100 * share:.0f}% easy and {total:.1f}% right")
        axes.plot(100 * share, total, "o", color=ORANGE, markersize=11)
        axes.annotate(f"{month}: {total:.0f}%", (100 * share, total), (12, -16), textcoords="offset points",
                      fontsize=NOTE)  # fmt: skip
    axes.set(xlim=(0, 100), ylim=(low - 5, high + 5))
    return Picture(
        figure,
        f"A straight line from {100 * rate_hard:.0f}% right without easy questions to {100 * rate_easy:.0f}% with "
        f"nothing else. On it: {'; '.join(words)}.",
    )


def slices(table, title, kind="slice"):
    """The slices of a `slice_table`: rate, interval and size; in the order of their numbers if they have numbers."""
    if all(isinstance(name, int) for name in table["slice"]):
        table = table.sort_values("slice", kind="stable", ignore_index=True)
    total = 100 * table["right"].sum() / table["n"].sum()
    rates, low, high = (100 * table[column] for column in ("rate", "low", "high"))
    large = rates[~table["small"]] if (~table["small"]).any() else rates
    figure, axes = canvas(
        f"{title}: {large.min():.0f}% to {large.max():.0f}%", "score and 95% Wilson interval, %",
        f"{kind}: right of n", size=(7.2, 1.4 + 0.23 * len(table)), left=1.95,
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
    axes.set_yticklabels(labels, fontsize=11)
    few = int(table["small"].sum())
    if few:
        axes.text(0.99, 0.96, "grey: few items", transform=axes.transAxes, ha="right", va="top", fontsize=NOTE)
    return Picture(
        figure,
        f"A dot and a bar for each of {len(table)} slices, around {total:.1f}% for all: {rates.min():.1f}% to "
        f"{rates.max():.1f}%; {few} with few items in grey.",
    )


def by_group(first, second, groups, right_first, n_first, right_second, n_second):
    """Two systems in each group and in total; the area of a dot is the number of its items."""
    cells = [(*zip(right_first, n_first, strict=True),), (*zip(right_second, n_second, strict=True),)]
    columns = [*groups, "in total"]
    counts = [[*one, (sum(k for k, _ in one), sum(n for _, n in one))] for one in cells]
    rates = [[100 * k / n for k, n in one] for one in counts]
    lead = [np.sign(a - b) for a, b in zip(*rates, strict=True)]
    words = {1: "ahead", -1: "behind", 0: "level"}
    every = "both groups" if len(groups) == 2 else f"all {len(groups)} groups"
    groupwise = f"{words[lead[0]]} in {every}" if len({*lead[:-1]}) == 1 else "ahead in some groups"
    title = f"{first.capitalize()}: {groupwise}, {words[lead[-1]]} in total"
    figure, axes = canvas(title, "", "success, %", size=(7.2, 4))
    axes.set_xlabel("dot: its area is the number of cases")
    largest = max(n for one in counts for _, n in one)
    for one, rate, colour, marker, shift in zip(counts, rates, (BLUE, ORANGE), "os", (-0.22, 0.22), strict=True):
        for x, ((k, n), y) in enumerate(zip(one, rate, strict=True)):
            size = 380 * n / largest
            axes.scatter(x + shift, y, s=size, color=colour, marker=marker, alpha=0.9, edgecolor="white", zorder=3)
            axes.annotate(
                f"{k:.0f}/{n:.0f}", (x + shift, y), (0, -28), textcoords="offset points", ha="center", fontsize=NOTE
            )
    axes.axvline(len(groups) - 0.5, color=GREY, linewidth=1, linestyle=":")
    low, high = min(map(min, rates)), max(map(max, rates))
    axes.set(xlim=(-0.6, len(columns) - 0.4), ylim=(low - 10, high + 14), xticks=range(len(columns)))
    axes.set_xticklabels(columns)
    axes.text(0.02, 0.96, f"blue, round: {first}\norange, square: {second}", transform=axes.transAxes, va="top",
              fontsize=NOTE)  # fmt: skip
    listed = "; ".join(
        f"{column} {a:.1f}% against {b:.1f}%" for column, a, b in zip(columns, rates[0], rates[1], strict=True)
    )
    return Picture(figure, f"{first} against {second}: {listed}.")


def quarters(months, right, kinds, cutoff):
    """Score by quarter with its 95% interval, in one mix of all kinds and for the hard ones; the end of training.

    `months` are texts such as "2023-05"; a last quarter of fewer than 30 problems joins the one before. The mix is that
    of all problems; the cut-off is the start of a quarter.
    """
    year, month = np.array([m.split("-") for m in months], dtype=int).T
    quarter = 4 * year + (month - 1) // 3
    joined = bool(np.sum(quarter == quarter.max()) < 30)
    quarter = np.minimum(quarter, quarter.max() - joined)
    (right, kinds), each = map(np.asarray, (right, kinds)), np.unique(quarter)
    names, mix = np.unique(kinds, return_counts=True)
    cells = [[right[(quarter == q) & (kinds == kind)] for kind in names] for q in each]
    k, n = (np.array([[how(cell) for cell in row] for row in cells]) for how in (np.sum, len))
    hard, end = list(names).index("hard"), 4 * int(cutoff[:4]) + (int(cutoff[5:]) - 1) / 3
    lines = {
        "one mix": [standardised_rate(*row, weights=mix) for row in zip(k, n, strict=True)],
        "hard": [wilson_interval(a[hard], b[hard]) for a, b in zip(k, n, strict=True)],
    }
    sides = [
        standardised_rate(k[side].sum(axis=0), n[side].sum(axis=0), weights=mix).estimate
        for side in (each < end, each >= end)
    ]
    figure, axes = canvas(
        f"In one mix: {100 * sides[0]:.0f}% before the cut-off, {100 * sides[1]:.0f}% after",
        "quarter of the contest" + (" (the last one: four months)" if joined else ""), "solved, %, and 95% interval",
        size=(7.2, 4.2),
    )  # fmt: skip
    for (name, line), colour, marker, shift in zip(lines.items(), (BLUE, ORANGE), "os", (-0.06, 0.06), strict=True):
        low, high, rate = (100 * np.array([getattr(x, end) for x in line]) for end in ("low", "high", "estimate"))
        axes.vlines(each + shift, low, high, color=colour, linewidth=2)
        axes.plot(each + shift, rate, marker, color=colour, markersize=7)
        axes.text(each[-1] + 0.25, rate[-1], {"hard": "hard\nproblems"}.get(name, "all, in\none mix"), va="center",
                  fontsize=NOTE)  # fmt: skip
    axes.axvline(end - 0.5, color=INK, linewidth=1.2, linestyle="--")
    axes.text(end - 0.46, 103, "training data said to end", fontsize=NOTE, va="top")
    axes.set(ylim=(0, 104), xticks=each, xlim=(each[0] - 0.6, each[-1] + 1.2))
    axes.set_xticklabels([f"{q // 4}\nQ{q % 4 + 1}" for q in each], fontsize=10)
    figure.subplots_adjust(bottom=0.19)
    listed = "; ".join(f"{name} {', '.join(f'{100 * x.estimate:.0f}%' for x in line)}" for name, line in lines.items())
    return Picture(figure, f"Two rows of dots with bars, quarter by quarter from {months.min()}: {listed}.")


def gaps(right_public, n_public, right_fresh, n_fresh):
    """The gap of each model between public and fresh items, sorted, with its 95% interval."""
    interval = newcombe_interval(right_public, n_public, right_fresh, n_fresh)
    order = np.argsort(interval.estimate, kind="stable")
    low, high, gap = (100 * np.asarray(x)[order] for x in (interval.low, interval.high, interval.estimate))
    above, below = int((low > 0).sum()), int((high < 0).sum())
    figure, axes = canvas(
        f"{above} of {len(gap)} clearly better on public items, {below} clearly worse",
        f"{len(gap)} models, by their gap", "public minus fresh, points", size=(7.2, 3.8),
    )  # fmt: skip
    for i, (left, right, middle) in enumerate(zip(low, high, gap, strict=True)):
        colour = ORANGE if left > 0 or right < 0 else GREY
        axes.plot([i, i], [left, right], color=colour, linewidth=2.2)
        axes.plot(i, middle, "o", color=INK, markersize=3)
    axes.axhline(0, color=INK, linewidth=1.2, linestyle="--")
    axes.text(0.02, 0.95, "orange: the 95% interval leaves out zero", transform=axes.transAxes, va="top", fontsize=NOTE)
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
        middle.text(min(max(100 * value, 55), 90), 0.2 - row, f"{name}: {100 * value:.1f}%", ha="center", fontsize=NOTE)
    middle.set(xlim=(min(40, 100 * total.low), 105), ylim=(-1.6, 0.8), xlabel="score and 95% Wilson interval, %")
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
