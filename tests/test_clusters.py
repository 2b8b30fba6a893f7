"""Chapter 8's clusters against exact fractions, 50-digit algebra, matrices, R, statsmodels and full enumeration."""

import itertools
import math
import statistics
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from reference import FOLDER, rows
from scipy.optimize import minimize, minimize_scalar
from scipy.special import chdtri, nctdtr, stdtrit, xlogy
from scipy.stats import betabinom, binom, ttest_ind
from scipy.stats import t as t_distribution

from give_or_take import (
    clopper_pearson_interval,
    clustered_difference,
    clustered_mean,
    clustered_wilson_interval,
    design_effect_for,
    effective_items,
    exact_power,
    expand,
    intracluster_correlation,
    items_for_paired,
    items_for_power,
    load,
    margin,
    plan_two_runs,
    power_two_rates,
    standard_error,
    wilson_interval,
)
from give_or_take.clusters import (
    _above,
    _degrees,
    _ends,
    _thinned,
    _tilted,
    _variance,
    clustered_clopper_pearson_interval,
)
from give_or_take.standard_errors import standard_error_of_mean

INTERVALS = (clustered_wilson_interval, clustered_clopper_pearson_interval)
answers = st.tuples(st.integers(0, 1), st.integers(0, 5))
clustered = st.lists(answers, min_size=2, max_size=60).filter(lambda rows: len({cluster for _, cluster in rows}) > 1)


def of_sizes(*sizes):
    """Labels of so many items in each cluster."""
    return np.repeat(np.arange(len(sizes)), sizes)


# The mean


def exact_variance(scores, clusters, correction):
    """The clustered variance of a mean in exact fractions, straight from the definition."""
    n, groups = len(scores), sorted(set(clusters))
    mean = Fraction(sum(map(Fraction, scores)), n)
    variance = Fraction(0)
    for g in groups:
        own = [Fraction(y) - mean for y, c in zip(scores, clusters, strict=True) if c == g]
        variance += sum(own) ** 2 / (1 - Fraction(len(own), n) if correction == "CR2" else 1)
    factor = Fraction(len(groups), len(groups) - 1) if correction == "CR1" else 1
    return factor * variance / n**2


def reference_sets():
    items = pd.read_csv(FOLDER / "cluster_items.csv")
    return [(row, items[items["dataset"] == row["dataset"]]) for row in rows("cluster_standard_errors.csv")]


@pytest.mark.parametrize(("row", "items"), reference_sets(), ids=lambda x: x["dataset"] if isinstance(x, dict) else "")
def test_clustered_mean_against_the_reference(row, items):
    cr0, cr1 = (clustered_mean(items["y"], items["cluster"], "items", word) for word in ("CR0", "CR1"))
    (name0,) = (key for key in row if key.startswith("SE_CR0 "))
    (stata,) = (key for key in row if key.startswith("SE_Stata"))
    assert cr0.value == pytest.approx(float(Fraction(row["mean"])), rel=1e-14)
    assert cr0.se == pytest.approx(float(row[name0]), rel=1e-14)
    assert cr0.se**2 == pytest.approx(float(Fraction(row["exact_CR0_variance_fraction"])), rel=1e-14)
    assert cr1.se == pytest.approx(float(row["SE_CR0*sqrt(G/(G-1))"]), rel=1e-14)
    assert cr1.se == pytest.approx(float(row[stata]), rel=1e-14)
    assert standard_error_of_mean(items["y"]) == pytest.approx(float(row["SE_iid_div_nminus1"]), rel=1e-14)
    assert standard_error(int(row["successes"]), int(row["n"])) == pytest.approx(float(row["SE_iid_div_n"]), rel=1e-14)
    assert (cr1.n, cr1.clusters, cr1.df) == (int(row["n"]), int(row["G"]), int(row["G"]) - 1)
    assert cr1.design_effect == pytest.approx((float(row[stata]) / float(row["SE_iid_div_nminus1"])) ** 2, rel=1e-13)


def test_miller_writes_two_formulas_and_ours_is_the_one_of_his_appendix():
    for row, items in reference_sets():
        (equation4,) = (key for key in row if key.startswith("SE_Miller_eq4"))
        assert abs(clustered_mean(items["y"], items["cluster"], "items", "CR0").se - float(row[equation4])) > 1e-4


@pytest.mark.parametrize("row", rows("cluster_cr2.csv"), ids=lambda row: row["dataset"])
def test_cr2_and_its_degrees_of_freedom_against_50_digits(row):
    groups = [[float(y) for y in group.split()] for group in row["scores"].split("|")]
    estimate = clustered_mean(sum(groups, []), of_sizes(*map(len, groups)), "items")
    assert estimate.clusters == int(row["G"])
    assert estimate.se == pytest.approx(float(row["SE_CR2"]), rel=1e-14)
    assert estimate.df == pytest.approx(float(row["df_Satterthwaite"]), rel=1e-14)


def by_matrices(scores, cluster):
    """The CR2 standard error of a mean and its degrees of freedom as defined for any regression: here on a constant."""
    y, cluster = np.asarray(scores, float), np.asarray(cluster)
    n = len(y)
    keep = np.eye(n) - np.ones((n, n)) / n  # what is left of the scores when their mean is taken off
    weights = []
    for g in np.unique(cluster):
        own = cluster == g
        values, vectors = np.linalg.eigh(keep[np.ix_(own, own)])
        root = vectors @ np.diag(values**-0.5) @ vectors.T
        weights.append(keep[:, own] @ root @ np.ones(own.sum()) / n)
    weights = np.array(weights)
    products = weights @ weights.T  # of a quadratic form in independent scores of variance 1
    return math.sqrt(np.sum((weights @ y) ** 2)), np.trace(products) ** 2 / np.sum(products**2)


@given(clustered)
def test_cr2_is_what_its_matrices_give(rows):
    scores, clusters = map(list, zip(*rows, strict=True))
    estimate = clustered_mean(scores, clusters, "items")
    se, df = by_matrices(scores, clusters)
    assert estimate.se == pytest.approx(se, rel=1e-9, abs=1e-12)
    assert estimate.df == pytest.approx(df, rel=1e-9)


@given(clustered, st.sampled_from(["CR0", "CR1", "CR2"]))
def test_clustered_mean_is_the_exact_root(rows, correction):
    scores, clusters = map(list, zip(*rows, strict=True))
    exact = math.sqrt(exact_variance(scores, clusters, correction))
    assert clustered_mean(scores, clusters, "items", correction).se == pytest.approx(exact, rel=1e-14)


