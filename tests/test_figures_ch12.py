"""What the pictures of chapter 12 show is what the comparison holds."""

import comparisons
import numpy as np
from test_figures import curves, lines_at, points, reads, same, says, straight, texts, title, words

from give_or_take.classroom.figures import ch12

EVERY = (comparisons.swe(),), (comparisons.swe(level=0.8),), (comparisons.desk(),)


@reads(ch12.differences, *EVERY, x="points")
def test_differences(picture, comparison):
    (axes,) = picture.figure.axes
    pairs = sorted(comparison.differences, key=lambda pair: -abs(pair.difference))
    rows = [("ORANGE" if pair.told_apart else "GREY", -row, pair) for row, pair in enumerate(pairs)]
    same(points(axes), [(colour, "o", 100 * abs(pair.difference), row) for colour, row, pair in rows])
    bars = [(colour, row, *sorted((100 * pair.low * way, 100 * pair.high * way)))
            for colour, row, pair in rows for way in [-1 if pair.difference < 0 else 1]]  # fmt: skip
    same([bar for bar in straight(axes, 0) if bar[0] != "INK"], bars)
    same([line[:2] for line in straight(axes, 1)], [("INK", 0)])
    says(title(picture), sum(bool(pair.told_apart) for pair in pairs), len(pairs))
    for (_, row, pair), (*_, low, high) in zip(rows, bars, strict=True):
        names = (pair.first, pair.second) if pair.difference >= 0 else (pair.second, pair.first)
        name, verdict = (words for _, y, words in sorted(texts(axes)) if abs(y - row) < 0.01)
        assert name == " over ".join(names) and verdict.startswith("yes" if pair.told_apart else "no")
        says(verdict, pair.p_adjusted) if pair.p_adjusted >= 0.001 else None
        assert f"{name} {low:+.1f} to {high:+.1f}, {verdict}" in picture.alt
    assert f"p below {comparison.alpha:.2g}?" in picture.alt and any("p below" in words for *_, words in texts(axes))


MARGINS = (comparisons.desk(margin=0.02),), (comparisons.desk(margin=0.0001),), (comparisons.swe(margin=0.05),)


@reads(ch12.against_margin, *MARGINS, x="points")
def test_against_margin(picture, comparison):
    (axes,) = picture.figure.axes
    pair, margin = comparison.differences[0], 100 * comparison.margin
    low, middle, high = 100 * pair.low, 100 * pair.difference, 100 * pair.high
    same(straight(axes, 0), [("ORANGE", 0, low, high)])
    same(points(axes), [("INK", "o", middle, 0)])
    same(lines_at(axes, 1), [("INK", 0), ("INK", -margin)])
    assert words(axes, "equal")[0] == 0
    x, _, label = words(axes, "worse")
    assert abs(x + margin) < 1e-9
    says(label, margin)
    assert ("ruled out" in title(picture)) == (low > -margin)
    assert ("open" in title(picture)) == (low <= -margin <= high)
    says(picture.alt, low, high, middle, 0, -margin, margin)


SHARES = np.arange(0, 1.001, 0.01)
LINES = (SHARES, 0.5 - 8 * SHARES, 2), (SHARES, 1 - 4 * SHARES, 1), (SHARES, 1 - SHARES, 2)  # the last never gets there


@reads(ch12.mixes, *LINES, x="%", y="points")
def test_mixes(picture, share, low_ends, margin):
    (axes,) = picture.figure.axes
    [(name, (x, y))] = curves(axes).items()
    assert name == "ORANGE" and np.allclose(x, 100 * share) and np.allclose(y, low_ends)
    there = [x for x, y in zip(100 * share, low_ends, strict=True) if y <= -margin][:1]
    same(points(axes), [("ORANGE", "o", first, -margin) for first in there])
    same(lines_at(axes, 0), [("INK", -margin)])
    says(words(axes, "worse")[2], margin)
    assert [(at, said) for at, _, said in texts(axes) if "%" in said] == [(x, f"{x:.0f}%") for x in there]
    says(picture.alt, low_ends[0], low_ends[-1], *[value for first in there for value in (-margin, first)])
