"""What the picture of chapter 12 shows is what the comparison holds."""

import comparisons
from test_figures import points, reads, same, says, straight, ticks, title

from give_or_take.classroom.figures import ch12

EVERY = (comparisons.swe(),), (comparisons.swe(level=0.8),), (comparisons.desk(),)


@reads(ch12.differences, *EVERY, x="points", y="pair")
def test_differences(picture, comparison):
    (axes,) = picture.figure.axes
    pairs = sorted(comparison.differences, key=lambda pair: -abs(pair.difference))
    rows = [("ORANGE" if pair.told_apart else "GREY", -row, pair) for row, pair in enumerate(pairs)]
    same(points(axes), [(colour, "o", 100 * pair.difference, row) for colour, row, pair in rows])
    bars = [(colour, row, 100 * pair.low, 100 * pair.high) for colour, row, pair in rows]
    same([bar for bar in straight(axes, 0) if bar[0] != "INK"], bars)
    same([line[:2] for line in straight(axes, 1)], [("INK", 0)])
    assert ticks(axes) == {f"{x.first} minus {x.second}": row for _, row, x in rows}
    says(title(picture), sum(bool(pair.told_apart) for pair in pairs), len(pairs))
    for pair in pairs:
        assert f"{pair.first} minus {pair.second} {100 * pair.low:+.1f} to {100 * pair.high:+.1f}" in picture.alt
    assert picture.alt.count("told apart") == sum(bool(pair.told_apart) for pair in pairs)
