"""Tables, long and wide: CSV, JSON Lines, Parquet, and lists of rows in JSON: chapter 12."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice

from give_or_take import checks
from give_or_take.checks import listing, number_of, the_file, typed
from give_or_take.evalfile.files import LONGEST_LINE, MOST_ROWS, MOST_UNPACKED, Repeated, lines, megabytes, parsed
from give_or_take.evalfile.lm_eval import LM_EVAL, read_samples
from give_or_take.evalfile.outcomes import YES_NO, pass_or_fail, worth
from give_or_take.evalfile.predictions import offer, speaks_of_classes
from give_or_take.evalfile.promptfoo import RESULT, read_promptfoo
from give_or_take.evalfile.record import Part, Unreadable, free, judges, label, plain
from give_or_take.evalfile.tools import texts
from give_or_take.evalfile.want import ALL, KNOWN, LABELS, ROW_NUMBERS, SAME, SLICES, how_to_label, lower_is_better
from give_or_take.evalfile.winners import offer_winners, read_winners

METRICS = {
    "acc": "accuracy",
    "accuracy": "accuracy",
    "exact_match": "exact match",
    "rating": "rating",
    "ratings": "rating",
}
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
        return lambda column: [row.get(column) for _, row in batch]

    batches = _batches(iter(rows))
    peek = next(batches, [])
    columns = list(dict.fromkeys(key for _, row in peek for key in row))
    known, late = set(columns), {}

    def read(_):
        for batch in chain([peek], batches):
            for number, row in batch:
                if not row.keys() <= known:
                    for column in row:
                        if column not in known:
                            late.setdefault(column, number)
            yield [number for number, _ in batch], getter(batch)

    return table(Source(kind, unit, columns, getter(peek) if peek else None, read, late), path, name, want, record)


def read_parquet(path, name, want, record):
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise Unreadable("needs pyarrow to be read; install it with: pip install pyarrow") from None

    def getter(batch):
        def values(column):
            try:
                return batch.column(column).to_pylist()
            except (OverflowError, ValueError, LookupError, arrow.ArrowException):
                kind = batch.schema.field(column).type
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
        for batch in file.iter_batches(10 * PEEK, columns=columns):
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
            first = next(file.iter_batches(PEEK), None) if columns else None
            peek = glance(first) if first is not None and len(first) else None
            return table(Source("Parquet", "row", columns, peek, read), path, name, want, record)
    except (arrow.ArrowException, OSError, UnicodeDecodeError):
        raise Unreadable("is no Parquet, or is cut off") from None


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
    if not want.people and (offer_winners(source, want, shown, record) or offer(source, want, shown, record)):
        return []
    roles, wrong = _roles(source.columns, source.unit, want, shown, record)
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
    part, results = _collect(source, roles, scores, shown, record)
    if "truth" in roles:
        part.metric = None
    elif len(scores) == 1 or scores and all(map(lower_is_better, scores)):  # else the columns are called after systems
        part.metric = scores[0]
    measured = set(map(str, part.same.get("scorer", ())))
    if len(measured) == 1 and lower_is_better(min(measured)):
        [part.metric] = measured
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
    rows = len(part.where)
    record.grouped_by |= {roles["group"]} if "group" in roles else set()
    record.found.append(_sentence(source, roles, scores, rows, shown, wide))
    used = [*scores, *roles["slices"], *(column for column in roles.values() if isinstance(column, str))]
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


def _roles(columns, unit, want, shown, record):
    """{role: column}, by what the user named and else by the columns' own names; and the roles that are wrong."""
    wrong, roles = set(), {"score": None}
    results = _labels(columns, want) if want.people else want.results
    named = {want.id, want.system, want.run, want.group, want.date, want.truth, *want.slices}
    named |= set(results) if isinstance(results, list) else {results}
    for role in (*KNOWN, *(["truth"] if want.truth is not None else ())):
        given = results if role == "score" else getattr(want, role)
        given = None if want.people and role in ("id", "system") and given not in columns else given  # of the results
        called = want.results_from if role == "score" else role
        if role == "score" and want.score == ALL not in columns:
            continue
        if given is None:
            known = [column for column in columns if plain(column) in KNOWN[role] and column not in named]
            if len(known) > 1:
                record.ask(role, f"{shown} has the columns {listing(known)}; give {typed(role)}", known)
                wrong.add(role)
            elif known:
                roles[role] = known[0]
        elif _all_there(called, [given] if isinstance(given, str) else given, columns, shown, record):
            roles[role] = given
        else:
            wrong.add(role)
    own = "truth" in roles and "system" not in {*roles, *wrong} or want.winner is not None
    if own and "id" not in {*roles, *wrong} and len(record.names) == 1:
        record.assume(f"each {unit} of {shown} is an item of its own, as no column is known as ids")
    elif "id" not in roles and "id" not in wrong and len(columns) == 1:
        record.fault(f"{the_file(shown)} has one column, {listing(columns)}; add one with the id of each item")
        wrong.add("id")
    elif "id" not in roles and "id" not in wrong:
        record.ask("id", f"no column of {shown} is known as one; its columns are {listing(columns)}", columns)
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
    named, how = {want.id, want.system}, how_to_label(want.people)
    if want.people[1:] and not any(one == want.system or plain(one) in KNOWN["system"] for one in columns):
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
    taken = [*(column for column in roles.values() if isinstance(column, str)), *roles["slices"]]
    others = [x for x in source.columns if x not in taken and plain(x) not in ROW_NUMBERS]
    fit = [column for column in others if pass_or_fail(source.first(column))]
    if want.score == ALL and (found := _all_results(source, others, want)):
        roles["score"] = found
        return found, False
    if len(others) == 1 and fit and not speaks_of_classes(others[0]):
        roles["score"] = others[0]
        record.assume(f"in {shown} {checks.shown(others[0])} is the only other column, so it holds the results")
        return others, True
    _no_score(source, fit, shown, record)
    wrong.add("score")
    return [], False


def _all_results(source, columns, want):
    """Of these columns those that hold nothing but pass and fail; if none does, those with nothing but results."""
    worths = {column: [worth(one, YES_NO | want.values) for one in source.first(column)] for column in columns}
    known = [x for x in columns if {"none"} != {kind for kind, _ in worths[x]} and "unknown" not in dict(worths[x])]
    graded = [x for x in known if all(kind != "number" or score in (0, 1) for kind, score in worths[x])]
    return graded or known


def _no_score(source, fit, shown, record):
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
        others = [column for column in source.columns if plain(column) not in KNOWN["id"]] or source.columns
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
    same = {what: column for what in SAME if (column := _says(what, source.columns, wanted)) is not None}
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
