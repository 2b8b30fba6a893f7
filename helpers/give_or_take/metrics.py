"""Metrics that come from a table of truths and predictions, and intervals for them: chapter 7.

A *positive* is what is looked for: a factual summary, a leaked secret. Of two classes, the table holds four counts:
true positives (tp), false positives (fp, alarms for nothing), false negatives (fn, missed) and true negatives (tn).
Rates are fractions. Where a rate would divide by 0 it is undefined: None, with the reason beside it, and never 0.

The intervals take items as independent. Where several items come from one document, `bootstrap_interval` resamples
documents.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from give_or_take import checks
from give_or_take.differences import _newcombe
from give_or_take.docs import documented
from give_or_take.intervals import METHODS as OF_ONE_RATE
from give_or_take.results import EDGES, Interval, prints_itself, shown
from give_or_take.standard_errors import _z

MOST_PRINTED = 12  # classes, up to which the table is printed


class Counts(NamedTuple):
    """The four counts of a table of two classes."""

    tp: int
    fp: int
    fn: int
    tn: int


class Rates(NamedTuple):
    """Precision, recall and F of one class, or an average of them over classes; None where undefined."""

    precision: float | None
    recall: float | None
    f: float | None


@prints_itself
@dataclass(frozen=True)
class Confusion:
    """What `confusion` gives: the table and the rates that come from it. It prints as both."""

    labels: tuple
    table: tuple[tuple[int, ...], ...]  # a row for each true class, a column for each predicted one
    positive: Any = None
    beta: float = 1.0

    @property
    def n(self) -> int:
        """How many items."""
        return sum(map(sum, self.table))

    @property
    def counts(self) -> Counts | None:
        """tp, fp, fn and tn of the positive class; None without one."""
        if self.positive is None:
            return None
        (tn, fp), (fn, tp) = self.table
        return Counts(tp, fp, fn, tn)

    @property
    def accuracy(self) -> float:
        """The share of items whose class was predicted. It is also the micro average of precision, recall and F."""
        return sum(row[i] for i, row in enumerate(self.table)) / self.n

    @property
    def balanced_accuracy(self) -> float | None:
        """The mean of the recalls of all classes: of recall and specificity, if there are two."""
        return self.macro.recall

    @property
    def precision(self) -> float | None:
        """The share of what was predicted positive that is."""
        return None if self.positive is None else self.each[self.positive].precision

    @property
    def recall(self) -> float | None:
        """The share of the positive that was predicted so: sensitivity."""
        return None if self.positive is None else self.each[self.positive].recall

    @property
    def specificity(self) -> float | None:
        """The share of the negative that was predicted so."""
        return None if self.positive is None else _known(METRICS["specificity"](*self.counts))

    @property
    def f(self) -> float | None:
        """F of the positive class: F1, unless `beta` says otherwise."""
        return None if self.positive is None else self.each[self.positive].f

    @property
    def mcc(self) -> float | None:
        """Matthews's correlation of truth and predictions, from -1 to 1."""
        table = np.array(self.table, dtype=float)
        truth, predicted, n = table.sum(1), table.sum(0), self.n
        spread = (n**2 - truth @ truth) * (n**2 - predicted @ predicted)
        return float((np.trace(table) * n - truth @ predicted) / np.sqrt(spread)) if spread else None

    @property
    def each(self) -> dict[Hashable, Rates]:
        """{class: its rates, with all other classes as the negative}"""
        table = np.array(self.table, dtype=float)
        tp = np.diag(table)
        fp, fn = table.sum(0) - tp, table.sum(1) - tp
        columns = METRICS["precision"](tp, fp, fn, 0), METRICS["recall"](tp, fp, fn, 0), _f(tp, fp, fn, self.beta)
        return {label: Rates(*map(_known, rates)) for label, *rates in zip(self.labels, *columns, strict=True)}

    @property
    def macro(self) -> Rates:
        """The plain averages over classes: each class counts alike, however rare it is."""
        return self._averaged([1] * len(self.labels))

    @property
    def weighted(self) -> Rates:
        """The averages over classes, each class with the number of its items."""
        return self._averaged([sum(row) for row in self.table])

    @property
    def undefined(self) -> dict[str, str]:
        """{rate: why it is undefined}"""
        if self.positive is None:
            words = "no class is the positive one: see each, macro and weighted"
            found = dict.fromkeys(("precision", "recall", "specificity", "f"), words)
        else:
            tp, fp, fn, tn = self.counts
            reasons = {
                "precision": (tp + fp, "nothing was predicted positive"),
                "recall": (tp + fn, "nothing is positive"),
                "specificity": (fp + tn, "nothing is negative"),
                "f": (tp + fp + fn, "nothing is positive or was predicted so"),
            }
            found = {name: words for name, (whole, words) in reasons.items() if whole == 0}
        if self.balanced_accuracy is None:
            missing = [label for label, row in zip(self.labels, self.table, strict=True) if not sum(row)]
            found["balanced_accuracy"] = f"no item is of class {checks.listing(missing)}"
        if self.mcc is None:
            found["mcc"] = "the truth or the predictions are all of one class"
        return found

    def _averaged(self, weights):
        counted = [(rates, weight) for rates, weight in zip(self.each.values(), weights, strict=True) if weight]

        def mean(name):
            values = [getattr(rates, name) for rates, _ in counted]
            if None in values:
                return None
            return sum(value * weight for value, (_, weight) in zip(values, counted, strict=True)) / sum(weights)

        return Rates(*map(mean, Rates._fields))

    def __str__(self):
        lines = [*self._table(), "", *(self._of_classes() if self.positive is None else self._of_positive())]
        common = max(self.table, key=sum)
        always = _percent(sum(common) / self.n)
        lines.append(f"Always {self.labels[self.table.index(common)]} would be right on {always}")
        return "\n".join(lines)

    def _table(self):
        if len(self.labels) > MOST_PRINTED:
            return [f"{self.n:,} items of {len(self.labels)} classes"]
        names = [str(label) for label in self.labels]
        wide = max(9, *map(len, names), *(len(f"{sum(row):,}") for row in self.table)) + 2
        first = max(map(len, names)) + 6
        lines = [" " * first + "predicted".rjust(wide), " " * first + "".join(name.rjust(wide) for name in names)]
        for name, row in zip(names, self.table, strict=True):
            lines.append(f"truth {name}".ljust(first) + "".join(f"{count:,}".rjust(wide) for count in row))
        return lines

    def _of_positive(self):
        names = ("precision", "recall", "specificity", "f")
        rates = [f"{self._name(name)} {self._said(name)}" for name in names]
        return [self._overall(), ", ".join(rates)]

    def _of_classes(self):
        wide = max(8, *(len(str(label)) for label in self.labels)) + 1
        averages = {"macro": self.macro, "weighted": self.weighted}
        items = [*map(sum, self.table), self.n, self.n]
        rows = zip([*self.each, *averages], [*self.each.values(), *averages.values()], items, strict=True)
        lines = [" " * wide + "".join(name.rjust(11) for name in ("precision", "recall", self._name("f"), "items"))]
        for label, rates, items in rows:
            said = "".join(("undefined" if x is None else _percent(x)).rjust(11) for x in rates)
            lines.append(str(label).ljust(wide) + said + f"{items:,}".rjust(11))
        return [self._overall() + " (accuracy is also the micro average)", *lines]

    def _overall(self):
        mcc = f"undefined ({self.undefined['mcc']})" if self.mcc is None else shown(self.mcc, 3, (-1, 0, 1))
        balanced = self._said("balanced_accuracy")
        return f"accuracy {_percent(self.accuracy)}, balanced accuracy {balanced}, MCC {mcc}"

    def _name(self, rate):
        return f"F{self.beta:g}" if rate == "f" else rate

    def _said(self, rate):
        value = getattr(self, rate)
        return f"undefined ({self.undefined[rate]})" if value is None else _percent(value)