@pytest.mark.parametrize("seed", range(5))
def test_clustered_mean_is_what_statsmodels_gives(seed):
    sm = pytest.importorskip("statsmodels.api")
    rng = np.random.default_rng(seed)
    clusters = rng.integers(0, 12, 300)
    scores = rng.normal(clusters % 3, 1)
    model = sm.OLS(scores, np.ones(len(scores)))
    for correction, use in (("CR1", True), ("CR0", False)):
        fit = model.fit(
            cov_type="cluster",
            cov_kwds={"groups": clusters, "use_correction": use, "df_correction": True},
            use_t=True,
        )
        ours = clustered_mean(scores, clusters, "items", correction)
        assert ours.value == pytest.approx(fit.params[0], rel=1e-12)
        assert ours.se == pytest.approx(fit.bse[0], rel=1e-12)
        assert list(ours.interval(0.9)) == pytest.approx(fit.conf_int(0.1)[0], rel=1e-10)


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=40))
def test_one_item_a_cluster_is_the_standard_error_of_the_mean(scores):
    for correction, estimand in itertools.product(("CR1", "CR2"), (None, "items", "clusters")):
        estimate = clustered_mean(scores, range(len(scores)), estimand, correction)
        assert estimate.se == pytest.approx(standard_error_of_mean(scores), rel=1e-14)
        assert estimate.design_effect == pytest.approx(1, rel=1e-13)
        assert estimate.df == len(scores) - 1


@given(st.lists(st.lists(st.integers(0, 1), min_size=3, max_size=3), min_size=2, max_size=12))
def test_clusters_of_one_size_have_one_mean_and_one_correction(groups):
    scores, clusters = sum(groups, []), of_sizes(*[3] * len(groups))
    base = clustered_mean(scores, clusters)
    for correction, estimand in itertools.product(("CR1", "CR2"), ("items", "clusters")):
        again = clustered_mean(scores, clusters, estimand, correction)
        assert again.df == base.df == len(groups) - 1
        assert (again.value, again.se) == pytest.approx((base.value, base.se), rel=1e-14)


@given(clustered)
def test_a_mean_of_clusters_is_the_mean_of_their_means(rows):
    scores, clusters = zip(*rows, strict=True)
    means = pd.Series(scores).groupby(list(clusters)).mean()
    estimate = clustered_mean(scores, clusters, "clusters")
    assert estimate.value == pytest.approx(means.mean(), rel=1e-14)
    assert estimate.se == pytest.approx(standard_error_of_mean(means), rel=1e-13)
    assert (estimate.df, estimate.n) == (len(means) - 1, len(scores))


def test_the_two_means_can_differ_widely_and_the_function_asks_which():
    scores, clusters = [1] * 90 + [0] * 2, of_sizes(90, 1, 1)
    assert clustered_mean(scores, clusters, "items").value == 90 / 92
    assert clustered_mean(scores, clusters, "clusters").value == pytest.approx(1 / 3)
    with pytest.raises(ValueError, match=r"^estimand must be named where clusters differ in size \(1 to 90 items\): "):
        clustered_mean(scores, clusters)


@given(clustered, st.randoms(use_true_random=False))
def test_order_and_names_of_clusters_do_not_matter(rows, random):
    base = clustered_mean(*zip(*rows, strict=True), "items")
    shuffled = random.sample(rows, len(rows))
    names = {cluster: f"repository {7 * cluster}" for cluster in range(6)}
    again = clustered_mean([y for y, _ in shuffled], pd.Series([names[c] for _, c in shuffled]), "items")
    assert (again.value, again.n, again.clusters) == (base.value, base.n, base.clusters)
    assert (again.se, again.df) == pytest.approx((base.se, base.df), rel=1e-14)


@given(clustered, st.integers(2, 4))
def test_copies_of_every_item_in_its_cluster_add_nothing(rows, copies):
    base, more = (clustered_mean(*zip(*table, strict=True), "items") for table in (rows, rows * copies))
    assert more.se == pytest.approx(base.se, rel=1e-14, abs=1e-17)
    assert more.df == pytest.approx(base.df, rel=1e-14)


@given(clustered)
def test_design_effect_is_the_ratio_of_variances(rows):
    scores, clusters = zip(*rows, strict=True)
    assume(0 < sum(scores) < len(scores))
    estimate = clustered_mean(scores, clusters, "items")
    exact = exact_variance(scores, clusters, "CR2") / (statistics.variance(map(Fraction, scores)) / len(scores))
    assert estimate.design_effect == pytest.approx(float(exact), rel=1e-13)


def test_design_effect_above_below_and_at_one():
    assert clustered_mean([1, 1, 0, 0], list("aabb")).design_effect > 1
    assert clustered_mean([1, 0, 1, 0], list("aabb")).design_effect == 0  # each cluster repeats the whole
    assert 0 < clustered_mean([1, 0, 1, 0, 1, 1], list("aabbcc")).design_effect < 1
    assert clustered_mean([1, 1, 1, 1], list("aabb")).design_effect == 1  # all equal: nothing to inflate


@pytest.mark.parametrize("size", range(2, 40))
def test_clusters_that_all_repeat_the_whole_leave_no_error_at_all(size):
    scores, clusters = ([1] + [0] * (size - 1)) * 3, of_sizes(size, size, size)
    assert clustered_mean(scores, clusters).se == 0
    assert clustered_mean([0.1] * len(scores), clusters).se == 0


@pytest.mark.parametrize("function", [clustered_mean, effective_items, *INTERVALS])
def test_one_cluster_is_refused_and_so_is_a_single_item(function):
    for scores in ([1, 0, 1], [1]):
        with pytest.raises(ValueError, match="^clusters must name at least two clusters: one cannot show how much"):
            function(scores, ["a"] * len(scores))


@pytest.mark.parametrize("items", [10, 10**4, 10**8])
def test_a_cluster_that_holds_nearly_all_items_leaves_one_degree_of_freedom(items):
    sizes = np.array([items, 1.0, 2.0, 1.0])
    h = [Fraction(int(m), items + 4) for m in sizes]
    w = [x**2 / (1 - x) for x in h]
    exact = 1 / (sum(x**2 for x in h) + sum(w) ** 2 - sum(x**2 for x in w))
    assert _degrees(sizes) == pytest.approx(float(exact), rel=1e-13)
    assert 1 < exact < 1 + 10 / items + 0.5 * (items == 10)


