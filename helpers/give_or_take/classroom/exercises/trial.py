"""A reader's function, called on cases of our own: each within a second of work, prints dropped, whatever it does."""

import ctypes
import io
import threading
import time
from contextlib import redirect_stderr, redirect_stdout
from copy import deepcopy
from dataclasses import dataclass, replace
from numbers import Real
from types import FunctionType

import numpy as np

SECONDS, GRACE = 1.0, 1.0  # a call gets so long, and so long again to stop when told to
STARVED = 5  # times as long, where it gets no processor: on a busy machine, or asleep
MOST_PRINTED = 100_000  # letters
CALLS = 5  # with other seeds, to see whether a simulation settles

ENDLESS = ("is still running", "takes longer than", "prints without end")  # what no second call would mend


class _Stop(BaseException):
    """Raised in a thread that has run for too long or printed too much."""


class _Nowhere(io.TextIOBase):
    """Takes what a function prints and keeps none of it; a loop that never stops printing is ended."""

    def __init__(self):
        self.letters = 0

    def writable(self):
        return True

    def write(self, text):
        self.letters += len(text)
        if self.letters > MOST_PRINTED:
            raise _Stop
        return len(text)


class Outcome:
    """What came of a call: a `value`; or what went `wrong`, in words, as the end of a sentence that starts "it"."""

    value = None
    wrong = ""


def call(function, arguments, seconds=SECONDS):
    """Call `function(*arguments)` in a thread of its own and wait for it; an `Outcome`."""
    outcome = Outcome()

    def work():
        try:
            outcome.value = function(*arguments)
        except _Stop:
            outcome.wrong = "prints without end"
        except BaseException as error:
            outcome.wrong = f"raises {type(error).__name__}: {str(error)[:200]}".rstrip(": ")

    thread = threading.Thread(target=work, daemon=True)
    with redirect_stdout(_Nowhere()), redirect_stderr(_Nowhere()):
        began, used = time.perf_counter(), time.process_time()
        thread.start()
        thread.join(seconds)
        while thread.is_alive() and time.process_time() - used < seconds:
            if time.perf_counter() - began > STARVED * seconds:
                break
            thread.join(0.05)
        tries = int(GRACE / 0.05)
        while thread.is_alive() and tries:  # once may not do: a bare `except:` in a loop swallows it
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(_Stop))
            thread.join(0.05)
            tries -= 1
    if thread.is_alive():
        passed = time.perf_counter() - began
        outcome.wrong = f"is still running after {passed:.0f} seconds; restart the kernel before you go on"
    elif tries < int(GRACE / 0.05):
        outcome.wrong = f"takes longer than {seconds:g} second: a loop that never ends, or has too many rounds?"
    return outcome


@dataclass(frozen=True)
class Case:
    """A call of the reader's function, and what is right.

    Parameters
    ----------
    arguments : tuple
        What it is called with, copied for each call; a seeded generator among them if the function simulates.
    right : number or sequence of numbers, or Exception
        What comes back; `Exception` where there is no answer and the function must raise an error.
    within : float
        How far off is still right: 0 for a formula; five standard errors for a simulation.
    words : str
        What it is called with, in words, where the arguments are too large to print.
    told : bool
        Whether a reply may say what is right; without, it says "too high" or "too low".
    """

    arguments: tuple
    right: object
    within: float = 0.0
    words: str = ""
    told: bool = True

    def __str__(self):
        return self.words or f"({', '.join(map(_brief, self.arguments))})"


def fault(function, cases):
    """The first case that goes wrong and how, as a sentence; empty if there is none."""
    for case in cases:
        arguments = deepcopy(case.arguments)
        outcome = call(function, arguments)
        if case.right is Exception:
            if outcome.wrong.startswith("raises"):
                continue
            given = "gives nothing back" if outcome.value is None else f"gives {_brief(outcome.value)}"
            return _sentence(case, f"{outcome.wrong or given}, where it should raise an error: no answer is right")
        if outcome.wrong:
            return _sentence(case, outcome.wrong)
        if not _same_arguments(arguments, case.arguments):
            return _sentence(case, "changes what it was given; work on a copy")
        if problem := _difference(outcome.value, case):
            return _sentence(case, problem)
    return ""


