"""Tables, long and wide: CSV, JSON Lines, Parquet, and lists of rows in JSON: chapter 12."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import chain, compress, islice

from give_or_take import checks
from give_or_take.checks import listing, number_of, the_file, typed
from give_or_take.evalfile.files import LONGEST_LINE, MOST_ROWS, MOST_UNPACKED, Repeated, lines, megabytes, parsed
from give_or_take.evalfile.formats import BFCL, bfcl, written_by
from give_or_take.evalfile.lm_eval import LM_EVAL, read_samples
from give_or_take.evalfile.outcomes import YES_NO, pass_or_fail, worth
from give_or_take.evalfile.predictions import offer, speaks_of_classes
from give_or_take.evalfile.promptfoo import RESULT, first_output, of_csv, read_promptfoo
from give_or_take.evalfile.record import Part, Unreadable, free, judges, label, plain
from give_or_take.evalfile.shapes import at, columns_of, leaves
from give_or_take.evalfile.tools import texts
from give_or_take.evalfile.want import (
    ALL,
    ALSO_KNOWN,
    KNOWN,
    LABELS,
    ROW,
    ROW_NUMBERS,
    SAME,
    SLICES,
    how_to_label,
    lower_is_better,
)
from give_or_take.evalfile.winners import offer_winners, read_winners

METRICS = {
    "acc": "accuracy",
    "accuracy": "accuracy",
    "exact_match": "exact match",
    "rating": "rating",
    "ratings": "rating",
}
NOT = "!"  # where={"kind!": "total"}
PEEK = 1000  # rows that are looked at before the columns are chosen


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


# Sources


def _batches(rows):
    while batch := list(islice(rows, PEEK)):
        yield batch


def read_csv(path, name, want, record):
    shown = record.names[path]
    last = ""

    def stream():
        nonlocal last
        for _, last in lines(path, record):
            yield last

    text = stream()
    first = next(text, "")
    separator = max(",;\t", key=first.count)  # the comma, if none is there
    limit = csv.field_size_limit(LONGEST_LINE)
    try:
        reader = csv.reader(chain([first], text), delimiter=separator, strict=True)
        header = next(reader, [])
        if not any(map(str.strip, header)):
            raise Unreadable("has no header: its first line must name the columns")
        if first_output(header) is not None:
            rows = ((number, cells) for number, cells in enumerate(reader, 2) if cells)
            return read_promptfoo(of_csv(header, rows), "row", path, name, want, record)
        if twice := [column for column, times in Counter(header).items() if times > 1 and column.strip()]:
            raise Unreadable(f"has two columns called {checks.shown(twice[0])}; rename one")

        def rows():
            for number, cells in enumerate(reader, 2):  # as a spreadsheet numbers them
                if len(cells) == len(header):
                    yield number, cells
                elif cells:
                    bad = f"row {number} ({number_of(len(cells), 'cell')})"
                    begin = f"{the_file(shown)} names {number_of(len(header), 'column')} and has more or fewer cells in"
                    hint = "is a comma not quoted, or the file cut off?"
                    hint = "its first line must name the columns" if len(header) == 1 else hint
                    record.fault(begin, bad, f"; {hint}")

        place = {column: at for at, column in enumerate(header)}

        def getter(batch):
            def values(column):
                at = place[column]
                return [cells[at] for _, cells in batch]

            return values

        batches = _batches(rows())
        peek = next(batches, [])

        def read(_):
            return (([number for number, _ in batch], getter(batch)) for batch in chain([peek], batches))

        found = table(Source("CSV", "row", header, getter(peek) if peek else None, read), path, name, want, record)
        if found and not last.endswith("\n"):
            record.found.append(f"{shown} does not end with a line break: check that its last row is whole")
        return found
    except csv.Error as error:
        hint = "its lines end as on old Macs; save it with the line ends of Linux or Windows"
        if "unexpected end" in str(error):
            hint = "a quote is opened and not closed; is the file cut off?"
        elif "expected after" in str(error):
            hint = "a quote stands where none may; is the file cut off?"
        raise Unreadable(f"is no CSV from line {reader.line_num:,} on: {hint}") from None
    finally:
        csv.field_size_limit(limit)


def read_json_lines(path, name, want, record):
    rows = _objects(path, record)
    first = list(islice(rows, 1))
    rows = chain(first, rows)
    if first and first[0][1].keys() >= BFCL:
        rows, passed = written_by("BFCL", bfcl, [*rows])
        record.assume(f"{record.names[path]} lists what failed; the other {passed:,} passed, as BFCL writes it")
        parts = of_objects(iter(rows), "JSON Lines of BFCL", "line", path, name, want, record)
        return [replace(part, passed=passed) for part in parts]
    if first and first[0][1].keys() >= LM_EVAL:
        return read_samples(rows, path, name, want, record)
    if first and first[0][1].keys() >= RESULT:
        return read_promptfoo(rows, "line", path, name, want, record)
    return of_objects(rows, "JSON Lines", "line", path, name, want, record)


def _objects(path, record):
    """(number, object) of each line, with faults for the others."""
    shown = record.names[path]
    bad, whole = None, True
    for number, text in lines(path, record):
        if bad:
            record.fault(f"{the_file(shown)} has no JSON in", bad, "; one object a line is needed", "line")
            bad = None
        if not text.strip():
            continue
        try:
            row = parsed(text)
        except ValueError:
            bad, whole = f"line {number} ({checks.shown(text.strip()[:100])})", text.endswith("\n")
            continue
        if isinstance(row, Repeated):
            twice = next(key for key, times in Counter(key for key, _ in row.pairs).items() if times > 1)
            where = f"line {number} ({checks.shown(twice)})"
            record.fault(f"{the_file(shown)} has a key twice in", where, "; keep one", "line")
        elif isinstance(row, dict):
            yield number, row
        else:
            where = f"line {number} ({checks.shown(row)})"
            record.fault(f"{the_file(shown)} has no JSON object in", where, "; one object a line is needed", "line")
    if bad and not whole:
        record.fault(f"{the_file(shown)} is cut off in its last line, {bad}; write it again, or remove that line")
    elif bad:
        record.fault(f"{the_file(shown)} has no JSON in", bad, "; one object a line is needed", "line")


def of_objects(rows, kind, unit, path, name, want, record):
    """A table whose rows are JSON objects, as (number, object)."""

    def getter(batch):
        return lambda column: [row[column] if column in row else at(row, column) for _, row in batch]

    ids = {*want.id, *KNOWN["id"], *ALSO_KNOWN["id"]}
    batches = _batches(_without_totals(iter(rows), ids, unit, record.names[path], record))
    peek = next(batches, [])
    columns = columns_of(row for _, row in peek)
    known, late = {key for _, row in peek for key in row}, {}

    def read(_):
        for batch in chain([peek], batches):
            for number, row in batch:
                if not row.keys() <= known:
                    for column in row:
                        if column not in known:
                            late.setdefault(column, number)
            yield [number for number, _ in batch], getter(batch)

    return table(Source(kind, unit, columns, getter(peek) if peek else None, read, late), path, name, want, record)


def _without_totals(rows, ids, unit, shown, record):
    """The rows, but for a first and a last one without an id that have most of the others' columns not: they sum up."""

    def sums_up(row, other):
        both = row.keys() & other.keys()
        return 2 * len(both) < len(other) and not any(plain(one) in ids or one in ids for one in both)

    def leave_out(number, row):
        keys = listing(row)
        record.left_out.append(f"{unit} {number:,} of {shown}, which has other columns than the rest: {keys}")

    head = list(islice(rows, 3))
    if len(head) == 3 and sums_up(head[0][1], head[1][1]) and not sums_up(head[2][1], head[1][1]):
        leave_out(*head.pop(0))
    before = None
    for number, row in chain(head, rows):
        if before is not None:
            yield before
        last, before = before, (number, row)
    if before is not None and (last is None or len(head) < 2 or not sums_up(before[1], last[1])):
        yield before
    elif before is not None:
        leave_out(*before)


