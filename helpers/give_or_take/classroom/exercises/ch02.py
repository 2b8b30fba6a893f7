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
        "a": "That would be so if both answers were always right or wrong together. Good and bad luck partly cancel.",
        "b": "",
        "c": "That is the standard deviation, the root of the variance.",
        "d": "The *score* moves less with two questions. The count of right answers has more room to move.",
    },
    right="b",
    because="Twice the questions, twice the variance of the count.",
)
prediction(
    "2B",
    options={
        "a": "The scores are subtracted, but their luck is not: each can be too high or too low.",
        "b": "Both scores move, so their difference moves more than either.",
        "c": "",
        "d": "That would need both at their worst, in opposite directions, every time.",
    },
    right="c",
    because="Variances add: √(3.67² + 4.07²) = 5.5 points.",
)
prediction(
    "2C",
    options={
        "a": "",
        "b": "The direction is right, but look how far the repositories lie apart, and how few they are.",
        "c": "The direction is right, but other repositories could have been there, and they differ a lot.",
        "d": "Issues that resemble each other tell less, not more.",
    },
    right="a",
    because="What counts most is how many repositories there are, and how much they differ.",
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
        (lambda: 0.84 * 0.16 / 50, "That is the variance; the square root is still to be taken."),
        (lambda: 1e4 * 0.84 * 0.16 / 50, "That is the variance; the square root is still to be taken."),
        (lambda: 100 * Z * standard_error(42, 50), "That is the margin, 1.96 standard errors; one is asked for."),
        (
            lambda: change(0.84 * 0.16 / 49),
            "That is s/√n, with n - 1: just as good, but here √(p(1 - p)/n) is asked for.",
        ),
        (lambda: 100 * standard_error(84, 100), "That is the bar of twice as many items; check n."),
    ],
    hint="The variance of one answer, divided by the number of answers; then the root; then in points.",
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
        (lambda p, n, q, m, rng: wobble(p, n, q, m, rng) ** 2 / 100, "That is the variance; take the root."),
        (lambda p, n, q, m, rng: 100 * (p - q), "That is the difference itself. How much does it move?"),
    ],
    hint="Make many scores of each desk, subtract one from the other, and look how far the differences spread.",
    why="The formula gives the same without drawing: square both standard errors, add, take the root.",
)
exercise(
    "2.3",
    choices={
        "a": "A reader takes ± as saying how well the mean is known. Does 1.2 say that?",
        "b": "",
        "c": "The number of grades should be there. But look at what 1.2 measures.",
        "d": "The factor belongs to the standard error. Is 1.2 that?",
    },
    right="b",
    hint="Does that number describe single grades or their mean?",
    why="It says how single grades differ. The 95% margin of the mean is about a tenth of it.",
)

def by_repository():
    """How many issues of each repository `gpt_5` resolved, without the one that has no result."""
    issues = expand(load("swe_bench_pro")).groupby("repository")["gpt_5"]
    rows = zip(issues.sum().index, issues.sum().astype(int), issues.count(), strict=True)
    return [("repository", "resolved by `gpt_5`", "issues"), *rows]


exercise(
    "2.4",
    choices={
        "a": "By the plain formula it does. The company asks about all such repositories; which margin fits that?",
        "b": "Its score lies above the target. What does the margin leave room for?",
        "c": "The repositories are what was drawn, and there are eleven of them. More issues add no repository.",
        "d": "",
    },
    right="d",
    hint="What travels together here, and what would be drawn anew?",
    why="The score lies above 30%, and so does the plain interval. By repository it reaches from 25% to 48%.",
    calculator=("groups", "It takes the counts in one line. Its interval is chapter 8's, and differs a little."),
    counts=by_repository,
)
