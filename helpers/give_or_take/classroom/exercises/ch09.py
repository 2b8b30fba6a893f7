"""What chapter 9 asks."""

import numpy as np

from give_or_take.classroom.exercises import exercise, prediction
from give_or_take.classroom.exercises.trial import Case
from give_or_take.intervals import wilson_interval

prediction(
    "9A",
    options={
        "a": "Only a judge that looked at nothing but the answers would be that steady.",
        "b": "GPT-4 was nearly that steady. ChatGPT was not.",
        "c": "",
        "d": "A coin would do that. ChatGPT reads some of the answers, but not enough.",
    },
    right="c",
    because="In four pairs out of ten, it changed its mind when only the order had changed.",
)
prediction(
    "9B",
    options={
        "a": "That would be so if the judge never erred.",
        "b": "With fewer verdicts, more of them do.",
        "c": "Even that is too many.",
        "d": "",
    },
    right="d",
    because="The intervals close in on 88%, three points from what people say.",
)


def _weighed(passed, failed, share=0.7):
    return 100 * (share * passed + (1 - share) * failed)


exercise(
    "9.1",
    answer=lambda: _weighed(36 / 40, 5 / 20),
    mistakes=[
        (lambda: 100 * 41 / 60, "That is the labels alone. The judge has told you how large each pile is."),
        (lambda: 90.0, "That is the share of the passed pile. The failed pile holds correct answers, too."),
        (lambda: 70.0, "That is what the judge passed."),
        (lambda: 63.0, "The failed pile holds correct answers, too: 5 of 20."),
        (lambda: 100 * (36 / 40 + 5 / 20) / 2, "The piles are not of the same size: 700 and 300."),
        (lambda: _weighed(36 / 40, 15 / 20), "Of the failed pile, take the 5 that people call correct."),
    ],
    hint="Take the share in each pile, weight it by the pile's size, and add.",
    why="The judge passed 70%, half a point less: it passed about 70 wrong answers and failed about 75 correct ones, "
    "so that its mistakes nearly cancel. That is luck, and on the next system they need not.",
    unit="percent",
    within=0.06,
)


def covers(n, truth, sensitivity, specificity, rng, tests=4_000):
    """A solution of exercise 9.2."""
    return _holds(rng.binomial(n, truth * sensitivity + (1 - truth) * (1 - specificity), size=tests), n, truth)


def _holds(passed, n, truth):
    interval = wilson_interval(passed, n)
    return float(np.mean((interval.low <= truth) & (truth <= interval.high)))


def _cases():
    cases = []
    for case in ((200, 0.85, 1, 0.8), (1_000, 0.85, 0.95, 0.72), (400, 0.7, 0.9, 0.9)):
        exact = covers(*case, np.random.default_rng(91), tests=400_000)
        cases.append(Case((*case, np.random.default_rng(case[0])), exact, within=0.035))
    return cases


exercise(
    "9.2",
    cases=_cases,
    mistakes=[
        (
            lambda n, truth, sensitivity, specificity, rng: _holds(
                rng.binomial(n, truth * sensitivity + (1 - truth) * specificity, size=4_000), n, truth
            ),
            "Of the wrong answers, the judge passes 1 - specificity.",
        ),
        (
            lambda n, truth, sensitivity, specificity, rng: _holds(
                rng.binomial(n, truth * sensitivity, size=4_000), n, truth
            ),
            "The judge passes some of the wrong answers, too.",
        ),
        (
            lambda n, truth, sensitivity, specificity, rng: _holds(rng.binomial(n, truth, size=4_000), n, truth),
            "That is near 95%, as for a judge that never errs, or if you ask about the judge's own rate.",
        ),
        (
            lambda n, truth, sensitivity, specificity, rng: 4_000 * covers(n, truth, sensitivity, specificity, rng),
            "That is a number of tests; the question asks for a share from 0 to 1.",
        ),
        (
            lambda n, truth, sensitivity, specificity, rng: _holds(
                rng.binomial(right := round(n * truth), sensitivity, size=4_000)
                + rng.binomial(n - right, 1 - specificity, size=4_000),
                n,
                truth,
            ),
            "How many of the n answers are correct varies from test to test, too.",
        ),
        (
            lambda n, truth, sensitivity, specificity, rng: 1 - covers(n, truth, sensitivity, specificity, rng),
            "That is the share of tests that miss it.",
        ),
        (
            lambda n, truth, sensitivity, specificity, rng: 100 * covers(n, truth, sensitivity, specificity, rng),
            "That is in percent; the question asks for a share from 0 to 1.",
        ),
    ],
    hint="The judge passes truth × sensitivity + (1 - truth) × (1 - specificity) of all answers. Draw with "
    "rng.binomial.",
    why="If about as many wrong answers pass as correct ones fail, the score is right by luck: at 85%, for example, "
    "with a sensitivity of 95% and a specificity of 72%. On another mix it would not be.",
)


