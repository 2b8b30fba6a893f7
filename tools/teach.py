"""The workshop kit: the pages of book/teach/, filled with what the notebooks and the registry of exercises hold.

The site takes them (tools/book.py), and so does the kit on paper (tools/kit.py). They are written by hand. In them,
`{{ name }}` is replaced by what PARTS[name] takes from the chapters, and `[[A heading]]` names a section of the page's
own chapter, `[[03|A heading]]` of another. Minutes, plans, the answer key and the quiz are computed.
"""

import math
import re
from html import escape
from itertools import dropwhile, groupby
from typing import NamedTuple

import yaml

from give_or_take.classroom.exercises import numbers
from give_or_take.classroom.exercises.calls import CALLS, FORMS, MISCONCEPTIONS, TITLES, TREATED
from tools.boards import CARD, badge_lines, hung, part_badges, part_boards  # noqa: F401 (PARTS takes them)
from tools.notebook import COMMENT, ROOT, called, cut, fill, markdown, pictures, readable

CHAPTER = re.compile(r"\b[Cc]hapter (\d+)\b(?! \()")
NAMED = re.compile(r"\[\[(?:(\d\d)\|)?(.+?)\]\]")
WORDS = (ROOT / "book" / "slides" / "words.yml").read_text(encoding="utf-8")
WORDING = yaml.load(WORDS, yaml.BaseLoader)  # noqa: S506 (it makes text of all: safe_load makes 540 of 9:00)


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


def part_facts(series, number, slot=None):
    """The question in one line, the time that it takes, in all or in a slot, and where it is."""
    chapter = series.chapters[number]
    room, exercises = chapter.minutes["room"], chapter.minutes["exercises"]
    links = f"{series.link(number, 'the chapter', '../')}, [its answers](answers.md#{anchor(chapter.title)})"
    times = f"In the room {room} min, exercises {exercises} min: {links}, [the plans](plans.md)."
    if slot:
        home = at_home(number, slot.sections)
        times = f"Today {slot.minutes} min.{f' To read at home: {home}.' * bool(home)}"
    return f"**The question.** {chapter.question}\n\n{times}"


def at_home(number, sections=()):
    """What the room leaves inside the sections of a chapter."""
    left = EVENING.get(number, {}).items()
    return ", ".join(f"in *{title}* {what}" for title, (what, _) in left if not sections or title in sections)


def part_path(series, number):
    """The core path with its minutes, and what is left out of it."""
    chapter = series.chapters[number]
    core = [section for section in chapter.sections if section.minutes]
    rest = [s.title for s in chapter.sections if s.title and not s.minutes and s.part not in ("sources", "solutions")]
    if not core:
        return f"In {chapter.minutes['room']} min the room does what stands below. In the chapter: {listed(rest)}."
    rows, clock = ["| section ◆ | min | until | in it |", "|---|---|---|---|"], 0
    for section in core:
        clock += section.minutes
        rows.append(f"| {section.title} | {section.minutes} | {clock} | {held(section)} |")
    home = ", ".join(filter(None, [at_home(number), listed(rest)]))
    return "\n".join([*rows, "", f"To read at home: {home}."])


def held(section):
    """What the room does in a section, in a few words."""
    cells = [cell for _, cell in section.cells]
    text, code = markdown(cells), [cell for cell in cells if cell.cell_type == "code"]
    things = [f"prediction {id}" for id in re.findall(r"^\*\*Predict (\w+)\.\*\*", text, re.MULTILINE)]
    things += [f"call {id}" for cell in code for id in called("reveal", cell.source) if id in CALLS]
    drawn = len(pictures(cells))
    return ", ".join(things + ([f"{drawn} picture{'s' * (drawn > 1)}"] if drawn else []))


def listed(names):
    return ", ".join(f"*{name}*" for name in names)


def part_reset(series, number):
    """How one learner, or the room, gets this chapter back."""
    return (
        "<!-- elsewhere -->"
        f"**Reset.** First try *Kernel*, *Restart Kernel and Run up to Selected Cell*: it mends nearly everything and "
        f"keeps the answers. For a new copy of this chapter, close JupyterLab and type `make lab FRESH={number}` "
        f"(without make: `.venv/bin/python tools/lab.py --fresh {number}`). The old one stays beside it as "
        f"`my/{series.chapters[number].path.stem}.mine-1.ipynb`.<!-- /elsewhere -->"
    )


# --- What a room costs


