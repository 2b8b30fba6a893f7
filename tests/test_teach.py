"""The workshop kit: its plans add up, what it names exists, its numbers are right, and it gives nothing away."""

import re
from pathlib import Path

import numpy as np
import pytest
import scipy.stats
from nbformat.v4 import new_markdown_cell, new_notebook

import give_or_take
from give_or_take.classroom.exercises import PREDICTIONS, REGISTRY
from give_or_take.classroom.exercises.calls import CALLS, FORMS
from tools import notebook, teach
from tools.notebook import ROOT

WRITTEN = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "book" / "teach").glob("*.md"))}
GUIDES = [name for name in WRITTEN if name[:2].isdigit()]
CHECKED = re.compile(r"(?:^|;)\s*(-?[\d,.]+) = ([^;]+)")


@pytest.fixture(scope="module")
def pages(series):
    return teach.pages(series)


def comments(text):
    return [comment[4:-3].strip() for comment in notebook.COMMENT.findall(text)]


# --- Every chapter is taken in


def test_every_instructors_page_has_its_chapter(series):
    assert {name[:2] for name in GUIDES} <= set(series.chapters)


@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_page_has_every_part(name, pages):
    page = pages[f"teach/{name}"]
    parts = ("Core path", "Misconceptions that come up", "To discuss", "On the board", "If late", "Stretch",
             "Ten questions a room asks", "Trouble")  # fmt: skip
    assert re.findall(r"^## (.*)$", page, re.MULTILINE) == list(parts)
    questions = page.split("## Ten questions a room asks")[1].split("## ")[0]
    assert re.findall(r"^(\d+)\. \*\*.+?[?.]\*\* \S", questions, re.MULTILINE) == [str(k) for k in range(1, 11)]
    for part, least in (("Misconceptions that come up", 4), ("To discuss", 3), ("On the board", 2), ("Trouble", 3)):
        body = page.split(f"## {part}\n")[1].split("\n## ")[0]
        assert len(re.findall(r"^(?:\*\*|- )", body, re.MULTILINE)) >= least, part
    assert "[[" in WRITTEN[name].split("## If late")[1].split("## ")[0], "name the section to jump to"
    assert "FRESH=" in page and "{{" not in page and "[[" not in page and "<!--" not in page


@pytest.mark.parametrize("name", GUIDES)
def test_a_misconception_has_its_sentence_and_its_answer(name):
    body = WRITTEN[name].split("## Misconceptions that come up\n")[1].split("\n## ")[0]
    for block in filter(None, (block.strip() for block in body.split("\n\n"))):
        assert re.match(r'\*\*[^*]+\*\* \*"[^*]+"\* Answer: ', block), block


def test_the_core_path_is_the_notebooks(series):
    for number, chapter in series.chapters.items():
        rows = re.findall(r"^\| (.+?) \| (\d+) \| (\d+) \| .*\|$", teach.part_path(series, number), re.MULTILINE)
        assert [title for title, *_ in rows] == [section.title for section in chapter.sections if section.minutes]
        if rows:
            assert sum(int(m) for _, m, _ in rows) == int(rows[-1][2]) == chapter.minutes["room"]
        assert bool(rows) == (chapter.core or chapter.number == 12)  # the others have no path of their own


# --- What is named exists


@pytest.mark.parametrize("name", WRITTEN)
def test_sections_that_are_named_exist(name, series):
    for number, title in teach.NAMED.findall(WRITTEN[name]):
        chapter = series.chapters[number or name[:2]]
        assert title in chapter.headings, f"chapter {chapter.number} has no section {title!r}"


def test_a_section_is_named_in_italics(series):
    assert teach.complete("[[Draw it again]] and [[01|Once]]", series, "01") == "*Draw it again* and *Once*"


@pytest.mark.parametrize("name", WRITTEN)
def test_exercises_predictions_calls_and_pages_that_are_named_exist(name, series, pages):
    text = WRITTEN[name]
    assert not [id for id in re.findall(r"\b[Ee]xercises? (\d+\.\d+)", text) if id not in REGISTRY]
    assert not [id for id in re.findall(r"\b[Pp]redictions? (\d+[A-Z])\b", text) if id not in PREDICTIONS]
    assert not [id for id in re.findall(r"\bcalls? (\d[A-Z])\b", text) if id not in CALLS]
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", pages[f"teach/{name}"]):
        home = ROOT / "notebooks" / target[3:] if target.startswith("../") else ROOT / "book/teach" / target
        assert home.is_file(), target
    anchors = {teach.anchor(chapter) for chapter in series.chapters.values()}
    assert set(re.findall(r"answers\.md#([^)]+)\)", pages[f"teach/{name}"])) <= anchors


