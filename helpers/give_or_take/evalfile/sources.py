"""Tables as files have them, some rows at a time: CSV, JSON Lines, Parquet, and lists of rows in JSON: chapter 12."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import replace
from itertools import chain, islice, pairwise

from give_or_take import checks
from give_or_take.checks import listing, number_of, the_file
from give_or_take.evalfile.choosing import Source
from give_or_take.evalfile.files import LONGEST_LINE, MOST_UNPACKED, Repeated, lines, megabytes, parsed
from give_or_take.evalfile.formats import BFCL, bfcl, written_by
from give_or_take.evalfile.lm_eval import LM_EVAL, read_samples
from give_or_take.evalfile.promptfoo import RESULT, first_output, of_csv, read_promptfoo
from give_or_take.evalfile.record import Unreadable, plain
from give_or_take.evalfile.shapes import at, columns_of, leaves
from give_or_take.evalfile.tables import table
from give_or_take.evalfile.want import ALSO_KNOWN, KNOWN

PEEK = 1000  # rows that are looked at before the columns are chosen


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
                    yield number, dict(zip(header, cells, strict=True))
                elif cells:
                    bad = f"row {number} ({number_of(len(cells), 'cell')})"
                    begin = f"{the_file(shown)} names {number_of(len(header), 'column')} and has more or fewer cells in"
                    hint = "is a comma not quoted, or the file cut off?"
                    hint = "its first line must name the columns" if len(header) == 1 else hint
                    record.fault(begin, bad, f"; {hint}")

        found = of_objects(rows(), "CSV", "row", path, name, want, record, header)
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
    for number, text in lines(path, record):
        if not text.strip():
            continue
        try:
            row = parsed(text)
        except ValueError:
            bad = f"line {number} ({checks.shown(text.strip()[:100])})"
            if text.endswith("\n"):
                record.fault(f"{the_file(shown)} has no JSON in", bad, "; one object a line is needed", "line")
            else:
                begin = f"{the_file(shown)} is cut off in its last line, {bad}"
                record.fault(f"{begin}; write it again, or remove that line")
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


def of_objects(rows, kind, unit, path, name, want, record, header=None):
    """A table whose rows are objects, as (number, object)."""

    def getter(batch):
        return lambda column: [row[column] if column in row else at(row, column) for _, row in batch]

    ids = {*want.id, *KNOWN["id"], *ALSO_KNOWN["id"]}
    rows = iter(rows) if header else _without_totals(iter(rows), ids, unit, record.names[path], record)
    batches = iter(lambda: list(islice(rows, PEEK)), [])
    peek = next(batches, [])
    columns = header or columns_of(row for _, row in peek)
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
    last = None
    for one, after in pairwise(chain(head, rows, [None])):
        if after is None and last is not None and len(head) > 1 and sums_up(one[1], last[1]):
            leave_out(*one)
        else:
            yield one
        last = one


def read_parquet(path, name, want, record):
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise Unreadable("needs pyarrow to be read; install it with: pip install pyarrow") from None

    def getter(batch, first=False):
        def values(column):
            top = column if column in batch.schema.names else column.partition(".")[0]
            try:
                found = batch.column(top).to_pylist()
                return found if top == column else [at(one, column[len(top) + 1 :]) for one in found]
            except (OverflowError, ValueError, LookupError, arrow.ArrowException):
                if first:  # what cannot be read holds no results, and does not matter unless it is named
                    return []
                there = f"{batch.schema.field(top).type} in {checks.shown(column)}"
                raise Unreadable(f"holds {there} that cannot be read; write it as text") from None

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
            peek = getter(first, first=True) if first is not None and len(first) else None
            return table(Source("Parquet", "row", columns, peek, read), path, name, want, record)
    except (arrow.ArrowException, OSError, UnicodeDecodeError):
        raise Unreadable("is no Parquet, or is cut off") from None


def _fields(kind):
    """The fields of a column of objects, each without a value."""
    return {field.name: _fields(field.type) for field in kind} if str(kind).startswith("struct<") else None
