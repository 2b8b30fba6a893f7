"""Posteriors of chapter 11: against exact fractions, SciPy and stored values; and the stored study."""

from fractions import Fraction
from math import comb

import numpy as np
import pandas as pd
import pytest
from scipy.integrate import quad
from scipy.stats import beta, binom, norm

from give_or_take import (
    Pairs,
    bayes,
    beta_posterior,
    items_until_decided,
    jeffreys_interval,
    mcnemar_power,
    mcnemar_test,
    paired_posterior,
    partial_pooling,
    practical_equivalence,
    wilson_interval,
)
from tests import reference
from tools.studies import bayes_coverage as study

STORED = pd.read_csv(study.STORED)


def numbers(row, *names):
    return [float(row[name]) for name in names]


# One rate


def test_under_jeffreys_prior_it_is_the_interval_of_chapter_3():
    k, n = [0, 1, 84, 99, 100, 20], [100, 100, 100, 100, 100, 20]
    found, known = beta_posterior(k, n, level=0.9), jeffreys_interval(k, n, level=0.9)
    assert np.array_equal([*found], [*known]) and found.low[0] == 0 and found.high[4] == 1


@pytest.mark.parametrize(
    ("k", "n", "prior"), [(84, 100, (0.5, 0.5)), (19, 20, (1, 1)), (3, 10, (2, 5)), (0, 7, (3, 1))]
)
def test_a_rate_is_beta_distributed(k, n, prior):
    found, known = beta_posterior(k, n, prior, level=0.9), beta(k + prior[0], n - k + prior[1])
    assert [*found] == pytest.approx([known.ppf(0.05), known.ppf(0.95)], rel=1e-12)
    assert (found.mean, found.estimate) == pytest.approx((known.mean(), known.mean()))
    assert found.rate == k / n and found.beyond([0.2, 0.8]) == pytest.approx(known.sf([0.2, 0.8]))
    around = found.mode + np.array([-1e-3, 0, 1e-3])
    assert known.pdf(around).argmax() == 1


@pytest.mark.parametrize(
    ("k", "n", "prior", "mode", "low", "high"),
    [
        (20, 20, (0.5, 0.5), 1, None, 1),
        (20, 20, (1, 1), 1, None, 1),
        (0, 20, (1, 1), 0, 0, None),
        (20, 20, (1, 1.5), 20 / 20.5, None, None),  # not highest at the end: the plain quantile
        (1, 1, (0.2, 0.2), 1, None, 1),
    ],
)
def test_it_reaches_an_end_where_it_is_highest_there(k, n, prior, mode, low, high):
    found, known = beta_posterior(k, n, prior), beta(k + prior[0], n - k + prior[1])
    assert found.mode == pytest.approx(mode)
    assert found.low == pytest.approx(known.ppf(0.025) if low is None else low)
    assert found.high == pytest.approx(known.ppf(0.975) if high is None else high)


def test_the_prior_moves_twenty_of_twenty_by_four_points():
    uniform, jeffreys = (beta_posterior(20, 20, prior, level=0.9).low for prior in ((1, 1), (0.5, 0.5)))
    assert uniform == pytest.approx(0.05 ** (1 / 21)) and jeffreys == pytest.approx(0.9095, abs=5e-5)


def test_the_name_says_the_prior():
    assert f"{beta_posterior(84, 100)}" == "83.7% (95% Jeffreys posterior 75.9%-90.2%)"
    assert f"{beta_posterior(84, 100, (2, 3))}".startswith("81.9% (95% posterior from Beta(2, 3) ")


# Two systems on the same items


@pytest.mark.parametrize("row", reference.rows("paired_posterior.csv"))
def test_a_pair_is_what_was_computed_elsewhere(row):
    a, b, c, d, prior = numbers(row, "both", "only_first", "only_second", "neither", "prior")
    found = paired_posterior(b, c, a + b + c + d, prior=prior)
    assert found.better == pytest.approx(float(row["better"]), abs=1e-12)
    wanted = numbers(row, "better_by_2_points", "mean", "low", "high")
    assert [found.beyond(0.02), found.mean, found.low, found.high] == pytest.approx(wanted, abs=6e-9)
    turned = paired_posterior(c, b, a + b + c + d, prior=prior)
    assert [-turned.high, -turned.low] == pytest.approx([*found], abs=1e-9)
    assert turned.beyond(-0.02) == pytest.approx(1 - found.beyond(0.02), abs=1e-12)


