"""Make slides for a room: a deck for each chapter and for each plan of a workshop, pages of reveal.js in build/slides.

    make slides                          build them and serve them, at http://localhost:8001
    python -m tools.slides               the same; --no-serve builds only, --port takes another port

A deck has what a room must see together. Most of it is found without tags: the question of a chapter, each vote of its
core path, what came of it in steps, the sentence to carry home. A tag `slide-WHAT` picks the rest; WHAT is one of
KINDS. The notes are computed from the notebook, the registry of answers and the instructor's page; the day's own slides
from `teach.plans`. Pictures are drawn again by the chapter's code, in exactly the room that their slide has.

`<!-- slide: … -->` says what a slide says instead. In a vote, or in the text just above a table: captions of numbers,
`{:.0%} of them | …`, or columns to keep and how, `questions | *flips* {:.0%}`; what stands between asterisks, a column
or the first cell of a row, is lit. In an exercise: `- …` is its task, a last line `= {:.1f}% to {:.1f}%` words its
number. In `slide-ask`: `**b** One sentence.` is the verdict, and such lines below reply to other letters. In a formula:
a first line `How many?` stands alone until the click. A section that needs no slide has the tag `no-slide`.
"""

import argparse
import ast
import html
import io
import os
import re
import sys
import textwrap
from concurrent.futures import ProcessPoolExecutor
from contextlib import chdir, redirect_stdout, suppress
from dataclasses import dataclass, field, replace
from html import escape
from importlib.util import find_spec
from itertools import groupby, pairwise, takewhile
from math import ceil, sqrt
from pathlib import Path
from zlib import crc32

import yaml
from markdown_it import MarkdownIt
from matplotlib import rc_context
from matplotlib.ticker import AutoLocator, MaxNLocator
from mdit_py_plugins.dollarmath import dollarmath_plugin
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer, TextLexer

from give_or_take.classroom import figures, look
from give_or_take.classroom.exercises import numbers
from give_or_take.classroom.exercises.calls import CALLS
from tools import notebook, teach
from tools.book import SITE, below, mathjax, write
from tools.notebook import COMMENT, ROOT, Chapter, Series, called, pictures, printed, tags
from tools.serve import serve

SLIDES, LOOK = ROOT / "build" / "slides", ROOT / "book" / "slides"
FINE = 220  # dots an inch: the pictures of a slide on a large projector
WIDE, INCH = 1136, 190  # dots of a slide: the width of a picture, and an inch of it; letters of 10 points have 26

VOTE = re.compile(r"^\*\*(?:Predict|Call) (\d+[A-Z])(?: again)?\.\*\* (.*?)(?=^- |\Z)", re.MULTILINE | re.DOTALL)
OPTION = re.compile(r"^- \*\*([a-z])\*\* (.*?)(?=^- |^$|\Z)", re.MULTILINE | re.DOTALL)
VERDICT = re.compile(r"^\*\*([a-z])\*\* (.*)", re.MULTILINE)
EXERCISE = re.compile(r"^### Exercise (\d+\.\d+) · .*?\n(.*)", re.MULTILINE | re.DOTALL)
FORMULA = re.compile(r"([^\n]*)\s*(?<!\\)(\$\$(?:(?!\$\$).)*\$\$)(?!.*\$\$)", re.DOTALL)
SENTENCE = re.compile(r"(?<=[.!?:)])\s+(?=[A-Z`])")
WORDED = re.compile(r"<!-- slide: (.*?) -->", re.DOTALL)
CELL = re.compile(r"<(t[hd])[^>]*>(.*?)</t[hd]>", re.DOTALL)
NO_RATE = re.compile(r"(?i)p$|p\b.*value|varia|deviat|correl|error|\bSE\b|ratio|kappa")  # columns below 1 that are none

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
WORDS = 20  # on a slide, at most; votes, quotes, tables and code apart

WORDING = yaml.safe_load((LOOK / "words.yml").read_text(encoding="utf-8"))
ASK, OWN, CODE = (WORDING[part] for part in ("ask", "own", "code"))


# --- Markdown, code and tables as HTML

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table").use(dollarmath_plugin)
for rule, (before, after) in {"math_inline": (r"\(", r"\)"), "math_block": (r"\[", r"\]")}.items():
    MARKDOWN.add_render_rule(
        rule, lambda self, tokens, i, *_, b=before, a=after: f"<span>{b}{escape(tokens[i].content)}{a}</span>"
    )
for rule in ("link_open", "link_close"):  # nobody clicks on a projector
    MARKDOWN.add_render_rule(rule, lambda *_: "")


