"""How often intervals for a difference cover the truth where each slice, as a task, counts alike.

It writes book/task_coverage.csv: a row for each method and cell. `what` is "gains" of two systems on the same items
that pass or fail, with a share of `flips` of which the first one leads by `lead` (1: all flips are its own); "rates" of
two systems on different items, the second lower by `lead`; "scores", which are normal; or "slices like these", whose
true gains vary by `spread` around one mean. With `spread` in the others, slices differ in how much flips, or how hard
they are. `sizes` are those of the slices, again and again. 2,000 samples a cell: a share near 0.95 has a standard error
of 0.005. "Wald", "Tango's reaches alone", "stratified Wilson's way" (Tango's ends at fewer standard errors, averaged as
`standardised_difference` does it) and "t alone" are not used; the others run through the package.
"""

import itertools

import numpy as np
import pandas as pd
from scipy.special import ndtr, stdtrit

from give_or_take import slices
from give_or_take.comparison.equal import mean_of_gains, square_and_add_all
from give_or_take.paired import METHODS
from give_or_take.standard_errors import _z
from tools.notebook import ROOT

STORED = ROOT / "book" / "task_coverage.csv"
SEED, LEVEL, SAMPLES, NEAR = 20261130, 0.95, 2_000, 1e-9
SHAPES = {3: ("10", "30", "5 20 100"), 6: ("10 50",), 20: ("5", "20", "5 10 40 200"), 57: ("100 200 30",)}
GAINS = list(itertools.product((0.02, 0.1, 0.3, 0.5, 0.9), (0, 0.5, 1), (0, 1)))
RATES = list(itertools.product((0.5, 0.8, 0.95), (0, 0.1), (0, 1)))
COLUMNS = "method what many sizes share lead spread coverage width".split()


def row(method, cell, ends, truth):
    """One row."""
    low, high = ends
    return method, *cell, np.mean((low <= truth + NEAR) & (high >= truth - NEAR)), np.mean(high - low)


def gains(many, sizes, flips, lead, spread):
    """Pass or fail on the same items."""
    rng, n = _start(many, sizes, flips, lead, spread)
    share = np.minimum(flips * (np.resize([0.2, 1.8], many) if spread else np.ones(many)), 1)
    wins, losses = share * (1 + lead) / 2, share * (1 - lead) / 2
    drawn = [rng.multinomial(int(m), [p, q, 1 - p - q], SAMPLES) for m, p, q in zip(n, wins, losses, strict=True)]
    b, c, rest = np.moveaxis(np.array(drawn, dtype=float), 0, -1).transpose(1, 0, 2)
    cell, truth, gain = ("gains", many, sizes, flips, lead, spread), np.mean(wins - losses), (b - c) / n
    tango = METHODS["tango"].ends
    each = tango(rest, b, c, 0 * b, LEVEL)
    yield row("stratified Tango", cell, mean_of_gains(gain, *each, (b + c) / n, n, LEVEL), truth)
    yield row("Tango's reaches alone", cell, square_and_add_all(gain, *each), truth)
    error = np.sqrt(((b + c) / n - gain**2) / n)
    middle, half = gain.mean(-1), _z(LEVEL) * np.sqrt(np.sum(error**2, axis=-1)) / many
    yield row("Wald", cell, (middle - half, middle + half), truth)
    ends = []
    for k, of in enumerate(error):
        z = _z(LEVEL) * (np.sqrt(of @ of) / of.sum() if of.any() else 1)
        low, high = tango(rest[k], b[k], c[k], 0 * b[k], 2 * ndtr(z) - 1)
        ends.append((min(low.mean(), middle[k]), max(high.mean(), middle[k])))
    yield row("stratified Wilson's way", cell, np.transpose(ends), truth)


def rates(many, sizes, rate, lower, spread):
    """Pass or fail on different items."""
    rng, n = _start(many, sizes, rate, lower, spread)
    first = np.clip(rate + (np.resize([-0.3, 0.01, -0.05, 0.05], many) if spread else np.zeros(many)), 0.02, 0.995)
    second = np.maximum(first - lower, 0.01)
    k, j = (rng.binomial(n.astype(int), p, (SAMPLES, many)) for p in (first, second))
    share = np.full(many, 1 / many)
    found = [slices._same_mix(x, n, y, n, share, LEVEL) for x, y in zip(k, j, strict=True)]
    cell = "rates", many, sizes, rate, lower, spread
    yield row("stratified Newcombe", cell, np.array([[*one] for one in found]).T, np.mean(first - second))


def scores(many, sizes, spread=0):
    """Normal gains, of which some slices have more variance; and slices that vary themselves."""
    rng, n = _start(many, sizes, spread)
    deviation = np.resize([1, 3], many)
    true = spread * rng.normal(size=(SAMPLES, many))
    mean = true + rng.normal(size=true.shape) * deviation / np.sqrt(n)
    variance = deviation**2 / n * rng.chisquare(n - 1, true.shape) / (n - 1)
    middle, total = mean.mean(-1), variance.sum(-1)
    half = -stdtrit(total**2 / np.sum(variance**2 / (n - 1), axis=-1), 0.025) * np.sqrt(total) / many
    if not spread:
        yield row("stratified t", ("scores", many, sizes, np.nan, 0, 0), (middle - half, middle + half), 0)
    alone = -stdtrit(many - 1, 0.025) * mean.std(-1, ddof=1) / np.sqrt(many)
    cell = "slices like these", many, sizes, np.nan, 0, spread
    wider = np.maximum(half, alone)
    yield row("t of slices", cell, (middle - wider, middle + wider), 0)
    yield row("t alone", cell, (middle - alone, middle + alone), 0)


def _start(many, sizes, *more):
    n = np.resize([*map(float, sizes.split())], many)
    return np.random.default_rng([SEED, many, len(sizes), int(n[0]), *(round(100 * x) for x in more)]), n


def cells():
    """Every cell: what counts it, and its arguments."""
    shapes = [(many, sizes) for many, some in SHAPES.items() for sizes in some]
    for count, some in ((gains, GAINS), (rates, RATES), (scores, [(0,), (0.5,)])):
        yield from ((count, (*shape, *more)) for shape, more in itertools.product(shapes, some))


def main():
    """Count all cells, and store them."""
    found = [one for count, arguments in cells() for one in count(*arguments)]
    pd.DataFrame(found, columns=COLUMNS).round(4).to_csv(STORED, index=False, lineterminator="\n")


if __name__ == "__main__":
    main()
