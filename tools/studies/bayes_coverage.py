"""How often the intervals of chapter 11 cover the truth in samples from it: what their docstrings say.

    make slow                                 a few minutes, after the other studies
    python -m tools.studies.bayes_coverage    the same

It writes book/bayes_coverage.csv. Each row has one share of samples, `coverage`, and in `beside` that of the interval
of an earlier chapter: Wilson's, Tango's, and Wilson's of each slice alone. Rates and differences are summed
over all results that can come out, and `error` is 0; of slices 1,000 samples are drawn, and `error` is the standard
error that comes of it.

- rate: the lowest coverage over all true rates from 50 to 99%, found at the ends of the intervals, and the average.
- difference: n shared items, a share of flips, and how the flips go to the two systems in truth.
- answers: those of `practical_equivalence` where the true difference is the margin. Then "better by the margin" and
  "practically the same" are both as good as wrong, and `coverage` is the share of samples without that answer.
- slices: their true rates are normal around 84% with a standard deviation. Of each sample all slices count, and of the
  one that looks worst, the first if there are several. Or all are at 85% but one at 60%, which counts alone.

Probabilities come from the package. Only the grid over a population of slices is a fixed one here, since a thousand
samples need it; the test compares it with the package's own.
"""

import itertools

import numpy as np
import pandas as pd
from scipy.special import betainc, betaln
from scipy.stats import binom

from give_or_take import bayes
from give_or_take.intervals import METHODS as OF_ONE_RATE
from give_or_take.intervals import _beta_middle
from give_or_take.paired import METHODS as OF_PAIRS
from tools.notebook import ROOT

STORED = ROOT / "book" / "bayes_coverage.csv"
SEED, LEVEL, SAMPLES = 20261129, 0.95, 1_000
TAIL = (1 - LEVEL) / 2
NEAR = 1e-9  # an end that is so near to a truth holds it

# Rates

PRIORS = {"Jeffreys": (0.5, 0.5), "uniform": (1.0, 1.0)}
RATES, SIZES = (0.5, 0.99), range(10, 201, 10)


def of_rates(n, ends):
    """The lowest coverage and the average over true rates, of the intervals with these ends."""
    low, high = ends
    ends = np.unique(np.clip([*low, *high, *RATES], *RATES))
    just = np.concatenate([ends, ends[1:] - NEAR, ends[:-1] + NEAR])
    even = np.linspace(*RATES, 2_001)
    return [cover(n, low, high, just).min(), cover(n, low, high, even).mean()]


def cover(n, low, high, rates):
    """The chance, at each true rate, of a number of right answers whose interval holds it."""
    held = (low[:, np.newaxis] <= rates) & (rates <= high[:, np.newaxis])
    return np.sum(binom.pmf(np.arange(n + 1)[:, np.newaxis], n, rates) * held, axis=0)


def rates():
    """(n, prior, figure, coverage, that of Wilson's interval)"""
    for n, (prior, pair) in itertools.product(SIZES, PRIORS.items()):
        k = np.arange(n + 1.0)
        found = of_rates(n, _beta_middle(k, float(n), LEVEL, *pair))
        wilson = of_rates(n, OF_ONE_RATE["wilson"].ends(k, float(n), LEVEL))
        for figure, one, other in zip(("lowest", "average"), found, wilson, strict=True):
            yield n, prior, figure, one, other


# Differences

ITEMS, FLIPS, SPLITS = (20, 50, 100, 200), (0.06, 0.12, 0.2, 0.3), ((1, 1), (2, 1), (5, 1), (1, 0))


def results(n, first, second):
    """All flips that are likely enough with these true shares: how many each way, and their chances."""
    b, c = np.meshgrid(np.arange(n + 1.0), np.arange(n + 1.0), indexing="ij")
    b, c = b[b + c <= n], c[b + c <= n]
    chance = binom.pmf(b + c, n, first + second) * binom.pmf(b, b + c, first / (first + second))
    likely = chance > 1e-9
    return b[likely], c[likely], chance[likely] / chance[likely].sum()


def difference(n, flipping, split):
    """The coverage of the posterior's interval and of Tango's."""
    first, second = (flipping * part / sum(split) for part in split)
    b, c, chance = results(n, first, second)
    truth = first - second
    beyond = bayes._beyond(np.full(b.shape, truth), *bayes._shapes(b, c, n, 1.0))
    low, high = OF_PAIRS["tango"].ends(n - b - c, b, c, 0.0, LEVEL)
    held = (TAIL <= beyond) & (beyond <= 1 - TAIL), (low <= truth + NEAR) & (truth - NEAR <= high)
    return [chance @ inside for inside in held]


MARGINS, MANY = (0.02, 0.05), (50, 100, 200, 500)


def answers(n, flipping, margin):
    """Where the true difference is the margin: how often "better" is not answered, and how often "the same" is not."""
    b, c, chance = results(n, (flipping + margin) / 2, (flipping - margin) / 2)
    found = bayes.practical_equivalence(b, c, n, margin=margin, level=LEVEL)
    return [min(chance @ (answer < LEVEL), 1) for answer in (found.better, found.same)]


# Slices

