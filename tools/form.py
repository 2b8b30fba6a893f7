"""The form of the notebooks, read from what is stored in them; nothing is executed.

A rule is a function `Chapter -> list[str]`: what is wrong, in which cell (counted from 0, as in nbval), what to do.
`tests/test_form.py` proves each rule with a notebook that it rejects, then holds the real notebooks to all of them.

    python -m tools.form [notebooks...]
"""

import ast
import re
import sys
from pathlib import Path
from urllib.parse import urlsplit

from tools import notebook
from tools.notebook import ROOT, Chapter, called, printed, readable, tags

CORE_PARTS = (
    "question real-data explorer exercises traps claim takeaways sources going-further luck solutions"
).split()
OPTIONAL_PARTS = ["by-hand"]
FEW_PARTS = "question takeaways sources".split()
TAG = r"(part|picture|moves)-[\w-]+|slide-(figure|table|formula|ask)|after-reveal|hide-input|raises-exception"
CELLS, WORDS, LINES, BYTES = range(20, 67), range(1000, 1801), 12, 600_000
WIDE = 95  # letters: a longer line of code is cut off at 1,280 px

OTHER_RANDOMNESS = re.compile(
    r"\b(?:np|numpy)\.random\.(?!default_rng\b|Generator\b)\w+|^\s*(?:import|from) random\b|(?<![\w.])random\.\w+"
    r"|\bdefault_rng\(\s*\)|\.rvs\((?!.*random_state)",
    re.MULTILINE,
)
BEGUN = re.compile(r"^ {0,3}<!--(?:(?!-->).)*-->([^\n]*)", re.MULTILINE | re.DOTALL)
MACHINE_PATH = re.compile(r"(?<![\w./])/(?:home|Users|root|tmp|work|var/folders)/[\w.-]+|\b[A-Z]:\\\\?\w+")


TODO = re.compile(r"TODO: ([^*\"\n]+?)[.?]?(?= *◆|[*\"\n]|$)")


# The rules.


def nothing_is_left_to_write(c):
    """A new chapter (tools/chapter.py) has a TODO for each part, in the notebook and in the files beside it."""
    texts = {f"cell {i}": cell.source for i, cell in c.cells}
    texts |= {"/".join(path.parts[-2:]): path.read_text("utf-8") for path in c.modules if path.exists()}
    return [f"{place}: still to write: {what}" for place, text in texts.items() for what in TODO.findall(text)]


def every_cell_was_run(c):
    found = [f"cell {i}: this code cell is empty; delete it" for i, cell in c.code if not cell.source.strip()]
    counts = [cell.execution_count for _, cell in c.code]
    if counts != list(range(1, len(counts) + 1)):
        found.append(f"execution counts are {counts}, not 1 to {len(counts)}; run `make refresh`")
    return found


def outputs_are_clean(c):
    found = []
    for i, cell in c.code:
        for output in [] if "raises-exception" in tags(cell) else cell.outputs:
            if output.output_type == "error":
                found.append(f"cell {i}: it ended in {output.ename}; mend it, or tag the cell raises-exception")
            elif output.get("name") == "stderr" or re.search(r"Warning\b", readable(output)):
                found.append(f"cell {i}: it printed a warning; remove its cause, so that no reader wonders about it")
    return found


def code_is_short_and_plain(c):
    found = []
    for i, cell in c.code:
        lines = [line.rstrip() for line in notebook.without_comments(cell.source).splitlines() if line.strip()]
        if (count := sum(bool(line.strip()) for line in cell.source.splitlines())) > LINES:
            found.append(f"cell {i}: {count} lines, {LINES} at most; split it, or move a step into helpers")
        if (wide := max(map(len, cell.source.splitlines()), default=0)) > WIDE:
            found.append(f"cell {i}: a line of {wide} letters, {WIDE} at most; break it, or name a step of it")
        if any(line.endswith(";") for line in lines):
            found.append(f"cell {i}: a line ends with a semicolon, which nbval cannot compare; write `_ = …`")
        if re.search(r"NBVAL_|PYTEST_VALIDATE", cell.source):
            found.append(f"cell {i}: tells nbval to look away; every cell is compared")
        if not notebook.parsed(cell).body and lines:
            found.append(f"cell {i}: not plain Python; write no magic (%) and no shell command (!)")
    return found


