"""Chapter 6's leaked shares and overlaps: against exact fractions, Newcombe's interval, a search, and texts."""

import math
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from give_or_take import (
    Interval,
    expand,
    fresh_gap,
    fresh_items,
    leaked_rate,
    leaked_share,
    load,
    newcombe_interval,
    ngram_overlap,
    power_two_rates,
    standardised_difference,
    standardised_rate,
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


def test_livecodebench_before_and_after():
    items = expand(load("livecodebench"))
    old, new = (
        items[(items["contest_month"] >= "2023-10") == late].groupby("difficulty")["o1_mini"].agg(["sum", "count"])
        for late in (False, True)
    )
    gap = fresh_gap(old["sum"], old["count"], new["sum"], new["count"])
    assert gap.clause == (
        "public 166/207 minus fresh 436/673 +15.4 points (95% Newcombe +8.5 to +21.5 points), +11.0 points (95% "
        "stratified Newcombe +4.1 to +17.1 points) with the mix of both together"
    )
    assert gap.headline == "public minus fresh +8.5 to +21.5 points" and gap.layer(0.8).difference


def test_a_mix_that_takes_the_gap_away_clears_no_slice():
    """All of the easy public items against 80% of the fresh ones, and fewer of the hard ones."""
    gap = fresh_gap([150, 20], [150, 50], [40, 90], [50, 150])
    assert (round(gap.crude.estimate, 9), round(gap.standardised.estimate, 9)) == (0.2, 0)
    assert newcombe_interval(150, 150, 40, 50).low > 0.1
    assert "does not clear the slices one by one" in fresh_gap.__doc__


@pytest.mark.parametrize("column", [pd.Series, pl.Series], ids=["pandas", "polars"])
def test_columns_of_any_library(column):
    assert fresh_gap(*map(column, ([9, 3], [10, 10], [8, 2], [10, 9]))) == fresh_gap([9, 3], [10, 10], [8, 2], [10, 9])
    assert leaked_rate(column([0.6, 0.5]), 0.1)[0] == leaked_rate(0.6, 0.1)
    assert leaked_share(column([0.64, 0.7]), column([0.6, 0.5]))[0] == leaked_share(0.64, 0.6)
    assert fresh_items(0.6, column([0.1, 0.2]), column([1319, 1319])).tolist() == [9724, 353]
    assert ngram_overlap("a b c", column(["x a b", "b c"]), n=2).hits == 2
    with pytest.raises(TypeError, match="^corpus must be a list of texts, not a table"):
        ngram_overlap("a b c", pd.DataFrame({"text": ["a b c"]}), n=2)


# the share


@given(shares, st.floats(0, 0.99), st.floats(0.001, 1))
def test_the_share_undoes_the_rate(share, fresh, part):
    high = fresh + part * (1 - fresh)
    public = leaked_rate(fresh, share, high)
    assert min(fresh, high) - 1e-15 <= public <= max(fresh, high) + 1e-15
    assert leaked_share(min(public, high), fresh, high) == pytest.approx(share, abs=1e-12 / (high - fresh))


def test_exact_fractions():
    public, fresh = Fraction(64, 100), Fraction(60, 100)
    assert leaked_share(0.64, 0.60) == pytest.approx(float((public - fresh) / (1 - fresh)), abs=1e-15)
    assert leaked_rate(0.25, 0.5) == 0.625 and leaked_rate(0.25, 0.5, 0.75) == 0.5
    assert type(leaked_share(0.64, 0.6)) is float and type(leaked_rate(0.6, 0.1)) is float
    assert leaked_share([0.5, 0.6, 0.8], 0.6).tolist() == pytest.approx([0, 0, 0.5])
    assert leaked_rate([[0.5], [0.6]], [0, 1]).tolist() == [[0.5, 1], [0.6, 1]]


def test_no_gap_no_share():
    assert leaked_share(0.5, 0.6) == leaked_share(0.6, 0.6) == 0
    interval = leaked_share(wilson_interval(50, 100), wilson_interval(60, 100))
    assert (interval.estimate, interval.low) == (0, 0) and 0 < interval.high < 0.2


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


@pytest.mark.parametrize(("fresh", "share", "high"), [(0.5, 0.3, 1), (0.7, 0.1, 1), (0.3, 0.6, 0.9), (0.7, 0.6, 0.9)])
def test_exact_coverage_of_the_share(fresh, share, high):
    """Summed over all results of 60 public and 40 fresh items, but for the few that are refused."""
    k, j = (x.ravel() for x in np.mgrid[:61, :41])
    public, new = wilson_interval(k, 60), wilson_interval(j, 40)
    fine = (public.low <= high) & (new.estimate < high)
    public, new = wilson_interval(k[fine], 60), wilson_interval(j[fine], 40)
    low, top = leaked_share(public, new, high)
    chance = binom.pmf(k[fine], 60, leaked_rate(fresh, share, high)) * binom.pmf(j[fine], 40, fresh)
    assert chance.sum() > 0.995
    assert 0.94 < chance @ ((low <= share) & (share <= top)) / chance.sum() < 0.98


def test_intervals_of_many_and_of_another_mix():
    many = leaked_share(wilson_interval([640, 700], 1000), wilson_interval(300, 500))
    assert many.low.shape == (2,) and str(many).splitlines()[0] == "10.0% (95% square-and-add 0.0%-21.3%)"
    assert many.high[1] == leaked_share(wilson_interval(700, 1000), wilson_interval(300, 500)).high
    # o1-mini on LiveCodeBench, before and after October 2023: easy, hard, medium
    k0, n0, k1, n1 = map(np.array, ([71, 24, 71], [73, 42, 92], [194, 70, 172], [206, 228, 239]))
    crude = leaked_share(wilson_interval(166, 207), wilson_interval(436, 673))
    standardised = leaked_share(*(standardised_rate(k, n, n0 + n1) for k, n in ((k0, n0), (k1, n1))))
    assert str(crude) == "43.8% (95% square-and-add 25.3%-58.2%)"
    assert str(standardised) == "32.8% (95% square-and-add 12.7%-48.9%)"


def test_gsm1k():
    """The widest printed gap: Yi-6B-Chat, 43.7% and 35.7%."""
    row = load("gsm1k").iloc[0]
    gap = newcombe_interval(round(0.437 * 1319), 1319, round(0.357 * 1205), 1205)
    assert row["model"] == "Yi-6B-Chat" and str(gap) == "+8.0 points (95% Newcombe +4.2 to +11.8 points)"
    share = leaked_share(wilson_interval(576, 1319), wilson_interval(430, 1205))
    assert str(share) == "12.4% (95% square-and-add 6.7%-17.8%)"


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


def test_fresh_items_of_many_and_what_is_out_of_reach():
    assert fresh_items(0.6, [0.1, 0.2], 1319).tolist() == [9724, 353]
    assert fresh_items(0.6, 0.1, 10**6) < fresh_items(0.6, 0.1, 10**4) < fresh_items(0.6, 0.1, 10**4, power=0.9)
    assert fresh_items(0.6, 0.2, 10**4, rate_on_leaked=0.8) == fresh_items(0.6, 0.1, 10**4)
    with pytest.raises(ValueError) as caught:
        fresh_items(0.6, 0.05, 1319)
    assert str(caught.value) == (
        "n_public is too small: got 1319; a gap of 2 points would be found with power 0.32 at most, however many items "
        "are fresh; plan for a larger share"
    )


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


# overlap

ITEM = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"


def test_verbatim_partly_and_not_at_all():
    assert str(ngram_overlap(ITEM, [f"before {ITEM} after"])) == "3 of 3 13-grams (100.0%) occur in the corpus"
    partly = ngram_overlap(ITEM, [ITEM.rsplit(" ", 2)[0]])
    assert (partly.hits, partly.ngrams, partly.n, partly.share) == (1, 3, 13, 1 / 3)
    assert ngram_overlap(ITEM, [ITEM.replace("seven", "7")]).share == 0  # one word in the middle is enough
    assert ngram_overlap(ITEM, ["unrelated", ""]).share == 0
    assert ngram_overlap("a b a b a", ["b a"], n=2) == (2, 4, 2)  # each position counts


def test_what_makes_no_difference():
    shouted = ITEM.upper().replace(" ", ",\n\t ") + "!?"
    assert ngram_overlap(ITEM, [shouted]).share == ngram_overlap(shouted, [ITEM]).share == 1
    assert ngram_overlap("caf\u00e9 au lait", ["Cafe\u0301, au LAIT"], n=3).share == 1  # composed or not
    assert ngram_overlap("Stra\u00dfe", ["STRASSE"], n=1).share == 1


def test_texts_of_the_corpus_do_not_run_into_each_other():
    first, second = ITEM[:30], ITEM[30:]
    assert ngram_overlap(ITEM, [first, second], n=13).share == 0
    assert ngram_overlap(ITEM, [ITEM[:9], ITEM], n=13).share == 1


@given(st.lists(st.sampled_from("abc"), min_size=3, max_size=20), st.lists(st.sampled_from("abc"), max_size=30))
def test_overlap_against_a_search_in_strings(words, corpus):
    ours = ngram_overlap(" ".join(words), [" ".join(corpus)], n=3)
    text = "".join(corpus)
    assert ours.hits == sum("".join(words[i : i + 3]) in text for i in range(len(words) - 2))
    assert ours.ngrams == len(words) - 2 and 0 <= ours.share <= 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("four words are here", [ITEM]), "text has 4 words and so no 13-gram; choose a smaller n (below 8, many"),
        (("...", [ITEM], 1), "text has 0 words and so no 1-gram"),
        ((ITEM, ITEM), "corpus must be a list of texts, not text ('one two"),
        ((ITEM, []), "corpus is empty: there is nothing to search in"),
        ((ITEM, [ITEM, None]), "corpus must be a list of texts, but holds None; convert or leave out"),
        ((ITEM, [ITEM], 0), "n must be at least 1: got 0"),
    ],
)
def test_texts_that_are_refused(arguments, words):
    with pytest.raises((TypeError, ValueError)) as caught:
        ngram_overlap(*arguments)
    assert str(caught.value).startswith(words)
