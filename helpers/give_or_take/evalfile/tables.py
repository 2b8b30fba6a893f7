"""Tables, long and wide: CSV, JSON Lines and Parquet: chapter 12."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import chain, islice

from give_or_take import checks
from give_or_take.evalfile.files import LONGEST_LINE, _json, _lines, _Repeated
from give_or_take.evalfile.lm_eval import LM_EVAL, _lm_eval
from give_or_take.evalfile.outcomes import _missing, _passes_or_fails, _value
from give_or_take.evalfile.record import _free, _id, _label, _listing, _number, _Part, _plain, _stem, _Unreadable
from give_or_take.evalfile.want import KNOWN, ROW_NUMBERS, SLICES

PEEK = 1000  # rows of JSON Lines whose keys are taken as the columns


def _read_csv(path, name, want, record):
    lines = (text for _, text in _lines(path, record))
    first = next(lines, "")
    separator = max(",;\t", key=first.count)  # the comma, if none is there
    limit = csv.field_size_limit(LONGEST_LINE)
    try:
        reader = csv.reader(chain([first], lines), delimiter=separator, strict=True)
        header = next(reader, [])
        if not any(map(str.strip, header)):
            raise _Unreadable("has no header: its first line must name the columns")
        if twice := [column for column, times in Counter(header).items() if times > 1 and column.strip()]:
            raise _Unreadable(f"has two columns called {checks.shown(twice[0])}; rename one")
        shown = record.names[path]

        def rows():
            for number, cells in enumerate(reader, 2):  # as a spreadsheet numbers them
                if len(cells) == len(header):
                    yield number, dict(zip(header, cells, strict=True))
                elif cells:
                    bad = f"row {number} ({len(cells)})"
                    begin = f"paths ({shown}) has another number of cells than its header ({len(header)}) in"
                    record.fault(begin, bad, "; is a cell with a comma or a quote not quoted, or the file cut off?")

        return _table(rows(), path, name, "CSV", want, record, columns=header)
    except csv.Error as error:
        hint = "a quote is opened and not closed" if "unexpected end" in str(error) else "a quote stands where none may"
        hint = hint if "end of data" in str(error) or "expected after" in str(error) else "its lines end in an odd way"
        raise _Unreadable(f"is no CSV from line {reader.line_num:,} on: {hint}; is the file cut off?") from None
    finally:
        csv.field_size_limit(limit)


def _read_json_lines(path, name, want, record):
    shown = record.names[path]

    def rows():
        bad = None
        for number, text in _lines(path, record):
            if bad:
                record.fault(f"paths ({shown}) has no JSON in", bad, "; one object a line is needed", "line")
                bad = None
            if not text.strip():
                continue
            try:
                row = _json(text)
            except ValueError:
                bad = f"line {number} ({checks.shown(text.strip())})"
                whole = text.endswith("\n")
                continue
            if isinstance(row, _Repeated):
                twice = next(key for key, times in Counter(key for key, _ in row.pairs).items() if times > 1)
                where = f"line {number} ({checks.shown(twice)})"
                record.fault(f"paths ({shown}) has a key twice in", where, "; keep one", "line")
            elif isinstance(row, dict):
                yield number, row
            else:
                where = f"line {number} ({checks.shown(row)})"
                record.fault(f"paths ({shown}) has no JSON object in", where, "; one object a line is needed", "line")
        if bad and not whole:
            record.fault(f"paths ({shown}) is cut off in its last line, {bad}; write it again, or remove that line")
        elif bad:
            record.fault(f"paths ({shown}) has no JSON in", bad, "; one object a line is needed", "line")

    stream = rows()
    first = list(islice(stream, 1))
    stream = chain(first, stream)
    if first and first[0][1].keys() >= LM_EVAL:
        return _lm_eval(stream, path, name, want, record)
    return _table(stream, path, name, "JSON Lines", want, record)


def _read_parquet(path, name, want, record):
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise _Unreadable("needs pyarrow to be read; install it with: pip install pyarrow") from None
    try:
        with parquet.ParquetFile(path) as file:
            if len(set(file.schema_arrow.names)) < len(file.schema_arrow.names):
                raise _Unreadable("has two columns of one name; rename one")
            rows = chain.from_iterable(batch.to_pylist() for batch in file.iter_batches(PEEK))
            return _table(enumerate(rows, 1), path, name, "Parquet", want, record, columns=file.schema_arrow.names)
    except (arrow.ArrowException, OSError, UnicodeDecodeError):
        raise _Unreadable("is no Parquet, or is cut off") from None


def _roles(columns, want, shown, record):
    """{role: column}, by what the user named and else by the columns' own names; and the roles that are wrong."""
    wrong = set()
    roles = {role: getattr(want, role, None) for role in KNOWN}
    known_slices = [column for column in columns if _plain(column) in SLICES]
    roles["slices"] = list(dict.fromkeys([*want.slices, *known_slices]))
    named = [x for x in (*roles.values(), *want.slices) if isinstance(x, str)]
    named += roles["score"] if isinstance(roles["score"], list) else []
    for role in (*KNOWN, "slices"):
        given = want.slices if role == "slices" else roles[role]
        if none := [x for x in ([given] if isinstance(given, str) else given or ()) if x not in columns]:
            record.fault(
                f"{role} names no column of {shown}: got {_listing(none)}; its columns are {_listing(columns)}"
            )
            wrong.add(role)
        if role != "slices" and given is None:
            known = [column for column in columns if _plain(column) in KNOWN[role] and column not in named]
            if len(known) > 1 and role == "id" and "id" in known:
                record.assume(f"in {shown} 'id' is the id, not {_listing(x for x in known if x != 'id')}")
                known = ["id"]
            if len(known) > 1 and role != "date":
                record.fault(f"{role} must be named: {shown} has the columns {_listing(known)}; give {role}=")
                wrong.add(role)
            roles[role] = known[0] if known and role != "date" or len(known) == 1 else None
    roles["slices"] = [x for x in roles["slices"] if x not in [roles[role] for role in KNOWN]]
    if roles["id"] is None:
        record.fault(f"id must be named: no column of {shown} is known as one; its columns are {_listing(columns)}")
        wrong.add("id")
    return roles, wrong


