"""What chapter 1 asks."""

from functools import cache

import numpy as np
from scipy.stats import binom

from give_or_take.classroom.exercises import exercise, prediction


def best_of(systems, rate, n):
    """The exact average score of the best of several equal systems: the sum over k of P(best > k), divided by n."""
    not_above = binom.cdf(np.arange(n), n, rate)
    return float((1 - not_above**systems).sum() / n)


@cache
def items_until(systems, rate, points):
    """How many items until that average is less than so many points above the rate."""
    n = 10
    while 100 * (best_of(systems, rate, n) - rate) >= points:
        n += 5
    return n


prediction(
    "1A",
    options={
        "a": "Luck is far more common than that.",
        "b": "One in twenty is the famous border; a score of 79 does not reach it. That would take 77 or less.",
        "c": "",
        "d": "Not that often.",
    },
    right="c",
    because="With nothing broken, one quiet week in nine looks at least this bad.",
)
prediction(
    "1B",
    options={
        "a": "That is what most people expect: four times the work, a quarter of the wobble. The law is less generous.",
        "b": "The items do matter: with more of them, good and bad luck cancel better.",
        "c": "The number right does wobble twice as much; divided by four times the items, the score does not.",
        "d": "",
    },
    right="d",
    because="Four times the items, half the wobble.",
)

exercise(
    "1.1",
    answer=lambda: 100 * 3.7**2,
    mistakes=[
        (lambda: 100 * 3.7, "The spread does not shrink in step with the items: it shrinks with their square root."),
        (lambda: 100 * 3.7**0.5, "The root is on the other side: the spread goes with the root of the items."),
        (lambda: 100 * 3.7 * 4, "Four times the items halve the spread once. How often do you have to halve it?"),
        (lambda: 3.7**2, "That is how many times more items; the question asks how many items."),
        (lambda: 37, "That is fewer items than you started with, and the spread is to shrink."),
    ],
    hint="By what factor must the spread shrink, and what does the square-root law ask for that factor?",
    why="The spread must shrink by a factor of 3.7, so the items must grow by its square.",
    share=0.02,
)
exercise(
    "1.2",
    answer=lambda: float(binom.cdf(80, 100, 0.84)),
    mistakes=[
        (lambda: float(binom.cdf(79, 100, 0.84)), "That leaves out a score of exactly 80."),
        (lambda: float(binom.pmf(80, 100, 0.84)), "That is the chance of exactly 80; lower scores count too."),
        (lambda: float(binom.sf(79, 100, 0.84)), "That is the chance of 80 or more."),
        (lambda: float(binom.sf(80, 100, 0.84)), "That is the chance of more than 80, the other side."),
        (lambda: float(binom.cdf(80, 100, 0.82)), "That is for the desk's true rate; here it is 84%."),
    ],
    hint="Draw a million scores as in the chapter and count those of 80 or less, or sum with binom.cdf.",
    why="One quiet week in six looks like this.",
    share=0.02,
)
exercise(
    "1.3",
    choices={
        "a": "",
        "b": "Small tests do not flatter: a single score on few items is on average neither too high nor too low.",
        "c": "It was measured, and then it was picked. Eight equal prompts would have produced a winner as well.",
        "d": "At temperature zero each prompt still met only these items, and the best was still picked.",
    },
    right="a",
    hint="What happened to the score between the runs and the report?",
    why="You met its cousin as call 0C. Run the winner on fresh items and report that.",
)
exercise(
    "1.4",
    answer=lambda: items_until(10, 0.80, 2),
    mistakes=[
        (lambda: items_until(5, 0.80, 2), "That is for the best of five; here ten take part."),
        (lambda: items_until(20, 0.80, 2), "That is for the best of twenty; here ten take part."),
        (lambda: items_until(10, 0.80, 1), "That is for one point; two are asked for."),
        (lambda: 50 * (8.29 / 2) ** 2, "The square-root law gives that, and nearly. Now try winner a little higher."),
        (lambda: 800, "Halving twice gives that, and nearly. Now try winner a little higher."),
        (lambda: 1000, "Enough, and a little more than needed. Try winner a little lower."),
        (
            lambda: 50 * 8.29 / 2,
            "The flattery does not shrink in step with the items: it shrinks with their square root.",
        ),
    ],
    hint="On 50 items the best of ten is about eight points too high. How often must that be halved? Then try.",
    why="Picking among ten costs that many items, each, before the winner's score can nearly be believed.",
    share=0.05,
)
