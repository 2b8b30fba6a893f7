"""How often intervals for items in clusters cover the truth, and how wide they are: what the defaults rest on.

It writes book/clustered_rates.csv, on intervals of one rate, and book/clustered_differences.csv, on intervals and tests
of a difference on the same items: for each method and number of clusters the cell in which it does worst. Everything
runs through the vectorised core of the package: what is counted is what users get.

A design is a number of clusters and their sizes, a truth says how the items of one cluster go together, and a cell is
a design with a truth. Where all results can be listed, or where the sums of the clusters' successes and of their
squares say all, chances are added up: such a cell is exact. The others are simulated, with the error that comes of it.
"""

import itertools
import math
import os
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.fft import irfft2, next_fast_len, rfft2
from scipy.special import gammaln, stdtrit, xlogy
from scipy.stats import betabinom, binom, norm

from give_or_take import clusters, load, paired, paired_clusters
from give_or_take.intervals import METHODS as PLAIN
from tools.notebook import ROOT
from tools.studies import share, worst

PROCESSES, SEED, LEVEL = 2, 20251013, 0.95
GROUPS, ITEMS = (3, 5, 11, 20, 50, 200), (4, 10, 66)
RATES, CORRELATIONS = (0.5, 0.8, 0.95, 0.99), (0, 0.05, 0.2, 0.5)
LISTED, POINTS = 400_000, 4_000_000  # results that are listed, and points of a grid of sums, at most
SAMPLES, PAIRED = 20_000, 10_000  # of a simulated cell
FEWER = 4_000  # where a method resamples, integrates or lists sign patterns
RESAMPLES = 999
SWE = "SWE-bench Pro"
AT_ONCE = 2**21  # numbers in one array


# What is true


class Truth(NamedTuple):
    """How successes come about: beta-binomial, or in clusters of which some fail as a whole."""

    kind: str
    rate: float
    correlation: float

    def chances(self, items):
        """Of 0, 1, ... successes in a cluster of so many items."""
        k, p, rho = np.arange(items + 1), self.rate, self.correlation
        if rho == 0:
            return binom.pmf(k, items, p)
        if self.kind == "beta-binomial":
            return betabinom.pmf(k, items, p * (1 / rho - 1), (1 - p) * (1 / rho - 1))
        elsewhere = p + rho * (1 - p)  # the rate in clusters that do not fail
        return p / elsewhere * binom.pmf(k, items, elsewhere) + (1 - p / elsewhere) * (k == 0)


KINDS = "beta-binomial", "whole clusters fail"
TRUTHS = [Truth(*truth) for truth in itertools.product(KINDS, RATES, CORRELATIONS) if truth[2] or truth[0] == KINDS[0]]


@cache
def sizes_of(items, groups):
    """The sizes of the clusters; `items` may be "SWE-bench Pro"."""
    if items != SWE:
        return np.full(groups, float(items))
    return load("swe_bench_pro").groupby("repository")["instances"].sum().to_numpy(float)


def code(items):
    """A number for a seed."""
    return 0 if items == SWE else items


# The methods: successes and sizes of the clusters in, both ends out; samples along the first axis.


def at_effective(method, careful=False):
    return lambda totals, sizes: clusters._ends(method, totals, sizes, LEVEL, careful)


def by_count(totals, sizes):
    """Wilson at n_eff by a simpler rule: t with ν; below four clusters with errors, or with successes, n²/Σ m²."""
    n, k = sizes.sum(-1), totals.sum(-1)
    variance, df = clusters._variance(totals, sizes), clusters._degrees(sizes)
    ratio = stdtrit(n - 1, (1 + LEVEL) / 2) / stdtrit(df, (1 + LEVEL) / 2)
    few = np.minimum(np.sum(totals > 0, axis=-1), np.sum(totals < sizes, axis=-1)) < 4
    independent = np.where(few, 1, k * (n - k) / n / (n - 1) / n)
    effective = n / np.maximum(1, variance / independent) * ratio**2
    worth = np.where(few, n / np.sum(sizes**2), effective / n)
    return PLAIN["wilson"].ends(k * worth, n * worth, LEVEL)


