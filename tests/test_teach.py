"""The workshop kit: its plans add up, what it names exists, its numbers are right, and it gives nothing away."""

import io
import re
from collections import Counter
from contextlib import chdir, redirect_stdout
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
import scipy.stats
import yaml
from matplotlib import rc_context
from nbformat.v4 import new_markdown_cell, new_notebook

import give_or_take
from give_or_take.classroom import figures, look
from give_or_take.classroom.exercises import PREDICTIONS, REGISTRY
from give_or_take.classroom.exercises.calls import CALLS, FORMS
from tools import boards, kit, notebook, teach, workshop
from tools.deck import deck
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
    parts = ("Core path", "In the room", "Misconceptions that come up", "To discuss", "On the board",
             "If late", "Stretch", "Ten questions a room asks", "Trouble")  # fmt: skip
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
        homes = (ROOT / "book/teach", ROOT / "notebooks/teach", ROOT / "book/slides/teach")
        assert any((home / target).resolve().is_file() for home in homes), target
    anchors = {teach.anchor(chapter.title) for chapter in series.chapters.values()}
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


def days(series):
    return [(plan.key, day) for plan in teach.plans(series) for day in plan.days]


@pytest.mark.parametrize("key", ["ninety-minutes", "one-day", "two-days"])
def test_a_chapter_runs_without_the_sections_that_a_plan_leaves_out(series, key):
    """What a later section needs is not loaded in one that the room skips."""
    shorter = 0
    taught = {}
    for slot in [slot for name, day in days(series) if name == key for slot in day.slots if slot.kind == "chapter"]:
        c = series.chapters[slot.chapter]
        taught.setdefault(c.path, []).extend(slot.sections or [s.title for s in c.sections if s.minutes])
    for path, titles in taught.items():
        core = [s for s in notebook.Chapter.open(path).sections if s.minutes]
        if {s.title for s in core} <= {*titles}:
            continue
        shorter += 1
        space = {"__name__": "__main__"}
        quiet = redirect_stdout(io.StringIO())
        with rc_context(), figures.shown_at(30, lambda figure: None), chdir(path.parent), quiet:
            look.dress()
            for i, cell in [at for s in core if s.title in titles for at in s.cells if at[1].cell_type == "code"]:
                exec(compile(cell.source, f"{path.name}, cell {i}", "exec"), space)
    assert shorter or key == "two-days"


def stretches(day):
    """The slots between breaks."""
    found = [[]]
    for slot in day.slots:
        if slot.kind in ("break", "lunch"):
            found.append([])
        else:
            found[-1].append(slot)
    return found


def minutes(slots):
    return sum(slot.minutes for slot in slots)


def test_no_plan_sits_longer_than_it_may_and_a_quarter_is_in_reserve(series):
    for key, day in days(series):
        planned = [slot for slot in day.slots if slot.kind not in ("break", "lunch", "reserve")]
        reserve = [slot for slot in day.slots if slot.kind == "reserve"]
        assert minutes(reserve) >= minutes(planned) / 4, key
        if key != "ninety-minutes":
            breaks = {name: [slot for slot in day.slots if slot.what == name] for name in ("Break", "Stand up")}
            assert all(slot.minutes >= 10 for slot in breaks["Break"]) and len(breaks["Stand up"]) <= 2, key
            noon = day.slots.index(teach.LUNCH)
            assert teach.BREAK in day.slots[:noon] and teach.BREAK in day.slots[noon:], "a queue for coffee"
            assert all(slot.minutes >= 5 for slot in breaks["Stand up"])
        for slots in stretches(day):
            assert 0 < minutes(slots) <= 75, (key, slots)
            (place,) = [k for k, slot in enumerate(slots) if slot.kind == "reserve"]  # what follows goes by the clock
            assert key == "ninety-minutes" or slots[place].minutes >= minutes(slots[:place]) / 4, (key, slots)
            assert {slot.kind for slot in slots[place + 1 :]} <= {"quiz", "feedback"}, (key, slots)


def test_no_break_splits_a_chapter_that_fits_between_two_and_no_lunch_splits_any(series):
    for key, day in days(series):
        taught = [slot.chapter for slot in day.slots if slot.kind == "chapter"]
        for number in {*taught}:
            long = series.chapters[number].minutes["room"] * (1 + teach.RESERVE) > 75
            assert taught.count(number) == 1 or key == "two-days" and long, (key, number)
        noon = [slot.kind for slot in day.slots].index("lunch") if key != "ninety-minutes" else 0
        morning = sum(slot.kind == "chapter" for slot in day.slots[:noon])
        assert not {*taught[:morning]} & {*taught[morning:]}, key


def test_a_day_ends_in_time_and_eats_at_noon(series):
    for key, day in days(series):
        length = 0
        for slot in day.slots:
            if slot.kind == "lunch":  # from 8:30 on, not before noon, and over at a quarter past one
                assert length >= 210 and length + slot.minutes <= 285, key
            length += slot.minutes
        assert length == 90 if key == "ninety-minutes" else length <= 9 * 60, (key, length)
        assert sum(slot.kind == "lunch" for slot in day.slots) == (key != "ninety-minutes")


