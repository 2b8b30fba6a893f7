"""The files of eval tools, as these wrote them: `tests/evalfiles/README.md` says how.

The names of lm-evaluation-harness's fields agree with lm_eval/evaluator.py and lm_eval/loggers/evaluation_tracker.py
at EleutherAI's commit 4e7e0d47f, those of Inspect with `EvalLog` and `EvalSample` of src/inspect_ai/log/_log.py at
499e6152e.
"""

import gzip
import json
import shlex
import sys
import zipfile

import pyarrow as arrow
import pytest

from give_or_take import read_results
from tools.notebook import ROOT

FILES = ROOT / "tests" / "evalfiles"
LM_EVAL = sorted(FILES.glob("*/samples_*.jsonl"))
SUMS = [path for path in LM_EVAL if "sums_of_two" in path.name]
CHOICE = [path for path in LM_EVAL if "choose_sums" in path.name]
[INSPECT] = FILES.glob("*.json")


# The tools' own files


def test_lm_eval_asks_for_the_task_the_filter_and_the_metric_at_once():
    with pytest.raises(ValueError) as caught:
        read_results(LM_EVAL)
    words = str(caught.value)
    assert words.startswith(
        "paths cannot be read as they are; 3 reasons:\n- score must be named: 'samples_choose_sums_"
    )
    assert words.count("and 1 more file has 2 metrics, 'acc', 'acc_norm'\n  give one") == 1
    assert (
        words.count("has 2, 'strict-match' (3 lines), 'flexible-extract' (3 lines)\n  they grade the same answers") == 1
    )
    assert "task must be named: the files hold 2 tasks, 'choose_sums', 'sums_of_two'\n  give one, or a list" in words


@pytest.mark.parametrize(("filter", "right"), [("strict-match", [2, 1]), ("flexible-extract", [3, 2])])
def test_lm_eval_takes_one_filter(filter, right):
    results = read_results(LM_EVAL, task="sums_of_two", filter=filter)
    assert results.counts()["right"].tolist() == right and results.counts()["n"].tolist() == [3, 3]
    written = [json.loads(line) for path in SUMS for line in path.read_text(encoding="utf-8").splitlines()]
    assert sum(line["exact_match"] for line in written if line["filter"] == filter) == sum(right)
    assert results.systems == ("new", "old") and results.frame["category"].tolist() == ["sum", "sum", "product"] * 2
    assert sum("3 lines of" in sentence for sentence in results.left_out) == 2


def test_lm_eval_takes_one_metric():
    acc, norm = (read_results(CHOICE, score=metric).counts()["right"].tolist() for metric in ("acc", "acc_norm"))
    written = [json.loads(line) for path in CHOICE for line in path.read_text(encoding="utf-8").splitlines()]
    assert (sum(acc), sum(norm)) == tuple(sum(line[key] for line in written) for key in ("acc", "acc_norm"))


def test_items_of_several_tasks_keep_apart(tmp_path):
    """Two tasks number their documents alike."""
    folder = tmp_path / "new"
    folder.mkdir()
    for task in ("one", "two"):
        lines = [x for x in SUMS[0].read_text(encoding="utf-8").splitlines(keepends=True) if "strict-match" in x]
        (folder / f"samples_{task}_2026-01-01T00-00-00.jsonl").write_text("".join(lines), encoding="utf-8")
    results = read_results(sorted(folder.iterdir()), task=["one", "two"])
    assert results.frame["id"].tolist() == ["one/0", "one/1", "one/2", "two/0", "two/1", "two/2"]
    assert results.frame["task"].tolist() == ["one"] * 3 + ["two"] * 3 and "count alike" in str(results)


def test_a_task_without_filters_may_stand_beside_one_with_them(tmp_path):
    files = [SUMS[0], tmp_path / "new" / CHOICE[0].name]
    files[1].parent.mkdir()
    lines = [
        json.loads(line) | {"metrics": ["exact_match"], "exact_match": 1.0}
        for line in CHOICE[0].read_text(encoding="utf-8").splitlines()
    ]
    files[1].write_text("\n".join(map(json.dumps, lines)))
    results = read_results(files, task=["sums_of_two", "choose_sums"], filter="strict-match")
    assert f"'{CHOICE[0].name}' has no filters, so that filter= does not concern it" in results.assumed
    assert results.counts()["n"].tolist() == [6]
    lines[1]["filter"] = "strict-match"  # no such file is written
    files[1].write_text("\n".join(map(json.dumps, lines)))
    with pytest.raises(
        ValueError, match=r"^filter names no filter of .* it has 'none' \(2 lines\), 'strict-match' \(1"
    ):
        read_results(files[1], filter="strict-match")


