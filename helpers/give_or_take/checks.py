"""Argument checks: one wording for each kind of bad input.

Every message starts with the argument's name, says what was wrong and what to do. Wrong kind: `TypeError`; wrong
value: `ValueError`. A condition that belongs to one computation stands beside its formula, as a call to `refuse`.
Numbers come back as NumPy floats (whole-number arrays would overflow without a word in n * n * n), with 0 dimensions
for a single number; `plain` turns those into Python's own numbers again.
"""

import math
import numbers as kinds
from contextvars import ContextVar
from importlib import import_module
from itertools import combinations

import numpy as np

LARGEST_COUNT = 2**53  # above it not every whole number is a float
LARGEST_NUMBER = 1e100  # above it squares overflow
SMALLEST_MARGIN = 1e-7  # below it the number of items is no count
SMALLEST_ALPHA = 1e-100  # below it the normal quantile runs out

GAP = "leave such rows out, and say so in the report"


class InPython:
    """How a sentence names arguments to somebody who writes Python; a command has words of its own (`WORDS`)."""

    the_files = "paths"
    each_pair = ""
    runs_of_classes = "runs=True"
    named_file, named_files = "paths", "a dict from system to path"
    word = staticmethod(repr)  # one of the words that an argument may be

    def called(self, argument):
        """An argument that the sentence is about: `runs`."""
        return argument

    def typed(self, argument, *value):
        """What to type for it: `runs=`, or `runs='mean'`."""
        return f"{argument}=" + "".join(map(self.literal, value))

    def the_file(self, shown):
        """One of the files that are read."""
        return f"paths ({shown})"

    @staticmethod
    def literal(value):
        if isinstance(value, dict):
            worths = (f"{x:.6g}" if isinstance(x, int | float) else repr(x) for x in value.values())
            return f"{{{', '.join(f'{key!r}: {one}' for key, one in zip(value, worths, strict=True))}}}"
        return repr(value)


WORDS = ContextVar("WORDS", default=InPython())  # noqa: B039  it holds nothing that changes


class Refusal(Exception):
    """Bad input: a sentence that begins with the name of the argument that is wrong. `argument` is that name.

    It stands for `reasons`: itself, or several.
    """

    def __init__(self, argument, said, reasons=()):
        super().__init__(argument, said, reasons)
        self.argument, self.reasons = argument, reasons or (self,)
        self.words = f"{called(argument)} {said}"

    def __str__(self):
        return self.words


class WrongKind(Refusal, TypeError):
    """An argument of the wrong kind."""


class WrongValue(Refusal, ValueError):
    """An argument of the right kind with a value that it cannot have."""


class NotNamed(WrongValue):
    """An argument that must be named, why, and `choices`: some values that it may have, or has `together`."""

    def __init__(self, argument, why, choices=(), together=False):
        super().__init__(argument, f"must be named: {why}")
        self.args, self.why, self.choices, self.together = (argument, why, choices), why, choices, together


class WrongFiles(WrongValue):
    """Something wrong in the files that are read: a sentence that names them."""

    def __init__(self, sentence):
        super().__init__("paths", sentence)
        self.args, self.words = (sentence,), sentence


def called(argument):
    """An argument as whoever reads the sentence knows it."""
    return WORDS.get().called(argument)


def word(value):
    """One of the words that an argument may be."""
    return WORDS.get().word(value)


def the_file(shown):
    """One of the files that are read, at the beginning of a sentence."""
    return WORDS.get().the_file(shown)


def the_files():
    """The files that are read, at the beginning of a sentence."""
    return WORDS.get().the_files


def typed(argument, *value):
    """What to type for an argument, with its value or without one."""
    return WORDS.get().typed(argument, *value)


def plain(array, kind=float):
    """A single number as Python's float (or int), an array as it is."""
    array = np.asarray(array)
    return kind(array) if array.ndim == 0 else array.astype(kind, copy=False)


def refuse(bad, message, *values):
    """Refuse an argument if `bad` is true anywhere; each {} in the message becomes the entry of a value there.

    The message begins with the argument's name.
    """
    if np.any(bad) if np.ndim(bad) else bad:
        first, *more = message.split("{}")
        shown = [f"{float(np.broadcast_to(value, np.shape(bad))[bad].flat[0]):.16g}" for value in values]
        if shown and np.size(bad) > 1:
            shown[0] += f" at position {int(np.flatnonzero(bad)[0])}"
        words = first + "".join(value + text for value, text in zip(shown, more, strict=True))
        argument, _, said = words.partition(" ")
        raise WrongValue(argument, said)


