"""Two systems on the same items: the join by item id, what it leaves out, and its groups: chapter 5."""

from __future__ import annotations

import numbers
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

import numpy as np

from give_or_take import checks
from give_or_take.clusters import clustered_wilson_interval
from give_or_take.docs import documented
from give_or_take.intervals import wilson_interval
from give_or_take.results import Layer, _set, _value, prints_itself

NO_ITEMS = "{} and the other three counts are all 0: without items there is nothing to compare"


@prints_itself
@dataclass(frozen=True)
class Pairs:
    """Two systems on the same items: how many each got right, and what was left out. `pair_items` makes it.

    Parameters
    ----------
    both, only_first, only_second, neither : int
        Items that both systems got right, only one of them, or none.
    missing_first, missing_second : tuple
        Ids of the items without a result of the first system although the second has one, and the reverse. They are
        not in the four counts.
    no_result : int
        Items that are listed without a result of either system. They are not in the four counts.
    unpaired_right_first, unpaired_right_second : int
        Right answers of the first system on the items in `missing_second`, of the second on those in `missing_first`.
    names : (str, str)
        What the two systems are called.
    ids, results : tuple
        The shared items in the order of the first system: their ids, and for each (1, 1), (1, 0), (0, 1) or (0, 0), the
        first system's result and the second's. Empty if only the counts are known.
    groups : tuple
        The group of each of those items, if they come in groups: the document that questions are about, the item that
        runs repeat.

    Raises
    ------
    TypeError, ValueError
        If counts are not counts, all four are 0, ids, results or groups are no list or tuple, or do not fit the counts.

    Examples
    --------
    >>> from give_or_take import tango_interval
    >>> pairs = Pairs(both=40, only_first=9, only_second=2, neither=9)
    >>> print(pairs)
    60 shared items: both right 40, only first 9, only second 2, neither 9 (+11.7 points); none left out
    >>> pairs.n, pairs.flips, pairs.table
    (60, 11, (40, 9, 2, 9))
    >>> print(tango_interval(pairs))
    +11.7 points (95% Tango +1.0 to +23.5 points)
    >>> pairs.clause
    'first minus second on the same 60 items +11.7 points (9 flips for, 2 against)'
    """

    both: int
    only_first: int
    only_second: int
    neither: int
    missing_first: tuple = ()
    missing_second: tuple = ()
    no_result: int = 0
    unpaired_right_first: int = 0
    unpaired_right_second: int = 0
    names: tuple = ("first", "second")
    ids: tuple = field(default_factory=tuple, compare=False, repr=False)
    results: tuple = field(default_factory=tuple, compare=False, repr=False)
    groups: tuple = field(default=(), repr=False)

    def __post_init__(self):
        for name in ("both", "only_first", "only_second", "neither", "no_result"):
            _set(self, name, checks.count(getattr(self, name), name, least=0))
        if not self.n:
            raise ValueError(NO_ITEMS.format("both"))
        _set(self, "names", checks.two_names(self.names, "names"))
        for one, other in (("first", "second"), ("second", "first")):
            missing, name = len(self._listed(f"missing_{other}", "ids")), f"unpaired_right_{one}"
            right = checks.count(getattr(self, name), name, least=0)
            most = f"{missing:,}, the number of items that only the {one} has"
            checks.refuse(right > missing, f"{name} must not exceed {most}: got {{}}", right)
            _set(self, name, right)
        for name, of in (("ids", "ids"), ("results", "results"), ("groups", "labels")):
            if (listed := self._listed(name, of)) and len(listed) != self.n:
                raise checks.WrongValue(
                    name, f"must have one entry for each of the {_items(self.n)}: got {len(listed):,}"
                )
        if self.results and tuple(map(self.results.count, OUTCOMES)) != self.table:
            raise checks.WrongValue(
                "results",
                f"must add up to the four counts {self.table}: give (1, 1), (1, 0), (0, 1) or (0, 0) for each "
                "item, the first system's result and the second's",
            )
        if self.groups:
            _, names = checks.labels(self.groups, "groups", "group")
            if not self.results:
                raise checks.WrongValue(
                    "groups", "need results, one for each item: give those too, or let pair_items make Pairs"
                )
            if len(names) == 1 < self.n:
                raise checks.WrongValue(
                    "groups",
                    "must name at least two groups: one cannot show how much groups vary; leave groups out, or "
                    "group the items in another way",
                )

    @classmethod
    def _counted(cls, *values, items):
        """What a join of large tables gave; its items stay in columns until somebody asks for `ids` or `results`."""
        made = object.__new__(cls)
        for one, value in zip(fields(cls), values, strict=False):  # all up to the names
            _set(made, one.name, value)
        _set(made, "groups", ())
        _set(made, "_columns", items)
        return made

    def __getattr__(self, name):
        if name not in ("ids", "results") or "_columns" not in vars(self):
            raise AttributeError(f"Pairs have no {name}")
        ids, *results = self._columns
        _set(self, "ids", tuple(ids.to_list()))
        _set(self, "results", tuple(zip(*(column.tolist() for column in results), strict=True)))
        return getattr(self, name)

    def _listed(self, name, of):
        """A list of the record as a tuple."""
        if not isinstance(listed := getattr(self, name), (list, tuple)):
            raise checks.WrongKind(name, f"must be a list or a tuple of {of}, not {checks.kind_of(listed)}")
        _set(self, name, tuple(listed))
        return listed

    @property
    def table(self) -> tuple[int, int, int, int]:
        """The four counts in order: both, only_first, only_second, neither."""
        return self.both, self.only_first, self.only_second, self.neither

    @property
    def n(self) -> int:
        """How many items have a result of both systems."""
        return sum(self.table)

    @property
    def flips(self) -> int:
        """How many of them the two systems disagree on."""
        return self.only_first + self.only_second

    @property
    def difference(self) -> float:
        """The rate of the first minus the rate of the second, on the shared items."""
        return (self.only_first - self.only_second) / self.n

    @property
    def grouped(self) -> bool:
        """Whether some items share a group, so that they cannot be taken as independent."""
        return len(set(self.groups)) < len(self.groups)

    @property
    def by_group(self) -> Groups:
        """The four counts of each group: `names`, in the order in which they appear, and `counts`, a row for each.

        >>> one, other = {"a": 1, "b": 1, "c": 0}, {"a": 0, "b": 1, "c": 0}
        >>> names, counts = pair_items(one, other, groups={"a": "x", "b": "y", "c": "y"}).by_group
        >>> names, counts.tolist()
        (('x', 'y'), [[0, 1, 0, 0], [1, 0, 0, 1]])
        """
        if not self.groups:
            raise checks.WrongValue(
                "groups", "are not known: give pair_items groups=, the group of each item by its id"
            )
        group, names = checks.labels(self.groups, "groups", "group")
        outcome = np.array([OUTCOMES.index(result) for result in self.results])
        counts = np.bincount(4 * group + outcome, minlength=4 * len(names)).reshape(-1, 4)
        return Groups(tuple(names), counts)

    def bounds(self) -> Bounds:
        """What the difference over *all* items could be, whatever the missing results would have been.

        The lowest value fills every missing result of the first system with a fail and every one of the second with a
        pass, the highest the other way round. `as_fail` and `as_pass` fill all alike. No assumption is made, and no
        chance enters: these are not ends of a confidence interval. (Horowitz and Manski 2000, Journal of the American
        Statistical Association 95, 77-84.)

        >>> pairs = pair_items({"a": 1, "b": 1, "c": 0, "d": 1}, {"a": 1, "b": 0, "c": 0})
        >>> print(pairs.bounds())
        +25.0 to +50.0 points over all 4 items, depending on the 1 missing result; +50.0 points if missing counts as \
fail, +25.0 points if as pass
        """
        n = self.n + len(self.missing_first) + len(self.missing_second) + self.no_result
        first, second = len(self.missing_first) + self.no_result, len(self.missing_second) + self.no_result
        gap = self.only_first - self.only_second + self.unpaired_right_first - self.unpaired_right_second
        return Bounds((gap - second) / n, (gap + first) / n, gap / n, (gap + first - second) / n, n, first + second)

    @property
    def clause(self) -> str:
        """What to add to a claim: the first system minus the second."""
        flips = f"{self.only_first:,} flip{'s' * (self.only_first != 1)} for, {self.only_second:,} against"
        first, second = self.names
        return f"{first} minus {second} on the same {_items(self.n)} {self._points} ({flips})"

    def fits(self, successes: int, n: int) -> bool:
        """Whether one of the systems can be that with so many right answers of n, some of which may be missing."""
        rights = (self.both + self.only_first, self.both + self.only_second)
        return successes in rights if self.n == n else self.n < n

    @property
    def headline(self) -> str:
        """The clause, as a title."""
        return f"{' minus '.join(self.names)} {self._points}"

    def layer(self, score):
        """What to add to the picture of a claim: the first system, which the clause compares with the second."""
        right = self.both + self.only_first
        if self.grouped:
            rate = clustered_wilson_interval([first for first, _ in self.results], self.groups)
        else:
            rate = wilson_interval(right, self.n)
        return Layer(f"{self.names[0]}: {right:,} of {self.n:,}, 95% {rate.method}", *rate, rate.estimate)

    def __str__(self):
        gone = [
            f"{len(ids):,} without a result of {which} (such as {checks.shown(ids[0])})"
            for which, ids in zip(self.names, (self.missing_first, self.missing_second), strict=True)
            if ids
        ]
        if self.no_result:
            gone.append(f"{self.no_result:,} without any")
        first, second = (name if name in ("first", "second") else f"{name}:" for name in self.names)
        return (
            f"{self.n:,} shared item{'s' * (self.n != 1)}: both right {self.both:,}, only {first} "
            f"{self.only_first:,}, only {second} {self.only_second:,}, neither {self.neither:,} "
            f"({self._points}){f', in {len(set(self.groups)):,} groups' if self.grouped else ''}; "
            f"{'left out: ' + ', '.join(gone) if gone else 'none left out'}"
        )

    @property
    def _points(self):
        return _value(self.difference, np.sqrt(_flip_variance(*map(float, self.table))) / self.n, "points")


