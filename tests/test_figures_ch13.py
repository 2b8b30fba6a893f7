"""What the pictures of chapter 13 hold, read back from their axes."""

from fractions import Fraction

import numpy as np
import pytest
from test_figures import reads, strokes, title

from give_or_take import load, pooled_z_test
from give_or_take.classroom.figures import ch13

GSM1K = load("gsm1k")


@reads(ch13.possible, (612, 12), (583, 12), (200, 985), (1_100, 0), x="rate")
def test_each_count_is_a_tick_and_those_printed_so_are_orange(picture, n, tenths):
    axes = picture.figure.axes[0]
    low, high = axes.get_xlim()
    ticks = {round(xy[0, 0], 9): name for name, _, xy in strokes(axes) if len(xy) == 2}
    rates = {k: Fraction(100 * k, n) for k in range(n + 1)}
    assert sorted(ticks) == [round(float(rate), 9) for rate in rates.values() if low <= rate <= high]
    printed = [k for k, rate in rates.items() if abs(rate - Fraction(tenths, 10)) <= Fraction(1, 20)]
    assert sorted(at for at, name in ticks.items() if name == "ORANGE") == [round(100 * k / n, 9) for k in printed]
    words = f"{len(printed)} counts are" if len(printed) > 1 else f"{printed[0]} is" if printed else "no count is"
    assert title(picture) == f"Of {n:,} trials, {words} printed as {tenths / 10}%"


def pairs(row, n):
    """Counts of 1,319 and n that are printed as the row's rates."""
    return [
        [k for k in range(of + 1) if abs(k / of - rate) <= 0.0005 + 1e-9]
        for of, rate in ((1319, row.gsm8k_accuracy), (n, row.gsm1k_accuracy))
    ]


def fits(n, row):
    """Whether counts of 1,319 and n, printed as the row's rates, give its z: every pair tried, with the package's z."""
    first, second = pairs(row, n)
    tried = [pooled_z_test(k, 1319, j, n).statistic for k in first for j in second]
    return any(abs(z - row.printed_z) <= 0.0005 + 1e-9 for z in tried)


def test_the_z_of_gsm1k_come_out_of_1250_fresh_problems_and_not_of_1205():
    rows = ch13._fitting(GSM1K, 1319, ch13.TRIED)
    assert dict(zip(ch13.TRIED.tolist(), rows.tolist(), strict=True))[1250] == 53 == rows.max()
    assert np.sort(rows)[-2] == 5
    for n in (1205, 1250):
        assert rows[n - 1000] == sum(fits(n, row) for row in GSM1K.itertuples())


@reads(ch13.comes_out, (GSM1K, 1319, 1205), (GSM1K.head(20), 1319, 1250), x="problems")
def test_a_stroke_for_each_number_of_problems_is_as_high_as_its_rows(picture, table, public, stated):
    drawn = {round(xy[0, 0]): xy[:, 1].max() for name, _, xy in strokes(picture.figure.axes[0]) if name != "ORANGE"}
    rows = ch13._fitting(table, public, ch13.TRIED)
    assert [drawn[n] for n in ch13.TRIED] == rows.tolist()
    assert title(picture) == (
        f"{rows[stated - 1000]} of {len(table)} rows fit {stated:,} fresh problems, {rows.max()} fit 1,250"
    )
    assert [xy[0, 0] for name, style, xy in strokes(picture.figure.axes[0]) if style == "--"] == pytest.approx([stated])


def test_each_row_of_gsm1k_has_one_pair_of_counts_with_its_difference_and_its_z():
    """Of 1,319 and 1,205 problems; for the z, the second score is carried to a count of 1,250."""
    for row in GSM1K.itertuples():
        found = [
            (k, j)
            for first, second in [pairs(row, 1205)]
            for k in first
            for j in second
            if abs(k / 1319 - j / 1205 - row.printed_difference) <= 0.0005 + 1e-9
            and abs(pooled_z_test(k, 1319, round(j / 1205 * 1250), 1250).statistic - row.printed_z) <= 0.0005 + 1e-9
        ]
        assert len(found) == 1, row.model
    assert "All 63 printed differences" in GSM1K.attrs["note"] and "in all 63 rows" in GSM1K.attrs["note"]
