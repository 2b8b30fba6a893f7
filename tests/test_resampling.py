"""The bootstrap against SciPy's and exact sums, and the swap test against McNemar's, sign flips and listing by hand."""

import math
import time
import tracemalloc
from itertools import product

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from give_or_take import bootstrap_interval, checks, load, mcnemar_test, sign_flip_test, swap_test
from give_or_take.metrics import METRICS
from give_or_take.resampling import FEW, OF_SCORES, SEEN
from tools.studies import metric_coverage, score_coverage


def rng(seed=1):
    return np.random.default_rng(seed)


def f1(truth, predicted):
    both = np.sum(truth) + np.sum(predicted)
    return 2 * np.sum(truth * predicted) / both if both else None


def of_table(name):
    """A named metric as a function of columns."""

    def metric(truth, predicted):
        cells = [np.sum((truth == t) & (predicted == p)) for t, p in ((1, 1), (0, 1), (1, 0), (0, 0))]
        return float(METRICS[name](*map(float, cells)))

    return metric


TRUTH = (rng(2).random(120) < 0.4).astype(int)
FIRST, SECOND = (np.where(rng(seed).random(120) < share, TRUTH, 1 - TRUTH) for seed, share in ((3, 0.85), (4, 0.75)))
GROUPS = np.arange(120) // 3
SCORES = rng(5).lognormal(size=60)


# Intervals


@pytest.mark.parametrize("method", ["percentile", "bca"])
@pytest.mark.parametrize("name", METRICS)
def test_counts_give_what_items_give(name, method):
    data = TRUTH, FIRST
    drawn = bootstrap_interval(data, name, method=method, rng=rng())
    called = bootstrap_interval(data, of_table(name), method=method, draws=2999, rng=rng())
    assert drawn.estimate == pytest.approx(called.estimate)
    assert [*drawn] == pytest.approx([*called], abs=0.02)
    assert drawn.method.endswith("bootstrap") and drawn.note.startswith("9,999 resamples of 120 items")


@pytest.mark.parametrize("groups", [None, GROUPS])
def test_two_systems_keep_their_items(groups):
    data = TRUTH, FIRST, SECOND
    drawn = bootstrap_interval(data, "f1", groups, paired=True, rng=rng())
    called = bootstrap_interval(data, f1, groups, paired=True, unit="%", draws=1999, rng=rng())
    assert drawn.unit == called.unit == "points"
    assert drawn.estimate == pytest.approx(f1(TRUTH, FIRST) - f1(TRUTH, SECOND)) == called.estimate
    assert [*drawn] == pytest.approx([*called], abs=0.025)
    alone = [bootstrap_interval((TRUTH, one), "f1", groups, rng=rng()) for one in (FIRST, SECOND)]
    assert drawn.width < math.hypot(*(one.width for one in alone)) * 1.2
    same = bootstrap_interval((TRUTH, FIRST, FIRST), "f1", groups, paired=True, rng=rng())
    assert (same.low, same.high) == (0, 0)


def test_scipy_resamples_scores():
    for method in ("percentile", "bca"):
        ours = bootstrap_interval(SCORES, np.mean, method=method, rng=rng())
        theirs = stats.bootstrap((SCORES,), np.mean, method={"bca": "BCa"}.get(method, method), rng=rng(6))
        assert [*ours] == pytest.approx([*theirs.confidence_interval], rel=0.03)
        called = bootstrap_interval(SCORES, lambda x: x.sum() / len(x), method=method, rng=rng())
        assert [*ours] == pytest.approx([*called], rel=0.03)
    gaps = bootstrap_interval((SCORES, SCORES[::-1] + 1), np.mean, paired=True, rng=rng())
    assert gaps.estimate == pytest.approx(-1) and gaps.low < -1 < gaps.high and gaps.unit == ""


