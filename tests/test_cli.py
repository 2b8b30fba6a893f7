"""The command: what it says to files, options and plans, its exit status, and that it dies quietly."""

import errno
import gc
import inspect
import io
import json
import math
import os
import re
import shlex
import shutil
import subprocess
import sys
from contextlib import chdir
from copy import copy
from dataclasses import replace
from pathlib import Path
from random import Random

import pandas as pd
import pytest

import give_or_take
from give_or_take import checks, cli, compare, items_for_paired, plan_two_runs, read_results, tally
from give_or_take.cli import main
from give_or_take.reports.metrics import by_metric
from tools.notebook import ROOT

LM_EVAL = ROOT / "tests" / "evalfiles"
SUMS = "samples_sums_of_two_2026-11-22T16-56-4{}.jsonl"


def rows(right, n):
    """The first so many items are right; two categories."""
    return "".join(f"q{i},{int(i < right)},{'ab'[i % 2]}\n" for i in range(n))


@pytest.fixture(scope="module", autouse=True)
def quick():
    """statsmodels collects garbage in each adjustment of p-values, which takes long where many modules are loaded."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture
def folder(tmp_path):
    """A folder to work in, with the files that the examples name."""
    (tmp_path / "runs").mkdir()
    docs = [{"id": f"q{i}", "score": i % 5 != 0, "doc": f"d{i // 4}"} for i in range(40)]
    files = {
        "new.csv": "id,passed,category\n" + rows(86, 100),
        "old.csv": "id,passed,category\n" + rows(84, 100),
        "worse.csv": "id,passed,category\n" + rows(20, 100),
        "spam.csv": "id,label,output\n" + "".join(f"m{i},{'spam' if i % 5 else 'ham'},spam\n" for i in range(40)),
        "runs/7.jsonl": "".join(json.dumps(row) + "\n" for row in docs),
        "runs/6.jsonl": "".join(json.dumps(row | {"score": i % 4 != 0}) + "\n" for i, row in enumerate(docs)),
    }
    for name, words in files.items():
        (tmp_path / name).write_text(words, encoding="utf-8")
    with chdir(tmp_path):
        yield tmp_path


@pytest.fixture
def run(folder, capsys):
    """run("check new.csv"): the exit status, what is printed and what is complained."""

    def call(line):
        status = main(shlex.split(line))
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


# check


def test_check_ends_with_the_line_to_type_and_that_line_runs(run):
    status, said, complaint = run("check new.csv old.csv --by category --level 90")
    assert (status, complaint) == (0, "")
    first, rows, systems, *_ = said.split("\n\n")
    assert first == "200 answers of 2 systems ('new', 'old') to 100 items, pass or fail"
    assert re.split(" +", rows.splitlines()[1].strip()) == ["id", "system", "score", "category"]
    assert len(rows.splitlines()) == 5 and len(systems.splitlines()) == 4
    assert re.split(" +", systems.splitlines()[2].strip()) == ["'new'", "100", "100", "0", "0.86", "0", "1"]
    assert "\nto be compared\n  'new' minus 'old'\n" in said and "\nwrong" not in said
    line = said.splitlines()[-1].strip()
    assert line == "give-or-take report new.csv old.csv --by category --level 90"
    status, said, complaint = run(line.removeprefix("give-or-take "))
    assert (status, complaint) == (0, "") and "90%" in said


def test_what_must_be_named_is_asked_for_at_once(run, folder):
    """The filter by the reader, the missing results by the comparison: neither waits for the other."""
    nothing = {"acc": math.nan, "exact_match": math.nan}
    for name, seconds in (("new", "3.405571"), ("old", "3.454547")):
        lines = (LM_EVAL / name / SUMS.format(seconds)).read_text(encoding="utf-8").splitlines(keepends=True)
        (folder / name).mkdir()
        rows = map(json.loads, lines)
        rows = [row | (nothing if name == "old" and row["doc_id"] == 2 else {}) for row in rows]
        (folder / name / "samples_sums_of_two_1.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    files = "new/samples_sums_of_two_1.jsonl old/samples_sums_of_two_1.jsonl"
    status, said, _ = run(f"check {files}")
    asked = said.split("\nto be named\n")[1].split("\n\n")[0]
    assert status == 2 and re.findall(r"^  (--[a-z]+): ", asked, re.MULTILINE) == ["--filter", "--missing"]
    assert "'flexible-extract' (3 lines)" in asked and "--missing fail or --missing leave-out" in asked
    assert said.endswith(f"next:\n  give-or-take report {files} --filter strict-match --missing leave-out\n")
    supposed = said.split("\nsupposed in the line below (what else it may be stands above)\n")[1]
    assert supposed.startswith(
        "  --filter strict-match, one of 2; or --filter flexible-extract\n  --missing leave-out, one"
    )
    assert "supposing --filter strict-match" in said.splitlines()[0]
    status, said, complaint = run(f"report {files}")
    assert status == 2 and not said and complaint.startswith("Error: 2 reasons:\n- --filter must be named: ")
    assert "\n- --missing must be named: " in complaint
    status, said, _ = run(f"report {files} --filter strict-match --missing fail")
    assert status == 0 and said


def test_of_several_systems_the_line_to_type_compares_all_unless_two_are_needed(run, folder):
    (folder / "three.csv").write_text(
        "id,model,ok\n" + "".join(f"q{i},{x},{i % 3 > 0:d}\n" for i in range(9) for x in "abc")
    )
    for line, systems in (
        ("three.csv", ""),
        ("three.csv --systems c a b", ""),
        ("three.csv --baseline b", ""),
        ("three.csv --posterior", " --systems a b"),
    ):
        status, said, _ = run(f"check {line}")
        when = "when that is mended" if systems else "next"
        assert status == 2 * bool(systems) and said.endswith(f"\n{when}:\n  give-or-take report {line}{systems}\n")
        first = "--systems a b, the first two of 3 systems, as --posterior is for two; name others"
        assert (first in said) == bool(systems)
        assert run(f"report {line}{systems} --short")[0] == 0


def test_settings_of_two_systems_are_all_counted_in_the_line_to_type(run, folder):
    rows = (
        f"q{i},{x},{y},{(i + k) % 3 > 0:d}\n"
        for k, (x, y) in enumerate((x, y) for x in "ab" for y in "cde")
        for i in range(9)
    )
    (folder / "m.csv").write_text("id,model,temperature,correct\n" + "".join(rows))
    for command in ("check", "report"):
        status, *said = run(f"{command} m.csv")
        line = "report m.csv --id id --id temperature --cluster id"
        assert status == 2 and "".join(said).endswith(f"\nnext:\n  give-or-take {line}\n")
        assert "--cluster id, one of 4; or --where temperature=c, --where temperature=d, --where temp" in "".join(said)
    assert run(f"{line} --short")[0] == 0


def test_where_nothing_can_be_supposed_there_is_no_line_that_would_fail(run, folder):
    words = "a long answer to question {} that goes on in words of its own"
    rows = [{"id": i, "response": words.format(i), "reference": f"{words.format(i)} and {i} more"} for i in range(9)]
    (folder / "m.json").write_text(json.dumps({"scores": {"n": "x", "faithfulness": 0.9}, "per_question": rows}))
    status, said, _ = run("check m.json --by id")
    assert status == 2 and "\nto be named\n" in said and "mended:" not in said and "give-or-take" not in said
    status, said, complaint = run("report m.json")
    once = "'scores.faithfulness' stands there once (0.9), for all rows: an interval needs the result of each"
    assert (status, said) == (2, "") and once in complaint and "next:" not in complaint


def test_files_without_a_shared_id_offer_the_comparison_of_different_items(run, folder):
    (folder / "other.csv").write_text("id,passed\n" + "".join(f"p{i},{int(i < 40)}\n" for i in range(80)))
    status, out, _ = run("check new.csv other.csv")
    assert status == 2 and "supposing --independent" in out
    asked = out[out.index("to be named") :]
    assert asked.index("give --independent; if they answered the same items, write the ids alike") > 0  # sizes differ
    assert out.endswith("give-or-take report new.csv other.csv --independent\n")
    status, _, err = run("report new.csv other.csv")
    assert status == 2 and "next:\n  give-or-take report new.csv other.csv --independent\n" in err
    status, out, err = run("report new.csv other.csv --independent --gate --margin 2 --short")
    assert status == 0 and "on different items, 100 of new and 80 of other" in out.replace("\n", " ")
    assert "shared" not in out and "flip" not in out and not err
    assert run("check new.csv other.csv --independent")[0] == 0


def test_a_count_may_be_divided_by_what_it_is_out_of(run, folder):
    for k, name in enumerate(("a", "b")):
        rows = "".join(f"{i},{5 + i % 4 + k},{20 + i % 3 + k}\n" for i in range(40))
        (folder / f"{name}.csv").write_text(f"id,mistakes,# Wrd\n{rows}")
    status, out, _ = run("check a.csv b.csv --score mistakes --better lower")
    asked = "another number for the systems on 40 of 40 shared items: is the rate meant, with --per '# Wrd'?"
    assert status == 0 and asked in out
    assert asked in run("report a.csv b.csv --score mistakes --better lower --short")[2]
    status, out, err = run("check a.csv b.csv --score mistakes --per '# Wrd'")
    line = "report a.csv b.csv --score mistakes --per '# Wrd' --better lower"
    assert status == 2 and out.endswith(f"\n  give-or-take {line}\n")
    status, out, err = run(line)
    assert status == 0 and "number of '# Wrd' on 40 of 40 shared items: were both given the same?" in err
    assert "An item's score is its 'mistakes' divided by its '# Wrd'" in out.replace("\n", " ")
    assert "--per divides one score" in run("report a.csv --systems a b --per x --truth a --prediction b")[2]


def test_sets_of_tests_that_share_no_item_are_told_apart_with_whole_lines_to_type(run, folder):
    names = [f"a model whose name is longer than what is shown of it, prompt {i}" for i in range(5)]
    lines = [f'{test}{i},"{name}",{i % 2}' for i in range(9) for k, name in enumerate(names) for test in "pq"[k > 2]]
    (folder / "two.csv").write_text("id,system,passed\n" + "\n".join(lines) + "\n")
    sets = [" ".join(["--systems", *map(shlex.quote, of)]) for of in (names[:3], names[3:])]
    pair = " ".join(["--systems", *map(shlex.quote, names[1:3])])
    for line in ("check two.csv", "report two.csv", "report two.csv --systems all"):
        status, out, err = run(line)
        said = out + err
        assert status == 2 and "2 sets of tests that share no item" in said and "written alike" not in said
        assert all(f"\n    {one}\n" in said for one in (*sets, pair))
        assert said.endswith(f"next:\n  give-or-take report two.csv {sets[0]}\n")
    for one in (*sets, pair):
        assert run(f"report two.csv {one}")[0] == 0
    (folder / "three.csv").write_text("id,a,b,c\n1,1,0,\n2,1,1,\nx3,,,1\n")  # one alone is no set
    assert "written alike" in run("check three.csv --systems a b c --missing leave-out")[1]


@pytest.mark.parametrize(
    ("one", "other", "met"),
    [("{:03d}", "{}", True), ("task-{}-A", "Task_{}-a", True), ("q{}", "q{}00", False), ("q{}", "Q{} ", None)],
)
def test_ids_that_are_only_spelled_otherwise_offer_to_meet(run, folder, one, other, met):
    for name, spelled in (("a", one), ("b", other)):
        (folder / f"{name}.csv").write_text(
            "id,ok\n" + "".join(f"{spelled.format(i)},{i % 3 > 0:d}\n" for i in range(1, 50))
        )
    status, said, _ = run("check a.csv b.csv")
    option = {True: " --may-differ spelling", False: " --independent", None: ""}[met]
    assert status == (0 if met is None else 2) and said.endswith(f"give-or-take report a.csv b.csv{option}\n")
    if met:
        shown = f"such as {checks.shown(one.format(1))} and {checks.shown(other.format(1))}; give --may-differ spelling"
        assert f"49 ids differ only in spelling, {shown} to read them as one item" in said
        status, said, _ = run("report a.csv b.csv --may-differ spelling --short")
        assert status == 0 and "on the same 49 items" in said
        assert run("report a.csv b.csv --independent")[0] == 0


def test_all_that_is_wrong_is_said_at_once(run, folder):
    (folder / "bad.csv").write_text("id,passed\nq1,1\nq4,maybe\nq2,1\nq3\n")
    (folder / "cut.jsonl").write_text('{"id": "q1", "score": 1}\n{"id": "q')
    status, said, _ = run("check bad.csv cut.jsonl")
    wrong = said.split("\nwrong\n")[1].split("\n\n")[0].splitlines()
    assert status == 2 and len(wrong) == 3 and "has results that cannot be read: 'maybe' (1, first in" in wrong[2]
    assert wrong[0].startswith("  'bad.csv' names 2 columns and has more or fewer cells")
    assert "'cut.jsonl' is cut off" in wrong[1]
    assert "when that is mended" not in said and "give-or-take" not in said, "that line has just failed"
    assert run("report bad.csv cut.jsonl")[::2] == (2, "Error: 3 reasons:\n" + "".join(f"- {x[2:]}\n" for x in wrong))


METRICS = "id,system,kind,f1,exact,judge_score\n" + "".join(
    f"q{i},{system},{'ab'[i % 2]},{(37 * i + 11 * k) % 50 / 50},{int((i + k) % (3 + k) > 0)},{(i + 2 * k) % 5}\n"
    for i in range(60) for k, system in enumerate(("new", "old")))  # fmt: skip


def test_several_metrics_are_one_table_with_the_numbers_of_each(run, folder):
    (folder / "m.csv").write_text(METRICS)
    status, said, err = run("report m.csv --score f1 --score exact")
    head, new, old, gap, verdict, _ = said.split("Each metric\n")[1].split("\n", 5)
    assert status == 0 and not err and re.split("  +", head) == ["system", "f1", "exact"]
    assert re.split("  +", verdict)[0] == "verdict" and re.split("  +", gap)[0] == "new minus old"
    for k, score in enumerate(("f1", "exact"), 1):
        alone = run(f"report m.csv --score {score}")[1]
        for row in (new, old, gap):
            for number in re.findall(r"[-+]?\d+\.\d+", re.split("  +", row)[k]):
                assert number in alone, (score, row)
    assert "flips for new" in said and "On 60 items, rates and means with 95% intervals; differences" in said
    assert "95% intervals (t and Wilson)" in run("report m.csv --score f1 --score exact --md -")[1].replace("\\", "")
    once = "2 metrics, each by itself: the more there are, the sooner one differs by luck alone, so decide by the one"
    assert once in said.replace("\n", " ") and said.count("count as a random sample") == 1


def test_a_table_of_metrics_can_be_forwarded(run, folder):
    """Counts beside rates, one number of decimals, no star at who lost below, and one caveat for all."""
    luck = Random(4)
    rows = ((k, f"q{i}", int(i % 10 < 2 + 3 * k), luck.random() + k / 8, luck.randint(1, 5))
            for i in range(60) for k in range(3))  # fmt: skip
    (folder / "m.csv").write_text(
        "system,id,exact,f1,stars\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)
    )
    line = "report m.csv --score exact --score f1 --score stars --baseline 0"
    status, said, _ = run(f"{line} --md -")
    first, second, third = ([x.strip() for x in row.split("|")[2:5]] for row in said.splitlines()[6:9])
    assert status == 0 and first[0].startswith("12/60 20.0% (") and third[0].startswith("48/60 80.0% (")
    assert {len(x) for row in (first, second, third) for y in row[1:] for x in re.findall(r"\.(\d+)", y)} == {3}
    assert said.count("so expect less of it on new ones") == 1
    c = compare(read_results("m.csv", score="exact"), baseline="0")
    starred = replace(c, systems=tuple(replace(x, may_be_best=True) for x in c.systems))
    said = by_metric({"exact": starred}, {}, {}).markdown
    stars = ["\\*" in row.split("|")[2] for row in said.splitlines()[6:9]]
    assert stars == [False, True, True] and "and lost no test here" in said


def test_of_several_metrics_lower_is_better_for_those_that_ask(run, folder):
    rows = "".join(f"q{i},{system},{0.9 - k / 5 + i % (7 + k) / 90},{0.1 + k / 5 + i % (5 + k) / 90}\n"
                   for i in range(40) for k, system in enumerate(("new", "old")))  # fmt: skip
    (folder / "m.csv").write_text(f"id,system,f1,toxicity\n{rows}")
    line = "m.csv --score f1 --score toxicity"
    status, said, _ = run(f"report {line}")
    assert status == 2 and "* toxicity: --better must be named: " in said.replace("\n", " ")
    status, said, _ = run(f"report {line} --better lower")
    assert status == 0 and re.search("^verdict +favours new +favours new$", said, re.MULTILINE)
    assert said.count("Lower is better.") == 1 and run(f"check {line} --better lower")[0] == 0
    (folder / "n.csv").write_text(f"id,system,f1,other\n{rows}")
    status, said, _ = run("report n.csv --score f1 --score other --better lower")
    assert status == 0 and re.search("^verdict +favours old +favours new$", said, re.MULTILINE), "nobody asks: all"


def test_of_several_metrics_names_that_are_surely_lower_are_not_asked_for(run, folder):
    rows = "".join(f"q{i},{system},{i % 3 == k},{1 + k + i % (7 + k) / 90},{0.1 + k / 5 + i % (5 + k) / 90}\n"
                   for i in range(40) for k, system in enumerate(("new", "old")))  # fmt: skip
    (folder / "m.csv").write_text(f"id,system,correct,latency_ms,toxicity\n{rows}")
    line = "report m.csv --score correct --score latency_ms"
    status, said, note = run(line)
    assert status == 0 and "0.996 to 1.018 (latency_ms, lower is better, 95% interval)" in " ".join(said.split())
    assert note == ("note: of 'latency_ms' lower is better, by its name; --better latency_ms=higher turns it round\n")
    status, said, note = run(f"{line} --better latency_ms=higher")
    assert (status, note) == (0, "") and "data favour old over new, by 0.996 to" in said
    status, said, _ = run(f"{line} --score toxicity")
    assert status == 2 and "give --better toxicity=lower or --better toxicity=higher" in " ".join(said.split())
    status, said, _ = run(f"{line} --score toxicity --better toxicity=lower --better latency_ms=lower")
    assert status == 0 and said.count("favours new") == 2
    assert run("report m.csv --score latency_ms")[0] == 2, "alone it is asked for"
    for wrong in ("--better toxicity=lower", "--better lower --better higher", "--better latency_ms=up"):
        assert run(f"{line} {wrong}")[0] == 2


def test_who_graded_is_asked_once_where_the_metric_speaks_of_it(run, folder):
    rows = "".join(f"q{i},{system},{(i + k) % 3 / 2},{(i + k) % 5 > 0},{i % 2}\n"
                   for i in range(40) for k, system in enumerate(("new", "old")))  # fmt: skip
    (folder / "m.csv").write_text(f"id,system,helpfulness,faithful,tests\n{rows}")
    who = "Who graded? If a model did, --human labels.csv"
    for line, often in (("helpfulness", 1), ("faithful", 1), ("tests", 0), ("helpfulness --score faithful", 2)):
        said = " ".join(run(f"report m.csv --score {line}")[1].split())
        assert said.count(who) == often and ("--passing SCORE" in said) == line.startswith("help")
    assert who not in run("report m.csv --score faithful --labels people")[1]
    assert who not in run("report m.csv --score faithful --short")[1], "not to be pasted"


def test_what_runs_may_count_as_is_said_where_they_are_offered(run, folder):
    rows = "".join(f"q{i},{s},{e},{i % 2}\n" for i in range(9) for s in "ab" for e in ("one", "two"))
    (folder / "m.csv").write_text(f"id,system,experiment,correct\n{rows}")
    complaint = run("report m.csv")[2]
    assert "'experiment' ('one', 'two') tells apart" in complaint and "--where experiment=one takes one," in complaint
    assert "If it counts runs, give --run experiment." in complaint
    complaint = run("report m.csv --run experiment")[2]
    assert "--runs mean (each item counts once, whatever its number of runs)" in complaint
    assert "--runs together (each run counts once, so an item with more runs weighs more)" in complaint
    status, said, _ = run("report m.csv --where experiment=one")
    assert status == 0 and "Only rows with experiment=one count." in " ".join(said.split())
    (folder / "m.csv").write_text(f"id,system,experiment,correct\n{rows}q9,a,one,1\n")
    said = " ".join(run("report m.csv --where experiment=one")[1].split())
    assert "1 item that only a has among the rows with experiment=one is left out." in said


def test_a_handful_that_stands_twice_alike_comes_with_the_whole_line_to_type(run, folder):
    rows = "".join(f"q{i},{i % 3 > 0:d},{i % 7},{'ny'[i % 2]},{'ny'[i % 3 > 0]}\n" for i in range(60))
    (folder / "m.csv").write_text(f"id,ok,points,truth,said\n{rows}q4,1,4,n,y\n")
    for line, how in (
        ("--score ok", "mean"),
        ("--score ok --score points", "mean"),
        ("--truth truth --prediction said --positive y", "together"),
    ):
        status, said, complaint = run(f"report m.csv {line}")
        assert (status, said) == (2, "")
        assert complaint.endswith(f"\nnext:\n  give-or-take report m.csv {line} --runs {how}\n")
        assert "1 id, such as 'q4' (row 6 of 'm.csv' and row 62 of 'm.csv'), with the same result each" in complaint
        assert "a handful, so that either choice changes little" in complaint
        assert ("--runs mean" in complaint) == (how == "mean"), "of classes it is refused"
        assert run(f"report m.csv {line} --runs {how}")[0] == 0
    for more in ("q4,0,4,n,y\n", "".join(f"q{i},{i % 3 > 0:d},{i % 7},n,y\n" for i in range(4))):
        (folder / "m.csv").write_text(f"id,ok,points,truth,said\n{rows}{more}")
        assert "handful" not in run("report m.csv --score ok")[2]


def test_how_many_runs_an_item_has_is_said_where_items_differ_in_it(run, folder):
    rows = [(f"q{i}", s, k, (i + k) % 3 > 0) for i in range(20) for s in "ab" for k in range(3 + i % 3)]
    write = lambda of: (folder / "m.csv").write_text(  # noqa: E731
        "id,system,run,correct\n" + "".join(f"{i},{s},{k},{x:d}\n" for i, s, k, x in of)
    )
    write(rows)
    said = " ".join(run("report m.csv --runs mean")[1].split())
    assert "(3 to 5 runs an item: each item counts once, whatever its number of runs)." in said
    said = " ".join(run("report m.csv --runs together")[1].split())
    assert "(3 to 5 runs an item: each run counts once, so an item with more runs weighs more)." in said
    assert run("check m.csv")[1].endswith("report m.csv --runs mean\n")
    write([row for row in rows if row[2] < 3])
    assert "runs an item" not in run("report m.csv --runs mean")[1]


def test_check_looks_at_each_of_several_metrics(run, folder):
    (folder / "m.csv").write_text(METRICS.replace("q3,old,b,0.44,", "q3,old,b,,"))
    status, said, _ = run("check m.csv --score exact --score f1")
    exact, f1 = (re.split("  +", row.strip()) for row in said.split("\nby metric\n")[1].splitlines()[1:3])
    assert status == 2 and exact[0] == "'exact'" and exact[2::2] == ["0", "0"]
    assert f1[:3] == ["'f1'", "120", "1"] and f1[-2:] == ["0", "0.98"] and "\nby system, 'exact'\n" in said
    assert "\n  --missing: results are missing among 60, 1 of 'old'" in said, "which the first has not"
    assert said.endswith("report m.csv --score exact --score f1 --missing leave-out\n")


def test_metrics_that_are_equals_are_offered_together_and_that_line_runs(run, folder):
    (folder / "m.csv").write_text(re.sub(r"(?m)^id,|^q", lambda one: {"id,": "name,", "q": "t"}[one[0]], METRICS))
    for line in ("check m.csv", "report m.csv"):
        status, said, complaint = run(line)
        next_line = "report m.csv --score exact --score f1 --score judge_score --id name"
        assert status == 2 and (said or complaint).endswith(f"next:\n  give-or-take {next_line}\n")
    assert run(next_line)[0] == 0
    for line in ("check", "report"):
        status, said, complaint = run(f"{line} m.csv --id name --score f1,exact")
        assert status == 2 and "--score names no column of 'm.csv': got 'f1,exact'" in said + complaint
        assert (said + complaint).endswith("  give-or-take report m.csv --id name --score f1 --score exact\n")
    (folder / "wide.csv").write_text("id,gpt,claude\nq1,1,0\nq2,0,1\nq3,0,0\n")
    assert run("check wide.csv")[1].endswith("report wide.csv --systems gpt claude\n"), "each may be a system"


def test_what_is_said_of_several_metrics_alike_is_said_once(run, folder):
    (folder / "m.csv").write_text(METRICS.replace("exact", "judge_f1"))
    three = "--score f1 --score judge_f1 --score judge_score"
    status, said, _ = run(f"report m.csv {three} --by kind")
    assert status == 0 and said.count("A judge model graded") == 1 and "* judge_f1, judge_score: A judge" in said
    assert "* f1, judge_score: The data cannot tell whether new minus old varies by kind" in said
    status, said, _ = run(f"report m.csv {three} --labels judge --html m.html --md m.md")
    assert status == 0 and said.count("A judge model graded") == 1
    assert Path("m.md").read_text().count("A judge model graded") == Path("m.html").read_text().count("A judge ") == 1
    assert "| system | `f1` | `judge_f1` | `judge_score` |\n|---|---|---|---|\n| `new` | 0." in Path("m.md").read_text()


def test_many_systems_keep_their_means_of_several_metrics(run, folder):
    ten = "".join(f"q{i},s{k},{(i * k) % 7},{(i + k) % 9}\n" for i in range(30) for k in range(1, 11) if i or k > 1)
    (folder / "ten.csv").write_text(f"id,system,bleu,chrf\n{ten}")
    status, said, _ = run("report ten.csv --score bleu --score chrf")
    rows = [re.split("  +", line) for line in said.split("Each metric\n")[1].splitlines()[1:11]]
    assert status == 0 and sorted(row[0] for row in rows) == sorted(f"s{k}" for k in range(1, 11))
    assert [row[1] for row in rows] == sorted((row[1] for row in rows), reverse=True) and " *" in said
    assert re.search(r"^items +29 to 30 +29 to 30$", said, re.MULTILINE)


def test_a_metric_that_cannot_be_compared_stops_no_other(run, folder):
    (folder / "m.csv").write_text("id,kind,f1,<b>\n" + "".join(f"q{i},{'ab'[i % 2]},0.{i},{i % 2}\n" for i in range(9)))
    status, said, _ = run("report m.csv --score f1 --score '<b>' --score nothing --by kind --html m.html")
    page = Path("m.html").read_text()
    assert status == 2 and "What could not be compared" in said and "* nothing: --score names no column" in said
    assert " --system kind --independent in place of --by compares them." in " ".join(said.split())
    assert said.count(": 'kind' 'a': 'm' ") == said.count("2 slices, each by itself") == 2
    assert "<bdi>&lt;b&gt;</bdi>" in page and "<b>" not in page and "--score names no column" in page
    status, said, complaint = run("report m.csv --score no --score nothing")
    assert status == 2 and not said and complaint.startswith("Error: 2 reasons:\n- --score names no column of 'm.csv'")
    for more in ("--gate --margin 2", "--json -", "--note seeds=1"):
        status, _, complaint = run(f"report m.csv --score f1 --score '<b>' {more}")
        assert status == 2 and "is about one metric, and --score names 2" in complaint


def test_slices_of_one_system_stand_in_every_form_and_end_with_the_line_that_compares_them(run, folder, monkeypatch):
    (folder / "s.csv").write_text("id,kind,ok\n" + "".join(f"q{i},{'ab'[i % 2]},{i % 3 > 0:d}\n" for i in range(9)))
    typed = "report s.csv --score ok --level 90"
    line = f"give-or-take {typed.replace(' --level', ' --system kind --independent --level')}"
    for more in ("--short", "", "--md -", "--html -"):
        status, said, note = run(f"{typed} --by kind {more}")
        assert (status, note) == (0, "")
        plain = re.sub("</?[a-z][^>]*>|[|`]", " ", said)
        assert re.search(r"\ba +3/5 +60.0% +2\d", plain) and re.search(r"\bb +3/4 +75.0% +3\d", plain)
        assert "2 slices, each by itself: the more there are, the sooner" in " ".join(plain.split())
        [found] = re.findall("Is one worse than the others[?].*", plain)
        assert sorted(found.split()[6:]) == sorted(line.split()), "in one line"
        if cli.THE_REST in said:
            assert said.endswith(f"{cli.THE_REST}\n") and said.index("3/5") < said.index(cli.THE_REST)
    [alone] = json.loads(run(f"{typed} --by kind --json -")[1])["comparison"]["alone"]
    assert alone["by"] == "kind" and [(x["name"], x["right"], x["n"]) for x in alone["slices"]] == [
        ("a", 3, 5), ("b", 3, 4)]  # fmt: skip
    status, said, _ = run(alone["line"].removeprefix("give-or-take "))
    assert status == 0 and "cannot tell a from b" in said
    monkeypatch.setattr(cli, "LARGE", 10)  # bytes; what is large is read once
    assert re.search(r"\ba +3/5", said := run(f"{typed} --by kind")[1]) and "Is one worse" not in said
    monkeypatch.undo()
    (folder / "s.csv").write_text("id,kind,ok\nq1,a,1\nq2,a,0\n")
    assert "Is one worse" not in run("report s.csv --by kind")[1], "there is no other"


def test_a_line_to_type_is_never_broken_or_cut(run, folder):
    name = "results " + "of a long name " * 12 + "$(x).csv"
    (folder / name).write_text("id,kind,ok\n" + "".join(f"q{i},{'ab'[i % 2]},{i % 3 > 0:d}\n" for i in range(9)))
    [found] = re.findall("Is one worse than the others[?] give-or-take (.*)",
                         run(f"report '{name}' --by kind")[1])  # fmt: skip
    assert run(found)[0] == 0


def test_all_systems_of_a_column_may_be_asked_for_beside_a_truth(run, folder):
    rows = "".join(f"q{i},{'ab'[i % 2]},{'yn'[i % 3 > 0]},{'yn'[i % 4 > 0]}\n" for i in range(20))
    (folder / "p.csv").write_text(f"id,kind,truth,said\n{rows}")
    line = "report p.csv --truth truth --prediction said --positive y --system kind --independent"
    assert run(f"{line} --systems all") == run(line) and run(line)[0] == 0
    rows = "".join(f"q{i},{s},{i % 3 > 0:d},{i % 2}\n" for i in range(20) for s in "abc")
    (folder / "m.csv").write_text(f"id,model,ok,late\n{rows}")
    assert run("report m.csv --score ok --systems all") == run("report m.csv --score ok"), "--score stays what it is"


def test_a_slow_reading_is_not_repeated_to_ask_for_more(run, monkeypatch):
    monkeypatch.setattr(cli, "PATIENCE", -1)
    calls = []
    monkeypatch.setattr(give_or_take, "read_results", lambda *a, **k: calls.append(1) or read_results(*a, **k))
    (Path("two.csv")).write_text("id,score,passed\nq1,1,1\nq2,0,1\n")
    status, said, _ = run("check two.csv new.csv")
    assert status == 2 and len(calls) == 1 and "--score: 'two.csv' has the columns 'score', 'passed'" in said


def test_what_a_terminal_would_obey_is_written_out(run, folder):
    name = "\x1b[31mred\u202e.csv" if os.name != "nt" else "red\u202e.csv"
    (folder / name).write_text("id,passed\nq1,1\nq2,0\n")
    for line in (f"check '{name}' old.csv", f"report '{name}' old.csv", f"report '{name}' old.csv --gate --margin 9"):
        _, said, complaint = run(line)
        assert "red" in said + complaint and not {"\x1b", "\u202e"} & set(said + complaint)


# Options are arguments


ARGUMENTS = {**inspect.signature(read_results).parameters, **inspect.signature(compare).parameters}


def test_every_argument_is_an_option_and_no_flag_stands_twice():
    assert {*ARGUMENTS} - {"paths", "results", "progress", "slices", "seed"} == {*cli.READ, *cli.COMPARE}
    for table in ({**cli.READ, **cli.COMPARE}, cli.PLAN):
        flags = [option.flag for option in table.values()]
        assert len(set(flags)) == len(flags)
    for argument, words in cli.CHOICES.items():
        assert ARGUMENTS[argument].default is None or ARGUMENTS[argument].default in words


@pytest.mark.parametrize(
    ("argument", "value", "python", "command"),
    [
        ("missing", "leave out", "missing='leave out'", "--missing leave-out"),
        ("missing", 0, "missing=0", "--missing 0"),
        ("id", "doc_hash", "id='doc_hash'", "--id doc_hash"),
        ("system", "a b", "system='a b'", "--system 'a b'"),
        ("score", ["em", "f1 score"], "score=['em', 'f1 score']", "--systems em 'f1 score'"),
        ("score", "all", "score='all'", "--systems all"),
        ("id", ["q" * 60, "t"], f"id=['{'q' * 60}', 't']", f"--id {'q' * 60} --id t"),
        ("where", {"m" * 60: "f1"}, f"where={{'{'m' * 60}': 'f1'}}", f"--where {'m' * 60}=f1"),
        ("values", {"P": 0.5, "out of time": None}, "values={'P': 0.5, 'out of time': None}",
         "--value P=0.5 --value 'out of time=none'"),
        ("slices", None, "slices=", "--by"),
    ],
)  # fmt: skip
def test_what_to_type_is_said_in_python_or_as_an_option(argument, value, python, command):
    value = [] if value is None else [value]
    assert (checks.InPython().typed(argument, *value), cli.Options().typed(argument, *value)) == (python, command)


def test_a_sentence_is_in_the_words_of_whoever_asked(tmp_path, capsys):
    """The command's words end with it, and the refusal says what it is about in either."""
    file = tmp_path / "a.csv"
    file.write_text("id,passed,right\nq1,yes,no\n")
    assert cli.main(["check", str(file)]) == 2
    assert "--score: 'a.csv' has the columns" in capsys.readouterr().out
    words = "^score must be named: 'a.csv' has the columns .*; give score=$"
    with pytest.raises(checks.NotNamed, match=words) as caught:
        read_results(file)
    assert caught.value.argument == "score" and caught.value.choices == ["passed", "right"]
    assert str(copy(caught.value)) == str(caught.value)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("new=new.csv old.csv", "NAME=FILE must name all systems or none: 'old.csv' has no name"),
        ("new.csv old.csv --value P", "--value must be RESULT=WORTH, as P=0.5 or skipped=none: got 'P'"),
        ("new.csv old.csv --value P=half", "--value must be RESULT=WORTH"),
        ("new.csv old.csv --margin 100", "--margin must lie below 100 points: got 100"),
        (
            "new.csv old.csv --margin 0.02",
            "--margin is in points: got 0.02, less than one of 100 answers, which is 1; write 2 if you mean 2 points",
        ),
        ("new.csv old.csv --level 101", "'--level': 101.0 is not in the range"),
        ("new.csv old.csv --missing drop", "'drop' is not one of 'fail', 'leave-out'"),
        ("new.csv old.csv --by colour", "--by names no column"),
        ("new.csv old.csv --baseline older", "--baseline must be one of"),
        ("new.csv none.csv", "FILE names no file: 'none.csv'"),
        ("new.csv none.csv --gate", "- --margin must be named"),
        ("new.csv old.csv --id ''", "--id names no column"),
        ("new.csv old.csv --level 50", "'--level': 50.0 is not in the range"),
        ("new.csv old.csv --gate", "--margin must be named: --gate asks"),
        ("new.csv old.csv worse.csv --gate", "- --baseline must be named: --gate compares the others with it"),
        ("new.csv --gate --margin 1", "--gate needs a second system"),
        ("new.csv old.csv --json old.csv", "--json must name a file of its own: 'old.csv' is named already"),
        ("new.csv old.csv --json - --md -", "--json must name a file of its own: '-' is named already"),
        ("new.csv old.csv --html none/report.html", "--html could not be written: its folder does not exist"),
        ("", "Missing argument '[NAME=]FILE...'"),
        ("new.csv old.csv --any-time --look 2/5", "--look must be left out beside --any-time: one may look at any"),
        (
            "new.csv old.csv --look 6/5",
            "--look must be K/N, look K of N that were planned, such as 2/5, of at most 100",
        ),
        ("new.csv old.csv --any-time --matters 2", "--matters must be left out beside --any-time: what the next test"),
        ("new.csv old.csv --look 1/3 --by category", "--by must be left out beside --look: slices are for one look"),
        ("new.csv old.csv --any-time --at-least 80", "--at-least must be left out beside --any-time"),
        ("new.csv old.csv --posterior --estimand these-items", "name --estimand items-like-these"),
        ("new.csv old.csv worse.csv --posterior", "--posterior is for two systems: there are 3; name two of them"),
        ("new.csv old.csv --estimand groups-like-these", "--estimand groups-like-these needs groups: name their"),
    ],
)
def test_wrong_use_is_2_and_says_which_option(run, line, words):
    before = {path: path.read_bytes() for path in Path().glob("*.*")}
    status, said, complaint = run(f"report {line}")
    assert (status, said) == (2, "") and words in complaint and "Traceback" not in complaint
    assert before == {path: path.read_bytes() for path in Path().glob("*.*")}


