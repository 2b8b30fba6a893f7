"""All answers as one table, and what is wrong with them together: chapter 12."""

from __future__ import annotations

import re
from itertools import islice

import numpy as np

from give_or_take import checks
from give_or_take.checks import called, number_of, the_files, typed
from give_or_take.evalfile.record import have
from give_or_take.evalfile.tools import said
from give_or_take.evalfile.want import SAME

OWN = ("id", "system", "score", "run", "group", "date", "truth", "prediction")  # all other columns are slices
OTHERS = {
    "doc_hash": ("the runs saw other documents under one doc_id; if their order changed, give", "doc_hash"),
    "set of vars": ("the tests changed between the runs; name the var that tells them apart, such as", "question"),
    "input": ("the test cases changed between the runs; name what tells them apart, such as", "input"),
}
MOST_LABELS = 50  # of a column, if slices of one item are worth a word


def one_frame(parts, want, record):
    """All answers as one table, with faults for ids that stand twice, groups that contradict, questions that differ."""
    import pandas as pd

    _meet(parts, record)
    if not want.people:  # each label may have a grader of its own
        _same(parts, want, record)
    record.alike = _alike(parts)
    tables = []
    for number, part in enumerate(parts):
        columns = {"id": part.ids, "system": part.systems, "score": part.outcomes[0], **part.more}
        table = pd.DataFrame({key: pd.Series(found, dtype=None if key == "score" else object)
                              for key, found in columns.items()})  # fmt: skip
        tables.append(table.assign(_part=number, _at=range(len(table))))
    frame = pd.concat(tables, ignore_index=True)
    frame = frame[frame["id"].notna()]
    if not len(frame):
        if not record.faulty():
            record.fault(f"{the_files()} hold no answer with an id")
        return frame

    def place(row):
        part = parts[row._1]
        return f"{part.place(row._2)} of {part.name}"

    def places(rows):
        return " and ".join(place(row) for row in rows[["_part", "_at"]].head(2).itertuples())

    if "run" in frame:
        without = frame["run"].isna()
        logs = [number for number, part in enumerate(parts) if part.unit == "sample"]
        frame.loc[without & frame["_part"].isin(logs), "run"] = "1"  # a log of Inspect with one epoch
        for row in frame[frame["run"].isna()][["_part", "_at"]].itertuples():
            record.fault(f"{the_files()} name runs, but not in", place(row), "; name the run of each answer")
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
        if conflicts == len(differ):
            which = "with results that conflict"
        of = "id and run" if "run" in frame else "id"
        hint = f"name the column of runs with {typed('run')}, or give {checks.WORDS.get().named_files}"
        what, hint = ("label", "such as that of most") if want.people else ("answer", hint)
        record.fault(
            f"{the_files()} hold more than one {what} of a system for {number_of(len(differ), 'id')}, such as "
            f"{listed}, {which}; keep one for each {of}, {hint}"
        )
    if "group" in frame:
        for row in frame[frame["group"].isna()][["_part", "_at"]].itertuples():
            begin = f"{the_files()} name groups, but not in"
            record.fault(begin, place(row), "; an item in none gets a label of its own")
        _agree(frame, "group", "is in more than one group", "; name one for each item", record)
    if "truth" in frame:
        _agree(frame, "truth", "has more than one truth", "; name one for each item", record)
    _share(frame, record)
    gaps = frame[:0] if want.people else frame[frame["score"].isna()]  # what nobody labelled is no gap
    if len(gaps) == len(frame) and not record.faulty():
        record.fault(f"{the_files()} hold no result at all: every answer is without one")
    elif len(gaps):
        listed = ", ".join(f"{len(rows):,} of {checks.shown(name)} (such as {checks.shown(rows['id'].iloc[0])})"
                           for name, rows in gaps.groupby("system", sort=False))  # fmt: skip
        record.found.append(f"{number_of(len(gaps), 'answer')} without a result, which {have(len(gaps))} NaN: {listed}")
    order = [column for column in OWN if column in frame]
    slices = [column for column in frame if column not in order and not column.startswith("_")]
    if not want.people:  # of whom a part is labelled
        _holes(frame, record)
    _slices(frame, slices, record)
    if "date" in frame:
        _dates(frame["date"].dropna(), record)
    return frame[order + slices].reset_index(drop=True).infer_objects()


