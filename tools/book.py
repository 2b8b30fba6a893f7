"""Build the site: assemble the pages from what the repository holds, then hand them to Sphinx.

    make book                    build/site, with the slides; to be opened in a browser, `make serve` serves it
    python -m tools.book         the same

No sentence is written twice, and nothing is executed but to draw pictures anew, for slides and phones. A chapter is
its notebook with the stored outputs: `chapter_page` folds what would give a result away, gives each figure its
description and caption, links each term of the glossary where the chapter first uses it, and offers notebook, data and
slides. The pages in book/ are written by hand; `{{ name }}` in one of them is replaced by what PARTS[name] takes from
the notebooks, the README, CONTRIBUTING.md or CITATION.cff.
A chapter is on the site because its notebook is in notebooks/: nothing here lists chapters. What a chapter lacks is
left out; the tests say that it is missing.
"""

import ast
import copy
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path

import nbformat
import yaml
from mdit_py_plugins.anchors.index import slugify

from give_or_take import __version__, expand, load, pair_items
from tools import answers, cheat_sheet, glossary, home, names, notebook, redraw, score, teach
from tools.notebook import ROOT, Chapter, Series, called, fill, printed, tags

PAGES, SITE, DOCTREES = (ROOT / "build" / name for name in ("book", "site", "doctrees"))
MADE_OF = "book", "helpers", "notebooks", "tools", "*.md", "*.cff", "LICENSE", "build/kit/*.pdf"
STAMP = SITE / ".made-of"  # what it holds is what made_of() gave

# Files of the repository that are pages of the site as they are: {path there: name here}.
TAKEN = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "helpers/give_or_take/data/README.md": "data.md",
}
# Links are rewritten to these, and to the pages that show what is in these.
DOCUMENTS = TAKEN | {"README.md": "index.md", "CITATION.cff": "cite.md", "LICENSE": "licence.md"}

KIT = "For paper: each plan has its file, `kit.pdf` is for reading, `keys.pdf` has the answers; the rest are handouts."
CLAIM = """One claim grows through all of them:

- Before: “{0}.”
- After: “On the same {1} the new version gains {2}, 95% interval {3}.”"""
NO_KIT = """This site was built without the PDFs that the table names. In a copy of the folder `make kit` writes them
into `build/kit/`; it needs Chromium, Chrome or Edge. `make book` then links them here."""
SLIDES = '<a class="button" href="../slides/index.html">Slides</a>'

# Words by which people look for pages that need not contain them, by how the pages' names begin.
SOUGHT_AS = {
    "00-": ["quiz"],
    "01-": ["cherry picking", "regression to the mean", "best of many", "overfitting"],
    "cheat-sheet": ["poster"],
    "calculator": ["calculator", "calculate", "sample size", "how many questions", "how many items", "how big an eval"],
    "data": ["data", "datasets", "dataset download", "download data"],
    "teach/index": ["slides", "quiz", "the quiz key"],  # whose own page search leaves out
    "04-": ["p-value", "statistically significant", "false positive", "type I error", "A/B test", "AB test"],
    "05-": ["variance reduction"],
    "06-": ["leakage", "data leakage", "train test overlap"],
    "08-": ["pass@k", "flaky", "nondeterminism", "temperature"],
}

# Other words for a term of the glossary, which no chapter uses.
OTHER_WORDS = {
    "Holm's rule": ["Bonferroni", "multiple comparisons"],
    "confidence level": ["CI", "confidence interval", "95%"],
    "margin of error": ["error bar"],
    "minimum detectable effect": ["MDE"],
    "p-value": ["p value", "null hypothesis"],
    "pooled": ["z-test"],
    "sampling wobble": ["noise"],
    "standard error": ["stderr", "SEM"],
    "Student's t": ["t-test"],
}

AUDIENCE = re.compile(r"(You run evals .*? no statistics): y")
NUMBERS = "no one two three four five six seven eight nine ten eleven twelve thirteen".split()

ROOM = re.compile(r"(?: · in a workshop \d+ min)(?:, for the sections marked ◆)?")
ELSEWHERE = re.compile(r"^(With only a browser, .*|Sections marked ◆[^.]*\.)\n?| ?`make [^.]*\.\n?", re.MULTILINE)
ARROWS = re.compile(r"^.*(?:\[(?:← [^\]]*|[^\]]* →)\]\([^)]*\.ipynb\)|is to come\* \|).*\n?", re.MULTILINE)
MINUTES = re.compile(r" ?\bReading \d+ min · exercises \d+ min\.")
MAP = re.compile(r"^\| chapter \| the question .*(?:\n\|.*)*", re.MULTILINE)
KEPT = re.compile(r"^(?=.*\bletters are kept\b)", re.MULTILINE)  # which takes JavaScript
UNESCAPED = re.compile(r"([\\`*_{}\[\]<>$#~])")
SHOW, CODE, REST = "Show what happens", "The code", "The rest of the code"
OURS = "What comes for ours: 42 of 60, and a guess of 5 points"
RESULT = f'<details class="fold result">\n<summary>{SHOW}</summary>'
LESSON = re.compile(r"\brng\b|\*\*|sqrt| @ |^\s*for .*:$", re.MULTILINE)  # a simulation or a formula: in sight
ABOUT_CODE = re.compile(r"`[^.?!]*:\s*$")  # the end of a text that announces the code below it, and not what it shows
TO_MOVE = re.compile(r"\nIn JupyterLab, run this cell and move (.*)\.$")