def test_points_percent_and_words_become_what_python_takes(run, monkeypatch):
    taken = {}

    def spy(results, **arguments):
        taken.update(arguments)
        return compare(results, **arguments)

    monkeypatch.setattr(give_or_take, "compare", spy)
    line = "--margin 1 --matters 3 --matters 5 --level 90 --power 90 --estimand items-like-these --labels judge"
    assert run(f"report a=new.csv b=old.csv {line} --baseline b --by category --better higher")[0] == 0
    numbers = {"margin": 0.01, "matters": [0.03, 0.05], "level": 0.9, "power": 0.9}
    words = {"estimand": "items like these", "labels": "judge", "baseline": "b", "by": ["category"], "better": "higher"}
    assert taken == numbers | words


def test_the_margin_of_scores_is_in_their_unit_and_values_give_results_their_worth(run, folder, monkeypatch):
    for name, word in (("one", "P"), ("two", "C")):
        grades = [word] * 3 + ["I"] * 6
        (folder / f"{name}.csv").write_text("id,grade\n" + "".join(f"q{i},{one}\n" for i, one in enumerate(grades)))
    taken = {}
    monkeypatch.setattr(give_or_take, "compare", lambda results, **more: taken.update(more) or compare(results, **more))
    assert "as in --value P=0, or None if it is no result" in run("report one.csv two.csv")[2]
    assert run("report one.csv two.csv --value P=0.5 --margin 0.2")[0] == 0
    assert taken["margin"] == 0.2
    status, _, complaint = run("report one.csv two.csv --value P=0.5 --gate --margin 2")
    assert status == 2 and "--margin must lie below 1 for scores from 0 to 1: got 2; write 0.02 for 2" in complaint