@pytest.mark.parametrize("row", reference.rows("posterior_equals_mid_p.csv"))
def test_worse_is_half_the_mid_p_that_was_computed_elsewhere(row):
    b, c, worse, mid_p = numbers(row, "only_first", "only_second", "worse", "mid_p")
    assert paired_posterior(b, c, 1000).worse == pytest.approx(worse, rel=1e-11)
    assert mcnemar_test(b, c).p_value == pytest.approx(mid_p, rel=1e-11)


def test_worse_is_half_the_mid_p():
    b, c = np.array([(b, c) for b in range(0, 60, 7) for c in range(0, b, 4)]).T
    assert paired_posterior(b, c, 200).worse == pytest.approx(mcnemar_test(b, c).p_value / 2, rel=1e-12)
    tie = paired_posterior(4, 4, 20)
    assert tie.worse == 0.5 and mcnemar_test(4, 4).p_value == pytest.approx(1 - comb(8, 4) / 2**9)


def test_better_is_a_sum_of_fractions():
    exact = sum(Fraction(comb(12, k), 2**12) for k in range(3))  # 9 and 2: two heads or fewer of twelve tosses
    assert paired_posterior(9, 2, 60).worse == pytest.approx(float(exact), rel=1e-14)


@pytest.mark.parametrize(
    ("b", "c", "n", "value"), [(30, 0, 40, 0.6), (400, 1, 1000, 0.395), (2, 9, 30, 0.05), (9, 2, 11, 0.9)]
)
def test_beyond_is_an_integral(b, c, n, value):
    share, flips = beta(b + 1, c + 1), beta(b + c + 2, n - b - c + 2)
    start = max(value, flips.ppf(1e-16))
    points = [p for p in (flips.mean(), value / (2 * share.mean() - 1)) if start < p < 1]
    exact, _ = quad(
        lambda f: flips.pdf(f) * share.sf((1 + value / f) / 2), start, 1, points=points, epsabs=1e-13, limit=500
    )
    assert paired_posterior(b, c, n).beyond(value) == pytest.approx(exact, rel=1e-9, abs=1e-12)


def test_an_end_leaves_out_its_tail_and_many_items_are_a_bell_curve():
    found = paired_posterior([0, 12, 0], [0, 3, 40], [30, 500, 40], level=0.9)
    shapes = found._shapes
    assert bayes._beyond(found.low, *shapes) == pytest.approx([0.95] * 3, abs=1e-9)
    assert bayes._beyond(found.high, *shapes) == pytest.approx([0.05] * 3, abs=1e-9)
    many = paired_posterior(45_000, 40_000, 10**6)
    half = norm.ppf(0.975) * np.sqrt((0.085 - 0.005**2) / 10**6)
    assert [*many] == pytest.approx([0.005 - half, 0.005 + half], abs=1e-7)
    assert [many.beyond(1), many.beyond(-1)] == pytest.approx([0, 1], abs=1e-15)


def test_pairs_stand_in_for_the_counts_and_groups_are_refused():
    assert paired_posterior(Pairs(40, 9, 2, 9)) == paired_posterior(9, 2, 60)
    results = ((1, 1), (1, 0), (0, 1), (0, 0))
    grouped = Pairs(1, 1, 1, 1, ids=tuple("wxyz"), results=results, groups=tuple("aabb"))
    for function, more in ((paired_posterior, {}), (practical_equivalence, {"margin": 0.1})):
        with pytest.raises(ValueError, match="n_only_first holds 4 items in 2 groups"):
            function(grouped, **more)
        assert function(grouped, independent=True, **more)
    with pytest.raises(ValueError, match="n must be at least n_only_first and n_only_second together"):
        paired_posterior(5, 6, 10)


def test_three_answers_add_up_and_one_is_given():
    found = practical_equivalence([9, 2, 30, 9], [2, 9, 28, 5], [60, 60, 2000, 60], margin=[0.02, 0.02, 0.01, 0.02])
    assert found.better + found.same + found.worse == pytest.approx([1] * 4)
    assert found.better[0] == pytest.approx(paired_posterior(9, 2, 60).beyond(0.02)) == found.worse[1]
    assert found.verdict.splitlines() == [
        "the first is better by at least 2 points",
        "the first is worse by at least 2 points",
        "practically the same",
        "undecided, as none reaches 95%",
    ]
    assert practical_equivalence(9, 5, 60, margin=0.02, level=0.7).verdict == "the first is better by at least 2 points"
    assert f"{practical_equivalence(9, 2, 60, margin=0.01)}".startswith("better by 1 point or more 97.0%, practically ")


