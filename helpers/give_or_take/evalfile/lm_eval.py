"""The samples of lm-evaluation-harness: chapter 12."""

from __future__ import annotations

import re
from collections import Counter

from give_or_take import checks
from give_or_take.evalfile.record import _free, _id, _label, _listing, _number, _Part, _plain, _sound, _stem
from give_or_take.evalfile.tasks import _of_task, _other_task
from give_or_take.evalfile.want import SLICES

LM_EVAL = {"doc_id", "doc", "target", "arguments", "resps", "filtered_resps"}  # in every line of its samples
LM_EVAL_MORE = {"filter", "metrics", "doc_hash", "prompt_hash", "target_hash"}


def _lm_eval(rows, path, name, want, record):
    """`samples_<task>_<date>.jsonl` of lm-evaluation-harness: a line for each document and filter."""
    shown = record.names[path]
    match = re.fullmatch(r"samples_(.+)_([^_]+)\.jsonl", path.name)
    part = _Part(record.names[path], "line", task=_sound(match[1]) if match else None)
    if _other_task(part, want, record):
        return []
    for role in ("system", "run", "group"):
        if getattr(want, role) is not None:
            record.fault(f"{role} names a column, and {shown} of lm-evaluation-harness has none; leave it out")
    if isinstance(want.score, list):
        record.fault("score must be one metric for the files of lm-evaluation-harness: got a list")
        return []
    keys = None
    filters, metrics, chosen = Counter(), {}, None
    no_id = f"paths ({shown}) has no id in"
    for number, row in rows:
        if not row.keys() >= LM_EVAL:
            record.fault(f"paths ({shown}) is not of lm-evaluation-harness in", f"line {number}", "", "line")
            continue
        one = _label(row.get("filter")) or "none"
        filters[one] += 1
        if chosen is None:
            chosen = one if want.filter is None or one == "none" else want.filter
        if one != chosen:
            continue
        has = row.get("metrics")
        own = row.keys() - LM_EVAL - LM_EVAL_MORE
        listed = [x for x in has if isinstance(x, str)] if isinstance(has, list) else sorted(own)
        metrics |= dict.fromkeys(listed)
        score = want.score if want.score is not None else next(iter(metrics), None)
        part.where.append(number)
        doc = row["doc"] if isinstance(row["doc"], dict) else {}
        if keys is None:
            keys = list(dict.fromkeys([*want.slices, *(key for key in doc if _plain(key) in SLICES)]))
            part.more = {_free(key): [] for key in keys}
        part.ids.append(_id((doc | row).get(want.id or "doc_id"), f"line {number}", no_id, record))
        part.scores.append(row.get(score))
        part.hashes.append(_label(row.get("doc_hash")))
        for key in keys:
            part.more[_free(key)].append(_label(doc.get(key)))
    listed = ", ".join(f"{checks.shown(key)} ({count:,} lines)" for key, count in filters.most_common(8))
    if [*filters] == ["none"] and want.filter not in (None, "none"):
        record.assume(f"{shown} has no filters, so that filter= does not concern it")
    elif want.filter not in (None, chosen) or chosen not in filters:
        record.fault(f"filter names no filter of {shown}: got {checks.shown(want.filter)}; it has {listed}")
        return []
    if len(filters) > 1 and want.filter is None:
        why = "they grade the same answers, so take one"
        record.fault(f"filter must be named: {shown} has {len(filters)}, {listed}; {why}")
    if want.score is not None and want.score not in metrics:
        record.fault(f"score names no metric of {shown}: got {checks.shown(want.score)}; it has {_listing(metrics)}")
        return []
    if want.score is None and len(metrics) != 1:
        record.fault(f"score must be named: {shown} has {len(metrics)} metrics, {_listing(metrics)}; give one")
        return []
    if missing := [key for key in want.slices if all(x is None for x in part.more[_free(key)])]:
        record.fault(f"slices names no key of the documents in {shown}: got {checks.shown(missing[0])}")
    metric = want.score or next(iter(metrics))
    folder = path.resolve().parent.name
    if name is None and match and folder:
        name = _sound(folder)
        record.assume("the folder of a samples_… file of lm-evaluation-harness names its system")
    part.systems = [name or _stem(path, record)] * len(part.ids)
    found = f"{shown}, lm-evaluation-harness: {_number(len(part.ids), 'document')}, metric {checks.shown(metric)}"
    found += f", filter {checks.shown(chosen)}" + (f", slices in {_listing(keys)}" if keys else "")
    record.found.append(found + _of_task(part))
    if rest := {key: count for key, count in filters.items() if key != chosen}:
        record.left_out.append(f"{_number(sum(rest.values()), 'line')} of {shown} with other filters: {_listing(rest)}")
    if rest := [key for key in metrics if key != metric]:
        record.left_out.append(f"other metrics of {shown}: {_listing(rest)}")
    return [part]