def test_few_degrees_of_freedom_are_printed():
    scores, clusters = [1, 0] * 20 + [1, 0, 1, 0], of_sizes(40, 1, 1, 1, 1)
    estimate = clustered_mean(scores, clusters, "items")
    assert f"(5 clusters, {estimate.df:.3g} degrees of freedom)" in str(estimate)
    assert str(clustered_mean([1, 0], list("ab"))).endswith("(2 clusters, 1 degree of freedom)")
    assert str(clustered_mean([1, 0, 1, 0, 1], list("abcde"))).endswith("(5 clusters)")


def test_clustered_mean_of_other_scores_has_no_percent():
    assert clustered_mean([1.5, 2, 3], [1, 2, 3]).unit == ""
    assert clustered_mean([0.5, 1, 0], [1, 2, 3]).unit == "%"


def test_labels_of_any_kind():
    scores = [1, 0, 1, 1]
    expected = clustered_mean(scores, [0, 0, 1, 1])
    for labels in (
        ["a", "a", 1, 1],
        [("x", 1), ("x", 1), ("x", 2), ("x", 2)],
        np.array([2.5, 2.5, 7, 7]),
        pd.Series(["a", "a", "b", "b"], index=[9, 8, 7, 6]),
        pd.Series(["a", "a", "b", "b"], dtype="category"),
        pd.Series([True, True, False, False], dtype="boolean"),
        pd.Series([1, 1, 2, 2], dtype="Int64"),
        pd.to_datetime(["2024-01-01", "2024-01-01", "2025-01-01", "2025-01-01"]),
    ):
        assert clustered_mean(scores, labels) == expected
    assert clustered_mean(scores, ["1", "1", 1, 1]).clusters == 2  # a text is not the number it looks like


def test_columns_of_one_table_keep_their_rows():
    table = pd.DataFrame({"y": [1, 1, 0, 0], "repository": list("aabb")}, index=[3, 1, 2, 0])
    expected = clustered_mean([1, 1, 0, 0], list("aabb"))
    assert clustered_mean(table["y"], table["repository"]) == expected
    assert clustered_mean(table["y"].astype("Int64"), table["repository"].tolist()) == expected
    with pytest.raises(ValueError, match="^scores and clusters .* different row labels"):
        clustered_mean(table["y"].sort_index(), table["repository"])


def test_swe_bench_pro_by_repository():
    """±3.6 points if issues were independent; by CR1 ±9.3 if their 11 repositories are what was drawn, by CR2 more."""
    items = expand(load("swe_bench_pro"))
    cr1, cr2 = (
        clustered_mean(items["claude_sonnet_4_5"], items["repository"], "items", word) for word in ("CR1", "CR2")
    )
    assert (items["claude_sonnet_4_5"].sum(), cr1.n, cr1.clusters, cr1.df) == (319, 730, 11, 10)
    assert round(100 * margin(319, 730), 1) == 3.6
    assert round(100 * cr1.interval().half_width, 1) == 9.3
    assert cr1.interval().half_width < cr2.interval().half_width
    assert str(cr1) == "43.7%, standard error 4.2 points (11 clusters)"


def test_a_million_items_in_ten_thousand_clusters():
    rng = np.random.default_rng(1)
    scores, clusters = rng.integers(0, 2, 10**6), rng.integers(0, 10**4, 10**6)
    estimate = clustered_mean(scores, clusters, "items")
    assert (estimate.n, estimate.clusters) == (10**6, 10**4)
    assert estimate.value == scores.mean() and 0.9 < estimate.design_effect < 1.1  # drawn without clusters


@pytest.mark.parametrize("scores", [[1] * 9 + [0], [1] * 10, [0] * 10, [0.5] * 10])
def test_a_clustered_rate_whose_interval_is_impossible_is_refused_with_the_way_out(scores):
    estimate = clustered_mean(scores, list("aabbccddee"))
    words = "from 62.2% to 118%" if sum(scores) == 9 else "without width"
    with pytest.raises(ValueError, match=f"^se gives this rate an interval {words}, .* clustered_wilson_interval$"):
        estimate.interval()


# The difference of two runs


def test_a_difference_of_clusters_of_one_is_welchs_test():
    rng = np.random.default_rng(4)
    a, b = rng.normal(0, 1, 12), rng.normal(0.3, 3, 30)
    ours, theirs = clustered_difference(a, range(12), b, range(20, 50)), ttest_ind(a, b, equal_var=False)
    assert ours.value / ours.se == pytest.approx(theirs.statistic, rel=1e-12)
    assert ours.df == pytest.approx(theirs.df, rel=1e-12)
    assert list(ours.interval(0.9)) == pytest.approx(theirs.confidence_interval(0.9), rel=1e-10)
    assert (ours.unit, ours.n, ours.clusters) == ("", 42, 42)
    assert ours.design_effect == pytest.approx(1, rel=1e-13)


@given(clustered, clustered, st.sampled_from(["items", "clusters"]))
def test_a_difference_adds_the_variances_of_its_means(first, second, estimand):
    (y_a, c_a), (y_b, c_b) = (map(list, zip(*rows, strict=True)) for rows in (first, second))
    c_b = [c + 10 for c in c_b]
    a, b = clustered_mean(y_a, c_a, estimand), clustered_mean(y_b, c_b, estimand)
    ours = clustered_difference(y_a, c_a, y_b, c_b, estimand)
    mirrored = clustered_difference(y_b, c_b, y_a, c_a, estimand)
    assert ours.value == a.value - b.value == -mirrored.value
    assert ours.se**2 == pytest.approx(a.se**2 + b.se**2, rel=1e-12)
    assert ours.df == pytest.approx(mirrored.df) and min(a.df, b.df) * 0.999 <= ours.df <= (a.df + b.df) * 1.001
    assert (ours.unit, ours.n, ours.clusters) == ("points", a.n + b.n, a.clusters + b.clusters)
    if not a.se + b.se:
        assert ours.df == pytest.approx(a.df + b.df)


def test_runs_on_the_same_clusters_are_sent_to_the_paired_way():
    with pytest.raises(ValueError, match="^clusters_b shares names with clusters_a, such as 'b': .* pair_items"):
        clustered_difference([1, 0, 1], list("aab"), [1, 0, 1], list("bcc"))


