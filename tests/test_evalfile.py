"""Readers of result files: what they find, what they refuse in which words, and that nothing else comes out.

The files in `tests/evalfiles` were written by lm-evaluation-harness 0.4.13 and Inspect 0.3.285 (its README says how).
The names of fields agree with lm_eval/evaluator.py and lm_eval/loggers/evaluation_tracker.py at EleutherAI's commit
4e7e0d47f, and with `EvalLog` and `EvalSample` of src/inspect_ai/log/_log.py at 499e6152e.
"""

import csv
import json
import shutil
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as arrow
import pytest
from pyarrow import parquet

from give_or_take import load, pair_items, read_results
from give_or_take.evalfile import Results, files
from tools.notebook import ROOT

FILES = ROOT / "tests" / "evalfiles"
LM_EVAL = sorted(FILES.glob("*/samples_*.jsonl"))
SUMS = [path for path in LM_EVAL if "sums_of_two" in path.name]
CHOICE = [path for path in LM_EVAL if "choose_sums" in path.name]
[INSPECT] = FILES.glob("*.json")


@pytest.fixture
def write(tmp_path):
    """write({"a.csv": text or bytes, ...}): the paths of such files."""

    def make(files):
        for name, words in files.items():
            (tmp_path / name).write_bytes(words if isinstance(words, bytes) else words.encode())
        return [tmp_path / name for name in files]

    return make


def scores(results):
    """{(system, id, run if there is one): score}"""
    frame = results.frame
    key = [column for column in ("system", "id", "run") if column in frame]
    return dict(zip(map(tuple, frame[key].to_numpy().tolist()), frame["score"], strict=True))


# What is read

TWO = {("new", "1"): 1.0, ("new", "02"): 0.0, ("old", "1"): 0.0, ("old", "02"): 1.0}
LONG = [("new", "1", True), ("old", "1", False), ("new", "02", False), ("old", "02", True)]
SAME = {
    "long": {"a.csv": "system,id,score\nnew,1,1\nold,1,0\nnew,02,0\nold,02,1\n"},
    "words, a blank line, CRLF and a BOM": {
        "a.csv": "\ufeffModel,Item ID,correct\r\nnew,1,Yes\r\n\r\nold,1,FALSE\r\nnew,02, fail \r\nold,02,pass\r\n"
    },
    "C and I, semicolons": {"a.csv": "system;id;score\nnew;1;C\nold;1;I\nnew;02;I\nold;02;C\n"},
    "y and n, tabs": {"a.tsv": "system\tid\tscore\nnew\t1\ty\nold\t1\tn\nnew\t02\tn\nold\t02\ty\n"},
    "wide": {"a.csv": "id,new,old\n1,1,0\n02,0,1\n"},
    "wide with more": {"a.csv": ",id,new,old,steps,note\n0,1,1.0,0.0,3,a\n1,02,0.0,1.0,5,b\n"},
    "wide JSON Lines": {"a.jsonl": '{"id": 1, "new": true, "old": false}\n{"id": "02", "new": false, "old": true}'},
    "JSON Lines": {"a.jsonl": "".join(json.dumps({"id": i, "system": s, "score": x}) + "\n" for s, i, x in LONG)},
    "a JSON list": {"a.json": json.dumps([{"id": i, "model": s, "passed": x} for s, i, x in LONG])},
    "by id, a file each": {"new.json": '{"1": true, "02": false}', "old.json": '{"1": 0, "02": 1}'},
    "two formats": {"new.csv": "id,right\n1,1\n02,0\n", "old.jsonl": '{"id":"1","ok":"no"}\n{"id":"02","ok":"yes"}\n'},
}


WIDE = ["new", "old"]


@pytest.mark.parametrize("case", SAME)
def test_one_table_in_many_forms(case, write):
    results = read_results(write(SAME[case]), score=WIDE if case.startswith("wide") else None)
    assert scores(results) == TWO
    assert results.frame.columns.tolist()[:3] == ["id", "system", "score"]
    assert results.pairs("new", "old").table == (0, 1, 1, 0)
    assert results.counts()[["right", "n", "items"]].loc["old"].tolist() == [1, 2, 2]
    assert len([sentence for sentence in results.found if sentence.startswith("'")]) == len(SAME[case])