def test_the_number_of_a_line_counts_also_where_its_document_has_one(tmp_path):
    lines = [json.loads(line) for line in SUMS[0].read_text(encoding="utf-8").splitlines()]
    for line in lines:
        line["doc"]["doc_id"] = 7
    (tmp_path / SUMS[0].name).write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    frame = read_results(tmp_path / SUMS[0].name, filter="strict-match").frame
    assert frame["id"].tolist() == ["0", "1", "2"]


def test_a_line_of_another_tool_is_refused(tmp_path):
    first, second, *_ = SUMS[0].read_text(encoding="utf-8").splitlines()
    (tmp_path / "samples_x_y.jsonl").write_text(first + "\n" + second.replace('"doc"', '"dog"'))
    with pytest.raises(ValueError, match=r"^paths \('samples_x_y.jsonl'\) is not of lm-evaluation-harness in line 2$"):
        read_results(tmp_path / "samples_x_y.jsonl")


def test_documents_that_differ_under_one_number_are_refused(tmp_path):
    (tmp_path / "old").mkdir()
    other = tmp_path / "old" / SUMS[1].name
    lines = [json.loads(line) for line in SUMS[1].read_text(encoding="utf-8").splitlines()]
    for line in lines:
        line["doc_id"] = (line["doc_id"] + 1) % 3  # as if the set had been shuffled
    other.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    with pytest.raises(ValueError, match="an item has more than one doc_hash: 3 ids, such as .*; the runs saw"):
        read_results([SUMS[0], other], filter="strict-match")
    by_hash = read_results([SUMS[0], other], filter="strict-match", id="doc_hash").pairs("new", "old")
    assert by_hash.table == read_results(SUMS, filter="strict-match").pairs("new", "old").table


def test_inspect_asks_for_the_scorer_and_takes_epochs_as_runs():
    with pytest.raises(
        ValueError, match=r"^score must be named: '.+\.json' has 2 scorers, 'match', 'includes'; give one$"
    ):
        read_results(INSPECT)
    results = read_results(INSPECT, score="match")
    log = json.loads(INSPECT.read_text(encoding="utf-8"))
    [metrics] = [x["metrics"] for x in log["results"]["scores"] if x["name"] == "match"]
    assert results.frame["score"].mean() == metrics["accuracy"]["value"]
    assert results.systems == ("mockllm/model",) and results.frame["run"].tolist() == [1] * 4 + [2] * 4
    assert results.counts().iloc[0].tolist() == [6, 8, 4] and set(results.frame["topic"]) == {"sum", "big"}


def test_inspect_says_what_is_partial_failed_or_without_a_score(tmp_path):
    log = json.loads(INSPECT.read_text(encoding="utf-8"))
    log["status"] = "cancelled"
    log["samples"][0]["scores"]["match"]["value"] = "P"
    log["samples"][1] |= {"scores": None, "error": {"message": "x"}}
    log["samples"][2]["scores"]["match"]["value"] = float("nan")
    path = tmp_path / "log.json"
    path.write_text(json.dumps(log))
    results = read_results(path, score="match")
    assert "'log.json' counts as Inspect does: C as 1, P as 0.5" in str(results)
    other = read_results(path, score="match", values={"P": 0})
    assert other.frame["score"].iloc[0] == 0 and "as Inspect does" not in str(other)
    assert "'log.json' says of the whole eval: 'cancelled', so samples may be missing" in results.found
    assert "'log.json': 1 sample ended in an error" in results.found
    assert results.frame["score"].isna().sum() == 2 and results.frame["score"].iloc[0] == 0.5


LOG = next(FILES.glob("*.eval"))


