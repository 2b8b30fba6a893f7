"""What chapter 8 asks."""

import math

from scipy.stats import t

from give_or_take.classroom.exercises import exercise, prediction
from give_or_take.classroom.exercises.trial import Case
from give_or_take.data import expand, load

prediction(
    "8A",
    options={
        "a": "So far runs of the *same* questions wobble, over √5. What do all five share?",
        "b": "That would take 500 different questions. How many are different here?",
        "c": "",
        "d": "That would be so if all five runs gave the same answers.",
    },
    right="c",
    because="3.7 points become 2.7: luck of the questions stays.",
)
prediction(
    "8B",
    options={
        "a": "What do all fifty sets have in common? And what does that leave out?",
        "b": "So it would be if each set brought templates of its own.",
        "c": "",
    },
    right="c",
    because="All fifty have the same templates: that luck never shows.",
)
prediction(
    "8C",
    options={
        "a": "That is rarer still than with a coin for each flip.",
        "b": "About so often with a coin for each flip. How many coins are there here?",
        "c": "Eleven coins fall to one side more easily than that.",
        "d": "",
    },
    right="d",
    because="240 of 2,048: a coin per repository, not per issue.",
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
        (lambda answers: _margin(answers["right"]), "That takes every answer for an item of its own."),
        (
            lambda answers: float(
                100 * 1.96 * math.sqrt(answers["right"].mean() * (1 - answers["right"].mean()) / len(answers))
            ),
            "That formula takes every answer for an item of its own. Average each item first.",
        ),
        (_of_runs, "That is how far the runs differ. Which items came does not show in it."),
        (lambda answers: margin_of_error(answers) / 100, "That is a fraction; points are asked for."),
        (lambda answers: margin_of_error(answers) / 1.96, "That is one standard error. The margin has 1.96."),
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
    hint="One average for each item: groupby. Then it is the margin of a mean of so many numbers.",
    why="It takes any number of runs. With few items, or near 0% and 100%, it is too short.",
)
exercise(
    "8.2",
    answer=lambda: 300 / (1 + 4 * 0.25),
    mistakes=[
        (lambda: 300 / (1 + 5 * 0.25), "A question has four others in its document, not five."),
        (lambda: 300 * 0.25, "The correlation is no share of the items. How many others weigh on each?"),
        (lambda: 60, "That would be so if all five questions of a document always went together."),
        (lambda: 300 * (1 + 4 * 0.25), "Questions that travel together are worth less, not more."),
        (lambda: 1 + 4 * 0.25, "So many times is the variance larger. What is left of 300?"),
    ],
    hint="Each question has four others in its document, and each of these weighs on it with the correlation.",
    why="Ten questions each: 600/3.25 = 185. Twice the documents: 600/2 = 300.",
    unit="count",
)
exercise(
    "8.3",
    choices={
        "a": "All three runs have the same questions. Can their scores show what others would do?",
        "b": "",
        "c": "What would have to differ between the runs for the questions to show?",
        "d": "They show one kind of luck. Which?",
    },
    right="b",
    hint="What was drawn anew from run to run?",
    why="For 500 other questions it is some 1.6 points, chapter 2's, less what the runs average out.",
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
        "b": "A loss was allowed for. How large a one?",
        "c": "They would tell more about these eleven. What do you want to know about?",
        "d": "",
    },
    right="d",
    hint="Take `groups=` into the pairs, and `clustered_tango_interval` of them. Does it reach below minus twelve?",
    why="Thirteen points less are possible; until you know, stay. By single issues you would have switched.",
    calculator=("the-same-items", "It takes the last row, as single issues; by repository, see the solution."),
    counts=of_pairs_by_repository,
)
exercise(
    "8.5",
    answer=lambda: 6,
    mistakes=[
        (lambda: 5, "One way in 32, and its mirror image: is that below 0.05?"),
        (lambda: 4, "One way in 16, and its mirror image: is that below 0.05?"),
    ],
    hint="How many ways are there for so many coins, and how many are as one-sided as that?",
    why="Two of 64 ways are 0.031. With five groups the exact test cannot get below 0.0625, whatever the result.",
    whole=True,
    unit="count",
)
