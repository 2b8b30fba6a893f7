"""What chapter 2 asks."""

import math

import numpy as np
from scipy.special import ndtri

from give_or_take.classroom.exercises import exercise, prediction
from give_or_take.classroom.exercises.trial import Case
from give_or_take.data import expand, load
from give_or_take.standard_errors import standard_error

Z = float(ndtri(0.975))


def change(*variances):
    """The root of a sum of variances, in points."""
    return 100 * math.sqrt(sum(variances))


prediction(
    "2A",
    options={
        "a": "That of each single answer is, but in the score their luck partly cancels.",
        "b": "A tenth is right for the standard deviation. The variance is its square.",
        "c": "",
        "d": "Dividing by a hundred does do that to each squared distance, but a hundred of them are added up first.",
    },
    right="c",
    because="For a hundred questions the last line says about 13.4, a hundredth of 1,344. The reason comes next.",
)
prediction(
    "2B",
    options={
        "a": "That would take both scores at their worst, in opposite directions, every time.",
        "b": "",
        "c": "Both scores move, so their difference moves more than either.",
        "d": "The scores are subtracted, but their luck is not: each can be too high or too low.",
    },
    right="b",
    because="Variances add: the root of 3.67² + 4.07² is 5.5 points.",
)

exercise(
    "2.1",
    answer=lambda: 100 * standard_error(42, 50),
    mistakes=[
        (
            lambda: change(0.84 * 0.16),
            "That is the standard deviation of one answer, not the standard error of the score.",
        ),
        (lambda: 42, "That is the count of right answers. How far may the score be off?"),
        (lambda: 84, "That is the score. How far may it be off?"),
        (lambda: 0.84 * 0.16 / 50, "That is the variance; you still have to take the square root."),
        (lambda: 1e4 * 0.84 * 0.16 / 50, "That is the variance; you still have to take the square root."),
        (lambda: 100 * Z * standard_error(42, 50), "That is the margin, 1.96 standard errors; one is asked for."),
        (
            lambda: change(0.84 * 0.16 / 49),
            "That is s/√n, where s divides by n - 1: just as good, but here √(p(1 - p)/n) is asked for.",
        ),
        (
            lambda: 100 * standard_error(84, 100),
            "That is the standard error for 84 of 100. This desk answered 50 questions.",
        ),
    ],
    hint="Take the variance of one answer, divide it by the number of answers, take the root, and give it in points.",
    why="Write: 42 of 50, 84%, standard error 5.2 points.",
    unit="points",
)


def wobble(p, n, q, m, rng):
    """A solution of exercise 2.2."""
    first, second = rng.binomial(n, p, size=20_000) / n, rng.binomial(m, q, size=20_000) / m
    return 100 * (first - second).std()


def wobble_cases():
    """Pairs of tests of different sizes; ten thousand of them pin the standard deviation down to 1% or so."""
    found = []
    for p, n, q, m in ((0.84, 100, 0.79, 100), (0.90, 100, 0.80, 200), (0.50, 1000, 0.95, 60)):
        right = change(p * (1 - p) / n, q * (1 - q) / m)
        found.append(Case((p, n, q, m, np.random.default_rng(n)), right, 5 * right / 20_000**0.5))
    return found


exercise(
    "2.2",
    cases=wobble_cases,
    mistakes=[
        (lambda p, n, q, m, rng: wobble(p, n, q, m, rng) / 100, "That is a fraction. What is it in points?"),
        (
            lambda p, n, q, m, rng: (rng.binomial(n, p, size=20_000) - rng.binomial(m, q, size=20_000)).std(),
            "That subtracts counts of right answers. The two tests may differ in size: what is a score?",
        ),
        (
            lambda p, n, q, m, rng: change(p * (1 - p) / n) + change(q * (1 - q) / m),
            "That adds two standard deviations. Which numbers add up, and which do not?",
        ),
        (
            lambda p, n, q, m, rng: Z * change(p * (1 - p) / n, q * (1 - q) / m),
            "That is the margin; one standard deviation is asked for.",
        ),
        (lambda p, n, q, m, rng: wobble(p, n, q, m, rng) ** 2, "That is the variance; take the root."),
        (lambda p, n, q, m, rng: 100 * (p - q), "That is the difference itself. How much does it move?"),
    ],
    hint="Simulate many scores for each desk, subtract one from the other, and see how far the differences spread.",
    why="The formula gives the same without simulating: square both standard errors, add them, and take the root.",
)
exercise(
    "2.3",
    choices={
        "a": "For 400 questions the margin is at most 100/√400 points. What does `std()` of the answers measure?",
        "b": "The 1.96 belongs to the standard error, which shrinks as questions are added. Does this number?",
        "c": "They do have one: this chapter works it out for a single answer.",
        "d": "",
    },
    right="d",
    hint="Would that number become smaller if there were 4,000 questions?",
    why="It is about single answers, so it stays 40 however many there are. The margin of the score is a tenth of it.",
)


def by_steps():
    """How many problems of GSM8K the small model with a verifier solved, of those with four and with five steps."""
    steps = expand(load("gsm8k")).groupby("solution_steps")["6b_verification"].agg(["sum", "size"]).loc[[4, 5]]
    return [("steps", "solved", "problems"), *map(tuple, steps.reset_index().to_numpy().tolist())]


exercise(
    "2.4",
    choices={
        "a": "Margins do not add up: both scores are rarely at their worst at once, in opposite directions.",
        "b": "They do overlap. But each bar is about its own score, and you decide by the difference.",
        "c": "",
        "d": "One can: the formula takes each score with its own number of questions.",
    },
    right="c",
    hint="Square both standard errors, add them, and take the root. Is the difference larger than 1.96 of these?",
    why="The difference is 9.5 points, and its margin 7.8.",
    calculator=("two-runs", "Its interval is chapter 4's, and differs a little."),
    counts=by_steps,
)
