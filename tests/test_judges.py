"""What people would say, from verdicts and labels: how the two come together, and what is computed from them."""

import itertools

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.special import betaincinv
from scipy.stats import hypergeom, t
from statsmodels.stats.inter_rater import cohens_kappa

from give_or_take import (
    clopper_pearson_interval,
    corrected_rate,
    judge_rates,
    labels_for_margin,
    wilson_interval,
)
from give_or_take.clusters import clustered_clopper_pearson_interval
from give_or_take.intervals import METHODS
from give_or_take.judges import _chance, _plain_worth, _worth, judged_items

# Verdicts and labels come together

IDS, VERDICTS, LABELS = list("uvwxyz"), [1, 1, 0, None, 0, 1], [1, None, 0, 1, None, 0]
COUNTS = [[1, 1, 1], [0, 1, 1], [1, 0, 0]]  # passed, failed, undecided: people pass, people fail, nobody looked


@pytest.mark.parametrize(
    ("verdicts", "labels"),
    [
        (VERDICTS, LABELS),
        ([True, True, False, np.nan, np.False_, 1.0], tuple(LABELS)),
        (np.array(VERDICTS, dtype=float), np.array(LABELS, dtype=object)),
        (pd.Series(VERDICTS, dtype="Int64"), pd.Series(LABELS, dtype="boolean")),
        (pd.Series(VERDICTS, index=IDS), LABELS),
        (pl.Series(VERDICTS), pl.Series(LABELS)),
        (np.ma.masked_invalid(np.array(VERDICTS, dtype=float)), LABELS),
        (dict(zip(IDS, VERDICTS, strict=True)), {"z": 0, "x": 1, "w": 0, "u": 1}),
        (pd.Series(VERDICTS, index=IDS), pd.Series([0, 1, 0, 1], index=list("zxwu"))),
        (pd.DataFrame({"id": IDS, "pass": VERDICTS}), pd.Series([0, 1, 0, 1], index=list("zxwu"))),
    ],
    ids=lambda x: type(x).__name__,
)
def test_verdicts_and_labels_come_together_in_any_form(verdicts, labels):
    assert judged_items(verdicts, labels).counts().tolist() == COUNTS


def test_groups_come_by_id_by_position_or_with_ids_of_two_levels():
    verdicts, by_id = dict(zip(IDS, VERDICTS, strict=True)), dict(zip(reversed(IDS), "ccbbaa", strict=True))
    assert judged_items(verdicts, {"u": 1}, by_id).groups.tolist() == [0, 0, 1, 1, 2, 2]
    assert judged_items(verdicts, {"u": 1}, list("abcabc")).groups.tolist() == [0, 1, 2, 0, 1, 2]
    assert judged_items(VERDICTS, LABELS, pd.Series(list("aabbcc"))).groups.tolist() == [0, 0, 1, 1, 2, 2]
    two_runs = {("q1", 1): 1, ("q1", 2): 0, ("q2", 1): 1}
    assert judged_items(two_runs, {("q1", 2): 1}).groups.tolist() == [0, 0, 1]
    assert judged_items(verdicts, {"u": 1}).groups is None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (({"a": 1}, {"b": 1, "a": 0}), "labels has 1 id without a verdict, such as 'b'; give the verdict of"),
        ((pd.Series([1, 0], ["a", "a"]),) * 2, "verdicts has more than one verdict for 'a'; keep one verdict for each"),
        (({"a": 1, "b": 0}, pd.Series([1, 0], ["a", "a"])), "labels has more than one label for 'a'; keep one label"),
        ((pd.Series([1, 0, 1]), pd.Series([1, 0])), "verdicts has no ids: its index looks like row numbers"),
        (
            ([1, 0], {"a": 1}),
            "labels goes by id, and verdicts does not: give both by id, or both as lists in one order",
        ),
        (([1, 0], [1, None, 0]), "verdicts and labels must have the same length, one entry for each item: got 2 and 3"),
        (([1, 0.7], [1, 0]), "verdicts must hold 0 or 1, and None or NaN where the judge did not decide: got 0.7 at"),
        (([1, 0], [1, "0"]), "labels must hold 0 or 1, and None or NaN where nobody looked: got '0'"),
        (([1, 0], [1, 0], ["a", "a"]), "groups must name at least two groups"),
        (({"a": 1, "b": 0}, {"a": 1}, {"a": "x"}), "groups has no group for 1 of 2 shared items, such as 'b'"),
    ],
)
def test_what_does_not_fit_is_refused_and_named(arguments, words):
    with pytest.raises((TypeError, ValueError)) as caught:
        judged_items(*arguments)
    assert str(caught.value).startswith(words)


