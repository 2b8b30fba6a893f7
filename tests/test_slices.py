"""Chapter 6's slices, one mix for all, Kitagawa and Simpson, against R, exact fractions, statsmodels and identities."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import rows
from scipy import optimize, stats
from scipy.special import xlogy
from scipy.stats import binomtest, norm

from give_or_take import (
    expand,
    fisher_mid_p_test,
    fresh_gap,
    interaction_test,
    kitagawa,
    load,
    newcombe_interval,
    pooled_z_test,
    slice_table,
    standardised_difference,
    wilson_interval,
)
from give_or_take.results import Interval
from give_or_take.slices import ADJUSTMENTS, _adjusted, _by_slice, _likely_flips, _standardised
from tools.studies import pass_coverage as study

R = {(row["dataset"], row["quantity"]): float(row["value"]) for row in rows("stratified_results.csv")}


def tables(name):
    """Counts as R took them: (first of the two groups, second), each (successes, n) by slice."""
    counts = load(name)
    slice_, group, outcome, of = {
        "berkeley": ("department", "gender", "admitted", "applicants"),
        "kidney_stones": ("stone_size", "treatment", "success", "patients"),
    }[name]
    first, second = {"berkeley": ("male", "female")}.get(name, ("open surgery", "percutaneous nephrolithotomy"))
    wide = counts.pivot(index=slice_, columns=[group, outcome], values=of)
    return [(wide[g][1].to_numpy(), (wide[g][0] + wide[g][1]).to_numpy()) for g in (first, second)]


def standardised_rate(successes, n, weights, level=0.95):
    """One side of a standardised difference."""
    k, n, share = _by_slice(successes=successes, n=n, weights=weights)
    rate, low, high = _standardised(k, n, share, level)
    return Interval(low, high, rate, level, "stratified Wilson")


DATASETS = {"ucb": "berkeley", "kidney": "kidney_stones"}
both = pytest.mark.parametrize(("code", "name"), DATASETS.items())


@st.composite
def by_slice(draw, systems=1, largest=200, most=6):
    """For each system successes and sizes of the same number of slices."""
    size = draw(st.integers(1, most))
    drawn = []
    for _ in range(systems):
        n = draw(st.lists(st.integers(1, largest), min_size=size, max_size=size))
        drawn += [[draw(st.one_of(st.integers(0, m), st.sampled_from([0, m]))) for m in n], n]
    return drawn


@st.composite
def by_slice_with_weights(draw, systems=1):
    drawn = draw(by_slice(systems))
    size = len(drawn[0])
    return *drawn, draw(st.lists(st.one_of(st.integers(1, 99), st.floats(0.001, 1)), min_size=size, max_size=size))


def exact(successes, n, weights):
    w = [Fraction(x) for x in weights]
    return sum(a * Fraction(k, m) for a, k, m in zip(w, successes, n, strict=True)) / sum(w)


# against R


@both
def test_standardised_rates_against_r(code, name):
    """5e-17 is reached."""
    (k1, n1), (k2, n2) = tables(name)
    for (k, n), quantity in (((k1, n1), "std_rate1_total_pop"), ((k2, n2), "std_rate2_total_pop")):
        assert standardised_rate(k, n, n1 + n2).estimate == pytest.approx(R[code, quantity], abs=1e-14)
    difference = standardised_difference(k1, n1, k2, n2, n1 + n2)
    assert difference.estimate == pytest.approx(R[code, "std_diff_total_pop"], abs=1e-14)
    half = norm.ppf(0.975) * R[code, "std_diff_se"]  # R's is the normal interval: close to ours, but not ours
    assert list(difference) == pytest.approx([difference.estimate - half, difference.estimate + half], abs=0.005)


@both
def test_crude_differences_against_r(code, name):
    (k1, n1), (k2, n2) = tables(name)
    change = kitagawa(k2, n2, k1, n1).change.estimate
    assert change == pytest.approx(R[code, "crude_diff"], abs=1e-14)
    z = pooled_z_test(k1.sum(), n1.sum(), k2.sum(), n2.sum())
    assert (z.statistic**2, z.p_value) == pytest.approx((R[code, "crude_X2"], R[code, "crude_p"]), rel=1e-10)
    mantel_haenszel = n1 * n2 / (n1 + n2)  # their risk difference is standardised to these weights
    ours = standardised_difference(k1, n1, k2, n2, mantel_haenszel).estimate
    assert ours == pytest.approx(R[code, "MH_RD"], abs=1e-14)


def test_the_delta_method_against_r():
    """Both treatments have 350 patients, so that the mean shares are those of the pooled mix."""
    (k1, n1), (k2, n2) = tables("kidney_stones")
    part = kitagawa(k2, n2, k1, n1).rate_part
    assert part.estimate == pytest.approx(R["kidney", "std_diff_total_pop"], abs=1e-14)
    assert part.half_width / norm.ppf(0.975) == pytest.approx(R["kidney", "std_diff_se"], abs=1e-14)


@pytest.mark.parametrize(
    ("adjust", "method"), [("holm", "holm"), ("bonferroni", "bonferroni"), ("benjamini-hochberg", "BH")]
)
def test_adjusted_p_values_against_r(adjust, method):
    """4e-16 is reached, in units of the value."""
    found = 0
    for vector, group in itertools.groupby(rows("adjusted_p_values.csv"), key=lambda row: row["vector"]):
        group = [row for row in group if row["method"] == method]
        ours = _adjusted(np.array([float(row["p"]) for row in group]), adjust)
        assert ours == pytest.approx([float(row["p_adj"]) for row in group], rel=1e-12), vector
        found += len(group)
    assert found == 39


# a rate on another mix


@given(by_slice_with_weights(), st.floats(0.5, 0.999))
def test_the_standardised_rate_is_the_exact_average(case, level):
    k, n, weights = case
    low, high = interval = standardised_rate(k, n, weights, level)
    assert interval.estimate == pytest.approx(float(exact(k, n, weights)), abs=1e-15)
    assert 0 <= low <= interval.estimate <= high <= 1 and interval.width > 0
    assert (interval.method, interval.unit) == ("stratified Wilson", "%")


@given(st.integers(1, 10**6), st.floats(0, 1), st.sampled_from([0.8, 0.95, 0.999999]))
def test_one_slice_is_wilson_and_newcombe(n, share, level):
    k = round(share * n)
    assert [*standardised_rate([k], [n], [3], level)] == pytest.approx([*wilson_interval(k, n, level)], abs=1e-15)
    ours = standardised_difference([k], [n], [1], [2], [3], level)
    assert [*ours] == pytest.approx([*newcombe_interval(k, n, 1, 2, level)], abs=1e-15)


def test_the_stratified_wilson_interval_step_by_step():
    """As R's `cicalc` has it: SciPy's Wilson intervals at the level that goes with the smaller z."""
    k, n, w = [9, 12, 3], [10, 30, 20], [0.5, 0.2, 0.3]
    spread = [a * math.sqrt(x / m * (1 - x / m) / m) for x, m, a in zip(k, n, w, strict=True)]
    level = 2 * norm.cdf(norm.ppf(0.975) * math.hypot(*spread) / sum(spread)) - 1
    each = [binomtest(x, m).proportion_ci(level, method="wilson") for x, m in zip(k, n, strict=True)]
    ends = [sum(a * ci[i] for a, ci in zip(w, each, strict=True)) for i in (0, 1)]
    assert [*standardised_rate(k, n, w)] == pytest.approx(ends, abs=1e-13)


def test_slices_with_everything_right_or_nothing():
    for k, low, high in (([0, 0], 0, None), ([10, 20], None, 1)):
        interval = standardised_rate(k, [10, 20], [1, 1])
        each = wilson_interval(k, [10, 20])
        assert [*interval] == pytest.approx([each.low.mean(), each.high.mean()], abs=1e-15)
        assert (interval.low if low is not None else interval.high) == (low if low is not None else high)
    mixed = standardised_rate([10, 0], [10, 20], [1, 3])
    assert mixed.estimate == 0.25 and mixed.low < 0.25 < mixed.high


# a difference on the same mix


@given(by_slice_with_weights(systems=2))
def test_the_standardised_difference_is_square_and_add(case):
    k_a, n_a, k_b, n_b, weights = case
    low, high = interval = standardised_difference(*case)
    a, b = standardised_rate(k_a, n_a, weights), standardised_rate(k_b, n_b, weights)
    assert interval.estimate == pytest.approx(float(exact(k_a, n_a, weights) - exact(k_b, n_b, weights)), abs=1e-15)
    assert interval.estimate - low == pytest.approx(math.hypot(a.estimate - a.low, b.high - b.estimate), abs=1e-14)
    assert high - interval.estimate == pytest.approx(math.hypot(a.high - a.estimate, b.estimate - b.low), abs=1e-14)
    swapped = standardised_difference(k_b, n_b, k_a, n_a, weights)
    assert [-swapped.high, -swapped.low] == pytest.approx([low, high], abs=1e-14)
    assert standardised_difference(k_a, n_a, k_a, n_a, weights).estimate == 0


# Kitagawa


@given(by_slice(systems=2))
def test_the_parts_of_kitagawa_add_up_and_are_exact(case):
    k1, n1, k2, n2 = case
    split = kitagawa(*case)
    change = Fraction(sum(k2), sum(n2)) - Fraction(sum(k1), sum(n1))
    assert split.change.estimate == pytest.approx(float(change), abs=1e-15)
    assert (split.before, split.after) == (sum(k1) / sum(n1), sum(k2) / sum(n2))
    rates = [exact(k2, n2, n) - exact(k1, n1, n) for n in (n2, n1)]  # mix first, rates first
    mixes = [exact(k, n, n2) - exact(k, n, n1) for k, n in ((k1, n1), (k2, n2))]
    for parts, rate, mix in zip((split.mix_first, split.rates_first), rates, mixes, strict=True):
        assert rate + mix == change and sum(parts) == pytest.approx(float(change), abs=1e-14)
        assert [*parts] == pytest.approx([float(rate), float(mix)], abs=1e-14)
    assert split.rate_part.estimate == pytest.approx(float(sum(rates) / 2), abs=1e-14)
    assert split.mix_part.estimate == pytest.approx(float(sum(mixes) / 2), abs=1e-14)
    back = kitagawa(k2, n2, k1, n1)
    assert back.rate_part.estimate == pytest.approx(-split.rate_part.estimate, abs=1e-14)
    assert back.mix_part.width == pytest.approx(split.mix_part.width, abs=1e-14)
    order = range(len(k1))[::-1]
    turned = kitagawa(*([column[i] for i in order] for column in case))
    assert turned.mix_part.estimate == pytest.approx(split.mix_part.estimate, abs=1e-14)


@pytest.mark.parametrize("sizes", ["given", "sampled"])
def test_the_delta_method_against_slopes_found_by_small_steps(sizes):
    """Slopes of each part in all counts by central differences, and the multinomial (or binomial) variance."""
    before, after = ([30, 45, 8], [40, 90, 20]), ([20, 20, 50], [25, 60, 80])
    split = kitagawa(*before, *after, sizes=sizes)

    def parts(cells):
        (r1, w1), (r2, w2) = cells  # right and wrong of each slice, before and after
        n1, n2 = r1 + w1, r2 + w2
        s1, s2, p1, p2 = n1 / n1.sum(), n2 / n2.sum(), r1 / n1, r2 / n2
        return np.array([s2 @ p2 - s1 @ p1, (s1 + s2) / 2 @ (p2 - p1), (p1 + p2) / 2 @ (s2 - s1)])

    cells = np.array([[k, np.subtract(n, k)] for k, n in (before, after)], dtype=float)
    slopes = np.zeros((3, *cells.shape))
    for place in np.ndindex(cells.shape):
        step = np.zeros(cells.shape)
        step[place] = 1e-4
        slopes[(slice(None), *place)] = (parts(cells + step) - parts(cells - step)) / 2e-4
    variance = np.zeros(3)
    for period in (0, 1):
        right, wrong = cells[period]
        n = right + wrong
        if sizes == "given":  # binomial: right goes up as wrong goes down
            variance += ((slopes[:, period, 0] - slopes[:, period, 1]) ** 2 * right * wrong / n).sum(axis=1)
        else:
            slope, share = slopes[:, period].reshape(3, -1), cells[period].ravel() / n.sum()
            variance += n.sum() * ((slope**2 @ share) - (slope @ share) ** 2)
    ours = [x.half_width / norm.ppf(0.975) for x in (split.change, split.rate_part, split.mix_part)]
    assert ours == pytest.approx(np.sqrt(variance), rel=1e-6)


# labels


EASY, HARD = "easy", "hard"
LABELLED = [dict, pd.Series]
labelled = pytest.mark.parametrize("kind", LABELLED, ids=["dict", "Series"])


@labelled
def test_labels_of_the_weights_are_honoured(kind):
    """90 of 100 easy and 40 of 100 hard: 85% on a mix of 90% easy, not 45%, whichever label comes first."""
    right, n = kind({EASY: 90, HARD: 40}), kind({EASY: 100, HARD: 100})
    weights = kind({HARD: 0.1, EASY: 0.9})
    plain = standardised_rate([90, 40], [100, 100], [0.9, 0.1])
    assert standardised_rate(right, n, weights) == plain and round(plain.estimate, 9) == 0.85
    assert standardised_rate(kind({HARD: 40, EASY: 90}), n, weights).estimate == pytest.approx(0.85)
    assert standardised_rate(right, pd.Series({HARD: 100, EASY: 100}), {HARD: 1, EASY: 9}) == plain


@labelled
def test_labels_are_honoured_wherever_slices_go_by(kind):
    plain = [[90, 20], [100, 40], [30, 70], [60, 160]]
    apart = [kind({HARD: b, EASY: a}) if i % 2 else kind({EASY: a, HARD: b}) for i, (a, b) in enumerate(plain)]
    assert standardised_difference(*apart, kind({HARD: 1, EASY: 3})) == standardised_difference(*plain, [3, 1])
    assert kitagawa(*apart) == kitagawa(*plain)
    assert fresh_gap(*apart) == fresh_gap(*plain)


@labelled
@pytest.mark.parametrize(
    ("weights", "words"),
    [
        (
            [0.9, 0.1],
            "successes and weights must name the same slices, each once: got ['easy', 'hard'] and no labels; lab",
        ),
        (
            pd.Series([0.9, 0.1]),
            "successes and weights must name the same slices, each once: got ['easy', 'hard'] and no l",
        ),
        (
            {EASY: 9, "tricky": 1},
            "successes and weights must name the same slices, each once: got ['easy', 'hard'] and ['e",
        ),
        (
            pd.Series([9, 1], [EASY, EASY]),
            "successes and weights must name the same slices, each once: got ['easy', 'hard'",
        ),
        (
            {EASY: 1},
            "successes and weights must name the same slices, each once: got ['easy', 'hard'] and ['easy']; la",
        ),
        ({}, "weights is empty"),
    ],
)
def test_other_labels_and_labels_on_one_side_are_refused(kind, weights, words):
    with pytest.raises(ValueError) as caught:
        standardised_rate(kind({EASY: 90, HARD: 40}), kind({EASY: 100, HARD: 100}), weights)
    assert str(caught.value).startswith(words)


def test_labels_on_the_other_side():
    with pytest.raises(
        ValueError, match="^weights and successes must name the same slices, each once: got .'hard', 'easy'. and no"
    ):
        standardised_rate([90, 40], [100, 100], {HARD: 0.1, EASY: 0.9})


def test_row_numbers_are_no_labels_unless_they_were_moved():
    table = pd.DataFrame({"right": [90, 40], "n": [100, 100]})
    plain = standardised_rate([90, 40], [100, 100], [9, 1])
    assert standardised_rate(table["right"], table["n"], [9, 1]) == plain
    turned = table[::-1]
    assert standardised_rate(turned["right"], turned["n"], pd.Series([9, 1])[::-1]).estimate == plain.estimate
    with pytest.raises(ValueError, match="^successes and weights must name the same slices"):
        standardised_rate(turned["right"], turned["n"], [9, 1])
    twice = pd.Series([90, 40], [EASY, EASY])
    assert standardised_rate(twice, twice, pd.Series([9, 1], twice.index)).estimate == pytest.approx(1)


# the table


def test_the_table_of_a_real_model():
    items = expand(load("gsm8k"))
    table = slice_table(items["6b_verification"], items["solution_steps"], items["175b_finetuning"])
    assert table.columns.tolist() == [
        *("slice", "right", "n", "rate", "low", "high", "other_rate", "difference"),
        *("difference_low", "difference_high", "test", "p_value", "p_adjusted", "small"),
    ]
    assert table["n"].sum() == 1319 and table["right"].sum() == 515
    assert table["slice"].tolist() == [2, 3, 4, 5, 6, 7, 8, 9, 11]
    named = slice_table(items["6b_verification"], items["solution_steps"].map(str) + " steps")
    assert named["slice"].tolist() == [f"{n} steps" for n in table["slice"]], "11 after 9"
    words = slice_table(items["6b_verification"], "after " + items["solution_steps"].map(str))
    assert words["n"].is_monotonic_decreasing and words["slice"][0] == "after 3", "without numbers the largest first"
    assert table.loc[table["small"], "n"].tolist() == [20, 2, 1]
    assert table.attrs == {"level": 0.95, "adjust": "holm", "small": "fewer than 30 items"}
    row = table.iloc[1]
    assert [row["low"], row["high"]] == [*wilson_interval(165, 371)]
    rest = 515 - 165, 1319 - 371
    assert [row["difference_low"], row["difference_high"]] == [*newcombe_interval(165, 371, *rest)]
    assert row["p_value"] == fisher_mid_p_test(165, 371, *rest).p_value and set(table["test"]) == {"Fisher mid-p"}
    assert table["p_adjusted"].to_numpy() == pytest.approx(_adjusted(table["p_value"].to_numpy(), "holm"))
    assert row["other_rate"] == 145 / 371


@pytest.mark.parametrize("adjust", ADJUSTMENTS)
def test_adjustments(adjust):
    rng = np.random.default_rng(6)
    scores, names = rng.random(400) < 0.7, rng.integers(0, 20, 400)
    table = slice_table(scores, names, adjust=adjust)
    assert table["p_adjusted"].to_numpy() == pytest.approx(_adjusted(table["p_value"].to_numpy(), adjust), abs=1e-15)
    assert (table["p_adjusted"] == table["p_value"]).all() == (adjust == "none")
    assert (table["p_adjusted"] >= table["p_value"]).all() and (table["p_adjusted"] <= 1).all()


def test_slices_of_one_size_stand_by_name():
    table = slice_table([1, 0, 1, 0, 1, 1], ["b", "3", 3, "a", 3, "3"])
    assert table["slice"].tolist() == ["3", 3, "a", "b"]
    assert slice_table([1, 1, 1, 0, 0, 1], [3, "3", 3, "a", "b", "3"])["slice"].tolist() == ["3", 3, "a", "b"]


def test_two_slices_are_one_comparison():
    table = slice_table([1, 1, 0, 1, 0, 0], list("aaabbb"))
    assert table["p_adjusted"].tolist() == table["p_value"].tolist()
    assert table["difference"].tolist() == [pytest.approx(1 / 3), pytest.approx(-1 / 3)]


def test_names_are_left_as_they_are():
    names = ["<b>x</b>", 3, "$&_%", "<b>x</b>"]
    table = slice_table([1, 0, 1, 1], names, small=2)
    assert table["slice"].tolist() == ["<b>x</b>", "$&_%", 3] and table["small"].tolist() == [False, True, True]
    months = pd.to_datetime(["2024-01-01", "2024-02-01", "2024-01-01"])
    assert slice_table([1, 0, 1], months)["slice"].tolist() == [months[0], months[1]]


def test_all_right_has_no_difference_and_no_warning():
    table = slice_table([1] * 6, list("aabbcc"))
    assert table["p_value"].tolist() == [1, 1, 1] and table["difference"].tolist() == [0, 0, 0]


# refusals


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: slice_table([1, 0], ["a", None]), "slices has no label for 1 of 2 entries; name the slice of each"),
        (lambda: slice_table([1, 0.5], ["a", "b"]), "scores must be 0 or 1: got 0.5 at position 1; a table of rates"),
        (lambda: slice_table([1, 0], ["a", "a"]), "slices must name at least two slices: with one there is no rest"),
        (lambda: slice_table([1, 0, 1], ["a", "b"]), "scores and slices must have the same length, one entry for each"),
        (lambda: slice_table([1, 0], ["a", "b"], [1]), "other and scores must have the same length, one entry for"),
        (
            lambda: slice_table([1, 0], pd.Series(["a", "b"], dtype=pd.CategoricalDtype(["a", "b", "c"]))),
            "slices has categories without items, such as 'c' (1 in all): there is no rate to show; leave them out",
        ),
        (
            lambda: slice_table([1, 0], pd.Categorical(["a", "b"], categories=["a", "c", "b"])),
            "slices has categories without items, such as 'c'",
        ),
        (
            lambda: slice_table(pd.Series([1, 0]), pd.Series(["a", "b"], index=[1, 0])),
            "scores and slices are columns with different row labels",
        ),
        (lambda: standardised_rate([1, 2], [2, 3], [1, 0]), "weights must be above 0: got 0 at position 1; a slice"),
        (lambda: standardised_rate([1, 2], [2, 3], [0, 0]), "weights must be above 0: got 0 at position 0"),
        (lambda: standardised_rate([1, 2], [2, 3], [1]), "successes and weights must have the same length, one entry"),
        (lambda: standardised_rate([1, 2], [2, 3, 4], [1, 1]), "successes and n must have the same length, one entry"),
        (lambda: standardised_rate(1, 2, 1), "successes must be a list or a column with one entry for each slice, not"),
        (lambda: standardised_rate([1, 0], [2, 0], [1, 1]), "n must be at least 1: got 0 at position 1; with 0 items"),
        (lambda: standardised_rate([1, 3], [2, 2], [1, 1]), "successes must not exceed n: got 3 at position 1 of 2"),
        (
            lambda: standardised_difference([1, 2], [2, 2], [1], [2], [1, 1]),
            "successes_a and successes_b must have the same length, one entry for each slice: got 2 and 1",
        ),
        (
            lambda: kitagawa(*[pd.Series([1, 2]), [2, 2]], *[pd.Series([1, 2], index=[1, 0]), [2, 2]]),
            "successes_after and successes_before must name the same slices, each once: got [1, 0] and no labels;",
        ),
        (
            lambda: kitagawa([1], [2], [3], [2]),
            "successes_after must not exceed n_after: got 3 of 2; are the two swapped?",
        ),
        (lambda: kitagawa([1], [2], [1], [2], sizes="fixed"), "sizes must be one of 'given' or 'sampled': got 'fixed'"),
    ],
)
def test_what_is_refused(call, words):
    with pytest.raises((TypeError, ValueError)) as caught:
        call()
    assert str(caught.value).startswith(words)


# Whether slices differ at all


def james(gains, slices, limit=False):
    """The statistic and the common gain, written down once more, slice by slice."""
    gains, slices = np.asarray(gains, float), np.asarray(slices)
    spread = np.mean((gains - gains.mean()) ** 2)
    parts, least = [gains[slices == name] for name in np.unique(slices)], 0
    if set(gains) <= {-1, 0, 1} and not limit:
        least = abs(gains.mean()) * (1 - abs(gains.mean()))
    means = np.array([part.mean() for part in parts])
    weights = np.array(
        [len(part) ** 2 / (max(np.sum((part - part.mean()) ** 2), len(part) * least) + spread) for part in parts]
    )
    common = np.average(means, weights=weights)
    return np.sum(weights * (means - common) ** 2), common


def test_scores_give_the_larger_share_of_all_permutations_and_of_all_signs():
    gains, slices = np.array([0.5, 2.1, 0.3, 1.7, -0.4, 0.2, -1.3, 0.9, 3.3]), np.array(list("xxxxyyyzz"))
    observed, common = james(gains, slices)
    far = []
    for x in itertools.combinations(range(9), 4):  # each way to give four items x and three y is as likely
        for y in itertools.combinations(sorted(set(range(9)) - set(x)), 3):
            labels = np.array(["z"] * 9)
            labels[list(x)], labels[list(y)] = "x", "y"
            far.append(james(gains, labels)[0] >= observed - 1e-9)
    signs = itertools.product((-1, 1), repeat=9)
    turned = [james((gains - common) * sign, slices)[0] >= observed - 1e-9 for sign in signs]
    exact = max(np.mean(far), np.mean(turned))
    test = interaction_test(gains, slices, rng=np.random.default_rng(2))
    assert test.statistic == pytest.approx(observed) and (test.name, test.note) == ("slice test", "9,999 samples")
    assert test.p_value == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 9_999))


def likeliest(gains, slices, common):
    """The shares of wins and losses in each slice, if all gain as much: by a search."""
    shares = []
    for name in np.unique(slices):
        wins, losses, none = (np.sum(gains[slices == name] == x) for x in (1, -1, 0))

        def unlikely(loss, wins=wins, losses=losses, none=none):
            return -xlogy([wins, losses, none], [loss + common, loss, max(1 - common - 2 * loss, 0)]).sum()

        least, most = max(0, -common), (1 - common) / 2
        loss = optimize.minimize_scalar(unlikely, bounds=(least, most), method="bounded", options={"xatol": 1e-10}).x
        shares.append((loss + common, loss))
    return shares


def resampled(gains, slices, rng):
    """A sample of gains with the likeliest shares of each slice, all with the common gain."""
    new = np.empty(len(gains))
    for name, (win, loss) in zip(np.unique(slices), likeliest(gains, slices, james(gains, slices)[1]), strict=True):
        at = slices == name
        new[at] = rng.choice([1, -1, 0], at.sum(), p=[win, loss, 1 - win - loss])
    return new


def test_flips_are_drawn_twice_with_the_shares_of_each_slice():
    rng = np.random.default_rng(8)
    gains = np.array([1] * 5 + [-1] * 2 + [0] * 5 + [1] * 3 + [-1] * 4 + [0] * 33)
    slices = np.array(["few"] * 12 + ["many"] * 40)
    test, observed = interaction_test(gains, slices, rng=np.random.default_rng(1)), james(gains, slices)[0]
    assert test.statistic == pytest.approx(observed)
    first = [resampled(gains, slices, rng) for _ in range(600)]
    second = [james(resampled(one, slices, rng), slices)[0] for one in first]
    first = np.array([james(one, slices)[0] for one in first])
    plain = np.mean(first >= observed - 1e-9)
    mended = np.mean(first >= np.quantile(second, 1 - plain, method="higher") - 1e-9)
    assert test.p_value == pytest.approx(mended, abs=4 * np.sqrt(2 * mended * (1 - mended) / 600))


def test_the_likeliest_share_of_flips_under_one_gain():
    gains = np.array([1, 1, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0])
    slices = np.array(list("aaaabbbbbbccc"))
    flips, sums, sizes = (
        np.bincount(np.unique(slices, return_inverse=True)[1], x) for x in (gains**2, gains, gains**0)
    )
    for common in (-0.3, 0, 0.2):
        wanted = [win + loss for win, loss in likeliest(gains, slices, common)]
        assert _likely_flips(flips, sums, sizes, common) == pytest.approx(wanted, abs=1e-4)


def test_many_slices_that_flip_alike_share_their_flips():
    """Twenty slices of fifteen with 10% flips: a few have none, and none of them could flip in a sample of its own."""
    flips, sizes = np.array([0.0, 1, 2, 3] * 5), np.full(20, 15.0)
    assert _likely_flips(flips, 0 * flips, sizes, 0.0)[:4] == pytest.approx([0.0775, 0.0975, 0.1025, 0.1225], abs=1e-4)
    wild = np.array([2.0] * 19 + [12])
    least = 0.8 - math.sqrt(1 / 6 * 5 / 6 / 15)  # 12 of 15 are no luck
    assert _likely_flips(wild, 0 * wild, sizes, 0.0)[-1] == pytest.approx(least)
    assert _likely_flips(wild[-3:], 0 * wild[-3:], sizes[-3:], 0.0) == pytest.approx(wild[-3:] / 15)  # three: its own


def test_the_limit_and_the_permutations_agree():
    rng = np.random.default_rng(5)
    slices = np.repeat(np.arange(5), 400)
    gains = rng.choice([-1, 0, 1], 2000, p=[0.1, 0.75, 0.15]) * (rng.random(2000) < 0.6 + 0.1 * slices)
    limit = interaction_test(gains, slices)
    assert (limit.name, limit.note) == ("slice test", "χ² with 4 df")
    observed = james(gains, slices, limit=True)[0]
    far = [james(gains, rng.permutation(slices), limit=True)[0] >= observed for _ in range(400)]
    assert limit.statistic == pytest.approx(observed)
    assert limit.p_value == pytest.approx(np.mean(far), abs=4 * np.sqrt(0.25 / 400))


@pytest.mark.parametrize(("most", "draws"), [(10**7, 9_999), (20_000, 999), (600, 150), (10, 99)])
def test_how_many_samples_are_drawn(monkeypatch, most, draws):
    monkeypatch.setattr("give_or_take.slices.MOST_DRAWN", most)
    rng = np.random.default_rng(2)
    test = interaction_test(rng.normal(size=40), list("xy") * 20, rng=rng)
    words = f"{draws:,} samples"
    if draws < 999:
        words += f", standard error of p {np.sqrt(test.p_value * (1 - test.p_value) / draws):.2g}"
    assert test.note == words and test.name == "slice test"


# how often it raises a false alarm: the stored table of tools/studies/pass_coverage.py

ALARMS = pd.read_csv(study.SIZES)


def test_the_alarms_that_are_stored_are_those_that_the_docstring_says():
    words = " ".join(interaction_test.__doc__.split())
    unequal = ALARMS[ALARMS["slices"].isin([one.name for one in study.SLICES if one.flips == study.UNEQUAL])]
    pairs = unequal.query("gains == 'flips'")["alarms"]
    assert len(pairs) == 8 and pairs.between(0.04, 0.061).all()
    assert f"{100 * pairs.min():.1f} to {100 * pairs.max() + 1e-9:.1f}%" in words
    flips = ALARMS.query("gains == 'flips'")["alarms"]
    assert flips.max() < 0.065 and f"as few as {100 * flips.min():.1f}%" in words
    assert ALARMS.query("gains != 'flips' and gains != 'lognormal'")["alarms"].between(0.04, 0.065).all()
    assert f"up to {100 * ALARMS['alarms'].max():.1f}% with slices of 10 to 30" in words


@pytest.mark.parametrize("design", [one for one in study.SLICES if one.sizes == (290, 10) and one.flips == study.EQUAL])
def test_a_stored_share_of_alarms_comes_out_again(design):
    stored = ALARMS[(ALARMS["slices"] == design.name) & (ALARMS["gain"] == design.gain)]
    assert [study.alarms(design)] == stored["alarms"].tolist()


def in_clusters(seed, n=120, clusters=11, slices=3):
    rng = np.random.default_rng(seed)
    return rng.choice([-1, 0, 1], n, p=[0.1, 0.6, 0.3]), rng.integers(0, slices, n), rng.integers(0, clusters, n)


def by_matrices(gains, slices, clusters):
    """(F, numerator, denominator) as Pustejovsky and Tipton 2018 write them down, with matrices of all items."""
    kinds, n = np.unique(slices), len(gains)
    x = (slices[:, None] == kinds).astype(float)
    bread = np.linalg.inv(x.T @ x)
    hat, mean = x @ bread @ x.T, bread @ x.T @ gains
    contrast = np.hstack([np.ones((len(kinds) - 1, 1)), -np.eye(len(kinds) - 1)])
    maps = []
    for cluster in np.unique(clusters):
        at = np.flatnonzero(clusters == cluster)
        values, vectors = np.linalg.eigh(np.eye(len(at)) - hat[np.ix_(at, at)])
        adjusted = vectors @ np.diag([v**-0.5 if v > 1e-9 else 0 for v in values]) @ vectors.T
        maps.append(contrast @ bread @ x[at].T @ adjusted @ (np.eye(n) - hat)[at])
    variance = sum(np.outer(m @ gains, m @ gains) for m in maps)
    values, vectors = np.linalg.eigh(contrast @ bread @ contrast.T)
    maps = [np.diag(values**-0.5) @ vectors.T @ m for m in maps]
    products = [a @ b.T for a in maps for b in maps]
    q = len(contrast)
    eta = q * (q + 1) / sum(np.trace(k) ** 2 + np.trace(k @ k) for k in products)
    wald = contrast @ mean @ np.linalg.solve(variance, contrast @ mean)
    return (eta - q + 1) / eta / q * wald, q, eta - q + 1


@pytest.mark.parametrize("slices", [2, 3, 5])
def test_in_clusters_as_written_with_matrices(slices):
    data = in_clusters(slices, slices=slices)
    test, (f, q, df) = interaction_test(*data), by_matrices(*data)
    assert test.statistic == pytest.approx(f) and test.p_value == pytest.approx(stats.f.sf(f, q, df))
    assert test.note == f"11 clusters, {q} and {df:.3g} degrees of freedom"


@pytest.mark.parametrize("clustered", [False, True])
def test_which_system_comes_first_and_in_which_unit_does_not_matter(clustered):
    gains, slices, clusters = in_clusters(1)
    clusters = {"clusters": clusters} if clustered else {}
    tests = [
        interaction_test(change, slices, **clusters, rng=np.random.default_rng(1))
        for change in (gains, -gains, 1000 * gains, gains + 3)
    ]
    assert all(test.p_value == pytest.approx(tests[0].p_value) for test in tests)
    assert all(test.statistic == pytest.approx(tests[0].statistic) for test in tests)


def test_gains_that_are_all_equal():
    for clusters in (None, list("abcabc")):
        assert interaction_test([1] * 6, list("xxxyyy"), clusters).p_value == 1
    assert interaction_test([1] * 8, list("wwxxyyzz"), list("ab" * 4)).p_value == 1, "slices outnumber clusters"


@pytest.mark.parametrize(
    ("gains", "slices", "p"),
    [
        ([0, 0, 0, 1, 0, -1], "xxxyyy", 1),  # as many wins as losses, and none
        ([1, -1, 1, -1], "xxyy", 1),
        ([1] + [0] * 9, "xxxxxyyyyy", 1),
        ([1, 0, 0, 0], "xyyy", 0.96),
        ([1, -1, 0, 1], "wxyz", 0.69),  # slices of one item each
        ([1] * 5 + [-1] * 5, "xxxxxyyyyy", 0.022),
        ([0.5, 0, -0.5, 0], "xxyy", 0.60),
        ([0.1, 0.2, 0.3, 0.5], "xyyy", 0.5),
    ],
    ids=str,
)
def test_the_edges_of_the_slice_test(gains, slices, p):
    test = interaction_test(gains, list(slices), rng=np.random.default_rng(3))
    assert test.p_value == pytest.approx(p, abs=0.02) and test.statistic >= 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([1, 0, 1], list("xxx")), "slices must name at least two slices: one cannot differ from others"),
        (([1, 0, 1], list("xyy")), "rng is needed where samples have to be drawn; give numpy.random"),
        (([1, 0, 1], list("xyy"), list("aaa")), "clusters must name at least two clusters"),
        (([1, 0, 1], list("xyy"), list("aab")), "clusters must be two at least in each slice: leave out slices that"),
        (([1, 1, 0, 0], list("xxyy"), list("abab")), "clusters are too few, or too much alike, for so many slices"),
        (([1, 0, 1, 0, 0, 1], list("xxyyzz"), list("ababab")), "clusters are too few"),
        (([1, 0, 1], list("xy")), "gains and slices must have the same length"),
    ],
)
def test_what_the_interaction_test_refuses(arguments, words):
    with pytest.raises(ValueError) as caught:
        interaction_test(*arguments)
    assert str(caught.value).startswith(words)
