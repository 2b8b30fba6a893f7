"""What chapter 0 asks: five of the judgement calls."""

from helpers.exercises import PREDICTIONS
from helpers.exercises.calls import ASKED, CALLS

PREDICTIONS.update({id: CALLS[id] for id in ASKED})
