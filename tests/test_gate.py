"""What once passed a gate, or misled, each as a small pair of files; beside it, what is right."""

import json
import shlex
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from give_or_take import compare, read_results, tally
from give_or_take.cli import main
from give_or_take.evalfile import read_ids
from give_or_take.evalfile.want import lower_is_better


@pytest.fixture(autouse=True)
def run(tmp_path, monkeypatch, capsys):
    """run("check new.csv"): the exit status, and all that is printed."""
    monkeypatch.chdir(tmp_path)

    def call(line):
        status = main(shlex.split(line))
        said = capsys.readouterr()
        return status, said.out if "--json" in line and not status else said.out + said.err

    return call


def table(name, **columns):
    pd.DataFrame(columns).to_csv(f"{name}.csv", index=False)


def right(good, n):
    """`good` of n right, the first ones."""
    return [1] * good + [0] * (n - good)


def numbers(run, line):
    """The comparison as JSON has it."""
    status, said = run(f"report {line} --json -")
    assert status == 0, said
    return json.loads(said)["comparison"]


# Not there is not failed


def grown():
    """60 new items that the old file never saw; on the 100 shared ones the new system loses eight."""
    table("new", id=range(160), correct=right(82, 100) + right(55, 60))
    table("old", id=range(100), correct=right(90, 100))


@pytest.mark.parametrize("missing", ["", "--missing fail", "--missing leave-out"])
def test_items_that_a_file_never_saw_are_not_its_fails(run, missing):
    run("check nothing.csv")
    grown()
    status, said = run(f"report new.csv old.csv {missing} --gate --margin 2 --short")
    assert status == 1 and "gate failed: 'new' is worse than 'old' by 2 points or more: -8.0 points" in said
    assert "on 100 shared items; 60 items that only 'new' has are left out; no result is missing" in said
    [gap] = numbers(run, f"new.csv old.csv {missing}")["differences"]
    assert (gap["n"], gap["difference"], gap["alone_first"], gap["alone_second"]) == (100, -0.08, 60, 0)
    assert (gap["mean_first"], gap["mean_second"]) == (0.82, 0.9)
    bounds = gap["bounds"]  # had the old system been given the 60: between all right and all wrong
    assert (bounds["low"], bounds["high"], bounds["not_asked"], bounds["as_fail"]) == (-13 / 160, 47 / 160, 60, None)


def test_whether_all_items_were_asked_is_a_question_only_where_the_answer_hangs_on_it(run):
    grown()
    asked = "60 items without a row of 'old': was it given them too (--items all)?"
    assert asked in run("report new.csv old.csv --missing fail")[1]
    table("new", id=range(160), correct=right(98, 100) + right(60, 60))
    table("old", id=range(100), correct=right(50, 100))
    assert "--items all" not in run("report new.csv old.csv --missing fail")[1]


def test_who_says_that_all_items_were_asked_counts_them(run):
    grown()
    status, said = run("report new.csv old.csv --missing fail --items all --gate --margin 2 --short")
    assert status == 0 and "60 of 160 results of 'old' are missing, counted as fails" in said
    said = run("report new.csv old.csv --missing fail --items all")[1]
    assert "Every item counts as given to every system." in " ".join(said.split())
    status, said = run("report new.csv old.csv --items all")
    assert status == 2 and "--missing must be named" in said
    Path("asked.txt").write_text("id\n" + "".join(f"{i}\n" for i in range(50, 110)))
    [gap] = numbers(run, "new.csv old.csv --missing fail --items asked.txt")["differences"]
    assert gap["n"] == 60 and gap["difference"] == pytest.approx(((32 + 10) - 40) / 60)
    Path("more.json").write_text(json.dumps([*range(100), "never run"]))
    found = numbers(run, "new.csv old.csv --missing fail --items more.json")
    assert [x["missing"] for x in found["systems"]] == [1, 1] and found["differences"][0]["n"] == 101
    for text, words in (("", "without ids"), ("nobody", "names no item of the results"), ("[1,", "no whole JSON list")):
        Path("bad.txt").write_text(text)
        status, said = run("report new.csv old.csv --missing fail --items bad.txt")
        assert status == 2 and words in said and said.startswith("Error: --items")
    assert read_ids("asked.txt", ["id"])[0] == "id", "an item may be called so"


