"""How often intervals for means of scores and of gains cover the truth, and leave out zero where nothing is gained.

It writes book/score_coverage.csv: for each method, truth and number of items one row. `coverage` is the share of
samples whose interval holds the truth, and `below` the share whose interval lies below it; the others lie above.
`favours` is the share in which the interval leaves out zero and the sign-flip test rejects, so that a report favours a
system. `few` is the share that a report calls decided by few items. `width` is the mean width over that of t. Samples
in which no item differs have no interval: they are `alike`, and left out of all the rest.

Gains with the same mean and shape as scores have the same interval, so each truth stands for both. Where the mean is
0, no system is better, and what is not covered is a false alarm: either gains are as likely as losses, or many small
losses make up for few large gains.
In groups, of 1 to 7 items, all items of a group gain the same, so that groups count like items of different weights.

Student's t, stretched or not, runs through the package, on 20,000 samples a cell: what is counted is what users get.
Methods that resample have the first 4,000 samples and 999 resamples, which all samples of a cell share; so has the
sign-flip test, with 1,999 patterns. The standard error of a share near 0.95 is 0.0015 with 20,000, 0.0034 with 4,000.
BCa: Efron 1987, Journal of the American Statistical Association 82, 171-185. Bootstrap-t: Hall 1988, Annals of
Statistics 16, 927-953. An interval turned out of the sign-flip test is not among them: it takes gains as symmetric.
"""

import itertools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.special import ndtr, ndtri

from give_or_take import clusters
from give_or_take.comparison import means
from tools.notebook import ROOT

STORED = ROOT / "book" / "score_coverage.csv"
SEED, LEVEL = 20260111, 0.95
ITEMS, GROUPS = (15, 20, 30, 60, 100, 164, 250, 500), (20, 60, 164)
SAMPLES, FEWER, RESAMPLES, PATTERNS = 20_000, 4_000, 999, 1_999
SIZES = np.arange(1.0, 8.0)  # of groups, again and again
NEAR = 1e-9  # ends and truths that differ by less are the same
AT_ONCE = 2**22  # numbers in one array


# What is true


class Truth(NamedTuple):
    """How one score, or gain, comes about: `draw` gives an array of them."""

    name: str
    mean: float
    draw: Callable


def lognormal(sigma):
    mean = np.exp(sigma**2 / 2)
    return Truth(f"lognormal {sigma:g}", 0.0, lambda rng, shape: np.exp(sigma * rng.normal(size=shape)) - mean)


def sparse(share, gained):
    """Few items differ, by one to five tenths, and of these some share gains."""

    def draw(rng, shape):
        sizes = rng.integers(1, 6, shape) / 10 * np.where(rng.random(shape) < gained, 1, -1)
        return np.where(rng.random(shape) < share, sizes, 0.0)

    return Truth(f"{share:.0%} differ and {gained:.0%} of them gain", share * 0.3 * (2 * gained - 1), draw)


TENTHS = np.array([1, 0.9, 0.8, 0.5, 0])  # of a rubric that nearly all answers meet
GOOD, WORSE = (0.8, 0.1, 0.05, 0.03, 0.02), (0.7, 0.14, 0.08, 0.05, 0.03)


def rubric(rng, shape, chances=GOOD):
    return TENTHS[np.searchsorted(np.cumsum(chances)[:-1], rng.random(shape), side="right")]


TRUTHS = [
    Truth("normal", 0.0, lambda rng, shape: rng.normal(size=shape)),
    Truth("ratings", 0.0, lambda rng, shape: np.rint(rng.normal(size=shape))),
    lognormal(1),
    lognormal(1.5),
    Truth("rubric", float(TENTHS @ GOOD), rubric),
    Truth("rubric gains", 0.0, lambda rng, shape: rubric(rng, shape) - rubric(rng, shape)),
    Truth(
        "rubric gains over a worse one",
        float(TENTHS @ GOOD - TENTHS @ WORSE),
        lambda rng, shape: rubric(rng, shape) - rubric(rng, shape, WORSE),
    ),
    *itertools.starmap(sparse, itertools.product((0.03, 0.05, 0.1, 0.3), (0.5, 0.8, 1))),
]
IN_GROUPS = "normal", "lognormal 1.5", "rubric", "10% differ and 50% of them gain", "10% differ and 100% of them gain"


# Samples, and methods that give both ends of each.


class Samples:
    """Samples of items, or of groups by their totals and sizes, and what several methods need of them."""

    def __init__(self, totals, sizes):
        self.totals, self.sizes, self.n = totals, sizes, len(sizes)
        self.mean = totals.sum(1) / sizes.sum()
        self.error, self.df = np.sqrt(clusters._variance(totals, sizes)), clusters._degrees(sizes)
        away = totals - self.mean[:, None] * sizes
        away -= away.mean(1, keepdims=True)
        self.skewness = np.mean(away**3, axis=1) / np.mean(away**2, axis=1) ** 1.5


def by_t(s):
    return means.stretched(s.mean, s.error, s.df, 0.0, s.n, LEVEL)


def stretched(s):
    return means.stretched(s.mean, s.error, s.df, s.skewness, s.n, LEVEL)


def johnson(s):
    """Both ends moved, by Johnson's modified t."""
    low, high = by_t(s)
    t = (high - low) / (2 * s.error)
    moved = s.skewness * (1 + 2 * t**2) / (6 * np.sqrt(s.n)) * s.error
    return low + moved, high + moved


def always_stretched(s):
    """The hull of both: one end is moved outwards, however small the skewness."""
    (low, high), (left, right) = by_t(s), johnson(s)
    return np.minimum(low, left), np.maximum(high, right)