def read_parquet(path, name, want, record):
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise Unreadable("needs pyarrow to be read; install it with: pip install pyarrow") from None

    def getter(batch):
        def values(column):
            top = column if column in batch.schema.names else column.partition(".")[0]
            try:
                found = batch.column(top).to_pylist()
                return found if top == column else [at(one, column[len(top) + 1 :]) for one in found]
            except (OverflowError, ValueError, LookupError, arrow.ArrowException):
                kind = batch.schema.field(top).type
                raise Unreadable(
                    f"holds {kind} in {checks.shown(column)} that cannot be read; write it as text"
                ) from None

        return values

    def glance(batch):
        """The columns of the first rows; what cannot be read holds no results, and does not matter unless named."""

        def values(column):
            try:
                return getter(batch)(column)
            except Unreadable:
                return []

        return values

    def read(columns):
        at = size = 0
        each = path.stat().st_size / max(file.metadata.num_rows, 1)
        for batch in file.iter_batches(10 * PEEK, columns=list(dict.fromkeys(map(tops.get, columns)))):
            record.read(round(each * len(batch)))
            size += batch.nbytes
            if size > 4 * MOST_UNPACKED:
                raise Unreadable(f"unpacks to more than {megabytes(4 * MOST_UNPACKED)} in the columns that count")
            yield list(range(at + 1, at + 1 + len(batch))), getter(batch)
            at += len(batch)

    try:
        with parquet.ParquetFile(path) as file:
            columns = file.schema_arrow.names
            if len(set(columns)) < len(columns):
                raise Unreadable("has two columns of one name; rename one")
            empty = {field.name: _fields(field.type) for field in file.schema_arrow}
            columns = [*leaves(empty)]
            tops = {path: next(one for one in empty if path == one or path.startswith(f"{one}.")) for path in columns}
            first = next(file.iter_batches(PEEK), None) if columns else None
            peek = glance(first) if first is not None and len(first) else None
            return table(Source("Parquet", "row", columns, peek, read), path, name, want, record)
    except (arrow.ArrowException, OSError, UnicodeDecodeError):
        raise Unreadable("is no Parquet, or is cut off") from None