SHORT, SAYING, LONG = 140, 45, 200  # characters of a caption: so many are short, fewer say nothing, more are too many
MANY = 4  # lines that draw, from which on they are folded
CSV = re.compile(rb"^\| `(\w+\.csv)`", re.MULTILINE)  # a row of the data page
COPY, ZIP = "a copy of the repository", "downloads/give-or-take.zip"
PACE = 50  # words of Going further a minute, as on the main paths

IN_LAB = """{.in-lab}
Write your answers down, then open the solutions at the end. In JupyterLab, or with JavaScript, they are checked."""
WRITTEN = r"""\g<0>

On paper, or in Jupyter with <a href="downloads/{}" download>the notebook</a>, in a copy of the repository."""
STILL = """{.in-lab}
The picture moves with JavaScript, or in JupyterLab: the sliders are """
MOVING = "".join(f'<script src="_static/{name}.js" defer></script>' for name in ("chances", "statistics", "explore"))
MOVES = '\n\n<script type="application/json" class="explore">{}</script>\n'

# Exercises whose interval or plan the calculator gives, and what to say of the counts that it takes.
WORKED_OUT = {
    "2.4": ("groups", "It takes the counts in one line. Its interval is chapter 8's, and differs a little."),
    "3.1": ("one-rate", ""),
    "3.5": ("one-rate", ""),
    "4.1": ("how-many-items?plan=runs", ""),
    "4.4": ("two-runs", "The counts stand below."),
    "5.1": ("the-same-items", ""),
    "5.4": ("the-same-items", ""),
    "8.4": ("the-same-items", "It takes the last row, as single issues; by repository, see the solution."),
    "6.5": ("two-runs", ""),
}


# --- A chapter


def site_text(text):
    """A Markdown cell as the site shows it: without the neighbours, the author's comments and the minutes."""
    text = re.sub(r"^<br>\n?", "", notebook.COMMENT.sub("", answers.reworded(text)), flags=re.MULTILINE)
    text = KEPT.sub("{.with-script}\n", text)
    return without_room(ARROWS.sub("", text))


def without_room(text):
    """Text without the minutes of a room, and what it does in them."""
    return notebook.CORE.sub(r"\1", MINUTES.sub("", ROOM.sub("", text)))


def prompts(cell, what, more=()):
    """Fold a code cell, or its output, behind a line that says what is there."""
    cell.metadata.tags = [*tags(cell), *more]
    cell.metadata.mystnb = {"code_prompt_show": what, "code_prompt_hide": what}


def fold_results(cells):
    """The cells; from a guess to the next question or heading they are one fold, and so is each part after-reveal.

    What `reveal` prints without a guess waits alone. What is to be carried home stays open.
    """
    found, home, open_fold = [], False, ""
    for cell, following in zip(cells, [*cells[1:], None], strict=True):
        later = "after-reveal" in tags(cell)
        if cell.cell_type == "markdown":
            begins = cell.source.startswith("#")
            ends = is_guess(following) or (begins and (open_fold == "part" or not later))
            if open_fold and ends:
                found.append(nbformat.v4.new_markdown_cell("</details>"))
                open_fold = ""
            home = "part-takeaways" in tags(cell) if begins else home
            if later:
                title, _, rest = cell.source.removeprefix("### ").partition("\n")
                cell.source = f'<p class="rubric">{title}</p>\n{rest}'
                if not open_fold:
                    cell.source = f'<details class="fold">\n<summary>{title}</summary>\n{rest}'
                    open_fold = "part"
        elif is_guess(cell):
            cell.outputs = []
            if "note(" not in cell.source:
                found += [nbformat.v4.new_markdown_cell("</details>")] if open_fold else []
                found.append(nbformat.v4.new_markdown_cell(RESULT))
                open_fold = "result"
        elif open_fold == "result":
            if cell.source.startswith("reveal("):  # it prints no result
                cell.metadata.tags = [*tags(cell), "not-on-paper"]
        elif called("reveal", cell.source) and not home:
            prompts(cell, SHOW, ["hide-output"])
        found.append(cell)
        if "{heap}" in cell.source:  # which takes a guess, too
            found.append(nbformat.v4.new_markdown_cell(RESULT.replace(SHOW, OURS)))
            open_fold = "result"
    return found + ([nbformat.v4.new_markdown_cell("</details>")] if open_fold else [])


def is_guess(cell):
    """Whether a cell, or none, takes a guess."""
    return cell is not None and cell.source.startswith("guess = ...")


def framed(text):
    """Text in which the question of a prediction, with its options, stands apart, and a map may shrink on a phone."""
    text = MAP.sub(r":::{container} map\n\n\g<0>\n:::", text)
    text = re.sub(r"^\*\*Predict .*", r":::{container} predict\n\g<0>\n:::", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"(?<=^:::{container} predict\n)(?=\*\*Predict (0\w))", name_call, text, flags=re.MULTILINE)


def name_call(match):
    """What makes the box of a call a place that links lead to."""
    return f":name: call-{match[1].lower()}\n\n"


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
        return f'<a href="{there}.html#call-{found[1].lower()}">{found[0]}</a>'

    return re.sub(r"\b[Cc]all (0[A-Z]) of chapter 0\b", link, text) if there else text


def fold_set_up(cells):
    """Fold the first code cell, if it begins with imports."""
    first = next((cell for cell in cells if cell.cell_type == "code"), None)
    if first and first.source.startswith(("import ", "from ")):
        prompts(first, "Set-up", ["hide-input"])