def _meet(parts, record):
    """Lets ids of several systems meet that differ only in blanks, in the case of a prefix, or as 1 and 1.0 do."""
    given = {}  # {system: its ids, in their order}
    for part in parts:
        for system, one in zip(part.systems, part.ids, strict=True):
            if one is not None:
                given.setdefault(system, {})[one] = None
    each = [*given.values()]
    if all(ids.keys() == each[0].keys() for ids in each):
        return
    spelled = {}  # {system: {an id without these: its spellings}}
    for system, ids in given.items():
        spelled[system] = {}
        for one in ids:
            spelled[system].setdefault(bare_id(one), []).append(one)
    first, others = {}, {}
    for ids in spelled.values():
        for bare, of in ids.items():
            if len(of) == 1:  # else a system tells them apart
                [one] = of
                if first.setdefault(bare, one) != one and bare not in others:
                    others[bare] = one
    several = {bare for ids in spelled.values() for bare, of in ids.items() if len(of) > 1}
    if met := [bare for bare in others if bare not in several]:
        example = f"{checks.shown(others[met[0]])} and {checks.shown(first[met[0]])}"
        record.found.append(f"{number_of(len(met), 'id')} {have(len(met))} two spellings that meet, such as {example}")
        met = set(met)
        for part in parts:
            part.ids = [first[bare] if one is not None and (bare := bare_id(one)) in met else one for one in part.ids]


def bare_id(one):
    """An id without blanks at its ends or twice, the case of its prefix, and the .0 of a whole number."""
    if one.isdigit():
        return one
    one = " ".join(one.split())
    if re.fullmatch(r"-?\d+\.0+", one, re.ASCII):
        return one.partition(".")[0]
    prefix = re.match(r"\D*", one)[0]
    return prefix.casefold() + one[len(prefix) :]


def _same(parts, want, record):
    """A fault for each id under which systems were asked, told or graded something else."""
    faulty = set()  # ids of which something is said already
    asked = [part for part in parts if "question" in part.same]
    if asked and all(len(set(map(str, part.same["question"]))) == 1 < len(part.ids) for part in asked):
        for part in asked:  # one template for all
            part.same.setdefault("prompt", part.same.pop("question"))
    for what in SAME:
        if what in want.may_differ or record.faulty(f"{called(what)} must be named"):
            continue
        first = {}
        for part in parts:
            models = part.models or [None] * len(part.ids)
            column = part.said_in.get(what)
            for one, raw, model in zip(part.ids, part.same.get(what, ()), models, strict=False):
                if one is None or raw is None or one in faulty:
                    continue
                first_raw, other = first.setdefault((column, one), (raw, model))
                if first_raw is raw or type(first_raw) is type(raw) and first_raw == raw:
                    continue
                before, now = said(first_raw), said(raw)
                if before is None:
                    first[column, one] = raw, model
                if before is None or now is None or before.casefold() == now.casefold():
                    continue
                if what == "prompt" and model is not None and model == other:  # then prompts are what is compared
                    continue
                faulty.add(one)
                meant = f"; give {typed('may_differ', what)} if that is meant"
                if what == "question" and part.hashed:
                    hint, name = OTHERS[part.hashed]
                    begin = f"{the_files()} hold what contradicts: an item has more than one {part.hashed}:"
                    record.fault(begin, checks.shown(one), f"; {hint} {typed('id', name)}{meant}", "id")
                else:
                    example = f"{checks.shown(one)} ({checks.shown(before)}, then {checks.shown(now)})"
                    begin = f"{the_files()} do not measure one thing, with another {what} for"
                    record.fault(begin, example, meant, "id")


