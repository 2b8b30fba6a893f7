"""What chapter 1 asks."""

import numpy as np
from scipy.stats import binom

from give_or_take.classroom.exercises import exercise, prediction
from give_or_take.classroom.exercises.trial import Case


def best_of(systems, rate, n):
    """The exact average score of the best of several equal systems: the sum over k of P(best > k), divided by n."""
    not_above = binom.cdf(np.arange(n), n, rate)
    return float((1 - not_above**systems).sum() / n)


prediction(
    "1A",
    options={
        "a": "Luck does this far more often: 79 is not far from 84.",
        "b": "Luck does this more often: 79 is not far from 84.",
        "c": "",
        "d": "Not that often: most scores lie nearer to 84.",
    },
    right="c",
    because="At a true rate of 84%, about one test in ten has 79 right or fewer.",
)
prediction(
    "1B",
    options={
        "a": "",
        "b": "Most people expect that: four times the work, a quarter of the wobble. But it shrinks more slowly.",
        "c": "Twice the questions would do that; here there are four times as many.",
        "d": "The number of right answers does wobble twice as much, but you divide it by four times the questions.",
    },
    right="a",
    because="Four times the questions, half the wobble.",
)
prediction(
    "1C",
    options={
        "a": "Its score hardly moves, that is true. But it is in the wrong place, because short problems are easier.",
        "b": "More questions do not help here: each of them comes from the easier part of the list.",
        "c": "The small one, yes. But the large one's score hardly moves, so luck never brings it near the truth.",
        "d": "",
    },
    right="d",
    because="The 400 wobble by a few points around the truth, while the 10,000 stay about fifteen points above it.",
)

exercise(
    "1.1",
    answer=lambda: 100 * 3.7**2,
    mistakes=[
        (
            lambda: 100 * 3.7,
            "The wobble shrinks with the square root of the number of questions, not in step with it. Half of it takes "
            "four times the questions. What does a third take, and what does one point take?",
        ),
        (
            lambda: 100 * 3.7**0.5,
            "The root is on the other side: the wobble shrinks with the root of the number of questions.",
        ),
        (lambda: 100 * 3.7 * 4, "Four times the questions halve the wobble once. How often do you have to halve it?"),
        (lambda: 3.7**2, "That is how many times the questions you need. How many questions is that?"),
        (lambda: 400 * 1.8**2, "The method is right, but 1.8 is rounded. Start from 100 questions and 3.7 points."),
        (lambda: 100 * 100 * 3.7**2, "Only the factor is squared, not the number of questions that you start from."),
        (lambda: 100 * 3.7**2 - 100, "That is how many more than now. How many is that in all?"),
        (lambda: 100 * 3.8**2, "The method is right. Start from exactly 3.7 points, and round only at the end."),
        (
            lambda: 100 * 4**2,
            "That halves the wobble twice, a little more than you need. Start from 3.7.",
        ),
        (lambda: 37, "That is fewer questions than you started with, but the wobble has to shrink."),
    ],
    hint="By what factor must the wobble shrink, and what does the square-root law ask for that factor?",
    why="Say 1,400 questions: to make the wobble 3.7 times smaller, you need 3.7² times as many.",
    share=0.03,
    unit="count",
)


def winner(n, systems, rng):
    """A solution of exercise 1.2."""
    boards = rng.binomial(n, 0.80, size=(20_000, systems))
    return 100 * boards.max(axis=1).mean() / n


def winner_cases():
    """Boards of several sizes; ten thousand of them pin the average down to a twentieth of a point or so."""
    found = []
    for n, systems in ((50, 5), (200, 10), (50, 1)):
        spread = 100 * (0.80 * 0.20 / n) ** 0.5
        right = 100 * best_of(systems, 0.80, n)
        found.append(Case((n, systems, np.random.default_rng(n)), right, 5 * spread / 10_000**0.5, told=False))
    return found


exercise(
    "1.2",
    cases=winner_cases,
    mistakes=[
        *[
            (
                lambda n, systems, rng, boards=boards: 100 * rng.binomial(n, 0.80, size=(boards, systems)).max() / n,
                "That is the best score of all boards. Each board has a winner: average those.",
            )
            for boards in (10_000, 20_000, 100_000)
        ],
        (
            lambda n, systems, rng: 2 * rng.binomial(n, 0.80, size=(20_000, systems)).max(axis=1).mean(),
            "One answer is two points only with 50 questions. What is it worth with `n`?",
        ),
        (
            lambda n, systems, rng: winner(n, 5, rng),
            "Your boards always have five systems. Where does `systems` come in?",
        ),
        (lambda n, systems, rng: winner(50, systems, rng), "You always ask 50 questions. Where does `n` come in?"),
        (
            lambda n, systems, rng: winner(n, systems, rng) - 80,
            "That is how far the winners lie above the true rate. What is their score itself?",
        ),
        (lambda n, systems, rng: winner(n, systems, rng) * n / 100, "That counts answers. What are they in percent?"),
        (lambda n, systems, rng: winner(n, systems, rng) / 100, "That is a fraction. What is it in percent?"),
        (
            lambda n, systems, rng: 100 * rng.binomial(n, 0.80, size=(20_000, systems)).mean() / n,
            "That is the average of all systems. Which one in each row is the winner?",
        ),
        (
            lambda n, systems, rng: 100 * rng.binomial(n, 0.80, size=(20_000, systems)).max(axis=0).mean() / n,
            "That takes the best score of each system over all boards. In which direction does one board lie?",
        ),
    ],
    hint="Each of the `systems` answers `n` questions at 80%. Which score of each board do you "
    "keep, and what do you average?",
    why="One row is one board; the winner is the largest number in it.",
)
exercise(
    "1.3",
    choices={
        "a": "The best of eight equal prompts at 82% is about seven points too high, on average.",
        "b": "",
        "c": "It may be luck. That is not the same as knowing that it is no better.",
        "d": "At temperature zero each prompt still met only its own 50 questions, and the best was still picked.",
    },
    right="b",
    hint="What happened to the score between the runs and the report?",
    why="A score that was picked for being the best is too high, on average. On new questions that luck is gone.",
)
