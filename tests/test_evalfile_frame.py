"""What is said of all answers together: gaps, slices of one, scales, dates, kinds of ids."""

import json

import pytest

from give_or_take import checks, compare, read_results

ROW = "id,score\n"
SAID = [
    ({"a.csv": ROW + "1,1\n2,0\n5,1\n6,1\n"}, "ids run from '1' to '6', but 2 in between have no answer (such as 3)"),
    ({"a.csv": ROW + "1,1\n2,0\n7,1\n8,1\n"}, "ids run from '1' to '8', but 4 in between have no answer (such as 3)"),
    ({"a.csv": "id,score,category\n1,1,x\n2,0,x\n3,1,y\n"}, "1 slice of 'category' has one item only (such as 'y')"),
    (
        {"a.csv": "id,score,category\n1,1,x\n2,0,y\n", "b.csv": "id,score,category\n1,1,y\n2,0,y\n"},
        "1 time an item has another 'category' (such as '1')",
    ),
    ({"a.csv": "id,rating\n1,5\n2,1\n3,4\n"}, "'a.csv' has scores from 1 to 5, all whole numbers"),
    (
        {"a.csv": "id,rating\n1,5\n2,1\n", "b.csv": "id,rating\n1,0.5\n2,1\n"},
        "the results of 'b.csv' lie between 0 and 1, those of 'a.csv' do not: are they on one scale?",
    ),
    ({"a.csv": "id,score,date\n1,1,2025-03-01\n2,0,2025-01-31\n"}, "dates from '2025-01-31' to '2025-03-01'"),
    (
        {"a.csv": "id,score,date\n1,1,01/02/2025\n2,0,2025-01-31\n"},
        "1 date not written like 2025-01-31, such as '01/02/2025': these have no order",
    ),
    ({"a.jsonl": '{"id":1,"score":1}\n{"id":"x","score":0}\n'}, "the ids of 'a.jsonl' are 1 number and 1 text; 1 and"),
    ({"a.csv": ROW + "1,1\n2,0"}, "'a.csv' does not end with a line break: check that its last row is whole"),
    (
        {"a.csv": ROW + "1.0,1\n", "b.csv": ROW + "1,0\n"},
        "1 id has two spellings that meet, such as '1' and '1.0'",
    ),
    (
        {"a.csv": ROW + "x,1\n", "b.csv": ROW + "y,0\n"},
        "0 items have an answer of both systems; 1 only of 'a' (such as 'x'); 1 only of 'b' (such as 'y'); are",
    ),
    (
        {"a.csv": ROW + "q,1\nr,0\n", "b.csv": ROW + "r,0\ns,0\nt,1\n"},
        "1 item has an answer of both systems; 1 only of 'a' (such as 'q'); 2 only of 'b' (such as 's')",
    ),
]


@pytest.mark.parametrize(("files", "sentence"), SAID)
def test_what_is_odd_but_readable_is_said(files, sentence, write):
    results = read_results(write(files))
    assert any(found.startswith(sentence) for found in results.found), results


def test_nothing_is_said_of_what_is_in_order(write):
    table = "id,score,category,date\n1,1,x,2025-01-01\n2,0,x,2025-01-01\n3,1,y,2025-01-01\n4,0,y,2025-01-01\n"
    results = read_results(write({"new.csv": table, "old.csv": table}))
    assert len(results.found) == 3 and results.slices == ("category",) and results.labels is None
    sparse = read_results(write({"new.csv": ROW + "10,1\n200,0\n3000,1\n"}))
    assert len(sparse.found) == 1, "ids with more gaps than ids are no row of numbers"


def test_gaps_are_looked_for_in_each_task(tmp_path):
    line = {"doc": {}, "target": "", "arguments": {}, "resps": [], "filtered_resps": [], "metrics": ["acc"]}
    (tmp_path / "new").mkdir()
    for task, ids in (("one", (0, 1, 3)), ("two", (0, 1, 2))):
        text = "".join(json.dumps(line | {"doc_id": i, "acc": 1.0}) + "\n" for i in ids)
        (tmp_path / "new" / f"samples_{task}_2026-01-01T00-00-00.jsonl").write_text(text)
    results = read_results(tmp_path, task=["one", "two"])
    gaps = [sentence for sentence in results.found if "in between" in sentence]
    assert gaps == ["ids run from 'one/0' to 'one/3', but 1 in between has no answer (such as 2)"]


