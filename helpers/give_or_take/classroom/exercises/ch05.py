"""What chapter 5 asks."""

from give_or_take.classroom.exercises import exercise, in_points, prediction
from give_or_take.classroom.exercises.trial import Case
from give_or_take.data import expand, load
from give_or_take.differences import newcombe_interval
from give_or_take.paired import (
    bonett_price_interval,
    paired_newcombe_interval,
    paired_wald_interval,
    tango_interval,
)
from give_or_take.pairs import pair_items

prediction(
    "5A",
    options={
        "a": "By this rule, that goes with eight against four. Ten against two is rarer.",
        "b": "By this rule, that goes with nine against three. Ten against two is rarer.",
        "c": "",
        "d": "It is not that rare: both directions count, and twelve coins are few.",
    },
    right="c",
    because="Twelve coins can fall in 2¹² = 4,096 ways. In 26 of them the split is more uneven, with one "
    "coin or none against the rest, and in 132 it is ten against two. Together, 26 and half of 132 make 92, or 2.2%.",
)
prediction(
    "5B",
    options={
        "a": "That would be so if the two models failed on unrelated problems. They fail on many of the same ones.",
        "b": "",
        "c": "That would take fewer flips: there are still 88 problems on which the models differ.",
        "d": "That would take two models that hardly ever differ. These two differ on 88 problems.",
    },
    right="b",
    because="From 6.0 to 14.2 points is about eight points. Both models meet the same problems, so neither can "
    "be lucky and get the easier ones.",
)
prediction(
    "5C",
    options={
        "a": "",
        "b": "Two columns of the same length always fit.",
        "c": "Each file keeps its own rights and wrongs, whatever their order.",
        "d": "It gets larger, because what the two have in common is lost.",
    },
    right="a",
    because="Each file keeps its right answers, so neither score changes. But now results of different problems stand "
    "side by side, and here they differ far more often.",
)

DESK = (81, 9, 3, 7)  # exercise 5.1
exercise(
    "5.1",
    answer=lambda: in_points(tango_interval(*DESK)),
    mistakes=[
        (lambda: in_points(newcombe_interval(90, 100, 84, 100)), "That treats the two scores as independent."),
        (lambda: in_points(tango_interval(81, 3, 9, 7)), "That is the old one minus the new one."),
        (lambda: (9, 3), "These are the flips. Between which two differences may the true one lie?"),
        (lambda: in_points(paired_wald_interval(*DESK)), "That is the difference plus and minus 1.96 standard errors."),
        (lambda: in_points(paired_newcombe_interval(*DESK)), "That is Newcombe's interval for pairs."),
        (lambda: in_points(bonett_price_interval(*DESK)), "That is Bonett and Price's interval."),
        (
            lambda: in_points(tango_interval(82, 10, 2, 6)),
            "That is the chapter's new desk, with ten for and two against.",
        ),
        (lambda: in_points(tango_interval(*DESK, level=0.9)), "That is at a level of 90%."),
    ],
    within=0.06,
    hint="Four counts go in: both right, only the new, only the old, both wrong. The calculator takes them, and so "
    "does `tango_interval`, which gives fractions. Answer in points, to one decimal.",
    why="The interval holds zero: no gain is shown.",
    unit="points",
    calculator=("the-same-items?know=four",),
)
exercise(
    "5.2",
    choices={
        "a": "The size is the same. How easily could coins have done it?",
        "b": "More flips are more coins, which move the score further by luck alone.",
        "c": "",
        "d": "How large a difference is, and how sure you can be of it, are two things.",
    },
    right="c",
    hint="Think of each flip as a coin.",
    why="It is hard to get ten coins out of ten the same way by luck, but not 105 out of 200.",
)


def flips(old, new, how="inner"):
    """A solution of exercise 5.3."""
    joined = _as_text(old).merge(_as_text(new), on="id", how=how, suffixes=("_old", "_new")).fillna(0)
    return _both_ways(joined["right_old"], joined["right_new"])


def _as_text(table):
    return table.assign(id=table["id"].astype(str))


def _both_ways(old, new):
    return int(((new == 1) & (old == 0)).sum()), int(((old == 1) & (new == 0)).sum())


def by_position(old, new):
    """What comes of two files put side by side, as long as the shorter one."""
    return _both_ways(*(table["right"].to_numpy()[: min(len(old), len(new))] for table in (old, new)))


