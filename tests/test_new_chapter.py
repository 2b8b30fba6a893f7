"""A chapter that is a notebook and no more stops nothing, what it lacks is named; a complete one is seven files."""

import os
import re
import shutil
import subprocess
import sys
from collections import Counter

import nbformat
import pytest
from nbformat.v4 import new_notebook, new_output
from test_form import NOTEBOOKS, code, text
from test_pages import lost_links

from tools import form
from tools.chapter import problem
from tools.notebook import ROOT, Series
from tools.refresh import dumps, normalise
from tools.site import build

PNG = "iVBORw0KGgo="
BARE = [
    text("# 11 · New"),
    text("## Exercises", "exercises"),
    text("**Predict 11Z.** Hm?\n\n- **a** x"),
    code("guess = ..."),
    code('print(7)\nif guess is not ...:\n    reveal("11Z", guess)', "7", outputs=[new_output("stream", text="7\n")]),
    text("A line.", tags=["after-reveal"]),
    code("print(8)", outputs=[new_output("display_data", {"image/png": PNG, "text/plain": ""})]),
    text("## To take home\n\n> It is so.", "takeaways"),
]
LACKS = """
    metadata give_or_take {} needs chapter 11
    the part-question section is missing
    the part-solutions section is missing
    the takeaways have no sentence to take home
    prediction 11Z is not registered
    a figure without alt text
    after-reveal marks a cell that starts with a `###` heading
"""


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """A copy of what the tools read, with three chapters and the new one."""
    root = tmp_path_factory.mktemp("series")
    for folder in ("book", "tools", "tests", "helpers/give_or_take/data"):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__", "failures"))
    for pattern in ("*.md", "*.toml", "*.txt", "LICENSE", "CITATION.cff"):
        for path in ROOT.glob(pattern):
            shutil.copy(path, root)
    (root / "notebooks").mkdir()
    for path in sorted((ROOT / "notebooks").glob("0[0-2]-*.ipynb")):
        shutil.copy(path, root / "notebooks")
    (root / "notebooks" / "11-new.ipynb").write_bytes(dumps(normalise(new_notebook(cells=BARE))))
    return root


def test_the_site_takes_it_in(root):
    site = build.assemble(root)
    home = site["index.md"].decode()
    rows = re.findall(r"^\|.*\| \[.*?\]\(([\w-]+)\.ipynb\) \|", home, re.MULTILINE)
    assert rows == ["00-start-here", "01-sampling-wobble", "02-standard-error", "11-new"]
    assert "|  | 11 | [New](11-new.ipynb) | New | 0 min |" in home, "the title, as it has no question"
    assert ":glob:\n\n[0-9][0-9]-*\n" in home
    assert "- Before, you say\n\n  “84%.”" in home
    assert not re.search(r"\]\(0[3-6]-", "".join(data.decode() for name, data in site.items() if name.endswith(".md")))
    assert lost_links(site) == []


def test_the_form_check_names_each_thing_that_it_lacks(root):
    chapter = Series.open(root).chapters["11"]
    faults = "\n".join(fault for rule in form.RULES for fault in rule(chapter))
    assert [line for line in LACKS.strip().splitlines() if line.strip() not in faults] == []


@pytest.mark.slow
def test_the_tests_that_read_chapters_are_collected(root):
    tests = [path for path in root.glob("tests/test_*.py") if "tools" in path.read_text(encoding="utf-8")]
    tests += [root / "tests" / "browser" / f"test_{name}.py" for name in ("chapters", "site")]
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", "smoke", *tests]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True)
    assert "error" not in run.stdout and run.returncode == 0, run.stdout


# `make chapter`

THERE = {int(path.name[:2]): path.name for path in NOTEBOOKS}
N = next(n for n in range(100) if n not in THERE)
NN, LAST = f"{N:02}", THERE[N - 1]
NEXT = {f"notebooks/{name}" for n, name in THERE.items() if n > N and n - 1 not in THERE}
CLASSROOM = "helpers/give_or_take/classroom"
WRITTEN = {f"notebooks/{NN}-odds.ipynb", f"{CLASSROOM}/figures/ch{NN}.py", f"{CLASSROOM}/exercises/ch{NN}.py"}
ANNOUNCED = {"README.md", "notebooks/00-start-here.ipynb", f"notebooks/{LAST}"} | NEXT
STATISTIC = {"helpers/give_or_take/odds_of.py", "helpers/give_or_take/__init__.pyi", "tests/test_odds_of.py"}
TERMS = {"book/glossary.md"}