def test_a_plan_teaches_what_it_says_for_as_long_as_the_chapters_say(series):
    taught = {}
    for plan in teach.plans(series):
        slots = [slot for day in plan.days for slot in day.slots if slot.kind == "chapter"]
        for slot in slots:
            core = {section.title: section.minutes for section in series.chapters[slot.chapter].sections}
            sections = [title for title, length in core.items() if length]
            length = sum(core[title] for title in slot.sections or sections) or series.chapters["00"].minutes["room"]
            drawn = dict(slot.shown)  # has the minutes of what is said with it
            said = [here.title for here, says in teach.taught(series, slot) if says and here.title not in drawn]
            assert slot.minutes == length + sum(drawn.values()) + len(said), slot
            assert not {*slot.sections} & {*drawn} and all(drawn[title] <= core[title] for title in drawn)
            here = {*drawn, *(slot.sections or sections)}
            taught.setdefault((plan.key, slot.chapter), []).extend(title for title in sections if title in here)
    for (key, number), titles in taught.items():
        core = [section.title for section in series.chapters[number].sections if section.minutes]
        assert titles == [title for title in core if title in titles]
        late = WRITTEN[series.chapters[number].guide.name].partition("## If late\n")[2].partition("\n## ")[0]
        never = {title for line in late.splitlines() if "never" in line for _, title in teach.NAMED.findall(line)}
        assert key != "two-days" or titles == core, number
        most = 2 if number == "03" else 1  # an hour holds no more of chapter 3
        assert key != "one-day" or len(titles) >= len(core) - most and not never & (set(core) - set(titles)), number
    assert {key: [n for k, n in taught if k == key] for key, _ in taught} == {
        "ninety-minutes": ["01", "03", "05"],
        "one-day": ["00", "01", "02", "03", "04", "05"],
        "two-days": ["00", "01", "02", "03", "04", "05", "06", "12"],
    }


def test_the_quiz_comes_before_anything_and_after_everything_and_the_number_is_used(series):
    for plan in teach.plans(series):
        slots = [slot for day in plan.days for slot in day.slots if slot.kind not in ("break", "lunch", "reserve")]
        kinds, what = [slot.kind for slot in slots], [slot.what for slot in slots]
        intervals = [k for k, slot in enumerate(slots) if slot.chapter == "03" and slot.kind == "chapter"]
        assert what.index(teach.INTERVAL.what) > max(intervals)
        if plan.key != "ninety-minutes":
            assert kinds[0] == "quiz" and kinds[-2:] == ["quiz", "feedback"] and kinds.count("quiz") == 2
            errors = [k for k, slot in enumerate(slots) if slot.chapter == "02" and slot.kind == "chapter"]
            assert max(errors) < what.index(teach.MARGIN.what) < min(intervals)
            assert slots[-3].kind == "files" and kinds.count("exercises") >= 3


def test_a_plan_is_printed_as_it_is(series, pages):
    for _, day in days(series):
        table = teach.table(day)
        assert table in pages["teach/plans.md"]
        rows = re.findall(r"^\| (\d+):(\d\d) \| (\d*) ?\| (.*) \|$", table, re.MULTILINE)
        clock = [60 * int(h) + int(m) for h, m, *_ in rows]
        assert [b - a for a, b in zip(clock, clock[1:], strict=False)] == [slot.minutes for slot in day.slots]


TOGETHER = {
    "01": {"A desk that does not change": "coins", "Back to the release": "hands", "Which change do you ship?": "talk",
           "And if you ran the whole list?": "hands"},
    "02": {"84 of 100: give or take what?": "hands", "How far to reach": "talk"},
    "03": {"20 of 20: is it 100% ± 0?": "hands", "How low could it be?": "coins", "Ask every rate": "talk",
           "None seen": "hands",
           "Which one do you write?": "paper hands"},
    "04": {"40 of 50 against 42 of 50: a win, or luck?": "hands", "Could chance alone do it?": "badges"},
    "05": {"84 and 92 of the same 100: ship it?": "hands", "Could a coin have done this?": "coins",
           "Ship it?": "hands", "Joined by what?": "hands"},
    "06": {"84% last month, 68% this month: roll back?": "hands", "Twenty kinds of question": "badges",
           "Would you ship it now?": "talk"},
    "08": {"80.7% of 5,000 answers: give or take what?": "hands", "What more runs cannot buy": "hands",
           "Real results: fifty sets from a hundred templates": "hands"},
    "12": {"Two result files: which do you ship?": "hands", "What do you decide before you look?": "paper",
           "What may you say about the two?": "talk", "Four systems at once": "paper"},
}  # fmt: skip
"""What a room does that the notebook does not show, by chapter and section."""


