"""A plan's slides: the votes, results, figures and last lines of the sections that it names, and its exercises.

The question of a chapter, each vote with its result, the calls that it settles and the sentence to take home are found
without tags. A tag `slide-WHAT` picks the rest: a `figure`, a `table`, a `formula`, a decision to `ask` again. What a
slide says instead of the chapter stands in `<!-- slide: … -->`, in the cell itself or in the text above code:

- of a vote, its question, with the case if the stem leaves it out, and after `= ` the columns of its result;
- above a figure, the question that it answers, with options if the room votes first, and after `= ` a sentence below;
- above a table, its columns (tools/room/markup.py), a line above them its question, and after `= ` the sentence below;
- below a formula, the line that puts numbers into it;
- of a decision, its options, and then `**b** One sentence.`, its verdict; `**abc** …` if each letter may be right.

A slide's note is what the plan says of its section, or else the instructor's page: a paragraph for each slide of the
section if it has as many, or all of it. The other rows say what comes next, and of an exercise two wrong answers.
Above it stand its hour and its minutes: those of its section or row, of which a slide in two steps takes two shares.
"""

import re
from dataclasses import dataclass
from html import escape
from itertools import takewhile
from math import ceil

from give_or_take.classroom.exercises import Prediction, numbers
from give_or_take.classroom.exercises.calls import CALLS
from tools import notebook
from tools.notebook import COMMENT, Chapter, called, cut, pictures, tags
from tools.room import markup, plan
from tools.room.markup import inline, options, plain
from tools.site import elsewhere

VOTE = re.compile(r"^\*\*(?:Predict|Call) (\d+[A-Z])(?: again)?\.\*\* (.*?)(?=^- |\Z)", re.MULTILINE | re.DOTALL)
OPTION = re.compile(r"^- \*\*([a-z])\*\* (.*?)(?=^- |^$|\Z)", re.MULTILINE | re.DOTALL)
VERDICT = re.compile(r"^\*\*([a-z]+)\*\* (.*)", re.MULTILINE)
FORMULA = re.compile(r"([^\n]*)\s*(?<!\\)(\$\$(?:(?!\$\$).)*\$\$)(?!.*\$\$)", re.DOTALL)
SENTENCE = re.compile(r"(?<=[.!?:)])\s+(?=[A-Z`])")
ASKED = re.compile(r"\[([^\]]*)\]\(questions\.md#([a-z-]+)\)")
WORDED = re.compile(r"<!-- slide: (.*?) -->", re.DOTALL)
EXERCISE = re.compile(r"Exercise (\d+)\.\d+")
IN_LAB = re.compile(r"<!-- lab -->(.*?)<!-- /lab -->", re.DOTALL)
FORMS = {"percent": "{:.1f}%", "points": "{:+.1f} points,", "count": "{:,.0f}"}  # an exercise's number, by its unit
COVER = "How sure can you be of a score?"


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
    begins: int = 0  # minutes since midnight
    minutes: int = 0

    def room(self, title):
        """How high its picture can be, in dots; a figure's own title comes last, at the foot."""
        foot = f"{title} {self.moral}".strip() if self.kind == "figure" else self.moral
        return 586 - 50 * ceil(len(self.title) / 50) - 40 * ceil(len(foot.replace("*", "")) / 60)


def is_aside(cell):
    """Whether it is code that no slide shows."""
    return cell.cell_type == "code" and not any(tag.startswith("slide-") for tag in tags(cell))


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
        """What the slide says instead: a comment here or, of code, in the text above it and what it leads to."""
        above = [cell for _, cell in self.section.cells[: self.k]]
        while self.cell.cell_type == "code" and above and is_aside(above[-1]):
            above.pop()
        here = above[-1] if self.cell.cell_type == "code" and above else self.cell
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


def settled(asks, says, right, above, moral=""):
    """A vote, and in its place the same options with all but the right ones dimmed."""
    before = Slide("vote", asks, options(says), above)
    return Slide("vote", asks, options(says, right), above, moral, before)


def vote(at):
    """A vote, and in its place what came of it: the right letter, a picture, a table or numbers, then the reason.

    Where the chapter shows nothing of the case itself, as after a call, the options stay.
    """
    if at.cell.cell_type == "code" or not (match := VOTE.search(at.text)):
        return
    id, code = match[1], at.code
    asked = at.chapter.predictions.get(id) or CALLS.get(id) or Prediction(id, {}, None, "")
    says = asked.says or dict(OPTION.findall(at.text[match.start() :]))
    above = f"{'Call' if id in CALLS else 'Predict'} {id}"
    stem, _, columns = f"\n{at.says}".partition("\n= ")
    before = Slide("vote", plain(stem.strip() or asked.asks or match[2]), options(says), above)
    reveal = next((j for j, cell in enumerate(code) if id in called("reveal", cell.source)), None)
    if reveal is None:
        yield before
        return
    picture = next(iter(pictures([cell for cell in code if "slide-figure" not in tags(cell)])), None)
    found = (markup.result(cell, columns) for cell in reversed(code[1 : reveal + 1]))
    body = "" if picture else next(filter(None, found), "")
    if not picture and not body:
        yield settled(before.title, says, asked.right, above, asked.because)
        return
    title = f"**{asked.right}** {says[asked.right]}" if asked.right in says else "What came of it"
    yield Slide("result", title, body, moral=asked.because, picture=picture, before=before)


