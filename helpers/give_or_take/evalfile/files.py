"""Which files are read, and how their bytes, lines and JSON are, within limits: chapter 12."""

from __future__ import annotations

import gzip
import json
import os
import stat
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from give_or_take import checks
from give_or_take.checks import the_file
from give_or_take.evalfile.record import Unreadable, sound

# Bytes; what is more is refused before it is read. JSON takes up to twenty times as much memory as disk.
LONGEST_LINE, LARGEST_JSON, MOST_UNPACKED = 2**26, 2**28, 2**29
MOST_ROWS = 20_000_000  # of a file
CLOSED = "names what you may not look into: {}; ask for the right to read it, or for a copy"


def given_files(paths):
    """(path, name of its system or None, folder that the user named or None) of each file."""
    one = isinstance(paths, (str, Path))
    if not one and not isinstance(paths, (list, tuple, Mapping)):
        raise checks.WrongKind("paths", f"must be a path, a list of paths or a dict, not {checks.kind_of(paths)}")
    if not one and not paths:
        raise checks.WrongValue("paths", "is empty: there is nothing to read; give at least one file")
    if isinstance(paths, Mapping):
        if odd := [name for name in paths if not isinstance(name, str) or not name.strip()]:
            raise checks.WrongKind("paths", f"must have the names of systems as keys, not {checks.shown(odd[0])}")
        return _each_once([(path, name, of) for name, given in paths.items() for path, _, of in given_files(given)])
    found = []
    for path in [paths] if one else paths:
        if not isinstance(path, (str, Path)):
            raise checks.WrongKind("paths", f"must hold paths, not {checks.kind_of(path)}")
        if not str(path).strip() or path == Path():
            raise checks.WrongValue("paths", "holds an empty name; give the path of a file or a folder")
        try:
            mode = os.stat(path).st_mode
        except PermissionError:
            raise checks.WrongValue("paths", CLOSED.format(checks.shown(str(path)))) from None
        except (OSError, ValueError):
            mode = 0
        folder = stat.S_ISDIR(mode)
        if not folder and not stat.S_ISREG(mode):
            raise checks.WrongValue("paths", f"names no file: {checks.shown(str(path))}; check where it is")
        if folder and not (inside := _inside(Path(path))):
            said = f"names a folder without files: {checks.shown(str(path))}; check where they are"
            raise checks.WrongValue("paths", said)
        found += [(one, None, Path(path)) for one in inside] if folder else [(Path(path), None, None)]
    return _each_once(found)


def _inside(folder):
    """The files in a folder and in the folders in it, also linked ones, in order, without hidden ones."""
    found, seen = [], set()

    def closed(error):
        raise checks.WrongValue("paths", CLOSED.format(checks.shown(str(error.filename)))) from None

    for at, inner, names in os.walk(folder, onerror=closed, followlinks=True):
        inner[:] = [name for name in inner if not name.startswith(".")]
        if (place := Path(at).resolve()) in seen:  # a link back, or the same folder once more
            inner[:], names = [], []
        seen.add(place)
        found += [Path(at, name) for name in names if not name.startswith(".")]
    return sorted(path for path in found if path.is_file())


def _each_once(found):
    if twice := [path for path, times in Counter(path.resolve() for path, *_ in found).items() if times > 1]:
        raise checks.WrongValue("paths", f"names {checks.shown(twice[0].name)} twice; give each file once")
    return found


# Bytes, lines, JSON


def megabytes(limit):
    return f"{limit >> 20:,} MB"


def opened(path):
    return gzip.open(path) if path.suffix.lower() == ".gz" else path.open("rb")


def up_to(stream, limit, refusal):
    """All that a stream gives, if that is not more than the limit."""
    data = bytearray()
    while piece := stream.read(min(1 << 20, limit + 1 - len(data))):
        data += piece
        if len(data) > limit:
            raise Unreadable(refusal)
    return data


def lines(path, record):
    """(number, text) of each line, with a fault for what is not UTF-8."""
    packed = path.suffix.lower() == ".gz"
    with opened(path) as file:
        number = total = 0
        while line := file.readline(LONGEST_LINE + 1):
            number += 1
            total += len(line)
            record.read(len(line))
            if len(line) > LONGEST_LINE:
                raise Unreadable(f"has more than {megabytes(LONGEST_LINE)} in line {number:,}; is it of this format?")
            if packed and total > MOST_UNPACKED:
                raise Unreadable(f"unpacks to more than {megabytes(MOST_UNPACKED)}; unpack it if you trust it")
            if number == 1 and line[:2] in (b"\xff\xfe", b"\xfe\xff"):
                raise Unreadable("is UTF-16; save it as UTF-8")
            try:
                yield number, line.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError as error:
                bad = f"line {number} (byte 0x{line[error.start]:02x})"
                record.fault(f"{the_file(record.names[path])} is not UTF-8 in", bad, "; save it as UTF-8", "line")
                yield number, line.decode("utf-8", errors="replace")


class Repeated(dict):
    """A JSON object in which a key stands more than once; `pairs` has all."""

    pairs: list


def _json_object(pairs):
    found = dict(pairs)
    if len(found) < len(pairs) or not "".join(found).isascii():
        pairs = [(sound(key), value) for key, value in pairs]
        found = dict(pairs)
    if len(found) < len(pairs):
        found = Repeated(found)
        found.pairs = pairs
    return found


DECODER = json.JSONDecoder(object_pairs_hook=_json_object)


def parsed(text):
    """What a JSON text holds; a ValueError if it is nested too deeply, too."""
    try:
        return DECODER.decode(text)
    except RecursionError:
        raise checks.WrongValue("nested", "too deeply") from None


def document(path):
    """What a file of JSON holds; None if it holds several documents, one after the other."""
    refusal = f"is JSON of more than {megabytes(LARGEST_JSON)}; write JSON Lines instead"
    if path.stat().st_size > LARGEST_JSON:
        raise Unreadable(refusal)
    with opened(path) as file:
        raw = up_to(file, LARGEST_JSON, refusal)
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise Unreadable("is UTF-16; save it as UTF-8")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        where = f"line {raw.count(10, 0, error.start) + 1} (byte 0x{raw[error.start]:02x})"
        raise Unreadable(f"is not UTF-8 in {where}; save it as UTF-8") from None
    if not text.strip():
        raise Unreadable("is empty")
    try:
        return parsed(text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data" and text[: error.pos].count("\n") == text[: error.pos].strip().count("\n") + 1:
            return None
        cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        why = "it is cut off" if cut else f"it goes wrong in line {error.lineno:,}"
        raise Unreadable(f"is no JSON: {why}; write it again (JSON Lines are to be called .jsonl)") from None
    except ValueError:
        raise Unreadable("holds JSON that is nested too deeply, or a number with thousands of digits") from None
