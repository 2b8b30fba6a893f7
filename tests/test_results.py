"""Estimates and intervals: how they print, what they refuse, and which quantile they use."""

import dataclasses
import math
import re
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from IPython.core.formatters import DisplayFormatter

import give_or_take as got
from give_or_take import Estimate, Interval, Test, standard_error, wilson_interval
from give_or_take.results import in_lines, percent, shown

# How they print


@pytest.mark.parametrize(
    ("estimate", "text"),
    [
        (Estimate(0.84, standard_error(84, 100), 100), "84.0%, standard error 3.7 points"),
        (Estimate(0.437, 0.0415, 730, 10, 11, 5.1), "43.7%, standard error 4.2 points (11 clusters)"),
        (Estimate(1, 0, 20), "100.0%, standard error 0.0 points"),
        (Estimate(0.84, standard_error(840_000, 10**6), 10**6), "84.00%, standard error 0.04 points"),
        (Estimate(0.08, 0.0464, 100, unit="points"), "+8.0 points, standard error 4.6 points"),
        (Estimate(-0.0001, 0.0464, 100, unit="points"), "-0.01 points, standard error 4.6 points"),
        (Estimate(3.4189, 0.2514, 40, unit="seconds"), "3.42 seconds, standard error 0.25 seconds"),
        (Estimate(12345.6, 321, 40, unit="tokens"), "12,346 tokens, standard error 321 tokens"),
        (Estimate(-3.4189, 0.02514, 40, unit=""), "-3.419, standard error 0.025"),
        (Estimate(3, 0, 40, unit=""), "3.0, standard error 0.0"),
        (Estimate(0.5, 3e-10, 40), "50.00000000%, standard error 0.00000003 points"),
        (Estimate(0.5, 3e-17, 40), "50.000000000000%, standard error 0.000000000000 points"),  # twelve are enough
    ],
)
def test_an_estimate_prints_as_one_would_write_it(estimate, text):
    assert str(estimate) == text
    assert text.endswith(estimate.clause)


@pytest.mark.parametrize(
    ("interval", "text", "clause"),
    [
        (
            Interval(0.7558, 0.899, 0.84, method="Wilson"),
            "84.0% (95% Wilson 75.6%-89.9%)",
            "95% Wilson interval 75.6%-89.9%",
        ),
        (Interval(0.7558, 0.899, 0.84), "84.0% (95% interval 75.6%-89.9%)", "95% interval 75.6%-89.9%"),
        (
            Interval(0.7, 0.9, 0.8, 0.999, "exact"),
            "80.0% (99.9% exact 70.0%-90.0%)",
            "99.9% exact interval 70.0%-90.0%",
        ),
        (
            Interval(-0.012, 0.1, 0.05, 0.9, "Wald"),
            "5.0% (90% Wald -1.2% to 10.0%)",
            "90% Wald interval -1.2% to 10.0%",
        ),
        (Interval(0.8389, 0.8391, 0.839), "83.90% (95% interval 83.89%-83.91%)", "95% interval 83.89%-83.91%"),
        (
            Interval(0.0102, 0.1541, 0.08, method="Tango", unit="points"),
            "+8.0 points (95% Tango +1.0 to +15.4 points)",
            "95% Tango interval +1.0 to +15.4 points",
        ),
        (Interval(2.9, 3.9, 3.4, unit="seconds"), "3.40 seconds (95% interval 2.90-3.90 seconds)", None),
        (Interval(1, 1, 1, method="Wald"), "100.0% (95% Wald 100.0%-100.0%)", None),
        (Interval(-2, 3, 1, unit=""), "1.0 (95% interval -2.0 to 3.0)", "95% interval -2.0 to 3.0"),
        (Interval(0, 0.2, 0.1, 0.987654), "10.0% (98.7654% interval 0.0%-20.0%)", "98.7654% interval 0.0%-20.0%"),
    ],
)
def test_an_interval_prints_as_one_would_write_it(interval, text, clause):
    assert str(interval) == text
    if clause:
        assert interval.clause == clause


