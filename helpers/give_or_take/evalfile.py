"""The files that an eval wrote, as one table with a list of what was found, assumed and left out: chapter 12."""

from __future__ import annotations

import csv
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from give_or_take import checks
from give_or_take.docs import documented
from give_or_take.pairs import Pairs, pair_items
from give_or_take.results import prints_itself

if TYPE_CHECKING:
    import pandas as pd

# Columns that are recognised by name, in lower case and with _ for space and hyphen. What else there is must be named.
KNOWN = {
    "id": "id item item_id instance_id question_id sample_id example_id problem_id case_id doc_id".split(),
    "score": "score correct is_correct right pass passed success resolved result outcome grade acc accuracy".split()
    + ["exact_match"],
    "system": "system model model_name model_id".split(),
    "run": "run epoch attempt trial repeat repetition seed".split(),
    "group": "group group_id cluster cluster_id".split(),
    "date": ["date"],
}
SLICES = "slice category subject topic domain difficulty language task".split()
ROW_NUMBERS = ("", "index", "unnamed:_0")  # columns that pandas writes by itself
PASS_FAIL = {
    **dict.fromkeys("true yes t pass passed correct c right resolved success".split(), 1.0),
    **dict.fromkeys("false no f fail failed incorrect i wrong unresolved failure".split(), 0.0),
}
NO_RESULT = ("", "null", "none", "nan", "na", "n/a", "<na>")
PLAIN_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
LM_EVAL = {"doc_id", "doc", "target", "arguments", "resps", "filtered_resps"}  # in every line of its samples
LM_EVAL_MORE = {"filter", "metrics", "doc_hash", "prompt_hash", "target_hash"}
LONGEST_LINE, LARGEST_JSON = 2**26, 2**29  # bytes; what is longer is refused before it is read
PEEK = 1000  # rows of JSON Lines whose keys are taken as the columns


@prints_itself
@dataclass(frozen=True, eq=False)
class Results:
    """What `read_results` gives: one row an answer, and what was found, assumed and left out. It prints as sentences.

    `frame` has the columns `id`, `system` and `score` (NaN: no result), and, where there are, `run`, `group`, `date`
    and slices. `found`, `assumed` and `left_out` are sentences.
    """

    frame: pd.DataFrame
    found: tuple[str, ...]
    assumed: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems, in the order in which they appear."""
        return tuple(self.frame["system"].unique())

    def pairs(self, first: str, second: str, passing: float | None = None) -> Pairs:
        """Two systems on the same items, as `pair_items` joins them. The runs of an item make a group.

        Run 1 of the one meets run 1 of the other. If the files have groups, these are the groups, and the runs of an
        item belong to them. `passing` is the lowest score that counts as right; it must be named if scores are not 0
        or 1.
        """
        checks.two_names((first, second), "first and second")
        frame = self._graded(passing)
        several = "run" in frame and frame.duplicated(["system", "id"]).any()
        key = ["id", "run"] if several else ["id"]
        indexed = frame.set_index(key)
        columns = [
            indexed.loc[(indexed["system"] == self._system(name, argument)).to_numpy(), "score"].rename(name)
            for name, argument in ((first, "first"), (second, "second"))
        ]
        groups = None
        if "group" in frame or several:
            groups = dict(zip(indexed.index, frame["group" if "group" in frame else "id"], strict=True))
        return pair_items(*columns, names=(first, second), groups=groups)

    def counts(self, missing: str | None = None, passing: float | None = None) -> pd.DataFrame:
        """Right answers and `n`, the answers they are out of, by system, and how many `items` these are about.

        `missing` says what an answer without a result is, `"fail"` or `"leave out"`; it must be named if there are
        any. `passing` is the lowest score that counts as right. With several runs, `n` is not the number of items, and
        its answers are not independent: group them by item.
        """
        if missing is not None:
            checks.choice(missing, "missing", ("fail", "leave out"))
        frame = self._graded(passing)
        gaps = int(frame["score"].isna().sum())
        if gaps and missing is None:
            raise ValueError(
                f"missing must be named: {_number(gaps, 'answer')} of {len(frame):,} {_have(gaps)} no result; give "
                "missing='fail' or missing='leave out', and say in the report which you did"
            )
        frame = frame.fillna({"score": 0.0}) if missing == "fail" else frame.dropna(subset="score")
        by_system = frame.groupby("system", sort=False)
        table = by_system["score"].agg(right="sum", n="size").astype(int)
        return table.assign(items=by_system["id"].nunique()).reindex(self.systems, fill_value=0)

    def _system(self, name, argument):
        if name not in self.systems:
            raise ValueError(f"{argument} must be one of {_listing(self.systems)}: got {checks.shown(name)}")
        return name

    def _graded(self, passing):
        """The frame with scores of 0 and 1 only."""
        scores = self.frame["score"]
        if passing is not None:
            passing = checks.single(checks.numbers(passing, "passing"), "passing")
            return self.frame.assign(score=(scores >= passing).astype(float).where(scores.notna()))
        other = scores[scores.notna() & ~scores.isin((0, 1))]
        if len(other):
            raise ValueError(
                f"passing must be named: {len(other):,} of {len(scores):,} scores are neither 0 nor 1, such as "
                f"{float(other.iloc[0]):.6g}; give the lowest score that counts as right"
            )
        return self.frame

    def __str__(self):
        scores = self.frame["score"].dropna()
        kind = "pass or fail" if scores.isin((0, 1)).all() else f"scores from {scores.min():.6g} to {scores.max():.6g}"
        items = self.frame["id"].nunique()
        answers = f"{_number(len(self.frame), 'answer')} of {_systems(self.systems)}"
        lines = [f"{answers} to {_number(items, 'item')}, {kind}"]
        for title, sentences in (("found", self.found), ("assumed", self.assumed), ("left out", self.left_out)):
            lines += [f"{title}: {sentence}" for sentence in sentences]
        return "\n".join(lines)


@documented
def read_results(
    paths: Any,
    id: str | None = None,
    score: str | list[str] | None = None,
    system: str | None = None,
    run: str | None = None,
    group: str | None = None,
    slices: str | list[str] | None = None,
    task: str | list[str] | None = None,
    filter: str | None = None,
    values: Mapping[str, float | None] | None = None,
    progress: Callable[[int], Any] | None = None,
) -> Results:
    """Read the files that an eval wrote into one table, and say what was found, assumed and left out.

    Formats: CSV (also with ; or tabs), JSON Lines and Parquet (with pyarrow), long (a row an item and system) or wide
    (a column a system); JSON, `{id: true}` or a list of rows; the `samples_*.jsonl` of lm-evaluation-harness;
    Inspect's logs in JSON. Results are pass or fail in any usual spelling, or numbers. Ids are text: 02 is not 2. What
    is wrong with the files is said all at once. What would change a number is never guessed: the message names the
    argument that settles it. Nothing in a file is run.

    Parameters
    ----------
    paths : path, list of paths, or dict
        One file or several; or a dict from the name of a system to its file or files. Without it, systems are named by
        the column `system`, by the tool that wrote the file, or by the file.
    id, system, run, group : str, optional
        Columns, if their names do not say it. Where nothing names runs, an id may stand once for each system.
    score : str or list of str, optional
        The column of the results; the metric of lm-evaluation-harness; the scorer of Inspect. A list names the columns
        of a wide table, one for each system.
    slices : str or list of str, optional
        Further columns to keep, or keys of Inspect's metadata. `category`, `difficulty` and the like are kept anyway.
    task : str or list of str, optional
        Which tasks to take, if the tools' files hold several. Items of several tasks count alike.
    filter : str, optional
        Which filter of lm-evaluation-harness to take, if there are several.
    values : dict, optional
        What other results are worth: `{"P": 0.5, "timeout": 0, "skipped": None}`. None means no result.
    progress : function, optional
        Called now and then with the number of bytes that were read since the last call.

    Returns
    -------
    Results
        `frame`, `found`, `assumed`, `left_out`; `pairs(first, second)` and `counts()`.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     new, old = Path(folder, "new.csv"), Path(folder, "old.jsonl")
    ...     _ = new.write_text("id,passed\\nq1,yes\\nq2,yes\\nq3,no\\n")
    ...     _ = old.write_text('{"id": "q3", "score": 0}\\n{"id": "q1", "score": 0}\\n')
    ...     results = read_results([new, old])
    >>> print(results)
    5 answers of 2 systems ('new', 'old') to 3 items, pass or fail
    found: 'new.csv', CSV: 3 rows, id in 'id', results in 'passed'
    found: 'old.jsonl', JSON Lines: 2 lines, id in 'id', results in 'score'
    found: 2 items have an answer of both systems; 1 only of 'new' (such as 'q2')
    assumed: a file without a column of systems holds one system, named after the file
    >>> print(results.pairs("new", "old"))
    2 shared items: both right 0, only new: 1, only old: 0, neither 1 (+50.0 points); \
