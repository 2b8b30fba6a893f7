"""All answers as one table, and what is wrong with them together: chapter 12."""

from __future__ import annotations

import re
from itertools import islice

from give_or_take import checks
from give_or_take.evalfile.record import _have, _number


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