def test_inspects_own_format_is_read_without_inspect():
    results = read_results(LOG, score="stages")  # P is half right and N no answer, as Inspect counts them
    frame = results.frame
    assert frame[["id", "run", "score"]].to_numpy().tolist() == [
        ["s2", 1, 1.0], ["s3", 1, 0.5], ["s4", 1, 0.0], ["s2", 2, 1.0], ["s3", 2, 0.0], ["s4", 2, 0.5]
    ]  # fmt: skip
    with packed(LOG) as archive:
        header = json.loads(inside(archive, "header.json"))
    [mean] = [x["metrics"]["accuracy"]["value"] for x in header["results"]["scores"] if x["name"] == "stages"]
    assert frame["score"].mean() == mean and results.systems == ("mockllm/model",) and results.labels is None
    assert results.slices == ("topic", "task") and "2 epochs as runs" in str(results)


def test_which_of_two_scorers_counts_is_asked():
    with pytest.raises(ValueError, match=r"^score must be named: .* has 2 scorers, 'stages', 'model_graded_qa'; give"):
        read_results(LOG)


def packed(path):
    return zipfile.ZipFile(path)


def inside(archive, name):
    """What a log holds, which Inspect packs with Zstandard."""
    entry = archive.getinfo(name)
    archive.fp.seek(entry.header_offset + 30 + len(name))
    return arrow.decompress(archive.fp.read(entry.compress_size), entry.file_size, "zstd").to_pybytes()


@pytest.fixture
def repack(tmp_path):
    """repack(changes): the log with other entries in it; packed as earlier versions of Inspect packed it."""

    def make(changes, method=zipfile.ZIP_DEFLATED):
        path = tmp_path / "log.eval"
        with packed(LOG) as old, zipfile.ZipFile(path, "w", method) as new:
            entries = {name: inside(old, name) for name in old.namelist()} | changes
            for name, data in entries.items():
                if data is not None:
                    new.writestr(name, data)
        return path

    return make


def test_an_earlier_packing_a_log_without_its_end_and_json_give_the_same(repack, tmp_path):
    known = read_results(LOG, score="model_graded_qa").frame
    assert read_results(repack({}), score="model_graded_qa").frame.equals(known)
    unfinished = read_results(repack({"header.json": None, "summaries.json": None}), score="model_graded_qa")
    assert unfinished.frame.equals(known)
    assert any("says of the whole eval: 'started', so samples may be missing" in x for x in unfinished.found)
    with packed(LOG) as archive:
        samples = [json.loads(inside(archive, name)) for name in archive.namelist() if name.startswith("samples/")]
        log = json.loads(inside(archive, "header.json")) | {"samples": samples}
    (tmp_path / "log.json").write_text(json.dumps(log))
    assert read_results(tmp_path / "log.json", score="model_graded_qa").frame.equals(known)


def test_a_log_that_is_none_or_broken_is_refused(repack, tmp_path, monkeypatch):
    broken = [
        (
            {"header.json": None, "_journal/start.json": None},
            r"is a zip archive, but no log of Inspect: it has no head",
        ),
        ({"header.json": b"[]"}, "is a zip archive, but no log of Inspect: its header.json has no eval"),
        ({"samples/s2_epoch_1.json": b"{"}, "has no JSON in 'samples/s2_epoch_1.json', or JSON that is nested too"),
        ({"samples/s2_epoch_1.json": b"[" * 9999}, "has no JSON in 'samples/s2_epoch_1.json', or JSON that is nested"),
        ({"samples/s2_epoch_1.json": b"7"}, "is an Inspect log whose samples are no objects"),
        (
            {f"samples/s{i}_epoch_{j}.json": None for i in (2, 3, 4) for j in (1, 2)},
            "is an Inspect log without samples",
        ),
    ]
    for changes, words in broken:
        with pytest.raises(ValueError, match=rf"^paths \('log.eval'\) {words}"):
            read_results(repack(changes), score="stages")
    whole = LOG.read_bytes()
    cut, flipped = tmp_path / "cut.eval", tmp_path / "flipped.eval"
    cut.write_bytes(whole[:-300])
    flipped.write_bytes(whole[:2000] + bytes([whole[2000] ^ 1]) + whole[2001:])
    for path in (cut, flipped):
        with pytest.raises(ValueError, match=r"\.eval'\) is no log of Inspect, or is cut off$"):
            read_results(path, score="model_graded_qa")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delattr(zipfile, "ZIP_ZSTANDARD", raising=False)
    with pytest.raises(ValueError, match="is packed with Zstandard, and needs pyarrow to be read .pip install pyarrow"):
        read_results(LOG, score="stages")


