"""What the pictures of chapter 7 show is what the counts say."""

import numpy as np
import pytest
from test_figures import lines_at, patches, points, reads, same, says, straight, texts, title, words

from give_or_take.classroom.figures import ch07


@reads(ch07.yes_and_no, (195, 503, 124, 1170), (3, 1, 2, 30), (1, 0, 0, 5), x="items")
def test_yes_and_no(picture, right_yes, wrong_yes, wrong_no, right_no):
    (axes,) = picture.figure.axes
    rows = {1: (right_yes, wrong_yes), 0: (right_no, wrong_no)}
    bars = [(name, (y0 + y1) / 2, x0, x1) for name, _, x0, x1, y0, y1 in patches(axes)]
    expected = [("BLUE", row, 0, right) for row, (right, _) in rows.items()]
    same(bars, expected + [("ORANGE", row, right, right + wrong) for row, (right, wrong) in rows.items()])
    for row, name in ((1, "says yes"), (0, "says no")):
        assert words(axes, name)[1] == pytest.approx(row)
        beside = {text: x for x, y, text in texts(axes) if row < y < row + 0.5}
        right, wrong = rows[row]
        assert beside == {f"{right:,} right": right / 2, f"{wrong:,} wrong": pytest.approx(right + wrong / 2)}
    says(title(picture), right_yes + wrong_yes, right_yes)
    says(picture.alt, right_yes + wrong_yes, right_yes, wrong_yes, right_no + wrong_no, right_no, wrong_no)


NORMAL = np.random.default_rng(3).normal(40, 2, 4_000)


@reads(ch07.resamples, (NORMAL, 40.2, "F1, %"), (NORMAL[:500] ** 2 / 50, 31, "cost, %"), y="resamples")
def test_resamples(picture, values, estimate, label):
    (axes,) = picture.figure.axes
    low, high = np.quantile(values, [0.025, 0.975])
    heights = 0
    for name, _, x0, x1, y0, y1 in patches(axes):
        inside = low - 1e-6 <= x0 and x1 <= high + 1e-6
        assert (name == "BLUE") == inside and name in ("BLUE", "PALE_BLUE") and y0 == pytest.approx(0, abs=1e-9)
        assert y1 == pytest.approx(np.sum((values >= x0 - 1e-9) & (values < x1 - 1e-9)), abs=1.01)
        heights += y1
    assert heights == pytest.approx(len(values), abs=2)
    same(lines_at(axes, 1), [("INK", estimate)])
    says(words(axes, "seen")[2], estimate)
    assert axes.get_xlabel() == label
    says(title(picture), 95, len(values), low, high)
    says(picture.alt, len(values), estimate, 95, low, high)


FOUND = np.array([10, 9, 10, 8, 9, 10])
RESAMPLED = np.array([[100, 100], [70, 100], [100, 100], [50, 94], [80, 100], [100, 100]])
FORMULA = np.array([[72, 100], [59, 98], [72, 100], [49, 94], [59, 98], [72, 100]])


@reads(ch07.two_recipes, (FOUND, RESAMPLED, FORMULA, 10, 95), (FOUND - 1, FORMULA, RESAMPLED, 12, 60))
def test_two_recipes(picture, found, resampled, formula, n, truth):
    missed, kinds = [], sorted(set(found))
    for axes, bars, name in zip(picture.figure.axes, (resampled, formula), ("bootstrap", "Wilson"), strict=True):
        ends = [np.median(bars[found == hits], axis=0) for hits in kinds]
        outside = [low > truth or high < truth for low, high in ends]
        colours = np.where(outside, "ORANGE", "BLUE")
        same(straight(axes, 0), [(colours[i], hits, *ends[i]) for i, hits in enumerate(kinds)])
        marks = np.where(outside, "D", "o")
        same(points(axes), [(colours[i], marks[i], 100 * hits / n, hits) for i, hits in enumerate(kinds)])
        same(lines_at(axes, 1), [("INK", truth)])
        assert words(axes, name)
        missed.append(np.sum((bars[:, 0] > truth) | (bars[:, 1] < truth)))
    for hits in kinds:
        label = f"{np.sum(found == hits)} found {'all' if hits == n else hits}"
        assert words(picture.figure.axes[0], label)[1] == pytest.approx(hits)
    says(title(picture), *missed)
    says(picture.alt.rpartition("twice.")[2], missed[0], truth, missed[1])


@reads(
    ch07.rulers,
    (["ROUGE-L", "faithful words", "factual"], [2, -6, 1.8], [1, 3.4, 4.1]),
    (["one", "two"], [-0.2, 5], [0.3, 5.5]),
    x="points",
)
def test_rulers(picture, names, ahead, margin):
    (axes,) = picture.figure.axes
    verdicts = ["not shown" if half >= abs(x) else "ahead" if x > 0 else "behind"
                for x, half in zip(ahead, margin, strict=True)]  # fmt: skip
    colours = {"not shown": "GREY", "ahead": "BLUE", "behind": "ORANGE"}
    rows = list(zip(names, ahead, margin, verdicts, strict=True))
    same(straight(axes, 0), [(colours[said], -i, x - half, x + half) for i, (_, x, half, said) in enumerate(rows)])
    same(points(axes), [("INK", "o", x, -i) for i, x in enumerate(ahead)])
    same(lines_at(axes, 1), [("INK", 0)])
    for i, (name, x, half, _) in enumerate(rows):
        assert words(axes, name)[1] == pytest.approx(-i)
        (label,) = [text for _, y, text in texts(axes) if -i + 0.1 < y < -i + 0.5]
        says(label, x, half)
    assert title(picture).endswith(": " + ", ".join(verdicts))
    for name, x, half in zip(names, ahead, margin, strict=True):
        assert f"{name} {x:+.1f} ± {half:.1f}" in picture.alt


@reads(ch07.rates, (2, 95, 5), (50, 100, 0), (1, 0, 0), (16, 61, 30), x="detector")
def test_rates(picture, positive, recall, false_alarms):
    (axes,) = picture.figure.axes
    tp, fp = positive * recall / 100, (100 - positive) * false_alarms / 100
    rates = [tp / (tp + fp) if tp + fp else np.nan, recall / 100, 2 * tp / (tp + fp + positive)]
    rates = [100 * rate for rate in rates] + [tp + 100 - positive - fp]
    bars = [(name, round((y0 + y1) / 2), x0, x1) for name, _, x0, x1, y0, y1 in patches(axes)]
    same(bars, [("BLUE", -i, 0, np.nan_to_num(rate)) for i, rate in enumerate(rates)])
    same(points(axes), [("ORANGE", "D", x, -i - 0.38) for i, x in ((1, 0), (2, 0), (3, 100 - positive))])
    for i, (name, rate) in enumerate(zip(("precision", "recall", "F1", "accuracy"), rates, strict=True)):
        (label,) = [text for x, y, text in texts(axes) if y == -i and x > 0]
        assert words(axes, name)[1] == pytest.approx(-i)
        assert label == ("undefined" if np.isnan(rate) else f"{rate:.1f}%") and f"{name} {label}" in picture.alt
    assert ("never says yes" in title(picture)) == bool(np.isnan(rates[0]))
    says(picture.alt.partition(":")[0], positive, recall, false_alarms)
    assert picture.alt.endswith(f"{100 - positive}%.")
