"""How often intervals for a difference cover the truth where each system has items of its own, and what tests do.

It writes book/independent_coverage.csv. A row is a method and a cell: what is true of the `first` and of the `second`
system, with `n_first` and `n_second` items, or groups of `each` items, or of 4 to 36 if that is 0. `coverage` is the
share of samples whose interval holds the true difference. Where the two do not differ, `alarms` is the share in which
the test rejects at 0.05, and `favours` that in which the interval leaves out zero as well, so that a report favours a
system.

Rates of independent items are exact: all results are listed. Groups are beta-binomial, with an intra-cluster
correlation of `rho`, and untested where the errors of one system lie in too few of them; 4,000 samples of each cell, so
the standard error of a share near 0.95 is 0.0034. Scores have 10,000 samples, 0.0022. All runs through the package:
what is counted is what users get.
"""

import itertools

import numpy as np
import pandas as pd
from scipy.special import stdtr
from scipy.stats import binom

from give_or_take import clusters, differences
from give_or_take.comparison import apart, means
from give_or_take.comparison.means import Moments
from tools.notebook import ROOT
from tools.studies import score_coverage

STORED = ROOT / "book" / "independent_coverage.csv"
SEED, LEVEL, GROUPED, SAMPLES, NEAR = 20261129, 0.95, 4_000, 10_000, 1e-9
RATES, LOWER = (0.5, 0.8, 0.95, 0.99), (0, 0.1)  # of the first system, and by how much the second is lower
ITEMS = (20, 20), (20, 500), (100, 100), (500, 500)
GROUPS, CORRELATIONS = ((5, 5), (5, 30), (10, 10), (20, 20), (30, 30)), (0, 0.2, 0.5)
EACH, SIZES = (4, 20, 0), (4, 8, 20, 36)  # 0: of these sizes, again and again
SCORES = (15, 15), (20, 100), (100, 20), (100, 100), (500, 500)
DRAWN = {truth.name: truth for truth in score_coverage.TRUTHS} | {
    "worse rubric": score_coverage.Truth(
        "worse rubric",
        float(score_coverage.TENTHS @ score_coverage.WORSE),
        lambda rng, shape: score_coverage.rubric(rng, shape, score_coverage.WORSE),
    )
}
TRUTHS = [("normal", "normal"), ("normal", "lognormal 1"), ("lognormal 1", "lognormal 1"), ("rubric", "rubric")]
TRUTHS += [("rubric", "worse rubric"), ("lognormal 1", "lognormal 1.5")]
COLUMNS = "method first second rho each n_first n_second coverage alarms favours few".split()


def row(method, about, ends, truth, p=None, weight=None, few=np.nan):
    """One row; `weight` is how likely each sample is, if not all are alike."""
    low, high = ends
    weight = np.full(np.shape(low), 1 / np.size(low)) if weight is None else weight
    covered, alarms, favours = np.sum(weight * ((low <= truth + NEAR) & (high >= truth - NEAR))), np.nan, np.nan
    if abs(truth) < NEAR and p is not None:
        alarms, favours = np.sum(weight * (p < 0.05)), np.sum(weight * ((p < 0.05) & ((low > 0) | (high < 0))))
    return (method, *about, covered, alarms, favours, few)


def rates(first, lower, n, m):
    """Independent items: all results of both."""
    second = round(first - lower, 2)
    k, j = (x.ravel() for x in np.meshgrid(np.arange(n + 1), np.arange(m + 1), indexing="ij"))
    weight = binom.pmf(k, n, first) * binom.pmf(j, m, second)
    k, j, weight = (x[weight > 1e-9] for x in (k, j, weight))
    ends = differences._newcombe(k, n, j, m, LEVEL)
    p = differences.fisher_mid_p_test(k, n, j, m).p_value if not lower and max(n, m) <= 100 else None
    yield row("Newcombe", (first, second, 0, 1, n, m), ends, lower, p, weight / weight.sum())


def beta_binomial(rng, rate, rho, sizes):
    """The successes of each group, in many samples."""
    shape, of = (GROUPED, len(sizes)), sizes.astype(int)
    if not rho:
        return rng.binomial(of, rate, shape).astype(float)
    a = 1 / rho - 1
    return rng.binomial(of, rng.beta(rate * a, (1 - rate) * a, shape)).astype(float)


