"""Pairs whose items come in groups: the join, what refuses them, and chapter 8's test and interval."""

import math

import pandas as pd
import polars as pl
import pytest

import give_or_take
from give_or_take import (
    Pairs,
    difference_in_differences,
    pair_items,
    paired_correlation,
    tango_interval,
)

# the groups of pairs

NEW, OLD = {"a": 1, "b": 0, "c": 1, "d": 1, "e": 1}, {"d": 0, "c": 1, "b": 0, "a": 0, "f": 1}
GROUPS = {"a": "x", "b": "x", "c": "y", "d": "z", "e": "z", "f": "z", "never asked": None}


@pytest.mark.parametrize("frame", [dict, pd.Series, pd.DataFrame, pl.DataFrame], ids=lambda kind: kind.__name__)
def test_groups_come_in_any_form_of_results(frame):
    if frame is dict or frame is pd.Series:
        groups = frame(GROUPS)
    else:
        groups = frame({"group": list(GROUPS.values()), "id": list(GROUPS)})
    pairs = pair_items(NEW, OLD, groups=groups)
    assert pairs.ids == ("a", "b", "c", "d") and pairs.results == ((1, 0), (0, 0), (1, 1), (1, 0))
    assert pairs.groups == ("x", "x", "y", "z") and pairs.grouped
    names, counts = pairs.by_group
    assert names == ("x", "y", "z") and counts.tolist() == [[0, 1, 0, 1], [1, 0, 0, 0], [0, 1, 0, 0]]
    assert str(pairs).count("in 3 groups") == 1


def test_pairs_without_groups():
    pairs = pair_items(NEW, OLD)
    assert pairs.groups == () and not pairs.grouped and pairs.ids == ("a", "b", "c", "d")
    assert pairs == Pairs(1, 2, 0, 1, ("f",), ("e",), 0, 1, 1) and "group" not in str(pairs)
    with pytest.raises(ValueError, match="^groups are not known: give pair_items groups="):
        _ = pairs.by_group


def test_groups_of_one_are_no_groups():
    pairs = pair_items(NEW, OLD, groups={x: x for x in "abcdef"})
    assert not pairs.grouped and "groups" not in str(pairs)
    assert tango_interval(pairs) == tango_interval(*pairs.table)


def two_levels(names, rows=(("q1", 1), ("q1", 2), ("q2", 1), ("q2", 2))):
    return pd.Series([1, 0, 1, 1], pd.MultiIndex.from_tuples(rows, names=names))


@pytest.mark.parametrize(
    ("first", "groups"),
    [
        (two_levels(["id", "run"]), ("q1", "q1", "q2", "q2")),
        (two_levels(["question", "answer"]), ("q1", "q1", "q2", "q2")),
        (two_levels(["run", "id"]), (1, 2, 1, 2)),  # runs one below the other, as pd.concat leaves them
        (two_levels(["repository", "id"], [("x", 1), ("x", 2), ("y", 3), ("y", 4)]), ("x", "x", "y", "y")),
        ({("q1", "s", 1): 1, ("q1", "s", 2): 0, ("q1", "t", 1): 1, ("q2", "t", 1): 1}, ("q1", "q1", "q1", "q2")),
        ({("q1", 1): 1, ("q1", 2): 0, "q2": 1, "q3": 1}, ()),
    ],
)
def test_ids_of_several_levels_are_their_own_groups(first, groups):
    second = {x: 1 for x in dict(first)}
    assert pair_items(first, second).groups == pair_items(second, first).groups == groups
    others = {x: number for number, x in enumerate(second)}
    assert not pair_items(first, second, groups=others).grouped  # named ones come first