def plain(text):
    """Markdown in one line, without comments, its minus signs true ones."""
    text = " ".join(COMMENT.sub("", text).split()).replace(" …", "\u00a0…").replace("mid-p", "mid\u2011p")
    return re.sub(r"(?<![\w.)$^{])-(?=\d)", "\N{MINUS SIGN}", text)


def inline(text):
    return MARKDOWN.renderInline(plain(text))


def worded(cell):
    """What a cell says on its slide in other words than in the chapter; "" if it has none."""
    return "".join(WORDED.findall(cell.source)[:1])


def lines(text, letters):
    """About how many lines a text takes."""
    return ceil(len(re.sub(r"<[^>]*>|[*$\\]", "", text)) / letters)


def signs(tex):
    """About how many signs wide a formula is."""
    tex, narrower = re.sub(r"\\(?:text|mathrm|sqrt)\b|\\[;,!]|\$", "", tex), None
    while tex != narrower:
        narrower, tex = tex, re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", lambda m: max(m.groups(), key=len), tex)
        tex = re.sub(r"(?<!c)(?<!\})\{([^{}]*)\}", r"\1", tex)
    return len(re.sub(r"\\[a-z]+", "x", re.sub(r"[\s^_{}]", "", tex)))


def python(source, lexer=PythonLexer):
    """Code in colours, as large as its longest line allows."""
    rows = source.strip().splitlines()
    size = f"--columns: {max(map(len, rows))}; --rows: {len(rows)}"
    return f'<pre style="{size}">{highlight(source.strip(), lexer(), HtmlFormatter(nowrap=True))}</pre>'


def options(says, right=None):
    """The options of a vote; with `right`, all others are dimmed."""
    rows = "".join(
        f'<li class="{"" if right in (None, key) else "dim"}"><b>{key}</b><span>{inline(text)}</span></li>'
        for key, text in says.items()
    )
    return f'<ul class="options">{rows}</ul>'


def figured(text, form="", rate=False):
    """A cell of a table: a number in at most three digits, a rate in percent, a true minus sign."""
    if re.fullmatch(r"-?[\d,]*\.?\d+", text) and (form or "." in text):
        value = float(text.replace(",", ""))
        value, unit = (100 * value, "%") if rate else (value, "")
        text = form.format(value) if form else f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}{unit}"
        text += unit * (rate and not form and not text.endswith("%"))
    return re.sub(r"(?<!\w)-(?=\d)", "\N{MINUS SIGN}", text)


def table(rows, says=""):
    """Rows of (tag, text) as a table. `says`: its columns and how, `*what is lit*`; see above."""
    lit = {name.strip() for name in re.findall(r"\*([^*]+)\*", says)}
    parts = [part.replace("*", "").strip() for part in says.split("|")]
    wanted = dict(re.fullmatch(r"(.*?)\s*(\{.*\})?", part).groups("") for part in parts if parts[1:])
    names = [text for _, text in rows[0]] if all(tag == "th" for tag, _ in rows[0]) else [""] * len(rows[0])
    if unknown := (set(wanted) | lit) - set(names) - {row[0][1] for row in rows}:
        raise ValueError(f"slide: no column or row is called {sorted(unknown)}; there are {names}")
    columns = []
    for name, column in zip(names, zip(*rows, strict=True), strict=True):
        values = [text for _, text in column if re.fullmatch(r"[01]?\.\d+|0|1", text)]
        rate = name and any("." in v for v in values) and len(values) == len(column) - 1 and not NO_RATE.search(name)
        form = wanted.get(name, "")
        columns.append((name, bool(rate) and all(float(v) <= 1 for v in values) and not form, form))
    marked = []
    for row in rows:
        each = ""
        for (tag, text), (name, rate, form) in zip(row, columns, strict=True):
            if not wanted or not name or name in wanted:
                mark = " class=lit" * bool({name, row[0][1]} & lit)
                each += f"<{tag}{mark}>{escape(figured(text, form, rate))}</{tag}>"
        marked.append(f"<tr{' class=head' * all(tag == 'th' for tag, _ in row)}>{each}</tr>")
    shows = [j for j, name in enumerate(names) if not wanted or not name or name in wanted]
    words = [max(map(len, name.split()), default=0) for name in names]  # headings wrap
    widths = [max([words[j], *(len(figured(row[j][1])) for row in rows[1:])]) for j in shows]
    return f'<table style="--signs: {sum(widths) + 3 * len(widths)}">{"".join(marked)}</table>'


