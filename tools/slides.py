"""Make slides of the chapters, for the projector: pages of reveal.js in build/slides.

    make slides                          build them and serve them, at http://localhost:8001
    python -m tools.slides               the same; --no-serve builds only, --port takes another port

No sentence is written twice. A tag `slide-WHAT` puts the first WHAT of its cell on a slide; WHAT is one of KINDS. What
stands between two slides goes into the speaker notes of the first. The result of a vote follows it by itself: the
pictures up to its `reveal`, or else what that cell printed, with the reply. Pictures are drawn again, twice as fine as
they are stored, by running the chapter's code. A chapter has slides because it has such tags: nothing here lists them.
"""

import argparse
import io
import re
import struct
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass, field
from html import escape
from importlib.util import find_spec
from pathlib import Path

from markdown_it import MarkdownIt
from matplotlib import rc_context
from mdit_py_plugins.dollarmath import dollarmath_plugin

from give_or_take.classroom import figures, look
from tools import notebook
from tools.book import below, mathjax, write
from tools.notebook import ROOT, Chapter, Series, called, pictures, printed, tags
from tools.serve import serve

SLIDES, LOOK = ROOT / "build" / "slides", ROOT / "book" / "slides"
FINE = 220  # dots an inch: the pictures of a slide on a large projector

BLOCKS = {
    "paragraph": "text",
    "bullet_list": "list",
    "ordered_list": "list",
    "blockquote": "quote",
    "table": "table",
    "math_block": "formula",
}
KINDS = {*BLOCKS.values(), "vote", "exercise", "figure", "output"}

ASIDE = re.compile(r"<!--.*?-->|<details>.*?</details>|<br>", re.DOTALL)
VOTE = re.compile(r"\*\*Predict (\d+[A-Z])\.\*\* ")
OPTION = re.compile(r"^- \*\*([a-z])\*\* (.*?)(?=^- |\Z)", re.MULTILINE | re.DOTALL)
SENTENCE = re.compile(r"(?<=[.!?)])\s+(?=[A-Z])")


# --- Markdown

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table").use(dollarmath_plugin)
for rule, (before, after) in {"math_inline": (r"\(", r"\)"), "math_block": (r"\[", r"\]")}.items():
    MARKDOWN.add_render_rule(
        rule, lambda self, tokens, i, *_, b=before, a=after: f"<span>{b}{escape(tokens[i].content)}{a}</span>"
    )
for rule in ("link_open", "link_close"):  # nobody clicks on a projector
    MARKDOWN.add_render_rule(rule, lambda *_: "")


def pieces(source, heading=""):
    """A Markdown cell piece by piece, as (kind, the heading that it stands under, Markdown)."""
    text, found = ASIDE.sub("", source), []
    lines = text.splitlines()
    for token in MARKDOWN.parse(text):
        if token.level or not token.map:
            continue
        kind, block = token.type.removesuffix("_open"), "\n".join(lines[slice(*token.map)]).strip()
        if found and found[-1][0] in ("vote", "exercise"):  # they reach to the end of their cell
            found[-1][2] += f"\n\n{block}"
        elif kind == "heading":
            heading, _ = notebook.heading(block)
            if block.startswith("### Exercise "):
                found.append(["exercise", heading, ""])
        elif VOTE.match(block):
            found.append(["vote", heading, block])
        else:
            if kind == "math_block" and found and found[-1][0] == "text":
                block = f"{SENTENCE.split(found[-1][2])[-1]}\n\n{block}"
            found.append([BLOCKS.get(kind, kind), heading, block])
    return found


def place(what, parts):
    """Where the piece is that the tag slide-WHAT means: the first of its kind; None if there is none."""
    kinds = [kind for kind, _, _ in parts]
    if what == "formula" and what not in kinds:  # one in a sentence will do
        return next((i for i, (_, _, text) in enumerate(parts) if re.search(r"\$[^$]+\$", text)), None)
    return kinds.index(what) if what in kinds else None


def picked(cell):
    """What the tags of a cell put on slides."""
    return [tag.removeprefix("slide-") for tag in tags(cell) if tag.startswith("slide-")]


def missing(cell):
    """What the tags of a cell ask for and the cell does not have."""
    if cell.cell_type == "code":
        has = {"figure"} if pictures([cell]) else set()
        return [what for what in picked(cell) if what not in has | ({"output"} if printed(cell) else set())]
    return [what for what in picked(cell) if what not in KINDS or place(what, pieces(cell.source)) is None]


