"""CSV, JSON Lines, JSON and Parquet: one table in many forms, and malformed ones refused in words."""

import csv
import json
import sys

import pyarrow as arrow
import pytest
from pyarrow import parquet

from give_or_take import compare, read_results, report


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


@pytest.mark.parametrize(
    ("rows", "values", "systems"),
    [
        ("1,y,n,2.5,why?\n2,n,y,0.5,how?\n", {}, ("a", "b")),  # pass and fail, beside seconds
        ("1,P,C,2.5,why?\n2,C,I,0.5,how?\n", {"P": 0.5}, ("a", "b")),
        ("1,0.5,3,2.5,why?\n2,1,1,0.5,how?\n", {}, ("a", "b", "c")),  # scores
        ("1,,0.5,2,why?\n2,,1,0.5,how?\n", {}, ("b", "c")),
    ],
)
def test_all_columns_that_hold_results_are_systems(write, rows, values, systems):
    results = read_results(write({"a.csv": "id,a,b,c,question\n" + rows}), score="all", values=values)
    assert results.systems == systems and any("question" in sentence for sentence in results.left_out)


def test_a_column_that_calls_both_systems_alike_gives_way_to_the_names_of_paths(write):
    """A new prompt for the same model: each file says the model, and the dict which file is the new one."""
    new, old = write({"a.csv": "id,model,right\n1,m,1\n02,m,0\n", "b.csv": "id,model,right\n1,m,0\n02,m,1\n"})
    results = read_results({"new": new, "old": old})
    assert scores(results) == TWO
    assert results.assumed[0] == "what 'a.csv' calls 'm' is 'new', as paths names it"
    assert read_results({"m": new}).assumed == ()
    [several] = write({"c.csv": "id,model,right\n1,m,0\n02,k,1\n"})
    with pytest.raises(ValueError, match="'c.csv', which has a column of systems, 'model'; give its path alone$"):
        read_results({"new": new, "old": several})


def test_percent_beside_pass_or_fail_is_asked_about(write):
    paths = write({"new.csv": "id,right\n1,100\n02,0\n", "old.csv": "id,right\n1,0\n02,1\n"})
    with pytest.raises(ValueError, match=r"two scales, 0 and 1 as in 'old.csv', and 0 and 100 as in 'new.csv'; say"):
        read_results(paths)
    assert scores(read_results(paths, values={"100": 1})) == TWO


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


def test_groups_slices_and_dates_are_kept(write):
    words = (
        "id,right,cluster,category,date,repo,prompt\nq1,1,x,a,2025-01-01,r,p\nq2,0,x,b,2025-01-02,r,p\nq3,1,y,b,,s,p\n"
    )
    new, old = write({"new.csv": words, "old.csv": words})
    results = read_results([new, old], slices="repo", group="cluster")
    assert results.frame.columns.tolist() == ["id", "system", "score", "group", "date", "repo", "category"]
    assert results.pairs("new", "old").groups == ("x", "x", "y")
    assert any("'prompt'" in sentence for sentence in results.left_out)
    by_repo = read_results([new, old], group="repo")
    assert by_repo.frame["group"].tolist() == ["r", "r", "s"] * 2


# What is refused, in which words