def only_sets_out(cell):
    """What code is for that computes no lesson: "image/png" for a picture, "text/html" for a table, else nothing."""
    kinds = [kind for output in cell.get("outputs", []) for kind in output.get("data", {})]
    found = next((kind for kind in ("image/png", "text/html") if kind in kinds), "")
    return found if cell.source.count("\n") >= 2 and not LESSON.search(cell.source) else ""


def only_draws(cell):
    """Whether each statement of code calls for a ready picture, to show it or to read its title."""
    statements = ast.parse(cell.source).body if "draw." in cell.source else []
    return bool(statements) and all("id='draw'" in ast.dump(statement) for statement in statements)


def fold_listings(cells):
    """Fold code that only sets out or asks for a picture or a table, and that of what only its sliders move."""
    for cell in cells:
        if cell.cell_type == "code" and "mystnb" not in cell.metadata and (only_draws(cell) or only_sets_out(cell)):
            prompts(cell, CODE, ["hide-input"])


def fold_drawing(cells):
    """The cells, of which one with many lines that draw is split: what it computes, those lines folded, what follows.

    `show_first` puts the picture above the folded lines.
    """
    found = []
    for cell in cells:
        lines = cell.source.split("\n")
        outputs = cell.get("outputs", [])
        by_hand = cell.source.count("plt.") >= MANY
        prints = any(output.output_type == "stream" for output in outputs)
        if prints or not (by_hand or ("show(" in cell.source and only_sets_out(cell) == "image/png")):
            found.append(cell)
            continue
        first = next(k for k, line in enumerate(lines) if line.startswith("plt.")) if by_hand else 0
        start = max((k + 1 for k in range(first) if not lines[k]), default=0)  # with what is prepared just above
        end = next(node.end_lineno for node in ast.parse(cell.source).body if "show" in ast.dump(node))
        pictures = [one for one in outputs if one.output_type == "display_data"]
        rest = [one for one in outputs if one not in pictures]
        parts = [(lines[:start], []), (lines[start:end], pictures), (lines[end:], rest)]
        for name, (source, shown) in zip(("computes", "draws", "follows"), parts, strict=True):
            part = part_of(cell, name, source, shown)
            if name == "draws":
                prompts(part, CODE, ["hide-input"])
            if part.source or part.outputs:
                found.append(part)
    return found


def part_of(cell, name, lines, outputs):
    """A copy of `cell` with these lines and outputs alone."""
    part = copy.deepcopy(cell)
    part.id, part.source, part.outputs = f"{cell.id}-{name}", "\n".join(lines).strip(), outputs
    return part


def show_first(cells):
    """The cells, where what folded code shows stands above it, and what answers a guess above all the code for it.

    The code of an answer is folded, but for a lesson, and a text that leads from the guess to code alone goes with it.
    """
    found, waiting, answering = [], [], False
    for before, cell, after in zip([None, *cells], cells, [*cells[1:], None], strict=False):
        code = cell.cell_type == "code"
        if not code:
            ends = "after-reveal" in tags(cell) or cell.source == "</details>"
            answering = cell.source == RESULT or (answering and not ends)
            if answering and is_guess(before) and (ABOUT_CODE.search(cell.source) or not after.outputs):
                waiting.append(cell)
                continue
            found, waiting = found + under(waiting), []
        in_answer = answering and code and not is_guess(cell) and not called("reveal", cell.source)
        if in_answer or (code and cell.outputs and cell.metadata.get("mystnb", {}).get("code_prompt_show") == CODE):
            shown, rest = apart(cell)
            found += shown if in_answer else shown + rest
            waiting += rest if in_answer else []
        else:
            found.append(cell)
    return found + under(waiting)


def apart(cell):
    """What a code cell shows, a bare value with the line that asks for it, and the other lines: two lists of cells."""
    lines, asked = cell.source.split("\n"), [one for one in cell.outputs if words(one.get("data", {}))]
    *_, before, last = [None, *ast.parse(cell.source).body]
    named = before and isinstance(getattr(last, "value", None), ast.Name)  # what a line just worked out: with that line
    start = (before if named else last).lineno - 1 if asked else len(lines)
    shown = part_of(cell, "shown", lines, [one for one in cell.outputs if one not in asked])
    moves = [tag for tag in tags(cell) if tag.startswith("moves-")]
    shown.metadata = nbformat.from_dict({"tags": ["remove-input", *moves]})
    value, rest = part_of(cell, "value", lines[start:], asked), part_of(cell, "code", lines[:start], [])
    value.metadata = nbformat.from_dict({"tags": [*(tag for tag in tags(cell) if tag != "hide-input"), "asks"]})
    return [part for part in (shown, value) if part.outputs], [rest] if rest.source else []


def under(waiting):
    """What stands under the answer to a guess: texts, a lesson in sight, titled as its code, and other code, folded."""
    code = [cell for cell in waiting if cell.cell_type == "code"]
    lesson = [cell for cell in code if "mystnb" not in cell.metadata and LESSON.search(cell.source)]
    found = [cell for cell in waiting if cell not in code]
    for cells in (lesson, [cell for cell in code if cell not in lesson]):
        if cells:
            found.append(part_of(cells[0], "all", ["\n\n".join(cell.source for cell in cells)], []))
            found[-1].metadata = nbformat.from_dict({"tags": ["behind"]} if cells is lesson else {})
            if cells is not lesson:
                prompts(found[-1], REST if lesson else CODE, ["hide-input"])
    return found


def fold_luck(cells):
    """Fold which findings another seed would change, without the code."""
    luck = False
    for cell in cells:
        if cell.source.startswith("## "):
            luck = "part-luck" in tags(cell)
        elif luck and cell.cell_type == "code":
            more = ["hide-output", "remove-input", "not-on-paper", "sentences"]
            prompts(cell, "Show which findings hold with any seed", more)


