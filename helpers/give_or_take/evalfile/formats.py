"""What a few tools write that is rows under other names; a new one is a function in a table: chapter 12."""

from __future__ import annotations

import re

from give_or_take.evalfile.record import Unreadable


def _evalplus(found):
    """EvalPlus: {"eval": {task: [{"base_status": "pass", "plus_status": "fail"}, ...]}}; plus is to pass both."""
    rows = []
    for task, samples in found["eval"].items():
        if isinstance(samples, dict):  # version 0.1: {"base": [["pass", ...]], "plus": [...]}
            pairs = zip(samples.get("base") or (), samples.get("plus") or samples.get("base") or (), strict=False)
            samples = [{"base_status": base[0], "plus_status": plus[0]} for base, plus in pairs]
        for one in samples:
            base = one.get("base_status") == "pass"
            plus = {"plus": base and one["plus_status"] == "pass"} if one.get("plus_status") else {}
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
    """BFCL's score file, rows that begin with a summary: only what failed is listed, and how many there were in all."""
    (_, first), *failed = rows
    total, ids = first["total_count"], {str(row.get("id")): (number, row) for number, row in failed}
    split = {one: re.fullmatch(r"(.*_)([0-9]+)", one, re.ASCII) for one in ids}
    heads = {match and match[1] for match in split.values()}
    numbers = {int(match[2]) for match in split.values() if match}
    if len(heads) != 1 or None in heads or max(numbers) > total or total - first["correct_count"] != len(ids):
        raise Unreadable("lists what failed, and its ids do not say which others there were; write a row for each")
    [head] = heads
    start = int(max(numbers) == total)  # ids run from 0, or from 1
    return [(ids.get(f"{head}{i}", (1,))[0], {"id": f"{head}{i}", "valid": f"{head}{i}" not in ids})
            for i in range(start, start + total)]  # fmt: skip


BFCL = {"accuracy", "correct_count", "total_count"}  # in the first line
