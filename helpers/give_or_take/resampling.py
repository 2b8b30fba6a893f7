"""The bootstrap for any statistic, of one system or of two on the same items: chapter 7.

Items belong together where they were drawn together: the four summaries of one document are drawn with it. So what is
resampled is the item, or the group if groups are named. Both systems keep their items.

Where all columns hold 0 and 1, a sample is a table of a few counts, and so is a resample: counts are drawn, not items,
and a million items cost no more than a hundred.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr, ndtri

from give_or_take import checks
from give_or_take.docs import documented
from give_or_take.metrics import MACRO, METRICS, mean_of_classes
from give_or_take.results import Interval

AT_ONCE = 2**21  # numbers in one array of resamples
MOST_DRAWN = 10**6
MOST_CELLS = 10**4  # of a table of truth and predictions
FEW = {"item": 10, "group": 15}  # that hold the rarest outcome
SEEN = {  # where so many or more are expected to: the lowest coverage, of 95%, in the study
    "item": {0: 9, 1: 62, 2: 84, 3: 88, 5: 93},
    "group": {0: 18, 1: 63, 2: 68, 4: 75, 5: 81, 7: 89, 10: 90},
}
KIND = "the rarest kind of row was seen"
FEW_UNITS, OF_SCORES = 30, {0: 72, 20: 75}  # so many skewed scores or more: the lowest coverage of 95%
PILE = 0.025  # of the resamples with one and the same extreme value
NAMES = {"percentile": "percentile", "bca": "BCa"}
BCA_UNDEFINED = "method", "must be 'percentile' here: BCa needs a statistic that is defined in every resample"
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
    disguise, and of 20 items at a rate of 95% it holds the truth in 63.9% of all samples. BCa does not mend that. So a
    warning is printed where fewer than ten items, or fifteen groups, hold an outcome that decides a metric, or differ
    between two systems; where half as few hold a kind of row, for a function of columns of 0 and 1; for scores, and for
    groups, if there are fewer than 30; and where more than 2.5% of the resamples give the largest value of all, or the
    smallest, as those of a maximum do. For these metrics `wilson_interval`, `f1_interval` and
    `balanced_accuracy_interval` do better; for the mean of few scores that are not skewed, t does.

    Resamples in which the statistic is undefined, such as precision where nothing was predicted positive, are left out,
    and their number is printed.

    Parameters
    ----------
    data : column, or tuple of columns
        One column of scores; or several columns of the same items, such as (truth, predicted).
    statistic : str or function
        A function of these columns that gives a number. Or, for (truth, predicted) of 0 and 1, where 1 is positive,
        one of `"accuracy"`, `"balanced accuracy"`, `"precision"`, `"recall"`, `"specificity"`, `"f1"` and `"mcc"`:
        these are drawn as counts, and so is `numpy.mean` of a column of 0 and 1. Or, for columns of labels,
        `"macro precision"`, `"macro recall"` or `"macro f1"`: the plain mean over the classes that the truth has.
    {groups}
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
        How many resamples, from 999 to a million.
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
    `tools/studies/metric_coverage.py`, and for scores `tools/studies/score_coverage.py`.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> truth, predicted = [1] * 40 + [0] * 60, [1] * 60 + [0] * 40
    >>> print(bootstrap_interval((truth, predicted), "f1", rng=rng))
    80.0% (95% percentile bootstrap 70.5%-88.0%); 9,999 resamples of 100 items
    >>> print(bootstrap_interval([1] * 19 + [0], np.mean, unit="%", rng=rng))
    95.0% (95% percentile bootstrap 85.0%-100.0%); 9,999 resamples of 20 items. Careful: the rarest outcome was seen \
in 1 item; where so few are expected, such bars hold the truth in as few as 62% of all samples at 95%, so take \
wilson_interval; 36% of the resamples give the largest value of all, and the truth may lie beyond it
    """
    ask = asked(data, statistic, groups, paired, unit)
    checks.choice(method, "method", ("percentile", "bca"))
    level, draws, rng = checks.level(level), checks.count(draws, "draws", 999, MOST_DRAWN), generator(rng)
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
    classes: int = 2  # of a column that is counted

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
        tables = tables.reshape(*tables.shape[:-1], *[self.classes] * len(self.columns))
        return [tables.sum(-1), tables.sum(-2)] if self.paired else [tables]

    def of_counts(self, tables):
        """The statistic, or its difference, of counts of all columns together: along the last axis."""
        values = [_of_table(self.name, table) for table in self.tables(tables)]
        return values[0] - values[1] if self.paired else values[0]

    def of_drawn(self, times, kinds):
        """The same of units of these kinds, each drawn so many times: a row for each draw."""
        tables = [(times @ one.reshape(len(kinds), -1)).reshape(-1, *one.shape[1:]) for one in self.tables(kinds)]
        values = [_of_table(self.name, table) for table in tables]
        return values[0] - values[1] if self.paired else values[0]