def _fields(kind):
    """The fields of a column of objects, each without a value."""
    return {field.name: _fields(field.type) for field in kind} if str(kind).startswith("struct<") else None


# From a table to answers


def table(source, path, name, want, record):
    """The answers of a table, long or wide."""
    shown = record.names[path]
    if source.first is None:
        if record.faulty(shown):
            return []
        raise Unreadable("holds no rows")
    if want.filter is not None:
        record.wrong("filter", f"is for the files of lm-evaluation-harness, and {shown} is none; leave it out")
    if not _choose_rows(source, want, shown, record):
        return []
    want = _join_columns(source, want)
    if not want.people and (offer_winners(source, want, shown, record) or offer(source, want, shown, record)):
        return []
    roles, wrong = _roles(source, want, shown, record)
    if want.winner is not None:
        return [] if wrong else read_winners(source, roles, path, name, want, record)
    scores, alone = _score_columns(source, roles, wrong, want, shown, record)
    wide = isinstance(roles["score"], list)
    if wide and "system" in roles:
        record.ask(
            "score",
            f"{shown} has a column of systems, {checks.shown(roles['system'])}, and several that hold results, "
            f"{listing(scores)}; give the one that counts",
            scores,
        )
    has = {x: list(dict.fromkeys(map(label, source.first(x)))) for x in map(_column, want.where)}
    part, results = _collect(source, roles, scores, shown, record)
    part.apart = _apart(source, roles) if not wrong and not wide else ()
    if want.where and not part.where:
        has = "; ".join(f"{checks.shown(column)} holds {listing(values)}" for column, values in has.items())
        record.wrong("where", f"leaves no row of {shown}: {has}")
        return []
    if "truth" in roles:
        part.metric = None
    elif len(scores) == 1 or scores and all(map(lower_is_better, scores)):  # else the columns are called after systems
        part.metric = scores[0]
    measured = set(map(str, part.same.get("scorer", ())))
    if len(measured) == 1 and lower_is_better(min(measured)):
        [part.metric] = measured
    if "run" not in roles and "truth" not in roles and not wide:
        _lists_as_runs(part, results, scores, shown, record)
    if len(scores) == 1 and "truth" not in roles:
        if plain(scores[0]) in METRICS:  # else its name does not say how it was graded
            part.same.setdefault("scorer", [METRICS[plain(scores[0])]] * len(part.where))
    held = [*dict.fromkeys(part.systems)]  # if a column names one alone, paths may name it otherwise
    if name is not None and (wide or len(held) > 1):
        has = f"has a column for each, {listing(scores)}" if wide else "has a column of systems"
        has += f", {checks.shown(roles['system'])}" if "system" in roles else ""
        record.fault(f"{checks.WORDS.get().named_file} names a system for {shown}, which {has}; give its path alone")
    elif name is not None and held and held != [name]:
        there = f"what {shown} calls {checks.shown(held[0])} is {checks.shown(name)}"
        record.assume(f"{there}, as {checks.WORDS.get().named_file} names it")
        part.systems = [name] * len(part.systems)
    if alone and not pass_or_fail(results[scores[0]]):
        _no_score(source, [], shown, record)
        return []
    if wrong or wide and "system" in roles:
        return []
    rows = len(part.ids) or len(part.where)
    record.grouped_by |= {roles["group"]} if "group" in roles else set()
    record.found.append(_sentence(source, roles, scores, rows, shown, wide))
    used = [*scores, *roles["slices"], *source.joined]
    used += [column for column in roles.values() if isinstance(column, str)]
    unused = [x for x in [*source.columns, *source.late] if x not in used and plain(x) not in ROW_NUMBERS]
    if unused and not want.people:
        more = f"{typed('slices')} keeps them{_belong(source, roles, unused)}"
        record.left_out.append(f"columns of {shown} that nothing names: {listing(unused)} ({more})")
    if "truth" in roles:
        pass  # what a judge says may be what is predicted
    elif speaks := [column for column in scores if judges(column)]:
        record.judge(shown, f"column {checks.shown(speaks[0])}")
    elif speaks := [column for column in source.columns if judges(column)]:
        record.found.append(f"{shown} has a column {checks.shown(speaks[0])}: say so if a model graded the answers")
    if wide:
        part.systems = [column for column in scores for _ in range(rows)]
        part.ids, part.where = part.ids * len(scores), part.where * len(scores)
        part.same, part.wide = {}, True
        part.more = {key: labels * len(scores) for key, labels in part.more.items()}
    elif "system" not in roles:
        part.systems = [name or record.system_of(path)] * rows
    part.scores = [value for column in scores for value in results[column]]
    return [part]


