"""Where the rows are in JSON of any nesting, and where a path such as scores.f1 leads in a row: chapter 12."""

from __future__ import annotations

from fnmatch import fnmatchcase
from itertools import islice

from give_or_take import checks
from give_or_take.checks import listing, the_file, typed
from give_or_take.evalfile.outcomes import PASS_FAIL
from give_or_take.evalfile.record import NoResults, label, plain

DEPTH, MOST_COLUMNS = 4, 500
NAMES = ("name", "key", "metric", "metric_name")  # of an object in a list
SWE_BENCH = "no_generation no_logs generated with_logs applied no_apply install_fail reset_failed test_errored"
SWE_BENCH = [*SWE_BENCH.split(), "test_timeout"]  # lists in older reports, whose names do not end in ids
EACH = "*"  # in the path of rows: any step; each list that there is, is of a system that is called so


# Paths


def children(thing):
    """{step: what is there} of an object, or of a list of objects that have names."""
    if isinstance(thing, dict):
        return thing
    if not isinstance(thing, list) or not thing or not all(isinstance(one, dict) for one in thing):
        return {}
    name = next((name for name in NAMES if all(isinstance(one.get(name), str) for one in thing)), None)
    return {} if name is None else {one[name]: one for one in thing}


def at(thing, path):
    """What a dotted path leads to; None if nothing is there. A key that holds points itself is one step."""
    inner = children(thing)
    if path in inner:
        return inner[path]
    end = path.find(".")
    while end > 0:
        if path[:end] in inner and (found := at(inner[path[:end]], path[end + 1 :])) is not None:
            return found
        end = path.find(".", end + 1)
    return None


def leaves(thing, depth=DEPTH):
    """The dotted paths of all that is no object."""
    for key, value in children(thing).items():
        if depth > 1 and children(value):
            yield from (f"{key}.{path}" for path in leaves(value, depth - 1))
        else:
            yield key


def columns_of(rows):
    """The columns of rows that are objects."""
    return list(islice(dict.fromkeys(path for row in rows for path in leaves(row)), MOST_COLUMNS))


# Rows in a document


def as_rows(thing):
    """What may be rows, as a list of objects; None for anything else. What they stand under is their id."""
    if isinstance(thing, list):
        return thing if thing and all(isinstance(one, dict) for one in thing) else None
    if not isinstance(thing, dict) or len(thing) < 2:
        return None
    each = [*thing.values()]
    lengths = {len(one) if isinstance(one, list) else 0 for one in each}
    if len(lengths) == 1 and max(lengths) > 2 and not any(isinstance(x, dict | list) for one in each for x in one):
        return [dict(zip(thing, row, strict=True)) for row in zip(*each, strict=True)]
    if len(thing) < 3:
        return None
    if all(isinstance(one, bool) or one is None for one in each) and any(one is not None for one in each):
        return [{"id": key, "result": one} for key, one in thing.items()]
    if all(isinstance(one, dict) and one for one in each):
        inner = [x for one in each for x in one.values()]
        if not set(each[0]).intersection(*each) or all(isinstance(x, dict) for x in inner):
            return None
        if any(isinstance(x, list) and len(x) > 1 and as_rows(x) for x in inner):  # rows inside of it
            return None
        return [{"id": key} | one for key, one in thing.items()]
    if all(as_rows(one) for one in each if isinstance(one, list)) and all(isinstance(one, list) for one in each):
        ids = {str(row.get(name)) for one in each for row in one for name in ("id", "task_id") if name in row}
        if ids <= set(thing):  # samples of one task; else each is a list of its own
            return [{"id": key} | row for key, one in thing.items() for row in one]
    return None


def places(thing, depth=DEPTH):
    """{path: rows} of all that may be rows in a document."""
    found = {}
    for key, value in thing.items() if isinstance(thing, dict) and depth else ():
        if (rows := as_rows(value)) is not None:
            found[key] = rows
        else:
            found |= {f"{key}.{path}": rows for path, rows in places(value, depth - 1).items()}
    return found


def inside(thing, path):
    """The rows at a path, also in each of a list of objects; these then have what their object says beside them."""
    if isinstance(thing, list):
        rows = []
        for one in thing:
            around = {key: value for key, value in one.items() if not isinstance(value, dict | list)}
            rows += [around | row for row in as_rows(at(one, path)) or ()]
        return rows or None
    return as_rows(at(thing, path))