def test_two_separate_posteriors_of_shared_items_are_far_too_cautious():
    """Of 200 items 6% flip each way, and both rates are 84%: of 5% false alarms 0.34% are left, summed exactly."""
    n, flipping, right = 200, 0.12, np.arange(201)
    nodes, weights = np.polynomial.legendre.leggauss(800)
    rate, density = (nodes + 1) / 2, beta.pdf((nodes + 1) / 2, right[:, np.newaxis] + 1, n - right[:, np.newaxis] + 1)
    better = density * weights / 2 @ beta.cdf(rate, right[:, np.newaxis] + 1, n - right[:, np.newaxis] + 1).T
    alarm = np.abs(better - 0.5) > 0.475
    separate = 0.0
    for flips in range(61):
        b, both = np.arange(flips + 1), np.arange(n - flips + 1)[:, np.newaxis]
        chance = binom.pmf(flips, n, flipping) * binom.pmf(b, flips, 0.5)
        of_both = binom.pmf(both, n - flips, (0.84 - flipping / 2) / (1 - flipping))
        separate += np.sum(chance * of_both * alarm[both + b, both + flips - b])
    assert 0.0033 < separate < 0.0034
    assert mcnemar_power(n, flipping / 2, flipping / 2) > 0.044  # with a posterior of the flips, which is mid-p


# Slices


def stored_slices(data, prior):
    rows = [row for row in reference.rows("partial_pooling.csv") if (row["data"], row["prior"]) == (data, prior)]
    return rows, *(np.array([float(row[name]) for row in rows]) for name in ("right", "n", "mean"))


@pytest.mark.parametrize("data", ["small", "unequal"])
def test_slices_are_what_was_computed_elsewhere(data):
    _, k, n, mean = stored_slices(data, "uniform")
    assert partial_pooling(k, n).pooled.estimate == pytest.approx(mean, abs=6e-9)
    rows, k, n, mean = stored_slices(data, "nine populations")
    average, size = (x.ravel() for x in np.meshgrid([0.6, 0.8, 0.9], [4, 16, 64]))
    a, b = average * size, (1 - average) * size
    weight = np.exp(bayes._log_weight(k, n, np.ones(len(k)), a, b))
    found = bayes._pulled(k, n, a, b, weight / weight.sum(), 0.95)
    ends = [[float(row[end]) for row in rows] for end in ("low", "high")]
    assert np.array(found) == pytest.approx(np.array([mean, *ends]), abs=1e-10)


@pytest.mark.parametrize(
    "k, n", [([900_000, 900_500, 899_000], [10**6] * 3), ([9, 10, 6], [10] * 3), ([20] * 5, [20] * 5)]
)
def test_a_finer_grid_changes_nothing(k, n, monkeypatch):
    found = partial_pooling(k, n).pooled
    monkeypatch.setattr(bayes, "SPREADS", bayes._nodes(64))
    monkeypatch.setattr(bayes, "MEANS", bayes._nodes(160))
    finer = partial_pooling(k, n).pooled
    assert np.array([*found, found.estimate]) == pytest.approx(np.array([*finer, finer.estimate]), abs=2e-4)
    assert found.estimate == pytest.approx(finer.estimate, abs=1e-6)


def test_slices_are_pulled_towards_one_another_where_they_are_alike():
    found = partial_pooling({"a": 80, "b": 84, "c": 88, "d": 84}, {"d": 100, "c": 100, "b": 100, "a": 100})
    assert found.names == ("a", "b", "c", "d") and found.worst == 0
    assert found.pooled.estimate[0] > 0.81 and found.pooled.estimate[2] < 0.87
    assert (found.pooled.width < found.raw.width).all() and found.raw == wilson_interval([80, 84, 88, 84], 100)
    apart = partial_pooling([50, 840, 998], [1000] * 3)
    assert apart.pooled.estimate == pytest.approx([0.05, 0.84, 0.998], abs=2e-3)
    assert 0.3 < apart.spread.estimate < 0.5 and 0.3 < apart.average.estimate < 0.8


def test_slices_come_as_the_other_functions_take_them():
    found = partial_pooling({"a": 2, "b": 2, "c": 3}, {"c": 3, "a": 3, "b": 3})
    column = pd.Series([2, 2, 3], index=list("abc"))
    again = partial_pooling(column, pd.Series([3, 3, 3], index=list("abc")))
    assert found.names == again.names == ("a", "b", "c") and found.pooled == again.pooled
    assert partial_pooling([2, 2, 3], [3, 3, 3]).names == ("slice 1", "slice 2", "slice 3")
    with pytest.raises(ValueError, match="successes must hold at least 3 slices: from 2"):
        partial_pooling([2, 2], [3, 3])