def shown(cell, says=""):
    """What a code cell gave: a table, or its numbers, large, each with its caption; "" if neither."""
    outputs = [output.get("data", {}) for output in cell.get("outputs", [])]
    if frame := next((data["text/html"] for data in outputs if "<tr" in data.get("text/html", "")), ""):
        rows = []
        for row in re.findall(r"<tr.*?</tr>", frame, re.DOTALL):
            cells = CELL.findall(row)
            blank = [("th", "")] * (len(rows[0]) - len(cells) if rows else 0)  # a heading of the row above spans it
            rows.append(blank + [(tag, html.unescape(text.strip())) for tag, text in cells])
        if len(rows) > 1 and not rows[1][-1][1]:  # pandas gives the names of the index a row of their own
            rows[:2] = [[a if a[1] else b for a, b in zip(*rows[:2], strict=True)]]
        return table(rows, says)
    text = next((data["text/plain"] for data in outputs if "text/plain" in data), "") or printed(cell)
    rows = [re.split(r"\s{2,}", line.strip()) for line in text.splitlines()]
    columns = max(map(len, rows), default=0)
    if len(rows := [row for row in rows if len(row) == columns]) > 1 < columns:
        head = not re.search(r"\d", "".join(rows[0]))
        kinds = [["th"] + ["th" if head and row is rows[0] else "td"] * (columns - 1) for row in rows]
        return table([[*zip(*both, strict=True)] for both in zip(kinds, rows, strict=True)], says)
    with suppress(ValueError, SyntaxError):
        values = ast.literal_eval(text)
        values = values if isinstance(values, tuple) else (values,)
        if all(isinstance(value, (int, float)) for value in values):
            each = says.format(*values).split(" | ") if says else [figured(f"{value}") for value in values]
            each = (escape(plain(text)).partition(" ") for text in each)
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
    section: notebook.Section | None = None
    notes: dict = field(default_factory=dict)  # NOTES, in Markdown
    moral: str = ""  # Markdown, at the foot, with the last click
    first: str = ""  # the body that stands there before the click, under the same stem, with its label above
    label: str = ""
    picture: notebook.Picture | None = None
    chapter: Chapter | None = None
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
            return 537 - 50 * lines(self.title, 46)  # the title of the picture comes last, at the foot
        return 534 - 36 * lines(self.above, 64) - (30 + 39 * lines(self.moral, 58)) * bool(self.moral)


def picked(cell):
    """What the tags of a cell put on slides."""
    return [tag.removeprefix("slide-") for tag in tags(cell) if tag.startswith("slide-")]


def missing(cell):
    """What the tags of a cell ask for and the cell does not have."""
    return [what for what in picked(cell) if what not in KINDS or not KINDS[what](cell)]


def found(section, *cells):
    """Where code cells are: the heading, which cells below it, and how the first begins."""
    code = [cell for _, cell in section.cells if cell.cell_type == "code" and "\nSEED = " not in cell.source]
    if not code or not cells:
        return "Nothing: hands, and the board."
    if cells[0] not in code:
        return "Open the chapter, and run its first cell."
    first, last = code.index(cells[0]) + 1, code.index(cells[-1]) + 1
    which = f"cell {first}" if first == last else f"cells {first} to {last}"
    begin = next((line for line in cells[0].source.splitlines() if not re.match("(from|import) |#|$", line)), "")
    return f"*{section.title}*, {which} below it: `{textwrap.shorten(begin.replace('`', ' '), 60, placeholder=' …')}`"


def next_code(section, k):
    """Where the next code cell of a section is, unless a vote comes first."""
    here = takewhile(lambda at: not VOTE.search(at[1].source), section.cells[k:])
    return found(section, *[cell for _, cell in here if cell.cell_type == "code"][:1])


def replies(right, because, options, says):
    """For the speaker: what is right and why, and each wrong letter, what it says, and the reply to it."""
    listen = [f"**{key}** ({plain(says.get(key, ''))[:60]}): {text}" for key, text in options.items() if key != right]
    return {"Right": f"**{right}**, because: {because}", "Listen for": listen}


