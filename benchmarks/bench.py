"""How fast the statistics are beside what people would otherwise use: `make bench` writes benchmarks/RESULTS.md.

Both sides get the same inputs and must give the same results before they are timed. Then they take turns in one
process, and what counts is the ratio of the medians: of processor time, so that a busy machine matters little, and of
time on the wall where Polars has threads. A slow peer does a part of the work, and its time is scaled up. How ours
grows is fitted over three sizes.

    python benchmarks/bench.py             # all rows, about four minutes
    python benchmarks/bench.py wilson join # the rows whose words contain one of these; nothing is written
"""

import ast
import os
import platform
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from datetime import date
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import numpy as np

import give_or_take as got

HERE = Path(__file__).parent
LIBRARIES = ("numpy", "scipy", "pandas", "polars", "statsmodels", "narwhals")


class Case(NamedTuple):
    """One size of one row: what to time, and whether both gave the same."""

    ours: Callable
    peer: Callable
    same: Callable  # of both results
    part: float = 1  # the share of the work that the peer does


class Row(NamedTuple):
    work: str
    peer: str
    aim: float
    sizes: tuple
    case: Callable  # of a size
    clock: Callable = time.process_time  # seconds of this process; of the clock on the wall where threads work


def close(ours, peer, digits=1e-9):
    """Whether arrays are equal, to so many digits or to 10⁻¹² (SciPy's inverses have about nine at large n)."""
    return all(np.allclose(a, b, rtol=digits, atol=1e-12) for a, b in zip(ours, peer, strict=True))


