"""The readers as a whole: what comes out of files, and all that is wrong with them said at once."""

import json

import numpy as np
import pandas as pd
import pytest

from give_or_take import load, pair_items, read_results
from tools.notebook import ROOT

WIDE = ["new", "old"]
ROW = "id,score\n"


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
    assert sentence in results.found and sentence in format(results)
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
    assert folders.systems == ("x", "y") and "named after their folders" in format(folders)
    both = read_results({"x": list(paths.values())})
    assert both.frame["run"].tolist() == [1, 1, 2, 2] and both.systems == ("x",)
    assert "are runs by file, 'x/eval_results.json' (run 1), 'y/eval_results.json' (run 2), in their" in both.assumed[0]
    assert "all runs of 'x' are alike in all results: are these files copies?" in both.found


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
        "more or fewer cells",
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


@pytest.mark.parametrize("files", [
    {"r/new.csv": "id,score\nq1,1\n", "r/new.json": '{"q2": false}'},
    {"x.csv": "id,score\nq1,1\n", "x/r.csv": "id,score\nq2,0\n", "y/r.csv": "id,score\nq3,0\n"},
])  # fmt: skip
def test_two_files_are_not_pooled_under_one_inferred_name(files, write):
    paths = write(files)
    with pytest.raises(ValueError, match="^paths give one name, '[xr]', to the system of .*; give a dict from system"):
        read_results(paths)
    assert read_results({"mine": paths}).systems == ("mine",)


@pytest.mark.parametrize(("names", "systems"), [
    (("a/x/r.csv", "b/x/r.csv"), ("a", "b")),
    (("a/x/r.csv", "b/x/r.csv", "x/s.csv"), ("a", "b", "s")),
    (("a/x/r.csv", "a/y/r.csv", "b/x/r.csv"), ("a/x", "a/y", "b/x")),
])  # fmt: skip
def test_files_of_one_name_are_named_after_the_nearest_folder_that_differs(names, systems, write):
    results = read_results(write(dict.fromkeys(names, "id,score\nq1,1\n")))
    assert results.systems == systems and "named after their folders" in format(results)


def test_values_hold_for_numbers_and_bools_and_an_idle_key_is_named(write):
    paths = write({"a.jsonl": '{"id": 1, "score": -1}\n{"id": 2, "score": 1}\n{"id": 3, "score": -1.0}\n'})
    results = read_results(paths, values={"-1": None, "skipped": None})
    assert results.frame["score"].isna().tolist() == [True, False, True]
    assert "no result is spelled 'skipped', which values= names" in results.found
    bools = read_results(write({"b.json": '{"q": true, "r": false}'}), values={"true": 0.5})
    assert bools.frame["score"].tolist() == [0.5, 0]