OUTCOMES = ((1, 1), (1, 0), (0, 1), (0, 0))  # in the order of the four counts


class Groups(NamedTuple):
    """What `Pairs.by_group` gives: the names of the groups, and their counts, one row of four for each."""

    names: tuple
    counts: Any


@prints_itself
class Bounds(NamedTuple):
    """What `Pairs.bounds` gives: differences over all items, as fractions. It prints as a sentence."""

    lowest: float
    highest: float
    as_fail: float
    as_pass: float
    n: int
    missing: int

    def __str__(self):
        low, high, as_fail, as_pass = (_value(x, 1 / self.n, "points") for x in self[:4])
        if not self.missing:
            return f"{low} over all {_items(self.n)}: no result is missing"
        results = f"{self.missing:,} missing result{'s' * (self.missing != 1)}"
        return (
            f"{low.removesuffix(' points')} to {high} over all {_items(self.n)}, depending on the {results}; "
            f"{as_fail} if missing counts as fail, {as_pass} if as pass"
        )


@documented
def pair_items(first: Any, second: Any, names: tuple[str, str] | None = None, groups: Any = None) -> Pairs:
    """Join the results of two systems on item id, and count how they go together.

    Only items with a result of both enter the four counts. What has no partner is kept by id and counted, so that
    nothing disappears without a word: two result files that were sorted differently, or cut at different places,
    agree in length and in nothing else.

    Parameters
    ----------
    first, second : Series, table or dict
        Results by item id: a pandas Series whose index holds the ids; a table of two columns, one of them called `id`
        (pandas, polars or the like); or a dict from id to result. Right is 1 or True, wrong 0 or False; None, NaN and
        `<NA>` mean that there is no result. An unnamed index of whole numbers is refused, since row numbers look like
        that, also after a filter, a shuffle or `concat`; if it holds ids, `.rename_axis("id")` says so.
    names : (str, str), optional
        What the systems are called. Without it, Series and tables give the names of their columns if they differ.
    groups : Series, table or dict, optional
        The group of each item by its id, in one of the forms of the results: the document that it asks about, the
        repository that it comes from. Every shared item needs one; an item that belongs to none gets a label of its
        own. Ids of several levels, such as (item, run), bring their groups along: the first level in which they differ,
        or one that is called `id` or `item` if its values repeat.

    Returns
    -------
    Pairs
        Counts, ids without a partner (in their order), `bounds()`, the shared items with their groups, and
        `by_group`. It prints as a sentence. What takes items as independent refuses it if items share a group;
        `sign_flip_test` and `clustered_tango_interval` do not.

    Raises
    ------
    TypeError, ValueError
        If there are no ids, an id is missing or stands there twice, a result is neither 0 nor 1, there are no results,
        the two share no item, or a shared item has no group.

    References
    ----------
    McNemar 1947, Psychometrika 12, 153-157, for the table.

    Examples
    --------
    >>> old = {"q1": 1, "q2": 0, "q3": 1, "q4": 0}
    >>> new = {"q4": 1, "q3": 1, "q2": 1, "q7": 0}
    >>> pairs = pair_items(new, old, names=("new", "old"))
    >>> print(pairs)
    3 shared items: both right 1, only new: 2, only old: 0, neither 0 (+66.7 points); \
left out: 1 without a result of new (such as 'q1'), 1 without a result of old (such as 'q7')
    >>> pairs.missing_first, pairs.missing_second
    (('q1',), ('q7',))
    >>> print(pair_items(new, old, groups={"q1": "x", "q2": "x", "q3": "y", "q4": "y", "q7": "z"}))
    3 shared items: both right 1, only first 2, only second 0, neither 0 (+66.7 points), in 2 groups; \
left out: 1 without a result of first (such as 'q1'), 1 without a result of second (such as 'q7')
    """
    arguments = ("first", "second")
    if names is not None:
        names = checks.two_names(names, "names")
        arguments = [f"{argument} ({checks.shown(name)})" for argument, name in zip(arguments, names, strict=True)]
    if groups is None and (pairs := _joined(first, second, arguments, names)):
        return pairs
    by_id = [_by_id(*pair) for pair in zip((first, second), arguments, strict=True)]
    first, second = (_graded(column, argument) for argument, (column, _, _) in zip(arguments, by_id, strict=True))
    (_, one, levels), (_, other, more) = by_id
    names = names or _names(one, other)
    if first.keys().isdisjoint(second):
        one, other = (
            f"{argument}{has} such as {checks.shown(next(iter(column)))}"
            for argument, has, column in zip(arguments, (" has ids", ""), (first, second), strict=True)
        )
        raise checks.WrongValue(
            "first", f"and second share no id: {one}, {other}; are both written alike, and of one kind?"
        )
    results = tuple(zip(first.values(), map(second.get, first), strict=True))
    outcomes = Counter(results)
    if outcomes.keys() <= {*OUTCOMES}:
        shared, missing_second = tuple(first), ()
    else:
        items = tuple(zip(first, results, strict=True))
        shared = tuple(x for x, (one, other) in items if one is not None and other is not None)
        missing_second = tuple(x for x, (one, other) in items if one is not None and other is None)
        results = tuple(result for result in results if None not in result)
    if not shared:
        raise checks.WrongValue(
            "first", "and second share no item on which both have a result: there is nothing to compare"
        )
    missing_first, no_result = (), 0
    if len(shared) < max(len(first), len(second)):
        missing_first = tuple(x for x in second if second[x] is not None and first.get(x) is None)
        no_result = len(first.keys() | second.keys()) - len(shared) - len(missing_first) - len(missing_second)
    rights = sum(first[x] for x in missing_second), sum(second[x] for x in missing_first)
    a, b, c, d = (outcomes[x] for x in OUTCOMES)
    labels = _groups(shared, groups, levels or more)
    return Pairs(a, b, c, d, missing_first, missing_second, no_result, *rights, names, shared, results, labels)


