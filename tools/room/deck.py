"""A plan's slides: the votes, results, figures and last lines of the sections that it names.

The question of a chapter, each vote with its result, the calls that it settles and the sentence to take home are found
without tags. A tag `slide-WHAT` picks the rest: a `figure`, a `table`, a `formula`, a decision to `ask` again. What a
slide says instead of the chapter stands in `<!-- slide: … -->`, in the cell itself or in the text above a code cell:

- above a figure, the question that it answers, with options if the room votes first;
- above a table, its columns (tools/room/markup.py), and after `= ` the sentence below it;
- below a formula, the line that puts numbers into it;
- of a decision, its options, and then `**b** One sentence.`, its verdict; `**abc** …` if each letter may be right.

A slide's note is what the plan says of its section, or else the instructor's page.
"""

import re
from dataclasses import dataclass
from itertools import takewhile
from math import ceil

from give_or_take.classroom.exercises import Prediction
from give_or_take.classroom.exercises.calls import CALLS
from tools import notebook
from tools.notebook import COMMENT, Chapter, called, pictures, tags
from tools.room import markup, plan
from tools.room.markup import inline, options, plain

VOTE = re.compile(r"^\*\*(?:Predict|Call) (\d+[A-Z])(?: again)?\.\*\* (.*?)(?=^- |\Z)", re.MULTILINE | re.DOTALL)
OPTION = re.compile(r"^- \*\*([a-z])\*\* (.*?)(?=^- |^$|\Z)", re.MULTILINE | re.DOTALL)
VERDICT = re.compile(r"^\*\*([a-z]+)\*\* (.*)", re.MULTILINE)
FORMULA = re.compile(r"([^\n]*)\s*(?<!\\)(\$\$(?:(?!\$\$).)*\$\$)(?!.*\$\$)", re.DOTALL)
SENTENCE = re.compile(r"(?<=[.!?:)])\s+(?=[A-Z`])")
WORDED = re.compile(r"<!-- slide: (.*?) -->", re.DOTALL)


@dataclass
class Slide:
    """A slide: what it is, its heading and the line above in Markdown, its body in HTML."""

    kind: str
    title: str
    body: str = ""
    above: str = ""
    moral: str = ""  # Markdown, at the foot, with the last click
    before: "Slide | None" = None  # what stands in its place until the click
    picture: notebook.Picture | None = None
    waits: bool = False  # whether the picture comes with a click
    chapter: Chapter | None = None
    note: str = ""  # Markdown

    @property
    def room(self):
        """How high its picture can be, in dots."""
        if self.kind == "figure":
            return 540 - 50 * ceil(len(self.title) / 46)  # the title of the picture comes last, at the foot
        return 560 - 50 * ceil(len(self.title) / 50) - 40 * ceil(len(self.moral) / 51)


@dataclass
class Spot:
    """A cell in its section."""

    chapter: Chapter
    section: notebook.Section
    k: int

    @property
    def cell(self):
        return self.section.cells[self.k][1]

    @property
    def text(self):
        return COMMENT.sub("", self.cell.source).strip()

    @property
    def says(self):
        """What the slide says instead: a comment here or, of code, in the text above it."""
        here = self.cell if self.cell.cell_type == "markdown" or not self.k else self.section.cells[self.k - 1][1]
        return "".join(WORDED.findall(here.source)[:1])

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

    def tagged(self, what):
        return f"slide-{what}" in tags(self.cell)

    def slides(self):
        """The slides that it gives, in the order of SHOWN."""
        return [slide for show in SHOWN for slide in show(self)]


# --- What each kind of slide shows; none, if the cell has nothing of it


def opening(at):
    """The question of the chapter, in the words of the notebook."""
    if at.section.part == "question" and notebook.starts_section(at.cell):
        story = at.text.partition("\n")[2].partition("\n**After this chapter")[0].strip().split("\n\n")
        asks = next((k for k, words in enumerate(story, 1) if "?**" in words), len(story))
        body = "".join(f"<p>{inline(words)}</p>" for words in story[:asks])
        yield Slide("title", at.section.title, body, at.chapter.title)


def vote(at):
    """A vote, and in its place what came of it: the right letter, a picture, a table or numbers, then the reason."""
    if at.cell.cell_type == "code" or not (match := VOTE.search(at.text)):
        return
    id, code = match[1], at.code
    asked = at.chapter.predictions.get(id) or CALLS.get(id) or Prediction(id, {}, None, "")
    says = asked.says or dict(OPTION.findall(at.text[match.start() :]))
    above = f"{'Call' if id in CALLS else 'Predict'} {id}"
    before = Slide("vote", plain(asked.asks or match[2]), options(says), above)
    reveal = next((j for j, cell in enumerate(code) if id in called("reveal", cell.source)), None)
    if reveal is None:
        yield before
        return
    picture = next(iter(pictures([cell for cell in code if "slide-figure" not in tags(cell)])), None)
    found = (markup.result(cell, at.says) for cell in reversed(code[1 : reveal + 1]))
    body = "" if picture else next(filter(None, found), "")
    title = f"**{asked.right}** {says[asked.right]}" if asked.right in says else "What came of it"
    yield Slide("result", title, body, moral=asked.because, picture=picture, before=before)