def library(name, function):
    """A library that the formulas do without, or a sentence that says how to get it."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            f"{function} needs {name.split('.')[0]}; install it with: pip install 'give-or-take[report]'"
        ) from None


# Numbers


def numbers(value, name, *, bools="give the number itself", gap=GAP):
    """Finite numbers of any shape, as floats; `bools` says what to give instead of True or False, None lets them in."""
    array = _as_array(value, name, gap)
    if bools is not None and (array.dtype.kind == "b" or (isinstance(value, (list, tuple)) and _holds_bool(value))):
        raise WrongKind(name, f"must be a number, not True or False; {bools}")
    if array.size == 0:
        raise WrongValue(name, "is empty: there is nothing to compute from; give at least one value")
    array, kind = array.astype(float), array.dtype.kind
    if kind == "f" and not _within(array, -LARGEST_NUMBER, LARGEST_NUMBER):
        if np.isnan(array).any():
            raise WrongValue(name, _gaps(int(np.isnan(array).sum()), array, gap))
        if not np.isfinite(array).all():
            raise WrongValue(name, "contains an infinite value; correct or remove it, and say which you did")
        refuse(np.abs(array) > LARGEST_NUMBER, f"{name} is too large ({{}}): check its units", array)
    return array


def _within(array, least, most):
    """Whether all entries lie there, found without another array; NaN lies nowhere."""
    low, high = (array.min(), array.max()) if array.ndim else (float(array),) * 2
    return low >= least and high <= most


def not_negative(value, name):
    """Finite numbers of at least zero: standard errors, widths."""
    array = numbers(value, name)
    refuse(array < 0, f"{name} must not be negative: got {{}}; give a value of zero or more", array)
    return array


def positive(value, name):
    """Finite numbers above zero."""
    array = not_negative(value, name)
    refuse(array == 0, f"{name} must be above 0; give a positive number")
    return array


def rates(value, name):
    """Rates and other shares, as fractions from 0 to 1."""
    array = numbers(value, name)
    if not _within(array, 0, 1):
        outside = (array < 0) | (array > 1)
        bad = float(array[outside].flat[0])
        hint = "give a fraction, such as 0.84 for 84%"
        if 1 < bad <= 100:
            hint = f"write {bad / 100:.6g} if you mean {bad:.6g}%"
            hint += ", or divide a count by the number of items" if bad == math.floor(bad) else ""
        elif bad == math.floor(bad) > 100:
            hint = "this looks like a count: divide it by the number of items"
        refuse(outside, f"{name} must lie between 0 and 1: got {{}}; {hint}", array)
    return array


def correlations(value, name):
    """Correlations, from -1 to 1."""
    array = numbers(value, name)
    refuse(np.abs(array) > 1, f"{name} must lie between -1 and 1: got {{}}; write 0.2, not 20", array)
    return array


def open_rates(value, name):
    """Rates strictly between 0 and 1."""
    array = rates(value, name)
    refuse((array == 0) | (array == 1), f"{name} must lie strictly between 0 and 1: got {{}}", array)
    return array


def margins(value, name):
    """Differences that would not matter, of rates or other scores from 0 to 1: strictly between 0 and 1."""
    array = positive(value, name)
    if np.any(array >= 1):
        bad = float(array[array >= 1].flat[0])
        bad = bad if bad < 100 else 2.0
        hint = f"write {bad / 100:.6g} for {bad:.6g} point{'s' * (bad != 1)}"
        refuse(array >= 1, f"{name} must lie below 1 for scores from 0 to 1: got {{}}; {hint}", array)
    return array


def counts(value, name, least=0):
    """Counts of at least `least`: 84 and 84.0, not 84.5, not True."""
    array = numbers(value, name, bools="give the count; for a column of answers, its .sum()")
    whole = isinstance(value, np.ndarray) and value.dtype.kind in "iu"
    if not whole and (broken := array != np.floor(array)).any():
        share = 0 < float(array[broken].flat[0]) < 1
        hint = "this looks like a share: give the count (such as 84), not the rate" if share else "give a whole number"
        refuse(broken, f"{name} must be a whole number: got {{}}; {hint}", array)
    if not _within(array, least, LARGEST_COUNT):
        refuse(array < least, f"{name} must be at least {least}: got {{}}; give the number counted", array)
        refuse(array > LARGEST_COUNT, f"{name} is too large to be a count ({{}}): check it", array)
    return array


def sizes(value, name):
    """Numbers of items: counts of at least 1."""
    return counts(value, name, least=1)


def single(array, name):
    """One number, as Python's float."""
    if np.ndim(array):
        raise WrongKind(name, f"must be one number, not {np.size(array)} of them; call once for each")
    return float(array)


