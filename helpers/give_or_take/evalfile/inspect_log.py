"""The logs of Inspect, in JSON and in its own format, a zip archive: chapter 12."""

from __future__ import annotations

import io
import json
import zipfile
import zlib

from give_or_take import checks
from give_or_take.checks import number_of
from give_or_take.evalfile.files import LARGEST_JSON, megabytes, up_to
from give_or_take.evalfile.record import NoResults, Part, Unreadable, judges, label
from give_or_take.evalfile.tools import Tool, inner, kept, leave_out, other_task, read_answers, said

UNUSED = ("id", "system", "run", "filter", "date")
TOOL = Tool("Inspect", "Inspect's logs", "sample", "scorer", "scorer", "the metadata", UNUSED)
MOST_ENTRIES, LARGEST_ENTRY, LARGEST_INDEX, LARGEST_LOG = 200_000, LARGEST_JSON // 2, 2**25, 2**33
ZSTANDARD = 93  # a method of zip archives that Python's zipfile knows from 3.14 on


# Inspect's own format


class _Archive(io.FileIO):
    """A file that does not read an index of millions of entries at once."""

    def read(self, size=-1):
        if size > LARGEST_INDEX:
            raise Unreadable(f"has an index of more than {megabytes(LARGEST_INDEX)}; is it a log?")
        return super().read(size)


def read_eval(path, name, want, record):
    """`<date>_<task>_<id>.eval`: header.json, and samples/<id>_epoch_<n>.json for each sample."""
    record.read(path.stat().st_size)
    try:
        with _Archive(path) as file, zipfile.ZipFile(file) as archive:
            entries = {entry.filename: entry for entry in archive.infolist()}
            if len(entries) > MOST_ENTRIES:
                raise Unreadable(f"has more than {MOST_ENTRIES:,} entries; is it a log?")
            about = next((entries[one] for one in ("header.json", "_journal/start.json") if one in entries), None)
            if about is None:
                raise Unreadable("is a zip archive, but no log of Inspect: it has no header.json")
            header, left = _entry(archive, about, LARGEST_LOG)
            samples = []
            for entry in entries.values():
                if entry.filename.startswith("samples/") and entry.filename.endswith(".json"):
                    sample, left = _entry(archive, entry, left)
                    samples.append(_slim(sample, want))
    except (zipfile.BadZipFile, EOFError, zlib.error, NotImplementedError, RuntimeError):
        raise Unreadable("is no log of Inspect, or is cut off") from None
    if not isinstance(header, dict) or not isinstance(header.get("eval"), dict):
        raise Unreadable("is a zip archive, but no log of Inspect: its header.json has no eval")
    return _answers(header, samples, path, name, want, record)


def _entry(archive, entry, left):
    """What an entry of JSON holds, and how many bytes the rest may unpack to."""
    data = unpacked(archive, entry, min(left, LARGEST_ENTRY))
    try:
        return json.loads(data), left - len(data)
    except (ValueError, RecursionError):
        name = checks.shown(entry.filename)
        raise Unreadable(f"has no JSON in {name}, or JSON that is nested too deeply") from None


def unpacked(archive, entry, limit):
    """The bytes of an entry, if they are not more than the limit."""
    name = checks.shown(entry.filename)
    refusal = f"unpacks to more than {megabytes(limit)} in {name}; is it a log?"
    if entry.compress_type != ZSTANDARD or hasattr(zipfile, "ZIP_ZSTANDARD"):
        with archive.open(entry) as stream:
            return up_to(stream, limit, refusal)
    try:
        import pyarrow as arrow
    except ModuleNotFoundError:
        raise Unreadable(
            "is packed with Zstandard, and needs pyarrow to be read (pip install pyarrow); or write it as JSON: "
            "inspect log convert --to json"
        ) from None
    packed = archive.fp
    packed.seek(entry.header_offset + 26)  # in the entry's own header, where the lengths of its name and more stand
    lengths = packed.read(4)
    packed.seek(int.from_bytes(lengths[:2], "little") + int.from_bytes(lengths[2:], "little"), io.SEEK_CUR)
    if entry.compress_size > LARGEST_INDEX:
        raise Unreadable(f"has more than {megabytes(LARGEST_INDEX)} packed in {name}")
    data = packed.read(entry.compress_size)
    try:
        with arrow.CompressedInputStream(arrow.BufferReader(data), "zstd") as stream:
            data = up_to(stream, limit, refusal)
    except OSError:
        raise zipfile.BadZipFile from None
    if zlib.crc32(data) != entry.CRC:
        raise zipfile.BadZipFile
    return data