def ask(at):
    """A decision put to the room again, with what is known by now, and its verdict."""
    if at.tagged("ask"):
        says, stem = dict(OPTION.findall(at.says)), plain(OPTION.split(at.says)[0])
        right, moral = VERDICT.findall(at.says)[0]
        before = Slide("vote", stem, options(says), at.heading)
        yield Slide("vote", stem, options(says, right), at.heading, moral, before)


def formula(at):
    """A formula with the sentence that leads to it, then with numbers."""
    if at.tagged("formula"):
        words, tex = FORMULA.search(at.text).groups()
        words = words or notebook.markdown(cell for _, cell in at.section.cells[: at.k]).splitlines()[-1]
        body = f"<p>{inline(SENTENCE.split(words)[-1])}</p>{markup.MARKDOWN.render(tex)}"
        body += "".join(f'<p class="fragment">{markup.sentences(line)}</p>' for line in at.says.splitlines())
        yield Slide("formula", at.heading, body)


def table(at):
    """A table or numbers; what is lit comes with a click."""
    if at.tagged("table"):
        columns, _, moral = f"\n{at.says}".partition("\n= ")
        body = markup.result(at.cell, columns.strip())
        body = body.replace("class=lit", 'class="lit fragment" data-fragment-index=0')  # all of it at once
        body = body.replace("</div><div>", "</div><div class=fragment>")  # numbers one by one
        yield Slide("table", at.heading, body, at.section.title if at.heading != at.section.title else "", moral)


def figure(at):
    """A picture; its title, which states what is found, comes last."""
    for picture in pictures([at.cell]) if at.tagged("figure") else ():
        title, says = OPTION.split(at.says)[0].strip() or at.heading, dict(OPTION.findall(at.says))
        before = Slide("vote", title, options(says), at.heading) if says else None
        waits = not says and title == at.says and title.endswith("?")
        yield Slide("figure", title, picture=picture, waits=waits, before=before)


def call(at):
    """A call of chapter 0, settled with what is known by now: hands first, then the letter."""
    ids = called("reveal", at.cell.source) if at.section.part == "takeaways" else ()
    if len(ids) == 1:
        asked, above = CALLS[ids[0]], f"Call {ids[0]}"
        why = asked.because if len(asked.because.split()) <= 20 else re.split(r"(?<=\.) ", asked.because)[0]
        before = Slide("vote", asked.asks, options(asked.says), above)
        yield Slide("vote", asked.asks, options(asked.says, asked.right), above, why, before)


def home(at):
    """The sentence to take home."""
    if at.section.part == "takeaways" and at.k == len(at.section.cells) - 1:
        quote = re.search(r"^> (.*(?:\n> .*)*)", at.chapter.words("takeaways"), re.MULTILINE)[1]
        yield Slide("home", "To take home", f"<blockquote>{inline(quote.replace(chr(10) + '> ', ' '))}</blockquote>")


SHOWN = opening, vote, ask, formula, table, figure, call, home


# --- All of them


def of_chapter(chapter, titles, said):
    """The slides of some sections of a chapter, in its order, each with what is said of its section as the note."""
    slides = []
    for section in chapter.sections:
        if section.title in titles:
            here = [slide for k in range(len(section.cells)) for slide in Spot(chapter, section, k).slides()]
            for slide in here:
                slide.note = said.get(section.title, "")
                for layer in filter(None, (slide, slide.before)):
                    layer.chapter = chapter
            slides += here
    return slides


def of_row(row):
    """The slides of a row that shows no chapter: its own words, and the concept questions if it links them."""
    name, _, words = row.what.partition("**")[2].partition("**")
    words = plain(re.sub(r"\[(.*?)\]\(.*?\)", r"\1", words)).lstrip(",:. ") or f"Back at {plan.hour(row.ends)}"
    slides = [Slide("own", name.rstrip("."), f"<p>{inline(words)}</p>")]
    if "(questions.md)" in row.what:
        asked = zip(plan.questions(), plan.answers(), strict=True)
        slides += [
            Slide("vote", asks, options(says), f"Question {k}", note=answer)
            for k, ((asks, says), answer) in enumerate(asked, 1)
        ]
    return slides


def deck(name, series):
    """The slides of a plan."""
    slides, own = [], plan.notes(name)
    for row in plan.rows(plan.read(name)):
        if row.chapter:
            slides += of_chapter(series.chapters[row.chapter], row.sections, plan.notes(row.chapter) | own)
        else:
            slides += of_row(row)
    return slides
