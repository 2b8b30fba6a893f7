"""How often the interval of pass@k covers the truth, and how often the slice test raises a false alarm.

It writes book/pass_coverage.csv: for each method, number of items and true pass@k the cell in which it covers least,
the average over its cells and the median width. A cell is a number of items and of runs, a k, and a way in which items
differ; `SAMPLES` samples are drawn in each. pass^k is 1 minus pass@k of the wrong answers, and each interval here is
turned round with it: so what is counted for pass@k at 90% holds for pass^k at 10%.

And book/slice_sizes.csv: for slices that gain alike but flip unequally, or equally, the share of samples in which
`interaction_test` has p of 0.05 or less. That share should be 5%.
"""

import itertools
import math
import zlib
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.optimize import brentq
from scipy.special import comb, stdtrit
from scipy.stats import betabinom, binom

from give_or_take import slices
from give_or_take.intervals import METHODS as PLAIN
from give_or_take.repeats import _chance_below, _pass_rate
from tools.notebook import ROOT
from tools.studies import worst

PASSES, SIZES = ROOT / "book" / "pass_coverage.csv", ROOT / "book" / "slice_sizes.csv"
SEED, LEVEL, SAMPLES, WIDTHS = 20261128, 0.95, 2000, 4

# pass@k

ITEMS, RATES = (30, 50, 100), (0.03, 0.1, 0.5, 0.7, 0.8, 0.9, 0.95, 0.97, 0.99)
RUNS = (4, 1), (4, 2), (5, 5), (10, 2), (20, 1), (20, 5)  # runs of each item, and k
SPREADS = "alike", "beta 0.1", "beta 0.5", "always or never", "few flaky"


class Cell(NamedTuple):
    """So many items with so many runs each, the true pass@k, and how items differ."""

    items: int
    runs: int
    k: int
    spread: str
    rate: float

    @property
    def passes(self):
        """What an item with 0, 1, ... right answers adds to pass@k."""
        return 1 - comb(self.runs - np.arange(self.runs + 1), self.k) / comb(self.runs, self.k)

    @property
    def chances(self):
        """Of 0, 1, ... right answers in the runs of an item."""
        c, miss = np.arange(self.runs + 1), 1 - self.rate
        if self.spread == "alike":  # all have one chance
            return binom.pmf(c, self.runs, 1 - miss ** (1 / self.k))
        if self.spread == "always or never":
            return np.where(c == self.runs, self.rate, np.where(c == 0, miss, 0))
        if self.spread == "few flaky":  # most pass always; of all that is missed, a half comes from items of chance 0.7
            flaky, never = miss / 2 / 0.3**self.k, miss / 2
            return flaky * binom.pmf(c, self.runs, 0.7) + never * (c == 0) + (1 - flaky - never) * (c == self.runs)
        alike = float(self.spread.split()[1])  # the correlation of two runs of an item

        def of_mean(p):
            return betabinom.pmf(c, self.runs, p * (1 / alike - 1), (1 - p) * (1 / alike - 1))

        return of_mean(brentq(lambda p: of_mean(p) @ self.passes - self.rate, 1e-9, 1 - 1e-9))


DESIGNS = [Cell(n, *runs, spread, rate) for n, runs, spread, rate in itertools.product(ITEMS, RUNS, SPREADS, RATES)]
CELLS = [cell for cell in DESIGNS if cell.chances.min() >= 0]


def gaffke(cell, items):
    """Whether the interval holds the truth: neither chance is below (1 - level)/2."""
    c, (rows, at) = np.arange(cell.runs + 1), np.unique(items, axis=0, return_inverse=True)
    below = [chance_below(cell.rate, cell.passes, row + (c == 0)) for row in rows]
    above = [chance_below(1 - cell.rate, 1 - cell.passes[::-1], (row + (c == cell.runs))[::-1]) for row in rows]
    return np.minimum(below, above)[at.ravel()] >= (1 - LEVEL) / 2


def chance_below(point, values, items):
    values, items = values[items > 0], items[items > 0]
    return _chance_below(point, values, items) if values[-1] > point else 1.0


def gaffke_ends(cell, items):
    return _pass_rate(np.repeat(cell.passes, items.astype(int))).interval(LEVEL)


def moments(cell, items):
    mean = items @ cell.passes / cell.items
    variance = (items @ cell.passes**2 / cell.items - mean**2) / (cell.items - 1)  # of the mean
    return mean, np.maximum(variance, 0)


def t_ends(cell, items):
    mean, variance = moments(cell, items)
    half = stdtrit(cell.items - 1, (1 + LEVEL) / 2) * np.sqrt(variance)
    return mean - half, mean + half


def at_effective(method):
    """The interval of a plain rate at the number of items that would have this standard error; without one, at n."""

    def ends(cell, items):
        mean, variance = moments(cell, items)
        varies = variance > 1e-15
        effective = np.where(varies, mean * (1 - mean) / np.where(varies, variance, 1), cell.items)
        return PLAIN[method].ends(np.clip(mean * effective, 0, effective), effective, LEVEL)

    return ends


OTHERS = {
    "t": t_ends,
    "Wilson at n_eff": at_effective("wilson"),
    "Clopper-Pearson at n_eff": at_effective("clopper-pearson"),
}