def _lists_as_runs(part, results, scores, shown, record):
    """Takes the results in a list, as [1, 0, 1], as runs of its item."""
    each = list(map(_listed, results[scores[0]])) if len(scores) == 1 else []
    if not any(one is not None for one in each):
        return
    times = [1 if one is None else len(one) for one in each]

    def spread(values):
        return [value for value, n in zip(values, times, strict=True) for _ in range(n)]

    results[scores[0]] = [x for raw, one in zip(results[scores[0]], each, strict=True) for x in (one or [raw])]
    part.more = {key: spread(values) for key, values in part.more.items()}
    part.more["run"] = [str(i) for n in times for i in range(1, n + 1)]
    part.same = {what: spread(values) for what, values in part.same.items()}
    part.ids, part.where, part.systems = map(spread, (part.ids, part.where, part.systems or [""] * len(each)))
    part.systems = part.systems if any(part.systems) else []
    record.assume(f"the results in a list in {checks.shown(scores[0])} of {shown} are runs of its item")


def _listed(raw):
    """The results in a list, or in the text of one; None for anything else."""
    if isinstance(raw, str) and raw.startswith("["):
        with suppress(ValueError):
            raw = json.loads(raw)
    fits = isinstance(raw, list) and len(raw) > 1 and not any(isinstance(x, dict | list) for x in raw)
    return raw if fits else None


def _choose_rows(source, want, shown, record):
    """Leaves out the columns and the rows that do not count; False, with a fault, if one of these is not there."""
    for argument, columns in (("where", map(_column, want.where)), ("ignore", want.ignore)):
        if not _all_there(argument, [*columns], source.columns, shown, record):
            return False
    read, first = source.read, source.first
    if want.where:
        if any(_counts(first, want.where)):
            source.first = _some(first, want.where)
        source.read = lambda wanted: (
            (list(compress(numbers, _counts(get, want.where))), _some(get, want.where))
            for numbers, get in read(list(dict.fromkeys([*wanted, *map(_column, want.where)])))
        )
        record.found.append(f"{shown}: only rows with " + ", ".join(
            f"{'not ' * column.endswith(NOT)}{listing(values)} in {checks.shown(_column(column))}"
            for column, values in want.where.items()))  # fmt: skip
    source.columns = [x for x in source.columns if x not in want.ignore]
    return True


