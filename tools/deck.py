"""The slides of a chapter: what a room must see together, and what its speaker needs with it.

Most of it is found without tags: the question of a chapter, each vote of its core path, what came of it in steps, the
sentence to carry home. A tag `slide-WHAT` picks the rest; WHAT is one of KINDS. The notes are computed from the
notebook, the registry of answers and the instructor's page.

`<!-- slide: … -->` says what a slide says instead. In a vote a question is its stem; else, and in the text just above
a table, see tools/markup.py; there a last line `= …` comes last. In an exercise: `- …` is its task, a last line
`= {:.1f}% to {:.1f}%` words its number.
In `slide-ask`: `**b** One sentence.` is the verdict, `**abc** …` one for which each letter may be right, and such lines
below reply to others; `25 minutes` in its question counts down, below the steps of the instructor's page. A figure's
question may have options; they, or in a formula a first line `How many?`, stand alone until the click. A section that
needs no slide has the tag `no-slide`.
"""

import re
import textwrap
from dataclasses import dataclass, field, replace
from html import escape
from itertools import takewhile
from math import ceil

from give_or_take.classroom.exercises import Prediction, numbers
from give_or_take.classroom.exercises.calls import CALLS
from tools import markup, notebook, teach
from tools.boards import hung
from tools.markup import inline, options, plain
from tools.notebook import COMMENT, ROOT, Chapter, called, pictures, printed, tags
from tools.teach import WORDING

LOOK = ROOT / "book" / "slides"
WORDS = 20  # on a slide, at most; votes, quotes, tables and code apart

VOTE = re.compile(r"^\*\*(?:Predict|Call) (\d+[A-Z])(?: again)?\.\*\* (.*?)(?=^- |\Z)", re.MULTILINE | re.DOTALL)
OPTION = re.compile(r"^- \*\*([a-z])\*\* (.*?)(?=^- |^$|\Z)", re.MULTILINE | re.DOTALL)
VERDICT = re.compile(r"^\*\*([a-z]+)\*\* (.*)", re.MULTILINE)
EXERCISE = re.compile(r"^### Exercise (\d+\.\d+) · .*?\n(.*)", re.MULTILINE | re.DOTALL)
FORMULA = re.compile(r"([^\n]*)\s*(?<!\\)(\$\$(?:(?!\$\$).)*\$\$)(?!.*\$\$)", re.DOTALL)
SENTENCE = re.compile(r"(?<=[.!?:)])\s+(?=[A-Z`])")
WORDED = re.compile(r"<!-- slide: (.*?) -->", re.DOTALL)


def picked(cell):
    """What the tags of a cell put on slides."""
    return [tag.removeprefix("slide-") for tag in tags(cell) if tag.startswith("slide-")]


def begins(cell):
    """The first line of a code cell that imports nothing, or ""."""
    return next((line for line in cell.source.splitlines() if not re.match("(from|import) |#|$", line)), "")


OPENS = "Everybody opens the chapter, and runs its first cell."


def sets_up(cell):
    """Whether it is the first cell of a chapter."""
    return "\nSEED = " in cell.source or not begins(cell)


@dataclass
class Slide:
    """A slide: what it is, its heading and the line above in Markdown, its HTML, and what its speaker needs."""

    kind: str
    title: str
    body: str = ""
    above: str = ""
    section: notebook.Section | None = None
    notes: dict = field(default_factory=dict)  # Markdown, or a list of it, by the names in slide.html
    moral: str = ""  # Markdown, at the foot, with the last click
    before: "Slide | None" = None  # what stands in its place until the click
    picture: notebook.Picture | None = None
    waits: bool = False  # whether the picture comes with a click
    badge: str = ""  # what the room runs with the numbers on its badges, with a click
    chapter: Chapter | None = None
    exercise: str = ""  # the id of what it sets or solves
    minutes: int = 0  # of its countdown
    clock: str = ""
    evening: bool = False  # whether the plans leave it for the evening

    @property
    def name(self):
        """What the slide before it calls it."""
        return {"vote": f"{self.above}: {self.title}", "result": "the result"}.get(self.kind, self.title)

    @property
    def room(self):
        """How high its picture can be, in dots."""
        if self.kind == "figure":
            return 537 - 50 * ceil(len(self.title) / 46)  # the title of the picture comes last, at the foot
        return 534 - 36 * ceil(len(self.above) / 64) - (30 + 40 * ceil(len(self.moral) / 51)) * bool(self.moral)


