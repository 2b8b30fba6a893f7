"""A chapter as a page of the site: its text without what only a notebook or a room needs, its links, its exercises."""

import copy
import re
from html import escape
from pathlib import Path

import nbformat
from mdit_py_plugins.anchors.index import slugify

from tools import notebook
from tools.notebook import Chapter, called, tags
from tools.site import answers, elsewhere, glossary, home
from tools.site.figures import draw_figures
from tools.site.fold import folded, tidy

COPY = "a copy of the repository"  # where this stands, `build` links the whole course
ARROWS = re.compile(r"^.*\[(?:← [^\]]*|[^\]]* →)\]\([^)]*\.ipynb\).*\n?", re.MULTILINE)
MINUTES = re.compile(r" ?\bReading \d+ min · exercises \d+ min.*$", re.MULTILINE)
MAPPED = re.compile(r"^\| \[(\d+) · (.*?)\]\((.*?)\) \| (.*?) \| (\d+) min \| (\d+) min ", re.MULTILINE)
GOALS = re.compile(r"^(?=\*\*(?:After this chapter you can|You need)\*\*)", re.MULTILINE)
PACE = 50  # words of Going further a minute, as on the main paths

IN_LAB = """{.in-lab .write-down}
Write your answers down, then open the solutions at the end. In JupyterLab, or with JavaScript, they are checked."""
WRITTEN = f"""On paper, or in Jupyter with <a href="downloads/{{}}" download>the notebook</a>, in {COPY}."""


def chapter_page(chapter, terms=(), repository=""):
    """A chapter as the site shows it: (a new notebook, {file: PNG bytes} that it needs).

    With the address of the repository it also says where the chapter runs without being installed.
    """
    page = Chapter(copy.deepcopy(chapter.nb), chapter.path, chapter.siblings, chapter.exercises, chapter.predictions)
    page.nb.cells, linked = folded(page), set()
    tidy(page.nb.cells)
    files = draw_figures(page)
    for cell in page.nb.cells:
        if cell.cell_type == "markdown" and "as-it-is" not in tags(cell):
            cell.source = glossary.link(mapped(answers.boxed(site_text(cell.source))), terms, linked)
            linked_text = link_calls(link_sections(cell.source, chapter), chapter)
            cell.source = completed(linked_text, cell, chapter, repository)
    page.nb.cells.append(answers.cell(chapter))
    for number, cell in enumerate(page.nb.cells):
        cell.id = f"cell-{number}"  # the same each time, so that only what changed is built
    return page.nb, files


def completed(text, cell, chapter, repository):
    """The text of a cell with what its page adds: beside the title, below the parts' headings and the exercises."""
    heading, _, rest = text.partition("\n")
    if text.startswith("# "):
        return f"{heading}\n\n{minutes(chapter)}{way(chapter)}"
    if "part-question" in tags(cell):
        rest = GOALS.sub("{.goals}\n", rest)  # which answers.js leaves in sight below the opening's vote
        text = f"{heading}\n\n{take_along(chapter, repository)}\n{rest}"
    if "part-going-further" in tags(cell):
        more = max(1, round(len(chapter.words("going-further").split()) / PACE))
        text = f"{heading}\n\n*About {more} min more.*\n{rest}"
    if "part-exercises" in tags(cell):
        text = f"{heading}\n\n{IN_LAB}\n{rest}"
    if asked := re.search(r"^### Exercise (\S+) .*", text, re.MULTILINE):
        if question := chapter.exercises.get(asked[1]):
            if question.cases:
                text = text.replace(asked[0], f"{asked[0]}\n\n{WRITTEN.format(chapter.path.name)}")
            text += counts(question) + worked_out(question)
    return text


# --- The text


def site_text(text):
    """A Markdown cell as the site shows it: without the neighbours, the author's comments and the minutes."""
    text = notebook.COMMENT.sub("", answers.reworded(text))
    return without_room(ARROWS.sub("", re.sub(r"^<br>\n?", "", text, flags=re.MULTILINE)))


def without_room(text):
    """Text without the minutes of a chapter and of its sections: they stand beside the title."""
    return notebook.CORE.sub(r"\1", MINUTES.sub("", text))


def mapped(text):
    """Text in which the map of the chapters is that of the home page."""

    def by_question(found):
        rows = MAPPED.findall(found[0])
        return home.map_of((*row[:4], int(row[4]) + int(row[5])) for row in rows)

    return notebook.MAP.sub(by_question, text)


def link_sections(text, chapter):
    """`text` in which the name of a section of its chapter, in italics, leads there: its heading, or its beginning."""
    for heading in re.findall(r"^## (.*?)(?: ◆.*)?$", "\n".join(words for _, words in chapter.text), re.MULTILINE):
        name = re.escape(heading.partition(":")[0])
        text = re.sub(rf"(?<![*\[])\*({name})\*(?![*\]])", rf"[*\1*](#{slugify(heading)})", text)
    return text