def test_parquet_reads_alike(write, tmp_path):
    table = arrow.table({"id": ["1", "02"], "new": [True, False], "old": [False, True]})
    parquet.write_table(table, tmp_path / "a.parquet")
    assert scores(read_results(tmp_path / "a.parquet", score=WIDE)) == TWO
    (tmp_path / "b.parquet").write_bytes((tmp_path / "a.parquet").read_bytes()[:-9])
    with pytest.raises(ValueError, match=r"^paths \('b.parquet'\) is no Parquet, or is cut off$"):
        read_results(tmp_path / "b.parquet")


def test_without_pyarrow_parquet_says_what_to_install(write, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ValueError, match=r"^paths \('a.parquet'\) needs pyarrow to be read; install it with"):
        read_results(write({"a.parquet": "PAR1"}))


def test_the_chapters_files_give_what_pair_items_gives():
    files = [ROOT / "notebooks" / "files" / f"gsm8k-{name}.csv" for name in ("175b-fine-tuned", "6b-verifier")]
    results = read_results({"new": files[0], "old": files[1]})
    new, old = (pd.read_csv(file).set_index("id")["right"] for file in files)
    assert results.pairs("new", "old") == pair_items(new, old, names=("new", "old"))
    rows = load("gsm8k")
    right = [(rows[column] * rows["items"]).sum() for column in ("175b_finetuning", "6b_verification")]
    assert results.counts()["right"].tolist() == right


def test_a_gap_is_named_and_what_it_counts_as_is_asked(write):
    results = read_results(write({"a.csv": "id,new,old\nq1,1,\nq2,0,1\nq3,n/a,1\n"}), score=WIDE)
    sentence = "2 answers without a result, which have NaN: 1 of 'new' (such as 'q3'), 1 of 'old' (such as 'q1')"
    assert sentence in results.found and sentence in str(results)
    with pytest.raises(
        ValueError, match="^missing must be named: 2 answers of 6 have no result; give missing='fail' or"
    ):
        results.counts()
    assert results.counts(missing="fail")["n"].tolist() == [3, 3]
    assert results.counts(missing="leave out")["n"].tolist() == [2, 2]
    assert results.pairs("new", "old").missing_second == ("q1",)


def test_runs_of_an_item_are_a_group(write):
    rows = "".join(f"{s},q{i},{run},{(i + run + (s == 'B')) % 2}\n" for s in "AB" for i in range(3) for run in (1, 2))
    results = read_results(write({"a.csv": "system,id,epoch,score\n" + rows}))
    pairs = results.pairs("A", "B")
    assert pairs.n == 6 and pairs.grouped and set(pairs.groups) == {"q0", "q1", "q2"}
    assert results.counts().loc["A"].tolist() == [3, 6, 3]


def test_one_run_each_under_other_labels_is_no_pairing_by_run(write):
    files = {"new.csv": "id,seed,score\nq1,7,1\nq2,7,0\n", "old.csv": "id,seed,score\nq1,8,1\nq2,8,1\n"}
    pairs = read_results(write(files)).pairs("new", "old")
    assert pairs.table == (1, 0, 1, 0) and not pairs.grouped


def test_groups_slices_and_dates_are_kept(write):
    words = (
        "id,right,cluster,category,date,repo,prompt\nq1,1,x,a,2025-01-01,r,p\nq2,0,x,b,2025-01-02,r,p\nq3,1,y,b,,s,p\n"
    )
    new, old = write({"new.csv": words, "old.csv": words})
    results = read_results([new, old], slices="repo")
    assert results.frame.columns.tolist() == ["id", "system", "score", "group", "date", "repo", "category"]
    assert results.pairs("new", "old").groups == ("x", "x", "y")
    assert any("'prompt'" in sentence for sentence in results.left_out)
    by_repo = read_results([new, old], group="repo")
    assert by_repo.frame["group"].tolist() == ["r", "r", "s"] * 2


def test_scores_are_kept_and_pass_or_fail_is_asked_of_them(write):
    results = read_results(write({"a.csv": "id,new,old\nq1,4,2\nq2,5,1\n"}), score=["new", "old"])
    assert str(results).startswith("4 answers of 2 systems ('new', 'old') to 2 items, scores from 1 to 5\n")
    with pytest.raises(ValueError, match="^passing must be named: 3 of 4 scores are neither 0 nor 1, such as 4; give"):
        results.pairs("new", "old")
    assert results.pairs("new", "old", passing=5).table == (0, 1, 0, 1)
    assert results.counts(passing=2)["right"].tolist() == [2, 1]


