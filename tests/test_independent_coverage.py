"""The stored table of tools/studies/independent_coverage.py: cells counted anew, and what is said of it."""

import numpy as np
import pandas as pd
import pytest

from give_or_take import compare
from tools.studies import independent_coverage as study

STORED = pd.read_csv(study.STORED)
KEY = study.COLUMNS[:7]


@pytest.mark.parametrize(("count", "arguments"), [
    (study.rates, (0.95, 0.1, 20, 500)), (study.grouped, (0.8, 0, 0.2, 0, 5, 30)),
    (study.scores, ("rubric", "worse rubric", 20, 100)),
])  # fmt: skip
def test_the_cells_that_are_stored_come_out_again(count, arguments):
    again = pd.DataFrame(count(*arguments), columns=study.COLUMNS).astype({"first": str, "second": str, "rho": float})
    stored = STORED.merge(again[KEY], on=KEY)
    assert len(stored) == len(again)
    for column in study.COLUMNS[7:]:
        assert again[column].to_numpy() == pytest.approx(stored[column].to_numpy(), abs=0.0006, nan_ok=True), column


def test_every_cell_is_stored():
    each = {study.rates: 1, study.grouped: 3, study.scores: 2}
    assert len(STORED) == sum(each[count] for count, _ in study.cells()) and not STORED.duplicated(KEY).any()


def test_compare_says_what_is_stored():
    text, one = " ".join(compare.__doc__.split()), STORED["each"] == 1

    def lowest(method, cells, column="coverage"):
        return f"{100 * cells.loc[cells['method'] == method, column].min():.1f}%"

    grouped, ratings = STORED[~one], STORED[(STORED["second"] == "rubric") & (STORED["n_first"] != STORED["n_second"])]
    assert f"Newcombe's holds the truth in {lowest('Newcombe', STORED[one])} of all samples" in text
    assert f"of 4 to 36 items each, in {lowest('clustered Newcombe', grouped)}, where" in text
    assert f"items taken as independent hold it in {lowest('Newcombe', grouped)}" in text
    assert f"that test alarms in up to {100 * grouped['alarms'].max():.1f}%" in text
    normal = STORED[STORED["second"] == "normal"]
    assert f"of normal scores holds it in {lowest('stretched Welch t', normal)} or more" in text
    assert f"in {lowest('stretched Welch t', ratings)}: of these over 98% are called few-item" in text
    assert ratings["few"].min() > 0.98
    assert np.all(grouped.loc[grouped["method"] == "clustered Newcombe", "favours"].dropna() < 0.035)
