"""Precision, recall, F1 and the like of predictions beside their truth, and what two systems differ by: chapter 7."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from give_or_take import checks
from give_or_take.checks import listing, typed
from give_or_take.comparison.record import Classes, Predictions, Rate, RateGap
from give_or_take.evalfile.outcomes import PLAIN_NUMBER
from give_or_take.evalfile.record import label
from give_or_take.intervals import wilson_interval
from give_or_take.metrics import METRICS, balanced_accuracy_interval, f1_interval
from give_or_take.resampling import AT_ONCE, FEW, bootstrap_interval
from give_or_take.swapping import swap_test

NO_ANSWER = ""  # a prediction that is missing and counts as a fail
MOST_CLASSES = 50  # more different truths are answers, and no classes
DRAWS = 9_999  # as `bootstrap_interval` and `swap_test` draw
LOOKED_FOR = {("0", "1"): "1", ("false", "true"): "true", ("no", "yes"): "yes"}
OF_A_CLASS = {"precision": "precision", "recall": "recall", "f1": "F1"}
UNDEFINED = {
    "precision": "nothing was predicted so",
    "recall": "nothing is so",
    "f1": "nothing is so, or was predicted so",
    "balanced accuracy": "a class has no item",
}


class Side(NamedTuple):
    """Items with the place of their truth among the classes, and of each system's prediction; after the last: none."""

    truth: np.ndarray
    predicted: tuple[np.ndarray, ...]
    groups: Any

    @property
    def units(self):
        return len(self.truth if self.groups is None else {*self.groups})


class Metric(NamedTuple):
    """A metric of two columns of True and False: what it is called, of which class, and these columns."""

    statistic: str
    of: str | None
    columns: Callable

    @property
    def name(self):
        return OF_A_CLASS.get(self.statistic, self.statistic)


def classes_of(data, ask, pairs, matched):
    """All about the classes of predictions beside their truth; None for other results."""
    frame = data.labelled
    if frame is None:
        if ask.positive is not None:
            raise checks.WrongValue("positive", f"is for predictions beside their truth: give {typed('truth')}")
        return None
    truths = frame.dropna(subset="truth").drop_duplicates("id").set_index("id")["truth"]
    frame = frame.assign(truth=frame["id"].map(truths)).dropna(subset="truth")
    frame = frame.dropna(subset="prediction") if ask.filled is None else frame.fillna({"prediction": NO_ANSWER})
    labels = _classes(truths, {*frame["prediction"]} - {NO_ANSWER})
    positive = _positive(labels, ask.positive)
    labels = tuple(sorted(labels, key=positive.__eq__)) if positive is not None else labels  # it stands last
    often = truths.value_counts().sort_index()
    about = labels, positive, matched, often.idxmax(), float(often.max() / len(truths)), len(truths)
    tables, gaps = [], []
    if labels:
        place = {one: k for k, one in enumerate(labels)}
        codes = {column: frame[column].map(place).fillna(len(labels)).astype(int) for column in ("truth", "prediction")}
        frame = frame.assign(**codes)
        key = ["id", "run"] if data.runs == "together" and "run" in frame else ["id"]
        groups = "group" if data.estimand == "groups like these" else "id" if data.runs == "together" else None
        wide = frame.pivot(index=key, columns="system", values="prediction")
        rows = frame.drop_duplicates(key).set_index(key, drop=False).loc[wide.index]

        def side(*names):
            there = wide[[*names]].notna().all(axis=1).to_numpy()
            predicted = tuple(wide.loc[there, name].to_numpy(int) for name in names)
            return Side(rows["truth"].to_numpy()[there], predicted, groups and rows[groups].to_numpy()[there])

        luck = data.luck and data.within is None
        tables = [_predictions(name, side(name), labels, positive, luck, ask) for name in data.systems]
        for i, j in pairs:
            gaps += _gaps(data.systems[i], data.systems[j], side(data.systems[i], data.systems[j]), labels, positive,
                          luck, ask)  # fmt: skip
    return Classes(*about, tuple(tables), tuple(gaps), DRAWS, ask.seed)


def _classes(truths, answers):
    """The classes in order: those of the truth; none if there are too many to be classes."""
    found = {*truths}
    if len(found) == 1:
        folded = {one.casefold() for one in found | answers}
        found |= answers if len(found | answers) == 2 else set()
        found |= {one for pair in LOOKED_FOR if folded <= {*pair} for one in pair if one not in folded}
    if len(found) > max(2, min(MOST_CLASSES, len(truths) / 2)):
        return ()
    numbers = all(PLAIN_NUMBER.fullmatch(one) for one in found)
    return tuple(sorted(found, key=(lambda one: (float(one), one)) if numbers else None))


