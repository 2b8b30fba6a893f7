"""JSON that is one document: rows somewhere in it, results by id, or what a tool wrote: chapter 12."""

from __future__ import annotations

from give_or_take import checks
from give_or_take.checks import listing, number_of, the_file
from give_or_take.evalfile.deepeval import read_deepeval
from give_or_take.evalfile.files import Repeated, document
from give_or_take.evalfile.formats import BFCL, read_format, written_by
from give_or_take.evalfile.inspect_log import read_log
from give_or_take.evalfile.promptfoo import RESULT, of_table, read_promptfoo
from give_or_take.evalfile.record import NoResults, Part, Unreadable, plain, stem
from give_or_take.evalfile.shapes import at, columns_of, leaves, lists_of_ids, rows_of
from give_or_take.evalfile.sources import of_objects, read_json_lines
from give_or_take.evalfile.tools import inner, texts
from give_or_take.evalfile.want import KNOWN


def read_json(path, name, want, record):
    found, shown = document(path), record.names[path]
    if found is None:  # several documents, one after the other
        return read_json_lines(path, name, want, record)
    record.read(path.stat().st_size)
    if found in ([], {}):
        raise Unreadable("is empty")
    if not isinstance(found, dict | list):
        raise NoResults(f"holds nothing but {checks.shown(found)}; a result needs an id")
    where = ""
    if isinstance(found, dict):
        if isinstance(found.get("eval"), dict) and "status" in found:
            return read_log(found, path, name, want, record)
        results = inner(found, "results")
        listed = written_by("promptfoo", of_table, results) or results.get("results")
        if isinstance(listed, list):
            return read_promptfoo(enumerate(listed, 1), "result", path, name, want, record)
        run = inner(found, "testRunData") or found
        if isinstance(run.get("testCases"), list):
            return read_deepeval(run, path, name, want, record)
        if found.keys() >= {"results", "configs", "versions", "n-shot"}:
            raise NoResults("holds the totals of lm-evaluation-harness; the answers are in its samples_*.jsonl")
        if found.keys() >= BFCL:
            raise Unreadable("is a score file of BFCL that lists no failure; count it with tally()")
        if want.rows is None:
            by_id = lists_of_ids(found, shown, record)
            if by_id is None and not any(isinstance(value, dict | list) for value in found.values()):
                if totals := [key for key in found if plain(key) in KNOWN["score"]]:
                    raise NoResults(f"holds totals, such as {checks.shown(totals[0])}, and no items")
                by_id = found
            if by_id is not None:
                return _by_id(by_id, found, path, name, record)
    if (rows := read_format(found)) is None:
        if (there := rows_of(found, want, shown, record)) is None:
            return []
        rows, where = there
        once = [at(found, x) for x in leaves(found if want.score else {}) if want.score in (x, x.split(".")[-1])]
        if once and type(once[0]) in (int, float) and not any(want.score in one for one in columns_of(rows)):
            stands = f"has {checks.shown(want.score)} once ({once[0]:.6g}), not for each row"
            raise Unreadable(f"{stands}: an interval needs the results of each item")
        for one, number in ((x, at(found, x)) for x in leaves(found if isinstance(found, dict) else {})):
            if isinstance(number, float):
                said = f". {checks.shown(one)} stands there once ({number:.6g}), for all rows"
                record.once.setdefault(shown, f"{said}: an interval needs the result of each")
    elif rows and "plus" in rows[0]:
        record.found.append(f"{shown}: plus counts what passes the base tests and the extra ones")
    if not rows:
        raise Unreadable("holds no rows")
    for number in [number for number, row in enumerate(rows, 1) if isinstance(row, Repeated)]:
        record.fault(f"{the_file(shown)} has a key twice in", f"row {number}", "; keep one")
    if rows[0].keys() >= RESULT:
        return read_promptfoo(enumerate(rows, 1), "result", path, name, want, record)
    return of_objects(enumerate(rows, 1), "JSON" + (where and f" ({where})"), "row", path, name, want, record)