def test_a_long_table_in_memory_knows_who_was_asked():
    frame = pd.DataFrame(
        [("new", i, x) for i, x in enumerate(right(82, 100) + right(55, 60))]
        + [("old", i, x) for i, x in enumerate(right(90, 100))],
        columns=["model", "item", "right"],
    )
    for missing in (None, "fail", "leave out"):
        counts = tally(frame, system="model", score="right", id="item")
        [gap] = compare(counts, missing=missing).differences
        assert (gap.n, gap.difference, gap.alone_first) == (100, pytest.approx(-0.08), 60)
    assert compare(counts, missing="fail", items="all").differences[0].difference == pytest.approx((137 - 90) / 160)


def test_runs_that_one_system_never_had_are_not_its_fails(run):
    """Both answer every item alike, the new system five times and the old one once."""
    solved = np.array(right(12, 20))
    table("new", id=np.tile(range(20), 5), run=np.repeat(range(5), 20), correct=np.tile(solved, 5))
    table("old", id=range(20), run=0, correct=solved)
    for missing in ("", "--missing fail"):
        found = numbers(run, f"new.csv old.csv --runs together {missing}")
        [gap] = found["differences"]
        assert (gap["n"], gap["difference"], gap["both"], gap["neither"]) == (20, 0, 12, 8)
        assert "'old' has no runs 1, 2, 3, 4" in found["left_out"][-1]
    assert numbers(run, "new.csv old.csv --runs mean --missing fail")["differences"][0]["difference"] == 0
    table("seeds", id=np.tile(range(20), 2), seed=np.repeat([7, 8], 20), correct=np.tile(solved, 2))
    table("other", id=np.tile(range(20), 2), seed=np.repeat([1, 2], 20), correct=np.tile(solved, 2))
    status, said = run("report seeds.csv other.csv --runs together --missing fail")
    assert status == 2 and "--runs must be mean: 'seeds' has runs 7, 8 and 'other' has runs 1, 2" in said
    assert numbers(run, "seeds.csv other.csv --runs mean")["differences"][0]["difference"] == 0


def test_a_missing_score_may_be_worth_something(run):
    """Half of the new system's answers have no score: 0.9 on the rest, and 0.45 if one without is worth nothing."""
    table("new", id=range(30), faithfulness=[0.9] * 15 + [None] * 15)
    table("old", id=range(30), faithfulness=np.tile([0.6, 0.61, 0.62, 0.63, 0.64], 6))
    files = "new.csv old.csv --score faithfulness --gate --margin 0.05"
    status, said = run(f"report {files} --missing 0 --short")
    assert status != 0 and "15 of 30 results of 'new' are missing, counted as 0" in said
    [gap] = numbers(run, "new.csv old.csv --score faithfulness --missing 0")["differences"]
    assert (gap["mean_first"], gap["mean_second"]) == pytest.approx((0.45, 0.62))
    status, said = run(f"report {files} --missing leave-out --short")
    assert "15 of 30 results of 'new' are missing, left out" in said.splitlines()[-1]
    status, said = run(f"report {files} --missing fail")
    assert status == 2 and "as in --missing 0" in said
    status, said = run(f"report {files} --missing none")
    assert status == 2 and "is not one of 'fail', 'leave-out'" in said