def _names(one, other):
    """What the systems are called: as their columns, if those have two names."""
    named = all(isinstance(name, str) and name.strip() for name in (one, other)) and one != other
    return (one, other) if named else ("first", "second")


LARGE = 10**4  # items from which on the library of the tables joins them


class _Table(NamedTuple):
    """A large table of results: the ids as a column, the results as an array of 0 and 1, and what it is called."""

    ids: Any
    results: Any
    called: Any

    def alone(self, partners):
        """The items without a partner: their ids, and how many of them are right."""
        return tuple(self.ids.filter(partners == 0).to_list()), int(self.results[partners == 0].sum())


def _joined(first, second, arguments, names):
    """What `pair_items` gives for two large tables, by the join of their own library, without a look at each item.

    None where items have to be looked at (see `_table`), and for all that is to be refused.
    """
    one, other = tables = [_table(*pair) for pair in zip((first, second), arguments, strict=True)]
    if None in tables or (one.ids.implementation, one.ids.dtype) != (other.ids.implementation, other.ids.dtype):
        return None
    rows, others = (x.ids.to_frame().with_row_index(at).lazy() for x, at in ((one, "here"), (other, "there")))
    matched = rows.join(others, on="id").select("here", "there").collect()
    here, there = (matched.get_column(place).to_numpy() for place in matched.columns)
    partners, theirs = np.bincount(here, minlength=len(one.ids)), np.bincount(there, minlength=len(other.ids))
    alone, their_alone = one.alone(partners), other.alone(theirs)
    twice = max(partners.max(), theirs.max()) > 1 or any(len(set(ids)) < len(ids) for ids, _ in (alone, their_alone))
    if twice or not len(here):
        return None
    result = np.zeros_like(one.results)
    result[here] = other.results[there]
    shared = partners == 1
    a, b = one.results[shared], result[shared]
    counts = np.bincount(3 - 2 * a - b, minlength=4).tolist()  # in the order of OUTCOMES
    left_out = their_alone[0], alone[0], 0, alone[1], their_alone[1]
    names = names or _names(one.called, other.called)
    return Pairs._counted(*counts, *left_out, names, items=(one.ids.filter(shared), a, b))


