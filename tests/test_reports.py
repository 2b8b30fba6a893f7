"""Reports: that each number stands in the record, what the verdicts say, that no name can act, that files are whole."""

import base64
import hashlib
import json
import math
import os
import re
import stat
import unicodedata
from dataclasses import asdict, fields, replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import comparisons
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from markdown_it import MarkdownIt

from give_or_take import best_set, compare, flattery, report, tally, wilson_interval
from give_or_take.comparison import record as records
from give_or_take.evalfile import Results
from give_or_take.reports import FORMS, document, names, sentences
from give_or_take.slices import holm
from tools.site import report_example

SCHEMA = json.loads((Path(names.__file__).parent / "schema.json").read_text(encoding="utf-8"))
RECORDS = [records.Comparison, records.System, records.Difference, records.Slices, records.Slice]
RECORDS += [records.Bound, records.Need, records.Disclosure, records.Best, records.Looks, records.Posterior]
RECORDS += [records.Equal, records.Alone, records.Classes, records.Rate, records.Judge, records.Judged]
RECORDS += [records.AgainstRest, records.Rest, records.Alike, records.Shared]


@cache
def paper_of(name):
    return report(comparisons.EVERY[name]())


@pytest.fixture(params=comparisons.EVERY)
def paper(request):
    return paper_of(request.param)


# --- Every number stands in the record

NUMBER = re.compile(r"(?<![\w.,-])[-+]?\d[\d,]*(?:\.\d+)?(?![\w]|\.\d)")


def values(thing):
    """The numbers of a record, with the lengths of its lists, and its texts."""
    if isinstance(thing, dict):
        thing = list(thing.values())
    if isinstance(thing, list | tuple):
        yield len(thing)
        for one in thing:
            yield from values(one)
    elif thing is not None and not isinstance(thing, bool):
        yield thing


def unexplained(words, record):
    """The numbers in words that are none of the record's, as they are or in percent, rounded as they are written."""
    held = list(values(asdict(record)))
    numbers = {abs(float(x)) for x in held if not isinstance(x, str)}
    for text in sorted((x for x in held if isinstance(x, str)), key=len, reverse=True):
        words = words.replace(text, " ") if re.search(r"\d", text) else words
    for written in NUMBER.findall(re.sub(r"\(chapter \d+|p < 0.001", "", words)):
        plain = written.lstrip("+-").replace(",", "")
        half = 0.5000001 * 10.0 ** -len(plain.partition(".")[2])
        if not any(abs(scale * x - float(plain)) <= half for x in numbers for scale in (1, 100)):
            yield written


def everything(record):
    """All that a report says, in one text."""
    safe = names.safe(record)
    parts = [sentences.headline(safe), sentences.minimum(safe), sentences.publishable(safe)]
    for section in document.sections(safe):
        for block in section.blocks:
            if block.kind == "table":
                parts += [block.caption, *(cell for row in [block.head, *block.rows] for cell in row)]
            elif block.kind == "picture":
                parts += [block.alt]
            elif block.kind != "checks":  # which the record holds as they are
                parts += block.points if block.kind == "points" else [block.text]
    return names.plain("\n".join(parts))


def test_every_number_stands_in_the_record(paper):
    assert list(unexplained(everything(paper.comparison), paper.comparison)) == []


def test_a_number_that_does_not_stand_in_the_record_is_found():
    record = comparisons.desk()
    assert list(unexplained("by 1.5 to 15.8 points of 101 items, 92.0%", record)) == ["1.5", "101"]


def test_no_report_says_what_no_test_can(paper):
    words = paper.text.lower()
    assert "no difference" not in words and "significant" not in words and "nan" not in words.split()
    assert "None" not in paper.text and "inf" not in words.split()


# --- What the verdicts say

[DESK] = comparisons.desk().differences


def said(gap, **more):
    return report(replace(comparisons.desk(), differences=(gap,), slices=(), **more)).headline


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, "the data favour new over old, by 1.4 to 15.8 points (95% interval)."),
        (
            {"difference": -0.08, "low": -0.158, "high": -0.014, "verdict": "second"},
            "the data favour old over new, by 1.4 to 15.8 points (95% interval).",
        ),
        (
            {"low": -0.014, "verdict": "open", "told_apart": False},
            "the data cannot tell new from old: new is 8.0 points above old here, and may be anything from 1.4 points "
            "below to 15.8 above (95% interval).",
        ),
        (
            {"difference": -0.04, "low": -0.158, "high": 0.014, "verdict": "open", "told_apart": False},
            "new is 4.0 points below old here, and may be anything from 15.8 points below to 1.4 above (95% interval).",
        ),
        (
            {"difference": 0.0, "low": -0.03, "high": 0.0, "verdict": "open", "told_apart": False},
            "new is level with old here, and may be anything from 3.0 points below to 0.0 above (95% interval).",
        ),
        (
            {"p_adjusted": 0.061, "told_apart": False},
            "Borderline: on items like these, the interval favours new over old, by 1.4 to 15.8 points "
            "(95% interval), but the test does not confirm it (p = 0.061).",
        ),
        (
            {"low": None, "high": None, "p": None},
            "new is ahead of old by 8.0 points; this says nothing about other items.",
        ),
        (
            {"low": None, "high": None, "difference": 0.0},
            "new and old have the same score here; this says nothing about other items.",
        ),
    ],
)
def test_the_headline_of_one_pair(change, words):
    assert said(replace(DESK, **change)).endswith(words)


LOOK = "Check the run and the grader first."


@pytest.mark.parametrize(
    ("record", "first"),
    [
        ((0, "a", "b"), f"Every one of the 30 results of both is 0: nothing can be compared. {LOOK}"),
        ((0, "a", "b", "c"), f"Every one of the 45 results of all 3 systems is 0: nothing can be compared. {LOOK}"),
        ((0, "a"), f"Every one of the 15 results of a is 0. {LOOK} On items like these, a got 0 of 15 right"),
        ((3.5, "a", "b"), f"Every one of the 30 results of both is 3.5: nothing can be compared. {LOOK}"),
        ((1, "a", "b"), "Both got everything right: these items are too easy to tell them apart. On items like"),
        ((1, "a"), "a got everything right: these items are too easy to show where it fails. On items like these"),
    ],
)
def test_where_all_results_are_the_same_the_first_sentence_says_so(record, first):
    value, *systems = record
    made = report(comparisons.same(value, *systems))
    assert made.headline.startswith(first)
    for form in (made.text, made.brief, names.plain(made.minimum), made.publishable, json.loads(made.json)["headline"]):
        assert " ".join(form.split()).startswith(first.partition(".")[0])
        assert "level with" not in form and "same score" not in form and "ties with" not in form
    assert json.loads(made.json)["comparison"]["alike"] == {"value": value, "results": 15 * len(systems)}