def fold_solutions(cells):
    """Fold the solutions one by one, and leave out what `check` replies to a blank."""
    for cell in cells:
        if cell.cell_type == "code" and (
            printed(cell).startswith("Blank so far") or "check_environment()" in cell.source
        ):
            cell.outputs = []
            if cell.source.startswith("def "):  # nobody checks a function here
                cell.source = re.sub(r"\n+check\(.*\)$", "", cell.source)
        elif "hide-cell" in tags(cell):
            ids = called("check", cell.source)
            prompts(cell, f"Solution {ids[0]}" if ids else "More of the solutions")


def figure(file, alt, words):
    """A figure in MyST: its description for those who cannot see it, its caption for all; it leads to its full size."""
    said = json.dumps(" ".join(alt.split()), ensure_ascii=False)
    return f":::{{figure}} {file}\n:alt: {said}\n:target: _images/{Path(file).name}\n\n{words}\n:::"


def caption(alt):
    """The description as a caption; of a long one its beginning, up to where it says something."""
    short = re.match(rf".{{{SAYING},{LONG}}}?[.:;](?= |$)", alt) or re.match(r".*?[.:;](?= |$)", alt)
    return alt if len(alt) <= SHORT or not short else short[0].rstrip(".:;") + "."


def escaped(text):
    """Plain text that Markdown leaves alone."""
    return UNESCAPED.sub(r"\\\1", " ".join(text.split()))


def figure_file(chapter, count):
    """The name of the site's file for a picture of a chapter, counted from 1."""
    return f"figures/{chapter.path.stem}-{count}.png"


def narrow_figures(series):
    """The pictures of the chapters as a phone shows them, as {file: PNG bytes}; conf.py offers those that there are."""
    chapters = series.chapters.values()
    with ProcessPoolExecutor(2) as pool:
        drawn = [*pool.map(redraw.narrow_pictures, [chapter.path for chapter in chapters])]
    return {
        f"extra/narrow/{Path(figure_file(chapter, count)).name}": narrow[picture.alt]
        for chapter, narrow in zip(chapters, drawn, strict=True)
        for count, picture in enumerate(chapter.pictures, start=1)
        if picture.alt in narrow
    }


def explorer(cell):
    """What explore.js needs to make the still in `cell` move: the name of its drawing function, and its sliders."""
    calls = [node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, ast.Call)]
    call = next(node for node in calls if getattr(node.func, "id", "") == "explore")
    if not isinstance(call.args[0], ast.Attribute):
        return ""
    sliders = {}
    for name, made in ((one.arg, one.value) for one in call.keywords):
        step = [word.value for word in made.keywords] or [ast.Constant(1)]
        sliders[name] = [ast.literal_eval(value) for value in (*made.args, *step)]  # label, low, high, start, step
    data = {"draw": call.args[0].attr, "sliders": sliders}
    return MOVES.format(json.dumps(data))


def draw_figures(page):
    """Turn each stored picture into a figure with its description and a caption; {file: PNG bytes}."""
    files, moving = {}, MOVING
    for count, picture in enumerate(page.pictures, start=1):
        file, alt, output = figure_file(page, count), picture.alt, picture.output
        files[file] = picture.png
        text = figure(file, alt, f"**Figure {page.number}.{count}.** {escaped(caption(alt))}")
        words = output.data.get("text/plain", "")
        if moves := TO_MOVE.search(words):
            if paste := words[: moves.start()].removeprefix(alt).strip():
                text += f"\n\n**To paste:** {escaped(paste)}"
            labels = ", ".join(f"*{escaped(label)}*" for label in re.findall(r"'([^']+)'", moves[1]))
            text += f"\n\n{STILL}{labels}.{explorer(picture.cell)}"
        for tag in tags(picture.cell):
            if tag.startswith("moves-"):
                text += MOVES.format(json.dumps({"draw": tag.removeprefix("moves-")}))
        if 'class="explore"' in text:
            text, moving = text + moving, ""  # once on a page
        output.data, output.metadata = nbformat.from_dict({"text/markdown": text}), nbformat.from_dict({})
    return files


def words(data):
    """What an output says in plain text, if nothing else is shown in its place."""
    return data.get("text/plain", "") if len(data) == 1 else ""


def mark_cells(cells):
    """Tag the cells whose output is sentences, which may wrap, and those of no use on paper; draw boxes to tick."""
    for cell in cells:
        for output in cell.get("outputs", []):
            for holder, name in ((output, "text"), (output.get("data", {}), "text/plain")):
                if name in holder:  # the type of a column says nothing to a reader
                    holder[name] = re.sub(r"\n(Name: .*, )?dtype: \w+$", "", holder[name], flags=re.MULTILINE)
            if report := output.get("data", {}).get("text/markdown"):
                ticked = re.sub(r"^- \[x\]", "- \N{BALLOT BOX WITH CHECK}", report, flags=re.MULTILINE)
                output.data["text/markdown"] = re.sub(r"^- \[ \]", "- \N{BALLOT BOX}", ticked, flags=re.MULTILINE)
        if cell.source.startswith(("guess = ...", "answer = ...")):
            cell.metadata.tags = [*tags(cell), "blank"]
        if is_guess(cell) or ("hide-output" in tags(cell) and cell.source.startswith("reveal(")):
            cell.metadata.tags = [*tags(cell), "not-on-paper"]
        text = "".join(output.get("text", "") or words(output.get("data", {})) for output in cell.get("outputs", []))
        if text and not re.search(r"\S  ", text):
            cell.metadata.tags = [*tags(cell), "sentences"]