def by_t(totals, sizes):
    """The moments of each sample's mean, without its skewness."""
    error, groups = np.sqrt(clusters._variance(totals, sizes)), len(sizes)
    return Moments(0, totals.sum(1) / sizes.sum(), error, clusters._degrees(sizes), np.zeros(len(totals)), groups)


def grouped(first, lower, rho, each, n, m):
    """Items in groups: the default, what `careful` gives, and what takes items as independent."""
    rng = np.random.default_rng([SEED, round(100 * first), round(100 * lower), round(100 * rho), each, n, m])
    truths = first, round(first - lower, 2)
    sizes = [np.resize([each] if each else SIZES, x).astype(float) for x in (n, m)]
    totals = [beta_binomial(rng, rate, rho, of) for rate, of in zip(truths, sizes, strict=True)]
    mean = [x.sum(1) / of.sum() for x, of in zip(totals, sizes, strict=True)]
    found = {}
    for name, careful in (("clustered Newcombe", False), ("careful clustered Newcombe", True)):
        ends = [clusters._ends("wilson", x, of, LEVEL, careful) for x, of in zip(totals, sizes, strict=True)]
        found[name] = differences.square_and_add(
            mean[0] - mean[1], *((rate, *end) for rate, end in zip(mean, ends, strict=True))
        )
    found["Newcombe"] = differences._newcombe(totals[0].sum(1), sizes[0].sum(), totals[1].sum(1), sizes[1].sum(), LEVEL)
    with np.errstate(divide="ignore", invalid="ignore"):  # where all results are alike
        error, df, _ = apart.of_difference(*(by_t(x, of) for x, of in zip(totals, sizes, strict=True)))
        p = 2 * stdtr(df, -np.abs(mean[0] - mean[1]) / error)
    shown = [clusters._resting_on(x, x, of) >= clusters.FEW * (1 - NEAR) for x, of in zip(totals, sizes, strict=True)]
    p = np.where(shown[0] & shown[1], p, 1)  # else there is no test
    for name, ends in found.items():
        yield row(name, (*truths, rho, each, n, m), ends, lower, p)


def scores(first, second, n, m):
    """Scores: Welch's t, stretched or not."""
    rng = np.random.default_rng([SEED, TRUTHS.index((first, second)), n, m])
    sides = []
    for name, size in ((first, n), (second, m)):
        x = DRAWN[name].draw(rng, (SAMPLES, size))
        with np.errstate(invalid="ignore"):  # where all are alike
            sides.append(score_coverage.Samples(x, np.ones(size)))
    one, other = (Moments(0, s.mean, s.error, s.n - 1, np.nan_to_num(s.skewness), s.n) for s in sides)
    some = (one.error > NEAR) | (other.error > NEAR)
    with np.errstate(divide="ignore", invalid="ignore"):
        error, df, skewness = apart.of_difference(one, other)
    alike = (one.error <= NEAR) | (other.error <= NEAR)
    few = [means.FEW * skewness**2 > 1, *(means.FEW * x.skewness**2 > x.n for x in (one, other)), alike]
    few = np.mean(np.any(few, axis=0)[some])
    mean, truth = one.mean - other.mean, DRAWN[first].mean - DRAWN[second].mean
    p = 2 * stdtr(df[some], -np.abs(mean[some]) / error[some])
    for name, shape in (("stretched Welch t", skewness), ("Welch t", 0 * skewness)):
        ends = means.stretched(mean[some], error[some], df[some], shape[some], 1, LEVEL)
        yield row(name, (first, second, 0, 1, n, m), ends, truth, p, few=few)


def cells():
    """Every cell: what counts it, and its arguments."""
    pairs = [(rate, lower) for rate, lower in itertools.product(RATES, LOWER)]
    yield from ((rates, (*pair, *sizes)) for pair, sizes in itertools.product(pairs, ITEMS))
    for pair, rho, each, sizes in itertools.product(pairs, CORRELATIONS, EACH, GROUPS):
        yield grouped, (*pair, rho, each, *sizes)
    yield from ((scores, (*truth, *sizes)) for truth, sizes in itertools.product(TRUTHS, SCORES))


def main():
    """Count all cells, and store them."""
    found = [one for count, arguments in cells() for one in count(*arguments)]
    pd.DataFrame(found, columns=COLUMNS).round(4).to_csv(STORED, index=False, lineterminator="\n")


if __name__ == "__main__":
    main()