# report


def test_a_report_goes_to_the_terminal_and_to_files(run):
    status, said, complaint = run("report new.csv old.csv --html r.html --md r.md --json r.json")
    comparison = compare(read_results(["new.csv", "old.csv"]))
    made = give_or_take.report(comparison)
    assert (status, complaint) == (0, "") and said.startswith(made.brief)
    assert said.removeprefix(made.brief).startswith("\nWhat to disclose") and said.count("\n") < 30
    assert Path("r.html").read_text(encoding="utf-8") == made.html
    assert Path("r.md").read_text(encoding="utf-8") == made.markdown
    assert Path("r.json").read_text(encoding="utf-8") == made.json
    status, said, complaint = run("report new.csv old.csv --json - --gate --margin 50")
    assert status == 0 and json.loads(said)["version"] == 1 and complaint.startswith("gate passed: ")


def test_notes_complete_the_disclosures(run):
    status, said, _ = run("report new.csv old.csv --note 'seeds=temperature 0, seed=7' --note 'test set=May' --md -")
    said = " ".join(said.split())
    assert status == 0 and said.count("temperature 0, seed=7") == 2
    assert "[x] **seeds**" in said and "Test set: May." in said
    status, _, complaint = run("report new.csv old.csv --note seed=7")
    assert status == 2 and complaint.startswith("Error: --note must be about 'test set'")