def count(value, name, least=1, most=None):
    """One count, as Python's int."""
    one = int(single(counts(value, name, least), name))
    if most is not None and one > most:
        raise WrongValue(name, f"must be at most {most:,} here: got {one:,}; check it")
    return one


def level(value, name="level"):
    """One level, a fraction strictly between 0 and 1."""
    one = single(numbers(value, name), name)
    if not 0 < one < 1:
        hint = f"write {one / 100:.6g} for {one:.6g}%" if 1 < one < 100 else "write 0.95 for 95%"
        raise WrongValue(name, f"must lie strictly between 0 and 1: got {one:.6g}; {hint}")
    return one


def alpha(value):
    """One level of a test: the share of false alarms, below one half."""
    one = level(value, "alpha")
    if one >= 0.5:
        raise WrongValue(
            "alpha", f"must lie below 0.5: got {one:.6g}; write 0.05 for a test that goes with 95% intervals"
        )
    if one < SMALLEST_ALPHA:
        raise WrongValue("alpha", f"is too small ({one:.6g}): check it")
    return one


def power(value):
    """One power to plan for."""
    one = level(value, "power")
    if one < 0.5:
        raise WrongValue("power", f"must be at least 0.5: got {one:.6g}; do not plan to miss more often than not")
    return one


def sides(value):
    """One- or two-sided."""
    one = single(numbers(value, "sides"), "sides")
    if one not in (1, 2):
        raise WrongValue("sides", f"must be 1 or 2: got {one:.6g}; give 2 unless the other direction could not matter")
    return int(one)


# Several arguments


def together(**named):
    """Arguments given as name=(value, check), checked and brought to one shape; columns must share their rows."""
    arrays = {name: check(value, name) for name, (value, check) in named.items()}
    one_shape = len({array.shape for array in arrays.values()}) == 1
    for a, b in combinations(named, 2):
        same_rows(named[a][0], named[b][0], a, b)
        try:
            one_shape or np.broadcast_shapes(arrays[a].shape, arrays[b].shape)
        except ValueError:
            got = " and ".join(" x ".join(map(str, arrays[name].shape)) for name in (a, b))
            raise WrongValue(
                a, f"and {called(b)} must have the same length, or one of them be a single number: got {got}"
            ) from None
    return list(arrays.values()) if one_shape else np.broadcast_arrays(*arrays.values())


def right_of(successes, n, names=("successes", "n")):
    """Right answers and the number of items they are out of, brought to one shape."""
    first, second = names
    successes, n = together(**{first: (successes, counts), second: (n, counts)})
    if n.min() == 0:
        message = f"{second} must be at least 1: got {{}}; with 0 items there is no rate, so leave such rows out"
        refuse(n == 0, message, n)
    refuse(successes > n, f"{first} must not exceed {second}: got {{}} of {{}}; are the two swapped?", successes, n)
    return successes, n


def same_rows(first, second, first_name, second_name):
    """Two pandas columns must carry the same row labels in the same order: they are paired by position."""
    if all(hasattr(x, "to_numpy") and hasattr(x, "index") for x in (first, second)) and len(first) == len(second):
        if not first.index.equals(second.index):
            raise WrongValue(
                first_name,
                f"and {called(second_name)} are columns with different row labels (index), so pairing by "
                "position may mix up items; take both from one table, or pass .to_numpy() of each if in one order",
            )


def same_length(first, second, first_name, second_name, of="item"):
    """Two sequences with one entry for each item, or for each slice."""
    if len(first) != len(second):
        raise WrongValue(
            first_name,
            f"and {called(second_name)} must have the same length, one entry for each {of}: "
            f"got {len(first)} and {len(second)}",
        )


# One entry for each item


def one_dimension(array, name, of="item"):
    """An array with one entry for each item, or for each slice."""
    if array.ndim == 0:
        raise WrongKind(name, f"must be a list or a column with one entry for each {of}, not a single number")
    if array.ndim > 1:
        shape = " x ".join(map(str, array.shape))
        raise WrongValue(name, f"must have one dimension, not shape {shape}; give one entry for each {of}")
    return array