ROW = "id,score\n"
MALFORMED = [
    ({"a.csv": ""}, {}, ["paths ('a.csv') is empty"]),
    ({"a.csv": "id,score\n"}, {}, ["paths ('a.csv') holds no rows"]),
    ({"a.json": " "}, {}, ["paths ('a.json') is empty"]),
    ({"a.json": "{}"}, {}, ["paths ('a.json') is empty"]),
    ({"a.csv": "\n1,2\n"}, {}, ["paths ('a.csv') has no header: its first line must name the columns"]),
    ({"a.csv": "id,score,score\nq,1,1\n"}, {}, ["has two columns called 'score'; rename one"]),
    (
        {"a.csv": ROW + "q,1\nq2\nq3,1,0\n"},
        {},
        ["more or fewer cells in 2 rows, such as row 3 (1 cell), row 4 (3 cells); is a"],
    ),
    (
        {"a.csv": ROW + 'q,"1\nq2,0\n'},
        {},
        ["paths ('a.csv') is no CSV from line 3 on: a quote is opened and not closed"],
    ),
    ({"a.csv": ROW + 'q,"1"x\n'}, {}, ["is no CSV from line 2 on: a quote stands where none may"]),
    ({"a.csv": "id,score\rq,1\r"}, {}, ["is no CSV from line 1 on: its lines end as on old Macs; save it with"]),
    ({"a.csv": (ROW + "é,1\nq,1\n").encode("latin-1")}, {}, ["is not UTF-8 in line 2 (byte 0xe9); save it as UTF-8"]),
    ({"a.csv": (ROW + "q,1\n").encode("utf-16")}, {}, ["paths ('a.csv') is UTF-16; save it as UTF-8"]),
    ({"a.json": '{"é": 1}'.encode("latin-1")}, {}, ["is not UTF-8 in line 1 (byte 0xe9); save it as UTF-8"]),
    ({"a.csv": ROW + ",1\nq,1\n  ,0\n"}, {}, ["has no id in 2 rows, such as row 2, row 4; give each item a text"]),
    ({"a.jsonl": '{"id": [1], "score": 1}\n{"score": 0}'}, {}, ["has no id in 2 lines, such as line 1, line 2;"]),
    ({"a.csv": "x,y\n1,1\n", "b.csv": ROW + "1,1\n"}, {}, ["id must be named: no column of 'a.csv' says which item"]),
    (
        {"a.csv": "item,doc_id,score\n1,1,1\n"},
        {},
        ["id must be named: 'a.csv' has the columns 'item', 'doc_id'; give id="],
    ),
    (
        {"a.csv": "id,note\nq,abc\n"},
        {},
        ["score must be named: nothing here says how good an answer is: 'a.csv' has 'note'. Have"],
    ),
    ({"a.csv": "id,score,correct\nq,1,1\n"}, {}, ["score must be named: 'a.csv' has the columns 'score', 'correct';"]),
    ({"a.csv": "id,image,stage\nq,1,3\n"}, {}, ["how good an answer is. 'image' holds pass and fail, but"]),
    ({"a.csv": "id,ok,note\nq,1,x\n"}, {}, ["is known to say how good an answer is. 'ok' holds pass and fail, but"]),
    ({"a.csv": "id,new,old\nq,1,0\n"}, {}, ["'new', 'old' hold pass and fail. Give score=['new', 'old'] if"]),
    ({"a.csv": "id,ok\n" + "q,1\n" * 1000 + "r,2\n"}, {}, ["how good an answer is: 'a.csv' has 'ok'"]),
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
    ({"a.csv": ROW + "q,\n"}, {}, ["paths hold no result at all: 'score' of 'a.csv' is empty in 1 row"]),
    (
        {"a.csv": ROW + "q,1\nr,maybe\ns,84%\nt,maybe\n"},
        {},
        ["cannot be read: 'maybe' (2, first in row 3), '84%' (1, first"],
    ),
    ({"a.csv": ROW + 'q,"0,5"\nr,"0,25"\n'}, {}, ["'0,25' (1, first in row 3); write numbers with a point"]),
    ({"a.csv": ROW + "q,84%\nr,5 %\n"}, {}, ["'5 %' (1, first in row 3); write fractions, such as"]),
    ({"a.jsonl": '{"id": 1, "score": [1]}'}, {}, ["(1, first in line 1); write the score alone, in a"]),
    ({"a.csv": "score\n1\n", "b.csv": ROW + "1,1\n"}, {}, ["'a.csv') has one column, 'score'; add one with the id"]),
    ({"a.csv": "# mine\nid,score\nq,1\n"}, {}, ["1 column and has more or fewer cells in 2 rows", "; its first"]),
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
        ["for 1 id, such as 'q' (row 2 of 'a.csv' and row 4 of 'a.csv'), with the same"],
    ),
    (
        {"a.csv": ROW + "q,1\nq,0\n"},
        {},
        ["for 1 id, such as 'q' (row 2 of", ", with results that conflict. Are they runs, in their order"],
    ),
    (
        {"a.json": '{"q": true, "r": true, "q": false}'},
        {},
        ["such as 'q' (entry 1 of 'a.json' and entry 3 of 'a.json'), with results that conflict"],
    ),
    ({"a.csv": "id,score,run\nq,1,1\nq,1,1\n"}, {}, ["Else keep one for each id and run"]),
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
        ["an item of 'id' is in more than one group: 'q'; name one for each"],
    ),
    (
        {"a.csv": "id,score,system\nq,1,\nr,1,m\n"},
        {},
        ["paths ('a.csv') names no system in its column 'system' in row 2; name it in each, or give another column"],
    ),
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
    ({"a.json": "[1, 2]"}, {}, ["is JSON of another shape: no list of rows is in it"]),
    ({"a.json": "7"}, {}, ["paths ('a.json') holds nothing but 7; a result needs an id"]),
    (
        {"a.json": '{"q": {"x": 1}}'},
        {},
        ["is JSON of another shape: no list of rows is in it, and no {id: true}; a row is"],
    ),
    ({"a.json": '{"eval": {}, "status": "error"}'}, {}, ["is an Inspect log of an eval that failed, without samples"]),
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


