"""What chapter 77 asks."""

from give_or_take.classroom.exercises import exercise, prediction
from give_or_take.classroom.exercises.trial import Case

prediction(
    "77A",
    options={"a": "", "b": "…", "c": "…"},
    right="a",
    because="TODO: why it is so, and above it what each other guess overlooks",
)
prediction(
    "77B",
    options={"a": "…", "b": "…", "c": ""},
    right="c",
    because="TODO: why this is so, and above it what each other guess overlooks",
)

exercise(
    "77.1",
    answer=lambda: 100 * 21 / 25,
    mistakes=[(lambda: 21, "…")],
    unit="percent",
    hint="…",
    why="TODO: what the right number means, a hint, and what to say to numbers that are often wrong",
)


def percent(k, n):
    """A solution of exercise 77.2."""
    return 100 * k / n


exercise(
    "77.2",
    cases=lambda: [Case((21, 25), percent(21, 25)), Case((5, 8), percent(5, 8))],
    mistakes=[(lambda k, n: k / n, "…"), (lambda k, n: 100 * n / k, "…")],
    hint="…",
    why="TODO: what the function does, a hint, and what to say to functions that are often wrong",
)
exercise(
    "77.3",
    choices={"a": "…", "b": "", "c": "…"},
    right="b",
    hint="…",
    why="TODO: what one gains by it, a hint, and why not the other two",
)