def chapter_page(chapter, terms=()):
    """A chapter as the site shows it: (a new notebook, {file: PNG bytes} that it needs)."""
    page, linked = Chapter(copy.deepcopy(chapter.nb), chapter.path), set()
    cells = page.nb.cells = fold_drawing(fold_results(page.nb.cells))
    fold_set_up(cells)
    fold_listings(cells)
    fold_solutions(cells)
    fold_luck(cells)
    cells = page.nb.cells = show_first(cells)
    mark_cells(cells)
    files = draw_figures(page)
    for cell in cells:
        if cell.cell_type == "markdown":
            cell.source = framed(glossary.link(answers.list_calls(site_text(cell.source)), terms, linked))
            cell.source = link_sections(link_calls(cell.source, chapter), chapter)
            if cell.source.startswith("# "):
                cell.source = f"{cell.source.rstrip()}\n\n{way(chapter)}{take_along(chapter)}"
                cell.source += sought(chapter.path.name)
            if "part-going-further" in tags(cell):
                heading, _, rest = cell.source.partition("\n")
                minutes = max(1, round(len(chapter.words("going-further").split()) / PACE))
                cell.source = f"{heading}\n\n*About {minutes} min more.*\n{rest}"
            if "part-exercises" in tags(cell):
                heading, _, rest = cell.source.partition("\n")
                cell.source = f"{heading}\n\n{IN_LAB}\n{rest}"
            if exercise := re.search(r"^### Exercise (\S+) · (\w+)", cell.source, re.MULTILINE):
                cell.source += counts(exercise[1]) + worked_out(exercise[1])
                if exercise[2] == "write":
                    heading, where = rf"^### Exercise {exercise[1]} .*", WRITTEN.format(chapter.path.name)
                    cell.source = re.sub(heading, where, cell.source, flags=re.MULTILINE)
    return page.nb, files


def worked_out(exercise):
    """The line below an exercise that the calculator can do, which opens beside what is being read."""
    tab, words = WORKED_OUT.get(exercise, ("", ""))
    link = f'<a href="calculator.html#{tab}" target="_blank" rel="noopener">Work it out in the calculator</a>'
    return f"\n\n{link}. {words}".rstrip() if tab else ""


def counts(exercise):
    """The counts for an exercise on real results, folded; they are what its data hold."""
    if exercise not in COUNTED:
        return ""
    head, *rows = COUNTED[exercise]()
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in (head, ["---", *["--:"] * (len(head) - 1)], *rows)]
    if WORKED_OUT[exercise][0] == "groups":
        lines += ["", "In one line: " + "`" + " ".join(f"{right}/{n}" for _, right, n in rows) + "`"]
    return "\n\n".join(["", '<details class="fold">\n<summary>The counts</summary>', "\n".join(lines), "</details>"])


def rows_of(table, by, column):
    """For each value of `by`: it, how many were right, of how many."""
    groups = table.groupby(by)[column]
    return [*zip(groups.sum().index, groups.sum(), groups.count(), strict=True)]


def counts_by_repository():
    """Of exercise 2.4: the issues of each repository, without the one that has no result."""
    issues = expand(load("swe_bench_pro")).dropna(subset="gpt_5")
    return [("repository", "resolved by `gpt_5`", "issues"), *rows_of(issues, "repository", "gpt_5")]


def counts_by_steps():
    """Of exercise 3.5: the problems with eight steps or more."""
    hardest = expand(load("gsm8k")).query("solution_steps >= 8")
    head = ("solution steps", "solved by `175b_verification`", "problems")
    return [head, *rows_of(hardest, "solution_steps", "175b_verification")]


def counts_of_pairs():
    """Of exercise 5.4: the problems with five steps or more that both systems solved, just one of them, and none."""
    long = expand(load("gsm8k")).set_index("id").query("solution_steps >= 5")
    pairs = pair_items(long["6b_verification"], long["175b_finetuning"])
    both, small, large, neither = pairs.both, pairs.only_first, pairs.only_second, pairs.neither
    rows = [("both", both), ("only the small one", small), ("only the large one", large), ("neither", neither)]
    return [("solved by", "problems"), *rows]


def counts_by_repository_of_pairs():
    """Of exercise 8.4: the issues of each repository that both systems solved, just one of them, and none."""
    issues = expand(load("swe_bench_pro")).set_index("id").dropna(subset=["gpt_5", "claude_sonnet_4_5"])
    rows = []
    for repository, part in issues.groupby("repository"):
        pairs = pair_items(part["gpt_5"], part["claude_sonnet_4_5"])
        rows.append((repository, pairs.both, pairs.only_first, pairs.only_second, pairs.neither))
    _, *columns = zip(*rows, strict=True)
    return [("solved by", "both", "only GPT-5", "only Sonnet 4.5", "neither"), *rows, ("all", *map(sum, columns))]


COUNTED = {
    "2.4": counts_by_repository,
    "3.5": counts_by_steps,
    "5.4": counts_of_pairs,
    "8.4": counts_by_repository_of_pairs,
}


# --- What can be taken along: the notebook, and the files that it reads, side by side as it looks for them


def data_of(chapter):
    """The files that the code of a chapter reads, as {name beside the notebook: path in the repository}."""
    code = "\n".join(cell.source for _, cell in chapter.code)
    read = {name: f"notebooks/{name}" for name in re.findall(r"[\"'](files/[\w.-]+)[\"']", code)}
    return read | {f"data/{name}.csv": f"helpers/give_or_take/data/{name}.csv" for name in called("load", code)}