def scores(value, name="scores", least=1, of="item"):
    """One score an item: a one-dimensional list, array or column without gaps. True and False count as 1 and 0."""
    gap = f"drop those {of}s or count them as wrong (0), and say in the report which you did"
    array = one_dimension(numbers(value, name, bools=None, gap=gap), name, of)
    if len(array) < least:
        raise WrongValue(name, f"must hold at least {least} values: {len(array)} cannot show how much scores vary")
    return array


def right_or_wrong(value, name="scores"):
    """One score an item, 0 or 1."""
    array = scores(value, name)
    between = (array != 0) & (array != 1)
    refuse(
        between,
        f"{name} must be 0 or 1: got {{}}; a table of rates counts right answers, so say from which score on an "
        "answer is right",
        array,
    )
    return array


def labels(value, name="clusters", group="cluster", of="item"):
    """The label of each item as a whole number from 0, numbered as they appear, and the different labels."""
    if not is_list(value):
        raise WrongKind(name, f"must be a list or a column with one label for each {of}, not {kind_of(value)}")
    if getattr(value, "ndim", 1) != 1:
        raise WrongValue(name, "must have one dimension: give one column of labels")
    listed = value if _whole_numbers(value) else value.tolist() if hasattr(value, "tolist") else list(value)
    if not len(listed):
        raise WrongValue(name, f"is empty: there is nothing to compute from; give one label for each {of}")
    if isinstance(listed, np.ndarray):
        return _numbered(listed)
    try:
        number = {label: i for i, label in enumerate(dict.fromkeys(listed))}
    except TypeError:
        raise WrongKind(name, f"must hold one plain label for each {of}, such as a name or a number") from None
    if any(map(no_label, number)):
        raise WrongValue(
            name,
            f"has no label for {_of(sum(map(no_label, listed)), len(listed))}; name the {group} of each {of}, "
            f"or give an {of} that belongs to none a label of its own",
        )
    return np.fromiter(map(number.__getitem__, listed), int, len(listed)), list(number)


def _whole_numbers(value):
    """Whether it is an array of whole numbers that lie as close together as if they counted something."""
    whole = type(value) is np.ndarray and value.dtype.kind in "iu" and len(value)
    return whole and int(value.max()) - int(value.min()) <= 10 * len(value)


def _numbered(whole):
    """Whole numbers, numbered as they appear, and the different ones: `labels` without a look at each in Python."""
    low = whole.min()
    place = (whole - low).astype(int)
    first = np.full(place.max() + 1, len(whole))
    first[place[::-1]] = np.arange(len(whole))[::-1]  # where each stands first: of several the last written stays
    appeared = np.argsort(first, kind="stable")[: np.count_nonzero(first < len(whole))]
    number = np.empty_like(first)
    number[appeared] = np.arange(len(appeared))
    return number[place], (appeared + int(low)).tolist()


# Words


def choice(value, name, options):
    """One of a few words."""
    listed = " or ".join(map(word, options))
    if not isinstance(value, str):
        raise WrongKind(name, f"must be one of {listed}, not {kind_of(value)}")
    if value not in options:
        raise WrongValue(name, f"must be one of {listed}: got {value!r}")
    return value


def flag(value, name):
    """True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise WrongKind(name, f"must be True or False, not {kind_of(value)}")
    return bool(value)


def text(value, name):
    """A piece of text."""
    if not isinstance(value, str):
        raise WrongKind(name, f"must be text, not {kind_of(value)}")
    return value


def two_names(value, name):
    """The names of two systems: two different texts."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise WrongKind(name, f"must be a pair of texts, such as ('new', 'old'), not {kind_of(value)}")
    if not all(text(one, name).strip() for one in value):
        raise WrongValue(name, "must not be empty: say what the two systems are called")
    if value[0] == value[1]:
        raise WrongValue(name, f"must differ: got {shown(value[0])} twice")
    return tuple(value)


def shown(thing, most=40):
    """Anything that a user may have given as an id or a result, on one line of at most so many characters."""
    try:
        words = repr(thing)
    except Exception:  # somebody's own type, or a number with thousands of digits
        words = f"something of type {type(thing).__name__}"
    words = "".join(letter if letter.isprintable() else "?" for letter in words)
    return words if len(words) <= most else f"{words[: most - 1]}…"


def listing(names):
    """The first eight names, as users gave them, and how many more there are."""
    names = [shown(name, 80) for name in names]
    return ", ".join(names[:8]) + (f" and {len(names) - 8:,} more" if len(names) > 8 else "") if names else "none"


def number_of(count, noun):
    """ "1 item", "2,000 items"."""
    return f"{count:,} {noun}{'s' * (count != 1)}"


