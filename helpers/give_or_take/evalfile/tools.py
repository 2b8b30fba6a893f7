"""What the files of eval tools have in common: one result among several, keys that are kept, tasks: chapter 12."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise

from give_or_take import checks
from give_or_take.checks import listing, number_of, the_file, typed
from give_or_take.evalfile.outcomes import PLAIN_NUMBER
from give_or_take.evalfile.record import Unreadable, free, label, plain
from give_or_take.evalfile.shapes import at
from give_or_take.evalfile.want import ALL, SLICES


def texts(values, where, unit, begin, record, end="; give each item a text or a number"):
    """Each value as text; None, with a fault, where it is none."""
    found = list(map(label, values))
    for i, one in enumerate(found):
        if one is None or not one.strip():
            found[i] = None
            record.fault(begin, f"{unit} {where[i]}", end, unit)
    return found


def inner(of, *keys):
    """The object that keys lead to; an empty one if none is there."""
    for key in keys:
        of = of.get(key) if isinstance(of, dict) else None
    return of if isinstance(of, dict) else {}


def identity(of, names):
    """The id of an answer, from one field or from several."""
    if len(names) == 1:
        return at(of, names[0])
    each = [label(at(of, name)) for name in names]
    return None if None in each else "/".join(each)


@dataclass
class Tool:
    """What is said of a tool's files."""

    name: str
    files: str  # what they are called
    unit: str  # what an answer is called
    result: str  # and one of its results
    grader: str  # and what gives it
    keys: str  # of which groups and slices are
    unused: tuple  # arguments that they have no use for
    hashed: str = ""  # what the question is called, of which they have a hash


def leave_out(tool, shown, want, record):
    """A fault for each argument that these files have no use for."""
    for role in ("truth", "winner", "per", "where", "ignore", "rows", *tool.unused):
        if getattr(want, role) not in (None, (), {}):
            record.wrong(role, f"is for other files than {tool.files}, such as {shown}; leave it out")


def read_answers(tool, answers, part, path, name, want, record, also=""):
    """Whether the answers of a tool's file, of which one result each counts, are now those of its part.

    Of each there are `where` it stands, its `id`, the `scores` by name, `metadata`, and what is the `same` for all
    systems; and maybe its `system`, its `run`, and by the names of scores the `judges`, what the `scorer` was, and
    those that are there `twice`.
    """
    each = [one["scores"] for one in answers]
    choices = _alike(each) if tool.result == "score" and want.score in (None, ALL) else each
    score = _choose(tool, choices, part, want, record)
    if score is None:
        return False
    part.where, part.metric = [one["where"] for one in answers], score
    for one in answers:
        if score in one.get("twice", ()):
            begin = f"{the_file(part.name)} has more than one score called {checks.shown(score)} in"
            record.fault(begin, f"{part.unit} {one['where']}", f"; rename a {tool.grader}", part.unit)
    begin = f"{the_file(part.name)} has no id in"
    part.ids = texts([one["id"] for one in answers], part.where, part.unit, begin, record)
    part.scores = [one["scores"].get(score) for one in answers]
    part.same |= {what: [one["same"][what] for one in answers] for what in answers[0]["same"]}
    part.same["scorer"] = [one["scorer"].get(score) if "scorer" in one else score for one in answers]
    if any("run" in one for one in answers):
        part.more["run"] = [label(one["run"]) for one in answers]
    keys = _keep(part, [one["metadata"] for one in answers], want, tool.keys, record)
    _name_systems(part, [one.get("system") for one in answers], name, path, record)
    found = f"{part.name}, {tool.name}: {number_of(len(answers), tool.unit)}, {tool.result} {checks.shown(score)}{also}"
    found += f", slices in {listing(keys)}" if keys else ""
    record.found.append(found + (f", task {checks.shown(part.task)}" if part.task else ""))
    each_of = zip(answers, part.systems, strict=True)
    if graded := [one["judges"][score] for one, system in each_of
                  if score in one.get("judges", ()) and (not want.systems or system in want.systems)]:  # fmt: skip
        record.judge(part.name, f"{tool.grader} {checks.shown(graded[0])}")
    if rest := [key for key in dict.fromkeys(key for one in each for key in one) if key != score]:
        record.left_out.append(f"other {tool.result}s of {part.name}: {listing(rest)}")
    return True