def _short(paths):
    """Paths without the steps that all begin or end with."""
    steps = [path.split(".") for path in paths]
    for end in (0, -1):
        while len({one[end] for one in steps}) == 1 and min(map(len, steps)) > 1:
            steps = [one[1:] if end == 0 else one[:-1] for one in steps]
    return [".".join(one) for one in steps]


def rows_of(document, want, shown, record):
    """(rows, where they stand) of a document of JSON; None, with a fault, if several may be meant."""
    if want.rows is None:
        if (rows := as_rows(document)) is not None:
            return rows, "" if isinstance(document, list) else "rows by id"
    elif EACH not in want.rows and (rows := inside(document, want.rows)) is not None:
        return rows, f"rows under {checks.shown(want.rows)}"
    found = places(document)
    columns = [*want.id, *filter(None, [want.truth])]
    columns += want.results if isinstance(want.results, list) else [want.results] * (want.results is not None)
    if want.rows is not None:
        fit = {path: rows for path, rows in found.items() if EACH in want.rows and fnmatchcase(path, want.rows)}
        if not fit:
            there = f"got {checks.shown(want.rows)}; there are {listing([*found])}"
            record.wrong("rows", f"names no list of rows in {shown}: {there}")
            return None
        found = fit
    each = found
    having = {path: rows for path, rows in found.items() if {*columns} <= {*columns_of(rows[:20])}}
    found = having if columns and having and (want.rows or len(having) == 1) else found
    if want.rows and not columns:  # lists of one shape, those with the most rows
        shapes = {}
        for path, rows in found.items():
            shapes.setdefault(frozenset(columns_of(rows[:20])), {})[path] = rows
        found = max(shapes.values(), key=lambda of: sum(map(len, of.values())))
    if others := [path for path in each if path not in found]:
        record.left_out.append(f"other lists of rows in {shown}: {listing(others)}")
    if want.rows or len(found) == 1:
        names = dict(zip(found, _short([*found]), strict=True)) if want.rows else {}
        rows = [({"system": names[path]} if names else {}) | row for path, rows in found.items() for row in rows]
        return rows, f"rows under {listing([*found])}"
    if found:
        found = dict(sorted(found.items(), key=lambda one: -len(one[1])))
        each = [(rows, column) for rows in found.values() for column in columns_of(rows[:20])]
        record.columns[shown] = lambda: [[label(at(row, column)) for row in rows] for rows, column in each]
        why = f"{shown} has several lists of rows, {listing([*found])}; give one"
        record.ask("rows", f"{why}, or {typed('rows', EACH)} if each is of a system that is called so", [*found])
        return None
    row = "a row is an object with an id and a result"
    raise NoResults(f"is JSON of another shape: no list of rows is in it, and no {{id: true}}; {row}")


def lists_of_ids(document, shown, record):
    """{id: result} of a document that lists the ids of what passed, and of what did not; None if it is none.

    What SWE-bench's report lists, but not as resolved, has failed, except for what was not submitted, which has no
    result; its lists of images and the like are left out. Elsewhere lists other than passed and failed, such as errors,
    have no result.
    """
    lists = {plain(key): value for key, value in document.items()
             if isinstance(value, list) and all(isinstance(one, str) for one in value)}  # fmt: skip
    bare = {key: key.removesuffix("_ids").removesuffix("_instances") for key in lists}
    words = {key: PASS_FAIL[name] for key, name in bare.items() if name in PASS_FAIL}
    swe_bench = "resolved" in bare.values() and len(lists) > 1
    if set(words.values()) != {0.0, 1.0} and not swe_bench:
        return None
    if swe_bench and (other := [key for key, name in bare.items() if key == name not in {*words, *SWE_BENCH}]):
        if any(lists[key] for key in other):
            record.left_out.append(f"lists of {shown} that are not known as ids: {listing(other)}")
        lists = {key: value for key, value in lists.items() if key not in other}
    many = (f"{bare[key]} {len(of):,}" for key, of in lists.items() if of)
    record.found += [f"{shown} lists {', '.join(many)}"] * swe_bench
    passed, failed = ({one for key in words if words[key] == x for one in lists[key]} for x in (1, 0))
    for one in sorted(passed & failed):
        record.fault(f"{the_file(shown)} lists as passed and as failed:", checks.shown(one), "; keep one", "id")
    worth = {key: words.get(key, 0.0 if swe_bench and bare[key] != "incomplete" else None) for key in lists}
    found = {}
    for key in sorted(lists, key=lambda key: (worth[key] is not None, key in words, words.get(key, 0))):  # passed last
        found |= dict.fromkeys(filter(label, lists[key]), worth[key])
    return found