def measured(cell, samples=SAMPLES):
    """(method, coverage, mean width) of each method in a cell."""
    rng = np.random.default_rng([SEED, *cell[:3], zlib.crc32(cell.spread.encode()), round(1000 * cell.rate)])
    items = rng.multinomial(cell.items, cell.chances / cell.chances.sum(), size=samples).astype(float)
    few = [gaffke_ends(cell, row) for row in items[:WIDTHS]]
    rows = [("Gaffke", gaffke(cell, items).mean(), np.mean([end.width for end in few]))]
    for method, ends in OTHERS.items():
        low, high = ends(cell, items)
        held = (low <= cell.rate + 1e-12) & (cell.rate - 1e-12 <= high)
        rows.append((method, held.mean(), np.mean((high - low)[:WIDTHS])))
    return rows


def passes():
    """The table of the worst cells."""
    cells = pd.DataFrame(
        [(method, *cell, covered, width) for cell in CELLS for method, covered, width in measured(cell)],
        columns=["method", *Cell._fields, "coverage", "width"],
    )
    return worst(cells, "items", "rate")


# The slice test

FEWER = 999  # samples that a test draws, in place of 9,999


class Slices(NamedTuple):
    """Slices of so many items, the share of flips in each, and the gain that all have."""

    kind: str  # "flips", or how scores vary: their spread is then the root of the share
    sizes: tuple[int, ...]
    flips: tuple[float, ...]
    gain: float = 0

    @property
    def tested(self):
        """How many tests are counted."""
        if self.flips == UNEQUAL and self.kind == "flips":
            return 2000
        return 1000 if self.kind == "flips" and len(self.sizes) < 9 else 500

    @property
    def name(self):
        """Its sizes and flips in words."""
        runs = [(pair, len([*some])) for pair, some in itertools.groupby(zip(self.sizes, self.flips, strict=True))]
        return ", ".join(f"{times} x " * (times > 1) + f"{n} with {100 * f:.0f}%" for (n, f), times in runs)

    def draw(self, rng):
        """Gains of one test."""
        each = np.repeat(self.flips, self.sizes)
        if self.kind == "flips":
            chance = rng.random(len(each))
            return (chance < (each + self.gain) / 2).astype(int) - (chance >= 1 - (each - self.gain) / 2)
        if self.kind == "mostly 0":
            return np.where(rng.random(len(each)) < each, rng.uniform(-1, 1, len(each)), 0)
        one, other = rng.normal(size=(2, len(each)))
        noise = {
            "normal": one,
            "difference of lognormals": np.exp(one) - np.exp(other),
            "lognormal": np.exp(one) - math.exp(0.5),
        }[self.kind]
        return noise * np.sqrt(each)


UNEQUAL, EQUAL = (0.04, 0.4), (0.1, 0.1)
SMALL = [(290, 10), (280, 20), (270, 30), (950, 50)]
SLICES = [
    *(Slices("flips", sizes, UNEQUAL, gain) for sizes in SMALL for gain in (0, 0.03)),
    *(Slices("flips", sizes, EQUAL, gain) for sizes in (*SMALL, (150, 150)) for gain in (0, 0.03)),
    Slices("flips", (290, 10), (0.3, 0.3)),
    Slices("flips", (200, 80, 10, 10), (0.04, 0.04, 0.4, 0.4)),
    Slices("flips", (200, 100, 50, 20, 10), (0.04, 0.1, 0.1, 0.3, 0.4)),
    *(Slices("flips", (15,) * 20, (0.1,) * 20, gain) for gain in (0, 0.04)),
    Slices("flips", (15,) * 20, (0.04,) * 10 + (0.4,) * 10),
    *(Slices("flips", (50,) * 20, (0.1,) * 20, gain) for gain in (0, 0.03)),
    Slices("flips", (50,) * 19 + (10,), (0.04,) * 19 + (0.4,)),
    *(
        Slices(kind, sizes, UNEQUAL)
        for kind in ("normal", "difference of lognormals", "mostly 0", "lognormal")
        for sizes in SMALL[:3:2]
    ),
]


def alarms(design):
    """The share of tests with p of 0.05 or less; samples with equal counts in each slice are tested once."""
    rng = np.random.default_rng([SEED, zlib.crc32(repr(design).encode())])
    code, known, found = np.repeat(np.arange(len(design.sizes)), design.sizes), {}, 0
    before, slices.DRAWS = slices.DRAWS, FEWER
    try:
        for _ in range(design.tested):
            gains = design.draw(rng)
            counts = np.bincount(3 * code + (gains + 1).astype(int)).tobytes() if design.kind == "flips" else object()
            if counts not in known:
                known[counts] = slices.interaction_test(gains, code, rng=rng).p_value
            found += known[counts] <= 0.05
    finally:
        slices.DRAWS = before
    return found / design.tested


def sizes():
    """The table of slice tests."""
    rows = [(one.kind, one.name, one.gain, one.tested, alarms(one)) for one in SLICES]
    table = pd.DataFrame(rows, columns=["gains", "slices", "gain", "tests", "alarms"])
    table["error"] = np.sqrt(table["alarms"] * (1 - table["alarms"]) / table["tests"]).round(4)
    return table


def main():
    """Count both and store them."""
    for table, path in ((passes(), PASSES), (sizes(), SIZES)):
        table.to_csv(path, index=False, lineterminator="\n")


if __name__ == "__main__":
    main()
