"""Which rows and columns of a table count, before anything is read from it: chapter 12."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import compress

from give_or_take import checks
from give_or_take.checks import listing, number_of, typed
from give_or_take.evalfile.record import label

NOT = "!"  # where={"kind!": "total"}
ABSENT = {"null", "none", ""}  # as values of where: what is missing


@dataclass
class Source:
    """A table as a file has it, some rows at a time: their numbers, and a function from a column to its values."""

    kind: str
    unit: str
    columns: list
    first: Callable | None  # of the first rows; None if there are none
    read: Callable[[list], Iterator[tuple[list, Callable]]]  # of all rows, for the columns that are wanted
    late: dict = field(default_factory=dict)  # columns that only later lines have, and from which line on
    joined: set = field(default_factory=set)  # columns that make one together with others


def lists_as_runs(part, results, scores, shown, record):
    """Takes the results in a list, as [1, 0, 1], as runs of its item."""
    each = list(map(_listed, results[scores[0]])) if len(scores) == 1 else []
    if not any(one is not None for one in each):
        return
    times = [1 if one is None else len(one) for one in each]

    results[scores[0]] = [x for raw, one in zip(results[scores[0]], each, strict=True) for x in (one or [raw])]
    part.take([i for i, n in enumerate(times) for _ in range(n)])
    part.more["run"] = [str(i) for n in times for i in range(1, n + 1)]
    record.assume(f"the results in a list in {checks.shown(scores[0])} of {shown} are runs of its item")


def _listed(raw):
    """The results in a list, or in the text of one; None for anything else."""
    if isinstance(raw, str) and raw.startswith("["):
        with suppress(ValueError):
            raw = json.loads(raw)
    fits = isinstance(raw, list) and len(raw) > 1 and not any(isinstance(x, dict | list) for x in raw)
    return raw if fits else None


def choose_rows(source, want, shown, record):
    """Leaves out the columns and the rows that do not count; False, with a fault, if one of these is not there."""
    for argument, columns in (("where", map(column_of, want.where)), ("ignore", want.ignore)):
        if not all_there(argument, [*columns], source.columns, shown, record):
            return False
    read, first = source.read, source.first
    if want.where:
        if any(_counts(first, want.where)):
            source.first = _some(first, want.where)
        source.read = lambda wanted: (
            (list(compress(numbers, _counts(get, want.where))), _some(get, want.where))
            for numbers, get in read(list(dict.fromkeys([*wanted, *map(column_of, want.where)])))
        )
        record.found.append(f"{shown}: only rows with " + ", ".join(
            f"{'not ' * column.endswith(NOT)}{listing(values)} in {checks.shown(column_of(column))}"
            for column, values in want.where.items()))  # fmt: skip
    source.columns = [x for x in source.columns if x not in want.ignore]
    return True


def join_columns(source, want):
    """Makes one column of several that are ids or systems together; gives what is wanted of the source then."""
    for role in ("id", "system"):
        names = getattr(want, role) if role == "id" or want.winner is None else ()
        if len(names) > 1 and {*names} <= {*source.columns}:
            _join(source, names)
            want = copy(want)
            setattr(want, role, ("/".join(names),))
    return want


def say_repeats(first_id, pairs, roles, shown, record):
    """Says how often the first of several columns of ids repeats, of pairs of it and the whole, without groups."""
    if (again := sum(n > 1 for n in Counter(one for one, _ in pairs).values())) and "group" not in roles:
        repeats = f"{shown}: {checks.shown(first_id)} alone repeats {number_of(again, 'value')}"
        record.assume(f"{repeats}, and its rows count as independent; {typed('group', first_id)} counts them together")


def _join(source, names):
    """A column more: the values of others, as one text."""
    read, first, whole = source.read, source.first, "/".join(names)

    def joined(get):
        def values(column):
            if column != whole:
                return get(column)
            each = [map(label, get(name)) for name in names]
            return [None if None in one else "/".join(one) for one in zip(*each, strict=True)]

        return values

    def read_on(wanted):
        columns = dict.fromkeys(x for column in wanted for x in (names if column == whole else (column,)))
        return ((numbers, joined(get)) for numbers, get in read(list(columns)))

    source.columns, source.first, source.read = [*source.columns, whole], joined(first), read_on
    source.joined.update(names)


def _counts(get, where):
    """Which rows of a batch count."""
    each = []
    for column, values in where.items():
        found, absent = map(worded, get(column_of(column))), {None} if {x.lower() for x in values} & ABSENT else {}
        there = [x in absent or x in values or x in ("true", "false") and x.title() in values for x in found]
        each.append([not x for x in there] if column.endswith(NOT) else there)
    return list(map(all, zip(*each, strict=True)))


def worded(value):
    """A value as a condition spells it; None if there is none."""
    return json.dumps(value, ensure_ascii=False, default=str) if isinstance(value, bool | list | dict) else label(value)


def column_of(name):
    """The column of a condition, whose name ends in ! if it is to hold something else."""
    return name.removesuffix(NOT)


def _some(get, where):
    """The values of a column in the rows that count."""
    which = _counts(get, where)
    return lambda column: list(compress(get(column), which))


def all_there(role, names, columns, shown, record):
    if none := [x for x in names if x not in columns]:
        near = [x for x in columns if none[0].lower() in x.lower()] or get_close_matches(none[0], columns, 1)
        there = f"its columns are {listing(columns)}" + (f"; is it {checks.shown(near[0])}?" if near else "")
        record.wrong(role, f"names no column of {shown}: got {listing(none)}; {there}")
    return not none