def by_standard_error(correction, quantile=None):
    def ends(totals, sizes):
        variance, df = clusters._variance(totals, sizes, correction), clusters._degrees(sizes, correction)
        half = (quantile or stdtrit(df, (1 + LEVEL) / 2)) * np.sqrt(variance)
        mean = totals.sum(-1) / sizes.sum(-1)
        return mean - half, mean + half

    return ends


def by_design_effect(totals, sizes):
    """Wilson at n over the design effect, which is 1 if all scores are alike; no rule, no price for estimating it."""
    n, k = sizes.sum(-1), totals.sum(-1)
    independent = k * (n - k) / n / (n - 1) / n
    effect = clusters._variance(totals, sizes, "CR1") / np.where(independent > 0, independent, 1)
    worth = 1 / np.where(independent > 0, np.maximum(effect, 1e-9), 1)
    return PLAIN["wilson"].ends(k * worth, n * worth, LEVEL)


def bootstrap(totals, sizes):
    """Percentiles of the mean over clusters drawn with replacement."""
    rng = np.random.default_rng(SEED)
    drawn = rng.multinomial(len(sizes), np.full(len(sizes), 1 / len(sizes)), size=RESAMPLES).astype(float)
    means = np.sort(totals @ drawn.T / (drawn @ sizes), axis=-1)  # 999 of them: the 25th and the 975th
    first = round((RESAMPLES + 1) * (1 - LEVEL) / 2) - 1
    return means[:, first], means[:, -1 - first]


def integrated(totals, sizes):
    """The posterior of a beta-binomial rate, its correlation integrated out; both priors are uniform."""
    spread = 6 * np.sqrt((1 + sizes.max()) / sizes.sum())  # angles: arcsin of the root of the rate
    middle = np.arcsin(np.sqrt(totals.sum(-1) / sizes.sum()))
    low, high = max(middle.min() - spread, 0), min(middle.max() + spread, np.pi / 2)
    angles = low + (high - low) * (np.arange(240) + 0.5) / 240
    rate, root = np.sin(angles) ** 2, (np.arange(24) + 0.5) / 24
    prior = np.log(np.sin(2 * angles))[:, None] + 2 * np.log(root)  # of equal steps of the angle and of the cube root
    concentration = 1 / root**3 - 1
    a, b = rate[:, None] * concentration, (1 - rate[:, None]) * concentration
    likelihood = np.zeros((len(totals), a.size))
    for size in np.unique(sizes):
        k = np.arange(size + 1)[:, None, None]
        rises = (gammaln(k + a) - gammaln(a)) + (gammaln(size - k + b) - gammaln(b))
        table = rises - (gammaln(size + a + b) - gammaln(a + b))
        likelihood += histograms(totals[:, sizes == size], int(size)) @ table.reshape(int(size) + 1, -1)
    likelihood += prior.ravel()
    likelihood -= likelihood.max(1, keepdims=True)
    below = np.cumsum(np.exp(likelihood).reshape(-1, *a.shape).sum(2), axis=1)
    below /= below[:, -1:]
    edges = angles + (angles[1] - angles[0]) / 2
    tail = (1 - LEVEL) / 2
    return tuple(np.sin([np.interp(at, row, edges) for row in below]) ** 2 for at in (tail, 1 - tail))


RATE_METHODS = {
    "clustered Wilson": at_effective("wilson"),
    "clustered Clopper-Pearson": at_effective("clopper-pearson"),
    "careful clustered Wilson": at_effective("wilson", careful=True),
    "careful clustered Clopper-Pearson": at_effective("clopper-pearson", careful=True),
    "Wilson at n_eff, t with ν, counting clusters": by_count,
    "CR2, t with ν": by_standard_error("CR2"),
    "CR1, t with G - 1": by_standard_error("CR1"),
    "CR1, 1.96": by_standard_error("CR1", norm.ppf((1 + LEVEL) / 2)),
    "Wilson at n over the design effect": by_design_effect,
    "cluster bootstrap, percentiles": bootstrap,
    "beta-binomial, correlation integrated out": integrated,
}
SEES_MORE = {  # than the sums of successes and of their squares: with fewer samples, where results are not listed
    "clustered Wilson": SAMPLES,
    "clustered Clopper-Pearson": SAMPLES,
    "Wilson at n_eff, t with ν, counting clusters": SAMPLES,
    "cluster bootstrap, percentiles": FEWER,
    "beta-binomial, correlation integrated out": FEWER,
}


