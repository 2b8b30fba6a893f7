"""A guess before the result: the reader commits, then looks."""

import json
import math
from numbers import Real
from pathlib import Path

from give_or_take.classroom.exercises import PREDICTIONS, find, is_blank, letter, letters, numbers

MARKER, STORE = ".give-or-take", "predictions.json"


def reveal(id, guess, truth=None):
    """Reply to a prediction, once the result is on the screen. A blank is fine.

    Parameters
    ----------
    id : str
        The prediction, as in its text: "1A".
    guess : str, (float, float) or ...
        A letter; or, where a range is asked for, `(low, high)`; or the dots (an earlier guess then counts, if kept).
    truth : float, optional
        The result, where a range is asked for, in the same unit.

    Raises
    ------
    TypeError, ValueError
        If there is no such prediction, or a range is asked for and `truth` is not a finite number. Never for the guess.

    Examples
    --------
    >>> reveal("1A", ...)  # doctest: +ELLIPSIS
    No guess this time, and that is fine. ...
    """
    asked = find(id, PREDICTIONS, "prediction")
    if asked.options:
        print(_reply_to_letter(asked, guess))
    else:
        print(_reply_to_range(asked, guess, truth))


def note(id, guess):
    """Keep a guess whose result comes later, in another chapter.

    Parameters
    ----------
    id : str
        The judgement call, as in its text: "0A".
    guess : str
        A letter, or the dots.

    Raises
    ------
    TypeError, ValueError
        If there is no such prediction.

    Examples
    --------
    >>> note("0A", "b")
    0A: "b". (To keep it, open the chapters with make lab.)
    """
    asked = find(id, PREDICTIONS, "prediction")
    said = letter(guess, asked.options)
    if is_blank(guess):
        print(f"{id}: no call yet. Come back when you like.")
    elif said is None:
        print(f"{id}: answer with one letter in quotes: {letters(asked.options)}.")
    else:
        kept = _store(id, {"guess": said})
        print(f'{id}: "{said}", noted.' if kept else f'{id}: "{said}". (To keep it, open the chapters with make lab.)')


def _reply_to_letter(asked, guess):
    kept = _kept().get(asked.id, {})
    # A judgement call counts wherever it was made; the guess of another prediction only until it is settled.
    earlier = kept.get("guess") if asked.asks or "hit" not in kept else None
    said = letter(earlier if is_blank(guess) else guess, asked.options)
    if is_blank(guess) and said is None:
        return f"No guess this time, and that is fine. {asked.because}"
    if said is None:
        return f"Guess with one letter in quotes: {letters(asked.options)}. {asked.because}"
    _store(asked.id, {"guess": said, "hit": said == asked.right})
    if said == asked.right:
        return f'You said "{said}", and so it is. {asked.because}'
    return f'You said "{said}". {asked.options[said]} {asked.because}'


def _reply_to_range(asked, guess, truth):
    if isinstance(truth, bool) or not isinstance(truth, Real) or not math.isfinite(truth):
        raise TypeError(f"truth must be one finite number, the result that the range should hold, got {truth!r}")
    result = f"The result is {truth:g}{asked.unit}. {asked.because}"
    if is_blank(guess):
        return f"No range this time, and that is fine. {result}"
    given = numbers(guess)
    if given is None or len(given) != 2 or not all(math.isfinite(x) for x in given):
        return f"A range is two numbers in round brackets, (low, high). {result}"
    low, high = sorted(given)
    hit = low <= truth <= high
    _store(asked.id, {"guess": [low, high], "hit": hit, "truth": truth})
    verdict = "holds it" if hit else "misses it, as one honest 90% range in ten should"
    return f"{result} Your range, {low:g} to {high:g}, {verdict}."


def _kept():
    """The guesses kept so far, by id; none outside the learner's own copy."""
    try:
        kept = json.loads(Path(STORE).read_text(encoding="utf-8")) if Path(MARKER).exists() else {}
    except (OSError, ValueError):
        return {}
    return {id: entry for id, entry in kept.items() if isinstance(entry, dict)} if isinstance(kept, dict) else {}


def _store(id, entry):
    """Remember a guess, in the learner's own copy only (the folder that `make lab` made and marked); return whether."""
    if not Path(MARKER).exists():
        return False
    try:
        Path(STORE).write_text(json.dumps(_kept() | {id: entry}, indent=1), encoding="utf-8")
    except OSError as error:
        print(f"(Your guess could not be kept in {STORE}: {error.strerror}.)")
        return False
    return True