def ask(at):
    """A decision put to the room again, with what is known by now, and its verdict."""
    if at.tagged("ask"):
        says, stem = dict(OPTION.findall(at.says)), plain(OPTION.split(at.says)[0])
        right, moral = VERDICT.findall(at.says)[0]
        yield settled(stem, says, right, at.heading, moral)


def formula(at):
    """A formula with the sentence that leads to it, then with numbers."""
    if at.tagged("formula"):
        words, tex = FORMULA.search(at.text).groups()
        words = words or notebook.markdown(cell for _, cell in at.section.cells[: at.k]).splitlines()[-1]
        body = f"<p>{inline(SENTENCE.split(words)[-1])}</p>{markup.MARKDOWN.render(tex)}"
        body += "".join(f'<p class="fragment">{markup.sentences(line)}</p>' for line in at.says.splitlines())
        yield Slide("formula", at.heading, body)


def table(at):
    """A table or numbers; what is lit comes with a click, and so does each number, the first if a question is asked."""
    if at.tagged("table"):
        columns, _, moral = f"\n{at.says}".partition("\n= ")
        asks, _, columns = columns.strip().rpartition("\n")
        body = markup.result(at.cell, columns)
        body = body.replace("class=lit", 'class="lit fragment" data-fragment-index=0')  # all of it at once
        body = body.replace("</div><div>", "</div><div class=fragment>")  # numbers one by one
        body = body.replace("<div><b>", "<div class=fragment><b>") if asks else body
        above = at.heading if asks else at.section.title if at.heading != at.section.title else ""
        yield Slide("table", plain(asks) or at.heading, body, above, moral)


def figure(at):
    """A picture; its title, which states what is found, comes last."""
    for picture in pictures([at.cell]) if at.tagged("figure") else ():
        asks, _, moral = at.says.partition("\n= ")
        title, says = OPTION.split(asks)[0].strip() or at.heading, dict(OPTION.findall(asks))
        before = Slide("vote", title, options(says), at.heading) if says else None
        waits = not says and title == asks and title.endswith("?")
        shown = at.heading if says else title
        yield Slide("figure", shown, moral=moral, picture=picture, waits=waits, before=before)


def call(at):
    """A call of chapter 0, settled with what is known by now: hands first, then the letter."""
    ids = called("reveal", at.cell.source) if at.section.part == "takeaways" else ()
    if len(ids) == 1:
        asked = CALLS[ids[0]]
        why = asked.because if len(asked.because.split()) <= 20 else first_sentence(asked.because)
        yield settled(asked.asks, asked.says, asked.right, f"Call {ids[0]}", why)


def home(at):
    """The sentence to take home."""
    if at.section.part == "takeaways" and at.k == len(at.section.cells) - 1:
        quote = re.search(r"^> (.*(?:\n> .*)*)", at.chapter.words("takeaways"), re.MULTILINE)[1]
        yield Slide("home", "To take home", f"<blockquote>{inline(quote.replace(chr(10) + '> ', ' '))}</blockquote>")


SHOWN = opening, vote, ask, formula, table, figure, call, home


# --- All of them


