"""The results of promptfoo, as JSON and JSON Lines: chapter 12."""

from __future__ import annotations

from give_or_take.checks import number_of, shown, the_file
from give_or_take.evalfile.outcomes import PLAIN_NUMBER
from give_or_take.evalfile.record import Part, Unreadable, have, judges, label
from give_or_take.evalfile.tools import Tool, hash_of, identity, inner, kept, leave_out, read_answers, said

FILES, KEYS, UNUSED = "promptfoo's results", "the tests' vars and metadata", ("system", "run", "filter", "date")
TOOL = Tool("promptfoo", FILES, "result", "score", "assertion", KEYS, UNUSED, "set of vars")
# How the reason of a check begins whose own code failed, be it over an answer that it did not expect.
BROKE = ("Custom function threw error", "Python code execution failed", "Ruby code execution failed", "Webhook error")
RESULT = {"promptIdx", "testIdx", "success", "score"}  # in every result
ERROR = 2  # the reason of a failure that says nothing of the answer
JUDGES = """answer-relevance agent-rubric classifier-judge context-faithfulness context-recall context-relevance
conversation-relevance factuality g-eval llm-rubric model-graded-closedqa model-graded-factuality pi search-rubric
select-best trajectory:goal-success""".split()


def read_promptfoo(rows, unit, path, name, want, record):
    """A result for each prompt, provider, test and repetition."""
    part = Part(record.names[path], unit, hashed=TOOL.hashed)
    leave_out(TOOL, part.name, want, record)
    answers = []
    for number, row in rows:
        whole = isinstance(row, dict) and row.keys() >= RESULT
        if whole and type(row["testIdx"]) is type(row["promptIdx"]) is int:
            answers.append(_slim(number, row, want))
        else:
            record.fault(f"{the_file(part.name)} holds what is no result of promptfoo in", f"{unit} {number}", "", unit)
    if not answers and record.faulty(part.name):
        return []
    if not answers:
        raise Unreadable("holds no results of promptfoo")
    answers.sort(key=lambda one: (one["test"], one["column"]))  # they stand in the order in which they ended
    if len({one["column"] for one in answers}) == len({one["provider"] for one in answers}):
        part.same["prompt"] = [one["prompt"] for one in answers]  # else prompts are compared
        part.models = [one["provider"] for one in answers]
    runs = _items_and_runs(answers, want)
    _name_systems(answers)
    if runs > 1:
        record.assume("tests of promptfoo that are alike in all are repetitions of one test")
    also = f", {runs} repetitions as runs" if runs > 1 else ""
    if not read_answers(TOOL, answers, part, path, name, want, record, also):
        return []
    if errors := sum(one["error"] for one in answers):
        record.found.append(f"{part.name}: {number_of(errors, 'result')} ended in an error, which is no result")
    if broken := [why for one in answers for why in one["checks"] if why]:
        checks = number_of(sum(len(one["checks"]) for one in answers), "check")
        said = f"{len(broken):,} of {checks} ended in an error of the check itself, such as {shown(broken[0], 100)}"
        if void := sum(one["void"] for one in answers):
            of = f"{number_of(void, 'answer')} of which promptfoo says that nothing else failed"
            said += f"; {of} {have(void)} no result"
        if any(any(one["checks"]) and not one["void"] for one in answers):
            said += "; these count as failures: was it the answers that failed, or the checks?"
        record.found.append(f"{part.name}: {said}")
    return [part]


# Older files and tables, as results


def of_table(results):
    """The results in the table of promptfoo's version 2, whose own list does not say which test each is of; or None."""
    table = results.get("table")
    listed = results.get("results")
    if not isinstance(table, dict) or isinstance(listed, list) and listed and "testIdx" in listed[0]:
        return None
    head = inner(table, "head")
    prompts, names = head.get("prompts") or [], head.get("vars") or []
    found = []
    for test, row in enumerate(table.get("body") or []):
        for column, (prompt, out) in enumerate(zip(prompts, row.get("outputs") or [], strict=False)):
            labelled = prompt | {"label": prompt.get("label") or prompt.get("display")}
            variables = dict(zip(names, row.get("vars") or [], strict=False))
            graded = {key: out.get(key) for key in ("score", "namedScores", "failureReason", "gradingResult")}
            graded["success"] = out.get("pass")
            found.append(_result(test, column, labelled, variables, graded, row.get("test")))
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