def names_have_one_home(c):
    """What one cell takes from another is bound in one cell; else running one again changes what is taken."""
    programs = {i: compile(notebook.parsed(cell), f"cell {i}", "exec") for i, cell in c.code}
    bound = {i: notebook.names_of(program, {"STORE_NAME"}) for i, program in programs.items()}
    found = []
    for i, program in programs.items():
        for name in sorted(notebook.names_of(program, {"LOAD_NAME", "LOAD_GLOBAL"}) - bound[i] - {"guess"}):
            if len(homes := [k for k in bound if name in bound[k]]) > 1:
                found.append(f"cell {i}: takes `{name}`, which cells {homes} bind; give each a name of its own")
    return found


def helpers_are_introduced(c):
    """A statistic is named in the text before its first use. What the classroom lends is the same in every chapter."""
    found, spans, waiting = [], "", set()
    for i, cell in c.cells:
        if cell.cell_type == "markdown":
            spans += " ".join(match.group() for match in notebook.CODE.finditer(cell.source))
            continue
        tree = list(ast.walk(notebook.parsed(cell)))
        for node in tree:
            if isinstance(node, ast.ImportFrom) and node.module == "give_or_take":
                waiting |= {alias.asname or alias.name for alias in node.names}
        for name in sorted(waiting & {node.id for node in tree if isinstance(node, ast.Name)}):
            waiting.remove(name)
            if not re.search(rf"\b{name}\b", spans):
                found.append(f"cell {i}: say in a line of text before it what `{name}` is for")
    return found


def numbers_are_produced(c):
    return [
        f"cell {i}: nothing in this section has {n}; print it in this unit, or write beside it <!-- given: {n}, why -->"
        for i, n in dict.fromkeys(notebook.unbacked(c.nb))
    ] + [f"cell {i}: <!-- given: {given} --> {problem}" for i, given, problem in notebook.needless(c.nb)]


def figures_have_alt_text(c):
    found = []
    for i, cell in c.code:
        for output in cell.outputs:
            for kind in {"image/png", "image/svg+xml", "image/jpeg"} & set(output.get("data", {})):
                alt = output.metadata.get(kind, {}).get("alt", "").strip()
                if not alt or alt not in output.data.get("text/plain", ""):
                    found.append(f"cell {i}: a figure without alt text in metadata and text; use show(draw.name(…))")
    for i, text in c.text:
        for bang, alt, target in notebook.LINK.findall(text):
            if bang and not alt.strip():
                found.append(f"cell {i}: the picture {target} has no description; write it between the brackets")
        if re.search(r"<img\b", text):
            found.append(f"cell {i}: write pictures as ![description](file), not as HTML")
    return found


def markup_is_read(c):
    """A line that begins with a comment is HTML to its end: no Markdown is read in it."""
    return [
        f"cell {i}: put a word before the comment, else Markdown after it is shown as typed: {after.strip()[:40]!r}"
        for i, cell in c.cells
        if cell.cell_type == "markdown"
        for after in BEGUN.findall(cell.source)
        if notebook.COMMENT.sub("", after).strip()
    ]


def links_resolve(c):
    found = []
    for i, text in c.text:
        targets = [target for _, _, target in notebook.LINK.findall(text)]
        targets += re.findall(r"^\[[^\]]+\]: *(\S+)", text, re.MULTILINE)
        targets += re.findall(r"(?<![(\w:/])(https?://[^\s>)]*)", notebook.LINK.sub("", text))
        found += [f"cell {i}: {problem}" for target in targets if (problem := notebook.broken(target, c))]
    return found


def neighbours_are_linked(c):
    found = []
    places = {"the first cell": c.nb.cells[0].source if c.nb.cells else ""}
    if "takeaways" in c.parts:
        places["part-takeaways"] = c.words("takeaways")
    before = [name for name in c.siblings if int(name[:2]) < c.number]
    after = [name for name in c.siblings if int(name[:2]) > c.number]
    for word, nearest in (("previous", before[-1:]), ("next", after[:1])):
        for place, text in places.items():
            linked = [urlsplit(target).path for _, _, target in notebook.LINK.findall(text)]
            found += [f"{place} does not link the {word} chapter; add [title]({n})" for n in nearest if n not in linked]
    return found


