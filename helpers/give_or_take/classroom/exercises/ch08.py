"""What chapter 8 asks."""

import math

from scipy.stats import t

from give_or_take.classroom.exercises import exercise, prediction
from give_or_take.classroom.exercises.trial import Case
from give_or_take.data import expand, load

prediction(
    "8A",
    options={
        "a": "Hardly better than one run? Five answers to a shaky question average out, at least in part.",
        "b": "",
        "c": "That takes 500 different questions. How many are different here?",
        "d": "Going by these five scores, that is the luck of an average on the *same* test. What do they share?",
    },
    right="b",
    because="It is 2.7 points: more runs average out the luck of the answers, but the luck of the questions stays.",
)
prediction(
    "8B",
    options={
        "a": "What do all fifty sets have in common? And can that make their scores differ?",
        "b": "That would be so if each set brought templates of its own.",
        "c": "",
    },
    right="c",
    because="All fifty sets share their templates, so the luck of the templates does not make their scores differ.",
)
prediction(
    "8C",
    options={
        "a": "It would be smaller if each repository held all sorts of issues, more mixed than chance makes them.",
        "b": "That would be so if the repositories were all equally hard. Look at the bars again.",
        "c": "",
        "d": "The direction is right, but the repositories are not as different as that: most lie between 17% and 50%.",
    },
    right="c",
    because="It is nearly five points, because each repository that is drawn brings dozens of issues at once.",
)
prediction(
    "8D",
    options={
        "a": "That is even rarer than with a coin for each issue.",
        "b": "That is about how often it happens with a coin for each issue. How many coins are there here?",
        "c": "Eleven coins fall to one side more easily than that.",
        "d": "",
    },
    right="d",
    because="That happens in 240 of the 2,048 ways: the coins are tossed for repositories, not for issues.",
)


def margin_of_error(answers):
    """A solution of exercise 8.1."""
    each = answers.groupby("item")["right"].mean()
    return _margin(each)


def _margin(each):
    return float(100 * 1.96 * each.std() / math.sqrt(len(each)))


def answers_cases():
    """Answers of several runs: in order, mixed up, and with unequal numbers of runs."""
    import pandas as pd

    def table(**right):
        return pd.DataFrame([(name, int(x)) for name, runs in right.items() for x in runs], columns=["item", "right"])

    equal = table(a="111", b="110", c="000", d="100", e="111", f="011")
    mixed = equal.iloc[::-1].drop([4, 9])
    uneven = table(q1="11111", q2="0", q3="01", q4="1110", q5="000")
    return [
        Case((equal,), margin_of_error(equal), words="six items, three runs of each"),
        Case((uneven,), margin_of_error(uneven), words="five items with one to five runs"),
        Case((mixed,), margin_of_error(mixed), words="rows in another order, some missing"),
    ]


def _of_runs(answers):
    """The wobble of the runs' scores alone, if runs can be told by their order."""
    run = answers.groupby("item").cumcount()
    scores = answers.groupby(run)["right"].mean()
    return _margin(scores)


exercise(
    "8.1",
    cases=answers_cases,
    mistakes=[
        (lambda answers: _margin(answers["right"]), "That treats every answer as an item of its own."),
        (
            lambda answers: float(
                100 * 1.96 * math.sqrt(answers["right"].mean() * (1 - answers["right"].mean()) / len(answers))
            ),
            "That formula treats every answer as an item of its own. Average each item first.",
        ),
        (_of_runs, "That is how far the runs differ. It does not show what other items would do."),
        (lambda answers: margin_of_error(answers) / 100, "That is a fraction; points are asked for."),
        (lambda answers: margin_of_error(answers) / 1.96, "That is one standard error. The margin is 1.96 of them."),
        (
            lambda answers: margin_of_error(answers) / 1.96 * float(t.ppf(0.975, answers["item"].nunique() - 1)),
            "That is Student's t, better for so few items. Here 1.96 is asked for.",
        ),
        (
            lambda answers: (
                margin_of_error(answers) * math.sqrt((answers["item"].nunique() - 1) / answers["item"].nunique())
            ),
            "Nearly: the standard deviation divides by n - 1, as ddof=1 does.",
        ),
    ],
    hint="Take one average for each item, with groupby. Then it is the margin of an average of that many numbers.",
    why="This works for any number of runs. With few items, or near 0% or 100%, the margin is too short.",
)
exercise(
    "8.2",
    answer=lambda: 300 * 2.0**2 / 2.5**2,
    mistakes=[
        (
            lambda: 300 * 2.0 / 2.5,
            "A standard error shrinks with the *root* of the number: square the quotient.",
        ),
        (lambda: 300 * (2.5 / 2.0) ** 2, "Questions that go right or wrong together are worth less, not more."),
        (lambda: 300 * 2.5 / 2.0, "They are worth less than 300, and the quotient has to be squared."),
        (lambda: 60, "That would be so if all five questions of a document always went together."),
        (lambda: (2.5 / 2.0) ** 2, "That many times fewer are as good. What is left of 300?"),
    ],
    hint="How much larger is the standard error? And how many times fewer separate questions would have one as large?",
    why="The same 300 questions from more documents, fewer in each, would be worth more.",
    unit="count",
    calculator=("groups?known=effect", "A design effect is the larger standard error over the smaller one, squared."),
)
exercise(
    "8.3",
    choices={
        "a": "All three runs have the same questions. Can their scores show what others would do?",
        "b": "",
        "c": "What would have to differ between the runs for the luck of the questions to show?",
        "d": "They show one kind of luck. Which?",
    },
    right="b",
    hint="What was drawn anew from run to run?",
    why="With 500 other questions it is about 1.6 points, by chapter 2's formula, less what the runs average out.",
)