def _slim(number, row, want):
    """What counts of a result."""

    test, variables, provider = inner(row, "testCase"), inner(row, "vars"), row.get("provider")
    metadata = {**inner(row, "testCase", "metadata"), **variables, "description": test.get("description")}
    scores = {key: row[key] for key in ("success", "score")}
    scores = scores | inner(row, "namedScores") | scores
    error = row.get("failureReason") == ERROR
    components = inner(row, "gradingResult").get("componentResults")
    components = [one for one in components if isinstance(one, dict)] if isinstance(components, list) else []
    judged = {}
    for one in [inner(one, "assertion") for one in components]:
        if _by_a_model(one.get("type")) and one.get("weight") != 0:
            for key in ("success", "score", label(one.get("metric"))):
                judged.setdefault(key, one["type"])
    failed = [one for one in components if one.get("pass") is False]
    void = bool(failed) and not error and all(inner(one, "metadata").get("graderError") is True for one in failed)
    return {
        "where": number,
        "test": row["testIdx"],
        "column": row["promptIdx"],
        "id": identity(metadata, want.id) if want.id else None,
        "scores": dict.fromkeys(scores) if error or void else scores,
        "error": error,
        "void": void,  # nothing but the grader failed, as promptfoo itself says
        "checks": [_broke(one) for one in components],
        "scorer": dict.fromkeys(scores, said(_asserted(test.get("assert")))),
        "same": {"question": hash_of(inner(row, "testCase", "vars") or variables)},
        "alike": hash_of(test if "vars" in test else [variables, test]),
        "metadata": {key: value for key, value in metadata.items() if kept(key, want)},
        "provider": label(inner(row, "provider").get("label") or inner(row, "provider").get("id") or provider),
        "prompt": label(inner(row, "prompt").get("label")),
        "judges": judged,
    }


def _asserted(asserts):
    """What a test asserts: how it is graded."""
    keys = ("type", "value", "threshold", "metric", "weight", "provider")
    listed = [one for one in asserts if isinstance(one, dict)] if isinstance(asserts, list) else []
    return sorted(({key: one[key] for key in keys if key in one} for one in listed), key=str)


def _broke(component):
    """What a check says whose own code or grader failed; "" of all others."""
    reason = component.get("reason") if component.get("pass") is False else None
    reason = reason.split("\n")[0] if isinstance(reason, str) else ""
    if inner(component, "metadata").get("graderError") is True:
        return reason or "an error of the grader"
    return reason if reason.startswith(BROKE) else ""


def _by_a_model(kind):
    return isinstance(kind, str) and (kind.removeprefix("not-") in JUDGES or judges(kind))


def _items_and_runs(answers, want):
    """Numbers the items in the order of the tests; a test that stands several times is repeated. Gives how often."""
    tests, runs = {}, {}  # {test: what it is}, and {what it is: {test: its run}}
    for one in answers:
        same = tests.setdefault(one["test"], one["alike"])
        runs.setdefault(same, {}).setdefault(one["test"], len(runs[same]) + 1)
    item, most = {same: str(i) for i, same in enumerate(runs)}, max(map(len, runs.values()))
    for one in answers:
        same = tests[one["test"]]
        one |= {} if want.id else {"id": item[same]}
        one |= {"run": runs[same][one["test"]]} if most > 1 else {}
    return most


def _name_systems(answers):
    """Names each system by what tells the columns of the file apart: providers, prompts, or both."""
    names = {one["column"]: (one["provider"] or "", one["prompt"] or "") for one in answers}
    which = [i for i in (0, 1) if len({name[i] for name in names.values()}) > 1] or [0]
    systems = {column: ", ".join(name[i] for i in which) for column, name in names.items()}
    if len(set(systems.values())) < len(systems):
        systems = {column: f"{system} ({column})" for column, system in systems.items()}
    for one in answers:
        one["system"] = systems[one["column"]]
