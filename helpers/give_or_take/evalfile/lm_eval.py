"""The samples of lm-evaluation-harness: chapter 12."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress

from give_or_take import checks
from give_or_take.checks import listing, number_of, the_file, typed
from give_or_take.evalfile.files import document
from give_or_take.evalfile.record import Part, Unreadable, judges, label, sound
from give_or_take.evalfile.tools import Tool, hash_of, identity, inner, kept, leave_out, other_task, read_answers, said

FILES, UNUSED = "those of lm-evaluation-harness", ("system", "run", "date")
TOOL = Tool("lm-evaluation-harness", FILES, "document", "metric", "metric", "the documents", UNUSED, "doc_hash")
LM_EVAL = {"doc_id", "doc", "target", "arguments", "resps", "filtered_resps"}  # in every line of its samples
LM_EVAL_MORE = {"filter", "metrics", "doc_hash", "prompt_hash", "target_hash"}


def read_samples(rows, path, name, want, record):
    """`samples_<task>_<date>.jsonl`: a line for each document and filter."""
    shown = record.names[path]
    match = re.fullmatch(r"samples_(.+)_([^_]+)\.jsonl(\.gz)?", path.name)
    part = Part(shown, "line", task=sound(match[1]) if match else None, hashed=TOOL.hashed)
    if other_task(part, want, record):
        return []
    leave_out(TOOL, shown, want, record)
    filters, metrics, chosen, answers = Counter(), {}, None, []
    for number, row in rows:
        if not row.keys() >= LM_EVAL:
            record.fault(f"{the_file(shown)} is not of lm-evaluation-harness in", f"line {number}", "", "line")
            continue
        one = label(row.get("filter")) or "none"
        filters[one] += 1
        if chosen is None:
            chosen = one if want.filter is None or one == "none" else want.filter
        if one != chosen:
            continue
        has = row.get("metrics")
        own = row.keys() - LM_EVAL - LM_EVAL_MORE
        metrics |= dict.fromkeys([x for x in has if isinstance(x, str)] if isinstance(has, list) else sorted(own))
        doc = inner(row, "doc")
        question = label(row.get("doc_hash")) or hash_of(row["doc"])
        answers.append({
            "where": number,
            "id": identity(doc | row, want.id or ("doc_id",)),
            "scores": {metric: row.get(metric) for metric in metrics},
            "judges": {metric: metric for metric in metrics if judges(metric)},
            "metadata": {key: value for key, value in doc.items() if kept(key, want)},
            "same": {"question": question, "target": said(row["target"]), "filter": chosen},
        })  # fmt: skip
    listed = ", ".join(f"{checks.shown(key)} ({count:,} lines)" for key, count in filters.most_common(8))
    if [*filters] == ["none"] and want.filter not in (None, "none"):
        record.assume(f"{shown} has no filters, so that {typed('filter')} does not concern it")
    elif want.filter not in (None, chosen) or chosen not in filters:
        record.wrong("filter", f"names no filter of {shown}: got {checks.shown(want.filter)}; it has {listed}")
        return []
    if len(filters) > 1 and want.filter is None:
        why = "they grade the same answers, so take one"
        record.ask("filter", f"{shown} has {len(filters)}, {listed}; {why}", [*filters])
    if rest := {key: count for key, count in filters.items() if key != chosen}:
        lines = number_of(sum(rest.values()), "line")
        record.left_out.append(f"{lines} of {shown} with other filters: {listing(rest)}")
    folder, totals = path.resolve().parent, _totals_beside(path, record) if match else {}
    if name is None and match and folder.name:
        models = {date: one for date, of in totals.items() if (one := label(inner(of).get("model_name")))}
        several = match[2] in models and len({*models.values()}) > 1
        short = {one: one.rstrip("/").rpartition("/")[2] for one in models.values()}
        short = short if len({*short.values()}) == len(short) else {}
        own = models[match[2]] if several else folder.name
        name = record.inferred(sound(short.get(own, own)), folder, part.task)
        says = "results_….json of the same date as" if several else "folder of"
        record.assume(f"the {says} a samples_… file of lm-evaluation-harness names its system")
    found = f", filter {checks.shown(chosen)}"
    of = inner(totals, match[2], "n-samples", match[1]).get("effective") if match else None
    if isinstance(of, int) and of > len(answers):
        record.found.append(f"{shown} holds {number_of(len(answers), 'document')} of {of:,} that its totals speak of")
    return [part] if read_answers(TOOL, answers, part, path, name, want, record, found) else []


def _totals_beside(path, record):
    """{date of a run: what its results_<date>.json beside these samples says}."""
    if path.parent not in record.totals:
        record.totals[path.parent] = found = {}
        for one in path.parent.glob("results_*.json"):
            with suppress(Unreadable, OSError):
                found[one.stem.removeprefix("results_")] = document(one)
    return record.totals[path.parent]
