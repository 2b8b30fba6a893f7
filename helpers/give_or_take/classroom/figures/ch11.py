"""Pictures of chapter 11: what is believed of a rate before and after a test, and slices that are pulled in."""

import numpy as np
from scipy.stats import beta

from give_or_take.bayes import beta_posterior
from give_or_take.classroom.figures import BLUE, GREY, INK, NOTE, ORANGE, PALE_BLUE, Picture, canvas

RATES = np.linspace(0, 1, 1_001)


def believed(right, n, before_right, before_wrong, value):
    """Prior and posterior of a rate, with what lies above a value (in percent) shaded; right answers are at most n.

    The prior is as if so many answers had been seen before, and flat if there were none.
    """
    right = min(right, n)
    prior = before_right + 1, before_wrong + 1
    posterior = beta.pdf(RATES, right + prior[0], n - right + prior[1])
    sure = float(beta_posterior(right, n, prior=prior).beyond(value / 100))
    title = f"{right} of {n}: {_percent(sure)} sure that the rate is above {value}%"
    figure, axes = canvas(title, "true rate, %", "belief", size=(7.2, 3.4))
    top = posterior.max()
    axes.plot(100 * RATES, np.minimum(beta.pdf(RATES, *prior), 1.05 * top), color=GREY)
    axes.plot(100 * RATES, posterior, color=BLUE)
    above = RATES >= value / 100
    axes.fill_between(100 * RATES[above], posterior[above], color=PALE_BLUE)
    axes.axvline(value, color=INK, linewidth=1.2, linestyle="--")
    axes.set(xlim=(0, 100), ylim=(0, 1.12 * top), yticks=[])
    axes.text(0.01, 0.97, "grey: before · blue: after", transform=axes.transAxes, va="top", fontsize=NOTE)
    mean = 100 * (right + prior[0]) / (n + sum(prior))
    before = f"{before_right} right and {before_wrong} wrong answers" if before_right + before_wrong else "nothing"
    return Picture(
        figure,
        f"What is believed of a true rate after {right} of {n}, as if {before} had been seen before: the posterior "
        f"lies around {mean:.1f}%, and {_percent(sure)} of it above {value}%.",
    )


def _percent(probability):
    """A probability in words: nothing short of 1 is 100%, and nothing above 0 is 0%."""
    if 0.005 <= probability < 0.995:
        return f"{100 * probability:.0f}%"
    return "over 99%" if probability > 0.5 else "under 1%"


def pulled_in(right, n, pooled, truth):
    """Slices in the order of what they showed: an arrow from the raw to the pulled rate, and the truth as a tick."""
    raw, pooled, truth = 100 * np.asarray(right) / n, 100 * np.asarray(pooled), 100 * np.asarray(truth)
    order = np.argsort(raw, kind="stable")
    nearer = int(np.sum(np.abs(pooled - truth) < np.abs(raw - truth)))
    title = f"Pulled in, {nearer} of {len(raw)} slices are nearer to the truth"
    figure, axes = canvas(title, "right, %", "slices, worst first", size=(8.6, 5), left=0.9)
    for row, i in enumerate(order):
        axes.plot([raw[i], pooled[i]], [-row, -row], color=BLUE, linewidth=2)
        axes.plot(raw[i], -row, "o", color=ORANGE, markersize=7)
        axes.plot(pooled[i], -row, "o", color=BLUE, markersize=7)
        axes.plot([truth[i], truth[i]], [-row - 0.4, -row + 0.4], color=INK, linewidth=2.5)
    axes.set(yticks=[], ylim=(-len(raw) + 0.2, 2.6))
    words = "orange: shown · blue: pulled in · stroke: the truth"
    axes.text(0.01, 0.99, words, transform=axes.transAxes, va="top", fontsize=NOTE)
    worst = order[0]
    return Picture(
        figure,
        f"{len(raw)} slices with an arrow from what each showed to its pulled rate. The worst showed {raw[worst]:.1f}% "
        f"and is pulled to {pooled[worst]:.1f}%; its truth is {truth[worst]:.1f}%. {nearer} are nearer to the truth.",
    )
