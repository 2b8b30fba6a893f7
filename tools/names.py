"""What the package offers: its names from the stubs, summaries and chapters from the docstrings."""

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path

FLOORS = ("give_or_take", "give_or_take.classroom")


def public(package="give_or_take"):
    """{public name: the module that holds it}, in the order of the package's stub; the only list of names there is."""
    stub = Path(import_module(package).__file__).with_suffix(".pyi")
    lines = [node for node in ast.parse(stub.read_text(encoding="utf-8")).body if isinstance(node, ast.ImportFrom)]
    return {alias.name: f"{package}.{node.module}" for node in lines for alias in node.names}


@cache
def homes():
    """{public name: the floor that it is imported from}"""
    return {name: floor for floor in FLOORS for name in public(floor)}


def modules():
    """{module: its public names}, statistics first, in the order of the stubs."""
    found = {}
    for name, module in [pair for floor in FLOORS for pair in public(floor).items()]:
        found.setdefault(module, []).append(name)
    return found


def summary(module):
    """What a module says of itself in one line, without the chapter."""
    return re.sub(r": chapter \d+\.$", ".", import_module(module).__doc__.splitlines()[0])


def chapter(module):
    """The chapter that derives what a module holds, or None: its docstring's first line ends in ": chapter 3."."""
    found = re.search(r"chapter (\d+)\.$", import_module(module).__doc__.splitlines()[0])
    return int(found[1]) if found else None
