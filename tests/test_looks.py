"""Chapter 10's looks: the any-time test against exact fractions and mpmath, plans against all possible runs."""

from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import rows
from scipy.special import gammaln, logsumexp, ndtri

from give_or_take import Pairs, any_time_test, mcnemar_power, mcnemar_test, planned_looks
from give_or_take.looks import _at_flips, _constant, _ends, _log_evidence, _looked, _plan, _rarest, _reached

tables = st.tuples(*[st.integers(0, 25)] * 3).filter(any).map(lambda x: (x[0], x[1], sum(x)))


def evidence(b, c, n, d=Fraction(0)):
    """E(d) as a fraction: each of the other items as a flip that may have gone either way."""
    q, ties = (1 + Fraction(d)) / 2, n - b - c
    return sum(
        Fraction(comb(ties, j), 2**ties * (n + 1) * comb(n, b + j)) / (q ** (b + j) * (1 - q) ** (n - b - j))
        for j in range(ties + 1)
    )


@pytest.mark.parametrize("row", rows("any_time_flips.csv"), ids=lambda row: f"{row['only_second_b']}-{row['n']}")
def test_any_time_values(row):
    second, first, n = (int(row[name]) for name in ("only_second_b", "only_first_c", "n"))
    found = any_time_test(first, second, n)
    assert (found.evidence, found.p_value) == pytest.approx((float(row["E"]), float(row["p_any_time"])), rel=1e-11)
    share = float(row["share_lower"]), float(row["share_upper"])  # of the flips to the second
    assert (1 - found.share.high, 1 - found.share.low) == pytest.approx(share, abs=1e-11)
    difference = float(row["difference_lower"]), float(row["difference_upper"])
    assert (-found.difference.high, -found.difference.low) == pytest.approx(difference, abs=1e-10)


@settings(max_examples=30)
@given(table=tables, level=st.sampled_from((0.6, 0.95, 0.999)))
def test_the_ends_are_where_the_evidence_reaches_the_limit(table, level):
    b, c, n = table
    found = any_time_test(b, c, n, level)
    assert found.evidence == pytest.approx(float(evidence(b, c, n)), rel=1e-12)
    low, high = found.difference
    assert -1 <= low <= (b - c) / n <= high <= 1
    for end, speaks in ((low, c < n), (high, b < n)):
        assert not speaks or float(evidence(b, c, n, Fraction(end))) * (1 - level) == pytest.approx(1, rel=1e-7)
    assert (low == -1, high == 1) == (c == n, b == n)
    assert (0 not in found.difference) == (found.p_value < 1 - level)
    if b + c:
        share = any_time_test(b, c, b + c, level).difference
        assert [*found.share] == pytest.approx([(1 + end) / 2 for end in share], abs=1e-11)


def test_no_result_that_is_worse_raises_an_end():
    """All tables of so many items: a flip to the first becomes a tie, or a tie a flip to the second."""
    for n in (1, 2, 3, 8, 30):
        b, c = np.array([(b, c) for b in range(n + 1) for c in range(n + 1 - b)], dtype=float).T
        ends = np.full((2, n + 1, n + 1), np.nan)
        ends[:, b.astype(int), c.astype(int)] = _ends(b, c, n - b - c, np.log(20))
        assert not np.nanmax(ends[:, :-1] - ends[:, 1:]) > 1e-13  # one more to the first
        assert not np.nanmin(ends[:, :, :-1] - ends[:, :, 1:]) < -1e-13  # one more to the second
        assert np.nanmax(np.abs(ends[0] + ends[1].T - 1)) < 1e-12


@pytest.mark.parametrize(("b", "c", "n"), [(60_000, 59_000, 10**6), (3, 900, 10**6), (0, 0, 10**6), (10, 0, 10**5)])
def test_a_million_items(b, c, n):
    found = any_time_test(b, c, n)
    j = np.arange(n - b - c + 1.0)
    weights = gammaln(n - b - c + 1) - gammaln(j + 1) - gammaln(n - b - c - j + 1) - (n - b - c) * np.log(2)
    weights += gammaln(b + j + 1) + gammaln(n - b - j + 1) - gammaln(n + 2)
    for end in found.difference:
        total = logsumexp(weights - (b + j) * np.log((1 + end) / 2) - (n - b - j) * np.log((1 - end) / 2))
        assert total == pytest.approx(np.log(20), abs=1e-6)


