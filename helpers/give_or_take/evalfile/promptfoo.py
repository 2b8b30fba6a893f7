"""The results of promptfoo, as JSON and JSON Lines: chapter 12."""

from __future__ import annotations

from give_or_take import checks
from give_or_take.checks import listing, number_of, the_file
from give_or_take.evalfile.outcomes import PLAIN_NUMBER
from give_or_take.evalfile.record import Part, Unreadable, judges, label
from give_or_take.evalfile.tools import (
    alike,
    choose,
    hash_of,
    identity,
    keep,
    kept,
    leave_out,
    name_systems,
    said,
    texts,
)

KIND = "promptfoo's results"
RESULT = {"promptIdx", "testIdx", "success", "score"}  # in every result
ERROR = 2  # the reason of a failure that says nothing of the answer
JUDGES = """answer-relevance agent-rubric classifier-judge context-faithfulness context-recall context-relevance
conversation-relevance factuality g-eval llm-rubric model-graded-closedqa model-graded-factuality pi search-rubric
select-best trajectory:goal-success""".split()


def read_promptfoo(rows, unit, path, name, want, record):
    """A result for each prompt, provider, test and repetition."""
    shown = record.names[path]
    part = Part(shown, unit, hashed="set of vars")
    leave_out(("system", "run", "filter", "date"), KIND, shown, want, record)
    results = []
    for number, row in rows:
        if (
            isinstance(row, dict)
            and row.keys() >= RESULT
            and _is_number(row["testIdx"])
            and _is_number(row["promptIdx"])
        ):
            results.append((number, _slim(row, want)))
        else:
            record.fault(f"{the_file(shown)} holds what is no result of promptfoo in", f"{unit} {number}", "", unit)
    if not results and record.faulty(shown):
        return []
    if not results:
        raise Unreadable("holds no results of promptfoo")
    results.sort(key=lambda one: (one[1]["test"], one[1]["column"]))  # they stand in the order in which they ended
    part.where, results = [number for number, _ in results], [one for _, one in results]
    answers = alike([one["scores"] for one in results]) if want.score is None else [one["scores"] for one in results]
    choices = dict.fromkeys(key for one in answers for key in one)
    score = choose(choices, "score", KIND, shown, want, record)
    if score is None:
        return []
    part.scores, part.metric = [None if one["error"] else one["scores"].get(score) for one in results], score
    part.same = {"question": [one["vars"] for one in results], "scorer": [one["asserts"] for one in results]}
    if len({one["column"] for one in results}) == len(
        {one["provider"] for one in results}
    ):  # else prompts are compared
        part.same["prompt"] = [one["prompt"] for one in results]
        part.models = [one["provider"] for one in results]
    runs = _items_and_runs(part, results, want, record)
    keys = keep(part, [one["metadata"] for one in results], want, "the tests' vars and metadata", record)
    name_systems(part, _systems(results), name, path, record)
    found = f"{shown}, promptfoo: {number_of(len(results), 'result')}, score {checks.shown(score)}"
    found += f", {runs} repetitions as runs" if runs > 1 else ""
    record.found.append(found + (f", slices in {listing(keys)}" if keys else ""))
    if graded := [kind for one in results for kind, metric in one["judges"] if score in ("success", "score", metric)]:
        record.judge(shown, f"assertion {checks.shown(graded[0])}")
    if errors := sum(one["error"] for one in results):
        record.found.append(f"{shown}: {number_of(errors, 'result')} ended in an error, which is no result")
    if rest := [key for one in results[:1] for key in one["scores"] if key != score]:
        record.left_out.append(f"other scores of {shown}: {listing(rest)}")
    return [part]


# Older files and tables, as results


def of_table(results):
    """The results in the table of promptfoo's version 2, whose own list does not say which test each is of; or None."""
    table = results.get("table")
    listed = results.get("results")
    if not isinstance(table, dict) or isinstance(listed, list) and listed and "testIdx" in listed[0]:
        return None
    head = table.get("head") if isinstance(table.get("head"), dict) else {}
    prompts, names = head.get("prompts") or [], head.get("vars") or []
    found = []
    for test, row in enumerate(table.get("body") or []):
        for column, (prompt, out) in enumerate(zip(prompts, row.get("outputs") or [], strict=False)):
            labelled = prompt | {"label": prompt.get("label") or prompt.get("display")}
            found.append(_result(test, column, labelled, dict(zip(names, row.get("vars") or [], strict=False)), {
                "success": out.get("pass"), "score": out.get("score"), "namedScores": out.get("namedScores"),
                "failureReason": out.get("failureReason"), "gradingResult": out.get("gradingResult")},
                row.get("test")))  # fmt: skip
    return found or None


def first_output(header):
    """Where the first output stands in the header of promptfoo's CSV, before its Status and Score; None elsewhere."""
    places = range(len(header) - 2)
    return next((i for i in places if header[i + 1 : i + 3] == ["Status", "Score"] and "[" in header[i]), None)