@pytest.mark.parametrize(
    ("line", "status", "verdicts"),
    [
        ("new.csv old.csv --margin 20", 0, ["'new' is not worse than 'old' by 20 points or more: +2.0 points"]),
        ("worse.csv old.csv --margin 20", 1, ["'worse' is worse than 'old' by 20 points or more: -64.0 points"]),
        ("old.csv new.csv --margin 1", 3, ["cannot tell whether 'old' is worse than 'new' by 1 point or more: -2.0"]),
        ("new.csv old.csv --estimand these-items --margin 2", 0, ["+2.0 points, these items alone, on 100 shared"]),
        ("old.csv new.csv --estimand these-items --margin 2", 1, ["is worse than 'new' by 2 points or more: -2.0"]),
        ("new.csv old.csv worse.csv --baseline old --margin 20", 1, ["'new' is not worse", "'worse' is worse"]),
        ("old.csv new.csv worse.csv --baseline worse --margin 20", 0, ["'old' is not worse", "'new' is not worse"]),
    ],
)
def test_the_gate_names_each_system_and_the_worst_counts(run, line, status, verdicts):
    found, said, _ = run(f"report {line} --gate")
    lines = [one for one in said.splitlines() if one.startswith("gate ")]
    assert found == status and len(lines) == len(verdicts)
    assert all(words in one for one, words in zip(lines, verdicts, strict=True))