@pytest.mark.parametrize(
    ("record", "text"),
    [
        (wilson_interval(499, 500), "99.8% (95% Wilson 98.9%-99.96%)"),
        (wilson_interval(1, 5000), "0.02% (95% Wilson 0.004%-0.11%)"),
        (wilson_interval(99_999, 100_000), "99.999% (95% Wilson 99.994%-99.9998%)"),
        (wilson_interval(500, 500), "100.0% (95% Wilson 99.2%-100.0%)"),
        (Estimate(0.99999, 0.01, 10), "99.999%, standard error 1.0 points"),
        (Interval(-0.1, 1.0003, 0.99, unit="%"), "99.0% (95% interval -10.0% to 100.03%)"),
        (Interval(0.0001, 0.2, 0.1, unit="points"), "+10.0 points (95% interval +0.01 to +20.0 points)"),
        (Interval(-0.2, -0.0004, -0.1, unit="points"), "-10.0 points (95% interval -20.0 to -0.04 points)"),
        (Interval(-1, 0.99999, -0.9999, unit="points"), "-99.99 points (95% interval -100.0 to +99.999 points)"),
        (Interval(-1e-17, 0.2, 0.1, unit="points"), "+10.0 points (95% interval +0.0 to +20.0 points)"),
        (Interval(0.003, 6, 3, unit="seconds"), "3.0 seconds (95% interval 0.003-6.0 seconds)"),
        (Interval(0.7, 0.9, 0.8, 0.9999999), "80.0% (99.99999% interval 70.0%-90.0%)"),
        (Interval(0.7, 0.9, 0.8, 1 - 1e-15), "80.0% (99.9999999999999% interval 70.0%-90.0%)"),
        (Test("z-test", 0.001, 0.9992), "p = 0.999 (z-test, z = 0.00)"),
        (Test("z-test", 2, 0.050000001), "p = 0.050000001 (z-test, z = 2.00)"),
        (Test("z-test", 0, 1 - 1e-16), "p = 1.00 (z-test, z = 0.00)"),
    ],
)
def test_nothing_prints_as_all_or_nothing_that_is_not(record, text):
    assert str(record) == text


@given(st.floats(1e-13, 1 - 1e-13), st.integers(0, 5))
def test_no_share_between_prints_as_0_or_100(share, decimals):
    for text in (shown(100 * share, decimals, (0, 100)), percent(share).removesuffix("%")):
        assert 0 < float(text) < 100
        assert float(text) == pytest.approx(100 * share, rel=0.5, abs=0.5 * 10**-decimals)


@given(st.floats(0, 1), st.floats(0, 1), st.sampled_from([0.5, 0.9, 0.95, 0.975, 0.99]))
def test_printing_never_fails_nor_writes_a_negative_zero(low, high, level):
    low, high = sorted((low, high))
    for unit in ("%", "points", "seconds", ""):
        text = str(Interval(low, high, low, level, "Wilson", unit)) + " " + str(Estimate(low, high, 10, unit=unit))
        assert not re.search(r"(^|[ (])-0\.0*([ %)]|$)", text) and "nan" not in text and "  " not in text


PAIRS = got.Pairs(40, 9, 2, 9)
RECORDS = [
    Estimate(0.84, 0.0367, 100),
    got.wilson_interval([84, 20], [100, 20]),
    got.pooled_z_test(42, 50, 40, 50),
    PAIRS,
    PAIRS.bounds(),
    got.discordance_bounds(0.80, 0.84),
    got.detectable_change(0.84, 100),
    got.plan_two_runs(0.80, 0.84),
    got.kitagawa([42, 5], [50, 20], [40, 6], [50, 30]),
    got.fresh_gap([51], [60], [33], [40]),
]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
def test_a_notebook_shows_the_sentence(record):
    shown, _ = DisplayFormatter().format(record)
    assert shown["text/plain"] == str(record) and "(" not in str(record).split(" ")[0]


def test_a_long_sentence_prints_in_lines_that_fit_and_stays_one_in_a_text():
    plan = got.plan_repeats(0.05, 0.08, budget=1000, cost_per_answer=1, cost_per_item=10)
    lines = str(plan).splitlines()
    assert len(lines) > 2 and max(map(len, lines)) <= 72
    assert " ".join(lines) == f"{plan}" == f"{plan:}"
    assert in_lines("found: " + "word " * 20 + "\nend").splitlines()[1].startswith("    word")
    assert in_lines("1" * 80 + " 2") == "1" * 80 + "\n2"


