"""What chapter 3 asks."""

import numpy as np

from give_or_take.classroom.exercises import exercise, in_points, prediction
from give_or_take.intervals import (
    agresti_coull_interval,
    clopper_pearson_interval,
    coverage,
    jeffreys_interval,
    rule_of_three,
    wald_interval,
    wilson_interval,
)


def long_problems(column="175b_verification"):
    """(solved, problems) of GSM8K with eight steps or more."""
    from give_or_take.data import expand, load

    items = expand(load("gsm8k"))
    some = items[items["solution_steps"] >= 8][column]
    return int(some.sum()), len(some)


prediction(
    "3A",
    options={
        "a": "",
        "b": "It happens more often than that: each single request is refused nine times in ten.",
        "c": "It happens far more often than that: each single request is refused nine times in ten.",
        "d": "It happens far more often than that: each single request is refused nine times in ten.",
    },
    right="a",
    because="Twenty times in a row, nine times in ten: 0.9 to the power of 20.",
)
prediction(
    "3B",
    options={
        "a": "That is what the name says. The recipe does not keep it here.",
        "b": "The direction is right; it is worse.",
        "c": "",
        "d": "That is about how many of the bars miss: those of 20 of 20.",
    },
    right="c",
    because="More than a third of the tests score 20 of 20, and a bar without width holds nothing but 100%.",
)
prediction(
    "3C",
    options={
        "a": "Look at the wobble there: near 100% it gets small, and the score soon lies too far away.",
        "b": "",
        "c": "That is what one wobble for all rates would give, the plain bar.",
        "d": "An honest bar is not simply a wider one: it is moved.",
    },
    right="b",
    because="Towards 50% a rate wobbles more and forgives more; towards 100% less.",
)

exercise(
    "3.1",
    answer=lambda: in_points(wilson_interval(16, 20)),
    mistakes=[
        (lambda: in_points(wald_interval(16, 20)), "That is the plain bar: symmetric, and too high at both ends."),
        (lambda: (62.0, 98.0), "That is the explainer's reading: the plain bar, rounded."),
        (lambda: in_points(clopper_pearson_interval(16, 20)), "That is Clopper and Pearson's interval: wider."),
        (lambda: in_points(agresti_coull_interval(16, 20)), "That is Agresti and Coull's interval: wider."),
        (lambda: in_points(jeffreys_interval(16, 20)), "That is Jeffreys' interval."),
        (
            lambda: in_points(wilson_interval(16, 20, continuity=True)),
            "That has a continuity correction; leave it out.",
        ),
        (lambda: in_points(wilson_interval(16, 20, level=0.9)), "That is at a level of 90%."),
        (lambda: in_points(wilson_interval(80, 100)), "That is 80 of 100: the same rate, another number of items."),
        (
            lambda: in_points(wilson_interval(4, 20)),
            "That is the interval of the wrong answers; look at the right ones.",
        ),
        (lambda: tuple(100 * p for p in np.array([wilson_interval(16, 20).low, 0.8])), "The upper end is missing."),
    ],
    within=0.06,
    hint="One call of a helper of this chapter; or its formula with k = 16, n = 20, z = 1.96.",
    why="It reaches farther down than up, where the plain bar of the explainer is symmetric.",
)
exercise(
    "3.2",
    choices={
        "a": "The true rate does not move; this interval holds it or does not. The 95% belongs to the recipe.",
        "b": "That would be a statement about the next score, which has a wobble of its own.",
        "c": "It is about the rate over all questions, not about single answers.",
        "d": "",
    },
    right="d",
    hint="What is it that happens 95 times in 100?",
    why="Whether yours is one of the 95 or of the other five, nobody can tell you.",
)
exercise(
    "3.3",
    answer=lambda: float(np.ceil(rule_of_three(1) / 0.005)),
    mistakes=[
        (lambda: 300, "That many allow one percent; half a percent is asked for."),
        (lambda: 200, "At half a percent one in 200 is what you would expect to see; you may well see none."),
        (lambda: 120, "Three times forty is not it: the limit is three divided by the number of calls."),
        (lambda: 60, "That many allow five percent."),
        (lambda: 6000, "That many allow a twentieth of a percent."),
        (lambda: 600 / 0.05, "The 5% are in the three already."),
        (lambda: 765, "That is for the upper end of a two-sided Wilson interval; the rule is one-sided."),
        (lambda: 736, "That is for the two-sided exact interval; the rule is one-sided."),
    ],
    hint="The limit is 3/n. Set it to half a percent, as a fraction.",
    why="The forty calls allow 7.5%.",
)
exercise(
    "3.4",
    choices={
        "a": "No width is not certainty; that formula has left its ground.",
        "b": "",
        "c": "It promises 95% on average over the rates. The contract wants it whatever the truth.",
        "d": "Choosing the method by its result breaks every promise that it made.",
    },
    right="b",
    hint="Which methods hold at least 95% for the worst truth?",
    why="Both lie below 2%, one-sided or two-sided. Name the method beforehand.",
)
exercise(
    "3.5",
    answer=lambda: in_points(wilson_interval(*long_problems())),
    mistakes=[
        (lambda: in_points(wald_interval(*long_problems())), "That is the plain bar; with so few items it is off."),
        (lambda: in_points(wilson_interval(*long_problems("6b_finetuning"))), "That is the small system of the text."),
        (
            lambda: (0.0, 100 * wald_interval(*long_problems()).high),
            "That is the plain bar, cut off at zero; one of the chapter's traps.",
        ),
        (
            lambda: in_points(wilson_interval(3, 20)),
            "Those are the problems with just eight steps; keep the longer ones too.",
        ),
        (lambda: in_points(wilson_interval(0, 3)), "Those have more than eight steps; keep those with eight too."),
        (lambda: in_points(wilson_interval(742, 1319)), "Those are all 1,319 problems; keep the long ones only."),
        (lambda: in_points(clopper_pearson_interval(*long_problems())), "That is Clopper and Pearson's; wider."),
    ],
    within=0.06,
    hint="Keep the rows with solution_steps >= 8, count them and their ones, and put both into wilson_interval.",
    why="On the hardest problems even the best of the four is known only as one in twenty to one in three.",
)
exercise(
    "3.6",
    answer=lambda: 100 * coverage("wald", 10, 0.8),
    mistakes=[
        (lambda: 95, "That is what the bar promises. Sum what it keeps."),
        (lambda: 100 * coverage("wilson", 10, 0.8), "That is Wilson's; the plain bar is asked for."),
        (lambda: 100 * coverage("wald", 20, 0.8), "That is for 20 items."),
        (lambda: 100 * coverage("wald", 10, 0.95), "That is for a truth of 95%."),
        (lambda: 100 * coverage("wald", 20, 0.95), "That is the sum of the chapter; change n and the truth."),
        (lambda: 100 * (1 - 0.8**10), "Only the perfect score is left out there; low scores miss too."),
        (lambda: 100 * (coverage("wald", 10, 0.8) - 0.0264), "One score too few: the bar of 5 of 10 ends just above."),
        (lambda: 100 * 0.8**10, "That is how often all ten are right: a part of the bars that miss."),
        (lambda: 100 - 100 * coverage("wald", 10, 0.8), "That is the share of bars that miss."),
    ],
    hint="All counts k from 0 to 10, the bar of each, the chance of each; sum the chances of those that hold 0.8.",
    why="One test in nine has all its items right, and its bar is a point.",
)
