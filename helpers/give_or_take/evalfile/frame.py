"""All answers as one table, and what is wrong with them together: chapter 12."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice, permutations, repeat, starmap

import numpy as np

from give_or_take import checks
from give_or_take.checks import called, listing, number_of, the_files, typed
from give_or_take.evalfile.outcomes import is_empty
from give_or_take.evalfile.record import FEW_LABELS, OWN, RUNS, have, label, plain
from give_or_take.evalfile.tools import said
from give_or_take.evalfile.want import ROW, SAME

OTHERS = {
    "doc_hash": ("the runs saw other documents under one doc_id; if their order changed, give", "doc_hash"),
    "set of vars": ("the tests changed between the runs; name the var that tells them apart, such as", "question"),
    "input": ("the test cases changed between the runs; name what tells them apart, such as", "input"),
}
# What is said of rows that are no items, as their files are sorted otherwise.
NO_ORDER = "{} are not in the same order, as {} takes them to be: "
ORDER = "; give their ids with {}, or sort them alike"
METRICS = "metric|scorer|criterion|dimension|aspect|measure|rubric|kind|type"
# Words of ids that are totals.
TOTALS = set("all average avg mean median overall sum total totals grand summary aggregate macro micro".split())
BESIDE_TOTALS = set("count counts std stdev stddev dev min max weighted score".split())  # which may be items elsewhere
CROSSED = 0.8  # of the answers of systems to items, from which on a column tells all of them apart
FEW_ITEMS, MANY_RUNS = 4, 10  # of each, where the luck of the runs is all that can be known
HANDFUL = 0.05  # of all ids, which may stand twice by an oversight
MOST_LABELS = 50  # of a column, if slices of one item are worth a word


def one_frame(parts, want, record):
    """All answers as one table, with faults for ids that stand twice, groups that contradict, questions that differ."""
    import pandas as pd

    _meet(parts, record, "spelling" in want.may_differ)
    tables = []
    for number, part in enumerate(parts):
        columns = {"id": part.ids, "system": part.systems, "score": part.outcomes[0], **part.more}
        table = pd.DataFrame(columns, dtype=object).astype({"score": float})
        tables.append(table.assign(_part=number, _at=range(len(table))))
    frame = pd.concat(tables, ignore_index=True)
    frame = frame[frame["id"].notna()]
    if not len(frame):
        if not record.faulty():
            record.fault(f"{the_files()} hold no answer with an id")
        return frame

    def places(rows):
        return [f"{parts[i].place(at)} of {parts[i].name}" for i, at in zip(rows["_part"], rows["_at"], strict=True)]

    if "run" in frame:
        without = frame["run"].isna()
        logs = [number for number, part in enumerate(parts) if part.unit == "sample"]
        frame.loc[without & frame["_part"].isin(logs), "run"] = "1"  # a log of Inspect with one epoch
        for place in places(frame[frame["run"].isna()]):
            record.fault(f"{the_files()} name runs, but not in", place, "; name the run of each answer")
        frame["run"] = _whole(frame["run"])
    crossed = [] if want.people else _crossed(frame, parts)
    frame = frame if crossed else _numbered(frame, parts, want, record)
    key = [column for column in ("system", "id", "run") if column in frame]
    if crossed and not frame.duplicated(key).any():
        key = ["system", "id"]
    twice = frame[frame.duplicated(key, keep=False)]
    if len(twice):
        _ask_what_apart(twice, frame, key, crossed or _apart(twice, key, parts), parts, places, want, record)
    elif not want.people:  # each label may have a grader of its own
        _same(frame, parts, want, record)
        record.alike = _alike(frame, parts, want)
    if "group" in frame:
        for place in places(frame[frame["group"].isna()]):
            begin = f"{the_files()} name groups, but not in"
            record.fault(begin, place, "; an item in none gets a label of its own")
    if not want.people:  # whose labels are of results that were asked about
        _ask_groups(frame, want, record)
    named = {part.roles.get("id") for part in parts}
    of = f" of {checks.shown(*named)}" if len(named) == 1 and None not in named else ""
    right = f"has more than one truth in {checks.shown(want.truth)}"
    for column, what in (("group", "is in more than one group"), ("truth", right)):
        if record.faulty(f"{called('id')} must be named"):  # then of items that are none
            break
        labels = frame[["id", column]].dropna().drop_duplicates() if column in frame else frame[:0]
        for one in labels.loc[labels.duplicated("id"), "id"].drop_duplicates():
            if column == "truth" and _by_row(parts, want):
                begin, end = NO_ORDER.format(the_files(), typed("id", ROW)), ORDER.format(typed("id"))
                if not record.faulty(f"{begin}there is another id"):  # which says it already
                    record.fault(f"{begin}there is another {checks.shown(want.truth)} in", f"row {one}", end)
                continue
            begin = f"{the_files()} hold what contradicts: an item{of} {what}:"
            more = f", or a second column with {typed('id')}, if two together name an item" * (column == "truth")
            if column == "group" and want.group is None and record.grouped_by:
                more = f", or give {typed('ignore', min(record.grouped_by))} if {checks.shown(min(record.grouped_by))} "
                more += "says something else"
            record.fault(begin, checks.shown(one), f"; name one for each item{more}", "id")
    _share(frame, parts, record)
    gaps = frame[:0] if want.people else frame[frame["score"].isna()]  # what nobody labelled is no gap
    if len(gaps) == len(frame) and not record.faulty():
        empty = [part for part in parts if part.metric and part.unit in ("row", "line", "entry") and not any(
            label(x) and label(x).strip() for x in part.scores)]  # fmt: skip
        each = [is_empty([part.metric], len(part.where), part.unit, part.name) for part in empty]
        record.fault(f"{the_files()} hold no result at all: {'; '.join(each[:3]) or 'every answer is without one'}")
    elif len(gaps):
        listed = ", ".join(f"{len(rows):,} of {checks.shown(name)} (such as {checks.shown(rows['id'].iloc[0])})"
                           for name, rows in gaps.groupby("system", sort=False))  # fmt: skip
        record.found.append(f"{number_of(len(gaps), 'answer')} without a result, which {have(len(gaps))} NaN: {listed}")
    order = [column for column in OWN if column in frame]
    slices = [column for column in frame if column not in order and not column.startswith("_")]
    if not want.people and len(want.id) < 2:  # of several columns no whole number counts on
        _holes(frame, record)
    _slices(frame, slices, record)
    if "date" in frame:
        _dates(frame["date"].dropna(), record)
    if want.systems:
        frame = frame.sort_values("system", kind="stable", key=lambda names: names.map(want.systems.index))
    return frame[order + slices].reset_index(drop=True).infer_objects()


def _numbered(frame, parts, want, record):
    """Numbers several answers of a system to an item as runs, if the user said so, or named it for each file."""
    key = [column for column in ("system", "id", "run") if column in frame]
    twice = frame.duplicated(key, keep=False)
    if not twice.any() or want.people:
        return frame
    named = all(parts[i].named for i in frame["_part"][twice].unique())
    of_files = named and not frame.duplicated([*key, "_part"]).any()
    numbers = frame.sort_values("run", kind="stable", key=lambda run: run.astype(str)) if "run" in frame else frame
    numbers = numbers.groupby(["system", "_part", "id"], sort=False).cumcount().reindex(frame.index) + 1
    alone = []  # systems of one file
    for name in frame["system"][twice].unique():
        rows, before, files = frame["system"] == name, 0, []
        for part, inside in frame[rows].groupby("_part", sort=False):
            of_files &= twice[inside.index].mean() > 0.5  # else a file repeats a few of them
            first, last = before + 1, before + int(numbers[inside.index].max())
            numbers[inside.index] += before
            files.append(f"{parts[part].name} ({f'run {first}' if first == last else f'runs {first} to {last}'})")
            before = last
        if not want.runs and not of_files:
            return frame
        more = f" and {len(files) - 3:,} more" if len(files) > 4 else ""
        listed = ", ".join(files[: 3 if more else 4]) + more
        if files[1:]:
            record.assume(f"several answers of {checks.shown(name)} are runs by file, {listed}, in their order")
        alone += [name] * (len(files) == 1)
        if len(files) > 1 and not frame[rows].groupby("id")["score"].nunique(dropna=False).gt(1).any():
            record.found.append(f"all runs of {checks.shown(name)} are alike in all results: are these files copies?")
    if alone:
        record.assume(f"several answers of {listing(alone)} are runs, in their order")
    return frame.assign(run=numbers)


def _beside(rows, parts):
    """(column, its labels in these rows) of the columns that nothing names, where all of their files have these."""
    inside = [parts[i] for i in rows["_part"].unique()]
    for column in inside[0].beside:
        if all(column in part.beside for part in inside):
            labels = [parts[i].beside[column][at] for i, at in zip(rows["_part"], rows["_at"], strict=True)]
            if None not in labels and 1 < len({*labels}) <= FEW_LABELS:
                yield column, labels


def _crossed(frame, parts):
    """{column: its labels} of columns each of whose labels stands equally often among a system's answers to an item.

    These are conditions, unless they are called after runs, or say no more than a column of runs.
    """
    found, key = {}, ["system", "id", "_part"]
    again = frame.duplicated(key, keep=False)
    for column, labels in _beside(frame, parts) if again.any() else ():
        rows = frame.assign(_label=labels)
        both = permutations(["run", "_label"]) if "run" in frame else ()
        if RUNS.search(plain(column)) or both and all(rows.groupby(x)[y].nunique().max() == 1 for x, y in both):
            continue
        many = rows.groupby("system")["_label"].nunique()
        each = rows[again].groupby([*key, *found])["_label"].value_counts(sort=False)
        each = each.groupby(level=[*key, *found]).agg(["size", "min", "max"])
        whole = each["size"] == each.index.get_level_values("system").map(many)
        if (whole & (each["min"] == each["max"]) & (each["size"] > 1)).mean() >= CROSSED:
            found[column], frame = tuple(dict.fromkeys(labels)), frame.assign(**{column: labels})
    return found


def _apart(twice, key, parts):
    """{column: its labels}, of the first that stands once with each label for an id, be it of a few of these."""
    for column, labels in _beside(twice, parts):
        if not twice.assign(_label=labels).duplicated([*key, "_label"]).any():
            return {column: tuple(dict.fromkeys(labels))}
    return {}


def few_items(frame):
    """Of a few items with many runs of each: how many there are, and what can be said of them; else ''."""
    times = frame.groupby(["system", "id"]).size()
    systems, items = frame["system"].nunique(), frame["id"].nunique()
    if items > FEW_ITEMS or times.min() < MANY_RUNS or len(times) < systems * items:
        return ""
    many = " to ".join(f"{n:,}" for n in sorted({times.min(), times.max()}))
    shared = f"{number_of(items, 'shared item' if systems > 1 else 'item')}, {many} runs each"
    about = f"{typed('runs', 'together')} {typed('estimand', 'these items')}"
    return f"{shared}: too few items to speak of others. Give {about}, which is about these alone"


def _ask_what_apart(twice, frame, key, columns, parts, places, want, record):
    """Asks what the answers of one system to one item are: runs, metrics or systems."""
    answers, items = len(frame), frame["id"].nunique()
    groups = twice.groupby(key, sort=False, dropna=False)
    differ = groups["score"].nunique(dropna=False) > 1
    first = next(rows for _, rows in groups)
    such = f"{checks.shown(first['id'].iloc[0])} ({' and '.join(places(first.head(2)))})"
    which = "with the same result each time"
    ids = differ.groupby(level="id", sort=False).any()
    if conflicts := int(ids.sum()):
        which = f"{conflicts:,} of them with results that conflict"
    if conflicts == len(ids):
        which = "with results that conflict"
    few = not conflicts and len(ids) <= HANDFUL * items
    which += ": a handful, so that either choice changes little" * few
    what = "label" if want.people else "answer"
    hold = f"{the_files()} hold more than one {what} of a system for {number_of(len(ids), 'id')}, such as {such}"
    keep = f"keep one for each {'id and run' if 'run' in twice else 'id'}"
    if want.people:
        record.fault(f"{hold}, {which}; {keep}, such as that of most")
        return
    either = checks.WORDS.get().runs_of_classes if want.truth is not None else typed("runs", True)
    if not columns:
        files = f"Give {checks.WORDS.get().named_files}; if these files are runs of one system, give them one NAME. Or "
        files = "" if few or twice.duplicated([*key, "_part"]).any() else files  # files do not tell them apart
        each = [{"paths": named}] if files and (named := record.name_each(parts)) else [True]
        why = f"{hold}, {which}. {files}{'are' if files else 'Are'} they runs, in their order? Then give {either}"
        why = few_items(frame) or why
        record.ask("runs", f"{why}. Does a column count them? Then give {typed('run')}. Else {keep}", each)
        return
    roles, ((column, labels), *_) = parts[twice["_part"].iloc[0]].roles, columns.items()
    named, systems = [*want.id] or [roles["id"]], [*want.system] or [roles[x] for x in ("system",) if x in roles]
    where = [{"where": {**want.where, column: x}} for x in labels]
    of = " and ".join(f"{checks.shown(x)} ({listing(labels)})" for x, labels in columns.items())
    tell = f"tell{'s' * (len(columns) == 1)} apart"
    why = f"{of} {tell} the answers of a system to {number_of(len(ids), 'item')}, {which}"
    one, own = f"{typed('where', where[0]['where'])} takes one", {"id": [*named, *columns]}
    other = f"If it counts runs, give {typed('run', column)}. With {typed('ignore', [*columns])} it does not count"
    if len(twice) < answers / 2:  # a few ids are given twice
        record.ask("id", f"{why}. Give {typed(*own, own['id'])} if each is an item of its own; {one}. {other}", [own])
    elif RUNS.search(plain(column)) and all(re.fullmatch(r"-?\d+", x, re.ASCII) for x in labels):
        record.ask("run", f"{why}. Give {typed('run', column)} if these are runs", [column])
    elif re.search(METRICS, plain(column)):
        record.ask("where", f"{why}. Are these metrics? Then {one}. {other}", where)
    elif twice["system"].nunique() > 1:
        whole = own | ({} if named[1:] or "group" in twice else {"group": named[0]})
        give = f"{' '.join(starmap(typed, whole.items()))} counts all of them"
        apart = f"{typed('system', [*systems, *columns])} compares each, " if systems else ""
        record.ask("id", f"{why}. Is it a condition? Then {apart}{one}, {give}. {other}", [whole, *where])
    else:
        apart = f"{typed('system', [*columns])} compares each"
        record.ask("system", f"{why}. Is it a condition? Then {apart}, {one}. {other}", [[*columns]])


def _by_row(parts, want):
    """Whether items are the rows of several files."""
    return len(parts) > 1 and want.id == (ROW,) and not any("id" in part.roles for part in parts)


def _ask_groups(frame, want, record):
    """Asks what a few labels are that stand in a column which nobody named, but which is called group or cluster."""
    if "group" not in frame or want.group is not None or not record.grouped_by:
        return
    column, about = min(record.grouped_by), frame[["id", "group"]].drop_duplicates()
    few, items = about["group"].nunique(), len(about)
    if few >= min(FEW_LABELS, items) or about["group"].isna().any() or about["id"].duplicated().any():
        return
    why = f"{checks.shown(column)} has {number_of(few, 'label')} for {number_of(items, 'item')}. "
    why += f"If items of one label travel together, as questions on one text do, give {typed('group', column)}. "
    why += f"If the labels are kinds of items, give {typed('slices', column)}. "
    why += f"If they are neither, give {typed('ignore', column)}. It matters: with groups these {few:,} are the "
    why += f"sample, in place of the {items:,} items, so the interval is another, and the verdict may be"
    choices = [{"slices": [*want.slices, column]}, {"ignore": [*want.ignore, column]}]
    record.ask("group", why, [{"group": column}, *choices])


def _meet(parts, record, loose):
    """Lets ids of several systems meet that differ only as `bare_id` says."""
    given = {}  # {system: its ids, in their order}
    for part in parts:
        for system, one in zip(part.systems, part.ids, strict=True):
            if one is not None:
                given.setdefault(system, {})[one] = None
    each = [*given.values()]
    if all(ids.keys() == each[0].keys() for ids in each):
        return
    bare = {one: bare_id(one, loose) for ids in each for one in ids}
    first, others, several = {}, {}, set()  # the first spelling of each bare id, another, and what a system tells apart
    for ids in each:
        several |= {x for x, times in Counter(map(bare.get, ids)).items() if times > 1}
        for one in ids:
            if first.setdefault(bare[one], one) != one:
                others.setdefault(bare[one], one)
    if others := {x: one for x, one in others.items() if x not in several}:
        example = f"{checks.shown([*others.values()][0])} and {checks.shown(first[[*others][0]])}"
        many = f"{number_of(len(others), 'id')} {have(len(others))}"
        record.found.append(f"{many} two spellings that meet, such as {example}")
        met = {one: first[x] for one, x in bare.items() if x in others}
        for part in parts:
            part.ids = [met.get(one, one) for one in part.ids]


def bare_id(one, loose=False):
    """An id without blanks at its ends or twice, the case of its prefix, and the .0 of a whole number.

    What is `loose` has no case, no zeros before a number, and a blank for all that is no letter or digit.
    """
    if loose:
        return " ".join(re.sub(r"[\W_]+", " ", re.sub(r"(?<![\d.])0+(?=\d)", "", bare_id(one))).casefold().split())
    if one.isdigit():
        return one
    one = " ".join(one.split())
    if re.fullmatch(r"-?\d+\.0+", one, re.ASCII):
        return one.partition(".")[0]
    prefix = re.match(r"\D*", one)[0]
    return prefix.casefold() + one[len(prefix) :]


def _same(frame, parts, want, record):
    """A fault for each id under which systems were asked, told or graded something else."""
    faulty, differ = set(), {}  # ids of which something is said already, and what is said
    asked = [part for part in parts if "question" in part.same]
    if asked and all(len(set(map(str, part.same["question"]))) == 1 < len(part.ids) for part in asked):
        for part in asked:  # one template for all
            part.same.setdefault("prompt", part.same.pop("question"))
    for what in (*SAME, "id"):  # which a row has beside its number
        if what in want.may_differ or record.faulty(f"{called(what)} must be named"):
            continue
        first, other = {}, {}
        for part in parts:
            column = plain(part.said_in.get(what, ""))
            for one, raw, model in zip(part.ids, part.same.get(what, ()), part.models or repeat(None), strict=False):
                if one is None or raw is None or one in faulty:
                    continue
                first_raw, its_model = first.setdefault((column, one), (raw, model))
                if first_raw is raw or type(first_raw) is type(raw) and first_raw == raw:
                    continue
                before, now = said(first_raw), said(raw)
                if before is None:
                    first[column, one] = raw, model
                if before is None or now is None or before.casefold() == now.casefold():
                    continue
                if what == "prompt" and model is not None and model == its_model:  # then prompts are what is compared
                    continue
                faulty.add(one)
                meant = f"; give {typed('may_differ', what)} if that is meant"
                if what == "question" and part.hashed:
                    hint, name = OTHERS[part.hashed]
                    begin = f"{the_files()} hold what contradicts: an item has more than one {part.hashed}:"
                    record.fault(begin, checks.shown(one), f"; {hint} {typed('id', name)}{meant}", "id")
                else:
                    other[one] = f"{checks.shown(one)} ({checks.shown(before)}, then {checks.shown(now)})"
        if other:
            such = ", ".join(islice(other.values(), 3))
            which = number_of(len(other), "row" if _by_row(parts, want) else "id")
            differ[what] = f"another {what} for {which}, such as {such}"
            if what == "question":
                shared = frame.loc[frame.groupby("id")["system"].transform("nunique") > 1, "id"].unique()
                alike = [one for one in shared if one not in other]
    if differ.keys() & {"question", "target", "id"} and _by_row(parts, want):
        begin, end = NO_ORDER.format(the_files(), typed("id", ROW)), ORDER.format(typed("id"))
        record.fault(f"{begin}there is {', and '.join(differ.values())}{end}")
    elif "question" in differ and (column := _names_items(asked, parts, 2 * len(alike) < len(shared))):
        give = f"give {typed('id', column)}, which names the same items in all"
        why = f"the same ids name other items in each file: {differ['question']}; {give}"
        record.ask("id", why, [column])
    elif differ:
        why, give = ", and ".join(differ.values()), " ".join(typed("may_differ", what) for what in differ)
        if "question" in differ and alike:
            why += f"; {len(alike):,} of {number_of(len(shared), 'shared id')} ask the same, as {listing(alike[:3])}"
        elif "question" in differ:
            give += f" (with {typed('independent', True)} if each system has questions of its own)"
        why = f"{the_files()} do not measure one thing, with {why}"
        record.ask("may_differ", f"{why}; give {give} if that is meant", [[*want.may_differ, *differ]])


def _names_items(asked, parts, hardly):
    """The column of questions, if these meet between files whose ids `hardly` do."""
    columns = {part.said_in.get("question") for part in asked}
    if not hardly or len(parts) < 2 or len(asked) < len(parts) or len(columns) > 1 or None in columns:
        return None
    texts = [{*map(str, part.same["question"])} for part in asked]
    met = set.intersection(*texts)
    each = all(2 * len(held) > len({*part.ids}) for held, part in zip(texts, asked, strict=True))  # else a template
    return columns.pop() if each and 2 * len(met) >= min(map(len, texts)) else None


def _alike(frame, parts, want):
    """How many ids of several systems are one item: their questions are alike, or stand without one in one file."""
    frame = frame[["id", "system", "_part", "_at"]]
    if not all("question" in part.same for part in parts):
        about = frame["_part"]
    elif "question" not in want.may_differ:  # then they are alike, as was seen
        about = 0
    else:
        about = [said(parts[i].same["question"][at]) for i, at in zip(frame["_part"], frame["_at"], strict=True)]
    systems = frame.assign(about=about).groupby(["id", "about"])["system"].nunique()
    return systems.index.get_level_values("id")[systems > 1].nunique()


def _share(frame, parts, record):
    """Says how many items all systems have answers to, and which only one has."""
    systems = frame["system"].unique()
    if len(systems) < 2:
        return
    if any(part.submitted is not None for part in parts):  # what SWE-bench lists may not have been submitted
        frame = frame[frame["score"].notna()]
    answered = frame[["id", "system"]].drop_duplicates()
    times = answered["id"].map(answered["id"].value_counts())
    everyone = int((times == len(systems)).sum()) // len(systems)
    by = "both systems" if len(systems) == 2 else f"all {len(systems)} systems"
    only = [
        f"{len(ids):,} only of {checks.shown(name)} (such as {checks.shown(ids.iloc[0])})"
        for name, ids in answered[times == 1].groupby("system", sort=False)["id"]
    ]
    alike = []
    if not (times > 1).any():
        alike = ["are their ids written alike?"]
        apart = len({frozenset(part.systems) for part in parts}) > 1
        for column in parts[0].other_ids if apart else ():
            if shared := set.intersection(*(part.other_ids.get(column, set()) for part in parts)):
                why = f"no id is of two systems, but {number_of(len(shared), 'value')} in {checks.shown(column)} are"
                record.ask("id", f"{why}; give {typed('id', column)} if these are the items", [column])
                break
    record.found.append("; ".join([f"{number_of(everyone, 'item')} {have(everyone)} an answer of {by}", *only, *alike]))


def _holes(frame, record):
    """Says which whole numbers are missing among ids that are whole numbers, if most are there."""
    ids = frame["id"].drop_duplicates().astype(str)
    split = ids.str.extract(rf"^({'.*/' if 'task' in frame else ''})?(0|[1-9][0-9]{{0,14}})$")
    if split[1].isna().any():
        return
    for task, digits in split.fillna({0: ""}).groupby(0, sort=False)[1]:
        numbers = np.sort(digits.astype("int64").to_numpy())
        missing = int(numbers[-1] - numbers[0]) + 1 - len(numbers)
        if 0 < missing <= len(numbers):
            first = numbers[np.flatnonzero(np.diff(numbers) > 1)[0]] + 1
            of = f"ids run from {checks.shown(task + str(numbers[0]))} to {checks.shown(task + str(numbers[-1]))}"
            record.found.append(f"{of}, but {missing:,} in between {have(missing)} no answer (such as {first})")


def ask_totals(parts, want, record):
    """Asks about ids such as average, which may be no items; whether it did."""
    ids = list(dict.fromkeys(one for part in parts for one in part.ids if one is not None))
    words = {one: [{*re.findall(r"[^\W_]+", step.lower())} for step in one.split("/")] for one in ids}
    sure = any(step and step <= TOTALS for steps in words.values() for step in steps)
    found = [one for one, steps in words.items() if any(step and step <= TOTALS | BESIDE_TOTALS for step in steps)]
    if not sure or len(found) > len(ids) / 2:
        return False
    columns = {part.roles.get("id") for part in parts} if len(want.id) < 2 else {None}
    column = columns.pop() if len(columns) == 1 else None
    if column is None:  # several, or none that a condition could be about
        record.found.append(f"{listing(found)} look like totals; are they items?")
    elif "null" not in (before := want.where.get(f"{column}!", ())):
        leave, keep = ({**want.where, f"{column}!": [*before, *more]} for more in (found, ["null"]))
        why = f"{listing(found)} in {checks.shown(column)} look like totals of the other rows, and no items. "
        why += f"Give {typed('where', leave)} to leave them out. If they are items, give {typed('where', keep)}"
        record.ask("where", why, [{"where": leave}, {"where": keep}])
        return True
    return False


def _slices(frame, slices, record):
    """Says where a slice is one item, and where an item is in several slices of one column."""
    for column in slices:
        if frame[column].nunique() > MOST_LABELS or (frame[column] == frame["id"]).all():  # the items themselves
            continue
        pairs = frame[["id", column]].dropna().drop_duplicates()
        sizes = pairs[column].value_counts(sort=False)
        if len(single := sizes.index[sizes == 1]) and len(sizes) > 1:
            many = f"{number_of(len(single), 'slice')} of {checks.shown(column)} {have(len(single))}"
            record.found.append(f"{many} one item only (such as {checks.shown(single[0])})")
        if len(several := pairs.loc[pairs["id"].duplicated(), "id"]):
            such = f"another {checks.shown(column)} (such as {checks.shown(several.iloc[0])})"
            record.found.append(f"{number_of(len(several), 'time')} an item has {such}")


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
