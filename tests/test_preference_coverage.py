"""The stored table of tools/studies/preference_coverage.py: cells counted anew, and what is said of it."""

import pandas as pd
import pytest

from give_or_take import compare
from give_or_take.comparison import preferences
from tools.studies import preference_coverage as study

STORED = pd.read_csv(study.STORED)
KEY = study.COLUMNS[:5]
LINES = {
    "one verdict: the win rate, Tango": "Tango",
    "one verdict: decided ones, Wilson": "Wilson of decided ones",
    "both orders: the win rate, clustered Tango": "clustered Tango",
    "both orders: decided ones, clustered Wilson": "clustered Wilson of decided ones",
    "both orders: Student's t of the items": "Student's t of the items",
    "both orders: 2n verdicts taken for 2n items": "2n verdicts taken for 2n items",
}


@pytest.mark.parametrize(
    ("count", "arguments"),
    [(study.once, (50, 0.2, 0.5)), (study.twice, (20, 0.4, 0.5, 0.5)), (study.placed, (20, 0.4, 0.95))],
)
def test_the_cells_that_are_stored_come_out_again(count, arguments):
    again = pd.DataFrame(count(*arguments), columns=study.COLUMNS).astype({"ties": float, "share": float})
    stored = again[KEY].merge(STORED, on=KEY)
    assert len(stored) == len(again)
    for column in study.COLUMNS[5:]:
        assert again[column].to_numpy() == pytest.approx(stored[column].to_numpy(), abs=0.0006, nan_ok=True), column


def test_every_cell_is_stored():
    twice = sum(4 + (cell[2] == 0.5 and cell[3] < 1) for count, cell in study.cells() if count is study.twice)
    rows = twice + sum({study.once: 2, study.placed: 1}.get(count, 0) for count, _ in study.cells())
    assert len(STORED) == rows and not STORED.duplicated(KEY).any()


def test_the_docstrings_say_what_is_stored():
    lowest, said = STORED.groupby(["method", "items"])["coverage"].min(), preferences.__doc__
    for line, method in LINES.items():
        assert f"\n    {line:<43}{''.join(f'{100 * x:>8.1f}%'[-8:] for x in lowest[method])}\n" in said, line
    words, by_method = " ".join(said.split()), STORED.groupby("method")
    favours, alarms = by_method["favours"].max(), by_method["alarms"].max()
    assert f"names a system in {100 * favours[['Tango', 'clustered Tango']].max():.1f}% of all samples at most" in words
    drawn = f"and in {100 * favours['Welch of the first place']:.1f}% where each item is judged in one order"
    assert drawn in words
    place = "clustered Tango of the first place"
    assert f"an effect of the order in {100 * favours[place]:.1f}%" in words and favours[place] < alarms[place]
    once, twice = (f"{100 * lowest[method].min():.1f}%" for method in ("Tango", "clustered Tango"))
    text = " ".join(compare.__doc__.split())
    assert f"holds the truth in {once} of all samples or more, and in both orders in {twice}." in text
