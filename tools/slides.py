"""Make slides for a room: a deck for each chapter and for each plan of a workshop, pages of reveal.js in build/slides.

    make slides                          build them and serve them, at http://localhost:8001
    python -m tools.slides               the same; --no-serve builds only, --port takes another port

A deck has what a room must see together. Most of it is found without tags: the question of a chapter, each vote of its
core path, what came of it in steps, the sentence to carry home. A tag `slide-WHAT` picks the rest; WHAT is one of
KINDS. The notes are computed from the notebook, the registry of answers and the instructor's page; the day's own slides
from `teach.plans`. Pictures are drawn again, twice as fine as they are stored, by running the chapter's code.
"""

import argparse
import ast
import html
import io
import re
import struct
import sys
import textwrap
from concurrent.futures import ProcessPoolExecutor
from contextlib import chdir, redirect_stdout, suppress
from dataclasses import dataclass, field, replace
from html import escape
from importlib.util import find_spec
from itertools import pairwise, takewhile
from pathlib import Path
from zlib import crc32

import yaml
from markdown_it import MarkdownIt
from matplotlib import rc_context
from mdit_py_plugins.dollarmath import dollarmath_plugin
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer, TextLexer

from give_or_take.classroom import figures, look
from give_or_take.classroom.exercises.calls import CALLS
from tools import notebook, teach
from tools.book import below, mathjax, write
from tools.notebook import ROOT, Chapter, Series, called, pictures, printed, tags
from tools.serve import serve

SLIDES, LOOK = ROOT / "build" / "slides", ROOT / "book" / "slides"
FINE = 220  # dots an inch: the pictures of a slide on a large projector
WIDE = 6.9  # inches: on a canvas as narrow as this, the smallest letters have 26 of a slide's 1280 by 720 dots
TALL = 4.2  # inches: a picture with many rows, beside its sentence

VOTE = re.compile(r"^\*\*(?:Predict|Call) (\d+[A-Z])(?: again)?\.\*\* (.*?)(?=^- |\Z)", re.MULTILINE | re.DOTALL)
OPTION = re.compile(r"^- \*\*([a-z])\*\* (.*?)(?=^- |^$|\Z)", re.MULTILINE | re.DOTALL)
EXERCISE = re.compile(r"^### Exercise (\d+\.\d+) · (\w+).*?\n(.*)", re.MULTILINE | re.DOTALL)
FORMULA = re.compile(r"([^\n]*)\s*(?<!\\)(\$\$(?:(?!\$\$).)*\$\$)(?!.*\$\$)", re.DOTALL)
SENTENCE = re.compile(r"(?<=[.!?:)])\s+(?=[A-Z`])")
WORDED = re.compile(r"<!-- slide: (.*?) -->", re.DOTALL)  # what stands on a cell's slide
CELL = re.compile(r'<(t[hd])(?: rowspan="(\d+)")?[^>]*>(.*?)</t[hd]>', re.DOTALL)

KINDS = {
    "vote": lambda cell: VOTE.search(cell.source),  # off the core path; on it, every vote is shown
    "ask": lambda cell: WORDED.search(cell.source),  # a decision put to the room again, with what is known by now
    "call": lambda cell: called("reveal", cell.source),  # a call of chapter 0, settled
    "formula": lambda cell: FORMULA.search(cell.source),
    "exercise": lambda cell: EXERCISE.search(cell.source),
    "figure": lambda cell: pictures([cell]),
    "table": lambda cell: shown(cell),
    "data": lambda cell: printed(cell) or shown(cell),  # what the next vote is about, to stand beside it
}
MINUTES = {"write": 10}  # for an exercise of this kind; others take EXERCISE_MINUTES
EXERCISE_MINUTES, WORDS = 5, 20

WORDING = yaml.safe_load((LOOK / "words.yml").read_text(encoding="utf-8"))
ASK, OWN, CODE = (WORDING[part] for part in ("ask", "own", "code"))


# --- Markdown and code as HTML

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table").use(dollarmath_plugin)
for rule, (before, after) in {"math_inline": (r"\(", r"\)"), "math_block": (r"\[", r"\]")}.items():
    MARKDOWN.add_render_rule(
        rule, lambda self, tokens, i, *_, b=before, a=after: f"<span>{b}{escape(tokens[i].content)}{a}</span>"
    )