def test_a_scorer_of_several_values_offers_each(tmp_path):
    sample = {"id": 1, "epoch": 1, "scores": {"f": {"value": {"exact": 1, "close": 0}}}}
    path = tmp_path / "log.json"
    path.write_text(json.dumps({"eval": {"task": "t"}, "status": "success", "samples": [sample]}))
    with pytest.raises(ValueError, match="has 2 scorers, 'f.exact', 'f.close'; give one"):
        read_results(path)
    assert read_results(path, score="f.close").frame["score"].tolist() == [0]


def test_one_test_under_two_names_of_a_task_is_offered_as_one(tmp_path, run):
    for name, question in (("plain", "What is it?"), ("guided", "What is it?"), ("other", "What else?")):
        samples = [{"id": i, "epoch": 1, "input": f"{question} {i}", "scores": {"f": {"value": "CI"[i % 2]}}}
                   for i in range(4)]  # fmt: skip
        log = {"eval": {"task": f"t_{name}", "model": "m"}, "status": "success", "samples": samples}
        (tmp_path / f"{name}.json").write_text(json.dumps(log))
    said = run("check plain.json guided.json")[1]
    line = "report t_plain=plain.json t_guided=guided.json --may-differ task"
    assert said.endswith(f"\n  give-or-take {line}\n") and "'t_plain' minus 't_guided'" in said and "--runs" not in said
    assert run(line)[0] == 0
    said = run("check plain.json guided.json --may-differ scorer")[1]
    assert said.endswith("=guided.json --may-differ scorer --may-differ task\n")
    assert run("check plain.json other.json")[1].endswith("--task t_plain --task t_other\n")


def test_the_totals_of_lm_eval_are_no_results(tmp_path):
    folder, name = tmp_path / "m", "{}_2026-01-01T00-00-00.{}"
    folder.mkdir()
    lines = [x for x in SUMS[0].read_text(encoding="utf-8").splitlines(keepends=True) if "strict-match" in x]
    (folder / name.format("samples_sums", "jsonl")).write_text("".join(lines), encoding="utf-8")
    totals = {"results": {"sums": {"exact_match,none": 0.5, "alias": "sums"}}, "configs": {"sums": {}},
              "versions": {"sums": 1}, "n-shot": {"sums": 0}}  # fmt: skip
    path = folder / name.format("results", "json")
    for effective, partial in ((None, False), (3, False), (100, True)):
        more = {"n-samples": {"sums": {"original": 818, "effective": effective}}} if effective else {}
        path.write_text(json.dumps(totals | more))
        results = read_results(folder)
        assert len(results.frame) == 3 and results.left_out[-1].endswith(f"no results: '{path.name}'")
        said = "'samples_sums_2026-01-01T00-00-00.jsonl' holds 3 documents of 100 that its totals speak of"
        assert (said in results.found) == partial
    words = r"holds the totals of lm-evaluation-harness; the answers are in its samples_\*.jsonl$"
    with pytest.raises(ValueError, match=words):
        read_results(path)


def test_models_in_one_folder_of_lm_eval_are_named_by_their_totals(tmp_path, run):
    date = "2026-01-0{}T00-00-00".format
    for k, (name, path) in enumerate(zip(("/runs/old", "org/new"), SUMS, strict=True)):
        lines = [x for x in path.read_text(encoding="utf-8").splitlines(keepends=True) if "strict-match" in x]
        for task in ("sums", "more"):
            (tmp_path / f"samples_{task}_{date(k)}.jsonl").write_text("".join(lines), encoding="utf-8")
        totals = dict.fromkeys(("results", "configs", "versions", "n-shot"), {}) | {"model_name": name}
        totals["n-samples"] = {"sums": {"original": 818, "effective": 100}}
        (tmp_path / f"results_{date(k)}.json").write_text(json.dumps(totals))
    files = sorted(path.name for path in tmp_path.iterdir())
    for given in (".", shlex.join(files)):
        status, said, _ = run(f"check {given}")
        line = f"report {given} --task more --task sums"
        assert status == 2 and said.startswith("12 answers of 2 systems ('old', 'new') to 6 items, pass or fail")
        assert said.endswith(f"\nnext:\n  give-or-take {line}\n") and run(line)[0] == 0
        assert "the results_….json of the same date as a samples_… file of lm-evaluation-harness names its" in said
    assert "'results_2026-01-00T00-00-00.json', which holds the totals of lm-evaluation-harness; the answers" in said
    results = read_results({"a": tmp_path / files[-1]})
    assert f"'{files[-1]}' holds 3 documents of 100 that its totals speak of" in results.found
    assert results.systems == ("a",)