def test_a_difference_asks_which_mean_unless_all_clusters_have_one_size():
    assert clustered_difference([1, 0, 1, 1], iter("aabb"), [1, 0, 0, 0], iter("ccdd")).value == 0.5
    with pytest.raises(ValueError, match=r"^estimand must be named .* \(1 to 2 items\)"):
        clustered_difference([1, 0, 1, 1], list("aabb"), [1, 0], list("cd"))
    with pytest.raises(ValueError, match="^se gives this difference of rates .* for gains clustered_tango"):
        clustered_difference([1] * 4, list("aabb"), [0] * 4, list("ccdd")).interval()


# Effective items, and the intervals of a rate


def held_by(counts):
    """K: how many clusters hold what is counted."""
    return sum(counts) ** 2 / sum(count**2 for count in counts)


@pytest.mark.parametrize(
    ("successes", "rests_on"),
    [
        ((0, 1, 1, 0, 1, 2, 1, 4), "successes"),
        ((3, 4, 1, 8, 3, 4, 2, 1), "errors"),
        ((1, 1, 1, 3, 2, 2, 1, 2), "errors"),
        ((2, 5, 1, 4, 1, 0, 2, 5), None),  # K is 4, and the formula gives less than a cluster an answer
        ((0, 1, 0, 0, 4, 4, 2, 1), None),  # K is 3.8
    ],
)
def test_effective_items_are_what_their_formula_says(successes, rests_on):
    sizes = (3, 5, 2, 8, 4, 6, 3, 5)
    errors = [m - x for m, x in zip(sizes, successes, strict=True)]
    scores = [int(i < x) for m, x in zip(sizes, successes, strict=True) for i in range(m)]
    estimate, least = clustered_mean(scores, of_sizes(*sizes), "items"), 36**2 / sum(m**2 for m in sizes)
    known = {"successes": held_by(successes), "errors": held_by(errors)}
    where = min(known, key=known.get)
    for level in (0.9, 0.95):
        ratio = stdtrit(35, (1 + level) / 2) / stdtrit(known[where] - 1, (1 + level) / 2)
        expected = 36 / max(estimate.design_effect, 1) * ratio**2
        expected = least if known[where] < 4 or expected < least else expected
        assert rests_on == (where if expected > least else None)
        assert effective_items(scores, of_sizes(*sizes), level) == pytest.approx(expected)


@given(st.lists(st.integers(1, 1000), min_size=2, max_size=40))
def test_effective_clusters_less_one_are_at_most_satterthwaites_degrees_of_freedom(sizes):
    """So that the t of effective items need not look at both."""
    assert held_by(sizes) - 1 <= _degrees(np.array(sizes, float)) * (1 + 1e-12)


@given(clustered, st.booleans())
def test_effective_items_lie_between_nothing_and_all(rows, careful):
    scores, clusters = zip(*rows, strict=True)
    sizes = np.unique(clusters, return_counts=True)[1]
    least = len(scores) ** 2 / np.sum(sizes**2)
    assert least * (1 - 1e-12) <= effective_items(scores, clusters, careful=careful) <= len(scores)
    assert effective_items([1 - y for y in scores], clusters, careful=careful) == pytest.approx(
        effective_items(scores, clusters, careful=careful), rel=1e-12
    )


SIZES = (2, 2, 2, 6, 6, 6)  # n²/Σ m² = 576/120


@pytest.mark.parametrize(
    ("scores", "few"),
    [
        ([1] * 24, True),
        ([0] * 24, True),
        ([0, 1] * 3 + [0] * 18, True),  # three clusters hold a success
        ([0, 1] * 4 + [0] * 16, False),  # four
        ([1, 0] * 3 + [1] * 18, True),  # three hold an error
        ([1, 0] * 4 + [1] * 16, False),
        ([0, -1] * 4 + [0] * 16, False),  # gains: four clusters hold one that is not 0
        ([-1, 1] * 3 + [0] * 18, True),  # three
        ([-1] * 24, True),
        ([1] * 18 + [-1, 1, 0] * 2, True),  # one holds a gain other than 1
        ([-1] * 18 + [-1, 1, 0] * 2, True),  # one holds a gain other than -1
    ],
)
def test_what_too_few_clusters_show_is_not_taken_for_their_variance(scores, few):
    clusters = of_sizes(*SIZES)
    assert effective_items(scores, clusters, careful=True) == 576 / 120
    assert (effective_items(scores, clusters) == 576 / 120) == few


def test_items_that_differ_more_than_by_chance_do_not_count_for_more():
    clusters = of_sizes(*[2] * 40)
    ratio = stdtrit(79, 0.975) / stdtrit(39, 0.975)
    assert clustered_mean([1, 0] * 40, clusters).design_effect == 0
    assert effective_items([1, 0] * 40, clusters) == pytest.approx(80 * ratio**2, rel=1e-14)


@given(st.lists(st.integers(0, 1), min_size=2, max_size=60), st.sampled_from([0.8, 0.95, 0.99]), st.booleans())
def test_clusters_of_one_give_the_plain_interval_back(scores, level, careful):
    k, n = sum(scores), len(scores)
    for ours, plain in zip(INTERVALS, (wilson_interval, clopper_pearson_interval), strict=True):
        one, other = ours(scores, range(n), level, careful), plain(k, n, level)
        assert (*one, one.estimate, one.n, one.level) == (*other, other.estimate, n, level)


@given(clustered, st.sampled_from([0.5, 0.95, 0.999]), st.booleans())
def test_a_clustered_interval_is_bounded_holds_its_rate_and_has_a_width(rows, level, careful):
    scores, clusters = zip(*rows, strict=True)
    for method in INTERVALS:
        interval = method(scores, clusters, level, careful)
        assert 0 <= interval.low <= interval.estimate <= interval.high <= 1
        assert interval.width > 0.005
        mirrored = method([1 - y for y in scores], clusters, level, careful)
        assert (1 - mirrored.high, 1 - mirrored.low) == pytest.approx(tuple(interval), abs=1e-9)


@pytest.mark.parametrize("items", [1, 4, 10])
@pytest.mark.parametrize("groups", [2, 5, 20, 50])
def test_all_right_counts_clusters_not_items(groups, items):
    clusters = np.repeat(range(groups), items)
    for ours, plain in zip(INTERVALS, (wilson_interval, clopper_pearson_interval), strict=True):
        for score, careful in itertools.product((0, 1), (False, True)):
            one = ours([score] * len(clusters), clusters, careful=careful)
            assert tuple(one) == pytest.approx(tuple(plain(score * groups, groups)), rel=1e-12)
            assert (one.high == 1) == (score == 1) and (one.low == 0) == (score == 0)