def test_rates_stand_over_the_items_of_their_difference(run):
    table("new", id=range(500), correct=[*right(29, 50), *right(208, 450)])
    table("old", id=range(50), correct=right(27, 50))
    said = run("report new.csv old.csv --short")[1]
    assert "On the 50 items that both answered: new got 29 of 50 right, 58.0% (95%" in " ".join(said.split())
    said = run("report new.csv old.csv")[1]
    assert "29/50" in said and "450 items that only new has: 208 of 450 right." in said
    said = run("report new.csv old.csv --at-least 60")[1]
    assert "scores on these" in said and "58.0% / 54.0%" in said and "237/500" in said


# The same on both sides


@pytest.mark.parametrize(
    ("column", "what", "values"),
    [
        ("question", "question", ("apples", "pears")),
        ("user_input", "question", ("apples", "pears")),
        ("expected_output", "target", ("4", "5")),
        ("scorer", "scorer", ("exact", "fuzzy")),
        ("filter", "filter", ("strict", "flexible")),
        ("prompt_name", "prompt", ("terse", "kind")),
    ],
)
def test_what_was_asked_and_how_it_was_graded_is_compared(run, column, what, values):
    for name, word in zip(("new", "old"), values, strict=True):
        table(name, id=range(12), correct=right(6, 12), **{column: [word] * 11 + ["the same"]})
    status, said = run("check new.csv old.csv")
    one, other = values
    assert status == 2 and f"with another {what} for 11 ids, such as '0' ('{one}', then '{other}'), '1' (" in said
    assert f"give --may-differ {what} if that is meant" in said and "--independent" not in said
    same = "; 1 of 12 shared ids ask the same, as '11'; give" if what == "question" else "; give"
    assert same in said
    for name, word in zip(("new", "old"), values, strict=True):
        table(name, id=range(12), correct=right(6, 12), **{column: [f"{word} {i}" for i in range(12)]})
    apart = " (with --independent if each system has questions of its own)" * (what == "question")
    assert f"give --may-differ {what}{apart} if that is meant" in run("check new.csv old.csv")[1]
    assert run(f"report new.csv old.csv --may-differ {what} --short")[0] == 0


def test_layout_and_numbers_do_not_make_another_question(run):
    table("new", id=range(3), correct=[1, 0, 1], question=["What  is 1?", "b", "c"], target=[5.0, 6.0, 7.0])
    table("old", id=range(3), correct=[1, 1, 0], question=["what is 1?\n", "b", None], target=[5, 6, 7])
    assert run("check new.csv old.csv")[0] == 0


def log(name, inputs, targets, scores, task="t", model=None, scorer="match"):
    samples = [
        {"id": i, "epoch": 1, "input": x, "target": y, "scores": {scorer: {"value": score}}}
        for i, (x, y, score) in enumerate(zip(inputs, targets, scores, strict=True), 1)
    ]
    about = {"task": task, "model": model or f"m/{name}", "created": "2025-01-01T00:00:00+00:00", "dataset": {}}
    whole = {"version": 2, "status": "success", "eval": about | {"config": {}}, "samples": samples}
    Path(f"{name}.json").write_text(json.dumps(whole))


def test_logs_of_inspect_are_about_one_thing(run):
    run("check nothing.json")
    words, ask = [f"q{i}" for i in range(12)], "give --may-differ"
    log("old", words, ["a"] * 12, "CI" * 6)
    log("new", [f"other {i}" for i in range(12)], ["a"] * 12, "CI" * 6)
    assert "another question for 12 ids" in (said := run("check new.json old.json")[1]) and f"{ask} question" in said
    log("new", words, ["b"] * 12, "CI" * 6)
    assert "another target for 12 ids" in (said := run("check new.json old.json")[1]) and f"{ask} target" in said
    log("new", words, ["a"] * 12, "CI" * 6, scorer="includes")
    assert "('includes', then 'match')" in (said := run("check new.json old.json")[1]) and f"{ask} scorer" in said
    messages = [[{"id": f"random {i}", "role": "user", "content": word}] for i, word in enumerate(words)]
    again = [[one | {"id": "another"} for one in each] for each in messages]
    log("old", messages, ["a"] * 12, "CI" * 6)
    log("new", again, ["a"] * 12, "IC" * 6)
    assert run("report new.json old.json --short")[0] == 0, "messages have ids of their own"


