"""What people would say, from a judge's verdict on every item and people's labels on some of them: chapter 9.

A judge passes or fails each item, or does not decide. People labelled a random part of the same items, and their word
is the truth. The items of one verdict are a *stratum*: its labels say how often people pass what got that verdict.

**The labels must be of a random part of these very items, and all verdicts of one judge, with one prompt and one
threshold.** Nothing here can see whether they are. Labels chosen by verdict, by the judge's confidence, where judges
disagreed, or on which the prompt was tuned give an interval around a wrong rate, however many they are.
"""

import numbers as kinds
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from give_or_take import checks
from give_or_take.pairs import _by_id, _groups

FAIL, PASS, UNDECIDED = 0, 1, 2  # verdicts
NO_LABEL = -1


class Judged(NamedTuple):
    """Items with their verdicts and labels, one entry an item, in the order of the verdicts."""

    verdicts: np.ndarray  # PASS, FAIL or UNDECIDED
    labels: np.ndarray  # 1 where people pass it, 0 where they do not, NO_LABEL where nobody looked
    groups: np.ndarray | None  # the number of each item's group, from 0
    ids: list | None  # if verdicts and labels came by id

    def counts(self) -> np.ndarray:
        """A row for PASS, FAIL and UNDECIDED: labelled passes, labelled fails, and how many without a label."""
        place = 3 * self.verdicts + self.labels + 1
        table = np.bincount(place, minlength=9).reshape(3, 3)
        return table[[PASS, FAIL, UNDECIDED]][:, [2, 1, 0]].astype(float)


def judged_items(
    verdicts: Any, labels: Any, groups: Any = None, names: tuple[str, str] = ("verdicts", "labels")
) -> Judged:
    """Verdicts, labels and groups, checked and brought together: by id if they have ids, else by position.

    `names` is what the caller calls the first two.
    """
    both, ids, levels = (verdicts, labels), None, []
    named, columns = [isinstance(x, Mapping) or checks.is_table(x) for x in both], [_has_index(x) for x in both]
    if all(columns) and verdicts.index.equals(labels.index) and verdicts.index.is_unique:
        if verdicts.index.names != [None]:
            ids, levels = verdicts.index.tolist(), list(verdicts.index.names)
    elif all(a or b for a, b in zip(named, columns, strict=True)):
        both, ids, levels = _joined(both, names)
    elif any(named):
        with_ids, without = names if named[0] else names[::-1]
        raise checks.WrongKind(
            without, f"must have ids, as {checks.called(with_ids)} has: give both by id, or both as lists in one order"
        )
    verdict, label = (_marks(*one, why) for *one, why in zip(both, names, NOTHING, strict=True))
    checks.same_length(verdict, label, *names)
    group = None
    if groups is not None and (ids is None or (checks.is_list(groups) and not _has_index(groups))):
        checks.same_rows(verdicts, groups, names[0], "groups")
        group, different = checks.labels(groups, "groups", "group")
        checks.same_length(verdict, group, names[0], "groups")
    elif ids is not None and (of_ids := _groups(ids, groups, levels)):
        group, different = checks.labels(of_ids, "groups", "group")
    checks.refuse(group is not None and len(different) < 2, "groups must name at least two groups")
    return Judged(np.where(verdict == NO_LABEL, UNDECIDED, verdict), label, group, ids)


NOTHING = "None or NaN where the judge did not decide", "None or NaN where nobody looked"


def _has_index(value):
    """Whether it is a column of pandas, whose index may hold ids."""
    return hasattr(value, "index") and hasattr(value, "to_numpy") and not checks.is_table(value)


def _joined(both, names):
    """Verdicts and labels by id: every verdict, its label, the ids, and what the levels of the ids are called."""
    what = [name.partition("_")[0] for name in names]
    (verdicts, _, levels), (labels, _, more) = (_by_id(*one) for one in zip(both, names, what, strict=True))
    if stray := [one for one in labels if one not in verdicts]:
        raise checks.WrongValue(
            names[1],
            f"has {checks.number_of(len(stray), 'id')} without a verdict, such as {checks.shown(stray[0])}; "
            "give the verdict of every item, and write ids alike",
        )
    return (list(verdicts.values()), list(map(labels.get, verdicts))), list(verdicts), levels or more


def _marks(value, name, nothing):
    """A column of 1 and 0, True and False, or nothing, which becomes -1."""
    if not checks.is_list(value):
        raise checks.WrongKind(
            name, f"must be a list or a column with one entry for each item, or go by id: got {checks.kind_of(value)}"
        )
    listed = value if isinstance(value, np.ndarray) and value.dtype.kind in "biuf" else None
    if listed is None or np.ma.isMaskedArray(value):
        listed = (
            value.tolist() if hasattr(value, "tolist") else value.to_list() if hasattr(value, "to_list") else [*value]
        )
    if not len(listed):
        raise checks.WrongValue(name, "is empty: there is nothing to compute from; give one entry for each item")
    plain = isinstance(listed, np.ndarray) or set(map(type, listed)) <= {int, bool, float, type(None)}
    try:
        marks = np.array(listed if plain else [_mark(x, name, nothing) for x in listed], dtype=float)
    except OverflowError:
        raise checks.WrongValue(name, f"must hold 0 or 1, and {nothing}: got a huge number") from None
    checks.one_dimension(marks, name)
    odd = ~(np.isnan(marks) | (marks == 0) | (marks == 1))
    checks.refuse(odd, f"{name} must hold 0 or 1, and {nothing}: got {{}}; say from which score on it is a pass", marks)
    return np.nan_to_num(marks, nan=NO_LABEL).astype(np.int8)


def _mark(x, name, nothing):
    """One entry of an unusual type: a number, or None."""
    if checks.is_missing(x):
        return None
    if isinstance(x, (kinds.Real, np.bool_)):
        return float(x)
    raise checks.WrongKind(name, f"must hold 0 or 1, and {nothing}: got {checks.shown(x)}; turn it into one of these")
