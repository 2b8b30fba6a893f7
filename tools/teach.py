"""The workshop kit: the pages of book/teach/, filled with what the notebooks and the registry of exercises hold.

    make kit                     build/kit/, as plain Markdown
    python -m tools.teach        the same

The pages are written by hand. In them, `{{ name }}` is replaced by what PARTS[name] takes from the chapters, and
`[[A heading]]` names a section of the page's own chapter, `[[03|A heading]]` of another. Minutes, the plans of the day,
the answer key and the quiz are computed: nothing here lists chapters, and no minute is typed.
"""

import re
import sys
from itertools import dropwhile
from pathlib import Path
from typing import NamedTuple

from give_or_take.classroom.exercises import numbers
from give_or_take.classroom.exercises.calls import CALLS, MISCONCEPTIONS, TREATED
from tools.notebook import COMMENT, ROOT, Series, called, fill, markdown, pictures, readable

NAMED = re.compile(r"\[\[(?:(\d\d)\|)?(.+?)\]\]")
FIRST_DAY = 6
"""The first day ends with this chapter; what comes after it makes further days."""


def written(series):
    """The pages as they are written by hand, as {"plans.md": text}."""
    folder = series.root / "book" / "teach"
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md"))}


def guide(chapter):
    """A link to the instructor's page of a chapter, or the title alone if there is none."""
    return f"[{chapter.title}]({chapter.guide.name})" if chapter.guide.exists() else chapter.title


# --- A chapter's page


def part_title(series, number):
    return f"# Teaching {series.chapters[number].title}"


def part_address(series, number):
    """Where the repository is, as the clone line of the README says: the one place that knows."""
    found = re.search(r"^git clone https://[\w.]+/([\w.-]+/[\w.-]+)", series.read("README.md"), re.MULTILINE)
    return found[1] if found else ""


def part_facts(series, number):
    """The question in one line, the time it takes, and where it is."""
    chapter = series.chapters[number]
    room, exercises = chapter.minutes["room"], chapter.minutes["exercises"]
    return (
        f"**The question.** {chapter.question}\n\n"
        f"In the room {room} min, exercises {exercises} min: {series.link(number, 'the chapter', '../')}, "
        f"[its answers](answers.md#{anchor(chapter)}), [the plans](plans.md)."
    )


def part_path(series, number):
    """The core path with its minutes, and what is left out of it."""
    chapter = series.chapters[number]
    core = [section for section in chapter.sections if section.minutes]
    rest = [s.title for s in chapter.sections if s.title and not s.minutes and s.part not in ("sources", "solutions")]
    if not core:
        return f"No section is marked ◆: all of it takes {chapter.minutes['room']} min. In order: {listed(rest)}."
    rows, clock = ["| section ◆ | min | until | in it |", "|---|---|---|---|"], 0
    for section in core:
        clock += section.minutes
        rows.append(f"| {section.title} | {section.minutes} | {clock} | {held(section)} |")
    return "\n".join([*rows, "", f"Not on the core path, for the evening: {listed(rest)}."])


def held(section):
    """What the room does in a section, in a few words."""
    cells = [cell for _, cell in section.cells]
    text, code = markdown(cells), [cell for cell in cells if cell.cell_type == "code"]
    things = ["badges"] if any(re.search(r"^badge = ", cell.source, re.MULTILINE) for cell in code) else []
    things += [f"prediction {id}" for id in re.findall(r"^\*\*Predict (\w+)\.\*\*", text, re.MULTILINE)]
    things += [f"call {id}" for cell in code for id in called("reveal", cell.source) if id in CALLS]
    drawn = len(pictures(cells))
    return ", ".join(things + ([f"{drawn} picture{'s' * (drawn > 1)}"] if drawn else []))


def listed(names):
    return ", ".join(f"*{name}*" for name in names)