def test_bca_of_counts_is_scipys():
    """Of a skewed statistic, with so many resamples that both corrections show."""
    truth, predicted = np.array([1] * 15 + [0] * 45), np.array([1] * 12 + [0] * 43 + [1] * 5)

    def mcc(truth, predicted, axis=-1):
        cells = [np.sum((truth == t) & (predicted == p), axis) for t, p in ((1, 1), (0, 1), (1, 0), (0, 0))]
        return METRICS["mcc"](*(cell.astype(float) for cell in cells))

    theirs = stats.bootstrap(
        (truth, predicted), mcc, paired=True, vectorized=True, batch=5000, n_resamples=99_999, method="BCa", rng=rng()
    )
    plain, ours = (
        bootstrap_interval((truth, predicted), "mcc", method=method, draws=99_999, rng=rng())
        for method in ("percentile", "bca")
    )
    assert [*ours] == pytest.approx([*theirs.confidence_interval], abs=0.004)
    assert abs(ours.low - plain.low) > 0.01 and abs(ours.high - plain.high) > 0.01


def test_groups_are_drawn_with_all_their_items():
    """A group of equal items is one item: the spread of the mean is that of as many items as there are groups."""
    one = bootstrap_interval(SCORES, np.mean, rng=rng())
    order = rng(8).permutation(180)
    tripled = bootstrap_interval(np.repeat(SCORES, 3)[order], np.mean, np.repeat(np.arange(60), 3)[order], rng=rng())
    assert [*tripled] == pytest.approx([*one], rel=0.03) and "9,999 resamples of 60 groups" in tripled.note
    sizes = np.repeat(np.arange(40), np.arange(40) % 3 + 1)
    rated = bootstrap_interval((sizes % 2 == 0), np.mean, sizes, unit="%", rng=rng())
    called = bootstrap_interval((sizes % 2 == 0), lambda x: x.mean(), sizes, unit="%", rng=rng())
    assert [*rated] == pytest.approx([*called], abs=0.015)


def test_a_share_has_the_percentiles_of_the_binomial():
    for k, n in ((45, 60), (19, 20), (900, 1000)):
        interval = bootstrap_interval([1] * k + [0] * (n - k), np.mean, unit="%", draws=99_999, rng=rng())
        assert [*interval] == pytest.approx(stats.binom.ppf([0.025, 0.975], n, k / n) / n, abs=1.01 / n)
        tighter = bootstrap_interval([1] * k + [0] * (n - k), np.mean, unit="%", level=0.8, rng=rng())
        assert tighter.width < interval.width or n == 20


def test_labels_and_true_or_false_reach_the_statistic_as_they_are():
    def agree(one, other):
        assert one.dtype == other.dtype == object
        return np.mean(one == other)

    letters = pd.Series(list("abcd") * 10)
    found = bootstrap_interval((letters, letters.replace("d", "a")), agree, unit="%", rng=rng())
    assert found.estimate == 0.75
    assert bootstrap_interval(([True] * 30 + [False] * 30), lambda x: np.mean(~x), rng=rng()).estimate == 0.5


def test_undefined_resamples_are_left_out_and_counted():
    data = [1] * 3 + [0] * 37, [0] * 2 + [1] * 2 + [0] * 36
    for statistic in (
        "precision",
        of_table("precision"),
        lambda t, p: None if not p.any() else (t * p).sum() / p.sum(),
    ):
        with np.errstate(invalid="ignore"):
            found = bootstrap_interval(data, statistic, rng=rng())
        count = int(found.note.split("undefined in ")[1].split(" of them")[0].replace(",", ""))
        assert count / 9999 == pytest.approx((38 / 40) ** 40, abs=0.015)
        with pytest.raises(ValueError, match="^method must be 'percentile' here"):
            bootstrap_interval(data, statistic, method="bca", rng=rng())
    with pytest.raises(ValueError, match="^statistic must be defined for the data: got"):
        bootstrap_interval(([1, 0], [0, 0]), "precision", rng=rng())


# What it costs


def test_a_million_items_are_drawn_as_counts():
    big = (rng().random((2, 10**6)) < 0.3).astype(int)
    start = time.process_time()
    bootstrap_interval((big[0], big[1]), "f1", rng=rng())
    assert time.process_time() - start < 1


