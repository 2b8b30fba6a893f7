"""What chapter 13 asks."""

import numpy as np

from give_or_take.classroom.exercises import exercise, prediction
from give_or_take.classroom.exercises.trial import Case

prediction(
    "13A",
    options={
        "a": "So it looked after one row. But the first row is like all the others.",
        "b": "Rounding hides nothing here: all counts that the printed rates allow were tried.",
        "c": "",
        "d": "Luck gives fewer: few pairs of counts are tried in a row, and z must agree to the third decimal.",
    },
    right="c",
    because="With the stated number of problems no row gives the printed z, so something is wrong that all rows share.",
)
prediction(
    "13B",
    options={
        "a": "That is the chance of each one. All five must hold at once.",
        "b": "It is lower: the chance of five is 0.9 times 0.9, and so on, five times.",
        "c": "",
        "d": "The chances of a miss do not simply add up, as two ranges may miss at once.",
    },
    right="c",
    because="It is 0.9 to the fifth power.",
)


def possible_counts(rate, decimals, n):
    """A solution of exercise 13.1."""
    counts = np.arange(n + 1)
    return counts[np.abs(100 * counts / n - rate) <= 0.5 * 10.0**-decimals + 1e-9].tolist()


def _possible_counts_cases():
    one_decimal = (84.0, 1, 100), (1.2, 1, 612), (1.3, 1, 612), (66.7, 1, 3_000), (100.0, 1, 40)
    asked = *one_decimal, (43.67, 2, 1_319), (84.0, 0, 700)
    return [Case(each, possible_counts(*each)) for each in asked]


def _as_fraction(rate, decimals, n):
    counts = np.arange(n + 1)
    return counts[(counts / n).round(decimals) == rate].tolist()


def _one(rate, decimals, n):
    return [round(rate * n / 100)]


def _cut(rate, decimals, n):
    counts = np.arange(n + 1)
    return counts[np.floor(100 * counts / n * 10**decimals + 1e-9) / 10**decimals == rate].tolist()


def _one_decimal(rate, decimals, n):
    return possible_counts(rate, 1, n)


exercise(
    "13.1",
    cases=_possible_counts_cases,
    mistakes=[
        (_as_fraction, "The rate is in percent: multiply by 100 before you round."),
        (_one, "That is the nearest count. It may be printed as another rate, and there may be several."),
        (_cut, "That cuts the decimals off. Round them."),
        (_one_decimal, "Round to `decimals`, not always to one."),
        (lambda rate, decimals, n: len(possible_counts(rate, decimals, n)), "Return the counts, not how many."),
        (lambda rate, decimals, n: [k for k in possible_counts(rate, decimals, n) if k < n], "All n may count, too."),
    ],
    hint="All counts from 0 to n, the rate of each in percent, rounded with .round(decimals): which equal the rate?",
    why="It works for any rate that is a count of n, and needs nothing but the printed number.",
)
exercise(
    "13.2",
    answer=lambda: 198,
    mistakes=[
        (lambda: 396, "That one is possible, too, but there were fewer than 300."),
        *(
            (lambda n=n: n, f"With {n} questions some of the scores cannot be. Check all ten.")
            for n in (99, 192, 195, 197, 199, 200, 201)
        ),
    ],
    hint="For each n below 300: is there a count for every one of the ten scores?",
    why="Only 198 remains. They are GPQA Diamond's questions, and the runs are those of chapter 8.",
    whole=True,
    unit="count",
)


def recomputed():
    """A solution of exercise 13.3."""
    from give_or_take import items_for_power, power_two_rates, wilson_interval

    return [
        float(100 * wilson_interval(16, 20).low),
        float(items_for_power(0.80, 0.82)),
        float(items_for_power(0.90, 0.92)),
        float(100 * power_two_rates(0.80, 0.84, 1_300)),
        16.0,
    ]


def _but(place, value):
    def wrong():
        numbers = recomputed()
        numbers[place] = value
        return numbers

    return wrong


exercise(
    "13.3",
    cases=lambda: [Case((), recomputed(), within=0.5, words="()", told=False)],
    mistakes=[
        (_but(0, 62.46943), "The first is score minus margin, as printed. Wilson's interval is asked for."),
        (_but(0, 0.5839825677481063), "The first is a fraction; give it in percent."),
        (_but(3, 0.75660663), "The fourth is a fraction; give it in percent."),
        (_but(3, 80.0), "The fourth is what is claimed. Compute the power with 1,300."),
        (_but(4, -16.0), "The fifth asks by how many points it falls: give a positive number."),
        (_but(4, 0.16), "The fifth is in points, not a fraction."),
        (_but(4, 15.0), "The fifth is what is printed. Compute both scores and subtract."),
        (lambda: [62.0, 5772.0, 4248.0, 80.0, 15.0], "Those are the printed numbers. Compute them again."),
    ],
    hint="wilson_interval(16, 20), items_for_power twice, power_two_rates, and for the last one two weighted means.",
    why="The numbers are 58.4, 6,039, 3,213, 75.7 and 16. The first is a matter of method, "
    "and the others are slips.",
)
exercise(
    "13.4",
    choices={
        "a": "For the same test, the flips decide. Two bars can overlap and eleven of twelve flips go one way.",
        "b": "",
        "c": "Bars that overlap show neither a difference nor that there is none.",
    },
    right="b",
    hint="Both answered the same questions. What does chapter 5 compare?",
    why="Call 0D had such a pair: the bars overlap, and the interval of the difference lies above zero.",
)
exercise(
    "13.5",
    choices={
        "a": "",
        "b": "From 80% to 82% it takes 6,039 items each, from 90% to 92% only 3,213.",
        "c": "It depends on what small means. For a tenth of the errors, the claim is right.",
    },
    right="a",
    hint="Compute both cases: two points more from 80% on and from 90% on, and a tenth of the errors less.",
    why="Two points take 6,039 items each from 80% on, 3,213 from 90% on. A claim often becomes true with a word that "
    "it leaves out. Name the word.",
)
exercise(
    "13.6",
    choices={
        "a": "That makes the run repeatable. But the score is still that of one run, and that run had its luck.",
        "b": "",
        "c": "However the seed came about, there is one run and its luck.",
    },
    right="b",
    hint="What would the score be with the next seed?",
    why="Chapter 8 measures that luck, with several runs. At best a seed makes a run repeatable.",
)
exercise(
    "13.7",
    answer=lambda: 10,
    mistakes=[
        (lambda: 5, "That is the number of pairs, or of rows that repeat an earlier one. Count the rows of both."),
        (lambda: 13, "That is the last column alone. Both columns have to agree, in the same rows."),
    ],
    hint="The method duplicated of a DataFrame, with the two columns and keep=False.",
    why="Five times a model and its instruct version agree in both columns. Two of these pairs are far apart on the "
    "100 original questions, so here a cell was probably copied. The other three agree there, too.",
    whole=True,
    unit="count",
)
