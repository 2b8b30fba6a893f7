"""Pictures of chapter 4: a difference, two hills, and the planner."""

import numpy as np
from scipy.stats import norm

from give_or_take.classroom.figures import BLUE, GREY, INK, NOTE, ORANGE, PALE_BLUE, SHADE, Picture, canvas
from give_or_take.classroom.figures.parts import nothing
from give_or_take.differences import newcombe_interval
from give_or_take.intervals import wilson_interval
from give_or_take.power import _hills, _missed, _share, detectable_change, exact_power, plan_two_runs, power_two_rates

_DESIGNS = {"two-sided, equal runs": (2, 1), "one-sided, equal runs": (1, 1), "two-sided, new on twice as many": (2, 2)}


def apart(k_old, n_old, k_new, n_new):
    """Two scores with their Wilson intervals, and the Newcombe interval of their difference, all 95%."""
    old, new = wilson_interval(k_old, n_old), wilson_interval(k_new, n_new)
    gap = newcombe_interval(k_new, n_new, k_old, n_old)
    shared = max(old.low, new.low), min(old.high, new.high)
    overlap = "overlap" if shared[0] <= shared[1] else "do not overlap"
    zero = "holds zero" if 0 in gap else "leaves out zero"
    title = f"The bars {overlap}; the difference {zero}"
    figure, (left, right) = canvas(title, "score, %", "", size=(8.6, 2.9), columns=2, width_ratios=(1.3, 1))
    if shared[0] <= shared[1]:
        left.axvspan(*(100 * end for end in shared), ymax=0.75, color=SHADE)
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
    right.text(low, -1.1, f"{low:+.1f}", ha="left", fontsize=NOTE, backgroundcolor="white")
    right.text(high, -1.1, f"{high:+.1f}", ha="right", fontsize=NOTE, backgroundcolor="white")
    right.set(xlabel="new minus old, points", ylim=(-1.6, 1))
    right.set(xlim=(min(low, 0) - 0.25 * reach, max(high, 0) + 0.1 * reach))
    left.text(0, 1, "95% Wilson intervals", transform=left.transAxes, va="top", fontsize=NOTE)
    right.text(0, 1, "95% Newcombe interval", transform=right.transAxes, va="top", fontsize=NOTE)
    return Picture(
        figure,
        f"Old {100 * old.low:.1f}% to {100 * old.high:.1f}%, new {100 * new.low:.1f}% to {100 * new.high:.1f}%: the "
        f"bars {overlap}. Their difference, new minus old, is {low:+.1f} to {high:+.1f} points: it {zero}.",
    )


def two_hills(p1, p2, few, many):
    """What tests with few and with many items each give if nothing changed, and if p1 became p2: two kinds of wrong."""
    gain = 100 * (p2 - p1)
    found = [100 * exact_power(p1, p2, n) for n in (few, many)]
    figure, panels = canvas(
        f"A gain of {gain:.3g} points: {few:,} items each find {found[0]:.0f}%, {many:,} find {found[1]:.0f}%",
        "observed difference, points",
        "how often (heights scaled)",
        size=(9.2, 3.9),
        columns=2,
        sharex=True,
        sharey=True,
    )
    words = []
    for axes, n, share in zip(panels, (few, many), found, strict=True):
        limit = _draw_hills(axes, p1, p2, n, n, 0.05, 2, share)
        axes.text(0.99, 0.99, f"{n:,} items each", transform=axes.transAxes, ha="right", va="top", fontsize=NOTE)
        words.append(f"With {n:,} items each the limits are ±{limit:.1f} points, and {share:.0f}% are found")
    panels[1].yaxis.set_visible(False)
    figure.subplots_adjust(wspace=0.08)
    return Picture(
        figure,
        f"Two bell-shaped hills over the observed difference: one at 0, nothing changed, and one at {gain:+.3g} points "
        f"({100 * p1:.3g}% to {100 * p2:.3g}%). The limits of the test cut about 5% off the first, false alarms; what "
        f"the second has beyond them is found. {'. '.join(words)}; the hills are then slimmer.",
    )


def sees(p, n):
    """The chance to find a change from rate p with `n` items each, over the size of the change, up and down."""
    change = detectable_change(p, n)
    shifts = np.linspace(-min(p, 0.3), min(1 - p, 0.3), 301)
    found = 100 * power_two_rates(p, np.clip(p + shifts, 0, 1), n)
    rise, fall = 100 * change.rise, 100 * change.fall
    figure, axes = canvas(
        f"{n:,} each find +{rise:.1f} or −{fall:.1f} points four times in five",
        "true change, points",
        "chance to find it, %",
    )
    axes.plot(100 * shifts, found, color=BLUE)
    axes.axhline(80, color=INK, linewidth=1.2, linestyle="--")
    axes.text(100 * shifts[0], 83, "80% power", fontsize=NOTE)
    axes.axvspan(-fall, rise, color=SHADE, zorder=0)
    words = "in here: missed more\nthan one time in five"
    axes.text((rise - fall) / 2, 99, words, va="top", ha="center", fontsize=NOTE)
    axes.annotate(
        "no change:\n5% false alarms", (0, 6), (0, 24), arrowprops={"arrowstyle": "-"}, ha="center", fontsize=NOTE
    )
    for end, word, aside in ((rise, f"+{rise:.1f}", 28), (-fall, f"−{fall:.1f}", -28)):
        axes.plot(end, 80, "o", color=ORANGE, markersize=10, markeredgecolor=INK)
        axes.annotate(word, (end, 80), xytext=(aside, -15), textcoords="offset points", ha="center", fontsize=NOTE)
    axes.set(ylim=(0, 103))
    return Picture(
        figure,
        f"A curve like a valley: the chance that {n:,} items each find a change from {100 * p:g}%, lowest for no "
        f"change. It reaches 80% at a rise of {rise:.1f} points and at a fall of {fall:.1f} points.",
    )