left out: 1 without a result of old (such as 'q2')
    >>> results.counts().loc["new"].tolist()
    [2, 3, 3]
    """
    if not (progress is None or callable(progress)):
        raise TypeError(f"progress must be a function of the bytes read, not {checks.kind_of(progress)}")
    want = _Want(id, score, system, run, group, slices, task, filter, values)
    files = _files(paths)
    record = _Record([path for path, _ in files], progress)
    parts = []
    for path, name in files:
        try:
            parts += _read(path, name, want, record)
        except _Unreadable as reason:
            record.fault(f"paths ({record.names[path]}) {reason}")
    parts = _tasks(parts, want, record)
    for part in parts:
        part.outcomes = _outcomes(part, want.values, record)
    _kinds(parts, record)
    frame = _frame(parts, record) if parts else None
    record.refuse()
    return Results(frame, tuple(record.found), tuple(record.assumed), tuple(record.left_out))


class _Unreadable(Exception):
    """A file that cannot be read on, with the reason as the rest of a sentence."""


@dataclass
class _Want:
    """What the user named, checked as far as that goes without the files."""

    id: Any
    score: Any
    system: Any
    run: Any
    group: Any
    slices: Any
    task: Any
    filter: Any
    values: Any

    def __post_init__(self):
        for name in ("id", "system", "run", "group", "filter"):
            if getattr(self, name) is not None:
                checks.text(getattr(self, name), name)
        for name in ("slices", "task"):
            setattr(self, name, _texts(getattr(self, name), name))
        if not isinstance(self.score, (str, type(None))):
            self.score = list(_texts(self.score, "score"))
        named = [x for x in (self.id, self.system, self.run, self.group) if x is not None]
        scores = self.score if isinstance(self.score, list) else [self.score] * (self.score is not None)
        if twice := [x for x, times in Counter(named + scores).items() if times > 1]:
            which = "score" if twice[0] in scores else next(r for r in KNOWN if getattr(self, r) == twice[0])
            raise ValueError(f"{which} must be a column of its own: {checks.shown(twice[0])} is named twice")
        if self.values is not None and not isinstance(self.values, Mapping):
            raise TypeError(f"values must be a dict, such as {{'P': 0.5}}, not {checks.kind_of(self.values)}")
        for word, number in (self.values or {}).items():
            if not isinstance(word, str):
                raise TypeError(f"values must have texts as keys, not {checks.kind_of(word)}; give results as spelled")
            if number is not None:
                checks.single(checks.numbers(number, "values", bools="give 1 or 0"), "values")
        self.values = {word.strip(): number for word, number in (self.values or {}).items()}


def _texts(value, name):
    """A text or a list of texts, as a tuple; empty for None."""
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, (list, tuple)) or not all(isinstance(one, str) for one in value):
        raise TypeError(f"{name} must be a text or a list of texts, not {checks.kind_of(value)}")
    if not value or len(set(value)) < len(value):
        raise ValueError(f"{name} must hold at least one name, each of them once: got {checks.shown(value)}")
    return tuple(value)


class _Record:
    """The sentences that a reading leaves: what was found, assumed and left out, and what is wrong."""

    def __init__(self, paths, progress=None):
        self.read = progress or (lambda size: None)
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


# Which files


def _files(paths):
    """(path, name of its system or None) of each file."""
    if isinstance(paths, Mapping):
        if not paths:
            raise ValueError("paths is empty: there is nothing to read; give at least one file")
        if odd := [name for name in paths if not isinstance(name, str) or not name.strip()]:
            raise TypeError(f"paths must have the names of systems as keys, not {checks.shown(odd[0])}")
        return _each_once([(path, name) for name, given in paths.items() for path, _ in _files(given)])
    one = isinstance(paths, (str, Path))
    if not one and not isinstance(paths, (list, tuple)):
        raise TypeError(f"paths must be a path, a list of paths or a dict, not {checks.kind_of(paths)}")
    listed = [paths] if one else list(paths)
    if not listed:
        raise ValueError("paths is empty: there is nothing to read; give at least one file")
    found = []
    for path in listed:
        if not isinstance(path, (str, Path)):
            raise TypeError(f"paths must hold paths, not {checks.kind_of(path)}")
        try:
            there = Path(path).is_file()
            folder = Path(path).is_dir()
        except (OSError, ValueError):
            there = folder = False
        if folder:
            raise ValueError(f"paths names a folder, {checks.shown(str(path))}; give the files in it")
        if not there:
            raise ValueError(f"paths names no file: {checks.shown(str(path))}; check where it is")
        found.append(Path(path))
    return _each_once([(path, None) for path in found])


def _each_once(files):
    if twice := [path for path, times in Counter(path.resolve() for path, _ in files).items() if times > 1]:
        raise ValueError(f"paths names {checks.shown(twice[0].name)} twice; give each file once")
    return files


def _file_name(path, paths):
    """What to call a file: its name, or folder and name if another file has that name too."""
    alike = [other for other in paths if other.name == path.name]
    return checks.shown(path.name if len(alike) == 1 else "/".join(path.resolve().parts[-2:]), 100)


def _read(path, name, want, record):
    """The parts that a file holds: one, or none if something is wrong with its columns."""
    kind = path.suffix.lower()
    if kind == ".eval":
        raise _Unreadable("is Inspect's own format; write it as JSON: inspect log convert --to json")
    if kind not in READERS:
        raise _Unreadable(f"is of no kind that is read here ({', '.join(READERS)}); save it as one of these")
    try:
        if path.stat().st_size == 0:
            raise _Unreadable("is empty")
        return READERS[kind](path, name, want, record)
    except OSError as error:
        raise _Unreadable(f"cannot be opened: {error.strerror or 'the system refused'}") from None


# Formats


def _lines(path, record):
    """(number, text) of each line, with a fault for what is not UTF-8."""
    with path.open("rb") as file:
        number = 0
        while line := file.readline(LONGEST_LINE + 1):
            number += 1
            record.read(len(line))
            if len(line) > LONGEST_LINE:
                raise _Unreadable(f"has more than {LONGEST_LINE >> 20} MB in line {number:,}; is it of this format?")
            if number == 1 and line[:2] in (b"\xff\xfe", b"\xfe\xff"):
                raise _Unreadable("is UTF-16; save it as UTF-8")
            try:
                yield number, line.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError as error:
                bad = f"line {number} (byte 0x{line[error.start]:02x})"
                record.fault(f"paths ({record.names[path]}) is not UTF-8 in", bad, "; save it as UTF-8", "line")
                yield number, line.decode("utf-8", errors="replace")


def _read_csv(path, name, want, record):
    lines = (text for _, text in _lines(path, record))
    first = next(lines, "")
    separator = max(",;\t", key=first.count)  # the comma, if none is there
    limit = csv.field_size_limit(LONGEST_LINE)
    try:
        reader = csv.reader(chain([first], lines), delimiter=separator, strict=True)
        header = next(reader, [])
        if not any(map(str.strip, header)):
            raise _Unreadable("has no header: its first line must name the columns")
        if twice := [column for column, times in Counter(header).items() if times > 1 and column.strip()]:
            raise _Unreadable(f"has two columns called {checks.shown(twice[0])}; rename one")
        shown = record.names[path]

        def rows():
            for number, cells in enumerate(reader, 2):  # as a spreadsheet numbers them
                if len(cells) == len(header):
                    yield number, dict(zip(header, cells, strict=True))
                elif cells:
                    bad = f"row {number} ({len(cells)})"
                    begin = f"paths ({shown}) has another number of cells than its header ({len(header)}) in"
                    record.fault(begin, bad, "; is a cell with a comma or a quote not quoted, or the file cut off?")

        return _table(rows(), path, name, "CSV", want, record, columns=header)
    except csv.Error as error:
        hint = "a quote is opened and not closed" if "unexpected end" in str(error) else "a quote stands where none may"
        hint = hint if "end of data" in str(error) or "expected after" in str(error) else "its lines end in an odd way"
        raise _Unreadable(f"is no CSV from line {reader.line_num:,} on: {hint}; is the file cut off?") from None
    finally:
        csv.field_size_limit(limit)


class _Repeated(dict):
    """A JSON object in which a key stands more than once; `pairs` has all."""

    pairs: list


def _object(pairs):
    pairs = [(_sound(key), value) for key, value in pairs]
    found = dict(pairs)
    if len(found) < len(pairs):
        found = _Repeated(found)
        found.pairs = pairs
    return found


def _json(text):
    """What a JSON text holds; a ValueError if it is nested too deeply, too."""
    try:
        return json.loads(text, object_pairs_hook=_object)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _read_json_lines(path, name, want, record):
    shown = record.names[path]

    def rows():
        bad = None
        for number, text in _lines(path, record):
            if bad:
                record.fault(f"paths ({shown}) has no JSON in", bad, "; one object a line is needed", "line")
                bad = None
            if not text.strip():
                continue
            try:
                row = _json(text)
            except ValueError:
                bad = f"line {number} ({checks.shown(text.strip())})"
                whole = text.endswith("\n")
                continue
            if isinstance(row, _Repeated):
                twice = next(key for key, times in Counter(key for key, _ in row.pairs).items() if times > 1)
                where = f"line {number} ({checks.shown(twice)})"
                record.fault(f"paths ({shown}) has a key twice in", where, "; keep one", "line")
            elif isinstance(row, dict):
                yield number, row
            else:
                where = f"line {number} ({checks.shown(row)})"
                record.fault(f"paths ({shown}) has no JSON object in", where, "; one object a line is needed", "line")
        if bad and not whole:
            record.fault(f"paths ({shown}) is cut off in its last line, {bad}; write it again, or remove that line")
        elif bad:
            record.fault(f"paths ({shown}) has no JSON in", bad, "; one object a line is needed", "line")

    stream = rows()
    first = list(islice(stream, 1))
    stream = chain(first, stream)
    if first and first[0][1].keys() >= LM_EVAL:
        return _lm_eval(stream, path, name, want, record)
    return _table(stream, path, name, "JSON Lines", want, record)


def _read_json(path, name, want, record):
    if path.stat().st_size > LARGEST_JSON:
        raise _Unreadable(f"is JSON of more than {LARGEST_JSON >> 20} MB; write JSON Lines instead")
    raw = path.read_bytes()
    record.read(len(raw))
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise _Unreadable("is UTF-16; save it as UTF-8")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        where = f"line {raw.count(10, 0, error.start) + 1} (byte 0x{raw[error.start]:02x})"
        raise _Unreadable(f"is not UTF-8 in {where}; save it as UTF-8") from None
    if not text.strip():
        raise _Unreadable("is empty")
    try:
        found = _json(text)
    except json.JSONDecodeError as error:
        cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        raise _Unreadable(
            f"is no JSON: {'it is cut off' if cut else f'it goes wrong in line {error.lineno:,}'}; "
            "write it again (JSON Lines are to be called .jsonl)"
        ) from None
    except ValueError:
        raise _Unreadable("holds JSON that is nested too deeply, or a number with thousands of digits") from None
    if isinstance(found, list):
        if not found:
            raise _Unreadable("is empty")
        if not all(isinstance(row, dict) for row in found):
            raise _Unreadable("is a JSON list of something else than rows; a row is an object with an id and a result")
        for number in [number for number, row in enumerate(found, 1) if isinstance(row, _Repeated)]:
            record.fault(f"paths ({record.names[path]}) has a key twice in", f"row {number}", "; keep one")
        return _table(enumerate(found, 1), path, name, "JSON", want, record)
    if not isinstance(found, dict):
        raise _Unreadable(f"holds nothing but {checks.shown(found)}; a result needs an id")
    if not found:
        raise _Unreadable("is empty")
    if isinstance(found.get("eval"), dict) and "status" in found:
        return _inspect(found, path, name, want, record)
    pairs = found.pairs if isinstance(found, _Repeated) else list(found.items())
    if nested := [key for key, value in pairs if isinstance(value, (dict, list))]:
        raise _Unreadable(
            f"is JSON of another shape: {checks.shown(nested[0])} holds more than a result; give {{id: true}}, a list "
            "of rows, or an Inspect log"
        )
    part = _Part(record.names[path], unit="entry")
    part.ids, part.scores = [key for key, _ in pairs], [value for _, value in pairs]
    part.where = list(range(1, len(pairs) + 1))
    for i in [i for i, key in enumerate(part.ids) if not key.strip()]:
        record.fault(f"paths ({record.names[path]}) has no id in", part.place(i), "; give each item one")
    part.systems = [name or _stem(path, record)] * len(pairs)
    record.found.append(f"{record.names[path]}, JSON: {_number(len(pairs), 'result')} by id")
    return [part]


def _read_parquet(path, name, want, record):
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise _Unreadable("needs pyarrow to be read; install it with: pip install pyarrow") from None
    try:
        with parquet.ParquetFile(path) as file:
            if len(set(file.schema_arrow.names)) < len(file.schema_arrow.names):
                raise _Unreadable("has two columns of one name; rename one")
            each = path.stat().st_size / max(file.metadata.num_rows, 1)

            def batches():
                for batch in file.iter_batches(PEEK):
                    record.read(round(each * len(batch)))
                    yield batch.to_pylist()

            rows = chain.from_iterable(batches())
            return _table(enumerate(rows, 1), path, name, "Parquet", want, record, columns=file.schema_arrow.names)
    except (arrow.ArrowException, OSError, UnicodeDecodeError):
        raise _Unreadable("is no Parquet, or is cut off") from None


READERS = {
    ".csv": _read_csv,
    ".tsv": _read_csv,
    ".jsonl": _read_json_lines,
    ".ndjson": _read_json_lines,
    ".json": _read_json,
    ".parquet": _read_parquet,
}


# Tables, long and wide


def _roles(columns, want, shown, record):
    """{role: column}, by what the user named and else by the columns' own names; and the roles that are wrong."""
    wrong = set()
    roles = {role: getattr(want, role, None) for role in KNOWN}
    known_slices = [column for column in columns if _plain(column) in SLICES]
    roles["slices"] = list(dict.fromkeys([*want.slices, *known_slices]))
    named = [x for x in (*roles.values(), *want.slices) if isinstance(x, str)]
    named += roles["score"] if isinstance(roles["score"], list) else []
    for role in (*KNOWN, "slices"):
        given = want.slices if role == "slices" else roles[role]
        if none := [x for x in ([given] if isinstance(given, str) else given or ()) if x not in columns]:
            record.fault(
                f"{role} names no column of {shown}: got {_listing(none)}; its columns are {_listing(columns)}"
            )
            wrong.add(role)
        if role != "slices" and given is None:
            known = [column for column in columns if _plain(column) in KNOWN[role] and column not in named]
            if len(known) > 1 and role == "id" and "id" in known:
                record.assume(f"in {shown} 'id' is the id, not {_listing(x for x in known if x != 'id')}")
                known = ["id"]
            if len(known) > 1 and role != "date":
                record.fault(f"{role} must be named: {shown} has the columns {_listing(known)}; give {role}=")
                wrong.add(role)
            roles[role] = known[0] if known and role != "date" or len(known) == 1 else None
    roles["slices"] = [x for x in roles["slices"] if x not in [roles[role] for role in KNOWN]]
    if roles["id"] is None:
        record.fault(f"id must be named: no column of {shown} is known as one; its columns are {_listing(columns)}")
        wrong.add("id")
    return roles, wrong