@dataclass
class Spot:
    """A cell in its place, from which slides are made."""

    chapter: Chapter
    section: notebook.Section
    k: int

    @property
    def cell(self):
        return self.section.cells[self.k][1]

    @property
    def kinds(self):
        """The slides that it gives, in their order."""
        found = [kind for kind in picked(self.cell) if kind in TAGGED and TAGGED[kind](self)]
        return [kind for kind in KINDS if kind in found or (kind in UNTAGGED and UNTAGGED[kind](self))]

    @property
    def text(self):
        return COMMENT.sub("", self.cell.source).strip()

    @property
    def says(self):
        """What the slide says in other words than the chapter: in a comment here or, of code, in the text above it."""
        here = self.cell if self.cell.cell_type == "markdown" or not self.k else self.section.cells[self.k - 1][1]
        return "".join(WORDED.findall(here.source)[:1])

    @property
    def columns(self):
        """The same, without its last line."""
        return re.sub(r"(\A|\n)= .*", "", self.says)

    @property
    def heading(self):
        """The heading that it stands under."""
        text = notebook.markdown(cell for _, cell in self.section.cells[: self.k + 1])
        return notebook.heading([f"## {self.section.title}", *re.findall(r"^###? .*", text, re.MULTILINE)][-1])[0]

    @property
    def code(self):
        """The code cells from here on, up to the next vote."""
        later = self.section.cells[self.k + 1 :]
        here = takewhile(lambda at: at[1].cell_type == "code" or not VOTE.search(at[1].source), later)
        return [cell for _, cell in here if cell.cell_type == "code"]

    def where(self, cells):
        """For the speaker, how far to run: down to which cells below which heading, and how the first begins.

        All above them is run as well, for a cell takes what it needs from any before it. An exercise needs less.
        """
        code = [cell for _, cell in self.section.cells if cell.cell_type == "code"]
        if not cells or cells[0] not in code:
            return "Nothing: hands, and the board."
        if sets_up(cells[0]):
            return OPENS
        first, last = code.index(cells[0]) + 1, code.index(cells[-1]) + 1
        which = f"cell {first}" if first == last else f"cells {first} to {last}"
        begin = textwrap.shorten(begins(cells[0]).partition("  # ")[0].replace("`", " "), 60, placeholder=" …")
        down = "" if self.section.part == "exercises" else "All down to "
        return f"{down}*{self.section.title}*, {which} below it" + f": `{begin}`" * bool(begin)

    def slide(self, kind, title, body="", above="", run=None, notes=None, **more):
        """A slide of this place; `run` says what to run, or has the cells."""
        run = run if isinstance(run, str) else self.where([self.cell] if run is None else run)
        notes = (notes or {}) | {"Run": run}
        return Slide(kind, title, body, above, self.section, notes, chapter=self.chapter, **more)


def replies(right, because, options, says):
    """For the speaker: what is right and why, and each wrong letter, what it says, and the reply to it."""
    wrong = {key: text for key, text in options.items() if key not in right}
    said = {key: textwrap.shorten(plain(says.get(key, "")), 28, placeholder=" …") for key in wrong}
    listen = [f"**{key}** ({said[key]}): {text}" for key, text in wrong.items()]
    return {"Right": f"**{right}**, because: {because}", "Listen for": listen}


# --- What each kind of slide shows, in the order in which those of one cell stand


def show_title(at):
    """The question of the chapter."""
    stem, says = OPTION.split(at.says)[0], dict(OPTION.findall(at.says))
    body = f"<p>{inline(stem)}</p>" * bool(stem) + (options(says) if says else "")
    yield at.slide("title", at.section.title, body, at.chapter.title, at.code[:1])