def test_where_results_are_the_same_the_interval_comes_after_and_says_nobody_is_level():
    both = report(comparisons.same(1, "a", "b")).headline
    assert re.search(r"On items like these, a may be anything from (\S+) points below b to \1 above it \(", both)
    for systems in ("ab", "abc"):  # of a run that may be broken, no interval says anything
        assert report(comparisons.same(0, *systems)).headline.endswith(f"nothing can be compared. {LOOK}")
    lower = report(comparisons.same(0, "a", "b", better="lower")).headline
    assert lower.startswith("Every one of the 30 results of both is 0, the best there is: these items are ")
    assert report(comparisons.same(1, "a", "b", better="lower")).headline.startswith("Every one of the 30 results of ")
    there = report(comparisons.same(1, "a", "b", estimand="these items", margin=0.02)).headline
    assert there.endswith("tell them apart. On these items a is not worse than b by 2 points or more.")
    for record in (comparisons.desk(), comparisons.same(0, "a", "b", n=1), comparisons.preferred()):
        assert record.alike is None


def test_results_are_not_the_same_where_only_their_means_or_verdicts_are():
    frame = pd.DataFrame({"id": ["x", "x", "y", "y"] * 2, "system": ["a"] * 4 + ["b"] * 4, "run": [1, 2] * 4})
    halves = Results(frame.assign(score=[0.0, 1.0] * 4), ("rows",))
    assert compare(halves, runs="mean").alike is None
    assert compare(Results(frame.assign(score=1.0), ("rows",)), runs="mean").alike == records.Alike(1.0, 8)
    fine = tally(pd.DataFrame({"a": [0.2, 0.3, 0.4], "b": [0.1, 0.2, 0.3]}), ["a", "b"])
    assert compare(fine, passing=0.5).alike is None, "of these scores something can be compared"


def gone(first, second, both=(), n=100, **more):
    """Two systems on n items, of which the second one has 20 fewer right; with these results missing."""
    rows = np.arange(n)
    frame = pd.DataFrame({"a": (rows % 10 < 8).astype(float), "b": (rows % 10 < 6).astype(float)})
    frame.loc[list(first), "a"] = frame.loc[list(second), "b"] = frame.loc[list(both)] = np.nan
    return compare(tally(frame, ["a", "b"]), **{"missing": "fail"} | more)


def test_the_headline_says_what_differences_could_be_that_depend_on_missing_results():
    turned = gone([], [k for k in range(100) if k % 10 in (0, 6, 7)])
    [d] = turned.differences
    assert d.verdict == "first" and d.bounds.low == 0
    ends = sentences.bound(turned, d, " and ")
    words = f"But by what the 30 missing results would have been, the difference lies between {ends}."
    made = report(turned)
    assert made.headline.endswith(f"missing, counted as fails. {words}")
    for form in (made.text, made.brief, made.minimum, made.markdown):
        assert words in " ".join(form.replace("\\", "").split()), "in every form"
    assert made.publishable.count(f"between {ends}") == 1 and words not in made.publishable
    assert "But by what" in report(gone([], range(0, 60, 4))).headline, "so many more of one move it"
    assert "But by what" not in report(gone([], [7])).headline, "one does not"
    assert "But by what" not in report(gone([], [], range(0, 100, 25), missing="leave out")).headline


@pytest.mark.parametrize(("many", "there"), [(30, False), (60, True)])
def test_the_headline_says_so_too_where_the_verdict_on_the_margin_depends(many, there):
    right = (np.arange(1000) % 10 < 8).astype(float)
    frame = pd.DataFrame({"a": right, "b": right})
    frame.loc[: many - 1, "a"] = frame.loc[500 : 499 + many, "b"] = np.nan
    record = compare(tally(frame, ["a", "b"]), missing="leave out", margin=0.05)
    assert record.differences[0].non_inferior == "no worse"
    assert ("But by what" in report(record).headline) is there


def test_of_several_pairs_the_headline_names_those_that_depend():
    swe = report(comparisons.swe()).headline
    assert swe.partition("But ")[2].count("lies between") == 1 and "claude_sonnet_4_5 minus claude_sonnet_4 lies" in swe


def test_tables_of_many_classes_or_of_options_stand_in_no_terminal_unasked():
    for classes, there in (("abc", False), ("xyzuvw", False), (("cat", "dog", "hen"), True), ("ab", True)):
        made = report(comparisons.predicted(classes, positive="a" if len(classes) == 2 else None))
        assert ("Rates of" in made.brief, "recall" in made.minimum) == (there, there), classes
        assert ("The tables of each class: --md - or --html FILE." in made.brief) != there
        assert "Rates of" in made.text and "Rates of" in made.markdown and "recall" in made.publishable
    many = report(comparisons.predicted(("cat", "dog", "hen", "cow", "ox")))
    assert "Rates of" not in many.brief


def test_two_systems_stand_side_by_side_on_what_both_answered_and_the_rest_below():
    made = report(comparisons.beside(by="kind"))
    a, b = made.comparison.on_shared
    assert (a.right, a.n, a.n_beside, a.right_beside, b.right, b.n, b.n_beside) == (10, 20, 12, 12, 15, 20, 1)
    assert (a.low, a.high) == pytest.approx(tuple(wilson_interval(10, 20))[:2])
    assert [x.n for x in made.comparison.systems] == [32, 21], "the record has both"
    table = str(made.section("systems"))
    assert "Each system alone, on what both answered" in table and "10/20" in table and "22/32" not in table
    for form in (made.brief, made.text, made.minimum, made.publishable):
        words = " ".join(form.split())
        assert "12 items that only a has: 12 of 12 right." in words and "1 item that only b has: 0 of 1 right." in words
        assert "of 32 right" not in words and "scores on these" not in words
    assert "On the 20 items that both answered: a got 10 of 20 right, 50.0%" in made.minimum
    assert report(comparisons.beside(better="lower")).minimum.count("12 items that only a has: a 1 in 12 of 12.") == 1


def test_slices_that_only_one_system_has_are_named():
    record = comparisons.beside(by="kind")
    [found] = record.slices
    assert (found.only_first, found.only_second) == (("chain",), ("rank",))
    said = " ".join(report(record).brief.split())
    assert "Only a has results in chain, so nothing is compared there." in said
    assert "Only b has results in rank, so nothing is compared there." in said
    assert comparisons.desk().slices[0].only_first == ()


def test_rates_on_what_both_answered_stand_nowhere_if_that_is_all_or_a_threshold_asks_for_more():
    assert comparisons.desk().on_shared == () and comparisons.beside(at_least=0.5).on_shared == ()
    scores = {"id": [1, 2, 3, 4], "a": [2.0, 3, 5, 9], "b": [1.0, 1, 2, np.nan]}
    record = compare(tally(pd.DataFrame(scores), ["a", "b"]), missing="leave out")
    [a, b] = record.on_shared
    assert (a.mean, a.mean_beside, b.n_beside, b.mean_beside) == (pytest.approx(10 / 3), 9, 0, None)
    said = report(record).minimum
    assert "1 item that only a has a result of: a mean of 9.00." in said
    assert "Items without a result of both are left out." in report(record).publishable


TYPE = "With fewer than 20 items all of this is rough; estimand='these items' asks about just these 5 and the luck of "


def test_few_items_with_runs_come_with_what_to_type_to_ask_about_these():
    made = report(comparisons.five((-1, 1, -0.5, 0.5, 0)))
    for form in (made.brief, made.minimum, made.markdown):
        assert TYPE in " ".join(form.split())
    these = report(comparisons.five((-1, 1, -0.5, 0.5, 0), estimand="these items"))
    assert "rough" not in these.text, "there are 150 runs of each"
    assert "rough" in report(comparisons.five((-1, 1), runs=4, estimand="these items")).text
    for record in (comparisons.five((0,) * 20, runs=2), comparisons.same(0, "a", "b")):
        assert "asks about just" not in report(record).text