def actions(section, together="", evening=()):
    """How often each action of teach.COSTS comes in a section, without the cells that begin as `evening` says."""
    count = Counter(["question", *together.split()])
    for _, cell in section.cells:
        text = notebook.COMMENT.sub("", cell.source)
        if text.startswith(tuple(evening)):
            continue
        if cell.cell_type == "markdown":
            count["vote" if text.startswith("**Predict ") else "told"] += len(text.split())
            count["formula"] += text.count("$$") // 2
            count["symbol"] += len(re.findall(r"(?<![$\\])\$[^$]+\$(?!\$)", text))
        elif re.match(r"guess = ", text):
            count["cast"] += 1
        elif ids := [*notebook.called("reveal", text)]:
            again = section.part == "takeaways"
            count["again"] += again
            count["reply"] += len(ids) - again
        elif re.search(r"^SEED = ", text, re.MULTILINE):
            count["open"] += 1
        else:
            count["cell"] += 1
            count["line"] += sum(not re.match(r"\s*(plt\.|show\(|$)", line) for line in text.splitlines())
            count["picture"] += len(notebook.pictures([cell]))
    return count


def rehearsed(chapter, section):
    """The minutes of a section, with 25 people, by teach.COSTS."""
    number = f"{chapter.number:02}"
    together = TOGETHER.get(number, {}).get(section.title, "")
    _, evening = teach.EVENING.get(number, {}).get(section.title, ("", ()))
    count = actions(section, together, evening)
    slower = teach.SLOWER.get(number, teach.SLOWER["rest"])
    return slower * sum(teach.COSTS[name][1] * times for name, times in count.items()) / 60


def test_the_minutes_are_those_of_the_rehearsal(series):
    for number in TOGETHER:
        chapter = series.chapters[number]
        for section in chapter.sections:
            if section.minutes:
                least = rehearsed(chapter, section)
                assert least - 1 <= section.minutes <= least + 1, (chapter.number, section.title, round(least, 1))


def test_what_the_room_does_together_is_done_in_a_section_that_exists(series):
    for number, sections in TOGETHER.items():
        assert set(sections) <= {section.title for section in series.chapters[number].sections}
        assert {each for together in sections.values() for each in together.split()} <= set(teach.COSTS)


def test_what_is_left_for_the_evening_is_there_and_is_not_counted(series):
    for number, sections in teach.EVENING.items():
        for title, (what, begins) in sections.items():
            section = next(section for section in series.chapters[number].sections if section.title == title)
            cells = [notebook.COMMENT.sub("", cell.source) for _, cell in section.cells]
            assert all(sum(cell.startswith(begin) for cell in cells) >= 1 for begin in begins), title
            assert actions(section, "", begins) < actions(section)
            assert section.minutes and what in teach.part_path(series, number)


def test_exercises_are_named_there_is_time_and_none_asks_for_a_function(series):
    for _, day in days(series):
        for slot in day.slots:
            if slot.kind == "exercises":
                assert slot.exercises and slot.minutes == teach.EACH * len(slot.exercises)
                assert all(id in slot.what and not REGISTRY[id].cases for id in slot.exercises), slot


def test_a_section_costs_what_is_in_it(series):
    chapter = series.chapters["01"]
    section = next(section for section in chapter.sections if section.title == "What more questions buy")
    count = actions(section)
    assert (count["cast"], count["reply"], count["picture"], count["formula"], count["question"]) == (1, 1, 1, 1, 1)
    assert actions(section, "badges") - count == {"badges": 1}


def test_what_a_plan_leaves_out_has_a_sentence_in_its_place(series):
    table = WRITTEN["plans.md"].partition("| left out |")[2].partition("\n\n")[0]
    out = set()
    for plan in teach.plans(series):
        slots = [slot for day in plan.days for slot in day.slots if slot.kind == "chapter" and slot.sections]
        taught = {(slot.chapter, title) for slot in slots for title in slot.sections}
        for number in {slot.chapter for slot in slots}:
            core = [section.title for section in series.chapters[number].sections if section.minutes]
            last = max(k for k, title in enumerate(core) if (number, title) in taught)
            out |= {(number, title) for title in core[:last]} - taught
    assert out == set(re.findall(r"^\| \[\[(\d\d)\|(.+?)\]\] \|", table, re.MULTILINE))


def test_a_run_sheet_says_what_is_said_for_what_is_left_out(series):
    for key, count in (("ninety-minutes", 5), ("one-day", 6), ("two-days", 0)):
        plan = next(plan for plan in teach.plans(series) if plan.key == key)
        sheets = "\n".join(line for day in plan.days for line in teach.run_sheet(series, day))
        assert sheets.count("Say: ") == count and not re.search("Say: [^|]*(Wald|Clopper|Tango)", sheets)
        assert all(f"`{call}(42, 60)`" in sheets for call in ["margin", "wilson_interval"][key == "ninety-minutes" :])
        assert "<br>None" not in sheets


def test_a_line_for_the_chat_says_where_only_one_plan_runs_it(series):
    said = [line.partition("# ")[2] for line in teach.part_lines(series, None).splitlines()]
    assert said == ["chapter 3", "chapter 4", "chapter 5", "chapter 6, two days only"]