@documented
def confusion(
    truth: Iterable[Hashable], predicted: Iterable[Hashable], positive: Hashable | None = None, beta: float = 1
) -> Confusion:
    """The table of truths and predictions, and the rates that come from it.

    For two classes with a positive one:

    - accuracy: the share that is right, (tp + tn)/n. Always saying the most frequent class may get more, and the last
      line that is printed says how much.
    - precision: tp/(tp + fp), how much of what was found is positive. Recall: tp/(tp + fn), how much of the positive
      was found. Specificity: tn/(tn + fp).
    - balanced accuracy: the mean of recall and specificity, one half for whoever always says the same.
    - F: (1 + β²) tp/((1 + β²) tp + β² fn + fp). F1 is the harmonic mean of precision and recall; with β = 2 a miss
      weighs four times as much as a false alarm.
    - MCC: the correlation of truth and predictions, 0 for whoever guesses.

    For several classes each is in turn the positive one, and `macro` averages over classes, `weighted` over classes by
    their items. The micro average, over all decisions, is the accuracy.

    What would divide by 0 is None, and `undefined` says why; so is an average of which a part is undefined.

    Parameters
    ----------
    truth, predicted : list, array or column of labels
        The class of each item, and the one predicted. An answer from which no class could be read needs a label of its
        own, such as "none".
    positive : label, optional
        Which of two classes is looked for; 1 (or True) if classes are 0 and 1.
    beta : float
        How many times as much recall weighs as precision in F, from 0.001 to 1,000.

    Returns
    -------
    Confusion
        `n`, `accuracy`, `balanced_accuracy`, `precision`, `recall`, `specificity`, `f`, `mcc`; `counts` (tp, fp, fn,
        tn); `each`, {class: its precision, recall and f}, `macro` and `weighted`; `undefined`; `labels` and `table`,
        with a row for each true class. `print` gives the table and the rates.

    References
    ----------
    van Rijsbergen 1979, Information Retrieval, chapter 7, for F. Matthews 1975, Biochimica et Biophysica Acta 405,
    442-451; for several classes Gorodkin 2004, Computational Biology and Chemistry 28, 367-374. Equal to
    scikit-learn's wherever defined; scikit-learn gives 0 and a warning elsewhere (for MCC no warning), and averages
    classes with such zeros.

    Examples
    --------
    >>> print(confusion([1, 1, 1, 1, 0, 0, 0, 0, 0, 0], [1, 1, 1, 0, 1, 0, 0, 0, 0, 0]))
             predicted
                     0          1
    truth 0          5          1
    truth 1          1          3
    <BLANKLINE>
    accuracy 80.0%, balanced accuracy 79.2%, MCC 0.583
    precision 75.0%, recall 75.0%, specificity 83.3%, F1 75.0%
    Always 0 would be right on 60.0%
    >>> confusion(["ham", "ham"], ["ham", "ham"], positive="spam").undefined["recall"]
    'nothing is positive'
    """
    checks.same_rows(truth, predicted, "truth", "predicted")
    row, true_labels = checks.labels(truth, "truth", "class")
    column, predicted_labels = checks.labels(predicted, "predicted", "class")
    checks.same_length(row, column, "truth", "predicted")
    text = [{isinstance(label, str) for label in labels} for labels in (true_labels, predicted_labels)]
    if {True} in text and {False} in text:
        raise checks.WrongKind(
            "predicted",
            f"must hold labels of the kind that truth holds: got {checks.listing(predicted_labels)} beside "
            f"{checks.listing(true_labels)}; convert one of the two",
        )
    labels, positive = _classes(dict.fromkeys(true_labels + predicted_labels), positive)
    place = {label: i for i, label in enumerate(labels)}
    row = np.array([place[label] for label in true_labels])[row]
    column = np.array([place[label] for label in predicted_labels])[column]
    table = np.bincount(row * len(labels) + column, minlength=len(labels) ** 2).reshape(len(labels), -1)
    return Confusion(labels, tuple(map(tuple, table.tolist())), positive, _weight(beta))


