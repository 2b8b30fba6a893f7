"""Pictures of chapter 8: which luck more runs average out, and which groups go together."""

import numpy as np

from give_or_take.classroom.figures import BLUE, GREY, INK, NOTE, ORANGE, PALE_BLUE, Picture, canvas
from give_or_take.classroom.figures.parts import nothing
from give_or_take.repeats import plan_repeats


def _sign(x):
    return f"{x:+d}".replace("-", "\N{MINUS SIGN}") if x else "0"


def two_lucks(questions, answers, designs):
    """The square of the standard error for each (n, runs), split; both lucks are those of 100 questions asked once."""
    squares = [(questions**2 * 100 / n, answers**2 * 100 / (n * runs)) for n, runs in designs]
    title = "More runs shrink one part, more questions both"
    figure, axes = canvas(title, "questions and runs", "standard error, squared", size=(8.6, 4.2))
    between, within = np.transpose(squares)
    where = np.arange(len(squares))
    axes.bar(where, between, 0.6, color=BLUE)
    axes.bar(where, within, 0.6, between, color=ORANGE)
    top = max(between + within)
    errors = np.sqrt(between + within)
    for x, height, error in zip(where, between + within, errors, strict=True):
        axes.text(x, height + 0.02 * top, f"{error:.1f} points", ha="center", va="bottom", fontsize=NOTE)
    names = [f"{n} questions,\n{_times(runs)}" for n, runs in designs]
    axes.set_xticks(where, names, fontsize=NOTE)
    figure.subplots_adjust(bottom=0.85 / 4.2)
    axes.locator_params(axis="y", integer=True, steps=(1, 2, 5, 10))
    axes.set(ylim=(0, 1.3 * top), xlim=(-0.5, len(squares) - 0.5))
    key = "orange: luck of the answers (within)\nblue: luck of the questions (between)"
    axes.text(0.99, 0.99, key, transform=axes.transAxes, ha="right", va="top", fontsize=NOTE)
    listed = "; ".join(
        f"{n} questions {_times(runs)}: blue {one:.1f}, orange {other:.1f}, {error:.1f} points"
        for (n, runs), one, other, error in zip(designs, between, within, errors, strict=True)
    )
    return Picture(figure, f"Stacked bars of the squared standard error, in points squared. {listed}.")


def _times(runs):
    return {1: "asked once", 2: "asked twice"}.get(runs, f"{runs} runs")


def below_the_formula(average, spread):
    """Average score and spread of repeated sets, in %, one dot a model, under the formula for 100 questions."""
    average, spread = np.asarray(average), np.asarray(spread)
    formula = np.sqrt(average * (100 - average) / 100)
    below, n = int((spread < formula).sum()), len(spread)
    title = f"{below} of {n} models spread less than the formula says"
    figure, axes = canvas(title, "average score, %", "standard deviation, points")
    score = np.linspace(0, 100, 400)
    axes.plot(score, np.sqrt(score * (100 - score) / 100), color=BLUE)
    axes.plot(average, spread, "o", color=ORANGE, markersize=7)
    axes.text(0.99, 0.98, "curve: a hundred\nseparate questions", transform=axes.transAxes, ha="right", va="top",
              fontsize=NOTE)  # fmt: skip
    hidden = n - len({*zip(average, spread, strict=True)})
    words = "dots: fifty sets of the\nsame hundred templates" + f"\n({hidden} hidden behind others)" * (hidden > 0)
    axes.text(0.5, 0.04, words, transform=axes.transAxes, ha="center", fontsize=NOTE)
    behind = f", {hidden} of them exactly on others" * (hidden > 0)
    axes.set(xlim=(-4, 104), ylim=(0, max(6.2, 1.05 * spread.max())))
    return Picture(
        figure,
        f"A dome, the formula for 100 separate questions, highest at 5 points; of {n} dots, each a model, {below} lie "
        f"below it{behind}. The highest dot is at {spread.max():.1f} points.",
    )