def test_a_block_has_its_reserve_before_its_goodbye_and_lacks_what_is_not_there(series):
    lost = series._replace(chapters={n: chapter for n, chapter in series.chapters.items() if n != "05"})
    goodbye, chapter = teach.FEEDBACK, teach.Slot(50, "", "chapter", "04")
    day = teach.timetable(lost, 540, [teach.BEFORE, chapter, teach.FILES, goodbye], teach.BREAK, [goodbye])
    assert [slot.minutes for slot in day.slots] == [12, 50, 19, 4, 15, 4, 1]
    assert [slot.kind for slot in day.slots][2:] == ["reserve", "feedback", "break", "feedback", "reserve"]


HOUR = re.compile(r"\b(\d\d?):(\d\d)\b")


def test_another_beginning_moves_the_sheet_the_wall_and_the_slides_and_leaves_the_lengths(series, monkeypatch):
    def told():
        decks = {number: deck(chapter) for number, chapter in series.chapters.items()}
        for plan in teach.plans(series):
            slides = [slide for slide in workshop.workshop(plan, series, decks) if not slide.chapter or slide.clock]
            yield (
                [slot for day in plan.days for slot in day.slots],
                {
                    "sheets": [line for day in plan.days for line in teach.run_sheet(series, day)],
                    "wall": [row[0] for day in plan.days for row in teach.agenda(series, day)],
                    "plans": [teach.table(day) for day in plan.days],
                    "slides": [slide.body for slide in slides if "own" in slide.kind],
                    "clocks": [slide.clock for slide in slides],
                    "notes": [slide.notes.get("In reserve", "") for slide in slides],
                },
            )

    def moved(lines, by):
        return [HOUR.sub(lambda at: teach.hour(60 * int(at[1]) + int(at[2]) + by), line) for line in lines]

    before = [*told()]
    later = {key: teach.hour(teach.beginning(key) + 250) for key in teach.WORDING["begins"]}
    monkeypatch.setitem(teach.WORDING, "begins", later)
    for (slots, was), (others, now) in zip(before, told(), strict=True):
        assert slots == others, "the lengths stay"
        for where, lines in was.items():
            assert HOUR.search(" ".join(lines)) and now[where] == moved(lines, 250), where


@pytest.mark.parametrize("written", ["9", "9.00", "540", "24:00", "9:60", "", "nine", "0:10", "23:00"])
def test_a_beginning_is_an_hour_that_leaves_room_for_the_day(series, monkeypatch, written):
    monkeypatch.setitem(teach.WORDING, "begins", dict.fromkeys(teach.WORDING["begins"], written))
    with pytest.raises(ValueError, match="^begins: .* (write a time such as 9:00|take one from 0:15 to 22:30)$"):
        teach.plans(series)


def test_a_beginning_is_text_as_it_stands():
    assert all(HOUR.fullmatch(written) for written in teach.WORDING["begins"].values())
    assert {*teach.WORDING["begins"]} == {"ninety-minutes", "one-day", "two-days"}


def test_a_run_sheet_has_an_hour_for_each_section_and_says_what_to_cut(series, pages):
    for title, day in teach.days(series):
        lines = teach.run_sheet(series, day)
        sheet, page = "\n".join(lines), pages["teach/run-sheets.md"]
        assert f"## {title}\n" in page and all(line in page for line in lines)
        rows = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines[1:-1]]
        clock = [60 * int(row[0].split(":")[0]) + int(row[0].split(":")[1]) for row in rows]
        lengths = [int(next(cell for cell in row[1:] if cell.isdigit())) for row in rows]
        says = r"✂ −|keep$|use it up first$|use up the first \d+$|or ten, from the reserve$"
        assert all(re.match(says, row[-1]) for row in rows), "each row says"
        assert clock[0] == day.start and [b - a for a, b in zip(clock, clock[1:], strict=False)] == lengths[:-1]
        for slot in day.slots:
            for section in slot.sections:
                late = teach.when_late(series, slot.chapter).get(section, "")
                own = [line for line in lines if f"*{section}* " in line]
                assert any(f"| {late} |" in line.replace("|  |", "| |") or not late for line in own), section
        exercises = [slot.minutes for slot in day.slots if slot.kind == "exercises"]
        assert [int(n) for n in re.findall(r"✂ −(\d+): all of it, first", sheet)] == exercises
        assert not re.search(r"✂ (?!−[1-9])", sheet)


def test_a_cut_saves_minutes_but_not_all_of_its_section(series):
    for number, sections in teach.SAVED.items():
        chapter = series.chapters[number]
        cut = {title for title, words in teach.when_late(series, number).items() if words.startswith("✂")}
        assert all(any(title.startswith(begin) for title in cut) for begin in sections), number
        for section in chapter.sections:
            if section.title in cut:
                assert 1 <= teach.saved(number, section.title) < (section.minutes or chapter.minutes["room"]), section
    assert teach.saved("05", "Could a coin have done this?") == 5  # four of the coins' cost, a fifth slower