def _table(value, name):
    """A large table, if its ids are text or whole numbers, none blank or often there, and each has a result."""
    called = getattr(value, "name", None)
    series = hasattr(value, "index") and hasattr(value, "to_numpy") and not checks.is_table(value)  # of pandas
    row_numbers = series and (value.index.name is None or str(value.index.name) in NAMES_OF_ROW_NUMBERS)
    if series and len(value) >= LARGE and value.index.nlevels == 1:
        value = value.rename("result").rename_axis("id").reset_index()
    table = checks.frame(value, name)
    if table is None or len(table) < LARGE or len(table.columns) != 2 or "id" not in table.columns:
        return None
    import narwhals as nw

    [column] = {*table.columns} - {"id"}
    ids, results = table.get_column("id"), table.get_column(column)
    few = min(len(ids), int(10 * np.sqrt(len(ids))))  # so many show ids that repeat often: their join would have no end
    sample = ids[np.random.default_rng(1).choice(len(ids), few, replace=False)]
    if ids.null_count() or results.null_count() or sample.n_unique() < few:
        return None
    objects = isinstance(getattr(ids.to_native(), "dtype", None), np.dtype)
    text = ids.dtype == nw.String and not objects and "!" <= ids.min() and ids.max() < "\x7f"  # all begin in print
    if not text and (row_numbers or not ids.dtype.is_integer()):
        return None
    if not (results.dtype.is_numeric() or results.dtype == nw.Boolean):
        return None
    right, wrong = (results.to_numpy() == result for result in (1, 0))
    return _Table(ids, right.astype(np.int8), called if series else column) if (right | wrong).all() else None