def test_half_a_character_becomes_a_mark(write):
    """A text that was cut inside an emoji; columns of pandas cannot hold it where pyarrow is installed."""
    half = "\\ud83d"
    line = f'{{"id": "q{half}", "system": "s{half}", "category": "{half}", "note{half}": 1, "score": 1}}'
    results = read_results(write({"a.jsonl": line}))
    mark = "\ufffd" * 3
    assert results.frame[["id", "system", "category"]].iloc[0].tolist() == [f"q{mark}", f"s{mark}", mark]
    str(results).encode()


def test_long_cells_are_read_and_the_limit_of_csv_is_as_it_was(write):
    before = csv.field_size_limit()
    results = read_results(write({"a.csv": "id,score,answer\nq,1," + "x" * 200_000 + "\n"}))
    assert len(results.frame) == 1 and csv.field_size_limit() == before


@pytest.mark.parametrize(
    ("number", "kind"),
    [(10**15, arrow.timestamp("ms")), (2**30, arrow.date32()), (2**62, arrow.duration("s")),
     (1, arrow.timestamp("ms", tz="No/Where"))],
)  # fmt: skip
def test_times_that_python_has_not_matter_only_if_they_are_named(number, kind, tmp_path):
    table = arrow.table({"id": ["a", "b"], "ok": [1, 0], "at": arrow.array([number, 1], kind)})
    parquet.write_table(table, tmp_path / "a.parquet")
    with pytest.raises(ValueError, match="^score must be named: .* 'ok' holds pass and fail"):
        read_results(tmp_path / "a.parquet")
    assert read_results(tmp_path / "a.parquet", score="ok").frame["score"].tolist() == [1, 0]
    with pytest.raises(ValueError, match=r"^paths \('a.parquet'\) holds .* in 'at' that cannot be read; write it as"):
        read_results(tmp_path / "a.parquet", score="ok", slices="at")


def test_a_column_that_items_share_is_offered_as_group(write):
    def said(n):
        rows = "".join(f"{i},{i % 2},d{i // 2},n{i},{i // 2}\n" for i in range(n))
        return read_results(write({"a.csv": "id,score,doc,note,steps\n" + rows})).left_out[0]

    assert said(20).endswith("; if items that share one of 'doc' belong together, name it with group=)")
    assert "belong" not in said(18), "nine labels give no interval that is worth much"


def test_the_first_of_two_ids_that_recurs_is_said(write):
    rows = "".join(f"q{i},{kind},{i % 2}\n" for i in range(5) for kind in ("plain", "hot") if (i, kind) != (4, "hot"))
    paths = write({"a.csv": "id,setting,score\n" + rows})
    said = "'a.csv': 'id' alone repeats 4 values, and its rows count as independent; group='id' counts"
    results = read_results(paths, id=["id", "setting"])
    assert any(one.startswith(said) for one in results.assumed), results.assumed
    together = read_results(paths, id=["id", "setting"], group="id")
    assert together.frame["group"].nunique() == 5 and "alone repeats" not in str(together)
    assert "alone repeats" not in str(read_results(paths, id=["setting", "id"], where={"setting": "hot", "id": "q1"}))