COSTS = {
    "told": ("Tell a text of the chapter in your own words, as long as it is written", 0.46, "a word, at 130 a minute"),
    "vote": ("A vote read aloud", 0.46, "a word, at 130 a minute"),
    "cast": ("The vote cast: silence, hands, one reason, the letter typed", 20 + 55 + 15, "a vote"),
    "reply": ("The reply to the commonest wrong letter", 25, "a vote"),
    "cell": ("Shift+Enter, look, and read what came", 35, "a cell"),
    "line": ("Say what a line of code does", 5, "a line that draws nothing"),
    "picture": ("Read a picture together: the axes, the shape, the point", 60, "a picture"),
    "formula": ("A formula at the board", 60, "a formula"),
    "symbol": ("A formula inside a sentence, read aloud and pointed at", 5, "a formula"),
    "badges": ("Everybody runs a cell with their badge's number and calls out what came", 120, "25 people"),
    "hands": ("Hands up, a count on the board, one reason", 60, "a question"),
    "coins": ("Coins, or everybody's badge number; the counts of the whole room on the board", 240, "25 people"),
    "paper": ("Everybody writes it down; neighbours swap and contradict", 240, "a question"),
    "question": ("A question from the room", 60, "a section"),
    "talk": ("Talk about it, all together", 150, "a question"),
    "open": ("A chapter opened by everybody, the set-up cell run", 90, "a chapter"),
    "again": ("Calls of the quiz asked again, and settled", 75, "the first; a reply for each other"),
}
"""What an action costs in the room, with 25 people: (the action, seconds, for what)."""

SLOWER = {"01": 4 / 3, "03": 4 / 3, "rest": 1.2}  # what instructors who rehearsed needed, as a multiple of these costs

EVENING = {
    "03": {
        "Ask every rate": ("the formula", ("There is also a formula",))},
    "04": {"How many questions?": ("where the sixteen comes from", (
        "show(draw.planner", "Where does such a number", "16 * 0.82", "That is close"))},
    "05": {"Same problems, or others?": ("the formula", (
        "### Where the saving", "s, t = ", "Twice the variance"))},
    "12": {"Four systems at once": ("what follows the sets", (
        "Four of the intervals", "A system may", "strict = ", "Now Claude Sonnet 4"))},
}  # fmt: skip
"""What a room leaves for the evening inside a section: in words, and how its cells begin."""
NOT_SAID = ("rule for the head", "0.8416")
"""Words of replies to exercises that only make sense after that."""


SAVED = {
    "00": {"What may": {"cell": 1, "told": 40}, "Five": {"vote": 46, "cast": 1}},
    "01": {"A desk": {"coins": 0.6}, "Back to": {"hands": 1}, "To carry": {"question": 1},
           "What more": {"vote": 45, "cast": 1, "reply": 1, "told": 70, "cell": 1, "line": 2, "formula": 1}},
    "02": {"From one": {"told": 150, "cell": 2}, "How far": {"told": 45, "cell": 1, "line": 2},
           "The truth": {"hands": 1}},
    "03": {"How low": {"told": 70, "cell": 1}, "A promise": {"told": 41, "cell": 1, "line": 5},
           "Ask every": {"vote": 46, "cast": 1, "reply": 1}, "Which one": {"paper": 0.5}, "To carry": {"again": 1}},
    "04": {"Could chance": {"badges": 1}, "How large": {"told": 40, "cell": 1, "line": 2},
           "How many": {"cell": 1, "line": 6}},
    "05": {"Could a coin": {"coins": 1}, "How much": {"told": 78, "cell": 1},
           "Same problems": {"told": 87, "cell": 1, "line": 3}, "To carry": {"again": 1}},
    "06": {"Look at": {"told": 63, "cell": 1, "formula": 1}, "Twenty": {"told": 72, "cell": 1, "line": 5},
           "Is it a leak": {"told": 60, "cell": 1, "line": 4}},
    "12": {"What is in": {"told": 70, "cell": 1}, "Four systems": {"vote": 46, "cast": 1, "reply": 1},
           "To carry": {"question": 1}},
}  # fmt: skip
"""What is not done if a section is cut as its page says under *If late*, by how its title begins."""


# --- The plans


class Slot(NamedTuple):
    """A line of a plan."""

    minutes: int
    what: str
    kind: str  # welcome, quiz, chapter, exercises, files, recap, feedback, reserve, break or lunch
    chapter: str = ""
    sections: tuple = ()  # the titles, if only some of the chapter's core sections are taught here
    exercises: tuple = ()  # the ids of those done here
    shown: tuple = ()  # (title, minutes) of each section that is left out but for its picture


class Day(NamedTuple):
    start: int  # in minutes since midnight
    slots: list


class Plan(NamedTuple):
    key: str
    title: str
    days: list