def test_the_guide_leads_to_every_page(pages):
    linked = set(re.findall(r"\]\(([\w-]+\.md)", pages["teach/index.md"]))
    assert linked | {"index.md"} == set(WRITTEN)


# --- Minutes and plans


@pytest.mark.parametrize("name", sorted(WRITTEN))
def test_no_minutes_are_typed(name):
    text = notebook.COMMENT.sub("", WRITTEN[name])
    numbers = r"\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|sixty|ninety"
    assert not re.findall(rf"\b(?:{numbers})[ -]min(?:utes?)?\b", text)


@pytest.mark.parametrize("plans", [teach.one_day, teach.half_days, teach.more_days])
def test_plans_add_up(plans, series):
    for day, chapters in plans(series):
        slots = teach.plan(chapters, day)
        assert teach.fits(slots, day), f"chapters {', '.join(chapters)} take longer than a day; move or shorten one"
        rooms = [(slot.chapter, slot.length) for slot in slots if slot.kind == "work" and slot.chapter]
        assert rooms == [(number, chapter.minutes["room"]) for number, chapter in chapters.items()]
        practice = {slot.chapter: slot.length for slot in slots if slot.kind == "exercises"}
        assert list(practice) == [number for number, chapter in chapters.items() if chapter.exercises]
        for number, length in practice.items():
            assert teach.PRACTICE[-1] <= length <= chapters[number].minutes["exercises"]
        worked_until = day.start + sum(slot.length for slot in slots[:-1])
        assert sum(slot.kind == "lunch" for slot in slots) == (day.lunch and worked_until > teach.LUNCH_BY)
        awake = 0
        for slot in slots[:-1]:
            awake = 0 if slot.kind in ("break", "lunch") else awake + slot.length
            assert awake <= teach.STRETCH
        rows = re.findall(r"^\| (\d+):(\d\d) \| (\d+) \| (.*) \|$", teach.table(day, chapters), re.MULTILINE)
        clock = [60 * int(h) + int(m) for h, m, *_ in rows]
        assert clock[0] == day.start and clock[-1] + int(rows[-1][2]) == day.end
        assert [b - a for a, b in zip(clock, clock[1:], strict=False)] == [int(row[2]) for row in rows[:-1]]


def test_both_plans_of_the_first_day_have_the_same_chapters(series):
    (whole,), halves = teach.one_day(series), teach.half_days(series)
    assert len(halves) == 2 and list(whole[1]) == [number for _, half in halves for number in half]
    assert list(whole[1]) == [n for n, chapter in series.chapters.items() if chapter.number <= teach.FIRST_DAY]


def later(number, room=40):
    """A chapter that is not written yet."""
    about = {"give_or_take": {"minutes": {"room": room, "exercises": 30, "reading": 40}}}
    nb = new_notebook(cells=[new_markdown_cell(f"# {number} · Later")], metadata=about)
    return notebook.Chapter(nb, Path(f"notebooks/{number:02}-later.ipynb"), exercises={"x.1": None})


def test_later_chapters_make_further_days_by_being_there(series):
    chapters = series.chapters | {f"{n:02}": later(n) for n in range(7, 14)}
    grown = series._replace(chapters=dict(sorted(chapters.items())))
    assert teach.one_day(grown) == teach.one_day(series)
    days = teach.more_days(grown)
    assert [number for _, chapters in days for number in chapters] == [f"{n:02}" for n in range(7, 14)]
    assert len(days) == 2 and "### Day 3" in teach.part_plan_more_days(grown, None)


def test_a_plan_that_does_not_fit_its_day_is_the_shortest(series):
    day = teach.one_day(series)[0][0]
    slots = teach.plan({"07": later(7, 200), "08": later(8, 200)}, day)
    assert not teach.fits(slots, day)
    assert {slot.length for slot in slots if slot.kind == "exercises"} == {teach.PRACTICE[-1]}


# --- Numbers and sentences


def known(chapter):
    """Every number that a chapter says, writes or prints."""
    return notebook.Produced(chapter.cells) | set(notebook.numbers(chapter.markdown))


