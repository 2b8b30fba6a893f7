"""How often intervals of metrics cover the truth when positives, or mistakes, are few: summed, not simulated.

    make slow                            about two minutes, after the other studies
    python -m tools.studies.metric_coverage      the same

It writes book/metric_coverage.csv: for each metric and cell the share of all samples whose 95% interval holds the
truth. A cell is a number of items, of which on average so many are positive (their number is random, as in a sample of
items), and a rate: that of right answers for accuracy, both precision and recall for F1 and F2 (so that F0.5 has the
same shares as F2), both recall and specificity for balanced accuracy. All tables that can come out are added up with
their chances, but for those that have less than one in a hundred million (a million for balanced accuracy); samples in
which a metric is undefined have no interval, and are left out.

`formula` is Wilson's interval, `f1_interval` or `balanced_accuracy_interval`. `percentile` is the percentile bootstrap
of items with endless resamples: its interval holds a value if at least 2.5% of the resamples are at or below the value,
and at least 2.5% at or above. So two chances decide, and they are sums of binomial ones. It is left out for F2, and for
balanced accuracy where the sums are long.

It writes book/metric_coverage_in_groups.csv, too: the share of all samples of groups, of five items each, whose
percentile interval holds the rate of mistakes, if groups are drawn. On average so many groups hold a mistake: one of
its items is wrong, or, in a third of these groups, all five. Mistakes of a resample add up as many groups that are
drawn independently, and such a sum has the chances of a group convolved with themselves, by Fourier's transform.
"""

import itertools

import numpy as np
import pandas as pd
from scipy.special import gammaln

from give_or_take.differences import _newcombe
from give_or_take.intervals import _at_least, coverage
from give_or_take.metrics import _score_squared, f1_interval
from give_or_take.standard_errors import _z
from tools.notebook import ROOT

STORED, IN_GROUPS = (ROOT / "book" / f"metric_coverage{name}.csv" for name in ("", "_in_groups"))
LEVEL = 0.95
ITEMS, POSITIVES, RATES = (20, 50, 100, 200, 500), (5, 10, 15, 20, 30, 50, 100), (0.7, 0.8, 0.9, 0.95, 0.99)
RESAMPLED = [(50, 5), (50, 10), (200, 5), (200, 10)]  # items and positives, for balanced accuracy: the slowest sum
GROUPS, HOLDING = (10, 20, 30, 50, 100, 200), (0.2, 0.5, 1, 2, 3, 4, 5, 7, 10, 15, 20, 30)
ALL_WRONG, SIZE = 1 / 3, 5  # the share of groups with a mistake that are wrong throughout, and items in a group
NEAR = 1e-9  # shares that differ by less are the same


def tables(n, chances, kept=1e-8):
    """All tables of n items (a column for each chance, the rest in none of them) and their chances."""
    likely = [np.arange(n + 1)[binomial(np.arange(n + 1), n, p) > kept / 10] for p in chances]
    cells = np.stack(np.meshgrid(*likely, indexing="ij"), axis=-1).reshape(-1, len(chances))
    cells = cells[cells.sum(1) <= n]
    rest, left = n - cells.sum(1), max(1 - sum(chances), 0)
    log = gammaln(n + 1) - gammaln(cells + 1).sum(1) - gammaln(rest + 1) + cells @ np.log(chances)
    weight = np.exp(log + np.where(rest > 0, rest * np.log(max(left, 1e-300)), 0))
    return cells[weight > kept].T.astype(float), weight[weight > kept]


def binomial(k, n, p):
    """The chances of k of n."""
    return np.exp(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1) + k * np.log(p) + (n - k) * np.log1p(-p))


def at_most(k, n, p):
    """The chance of at most k of n, for any k."""
    return 1 - _at_least(np.floor(k) + 1, n, p)


def held(below, at_or_below):
    """Whether a percentile interval holds a value, from the shares of resamples below it and up to it."""
    tail = (1 - LEVEL) / 2
    return (at_or_below >= tail) & (below < 1 - tail)


def accuracy(n, positives, rate):
    """Percentile and Wilson intervals of a plain rate."""
    (k,), weight = tables(n, [rate])
    both = [at_most(n * rate + shift, n, k / n) for shift in (-NEAR, NEAR)]
    return mean(held(*both), weight), coverage("wilson", n, rate)


def f1(n, positives, rate):
    """Percentile and Wilson intervals of F1: only hits and mistakes matter, and their J."""
    hit, wrong = positives / n * rate, 2 * positives / n * (1 - rate)
    true = hit / (hit + wrong)
    (tp, mistakes), weight = tables(n, [hit, wrong])
    some = tp + mistakes > 0
    tp, mistakes, weight = tp[some], mistakes[some], weight[some]
    counted = np.arange(1, n + 1.0)  # hits and mistakes of a resample
    inside = []
    for hits, m in zip(tp, tp + mistakes, strict=True):
        chance = binomial(counted, n, min(m / n, 1 - 1e-12))
        likely = chance > 1e-9
        chance, many = chance[likely] / chance[likely].sum(), counted[likely]
        inside.append(held(*(chance @ at_most(many * true + shift, many, hits / m) for shift in (-NEAR, NEAR))))
    low, high = f1_interval(tp, mistakes, np.zeros_like(tp), level=LEVEL)
    f = 2 * true / (1 + true)
    return mean(np.array(inside), weight), mean((low <= f) & (f <= high), weight)