def exercises_are_complete(c):
    found, asked = [], {}
    for i, text in c.text:
        for id in re.findall(r"^### Exercise (\d+\.\d+)\b", text, re.MULTILINE):
            asked[id] = i
            until = next((k for k, later in c.text if k > i and re.search("^#", later, re.MULTILINE)), len(c.nb.cells))
            code = "\n".join(cell.source for k, cell in c.code if i < k < until)
            answer = rf'^answer = \.\.\. *(#.*)?$(.|\n)*^check\("{re.escape(id)}", answer\)'
            written = rf'^def (\w+)\(.*\):\n    \.\.\.$(.|\n)*^check\("{re.escape(id)}", \1\)'
            if id in c.exercises and not re.search(written if c.exercises[id].cases else answer, code, re.MULTILINE):
                found.append(
                    f'cell {i}: exercise {id} needs `answer = ...` and `check("{id}", answer)` below it, or a function '
                    "whose body is the dots, and its name for `check`"
                )
    for id, i in ({id: i for i, cell in c.code for id in called("check", cell.source)} | asked).items():
        if id not in c.exercises:
            found.append(f'cell {i}: exercise("{id}", …) is not registered in classroom/exercises')
    for id, e in c.exercises.items():
        if id not in asked:
            found.append(f"exercise {id} is registered but not asked; write `### Exercise {id} · …`")
        if not (set(e.choices) - {e.right} if e.choices else e.mistakes or e.signs):
            found.append(f"exercise {id} names no mistake; add the one that people make")
    if c.core and len(every := {*asked, *c.exercises}) < 3:
        found.append(f"{len(every)} exercises, three at least: compute, judge, transfer")
    return found


def solutions_are_right_and_last(c):
    cells = c.parts.get("solutions", [])
    code = [(i, cell) for i, cell in cells if cell.cell_type == "code"]
    solved = [id for _, cell in code for id in called("check", cell.source)]
    unsolved = [id for id in c.exercises if id not in solved and "solutions" not in lacking(c)]
    found = [f'exercise {id} has no solution; call check("{id}", …) there' for id in unsolved]
    for i, cell in code:
        right = re.findall(r"^Right\b", printed(cell), re.MULTILINE)
        if len(right) < len(called("check", cell.source)):
            found.append(f'cell {i}: the stored reply to this solution does not start with "Right"; mend it')
    if cells and cells[0][1].metadata.get("jp-MarkdownHeadingCollapsed") is not True:
        found.append(f"cell {cells[0][0]}: fold the solutions: metadata jp-MarkdownHeadingCollapsed must be true")
    if cells and any(notebook.starts_section(cell) for _, cell in c.cells[cells[0][0] + 1 :]):
        found.append(f"cell {cells[0][0]}: the solutions must be the last ## section")
    return found


def predictions_are_complete(c):
    found, every = [], []
    for i, text in c.text:
        ids = re.findall(r"^\*\*Predict (\d+[A-Z])\.\*\*", text, re.MULTILINE)
        if len(ids) > 1 or len(ids) != text.count("**Predict "):
            found.append(f"cell {i}: one prediction a cell, in a paragraph that starts with **Predict {c.number}A.**")
        every += ids
        found += [f"cell {i}: prediction {id} {problem}" for id in ids for problem in unready(id, i, text, c)]
    found += [f"prediction {id} is registered but not asked" for id in c.predictions if id not in every]
    if c.core and len(known := {*every, *c.predictions}) < 2:
        found.append(f"{len(known)} predictions, two at least")
    return found