def drawn_again(path):
    """The pictures of a chapter in projector quality, as {alt: PNG}: its code, run up to the exercises."""
    c, space = Chapter.open(path), {"__name__": "__main__"}
    aside = {i for part in ("exercises", "solutions", "sources", "going-further") for i, _ in c.parts.get(part, [])}
    with rc_context(), figures.shown_at(FINE) as drawn, chdir(path.parent), redirect_stdout(io.StringIO()):
        look.dress()
        for i, cell in c.code:
            if i not in aside:
                exec(compile(cell.source, f"{path.name}, cell {i}", "exec"), space)
    return drawn


# --- The slides of a chapter


@dataclass
class Slide:
    """One slide: what it is, its heading in Markdown, a line above that, its HTML, its picture, its notes in HTML."""

    kind: str
    title: str
    body: str = ""
    above: str = ""
    picture: notebook.Picture | None = None
    notes: list = field(default_factory=list)


def lines_of(text):
    """Printed lines, as large as the longest of them allows; those that are too long for a slide hang."""
    lines = text.splitlines()
    spans = "".join(f"<span>{escape(line)}</span>\n" for line in lines)
    return f'<pre style="--columns: {max(map(len, lines))}; --rows: {len(lines)}">{spans}</pre>' if lines else ""


def sizes(text):
    """How large a text and its formula may be, in pixels, to fill a slide and no more; a style attribute."""
    letters = len(re.sub(r"\$.*?\$", "x" * 12, text)) + 45 * len(re.findall(r"^(?:[-\d|]|$)", text, re.MULTILINE))
    formula = re.sub(r"\\[a-z]+|[\s\\{}^_]", "", (re.search(r"\$\$(.*?)\$\$", text, re.DOTALL) or "xx")[1])
    normal, large = min(44, max(30, (500_000 / letters) ** 0.5)), min(54, 2000 / len(formula))
    return f'style="font-size: {normal:.0f}px; --formula: {large:.0f}px"'


def of_piece(kind, title, text):
    """The slide of a piece of Markdown."""
    above = ""
    if vote := VOTE.match(text):
        above, text = f"Predict {vote[1]} · hands up", text[vote.end() :]
    return Slide(kind, title, f"<div {sizes(text)}>{MARKDOWN.render(text)}</div>", above)


def results(cells, id, question, c):
    """The slides that follow a vote: the right option, what was seen, and the reply."""
    prediction = c.predictions.get(id)
    right, because = (prediction.right, prediction.because) if prediction else (None, "")
    option = {letter: " ".join(text.split()) for letter, text in OPTION.findall(question)}.get(right, "")
    title = f"**{right}** {option}" if option else "The result"
    reply = f'<p class="reply">{escape(because)}</p>'
    seen = [Slide("result", title, reply, picture=picture) for picture in pictures(cells)]
    return seen or [Slide("result", title, lines_of(printed(cells[-1], because)) + reply)]


def solution(id, c):
    """How an exercise is solved, for the speaker."""
    return [f"<pre>{escape(cell.source)}</pre><pre>{escape(printed(cell))}</pre>" for cell in c.solutions(id)]


def section_slides(section, c):
    """The slides of one `##` section."""
    minutes = [f"<p>◆ {section.minutes} min</p>"] if section.minutes else []
    slides, waiting, vote, heading = [], minutes, None, section.title

    def add(slide):
        slide.notes, waiting[:] = [*waiting, *slide.notes], []
        slides.append(slide)

    def note_down(note):
        (slides[-1].notes if slides else waiting).append(note)

    for i, cell in section.cells:
        if i == 0:
            continue  # the title has a slide of its own
        if cell.cell_type == "markdown":
            parts = pieces(cell.source, heading)
            heading = [heading, *(notebook.heading(line[0])[0] for line in notebook.HEADING.finditer(cell.source))][-1]
            chosen = {place(what, parts) for what in picked(cell)}
            for k, (kind, title, text) in enumerate(parts):
                if k not in chosen:
                    if kind not in ("vote", "exercise"):
                        note_down(MARKDOWN.render(text))
                    continue
                add(of_piece(kind, title, text))
                if kind == "vote":
                    vote, seen = (VOTE.match(text)[1], text), []
                elif kind == "exercise":
                    slides[-1].notes += solution(title.split()[1], c)
            continue
        if vote:
            seen.append(cell)
            if vote[0] in called("reveal", cell.source):
                for slide in results(seen, *vote, c):
                    add(slide)
                vote = None
        if "figure" in picked(cell):
            for picture in pictures([cell]):
                add(Slide("figure", section.title, picture=picture))
        if "output" in picked(cell):
            add(Slide("output", section.title, lines_of(printed(cell))))
        elif slides and (text := printed(cell)) and not text.startswith("Blank so far"):
            note_down(f"<pre>{escape(text)}</pre>")
    return slides