def _join_columns(source, want):
    """Makes one column of several that are ids or systems together; gives what is wanted of the source then."""
    for role in ("id", "system"):
        names = getattr(want, role)
        if len(names) > 1 and {*names} <= {*source.columns}:
            _join(source, names)
            want = copy(want)
            setattr(want, role, ("/".join(names),))
    return want


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
        found = [str(x).lower() if isinstance(x, bool) else label(x) for x in get(_column(column))]
        there = [x in values or x in ("true", "false") and x.capitalize() in values for x in found]
        each.append([not x for x in there] if column.endswith(NOT) else there)
    return list(map(all, zip(*each, strict=True)))


def _column(name):
    """The column of a condition, whose name ends in ! if it is to hold something else."""
    return name.removesuffix(NOT)


def _some(get, where):
    """The values of a column in the rows that count."""
    which = _counts(get, where)
    return lambda column: list(compress(get(column), which))


def _belong(source, roles, unused):
    """A hint at columns of text whose labels several items share."""
    if "group" in roles or "id" not in roles:
        return ""
    items, shared = len(set(map(label, source.first(roles["id"])))), []
    for column in unused:
        labels = [one for one in source.first(column) if one not in (None, "")]
        if all(isinstance(one, str) and worth(one, {})[0] == "unknown" for one in labels):
            if 2 <= len(set(labels)) <= items / 2:
                shared.append(column)
    together = f"; if items that share one of {listing(shared)} belong together, name it with {typed('group')}"
    return together if shared else ""


def _apart(source, roles):
    """The columns of ids, one that tells apart rows of one id, and its values, where nothing else does."""
    if "id" not in roles:
        return ()
    key = [roles[role] for role in ("id", "system", "run") if role in roles]
    taken = {*source.joined, *(column for column in roles.values() if isinstance(column, str))}
    rows = [*zip(*([*map(label, source.first(column))] for column in key), strict=True)]
    for column in source.columns if len(set(rows)) < len(rows) else ():
        labels = [*map(label, source.first(column))] if column not in taken else []
        if 1 < len(set(labels)) <= 20 and None not in labels and len(set(zip(rows, labels, strict=True))) == len(rows):
            return (roles["id"],), column, tuple(dict.fromkeys(labels))
    return ()


def _all_other(values):
    """Whether a column of text or numbers has no value twice."""
    found = list(map(label, values))
    return None not in found and len(set(found)) == len(found)


def _known(role, source, named):
    """The columns that are called like a role; of results, without those that hold something else."""
    for names in (KNOWN, ALSO_KNOWN):
        found = [column for column in source.columns if plain(column) in names.get(role, ()) and column not in named]
        if role == "score" and len(found) > 1:
            found = [x for x in found if _may_be_results(source.first(x))] or found
        if found:
            return found
    return []


def _asked_again(source):
    """Whether a column of what was asked has something twice: then rows may be runs."""
    column = _says("question", source.columns, ())
    return column is not None and not _all_other(source.first(column))


def _may_be_results(values):
    return all(worth(one, YES_NO)[0] != "unknown" for one in values)


def _roles(source, want, shown, record):
    """{role: column}, by what the user named and else by the columns' own names; and the roles that are wrong."""
    columns, unit = source.columns, source.unit
    wrong, roles, rows_alone = set(), {"score": None}, None
    results = _labels(columns, want) if want.people else want.results
    if results is None and want.systems and set(want.systems) <= set(columns):
        results = [*want.systems]
    named = {*want.id, *want.system, want.run, want.group, want.date, want.truth, *want.slices}
    named |= set(results) if isinstance(results, list) else {results}
    for role in (*KNOWN, *(["truth"] if want.truth is not None else ())):
        given = results if role == "score" else getattr(want, role)
        if role in ("id", "system"):
            given = given[0] if len(given) == 1 else given or None
        if want.people and role in ("id", "system") and given not in columns:
            given = None  # of the results
        called = want.results_from if role == "score" else role
        if role == "score" and want.score == ALL not in columns:
            continue
        if role == "id" and given == ROW not in columns:
            rows_alone = f"the items of {shown} are its rows, in their order"
        elif given is None:
            known = _known(role, source, named)
            if len(known) > 1:
                record.ask(role, f"{shown} has the columns {listing(known)}; give {typed(role)}", known)
                wrong.add(role)
            elif known:
                roles[role] = known[0]
        elif _all_there(called, [given] if isinstance(given, str) else given, columns, shown, record):
            roles[role] = given
        else:
            wrong.add(role)
    own = want.winner is not None or "system" not in {*roles, *wrong}
    if rows_alone is None and own and "id" not in {*roles, *wrong} and len(record.names) == 1:
        if "truth" in roles or not _asked_again(source):
            rows_alone = f"each {unit} of {shown} is an item of its own, as no column is known as ids"
    if rows_alone is not None:
        record.assume(rows_alone)
    elif "id" not in roles and "id" not in wrong and len(columns) == 1:
        record.fault(f"{the_file(shown)} has one column, {listing(columns)}; add one with the id of each item")
        wrong.add("id")
    elif "id" not in roles and "id" not in wrong:
        each = f"or {typed('id', ROW)} if each row is an item, in the same order in all files"
        apart = [column for column in columns if _all_other(source.first(column))]
        why = f"no column of {shown} is known as one; its columns are {listing(columns)}; give one, {each}"
        record.ask("id", why, apart or columns)
        wrong.add("id")
    if not _all_there("slices", want.slices, columns, shown, record):
        wrong.add("slices")
    known = [] if want.people else [column for column in columns if plain(column) in SLICES]
    slices = dict.fromkeys([*want.slices, *known])
    taken = [column for column in roles.values() if isinstance(column, str)]
    return roles | {"slices": [x for x in slices if x in columns and x not in taken]}, wrong


