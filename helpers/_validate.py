"""Argument checks: one wording for each kind of bad input.

Every message starts with the argument's name, says what was wrong and what to do. Wrong kind: `TypeError`; wrong
value: `ValueError`. What comes back is NumPy floats (whole-number arrays would overflow without a word in
n * n * n), with 0 dimensions for a single number; `plain` turns those into Python's own numbers again.
"""

import math
import numbers as kinds

import numpy as np

LARGEST_COUNT = 2**53  # above it not every whole number is a float
LARGEST_NUMBER = 1e100  # above it squares overflow
SMALLEST_MARGIN = 1e-7  # below it the number of items is no count


def plain(array, kind=float):
    """A single number as Python's float (or int), an array as it is."""
    array = np.asarray(array)
    return kind(array) if array.ndim == 0 else array.astype(kind, copy=False)


def numbers(value, name, *, bools=False):
    """Finite numbers of any shape, as floats."""
    array = _as_array(value, name)
    if array.dtype.kind == "b" or (isinstance(value, (list, tuple)) and _holds_bool(value)):
        if not bools:
            raise TypeError(f"{name} must be a number, not True or False; give the number itself")
    if array.size == 0:
        raise ValueError(f"{name} is empty: there is nothing to compute from; give at least one value")
    array = array.astype(float)
    missing = int(np.isnan(array).sum())
    if missing:
        raise ValueError(_missing(name, missing, array.size))
    if not np.isfinite(array).all():
        raise ValueError(f"{name} contains an infinite value; correct or remove it, and say which you did")
    if (np.abs(array) > LARGEST_NUMBER).any():
        raise ValueError(f"{name} is too large ({_first(array, np.abs(array) > LARGEST_NUMBER)}): check its units")
    return array


def not_negative(value, name):
    """Finite numbers of at least zero: standard errors, widths."""
    array = numbers(value, name)
    if (array < 0).any():
        raise ValueError(f"{name} must not be negative: got {_first(array, array < 0)}; give a value of zero or more")
    return array


def positive(value, name):
    """Finite numbers above zero."""
    array = not_negative(value, name)
    if (array == 0).any():
        raise ValueError(f"{name} must be above 0; give a positive number")
    return array


def rates(value, name):
    """Rates as fractions from 0 to 1."""
    array = numbers(value, name)
    outside = (array < 0) | (array > 1)
    if outside.any():
        bad = float(array[outside].flat[0])
        hint = f"write {bad / 100:.6g} for {bad:.6g}%" if 1 < bad <= 100 else "give a fraction, such as 0.84 for 84%"
        raise ValueError(f"{name} must lie between 0 and 1: got {_first(array, outside)}; {hint}")
    return array


def in_unit(value, name, unit):
    """One number that fits its unit: a rate for "%", a difference of rates for "points", any other number."""
    value = single(rates(value, name) if unit == "%" else numbers(value, name), name)
    if unit == "points" and abs(value) > 1:
        raise ValueError(f"{name} must lie between -1 and 1: got {value:.6g}; write 0.08 for 8 points")
    return value


def ends(low, high):
    """The two ends of an interval, in order."""
    low, high = single(numbers(low, "low"), "low"), single(numbers(high, "high"), "high")
    if low > high:
        raise ValueError(f"low must not exceed high: got {low:.6g} and {high:.6g}; are the two swapped?")
    return low, high


def whole_numbers(value, name, least=0):
    """Counts of at least `least`: 84 and 84.0, not 84.5, not True."""
    array = numbers(value, name)
    broken = array != np.floor(array)
    if broken.any():
        bad = float(array[broken].flat[0])
        hint = "give the count (such as 84), not the rate" if 0 < bad < 1 else "give a whole number"
        raise ValueError(f"{name} must be a whole number: got {_first(array, broken)}; {hint}")
    small = array < least
    if small.any():
        raise ValueError(f"{name} must be at least {least}: got {_first(array, small)}; give the number counted")
    if (array > LARGEST_COUNT).any():
        raise ValueError(f"{name} is too large to be a count ({_first(array, array > LARGEST_COUNT)}): check it")
    return array


def counts(successes, n, names=("successes", "n")):
    """Successes and the number of items they are out of, brought to one shape."""
    same_rows(successes, n, *names)
    first, second = names
    successes, n = whole_numbers(successes, first), whole_numbers(n, second)
    if (n == 0).any():
        where = "" if n.ndim == 0 else f" ({_first(n, n == 0)})"
        raise ValueError(f"{second} must be at least 1{where}: with 0 items there is no rate; leave such rows out")
    successes, n = together(successes, n, first, second)
    above = successes > n
    if above.any():
        k, of = _first(successes, above), float(n[above].flat[0])
        raise ValueError(f"{first} must not exceed {second}: got {k} of {of:.16g}; are the two swapped?")
    return successes, n


