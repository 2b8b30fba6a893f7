"""What chapter 11 asks."""

import numpy as np
from scipy.special import betainc

from give_or_take.classroom.exercises import exercise, prediction
from give_or_take.classroom.exercises.trial import Case

prediction(
    "11A",
    options={
        "a": "The data are the same, and so is the likelihood. But the posterior also has the prior in it.",
        "b": "",
        "c": "The prior matters more than that, because twenty right answers fit many high rates.",
        "d": "This prior expects rates near 100% more often than the flat one, so it makes you more sure, not less.",
    },
    right="b",
    because="The two saw the same answers, but the second expected rates near 100% more often.",
)
prediction(
    "11B",
    options={
        "a": "That is how often it won a flip, not how sure you are that it wins more than half of them.",
        "b": "The p-value counts surprises in both directions, and here the new prompt is ahead.",
        "c": "",
        "d": "Twelve to four is not so rare under an even coin.",
    },
    right="c",
    because="It is one minus half of the p-value of chapter 5's test.",
)
exercise(
    "11.1",
    answer=lambda: 100 * 51 / 60,
    mistakes=[
        (lambda: 100 * 45 / 50, "That is the score. Add what was believed before."),
        (lambda: (100 * 45 / 50 + 100 * 6 / 10) / 2, "The test has five times as many answers as the prior."),
        (lambda: 100 * 46 / 52, "That is the flat prior, one right and one wrong."),
        (lambda: 100 * 50 / 58, "That is the most probable rate, not the mean."),
        (lambda: 100 * 52 / 62, "The flat prior's two answers are among the 6 of 10 already."),
        (lambda: 100 * 51 / 50, "Divide by all answers, including the believed ones."),
    ],
    hint="How many right answers were seen and believed, and how many answers in all?",
    why="The prior pulled the score down by five points. It counts for 10 answers, and the test for 50.",
    unit="percent",
    within=0.06,
)


def sure_above(k, n, value):
    """A solution of exercise 11.2."""
    return _above(k, n, value)


def _above(k, n, value, a=1, b=1):
    return float(1 - betainc(k + a, n - k + b, value))


def _unscaled(k, n, value, steps=1_000):
    grid = np.linspace(0, 1, steps + 1)
    return float(np.sum((grid**k * (1 - grid) ** (n - k))[grid > value]))


exercise(
    "11.2",
    cases=lambda: [
        Case(asked, sure_above(*asked), within=0.01) for asked in ((20, 20, 0.9), (84, 100, 0.8), (3, 8, 0.5))
    ],
    mistakes=[
        (lambda k, n, value: 1 - _above(k, n, value), "That is how sure you are that it lies below."),
        (lambda k, n, value: 100 * _above(k, n, value), "That is in percent; the question asks for a fraction."),
        (
            lambda k, n, value: _above(k, n, value, 0.5, 0.5),
            "That is Jeffreys' prior. The flat prior is the same for all rates.",
        ),
        (lambda k, n, value: _above(k, n + k, value), "The exponents are k and n - k: right and wrong answers."),
        *(
            (
                lambda k, n, value, steps=steps: _unscaled(k, n, value, steps),
                "Scale the products, so that they sum to 1.",
            )
            for steps in (1_000, 10_000)
        ),
        (
            lambda k, n, value: value**k * (1 - value) ** (n - k),
            "That is the likelihood of one rate. Add up what lies above it, and scale.",
        ),
    ],
    hint="Multiply the likelihood of each rate on the grid by the prior, scale, and add up what lies above the value.",
    why="After 20 of 20 and with a flat prior, you are 89% sure that the rate is above 90%. With Jeffreys', 96%.",
)
exercise(
    "11.3",
    choices={
        "a": "",
        "b": "It says nothing about how much better. Ask for the interval, or for practical equivalence.",
        "c": "That would be a share of questions. The 97% are about which of the two rates is larger.",
        "d": "That is about equal prompts, as a p-value is, and would be no surprise at all.",
    },
    right="a",
    hint="The statement is about which prompt is better, given the data and the prior.",
    why="The condition belongs to the sentence: with another prior it is another number.",
)
exercise(
    "11.4",
    answer=lambda: 94.0,
    mistakes=[
        (lambda: 88.0, "That is one minus the p-value, which counts surprises in both directions."),
        (lambda: 6.0, "That is how probable it is that the new one is worse."),
        (lambda: 12.0, "That is the p-value."),
        (lambda: 0.94, "Give it in percent, please."),
    ],
    hint="How is the probability that the new one is worse related to the p-value?",
    why="“Not significant”, and yet 94% sure: it is the same evidence. What to do with it depends on what a wrong "
    "choice costs.",
    unit="percent",
    within=0.06,
)
exercise(
    "11.5",
    answer=lambda: _plan(0.10, 0.04),
    mistakes=[
        (lambda: _plan(0.10, 0.04)[::-1], "The number without a pilot comes first."),
        (lambda: _plan(0.08, 0.04), "That is for 8% and 4%."),
        (lambda: _plan(0.10, 0.04, pilot=50), "The pilot has 100 questions."),
        (lambda: _plan(0.10, 0.04, power=0.9), "That is for a chance of 90%."),
    ],
    hint="items_until_decided with the two shares, and once more with pilot=100; each has items.",
    why="A pilot's shares are a guess. If you plan with them as if they were the truth, you will often run short.",
    ends=("if they are the truth", "after a pilot"),
    unit="count",
    within=0.5,
)


def _plan(first, second, pilot=100, **how):
    from give_or_take.bayes import items_until_decided

    return tuple(float(items_until_decided(first, second, pilot=one, **how).items) for one in (None, pilot))
