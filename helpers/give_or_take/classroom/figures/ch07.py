"""Pictures of chapter 7: what a yes is worth, resamples, bars by two recipes, one pair of systems by several rulers."""

import numpy as np

from give_or_take.classroom.figures import BLUE, GREY, INK, NOTE, ORANGE, PALE_BLUE, Picture, canvas
from give_or_take.metrics import METRICS


def _points(x):
    return f"{x:+.1f}".replace("-", "\N{MINUS SIGN}")


def yes_and_no(right_yes, wrong_yes, wrong_no, right_no):
    """Two bars, the items with a yes and those with a no: what is right in blue, what is wrong in orange."""
    yes, no = right_yes + wrong_yes, right_no + wrong_no
    figure, axes = canvas(f"Of {yes:,} yeses, {right_yes:,} are right", "items", "", size=(7.2, 2.9), left=1.1)
    for row, right, wrong, name in ((1, right_yes, wrong_yes, "yes"), (0, right_no, wrong_no, "no")):
        axes.barh(row, right, color=BLUE, height=0.5)
        axes.barh(row, wrong, left=right, color=ORANGE, height=0.5)
        axes.text(-0.02, row, f"says {name}", transform=axes.get_yaxis_transform(), ha="right", va="center")
        for start, count, words in ((0, right, "right"), (right, wrong, "wrong")):
            axes.text(start + count / 2, row + 0.3, f"{count:,} {words}", ha="center", va="bottom", fontsize=NOTE)
    axes.set_ylim(-0.4, 1.7)
    return Picture(
        figure,
        f"Two bars. Of {yes:,} items with a yes, {right_yes:,} are right and {wrong_yes:,} wrong; of {no:,} with a no, "
        f"{right_no:,} are right and {wrong_no:,} wrong.",
    )


def resamples(values, estimate, label):
    """A histogram of what the resamples gave: the middle 95% in blue, the rest pale, the estimate dashed."""
    low, high = np.quantile(values, [0.025, 0.975])
    figure, axes = canvas(
        f"95% of {len(values):,} resamples: {low:.1f} to {high:.1f}", label, "resamples", size=(7.2, 3.4)
    )
    ends = np.linspace(low, high, 25)
    step = ends[1] - ends[0]
    below = np.arange(low, min(values) - step, -step)[::-1]
    above = np.arange(high, max(values) + step, step)
    edges = np.concatenate([below, ends[1:-1], above])
    counts, _ = np.histogram(values, edges)
    middle = (edges[:-1] > low - step / 2) & (edges[1:] < high + step / 2)
    axes.bar(edges[:-1], counts, np.diff(edges), align="edge", color=np.where(middle, BLUE, PALE_BLUE))
    axes.axvline(estimate, color=INK, linewidth=1.5, linestyle="--")
    axes.set_ylim(0, 1.15 * counts.max())
    axes.text(estimate, 1.13 * counts.max(), f" {estimate:.1f}, as seen", va="top", fontsize=NOTE)
    return Picture(
        figure,
        f"A heap of {len(values):,} resamples around {estimate:.1f}, dashed. The middle 95%, in blue, runs from "
        f"{low:.1f} to {high:.1f}.",
    )


def two_recipes(found, resampled, formula, n, truth):
    """Tests sorted by how many of n they found, a row each, in percent: their bars by the bootstrap, and by Wilson."""
    found = np.asarray(found)
    missed = [int(np.sum((bars[:, 0] > truth) | (bars[:, 1] < truth))) for bars in (resampled, formula)]
    figure, panels = canvas(
        f"{missed[0]:,} intervals miss by the bootstrap, {missed[1]:,} by Wilson", "recall, %", "",
        size=(7.2, 3.6), left=1.5, columns=2, sharex=True, sharey=True,
    )  # fmt: skip
    kinds, tests = np.unique(found, return_counts=True)
    for axes, bars, name in zip(panels, (resampled, formula), ("bootstrap", "Wilson"), strict=True):
        for hits in kinds:
            low, high = np.median(bars[found == hits], axis=0)
            out = low > truth or high < truth
            axes.plot([low, high], [hits, hits], color=ORANGE if out else BLUE, linewidth=2.4)
            axes.plot(100 * hits / n, hits, "D" if out else "o", color=ORANGE if out else BLUE, markersize=6)
        axes.axvline(truth, color=INK, linewidth=1.5, linestyle="--")
        axes.text(0.02, 0.99, name, transform=axes.transAxes, va="top", fontsize=NOTE)
    for hits, times in zip(kinds, tests, strict=True):
        words = f"{times:,} found {'all' if hits == n else hits}"
        panels[0].text(-0.03, hits, words, transform=panels[0].get_yaxis_transform(), ha="right", va="center")
    panels[0].set_ylim(kinds[0] - 0.6, n + 1.1)
    rows = ", ".join(f"{times:,} found {hits}" for hits, times in zip(kinds[::-1], tests[::-1], strict=True))
    return Picture(
        figure,
        f"{len(found):,} tests of {n}, sorted by how many were found ({rows}), an interval in each row, twice. By the "
        f"bootstrap {missed[0]:,} miss the true {truth:g}%, by Wilson {missed[1]:,}. Each row stands for all the tests "
        "that found as many, and is orange if they miss the dashed truth.",
    )