def vote_slides(c, section, k, match, data):
    """A vote, and what came of it: the right letter, then a picture, a table or numbers, then the moral."""
    id, stem = match.groups()
    asked = c.predictions.get(id) or CALLS.get(id)
    says = (asked and asked.says) or dict(OPTION.findall(COMMENT.sub("", match.string[match.start() :])))
    stem = plain((asked and asked.asks) or stem)
    later = takewhile(lambda at: at[1].cell_type == "code" or not VOTE.search(at[1].source), section.cells[k + 1 :])
    code = [cell for _, cell in later if cell.cell_type == "code"]
    notes = replies(asked.right, asked.because, asked.options, says) if asked else {}
    body = f'<div class="beside">{data}{options(says)}</div>' if data else options(says)
    run = f"{found(section, code[0])}: each types a letter." if code else "Nothing: a show of hands."
    yield Slide("vote", stem, body, f"Predict {id}", section, notes | {"Run": run})
    reveal = next((j for j, cell in enumerate(code) if id in called("reveal", cell.source)), None)
    if reveal is None or not asked:
        return
    drawn = next(iter(pictures([cell for cell in code if "figure" not in picked(cell)])), None)
    says_so = worded(section.cells[k][1])
    gave = "" if drawn else next(filter(None, (shown(cell, says_so) for cell in reversed(code[1 : reveal + 1]))), "")
    notes |= {"Run": found(section, *code[1 : reveal + 1])}
    result = Slide("result", stem, options(says, asked.right), f"Predict {id}", section, notes, asked.because)
    if drawn or gave:
        title = f"**{asked.right}** {says[asked.right]}" if asked.right in says else "What came of it"
        first, label = result.body, result.above
        result = replace(result, title=title, above=stem, first=first, label=label, body=gave, picture=drawn)
    yield result


def settled(section, id):
    """A call of chapter 0, with what is known by now; hands first, then the letter."""
    call = CALLS[id]
    notes = replies(call.right, call.because, call.options, call.says) | {"Run": "Nothing."}
    body, first = options(call.says, call.right), options(call.says)
    why = call.because if len(call.because.split()) <= WORDS else re.split(r"(?<=\.) ", call.because)[0]
    return Slide("settled", call.asks, body, f"Call {id}, with what you know now", section, notes, why, first)


def decided(section, k, heading, text):
    """A decision put to the room again, and its verdict if the notebook has one."""
    verdicts, says = dict(VERDICT.findall(text)), dict(OPTION.findall(text))
    stem, right = plain(OPTION.split(text)[0]), next(iter(verdicts), None)
    notes = replies(right, verdicts[right], verdicts, says) if right else {"Listen for": []}
    notes |= {"Listen for": [*notes["Listen for"], "What would make you change your mind?"], "Run": "Nothing."}
    yield Slide("ask", stem, options(says), heading, section, notes | {"Run": next_code(section, k)})
    if right:
        yield Slide("result", stem, options(says, right), heading, section, notes, verdicts[right])


def exercise_slides(c, section, k):
    """The exercise to do now, and its solution."""
    id, text = EXERCISE.search(section.cells[k][1].source).groups()
    text, asked, says = COMMENT.sub("", text).strip(), c.exercises.get(id), dict(OPTION.findall(text))
    code = next((cell for _, cell in section.cells[k + 1 :] if cell.cell_type == "code"), None)
    says_so, _, form = worded(section.cells[k][1]).partition("\n= ")
    if says:
        title, body = OPTION.split(text)[0], options(says)
    else:
        asks = text[: text.rfind("?") + 1] or SENTENCE.split(text)[0]  # the form of an answer is said in the notebook
        title, _, task = (says_so or asks.replace("\n", " ")).partition("\n")
        body = python(re.sub(r":\s*\.\.\..*", ": ...", code.source if code else "...", flags=re.DOTALL))
        body = body * (not task or "def " in code.source) + MARKDOWN.render(task)
    notes = replies(asked.right, asked.why, asked.choices, says) if asked and says else {"Listen for": []}
    for slip, reply in asked.mistakes[:4] if asked else []:
        notes["Listen for"].append(f"**{teach.shown(slip(), asked.whole)}**: {reply}" if asked.answer else reply)
    title, notes = plain(title), notes | {"Run": found(section, *[code][: bool(code)])}
    above = f"Exercise {id} · {teach.EACH} minutes, now"
    yield Slide("exercise", title, body, above, section, notes, minutes=teach.EACH)
    solved = c.solutions(id)
    if not solved or not asked:
        return
    source = re.sub(r"[ \t]*$|\n*^check\(.*", "", notebook.without_comments(solved[-1].source), flags=re.MULTILINE)
    value = ""
    if asked.answer:
        given = numbers(asked.answer())
        value = form.format(*given) if form else " to ".join(teach.shown(x, asked.whole) for x in given)
        value = f'<p class="value">{escape(plain(value))}</p>'
    body = options(says, asked.right) if says else value + python(source)
    moral = asked.why if len(asked.why.split()) <= WORDS else ""
    notes = notes | {"Run": f"*Solutions*, the folded cell that ends in `check(\"{id}\", …)`"}
    yield Slide("solution", title if says or value else "Solution", body, f"Exercise {id}", section, notes, moral)