def of_pairs_by_repository():
    """How many issues of each repository both systems solved, just one of them, and none; last, of all."""
    issues = expand(load("swe_bench_pro")).dropna(subset=["gpt_5", "claude_sonnet_4_5"])
    gpt, sonnet = issues["gpt_5"] == 1, issues["claude_sonnet_4_5"] == 1
    kinds = {"both": gpt & sonnet, "only GPT-5": gpt & ~sonnet, "only Sonnet 4.5": sonnet & ~gpt}
    kinds["neither"] = ~(gpt | sonnet)
    counts = issues[["repository"]].assign(**kinds).groupby("repository").sum()
    rows = [(name, *row) for name, row in zip(counts.index, counts.to_numpy().tolist(), strict=True)]
    return [("solved by", *kinds), *rows, ("all", *counts.sum())]


exercise(
    "8.4",
    choices={
        "a": "These issues are from eleven repositories, and the company brings others.",
        "b": "A loss was allowed for. How large may it be?",
        "c": "They would tell more about these eleven. What do you want to know about?",
        "d": "",
    },
    right="d",
    hint="Give `pair_items` the `groups=`, and take `clustered_tango_interval` of the pairs. Does it reach below minus "
    "twelve?",
    why="A loss of thirteen points is possible, so stay until you know more. By single issues you would have switched.",
    calculator=(
        "the-same-items?know=four",
        "It takes the last row, as single issues; the solution does it by repository.",
    ),
    counts=of_pairs_by_repository,
)


def _differences():
    """Of each GPQA question, the first model's average of five runs less the second's, in points."""
    runs = load("gpqa_runs")
    nano, mini = (runs.filter(like=name).to_numpy() for name in ("gpt_5_nano", "gpt_5_4_mini"))
    return 100 * (nano - mini)


def _around(values, times=1.96):
    reach = times * values.std(ddof=1) / math.sqrt(values.size)
    return (float(values.mean() - reach), float(values.mean() + reach))


def _as_two_tests():
    """The interval for averages of different questions in the two tests."""
    runs = load("gpqa_runs")
    nano, mini = (100 * runs.filter(like=name).mean(axis=1) for name in ("gpt_5_nano", "gpt_5_4_mini"))
    gap, reach = nano.mean() - mini.mean(), 1.96 * math.sqrt((nano.var() + mini.var()) / len(nano))
    return (float(gap - reach), float(gap + reach))


def _turned(pair):
    return (-pair[1], -pair[0])


SINGLE_ANSWERS = "That treats the 990 pairs of answers as separate questions. Average each question first."
exercise(
    "8.5",
    answer=lambda: _around(_differences().mean(axis=1)),
    mistakes=[
        (lambda: _around(_differences()), SINGLE_ANSWERS),
        (lambda: (2.5, 9.2), SINGLE_ANSWERS),
        (lambda: _turned(_around(_differences().mean(axis=1))), "Nano minus mini is asked for. Which is ahead?"),
        (lambda: _around(_differences().mean(axis=1), 1), "That is one standard error to either side. And for 95%?"),
        (
            lambda: tuple(x / 100 for x in _around(_differences().mean(axis=1))),
            "Those are shares; points are asked for.",
        ),
        (_as_two_tests, "That forgets that both answered the same questions. First subtract question by question."),
        (
            lambda: _around(_differences().mean(axis=0)),
            "That is how far the five runs differ. It does not show what other questions would do.",
        ),
    ],
    hint="One number for each question: the average of its five differences. Then it is the margin of 198 numbers.",
    why="The interval is 0.4 to 11.3 points, with p = 0.036 by a paired t-test. All runs are used, and no answer is "
    "counted as a question. The pair was picked because a pilot showed a gap, which favours a lead, so it is "
    "no more than an example.",
    within=0.06,
    unit="points",
)
