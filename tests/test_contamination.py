"""Chapter 6's leaked shares and overlaps: against exact fractions, Newcombe's interval, a search, and texts."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from give_or_take import (
    Interval,
    Pairs,
    answer_desk,
    difference_in_differences,
    fresh_gap,
    fresh_items,
    leaked_rate,
    leaked_share,
    load,
    newcombe_interval,
    pair_items,
    power_two_rates,
    standardised_difference,
    wilson_interval,
)

shares = st.floats(0, 1)


# the gap


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30), st.integers(1, 30), st.integers(1, 30)), min_size=1))
def test_the_gap_is_what_its_parts_say(rows):
    k, j, n, m = (np.array(column) for column in zip(*rows, strict=True))
    k, j = np.minimum(k, n), np.minimum(j, m)
    gap = fresh_gap(k, n, j, m)
    assert gap.crude == newcombe_interval(k.sum(), n.sum(), j.sum(), m.sum())
    assert gap.standardised == standardised_difference(k, n, j, m, n + m)
    assert (gap.public, gap.fresh, gap.slices) == ((k.sum(), n.sum()), (j.sum(), m.sum()), len(rows))
    assert ("with the mix" in gap.clause) == (len(rows) > 1)
    if len(rows) == 1:
        assert [*gap.standardised] == pytest.approx([*gap.crude], abs=1e-12)


# the share


@given(shares, st.floats(0, 0.99), st.floats(0.001, 1))
def test_the_share_undoes_the_rate(share, fresh, part):
    high = fresh + part * (1 - fresh)
    public = leaked_rate(fresh, share, high)
    assert min(fresh, high) - 1e-15 <= public <= max(fresh, high) + 1e-15
    assert leaked_share(min(public, high), fresh, high) == pytest.approx(share, abs=1e-12 / (high - fresh))


@st.composite
def counts(draw, largest=2000):
    n, m = draw(st.integers(2, largest)), draw(st.integers(2, largest))
    return draw(st.integers(0, n)), n, draw(st.integers(0, m - 1)), m


@given(counts(), st.sampled_from([0.9, 0.95, 0.99]))
def test_the_interval_contains_0_just_if_that_of_the_gap_does(counts, level):
    k, n, j, m = counts
    interval = leaked_share(wilson_interval(k, n, level), wilson_interval(j, m, level))
    assert 0 <= interval.low <= interval.estimate <= interval.high <= 1
    assert interval.estimate == leaked_share(k / n, j / m) and interval.level == level
    gap = newcombe_interval(k, n, j, m, level)
    if abs(gap.low) > 1e-9:
        assert (interval.low == 0) == (gap.low < 0)


@given(counts(), st.floats(0.05, 1))
def test_the_ends_are_where_square_and_add_just_reaches(counts, part):
    """Found again by halving, for any rate on leaked items."""
    k, n, j, m = counts
    public, fresh = wilson_interval(k, n), wilson_interval(j, m)
    lowest = max(public.low, fresh.estimate)  # the public rate may lie above the rate on leaked items, by chance
    high = lowest + part * (1 - lowest)
    if high - fresh.estimate < 1e-6:
        return
    interval = leaked_share(public, fresh, high)

    def reached(s):
        """How far (1 - s) fresh + s high lies from the public rate, in units of what square and add allows."""
        gap = (1 - s) * fresh.estimate + s * high - public.estimate
        if gap < 0:
            reach = math.hypot(public.estimate - public.low, (1 - s) * (fresh.high - fresh.estimate))
        else:
            reach = math.hypot(public.high - public.estimate, (1 - s) * (fresh.estimate - fresh.low))
        return abs(gap) <= reach

    for inside, outside, end in ((interval.estimate, 0, interval.low), (interval.estimate, 1, interval.high)):
        if public.estimate < fresh.estimate or public.estimate > high:
            continue  # no share fits the rates: the interval is what is left of it from 0 to 1
        if reached(outside):
            assert end == pytest.approx(outside, abs=1e-9)
            continue
        for _ in range(60):
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if reached(middle) else (inside, middle)
        assert end == pytest.approx(inside, abs=1e-9)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((0.9, 0.6, 0.8), "public must not exceed rate_on_leaked: got 0.9 and 0.8; no leaked share explains that"),
        (
            (wilson_interval(90, 100), wilson_interval(50, 100), 0.8),
            "public must not exceed rate_on_leaked, not even at its lower end: got 0.8256343384950865 and 0.8; no",
        ),
        ((0.9, 0.8, 0.8), "fresh must lie below rate_on_leaked: got 0.8 and 0.8; leaked items that are answered no"),
        ((1, 1), "fresh must lie below rate_on_leaked: got 1 and 1"),
        ((wilson_interval(1, 2), 0.4), "fresh must be an Interval if public is one: give two rates or two intervals"),
        ((0.4, wilson_interval(1, 2)), "public must be an Interval if fresh is one"),
        ((wilson_interval(1, 2), wilson_interval(1, 2, 0.9)), "fresh must have the level of public: got 0.9 and 0.95"),
        ((newcombe_interval(2, 3, 1, 3), wilson_interval(1, 2)), "public must be the interval of a rate: got one in"),
        ((Interval(1, 2, 1.5, unit=""), wilson_interval(1, 2)), "public must be the interval of a rate: got one in no"),
        ((64, 60), "public must lie between 0 and 1: got 64; write 0.64 if you mean 64%"),
        (([0.5, 0.6], [0.1, 0.2, 0.3]), "public and fresh must have the same length, or one of them be a single"),
    ],
)
def test_shares_that_are_refused(arguments, words):
    with pytest.raises((TypeError, ValueError)) as caught:
        leaked_share(*arguments)
    assert str(caught.value).startswith(words)


# fresh items


@given(st.floats(0.05, 0.95), st.floats(0.02, 1), st.integers(50, 10**5), st.sampled_from([0.5, 0.8, 0.95]))
def test_fresh_items_are_the_fewest_that_reach_the_power(rate, share, n_public, power):
    public = leaked_rate(rate, share)
    best = power_two_rates(public, rate, n_public, 2**53)
    if best < power:
        with pytest.raises(ValueError, match="^n_public is too small: got"):
            fresh_items(rate, share, n_public, power)
        return
    fresh = fresh_items(rate, share, n_public, power)
    assert type(fresh) is int and power_two_rates(public, rate, n_public, fresh) >= power
    fewer = np.unique(np.linspace(1, fresh - 1, 50).astype(int)) if fresh > 1 else []
    assert all(power_two_rates(public, rate, n_public, int(n)) < power for n in fewer)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((0.6, 0, 100), "leaked_share must be above 0: where nothing leaked there is no gap to find"),
        ((1, 0.1, 100), "rate must lie below rate_on_leaked: got 1 and 1"),
        ((0.8, 0.1, 100, 0.8, 0.05, 0.7), "rate must lie below rate_on_leaked: got 0.8 and 0.7"),
        ((0.6, 1e-9, 100), "leaked_share is too small (1e-09): the gap would be too small to find"),
    ],
)
def test_plans_that_are_refused(arguments, words):
    with pytest.raises(ValueError) as caught:
        fresh_items(*arguments)
    assert str(caught.value).startswith(words)


# the gain on public items and the gain on fresh ones


def gsm1k(*models):
    """GSM8K and GSM1k as (rate, rate, n), with the counts that the printed rates stand for."""
    printed = load("gsm1k").set_index("model").loc[[*models]]
    columns = (("gsm8k_accuracy", 1319), ("gsm1k_accuracy", 1205))
    return [(*(round(rate * n) / n for rate in printed[column]), n) for column, n in columns]


def test_price_and_bonett_step_by_step():
    """Half an answer more on each side of four rates, in exact fractions; log odds by Woolf, with Haldane's halves."""
    counts, signs = [(576, 1319), (1202, 1319), (430, 1205), (1112, 1205)], (1, -1, -1, 1)
    rates = [Fraction(2 * k + 1, 2 * n + 2) for k, n in counts]
    middle = sum(sign * p for sign, p in zip(signs, rates, strict=True))
    variance = sum(p * (1 - p) / (n + 1) for p, (_, n) in zip(rates, counts, strict=True))
    found = difference_in_differences(*gsm1k("Yi-6B-Chat", "gpt-4"))
    half = norm.ppf(0.975) * math.sqrt(variance)
    assert [*found.points] == pytest.approx([float(middle) - half, float(middle) + half], abs=1e-14)
    odds = sum(sign * math.log(p / (1 - p)) for sign, p in zip(signs, rates, strict=True))
    half = norm.ppf(0.975) * math.sqrt(sum(1 / (k + 0.5) + 1 / (n - k + 0.5) for k, n in counts))
    assert [*found.log_odds] == pytest.approx([odds - half, odds + half], abs=1e-13)


