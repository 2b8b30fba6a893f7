"""Millions of answers as counts: one group-by over any table, and all that `compare` needs is there: chapter 12.

A cell is what items have in common: their group, their slices, and the score of each system. Ten million items that two
systems pass or fail, in a thousand slices, are at most nine thousand cells.
"""

from __future__ import annotations

import datetime
import numbers
import warnings
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from give_or_take import checks
from give_or_take.checks import listing, number_of
from give_or_take.docs import documented
from give_or_take.results import prints_itself

COUNTED = "give_or_take items"  # what no column of a user's is called
STREAMED = (1, 32)  # the first Polars whose lazy tables stream, and are counted rightly as they do


class Labels(NamedTuple):
    """The labels of one column: `names`, sorted, and for each cell the place of its own among them; -1 without one."""

    names: tuple
    code: Any


@prints_itself
@dataclass(frozen=True, eq=False)
class Tally:
    """What `tally` gives: how many items each cell has. It prints as a sentence, and `compare` takes it.

    `systems`, `slices` (the names of the columns) and `items` say what it is about, `group` is the column of groups or
    None. `scores` has a row for each cell and a column for each system, NaN without a result; `counts` is how many
    items a cell has; `labels` gives `names` and `code` of each column. `asked` says which systems have a row for the
    items of a cell; None: all have, as in a wide table. `metric` is what a long table calls its results. Cells are
    sorted, so that they are the same whatever the table came in.
    """

    systems: tuple[str, ...]
    slices: tuple[str, ...]
    group: str | None
    scores: Any = field(repr=False)
    counts: Any = field(repr=False)
    labels: dict[str, Labels] = field(repr=False)
    asked: Any = field(default=None, repr=False)
    metric: str | None = None

    @property
    def items(self) -> int:
        """How many items it counts."""
        return int(self.counts.sum())

    def __str__(self):
        scores = self.scores[~np.isnan(self.scores)]
        kind = "pass or fail"
        if not np.isin(scores, (0, 1)).all():
            kind = f"scores from {scores.min():.6g} to {scores.max():.6g}"
        named = [(column, "label") for column in self.slices] + [(self.group, "group")] * (self.group is not None)
        by = [f"{number_of(len(self.labels[x].names), noun)} of {checks.shown(x)}" for x, noun in named]
        return (
            f"{number_of(self.items, 'item')}, {number_of(len(self.systems), 'system')} ({listing(self.systems)}), "
            f"{kind}, in {number_of(len(self.counts), 'cell')}{': ' if by else ''}{', '.join(by)}"
        )