def kind_of(value):
    """What somebody gave instead, in words."""
    if value is None:
        return "None"
    if is_table(value):
        return "a table; choose one column"
    if isinstance(value, (str, bytes)):
        return f"text ({value!r:.40})"
    if isinstance(value, kinds.Real):
        return "a single number"
    kind = type(value).__name__
    return f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}"


def is_table(value):
    """Whether it is a table of pandas, polars or the like."""
    return hasattr(type(value), "columns")


def frame(value, name):
    """A table of pandas, polars or the like as a table of Narwhals; None if it is none."""
    import narwhals as nw

    try:
        table = nw.from_native(value, eager_only=True, pass_through=True)
    except nw.exceptions.DuplicateError:
        raise WrongValue(name, f"has two columns of one name: got {shown([*value.columns])}; rename one") from None
    return table if isinstance(table, nw.DataFrame) else None


def is_missing(x):
    """Whether there is no value: None, NaN, pandas' NA and NaT."""
    if x is None or type(x).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(x, (float, np.floating)) and math.isnan(x)


def no_label(x):
    """Whether an id or a label names nothing: no value, blank text, or levels of which one is such."""
    if isinstance(x, tuple):
        return not x or any(map(no_label, x))
    return is_missing(x) or (isinstance(x, str) and not x.strip())


# How an argument becomes an array


def is_list(value):
    """Whether it is a list, a column or the like: no text, no set, no table."""
    odd = isinstance(value, (str, bytes, dict, set, frozenset)) or is_table(value)
    return hasattr(value, "__iter__") and not odd


def _as_array(value, name, gap):
    """Any input as an array of bool, whole numbers or floats. Gaps become NaN where the type has room for them."""
    if isinstance(value, (str, bytes)):
        raise WrongKind(name, f"must be a number, not text ({value!r:.40}); convert it first, as with float()")
    if value is None or isinstance(value, (dict, set, frozenset)) or is_table(value):
        raise WrongKind(name, f"must be a number or a list of numbers, not {kind_of(value)}")
    if np.ma.isMaskedArray(value) and np.ma.count_masked(value):
        raise WrongValue(name, _gaps(int(np.ma.count_masked(value)), value, gap))
    if not isinstance(value, (kinds.Real, list, tuple, np.ndarray)):
        import narwhals as nw

        value = nw.from_native(value, series_only=True, pass_through=True)
        if isinstance(value, nw.Series):  # of pandas, polars or another such library
            if gaps := value.null_count():
                raise WrongValue(name, _gaps(gaps, value, gap))
            value = value.to_numpy()
    try:
        array = np.asarray(value)
    except (ValueError, TypeError, OverflowError):
        raise WrongValue(name, "must be a number or a list of numbers; its rows have different lengths") from None
    if array.dtype.kind == "O":
        array = _from_objects(array, name, gap)
    if array.dtype.kind not in "biuf":
        what = {"U": "text", "S": "text", "T": "text", "M": "dates", "m": "durations", "c": "complex numbers"}
        raise WrongKind(name, f"must be numbers, not {what.get(array.dtype.kind, array.dtype)}; convert them first")
    return array


def _from_objects(array, name, gap):
    """An array of Python objects as floats, if all of them are numbers."""
    flat = list(array.flat)
    missing = sum(map(is_missing, flat))
    if missing:
        raise WrongValue(name, _gaps(missing, array, gap))
    strange = [x for x in flat if not isinstance(x, (kinds.Real, np.bool_))]
    if strange:
        raise WrongKind(name, f"must be numbers, not {kind_of(strange[0])}; convert them first")
    if flat and all(isinstance(x, (bool, np.bool_)) for x in flat):
        return array.astype(bool)
    if any(isinstance(x, (bool, np.bool_)) for x in flat):
        raise WrongKind(name, "mixes numbers with True and False; use one kind")
    try:
        return np.array([float(x) for x in flat]).reshape(array.shape)
    except OverflowError:
        raise WrongValue(name, "is too large: check its units") from None


def _holds_bool(value):
    return any(isinstance(x, (bool, np.bool_)) or (isinstance(x, (list, tuple)) and _holds_bool(x)) for x in value)


def _gaps(missing, array, gap):
    if getattr(array, "ndim", 1) == 0:
        return "has no value; give a number"
    size = array.size if isinstance(array, np.ndarray) else len(array)
    return f"has a gap (no value) for {_of(missing, size)}; {gap}"


def _of(some, size):
    return f"{some:,} of {size:,} entries"