def rulers(names, ahead, margin):
    """One bar a ruler, in points; those that exclude zero are dark."""
    ahead, margin = np.asarray(ahead), np.asarray(margin)
    verdicts = np.where(abs(ahead) <= margin, "not shown", np.where(ahead > 0, "ahead", "behind"))
    title = f"TConvS2S by {len(names)} rulers: {', '.join(verdicts)}"
    figure, axes = canvas(
        title,
        "TConvS2S minus PtGen, points, with 95% intervals", "", size=(7.2, 3.2), left=1.6,
    )  # fmt: skip
    for row, (name, x, half) in enumerate(zip(names, ahead, margin, strict=True)):
        y, shade = -row, (ORANGE if x < 0 else BLUE) if half < abs(x) else GREY
        axes.plot([x - half, x + half], [y, y], color=shade, linewidth=6, solid_capstyle="butt")
        axes.plot(x, y, "o", color=INK, markersize=7)
        axes.text(x, y + 0.17, f"{_points(x)} ± {half:.1f}", ha="center", va="bottom", fontsize=NOTE)
        axes.text(-0.02, y, name, transform=axes.get_yaxis_transform(), ha="right", va="center")
    axes.axvline(0, color=INK, linewidth=1.2, linestyle="--")
    axes.set_ylim(0.4 - len(names), 0.7)
    listed = "; ".join(f"{name} {x:+.1f} ± {half:.1f}" for name, x, half in zip(names, ahead, margin, strict=True))
    return Picture(figure, f"TConvS2S minus PtGen with 95% intervals, in points, zero dashed: {listed}.")


def rates(positive, recall, false_alarms):
    """What a detector gets by four metrics, and what "always no" gets, from three percentages."""
    tp, fp = positive * recall / 100, (100 - positive) * false_alarms / 100
    counts = tp, fp, positive - tp, 100 - positive - fp
    names = {"precision": "precision", "recall": "recall", "F1": "f1", "accuracy": "accuracy"}
    of = {name: 100 * float(METRICS[metric](*counts)) for name, metric in names.items()}
    always = {"recall": 0, "F1": 0, "accuracy": 100 - positive}
    words = {name: f"{value:.1f}%" if np.isfinite(value) else "undefined" for name, value in of.items()}
    said = f"{words['precision']} of its yeses are right" if tp + fp else "It never says yes"
    label = 'blue: the detector, % · diamonds: "always no", which has no precision'
    figure, axes = canvas(f"{said}; accuracy {words['accuracy']}", label, "", size=(8.6, 3.4), left=1.1)
    for row, (name, value) in enumerate(of.items()):
        value = np.nan_to_num(value)
        axes.barh(-row, value, color=BLUE, height=0.5)
        axes.text(value + 2, -row, words[name], va="center", fontsize=NOTE)
        axes.text(-0.02, -row, name, transform=axes.get_yaxis_transform(), ha="right", va="center")
        if name in always:
            axes.plot(always[name], -row - 0.38, "D", color=ORANGE, markersize=8, clip_on=False)
    axes.set(xlim=(0, 115), ylim=(-3.7, 0.5), xticks=range(0, 101, 20))
    listed = ", ".join(f"{name} {said}" for name, said in words.items())
    return Picture(
        figure,
        f"{positive}% of the items are positive; the detector finds {recall}% of them and says yes to {false_alarms}% "
        f'of the others: {listed}. "Always no" has an accuracy of {100 - positive}%.',
    )