def asked(data, statistic, groups, paired, unit):
    """Data and statistic, checked, and what the statistic is."""
    paired, columns = checks.flag(paired, "paired"), _columns(data)
    name = _metric(statistic, columns, paired)
    if unit is None:
        unit = "%" if isinstance(statistic, str) and name != "mcc" else ""
    unit = "points" if checks.text(unit, "unit") == "%" and paired else unit
    group, units = None, len(columns[0])
    if groups is not None:
        group, names = checks.labels(groups, "groups", "group")
        checks.same_length(columns[0], group, "data", "groups")
        checks.same_rows(data[0] if isinstance(data, tuple) else data, groups, "data", "groups")
        units = len(names)
    if units < 2:
        what = ("data", "must hold at least 2 items") if groups is None else ("groups", "must name at least two groups")
        raise checks.WrongValue(what[0], f"{what[1]}: one cannot show how much they vary")
    columns, classes = coded(columns) if name in MACRO else (columns, 2)
    ask = Ask(columns, statistic, name, paired, group, units, unit, classes=classes)
    if name:
        ask = ask._replace(table=_counted(ask))
        both = tuple(float(_of_table(name, table)) for table in ask.tables(ask.table.sum(0)))
    else:
        both = tuple(_first_value(statistic, side) for side in ask.sides(columns))
    if not all(map(math.isfinite, both)):
        raise checks.WrongValue(
            "statistic", f"must be defined for the data: got {checks.shown(both)}; there is nothing to vary"
        )
    ask = ask._replace(both=both)
    if unit in ("%", "points") and abs(ask.estimate) > 1:
        raise checks.WrongValue(
            "unit", f"must fit the statistic: {ask.estimate:.6g} is no rate; leave it out, or give unit=''"
        )
    return ask


def _metric(statistic, columns, paired):
    """The name of a metric that counts decide; "" for any other statistic."""
    if callable(statistic):
        if paired and len(columns) < 2:
            raise checks.WrongValue(
                "data", "must hold the columns of two systems if paired: got one column; give a tuple"
            )
        counted = statistic is np.mean and len(columns) == 1 + paired and all(map(_binary, columns))
        return "mean" if counted else ""
    if not isinstance(statistic, str):
        words = ", ".join(map(repr, (*METRICS, *MACRO)))
        raise checks.WrongKind("statistic", f"must be a function or one of {words}, not {checks.kind_of(statistic)}")
    name = checks.choice(statistic, "statistic", (*METRICS, *MACRO))
    wanted = ("truth", "first", "second") if paired else ("truth", "predicted")
    if len(columns) != len(wanted):
        said = f"must be the columns ({', '.join(wanted)}) for {name!r}: got {len(columns)} of them"
        raise checks.WrongValue("data", said)
    for i, column in enumerate(columns if name in METRICS else ()):
        if not _binary(column):
            got = checks.listing(dict.fromkeys(column.tolist()))
            said = f"must be 0 or 1 for {name!r}: got {got}; give column == label for the positive"
            raise checks.WrongValue(f"data[{i}]", said)
    return name


def _columns(data):
    """One array for each column: of numbers, of True and False, or of labels."""
    if not isinstance(data, tuple):
        return [_column(data, "data")]
    if not data:
        raise checks.WrongValue("data", "is empty: give a column, or a tuple of columns such as (truth, predicted)")
    columns = [_column(value, f"data[{i}]") for i, value in enumerate(data)]
    for i, column in enumerate(columns):
        checks.same_length(columns[0], column, "data[0]", f"data[{i}]")
        checks.same_rows(data[0], data[i], "data[0]", f"data[{i}]")
    return columns


