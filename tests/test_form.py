"""Each rule of tools/form.py rejects a notebook that breaks it; the notebooks of the series break none."""

from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tools import form, notebook
from tools.notebook import Chapter
from tools.refresh import dumps, normalise

NOTEBOOKS = sorted((form.ROOT / "notebooks").glob("[0-9][0-9]-*.ipynb"))
by_name = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


# A chapter that obeys every rule.


def text(source, part=None, slide="", **metadata):
    tags = [f"part-{part}"] * bool(part) + [f"slide-{what}" for what in slide.split()]
    return new_markdown_cell(source, metadata={**({"tags": tags} if tags else {}), **metadata})


def code(source, printed="", *tags, outputs=None):
    outputs = outputs or ([new_output("stream", name="stdout", text=printed)] if printed else [])
    return new_code_cell(source, outputs=outputs, metadata={"tags": list(tags)} if tags else {})


def figure(alt):
    data = {"image/png": "iVBORw0KGgo=", "text/plain": alt}
    return [new_output("display_data", data, metadata={"image/png": {"alt": alt}})]


def exercise(id):
    cell = code(f'answer = ...\ncheck("{id}", answer)', "Blank so far.")
    return [text(f"### Exercise {id} · compute\n\nHow many?"), cell]


def solved(id):
    return code(f'answer = 7 * 6\ncheck("{id}", answer)', "Right. As it should be.")


def good():
    """The smallest chapter there is: number 2, between 01-before and 03-after."""
    filler = "One more sentence that a reader reads. " * 30
    neighbours = "[1 · Before](01-before.ipynb) | [3 · After](03-after.ipynb)"
    cells = [
        text(f"# 2 · Margins\n\n{neighbours}"),
        text("## Is it better? ◆ 5 min\n\nReading 40 min · exercises 25 min · in a workshop 30 min.",
             "question"),
        text("`margin` says how far to reach. See [below](#By-hand)."),
        code("import numpy as np\n\nfrom give_or_take import margin\n"
             "from give_or_take.classroom import check, reveal, show\n"
             "from give_or_take.classroom.figures import ch02 as draw"),
        code("SEED = 7\nrng = np.random.default_rng(SEED)"),
        text("**Predict 2A.** How many?\n\n- **a** some\n- **b** more\n- **c** most"),
        code("guess = ...  # a letter"),
        code('margin(84, 100)\nprint(f"{spread:.1f} points of {1_319:,}")\nreveal("2A", guess)',
             "3.7 points of 1,319\nNo guess."),
        text(
            "### What you saw\n\nThe spread is 3.7 points on 1,319 items, as chapter 1 said. "
            "<!-- given: 1927, the year --> So in 1927.",
            tags=["after-reveal"],
        ),
        text("### The other\n\n**Predict 2B.** Give a range that you are sure of."),
        code("guess = ..."),
        code('reveal("2B", guess, truth=3.7)', "No range this time."),
        text("## A story ◆ 25 min\n\n" + filler),
        code("show(draw.wobble())", outputs=figure("A bell from 70 to 98.")),
        text("The bell goes from 70 to 98.\n\n" + filler),
        text("## By hand\n\n" + filler + "\n\n$$\\sqrt{p(1-p)/n}$$", "by-hand", "formula"),
        code("print(84)  # not 99", "84"),
        text("## Real data\n\n" + filler, "real-data"),
        text("## Move it\n\n" + filler, "explorer"),
        text("## Exercises", "exercises"),
        *exercise("2.1"), *exercise("2.2"),
        text("### Exercise 2.3 · write\n\nHow?"),
        code('def reach(n):\n    ...\n\n\ncheck("2.3", reach)', "Blank so far."),
        text("## Traps", "traps"),
        text("The usual one."),
        text("## The claim so far", "claim"),
        text(f"## To take home\n\n> **Reach out.**\n\n{neighbours}", "takeaways"),
        text("## Sources\n\n[Wilson (1927)](https://doi.org/10.1002/(SICI)1097-0258)", "sources"),
        text("## Going further", "going-further"),
        text("## Luck", "luck"),
        text("## Solutions", "solutions", **{"jp-MarkdownHeadingCollapsed": True}),
        solved("2.1"), solved("2.2"), solved("2.3"),
    ]  # fmt: skip
    about = {"chapter": 2, "minutes": {"reading": 40, "exercises": 25, "room": 30}}
    return normalise(new_notebook(cells=cells, metadata={"give_or_take": about}))