def flips_cases():
    """Pairs of tables on which each way to join them gives another count."""
    import pandas as pd

    def table(ids, right):
        return pd.DataFrame({"id": ids, "right": right})

    old = table(["q1", "q2", "q3", "q4", "q5", "q6"], [1, 0, 0, 1, 0, 0])
    cases = {
        "two files in one order": (old, table(["q1", "q2", "q3", "q4", "q5", "q6"], [1, 1, 1, 0, 0, 1])),
        "two files in different orders": (old, table(["q6", "q4", "q3", "q1", "q2", "q5"], [1, 0, 1, 1, 1, 0])),
        "a file that lacks two questions": (
            table(["q1", "q2", "q3", "q4", "q5", "q6", "q7"], [1, 1, 0, 0, 0, 0, 1]),
            table(["q4", "q7", "q5", "q3", "q2"], [0, 0, 1, 1, 1]),
        ),
        "files that each lack what the other has": (
            table(["q1", "q2", "q3", "q4"], [1, 1, 0, 0]),
            table(["q9", "q4", "q3", "q2", "q8"], [1, 1, 1, 1, 1]),
        ),
        "numbers as ids in one file, text in the other": (
            table([11, 12, 13, 14, 15], [0, 1, 0, 1, 0]),
            table(["13", "11", "15", "12", "14"], [1, 0, 1, 0, 1]),
        ),
    }
    return [Case(tables, flips(*tables), words=words) for words, tables in cases.items()]


exercise(
    "5.3",
    cases=flips_cases,
    mistakes=[
        (by_position, "That compares row by row. The files need not be in the same order: go by id."),
        (
            lambda old, new: flips(old, new, "outer"),
            "That counts a missing question as wrong. Leave out what only one file has.",
        ),
        (
            lambda old, new: flips(old, new, "left"),
            "That counts what the new file lacks as wrong. Leave out what only one file has.",
        ),
        (
            lambda old, new: flips(old, new, "right"),
            "That counts what the old file lacks as wrong. Leave out what only one file has.",
        ),
        (
            lambda old, new: flips(new, old),
            "Both counts are right, but the other way round: the new system's comes first.",
        ),
        (
            lambda old, new: 2 * (sum(flips(old, new)),),
            "That is all the flips together; one count for each direction is asked for.",
        ),
    ],
    hint="Bring the ids into the same form, join on them, keep what both files have, then count each direction.",
    why="From here it is one line to the test, and another to the interval. `pair_items` joins, too, and counts "
    "what it left out, but it takes 7 and '7' for two different ids.",
)


def of_pairs():
    """How many of the problems with five steps or more both systems solved, just one of them, and none."""
    long = expand(load("gsm8k")).set_index("id").query("solution_steps >= 5")
    pairs = pair_items(long["6b_verification"], long["175b_finetuning"])
    counts = pairs.both, pairs.only_first, pairs.only_second, pairs.neither
    names = "both", "only the small one", "only the large one", "neither"
    return [("solved by", "problems"), *zip(names, counts, strict=True)]


exercise(
    "5.4",
    choices={
        "a": "A large p is no proof of equality. Which differences do these flips leave open?",
        "b": "It did, by a hair. Which losses do these flips leave open?",
        "c": "It also won some. What does the interval of the difference say about both?",
        "d": "",
    },
    right="d",
    hint="The interval first: does it reach below the loss that would matter?",
    why="Anything from four points worse to six points better is possible, so these problems cannot settle it. To "
    "show that the loss is below two points takes nearly four thousand such problems, if the two are truly equal.",
    calculator=("the-same-items?know=four",),
    counts=of_pairs,
)
exercise(
    "5.5",
    answer=lambda: (8, 24),
    mistakes=[
        (lambda: (84, 92), "These are the scores. How many answers must have changed, and how many can have?"),
        (lambda: (0, 24), "The scores differ by eight: at least that many must have flipped."),
        (lambda: (8, 21), "That upper end is for systems that know nothing of each other; they may differ even more."),
        (
            lambda: (8, 16),
            "The questions that the new desk got wrong may all be different from those that the old one got wrong.",
        ),
        (
            lambda: (8, 100),
            "Where both are right nothing flips. On how many questions must both be right, at the least?",
        ),
        (lambda: (2, 10), "Those are the flips of the chapter's two desks, not the bounds."),
    ],
    hint="For the fewest, let all flips go in one direction. For the most, let no question be wrong in both.",
    why="The twelve flips of the chapter lie in between; with unrelated errors there would be about 21.",
    unit="count",
    ends=("fewest", "most"),
)