def f2(n, positives, rate, beta=2):
    """The score interval of another F, which is the rate itself where precision and recall are equal."""
    hit, wrong = positives / n * rate, positives / n * (1 - rate)
    (tp, fp, fn), weight = tables(n, [hit, wrong, wrong])
    some = tp + fp + fn > 0
    score = _score_squared(rate, *(cell[some] for cell in (tp, fp, fn)), beta)
    return np.nan, mean(score <= _z(LEVEL) ** 2, weight[some])


def balanced(n, positives, rate):
    """Newcombe's interval of balanced accuracy, and in some cells the percentile one."""
    share = positives / n
    (tp, fn, fp), weight = tables(n, [share * rate, share * (1 - rate), (1 - share) * (1 - rate)], kept=1e-6)
    some = (tp + fn > 0) & (tp + fn < n)
    tp, fn, fp, weight = tp[some], fn[some], fp[some], weight[some]
    tn = n - tp - fn - fp
    low, high = _newcombe(tp, tp + fn, fp, fp + tn, LEVEL)
    youden = 2 * rate - 1
    formula = mean((low <= youden) & (youden <= high), weight)
    if (n, positives) not in RESAMPLED:
        return np.nan, formula
    inside = [held(*resampled(*one, 2 * rate)) for one in zip(tp, fp, fn, tn, strict=True)]
    return mean(np.array(inside), weight), formula


def resampled(tp, fp, fn, tn, true):
    """The chances that recall plus specificity of a resample is below the true sum, and at most that."""
    n, positive = tp + fp + fn + tn, tp + fn
    drawn = np.arange(1, n)
    chance = binomial(drawn, n, positive / n)
    drawn, chance = drawn[chance > 1e-6], chance[chance > 1e-6] / chance[chance > 1e-6].sum()
    of = np.repeat(drawn, drawn.astype(int) + 1)
    hits = np.concatenate([np.arange(many + 1) for many in drawn])
    recall = tp / positive
    if recall in (0, 1):
        weight = np.where(hits == of * recall, 1.0, 0.0)
    else:
        weight = binomial(hits, of, recall)
    weight = weight * np.repeat(chance, drawn.astype(int) + 1)
    of, hits, weight = of[weight > 1e-9], hits[weight > 1e-9], weight[weight > 1e-9]
    negative, wanted = n - of, true - hits / of  # and what specificity must then be at most
    return [weight @ at_most(wanted * negative + shift, negative, tn / (fp + tn)) for shift in (-NEAR, NEAR)]


def in_groups(groups, holding):
    """The percentile interval of a rate of mistakes, which on average so many groups hold."""
    (one, every), weight = tables(groups, [holding / groups * share for share in (1 - ALL_WRONG, ALL_WRONG)])
    chances = np.zeros((len(weight), groups * SIZE + 1))  # of so many mistakes in a group
    chances[:, [0, 1, SIZE]] = np.stack([groups - one - every, one, every], axis=1) / groups
    up_to = np.cumsum(np.fft.irfft(np.fft.rfft(chances) ** groups, chances.shape[1]), axis=1)
    true = holding * (1 + (SIZE - 1) * ALL_WRONG)
    below, at_or_below = np.ceil(true - NEAR).astype(int) - 1, np.floor(true + NEAR).astype(int)
    return mean(held(up_to[:, below], up_to[:, at_or_below]), weight)


def mean(inside, weight):
    return float(inside @ weight / weight.sum())


METRICS = {"accuracy": accuracy, "F1": f1, "F2": f2, "balanced accuracy": balanced}


def cells(metric):
    """(items, positives, rate) of all cells of a metric; 0 positives stand for no matter how many."""
    positives = (0,) if metric == "accuracy" else POSITIVES
    return [cell for cell in itertools.product(ITEMS, positives, RATES) if 2 * cell[1] <= cell[0]]


def cells_in_groups():
    """(groups, groups that hold a mistake on average) of all cells."""
    return [(groups, holding) for groups, holding in itertools.product(GROUPS, HOLDING) if 2 * holding <= groups]


def rarest(table):
    """How many of the rarer outcomes of each cell are expected: mistakes, or misses for balanced accuracy."""
    misses = np.where(table["metric"] == "accuracy", table["n"], table["positives"]) * (1 - table["rate"])
    return misses * np.where(table["metric"] == "F1", 2, 1)


def main():
    """Sum up all cells, and store them."""
    found = [(metric, *cell, *METRICS[metric](*cell)) for metric in METRICS for cell in cells(metric)]
    table = pd.DataFrame(found, columns=["metric", "n", "positives", "rate", "percentile", "formula"])
    table.round(4).to_csv(STORED, index=False, lineterminator="\n")
    table = pd.DataFrame(cells_in_groups(), columns=["groups", "holding"])
    table["percentile"] = [in_groups(*cell) for cell in cells_in_groups()]
    table.round(4).to_csv(IN_GROUPS, index=False, lineterminator="\n")


if __name__ == "__main__":
    main()