IDS = "2.1", "2.2", "2.3"
ROW = "| [2 · Margins](notebooks/02-margins.ipynb) | Is it better? | 40 min | 25 min | {} min |\n"


class Sample:
    """The good chapter in a folder of its own, open to one change."""

    def __init__(self, folder):
        self.nb = good()
        self.readme = ROW.format(30)
        kinds = {"mistakes": [(1, "!")], "choices": {}, "signs": ()}
        self.exercises = {id: SimpleNamespace(**kinds, cases=id == "2.3") for id in IDS}
        self.predictions = {id: SimpleNamespace(options=options) for id, options in {"2A": "abc", "2B": ""}.items()}
        self.stored = lambda: dumps(self.nb)
        self.folder = folder / "notebooks"

    def cell(self, start):
        return next(cell for cell in self.nb.cells if cell.source.startswith(start))

    def chapter(self):
        self.folder.mkdir()
        path, names = self.folder / "02-margins.ipynb", ["01-before.ipynb", "02-margins.ipynb", "03-after.ipynb"]
        for name in names:
            (self.folder / name).write_bytes(dumps(new_notebook(cells=[text("# A title of its own")])))
        path.write_bytes(self.stored())
        (self.folder.parent / "README.md").write_text(self.readme, encoding="utf-8")
        return Chapter(deepcopy(self.nb), path, names, self.exercises, self.predictions)


# Changes, one for each way to break a rule.


def swap(old, new, count=1):
    """Write `new` for `old`, in every cell that has it."""

    def change(sample):
        cells = [cell for cell in sample.nb.cells if old in cell.source]
        assert len(cells) == count, f"{old!r} is in {len(cells)} cells"
        for cell in cells:
            cell.source = cell.source.replace(old, new)

    return change


def reply(start, *outputs, tags=None):
    """Store other outputs, or other tags, with the cell that starts so."""

    def change(sample):
        cell = sample.cell(start)
        if outputs:
            cell.outputs = [nbformat.from_dict(output) for output in outputs]
        cell.metadata.tags = cell.metadata.get("tags", []) if tags is None else tags

    return change


def stdout(words):
    return new_output("stream", name="stdout", text=words)


def drop(*starts):
    return lambda sample: [sample.nb.cells.remove(sample.cell(start)) for start in starts]


def add(*cells, at=None):
    def change(sample):
        place = len(sample.nb.cells) if at is None else sample.nb.cells.index(sample.cell(at)) + 1
        sample.nb.cells[place:place] = cells

    return change


def only_two(sample):
    drop("### Exercise 2.3", "def reach", 'answer = 7 * 6\ncheck("2.3"')(sample)
    sample.exercises.pop("2.3")


def only_one(sample):
    first = sample.nb.cells.index(sample.cell("### The other"))
    del sample.nb.cells[first : first + 3]
    sample.predictions.pop("2B")


def last_first(sample):
    sample.nb.cells.insert(1, sample.nb.cells.pop())


def untag(start):
    return lambda sample: sample.cell(start).metadata.pop("tags")


def minutes(**values):
    return lambda sample: sample.nb.metadata.give_or_take.minutes.update(values)


def attribute(name, value):
    return lambda sample: setattr(sample, name, value)


def output_of_figure(**values):
    return lambda sample: sample.cell("show(").outputs[0].update(nbformat.from_dict(values))