def _alike(parts):
    """How many ids of more than one system are one item: with the same question, or without one in the same file."""
    seen, alike = {}, set()  # {(id, question, or else the file): the first system}
    for number, part in enumerate(parts):
        asked = part.same.get("question") or [None] * len(part.ids)
        for one, system, raw in zip(part.ids, part.systems, asked, strict=False):
            about = number if raw is None else said(raw).casefold() if said(raw) else raw
            if one is not None and seen.setdefault((one, str(about)), system) != system:
                alike.add(one)
    return len(alike)


def _agree(frame, column, what, end, record):
    """A fault for each id with more than one label in a column."""
    labels = frame[["id", column]].dropna().drop_duplicates()
    for one in labels.loc[labels.duplicated("id"), "id"].drop_duplicates():
        record.fault(f"{the_files()} hold what contradicts: an item {what}:", checks.shown(one), end, "id")


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
    alike = [] if (times > 1).any() else ["are their ids written alike?"]
    record.found.append("; ".join([f"{number_of(everyone, 'item')} {have(everyone)} an answer of {by}", *only, *alike]))


def _holes(frame, record):
    """Says which whole numbers are missing among ids that are whole numbers, if most are there."""
    ids = frame["id"].drop_duplicates().astype(str)
    split = ids.str.extract(r"^(.*/)?(0|[1-9][0-9]{0,14})$")
    if split[1].isna().any():
        return
    for task, digits in split.fillna({0: ""}).groupby(0, sort=False)[1]:
        numbers = np.sort(digits.astype("int64").to_numpy())
        missing = int(numbers[-1] - numbers[0]) + 1 - len(numbers)
        if 0 < missing <= len(numbers):
            first = numbers[np.flatnonzero(np.diff(numbers) > 1)[0]] + 1
            of = f"ids run from {checks.shown(task + str(numbers[0]))} to {checks.shown(task + str(numbers[-1]))}"
            record.found.append(f"{of}, but {missing:,} in between {have(missing)} no answer (such as {first})")


def _slices(frame, slices, record):
    """Says where a slice is one item, and where an item is in several slices of one column."""
    for column in slices:
        if frame[column].nunique() > MOST_LABELS:
            continue
        pairs = frame[["id", column]].dropna().drop_duplicates()
        sizes = pairs[column].value_counts(sort=False)
        if len(single := sizes.index[sizes == 1]) and len(sizes) > 1:
            slices_of_one = f"{number_of(len(single), 'slice')} of {checks.shown(column)}"
            record.found.append(
                f"{slices_of_one} {have(len(single))} one item only (such as {checks.shown(single[0])})"
            )
        if several := int(pairs["id"].duplicated().sum()):
            first = checks.shown(pairs.loc[pairs["id"].duplicated(), "id"].iloc[0])
            record.found.append(
                f"{number_of(several, 'time')} an item has another {checks.shown(column)} (such as {first})"
            )


def _dates(dates, record):
    """Says from when to when dates run, or that they have no order."""
    odd = dates[~dates.astype(str).str.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")]
    if len(odd):
        such = f"such as {checks.shown(odd.iloc[0])}"
        record.found.append(f"{number_of(len(odd), 'date')} not written like 2025-01-31, {such}: these have no order")
    elif dates.nunique() > 1:
        record.found.append(f"dates from {checks.shown(dates.min())} to {checks.shown(dates.max())}")


def _whole(column):
    """Runs as whole numbers if all are, else as they stand."""
    plain = column.map(lambda x: isinstance(x, str) and re.fullmatch(r"\d{1,9}(\.0+)?", x, re.ASCII) is not None)
    return column.astype(float).astype(int) if plain.all() else column