def test_conditions_may_be_about_what_is_missing_or_a_list(write):
    picked = [[4, 5], None, [4, 6], None, {"a": "é"}, ""]
    rows = "".join(json.dumps({"id": i, "score": i % 2, "picked": x}) + "\n" for i, x in enumerate(picked))
    paths = write({"a.jsonl": rows})

    def ids(**where):
        return read_results(paths, where=where).frame["id"].tolist()

    for word in ("null", "None", ""):
        assert ids(**{"picked!": word}) == ["0", "2", "4"] and ids(picked=word) == ["1", "3", "5"]
    assert ids(picked=["[4, 6]", "null"]) == ["1", "2", "3", "5"] and ids(picked='{"a": "é"}') == ["4"]
    with pytest.raises(ValueError, match=r"^where leaves no row of 'a.jsonl': 'picked' holds '\[4, 5\]', None"):
        ids(picked="[4,")
    paths = write({"a.csv": "id,score,picked\na,1,x\nb,0,\nc,1,null\n"})
    assert ids(**{"picked!": "none"}) == ["a", "c"] and ids(**{"picked!": "null"}) == ["a"]
    assert ids(picked="y x".split()) == ["a"]


@pytest.mark.parametrize("column", ["prediction", "model_output", "answer"])
def test_answers_that_are_often_empty_are_said(column, write):
    def found(*each):
        rows = ({"id": i, "correct": right, column: one} for i, (one, right) in enumerate(each))
        results = read_results(write({"a.jsonl": "".join(json.dumps(row) + "\n" for row in rows)}))
        return tuple(one for one in results.assumed if "empty" in one)

    said, there = f"'{column}' is empty in {{}} of 'a.jsonl'; the results there count as they stand", ([3, 4], True)
    assert found(*[(None, False)] * 2, there) == (said.format("2 of 3 lines"),)
    assert found(*[(None, False)] * 60, *[there] * 1000) == (said.format("60 of 1,060 lines"),), "all rows count"
    assert found(*[("", False)], *[there] * 20) == (), "below 5%"
    assert "empty" not in str(found((None, None), (None, None), there)), "there is no result either"


def test_the_headline_says_which_answers_are_empty(run, write):
    for name, empty in (("old", 37), ("new", 5)):
        rows = ({"id": i, "correct": i % 3 > 0, "prediction": "" if i < empty else "x"} for i in range(500))
        write({f"{name}.jsonl": "".join(json.dumps(row) + "\n" for row in rows)})
    but = "But 37 of the 500 answers of old are empty in “prediction”: look at them first."
    for form in ("", " --short", " --md -"):
        assert run(f"report new.jsonl old.jsonl{form}")[1].replace("\n", " ").replace("`", "").count(but) > 0, form
    assert " ".join(run("report new.jsonl old.jsonl")[1].split()[:55]).count(but) == 1
    assert but in run("report old.jsonl --short")[1] and "But" not in run("report new.jsonl")[1]
    assert "'prediction' is empty" not in run("report new.jsonl old.jsonl")[1], "said above"


def test_a_score_of_zeros_and_ones_is_not_taken_for_pass_or_fail_unsaid(write):
    said = "the results in '{}' of 'a.csv' are 0 and 1 only, though such scores may lie between; 1 counts as right"

    def assumed(name, *cells, **more):
        rows = "".join(f"{i // 2},{'ab'[i % 2]},{x}\n" for i, x in enumerate(cells))
        return read_results(write({"a.csv": f"id,model,{name}\n{rows}"}), score=name, **more).assumed

    for more in ({"systems": "a"}, {"where": {"model": "a"}}):  # by fractions in other rows
        assert any(one.startswith(said.format("grounded")) for one in assumed("grounded", 1, 0.5, 0, 1, **more)), more
    assert assumed("grounded", 1, 0.5, 0, 1) == assumed("grounded", "1.0", "0.0", "1.0", "1.0") == ()
    assert assumed("Faithfulness", "1.0", "0.0")[0].startswith(said.format("Faithfulness"))
    assert assumed("Faithfulness", 1, 0) == assumed("Faithfulness", "1.0", "0.5") == ()


def test_a_far_off_value_is_asked_about_with_its_column(run, write):
    long = "".join(f"q{i},a,{1 + i % 4}\n" for i in range(8)) + "q9,a,-1\n"
    write({"long.csv": "id,model,grounded\n" + long, "wide.csv": "id,new,old\n" + long.replace(",a,", ",2,")})
    give = "far from all others, 1 to 4. Give --value -1=none --missing leave-out if it is no result. If it is one,"
    for line, of in (("long.csv --score grounded", "grounded"), ("wide.csv --systems new old", "old")):
        complaint = " ".join(run(f"report {line}")[2].split())
        assert f"-1 of '{of}', in 1 answer" in complaint and f"{give} give --value -1=-1" in complaint
    status, said, complaint = run("report long.csv --score grounded --value -1=none --missing leave-out")
    assert (status, complaint) == (0, "")