for rule in ("link_open", "link_close"):  # nobody clicks on a projector
    MARKDOWN.add_render_rule(rule, lambda *_: "")


def inline(text):
    return MARKDOWN.renderInline(" ".join(notebook.COMMENT.sub("", text).split()).replace(" …", "\N{NO-BREAK SPACE}…"))


def worded(cell):
    """What a cell says on its slide in other words than in the chapter; "" if it has none."""
    return "".join(WORDED.findall(cell.source)[:1])


def signs(tex):
    """About how many signs wide a formula is."""
    tex, narrower = re.sub(r"\\(?:text|mathrm|sqrt)\b|\\[;,!]|\$", "", tex), None
    while tex != narrower:
        narrower, tex = tex, re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", lambda m: max(m.groups(), key=len), tex)
        tex = re.sub(r"(?<!c)(?<!\})\{([^{}]*)\}", r"\1", tex)
    return len(re.sub(r"\\[a-z]+", "x", re.sub(r"[\s^_{}]", "", tex)))


def step(markup, kind="div", css="", when=""):
    """Something that comes with the next click, or together with all that have the same number."""
    return f'<{kind} class="fragment {css}"{f" data-fragment-index={when}" * bool(when)}>{markup}</{kind}>'


def python(source, lexer=PythonLexer):
    """Code in colours, as large as its longest line allows."""
    lines = source.strip().splitlines()
    size = f"--columns: {max(map(len, lines))}; --rows: {len(lines)}"
    return f'<pre style="{size}">{highlight(source.strip(), lexer(), HtmlFormatter(nowrap=True))}</pre>'


def options(says, right=None):
    """The options of a vote; with `right`, all others are dimmed."""
    rows = "".join(
        f'<li class="{"" if right in (None, key) else "dim"}"><b>{key}</b><span>{inline(text)}</span></li>'
        for key, text in says.items()
    )
    return f'<ul class="options">{rows}</ul>'


def table(rows):
    """Rows of (tag, rows that it spans, text) as a table, its numbers in three digits."""
    lines = []
    for cells in rows:
        said = [html.unescape(text.strip()) for *_, text in cells]
        long = [re.fullmatch(r"-?(?=\d+\.)0?\.?0*(\d\.?){4,}", text) for text in said]
        said = [f"{float(text):.3g}" if digits else text for text, digits in zip(said, long, strict=True)]
        spans = [(tag, f" rowspan={n}" * bool(n)) for tag, n, _ in cells]
        each = [f"<{tag}{span}>{escape(t)}</{tag}>" for (tag, span), t in zip(spans, said, strict=True)]
        lines.append(f"<tr{' class=head' * all(tag == 'th' for tag, *_ in cells)}>{''.join(each)}</tr>")
    return f"<table>{''.join(lines)}</table>"


def shown(cell, captions=""):
    """What a code cell gave: a table, or its numbers, large, each with its caption; "" if neither."""
    outputs = [output.get("data", {}) for output in cell.get("outputs", [])]
    if frame := next((data["text/html"] for data in outputs if "<tr" in data.get("text/html", "")), ""):
        rows = [CELL.findall(row) for row in re.findall(r"<tr.*?</tr>", frame, re.DOTALL)]
        if len(rows) > 1 and not rows[1][-1][2]:  # pandas gives the names of the index a row of their own
            rows[:2] = [[a if a[2] else b for a, b in zip(*rows[:2], strict=True)]]
        return table(rows)
    text = next((data["text/plain"] for data in outputs if "text/plain" in data), "") or printed(cell)
    rows = [re.split(r"\s{2,}", line.strip()) for line in text.splitlines()]
    columns = max(map(len, rows), default=0)
    if len(rows := [row for row in rows if len(row) == columns]) > 1 < columns:
        head = not re.search(r"\d", "".join(rows[0]))
        return table(
            [
                [("td" if k and not (head and row is rows[0]) else "th", "", cell) for k, cell in enumerate(row)]
                for row in rows
            ]
        )
    with suppress(ValueError, SyntaxError):
        values = ast.literal_eval(text)
        values = values if isinstance(values, tuple) else (values,)
        if all(isinstance(value, (int, float)) for value in values):
            each = captions.format(*values).split(" | ") if captions else [f"{value:.3g}" for value in values]
            each = (escape(text).partition(" ") for text in each)
            return f'<div class="numbers">{"".join(f"<div><b>{a}</b> {b}</div>" for a, _, b in each)}</div>'
    return ""


