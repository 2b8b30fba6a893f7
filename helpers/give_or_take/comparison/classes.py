"""Precision, recall, F1 and the like of predictions beside their truth, and what two systems differ by: chapter 7."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from give_or_take import checks
from give_or_take.checks import listing, number_of, typed
from give_or_take.clusters import _ends, _named
from give_or_take.comparison.means import one_group
from give_or_take.comparison.record import Classes, Rate
from give_or_take.evalfile.outcomes import PLAIN_NUMBER
from give_or_take.evalfile.predictions import written
from give_or_take.intervals import METHODS, wilson_interval
from give_or_take.metrics import METRICS, balanced_accuracy_interval, f1_interval
from give_or_take.resampling import FEW, FEW_UNITS, how_often, piled

NO_ANSWER = ""  # a prediction that is missing and counts as a fail
MOST_CLASSES = 50  # more different truths are answers, and no classes
DRAWS = 9_999
LOOKED_FOR = {("0", "1"): "1", ("false", "true"): "true", ("no", "yes"): "yes"}
RATES = {"precision": "precision", "recall": "recall", "F1": "f1"}
UNDEFINED = {"precision": "nothing was predicted so", "recall": "nothing is so", "F1": "nothing is so or predicted so"}


class Metric(NamedTuple):
    """A rate of METRICS of the class `of`, or its mean over all; `at` are the places of these among the classes."""

    name: str
    of: str | None
    rate: str
    at: tuple[int, ...]

    def four(self, counts):
        """tp, fp, fn and tn of these, from counts: along the last axis hits, how many were predicted so, and are so."""
        hit, said, so = np.moveaxis(counts[..., self.at, :], -1, 0)
        return hit, said - hit, so - hit, 0 * hit

    def value(self, *sides):
        """Of the counts of one system, or the first minus the second; not a number where undefined."""
        first, *second = (METRICS[self.rate](*self.four(counts)).mean(-1) for counts in sides)
        return first - second[0] if second else first

    def decided(self, *sides):
        """What decides it, of counts for each unit: outcomes, or of a macro mean the classes; and where two differ."""
        for counts in sides:
            if self.name.startswith("macro"):
                yield from counts[:, :, 2].T
            else:
                tp, fp, fn, _ = (x.T for x in self.four(counts))
                yield from (*tp, *{"precision": fp, "recall": fn, "f1": fp + fn}[self.rate])
        if sides[1:]:
            yield np.any(sides[0][:, self.at] != sides[1][:, self.at], axis=(1, 2))


def classes_of(data, ask, pairs, matched):
    """All about the classes of predictions beside their truth; None for other results."""
    frame = data.labelled
    if frame is None:
        if ask.positive is not None:
            raise checks.WrongValue("positive", f"is for predictions beside their truth: give {typed('truth')}")
        return None
    answers = frame["prediction"] if ask.filled is None else frame["prediction"].fillna(NO_ANSWER)
    codes = [column.factorize() for column in (frame["id"], frame["truth"], answers, frame["system"])]
    (item, ids), (truth, truths), (answer, answers), (system, systems) = codes
    right = np.full(len(ids), -1)  # for each item; some of its rows may not say it
    right[item[truth >= 0]] = truth[truth >= 0]
    often = np.bincount(right[right >= 0], minlength=len(truths))
    labels = _classes({*truths}, {*answers} - {NO_ANSWER}, int(often.sum()))
    positive = _positive(labels, ask.positive)
    labels = sorted(labels, key=positive.__eq__) if positive is not None else labels  # it stands last
    most = min(truths[often == often.max()])
    about = tuple(labels), positive, matched, most, float(often.max() / often.sum()), int(often.sum())
    tables, rates = [], []
    if labels:
        run = frame["run"].factorize()[0] if data.runs == "together" and "run" in frame else 0 * item
        kept = np.flatnonzero((right[item] >= 0) & (answer >= 0))
        key = (item * (run.max() + 1) + run)[kept]
        _, first, row = np.unique(key, return_index=True, return_inverse=True)
        place = {one: k for k, one in enumerate(labels)}
        truths, answers = (np.array([place.get(one, len(labels)) for one in names]) for names in (truths, answers))
        truth, found = truths[right[item[kept[first]]]], np.full((len(first), len(data.systems)), -1)
        found[row, np.array([*map(data.systems.index, systems)])[system[kept]]] = answers[answer[kept]]
        group = "group" if data.estimand == "groups like these" else "id" if data.runs == "together" else None
        groups = frame[group].factorize(sort=True)[0][kept[first]] if group else None
        metrics, luck, sides = _metrics(labels, positive), data.luck and data.within is None, []
        for chosen in [*((i,) for i in range(len(data.systems))), *map(tuple, pairs)]:
            there = (found[:, chosen] >= 0).all(axis=1)
            columns = truth[there], *found[there][:, chosen].T
            own = (groups[there], groups.max() + 1) if group else None
            if group and ask.independent:  # each system has groups of its own, and others are not drawn
                _, code = np.unique(own[0], return_inverse=True)
                own = code, code.max() + 1
            counts, many = _counted(columns, own, len(labels))
            shown = metrics if len(chosen) == 1 or positive is not None else metrics[-len(RATES) :]
            names = [*(data.systems[i] for i in chosen), None][:2]
            sides.append(((*names, int(there.sum())), shown, counts, many))
            if len(chosen) == 1:
                table = np.zeros((len(labels), len(labels) + 1), dtype=int)
                np.add.at(table, columns, 1)
                tables.append(tuple(map(tuple, table.tolist())))
        at_once = [sides] if group and not ask.independent else [[side] for side in sides]
        for some in at_once:  # groups are drawn once for all
            rates += _rates(some, "group" if group else "item", luck, ask)
    return Classes(*about, tuple(tables), tuple(rates), DRAWS, ask.seed)


def _classes(found, answers, items):
    """The classes in order: those of the truth; none if there are too many to be classes."""
    if len(found) == 1 and len(found | answers) == 2:  # of two only one is there, and the other was predicted
        found = found | answers
    if len(found) > max(2, min(MOST_CLASSES, items / 2)):
        return []
    numbers = all(PLAIN_NUMBER.fullmatch(one) for one in found)
    return sorted(found, key=(lambda one: (float(one), one)) if numbers else None)


def _positive(labels, given):
    """Which of two classes is looked for; it must be named, unless it is called 1, true or yes."""
    if given is None:
        looked_for = LOOKED_FOR.get(tuple(sorted(map(str.casefold, labels))))
        if len(labels) == 2 and looked_for is None:
            ways = " or ".join(typed("positive", one) for one in labels)
            raise checks.NotNamed("positive", f"there are two classes, {listing(labels)}; give {ways}", labels)
        return next((one for one in labels if one.casefold() == looked_for), None)
    if len(labels) != 2:
        there = f"{len(labels)}: {listing(labels)}" if labels else "none, but answers of all kinds"
        raise checks.WrongValue("positive", f"is one of two classes, and there are {there}; leave it out")
    wanted = written(given) or ""
    found = [one for one in labels if one == wanted] or [one for one in labels if one.casefold() == wanted.casefold()]
    if len(found) != 1:
        raise checks.WrongValue("positive", f"must be one of {listing(labels)}: got {checks.shown(given)}")
    return found[0]


def _metrics(labels, positive):
    """Those of the positive class of two, or of each class, and those of all."""
    each, every = labels if positive is None else [positive], tuple(range(len(labels)))
    found = [Metric(name, one, rate, (labels.index(one),)) for one in each for name, rate in RATES.items()]
    if positive is not None:  # what is predicted to be neither is wrong for both
        return [*found, Metric("balanced accuracy", None, "recall", every)]
    return found + [Metric(f"macro {name}", None, rate, every) for name, rate in RATES.items()]


def _counted(columns, groups, classes):
    """For each system the counts of each unit and class, and how many units there are of each kind.

    `columns` are places among the classes, of the truth and of each system's prediction; after the last comes none.
    `groups` are the number of each item's group, and how many there are.
    """
    wide = classes + 1
    if groups is None:
        kinds, many = np.unique(np.ravel_multi_index(columns, [wide] * len(columns)), return_counts=True)
        columns, unit = np.unravel_index(kinds, [wide] * len(columns)), np.arange(len(many))
    else:
        unit, many = groups[0], np.ones(groups[1], dtype=int)
    truth, *predicted = columns

    def each(place):
        return np.bincount(unit * wide + place, minlength=len(many) * wide).reshape(-1, wide)[:, :-1].astype(float)

    sides = [(each(np.where(one == truth, one, classes)), each(one), each(truth)) for one in predicted]
    return [np.stack(side, axis=-1) for side in sides], many


def _rates(sides, word, luck, ask):
    """Rates of systems, or by how much two differ in them, with their intervals; all sides are of the same units.

    A side is (the systems, or None for the second, and how many items), metrics, counts, and units of each kind.
    """
    many = sides[0][3]
    luck = luck and many.sum() > 1
    drawn = [{x: [] for x in metrics if luck and not _is_closed(x, counts, word)} for _, metrics, counts, _ in sides]
    numbers = max(counts[0][0].size for _, _, counts, _ in sides)
    for drawn_units in how_often(many, DRAWS, ask.rng(), numbers) if any(drawn) else ():
        times = drawn_units.astype(float)
        for values, (_, _, counts, _) in zip(drawn, sides, strict=True):
            both = [np.tensordot(times, one, 1) for one in counts] if values else ()
            for metric, found in values.items():
                found.append(metric.value(*both))
    for values, ((first, second, n), metrics, counts, _) in zip(drawn, sides, strict=True):
        observed = [np.tensordot(many, one, 1) for one in counts]
        for metric in metrics:
            value, bar = float(metric.value(*observed)), (None, None, "no interval", "")
            if np.isnan(value):
                value, bar = None, (None, None, "undefined", UNDEFINED.get(metric.name, "a part of it is undefined"))
            elif metric in values:
                fewest = min(int(many @ (count > 0)) for count in metric.decided(*counts))
                bar = _resampled(np.concatenate(values[metric]), fewest, len(many), word, ask.level)
                bar = bar if bar[0] < bar[1] else _all_alike(metric, counts, many, word, ask)
            elif luck:
                made = _closed(metric.name, *metric.four(observed[0]), ask.level)
                bar = made.low, made.high, made.method, ""
            yield Rate(first, second, metric.name, metric.of, n, value, *bar)


def _is_closed(metric, counts, word):
    """Whether a formula has its interval: of one system, of one class, and of items."""
    return len(counts) == 1 and word == "item" and not metric.name.startswith("macro")


def _closed(name, tp, fp, fn, tn, level):
    if name == "balanced accuracy":
        return balanced_accuracy_interval(tp[1], fn[0], fn[1], tp[0], level)
    [tp], [fp], [fn] = tp, fp, fn
    if name == "F1":
        return f1_interval(tp, fp, fn, level=level)
    return wilson_interval(tp, tp + (fp if name == "precision" else fn), level)


def _all_alike(metric, sides, many, word, ask):
    """The same where all resamples give one value, as if all is right: from Wilson's for each share behind it.

    How far these shares lie from their ends adds up by squares, as in Newcombe's interval. Of two systems there is
    none, for that would take them as independent.
    """
    if sides[1:]:
        return None, None, "no interval", "all resamples give the same, so that nothing shows how far luck reaches"
    hits, false, missed, _ = metric.four(sides[0])
    whole = hits + {"precision": false, "recall": missed, "f1": false + missed}[metric.rate]
    off = []
    for k, n in zip(hits.T, whole.T, strict=True):
        share, there = (many @ k) / (many @ n), n > 0
        if word == "item":
            method, ends = "Wilson", METHODS["wilson"].ends(many @ k, many @ n, ask.level)
        elif none := one_group("Wilson", n[there]):
            return *none, ""
        else:
            ends = _ends("wilson", k[there], n[there], ask.level, ask.careful)
            method = _named("Wilson", there.sum(), ask.careful)
        share, low, high = (2 * x / (1 + x) if metric.rate == "f1" else x for x in (share, *ends))
        off.append((share, share - low, high - share))
    value, below, above = np.array(off, dtype=float).T
    low, high = value.mean() - np.hypot.reduce(below) / len(off), value.mean() + np.hypot.reduce(above) / len(off)
    return float(low), float(high), method, ""


def _resampled(values, fewest, units, word, level):
    """(low, high, method, note): where a bar may be too short."""
    known = values[~np.isnan(values)]
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    note = "".join(piled(known))
    if fewest < FEW[word]:
        note = f"what decides it was seen in {number_of(fewest, word)}, too few to rely on this bar"
    elif word == "group" and units < FEW_UNITS:
        note = f"{units} groups are few for such a bar"
    elif len(known) < len(values):
        note = f"undefined in {len(values) - len(known):,} of the resamples"
    return float(low), float(high), "percentile bootstrap", note