def part_reset(series, number):
    """How one learner, or the room, gets this chapter back."""
    return (
        f"**Reset.** First try *Kernel*, *Restart Kernel and Run up to Selected Cell*: it mends nearly everything and "
        f"keeps the answers. For a new copy of this chapter, close JupyterLab and type `make lab FRESH={number}` "
        f"(without make: `python tools/lab.py --fresh {number}`). The old one stays beside it as "
        f"`my/{series.chapters[number].path.stem}.mine-1.ipynb`."
    )


# --- The plans


class Slot(NamedTuple):
    """A line of a plan."""

    length: int
    what: str
    chapter: str = ""
    kind: str = "work"  # or "exercises", "break", "lunch"


class Day(NamedTuple):
    """When a day begins and ends, in minutes since midnight; whether people eat in between; how it opens and closes."""

    start: int
    end: int
    lunch: bool
    opening: Slot
    closing: Slot


HELLO = Slot(15, "Welcome. The quiz, before (on paper, as people arrive)")
GOODBYE = Slot(20, "The quiz, after. Feedback. Goodbye")
AGAIN = Slot(10, "The claim so far, read aloud. Questions of the night")
UNTIL_THEN = Slot(5, "What stays, what comes next. One line of feedback")
BREAK, LUNCH = Slot(15, "Break", kind="break"), Slot(60, "Lunch", kind="lunch")

STRETCH = 100  # at most so many minutes without a break
LUNCH_BY = 12 * 60 + 45
RESERVE = 15  # at least so many minutes are left at the end: every room is late
PRACTICE = (25, 20, 15, 10)  # minutes for the exercises of each chapter: the most that fits, and not less than the last
FULL, HALF = (9 * 60, 17 * 60), (9 * 60, 13 * 60)


def timetable(chapters, day, practice):
    """The slots of a day, in order, with so many minutes for the exercises of each chapter."""
    slots, clock, awake, eaten = [day.opening], day.start + day.opening.length, day.opening.length, not day.lunch
    for number, chapter in chapters.items():
        block = [Slot(chapter.minutes["room"], guide(chapter), number)]
        if chapter.exercises:
            most = min(practice, chapter.minutes["exercises"])
            block.append(Slot(most, f"Exercises of chapter {int(number)}, in pairs", number, "exercises"))
        length = sum(slot.length for slot in block)
        rest = LUNCH if not eaten and clock + length > LUNCH_BY else BREAK if awake + length > STRETCH else None
        if rest:
            slots.append(rest)
            clock, awake, eaten = clock + rest.length, 0, eaten or rest is LUNCH
        slots += block
        clock, awake = clock + length, awake + length
    return [*slots, day.closing]


def fits(slots, day):
    """Whether the slots of a day leave RESERVE at its end."""
    return day.start + sum(slot.length for slot in slots) <= day.end - RESERVE


def plan(chapters, day):
    """The timetable with the most exercises that still fits the day, or else the one with the fewest."""
    tables = [timetable(chapters, day, practice) for practice in PRACTICE]
    return next((slots for slots in tables if fits(slots, day)), tables[-1])


def first(series):
    return {number: chapter for number, chapter in series.chapters.items() if chapter.number <= FIRST_DAY}


def one_day(series):
    """The chapters of the first day, in one day."""
    return [(Day(*FULL, True, HELLO, GOODBYE), first(series))]


def half_days(series):
    """The same in two halves, cut where the longer half is shortest."""
    chapters = first(series)
    room = [chapter.minutes["room"] for chapter in chapters.values()]
    cut = min(range(1, len(room)), key=lambda k: max(sum(room[:k]), sum(room[k:])))
    halves = [dict(list(chapters.items())[part]) for part in (slice(cut), slice(cut, None))]
    days = [Day(*HALF, False, HELLO, UNTIL_THEN), Day(*HALF, False, AGAIN, GOODBYE)]
    return list(zip(days, halves, strict=True))


def more_days(series):
    """The chapters after the first day, as many to a day as fit."""
    days, day = [], Day(*FULL, True, AGAIN, UNTIL_THEN)
    for number, chapter in series.chapters.items():
        if chapter.number <= FIRST_DAY:
            continue
        together = {**(days[-1][1] if days else {}), number: chapter}
        if fits(plan(together, day), day):
            days[-1:] = [(day, together)]
        else:
            days.append((day, {number: chapter}))
    return days