def test_a_key_of_the_metadata_groups_items():
    assert (
        read_results(LOG, score="model_graded_qa", group="topic").frame["group"].tolist() == ["even", "odd", "even"] * 2
    )
    sums = read_results(SUMS, filter="strict-match", group="category")
    assert sums.frame["group"].tolist() == ["sum", "sum", "product"] * 2 and sums.slices == ("task",)
    with pytest.raises(ValueError, match=r"^group names no key of the metadata in '.*\.eval': got 'doc'$"):
        read_results(LOG, score="model_graded_qa", group="doc")


# promptfoo


PROMPTFOO = FILES / "promptfoo" / "sums.json.gz"
RUBRIC = FILES / "promptfoo" / "judge.jsonl"


def test_promptfoos_prompts_are_systems_and_its_repetitions_runs():
    with pytest.raises(ValueError, match="'sums.json.gz' has 4 scores, 'success', 'score', 'right', 'form'; give one$"):
        read_results(PROMPTFOO)
    written = json.loads(gzip.decompress(PROMPTFOO.read_bytes()))["results"]["results"]
    for score in ("success", "score", "right", "form"):
        results = read_results(PROMPTFOO, score=score, id="item")
        frame = results.frame
        assert results.systems == ("The answer is {{answer}}", "Perhaps {{answer}}") and results.labels is None
        assert set(frame["id"]) == {"s2", "s3", "s4"} and set(frame["run"]) == {1, 2} and len(frame) == 12
        for row in frame.itertuples():
            same = [
                (one if score in ("success", "score") else one["namedScores"])[score]
                for one in written
                if one["prompt"]["label"] == row.system and one["vars"]["item"] == row.id
            ]
            assert same == [row.score] * 2
    assert read_results(PROMPTFOO, score="success").frame["id"].tolist() == ["0"] * 4 + ["1"] * 4 + ["2"] * 4
    assert "2 repetitions as runs, slices in 'category'" in format(results)


def test_promptfoos_providers_are_systems():
    results = read_results(RUBRIC, score="success")
    assert results.systems == ("old", "new") and results.frame["score"].tolist() == [1, 1, 0, 0]
    with pytest.raises(
        ValueError, match="^paths names a system for 'judge.jsonl', which holds several, 'old', 'new'; give"
    ):
        read_results({"mine": RUBRIC}, score="success")


@pytest.fixture
def changed(tmp_path):
    """changed(change): promptfoo's results after change(result) for each, in a file."""

    def make(change, name="new.jsonl"):
        rows = [json.loads(line) for line in RUBRIC.read_text(encoding="utf-8").splitlines()]
        for row in rows:
            change(row)
        (tmp_path / name).write_text("\n".join(map(json.dumps, rows)) + "\n")
        return tmp_path / name

    return make


def test_promptfoos_score_is_clear_if_it_says_what_success_says(changed):
    results = read_results(changed(lambda row: row.update(score=int(row["success"]))))
    assert results.frame["score"].tolist() == [1, 1, 0, 0] and "score 'success'" in results.found[0]


def test_a_score_with_hundreds_of_digits_is_refused(changed):
    with pytest.raises(
        ValueError, match=r"^score must be named: 'new.jsonl' has 2 scores, 'success', 'score'; give one$"
    ):
        read_results(changed(lambda row: row.update(score=10**400)))


def test_a_call_that_failed_is_no_result_of_promptfoo(changed):
    path = changed(lambda row: row.update(failureReason=2 * (row["promptIdx"] == row["testIdx"] == 1)))
    results = read_results(path, score="success")
    assert results.frame["score"].isna().tolist() == [False, False, False, True]
    assert any("1 result ended in an error, which is no result" in sentence for sentence in results.found)


BROKEN = "Custom function threw error: Unexpected token 'return'\nStack Trace: at new Function"