def _positive(labels, given):
    """Which of two classes is looked for; it must be named, unless it is called 1, true or yes."""
    if given is None:
        looked_for = LOOKED_FOR.get(tuple(sorted(map(str.casefold, labels))))
        if len(labels) == 2 and looked_for is None:
            ways = " or ".join(typed("positive", one) for one in labels)
            raise checks.NotNamed("positive", f"there are two classes, {listing(labels)}; give {ways}", labels)
        return next((one for one in labels if one.casefold() == looked_for), None)
    wanted = str(label(given))
    if len(labels) != 2:
        there = f"{len(labels)}: {listing(labels)}" if labels else "none, but answers of all kinds"
        raise checks.WrongValue("positive", f"is one of two classes, and there are {there}; leave it out")
    found = [one for one in labels if one == wanted] or [one for one in labels if one.casefold() == wanted.casefold()]
    if len(found) != 1:
        raise checks.WrongValue("positive", f"must be one of {listing(labels)}: got {checks.shown(given)}")
    return found[0]


# Metrics of the positive class of two, or of each class


def _metrics(labels, positive):
    for k, one in enumerate(labels):
        if positive in (None, one):
            for statistic in OF_A_CLASS:
                yield Metric(statistic, one, lambda truth, predicted, k=k: (truth == k, predicted == k))
    if positive is not None:
        yield Metric("balanced accuracy", None, partial(_held, labels.index(positive)))


def _held(k, truth, predicted):
    """Truth and predictions of one class and its opposite; what is predicted to be neither is wrong for both."""
    return truth == k, (truth == k) == (truth == predicted)


def _predictions(name, side, labels, positive, luck, ask):
    """One system: the table of its predictions, and its rates."""
    classes, wide = len(labels), len(labels) + 1
    table = np.bincount(side.truth * wide + side.predicted[0], minlength=classes * wide).reshape(classes, wide)
    rates = [_rate(metric, side, luck, ask) for metric in _metrics(labels, positive)]
    for mean in _means(side, classes, luck, ask) if positive is None else ():
        rates.append(Rate(mean.name, None, mean.value, mean.low, mean.high, mean.method, mean.note))
    return Predictions(name, len(side.truth), tuple(map(tuple, table.tolist())), tuple(rates))


def _rate(metric, side, luck, ask):
    columns = metric.columns(side.truth, side.predicted[0])
    four = _four(*columns)
    value = float(METRICS[metric.statistic](*four))
    if np.isnan(value):
        return Rate(metric.name, metric.of, None, None, None, "undefined", UNDEFINED[metric.statistic])
    if not luck or side.units < 2:
        return Rate(metric.name, metric.of, value, None, None, "no interval")
    if side.groups is None:
        made = _closed(metric.statistic, *four, ask.level)
    else:
        made = bootstrap_interval(columns, metric.statistic, side.groups, level=ask.level, rng=ask.rng())
    return Rate(metric.name, metric.of, value, made.low, made.high, made.method, _doubts(getattr(made, "note", "")))


def _doubts(note):
    """What a note says beside how much was resampled."""
    sizes, _, careful = note.partition(". Careful: ")
    undefined = sizes.partition(", undefined ")[2]
    found = [f"undefined {undefined.replace('them', 'the resamples')}"] if undefined else []
    return "; ".join(filter(None, [*found, careful.replace(": ask swap_test as well", "")]))


def _four(truth, found):
    return tuple(int(np.sum(x)) for x in (truth & found, ~truth & found, truth & ~found, ~truth & ~found))


def _closed(metric, tp, fp, fn, tn, level):
    if metric == "f1":
        return f1_interval(tp, fp, fn, level=level)
    if metric == "balanced accuracy":
        return balanced_accuracy_interval(tp, fp, fn, tn, level)
    return wilson_interval(tp, tp + (fp if metric == "precision" else fn), level)