def section_slides(c, section):
    """The slides of one `##` section, in the order of its cells."""
    heading, data = section.title, ""
    for k, (_, cell) in enumerate(section.cells):
        wants, text, says = picked(cell), COMMENT.sub("", cell.source), worded(cell)
        if cell.cell_type == "markdown":
            for line in re.findall(r"^###? .*", cell.source, re.MULTILINE):
                heading = notebook.heading(line)[0]
            if (match := VOTE.search(cell.source)) and (section.minutes or "vote" in wants):
                yield from vote_slides(c, section, k, match, data)
                data = ""
            if "ask" in wants and says:
                yield from decided(section, k, heading, says)
            if "formula" in wants and (match := FORMULA.search(text)):
                words = match[1] or notebook.markdown(before for _, before in section.cells[:k]).splitlines()[-1]
                asks, _, says = says.rpartition("\n")
                body = f"<p>{inline(SENTENCE.split(words)[-1])}</p>"
                body += f'<div class="math" style="--signs: {signs(match[2])}">{MARKDOWN.render(match[2])}</div>'
                body = f'<div class="fragment">{body}</div>' if asks else body
                body += f'<p class="fragment">{inline(says)}</p>' * bool(says)
                _, later = teach.EVENING.get(f"{c.number:02}", {}).get(section.title, ("", ()))
                notes, evening = {"Run": next_code(section, k)}, text.startswith(tuple(later))
                yield Slide("formula", asks or heading, body, heading * bool(asks), section, notes, evening=evening)
            if "exercise" in wants and EXERCISE.search(cell.source):
                yield from exercise_slides(c, section, k)
            continue
        notes, said = {"Run": found(section, cell)}, worded(section.cells[k - 1][1]) if k else ""
        if "call" in wants or (section.part == "takeaways" and len(called("reveal", cell.source)) == 1):
            yield settled(section, called("reveal", cell.source)[0])
        if "check_environment()" in cell.source:
            body = f'<p class="green">{escape(printed(cell))}</p>'
            yield Slide("check", "Run the first cell. It should say:", body, section=section, notes=notes)
        if "data" in wants:
            data = shown(cell, said) or python(printed(cell), TextLexer)
            data = data.replace("class=lit", 'class="lit fragment" data-fragment-index=0')  # first the room, then this
        if "table" in wants and (body := shown(cell, said)):
            above = section.title if heading != section.title else ""
            yield Slide("table", heading, body, above, section, notes)
        for picture in pictures([cell]) if "figure" in wants else []:
            yield Slide("figure", said or heading, section=section, notes=notes, label=said, picture=picture)


def directions(c, part):
    """What the instructor's page says of each section under a heading, as {title: Markdown}."""
    page = c.guide.read_text(encoding="utf-8") if c.guide.exists() else ""
    text = re.search(rf"^## {part}\n(.*?)(?=^## |\Z)", COMMENT.sub("", page), re.MULTILINE | re.DOTALL)
    found = {}
    for title, words in re.findall(r"^- \[\[(.+?)\]\]:? *(.*(?:\n(?: .*)?)*)", text[1] if text else "", re.MULTILINE):
        words = teach.NAMED.sub(r"*\2*", re.sub(r"^  ", "", words.strip(), flags=re.MULTILINE))
        found[title] = words[:1].upper() + words[1:]
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
                body, says = f"<p>{inline(OPTION.split(text)[0])}</p>", dict(OPTION.findall(text))
                body = body.replace("<p></p>", "") + (options(says) if says else "")
            slides.append(Slide("title", section.title, body, c.title, section, {"Run": next_code(section, 0)}))
        slides += section_slides(c, section)
        if section.part == "takeaways":
            quote = re.search(r"^> (.*(?:\n> .*)*)", c.words("takeaways"), re.MULTILINE)
            motto = re.search(r"^\*([^*].*)\*", c.nb.cells[0].source, re.MULTILINE)
            words = quote[1].replace("\n> ", " ") if quote else motto[1] if motto else ""
            notes, body = {"Run": "Nothing: screens down for this one."}, f"<blockquote>{inline(words)}</blockquote>"
            slides.append(Slide("home", "To carry home", body, section=section, notes=notes))
    room, late = directions(c, "In the room"), directions(c, "If late")
    for slide in slides:  # what is said of a section stands with its first slide
        title = slide.section.title
        ask, more = ASK.get(slide.kind, ASK["vote"]), room.pop(title, "")
        ask = ask * (not more or slide.kind != "title" or "options" in slide.body)  # else nothing to vote on
        slide.notes |= {"Ask": f"{ask} {more}".strip(), "If late": late.pop(title, "")}
        slide.chapter = c
    return slides if len(slides) > 1 else []


