"""What chapter 5 asks."""

from give_or_take.classroom.exercises import exercise, in_points, prediction
from give_or_take.differences import newcombe_interval
from give_or_take.paired import items_for_paired, mcnemar_test, tango_interval
from give_or_take.power import items_for_power


def swe(first="gpt_5", second="kimi_k2"):
    """Two runs of SWE-bench Pro, paired."""
    from give_or_take.data import expand, load
    from give_or_take.paired import pair_items

    runs = expand(load("swe_bench_pro")).set_index("id")
    return pair_items(runs[first], runs[second])


def as_if_independent():
    """The same two runs by chapter 4's interval."""
    both, first, second, neither = swe().table
    n = both + first + second + neither
    return newcombe_interval(both + first, n, both + second, n)


prediction(
    "5A",
    options={
        "a": "Eight to four, or worse, is more common than that. Ten to two is rarer.",
        "b": "",
        "c": "It is not quite that rare: both directions count.",
        "d": "It is not that rare: both directions count, and 12 coins are few.",
    },
    right="b",
    because="158 of the 4,096 ways in which 12 coins can fall.",
)
prediction(
    "5B",
    options={
        "a": "It takes two systems that hardly ever differ.",
        "b": "That is what one reads; it takes two systems that are much more alike.",
        "c": "",
        "d": "That would be so if their errors were unrelated.",
    },
    right="c",
    because="Easy and hard problems no longer count as luck; but 361 flips remain.",
)
prediction(
    "5C",
    options={
        "a": "",
        "b": "Two columns of one length always fit.",
        "c": "Each file keeps its own rights and wrongs, whatever their order.",
        "d": "It grows: what the two have in common is lost.",
    },
    right="a",
    because="Each file still has its own score; only who met whom is gone.",
)

exercise(
    "5.1",
    answer=lambda: mcnemar_test(9, 3).p_value,
    mistakes=[
        (
            lambda: mcnemar_test(9, 3, "exact").p_value,
            "That is the exact test. Mid-p gives what was seen, and its mirror, half its weight.",
        ),
        (lambda: mcnemar_test(9, 3, "asymptotic").p_value, "That is the asymptotic test."),
        (lambda: mcnemar_test(9, 3).p_value / 2, "That is one-sided; flips for and against both count."),
        (lambda: 1 - mcnemar_test(9, 3).p_value, "That is one minus the p-value."),
        (lambda: mcnemar_test(10, 2).p_value, "That is the desk's 10 and 2."),
    ],
    hint="mcnemar_test with both numbers of flips; its .p_value.",
    why="With the same 12 flips as the desk, one of them the other way: now it cannot tell.",
    share=0.03,
)
exercise(
    "5.2",
    choices={
        "a": "The size is the same. How easily could coins have done it?",
        "b": "More flips are more coins: they move the score further by luck alone.",
        "c": "",
        "d": "How large a difference is and how sure it is are two things.",
    },
    right="c",
    hint="Think of each flip as a coin.",
    why="Ten out of ten coins one way are hard to get by luck; 105 out of 200 are not.",
)
exercise(
    "5.3",
    answer=lambda: in_points(tango_interval(swe())),
    mistakes=[
        (lambda: in_points(tango_interval(swe("kimi_k2", "gpt_5"))), "That is the second minus the first."),
        (lambda: in_points(tango_interval(swe("claude_sonnet_4_5", "gpt_5"))), "That is another pair of runs."),
        (lambda: in_points(as_if_independent()), "That takes the two runs for independent; they share the issues."),
    ],
    within=0.06,
    hint="pair_items with the two columns, indexed by id; then tango_interval(pairs), in points.",
    why="The items are one sample of issues. With repositories drawn too, it would be wider: chapter 8.",
)
exercise(
    "5.4",
    answer=lambda: items_for_paired(0.10, 0.06),
    mistakes=[
        (lambda: items_for_power(0.80, 0.84), "That is each of two independent runs."),
        (lambda: items_for_paired(0.12, 0.08), "That is for 20% of the items flipping."),
        (lambda: items_for_paired(0.07, 0.03), "That is for 10% of the items flipping."),
        (lambda: items_for_paired(0.16, 0.04), "The two arguments are the flips for and against, not total and net."),
        (lambda: items_for_paired(0.20, 0.16), "Those two add up to more; together they must be 16%."),
        (lambda: items_for_paired(0.10, 0.06) - 1, "Rounded the wrong way."),
    ],
    hint="Which two shares add up to 16% and differ by four points? Then items_for_paired.",
    why="Of the 16%, 12 cancel each other. The more do, the more items it takes.",
    whole=True,
)
exercise(
    "5.5",
    answer=lambda: (8, 24),
    mistakes=[
        (lambda: (0, 24), "The scores differ by eight: at least so many must have flipped."),
        (lambda: (8, 21), "That upper end is for systems that know nothing of each other; they may differ still more."),
        (lambda: (8, 16), "What the new desk got wrong and what the old one did may all be different questions."),
        (lambda: (8, 100), "Where both are right nothing flips; at least how many must that be?"),
        (lambda: (2, 10), "Those are the flips of the desk, not the bounds."),
    ],
    hint="Least: all the gains in one direction. Most: no item wrong in both.",
    why="The desk's 12 lie in between; unrelated errors would give about 21.",
)