def test_a_task_that_is_spelled_otherwise_is_the_same(run):
    words = [f"q{i}" for i in range(12)]
    log("new", words, ["a"] * 12, "C" * 8 + "I" * 4, task="suite/my-task")
    log("old", words, ["a"] * 12, "C" * 6 + "I" * 6, task="my_task")
    for named in ("", "--task my_task", "--task my-task", "--task my_task --task my-task"):
        [gap] = numbers(run, f"new.json old.json {named}")["differences"]
        assert (gap["n"], gap["mean_first"], gap["mean_second"]) == (12, 8 / 12, 6 / 12)
    log("old", words, ["a"] * 12, "C" * 6 + "I" * 6, task="renamed")
    status, said = run("report new.json old.json --task renamed")
    assert status == 2 and "--task leaves out 'new.json'" in said and "--may-differ task" in said
    assert numbers(run, "new.json old.json --may-differ task")["differences"][0]["n"] == 12


def test_partial_and_no_answers_count_as_inspect_counts_them(run):
    words = [f"q{i}" for i in range(8)]
    log("new", words, ["a"] * 8, "PIPCINPI")
    log("old", words, ["a"] * 8, "INPPCIPI")
    found = numbers(run, "new.json old.json")
    assert [x["mean"] for x in found["systems"]] == [2.5 / 8, 2.5 / 8] and found["outcome"] == "score"
    assert numbers(run, "new.json old.json --value P=0")["systems"][0]["mean"] == 1 / 8


# Which way is up, and what is no score


def test_where_less_may_be_better_the_direction_is_asked_for(run):
    table("new", id=range(12), toxicity=np.tile([0.1, 0.11, 0.12], 4))
    table("old", id=range(12), toxicity=np.tile([0.3, 0.31, 0.32, 0.33], 3))
    line = "new.csv old.csv --score toxicity --gate --margin 0.02 --short"
    status, said = run(f"report {line}")
    assert status == 2 and "--better must be named: of 'toxicity' less may be better; give --better lower or" in said
    supposed = run("check new.csv old.csv --score toxicity")[1]
    assert "\n  --better lower, one of 2; or --better higher\n" in supposed and supposed.endswith(" --better lower\n")
    assert run(f"report {line} --better lower")[0] == 0 and run(f"report {line} --better higher")[0] == 1
    frame = pd.read_csv("new.csv").assign(system="new")
    with pytest.raises(ValueError, match="^better must be named: of 'toxicity'"):
        compare(tally(frame, system="system", score="toxicity", id="id"))


def test_the_words_that_ask_for_a_direction_are_whole_words():
    less = "toxicity Bias hallucination_rate WER latency_ms totalCost val_loss errors brier_score false_positives"
    more = "lossless no_error bias_corrected error_free bias_detection_accuracy score costume terminal weird closs"
    assert all(map(lower_is_better, less.split())) and not any(map(lower_is_better, more.split()))