# Results that could come out, and their chances


def histograms(totals, items):
    """How many clusters of each row have 0, 1, ... successes."""
    rows, flat = len(totals), totals.astype(int) + (items + 1) * np.arange(len(totals))[:, None]
    return np.bincount(flat.ravel(), minlength=rows * (items + 1)).reshape(rows, -1).astype(float)


def spelled(histogram):
    """The successes of each cluster, from histograms as above."""
    rows, values = histogram.shape
    return np.repeat(np.tile(np.arange(values), rows), histogram.astype(int).ravel()).reshape(rows, -1).astype(float)


def listed(groups, items):
    """All histograms of so many clusters of one size."""
    bars = np.array(list(itertools.combinations(range(groups + items), items)))
    return np.diff(bars, axis=1, prepend=-1, append=groups + items) - 1.0


def multinomial(histogram, chances):
    """The chance of each histogram."""
    ways = gammaln(histogram.sum(1) + 1) - gammaln(histogram + 1).sum(1)
    return np.exp(ways + xlogy(histogram, chances).sum(1))


class Listed:
    """Equal sizes: every result, and its chance."""

    def __init__(self, groups, items):
        self.histogram = listed(groups, items)
        self.batches = batches(spelled, self.histogram, groups)

    def weights(self, truth):
        return multinomial(self.histogram, truth.chances(self.histogram.shape[1] - 1))