def of_csv(header, rows):
    """The results in a CSV of promptfoo: the vars of a test, and for each prompt its output, status and score."""
    first = first_output(header)
    outputs = [i for i in range(first, len(header) - 2) if header[i + 1 : i + 3] == ["Status", "Score"]]
    prompts = [dict(zip(("provider", "label"), header[i][1:].split("] ", 1), strict=False)) for i in outputs]
    for test, (number, cells) in enumerate(rows):
        cells = cells + [""] * (len(header) - len(cells))
        for column, (i, prompt) in enumerate(zip(outputs, prompts, strict=True)):
            status = cells[i + 1].strip().upper()
            reason = ERROR if status == "ERROR" else None
            number_of_it = float(cells[i + 2]) if PLAIN_NUMBER.fullmatch(cells[i + 2]) else None
            score = {"success": {"PASS": True, "FAIL": False}.get(status, False), "score": number_of_it}
            yield number, _result(test, column, prompt, dict(zip(header[:first], cells, strict=False)),
                                  score | {"failureReason": reason}, None)  # fmt: skip


def _result(test, column, prompt, variables, more, case):
    """One result as promptfoo has written them since its version 3."""
    case = case if isinstance(case, dict) else {"vars": variables}
    about = {"provider": prompt.get("provider"), "prompt": prompt, "vars": variables, "testCase": case}
    return {"promptIdx": column, "testIdx": test, **about, **more}


def _is_number(value):
    return isinstance(value, int) and not isinstance(value, bool)


def _slim(row, want):
    """What counts of a result."""

    def objects(*keys, of=row):
        for key in keys:
            of = of.get(key) if isinstance(of, dict) else None
        return of if isinstance(of, dict) else {}

    test, variables = objects("testCase"), objects("vars")
    metadata = {**objects("testCase", "metadata"), **variables, "description": test.get("description")}
    named = objects("namedScores")
    provider = row.get("provider")
    components = objects("gradingResult").get("componentResults")
    asserted = [objects("assertion", of=one) for one in components] if isinstance(components, list) else []
    return {
        "test": row["testIdx"],
        "column": row["promptIdx"],
        "id": identity(metadata, want.id) if want.id else None,
        "scores": {"success": row["success"], "score": row["score"]}
        | {key: value for key, value in named.items() if key not in ("success", "score")},
        "error": row.get("failureReason") == ERROR,
        "vars": hash_of(objects("testCase", "vars") or variables),
        "asserts": said(_asserted(test.get("assert"))),
        "same": hash_of(test if "vars" in test else [variables, test]),
        "metadata": {key: value for key, value in metadata.items() if kept(key, want)},
        "provider": label(objects("provider").get("label") or objects("provider").get("id") or provider),
        "prompt": label(objects("prompt").get("label")),
        "judges": [(one.get("type"), one.get("metric")) for one in asserted if _by_a_model(one.get("type"))],
    }


def _asserted(asserts):
    """What a test asserts: how it is graded."""
    keys = ("type", "value", "threshold", "metric", "weight", "provider")
    listed = [one for one in asserts if isinstance(one, dict)] if isinstance(asserts, list) else []
    return sorted(({key: one[key] for key in keys if key in one} for one in listed), key=str)


def _by_a_model(kind):
    return isinstance(kind, str) and (kind.removeprefix("not-") in JUDGES or judges(kind))


def _items_and_runs(part, results, want, record):
    """Numbers the items in the order of the tests; a test that stands several times is repeated. Gives how often."""
    tests, runs = {}, {}  # {test: what it is}, and {what it is: {test: its run}}
    for one in results:
        same = tests.setdefault(one["test"], one["same"])
        runs.setdefault(same, {}).setdefault(one["test"], len(runs[same]) + 1)
    item = {same: str(i) for i, same in enumerate(runs)}
    if not want.id:
        part.ids = [item[tests[one["test"]]] for one in results]
    else:
        begin = f"{the_file(part.name)} has no id in"
        part.ids = texts([one["id"] for one in results], part.where, part.unit, begin, record)
    most = max(map(len, runs.values()))
    if most > 1:
        record.assume("tests of promptfoo that are alike in all are repetitions of one test")
        part.more["run"] = [str(runs[tests[one["test"]]][one["test"]]) for one in results]
    return most


def _systems(results):
    """What tells the columns of the file apart: providers, prompts, or both."""
    names = {one["column"]: (one["provider"] or "", one["prompt"] or "") for one in results}
    which = [i for i in (0, 1) if len({name[i] for name in names.values()}) > 1] or [0]
    systems = {column: ", ".join(name[i] for i in which) for column, name in names.items()}
    if len(set(systems.values())) < len(systems):
        systems = {column: f"{system} ({column})" for column, system in systems.items()}
    return [systems[one["column"]] for one in results]
