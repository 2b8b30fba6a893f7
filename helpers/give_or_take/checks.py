"""Argument checks: one wording for each kind of bad input.

Every message starts with the argument's name, says what was wrong and what to do. Wrong kind: `TypeError`; wrong
value: `ValueError`. What comes back is NumPy floats (whole-number arrays would overflow without a word in
n * n * n), with 0 dimensions for a single number; `plain` turns those into Python's own numbers again.
"""

import math
import numbers as kinds
from collections.abc import Mapping
from itertools import combinations

import numpy as np

LARGEST_COUNT = 2**53  # above it not every whole number is a float
LARGEST_SUM = 10**6  # above it a sum over all counts takes too long
LARGEST_NUMBER = 1e100  # above it squares overflow
SMALLEST_MARGIN = 1e-7  # below it the number of items is no count
SMALLEST_ALPHA = 1e-100  # below it the normal quantile runs out
LARGEST_RATIO = 100  # of the sizes of two groups


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
    """Numbers that fit their unit: rates for "%", differences of rates for "points", any other numbers."""
    array = rates(value, name) if unit == "%" else numbers(value, name)
    outside = np.abs(array) > 1
    if unit == "points" and outside.any():
        raise ValueError(f"{name} must lie between -1 and 1: got {_first(array, outside)}; write 0.08 for 8 points")
    return array


def interval(low, high, estimate, unit):
    """The two ends of an interval, in order, and its estimate; or arrays of them, brought to one shape."""
    low, high, estimate = numbers(low, "low"), numbers(high, "high"), in_unit(estimate, "estimate", unit)
    low, high = together(low, high, "low", "high")
    above = low > high
    if above.any():
        a, b = float(low[above].flat[0]), float(high[above].flat[0])
        raise ValueError(f"low must not exceed high: got {a:.6g} and {b:.6g}; are the two swapped?")
    estimate, low = together(estimate, low, "estimate", "low")
    return low, np.broadcast_to(high, low.shape), estimate


def tested(statistic, p_value):
    """The statistic and the p-value of a test; or arrays of them, brought to one shape."""
    return together(numbers(statistic, "statistic"), rates(p_value, "p_value"), "statistic", "p_value")


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


def two_counts(successes_a, n_a, successes_b, n_b):
    """Successes and numbers of items of two systems, brought to one shape."""
    a, b = counts(successes_a, n_a, ("successes_a", "n_a")), counts(successes_b, n_b, ("successes_b", "n_b"))
    same_rows(successes_a, successes_b, "successes_a", "successes_b")
    together(*a[:1], *b[:1], "successes_a", "successes_b")
    return np.broadcast_arrays(*a, *b)


def count(value, name, least=1):
    """One count, as Python's int."""
    return int(single(whole_numbers(value, name, least), name))


def summable(value, name):
    """One count small enough for a sum over all counts up to it."""
    n = count(value, name)
    if n > LARGEST_SUM:
        raise ValueError(f"{name} must be at most {LARGEST_SUM:,}: got {n}; all counts up to it are added up")
    return n


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


def labels(value, name="clusters", group="cluster"):
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
            f"{name} has no label for {_of(missing, len(listed))}; name the {group} of each item, "
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


def right_or_wrong(value, name="scores"):
    """One score an item, 0 or 1."""
    array = scores(value, name)
    between = (array != 0) & (array != 1)
    if between.any():
        raise ValueError(
            f"{name} must be 0 or 1: got {_first(array, between)}; a table of rates counts right answers, "
            "so say from which score on an answer is right"
        )
    return array


def sliced(values, names, others=None):
    """0/1 scores, those of another system or None, the slice of each item from 0, and the names of the slices."""
    array, (codes, groups) = right_or_wrong(values), labels(names, "slices", "slice")
    same_length(array, codes, "scores", "slices")
    same_rows(values, names, "scores", "slices")
    if others is not None:
        other = right_or_wrong(others, "other")
        same_length(other, array, "other", "scores")
        same_rows(others, values, "other", "scores")
        others = other
    _, first = np.unique(codes, return_index=True)
    listed = names.tolist() if hasattr(names, "tolist") else list(names)
    found = [listed[i] for i in first]
    possible = getattr(getattr(names, "cat", names), "categories", None)  # of a pandas column of categories
    empty = [] if possible is None else [name for name in possible if name not in set(found)]
    if empty:
        raise ValueError(
            f"slices has categories without items, such as {str(empty[0])!r:.40} ({len(empty)} in all): there is no "
            "rate to show; leave them out with .cat.remove_unused_categories(), and say so"
        )
    if groups < 2:
        raise ValueError("slices must name at least two slices: with one there is no rest to compare it with")
    return array, others, codes, found