def link_calls(text, chapter):
    """`text` of a later chapter in which "call 0E of chapter 0" leads there."""
    there = next((Path(path).stem for path in chapter.siblings if Path(path).name.startswith("00")), None)

    def link(found):
        return f'<a href="{there}.html#predict-{found[1].lower()}">{found[0]}</a>'

    return re.sub(r"\b[Cc]all (0[A-Z]) of chapter 0\b", link, text) if there else text


# --- Exercises


def worked_out(question):
    """The line below an exercise that the calculator can do, which opens beside what is being read."""
    if not question.calculator:
        return ""
    tab, *words = question.calculator
    link = f'<a href="calculator.html#{tab}" target="_blank" rel="noopener">Work it out in the calculator</a>'
    return f"\n\n{link}. {' '.join(words)}".rstrip()


def counts(question):
    """The counts for an exercise on real results, folded; they are what its data hold."""
    if not question.counts:
        return ""
    head, *rows = question.counts()
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in (head, ["---", *["--:"] * (len(head) - 1)], *rows)]
    return "\n\n".join(["", '<details class="fold">\n<summary>The counts</summary>', "\n".join(lines), "</details>"])


# --- The head: minutes and the way through the chapters with the title; below the question what can be taken along


def minutes(chapter):
    """How long a chapter takes, in short, and in words for who asks."""
    said = "Reading {reading} min · exercises {exercises} min".format(**chapter.minutes)
    short = "{reading} + {exercises} min".format(**chapter.minutes)
    return f'{{.minutes}}\n<span title="{said}">{short}</span>\n\n' if chapter.minutes["reading"] else ""


def way(chapter):
    """The chapters by their numbers, with this one marked: where a reader is. answers.js marks what was begun."""
    links = []
    for path in map(Path, chapter.siblings):
        here = ' aria-current="page"' if path.name == chapter.path.name else ""
        words = path.stem[3:].replace("-", " ").capitalize()
        links.append(f'<a href="{path.stem}.html" title="{words}"{here}>{int(path.name[:2])}</a>')
    return '<nav class="way" aria-label="The chapters">\n' + "\n".join(links) + "\n</nav>\n" if links else ""


def take_along(chapter, repository=""):
    """The line below a chapter's question: what can be downloaded, and what else belongs to the chapter."""
    lines = [f'<a class="button" href="downloads/{chapter.path.name}" download>Notebook</a>']
    if any(re.search(r"\breport\(", cell.source) for _, cell in chapter.code):
        lines.append('<a class="button" href="_static/report-example.html">An example of a report</a>')
    if data := [f'<a href="downloads/{name}" download>{Path(name).name}</a>' for name in data_of(chapter)]:
        many = f"{len(data)} file{'s'[: len(data) > 1]}"
        lines.append(f"<details><summary>Data: {many}</summary>{', '.join(data)}</details>")
    places = elsewhere.links(repository, chapter.path.name) if repository else {}
    ways = [COPY, *(f'<a href="{escape(link)}">{place}</a>' for place, link in places.items())]
    how = '<a href="run.html">How to run it</a>'
    lines.append(f"<details><summary>Run it</summary>In {' · '.join(ways)}. {how}</details>")
    return '<div class="take-along">\n' + "\n".join(lines) + "\n</div>\n"


def data_of(chapter):
    """The files that the code of a chapter reads, as {name beside the notebook: path in the repository}."""
    code = "\n".join(cell.source for _, cell in chapter.code)
    read = {name: f"notebooks/{name}" for name in re.findall(r"[\"'](files/[\w.-]+)[\"']", code)}
    return read | {f"data/{name}.csv": f"helpers/give_or_take/data/{name}.csv" for name in called("load", code)}


def downloads(series):
    """The notebooks, without what comes of a guess, the files that they read, and all data, as {name: bytes}.

    With the address of the repository a copy of each notebook for Colab as well.
    """
    repository = elsewhere.address(series.read("README.md"))
    origin = repository and elsewhere.source(repository, series.root)
    data = (series.root / "helpers" / "give_or_take" / "data").glob("*.csv")
    files = {f"extra/downloads/data/{path.name}": path.read_bytes() for path in data}
    for chapter in series.chapters.values():
        page = copy.deepcopy(chapter.nb)
        for cell in page.cells:
            cell.source = without_room(notebook.COMMENT.sub("", cell.source))
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
        files[f"extra/downloads/{chapter.path.name}"] = nbformat.writes(page).encode()
        if repository:
            page = elsewhere.colab_copy(page, repository, origin)
            files[f"extra/colab/{chapter.path.name}"] = nbformat.writes(page).encode()
        named = data_of(chapter).items()
        files |= {f"extra/downloads/{name}": (series.root / path).read_bytes() for name, path in named}
    return files