def repositories(names, solved, issues):
    """The share of its issues that a system solved in each repository, sorted, and in all."""
    solved, issues = np.asarray(solved), np.asarray(issues)
    rates, overall = 100 * solved / issues, 100 * solved.sum() / issues.sum()
    order = np.argsort(rates, kind="stable")
    title = f"The repositories run from {rates.min():.0f}% to {rates.max():.0f}%"
    figure, axes = canvas(title, "issues solved, %", "", size=(7.2, 4.4), left=2.2)
    axes.barh(np.arange(len(rates)), rates[order], color=BLUE)
    axes.plot([overall] * 2, [-0.6, len(rates) - 0.4], color=INK, linewidth=1.2, linestyle="--")
    axes.text(overall, len(rates) - 0.35, f"all: {overall:.1f}%", ha="center", va="bottom", fontsize=NOTE)
    for row, i in enumerate(order):
        label = f"{names[i]} ({issues[i]})"
        axes.text(-0.02, row, label, transform=axes.get_yaxis_transform(), ha="right", va="center", fontsize=NOTE)
    axes.set(ylim=(-0.7, len(rates) + 0.5), xlim=(0, 1.05 * max(rates.max(), 1)))
    listed = ", ".join(f"{names[i]} {rates[i]:.0f}%" for i in order)
    return Picture(figure, f"Bars of {len(rates)} repositories, sorted: {listed}; all together {overall:.1f}%.")


def two_hills(drawn, alone):
    """Scores of repositories drawn anew, in %, against the bell curve of as many separate issues."""
    drawn = np.asarray(drawn)
    middle, spread = drawn.mean(), drawn.std()
    figure, axes = canvas("Whole repositories spread much further", "score, %", "how often")
    edges = np.arange(np.floor(drawn.min()), np.floor(drawn.max()) + 2)
    share, _ = np.histogram(drawn, edges, density=True)
    axes.bar(edges[:-1], share, 1, align="edge", color=PALE_BLUE)
    reach = max(drawn.max() - middle, middle - drawn.min(), 4 * alone)
    along = np.linspace(middle - reach, middle + reach, 400)
    tallest = 1 / (alone * np.sqrt(2 * np.pi))
    axes.plot(along, tallest * np.exp(-(((along - middle) / alone) ** 2) / 2), color=GREY)
    top = max(tallest, share.max())
    words = f"grey: single issues,\n{alone:.1f} points"
    axes.text(middle - 0.3 * reach, 0.8 * top, words, ha="right", va="center", fontsize=NOTE)
    words = f"blue: whole repositories,\n{spread:.1f} points"
    axes.text(middle + 0.3 * reach, 0.5 * top, words, va="center", fontsize=NOTE)
    axes.grid(False)
    axes.set(yticks=[], ylim=(0, 1.08 * top), xlim=(along[0] - 1, along[-1] + 1))
    return Picture(
        figure,
        f"Two hills around {middle:.1f}%: a narrow grey one with a standard error of {alone:.1f} points, and one of "
        f"blue bars with {spread:.1f} points.",
    )


def net_gains(names, net, first="The first"):
    """How many more items the first system solved in each group; groups below zero stand out."""
    net = np.asarray(net)
    order = np.argsort(net, kind="stable")
    ahead, behind = int((net > 0).sum()), int((net < 0).sum())
    figure, axes = canvas(
        f"{first} ahead in {ahead} of {len(net)}, behind in {behind}: {_sign(net.sum())} in all",
        "difference in issues solved", "", size=(7.2, 4.4), left=1.75,
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
    share, size = rho / 100, (7.6, 3.8)
    if budget < 2 * (item_price + 1):
        return nothing("Two questions cost more than that: raise the budget", size)
    plan = plan_repeats(0.25 * share, 0.25 * (1 - share), budget, 1, item_price)
    designs = [design for design in plan.designs if design.runs <= 20]
    best, worst = plan.best, 100 * max(design.se for design in designs)
    runs = f"{best.runs} run{'s' * (best.runs != 1)}"
    figure, axes = canvas(
        f"Best: {best.n:,} questions, {runs} of each", "runs of each question",
        "standard error, points\n(scores near 50%)", size=size, left=0.95,
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