@documented
def tally(
    source: Any,
    systems: Any = None,
    *,
    system: str | None = None,
    score: str | None = None,
    id: str | None = None,
    slices: Any = (),
    group: str | None = None,
) -> Tally:
    """Count the items of a table by group, slices and the scores of the systems: the one heavy step of a comparison.

    The table may be larger than memory: a lazy one of Polars is streamed, DuckDB and Dask count where the data lie.
    Pass and fail take few cells, and so do ratings. Scores that hardly ever repeat, and groups of a few items, are not
    compressed: then there are about as many cells as items, and they have to fit into memory.

    Wide: each row is an item and each system a column, named by `systems`. Long: each row is an answer, and `system`,
    `score` and `id` name the columns that say of which system, how good, and to which item; items are then put together
    by id, so that all ids have to fit into memory.

    Parameters
    ----------
    source : table
        Of pandas, Polars (also lazy, from 1.32 on), PyArrow, DuckDB, Dask, or any that Narwhals takes. Results are 0
        and 1, True and False, or numbers; None and NaN mean that there is none.
    systems : list of str, optional
        Wide: the columns of the systems. Long: which systems to take, in which order; all of them by name without it.
    system, score, id : str, optional
        Long: the columns of the system, the result, and the item.
    slices : str or list of str
        Columns of slices. An item without a label is in none.
    group : str, optional
        The column of the group that an item belongs to.

    Returns
    -------
    Tally
        `systems`, `slices`, `items`, and the cells. It prints as a sentence.

    Raises
    ------
    TypeError, ValueError
        If a column is not there, results are no numbers, an item has no group, there are no rows, or in a long table a
        system has two results for one id, or an id two groups or two labels of one slice.

    Examples
    --------
    >>> from give_or_take import answer_desk
    >>> desk = answer_desk()
    >>> print(tally(desk, systems=["new", "old"], slices="topic"))
    100 items, 2 systems ('new', 'old'), pass or fail, in 13 cells: 4 labels of 'topic'
    >>> long = desk.melt(["id", "topic"], ["new", "old"], "model", "right")
    >>> print(tally(long, system="model", score="right", id="id", slices="topic"))
    100 items, 2 systems ('new', 'old'), pass or fail, in 13 cells: 4 labels of 'topic'
    """
    import narwhals as nw

    frame = _frame(source)
    slices, of_long = _names(slices, "slices", least=0), {"system": system, "score": score, "id": id}
    for name, column in (of_long | {"group": group}).items():
        if column is not None:
            checks.text(column, name)
    long = any(column is not None for column in of_long.values())
    schema = frame.collect_schema()
    columns = schema.names()
    for name, column in (of_long | {"group": group}).items():
        if column is not None and column not in columns:
            raise checks.WrongValue(
                name, f"names no column of source: got {checks.shown(column)}; it has {listing(columns)}"
            )
    if long and (without := [name for name, column in of_long.items() if column is None]):
        raise TypeError(f"{without[0]} is missing: name the columns of a long table with system=, score= and id=")
    if not long and systems is None:
        raise checks.WrongKind("systems", "is missing: name their columns; or system=, score= and id= of a long table")
    systems = None if systems is None else _names(systems, "systems")
    roles = ([] if long else [("systems", x) for x in systems]) + [(name, x) for name, x in of_long.items() if x]
    roles += [("slices", x) for x in slices] + ([("group", group)] if group is not None else [])
    taken = {}
    for name, column in roles:
        if column in columns and name != "systems" and name != "score":
            _no_lists(frame, schema, name, column)
        if column not in columns:
            raise checks.WrongValue(
                name, f"names no column of source: got {checks.shown(column)}; it has {listing(columns)}"
            )
        if column in taken:
            raise checks.WrongValue(
                name, f"must name a column of its own: {checks.shown(column)} is already {taken[column]}"
            )
        taken[column] = name
    labelled = [*slices, *([group] if group is not None else [])]
    if not long:
        table = _counted(frame, [*systems, *labelled])
        return _tally(table, systems, systems, slices, group)
    if schema[system] == nw.Boolean:
        raise checks.WrongKind("system", f"({checks.shown(system)}) must hold the names of systems, not True and False")
    systems = _systems(frame, system, systems)
    by_id = {f"{COUNTED} {k}": name for k, name in enumerate(systems)}
    here = [nw.col(system).cast(nw.String) == name for name in systems]
    if not (schema[score].is_numeric() or schema[score] == nw.Boolean):
        if isinstance(frame, nw.LazyFrame):
            raise checks.WrongKind(
                "score", f"must hold numbers, or True and False, not {schema[score]}; grade the answers first"
            )
        graded = _scores(frame[score], f"score ({checks.shown(score)})")
        frame = frame.with_columns(nw.new_series(score, graded, nw.Float64, backend=frame.implementation))
    number = nw.col(score).cast(nw.Float64)
    frame = frame.with_columns(
        *(nw.when(at).then(number).alias(column) for at, column in zip(here, by_id, strict=True)),
        *(nw.when(at).then(nw.lit(1)).otherwise(nw.lit(0)).alias(f"{c} n") for at, c in zip(here, by_id, strict=True)),
        *(nw.col(x).cast(nw.String) for x in labelled if isinstance(schema[x], nw.Categorical | nw.Enum)),
    )
    items = _by(
        frame,
        [id],
        *(nw.col(column).max() for column in by_id),
        *(nw.col(f"{column} n").sum() for column in by_id),
        *(nw.col(x).min().alias(f"{COUNTED} low {x}") for x in labelled),
        *(nw.col(x).max().alias(f"{COUNTED} high {x}") for x in labelled),
    )
    faults = {f"{COUNTED} twice": nw.any_horizontal(*(nw.col(f"{c} n") > 1 for c in by_id), ignore_nulls=True)}
    for x in labelled:
        low, high = nw.col(f"{COUNTED} low {x}"), nw.col(f"{COUNTED} high {x}")
        faults[f"{COUNTED} differ {x}"] = ((low != high) & ~low.is_null()).fill_null(False)
    faults[f"{COUNTED} none"] = nw.col(id).is_null()
    items = items.with_columns(**faults).rename({f"{COUNTED} low {x}": x for x in labelled})
    asked = [f"{column} n" for column in by_id]
    table = _counted(items, [*by_id, *asked, *labelled, *faults])
    many = np.array(table[COUNTED].to_list(), dtype=float)
    wrong = {name: int(many[np.array(table[name].to_list(), dtype=bool)].sum()) for name in faults}
    if wrong[f"{COUNTED} none"]:
        raise checks.WrongValue("id", "has rows without an id; name the item of each answer, or leave such rows out")
    if twice := wrong[f"{COUNTED} twice"]:
        raise checks.WrongValue(
            "id",
            f"stands more than once for one system, for {number_of(twice, 'item')} of {int(many.sum()):,}; keep one "
            "answer of a system to an item, or take the mean of its runs first",
        )
    for x in labelled:
        if differ := wrong[f"{COUNTED} differ {x}"]:
            role = "group" if x == group else "slices"
            raise checks.WrongValue(
                role,
                f"({checks.shown(x)}) has more than one label for {number_of(differ, 'item')} of "
                f"{int(many.sum()):,}; name one for each id",
            )
    return _tally(table, [*by_id], systems, slices, group, asked, score)