def test_what_is_doubtful_is_said_where_nobody_reads_the_report(run, folder):
    (folder / "percent.csv").write_text("id,passed\n" + "".join(f"q{i},{100 * (i < 86) + i % 2}\n" for i in range(100)))
    doubt = "note: the results of 'old.csv' lie between 0 and 1, those of 'percent.csv' do not: are they on one scale?"
    for form in ("--short", "--json -", "--gate --margin 2"):
        _, said, complaint = run(f"report percent.csv old.csv {form}")
        assert said and complaint.startswith(doubt)
    assert not run("report new.csv old.csv --short")[2]


def test_the_gate_asks_which_system_is_the_old_one_where_the_files_do_not_say(run):
    rows = "".join(f"q{i},production,1\nq{i},candidate,{i % 2}\n" for i in range(40))
    Path("long.csv").write_text("id,system,passed\n" + rows)
    status, _, complaint = run("report long.csv --gate --margin 2")
    assert status == 2 and complaint.startswith("Error: --baseline must be named: --gate compares the others with it")
    assert run("report long.csv --gate --margin 2 --baseline production")[0] == 1
    assert run("report long.csv --gate --margin 2 --baseline candidate")[0] == 0


def test_short_is_the_least_that_a_claim_says(run):
    made = give_or_take.report(compare(read_results(["new.csv", "old.csv"])))
    assert run("report new.csv old.csv --short") == (0, f"{made.minimum}\n\n", "")


def test_a_wide_table_says_what_to_type_and_that_runs(run):
    Path("wide.csv").write_text("id,a,b\n" + "".join(f"q{i},{i % 2},{i % 3 % 2}\n" for i in range(30)))
    status, said, _ = run("check wide.csv")
    assert status == 2 and "Give --systems a b if each is a system" in said
    two = run("report wide.csv --systems a b")
    assert two[0] == 0 and two == run("report --systems a b wide.csv")
    assert two == run("report wide.csv --systems a b") == run("report wide.csv --systems all")
    Path("metrics.csv").write_text("id,f,r\nq1,0.5,0.1\nq2,0.4,0.2\n")
    status, _, complaint = run("report metrics.csv")
    assert status == 2 and "--id" not in complaint and "'f', 'r' hold numbers" in complaint


def test_many_systems_are_asked_for_once(run):
    names = [f"s{k}" for k in range(12)]
    rows = "".join(f"q{i},why?," + ",".join(str((i * k + i) % 7 % 2) for k in range(12)) + "\n" for i in range(30))
    Path("wide.csv").write_text(f"id,question,{','.join(names)}\n{rows}")
    status, said, _ = run("check wide.csv")
    assert status == 2 and said.endswith("next:\n  give-or-take report wide.csv --systems all\n")
    status, _, complaint = run("report wide.csv")
    assert status == 2 and complaint.endswith("next:\n  give-or-take report wide.csv --systems all\n")
    status, said, _ = run("report wide.csv --systems all --md -")
    assert status == 0 and "of 12 systems" in said and "'question'" in said
    status, said, _ = run("check wide.csv --systems s1 s2 s3")
    assert status == 0 and said.endswith("  give-or-take report wide.csv --systems s1 s2 s3\n")
    assert "'s1' minus 's2'" in said and run("report wide.csv --systems")[2].endswith("requires an argument.\n")


def test_nothing_that_is_read_is_written_over(run):
    Path("folder").mkdir()
    for name in ("new", "old"):
        Path("folder", f"{name}.csv").write_bytes(Path(f"{name}.csv").read_bytes())
    Path("folder", "third.json").write_text('{"q1": true}')
    status, _, complaint = run("report folder --json folder/third.json")
    assert status == 2 and "must name a file of its own" in complaint
    assert Path("folder", "third.json").read_text() == '{"q1": true}'


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("report new.csv old.csv --note seeds=a --note seeds=b", "--note names a disclosure twice"),
        ("report new.csv old.csv --value P=1 --value P=0", "--value names 'P' twice"),
        ("plan --from 50 --have 100000000000000000000", "--have is too large"),
        ("plan --flips 10 --difference 3 --level 99.99999999999999", "--level must lie"),
        (f"report {'x' * 300}", "FILE names no file"),
    ],
)
def test_odd_words_are_refused_too(run, line, words):
    status, _, complaint = run(line)
    assert status == 2 and complaint.startswith(f"Error: {words}"), complaint


def test_cannot_tell_outweighs_not_worse_and_worse_outweighs_both(run):
    given = "--baseline new --margin 1 --gate"
    assert run(f"report new.csv old.csv {given}")[0] == 3
    assert run(f"report new.csv old.csv copy=new.csv {given}".replace("new.csv old.csv", "new=new.csv old=old.csv")
               .replace("copy=new.csv", "copy=worse.csv"))[0] == 1  # fmt: skip


# plan