def _table(rows, path, name, kind, want, record, columns=None):
    """The answers of a table, long or wide."""
    shown = record.names[path]
    rows = iter(rows)
    peek = list(islice(rows, PEEK))
    if columns is None:
        columns = list(dict.fromkeys(key for _, row in peek for key in row))
    if not peek:
        if record.faulty(shown):
            return []
        raise _Unreadable("holds no rows")
    if want.filter is not None:
        record.fault(f"filter is for the files of lm-evaluation-harness, and {shown} is none; leave it out")
    roles, wrong = _roles(columns, want, shown, record)
    part = _Part(record.names[path], "line" if kind == "JSON Lines" else "row")
    taken = {role: column for role, column in roles.items() if isinstance(column, str) and role not in wrong}
    spare = {
        column: []
        for column in columns
        if column not in (*taken.values(), *roles["slices"]) and _plain(column) not in ROW_NUMBERS
    }
    if isinstance(roles["score"], list):
        spare = {column: [] for column in roles["score"]}
    elif roles["score"] is not None:
        spare = {}
    more = {role: taken[role] for role in ("run", "group", "date") if role in taken}
    more |= {_free(column): column for column in roles["slices"]}
    part.more = {key: [] for key in more}
    late, rivals, faults = {}, [], f"paths ({shown}) has no id in"
    for number, row in chain(peek, rows):
        for column in row.keys() - set(columns):
            late[column] = late.get(column, number)
        part.where.append(number)
        part.ids.append(
            _id(row.get(roles["id"]), f"{part.unit} {number}", faults, record) if "id" not in wrong else None
        )
        if "score" in taken:
            part.scores.append(row.get(taken["score"]))
        for column, found in [*spare.items()]:
            value = row.get(column)
            if not isinstance(roles["score"], list) and not _passes_or_fails(value):
                del spare[column]
                rivals += [column] * (_value(value, {})[0] == "number")
            else:
                found.append(value)
        if "system" in taken:
            value = row.get(taken["system"])
            one = _label(value)
            if one is None or not one.strip():
                record.fault(f"paths ({shown}) names no system in", f"{part.unit} {number}", "; name it in each")
            part.systems.append(one or "")
        for key, column in more.items():
            part.more[key].append(_label(row.get(column)))
    for column, number in late.items():
        if _plain(column) in (*KNOWN["score"], *KNOWN["run"], *KNOWN["group"]):
            where = f"from line {number:,} on only"
            record.fault(f"paths ({shown}) has the key {checks.shown(column)} {where}; put it in all lines")
    if wrong - {"id"}:
        return []
    used = [*taken.values(), *roles["slices"]]
    if "score" not in taken:
        if not isinstance(roles["score"], list):
            spare = {column: found for column, found in spare.items() if any(not _missing(value) for value in found)}
        if not spare:
            record.fault(
                f"score must be named: no column of {shown} is known as the results or holds pass and fail; its "
                f"columns are {_listing(columns)}; give score=, or a list of them if each is a system"
            )
            return []
        if len(spare) == 1 and rivals and roles["score"] is None:
            record.fault(
                f"score must be named: in {shown} {_listing(spare)} holds pass and fail, but there are numbers in "
                f"{_listing(rivals)}; give score="
            )
            return []
        used += spare
        if len(spare) == 1 and not isinstance(roles["score"], list):
            [(taken["score"], part.scores)] = spare.items()
            only = "is the only column that holds pass and fail, so these are the results"
            record.assume(f"in {shown} {checks.shown(taken['score'])} {only}")
    if wrong:
        return []
    rows_read = len(part.ids)
    if "score" not in taken:
        if "system" in taken:
            record.fault(
                f"score must be named: {shown} has a column of systems, {checks.shown(taken['system'])}, and several "
                f"that hold results, {_listing(spare)}; give the one that counts"
            )
            return []
        if name is not None:
            has = f"has a column for each, {_listing(spare)}"
            record.fault(f"paths names a system for {shown}, which {has}; give its path alone")
        if roles["score"] is None:
            record.assume(f"in {shown} each column that holds nothing but pass and fail is a system: {_listing(spare)}")
        times = len(spare)
        part.systems = [column for column in spare for _ in range(rows_read)]
        part.scores = [value for found in spare.values() for value in found]
        part.ids, part.where = part.ids * times, part.where * times
        part.more = {key: found * times for key, found in part.more.items()}
        results = f"a column for each system: {_listing(spare)}"
    else:
        if name is not None and "system" in taken:
            record.fault(
                f"paths names a system for {shown}, which has a column of systems, {checks.shown(taken['system'])}; "
                "give its path alone"
            )
        part.systems = part.systems or [name or _stem(path, record)] * rows_read
        results = f"results in {checks.shown(taken['score'])}"
    also = [role for role in ("system", "run", "group", "date") if role in taken]
    also = "".join(f", {role} in {checks.shown(taken[role])}" for role in also)
    also += f", slices in {_listing(roles['slices'])}" if roles["slices"] else ""
    id_column = checks.shown(roles["id"])
    record.found.append(f"{shown}, {kind}: {_number(rows_read, part.unit)}, id in {id_column}, {results}{also}")
    if unused := [column for column in [*columns, *late] if column not in used and _plain(column) not in ROW_NUMBERS]:
        record.left_out.append(f"columns of {shown} that nothing names: {_listing(unused)} (slices= keeps them)")
    return [part]


