"""People's labels beside a judge's verdicts, from files to a report: its main numbers are what people would say."""

import json
import re

import comparisons
import numpy as np
import pandas as pd
import pytest
from markdown_it import MarkdownIt

from give_or_take import compare, corrected_difference, corrected_rate, judge_rates, report, wilson_interval
from give_or_take.evalfile import Results, read_labels

N, RNG = 300, np.random.default_rng(3)
GOOD = {name: RNG.random(N) < rate for name, rate in (("new", 0.8), ("old", 0.8))}
# Kind to the new system: what people fail there it passes nine times in ten.
VERDICTS = {
    name: np.where(good, RNG.random(N) < 0.97, RNG.random(N) < kind)
    for (name, good), kind in zip(GOOD.items(), (0.9, 0.2), strict=True)
}
LABELLED = np.sort(RNG.choice(N, 100, replace=False))


def by_id(values, at=range(N)):
    return {f"q{i}": int(values[i]) for i in at}


LABELS = {name: by_id(good, LABELLED) for name, good in GOOD.items()}
GROUPS = {f"q{i}": f"d{i // 3}" for i in range(N)}


@pytest.fixture
def run(run, tmp_path):
    """run("report new.csv"): the exit status, what is printed and what is complained; files of all kinds are there."""
    of = {name: "".join(f"q{i},{word}\n" for i, word in zip(LABELLED, LABELS[name].values(), strict=True))
          for name in GOOD}  # fmt: skip
    wide = zip(LABELLED, *(one.values() for one in LABELS.values()), strict=True)
    files = {
        **{f"{name}.csv": "id,passed,doc,topic\n" + "".join(
            f"q{i},{'yes' if x else 'no'},{GROUPS[f'q{i}']},{'ab'[i % 2]}\n" for i, x in enumerate(verdicts)
        ) for name, verdicts in VERDICTS.items()},
        "label.csv": "id,label\n" + of["new"],
        "long.csv": "id,model,human,grader,comment\n" + "".join(
            f"q{i},{name},{'pass' if GOOD[name][i] else 'fail'},by {name[0]},\n" for name in GOOD for i in LABELLED),
        "wide.csv": "id,old,new\n" + "".join(f"q{i},{old},{new}\n" for i, new, old in wide),
        "group.csv": "id,group,new,old\n" + "".join(
            f"q{i},g{i % 3},{GOOD['new'][i]},{GOOD['old'][i]}\n" for i in LABELLED),
        "every.csv": "id,new,old\n" + "".join(
            f"Q{i},{GOOD['new'][i]},{GOOD['old'][i]}\n" if i in LABELLED else f"Q{i},,\n" for i in range(N)),
        "rows.jsonl": "".join(json.dumps({"id": f"q{i}", "system": name, "label": bool(GOOD[name][i])}) + "\n"
                              for name in GOOD for i in LABELLED),
        "object.json": json.dumps(LABELS["new"]),
        "few.csv": "id,label\n" + "".join(of["new"].splitlines(keepends=True)[:19]),
        "passed.csv": "id,label\n" + "".join(f"q{i},1\n" for i in np.flatnonzero(VERDICTS["old"])[:60]),
        "stars.csv": "id,label\n" + "".join(f"q{i},{i % 5 + 1}\n" for i in range(60)),
        "unsure.csv": "id,label\nq1,yes\nq2,unsure\n",
        "stray.csv": "id,label\n" + of["new"] + "q900,1\n",
        "twice.csv": "id,label\n" + of["new"] + "q900,1\nq900,0\n",
        "half.csv": "id,system,label\n" + "".join(f"{i},new,{x}\n" for i, x in LABELS["new"].items()),
        "two.csv": "id,anna,ben\nq1,1,0\nq2,1,1\n",
        "c.csv": "id,passed\nq1,1\n",
        "runs.csv": "id,passed,run\n" + "".join(f"q{i},{i % 2},{k}\n" for i in range(N) for k in (1, 2)),
        "scores.csv": "id,score\n" + "".join(f"q{i},{0.3 + 0.5 * x}\n" for i, x in enumerate(VERDICTS["new"])),
    }  # fmt: skip
    for name, words in files.items():
        (tmp_path / name).write_text(words, encoding="utf-8")
    return run


# --- The numbers are those of the functions