def test_values_say_what_other_results_are_worth(write):
    results = read_results(
        write({"a.csv": "id,score\na,C\nb,P\nc,N\nd,skipped\n"}), values={"P": 0.5, "N": 0, "skipped": None}
    )
    assert results.frame["score"].tolist()[:3] == [1, 0.5, 0] and np.isnan(results.frame["score"].iloc[3])


def test_systems_may_be_named_by_a_dict(write, tmp_path):
    for system in ("x", "y"):
        (tmp_path / system).mkdir()
        (tmp_path / system / "eval_results.json").write_text('{"q1": true, "q2": false}')
    paths = {system: tmp_path / system / "eval_results.json" for system in ("x", "y")}
    assert read_results(paths).systems == ("x", "y")
    folders = read_results(list(paths.values()))
    assert folders.systems == ("x", "y") and "named after their folders" in str(folders)
    with pytest.raises(ValueError, match="more than one answer of a system for 2 ids") as caught:
        read_results({"x": list(paths.values())})
    words = str(caught.value)
    assert "such as 'q1' (entry 1 of 'x/eval_results.json' and entry 1 of 'y/eval_results.json')" in words
    assert "with the same result each time" in words and words.endswith("or give a dict from system to path")


# The tools' own files


def test_lm_eval_asks_for_the_task_the_filter_and_the_metric_at_once():
    with pytest.raises(ValueError) as caught:
        read_results(LM_EVAL)
    words = str(caught.value)
    assert words.startswith(
        "paths cannot be read as they are; 5 reasons:\n- score must be named: 'samples_choose_sums_"
    )
    assert words.count("has 2 metrics, 'acc', 'acc_norm'; give one") == 2
    assert (
        words.count("has 2, 'strict-match' (3 lines), 'flexible-extract' (3 lines); they grade the same answers") == 2
    )
    assert "task must be named: the files hold 2 tasks, 'choose_sums', 'sums_of_two'; give one, or a list" in words


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


def test_a_line_of_another_tool_is_refused(tmp_path):
    first, second, *_ = SUMS[0].read_text(encoding="utf-8").splitlines()
    (tmp_path / "samples_x_y.jsonl").write_text(first + "\n" + second.replace('"doc"', '"dog"'))
    with pytest.raises(ValueError, match=r"^paths \('samples_x_y.jsonl'\) is not of lm-evaluation-harness in line 2$"):
        read_results(tmp_path / "samples_x_y.jsonl")


def test_a_system_without_any_result_does_not_vanish(write):
    results = read_results(write({"a.csv": "id,new,old\nq1,1,\nq2,0,\n"}), score=["new", "old"])
    assert results.counts(missing="leave out")["n"].tolist() == [2, 0]
    assert any("2 of 'old' (such as 'q1')" in sentence for sentence in results.found)


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
    with pytest.raises(ValueError, match=r"results that cannot be read: 'P' \(1, first in sample 1\); say what"):
        read_results(path, score="match")
    results = read_results(path, score="match", values={"P": 0.5})
    assert "'log.json' says of the whole eval: 'cancelled', so samples may be missing" in results.found
    assert "'log.json': 1 sample ended in an error" in results.found
    assert results.frame["score"].isna().sum() == 2 and results.frame["score"].iloc[0] == 0.5


# What is refused, in which words