def count(value, name, least=1):
    """One count, as Python's int."""
    return int(single(whole_numbers(value, name, least), name))


def level(value, name="level"):
    """One confidence level, a fraction strictly between 0 and 1."""
    array = numbers(value, name)
    if array.ndim:
        raise TypeError(f"{name} must be one number, not {_kind(value)}; call once for each level")
    one = float(array)
    if not 0 < one < 1:
        hint = f"write {one / 100:.6g} for {one:.6g}%" if 1 < one < 100 else "write 0.95 for 95%"
        raise ValueError(f"{name} must lie strictly between 0 and 1: got {one:.6g}; {hint}")
    return one


def scores(value, name="scores", least=1):
    """One score an item: a one-dimensional list, array or column without gaps. True and False count as 1 and 0."""
    array = numbers(value, name, bools=True)
    if array.ndim == 0:
        raise TypeError(f"{name} must be a list or a column with one score for each item, not {_kind(value)}")
    if array.ndim > 1:
        shape = " x ".join(map(str, array.shape))
        raise ValueError(f"{name} must have one dimension, not shape {shape}; choose one column, or average the runs")
    if len(array) < least:
        raise ValueError(f"{name} must hold at least {least} values: {len(array)} cannot show how much scores vary")
    return array


def labels(value, name="clusters"):
    """The label of each item as a whole number from 0, numbered as they appear, and how many different ones."""
    if isinstance(value, (str, bytes)) or not hasattr(value, "__iter__") or isinstance(value, (dict, set, frozenset)):
        raise TypeError(f"{name} must be a list or a column with one label for each item, not {_kind(value)}")
    if getattr(value, "ndim", 1) != 1:
        raise ValueError(f"{name} must have one dimension: give one column of labels")
    listed = value.tolist() if hasattr(value, "tolist") else list(value)
    if not listed:
        raise ValueError(f"{name} is empty: there is nothing to compute from; give one label for each item")
    missing = sum(_is_missing(label) or label == "" for label in listed)
    if missing:
        raise ValueError(
            f"{name} has no label for {_of(missing, len(listed))}; name the cluster of each item, "
            "or give an item that belongs to none a label of its own"
        )
    number = {}
    try:
        codes = [number.setdefault(label, len(number)) for label in listed]
    except TypeError:
        raise TypeError(f"{name} must hold one plain label for each item, such as a name or a number") from None
    return np.array(codes, dtype=int), len(number)


def clustered(values, names):
    """Scores, the cluster of each as a whole number from 0, and the number of clusters: at least two."""
    array, (cluster, groups) = scores(values), labels(names)
    same_length(array, cluster, "scores", "clusters")
    same_rows(values, names, "scores", "clusters")
    if groups < 2:
        raise ValueError(
            "clusters must name at least two clusters: one cannot show how much clusters vary; "
            "report the mean without a bar, or group the items in another way"
        )
    return array, cluster, groups


def planning(rate, margin):
    """A rate to expect and a margin to reach, both strictly between 0 and 1, brought to one shape."""
    same_rows(rate, margin, "rate", "margin")
    p, m = rates(rate, "rate"), rates(margin, "margin")
    if ((p == 0) | (p == 1)).any():
        raise ValueError(
            "rate must lie strictly between 0 and 1: at 0 or 1 the formula asks for no items at all; "
            "plan with the least favourable rate that you expect, or with 0.5"
        )
    if ((m < SMALLEST_MARGIN) | (m == 1)).any():
        raise ValueError(f"margin must lie between {SMALLEST_MARGIN:.7f} and 1: write 0.01 for one point")
    return together(p, m, "rate", "margin")


def standard_errors(se_a, se_b):
    """Two standard errors, brought to one shape."""
    same_rows(se_a, se_b, "se_a", "se_b")
    return together(not_negative(se_a, "se_a"), not_negative(se_b, "se_b"), "se_a", "se_b")


def choice(value, name, options):
    """One of a few words."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be one of {_listed(options)}, not {_kind(value)}")
    if value not in options:
        raise ValueError(f"{name} must be one of {_listed(options)}: got {value!r}")
    return value


def text(value, name):
    """A piece of text."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be text, not {_kind(value)}")
    return value


def single(array, name):
    """One number, as Python's float."""
    if array.ndim:
        raise TypeError(f"{name} must be one number, not {array.size} of them; call once for each")
    return float(array)