SLICES, EACH, SPREADS, MEAN, OUTLIER = (5, 10, 20, 30), (20, 50, 100), (0.0, 0.04, 0.1), 0.84, (0.85, 0.60)
MEANS = 0.25 + 0.75 * (np.arange(120) + 0.5) / 120
ROOTS, SHARES = np.polynomial.legendre.leggauss(28)
ROOTS = 0.95 * (ROOTS + 1) / 2  # cube roots of the relative spread


def grid(n):
    """Populations of slices of n items: a and b of their Beta distributions, the prior, how each number right fits."""
    size = np.minimum(1 / ROOTS**6 - 1, bayes.LARGEST_PRIOR)
    a, b = np.outer(size, MEANS).ravel(), np.outer(size, 1 - MEANS).ravel()
    prior = np.repeat(SHARES * ROOTS**2, len(MEANS))
    k = np.arange(n + 1)[:, np.newaxis]
    return a, b, prior, betaln(a + k, b + n - k) - betaln(a, b)


def held(k, n, truth, a, b, prior, fit):
    """Whether the pooled interval of each slice holds its truth."""
    log = np.bincount(k, minlength=n + 1) @ fit
    weight = prior * np.exp(log - log.max())
    enough = weight > 1e-7 * weight.max()
    a, b, weight = a[enough], b[enough], weight[enough] / weight[enough].sum()
    (which, at), place = np.unique([k, truth], axis=1, return_inverse=True)
    which, at = which[:, np.newaxis], at[:, np.newaxis]
    below = betainc(a + which, b + n - which, at) @ weight
    return ((TAIL <= below) & (below <= 1 - TAIL))[place.ravel()]


def truths(slices, spread, rng):
    """True rates of slices: around a mean, or all alike but the first, where there is no spread given."""
    if spread is None:
        return np.array([OUTLIER[1]] + [OUTLIER[0]] * (slices - 1))
    return np.clip(rng.normal(MEAN, spread, slices), 0.01, 0.99)


def pooled(slices, n, spread, samples=SAMPLES):
    """{figure: (coverage, error, coverage of Wilson's)} of the slices of one kind of population."""
    rng = np.random.default_rng([SEED, slices, n, 0 if spread is None else round(1000 * spread) + 1])
    found, known = [], grid(n)
    for _ in range(samples):
        truth = truths(slices, spread, rng)
        k = rng.binomial(n, truth)
        low, high = OF_ONE_RATE["wilson"].ends(k.astype(float), float(n), LEVEL)
        found.append((held(k, n, truth, *known), (low <= truth) & (truth <= high), np.argmin(k)))
    both = np.array([one[:2] for one in found])  # samples, the two methods, slices
    worst = both[np.arange(samples), :, [one[2] for one in found]]
    figures = {"outlier": both[:, :, 0]} if spread is None else {"all slices": both.mean(2), "worst-looking": worst}
    return {
        name: (values[:, 0].mean(), values[:, 0].std() / np.sqrt(samples), values[:, 1].mean())
        for name, values in figures.items()
    }


def table():
    """The lowest coverage of each default as Markdown, in percent, with that of the classical interval beside it."""
    stored = pd.read_csv(STORED)
    lines = ["| interval | figure | lowest | beside |", "|---|---|---|---|"]
    named = {"rate": "Wilson", "difference": "Tango", "slices": "Wilson of each alone"}
    for (what, kind, figure), rows in stored.groupby(["what", "kind", "figure"], sort=False):
        row = rows.loc[rows["coverage"].idxmin()]
        beside = f"{named[what]} {100 * row['beside']:.1f}" if what in named else "–"
        lines.append(f"| {what}, {kind} | {figure} | {100 * row['coverage']:.1f} | {beside} |")
    return "\n".join(lines)


COLUMNS = ["what", "kind", "n", "slices", "truth", "figure", "coverage", "error", "beside"]


def main():
    """Count all, and store it."""
    rows = [("rate", prior, n, 1, "50 to 99%", figure, one, 0.0, other) for n, prior, figure, one, other in rates()]
    for n, flipping, split in itertools.product(ITEMS, FLIPS, SPLITS):
        words = f"{100 * flipping:.0f}% flips, {split[0]} to {split[1]}"
        one, other = difference(n, flipping, split)
        rows.append(("difference", "uniform", n, 1, words, "one cell", one, 0.0, other))
    for n, flipping, margin in itertools.product(MANY, FLIPS, MARGINS):
        words = f"{100 * flipping:.0f}% flips, {100 * margin:.0f} points ahead"
        for answer, share in zip(("better", "the same"), answers(n, flipping, margin), strict=True):
            rows.append(("answers", "uniform", n, 1, words, answer, share, 0.0, None))
    for slices, n, spread in itertools.product(SLICES, EACH, (*SPREADS, None)):
        words = "one at 60%, others at 85%" if spread is None else f"normal, 84 ± {100 * spread:.0f}%"
        for figure, (one, error, other) in pooled(slices, n, spread).items():
            rows.append(("slices", "pooled", n, slices, words, figure, one, error, other))
    pd.DataFrame(rows, columns=COLUMNS).round(4).to_csv(STORED, index=False, lineterminator="\n")


if __name__ == "__main__":
    main()
