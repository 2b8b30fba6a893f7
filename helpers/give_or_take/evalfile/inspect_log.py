"""The logs of Inspect: chapter 12."""

from __future__ import annotations

from give_or_take import checks
from give_or_take.evalfile.record import _free, _id, _label, _listing, _number, _Part, _plain, _stem, _Unreadable
from give_or_take.evalfile.tasks import _of_task, _other_task
from give_or_take.evalfile.want import SLICES


def _inspect(log, path, name, want, record):
    """Inspect's log in JSON: a sample for each item and epoch."""
    shown, about, samples = record.names[path], log["eval"], log.get("samples")
    for role in ("id", "system", "run", "group", "filter"):
        if getattr(want, role) is not None:
            record.fault(f"{role} is for other files than Inspect's logs, such as {shown}; leave it out")
    if isinstance(want.score, list):
        record.fault("score must be one scorer for Inspect's logs: got a list")
        return []
    if not isinstance(samples, list) or not samples:
        raise _Unreadable("is an Inspect log without samples; write it again with its samples")
    if not all(isinstance(sample, dict) for sample in samples):
        raise _Unreadable("is an Inspect log whose samples are no objects")
    part = _Part(record.names[path], "sample", task=_label(about.get("task")))
    if _other_task(part, want, record):
        return []
    scores = [sample.get("scores") if isinstance(sample.get("scores"), dict) else {} for sample in samples]
    scorers = list(dict.fromkeys(scorer for one in scores for scorer in one))
    if want.score is not None and want.score not in scorers:
        record.fault(f"score names no scorer of {shown}: got {checks.shown(want.score)}; it has {_listing(scorers)}")
        return []
    if want.score is None and len(scorers) != 1:
        has = (
            f"has {len(scorers)} scorers, {_listing(scorers)}; give one" if scorers else "has no scores: score it first"
        )
        record.fault(f"score must be named: {shown} {has}")
        return []
    scorer = want.score or scorers[0]
    metadata = [sample.get("metadata") if isinstance(sample.get("metadata"), dict) else {} for sample in samples]
    known = [key for key in dict.fromkeys(key for one in metadata for key in one) if _plain(key) in SLICES]
    if missing := [key for key in want.slices if not any(key in one for one in metadata)]:
        record.fault(f"slices names no key of the metadata in {shown}: got {checks.shown(missing[0])}")
    keys = list(dict.fromkeys([*want.slices, *known]))
    part.more = {_free(key): [_label(one.get(key)) for one in metadata] for key in keys}
    epochs = [sample.get("epoch", 1) for sample in samples]
    if any(epoch != 1 for epoch in epochs):
        part.more["run"] = [_label(epoch) for epoch in epochs]
    if isinstance(about.get("created"), str):
        part.more["date"] = [_label(about["created"])] * len(samples)
    no_id = f"paths ({shown}) has no id in"
    part.where = list(range(1, len(samples) + 1))
    part.ids = [_id(sample.get("id"), f"sample {i}", no_id, record) for i, sample in enumerate(samples, 1)]
    part.scores = [one[scorer].get("value") if isinstance(one.get(scorer), dict) else None for one in scores]
    model = _label(about.get("model"))
    part.systems = [name or (model if model and model.strip() else _stem(path, record))] * len(samples)
    found = f"{shown}, Inspect: {_number(len(samples), 'sample')}, scorer {checks.shown(scorer)}"
    found += f", {len(set(map(str, epochs)))} epochs as runs" if "run" in part.more else ""
    record.found.append(found + (f", slices in {_listing(keys)}" if keys else "") + _of_task(part))
    if errors := sum(bool(sample.get("error")) for sample in samples):
        record.found.append(f"{shown}: {_number(errors, 'sample')} ended in an error")
    if log["status"] != "success":
        record.found.append(f"{shown} says of the whole eval: {checks.shown(log['status'])}, so samples may be missing")
    if rest := [key for key in scorers if key != scorer]:
        record.left_out.append(f"other scorers of {shown}: {_listing(rest)}")
    return [part]
