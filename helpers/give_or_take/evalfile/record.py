"""What a reading leaves: sentences, faults, the answers of each file, and the words for them: chapter 12."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from give_or_take import checks
from give_or_take.checks import number_of, the_files

RUNS = "run|seed|trial|repeat|repetition|replicate|rep|rollout|sample|iter|iteration|epoch|attempt|index|idx|generation"
RUNS = re.compile(f"(^|[^a-z])({RUNS})s?([^a-z]|$)")  # in names of columns
SENTENCE = r"(?<=\.) (?=[A-Z])"  # what stands between two
FEW_LABELS = 20  # of a column that may tell apart the answers of a system to an item
OWN = ("id", "system", "score", "run", "group", "date", "truth", "prediction", "place")  # all other columns are slices


class Unreadable(Exception):
    """A file that cannot be read on, with the reason as the rest of a sentence."""


class NoResults(Unreadable):
    """A file that holds something else than results. In a folder it is passed over, and named."""


@dataclass
class Part:
    """The answers of one file, a list for each column; `where` says in which row of the file each stands."""

    name: str
    unit: str = "row"
    task: str | None = None
    ids: list = field(default_factory=list)
    systems: list = field(default_factory=list)
    scores: list = field(default_factory=list)
    where: list = field(default_factory=list)
    more: dict = field(default_factory=dict)  # run, group, date and slices
    same: dict = field(default_factory=dict)  # {one of want.SAME: what it was for each answer}
    said_in: dict = field(default_factory=dict)  # and in which column of a table
    models: list = field(default_factory=list)  # that answered, where a file says so beside its prompts
    hashed: str = ""  # what the question is called, if a file has a hash of it
    metric: str | None = None  # what the results are called
    fractions: bool = False  # whether its column holds scores between 0 and 1, be it in other rows
    wide: bool = False  # whether it is a table with a column for each system
    outcomes: Any = None
    passed: int | None = None  # of how many items a file says that they passed, but not which
    submitted: Any = None  # the ids that a report of SWE-bench lists so, as a set
    named: bool = False  # whether the user named its system
    other_ids: dict = field(default_factory=dict)  # {another column of ids: its values}
    empty: dict = field(default_factory=dict)  # {a column of what was answered: whether it is empty}
    roles: dict = field(default_factory=dict)  # {role: column} of a table
    bases: dict = field(default_factory=dict)  # {a column that may say out of how many a score counts: its values}
    beside: dict = field(default_factory=dict)  # {a column that nothing names, of few labels: its labels}

    def place(self, i):
        return f"{self.unit} {self.where[i]}"

    def take(self, places):
        """Keeps the answers at these places, in this order; one may stand several times."""
        for name in ("ids", "systems", "scores", "where", "models"):
            setattr(self, name, [of[i] for i in places] if (of := getattr(self, name)) else [])
        for of in (self.more, self.same, self.empty, self.bases, self.beside):
            of |= {key: [values[i] for i in places] for key, values in of.items()}


class Record:
    """The sentences that a reading leaves: what was found, assumed and left out, and what is wrong."""

    def __init__(self, paths, progress=None, only=None):
        self.read = progress or (lambda size: None)
        self.only = only  # the one system that all is about
        self.found, self.assumed, self.left_out = [], [], []
        self.tasks = {}  # that the files of tools are about, each in its first spelling
        self.other_tasks = []  # (path, task) of files that nobody wants
        self.judges = set()  # who says which of two systems won
        self.sides = set()  # (who, column) that stood in the first of two columns of systems, where no order is known
        self.empty = {}  # {(system, column of what was answered): [how many are empty, of how many with a result]}
        self.unread = ""  # where predictions are empty though something was answered, as a question
        self.judged = False  # whether a model graded answers
        self.grouped_by = set()  # what the groups are called
        self.names = file_names(paths)
        self.systems = system_names(paths)
        self.totals = {}  # {folder: the totals of lm-evaluation-harness that it holds}
        self.apart = ""  # what is said of files of folders that are passed over, as they share nothing with the others
        self.columns = {}  # {file: a function that gives the labels in each column of its first rows}
        self.once = {}  # {file: what is said of numbers that it holds for all its rows}
        self._named = {}  # {(system, task): what the system is named after}
        self.alike = 0  # ids of more than one system that are seen to be one item
        self.values_found = set()  # keys of `values` that some result is spelled as
        self._faults, self._of_arguments = {}, {}

    def assume(self, sentence):
        if sentence not in self.assumed:
            self.assumed.append(sentence)

    def judge(self, shown, why):
        """A model graded these answers."""
        self.judged = True
        errs = "so these are labels of a judge, which errs too"
        self.found.append(f"{shown}: a model graded the answers ({why}), {errs}")

    def system_of(self, path):
        """What a file's system is called if nothing else says it."""
        if self.only is not None:
            return self.only
        if self.systems[path] != sound(stem(path)):
            self.assume("files of one name hold one system each, named after their folders")
        return self.inferred(self.systems[path], path)

    def name_each(self, parts):
        """{a name: its file}, if each file holds one system, of one task, that the user did not name; else empty."""
        held = {part.name: len({*part.systems}) for part in parts if not part.named}
        named = {self.systems[path]: str(path) for path, shown in self.names.items() if held.get(shown) == 1}
        return named if len(named) == len(parts) and len({part.task for part in parts}) == 1 else {}

    def inferred(self, system, path, task=None):
        """A system's name that its place gives; a fault if another place gave it before."""
        first = self._named.setdefault((system, task), path)
        if first != path:
            one = f"to the system of {self.place(first)}"
            begin = f"{the_files()} give one name, {checks.shown(system)}, {one} and to that of"
            self.fault(begin, self.place(path), f"; give {checks.WORDS.get().named_files}", "file")
        return system

    def place(self, path):
        return self.names.get(path) or checks.shown("/".join(path.parts[-2:]), 100)

    def fault(self, begin, example=None, end="", unit="row"):
        """One thing that is wrong. Things that begin and end alike become one sentence with a count."""
        count, examples = self._faults.setdefault((begin, end, unit), [0, []])
        self._faults[begin, end, unit][0] = count + 1
        if example is not None and len(examples) < 3:
            examples.append(example)

    def wrong(self, argument, said, kind=checks.WrongValue, **more):
        """Something wrong with an argument other than the files."""
        reason = kind(argument, said, **more)
        self._of_arguments.setdefault(str(reason), reason)
        self.fault(str(reason))

    def ask(self, argument, why, choices=(), together=False):
        """An argument that must be named, and values that it may have."""
        why += f". Left out are {self.apart}" if self.apart and argument == "paths" else ""
        self.wrong(argument, why, checks.NotNamed, choices=choices, together=together)

    def asked(self):
        """How many times something was asked."""
        asks = (isinstance(reason, checks.NotNamed) for reason in self._of_arguments.values())
        return sum(asks)

    def faulty(self, name=""):
        """Whether something is wrong already, with this file or with any."""
        return any(name in begin for begin, _, _ in self._faults)

    def refuse(self):
        """Raise one error that says all that is wrong."""
        if not self._faults:
            return
        reasons = []
        for (begin, end, unit), (count, examples) in self._faults.items():
            where = f" {', '.join(examples)}"
            if count > 1:
                where = f" {count:,} {unit}s, such as{where}"
            sentence = begin + (where if examples else "") + end
            reasons.append(self._of_arguments.get(begin) or checks.WrongFiles(sentence))
        reasons = self._folded(reasons)
        if len(reasons) == 1:
            raise reasons[0]
        each = [re.sub(f"; |{SENTENCE}", "\n  ", str(reason)) for reason in reasons]  # what to do, on its own line
        said = "\n- ".join([f"cannot be read as they are; {len(reasons):,} reasons:", *each])
        raise checks.WrongValue("paths", said, reasons=tuple(reasons))

    def _folded(self, reasons):
        """Reasons on many files as one, where they are alike."""
        kinds, found = {}, []
        for reason in reasons:
            kinds.setdefault((type(reason), reason.argument), []).append(reason)
        for (kind, argument), alike in kinds.items():
            said = [one.args[0] if kind is checks.WrongFiles else one.args[1] for one in alike]
            for text, first in folded(said, self.names, alike, 1 if kind is checks.NotNamed else MANY):
                if text not in said:
                    asked = kind is checks.NotNamed
                    more = {"choices": first.choices, "together": first.together} if asked else {}
                    first = checks.WrongFiles(text) if kind is checks.WrongFiles else kind(argument, text, **more)
                found.append(first)
        return found


