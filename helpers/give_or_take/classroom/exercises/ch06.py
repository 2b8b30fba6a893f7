"""What chapter 6 asks."""

from give_or_take.classroom.exercises import exercise, prediction
from give_or_take.classroom.exercises.trial import Case
from give_or_take.contamination import leaked_share

prediction(
    "6A",
    options={
        "a": "That would fit the total. But who got the hard cases?",
        "b": "Then each operation would be ahead on one size. Read all four rates before you settle for that.",
        "c": "",
    },
    right="c",
    because="Open surgery does better on both sizes, but it had to treat most of the large stones, which are harder.",
)
prediction(
    "6B",
    options={
        "a": "That would be an ordinary slice. This is the worst of twenty.",
        "b": "That is about one slice's ordinary wobble; the worst of twenty falls further.",
        "c": "",
        "d": "A single slice of 50 falls that low in one test of 700, and the worst of twenty in one of 36.",
    },
    right="c",
    because="By luck alone, one slice in twenty scores 74% or less on 50 questions, and here there are twenty.",
)
prediction(
    "6C",
    options={
        "a": "One question in ten leaked. How many of those would have been wrong?",
        "b": "",
        "c": "That adds a tenth of the 60. Which questions can still gain from a leak?",
        "d": "That would be so if every leaked question had been wrong otherwise.",
    },
    right="b",
    because="A leak can only turn a wrong answer into a right one, and six leaked questions in ten were right anyway.",
)


def in_mix(rows, weights):
    """A solution of exercise 6.1."""
    import pandas as pd

    weights = pd.Series(weights)
    rates = rows.groupby("slice")["right"].mean().loc[list(weights.index)]  # a slice that is missing is a KeyError
    return float(100 * (rates @ weights) / weights.sum())


def in_mix_cases():
    """Rows whose slices stand in another order than the weights, are not all in the mix, or lack one of it."""
    import pandas as pd

    def rows(**counts):
        pairs = [(name, int(i < k)) for name, (k, n) in counts.items() for i in range(n)]
        return pd.DataFrame(pairs[::2] + pairs[1::2], columns=["slice", "right"])

    two, three = rows(easy=(9, 10), hard=(12, 20)), rows(law=(3, 6), tax=(9, 12), art=(2, 10))
    more = rows(hard=(10, 40), easy=(24, 30), odd=(1, 10))
    asked = (
        (two, {"hard": 1, "easy": 3}),
        (three, {"tax": 0.5, "law": 0.3, "art": 0.2}),
        (more, {"easy": 200, "hard": 300}),
    )
    return [Case(arguments, in_mix(*arguments)) for arguments in asked] + [
        Case((two, {"easy": 1, "hard": 1, "code": 2}), Exception)
    ]


def _rates(rows):
    return rows.groupby("slice")["right"].mean()


def _without_the_missing(rows, weights):
    import pandas as pd

    weights = pd.Series(weights)
    return float(100 * (_rates(rows) * weights).sum() / weights.sum())


def _by_position(rows, weights):
    import pandas as pd

    weights = pd.Series(weights)
    return float(100 * (_rates(rows).to_numpy() @ weights.to_numpy()) / weights.sum())


def _not_shares(rows, weights):
    import pandas as pd

    weights = pd.Series(weights)
    return float(100 * (_rates(rows).loc[list(weights.index)] @ weights))


def _as_in_the_chapter(rows, weights):
    import pandas as pd

    return float((_rates(rows) * pd.Series(weights)).sum())


exercise(
    "6.1",
    cases=in_mix_cases,
    mistakes=[
        (
            _without_the_missing,
            "A slice of the mix has no rows. Without its rate there is no answer; raise an error.",
        ),
        (_by_position, "That pairs rates and weights by their place. Pair them by the name of the slice."),
        (_not_shares, "The weights need not add up to one: they may be counts. Divide by their sum."),
        (
            lambda rows, weights: _not_shares(rows, weights) / 100,
            "The weights need not add up to one: divide by their sum. And the rate is asked for in percent.",
        ),
        (
            _as_in_the_chapter,
            "That is how the chapter does it. But here the weights need not add up to one, the rate is asked for in "
            "percent, and the rows may have a slice that the mix lacks.",
        ),
        (lambda rows, weights: in_mix(rows, weights) / 100, "That is a fraction; the rate is asked for in percent."),
        (
            lambda rows, weights: float(100 * rows["right"].mean()),
            "That is the score with the rows' own mix.",
        ),
        (
            lambda rows, weights: float(100 * _rates(rows).loc[list(weights.keys())].mean()),
            "That gives each slice the same weight. Use those of the mix.",
        ),
    ],
    hint="A score in a mix is share times rate, added up over the slices. Which rate belongs to which share? pandas "
    "pairs them by name if both are a Series. But what becomes of a name that only one of them has?",
    why="Now you can compare any two months in the mix that matters to you, from nothing but the rows.",
)
exercise(
    "6.2",
    choices={
        "a": "",
        "b": "If nothing is wrong, one table in four has such a p among its 30.",
        "c": "That is honest, but it settles nothing: adjusted for 30 slices, p is 0.3. What would tell you more?",
        "d": "If you leave it out after looking, the score gets better only because you chose so.",
    },
    right="a",
    hint="How often is there a p of 0.01 among 30 slices if nothing is wrong? And what would tell you more?",
    why="Fresh questions of that kind test a single idea, which you fixed beforehand.",
)
exercise(
    "6.3",
    answer=lambda: 100 * leaked_share(0.70, 0.64),
    mistakes=[
        (
            lambda: 70,
            "That is the public score. Which share of the items must have leaked to lift it above the fresh one?",
        ),
        (lambda: 64, "That is the score on fresh items. What lifts the public one above it?"),
        (lambda: 6, "That is the gap. A leaked item adds something only if it would have been wrong."),
        (lambda: 600 / 70, "That divides by the public score. Which items can still gain from a leak?"),
        (lambda: 600 / 64, "That divides by the fresh score. Which items can still gain from a leak?"),
        (lambda: 20, "That divides by what is wrong on public items; take what is wrong on fresh ones."),
    ],
    within=0.06,
    hint="What would the public score be if a share s leaked? Set it equal to 70%, and solve for s.",
    why="That holds only if nothing else makes the gap, and the interval would be wide.",
    unit="percent",
)
exercise(
    "6.4",
    choices={
        "a": "Luck can make a lead in a category. Make up counts with such leads, and add them up.",
        "b": "It needs two different mixes. Which questions did each system get?",
        "c": "Give B one more right answer than A in each category, and count all right answers.",
        "d": "",
    },
    right="d",
    hint="If both systems have the same mix, can the one that leads in every category fall behind in total?",
    why="Ask for the counts first: how many were right, and out of how many, in each category, for both.",
)
exercise(
    "6.5",
    choices={
        "a": "Those problems have been public for years. What do your users bring?",
        "b": "",
        "c": "More problems would tell you more about zero. But can the gain be three points? Look at the upper end.",
        "d": "The decision is right, but its reason is not shown: a gap may have more than one cause.",
    },
    right="b",
    hint="Which of the two sets stands for what users will bring? Compare its interval with the three points.",
    why="On the fresh problems the interval goes from minus six to plus one, and switching pays only from three.",
    calculator=("two-runs",),
)
