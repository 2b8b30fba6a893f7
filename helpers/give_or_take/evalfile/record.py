"""What a reading leaves: sentences, faults, the answers of each file, and the words for them: chapter 12."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from give_or_take import checks


class _Unreadable(Exception):
    """A file that cannot be read on, with the reason as the rest of a sentence."""


@dataclass
class _Part:
    """The answers of one file, a list for each column; `where` says in which row of the file each stands."""

    name: str
    unit: str = "row"
    task: str | None = None
    ids: list = field(default_factory=list)
    systems: list = field(default_factory=list)
    scores: list = field(default_factory=list)
    where: list = field(default_factory=list)
    more: dict = field(default_factory=dict)  # run, group, date and slices
    hashes: list = field(default_factory=list)
    outcomes: Any = None

    def place(self, i):
        return f"{self.unit} {self.where[i]}"


class _Record:
    """The sentences that a reading leaves: what was found, assumed and left out, and what is wrong."""

    def __init__(self, paths):
        self.found, self.assumed, self.left_out = [], [], []
        self.tasks = []  # that the files of tools are about
        self.names = {path: _file_name(path, paths) for path in paths}
        self._faults = {}

    def assume(self, sentence):
        if sentence not in self.assumed:
            self.assumed.append(sentence)

    def fault(self, begin, example=None, end="", unit="row"):
        """One thing that is wrong. Things that begin and end alike become one sentence with a count."""
        count, examples = self._faults.setdefault((begin, end, unit), [0, []])
        self._faults[begin, end, unit][0] = count + 1
        if example is not None and len(examples) < 3:
            examples.append(example)

    def faulty(self, name=""):
        """Whether something is wrong already, with this file or with any."""
        return any(name in begin for begin, _, _ in self._faults)

    def refuse(self):
        """Raise one error that says all that is wrong."""
        if not self._faults:
            return
        sentences = []
        for (begin, end, unit), (count, examples) in self._faults.items():
            where = f" {', '.join(examples)}"
            if count > 1:
                where = f" {count:,} {unit}s, such as{where}"
            sentences.append(begin + (where if examples else "") + end)
        if len(sentences) == 1:
            raise ValueError(sentences[0])
        raise ValueError("\n- ".join([f"paths cannot be read as they are; {len(sentences):,} reasons:", *sentences]))


def _file_name(path, paths):
    """What to call a file: its name, or folder and name if another file has that name too."""
    alike = [other for other in paths if other.name == path.name]
    return checks.shown(path.name if len(alike) == 1 else "/".join(path.resolve().parts[-2:]), 100)


# Words


def _id(value, where, begin, record):
    """An id as text; None, with a fault, if it is none."""
    label = _label(value)
    if label is None or not label.strip():
        record.fault(begin, where, "; give each item a text or a number", where.split()[0])
        return None
    return label


def _label(value):
    """A text, a whole number or the like as text; None for anything else."""
    if value is None or isinstance(value, (dict, list)) or checks.is_missing(value):
        return None
    try:
        return _sound(value if isinstance(value, str) else str(value)) or None
    except ValueError:  # a number with thousands of digits
        return None


def _sound(text):
    """A text without half characters, which JSON and names of files may hold and tables may not."""
    return text if text.isascii() else text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")


def _plain(column):
    return re.sub(r"[\s-]", "_", str(column).strip().lower())


def _free(column):
    """The name of a slice in the frame, which has its own columns."""
    own = ("id", "system", "score", "run", "group", "date", "task")
    return f"{column} of the file" if column in own or column.startswith("_") else column


def _stem(path, record):
    record.assume("a file without a column of systems holds one system, named after the file")
    return _sound(path.stem)


def _listing(names):
    names = [checks.shown(name) for name in names]
    return ", ".join(names[:8]) + (f" and {len(names) - 8:,} more" if len(names) > 8 else "") if names else "none"


def _number(count, noun):
    return f"{count:,} {noun}{'s' * (count != 1)}"


def _have(count):
    return "has" if count == 1 else "have"


def _systems(names):
    return f"{_number(len(names), 'system')} ({_listing(names)})"