def test_one_cluster_that_holds_nearly_all_items_leaves_nearly_nothing():
    clusters = of_sizes(1000, 1, 1, 1, 1, 1)
    scores = [1, 0] * 500 + [1, 0, 1, 0, 1]
    assert 1 < effective_items(scores, clusters, careful=True) < 1.02
    assert 0 < effective_items(scores, clusters) < 30  # t with one degree of freedom reaches 12.7
    assert clustered_wilson_interval([1] * 1005, clusters).low < 0.25


def test_few_clusters_stand_in_the_name():
    for groups, careful, name in ((19, False, "19-cluster Wilson"), (20, False, "clustered Wilson"),
                                  (19, True, "careful clustered Wilson")):  # fmt: skip
        clusters = np.repeat(range(groups), 3)
        assert clustered_wilson_interval([1, 0, 1] * groups, clusters, careful=careful).method == name


def enumerated(sizes):
    """Every vector of successes, and a function for its chances when clusters are beta-binomial."""
    counts = np.array([*itertools.product(*[range(m + 1) for m in sizes])], dtype=float)

    def chances(p, correlation):
        product = np.ones(len(counts))
        for column, m in zip(counts.T, sizes, strict=True):
            spread = 1 / correlation - 1 if correlation else None
            law = betabinom(m, p * spread, (1 - p) * spread) if correlation else binom(m, p)
            product *= law.pmf(np.arange(m + 1))[column.astype(int)]
        return product

    return counts, chances


def worse(rows, position):
    """The same answers, one right one of them turned wrong; None if none is right."""
    right = [i for i, (y, _) in enumerate(rows) if y]
    if not right:
        return None
    i = right[position % len(right)]
    return [*rows[:i], (0, rows[i][1]), *rows[i + 1 :]]


@given(clustered, st.integers(0, 10**6), st.sampled_from([0.8, 0.95, 0.99]), st.booleans())
def test_a_right_answer_turned_wrong_raises_no_end(rows, position, level, careful):
    assume(fewer := worse(rows, position))
    for method in INTERVALS:
        one, other = (method(*zip(*table, strict=True), level, careful) for table in (rows, fewer))
        assert other.low <= one.low + 1e-12 and other.high <= one.high + 1e-12


@pytest.mark.parametrize("sizes", [(4, 4, 4), (1, 2, 3, 4), (2,) * 6, (1, 1, 1, 4, 4), (9, 1, 1, 1), (2, 2, 2, 3, 1)])
def test_no_end_rises_in_any_table_of_a_design(sizes):
    """Every result of every cluster: its ends beside those with one right answer less in any one cluster."""
    counts = np.array([*itertools.product(*[range(m + 1) for m in sizes])], dtype=float)
    for name, level in itertools.product(("wilson", "clopper-pearson"), (0.8, 0.95, 0.99)):
        for end in _ends(name, counts, np.array(sizes, float), level):
            table = end.reshape([m + 1 for m in sizes])
            assert min(np.diff(table, axis=k).min() for k in range(len(sizes))) >= 0


@pytest.mark.parametrize("seed", range(3))
def test_no_end_rises_in_large_tables(seed):
    rng = np.random.default_rng(seed)
    for largest, groups in itertools.product((4, 30, 300), (5, 20, 80)):
        sizes = rng.integers(1, largest, groups).astype(float)
        right = rng.binomial(sizes.astype(int), rng.beta(8, 1, (20, groups))).astype(float)
        ends = _ends("wilson", right, sizes, 0.95)
        for k in rng.choice(groups, 5, replace=False):
            fewer = right - (np.arange(groups) == k) * (right > 0)
            assert all((after <= before + 1e-12).all() for before, after in
                       zip(ends, _ends("wilson", fewer, sizes, 0.95), strict=True))  # fmt: skip


def test_errors_in_more_documents_do_not_help():
    """200 items in 50 documents, one error each in three, four and five: it was 90.3, 91.9 and 92.3."""
    low = []
    for wrong in range(12):
        scores = np.ones((50, 4), dtype=int)
        scores[:wrong, 0] = 0
        low.append(clustered_wilson_interval(scores.ravel(), np.repeat(range(50), 4)).low)
    assert low[0] == pytest.approx(wilson_interval(50, 50).low) and (np.diff(low) <= 0).all()
    assert 0.90 < low[11] < low[5] < 0.93


@pytest.mark.parametrize(("right", "sizes"), [((3, 1, 4, 0, 2), (4,) * 5), ((3, 1, 9, 0, 2, 5), (3, 2, 10, 1, 5, 6))])
def test_tilted_weights_are_the_worst_that_are_near_enough(right, sizes):
    """By SciPy's optimizer, over the weights themselves: half a cluster more, like any of them."""
    right, sizes, groups = np.array(right, float), np.array(sizes, float), len(sizes)
    far = t_distribution.isf(0.025, held_by(sizes) - 1) ** 2 / (2 * (groups + 0.5))
    base = np.append(np.ones(groups), 0.5) / (groups + 0.5)
    highest = 0
    for k in range(groups):
        x, m = np.append(right, right[k]), np.append(sizes, sizes[k])
        near = {"type": "ineq", "fun": lambda w: far - base @ np.log(base / w)}
        whole = {"type": "eq", "fun": lambda w: w.sum() - 1}
        found = minimize(lambda w, x=x, m=m: -(w @ x) / (w @ m), base, bounds=[(1e-9, 1)] * len(base),
                         constraints=[near, whole], options={"ftol": 1e-13, "maxiter": 500})  # fmt: skip
        highest = max(highest, -found.fun)
    assert _tilted(right, sizes, 0.95, 0.5) == pytest.approx(highest, abs=2e-6)


@given(clustered, st.sampled_from([0.8, 0.95, 0.99]))
def test_a_clustered_interval_lies_between_items_and_clusters(rows, level):
    """At least as wide as Wilson's of all items, at most as wide as that of as many answers as clusters."""
    scores, clusters = zip(*rows, strict=True)
    for ours, plain in zip(INTERVALS, (wilson_interval, clopper_pearson_interval), strict=True):
        interval, careful = ours(scores, clusters, level), ours(scores, clusters, level, careful=True)
        items = plain(sum(scores), len(scores), level)
        assert careful.low <= interval.low <= items.low + 1e-12 and items.high - 1e-12 <= interval.high <= careful.high