def test_items_that_differ_in_both_directions_stand_in_the_headline():
    record = comparisons.five((-1, 1, -0.5, 0.5, 0), estimand="these items")
    [items] = record.slices
    assert (items.by, len(items.slices), items.interaction_p) == ("item", 5, None)
    rows = sorted(items.slices, key=lambda x: x.name)
    assert [x.p_adjusted < 0.05 for x in rows] == [True] * 4 + [False]
    near = comparisons.five((-0.1, 0.1, 0, 0, 0), estimand="these items").slices[0].slices
    assert [x.p_adjusted for x in near] == pytest.approx(list(holm([x.p for x in near])))
    made = report(record)
    words = "but a is behind in task 1 and task 3 and ahead in task 0 and task 2."
    assert made.headline.endswith(f"; {words}") and words in made.minimum
    assert "Allowing for all items (Holm), a is ahead in task 0 and task 2 and beh" in " ".join(made.brief.split())
    one_way = report(comparisons.five((0.5, 0.5, 0.4), estimand="these items"))
    assert "behind in" not in one_way.headline and "a is behind in" in one_way.text
    none = report(comparisons.five((0, 0, 0), estimand="these items"))
    assert "Allowing for all 3 items (Holm), none shows a difference by itself." in none.text
    many = comparisons.five((0.1,) * 21, runs=2, estimand="these items")
    assert many.slices == () and comparisons.five((1, -1), estimand="items like these").slices == ()


def test_slices_that_differ_in_both_directions_stand_in_the_headline():
    kind = ["x"] * 100 + ["y"] * 100
    a, b = [1] * 90 + [0] * 10 + [1] * 50 + [0] * 50, [1] * 50 + [0] * 50 + [1] * 90 + [0] * 10
    frame = pd.DataFrame({"a": a, "b": b, "kind": kind})
    made = report(compare(tally(frame, ["a", "b"], slices="kind")))
    assert made.headline.endswith("above (95% interval); but a is behind in y and ahead in x.")
    assert "behind in" not in report(comparisons.desk()).headline


@pytest.mark.parametrize(
    ("more", "n", "method"),
    [({}, 5, "5-item Wilson"), ({"estimand": "these items"}, 20, "20-run Wilson"),
     ({"estimand": "these items", "runs": "together"}, 22, "22-run Wilson")],
)  # fmt: skip
def test_all_right_in_all_runs_is_not_100_percent_give_or_take_nothing(more, n, method):
    runs = [(k, r) for k in range(5) for r in range(4 + 2 * (k < 1))]
    rows = [(f"i{k}", s, r, float(s == "a" or k + r > 0)) for k, r in runs for s in "ab"]
    frame = pd.DataFrame(rows, columns=["id", "system", "run", "score"])
    a, b = compare(Results(frame, ("rows",)), **{"runs": "mean"} | more).systems
    assert (a.mean, a.method) == (1, method) and b.mean < 1
    assert (a.low, a.high) == pytest.approx(tuple(wilson_interval(n, n))[:2])
    none = compare(Results(frame.assign(score=1 - frame["score"]), ("rows",)), **{"runs": "mean"} | more).systems[0]
    assert (none.low, none.high) == pytest.approx((1 - a.high, 1 - a.low))


def test_where_scores_have_no_interval_the_table_says_why():
    half = scored(30, [0.1, 0.2, 0.3] * 5)
    assert "–: all alike, which shows no luck" in " ".join(report(half).brief.split())


def scored(n, *others):
    """Systems with scores: the first has one half everywhere, the others gain so much on their first items."""
    columns = {f"s{k}": np.concatenate([x, np.zeros(n - len(x))]) + 0.5 for k, x in enumerate([[], *others])}
    return compare(tally(pd.DataFrame({"id": range(n), **columns}), [*columns]))


def test_of_scores_nobody_is_favoured_whom_the_test_does_not_confirm():
    """Four gains one way leave out zero, and p is 1/16; five have 1/32, but not after Holm for three pairs."""
    record = scored(100, [0.3] * 4)
    begin = r"s0 from s1: s0 is 0\.012 below s1 here, and the interval, "
    ends = re.search(rf"{begin}(\S+) to (\S+), leaves out zero, but the", report(record).headline)
    low, high = record.differences[0].low, record.differences[0].high
    assert high < 0 and [*map(float, ends.groups())] == pytest.approx([low, high], abs=5e-4)
    assert report(record).headline.endswith("the test does not confirm it (p = 0.062).")
    assert not re.search("favou?r", report(record).text + report(record).html + report(record).json)
    three = replace(scored(100, [0.3] * 5, [0.3, -0.3]), all_pairs=True)
    assert [d.told_apart for d in three.differences] == [False] * 3 and three.differences[0].verdict == "second"
    assert report(three).headline == "On items like these, the data tell none of the 3 pairs of systems apart."
    assert sentences.in_a_word(three, three.differences[0]) == "not confirmed" and "favour" not in report(three).text
    holm = "does not confirm it (p = 0.094, adjusted for 3 pairs)"
    assert sentences.verdict(three, three.differences[0]).endswith(holm)
    assert "the data favour s1 over s0, by" in report(scored(100, [0.3] * 5)).headline


def test_an_interval_that_few_items_decide_is_called_so_beside_it():
    few, many = report(scored(164, [-0.1, 0.3, 0.3, 0.3])), report(scored(164, [0.3] * 30))
    words = "ew-item intervals rest on few items that differ, and may hold the truth less often than they say"
    for form in (few.text, few.markdown, few.html):
        assert " ".join(form.split()).count(words) >= 4, "of each table, and of both paragraphs"
    assert few.minimum.count(words) == few.publishable.count(words) == 1 and words in json.loads(few.json)["minimum"]
    assert [json.loads(few.json)["comparison"][key][-1]["method"] for key in ("systems", "differences")] == [
        "few-item stretched t"
    ] * 2  # fmt: skip
    assert words not in many.text and "stretched" not in many.text
    alone = replace(few.comparison, systems=few.comparison.systems[1:], differences=(), tied=())
    assert report(alone).minimum.count(words) == report(alone).publishable.count(words) == 1
    groups = compare(tally(pd.DataFrame({"a": [0.5] * 38 + [1, 2], "g": range(40)}), ["a"], group="g"))
    assert "few-cluster intervals rest on few groups that differ" in " ".join(report(groups).text.split())


@pytest.mark.parametrize(
    ("verdict", "words"),
    [
        ("no worse", "the data rule out that new is worse than old by 1 point or more."),
        ("worse", "the data show that new is worse than old by more than 1 point."),
        ("open", "the data leave open whether new is worse than old by 1 point or more."),
    ],
)
def test_the_headline_with_a_margin(verdict, words):
    assert said(replace(DESK, non_inferior=verdict), margin=0.01).endswith(f"points (95% interval); {words}")