def table(day, chapters):
    """A plan as a table."""
    slots, clock = plan(chapters, day), day.start
    rows = ["| time | min | what |", "|---|---|---|"]
    for slot in slots:
        rows.append(f"| {hour(clock)} | {slot.length} | {slot.what} |")
        clock += slot.length
    return "\n".join([*rows, f"| {hour(clock)} | {day.end - clock} | in reserve, until {hour(day.end)} |"])


def hour(clock):
    return f"{clock // 60}:{clock % 60:02}"


def part_plan_one_day(series, number):
    return "\n\n".join(table(*one) for one in one_day(series))


def part_plan_half_days(series, number):
    return "\n\n".join(f"### Half-day {k}\n\n{table(*one)}" for k, one in enumerate(half_days(series), 1))


def part_plan_more_days(series, number):
    days = [f"### Day {k}\n\n{table(*one)}" for k, one in enumerate(more_days(series), 2)]
    last = max(chapter.number for chapter in series.chapters.values())
    return "\n\n".join(days) or f"There is no chapter after {last} yet. Its plan will stand here when there is."


def part_guide(series, number):
    """The chapters' pages, with question and minutes."""
    rows = ["| chapter | its question | room | exercises |", "|---|---|---|---|"]
    for chapter in series.chapters.values():
        times = " | ".join(f"{chapter.minutes[kind]} min" for kind in ("room", "exercises"))
        rows.append(f"| {guide(chapter)} | {chapter.question} | {times} |")
    return "\n".join(rows)


# --- The answer key


def anchor(chapter):
    """The target that MyST and code hosts make of a heading such as "1 · Sampling wobble"."""
    return re.sub(r"[^\w\- ]", "", chapter.title.lower()).replace(" ", "-")


def shown(given, whole=False):
    """An answer as one would write it: a number, or a pair."""
    whole = whole or all(abs(x - round(x)) < 1e-6 for x in numbers(given))
    texts = [f"{x:,.0f}" if whole else f"{x:,.{1 if abs(x) >= 10 else 3}f}" for x in numbers(given)]
    return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"


def offered(chapter, id):
    """What each letter of a prediction, or of a choice, says in the chapter."""
    start = rf"(?:\*\*Predict {re.escape(id)}\.\*\*|### Exercise {re.escape(id)}\b)"
    for cell in chapter.nb.cells:
        if cell.cell_type == "markdown" and (here := re.search(start, cell.source)):
            text = COMMENT.sub("", cell.source[here.start() :])
            return dict(re.findall(r"^- \*\*([a-z])\*\* (.+(?:\n  .+)*)", text, re.MULTILINE))
    return {}


def choices(right, why, replies, says):
    """The key of a question with letters."""
    lines = [f"- **{right}**, right: {says.get(right, '')}. {why}"]
    return lines + [f"- **{key}** ({says.get(key, '')}): {reply}" for key, reply in replies.items() if key != right]


def calculated(exercise):
    """The key of a question with numbers: the answer, and what each common wrong number means."""
    lines = [f"- **{shown(exercise.answer(), exercise.whole)}**, right. {exercise.why}"]
    if exercise.share > 0.005:
        lines[0] += f" (Within {exercise.share:.0%} is right.)"
    lines += [f"- {shown(wrong(), exercise.whole)}: {reply}" for wrong, reply in exercise.mistakes]
    return [*lines, f"- Hint: {exercise.hint}"]


def programmed(exercise, cells):
    """The key of a question for a function: the chapter's solution, and the reply to each common wrong one."""
    lines = [line for cell in cells for line in cell.source.splitlines() if not line.startswith("check(")]
    code = ["```python", *"\n".join(lines).strip().splitlines(), "```"]
    replies = [f"- To a common mistake: {reply}" for _, reply in exercise.mistakes]
    return [*code, "", f"This is right. {exercise.why}", "", *replies, f"- Hint: {exercise.hint}"]


