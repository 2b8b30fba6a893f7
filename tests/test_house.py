"""The house rules of CONTRIBUTING.md, held to the code."""

import ast
import inspect
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import give_or_take
from give_or_take import classroom
from tools import names

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "helpers" / "give_or_take"
FILES = sorted(PACKAGE.rglob("*.py"))
STATISTICS = [path for path in FILES if "classroom" not in path.parts]
ANYWHERE = {"numpy", "scipy.special", "scipy.stats", "lazy_loader"}  # the others only inside functions


# The two floors


def imports(tree):
    """(full name, whether at module level) of everything that a syntax tree imports, but for the standard library."""

    def costs_nothing(node):
        return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"

    later = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda) or costs_nothing(node)]
    inner = {id(x) for node in later for x in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "write imports in full"
            found = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from ((x, id(node) not in inner) for x in found if x.split(".")[0] not in sys.stdlib_module_names)


def faults(source, statistics):
    """What a file of the package imports against the rules."""
    for name, top in imports(ast.parse(source)):
        if name.startswith("give_or_take."):
            if statistics and name.startswith("give_or_take.classroom"):
                yield f"{name}: the statistics never import the classroom"
        elif top and not any(f"{name}.".startswith(f"{good}.") for good in ANYWHERE):
            yield f"{name}: import it inside the function that needs it"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_module_imports_what_its_floor_allows(path):
    assert list(faults(path.read_text(encoding="utf-8"), path in STATISTICS)) == []


@pytest.mark.parametrize(
    ("source", "bites"),
    [
        ("import pandas as pd", True),
        ("from scipy import optimize", True),
        ("class A:\n    from matplotlib.figure import Figure", True),
        ("def f():\n    from give_or_take.classroom.figures import ch01", True),
        ("import math\nimport numpy as np\nfrom scipy import special\nfrom give_or_take import checks", False),
        ("def f():\n    import pandas as pd", False),
        ("if TYPE_CHECKING:\n    import pandas as pd", False),
        ("if not TYPE_CHECKING:\n    import pandas as pd", True),
    ],
)
def test_the_rule_bites(source, bites):
    assert bool(list(faults(source, statistics=True))) == bites


# Public names

PUBLIC = [(floor, name, module) for floor in names.FLOORS for name, module in names.public(floor).items()]


def test_the_stubs_are_all_there_is():
    for floor, package in zip(names.FLOORS, (give_or_take, classroom), strict=True):
        assert sorted(package.__all__) == sorted(names.public(floor)), floor
        assert set(package.__all__) <= set(dir(package))


@pytest.mark.parametrize(("floor", "name", "module"), PUBLIC, ids=[name for _, name, _ in PUBLIC])
def test_a_public_name_is_there_and_explained_with_an_example(floor, name, module):
    thing = getattr(import_module(floor), name)
    assert thing.__module__ == module and thing is getattr(import_module(module), name)
    words = inspect.getdoc(thing)
    assert words and ">>> " in words and name in words.split(">>> ", 1)[1]


STATISTIC = [(name, getattr(give_or_take, name)) for floor, name, _ in PUBLIC if floor == "give_or_take"]
FUNCTIONS = [pytest.param(name, thing, id=name) for name, thing in STATISTIC if inspect.isfunction(thing)]


@pytest.mark.parametrize(("name", "function"), FUNCTIONS)
def test_help_describes_every_parameter_and_what_comes_back(name, function):
    words = inspect.getdoc(function)
    for parameter in inspect.signature(function).parameters:
        assert re.search(rf"^(\w+, )*{parameter}(, \w+)* : ", words, re.MULTILINE), parameter
    assert "\nReturns\n-------\n" in words and not re.search(r"^ *\{[\w ,]+\}$", words, re.MULTILINE)
    assert function.__annotations__.get("return"), "annotate what it returns"


def test_the_version_is_that_of_the_project():
    written = re.search(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)[1]
    assert give_or_take.__version__ == written


# What an import costs


def loaded_by(code):
    script = f"import sys\nbefore = set(sys.modules)\n{code}\nprint(*sorted(set(sys.modules) - before))"
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in run.stdout.split()}


def test_the_import_loads_the_standard_library_only():
    assert loaded_by("import give_or_take") - sys.stdlib_module_names == {"give_or_take", "lazy_loader"}


def test_the_formulas_load_no_tables_and_no_pictures():
    heavy = {"pandas", "matplotlib", "ipywidgets", "IPython", "statsmodels", "narwhals"}
    code = "from give_or_take import margin, clustered_mean, Estimate, answer_desk, load, tango_interval"
    assert not heavy & loaded_by(code)
