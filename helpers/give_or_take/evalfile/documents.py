"""JSON that is one document: results by id, a list of rows, or what a tool wrote: chapter 12."""

from __future__ import annotations

from give_or_take import checks
from give_or_take.checks import number_of, the_file
from give_or_take.evalfile.deepeval import read_deepeval
from give_or_take.evalfile.files import Repeated, document
from give_or_take.evalfile.inspect_log import read_log
from give_or_take.evalfile.promptfoo import RESULT, read_promptfoo
from give_or_take.evalfile.record import NoResults, Part, Unreadable
from give_or_take.evalfile.tables import of_objects
from give_or_take.evalfile.tools import texts


def read_json(path, name, want, record):
    found, shown = document(path), record.names[path]
    record.read(path.stat().st_size)
    if found in ([], {}):
        raise Unreadable("is empty")
    if isinstance(found, list):
        if not all(isinstance(row, dict) for row in found):
            raise NoResults("is a JSON list of something else than rows; a row is an object with an id and a result")
        for number in [number for number, row in enumerate(found, 1) if isinstance(row, Repeated)]:
            record.fault(f"{the_file(shown)} has a key twice in", f"row {number}", "; keep one")
        if found[0].keys() >= RESULT:
            return read_promptfoo(enumerate(found, 1), "result", path, name, want, record)
        return of_objects(enumerate(found, 1), "JSON", "row", path, name, want, record)
    if not isinstance(found, dict):
        raise NoResults(f"holds nothing but {checks.shown(found)}; a result needs an id")
    if isinstance(found.get("eval"), dict) and "status" in found:
        return read_log(found, path, name, want, record)
    results = found.get("results")
    if isinstance(results, dict) and isinstance(results.get("results"), list):
        return read_promptfoo(enumerate(results["results"], 1), "result", path, name, want, record)
    run = found["testRunData"] if isinstance(found.get("testRunData"), dict) else found
    if isinstance(run.get("testCases"), list):
        return read_deepeval(run, path, name, want, record)
    return _by_id(found, path, name, record)


def _by_id(found, path, name, record):
    """{id: result}"""
    shown = record.names[path]
    pairs = found.pairs if isinstance(found, Repeated) else list(found.items())
    if nested := [key for key, value in pairs if isinstance(value, (dict, list))]:
        raise NoResults(
            f"is JSON of another shape: {checks.shown(nested[0])} holds more than a result; give {{id: true}}, a list "
            "of rows, or what a tool wrote"
        )
    part = Part(shown, unit="entry", scores=[value for _, value in pairs], where=list(range(1, len(pairs) + 1)))
    part.ids = texts([key for key, _ in pairs], part.where, "entry", f"{the_file(shown)} has no id in", record)
    part.systems = [name or record.system_of(path)] * len(pairs)
    record.found.append(f"{shown}, JSON: {number_of(len(pairs), 'result')} by id")
    return [part]