def test_each_board_goes_up_when_it_says_so_on_the_run_sheet(series, made):
    for plan in teach.plans(series):
        sheet = "\n".join(line for day in plan.days for line in teach.run_sheet(series, day))
        wall, here = made[f"{plan.key}-wall.html"], 0
        for zone in [zone for zones in boards.BOARDS.values() for zone in zones]:
            name = zone.title.partition(":")[0]
            if f"of the board: {zone.title}" in wall:
                here += 1
                assert f">up: {zone.up}<" in wall and f"{name}, {zone.up}" in sheet, zone.title
        files = "of the board: Your two files" in wall
        assert files == ("Up: Your two files" in sheet) and here + files == wall.count("<svg")


def test_a_page_of_the_day_says_nothing_of_a_formula_that_no_plan_shows(made):
    for key in ("one-day", "two-days"):
        desk = made[f"{key}.html"]
        assert "Ten points, not four" not in desk and "Sixteen" not in desk and "Above the line stands" not in desk
        assert "The upper root is how far the count moves" in desk
    assert "Ten points, not four" in made["kit.html"] and "Above the line stands" in made["kit.html"]


def test_a_long_block_pauses_near_its_middle(series):
    assert teach.part_pauses(series, None).count(":") > 6
    for title, day in teach.days(series):
        said = re.search(rf"{title}: ([\d:, ]+)", teach.part_pauses(series, None))
        pauses = re.findall(r"(\d+):(\d\d)", said[1]) if said else []
        assert len(pauses) == sum(minutes(slots) > 60 for slots in stretches(day)), title


def test_the_rule_for_being_late_is_one(series, pages):
    assert [name for name, text in pages.items() if teach.part_late(series, None) in text] == [
        "teach/plans.md", "teach/run-sheets.md",
    ]  # fmt: skip


def test_the_steps_with_two_files_fill_their_time():
    for name, slot in (("plans.md", teach.FILES), ("12.md", teach.REPORT)):
        steps = re.search(r"^\| minutes \|.*\n\|.*\n((?:\| \d+ \|.*\n)+)", WRITTEN[name], re.MULTILINE)[1]
        assert sum(map(int, re.findall(r"^\| (\d+)", steps, re.MULTILINE))) == slot.minutes
        assert [int(length) for length, _ in teach.STEPS.findall(WRITTEN[name])] == [
            int(length) for length in re.findall(r"^\| (\d+)", steps, re.MULTILINE)
        ]


def test_a_chapter_that_no_plan_has_is_named(series):
    about = {"give_or_take": {"minutes": {"room": 40, "exercises": 30, "reading": 40}}}
    nb = new_notebook(cells=[new_markdown_cell("# 98 · Later")], metadata=about)
    later = notebook.Chapter(nb, Path("notebooks/98-later.ipynb"), exercises={})
    grown = series._replace(chapters=series.chapters | {"98": later})
    assert "98 · Later: 40 min" in teach.part_other_chapters(grown, None)
    assert teach.plans(grown) == teach.plans(series)


def test_the_mail_quotes_the_green_line_that_the_first_cell_prints(series):
    said = [notebook.printed(cell) for _, cell in series.chapters["00"].cells if "check_environment()" in cell.source]
    line = re.sub(r"\x1b\[\d+m", "", said[0]).strip()
    assert line in WRITTEN["setup-mail.md"] and "Run All" not in WRITTEN["setup-mail.md"] + WRITTEN["helpers.md"]


def test_nothing_before_the_first_quiz_gives_a_call_away_and_boards_are_turned_for_the_second(series):
    mail = WRITTEN["setup-mail.md"].partition("## What comes back")[0]
    assert not re.search("time[ds]? ?out|crash|is a 0|fails|give-or-take report", mail)  # call 10
    for page in (mail, WRITTEN["helpers.md"]):  # the cell takes the old file first, the command the new one
        lines = re.findall("give-or-take (?:check|report) .*", page)
        assert lines and all(re.search(r"new=(\S*)new\.csv old=\1old\.csv", line) for line in lines)
    assert all("voluntary" in text for text in (mail, WRITTEN["helpers.md"], teach.SHEET))
    sheets = ["\n".join(teach.run_sheet(series, day)) for _, day in days(series)]
    assert [f"{teach.AFTER.what}<br>First boards down" in sheet for sheet in sheets] == [False, True, False, True]


def test_the_form_asks_what_the_last_slide_asks():
    slide = yaml.safe_load((ROOT / "book" / "slides" / "words.yml").read_text(encoding="utf-8"))["own"]["feedback"]
    assert re.findall(r"^> \d\. (.*)", WRITTEN["feedback.md"], re.MULTILINE) == slide["line"].splitlines()


def test_everybody_without_a_number_takes_the_one_of_chapter_0(series):
    source = "\n".join(cell.source for _, cell in series.chapters["00"].code)
    mine = re.search(r"Claim\(.*?, (\d+), (\d+)\)", source)
    texts = (WRITTEN["00.md"], WRITTEN["plans.md"], (ROOT / "book/slides/words.yml").read_text(encoding="utf-8"))
    assert all(" of ".join(mine.groups()) in text and "84 of 100" not in text for text in texts)


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
    for e in (*REGISTRY.values(), *PREDICTIONS.values(), *(call for form in FORMS.values() for call in form.values())):
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


