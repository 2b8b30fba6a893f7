"""Precision, recall, F1 and the like of predictions beside their truth, and what two systems differ by: chapter 7."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from give_or_take import checks
from give_or_take.checks import listing, typed
from give_or_take.comparison.record import Classes, Predictions, Rate, RateGap
from give_or_take.evalfile.outcomes import PLAIN_NUMBER
from give_or_take.evalfile.predictions import written
from give_or_take.intervals import wilson_interval
from give_or_take.metrics import METRICS, balanced_accuracy_interval, f1_interval, mean_of_classes
from give_or_take.resampling import MOST_CELLS, bootstrap_interval, coded
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
}


class Side(NamedTuple):
    """Items with the place of their truth among the classes, and of each system's prediction; after the last: none."""

    truth: np.ndarray
    predicted: tuple[np.ndarray, ...]
    groups: Any
    luck: bool  # whether there is any to allow for


class Metric(NamedTuple):
    """A metric as `bootstrap_interval` knows it, the class that it is of, and the columns of each system."""

    statistic: str
    of: str | None
    columns: Callable = lambda truth, predicted: (truth, predicted)

    @property
    def name(self):
        _, mean, metric = self.statistic.rpartition("macro ")
        return mean + OF_A_CLASS.get(metric, metric)


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
    often = truths.value_counts().sort_index(kind="stable")
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
            luck = data.luck and data.within is None
            return Side(rows["truth"].to_numpy()[there], predicted, groups and rows[groups].to_numpy()[there], luck)

        metrics = [*_metrics(labels, positive)]
        tables = [_predictions(name, side(name), metrics, len(labels), ask) for name in data.systems]
        summing = [metric for metric in metrics if positive is not None or metric.of is None]
        for first, second in ((data.systems[i], data.systems[j]) for i, j in pairs):
            both = side(first, second)
            gaps += [RateGap(first, second, *_gap(metric, both, ask)) for metric in summing]
    return Classes(*about, tuple(tables), tuple(gaps), DRAWS, ask.seed)


def _classes(truths, answers):
    """The classes in order: those of the truth; none if there are too many to be classes."""
    found = {*truths}
    if len(found) == 1:  # of two: the other was predicted, or its name goes with this one
        found |= answers if len(found | answers) == 2 else set()
        folded = {one.casefold() for one in found}
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
    wanted = written(given) or ""
    if len(labels) != 2:
        there = f"{len(labels)}: {listing(labels)}" if labels else "none, but answers of all kinds"
        raise checks.WrongValue("positive", f"is one of two classes, and there are {there}; leave it out")
    found = [one for one in labels if one == wanted] or [one for one in labels if one.casefold() == wanted.casefold()]
    if len(found) != 1:
        raise checks.WrongValue("positive", f"must be one of {listing(labels)}: got {checks.shown(given)}")
    return found[0]


# The metrics


def _metrics(labels, positive):
    """Those of the positive class of two, or of each class, and those of all."""
    for k, one in enumerate(labels):
        if positive in (None, one):
            for statistic in OF_A_CLASS:
                yield Metric(statistic, one, lambda truth, predicted, k=k: (truth == k, predicted == k))
    if positive is not None:
        yield Metric("balanced accuracy", None, partial(_held, labels.index(positive)))
    else:
        yield from (Metric(f"macro {statistic}", None) for statistic in OF_A_CLASS)


def _held(k, truth, predicted):
    """Truth and predictions of one class and its opposite; what is predicted to be neither is wrong for both."""
    return truth == k, (truth == k) == (truth == predicted)


def _predictions(name, side, metrics, classes, ask):
    """One system: the table of its predictions, and its rates."""
    wide = classes + 1
    table = np.bincount(side.truth * wide + side.predicted[0], minlength=classes * wide).reshape(classes, wide)
    rates = tuple(Rate(metric.name, metric.of, *_rate(metric, side, ask)) for metric in metrics)
    return Predictions(name, len(side.truth), tuple(map(tuple, table.tolist())), rates)


def _rate(metric, side, ask):
    """(value, low, high, method, note)"""
    columns = metric.columns(side.truth, side.predicted[0])
    value = _value(metric.statistic, *columns)
    if np.isnan(value):
        return None, None, None, "undefined", UNDEFINED.get(metric.statistic, "so is a part of it, of one class")
    if not _varies(side, columns):
        return value, None, None, "no interval", ""
    if side.groups is None and metric.statistic in METRICS:
        made = _closed(metric.statistic, *_four(*columns), ask.level)
        return value, made.low, made.high, made.method, ""
    made = bootstrap_interval(columns, metric.statistic, side.groups, level=ask.level, rng=ask.rng())
    return value, made.low, made.high, made.method, _doubts(made)


def _gap(metric, side, ask):
    """(metric, of, n, difference, low, high, method, p, test, note) of the first system minus the second."""
    named = metric.name, metric.of, len(side.truth)
    (truth, one), (_, other) = (metric.columns(side.truth, predicted) for predicted in side.predicted)
    gap = _value(metric.statistic, truth, one) - _value(metric.statistic, truth, other)
    if np.isnan(gap):
        return *named, None, None, None, "undefined", None, "no test", "it is undefined for one of the two"
    data = truth, one, other
    if not _varies(side, data):
        return *named, gap, None, None, "no interval", None, "no test", ""
    made = bootstrap_interval(data, metric.statistic, side.groups, paired=True, level=ask.level, rng=ask.rng())
    test = swap_test(data, metric.statistic, side.groups, rng=ask.rng())
    return *named, gap, made.low, made.high, made.method, float(test.p_value), test.name, _doubts(made)


def _value(statistic, truth, found):
    """A metric; not a number where it is undefined."""
    if statistic in METRICS:
        return float(METRICS[statistic](*_four(truth, found)))
    if not len(truth):
        return math.nan
    (truth, found), wide = coded([truth, found])
    return float(mean_of_classes(statistic, np.bincount(truth * wide + found, minlength=wide**2).reshape(wide, wide)))


def _four(truth, found):
    return tuple(int(np.sum(x)) for x in (truth & found, ~truth & found, truth & ~found, ~truth & ~found))


def _varies(side, columns):
    """Whether there is luck to allow for, in more than one item or group, of no more classes than are counted."""
    units = len(side.truth if side.groups is None else {*side.groups})
    return side.luck and units > 1 and (len({*columns[0].tolist()}) + 1) ** len(columns) <= MOST_CELLS


def _closed(metric, tp, fp, fn, tn, level):
    if metric == "f1":
        return f1_interval(tp, fp, fn, level=level)
    if metric == "balanced accuracy":
        return balanced_accuracy_interval(tp, fp, fn, tn, level)
    return wilson_interval(tp, tp + (fp if metric == "precision" else fn), level)


def _doubts(made):
    """What a bootstrap interval says of itself beside how much was resampled."""
    sizes, _, careful = made.note.partition(". Careful: ")
    undefined = sizes.partition(", undefined ")[2]
    found = [f"undefined {undefined.replace('them', 'the resamples')}"] if undefined else []
    return "; ".join(filter(None, [*found, careful.replace(": ask swap_test as well", "")]))