BROKEN = {
    "nothing_is_left_to_write": {
        "in a cell": swap("The usual one.", "TODO: the usual ones"),
    },
    "every_cell_was_run": {
        "never run": lambda sample: sample.cell("print(84)").update(execution_count=None),
        "out of order": last_first,
        "empty": add(new_code_cell("")),
    },
    "outputs_are_clean": {
        "error": reply("print(84)", new_output("error", ename="NameError", evalue="no", traceback=[])),
        "stderr": reply("print(84)", new_output("stream", name="stderr", text="hm")),
        "warning": reply("print(84)", stdout("84 RuntimeWarning: overflow")),
    },
    "code_is_short_and_plain": {
        "thirteen lines": swap("print(84)  # not 99", "print(84)\n" * 13),
        "a line of 96 letters": swap("print(84)  # not 99", f"print(84)  # {'x' * 83}"),
        "semicolon": swap("print(84)  # not 99", "print(84);  # quiet"),
        "magic": swap("print(84)  # not 99", "%time print(84)"),
        "nbval looks away": swap("print(84)  # not 99", "print(84)  # NBVAL_IGNORE_OUTPUT"),
        "shell": swap("print(84)  # not 99", "!echo 84"),
    },
    "names_have_one_home": {
        "bound twice": add(code("spare = 1"), code("spare = 2"), code("print(spare)")),
        "by a loop, and read in a function": add(
            code("spare = 1"), code("def f():\n    return spare"), code("for spare in (2, 3):\n    print(spare)")
        ),
    },
    "helpers_are_introduced": {
        "not named": swap("`margin` says", "It says"),
        "not as code": swap("`margin` says", "margin says"),
        "named after its use": lambda sample: (swap("`margin` says", "It says")(sample), add(text("`margin`"))(sample)),
        "under another name": swap("import margin", "import margin as reach"),
    },
    "numbers_are_produced": {
        "another digit": swap("spread is 3.7", "spread is 3.8"),
        "another thousands": swap("on 1,319 items", "on 1,318 items"),
        "other units": swap("spread is 3.7 points", "spread is 0.037"),
        "only in a comment": swap("## By hand", "## By hand: 99"),
        "in words": swap("## Luck", "## Luck of twelve"),
        "another section": swap("## Luck", "## Luck of 3.7 points"),
        "in a table": swap("## Luck", "## Luck\n\n| n |\n|---|\n| 25 |"),
        "another sign": swap("spread is 3.7", "spread is −3.7"),
        "not given": swap("<!-- given: 1927, the year -->", "<!-- 1927 -->"),
        "given without need": swap("<!-- given: 1927, the year -->", "<!-- given: 1927; 3.7: the year -->"),
        "given without use": swap("<!-- given: 1927, the year -->", "<!-- given: 1927; 1928: the year -->"),
        "given without reason": swap("<!-- given: 1927, the year -->", "<!-- given: 1927 -->"),
        "given elsewhere": swap("The bell goes from 70 to 98.", "The bell of 1927."),
    },
    "figures_have_alt_text": {
        "no alt": output_of_figure(metadata={}),
        "empty alt": output_of_figure(metadata={"image/png": {"alt": " "}}),
        "alt not in the text": output_of_figure(data={"image/png": "iVBORw0KGgo=", "text/plain": "<Figure>"}),
        "markdown picture": swap("The usual one.", "![](01-before.ipynb)"),
        "html picture": swap("The usual one.", '<img src="01-before.ipynb">'),
    },
    "markup_is_read": {
        "after a comment": swap("The usual one.", "<!-- lab -->The `usual` one.<!-- /lab -->"),
        "after a long one": swap("The usual one.", "<!-- slide: one\n\ntwo --> The usual one."),
    },
    "links_resolve": {
        "no such file": swap("The usual one.", "[that one](04-nowhere.ipynb)"),
        "no such picture": swap("The usual one.", "![that one](nowhere.png)"),
        "no such heading here": swap("(#By-hand)", "(#by-hand)"),
        "no such heading there": swap("The usual one.", "[that one](03-after.ipynb#Nothing)"),
        "absolute": swap("The usual one.", "[that one](/notebooks/03-after.ipynb)"),
        "http": swap("https://doi.org", "http://doi.org"),
        "no host": swap("https://doi.org/10.1002/(SICI)1097-0258", "https://10"),
        "bare http": swap("The usual one.", "http://example.org"),
        "further down": swap("The usual one.", "[that one][x]\n\n[x]: nowhere.md"),
    },
    "neighbours_are_linked": {
        "previous, above": lambda sample: sample.nb.cells[0].update(source="# 2 · Margins\n\n[3](03-after.ipynb)"),
        "next, above": lambda sample: sample.nb.cells[0].update(source="# 2 · Margins\n\n[1](01-before.ipynb)"),
        "next, below": lambda sample: sample.cell("## To take").update(source="## To take\n\n[1](01-before.ipynb)"),
    },
    "exercises_are_complete": {
        "no check": swap('answer = ...\ncheck("2.2", answer)', "answer = ..."),
        "spoilt": swap('answer = ...\ncheck("2.2", answer)', 'answer = 42\ncheck("2.2", answer)'),
        "below the next heading": drop("### Exercise 2.2"),
        "not registered": lambda sample: sample.exercises.pop("2.2"),
        "no mistakes": lambda sample: vars(sample.exercises["2.2"]).update(mistakes=[]),
        "no wrong choice": lambda sample: vars(sample.exercises["2.2"]).update(choices={"a"}, right="a"),
        "a number for a function": swap("def reach(n):\n    ...", "answer = reach = ..."),
        "a function for a number": lambda sample: vars(sample.exercises["2.3"]).update(cases=None),
        "a function that is written": swap("def reach(n):\n    ...", "def reach(n):\n    return n"),
        "another function": swap('check("2.3", reach)', 'check("2.3", print)'),
        "not asked": swap("### Exercise 2.3", "### Example 2.3"),
        "two only": only_two,
    },
    "solutions_are_right_and_last": {
        "not right": reply('answer = 7 * 6\ncheck("2.2"', stdout("Not yet. Right is elsewhere.")),
        "missing": drop('answer = 7 * 6\ncheck("2.2"'),
        "unfolded": lambda sample: sample.cell("## Solutions").metadata.pop("jp-MarkdownHeadingCollapsed"),
        "not last": add(text("## One more thing")),
    },
    "predictions_are_complete": {
        "two options": swap("\n- **c** most", ""),
        "another letter": swap("- **c** most", "- **d** most"),
        "no range": swap("Give a range", "Say"),
        "not registered": lambda sample: sample.predictions.pop("2B"),
        "not asked": swap("**Predict 2B.** ", ""),
        "one only": only_one,
        "no blank": swap("guess = ...  # a letter", 'guess = "a"'),
        "not alone": swap("guess = ...  # a letter", "guess = ...\nprint(1)"),
        "no reveal": swap('reveal("2A", guess)', 'print("see?")'),
        "inside a sentence": swap("**Predict 2A.**", "Now **Predict 2A.**"),
    },
    "results_are_folded": {
        "not tagged": lambda sample: sample.cell("### What you saw").metadata.update(tags=[]),
        "a number before the reveal": add(text("It is 3.7."), at="guess = ...  # a letter"),
        "code before the heading": add(code("print(3.7)"), at="margin(84"),
        "folded before the reveal": add(text("### See", tags=["after-reveal"]), at="guess = ...  # a letter"),
        "text below the folded cell": add(text("Luck."), at="### What you saw"),
        "not a heading": swap("### What you saw", "**What you saw.**"),
        "the heading tells": swap("### What you saw", "### It is 3.7 points"),
        "a question under it": swap("### The other\n\n", ""),
    },
    "parts_are_in_order": {
        "missing": untag("## Real data"),
        "unknown": lambda sample: sample.cell("## A story").metadata.update(tags=["part-story"]),
        "nbval's tag": lambda sample: sample.cell("## A story").metadata.update(tags=["nbval-skip"]),
        "swapped": lambda sample: (
            sample.cell("## Luck").metadata.update(tags=["part-real-data"]),
            sample.cell("## Real data").metadata.update(tags=["part-luck"]),
        ),
        "not on a heading": lambda sample: sample.cell("The usual").metadata.update(tags=["part-claim"]),
        "heading inside a cell": swap("The usual one.", "The usual one.\n\n## And more"),
        "no title": swap("# 2 · Margins", "2 · Margins"),
    },
    "minutes_agree": {
        "no metadata": lambda sample: sample.nb.metadata.pop("give_or_take"),
        "another chapter": lambda sample: sample.nb.metadata.give_or_take.update(chapter=3),
        "another text": minutes(reading=41),
        "another sum": swap("◆ 25 min", "◆ 24 min"),
        "another map": attribute("readme", ROW.format(31)),
        "another question": swap("## Is it better?", "## Is it worse?"),
        "no map": attribute("readme", "# Give or Take\n"),
    },
    "one_sentence_is_carried_home": {
        "nothing to take home": swap("> **Reach out.**", "> Reach out."),
    },
    "main_path_fits": {
        "few words": swap("that a reader reads", "", count=5),
        "many words": swap("that a reader reads", "that a " + "most " * 5 + "patient reader reads", count=5),
        "few cells": drop("The usual one.", "## Luck"),
        "many cells": add(*[text("More.") for _ in range(60)], at="The usual one."),
    },
    "randomness_is_seeded": {
        "no seed": swap("SEED = 7\n", ""),
        "two seeds": swap("print(84)  # not 99", "SEED = 8\nprint(84)"),
        "computed seed": swap("SEED = 7", "SEED = 7 + 1"),
        "another generator": swap("default_rng(SEED)", "default_rng(8)"),
        "global seed": swap("print(84)  # not 99", "np.random.seed(1)"),
        "global draw": swap("print(84)  # not 99", "print(np.random.rand(3))"),
        "standard library": swap("print(84)  # not 99", "import random"),
        "unseeded": swap("print(84)  # not 99", "print(np.random.default_rng().integers(9))"),
        "scipy": swap("print(84)  # not 99", "print(binom.rvs(3, 0.5))"),
    },
    "stored_form_is_stable": {
        "timings": lambda sample: sample.cell("print(84)").metadata.update(execution={"started": "now"}),
        "other bytes": lambda sample: attribute("stored", lambda: dumps(sample.nb) + b"\n")(sample),
        "large": output_of_figure(data={"image/png": "A" * 600_000, "text/plain": "A bell from 70 to 98."}),
        "widgets": lambda sample: sample.nb.metadata.update(widgets={}),
        "machine": reply("print(84)", stdout("84 from /home/ann/series/data.csv")),
    },
}
CASES = [(rule, how) for rule, ways in BROKEN.items() for how in ways]


