"""How often each setting of a gate lets a system through, and a system of what kind: the table of book/gate.md.

It writes book/gate_figures.csv. The margin is two points, 10% of the items flip, and the system that is let through is
in truth worse by `loss` points, or exactly at the threshold. Without groups chances are added up over all counts that
can come out; `error` is then 0. With groups, and with items that crash, results are drawn.
"""

import math
import re
from itertools import product

import numpy as np
import pandas as pd
from scipy.stats import binom, multinomial

from give_or_take import clustered_tango_interval, tango_interval, wilson_interval
from give_or_take.paired_clusters import _ends
from tools.notebook import ROOT
from tools.studies import share

STORED = ROOT / "book" / "gate_figures.csv"
MARGIN, FLIPS, SEED, SAMPLES = 0.02, 0.10, 20261128, 4_000
DOCUMENTS, ITEMS_EACH, CORRELATION = 50, 10, 0.3


def counts(n, loss, flips=FLIPS, negligible=1e-12):
    """Gains and losses that can come out, and their chances."""
    most = int(binom.ppf(1 - negligible, n, flips))
    gains, losses = (x.ravel() for x in np.meshgrid(range(most + 1), range(most + 1)))
    gains, losses = gains[gains + losses <= n], losses[gains + losses <= n]
    shares = (flips - loss) / 2, (flips + loss) / 2
    chance = multinomial.pmf(np.column_stack([gains, losses, n - gains - losses]), n, [*shares, 1 - sum(shares)])
    seen = chance > negligible
    return gains[seen], losses[seen], chance[seen]


def margin(n, loss, open_too=False):
    """The chance to pass by a margin; with `open_too` also where the verdict is open."""
    gains, losses, chance = counts(n, loss)
    interval = tango_interval(0 * gains, gains, losses, n - gains - losses)
    return chance @ ((interval.high >= -MARGIN) if open_too else (interval.low > -MARGIN))


def threshold(n, rate, wanted=0.8):
    """The chance to pass by a threshold for one system."""
    right = np.arange(n + 1)
    return binom.pmf(right, n, rate) @ (wilson_interval(right, n).low > wanted)


def crashes(n, share, fail, rng):
    """Whether a system passes that is as good as the other but for crashes, on a share of items it would have right."""
    kept = rng.multinomial(n, [FLIPS / 2, FLIPS / 2, 0.8, 0.2 - FLIPS], SAMPLES)
    gone_gain, gone_both = (rng.binomial(kept[:, k], share / (0.8 + FLIPS / 2)) for k in (0, 2))
    gains, losses = kept[:, 0] - gone_gain, kept[:, 1] + gone_both * fail
    same = kept[:, 2:].sum(axis=1) - gone_both + gone_gain * fail
    low = tango_interval(0 * gains, gains, losses, same).low
    return low > -MARGIN


def documents(loss, how, rng):
    """Items of one document lose or gain together; with their column named, named with care, or not named."""
    shares = [(FLIPS - loss) / 2, (FLIPS + loss) / 2, 1 - FLIPS]
    cluster = np.repeat(range(DOCUMENTS), ITEMS_EACH)
    passed = []
    for _ in range(SAMPLES):
        own, of_document = rng.choice([1, -1, 0], len(cluster), p=shares), rng.choice([1, -1, 0], DOCUMENTS, p=shares)
        gains = np.where(rng.random(len(cluster)) < math.sqrt(CORRELATION), of_document[cluster], own)
        if how == "alone":
            k = [int(np.sum(gains == x)) for x in (1, -1, 0)]
            interval = tango_interval(0, k[0], k[1], k[2])
        else:
            interval = clustered_tango_interval(gains, cluster, careful=how == "careful")
        passed.append(interval.low > -MARGIN)
    return np.array(passed)


def whole(groups, each, careful, rng):
    """As many items gain as lose, and one group in fifty is lost as a whole: a loss of two points in all."""
    flips = rng.multinomial(each, [0.02, 0.02, 0.96], (SAMPLES, groups))
    gone = rng.random((SAMPLES, groups)) < 0.02
    totals = np.where(gone, -each, flips[..., 0] - flips[..., 1]).astype(float)
    squares = np.where(gone, each, flips[..., 0] + flips[..., 1]).astype(float)
    return _ends(totals, squares, np.full(groups, float(each)), 0.95, careful)[0] > -MARGIN


def rows():
    """(setting, items, what is true, the chance to pass, its error)"""
    sizes = (100, 500, 2_000)
    for loss, n in product((0.02, 0.04, 0.0), sizes):
        yield "--margin 2", n, f"loses {100 * loss:g} points", margin(n, loss), 0.0
    for n in sizes:
        yield "--margin 2, and status 3 passes too", n, "loses 4 points", margin(n, 0.04, True), 0.0
    for rate, n in product((0.8, 0.85), sizes):
        yield "--at-least 80", n, f"is at {100 * rate:g}%", threshold(n, rate), 0.0
    once = margin(500, 0.02)
    yield "--margin 2, ten gates, one passed is enough", 500, "loses 2 points in each", 1 - (1 - once) ** 10, 0.0
    for word in ("leave-out", "fail"):
        passed = crashes(2_000, 0.05, word == "fail", np.random.default_rng(SEED))
        yield f"--margin 2 --missing {word}", 2_000, "crashes on 5 points of what it would have right", *share(passed)
    for how, setting in (("alone", ""), ("clustered", " --cluster doc"), ("careful", " --cluster doc --careful")):
        passed = documents(0.02, how, np.random.default_rng(SEED))
        yield f"--margin 2{setting}", 500, "loses 2 points, in 50 documents of 10", *share(passed)
    for groups, each in ((11, 66), (50, 66)):
        for careful, setting in ((False, " --cluster doc"), (True, " --cluster doc --careful")):
            truth = f"loses 2 points: each of {groups} groups may be lost as a whole, with a chance of 2%"
            passed = whole(groups, each, careful, np.random.default_rng(SEED))
            yield f"--margin 2{setting}", groups * each, truth, *share(passed)


def table():
    """The stored figures as Markdown."""
    lines, last = ["| setting | items | a system that | passes |", "|---|---|---|---|"], ""
    for row in pd.read_csv(STORED).itertuples():
        setting = "" if row.setting == last else re.sub(r"(--[^,]*)", r"`\1`", row.setting)
        passes = f"{100 * row.passes:.1f}%"
        passes = {"0.0%": "less than 0.1%", "100.0%": "more than 99.9%"}.get(passes, passes)
        lines.append(f"| {setting} | {row.items:,} | {row.truth} | {passes} |")
        last = row.setting
    return "\n".join(lines)


def main():
    table = pd.DataFrame(rows(), columns=["setting", "items", "truth", "passes", "error"])
    table.round({"passes": 4, "error": 4}).to_csv(STORED, index=False, lineterminator="\n")
    print(table.round(4).to_string(index=False))


if __name__ == "__main__":
    main()