def test_on_these_items_the_difference_itself_is_held_against_the_margin():
    record = comparisons.desk(estimand="these items", margin=0.02)
    [gap] = record.differences
    assert gap.non_inferior == "no worse"
    for verdict, is_no in ("no worse", "is not"), ("worse", "is"):
        found = report(replace(record, differences=(replace(gap, non_inferior=verdict),)))
        assert found.headline.endswith(f"on these items new {is_no} worse than old by 2 points or more.")
        assert "leave open" not in found.text and "intervals: none, for there is no luck" in found.text
        assert "Not worse means: the difference lies above -2 points." in str(found.section("margin"))


def test_the_headline_of_many_pairs():
    some = "In groups like these, 2 of 4 systems may be the best, by the 561 items that all answered: "
    some += "claude_sonnet_4_5 and claude_sonnet_4; gpt_5 and kimi_k2 are out; "
    assert report(comparisons.swe()).headline.startswith(some)
    swe = replace(comparisons.swe(), all_pairs=True)
    one = (
        "In groups like these, the data tell 1 of 6 pairs of systems apart: they favour claude_sonnet_4_5 over kimi_k2"
    )
    missing = "1 of 730 results of gpt_5, 1 of 730 results of kimi_k2 and 168 of 730 results of claude_sonnet_4"
    left = f"{missing} are missing, left out. But by what the missing results would have been, claude_sonnet_4_5 "
    left += "minus claude_sonnet_4 lies between -12.2 and +10.8 points."
    left = left.replace("points.", "points, gpt_5 minus claude_sonnet_4 between -19.6 and +3.6 points and kimi_k2 ")
    left += "minus claude_sonnet_4 between -28.2 and -5.1 points."
    assert report(swe).headline == f"{one}; {left}"
    gaps = [replace(gap, told_apart=False) for gap in swe.differences]
    none = replace(swe, differences=tuple(gaps))
    none = report(none).headline
    assert none == f"In groups like these, the data tell none of the 6 pairs of systems apart; {left}"
    lower = "On items like these, the data tell 2 of 3 pairs of systems apart: they favour c over a and b."
    assert report(replace(comparisons.three(better="lower", margin=0.1), all_pairs=True)).headline == lower


def test_of_three_systems_or_more_the_report_says_which_may_be_the_best():
    """By the set of `best_set`, and how picking flatters, by `flattery`; both where lower is better, too."""
    rng = np.random.default_rng(14)
    for better, sign in (("higher", 1), ("lower", -1)):
        scores = rng.normal(0, 1, (60, 1)) + rng.normal(0, 0.4, (60, 4)) - sign * np.array([0, 0.1, 1, 1.2])
        record = compare(tally(pd.DataFrame(scores, columns=list("abcd")), list("abcd")), better=better)
        found = best_set(dict(zip("abcd", sign * scores.T, strict=True)), rng=np.random.default_rng(0))
        assert record.best.names == found.names and not {"c", "d"} & {*found.names}
        assert {x.name: x.best_p for x in record.systems} == pytest.approx(found.p_values, abs=0.03)  # other draws
        drawn = flattery(sign * scores, 30, draws=2_000, rng=np.random.default_rng(0))
        assert (record.best.seen, record.best.true) == pytest.approx((sign * drawn.seen, sign * drawn.true), abs=0.02)
        assert report(record).headline.startswith("On items like these, 2 of 4 systems may be the best: ")
        seen, true = (sentences.rate(record, x) for x in (record.best.seen, record.best.true))
        assert f"the top one showed {seen} there and only {true} on the others" in report(record).minimum
        assert len(record.differences) == 6 and [record.top in (d.first, d.second) for d in record.shown] == [True] * 3
        assert {(d.sees is not None) for d in record.shown} == {True}


def on_pairs(record):
    """(systems that the set keeps and a pair puts behind, that are out and no pair puts behind) by the tables."""
    behind = set()
    for d in record.shown:
        apart = d.told_apart if record.all_pairs else d.low > 0 or d.high < 0
        behind |= {d.second if d.difference > 0 else d.first} if apart else set()
    return behind & {*record.best.names}, {x.name for x in record.systems} - behind - {*record.best.names}


@pytest.mark.parametrize("gaps", [0, 0.3])
def test_where_the_set_and_the_pairs_disagree_the_report_says_why(gaps):
    met = set()
    for seed in range(60):
        rng = np.random.default_rng(seed)
        lead = np.r_[0.9, 0.9 - rng.uniform(0, 2, 3)]
        right = (rng.normal(0, 1.2, (120, 1)) + rng.logistic(0, 0.7, (120, 4)) + lead > 0).astype(float)
        right[rng.random(right.shape) < gaps] = np.nan
        record = compare(tally(pd.DataFrame(right, columns=list("abcd")), list("abcd")), missing="leave out")
        for one in (record, replace(record, all_pairs=True)):
            found = {side: names for side, names in zip(("keeps", "out"), on_pairs(one), strict=True) if names}
            met |= {(side, one.all_pairs) for side in found}
            for said in (spoken(one), " ".join(report(one).brief.split()), report(one).publishable):
                kept = re.search(r"The set keeps (.*?), though an? (?:pair|interval) here puts (?:it|them) behi", said)
                out = re.search(r"((?:[a-d]\W|and )+)(?:is|are) out, though no (?:pair|interval) here puts", said)
                sides = {"keeps": kept, "out": out}
                assert {x: set(re.findall(r"\b[a-d]\b", m[1])) for x, m in sides.items() if m} == found, (seed, said)
                assert not kept or ("Choose which" in said) == one.all_pairs
                assert not kept or gaps == 0 or f"on the {one.best.n} that all answered." in said
    assert met >= {("keeps", False), ("out", True)}, "each is met"


def guessing(*right, often=80):
    """Systems that are right on so many of 100 items, of which most have one truth."""
    truth = np.where(np.arange(100) < often, "no", "yes")
    frames = []
    for k, n in enumerate(right):
        said = np.where(np.arange(100) < n, truth, np.where(truth == "no", "yes", "no"))
        frames.append(pd.DataFrame({"id": range(100), "system": "abc"[k], "truth": truth, "prediction": said}))
    frame = pd.concat(frames, ignore_index=True)
    frame = frame.assign(id=frame["id"].astype(str), score=(frame["truth"] == frame["prediction"]).astype(float))
    return compare(Results(frame, ("predictions.csv",), matched="as written"))


@pytest.mark.parametrize(
    ("right", "words"),
    [
        ((70, 60), "neither a nor b is above that."),
        ((70, 80), "neither a nor b is above that."),
        ((70, 90), "a is not above that."),
        ((70, 60, 50), "none of the 3 systems is above that."),
        ((70, 90, 60), "a and c are not above that."),
        ((70,), "a is not above that."),
        ((90, 95), ""),
        ((90,), ""),
    ],
)
def test_who_does_no_better_than_one_answer_for_all_is_told_first(right, words):
    made = report(guessing(*right))
    held = json.loads(made.json)
    for said in (made.headline, made.minimum, made.publishable, held["headline"], held["minimum"], held["publishable"]):
        once = said != made.headline or len(right) == 1 or bool(words)
        assert said.count("lways no would be right on 80.0%") == once
        assert ("But always no would be right on 80.0%, and" in said) == bool(words) and words in said
    first = made.text.split("\n\n")[0]
    assert words in " ".join(first.split()) and made.brief.startswith(first)
    assert words in made.markdown.split("\n")[0].replace("`", "")
    assert words in re.sub("<[^>]*>", "", re.search("<h1>(.*)</h1>", made.html)[1])


