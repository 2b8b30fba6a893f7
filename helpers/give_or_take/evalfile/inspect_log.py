"""The logs of Inspect, in JSON and in its own format, a zip archive: chapter 12."""

from __future__ import annotations

import io
import json
import zipfile
import zlib

from give_or_take import checks
from give_or_take.checks import listing, number_of, the_file
from give_or_take.evalfile.files import LARGEST_JSON, megabytes, up_to
from give_or_take.evalfile.record import NoResults, Part, Unreadable, judges, label
from give_or_take.evalfile.tools import choose, keep, kept, leave_out, name_systems, of_task, other_task, said, texts

KIND = "Inspect's logs"
MOST_ENTRIES, LARGEST_ENTRY, LARGEST_INDEX, LARGEST_LOG = 200_000, LARGEST_JSON // 2, 2**25, 2**33
ZSTANDARD = 93  # a method of zip archives that Python's zipfile knows from 3.14 on


# Inspect's own format


class _Archive(io.FileIO):
    """A file that does not read an index of millions of entries at once."""

    def read(self, size=-1):
        if size < 0:
            at = self.tell()
            size = self.seek(0, io.SEEK_END) - at
            self.seek(at)
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
    with _stream(archive, entry) as stream:
        data = up_to(stream, limit, f"unpacks to more than {megabytes(limit)} in {name}; is it a log?")
    if zlib.crc32(data) != entry.CRC:
        raise zipfile.BadZipFile
    return data


def _stream(archive, entry):
    """The bytes of an entry, as a stream."""
    if entry.compress_type != ZSTANDARD or hasattr(zipfile, "ZIP_ZSTANDARD"):
        return archive.open(entry)
    try:
        import pyarrow as arrow
    except ModuleNotFoundError:
        raise Unreadable(
            "is packed with Zstandard, and needs pyarrow to be read (pip install pyarrow); or write it as JSON: "
            "inspect log convert --to json"
        ) from None
    packed = archive.fp
    packed.seek(
        entry.header_offset + 26
    )  # of the entry's own header, whose name and extra field have their own lengths
    lengths = packed.read(4)
    packed.seek(int.from_bytes(lengths[:2], "little") + int.from_bytes(lengths[2:], "little"), io.SEEK_CUR)
    if entry.compress_size > LARGEST_INDEX:
        raise Unreadable(f"has more than {megabytes(LARGEST_INDEX)} packed in {checks.shown(entry.filename)}")
    data = packed.read(entry.compress_size)
    return _Zstandard(arrow.CompressedInputStream(arrow.BufferReader(data), "zstd"))


class _Zstandard:
    """A stream of pyarrow whose errors are those of zip archives."""

    def __init__(self, stream):
        self.stream = stream

    def read(self, size):
        try:
            return self.stream.read(size)
        except OSError:
            raise zipfile.BadZipFile from None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stream.close()


# Both formats


def read_log(log, path, name, want, record):
    """A log in JSON: a sample for each item and epoch."""
    samples = log.get("samples")
    if not samples and log.get("status") not in (None, "success"):
        error = checks.shown(str(_object(log.get("error")).get("message", "it does not say why")), 100)
        raise NoResults(f"is an Inspect log of an eval that {_ended(log)}, without samples: {error}")
    if not isinstance(samples, list):
        raise Unreadable("is an Inspect log without samples; write it again with its samples")
    return _answers(log, [_slim(sample, want) for sample in samples], path, name, want, record)


def _ended(log):
    return {"error": "failed", "cancelled": "was cancelled"}.get(log["status"], "is not done")


def _object(value):
    return value if isinstance(value, dict) else {}


def _slim(sample, want):
    """What counts of a sample."""
    if not isinstance(sample, dict):
        raise Unreadable("is an Inspect log whose samples are no objects")
    scores, graded, twice = {}, set(), set()
    for scorer, score in (sample["scores"] if isinstance(sample.get("scores"), dict) else {}).items():
        value = score.get("value") if isinstance(score, dict) else None
        by_key = {f"{scorer}.{key}": one for key, one in value.items()} if isinstance(value, dict) else {scorer: value}
        twice |= scores.keys() & by_key.keys()
        scores |= by_key
        if judges(scorer) or isinstance(score, dict) and "grading" in _object(score.get("metadata")):
            graded |= by_key.keys()
    metadata = sample["metadata"] if isinstance(sample.get("metadata"), dict) else {}
    return {
        "id": sample.get("id"),
        "epoch": sample.get("epoch", 1),
        "scores": scores,
        "graded": graded,
        "twice": twice,
        "metadata": {key: value for key, value in metadata.items() if kept(key, want)},
        "error": bool(sample.get("error")),
        "question": said(sample.get("input")),
        "target": said(sample.get("target")),
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
    leave_out(("id", "system", "run", "filter", "date"), KIND, shown, want, record)
    if not samples:
        raise NoResults("is an Inspect log without samples; write it again with its samples")
    part = Part(shown, "sample", task=label(about.get("task")))
    if other_task(part, want, record):
        return []
    scorer = choose(dict.fromkeys(key for one in samples for key in one["scores"]), "scorer", KIND, shown, want, record)
    if scorer is None:
        return []
    keys = keep(part, [one["metadata"] for one in samples], want, "the metadata", record)
    epochs = [sample["epoch"] for sample in samples]
    if any(epoch != 1 for epoch in epochs):
        part.more["run"] = list(map(label, epochs))
    if isinstance(about.get("created"), str):
        part.more["date"] = [label(about["created"])] * len(samples)
    part.where = list(range(1, len(samples) + 1))
    for number, sample in zip(part.where, samples, strict=True):
        if scorer in sample["twice"]:
            begin = f"{the_file(shown)} has more than one score called {checks.shown(scorer)} in"
            record.fault(begin, f"sample {number}", "; rename a scorer", "sample")
    ids = [sample["id"] for sample in samples]
    part.ids = texts(ids, part.where, "sample", f"{the_file(shown)} has no id in", record)
    part.scores, part.metric = [sample["scores"].get(scorer) for sample in samples], scorer
    part.same = {key: [sample[key] for sample in samples] for key in ("question", "target")}
    part.same["scorer"] = [scorer] * len(samples)
    _partly(part, want, record)
    model = label(about.get("model"))
    name_systems(part, [model if model and model.strip() else None] * len(samples), name, path, record)
    found = f"{shown}, Inspect: {number_of(len(samples), 'sample')}, scorer {checks.shown(scorer)}"
    found += f", {len(set(map(str, epochs)))} epochs as runs" if "run" in part.more else ""
    record.found.append(found + (f", slices in {listing(keys)}" if keys else "") + of_task(part))
    if any(scorer in sample["graded"] for sample in samples):
        record.judge(shown, f"scorer {checks.shown(scorer)}")
    if errors := sum(sample["error"] for sample in samples):
        record.found.append(f"{shown}: {number_of(errors, 'sample')} ended in an error")
    if (status := log.get("status", "started")) != "success":
        record.found.append(f"{shown} says of the whole eval: {checks.shown(status)}, so samples may be missing")
    rest = dict.fromkeys(key for one in samples for key in one["scores"] if key != scorer)
    if rest:
        record.left_out.append(f"other scorers of {shown}: {listing(rest)}")
    return [part]
