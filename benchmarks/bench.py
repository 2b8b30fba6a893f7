"""How fast the statistics are beside what people would otherwise use: `make bench` prints it, in half a minute.

Both sides get the same inputs and must give the same results before they are timed. Then they take turns in one
process, and what counts is the ratio of the medians: of processor time, so that a busy machine matters little, and of
time on the wall where Polars has threads. The peers are calls on whole arrays: a loop of single calls is no match.
"""

import sys
import tempfile
import time
import warnings
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import statsmodels.api as sm
from scipy.stats import bootstrap
from statsmodels.stats.proportion import proportion_confint

import give_or_take as got


def near(ours, peer):
    """Whether all numbers are equal."""
    return np.allclose([*ours], [*peer], rtol=1e-9, atol=1e-12)


# Each gives our call, the peer's, and whether their results are the same.


def intervals(ours, method, size):
    """So many intervals, with five different numbers of items."""
    rng = np.random.default_rng(1)
    n = rng.choice([100, 200, 500, 1000, 1319], size)
    k = rng.binomial(n, rng.uniform(0.5, 0.95, size))
    return lambda: ours(k, n), lambda: proportion_confint(k, n, method=method), near


def one_interval():
    def ours():
        return [[*got.wilson_interval(84, 100)] for _ in range(100)]

    return ours, lambda: [proportion_confint(84, 100, method="wilson") for _ in range(100)], near


def clusters():
    rng = np.random.default_rng(1)
    cluster = rng.permutation(np.arange(10**6) % 10**4)
    scores = (rng.random(10**6) < rng.uniform(0.4, 0.9, 10**4)[cluster]).astype(float)

    def ours():
        found = got.clustered_mean(scores, cluster, "items", "CR1")
        return found.value, found.se

    def peer():
        fit = sm.OLS(scores, np.ones(10**6)).fit(cov_type="cluster", cov_kwds={"groups": cluster})
        return fit.params[0], fit.bse[0]

    return ours, peer, near


def join(library):
    rng = np.random.default_rng(1)
    ids = np.char.add("item-", np.arange(10**6).astype(str)).astype(object)

    def table(name, rate):
        order = rng.permutation(10**6)
        return library.DataFrame({"id": ids[order], name: (rng.random(10**6) < rate).astype(int)})

    new, old = table("new", 0.82), table("old", 0.80)

    def peer():
        if library is pd:
            return new.merge(old, on="id").groupby(["new", "old"]).size().to_dict()
        return {(a, b): n for a, b, n in new.join(old, on="id").group_by("new", "old").len().iter_rows()}

    def same(pairs, counted):
        return pairs.table == tuple(counted[cell] for cell in ((1, 1), (1, 0), (0, 1), (0, 0)))

    return lambda: got.pair_items(new, old), peer, same


def resamples():
    def f1(truth, predicted, axis=-1):
        return 2 * np.sum(truth * predicted, axis) / (np.sum(truth, axis) + np.sum(predicted, axis))

    rng = np.random.default_rng(1)
    truth = (rng.random(1000) < 0.2).astype(int)
    data = truth, np.where(rng.random(1000) < 0.85, truth, 1 - truth)

    def peer():
        return bootstrap(data, f1, method="percentile", paired=True, batch=1000, rng=rng).confidence_interval

    def same(ours, peer):
        return np.allclose([*ours], peer, atol=0.01)

    return lambda: got.bootstrap_interval(data, "f1", rng=rng), peer, same


def files():
    """Two CSV files of 10⁵ items, read, joined and compared. Ours also looks for what may be wrong with them."""
    paths, rng = [Path(FOLDER.name, f"{name}.csv") for name in ("new", "old")], np.random.default_rng(1)
    for path, rate in zip(paths, (0.82, 0.80), strict=True):
        ids = [f"item-{i}" for i in rng.permutation(10**5)]
        pd.DataFrame({"id": ids, "correct": (rng.random(10**5) < rate).astype(int)}).to_csv(path, index=False)

    def ours():
        [gap] = got.compare(got.read_results(paths)).differences
        return gap.both, gap.only_first, gap.only_second, gap.neither

    def peer():
        return pd.read_csv(paths[0]).merge(pd.read_csv(paths[1]), on="id").groupby(["correct_x", "correct_y"]).size()

    return ours, peer, lambda ours, counted: ours == tuple(counted[cell] for cell in ((1, 1), (1, 0), (0, 1), (0, 0)))


def report():
    """A file of ten million items and two systems, counted and compared in a thousand slices."""
    path, rng = Path(FOLDER.name, "answers.parquet"), np.random.default_rng(1)
    columns = {name: (rng.random(10**7) < rate).astype(np.int8) for name, rate in (("new", 0.82), ("old", 0.80))}
    slices = pl.Series(rng.integers(0, 1000, 10**7)).cast(pl.String)
    pl.DataFrame(columns | {"slice": slices}).write_parquet(path)

    def ours():
        cells = got.tally(pl.scan_parquet(path), ["new", "old"], slices="slice")
        return cells, got.compare(cells, by="slice")

    def peer():
        return pl.scan_parquet(path).group_by("slice", "new", "old").agg(pl.len()).collect(engine="streaming")

    def same(ours, counted):
        return sum(counted["len"]) == ours[0].items and len(counted) == len(ours[0].counts)

    return ours, peer, same


FOLDER = tempfile.TemporaryDirectory()
CPU, WALL = time.process_time, time.perf_counter
WILSON = partial(intervals, got.wilson_interval, "wilson", 10**6)
CLOPPER_PEARSON = partial(intervals, got.clopper_pearson_interval, "beta", 10**5)
ROWS = [  # what is done, what it is compared with, its case, and the clock
    ("Wilson, 10⁶ counts", "statsmodels", WILSON, CPU),
    ("Clopper-Pearson, 10⁵ counts, five n", "statsmodels", CLOPPER_PEARSON, CPU),
    ("one Wilson interval, 100 times", "statsmodels", one_interval, CPU),
    ("mean of 10⁶ items in 10⁴ clusters", "statsmodels' OLS, cluster covariance", clusters, CPU),
    ("join by id, 10⁶ items, pandas", "merge, groupby, size", partial(join, pd), CPU),
    ("join by id, 10⁶ items, Polars", "join, group_by, len", partial(join, pl), WALL),
    ("bootstrap of F1, 1,000 items", "SciPy's, vectorised", resamples, CPU),
    ("read and compare two CSV, 10⁵ items", "pandas: read_csv, merge, groupby", files, CPU),
    ("tally and compare, 10⁷ rows, 1,000 slices", "Polars: group_by, len", report, WALL),
]


def timed(function, clock):
    start = clock()
    function()
    return clock() - start


def seconds(case, clock):
    """The medians of both, who take turns."""
    ours, peer, same = case
    if not same(ours(), peer()):  # which also pays for imports
        sys.exit("the two do not give the same")
    turns, until = [], WALL() + 1
    while len(turns) < 3 or (WALL() < until and len(turns) < 25):
        turns.append([timed(ours, clock), timed(peer, clock)])
    return np.median(turns, axis=0)


def main():
    warnings.simplefilter("ignore")
    print("| work | compared with | ours | peer | ratio |\n|---|---|--:|--:|--:|")
    for work, peer, case, clock in ROWS:
        ours, theirs = seconds(case(), clock)
        times = f"{1000 * ours:,.1f} ms | {1000 * theirs:,.0f} ms | {theirs / ours:.1f}×"
        print(f"| {work} | {peer} | {times} |", flush=True)


if __name__ == "__main__":
    main()