@pytest.mark.parametrize("rule", form.RULES, ids=lambda rule: rule.__name__)
def test_good_chapter(rule, tmp_path):
    assert rule(Sample(tmp_path).chapter()) == []


@pytest.mark.parametrize(("rule", "how"), CASES, ids=[f"{rule}: {how}" for rule, how in CASES])
def test_broken_chapter(rule, how, tmp_path):
    sample = Sample(tmp_path)
    BROKEN[rule][how](sample)
    found = getattr(form, rule)(sample.chapter())
    assert found and all(isinstance(problem, str) for problem in found)


def test_every_rule_is_proven_and_used():
    rules = [rule.__name__ for rule in form.RULES]
    assert rules == list(BROKEN)
    written = [name for name, thing in vars(form).items() if callable(thing) and thing.__module__ == form.__name__]
    assert set(written) - set(rules) == {"unready", "lacking", "main"}


def test_command_line(capsys, monkeypatch, tmp_path):
    sample = Sample(tmp_path)
    chapter = sample.chapter()
    monkeypatch.setattr(Chapter, "open", lambda path: chapter)
    assert form.main([str(chapter.path)]) == 0
    assert "all is well" in capsys.readouterr().out
    swap("spread is 3.7", "spread is 3.8")(SimpleNamespace(nb=chapter.nb))
    assert form.main([str(chapter.path)]) == 1
    assert "02-margins.ipynb [numbers_are_produced] cell 8: nothing in this section has 3.8" in capsys.readouterr().out