# --- The kit


@pytest.fixture(scope="module")
def made(series):
    return kit.files(series)


LEAKS = r"\{\{|\}\}|\[\[|\]\]|:::|^---|^#+ |^\||\{\w+\}`|toctree|orphan:|nosearch|<!--|\]\(|\*\*|\.md\b|\.ipynb"


def test_the_kit_shows_no_markup(made):
    for name, html in made.items():
        text = re.sub(r"<style>.*?</style>|<pre>.*?</pre>|<code>.*?</code>|<svg.*?</svg>", "", html, flags=re.DOTALL)
        text = re.sub(r"<(?!!)[^>]*>", "", text)
        assert not re.findall(LEAKS, text, re.MULTILINE), name


def test_markup_that_would_leak_is_found():
    text = "---\norphan: true\n---\n\n# A page\n\n```{toctree}\nx\n```\n\n"
    text += ":::{container} quiz\nText, {doc}`a page <x>`.\n:::\n"
    assert re.search(LEAKS, text, re.MULTILINE)
    title, html = kit.rendered("page", text, ())
    assert title == "A page" and "<p>Text, a page.</p>" in html and not re.search(LEAKS, html, re.MULTILINE)


def test_links_of_the_kit_lead_somewhere(made):
    for name, html in made.items():
        for href in re.findall(r'href="([^"]*)"', html):
            page, _, place = href.partition("#")
            if not re.match("https?:", href):
                assert "/" not in href and (page or name) in {*made, "score.html"}, (name, href)
                assert not re.search('<div class="(book|desk|wall)">', html) or href.startswith("#"), href
                assert not place or f'id="{place}"' in made[page or name], (name, href)
        if name.startswith("print/"):
            assert not re.findall(r'href="(?!https?:)', html), name


def test_the_contents_lead_to_every_page(made):
    books = {name for name, html in made.items() if re.search('<div class="(book|desk|wall)">', html)}
    every = {name for name in made if "/" not in name} - {"index.html", *books}
    assert {Path(name).stem for name in every} == {Path(name).stem for name in WRITTEN} - {"index"}
    assert every <= set(re.findall(r'href="([^"#]+)"', made["index.html"].split("<nav>")[1]))
    papers = {"kit.html", "keys.html"} | {name for name in made if name.startswith("print/")}
    other = {"feedback.html", "setup-mail.html", "run-sheets.html", "agenda.html", "boards.html"}
    for name in every - other:  # a form to fill in, a text to copy, and what each plan has of its own
        assert [f'<article id="{Path(name).stem}">' in made[paper] for paper in papers].count(True) == 1, name


@pytest.mark.parametrize("key", ["ninety-minutes", "one-day", "two-days"])
def test_a_plan_has_what_its_teacher_needs_once_in_the_order_of_use(key, series, made):
    plan = next(plan for plan in teach.plans(series) if plan.key == key)
    others = "|".join(other.title for other in teach.plans(series) if other != plan)
    slots = [slot for day in plan.days for slot in day.slots]
    done = {id for slot in slots for id in slot.exercises}
    chapters = [*dict.fromkeys(slot.chapter for slot in slots if slot.kind == "chapter")]
    desk, wall = made[f"{key}.html"], made[f"{key}-wall.html"]
    assert re.findall('<article id="(.+?)">', desk) == ["index", "run-sheets", *chapters]
    hung = [*chapters, "files"] if key != "ninety-minutes" else chapters
    assert re.findall('<article id="(.+?)">', wall) == ["agenda", *(f"boards-{c}" for c in hung)]
    assert wall.count("<svg") == {"ninety-minutes": 5, "one-day": 11, "two-days": 15}[key]
    assert all(line.split(" | ")[0].strip("| ") in desk for day in plan.days for line in teach.run_sheet(series, day))
    assert not re.search(f"<h2[^>]*>({others})", desk + wall)
    for number in chapters:
        page = desk.partition(f'<article id="{number}">')[2].partition("</article>")[0]
        here = [slot for slot in slots if slot.kind == "chapter" and slot.chapter == number]
        core = [section.title for section in series.chapters[number].sections if section.minutes]
        shown = {title for slot in here for title, _ in slot.shown}
        assert all(f"<em>{title}</em>, the picture:" in page for title in shown)
        gone = [title for title in core if all(slot.sections and title not in slot.sections for slot in here)]
        assert f"Today {sum(slot.minutes for slot in here)} min" in page and "FRESH=" not in page
        assert not [title for title in gone if re.search(f"<li>\\s*(<p>)?<em>{re.escape(title)}</em>:", page)]
        assert not [title for title in {*gone} - shown if f"<em>{title}</em>" in page.partition(">Trouble<")[0]]
        assert {*re.findall(r"<strong>Exercise (\d+\.\d+)", page)} <= done
        named = set(re.findall(r"^- \[\[([^|\]]+)\]\]:", WRITTEN[f"{number}.md"].partition("## Misc")[0], re.MULTILINE))
        untaught = {*gone, "Exercises"}  # of these each plan prints its own
        assert all(f"<em>{title}</em>:" in page for title in named - untaught), number