NUMBER, MANY = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?"), 8


def folded(sentences, names, each=None, many=MANY):
    """(sentence, the first of `each`), with one for many files that are alike but for their names and numbers."""
    files, alike = set(names.values()), {}
    for sentence, one in zip(sentences, each or sentences, strict=True):
        file = next((found for found in re.findall(r"'[^']*'", sentence) if found in files), None)
        bare = sentence if file is None else sentence.replace(file, "\0")
        template = bare if file is None or many < MANY else NUMBER.sub("\1", bare)  # of few, numbers are to be the same
        alike.setdefault(template, []).append((file, bare, sentence, one))
    for template, found in alike.items():
        if len({file for file, *_ in found}) <= many or found[0][0] is None:
            yield from ((sentence, one) for _, _, sentence, one in found)
            continue
        for numbers in zip(*(NUMBER.findall(bare) for _, bare, _, _ in found), strict=True) if "\1" in template else ():
            low, *_, high = sorted((*numbers, *numbers), key=lambda number: float(number.replace(",", "")))
            before, _, after = template.partition("\1")
            said = low if low == high else f"{low} to {high}"
            said = low if before.endswith("from ") and after.startswith(" to \1") else said  # from the least
            template = before + (high if re.search(r"from \S+ to $", before) else said) + after
        yield template.replace("\0", f"{found[0][0]} and {number_of(len(found) - 1, 'more file')}", 1), found[0][3]


