"""JSON that is one document: results by id, a list of rows, or a tool's log: chapter 12."""

from __future__ import annotations

import json

from give_or_take import checks
from give_or_take.evalfile.files import LARGEST_JSON, _json, _Repeated
from give_or_take.evalfile.inspect_log import _inspect
from give_or_take.evalfile.record import _number, _Part, _stem, _Unreadable
from give_or_take.evalfile.tables import _table


def _read_json(path, name, want, record):
    if path.stat().st_size > LARGEST_JSON:
        raise _Unreadable(f"is JSON of more than {LARGEST_JSON >> 20} MB; write JSON Lines instead")
    raw = path.read_bytes()
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise _Unreadable("is UTF-16; save it as UTF-8")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        where = f"line {raw.count(10, 0, error.start) + 1} (byte 0x{raw[error.start]:02x})"
        raise _Unreadable(f"is not UTF-8 in {where}; save it as UTF-8") from None
    if not text.strip():
        raise _Unreadable("is empty")
    try:
        found = _json(text)
    except json.JSONDecodeError as error:
        cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        raise _Unreadable(
            f"is no JSON: {'it is cut off' if cut else f'it goes wrong in line {error.lineno:,}'}; "
            "write it again (JSON Lines are to be called .jsonl)"
        ) from None
    except ValueError:
        raise _Unreadable("holds JSON that is nested too deeply, or a number with thousands of digits") from None
    if isinstance(found, list):
        if not found:
            raise _Unreadable("is empty")
        if not all(isinstance(row, dict) for row in found):
            raise _Unreadable("is a JSON list of something else than rows; a row is an object with an id and a result")
        for number in [number for number, row in enumerate(found, 1) if isinstance(row, _Repeated)]:
            record.fault(f"paths ({record.names[path]}) has a key twice in", f"row {number}", "; keep one")
        return _table(enumerate(found, 1), path, name, "JSON", want, record)
    if not isinstance(found, dict):
        raise _Unreadable(f"holds nothing but {checks.shown(found)}; a result needs an id")
    if not found:
        raise _Unreadable("is empty")
    if isinstance(found.get("eval"), dict) and "status" in found:
        return _inspect(found, path, name, want, record)
    pairs = found.pairs if isinstance(found, _Repeated) else list(found.items())
    if nested := [key for key, value in pairs if isinstance(value, (dict, list))]:
        raise _Unreadable(
            f"is JSON of another shape: {checks.shown(nested[0])} holds more than a result; give {{id: true}}, a list "
            "of rows, or an Inspect log"
        )
    part = _Part(record.names[path], unit="entry")
    part.ids, part.scores = [key for key, _ in pairs], [value for _, value in pairs]
    part.where = list(range(1, len(pairs) + 1))
    for i in [i for i, key in enumerate(part.ids) if not key.strip()]:
        record.fault(f"paths ({record.names[path]}) has no id in", part.place(i), "; give each item one")
    part.systems = [name or _stem(path, record)] * len(pairs)
    record.found.append(f"{record.names[path]}, JSON: {_number(len(pairs), 'result')} by id")
    return [part]
