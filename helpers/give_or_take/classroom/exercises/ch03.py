"""What chapter 3 asks."""

import numpy as np
from scipy.stats import binom

from give_or_take.classroom.exercises import exercise, in_points, prediction
from give_or_take.classroom.exercises.trial import Case
from give_or_take.data import expand, load
from give_or_take.intervals import (
    agresti_coull_interval,
    clopper_pearson_interval,
    jeffreys_interval,
    wald_interval,
    wilson_interval,
)

prediction(
    "3A",
    options={
        "a": "",
        "b": "It happens more often than that: each single request is refused nine times in ten.",
        "c": "Not that often: there are twenty chances to slip.",
        "d": "It happens far more often than that: each single request is refused nine times in ten.",
    },
    right="a",
    because="Nine in ten, twenty times in a row, is 12%: about one check in eight.",
)
prediction(
    "3B",
    options={
        "a": "That is what the level promises, but for this assistant the interval does not keep the promise.",
        "b": "More than promised, yes, but it is worse than that. What does the interval of a perfect score look like?",
        "c": "",
        "d": "That is about how many of them contain the true rate.",
    },
    right="c",
    because="In the long run 36 of 100 miss. Nearly all of these belong to perfect scores, and have no width.",
)
prediction(
    "3C",
    options={
        "a": "Near 100%, scores scatter less, so a rate there is dropped sooner.",
        "b": "",
        "c": "That would be so if all rates had the same standard error, as in Wald's interval.",
        "d": "The interval does not simply get wider: it moves.",
    },
    right="b",
    because="Both ends are lower, because rates nearer to one half, whose scores scatter more, are harder to rule out.",
)

exercise(
    "3.1",
    answer=lambda: in_points(wilson_interval(16, 20)),
    mistakes=[
        (lambda: in_points(wald_interval(16, 20)), "That is Wald's interval: symmetric, and too high at both ends."),
        (lambda: (16, 20), "These are the counts. Between which two rates may the true one lie?"),
        (lambda: (62.0, 98.0), "That is the explainer's reading: Wald's interval, rounded."),
        (lambda: in_points(clopper_pearson_interval(16, 20)), "That is Clopper and Pearson's interval: wider."),
        (lambda: in_points(agresti_coull_interval(16, 20)), "That is Agresti and Coull's interval: wider."),
        (
            lambda: in_points(wald_interval(18, 24)),
            "That is Wald's interval with two more right answers and two more wrong ones.",
        ),
        (lambda: in_points(jeffreys_interval(16, 20)), "That is Jeffreys' interval."),
        (
            lambda: in_points(wilson_interval(16, 20, continuity=True)),
            "That has a continuity correction; leave it out.",
        ),
        (lambda: in_points(wilson_interval(16, 20, level=0.9)), "That is at a level of 90%."),
        (lambda: in_points(wilson_interval(80, 100)), "That is for 80 of 100: the same score, but more items."),
        (
            lambda: in_points(wilson_interval(4, 20)),
            "That is the interval for the wrong answers; look at the right ones.",
        ),
        (lambda: tuple(100 * p for p in np.array([wilson_interval(16, 20).low, 0.8])), "The upper end is missing."),
        (lambda: (60, 90), "That is rounded to tens; give each end as it is printed, with one decimal."),
    ],
    within=0.06,
    rounded=True,
    hint="Put k = 16, n = 20 and z = 1.96 into Wilson's formula, or let the calculator or `wilson_interval` do it.",
    why="Rates nearer to one half scatter more and are harder to rule out, so both ends lie below the explainer's. "
    "Write: 16 of 20, 80% (95% Wilson 58% to 92%).",
    unit="percent",
    calculator=("one-rate",),
)
exercise(
    "3.2",
    choices={
        "a": "To give a chance for this one interval, you also have to say which rates were likely before the test: "
        "chapter 11. Wilson's 95% is a share of something else.",
        "b": "That would be a statement about the next score, which has a wobble of its own.",
        "c": "84% is your score. What should an interval contain?",
        "d": "",
    },
    right="d",
    hint="What is it that happens 95 times in 100?",
    why="So of a hundred reports with such a line, expect about five whose interval misses, and nothing in a report "
    "shows that it is one of these.",
)


