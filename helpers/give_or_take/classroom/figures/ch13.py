"""Pictures of chapter 13: which rates whole counts can give, and which number of problems a printed z came from."""

import numpy as np

from give_or_take.classroom.figures import BLUE, GREY, INK, NOTE, ORANGE, SHADE, Picture, canvas

TRIED = np.arange(1_000, 1_501)  # numbers of fresh problems
HALF = 0.0005 + 1e-9  # half of the third decimal


def possible(n, tenths):
    """Rates near a printed one (in tenths of a percent) that whole counts of n can give, as ticks.

    A rate just between two printed ones counts for both.
    """
    printed, counts = tenths / 10, np.arange(n + 1)
    rates = 100 * counts / n
    fits = counts[np.abs(rates - printed) <= 0.05 + 1e-9]
    words = f"{len(fits)} counts are" if len(fits) > 1 else f"{fits[0]:,} is" if len(fits) else "no count is"
    title = f"Of {n:,} trials, {words} printed as {printed}%"
    figure, axes = canvas(title, "rate, %", "", size=(8.6, 2.2))
    low, high = max(-0.02, printed - 0.55), printed + 0.55
    axes.axvspan(printed - 0.05, printed + 0.05, color=SHADE)
    for k, rate in zip(counts, rates, strict=True):
        if low <= rate <= high:
            color = ORANGE if k in fits else BLUE
            axes.plot([rate, rate], [0, 0.6], color=color, linewidth=1.5)
            if n <= 700:
                axes.text(rate, 0.66, f"{k:,}", ha="center", color=INK, fontsize=NOTE)
    axes.set(xlim=(low, high), ylim=(0, 1))
    near = counts[np.argsort(np.abs(rates - printed), kind="stable")[:2]]
    return Picture(
        figure,
        f"The rates near {printed}% that whole counts of {n:,} trials can give, as ticks; "
        f"{words} printed as {printed}%. The nearest are "
        + " and ".join(f"{k:,} of {n:,}, which is {100 * k / n:.3f}%" for k in sorted(near))
        + ".",
    )


def comes_out(table, public, stated):
    """How many printed z whole counts give again, for each number of fresh problems; the stated one is marked."""
    rows = _fitting(table, public, TRIED)
    best = TRIED[rows.argmax()]
    there = rows[stated - TRIED[0]]
    title = f"{there} of {len(table)} rows fit {stated:,} fresh problems, {rows.max()} fit {best:,}"
    figure, axes = canvas(title, "number of fresh problems", "rows with the printed z", size=(7.2, 3.6))
    axes.vlines(TRIED, 0, rows, color=GREY, linewidth=1)
    axes.vlines(best, 0, rows.max(), color=BLUE, linewidth=4)
    axes.axvline(stated, color=ORANGE, linestyle="--")
    axes.text(stated - 6, 0.93 * len(table), f"stated: {stated:,}", ha="right", color=INK, fontsize=NOTE)
    axes.text(best + 8, rows.max() - 2, f"{best:,}", color=INK, fontsize=NOTE)
    axes.set(xlim=(TRIED[0] - 2, TRIED[-1] + 2), ylim=(0, len(table) + 1))
    second = np.sort(rows)[-2]
    return Picture(
        figure,
        f"For each number of fresh problems from {TRIED[0]:,} to {TRIED[-1]:,}, the number of rows in which "
        f"counts that round to the printed rates give the printed z: {rows.max()} of {len(table)} with {best:,}, "
        f"at most {second} with any other, and {there} with the stated {stated:,}. Each bar is as high as the "
        "number of rows that so many problems explain.",
    )


def _fitting(table, public, fresh):
    """For each number of fresh problems, the rows in which counts that are printed alike give the printed z."""
    fresh = np.asarray(fresh)[:, None, None, None]  # numbers of problems, rows, counts of each kind
    first = _counts(table["gsm8k_accuracy"], public, np.arange(-1, 3)[:, None])
    second = _counts(table["gsm1k_accuracy"], fresh, np.arange(-1, 3))
    found = np.abs(_z(first, public, second, fresh) - _column(table["printed_z"])) <= HALF
    return found.any(axis=(2, 3)).sum(axis=1)


def _column(values):
    return np.asarray(values)[:, None, None]


def _counts(rates, n, steps):
    """For each rate, the whole counts of n that are printed alike, with three decimals; NaN in place of others."""
    near = np.floor(_column(rates) * n) + steps
    return np.where(np.abs(near / n - _column(rates)) <= HALF, near, np.nan)


def _z(first, public, second, fresh):
    """The pooled z of chapter 4, also for counts that are no whole numbers."""
    share = (first + second) / (public + fresh)
    return (first / public - second / fresh) / np.sqrt(share * (1 - share) * (1 / public + 1 / fresh))