def test_one_cluster_with_half_of_all_items():
    """It was 64 points wide, as if the items were four; the rest shows that clusters do not vary like that."""
    clusters, scores = [0] * 100 + [*range(1, 101)], [1] * 80 + [0] * 20 + [1, 1, 1, 1, 0] * 20
    assert clustered_wilson_interval(scores, clusters).width < 0.5
    assert clustered_wilson_interval(scores, clusters, careful=True).width > 0.6


SMALL = [(4, 4, 4), (4,) * 5, (1, 2, 3, 4, 10), (1, 1, 1, 1, 1, 8), (2,) * 8, (12, 1, 1, 1, 1, 1)]


@pytest.mark.parametrize("sizes", SMALL)
def test_exact_coverage_of_small_designs(sizes):
    """Every sample that can come up, weighted by its chance: never below 94.5%, where Student's t falls below 13%."""
    counts, chances = enumerated(sizes)
    assert chances(0.8, 0.2).sum() == pytest.approx(1)
    m, n = np.array(sizes, dtype=float), sum(sizes)
    ends = {(name, careful): _ends(name, counts, m, 0.95, careful) for name in ("wilson", "clopper-pearson")
            for careful in (False, True)}  # fmt: skip
    variance, df = _variance(counts, m), _degrees(m)
    half = stdtrit(df, 0.975) * np.sqrt(variance)
    lowest = 1
    for p, correlation in itertools.product((0.5, 0.8, 0.95, 0.99), (0, 0.05, 0.2, 0.5)):
        chance = chances(p, correlation)
        for low, high in ends.values():
            assert chance[(low <= p) & (p <= high)].sum() > 0.945
        lowest = min(lowest, chance[np.abs(counts.sum(1) / n - p) <= half].sum())
    assert lowest < 0.13


def test_the_vectorised_core_is_what_the_public_functions_use():
    sizes = (2, 2, 2, 2, 2, 3, 1)  # in some samples four clusters hold the errors, in others fewer
    counts, _ = enumerated(sizes)
    low, high = _ends("wilson", counts, np.array(sizes, float), 0.95)
    for row, ends in zip(counts[::23].astype(int), zip(low[::23], high[::23], strict=True), strict=True):
        scores = np.concatenate([[1] * x + [0] * (m - x) for x, m in zip(row, sizes, strict=True)])
        assert tuple(clustered_wilson_interval(scores, of_sizes(*sizes))) == pytest.approx(ends, rel=1e-14)


@pytest.mark.parametrize("level", [1e-300, 1e-16, 1 - 1e-16])
@pytest.mark.filterwarnings("error")
def test_levels_next_to_their_ends(level):
    clusters, scores = of_sizes(*[3] * 10), [1, 1, 0] * 8 + [1, 0, 0] * 2
    worth = effective_items(scores, clusters, level)
    assert 10 <= worth <= 30
    if level < 0.5:  # the ratio of two densities at 0
        ratio = t_distribution(held_by([1] * 8 + [2] * 2) - 1).pdf(0) / t_distribution(29).pdf(0)
        effect = max(1, clustered_mean(scores, clusters).design_effect)
        assert worth == pytest.approx(30 / effect * ratio**2, rel=1e-5)
    for method in INTERVALS:
        low, high = method(scores, clusters, level)
        assert 0 <= low <= high <= 1 and (high - low > 0.9) == (level > 0.5)
        assert 0 <= method([0] * 14, of_sizes(5, 4, 3, 2), level).low  # all alike, where t has few degrees of freedom
        low, high = method([0, 0, 0, 0, 1, 1], of_sizes(1, 3, 2), level)
        assert low <= 1 / 3 <= high  # rounding may not put an end beyond it


def test_swe_bench_pro_is_worth_few_items():
    items = expand(load("swe_bench_pro"))
    interval = clustered_wilson_interval(items["claude_sonnet_4_5"], items["repository"])
    assert 40 < effective_items(items["claude_sonnet_4_5"], items["repository"]) < 200
    assert interval.method == "11-cluster Wilson" and 0.3 < interval.low < interval.high < 0.6


# The correlation within clusters, and its design effect


def by_hand(scores, cluster):
    """The analysis of variance in exact fractions."""
    groups = [[Fraction(y) for y, c in zip(scores, cluster, strict=True) if c == g] for g in sorted(set(cluster))]
    n, mean = len(scores), Fraction(sum(map(Fraction, scores)), len(scores))
    means = [sum(group) / len(group) for group in groups]
    between = sum(len(g) * (m - mean) ** 2 for g, m in zip(groups, means, strict=True)) / (len(groups) - 1)
    within = sum((y - m) ** 2 for g, m in zip(groups, means, strict=True) for y in g) / (n - len(groups))
    size = (n - Fraction(sum(len(g) ** 2 for g in groups), n)) / (len(groups) - 1)
    return (between - within) / (between + (size - 1) * within)


@given(clustered)
def test_the_correlation_is_that_of_the_analysis_of_variance(rows):
    scores, cluster = map(list, zip(*rows, strict=True))
    assume(0 < sum(scores) < len(scores) and len(set(cluster)) < len(cluster))
    ours = intracluster_correlation([3 * y - 2 for y in scores], cluster)
    assert ours.correlation == pytest.approx(float(by_hand(scores, cluster)), rel=1e-11, abs=1e-12)
    assert (ours.low, ours.high, ours.n) == (None, None, len(scores))


def test_a_correlation_may_be_negative_and_reaches_one():
    mixed, alike = intracluster_correlation([1, 0] * 6, of_sizes(*[2] * 6)), [1, 1, 0, 0, 1, 1, 0, 0]
    assert (mixed.correlation, mixed.low) == (-1, -1) and mixed.high < 0
    assert intracluster_correlation([1, 0, 1, 0] * 5, of_sizes(*[4] * 5)).correlation == pytest.approx(-1 / 3)
    alike = intracluster_correlation(alike, of_sizes(2, 2, 2, 2))
    assert (alike.correlation, alike.high) == (1, 1) and alike.low < 1


@given(clustered)
@example([(1, 0), (1, 1), (0, 1), (1, 2), (1, 3)])  # the analysis of variance gives -2, and the likelihood ends at -1
@example([(1, 0)] * 5 + [(0, 0), (1, 1)] + [(1, 2)] * 8 + [(0, 2), (1, 3)])  # -0.37, and it ends at -0.04
@example([(0, 0)] + [(int(i > 0), c) for c in (1, 2, 3, 4) for i in range(20)])  # 0.18, and it ends at 0.12
def test_an_estimate_lies_in_its_own_interval(rows):
    scores, cluster = ([row[part] for row in rows] for part in (0, 1))
    assume(set(scores) == {0, 1} and len(set(cluster)) < len(cluster))
    ours = intracluster_correlation(scores, cluster)
    assert ours.low <= ours.correlation <= ours.high