def _by_id(by_id, found, path, name, record):
    """{id: result}, or ids listed under what became of them."""
    shown = record.names[path]
    pairs = found.pairs if isinstance(found, Repeated) and by_id is found else list((by_id or found).items())
    part = Part(shown, unit="entry", scores=[value for _, value in pairs], where=list(range(1, len(pairs) + 1)))
    part.ids = texts([key for key, _ in pairs], part.where, "entry", f"{the_file(shown)} has no id in", record)
    part.systems = [name or record.system_of(path)] * len(pairs)
    listed = "by id" if by_id is found else "in lists of ids"
    record.found.append(f"{shown}, JSON: {number_of(len(pairs), 'result')} {listed}")
    if by_id is not found and "resolved" in str([*found]):
        record.assume(f"in {shown} what was submitted and is not listed as resolved is not, as SWE-bench counts it")
        part.submitted = {one for one, value in by_id.items() if value is not None}
    return [part]


def only_submitted(parts, record):
    """Takes for the items what was submitted, if all reports of SWE-bench, of several, list the same."""
    some = [part for part in parts if part.submitted is not None]
    whole, submitted = {one for part in some for one in part.ids}, {}
    for part in some:  # several files may be the batches of one system
        submitted.setdefault(part.systems[0], set()).update(part.submitted)
    each = [*submitted.values()]
    if len(parts) == len(some) and not any(part.named for part in parts):
        _ask_batches(parts, record)
    if len(parts) == len(some) > 1 and all(one == each[0] for one in each) and 0 < (n := len(each[0])) < len(whole):
        record.assume(f"the items are the {number_of(n, 'id')} that all files list as submitted")
        record.left_out.append(f"{number_of(len(whole) - n, 'id')} that the files list, and no system submitted")
        for part in some:
            part.take([i for i, one in enumerate(part.ids) if one in part.submitted])
        return
    for part in some:  # what no batch of a system submitted stands once
        taken = submitted[part.systems[0]]
        part.take([i for i, one in enumerate(part.ids) if one in part.submitted or one not in taken])
        taken |= {*part.ids}
        if gone := len({*part.ids} - part.submitted):
            record.found.append(f"{part.name}: {number_of(gone, 'id')} not submitted, so without a result")


def _ask_batches(parts, record):
    """Asks whether reports of SWE-bench that are called alike, and share no id that was submitted, are batches.

    What only tries again what failed in others of its name is none of them.
    """
    each = {part.name: {one: x for one, x in zip(part.ids, part.scores, strict=True) if one in part.submitted}
            for part in parts}  # fmt: skip
    alike = {}
    for path, shown in record.names.items():
        if shown in each:
            alike.setdefault(path.name, {})[shown] = each[shown]
    again = {shown: called for called, of in alike.items() for shown in second_tries(of)}
    first = {called: [ids for shown, ids in of.items() if shown not in again] for called, of in alike.items()}
    batches = [x for x, of in first.items() if len(alike[x]) > 1 and sum(map(len, of)) == len(set().union(*of))]
    if batches:
        named = {}
        for path, shown in record.names.items():
            if shown in each and (shown not in again or again[shown] not in batches):
                name = stem(path) if path.name in batches else record.systems[path]
                named.setdefault(name, []).append(str(path))
        files = f"the files called {listing(batches)} have no submitted id in common"
        if tries := [shown for shown, called in again.items() if called in batches]:
            files += f", but for a second try of what failed, which can only flatter: leave out {', '.join(tries)}"
        why = f"{files}; give {checks.WORDS.get().named_files}, and batches of one system one name"
        record.ask("paths", why, [{"paths": named}])


def second_tries(files):
    """Those of {file: {id: score}} whose items all failed in the others, which hold more than twice as many."""
    again = []
    for name, scores in files.items():
        own = {one for one, x in scores.items() if x in (0, 1)}
        before = {}
        for other, theirs in files.items():
            if other != name and other not in again:
                for one, x in theirs.items():
                    if x in (0, 1):
                        before[one] = max(x, before.get(one, 0))
        if own and 2 * len(own) < len(before) and own <= before.keys() and not any(before[one] for one in own):
            again.append(name)
    return again