def bare(c):
    """The sections that take minutes in the room and show nothing there."""
    has = {slide.section.title for slide in deck(c)}
    has |= {s.title for s in c.sections for _, cell in s.cells if "no-slide" in tags(cell)}
    return [s.title for s in c.sections if s.minutes and s.title not in has]


# --- The day


def own(slot, clock):
    """A slide of the day itself."""
    title, line, ask, run = OWN[slot.kind].values()
    steps, _, code = CODE.get(slot.chapter, "").strip().rpartition("\n\n")
    fill = {"what": re.split("[,:] ", slot.what)[0], "minutes": slot.minutes, "code": f"`{code}`"}
    fill |= {"none": WORDING["none"][bool(steps)], "back": teach.hour(clock + slot.minutes)}
    body = "".join(f"<p>{escape(each)}</p>" for each in line.format(**fill).splitlines())
    body += MARKDOWN.render(steps) + python(code) if slot.kind == "files" else ""
    notes, minutes = {"Ask": ask.format(**fill), "Run": run.format(**fill)}, slot.minutes * ("{minutes}" in line)
    kind, title, clock = f"own {slot.kind}", title.format(**fill), teach.hour(clock)
    return Slide(kind, title, body, notes=notes, minutes=minutes, clock=clock)


def agenda(day, series, number):
    """The chapters, the meals and what a day ends with, each with the minute at which it begins."""
    rows, clock, names = [], day.start, {"quiz": "Quiz", "files": "Your own numbers", "lunch": "Lunch"}
    for _, block in groupby(day.slots, key=lambda slot: slot.kind in ("break", "lunch")):
        slots, begins, what = [*block], teach.hour(clock), {}
        clock += sum(slot.minutes for slot in slots)
        if slots[0].kind == "break":
            rows[-1] += f" <i>break {begins}</i>"
            continue
        for slot in slots:
            name = series.chapters[slot.chapter].title if slot.kind == "chapter" else names.get(slot.kind)
            what |= {escape(name.partition(" · ")[2] or name): 1} if name and slot.minutes >= 5 else {}
        rows.append(f"<b>{begins}</b> {', '.join(what)}")
    body = "".join(f"<li>{row}</li>" for row in [*rows, f"<b>{teach.hour(clock)}</b> End"])
    notes = {"Ask": "Which of these did you come for? Count the hands.", "Run": "Nothing yet."}
    return Slide("own agenda", f"Day {number}" if number else "Today", f"<ol>{body}</ol>", notes=notes)


def workshop(plan, series, decks):
    """The slides of a plan: its chapters' sections, with the day's own slides between, each slot with its hour."""
    slides = []
    for number, day in enumerate(plan.days, 1):
        clock = day.start
        for slot in day.slots:
            every, here = decks.get(slot.chapter, []), []
            practice = [s for s in every if s.kind in ("exercise", "solution")]
            if slot.kind == "chapter":
                core = [s for s in series.chapters[slot.chapter].sections if s.minutes]
                at, begins = clock, {}
                for section in core:
                    if not slot.sections or section.title in slot.sections:
                        begins[section.title] = teach.hour(at)
                        at += section.minutes
                begins = begins or {every[0].section.title: teach.hour(clock)}
                for s in every:
                    taught = not slot.sections or s.section.title in slot.sections
                    if s not in practice and taught and not s.evening:
                        here.append(replace(s, clock=begins.pop(s.section.title, "")))
            elif slot.kind == "exercises":
                named, chosen = re.compile(r"\d+ minutes"), slot.exercises or [s.above.split()[1] for s in practice]
                each = slot.minutes // max(len(chosen), 1)
                for s in practice:
                    if s.above.split()[1] in chosen:
                        minutes = each * (s.kind == "exercise")
                        here.append(replace(s, above=named.sub(f"{each} minutes", s.above), minutes=minutes))
            elif slot.kind in OWN:
                here = [own(slot, clock)]
            if slot.kind in ("welcome", "recap"):
                here.append(agenda(day, series, number * (len(plan.days) > 1)))
            if slot.kind == "reserve":
                until = f"{slot.minutes} min, until {teach.hour(clock + slot.minutes)}. {WORDING['reserve']}"
                slides[-1] = replace(slides[-1], notes=slides[-1].notes | {"In reserve": until})
            slides += here
            clock += slot.minutes
    notes = {"Ask": "Thank them. Say where the chapters stay.", "Run": "Nothing."}
    body = "<p>Your next score: write its give-or-take beside it.</p>"
    return [*slides, Slide("own welcome", "Thank you", body, notes=notes)]