DOORS = 15  # minutes before the first line of a day
RESERVE = 0.25  # of what stands before it in a block
TURN = 4  # minutes of a reserve in which a room gets ready for what stands behind it
AHEAD = {"quiz": "boards down, sheets out", "feedback": "feedback"}
BREAK, SHORT_BREAK, LUNCH = Slot(15, "Break", "break"), Slot(10, "Break", "break"), Slot(60, "Lunch", "lunch")
STAND_UP = Slot(5, "Stand up", "break")
WELCOME = Slot(8, "Welcome", "welcome")
BEFORE = Slot(12, "Quiz, on paper: the form on the badge", "quiz")
AFTER = Slot(12, "Quiz, on paper: the other form", "quiz")
FEEDBACK = Slot(4, "Feedback, goodbye", "feedback")
TOMORROW = "Keep your badge, bring it tomorrow"
RECAP = Slot(3, "Yesterday in three sentences", "recap")
MARGIN = Slot(3, "The number you brought: its ±", "files", "02")
INTERVAL = Slot(3, "The number you brought: its interval", "files", "03")
FILES = Slot(30, "Your two files, with chapter 5's cells", "files", "05")
REPORT = Slot(60, "Your two files: the report, in pairs", "files", "12")
LISTED = {"quiz": "Quiz", "files": "Your own numbers"}  # on the agenda, with the chapters
EACH = 5  # minutes an exercise, in pairs, with its solution
TIMER = 3  # of them on the clock


def exercise(*ids):
    what = f"Exercise{'s' * (len(ids) > 1)} {' and '.join(ids)}, in pairs"
    return Slot(EACH * len(ids), what, "exercises", f"{ids[0].partition('.')[0]:0>2}", exercises=ids)


def beginning(key):
    """The minute of the day at which a plan begins, as words.yml has it."""
    written = WORDING["begins"].get(key, "")
    found = re.fullmatch(r"(\d\d?):([0-5]\d)", written)
    if not found or int(found[1]) > 23:
        raise ValueError(f"begins: words.yml has {written!r} for {key}; write a time such as 9:00")
    return 60 * int(found[1]) + int(found[2])


def timetable(series, start, *parts, step=5):
    """A day of blocks, which are lists of slots with their reserve, in steps of so many minutes, and of breaks.

    The reserve stands before the quiz or the goodbye of a block, and is a quarter of what is before it. Chapters that
    are not there are left out."""
    slots = []
    for k, part in enumerate(parts, 1):
        if isinstance(part, Slot):
            slots.append(part)
            continue
        block = [slot for slot in part if not slot.chapter or slot.chapter in series.chapters]
        planned = sum(slot.minutes for slot in block)
        last = next((i for i, slot in enumerate(block) if i and slot.kind in ("quiz", "feedback")), len(block))
        needed = planned + RESERVE * sum(slot.minutes for slot in block[:last])
        reserve = Slot(step * math.ceil(needed / step) - planned, "In reserve", "reserve")
        after = block[last:] or next((later for later in parts[k:] if not isinstance(later, Slot)), [])
        ahead = AHEAD.get(after[0].kind) if after and reserve.minutes > TURN else None
        block.insert(last, reserve._replace(what=f"{reserve.what}; last {TURN} min: {ahead}") if ahead else reserve)
        slots += block
    latest = 24 * 60 - sum(slot.minutes for slot in slots)
    if not DOORS <= start <= latest:
        raise ValueError(f"begins: {hour(start)} does not fit this day; take one from {hour(DOORS)} to {hour(latest)}")
    return Day(start, slots)


def gone(series, plan, number=None):
    """What a plan leaves out, as marks in the pages name it: sections, an early end, the quiz, other plans, and what
    its papers have elsewhere."""
    slots = [slot for day in plan.days for slot in day.slots]
    lacks = {"quiz", "elsewhere", *(other.title for other in plans(series))} - {slot.kind for slot in slots}
    lacks.remove(plan.title)
    sections = series.chapters[number].sections if number else []
    if core := [section.title for section in sections if section.minutes]:
        here = titles(series, plan, number) | {"Your two files" for slot in slots if slot == FILES}
        lacks |= {section.title for section in sections if section.title} - here
        lacks |= {"ends here" for title in core[-1:] if title in here}
    return lacks


def sayings(series):
    """What is said for a section that is left out, by its title."""
    return dict(SAID.findall(written(series)["plans.md"]))


def taught(series, slot):
    """The core sections of a slot, each with what is said before it for those left out, which takes a minute.

    A section of which the picture is shown has the minutes of the plan for that, and for what is said with it."""
    said, shown, rows, says = sayings(series), dict(slot.shown), [], []
    for section in series.chapters[slot.chapter].sections:
        if section.title in shown:
            rows.append((section._replace(minutes=shown[section.title]), [*says, said[section.title]]))
            says = []
        elif section.minutes and section.title in (slot.sections or (section.title,)):
            rows.append((section._replace(minutes=section.minutes + bool(says)), says))
            says = []
        elif rows and section.title in said:
            says = [*says, said[section.title]]
    return rows