def people_would_say(verdicts, labels):
    """A solution of exercise 9.3."""
    return float(sum(p.mean() * np.nanmean(labels[p]) for p in _piles(verdicts)))


def _piles(verdicts):
    return [pile for pile in (verdicts == 1, verdicts == 0, np.isnan(verdicts)) if pile.any()]


def _silent(seed, shares):
    rng = np.random.default_rng(seed)
    verdicts = rng.choice([1, 0, np.nan], size=300, p=shares)
    labels = np.where(verdicts == 1, rng.random(300) < 0.9, rng.random(300) < 0.4).astype(float)
    labels[rng.random(300) < 0.7] = np.nan
    return verdicts, labels


exercise(
    "9.3",
    cases=lambda: [
        Case(made := _silent(3, [0.6, 0.25, 0.15]), people_would_say(*made)),
        Case(made := _silent(4, [0.7, 0.3, 0]), people_would_say(*made)),
    ],
    mistakes=[
        (
            lambda verdicts, labels: float(
                sum((verdicts == v).mean() * np.nanmean(labels[verdicts == v]) for v in (0, 1))
            ),
            "The answers without a verdict are left out, but they are part of the whole: a third pile.",
        ),
        (
            lambda verdicts, labels: float(
                sum((verdicts == v).mean() * np.nanmean(labels[verdicts == v]) for v in (0, 1))
                / np.mean(~np.isnan(verdicts))
            ),
            "That is the rate among the answers with a verdict. The others belong to the whole, too.",
        ),
        *(
            (
                lambda verdicts, labels, word=word: people_would_say(
                    np.where(np.isnan(verdicts), word, verdicts), labels
                ),
                f"That treats an answer without a verdict as one that {said}. It belongs to a pile of its own.",
            )
            for word, said in ((0.0, "failed"), (1.0, "passed"))
        ),
        (
            lambda verdicts, labels: float(np.nanmean(labels)),
            "That is the labels alone. Weight the piles by their size.",
        ),
        (
            lambda verdicts, labels: 100 * people_would_say(verdicts, labels),
            "That is in percent; the question asks for a fraction.",
        ),
    ],
    hint="`np.isnan` finds the third pile; `==` does not, as what is not a number equals nothing. A pile without "
    "answers adds nothing.",
    why="A judge that sometimes stays silent does no harm, as long as people also label some of what it left open.",
)
exercise(
    "9.4",
    choices={
        "a": "One of them is wrong there. But on the other answers both may be wrong, and you would never see those.",
        "b": "",
        "c": "The prompt was changed until it agreed with these labels, so on them the judge looks better than it is.",
        "d": "You would see the judge at its worst, and would see none of the answers that it passes with confidence.",
    },
    right="b",
    hint="Which of the four groups looks like all 1,000 answers?",
    why="Drawn at random, the labels of each pile look like the whole pile. In the other three they do not.",
)
exercise(
    "9.5",
    answer=lambda: _plan(0.97, 0.9),
    mistakes=[
        (lambda: _plan(0.97, 0.9)[::-1], "The number with the judge comes first."),
        (lambda: _plan(0.9, 0.97), "Sensitivity is the 97%, specificity the 90%."),
        (lambda: _plan(0.97, 0.1), "It fails 90% of the wrong answers: that is the specificity."),
        (
            lambda: _plan(0.97, 0.9, margin=0.08),
            "That is four points for the whole interval. The margin is half of it.",
        ),
        (lambda: _plan(0.97, 0.9, verdicts=1_000), "That is with 1,000 verdicts. It has judged 2,000."),
    ],
    hint="labels_for_margin gives both: margin 0.04, rate 0.9, sensitivity, specificity, verdicts 2,000.",
    why="A good judge saves more than half of the labels. A plan rests on habits that you only suppose, so label some "
    "answers first, and plan again with `judge_rates`.",
    ends=("with the judge", "without it"),
    unit="count",
    within=0.5,
)


def _plan(sensitivity, specificity, margin=0.04, verdicts=2_000):
    from give_or_take.judges import labels_for_margin

    plan = labels_for_margin(margin, 0.9, sensitivity, specificity, verdicts)
    return float(plan.labels), float(plan.without_judge)