def _classes(labels, positive):
    """All classes in order, the positive one last, and the positive one."""
    if positive is None:
        if set(labels) <= {0, 1}:
            return ((False, True), True) if all(isinstance(label, bool) for label in labels) else ((0, 1), 1)
        try:
            return tuple(sorted(labels)), None
        except TypeError:  # labels of several kinds
            return tuple(sorted(labels, key=lambda label: (type(label).__name__, repr(label)))), None
    if not isinstance(positive, Hashable) or checks.no_label(positive):
        raise checks.WrongKind("positive", f"must be one of the labels, not {checks.shown(positive)}")
    others = [label for label in labels if label != positive]
    if len(others) > 1:
        if positive not in labels:
            raise checks.WrongValue(
                "positive", f"must be one of {checks.listing(others)}: got {checks.shown(positive)}"
            )
        raise checks.WrongValue(
            "positive",
            f"must be left out with {len(labels)} classes; for one against all others give truth == positive and "
            "predicted == positive",
        )
    return (*(others or ["other"]), positive), positive


def _weight(beta):
    beta = checks.single(checks.positive(beta, "beta"), "beta")
    checks.refuse(not 0.001 <= beta <= 1000, "beta must lie from 0.001 to 1000: got {}; 2 weighs recall twice", beta)
    return beta