def _labels(columns, want):
    """The columns of people's labels: one for each system, or the one that is called so, or is left."""
    if all(one in columns for one in want.people):
        return [*want.people] if want.people[1:] else want.people[0]
    named, how = {*want.id, *want.system}, how_to_label(want.people)
    if want.people[1:] and not any(one in want.system or plain(one) in KNOWN["system"] for one in columns):
        raise Unreadable(f"does not say which system its labels are of: its columns are {listing(columns)}; {how}")
    for names in (LABELS, KNOWN["score"]):
        if found := [column for column in columns if plain(column) in names and column not in named]:
            break
    else:
        others = {name for role in KNOWN.values() for name in role} | {*ROW_NUMBERS}
        found = [column for column in columns if plain(column) not in others and column not in named]
    if len(found) != 1:
        of = f"several may: {listing(found)}" if found else f"its columns are {listing(columns)}"
        raise Unreadable(f"does not say which column holds people's labels: {of}; {how}")
    return found[0]


def _all_there(role, names, columns, shown, record):
    if none := [x for x in names if x not in columns]:
        there = f"its columns are {listing(columns)}"
        record.wrong(role, f"names no column of {shown}: got {listing(none)}; {there}")
    return not none


def _score_columns(source, roles, wrong, want, shown, record):
    """The columns of results, and whether it is one that nothing but its being alone speaks for."""
    score = roles["score"]
    if score is not None:
        return ([score] if isinstance(score, str) else score), False
    if wrong & {"id", "score"}:  # the column of ids may be any that is left
        wrong.add("score")
        return [], False
    taken = [*(column for column in roles.values() if isinstance(column, str)), *roles["slices"], *source.joined]
    others = [x for x in source.columns if x not in taken and plain(x) not in ROW_NUMBERS]
    fit = [column for column in others if pass_or_fail(source.first(column))]
    fit = fit if len(others) == 1 else [column for column in fit if not _one_number(source.first(column))]
    if want.score == ALL and (found := _all_results(source, others, want)):
        roles["score"] = found
        return found, False
    if len(others) == 1 and fit and not speaks_of_classes(others[0]):
        roles["score"] = others[0]
        record.assume(f"in {shown} {checks.shown(others[0])} is the only other column, so it holds the results")
        return others, True
    _no_score(source, fit, shown, record, [] if fit else _all_results(source, others, want))
    wrong.add("score")
    return [], False


def _one_number(values):
    """Whether a column holds one number alone, as a turn or a version, which is hardly a result."""
    found = {label(x) for x in values}
    return found <= {"0", "1", "0.0", "1.0"} and len(found) == 1 and len(values) > 2


def _all_results(source, columns, want):
    """Of these columns those that hold nothing but pass and fail; if none does, those with nothing but results."""
    worths = {column: [worth(one, YES_NO | want.values) for one in source.first(column)] for column in columns}
    known = [x for x in columns if {"none"} != {kind for kind, _ in worths[x]} and "unknown" not in dict(worths[x])]
    graded = [x for x in known if all(kind != "number" or score in (0, 1) for kind, score in worths[x])]
    return graded or known