def test_the_names_are_those_of_the_caller():
    with pytest.raises(ValueError, match="^labels_b has 1 id without a verdict"):
        judged_items({"a": 1}, {"b": 1}, names=("verdicts_b", "labels_b"))


# A rate


def table(a, b, c, d, more_passes=0, more_fails=0):
    """Verdicts and labels: passes that people pass, and fail, then fails that they do, and items without a label."""
    verdicts = [1] * (a + b) + [0] * (c + d) + [1] * more_passes + [0] * more_fails
    return verdicts, [1] * a + [0] * b + [1] * c + [0] * d + [None] * (more_passes + more_fails)


@pytest.mark.parametrize(
    ("counts", "estimate", "low", "high"),
    [
        ((21, 0, 0, 9, 679, 291), 0.700000, 0.610749, 0.779338),
        ((30, 0, 0, 0, 970, 0), 1, 0.891119, 1),
        ((30, 0, 0, 0, 950, 20), 0.990000, 0.894388, 0.999998),
        ((14, 4, 3, 9, 500, 470), 0.523389, 0.363509, 0.679837),
        ((40, 3, 2, 5, 160, 40), 0.809063, 0.697503, 0.893178),
        ((85, 5, 4, 6, 4300, 600), 0.878022, 0.811175, 0.927714),
        ((18, 1, 1, 0, 150, 30), 0.955526, 0.785473, 0.998598),
        ((0, 0, 2, 28, 0, 970), 0.066667, 0.009030, 0.213867),
    ],
)
def test_the_worth_of_the_labels_is_that_of_a_plain_script(counts, estimate, low, high):
    """Its ends were computed before this module was written, at T(1 - T)/V labels: without Student's t."""
    a, b, c, d, more, rest = map(float, counts)
    found, plain, _ = _plain_worth(np.array([a, c]), np.array([b, d]), np.array([more, rest]))
    plain = min(max(plain, a + b + c + d), sum(counts))
    x, y = plain * found, plain * (1 - found)
    ends = betaincinv(x, y + 1, 0.025) if x else 0, betaincinv(x + 1, y, 0.975) if y else 1
    assert (found, *ends) == pytest.approx((estimate, low, high), abs=5.1e-7)


def test_students_t_makes_less_of_it():
    a, b, c, d, more, rest = 40, 3, 2, 5, 160, 40
    _, plain, df = _plain_worth(*map(np.array, ([a, c], [b, d], [more, rest])))
    rate = corrected_rate(*table(a, b, c, d, more, rest), level=0.9)
    assert rate.worth == pytest.approx(plain * (t.ppf(0.95, 49) / t.ppf(0.95, df)) ** 2)
    assert tuple(rate) == pytest.approx(
        (betaincinv(x := rate.worth * rate.estimate, rate.worth - x + 1, 0.05), betaincinv(x + 1, rate.worth - x, 0.95))
    )
    q = 203 / 250
    strata = [(q**2 * (41 / 45) * (4 / 45) / 45, 44), ((1 - q) ** 2 * (3 / 9) * (6 / 9) / 9, 8)]
    variance = sum(part for part, _ in strata) + q * (1 - q) * (41 / 45 - 3 / 9) ** 2 / 250
    assert df == pytest.approx(variance**2 / sum(part**2 / of for part, of in strata))