def _gaps(first, second, side, labels, positive, luck, ask):
    """The first system minus the second, by each metric that sums up all classes."""
    if positive is None:
        for mean in _means(side, len(labels), luck, ask):
            yield RateGap(first, second, mean.name, None, len(side.truth), *mean[1:])
        return
    for metric in _metrics(labels, positive):
        named = first, second, metric.name, metric.of, len(side.truth)
        (truth, one), (_, other) = (metric.columns(side.truth, predicted) for predicted in side.predicted)
        gap = float(np.subtract(*(METRICS[metric.statistic](*_four(truth, found)) for found in (one, other))))
        if np.isnan(gap):
            yield RateGap(*named, None, None, None, "undefined", None, "no test", "it is undefined for one of the two")
        elif not luck or side.units < 2:
            yield RateGap(*named, gap, None, None, "no interval", None, "no test")
        else:
            data = (truth, one, other), metric.statistic, side.groups
            made = bootstrap_interval(*data, paired=True, level=ask.level, rng=ask.rng())
            test = swap_test(*data, rng=ask.rng())
            yield RateGap(*named, gap, *made, made.method, float(test.p_value), test.name, _doubts(made.note))


# Means over several classes. Tables of counts are drawn, as for 0 and 1


class Mean(NamedTuple):
    """A mean over classes of one system, or the difference of two."""

    name: str
    value: float | None
    low: float | None
    high: float | None
    method: str
    p: float | None
    test: str
    note: str


def _means(side, classes, luck, ask):
    """Macro precision, recall and F1."""
    wide, systems = classes + 1, len(side.predicted)
    cells = np.stack([side.truth * wide + predicted for predicted in side.predicted])
    if side.groups is None:
        kinds, many = np.unique(cells, axis=1, return_counts=True)
        tables = np.eye(wide**2)[kinds]
    else:
        _, group = np.unique(side.groups.astype(str), return_inverse=True)
        many, tables = np.ones(side.units, int), np.zeros((systems, side.units, wide**2))
        for table, cell in zip(tables, cells, strict=True):
            np.add.at(table, (group, cell), 1)

    def value(*counts):
        means = [_mean_rates(one.reshape(-1, wide, wide)) for one in counts]
        return means[0] - means[1] if systems == 2 else means[0]

    seen = value(*(many @ table for table in tables))[0]
    rarest = int(np.bincount(side.truth, minlength=classes).min())
    careful = f"the rarest class has {checks.number_of(rarest, 'item')}, too few to rely on this bar"
    resampled, swapped = np.empty((2, 0, len(OF_A_CLASS)))
    if luck and side.units > 1:
        rows = max(AT_ONCE // max(len(many), wide**2), 1)
        sizes = [min(rows, DRAWS - start) for start in range(0, DRAWS, rows)]
        rng = ask.rng()
        drawn = (rng.multinomial(side.units, many / side.units, size) for size in sizes)
        resampled = np.concatenate([value(*(times @ table for table in tables)) for times in drawn])
        if systems == 2:
            drawn, moved = (rng.binomial(many, 0.5, (size, len(many))) for size in sizes), tables[1] - tables[0]
            both = ((many @ tables[0] + times @ moved, many @ tables[1] - times @ moved) for times in drawn)
            swapped = np.concatenate([value(*counts) for counts in both])
    for k, name in enumerate(f"macro {name}" for name in OF_A_CLASS.values()):
        if np.isnan(seen[k]):
            yield Mean(name, None, None, None, "undefined", None, "no test", "it is undefined for a class")
            continue
        known = resampled[~np.isnan(resampled[:, k]), k]
        if not len(known):
            yield Mean(name, float(seen[k]), None, None, "no interval", None, "no test", "")
            continue
        low, high = map(float, np.quantile(known, [(1 - ask.level) / 2, (1 + ask.level) / 2]))
        far = ~(np.abs(swapped[:, k]) < abs(seen[k]) - 1e-10)  # what is undefined counts as far
        p, test = (float((far.sum() + 1) / (DRAWS + 1)), "swap test, drawn") if systems == 2 else (None, "no test")
        undefined = len(resampled) - len(known)
        note = [f"undefined in {undefined:,} of the resamples"] if undefined else []
        note = "; ".join(note + [careful] * (rarest < FEW))
        yield Mean(name, float(seen[k]), low, high, "percentile bootstrap", p, test, note)


def _mean_rates(tables):
    """A row for each table: the plain means over classes of precision, recall and F1."""
    hits = np.diagonal(tables, axis1=1, axis2=2)
    four = hits, tables.sum(1) - hits, tables.sum(2) - hits, 0
    return np.stack([METRICS[metric](*four)[:, :-1].mean(axis=1) for metric in OF_A_CLASS], axis=1)