@pytest.mark.parametrize("seed", range(4))
def test_its_interval_is_that_of_the_beta_binomial_likelihood(seed):
    rng = np.random.default_rng(seed)
    sizes = rng.integers(2, 9, 15)
    successes = rng.binomial(sizes, rng.beta(3, 2, 15))
    scores = np.concatenate([[1] * k + [0] * (m - k) for k, m in zip(successes, sizes, strict=True)])

    def profile(rho):
        spread = 1 / rho - 1
        minus = minimize_scalar(
            lambda p: -betabinom.logpmf(successes, sizes, p * spread, (1 - p) * spread).sum(),
            bounds=(1e-6, 1 - 1e-6), method="bounded", options={"xatol": 1e-10},
        )  # fmt: skip
        return -minus.fun

    top = max(profile(rho) for rho in np.linspace(0.0005, 0.995, 400))
    ours = intracluster_correlation(scores, of_sizes(*sizes), 0.9)
    for end in (ours.low, ours.high):
        if end > 0.002:  # SciPy's distribution ends at 0
            assert top - profile(end) == pytest.approx(chdtri(1, 0.1) / 2, abs=2e-4)
    assert ours.high > 0.002


@pytest.mark.parametrize("counts", [(3, 14, 3), (900, 4200, 900), (1, 1, 0), (0, 2, 1), (1, 0, 3)])
def test_the_extended_distribution_stays_a_distribution_below_zero(counts):
    """With two items a cluster the chances are p² + ρpq, 2pq(1 - ρ), q² + ρpq: the interval is this multinomial's."""
    right, one, wrong = counts  # both right, one of two, none
    scores = [1, 1] * right + [1, 0] * one + [0, 0] * wrong
    ours = intracluster_correlation(scores, of_sizes(*[2] * sum(counts)))

    def profile(rho):
        def minus(p):
            q = 1 - p
            return -xlogy(counts, (p * p + rho * p * q, 2 * p * q * (1 - rho), q * q + rho * p * q)).sum()

        least = max(0, -rho / (1 - rho))  # below it a chance is negative
        bounds = least + 1e-9 * (1 - 2 * least), 1 - least - 1e-9 * (1 - 2 * least)
        return -minimize_scalar(minus, bounds=bounds, method="bounded", options={"xatol": 1e-10}).fun

    top = max(map(profile, np.linspace(1e-6 - 1, 1 - 1e-6, 401)))  # -0.4 is one of them
    for end, limit in ((ours.low, -1), (ours.high, 1)):
        assert end == limit or top - profile(end) == pytest.approx(chdtri(1, 0.05) / 2, abs=1e-3)
        assert end != limit or top - profile(limit * 0.999) < chdtri(1, 0.05) / 2
    if counts == (3, 14, 3):
        assert ours.low < (6 - 14) / 20 < ours.high < 0.1