def test_nothing_below_eight_flips_to_none_stops():
    fewest = {int(row["flips_m"]): int(row["smallest_b_with_E_at_least_20"]) for row in rows("any_time_boundary.csv")}
    flips = np.arange(61.0)
    rarer = _rarest(flips, np.log(20))
    assert (rarer >= 0).tolist() == (flips >= 8).tolist()
    assert {m: m - int(rarer[m]) for m in fewest} == fewest
    assert any_time_test(7, 0, 7).evidence < 20 < any_time_test(8, 0, 8).evidence


def test_evidence_does_not_overflow():
    found = any_time_test(9_000, 100, 10_000)
    assert (found.evidence, found.p_value) == (np.inf, 0) or found.p_value < 1e-300
    assert found.log_evidence == pytest.approx(
        9_100 * np.log(2) + float(gammaln(9_001) + gammaln(101) - gammaln(9_102))
    )
    assert "10^2" in str(found) and "p < 0.001" in str(found)


def test_looks_give_the_running_best():
    counts = [[9, 24, 38, 60, 80], [5, 9, 15, 33, 40], [200, 400, 600, 800, 1000]]
    found, each = any_time_test(*counts), [any_time_test(*one) for one in zip(*counts, strict=True)]
    assert found.p_value == pytest.approx(np.minimum.accumulate([one.p_value for one in each]))
    for name in ("difference", "share"):
        low, high = np.array([[*getattr(one, name)] for one in each]).T
        assert getattr(found, name).low == pytest.approx(np.maximum.accumulate(low))
        assert getattr(found, name).high == pytest.approx(np.minimum.accumulate(high))
    assert found.evidence == pytest.approx([one.evidence for one in each])
    assert found.note == "" and "5 looks: p at or below 0.05 from look 3 on, after 600 items" in str(found)
    assert any_time_test([80], [40], [1000]).p_value[0] == each[-1].p_value


def test_looks_with_nothing_in_common_are_said():
    found = any_time_test([0, 30, 30], [40, 40, 200], [100, 200, 400])
    before = any_time_test(0, 40, 100).difference
    assert found.difference.low[-1] <= found.difference.high[-1] and before.high < 0
    torn = any_time_test([60, 60], [0, 400], [200, 700])
    assert "no difference in common" in torn.note and torn.note in str(torn).replace("\n    ", " ")
    assert [torn.difference.low[1], torn.difference.high[1]] == [torn.difference.low[0], torn.difference.high[0]]
    assert torn.p_value[-1] <= 0.05


def test_pairs_may_stand_for_the_counts():
    assert any_time_test(Pairs(500, 80, 40, 380)).difference.low == any_time_test(80, 40, 1000).difference.low


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ((9, 2, 10), "n must be at least n_only_first plus n_only_second: got 10 items and 11 flips"),
        ((0, 0, 0), "n must be at least 1"),
        (([3, 2], [0, 0], [9, 10]), "n_only_first must not fall from look to look"),
        (([3, 9], [0, 0], [9, 10]), "n must grow by at least the new flips"),
        (([[3]], [[0]], [[9]]), "n_only_first must be one count, or a sequence"),
        ((9, 2), "n is missing"),
        ((9, 2, 10**8), "n must be at most 10,000,000"),
    ],
)
def test_counts_that_cannot_be(call, words):
    with pytest.raises((TypeError, ValueError), match=words):
        any_time_test(*call)


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second", "missed"), [(0.06, 0.06, 0.0205), (0.08, 0.04, 0.0223)])
def test_how_often_the_interval_ever_leaves_out_the_truth(first, second, missed):
    """After every tenth item up to 500; the chances of all counts, item by item."""
    d, left, found = first - second, np.zeros((120, 100)), 0.0
    b, c = np.indices(left.shape).astype(float)
    left[0, 0] = 1
    for n in range(1, 501):
        more = (1 - first - second) * left
        more[1:] += first * left[:-1]
        more[:, 1:] += second * left[:, :-1]
        left = more
        if n % 10 == 0:
            live = (left > 1e-13) & (b + c <= n)
            log, _ = _log_evidence(b[live], c[live], (n - b - c)[live], np.full(live.sum(), np.log((1 + d) / (1 - d))))
            out = np.zeros(left.shape, bool)
            out[live] = log >= np.log(20)
            found, left = found + left[out].sum(), np.where(out, 0, left)
    assert found + left.sum() == pytest.approx(1, abs=1e-9)
    assert found == pytest.approx(missed, abs=5e-5)


