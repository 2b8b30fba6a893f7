"""The test runs of DeepEval: chapter 12."""

from __future__ import annotations

from give_or_take import checks
from give_or_take.checks import listing, number_of, the_file
from give_or_take.evalfile.record import Part, Unreadable, judges
from give_or_take.evalfile.tools import alike, choose, hash_of, identity, keep, kept, leave_out, said, texts

KIND = "DeepEval's test runs"


def read_deepeval(run, path, name, want, record):
    """A test case for each item, with the score of each metric, and whether it passed its threshold."""
    shown = record.names[path]
    part = Part(shown, "test case", hashed="input")
    leave_out(("system", "run", "filter", "date"), KIND, shown, want, record)
    listed = [run.get(key) for key in ("testCases", "conversationalTestCases")]
    cases = [case for some in listed if isinstance(some, list) for case in some]
    if not cases:
        raise Unreadable("is a test run of DeepEval without test cases")
    if not all(isinstance(case, dict) for case in cases):
        raise Unreadable("is a test run of DeepEval whose test cases are no objects")
    scores = [_scores(case) for case in cases]
    answers = alike(scores) if want.score is None else scores
    score = choose(dict.fromkeys(key for one in answers for key in one), "score", KIND, shown, want, record)
    if score is None:
        return []
    part.where = list(range(1, len(cases) + 1))
    for number, case in zip(part.where, cases, strict=True):
        if ["success", *(key for one in _metrics(case) for key in _names(one))].count(score) > 1:
            begin = f"{the_file(shown)} has more than one score called {checks.shown(score)} in"
            record.fault(begin, f"test case {number}", "; rename a metric", "test case")
    data = [case["metadata"] if isinstance(case.get("metadata"), dict) else {} for case in cases]
    ids = [identity({**more, **case}, want.id or ("name",)) for case, more in zip(cases, data, strict=True)]
    part.ids = texts(ids, part.where, part.unit, f"{the_file(shown)} has no id in", record)
    part.scores, part.metric = [one.get(score) for one in scores], score
    part.same["question"] = [hash_of([case.get(key) for key in ("input", "scenario")]) for case in cases]
    part.same["target"] = [said(case.get("expectedOutput")) for case in cases]
    about = ("name", "threshold", "evaluationModel")
    graded_by = [[[one.get(key) for key in about] for one in _metrics(case)] for case in cases]
    part.same["scorer"] = [
        said(sorted((one for one in each if score in ("success", one[0], f"{one[0]}: success")), key=str))
        for each in graded_by
    ]
    keys = keep(part, [{x: y for x, y in one.items() if kept(x, want)} for one in data], want, "the metadata", record)
    part.systems = [name or record.system_of(path)] * len(cases)
    found = f"{shown}, DeepEval: {number_of(len(cases), 'test case')}, score {checks.shown(score)}"
    record.found.append(found + (f", slices in {listing(keys)}" if keys else ""))
    metrics = [one for case in cases for one in _metrics(case) if score in ("success", *_names(one))]
    if graded := [
        one["name"]
        for one in metrics
        if one.get("evaluationModel") or judges(one["name"]) or "geval" in one["name"].lower()
    ]:
        record.judge(shown, f"metric {checks.shown(graded[0])}")
    if rest := [key for key in dict.fromkeys(key for one in scores for key in one) if key != score]:
        record.left_out.append(f"other scores of {shown}: {listing(rest)}")
    return [part]


def _metrics(case):
    listed = case.get("metricsData")
    return (
        [x for x in listed if isinstance(x, dict) and isinstance(x.get("name"), str)]
        if isinstance(listed, list)
        else []
    )


def _names(metric):
    """What the score of a metric is called, and whether it passed."""
    return metric["name"], f"{metric['name']}: success"


def _scores(case):
    """{name: result}: whether the case passed, and of each metric its score and whether that passed."""
    found = {"success": case.get("success")}
    for metric in _metrics(case):
        error = metric.get("error")
        for name, key in zip(_names(metric), ("score", "success"), strict=True):
            found[name] = None if error else metric.get(key)
    return found
