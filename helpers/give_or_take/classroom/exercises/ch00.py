"""What chapter 0 asks: five judgement calls, and a question that is answered at once."""

from give_or_take.classroom.exercises import PREDICTIONS, prediction
from give_or_take.classroom.exercises.calls import CALLS

PREDICTIONS.update(CALLS)
prediction(
    "0F",
    options={
        "a": "The same system, asked twice, differs by so much very often.",
        "b": "Luck does that far more often: it is in both weeks.",
        "c": "",
    },
    right="c",
    because="If 70% is its rate, two weeks lie 4 answers or more apart about half of the time.",
)
