"""What chapter 0 asks: five judgement calls."""

from give_or_take.classroom.exercises import PREDICTIONS
from give_or_take.classroom.exercises.calls import CALLS

PREDICTIONS.update(CALLS)
