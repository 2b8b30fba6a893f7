"""The stored table of tools/studies/task_coverage.py: cells counted anew, and what is said of it."""

import pandas as pd
import pytest

from give_or_take import compare
from tools.studies import task_coverage as study

STORED = pd.read_csv(study.STORED)
KEY = study.COLUMNS[:-2]


@pytest.mark.parametrize(("count", "arguments"), [
    (study.gains, (3, "10", 0.1, 0.5, 1)), (study.rates, (3, "10", 0.8, 0.1, 1)), (study.scores, (6, "10 50", 0.5)),
])  # fmt: skip
def test_the_cells_that_are_stored_come_out_again(count, arguments):
    again = pd.DataFrame(count(*arguments), columns=study.COLUMNS).astype(
        dict.fromkeys(("share", "lead", "spread"), float)
    )
    stored = again[KEY].merge(STORED, on=KEY)
    assert len(stored) == len(again)
    for column in ("coverage", "width"):
        assert again[column].to_numpy() == pytest.approx(stored[column].to_numpy(), abs=0.0006), column


def test_the_default_is_the_narrowest_that_covers():
    gains = STORED[STORED["what"] == "gains"].groupby("method")
    keep = gains["coverage"].min() >= 0.94
    assert [*keep[keep].index] == ["stratified Tango"]
    assert gains["width"].mean()["stratified Tango"] < gains["width"].mean()["stratified Wilson's way"]


def test_compare_says_what_is_stored():
    text, lowest = " ".join(compare.__doc__.split()), STORED.groupby("method")["coverage"].min()
    names = "stratified Tango", "Tango's reaches alone", "Wald", "stratified Newcombe", "stratified t", "t of slices"
    tango, alone, wald, newcombe, t, like = (f"{100 * lowest[one]:.1f}%" for one in names)
    assert f"the first holds the truth in {tango} of all samples or more, where Tango's reaches alone fall" in text
    assert f"alone fall to {alone} and Wald's form falls to {wald}; the second" in text
    assert (
        f"the second in {newcombe}; the third, of normal scores, in {t}; and t of slices that vary, in {like}" in text
    )