def test_thirty_agreements_are_no_judge_that_never_errs():
    rate = corrected_rate(*table(27, 0, 0, 3, 873, 97))
    assert rate.estimate == pytest.approx(0.9) and tuple(rate) == pytest.approx((0.8094, 0.9570), abs=5e-5)


def test_with_every_label_there_the_judge_adds_nothing():
    rate = corrected_rate(*table(20, 3, 4, 5))
    assert (*rate, rate.estimate, rate.worth) == (*clopper_pearson_interval(24, 32), 24 / 32, 32)
    assert rate.note == "Every item has a label: the judge adds nothing."


def test_a_judge_that_tells_nothing_costs_nothing():
    rate = corrected_rate(*table(20, 20, 20, 20, 900, 900))
    assert 80 <= rate.worth < 85 and rate.estimate == 0.5 and rate.width < rate.labels_alone.width


def test_a_label_that_turns_to_a_fail_raises_no_end():
    for n, total in ((20, 1000), (40, 200)):
        for passed, share in itertools.product(range(n + 1), (0.5, 0.8, 0.95)):
            rest = np.array([share * total - passed, (1 - share) * total - n + passed])
            if min(rest) < 0:
                continue
            a, c = np.meshgrid(np.arange(passed + 1.0), np.arange(n - passed + 1.0), indexing="ij")
            passes, fails = np.stack([a, c], axis=-1), np.stack([passed - a, n - passed - c], axis=-1)
            estimate, worth = _worth(passes, fails, rest, 0.95)
            for end in METHODS["clopper-pearson"].ends(estimate * worth, worth, 0.95):
                assert np.diff(end, axis=0).min(initial=0) > -1e-12 and np.diff(end, axis=1).min(initial=0) > -1e-12


def test_what_the_judge_did_not_decide_is_a_stratum_of_its_own():
    verdicts, labels = table(30, 2, 4, 8, 300, 100)
    rate = corrected_rate(verdicts + [None] * 66, labels + [1] * 1 + [0] * 5 + [None] * 60)
    assert rate.estimate == pytest.approx((332 * 30 / 32 + 112 * 4 / 12 + 66 / 6) / 510)
    assert rate.reported == pytest.approx(332 / 444)
    assert rate.note == "The judge did not decide on 66 items."


def test_a_verdict_without_a_label_is_taken_to_be_right_half_of_the_time_and_said():
    rate = corrected_rate(*table(30, 0, 0, 0, 950, 20))
    assert rate.estimate == pytest.approx(0.99)
    assert rate.note == "No label is on what the judge failed (20 items): people are taken to pass half."


def test_it_prints_what_the_judge_said_and_what_labels_alone_say():
    verdicts, labels = table(40, 4, 2, 4, 836, 114)
    assert str(corrected_rate(verdicts, labels)).splitlines() == [
        "corrected: 84.0% (95% Korn-Graubard 73.1%-91.8%)",
        "the judge: 88.0% of 1,000 items",
        "50 labels alone: 84.0% (95% Clopper-Pearson 70.9%-92.8%)",
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            table(15, 1, 1, 2, 800, 100),
            "labels must hold at least 20 labels: got 19; have people label more items, drawn",
        ),
        (table(15, 5, 5, 15, 880, 80), "labels hardly look like a random part of the items: 20 of 40 labelled items"),
        (([None] * 40, [1] * 30 + [None] * 10), "verdicts must hold some: the judge decided on no item"),
        ((*table(20, 5, 5, 15), ["a"] * 44 + ["b"]), None),
        ((*table(20, 0, 0, 0, 20, 20), ["a"] * 20 + ["b"] * 40), "labels must lie in at least two groups: one does"),
    ],
)
def test_what_is_refused(arguments, words):
    if words is None:
        assert corrected_rate(*arguments).estimate == 25 / 45
    else:
        with pytest.raises(ValueError) as caught:
            corrected_rate(*arguments)
        assert str(caught.value).startswith(words)