def by_slice(successes, n, names=("successes", "n")):
    """Successes and numbers of items, one entry for each slice."""
    right, of = (_column(whole_numbers(x, name), x, name) for x, name in zip((successes, n), names, strict=True))
    same_length(right, of, *names, "slice")
    return counts(successes, n, names)


def two_by_slice(successes_a, n_a, successes_b, n_b, names=("successes_a", "n_a", "successes_b", "n_b")):
    """Successes and numbers of items of two systems, one entry for each slice."""
    a, b = by_slice(successes_a, n_a, names[:2]), by_slice(successes_b, n_b, names[2:])
    same_length(a[0], b[0], names[0], names[2], "slice")
    same_rows(successes_a, successes_b, names[0], names[2])
    return *a, *b


def mix(weights, successes, name="successes"):
    """The share of each slice in a mix, from counts or shares above 0."""
    array = _column(not_negative(weights, "weights"), weights, "weights")
    if (array == 0).any():
        raise ValueError(
            f"weights must be above 0: got {_first(array, array == 0)}; a slice that the mix does not have is left out "
            "of all arguments"
        )
    same_length(array, np.ravel(successes), "weights", name, "slice")
    same_rows(weights, successes, "weights", name)
    return array / array.sum()


def _column(array, value, name):
    """One entry for each slice: one dimension."""
    if array.ndim == 0:
        raise TypeError(f"{name} must be a list or a column with one entry for each slice, not {_kind(value)}")
    if array.ndim > 1:
        shape = " x ".join(map(str, array.shape))
        raise ValueError(f"{name} must have one dimension, not shape {shape}; give one entry for each slice")
    return array


def leaked_rate(rate, leaked_share, rate_on_leaked):
    """Three fractions, brought to one shape."""
    given = {"rate": rate, "leaked_share": leaked_share, "rate_on_leaked": rate_on_leaked}
    return one_shape(given, {name: rates(value, name) for name, value in given.items()})


def fresh_gap(rate, leaked_share, n_public, rate_on_leaked):
    """Rates and a size that make a gap between public and fresh items, brought to one shape."""
    given = {"rate": rate, "leaked_share": leaked_share, "n_public": n_public, "rate_on_leaked": rate_on_leaked}
    arrays = {name: rates(value, name) for name, value in given.items() if name != "n_public"}
    arrays["n_public"] = whole_numbers(n_public, "n_public", 1)
    p, share, n, high = one_shape(given, {name: arrays[name] for name in given})
    if (share == 0).any():
        raise ValueError("leaked_share must be above 0: where nothing leaked there is no gap to find")
    _room(p, high, "rate")
    small = share * (high - p) < SMALLEST_MARGIN
    if small.any():
        raise ValueError(f"leaked_share is too small ({_first(share, small)}): the gap would be no gap to speak of")
    return p, share, n, high


def findable(found, n_public, gap, best):
    """Refuses public sets with which no number of fresh items would find the gap."""
    if not found.all():
        points, power = 100 * float(gap[~found].flat[0]), float(best[~found].flat[0])
        raise ValueError(
            f"n_public is too small: with {_first(n_public, ~found)} public items a gap of {points:.2g} points would "
            f"be found with power {power:.2g} at most, however many items are fresh; plan for a larger share"
        )


def public_and_fresh(public, fresh, rate_on_leaked):
    """Two rates, or the estimates of two intervals of rates, and the rate on leaked items, brought to one shape."""
    ends = [hasattr(x, "level") and hasattr(x, "estimate") for x in (public, fresh)]
    if ends[0] != ends[1]:
        name, other = ("fresh", "public") if ends[0] else ("public", "fresh")
        raise TypeError(f"{name} must be an Interval if {other} is one: give two rates or two intervals")
    with_ends = all(ends)
    given, arrays = {}, {}
    for name, value in {"public": public, "fresh": fresh}.items():
        if with_ends and value.unit != "%":
            raise ValueError(f"{name} must be the interval of a rate: got one in {value.unit or 'no unit'}")
        given[name] = value.estimate if with_ends else value
        arrays[name] = rates(given[name], name)
    if with_ends and abs(public.level - fresh.level) > 1e-9:
        raise ValueError(f"fresh must have the level of public: got {fresh.level:.6g} and {public.level:.6g}")
    given["rate_on_leaked"], arrays["rate_on_leaked"] = rate_on_leaked, rates(rate_on_leaked, "rate_on_leaked")
    p, f, high = one_shape(given, arrays)
    _room(f, high, "fresh")
    lowest = np.broadcast_to(public.low, p.shape) if with_ends else p
    above = lowest > high
    if above.any():
        raise ValueError(
            f"public must not exceed rate_on_leaked{', not even at its lower end' if with_ends else ''}: got "
            f"{_first(lowest, above)} and {float(high[above].flat[0]):.6g}; no leaked share explains that"
        )
    return p, f, high