def run(root, *command):
    """Run Python in a copy of the series, with the package of that copy."""
    space = os.environ | {"PYTHONPATH": str(root / "helpers"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([sys.executable, "-m", *command], cwd=root, env=space, capture_output=True, text=True)


def contents(root):
    """{path: bytes} of every file."""
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def changed(before, after):
    return {name for name in before | after if before.get(name) != after.get(name)}


@pytest.fixture
def whole(tmp_path):
    """A copy of the whole series."""
    for folder in ("book", "tools", "tests", "helpers", "notebooks"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "failures"))
    for path in ROOT.glob("*.*"):
        if path.is_file():
            shutil.copy(path, tmp_path)
    for name in ("Makefile", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("number", "title", "words"),
    [
        ("", "Odds", "number must be 00 to 99, got ''"),
        ("100", "Odds", "number must be 00 to 99, got '100'"),
        ("-1", "Odds", "number must be 00 to 99"),
        ("seven", "Odds", "number must be 00 to 99"),
        (NN, "", "title must be words, without | and square brackets, got ''"),
        (NN, "[a | b]", "title must be words"),
        (NN, "Odds", ""),
        (str(N), "Odds", ""),
        ("6", "Odds", "Chapter 6 is there already: notebooks/06-contamination-and-slicing.ipynb, helpers/"),
    ],
)
def test_a_chapter_that_cannot_be_started(number, title, words):
    found = problem(number, title)
    assert words in found and bool(words) == bool(found)


@pytest.mark.slow
def test_a_started_chapter_is_one_message_a_part(whole):
    before = contents(whole)
    started = run(whole, "tools.chapter", NN, "Odds")
    assert started.returncode == 0, started.stdout + started.stderr
    assert changed(before, contents(whole)) == WRITTEN | ANNOUNCED
    done, missing = started.stdout.split("What is left to write:\n")
    assert set(re.findall(r"^(?:new|edited) +(.*)$", done, re.MULTILINE)) == WRITTEN | ANNOUNCED
    parts = sum(path.read_text("utf-8").count("TODO: ") for path in (ROOT / "tools" / "skeleton").iterdir())
    assert len(set(missing.splitlines())) == parts  # a chapter after the core ones has no main path to fit
    assert Counter(re.findall(r"\[(\w+)\]", missing)) == {"nothing_is_left_to_write": parts}


@pytest.mark.slow
def test_a_complete_chapter_costs_seven_files_by_hand_three_of_them_for_its_statistic(whole):
    """With a statistic and a term of its own. The tests that read chapters take it."""
    before = contents(whole)
    assert run(whole, "tools.chapter", NN, "Odds").returncode == 0
    by_command = contents(whole)
    complete(whole)
    assert run(whole, "tools.refresh", f"notebooks/{NN}-odds.ipynb").returncode == 0
    assert run(whole, "tools.form").stdout.endswith("rules: all is well\n")
    by_hand = changed(by_command, contents(whole)) - {"README.md", "notebooks/00-start-here.ipynb"}
    assert by_hand == WRITTEN | TERMS | STATISTIC and len(by_hand) == 7 and len(STATISTIC) == 3
    assert changed(before, contents(whole)) - by_hand == ANNOUNCED

    tests = [f"tests/test_{name}.py" for name in "fold glossary pages room readme odds_of seeds".split()]
    tests += [f"tests/test_learner.py::{name}" for name in (
        f"test_filled_in_right[{NN}-odds]", f"test_a_function_is_called_and_its_mistakes_are_named[{N}.2]"
    )]  # fmt: skip
    tests.append("tests/test_figures.py::test_every_figure_is_read")
    others = " or ".join(path.stem for path in NOTEBOOKS)
    tested = run(whole, "pytest", "-q", "-p", "no:cacheprovider", "-k", f"not ({others})", *tests)
    assert tested.returncode == 0, tested.stdout


def complete(root):
    """What an author does after `make chapter`, as little as passes: every TODO written, one statistic, one term."""

    def edit(name, *swaps):
        path = root / name
        text = path.read_text(encoding="utf-8").replace("TODO: ", "")
        for old, new in swaps:
            assert old in text, old
            text = text.replace(old, new, 1)
        path.write_text(text, encoding="utf-8")

    for name in WRITTEN:
        edit(name)
    path = root / f"notebooks/{NN}-odds.ipynb"
    nb = nbformat.read(path, 4)
    filler = "One more sentence that a reader reads. " * 60
    for old, new in {
        "… the situation.": filler,
        "what was seen, and its name": "Right answers for each wrong one are the **odds**. `odds` computes them.",
        "\nfrom give_or_take.classroom.figures": "\nfrom give_or_take import odds\nfrom give_or_take.classroom.figures",
        "heap[:3]": "odds(84, 100)",
    }.items():
        cells = [cell for cell in nb.cells if old in cell.source]
        assert cells, old
        for cell in cells:
            cell.source = cell.source.replace(old, new)
    path.write_bytes(dumps(normalise(nb)))
    (root / "helpers/give_or_take/odds_of.py").write_text(MODULE, encoding="utf-8")
    (root / "tests/test_odds_of.py").write_text(TEST, encoding="utf-8")
    edit("helpers/give_or_take/__init__.pyi", ("from .paired", "from .odds_of import odds as odds\nfrom .paired"))
    edit("book/glossary.md", ("**p-value**", "**odds**\n: Right answers for each wrong one.\n\n**p-value**"))


MODULE = f'''"""Right answers for each wrong one: chapter {N}."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from give_or_take import checks
from give_or_take.docs import documented


@documented
def odds(successes: "ArrayLike", n: "ArrayLike") -> float | Any:
    """Right answers for each wrong one; infinite where none is wrong.

    Parameters
    ----------
    {{successes, n}}

    Returns
    -------
    float or array
        From 0 up.

    Examples
    --------
    >>> odds(84, 100)
    5.25
    """
    successes, n = checks.right_of(successes, n)
    with np.errstate(divide="ignore"):
        return checks.plain(np.divide(successes, n - successes))
'''
TEST = f"""from scipy.stats import binom
from test_figures import columns, reads, same

from give_or_take import odds
from give_or_take.classroom.figures import ch{NN}


def test_odds():
    assert odds(84, 100) == 5.25


@reads(ch{NN}.heap, (5,), (40,), x="right answers")
def test_heap(picture, n):
    (axes,) = picture.figure.axes
    same(columns(axes), [("BLUE", "", k, 100 * binom.pmf(k, n, 0.84)) for k in range(n + 1)])
"""