def counts(size, different):
    """Right answers, out of how many: of a few different numbers of items, or of as many as there are counts."""
    rng = np.random.default_rng(1)
    few = min(size, 10**6)
    n = rng.choice([100, 200, 500, 1000, 1319], few) if not different else rng.permutation(few) + 10
    k = rng.binomial(n, rng.uniform(0.5, 0.95, few))
    k = np.clip(k, 1, n - 1)  # statsmodels leaves out Jeffreys' endpoint rule, and Wilson's last digit
    return np.tile(k, size // few), np.tile(n, size // few)


def interval(function, method, different, size):
    from statsmodels.stats.proportion import proportion_confint

    k, n = counts(size, different)
    some = size if method == "wilson" else min(size, 2 * 10**4)
    return Case(
        lambda: function(k, n),
        lambda: proportion_confint(k[:some], n[:some], method=method),
        lambda ours, peer: close([end[:some] for end in ours], peer),
        some / size,
    )


def single(ours, peer, same, size):
    return Case(lambda: [ours() for _ in range(size)], lambda: [peer() for _ in range(size)], same)


def one_wilson(size):
    from statsmodels.stats.proportion import proportion_confint

    wilson = partial(proportion_confint, 84, 100, method="wilson")
    return single(lambda: got.wilson_interval(84, 100), wilson, lambda a, b: close([*a[0]], b[0]), size)


def mcnemar(b, c):
    from statsmodels.stats.contingency_tables import mcnemar

    return mcnemar([[0, b], [c, 0]], exact=True).pvalue


def one_mcnemar(size):
    def same(ours, peer):
        return close([ours[0].p_value], [peer[0]])

    return single(lambda: got.mcnemar_test(9, 2, method="exact"), lambda: mcnemar(9, 2), same, size)


def flips(size):
    rng = np.random.default_rng(1)
    few = min(size, 10**6)
    return (np.tile(rng.binomial(1000, share, few), size // few) for share in (0.06, 0.04))


def many_mcnemar(size):
    (b, c), some = flips(size), 200
    return Case(
        lambda: got.mcnemar_test(b, c, method="exact").p_value,
        lambda: [mcnemar(*one) for one in zip(b[:some], c[:some], strict=True)],
        lambda ours, peer: close([ours[:some]], [peer]),
        some / size,
    )


def tango_by_search(a, b, c, d, z=1.959963984540054):
    """Tango's interval as his paper has it: the two roots of the score statistic, each by a search."""
    from scipy.optimize import brentq

    n, gap = a + b + c + d, (b - c) / (a + b + c + d)

    def score(difference):
        linear = -b - c + (2 * n - b + c) * difference
        share = (np.sqrt(linear**2 + 8 * n * c * difference * (1 - difference)) - linear) / (4 * n)
        variance = n * (2 * share + difference * (1 - difference))
        return (b - c - n * difference) / np.sqrt(max(variance, 1e-300))

    return (
        brentq(lambda x: score(x) - z, -1 + 1e-12, gap, xtol=1e-14),
        brentq(lambda x: score(x) + z, gap, 1 - 1e-12, xtol=1e-14),
    )


def many_tango(size):
    (b, c), some = flips(size), 100
    both, neither = 700 - b, 300 - c

    def peer():
        four = (x[:some].tolist() for x in (both, b, c, neither))
        return np.transpose([tango_by_search(*one) for one in zip(*four, strict=True)])

    ours = partial(got.tango_interval, both, b, c, neither)
    return Case(ours, peer, lambda a, b: close([end[:some] for end in a], b), some / size)


def sample_sizes(size):
    from statsmodels.stats.power import NormalIndPower
    from statsmodels.stats.proportion import proportion_effectsize

    rng, some = np.random.default_rng(1), 100
    p1 = rng.uniform(0.5, 0.85, size)
    p2 = p1 + rng.uniform(0.02, 0.1, size)

    def peer():
        effects = proportion_effectsize(p2[:some], p1[:some])
        return [np.ceil(NormalIndPower().solve_power(h, power=0.8, alpha=0.05)) for h in effects]

    ours = partial(got.items_for_power, p1, p2, method="arcsine")
    return Case(ours, peer, lambda a, b: np.array_equal(a[:some], b), some / size)


METHODS = {"wald": "normal", "wilson": "wilson", "clopper-pearson": "beta", "agresti-coull": "agresti_coull"}


def coverage(methods, size, n=500):
    from scipy.stats import binom
    from statsmodels.stats.proportion import proportion_confint

    p = np.linspace(0.05, 0.95, size)  # where no interval without an end in the middle makes a difference

    def peer():
        k = np.arange(n + 1)
        ends = [proportion_confint(k, n, method=METHODS[method]) for method in methods]
        return [[binom.pmf(k, n, x)[(low <= x) & (x <= high)].sum() for x in p] for low, high in ends]

    return Case(lambda: [got.coverage(method, n, p) for method in methods], peer, close)


def clusters(size):
    import statsmodels.api as sm

    rng = np.random.default_rng(1)
    cluster = rng.permutation(np.arange(size) % 10**4)
    scores = (rng.random(size) < rng.uniform(0.4, 0.9, 10**4)[cluster]).astype(float)

    def peer():
        fit = sm.OLS(scores, np.ones(size)).fit(cov_type="cluster", cov_kwds={"groups": cluster})
        return fit.params[0], fit.bse[0]

    def ours():
        return got.clustered_mean(scores, cluster, "items", "CR1")

    return Case(ours, peer, lambda a, b: close((a.value, a.se), b))


def join(library, size):
    rng = np.random.default_rng(1)
    ids = np.char.add("item-", np.arange(size).astype(str)).astype(object)
    tables = []
    for rate, name in ((0.82, "new"), (0.80, "old")):
        order = rng.permutation(size)
        table = {"id": ids[order], name: (rng.random(size) < rate).astype(int)}
        tables.append(__import__(library).DataFrame(table))
    new, old = tables

    def peer():
        if library == "pandas":
            return new.merge(old, on="id").groupby(["new", "old"]).size().to_dict()
        return dict(((a, b), n) for a, b, n in new.join(old, on="id").group_by("new", "old").len().iter_rows())

    def same(pairs, counted):
        return pairs.table == tuple(counted[x] for x in ((1, 1), (1, 0), (0, 1), (0, 0)))

    return Case(lambda: got.pair_items(new, old), peer, same)


def paired_power(n):
    rng, runs = np.random.default_rng(1), 1000

    def peer():
        found = [mcnemar(b, c) <= 0.05 for _, b, c in rng.multinomial(n, [0.82, 0.12, 0.06], runs)]
        return np.mean(found)

    def same(ours, peer):  # a simulation: to four standard errors
        return abs(ours - peer) < 4 * np.sqrt(max(ours * (1 - ours), 1e-9) / runs) + 1e-9

    return Case(lambda: got.mcnemar_power(n, 0.12, 0.06, method="exact"), peer, same, runs / 5000)


def report(size):
    import polars as pl
    import pyarrow as arrow
    from pyarrow import parquet

    path, rng = Path(FOLDER.name, f"{size}.parquet"), np.random.default_rng(1)
    names = arrow.array([f"slice-{k:04d}" for k in range(1000)])
    columns = {x: (rng.random(size) < p).astype(np.int8) for x, p in (("new", 0.82), ("old", 0.8))}
    parquet.write_table(arrow.table(columns | {"slice": names.take(arrow.array(rng.integers(0, 1000, size)))}), path)

    def peer():
        return pl.scan_parquet(path).group_by("slice", "new", "old").agg(pl.len()).collect(engine="streaming")

    def same(ours, counted):
        return sum(counted["len"]) == ours[0].items and len(counted) == len(ours[0].counts)

    def ours():
        cells = got.tally(pl.scan_parquet(path), ["new", "old"], slices="slice")
        return cells, got.compare(cells, by="slice")

    return Case(ours, peer, same)


def f1_of(truth, predicted, axis=-1):
    return 2 * np.sum(truth * predicted, axis) / (np.sum(truth, axis) + np.sum(predicted, axis))


def bootstrap(statistic, function, size):
    """A bootstrap of a rate, of F1 by its name, or of F1 as a function that is called for each resample."""
    from scipy.stats import bootstrap as theirs

    rng = np.random.default_rng(1)
    truth = (rng.random(size) < 0.2).astype(int)
    data = (truth,) if function is np.mean else (truth, np.where(rng.random(size) < 0.85, truth, 1 - truth))
    called = dict(method="percentile", paired=len(data) > 1, vectorized=statistic is not f1_of, batch=10**6 // size)

    def peer():
        return theirs(data, function, **called, rng=np.random.default_rng(1)).confidence_interval

    return Case(
        lambda: [*got.bootstrap_interval(data, statistic, rng=np.random.default_rng(1))],
        peer,
        lambda ours, peer: np.allclose(ours, peer, atol=0.01),
    )


# The first size is the one that is compared. All three span a factor of 100: upwards where time and memory allow.
MILLION, LESS, FEWER, MORE = (10**6, 10**5, 10**7), (10**6, 10**5, 10**4), (10**5, 10**4, 10**6), (10**5, 10**6, 10**7)
THOUSAND, VECTORISED = (1000, 10**4, 10**5), "SciPy's, vectorised"
TABLES = "a loop over statsmodels' exact test"
RATES = "statsmodels, and a loop over binom.pmf"
CLOPPER_PEARSON, JEFFREYS = (got.clopper_pearson_interval, "beta"), (got.jeffreys_interval, "jeffreys")
ROWS = [
    Row("Wilson, 10⁶ counts", "statsmodels", 2, MILLION, partial(interval, got.wilson_interval, "wilson", False)),
    Row("Clopper-Pearson, 10⁶ counts, five n", "statsmodels", 100, MILLION, partial(interval, *CLOPPER_PEARSON, False)),
    Row("Jeffreys, 10⁶ counts, five n", "statsmodels", 100, MILLION, partial(interval, *JEFFREYS, False)),
    Row("Clopper-Pearson, 10⁵ different n", "statsmodels", 1, FEWER, partial(interval, *CLOPPER_PEARSON, True)),
    Row("Jeffreys, 10⁵ different n", "statsmodels", 1, FEWER, partial(interval, *JEFFREYS, True)),
    Row("one Wilson interval, 100 times", "statsmodels", 1, (100, 10**3, 10**4), one_wilson),
    Row("one exact McNemar test, 100 times", "statsmodels", 1, (100, 10**3, 10**4), one_mcnemar),
    Row("McNemar, 10⁶ tables", TABLES, 1000, MILLION, many_mcnemar),
    Row("sample size, 10⁵ designs", "a loop over statsmodels' solve_power", 1000, MORE, sample_sizes),
    *(
        Row(f"coverage of {method}, 2,000 rates", RATES, 120, (2000, 20000, 200000), partial(coverage, [method]))
        for method in METHODS
    ),
    Row("mean of 10⁶ items in 10⁴ clusters", "statsmodels' OLS, cluster covariance", 2, MILLION, clusters),
    Row("join by id, 10⁶ items, pandas", "merge, groupby, size", 0.8, LESS, partial(join, "pandas")),
    Row("join by id, 10⁶ items, Polars", "join, group_by, len", 0.8, LESS, partial(join, "polars"), time.perf_counter),
    Row("Tango, 10⁵ tables", "a loop over SciPy's brentq of the score", 100, MORE, many_tango),
    Row("exact paired power, n = 500", "5,000 tests of statsmodels", 200, (500, 5000, 50000), paired_power),
    Row("bootstrap of a rate, 1,000 items", VECTORISED, 20, THOUSAND, partial(bootstrap, np.mean, np.mean)),
    Row("bootstrap of F1, 1,000 items", VECTORISED, 20, THOUSAND, partial(bootstrap, "f1", f1_of)),
    Row("bootstrap of a function, 1,000 items", "SciPy's", 0.9, (1000, 100, 10**4), partial(bootstrap, f1_of, f1_of)),
    Row(
        "tally and compare, 10⁷ rows, 1,000 slices",
        "Polars: group_by, len",
        0.5,
        (10**7, 10**6, 10**5),
        report,
        time.perf_counter,
    ),
]


def timed(function, clock=time.perf_counter):
    start = clock()
    result = function()
    return clock() - start, result


def measured(row):
    """Seconds of both at the row's size, their ratio, and the exponent with which ours grows."""
    case = row.case(row.sizes[0])
    ours, peer = case.ours(), case.peer()  # imports are paid
    if not case.same(ours, peer):
        sys.exit(f"{row.work}: the two do not give the same")
    del ours, peer
    turns, until = [], time.perf_counter() + 1
    while len(turns) < 3 or (time.perf_counter() < until and len(turns) < 25):
        turns.append([timed(case.ours, row.clock)[0], timed(case.peer, row.clock)[0] / case.part])
    seconds, theirs = np.median(turns, axis=0)
    grown = {row.sizes[0]: seconds}
    for size in row.sizes[1:]:
        case = row.case(size)
        grown[size] = np.median([timed(case.ours, row.clock)[0] for _ in range(3)])
    slope = np.polyfit(np.log(list(grown)), np.log(list(grown.values())), 1)[0]
    return seconds, theirs, slope


# The notebooks. Their peer is a kernel that does nothing but import what they loaded in the end.

WATCH = """
import sys as bench_sys, time as bench_time
from give_or_take.classroom.explorer import Explorer as bench_explorer
bench_before, bench_explorers, bench_make = set(bench_sys.modules), [], bench_explorer.__init__
def bench_remember(self, *given):
    bench_make(self, *given)
    bench_explorers.append(self)
bench_explorer.__init__ = bench_remember
"""
FINISH = """
bench_loaded, bench_start = sorted(set(bench_sys.modules) - bench_before), bench_time.perf_counter()
def bench_drawn(explorer):
    start = bench_time.perf_counter()
    explorer.picture().png(compress_level=1)
    return bench_time.perf_counter() - start
bench_drawn = [sorted(bench_drawn(one) for _ in range(5))[2] for one in bench_explorers]
print([bench_loaded, bench_drawn, bench_time.perf_counter() - bench_start])
"""
IMPORT = """
import importlib
for name in {}:
    try:
        importlib.import_module(name)
    except Exception:
        pass
"""


def executed(notebook, cells):
    """Seconds that a fresh kernel takes for these cells, and what the last of them printed."""
    import nbformat
    from nbclient import NotebookClient

    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    client = NotebookClient(made, timeout=120, resources={"metadata": {"path": notebook.parent}}, allow_errors=True)
    seconds, _ = timed(client.execute)
    return seconds, "".join(output.text for output in made.cells[-1].outputs if output.get("name") == "stdout")


def of_notebook(path):
    """Seconds of a notebook in a fresh kernel, of a kernel that only imports, and to draw each of its explorers."""
    import nbformat

    code = [cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "code"]
    seconds, printed = executed(path, [WATCH, *code, FINISH])
    loaded, drawn, drawing = ast.literal_eval(printed)
    return seconds - drawing, executed(path, [WATCH, IMPORT.format(loaded)])[0], drawn


# The page


def words(seconds):
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"


def times(ratio):
    return f"{ratio:,.0f}×" if ratio >= 10 else f"{ratio:.2g}×"


def machine():
    info = Path("/proc/cpuinfo")
    model = platform.processor() or platform.machine()
    if info.exists():
        model = next((x.split(":")[1].strip() for x in info.read_text().splitlines() if "model name" in x), model)
    return f"{os.cpu_count()} cores, {model}, {platform.system()}, Python {platform.python_version()}"


def line(row):
    ours, peer, slope = measured(row)
    met = "yes" if peer / ours >= row.aim else "no"
    return (
        f"| {row.work} | {row.peer} | {words(ours)} | {words(peer)} | {times(peer / ours)} | {times(row.aim)} | {met} "
        f"| {slope:.2f} | {min(row.sizes):,} to {max(row.sizes):,} |"
    )


def notebook_line(path):
    ours, bare, drawn = of_notebook(path)
    explorers = ", ".join(map(words, drawn)) or "none"
    return f"| {path.stem} | {words(ours)} | {words(bare)} | {ours / bare:.2f}× | {explorers} |"


def main(wanted):
    warnings.simplefilter("ignore")
    versions = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    page = PAGE.format(date=date.today(), machine=machine(), load=os.getloadavg()[0], versions=versions)
    notebooks = sorted((HERE.parent / "notebooks").glob("*.ipynb"))
    tables = [(HEAD, ROWS, line, lambda row: row.work), (NOTEBOOKS, notebooks, notebook_line, lambda path: path.stem)]
    for head, things, to_line, name in tables:
        page += head
        for thing in things:
            if not wanted or any(word.lower() in name(thing).lower() for word in wanted):
                page += (made := to_line(thing)) + "\n"
                print(made, flush=True)
        if not wanted:
            (HERE / "RESULTS.md").write_text(page + LIMITS, encoding="utf-8")


LIMITS = """
Where an aim is not met:

- Wilson: both arguments are read, checked and copied, and two results are written over the copies. Memory that is
  touched for the first time takes as long as the formula itself; each takes a third of the time.
- Counts over few n: the same copies, then a table's place is found and read for each count. All quantiles together
  take a tenth of the time; 100× would leave 12 nanoseconds a count.
- All n different: the peer makes two inversions of the beta distribution. Ours makes the same two and, above 10⁴ items,
  one step of Newton's each, which restores the digits that they lose at large n: half the time of an inversion.
- Coverage: two values of the distribution function a rate, and for Clopper-Pearson 1,002 quantiles. Each: under 10 ms.
- Explorers: Matplotlib draws text, ticks and axes anew for each picture.
- Notebooks: what they add to their imports are pictures, 0.1 to 0.2 s each, and draws of 100,000 tests.
"""
PAGE = """# How fast, beside what people would otherwise use

Written by `make bench` on {date}: {machine}; load at the start {load:.1f}. {versions}.
Both sides took turns in one process. Times are medians of processor time; of time on the wall for Polars' rows and the
notebooks, which other work on the machine makes longer.
"""
HEAD = """
| work | compared with | ours | peer | ratio | aim | met | exponent of ours | fitted over |
|---|---|--:|--:|--:|--:|---|--:|--:|
"""
NOTEBOOKS = """
Each notebook in a fresh kernel, beside a kernel that only imports what the notebook loads (aim: 1.5× at most), and how
long each of its explorers takes to compute and draw (aim: 50 ms).

| notebook | all cells | imports | ratio | explorers |
|---|--:|--:|--:|---|
"""
FOLDER = tempfile.TemporaryDirectory()

if __name__ == "__main__":
    main(sys.argv[1:])