def _table(rows, path, name, kind, want, record, columns=None):
    """The answers of a table, long or wide."""
    shown = record.names[path]
    rows = iter(rows)
    peek = list(islice(rows, PEEK))
    if columns is None:
        columns = list(dict.fromkeys(key for _, row in peek for key in row))
    if not peek:
        if record.faulty(shown):
            return []
        raise _Unreadable("holds no rows")
    if want.filter is not None:
        record.fault(f"filter is for the files of lm-evaluation-harness, and {shown} is none; leave it out")
    roles, wrong = _roles(columns, want, shown, record)
    part = _Part(record.names[path], "line" if kind == "JSON Lines" else "row")
    taken = {role: column for role, column in roles.items() if isinstance(column, str) and role not in wrong}
    spare = {
        column: []
        for column in columns
        if column not in (*taken.values(), *roles["slices"]) and _plain(column) not in ROW_NUMBERS
    }
    if isinstance(roles["score"], list):
        spare = {column: [] for column in roles["score"]}
    elif roles["score"] is not None:
        spare = {}
    more = {role: taken[role] for role in ("run", "group", "date") if role in taken}
    more |= {_free(column): column for column in roles["slices"]}
    part.more = {key: [] for key in more}
    late, rivals, faults = {}, [], f"paths ({shown}) has no id in"
    for number, row in chain(peek, rows):
        for column in row.keys() - set(columns):
            late[column] = late.get(column, number)
        part.where.append(number)
        part.ids.append(
            _id(row.get(roles["id"]), f"{part.unit} {number}", faults, record) if "id" not in wrong else None
        )
        if "score" in taken:
            part.scores.append(row.get(taken["score"]))
        for column, found in [*spare.items()]:
            value = row.get(column)
            if not isinstance(roles["score"], list) and not _passes_or_fails(value):
                del spare[column]
                rivals += [column] * (_value(value, {})[0] == "number")
            else:
                found.append(value)
        if "system" in taken:
            value = row.get(taken["system"])
            one = _label(value)
            if one is None or not one.strip():
                record.fault(f"paths ({shown}) names no system in", f"{part.unit} {number}", "; name it in each")
            part.systems.append(one or "")
        for key, column in more.items():
            part.more[key].append(_label(row.get(column)))
    for column, number in late.items():
        if _plain(column) in (*KNOWN["score"], *KNOWN["run"], *KNOWN["group"]):
            where = f"from line {number:,} on only"
            record.fault(f"paths ({shown}) has the key {checks.shown(column)} {where}; put it in all lines")
    if wrong - {"id"}:
        return []
    used = [*taken.values(), *roles["slices"]]
    if "score" not in taken:
        if not isinstance(roles["score"], list):
            spare = {column: found for column, found in spare.items() if any(not _missing(value) for value in found)}
        if not spare:
            record.fault(
                f"score must be named: no column of {shown} is known as the results or holds pass and fail; its "
                f"columns are {_listing(columns)}; give score=, or a list of them if each is a system"
            )
            return []
        if len(spare) == 1 and rivals and roles["score"] is None:
            record.fault(
                f"score must be named: in {shown} {_listing(spare)} holds pass and fail, but there are numbers in "
                f"{_listing(rivals)}; give score="
            )
            return []
        used += spare
        if len(spare) == 1 and not isinstance(roles["score"], list):
            [(taken["score"], part.scores)] = spare.items()
            only = "is the only column that holds pass and fail, so these are the results"
            record.assume(f"in {shown} {checks.shown(taken['score'])} {only}")
    if wrong:
        return []
    rows_read = len(part.ids)
    if "score" not in taken:
        if "system" in taken:
            record.fault(
                f"score must be named: {shown} has a column of systems, {checks.shown(taken['system'])}, and several "
                f"that hold results, {_listing(spare)}; give the one that counts"
            )
            return []
        if name is not None:
            has = f"has a column for each, {_listing(spare)}"
            record.fault(f"paths names a system for {shown}, which {has}; give its path alone")
        if roles["score"] is None:
            record.assume(f"in {shown} each column that holds nothing but pass and fail is a system: {_listing(spare)}")
        times = len(spare)
        part.systems = [column for column in spare for _ in range(rows_read)]
        part.scores = [value for found in spare.values() for value in found]
        part.ids, part.where = part.ids * times, part.where * times
        part.more = {key: found * times for key, found in part.more.items()}
        results = f"a column for each system: {_listing(spare)}"
    else:
        if name is not None and "system" in taken:
            record.fault(
                f"paths names a system for {shown}, which has a column of systems, {checks.shown(taken['system'])}; "
                "give its path alone"
            )
        part.systems = part.systems or [name or _stem(path, record)] * rows_read
        results = f"results in {checks.shown(taken['score'])}"
    also = [role for role in ("system", "run", "group", "date") if role in taken]
    also = "".join(f", {role} in {checks.shown(taken[role])}" for role in also)
    also += f", slices in {_listing(roles['slices'])}" if roles["slices"] else ""
    id_column = checks.shown(roles["id"])
    record.found.append(f"{shown}, {kind}: {_number(rows_read, part.unit)}, id in {id_column}, {results}{also}")
    if unused := [column for column in [*columns, *late] if column not in used and _plain(column) not in ROW_NUMBERS]:
        record.left_out.append(f"columns of {shown} that nothing names: {_listing(unused)} (slices= keeps them)")
    return [part]
