"""Pictures of chapter 3: bars that keep their promise, and one that does not."""

import numpy as np

from give_or_take.classroom.figures import BLUE, GREY, INK, NOTE, PALE_BLUE, SHADE, Picture, canvas
from give_or_take.classroom.figures.parts import bars_against_truth
from give_or_take.intervals import METHODS, average_coverage, coverage, wald_interval, wilson_interval

_RATES = np.arange(0.5, 0.9995, 0.0005)  # the true rates of the saw
_FLOOR = 80  # percent; where the saw's axis ends


def bars(interval, n, truth):
    """Many intervals of one method, of tests of `n` items, against the truth (a fraction): which of them miss it."""
    label = f"score and {100 * interval.level:g}% {interval.method} interval, %"
    return bars_against_truth(*interval, interval.estimate, truth, label, f"of {n} items")


def which_rates_stay(k, n):
    """How far a score lies from each rate, by that rate's own standard error (Wilson) and by one for all (Wald)."""
    score, ends = 100 * k / n, {}
    lower = "Lower" if score > 50 else "Higher"
    title = f"{lower} rates are harder to rule out: scores scatter more"
    figure, axes = canvas(title, "rate that might be the truth, %", f"standard errors to {score:g}%")
    for colour, style, interval in ((GREY, "--", wald_interval(k, n)), (BLUE, "-", wilson_interval(k, n))):
        ends[colour] = low, high = 100 * interval.low, 100 * interval.high
        rates = np.linspace(max(score - 1.7 * (score - low), 0.1), min(score + 1.7 * (high - score), 99.9), 300)
        at = score if colour == GREY else rates
        error = np.sqrt(at * (100 - at) / n)
        axes.plot(rates, abs(score - rates) / error, style, color=colour, gid="click 3" if colour == GREY else None)
        axes.plot([low, high], [1.96, 1.96], "o", color=colour, markersize=7, gid="click 3")
        if colour == BLUE:
            axes.hlines(1.96, low, high, color=PALE_BLUE, linewidth=8, zorder=0, gid="click 3")  # the rates that stay
    axes.axhline(1.96, color=INK, linewidth=1.2, gid="click 2")
    step = 0.02 * np.ptp(axes.get_xlim())
    for colour, (low, high) in ends.items():
        for end, outer, side in ((low, min, -1), (high, max, 1)):
            side *= 1 if end == outer(pair[end == high] for pair in ends.values()) else -1
            outside = (side > 0) == (end == high)
            axes.text(end + side * step, 1.88 if outside else 2.06, f"{end:.1f}%", color=colour, fontsize=NOTE,
                      ha="left" if side > 0 else "right", va="top" if outside else "bottom", gid="click 3")  # fmt: skip
    left, right = axes.get_xlim()
    axes.text(left + step, 0.1, "dashed: Wald, one\nstandard error for all", color=GREY, fontsize=NOTE, gid="click 3")
    words = "solid: Wilson, each\nrate has its own"
    axes.text(right - step, 0.1, words, ha="right", color=BLUE, fontsize=NOTE, gid="click 3")
    axes.set(ylim=(0, 3.2), yticks=[0, 1, 1.96, 3], yticklabels=["0", "1", "1.96", "3"])
    wilson, wald = ("{:.1f}% and {:.1f}%".format(*ends[colour]) for colour in (BLUE, GREY))
    return Picture(
        figure,
        f"Two V-shaped lines, their foot at {score:g}%. They reach 1.96 standard errors at {wilson} (Wilson, each by "
        f"its own standard error) and at {wald} (Wald, one standard error for all).",
    )


def saw(n, *methods):
    """Exact coverage of 95% intervals over true rates from 50% to 100%; the last method stands out."""
    low, high = METHODS[methods[-1]].ends(np.arange(n + 1.0), float(n), 0.95)
    ends = np.concatenate([low, high])
    teeth = [ends * (1 - 1e-9), ends * (1 + 1e-9)]  # just beside an end, where the coverage jumps
    rates = np.unique(np.clip(np.concatenate([_RATES, *teeth]), 0.5, 1 - 1e-9))
    curves = {method: 100 * coverage(method, n, rates) for method in methods}
    means = {method: 100 * average_coverage(method, n) for method in methods}
    listed = ", ".join(f"{METHODS[method].name} {mean:.1f}%" for method, mean in reversed(means.items()))
    title = f"{n} items, on average: {listed}"
    figure, axes = canvas(title, "true rate, %", "intervals that hold it, %", size=(8.6, 3.8))
    for method, curve in curves.items():
        stands_out = method == methods[-1]
        axes.plot(100 * rates, curve, color=BLUE if stands_out else GREY, linewidth=1.7 if stands_out else 0.9)
    axes.axhline(95, color=INK, linewidth=1.4, linestyle="--", zorder=5)
    axes.text(50.4, 96.8, "dashed: the 95% that is promised", va="bottom", fontsize=NOTE)
    key = [f"{METHODS[m].name}: {'thick, blue' if m == methods[-1] else 'thin, grey'}" for m in methods]
    key += [f"({METHODS[m].name} falls to 0% next to 100%)" for m, c in curves.items() if c[-1] < 1]
    axes.text(0.02, 0.05, "\n".join(key), transform=axes.transAxes, fontsize=NOTE)
    axes.set(xlim=(50, 100.2), ylim=(_FLOOR, 100.5), yticks=range(_FLOOR, 101, 5))
    found = "; ".join(
        f"{METHODS[m].name}: lowest {c.min():.1f}% (at a true rate of {100 * rates[c.argmin()]:.1f}%), "
        f"average {means[m]:.1f}%, highest {c.max():.1f}%"
        for m, c in curves.items()
    )
    return Picture(
        figure,
        f"A line with teeth like a saw: how many intervals hold the truth, by true rate, {n} items. {found}.",
    )


