"""The workshop kit: its plans add up, what it names exists, its numbers are right, and it gives nothing away."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import scipy.stats

import give_or_take
from give_or_take.classroom.exercises import PREDICTIONS, REGISTRY
from give_or_take.classroom.exercises.calls import CALLS, MISCONCEPTIONS, TREATED
from tools import prose, teach

ROOT = Path(__file__).resolve().parent.parent
KIT = teach.Kit.open(ROOT)
PAGES = teach.pages(ROOT)
GUIDES = [f"{number}.md" for number in KIT.chapters]
CHECKED = re.compile(r"(?:^|;)\s*(-?[\d,.]+) = ([^;]+)")


def comments(text):
    return [comment[4:-3].strip() for comment in prose.COMMENT.findall(text)]


# --- Every chapter is taken in


def test_every_chapter_has_its_page_and_every_page_its_chapter():
    assert [name for name in KIT.pages if name[:2].isdigit()] == GUIDES


@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_page_has_every_part(name):
    page = PAGES[f"teach/{name}"]
    parts = ("Core path", "Misconceptions that come up", "To discuss", "On the board", "If late", "Stretch",
             "Ten questions a room asks", "Trouble")  # fmt: skip
    assert re.findall(r"^## (.*)$", page, re.MULTILINE) == list(parts)
    asked = page.split("## Ten questions a room asks")[1].split("## ")[0]
    assert re.findall(r"^(\d+)\. \*\*.+?[?.]\*\* \S", asked, re.MULTILINE) == [str(k) for k in range(1, 11)]
    for part, least in (("Misconceptions that come up", 4), ("To discuss", 3), ("On the board", 2), ("Trouble", 3)):
        said = page.split(f"## {part}\n")[1].split("\n## ")[0]
        assert len(re.findall(r"^(?:\*\*|- )", said, re.MULTILINE)) >= least, part
    assert "[[" in KIT.pages[name].split("## If late")[1].split("## ")[0], "name the section to jump to"
    assert "FRESH=" in page and "{{" not in page and "[[" not in page and "<!--" not in page


@pytest.mark.parametrize("name", GUIDES)
def test_a_misconception_has_its_sentence_and_its_answer(name):
    said = KIT.pages[name].split("## Misconceptions that come up\n")[1].split("\n## ")[0]
    for block in filter(None, (block.strip() for block in said.split("\n\n"))):
        assert re.match(r'\*\*[^*]+\*\* \*"[^*]+"\* Answer: ', block), block


def test_the_core_path_is_the_notebooks():
    for number, chapter in KIT.chapters.items():
        rows = re.findall(r"^\| (.+?) \| (\d+) \| (\d+) \| .*\|$", teach.part_path(KIT, number), re.MULTILINE)
        assert [title for title, *_ in rows] == [s.title for s in teach.sections(chapter) if s.minutes]
        if rows:
            assert sum(int(m) for _, m, _ in rows) == int(rows[-1][2]) == teach.minutes(chapter, "room")
        assert bool(rows) == chapter.core


# --- What is named exists


def test_a_section_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="chapter 01 has no section 'Draw it twice'"):
        teach.fill("[[Draw it twice]]", KIT, "01")
    with pytest.raises(ValueError, match="chapter 02 has no section"):
        teach.fill("[[02|Draw it again]]", KIT, "01")
    assert {home for text in KIT.pages.values() for home in re.findall(r"\[\[(\d\d)\|", text)} <= set(KIT.chapters)
    assert teach.fill("[[Draw it again]]", KIT, "01") == teach.fill("[[01|Draw it again]]", KIT) == "*Draw it again*"


@pytest.mark.parametrize("name", KIT.pages)
def test_exercises_predictions_calls_and_pages_that_are_named_exist(name):
    text = KIT.pages[name]
    assert not [id for id in re.findall(r"\b[Ee]xercises? (\d+\.\d+)", text) if id not in REGISTRY]
    assert not [id for id in re.findall(r"\b[Pp]redictions? (\d+[A-Z])\b", text) if id not in PREDICTIONS]
    assert not [id for id in re.findall(r"\bcalls? (\d[A-Z])\b", text) if id not in CALLS]
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", PAGES[f"teach/{name}"]):
        home = ROOT / "notebooks" / target[3:] if target.startswith("../") else ROOT / "book/teach" / target
        assert home.is_file(), target
    anchors = {teach.anchor(chapter) for chapter in KIT.chapters.values()}
    assert set(re.findall(r"answers\.md#([^)]+)\)", PAGES[f"teach/{name}"])) <= anchors


def test_the_guide_leads_to_every_page():
    linked = set(re.findall(r"\]\(([\w-]+\.md)", PAGES["teach/index.md"]))
    assert linked | {"index.md"} == set(KIT.pages)


# --- Minutes and plans


@pytest.mark.parametrize("name", sorted(KIT.pages))
def test_no_minutes_are_typed(name):
    said = prose.COMMENT.sub("", KIT.pages[name])
    numbers = r"\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|sixty|ninety"
    assert not re.findall(rf"\b(?:{numbers})[ -]min(?:utes?)?\b", said)


@pytest.mark.parametrize("plans", [teach.one_day, teach.half_days, teach.more_days])
def test_plans_add_up(plans):
    for day, chapters in plans(KIT):
        slots = teach.plan(chapters, day)
        assert day.start + sum(slot.length for slot in slots) <= day.end - teach.RESERVE
        rooms = [(slot.chapter, slot.length) for slot in slots if slot.kind == "work" and slot.chapter]
        assert rooms == [(number, teach.minutes(chapter, "room")) for number, chapter in chapters.items()]
        trained = {slot.chapter: slot.length for slot in slots if slot.kind == "exercises"}
        assert list(trained) == [number for number, chapter in chapters.items() if chapter.exercises]
        for number, length in trained.items():
            assert teach.PRACTICE[-1] <= length <= teach.minutes(chapters[number], "exercises")
        assert sum(slot.kind == "lunch" for slot in slots) == day.lunch
        awake = 0
        for slot in slots[:-1]:
            awake = 0 if slot.kind in ("break", "lunch") else awake + slot.length
            assert awake <= teach.STRETCH
        rows = re.findall(r"^\| (\d+):(\d\d) \| (\d+) \| (.*) \|$", teach.table(day, chapters), re.MULTILINE)
        clock = [60 * int(h) + int(m) for h, m, *_ in rows]
        assert clock[0] == day.start and clock[-1] + int(rows[-1][2]) == day.end
        assert [b - a for a, b in zip(clock, clock[1:], strict=False)] == [int(row[2]) for row in rows[:-1]]


def test_both_plans_of_the_first_day_have_the_same_chapters():
    (whole,), halves = teach.one_day(KIT), teach.half_days(KIT)
    assert len(halves) == 2 and list(whole[1]) == [number for _, half in halves for number in half]
    assert list(whole[1]) == [n for n, chapter in KIT.chapters.items() if chapter.number <= teach.FIRST_DAY]


class Later:
    """A chapter that is not written yet."""

    def __init__(self, number, room=40):
        self.number, self.exercises = number, {"x.1": None}
        self.path = Path(f"{number:02}-later.ipynb")
        cell = type("Cell", (), {"source": f"# {number} · Later"})
        told = {"give_or_take": {"minutes": {"room": room, "exercises": 30, "reading": 40}}}
        self.nb = type("Notebook", (), {"metadata": told, "cells": [cell]})


def test_later_chapters_make_further_days_by_being_there():
    grown = KIT._replace(chapters=KIT.chapters | {f"{n:02}": Later(n) for n in range(7, 14)})
    assert teach.one_day(grown) == teach.one_day(KIT)
    days = teach.more_days(grown)
    assert [number for _, chapters in days for number in chapters] == [f"{n:02}" for n in range(7, 14)]
    assert len(days) == 2 and "### Day 3" in teach.part_plan_more_days(grown, None)


def test_a_plan_that_does_not_fit_its_day_is_refused():
    day = teach.one_day(KIT)[0][0]
    with pytest.raises(ValueError, match="chapters 07, 08 do not fit a day of 480 minutes"):
        teach.plan({"07": Later(7, 200), "08": Later(8, 200)}, day)


# --- Numbers and sentences


def known(chapter):
    """Every number that a chapter says, writes or prints."""
    found = prose.produced(list(enumerate(chapter.nb.cells)))
    for _, cell in chapter.cells:
        if cell.cell_type == "markdown":
            found.update(prose.numbers(cell.source))
    return found


def computed(text):
    """(number as written, what its formula gives, in the same digits) for each formula in a comment."""
    space = {name: getattr(give_or_take, name) for name in give_or_take.__all__} | vars(scipy.stats) | {"np": np}
    for comment in comments(text):
        for said, formula in CHECKED.findall(comment):
            value = eval(" ".join(formula.split()), space)  # noqa: S307  our own pages
            yield said.replace(",", ""), f"{value:.{len(said.partition('.')[2])}f}"


@pytest.mark.parametrize("name", KIT.pages)
def test_each_formula_in_a_comment_gives_the_number_before_it(name):
    assert not [pair for pair in computed(KIT.pages[name]) if pair[0] != pair[1]]


@pytest.mark.parametrize("name", GUIDES)
def test_each_number_of_a_guide_stands_in_its_chapter_or_is_computed_beside_it(name):
    text, chapter = KIT.pages[name], KIT.chapters[name[:2]]
    results = list(computed(text))
    given = {n for comment in comments(text) for n in prose.numbers(comment.partition("given:")[2])}
    allowed = known(chapter) | given | {said for said, _ in results}
    body = re.sub(r"\[\[.*?\]\]", "", text)
    assert not [n for n in prose.numbers(prose.prose(body)) if n.lstrip("-") not in allowed]


def sentences(text):
    """The sentences of Markdown that have some length, without marks."""
    for pattern in (prose.FENCE, prose.COMMENT):
        text = pattern.sub(" ", text)
    text = re.sub(r"^(?:\||\{\{|#).*$|[*`_>]|^\s*(?:-|\d+\.) ", " ", text, flags=re.MULTILINE)
    return {said for said in re.split(r"(?<=[.?!:])\s+", " ".join(text.split())) if len(said) > 45}


def test_no_sentence_stands_twice():
    elsewhere = [cell.source for c in KIT.chapters.values() for _, cell in c.cells if cell.cell_type == "markdown"]
    elsewhere += [(ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md")]
    for e in (*REGISTRY.values(), *PREDICTIONS.values(), *CALLS.values()):
        replies = [reply for _, reply in e.mistakes] if hasattr(e, "mistakes") else [e.because, *e.options.values()]
        elsewhere += replies
    seen = {said for text in elsewhere for said in sentences(text)}
    for name, text in KIT.pages.items():
        mine = sentences(text)
        assert not mine & seen, name
        seen |= mine


# --- The key and the quiz


def test_the_key_has_every_prediction_and_exercise():
    key = PAGES["teach/answers.md"]
    for id, exercise in REGISTRY.items():
        part = key.split(f"### Exercise {id}\n")[1].split("\n### ")[0]
        replies = exercise.choices.values() if exercise.choices else [reply for _, reply in exercise.mistakes]
        assert "right" in part and exercise.why in part and all(reply in part for reply in replies), id
    for chapter in KIT.chapters.values():
        for id, asked in chapter.predictions.items():
            if id not in CALLS:
                part = key.split(f"### Prediction {id}\n")[1].split("\n### ")[0]
                assert f"- **{asked.right}**, right: " in part and asked.because in part
                assert len(re.findall(r"^- \*\*[a-d]\*\*", part, re.MULTILINE)) == len(asked.options)
                assert ": ." not in part and "()" not in part


@pytest.mark.parametrize(
    ("id", "answer"), [("1.1", "1,369"), ("2.1", "5.185"), ("3.1", "(58.4, 91.9)"), ("4.2", "d"), ("6.5", "16.7")]
)
def test_the_key_is_right(id, answer):
    part = PAGES["teach/answers.md"].split(f"### Exercise {id}\n")[1]
    assert part.lstrip().startswith(f"- **{answer}**, right")


def test_the_key_tells_where_the_explorers_are_answered():
    for number, chapter in KIT.chapters.items():
        asked = [s for s in teach.sections(chapter) if s.part == "explorer"]
        assert len(teach.explored(chapter)) >= len(asked), number


def test_the_handout_gives_no_answer_away():
    handout = PAGES["teach/quiz.md"]
    lines = re.findall(r"^- ☐ \*\*([a-d])\*\* (.*)$", handout, re.MULTILINE)
    assert lines == [pair for call in CALLS.values() for pair in call.says.items()]
    assert re.findall(r"^\*\*(\d+)\.\*\* (.*)$", handout, re.MULTILINE) == [
        (str(k), call.asks) for k, call in enumerate(CALLS.values(), 1)
    ]
    for id, call in CALLS.items():
        for told in (id, call.because, *filter(None, call.options.values()), *MISCONCEPTIONS[id].values()):
            assert told not in handout
    assert not re.search(r"key|answers|chapter|http|\]\(", handout)


def test_no_call_is_given_away_by_its_length():
    for end in (max, min):
        lengths = {id: {letter: len(says) for letter, says in call.says.items()} for id, call in CALLS.items()}
        ends = [id for id, said in lengths.items() if said[CALLS[id].right] == end(said.values())]
        alone = [id for id in ends if list(lengths[id].values()).count(lengths[id][CALLS[id].right]) == 1]
        assert len(alone) <= 3, alone


def test_the_key_of_the_quiz_names_each_misconception_and_its_chapter():
    key = PAGES["teach/quiz-key.md"]
    for k, (id, call) in enumerate(CALLS.items(), 1):
        part = key.split(f"### {k} · call {id} · ")[1].split("\n### ")[0]
        assert set(MISCONCEPTIONS[id]) == set(call.says) - {call.right}
        for letter, name in MISCONCEPTIONS[id].items():
            assert f"- **{letter}**, *{name}*. {call.options[letter]}" in part
        settled = [c.number for c in KIT.chapters.values() if c.number and f'reveal("{id}"' in str(c.nb)]
        assert not settled or TREATED[id] == min(settled)
        assert TREATED[id] in {c.number for c in KIT.chapters.values()}
    assert teach.part_quiz_letters(KIT, None) in key


def test_scoring_the_quiz_works_as_printed(tmp_path, monkeypatch, capsys):
    code = re.search(r"```python\n(.*?)```", KIT.pages["quiz-key.md"], re.DOTALL)[1]
    rng = np.random.default_rng(0)
    rows = ["when,code," + ",".join(map(str, range(1, 11)))]
    for when, people, share in (("before", 25, 0.4), ("after", 23, 0.7)):
        for person in range(people):
            letters = [c.right if rng.random() < share else "abcd"[rng.integers(4)] for c in CALLS.values()]
            rows.append(",".join([when, f"p{person:02}", *letters]))
    rows.append("before,p30,,,,,,,,,,")
    (tmp_path / "quiz.csv").write_text("\n".join(rows))
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "quiz-key.md", "exec"), {})
    said = capsys.readouterr().out
    assert said.count("23 shared items") == 10 and said.count("McNemar mid-p") == 10
    mean, _, people = re.search(r"(\d\.\d) calls more, give or take (\d\.\d), of (\d+) people", said).groups()
    assert people == "23" and 0 < float(mean) < 6


def test_the_kit_can_be_written(tmp_path, monkeypatch):
    monkeypatch.setattr(teach, "ROOT", tmp_path)
    teach.main()
    written = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "build" / "kit").iterdir()}
    assert set(written) == set(KIT.pages)
    for target in re.findall(r"\]\(\.\./\.\./(notebooks/[^)]+)\)", "".join(written.values())):
        assert (ROOT / target).is_file()


def test_the_tool_can_be_imported_by_itself():
    said = subprocess.run([sys.executable, "-c", "import tools.teach"], cwd=ROOT, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