# The tools' own formats


def _lm_eval(rows, path, name, want, record):
    """`samples_<task>_<date>.jsonl` of lm-evaluation-harness: a line for each document and filter."""
    shown = record.names[path]
    match = re.fullmatch(r"samples_(.+)_([^_]+)\.jsonl", path.name)
    part = _Part(record.names[path], "line", task=_sound(match[1]) if match else None)
    if _other_task(part, want, record):
        return []
    for role in ("system", "run", "group"):
        if getattr(want, role) is not None:
            record.fault(f"{role} names a column, and {shown} of lm-evaluation-harness has none; leave it out")
    if isinstance(want.score, list):
        record.fault("score must be one metric for the files of lm-evaluation-harness: got a list")
        return []
    keys = None
    filters, metrics, chosen = Counter(), {}, None
    no_id = f"paths ({shown}) has no id in"
    for number, row in rows:
        if not row.keys() >= LM_EVAL:
            record.fault(f"paths ({shown}) is not of lm-evaluation-harness in", f"line {number}", "", "line")
            continue
        one = _label(row.get("filter")) or "none"
        filters[one] += 1
        if chosen is None:
            chosen = one if want.filter is None or one == "none" else want.filter
        if one != chosen:
            continue
        has = row.get("metrics")
        own = row.keys() - LM_EVAL - LM_EVAL_MORE
        listed = [x for x in has if isinstance(x, str)] if isinstance(has, list) else sorted(own)
        metrics |= dict.fromkeys(listed)
        score = want.score if want.score is not None else next(iter(metrics), None)
        part.where.append(number)
        doc = row["doc"] if isinstance(row["doc"], dict) else {}
        if keys is None:
            keys = list(dict.fromkeys([*want.slices, *(key for key in doc if _plain(key) in SLICES)]))
            part.more = {_free(key): [] for key in keys}
        part.ids.append(_id((doc | row).get(want.id or "doc_id"), f"line {number}", no_id, record))
        part.scores.append(row.get(score))
        part.hashes.append(_label(row.get("doc_hash")))
        for key in keys:
            part.more[_free(key)].append(_label(doc.get(key)))
    listed = ", ".join(f"{checks.shown(key)} ({count:,} lines)" for key, count in filters.most_common(8))
    if [*filters] == ["none"] and want.filter not in (None, "none"):
        record.assume(f"{shown} has no filters, so that filter= does not concern it")
    elif want.filter not in (None, chosen) or chosen not in filters:
        record.fault(f"filter names no filter of {shown}: got {checks.shown(want.filter)}; it has {listed}")
        return []
    if len(filters) > 1 and want.filter is None:
        why = "they grade the same answers, so take one"
        record.fault(f"filter must be named: {shown} has {len(filters)}, {listed}; {why}")
    if want.score is not None and want.score not in metrics:
        record.fault(f"score names no metric of {shown}: got {checks.shown(want.score)}; it has {_listing(metrics)}")
        return []
    if want.score is None and len(metrics) != 1:
        record.fault(f"score must be named: {shown} has {len(metrics)} metrics, {_listing(metrics)}; give one")
        return []
    if missing := [key for key in want.slices if all(x is None for x in part.more[_free(key)])]:
        record.fault(f"slices names no key of the documents in {shown}: got {checks.shown(missing[0])}")
    metric = want.score or next(iter(metrics))
    folder = path.resolve().parent.name
    if name is None and match and folder:
        name = _sound(folder)
        record.assume("the folder of a samples_… file of lm-evaluation-harness names its system")
    part.systems = [name or _stem(path, record)] * len(part.ids)
    found = f"{shown}, lm-evaluation-harness: {_number(len(part.ids), 'document')}, metric {checks.shown(metric)}"
    found += f", filter {checks.shown(chosen)}" + (f", slices in {_listing(keys)}" if keys else "")
    record.found.append(found + _of_task(part))
    if rest := {key: count for key, count in filters.items() if key != chosen}:
        record.left_out.append(f"{_number(sum(rest.values()), 'line')} of {shown} with other filters: {_listing(rest)}")
    if rest := [key for key in metrics if key != metric]:
        record.left_out.append(f"other metrics of {shown}: {_listing(rest)}")
    return [part]