@pytest.mark.parametrize("groups", [None, GROUPS], ids=["items", "groups"])
def test_the_report_has_the_corrected_numbers_and_the_judges_beside_them(run, groups):
    line = "report new.csv old.csv --human long.csv --margin 10 --at-least 60 --level 90 --json -"
    status, said, _ = run(line + " --cluster doc" * (groups is not None))
    found = json.loads(said)["comparison"]
    assert status == 0 and found["slices"] == [] and found["labels"] == "judge"
    rates = {name: corrected_rate(by_id(VERDICTS[name]), LABELS[name], groups, 0.9) for name in GOOD}
    for x, judged in zip(found["systems"], found["judge"]["systems"], strict=True):
        rate = rates[x["name"]]
        assert [x[key] for key in ("mean", "low", "high", "method", "right", "n")] == [
            rate.estimate, rate.low, rate.high, rate.method, None, N,
        ]  # fmt: skip
        assert x["threshold"] == ("above" if rate.low > 0.6 else "open")
        assert (judged["system"], judged["passed"], judged["labels"]) == (x["name"], rate.reported, 100)
        habits = judge_rates(by_id(VERDICTS[x["name"]]), LABELS[x["name"]])
        assert judged["good"]["value"] == pytest.approx(habits.sensitivity.estimate)
        assert judged["bad"]["value"] == pytest.approx(1 - habits.specificity.estimate)
        if groups is None:
            n = habits.only_judge + habits.both_fail
            assert (judged["bad"]["low"], judged["bad"]["high"]) == tuple(wilson_interval(habits.only_judge, n, 0.9))
        else:
            assert judged["good"]["low"] is judged["bad"]["high"] is None, "Wilson's are for single items"
    gap = corrected_difference(*map(by_id, VERDICTS.values()), *LABELS.values(), groups, 0.9)
    [x] = found["differences"]
    assert [x[key] for key in ("difference", "low", "high", "method")] == [gap.estimate, gap.low, gap.high, gap.method]
    assert [x[key] for key in ("p", "only_first", "only_second", "bounds", "sees", "needs")] == [None] * 5 + [[]]
    assert x["non_inferior"] == ("no worse" if gap.low > -0.1 else "open")
    assert (found["judge"]["difference"], found["judge"]["labels"]) == (gap.reported, 100)


def test_the_judge_favours_what_people_would_not(run):
    """Its verdicts tell the systems apart; the headline, the sentence to quote and the gate go by people."""
    _, said, _ = run("report new.csv old.csv --labels judge")
    assert "the data favour new over old" in said and "uncorrected" in said
    status, said, _ = run("report new.csv old.csv --human long.csv")
    words = " ".join(said.split())
    assert status == 0 and words.startswith("On items like these, as people would judge, the data cannot tell new from")
    assert "uncorrected" not in words and "slices of 'topic'" in words and "By topic" not in said
    passed = f"{100 * VERDICTS['new'].mean():.1f}%"
    short = run("report new.csv old.csv --human long.csv --short")[1]
    assert short.startswith("People would pass ") and f"(100 labels; the judge passed {passed})" in short
    assert re.search(r"Of new, the judge passes 9[\d.]+% \(.*\) of what people pass and \d[\d.]+% \(.*\) of what they "
                     r"fail \(100 labels\); of old, ", words)  # fmt: skip
    for line, raw, corrected in (("--gate --margin 2", 0, 3), ("--gate --at-least 93 --baseline old", 0, 1)):
        assert run(f"report new.csv old.csv {line}")[0] == raw
        status, said, _ = run(f"report new.csv old.csv {line} --human long.csv")
        assert status == corrected and said.splitlines()[-1].endswith("; corrected by people's labels")


# --- The file of labels


@pytest.mark.parametrize("name", ["long.csv", "wide.csv", "every.csv", "group.csv", "rows.jsonl"])
def test_labels_of_two_systems_in_any_form(run, tmp_path, name):
    assert run(f"check new.csv old.csv --human {name}")[0] == 0
    frame = read_labels(tmp_path / name, ["new", "old"]).frame.dropna(subset="score")
    for system, labels in LABELS.items():
        own = frame[frame["system"] == system]
        assert dict(zip(own["id"].str.lower(), own["score"], strict=True)) == labels
    shown = run(f"report new.csv old.csv --human {name} --short")
    assert shown == run("report new.csv old.csv --human long.csv --short") and shown[0] == 0


@pytest.mark.parametrize("line", ["label.csv", "object.json", "long.csv", "wide.csv", "half.csv"])
def test_labels_of_one_system_in_any_form(run, line):
    assert run(f"report new.csv --human {line} --short") == run("report new.csv --human label.csv --short")
    assert run(f"report new.csv --human {line} --short")[0] == 0


def test_labels_may_stand_beside_the_verdicts(run, tmp_path):
    rows = (f"q{i},{int(x)},{int(GOOD['new'][i]) if i in LABELLED else ''}\n" for i, x in enumerate(VERDICTS["new"]))
    (tmp_path / "both.csv").write_text("task,verdict,human\n" + "".join(rows))
    named = "--id task --score verdict --human both.csv --short"
    assert run(f"report new=both.csv {named}")[:2] == run("report new.csv --human label.csv --short")[:2]


