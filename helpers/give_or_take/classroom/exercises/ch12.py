"""What chapter 12 asks."""

from give_or_take.classroom.exercises import exercise, prediction
from give_or_take.classroom.exercises.trial import Case
from give_or_take.paired import items_for_paired_non_inferiority

prediction(
    "12A",
    options={
        "a": "The row without an id is out, and so is the timeout. What about q2, once wrong and once right?",
        "b": "q2 is there twice, once wrong and once right. Which of the two counts?",
        "c": "q5 has only two of its three cells. Was the file cut off there, or in the middle of a number?",
        "d": "",
    },
    right="d",
    because="Only q1 counts as it stands. For the other five rows, somebody has to decide what they mean.",
)
prediction(
    "12B",
    options={
        "a": "The first row of the table shows such a lead. But the longest problems are in the last.",
        "b": "The 4.3 points are an average over all problems. Compare the first row of the table with the last.",
        "c": "",
        "d": "Then the old one would have more of these problems right. Compare the two counts in the last row.",
    },
    right="c",
    because="The new system has 48 of these 325 right and the old one 45. Its lead comes from the short problems.",
)
prediction(
    "12C",
    options={
        "a": "",
        "b": "At 60%, the line is already below the dashed one. Where does it get there?",
        "c": "At 80%, the line is far below the dashed one. Where does it get there?",
        "d": "Look at the right end of the line. Is it above the dashed line or below?",
    },
    right="a",
    because="The line reaches minus two at 43% long problems.",
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
            "An entry without a grade is not a fail yet. Give those a count of their own, and decide later.",
        ),
        (
            lambda log: (*tally_up(log)[:2], sum(entry.get("grade", "") is None for entry in log.values())),
            "An entry can lack a grade in two ways: it is None, or it is not there.",
        ),
        (
            lambda log: (*tally_up(log)[:2], sum("grade" not in entry for entry in log.values())),
            "An entry can lack a grade in two ways: it is None, or it is not there.",
        ),
        (lambda log: tally_up(log)[:2], "Nothing may disappear: how many have no grade?"),
        (lambda log: (tally_up(log)[0], len(log)), "Three numbers are asked for: right, wrong, and without a grade."),
    ],
    hint="Three numbers are asked for, in this order. What does `get` of a dict give for a key that is not there?",
    why='If your three do not add up to all entries, there is a grade that nobody told you of, such as "error": ask. '
    "For a format of your own, write a JSON file of ids, each with true, false or null: `read_results` reads that.",
)
exercise(
    "12.2",
    choices={
        "a": "Zero lies in the interval. Can you rule out that nothing changed?",
        "b": "",
        "c": "An interval from minus one to plus three leaves room for quite different truths.",
        "d": "A loss as large as the margin is what you wanted to rule out. Is it in the interval?",
    },
    right="b",
    hint="Compare the lower end with the margin, and then with zero.",
    why="The loss is ruled out and zero is not, so it stays open whether the new one is better.",
)
exercise(
    "12.3",
    choices={
        "a": "A ranking says that each one is ahead of the next. For how many of these pairs is that shown?",
        "b": "Do two systems that cannot be told apart ever fail to share a set?",
        "c": "",
        "d": "For other repositories, more repositories would help most. But what do these sets already say?",
    },
    right="c",
    hint="Which two systems are never in the same set?",
    why="A ranking from first to fourth would claim six differences, and these issues show only one. "
    "If missing results count as fails, the sets change, as *Going further* shows.",
)
exercise(
    "12.4",
    answer=lambda: items_for_paired_non_inferiority(0.05, 0.05, 0.02),
    mistakes=[
        (lambda: items_for_paired_non_inferiority(0.10, 0.10, 0.02), "Ten in a hundred flip in all: five each way."),
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

ITEMS = "(questions|items|problems|tasks|prompts|tickets|issues|cases|answers|summaries|documents|conversations)"
exercise(
    "12.5",
    signs=[
        (
            "how many were asked, as in *84 of 100*",
            rf"\d ?(of|/) ?(the )?(same )?\d|\bn ?= ?\d|\d( \w+)?( \w+)? {ITEMS}\b",
        ),
        (
            "of what these are a sample, as in *drawn from*, *a random sample of* or *only these*",
            r"\bsampl|\brandom|\bdrawn\b|\b(like|only|exactly|just) (these|those)\b",
        ),
        (
            "an interval, as in *1.4 to 15.8* or *give or take 7*",
            r"\d%?( points)? (to|and|–) [-−+]?\d|\d%[-–]\d|± ?\d|\+/- ?\d|give or take \w",
        ),
        (
            "compared with what, as in *the same questions*, *other questions* or *with nothing*",
            rf"\bsame\b|\bpaired\b|\b(other|different|separate) {ITEMS}\b|\bothers\b|\bwith nothing\b",
        ),
        (
            "how many runs there were, as in *once each* or *five runs*",
            r"\bonce\b|\btwice\b|\bruns?\b|\btimes\b|\bseeds?\b",
        ),
        (
            "who graded, as in *graded by*, *a judge* or *labelled*",
            r"\bgrad(e|er|ers|ed|ing)\b|\bjudged?\b|\blabell?ed\b|\bchecked\b|\bexact match",
        ),
        ("what it does not say", r"\bnot\b|n['’]t\b|\bcannot\b|\bunknown\b"),
    ],
    hint="I look for a few words and numbers, and cannot tell whether they are true.",
    why="Whether it is true, and whether a stranger could check it, only a reader can tell. Give it to a friend.",
)