def test_the_chance_of_such_labels_is_hypergeometric():
    for seen, n, of, total in ((20, 40, 900, 1000), (49, 50, 900, 1000), (0, 30, 5, 40)):
        tails = hypergeom.cdf(seen, total, of, n), hypergeom.sf(seen - 1, total, of, n)
        assert _chance(seen, n, of, total) == pytest.approx(2 * min(tails))


# Groups


def grouped(groups, each, rng, correlation=0.5, right=0.8):
    """Items in groups that go together, verdicts, and labels on half of the groups."""
    rates = np.repeat(rng.beta(0.8 * (1 / correlation - 1), 0.2 * (1 / correlation - 1), groups), each)
    truth = (rng.random(groups * each) < rates).astype(float)
    verdicts = np.where(rng.random(groups * each) < right, truth, 1 - truth)
    return (
        verdicts,
        np.where(np.arange(groups * each) < groups * each / 2, truth, np.nan),
        np.repeat(range(groups), each),
    )


def test_groups_of_one_item_change_nothing():
    verdicts, labels = table(40, 4, 2, 4, 836, 114)
    assert corrected_rate(verdicts, labels, range(1000)) == corrected_rate(verdicts, labels)


def test_items_that_go_together_count_for_fewer():
    verdicts, labels, groups = grouped(60, 5, np.random.default_rng(1))
    rate, plain = corrected_rate(verdicts, labels, groups), corrected_rate(verdicts, labels)
    assert rate.estimate == plain.estimate and rate.method == "clustered Korn-Graubard"
    assert rate.worth < 0.8 * plain.worth and rate.low < plain.low and plain.high < rate.high
    looked = ~np.isnan(labels)
    assert rate.labels_alone == clustered_clopper_pearson_interval(labels[looked], groups[looked])


def test_twins_count_once():
    """Each item twice, in a group with its twin: the design effect is 2, but for Student's t."""
    verdicts, labels = (np.array(x, dtype=float) for x in table(40, 8, 12, 40, 300, 300))
    once = corrected_rate(verdicts, labels)
    twice = corrected_rate(np.repeat(verdicts, 2), np.repeat(labels, 2), np.repeat(range(len(labels)), 2))
    assert twice.worth == pytest.approx(once.worth, rel=0.03)


def test_where_few_groups_hold_the_errors_the_labels_count_alone():
    verdicts, labels, groups = grouped(40, 5, np.random.default_rng(2), right=1)
    rate = corrected_rate(verdicts, labels, groups)
    assert tuple(rate) == tuple(rate.labels_alone) and "in so few groups" in rate.note


def test_labels_on_whole_groups_are_a_random_part():
    """Groups that the judge passes or fails as a whole, half of them labelled: no odd count of passes, for groups."""
    verdicts = np.repeat([1, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0], 10)
    labels = np.where(np.arange(120) < 60, verdicts, np.nan)
    labels[[0, 11, 25, 38, 42, 53]] = 1 - labels[[0, 11, 25, 38, 42, 53]]
    assert 0 < corrected_rate(verdicts, labels, np.repeat(range(12), 10)).estimate < 1


# The judge


def test_the_rates_of_a_judge_are_plain_shares_of_the_labelled():
    rates = judge_rates(*table(40, 4, 2, 6, 820, 128), level=0.9)
    assert rates.sensitivity == wilson_interval(40, 42, 0.9) and rates.specificity == wilson_interval(6, 10, 0.9)
    assert rates.pass_is_right == wilson_interval(40, 44, 0.9) and rates.fail_is_right == wilson_interval(6, 8, 0.9)
    assert rates.agreement == wilson_interval(46, 52, 0.9)