def test_a_correlation_is_printed_with_two_digits_of_its_interval_and_never_as_minus_zero():
    many = intracluster_correlation(np.random.default_rng(1).integers(0, 2, 60_000), np.arange(60_000) // 30)
    assert f"{many.low:.4f} to {many.high:.4f};" in str(many) and 0.001 < many.high - many.low < 0.01
    assert str(many._replace(correlation=-0.001, low=None)).startswith("intra-cluster correlation 0.00 (60,000 items")


def test_what_shows_no_correlation_is_refused():
    with pytest.raises(ValueError, match="^scores must not be all alike"):
        intracluster_correlation([1, 1, 1], list("aab"))
    with pytest.raises(ValueError, match="^clusters must hold two items somewhere"):
        intracluster_correlation([1, 0, 1], list("abc"))


def test_the_design_effect_to_plan_with():
    assert design_effect_for(1, 0.7) == design_effect_for([1, 1, 1], 0.7) == design_effect_for([3, 4, 5], 0) == 1
    assert design_effect_for(10, 0.2) == pytest.approx(2.8) == design_effect_for([10, 10], 0.2)
    assert design_effect_for([1, 5, 24], [0.2, 1]).tolist() == pytest.approx([1 + 0.2 * (602 / 30 - 1), 602 / 30])
    assert 11 * 1e9 / design_effect_for(1e9, 0.05) == pytest.approx(11 / 0.05)  # never more than G/ρ
    with pytest.raises(ValueError, match="^correlation is too low for clusters of these sizes: -0.2 would"):
        design_effect_for(10, -0.2)
    for each in (10, 50):  # the least that there can be, also up to rounding
        with pytest.raises(ValueError, match="^correlation is too low .* would leave no variance$"):
            plan_two_runs(0.80, 0.84, items_each=each, correlation=-1 / (each - 1), have=500)


def test_the_design_effect_to_plan_with_is_the_true_one():
    """The variance of the mean of a beta-binomial over that of independent items, by full enumeration."""
    for sizes in ((4,) * 4, (1, 2, 3, 6)):
        counts, chances = enumerated(sizes)
        chance, rate = chances(0.7, 0.3), counts.sum(1) / sum(sizes)
        variance = chance @ (rate - 0.7) ** 2
        assert variance / (0.7 * 0.3 / sum(sizes)) == pytest.approx(design_effect_for(sizes, 0.3), rel=1e-10)


# Plans


@pytest.mark.parametrize("sides", [1, 2])
@pytest.mark.parametrize(("p1", "p2"), [(0.80, 0.84), (0.80, 0.90), (0.50, 0.80), (0.60, 0.95)])
def test_a_plan_in_clusters_has_its_power_and_not_much_more(p1, p2, sides):
    """The power of a t-test of two runs in clusters, by the noncentral t distribution."""
    for each, correlation, power in itertools.product((2, 10, 50), (0, 0.1, 0.5), (0.8, 0.9)):
        n = items_for_power(p1, p2, power, sides=sides, items_each=each, correlation=correlation)
        assert n % each == 0

        def found(n, each=each, correlation=correlation):
            df = 2 * (n / each - 1)
            variance = (p1 * (1 - p1) + p2 * (1 - p2)) / n * design_effect_for(each, correlation)
            return 1 - nctdtr(df, (p2 - p1) / math.sqrt(variance), stdtrit(df, 1 - 0.05 / sides))

        assert found(n) >= power - 0.001
        assert n == 2 * each or found(n - each) < power + 0.05


@pytest.mark.parametrize("each", [2, 10])
def test_a_plan_of_shared_items_has_its_power(each):
    for first, second, correlation in ((0.10, 0.04, 0.05), (0.06, 0.04, 0.3)):
        n = items_for_paired(first, second, items_each=each, correlation=correlation)
        variance = (first + second - (first - second) ** 2) / n * design_effect_for(each, correlation)
        df = n / each - 1
        power = 1 - nctdtr(df, (first - second) / math.sqrt(variance), stdtrit(df, 0.975))
        assert 0.799 < power < 0.82


def test_items_of_their_own_need_the_plan_they_always_needed():
    for function, rates in ((items_for_power, (0.8, 0.84)), (items_for_paired, (0.06, 0.04))):
        assert function(*rates, items_each=1, correlation=0.5) == function(*rates)
        assert function(*rates, items_each=50) == function(*rates, items_each=50, correlation=0)
        more = function(*rates, items_each=[1, 2, 5, 20, 1000], correlation=0.1)
        assert (np.diff(more) > 0).all() and (np.diff(more / [1, 2, 5, 20, 1000]) < 0).all()


@pytest.mark.parametrize("function", [items_for_power, items_for_paired])
def test_a_plan_does_not_pair_rates_with_clusters_of_other_rows(function):
    rates, each = pd.Series([0.10, 0.15]), pd.Series([10, 20], index=[1, 0])
    with pytest.raises(ValueError, match="and items_each are columns with different row labels"):
        function(rates, 0.04, items_each=each, correlation=0.1)
    assert function(rates, 0.04, items_each=each.to_numpy(), correlation=0.1).shape == (2,)


def test_more_items_of_the_same_clusters_never_count_for_more_than_their_limit():
    n = items_for_power(0.80, 0.84, items_each=10**6, correlation=0.1)
    assert n / 10**6 >= items_for_power(0.80, 0.84) * 0.1
    assert items_for_power(0.80, 0.84, items_each=10**9, correlation=0.1) / 10**9 == n / 10**6


def test_the_smaller_run_has_two_clusters_at_least():
    assert items_for_power(0.1, 0.9, ratio=0.3, items_each=50) == 350  # 0.3 of 7 clusters, not of 6
    assert items_for_power(0.1, 0.9, ratio=3, items_each=50) == 100


def test_a_plan_beyond_what_floats_can_tell_apart_ends():
    n = items_for_power(0.5, 0.5 + 1.1e-7, power=1 - 1e-12, alpha=1e-90, items_each=3, correlation=1)
    alone = items_for_power(0.5, 0.5 + 1.1e-7, power=1 - 1e-12, alpha=1e-90)
    assert n > 2**53 and n / alone == pytest.approx(3, rel=1e-11)  # each cluster is one answer
    with pytest.raises(ValueError, match="^items_each is too large for this plan: got 1000000000000, which asks for "):
        items_for_paired(0.1, 0.1 + 2e-7, items_each=10**12, correlation=1)


def test_clusters_of_the_second_run_are_whole_too():
    plan = plan_two_runs(0.80, 0.84, ratio=1.5, items_each=10, correlation=0.1)
    assert plan.n1 % 10 == plan.n2 % 10 == 0 and plan.n2 == 10 * math.ceil(1.5 * plan.n1 / 10)


def test_a_plan_says_its_clusters_and_what_those_at_hand_can_see():
    plan = plan_two_runs(0.80, 0.84, items_each=10, correlation=0.1, have=2760)
    assert plan.n1 == 2760
    assert "takes 2,760 items for each system in clusters of 10 with correlation 0.1," in format(plan)
    assert 0.78 < plan.power_at_hand < 0.81
    few = plan_two_runs(0.80, 0.84, items_each=100, correlation=0.1, have=500)
    assert few.power_at_hand < power_two_rates(0.80, 0.84, 46)  # 500 items at a design effect of 10.9
    nothing = plan_two_runs(0.80, 0.84, items_each=100, correlation=1, have=200)  # two clusters are worth half an item
    assert nothing.power_at_hand == exact_power(0.80, 0.84, 1)
    for have, whole in ((25, 20), (29, 20), (30, 30)):
        plan = plan_two_runs(0.80, 0.84, items_each=10, correlation=0.1, have=have, ratio=1.5)
        assert plan.have == (whole, 10 * math.ceil(1.5 * whole / 10))
    with pytest.raises(ValueError, match="^have must be at least 20"):
        plan_two_runs(0.80, 0.84, items_each=10, have=19)
    with pytest.raises(ValueError, match="^have must be at least 40"):
        plan_two_runs(0.80, 0.84, items_each=10, have=39, ratio=0.5)


def test_gains_print_in_points():
    gains = [1, -1, 0, 1, 1, 0]
    one = clustered_mean(gains, list("aabbcc"))
    assert str(one).startswith("+33.3 points, standard error 16.7 points") and one.interval(0.9).unit == "points"
    with pytest.raises(ValueError, match="none can have; .* and for gains clustered_tango_interval"):
        one.interval()
    other = clustered_difference(gains, list("aabbcc"), [1, -1, 0, 0, -1, 0], list("ddeeff"))
    assert str(other).startswith("+50.0 points") and other.value == one.value + 1 / 6
    far = clustered_difference([1, 1, 1, 1, 0, 1], list("aabbcc"), [-1, -1, -1, 0, -1, -1], list("ddeeff"))
    assert far.unit == "" and far.value == 5 / 6 + 5 / 6  # no difference of two rates is as large
    assert clustered_mean([1, -1, 0.5, 1, 1, 0], list("aabbcc")).unit == ""


@pytest.mark.parametrize("ratio", [1e-9, 1e-3, 1, 30, -1])
def test_a_sum_over_fewer_places_is_the_sum_over_all(ratio):
    counts = np.array([900, 2500, 2500, 7000])
    all_places = _above(counts)
    fewer = _thinned(*all_places)
    assert len(fewer[0]) < len(all_places[0]) / 10
    base = 0.01 if ratio > 0 else 7000.0  # next to 0, where a logarithm is steepest
    for smooth in (np.log, np.reciprocal):
        thinned, full = (smooth(base + ratio * places) @ many for places, many in (fewer, all_places))
        assert thinned == pytest.approx(full, rel=1e-13)