# Names of files


def suffix(path):
    """The kind of a file, .csv of a.csv and of a.csv.gz."""
    inner = path.with_suffix("") if path.suffix.lower() == ".gz" else path
    return inner.suffix.lower()


def stem(path):
    return path.with_suffix("").stem if path.suffix.lower() == ".gz" else path.stem


def system_names(paths):
    """{path: a name for its system}: its stem, or of files of one stem the nearest folder that differs."""
    alike = {}
    for path in paths:
        alike.setdefault(sound(stem(path)), []).append(path)
    names = {one: _apart([path.resolve().parent for path in of], one) if of[1:] else [one] for one, of in alike.items()}
    return {path: name for one, of in alike.items() for path, name in zip(of, names[one], strict=True)}


def _apart(folders, name):
    """A name for each of some folders: of the one nearest to the files that differs, or else of several."""
    for length in range(1, max(len(folder.parts) for folder in folders)):
        inner = [folder.parts[1:][-length:] for folder in folders]
        for found in ([one[:1] for one in inner], inner):
            if len({*found}) == len(found) and all(found):
                return [sound("/".join(one)) for one in found]
    return [sound(folder.name) or name for folder in folders]


def file_names(paths):
    """{path: what to call it}: its name, with as many of its folders as tell it from the others."""
    names, alike, length = {}, list(paths), 1
    while alike:
        short = {path: "/".join((path.resolve() if length > 1 else path).parts[-length:]) for path in alike}
        times = Counter(short.values())
        once = [path for path in alike if times[short[path]] == 1 or length > len(path.resolve().parts)]
        names |= {path: checks.shown(short[path], 100) for path in once}
        alike = [path for path in alike if path not in names]
        length += 1
    return names


# Words


def label(value):
    """A text, a whole number or the like as text; None for anything else."""
    if type(value) is str:
        return sound(value) or None
    if value is None or isinstance(value, (dict, list)) or checks.is_missing(value):
        return None
    try:
        return sound(str(value)) or None
    except ValueError:  # a number with thousands of digits
        return None


def sound(text):
    """A text without half characters, which JSON and names of files may hold and tables may not."""
    return text if text.isascii() else text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")


def plain(column):
    """The name of a column, in lower case and with _ for space and hyphen."""
    return re.sub(r"[\s-]", "_", str(column).strip().lower())


def free(column):
    """The name of a slice in the frame, which has its own columns."""
    return f"{column} of the file" if column in OWN or column.startswith("_") else column


def as_slice(column, slices):
    """What a column is called as one of these slices."""
    return free(column) if column not in slices and free(column) in slices else column


def judges(name):
    """Whether the name of a column or metric speaks of a judge."""
    return re.search(r"(^|_)judged?(_|s_|$)", plain(name)) is not None or "model_graded" in plain(name)


def have(count):
    return "has" if count == 1 else "have"