def test_the_rates_of_a_liver_scan_are_those_printed():
    """Altman and Bland 1994, BMJ 308, 1552 and 309, 102: scan and pathology of 344 patients."""
    rates = judge_rates(*table(231, 32, 27, 54))
    printed = {rates.sensitivity: "0.90", rates.specificity: "0.63", rates.pass_is_right: "0.88"}
    assert [f"{rate.estimate:.2f}" for rate in printed] == [*printed.values()]


@pytest.mark.parametrize("counts", [(40, 4, 2, 6), (3, 10, 8, 1), (5, 5, 5, 5), (9, 1, 0, 0), (0, 4, 6, 0)])
def test_kappa_is_that_of_statsmodels(counts):
    a, b, c, d = counts
    assert judge_rates(*table(*counts)).kappa == pytest.approx(cohens_kappa([[a, b], [c, d]], return_results=False))


def test_what_would_divide_by_zero_is_undefined_and_says_why():
    rates = judge_rates([1] * 10 + [None], [1] * 11)
    assert rates.specificity is rates.fail_is_right is rates.kappa is None and rates.undecided == 1
    assert str(rates).splitlines()[1::2] == [
        "specificity     undefined: people fail none",
        "a fail is right undefined: the judge fails none",
        "kappa           undefined: one word for all",
    ]
    assert str(rates).endswith("Left out: 1 item on which the judge did not decide.")


def test_labels_chosen_by_verdict_tell_no_sensitivity():
    with pytest.raises(ValueError, match="^labels hardly look like a random part of the items: 20 of 40"):
        judge_rates(*table(15, 5, 5, 15, 880, 80))


# A plan


@pytest.mark.parametrize(
    ("margin", "rate", "sensitivity", "specificity", "verdicts"),
    [
        (0.05, 0.9, 0.97, 0.9, 1000),
        (0.06, 0.9, 0.9, 0.9, 1000),
        (0.08, 0.8, 0.8, 0.7, 5000),
        (0.05, 0.95, 0.9, 0.75, 500),
    ],
)
def test_as_many_labels_as_planned_give_the_margin(margin, rate, sensitivity, specificity, verdicts):
    n, alone = labels_for_margin(margin, rate, sensitivity, specificity, verdicts)
    rng, passed = np.random.default_rng(3), rate * sensitivity + (1 - rate) * (1 - specificity)
    chances = [rate * sensitivity, (1 - rate) * (1 - specificity), rate * (1 - sensitivity), (1 - rate) * specificity]
    four, more = rng.multinomial(n, chances, 2000).astype(float), rng.binomial(verdicts - n, passed, 2000)
    estimate, worth = _worth(four[:, ::2], four[:, 1::2], np.stack([more, verdicts - n - more], axis=-1), 0.95)
    low, high = METHODS["clopper-pearson"].ends(estimate * worth, worth, 0.95)
    assert np.median(high - low) / 2 == pytest.approx(margin, rel=0.04)
    widths = [METHODS["clopper-pearson"].ends(rate * n, n, 0.95) for n in (alone - 1.0, float(alone))]
    assert (widths[1][1] - widths[1][0]) / 2 <= margin < (widths[0][1] - widths[0][0]) / 2


def test_a_better_judge_and_a_wider_margin_never_ask_for_more():
    steps = np.linspace(0.5, 1, 60)
    for better in ({"sensitivity": steps}, {"specificity": steps}, {"margin": 0.05 + steps / 10}):
        plan = labels_for_margin(
            **{"margin": 0.06, "rate": 0.9, "sensitivity": 0.9, "specificity": 0.9} | better, verdicts=1000
        )
        assert np.diff(plan.labels).max() <= 0 < np.ptp(plan.labels)
    assert labels_for_margin(0.45, 0.5, 1, 1, 1000) == (20, 20)


def test_a_margin_that_no_number_of_labels_reaches_is_refused():
    with pytest.raises(ValueError, match="^margin is too small: got 0.01, and even a label on each of 1000 items"):
        labels_for_margin(0.01, 0.9, 0.9, 0.9, 1000)