def test_raw_and_pooled_stand_side_by_side_with_the_warning():
    lines = f"{partial_pooling([36, 26, 13, 9], [40, 30, 20, 10], level=0.9)}".splitlines()
    assert lines[0].endswith("  pooled, 90%") and len(lines) == 7
    assert lines[3].startswith("slice 3  13 of 20") and lines[-1] == bayes.WARNING


# How many items


@pytest.mark.parametrize("row", reference.rows("decisions_on_flips.csv"))
def test_the_chance_of_a_decision_is_what_was_computed_elsewhere(row):
    first, second = numbers(row, "share_only_first", "share_only_second")
    plan = bayes.DecisionPlan(1, first, second, pilot=int(row["pilot"]) if row["pilot"] else None)
    n, *wanted = numbers(row, "n", "for_first", "for_second")
    assert [plan.chance(n), plan.wrong_chance(n)] == pytest.approx(wanted, abs=6e-9)


def test_with_true_shares_it_is_the_power_of_a_one_sided_test():
    plan = items_until_decided(0.12, 0.05, power=0.9, threshold=0.95)
    assert plan.chance(300) == pytest.approx(mcnemar_power(300, 0.12, 0.05, alpha=0.05, sides=1), rel=1e-12)


@pytest.mark.parametrize(
    ("first", "second", "pilot"), [(0.5, 0.2, None), (0.8, 0.2, None), (0.08, 0.04, None), (0.5, 0.1, 10)]
)
def test_from_the_answer_on_the_chance_is_enough(first, second, pilot):
    plan = items_until_decided(first, second, power=0.75, pilot=pilot)
    assert plan.chance(plan.items - 1) < 0.75
    assert min(plan.chance(n) for n in range(plan.items, plan.items + 25)) >= 0.75


def test_after_a_pilot_no_number_of_items_decides_more_often_than_it_lets_hope():
    assert items_until_decided(0.08, 0.04, pilot=100).chance(1000) == pytest.approx(0.674, abs=5e-4)
    with pytest.raises(ValueError, match="power must lie below 0.867: got 0.9"):
        items_until_decided(0.08, 0.04, power=0.9, pilot=100)
    with pytest.raises(ValueError, match="share_only_first must be larger than share_only_second"):
        items_until_decided(0.04, 0.04)
    with pytest.raises(ValueError, match="pilot does not fit share_only_first: 0.085 of 100 is no whole number"):
        items_until_decided(0.085, 0.04, pilot=100)
    with pytest.raises(ValueError, match="power is too high: 100,000 items decide with chance 0.0"):
        items_until_decided(0.0501, 0.05)


# The stored study

OUTLIERS = STORED[STORED["figure"] == "outlier"]


def lowest(what, **where):
    """The row that covers least, of those with these values."""
    rows = STORED[STORED["what"] == what]
    for column, value in where.items():
        rows = rows[rows[column] == value]
    return rows.loc[rows["coverage"].idxmin()]


def test_cells_that_are_stored_come_out_again():
    stored = STORED[(STORED["what"] == "rate") & (STORED["n"] == 20) & (STORED["kind"] == "Jeffreys")]
    low, high = beta_posterior(np.arange(21), 20)
    assert study.of_rates(20, (low, high)) == pytest.approx(stored["coverage"].tolist(), abs=6e-5)
    row = STORED[(STORED["n"] == 50) & (STORED["truth"] == "12% flips, 2 to 1")].iloc[0]
    assert study.difference(50, 0.12, (2, 1)) == pytest.approx(row[["coverage", "beside"]].tolist(), abs=6e-5)
    assert len(STORED) == 2 * 2 * len(study.SIZES) + 4 * 4 * 4 + 4 * 4 * 2 * 2 + 4 * 3 * (2 * 3 + 1)
    row = STORED[(STORED["n"] == 200) & (STORED["truth"] == "6% flips, 5 points ahead")]
    assert study.answers(200, 0.06, 0.05) == pytest.approx(row["coverage"].tolist(), abs=6e-5)


@pytest.mark.slow
def test_slices_that_are_stored_come_out_again():
    row = STORED[(STORED["n"] == 20) & (STORED["slices"] == 5) & (STORED["figure"] == "outlier")].iloc[0]
    again = study.pooled(5, 20, None)["outlier"]
    assert again == pytest.approx(row[["coverage", "error", "beside"]].tolist(), abs=6e-5)


