"""The quiz: the sheets give nothing away, the key is complete, scoring in Python works as printed."""

import base64
import json
import re

import numpy as np
import pytest
from scipy.stats import ttest_ind

from give_or_take.classroom.exercises.calls import CALLS, FORMS, MISCONCEPTIONS, TITLES, TREATED
from tools import score, slides, teach
from tools.notebook import ROOT

SHEETS = {"A": "teach/quiz.md", "B": "teach/quiz-b.md"}


@pytest.fixture(scope="module")
def pages(series):
    return teach.pages(series)


@pytest.mark.parametrize("form", FORMS)
def test_each_page_of_a_sheet_has_its_form_a_code_and_its_letters(form, pages):
    sheet = pages[SHEETS[form]].split("break-before:page")
    for page, part in enumerate(sheet, 1):
        strip, rest = part.split(f"Form {form}, page {page} of 2</span></div>")
        assert f">{form}</b>" in strip and strip.count("></i>") == 5 and "☐ before" in strip and "☐ after" in strip
        boxes = re.findall(r'border:1px solid">(\d+)</div>\n\n\*\*\1\.\*\*', rest)
        assert boxes == re.findall(r"^\*\*(\d+)\.\*\*", rest, re.MULTILINE) and len(boxes) == 5
    looks = [re.findall('style="([^"]*)"', pages[name])[:2] for name in SHEETS.values()]
    assert looks[0][0] != looks[1][0] and looks[0][1] != looks[1][1]  # told apart at a glance


@pytest.mark.parametrize("form", FORMS)
def test_a_sheet_asks_its_form_and_gives_no_answer_away(form, pages):
    sheet, calls = pages[SHEETS[form]], FORMS[form].values()
    assert sheet.startswith(f"# The quiz, form {form}\n")
    lines = re.findall(r"^- \*\*([a-d])\*\* (.*)$", sheet, re.MULTILINE)
    assert lines == [pair for call in calls for pair in call.says.items()]
    asked = re.findall(r"^\*\*(\d+)\.\*\* (.*)$", sheet, re.MULTILINE)
    assert asked == [(str(k), call.asks) for k, call in enumerate(calls, 1)]
    for call in calls:
        secrets = (call.id, call.because, *filter(None, call.options.values()), *MISCONCEPTIONS[form][call.id].values())
        assert not [secret for secret in (*secrets, TITLES[call.id]) if secret in sheet]
    assert not re.search(r"key|answers|chapter|http|\]\(|nosearch", sheet)


def test_the_key_names_each_misconception_and_its_chapter(series, pages):
    key = pages["teach/quiz-key.md"]
    for k, id in enumerate(TITLES, 1):
        part = key.split(f"### {k} · {TITLES[id]} (call {id})")[1].split("\n### ")[0]
        assert series.chapters[f"{TREATED[id]:02}"].title in part
        assert all(f"- **{form} {FORMS[form][id].right}**, right: " in part for form in FORMS)
        assert (f"- **in the chapters {CALLS[id].right}**, right: " in part) if id in CALLS else "chapters" not in part
        for form, calls in FORMS.items():
            for letter, name in MISCONCEPTIONS[form][id].items():
                where = rf"^- \*\*[^*]*\b{form} {letter}\b[^*]*\*\*, \*(.*)$"
                assert re.search(where, part, re.MULTILINE)[1] == f"{name}*. {calls[id].options[letter]}"
        settled = [c.number for c in series.chapters.values() if c.number and f'reveal("{id}"' in str(c.nb)]
        assert not settled or TREATED[id] == min(settled)
    for form, calls in FORMS.items():
        assert f"| **form {form}** | {' | '.join(call.right for call in calls.values())} |" in key
    assert "score.html" in key