def way(chapter):
    """The chapters by their numbers, with this one marked: where a reader is. answers.js marks what was begun."""
    links, last = [], -1
    for path in map(Path, chapter.siblings):
        if (number := int(path.name[:2])) > last + 1:
            left = ", ".join(map(str, range(last + 1, number)))
            links.append(f'<span title="{left}: to come">…</span>')
        last = number
        here = ' aria-current="page"' if path.name == chapter.path.name else ""
        words = path.stem[3:].replace("-", " ").capitalize()
        links.append(f'<a href="{path.stem}.html" title="{words}"{here}>{number}</a>')
    return '<nav class="way" aria-label="The chapters">\n' + "\n".join(links) + "\n</nav>\n" if links else ""


def take_along(chapter):
    """The line below a chapter's title: what can be downloaded, and what else belongs to the chapter."""
    buttons = {f"downloads/{chapter.path.name}": "Notebook"}
    if any(tag.startswith("slide-") for cell in chapter.nb.cells for tag in tags(cell)):
        buttons[f"slides/{chapter.path.stem}.html"] = "Slides"
    if any(re.search(r"\breport\(", cell.source) for _, cell in chapter.code):
        buttons["_static/report-example.html"] = "An example of a report"
    lines = [f'<a class="button" href="{place}">{words}</a>' for place, words in buttons.items()]
    lines[0] = lines[0].replace(">", " download>", 1)
    if chapter.minutes["reading"]:
        lines.insert(0, "<span>Reading {reading} min · exercises {exercises} min</span>".format(**chapter.minutes))
    if data := [f'<a href="downloads/{name}" download>{Path(name).name}</a>' for name in data_of(chapter)]:
        lines.append(f"<span>Its data: {', '.join(data)}</span>")
    lines.append(f"<span>To run it: {COPY}</span>")
    return '<p class="take-along">\n' + "\n".join(lines) + "\n</p>"


def with_course(files, root):
    """`files` with all that git holds, as a zip, linked wherever they speak of a copy; without git, as they are."""
    if has_git(root):
        archive = ["git", "archive", "--format=zip", "--prefix=give-or-take/", "HEAD"]
        files[f"extra/{ZIP}"] = course = subprocess.check_output(archive, cwd=root)
        link = f"<a href={ZIP} download>{COPY}</a> (zip, {len(course) / 1e6:.0f} MB)".encode()
        for name in [name for name in files if "/" not in name]:
            files[name] = files[name].replace(COPY.encode(), link)
    return files


def has_git(root):
    """Whether git can say what it holds."""
    return (root / ".git").exists() and shutil.which("git")


def downloads(series):
    """The notebooks, without what comes of a guess, the files that they read, and all data, as {name: bytes}."""
    data = (series.root / "helpers" / "give_or_take" / "data").glob("*.csv")
    files = {f"extra/downloads/data/{path.name}": path.read_bytes() for path in data}
    for chapter in series.chapters.values():
        page = copy.deepcopy(chapter.nb)
        for cell in page.cells:
            cell.source = without_room(notebook.COMMENT.sub("", cell.source))
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
        files[f"extra/downloads/{chapter.path.name}"] = nbformat.writes(page).encode()
        named = data_of(chapter).items()
        files |= {f"extra/downloads/{name}": (series.root / path).read_bytes() for name, path in named}
    return files


# --- The pages written by hand


def rewrite_links(text, folder=""):
    """Links of a document of the repository, made to lead to pages of the site."""

    def place(match):
        bang, label, target = match.groups()
        path, _, fragment = target.partition("#")
        path = (Path(folder) / path).as_posix() if path and "://" not in path else path
        path = DOCUMENTS.get(path, path.removeprefix("notebooks/").removeprefix("book/"))
        return f"{bang}[{label}]({path}{'#' if fragment else ''}{fragment})"

    return notebook.LINK.sub(place, text)


def sought(name):
    """The words of SOUGHT_AS for a page, as its index entries."""
    words = [f"! {word}" for start, words in SOUGHT_AS.items() if name.startswith(start) for word in words]
    return f"\n\n```{{index}} {', '.join(words)}\n```\n" if words else ""


def indexed(files):
    """`files`, with index entries below the titles of their pages, but of those that search leaves out."""
    for name in files:
        if name.endswith(".md") and sought(name) and b"\nnosearch:" not in files[name]:
            entry = rb"\g<0>" + sought(name)[1:].encode()
            files[name] = re.sub(rb"^# .*\n", entry, files[name], count=1, flags=re.MULTILINE)
    return files


def findable(page):
    """The glossary's page, where search finds a term by OTHER_WORDS for it."""
    for term, words in OTHER_WORDS.items():
        said = ", ".join(f"{{index}}`{word} <! {word}>`" for word in words)
        entry = rf"^({term}\n  .*?)( \*Chapter .*)?$"
        page = re.sub(entry, rf"\1 Also found under {said}.\2", page, flags=re.MULTILINE)
    return page


def section(text, heading):
    """What stands under a `##` heading of a document, without the heading; nothing if there is no such heading."""
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def readme_intro(series):
    """What this is, in the README's own words."""
    return series.read("README.md").split("\n\n")[1]


def readme_audience(series):
    """That this is a course, how long it is and for whom."""
    many = NUMBERS[len(series.chapters)]
    found = AUDIENCE.search(section(series.read("README.md"), "For readers"))
    whom = f" {found[1]}." if found else ""
    return f"A course in {many} chapters, most of them about an hour, exercises and all.{whom}"