def unready(id, i, text, c):
    """What a prediction lacks: a registered meaning for each option, a place for the guess, a result."""
    options = re.findall(r"^- \*\*([a-z])\*\* ", text, re.MULTILINE)
    if id not in c.predictions:
        yield "is not registered in classroom/exercises; add prediction(…)"
    elif sorted(c.predictions[id].options) != sorted(options):
        yield f"offers {options}, but {sorted(c.predictions[id].options)} are registered"
    if len(options) not in (3, 4) and (options or "range" not in text):
        yield "needs three or four options `- **a** …`, or asks for a range"
    after = [cell.source for k, cell in c.code if k > i]
    if not after or not re.match(r"guess = \.\.\.\s*?(#.*)?$" if c.core else r"guess = \.\.\.", after[0]):
        yield "needs the cell `guess = ...` after it, with nothing else in it"
    if id not in called("reveal" if c.core else "(?:reveal|note)", "\n".join(after)):
        yield f'needs reveal("{id}", guess) once the result is there'


def results_are_folded(c):
    """Between a guess and its reveal text is open and neutral; what tells the result is folded for the learner."""
    found, guessed, revealed, folded = [], False, False, False
    previous = None
    for i, cell in c.cells:
        text = cell.source if cell.cell_type == "markdown" else ""
        if text.startswith("#"):
            folded = "after-reveal" in tags(cell)
        elif text and previous is not None and "after-reveal" in tags(previous):
            found.append(f"cell {i}: put this into the cell before it; from there, Shift+Enter does not show it")
        previous = cell
        if folded and (cell.source.startswith("guess = ...") or "**Predict " in text):
            found.append(f"cell {i}: a folded heading hides this question; put a `##` or `###` heading above it")
        if "after-reveal" in tags(cell) and not re.match(r"### [^*\d\n]+$", text, re.MULTILINE):
            found.append(f"cell {i}: after-reveal marks a cell that starts with a `###` heading without numbers")
        if cell.source.startswith(("guess = ...", "## ", "**Predict ")):
            guessed, revealed = c.core and not text, False
        elif guessed and called("reveal", cell.source):
            guessed, revealed = False, True
        elif text and guessed and (folded or re.search(r"\d", notebook.prose(text))):
            found.append(f"cell {i}: text after a guess is open and neutral; move this below the reveal")
        elif revealed:
            if not folded:
                found.append(f"cell {i}: this may give the result away; tag a `###` heading before it after-reveal")
            revealed = False
    return found


def lacking(c):
    """The parts that a chapter needs and does not have. `parts_are_in_order` names them, the other rules wait."""
    return [part for part in (CORE_PARTS if c.core else FEW_PARTS) if part not in c.parts]


def parts_are_in_order(c):
    needed = CORE_PARTS if c.core else FEW_PARTS
    present = [part for part in c.parts if part in needed]
    found = [f"the part-{part} section is missing; tag its ## heading" for part in lacking(c)]
    if present != (order := [part for part in needed if part in present]):
        found.append(f"the parts stand as {', '.join(present)}; the order is {', '.join(order)}")
    for i, cell in c.cells:
        for tag in tags(cell):
            if not re.fullmatch(TAG, tag):
                found.append(f"cell {i}: the tag {tag} is not one of those that CONTRIBUTING.md knows")
            known = tag[5:] in (*CORE_PARTS, *OPTIONAL_PARTS) and notebook.starts_section(cell)
            if tag.startswith("part-") and not known:
                found.append(f"cell {i}: the tag {tag} belongs to a ## heading and to a part of CONTRIBUTING.md")
    for i, text in c.text:
        if any(re.match(r"##? ", line) for line in text.strip().splitlines()[1:]):
            found.append(f"cell {i}: start a new cell with each # or ## heading")
    if not (c.nb.cells and c.nb.cells[0].source.startswith("# ")):
        found.append("cell 0: start with a Markdown cell that holds the title, `# …`")
    return found


def minutes_agree(c):
    minutes = c.about.get("minutes", {})
    if c.about.get("chapter") != c.number or minutes.keys() - {"room"} != {"exercises", "reading"}:
        needs = "minutes: reading, exercises and, if a workshop teaches it, room"
        return [f"metadata give_or_take {c.about} needs chapter {c.number} and {needs}"]
    if lacking(c):
        return []
    found, room = [], minutes.get("room", 0)
    line = "Reading {reading} min · exercises {exercises} min".format(**minutes)
    line += f" · in a workshop {room} min" * (room > 0)
    if line not in " ".join((c.nb.cells[0].source, c.words("question"))):
        found.append(f"the question section should say: {line}")
    marks = [int(minutes) for _, text in c.text for _, minutes in notebook.CORE.findall(text)]
    if (c.core or marks) and sum(marks) != room:
        found.append(f"the ◆ minutes in headings add up to {sum(marks)}, the room minutes are {room}")
    readme = c.path.parent.parent / "README.md"
    if readme.exists() and c.row("notebooks/") not in readme.read_text("utf-8").splitlines():
        found.append("the map in README.md has another row for this chapter, or none; run `make refresh`")
    return found