@pytest.mark.parametrize(
    ("scores", "odd"),
    [
        ([8, 7, 7.5, 9] * 3 + [-1], "-1"),
        ([1, 0] * 6 + [-1, -1], "-1"),
        ([1, 2, 3, 4, 5] * 3 + [999], "999"),
        ([0.2, 0.4, 0.9] * 4 + [99], "99"),
        ([3.1, 3.2, 3.3, 3.4] * 4 + [77], "77"),
        ([1, 2, 3, 4, 5] * 3, None),
        ([0.7, 0.8, 0.75, 0.72] * 3 + [0], None),
        ([0.6, 0.61, 0.62, 0.63] * 3 + [0.9], None),
        ([70, 80, 90] * 3 + [100, 99], None),
        ([9.6, 31.2, 80.5, 104.1] * 5 + [-5], None),
        ([-3, -2, -1, 0, 1, 2, 3] * 2, None),
        ([0.31, 0.32, 0.33, 0.35] * 3 + [1], None),
    ],
)
def test_a_lone_value_far_from_all_others_is_asked_about(run, scores, odd):
    table("new", id=range(len(scores)), score=scores)
    status, said = run("check new.csv")
    assert (status == 2) == (odd is not None), said
    if odd:
        assert f"--value: {odd} of 'score', in " in said
        assert f"Give --value {odd}=none --missing leave-out if it is no result" in said
        table("old", id=range(len(scores)), score=scores[::-1])
        assert run(f"report new.csv old.csv --value {odd}=none --missing leave-out --short")[0] == 0
        assert run(f"report new.csv old.csv --value {odd}={odd} --short")[0] == 0


@pytest.mark.parametrize(
    ("one", "other"),
    [("q1", " q1"), ("Task-7", "task-7"), ("3", "3.0"), ("a b/4", "a  b/4"), ("GSM8K/x", "gsm8K/x")],
)
def test_ids_that_differ_in_spelling_only_meet(run, one, other):
    Path("new.csv").write_text(f"id,correct\n{one},1\nz9,0\n")
    Path("old.csv").write_text(f'id,correct\n"{other}",0\nz9,0\n')
    results = read_results(["new.csv", "old.csv"])
    assert results.pairs("new", "old").n == 2 and "1 id has two spellings that meet" in str(results)


def test_ids_that_one_system_tells_apart_do_not_meet(run):
    Path("new.csv").write_text("id,correct\na1,1\nA1,0\n07,1\n")
    Path("old.csv").write_text("id,correct\nA1,1\na1,0\n7,1\n")
    results = read_results(["new.csv", "old.csv"])
    assert results.pairs("new", "old").n == 2 and "spellings" not in str(results)


# Units, answers and thresholds


def repeated(name, good):
    rng = np.random.default_rng(sum(map(ord, name)))
    table(name, id=np.repeat(range(40), 3), run=np.tile(range(3), 40), correct=(rng.random(120) < good).astype(int))


def test_answers_are_not_items_and_means_of_runs_keep_their_unit(run):
    run("check nothing.csv")
    repeated("new", 0.8)
    repeated("old", 0.7)
    said = " ".join(run("report new.csv old.csv --runs together --md -")[1].split())
    assert "**sample size**: 40 items, 120 answers" in said and "120 items" not in said
    status, said = run("report new.csv old.csv --runs mean --gate --margin 20 --matters 5")
    said = " ".join(said.split())
    assert status == 0 and "by 20 points or more" in said and "5 points" in said
    found = numbers(run, "new.csv old.csv --runs mean --margin 20")
    assert found["outcome"] == "mean of pass or fail" and found["margin"] == 0.2
    short = run("report new.csv old.csv --runs mean --short")[1]
    assert "% (95% t " in short and "% (95% t " in short and " points (95% t " in short


@pytest.mark.parametrize(("good", "status", "words"), [(95, 0, "passed"), (60, 1, "failed"), (84, 3, "undecided")])
def test_one_system_against_a_threshold(run, good, status, words):
    table("new", id=range(100), correct=right(good, 100))
    found, said = run("report new.csv --gate --at-least 80 --short")
    last = said.splitlines()[-1]
    assert found == status and last.startswith(f"gate {words}: ") and f"{good}.0% (95% Wilson" in last
    assert last.endswith("on 100 items; no result is missing")
    [system] = numbers(run, "new.csv --at-least 80")["systems"]
    assert system["threshold"] == {"passed": "above", "failed": "below", "undecided": "open"}[words]