def desk_pairs():
    desk = answer_desk().set_index("id")
    return {source: pair_items(part["new"], part["old"]) for source, part in desk.groupby("source")}


def test_the_answer_desk():
    pairs = desk_pairs()
    found = difference_in_differences(pairs["public"], pairs["fresh"])
    assert [round(100 * x, 1) for x in (found.public, found.fresh, *found.points)] == [10, 5, -9.1, 19.1]
    assert found.fits(84, 100) and not found.fits(84, 101)
    assert found.clause == (
        "gain on 60 public minus gain on 40 fresh items +5.0 points (95% adjusted Wald -9.1 to +19.1 points)"
    )
    plain = [(8 - 36 / 60) / 60**2, (4 - 4 / 40) / 40**2]  # Wald: flips less their squared sum over n, over n²
    half = 1.96 * math.sqrt(sum(plain))
    assert (round(100 * (0.05 - half)), round(100 * (0.05 + half))) == (-8, 18)  # a point narrower


def test_pairs_step_by_step():
    """Half a flip more each way on each set, as Bonett and Price do with a whole one for a single difference."""
    middle = variance = 0
    for sign, (b, c, n) in ((1, (7, 1, 60)), (-1, (3, 1, 40))):
        p, q = (b + 0.5) / (n + 1), (c + 0.5) / (n + 1)
        middle, variance = middle + sign * (p - q), variance + (p + q - (p - q) ** 2) / (n + 1)
    half = norm.ppf(0.975) * math.sqrt(variance)
    found = difference_in_differences(Pairs(50, 7, 1, 2), Pairs(32, 3, 1, 4))
    assert [*found.points] == pytest.approx([middle - half, middle + half], abs=1e-14)