def plans(series):
    """The plans of the workshop, with the minutes of the chapters that are there."""

    def part(number, first="", last="", without=(), shown=()):
        """A chapter's core path as a slot, or some of it; its sections are named by how their titles begin.

        `shown` has, by the title of a section, the minutes of its picture, which is all that the room sees of it."""
        if number not in series.chapters:
            return Slot(0, "", "chapter", number)
        chapter = series.chapters[number]
        core = [section for section in chapter.sections if section.minutes]

        def place(name):
            found = [k for k, section in enumerate(core) if section.title.startswith(name)]
            if len(found) != 1:
                raise ValueError(f"name: {len(found)} core sections of chapter {number} begin with {name!r}; need one")
            return found[0]

        begin, end = place(first) if first else 0, place(last) + 1 if last else len(core)
        gone, seen = [place(name) for name in without], {place(name): shown[name] for name in shown}
        chosen = [core[k] for k in range(begin, end) if k not in {*gone, *seen}]
        ends = [f"from *{core[begin].title}*" if first else "", f"to *{core[end - 1].title}*" if last else ""]
        left = f"without {listed(core[k].title for k in gone)}" if gone else ""
        drawn = f"of {listed(core[k].title for k in seen)} only the picture" if seen else ""
        what = ", ".join(filter(None, [guide(chapter), " ".join(filter(None, ends)), left, drawn]))
        if len(gone) > len(chosen):
            what = f"{guide(chapter)}: {listed(section.title for section in chosen)}"
        slot = Slot(0, what, "chapter", number, tuple(s.title for s in chosen) if chosen != core else ())
        slot = slot._replace(shown=tuple((core[k].title, minutes) for k, minutes in seen.items()))
        length = sum(section.minutes for section, _ in taught(series, slot))
        return slot._replace(minutes=length or chapter.minutes["room"])

    arrival = [BEFORE, WELCOME, part("00")]
    evening = timetable(
        series, beginning("ninety-minutes"),
        [WELCOME._replace(minutes=2), part("01", last="A desk")], STAND_UP._replace(minutes=3),
        [part("03", last="None seen", without=("How low", "A promise", "Ask every")), INTERVAL,
         part("05", last="Ship it?", without=("On which", "How much")), FEEDBACK._replace(minutes=2)],
        step=1,
    )  # fmt: skip
    one = timetable(
        series, beginning("one-day"),
        [BEFORE, WELCOME._replace(minutes=5), part("00")], STAND_UP,
        [part("01", shown={"Back to": 3}), exercise("1.1")], BREAK,
        [part("02"), exercise("2.1"), MARGIN], LUNCH,
        [part("03", without=("A promise",), shown={"Ask every": 8}), INTERVAL], STAND_UP,
        [part("04", shown={"How large": 4}), exercise("4.1")], BREAK,
        [part("05", without=("Same problems",), shown={"On which": 3})], SHORT_BREAK,
        [FILES, AFTER, FEEDBACK._replace(minutes=4)],
    )  # fmt: skip
    monday = timetable(
        series, beginning("two-days"),
        arrival, SHORT_BREAK, [part("01")], BREAK,
        [exercise("1.1"), part("02"), MARGIN], LUNCH,
        [exercise("2.1"), part("03", last="Ask every")], BREAK,
        [part("03", "None seen"), INTERVAL, exercise("3.1")], SHORT_BREAK,
        [part("04"), exercise("4.1", "4.2"), FEEDBACK._replace(what=f"Feedback. {TOMORROW}")],
    )  # fmt: skip
    tuesday = timetable(
        series, beginning("two-days"),
        [RECAP, part("05")], SHORT_BREAK,
        [exercise("5.1"), part("06", last="What a leak")], BREAK,
        [part("06", "Real results: public"), exercise("6.2")], LUNCH,
        [part("12", last="What may")], SHORT_BREAK,
        [part("12", "Is it ahead")], BREAK,
        [REPORT], SHORT_BREAK,
        [AFTER, FEEDBACK],
    )  # fmt: skip
    return [
        Plan("ninety-minutes", "Ninety minutes", [evening]),
        Plan("one-day", "One day", [one]),
        Plan("two-days", "Two days", [monday, tuesday]),
    ]


def table(day):
    """A day as a table."""
    clock, rows = day.start, ["| time | min | what |", "|---|---|---|"]
    for slot in day.slots:
        what = f"**{slot.what}**" if slot.kind in ("break", "lunch") else slot.what
        rows.append(f"| {hour(clock)} | {slot.minutes} | {what} |")
        clock += slot.minutes
    return "\n".join([*rows, f"| {hour(clock)} | | End |"])


def hour(clock):
    return f"{clock // 60}:{clock % 60:02}"