def _inspect(log, path, name, want, record):
    """Inspect's log in JSON: a sample for each item and epoch."""
    shown, about, samples = record.names[path], log["eval"], log.get("samples")
    for role in ("id", "system", "run", "group", "filter"):
        if getattr(want, role) is not None:
            record.fault(f"{role} is for other files than Inspect's logs, such as {shown}; leave it out")
    if isinstance(want.score, list):
        record.fault("score must be one scorer for Inspect's logs: got a list")
        return []
    if not isinstance(samples, list) or not samples:
        raise _Unreadable("is an Inspect log without samples; write it again with its samples")
    if not all(isinstance(sample, dict) for sample in samples):
        raise _Unreadable("is an Inspect log whose samples are no objects")
    part = _Part(record.names[path], "sample", task=_label(about.get("task")))
    if _other_task(part, want, record):
        return []
    scores = [sample.get("scores") if isinstance(sample.get("scores"), dict) else {} for sample in samples]
    scorers = list(dict.fromkeys(scorer for one in scores for scorer in one))
    if want.score is not None and want.score not in scorers:
        record.fault(f"score names no scorer of {shown}: got {checks.shown(want.score)}; it has {_listing(scorers)}")
        return []
    if want.score is None and len(scorers) != 1:
        has = (
            f"has {len(scorers)} scorers, {_listing(scorers)}; give one" if scorers else "has no scores: score it first"
        )
        record.fault(f"score must be named: {shown} {has}")
        return []
    scorer = want.score or scorers[0]
    metadata = [sample.get("metadata") if isinstance(sample.get("metadata"), dict) else {} for sample in samples]
    known = [key for key in dict.fromkeys(key for one in metadata for key in one) if _plain(key) in SLICES]
    if missing := [key for key in want.slices if not any(key in one for one in metadata)]:
        record.fault(f"slices names no key of the metadata in {shown}: got {checks.shown(missing[0])}")
    keys = list(dict.fromkeys([*want.slices, *known]))
    part.more = {_free(key): [_label(one.get(key)) for one in metadata] for key in keys}
    epochs = [sample.get("epoch", 1) for sample in samples]
    if any(epoch != 1 for epoch in epochs):
        part.more["run"] = [_label(epoch) for epoch in epochs]
    if isinstance(about.get("created"), str):
        part.more["date"] = [_label(about["created"])] * len(samples)
    no_id = f"paths ({shown}) has no id in"
    part.where = list(range(1, len(samples) + 1))
    part.ids = [_id(sample.get("id"), f"sample {i}", no_id, record) for i, sample in enumerate(samples, 1)]
    part.scores = [one[scorer].get("value") if isinstance(one.get(scorer), dict) else None for one in scores]
    model = _label(about.get("model"))
    part.systems = [name or (model if model and model.strip() else _stem(path, record))] * len(samples)
    found = f"{shown}, Inspect: {_number(len(samples), 'sample')}, scorer {checks.shown(scorer)}"
    found += f", {len(set(map(str, epochs)))} epochs as runs" if "run" in part.more else ""
    record.found.append(found + (f", slices in {_listing(keys)}" if keys else "") + _of_task(part))
    if errors := sum(bool(sample.get("error")) for sample in samples):
        record.found.append(f"{shown}: {_number(errors, 'sample')} ended in an error")
    if log["status"] != "success":
        record.found.append(f"{shown} says of the whole eval: {checks.shown(log['status'])}, so samples may be missing")
    if rest := [key for key in scorers if key != scorer]:
        record.left_out.append(f"other scorers of {shown}: {_listing(rest)}")
    return [part]