def test_scores_are_verdicts_from_a_score_on(run):
    status, said, _ = run("report new=scores.csv --human label.csv --passing 0.5 --short")
    assert (status, said) == run("report new.csv --human label.csv --short")[:2]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("new.csv --human few.csv", "--human (labels of 'new') must hold at least 20 labels: got 19; have people"),
        ("old.csv --human passed.csv", "--human (labels of 'old') hardly look like a random part of the items: 60"),
        ("new.csv --human stray.csv", "--human (labels of 'new') has 1 id without a verdict, such as 'q900'; give the"),
        ("new.csv --human twice.csv", "the files hold more than one label of a system for 1 id, such as 'q900' (row"),
        ("new.csv --human stars.csv", "'stars.csv' holds what is no label: 48 labels, such as '2' (row 3), '3'"),
        ("new.csv --human unsure.csv", "'unsure.csv' holds what is no label: 'unsure' (row 3); write yes or no"),
        ("new.csv --human none.csv", "--human names no file: 'none.csv'"),
        ("new.csv --human new.csv", "--human must hold labels by people: those of 'new' are the verdicts themselves"),
        ("new.csv --human two.csv", "'two.csv' does not say which column holds people's labels: several may: 'anna', "),
        ("new.csv old.csv --human label.csv", "'label.csv' does not say which system its labels are of: its columns "
         "are 'id', 'label'; write a row for each label (id,system,label) or a column for each system (id,new,old)"),
        ("new.csv old.csv --human half.csv", "--human must hold labels of 'new', 'old': got those of 'new'; write"),
        ("a=new.csv b=old.csv c=c.csv --human long.csv", "--human corrects one system or two: there are 3; leave some"),
        ("new=runs.csv --human label.csv", "the files must hold one answer of a system to an item beside --human: got"),
        ("new=scores.csv --human label.csv", "the files must be pass or fail beside labels: got 0.8; give --passing"),
        ("new.csv --human label.csv --missing fail", "--missing must be left out beside --human: an answer without a"),
        ("new.csv --human label.csv --by topic", "--by must be left out beside --human: labels correct the whole"),
        ("new.csv --human label.csv --labels people", "--labels must be judge beside --human, or left out"),
        ("new.csv --human label.csv --estimand these-items", "--estimand must be items-like-these beside --human"),
        ("new.csv --human label.csv --html label.csv", "--html must name a file of its own: 'label.csv' is named"),
    ],
)  # fmt: skip
def test_what_labels_cannot_correct_is_refused_in_a_line(run, line, words):
    status, said, complaint = run(f"report {line}")
    assert (status, said) == (2, "") and complaint.startswith(f"Error: {words}") and complaint.count("\n") == 1


def results(scores, **more):
    return Results(pd.DataFrame({"id": [*scores], "system": "new", "score": [*scores.values()]}).assign(**more), ())


def test_in_python_labels_are_results_of_the_same_systems():
    verdicts, labels = by_id(VERDICTS["new"]), LABELS["new"]
    assert compare(results(verdicts), human=results(labels)).systems[0].low == corrected_rate(verdicts, labels).low
    for human, words in (
        (results(labels, system="x"), "^human must hold labels of each system: got those of 'x', and none of 'new'"),
        (results(labels, score=0.5), "^human must be pass or fail beside labels: got 0.5"),
        (results(labels | {"q1": 3}), "^human must be pass or fail beside labels: got 3"),
    ):
        with pytest.raises(ValueError, match=words):
            compare(results(verdicts), human=human)


# --- What the report says of them


def test_what_the_judge_did_not_decide_is_a_stratum_and_no_missing_result(run):
    verdicts = by_id(VERDICTS["new"]) | {f"q{i}": None for i in range(20, 40)}
    found = compare(results(verdicts), human=results(LABELS["new"]))
    assert found.systems[0].mean == corrected_rate(verdicts, LABELS["new"]).estimate and found.missing == "undecided"
    words = " ".join(report(found).text.split())
    assert "20 of 300 results of new are missing, counted as undecided." in words
    assert "The judge did not decide on 20 items." in words and "labels say what such answers are worth" in words


def test_where_people_fail_none_the_sentence_says_so():
    labels = {one: 1 for one, verdict in by_id(VERDICTS["new"]).items() if verdict}
    labels = dict(list(labels.items())[:30])
    found = report(compare(results(dict.fromkeys(by_id(GOOD["new"]), 1)), human=results(labels)))
    said = " ".join(str(found.section("judge")).split())
    assert "The judge passes 100.0% (88.6%-100.0%) of what people pass (30 labels; people fail none), with" in said


def test_a_name_is_inert_in_the_words_on_the_judge():
    name = "<img src=x onerror=alert(1)>|`\x1b[31m"
    made = report(comparisons.judged(name, "old", margin=0.02))
    assert "<img" not in made.html and "\x1b" not in made.text + made.markdown + made.html + made.json
    tokens = MarkdownIt("gfm-like", {"linkify": False, "html": True}).enable("table").parse(made.markdown)
    kinds = {x.type for token in tokens for x in (token, *(token.children or ()))}
    assert not kinds & {"html_inline", "html_block", "image", "link_open"}