def show_vote(at):
    """A vote, and what came of it: the right letter, then a picture, a table or numbers, then the moral."""
    match, code = VOTE.search(at.text), at.code
    id = match[1]
    above = f"{'Call' if id in CALLS else 'Predict'} {id}"
    asked = at.chapter.predictions.get(id) or CALLS.get(id) or Prediction(id, {}, None, "")
    says = asked.says or dict(OPTION.findall(at.text[match.start() :]))
    stem = plain(asked.asks or (at.says if at.says.endswith("?") else match[2]))
    notes = replies(asked.right, asked.because, asked.options, says)
    run = f"{at.where(code[:1])}: stop here, each types a letter." if code else "Nothing: a show of hands."
    known, replied = ({name: notes[name]} for name in ("Right", "Listen for"))  # replies are due when it is settled
    vote = at.slide("vote", stem, options(says), above, run, known)
    reveal = next((j for j, cell in enumerate(code) if id in called("reveal", cell.source)), None)
    if reveal is None or not asked.because:
        yield vote
        return
    run, picture = code[1 : reveal + 1], next(iter(pictures([c for c in code if "figure" not in picked(c)])), None)
    gave = "" if picture else next(filter(None, (markup.result(cell, at.says) for cell in reversed(run))), "")
    settled = options(says, asked.right)
    if not picture and not gave:
        yield replace(vote, body=settled, moral=asked.because, before=vote, notes=vote.notes | replied)
        return
    yield vote
    before = at.slide("result", stem, settled, above, run, replied)
    title = f"**{asked.right}** {says[asked.right]}" if asked.right in says else "What came of it"
    yield replace(before, title=title, above=stem, body=gave, moral=asked.because, picture=picture, before=before)


def show_ask(at):
    """A decision put to the room again, with what is known by now, and its verdict if the notebook has one."""
    verdicts, says = dict(VERDICT.findall(at.says)), dict(OPTION.findall(at.says))
    stem, (right, moral) = plain(OPTION.split(at.says)[0]), next(iter(verdicts.items()), ("", ""))
    notes = replies(right, moral, verdicts, says) if len(right) == 1 else {}
    if len(right) > 1:
        notes = {"Right": f"Each may be. {moral}"}
    minutes = int((re.search(r"\b(\d+) minutes\b", stem) or (0, 0))[1])
    run = "What the slide says." if minutes else at.code[:1]
    ask = at.slide("ask", stem, options(says), at.heading, run, notes, minutes=minutes)
    hour = markup.steps(teach.STEPS.findall(guided(at.chapter))) if minutes else ""  # first what to do, then the hands
    before = replace(ask, body=hour or ask.body) if len(right) == 1 or minutes else None  # then the verdict
    yield replace(ask, body=options(says, right), moral=moral, before=before, minutes=0) if right else ask


def show_formula(at):
    """A formula with the sentence that leads to it."""
    (words, tex), (asks, _, says) = FORMULA.search(at.text).groups(), at.says.rpartition("\n")
    words = words or notebook.markdown(cell for _, cell in at.section.cells[: at.k]).splitlines()[-1]
    body = f"<p>{inline(SENTENCE.split(words)[-1])}</p>{markup.MARKDOWN.render(tex)}"
    body = f'<div class="fragment">{body}</div>' if asks else body
    body += f'<p class="fragment">{markup.sentences(says)}</p>' * bool(says)
    _, later = teach.EVENING.get(f"{at.chapter.number:02}", {}).get(at.section.title, ("", ()))
    slide = at.slide("formula", asks or at.heading, body, at.heading * bool(asks), at.code[:1])
    yield replace(slide, evening=at.text.startswith(tuple(later)))


def show_exercise(at):
    """The exercise to do now, and its solution."""
    id, text = EXERCISE.search(at.text).groups()
    asked, says, code = at.chapter.exercises.get(id), dict(OPTION.findall(text)), at.code[:1]
    wording, _, form = at.says.partition("\n= ")
    title, _, task = (wording or " ".join(OPTION.split(text)[0].split())).partition("\n")
    body = options(says) if says else markup.MARKDOWN.render(task)
    if code and not says and ("def " in code[0].source or not task):
        body = markup.code(re.sub(r":\s*\.\.\..*", ": ...", code[0].source, flags=re.DOTALL)) + body
    notes = replies(asked.right, asked.why, asked.choices, says) if asked and says else {"Listen for": []}
    heard = [each for each in asked.mistakes if not any(words in each[1] for words in teach.NOT_SAID)] if asked else []
    for slip, reply in heard[:5]:
        notes["Listen for"].append(f"**{teach.shown(slip(), asked.whole)}**: {reply}" if asked.answer else reply)
    above = f"Exercise {id} · {teach.TIMER} minutes, now"
    slide = at.slide("exercise", plain(title), body, above, code, notes, exercise=id, minutes=teach.TIMER)
    moral = WORDING["moral"].get(id) or (asked.why if asked and len(asked.why.split()) <= WORDS else "")
    solved = at.chapter.solutions(id) if asked else []
    if solved and says:
        yield replace(slide, body=options(says, asked.right), moral=moral, minutes=0, before=slide)
        return
    yield slide
    if not solved:
        return
    source = re.sub(r"[ \t]*$|\n*^check\(.*", "", notebook.without_comments(solved[-1].source), flags=re.MULTILINE)
    body = markup.code(source)
    if asked.answer:
        given = numbers(asked.answer())
        value = form.format(*given) if form else " to ".join(teach.shown(x, asked.whole) for x in given)
        body = f'<p class="value">{escape(plain(value))}</p>{body}'
    title = "Solution" if asked.cases else slide.title
    run = f'*Solutions*, the folded cell that ends in `check("{id}", …)`'
    yield at.slide("solution", title, body, f"Exercise {id}", run, moral=moral, exercise=id)