def test_a_plan_says_what_the_functions_give(run):
    assert "write 84 for 84%" in run("plan --from 0.84 --to 0.88")[2] and not run("plan --from 0.84 --to 2")[2]
    assert run("plan --from 84 --to 88 --have 500")[1].startswith(f"{plan_two_runs(0.84, 0.88, have=500)} On the same")
    clustered = plan_two_runs(0.8, 0.84, items_each=10, correlation=0.1, power=0.9, alpha=0.1)
    assert run("plan --from 80 --to 84 --items-each 10 --correlation 0.1 --power 90 --level 90")[1] == f"{clustered}\n"
    assert run("plan --from 84 --have 100")[1].endswith(f"{give_or_take.detectable_change(0.84, 100)}.\n")
    items = items_for_paired(0.065, 0.035)
    assert (
        f" takes {items:,} items, {2 * items:,} answers. 500 would have "
        in run("plan --flips 10 --difference 3 --have 500")[1]
    )
    items = items_for_paired(0.065, 0.035, items_each=10, correlation=0.05)
    said = run("plan --flips 10 --difference 3 --items-each 10 --correlation 0.05")[1]
    assert f" takes {items:,} items in clusters of 10 with correlation 0.05, {2 * items:,} answers." in said
    smallest = give_or_take.minimum_detectable_paired_effect(1319, 0.1)
    assert f" find a difference of {100 * smallest:.1f} points " in run("plan --flips 10 --have 1319")[1]
    assert " takes 21,098 items for each system" in run("plan --from 84 --margin 1")[1]  # `power` has it in a doctest
    items = give_or_take.items_for_paired_non_inferiority(0.03, 0.03, 0.05)
    chance = give_or_take.paired_non_inferiority_power(189, 0.03, 0.03, 0.05)
    said = run("plan --flips 6 --margin 5 --have 189")[1]
    assert f" takes {items:,} items" in said and said.endswith(f"189 would have {100 * chance:.0f}% power.\n")


@pytest.mark.parametrize(
    ("now", "then", "flips", "unrelated"),
    [
        (84, 88, 20, False),
        (88, 84, 20, False),
        (95, 97, 6, True),  # of 7.7%, as on the first page of the site
        (90, 93, 13, True),
        (0, 5, 5, False),  # the least that is possible
        (50, 84, 43, True),  # 20% cannot be
        (50, 69, 20, False),
    ],
)
def test_a_plan_of_two_runs_says_what_the_same_items_would_take(run, now, then, flips, unrelated):
    apart, gain = plan_two_runs(now / 100, then / 100).n1, (then - now) / 100
    same = items_for_paired((flips / 100 + gain) / 2, (flips / 100 - gain) / 2)
    said = run(f"plan --from {now} --to {then}")[1]
    assert f" takes {apart:,} items" in said and ("nothing in common" in said) == unrelated
    assert f" differ on {flips}% of them" in said
    if same < apart:
        again = run(f"plan --flips {flips} --difference {then - now}")[1]
        assert f"On the same items it takes {same:,}, {2 * same:,} answers, if" in said and f" {same:,} items" in again
        assert said.endswith(f"(--flips {flips} --difference {then - now}).\n")
    else:
        assert "The same items for both save none if the two differ on" in said


def test_as_many_items_as_a_plan_asks_for_have_the_power(run):
    """The way from a plan to what it can see and back, in clusters too."""
    for clusters in ("", " --items-each 10 --correlation 0.05"):
        first = run(f"plan --flips 10 --difference 3{clusters}")[1]
        n = re.search(r"takes ([\d,]+) items", first)[1].replace(",", "")
        assert (
            "the smallest that they find with 80%: 3.0 points."
            in run(f"plan --flips 10 --difference 3 --have {n}{clusters}")[1]
        )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("--have 3", "--from (two independent runs) or --flips"),
        ("--from 84 --flips 10", "--from (two independent runs) or --flips"),
        ("--from 84", "--to, --margin or --have must be named"),
        ("--flips 10", "--difference, --margin or --have must be named"),
        ("--from 84 --to 84", "--to must differ from --from by"),
        ("--from 84 --difference 3", "--difference belongs to another plan"),
        ("--flips 10 --difference 11", "--difference must not exceed --flips"),
        ("--from 84 --margin 1 --have 5", "--have has no answer for --margin with --from"),
        ("--from 84 --to 88 --items-each 3", "--items-each and --correlation must be named together"),
        ("--flips 10 --margin 1 --items-each 3 --correlation 0.1", "--items-each has no answer for --margin"),
        ("--flips 10 --have 5 --items-each 3 --correlation 0.1", "--have must be at least 6, two clusters"),
        ("--flips 2 --have 10", "--have is too small: got 10; if 2% of the items flip"),
        ("--from 84 --margin 0.02", "--margin is in points: got 0.02; write 2 for 2 points"),
        ("--flips 10 --margin 2 --difference -2", "--difference must lie above minus the margin: a system that is"),
        ("--flips 10 --margin 100", "--margin must lie below 100 points: got 100"),
        ("--from 840 --to 88", "'--from': 840.0 is not in the range"),
    ],
)
def test_a_plan_that_does_not_fit_is_refused_by_option(run, line, words):
    status, said, complaint = run(f"plan {line}")
    assert (status, said) == (2, "") and words in complaint


# Help


@pytest.mark.parametrize("name", ["check", "report", "plan"])
def test_the_examples_of_the_help_run(run, name):
    status, words, _ = run(f"{name} --help")
    lines = re.findall(r"^    give-or-take (.*)$", words, re.MULTILINE)
    assert status == 0 and 2 <= len(lines) <= 3 and lines == [*cli.EXAMPLES[name]]
    for line in lines:
        assert run(line)[0] == 0, line


def test_the_help_fits_a_terminal_and_the_version_is_the_packages(run):
    assert run("--version")[:2] == (0, f"give-or-take {give_or_take.__version__}\n")
    status, words, _ = run("--help")
    assert status == 0 and all(name in words for name in cli.EXAMPLES)
    assert run("nothing")[0] == 2


# The terminal


@pytest.fixture
def terminal(monkeypatch):
    """terminal("stderr"): makes it a terminal; returns what was written to it so far."""
    pty = pytest.importorskip("pty", reason="no terminals of this kind here")
    opened = []

    def make(name):
        leader, follower = pty.openpty()
        stream = os.fdopen(follower, "w", encoding="utf-8")
        opened.extend([stream, os.fdopen(leader, "rb", buffering=0)])
        monkeypatch.setattr(sys, name, stream)
        os.set_blocking(leader, False)

        def written():
            stream.flush()
            found = b""
            while True:
                try:
                    if not (more := os.read(leader, 65536)):
                        return found.decode()
                except BlockingIOError:
                    return found.decode()
                found += more

        return written

    yield make
    monkeypatch.undo()
    for one in opened:
        one.close()


def test_colour_is_for_terminals_whose_owner_wants_it(folder, terminal, monkeypatch, capsys):
    line = "check new.csv old.csv".split()
    monkeypatch.delenv("NO_COLOR", raising=False)
    main(line)
    plain = capsys.readouterr().out
    assert "\x1b" not in plain
    written = terminal("stdout")
    main(line)
    coloured = written().replace("\r\n", "\n")
    assert "\x1b[1m" in coloured and re.sub(r"\x1b\[\d+m", "", coloured) == plain
    monkeypatch.setenv("NO_COLOR", "1")
    main(line)
    assert written().replace("\r\n", "\n") == plain


def test_a_long_reading_shows_a_bar_on_a_terminal_only(folder, terminal, monkeypatch, capsys):
    monkeypatch.setattr(cli, "LARGE", 100)
    line = ["report", "new.csv", "old.csv"]
    assert main(line) == 0 and capsys.readouterr().err == ""
    written = terminal("stderr")
    assert main(line) == 0
    assert re.search(r"reading .*100%", written())
    monkeypatch.setattr(cli, "LARGE", 1e9)
    assert main(line) == 0 and written() == ""


def test_who_has_read_enough_may_leave(folder, monkeypatch, capsys):
    """As in `| head -1`: no complaint, and the verdict is the exit status all the same."""
    for line, status in (("report new.csv old.csv", 0), ("report worse.csv old.csv --gate --margin 1", 1),
                         ("report --help", 0)):  # fmt: skip
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "w", encoding="utf-8") as stream, monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", stream)
            assert main(line.split()) == status
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_behind_the_output_is_no_success(folder, monkeypatch, capsys):
    for name, line in (("stdout", "report new.csv old.csv"), ("stderr", "report none.csv")):
        with open("/dev/full", "wb", buffering=0) as full, monkeypatch.context() as patch:
            patch.setattr(sys, name, io.TextIOWrapper(full, write_through=True))
            assert main(line.split()) == 2
    assert "the standard output cannot be written: No space left" in capsys.readouterr().err


def test_without_anywhere_to_write_the_status_still_tells(folder, monkeypatch, capsys):
    """1 would say that a system is worse."""
    for name, line, status in (
        ("stdout", "report new.csv old.csv --gate --margin 20", 0),
        ("stderr", "report none.csv", 2),
        ("stderr", "report new.csv old.csv --gate --margin 20", 0),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(sys, name, None)
            assert main(line.split()) == status


def test_letters_that_the_terminal_lacks_are_written_out(folder, monkeypatch):
    Path("模型.csv").write_text("id,passed,category\n" + rows(80, 100), encoding="utf-8")
    for line in ("report 模型.csv old.csv", "check 模型.csv old.csv", "report 模型.csv old.csv --json -"):
        raw = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="cp1252", write_through=True))
        assert main(line.split()) == 0
        assert json.loads(raw.getvalue()) if "json" in line else r"\u6a21\u578b" in raw.getvalue().decode("cp1252")


# When it fails


