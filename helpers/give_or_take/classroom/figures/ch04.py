"""Pictures of chapter 4: what luck deals out, a difference, two worlds, and the planner."""

import numpy as np
from scipy.stats import norm

from give_or_take.classroom.figures import BLUE, GREY, INK, NOTE, ORANGE, PALE_BLUE, Picture, canvas
from give_or_take.classroom.figures.parts import nothing
from give_or_take.differences import newcombe_interval
from give_or_take.intervals import wilson_interval
from give_or_take.power import _hills, _share, plan_two_runs, power_two_rates


def deals(gaps, seen):
    """Differences of scores dealt out at random, in points; those at least as far apart as the ones seen stand out."""
    values, times = np.unique(gaps, return_counts=True)
    far = abs(values) >= seen - 1e-9
    share = _share(100 * np.mean(abs(np.asarray(gaps)) >= seen - 1e-9))
    title = f"{seen:g} points or more apart: {share} of the shuffles"
    figure, axes = canvas(title, "new minus old, points", "how many of the shuffles")
    width = 0.8 * np.diff(values).min(initial=np.inf)
    axes.bar(values, times, width if np.isfinite(width) else 1, color=np.where(far, ORANGE, PALE_BLUE))
    axes.grid(False)
    return Picture(
        figure,
        f"Upright bars of the difference in {len(gaps):,} shuffles, from {values[0]:g} to {values[-1]:g} points. Those "
        f"at {seen:g} points or more, up or down, are orange: {share}.",
    )


def two_hills(same, real, reach):
    """Differences in a world without a change and in one with a gain, in points, and what lies beyond the limits."""
    alarms, found = (_share(100 * np.mean(abs(np.asarray(one)) > reach)) for one in (same, real))
    gain = np.mean(real)
    title = f"Two worlds: nothing changed, and {gain:.2g} points better"
    figure, axes = canvas(title, "new minus old, points", "how many of the tests")
    edges = np.arange(min(np.min(same), np.min(real)) - 0.5, max(np.max(same), np.max(real)) + 1)
    far = abs(edges[:-1] + 0.5) > reach
    for order, (hill, beyond, line) in enumerate(((real, PALE_BLUE, BLUE), (same, ORANGE, GREY))):
        heights, _ = np.histogram(hill, edges)
        axes.bar(edges[:-1][far], heights[far], 1, align="edge", color=beyond, zorder=1 + order / 10)
        axes.stairs(heights, edges, color=line, linewidth=2, zorder=2)
    top = 1.05 * axes.dataLim.ymax
    axes.plot([-reach, -reach], [0, top], color=INK, linewidth=1.2, linestyle="--")
    axes.plot([reach, reach], [0, top], color=INK, linewidth=1.2, linestyle="--")
    axes.text(-1.1 * reach, 0.8 * top, "grey: nothing\nchanged", ha="right", va="center", fontsize=NOTE)
    words = f"blue: {gain:.2g} points better,\n{found} found"
    axes.text(1.1 * reach, 0.8 * top, words, va="center", fontsize=NOTE)
    axes.text(-1.1 * reach, 0.35 * top, f"orange: {alarms}\nfalse alarms", ha="right", va="center", fontsize=NOTE)
    axes.grid(False)
    axes.set(ylim=(0, top), yticks=[])
    return Picture(
        figure,
        f"Two hills of differences, at zero and at {gain:.2g} points. Beyond the dashed lines at ±{reach:.1f} points "
        f"lie {alarms} of the first, in orange, and {found} of the second, in pale blue.",
    )


def arrows(power):
    """How far apart two bell curves stand, in standard errors of the difference, for a power in percent."""
    limit, further = norm.ppf(0.975), norm.ppf(power / 100)
    top = limit + further
    title = f"A power of {power:g}% takes a gain of {top:.1f} standard errors"
    figure, axes = canvas(title, "new minus old, in standard errors of the difference", "how often", size=(8.6, 4))
    x = np.linspace(-3.3, top + 3.3, 500)
    beyond = x >= limit
    axes.fill_between(x[beyond], norm.pdf(x[beyond], top), color=PALE_BLUE)
    axes.plot(x, norm.pdf(x), color=GREY)
    axes.plot(x, norm.pdf(x, top), color=BLUE)
    axes.plot([limit, limit], [0, 0.5], color=INK, linewidth=1.2, linestyle="--")
    for start, end, size, place in ((0, limit, limit, 0.43), (limit, top, further, 0.43)):
        axes.annotate("", (end, place), (start, place), arrowprops={"arrowstyle": "->", "color": INK, "linewidth": 1.6})
        axes.text((start + end) / 2, place + 0.01, f"{size:.2f}", ha="center", va="bottom", fontsize=NOTE)
    axes.text(-0.2, 0.41, "nothing changed", ha="right", va="bottom", fontsize=NOTE)
    axes.text(top + 0.2, 0.41, "the gain is real", ha="left", va="bottom", fontsize=NOTE)
    axes.text(top + 0.1, 0.15, f"{power:g}%", ha="center", fontsize=NOTE)
    axes.grid(False)
    axes.set(ylim=(0, 0.5), yticks=[])
    return Picture(
        figure,
        f"Two bell curves. An arrow of {limit:.2f} standard errors leads from the top of the first to a dashed line, "
        f"and another of {further:.2f} from there to the top of the second, of which {power:g}% lies beyond the line.",
    )


