"""Pictures of chapter 6: a score by its mix, two operations by group, the worst of many slices, gaps, the leak dial."""

import numpy as np

from give_or_take.classroom.figures import BLUE, GREY, INK, NOTE, ORANGE, PALE_BLUE, Picture, canvas
from give_or_take.contamination import fresh_gap, leaked_rate, leaked_share
from give_or_take.differences import newcombe_interval
from give_or_take.intervals import wilson_interval
from give_or_take.power import power_two_rates


def by_mix(easy, hard, months):
    """The score of one model for every mix of two kinds of question; each month is a dot, by its easy %."""
    low, high = sorted((easy, hard))
    title = f"One model, any score from {low:g}% to {high:g}%"
    figure, axes = canvas(title, "easy questions in the mix, %", "score, % right")
    axes.plot([0, 100], [hard, easy], color=BLUE)
    said = []
    for name, share in months.items():
        score = hard + share / 100 * (easy - hard)
        axes.plot(share, score, "o", color=ORANGE, markersize=11)
        where = {"ha": "right"} if share > 50 else {"ha": "left"}
        above = 14 if share > 50 else -24  # on the free side of the line
        axes.annotate(
            f"{name}: {score:g}%", (share, score), (0, above), textcoords="offset points", fontsize=NOTE, **where
        )
        said.append(f"{name} at {share:g}% easy questions, {score:g}%")
    axes.set(xlim=(-4, 104), ylim=(low - 6, high + 6))
    return Picture(
        figure,
        f"A straight line from {hard:g}% without easy questions to {easy:g}% with nothing else. Dots on it: "
        f"{'; '.join(said)}.",
    )


def worst_slice(worst, truth, n):
    """The worst slice's score in many tests, in %, where each slice has n questions and the true rate, in %."""
    values, times = np.unique(np.round(worst, 9), return_counts=True)
    missed = 100 * wilson_interval(np.rint(values * n / 100).astype(int), n).high < truth
    share = 100 * times[missed].sum() / times.sum()
    figure, axes = canvas(
        f"In {share:.0f}% of the tests the worst slice's interval misses",
        "score of the worst slice, % right",
        "how many of the tests",
    )
    axes.bar(values, times, 80 / n, color=np.where(missed, ORANGE, PALE_BLUE))
    axes.axvline(truth, color=INK, linewidth=1.2, linestyle="--")
    axes.text(
        truth - 0.6, 1.12 * times.max(), f"true rate of every slice: {truth:g}%", ha="right", va="top", fontsize=NOTE
    )
    words = f"orange: its 95% interval\nends below {truth:g}%"
    axes.text(0.02, 0.55, words, transform=axes.transAxes, va="top", fontsize=NOTE)
    axes.grid(False)
    axes.set(yticks=[], ylim=(0, 1.15 * times.max()))
    return Picture(
        figure,
        f"Upright bars of the worst slice's score in {times.sum():,} tests, from {values[0]:g}% to {values[-1]:g}%. "
        f"A dashed line at {truth:g}%. Orange are those whose 95% Wilson interval ends below it: {share:.0f}%.",
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
    axes.set_xlabel("the area of a dot: its number of cases")
    largest = max(n for one in counts for _, n in one)
    for one, rate, colour, marker, shift in zip(counts, rates, (BLUE, ORANGE), "os", (-0.22, 0.22), strict=True):
        square = np.pi / 4 if marker == "s" else 1  # Matplotlib's size of a marker is that of the square around it
        for x, ((_, n), y) in enumerate(zip(one, rate, strict=True)):
            size = 380 * square * n / largest
            axes.scatter(x + shift, y, s=size, color=colour, marker=marker, alpha=0.9, edgecolor="white", zorder=3)
            axes.annotate(f"{y:.0f}%", (x + shift, y), (0, 14), textcoords="offset points", ha="center", fontsize=NOTE)
    axes.axvline(len(groups) - 0.5, color=GREY, linewidth=1, linestyle=":")
    low, high = min(map(min, rates)), max(map(max, rates))
    axes.set(xlim=(-0.8, len(columns) - 0.2), ylim=(low - 8, high + 22), xticks=range(len(columns)))
    axes.set_xticklabels(columns)
    axes.set_yticks([tick for tick in axes.get_yticks() if low - 8 <= tick <= 100])
    for sign, name, colour, y in (("●", first, BLUE, 0.99), ("■", second, ORANGE, 0.89)):
        axes.text(0.01, y, sign, color=colour, transform=axes.transAxes, va="top", fontsize=NOTE)
        axes.text(0.04, y, name, color=INK, transform=axes.transAxes, va="top", fontsize=NOTE)
    listed = "; ".join(
        f"{column} {a:.1f}% against {b:.1f}%" for column, a, b in zip(columns, rates[0], rates[1], strict=True)
    )
    return Picture(figure, f"{first} against {second}: {listed}.")


def gaps(right_public, n_public, right_fresh, n_fresh, marked=()):
    """The gap of each model between public and fresh items, sorted, with its 95% interval; the `marked` are named."""
    interval = newcombe_interval(right_public, n_public, right_fresh, n_fresh)
    order = np.argsort(interval.estimate, kind="stable")
    low, high, gap = (100 * np.asarray(x)[order] for x in (interval.low, interval.high, interval.estimate))
    above, below = int((low > 0).sum()), int((high < 0).sum())
    figure, axes = canvas(
        f"{above} of {len(gap)} intervals lie above zero, {below} below",
        f"{len(gap)} models, by their gap", "public minus fresh, points", size=(8.6, 3.6),
    )  # fmt: skip
    figure.subplots_adjust(bottom=0.4 / 3.6)  # no ticks
    for i, (left, right, middle) in enumerate(zip(low, high, gap, strict=True)):
        axes.plot([i, i], [left, right], color=GREY, linewidth=2.2)
        if left > 0 or right < 0:  # a slide asks for their number first
            axes.plot([i, i], [left, right], color=ORANGE, linewidth=2.2, gid="click 2")
        axes.plot(i, middle, "o", color=INK, markersize=3)
    keys = [*right_public.keys()] if marked else []
    for name in marked:
        i = int(np.flatnonzero(order == keys.index(name))[0])
        place, shift, side = (high[i], (-5, -9), "right") if 2 * i > len(gap) else (low[i], (-4, -26), "left")
        axes.annotate(name, (i, place), shift, textcoords="offset points", ha=side, fontsize=NOTE)
    axes.axhline(0, color=INK, linewidth=1.2, linestyle="--")
    words = "orange: the 95% interval leaves out zero"
    axes.text(0.02, 0.95, words, transform=axes.transAxes, va="top", fontsize=NOTE, gid="click 2")
    axes.set(xticks=[], yticks=range(-5, 11, 5), xlim=(-1.5, len(gap) + 0.5))
    return Picture(
        figure,
        f"{len(gap)} dots with 95% Newcombe intervals, from {gap[0]:+.1f} to {gap[-1]:+.1f} points: {above} intervals "
        f"lie above zero, {below} below, {len(gap) - above - below} hold it. Each dot is the gap of one model, on the "
        f"bar of its interval.",
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
        axes.text(1, 0.3 - row, name, va="center", fontsize=NOTE)
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