def test_truths_that_are_all_different_are_nobodys_guess():
    record = guessing(0, 0)
    classes = replace(record.classes, labels=(), tables=(), rates=(), always=0.01)
    assert "But" not in report(replace(record, classes=classes)).headline
    assert "But always no would" in report(replace(record, classes=replace(classes, always=0.04))).headline


def test_the_headline_says_how_few_items_all_answered():
    item = np.arange(60)[:, None]
    x = np.where((item % 3 == [0, 1, 2]) & (item > 5), np.nan, item % 10 >= [0, 3, 6])
    record = compare(tally(pd.DataFrame(x, columns=list("abc")), list("abc")), missing="leave out")
    assert record.best.n == 6 < record.items
    assert "2 of 3 systems may be the best, by the 6 items that all answered: a and b;" in report(record).headline


def test_a_set_that_lopsided_scores_widen_says_so():
    table = pd.DataFrame({"even": [0.9] * 40, "keen": [0.95] * 40, "poor": [0.1] * 40})
    record = compare(tally(table, systems=list(table)))
    said = "40 items, too few for scores so lopsided to leave out even"
    assert said in spoken(record) and json.loads(report(record).json)["comparison"]["best"]["note"] == said
    assert set(record.best.names) == {"even", "keen"}


def test_what_the_set_rests_on_is_said():
    """Items that all answered; a top one that nothing flatters; no set where there is no luck, or too much to do."""
    far = np.repeat([[1, 0, 0]], 40, axis=0)
    table = pd.DataFrame(
        np.where(np.arange(40)[:, None] % 9 == 0, far[:, ::-1], far).astype(float), columns=list("abc")
    )
    table.loc[:4, "b"] = np.nan
    record = compare(tally(table, list("abc")), missing="leave out")
    assert "May be the best (95% set, 35 items that all answered): a; the others are out." in spoken(record)
    assert "These items picked a as the top one, which hardly flatters it: where a random half" in spoken(record)
    these = compare(tally(table, list("abc")), missing="leave out", estimand="these items")
    assert these.best is None and "may be the best" not in spoken(these) and "picked" not in spoken(these)
    long = compare(tally(pd.concat([table.fillna(0)] * 40_000), list("abc")))
    assert long.best is None and "which systems may be the best: more than 4,000,000 answers" in spoken(long)
    assert "expect less of it on new ones; by how much is not known." in spoken(long)


def test_of_many_systems_only_the_top_one_has_more_than_its_row():
    rng = np.random.default_rng(5)
    items = pd.DataFrame({"id": [f"i{k:02}" for k in range(90)], "kind": ["x", "y"] * 45})
    truth, frames = rng.choice(list("ab"), 90), []
    for k in range(9):
        guess = np.where(rng.random(90) < 0.9 - 0.03 * k, truth, "?")
        frames.append(items.assign(system=f"s{k}", truth=truth, prediction=guess, score=(guess == truth).astype(float)))
    record = compare(Results(pd.concat(frames), ("predictions.csv",), matched="as written"), positive="a")
    made = report(record)
    classes = str(made.section("classes"))
    assert re.findall(r"What (\w+) predicted", classes) == [record.top] and "s8 minus" not in classes
    assert made.minimum.count("precision") == 1 and len(record.slices) == 8
    slices = " ".join(str(made.section("slices")).split())
    assert "Of all pairs the data cannot tell whether their difference varies by kind." in slices


@pytest.mark.parametrize(("systems", "most"), [(20, 60), pytest.param(100, 200, marks=pytest.mark.slow)])
def test_many_systems_make_no_long_report(systems, most):
    made = report(comparisons.prompts(systems))
    assert made.text.count("\n") <= most and f"{systems:,} systems" in made.headline
    assert all(made.text.count(f"prompt {k:02} ") == 1 for k in range(13, 20))


def test_looks_and_posteriors_are_said_in_a_sentence():
    words = spoken(comparisons.desk(any_time=True, posterior=True))
    assert "hold however often one looks while more items come in (evidence 4.77)" in words
    assert "items must come in random order, shuffled before the first look" in words
    assert "does not allow for looking" in words
    words = spoken(comparisons.desk(look="2/5", posterior=True, margin=0.02))
    assert "look 2 of 5" in words and "p must be at most 0.00126" in words and "cannot tell new from old" in words
    assert "From uniform priors new is better than old with probability 98.9%" in words
    assert "; better by 2 points or more 95.5%, practically the same 4.2%, worse by 2 points or more 0.2%: new" in words
    never = replace(comparisons.desk(posterior=True).posterior, better=1.0)
    assert "with probability above 99.9%" in spoken(replace(comparisons.desk(posterior=True), posterior=never))


@pytest.mark.parametrize("how", [{"any_time": True}, {"look": "2/5"}], ids=str)
def test_other_intervals_beside_looks_are_for_one_look(how):
    """Those of each system alone, and of precision and the like class by class; said once."""
    words = spoken(comparisons.predicted(positive="a", **how)).partition("To copy")[0]
    assert words.count("all other intervals here are for one look") == 1
    assert words.index("are for one look") < words.index("95% Wilson") < words.index("95% percentile bootstrap")


def test_slices_are_named_only_where_they_differ():
    [source, _] = comparisons.desk().slices
    certain = replace(source, slices=tuple(replace(x, p_adjusted=0.01) for x in source.slices))
    for p, words in (
        (0.2, "So do not say that slices differ."),
        (0.01, "Allowing for all slices (Holm), new is ahead in public and fresh."),
        (None, "was not tested"),
    ):
        record = replace(comparisons.desk(), slices=(replace(certain, interaction_p=p, interaction_p_adjusted=p),))
        assert words in " ".join(report(record).text.split())
        assert ("Filled: a difference after Holm" in report(record).html) == (p == 0.01)


def by_kind(first, second, each=4, systems=("new", "old"), **more):
    """Items of as many kinds as there are numbers, a kind's all with the same score."""
    kinds = [f"k{k}" for k, _ in enumerate(first)]
    frame = pd.DataFrame({"new": first, "old": second, "kind": kinds}).loc[np.repeat(range(len(kinds)), each)]
    return compare(tally(frame.reset_index(drop=True), [*systems], slices="kind"), **more)


SAME = "there are {} independent observations, and not one an item; name kind as --cluster to count them so."


def test_where_slices_differ_the_report_says_which_way_or_why_none_does_alone():
    alone = "Allowing for all slices (Holm), none shows a difference by itself, as each says less alone than all"
    ends = "the difference is highest in k7 (+100.0 points) and lowest in k0 (-100.0 points)."
    few, turned = by_kind([0, 1] * 4, [1, 0] * 4), by_kind([0, 1] * 4, [1, 0] * 4, better="lower")
    for said in (spoken(few), spoken(turned), report(few).publishable, " ".join(report(few).brief.split())):
        assert f"new minus old varies by kind (slice test, p < 0.001). {alone} together; {ends}" in said
        assert said.count("all items came out the same") == 1 + (said in (spoken(few), spoken(turned)))
        assert SAME.format(8) in said
    many = by_kind([0, 1, 1], [1, 0, 1], each=75)
    assert "new is ahead in k1 and behind in k0; over all items these cancel, at least in part." in spoken(many)
    many = by_kind([0, 1, 1], [1, 0, 1], each=75, better="lower")
    assert "new is ahead in k0 and behind in k1; over all items" in spoken(many)
    scores = by_kind([0.2, 0.4, 0.7, 0.9], [0.5] * 4)
    assert "No slice has a test of its own; the difference is highest in k3 (0.40) and lowest in k0 (-0.30)." in spoken(
        scores
    )
    assert SAME.format(4) in spoken(scores)