def one_sentence_is_carried_home(c):
    """The bold sentence of the takeaways, which its slide and the handout show."""
    lacks = c.core and "takeaways" in c.parts and not c.take_away
    return ["the takeaways have no sentence to take home; quote one in bold, `> **It is so.**`"] if lacks else []


def main_path_fits(c):
    if not c.core or not {"question", "traps"} <= set(c.parts):
        return []
    ends = (c.parts["question"][0][0], c.parts["traps"][-1][0])
    aside = {i for i, _ in c.parts.get("exercises", [])}
    path = [cell for i, cell in c.cells if ends[0] <= i <= ends[1] and i not in aside]
    text = notebook.COMMENT.sub("", "\n".join(cell.source for cell in path if cell.cell_type == "markdown"))
    words = sum(any(map(str.isalnum, word)) for word in notebook.LINK.sub(r"\2", text).split())
    found = [] if len(path) in CELLS else [f"the main path has {len(path)} cells; 20 to 66 fit one sitting"]
    return found + ([] if words in WORDS else [f"the main path has {words} words; 1,000 to 1,800 fit one sitting"])


def randomness_is_seeded(c):
    found = []
    source = "\n".join(notebook.without_comments(cell.source) for _, cell in c.code)
    seeds = re.findall(r"^[ \t]*SEED\b *=.*$", source, re.MULTILINE)
    if len(seeds) > 1 or not all(re.fullmatch(r"SEED = \d+ *", seed) for seed in seeds) or (c.core and not seeds):
        found.append(f"one line `SEED = 1234` is needed, at the left margin; found {seeds}")
    if c.core and "rng = np.random.default_rng(SEED)" not in source:
        found.append("the set-up cell should say rng = np.random.default_rng(SEED)")
    for i, cell in c.code:
        for other in OTHER_RANDOMNESS.findall(notebook.without_comments(cell.source)):
            found.append(f"cell {i}: {other.strip()!r} is not seeded; draw from rng")
    return found


def stored_form_is_stable(c):
    from tools.refresh import dumps, normalise

    stored, found = c.path.read_bytes(), []
    if stored != dumps(normalise(c.nb)):
        found.append("the file is not in the stable form; run `make refresh`")
    if len(stored) > BYTES:
        found.append(f"{len(stored):,} bytes, {BYTES:,} at most; draw fewer or smaller figures")
    for i, cell in c.code:
        if path := MACHINE_PATH.search("\n".join(map(readable, cell.outputs))):
            found.append(f"cell {i}: the output shows {path.group()}, a path of this machine; print only the name")
    return found


RULES = (
    nothing_is_left_to_write, every_cell_was_run, outputs_are_clean, code_is_short_and_plain, names_have_one_home,
    helpers_are_introduced, numbers_are_produced, figures_have_alt_text, markup_is_read, links_resolve,
    neighbours_are_linked, exercises_are_complete, solutions_are_right_and_last, predictions_are_complete,
    results_are_folded, parts_are_in_order, minutes_agree, one_sentence_is_carried_home, main_path_fits,
    randomness_is_seeded, stored_form_is_stable,
)  # fmt: skip


def main(names):
    paths = [Path(name) for name in names] or sorted((ROOT / "notebooks").glob("[0-9][0-9]-*.ipynb"))
    if odd := [str(path) for path in paths if not path.is_file() or not path.name[:2].isdecimal()]:
        print(f"not a chapter (NN-name.ipynb): {', '.join(odd)}")
        return 1
    chapters = map(Chapter.open, paths)
    found = [f"{c.path.name} [{rule.__name__}] {fault}" for c in chapters for rule in RULES for fault in rule(c)]
    print("\n".join(found) or f"{len(paths)} notebooks, {len(RULES)} rules: all is well")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