def _groups(ids, groups, levels):
    """The group of each item: as given, or by a level of its id; none if its id has one level."""
    if groups is not None:
        known = _by_id(groups, "groups", "groups")[0]
        if without := [x for x in ids if x not in known or checks.no_label(known[x])]:
            raise checks.WrongValue(
                "groups",
                f"has no group for {len(without):,} of {len(ids):,} shared items, such as "
                f"{checks.shown(without[0])}; name the group of each, or give an item that belongs to none a label of "
                "its own",
            )
        return tuple(known[x] for x in ids)
    if not all(isinstance(x, tuple) and len(x) > 1 for x in ids):
        return ()
    columns = list(zip(*ids, strict=False))  # what goes beyond the shortest id is no level of all
    for level in ("id", "item"):
        if level in levels and len(set(labels := columns[levels.index(level)])) < len(ids):
            return labels
    return next((labels for labels in columns if len(set(labels)) > 1), ())


def _by_id(value, name, what="results"):
    """Results or groups by item id, what their column is called, and what the levels of the ids are called."""
    called, levels = getattr(value, "name", None), []
    if isinstance(value, Mapping):
        ids, results = list(value), value.values()
    elif (table := checks.frame(value, name)) is not None:
        if len(table.columns) != 2 or "id" not in table.columns:
            raise checks.WrongValue(
                name,
                f"must be a table of two columns, 'id' and the {what}: got {checks.shown(table.columns)}; "
                "choose those two, and rename the column of ids if it is called otherwise",
            )
        [called] = {*table.columns} - {"id"}
        ids, results = table.get_column("id").to_list(), table.get_column(called).to_list()
    elif hasattr(value, "index") and hasattr(value, "to_numpy"):  # a pandas Series
        index, levels = value.index, list(value.index.names)
        unnamed = [i for i, level in enumerate(index.names) if level is None or str(level) in NAMES_OF_ROW_NUMBERS]
        if any(map(_whole, (label for i in unnamed for label in index.get_level_values(i)))):
            raise checks.WrongValue(
                name,
                "has no ids: its index looks like row numbers; use .set_index('id') before you choose the "
                "column, or .rename_axis('id') if those numbers are the ids",
            )
        ids, results = index.tolist(), value.tolist()
    else:
        if checks.is_list(value):
            raise checks.WrongKind(
                name,
                f"has no ids: got {checks.kind_of(value)}, which holds nothing but {what}; give a dict from id "
                f"to {what[:-1]}, a table of two columns, 'id' and the {what}, or a pandas Series indexed by id",
            )
        raise checks.WrongKind(
            name,
            f"must be {what} by item id, not {checks.kind_of(value)}; give a pandas Series indexed by id, a "
            f"table of two columns, 'id' and the {what}, or a dict from id to {what[:-1]}",
        )
    if not ids:
        raise checks.WrongValue(name, "is empty: there is nothing to compare; give at least one result")
    if _plain(ids) and len(known := dict(zip(ids, results, strict=True))) == len(ids):
        return known, called, levels
    if missing := sum(map(checks.no_label, ids)):
        raise checks.WrongValue(
            name, f"has no id for {missing:,} of {len(ids):,} entries; give each item an id of its own"
        )
    known = {}
    for one, result in zip(ids, results, strict=True):
        try:
            twice = one in known
        except TypeError:
            raise checks.WrongKind(
                name, f"must have plain ids, such as names or numbers: got {checks.shown(one)}"
            ) from None
        if twice:
            raise checks.WrongValue(
                name, f"has more than one {what[:-1]} for {checks.shown(one)}; keep one {what[:-1]} for each id"
            )
        known[one] = result
    return known, called, levels


