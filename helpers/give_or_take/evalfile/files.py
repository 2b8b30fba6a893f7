"""Which files are read, and how their lines and their JSON are: chapter 12."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from give_or_take import checks
from give_or_take.evalfile.record import _sound, _Unreadable

LONGEST_LINE, LARGEST_JSON = 2**26, 2**29  # bytes; what is longer is refused before it is read


def _files(paths):
    """(path, name of its system or None) of each file."""
    if isinstance(paths, Mapping):
        if not paths:
            raise ValueError("paths is empty: there is nothing to read; give at least one file")
        if odd := [name for name in paths if not isinstance(name, str) or not name.strip()]:
            raise TypeError(f"paths must have the names of systems as keys, not {checks.shown(odd[0])}")
        return _each_once([(path, name) for name, given in paths.items() for path, _ in _files(given)])
    one = isinstance(paths, (str, Path))
    if not one and not isinstance(paths, (list, tuple)):
        raise TypeError(f"paths must be a path, a list of paths or a dict, not {checks.kind_of(paths)}")
    listed = [paths] if one else list(paths)
    if not listed:
        raise ValueError("paths is empty: there is nothing to read; give at least one file")
    found = []
    for path in listed:
        if not isinstance(path, (str, Path)):
            raise TypeError(f"paths must hold paths, not {checks.kind_of(path)}")
        try:
            there = Path(path).is_file()
            folder = Path(path).is_dir()
        except (OSError, ValueError):
            there = folder = False
        if folder:
            raise ValueError(f"paths names a folder, {checks.shown(str(path))}; give the files in it")
        if not there:
            raise ValueError(f"paths names no file: {checks.shown(str(path))}; check where it is")
        found.append(Path(path))
    return _each_once([(path, None) for path in found])


def _each_once(files):
    if twice := [path for path, times in Counter(path.resolve() for path, _ in files).items() if times > 1]:
        raise ValueError(f"paths names {checks.shown(twice[0].name)} twice; give each file once")
    return files


def _lines(path, record):
    """(number, text) of each line, with a fault for what is not UTF-8."""
    with path.open("rb") as file:
        number = 0
        while line := file.readline(LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE:
                raise _Unreadable(f"has more than {LONGEST_LINE >> 20} MB in line {number:,}; is it of this format?")
            if number == 1 and line[:2] in (b"\xff\xfe", b"\xfe\xff"):
                raise _Unreadable("is UTF-16; save it as UTF-8")
            try:
                yield number, line.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError as error:
                bad = f"line {number} (byte 0x{line[error.start]:02x})"
                record.fault(f"paths ({record.names[path]}) is not UTF-8 in", bad, "; save it as UTF-8", "line")
                yield number, line.decode("utf-8", errors="replace")


class _Repeated(dict):
    """A JSON object in which a key stands more than once; `pairs` has all."""

    pairs: list


def _object(pairs):
    pairs = [(_sound(key), value) for key, value in pairs]
    found = dict(pairs)
    if len(found) < len(pairs):
        found = _Repeated(found)
        found.pairs = pairs
    return found


def _json(text):
    """What a JSON text holds; a ValueError if it is nested too deeply, too."""
    try:
        return json.loads(text, object_pairs_hook=_object)
    except RecursionError:
        raise ValueError("nested too deeply") from None
