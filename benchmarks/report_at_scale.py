"""How fast `tally` counts a Parquet file beside the bare group-by of Polars, in what memory, and how fast `compare` is.

    python benchmarks/report_at_scale.py                    # ten million items, two systems, 1,000 slices
    python benchmarks/report_at_scale.py --items 1e8        # streamed
    python benchmarks/report_at_scale.py --long --items 1e6 # one row an answer, put together by id

Each measurement is a process of its own, the best of three; the file is made up first, a million rows at a time. The
script fails if a wide tally takes more than twice as long as the bare group-by.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np


def write(path, items, slices, long):
    import pyarrow as arrow
    from pyarrow import parquet

    rng, writer, names = np.random.default_rng(1), None, arrow.array([f"slice-{k:04d}" for k in range(slices)])
    for start in range(0, items, 10**6):
        n = min(10**6, items - start)
        by = names.take(arrow.array(rng.integers(0, slices, n)))
        new, old = (arrow.array((rng.random(n) < rate).astype(np.int8)) for rate in (0.82, 0.80))
        tables = [arrow.table({"slice": by, "new": new, "old": old})]
        if long:
            ids = arrow.array(np.arange(start, start + n))
            tables = [
                arrow.table({"id": ids, "system": arrow.array([name] * n), "score": scores, "slice": by})
                for name, scores in (("new", new), ("old", old))
            ]
        for table in tables:
            writer = writer or parquet.ParquetWriter(path, table.schema)
            writer.write_table(table)
    writer.close()


def measure(what, path):
    """Seconds and peak memory of one way to count, in this process."""
    import polars as pl

    from give_or_take import compare, tally

    source = pl.scan_parquet(path)
    tally(pl.LazyFrame({"new": [1], "old": [0], "slice": ["a"]}), ["new", "old"], slices="slice")  # imports are paid
    before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.perf_counter()
    seconds = {}
    if what == "bare":
        source.group_by("slice", "new", "old").agg(pl.len()).collect(engine="streaming")
    elif what == "bare long":
        by_id = source.group_by("id").agg(
            *(pl.col("score").filter(pl.col("system") == name).max().alias(name) for name in ("new", "old")),
            pl.col("slice").min(),
        )
        by_id.group_by("slice", "new", "old").agg(pl.len()).collect(engine="streaming")
    else:
        how = {"system": "system", "score": "score", "id": "id"} if what == "long" else {"systems": ["new", "old"]}
        cells = tally(source, slices="slice", **how)
        seconds["counted"] = time.perf_counter() - start
        gap = compare(cells, by="slice")
        seconds["compare"] = time.perf_counter() - start - seconds["counted"]
        seconds["slices"] = len(gap.slices[0].slices)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"counted": time.perf_counter() - start} | seconds | {"peak": peak / 1024, "before": before / 1024}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--items", type=lambda text: int(float(text)), default=10**7)
    parser.add_argument("--slices", type=int, default=1000)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--measure", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure:
        print(json.dumps(measure(*given.measure)))
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "answers.parquet")
        write(path, given.items, given.slices, given.long)
        rows = given.items * (1 + given.long)
        print(f"{rows:,} rows, {given.slices:,} slices, {path.stat().st_size / 2**20:,.0f} MB of Parquet")
        times = {}
        for what in ("bare long", "long") if given.long else ("bare", "wide"):
            command = [sys.executable, __file__, "--measure", what, path]
            runs = [json.loads(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(3)]
            best = min(runs, key=lambda run: run["counted"])
            times[what] = best["counted"]
            print(
                f"{what:>9}: {best['counted']:.2f} s, {rows / best['counted']:,.0f} rows/s, "
                f"peak {best['peak']:,.0f} MB ({best['before']:,.0f} MB before)"
            )
        print(f"compare on {best['slices']:,} slices: {best['compare']:.2f} s")
        bare, ours = times.values()
        print(f"ratio {ours / bare:.2f}")
        if not given.long and ours > 2 * bare:
            sys.exit("tally takes more than twice as long as the bare group-by")


if __name__ == "__main__":
    main()
