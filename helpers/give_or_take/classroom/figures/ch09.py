"""Pictures of chapter 9: intervals around what a judge says, estimates with and without it, what labels buy."""

import numpy as np

from give_or_take.classroom.figures import BLUE, GREY, INK, NOTE, ORANGE, PALE_BLUE, Picture, canvas
from give_or_take.intervals import wilson_interval
from give_or_take.judges import corrected_rate


def more_verdicts(sizes, reported, truth):
    """The interval of the verdicts for each number of them, as many passing as expected; the truth dashed."""
    intervals = {n: wilson_interval(round(n * reported), n) for n in sizes}
    inside = [n for n in sizes if intervals[n].low <= truth <= intervals[n].high]
    title = f"{100 * truth:.0f}% lies inside with {_few(inside)} verdicts"
    figure, axes = canvas(title, "passed by the judge, %, if as many pass as expected", "", size=(7.2, 2.9), left=1.5)
    for row, (n, interval) in enumerate(intervals.items()):
        colour = BLUE if n in inside else ORANGE
        ends = [100 * interval.low, 100 * interval.high]
        axes.plot(ends, [-row, -row], color=colour, linewidth=6, solid_capstyle="butt")
        axes.plot(100 * interval.estimate, -row, "o", color=INK, markersize=7)
        axes.text(-0.02, -row, f"{n:,} verdicts", transform=axes.get_yaxis_transform(), ha="right", va="center")
    axes.axvline(100 * truth, color=INK, linewidth=1.5, linestyle="--")
    axes.text(100 * truth, 0.75, "people ", ha="right", va="top", fontsize=NOTE)
    axes.set_ylim(-len(sizes) + 0.4, 0.8)
    listed = "; ".join(f"{n:,}: {100 * i.low:.1f} to {100 * i.high:.1f}" for n, i in intervals.items())
    return Picture(
        figure,
        f"Intervals around the {100 * reported:.0f}% that the judge passes, by the number of verdicts: {listed}. "
        f"People say {100 * truth:.0f}%, dashed, which lies inside with {_few(inside)} verdicts.",
    )


def _few(sizes):
    return " and ".join(f"{n:,}" for n in sizes) or "none"


def two_heaps(alone, with_judge, truth):
    """Two heaps of estimates, one above the other, in percent; the truth dashed."""
    heaps = {"labels alone": 100 * np.asarray(alone), "with the judge": 100 * np.asarray(with_judge)}
    spread = [heap.std() for heap in heaps.values()]
    figure, panels = canvas(
        f"Labels alone spread by {spread[0]:.1f} points, with the judge by {spread[1]:.1f}",
        "estimate, %", "tests", size=(7.2, 4.8), rows=2, sharex=True, sharey=True,
    )  # fmt: skip
    edges = np.arange(np.floor(min(map(min, heaps.values()))) - 0.5, max(map(max, heaps.values())) + 1.5)
    for axes, colour, (name, heap) in zip(panels, (GREY, BLUE), heaps.items(), strict=True):
        axes.hist(heap, edges, color=colour)
        axes.axvline(100 * truth, color=INK, linewidth=1.5, linestyle="--")
        axes.text(0.02, 0.95, name, transform=axes.transAxes, va="top", fontsize=NOTE)
    return Picture(
        figure,
        f"Two heaps of {len(alone):,} estimates around {100 * truth:.0f}%, dashed. From labels alone they spread by "
        f"{spread[0]:.1f} points, with the judge by {spread[1]:.1f}.",
    )


def what_labels_buy(sensitivity, lenient, labels, verdicts):
    """What a judge of so many answers reports where people say 85%, and two intervals: with the judge, labels alone."""
    n, truth = verdicts, 0.85
    counts = np.array([truth * sensitivity, truth * (100 - sensitivity), (1 - truth) * lenient])  # of 100
    passed, missed, fooled = np.round(n * counts / 100).astype(int)
    correct = np.repeat([1.0, 1.0, 0.0, 0.0], [passed, missed, fooled, n - passed - missed - fooled])
    judged = np.repeat([1, 0, 1, 0], [passed, missed, fooled, n - passed - missed - fooled])
    # Answers of each kind are read in proportion, at even distances.
    order = np.floor((np.arange(n) + 0.5) * labels / n)
    read = np.flatnonzero(np.diff(order, prepend=-1) > 0)[:labels]
    seen = np.full(n, np.nan)
    seen[read] = correct[read]
    rate = corrected_rate(judged, seen)
    reported = (passed + fooled) / n
    rows = {
        "the judge": (100 * reported, *(100 * end for end in _ends(wilson_interval(passed + fooled, n)))),
        "labels alone": (100 * rate.labels_alone.estimate, *(100 * end for end in _ends(rate.labels_alone))),
        "labels and judge": (100 * rate.estimate, *(100 * end for end in _ends(rate))),
    }
    title = f"The judge says {100 * reported:.1f}%; {labels} labels count for {rate.worth:.0f}"
    figure, axes = canvas(title, "correct, %", "", size=(8.6, 3.2), left=1.7)
    for row, ((name, (x, low, high)), colour) in enumerate(zip(rows.items(), (ORANGE, PALE_BLUE, BLUE), strict=True)):
        axes.plot([low, high], [-row, -row], color=colour, linewidth=6, solid_capstyle="butt")
        axes.plot(x, -row, "o", color=INK, markersize=7)
        axes.text(-0.02, -row, name, transform=axes.get_yaxis_transform(), ha="right", va="center")
    axes.axvline(100 * truth, color=INK, linewidth=1.5, linestyle="--")
    axes.set(xlim=(39, 101), ylim=(-2.6, 0.8))
    axes.text(100 * truth, 0.75, "people ", ha="right", va="top", fontsize=NOTE)
    listed = "; ".join(f"{name} {x:.1f}, from {low:.1f} to {high:.1f}" for name, (x, low, high) in rows.items())
    return Picture(
        figure,
        f"Three estimates with intervals where people say {100 * truth:.0f}%: {listed}. With the judge, {labels} "
        f"labels count for {rate.worth:.0f}.",
    )


def _ends(interval):
    return float(interval.low), float(interval.high)