# What counts as a number in a sentence.


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ("1,319 items and 84%, or 81–87", "1319 84 81 87"),
        ("a change of −3.6 points, of -3.6, of ±3.6", "-3.6 -3.6 3.6"),
        ("84/100, 5-item tests, (10), 95%-sure, 1/√n, 10²", "84 100 5 10 95 1 10"),
        ("| n | rate |\n|---|---|\n| 25 | 8.9 |", "25 8.9"),
        ("GPT-5, o1-mini, SWE-bench, GSM8K, CR0, GSM1k, v2, 6B, 175B-fine, Python 3.11.2", ""),
        ("chapter 4, 12 items; chapters 4-6, 8 and 13, 25 items", "12 25"),
        ("Exercise 1.2 and exercises 1.1 and 1.3; **Predict 1A.** 42", "42"),
        ("`84` and ``8`4`` and\n\n```python\n84\n```\n", ""),
        ("$\\frac{1}{2}$, $$\n3\n$$ and \\$5", "5"),
        ('[84](95.md#a(1)b "11") ![12](13.png) https://a.org/14 <https://a.org/15> <b>16</b>', "16"),
        ("p < 0.05 and n > 30", "0.05 30"),
        ("1. first 99\n2. second\n\n84. is a lot", "99 84"),
        ("## Thirty of 40 ◆ 5 min\n\nReading 40 min · exercises 25 min · in a workshop 30 min", "40"),
        ("the 2×2 table <!-- 12 -->", ""),
    ],
)
def test_numbers_of_a_text(source, read):
    assert notebook.numbers(notebook.prose(source)) == read.split()