def failing(*checks, of=lambda row: True):
    """change(row): a failure for these reasons, each maybe with what promptfoo says of its grader."""

    def change(row):
        if of(row):
            each = [{"pass": False, "score": 0, "reason": why, "metadata": more} for why, more in checks]
            row |= {"success": False, "score": 0, "gradingResult": {"pass": False, "componentResults": each}}

    return change


def test_checks_of_promptfoo_that_broke_are_counted_and_said(changed):
    results = read_results(changed(failing((BROKEN, {}), ("Expected 4", {}))), score="success")
    [said] = [one for one in results.found if "error of the check" in one]
    assert "4 of 8 checks ended in an error of the check itself, such as " in said and said.endswith("or the checks?")
    assert "Unexpected token 'return'" in said and "Stack" not in said
    assert results.frame["score"].tolist() == [0] * 4  # an answer may break a check: these stay failures
    assert not any("error of the check" in one for one in read_results(RUBRIC, score="success").found)


def test_where_nothing_but_the_grader_failed_promptfoo_has_no_result(changed):
    grader, other = ("no verdict", {"graderError": True}), ("Expected 4", {})
    results = read_results(changed(failing(grader, of=lambda row: row["testIdx"] == 1)), score="success")
    assert results.frame["score"].isna().tolist() == [False, False, True, True]
    [said] = [one for one in results.found if "error of the check" in one]
    assert said.endswith("2 answers of which promptfoo says that nothing else failed have no result")
    results = read_results(changed(failing(grader, other)), score="success")
    assert results.frame["score"].tolist() == [0] * 4


def test_a_judge_is_named_only_where_it_counts_for_what_is_compared(changed):
    def unjudged(row):
        if row["promptIdx"] == 0:
            row["gradingResult"]["componentResults"][0]["assertion"]["type"] = "equals"
        row["provider"]["label"] += f" {row['promptIdx']}"

    path = changed(unjudged)
    judged, *_ = both = [f"{name} {i}" for name, i in (("new", 1), ("old", 0))]
    assert read_results(path, score="success").systems == tuple(both[::-1])
    assert read_results(path, score="success", systems=[judged]).labels == "judge"
    assert read_results(path, score="success", systems=both[1:]).labels is None
    weightless = changed(lambda row: row["gradingResult"]["componentResults"][0]["assertion"].update(weight=0))
    assert read_results(weightless, score="success").labels is None


def test_all_systems_of_a_tools_file_need_no_score_called_all(changed):
    alike = changed(lambda row: row.update(score=int(row["success"])))
    assert read_results(alike, score="all").systems == ("old", "new")
    with pytest.raises(ValueError, match=r"^score must be named: 'judge.jsonl' has 2 scores, 'success', 'score'"):
        read_results(RUBRIC, score="all")


def test_other_tests_under_the_same_numbers_are_refused(changed):
    def other(row):
        row["testCase"]["vars"] = {"answer": "other"} if row["testIdx"] else row["vars"]
        row["provider"]["label"] += " again"

    with pytest.raises(
        ValueError, match="an item has more than one set of vars: '1'; the tests changed between the runs"
    ):
        read_results([RUBRIC, changed(other)], score="success")


def test_columns_of_one_name_keep_apart(changed):
    results = read_results(changed(lambda row: row.update(provider={"id": "echo", "label": ""})), score="success")
    assert results.systems == ("echo (0)", "echo (1)")


# DeepEval


[RUN] = (FILES / "deepeval").glob("*.json")


def test_deepeval_asks_for_the_metric_and_whether_score_or_success():
    cases = {case["name"]: case for case in json.loads(RUN.read_text(encoding="utf-8"))["testCases"]}
    with pytest.raises(
        ValueError, match="has 5 scores, 'success', 'Overlap', 'Overlap: success', 'Correctness .GEval.', "
    ):
        read_results(RUN)
    for at, name in enumerate(("Overlap", "Correctness [GEval]")):
        for key, score in (("score", name), ("success", f"{name}: success")):
            frame = read_results({"new": RUN}, score=score).frame
            assert frame["score"].tolist() == [cases[one]["metricsData"][at][key] for one in frame["id"]]
    frame = read_results({"new": RUN}, score="success", id="input").frame
    assert dict(zip(frame["id"], frame["score"], strict=True)) == {c["input"]: c["success"] for c in cases.values()}


