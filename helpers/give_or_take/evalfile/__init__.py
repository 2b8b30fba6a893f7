"""The files that an eval wrote, as one table with a list of what was found, assumed and left out: chapter 12."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from give_or_take import checks
from give_or_take.checks import called, listing, number_of, the_file, typed
from give_or_take.docs import documented
from give_or_take.evalfile.documents import only_submitted, read_json, second_tries
from give_or_take.evalfile.files import given_files
from give_or_take.evalfile.formats import name_what_passed
from give_or_take.evalfile.frame import ask_totals, bare_id, one_frame
from give_or_take.evalfile.inspect_log import read_eval
from give_or_take.evalfile.outcomes import compared, graded, labelled
from give_or_take.evalfile.predictions import match
from give_or_take.evalfile.rates import divided, offer_rates
from give_or_take.evalfile.record import OWN, NoResults, Record, Unreadable, folded, have, label, plain, suffix
from give_or_take.evalfile.sources import read_csv, read_json_lines, read_parquet
from give_or_take.evalfile.tables import OFTEN
from give_or_take.evalfile.tools import tasks_that_count
from give_or_take.evalfile.want import KNOWN, Want, how_to_label, lower_is_better
from give_or_take.pairs import Pairs, pair_items
from give_or_take.results import prints_itself

if TYPE_CHECKING:
    import pandas as pd


@prints_itself
@dataclass(frozen=True, eq=False)
class Results:
    """What `read_results` gives: one row an answer, and what was found, assumed and left out. It prints as sentences.

    `frame` has the columns `id`, `system` and `score` (NaN: no result), and, where there are, `run`, `group`, `date`
    and slices. `found`, `assumed` and `left_out` are sentences. `labels` is "judge" if a file says that a model graded
    its answers, else None. `grouped_by` is what the column of groups was called, `metric` what the results were, unless
    `values` turned them into something else. `blanks` counts the empty cells of tables with a column for each system,
    which do not say whether the item was put to it. If predictions were held against what is right, `frame` has the
    columns `truth` and `prediction`, and `matched` says how they were compared. If they are winners of two systems,
    `score` is 1 for the one that won, and `judges` names who says so; `place` is 1 for the answer that was shown first;
    if none says that, but one system always stands in the first side's column, `side` has both names.
    `alike` counts the ids of more than one system that are seen to be one item: with the same question, or without one
    in the same file. `empty` has (system, column, how many are empty, of how many) where answers that have a result are
    often empty, and `where` which rows were chosen. `unread` asks whether predictions are empty because
    nothing was found in an answer that stands in another column, `per` says what scores were divided by.
    """

    frame: pd.DataFrame
    found: tuple[str, ...]
    assumed: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    labels: str | None = None
    grouped_by: str | None = None
    metric: str | None = None
    blanks: int = 0
    matched: str | None = None
    judges: tuple[str, ...] | None = None
    alike: int = 0
    side: tuple[str, str] | None = None
    empty: tuple[tuple[str, str, int, int], ...] = ()
    where: str = ""
    unread: str = ""
    per: str = ""

    @property
    def slices(self) -> tuple[str, ...]:
        """The columns of `frame` that hold slices."""
        return tuple(column for column in self.frame if column not in OWN)

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
            why = f"must be named: {number_of(gaps, 'answer')} of {len(frame):,} {have(gaps)} no result"
            give = "give missing='fail' or missing='leave out', and say in the report which you did"
            raise checks.WrongValue("missing", f"{why}; {give}")
        frame = frame.fillna({"score": 0.0}) if missing == "fail" else frame.dropna(subset="score")
        by_system = frame.groupby("system", sort=False)
        table = by_system["score"].agg(right="sum", n="size").astype(int)
        return table.assign(items=by_system["id"].nunique()).reindex(self.systems, fill_value=0)

    def _system(self, name, argument):
        if name not in self.systems:
            raise checks.WrongValue(argument, f"must be one of {listing(self.systems)}: got {checks.shown(name)}")
        return name

    def _graded(self, passing):
        """The frame with scores of 0 and 1 only."""
        scores = self.frame["score"]
        if passing is not None:
            passing = checks.single(checks.numbers(passing, "passing"), "passing")
            return self.frame.assign(score=(scores >= passing).astype(float).where(scores.notna()))
        other = scores[scores.notna() & ~scores.isin((0, 1))]
        if len(other):
            such = f"{len(other):,} of {len(scores):,} scores are neither 0 nor 1, such as {float(other.iloc[0]):.6g}"
            raise checks.WrongValue("passing", f"must be named: {such}; give the lowest score that counts as right")
        return self.frame

    def __str__(self):
        scores = self.frame["score"].dropna()
        kind = "pass or fail" if scores.isin((0, 1)).all() else f"scores from {scores.min():.6g} to {scores.max():.6g}"
        items = self.frame["id"].nunique()
        if self.judges is not None:
            kind = "winners and ties" if scores.isin((0, 1)).all() else "shares"
        systems = f"{number_of(len(self.systems), 'system')} ({listing(self.systems)})"
        answers = f"{number_of(len(self.frame), 'answer')} of {systems}"
        lines = [f"{answers} to {number_of(items, 'item')}, {kind}"]
        for title, sentences in (("found", self.found), ("assumed", self.assumed), ("left out", self.left_out)):
            lines += [f"{title}: {sentence}" for sentence in sentences]
        return "\n".join(lines)


@documented
def read_results(
    paths: Any,
    id: str | list[str] | None = None,
    score: str | list[str] | None = None,
    system: str | list[str] | None = None,
    run: str | None = None,
    group: str | None = None,
    slices: str | list[str] | None = None,
    task: str | list[str] | None = None,
    filter: str | None = None,
    values: Mapping[str, float | None] | None = None,
    date: str | None = None,
    may_differ: str | list[str] | None = None,
    truth: str | None = None,
    prediction: str | list[str] | None = None,
    normalise: str | None = None,
    winner: str | list[str] | None = None,
    rows: str | None = None,
    where: Mapping[str, str | list[str]] | None = None,
    systems: str | list[str] | None = None,
    ignore: str | list[str] | None = None,
    runs: bool = False,
    per: str | None = None,
    progress: Callable[[int], Any] | None = None,
) -> Results:
    """Read the files that an eval wrote into one table, and say what was found, assumed and left out.

    Formats: CSV (also with ; or tabs), JSON Lines and Parquet (with pyarrow), long (a row an item and system) or wide
    (a column a system); JSON with rows anywhere in it, by id, by column, or as lists of ids; what lm-evaluation-harness
    (`samples_*.jsonl`), Inspect (`.eval`, `.json`), promptfoo (`.json`, `.jsonl`, `.csv`), DeepEval, SWE-bench,
    EvalPlus and BFCL write; text also as `.gz`. A column inside another has a path, such as `scores.f1`. Results are
    pass or fail in any usual spelling, or numbers. Ids are text: 02 is not 2. What is wrong with the files is said all
    at once. What would change a number is never guessed: the message names the argument that settles it. Nothing in a
    file is run.

    Parameters
    ----------
    paths : path, list of paths, or dict
        One file or several; or a dict from the name of a system to its file or files, of which each is a run if they
        hold the same items. Without it, systems are named by the column `system`, by the tool that wrote the file, or
        by the file. A folder stands for all files in it; those that hold no results are passed over, and named.
    id : str or list of str, optional
        The column of ids, or several that make one together; `"row"`, if there is no such column, numbers the rows.
    system : str or list of str, optional
        The column of the systems' names, or several that make one together; beside `winner` two, of who stood first and
        of who stood second.
    run, group, date : str, optional
        Columns, if their names do not say it. Where nothing names runs, an id may stand once for each system. In the
        tools' files `group` is a key of what they say of an item: metadata, document or vars.
    score : str or list of str, optional
        The column of the results, the metric, or the scorer. A list names the columns of a wide table, one for each
        system; `"all"` means all that are left and hold pass and fail, or else numbers.
    slices : str or list of str, optional
        Further columns to keep, or keys of what tools say of an item. `category`, `difficulty` and the like are kept
        anyway.
    task : str or list of str, optional
        Which tasks to take, if the tools' files hold several; `"a=b"`, if task a is called b in other files. Items of
        several tasks count alike.
    filter : str, optional
        Which filter of lm-evaluation-harness to take, if there are several.
    values : dict, optional
        What other results are worth: `{"P": 0.5, "timeout": 0, "skipped": None}`. None means no result; `"*"` stands
        for all that cannot be read.
    may_differ : str or list of str, optional
        What may be another for the systems under one id, and else stops the reading: `"question"`, `"target"`,
        `"scorer"`, `"filter"`, `"prompt"` (its name), or `"task"`, if one task has several names. With `"spelling"`
        ids are one item if they differ only in case, in zeros as 1 and 001 do, or in what is no letter and no digit.
    truth, prediction : str, optional
        Columns of a table with what is right and what was answered, classes or texts: an answer is right if it is the
        same. A list of predictions names one column for each system. A prediction that is empty is no result. Without
        ids, each row of one file is an item.
    normalise : str, optional
        What is no difference between the two, beside blanks at the ends and the .0 of a whole number: `"nothing"`,
        `"case"` or `"case and punctuation"`. To be named if it decides what is right.
    winner : str or list of str, optional
        The column of a table that says which of two systems won: by name, as A, B or tie, as the column that names
        it (`model_a`), or as a number from 1 to 2 (AlpacaEval's preference). Several
        columns are several people's verdicts, which are read as runs of the item if `runs` says so; but two whose names
        say it, as `g1_winner` and `g2_winner` do, hold both orders of an item, and columns such as `winner_model_a`,
        `winner_model_b` and `winner_tie` mark with 1 who won.
    rows : str, optional
        Where the rows are in JSON that holds several lists of them, as a path such as `"data.results"`; or `"*"`, if
        each list is of a system that is called like its key.
    where : dict, optional
        Which rows of a table count: `{"metric": "f1"}`, or a list of values; `{"kind!": "total"}` leaves rows out.
        `"null"` is a value that is missing, as an empty cell is; a list or an object is compared as JSON.
    systems : str or list of str, optional
        Which systems to take, of those that the files hold, in this order; of a wide table, the columns of theirs. If
        winners are letters for places, and no column says who stood there, the names of the first and the second one.
    ignore : str or list of str, optional
        Columns of a table that are read as if they were not there.
    runs : bool
        Whether several answers of a system to an item are its runs, in the order of files and rows.
    per : str, optional
        The column that says out of how many a score counts, as words beside errors: an item's score is then the one
        divided by the other, and each item counts the same. Where that is 0 or missing, there is no result.
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
    >>> print(results.pairs("new", "old"))
    2 shared items: both right 0, only new: 1, only old: 0, neither 1 (+50.0 points); \
left out: 1 without a result of old (such as 'q2')
    >>> results.counts().loc["new"].tolist()
    [2, 3, 3]
    """
    if not (progress is None or callable(progress)):
        raise checks.WrongKind("progress", f"must be a function of the bytes read, not {checks.kind_of(progress)}")
    checks.library("pandas", "read_results")
    want = Want(
        id, score, system, run, group, slices, task, filter, values, date, may_differ, truth, prediction, normalise,
        winner, rows, where, systems, ignore, runs, per,
    )  # fmt: skip
    return _read_all(paths, want, progress)


def read_labels(path: Any, systems: Any, **named: Any) -> Results:
    """What people say of some answers of these systems, from a file: results of the same systems.

    A row for each answer, with a column of systems, or a column for each system; of one system a label is enough.
    `named` are arguments of `read_results`, such as `id` and `system`.
    """
    one_or_two(systems)
    try:
        given_files(path)
    except checks.Refusal as error:
        raise checks.WrongValue("human", error.args[1]) from None
    found = _read_all(path, Want(**named, people=tuple(systems)), None)
    if [one for one in systems if one not in found.systems]:
        got = f"got those of {listing(found.systems)}; {how_to_label(systems)}"
        raise checks.WrongValue("human", f"must hold labels of {listing(systems)}: {got}")
    return found


def one_or_two(systems):
    """Refuse more systems than people's labels correct."""
    if len(systems) > 2:
        raise checks.WrongValue("human", f"corrects one system or two: there are {len(systems)}; leave some out")


def _read_all(paths, want, progress):
    """The files as `Want` says."""
    given = given_files(paths)
    record, parts, passed_over, apart = _read_each(given, want, progress)
    if apart:
        names = _some([record.names[path] for path in apart])
        given = [one for one in given if one[0] not in apart]
        record, parts, passed_over, _ = _read_each(given, want, None)
        record.apart = f"files that share no id with the others and do not say what they hold: {names}"
        record.left_out.append(f"{record.apart}; check one by itself to be asked about it")
    _folders(given, passed_over, record)
    name_what_passed(parts, record)
    only_submitted(parts, record)
    alone = [] if want.people else [part.name for part in parts if part.unit == "entry"]
    roles = {"run": want.run, "group": want.group, "date": want.date, "slices": want.slices, "per": want.per}
    for name, given in roles.items():
        if alone and given:
            record.wrong(name, f"is for rows with columns, and {alone[0]} holds ids and results alone; leave it out")
    parts = _chosen(tasks_that_count(parts, want, record), want, record)
    if want.truth is not None and (others := [part.name for part in parts if "truth" not in part.more]):
        record.wrong("truth", f"is for tables with a column of it, and {others[0]} is none; leave it out")
        parts = []
    if want.winner is not None and (others := [part.name for part in parts if part.metric != "winner"]):
        record.wrong("winner", f"is for tables with a column of it, and {others[0]} is none; leave it out")
        parts = []
    matched = match(parts, want, record) if want.truth is not None and parts else None
    for part in parts if matched is None else ():
        if want.winner is None:  # winners are worth what they are
            part.outcomes = labelled(part, record) if want.people else graded(part, want.values, record)
    per = divided(parts, want, record) if want.per is not None and parts else ""
    if matched is None and want.per is None:
        offer_rates(parts, record)
    if not want.people:
        parts = _without_second_tries(parts, want, record)
    if parts and (idle := [key for key in want.values if key not in record.values_found]):
        record.found.append(f"no result is spelled {listing(idle)}, which {typed('values')} names")
    if not want.people and ask_totals(parts, want, record):
        record.refuse()  # as rows of totals contradict much else
    compared(parts, want, record)
    frame = one_frame(parts, want, record) if parts else None
    record.refuse()
    labels = "judge" if record.judged else None
    [grouped_by] = record.grouped_by if len(record.grouped_by) == 1 else [None]
    metrics = {part.metric for part in parts if part.metric is not None and part.outcomes[1]}  # not if values= say all
    metric = next((one for one in sorted(metrics) if lower_is_better(one)), min(metrics, default=None))
    said = [folded(sentences, record.names) for sentences in (record.found, record.assumed, record.left_out)]
    found, assumed, left_out = (tuple(sentence for sentence, _ in each) for each in said)
    blanks = sum(int(np.isnan(part.outcomes[0]).sum()) for part in parts if part.wide)
    judges = None if want.winner is None else tuple(sorted(record.judges))
    [side] = record.sides if len(record.sides) == 1 else [None]
    systems, empty = {*frame["system"]}, record.empty.items()
    empty = tuple((*key, n, of) for key, (n, of) in empty if key[0] in systems and n >= max(1, OFTEN * of))
    where = " and ".join(f"{column}={' or '.join(of)}" for column, of in want.where.items())
    more = (judges, record.alike, side, empty, where, record.unread, per)
    return Results(frame, found, assumed, left_out, labels, grouped_by, metric, blanks, matched, *more)


def _read_each(given, want, progress):
    """A record, what each file holds, {path: why it holds no results}, and {path: folder} of those to do without.

    These are files in folders that leave something to be named, where others leave nothing, and share no id with them.
    """
    record = Record([path for path, *_ in given], progress, want.people[0] if len(want.people) == 1 else None)
    parts, passed_over, asking = [], {}, {}
    for path, name, folder in given:
        asked = record.asked()
        try:
            read = _read(path, name, want, record)
            parts += [replace(part, named=name is not None) for part in read]
        except Unreadable as reason:
            if isinstance(reason, NoResults):
                passed_over[path] = reason
            beside = path.name.startswith("results_") and path in passed_over
            if folder is None and beside and any(one.name.startswith("samples_") for one, *_ in given):
                record.left_out.append(f"{record.names[path]}, which {reason}")
            elif folder is None or path not in passed_over:
                record.fault(f"{the_file(record.names[path])} {reason}")
        columns = record.columns.pop(record.names[path], None)
        if record.asked() > asked:
            asking[path] = folder, columns() if columns and folder is not None else None
    asked = {record.names[path] for path in asking}
    ids = {bare_id(one, loose=True) for part in parts if part.name not in asked for one in part.ids if one is not None}
    held = {path: (folder, columns) for path, (folder, columns) in asking.items() if columns is not None}
    apart = {path: folder for path, (folder, columns) in held.items() if ids and not _meet(columns, ids)}
    return record, parts, passed_over, apart


def _meet(columns, ids):
    """Whether one of these columns holds some of these ids, or, where these are bare numbers, mostly such."""
    for values in columns:
        shared = ids & {bare_id(one, loose=True) for one in values if one is not None}
        if not all(map(str.isdigit, shared)) or 2 * len(shared) >= len(values) > 1:
            return True
    return False


def _without_second_tries(parts, want, record):
    """The parts but for files that hold nothing but items which failed in all other files of their system.

    These are asked about, or only said, where runs count anyway.
    """
    named = {system: [part for part in parts if part.named and {*part.systems} == {system}]
             for system in dict.fromkeys(x for part in parts for x in part.systems)}  # fmt: skip
    again = {}
    for system, of in named.items():
        each = {part.name: dict(zip(part.ids, map(float, part.outcomes[0]), strict=True)) for part in of}
        again |= dict.fromkeys(second_tries(each), system)
    for name, system in again.items():
        n = next(int((~np.isnan(part.outcomes[0])).sum()) for part in parts if part.name == name)
        why = f"{name} holds {number_of(n, 'item')} alone, {'all of which' if n > 1 else 'which'} failed in the other"
        why += f" files of {checks.shown(system)}: a second try of what failed can only flatter"
        if want.runs:
            record.found.append(f"{why}; should it be left out?")
            continue
        paths = {}
        for path, shown in record.names.items():
            of = next((part.systems[0] for part in parts if part.name == shown and shown not in again), None)
            paths.setdefault(of, []).append(str(path))
        paths.pop(None)
        left = {"paths": paths} if all(part.named for part in parts) else True
        record.ask("paths", f"{why}. Leave that file out, or count it as a run with {typed('runs', True)}", [left])
    return parts if want.runs else [part for part in parts if part.name not in again]


def _chosen(parts, want, record):
    """The answers of the systems that the user chose."""
    there = dict.fromkeys(system for part in parts for system in part.systems)
    if not want.systems or not parts:
        return parts
    if none := [one for one in want.systems if one not in there]:
        record.wrong("systems", f"names no system of these files: got {listing(none)}; there are {listing(there)}")
        return []
    for part in parts:
        part.take([i for i, system in enumerate(part.systems) if system in want.systems])
    if rest := [one for one in there if one not in want.systems]:
        record.left_out.append(f"other systems: {listing(rest)}")
    return [part for part in parts if part.systems]


def read_ids(path: Any, known: Any = ()) -> list[str]:
    """The ids that a file lists, a line each or as a JSON list.

    A first line such as `id` is their name, unless an item is called so: `known` are ids of the results.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
        listed = json.loads(text) if text.lstrip().startswith("[") else text.splitlines()
    except (OSError, ValueError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or "it is no text, or no whole JSON list"
        said = f"names a file that cannot be read, {checks.shown(str(path))}: {reason}"
        raise checks.WrongValue("items", said) from None
    ids = [one for x in listed if (one := x.strip() if isinstance(x, str) else label(x))]
    if ids and plain(ids[0]) in KNOWN["id"] and ids[0] not in set(known):
        ids = ids[1:]
    if not ids:
        said = f"names a file without ids, {checks.shown(str(path))}; write one on each line, or give 'all'"
        raise checks.WrongValue("items", said)
    return ids


def _folders(given, passed_over, record):
    """Says which files of a folder were read and which are no results."""
    for folder in dict.fromkeys(folder for *_, folder in given if folder is not None):
        inside = [path for path, _, of in given if of == folder]
        shown, read = checks.shown(folder.name or str(folder)), [path for path in inside if path not in passed_over]
        if not read:
            reason = f"{record.names[inside[0]]} {passed_over[inside[0]]}"
            many = number_of(len(inside), "file")
            record.fault(f"{called('paths')} names a folder without results, {shown}: {many}; {reason}")
            continue
        names = ", ".join(record.names[path] for path in read[:8]) + (", ..." if len(read) > 8 else "")
        record.found.append(f"folder {shown}: {number_of(len(read), 'file')} read, {names}")
        if rest := [record.names[path] for path in inside if path in passed_over]:
            record.left_out.append(f"files in {shown} that hold no results: {_some(rest)}")


def _some(names):
    """The first of many names, and how many more there are."""
    return ", ".join(names[:8]) + (f" and {len(names) - 8:,} more" if len(names) > 8 else "")


READERS = {".csv": read_csv, ".tsv": read_csv, ".jsonl": read_json_lines, ".ndjson": read_json_lines}
READERS |= {".json": read_json, ".parquet": read_parquet, ".eval": read_eval}
NEVER_PACKED = (".parquet", ".eval")


def _read(path, name, want, record):
    """The parts that a file holds: one, or none if something is wrong with its columns."""
    kind, packed = suffix(path), path.suffix.lower() == ".gz"
    if kind not in READERS or packed and kind in NEVER_PACKED:
        raise NoResults(f"is of no kind that is read here ({', '.join(READERS)}, .gz of text); save it as one of these")
    if want.rows is not None and kind != ".json":
        record.wrong("rows", f"is for JSON, and {record.names[path]} is none; leave it out")
    try:
        if path.stat().st_size == 0:
            raise Unreadable("is empty")
        return READERS[kind](path, name, want, record)
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise Unreadable("is no gzip file, or is cut off") from None
    except OSError as error:
        raise Unreadable(f"cannot be opened: {error.strerror or 'the system refused'}") from None