ROW = "id,score\n"
MALFORMED = [
    ({"a.csv": ""}, {}, ["paths ('a.csv') is empty"]),
    ({"a.csv": "id,score\n"}, {}, ["paths ('a.csv') holds no rows"]),
    ({"a.json": " "}, {}, ["paths ('a.json') is empty"]),
    ({"a.json": "{}"}, {}, ["paths ('a.json') is empty"]),
    ({"a.csv": "\n1,2\n"}, {}, ["paths ('a.csv') has no header: its first line must name the columns"]),
    ({"a.csv": "id,score,score\nq,1,1\n"}, {}, ["has two columns called 'score'; rename one"]),
    ({"a.csv": ROW + "q,1\nq2\nq3,1,0\n"}, {}, ["than its header (2) in 2 rows, such as row 3 (1), row 4 (3); is a"]),
    (
        {"a.csv": ROW + 'q,"1\nq2,0\n'},
        {},
        ["paths ('a.csv') is no CSV from line 3 on: a quote is opened and not closed"],
    ),
    ({"a.csv": ROW + 'q,"1"x\n'}, {}, ["is no CSV from line 2 on: a quote stands where none may"]),
    ({"a.csv": "id,score\rq,1\r"}, {}, ["is no CSV from line 1 on: its lines end in an odd way"]),
    ({"a.csv": (ROW + "é,1\nq,1\n").encode("latin-1")}, {}, ["is not UTF-8 in line 2 (byte 0xe9); save it as UTF-8"]),
    ({"a.csv": (ROW + "q,1\n").encode("utf-16")}, {}, ["paths ('a.csv') is UTF-16; save it as UTF-8"]),
    ({"a.json": '{"é": 1}'.encode("latin-1")}, {}, ["is not UTF-8 in line 1 (byte 0xe9); save it as UTF-8"]),
    ({"a.csv": ROW + ",1\nq,1\n  ,0\n"}, {}, ["has no id in 2 rows, such as row 2, row 4; give each item a text"]),
    ({"a.jsonl": '{"id": [1], "score": 1}\n{"score": 0}'}, {}, ["has no id in 2 lines, such as line 1, line 2;"]),
    ({"a.csv": "x,y\n1,1\n"}, {}, ["id must be named: no column of 'a.csv' is known as one; its columns are 'x', 'y'"]),
    (
        {"a.csv": "item,doc_id,score\n1,1,1\n"},
        {},
        ["id must be named: 'a.csv' has the columns 'item', 'doc_id'; give id="],
    ),
    (
        {"a.csv": "id,note\nq,abc\n"},
        {},
        ["score must be named: no column of 'a.csv' is known as the results or holds pass"],
    ),
    ({"a.csv": "id,score,correct\nq,1,1\n"}, {}, ["score must be named: 'a.csv' has the columns 'score', 'correct';"]),
    ({"a.csv": "id,image,stage\nq,1,3\n"}, {}, ["is known as the results; 'image' holds pass and fail, but may"]),
    ({"a.csv": "id,ok,note\nq,1,x\n"}, {}, ["'a.csv' is known as the results; 'ok' holds pass and fail, but may"]),
    ({"a.csv": "id,new,old\nq,1,0\n"}, {}, ["'new', 'old' hold pass and fail; give score=, or a list of columns if"]),
    ({"a.csv": "id,ok\n" + "q,1\n" * 1000 + "r,2\n"}, {}, ["is known as the results or holds pass and"]),
    ({"a.csv": "id,id_2,item,score\nq,r,s,1\n"}, {}, ["id must be named: 'a.csv' has the columns 'id', 'item'; give"]),
    (
        {"a.csv": "id,model,x,y\nq,m,1,0\n"},
        {"score": ["x", "y"]},
        ["score must be named: 'a.csv' has a column of systems, 'model', and"],
    ),
    (
        {"a.csv": "id,score,run,epoch\nq,1,1,1\n"},
        {},
        ["run must be named: 'a.csv' has the columns 'run', 'epoch'; give run="],
    ),
    ({"a.csv": ROW + "q,1\n"}, {"id": "x"}, ["id names no column of 'a.csv': got 'x'; its columns are 'id', 'score'"]),
    ({"a.csv": ROW + "q,1\n"}, {"score": ["x", "y"]}, ["score names no column of 'a.csv': got 'x', 'y';"]),
    ({"a.csv": ROW + "q,1\n"}, {"slices": "x"}, ["slices names no column of 'a.csv': got 'x'"]),
    (
        {"a.csv": ROW + "q,1\n"},
        {"filter": "x"},
        ["filter is for the files of lm-evaluation-harness, and 'a.csv' is none"],
    ),
    ({"a.csv": ROW + "q,1\n"}, {"task": "x"}, ["task names no task of these files: got 'x'; they name no task"]),
    ({"a.csv": ROW + "q,\n"}, {}, ["paths hold no result at all: every answer is without one"]),
    (
        {"a.csv": ROW + "q,1\nr,maybe\ns,84%\nt,maybe\n"},
        {},
        ["cannot be read: 'maybe' (2, first in row 3), '84%' (1, first"],
    ),
    ({"a.csv": ROW + "q,n\nr,1\n"}, {}, ["results that cannot be read: 'n' (1, first in row 2)"]),
    ({"a.csv": ROW + "q,inf\n"}, {}, ["results that cannot be read: 'inf' (1, first in row 2)"]),
    ({"a.csv": ROW + "q,1e999\n"}, {}, ["results that cannot be read: '1e999' (1"]),
    ({"a.jsonl": '{"id":1,"score":Infinity}'}, {}, ["results that cannot be read: "]),
    (
        {"a.csv": ROW + "q,pass\nr,0.5\n"},
        {},
        ["mixes two kinds of results, pass or fail (1, such as 'pass' in row 2) and"],
    ),
    (
        {"a.csv": ROW + "q,pass\n", "b.csv": ROW + "q,0.5\n"},
        {},
        ["paths mix pass or fail, as in 'a.csv' ('pass' in row 2), with"],
    ),
    (
        {"a.csv": ROW + "q,1\nr,0\nq,1\n"},
        {},
        ["for 1 id, such as 'q' (row 2 of 'a.csv' and row 4 of 'a.csv'); with the same"],
    ),
    (
        {"a.csv": ROW + "q,1\nq,0\n"},
        {},
        ["for 1 id, such as 'q' (row 2 of", "1 of them with results that conflict, such as 'q'"],
    ),
    (
        {"a.json": '{"q": true, "r": true, "q": false}'},
        {},
        ["such as 'q' (entry 1 of 'a.json' and entry 3 of 'a.json'); 1 of them"],
    ),
    ({"a.csv": "id,score,run\nq,1,1\nq,1,1\n"}, {}, ["keep one for each id and run"]),
    (
        {"a.csv": "id,score,run\nq,1,1\nq,1,\n"},
        {},
        ["paths name runs, but not in row 3 of 'a.csv'; name the run of each answer"],
    ),
    (
        {"a.csv": "id,score,group\nq,1,x\nr,1,\n"},
        {},
        ["paths name groups, but not in row 3 of 'a.csv'; an item in none"],
    ),
    (
        {"a.csv": "id,score,run,group\nq,1,1,x\nq,1,2,y\n"},
        {},
        ["an item is in more than one group: 'q'; name one for each"],
    ),
    ({"a.csv": "id,score,system\nq,1,\nr,1,m\n"}, {}, ["paths ('a.csv') names no system in row 2; name it in each"]),
    (
        {"a.jsonl": '{"id":1,"score":1}\n{"id":2,"sco'},
        {},
        ["""is cut off in its last line, line 2 ('{"id":2,"sco'); write it"""],
    ),
    (
        {"a.jsonl": '{"id":1,"score":1}\n{"id":\n[1]\n'},
        {},
        ["has no JSON in line 2 (", "has no JSON object in line 3 ('[1]')".replace("'", "")],
    ),
    (
        {"a.jsonl": '{"id":1,"score":1,"score":0}\n'},
        {},
        ["paths ('a.jsonl') has a key twice in line 1 ('score'); keep one"],
    ),
    ({"a.json": '{"q": tr'}, {}, ["paths ('a.json') is no JSON: it "]),
    ({"a.json": '{"q": true,\n"r'}, {}, ["paths ('a.json') is no JSON: it is cut off; write it again"]),
    ({"a.json": "[" * 100_000}, {}, ["paths ('a.json') holds JSON that is nested too deeply"]),
    ({"a.json": '{"q": ' + "9" * 5000 + "}"}, {}, ["or a number with thousands of digits"]),
    ({"a.json": '[{"id": 1, "score": 1, "score": 0}]'}, {}, ["paths ('a.json') has a key twice in row 1; keep one"]),
    ({"a.json": "[1, 2]"}, {}, ["is a JSON list of something else than rows"]),
    ({"a.json": "7"}, {}, ["paths ('a.json') holds nothing but 7; a result needs an id"]),
    (
        {"a.json": '{"q": {"x": 1}}'},
        {},
        ["is JSON of another shape: 'q' holds more than a result; give {id: true}, a list"],
    ),
    ({"a.json": '{"eval": {}, "status": "error"}'}, {}, ["is an Inspect log without samples"]),
    ({"a.eval": "PK"}, {}, ["paths ('a.eval') is no log of Inspect, or is cut off"]),
    ({"a.csv.gz": "id,score"}, {}, ["paths ('a.csv.gz') is no gzip file, or is cut off"]),
    ({"a.parquet.gz": "x"}, {}, ["paths ('a.parquet.gz') is of no kind that is read here"]),
    (
        {"a.pkl": "x"},
        {},
        ["paths ('a.pkl') is of no kind that is read here (.csv, .tsv, .jsonl, .ndjson, .json, .parquet, .eval,"],
    ),
]