def readme_commands(series):
    """The commands to start with, for who has a copy; where to clone is left out while the README has no address."""
    readme = re.sub(r"^git clone \S*/OWNER/.*\n", "", series.read("README.md"), flags=re.MULTILINE)
    block = re.search(r"^```\n(.*?^```)", readme, re.DOTALL | re.MULTILINE)
    return f"In {COPY}:\n\n```sh\n{block[1]}" if block else ""


def readme_section(heading):
    """A section of the README, without its sentences on `make` and on marks that the site leaves out."""

    def text(series):
        found = section(series.read("README.md"), heading)
        return rewrite_links(ELSEWHERE.sub("", AUDIENCE.sub("Y", found)))

    return text


def readme_claim(series):
    """How the claim grows, a line each: what it starts as, and how it compares two systems, with its interval."""
    text = section(series.read("README.md"), "The chapters")
    to_come = re.search(r"^To come: .*?\n\n", text, re.MULTILINE | re.DOTALL)
    first = re.search(r"It starts as `(.*?)`", text)
    last = re.search(r"on the same (\S+ items) (\S+ points) \(.*?interval (\S+ to \S+ points)", text)
    return (to_come[0] if to_come else "") + (CLAIM.format(first[1], *last.groups()) if first and last else "")


def chapter_map(series):
    """The chapters with their questions and minutes."""
    return framed(series.map())


def link_helpers(text):
    """`text` with each public name of helpers that stands in backticks linked to its description."""
    homes = names.homes()
    return re.sub(r"`(\w+)`", lambda m: f"{{py:obj}}`{m[1]} <{homes[m[1]]}.{m[1]}>`" if m[1] in homes else m[0], text)


def formulas(text, series):
    """The rows of formulas.md with links to chapters and helpers; those of chapters that are not there yet wait."""
    lines = []
    for line in text.splitlines():
        if row := re.fullmatch(r"(\| .* \| .* \|) (\d+) (\| .* \|)", line):
            if row[2].zfill(2) not in series.chapters:
                continue
            line = f"{row[1]} {series.link(row[2])} {row[3]}"
        lines.append(link_helpers(line))
    return "\n".join(lines)


def chapter_link(number):
    """What gives a link to a chapter, or its number alone if it is not there yet."""
    return lambda series: series.link(number, f"chapter {number}")


def toolbox(series):
    """The table of the modules, with each public name linked to its description, and their order for the side bar."""
    rows, order = ["| module | holds | names | chapter |", "|---|---|---|---|"], []
    for module, held in names.modules().items():
        short, number = module.removeprefix("give_or_take."), names.chapter(module)
        listed = link_helpers(", ".join(f"`{name}`" for name in held))
        where = series.link(number) if number else ""
        rows.append(f"| [`{short}`](api/{short}.md) | {names.summary(module)} | {listed} | {where} |")
        order.append(f"api/{short}")
    return "\n".join([*rows, "", "```{toctree}", ":hidden:", "", *order, "```"])


def module_page(module, held):
    """The reference of one module, from its docstrings."""
    package = names.homes()[held[0]]
    lines = [f"# {module.removeprefix('give_or_take.')}", "", "```{eval-rst}", f".. automodule:: {module}", ""]
    lines += [f".. currentmodule:: {package}", ""]
    for name in held:
        kind = "class" if isinstance(getattr(import_module(package), name), type) else "function"
        lines += [f".. auto{kind}:: {name}", *(["   :members:"] if kind == "class" else []), ""]
    return "\n".join([*lines, "```", ""])


def citation(series):
    """How to cite this, from CITATION.cff: a line of text and a BibTeX entry."""
    cff = yaml.safe_load(series.read("CITATION.cff"))
    authors = " and ".join(author["name"] for author in cff["authors"])
    year = str(cff["date-released"])[:4]
    return (
        f"> {authors} ({year}). *{cff['title']}*. Version {__version__}.\n\n"
        f"```bibtex\n@software{{give_or_take,\n  author  = {{{{{authors}}}}},\n  title   = {{{cff['title']}}},\n"
        f"  year    = {{{year}}},\n  version = {{{__version__}}},\n}}\n```"
    )


def report_example(series):
    """The worked example of a report, each heading one level lower."""
    return re.sub(r"^#", "##", series.read("book/_static/report-example.md"), flags=re.MULTILINE)


def coverage(study, column):
    """A table of tools/studies/cluster_coverage.py, which loads pandas."""
    return lambda series: import_module("tools.studies.cluster_coverage").table(study, column)


PARTS = {
    "intro": readme_intro,
    "audience": readme_audience,
    "wobble": lambda series: home.wobble(home.trials()),
    "doors": home.doors,
    "commands": readme_commands,
    "claim_grows": readme_claim,
    "chapter_map": chapter_map,
    "readers": readme_section("For readers"),
    "instructors": readme_section("For instructors"),
    "practitioners": readme_section("For practitioners"),
    "cheat_sheet": cheat_sheet.page,
    "citation": citation,
    "licence": lambda series: series.read("LICENSE"),
    "modules": toolbox,
    "report_example": report_example,
    "rates_coverage": coverage("rates", "coverage"),
    "rates_average": coverage("rates", "average"),
    "rates_width": coverage("rates", "width"),
    "differences_coverage": coverage("differences", "coverage"),
    "differences_width": coverage("differences", "width"),
    "gate_figures": lambda series: import_module("tools.studies.gate_figures").table(),
    "edges": lambda series: import_module("tools.studies.conformance").page(),
    "edges_libraries": lambda series: import_module("tools.studies.conformance").versions(),
    **{f"chapter_{number}": chapter_link(number) for number in range(13)},
}


