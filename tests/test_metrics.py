"""Rates against scikit-learn's, intervals against other programs' and the definitions, and what is undefined."""

import math

import numpy as np
import pandas as pd
import pytest
from reference import rows
from scipy.optimize import minimize

from give_or_take import balanced_accuracy_interval, checks, confusion, f1_interval, newcombe_interval
from give_or_take.metrics import _score_ends, _score_squared

FACTUAL = confusion([1] * 319 + [0] * 1673, [1] * 195 + [0] * 124 + [1] * 503 + [0] * 1170)


def items(table):
    """Truths and predictions with this table."""
    table = np.asarray(table)
    truth, predicted = np.indices(table.shape).reshape(2, -1)
    return np.repeat(truth, table.ravel()), np.repeat(predicted, table.ravel())


# The table and its rates


def test_equal_to_scikit_learn_on_a_thousand_tables():
    compared = undefined = 0
    for row in rows("confusion_tables.csv"):
        cells = np.array(row.pop("table").split(), dtype=int)
        table = cells.reshape(math.isqrt(len(cells)), -1)
        one, two = (confusion(*items(table), beta=beta) for beta in (1, 2))
        if table.shape == (2, 2):
            ours = one.balanced_accuracy, one.mcc, one.precision, one.f, two.f
        elif len(one.labels) < 3:  # the third class is neither true nor predicted
            continue
        else:
            ours = one.balanced_accuracy, one.mcc, one.weighted.precision, one.macro.f, two.weighted.f
        for name, value, wanted in zip(row, ours, row.values(), strict=True):
            assert (value is None) == (wanted == ""), (cells, name)
            assert value is None or value == pytest.approx(float(wanted), abs=5.1e-6), (cells, name)
            compared, undefined = compared + 1, undefined + (value is None)
    assert compared > 4800 and 100 < undefined < 500


def test_the_detector_by_hand():
    assert FACTUAL.counts == (195, 503, 124, 1170)
    rates = FACTUAL.accuracy, FACTUAL.precision, FACTUAL.recall, FACTUAL.specificity
    assert rates == (1365 / 1992, 195 / 698, 195 / 319, 1170 / 1673)
    assert FACTUAL.f == pytest.approx(2 / (698 / 195 + 319 / 195))
    assert FACTUAL.balanced_accuracy == (195 / 319 + 1170 / 1673) / 2
    assert "accuracy 68.5%, balanced accuracy 65.5%" in f"{FACTUAL}"
    assert f"{FACTUAL}".endswith("precision 27.9%, recall 61.1%, specificity 69.9%, F1 38.3%\n"
                                 "Always 0 would be right on 84.0%")  # fmt: skip


def test_several_classes_are_averaged_in_three_ways():
    table = confusion(*items([[3, 0, 1], [0, 2, 0], [0, 1, 1]]))
    assert table.positive is table.counts is table.precision is table.specificity is None
    assert [table.each[k].recall for k in range(3)] == [3 / 4, 1, 1 / 2]
    assert table.macro.recall == table.balanced_accuracy == 0.75 == table.weighted.recall == table.accuracy
    assert table.macro.precision == pytest.approx((1 + 2 / 3 + 1 / 2) / 3)
    assert table.weighted.precision == pytest.approx((4 + 2 * 2 / 3 + 2 / 2) / 8)
    assert "accuracy is also the micro average" in f"{table}" and "each, macro and weighted" in table.undefined["f"]


@pytest.mark.parametrize(
    ("table", "undefined"),
    [
        ([[2, 0], [0, 0]], {"precision", "recall", "f", "balanced_accuracy", "mcc"}),
        ([[2, 1], [0, 0]], {"recall", "balanced_accuracy", "mcc"}),
        ([[2, 0], [1, 0]], {"precision", "mcc"}),
        ([[0, 0], [1, 1]], {"specificity", "balanced_accuracy", "mcc"}),
        ([[2, 1], [1, 2]], set()),
    ],
)
def test_what_would_divide_by_zero_is_undefined_with_a_reason(table, undefined):
    found = confusion(*items(table))
    names = ("accuracy", "precision", "recall", "specificity", "f", "balanced_accuracy", "mcc")
    assert {name for name in names if getattr(found, name) is None} == undefined == set(found.undefined)
    assert f"{found}".count("undefined (") == len(undefined)


