"""A guess before the result: the reader commits, then looks."""

import hashlib
import json
import math
from numbers import Real
from pathlib import Path

from give_or_take.classroom.exercises import PREDICTIONS, find, is_blank, letter, letters, numbers, say
from give_or_take.saving import replace, why

MARKER, STORE = ".give-or-take", "predictions.json"


def reveal(id, guess, truth=None):
    """Say what is right and why, once the result is on the screen, and reply to the guess. A blank is fine.

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
    No guess, and that is fine: it is "c". At a true rate of 84%, ...
    """
    question = find(id, PREDICTIONS, "prediction")
    if question.options:
        say(_reply_to_letter(question, guess))
    else:
        say(_reply_to_range(question, guess, truth))


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
    question = find(id, PREDICTIONS, "prediction")
    choice = letter(guess, question.options)
    if is_blank(guess):
        print(f"{id}: no call yet. Come back when you like.")
    elif choice is None:
        print(f"{id}: answer with one letter in quotes: {letters(question.options)}.")
    elif _store(question, {"guess": choice}):
        print(f'{id}: "{choice}", noted. Chapter {question.settled} settles it.')
    else:
        print(f'{id}: "{choice}". (To keep it, open the chapters with make lab.)')


def _reply_to_letter(question, guess):
    entry = _stored().get(question.id, {})
    if entry.get("question") != _fingerprint(question):
        entry = {}  # it answered an earlier edition's question of the same name
    # A judgement call counts wherever it was made; the guess of another prediction only until it is settled.
    earlier = entry.get("guess") if question.asks or "hit" not in entry else None
    choice = letter(earlier if is_blank(guess) else guess, question.options)
    name = f"{question.id}: " if question.asks else ""  # a call is asked again where there may be several
    right = f'it is "{question.right}".'
    if choice is None and is_blank(guess):
        return f"{name}No guess, and that is fine: {right} {question.because}"
    if choice is None:
        return f"{name}A guess is one letter in quotes, {letters(question.options)}; {right} {question.because}"
    _store(question, {"guess": choice, "hit": choice == question.right})
    if choice == question.right:
        return f'{name}You said "{choice}", and so it is. {question.because}'
    return f'{name}You said "{choice}"; {right} {question.options[choice]} {question.because}'


def _reply_to_range(question, guess, truth):
    if isinstance(truth, bool) or not isinstance(truth, Real) or not math.isfinite(truth):
        raise TypeError(f"truth must be one finite number, the result that the range should hold, got {truth!r}")
    result = f"The result is {truth:g}{question.unit}. {question.because}"
    if is_blank(guess):
        return f"No range, and that is fine. {result}"
    ends = numbers(guess)
    if ends is None or len(ends) != 2 or not all(math.isfinite(x) for x in ends):
        return f"A range is two numbers in round brackets, (low, high). {result}"
    low, high = sorted(ends)
    hit = low <= truth <= high
    _store(question, {"guess": [low, high], "hit": hit, "truth": truth})
    verdict = "holds it" if hit else "misses it, as one honest 90% range in ten should"
    return f"{result} Your range, {low:g} to {high:g}, {verdict}."


def _fingerprint(question):
    """A hash of what makes a question itself: its words, its letters with their meanings, the right one, the unit."""
    parts = [question.asks, question.says, question.options, question.right, question.unit]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def _stored():
    """The guesses kept so far, by id; none outside the learner's own copy."""
    try:
        entries = json.loads(Path(STORE).read_text(encoding="utf-8")) if Path(MARKER).exists() else {}
    except (OSError, ValueError):
        return {}
    return {id: entry for id, entry in entries.items() if isinstance(entry, dict)} if isinstance(entries, dict) else {}


def _store(question, entry):
    """Keep a guess, in the learner's own copy only (the folder that `make lab` made and marked); return whether."""
    if not Path(MARKER).exists():
        return False
    entries = _stored() | {question.id: entry | {"question": _fingerprint(question)}}
    try:
        replace(Path(STORE), json.dumps(entries, indent=1))
    except OSError as error:
        say(f"(Your guess could not be kept in {STORE}: {why(error)}. Those you made before are still there.)")
        return False
    return True