def _of_task(part):
    return f", task {checks.shown(part.task)}" if part.task else ""


def _other_task(part, want, record):
    """Whether a file is about a task that nobody wants."""
    if part.task is not None and part.task not in record.tasks:
        record.tasks.append(part.task)
    return bool(want.task) and part.task not in want.task


def _tasks(parts, want, record):
    """The parts of the tasks that count. If these are several, each id begins with its task."""
    tasks = record.tasks
    for one in want.task:
        if one not in tasks:
            has = f"they have {_listing(tasks)}" if tasks else "they name no task"
            record.fault(f"task names no task of these files: got {checks.shown(one)}; {has}")
    if len(tasks) > 1 and not want.task:
        record.fault(
            f"task must be named: the files hold {len(tasks)} tasks, {_listing(tasks)}; give one, or a list of those "
            "whose items are to count alike"
        )
    if want.task and (rest := [task for task in tasks if task not in want.task]):
        record.left_out.append(f"the files of other tasks: {_listing(rest)}")
    several = len({part.task for part in parts}) > 1
    for part in parts:
        if part.task is not None:
            part.more["task"] = [part.task] * len(part.ids)
            if several:
                part.ids = [None if one is None else f"{part.task}/{one}" for one in part.ids]
    if several and want.task:
        record.assume("the items of all tasks count alike, so that a task counts as much as it has items")
    return parts