def together(first, second, first_name, second_name):
    """Two arrays brought to one shape, or a message that names both lengths."""
    try:
        return np.broadcast_arrays(first, second)
    except ValueError:
        a, b = (len(x) if x.ndim == 1 else " x ".join(map(str, x.shape)) for x in (first, second))
        raise ValueError(
            f"{first_name} and {second_name} must have the same length, or one of them be a single number: "
            f"got {a} and {b}"
        ) from None


def same_length(first, second, first_name, second_name):
    """Two sequences with one entry for each item."""
    if len(first) != len(second):
        raise ValueError(
            f"{first_name} and {second_name} must have the same length, one entry for each item: "
            f"got {len(first)} and {len(second)}"
        )


def same_rows(first, second, first_name, second_name):
    """Two pandas columns must carry the same row labels in the same order: they are paired by position."""
    if all(hasattr(x, "to_numpy") and hasattr(x, "index") for x in (first, second)) and len(first) == len(second):
        if not first.index.equals(second.index):
            raise ValueError(
                f"{first_name} and {second_name} are columns with different row labels (index), so pairing them by "
                "position may mix up items; take both from one table, or pass .to_numpy() of each if the order is right"
            )


def _as_array(value, name):
    """Any input as an array of bool, whole numbers or floats. Gaps become NaN where the type has room for them."""
    if isinstance(value, (str, bytes)):
        raise TypeError(f"{name} must be a number, not text ({value!r:.40}); convert it first, as with float()")
    if value is None or isinstance(value, (dict, set, frozenset)) or getattr(value, "columns", None) is not None:
        raise TypeError(f"{name} must be a number or a list of numbers, not {_kind(value)}")
    if np.ma.isMaskedArray(value) and np.ma.count_masked(value):
        raise ValueError(_missing(name, int(np.ma.count_masked(value)), value.size))
    if hasattr(value, "isna") and hasattr(value, "to_numpy"):  # pandas
        gaps = int(value.isna().sum())
        if gaps:
            raise ValueError(_missing(name, gaps, len(value)))
    try:
        array = np.asarray(value)
    except (ValueError, TypeError, OverflowError):
        raise ValueError(f"{name} must be a number or a list of numbers; its rows have different lengths") from None
    if array.dtype.kind == "O":
        array = _from_objects(array, name)
    if array.dtype.kind not in "biuf":
        what = {"U": "text", "S": "text", "T": "text", "M": "dates", "m": "durations", "c": "complex numbers"}
        raise TypeError(f"{name} must be numbers, not {what.get(array.dtype.kind, array.dtype)}; convert them first")
    return array


def _from_objects(array, name):
    """An array of Python objects as floats, if all of them are numbers."""
    flat = list(array.flat)
    missing = sum(map(_is_missing, flat))
    if missing:
        raise ValueError(_missing(name, missing, len(flat)))
    strange = [x for x in flat if not isinstance(x, (kinds.Real, np.bool_))]
    if strange:
        raise TypeError(f"{name} must be numbers, not {_kind(strange[0])}; convert them first")
    if flat and all(isinstance(x, (bool, np.bool_)) for x in flat):
        return array.astype(bool)
    if any(isinstance(x, (bool, np.bool_)) for x in flat):
        raise TypeError(f"{name} mixes numbers with True and False; use one kind")
    try:
        return np.array([float(x) for x in flat]).reshape(array.shape)
    except OverflowError:
        raise ValueError(f"{name} is too large: check its units") from None


def _holds_bool(value):
    return any(isinstance(x, (bool, np.bool_)) or (isinstance(x, (list, tuple)) and _holds_bool(x)) for x in value)


def _is_missing(x):
    if x is None or type(x).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(x, (float, np.floating)) and math.isnan(x)


def _missing(name, missing, size):
    return (
        f"{name} has a gap (no value) for {_of(missing, size)}; drop those items or count them as wrong (0), "
        "and say in the report which you did"
    )


def _of(some, size):
    return f"{some:,} of {size:,} entries"


def _first(array, where):
    """The first offending value, with its place if there are several values."""
    bad = f"{float(array[where].flat[0]):.16g}"
    return bad if array.ndim == 0 or array.size == 1 else f"{bad} at position {int(np.flatnonzero(where)[0])}"


def _kind(value):
    if value is None:
        return "None"
    if getattr(value, "columns", None) is not None:
        return "a table; choose one column"
    if isinstance(value, (str, bytes)):
        return f"text ({value!r:.40})"
    if isinstance(value, kinds.Real):
        return "a single number"
    kind = type(value).__name__
    return f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}"


def _listed(options):
    return " or ".join(repr(option) for option in options)