def _no_lists(frame, schema, name, column):
    """Labels, ids and names are single values."""
    import narwhals as nw

    nested = isinstance(schema[column], nw.List | nw.Array | nw.Struct)
    if not nested and schema[column] == nw.Object and isinstance(frame, nw.DataFrame):
        nested = any(isinstance(x, list | dict | set | np.ndarray) for x in frame[column].to_list())
    if nested:
        raise checks.WrongKind(
            name, f"({checks.shown(column)}) must hold one value in each row, not lists; write it as text"
        )


def _frame(source):
    """Any table as one of Narwhals."""
    import narwhals as nw

    try:
        frame = nw.from_native(source, pass_through=True)
    except nw.exceptions.DuplicateError:
        raise checks.WrongValue("source", "has two columns of one name; rename one") from None
    if not isinstance(frame, nw.DataFrame | nw.LazyFrame):
        raise checks.WrongKind(
            "source", f"must be a table of pandas, Polars, PyArrow, DuckDB or Dask, not {checks.kind_of(source)}"
        )
    if isinstance(frame, nw.LazyFrame) and frame.implementation is nw.Implementation.POLARS:
        version = nw.get_native_namespace(frame).__version__
        if tuple(map(int, version.split(".")[:2])) < STREAMED:
            raise checks.WrongValue(
                "source",
                f"is a lazy table of Polars {version}, which cannot be counted before 1.32; upgrade polars, "
                "or give source.collect(), which has to fit into memory",
            )
    return frame


def _names(value, name, least=1):
    """One text or several as a tuple, each once."""
    listed = (value,) if isinstance(value, str) else value
    if not isinstance(listed, list | tuple) or not all(isinstance(one, str) for one in listed):
        raise checks.WrongKind(name, f"must be a list of texts, not {checks.kind_of(value)}")
    if len(listed) < least:
        raise checks.WrongValue(name, "is empty: there is nothing to compare; give at least one name")
    if len(set(listed)) < len(listed):
        twice = next(one for one in listed if listed.count(one) > 1)
        raise checks.WrongValue(name, f"must hold each name once: got {checks.shown(twice)} twice")
    return tuple(listed)


def _systems(frame, system, wanted):
    """The systems of a long table: those wanted, or all by name."""
    import narwhals as nw

    there = _collected(frame.select(nw.col(system)).unique())[system].to_list()
    if any(map(checks.no_label, there)):
        raise checks.WrongValue(
            "system", "has rows without a system; name the system of each answer, or leave such rows out"
        )
    there = sorted(map(str, there))
    if not there:
        raise checks.WrongValue("source", "has no rows: there is nothing to count")
    if wanted is None:
        return tuple(there)
    if none := [name for name in wanted if name not in there]:
        raise checks.WrongValue(
            "systems", f"names no system of source: got {checks.shown(none[0])}; it has {listing(there)}"
        )
    return wanted


def _counted(frame, columns):
    """How many rows have what in these columns: one group-by, streamed where the library can."""
    import narwhals as nw

    return _collected(_by(frame, columns, nw.len().alias(COUNTED)))