def test_what_helpers_are_told_of_files_is_what_the_files_are_told():
    old = pd.DataFrame({"id": ["q1", "q2", "q3"], "right": [1, 0, 1]})
    wrong = [old[["id"]], old.replace("q", "p", regex=True), pd.concat([old, old[:1]]), old.assign(right=100)]
    wrong.append(old.assign(id=[None, "q2", "q3"]))
    told = re.findall(r"^\| `((?:must|share|more|has).+?)` \|", WRITTEN["helpers.md"], re.MULTILINE)
    assert len(told) == len(wrong)
    for words, table in zip(told, wrong, strict=True):
        with pytest.raises((TypeError, ValueError)) as refused:
            give_or_take.pair_items(table, old)
        assert words in str(refused.value)
    assert "left out: " in str(give_or_take.pair_items(old[:2], old))


def test_a_chapters_page_of_the_day_lacks_only_what_can_be_read_before(pages):
    for name in GUIDES:
        page = pages[f"teach/{name}"]
        front = kit.without(page, kit.BEHIND)
        heads = [head for head in re.findall("^## (.*)", page, re.MULTILINE) if head not in kit.BEHIND]
        assert re.findall("^## (.*)", front, re.MULTILINE) == heads, name
        assert "In the room" in heads and "If late" in heads and page.endswith(front.rpartition("\n## ")[2]), name


def test_each_chapter_on_a_desk_has_two_questions_that_a_room_asks(series, made):
    for plan in teach.plans(series):
        for number in kit.parts_of(plan):
            page = made[f"{plan.key}.html"].partition(f'<article id="{number}">')[2].partition("</article>")[0]
            asked = page.partition(">What a room asks</h2>")[2]
            assert 2 <= asked.count("<li>") <= 5, (plan.key, number)


def test_no_heading_of_a_page_stands_alone(made):
    alone = re.compile(r"<h([1-6])[^>]*>(?:(?!</h).)*</h\1>\s*(?=</article>|$)|<h([23])[^>]*>[^<]*</h\2>\s*<h[12]\b")
    for name, html in made.items():
        assert not [found[0] for found in alone.finditer(re.sub("<style>.*?</style>", "", html, flags=re.DOTALL))], name
    assert alone.search("<h2>Trouble</h2>\n</article>") and alone.search('<h2 id="a">A</h2>\n<h2>B</h2>')


def test_a_desk_names_the_files_of_its_own_plan_and_the_notes_too(made, series):
    every = [plan.key for plan in teach.plans(series)]
    for key in every:
        desk = made[f"{key}.html"]
        assert f"<code>{key}.pdf</code>" in desk and f"<code>{key}-wall.pdf</code>" in desk
        assert not [other for other in every if other != key and re.search(rf"<code>{other}(-wall)?\.pdf", desk)]


def test_a_day_that_goes_on_tomorrow_says_to_keep_the_badge(series):
    for plan in teach.plans(series):
        for day in plan.days:
            last, door = teach.run_sheet(series, day)[-2], teach.run_sheet(series, day)[0]
            assert (teach.TOMORROW in last) == (day != plan.days[-1]), plan.key
            assert ("same letter as yesterday" in door) == (day != plan.days[0]), plan.key


def test_each_chapter_of_a_day_has_one_section_to_drop_and_its_sentence(series):
    said = teach.sayings(series)
    for number in ("01", "02", "03", "04", "05", "06", "12"):
        late = teach.when_late(series, number)
        (dropped,) = [title for title, words in late.items() if "Or drop it" in words]
        assert late[dropped].endswith(f"Or drop it, and say: {said[dropped]}") and "eep" not in late[dropped]
    for number, heart in (("04", "Could chance alone do it?"), ("05", "Could a coin have done this?")):
        assert teach.when_late(series, number)[heart].endswith("Keep the rest.")


def test_a_goodbye_asks_for_a_box_only_where_its_board_hangs_and_no_chapter_filled_it(series, made):
    last = {title: teach.run_sheet(series, day)[-2] for title, day in teach.days(series)}
    asking = [title for title, row in last.items() if "Half a number*: on which" in row]
    assert asking == ["One day"]
    for key in ("one-day", "two-days"):
        hung = made[f"{key}-wall.html"]
        assert "Half a number" in hung and ("Fill the board's box: on which items?" in made[f"{key}.html"]) == (
            key == "two-days"
        )
    assert "Half a number" not in made["ninety-minutes.html"] + made["ninety-minutes-wall.html"]


def test_the_reserve_before_a_quiz_or_a_goodbye_says_to_get_ready(series):
    ready = {title: re.findall("last 4 min: (.+?) [|]", "".join(teach.run_sheet(series, day)))
             for title, day in teach.days(series)}  # fmt: skip
    assert ready == {"Ninety minutes": ["feedback"], "One day": ["boards down, sheets out"],
                     "Two days, day 1": ["feedback"], "Two days, day 2": ["boards down, sheets out"]}  # fmt: skip