@pytest.mark.parametrize(("files", "arguments", "words"), MALFORMED)
def test_malformed_files_are_refused_in_words(files, arguments, words, write):
    with pytest.raises(ValueError) as caught:
        read_results(write(files), **arguments)
    for part in words:
        assert part in str(caught.value)
    assert str(caught.value).count("\n- ") in (0, len(words)), "one thing wrong is one sentence"


def test_all_that_is_wrong_is_said_at_once(write):
    files = {
        "a.csv": (ROW + "q1,1\nq1,0\n,1\nq2,maybe\nq3\né,1\n").encode("latin-1"),
        "b.jsonl": '{"id":1,"score":1}\n{"id":2,"score":0}\n{"id":3,"sco',
        "c.json": "",
        "d.csv": "x,correct\n1,1\n",
    }
    with pytest.raises(ValueError) as caught:
        read_results(write(files))
    first, *rest = str(caught.value).split("\n- ")
    assert first == "paths cannot be read as they are; 8 reasons:" and len(rest) == 8
    found = [
        "number of cells",
        "not UTF-8",
        "no id in row 4",
        "cut off in its last line",
        "is empty",
        "id must be",
        "'maybe'",
        "conflict",
    ]
    for part in found:
        assert sum(part in sentence for sentence in rest) == 1, part


