"""The house rules of CONTRIBUTING.md: the table "Modules of helpers" is read there and held to the code here."""

import ast
import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest
from test_validate import CALLS

import helpers

ROOT = Path(__file__).parents[1]
HELPERS = ROOT / "helpers"

ANYWHERE = {"numpy", "scipy.special", "scipy.stats"}
INSIDE_FUNCTIONS = ANYWHERE | {"pandas", "matplotlib", "ipywidgets", "IPython", "statsmodels", "packaging"}


def table():
    """Rows of the table: module -> (public names and others in backticks, what it may import, chapter)."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.split("## Modules of `helpers`")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \| (.*?) \|$", section, re.M)
    return {module: (set(re.findall(r"`(\w+)`", holds)), may, chapter) for module, holds, may, chapter in rows}


TABLE = table()
STATISTICS = {module for module, (_, _, chapter) in TABLE.items() if chapter.isdigit()}
BASE = {"_validate", "results"}


def allowed(module):
    """The modules of helpers that a module may import, as its row says."""
    may = TABLE[module][1].replace("`", "")
    if may == "nothing":
        return set()
    names = BASE.copy()
    for word in re.split(r",\s*", may):
        names |= {"base": BASE, "any statistics module": STATISTICS}.get(word, {word})
    return names - {module}


def imports(tree, package):
    """(full name, whether at module level) of everything that a syntax tree imports, but for the standard library."""
    inner = {id(x) for f in ast.walk(tree) if isinstance(f, ast.FunctionDef | ast.Lambda) for x in ast.walk(f)}
    guard = {
        id(x)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for x in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in guard:
            continue
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            source = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                source = ".".join([*parents, source]).rstrip(".")
            whole = source in ("helpers", "scipy", "helpers.figures", "helpers.exercises", "helpers.data")
            names = [f"{source}.{alias.name}" for alias in node.names] if whole else [source]
        else:
            continue
        for name in names:
            if name.split(".")[0] not in sys.stdlib_module_names:
                yield name, id(node) not in inner


def faults(source, module, package="helpers"):
    """What a file of a module imports against its row in the table."""
    bad = []
    for name, top in imports(ast.parse(source), package):
        if name.split(".")[0] == "helpers":
            other = [*name.split("."), ""][1]
            if other and other != module and other not in allowed(module):
                bad.append(f"{module} imports helpers.{other}")
            if not other or (other not in TABLE):
                bad.append(f"{module} imports {name}, which has no row")
        elif not any(name == good or name.startswith(f"{good}.") for good in (ANYWHERE if top else INSIDE_FUNCTIONS)):
            bad.append(f"{module} imports {name}{' at module level' if top else ''}")
    return bad


FILES = [path for path in sorted(HELPERS.rglob("*.py")) if path != HELPERS / "__init__.py"]


def module_of(path):
    return path.relative_to(HELPERS).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HELPERS)))
def test_a_module_imports_what_its_row_allows(path):
    module = module_of(path)
    assert module in TABLE, f"{module} has no row in CONTRIBUTING.md"
    package = ".".join(path.relative_to(ROOT).parent.parts)
    assert faults(path.read_text(encoding="utf-8"), module, package) == []


@pytest.mark.parametrize(
    ("module", "source", "fault"),
    [
        ("standard_errors", "import pandas as pd", "standard_errors imports pandas at module level"),
        ("standard_errors", "from matplotlib import pyplot", "standard_errors imports matplotlib at module level"),
        ("standard_errors", "def f():\n    import torch", "standard_errors imports torch"),
        ("standard_errors", "import scipy.optimize", "standard_errors imports scipy.optimize at module level"),
        ("standard_errors", "from scipy import optimize", "standard_errors imports scipy.optimize at module level"),
        ("standard_errors", "from helpers.figures import show", "standard_errors imports helpers.figures"),
        ("standard_errors", "from . import figures", "standard_errors imports helpers.figures"),
        ("standard_errors", "from .intervals import x", "standard_errors imports helpers.intervals"),
        ("standard_errors", "def f():\n    from helpers import intervals", "standard_errors imports helpers.intervals"),
        ("standard_errors", "from helpers import margin", "standard_errors imports helpers.margin"),
        ("standard_errors", "import helpers", "standard_errors imports helpers, which has no row"),
        ("luck", "from helpers import _validate", "luck imports helpers._validate"),
        (
            "figures",
            "class A:\n    from matplotlib.figure import Figure",
            "figures imports matplotlib.figure at module",
        ),
        ("report", "from helpers.figures import show", "report imports helpers.figures"),
    ],
)
def test_the_rule_bites(module, source, fault):
    assert any(found.startswith(fault) for found in faults(source, module)), faults(source, module)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        (
            "standard_errors",
            "import math\nimport numpy as np\nfrom scipy import special\nfrom helpers import _validate",
        ),
        ("data", "def f():\n    import pandas as pd"),
        ("figures", "from helpers.figures import canvas\nfrom helpers.standard_errors import margin"),
        ("power", "from .differences import x"),
    ],
)
def test_the_rule_lets_through(module, source):
    assert faults(source, module) == []


def test_the_table_was_read():
    assert len(TABLE) >= 26 and {"standard_errors", "intervals", "bayes", "report"} <= STATISTICS
    assert allowed("_validate") == set() and allowed("results") == {"_validate"}
    assert allowed("power") == {"_validate", "results", "standard_errors", "differences"}
    assert "standard_errors" in allowed("figures") and "luck" not in allowed("figures")
    for module in TABLE:
        assert allowed(module) <= set(TABLE), f"the row of {module} names a module that has no row"


def test_statistics_never_import_the_teaching_layer():
    teaching = {module for module, (_, _, chapter) in TABLE.items() if chapter == "teaching"}
    for module in STATISTICS - {"report"}:
        assert not allowed(module) & teaching


@pytest.mark.parametrize("path", [p for p in FILES if module_of(p) in STATISTICS | {"results", "desk"}], ids=module_of)
def test_bad_input_is_refused_in_validate_and_nowhere_else(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Raise)] == []


# Public names


def test_public_names_stand_in_the_row_of_their_module():
    for name, module in helpers._MODULE_OF.items():
        assert name in TABLE[module][0], f"{name} is not named in the row of {module}"


def test_no_public_name_is_a_modules_name():
    modules = {module_of(path) for path in FILES}
    assert not set(helpers.__all__) & (modules | set(TABLE))


def test_editors_see_the_same_names():
    tree = ast.parse((HELPERS / "__init__.py").read_text(encoding="utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    seen = {alias.asname: (node.module, alias.name) for node in block.body for alias in node.names}
    assert seen == {name: (f"helpers.{module}", name) for name, module in helpers._MODULE_OF.items()}


@pytest.mark.parametrize("name", helpers.__all__)
def test_a_public_name_is_there_and_explained_with_an_example(name):
    thing = getattr(helpers, name)
    assert thing.__module__.split(".")[1] == helpers._MODULE_OF[name]
    assert thing is getattr(importlib.import_module(f"helpers.{helpers._MODULE_OF[name]}"), name)
    words = inspect.getdoc(thing)
    assert words and ">>> " in words and name in words.split(">>> ", 1)[1]


@pytest.mark.parametrize("name", [n for n, m in helpers._MODULE_OF.items() if m in STATISTICS | {"data"}])
def test_docstrings_of_the_statistics_have_their_sections(name):
    thing = getattr(helpers, name)
    words = inspect.getdoc(thing)
    sections = ["Returns", "Examples"]
    if inspect.signature(thing).parameters:
        sections = ["Parameters", "Returns", "Raises", "References", "Examples"]
    places = [words.find(f"\n{section}\n{'-' * len(section)}\n") for section in sections]
    assert -1 not in places and places == sorted(places), sections
    for parameter in inspect.signature(thing).parameters:
        assert re.search(rf"^(\w+, )*{parameter}(, \w+)* : ", words, re.M), parameter


def test_dir_lists_the_public_names_and_others_are_refused():
    assert set(helpers.__all__) <= set(dir(helpers)) and len(set(helpers.__all__)) == len(helpers.__all__)
    with pytest.raises(AttributeError, match="no attribute 'wilson'"):
        _ = helpers.wilson
    with pytest.raises(ImportError, match="cannot import name 'wilson'"):
        from helpers import wilson  # noqa: F401


def test_every_public_function_meets_bad_input():
    """Each public function of the statistics, data and results is in the table of test_validate, with all arguments."""
    for name, module in helpers._MODULE_OF.items():
        if module in STATISTICS | {"results", "data", "desk"}:
            parameters = list(inspect.signature(getattr(helpers, name)).parameters)
            assert list(CALLS.get(name, {})) == parameters, f"{name}({', '.join(parameters)}) is missing in CALLS"


# What an import costs


def loaded_by(code):
    script = f"import sys\nbefore = set(sys.modules)\n{code}\nprint(*sorted(set(sys.modules) - before))"
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in run.stdout.split()}


def test_import_helpers_loads_the_standard_library_only():
    assert loaded_by("import helpers") - sys.stdlib_module_names == {"helpers"}


def test_the_formulas_load_no_tables_and_no_pictures():
    heavy = {"pandas", "matplotlib", "ipywidgets", "IPython", "statsmodels"}
    assert not heavy & loaded_by("from helpers import margin, clustered_mean, Estimate, answer_desk, load, Claim")