def keeps(interval, n, p):
    """A solution of exercise 3.3."""
    k = np.arange(n + 1)
    return float(binom.pmf(k, n, p)[_held(interval, k, n, p)].sum())


def _held(interval, k, n, p):
    low, high = interval(k, n)
    return (low <= p) & (p <= high)


def keeps_cases():
    """Recipes and truths at which counts, ends and chances all matter."""
    asked = ((wald_interval, 20, 0.95), (wilson_interval, 10, 0.80), (clopper_pearson_interval, 30, 0.60))
    return [Case(arguments, keeps(*arguments), within=0.02) for arguments in asked]


exercise(
    "3.3",
    cases=keeps_cases,
    mistakes=[
        (
            lambda interval, n, p: float(_held(interval, np.arange(n + 1), n, p).mean()),
            "That counts every score alike. How often does each of them come up?",
        ),
        (
            lambda interval, n, p: float(binom.pmf(k := np.arange(n), n, p)[_held(interval, k, n, p)].sum()),
            "One score is missing: a test can also have all of its items right.",
        ),
        (lambda interval, n, p: 1 - keeps(interval, n, p), "That is the share of intervals that miss."),
        (lambda interval, n, p: 100 * keeps(interval, n, p), "That is in percent; a share from 0 to 1 is asked for."),
        (
            lambda interval, n, p: float(binom.pmf(k := np.arange(n + 1), n, p)[interval(k, n).low <= p].sum()),
            "That looks at the low ends only. An interval can also end below the truth.",
        ),
    ],
    hint="Which scores can a test give, how often does each come up, and which of their intervals contain `p`?",
    why="Now you can check any interval that somebody recommends, at the sizes and the rates that you meet.",
)


exercise(
    "3.4",
    choices={
        "a": "An interval without width does not mean certainty: near 0% Wald's formula fails.",
        "b": "",
        "c": "It is the highest here, so it holds whenever Clopper-Pearson's does. "
        "But the contract asks for a guarantee, and Wilson's method gives none, even if its upper "
        "end fails only at absurd leak rates, close to 100%.",
        "d": "If you choose a method by its result, it no longer keeps its promise.",
    },
    right="b",
    hint="Which method guarantees its level, whatever the true rate is?",
    why="It is 1.8%, by a method that is wrong at most once in 20, whatever the true rate is. The contract asks "
    "about this end alone, so if that was agreed before the test, the rule of three would do as well: 3/200 is 1.5%.",
)


def by_steps():
    """How many of the problems with eight steps or more were solved."""
    hardest = expand(load("gsm8k")).query("solution_steps >= 8").groupby("solution_steps")["175b_verification"]
    rows = zip(hardest.sum().index, hardest.sum(), hardest.count(), strict=True)
    return [("solution steps", "solved by `175b_verification`", "problems"), *rows]


exercise(
    "3.5",
    choices={
        "a": "So few problems leave a lot of room, but not all of it. How far up does the interval reach?",
        "b": "",
        "c": "Look again at the upper end of the interval.",
        "d": "They do say something: the interval for them is wide, but it still leaves most rates out.",
    },
    right="b",
    hint="Keep the rows with solution_steps >= 8, count the rows and the ones, and look at both ends of the interval.",
    why="With three of 23 solved, the rate may be anything from 4.5% to 32%, and that is enough for a no.",
    calculator=("one-rate",),
    counts=by_steps,
)

exercise(
    "3.6",
    choices={
        "a": "The score of A lies above 80% and that of C below. Where do their whole intervals lie?",
        "b": "Reaching below 80% is not lying below it. What would show that a system misses the threshold?",
        "c": "",
        "d": "It can: the team has agreed on how a test shows that. Does any of the three do so?",
    },
    right="c",
    hint="For each of the three, is 80% below the interval, inside it, or above it?",
    why="The intervals of A, 76% to 90%, and of C, 67% to 83%, contain 80%. So these two tests cannot tell, although "
    "one score lies above the threshold and the other below. B has the same score as A and ten times the questions, "
    "so its interval, 82% to 86%, lies above. Fix the number of further questions beforehand, and count only those.",
    calculator=("one-rate",),
)