# Both formats


def read_log(log, path, name, want, record):
    """A log in JSON: a sample for each item and epoch."""
    samples = log.get("samples")
    if not samples and log.get("status") not in (None, "success"):
        error = checks.shown(str(inner(log, "error").get("message", "it does not say why")), 100)
        ended = {"error": "failed", "cancelled": "was cancelled"}.get(log["status"], "is not done")
        raise NoResults(f"is an Inspect log of an eval that {ended}, without samples: {error}")
    if not isinstance(samples, list):
        raise Unreadable("is an Inspect log without samples; write it again with its samples")
    return _answers(log, [_slim(sample, want) for sample in samples], path, name, want, record)


def _slim(sample, want):
    """What counts of a sample."""
    if not isinstance(sample, dict):
        raise Unreadable("is an Inspect log whose samples are no objects")
    scores, graded, twice = {}, {}, set()
    for scorer, score in inner(sample, "scores").items():
        value = score.get("value") if isinstance(score, dict) else None
        by_key = {f"{scorer}.{key}": one for key, one in value.items()} if isinstance(value, dict) else {scorer: value}
        twice |= scores.keys() & by_key.keys()
        scores |= by_key
        if judges(scorer) or "grading" in inner(score, "metadata"):
            graded |= dict(zip(by_key, by_key, strict=True))
    return {
        "id": sample.get("id"),
        "epoch": sample.get("epoch", 1),
        "scores": scores,
        "judges": graded,
        "twice": twice,
        "metadata": {key: value for key, value in inner(sample, "metadata").items() if kept(key, want)},
        "error": bool(sample.get("error")),
        "same": {what: said(sample.get(name)) for what, name in (("question", "input"), ("target", "target"))},
    }


WORTH = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}  # Inspect's value_to_float: correct, partial, incorrect, no answer


def _partly(part, want, record):
    """Counts partial and no answers as Inspect does, unless the user says what they are worth."""
    words = {one for one in part.scores if isinstance(one, str)}
    if not words & {"P", "N"} - want.values.keys() or words & {"y", "Y"}:
        return
    counted = [f"{word} as {WORTH[word]:g}" for word in "CPIN" if word in words and word not in want.values]
    record.assume(f"{part.name} counts as Inspect does: {', '.join(counted)}")
    worth = {key: number for key, number in WORTH.items() if key not in want.values}
    part.scores = [worth.get(one, one) if isinstance(one, str) else one for one in part.scores]


def _answers(log, samples, path, name, want, record):
    shown, about = record.names[path], log["eval"]
    leave_out(TOOL, shown, want, record)
    if not samples:
        raise NoResults("is an Inspect log without samples; write it again with its samples")
    part = Part(shown, TOOL.unit, task=label(about.get("task")))
    if other_task(part, want, record):
        return []
    model, epochs = label(about.get("model")), [sample["epoch"] for sample in samples]
    several = any(epoch != 1 for epoch in epochs)
    for number, sample in enumerate(samples, 1):
        sample |= {"where": number, "system": model if model and model.strip() else None}
        sample |= {"run": sample["epoch"]} if several else {}
    also = f", {len(set(map(str, epochs)))} epochs as runs" if several else ""
    if not read_answers(TOOL, samples, part, path, name, want, record, also):
        return []
    if isinstance(about.get("created"), str):
        part.more["date"] = [label(about["created"])] * len(samples)
    _partly(part, want, record)
    if errors := sum(sample["error"] for sample in samples):
        record.found.append(f"{shown}: {number_of(errors, 'sample')} ended in an error")
    if (status := log.get("status", "started")) != "success":
        record.found.append(f"{shown} says of the whole eval: {checks.shown(status)}, so samples may be missing")
    return [part]
