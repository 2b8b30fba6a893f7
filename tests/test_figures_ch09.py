"""What the pictures of chapter 9 show is what the verdicts and labels say."""

import numpy as np
import pytest
from test_figures import lines_at, patches, points, reads, same, says, straight, texts, title, words

from give_or_take.classroom.figures import ch09
from give_or_take.intervals import clopper_pearson_interval, wilson_interval


@reads(ch09.more_verdicts, ([200, 1000, 10000], 0.88, 0.85), ([50, 400], 0.8, 0.85), x="passed")
def test_more_verdicts(picture, sizes, reported, truth):
    (axes,) = picture.figure.axes
    found = [wilson_interval(round(n * reported), n) for n in sizes]
    inside = [i.low <= truth <= i.high for i in found]
    colours = ["BLUE" if holds else "ORANGE" for holds in inside]
    same(straight(axes, 0), [(colours[i], -i, 100 * one.low, 100 * one.high) for i, one in enumerate(found)])
    same(points(axes), [("INK", "o", 100 * reported, -i) for i in range(len(sizes))])
    same(lines_at(axes, 1), [("INK", 100 * truth)])
    for i, n in enumerate(sizes):
        assert words(axes, f"{n:,} verdicts")[1] == pytest.approx(-i)
    says(title(picture), 100 * truth, *np.array(sizes)[inside])
    listed = [x for n, i in zip(sizes, found, strict=True) for x in (n, 100 * i.low, 100 * i.high)]
    says(picture.alt, 100 * reported, *listed, 100 * truth, *np.array(sizes)[inside])


WIDE, NARROW = np.random.default_rng(4).normal(0.85, 0.04, (2, 500)) * [[1], [0.5]] + [[0], [0.425]]


@reads(ch09.two_heaps, (WIDE, NARROW, 0.85), (NARROW, WIDE, 0.9), x="estimate")
def test_two_heaps(picture, alone, with_judge, truth):
    for axes, heap, colour, name in zip(
        picture.figure.axes, (alone, with_judge), ("GREY", "BLUE"), ("labels alone", "with the judge"), strict=True
    ):
        bars = [bar for bar in patches(axes) if bar[5] > 0]
        assert {bar[0] for bar in bars} == {colour} and sum(bar[5] for bar in bars) == pytest.approx(len(heap))
        for _, _, x0, x1, _, y1 in bars:
            assert y1 == pytest.approx(np.sum((100 * heap >= x0 - 1e-9) & (100 * heap < x1 - 1e-9)))
        same(lines_at(axes, 1), [("INK", 100 * truth)])
        assert words(axes, name)
    spread = [100 * heap.std() for heap in (alone, with_judge)]
    says(title(picture), *spread)
    says(picture.alt, len(alone), 100 * truth, *spread)


@reads(ch09.what_labels_buy, (100, 20, 100, 1000), (90, 90, 50, 1000), (97, 0, 300, 4000), x="correct")
def test_what_labels_buy(picture, sensitivity, lenient, labels, verdicts):
    (axes,) = picture.figure.axes
    passed = round(0.0085 * sensitivity * verdicts) + round(0.0015 * lenient * verdicts)
    drawn = list(straight(axes, 0))
    assert [bar[:2] for bar in drawn] == [("ORANGE", 0), ("PALE_BLUE", -1), ("BLUE", -2)]
    judge = wilson_interval(passed, verdicts)
    assert drawn[0][2:] == pytest.approx((100 * judge.low, 100 * judge.high))
    alone = clopper_pearson_interval(round(0.85 * labels), labels)
    assert drawn[1][2:] == pytest.approx((100 * alone.low, 100 * alone.high), abs=151 / labels)
    widths = [high - low for _, _, low, high in drawn]
    assert widths[2] == pytest.approx(widths[1], abs=1.5) if sensitivity == lenient else widths[2] < widths[1]
    (_, _, said, _), (_, _, of_labels, _), (_, _, corrected, _) = list(points(axes))
    assert said == pytest.approx(100 * passed / verdicts) and corrected == pytest.approx(85, abs=2)
    assert of_labels == pytest.approx(85, abs=101 / labels)
    same(lines_at(axes, 1), [("INK", 85)])
    says(title(picture).partition(";")[0], 100 * passed / verdicts)
    assert f"{labels} labels count for" in title(picture) and f"{labels} labels count for" in picture.alt
    assert [words(axes, name)[1] for name in ("the judge", "labels alone", "labels and judge")] == [0, -1, -2]
    assert texts(axes)