def test_mixed_spellings_print_the_values_to_give(write):
    paths = write({"a.csv": "id,score\na,yes\nb,no\nc,1\nd,0.5\ne,0\n"})
    with pytest.raises(ValueError, match=r"for the fewer, as in values=\{'yes': 1, 'no': 0\}$"):
        read_results(paths)
    assert read_results(paths, values={"yes": 1, "no": 0}).frame["score"].tolist() == [1, 0, 1, 0.5, 0]


def test_a_counter_is_no_result(run, write):
    rows = "".join(f"q{i // 3},{i % 3 + 1},{i % 3},{i % 4},text {i}\n" for i in range(12))
    write({"a.csv": f"id,turn,round,rank,reply\n{rows}"})
    assert "nothing here says how good an answer is" in (said := run("check a.csv")[1]) and "--score turn" not in said


# Counts out of others


COUNTS = {
    "new.csv": "id,errors,words,tokens\na,2,10,9\nb,12,40,9\nc,1,0,9\nd,4,8,9\ne,3,,9\n",
    "old.csv": "id,errors,words,tokens\na,4,10,9\nb,12,36,9\nc,2,5,9\nd,3,8,9\ne,3,6,9\n",
}


def test_a_count_per_another_is_a_score_of_each_item(write):
    results = read_results(write(COUNTS), score="errors", per="words")
    frame = results.frame.set_index(["system", "id"])["score"]
    assert frame["new"].dropna().to_dict() == {"a": 0.2, "b": 0.3, "d": 0.5}  # no rate without a base
    assert frame["old"].to_dict() == {"a": 0.4, "b": 12 / 36, "c": 0.4, "d": 0.375, "e": 0.5}
    assert results.metric == "errors per words" and [*results.frame] == ["id", "system", "score"]
    assert "'new.csv': 2 rows without a number above 0 in 'words', so without a result" in results.found
    assert any("results in 'errors' divided by 'words'" in one for one in results.found)
    assert results.per == (
        "An item's score is its 'errors' divided by its 'words', and each item counts the same, however large its "
        f"'words'. All items of the files together come to {18 / 58:.4g} of 'new' and {24 / 65:.4g} of 'old', "
        "without an interval."
    )
    made = report(compare(results, better="lower", missing="leave out"))
    assert "each item counts the same, however large its 'words'" in " ".join(f"{made.section('about')}".split())
    assert made.comparison.systems[0].mean == pytest.approx((0.2 + 0.3 + 0.5) / 3)


def test_a_count_beside_what_it_is_out_of_is_asked_about(write):
    asked = "'errors' counts, and 'words' beside it is another number for the systems on 2 of 4 shared items: is the "
    found = read_results(write(COUNTS), score="errors").found
    assert f"{asked}rate meant, with per='words'?" in found and not any("'tokens' beside" in one for one in found)
    assert not any("is the rate meant" in one for one in read_results(write(COUNTS), score="errors", per="words").found)
    ratings = {name: words.replace("errors", "rating") for name, words in COUNTS.items()}
    assert not any("is the rate meant" in one for one in read_results(write(ratings), score="rating").found)
    shares = {name: words.replace("a,", "a,0.") for name, words in COUNTS.items()}
    assert not any("is the rate meant" in one for one in read_results(write(shares), score="errors").found)


@pytest.mark.parametrize(
    ("named", "words"),
    [
        ({"score": "errors", "per": "word"}, "per names no column of 'new.csv': got 'word'\n"),
        ({"score": "errors", "per": "errors"}, "score must be a column of its own: 'errors' is named twice"),
        ({"score": ["errors", "tokens"], "per": "words"}, "^per divides one score: name one alone with score=$"),
    ],
)
def test_what_a_score_cannot_be_divided_by_is_said(named, words, write):
    with pytest.raises(ValueError, match=words):
        read_results(write(COUNTS), **named)
