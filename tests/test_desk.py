"""The answer desk: every number that the chapters tell is held here."""

import numpy as np
import pandas as pd
import pytest

from give_or_take import answer_desk, two_months

DESK = answer_desk()


def flips(table):
    """Both right, only the old, only the new, neither."""
    old, new = table["old"], table["new"]
    return tuple(int(x.sum()) for x in (old & new, old & (1 - new), (1 - old) & new, (1 - old) & (1 - new)))


def test_the_whole():
    assert len(DESK) == 100 and DESK.columns.tolist() == ["id", "topic", "source", "old", "new"]
    assert (DESK["old"].sum(), DESK["new"].sum()) == (84, 92)
    assert flips(DESK) == (82, 2, 10, 6)
    assert DESK["id"].tolist() == [f"desk-{i:03d}" for i in range(1, 101)]


@pytest.mark.parametrize(
    ("topic", "size", "old", "new", "table"),
    [
        ("billing", 40, 36, 39, (36, 0, 3, 1)),
        ("delivery", 30, 26, 28, (25, 1, 3, 1)),
        ("refunds", 20, 13, 16, (13, 0, 3, 4)),
        ("account", 10, 9, 9, (8, 1, 1, 0)),
    ],
)
def test_topics(topic, size, old, new, table):
    part = DESK[DESK["topic"] == topic]
    assert (len(part), part["old"].sum(), part["new"].sum(), flips(part)) == (size, old, new, table)


@pytest.mark.parametrize(
    ("source", "size", "old", "new", "table"),
    [("public", 60, 51, 57, (50, 1, 7, 2)), ("fresh", 40, 33, 35, (32, 1, 3, 4))],
)
def test_sources(source, size, old, new, table):
    part = DESK[DESK["source"] == source]
    assert (len(part), part["old"].sum(), part["new"].sum(), flips(part)) == (size, old, new, table)


def test_it_never_changes():
    """The first items as they were on the first day; a change here changes every notebook."""
    assert DESK.iloc[:5].to_numpy().tolist() == [
        ["desk-001", "billing", "fresh", 1, 1],
        ["desk-002", "billing", "public", 1, 1],
        ["desk-003", "refunds", "public", 1, 1],
        ["desk-004", "billing", "public", 1, 1],
        ["desk-005", "billing", "public", 0, 1],
    ]
    weights = np.arange(1, 101)
    assert ((DESK["old"] * weights).sum(), (DESK["new"] * weights).sum()) == (4310, 4677)
    pd.testing.assert_frame_equal(answer_desk(), DESK)


def test_each_call_gives_a_fresh_table():
    first = answer_desk()
    first.loc[:, "old"] = 0
    assert answer_desk()["old"].sum() == 84


def test_two_months():
    """The model is equally often right on each kind, in both months; the total falls from 84% to 68%."""
    rows = two_months()
    table = rows.groupby(["month", "kind"])["right"].agg(["sum", "size"])
    assert table.to_numpy().tolist() == [[1380, 1500], [300, 500], [460, 500], [900, 1500]]
    assert rows["month"].tolist() == ["last"] * 2000 + ["this"] * 2000
    first = rows["right"][:200]
    assert first.nunique() == 2 and set(rows["kind"][:20]) == {"easy", "hard"}  # mixed, not one kind after the other
    rows.loc[0, "right"] = 7
    assert two_months()["right"].max() == 1