# --- Pictures


def redrawn(figure, high):
    """A figure in exactly the room that a slide has, with few ticks; gives its title, which comes last."""
    title = figure.get_suptitle()
    figure.set_size_inches(WIDE / INCH, high / INCH)
    figure.suptitle("")
    for axes in figure.axes:
        if len(figure.axes) == 1 or not title:
            title = axes.get_title(loc="left") or title
            axes.set_title("", loc="left")
        if len(figure.axes) == 1:
            label = " ".join(axes.get_ylabel().split()) * axes.yaxis.get_visible()
            axes.set_ylabel("")
            axes.annotate(label, (0, 1), (0, 6), xycoords="axes fraction", textcoords="offset points", fontsize=12)
        for axis, most in (axes.xaxis, 6), (axes.yaxis, 4):
            if isinstance(axis.get_major_locator(), AutoLocator):
                axis.set_major_locator(MaxNLocator(most, steps=[1, 2, 5, 10]))
                if max(axis.get_view_interval()) >= 1000:
                    axis.set_major_formatter("{x:,.0f}")
    figure.tight_layout(pad=0.3)
    return re.sub(r"(?<=[^.?!])$", ".", " ".join(title.split()))


def drawn_again(path):
    """The pictures of a chapter for the projector, as {alt: (PNG, title)}: its code, run up to the exercises."""
    c, space = Chapter.open(path), {"__name__": "__main__"}
    aside = {i for part in ("exercises", "solutions", "sources", "going-further") for i, _ in c.parts.get(part, [])}
    on, titles = {id(slide.picture.cell): slide for slide in deck(c) if slide.picture}, {}

    def fit(figure):
        if slide := on.get(id(cell)):
            titles[slide.picture.alt] = redrawn(figure, slide.room)

    with rc_context(), figures.shown_at(FINE, fit) as drawn, chdir(path.parent), redirect_stdout(io.StringIO()):
        look.dress()
        for i, cell in c.code:
            if i not in aside:
                exec(compile(cell.source, f"{path.name}, cell {i}", "exec"), space)
    return {alt: (png, titles.get(alt, "")) for alt, png in drawn.items()}


# --- HTML


NOTES = ("Ask", "Right", "Listen for", "Run", "In reserve", "Then", "If late")


def with_notes(slide, after, until=""):
    """What the speaker reads: the minutes of a section on its first slide, and each note under its name."""
    section = slide.section
    when = [f"{section.minutes} min"] if until and section.minutes else []
    when += [until] * bool(until) + [f"from {slide.clock}"] * bool(slide.clock)
    head = [f"{section.title if section else slide.title}: {', '.join(when)}"] if when else []
    notes = slide.notes | {"Then": COMMENT.sub("", after.name) if after else "The end."}
    for name in NOTES:
        text = notes.get(name)
        if text and isinstance(text, list):
            head.append(f"**{name}**\n\n" + "\n".join(f"- {' '.join(line.split())}" for line in text))
        elif text:
            head.append(f"**{name}** {text}")
    return MARKDOWN.render("\n\n".join(head))


def layer(slide, body, foot, css, when=""):
    """Everything that stands on a slide at once: the line above, the heading, the body, the moral at the foot."""
    level = "h1" if slide.kind in ("title", "own welcome") else "h2"
    text = re.sub(r"<[^>]*>", "", body)
    size = min(96, sqrt(420_000 / (0.78 * max(len(text), 1))))  # of a sentence that fills the slide
    style = f"--letters: {len(re.sub(r'[*$]', '', slide.title))}; --size: {size:.0f}px"
    above = f'<p class="above">{inline(slide.above)}</p>' if slide.above else ""
    moral = f'<p class="moral fragment">{inline(slide.moral)}</p>' if slide.moral and "first" not in css else ""
    timer = f'<button class="timer" data-minutes="{slide.minutes}">{slide.minutes}:00</button>' if slide.minutes else ""
    return (
        f'<div class="slide {css}" style="{style}"{f" data-fragment-index={when}" * bool(when)}>{above}'
        f'<{level}>{inline(slide.title)}</{level}><div class="body">{body}</div>{moral}{timer}'
        f'<p class="foot">{foot}</p></div>'
    )