@pytest.mark.parametrize(("good", "better", "status"), [(0, "higher", 3), (1, "higher", 0), (1, "lower", 3)])
def test_no_release_passes_a_gate_at_which_nothing_passed(run, good, better, status):
    table("new", id=range(900), correct=[good] * 900)
    table("old", id=range(900), correct=[good] * 900)
    found, said = run(f"report new.csv old.csv --gate --margin 2 --better {better}")
    assert found == status
    assert ("as nothing passed: check the run and the grader first" in " ".join(said.split())) == (status == 3)


def test_a_threshold_beside_a_margin(run):
    table("new", id=range(200), correct=right(190, 200))
    table("old", id=range(200), correct=right(100, 200))
    assert run("report new.csv old.csv --gate --margin 2 --at-least 90")[0] == 0, "the old system need not reach it"
    assert run("report new.csv old.csv --gate --margin 2 --at-least 99")[0] == 1
    assert run("report new.csv old.csv --gate --at-least 94")[0] == 3
    status, said = run("report new.csv --gate --at-least 0.9")
    assert status == 2 and "--at-least is in percent, from 1 to below 100: got 0.9" in said
    status, said = run("report new.csv --gate --margin 2")
    assert status == 2 and "--gate needs a second system to compare with, or --at-least" in said
    table("tox", id=range(12), toxicity=np.tile([0.1, 0.11, 0.12], 4))
    status, said = run("report tox.csv --score toxicity --better lower --gate --at-least 0.5")
    assert status == 2 and "--at-least must be left out where lower scores are better" in said


# Odd places


def test_a_link_to_itself_is_said(run):
    table("new", id=range(3), correct=[1, 0, 1])
    Path("one.csv").symlink_to("two.csv")
    Path("two.csv").symlink_to("one.csv")
    status, said = run("report one.csv new.csv --html page.html")
    assert status == 2 and "FILE names no file: 'one.csv'" in said
    assert run("report new.csv --html page.html --short")[0] == 0


def test_the_line_to_type_runs_for_a_file_that_looks_like_an_option(run):
    table("./-x", id=range(3), correct=[1, 0, 1])
    status, said = run("check -- -x.csv")
    line = said.splitlines()[-1].strip()
    assert status == 0 and line == "give-or-take report ./-x.csv" and run(line.removeprefix("give-or-take "))[0] == 0


def test_a_hundred_systems_do_not_warn(run):
    rows = [(f"s{k}", i, (i + k) % 2) for k in range(120) for i in range(6) if (k, i) != (3, 3)]
    pd.DataFrame(rows, columns=["system", "id", "correct"]).to_csv("many.csv", index=False)
    assert len(compare(read_results("many.csv"), baseline="s0").differences) == 119


# What an eval owner who distrusts gates found


def test_a_worth_is_a_number_however_it_is_written(run):
    rows = "".join(f"q{i},{[7, 8, 9, 6][i % 4]}.0\n" for i in range(20))
    Path("new.csv").write_text(f"id,score\n{rows}x,-1.0\n")
    assert "Give --value -1=none --missing leave-out if it is no result" in run("check new.csv")[1]
    [system] = numbers(run, "new.csv --value -1=none --missing leave-out")["systems"]
    assert system["mean"] == 7.5 and system["missing"] == 1


def test_naming_a_worth_does_not_hide_the_direction(run):
    for name, more in (("new", 0.5), ("old", 0)):
        table(name, id=range(20), latency=[x + more for x in np.tile([1.0, 1.1, 1.2, 1.3], 5)][:19] + [-1])
    line = "report new.csv old.csv --score latency --value -1=none --missing leave-out --gate --margin 0.05"
    status, said = run(line)
    assert status == 2 and "--better must be named: of 'latency' less may be better" in said
    assert run(f"{line} --better lower")[0] in (1, 3)