def test_percentages_that_were_typed_as_such_are_refused():
    with pytest.raises(ValueError, match="^high must be a fraction: got 75; write 0.75 for 75%"):
        Interval(0.1, 75, 0.84)
    with pytest.raises(ValueError, match="^se must be a fraction: got 3.67; write 0.0367 for 3.67 points"):
        Estimate(0.84, 3.67, 100)
    with pytest.raises(ValueError, match="^se must be a fraction: got 1.5"):
        Estimate(0.84, 1.5, 100)
    assert Estimate(3.42, 3.67, 40, unit="seconds").interval().high > 10


def test_a_clustered_rate_has_no_interval_that_ends_above_100_percent():
    with pytest.raises(ValueError, match="^se gives this rate an interval from 72.4% to 118%, which none can have"):
        Estimate(0.95, 0.1, 100, df=9, clusters=10).interval()
    assert Estimate(0.95, 0.02, 100, df=9, clusters=10).interval().high < 1


# What they do


def test_an_interval_unpacks_and_contains():
    interval = Interval(0.75, 0.9, 0.84)
    low, high = interval
    assert (low, high) == (0.75, 0.9) == tuple(interval)
    assert 0.75 in interval and 0.9 in interval and 0.8 in interval and 0.74 not in interval and 0.91 not in interval
    assert interval.width == pytest.approx(0.15) and interval.half_width == pytest.approx(0.075)


def test_records_are_frozen_and_hold_plain_numbers():
    estimate = Estimate(np.float64(0.84), np.float32(0.25), np.int64(100), 10, np.int64(11))
    assert [type(getattr(estimate, f)) for f in ("value", "se", "n", "df", "clusters")] == [
        float,
        float,
        int,
        float,
        int,
    ]
    interval = Interval(0, np.float64(1), np.array(0.5))
    assert [type(x) for x in (interval.low, interval.high, interval.estimate)] == [float] * 3
    for record in (estimate, interval):
        with pytest.raises(dataclasses.FrozenInstanceError):
            record.level = 0.9
    assert dataclasses.replace(estimate, unit="points").value == 0.84
    assert len({estimate, Estimate(0.84, 0.25, 100, 10, 11)}) == 1


def t_quantile(p, df):
    """Student's t quantile in closed form, for 1, 2 and 4 degrees of freedom."""
    a = 4 * p * (1 - p)
    if df == 1:
        return math.tan(math.pi * (p - 0.5))
    if df == 2:
        return 2 * (p - 0.5) * math.sqrt(2 / a)
    return 2 * math.sqrt(math.cos(math.acos(math.sqrt(a)) / 3) / math.sqrt(a) - 1)


@pytest.mark.parametrize("df", [1, 2, 4])
@pytest.mark.parametrize("level", [0.5, 0.8, 0.9, 0.95, 0.99, 0.999])
def test_the_interval_uses_students_t(df, level):
    interval = Estimate(5, 1, 10, df=df, unit="").interval(level)
    assert interval.half_width == pytest.approx(t_quantile((1 + level) / 2, df), rel=1e-10)  # SciPy 1.14: 1e-11
    assert interval.estimate == 5 and interval.level == level and interval.method == "t"


@pytest.mark.parametrize("level", [0.5, 0.8, 0.9, 0.95, 0.99, 0.999])
def test_the_interval_is_normal_without_degrees_of_freedom(level):
    interval = Estimate(0.5, 0.01, 10).interval(level)
    assert interval.half_width == pytest.approx(0.01 * statistics.NormalDist().inv_cdf((1 + level) / 2), rel=1e-12)
    assert interval.method == "normal"


# What they refuse: kinds of bad input are in test_checks.py, relations between fields here


def test_low_above_high_is_refused():
    with pytest.raises(ValueError, match="^low must not exceed high: got 0.9 and 0.8; are the two swapped"):
        Interval(0.9, 0.8, 0.84)