def _by(frame, columns, *aggregates):
    """A group-by without the warning that pandas gives of its own doing, from 100 columns on."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "DataFrame is highly fragmented")
        return frame.group_by(*columns).agg(*aggregates)


def _collected(frame):
    import narwhals as nw

    if isinstance(frame, nw.DataFrame):
        return frame
    if frame.implementation is nw.Implementation.POLARS:
        return frame.collect(backend="polars", engine="streaming")
    return frame.collect()


def _tally(table, columns, systems, slices, group, asked=(), metric=None):
    """A counted table as sorted cells. What one library calls True, another 1, and a third 1.0, are one.

    `asked` are columns of 0 and 1, or none if every item was put to every system.
    """
    if not len(table):
        raise checks.WrongValue("source", "has no rows: there is nothing to count")
    named = [f"systems ({checks.shown(name)})" for name in systems]
    scores = np.column_stack([_scores(table[c], name) for c, name in zip(columns, named, strict=True)])
    if np.isnan(scores).all():
        raise checks.WrongValue("systems", "have no result at all: every score is missing")
    labels = {column: _labels(table[column]) for column in (*slices, *([group] if group is not None else []))}
    counts = np.array(table[COUNTED].to_numpy(), dtype=np.int64)
    if group is not None and (without := int(counts[labels[group].code < 0].sum())):
        raise checks.WrongValue(
            "group",
            f"has no label for {number_of(without, 'item')} of {int(counts.sum()):,}; name the group of each "
            "item, or give an item that belongs to none a label of its own",
        )
    put = np.column_stack([np.array(table[c].to_list(), dtype=bool) for c in asked]) if asked else None
    put = None if put is None or put.all() else put
    return merged(tuple(systems), tuple(slices), group, scores, counts, labels, put, metric)


def merged(systems, slices, group, scores, counts, labels, asked=None, metric=None):
    """A Tally of cells in their one order, equal ones put together."""
    order = [*([group] if group is not None else []), *slices]
    keys = [*(labels[column].code for column in order), *scores.T]  # NaN sorts last
    keys += [] if asked is None else [*asked.T]
    at = np.lexsort(keys[::-1])
    new = np.zeros(len(at), dtype=bool)
    new[:1] = True
    for key in keys:
        one, other = key[at][1:], key[at][:-1]
        new[1:] |= (one != other) & ~((one != one) & (other != other))
    first = np.flatnonzero(new)
    counts, at = np.add.reduceat(counts[at], first), at[first]
    labels = {column: Labels(labels[column].names, labels[column].code[at]) for column in order}
    return Tally(systems, slices, group, scores[at], counts, labels, None if asked is None else asked[at], metric)


def _scores(series, name):
    """The scores of one system as floats, NaN without a result."""
    import narwhals as nw

    wrong = f"{name} must hold numbers, or True and False: got {{}}; grade the answers first"
    if series.dtype.is_numeric():
        array = np.array(series.cast(nw.Float64).to_numpy(), dtype=float)
    else:
        listed = series.to_list()
        strange = [x for x in listed if not (isinstance(x, numbers.Real | np.bool_) or checks.is_missing(x))]
        if strange:
            raise TypeError(wrong.format(checks.shown(strange[0])))
        array = np.array([np.nan if checks.is_missing(x) else float(x) for x in listed])
    if (large := np.abs(array) > checks.LARGEST_NUMBER).any():
        raise ValueError(wrong.format(f"{array[large][0]:.6g}"))
    return array + 0.0  # no -0.0


def _labels(series):
    """The labels of a column, sorted, and the place of each cell's own."""
    listed = [_label(x) for x in series.to_list()]
    names = sorted(set(listed) - {None}, key=lambda x: (isinstance(x, str), type(x).__name__, x))
    place = {name: i for i, name in enumerate(names)} | {None: -1}
    return Labels(tuple(names), np.array([place[x] for x in listed], dtype=np.int64))


def _label(value):
    """A label as a plain value, the same from every library; None for none."""
    if checks.no_label(value):
        return None
    value = value.item() if isinstance(value, np.generic) else value
    if isinstance(value, float) and value == value // 1 and abs(value) < checks.LARGEST_COUNT:
        return int(value)  # whole numbers with gaps are floats in pandas
    if isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        return str(value.date())
    return str(value)