def test_an_interrupted_report_is_130_and_leaves_what_was_there(run, monkeypatch):
    Path("r.html").write_text("old")

    def press(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", press)
        status, said, complaint = run("report new.csv old.csv --html r.html")
    assert (status, said, complaint.strip()) == (130, "", "interrupted")
    assert Path("r.html").read_text() == "old" and not list(Path().glob(".*"))


@pytest.mark.skipif(os.name == "nt", reason="modes are POSIX's")
def test_what_may_not_be_read_or_written_is_said_and_left(folder):
    """As root without root's right to read and write everything, where there is `setpriv`; else as whoever it is."""
    rights = []
    if os.geteuid() == 0:
        if not (setpriv := shutil.which("setpriv")):
            pytest.skip("root may write everywhere, and setpriv is not there")
        rights = [setpriv, "--bounding-set=-dac_override,-dac_read_search"]
    kept = "could not be written: it or its folder may not be written to; '{}' is as it was. Give another path"
    closed = "FILE names what you may not look into: '{}'; ask for the right to read it, or for a copy"
    lines = {
        "report new.csv old.csv --html runs/r.html": kept.format("runs/r.html"),
        "report new.csv old.csv --html mine.html": kept.format("mine.html"),
        "report new.csv old.csv --md open/r.md --json runs/r.json": "Give another path; --md is written",
        "report new.csv worse.csv": "'worse.csv' cannot be opened: Permission denied",
        "report new.csv closed/old.csv": closed.format("closed/old.csv"),
        "check new.csv closed": closed.format("closed"),
        "check new.csv .": closed.format("./closed"),
    }
    code = "import sys; from give_or_take.cli import main; print(*[main(line.split()) for line in sys.argv[1:]])"
    for name in ("closed", "open"):
        (folder / name).mkdir()
    (folder / "mine.html").write_text("mine")
    before = {path.name for path in folder.rglob("*")}
    for name, mode in (("mine.html", 0o444), ("worse.csv", 0), ("closed", 0), ("runs", 0o555)):
        (folder / name).chmod(mode)
    try:
        done = subprocess.run([*rights, sys.executable, "-c", code, *lines], capture_output=True, text=True)
    finally:
        for name in ("closed", "runs"):
            (folder / name).chmod(0o755)
    assert done.stdout.splitlines()[-1] == " ".join("2" * len(lines)), done
    said = " ".join((done.stdout + done.stderr).split())
    assert all(words in said for words in lines.values()) and "Traceback" not in said, done
    assert (folder / "mine.html").read_text() == "mine"
    assert {path.name for path in folder.rglob("*")} == before | {"r.md"}


def test_a_full_disk_leaves_what_was_there(run, monkeypatch):
    Path("r.html").write_text("old")

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        status, _, complaint = run("report new.csv old.csv --html r.html")
    assert status == 2 and complaint.startswith("Error: --html could not be written: the disk is full; 'r.html' is as")
    assert Path("r.html").read_text() == "old" and not list(Path().glob(".*"))


@pytest.mark.parametrize("error", [KeyError("x"), TypeError("'<' not supported"), ValueError("odd"), OSError("odd")])
def test_what_nobody_expected_is_70_in_one_line_and_shown_on_demand(run, monkeypatch, error):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr(give_or_take, "compare", fail)
    status, _, complaint = run("report new.csv old.csv")
    assert status == 70 and len(complaint.splitlines()) == 1 and "--debug shows where" in complaint
    status, _, complaint = run("report new.csv old.csv --debug")
    assert status == 70 and "in fail" in complaint


@pytest.mark.parametrize("library", ["click", "pandas"])
def test_without_a_library_one_line_says_what_to_install(run, monkeypatch, library):
    monkeypatch.setitem(sys.modules, library, None)
    status, _, complaint = run("check new.csv old.csv")
    assert status == 2 and len(complaint.splitlines()) == 1 and library in complaint
    assert "pip install 'give-or-take[report]'" in complaint


# The page


@pytest.mark.skipif(not shutil.which("sh"), reason="no sh here")
def test_the_gate_of_the_page_runs(folder, capsys):
    """Its `run:` lines, on two small files: they pass or fail as the page says. The one that needs a shell gets one."""
    page = (ROOT / "book" / "gate.md").read_text(encoding="utf-8")
    first, *others = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    lines = [re.findall(r"- run: (.*)", block) for block in (first, *others)]
    assert len(first.splitlines()) == 10 and [len(one) for one in lines] == [2, 1, 1, 1]
    install, gate = lines[0]
    assert re.fullmatch(r"pip install '\./([\w-]+)\[(\w+)\]' *# .*", install).groups() == ("give-or-take", "report")
    shell = folder / "bin"
    shell.mkdir()
    start = "import sys; from give_or_take.cli import main; sys.exit(main())"
    (shell / "give-or-take").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -c "{start}" "$@"\n')
    (shell / "give-or-take").chmod(0o755)
    paths = os.pathsep.join(filter(None, [str(Path(give_or_take.__file__).parents[1]), os.environ.get("PYTHONPATH")]))
    environment = os.environ | {"PATH": f"{shell}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": paths}

    for name, wrong in (("new", range(10)), ("old", range(5, 15))):  # as good as each other, on other items
        results = "".join(f"q{i},{int(i not in wrong)}\n" for i in range(100))
        (folder / f"{name}.csv").write_text("id,passed\n" + results)
    assert main(shlex.split(gate)[1:]) == 3 and (folder / "report.html").exists()
    capsys.readouterr()
    assert main(shlex.split(lines[1][0])[1:]) == 0
    items = int(re.search(r" takes ([\d,]+) items", capsys.readouterr().out)[1].replace(",", ""))
    assert f" takes about {round(items, -3):,} items to pass four times in five:" in " ".join(page.split())
    done = subprocess.run(["sh", "-c", lines[2][0]], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "") and "\ngate undecided: cannot tell whether" in done.stdout
    assert (folder / "report.md").exists()
    assert main(shlex.split(lines[3][0])[1:]) == 3 and "any-time" in capsys.readouterr().out


# --- What is bad is counted as what it is, and the answer comes first


@pytest.fixture
def bad(folder):
    for name, every in (("new", 8), ("old", 2)):
        rows = "".join(f"q{i},{int(i % every == 0)},{int(i % 9 == 0)},{'xy'[i % 2]}\n" for i in range(48))
        (folder / f"bad-{name}.csv").write_text(f"id,hallucinated,toxic,kind\n{rows}")
    return "bad-new.csv bad-old.csv"


def test_where_lower_is_better_nothing_is_right(run, bad):
    line = f"{bad} --score hallucinated --better lower --by kind --missing fail"
    for form in ("", " --short", " --md -", " --html -", " --json -"):
        said = run(f"report {line}{form}")[1]
        words = " ".join(re.sub(r'"right\w*": \d+|<style>.*?</style>|<[^>]*>', "", said, flags=re.DOTALL).split())
        assert "Lower is better." in words and not re.search(r"\bright\b|counts as wrong", words), form
        assert form in ("", " --json -") or "in 6 of 48 items, 12.5%" in words.replace("`", "")
    assert "share with “hallucinated” of each system" in run(f"report {line} --html -")[1].replace("<bdi>", "").replace(
        "</bdi>", ""
    )
    record = json.loads(run(f"report {line} --json -")[1])["comparison"]
    assert (record["metric"], record["higher_is_better"]) == ("hallucinated", False)
    assert [x["mean"] for x in record["systems"]] == [0.125, 0.5]
    [gap] = record["differences"]
    assert (gap["difference"], gap["verdict"], gap["only_second"]) == (-0.375, "first", 18)
    assert "18 flips for bad-new, 0 for bad-old" in run(f"report {line} --short")[1]
    said = run("report bad-new.csv --score hallucinated --better lower --by kind")[1]
    assert re.search(r"\nslice +“hallucinated” +share +interval\nx +6/24 +25.0% ", said) and "right" not in said
    said = run(f"report {bad} --score hallucinated --score toxic --better lower")[1]
    assert "6/48 12.5%" in said and "favours bad-new" in said and "right" not in said
    assert run(f"check {bad} --score hallucinated --better lower")[1].endswith("--score hallucinated --better lower\n")
    assert run(f"report {bad} --score hallucinated --better lower --gate --margin 2 --short")[0] == 0


def test_a_missing_result_and_the_posterior_know_that_lower_is_better(folder):
    rows = [{"id": f"q{i}", "a": float(i % 5 == 0), "b": float(i % 2)} for i in range(60)]
    low = compare(tally(pd.DataFrame(rows), ["a", "b"]), better="lower", posterior=True, margin=0.05)
    turned = pd.DataFrame(rows).assign(a=lambda x: 1 - x["a"], b=lambda x: 1 - x["b"])
    high = compare(tally(turned, ["a", "b"]), posterior=True, margin=0.05)
    assert low.posterior.better == high.posterior.better > 0.9 and low.posterior.gain == high.posterior.gain
    assert (low.posterior.low, low.posterior.high) == pytest.approx((-high.posterior.high, -high.posterior.low))
    assert (low.differences[0].verdict, low.differences[0].non_inferior) == ("first", "no worse")
    rows[0]["a"] = None
    for missing, worth in (("fail", 1), (0, 0)):
        gone = compare(tally(pd.DataFrame(rows), ["a", "b"]), better="lower", missing=missing)
        assert gone.systems[0].right == 11 + worth
        bound = gone.differences[0].bounds
        assert bound.as_fail == bound.high > bound.low == bound.as_pass
        assert "A missing result counts as a 1." in give_or_take.report(gone).text or missing == 0


METHODS = "Wilson|Tango|Newcombe|Holm|stretched|mid-p|sign-flip|few-item|McNemar"


def test_no_method_is_named_in_the_terminal(run, folder):
    for k, name in enumerate(("new", "old", "mid")):
        rows = "".join(f"q{i},{i % (3 + k) / 4 + 9 * (i % 31 == k)},{i % (4 + k) > 0},{i % 9}\n" for i in range(60))
        (folder / f"{name}.csv").write_text(f"id,length,correct,kind\n{rows}")
    rows = "".join(f"q{i},{'abcd'[i % 4]},{int(i % 4 > 0)}\n" for i in range(120))
    (folder / "own.csv").write_text(f"id,kind,correct\n{rows}")
    own = run("report own.csv --score correct --system kind --independent")[1]
    assert "a is worse than all others together" in own and not re.search(METHODS, own)
    for score in ("--score length", "--score correct", "--score length --score correct"):
        for files in ("new.csv", "new.csv old.csv --by kind", "new.csv old.csv mid.csv --baseline old"):
            said = run(f"report {files} {score}")[1].replace("Allowing for all slices (Holm)", "")
            assert not re.search(METHODS, said), (files, score)


def test_the_answer_comes_first_in_twenty_lines(run, folder):
    for name in ("new", "old"):
        rows = "".join(f"q{i},{int(i % 7 > (name == 'old'))},{i}\n" for i in range(100))
        (folder / f"{name}.csv").write_text(f"id,correct,note\n{rows}")
    said = run("report new.csv old.csv")[1]
    lines = said.splitlines()
    assert len(lines) <= 20 and lines[0].startswith("On items like these, the data favour new over old, by ")
    assert not re.search(METHODS, said) and re.search(METHODS, run("report new.csv old.csv --md -")[1])
    assert "95% Tango +1.4 to" not in said and "95% Wilson" in run("report new.csv old.csv --short")[1], "to be checked"
    assert [x for x in lines if x.startswith(("Each system", "The difference", "What to keep in mind"))]
    assert "--md -" in lines[-1] and "Found" not in said and "To copy" not in said
    assert "5 points" in run("report new.csv old.csv --matters 5")[1], "what was asked about is there"


def test_of_several_systems_one_thing_is_said_about_the_best(run, folder):
    rows = "".join(f"q{i},{int(i % 5 > 0)},{int(i % 4 > 0)},{int(i % 2)},{int(i % 6 > 0)}\n" for i in range(120))
    (folder / "four.csv").write_text(f"id,a,b,c,d\n{rows}")
    for form in ("", " --short", " --md -", " --html -"):
        said = re.sub("<[^>]*>|`", "", run(f"report four.csv --systems all{form}")[1])
        assert "3 of 4 systems may be the best: d, a and b; c is out." in " ".join(said.split())
        assert "told apart" not in said.replace("Filled: the two are told apart", "") and "cannot tell" not in said
    said = " ".join(run("report four.csv --systems all --all-pairs")[1].split())
    assert "cannot be told apart" in said and "Who may be the best is one question" in said


def test_short_is_a_line_for_each_metric_and_the_table_fits_a_terminal(run, folder):
    for name in ("m1", "m2", "m3"):
        rows = "".join(f"q{i},{i % 3 % 2},{i % 7 / 3 + len(name)},{int(i % 5 == 0)},x\n" for i in range(40))
        (folder / f"{name}.csv").write_text(f"id,accuracy,helpfulness,toxic,odd\n{rows}")
    line = "report m1.csv m2.csv m3.csv --score accuracy --score helpfulness --score toxic --better lower"
    status, said, _ = run(f"{line} --short")
    assert status == 0 and [x.split(":")[0] for x in said.splitlines()] == ["'accuracy'", "'helpfulness'", "'toxic'"]
    assert "m1 had “toxic” in 8 of 40 items" in said.splitlines()[2]
    table = run(line)[1].partition("On 40 items")[0]
    assert max(map(len, table.splitlines())) <= 80 and table.count(";") == 0
    assert re.search(r"^toxic\n    m1  8/40 20.0% \(.*\n    m2 ", table, re.MULTILINE)
    status, said, _ = run(f"{line} --score odd --short")
    assert status == 2 and "'odd': not compared: " in said.splitlines()[-1]


def test_different_items_are_offered_only_where_none_is_shared(run, folder):
    for name, ids, other in (("one", range(60), 99), ("two", range(40, 100), 45)):
        rows = "".join(f"q{i},{i % 2},{'ask' if i < other else 'other'} {i}\n" for i in ids)
        (folder / f"{name}.csv").write_text(f"id,correct,question\n{rows}")
    said = run("check one.csv two.csv")[1]
    assert "5 of 20 shared ids ask the same, as 'q40', 'q41', 'q42'" in said and "--independent" not in said
    status, _, err = run("report one.csv two.csv --may-differ question --independent")
    assert status == 2 and "share 5 items, and pairs see more; 80 ids of one system only, such as 'q0', 'q1'" in err


def test_a_metric_cannot_act_on_a_terminal(run, folder):
    name = "tox\x1b[31m"
    (folder / "e.csv").write_text(f"id,{name},kind\n" + "".join(f"q{i},{i % 2},{'xy'[i % 2]}\n" for i in range(30)))
    said = run(f"report e.csv --score '{name}' --better lower --by kind")[1]
    assert "\x1b" not in said and said.count(r"tox\x1b[31m") > 2


def test_what_several_systems_share_is_their_item_and_not_what_is_another_in_each_row(run, folder):
    rows = "".join(f"run{k}-{i},{s},task {i},{i > 2 * k},{100 * i + k},{3 + i % 2},f{i + (k and i > 9)}\n"
                   for i in range(12) for k, s in enumerate(("new", "old")))  # fmt: skip
    (folder / "m.csv").write_text(f"runId,model,task,solved,firstActionMs,turns,extracted_code\n{rows}")
    said = " ".join(run("check m.csv")[1].split())
    assert "Several systems share what 'task' holds." in said and "--id task" in said.split("next:")[1]
    assert "--score solved" in said and not re.search("--independent|runId|firstActionMs|turns", said.split("next:")[1])
    rows = f"runId,model,task_index,solved,firstActionMs,turns,code\n{rows.replace(',task ', ',')}"
    (folder / "m.csv").write_text(rows)
    assert "--id task_index " in run("check m.csv")[1].split("next:")[1], "a number of items is no count"


def test_where_no_column_says_how_good_an_answer_is_no_line_is_supposed(run, folder):
    rows = "".join(f"{i},2025-09-03T09:27:{10 + i},gpt,question {i},answer {i}\n" for i in range(20))
    (folder / "log.csv").write_text(f"index,timestamp,model,user_input,assistant_output\n{rows}")
    said = " ".join(run("check log.csv")[1].split())
    assert "nothing here says how good an answer is: 'log.csv' has" in said
    assert "give-or-take report" not in said
    assert "--score index" not in said
    words = "".join(f"q{i},{s},{'misled' if i % 3 == k else 'not_misled'}\n"
                    for i in range(20) for k, s in enumerate("ab"))  # fmt: skip
    (folder / "words.csv").write_text(f"id,model,label\n{words}")
    said = " ".join(run("check words.csv")[1].split())
    assert "such as --score label --value misled=1 --value not_misled=0" in said and "give-or-take report" not in said


def test_what_is_actual_beside_what_is_predicted_is_the_truth(run, folder):
    rows = "".join(f"q{i},{'yes' if i % 2 else 'no'},{'yes' if i % 3 else 'no'},{90 + i % 5}\n" for i in range(30))
    (folder / "p.csv").write_text(f"id,predicted_decision,actual_decision,confidence\n{rows}")
    line = run("check p.csv")[1].split("next:")[1]
    assert "--truth actual_decision --prediction predicted_decision" in line and "confidence" not in line


def test_ids_that_count_the_rows_of_each_file_name_no_items(run, folder):
    """Under one id each file asks something else, and the questions meet: these are the items."""
    for name, order in (("new", range(30)), ("old", range(29, -1, -1))):
        rows = "".join(f"{k},what is {i}?,{i % 4 > 0}\n" for k, i in enumerate(order))
        (folder / f"{name}.csv").write_text(f"id,question,correct\n{rows}")
    status, said, complaint = run("report new.csv old.csv")
    told = " ".join(complaint.split())
    assert status == 2 and "the same ids name other items in each file" in told and "--may-differ" not in told
    assert told.endswith("give-or-take report new.csv old.csv --id question")
    assert run("report new.csv old.csv --id question")[0] == 0


def test_few_items_with_runs_come_with_the_option_as_it_is_typed(run, folder):
    rows = "".join(f"t{k},{s},{r},{(k + r) % 3 > 0:d}\n" for k in range(5) for s in "ab" for r in range(6))
    (folder / "runs.csv").write_text(f"id,system,run,correct\n{rows}")
    for short in ("", " --short"):
        said = " ".join(run(f"report runs.csv --runs mean{short}")[1].split())
        assert "rough; --estimand these-items asks about just these 5 and the luck of their runs." in said
    assert run("report runs.csv --runs mean --estimand these-items")[0] == 0


def test_options_of_a_multiple_choice_get_no_tables_and_missing_letters_stand_first(run, folder):
    for name, gone in (("new", ()), ("old", range(1, 61))):
        said = ["" if i in gone else "ABCD"[(i + (i % 5 < 1)) % 4] for i in range(200)]
        rows = "".join(f"{i},{'ABCD'[i % 4]},{one}\n" for i, one in enumerate(said))
        (folder / f"{name}.csv").write_text(f"id,answer,pred\n{rows}")
    line = "report new.csv old.csv --truth answer --prediction pred --missing fail"
    whole = run(line)[1]
    first = " ".join(whole.split("\n\n")[0].split())
    said = re.search(r"by what the 60 missing results would have been, the difference lies between (.*) points", first)
    assert said and said[1] in " ".join(run(f"{line} --short")[1].split())
    assert "Rates of each class" not in whole and "--md - or --html FILE" in whole
    assert "macro" not in run(f"{line} --short")[1] and "Rates of each class, by" in run(f"{line} --md -")[1]