@pytest.mark.parametrize(("value", "unit"), [(84, "%"), (-0.1, "%"), (8, "points"), (-1.01, "points")])
def test_a_value_must_fit_its_unit(value, unit):
    with pytest.raises(ValueError, match="^value must lie between"):
        Estimate(value, 0.1, 100, unit=unit)
    with pytest.raises(ValueError, match="^estimate must lie between"):
        Interval(0, 0.1, value, unit=unit)
    assert Estimate(value, 0.1, 100, unit="").value == value


def test_a_gap_in_a_field_is_not_an_answer():
    for bad in ({"df": math.nan}, {"n": math.nan}, {"value": math.nan}, {"clusters": math.nan}):
        with pytest.raises(ValueError, match=f"^{next(iter(bad))} has no value; give a number$"):
            Estimate(**{"value": 0.8, "se": 0.1, "n": 10} | bad)


def test_infinite_degrees_of_freedom_are_fine_and_none_are_not():
    assert Estimate(0.84, 0.1, 100, df=np.inf).df == math.inf
    for bad in (0, -1, -math.inf, math.nan):
        with pytest.raises(ValueError, match="^df "):
            Estimate(0.84, 0.1, 100, df=bad)


# Tests, and arrays


@pytest.mark.parametrize(
    ("p", "text"),
    [
        (0.6025, "p = 0.60"),
        (1, "p = 1.00"),
        (0.1, "p = 0.10"),
        (0.02534, "p = 0.025"),
        (0.0046, "p = 0.005"),
        (0.001, "p = 0.001"),
        (0.00099, "p < 0.001"),
        (0.0496, "p = 0.0496"),
        (0.0504, "p = 0.0504"),
        (0.05, "p = 0.050"),
    ],
)
def test_a_p_value_prints_as_one_would_write_it(p, text):
    test = Test("mid-p McNemar", -0.001, p)
    assert str(test) == f"{text} (mid-p McNemar, z = 0.00)" and test.clause == f"mid-p McNemar {text}"


def test_many_in_one_record():
    intervals = Interval([0.7, 0.6], [0.9, 0.8], [0.8, 0.7], method="Wilson")
    low, high = intervals
    assert low.tolist() == [0.7, 0.6] and high.tolist() == [0.9, 0.8]
    assert intervals.width == pytest.approx([0.2, 0.2]) and intervals.half_width == pytest.approx([0.1, 0.1])
    assert str(intervals) == "80.0% (95% Wilson 70.0%-90.0%)\n70.0% (95% Wilson 60.0%-80.0%)"
    assert intervals == Interval([0.7, 0.6], [0.9, 0.8], [0.8, 0.7], method="Wilson")
    assert intervals != Interval([0.7, 0.6], [0.9, 0.8], [0.8, 0.7], method="Wald") and intervals != "text"
    assert Interval(0.1, [0.5, 0.6], 0.3).low.tolist() == [0.1, 0.1]  # one shape for all
    tests = Test("pooled z-test", [1, 2], [0.3, 0.04])
    assert str(tests) == "p = 0.30 (pooled z-test, z = 1.00)\np = 0.040 (pooled z-test, z = 2.00)"
    assert tests == Test("pooled z-test", [1, 2], [0.3, 0.04]) != Test("pooled z-test", [1, 2], [0.3, 0.05])


def test_a_clause_and_in_are_for_one():
    intervals = Interval([0.7, 0.6], [0.9, 0.8], [0.8, 0.7])
    for ask in (lambda: intervals.clause, lambda: 0.8 in intervals):
        with pytest.raises(TypeError, match="^low must be one number, not 2 of them"):
            ask()
    with pytest.raises(TypeError, match="^p_value must be one number, not 2 of them"):
        _ = Test("z-test", [1, 2], [0.3, 0.04]).clause


def test_arrays_in_a_record_are_its_own():
    ends = np.array([0.7, 0.6])
    intervals = Interval(ends, [0.9, 0.8], [0.8, 0.7])
    ends[0] = 0
    assert intervals.low[0] == 0.7
    with pytest.raises(ValueError, match="read-only"):
        intervals.low[0] = 0
    with pytest.raises(ValueError, match="^low and high must have the same length"):
        Interval([0.1, 0.2], [0.3, 0.4, 0.5], 0.3)