def test_adding_up_is_drawing():
    rng = np.random.default_rng(3)
    b, c, _ = rng.multinomial(50, [0.08, 0.04, 0.88], 20_000).T
    pairs, times = np.unique([b, c], axis=1, return_counts=True)
    found = paired_posterior(*pairs, 50)
    held = (found.low <= 0.04) & (0.04 <= found.high)
    assert times @ held / 20_000 == pytest.approx(study.difference(50, 0.12, (2, 1))[0], abs=0.005)


@pytest.mark.parametrize(("slices", "n", "spread"), [(5, 20, None), (20, 50, 0.04), (30, 100, 0.0)])
def test_slices_are_counted_as_the_package_has_them(slices, n, spread):
    rng, known = np.random.default_rng(1), study.grid(n)
    for _ in range(2):
        truth = study.truths(slices, spread, rng)
        k = rng.binomial(n, truth)
        pooled = partial_pooling(k, [n] * slices).pooled
        near = np.minimum(abs(pooled.low - truth), abs(pooled.high - truth)) < 1e-3
        held = study.held(k, n, truth, *known)
        assert ((pooled.low <= truth) & (truth <= pooled.high) | near).tolist() == (held | near).tolist()


def test_the_docstrings_say_what_is_stored():
    rate, paired, pooled = (" ".join(x.__doc__.split()) for x in (beta_posterior, paired_posterior, partial_pooling))
    average, worst = (lowest("rate", kind="Jeffreys", figure=figure) for figure in ("average", "lowest"))
    wilson = [STORED[STORED["figure"] == figure]["beside"].min() for figure in ("average", "lowest")]
    assert f"does in {100 * average['coverage']:.1f}% of all samples or more on average" in rate
    assert f"in {100 * worst['coverage']:.1f}% at the worst rate" in rate
    assert f"(Wilson's interval: {100 * wilson[0]:.1f}% and {100 * wilson[1]:.1f}%)" in rate
    assert f"the worst is {100 * lowest('rate', kind='uniform')['coverage']:.1f}%" in rate
    assert f"in {100 * lowest('difference')['coverage']:.1f}% of all samples or more" in paired
    few = STORED[(STORED["n"] == 20) & STORED["truth"].str.startswith("6% flips")]
    assert few["coverage"].min() > 0.99 and "in 99% or more at 20 items and 6% flips" in paired
    better, same = (100 - 100 * lowest("answers", figure=figure)["coverage"] for figure in ("better", "the same"))
    answers = " ".join(practical_equivalence.__doc__.split())
    assert f"in at most {better:.1f}% of all samples at the level of 0.95, the second in at most {same:.1f}%" in answers
    every, worst = (lowest("slices", figure=figure)["coverage"] for figure in ("all slices", "worst-looking"))
    raw = STORED[STORED["figure"] == "worst-looking"]["beside"].min()
    assert f"in {100 * every:.1f}% or more, all slices counted" in pooled
    assert f"in {100 * worst:.1f}% or more, where its own Wilson interval falls to {100 * raw:.1f}%" in pooled
    by = OUTLIERS.groupby("slices")["coverage"]
    low, high = by.min(), by.max()
    assert f"in {100 * low[5]:.0f} to {100 * high[5]:.0f}% of the samples with 5 slices" in pooled
    assert f"in {100 * low[20]:.0f} to {100 * high[20]:.0f}% with 20, and in {100 * low[30]:.0f} to" in pooled
    assert "missed in half of all samples" in bayes.WARNING and 0.44 < by.mean()[20] < 0.56


def test_the_page_shows_what_is_stored():
    lines = study.table().splitlines()
    assert len(lines) == 12 and lines[-1].startswith(
        f"| slices, pooled | outlier | {100 * OUTLIERS['coverage'].min():.1f} |"
    )


def test_where_every_item_flips_half_an_item_a_cell_gives_mirror_images():
    """The density of the share of flips ends at 1 there. The end is that of a million draws."""
    one, other = paired_posterior(0, 5, 5, prior=0.5), paired_posterior(5, 0, 5, prior=0.5)
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low), abs=1e-9)
    assert one.low == pytest.approx(-0.977, abs=1e-3)
    three = practical_equivalence(0, 300, 300, margin=0.02, prior=0.5)
    assert (three.better, three.same, three.worse) == pytest.approx((0, 0, 1))
    with pytest.raises(ValueError, match="prior must lie between 0.5 and 1,000,000: got 0.1"):
        paired_posterior(1, 1, 5, prior=0.1)