def test_the_duplicate_is_called_by_its_name():
    twice = pd.Series([1, 0], ["a", "a"])
    with pytest.raises(ValueError, match=r"^second \('old'\) has more than one result for 'a'; keep one result for"):
        pair_items({"a": 1}, twice, names=("new", "old"))
    with pytest.raises(ValueError, match="^second has more than one result for 'a'"):
        pair_items({"a": 1}, twice)
    with pytest.raises(ValueError, match="^groups has more than one group for 'a'; keep one group for each id"):
        pair_items({"a": 1}, {"a": 1}, groups=pd.Series(["x", "y"], ["a", "a"]))


@pytest.mark.parametrize(
    ("groups", "words"),
    [
        ({"a": "x"}, "groups has no group for 3 of 4 shared items, such as 'b'; name the group of each, or give an"),
        (GROUPS | {"c": math.nan}, "groups has no group for 1 of 4 shared items, such as 'c'"),
        (list("xxyz"), "groups has no ids: got a list, which holds nothing but groups; give a dict from id to group"),
        ("repository", "groups must be groups by item id, not text"),
        (pd.Series(list("xyz")), "groups has no ids: its index looks like row numbers"),
    ],
)
def test_groups_that_are_refused(groups, words):
    with pytest.raises((TypeError, ValueError)) as caught:
        pair_items(NEW, OLD, groups=groups)
    assert str(caught.value).startswith(words)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"ids": ("a",)}, "ids must have one entry for each of the 2 items: got 1"),
        ({"groups": ("x", "x")}, "groups need results, one for each item"),
        ({"results": ((1, 1), (1, 1))}, "results must add up to the four counts (1, 1, 0, 0): give (1, 1), (1, 0), "),
        ({"results": ((1, 1), (1, 0)), "groups": ("x", None)}, "groups has no label for 1 of 2 entries; name the"),
    ],
)
def test_records_that_do_not_add_up(more, words):
    with pytest.raises(ValueError) as caught:
        Pairs(1, 1, 0, 0, **more)
    assert str(caught.value).startswith(words)


GROUPED = pair_items(NEW, OLD, groups=GROUPS)
INDEPENDENT = {
    "mcnemar_test": "sign_flip_test",
    "tango_interval": "clustered_tango_interval",
    "paired_wald_interval": "clustered_tango_interval",
    "paired_newcombe_interval": "clustered_tango_interval",
    "bonett_price_interval": "clustered_tango_interval",
    "pairing_gain": "the widths of clustered_tango_interval and of clustered_difference",
    "paired_non_inferior": "non_inferior(clustered_tango_interval(pairs), margin)",
}


@pytest.mark.parametrize(("name", "instead"), INDEPENDENT.items())
def test_what_takes_items_as_independent_refuses_groups(name, instead):
    function = getattr(give_or_take, name)
    more = {"margin": 0.1} if name == "paired_non_inferior" else {}
    with pytest.raises(ValueError) as caught:
        function(GROUPED, **more)
    assert " holds 4 items in 3 groups, and items of one group may go together; use " in str(caught.value)
    assert f"use {instead}, or say independent=True" in str(caught.value)
    alone = Pairs(*GROUPED.table)
    assert function(GROUPED, **more, independent=True) == function(alone, **more)
    assert function(alone, **more, independent=True) == function(alone, **more)
    with pytest.raises(TypeError, match="^independent must be True or False, not a single number"):
        function(GROUPED, **more, independent=1)


def test_two_sets_of_grouped_pairs():
    alone = Pairs(*GROUPED.table)
    for pairs, name in (((GROUPED, alone), "public"), ((alone, GROUPED), "fresh")):
        with pytest.raises(ValueError, match=f"^{name} holds 4 items in 3 groups"):
            difference_in_differences(*pairs)
        assert difference_in_differences(*pairs, independent=True) == difference_in_differences(alone, alone)


def test_what_describes_takes_grouped_pairs():
    assert paired_correlation(GROUPED) == paired_correlation(*GROUPED.table)
    assert GROUPED.bounds() == pair_items(NEW, OLD).bounds() and GROUPED.clause == pair_items(NEW, OLD).clause