# Plans


@pytest.mark.parametrize("row", rows("group_sequential_bounds.csv"), ids=lambda row: " ".join(list(row.values())[:3]))
def test_bounds(row):
    power = {"pocock": 0, "obrien_fleming": 0.5}[row["design"]]
    looks, alpha = int(row["looks"]), float(row["alpha_two_sided"])
    assert _constant(looks, alpha, power) == pytest.approx(float(row["constant"]), abs=1e-8)
    stop_at, _ = _plan(np.arange(1, looks + 1) * 100, row["design"].replace("_", "-"), alpha)
    assert stop_at == pytest.approx([float(p) for p in row["nominal_two_sided_p"].split()], abs=1e-8)


@pytest.mark.parametrize("row", rows("repeated_looks.csv"), ids=lambda row: row["looks"])
def test_peeking(row):
    """The chance of any p at or below alpha is the size of which Pocock's constant is alpha's own z."""
    for alpha in (0.05, 0.01, 0.1):
        constant = _constant(int(row["looks"]), float(row[f"alpha_{alpha}"]), 0)
        assert constant == pytest.approx(-ndtri(alpha / 2), abs=1e-9)


@pytest.mark.parametrize("row", rows("spending_bounds.csv"), ids=lambda row: f"{row['spending']} {row['looks']}")
def test_other_plans_bounds_spend_what_they_say(row):
    """Lan and DeMets's bounds, which no function offers, under the walk that finds Pocock's and O'Brien-Fleming's."""
    bounds, spent = (np.array(row[name].split(), float) for name in ("z_bounds", "alpha_spent"))
    assert _reached(bounds) == pytest.approx(spent, abs=3e-7)  # bounds have six decimals


def test_peeking_at_flips_comes_to_nearly_that():
    normal = {int(row["looks"]): float(row["alpha_0.05"]) for row in rows("repeated_looks.csv")}
    for looks in (1, 2, 5):
        assert planned_looks(1000, looks, 0.25, 0.25, "fixed").size == pytest.approx(normal[looks], abs=0.0015)


RULE = {"pocock": "pocock", "obrien_fleming": "obrien-fleming", "fixed": "fixed", "unadjusted .05": "fixed"}
EXACT = [row for row in rows("looks_on_flips_exact.csv") if row["rule"].startswith("mid-p")]


@pytest.mark.parametrize("row", EXACT, ids=lambda row: f"{row['design']} {row['looks']}")
def test_plans_of_a_thousand_items(row):
    plan = planned_looks(1000, int(row["looks"]), 0.08, 0.04, RULE[row["design"]])
    found = plan.size, plan.power, plan.mean_items, 100 * plan.shown
    names = ("size_p10_.06_p01_.06", "power_.08_.04", "mean_items_.08_.04", "mean_difference_shown_given_stop_points")
    for value, name, close in zip(found, names, (6e-7, 6e-7, 6e-4, 6e-5), strict=True):
        assert value == pytest.approx(float(row[name]), abs=close)


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["obrien-fleming", "pocock"])
def test_plans_hold_their_size(rule):
    for n, looks in ((200, 2), (200, 5), (200, 10), (1000, 5)):
        items = np.rint(n * np.arange(1, looks + 1) / looks).astype(int)
        _, limits = _plan(items, rule, 0.05)
        sizes = [_looked(items, limits, p / 2, p / 2)[0].sum() for p in (*np.arange(0.02, 0.61, 0.04), 1.0)]
        assert max(sizes[:-1]) <= 0.05 and sizes[-1] < 0.0545