def timed(slides, begins, minutes):
    """Slides with their hours and minutes, which add up to all of `minutes`."""
    shares = [2 if slide.before else 1 for slide in slides]
    ends = [begins + minutes * sum(shares[:k]) // sum(shares) for k in range(len(shares) + 1)]
    for slide, start, end in zip(slides, ends, ends[1:], strict=False):
        slide.begins, slide.minutes = start, end - start
    return slides


def first_sentence(text):
    return re.split(r"(?<=\.) ", text)[0]


def of_chapter(chapter, titles, said, begins):
    """The slides of some sections of a chapter, in its order, each with what is said of it as the note."""
    slides = []
    for section in chapter.sections:
        if section.title in titles:
            here = [slide for k in range(len(section.cells)) for slide in Spot(chapter, section, k).slides()]
            note = said.get(section.title, "")
            parts = note.split("\n\n")
            for slide, part in zip(here, parts if len(parts) == len(here) else [note] * len(here), strict=True):
                slide.note = part
                for layer in filter(None, (slide, slide.before)):
                    layer.chapter = chapter
            slides += timed(here, begins, section.minutes)
            begins += section.minutes
    return slides


def exercise(chapter, id, minutes, how):
    """An exercise as its chapter words it, and how the room does it; then what is right, and the reason."""
    each = re.split(r"^### ", chapter.words("exercises"), flags=re.MULTILINE)
    heading, _, text = next(one for one in each if one.startswith(f"Exercise {id} ")).partition("\n")
    asked, says, stem = chapter.exercises[id], dict(OPTION.findall(text)), OPTION.split(cut(text, "lab"))[0]
    slide = settled(plain(stem), says, asked.right, f"{heading} · {minutes} min", first_sentence(asked.why))
    wrong = [(letter, words) for letter, words in asked.choices.items() if words]
    if asked.answer:
        form = FORMS.get(asked.unit, "{:,.4g}")
        captions = " | ".join(f"{form} {end}" for end in asked.ends) if asked.pair else form
        slide.before.body, slide.body = "", markup.large(repr(numbers(asked.answer())), captions)
        wrong = [(" to ".join(f"{round(x, 1):g}" for x in numbers(given())), words) for given, words in asked.mistakes]
    slide.before.body += "".join(f"<p>{inline(line)}</p>" for line in (*IN_LAB.findall(text), how))
    usual = "\n".join(f"- *{plain(given)}*: {words}" for given, words in wrong[:2])
    slide.note = (
        f"Read it aloud. After {minutes - 3} minutes ask two pairs what they have, and why; then click. {asked.why}\n\n"
        f"Two usual mistakes, and what to say:\n\n{usual}"
    )
    slide.chapter = slide.before.chapter = chapter
    return slide


def own_words(row):
    """What a row that shows no chapter is called, and what it says, without links."""
    name, _, words = row.what.partition("**")[2].partition("**")
    return name.rstrip("."), plain(re.sub(r"\[(.*?)\]\(.*?\)", r"\1", words)).lstrip(",:. ")


def of_row(row, series, own):
    """The slides of a row that shows no chapter: its own words, an exercise, or the concept questions that it links.

    A link names a part of their page, and some of them by their numbers or all. At the end, a click settles each.
    """
    name, words = own_words(row)
    if found := EXERCISE.fullmatch(name):
        return [exercise(series.chapters[f"{int(found[1]):02}"], name.split()[1], row.minutes, words)]
    words = words or f"Back at {plan.hour(row.ends)}"
    slides = [Slide("own", name, f"<p>{markup.sentences(words)}</p>", note=own.get(name, ""))]
    for which, part in ASKED.findall(row.what):
        last, opening = part != "before", part == "the-opening"
        for k, (asks, says, answer) in enumerate(plan.questions(part), 1):
            if str(k) in which or not re.search(r"\d", which):
                right, why = VERDICT.match(answer).groups()
                slide = settled(asks, says, right, "The opening" if opening else f"Question {k}", first_sentence(why))
                if opening:  # with the room's own counts, of then and of now
                    for layer in slide, slide.before:
                        layer.body = markup.counted(layer.body, "at the start", "now")
                slides.append(slide if last else slide.before)
                how = own.get(name, "") if opening else plan.asking()[last]
                slides[-1].note = f"{how}\n\n{'' if last else 'For you alone, until then: '}{answer}"
    return slides


def cover(name, series):
    """The first slide: what this is, its date, and where the site is, typed on the slide where nobody has set it."""
    address = elsewhere.site(series.read("README.md"))
    where = escape(f"{address}/?room") if address else markup.field("Address of the site, and ?room")
    code = "<p class=code>QR code or short link</p>" if address else ""
    lines = f"Give or Take · {plan.title(plan.read(name))}", markup.field("Date"), f"Open: {where}"
    return Slide("cover", COVER, "".join(f"<p>{line}</p>" for line in lines) + code)


def deck(name, series):
    """The slides of a plan."""
    slides, own = [], plan.notes("questions") | plan.notes(name)
    rows = plan.rows(plan.read(name))
    for k, row in enumerate(rows):
        if row.chapter:
            here = of_chapter(series.chapters[row.chapter], row.sections, plan.notes(row.chapter) | own, row.begins)
        else:
            here = of_row(row, series, own)
            if not slides:
                here = [cover(name, series), *here]
                here[0].note = here[1].note
            timed(here, row.begins, row.minutes)
        for after in rows[k + 1 : k + 2]:
            what = series.chapters[after.chapter].title if after.chapter else own_words(after)[0]
            spare = row.ends - here[-1].begins - here[-1].minutes
            spare = f"To spare: {spare} min. " if spare else ""
            here[-1].note = f"{here[-1].note}\n\n{spare}Next, at {plan.hour(row.ends)}: {what}".strip()
        slides += here
    return slides
