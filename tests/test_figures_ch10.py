"""What the pictures of chapter 10 show is what the draws and the flips say."""

import numpy as np
import pytest
from test_figures import lines_at, patches, points, reads, same, says, straight, title, words

from give_or_take.classroom.figures import ch10
from give_or_take.looks import any_time_test, planned_looks
from give_or_take.paired import mcnemar_test

HIGH, LOW = np.random.default_rng(4).normal(0.86, 0.04, (2, 500)) * [[1], [0.5]] + [[0], [0.4]]


@reads(ch10.shown_and_later, (HIGH, LOW), (LOW, HIGH), x="winner")
def test_shown_and_later(picture, shown, later):
    for axes, heap, colour, name in zip(
        picture.figure.axes, (shown, later), ("ORANGE", "BLUE"), ("on the pairs that chose it", "on the others"),
        strict=True,
    ):  # fmt: skip
        bars = [bar for bar in patches(axes) if bar[5] > 0]
        assert {bar[0] for bar in bars} == {colour} and sum(bar[5] for bar in bars) == pytest.approx(len(heap))
        for _, _, x0, x1, _, y1 in bars:
            assert y1 == pytest.approx(np.sum((100 * heap >= x0 - 1e-9) & (100 * heap < x1 - 1e-9)))
        same(lines_at(axes, 1), [("INK", 100 * heap.mean())])
        assert words(axes, name)
    means = 100 * np.mean(shown), 100 * np.mean(later)
    says(title(picture), *means)
    says(picture.alt, len(shown), *means)


@reads(ch10.one_night, (24, 10, 0), (36, 10, 0), (3, 1, 4), (39, 20, 6), x="items")
def test_one_night(picture, night, looks, gain):
    (axes,) = picture.figure.axes
    p, bet = (10 ** line.get_ydata() for line in axes.lines[:2])
    flips = np.random.default_rng(night).choice(3, p=[0.88, 0.06 + gain / 200, 0.06 - gain / 200], size=1000)
    new, old = np.cumsum(flips == 1), np.cumsum(flips == 2)
    assert p == pytest.approx(mcnemar_test(new, old).p_value)
    for n in (100, 500, 1000):
        assert bet[n - 1] == pytest.approx(any_time_test(new[n - 1], old[n - 1], n).p_value)
    at = np.round(np.arange(1, looks + 1) * 1000 / looks).astype(int)
    low = at[p[at - 1] < 0.05]
    dots = [(colour, "o", n, np.log10(p[n - 1])) for colour, some in (("GREY", at), ("ORANGE", low)) for n in some]
    same(sorted(points(axes)), sorted(dots))
    same(lines_at(axes, 0), [("INK", np.log10(0.05))])
    plan = planned_looks(1000, looks, 0.06, 0.06).stop_at
    strokes = [place for _, place, low_end, high_end in straight(axes, 0) if high_end - low_end < 100]
    assert strokes == pytest.approx([np.log10(ask) for ask in plan if np.log10(ask) > axes.get_ylim()[0]])
    stopped, won = at[p[at - 1] <= plan], np.flatnonzero(bet <= 0.05) + 1
    said = (f"plan stops at {stopped[0]:,}" if stopped.size else "plan never stops",
            f"bet wins at {won[0]:,}" if won.size else "bet never wins")  # fmt: skip
    assert all(words in title(picture) and words in picture.alt for words in said)
    assert (f"p < 0.05 at {len(low)} of {looks} looks" if looks > 1 else f"p = {p[-1]:.2g}") in title(picture)
    first = list(low[:1])
    says(picture.alt, 1000, gain, p[-1], len(low), looks, 0.05, *first, *stopped[:1], *won[:1], bet[-1])