def test_one_look_is_the_plain_test():
    plan = planned_looks(300, 1, 0.12, 0.05)
    assert plan.power == pytest.approx(mcnemar_power(300, 0.12, 0.05), abs=1e-12)
    assert plan.size == pytest.approx(mcnemar_power(300, 0.085, 0.085), abs=1e-12)


@pytest.mark.parametrize("rule", ["obrien-fleming", "pocock", "fixed", "any-time"])
@pytest.mark.parametrize("looks", [1, 3, 8])
def test_all_runs_of_eight_items(rule, looks):
    """Every run that there is, item by item; level 0.6, so that eight items can stop."""
    plan = planned_looks(8, looks, 0.6, 0.1, rule, level=0.6)
    power = seen = gained = 0.0
    p_value = {(b, c): 1 / float(evidence(b, c, 8)) if rule == "any-time" else mcnemar_test(b, c).p_value
               for b in range(9) for c in range(9 - b)}  # fmt: skip
    for run in product((1, -1, 0), repeat=8):
        chance = 0.6 ** run.count(1) * 0.1 ** run.count(-1) * 0.3 ** run.count(0)
        for look, n in enumerate(plan.items):
            b, c = run[:n].count(1), run[:n].count(-1)
            if p_value[b, c] <= (0.4 if rule == "any-time" else plan.stop_at[look]) * (1 + 1e-12):
                power, gained = power + chance, gained + chance * (b - c) / n
                break
        seen += chance * n
    assert (plan.power, plan.mean_items) == pytest.approx((power, seen), abs=1e-12)
    assert plan.shown == (pytest.approx(gained / power, abs=1e-12) if power else None)
    assert plan.items[-1] == 8 and plan.stops.sum() == pytest.approx(power)


def test_the_any_time_test_after_every_item():
    plan = planned_looks(1000, 1000, 0.08, 0.04, "any-time")
    found = round(plan.size, 3), round(plan.power, 3), round(plan.mean_items), round(100 * plan.shown, 1)
    assert found == (0.028, 0.787, 585, 6.0)
    stop, _ = _at_flips(200, _plan(np.arange(1, 201), "any-time", 0.05)[1][0], 0.5)
    for row in rows("any_time_false_alarms.csv"):
        reached = stop[: int(row["after_m_flips"]) + 1].sum()
        assert reached == pytest.approx(float(row["P(E ever >= 20) at share 1/2"]), abs=1e-12)


def test_a_plan_reads_well():
    plan = planned_looks(1000, 1000, 0.08, 0.04, "any-time")
    assert str(plan).splitlines()[1:3] == [
        "stop when the evidence reaches 20",
        "false alarms: 2.8% at 12% flips, at worst of those computed 3.4%, at 50%",
    ]
    assert "power" not in str(planned_looks(50, 2, 0.1, 0.1, "fixed"))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ((5, 6, 0.1, 0.1), "looks must not exceed n: got 6 looks at 5 items"),
        ((500, 101, 0.1, 0.1), "looks must be at most 100 for this rule"),
        ((500, 5, 0.7, 0.4), "share_only_second and share_only_first must not exceed 1 together"),
        ((500, 5, 0, 0), "share_only_first must be above 0"),
        ((500, 5, 0.1, 0.1, "haybittle-peto"), "rule must be one of"),
        ((500, 5, 0.1, 0.1, "pocock", 0.4), "level must lie above 0.5"),
        ((500, 5, 0.1, 0.1, "pocock", 0.99999999), "level must lie above 0.5, and be at most 0.999999 here"),
        ((10**5, 5, 0.1, 0.1), "n must be at most 10,000"),
    ],
)
def test_plans_that_cannot_be(call, words):
    with pytest.raises(ValueError, match=words):
        planned_looks(*call)