def test_one_observation_a_kind_is_said_only_where_all_its_items_came_out_the_same():
    mixed = by_kind([0, 1, 1], [1, 0, 1], each=75)
    [s] = mixed.slices
    broken = replace(s, slices=(replace(s.slices[0], right_first=1), *s.slices[1:]))
    single = by_kind([0, 1, 1], [1, 0, 1], each=1)
    everywhere = by_kind([1, 1], [1, 1], each=75)
    these = by_kind([0, 1, 1], [1, 0, 1], each=75, estimand="these items")
    for record in (replace(mixed, slices=(broken,)), single, everywhere, these):
        assert record.slices and "came out the same" not in spoken(record)
    assert SAME.format(3) in spoken(mixed)


def own_items(*right, of=60, **more):
    """Systems that each answered items of their own, and have so many of them right."""
    parts = []
    for k, n in enumerate(right):
        ids = [f"{k} {i}" for i in range(of)]
        parts.append(pd.DataFrame({"id": ids, "system": "abcde"[k], "score": (np.arange(of) < n).astype(float)}))
    return compare(Results(pd.concat(parts, ignore_index=True), ("rows",)), independent=True, **more)


@pytest.mark.parametrize(
    ("right", "words"),
    [
        ((45, 44, 43, 25), "d is worse than all others together, by 17.3 to 44.7 points (95% interval); p < 0.001"),
        ((50, 50, 46, 20), "adjusted for 4 systems; a and b are better than the others, d among them; each"),
        ((40, 41, 42), "the data cannot tell whether the 3 systems differ (p = 0.98); none is told from the others"),
        ((55, 55, 20, 20), "beside all others together, c and d are worse and a and b are better, allowing for all 4"),
        ((47, 36, 45, 36, 34), "the 5 systems differ (p = 0.0"),
        ((45, 45, 45, 45, 34), "a test for any difference at all sees less of one that stands out (p = 0.10)"),
    ],
)
def test_of_systems_with_items_of_their_own_one_sentence_says_who_is_worse_than_the_rest(right, words):
    record = own_items(*right)
    made, turned = report(record), report(own_items(*(60 - n for n in right), better="lower"))
    for one in (made, turned):
        for said in (one.headline, one.minimum, one.publishable, one.brief, one.text):
            assert words in " ".join(said.split()), "the same where failures are counted"
    assert ("none is told from all others together, allowing for all 5" in made.headline) == (right[0] == 47)
    asked = "picked|cannot be told apart|easier|with the top one|may be the best|find it"
    assert not re.search(asked, made.brief) and "find a difference" not in made.text


def test_pairs_or_a_baseline_that_were_asked_for_take_the_place_of_the_rest():
    every, one = own_items(50, 48, 20, all_pairs=True), own_items(50, 48, 20, baseline="a")
    assert "they favour a over c; b over c" in report(every).headline and "others together" not in report(every).text
    assert one.rest is None and "they favour a over c" in report(one).headline
    assert own_items(50, 20).rest is None and own_items(50, 40, 20, estimand="these items").rest is None


def test_a_judge_is_flagged_and_what_only_the_reader_knows_is_a_blank():
    judged = report(comparisons.desk(margin=0.01, labels="judge"))
    for form in (judged.text, judged.markdown, judged.html, judged.publishable):
        assert "A judge model graded the answers" in " ".join(form.split())
    assert judged.markdown.count("\n- [ ] ") + judged.markdown.count("\n- [x] ") == 5
    asks = [one for one in judged.comparison.disclosures if one.ask]
    assert asks and judged.text.count("______") == judged.html.count('class="blank"') == len(asks)


# --- Names out of files

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "a | b | c",
    "`rm -rf`",
    "``` fence",
    "[link](https://evil.example)",
    "![image](https://evil.example/x.png)",
    "https://evil.example",
    "<https://evil.example>",
    "_em_ **bold** ~~gone~~ $x$ &amp; \\",
    '=cmd|"/C calc"!A0',
    "+1-1",
    "@everyone",
    "two\nlines\r\nand # a heading",
    "- item\n\n1. item",
    "\x1b[31mred\x1b[0m\x07\x9b31m",
    "abc\u202edcba\u2066",
    "zero\u200bwidth\u2060\ufeff\u00ad",
    "nul\x00 \x08\x7f",
    "lone \ud800 half",
    "x" * 10_000,
    "x" * 9_999 + "y",
    "x" * 5_000 + "y" + "x" * 5_000,
    "نموذج",
    "e" + "\u0301" * 50,
    " ",
    "{{ 7 * 7 }}{% raw %}",
    "</style><style>*{display:none}",
    "\ue000marked\ue001",
    "None",
]
SAFE_TAGS = set(
    "html head meta title style body main h1 h2 section p blockquote ul li div table caption thead tbody tr th td "
    "figure svg line text g circle figcaption span strong em br bdi".split()
)


def hostile(name):
    """The desk's comparison with a name, or a text that holds it, wherever a file could have put one."""
    first, second, slice_name = name, f"{name} 2", f"{name} 3"
    record = comparisons.desk()
    systems = tuple(replace(x, name=y) for x, y in zip(record.systems, (first, second), strict=True))
    gaps = (replace(record.differences[0], first=first, second=second),)
    [source, _] = record.slices
    parts = tuple(replace(x, name=y) for x, y in zip(source.slices, (slice_name, name), strict=True))
    slices = (replace(source, by=name, first=first, second=second, slices=parts, note=name),)
    texts = {"found": (f"{name}: 100 items",), "assumed": (name,), "left_out": (f"1 item of {name}",)}
    best = records.Best(first, (first, second), (second,), 90, None, f"90 items of {name}", 0.9, 0.8, 50, 100)
    belief = records.Posterior(first, second, 0.9, -0.1, 0.2, 0.02, 0.8, 0.1, 0.1, "undecided")
    about = replace(record.disclosures[0], known=f"file {name}", ask=name)
    return replace(
        record, systems=systems, differences=gaps, slices=slices, tied=((first, second),), grouped_by=name,
        estimand="groups like these", disclosures=(about,), best=best, posterior=belief,
        **texts,
    )  # fmt: skip


@cache
def plain_page():
    return report(hostile("plain"))