class Convolved:
    """Equal sizes: each sum S of the successes x with each sum Q of x(x - 1)/2, and its chance.

    It is for methods that see S and Q alone. Each pair gets the ends of any clusters that have both sums: some x a
    little above the mean, as many just as far below.
    """

    def __init__(self, groups, items):
        self.groups, x = groups, np.arange(items + 1)
        self.pairs = x, x * (x - 1) // 2
        self.shape = tuple(groups * one[-1] + 1 for one in self.pairs)
        s, q = np.arange(self.shape[0], dtype=float)[:, None], np.arange(self.shape[1])
        around = 2 * q + s - s**2 / groups  # the sum of squares around the mean
        self.points = np.nonzero((around >= -1e-9) & (2 * q <= s * (items - 1)))
        far = np.sqrt(np.maximum(around[self.points], 0) / (groups - groups % 2))
        signs = np.repeat([1.0, -1.0, 0.0], [groups // 2, groups // 2, groups % 2])
        places = np.column_stack([self.points[0] / groups, far])
        self.batches = batches(lambda place: place[:, :1] + place[:, 1:] * signs, places, groups)

    def weights(self, truth):
        one = np.zeros([next_fast_len(length, real=True) for length in self.shape])
        one[self.pairs] = truth.chances(len(self.pairs[0]) - 1)
        return np.maximum(irfft2(rfft2(one) ** self.groups, one.shape)[self.points], 0)


class Simulated:
    """Any sizes: results drawn at random."""

    def __init__(self, sizes, truth, samples, rng):
        if sizes.min() == sizes.max():
            drawn = rng.multinomial(len(sizes), truth.chances(int(sizes[0])), size=samples)
            self.batches = batches(spelled, drawn, len(sizes))
        else:
            drawn = [rng.choice(int(m) + 1, size=samples, p=truth.chances(int(m))) for m in sizes]
            self.batches = batches(lambda rows: rows, np.column_stack(drawn).astype(float), len(sizes))
        self.samples = samples

    def weights(self, truth):
        return np.full(self.samples, 1 / self.samples)


def batches(totals, rows, wide):
    """A function that yields the totals of so many rows at once."""
    step = max(AT_ONCE // wide, 1)
    return lambda: (totals(rows[start : start + step]) for start in range(0, len(rows), step))


def exact_results(groups, items):
    """Every result of a design with its chance, for all methods and for those that see two sums; None if too many."""
    if items == SWE:
        return None, None
    listed_ones = Listed(groups, items) if math.comb(groups + items, items) <= LISTED else None
    if listed_ones is None and (groups * items) ** 2 * (items - 1) / 2 <= POINTS:
        return None, Convolved(groups, items)
    return listed_ones if math.comb(groups + items, items) <= SAMPLES else None, listed_ones


# Cells


def measured(results, methods, sizes):
    """Both ends of each result by each method."""
    ends = {method: [] for method in methods}
    for totals in results.batches():
        for method in methods:
            step = 1024 if SEES_MORE.get(method) == FEWER else len(totals)
            for start in range(0, len(totals), step):
                ends[method].append(np.broadcast_arrays(*RATE_METHODS[method](totals[start : start + step], sizes)))
    return {method: np.concatenate(pairs, axis=1) for method, pairs in ends.items()}


def rate_cells(groups, items, truths=tuple(TRUTHS), methods=tuple(RATE_METHODS)):
    """Coverage and mean width of each method in each truth of a design: one row each."""
    sizes, rows = sizes_of(items, groups), []
    for_all, for_sums = exact_results(groups, items)
    tasks = {}  # {(exact results, or None, number of samples): methods}
    for method in methods:
        exact = for_all if method in SEES_MORE else for_sums
        tasks.setdefault((exact, 0 if exact else SEES_MORE.get(method, SAMPLES)), []).append(method)
    known = {exact: measured(exact, some, sizes) for (exact, _), some in tasks.items() if exact}
    for truth in truths:
        for (results, samples), some in tasks.items():
            if not results:
                seed = [SEED, groups, code(items), TRUTHS.index(truth), samples]
                results = Simulated(sizes, truth, samples, np.random.default_rng(seed))
            chance = results.weights(truth)
            for method, (low, high) in (known.get(results) or measured(results, some, sizes)).items():
                covered = min(chance @ ((low <= truth.rate) & (truth.rate <= high)), 1)
                error = math.sqrt(covered * (1 - covered) / samples) if samples else 0
                rows.append((method, groups, items, *truth, covered, error, chance @ (high - low)))
    columns = "method", "clusters", "items", "truth", "rate", "correlation", "coverage", "error", "width"
    return pd.DataFrame(rows, columns=columns)


# Differences on the same items


class Gains(NamedTuple):
    """How gains come about: all clusters vary (Dirichlet-multinomial), or some are gained as a whole."""

    kind: str
    first: float  # the share of items that only the first system gets right
    second: float
    correlation: float

    @property
    def whole(self):
        """The share of clusters that are gained as a whole, for this correlation of gains."""
        difference = self.first - self.second
        odds = self.correlation * (self.first + self.second - difference**2) / (1 - difference) ** 2
        return odds / (1 + odds)

    def draw(self, sizes, samples, rng):
        """The sums of gains, and of their squares, of each cluster."""
        shares, shape = np.array([self.first, self.second, 1 - self.first - self.second]), (samples, len(sizes))
        if self.kind == GAINS[1]:
            shares = (shares - [self.whole, 0, 0]) / (1 - self.whole)
        elif self.correlation:
            shares = rng.gamma(np.broadcast_to(shares * (1 / self.correlation - 1), (*shape, 3)))
            shares /= shares.sum(-1, keepdims=True)
        b, c, _ = np.moveaxis(rng.multinomial(np.broadcast_to(sizes.astype(int), shape), shares), -1, 0).astype(float)
        if self.kind == GAINS[1]:
            gained = rng.random(shape) < self.whole
            b, c = np.where(gained, sizes, b), np.where(gained, 0, c)
        return b - c, b + c


GAINS = "Dirichlet-multinomial", "whole clusters gained"
SHARES = (0.03, 0.03), (0.1, 0.1), (0.2, 0.2), (0.05, 0.01), (0.2, 0.05)
GAIN_TRUTHS = [
    Gains(kind, *shares, rho)
    for kind, shares, rho in itertools.product(GAINS, SHARES, CORRELATIONS)
    if rho or kind == GAINS[0]
]


def plain_tango(totals, squares, sizes):
    n, b, c = sizes.sum(), (squares + totals).sum(-1) / 2, (squares - totals).sum(-1) / 2
    return paired.METHODS["tango"].ends(0 * b, b, c, n - b - c, LEVEL)


DIFFERENCE_METHODS = {
    "clustered Tango": lambda *sums: paired_clusters._ends(*sums, LEVEL),
    "careful clustered Tango": lambda *sums: paired_clusters._ends(*sums, LEVEL, careful=True),
    "CR2 of gains, t with ν": lambda totals, squares, sizes: by_standard_error("CR2")(totals, sizes),
    "Tango": plain_tango,
}


def false_alarms(totals, squares):
    """The p-values of each test; samples with equal net gains but for their order are tested once."""
    rows = np.column_stack([np.sort(np.abs(totals), axis=-1), np.abs(totals.sum(-1))])
    first, inverse = np.unique(rows, axis=0, return_index=True, return_inverse=True)[1:]
    tails = np.array([paired_clusters._convolved(net[net != 0]) if net.any() else (0, 1) for net in totals[first]])
    further, as_far = tails[inverse.ravel()].T
    b, c = (squares + totals).sum(-1) / 2, (squares - totals).sum(-1) / 2
    return {
        "sign-flip mid-p": further + as_far / 2,
        "sign-flip exact": further + as_far,
        "McNemar mid-p": paired.TESTS["mid-p"](np.minimum(b, c), b + c),
    }


def difference_cells(groups, items, truths=tuple(GAIN_TRUTHS)):
    """Coverage and mean width of each interval, and how often each test raises no false alarm: one row each."""
    sizes, rows = sizes_of(items, groups), []
    for number, truth in enumerate(truths):
        totals, squares = truth.draw(sizes, PAIRED, np.random.default_rng([SEED, groups, code(items), number]))
        for method, ends in DIFFERENCE_METHODS.items():
            low, high = ends(totals, squares, sizes)
            difference = truth.first - truth.second
            good = (low <= difference) & (difference <= high)
            rows.append((method, groups, items, *truth, *share(good), np.mean(high - low)))
        if truth.first == truth.second:
            for test, p_values in false_alarms(totals[:FEWER], squares[:FEWER]).items():
                rows.append((test, groups, items, *truth, *share(p_values > 0.05), math.nan))
    columns = "method", "clusters", "items", "truth", "first", "second", "correlation", "coverage", "error", "width"
    return pd.DataFrame(rows, columns=columns)


# Both tables

RATE_DESIGNS = [*itertools.product(GROUPS, ITEMS), (11, SWE)]
DIFFERENCE_DESIGNS = [*itertools.product((5, 11, 20, 50), (10, 66)), (200, 10), (11, SWE)]
STUDIES = {"rates": (rate_cells, RATE_DESIGNS), "differences": (difference_cells, DIFFERENCE_DESIGNS)}


def stored(study):
    """Where the table of a study is."""
    return ROOT / "book" / f"clustered_{study}.csv"


def table(study, column):
    """The stored table as Markdown: of the lowest coverage, the average coverage, or the median width, in percent."""
    rows = pd.read_csv(stored(study))
    rows = rows[rows[column].notna()]
    groups, lines = sorted(set(rows["clusters"])), []
    for truth, some in rows.groupby("truth", sort=False):
        lines += ["", f"| {truth}: clusters | {' | '.join(map(str, groups))} |", "|---" * (len(groups) + 1) + "|"]
        for method, own in some.groupby("method", sort=False):
            own = own.set_index("clusters").loc[groups]
            shown = [f"{100 * x:.1f}" for x in own[column]]
            if column == "coverage":
                errors = [f"\u00a0±\u00a0{100 * e:.1f}" * (e >= 0.0005) for e in own["error"]]
                shown = [x + error for x, error in zip(shown, errors, strict=True)]
            lines.append(f"| {method} | {' | '.join(shown)} |")
    return "\n".join(lines[1:])


def main():
    """Run all designs, and store both tables."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(name, "1")  # two processes, one thread each
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        for study, (cells, designs) in STUDIES.items():
            found = pd.concat(pool.map(cells, *zip(*designs, strict=True)), ignore_index=True)
            worst(found, "clusters", "truth").to_csv(stored(study), index=False, lineterminator="\n")


if __name__ == "__main__":
    main()