# The rates of arrays of counts; not a number where undefined


def _share(part, whole):
    return np.divide(part, whole, out=np.full(np.broadcast(part, whole).shape, np.nan), where=np.asarray(whole) > 0)


def _f(tp, fp, fn, beta=1.0):
    return _share((1 + beta**2) * tp, (1 + beta**2) * tp + beta**2 * fn + fp)


def _mcc(tp, fp, fn, tn):
    spread = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    return _share(tp * tn - fp * fn, np.sqrt(spread))


METRICS = {  # of (tp, fp, fn, tn)
    "accuracy": lambda tp, fp, fn, tn: _share(tp + tn, tp + fp + fn + tn),
    "balanced accuracy": lambda tp, fp, fn, tn: (_share(tp, tp + fn) + _share(tn, tn + fp)) / 2,
    "precision": lambda tp, fp, fn, tn: _share(tp, tp + fp),
    "recall": lambda tp, fp, fn, tn: _share(tp, tp + fn),
    "specificity": lambda tp, fp, fn, tn: _share(tn, tn + fp),
    "f1": lambda tp, fp, fn, tn: _f(tp, fp, fn),
    "mcc": _mcc,
}


MACRO = {f"macro {name}": METRICS[name] for name in ("precision", "recall", "f1")}


def mean_of_classes(name, tables):
    """A metric of `MACRO`, of tables whose last axes are truth and prediction; the last class is none of them."""
    hits = np.diagonal(tables, axis1=-2, axis2=-1)
    return MACRO[name](hits, tables.sum(-2) - hits, tables.sum(-1) - hits, 0)[..., :-1].mean(-1)


def _known(value):
    return None if np.isnan(value) else float(value)


def _percent(share):
    return f"{shown(100 * share, 1, EDGES)}%"


# Intervals


@documented
def f1_interval(tp: "ArrayLike", fp: "ArrayLike", fn: "ArrayLike", beta: float = 1, level: float = 0.95) -> Interval:
    """An interval for F1, or another F, from three counts: Wilson's, turned into F.

    F1 is 2J/(1 + J), where J = tp/(tp + fp + fn) is a plain share: of the items that are positive or were predicted so,
    those that are both. The interval is Wilson's for J, with both ends turned into F1.

    No other F comes from one share. Its interval keeps all F that the score test does not reject. For an item let K be
    (1 + β²)(1 - F) if it is a hit, -β²F if missed, -F if a false alarm, and 0 otherwise: F is the true one if K is 0 on
    average. The test compares the sum of K with its standard error under the likeliest chances with that average, which
    give chances to what was not seen, too. With β = 1 this *is* the interval by Wilson.

    All right, without a miss or a false alarm, has the upper end 1, and no hit the lower end 0, both exactly. With no
    hit, miss or alarm at all there is no F, and such counts are refused.

    With 5 to 100 positives among 20 to 500 items, and precision and recall from 0.7 to 0.95, it covers the truth in
    94.4% of all samples or more at 95%; at 0.99, where few samples hold a mistake, in 90.4%. The percentile bootstrap
    falls to 39.1% and 9.5%. `tools/studies/metric_coverage.py` adds this up over all tables that can come out. Items
    are taken as independent: where they share documents, `bootstrap_interval` with groups is for them.

    Parameters
    ----------
    tp, fp, fn : int or array of int
        True positives, false positives and false negatives.
    beta : float
        How many times as much recall weighs as precision, from 0.001 to 1,000.
    {level}

    Returns
    -------
    Interval
        Of F. For arrays its fields are arrays.

    References
    ----------
    Wilson 1927, Journal of the American Statistical Association 22, 209-212, for J; J is Jaccard's index. Score
    intervals by restricted likelihood: Miettinen and Nurminen 1985, Statistics in Medicine 4, 213-226.
    Not in SciPy, statsmodels or scikit-learn.

    Examples
    --------
    >>> print(f1_interval(195, 503, 124))
    38.3% (95% Wilson 34.6%-42.2%)
    >>> print(f1_interval(14, 1, 1), f1_interval(15, 0, 0), sep="\\n")
    93.3% (95% Wilson 78.0%-98.2%)
    100.0% (95% Wilson 88.6%-100.0%)
    >>> print(f1_interval(195, 503, 124, beta=2))
    49.4% (95% score 45.1%-53.6%)
    """
    named = {"tp": tp, "fp": fp, "fn": fn}
    tp, fp, fn = checks.together(**{name: (value, checks.counts) for name, value in named.items()})
    beta, level = _weight(beta), checks.level(level)
    checks.refuse(
        tp + fp + fn == 0,
        f"tp is 0, and so are fp and fn: nothing is positive or was predicted so, and there is no F; {checks.GAP}",
    )
    estimate = _f(tp, fp, fn, beta)
    if beta == 1:
        low, high = (2 * end / (1 + end) for end in OF_ONE_RATE["wilson"].ends(tp, tp + fp + fn, level))
        return Interval(low, high, estimate, level, "Wilson")
    return Interval(*_score_ends(tp, fp, fn, beta, level), estimate, level, "score")