def test_the_wall_says_what_the_welcome_says_and_how_to_open_the_lab(series, monkeypatch, made):
    lab = [line.split("  ")[0] for line in teach.WORDING["start"].splitlines()]
    for paper in ("one-day-wall", "two-days-wall", "ninety-minutes-wall", "print/helpers"):
        assert all(line in made[f"{paper}.html"] for line in lab), paper
    assert "Chat: ______" in made["one-day-wall.html"]
    monkeypatch.setitem(teach.WORDING["own"]["welcome"], "line", "Chat: chat.example/a&b")
    assert teach.part_agenda(series, None).count("\n\nChat: chat.example/a&amp;b\n\n") == 4


def test_an_evening_packs_less(series, made):
    counts = {key: re.search(r"<td>([^<]*)</td>\s*<td><code>helpers.pdf", made[f"{key}.html"])[1]
              for key in ("ninety-minutes", "one-day", "two-days", "index")}  # fmt: skip
    assert counts == {"ninety-minutes": "2", "one-day": "4", "two-days": "4", "index": "4; 2 on an evening"}


def test_a_chapter_that_is_not_there_is_to_come(series, pages):
    assert teach.complete("Chapter 5 and chapter 77.", series) == "Chapter 5 and chapter 77 (to come)."
    for name, text in pages.items():
        named = re.findall(r"\b[Cc]hapter (\d+)\b(?! \(to come\))", text)
        assert {f"{int(number):02}" for number in named} <= set(series.chapters), name


def test_the_contents_take_their_pages_from_the_pdf(tmp_path):
    from pypdf import PdfWriter

    writer = PdfWriter()
    for _ in range(3):
        writer.add_blank_page(100, 100)
    writer.add_named_destination("plans", 2)
    writer.write(tmp_path / "kit.pdf")
    html = '<b data-page="plans"></b><b data-page="nowhere"></b>'
    assert kit.numbered(html, tmp_path / "kit.pdf") == "<b>3</b><b></b>"


def test_the_kit_is_written_and_printed_if_there_is_a_browser(tmp_path, monkeypatch, capsys):
    printed = []
    monkeypatch.setattr(kit, "browser", lambda: None)
    monkeypatch.setattr(kit.slides, "build", lambda folder: kit.slides.write({"index.html": b"new"}, folder))
    monkeypatch.setattr(kit.cheat_sheet, "files", lambda series: {"poster-a3.pdf": b"%PDF"})
    monkeypatch.setattr(kit, "print_pdf", lambda program, page, pdf: printed.append((page.is_file(), pdf.name)))
    kit.slides.write({"index.html": b"old", "gone.html": b"old"}, tmp_path / "slides")
    kit.main(tmp_path)
    assert "there are no PDFs: open the HTML and print it" in capsys.readouterr().out and not printed
    kit.main(tmp_path, program="a browser")
    assert all(there for there, _ in printed) and {"kit.pdf", "quiz.pdf", "badges.pdf"} <= {name for _, name in printed}
    linked = re.findall(r'href="([^"]+)"', kit.here(tmp_path))
    assert linked[:2] == ["poster-a3.pdf", "score.html"] and all((tmp_path / name).is_file() for name in linked)
    assert kit.here(tmp_path) in (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "slides/index.html" in linked
    assert [path.read_bytes() for path in (tmp_path / "slides").iterdir()] == [b"new"]
    assert (tmp_path / "score.html").is_file() and (tmp_path / "poster-a3.pdf").is_file()


def test_a_board_fills_its_fields_and_a_sheet_has_its_badges(series, made):
    assert set(boards.BOARDS) == {slot.chapter for _, day in days(series) for slot in day.slots} - {""}
    for number, zones in boards.BOARDS.items():
        drawn = boards.board(number)
        assert 1 <= len(zones) == len(drawn) <= 2 and all(zone.up and len(zone.title) <= 34 for zone in zones)
        sections = [section.title for section in series.chapters[number].sections if section.minutes] or [""]
        assert all(any(title.startswith(zone.section) for title in sections) for zone in zones), number
        assert "\n" not in "".join(drawn)
        assert all(ElementTree.fromstring(field).get("viewBox") == "0 0 340 240" for field in drawn)
    for number in boards.BOARDS:
        leads = boards.leads(WRITTEN[series.chapters[number].guide.name])
        for zone in boards.BOARDS[number]:  # the page says how the room fills it; the rest is drawn by hand
            assert any(zone.title.startswith(lead) for lead in leads), (number, zone.title)
    badges = re.findall(r'font-size="96"[^>]*>(\d+)<.*?>([AB])<.*?first, then ([AB])<', made["badges.html"])
    assert badges == [(str(k), "BA"[k % 2], "AB"[k % 2]) for k in range(1, 41)]
    for line in ("default_rng(37).binomial(20, 0.9, 10)", "2 * np.random.default_rng(40)"):
        assert line in made["badges.html"]