def resampled(s, rng):
    """{method: ends} of the methods that draw items or groups anew."""
    drawn = rng.multinomial(s.n, np.full(s.n, 1 / s.n), size=RESAMPLES).T.astype(float)
    sizes = s.sizes @ drawn
    away = s.totals - s.mean[:, None] * s.sizes  # then the mean of each sample is 0
    shift = away @ drawn / sizes
    squares = (away**2 @ drawn - 2 * shift * ((away * s.sizes) @ drawn) + shift**2 * (s.sizes**2 @ drawn)) / sizes**2
    errors = np.sqrt(np.maximum(squares, 0) * s.n / (s.n - 1))
    of_sample = np.sqrt(np.sum(away**2, axis=1) * s.n / (s.n - 1)) / s.sizes.sum()
    with np.errstate(divide="ignore", invalid="ignore"):  # where only items that are alike are drawn
        t = shift / np.where(errors > NEAR * of_sample[:, None], errors, 0)
    t = np.sort(np.nan_to_num(t, posinf=np.inf, neginf=-np.inf), axis=1)
    rarer = round((RESAMPLES + 1) * (1 - LEVEL) / 2) - 1  # the 25th of 999, and the 975th
    shift.sort(axis=1)
    below = (np.mean(shift < -NEAR, axis=1) + np.mean(shift <= NEAR, axis=1)) / 2
    middle = ndtri(np.clip(below, 1 / (2 * RESAMPLES), 1 - 1 / (2 * RESAMPLES)))
    left_out = -away / (s.sizes.sum() - s.sizes)  # the mean without each item or group
    left_out = left_out.mean(1, keepdims=True) - left_out
    speed = np.sum(left_out**3, axis=1) / (6 * np.sum(left_out**2, axis=1) ** 1.5)
    bca = []
    for z in ndtri([(1 - LEVEL) / 2, (1 + LEVEL) / 2]):
        share = ndtr(middle + (middle + z) / (1 - speed * (middle + z)))
        bca.append(s.mean + at(shift, share))
    chosen = (s.n >= 20) & (s.n <= means.SKEWED * s.skewness**2)
    return {
        "BCa if skewed": [np.where(chosen, *ends) for ends in zip(bca, by_t(s), strict=True)],
        "BCa": bca,
        "bootstrap-t": (s.mean - t[:, -1 - rarer] * of_sample, s.mean - t[:, rarer] * of_sample),
        "percentiles": (s.mean + shift[:, rarer], s.mean + shift[:, -1 - rarer]),
    }


def at(ordered, share):
    """The value below which some share of each row lies, between two of them by interpolation."""
    place = np.clip(share * (RESAMPLES - 1), 0, RESAMPLES - 1)
    rows, below = np.arange(len(ordered)), place.astype(int)
    above = np.minimum(below + 1, RESAMPLES - 1)
    return ordered[rows, below] + (place - below) * (ordered[rows, above] - ordered[rows, below])


METHODS = {"stretched t": stretched, "t": by_t, "always stretched t": always_stretched, "Johnson's t": johnson}


def sign_flipped(totals, rng):
    """The sign-flip mid-p of each sample, by patterns that all of them share; the observed one is added."""
    signs = 2.0 * rng.integers(0, 2, (PATTERNS, totals.shape[1])) - 1
    p = []
    for some in np.array_split(totals, -(-totals.shape[0] * PATTERNS // AT_ONCE)):
        further = np.abs(some @ signs.T) - np.abs(some.sum(1, keepdims=True))
        p.append(np.sum(further > NEAR, axis=1) + (np.sum(np.abs(further) <= NEAR, axis=1) + 1) / 2)
    return np.concatenate(p) / (PATTERNS + 1)


# Cells


def cell(truth, n, grouped=False, resample=True):
    """One row for each method; without `resample` only those that need no resamples."""
    rng = np.random.default_rng([SEED, [one.name for one in TRUTHS].index(truth.name), n, grouped])
    sizes = np.resize(SIZES, n) if grouped else np.ones(n)
    totals = truth.draw(rng, (SAMPLES, n)) * sizes
    alike = np.ptp(totals / sizes, axis=1) <= NEAR
    every, some = (Samples(totals[:many][~alike[:many]], sizes) for many in (SAMPLES, FEWER))
    rejects = sign_flipped(some.totals, rng) < 1 - LEVEL
    found = {name: ends(every) for name, ends in METHODS.items()}
    found |= resampled(some, rng) if resample else {}
    few = np.mean(["few" in means.method_of(skewness, n, grouped) for skewness in every.skewness])
    rows, usual = [], np.subtract(*by_t(every)[::-1])
    for name, (low, high) in found.items():
        below, above = high < truth.mean - NEAR, low > truth.mean + NEAR
        favours = np.mean(((low > NEAR) | (high < -NEAR))[: len(rejects)] & rejects)
        width = np.mean(high - low) / np.mean(usual[: len(low)])
        covered = 1 - np.mean(below | above)
        rows.append((name, truth.name, n, grouped, covered, np.mean(below), favours, few, np.mean(alike), width))
    columns = "method truth n grouped coverage below favours few alike width".split()
    return pd.DataFrame(rows, columns=columns)


CELLS = [(truth, n, False) for truth, n in itertools.product(TRUTHS, ITEMS)]
CELLS += [(truth, n, True) for truth, n in itertools.product(TRUTHS, GROUPS) if truth.name in IN_GROUPS]


def main():
    """Count all cells, and store them."""
    pd.concat(itertools.starmap(cell, CELLS)).round(4).to_csv(STORED, index=False, lineterminator="\n")


if __name__ == "__main__":
    main()
