"""What chapter 4 asks."""

import math

import numpy as np
from scipy.stats import hypergeom

from give_or_take.classroom.exercises import exercise, prediction
from give_or_take.classroom.exercises.trial import Case
from give_or_take.differences import pooled_z_test
from give_or_take.power import items_for_power, rule_constant

prediction(
    "4A",
    options={
        "a": "Even twenty points apart comes up more often than that. Four points are only two answers in fifty.",
        "b": "That is about how often they come out sixteen points apart. Four points are two answers in fifty.",
        "c": "It is the other way round: in one shuffle of five they are *less* than four points apart.",
        "d": "",
    },
    right="d",
    because="In 80% of the shuffles the scores are four points or more apart. This share is the p-value.",
)
prediction(
    "4B",
    options={
        "a": "",
        "b": "For that you need about three hundred questions each. How far is it from four points to eleven?",
        "c": "It would be one half if four points were enough for an announcement. How many does it take?",
        "d": "That is what people plan for, with many more questions.",
    },
    right="a",
    because="In 12% of the tests the scores are eleven points or more apart. This share is the power.",
)
prediction(
    "4C",
    options={
        "a": "Small gains do not get beyond the line. Which ones do?",
        "b": "That is the average of all comparisons. These were picked for being large.",
        "c": "",
        "d": "The direction is right, but gains of five points get beyond the line, too, and they are more common.",
    },
    right="c",
    because="They show 6.4 points, because only gains of nearly five points or more get beyond the line.",
)

exercise(
    "4.1",
    answer=lambda: items_for_power(0.70, 0.75),
    mistakes=[
        (
            lambda: math.ceil(16 * 0.725 * 0.275 / 0.05**2),
            "That is what the rough formula gives: close. Now use the helper.",
        ),
        (lambda: 1344, "In the rough formula, r is the rate halfway, 72.5%. But here the helper is asked for."),
        (lambda: 2 * items_for_power(0.70, 0.75), "That is for both systems together; how many for each?"),
        (lambda: items_for_power(0.70, 0.75) - 1, "Nearly: you rounded the wrong way, or took 0.84 for 0.8416."),
        (lambda: items_for_power(0.70, 0.75, sides=1), "That is for a test that looks only upwards."),
        (lambda: items_for_power(0.70, 0.75, power=0.9), "That is for a power of 90%."),
        (lambda: items_for_power(0.80, 0.85), "That starts from 80%; this system is at 70%."),
        (lambda: items_for_power(0.70, 0.735), "That is a rise by 5% of 70%; the rate should go to 75%."),
        (lambda: 400, "That is 1/D², which leaves out the wobble, and how sure you want to be."),
        (
            lambda: math.ceil(rule_constant() * 0.725 * 0.275 / 0.05**2),
            "Nearly: the formula without its rounding. `items_for_power` lets each system wobble by its own rate.",
        ),
        (
            lambda: items_for_power(0.70, 0.75, power=0.5),
            "That has a power of one half: the top of the second hill stands on the line.",
        ),
    ],
    hint="Which two rates do you want to tell apart? The calculator takes them, and so does `items_for_power`.",
    why="The rough formula gives 1,276, which is close, and quick.",
    whole=True,
    unit="count",
    calculator=("how-many-items?plan=runs",),
)
exercise(
    "4.2",
    choices={
        "a": "The p-value is computed as if they were equally good; it cannot say how likely that is.",
        "b": "One minus p is not the chance of a difference: p takes for granted that there is none.",
        "c": "p does not say how large the difference may be. The interval does.",
        "d": "",
    },
    right="d",
    hint="What is taken for granted when the p-value is computed?",
    why="p takes for granted that they are equally good, so it cannot show that they are.",
)


def shuffle(first, second, rng):
    """A solution of exercise 4.3."""
    return _deal(first, second, rng, len(first))


def _deal(first, second, rng, size, *, replace=False, far=lambda gaps, seen: abs(gaps) >= abs(seen)):
    """The share of deals that are far: by default at least as far apart as the two runs, in either direction."""
    both = np.concatenate([first, second])
    if replace:
        deals = rng.choice(both, size=(10_000, len(both)))
    else:
        deals = rng.permuted(np.tile(both, (10_000, 1)), axis=1)
    gaps = deals[:, :size].mean(axis=1) - deals[:, size:].mean(axis=1)
    return float(np.mean(far(gaps, first.mean() - second.mean())))


def _deal_as_far(far):
    """A test that calls other deals far."""
    return lambda first, second, rng: _deal(first, second, rng, len(first), far=far)


