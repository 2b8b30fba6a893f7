"""Which tasks count: chapter 12."""

from __future__ import annotations

from give_or_take import checks
from give_or_take.evalfile.record import _listing


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