NAMES_OF_ROW_NUMBERS = ("", "index", "level_0", "Unnamed: 0")  # that pandas gives by itself


def _whole(label):
    """Whether a label is a whole number, of any type."""
    number = isinstance(label, numbers.Real) and not isinstance(label, bool)
    return number and label == label // 1


def _plain(ids):
    """Whether all are whole numbers or text that is not blank, found without a look at each in Python."""
    types = set(map(type, ids))
    return types <= {int} or (types == {str} and all(map(str.strip, ids)))


def _graded(column, name):
    """Results by id as 1, 0 or None: each different one judged once, if those that are equal have to mean the same."""
    results = column.values()
    types = set(map(type, results))
    if types <= {int, bool, float, type(None)}:
        different = set(results)
        if all(checks.is_missing(x) or x in (0, 1) for x in different):
            if types == {int}:
                return column
            judged = {x: None if checks.is_missing(x) else int(x) for x in different}
            return dict(zip(column, map(judged.__getitem__, results), strict=True))
    for x, result in column.items():  # one word makes a whole column text: it is the word that is named
        if isinstance(result, str) and result.strip() not in ("0", "1"):
            _right_wrong_or_none(result, name, x)
    return {x: _right_wrong_or_none(result, name, x) for x, result in column.items()}


def _right_wrong_or_none(result, name, one):
    if checks.is_missing(result):
        return None
    number = isinstance(result, (numbers.Real, np.bool_))
    if number and result in (0, 1):
        return int(result)
    raise (ValueError if number else TypeError)(
        f"{name} must hold 0 or 1, and None or NaN where there is no result: got {checks.shown(result)} for "
        f"{checks.shown(one)}; grade the answers first"
    )


def needs_independence(pairs, name, instead):
    """Refuse pairs whose items share groups, and name what to use."""
    if pairs.grouped:
        raise checks.WrongValue(
            name,
            f"holds {_items(pairs.n)} in {len(set(pairs.groups)):,} groups, and items of one group may go "
            f"together; use {instead}, or say independent=True to take all items as independent",
        )


def _flip_variance(a, b, c, d):
    """W = b + c - (b - c)²/n, the variance of the difference times n², without a difference of large numbers."""
    return ((b + c) * (a + d) + 4 * b * c) / (a + b + c + d)


def _items(n):
    return f"{n:,} item{'s' * (n != 1)}"
