"""What people would say, from verdicts and labels: how the two come together, and what is computed from them."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

from give_or_take.judges import judged_items

# Verdicts and labels come together

IDS, VERDICTS, LABELS = list("uvwxyz"), [1, 1, 0, None, 0, 1], [1, None, 0, 1, None, 0]
COUNTS = [[1, 1, 1], [0, 1, 1], [1, 0, 0]]  # passed, failed, undecided: people pass, people fail, nobody looked


@pytest.mark.parametrize(
    ("verdicts", "labels"),
    [
        (VERDICTS, LABELS),
        ([True, True, False, np.nan, np.False_, 1.0], tuple(LABELS)),
        (np.array(VERDICTS, dtype=float), np.array(LABELS, dtype=object)),
        (pd.Series(VERDICTS, dtype="Int64"), pd.Series(LABELS, dtype="boolean")),
        (pd.Series(VERDICTS, index=IDS), LABELS),
        (pl.Series(VERDICTS), pl.Series(LABELS)),
        (np.ma.masked_invalid(np.array(VERDICTS, dtype=float)), LABELS),
        (dict(zip(IDS, VERDICTS, strict=True)), {"z": 0, "x": 1, "w": 0, "u": 1}),
        (pd.Series(VERDICTS, index=IDS), pd.Series([0, 1, 0, 1], index=list("zxwu"))),
        (pd.DataFrame({"id": IDS, "pass": VERDICTS}), pd.Series([0, 1, 0, 1], index=list("zxwu"))),
    ],
    ids=lambda x: type(x).__name__,
)
def test_verdicts_and_labels_come_together_in_any_form(verdicts, labels):
    assert judged_items(verdicts, labels).counts().tolist() == COUNTS


def test_groups_come_by_id_by_position_or_with_ids_of_two_levels():
    verdicts, by_id = dict(zip(IDS, VERDICTS, strict=True)), dict(zip(reversed(IDS), "ccbbaa", strict=True))
    assert judged_items(verdicts, {"u": 1}, by_id).groups.tolist() == [0, 0, 1, 1, 2, 2]
    assert judged_items(verdicts, {"u": 1}, list("abcabc")).groups.tolist() == [0, 1, 2, 0, 1, 2]
    assert judged_items(VERDICTS, LABELS, pd.Series(list("aabbcc"))).groups.tolist() == [0, 0, 1, 1, 2, 2]
    two_runs = {("q1", 1): 1, ("q1", 2): 0, ("q2", 1): 1}
    assert judged_items(two_runs, {("q1", 2): 1}).groups.tolist() == [0, 0, 1]
    assert judged_items(verdicts, {"u": 1}).groups is None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (({"a": 1}, {"b": 1, "a": 0}), "labels has 1 id without a verdict, such as 'b'; give the verdict of"),
        ((pd.Series([1, 0], ["a", "a"]),) * 2, "verdicts has more than one verdict for 'a'; keep one verdict for each"),
        (({"a": 1, "b": 0}, pd.Series([1, 0], ["a", "a"])), "labels has more than one label for 'a'; keep one label"),
        ((pd.Series([1, 0, 1]), pd.Series([1, 0])), "verdicts has no ids: its index looks like row numbers"),
        (([1, 0], {"a": 1}), "verdicts must have ids, as labels has: give both by id, or both as lists in one order"),
        (([1, 0], [1, None, 0]), "verdicts and labels must have the same length, one entry for each item: got 2 and 3"),
        (([1, 0.7], [1, 0]), "verdicts must hold 0 or 1, and None or NaN where the judge did not decide: got 0.7 at"),
        (([1, 0], [1, "0"]), "labels must hold 0 or 1, and None or NaN where nobody looked: got '0'"),
        (([1, 0], [1, 0], ["a", "a"]), "groups must name at least two groups"),
        (({"a": 1, "b": 0}, {"a": 1}, {"a": "x"}), "groups has no group for 1 of 2 shared items, such as 'b'"),
    ],
)
def test_what_does_not_fit_is_refused_and_named(arguments, words):
    with pytest.raises((TypeError, ValueError)) as caught:
        judged_items(*arguments)
    assert str(caught.value).startswith(words)


def test_the_names_are_those_of_the_caller():
    with pytest.raises(ValueError, match="^labels_b has 1 id without a verdict"):
        judged_items({"a": 1}, {"b": 1}, names=("verdicts_b", "labels_b"))