def _choose(tool, answers, part, want, record):
    """The metric, scorer or the like that counts; None, with a fault, if that is not clear."""
    what, choices = tool.result, dict.fromkeys(key for one in answers for key in one)
    named = None if want.score == ALL not in choices else want.score  # of all systems, which such files name themselves
    if isinstance(want.score, list):
        record.wrong("score", f"must be one {what} for {tool.files}: got a list")
    elif not choices:
        record.ask("score", f"{part.name} has no {what}s; score it first")
    elif named is not None and named not in choices:
        there = f"it has {listing(choices)}"
        record.wrong("score", f"names no {what} of {part.name}: got {checks.shown(named)}; {there}")
    elif named is None and len(choices) > 1:
        record.ask("score", f"{part.name} has {len(choices)} {what}s, {listing(choices)}; give one", [*choices])
    else:
        return named or next(iter(choices))
    return None


def _alike(answers):
    """Answers, each a dict of results, with one result alone if all results of each agree."""
    first = answers[0]
    if all(one.keys() == first.keys() and all(x == y for x, y in pairwise(one.values())) for one in answers):
        return [dict(list(one.items())[:1]) for one in answers]
    return answers


def hash_of(thing):
    """What was asked, in 64 characters: the same in two files if it was the same."""
    return sha256(_in_json(thing).encode("utf-8", "surrogatepass")).hexdigest()


def _in_json(thing):
    try:
        return json.dumps(thing, sort_keys=True, ensure_ascii=False)
    except RecursionError:
        raise Unreadable("holds JSON that is nested too deeply") from None


def kept(key, want):
    """Whether a key of an item's metadata is kept."""
    return key in want.slices or key == want.group or plain(key) in SLICES


def _keep(part, metadata, want, of, record):
    """The group and the slices of each answer, from its metadata; gives the keys of the slices."""
    metadata = [one if isinstance(one, dict) else {} for one in metadata]
    there = dict.fromkeys(key for one in metadata for key in one)
    for role, names in (("slices", want.slices), ("group", [want.group] if want.group else ())):
        if missing := [key for key in names if key not in there]:
            record.fault(f"{role} names no key of {of} in {part.name}: got {checks.shown(missing[0])}")
    keys = [key for key in dict.fromkeys([*want.slices, *there]) if key != want.group and kept(key, want)]
    part.more |= {free(key): [label(one.get(key)) for one in metadata] for key in keys}
    if want.group in there:
        record.grouped_by.add(want.group)
        part.more["group"] = [label(one.get(want.group)) for one in metadata]
    return keys


def _name_systems(part, systems, name, path, record):
    """The systems as the file names them, or the one that the user named."""
    if name is not None and len(set(systems)) > 1:
        has = f"which holds several, {listing(dict.fromkeys(systems))}"
        record.fault(f"{checks.WORDS.get().named_file} names a system for {part.name}, {has}; give its path alone")
        name = None
    own = None if name or all(systems) else record.system_of(path)
    part.systems = [name or system or own for system in systems]


def said(value):
    """What was asked, in a form that is the same whatever the file: text without layout, of long ones a part."""
    if isinstance(value, list) and all(isinstance(one, dict) and "content" in one for one in value):
        value = [[one.get("role"), _content(one["content"])] for one in value]  # messages have ids of their own
        value = value[0][1] if len(value) == 1 and value[0][0] == "user" else value
    if isinstance(value, list) and len(value) == 1:
        return said(value[0])
    if isinstance(value, dict | list) and value:
        value = _in_json(value)
    text = label(value)
    text = " ".join(text.split()) if text else None
    if not text:
        return None
    if PLAIN_NUMBER.fullmatch(text) and len(text) <= 15:
        return f"{float(text):.15g}"
    return text if len(text) <= 100 else f"{text[:60]}… {sha256(text.casefold().encode()).hexdigest()}"