@given(st.lists(st.integers(0, 60), min_size=8, max_size=8))
def test_log_odds_of_pairs_against_small_steps(counts):
    """The delta method with slopes by central differences and the multinomial variance, after the halves."""
    sets = [counts[:4], counts[4:]]
    if min(map(sum, sets)) == 0:
        return
    try:
        found = difference_in_differences(*(Pairs(*cells) for cells in sets))
    except ValueError as error:
        assert str(error).startswith("public must have a gain within 100 points")
        return
    variance = 0.0
    for a, b, c, d in sets:
        shares = np.array([a, b + 0.5, c + 0.5, d]) / (a + b + c + d + 1)

        def gain(x):
            p, q = x[0] + x[1], x[0] + x[2]
            return math.log(p / (x.sum() - p)) - math.log(q / (x.sum() - q))

        slope = np.array([(gain(shares + step) - gain(shares - step)) / 2e-6 for step in 1e-6 * np.eye(4)])
        variance += (shares @ slope**2 - (shares @ slope) ** 2) / (a + b + c + d + 1)
    assert found.log_odds.half_width == pytest.approx(norm.ppf(0.975) * math.sqrt(variance), rel=1e-3)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((0.5, (0.5, 0.6, 9)), "public must be Pairs, or two rates and how many items, such as (0.437, 0.911, 1319)"),
        (((0.5, 0.6, 9), (50, 60, 100)), "fresh must lie between 0 and 1: got 50; write 0.5 if you mean 50%"),
        (((0.5, 0.6, 0), (0.5, 0.6, 9)), "public must be at least 1: got 0"),
        (((1, 0, 9), (0, 1, 9)), "public must have a gain within 100 points of that of fresh: got 1 and -1"),
        ((([0.5] * 2, [0.6] * 3, 9), (0.5, 0.6, 9)), "public must hold rates and sizes of one length"),
    ],
)
def test_gains_that_are_refused(arguments, words):
    with pytest.raises((TypeError, ValueError)) as refusal:
        difference_in_differences(*arguments)
    assert str(refusal.value).startswith(words)
