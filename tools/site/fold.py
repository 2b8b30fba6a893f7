"""What a chapter's page folds, and in which order it shows a result.

The notebook says it. A guess opens a fold for all that follows, up to the next question or heading; `after-reveal`
marks what else gives a result away; `hide-input` is code that only sets something out; the first code cell is the
set-up; what was luck and the solutions are parts. What waits for the reader of a notebook is left out: see `answers`.
"""

import ast
import re
from itertools import count, groupby
from typing import NamedTuple

from nbformat.v4 import new_code_cell

from tools.notebook import called, tags
from tools.site import answers

CODE, REST, SET_UP = "The code", "The rest of the code", "Set-up"
OURS = "What comes for ours: 42 of 60, and a guess of 5 points"  # below the heap of chapter 0, which takes a guess too


class Fold(NamedTuple):
    """A fold over several cells."""

    number: int
    kind: str  # "result" after a guess, "heap" below that of chapter 0, or "part"
    title: str


def folded(chapter):
    """The cells of a chapter as its page has them."""
    shown = []
    for fold, group in groupby(placed(chapter.nb.cells), key=lambda pair: pair[0]):
        cells = [cell for _, cell in group]
        first = next((k for k, cell in enumerate(cells) if "after-reveal" in tags(cell)), len(cells))
        if fold:
            kind = "fold" if fold.kind == "part" else "fold result"
            shown.append(answers.said(f'<details class="{kind}">\n<summary>{fold.title}</summary>'))
        if fold and fold.kind == "result":
            shown += answered(cells[:first], chapter)
            cells, first = cells[first:], 0
        for k, cell in enumerate(cells):
            if "after-reveal" in tags(cell):
                title, _, rest = cell.source.removeprefix("### ").partition("\n")
                cell.source = rest if fold.kind == "part" and k == first else f'<p class="rubric">{title}</p>\n{rest}'
            shown += result_first([cell]) if is_set_out(cell) else answers.filled(cell, chapter)
        shown += [answers.said("</details>")] if fold else []
    fold_parts(shown)
    return shown


def placed(cells):
    """Each cell with the fold that it stands in, or None; a guess opens one."""
    fold, number = None, count()
    for cell, following in zip(cells, [*cells[1:], None], strict=True):
        later = "after-reveal" in tags(cell)
        if cell.cell_type == "markdown" and (cell.source.startswith("#") or is_guess(following)):
            if not later:
                fold = None
            elif fold is None or fold.kind == "part" or is_guess(following):
                fold = Fold(next(number), "part", cell.source.partition("\n")[0].removeprefix("### "))
        elif is_guess(cell):
            fold = Fold(next(number), "result", answers.SHOW) if not called("note", cell.source) else None
        yield fold, cell
        if "{heap}" in cell.source:
            fold = Fold(next(number), "heap", OURS)


def is_guess(cell):
    """Whether a cell, or none, takes a guess."""
    return cell is not None and cell.source.startswith("guess = ...")


def is_set_out(cell):
    """Whether a cell only sets out what it shows: its code is folded below."""
    return cell.cell_type == "code" and "hide-input" in tags(cell)


def answered(cells, chapter):
    """What answers a guess: first what code shows, then the code; texts stay where they are."""
    for is_code, group in groupby(cells, key=lambda c: c.cell_type == "code" and not answers.is_blank(c)):
        if is_code:
            yield from result_first(list(group))
        else:
            yield from (one for cell in group for one in answers.filled(cell, chapter, in_fold=True))


def result_first(cells):
    """What code shows, then the code: in sight, but for what only sets something out or draws, which is folded."""
    shown, lines = [], {True: [], False: []}
    for cell in cells:
        outputs, code = apart(cell)
        shown += outputs
        for paragraph in filter(None, code.split("\n\n")):
            draws = any(line.startswith("plt.") for line in paragraph.split("\n"))
            lines[draws or is_set_out(cell)].append(paragraph)
    open_code, rest = ("\n\n".join(lines[is_rest]) for is_rest in (False, True))
    if open_code:
        shown.append(code_cell(open_code, tags=["behind"]))
    if rest:
        shown.append(prompted(code_cell(rest), REST if open_code else CODE, "hide-input"))
    return shown


def apart(cell):
    """What a cell shows, as cells, a bare value with the line that asks for it; and the other lines."""
    lines, asked = cell.source.split("\n"), [one for one in cell.outputs if bare(one)]
    *_, before, last = [None, *ast.parse(cell.source).body]
    named = before and isinstance(getattr(last, "value", None), ast.Name)  # what a line just worked out: with that line
    start = (before if named else last).lineno - 1 if asked else len(lines)
    kept = [tag for tag in tags(cell) if tag != "hide-input"]
    parts = [
        code_cell(cell.source, [one for one in cell.outputs if one not in asked], [*kept, "remove-input"]),
        code_cell("\n".join(lines[start:]).strip(), asked, [*kept, "asks"]),
    ]
    return [part for part in parts if part.outputs], "\n".join(lines[:start]).strip()


def bare(output):
    """What an output says in plain text, if nothing else is shown in its place."""
    data = output.get("data", {})
    return data.get("text/plain", "") if len(data) == 1 else ""


def code_cell(source, outputs=(), tags=()):
    return new_code_cell(source, outputs=list(outputs), metadata={"tags": list(tags)})


def prompted(cell, words, *more):
    """A code cell whose code, or output, is folded behind a line that says what is there."""
    cell.metadata.tags = [*tags(cell), *more]
    cell.metadata.mystnb = {"code_prompt_show": words, "code_prompt_hide": words}
    return cell


def fold_parts(cells):
    """Fold the set-up, the solutions one by one, and which findings another seed would change, without the code."""
    part = ""
    for k, cell in enumerate(cells):
        if cell.cell_type == "markdown":
            begun = [tag for tag in tags(cell) if tag.startswith("part-")]
            part = begun[0] if begun else "" if cell.source.startswith("## ") else part
        elif part == "part-luck":
            more = "hide-output", "remove-input", "not-on-paper", "sentences"
            prompted(cell, "Show which findings hold with any seed", *more)
        elif part == "part-solutions":
            ids = called("check", cell.source)
            prompted(cell, f"Solution {ids[0]}" if ids else "More of the solutions", "hide-cell")
        elif cell.source.startswith(("import ", "from ")) and all(one.cell_type == "markdown" for one in cells[:k]):
            cell.outputs = []
            prompted(cell, SET_UP, "hide-input")


def tidy(cells):
    """Tag the cells whose output is sentences, which may wrap; draw boxes to tick; leave out the types of columns."""
    for cell in cells:
        for output in cell.get("outputs", []):
            for holder, name in ((output, "text"), (output.get("data", {}), "text/plain")):
                if name in holder:
                    holder[name] = re.sub(r"\n(Name: .*, )?dtype: \w+$", "", holder[name], flags=re.MULTILINE)
            if report := output.get("data", {}).get("text/markdown"):
                ticked = re.sub(r"^- \[x\]", "- \N{BALLOT BOX WITH CHECK}", report, flags=re.MULTILINE)
                output.data["text/markdown"] = re.sub(r"^- \[ \]", "- \N{BALLOT BOX}", ticked, flags=re.MULTILINE)
        text = "".join(output.get("text", "") or bare(output) for output in cell.get("outputs", []))
        if text and not re.search(r"\S  ", text):
            cell.metadata.tags = [*tags(cell), "sentences"]
