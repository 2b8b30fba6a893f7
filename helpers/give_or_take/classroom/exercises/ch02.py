"""What chapter 2 asks."""

import math

from scipy.special import ndtri, stdtrit

from give_or_take.classroom.exercises import exercise, prediction
from give_or_take.standard_errors import clustered_mean, items_for_margin, standard_error

Z = float(ndtri(0.975))


def gpt_5():
    """The GPT-5 run of SWE-bench Pro: (resolved or not, repository), where there is a result."""
    from give_or_take.data import expand, load

    items = expand(load("swe_bench_pro")).dropna(subset="gpt_5")
    return items["gpt_5"].astype(int).to_numpy(), items["repository"].to_numpy()


def gpt_5_bar(quantile=None, correction="CR1"):
    """Its margin in points, clustered by repository."""
    estimate = clustered_mean(*gpt_5(), correction=correction)
    return 100 * estimate.se * (float(stdtrit(estimate.df, 0.975)) if quantile is None else quantile)


def gpt_5_iid():
    scores, _ = gpt_5()
    return 100 * Z * standard_error(int(scores.sum()), len(scores))


def change(*variances):
    """The root of a sum of variances, in points."""
    return 100 * math.sqrt(sum(variances))


prediction(
    "2A",
    options={
        "a": "That would be so if all hundred came out right or wrong together. Good and bad luck partly cancel.",
        "b": "The direction is right; the luck cancels even better.",
        "c": "",
        "d": "A hundred questions do leave more room for luck than one.",
    },
    right="c",
    because="The variance grows a hundredfold; the spread, its root, tenfold.",
)
prediction(
    "2B",
    options={
        "a": "",
        "b": "The direction is right, but look how far the repositories lie apart, and how few they are.",
        "c": "The issues are the same, but the question is not: other repositories could have been there.",
        "d": "Issues that resemble each other tell less, not more.",
    },
    right="a",
    because="What counts is how many repositories there are, and how much they differ.",
)

exercise(
    "2.1",
    answer=lambda: 100 * standard_error(42, 50),
    mistakes=[
        (
            lambda: change(0.84 * 0.16),
            "That is the standard deviation of one answer, not the standard error of the score.",
        ),
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
    why="The same 84% as the desk's, and a wider bar: only the number of items differs.",
)
exercise(
    "2.2",
    answer=lambda: items_for_margin(0.90, 0.02),
    mistakes=[
        (lambda: items_for_margin(0.90, 0.02) - 1, "Rounded the wrong way: that many are a hair too few."),
        (lambda: 900, "You took 2 standard errors; the 95% margin is 1.96 of them."),
        (
            lambda: items_for_margin(0.5, 0.02),
            "That is for a rate near one half, the worst case; this one expects more.",
        ),
        (lambda: items_for_margin(0.80, 0.02), "That is for a rate of 80%, as in the price list."),
        (
            lambda: items_for_margin(0.90, 0.01),
            "That is for a bar of two points in all; the margin is asked to each side.",
        ),
        (lambda: 225, "That makes one standard error two points; the 95% margin is wider."),
        (
            lambda: items_for_margin(0.90, 0.02, 0.90),
            "That is for a level of 90%. The rate and the level are two things.",
        ),
    ],
    hint="Solve margin = 1.96 standard errors for n. Items are whole: round up.",
    why="And four times as many would make it one point.",
    whole=True,
)
exercise(
    "2.3",
    choices={
        "a": "A reader takes ± as saying how well the mean is known. Does 1.2 say that?",
        "b": "",
        "c": "The number of grades should be there. But look at what 1.2 measures.",
        "d": "Grades need not be bell-shaped: the mean of many nearly is.",
    },
    right="b",
    hint="Does that number describe single grades or their mean?",
    why="It says how single grades differ. The mean is known far better, by a factor of the root of n.",
)
exercise(
    "2.4",
    answer=lambda: change(0.9 * 0.1 / 100, 0.8 * 0.2 / 200),
    mistakes=[
        (lambda: 100 * (standard_error(90, 100) + standard_error(160, 200)), "Variances add; standard errors do not."),
        (lambda: 100 * standard_error(90, 100), "That is the standard error of one of the two scores."),
        (lambda: 100 * standard_error(160, 200), "That is the standard error of one of the two scores."),
        (lambda: 100 * standard_error(250, 300), "That pools the two into one score; the difference is asked for."),
        (lambda: Z * change(0.9 * 0.1 / 100, 0.8 * 0.2 / 200), "That is the margin; one standard error is asked for."),
        (
            lambda: 1e4 * (0.9 * 0.1 / 100 + 0.8 * 0.2 / 200),
            "That is the variance; the square root is still to be taken.",
        ),
        (lambda: math.hypot(0.9, 0.8), "standard_error_of_difference wants two standard errors, not two scores."),
        (lambda: 100 * math.hypot(0.9, 0.8), "standard_error_of_difference wants two standard errors, not two scores."),
        (lambda: 10, "That is the difference itself. How much does it wobble?"),
    ],
    hint="Square both standard errors, add, take the root. Start with standard_error of each.",
    why="The difference of ten points is more than two of these, which was not so for 84 and 79.",
    share=0.01,
)
exercise(
    "2.5",
    answer=gpt_5_bar,
    mistakes=[
        (gpt_5_iid, "That takes every issue for a draw of its own; the repositories are missing."),
        (lambda: 9.2519, "That is the run of Claude Sonnet 4.5; change the column."),
        (lambda: 2 * gpt_5_bar(), "That is the whole width of the interval; the margin is half of it."),
        (lambda: gpt_5_bar(1.0), "That is one standard error; the 95% margin is asked for."),
        (lambda: gpt_5_bar(Z), "You took 1.96; with 11 clusters interval() reaches farther."),
        (lambda: gpt_5_bar(correction="CR0"), "That lacks the factor for few clusters, √(G/(G - 1))."),
        (lambda: gpt_5_bar(Z, "CR0"), "Two things are missing: the factor √(G/(G - 1)), and t in place of 1.96."),
    ],
    hint="Which two columns does clustered_mean need? And its interval() knows its half_width.",
    why="Three times what the plain formula says: its repositories differ even more.",
)
