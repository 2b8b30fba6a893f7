"""The values that other programs gave; README.md says which."""

import csv
from pathlib import Path

FOLDER = Path(__file__).parent


def rows(name):
    """The rows of a table, as {column: text}."""
    with (FOLDER / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))
