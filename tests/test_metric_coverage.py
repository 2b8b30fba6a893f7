"""The stored table of metric_coverage: cells added up anew, by brute force, and by the package's intervals."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import multinomial

from give_or_take import balanced_accuracy_interval, bootstrap_interval, coverage, f1_interval
from tools.studies import metric_coverage as study

STORED = pd.read_csv(study.STORED)
IN_GROUPS = pd.read_csv(study.IN_GROUPS).set_index(["groups", "holding"])["percentile"]
CELLS = STORED.set_index(["metric", "n", "positives", "rate"])[["percentile", "formula"]]


@pytest.mark.parametrize("cell", [
    ("accuracy", 20, 0, 0.95), ("F1", 200, 15, 0.95), ("F1", 200, 10, 0.95), ("F2", 100, 20, 0.8),
    ("balanced accuracy", 50, 5, 0.9),
])  # fmt: skip
def test_the_cells_that_are_stored_come_out_again(cell):
    metric, *where = cell
    assert study.METRICS[metric](*where) == pytest.approx(CELLS.loc[cell].tolist(), abs=6e-5, nan_ok=True)


@pytest.mark.parametrize("cell", [(10, 5), (30, 15), (100, 4)])
def test_cells_in_groups_come_out_again_also_by_the_package(cell):
    """400 samples of groups, each resampled 999 times."""
    groups, holding = cell
    assert study.in_groups(*cell) == pytest.approx(IN_GROUPS[cell], abs=6e-5)
    rng, true = np.random.default_rng(4), holding / groups * (1 + 4 / 3) / 5
    held = 0
    for _ in range(400):
        mistakes = np.where(rng.random(groups) < 1 / 3, 5, 1) * (rng.random(groups) < holding / groups)
        wrong = np.arange(5) < mistakes[:, None]
        low, high = bootstrap_interval(wrong.ravel(), np.mean, np.repeat(range(groups), 5), draws=999, rng=rng)
        held += low - 1e-9 <= true <= high + 1e-9
    assert held / 400 == pytest.approx(IN_GROUPS[cell], abs=0.06)


def test_every_cell_is_stored():
    assert IN_GROUPS.index.tolist() == study.cells_in_groups()
    assert CELLS.index.tolist() == [(metric, *cell) for metric in study.METRICS for cell in study.cells(metric)]


def tables(n, chances):
    """All tables, with their chances: by brute force."""
    found = np.stack(np.meshgrid(*[np.arange(n + 1)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
    found = found[found.sum(1) <= n]
    found = np.column_stack([found, n - found.sum(1)])
    return found, multinomial.pmf(found, n, [*chances, 1 - sum(chances)])


def test_what_the_package_gives_is_what_is_counted():
    n, rate = 20, 0.7  # of which half are positive
    (tp, fn, fp, tn), weight = (np.array(x).T for x in tables(n, [0.35, 0.15, 0.15]))
    some = tp + fn + fp > 0
    for beta, metric in ((1, "F1"), (2, "F2"), (0.5, "F2")):
        low, high = f1_interval(tp[some], fp[some], fn[some], beta)
        held = weight[some] @ ((low <= rate) & (rate <= high)) / weight[some].sum()
        assert held == pytest.approx(CELLS.loc[(metric, n, 10, rate), "formula"], abs=1e-4)
    some = (tp + fn > 0) & (fp + tn > 0)
    low, high = balanced_accuracy_interval(tp[some], fp[some], fn[some], tn[some])
    held = weight[some] @ ((low <= rate) & (rate <= high)) / weight[some].sum()
    assert held == pytest.approx(CELLS.loc[("balanced accuracy", n, 10, rate), "formula"], abs=1e-4)
    assert CELLS.loc[("accuracy", 50, 0, 0.95), "formula"] == pytest.approx(coverage("wilson", 50, 0.95), abs=5e-5)


@pytest.mark.parametrize(("metric", "name"), [("F1", "f1"), ("balanced accuracy", "balanced accuracy")])
def test_a_percentile_interval_of_draws_agrees(metric, name):
    """300 samples of one cell, each resampled 999 times."""
    rng, n, positives, rate = np.random.default_rng(3), 50, 5, 0.9
    held = total = 0
    for _ in range(300):
        truth = rng.random(n) < positives / n
        alarm = (1 - rate) * (positives / (n - positives) if metric == "F1" else 1)
        predicted = np.where(truth, rng.random(n) < rate, rng.random(n) < alarm)
        if truth.any():
            low, high = bootstrap_interval((truth, predicted), name, draws=999, rng=rng)
            held, total = held + (low - 1e-9 <= rate <= high + 1e-9), total + 1
    assert held / total == pytest.approx(CELLS.loc[(metric, n, positives, rate), "percentile"], abs=0.085)


# The figures that chapter 7 and the docstrings tell


def lowest(metric, column, least=0.0, most=1.0):
    rows = STORED[(STORED["metric"] == metric) & STORED["rate"].between(least, most)]
    return rows[column].min()


def test_what_the_chapter_tells():
    for cell, percentile, wilson in (
        (("accuracy", 20, 0, 0.95), 0.639, 0.925),
        (("F1", 200, 15, 0.95), 0.773, 0.955),
        (("F1", 200, 10, 0.95), 0.628, 0.951),
    ):
        assert CELLS.loc[cell].tolist() == pytest.approx([percentile, wilson], abs=6e-4)


def test_the_docstrings_say_what_is_stored():
    text = " ".join(f1_interval.__doc__.split())
    usual, rare = (min(lowest(metric, "formula", *at) for metric in ("F1", "F2")) for at in ((0, 0.95), (0.99, 1)))
    assert f"it covers the truth in {100 * usual - 0.05:.1f}% of all samples or more at 95%" in text
    assert f"where few samples hold a mistake, in {100 * rare - 0.05:.1f}%" in text
    falls = [100 * lowest("F1", "percentile", *at) for at in ((0, 0.95), (0.99, 1))]
    assert f"The percentile bootstrap falls to {falls[0]:.1f}% and {falls[1]:.1f}%" in text
    text = " ".join(balanced_accuracy_interval.__doc__.split())
    formula, percentile = (100 * lowest("balanced accuracy", column) for column in ("formula", "percentile"))
    assert f"it covers the truth in {formula - 0.05:.1f}% of all samples or more at 95%" in text
    assert f"the percentile bootstrap falls to {percentile:.1f}%" in text
    share = 100 * CELLS.loc[("accuracy", 20, 0, 0.95), "percentile"]
    assert f"it holds the truth in {share:.1f}% of all samples" in " ".join(bootstrap_interval.__doc__.split())
