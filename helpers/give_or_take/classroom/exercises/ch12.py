"""What chapter 12 asks."""

from give_or_take.classroom.exercises import exercise, prediction
from give_or_take.classroom.exercises.trial import Case
from give_or_take.paired import items_for_paired_non_inferiority

prediction(
    "12A",
    options={
        "a": "The row without an id is out, and the timeout. What of q2, once wrong and once right?",
        "b": "q2 stands there twice, once wrong and once right. Which of the two counts?",
        "c": "q5 has two cells of three. Was the file cut off there, or in the middle of a number?",
        "d": "",
    },
    right="d",
    because="Five rows need a decision. Only q1 counts as it stands.",
)
prediction(
    "12B",
    options={
        "a": "A verifier can only pick among answers that the model finds. How often does a small one find long ones?",
        "b": "The gain of the whole is an average. What do the short problems bring to it?",
        "c": "",
        "d": "That would take a loss on these problems. Compare how many each has right.",
    },
    right="c",
    because="The slices differ, p = 0.004: the gain comes mostly from the short problems.",
)
prediction(
    "12C",
    options={
        "a": "Multiply the smallest of the six p-values by six. Is it below 0.05?",
        "b": "",
        "c": "So many intervals leave zero out. What is left when six pairs are six chances?",
        "d": "So many are left if each issue is taken as separate.",
    },
    right="b",
    because="Allowing for repositories and six pairs, one is left, only just: no ranking.",
)


def tally_up(log):
    """A solution of exercise 12.1."""
    grades = [entry.get("grade") for entry in log.values()]
    return grades.count("pass"), grades.count("fail"), len(grades) - grades.count("pass") - grades.count("fail")


def _logs():
    def log(*grades):
        return {f"q{i}": {} if grade == "" else {"grade": grade} for i, grade in enumerate(grades, 1)}

    cases = [
        (log("pass", "fail", "pass", "fail", "fail"), "five questions, all graded"),
        (log("pass", None, "fail", "", "pass", "pass"), "one grade that is None, and one entry without a grade"),
        (log("", None, "", "fail"), "only one grade"),
    ]
    return [Case((one,), tally_up(one), words=words) for one, words in cases]


exercise(
    "12.1",
    cases=_logs,
    mistakes=[
        (
            lambda log: (tally_up(log)[0], sum(tally_up(log)[1:]), 0),
            "What has no grade is no fail yet. Give it a number of its own, and decide later.",
        ),
        (
            lambda log: (*tally_up(log)[:2], sum(entry.get("grade", "") is None for entry in log.values())),
            "An entry may be without a grade in two ways: it is None, or it is not there.",
        ),
        (
            lambda log: (*tally_up(log)[:2], sum("grade" not in entry for entry in log.values())),
            "An entry may be without a grade in two ways: it is None, or it is not there.",
        ),
        (lambda log: tally_up(log)[:2], "Nothing may disappear: how many have no grade?"),
        (lambda log: (tally_up(log)[0], len(log)), "Three numbers are asked for: right, wrong, and without a grade."),
    ],
    hint="Three numbers are asked for, in this order. What does `get` of a dict give for a key that is not there?",
    why="The three add up, so that nothing is lost without a word. For a format of your own, write a JSON file of ids, "
    "each with true, false or null: `read_results` takes that.",
)
exercise(
    "12.2",
    choices={
        "a": "Zero lies in the interval. Can you exclude that nothing changed?",
        "b": "",
        "c": "An interval from minus one to plus three leaves room for quite different truths.",
        "d": "A loss of the margin is what you wanted to exclude. Is it in the interval?",
    },
    right="b",
    hint="Compare the lower end with the margin, and then with zero.",
    why="The loss is ruled out, and zero is not: better stays open.",
)
exercise(
    "12.3",
    choices={
        "a": "A ranking says of each neighbour that it is behind. For how many of these pairs is that shown?",
        "b": "How many pairs does the report tell apart? One is not none.",
        "c": "",
        "d": "More issues from these repositories would not help much. What is the claim about?",
    },
    right="c",
    hint="Read the tied sets: two systems in one set cannot be told apart.",
    why="Sets of systems that cannot be told apart are what these issues can show.",
)
exercise(
    "12.4",
    answer=lambda: items_for_paired_non_inferiority(0.05, 0.05, 0.02),
    mistakes=[
        (lambda: items_for_paired_non_inferiority(0.10, 0.10, 0.02), "Ten in a hundred flip in all, five each way."),
        (lambda: items_for_paired_non_inferiority(0.05, 0.05, 0.01), "The margin is two points."),
        (
            lambda: items_for_paired_non_inferiority(0.05, 0.05, 0.02, method="normal"),
            "That is what the formula gives. Counted exactly it takes a few more: let the function do it.",
        ),
        (lambda: items_for_paired_non_inferiority(0.05, 0.05, 0.02, power=0.9), "Four times in five is 80%."),
    ],
    hint="Equally good systems flip both ways alike. `items_for_paired_non_inferiority` takes the two shares.",
    why="If you have fewer questions, get more, or accept that the gate often says *cannot tell* about a system that "
    "is just as good. The margin stays what it is: the loss that would not matter.",
    within=12,
    unit="count",
)