def test_what_stands_in_a_file_comes_out_inert_and_short(write):
    evil = [
        "=cmd|' /C calc'!A0",
        "\x1b[2J\x1b]0;x\x07",
        "<script>alert(1)</script>",
        "\u202egnp.exe",
        "x" * 10_000,
        "a\nb",
    ]
    lines = [json.dumps({"id": one, "score": one, one: 1}) for one in evil] * 2
    with pytest.raises(ValueError) as caught:
        read_results(write({"a.jsonl": "\n".join(lines)}))
    words = str(caught.value)
    assert all(letter.isprintable() or letter == "\n" for letter in words) and len(words) < 2000
    results = read_results(write({"a.csv": ROW.replace("id", "id,system") + f'q,"{evil[1]}",1\nr,{"s" * 10_000},1\n'}))
    assert all(letter.isprintable() or letter == "\n" for letter in str(results)) and len(str(results)) < 1000
    assert results.systems[0] == evil[1]


def test_half_a_character_becomes_a_mark(write):
    """A text that was cut inside an emoji; columns of pandas cannot hold it where pyarrow is installed."""
    half = "\\ud83d"
    line = f'{{"id": "q{half}", "system": "s{half}", "category": "{half}", "note{half}": 1, "score": 1}}'
    results = read_results(write({"a.jsonl": line}))
    mark = "\ufffd" * 3
    assert results.frame[["id", "system", "category"]].iloc[0].tolist() == [f"q{mark}", f"s{mark}", mark]
    str(results).encode()


def test_a_line_without_an_end_is_refused_before_it_is_read(write, monkeypatch):
    monkeypatch.setattr(files, "LONGEST_LINE", 1 << 20)
    monkeypatch.setattr(files, "LARGEST_JSON", 1 << 20)
    long = '{"id": "' + "x" * (3 << 20)
    with pytest.raises(ValueError, match=r"^paths \('a.jsonl'\) has more than 1 MB in line 1; is it of this format\?$"):
        read_results(write({"a.jsonl": long}))
    with pytest.raises(ValueError, match=r"^paths \('a.json'\) is JSON of more than 1 MB; write JSON Lines instead$"):
        read_results(write({"a.json": long}))


def test_long_cells_are_read_and_the_limit_of_csv_is_as_it_was(write):
    before = csv.field_size_limit()
    results = read_results(write({"a.csv": "id,score,answer\nq,1," + "x" * 200_000 + "\n"}))
    assert len(results.frame) == 1 and csv.field_size_limit() == before