def _room(p, high, name):
    """Refuses a rate that leaked items would not raise."""
    above = p >= high
    if above.any():
        raise ValueError(
            f"{name} must lie below rate_on_leaked: got {_first(p, above)} and {float(high[above].flat[0]):.6g}; "
            "leaked items that are answered no better make no gap"
        )


def texts(value, name):
    """A list of pieces of text."""
    if isinstance(value, (str, bytes)) or not hasattr(value, "__iter__") or isinstance(value, (dict, set, frozenset)):
        raise TypeError(f"{name} must be a list of texts, not {_kind(value)}; put a single text into a list")
    if getattr(value, "columns", None) is not None or getattr(value, "ndim", 1) != 1:
        raise TypeError(f"{name} must be a list of texts, not {_kind(value)}")
    listed = list(value)
    if not listed:
        raise ValueError(f"{name} is empty: there is nothing to search in; give at least one text")
    strange = [x for x in listed if not isinstance(x, str)]
    if strange:
        raise TypeError(f"{name} must be a list of texts, but holds {_kind(strange[0])}; convert or leave out")
    return listed


def long_enough(words, n, name="text"):
    """Refuses a text that is shorter than one n-gram."""
    if len(words) < n:
        raise ValueError(
            f"{name} has {len(words)} words and so no {n}-gram; choose a smaller n (below 8, many matches are chance)"
        )


def planning(rate, margin, name="margin"):
    """A rate to expect and a margin to reach, both strictly between 0 and 1, brought to one shape."""
    same_rows(rate, margin, "rate", name)
    p, m = rates(rate, "rate"), rates(margin, name)
    if ((p == 0) | (p == 1)).any():
        raise ValueError(
            "rate must lie strictly between 0 and 1: at 0 or 1 the formula asks for no items at all; "
            "plan with the least favourable rate that you expect, or with 0.5"
        )
    if ((m < SMALLEST_MARGIN) | (m == 1)).any():
        raise ValueError(f"{name} must lie between {SMALLEST_MARGIN:.7f} and 1: write 0.01 for one point")
    return together(p, m, "rate", name)


def alpha(value):
    """One level of a test: the share of false alarms, below one half."""
    one = level(value, "alpha")
    if one >= 0.5:
        raise ValueError(f"alpha must lie below 0.5: got {one:.6g}; write 0.05 for a test that goes with 95% intervals")
    if one < SMALLEST_ALPHA:
        raise ValueError(f"alpha is too small ({one:.6g}): check it")
    return one


def power(value):
    """One power to plan for."""
    one = level(value, "power")
    if one < 0.5:
        raise ValueError(f"power must be at least 0.5: got {one:.6g}; a plan that more often misses is none; try 0.8")
    return one


def sides(value):
    """One- or two-sided."""
    one = single(numbers(value, "sides"), "sides")
    if one not in (1, 2):
        raise ValueError(f"sides must be 1 or 2: got {one:.6g}; give 2 unless the other direction could not matter")
    return int(one)


def ratio(value):
    """One ratio of two sizes."""
    one = single(positive(value, "ratio"), "ratio")
    if not 1 / LARGEST_RATIO <= one <= LARGEST_RATIO:
        raise ValueError(f"ratio must lie between {1 / LARGEST_RATIO} and {LARGEST_RATIO}: got {one:.6g}; give n2/n1")
    return one


def two_rates(p1, p2, n1, n2, most=None):
    """Two rates and the sizes of two groups (n2 may be None: as n1), brought to one shape."""
    sizes = {"n1": n1} if n2 is None else {"n1": n1, "n2": n2}
    checked = {name: whole_numbers(n, name, 1) for name, n in sizes.items()}
    for name, n in checked.items():
        if most is not None and (n > most).any():
            raise ValueError(
                f"{name} must be at most {most:,} here: got {_first(n, n > most)}; every pair of results is looked at, "
                "and for larger sets power_two_rates is close"
            )
    arrays = one_shape({"p1": p1, "p2": p2, **sizes}, {"p1": rates(p1, "p1"), "p2": rates(p2, "p2"), **checked})
    return arrays if n2 is not None else [*arrays, arrays[-1]]