class Page(HTMLParser):
    """The tags and attributes of a page, and its words."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.attributes, self.words = [], set(), []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attributes} - {"textlength", "lengthadjust"}  # of long names
        self.words += [value for name, value in attributes if name in ("aria-label", "data-head")]

    def handle_data(self, data):
        self.words.append(data)


def legible(words):
    """Whether a terminal would show just these characters, in this order."""
    inside = re.sub("\u2068[^\u2068\u2069]*\u2069", "", words.replace("\n", " "))
    turned = any(unicodedata.bidirectional(x) in ("R", "AL", "AN") for x in inside)
    return not turned and re.sub("[\u2068\u2069]", "", words).replace("\n", " ").isprintable()


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: repr(name[:20]))
def test_a_name_is_inert_and_legible_in_every_form(name):
    record, plain = hostile(name), plain_page()
    shown, labels = report(record), names.labels([x.name for x in record.systems])
    first, second = (names.plain(label) for label in labels.values())
    assert first != second and max(map(len, (first, second))) < 50

    page, other = Page(shown.html), Page(plain.html)
    assert page.tags == other.tags and page.attributes == other.attributes
    assert set(page.tags) <= SAFE_TAGS and not {
        x for x in page.attributes if x.startswith("on") or x in ("href", "src")
    }
    assert page.words.count(first) >= 3 and second in page.words
    assert not any(x.lstrip().startswith(("=", "@")) for x in page.words)

    assert legible(shown.text) and first in shown.text
    for words in (shown.headline, shown.minimum, shown.publishable, repr(shown)):
        assert legible(words) and "\n" not in words

    parser = MarkdownIt("gfm-like", {"linkify": False}).enable(["table", "strikethrough"])
    tokens, others = parser.parse(shown.markdown), parser.parse(plain.markdown)
    assert [x.type for x in tokens] == [x.type for x in others]
    inner = [x for token in tokens for x in token.children or ()]
    assert {x.type for x in inner} <= {"text", "text_special", "code_inline", "strong_open", "strong_close"} | {
        "em_open", "em_close", "softbreak",
    }  # fmt: skip
    read = ["".join(x.content for x in token.children) for token in tokens if token.type == "inline"]
    assert re.sub("[\u2068\u2069]", "", read[0]) == re.sub("[\u2068\u2069]", "", shown.headline)
    assert not re.search(r"://|www\.|@\w", re.sub(r"`[^`\n]*`", "", shown.markdown)), "a link or a call by itself"

    whole = json.loads(shown.json)
    assert whole["comparison"]["systems"][0]["name"] == name and shown.json.isascii()
    assert "<" not in shown.json and not re.search(r"[\x00-\x09\x0b-\x1f]", shown.json)


def test_names_that_look_alike_are_told_apart():
    made = [*HOSTILE, "x" * 10_001, "café", "cafe\u0301", "a\nb", r"a\nb", "x" * 24 + "…" + "x" * 15]
    labels = names.labels(made)
    assert len({unicodedata.normalize("NFKC", label) for label in labels.values()}) == len(made)
    assert names.plain(labels["x" * 10_000]) == "x" * 24 + "…" + "x" * 15
    assert names.plain(labels['=cmd|"/C calc"!A0']).startswith("“=cmd")


def test_what_is_to_be_copied_keeps_whole_names():
    name = "provider/model-2026-11-29/prompts/answer-with-a-short-reason.txt"
    paper = report(hostile(name))
    assert all(name in said for said in (paper.headline, paper.minimum, paper.publishable))
    copied = paper.section("copy").text
    assert name in copied.replace("\n", " ") and "…" not in copied and "…" in paper.section("systems").text


@given(st.lists(st.text(st.characters(), max_size=60), max_size=5))
def test_any_names_are_visible_and_told_apart(made):
    labels = names.labels(made)
    assert list(labels) == list(dict.fromkeys(made)) and len(set(labels.values())) == len(labels)
    for label in map(names.plain, labels.values()):
        assert label.isprintable() and label.strip() == label and label[0] not in "=+-@"


# --- The forms


def test_a_page_loads_and_runs_nothing():
    page = report(comparisons.swe()).html
    [style] = re.findall("<style>(.*?)</style>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert f'<meta http-equiv="Content-Security-Policy" content="{policy}">' in page
    assert not re.search(r"<script|url\(|@import|\sstyle=|://(?!www\.w3\.org/2000/svg)", page)


def test_pictures_stand_where_the_numbers_are():
    swe = replace(comparisons.swe(), all_pairs=True)
    pictures = [block for section in document.sections(names.safe(swe)) for block in section.blocks]
    systems, gaps = (block for block in pictures if block.kind == "picture")
    (zero, _), (hundred, _) = systems.ticks[0], systems.ticks[-1]
    for row, x in zip(systems.rows, comparisons.swe().systems, strict=True):
        shares = [(place - zero) / (hundred - zero) for place in (row.low, row.dot, row.high)]
        assert shares == pytest.approx([x.low, x.mean, x.high], abs=0.001)
    (left, least), (right, most) = gaps.ticks[0], gaps.ticks[-1]
    slope = (float(most) - float(least)) / (right - left)
    for row, gap in zip(gaps.rows, comparisons.swe().differences, strict=True):
        points = [(place - gaps.zero) * slope / 100 for place in (row.low, row.dot, row.high)]
        assert points == pytest.approx([gap.low, gap.difference, gap.high], abs=0.001)
        assert row.clear == (gap.told_apart and gap.verdict != "open")


def test_json_is_as_the_schema_says(paper):
    whole = json.loads(paper.json)
    Draft202012Validator(SCHEMA).validate(whole)
    assert whole["comparison"]["systems"][0]["mean"] == paper.comparison.systems[0].mean
    assert whole["headline"] == paper.headline


def test_the_schema_refuses_what_is_no_report():
    Draft202012Validator.check_schema(SCHEMA)
    whole = json.loads(report(comparisons.desk()).json)
    broken = [whole | {"version": 2}, whole | {"comparison": {}}, {**whole, "headline": None}]
    broken.append(json.loads(json.dumps(whole).replace('"verdict": "first"', '"verdict": "new"')))
    assert [Draft202012Validator(SCHEMA).is_valid(x) for x in broken] == [False] * 4


@pytest.mark.parametrize("kind", RECORDS, ids=lambda kind: kind.__name__)
def test_the_schema_knows_every_field(kind):
    known = SCHEMA["$defs"][kind.__name__]
    assert list(known["properties"]) == known["required"] == [field.name for field in fields(kind)]


def test_json_holds_numbers_of_numpy_and_no_nan():
    odd = replace(DESK, n=np.int64(100), told_apart=np.bool_(True), sees=math.inf, low=np.float64(0.0139))
    [gap] = json.loads(report(replace(comparisons.desk(), differences=(odd,))).json)["comparison"]["differences"]
    assert (gap["n"], gap["told_apart"], gap["sees"], gap["low"]) == (100, True, None, 0.0139)


# --- Saving


@pytest.mark.parametrize(("suffix", "form"), FORMS.items())
def test_the_suffix_names_the_form(tmp_path, suffix, form):
    shown, path = report(comparisons.desk()), tmp_path / f"a{suffix.upper()}"
    assert shown.save(str(path)) == path
    assert path.read_bytes() == getattr(shown, form).encode() and [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("where", ["open", "os.fsync", "os.replace"])
@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), PermissionError(13, "no"), KeyboardInterrupt()]
)
def test_what_goes_wrong_leaves_the_old_file_and_no_litter(tmp_path, monkeypatch, where, error):
    path = tmp_path / "a.md"
    path.write_text("old")

    def fail(*args, **more):
        raise error

    monkeypatch.setattr(f"give_or_take.saving.{where}", fail, raising=False)
    with pytest.raises(type(error)) as refusal:
        report(comparisons.desk()).save(path)
    assert path.read_text() == "old" and [*tmp_path.iterdir()] == [path]
    if isinstance(error, OSError):
        why = "the disk is full" if error.errno == 28 else "it or its folder may not be written to"
        assert str(refusal.value).startswith(f"path could not be written: {why}; ") and refusal.value.__cause__ is None


@pytest.mark.skipif(os.name == "nt", reason="links and modes are POSIX's")
def test_a_link_stays_a_link_and_a_mode_a_mode(tmp_path):
    file, link = tmp_path / "a.txt", tmp_path / "b.txt"
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to(file)
    report(comparisons.desk()).save(link)
    assert link.is_symlink() and file.read_text() == report(comparisons.desk()).text
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


@pytest.mark.parametrize(
    ("name", "error", "words"),
    [
        ("a.pdf", ValueError, "path must end in .txt, .md, .html or .json: got"),
        ("", ValueError, "path must end in"),
        ("a\0.md", ValueError, "path must not hold"),
        (3, TypeError, "path must be the name of a file, not a single number"),
        ("none/a.md", OSError, "path could not be written: its folder does not exist"),
        ("folder.md", OSError, "path could not be written: it is a folder"),
        ("file/a.md", OSError, "path could not be written: what should be its folder is a file"),
        ("x" * 300 + ".md", OSError, "path could not be written: its name is too long"),
    ],
)
def test_a_path_that_cannot_be_written_is_refused_in_words(tmp_path, name, error, words):
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "file").write_text("")
    with pytest.raises(error, match=f"^{re.escape(words)}"):
        report(comparisons.desk()).save(tmp_path / name if name and isinstance(name, str) else name)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder.md"]


# --- The worked example


@pytest.mark.parametrize("path", report_example.FILES, ids=lambda path: path.name)
def test_the_example_in_the_repository_is_the_report_of_today(path):
    assert path.read_text(encoding="utf-8") == report_example.written()[path], "python -m tools.site.report_example"


# --- A part alone, and what only the reader knows


def test_a_section_alone_is_the_one_of_the_whole_report(paper):
    there = {one.key for one in document.sections(names.safe(paper.comparison))}
    assert there <= {*document.KEYS}
    for key in document.KEYS:
        part = paper.section(key)
        if key in there:
            assert str(part) in paper.text and part._repr_markdown_().strip().replace("#### ", "## ") in paper.markdown
        else:
            assert str(part) == part.markdown == f"This report has nothing to say about {key}."
    with pytest.raises(ValueError, match="^key must be one of 'about'"):
        paper.section("summary")


def test_notes_complete_the_checklist_and_end_the_paragraph():
    notes = {"seeds": "temperature 0, one run <b>", "test set": "desk of May."}
    bare, paper = report(comparisons.desk()), report(comparisons.desk(), notes=notes)
    by_name = {one.name: one for one in paper.comparison.disclosures}
    assert by_name["seeds"].ask == by_name["test set"].ask == "" != by_name["metric"].ask
    end = " Test set: desk of May. Seeds: temperature 0, one run <b>."
    assert paper.publishable == bare.publishable + end
    assert "[x] seeds" in paper.text and "[ ] seeds" in bare.text
    assert "<b>" not in paper.html and "one run &lt;b&gt;" in paper.html
    Draft202012Validator(SCHEMA).validate(json.loads(paper.json))


@pytest.mark.parametrize(
    ("notes", "error", "words"),
    [
        ("seeds", TypeError, "notes must be a dict"),
        ({"seed": "1"}, ValueError, "notes must be about 'test set', 'sample size', 'metric', 'intervals', 'seeds'"),
        ({"seeds": " "}, ValueError, "notes must not be empty"),
        ({"seeds": 1}, TypeError, "notes must be text"),
    ],
)
def test_bad_notes(notes, error, words):
    with pytest.raises(error, match=f"^{re.escape(words)}"):
        report(comparisons.desk(), notes=notes)


# --- Words that follow the kind of a comparison


def spoken(record):
    return " ".join(report(record).text.split())


def test_where_less_is_better_the_margin_lies_above():
    assert "the whole interval of the difference lies below 0.1." in spoken(
        comparisons.three(better="lower", margin=0.1)
    )
    assert "the whole interval of the difference lies above -0.1." in spoken(comparisons.three(margin=0.1))


def once(scores, runs=None, estimand="these items"):
    """Systems a, b, ... with the scores of their runs of one item, or of two."""
    rows = [(f"q{i}", "abc"[k], run, x) for k, own in enumerate(scores) for i, item in enumerate(own)
            for run, x in enumerate(item)]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["id", "system", "run", "score"])
    return compare(Results(frame, ()), runs=runs, estimand=estimand)


def test_one_item_is_one():
    these, like = (once([[[1.0]], [[0.0]], [[0.0]]], estimand=which) for which in ("these items", "items like these"))
    assert "The numbers are about this one item and no other." in spoken(these)
    assert report(these).headline == "On this item, a has the best score of 3 systems, 100.0%."
    assert "The intervals are about all items like this one, which counts as a random sample." in spoken(like)
    assert "1 shared item, 1 flip for, 0 against" in report(like).publishable
    assert "0 flips for, 0 against" in report(replace(like, all_pairs=True)).publishable
    two = once([[[1.0], [1.0]], [[0.0], [1.0]]])
    assert "about these 2 items and no others" in spoken(two) and "On these items, a" in report(two).headline
    for record in (these, like, two):
        assert not re.search(r"\b1 (items|answers|flips|groups|pairs)\b|these 1\b|the 1\b", spoken(record))


@pytest.mark.parametrize(("counts", "rough"), [((19, 400), True), ((400, 19), True), ((20, 400), False)])
def test_one_side_with_few_items_makes_it_rough(counts, rough):
    made = comparisons.apart()
    few = replace(made, systems=tuple(replace(x, n=n) for x, n in zip(made.systems, counts, strict=True)))
    assert bool(sentences.rough(few)) == rough


def test_what_luck_there_is_to_be_seen():
    single, agree, part = "With one answer to an item", "No two runs of an item differ", "The only luck left"
    for scores, runs, words in (
        ([[[1.0], [0.0]], [[1.0], [1.0]]], None, single),
        ([[[1.0, 1.0], [0.0, 0.0]], [[1.0, 1.0], [1.0, 1.0]]], "together", agree),
        ([[[0.7, 0.7], [0.2, 0.2]], [[0.1, 0.1], [0.3, 0.3]]], "mean", agree),
        ([[[0.7, 0.6], [0.2, 0.2]], [[0.1, 0.1], [0.3, 0.3]]], "mean", part),
    ):
        said = spoken(once(scores, runs))
        assert [one in said for one in (single, agree, part)] == [one == words for one in (single, agree, part)]
        assert ("so there are no intervals and no tests" in said) == (words != part)


def test_slices_of_several_columns_are_adjusted_together():
    first, second = comparisons.desk().slices
    assert second.interaction_p_adjusted == min(2 * min(first.interaction_p, second.interaction_p), 1) or (
        first.interaction_p_adjusted == min(2 * min(first.interaction_p, second.interaction_p), 1)
    )
    found = replace(first, interaction_p=0.03, interaction_p_adjusted=0.06)
    words = spoken(replace(comparisons.desk(), slices=(found, second)))
    assert "cannot tell whether new minus old varies by source (slice test, p = 0.03" in words
    assert "after Holm p = 0.06" in words