def days(series):
    """(title, day) for every day of every plan."""
    for plan in plans(series):
        for k, day in enumerate(plan.days, 1):
            yield f"{plan.title}, day {k}" if len(plan.days) > 1 else plan.title, day


def part_plans(series, number):
    """Every day under its heading."""
    return "\n\n".join(f"## {title}\n\n{table(day)}" for title, day in days(series))


def part_late(series, number):
    """The rule for being late, as plans.md has it."""
    return re.search(r"^\*\*Late\?\*\*.*?^Never .*?$", written(series)["plans.md"], re.DOTALL | re.MULTILINE)[0]


def part_pauses(series, number):
    """When to pause in a block of more than an hour: between the two sections that are nearest to its middle."""
    found = []
    for title, day in days(series):
        clock, blocks = day.start, [[day.start]]
        for slot in day.slots:
            rows = [section.minutes for section, _ in taught(series, slot)] if slot.kind == "chapter" else []
            rows = rows or [int(minutes) for minutes, _ in steps(series, slot)]
            for length in rows or [slot.minutes]:
                clock += length
                blocks[-1].append(clock)
            if slot.kind in ("break", "lunch"):
                blocks[-1].pop()
                blocks.append([clock])
        long = [(min(b, key=lambda at: abs(2 * at - b[0] - b[-1]))) for b in blocks if b[-1] - b[0] > 60]
        found += [f"{title}: {', '.join(map(hour, long))}"] * bool(long)
    return "; ".join(found)


def cuts(chapter):
    """What the page of a chapter says under *If late*, by section."""
    text = COMMENT.sub("", chapter.guide.read_text(encoding="utf-8")) if chapter.guide.exists() else ""
    late = text.partition("\n## If late\n")[2].partition("\n## ")[0]
    found = re.findall(r"^- \[\[(.+?)\]\]: (.+(?:\n  .+)*)", late, re.MULTILINE)
    return {title: NAMED.sub(r"*\2*", " ".join(words.split())) for title, words in found}


def saved(number, title):
    """The minutes that a cut in a section saves, at the least one; none if nothing is cut there."""
    undone = next((what for begin, what in SAVED.get(number, {}).items() if title.startswith(begin)), {})
    seconds = sum(COSTS[name][1] * times for name, times in undone.items())
    return max(1, round(SLOWER.get(number, SLOWER["rest"]) * seconds / 60)) if undone else 0


def when_late(series, number):
    """What the run sheet says of being late, by section."""
    said, found = sayings(series), cuts(series.chapters[number])
    late = {title: if_late(words, saved(number, title)) for title, words in found.items()}
    dropped = {title: f"{DROP[:-1]}, and say: {said[title]}" for title in late if DROP in late[title]}
    return {title: words.replace(DROP, dropped.get(title, "")) for title, words in late.items()}


PICTURE = "click to the end, without hands, and read out the last line"  # of a section left out but for its picture
ALONE = 3  # minutes that this takes, with what is said before it
DROP = "Or drop it."  # what the page says of the one section of a chapter that may go; plans.md has its sentence
HELP = "A helper for every eight people: 4 for 25. Fewer? In fours, two files a table"
NEEDS = dict.fromkeys((FILES.what, REPORT.what), HELP) | {
    AFTER.what: "First boards down, or turned; back when its sheets are in. The feedback sheet goes out with it",
    FEEDBACK.what: "Two minutes to write, for those who have not. The poster to take home",
    MARGIN.what: "All run `margin(42, 60)` with own counts",
    INTERVAL.what: "All run `wilson_interval(42, 60)` with own counts",
    "4.1": "Done early? `items_for_power(0.70, 0.80)`, own rates",
}
"""What a line of a run sheet needs, by what it is or the id of an exercise."""
SAID = re.compile(r"^\| \[\[\d\d\|(.+?)\]\] \| (.+) \|$", re.MULTILINE)  # in plans.md
THIRD = ". The third box of *Half a number*: on which items?"
STEPS = re.compile(r"^\| (\d+) \| (.+?) \|$", re.MULTILINE)  # with two files, in plans.md and 12.md


def steps(series, slot):
    """The steps of the work on two files, as (minutes, what)."""
    if slot.kind != "files" or slot.minutes <= 3:
        return []
    return STEPS.findall(written(series)["plans.md" if slot.chapter == "05" else "12.md"])


def noted(steps):
    """Such steps, as the notes of a slide have them."""
    return [f"{minutes} min: {what}" for minutes, what in steps]


def asks_for_box(day):
    """Whether the goodbye of a day asks for the third box of chapter 0's board, which chapter 6 fills."""
    taught = {slot.chapter for slot in day.slots}
    return "00" in taught and "06" not in taught and FEEDBACK.what in {slot.what for slot in day.slots}


