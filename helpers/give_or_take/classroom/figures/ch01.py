"""Pictures of chapter 1: how far a score moves when nothing but the items changes."""

import numpy as np
from scipy.stats import binom

from give_or_take.classroom.figures import BLUE, GREY, INK, NOTE, ORANGE, PALE_BLUE, Picture, canvas, shares_of


def scores(percents, rate, at_most):
    """How often each score came up; scores up to `at_most` stand out, and the true `rate` is marked."""
    values, shares = shares_of(percents)
    low = 100 * np.mean(np.asarray(percents) <= at_most)
    figure, axes = canvas(
        f"Nothing changed, and {low:.0f}% of the tests say {at_most:g}% or less", "score, % right", "share of tests, %"
    )
    _bars(axes, values, shares, values > at_most, colours=(BLUE, ORANGE))
    _mark(axes, rate, shares.max(), "true rate")
    axes.text(at_most - 1.5, 0.4 * shares.max(), f"{at_most:g}% or less:\n{low:.0f}%", ha="right", fontsize=NOTE)
    return Picture(
        figure,
        f"Bar chart of {len(percents):,} simulated scores, heaped around the true rate of {rate:g}%; {low:.0f}% of "
        f"them are {at_most:g}% or less. The lowest is {values[0]:.0f}% and the highest {values[-1]:.0f}%.",
    )


def middle(percents, rate, lead, what):
    """How often each score came up; the middle 95% is darker, and `rate` (named by `what`) is marked."""
    values, shares = shares_of(percents)
    low, high = np.percentile(percents, [2.5, 97.5])
    title = f"{lead}: middle 95% is {low:.0f}% to {high:.0f}%"
    figure, axes = canvas(title, "score, % right", "share of tests, %")
    _bars(axes, values, shares, (values >= low) & (values <= high))
    _note_middle(axes, rate)
    _mark(axes, rate, shares.max(), what)
    return Picture(
        figure,
        f"Bar chart of {len(percents):,} simulated scores, heaped around {rate:.3g}% ({what}). The middle 95% (at "
        f"least) lie from {low:.0f}% to {high:.0f}%; the lowest is {values[0]:.0f}% and the highest {values[-1]:.0f}%.",
    )


def one_score(n, rate):
    """Every score that a test of `n` items can give at a true rate of `rate` percent, with its exact probability."""
    k = np.arange(n + 1)
    shares = 100 * binom.pmf(k, n, rate / 100)
    low, high = binom.ppf([0.025, 0.975], n, rate / 100)
    spread = 100 * binom.std(n, rate / 100) / n
    span = f"{100 * low / n:.1f}% to {100 * high / n:.1f}%"
    figure, axes = canvas(f"{n:,} questions: the middle 95% is {span}", "score, % right", "chance of this score, %")
    shown = shares > shares.max() / 1e4
    inside = ((k >= low) & (k <= high))[shown]
    _bars(axes, 100 * k[shown] / n, shares[shown], inside, width=(86 if n <= 150 else 103) / n)
    axes.set(xlim=(-1, 103))
    _note_middle(axes, rate)
    _mark(axes, rate, shares.max(), "true rate")
    return Picture(
        figure,
        f"Bar chart: with {n:,} questions and a true rate of {rate:g}%, the middle 95% of scores (at least) runs from "
        f"{span}, a standard deviation of {spread:.1f} points.",
    )


def _bars(axes, values, shares, strong, width=0.86, colours=(BLUE, PALE_BLUE)):
    axes.bar(values[strong], shares[strong], width, color=colours[0])
    axes.bar(values[~strong], shares[~strong], width, color=colours[1])


def _note_middle(axes, rate):
    low, high = axes.get_xlim()
    x, ha = (0.01, "left") if rate - low > 0.45 * (high - low) else (0.99, "right")
    axes.text(
        x, 0.97, "dark: middle 95%,\nat least", transform=axes.transAxes, va="top", ha=ha, color=BLUE, fontsize=NOTE
    )


def _mark(axes, rate, top, what):
    """A dashed line at `rate`, its name on the side where there is room."""
    axes.axvline(rate, color=INK, linewidth=1.5, linestyle="--")
    axes.set_ylim(0, 1.25 * top)
    low, high = axes.get_xlim()
    side = "left" if high - rate > 0.3 * (high - low) else "right"
    axes.text(rate, 1.23 * top, f" {what} {rate:.3g}% ", va="top", ha=side, color=INK, fontsize=NOTE)


def square_root_law(items, spreads):
    """Spread against the number of items, both axes logarithmic: a straight line that halves per factor of four."""
    slope, _ = np.polyfit(np.log(items), np.log(spreads), 1)
    figure, axes = canvas(
        "Four times the items, half the wobble",
        "items in the test (log scale)",
        "spread of the scores, points (log scale)",
        size=(7.2, 4.2),
    )
    axes.loglog(items, spreads, "o-", color=BLUE, markersize=7)
    for n, spread in zip(items, spreads, strict=True):
        axes.annotate(f"{spread:.1f}", (n, spread), xytext=(5, 6), textcoords="offset points", fontsize=NOTE)
    _plain_log_ticks(axes, items, [0.5, 1, 2, 4, 8])
    axes.set(xlim=(min(items) * 0.8, max(items) * 1.4), ylim=(min(spreads) * 0.8, max(spreads) * 1.4))
    return Picture(
        figure,
        f"Log-log plot of the spread of scores against items: a straight line of slope {slope:.2f}, from "
        f"{spreads[0]:.1f} points at {items[0]:,} items to {spreads[-1]:.1f} points at {items[-1]:,}.",
    )


def _plain_log_ticks(axes, x, y):
    axes.set_xticks(x, [f"{v:,}" for v in x])
    axes.set_yticks(y, [f"{v:g}" for v in y])
    axes.minorticks_off()


def best_of(entrants, best, rate):
    """The winner's average score against how many equal systems took part, one line a test size.

    `best` maps a number of items to the average winning scores, in percent, one for each number of entrants.
    """
    figure, axes = canvas(
        "The winner of equals looks better than it is",
        "equal systems on the leaderboard",
        "winner's score, % (average)",
    )
    for (n, line), colour, marker in zip(best.items(), (BLUE, ORANGE), "os", strict=False):
        axes.plot(entrants, line, marker + "-", color=colour, label=f"{n:,} items")
        axes.annotate(
            f"{n:,} items: {line[-1]:.1f}%",
            (entrants[-1], line[-1]),
            xytext=(0, 9),
            textcoords="offset points",
            ha="right",
            color=INK,
            fontsize=NOTE,
        )
    axes.axhline(rate, color=GREY, linestyle="--", linewidth=1.5)
    axes.text(entrants[0] + 0.4, rate - 0.4, f"true rate of every system: {rate:g}%", va="top", fontsize=NOTE)
    tops = [max(line) for line in best.values()]
    axes.set(ylim=(rate - 2, max(tops) + 1.6), xticks=entrants)
    words = "; ".join(
        f"with {n:,} items from {line[0]:.1f}% for one to {line[-1]:.1f}% for the best of {entrants[-1]}"
        for n, line in best.items()
    )
    return Picture(figure, f"Lines of the winner's average score against the number of equal systems: {words}.")