def test_ids_of_several_columns_have_no_gaps(write):
    rows = {"a.csv": "doc,part,score\na,1,1\na,2,0\na,5,1\na,6,0\n"}
    assert "in between" not in str(read_results(write(rows), id=["doc", "part"]))
    assert "in between" in str(read_results(write(rows), id="part"))


def test_a_column_of_dates_may_be_named(write):
    results = read_results(write({"a.csv": "id,score,written\n1,1,2025-03-01\n2,0,2025-01-31\n"}), date="written")
    assert results.frame["date"].tolist() == ["2025-03-01", "2025-01-31"] and results.slices == ()


def grouped(labels, column="Group", items=60):
    return f"id,{column},new,old\n" + "".join(f"{i},g{i % labels},{i % 3 // 2},{i % 2}\n" for i in range(items))


def test_a_few_labels_in_a_column_called_group_are_asked_about(run, write):
    path, *_ = write({"a.csv": grouped(5), "many.csv": grouped(20), "each.csv": grouped(9, items=9)})
    status, said, _ = run("check a.csv --systems new old")
    assert status == 2 and "--cluster: 'Group' has 5 labels for 60 items." in said and "the verdict may be" in said
    assert said.endswith("report a.csv --systems new old --cluster Group\n")
    assert "--cluster Group, one of 3; or --by Group, --ignore Group" in said
    for more, estimand in [("cluster", "groups"), ("by", "items"), ("ignore", "items")]:
        status, out, _ = run(f"report a.csv --systems new old --{more} Group --json -")
        assert status == 0 and json.loads(out)["comparison"]["estimand"] == f"{estimand} like these"
    assert run("check many.csv --systems new old")[0] == run("check each.csv --systems new old")[0] == 0
    with pytest.raises(checks.NotNamed, match="give group='Group'.* give slices='Group'.* give ignore='Group'"):
        read_results(path, score=["new", "old"])
    write({"b.csv": "id,Group,new,old\nq,x,1,0\nr,y,0,0\nq,y,1,1\n"})
    assert "is in more than one group: 'q'; name one for each item, or give --ignore Group if" in run(
        "report b.csv --systems new old --runs mean")[2]  # fmt: skip


def test_slices_of_a_column_called_group_go_by_its_name(run, write):
    path = write({"a.csv": grouped(3, "group")})
    found = run("report a.csv --systems new old --by group --json -")[1]
    assert {one["by"] for one in json.loads(found)["comparison"]["slices"]} == {"group of the file"}
    results = read_results(path, score=["new", "old"], slices="group")
    [by] = compare(results, by="group").slices
    assert [one.name for one in by.slices] == ["g0", "g1", "g2"]
    assert run("report a.csv --score new --by group")[0] == 0, "of one system too"


def test_each_item_may_be_a_slice_of_its_runs(run, write):
    rows = [(task, k, arm, task + (k * 7 + task) % 5 + 3 * (arm == "new") * (task == 1))
            for task in range(3) for k in range(9) for arm in ("new", "old")]  # fmt: skip
    write({"a.csv": "task_id,run,arm,cost\n" + "".join(",".join(map(str, one)) + "\n" for one in rows)})
    line = "a.csv --id task_id --system arm --score cost --better lower --by task_id"
    status, said, _ = run(f"check {line} --runs mean")
    assert status == 2 and "--estimand: 'task_id' names the items, so each slice is one item" in said
    assert said.endswith("--better lower --estimand these-items\n") and "one item only" not in said
    like = run(f"report {line} --runs mean --estimand items-like-these")[2]
    assert "--by must stand beside --estimand these-items" in like
    status, out, _ = run(f"report {line} --runs mean --estimand these-items --json -")
    [by] = json.loads(out)["comparison"]["slices"]
    assert status == 0 and [one["difference"] for one in by["slices"]] == pytest.approx([0, 3, 0])
    assert all(one["low"] < one["difference"] < one["high"] for one in by["slices"]), "of the runs"
    write({"a.csv": "task_id,new,old\n" + "".join(f"q{i},{i % 2},1\n" for i in range(9))})
    said = run("report a.csv --id task_id --systems new old --by task_id")[2]
    assert "--by must name kinds of items: 'task_id' names the items, so each slice is one item, with one" in said