def test_a_missing_class_leaves_an_average_undefined():
    table = confusion(["a", "a", "b"], ["a", "c", "b"])
    assert table.each["c"] == (0, None, 0) and table.macro.recall is None and table.weighted.recall == 2 / 3
    assert table.undefined["balanced_accuracy"] == "no item is of class 'c'" and "undefined" in f"{table}"


def test_which_class_is_positive():
    right, found = ["spam", "ham", "spam"], ["spam", "spam", "ham"]
    assert confusion(right, found, positive="spam").counts == (1, 1, 1, 0)
    assert confusion(right, found, positive="ham").counts == (0, 1, 1, 1)
    assert confusion(right, found).positive is None
    assert confusion([True, False], [True, True]).counts == confusion([1.0, 0.0], [1, 1]).counts == (1, 1, 0, 0)
    assert confusion(["ham"] * 2, ["ham"] * 2, positive="spam").counts == (0, 0, 0, 2)
    assert confusion(["ham"] * 2, ["ham"] * 2, positive="ham").counts == (2, 0, 0, 0)


def test_labels_of_several_kinds_and_many_classes_print():
    assert confusion([("a", 1), "b"], ["b", "b"]).labels == ("b", ("a", 1))
    many = format(confusion(range(13), range(13)))
    assert many.startswith("13 items of 13 classes\n") and len(many.splitlines()) == 20


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([1, 0], [1]), "truth and predicted must have the same length, one entry for each item: got 2 and 1"),
        (
            ([1, 0], ["1", "0"]),
            "predicted must hold labels of the kind that truth holds: got '1', '0' beside 1, 0; conv",
        ),
        ((list("ab"), list("ab"), "c"), "positive must be one of 'a', 'b': got 'c'"),
        ((list("abc"), list("abc"), "a"), "positive must be left out with 3 classes; for one against all others give"),
        (([1, None], [1, 1]), "truth has no label for 1 of 2 entries; name the class of each item, or give an item"),
        ((pd.Series([1, 0]), pd.Series([1, 0], [1, 0])), "truth and predicted are columns with different row labels"),
    ],
)
def test_what_is_refused(arguments, words):
    with pytest.raises(checks.Refusal) as caught:
        confusion(*arguments)
    assert str(caught.value).startswith(words) and caught.value.argument == words.split()[0]


# Intervals


@pytest.mark.parametrize("row", rows("f1_interval.csv"), ids=lambda row: row["source"])
def test_f1_against_mpmath(row):
    interval = f1_interval(*(int(row[name]) for name in ("tp", "fp", "fn")))
    assert interval.estimate == pytest.approx(float(row["f1"]), rel=1e-11)
    wanted = [float(row[f"f1_wilson_{end}"]) for end in ("lower", "upper")]
    assert [*interval] == pytest.approx(wanted, rel=1e-10)


COUNTS = np.random.default_rng(4).integers(0, [[4], [12], [60]], (3, 40)).T.reshape(-1, 3)