def show_call(at):
    """A call of chapter 0, settled with what is known by now; hands first, then the letter."""
    call = CALLS[called("reveal", at.cell.source)[0]]
    notes, above = replies(call.right, call.because, call.options, call.says), f"Call {call.id}"
    why = call.because if len(call.because.split()) <= WORDS else re.split(r"(?<=\.) ", call.because)[0]
    before = at.slide("settled", call.asks, options(call.says), above, "Nothing.", notes)
    yield replace(before, body=options(call.says, call.right), moral=why, before=before)


def show_check(at):
    """The first cell, and the line that it should print; and how to open the lab."""
    body = f'<p class="green">{escape(printed(at.cell))}</p>{markup.code(WORDING["start"])}'
    yield at.slide("check", "Run the first cell. It should say:", body)


def show_data(at):
    """What the next vote is about, to stand beside it: first the room, then what is lit."""
    body = markup.output(at.cell, at.says).replace("class=lit", 'class="lit fragment" data-fragment-index=0')
    yield at.slide("data", "", body)


def show_table(at):
    above = at.section.title if at.heading != at.section.title else ""
    title = WORDING["titles"].get(at.heading, at.heading)
    body = markup.output(at.cell, at.columns).replace("</div><div>", "</div><div class=fragment>")  # one by one
    yield at.slide("table", title, body, above, moral=f"\n{at.says}".partition("\n= ")[2])


def show_figure(at):
    title, says = OPTION.split(at.says)[0].strip() or at.heading, dict(OPTION.findall(at.says))
    for picture in pictures([at.cell]):
        before = at.slide("ask", title, options(says)) if says else None
        waits = not says and title == at.says and title.endswith("?")
        yield at.slide("figure", title, picture=picture, waits=waits, before=before)


def show_home(at):
    """The sentence to carry home."""
    quote = re.search(r"^> (.*(?:\n> .*)*)", at.chapter.words("takeaways"), re.MULTILINE)
    motto = re.search(r"^\*([^*].*)\*", at.chapter.nb.cells[0].source, re.MULTILINE)
    words = (quote or motto or [""] * 2)[1].replace("\n> ", " ")
    body = f"<blockquote>{inline(words)}</blockquote>"
    yield at.slide("home", "To carry home", body, run="Nothing: screens down for this one.")


# --- All of them


KINDS = {name.removeprefix("show_"): show for name, show in list(globals().items()) if name.startswith("show_")}
TAGGED = {  # the kinds that a tag picks, and what they need
    "vote": lambda at: VOTE.search(at.text),
    "ask": lambda at: at.says,
    "formula": lambda at: FORMULA.search(at.text),
    "exercise": lambda at: EXERCISE.search(at.text),
    "call": lambda at: called("reveal", at.cell.source),
    "data": lambda at: markup.output(at.cell, at.says),
    "table": lambda at: markup.output(at.cell, at.columns),
    "figure": lambda at: pictures([at.cell]),
}
UNTAGGED = {  # those that are found without one
    "title": lambda at: at.section.part == "question" and notebook.starts_section(at.cell),
    "vote": lambda at: at.section.minutes and VOTE.search(at.text),
    "call": lambda at: at.section.part == "takeaways" and len(called("reveal", at.cell.source)) == 1,
    "check": lambda at: at.cell.cell_type == "code" and "check_environment()" in at.cell.source,
    "home": lambda at: at.section.part == "takeaways" and at.k == len(at.section.cells) - 1,
}


def spots(c):
    return [Spot(c, section, k) for section in c.sections for k in range(len(section.cells))]