def planner(baseline, aim, size, have, power, alpha, design, price):
    """The sample-size planner; percents and points, the items at hand, and the price of an answer in cents."""
    p1 = baseline / 100
    p2 = {
        "points up": p1 + size / 100,
        "points down": p1 - size / 100,
        "% fewer errors": 1 - (1 - p1) * (1 - size / 100),
    }
    p2 = round(p2[aim], 9)
    if not 0 < p2 < 1:
        return nothing(f"No plan: {baseline:g}% and {size:g} {aim} leads to {100 * p2:g}%: choose less")
    sides, ratio = _DESIGNS[design]
    plan = plan_two_runs(p1, p2, power / 100, float(alpha), ratio, sides, price / 100, have)
    needed = f"{plan.n1:,} items each" if ratio == 1 else f"{plan.n1:,} and {plan.n2:,} items"
    needed += f", {plan.cost:,.2f} in money" if price else ""
    figure, (left, right) = canvas(
        f"{100 * p1:g}% to {100 * p2:g}%, {power:g}% power: {needed}",
        "observed difference, points",
        "how often (heights scaled)",
        size=(9.6, 4.2),
        columns=2,
    )
    _draw_hills(left, p1, p2, *plan.have, plan.alpha, sides, 100 * plan.power_at_hand)
    left.text(0.99, 0.99, f"with the {have:,}\nyou have", transform=left.transAxes, ha="right", va="top", fontsize=NOTE)
    n = np.unique(np.linspace(2, max(20, 2.2 * plan.n1, 1.3 * have if have < 6 * plan.n1 else 0), 200).astype(int))
    right.plot(n, 100 * power_two_rates(p1, p2, n, np.ceil(ratio * n).astype(int), plan.alpha, sides), color=BLUE)
    right.axhline(power, color=INK, linewidth=1.2, linestyle="--")
    right.plot(plan.n1, power, "o", color=BLUE, markersize=10, markeredgecolor=INK)
    right.annotate(f"{plan.n1:,}", (plan.n1, power), xytext=(8, -14), textcoords="offset points", fontsize=NOTE)
    word = f" you have {have:,}: \n {_share(100 * plan.power_at_hand)} power "
    if have <= n[-1]:
        right.axvline(have, color=ORANGE, linewidth=2.5)
        right.plot(have, 100 * plan.power_at_hand, "D", color=ORANGE, markersize=9, markeredgecolor=INK)
        right.text(have, 4, word, ha="right" if have > n[-1] / 2 else "left", fontsize=NOTE)
    else:
        right.text(n[-1], 4, f"{word}(far to the right) →", ha="right", fontsize=NOTE)
    right.set(xlabel="items each" if ratio == 1 else "items of the old system", ylabel="power, %")
    right.set(ylim=(0, 103), xlim=(0, n[-1]))
    right.locator_params(axis="x", nbins=6)
    figure.subplots_adjust(wspace=0.25)
    advice = (
        "If items come in groups, plan for more (chapter 2). If both systems get the same items, this plan does not "
        "apply (chapter 5)."
    )
    return Picture(figure, f"Two hills, and power over the number of items. {plan}", f"{plan} {advice}")


def _draw_hills(axes, p1, p2, n1, n2, alpha, sides, found):
    """Both hills with what lies beyond the limits, `found` percent of the second; returns the limit in points."""
    effect, limit, spread = (float(100 * x) for x in _hills(p1, p2, n1, n2, alpha, sides, "normal"))
    null_spread = limit / -norm.ppf(alpha / sides)
    sign = 1 if p2 > p1 else -1
    x = np.linspace(min(-3.2 * null_spread, effect - 3.2 * spread), max(3.2 * null_spread, effect + 3.2 * spread), 500)
    still, moved = norm.pdf(x, 0, null_spread), norm.pdf(x, effect, spread)
    top = max(still.max(), moved.max())
    for tail in (x >= limit, x <= -limit)[:sides]:
        axes.fill_between(sign * x[tail], moved[tail] / top, color=PALE_BLUE)
        axes.fill_between(
            sign * x[tail], still[tail] / top, facecolor="none", edgecolor=ORANGE, hatch="//////", linewidth=0
        )
    axes.plot(sign * x, still / top, color=GREY)
    axes.plot(sign * x, moved / top, color=BLUE)
    for edge in (limit, -limit)[:sides]:
        axes.plot([sign * edge] * 2, [0, 1], color=INK, linewidth=1.2, linestyle="--")
    near, far = ("right", "left") if sign > 0 else ("left", "right")
    axes.text(0, 1.04, "no change", ha=near, va="bottom", fontsize=NOTE)
    axes.text(sign * effect, 1.04, f"{sign * effect:+.3g} points", ha=far, va="bottom", fontsize=NOTE)
    formula = 100 * float(1 - _missed(effect, limit, spread, sides))
    key = f"striped: {100 * alpha:g}% false alarms\npale blue: {_share(found)} found\nelse missed"
    if abs(found - formula) > 2:
        key = f"so few items: only a sketch;\ncounted exactly, {_share(found)} found"
    axes.text(0.01, 0.99, key, transform=axes.transAxes, va="top", fontsize=NOTE)
    axes.set(ylim=(0, 1.65), yticks=[])
    axes.locator_params(axis="x", nbins=6)
    return limit