def explored(chapter):
    """What the cells below an explorer print: the answers to its questions."""
    cells = [cell for _, cell in chapter.parts.get("explorer", []) if cell.cell_type == "code"]
    below = dropwhile(lambda cell: "explore(" not in cell.source, cells)
    return [text for cell in [*below][1:] if (text := "\n".join(map(readable, cell.outputs)).strip())]


def key(chapter):
    """The answer key of one chapter."""
    lines = [f"## {chapter.title}", ""]
    for id, prediction in chapter.predictions.items():
        if prediction.options and id not in CALLS:
            replies = choices(prediction.right, prediction.because, prediction.options, offered(chapter, id))
            lines += [f"### Prediction {id}", "", *replies, ""]
    for id, exercise in chapter.exercises.items():
        lines += [f"### Exercise {id}", ""]
        if exercise.choices:
            lines += choices(exercise.right, exercise.why, exercise.choices, offered(chapter, id))
        elif exercise.cases:
            lines += programmed(exercise, chapter.solutions(id))
        else:
            lines += calculated(exercise)
        lines.append("")
    for text in explored(chapter):
        lines += ["### The explorer", "", "```text", text, "```", ""]
    if calls := [id for id in chapter.predictions if id in CALLS]:
        lines += [f"Calls {', '.join(calls)}: see [the key of the quiz](quiz-key.md).", ""]
    return "\n".join(lines)


def part_answers(series, number):
    return "\n".join(key(chapter) for chapter in series.chapters.values())


# --- The quiz


def part_quiz(series, number):
    """The ten calls as a handout, without a hint of what is right."""
    return "\n".join(
        "\n".join([f"**{k}.** {call.asks}", "", *(f"- ☐ **{key}** {says}" for key, says in call.says.items()), ""])
        for k, call in enumerate(CALLS.values(), 1)
    )


def part_quiz_letters(series, number):
    """The right letters in a row."""
    return "Right: " + " · ".join(f"{k} **{call.right}**" for k, call in enumerate(CALLS.values(), 1))


def part_quiz_key(series, number):
    """Each call with what it treats, what is right, and what each wrong answer shows."""
    lines = []
    for k, (id, call) in enumerate(CALLS.items(), 1):
        chapter = series.chapters.get(f"{TREATED[id]:02}")
        where = series.link(TREATED[id], chapter.title, "../") if chapter else f"chapter {TREATED[id]}"
        lines += [f"### {k} · call {id} · {where}", ""]
        lines += [f"**{call.right}**: {call.says[call.right]}. {call.because}", ""]
        lines += [
            f"- **{letter}**, *{MISCONCEPTIONS[id][letter]}*. {call.options[letter]}"
            for letter in call.says
            if letter != call.right
        ]
        lines.append("")
    return "\n".join(lines)


# --- All of it

PARTS = {name.removeprefix("part_"): thing for name, thing in list(globals().items()) if name.startswith("part_")}


def complete(text, series, number=None):
    """A page written by hand, complete: its blanks filled, comments left out."""
    return fill(NAMED.sub(r"*\2*", COMMENT.sub("", text)), lambda name: PARTS[name](series, number))


def pages(series):
    """Every page of the kit, complete, as {"teach/plans.md": text}, but those of chapters that are not there.

    This is what the site takes.
    """
    filled = {}
    for name, text in written(series).items():
        number = name[:2] if name[:2].isdigit() else None
        if number in (None, *series.chapters):
            filled[f"teach/{name}"] = complete(text, series, number)
    return filled


def main(target=ROOT / "build" / "kit"):
    target.mkdir(parents=True, exist_ok=True)
    for name, text in pages(Series.open()).items():
        text = re.sub(r"^:::.*\n", "", text, flags=re.MULTILINE)
        text = re.sub(r"\]\(\.\./(\d\d-[^)]*\.ipynb)\)", r"](../../notebooks/\1)", text)
        (target / Path(name).name).write_text(text, encoding="utf-8")
    print(f"The workshop kit is in {target}: start with index.md.")


if __name__ == "__main__":
    sys.exit(main())