def one_rate_two_sizes(p, n1, n2):
    """A rate and the sizes of two groups (n2 may be None: as n1), brought to one shape."""
    sizes = {"n1": n1} if n2 is None else {"n1": n1, "n2": n2}
    checked = {name: whole_numbers(n, name, 1) for name, n in sizes.items()}
    arrays = one_shape({"p": p, **sizes}, {"p": rates(p, "p"), **checked})
    return arrays if n2 is not None else [*arrays, arrays[-1]]


def two_different_rates(p1, p2):
    """Two rates to tell apart, brought to one shape."""
    same_rows(p1, p2, "p1", "p2")
    first, second = together(rates(p1, "p1"), rates(p2, "p2"), "p1", "p2")
    close = np.abs(second - first) < SMALLEST_MARGIN
    if close.any():
        raise ValueError(
            f"p2 must differ from p1 by {SMALLEST_MARGIN:.7f} or more: got {_first(second, close)}, p1 is "
            f"{float(first[close].flat[0]):.16g}; no number of items finds a difference that is not there"
        )
    return first, second


def detectable(found, p, best, direction):
    """Refuses rates from which no change in that direction would be found."""
    if not found.all():
        raise ValueError(
            f"p leaves no room to go {direction}: from {_first(p, ~found)} even a change to "
            f"{1 if direction == 'up' else 0} would be found with power {float(best[~found].flat[0]):.2g}; "
            "take more items, or look in the other direction"
        )


def non_inferiority(p1, p2, margin):
    """Two rates strictly between 0 and 1 and a margin between them that is not used up, brought to one shape."""
    raw = {"p1": p1, "p2": p2, "margin": margin}
    arrays = {name: rates(value, name) for name, value in raw.items()}
    for name, array in arrays.items():
        edge = (array == 0) | (array == 1)
        if edge.any():
            raise ValueError(f"{name} must lie strictly between 0 and 1: got {_first(array, edge)}")
    p1, p2, margin = one_shape(raw, arrays)
    worse = p2 - p1 + margin < SMALLEST_MARGIN
    if worse.any():
        raise ValueError(
            f"p2 must lie above p1 - margin: got {_first(p2, worse)}, p1 is {float(p1[worse].flat[0]):.16g} and margin "
            f"{float(margin[worse].flat[0]):.16g}; a system that is worse by the margin is inferior, however many items"
        )
    return p1, p2, margin


def interval_and_margin(interval, margin, level_wanted):
    """The two ends of an interval of a difference, of the level asked for, and a margin, brought to one shape."""
    level_wanted = level(level_wanted)
    if isinstance(interval, (str, bytes, dict, set, frozenset)) or not hasattr(interval, "__iter__"):
        raise TypeError(f"interval must be an Interval or a pair (low, high), not {_kind(interval)}")
    if getattr(interval, "columns", None) is not None or getattr(interval, "ndim", 1) == 0:
        raise TypeError(f"interval must be an Interval or a pair (low, high), not {_kind(interval)}")
    two = [*interval]
    if len(two) != 2:
        raise ValueError(f"interval must have two ends, low and high: got {len(two)} values")
    stated = getattr(interval, "level", level_wanted)
    if abs(stated - level_wanted) > 1e-9:
        raise ValueError(
            f"interval must have level {level_wanted:.6g} here: got {stated:.6g}; "
            f"compute it with level={level_wanted:.6g}"
        )
    if getattr(interval, "unit", "points") == "%":
        raise ValueError("interval must be that of a difference, in points: got that of one rate, in %")
    low, high = (numbers(end, "interval") for end in two)
    low, high = together(low, high, "interval (low)", "interval (high)")
    if (low > high).any():
        raise ValueError(f"interval must have its lower end first: got {_first(low, low > high)}; are the two swapped?")
    low, margin = together(low, positive(margin, "margin"), "interval", "margin")
    return low, np.broadcast_to(high, low.shape), margin


