"""The stored tables of tools/studies/cluster_coverage.py: cells counted anew, and what docstrings say of them."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import beta

from give_or_take import clustered_tango_interval, clustered_wilson_interval, sign_flip_test
from give_or_take.clusters import clustered_clopper_pearson_interval
from tools.studies import cluster_coverage as study
from tools.studies.cluster_coverage import (
    GAINS,
    KINDS,
    RATE_METHODS,
    SEES_MORE,
    TRUTHS,
    Convolved,
    Listed,
    Simulated,
    Truth,
)

STORED = {name: pd.read_csv(study.stored(name)) for name in study.STUDIES}
BY_SUMS = tuple(method for method in RATE_METHODS if method not in SEES_MORE)
SWIFT = {(3, "4"), (3, "10"), (5, "4"), (5, "10"), (11, "4")}


@pytest.mark.parametrize("groups", [3, 5, 11])
def test_the_exact_cells_that_are_stored_come_out_again(groups):
    rows = STORED["rates"][STORED["rates"]["clusters"] == groups]
    swift = [row for row in rows.itertuples() if (row.clusters, row.items) in SWIFT]
    assert len(swift) >= 5
    for row in swift:
        truth = Truth(row.truth, row.rate, row.correlation)
        again = study.rate_cells(groups, int(row.items), (truth,), (row.method,))
        assert again["coverage"].tolist() == pytest.approx([row.coverage], abs=6e-5), row
        assert row.error == 0


@pytest.mark.parametrize("design", [(3, 4), (5, 4), (8, 3)])
def test_convolving_is_listing(design):
    sizes = study.sizes_of(design[1], design[0])
    listed, convolved = (results(*design) for results in (Listed, Convolved))
    ends = [study.measured(results, BY_SUMS, sizes) for results in (listed, convolved)]
    for truth in TRUTHS[::5]:
        chances = [results.weights(truth) for results in (listed, convolved)]
        assert [chance.sum() for chance in chances] == pytest.approx([1, 1], abs=1e-12)
        for method in BY_SUMS:
            cover, width = zip(
                *((w @ ((e[0] <= truth.rate) & (truth.rate <= e[1])), w @ (e[1] - e[0]))
                  for w, e in zip(chances, (one[method] for one in ends), strict=True)), strict=True)  # fmt: skip
            assert (cover[0], width[0]) == pytest.approx((cover[1], width[1]), abs=1e-10)


def test_drawing_is_listing():
    truth, sizes, rng = Truth("beta-binomial", 0.95, 0.2), np.full(5, 10.0), np.random.default_rng(4)
    drawn = study.measured(Simulated(sizes, truth, 20_000, rng), BY_SUMS, sizes)
    for row in study.rate_cells(5, 10, (truth,), BY_SUMS).itertuples():
        low, high = drawn[row.method]
        covered = np.mean((low <= 0.95) & (0.95 <= high))
        assert abs(covered - row.coverage) <= 4 * np.sqrt(row.coverage * (1 - row.coverage) / 20_000), row.method


@pytest.mark.parametrize("items", [1, 4, 66])
@pytest.mark.parametrize("truth", TRUTHS[::3])
def test_a_truth_has_its_rate_and_its_correlation(truth, items):
    k, chances, p = np.arange(items + 1), truth.chances(items), truth.rate
    assert (chances.sum(), chances @ k) == pytest.approx((1, items * p))
    variance = items * p * (1 - p) * (1 + (items - 1) * truth.correlation)
    assert chances @ (k - items * p) ** 2 == pytest.approx(variance)


@pytest.mark.parametrize("kind", GAINS)
@pytest.mark.parametrize("shares", [(0.1, 0.1), (0.2, 0.05)])
def test_gains_have_their_shares_and_their_correlation(kind, shares):
    truth, rng = study.Gains(kind, *shares, 0.2), np.random.default_rng(1)
    totals, squares = truth.draw(np.full(50, 10.0), 4000, rng)
    difference, flips = shares[0] - shares[1], sum(shares)
    assert (totals.mean() / 10, squares.mean() / 10) == pytest.approx((difference, flips), abs=0.003)
    assert totals.var() == pytest.approx(10 * (flips - difference**2) * (1 + 9 * 0.2), rel=0.03)


def test_integrating_the_correlation_out_of_single_items_leaves_a_beta_distribution():
    totals, sizes = np.array([[1.0] * 8 + [0] * 2]), np.ones(10)
    ends = [float(end[0]) for end in study.integrated(totals, sizes)]
    assert ends == pytest.approx(beta.ppf([0.025, 0.975], 9, 3), abs=2e-3)


# What docstrings say, and which method is the default


def lowest(table, method, kind):
    rows = STORED[table].query("method == @method and truth == @kind")
    return rows.loc[rows["coverage"].idxmin()]


@pytest.mark.parametrize(
    ("function", "table", "method", "kind", "sentence"),
    [
        (clustered_wilson_interval, "rates", "clustered Wilson", KINDS[0], "in {}% of all samples or more"),
        (clustered_wilson_interval, "rates", "clustered Wilson", KINDS[1], "it falls to {}%, with 20 clusters of 66"),
        (clustered_wilson_interval, "rates", "careful clustered Wilson", KINDS[1], "`careful=True` keeps {}%"),
        (clustered_clopper_pearson_interval, "rates", "clustered Clopper-Pearson", KINDS[0], "in {}% of all"),
        (clustered_clopper_pearson_interval, "rates", "clustered Clopper-Pearson", KINDS[1], "falls to {}% where rare"),
        (clustered_clopper_pearson_interval, "rates", "careful clustered Clopper-Pearson", KINDS[1], "keeps {}%"),
        (clustered_tango_interval, "differences", "clustered Tango", GAINS[0], "in {}% of all samples or more"),
        (clustered_tango_interval, "differences", "Tango", GAINS[0], "plain Tango falls to {}%"),
        (clustered_tango_interval, "differences", "clustered Tango", GAINS[1], "gained as a whole, it falls to {}%"),
        (clustered_tango_interval, "differences", "careful clustered Tango", GAINS[1], "`careful=True` keeps {}%"),
    ],
)
def test_a_docstring_says_the_lowest_coverage(function, table, method, kind, sentence):
    worst = lowest(table, method, kind)
    assert sentence.format(f"{100 * worst['coverage']:.1f}") in " ".join(function.__doc__.split())
    assert "20 clusters" not in sentence or (worst["clusters"], worst["items"]) == (20, "66")


def test_the_sign_flip_test_says_its_most_false_alarms():
    alarms = 100 * (1 - lowest("differences", "sign-flip mid-p", GAINS[0])["coverage"])
    text, worst = " ".join(sign_flip_test.__doc__.split()), lowest("differences", "sign-flip mid-p", GAINS[1])
    assert f"at most in {alarms:.1f}% of all samples of 5 to 200 clusters" in text
    assert f"in {100 * (1 - worst['coverage']):.1f}% of all samples of SWE-bench Pro's 11 repositories" in text
    assert worst["items"] == "SWE-bench Pro"


@pytest.mark.parametrize(("table", "kind", "default"), [("rates", KINDS[0], "clustered Wilson"),
                                                         ("differences", GAINS[0], "clustered Tango")])  # fmt: skip
def test_the_default_is_the_narrowest_that_keeps_93_percent(table, kind, default):
    rows = STORED[table].query("truth == @kind and width > 0").groupby("method")
    keep = rows["coverage"].min()[lambda coverage: coverage >= 0.93].index
    assert default in keep and len(keep) > 1
    assert rows["width"].mean()[keep].idxmin() == default


def test_only_the_careful_clopper_pearson_interval_keeps_93_percent_where_clusters_fail():
    worst = STORED["rates"].groupby("method")["coverage"].min()
    assert worst.index[worst >= 0.93].tolist() == ["careful clustered Clopper-Pearson"]


def test_the_page_shows_what_is_stored():
    shown = study.table("rates", "coverage").splitlines()
    assert shown[0] == "| beta-binomial: clusters | 3 | 5 | 11 | 20 | 50 | 200 |"
    assert shown[2].startswith("| clustered Wilson | 95.0 | ") and len(shown) == 2 * (2 + len(RATE_METHODS)) + 1
    assert not any("nan" in study.table(name, "width") for name in STORED)