# --- All of it


def assemble(root):
    """Every file that Sphinx gets, as {name: bytes}."""
    series = Series.open(root)
    terms = glossary.read(series.read("book/glossary.md"))
    files = {}
    for chapter in series.chapters.values():
        page, drawn = chapter_page(chapter, terms)
        page.cells.append(answers.cell(chapter))
        files |= {chapter.path.name: nbformat.writes(page).encode(), **drawn}
    for document, name in TAKEN.items():
        files[name] = rewrite_links(series.read(document), Path(document).parent.as_posix()).encode()
    files["data.md"] = CSV.sub(rb'| <a href="downloads/data/\1" download><code>\1</code></a>', files["data.md"])
    for path in sorted((root / "book").glob("*.md")):
        text = fill(path.read_text(encoding="utf-8"), lambda name: PARTS[name](series))
        if path.name == "glossary.md":
            text = findable(glossary.page(text, series))
        if path.name == "formulas.md":
            text = formulas(text, series)
        files[path.name] = text.encode()
    files |= downloads(series) | {home.CARD: home.card(home.trials())}
    files |= cheat_sheet.files(series)
    files |= {name: text.encode() for name, text in teach.pages(series).items()}
    files["extra/teach/score.html"] = score.page(root).encode()
    files |= (printed := kit_files(root))
    files["teach/index.md"] += kit_line(printed).encode()
    for module, held in names.modules().items():
        files[f"api/{module.removeprefix('give_or_take.')}.md"] = module_page(module, held).encode()
    for path in (root / "book" / "conf.py", *sorted((root / "book" / "_static").iterdir())):
        files[path.relative_to(root / "book").as_posix()] = path.read_bytes()
    return indexed(with_course(files, root)) | {f"_static/{name}": data for name, data in mathjax().items()}


def kit_files(root):
    """The kit's PDFs, if `make kit` has made them."""
    return {f"extra/teach/{path.name}": path.read_bytes() for path in sorted((root / "build" / "kit").glob("*.pdf"))}


def kit_line(printed):
    """The end of the first teaching page: what can be downloaded for a room."""
    links = "".join(f'<a class="button" href="{(pdf := Path(name).name)}" download>{pdf}</a>\n' for name in printed)
    return f'\n## To download\n\n{KIT if links else NO_KIT}\n\n<p class="take-along">\n{links}{SLIDES}\n</p>\n'


def mathjax():
    """MathJax, as {name: bytes}: the site and the slides fetch nothing."""
    folder = Path(find_spec("sphinx-mathjax-offline").origin).parent / "static" / "mathjax"
    return below(folder, "tex-chtml.js", "output/chtml/fonts/woff-v2")


def below(folder, *names):
    """Files of `folder`, and all that is in folders of it, as {name: bytes}; each name starts with that of `folder`."""
    paths = [path for name in names for path in (folder / name, *(folder / name).rglob("*")) if path.is_file()]
    return {path.relative_to(folder.parent).as_posix(): path.read_bytes() for path in paths}


def write(files, folder):
    """Make `folder` hold just these files; the names of those that had to be written, and of those that had to go."""
    stored = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    gone = set(stored) - set(files)
    new = {name for name, data in files.items() if name not in stored or stored[name].read_bytes() != data}
    for name in gone:
        stored[name].unlink()
    for name in new:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(files[name])
    return new, gone


def made_of():
    """A hash of all that the site can be made of: files, what git holds, versions of what is installed, the address."""
    paths = [path for pattern in MADE_OF for top in ROOT.glob(pattern) for path in (top, *top.rglob("*"))]
    files = {path for path in paths if path.is_file() and not {"__pycache__", "node_modules"} & {*path.parts}}
    versions = sorted(f"{each.name} {each.version}" for each in metadata.distributions())
    head = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True) if has_git(ROOT) else ""
    whole = hashlib.sha256("\n".join((sys.version, *versions, head, os.environ.get("SITE_URL", ""))).encode())
    for path in sorted(files):
        whole.update(f"\n{path.relative_to(ROOT)} {hashlib.sha256(path.read_bytes()).hexdigest()}".encode())
    return whole.hexdigest()


def is_current():
    """Whether the site was built without a warning from what there is now."""
    return STAMP.exists() and STAMP.read_text() == made_of()


def main(arguments):
    """Assemble and build, unless nothing has changed; what is added goes to Sphinx, and builds in any case."""
    if not arguments and is_current():
        print(f"The site in {SITE.relative_to(ROOT)} is up to date; `make serve` shows it.")
        return 0
    STAMP.unlink(missing_ok=True)
    now = made_of()
    new, gone = write(assemble(ROOT) | narrow_figures(Series.open()), PAGES)
    if gone:
        shutil.rmtree(SITE, ignore_errors=True)  # so that no page outlives its source
    # A title in the side bar stands on every page, which Sphinx alone would overlook: -a.
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "--quiet", *(["-a"] if new else [])]
    # From ROOT, so that conf.py can import tools.
    status = subprocess.call([*command, "-b", "html", "-d", DOCTREES, *arguments, PAGES, SITE], cwd=ROOT)
    if status:
        shutil.rmtree(DOCTREES, ignore_errors=True)  # else the next build would pass over the page that was warned of
    else:
        import_module("tools.slides").build(SITE / "slides")  # which takes its MathJax from here
        STAMP.write_text(now)
        print(f"The site is in {SITE.relative_to(ROOT)}; `make serve` shows it.")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