def test_deepevals_errors_are_no_results_and_other_inputs_are_refused(tmp_path):
    run = json.loads(RUN.read_text(encoding="utf-8"))
    run["testCases"][0]["metricsData"][0] |= {"error": "no reply", "score": None, "success": False}
    (tmp_path / "old.json").write_text(json.dumps({"testRunData": run}))
    assert read_results(tmp_path / "old.json", score="Overlap: success").frame["score"].isna().tolist() == [
        True,
        False,
        False,
    ]
    run["testCases"][1]["input"] = "4+4"
    (tmp_path / "old.json").write_text(json.dumps(run))
    with pytest.raises(
        ValueError, match="an item has more than one input: 's3'; the test cases changed between the runs"
    ):
        read_results([RUN, tmp_path / "old.json"], score="Overlap")


# Who graded


@pytest.mark.parametrize(
    ("path", "score", "why"),
    [
        (LOG, "model_graded_qa", "scorer 'model_graded_qa'"),
        (RUBRIC, "score", "assertion 'llm-rubric'"),
        (RUN, "Correctness [GEval]", "metric 'Correctness [GEval]'"),
        (RUN, "success", "metric 'Correctness [GEval]'"),
    ],
)
def test_labels_of_a_judge_are_named(path, score, why):
    results = read_results(path, score=score)
    assert results.labels == "judge"
    assert any(f"a model graded the answers ({why}), so these are labels of a judge" in x for x in results.found)


@pytest.mark.parametrize(
    ("path", "score"),
    [(PROMPTFOO, "success"), (RUN, "Overlap"), (RUN, "Overlap: success"), (CHOICE, "acc"), (INSPECT, "match")],
)
def test_labels_of_a_test_are_not(path, score):
    assert read_results(path, score=score).labels is None


def test_a_column_may_speak_of_a_judge(write):
    assert read_results(write({"a.csv": "id,judge_score\nq,1\n"})).labels == "judge"
    assert read_results(write({"a.csv": "id,score,judgement_day\nq,1,x\n"})).labels is None
    beside = read_results(write({"a.csv": "id,score,judge\nq,1,x\n"}))
    assert beside.labels is None and any("has a column 'judge'" in sentence for sentence in beside.found)


@pytest.mark.parametrize("metadata", [5, True, "grading", None])
def test_metadata_of_a_score_that_is_no_object_says_nothing(metadata, write):
    sample = {"id": 1, "scores": {"f": {"value": 1, "metadata": metadata}}}
    log = {"eval": {"task": "t"}, "status": "success", "samples": [sample]}
    results = read_results(write({"log.json": json.dumps(log)}))
    assert results.frame["score"].tolist() == [1] and results.labels is None


@pytest.mark.parametrize(("names", "score"), [(("A", "A"), "A"), (("success", "B"), "success")])
def test_two_scores_of_one_name_are_refused_if_they_count(names, score, write):
    metrics = [{"name": name, "score": i, "success": bool(i)} for i, name in enumerate(names)]
    run = {"testCases": [{"name": "q", "input": "x", "success": True, "metricsData": metrics}]}
    with pytest.raises(ValueError, match=f"has more than one score called '{score}' in test case 1; rename a metric$"):
        read_results(write({"run.json": json.dumps(run)}), score=score)


def test_a_scorers_key_is_not_mixed_up_with_a_scorer(write):
    scores = {"a": {"value": {"b": 1}}, "a.b": {"value": 0}, "c": {"value": 1}}
    log = {"eval": {"task": "t"}, "status": "success", "samples": [{"id": 1, "scores": scores}]}
    paths = write({"log.json": json.dumps(log)})
    with pytest.raises(ValueError, match="has more than one score called 'a.b' in sample 1; rename a scorer$"):
        read_results(paths, score="a.b")
    assert read_results(paths, score="c").frame["score"].tolist() == [1]


def test_a_column_task_keeps_its_name_unless_the_tools_have_one(write):
    paths = write({"new.csv": "id,score,task\n0,1,x\n1,0,y\n"})
    assert read_results(paths, slices="task").slices == ("task",)
    both = read_results([*write({"more.csv": "id,match,epoch,task\nz,1,1,x\n"}), INSPECT], score="match")
    assert {"task", "task of the file"} <= set(both.slices)
    assert any(x.startswith("'task' of 'more.csv' is the slice 'task of the file'") for x in both.found)