def title_slide(c):
    """The first slide: the chapter's name, its line in italics, its minutes."""
    motto = next((line for line in c.nb.cells[0].source.splitlines() if re.match(r"\*[^*]", line)), "")
    body = f"{MARKDOWN.render(ASIDE.sub('', motto))}<p>Give or Take · {c.minutes['room']} min</p>"
    return Slide("title", c.title, body)


def deck(c):
    """The slides of a chapter, in the order of its cells; none if it has no tag for one."""
    slides = [slide for section in c.sections for slide in section_slides(section, c)]
    return [title_slide(c), *slides] if slides else []


# --- HTML


def html_of(slide, image=""):
    """A slide as HTML; `image` is the address of its picture."""
    level, kind = "h1" if slide.kind == "title" else "h2", slide.kind
    above = f'<p class="above">{escape(slide.above)}</p>' if slide.above else ""
    picture = ""
    if slide.picture:
        picture = f'<img src="{image}" alt="{escape(" ".join(slide.picture.alt.split()))}">'
        width, height = struct.unpack(">II", slide.picture.png[16:24])
        kind += " tall" * (width < 1.5 * height)  # then the words go beside it
    notes = f'<aside class="notes">{"".join(slide.notes)}</aside>' if slide.notes else ""
    heading = f"<{level}>{MARKDOWN.renderInline(slide.title)}</{level}>"
    return f'<section class="{kind}">{above}{heading}<div>{picture}{slide.body}</div>{notes}</section>'


def page(c, slides, drawn):
    """A chapter's page, and the pictures that it needs: {name: bytes}. `drawn` has better ones, by their alt texts."""
    files, sections = {}, []
    for number, slide in enumerate(slides, start=1):
        name = f"figures/{c.path.stem}-{number}.png"
        if slide.picture:
            files[name] = drawn.get(slide.picture.alt, slide.picture.png)
        sections.append(html_of(slide, name))
    files[f"{c.path.stem}.html"] = filled("chapter.html", title=escape(c.title), slides="\n".join(sections))
    return files


def index(decks):
    """The page that lists the chapters."""
    rows = []
    for c, slides in decks:
        question = next((slide.title for slide in slides[1:]), "")
        link = f'<a href="{c.path.stem}.html">{MARKDOWN.renderInline(slides[0].title)}</a>'
        row = (link, MARKDOWN.renderInline(question), f"{c.minutes['room']} min", f"{len(slides)} slides")
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>")
    return {"index.html": filled("index.html", rows="\n".join(rows))}


def filled(name, **values):
    """A page of book/slides with its blanks filled in."""
    return notebook.fill((LOOK / name).read_text(encoding="utf-8"), values.__getitem__).encode()


def palette():
    """The colours of the pictures, for the style sheet."""
    colours = {name: value for name, value in vars(figures).items() if name.isupper() and str(value).startswith("#")}
    lines = "".join(f"--{name.lower().replace('_', '-')}:{value};" for name, value in colours.items())
    return f":root{{{lines}}}\n".encode()


def build(folder=SLIDES):
    """Write everything into `folder`, anew; the number of slides of each chapter, by name."""
    decks = [(c, slides) for c in Series.open().chapters.values() if (slides := deck(c))]
    with ProcessPoolExecutor(2) as pool:
        drawn = list(pool.map(drawn_again, [c.path for c, _ in decks]))
    files = index(decks) | {"style.css": palette() + (LOOK / "style.css").read_bytes()}
    for (c, slides), better in zip(decks, drawn, strict=True):
        files |= page(c, slides, better)
    reveal = Path(find_spec("sphinx_revealjs").origin).parent / "_static" / "revealjs"
    files |= mathjax() | below(reveal, "LICENSE", "dist/reveal.css", "dist/reveal.js", "plugin/notes")
    write(files, folder)
    return {c.path.stem: len(slides) for c, slides in decks}


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