@pytest.mark.parametrize(
    ("number", "holds"),
    [
        ("3.6652", True), ("3.67", True), ("3.7", True), ("3.8", False), ("4", False), ("367", False), ("12", True),
        ("84.1", True), ("84", True), ("0.84", True), ("0.8", False), ("85", False), ("19", False), ("0.5", True),
        ("50", True), ("9.9", True), ("10", False), ("-84", True),
    ],
)  # fmt: skip
def test_a_number_may_round_what_is_shown_in_four_digits(number, holds):
    cell = code("f'{12:>19}', 0.5", "3.6652 and -0.8412 and 9.9")
    assert (number in notebook.Produced([(0, cell)])) is holds


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("twelve of a hundred thousand, and twenty-one", "12 100000 21"),
        ("Ten, hundreds, several hundred; one in five", ""),
        ("two million; a thousand; ninety times", "2000000 1000 90"),
    ],
)
def test_numbers_in_words(text, read):
    assert notebook.in_words(text) == read.split()


def test_bumping_a_digit_is_caught():
    nb = good()
    assert notebook.bumped(nb) == ([], 4)  # 3.7, 1,319, 70 and 98
    nb.cells[7].outputs[0].text += " 3.8"
    assert notebook.bumped(nb) == ([(8, "3.7")], 4)


def test_honest_numbers(capsys):
    """The rule catches at least 95% of numbers whose last digit is wrong by one."""
    slipped, every = [], 0
    for path in NOTEBOOKS:
        some, count = notebook.bumped(nbformat.read(path, as_version=4))
        slipped += [f"{path.name}, cell {i}: {number}" for i, number in some]
        every += count
    with capsys.disabled():
        print(f"\n{every - len(slipped)} of {every} altered numbers are caught: {1 - len(slipped) / max(every, 1):.1%}")
    assert len(slipped) <= 0.05 * every, "one more in the last digit would go unseen:\n" + "\n".join(slipped)


# The notebooks of the series.


@by_name
@pytest.mark.parametrize("rule", form.RULES, ids=lambda rule: rule.__name__)
def test_notebook(path, rule):
    found = rule(Chapter.open(path))
    assert not found, "\n" + "\n".join(found)


def test_the_folder_holds_chapters_only():
    assert sorted(Path(form.ROOT, "notebooks").glob("*.ipynb")) == NOTEBOOKS