def run_sheet(series, day):
    """The rows of a day, section by section: when each begins, room to write when it did, and what to cut."""
    hands = {
        "quiz": "a badge and the quiz sheet; no pen before the clock starts, and no cell is run yet but the first",
        "recap": "for a lost badge a spare, with the same letter as yesterday's sheet",
    }
    green = "a badge and the feedback sheet. Each shows the green check of chapter 0; without it: beside somebody"
    door = f"Doors open. At the door: {hands.get(day.slots[0].kind, green)}"
    clock, rows = day.start, [f"| {hour(day.start - DOORS)} | | | {door} | |"]
    for slot in day.slots:
        need = "".join(f"<br>{NEEDS[key]}" for key in (slot.what, *slot.exercises) if key in NEEDS)
        need += THIRD * (slot.kind == "feedback" and asks_for_box(day))
        late = if_late("all of it, first", slot.minutes) * (slot.kind == "exercises")
        lines = [(slot.minutes, slot.what + need, late)]
        if inside := steps(series, slot):
            head = f"**{slot.what}**{up(CARD.title.partition(':')[0])}{need}<br>"
            lines = [(int(minutes), head * (not k) + what, "") for k, (minutes, what) in enumerate(inside)]
        if slot.kind in ("break", "lunch"):
            longer = "or ten, from the reserve" * (slot.minutes <= 5)
            lines = [(slot.minutes, f"**{slot.what}, back at {hour(clock + slot.minutes)}**", longer)]
        elif slot.kind == "chapter":
            chapter = series.chapters[slot.chapter]
            cutting = when_late(series, slot.chapter)
            cutting |= {title: if_late(PICTURE * (n > ALONE), n - ALONE) for title, n in slot.shown}
            lines = [
                (
                    section.minutes,
                    f"{''.join(f'Say: {each}<br>' for each in before)}"
                    f"*{section.title}*{', the picture' * (section.title in dict(slot.shown))}"
                    f"{up(hung(slot.chapter, section.title))}",
                    cutting.get(section.title, ""),
                )
                for section, before in taught(series, slot)
            ] or [(slot.minutes, up(hung(slot.chapter, "")), " ".join(cutting.values()))]
            lines[0] = (lines[0][0], f"**{chapter.title}** {lines[0][1]}", lines[0][2])
        used = f"use up the first {slot.minutes - TURN}" if "; last" in slot.what else "use it up first"
        for minutes, what, late in lines:
            began, late = ("", used) if slot.kind == "reserve" else ("_____", late or "keep")
            rows.append(f"| {hour(clock)} | {began} | {minutes} | {what} | {late} |")
            clock += minutes
    return [*rows, f"| {hour(clock)} | | | End | |"]


def up(boards):
    """What is hung up, as the boards themselves say it under their titles."""
    return f" Up: {boards}" * bool(boards)


def if_late(words, minutes):
    """What to do if late, marked: a section that is kept, or what goes, with the minutes that this saves."""
    kept = not words or re.search("never|^keep|not to be cut", words)
    return "keep" * bool(words) if kept else f"✂ −{minutes}: {words}"


FULL = 28  # rows on a page of a run sheet


def part_run_sheets(series, number):
    """Each day on a page, or on one until lunch and one after it, or two if that is too long for one."""
    head, sheets = ["| plan | began | min | what | late? Exercise, then ✂ −min |", "|---|---|---|---|---|"], []
    for title, day in days(series):
        rows = run_sheet(series, day)
        noon = next((k for k, row in enumerate(rows, 1) if LUNCH.what in row), len(rows))
        later = rows[noon:]
        pauses = [k for k, row in enumerate(later, 1) if BREAK.what in row] * (len(later) > FULL)
        half = min(pauses, key=lambda k: abs(2 * k - len(later)), default=len(later))
        parts = {title: rows[:noon], f"{title}, after lunch": later[:half], f"{title}, to the end": later[half:]}
        for name, part in parts.items():
            sheets += [marked(title, f"## {name}", "\n".join(head + part))] * bool(part)
    return "\n\n".join(sheets)


def marked(title, *parts):
    """Parts of a page for one plan: a day's title begins with it."""
    name = title.partition(",")[0]
    return "\n\n".join([f"<!-- {name} -->", *parts, f"<!-- /{name} -->"])


def part_lines(series, number):
    """The lines of the badges, for the room's chat, with the plan where only one has the section."""
    rows, every = [], plans(series)
    for number, line in badge_lines(series).items():
        page = series.chapters[f"{number:02}"].guide.read_text(encoding="utf-8")
        section = re.findall(r"^- \[\[(.+?)\]\]", page.partition(line)[0], re.MULTILINE)[-1]
        on = [plan.title.lower() for plan in every if section in titles(series, plan, f"{number:02}")]
        rows.append(f"{line}  # chapter {number}" + f", {on[0]} only" * (len(on) == 1))
    return "\n".join(rows)