def _column(value, name):
    if checks.is_list(value) and hasattr(value, "__len__") and getattr(value, "ndim", 1) and len(value):
        first = next(iter(value))
        if checks.is_list(first):
            said = "must be one column, or data a tuple of columns such as (truth, predicted)"
            raise checks.WrongKind(name, said)
        if isinstance(first, str):
            code, labels = checks.labels(value, name, "class")
            return np.array(labels, dtype=object)[code]
        numbers = checks.scores(value, name)
        return numbers.astype(bool) if isinstance(first, (bool, np.bool_)) else numbers
    return checks.scores(value, name)


def _binary(column):
    return column.dtype != object and bool(np.all((column == 0) | (column == 1)))


def coded(columns):
    """Columns of labels as the places of these among the classes of the truth, after which comes none of them."""
    place = {one: k for k, one in enumerate(dict.fromkeys(columns[0].tolist()))}
    classes = len(place) + 1
    if classes ** len(columns) > MOST_CELLS:
        raise checks.WrongValue("data", f"has too many classes to be drawn as counts: {len(place):,}; give a function")
    return [np.array([place.get(one, len(place)) for one in column.tolist()]) for column in columns], classes


def _first_value(statistic, side):
    """The statistic of the data; what fails here fails for good, and is told with its reason."""
    try:
        value = statistic(*side)
    except (TypeError, ValueError) as error:
        raise checks.WrongKind(
            "statistic",
            f"must be a function of {checks.number_of(len(side), 'column')} here: it fails with "
            f"{type(error).__name__}, {checks.shown(str(error), 120)}; see above",
        ) from error
    if value is None:
        return math.nan
    if isinstance(value, (str, bytes)) or np.ndim(value) or not np.isrealobj(np.asarray(value)):
        raise checks.WrongKind("statistic", f"must give one number: got {checks.shown(value)}")
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise checks.WrongKind("statistic", f"must give one number: got {checks.shown(value)}") from None


def generator(rng):
    if rng is None:
        raise checks.WrongValue("rng", "is needed where samples have to be drawn; give numpy.random.default_rng(SEED)")
    if not isinstance(rng, np.random.Generator):
        said = f"must be a generator, not {checks.kind_of(rng)}; give numpy.random.default_rng(SEED)"
        raise checks.WrongKind("rng", said)
    return rng


# Columns of 0 and 1: counts are drawn


def _of_table(name, table):
    """A metric of tables whose last axes are truth and prediction; or the mean of tables of 0 and 1."""
    if name == "mean":
        return table[..., 1] / table.sum(-1)
    if name in MACRO:
        return mean_of_classes(name, table)
    return METRICS[name](table[..., 1, 1], table[..., 0, 1], table[..., 1, 0], table[..., 0, 0])


def _counted(ask):
    """For each unit a row: how many of its items have each combination of the columns. One row, if units are items."""
    code = sum(column.astype(int) * ask.classes**i for i, column in enumerate(ask.columns[::-1]))
    cells = ask.classes ** len(ask.columns)
    if ask.group is None:
        return np.bincount(code, minlength=cells)[None].astype(float)
    counts = np.bincount(ask.group * cells + code, minlength=ask.units * cells)
    return counts.reshape(ask.units, cells).astype(float)


def kinds_of(ask):
    """The different rows of counts that a unit may have, and how many units have each."""
    if ask.group is None:
        many = ask.table[0]
        seen = np.flatnonzero(many)
        kinds = np.zeros((len(seen), len(many)))
        kinds[range(len(seen)), seen] = 1
        return kinds, many[seen].astype(int)
    return np.unique(ask.table, axis=0, return_counts=True)


