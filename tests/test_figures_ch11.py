"""What the pictures of chapter 11 show is what the posteriors say."""

import numpy as np
import pytest
from scipy.stats import beta
from test_figures import lines_at, points, reads, same, says, strokes, title, words

from give_or_take.bayes import beta_posterior, partial_pooling
from give_or_take.classroom.figures import ch11


@reads(ch11.believed, (84, 100, 0, 0, 80), (20, 20, 2, 1, 90), (30, 20, 3, 15, 60), x="rate")
def test_believed(picture, right, n, before_right, before_wrong, value):
    (axes,) = picture.figure.axes
    right, prior_right, prior_wrong = min(right, n), before_right + 1, before_wrong + 1
    before, after = (line.get_ydata() for line in axes.lines[:2])
    rates = axes.lines[1].get_xdata() / 100
    assert after == pytest.approx(beta.pdf(rates, right + prior_right, n - right + prior_wrong))
    assert before == pytest.approx(np.minimum(beta.pdf(rates, prior_right, prior_wrong), 1.05 * after.max()))
    (shaded,) = axes.collections
    x, y = shaded.get_paths()[0].vertices.T
    assert x.min() == pytest.approx(value, abs=0.11) and x.max() == pytest.approx(100)
    assert y.max() == pytest.approx(after[rates >= value / 100].max())
    same(lines_at(axes, 1), [("INK", value)])
    sure = 100 * beta_posterior(right, n, prior=(prior_right, prior_wrong)).beyond(value / 100)
    mean = 100 * (right + prior_right) / (n + prior_right + prior_wrong)
    says(title(picture), right, n, sure, value)
    before = [before_right, before_wrong] if before_right + before_wrong else []
    says(picture.alt, right, n, *before, mean, sure, value)


def test_a_probability_is_never_rounded_to_certainty():
    assert [ch11._percent(p) for p in (0, 0.004, 0.006, 0.994, 0.996, 1)] == [
        "under 1%", "under 1%", "1%", "99%", "over 99%", "over 99%",
    ]  # fmt: skip


MADE = np.random.default_rng(3).normal(0.8, 0.06, (2, 12)).clip(0, 1)


@reads(
    ch11.pulled_in,
    (np.array([10, 12, 19, 16, 15]), 20, partial_pooling([10, 12, 19, 16, 15], [20] * 5).pooled.estimate, MADE[0, :5]),
    (np.round(50 * MADE[0]), 50, 0.7 * MADE[0] + 0.24, MADE[1]),
    x="right",
)
def test_pulled_in(picture, right, n, pooled, truth):
    (axes,) = picture.figure.axes
    raw = 100 * np.asarray(right) / n
    order = np.argsort(raw, kind="stable")
    dots = [("ORANGE", "o", raw[i], -row) for row, i in enumerate(order)]
    dots += [("BLUE", "o", 100 * pooled[i], -row) for row, i in enumerate(order)]
    same(sorted(points(axes)), sorted(dots))
    drawn = {(name, *map(tuple, np.round(xy, 6))) for name, style, xy in strokes(axes) if style == "-"}
    for row, i in enumerate(order):
        ends = tuple(np.round((raw[i], -row), 6)), tuple(np.round((100 * pooled[i], -row), 6))
        tick = tuple(np.round((100 * truth[i], -row - 0.4), 6)), tuple(np.round((100 * truth[i], -row + 0.4), 6))
        assert ("BLUE", *ends) in drawn and ("INK", *tick) in drawn
    nearer = np.sum(np.abs(pooled - truth) < np.abs(raw / 100 - truth))
    says(title(picture), nearer, len(raw))
    worst = order[0]
    says(picture.alt, len(raw), raw[worst], 100 * pooled[worst], 100 * truth[worst], nearer)
    assert words(axes, "orange: shown")
