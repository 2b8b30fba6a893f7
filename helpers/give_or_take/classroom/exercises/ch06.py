"""What chapter 6 asks."""

from give_or_take.classroom.exercises import exercise, prediction
from give_or_take.contamination import leaked_share
from give_or_take.slices import standardised_difference, standardised_rate


def by_date(model="o1_preview", border="2023-10"):
    """LiveCodeBench by difficulty, before and after a month: right and n of each, as four lists."""
    from give_or_take.data import expand, load

    items = expand(load("livecodebench"))
    counts = []
    for late in (False, True):
        part = items[(items["contest_month"] >= border) == late].groupby("difficulty")[model]
        counts += [part.sum().tolist(), part.count().tolist()]
    return counts


def points(model="o1_preview"):
    """The gap before minus after, in points, with the mix of both together."""
    k, n, j, m = by_date(model)
    return 100 * standardised_difference(k, n, j, m, [a + b for a, b in zip(n, m, strict=True)]).estimate


def crude(model="o1_preview"):
    """The gap of the totals, in points."""
    k, n, j, m = (sum(x) for x in by_date(model))
    return 100 * (k / n - j / m)


prediction(
    "6A",
    options={
        "a": "One slice of 50 falls so low in one test of 700, the worst of twenty in one of 36.",
        "b": "",
        "c": "That is about one slice's ordinary wobble; the worst of twenty goes further.",
        "d": "That would be an ordinary slice. This is the worst of twenty.",
    },
    right="b",
    because="One slice of 50 wobbles by five points; the unluckiest of twenty is about two such wobbles down.",
)
prediction(
    "6B",
    options={
        "a": "That would fit the total. But who got the hard cases?",
        "b": "It is stranger than that.",
        "c": "",
    },
    right="c",
    because="It got most of the large stones, which are hard for everybody.",
)
prediction(
    "6C",
    options={
        "a": "The mix did change, but it explains only a part.",
        "b": "It is the other way round: about so much is the mix.",
        "c": "",
        "d": "Then the mix would have to be the same in both.",
    },
    right="c",
    because="The mix takes away four to five points; the rest is within the difficulties.",
)

exercise(
    "6.1",
    answer=lambda: 100 * standardised_rate([90, 190], [100, 300], weights=[300, 100]).estimate,
    mistakes=[
        (lambda: 70, "That is this month as it is, with its own mix."),
        (lambda: 82.5, "That is last month's score."),
        (lambda: 100 * (0.9 + 190 / 300) / 2, "That gives easy and hard the same weight; last month had 300 and 100."),
    ],
    within=0.06,
    hint="This month's rate of each kind, weighted with last month's 300 and 100: standardised_rate(...).estimate.",
    why="So with one mix this month is no worse, while its total fell by 12.5 points.",
)
exercise(
    "6.2",
    choices={
        "a": "",
        "b": "One table in four without any effect has such a p among its 30.",
        "c": "Honest, and no news: adjusted it is 0.3, which counts only the slices you kept. What would tell more?",
        "d": "Taking it out after looking would make the score better by choice.",
    },
    right="a",
    hint="How often is a p of 0.01 among 30 where nothing is wrong? And what would tell you more?",
    why="Fresh questions of that one kind test one idea, fixed beforehand.",
)
exercise(
    "6.3",
    answer=points,
    mistakes=[
        (crude, "That is the crude gap: the mix is still in it."),
        (lambda: points("o1_mini"), "That is the other model, o1-mini."),
        (lambda: -points(), "Right size, other direction: before minus after."),
    ],
    within=0.06,
    hint='As in the cell of prediction 6C, with "o1_preview"; then 100 * fresh_gap(...).standardised.estimate.',
    why="About half of its crude gap was the mix.",
)
exercise(
    "6.4",
    choices={
        "a": "Luck made the leads, but leads in every slice of one mix add up to a lead.",
        "b": "Simpson's paradox needs two different mixes. Same items, same mix.",
        "c": "Even tiny leads in every slice add up to a lead.",
        "d": "",
    },
    right="d",
    hint="If both mixes are equal, can the total of one fall behind?",
    why="Ask for the counts first: right and n of each category, for both.",
)
exercise(
    "6.5",
    answer=lambda: 100 * leaked_share(0.70, 0.64),
    mistakes=[
        (lambda: 6, "That is the gap. An item that leaks adds only what was not right before."),
        (lambda: 600 / 70, "Divided by the public score; which items can still gain from a leak?"),
        (lambda: 600 / 64, "Divided by the fresh score; which items can still gain from a leak?"),
        (lambda: 20, "Divided by what is wrong in public; take what is wrong on fresh items."),
    ],
    within=0.06,
    hint="Of the fresh items a share is wrong; a leak makes such an item right. leaked_share does it; then in percent.",
    why="And only if nothing else makes the gap. With an interval it would be wide.",
)