def titles(series, plan, number):
    """The sections of a chapter that a plan teaches."""
    slots = [slot for day in plan.days for slot in day.slots if slot.kind == "chapter" and slot.chapter == number]
    return {section.title for slot in slots for section, _ in taught(series, slot)}


def part_other_chapters(series, number):
    """The chapters that no plan has."""
    used = {slot.chapter for _, day in days(series) for slot in day.slots}
    rest = [chapter for n, chapter in series.chapters.items() if n not in used]
    return "\n".join(f"- {guide(c)}: {c.minutes['room']} min in the room. {c.question}" for c in rest)


def part_guide(series, number):
    """The chapters' pages, with question and minutes."""
    rows = ["| chapter | its question | room | exercises |", "|---|---|---|---|"]
    for chapter in series.chapters.values():
        times = " | ".join(f"{chapter.minutes[kind]} min" for kind in ("room", "exercises"))
        rows.append(f"| {guide(chapter)} | {chapter.question} | {times} |")
    return "\n".join(rows)


def agenda(series, day):
    """The rows of a day's agenda: (hour, kind, {what is in it: its question, if it is new}), breaks and lunch apart."""
    rows, named, clock = [], set(), day.start
    for kind, block in groupby(day.slots, key=lambda slot: slot.kind if slot.kind in ("break", "lunch") else "block"):
        begins, here = clock, {}
        for slot in block:
            clock += slot.minutes
            if slot.kind == "chapter":
                chapter = series.chapters[slot.chapter]
                name = chapter.title.rpartition(" · ")[2]
                here |= {f"{name}, more": ""} if name in named else {name: chapter.question}
                named.add(name)
            elif kind != "block" or slot.kind in LISTED and slot.minutes >= 5:
                here[LISTED.get(slot.kind, slot.what)] = ""
        rows.append((hour(begins), kind, here))
    return [*rows, (hour(clock), "end", {"End": ""})]


def on_the_wall():
    """What the slide of welcome says, with room to write; and how to open the lab."""
    lines = [re.sub("_{6,}", "_" * 22, escape(line)) for line in WORDING["own"]["welcome"]["line"].splitlines()]
    return f"{'<br>'.join(lines)}\n\n{part_start()}"


def part_start(*_):
    """How to open the lab, as a block."""
    return f"```sh\n{WORDING['start'].rstrip()}\n```"


def part_agenda(series, number):
    """Each day for the wall."""
    sheets = []
    for title, day in days(series):
        rows = ["| | |", "|---|---|"]
        for begins, kind, here in agenda(series, day):
            names = [f"**{name}**" if kind == "block" else f"*{name}*" for name in here]
            asks = "".join(f"<br><small>{question}</small>" for question in here.values() if question)
            rows.append(f"| {begins} | {', '.join(names)}{asks} |")
        sheets.append(marked(title, f"## {title}", "\n".join(rows), on_the_wall()))
    return "\n\n".join(sheets)


# --- The answer key


def anchor(heading):
    """The target that MyST and code hosts make of a heading such as "1 · Sampling wobble"."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


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
            return dict(re.findall(r"^- \*\*([a-z])\*\* (.+?(?:\n  .+?)*) *$", text, re.MULTILINE))
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
    return [f"{c.source}\n\n{text}" for c in [*below][1:] if (text := "\n".join(map(readable, c.outputs)).strip())]


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


# --- The quiz


SHEET = """
**Wait until the clock starts.** Ten judgement calls. Decide quickly, as you would at work, and alone. Write one
letter into the box beside each call. Answer all ten; if you must, guess. Handing it in is voluntary. One person types
your letters and your code, a second one checks: to compare the room before with the room after. Results are shown for
the room only. The paper is shredded within a week, the file deleted within two months.

