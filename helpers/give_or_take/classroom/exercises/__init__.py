"""Questions that answer back: exercises and predictions, their right answers and the named ways to miss them.

`chNN.py` registers what chapter NN asks. `check` replies to an exercise, `reveal` to a prediction.
A reply names the mistake and never gives the answer away.
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from itertools import islice
from numbers import Real

from give_or_take.classroom.exercises.trial import ENDLESS, agrees, fault, scatters, untouched
from give_or_take.results import in_lines

CLOSE, NEAR = 0.005, 0.05
"""How far an answer may be from the exact one, as a share of it: three digits are right; one part in twenty is near."""


@dataclass(frozen=True)
class Exercise:
    """A question with one right answer: a number, a pair `(low, high)`, a letter, or a function; or one for a text."""

    id: str
    answer: Callable | None
    mistakes: tuple
    choices: dict
    right: str | None
    hint: str
    why: str
    whole: bool
    share: float
    within: float
    cases: Callable | None = None
    rounded: bool = False
    unit: str = ""
    ends: tuple = ("low", "high")
    calculator: tuple = ()
    counts: Callable | None = None
    signs: tuple = ()

    @property
    def pair(self):
        """Whether two numbers are asked for."""
        return self.answer is not None and len(numbers(self.answer())) == 2


@dataclass(frozen=True)
class Prediction:
    """A guess before the result: a letter, or (when there are no options) a range that should hold the result.

    `asks` is the question and `says` what each letter says, where more than one page asks it (`calls`), and `settled`
    the chapter that settles it.
    """

    id: str
    options: dict
    right: str | None
    because: str
    unit: str = ""
    asks: str = ""
    says: dict = field(default_factory=dict)
    settled: int = 0


REGISTRY: dict[str, Exercise] = {}
PREDICTIONS: dict[str, Prediction] = {}


def exercise(
    id, *, answer=None, mistakes=(), choices=None, right=None, hint, why="", whole=False, share=CLOSE, within=0.0,
    cases=None, rounded=False, unit="", ends=("low", "high"), calculator=(), counts=None, signs=(),
):  # fmt: skip
    """Register an exercise.

    Parameters
    ----------
    id : str
        "2.1": chapter and number.
    answer : callable, optional
        Computes the right number, or the right pair.
    mistakes : sequence of (callable, str)
        What a common mistake gives, and what to say to it.
    choices : dict of str to str, optional
        For a choice: each letter and what to say to whoever takes it. `right` is the right letter.
    hint, why : str
        Said to an unrecognised answer; said after "Right."
    whole : bool
        The answer is a count: no rounding is forgiven.
    share : float
        How far off is still right, as a share of the answer; more than `CLOSE` only where a simulation may answer.
    within : float
        How far off is still right, in the unit of the answer; 0.06 where a helper prints one decimal.
    cases : callable, optional
        For a function that the reader writes: makes the list of `Case` on which it is called. A mistake is then a pair
        of a wrong function and what to say to it.
    rounded : bool
        Whole numbers are right, too, if they are rounded rightly.
    unit : str
        What the site's field for a number asks for: "count", "percent" or "points".
    ends : (str, str)
        What the two numbers of a pair are, in this order.
    calculator : (str, ...), optional
        Where the calculator works it out: the address of its tab, and a sentence to go with it.
    counts : callable, optional
        Makes the counts that the site folds below: rows, of which the first has the headings.
    signs : sequence of (str, str)
        For a text: what is looked for in it, and a pattern that finds it and that JavaScript reads as Python does. They
        see words and numbers, not what these say, so a text that has them all is right *as far as I can see*.
    """
    if sum(bool(kind) for kind in (answer, choices, cases, signs)) != 1:
        raise ValueError(f"exercise {id} needs one of answer=, choices=, cases= and signs=")
    REGISTRY[id] = Exercise(
        id, answer, tuple(mistakes), choices or {}, right, hint, why, whole, share, within, cases, rounded,
        unit, ends, calculator, counts, tuple(signs),
    )  # fmt: skip


def prediction(id, *, options=None, right=None, because="", unit=""):
    """Register a prediction: `options` maps each letter to what the guess means; without options it is a range."""
    PREDICTIONS[id] = Prediction(id, options or {}, right, because, unit)


def load_chapter(id):
    """Import the module that registers what chapter `id` ("2.1", "2A" or 2) asks; unknown chapters register nothing."""
    digits = "".join(c for c in str(id).split(".")[0] if c in "0123456789")
    if digits:
        try:
            import_module(f"give_or_take.classroom.exercises.ch{int(digits):02d}")
        except ModuleNotFoundError as error:
            if not str(error.name).startswith("give_or_take.classroom.exercises.ch"):
                raise


def find(id, registry, what):
    """The registered question `id`; a name that does not exist is refused with those that do."""
    if not isinstance(id, str):
        raise TypeError(f"id must be text such as '2.1', got {id!r}")
    load_chapter(id)
    if id not in registry:
        known = ", ".join(sorted(registry)) or "none yet; an id starts with its chapter's number"
        raise ValueError(f"id {id!r} is not a known {what}; known here: {known}")
    return registry[id]


def check(id, answer):
    """Reply to an answer: right, blank, a mistake with a name, or a hint. Never raises for what the reader wrote.

    Parameters
    ----------
    id : str
        The exercise, as in its heading: "2.1".
    answer : float, (float, float) or str
        A number, a pair (low, high), the letter of a choice, or a text. `...` is a blank.

    Raises
    ------
    TypeError, ValueError
        If there is no such exercise.

    Examples
    --------
    >>> check("2.1", ...)  # doctest: +ELLIPSIS
    Blank so far. ...
    """
    say(reply(find(id, REGISTRY, "exercise"), answer))


def say(words):
    """Print a reply, in lines that fit."""
    print(in_lines(words))


def in_points(interval):
    """Both ends of an interval in hundredths: percent of a rate, points of a difference."""
    return tuple(100 * end for end in interval)


def is_blank(answer):
    return answer is None or answer is ... or (isinstance(answer, str) and not answer.strip(" ."))


def letter(answer, options):
    """The option that was meant ("B", "b)", " b ") or None."""
    if not isinstance(answer, str):
        return None
    option = answer.strip().strip("()*.").lower()
    return option if option in options else None


def letters(options):
    """'"a", "b" or "c"'"""
    *most, last = [f'"{key}"' for key in options]
    return f"{', '.join(most)} or {last}" if most else last


def numbers(answer):
    """The answer as a tuple of one or two floats, or None if it is not made of numbers."""
    if isinstance(answer, (str, bytes, dict, set, frozenset)):
        return None
    try:
        parts = [answer] if isinstance(answer, Real) else _parts(answer)
        if not 1 <= len(parts) <= 2 or not all(
            isinstance(x, Real) and type(x).__name__ not in NO_NUMBER for x in parts
        ):
            return None
        return tuple(float(x) for x in parts)
    except Exception:  # noqa: BLE001  whatever the reader's object does, it is no number
        return None


NO_NUMBER = ("bool", "bool_", "MaskedConstant")


def _parts(answer):
    """The first three things in a list, an array or the like; a NumPy scalar or array of one by itself."""
    try:
        return list(islice(answer, 3))
    except TypeError:
        return [answer.item()]


def same(given, wanted, share=CLOSE, within=0.0):
    """Whether two answers agree, number by number, to within a share of the wanted one, or in absolute terms."""
    return len(given) == len(wanted) and all(
        math.isclose(g, w, rel_tol=share, abs_tol=within if w else max(share, within))
        for g, w in zip(given, wanted, strict=True)
    )


def reply(question, answer):
    """What `check` says."""
    if is_blank(answer) or (question.cases and untouched(answer)):
        form = f"two numbers, ({', '.join(question.ends)})," if question.pair else "a number"
        form = "the body of the function" if question.cases else "a letter in quotes" if question.choices else form
        form = "a text in quotes" if question.signs else form
        return f"Blank so far. Put {form} in place of the dots and run the cell again; a wrong try gets you a hint."
    if question.cases:
        return _reply_to_function(question, answer)
    if question.choices:
        chosen = letter(answer, question.choices)
        if chosen is None:
            return f"Answer with one letter in quotes: {letters(question.choices)}."
        return f"Right. {question.why}" if chosen == question.right else f"Not yet. {question.choices[chosen]}"
    if question.signs:
        return _reply_to_text(question, answer)
    wanted = numbers(question.answer())
    given = numbers(answer)
    if given is None or len(given) != len(wanted):
        form = "one number, such as 0.5" if len(wanted) == 1 else f"two numbers, ({', '.join(question.ends)})"
        return f"This asks for {form}, without quotes or units. {question.hint}"
    if not all(math.isfinite(x) for x in given):
        return f"That is not a finite number; something was divided by zero or went missing. {question.hint}"
    return _reply_to_numbers(question, given, wanted)


def _reply_to_function(question, answer):
    if not callable(answer):
        return f"This asks for a function: give its name, without brackets or quotes. {question.hint}"
    cases = question.cases()
    problem = fault(answer, cases)
    if not problem:
        return f"Right. {question.why}"
    if any(words in problem for words in ENDLESS):
        return f"Not yet. {problem}"
    for wrong, message in question.mistakes:
        if agrees(answer, wrong, cases):
            return f"Not yet. {message}"
    if ends := scatters(answer, cases):
        low, high = (f"{end:.4g}" for end in ends)
        return f"Not yet. Each call gives another number, from {low} to {high}: average over many more draws."
    return f"Not yet. {problem} {question.hint}"


def _reply_to_text(question, answer):
    if not isinstance(answer, str):
        return f"This asks for a text in quotes. {question.hint}"
    lacking = [what for what, pattern in question.signs if not re.search(pattern, answer, re.IGNORECASE)]
    if lacking:
        return f"Not yet. {question.hint} What I do not see: {'; '.join(lacking)}."
    return f"Right, as far as I can see. {question.why}"


def _reply_to_numbers(question, given, wanted):
    to_whole = tuple(float(round(x)) for x in wanted)

    def right(numbers):
        close = same(numbers, wanted, 0 if question.whole else question.share, question.within)
        return close or (question.rounded and numbers == to_whole)

    if right(given):
        return f"Right. {question.why}"
    share = 1e-9 if question.whole else 1e-3 if question.within else 0.01
    is_near = same(given, wanted, max(NEAR, 3 * question.share), question.within * NEAR / CLOSE)
    scales = (1, 100) if question.pair else (1,)  # a pair that was left as fractions is still the pair of its method
    slips = ((100, "a hundred times too large"), (0.01, "a hundred times too small"))
    tries = [(share, CLOSE)] if question.pair or is_near else [(share, CLOSE), (NEAR, NEAR)]  # what is exact, then near
    for of_mistake, of_unit in tries:
        for scale in scales:
            for wrong, message in question.mistakes:
                if same(tuple(scale * x for x in given), numbers(wrong()), of_mistake, question.within):
                    return f"Not yet. {message}"
        for factor, slip in slips:
            if same(given, tuple(factor * x for x in wanted), of_unit, factor * question.within):
                return (
                    "Nearly: the digits look right, the unit is not. "
                    f"That is {slip}: a percentage, points or a fraction?"
                )
    if len(given) == 2 and right(given[::-1]):
        return "Nearly: both numbers are right. The first is {}, the second {}.".format(*question.ends)
    if right(tuple(-x for x in given)):
        return "Nearly: the size is right, the sign is not."
    if given == to_whole:
        return "Nearly: as whole numbers that is right. Give one decimal."
    if is_near:
        if question.share > CLOSE:
            return "Close, but not there. Try a little higher, or a little lower."
        counted = not question.whole and all(x.is_integer() for x in (*given, *wanted))  # where nobody rounds
        by_rounding = not counted and same(given, wanted, CLOSE, 1)
        how = "round up, and only at the end" if question.whole else "round at the end only, and keep three digits"
        return f"Close, but not there. Look again at each number that you put in{f'; {how}' * by_rounding}."
    return f"Not yet. {question.hint}"