def test_the_score_interval_is_wilsons_at_beta_1():
    tp, fp, fn = COUNTS[COUNTS.sum(1) > 0].T.astype(float)
    for level in (0.5, 0.95, 0.999):
        wilson = f1_interval(tp, fp, fn, level=level)
        assert np.allclose(_score_ends(tp, fp, fn, 1.0, level), [*wilson], rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("beta", [0.25, 0.5, 2, 3])
def test_the_score_interval_has_the_properties_of_one(beta):
    tp, fp, fn = COUNTS[COUNTS.sum(1) > 0].T.astype(float)
    interval, wider = f1_interval(tp, fp, fn, beta), f1_interval(tp, fp, fn, beta, level=0.99)
    assert np.all((0 <= interval.low) & (interval.low <= interval.estimate) & (interval.estimate <= interval.high))
    assert np.all((wider.low <= interval.low) & (interval.high <= wider.high) & (interval.width > 0))
    assert np.all(interval.low[tp == 0] == 0) and np.all(interval.high[fp + fn == 0] == 1)
    mirrored = f1_interval(tp, fn, fp, 1 / beta)
    assert np.allclose([*mirrored], [*interval], rtol=1e-12)
    better = f1_interval(tp + 1, fp, np.maximum(fn - 1, 0), beta)  # a miss becomes a hit
    assert np.all((better.low > interval.low)[fn > 0]) and np.all((better.high >= interval.high)[fn > 0])
    f = np.linspace(0.001, 0.999, 999)
    for one in zip(tp, fp, fn, strict=True):
        score = np.sqrt(_score_squared(f, *one, beta)) * np.sign(f - f1_interval(*one, beta).estimate)
        assert np.all(np.diff(score) > 0)  # so what is kept is one interval


@pytest.mark.parametrize("counts", [(8, 4, 2), (10, 0, 0), (5, 0, 3), (0, 3, 2), (1, 9, 0)])
def test_the_score_is_that_of_the_likeliest_cells(counts):
    beta, n = 2.0, np.array(counts, dtype=float)
    for f in (0.2, 0.5, 0.8):
        each = np.array([(1 + beta**2) * (1 - f), -f, -(beta**2) * f])
        bounds = [(0, 1)] * 3
        rules = [{"type": "eq", "fun": lambda p: p.sum() - 1}, {"type": "eq", "fun": lambda p, each=each: each @ p}]
        start = np.array([f / (1 + beta**2) * (1 + beta**2) / 2, 0.2, 0.3])
        found = minimize(lambda p: -n @ np.log(p + 1e-12), start, bounds=bounds, constraints=rules, tol=1e-13)
        wanted = (each @ n) ** 2 / (n.sum() * (each**2 @ found.x))
        assert _score_squared(f, *n, beta) == pytest.approx(wanted, rel=1e-4)


def test_balanced_accuracy_is_half_of_newcombes_difference():
    interval = balanced_accuracy_interval([195, 10, 0], [503, 0, 5], [124, 0, 5], [1170, 190, 0], level=0.9)
    half = newcombe_interval([195, 10, 0], [319, 10, 5], [503, 0, 5], [1673, 190, 5], level=0.9)
    assert np.allclose(interval.low, (1 + half.low) / 2) and np.allclose(interval.high, (1 + half.high) / 2)
    assert interval.estimate.tolist() == [FACTUAL.balanced_accuracy, 1, 0] and np.all(interval.width > 0)
    assert balanced_accuracy_interval(195, 503, 124, 1170).method == "Newcombe"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: f1_interval(0, 0, 0), "tp is 0, and so are fp and fn: nothing is positive or was predicted so"),
        (lambda: f1_interval(1, 1, 1, beta=0), "beta must be above 0"),
        (lambda: f1_interval(1, 1, 1, beta=1e9), "beta must lie from 0.001 to 1000: got 1000000000"),
        (lambda: balanced_accuracy_interval(0, 1, 0, 5), "tp is 0, and so is fn: nothing is positive"),
        (lambda: balanced_accuracy_interval(1, 0, 1, 0), "fp is 0, and so is tn: nothing is negative"),
    ],
)
def test_counts_without_a_rate_are_refused(call, words):
    with pytest.raises(checks.WrongValue) as caught:
        call()
    assert str(caught.value).startswith(words) and caught.value.argument == words.split()[0]