def _score_ends(tp, fp, fn, beta, level):
    """Both ends by halving, from the estimate outwards."""
    estimate, ends = _f(tp, fp, fn, beta), []
    for edge in (0.0, 1.0):
        out, inside = np.full(estimate.shape, edge), estimate
        for _ in range(60):
            middle = (out + inside) / 2
            kept = _score_squared(middle, tp, fp, fn, beta) < _z(level) ** 2
            out, inside = np.where(kept, out, middle), np.where(kept, middle, inside)
        ends.append(inside)
    return ends


def _score_squared(f, tp, fp, fn, beta):
    """The sum of K over its standard error, squared, if F is f.

    The likeliest chances of hit, miss and alarm are their counts over 1 + pull × K, up to one factor. The pull is what
    makes K 0 on average: the smaller root of A pull² + B pull + sum. Then the variance is sum/pull, and the square of
    the score is sum × pull. Where the root lies at the edge, the item not seen whose K is there gets what is missing.
    """
    hit, miss, alarm = (1 + beta**2) * (1 - f), -(beta**2) * f, -f
    total = hit * tp + miss * fn + alarm * fp
    a = hit * miss * alarm * (tp + fn + fp)
    b = hit * tp * (miss + alarm) + miss * fn * (hit + alarm) + alarm * fp * (hit + miss)
    root = np.sqrt(np.maximum(b**2 - 4 * a * total, 0))
    with np.errstate(divide="ignore", invalid="ignore"):  # at the edges, 0 and 1
        return 2 * total**2 / (root - b)


@documented
def balanced_accuracy_interval(
    tp: "ArrayLike", fp: "ArrayLike", fn: "ArrayLike", tn: "ArrayLike", level: float = 0.95
) -> Interval:
    """An interval for balanced accuracy, from the four counts: Newcombe's, square and add.

    Balanced accuracy is one half plus half of what recall has above the share of false alarms, a difference of two
    independent rates (Youden's index). So its interval is `newcombe_interval` of these two, halved, around one half.
    It has a width where all is right.

    With 5 to 100 positives among 20 to 500 items, and recall and specificity from 0.7 to 0.99, it covers the truth in
    91.5% of all samples or more at 95%, by `tools/studies/metric_coverage.py`; the percentile bootstrap falls to 36.3%.
    Items are taken as independent.

    Parameters
    ----------
    tp, fp, fn, tn : int or array of int
        True positives, false positives, false negatives and true negatives.
    {level}

    Returns
    -------
    Interval
        Of balanced accuracy. For arrays its fields are arrays.

    References
    ----------
    Newcombe 1998, Statistics in Medicine 17, 873-890, method 10. Youden 1950, Cancer 3, 32-35.

    Examples
    --------
    >>> print(balanced_accuracy_interval(195, 503, 124, 1170))
    65.5% (95% Newcombe 62.6%-68.3%)
    >>> print(balanced_accuracy_interval(10, 0, 0, 190))
    100.0% (95% Newcombe 86.1%-100.0%)
    """
    named = {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
    tp, fp, fn, tn = checks.together(**{name: (value, checks.counts) for name, value in named.items()})
    level = checks.level(level)
    gap = f"and there is no balanced accuracy; {checks.GAP}"
    checks.refuse(tp + fn == 0, f"tp is 0, and so is fn: nothing is positive, {gap}")
    checks.refuse(fp + tn == 0, f"fp is 0, and so is tn: nothing is negative, {gap}")
    low, high = _newcombe(tp, tp + fn, fp, fp + tn, level)
    return Interval((1 + low) / 2, (1 + high) / 2, METRICS["balanced accuracy"](tp, fp, fn, tn), level, "Newcombe")
