"""Pictures of chapter 10: what a winner shows and gets, and a p-value that is watched through a night."""

import numpy as np
from scipy.special import betaln
from scipy.stats import norm

from give_or_take.classroom.figures import BLUE, GREY, INK, NOTE, ORANGE, Picture, canvas
from give_or_take.looks import _constant
from give_or_take.paired import mcnemar_test

ITEMS, FLIPS = 1_000, 0.12  # of a night, and the share of them on which only one prompt is right
LEVEL = 0.05


def shown_and_later(shown, later):
    """Two heaps, in percent: what each winner showed on the items that chose it, and what it got on the others."""
    heaps = {"on the pairs that chose it": 100 * np.asarray(shown), "on the others": 100 * np.asarray(later)}
    means = [heap.mean() for heap in heaps.values()]
    title = f"The winner shows {means[0]:.1f}% and gets {means[1]:.1f}%"
    figure, panels = canvas(title, "score of the winner, %", "draws", size=(7.2, 4.8), rows=2, sharex=True, sharey=True)
    edges = np.arange(np.floor(min(map(min, heaps.values()))) - 0.5, max(map(max, heaps.values())) + 1.5)
    for axes, colour, (name, heap) in zip(panels, (ORANGE, BLUE), heaps.items(), strict=True):
        axes.hist(heap, edges, color=colour)
        axes.axvline(heap.mean(), color=INK, linewidth=1.5, linestyle="--")
        axes.text(0.02, 0.95, name, transform=axes.transAxes, va="top", fontsize=NOTE)
    return Picture(
        figure,
        f"Two heaps of {len(shown):,} scores of a winner. On the pairs that chose it they lie around {means[0]:.1f}%, "
        f"on the others around {means[1]:.1f}%; both means are dashed.",
    )


def one_night(night, looks, gain):
    """One run of two prompts over 1,000 items, watched: the p-value after each item, the looks, a plan, and the bet.

    On 12% of the items only one prompt is right. `gain` is the true gain of the new prompt, in points.
    """
    half = gain / 200
    kinds = np.random.default_rng(night).choice(3, p=[1 - FLIPS, FLIPS / 2 + half, FLIPS / 2 - half], size=ITEMS)
    new, old = np.cumsum(kinds == 1), np.cumsum(kinds == 2)
    p = mcnemar_test(new, old).p_value
    bet = np.exp(-np.maximum((new + old) * np.log(2) + betaln(new + 1, old + 1), 0))  # 1/money, at most 1
    at = np.arange(1, looks + 1) * ITEMS // looks - 1
    asks = 2 * norm.sf(_constant(looks, LEVEL, 0.5) * np.sqrt(looks / np.arange(1, looks + 1)))
    below, stopped, won = at[p[at] < LEVEL], at[p[at] <= asks], np.flatnonzero(bet <= LEVEL)
    seen = f"p < 0.05 at {len(below)} of {looks} looks" if looks > 1 else f"p = {p[-1]:.2g} at the end"
    ends = [f"{what}s at {when[0] + 1:,}" if when.size else f"never {what}s" for what, when in
            (("stop", stopped), ("win", won))]  # fmt: skip
    figure, axes = canvas(f"{seen}; plan {ends[0]}; bet {ends[1]}", "items so far", "p-value", size=(8.6, 4), left=0.9)
    items = np.arange(1, ITEMS + 1)
    axes.plot(items, np.log10(p), color=GREY, linewidth=1.2)
    axes.plot(items, np.log10(bet), color=BLUE, linewidth=2)
    axes.plot(at + 1, np.log10(p[at]), "o", color=GREY, markersize=7)
    axes.plot(below + 1, np.log10(p[below]), "o", color=ORANGE, markersize=9)
    lowest = min(-3.4, np.log10(min(p.min(), bet.min())) - 0.5)
    for n, ask in zip(at + 1, np.log10(asks), strict=True):
        if ask > lowest:
            axes.plot([n - 16, n + 16], [ask, ask], color=INK, linewidth=3, solid_capstyle="butt")
    axes.axhline(np.log10(LEVEL), color=INK, linewidth=1.2, linestyle="--")
    axes.set(xlim=(0, ITEMS * 1.02), ylim=(lowest, 0.15))
    ticks = [1, 0.2, 0.05, 0.01, 0.001]
    axes.set_yticks(np.log10(ticks), [f"{tick:g}" for tick in ticks])
    words = "grey: p, dots: looks · strokes: the plan · blue: the bet"
    axes.text(0.99, 0.02, words, transform=axes.transAxes, ha="right", va="bottom", fontsize=NOTE)
    first = f", first after {below[0] + 1:,} items" if below.size else ""
    return Picture(
        figure,
        f"One run of {ITEMS:,} items, with a true gain of {gain:g} points. McNemar's p-value wanders and ends at "
        f"{p[-1]:.2g}; at {len(below)} of {looks} looks it is below {LEVEL}{first}. The plan {ends[0]}, and "
        f"the bet {ends[1]}; its p-value ends at {bet[-1]:.2g}.",
    )