# Results


def _value(raw, values):
    """(kind, number) of a result as a file has it: pass or fail, number, none, given, or unknown."""
    if raw is None:
        return "none", math.nan
    if isinstance(raw, (bool, np.bool_)):
        return "pass or fail", float(raw)
    if isinstance(raw, (int, float)):
        if isinstance(raw, float) and math.isnan(raw):
            return "none", math.nan
        return ("number", float(raw)) if abs(raw) <= checks.LARGEST_NUMBER else ("unknown", math.nan)
    if not isinstance(raw, str):
        return "unknown", math.nan
    word = raw.strip()
    if word in values:
        return "given", math.nan if values[word] is None else float(values[word])
    word = word.lower()
    if word in PASS_FAIL:
        return "pass or fail", PASS_FAIL[word]
    if word in NO_RESULT:
        return "none", math.nan
    if PLAIN_NUMBER.fullmatch(word) and abs(float(word)) <= checks.LARGEST_NUMBER:
        return "number", float(word)
    return "unknown", math.nan


def _passes_or_fails(raw):
    """Whether it can be a result that is pass, fail or none."""
    kind, number = _value(raw, YES_NO)
    return kind != "unknown" and not (kind == "number" and number not in (0, 1))


def _missing(raw):
    return _value(raw, {})[0] == "none"


YES_NO = {"y": 1, "Y": 1, "n": 0, "N": 0}  # N alone may be Inspect's "no answer", so Y must be there too


def _outcomes(part, values, record):
    """{kind: an example} and the scores of a part; a fault for what cannot be read, and for a mix of kinds."""
    shown, strange, examples, counts = part.name, Counter(), {}, Counter()
    words = {raw.strip() for raw in part.scores if isinstance(raw, str)}
    known = {**(YES_NO if words & {"y", "Y"} else {}), **values}
    scores = np.empty(len(part.scores))
    kinds_of = {}
    for i, raw in enumerate(part.scores):
        if isinstance(raw, str):
            if raw not in kinds_of:
                kinds_of[raw] = _value(raw, known)
            kind, scores[i] = kinds_of[raw]
        else:
            kind, scores[i] = _value(raw, known)
        if kind == "given" and isinstance(raw, str) and raw.strip() not in values:
            kind = "pass or fail"
        if kind == "unknown":
            strange[checks.shown(raw)] += 1
            examples.setdefault(checks.shown(raw), part.place(i))
        elif kind not in ("none", "given"):
            counts[kind] += 1
            examples.setdefault(kind, f"{checks.shown(raw)} in {part.place(i)}")
    if strange:
        first = strange.most_common(4)
        listed = ", ".join(f"{word} ({count:,}, first in {examples[word]})" for word, count in first)
        rest = f" and {len(strange) - 4:,} more spellings" if len(strange) > 4 else ""
        hint = "say what they are worth, as in values={'P': 0.5, 'timeout': 0, 'skipped': None}"
        record.fault(f"paths ({shown}) has results that cannot be read: {listed}{rest}; {hint}")
    if len(counts) > 1:
        listed = " and ".join(f"{kind} ({count:,}, such as {examples[kind]})" for kind, count in counts.items())
        hint = "write them alike, or give values= for the fewer"
        record.fault(f"paths ({shown}) mixes two kinds of results, {listed}; {hint}")
    return scores, {kind: examples[kind] for kind in counts}