**Your code:** the first two letters of the street you grew up in, TH for 5th Avenue; the day of the month of your
birthday, 03 for the third; the last letter of your first name. Write it on both pages, and tick *before* or
*after*.
"""
STRIP = """
<div style="display:flex;flex-wrap:wrap;align-items:center;gap:.4em .8em;margin:0 2px .4em 0;padding:.2em .6em;{frame}">
<b style="flex:none;width:1.5em;{ring};font-size:1.8em;line-height:1.4;text-align:center">{form}</b>
<span>Code</span><span style="display:flex;gap:.2em">{boxes}</span>
<span style="flex:1;white-space:nowrap;text-align:center">☐ before &nbsp; ☐ after</span>
<span>Form {form}, page {page} of 2</span></div>
"""
BOX = '<div style="float:right;width:3.2em;height:3em;margin:.4em 2px 0 1.2em;padding:0 .3em;border:1px solid">{}</div>'
LOOKS = {  # of a form, at a glance: frame and ring
    "A": ("border:1px solid", "border:2px solid;border-radius:50%"),
    "B": ("border:1px solid;border-top-width:.6em", "border:5px solid"),
}


def handout(form):
    """The ten calls of a form, five a page, each page with its form and code, each call with a box for its letter."""
    boxes = '<i style="width:1.6em;height:2em;border:1px solid"></i>' * 5
    frame, ring = LOOKS[form]
    calls = []
    for k, call in enumerate(FORMS[form].values(), 1):
        says = [f"- **{letter}** {answer}" for letter, answer in call.says.items()]
        calls.append("\n".join([BOX.format(k), "", f"**{k}.** {call.asks}", "", *says, ""]))
    lines = []
    for page, first in enumerate((0, 5), 1):
        lines += ['<div style="break-before:page"></div>\n'] * (page > 1)
        lines += [STRIP.format(form=form, page=page, frame=frame, ring=ring, boxes=boxes), *[SHEET] * (page == 1)]
        lines += calls[first : first + 5]
    return "\n".join(lines)


def part_quiz_letters(series, number):
    """The right letters in a row, for each form."""
    rows = [["", *map(str, range(1, len(TITLES) + 1))], ["---"] * (len(TITLES) + 1)]
    rows += [[f"**form {form}**", *(call.right for call in calls.values())] for form, calls in FORMS.items()]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def part_quiz_met(series, number):
    """Which calls are treated by the chapters of each plan that has the quiz, and which are settled in its sections."""
    lines = []

    def listed_calls(ids):
        return ", ".join(str(k) for k, id in enumerate(TITLES, 1) if id in ids)

    for plan in plans(series):
        slots = [slot for day in plan.days for slot in day.slots]
        if not any(slot.kind == "quiz" for slot in slots):
            continue
        taught = [slot for slot in slots if slot.kind == "chapter"]
        treated = {id for id in TITLES if f"{TREATED[id]:02}" in {slot.chapter for slot in taught}}
        settled = set()
        for slot in taught:
            for section in series.chapters[slot.chapter].sections:
                if section.minutes and (not slot.sections or section.title in slot.sections):
                    settled.update(*(called("reveal", cell.source) for _, cell in section.cells))
        rest = f", not {listed_calls(TITLES.keys() - treated)}" if len(treated) < len(TITLES) else ""
        lines.append(f"- **{plan.title}**: treats {listed_calls(treated)}{rest}; settles {listed_calls(settled)}.")
    return "\n".join(lines)


def part_quiz_key(series, number):
    """Each call with what it treats, what is right, and what each wrong answer shows; the letters of both forms."""
    lines = []
    for k, id in enumerate(TITLES, 1):
        chapter = series.chapters.get(f"{TREATED[id]:02}")
        where = series.link(TREATED[id], chapter.title, "../") if chapter else f"chapter {TREATED[id]}"
        lines += [f"### {k} · {TITLES[id]} (call {id})", "", f"Treated in {where}.", ""]
        asked = {form: calls[id] for form, calls in (FORMS | {"in the chapters": CALLS}).items() if id in calls}
        for form, one in asked.items():
            lines.append(f"- **{form} {one.right}**, right: {one.says[one.right]}. {one.because}")
        places = {}
        for form, calls in FORMS.items():
            for letter, name in MISCONCEPTIONS[form][id].items():
                places.setdefault(f"*{name}*. {calls[id].options[letter]}", []).append(f"{form} {letter}")
        lines += [*(f"- **{', '.join(letters)}**, {what}" for what, letters in places.items()), ""]
    return "\n".join(lines)


# --- All of it

PARTS = {name.removeprefix("part_"): thing for name, thing in list(globals().items()) if name.startswith("part_")}
PARTS |= {"quiz": lambda *_: handout("A"), "quiz_b": lambda *_: handout("B")}
PARTS["answers"] = lambda series, number: "\n".join(map(key, series.chapters.values()))


def complete(text, series, number=None, plan=None):
    """A page written by hand, complete: its blanks filled, comments left out, and what a plan does not have."""
    text = fill(NAMED.sub(r"*\2*", text), lambda name: PARTS[name](series, number))
    text = COMMENT.sub("", cut(text, *gone(series, plan, number)) if plan else text)
    return CHAPTER.sub(lambda found: found[0] + " (to come)" * (f"{int(found[1]):02}" not in series.chapters), text)


def pages(series, plan=None):
    """Every page of the kit, complete, as {"teach/plans.md": text}, but those of chapters that are not there.

    This is what the site takes. With a plan it says nothing of what that leaves out.
    """
    filled = {}
    for name, text in written(series).items():
        number = name[:2] if name[:2].isdigit() else None
        if number in (None, *series.chapters):
            filled[f"teach/{name}"] = complete(text, series, number, plan)
    return filled