def missing(c):
    """The cells whose tags ask for what they do not have, as (index, what)."""
    every = [(at, kind) for at in spots(c) for kind in picked(at.cell)]
    return [(at.section.cells[at.k][0], kind) for at, kind in every if kind not in TAGGED or not TAGGED[kind](at)]


def guided(c):
    """The instructor's page of a chapter; "" if there is none."""
    return c.guide.read_text(encoding="utf-8") if c.guide.exists() else ""


def directions(c, part):
    """What the instructor's page says under a heading: {section: Markdown}, and {(section, kind of slide): Markdown}.

    The second are bullets below a section's: `- At the formula: …`. With `<!-- instead -->` before the colon nothing
    else is asked on that slide; the kind is then "formula, instead".
    """
    text, found = guided(c).partition(f"\n## {part}\n")[2].partition("\n## ")[0], {}
    text = text.replace("<!-- instead -->:", ", instead:")
    for title, words in re.findall(r"^- \[\[(.+?)\]\]:? *(.*(?:\n(?: .*)?)*)", text, re.MULTILINE):
        words = teach.NAMED.sub(r"*\2*", textwrap.dedent(f"  {words.strip()}"))
        whole, *parts = re.split(r"^- At the (\w+(?:, instead)?): ", words, flags=re.MULTILINE)
        each = {title: whole} | {(title, kind): text for kind, text in zip(parts[::2], parts[1::2], strict=True)}
        found |= {where: text[:1].upper() + text[1:].rstrip() for where, text in each.items()}
    return found


def beside(slides):
    """The slides, with what a vote is about at its side until its answer comes."""
    data = ""
    for slide in slides:
        if slide.kind == "data":
            data = slide.body
            continue
        for layer in [layer for layer in (slide, slide.before) if data and layer and "options" in layer.body]:
            layer.body = f'<div class="beside">{data}{layer.body}</div>'
        data = data.replace(' fragment" data-fragment-index=0', '"') if slide.kind == "vote" else ""
        yield slide


def deck(c):
    """The slides of a chapter, in the order of its cells; none if it has nothing to show."""
    slides = [*beside(slide for at in spots(c) for kind in at.kinds for slide in KINDS[kind](at))]
    room, late = directions(c, "In the room"), directions(c, "If late")
    said = {""}
    for slide in slides:  # what is said of a section, or of a kind of slide in it, stands with the first
        title = slide.section.title
        instead = room.pop((title, f"{slide.kind}, instead"), "")
        own = WORDING["more"].get(slide.exercise, "") * bool(slide.minutes)
        more = " ".join(filter(None, (room.pop(title, ""), room.pop((title, slide.kind), instead), own)))
        votes = slide.kind == "figure" and slide.before
        later = slide.waits or (slide.kind == "table" and "lit fragment" in slide.body)
        kind = "vote" if votes else slide.kind + ", later" * later
        habit = WORDING["ask"].get(kind, WORDING["ask"]["vote"])
        habit *= not more or slide.kind != "title" or "options" in slide.body  # else nothing to vote on
        asks = "" if instead or (more and habit in said) else habit.removesuffix(" Then click." * (" click" in more))
        if "badge in place of the 7" in more:
            new = "default_rng(7)" in more
            slide.badge = WORDING["badge"]["line" if new else "cell"].format(c.number)
            asks += " " + WORDING["badge"]["new" if new else "old"]
        up = hung(f"{c.number:02}", title)
        slide.notes = slide.notes | {"Ask": f"{asks} {more}".strip(), "If late": late.pop(title, "")}
        if slide.notes["Run"].startswith("Nothing") and re.search(r"\bcells? \d|cell of the section", more):
            slide.notes["Run"] = "The cells that *Ask* names."
        slide.notes["Up"] = up * (up not in said)
        if slide.kind == "ask" and slide.before and slide.before.minutes:
            slide.notes["Steps"] = teach.noted(teach.STEPS.findall(guided(c)))
        said |= {up, habit * bool(asks)}  # a board, and a habit, once
    return slides if len(slides) > 1 else []


def bare(c):
    """The sections that take minutes in the room and show nothing there."""
    has = {slide.section.title for slide in deck(c)}
    has |= {s.title for s in c.sections for _, cell in s.cells if "no-slide" in tags(cell)}
    return [s.title for s in c.sections if s.minutes and s.title not in has]
