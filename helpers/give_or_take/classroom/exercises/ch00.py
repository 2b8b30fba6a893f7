"""What chapter 0 asks: five of the judgement calls."""

from give_or_take.classroom.exercises import PREDICTIONS
from give_or_take.classroom.exercises.calls import ASKED, CALLS

PREDICTIONS.update({id: CALLS[id] for id in ASKED})