def test_the_key_says_which_calls_a_plan_treats_and_settles(series):
    decks = [*slides.every_deck(series)]
    said = dict(re.findall(r"^- \*\*(.+?)\*\*: (.+)\.$", teach.part_quiz_met(series, None), re.MULTILINE))
    for plan in teach.plans(series):
        slots = [slot for day in plan.days for slot in day.slots]
        assert (plan.title in said) == any(slot.kind == "quiz" for slot in slots)
        if plan.title in said:
            taught = {slot.chapter for slot in slots if slot.kind == "chapter"}
            met = [str(k) for k, id in enumerate(TITLES, 1) if f"{TREATED[id]:02}" in taught]
            treats, settles = said[plan.title].removeprefix("treats ").split("; settles ")
            assert treats.split(", not ")[0] == ", ".join(met)
            deck = [slide for key, *_, shown in decks if key == plan.key for slide in shown]
            because = {slide.moral for slide in deck if slide.moral}
            seen = [k for k, id in enumerate(CALLS, 1) if any(CALLS[id].because.startswith(why) for why in because)]
            assert settles == ", ".join(map(str, seen))


def test_the_page_says_which_call_one_day_leaves_out(series):
    (left,) = re.findall(r"^- \*\*One day\*\*: .*, not (.*); ", teach.part_quiz_met(series, None), re.MULTILINE)
    assert f"On one day call {left} is not taught, and calls 8 and 10 only in part." in score.page()
    (day,) = [plan for plan in teach.plans(series) if plan.title == "One day"]
    shown = {slot.chapter: slot.sections for slots in day.days for slot in slots.slots if slot.kind == "chapter"}
    for call, chapter, without in ((8, "02", "large pot"), (10, "05", "missing")):  # where each of the two is said
        titles = [section.title for section in series.chapters[chapter].sections if section.minutes]
        assert f"{TREATED[[*TITLES][call - 1]]:02}" == chapter
        assert not [title for title in shown[chapter] or titles if without in title]


def test_scoring_works_as_printed(tmp_path, monkeypatch, capsys):
    code = re.search(r"```python\n(.*?)```", (ROOT / "book/teach/quiz-key.md").read_text("utf-8"), re.DOTALL)[1]
    rows = ["when,code,form," + ",".join(map(str, range(1, 11)))]
    for person in range(25):  # everyone has the first three right before; who had B first gains more; one stays away
        forms = "AB" if person % 3 else "BA"
        gain = 1 + person % 2 + 2 * (forms == "BA")
        for when, form, n in (("before", forms[0], 3), ("after", forms[1], 3 + gain)):
            letters = [call.right for call in FORMS[form].values()][:n]
            if person != 7 or when == "before":
                rows.append(",".join([when, f"ab{person:02}c", form, *letters, *[""] * (10 - len(letters))]))
    rows += [f"{when},zz01z,A,{','.join('abcdabcdab')}" for when in ("before", "after")]  # the same form twice
    (tmp_path / "quiz.csv").write_text("\n".join(rows))
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "quiz-key.md", "exec"), {})
    printed = capsys.readouterr().out
    changes = [np.array([1 + p % 2 + 2 * k for p in range(25) if p != 7 and (p % 3 == 0) == k]) for k in (0, 1)]
    mean = (changes[0].mean() + changes[1].mean()) / 2
    welch = ttest_ind(*changes, equal_var=False).confidence_interval()
    reach = (welch.high - welch.low) / 4  # a mean of two has half the reach of their difference
    assert f"{mean:+.1f} calls, 95% {mean - reach:+.1f} to {mean + reach:+.1f}, of 24 people\n" in printed
    assert len(changes[0]) != len(changes[1]) and round(np.concatenate(changes).mean(), 1) != round(mean, 1)
    assert len(re.findall(r"^\d+: [+-]\d+%, [+-]\d+% to [+-]\d+%$", printed, re.MULTILINE)) == 10
    assert printed.count(": +0%, ") == 3 + 10 - 7 and "4: +100%, " in printed  # three known before, seven at most after


def test_the_scoring_page_holds_the_registry_and_fetches_nothing():
    page = score.page()
    assert "{{ " not in page
    assert not re.search(r"""(?:src|href)=["'](?!data:,)|fetch\(|XMLHttp|localStorage""", page)
    held = json.loads(base64.b64decode(re.search(r'atob\("([^"]+)"', page)[1]))
    assert [call["right"] for call in held] == [{form: FORMS[form][id].right for form in FORMS} for id in TITLES]
    assert [call["names"] for call in held] == [{form: MISCONCEPTIONS[form][id] for form in FORMS} for id in TITLES]
    every = {name for calls in MISCONCEPTIONS.values() for names in calls.values() for name in names.values()}
    assert not [name for name in every if name in page]
