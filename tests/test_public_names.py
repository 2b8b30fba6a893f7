"""Each public name has a use: what nobody meets in the series, in a report or on a sheet is not offered."""

import ast
import re
from inspect import isclass

import nbformat
import pytest
from test_form import NOTEBOOKS

import give_or_take
from tools import names
from tools.notebook import ROOT

PACKAGE = ROOT / "helpers" / "give_or_take"
USERS = ("classroom", "reports", "comparison", "evalfile", "cli.py")
SHEETS = ("book/cheat-sheet.md", "book/calculator.md")  # what a reader at a desk has before them


def used(code):
    """The names that Python takes from the package: imported, or asked of what was imported."""
    tree, here = ast.parse(code), {"give_or_take"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            module = getattr(node, "module", None)
            ours = [alias for alias in node.names if f"{module or alias.name}.".startswith("give_or_take.")]
            here.update(alias.asname or alias.name for alias in ours)
            yield from (alias.name for alias in ours)
    yield from (x.attr for x in ast.walk(tree) if isinstance(x, ast.Attribute) and ast.unparse(x.value) in here)


def told(text):
    """The names that a text tells its reader to use: a sheet, a reply to an answer, the help of `compare`."""
    return re.findall(r"`(\w+)", text)


def every_use():
    """The names that chapters, exercises, figures, reports, the command and sheets use."""
    found = set()
    for path in NOTEBOOKS:
        cells = [cell for cell in nbformat.read(path, 4).cells if cell.cell_type == "code"]
        for cell in cells:
            found.update(used(cell.source))
    for top in USERS:
        path = PACKAGE / top
        for file in [path] if path.suffix else path.rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            found.update(used(text), told(text))
    for sheet in SHEETS:
        found.update(told((ROOT / sheet).read_text(encoding="utf-8")))
    return found


def useless(public, uses):
    """Functions that nothing uses, and classes that no public function gives or takes."""
    functions = [getattr(give_or_take, name) for name in public if not isclass(getattr(give_or_take, name))]
    said = " ".join(str(kind) for function in functions for kind in function.__annotations__.values())
    return [name for name in public if name not in uses and not re.search(rf"\b{name}\b", said)]


def test_each_public_name_is_used():
    assert useless(names.public(), every_use()) == []


@pytest.mark.parametrize(
    ("code", "name", "found"),
    [
        ("from give_or_take import load", "load", True),
        ("from give_or_take.data import load", "load", True),
        ("import give_or_take as got\ngot.load('gsm8k')", "load", True),
        ("# load is what one would take", "load", False),
        ("load = 3", "load", False),
        ("from give_or_take import data\ndata.load('gsm8k')", "load", True),
        ("truck.load('gsm8k')", "load", False),
        ("print('load')", "load", False),
    ],
)
def test_a_use_is_a_use_in_code(code, name, found):
    assert (name in used(code)) == found


def test_a_name_without_a_use_is_found():
    assert useless(["load", "wilson_interval", "Interval", "margin"], {"load", "wilson_interval"}) == ["margin"]
