"""The stored table of tools/studies/judge_coverage.py: cells counted anew, and what docstrings say of them."""

import numpy as np
import pandas as pd
import pytest

from give_or_take import corrected_rate
from tools.studies import judge_coverage as study
from tools.studies.judge_coverage import Cell

STORED = pd.read_csv(study.STORED)
GRID, BETWEEN = (STORED[STORED["where"] == where] for where in ("grid", "between"))
FOUND = ["coverage", "error", "wilson", "width", "median"]


def stored(cell):
    """The row of a cell of the grid."""
    return GRID[(GRID[list(Cell._fields)] == [*cell]).all(axis=1)].iloc[0]


@pytest.mark.parametrize("cell", [
    Cell(0.9, 0.9, 0.75, 20, 200), Cell(0.5, 1.0, 0.0, 20, 200), Cell(0.99, 0.6, 1.0, 20, 200),
    Cell(0.9, 0.97, 0.9, 50, 1000),
])  # fmt: skip
def test_cells_that_are_stored_come_out_again(cell):
    again = study.row(cell, study.GRID.index(cell))
    assert again[len(cell) :] == pytest.approx(stored(cell)[FOUND].tolist(), abs=6e-5)


def test_every_cell_is_stored():
    assert [*GRID[list(Cell._fields)].itertuples(index=False, name=None)] == [*map(tuple, study.GRID)]
    drawn = np.array([*map(tuple, study.between())])
    assert BETWEEN[list(Cell._fields)].to_numpy() == pytest.approx(drawn, abs=5.1e-5)


def test_drawing_is_adding_up_and_what_the_package_gives_is_what_is_counted():
    cell, rng = Cell(0.8, 0.9, 0.6, 20, 200), np.random.default_rng(4)
    four, passed, _ = study.drawn(cell, 20_000, rng)
    coverage, wilson, width, _ = study.counted(cell, four, passed, np.full(20_000, 1 / 20_000))
    row = stored(cell)
    assert row["error"] == 0 and coverage == pytest.approx(row["coverage"], abs=0.006)
    assert (wilson, width) == pytest.approx((row["wilson"], row["width"]), abs=0.006)
    four, passed = four[:, :300].astype(int), passed[:300].astype(int)
    held = []
    for (a, b, c, d), more in zip(four.T.tolist(), passed.tolist(), strict=True):
        verdicts = [1] * (a + b) + [0] * (c + d) + [1] * more + [0] * (180 - more)
        try:
            held.append(0.8 in corrected_rate(verdicts, [1] * a + [0] * b + [1] * c + [0] * d + [None] * 180))
        except ValueError:  # of a thousand samples about one does not look drawn at random
            held.append(True)
    counted, *_ = study.counted(cell, four.astype(float), passed.astype(float), np.ones(300))
    assert np.mean(held) == pytest.approx(counted)


def test_it_keeps_its_promise_in_every_cell_also_between_those_of_the_grid():
    assert GRID["coverage"].min() > 0.93 and BETWEEN["coverage"].min() > 0.93
    for cells in (GRID, BETWEEN):
        assert cells["width"].median() < 1.02 and cells["median"].median() < 1.02
    assert stored(Cell(0.9, 0.97, 0.9, 50, 1000))["median"] < 0.75


def test_the_docstring_says_what_is_stored():
    text = " ".join(corrected_rate.__doc__.split())
    assert f"holds the truth in {100 * GRID['coverage'].min() - 0.05:.1f}% of all samples or more at 95%" in text
    assert f"the labels alone falls to {100 * GRID['wilson'].min():.1f}%" in text
    assert f"{100 * GRID['width'].median():.0f}% of that interval's in the median cell" in text
    assert f"at most {100 * GRID['width'].max():.0f}%" in text


def test_the_page_shows_what_is_stored():
    lines = study.table().splitlines()
    assert lines[0] == "| labels | 20 | 30 | 50 | 100 | 200 |" and len(lines) == 6
    few = GRID[GRID["labels"] == 20]
    assert lines[2].startswith(f"| corrected, lowest coverage | {100 * few['coverage'].min():.1f} |")
    assert lines[5].startswith(f"| width beside Wilson's, median cell | {100 * few['width'].median():.0f} |")