def _content(content):
    """The text of a message."""
    if not isinstance(content, list):
        return content
    return [one.get("text", one) if isinstance(one, dict) else one for one in content]


# Tasks


def _folded(task):
    """A task in whatever spelling: my-task is my_task, and inspect_evals/gsm8k is gsm8k."""
    return re.sub(r"[-_\s]+", "_", task.casefold().rpartition("/")[2])


def other_task(part, want, record):
    """Whether a file is about a task that nobody wants. A task keeps the spelling in which it first came."""
    if "task" in want.may_differ:
        part.task = None
        return False
    if part.task is not None:
        part.task = next((new for old, new in want.renamed.items() if _folded(old) == _folded(part.task)), part.task)
        first = record.tasks.setdefault(_folded(part.task), part.task)
        if first != part.task:
            record.assume(f"{checks.shown(part.task)} is the task {checks.shown(first)}, spelled otherwise")
        part.task = first
    if other := bool(want.task) and _folded(part.task or "") not in map(_folded, want.task):
        record.other_tasks.append((part.name, part.task))
    return other


def tasks_that_count(parts, want, record):
    """The parts of the tasks that count. If these are several, each id begins with its task."""
    tasks, wanted, differ = [*record.tasks.values()], set(map(_folded, want.task)), typed("may_differ", "task")
    for one in want.task if "task" not in want.may_differ else ():
        if _folded(one) not in record.tasks:
            has = f"they have {listing(tasks)}" if tasks else "they name no task"
            record.wrong("task", f"names no task of these files: got {checks.shown(one)}; {has}")
    if len(tasks) > 1 and not want.task:
        give = f"give one, or a list of those whose items are to count alike, or {differ} if it is one task under"
        asked = [{*zip(part.ids, map(said, part.same.get("question", ())), strict=False)} for part in parts]
        alike = len(parts) == len(tasks) and set.intersection(*asked)  # one test under several names
        choices = [{"may_differ": [*want.may_differ, "task"]}] if alike else [tasks, *tasks]
        if alike and not any(part.named for part in parts) and len({x for part in parts for x in part.systems}) == 1:
            of = {shown: str(path) for path, shown in record.names.items()}
            choices[0]["paths"] = {part.task: of[part.name] for part in parts}  # what tells them apart
        record.ask("task", f"the files hold {len(tasks)} tasks, {listing(tasks)}; {give} several names", choices)
    if want.task and (rest := [task for task in tasks if _folded(task) not in wanted]):
        record.left_out.append(f"the files of other tasks: {listing(rest)}")
    if record.other_tasks and parts and len({system for part in parts for system in part.systems}) < 2:
        name, task = record.other_tasks[0]
        left = f"{name}, of {'no task' if task is None else checks.shown(task)}, and nothing is left to compare with"
        give = f"give {differ} if it is one task under two names, or leave the file out"
        record.wrong("task", f"leaves out {left}; {give}")
    several = len({part.task for part in parts}) > 1
    named = any(part.task is not None for part in parts)
    for part in parts:
        if named and "task" in part.more:
            part.more["task of the file"] = part.more.pop("task")
            record.found.append(f"'task' of {part.name} is the slice 'task of the file': 'task' is that of the tools")
        if part.task is not None:
            part.more["task"] = [part.task] * len(part.ids)
            if several:
                part.ids = [None if one is None else f"{part.task}/{one}" for one in part.ids]
    if several and want.task:
        record.assume("the items of all tasks count alike, so that a task counts as much as it has items")
    return parts