def by_kind(kinds, successes, sizes, label):
    """One row a kind of item: its rate, with Wilson's interval above and Wald's below, both 95%."""
    wald, wilson = wald_interval(successes, sizes), wilson_interval(successes, sizes)
    beyond = int(np.sum((wald.low < 0) | (wald.high > 1)))
    flat = int(np.sum(wald.width == 0))
    title = f"Wald's intervals: {beyond} leave the scale, {flat} have no width"
    figure, axes = canvas(title, "solved, %", label, size=(7.2, 4.4), left=1.5)
    rows = np.arange(len(kinds))[::-1]
    left, right = 100 * min(-0.15, wald.low.min()), 100 * max(1, wald.high.max())
    for beyond_the_scale in [(left, 0), (100, right)][: 1 + (right > 100)]:
        axes.axvspan(*beyond_the_scale, color=SHADE)
    axes.hlines(rows + 0.15, 100 * wilson.low, 100 * wilson.high, color=BLUE, linewidth=6)
    axes.hlines(rows - 0.2, 100 * wald.low, 100 * wald.high, color=GREY, linewidth=3)
    axes.plot(100 * wald.low, rows - 0.2, "|", 100 * wald.high, rows - 0.2, "|", color=GREY, markersize=9)
    axes.plot(100 * wald.estimate, rows, "o", color=INK, markersize=6, clip_on=False)
    axes.set_yticks(rows, [f"{kind} ({k}/{n})" for kind, k, n in zip(kinds, successes, sizes, strict=True)],
                    fontsize=NOTE)  # fmt: skip
    axes.grid(False)
    axes.text(left / 2, rows[0] + 0.3, "impossible", rotation=90, ha="center", va="top", fontsize=NOTE)
    key = "thick, blue: 95% Wilson interval\nthin, grey: 95% Wald interval\ndot: score"
    axes.text(0.98, 0.5, key, transform=axes.transAxes, ha="right", fontsize=NOTE)
    axes.set(xlim=(left, right), ylim=(-0.6, len(kinds) - 0.4))
    listed = "; ".join(
        f"{kind}: {k} of {n}, Wilson {100 * low:.1f}% to {100 * high:.1f}%"
        for kind, k, n, low, high in zip(kinds, successes, sizes, *wilson, strict=True)
    )
    return Picture(
        figure,
        f"Two bars a row, by {label}. {listed}. Wald's interval leaves 0% to 100% in {beyond} rows and has "
        f"no width in {flat}.",
    )


def three_methods(wrong, n, level):
    """The intervals of the chapter's three methods with so many wrong of `n`, at a level in percent."""
    k, methods = max(n - wrong, 0), ("wald", "wilson", "clopper-pearson")
    figure, axes = canvas(f"{k} of {n}: three {level:g}% intervals", "rate, %", "method", size=(7.2, 2.4), left=1.7)
    ends = _interval_bars(axes, methods, k, n, level)
    named = zip(methods, ends, strict=True)
    listed = "; ".join(f"{METHODS[m].name} {low:.1f}% to {high:.1f}%" for m, (low, high) in named)
    return Picture(figure, f"Three bars for {k} of {n} at {level:g}%: {listed}.")


def _interval_bars(axes, methods, k, n, level):
    """One bar a method from the top down, with its ends in percent beside it; returns these ends."""
    ends = [[100 * float(end) for end in METHODS[m].ends(np.float64(k), np.float64(n), level / 100)] for m in methods]
    for row, (method, (low, high)) in enumerate(zip(methods, ends, strict=True)):
        colour = BLUE if method == "wilson" else GREY
        axes.plot([low, high], [row, row], color=colour, linewidth=6, solid_capstyle="butt")
        if low == high:
            axes.plot(low, row, "|", color=colour, markersize=12, markeredgewidth=2)
        axes.text(max(low, -12) - 1.5, row, f"{low:.1f}", ha="right", va="center", fontsize=NOTE)
        axes.text(min(high, 112) + 1.5, row, f"{high:.1f}", ha="left", va="center", fontsize=NOTE)
    axes.plot([100 * k / n] * 2, [-0.6, len(methods) - 0.4], color=INK, linewidth=1, linestyle=":")
    for beyond in ((-32, 0), (100, 132)):
        axes.axvspan(*beyond, color=SHADE)
    axes.set_yticks(range(len(methods)), [METHODS[m].name for m in methods], fontsize=NOTE)
    axes.set(ylim=(len(methods) - 0.4, -0.8), xlim=(-32, 132), xticks=range(0, 101, 20))
    axes.grid(False)
    return ends