def test_where_1_is_bad_lower_is_better_counts_what_is_bad(run):
    table("new", id=range(20), failed=right(5, 20))
    table("old", id=range(20), failed=right(1, 20))
    assert run("report new.csv old.csv --score failed")[0] == 2  # which is better must be named
    for words, gap, count in (("--better lower", 0.2, 5), ("--value 1=0 --value 0=1", -0.2, 15)):
        found = numbers(run, f"new.csv old.csv --score failed {words} --margin 2")
        [pair] = found["differences"]
        assert (pair["difference"], found["systems"][0]["right"]) == (gap, count)
        assert (pair["verdict"], pair["non_inferior"]) == ("second", "open")
    status, said = run("report new.csv old.csv --score failed --better lower --gate --at-least 50")
    assert status == 2 and "give" not in said and "--value 1=0 --value 0=1 turns passes and fails round" in said


def test_passing_turns_round_where_less_is_better(run):
    table("new", id=range(20), latency_ms=[600] * 10 + [400] * 10)
    table("old", id=range(20), latency_ms=[600] * 4 + [400] * 16)
    found = numbers(run, "new.csv old.csv --score latency_ms --passing 500 --better lower")
    assert [x["right"] for x in found["systems"]] == [10, 16]


def test_two_sentinels_do_not_hide_each_other(run):
    table("new", id=range(14), score=[0.2, 0.4, 0.9, 0.5] * 3 + [-1, -9])
    said = run("check new.csv")[1]
    assert "--value: -1 of 'score', in 1 answer" in said and "--value: -9 of 'score', in 1 answer" in said
    assert said.endswith("report new.csv --value -9=none --value -1=none --missing leave-out\n")


def test_an_empty_cell_beside_another_system_is_asked_about(run):
    new, old = right(82, 100) + right(55, 60), right(90, 100) + [None] * 60
    table("both", id=range(160), new=new, old=old)
    line = "report both.csv --systems new old --baseline old --gate --margin 2"
    status, said = run(f"{line} --missing fail")
    assert status == 2 and "--items must be named" in said and "--items all" in said
    assert run(f"{line} --missing leave-out")[0] == 1 and run(f"{line} --missing fail --items all")[0] == 0


def test_a_list_of_items_that_a_system_has_nothing_of(run):
    table("new", id=range(20), correct=right(15, 20))
    table("old", id=range(10, 30), correct=right(15, 20))
    Path("asked.txt").write_text("".join(f"{i}\n" for i in range(10)))
    [gap] = numbers(run, "new.csv old.csv --items asked.txt --missing fail")["differences"]
    assert (gap["n"], gap["difference"]) == (10, 1.0)
    Path("asked.txt").write_text("".join(f"{i}\n" for i in range(300)))
    status, said = run("report new.csv old.csv --items asked.txt --missing fail --short")
    assert "270 ids of --items that no file has, such as '30': items that all missed?" in said


def test_a_system_without_any_result_has_failed_if_that_is_said(run):
    table("new", id=range(20), correct=[None] * 20)
    table("old", id=range(20), correct=right(15, 20))
    [gap] = numbers(run, "new.csv old.csv --missing fail")["differences"]
    assert (gap["n"], gap["difference"]) == (20, -0.75)


def test_scales_that_do_not_meet_stop(run):
    table("new", id=range(20), score=[60 + i % 9 for i in range(20)])
    table("old", id=range(20), score=[0.7 + i % 9 / 100 for i in range(20)])
    status, said = run("check new.csv old.csv")
    assert status == 2 and "the files mix two scales" in said


def test_means_of_unequal_runs_say_of_how_many(run):
    table("new", id=range(40), run=1, correct=right(40, 40))
    table("old", id=np.tile(range(40), 2), run=np.repeat([1, 2], 40), correct=right(60, 80))
    assert "40 answers of new meet 80 of old" in " ".join(run("report new.csv old.csv --runs mean --short")[1].split())


def test_blanks_inside_ids_stay():
    Path("new.csv").write_text("id,correct\ndoc1 1,1\nz,0\n")
    Path("old.csv").write_text("id,correct\ndoc11,1\nz,0\n")
    assert read_results(["new.csv", "old.csv"]).pairs("new", "old").n == 1