def _no_score(source, fit, shown, record, numbers=()):
    """The question which column holds the results. Columns that pass and fail may be systems, metrics or anything."""
    classes = f"if one says what is right and another what was answered, {typed('truth')} and {typed('prediction')}"
    if fit:
        hold = "holds pass and fail, but may be something else" if len(fit) == 1 else "hold pass and fail"
        give = f"give {typed('score')}"
        if len(fit) > 1:
            some = fit if len(fit) <= 8 else ALL
            give = f"give {typed('score', some)} if each is a system, or the one that counts"
        why = f"no column of {shown} is known as the results; {listing(fit)} {hold}; {give}"
        record.ask("score", f"{why}; {classes}", [{"score": ALL}] if len(fit) > 8 else fit)
    else:
        others = numbers or [column for column in source.columns if plain(column) not in KNOWN["id"]] or source.columns
        record.ask(
            "score",
            f"no column of {shown} is known as the results or holds pass and fail; there are {listing(others)}; give "
            f"{typed('score')}, or a list of them if each is a system; {classes}",
            others,
        )


def _collect(source, roles, scores, shown, record):
    """The columns that count, read to the end, with faults for rows without an id or a system."""
    part, results, kinds = Part(shown, source.unit), {column: [] for column in scores}, Counter()
    more = {role: roles[role] for role in ("run", "group", "date", "truth") if role in roles}
    more |= {free(column): column for column in roles["slices"]}
    part.more = {key: [] for key in more}
    wanted = dict.fromkeys([*scores, *more.values(), *(roles[role] for role in ("id", "system") if role in roles)])
    taken = {*wanted, *source.joined}
    same = {what: column for what in SAME if (column := _says(what, source.columns, taken)) is not None}
    part.same, part.said_in = {what: [] for what in same}, {what: plain(column) for what, column in same.items()}
    wanted |= dict.fromkeys(same.values())
    for numbers, get in source.read(list(wanted)):
        part.where += numbers
        if len(part.where) > MOST_ROWS:
            raise Unreadable(f"has more than {MOST_ROWS:,} rows; count those with tally()")
        if "id" in roles:
            ids = get(roles["id"])
            kinds.update(map(type, ids))
            part.ids += texts(ids, numbers, source.unit, f"{the_file(shown)} has no id in", record)
        else:
            part.ids += map(str, numbers)
        if "system" in roles:
            begin = f"{the_file(shown)} names no system in"
            systems = texts(get(roles["system"]), numbers, source.unit, begin, record, "; name it in each")
            part.systems += [system or "" for system in systems]
        for column, values in results.items():
            values += get(column)
        for key, column in more.items():
            part.more[key] += map(label, get(column))
        for what, column in same.items():
            part.same[what] += get(column)
    for column, number in source.late.items():
        if plain(column) in (*KNOWN["score"], *KNOWN["run"], *KNOWN["group"]):
            where = f"from line {number:,} on only"
            record.fault(f"{the_file(shown)} has the key {checks.shown(column)} {where}; put it in all lines")
    numeric = sum(count for kind, count in kinds.items() if kind in (int, float))
    if numeric and kinds[str]:
        mixed = f"{number_of(numeric, 'number')} and {number_of(kinds[str], 'text')}"
        record.found.append(f"the ids of {shown} are {mixed}; 1 and '1' are one id")
    return part, results


def _says(what, columns, taken):
    """The column that says what was asked, or how it was graded."""
    names = {plain(column): column for column in columns if column not in taken}
    return next((names[name] for name in SAME[what] if name in names), None)


def _sentence(source, roles, scores, rows, shown, wide):
    results = f"a column for each system: {listing(scores)}" if wide else f"results in {checks.shown(scores[0])}"
    results = results.replace("results", "predictions", 1) if "truth" in roles else results
    also = [role for role in ("truth", "system", "run", "group", "date") if role in roles]
    also = "".join(f", {role} in {checks.shown(roles[role])}" for role in also)
    also += f", slices in {listing(roles['slices'])}" if roles["slices"] else ""
    named = f"id in {checks.shown(roles['id'])}, " if "id" in roles else ""
    return f"{shown}, {source.kind}: {number_of(rows, source.unit)}, {named}{results}{also}"
