"""What a few tools write that is rows under other names; a new one is a function in a table: chapter 12."""

from __future__ import annotations

import re

from give_or_take import checks
from give_or_take.checks import the_files
from give_or_take.evalfile.record import Unreadable

PASS = ("pass", "success")  # as EvalPlus says, and as it said before


def _evalplus(found):
    """EvalPlus: {"eval": {task: [{"base_status": "pass", "plus_status": "fail"}, ...]}}; plus is to pass both."""
    rows = []
    for task, samples in found["eval"].items():
        if isinstance(samples, dict):  # version 0.1: {"base": [["pass", ...]], "plus": [...]}
            pairs = zip(samples.get("base") or (), samples.get("plus") or samples.get("base") or (), strict=False)
            samples = [{"base_status": base[0], "plus_status": plus[0]} for base, plus in pairs]
        for one in samples:
            base = one.get("base_status") in PASS
            plus = {"plus": base and one["plus_status"] in PASS} if one.get("plus_status") else {}
            rows.append({"id": task, "base": base, **plus})
    return rows


def _is_evalplus(found):
    each = found.get("eval") if isinstance(found, dict) else None
    if not isinstance(each, dict) or not each:
        return False
    first = next(iter(each.values()))
    first = first[0] if isinstance(first, list) and first else first
    return isinstance(first, dict) and ("base_status" in first or isinstance(first.get("base"), list))


def written_by(tool, read, found):
    """What a reader finds in what looks like a tool's file."""
    try:
        return read(found)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise Unreadable(f"begins like what {tool} writes, and goes on otherwise; is it whole?") from None


def read_format(found):
    """The rows of a document that one of these tools wrote, or None."""
    return next((written_by(tool, rows, found) for tool, is_one, rows in DOCUMENTS if is_one(found)), None)


DOCUMENTS = [("EvalPlus", _is_evalplus, _evalplus)]


def bfcl(rows):
    """BFCL's score file, rows that begin with a summary: what failed, and how many there were in all."""
    (_, first), *failed = rows
    if first["total_count"] - first["correct_count"] != len(failed):
        raise Unreadable("lists other numbers of failures than its first line says; is it whole?")
    return [(number, {"id": row["id"], "valid": False}) for number, row in failed], first["correct_count"]


def name_what_passed(parts, record):
    """An id for each item that BFCL does not list as it passed: first those that failed elsewhere, then numbers."""
    some = [part for part in parts if part.passed is not None]
    totals = {len(part.ids) + part.passed: part.name for part in some}
    if len(totals) > 1:
        (one, first), (other, second), *_ = totals.items()
        record.fault(f"{first} is about {one:,} items and {second} about {other:,}; give files of one test")
        return
    tests = [(part.name, {re.split(r"_?\d", one)[0] for one in part.ids if one}) for part in some if part.ids]
    for name, of in tests[1:]:
        if not of & tests[0][1]:  # simple_3 and multiple_3 are of two tests, which may have as many items
            two = " and ".join(checks.shown(min(one)) for one in (tests[0][1], of))
            record.fault(f"{tests[0][0]} and {name} are about two tests, {two}; give files of one test")
            return
    failed = dict.fromkeys(one for part in some for one in part.ids)
    for part in some:
        own = set(part.ids)
        names = [one for one in failed if one not in own][: part.passed]
        names += [f"passed {i}" for i in range(1, part.passed - len(names) + 1)]
        if len(names) < len(failed) - len(own):
            record.fault(f"{the_files()} of BFCL name more items than they have; are they about one test?")
            return
        part.where += [1] * len(names)
        part.scores += [True] * len(names)
        part.systems += part.systems[:1] * len(names)
        part.ids += names


BFCL = {"accuracy", "correct_count", "total_count"}  # in the first line