def results_by_id(value, name):
    """Results of one system by item id: 1 or 0, or None where there is no result; ids in their order."""
    if isinstance(value, Mapping):
        ids, results = list(value), list(value.values())
    elif hasattr(value, "index") and hasattr(value, "to_numpy") and getattr(value, "columns", None) is None:
        if type(value.index).__name__ == "RangeIndex" and value.index.name is None:
            raise ValueError(
                f"{name} has no ids: its index only numbers the rows; use .set_index('id') before you choose the "
                "column, or .rename_axis('id') if those numbers are the ids"
            )
        ids, results = value.index.tolist(), value.tolist()
    else:
        raise TypeError(
            f"{name} must be a pandas Series indexed by item id, or a dict id -> result, not {_kind(value)}"
        )
    if not ids:
        raise ValueError(f"{name} is empty: there is nothing to compare; give at least one result")
    missing = sum(map(_no_id, ids))
    if missing:
        raise ValueError(f"{name} has no id for {_of(missing, len(ids))}; give each item an id of its own")
    known = {}
    for one, result in zip(ids, results, strict=True):
        try:
            twice = one in known
        except TypeError:
            raise TypeError(f"{name} must have plain ids, such as names or numbers: got {shown(one)}") from None
        if twice:
            raise ValueError(f"{name} has more than one result for {shown(one)}; keep one result for each id")
        known[one] = _right_or_wrong(result, name, one)
    return known


def _right_or_wrong(result, name, one):
    if _is_missing(result):
        return None
    if not isinstance(result, (kinds.Real, np.bool_)):
        what = "text" if isinstance(result, (str, bytes)) else _kind(result)
        raise TypeError(f"{name} must hold 0 or 1, or True or False, not {what} ({shown(result)} for {shown(one)})")
    if result not in (0, 1):
        raise ValueError(
            f"{name} must hold 0 or 1, and None or NaN where there is no result: got {shown(result)} for {shown(one)}"
        )
    return int(result)


def paired_results(first, second):
    """Results of two systems by item id, with at least one item on which both have a result."""
    first, second = results_by_id(first, "first"), results_by_id(second, "second")
    shared = first.keys() & second.keys()
    if not shared:
        one, other = (shown(next(iter(ids))) for ids in (first, second))
        raise ValueError(
            f"first and second share no id: first has ids such as {one}, second such as {other}; "
            "are both written alike, and of one kind?"
        )
    if all(first[one] is None or second[one] is None for one in shared):
        raise ValueError("first and second share no item on which both have a result: there is nothing to compare")
    return first, second


