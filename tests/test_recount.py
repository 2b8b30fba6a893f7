"""Random pairs of results with unequal items, runs and gaps, against a recount in plain pandas.

The recount knows nothing of cells or tallies. It says: what a system has no row of was not put to it and is left out;
a row without a score is missing, and is left out or counts as what was named; an item that was put to all systems by
the user's word misses its result where a system has no row of it.
"""

import numpy as np
import pandas as pd
import pytest

from give_or_take import compare
from give_or_take.evalfile import Results


def made(rng):
    """Two systems: items and runs that only one has, results that are missing, pass or fail or scores."""
    scores, runs, n = rng.random() < 0.3, int(rng.integers(1, 4)), int(rng.integers(20, 60))
    rows = []
    for system, shift in (("new", rng.choice([-0.3, 0, 0.1])), ("old", 0)):
        mine = rng.permutation(n)[: rng.integers(n // 2, n + 1)]
        own = rng.permutation(runs + 1)[: rng.integers(1, runs + 1)] if runs > 1 else [0]
        for item in mine:
            for run in own if runs > 1 else [0]:
                score = rng.normal(0.5 + shift, 0.2) if scores else float(rng.random() < 0.6 + shift)
                rows.append((f"q{item}", system, np.nan if rng.random() < 0.1 else score, int(run)))
    frame = pd.DataFrame(rows, columns=["id", "system", "score", "run"])
    return frame if runs > 1 else frame.drop(columns="run")


def recounted(frame, missing, runs, items):
    """(items or answers shared, the difference), by a join of two tables."""
    if items is not None:
        ids = frame["id"].unique() if items == "all" else items
        frame = frame[frame["id"].isin(ids)]
        absent = []
        for system, own in frame.groupby("system"):
            for one in set(ids) - set(own["id"]):
                each = own["run"].unique() if "run" in own else [0]
                each = each if runs == "together" and own["id"].duplicated().any() else each[:1]
                absent += [(one, system, np.nan, run) for run in each]
        more = pd.DataFrame(absent, columns=["id", "system", "score", "run"])
        frame = pd.concat([frame, more[frame.columns]]) if absent else frame
    if missing == "leave out":
        frame = frame.dropna(subset="score")
    elif missing is not None:
        frame = frame.fillna({"score": 0.0 if missing == "fail" else missing})
    key = ["id", "run"] if runs == "together" else ["id"]
    new, old = (frame[frame["system"] == x].groupby(key)["score"].mean().rename(x) for x in ("new", "old"))
    joined = pd.concat([new, old], axis=1, join="inner")
    return len(joined), float((joined["new"] - joined["old"]).mean())


@pytest.mark.parametrize("seed", range(2))
def test_a_plain_recount_gives_the_same(seed):
    rng, refused = np.random.default_rng(seed), 0
    for trial in range(30):
        frame = made(rng)
        several = frame.duplicated(["system", "id"]).any()
        runs = rng.choice(["together", "mean"]) if several else None
        graded = frame["score"].dropna().isin((0, 1)).all()
        missing = rng.choice(["fail", "leave out"]) if graded else rng.choice(["0", "leave out"])
        missing = 0.0 if missing == "0" else str(missing)
        items = [None, "all", [*frame["id"].unique()[::2], "never"]][rng.integers(3)]
        try:
            comparison = compare(Results(frame, ()), missing=missing, runs=runs, items=items, margin=0.05)
        except ValueError as error:  # no run of the one meets one of the other
            sets = frame.groupby("system")["run"].agg(set)
            assert str(error).startswith("runs must be 'mean'") and sets["new"].isdisjoint(sets["old"]), error
            refused += 1
            continue
        # An id that nobody has is left out with all that is missing, whatever the key.
        known = (
            [x for x in items if x in set(frame["id"])] if isinstance(items, list) and missing == "leave out" else items
        )
        n, difference = recounted(frame, missing, runs, known)
        [gap] = comparison.differences
        sign = 1 if gap.first == "new" else -1
        assert (gap.n, gap.difference) == (n, pytest.approx(sign * difference, abs=1e-12)), (seed, trial)
        if sign == 1 and difference <= -0.05:
            assert gap.non_inferior != "no worse"
    assert refused < 15
