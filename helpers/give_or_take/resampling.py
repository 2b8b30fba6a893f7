"""The bootstrap for any statistic, and a test of two systems by swapping their answers: chapter 7.

Items belong together where they were drawn together: the four summaries of one document are drawn with it. So what is
resampled, and what is swapped, is the item, or the group if groups are named. Both systems keep their items.

Where all columns hold 0 and 1, a sample is a table of a few counts, and so is a resample: counts are drawn, not items,
and a million items cost no more than a hundred.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammaln, ndtr, ndtri

from give_or_take import checks
from give_or_take.docs import documented
from give_or_take.metrics import METRICS
from give_or_take.results import Interval, Test

AT_ONCE = 2**21  # numbers in one array of resamples
MOST_LISTED = 2 * 10**5  # ways to swap, up to which all are listed
FEW_UNITS = 30
FEW_OUTCOMES = 20
PILE = 0.025  # of the resamples with one and the same extreme value
NAMES = {"percentile": "percentile", "bca": "BCa"}
BCA_UNDEFINED = "method must be 'percentile' here: BCa needs a statistic that is defined in every resample"
INSTEAD = {
    **dict.fromkeys(("mean", "accuracy", "precision", "recall", "specificity"), "wilson_interval"),
    "f1": "f1_interval",
    "balanced accuracy": "balanced_accuracy_interval",
}
WEIGHED = {  # the counts of which the rarest decides how well a metric is known
    "mean": lambda right, wrong: (right, wrong),
    "accuracy": lambda tp, fp, fn, tn: (tp + tn, fp + fn),
    "balanced accuracy": lambda tp, fp, fn, tn: (tp, fp, fn, tn),
    "precision": lambda tp, fp, fn, tn: (tp, fp),
    "recall": lambda tp, fp, fn, tn: (tp, fn),
    "specificity": lambda tp, fp, fn, tn: (tn, fp),
    "f1": lambda tp, fp, fn, tn: (tp, fp + fn),
    "mcc": lambda tp, fp, fn, tn: (tp, fp, fn, tn),
}


@dataclass(frozen=True, eq=False)
class BootstrapInterval(Interval):
    """What `bootstrap_interval` gives: an interval with a note, which says what was resampled and where it may fail."""

    note: str = ""

    def __str__(self):
        return f"{super().__str__()}; {self.note}"


@documented
def bootstrap_interval(
    data: ArrayLike | tuple,
    statistic: str | Callable,
    groups: Iterable[Hashable] | None = None,
    paired: bool = False,
    method: str = "percentile",
    level: float = 0.95,
    unit: str | None = None,
    draws: int = 9_999,
    rng: np.random.Generator | None = None,
) -> BootstrapInterval:
    """A bootstrap interval for any statistic: draw as many items again, with putting back, and see how far it moves.

    The interval runs from the 2.5th to the 97.5th percentile of the statistic over the resamples, at 95%. BCa (bias
    corrected and accelerated) moves both percentiles by how far the estimate lies off their middle and by how its error
    changes with it. If groups are named, whole groups are drawn, each with all its items.

    It knows no more than the sample. Where mistakes are few, its bar is too short: for a rate it is Wald's interval in
    disguise, which holds the truth in {percentile 19 of 20}% of all samples of 20 at a rate of 95%. So it prints a warning
    where fewer than {few outcomes} outcomes of the rarer kind decide a metric, with fewer than 30 items or groups, where more than
    2.5% of the resamples give the largest value of all, or the smallest, as those of a maximum do. `wilson_interval`,
    `f1_interval` and `balanced_accuracy_interval` do not fail there; for the mean of few scores, take t:
    `Estimate(...).interval()`.

    Resamples in which the statistic is undefined, such as precision where nothing was predicted positive, are left out,
    and their number is printed.

    Parameters
    ----------
    data : column, or tuple of columns
        One column of scores; or several columns of the same items, such as (truth, predicted).
    statistic : str or function
        A function of these columns that gives a number. Or, for (truth, predicted) of 0 and 1, where 1 is positive, one
        of `"accuracy"`, `"balanced accuracy"`, `"precision"`, `"recall"`, `"specificity"`, `"f1"` and `"mcc"`: these are
        drawn as counts, and so is `numpy.mean` of a column of 0 and 1.
    groups : list, array or column of labels, optional
        The group of each item, if groups were drawn; at least two different ones.
    paired : bool
        Whether the last two columns are two systems on the same items. Then the statistic is taken of each, together
        with the columns before, and the interval is that of the difference: (truth, first, second), or two columns of
        scores.
    method : str
        `"percentile"` or `"bca"`.
    {level}
    unit : str, optional
        How the numbers are written, as in `give_or_take.results`: "%" for named metrics but MCC, else "".
    draws : int
        How many resamples, at least 999.
    rng : numpy.random.Generator
        `numpy.random.default_rng(SEED)`.

    Returns
    -------
    BootstrapInterval
        An `Interval` with a `note`, which is printed: what was resampled, and the warnings.

    References
    ----------
    Efron 1979, Annals of Statistics 7, 1-26; BCa: Efron 1987, Journal of the American Statistical Association 82,
    171-185. `scipy.stats.bootstrap` resamples here, unless counts do. It has no groups. What the interval covers:
    `tools/metric_coverage.py`, and for scores `tools/score_coverage.py`.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> truth, predicted = [1] * 40 + [0] * 60, [1] * 60 + [0] * 40
    >>> print(bootstrap_interval((truth, predicted), "f1", rng=rng))
    80.0% (95% percentile bootstrap 70.6%-87.8%); 9,999 resamples of 100 items
    >>> print(bootstrap_interval([1] * 19 + [0], np.mean, unit="%", rng=rng))
    """
    ask = _asked(data, statistic, groups, paired, unit)
    checks.choice(method, "method", ("percentile", "bca"))
    level, draws, rng = checks.level(level), checks.count(draws, "draws", least=999), _generator(rng)
    if ask.table is None:
        low, high, values = _from_items(ask, method, level, draws, rng)
    else:
        low, high, values = _from_counts(ask, method, level, draws, rng)
    note = f"{draws:,} resamples of {checks.number_of(ask.units, ask.word)}"
    if undefined := int(np.isnan(values).sum()):
        note += f", undefined in {undefined:,} of them"
    if faults := "; ".join(_faults(ask, values)):
        note += f". Careful: {faults}"
    return BootstrapInterval(low, high, ask.estimate, level, f"{NAMES[method]} bootstrap", ask.unit, note=note)


@documented
def swap_test(
    data: tuple,
    statistic: str | Callable,
    groups: Iterable[Hashable] | None = None,
    method: str = "mid-p",
    draws: int = 9_999,
    rng: np.random.Generator | None = None,
) -> Test:
    """A test of "no difference" between two systems on the same items, by any statistic, two-sided.

    If it does not matter which system gave which answer, the two answers to an item could as well have been swapped.
    So all ways to swap some of them are equally likely, and the p-value is the share of them in which the statistic
    differs between the systems at least as far as it does. If groups are named, all items of a group are swapped
    together.

    - `"mid-p"`, the default: what is just as far counts half. For accuracy it is the mid-p `mcnemar_test`.
    - `"exact"`: it counts in full.

    For named metrics only the numbers of swaps of each kind matter, and with single items they are few: p is then exact
    as a rule. Otherwise swaps are drawn, the observed one is added, p is (far + 1)/(draws + 1) for what is as far, and
    the standard error that comes of drawing is printed. The share of bootstrap resamples below zero is no p-value.

    It asks whether answers can be told apart in how they move this statistic, not only whether its true values differ.

    Parameters
    ----------
    data : tuple of columns
        (truth, first, second), or two columns of scores.
    statistic : str or function
        Of the columns of one system, as for `bootstrap_interval`.
    groups : list, array or column of labels, optional
        The group of each item, if groups were drawn; at least two different ones.
    method : str
        `"mid-p"` or `"exact"`.
    draws : int
        How many ways to swap are drawn where there are too many to list, at least 999.
    rng : numpy.random.Generator, optional
        Needed only where swaps have to be drawn.

    Returns
    -------
    Test
        The p-value; the statistic is the difference, the first system minus the second.

    References
    ----------
    Fisher 1935, The Design of Experiments, section 21. For F1 and the like: Yeh 2000, COLING, 947-953. The observed one
    among those that are drawn: Phipson and Smyth 2010, Statistical Applications in Genetics and Molecular Biology 9, 39.
    SciPy's `permutation_test` with `permutation_type="samples"` has no groups and no mid-p.

    Examples
    --------
    >>> truth, first, second = [1] * 12 + [0] * 28, [1] * 10 + [0] * 30, [1] * 4 + [0] * 30 + [1] * 6
    >>> print(swap_test((truth, first, second), "f1"))
    """
    ask = _asked(data, statistic, groups, True, "")
    checks.choice(method, "method", ("mid-p", "exact"))
    draws = checks.count(draws, "draws", least=999)
    rng = rng if rng is None else _generator(rng)
    gaps, weights, differ = (_swapped_items if ask.table is None else _swapped_counts)(ask, draws, rng)
    name = f"swap {method} test"
    what = f"{checks.number_of(differ, ask.word)} differ{'s' * (differ == 1)}"
    if not differ:
        return Test(name, ask.estimate, 1.0, "", what)
    rounding = 1e-10 * max(map(abs, ask.both))
    beyond = np.abs(gaps) - abs(ask.estimate)  # not a number where undefined: that counts as further
    if drawn := weights is None:
        beyond, weights = np.append(beyond, 0), np.full(draws + 1, 1 / (draws + 1))  # with the observed one
    as_far, further = weights[np.abs(beyond) <= rounding].sum(), weights[~(beyond <= rounding)].sum()
    p_value = min(further + as_far * (0.5 if method == "mid-p" else 1), 1)
    if drawn:
        what += f"; {draws:,} ways to swap drawn, standard error of p {math.sqrt(p_value * (1 - p_value) / draws):.1g}"
    return Test(name, ask.estimate, p_value, "", what)


# What is asked


class Ask(NamedTuple):
    """Data and statistic, checked."""

    columns: list
    statistic: Callable  # of the columns of one system
    name: str  # of the metric, or ""
    paired: bool
    group: np.ndarray | None  # the number of each item's group
    units: int
    unit: str
    table: np.ndarray | None = None  # a row of counts for each unit, if columns hold 0 and 1, and such rows
    both: tuple = ()  # the statistic of each system

    @property
    def word(self):
        return "item" if self.group is None else "group"

    @property
    def estimate(self):
        return self.both[0] - self.both[1] if self.paired else self.both[0]

    def sides(self, columns):
        """The columns of each system."""
        return [(*columns[:-2], one) for one in columns[-2:]] if self.paired else [columns]

    def value(self, columns):
        """The statistic of such columns, or its difference; not a number where undefined."""
        values = [self.statistic(*side) for side in self.sides(columns)]
        values = [math.nan if value is None else float(value) for value in values]
        return values[0] - values[1] if self.paired else values[0]

    def tables(self, tables):
        """The table of each system, its axes last, from counts of all columns together."""
        tables = tables.reshape(*tables.shape[:-1], *[2] * len(self.columns))
        return [tables.sum(-1), tables.sum(-2)] if self.paired else [tables]

    def of_counts(self, tables):
        """The statistic, or its difference, of counts of all columns together: along the last axis."""
        values = [_of_table(self.name, table) for table in self.tables(tables)]
        return values[0] - values[1] if self.paired else values[0]


def _asked(data, statistic, groups, paired, unit):
    paired = checks.flag(paired, "paired")
    columns = _columns(data)
    if isinstance(statistic, str):
        name = checks.choice(statistic, "statistic", tuple(METRICS))
        wanted = ("truth", "first", "second") if paired else ("truth", "predicted")
        if len(columns) != len(wanted):
            raise ValueError(f"data must be a tuple of {len(wanted)} columns here, ({', '.join(wanted)}): got {len(columns)}")
        for i, column in enumerate(columns):
            if not _binary(column):
                shown = checks.listing(dict.fromkeys(column.tolist()))
                raise ValueError(
                    f"data[{i}] must be 0 or 1 for {name!r}: got {shown}; give column == label for the positive class"
                )
    elif callable(statistic):
        name = "mean" if statistic is np.mean and all(map(_binary, columns)) else ""
        if paired and len(columns) < 2:
            raise ValueError("data must be a tuple of two columns or more if paired: those of the two systems stand last")
    else:
        words = ", ".join(map(repr, METRICS))
        raise TypeError(f"statistic must be a function or one of {words}, not {checks.kind_of(statistic)}")
    if unit is None:
        unit = "%" if isinstance(statistic, str) and name != "mcc" else ""
    unit = "points" if checks.text(unit, "unit") == "%" and paired else unit
    group, units = None, len(columns[0])
    if groups is not None:
        group, names = checks.labels(groups, "groups", "group")
        checks.same_length(columns[0], group, "data", "groups")
        units = len(names)
        if units < 2:
            raise ValueError("groups must name at least two groups: one cannot show how much groups vary")
    elif units < 2:
        raise ValueError("data must hold at least 2 items: 1 cannot show how much items vary")
    ask = Ask(columns, statistic, name, paired, group, units, unit)
    if name:
        ask = ask._replace(table=_counted(ask))
        both = [float(_of_table(name, table)) for table in ask.tables(ask.table.sum(0))]
    else:
        both = [_first_value(ask, side) for side in ask.sides(columns)]
    if not all(map(math.isfinite, both)):
        raise ValueError(f"statistic must be defined for the data: got {checks.shown(both)}; there is nothing to vary")
    ask = ask._replace(both=tuple(both))
    if unit in ("%", "points") and abs(ask.estimate) > 1:
        raise ValueError(f"unit must fit the statistic: got {unit!r} for {ask.estimate:.6g}, which is no rate; give unit=''")
    return ask


def _columns(data):
    """One array for each column: of numbers, of True and False, or of labels."""
    several = isinstance(data, tuple)
    if several and not data:
        raise ValueError("data is empty: give a column, or a tuple of columns such as (truth, predicted)")
    names = [f"data[{i}]" for i in range(len(data))] if several else ["data"]
    columns = [_column(value, name) for value, name in zip(data if several else [data], names, strict=True)]
    for value, column, name in zip(data[1:] if several else [], columns[1:], names[1:], strict=several):
        checks.same_length(columns[0], column, "data[0]", name)
        checks.same_rows(data[0], value, "data[0]", name)
    return columns


def _column(value, name):
    if checks.is_list(value) and getattr(value, "ndim", 1) == 1 and len(value):
        first = value[0] if isinstance(value, (list, tuple, np.ndarray)) else next(iter(value))
        if isinstance(first, (list, np.ndarray)):
            raise TypeError(f"{name} must be one column, or data a tuple of columns such as (truth, predicted)")
        if isinstance(first, str):
            code, labels = checks.labels(value, name, "class")
            return np.array(labels, dtype=object)[code]
        whole = checks.scores(value, name)
        return whole.astype(bool) if isinstance(first, (bool, np.bool_)) else whole
    return checks.scores(value, name)


def _binary(column):
    return column.dtype != object and bool(np.all((column == 0) | (column == 1)))


def _first_value(ask, side):
    """The statistic of the data; what fails here fails for good, and is told with its reason."""
    try:
        value = ask.statistic(*side)
    except (TypeError, ValueError) as error:
        raise TypeError(
            f"statistic must be a function of {checks.number_of(len(side), 'column')} here: it fails with "
            f"{type(error).__name__}, {checks.shown(str(error), 120)}; see above"
        ) from error
    if value is None:
        return math.nan
    if isinstance(value, (str, bytes)) or np.ndim(value) or not np.isrealobj(np.asarray(value)):
        raise TypeError(f"statistic must give one number: got {checks.shown(value)}")
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"statistic must give one number: got {checks.shown(value)}") from None


def _generator(rng):
    if rng is None:
        raise ValueError("rng is needed where samples have to be drawn; give numpy.random.default_rng(SEED)")
    if not isinstance(rng, np.random.Generator):
        raise TypeError(f"rng must be a generator, not {checks.kind_of(rng)}; give numpy.random.default_rng(SEED)")
    return rng


# Columns of 0 and 1: counts are drawn


def _of_table(name, table):
    """A metric of tables whose last axes are truth and prediction; or the mean of tables of 0 and 1."""
    if name == "mean":
        return table[..., 1] / table.sum(-1)
    return METRICS[name](table[..., 1, 1], table[..., 0, 1], table[..., 1, 0], table[..., 0, 0])


def _counted(ask):
    """For each unit a row: how many of its items have each combination of the columns. One row, if units are items."""
    code = sum(column.astype(int) << i for i, column in enumerate(ask.columns[::-1]))
    cells = 2 ** len(ask.columns)
    if ask.group is None:
        return np.bincount(code, minlength=cells)[None].astype(float)
    counts = np.bincount(ask.group * cells + code, minlength=ask.units * cells)
    return counts.reshape(ask.units, cells).astype(float)


def _kinds(ask):
    """The different rows of counts that a unit may have, and how many units have each."""
    if ask.group is None:
        many = ask.table[0]
        return np.eye(len(many))[many > 0], many[many > 0].astype(int)
    return np.unique(ask.table, axis=0, return_counts=True)


def _from_counts(ask, method, level, draws, rng):
    """Both ends, and the statistic of each resample."""
    kinds, many = _kinds(ask)
    values, rows = [], max(AT_ONCE // len(kinds), 1)
    for start in range(0, draws, rows):
        drawn = rng.multinomial(ask.units, many / ask.units, size=min(rows, draws - start))
        values.append(ask.of_counts(drawn @ kinds))
    values = np.concatenate(values)
    known, tails = values[~np.isnan(values)], np.array([(1 - level) / 2, (1 + level) / 2])
    if method == "bca" and np.ptp(known) > 0:
        left_out = ask.of_counts(ask.table.sum(0) - kinds)
        if np.isnan(left_out).any() or len(known) < len(values):
            raise ValueError(BCA_UNDEFINED)
        tails = _corrected(tails, known, ask.estimate, left_out, many)
    return *np.quantile(known, tails), values


def _corrected(tails, values, estimate, left_out, many):
    """The shares of resamples below the ends of BCa; `left_out` holds the statistic without one unit of each kind."""
    below = (np.mean(values < estimate) + np.mean(values <= estimate)) / 2
    middle = ndtri(np.clip(below, 0.5 / len(values), 1 - 0.5 / len(values)))
    away = np.average(left_out, weights=many) - left_out
    speed = many @ away**3 / (6 * (many @ away**2) ** 1.5) if np.ptp(away) else 0.0
    z = middle + ndtri(tails)
    return ndtr(middle + z / (1 - speed * z))


def _swapped_counts(ask, draws, rng):
    """The difference after each way to swap, the chances of these if all are listed, and how many units differ."""
    kinds, many = _kinds(ask)
    other = kinds.reshape(len(kinds), -1, 2, 2).swapaxes(-1, -2).reshape(kinds.shape)
    moved = other - kinds
    speaks = moved.any(axis=1)
    moved, many, table = moved[speaks], many[speaks], ask.table.sum(0)
    if not len(moved):
        return None, None, 0
    forward = np.take_along_axis(moved, (moved != 0).argmax(axis=1)[:, None], axis=1) > 0
    table = table + many[~forward[:, 0]] @ moved[~forward[:, 0]]  # a kind and its mirror image become one kind
    steps, at = np.unique(np.where(forward, moved, -moved), axis=0, return_inverse=True)
    many = np.bincount(at.ravel(), many).astype(int)
    if math.prod((many + 1).tolist()) <= MOST_LISTED:
        swaps = np.stack(np.meshgrid(*map(np.arange, many + 1), indexing="ij"), axis=-1).reshape(-1, len(many))
        ways = gammaln(many + 1) - gammaln(swaps + 1) - gammaln(many - swaps + 1)
        weights = np.exp(ways.sum(axis=1) - many.sum() * math.log(2))
        return np.concatenate([ask.of_counts(table + some @ steps) for some in _parts(swaps)]), weights, int(many.sum())
    rng = _generator(rng)
    gaps, rows = [], max(AT_ONCE // len(many), 1)
    for start in range(0, draws, rows):
        swaps = rng.binomial(many, 0.5, size=(min(rows, draws - start), len(many)))
        gaps.append(ask.of_counts(table + swaps @ steps))
    return np.concatenate(gaps), None, int(many.sum())


def _parts(rows):
    return np.array_split(rows, -(-rows.size // AT_ONCE))


# Other columns: items are drawn


def _from_items(ask, method, level, draws, rng):
    """Both ends, and the statistic of each resample, by SciPy."""
    from scipy.stats import bootstrap

    rows = _rows(ask)

    def of_units(chosen):
        chosen = rows(chosen)
        return ask.value([column[chosen] for column in ask.columns])

    sample, statistic = np.arange(ask.units), of_units
    whole = ask.statistic is np.mean and ask.group is None
    if whole:  # SciPy takes the means of many resamples at once
        sample, statistic = ask.columns[0] - ask.columns[1] if ask.paired else ask.columns[0], np.mean
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="The BCa confidence interval cannot be calculated")
        found = bootstrap(
            (sample,),
            statistic,
            n_resamples=draws,
            batch=max(AT_ONCE // len(sample), 1),
            vectorized=whole,
            confidence_level=level,
            method={"percentile": "percentile", "bca": "BCa"}[method],
            rng=rng,
        )
    values = found.bootstrap_distribution
    known = values[~np.isnan(values)]
    low, high = found.confidence_interval
    if math.isnan(low) or math.isnan(high):
        if method == "bca" and np.ptp(known) > 0:
            raise ValueError(BCA_UNDEFINED)
        low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    return low, high, values


def _rows(ask):
    """A function that gives the rows of units."""
    if ask.group is None:
        return lambda chosen: chosen
    order, sizes = np.argsort(ask.group, kind="stable"), np.bincount(ask.group)
    starts = np.cumsum(sizes) - sizes

    def rows(chosen):
        many = sizes[chosen]
        shift = starts[chosen] - (np.cumsum(many) - many)
        return order[np.repeat(shift, many) + np.arange(many.sum())]

    return rows


def _swapped_items(ask, draws, rng):
    """As for counts, one way to swap after the other."""
    *shared, first, second = ask.columns
    group = np.arange(ask.units) if ask.group is None else ask.group
    differing = np.unique(group[first != second])
    number = np.full(ask.units, len(differing))
    number[differing] = np.arange(len(differing))
    place = number[group]  # units that do not differ stand last, and are never swapped

    def gap(swaps):
        swap = np.append(swaps, False)[place]
        return ask.value([*shared, np.where(swap, second, first), np.where(swap, first, second)])

    if not len(differing):
        return None, None, 0
    if 2 ** len(differing) <= draws:
        gaps = [gap(swaps) for swaps in product((False, True), repeat=len(differing))]
        return np.array(gaps), np.full(len(gaps), 1 / len(gaps)), len(differing)
    rng = _generator(rng)
    gaps = [gap(rng.random(len(differing)) < 0.5) for _ in range(draws)]
    return np.array(gaps), None, len(differing)


# Where it may fail


def _faults(ask, values):
    """Why the interval may be too short, in words."""
    values = values[~np.isnan(values)]
    if ask.name:
        fewest = min(min(WEIGHED[ask.name](*_four(table))) for table in ask.tables(ask.table.sum(0)))
        if fewest < FEW_OUTCOMES:
            lone = not ask.paired and ask.group is None and ask.name in INSTEAD
            instead = f", where {INSTEAD[ask.name]} keeps its level" if lone else ""
            yield f"the rarest outcome was seen {_times(fewest)}, too seldom for a bootstrap{instead}"
    if ask.units < FEW_UNITS:
        yield f"{ask.units} {ask.word}s are few for a bootstrap"
    share, which = max((np.mean(values >= values.max()), "largest"), (np.mean(values <= values.min()), "smallest"))
    if share > PILE:
        yield f"{100 * share:.0f}% of the resamples give the {which} value of all, and the truth may lie beyond it"


def _times(count):
    return f"{count:.0f} times" if count > 1 else ("never", "once")[int(count)]


def _four(table):
    """tp, fp, fn and tn of a table of two classes; the numbers of 1 and 0 for a mean."""
    return (table[1], table[0]) if table.ndim == 1 else (table[1, 1], table[0, 1], table[1, 0], table[0, 0])