def html_of(slide, image="", after=None, until=""):
    """A slide as HTML; `image` is the address of its picture. What came of a vote takes the place of its options."""
    foot, body = '<a href="index.html">all slides</a>', slide.body
    if c := slide.chapter:
        foot = f'<a href="{{{{ site }}}}/{c.path.stem}.html">{inline(c.title)}</a> · {foot}'
    if slide.picture:
        body = f'<img src="{image}" alt="{escape(" ".join(slide.picture.alt.split()))}">{body}'
        if slide.kind == "figure" and slide.label.endswith("?"):  # first the question
            body = f'<div class="fragment drawn">{body}</div>'
    asked = slide.kind in ("vote", "ask", "settled") or (slide.kind == "result" and not slide.first)
    css = f"{slide.kind}{' asked' * asked}{' fragment' * bool(slide.first)}"
    layers = layer(slide, body, foot, css, "1" * bool(slide.first))
    if slide.first:
        stem = slide if asked else replace(slide, title=slide.above, above=slide.label)
        layers = layer(stem, slide.first, foot, f"{slide.kind} asked first fragment fade-out", "1") + layers
    return f'<section>{layers}<aside class="notes">{with_notes(slide, after, until)}</aside></section>'


def page(name, title, slides, drawn, site="../site"):
    """A deck's page, and the pictures that it needs: {name: bytes}. `drawn` has better ones and their titles."""
    files, sections = {}, []
    for k, (slide, after) in enumerate(pairwise([*slides, None])):
        image, until = "", ""
        if slide.section and (not k or slides[k - 1].section is not slide.section):
            alike = [*takewhile(lambda other, here=slide: other.section is here.section, slides[k:])]
            until = f"slides {k + 1}-{k + len(alike)}" if alike[1:] else f"slide {k + 1}"
        if slide.picture:
            png, said = drawn.get(slide.picture.alt, (slide.picture.png, ""))
            slide = replace(slide, moral=said) if slide.kind == "figure" else slide
            image = f"figures/{crc32(png):08x}.png"
            files[image] = png
        sections.append(html_of(slide, image, after, until))
    text = filled("deck.html", title=escape(title), slides="\n".join(sections)).replace(b"{{ site }}", site.encode())
    return files | {f"{name}.html": text}


def index(rows):
    """The page that lists the decks: the plans, then the chapters, as (address, name, what for, minutes, slides)."""
    lines = [
        f'<tr><th scope="row"><a href="{address}.html">{inline(name)}</a></th><td>{inline(about)}</td><td>{count}</td>'
        f'<td>{minutes}</td><td><a href="{address}.html?print-pdf" aria-label="Print {escape(name)}">print</a></td>'
        for address, name, about, minutes, count in rows
    ]
    return {"index.html": filled("index.html", rows="\n".join(lines))}


def filled(name, **values):
    """A page of book/slides with its blanks filled in."""
    return notebook.fill((LOOK / name).read_text(encoding="utf-8"), values.__getitem__).encode()


def every_deck(series):
    """Each deck as (address, name, what it is about, minutes, slides): the plans first, then the chapters."""
    decks = {number: slides for number, c in series.chapters.items() if (slides := deck(c))}
    days = []
    for plan in teach.plans(series):
        chapters = dict.fromkeys(str(int(slot.chapter)) for day in plan.days for slot in day.slots if slot.chapter)
        about, minutes = f"Chapters {', '.join(chapters)}", sum(slot.minutes for day in plan.days for slot in day.slots)
        days.append((plan.key, plan.title, about, minutes, workshop(plan, series, decks)))
    each = ((series.chapters[number], slides) for number, slides in decks.items())
    return days + [(c.path.stem, c.title, c.question, c.minutes["room"], slides) for c, slides in each]


def build(folder=SLIDES):
    """Write everything into `folder`, anew; the number of slides of each deck, by name."""
    series = Series.open()
    decks = every_deck(series)
    with ProcessPoolExecutor(2) as pool:
        every = pool.map(drawn_again, [c.path for c in series.chapters.values()])
        drawn = dict(item for each in every for item in each.items())
    files = index([(*about, len(shown)) for *about, shown in decks])
    files["style.css"] = f":root{{--orange:{figures.ORANGE}}}\n".encode() + (LOOK / "style.css").read_bytes()
    for name, title, *_, slides in decks:
        files |= page(name, title, slides, drawn, os.path.relpath(SITE, folder))
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
    if lacking := [f"{c.title}: {title}" for c in Series.open().chapters.values() for title in bare(c)]:
        print("These take minutes and have no slide; write one, or tag a cell no-slide:", *lacking, sep="\n  ")
        return 1
    if options.no_serve:
        return 0
    return serve(SLIDES, options.port, "make slides ARGS='--port 8002'", "S opens the speaker's window; ")


if __name__ == "__main__":
    sys.exit(main())