def computed(text):
    """(number as written, what its formula gives, in the same digits) for each formula in a comment."""
    space = {name: getattr(give_or_take, name) for name in give_or_take.__all__} | vars(scipy.stats) | {"np": np}
    for comment in comments(text):
        for number, formula in CHECKED.findall(comment):
            value = eval(" ".join(formula.split()), space)
            yield number.replace(",", ""), f"{value:.{len(number.partition('.')[2])}f}"


@pytest.mark.parametrize("name", WRITTEN)
def test_each_formula_in_a_comment_gives_the_number_before_it(name):
    assert not [pair for pair in computed(WRITTEN[name]) if pair[0] != pair[1]]


@pytest.mark.parametrize("name", GUIDES)
def test_each_number_of_a_guide_stands_in_its_chapter_or_is_computed_beside_it(name, series):
    text = WRITTEN[name]
    given = {n for comment in comments(text) for n in notebook.numbers(comment.partition("given:")[2])}
    allowed = known(series.chapters[name[:2]]) | given | {number for number, _ in computed(text)}
    body = re.sub(r"\[\[.*?\]\]", "", text)
    assert not [n for n in notebook.numbers(notebook.prose(body)) if n.lstrip("-") not in allowed]


def sentences(text):
    """The sentences of Markdown that have some length, without marks."""
    for pattern in (notebook.FENCE, notebook.COMMENT):
        text = pattern.sub(" ", text)
    text = re.sub(r"^(?:\||\{\{|#).*$|[*`_>]|^\s*(?:-|\d+\.) ", " ", text, flags=re.MULTILINE)
    return {sentence for sentence in re.split(r"(?<=[.?!:])\s+", " ".join(text.split())) if len(sentence) > 45}


def test_no_sentence_stands_twice(series):
    elsewhere = [cell.source for c in series.chapters.values() for _, cell in c.cells if cell.cell_type == "markdown"]
    elsewhere += [series.read(name) for name in ("README.md", "CONTRIBUTING.md")]
    for e in (*REGISTRY.values(), *PREDICTIONS.values(), *CALLS.values(), *FORMS["B"].values()):
        elsewhere += [reply for _, reply in e.mistakes] if hasattr(e, "mistakes") else [e.because, *e.options.values()]
    seen = {sentence for text in elsewhere for sentence in sentences(text)}
    for name, text in WRITTEN.items():
        mine = sentences(text)
        assert not mine & seen, name
        seen |= mine


# --- The key


def test_the_key_has_every_prediction_and_exercise(series, pages):
    key = pages["teach/answers.md"]
    for id, exercise in REGISTRY.items():
        part = key.split(f"### Exercise {id}\n")[1].split("\n### ")[0]
        replies = exercise.choices.values() if exercise.choices else [reply for _, reply in exercise.mistakes]
        assert "right" in part and exercise.why in part and all(reply in part for reply in replies), id
    for chapter in series.chapters.values():
        for id, prediction in chapter.predictions.items():
            if id not in CALLS:
                part = key.split(f"### Prediction {id}\n")[1].split("\n### ")[0]
                assert f"- **{prediction.right}**, right: " in part and prediction.because in part
                assert len(re.findall(r"^- \*\*[a-d]\*\*", part, re.MULTILINE)) == len(prediction.options)
                assert ": ." not in part and "()" not in part


@pytest.mark.parametrize(
    ("id", "answer"), [("1.1", "1,369"), ("2.1", "5.185"), ("3.1", "(58.4, 91.9)"), ("4.2", "d"), ("6.3", "16.7")]
)
def test_the_key_is_right(id, answer, pages):
    part = pages["teach/answers.md"].split(f"### Exercise {id}\n")[1]
    assert part.lstrip().startswith(f"- **{answer}**, right")


def test_the_key_shows_where_the_explorers_are_answered(series):
    for number, chapter in series.chapters.items():
        assert len(teach.explored(chapter)) >= ("explorer" in chapter.parts), number


def test_the_kit_can_be_written(tmp_path):
    teach.main(tmp_path / "kit")
    kit = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "kit").iterdir()}
    assert set(kit) == set(WRITTEN)
    for target in re.findall(r"\]\(\.\./\.\./(notebooks/[^)]+)\)", "".join(kit.values())):
        assert (ROOT / target).is_file()