def _kinds(parts, record):
    """A fault if one file holds pass or fail and another scores that are neither 0 nor 1."""
    words = [part for part in parts if [*part.outcomes[1]] == ["pass or fail"]]
    graded = [part for part in parts if [*part.outcomes[1]] == ["number"] and (~np.isin(part.outcomes[0], (0, 1))
              & ~np.isnan(part.outcomes[0])).any()]  # fmt: skip
    if words and graded:
        one, other = (f"{part.name} ({[*part.outcomes[1].values()][0]})" for part in (words[0], graded[0]))
        record.fault(f"paths mix pass or fail, as in {one}, with scores, as in {other}; compare like with like")


# The whole


def _frame(parts, record):
    """All answers as one table, with faults for ids that stand twice, groups that contradict, documents that differ."""
    import pandas as pd

    tables = []
    for number, part in enumerate(parts):
        columns = {"id": part.ids, "system": part.systems, "score": part.outcomes[0], **part.more}
        table = pd.DataFrame({key: pd.Series(found, dtype=None if key == "score" else object)
                              for key, found in columns.items()})  # fmt: skip
        tables.append(table.assign(_part=number, _at=range(len(table)), _hash=part.hashes or None))
    frame = pd.concat(tables, ignore_index=True)
    frame = frame[frame["id"].notna()]
    if not len(frame):
        if not record.faulty():
            record.fault("paths hold no answer with an id")
        return frame

    def place(row):
        part = parts[row._1]
        return f"{part.place(row._2)} of {part.name}"

    def places(rows):
        return " and ".join(place(row) for row in rows[["_part", "_at"]].head(2).itertuples())

    if "run" in frame:
        without = frame["run"].isna()
        for row in frame[without][["_part", "_at"]].itertuples():
            record.fault("paths name runs, but not in", place(row), "; name the run of each answer")
        frame["run"] = _whole(frame["run"])
    key = [column for column in ("system", "id", "run") if column in frame]
    twice = frame[frame.duplicated(key, keep=False)]
    if len(twice):
        groups = twice.groupby(key, sort=False, dropna=False)
        differ = groups["score"].nunique(dropna=False) > 1
        conflicts = int(differ.sum())
        examples = list(islice(groups, 2))
        listed = ", ".join(f"{checks.shown(rows['id'].iloc[0])} ({places(rows)})" for _, rows in examples)
        which = "with the same result each time"
        if conflicts:
            rows = groups.get_group(differ.idxmax())
            which = f"{conflicts:,} of them with results that conflict, such as {checks.shown(rows['id'].iloc[0])}"
        of = "id and run" if "run" in frame else "id"
        record.fault(
            f"paths hold more than one answer of a system for {_number(len(differ), 'id')}, such as {listed}; {which}; "
            f"keep one for each {of}, name the column of runs with run=, or give a dict from system to path"
        )
    if "group" in frame:
        for row in frame[frame["group"].isna()][["_part", "_at"]].itertuples():
            record.fault("paths name groups, but not in", place(row), "; an item in none gets a label of its own")
        _agree(frame, "group", "is in more than one group", "; name one for each item", record)
    hint = "; the runs saw other documents under one doc_id; if their order changed, give id='doc_hash'"
    _agree(frame, "_hash", "has more than one doc_hash", hint, record)
    _share(frame, record)
    gaps = frame[frame["score"].isna()]
    if len(gaps) == len(frame) and not record.faulty():
        record.fault("paths hold no result at all: every answer is without one")
    elif len(gaps):
        listed = ", ".join(f"{len(rows):,} of {checks.shown(name)} (such as {checks.shown(rows['id'].iloc[0])})"
                           for name, rows in gaps.groupby("system", sort=False))  # fmt: skip
        record.found.append(f"{_number(len(gaps), 'answer')} without a result, which {_have(len(gaps))} NaN: {listed}")
    order = [column for column in ("id", "system", "score", "run", "group") if column in frame]
    rest = [column for column in frame if column not in order and not column.startswith("_")]
    return frame[order + rest].reset_index(drop=True).infer_objects()


def _agree(frame, column, what, end, record):
    """A fault for each id with more than one label in a column."""
    labels = frame[["id", column]].dropna().drop_duplicates()
    for one in labels.loc[labels.duplicated("id"), "id"].drop_duplicates():
        record.fault(f"paths hold what contradicts: an item {what}:", checks.shown(one), end, "id")


def _share(frame, record):
    """Says how many items all systems have answers to, and which only one has."""
    systems = frame["system"].unique()
    if len(systems) < 2:
        return
    answered = frame[["id", "system"]].drop_duplicates()
    times = answered["id"].map(answered["id"].value_counts())
    everyone = int((times == len(systems)).sum()) // len(systems)
    by = "both systems" if len(systems) == 2 else f"all {len(systems)} systems"
    only = [
        f"{len(ids):,} only of {checks.shown(name)} (such as {checks.shown(ids.iloc[0])})"
        for name, ids in answered[times == 1].groupby("system", sort=False)["id"]
    ]
    record.found.append("; ".join([f"{_number(everyone, 'item')} {_have(everyone)} an answer of {by}", *only]))


def _whole(column):
    """Runs as whole numbers if all are, else as they stand."""
    plain = column.map(lambda x: isinstance(x, str) and re.fullmatch(r"\d{1,9}", x, re.ASCII) is not None)
    return column.astype(int) if plain.all() else column


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
