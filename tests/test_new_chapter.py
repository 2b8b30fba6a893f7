"""A chapter that is a notebook and no more stops nothing, and the form check names each thing that it lacks."""

import re
import shutil
import subprocess
import sys

import pytest
from nbformat.v4 import new_notebook, new_output
from test_book import lost_links
from test_form import code, text
from test_slides import PNG

from tools import book, form, slides
from tools.notebook import ROOT, Series
from tools.refresh import dumps, normalise

BARE = [
    text("# 7 · New"),
    text("## Exercises", "exercises", "list"),
    text("**Predict 7A.** Hm?\n\n- **a** x", slide="vote"),
    code("guess = ..."),
    code('print(7)\nif guess is not ...:\n    reveal("7A", guess)', "7", outputs=[new_output("stream", text="7\n")]),
    text("A line.", tags=["after-reveal"]),
    code("print(8)", outputs=[new_output("display_data", {"image/png": PNG, "text/plain": ""})]),
    text("## To carry home\n\n> It is so.", "takeaways", "quote"),
]
LACKS = """
    metadata give_or_take {} needs chapter 7
    the part-question section is missing
    the part-solutions section is missing
    no slide from part-question
    the tag slide-list finds nothing to show here
    the instructor's page book/teach/07.md is missing
    the takeaways have no sentence for the cheat sheet
    the cheat sheet has no row of chapter 7
    book/formulas.md has no row of chapter 7
    prediction 7A is not registered
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
    (root / "notebooks" / "07-new.ipynb").write_bytes(dumps(normalise(new_notebook(cells=BARE))))
    return root


def test_the_site_and_the_kit_take_it_in(root):
    site = book.assemble(root)
    home, plans = site["index.md"].decode(), site["teach/plans.md"].decode()
    rows = re.findall(r"^\| \[.*?\]\(([\w-]+)\.ipynb\) \|", home, re.MULTILINE)
    assert rows == ["00-start-here", "01-sampling-wobble", "02-standard-error", "07-new"]
    assert "| [7 · New](07-new.ipynb) |  | 0 min | 0 min | 0 min |" in home and "| 0 | 7 · New |" in plans
    assert ":glob:\n\n[0-9][0-9]-*\n" in home
    assert "figures/01-sampling-wobble-" in home and "After [2 · Standard error](02-standard-error.ipynb)" in home
    assert not re.search(r"\]\(0[3-6]-", "".join(data.decode() for name, data in site.items() if name.endswith(".md")))
    assert lost_links(site) == []


def test_the_slides_take_it_in(root):
    chapter = Series.open(root).chapters["07"]
    deck = slides.deck(chapter)
    assert [slide.kind for slide in deck] == ["title", "vote", "result", "quote"]
    assert b"Predict 7A" in slides.page(chapter, deck, slides.drawn_again(chapter.path))["07-new.html"]


def test_the_form_check_names_each_thing_that_it_lacks(root):
    chapter = Series.open(root).chapters["07"]
    faults = "\n".join(fault for rule in form.RULES for fault in rule(chapter))
    assert [line for line in LACKS.strip().splitlines() if line.strip() not in faults] == []


def test_the_tests_that_read_chapters_are_collected(root):
    tests = [path for path in root.glob("tests/test_*.py") if "tools" in path.read_text(encoding="utf-8")]
    tests += [root / "tests" / "browser" / f"test_{name}.py" for name in ("chapters", "site")]
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", "smoke", *tests]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True)
    assert "error" not in run.stdout and run.returncode == 0, run.stdout