def _all_deals(first, second):
    """The same, exactly: a deal gives the first run a hypergeometric number of the right answers."""
    total, size, rest = first.sum() + second.sum(), len(first), len(second)
    right = np.arange(size + 1)
    gaps = right / size - (total - right) / rest
    seen = abs(first.mean() - second.mean())
    return float(hypergeom.pmf(right, size + rest, total, size)[abs(gaps) >= seen].sum())


def _far_in_counts(first, second, rng):
    deals = rng.permuted(np.tile(np.concatenate([first, second]), (10_000, 1)), axis=1)
    gaps = deals[:, : len(first)].sum(axis=1) - deals[:, len(first) :].sum(axis=1)
    return float(np.mean(abs(gaps) >= abs(first.sum() - second.sum())))


def shuffle_cases():
    """Runs at which each slip gives another p-value, which 5,000 deals pin down to 0.007.

    Their lengths are powers of two: so scores have no rounding error, and a tie is a tie however one computes it.
    """
    found = []
    for right, size, others, rest in ((28, 32, 8, 8), (57, 64, 6, 8), (8, 8, 59, 64)):
        first, second = np.repeat([1, 0], [right, size - right]), np.repeat([1, 0], [others, rest - others])
        p_value = _all_deals(first, second)
        within = 5 * math.sqrt(p_value * (1 - p_value) / 5_000)
        found.append(Case((first, second, np.random.default_rng(size)), p_value, within))
    return found


ONE_WAY = "That counts differences in one direction only. A difference the other way counts as well."
exercise(
    "4.3",
    cases=shuffle_cases,
    mistakes=[
        (_deal_as_far(lambda gaps, seen: gaps >= seen), ONE_WAY),
        (_deal_as_far(lambda gaps, seen: gaps <= seen), ONE_WAY),
        (
            _deal_as_far(lambda gaps, seen: abs(gaps) > abs(seen)),
            'That leaves out the deals that are just as far apart as the runs. What does "at least" say?',
        ),
        (
            lambda first, second, rng: _deal(first, second, rng, len(first), replace=True),
            "That draws answers and puts them back. Dealing out a bag uses each answer once.",
        ),
        (
            lambda first, second, rng: _deal(first, second, rng, (len(first) + len(second)) // 2),
            "That deals two equal halves. How many answers did each run have?",
        ),
        (_far_in_counts, "That subtracts counts. What is a score?"),
        (
            lambda first, second, rng: 1.0,
            "Every deal comes out like the two runs. Are the answers mixed before each deal?",
        ),
        (
            lambda first, second, rng: float(pooled_z_test(first.sum(), len(first), second.sum(), len(second)).p_value),
            "That is the formula. With runs as short as these it is rough; deal them out.",
        ),
        (
            lambda first, second, rng: 1 - _all_deals(first, second),
            "That is the share of deals that are less far apart.",
        ),
        (lambda first, second, rng: 100 * _all_deals(first, second), "That is in percent; a share is asked for."),
    ],
    hint="Put both runs into one array, shuffle it, cut it where the first run ended, and compare the two scores.",
    why='It works for grades, seconds and money too, if "no difference" includes an equal spread.',
)
exercise(
    "4.4",
    choices={
        "a": "The difference just seen is partly luck, and it is not what your decision turns on.",
        "b": "",
        "c": "Five points are worth the price. Does the interval show that the new system solves that many more?",
        "d": "Zero lies inside the interval. What else does?",
    },
    right="b",
    hint="Does the interval leave out zero? Does it leave out five points?",
    why="The interval goes from three points down to eight up, so five may be there. A test that finds a gain of "
    "five four times in five takes 1,493 problems each, more than GSM8K's test has; to show *at least* five, the "
    "true gain has to be larger. If both can have the same problems, see chapter 5.",
    calculator=("two-runs", "The counts are below."),
)
exercise(
    "4.5",
    choices={
        "a": "The interval leaves out zero, so there is a gain. How large is it at most?",
        "b": "With so many answers even a small gain can be told from luck. Does the interval hold zero?",
        "c": "",
        "d": "More questions make the interval shorter. Could it then reach one point?",
    },
    right="c",
    hint="Look at both ends of the interval: where is zero, and where is one point?",
    why="The interval goes from hardly anything to four tenths of a point: a gain is shown, if barely, and all of it "
    "lies below the one point that was agreed on. Significant says that a difference is there, not that it matters.",
    calculator=("two-runs", "The counts are above."),
)
