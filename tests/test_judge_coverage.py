"""The stored tables of tools/studies/judge_coverage.py: cells counted anew, and what docstrings say of them."""

import numpy as np
import pandas as pd
import pytest

from give_or_take import corrected_rate
from tools.notebook import ROOT
from tools.studies import judge_coverage as study
from tools.studies.judge_coverage import Cell

GRID, BETWEEN = study.read()
UNDECIDED, GROUPED = pd.read_csv(study.UNDECIDED), pd.read_csv(study.GROUPED)
FOUND = ["coverage", "width", "median"]
DIGITS = 6e-4  # of a width; a coverage has one more


def stored(cell):
    """The row of a cell of the grid."""
    return GRID[(GRID[list(Cell._fields[:5])] == [*cell[:5]]).all(axis=1)].iloc[0]


@pytest.mark.parametrize("cell", [
    Cell(0.9, 0.9, 0.75, 20, 200), Cell(0.5, 1.0, 0.0, 20, 200), Cell(0.99, 0.6, 1.0, 20, 200),
    Cell(0.9, 0.97, 0.9, 50, 1000),
])  # fmt: skip
def test_cells_that_are_stored_come_out_again(cell):
    again = study.row(cell, study.GRID.index(cell))
    assert again == pytest.approx(stored(cell)[FOUND].tolist(), abs=DIGITS)
    assert again[0] == pytest.approx(stored(cell)["coverage"], abs=6e-5)


def test_every_cell_is_stored():
    for table, cells in [(GRID, study.GRID), (BETWEEN, study.between())]:
        assert np.allclose(table[list(Cell._fields[:5])], [cell[:5] for cell in cells], rtol=0, atol=5.1e-5)
    assert np.allclose(UNDECIDED[list(Cell._fields)], study.UNDECIDED_GRID)
    assert np.allclose(GROUPED[list(study.Grouped._fields)].astype(float), study.IN_GROUPS_GRID)


def test_a_cell_with_undecided_items_comes_out_again():
    assert study.row(study.UNDECIDED_GRID[40], 5_040) == pytest.approx(UNDECIDED[FOUND].iloc[40].tolist(), abs=DIGITS)


@pytest.mark.parametrize("number", [50, 71])
def test_a_cell_in_groups_comes_out_again(number):
    again = study.grouped_row(study.IN_GROUPS_GRID[number], number)
    assert again == pytest.approx(GROUPED[["coverage", "alone"]].iloc[number].tolist(), abs=6e-5)


def test_drawing_is_adding_up_and_what_the_package_gives_is_what_is_counted():
    cell, rng = Cell(0.8, 0.9, 0.6, 20, 200), np.random.default_rng(4)
    labelled, others, _ = study.drawn(cell, 20_000, rng)
    coverage, width, _ = study.counted(cell, labelled, others, np.full(20_000, 1 / 20_000))
    assert (coverage, width) == pytest.approx(stored(cell)[["coverage", "width"]].tolist(), abs=0.006)
    held = []
    for (_, (a, b), (c, d)), (_, more, rest) in zip(*(x[:300].astype(int) for x in (labelled, others)), strict=True):
        verdicts = [1] * (a + b) + [0] * (c + d) + [1] * more + [0] * rest
        try:
            held.append(0.8 in corrected_rate(verdicts, [1] * a + [0] * b + [1] * c + [0] * d + [None] * 180))
        except ValueError:  # of a thousand samples about one does not look drawn at random
            held.append(True)
    counted, *_ = study.counted(cell, labelled[:300], others[:300], np.ones(300))
    assert np.mean(held) == pytest.approx(counted)


def test_items_of_a_group_are_as_alike_as_asked():
    group = study.in_groups(4_000)
    for fate in (False, True):
        happens = study.luck(group, 0.25, fate, np.random.default_rng(6))(0.9)
        assert happens.mean() == pytest.approx(0.9, abs=0.01)
        first = np.searchsorted(group, np.arange(4_000))
        assert np.corrcoef(happens[first], happens[first + 1])[0, 1] == pytest.approx(0.25, abs=0.06)


def test_it_keeps_its_promise_in_every_cell_also_between_those_of_the_grid():
    assert min(cells["coverage"].min() for cells in (GRID, BETWEEN, UNDECIDED)) > 0.93
    for cells in (GRID, BETWEEN):
        assert cells["width"].median() < 1.02 and cells["median"].median() < 1.02
    assert stored(Cell(0.9, 0.97, 0.9, 50, 1000))["median"] < 0.75


def test_the_docstring_and_the_page_say_what_is_stored():
    text, page = (" ".join(one.split()) for one in (corrected_rate.__doc__, (ROOT / "book/coverage.md").read_text()))
    vary, fate = (GROUPED[GROUPED["fate"] == kind]["coverage"] for kind in (False, True))
    lowest = [f"{100 * cells.min() - 0.05:.1f}%" for cells in (
        GRID["coverage"], UNDECIDED["coverage"], vary, fate)]  # fmt: skip
    assert f"holds the truth in {lowest[0]} of all samples or more at 95%" in text
    assert f"the labels alone falls to {100 * min(min(study.wilson(n)) for n in study.LABELS):.1f}%" in text
    assert f"and in {lowest[1]} or more where the judge leaves up to half" in text and lowest[1] in page
    assert f"in {lowest[2]} of all samples or more where groups vary" in text and f"{lowest[2]} or more" in page
    assert f"tells nothing it holds in {lowest[3]}." in text and f"falls to {lowest[3]}" in page
    assert GROUPED["coverage"].idxmin() == study.IN_GROUPS_GRID.index((0.9, 0.5, 0.5, 0.25, True, 50, 20, True))
    assert f"the lowest coverage is {100 * BETWEEN['coverage'].min():.1f}%" in page
    assert f"width is {100 * GRID['width'].median():.0f}% of Wilson's in the median cell" in text
    assert f"at most {100 * GRID['width'].max():.0f}%" in text


def test_the_page_shows_what_is_stored():
    lines = study.table().splitlines()
    assert lines[0] == "| labels | 20 | 30 | 50 | 100 | 200 |" and len(lines) == 6
    few = GRID[GRID["labels"] == 20]
    assert lines[2].startswith(f"| corrected, lowest coverage | {100 * few['coverage'].min():.1f} |")
    assert lines[5].startswith(f"| width beside Wilson's, median cell | {100 * few['width'].median():.0f} |")