# --- What is on a slide


@dataclass
class Slide:
    """A slide: what it is, its heading and the line above in Markdown, its HTML, and what its speaker needs."""

    kind: str
    title: str
    body: str = ""
    above: str = ""
    picture: notebook.Picture | None = None
    section: notebook.Section | None = None
    notes: dict = field(default_factory=dict)  # NOTES, in Markdown
    foot: str = ""
    clock: str = ""
    evening: bool = False  # whether the plans leave it for the evening

    @property
    def name(self):
        """What the slide before it calls it."""
        names = {"vote": f"{self.above}: {self.title}", "result": "the result"}
        return names.get(self.kind, self.title)


def picked(cell):
    """What the tags of a cell put on slides."""
    return [tag.removeprefix("slide-") for tag in tags(cell) if tag.startswith("slide-")]


def missing(cell):
    """What the tags of a cell ask for and the cell does not have."""
    return [what for what in picked(cell) if what not in KINDS or not KINDS[what](cell)]


def redrawn(figure, titled):
    """A figure on the canvas of a slide: letters and margins as large as before, and so larger on the wall."""
    (wide, high), at = figure.get_size_inches(), vars(figure.subplotpars).copy()
    if not titled:  # the option that is right, and the sentence below, say it
        figure.suptitle("")
        for axes in figure.axes[: len(figure.axes) == 1]:
            axes.set_title("", loc="left"), axes.set_title("")
    for axes in figure.axes:
        if len(label := axes.get_ylabel()) > 22 and "\n" not in label:
            axes.set_ylabel(textwrap.fill(label, len(label) // 2 + 5))
            at["left"] += 0.2 / wide
    above = (1 - at["top"]) * high - 0.3 * (not titled)
    ways = [(WIDE, 0.47 * WIDE if titled else 0.385 * WIDE), (7.6, 3.6 if titled else 2.9)]
    if high >= TALL and not titled:
        ways[:1] = [(0.72 * WIDE, 0.47 * WIDE)]
    for new_wide, new_high in [*ways, (wide, high)]:
        figure.set_size_inches(new_wide, new_high)
        figure.subplots_adjust(
            left=at["left"] * wide / new_wide,
            right=1 - (1 - at["right"]) * wide / new_wide,
            bottom=at["bottom"] * high / new_high,
            top=1 - max(above, 0.1) / new_high,
        )
        box = figure.get_tightbbox()
        if max(-box.x0, -box.y0, box.x1 - new_wide, box.y1 - new_high) <= 0.02:
            return


def drawn_again(path):
    """The pictures of a chapter for the projector, as {alt: PNG}: its code, run up to the exercises."""
    c, space = Chapter.open(path), {"__name__": "__main__"}
    aside = {i for part in ("exercises", "solutions", "sources", "going-further") for i, _ in c.parts.get(part, [])}

    def fit(figure):
        redrawn(figure, "figure" in picked(cell))

    with rc_context(), figures.shown_at(FINE, fit) as drawn, chdir(path.parent), redirect_stdout(io.StringIO()):
        look.dress()
        for i, cell in c.code:
            if i not in aside:
                exec(compile(cell.source, f"{path.name}, cell {i}", "exec"), space)
    return drawn


def found(section, *cells):
    """Where code cells are: the heading, which cells below it, and how the first begins."""
    code = [cell for _, cell in section.cells if cell.cell_type == "code"]
    first, last = code.index(cells[0]) + 1, code.index(cells[-1]) + 1
    which = f"cell {first}" if first == last else f"cells {first} to {last}"
    begin = textwrap.shorten(cells[0].source.strip().splitlines()[0].replace("`", " "), 72, placeholder=" …")
    return f"*{section.title}*, {which} below it: `{begin}`"


def wrong(says, replies, right):
    """For the speaker: each wrong letter, what it says, and the reply to it."""
    return [
        f"**{key}** ({' '.join(notebook.COMMENT.sub('', says.get(key, '')).split())[:60]}): {reply}"
        for key, reply in replies.items()
        if key != right
    ]


def vote_slides(c, section, k, match, data):
    """A vote, and what came of it: the right letter, then a picture, a table or numbers, then the moral."""
    id, stem = match.groups()
    asked = c.predictions.get(id) or CALLS.get(id)
    says = (asked and asked.says) or dict(OPTION.findall(notebook.COMMENT.sub("", match.string[match.start() :])))
    stem = (asked and asked.asks) or stem
    later = []
    for _, cell in section.cells[k + 1 :]:
        if VOTE.search(cell.source) and cell.cell_type == "markdown":
            break
        later.append(cell)
    code = [cell for cell in later if cell.cell_type == "code"]
    reveal = next((j for j, cell in enumerate(code) if id in called("reveal", cell.source)), None)
    listen = wrong(says, asked.options, asked.right) if asked else []
    body = f'<div class="beside">{data}{options(says)}</div>' if data else options(says)
    run = f"{found(section, code[0])}: each types a letter." if code else "Nothing: a show of hands."
    right = {"Right": f"{asked.right}, because: {asked.because}"} if asked else {}
    yield Slide("vote", stem, body, f"Predict {id}", section=section, notes={**right, "Listen for": listen, "Run": run})
    if reveal is None or not asked:
        return
    drawn = next(iter(pictures([cell for cell in code if "figure" not in picked(cell)])), None)
    captions = worded(section.cells[k][1])
    tables = (shown(cell, captions) for cell in reversed(code[1 : reveal + 1]) if not drawn)
    gave = next(filter(None, tables), "")
    lit = asked.right and not drawn and not gave
    asks = SENTENCE.split(" ".join(notebook.COMMENT.sub("", stem).split()))[-1]
    title = asks if lit else f"**{asked.right}** {says[asked.right]}" if asked.right in says else "What came of it"
    moral = step(inline(asked.because), "p", "moral")
    body = options(says, asked.right)
    if not lit:  # all options first; then what came of it takes their place
        body = step(body, css="fade-out first", when="1") + (step(gave, when="1") if gave else "")
    run = found(section, *code[1 : reveal + 1])
    above = f"Predict {id}" if lit else asks
    yield Slide("result", title, body + moral, above, drawn, section, {**right, "Listen for": listen, "Run": run})


def settled(section, id):
    """A call of chapter 0, with what is known by now."""
    call = CALLS[id]
    body = options(call.says) + step(inline(f"**{call.right}** · {call.because}"), "p", "moral")
    notes = {"Right": f"{call.right}, because: {call.because}", "Run": "Nothing."}
    notes["Listen for"] = wrong(call.says, call.options, call.right)
    return Slide("settled", call.asks, body, f"Call {id}, from the start", section=section, notes=notes)


def exercise_slides(c, section, k):
    """The exercise to do now, and its solution."""
    id, kind, text = EXERCISE.search(section.cells[k][1].source).groups()
    text, asked, says = notebook.COMMENT.sub("", text).strip(), c.exercises.get(id), dict(OPTION.findall(text))
    code = next((cell for _, cell in section.cells[k + 1 :] if cell.cell_type == "code"), None)
    above = f"Exercise {id} · {MINUTES.get(kind, EXERCISE_MINUTES)} minutes, now"
    if says:
        title, body = OPTION.split(text)[0], options(says)
    else:
        asks = text[: text.rfind("?") + 1] or SENTENCE.split(text)[0]  # the form of an answer is said in the notebook
        title, _, task = (worded(section.cells[k][1]) or asks.replace("\n", " ")).partition("\n")
        body = python(re.sub(r":\s*\.\.\..*", ": ...", code.source if code else "...", flags=re.DOTALL))
        body += MARKDOWN.render(task)
    listen = wrong(says, asked.choices, asked.right) if asked and says else []
    for slip, reply in asked.mistakes[:4] if asked else []:
        listen.append(f"**{teach.shown(slip(), asked.whole)}**: {reply}" if asked.answer else reply)
    run = found(section, code) if code else f"*{section.title}*"
    yield Slide("exercise", title, body, above, section=section, notes={"Listen for": listen, "Run": run})
    solved = c.solutions(id)
    if not solved or not asked:
        return
    why = step(inline(asked.why), "p", "moral") if len(asked.why.split()) <= WORDS else ""
    source = re.sub(r"[ \t]*$|\n*^check\(.*", "", notebook.without_comments(solved[-1].source), flags=re.MULTILINE)
    title = SENTENCE.split(title)[-1] if says else "Solution"
    value = f'<div class="numbers"><b>{teach.shown(asked.answer(), asked.whole)}</b></div>' if asked.answer else ""
    body = options(says, asked.right) if says else value + python(source)
    run = f"*Solutions*, the folded cell that ends in `check(\"{id}\", …)`"
    notes = {"Listen for": listen, "Run": run}
    yield Slide("solution", title, body + why, f"Exercise {id}", section=section, notes=notes)


def section_slides(c, section):
    """The slides of one `##` section, in the order of its cells."""
    heading, data = section.title, ""
    for k, (_, cell) in enumerate(section.cells):
        wants = picked(cell)
        if cell.cell_type == "markdown":
            for line in re.findall(r"^###? .*", cell.source, re.MULTILINE):
                heading = notebook.heading(line)[0]
            if (match := VOTE.search(cell.source)) and (section.minutes or "vote" in wants):
                yield from vote_slides(c, section, k, match, data)
                data = ""
            if "ask" in wants and (text := worded(cell)):
                body, notes = options(dict(OPTION.findall(text))), {"Run": next_code(section, k)}
                notes["Listen for"] = ["What would make you change your mind?"]
                yield Slide("ask", OPTION.split(text)[0].strip(), body, heading, section=section, notes=notes)
            if "formula" in wants and (match := FORMULA.search(notebook.COMMENT.sub("", cell.source))):
                words = match[1] or notebook.markdown(before for _, before in section.cells[:k]).splitlines()[-1]
                body = f"<p>{inline(SENTENCE.split(words)[-1])}</p>"
                body += f'<div class="math" style="--signs: {signs(match[2])}">{MARKDOWN.render(match[2])}</div>'
                body += f"<p>{inline(worded(cell))}</p>" * bool(worded(cell))
                answer = re.sub(r"\s*\$\$.*?\$\$\s*", " … ", notebook.COMMENT.sub("", cell.source), flags=re.DOTALL)
                notes = {"Right": " ".join(re.sub(r"^#.*", "", answer).split()), "Run": next_code(section, k)}
                _, later = teach.EVENING.get(f"{c.number:02}", {}).get(section.title, ("", ()))
                evening = notebook.COMMENT.sub("", cell.source).startswith(tuple(later))
                yield Slide("formula", heading, body, section=section, notes=notes, evening=evening)
            if "exercise" in wants and EXERCISE.search(cell.source):
                yield from exercise_slides(c, section, k)
            continue
        if "call" in wants:
            yield settled(section, called("reveal", cell.source)[0])
        run = {"Run": found(section, cell)}
        if "check_environment()" in cell.source:
            body = f'<p class="green">{escape(printed(cell))}</p>'
            yield Slide("check", "Run the first cell. It should say:", body, section=section, notes=run)
        if "data" in wants:
            data = shown(cell) or python(printed(cell), TextLexer)
        if "table" in wants and shown(cell):
            body = f"<div>{'' if heading == section.title else f'<h3>{inline(heading)}</h3>'}{shown(cell)}</div>"
            yield Slide("table", section.title, body, section=section, notes=run)
        for picture in pictures([cell]) if "figure" in wants else []:
            asked = worded(section.cells[k - 1][1])  # the picture answers it, with the next click
            yield Slide("figure", asked or heading, picture=picture, section=section, notes=run)


def next_code(section, k):
    """Where the next code cell of a section is."""
    cell = next((cell for _, cell in section.cells[k:] if cell.cell_type == "code"), None)
    return found(section, cell) if cell else "Nothing."


def directions(c, part):
    """What the instructor's page says of each section under a heading, as {title: Markdown}."""
    page = c.guide.read_text(encoding="utf-8") if c.guide.exists() else ""
    text = re.search(rf"^## {part}\n(.*?)(?=^## |\Z)", notebook.COMMENT.sub("", page), re.MULTILINE | re.DOTALL)
    found = {}
    for title, words in re.findall(r"^- \[\[(.+?)\]\]:? *(.*(?:\n(?: .*)?)*)", text[1] if text else "", re.MULTILINE):
        found[title] = teach.NAMED.sub(r"*\2*", re.sub(r"^  ", "", words.strip(), flags=re.MULTILINE))
    return found


def deck(c):
    """The slides of a chapter, in the order of its cells; none if it has nothing to show."""
    slides = []
    for section in c.sections:
        if section.part == "question":
            text = notebook.markdown(cell for _, cell in section.cells[1:])
            bold = re.search(r"^(?:.*? )?\*\*([^*]+?\?)", text, re.MULTILINE)
            body = f"<p>{inline(bold[1])}</p>" if bold else ""
            if text := next(filter(None, (worded(cell) for _, cell in section.cells)), ""):
                says = dict(OPTION.findall(text))
                body = options(says) if says else f"<p>{inline(text)}</p>"
            notes = {"Run": next_code(section, 0)}
            slides.append(Slide("title", section.title, body, c.title, section=section, notes=notes))
        for slide in section_slides(c, section):
            if slide.kind == "table" == slides[-1].kind and slide.section is slides[-1].section:
                slides[-1].body += step(slide.body)  # the two stand side by side
                continue
            slides.append(slide)
        if section.part == "takeaways":
            quote = re.search(r"^> (.*(?:\n> .*)*)", c.words("takeaways"), re.MULTILINE)
            motto = re.search(r"^\*([^*].*)\*", c.nb.cells[0].source, re.MULTILINE)
            words = quote[1].replace("\n> ", " ") if quote else motto[1] if motto else ""
            notes = {"Run": "Nothing: screens down for this one."}
            body = f"<blockquote>{inline(words)}</blockquote>"
            slides.append(Slide("home", "To carry home", body, section=section, notes=notes))
    room, late = directions(c, "In the room"), directions(c, "If late")
    for slide in slides:  # what is said of a section stands with its first slide
        title = slide.section.title
        ask = ASK.get(slide.kind, ASK["vote"])
        slide.notes |= {"Ask": f"{ask} {room.pop(title, '')}", "If late": late.get(title, "")}
        slide.foot = c.title
    return slides if len(slides) > 1 else []


# --- The day


def own(slot):
    """A slide of the day itself."""
    title, line, ask, run = OWN[slot.kind].values()
    fill = {"what": slot.what.partition(", on ")[0], "minutes": slot.minutes, "code": f"`{CODE.get(slot.chapter, '')}`"}
    body = f"<p>{escape(line.format(**fill))}</p>" + (python(CODE[slot.chapter]) if slot.kind == "files" else "")
    return Slide(f"own {slot.kind}", title.format(**fill), body, notes={"Ask": ask, "Run": run.format(**fill)})


def agenda(day, series, number):
    """The chapters, the meals and what a day ends with, each with the hour at which it begins, to five minutes."""
    rows, clock, last = [], day.start, ""
    for slot in day.slots:
        c = series.chapters.get(slot.chapter)
        names = {"lunch": "Lunch", "break": "Break", "quiz": "Quiz", "files": "Your own numbers"}
        what = c.title.partition(" · ")[2] if slot.kind == "chapter" else names.get(slot.kind)
        if what and slot.minutes >= 5 and what != last:
            last = what
            rows.append(f'<li class="{slot.kind}"><b>{teach.hour(5 * round(clock / 5))}</b> {escape(what)}</li>')
        clock += slot.minutes
    rows.append(f"<li><b>{teach.hour(5 * round(clock / 5))}</b> End</li>")
    notes = {"Ask": "Which of these did you come for? Count the hands.", "Run": "Nothing yet."}
    style = f"--lines: {-(-len(rows) // 2)}"
    title = f"Day {number}" if number else "Today"
    return Slide("own agenda", title, f'<ol style="{style}">{"".join(rows)}</ol>', notes=notes)


def workshop(plan, series, decks):
    """The slides of a plan: its chapters' sections, with the day's own slides between, each slot with its hour."""
    slides = []
    for number, day in enumerate(plan.days, 1):
        clock = day.start
        for k, slot in enumerate(day.slots):
            every, here = decks.get(slot.chapter, []), []
            practice = [s for s in every if s.kind in ("exercise", "solution")]
            later = any(other.kind == "chapter" and other.chapter == slot.chapter for other in day.slots[k + 1 :])
            if slot.kind == "chapter":
                taught = [s for s in every if not slot.sections or s.section.title in slot.sections]
                chosen = [s for s in taught if not s.evening]
                chosen += [s for s in every if s.kind == "settled" and not later and s not in chosen]
                at, section = clock, None
                for s in chosen:
                    if s not in practice:
                        first = s.section is not section and (s.section.minutes or not section)
                        here.append(replace(s, clock=teach.hour(at)) if first else s)
                        at += (s.section.minutes or 0) * (s.section is not section)
                        section = s.section
            elif slot.kind == "exercises":
                named = re.compile(r"\d+ minutes")
                mine = [s for s in practice if not slot.exercises or s.above.split()[1] in slot.exercises]
                here = [replace(s, above=named.sub(f"{slot.minutes} minutes", s.above)) for s in mine]
            elif slot.kind in OWN:
                here = [replace(own(slot), clock=teach.hour(clock))]
            if slot.kind in ("welcome", "recap"):
                here.append(agenda(day, series, number * (len(plan.days) > 1)))
            slides += here
            clock += slot.minutes
    notes = {"Ask": "Thank them. Say where the chapters stay.", "Run": "Nothing."}
    body = "<p>Your next score: write its give-or-take beside it.</p>"
    return [*slides, Slide("own welcome", "Thank you", body, notes=notes)]


# --- HTML


NOTES = ("Ask", "Right", "Listen for", "Run", "Then", "If late")


def with_notes(slide, after, until=""):
    """What the speaker reads: the minutes of a section on its first slide, and each note under its name."""
    section = slide.section
    when = [f"{section.minutes} min"] if until and section.minutes else []
    when += [until] * bool(until) + [f"from {slide.clock}"] * bool(slide.clock)
    head = [f"{section.title if section else slide.title}: {', '.join(when)}"] if when else []
    notes = slide.notes | {"Then": notebook.COMMENT.sub("", after.name) if after else "The end."}
    for name in NOTES:
        text = notes.get(name)
        if text and isinstance(text, list):
            head.append(f"**{name}**\n\n" + "\n".join(f"- {' '.join(line.split())}" for line in text))
        elif text:
            head.append(f"**{name}** {text}")
    return MARKDOWN.render("\n\n".join(head))


def html_of(slide, image="", after=None, png=b"", until=""):
    """A slide as HTML; `image` is the address of its picture, `png` the picture."""
    level, kind, picture = "h1" if slide.kind in ("title", "own welcome") else "h2", slide.kind, ""
    if slide.picture:
        picture = f'<img src="{image}" alt="{escape(" ".join(slide.picture.alt.split()))}">'
        later = kind == "result" or slide.title.endswith("?")  # first the question
        picture = step(picture, css="drawn", when="1") if later else picture
        width, height = struct.unpack(">II", (png or slide.picture.png)[16:24])
        kind += " tall" * (width < 1.6 * height)  # then the words go beside it
    above = f'<p class="above">{inline(slide.above)}</p>' if slide.above else ""
    letters = len(re.sub(r"<[^>]*>", "", slide.title + slide.body))
    heading = inline(slide.title)
    heading = step(heading, level, when="1") if "fade-out" in slide.body else f"<{level}>{heading}</{level}>"
    return (
        f'<section><div class="slide {kind}" style="--letters: {letters}">{above}{heading}'
        f'<div class="body">{picture}{slide.body}</div><p class="foot">{inline(slide.foot)}</p></div>'
        f'<aside class="notes">{with_notes(slide, after, until)}</aside></section>'
    )


def page(name, title, slides, drawn):
    """A deck's page, and the pictures that it needs: {name: bytes}. `drawn` has better ones, by their alt texts."""
    files, sections = {}, []
    for k, (slide, after) in enumerate(pairwise([*slides, None])):
        image, png, until = "", b"", ""
        if slide.section and (not k or slides[k - 1].section is not slide.section):
            alike = [*takewhile(lambda other, here=slide: other.section is here.section, slides[k:])]
            until = f"slides {k + 1}-{k + len(alike)}" if alike[1:] else f"slide {k + 1}"
        if slide.picture:
            png = drawn.get(slide.picture.alt, slide.picture.png)
            image = f"figures/{crc32(png):08x}.png"
            files[image] = png
        sections.append(html_of(slide, image, after, png, until))
    return files | {f"{name}.html": filled("deck.html", title=escape(title), slides="\n".join(sections))}


def index(rows):
    """The page that lists the decks: {(address, name, question): slides}."""
    lines = [
        f'<tr><th scope="row"><a href="{address}.html">{inline(name)}</a></th><td>{inline(about)}</td>'
        f'<td>{count}</td><td><a href="{address}.html?print-pdf" aria-label="Print {escape(name)}">print</a></td></tr>'
        for address, name, about, count in rows
    ]
    return {"index.html": filled("index.html", rows="\n".join(lines))}


def filled(name, **values):
    """A page of book/slides with its blanks filled in."""
    return notebook.fill((LOOK / name).read_text(encoding="utf-8"), values.__getitem__).encode()


def palette():
    """The colours of the pictures, for the style sheet."""
    colours = {name: value for name, value in vars(figures).items() if name.isupper() and str(value).startswith("#")}
    lines = "".join(f"--{name.lower().replace('_', '-')}:{value};" for name, value in colours.items())
    return f":root{{{lines}}}\n".encode()


def every_deck(series):
    """Each deck as (address, name, what it is about, slides): the plans first, then the chapters."""
    decks = {number: slides for number, c in series.chapters.items() if (slides := deck(c))}
    days = []
    for plan in teach.plans(series):
        chapters = dict.fromkeys(str(int(slot.chapter)) for day in plan.days for slot in day.slots if slot.chapter)
        days.append((plan.key, plan.title, f"Chapters {', '.join(chapters)}", workshop(plan, series, decks)))
    return days + [(c.path.stem, c.title, c.question, decks[n]) for n, c in series.chapters.items() if n in decks]


def build(folder=SLIDES):
    """Write everything into `folder`, anew; the number of slides of each deck, by name."""
    series = Series.open()
    decks = every_deck(series)
    with ProcessPoolExecutor(2) as pool:
        every = pool.map(drawn_again, [c.path for c in series.chapters.values()])
        drawn = {alt: png for each in every for alt, png in each.items()}
    files = index([(*about, len(shown)) for *about, shown in decks])
    files["style.css"] = palette() + (LOOK / "style.css").read_bytes()
    for name, title, _, slides in decks:
        files |= page(name, title, slides, drawn)
    reveal = Path(find_spec("sphinx_revealjs").origin).parent / "_static" / "revealjs"
    files |= mathjax() | below(reveal, "LICENSE", "dist/reveal.css", "dist/reveal.js", "plugin/notes")
    write(files, folder)
    return {name: len(slides) for name, *_, slides in decks}


def main(arguments=None):
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-serve", action="store_true", help="build only")
    parser.add_argument("--port", type=int, default=8001)
    options = parser.parse_args(arguments)
    print("Drawing the pictures for the projector …", flush=True)
    for name, count in build().items():
        print(f"{count:4d} slides  {name}")
    print(f"They are in {SLIDES.relative_to(ROOT)}.")
    if options.no_serve:
        return 0
    return serve(SLIDES, options.port, "make slides ARGS='--port 8002'", "S opens the speaker's window; ")


if __name__ == "__main__":
    sys.exit(main())