def scatters(function, cases):
    """Two answers of a function that simulates too little to tell: apart by more than is forgiven; or None."""
    for case in cases:
        if case.within:
            answers = [call(function, _drawn_anew(case.arguments, seed)).value for seed in range(CALLS)]
            if all(isinstance(answer, Real) for answer in answers):
                low, high = min(answers), max(answers)
                if high - low > _forgiven(case, high):
                    return low, high
    return None


def _forgiven(case, value):
    """How far off is still right: as many times as far where the value is so many times too large, as in percent."""
    if not isinstance(value, Real) or not isinstance(case.right, Real) or not case.right:
        return case.within
    return case.within * max(1, abs(value / case.right))


def _drawn_anew(arguments, seed):
    return [np.random.default_rng(seed) if isinstance(one, np.random.Generator) else deepcopy(one) for one in arguments]


def untouched(function):
    """Whether its body is still the dots."""
    code = getattr(function, "__code__", None)
    return code is not None and code.co_code == (lambda: None).__code__.co_code


def _sentence(case, problem):
    return f"Called with {case}, your function {problem}{'' if problem.endswith('?') else '.'}"


def agrees(function, other, cases):
    """Whether a function does on every case what another one does: for a common mistake that has a name."""
    outcomes = [call(other, deepcopy(case.arguments)) for case in cases]
    rights = [Exception if outcome.wrong.startswith("raises") else outcome.value for outcome in outcomes]
    return not fault(
        function,
        [replace(case, right=right, within=_forgiven(case, right)) for case, right in zip(cases, rights, strict=True)],
    )


def _difference(value, case):
    """How a value differs from what is right, in words; empty if it does not."""
    if value is None:
        return "gives nothing back; does it end in return?"
    right = np.asarray(case.right, dtype=float)
    try:
        given = np.asarray(value)
        if given.dtype.kind not in "biuf":
            raise TypeError
        given = given.astype(float)
    except (TypeError, ValueError):
        return f"gives {_brief(value)}, which is not {'a number' if right.ndim == 0 else 'numbers'}"
    if given.shape != right.shape:
        what = f"{_brief(value)}, " if right.ndim and given.size <= 5 else ""
        return f"gives {what}{_shape(given)} where {_shape(right)} is asked for"
    if not np.isfinite(given).all():
        return f"gives {_brief(value)}, which is not finite"
    off = np.flatnonzero(~np.isclose(given, right, rtol=1e-6, atol=case.within or 1e-9))
    if len(off):
        if not case.told:
            which = f"of which number {off[0] + 1} is" if right.ndim else "which is"
            return f"gives {_brief(value)}, {which} too {'high' if given.flat[off[0]] > right.flat[off[0]] else 'low'}"
        digits = 4 if _brief(value) != _brief(case.right) else 8
        return f"gives {_brief(value, digits)}; right is {'about ' if case.within else ''}{_brief(case.right, digits)}"
    return ""


def _shape(array):
    return "one number" if array.ndim == 0 else f"an array of {' x '.join(map(str, array.shape))}"


def _brief(value, digits=4):
    """A value in a few letters."""
    if isinstance(value, np.random.Generator):
        return "rng"
    if isinstance(value, FunctionType):
        return value.__name__
    if isinstance(value, Real) and not isinstance(value, bool):
        return f"{float(value):.{digits}g}"
    if hasattr(value, "columns"):
        return f"a table of {len(value)} rows"
    try:
        if type(value) in (list, tuple) and all(isinstance(x, Real) for x in value):
            return f"({', '.join(_brief(x, digits) for x in value)})"
        words = " ".join(repr(value.tolist() if isinstance(value, np.ndarray) else value).split())
    except Exception:
        words = f"something of type {type(value).__name__}"
    return words if len(words) <= 60 else f"{words[:59]}…"


def _same_arguments(one, other):
    """Whether two tuples of arguments hold the same; what a generator has been used for does not count."""
    pairs = zip(one, other, strict=True)
    return all(isinstance(a, np.random.Generator) or _same(a, b) for a, b in pairs)


def _same(one, other):
    return np.array_equal(one, other, equal_nan=np.asarray(one).dtype.kind == "f")