@pytest.mark.parametrize(
    ("paths", "error", "words"),
    [
        ([], ValueError, "paths is empty: there is nothing to read"),
        ({}, ValueError, "paths is empty: there is nothing to read"),
        ("no-such-file.csv", ValueError, "paths names no file: 'no-such-file.csv'"),
        ("\0", ValueError, "paths names no file: "),
        (7, TypeError, "paths must be a path, a list of paths or a dict, not a single number"),
        ([7], TypeError, "paths must hold paths, not a single number"),
        ({1: "a.csv"}, TypeError, "paths must have the names of systems as keys, not 1"),
        (FILES / "new" / "none", ValueError, "paths names no file: "),
        ([INSPECT, INSPECT], ValueError, "paths names "),
    ],
)
def test_what_names_no_file_is_refused(paths, error, words):
    with pytest.raises(error) as caught:
        read_results(paths)
    assert str(caught.value).startswith(words)


def test_a_results_own_calls_refuse_in_words(write):
    results = read_results(write({"a.csv": "id,new,old\nq1,1,0\nq2,0,1\n"}), score=WIDE)
    with pytest.raises(ValueError, match="^second must be one of 'new', 'old': got 'older'$"):
        results.pairs("new", "older")
    with pytest.raises(ValueError, match="^missing must be one of 'fail' or 'leave out': got 'drop'$"):
        results.counts(missing="drop")
    with pytest.raises(AttributeError):
        results.found = ()


# Fuzz: 300 broken files


GOOD = [(path.name, path.read_bytes()) for path in (SUMS[0], CHOICE[0])]
GOOD += [("log.json", INSPECT.read_bytes()[:6000]), ("log.json", INSPECT.read_bytes())]
GOOD += [(name, words.encode()) for files in SAME.values() for name, words in files.items()]


def broken(rng):
    """(name, bytes): a good file cut off, with bytes changed, doubled or swapped, or nothing but bytes."""
    name, good = GOOD[rng.integers(len(GOOD))]
    data = bytearray(good)
    match rng.integers(6):
        case 0:
            data = data[: rng.integers(len(data) + 1)]
        case 1:
            for i in rng.integers(len(data), size=rng.integers(1, 9)):
                data[i] = rng.integers(256)
        case 2:
            i, j = sorted(rng.integers(len(data) + 1, size=2))
            data = data[:j] + data[i:]
        case 3:
            marks = b'"{}[],:;\n\r\t\0-1e9NnullTRUE'
            for i in rng.integers(len(data), size=rng.integers(1, 30)):
                data[i] = marks[rng.integers(len(marks))]
        case 4:
            data = bytearray(rng.bytes(rng.integers(200)))
        case 5:
            lines = good.splitlines(keepends=True)
            data = b"".join(lines[i] for i in rng.permutation(len(lines))[: rng.integers(1, len(lines) + 1)])
    return name, bytes(data)


def test_300_broken_files_give_results_or_a_sentence(tmp_path):
    rng = np.random.default_rng(14)
    outcomes = []
    for case in range(300):
        name, data = broken(rng)
        path = tmp_path / name
        path.write_bytes(data)
        arguments = {"filter": "strict-match"} if rng.integers(2) and name.startswith("samples_s") else {}
        arguments |= {"score": "match"} if name == "log.json" else {}
        try:
            results = read_results(path, **arguments)
        except (ValueError, TypeError) as error:
            words = str(error)
            begins = ("paths ", "id ", "score ", "filter ", "task ", "run ", "group ", "system ")
            assert words.startswith(begins), (case, words)
            assert all(sentence.startswith(begins) for sentence in words.split("\n- ")), (case, words)
            assert all(letter.isprintable() or letter == "\n" for letter in words), (case, words)
            outcomes.append("refused")
        else:
            assert isinstance(results, Results) and len(results.frame) and str(results)
            assert not results.frame.duplicated([x for x in ("system", "id", "run") if x in results.frame]).any()
            outcomes.append("read")
        path.unlink()
    assert outcomes.count("read") > 20 and outcomes.count("refused") > 100


def test_the_fixtures_are_left_as_they_are(tmp_path):
    """Reading writes nothing beside the files."""
    shutil.copy(SUMS[0], tmp_path)
    read_results(tmp_path / SUMS[0].name, filter="strict-match")
    assert [path.name for path in Path(tmp_path).iterdir()] == [SUMS[0].name]
