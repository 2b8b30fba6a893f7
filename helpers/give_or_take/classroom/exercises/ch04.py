"""What chapter 4 asks."""

import math

from give_or_take.classroom.exercises import exercise, in_points, prediction
from give_or_take.differences import newcombe_interval, wald_difference_interval
from give_or_take.intervals import wilson_interval
from give_or_take.power import items_for_non_inferiority, items_for_power, minimum_detectable_effect, rule_constant
from give_or_take.standard_errors import margin


def bars_subtracted():
    """The ends of two Wilson intervals, subtracted end from end."""
    new, old = wilson_interval(79, 100), wilson_interval(84, 100)
    return 100 * (new.low - old.high), 100 * (new.high - old.low)


prediction(
    "4A",
    options={
        "a": "The bars overlap because each carries the luck of its own score. Both at their worst, in opposite "
        "directions: that is rare.",
        "b": "",
        "c": "That rule asks the wrong bar. One score may lie near the other's end, and the difference still be clear.",
    },
    right="b",
    because="The interval of the difference leaves out zero.",
)
prediction(
    "4B",
    options={
        "a": "",
        "b": "It is less than that.",
        "c": "It is far less than that.",
        "d": "That is what one plans for, with many more items.",
    },
    right="a",
    because="With 50 each the scores must lie some 15 points apart before p falls below 0.05.",
)
prediction(
    "4C",
    options={
        "a": "",
        "b": "There is less room, and also less wobble. The wobble decides.",
        "c": "The gain is the same; the wobble around it is not.",
    },
    right="a",
    because="The wobble p(1 - p) is nearly twice as large at 80%.",
)

exercise(
    "4.1",
    answer=lambda: items_for_power(0.70, 0.75),
    mistakes=[
        (lambda: 2 * items_for_power(0.70, 0.75), "That is both systems together; each is asked for."),
        (lambda: items_for_power(0.70, 0.75) - 1, "Nearly: rounded the wrong way, or 0.84 for 0.8416."),
        (lambda: items_for_power(0.70, 0.75, sides=1), "That is for a test that looks only upwards."),
        (lambda: items_for_power(0.70, 0.75, power=0.9), "That is for a power of 90%."),
        (lambda: items_for_power(0.80, 0.85), "That starts from 80%; this system is at 70%."),
        (lambda: items_for_power(0.70, 0.735), "That is a rise by 5% of 70%; it should go to 75%."),
        (lambda: 400, "That is 1/D², which leaves out the wobble and the certainty."),
        (lambda: 1344, "In the rule for the head, p is the rate halfway, 72.5%. And then exactly."),
        (lambda: math.ceil(16 * 0.725 * 0.275 / 0.05**2), "That is the rule for the head: close. Now exactly."),
        (lambda: math.ceil(rule_constant() * 0.725 * 0.275 / 0.05**2), "That is the rule of thumb; now exactly."),
        (
            lambda: items_for_power(0.70, 0.75, power=0.5),
            "That power is one half: the second hill's top stands on the limit.",
        ),
    ],
    hint="items_for_power with both rates; or the formula by hand, rounded up.",
    why="By the rule for the head it is 1,276: close, and quick.",
    whole=True,
)
exercise(
    "4.2",
    choices={
        "a": "The p-value is computed as if there were no difference; it cannot say how likely that is.",
        "b": "It is computed as if there were no difference; it cannot say how likely that is, nor its opposite.",
        "c": "That a test of this size did not find one does not show that there is none.",
        "d": "",
    },
    right="d",
    hint="What is assumed when the p-value is computed?",
    why="It looks from 'no difference' to the data, never back.",
)
exercise(
    "4.3",
    answer=lambda: in_points(newcombe_interval(79, 100, 84, 100)),
    mistakes=[
        (lambda: in_points(newcombe_interval(84, 100, 79, 100)), "That is old minus new; turn it round."),
        (bars_subtracted, "That subtracts the ends of two bars: both at their worst at once. Square and add."),
        (lambda: in_points(newcombe_interval(79, 100, 84, 100, level=0.90)), "That is at a level of 90%."),
        (
            lambda: in_points(wald_difference_interval(79, 100, 84, 100)),
            "That is the plain bar of chapter 2: the same to both sides. Newcombe's is made of two Wilson intervals.",
        ),
        (
            lambda: in_points(wilson_interval(79, 100)),
            "That is the interval of one score; the difference is asked for.",
        ),
    ],
    within=0.06,
    hint="newcombe_interval takes the new counts first, then the old ones; points are hundredths.",
    why="From sixteen points worse to six better. Chapter 2 said give or take 10.7; that test could not tell.",
)
exercise(
    "4.4",
    answer=lambda: 100 * minimum_detectable_effect(0.70, 200),
    mistakes=[
        (
            lambda: 100 * minimum_detectable_effect(0.70, 200, direction="down"),
            "That is the fall; the rise is asked for.",
        ),
        (lambda: 100 * minimum_detectable_effect(0.70, 100), "That is for 100 items each; there are 200 for each."),
        (lambda: 100 * minimum_detectable_effect(0.70, 400), "That is for 400 items each; there are 200 for each."),
        (lambda: 100 * minimum_detectable_effect(0.70, 200, power=0.5), "That is found in half of the tests only."),
        (lambda: 100 * minimum_detectable_effect(0.70, 200, power=0.9), "That is for a power of 90%."),
        (lambda: 100 * minimum_detectable_effect(0.70, 200, sides=1), "That is for a one-sided test."),
        (lambda: 100 * margin(140, 200), "That is the margin of one score; two wobble here, and 80% must be beyond."),
        (
            lambda: 100 * math.sqrt(2) * margin(140, 200),
            "That is about the limit of the test: a gain of just that is found about half the time.",
        ),
        (lambda: 400 * math.sqrt(0.7 * 0.3 / 200), "That is the rule for the head, solved for D: close. Now exactly."),
    ],
    within=0.06,
    hint="detectable_change, with the rate as a fraction and the items of each; its rise, in points.",
    why="That is for the plan. After the test give the interval of the difference; it says what is still possible.",
)
exercise(
    "4.5",
    answer=lambda: items_for_non_inferiority(0.90, 0.90, 0.02),
    mistakes=[
        (lambda: items_for_non_inferiority(0.90, 0.90, 0.01), "That is for a margin of one point."),
        (lambda: 2 * items_for_non_inferiority(0.90, 0.90, 0.02), "That is both systems together; each is asked for."),
        (lambda: 3600, "That is the rule for the head: close. Now exactly."),
        (lambda: items_for_power(0.90, 0.88), "That finds a fall of two points; here it is to be ruled out."),
        (lambda: items_for_power(0.90, 0.92), "That finds a rise of two points; here a fall is to be ruled out."),
        (lambda: items_for_non_inferiority(0.90, 0.90, 0.02) - 1, "Rounded the wrong way."),
        (lambda: items_for_non_inferiority(0.90, 0.90, 0.02, level=0.90), "That is for a 90% interval."),
    ],
    hint="items_for_non_inferiority: both true rates, and the loss that would still not matter, as fractions.",
    why="To show that nothing was lost takes about as many items as to find a loss of that size.",
    whole=True,
)