def apart(k_old, n_old, k_new, n_new):
    """Two scores with their Wilson intervals, and the Newcombe interval of their difference, all 95%."""
    old, new = wilson_interval(k_old, n_old), wilson_interval(k_new, n_new)
    gap = newcombe_interval(k_new, n_new, k_old, n_old)
    overlap = "overlap" if max(old.low, new.low) <= min(old.high, new.high) else "do not overlap"
    zero = "holds zero" if 0 in gap else "leaves out zero"
    despite = overlap == "overlap" and 0 not in gap
    title = f"The interval of the difference {zero}" + ", though the two bars overlap" * despite
    figure, (left, right) = canvas(title, "score, %", "", size=(8.6, 2.9), columns=2, width_ratios=(1.3, 1))
    for row, (name, k, n, interval) in enumerate((("new", k_new, n_new, new), ("old", k_old, n_old, old))):
        low, high = (100 * end for end in interval)
        left.plot([low, high], [-row, -row], color=BLUE, linewidth=7, solid_capstyle="butt")
        left.plot(100 * k / n, -row, "o", color=INK, markersize=9)
        left.text(100 * k / n, 0.28 - row, f"{name}: {k} of {n}", ha="center", fontsize=NOTE)
    left.set(ylim=(-1.6, 1))
    low, high = (100 * end for end in gap)
    right.plot([low, high], [-0.5, -0.5], color=ORANGE, linewidth=7, solid_capstyle="butt")
    right.plot(100 * gap.estimate, -0.5, "o", color=INK, markersize=9)
    right.axvline(0, ymax=0.75, color=INK, linewidth=1.2, linestyle="--")
    reach = high - low
    right.text(low, -1.1, f"{low:+.1f}".replace("-", "−"), ha="left", fontsize=NOTE, backgroundcolor="white")
    right.text(high, -1.1, f"{high:+.1f}".replace("-", "−"), ha="right", fontsize=NOTE, backgroundcolor="white")
    right.set(xlabel="new minus old, points", ylim=(-1.6, 1), gid="click 2")
    right.set(xlim=(min(low, 0) - 0.25 * reach, max(high, 0) + 0.1 * reach))
    figure.suptitle(""), left.set_title(title, loc="left")
    left.text(0, 1, "95% Wilson intervals", transform=left.transAxes, va="top", fontsize=NOTE)
    right.text(0, 1, "95% Newcombe interval", transform=right.transAxes, va="top", fontsize=NOTE)
    return Picture(
        figure,
        f"Old {100 * old.low:.1f}% to {100 * old.high:.1f}%, new {100 * new.low:.1f}% to {100 * new.high:.1f}%: the "
        f"bars {overlap}. Their difference, new minus old, is {low:+.1f} to {high:+.1f} points: it {zero}.",
    )


PLANNER = (9.6, 4.2)  # inches


def planner(rate, rise, power):
    """How many items each for a rise; rate and power in percent, the rise in points."""
    p1, p2 = rate / 100, round((rate + rise) / 100, 9)
    if p2 >= 1:
        why = f"No plan: {rate:g}% plus {rise:g} points is {rate + rise:g}%, so choose less"
        return nothing(why, PLANNER, f"{why}.")
    plan = plan_two_runs(p1, p2, power / 100)
    figure, axes = canvas(
        f"{plan.n1:,} items for each system",
        "observed difference, points",
        "how often (heights scaled)",
        size=PLANNER,
    )
    _draw_hills(axes, p1, p2, plan.n1, 100 * power_two_rates(p1, p2, plan.n1))
    advice = (
        "If items come in groups, plan for more (chapter 8). If both systems get the same items, this plan does not "
        "apply (chapter 5)."
    )
    return Picture(
        figure,
        f"Two bell-shaped hills over the observed difference, for {plan.n1:,} items each: one at zero, nothing "
        f"changed, and one at {rise:+.3g} points; {power:g}% of it lies beyond the limits of the test. {plan}",
        f"{plan} {advice}",
    )


def _draw_hills(axes, p1, p2, n, found):
    """Both hills for a rise, with n items each, and what lies beyond the limits: `found` percent of the second."""
    effect, limit, spread = (float(100 * x) for x in _hills(p1, p2, n, n, 0.05, 2, "normal"))
    null_spread = limit / -norm.ppf(0.05 / 2)
    reach = 3.2 * max(null_spread, spread)
    x = np.linspace(-reach, effect + reach, 500)
    still, moved = norm.pdf(x, 0, null_spread), norm.pdf(x, effect, spread)
    top = max(still.max(), moved.max())
    for tail in (x >= limit, x <= -limit):
        axes.fill_between(x[tail], moved[tail] / top, color=PALE_BLUE)
        axes.fill_between(x[tail], still[tail] / top, facecolor="none", edgecolor=ORANGE, hatch="//////", linewidth=0)
    axes.plot(x, still / top, color=GREY)
    axes.plot(x, moved / top, color=BLUE)
    for edge in (limit, -limit):
        axes.plot([edge] * 2, [0, 1], color=INK, linewidth=1.2, linestyle="--")
    axes.text(0, 1.04, "no change", ha="right", va="bottom", fontsize=NOTE)
    axes.text(effect, 1.04, f"{effect:+.3g} points", ha="left", va="bottom", fontsize=NOTE)
    key = f"striped: 5% false alarms\nfilled: {_share(found)} found\nthe rest is missed"
    axes.text(0.01, 0.99, key, transform=axes.transAxes, va="top", fontsize=NOTE)
    axes.set(ylim=(0, 1.4), yticks=[])
    axes.locator_params(axis="x", nbins=8)