def test_memory_does_not_grow_with_resamples_times_items():
    data = rng().random(20_000)
    tracemalloc.start()
    bootstrap_interval(data, np.median, draws=999, rng=rng())
    bootstrap_interval(data, np.mean, draws=999, rng=rng())
    bootstrap_interval((data < 0.5), np.mean, np.arange(20_000) // 2, draws=9_999, rng=rng())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 150e6  # 999 times 20,000 numbers alone are 160 MB


# Where it warns


def test_where_it_warns():
    def note(data, statistic, **more):
        return bootstrap_interval(data, statistic, rng=rng(), **more).note

    fine = (TRUTH, FIRST)
    assert "Careful" not in note(fine, "f1") and "Careful" not in note(fine, of_table("f1"), draws=999)
    assert "Careful" not in note(SCORES, np.mean) and "Careful" not in note((*fine, SECOND), "f1", paired=True)
    few = [1] * 15 + [0] * 185, [1] * 14 + [0] * 185 + [1]
    said = "in 2 items; {}, such bars hold the truth in as few as 84% of all samples"
    assert said.format("where so few are expected") in note(few, "f1")
    assert said.format("if the statistic hangs on it").replace("2 items", "1 item").replace("84", "62") in note(few, f1)
    assert "so take f1_interval" in note(few, "f1") and "wilson_interval" in note(few, "recall")
    assert "balanced_accuracy_interval" in note(few, "balanced accuracy")
    assert "seen in no item, too few to rely on this bar: ask swap_test as well" in note(
        (*few, few[0]), "f1", paired=True
    )
    near = fine[1] ^ (np.arange(120) < 3)
    assert "the two differ in 3 items, too few to rely on" in note((*fine, near), "f1", paired=True)
    assert "the two differ in 1 group, too few to rely on" in note((*fine, near), "f1", groups=GROUPS, paired=True)
    assert "seen in no item" in note([1] * 40, np.mean) and "100% of the resamples give" in note([1] * 40, np.mean)
    assert "with 20 items, if their scores are skewed, such bars hold the truth in as few as 75%" in note(
        SCORES[:20], np.mean
    )
    assert "63% of the resamples give the largest value of all" in note(SCORES, np.max).replace("64%", "63%")
    assert "% of the resamples give the largest value of all" in note((*few, few[0]), "f1", paired=True)
    assert "with 20 groups" in note(SCORES, np.mean, groups=np.arange(60) // 3)


def test_mistakes_count_in_groups_that_hold_them():
    """Twenty mistakes in four groups of a hundred are four, and in twenty groups twenty."""
    truth, groups = np.ones(500, dtype=int), np.arange(500) // 5
    few = "seen in 4 groups; {}, such bars hold the truth in as few as 75%"
    for mistakes, statistic, said in (
        (slice(20), "accuracy", few.format("where so few are expected")),
        (slice(20), of_table("accuracy"), few.format("if the statistic hangs on it")),
        (slice(0, 100, 5), "accuracy", ""),
    ):
        predicted = truth.copy()
        predicted[mistakes] = 0
        note = bootstrap_interval((truth, predicted), statistic, groups, draws=999, rng=rng()).note
        assert said in note and ("Careful" in note) == bool(said)


def test_the_warnings_say_what_was_counted():
    stored = pd.read_csv(metric_coverage.STORED)
    rarest = metric_coverage.rarest(stored).round(9)
    groups = pd.read_csv(metric_coverage.IN_GROUPS)
    for word, expected, shares in (("item", rarest, stored), ("group", groups["holding"], groups)):
        for least, percent in SEEN[word].items():
            assert percent == math.floor(100 * shares.loc[expected >= least, "percentile"].min()), (word, least)
        assert shares.loc[expected >= FEW[word], "percentile"].min() > 0.925
    scores = pd.read_csv(score_coverage.STORED)
    scores = scores[~scores["grouped"] & scores["method"].isin(["percentiles", "BCa"])]
    for least, percent in OF_SCORES.items():
        assert percent == math.floor(100 * scores.loc[scores["n"] >= least, "coverage"].min()), least


# The swap test


def test_of_accuracy_it_is_mcnemars():
    first, second = TRUTH == FIRST, TRUTH == SECOND
    flips = int((first & ~second).sum()), int((second & ~first).sum())
    for method in ("mid-p", "exact"):
        wanted = mcnemar_test(*flips, method=method).p_value
        assert swap_test((TRUTH, FIRST, SECOND), "accuracy", method=method).p_value == pytest.approx(wanted, rel=1e-9)
        assert swap_test((first, second), np.mean, method=method).p_value == pytest.approx(wanted, rel=1e-9)


def test_of_means_in_groups_it_is_the_sign_flip_test():
    for size in (3, 12):  # groups that are drawn, and few that are listed
        groups = np.arange(120) // size
        wanted = sign_flip_test((TRUTH == FIRST) * 1.0 - (TRUTH == SECOND), groups).p_value
        for data, statistic in (((TRUTH == FIRST, TRUTH == SECOND), np.mean), ((TRUTH, FIRST, SECOND), "accuracy")):
            assert swap_test(data, statistic, groups, rng=rng()).p_value == pytest.approx(wanted, abs=0.02)
    gains = SCORES[:10], SCORES[20:30]
    wanted = sign_flip_test(gains[0] - gains[1], range(10)).p_value
    assert swap_test(gains, np.mean).p_value == pytest.approx(wanted, rel=1e-9)


def test_f1_by_listing_all_ways_to_swap():
    truth, first, second = (one[:14] for one in (TRUTH, FIRST, SECOND))
    differ = np.flatnonzero(first != second)
    gaps = []
    for some in product([False, True], repeat=len(differ)):
        swap = np.zeros(14, dtype=bool)
        swap[differ] = some
        gaps.append(f1(truth, np.where(swap, second, first)) - f1(truth, np.where(swap, first, second)))
    far = np.abs(gaps) - abs(f1(truth, first) - f1(truth, second))
    for method, ties in (("mid-p", 0.5), ("exact", 1)):
        wanted = np.mean(far > 1e-12) + ties * np.mean(np.abs(far) <= 1e-12)
        assert 3 <= len(differ) <= 12
        counted = swap_test((truth, first, second), "f1", method=method)
        assert counted.p_value == pytest.approx(wanted, rel=1e-9) and counted.note == f"{len(differ)} items differ"
        assert swap_test((truth, first, second), f1, method=method).p_value == pytest.approx(wanted, rel=1e-9)


def test_means_over_classes_are_drawn_as_counts_and_called_alike():
    """Labels of three classes, and one that the truth has not: it is wrong, and no class."""
    truth = rng(1).choice(["a", "b", "c"], 90)
    first, second = (np.where(rng(k).random(90) < 0.7, truth, rng(k + 9).choice(list("abcx"), 90)) for k in (2, 3))

    def macro(truth, found):
        pairs = [(truth == x, found == x) for x in "abc"]
        return np.mean([2 * np.sum(so & said) / (np.sum(so) + np.sum(said)) for so, said in pairs])

    for groups in (None, np.arange(90) // 3):
        drawn = bootstrap_interval((truth, first, second), "macro f1", groups, paired=True, rng=rng())
        called = bootstrap_interval((truth, first, second), macro, groups, True, unit="%", draws=2999, rng=rng())
        assert drawn.estimate == pytest.approx(called.estimate) and [*drawn] == pytest.approx([*called], abs=0.02)
        drawn = swap_test((truth, first, second), "macro f1", groups, rng=rng()).p_value
        called = swap_test((truth, first, second), macro, groups, draws=2999, rng=rng()).p_value
        assert drawn == pytest.approx(called, abs=0.04) and 0.02 < drawn < 0.98
    few = truth[:14], first[:14], second[:14]  # all ways to swap are listed, of counts and of items
    assert swap_test(few, "macro f1").p_value == pytest.approx(swap_test(few, macro).p_value, rel=1e-9)
    seen = bootstrap_interval((truth, first), "macro recall", rng=rng()).estimate
    assert seen == pytest.approx(np.mean([np.mean(first[truth == x] == x) for x in "abc"]))


def test_drawn_ways_add_the_observed_one():
    far = np.ones(30), np.zeros(30)
    exact = swap_test(far, lambda x: np.mean(x**3), method="exact", draws=999, rng=rng())
    assert exact.p_value == 1 / 1000 and "999 ways to swap drawn" in exact.note
    assert swap_test(far, lambda x: np.mean(x**3), draws=999, rng=rng()).p_value == 1 / 1000
    data, groups = (TRUTH, FIRST, SECOND), np.arange(120) // 2
    drawn = swap_test(data, "f1", groups, rng=rng()).p_value
    assert drawn == pytest.approx(swap_test(data, f1, groups, draws=2999, rng=rng()).p_value, abs=0.03)


def test_it_is_as_likely_to_favour_either_and_holds_its_level():
    swapped = swap_test((TRUTH, SECOND, FIRST), "f1")
    ours = swap_test((TRUTH, FIRST, SECOND), "f1")
    assert swapped.p_value == pytest.approx(ours.p_value) and swapped.statistic == -ours.statistic
    assert swap_test((TRUTH, FIRST, FIRST), "f1").p_value == swap_test((SCORES, SCORES), np.median).p_value == 1
    draws, alarms = rng(9), 0
    for _ in range(400):
        truth = draws.random(60) < 0.3
        first, second = (np.where(draws.random(60) < 0.8, truth, ~truth) for _ in range(2))
        alarms += swap_test((truth, first, second), "f1").p_value <= 0.05
    assert 0.02 < alarms / 400 < 0.085


def test_the_chapters_two_systems_in_documents():
    table = load("xsum_summaries")
    wide = table.pivot(index="document", columns="system", values=["rouge_l", "faithful"])
    for ruler, better in (("rouge_l", True), ("faithful", False)):
        pair = wide[ruler, "tconvs2s"].to_numpy(), wide[ruler, "ptgen"].to_numpy()
        low, high = bootstrap_interval(pair, np.mean, paired=True, unit="%", rng=rng())
        assert low > 0 if better else high < 0
        assert swap_test(pair, np.mean, draws=999, rng=rng()).p_value < 0.005
    factual, found = table["factual"] >= 0.5, table["entailment"] >= 0.5
    low, high = bootstrap_interval((factual, found), "f1", table["document"], rng=rng())
    assert (low, high) == pytest.approx((0.341, 0.423), abs=0.003)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: bootstrap_interval([1, 2, 3], np.mean), "rng is needed where samples have to be drawn; give numpy"),
        (lambda: bootstrap_interval([[1, 0], [1, 1]], "f1"), "data must be one column, or data a tuple of columns"),
        (lambda: bootstrap_interval([1, 0], "f1"), "data must be the columns (truth, predicted) for 'f1': got 1"),
        (lambda: bootstrap_interval((list("ab"), list("ab")), "f1"), "data[0] must be 0 or 1 for 'f1': got 'a', 'b';"),
        (lambda: bootstrap_interval(([1, 0], [1]), "f1"), "data[0] and data[1] must have the same length"),
        (lambda: bootstrap_interval([1, 0], np.mean, paired=True), "data must hold the columns of two systems if"),
        (lambda: bootstrap_interval([1], np.mean), "data must hold at least 2 items"),
        (lambda: bootstrap_interval([1, 0], np.mean, ["a", "a"]), "groups must name at least two groups"),
        (
            lambda: bootstrap_interval(pd.Series([1, 0]), np.mean, pd.Series(["a", "b"], [1, 0]), rng=rng()),
            "data and groups are columns with different row labels",
        ),
        (lambda: bootstrap_interval([1, 0], lambda x, y: 1), "statistic must be a function of 1 column here: it fails"),
        (lambda: bootstrap_interval([1, 0], lambda x: x), "statistic must give one number: got array("),
        (lambda: bootstrap_interval([1, 0], "f2"), "statistic must be one of 'accuracy' or 'balanced accuracy' or"),
        (
            lambda: bootstrap_interval((range(25),) * 3, "macro f1", paired=True, rng=rng()),
            "data has too many classes to be drawn as counts: 25; give a function",
        ),
        (lambda: bootstrap_interval([3, 4], np.mean, unit="%"), "unit must fit the statistic: 3.5 is no rate"),
        (lambda: swap_test((SCORES, SCORES[::-1]), np.mean), "rng is needed where samples have to be drawn"),
    ],
)
def test_what_is_refused(call, words):
    with pytest.raises(checks.Refusal) as caught:
        call()
    assert str(caught.value).startswith(words) and caught.value.argument == words.split()[0]
