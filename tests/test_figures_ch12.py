"""What the picture of chapter 12 shows is what the comparison holds."""

import comparisons
from test_figures import points, reads, same, says, straight, texts, title

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
