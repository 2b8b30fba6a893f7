"""Pictures of chapter 8: which luck more runs average out, and which groups go together."""

import numpy as np

from give_or_take.classroom.figures import BLUE, GREY, INK, NOTE, ORANGE, PALE_BLUE, Picture, canvas
from give_or_take.repeats import plan_repeats


def _sign(x):
    return f"{x:+d}".replace("-", "\N{MINUS SIGN}") if x else "0"


def net_gains(names, net, first="The first"):
    """How many more items the first system solved in each group; groups below zero stand out."""
    net = np.asarray(net)
    order = np.argsort(net, kind="stable")
    ahead, behind = int((net > 0).sum()), int((net < 0).sum())
    figure, axes = canvas(
        f"{first} ahead in {ahead} of {len(net)}, behind in {behind}: {_sign(net.sum())} in all",
        "issues solved more, or fewer", "", size=(7.2, 4.4), left=1.75,
    )  # fmt: skip
    axes.barh(np.arange(len(net)), net[order], color=[ORANGE if x < 0 else BLUE for x in net[order]])
    axes.axvline(0, color=INK, linewidth=1.2)
    axes.margins(x=0.14)
    for row, i in enumerate(order):
        axes.text(-0.02, row, names[i], transform=axes.get_yaxis_transform(), ha="right", va="center", fontsize=NOTE)
        x, way = net[i], -1 if net[i] < 0 else 1
        axes.annotate(_sign(x), (x, row), (4 * way, 0), textcoords="offset points", va="center",
                      ha="left" if way > 0 else "right", fontsize=NOTE)  # fmt: skip
    axes.xaxis.get_major_locator().set_params(integer=True)
    listed = ", ".join(f"{names[i]} {net[i]:+d}" for i in order)
    return Picture(
        figure, f"Bars of {len(net)} repositories, from most behind to most ahead: {listed}; in all {net.sum():+d}."
    )


def budget(rho, item_price, budget):
    """The standard error of each number of runs that a budget pays for, if one answer has the variance of a coin."""
    share = rho / 100
    plan = plan_repeats(0.25 * share, 0.25 * (1 - share), budget, 1, item_price)
    designs = [design for design in plan.designs if design.runs <= 20]
    best, worst = plan.best, 100 * max(design.se for design in designs)
    runs = f"{best.runs} run{'s' * (best.runs != 1)}"
    figure, axes = canvas(
        f"Best: {best.n:,} questions, {runs} of each", "runs of each question",
        "standard error, points\n(scores near 50%)", size=(7.6, 3.8),
    )  # fmt: skip
    axes.plot([d.runs for d in designs], [100 * d.se for d in designs], "o", color=PALE_BLUE, markeredgecolor=GREY)
    if best.runs <= 20:
        axes.plot(best.runs, 100 * best.se, "o", color=ORANGE, markersize=11)
        axes.text(best.runs, 100 * best.se - 0.06 * worst, f"{100 * best.se:.1f}", ha="center", va="top", fontsize=NOTE)
    axes.set(ylim=(0, 1.08 * worst), xlim=(0, 20.7), xticks=[1, 5, 10, 15, 20])
    return Picture(
        figure,
        f"Dots for 1 to {designs[-1].runs} runs of each question, with as many questions as {budget:,} answers' worth "
        f"of money buys. The lowest is {best.n:,} questions with {runs} of each: {100 * best.se:.1f} points.",
    )