def how_often(many, draws, rng, wide):
    """How often each kind of unit is drawn, of which there are so many: a row for each draw, in parts.

    `wide` says how many numbers are made of a row.
    """
    units, rows = int(many.sum()), max(AT_ONCE // max(len(many), wide), 1)
    for start in range(0, draws, rows):
        size = min(rows, draws - start)
        if len(many) < units:
            yield rng.multinomial(units, many / units, size=size)
        else:  # each unit is a kind of its own
            drawn = rng.integers(units, size=(size, units)) + units * np.arange(size)[:, None]
            yield np.bincount(drawn.ravel(), minlength=size * units).reshape(size, units)


def _from_counts(ask, method, level, draws, rng):
    """Both ends, and the statistic of each resample."""
    kinds, many = kinds_of(ask)
    values = [ask.of_drawn(times, kinds) for times in how_often(many, draws, rng, kinds.shape[1])]
    values = np.concatenate(values)
    known, tails = values[~np.isnan(values)], np.array([(1 - level) / 2, (1 + level) / 2])
    if method == "bca" and np.ptp(known) > 0:
        left_out = ask.of_counts(ask.table.sum(0) - kinds)
        if np.isnan(left_out).any() or len(known) < len(values):
            raise checks.WrongValue(*BCA_UNDEFINED)
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
            method=NAMES[method],
            rng=rng,
        )
    values = found.bootstrap_distribution
    known = values[~np.isnan(values)]
    low, high = found.confidence_interval
    if math.isnan(low) or math.isnan(high):
        if method == "bca" and np.ptp(known) > 0:
            raise checks.WrongValue(*BCA_UNDEFINED)
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


# Where it may fail


def _faults(ask, values):
    """Why the interval may be too short, in words."""
    fewest, what = min(_seen(ask), default=(math.inf, ""))
    if fewest < FEW[ask.word] / (2 if what == KIND else 1):  # a function may not hang on it
        said = f"{what} in {_number(fewest, ask.word)}"
        if ask.paired:
            yield f"{said}, too few to rely on this bar: ask swap_test as well"
        elif ask.name in MACRO:
            yield f"{said}, too few to rely on this bar"
        else:
            where = "if the statistic hangs on it" if what == KIND else "where so few are expected"
            instead = f", so take {INSTEAD[ask.name]}" if ask.group is None and ask.name in INSTEAD else ""
            yield f"{said}; {where}, {_held(SEEN[ask.word], fewest)}{instead}"
    if ask.units < FEW_UNITS and (ask.group is not None or not ask.name):
        yield f"with {ask.units} {ask.word}s, if their scores are skewed, {_held(OF_SCORES, ask.units)}"
    yield from piled(values[~np.isnan(values)])


def piled(values):
    """The same, if many resamples give one and the same extreme value."""
    share, which = max((np.mean(values >= values.max()), "largest"), (np.mean(values <= values.min()), "smallest"))
    if share > PILE:
        yield f"{100 * share:.0f}% of the resamples give the {which} value of all, and the truth may lie beyond it"


def _seen(ask):
    """In how many items, or groups, was seen what a bar hangs on: of each system the rarest, and where two differ."""
    group = np.arange(ask.units) if ask.group is None else ask.group
    if ask.paired:
        yield len(np.unique(group[ask.columns[-2] != ask.columns[-1]])), "the two differ"
    if ask.name:
        kinds, many = kinds_of(ask)
        for table in ask.tables(kinds):
            decide = table.sum(-1)[:, :-1].T if ask.name in MACRO else WEIGHED[ask.name](*_four(table))
            rarest = min(int(many @ (count > 0)) for count in decide)
            yield rarest, f"the rarest {'class' if ask.name in MACRO else 'outcome'} was seen"
    elif all(map(_binary, ask.columns)):
        for side in ask.sides(ask.columns):
            kind = sum(column.astype(int) << k for k, column in enumerate(side))
            held = np.unique(kind * ask.units + group) // ask.units
            yield int(np.unique(held, return_counts=True)[1].min()), KIND


def _held(steps, count):
    """In how many samples bars hold the truth, by the last step that a count reaches."""
    least = [value for least, value in steps.items() if count >= least][-1]
    return f"such bars hold the truth in as few as {least}% of all samples at 95%"


def _number(count, word):
    return checks.number_of(count, word) if count else f"no {word}"


def _four(table):
    """tp, fp, fn and tn of tables of two classes; the numbers of 1 and 0 for a mean."""
    places = [(1,), (0,)] if table.ndim == 2 else [(1, 1), (0, 1), (1, 0), (0, 0)]
    return [table[:, *place] for place in places]
