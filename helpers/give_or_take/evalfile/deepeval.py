"""The test runs of DeepEval: chapter 12."""

from __future__ import annotations

from give_or_take.evalfile.record import Part, Unreadable, judges
from give_or_take.evalfile.tools import Tool, hash_of, identity, inner, leave_out, read_answers, said

UNUSED = ("system", "run", "filter", "date")
TOOL = Tool("DeepEval", "DeepEval's test runs", "test case", "score", "metric", "the metadata", UNUSED, "input")


def read_deepeval(run, path, name, want, record):
    """A test case for each item, with the score of each metric, and whether it passed its threshold."""
    part = Part(record.names[path], TOOL.unit, hashed=TOOL.hashed)
    leave_out(TOOL, part.name, want, record)
    listed = [run.get(key) for key in ("testCases", "conversationalTestCases")]
    cases = [case for some in listed if isinstance(some, list) for case in some]
    if not cases:
        raise Unreadable("is a test run of DeepEval without test cases")
    if not all(isinstance(case, dict) for case in cases):
        raise Unreadable("is a test run of DeepEval whose test cases are no objects")
    answers = [_answer(number, case, want) for number, case in enumerate(cases, 1)]
    return [part] if read_answers(TOOL, answers, part, path, name, want, record) else []


def _answer(number, case, want):
    """What counts of a test case: whether it passed, and of each metric its score and whether that passed."""
    metadata = inner(case, "metadata")
    scores, twice, by, judged = {"success": case.get("success")}, set(), {"success": []}, {}
    listed = case["metricsData"] if isinstance(case.get("metricsData"), list) else []
    for metric in listed:
        if not isinstance(metric, dict) or not isinstance(metric.get("name"), str):
            continue
        own = {metric["name"]: metric.get("score"), f"{metric['name']}: success": metric.get("success")}
        twice |= scores.keys() & own.keys()
        scores |= dict.fromkeys(own) if metric.get("error") else own
        for key in ("success", *own):
            by.setdefault(key, []).append([metric.get(x) for x in ("name", "threshold", "evaluationModel")])
            if metric.get("evaluationModel") or judges(metric["name"]) or "geval" in metric["name"].lower():
                judged.setdefault(key, metric["name"])
    return {
        "where": number,
        "id": identity({**metadata, **case}, want.id or ("name",)),
        "scores": scores,
        "twice": twice,
        "scorer": {key: said(sorted(each, key=str)) for key, each in by.items()},
        "judges": judged,
        "metadata": metadata,
        "same": {
            "question": hash_of([case.get(key) for key in ("input", "scenario")]),
            "target": said(case.get("expectedOutput")),
        },
    }