def two_names(value, name):
    """The names of two systems: two different texts."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise TypeError(f"{name} must be a pair of texts, such as ('new', 'old'), not {_kind(value)}")
    for one in value:
        if not text(one, name).strip():
            raise ValueError(f"{name} must not be empty: say what the two systems are called")
    if value[0] == value[1]:
        raise ValueError(f"{name} must differ: got {shown(value[0])} twice")
    return tuple(value)


def ids(value, name):
    """A list of ids as a tuple."""
    if not isinstance(value, (list, tuple)):
        raise TypeError(f"{name} must be a list or a tuple of ids, not {_kind(value)}")
    return tuple(value)


def up_to(value, most, name, what):
    """One count that cannot exceed another one."""
    one = count(value, name, least=0)
    if one > most:
        raise ValueError(f"{name} must not exceed {most:,}, the number of {what}: got {one:,}")
    return one


def paired_counts(both, only_first, only_second, neither):
    """The four counts of a paired table, brought to one shape, with at least one item in each table."""
    raw = {"both": both, "only_first": only_first, "only_second": only_second, "neither": neither}
    arrays = one_shape(raw, {name: whole_numbers(value, name) for name, value in raw.items()})
    if (sum(arrays) == 0).any():
        raise ValueError("both and the other three counts are all 0: without items there is nothing to compare")
    return arrays


def flips(only_first, only_second):
    """How many items only the first and only the second system got right, brought to one shape."""
    same_rows(only_first, only_second, "only_first", "only_second")
    arrays = whole_numbers(only_first, "only_first"), whole_numbers(only_second, "only_second")
    return together(*arrays, "only_first", "only_second")


def flip_rates(p_only_first, p_only_second, **more):
    """The shares of items that flip either way, together at most 1; with more that is checked, brought to one shape."""
    raw = {"p_only_first": p_only_first, "p_only_second": p_only_second}
    arrays = {name: rates(value, name) for name, value in raw.items()}
    first, second, *more = one_shape(raw | more, arrays | more)
    above = first + second > 1 + 1e-12
    if above.any():
        raise ValueError(
            f"p_only_second and p_only_first must not exceed 1 together: got {_first(second, above)} and "
            f"{float(first[above].flat[0]):.16g}; they are shares of the same items"
        )
    return first, second, *more


def sizes_and_flip_rates(n, p_only_first, p_only_second, most):
    """Numbers of items and the shares of them that flip either way, brought to one shape."""
    sizes = at_most(whole_numbers(n, "n", 1), most, "n")
    for name, value in (("p_only_first", p_only_first), ("p_only_second", p_only_second)):
        same_rows(n, value, "n", name)
    first, second, sizes = flip_rates(p_only_first, p_only_second, n=sizes)
    return sizes, first, second


def different_flip_rates(p_only_first, p_only_second):
    """The shares of items that flip either way, if they are not the same."""
    first, second = flip_rates(p_only_first, p_only_second)
    close = np.abs(first - second) < SMALLEST_MARGIN
    if close.any():
        raise ValueError(
            f"p_only_second must differ from p_only_first by {SMALLEST_MARGIN:.7f} or more: got "
            f"{_first(second, close)} and {float(first[close].flat[0]):.16g}; no number of items finds a difference "
            "that is not there"
        )
    return first, second


def few_enough(items, most):
    """Refuses a plan of so many items that the exact power is no longer summed."""
    if (items > most).any():
        raise ValueError(
            f"p_only_second is so near p_only_first that it takes about {float(items.max()):,.0f} items, and exact "
            f"power is summed up to {most:,} here; use method='connor'"
        )


def sizes_and_discordance(n, discordance, most):
    """Numbers of items and the share of them that flip, above 0, brought to one shape."""
    same_rows(n, discordance, "n", "discordance")
    sizes, share = at_most(whole_numbers(n, "n", 1), most, "n"), rates(discordance, "discordance")
    if (share < SMALLEST_MARGIN).any():
        raise ValueError(
            f"discordance must be at least {SMALLEST_MARGIN:.7f}: got {_first(share, share < SMALLEST_MARGIN)}; "
            "if no item flips, there is no difference to find"
        )
    return together(sizes, share, "n", "discordance")


def detectable_flips(found, n, discordance, best):
    """Refuses designs that find no difference, not even if all flips go one way."""
    if not found.all():
        items, share = float(n[~found].flat[0]), float(discordance[~found].flat[0])
        raise ValueError(
            f"n is too small: with {items:,.0f} items, of which {100 * share:.4g}% flip, even flips "
            f"that all go one way would be found with power {float(best[~found].flat[0]):.2g}; take more items"
        )


def at_most(array, most, name):
    """Counts up to which a sum is still quick."""
    if (array > most).any():
        raise ValueError(f"{name} must be at most {most:,} here: got {_first(array, array > most)}; check it")
    return array


def costs(n, price, minutes, people, rate, labels):
    """Amounts, prices and times, brought to one shape."""
    raw = {
        "n": n,
        "price_per_item": price,
        "minutes_per_label": minutes,
        "people": people,
        "hourly_rate": rate,
        "labels_per_item": labels,
    }
    whole = ("n", "people", "labels_per_item")
    return one_shape(raw, {k: whole_numbers(x, k, 1) if k in whole else not_negative(x, k) for k, x in raw.items()})


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


def flag(value, name):
    """True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be True or False, not {_kind(value)}")
    return bool(value)


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


def one_shape(given, arrays):
    """Several arrays, by name, brought to one shape, or a message that names two that do not fit."""
    for (a, x), (b, y) in combinations(given.items(), 2):
        same_rows(x, y, a, b)
        together(arrays[a], arrays[b], a, b)
    return np.broadcast_arrays(*arrays.values())


def same_length(first, second, first_name, second_name, of="item"):
    """Two sequences with one entry for each item, or for each slice."""
    if len(first) != len(second):
        raise ValueError(
            f"{first_name} and {second_name} must have the same length, one entry for each {of}: "
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


def shown(thing):
    """Anything that a user may have given as an id or a result, short and on one line."""
    try:
        words = " ".join(repr(thing).split())
    except Exception:  # somebody's own type, or a number with thousands of digits
        words = f"something of type {type(thing).__name__}"
    words = "".join(letter if letter.isprintable() else "?" for letter in words)
    return words if len(words) <= 40 else f"{words[:39]}…"


def _no_id(one):
    if isinstance(one, tuple):
        return not one or any(map(_no_id, one))
    return _is_missing(one) or (isinstance(one, str) and not one.strip())


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
