"""Pairs whose items come in groups: the join, what refuses them, and chapter 8's test and interval."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import binom, norm, permutation_test
from test_paired import NORMAL, tango_by_bisection

import give_or_take
from give_or_take import (
    Pairs,
    clustered_tango_interval,
    clustered_wilson_interval,
    difference_in_differences,
    effective_items,
    expand,
    load,
    mcnemar_test,
    pair_items,
    sign_flip_test,
    tango_interval,
)
from give_or_take.paired_clusters import _by_halves, _ends, _one_by_one

# the groups of pairs

NEW, OLD = {"a": 1, "b": 0, "c": 1, "d": 1, "e": 1}, {"d": 0, "c": 1, "b": 0, "a": 0, "f": 1}
GROUPS = {"a": "x", "b": "x", "c": "y", "d": "z", "e": "z", "f": "z", "never asked": None}


@pytest.mark.parametrize("frame", [dict, pd.Series, pd.DataFrame, pl.DataFrame], ids=lambda kind: kind.__name__)
def test_groups_come_in_any_form_of_results(frame):
    if frame is dict or frame is pd.Series:
        groups = frame(GROUPS)
    else:
        groups = frame({"group": list(GROUPS.values()), "id": list(GROUPS)})
    pairs = pair_items(NEW, OLD, groups=groups)
    assert pairs.ids == ("a", "b", "c", "d") and pairs.results == ((1, 0), (0, 0), (1, 1), (1, 0))
    assert pairs.groups == ("x", "x", "y", "z") and pairs.grouped
    names, counts = pairs.by_group
    assert names == ("x", "y", "z") and counts.tolist() == [[0, 1, 0, 1], [1, 0, 0, 0], [0, 1, 0, 0]]
    assert str(pairs).count("in 3 groups") == 1
    assert repr(pairs) == repr(pair_items(NEW, OLD))  # which lists no items


def test_pairs_without_groups():
    pairs = pair_items(NEW, OLD)
    assert pairs.groups == () and not pairs.grouped and pairs.ids == ("a", "b", "c", "d")
    assert pairs == Pairs(1, 2, 0, 1, ("f",), ("e",), 0, 1, 1) and "group" not in str(pairs)
    with pytest.raises(ValueError, match="^groups are not known: give pair_items groups="):
        _ = pairs.by_group


def test_groups_of_one_are_no_groups():
    pairs = pair_items(NEW, OLD, groups={x: x for x in "abcdef"})
    assert not pairs.grouped and "groups" not in str(pairs)
    assert tango_interval(pairs) == tango_interval(*pairs.table)


def two_levels(names, rows=(("q1", 1), ("q1", 2), ("q2", 1), ("q2", 2))):
    return pd.Series([1, 0, 1, 1], pd.MultiIndex.from_tuples(rows, names=names))


@pytest.mark.parametrize(
    ("first", "groups"),
    [
        (two_levels(["id", "run"]), ("q1", "q1", "q2", "q2")),
        (two_levels(["question", "answer"]), ("q1", "q1", "q2", "q2")),
        (two_levels(["run", "id"]), (1, 2, 1, 2)),  # runs one below the other, as pd.concat leaves them
        (two_levels(["run", "item"]), (1, 2, 1, 2)),
        (two_levels(["repository", "id"], [("x", 1), ("x", 2), ("y", 3), ("y", 4)]), ("x", "x", "y", "y")),
        ({("q1", "s", 1): 1, ("q1", "s", 2): 0, ("q1", "t", 1): 1, ("q2", "t", 1): 1}, ("q1", "q1", "q1", "q2")),
        ({("gsm8k", "q1", 1): 1, ("gsm8k", "q1", 2): 0, ("gsm8k", "q2", 1): 1}, ("q1", "q1", "q2")),
        ({("gsm8k",): 1, ("q1", 1): 1, ("q1", 2): 0, ("q2", 1): 1}, ()),
        ({("q1", 1): 1, ("q1", 2): 0, "q2": 1, "q3": 1}, ()),
    ],
)
def test_ids_of_several_levels_are_their_own_groups(first, groups):
    second = {x: 1 for x in dict(first)}
    assert pair_items(first, second).groups == pair_items(second, first).groups == groups
    others = {x: number for number, x in enumerate(second)}
    assert not pair_items(first, second, groups=others).grouped  # named ones come first


def test_the_duplicate_is_called_by_its_name():
    twice = pd.Series([1, 0], ["a", "a"])
    with pytest.raises(ValueError, match=r"^second \('old'\) has more than one result for 'a'; keep one result for"):
        pair_items({"a": 1}, twice, names=("new", "old"))
    with pytest.raises(ValueError, match="^second has more than one result for 'a'"):
        pair_items({"a": 1}, twice)
    with pytest.raises(ValueError, match="^groups has more than one group for 'a'; keep one group for each id"):
        pair_items({"a": 1}, {"a": 1}, groups=pd.Series(["x", "y"], ["a", "a"]))


@pytest.mark.parametrize(
    ("groups", "words"),
    [
        ({"a": "x"}, "groups has no group for 3 of 4 shared items, such as 'b'; name the group of each, or give an"),
        (GROUPS | {"c": math.nan}, "groups has no group for 1 of 4 shared items, such as 'c'"),
        (dict.fromkeys("abcd", "x"), "groups must name at least two groups: one cannot show how much groups vary"),
        (list("xxyz"), "groups has no ids: got a list, which holds nothing but groups; give a dict from id to group"),
        ("repository", "groups must be groups by item id, not text"),
        (pd.Series(list("xyz")), "groups has no ids: its index looks like row numbers"),
    ],
)
def test_groups_that_are_refused(groups, words):
    with pytest.raises((TypeError, ValueError)) as caught:
        pair_items(NEW, OLD, groups=groups)
    assert str(caught.value).startswith(words)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"ids": ("a",)}, "ids must have one entry for each of the 2 items: got 1"),
        ({"groups": ("x", "x")}, "groups need results, one for each item"),
        ({"results": ((1, 1), (1, 1))}, "results must add up to the four counts (1, 1, 0, 0): give (1, 1), (1, 0), "),
        ({"results": ((1, 0), (1, 0))}, "results must add up to the four counts (1, 1, 0, 0): give (1, 1), (1, 0), "),
        ({"results": ((1, 1), (1, 0)), "groups": ("x", None)}, "groups has no label for 1 of 2 entries; name the"),
    ],
)
def test_records_that_do_not_add_up(more, words):
    with pytest.raises(ValueError) as caught:
        Pairs(1, 1, 0, 0, **more)
    assert str(caught.value).startswith(words)


GROUPED = pair_items(NEW, OLD, groups=GROUPS)
INDEPENDENT = {
    "mcnemar_test": "sign_flip_test",
    "tango_interval": "clustered_tango_interval",
    "paired_wald_interval": "clustered_tango_interval",
    "paired_newcombe_interval": "clustered_tango_interval",
    "bonett_price_interval": "clustered_tango_interval",
    "pairing_gain": "clustered_tango_interval",
    "paired_non_inferior": "non_inferior(clustered_tango_interval(pairs), margin)",
}


@pytest.mark.parametrize(("name", "instead"), INDEPENDENT.items())
def test_what_takes_items_as_independent_refuses_groups(name, instead):
    function = getattr(give_or_take, name)
    more = {"margin": 0.1} if name == "paired_non_inferior" else {}
    with pytest.raises(ValueError) as caught:
        function(GROUPED, **more)
    assert " holds 4 items in 3 groups, and items of one group may go together; use " in str(caught.value)
    assert f"use {instead}, or say independent=True" in str(caught.value)
    alone = Pairs(*GROUPED.table)
    assert function(GROUPED, **more, independent=True) == function(alone, **more)
    assert function(alone, **more, independent=True) == function(alone, **more)
    with pytest.raises(TypeError, match="^independent must be True or False, not a single number"):
        function(GROUPED, **more, independent=1)


def test_two_sets_of_grouped_pairs():
    alone = Pairs(*GROUPED.table)
    for pairs, name in (((GROUPED, alone), "public"), ((alone, GROUPED), "fresh")):
        with pytest.raises(ValueError, match=f"^{name} holds 4 items in 3 groups"):
            difference_in_differences(*pairs)
        assert difference_in_differences(*pairs, independent=True) == difference_in_differences(alone, alone)


def test_what_describes_takes_grouped_pairs():
    assert GROUPED.bounds() == pair_items(NEW, OLD).bounds() and GROUPED.clause == pair_items(NEW, OLD).clause


def test_the_bar_of_a_claim_knows_the_groups():
    assert GROUPED.layer(None).label == "first: 3 of 4, 95% 3-cluster Wilson"
    assert GROUPED.layer(None)[1:3] == tuple(clustered_wilson_interval([1, 0, 1, 1], list("xxyz")))
    assert pair_items(NEW, OLD).layer(None).label == "first: 3 of 4, 95% Wilson"


# the sign-flip test

clustered = st.lists(st.lists(st.integers(-1, 1), min_size=1, max_size=4), min_size=2, max_size=8)
METHODS = ("mid-p", "exact")
both = pytest.mark.parametrize("method", METHODS)


def in_one_list(clusters):
    return [gain for gains in clusters for gain in gains], [k for k, gains in enumerate(clusters) for _ in gains]


def by_every_pattern(totals, method):
    """The p-value as a fraction, from all 2^G ways to choose the signs."""
    seen = abs(sum(totals))
    all_sums = [
        abs(sum(map(lambda s, t: s * t, signs, totals))) for signs in itertools.product((1, -1), repeat=len(totals))
    ]
    further, as_far = sum(x > seen for x in all_sums), sum(x == seen for x in all_sums)
    if not any(totals):
        return Fraction(1)
    return (further + as_far * (Fraction(1, 2) if method == "mid-p" else 1)) / Fraction(len(all_sums))


@both
@given(clusters=clustered)
def test_against_every_sign_pattern(method, clusters):
    test, totals = sign_flip_test(*in_one_list(clusters), method), [sum(gains) for gains in clusters]
    assert test.p_value == pytest.approx(float(by_every_pattern(totals, method)), rel=1e-13)
    assert test.statistic == pytest.approx(sum(totals) / math.sqrt(sum(t * t for t in totals) or 1), abs=1e-14)


@both
@given(clusters=clustered, scale=st.sampled_from([0.1, 1 / 3, math.pi, 1e15]))
def test_scores_against_every_sign_pattern(method, clusters, scale):
    """Of no unit that it could know, or too large: listed, not convolved; ties are found through rounding errors."""
    gains, labels = in_one_list(clusters)
    test = sign_flip_test([scale * gain for gain in gains], labels, method)
    assert test.p_value == pytest.approx(float(by_every_pattern([sum(g) for g in clusters], method)), rel=1e-12)


@given(st.lists(st.integers(-60, 60), min_size=2, max_size=12).filter(any))
def test_against_scipy(totals):
    assume(sum(totals))  # twice one side, where SciPy counts the middle twice
    theirs = permutation_test(
        (totals,), np.sum, permutation_type="samples", n_resamples=np.inf, vectorized=False, batch=None
    ).pvalue
    assert sign_flip_test(totals, range(len(totals)), "exact").p_value == pytest.approx(theirs, rel=1e-12)


DARWIN = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]  # eighths of an inch, cross minus self


@pytest.mark.parametrize("unit", [1, 1 / 8, math.pi])
def test_fishers_count_of_darwins_plants(unit):
    """The Design of Experiments, section 21: of 2^15 sums 835 exceed the observed 314 and 28 equal it, on one side."""
    exact, mid_p = (
        sign_flip_test(np.multiply(unit, DARWIN), range(15), method).p_value for method in ("exact", "mid-p")
    )
    assert exact * 2**15 / 2 == pytest.approx(835 + 28, rel=1e-13)
    assert mid_p * 2**15 / 2 == pytest.approx(835 + 14, rel=1e-13)


@both
@given(b=st.integers(0, 400), c=st.integers(0, 400), ties=st.integers(2, 20))
def test_with_one_item_a_cluster_it_is_mcnemars(method, b, c, ties):
    gains = [1] * b + [-1] * c + [0] * ties
    test, mcnemar = sign_flip_test(gains, range(len(gains)), method), mcnemar_test(b, c, method)
    assert test.p_value == pytest.approx(mcnemar.p_value, rel=1e-12)
    assert test.statistic == pytest.approx(mcnemar.statistic, rel=1e-14)


@pytest.mark.parametrize(("groups", "size"), [(200, 10), (5000, 3), (20_000, 2)])
def test_many_clusters_against_a_fourier_transform(groups, size):
    """The chances of a sum of independent steps, from the product of their characteristic functions."""
    rng = np.random.default_rng(groups)
    gains, labels = rng.integers(-1, 2, groups * size), np.repeat(np.arange(groups), size)
    totals = gains.reshape(groups, size).sum(axis=1)
    everything, gained = np.abs(totals).sum(), (np.abs(totals).sum() + totals.sum()) // 2
    angle, transform = 2 * np.pi * np.arange(everything + 1) / (everything + 1), 1
    for step, many in zip(*np.unique(np.abs(totals), return_counts=True), strict=True):
        transform = transform * ((1 + np.exp(1j * angle * step)) / 2) ** many
    chances = np.fft.fft(transform).real / (everything + 1)
    rarer = min(gained, everything - gained)
    p_value = 2 * chances[:rarer].sum() + chances[rarer]
    assert sign_flip_test(gains, labels).p_value == pytest.approx(p_value, abs=1e-11)


def test_far_out_nothing_is_left_of_the_chances():
    gains = [1] * 3000 + [2] * 3000
    assert sign_flip_test(gains, range(6000)).p_value == 0
    near = sign_flip_test([1] * 900 + [-1] * 100 + [3], range(1001), "exact").p_value
    assert 0 < near < 1e-150


def test_few_clusters_say_what_they_cannot_show():
    for groups in range(2, 8):
        exact, mid_p = (sign_flip_test([1] * groups, range(groups), method) for method in ("exact", "mid-p"))
        assert exact.p_value == pytest.approx(2.0 ** (1 - groups)) and mid_p.p_value == pytest.approx(2.0**-groups)
        limit = f"{groups} clusters: no exact p below {2.0 ** (1 - groups):.3g})"
        assert all(str(test).endswith(limit if groups < 6 else "clusters)") for test in (exact, mid_p))
    assert "no exact p below 0.0625" in str(sign_flip_test([1] * 5, range(5)))
    cancelled = sign_flip_test([1] * 5 + [1, -1] * 3, [*range(5), 5, 5, 6, 6, 7, 7])
    assert cancelled.note == "8 clusters: no exact p below 0.0625"  # three of them show nothing
    assert cancelled.clause == "sign-flip mid-p test p = 0.031 (8 clusters: no exact p below 0.0625)"


@both
def test_nothing_to_flip(method):
    for gains in ([0] * 6, [1, -1, 0, 0, -1, 1]):
        test = sign_flip_test(gains, list("aabbcc"), method)
        assert (test.p_value, test.statistic) == (1, 0)
    for half in (0.5, -0.5):
        rounding = sign_flip_test([0.1, 0.2, -0.3, half, half], list("aaabc"), "exact")
        assert rounding.p_value == 0.5 and rounding.note == "3 clusters: no exact p below 0.5"
    tiny = sign_flip_test([1e-200, 1e-200, -1e-200], list("abc"), method)
    assert tiny.statistic == sign_flip_test([1, 1, -1], list("abc"), method).statistic


@pytest.mark.parametrize("share", [0.5, 0.55, 0.7, 0.95, 1.0])
@pytest.mark.parametrize("repeated", [False, True])
def test_convolving_by_halves_gives_what_one_size_after_the_other_gives(share, repeated):
    rng = np.random.default_rng(1)
    gains = rng.choice([1, 2, 5, 9], 300) if repeated else rng.permutation(np.arange(1, 301))[:200]
    sizes, many = np.unique(gains, return_counts=True)
    gained = int(gains[rng.random(len(gains)) > share].sum())
    for rarer in (gained, gained + 1):
        expected = _one_by_one(sizes, many, rarer)  # far out a relative deviation counts as well
        assert _by_halves(sizes, many, rarer) == pytest.approx(expected, rel=1e-11, abs=0)


@pytest.mark.filterwarnings("error")
def test_coins_so_heavy_that_a_chance_is_next_to_nothing():
    """41 small gains and 20 of 1,850 and more; the rarer side has ten: partitions of ten into different parts."""
    sizes = np.array([*range(1, 42), *range(1850, 1870)])
    below, at = _by_halves(sizes, np.ones(len(sizes), dtype=int), 10)
    assert (below, at) == pytest.approx((33 / 2**61, 10 / 2**61), rel=1e-11)  # 1, 1, 1, 2, 2, 3, 4, 5, 6, 8, then 10


def test_thousands_of_different_gains_are_convolved_by_halves():
    gains = np.arange(1.0, 1001) * np.where(np.arange(1000) % 2, 1, -1)
    test = sign_flip_test(gains, np.arange(1000))
    assert test.p_value == pytest.approx(2 * norm.sf(test.statistic), rel=1e-4)


@pytest.mark.parametrize("groups", [24, 100])  # in two parts, the last of eight, and in seven, the last of four
def test_more_scores_than_can_be_listed_are_drawn(groups):
    gains = np.random.default_rng(5).integers(-20, 28, groups)
    exact, unit = sign_flip_test(gains, range(groups)).p_value, math.pi
    drawn = sign_flip_test(unit * gains, range(groups), rng=np.random.default_rng(6))
    error = math.sqrt(exact * (1 - exact) / 100_000)
    assert 0 < abs(drawn.p_value - exact) < 4 * error
    halves = drawn.p_value * 2 * 100_001  # ties count half
    assert halves == pytest.approx(round(halves), abs=1e-6)
    assert drawn.note == f"{groups} clusters; 100,000 sign patterns drawn, standard error of p {error:.1g}"
    assert drawn == sign_flip_test(unit * gains, range(groups), rng=np.random.default_rng(6))


def test_what_drawing_cannot_find_or_do():
    gains, unit = np.random.default_rng(5).integers(-20, 35, 24), math.pi
    far = sign_flip_test(unit * np.arange(1, 41), range(40), "exact", np.random.default_rng(6))
    assert far.p_value == pytest.approx(1 / 100_001)  # the observed pattern itself
    with pytest.raises(
        ValueError, match=r"^rng is needed for scores in 24 clusters: their 2\^24 sign patterns are too"
    ):
        sign_flip_test(unit * gains, range(24))


@both
@given(clusters=clustered, seed=st.integers(0, 99))
def test_neither_order_nor_direction_matters(method, clusters, seed):
    gains, labels = (np.array(x) for x in in_one_list(clusters))
    order = np.random.default_rng(seed).permutation(len(gains))
    test = sign_flip_test(gains, labels, method)
    assert sign_flip_test(gains[order], labels[order], method).p_value == pytest.approx(test.p_value, rel=1e-13)
    assert sign_flip_test(-gains, labels, method).statistic == -test.statistic


# Tango's interval

levels = st.sampled_from([0.8, 0.9, 0.95, 0.99])


@given(st.integers(0, 50), st.integers(0, 50), st.integers(2, 100), levels)
def test_with_one_item_a_cluster_it_is_tangos(b, c, ties, level):
    gains = [1] * b + [-1] * c + [0] * ties
    ours, tango = clustered_tango_interval(gains, range(len(gains)), level), tango_interval(0, b, c, ties, level)
    assert list(ours) == pytest.approx(list(tango), abs=1e-15, rel=1e-13) and ours.estimate == tango.estimate


@given(clustered, levels)
def test_the_careful_one_against_bisection_at_the_number_of_clusters(clusters, level):
    gains, labels = in_one_list(clusters)
    n, b, c = len(gains), gains.count(1), gains.count(-1)
    low, high = ours = clustered_tango_interval(gains, labels, level)
    assert -1 <= low < high <= 1 and ours.estimate == pytest.approx((b - c) / n) and ours.estimate in ours
    assert list(clustered_tango_interval(-np.array(gains), labels, level)) == pytest.approx([-high, -low])
    careful = clustered_tango_interval(gains, labels, level, careful=True)
    worth = effective_items(gains, labels, level, careful=True) / n
    z = -NORMAL.inv_cdf((1 - level) / 2)
    theirs = tango_by_bisection(b * worth, c * worth, (n - b - c) * worth, z)
    assert list(careful) == pytest.approx(theirs, abs=1e-12)
    items = tango_interval(0, b, c, n - b - c, level)
    assert careful.low <= low <= items.low + 1e-12 and items.high - 1e-12 <= high <= careful.high


LOWER = {(1, 0): "a win into a tie", (0, -1): "a tie into a loss", (1, -1): "a win into a loss"}


def after(won, lost, sizes, k, change):
    """Counts of wins and losses with one result of cluster k turned worse, and in which rows there was one to turn."""
    was, now = change
    here = (np.arange(len(sizes)) == k).astype(float)
    can = won[..., k] > 0 if was else won[..., k] + lost[..., k] < sizes[k]
    return won - here * was, lost - here * min(now, 0), can


def raised(won, lost, sizes, level):
    """By how much any worse result raises any end, at most."""
    before, most = _ends(won - lost, won + lost, sizes, level), 0
    for k, change in itertools.product(range(len(sizes)), LOWER):
        w, x, can = after(won, lost, sizes, k, change)
        if can.any():
            ends = _ends((w - x)[can], (w + x)[can], sizes, level)
            most = max(most, *(np.max(new - old[can]) for old, new in zip(before, ends, strict=True)))
    return most


@given(clustered, st.integers(0, 10**6), levels, st.booleans(), st.sampled_from([*LOWER]))
def test_a_worse_result_raises_no_end(clusters, position, level, careful, change):
    gains, labels = in_one_list(clusters)
    places = [i for i, gain in enumerate(gains) if gain == change[0]]
    assume(places)
    worse = [*gains]
    worse[places[position % len(places)]] = change[1]
    one, other = (clustered_tango_interval(x, labels, level, careful) for x in (gains, worse))
    assert other.low <= one.low + 1e-12 and other.high <= one.high + 1e-12


@pytest.mark.parametrize("sizes", [(1,) * 9, (2,) * 9, (1,) * 4 + (2,) * 4 + (3,) * 2, (1, 1, 2, 3)])
def test_no_end_rises_in_any_design(sizes):
    """Every table of wins and losses, or 1,500 drawn, and every single result of it turned worse."""
    tables = [[(b, c) for b in range(m + 1) for c in range(m + 1 - b)] for m in sizes]
    rng = np.random.default_rng(1)
    if math.prod(map(len, tables)) <= 2000:
        drawn = [*itertools.product(*tables)]
    else:
        drawn = [[one[rng.integers(len(one))] for one in tables] for _ in range(1500)]
    won, lost = np.moveaxis(np.array(drawn, float), -1, 0)
    assert raised(won, lost, np.array(sizes, float), 0.95) <= 1e-12


@pytest.mark.parametrize("seed", range(3))
def test_no_end_rises_in_large_tables(seed):
    rng = np.random.default_rng(seed)
    for largest, groups, flips in itertools.product((4, 60), (9, 40), (0.3, 3)):
        sizes = rng.integers(1, largest, groups)
        shares = rng.dirichlet([flips, flips, 10], (5, groups))
        won, lost = np.moveaxis(rng.multinomial(sizes, shares), -1, 0)[:2].astype(float)
        assert raised(won, lost, sizes.astype(float), 0.95) <= 1e-12


def test_more_losses_do_not_help():
    """k of 200 gains are -1, in as many documents of four: -9.7 to 5.7 at three, and -7.7 to 1.3 at five."""
    ends = []
    for losses in range(15):
        gains = np.zeros((50, 4), dtype=int)
        gains[:losses, 0] = -1
        ends.append(list(clustered_tango_interval(gains.ravel(), np.repeat(np.arange(50), 4))))
    assert ends[0] == pytest.approx(list(tango_interval(0, 0, 0, 50))) and (np.diff(ends, axis=0) <= 0).all()
    assert ends[10][1] < 0  # ten documents of 50 that all point one way


@both
def test_pairs_stand_for_their_gains(method):
    gains, labels = [1, 0, 0, 1], list("xxyz")
    assert sign_flip_test(GROUPED, method=method) == sign_flip_test(gains, labels, method)
    assert clustered_tango_interval(GROUPED, level=0.9) == clustered_tango_interval(gains, pd.Series(labels), 0.9)


@pytest.mark.parametrize("function", [sign_flip_test, clustered_tango_interval])
def test_what_needs_groups(function):
    with pytest.raises(ValueError, match="^gains are Pairs without groups: give pair_items groups=, the group of each"):
        function(pair_items(NEW, OLD))
    with pytest.raises(TypeError, match="^clusters must be left out beside Pairs, which hold their groups"):
        function(GROUPED, list("xxyz"))
    with pytest.raises(TypeError, match="^clusters is missing: give the cluster of each gain, or Pairs with groups"):
        function([1, 0, -1])
    with pytest.raises(ValueError, match="^clusters must name at least two clusters"):
        function([1, 0, -1], list("aaa"))


@pytest.mark.parametrize(("groups", "covers", "alarms"), [(11, 0.68, 0.31), (20, 0.87, 0.12), (100, 0.97, 0.07)])
def test_clusters_that_fail_as_a_whole(groups, covers, alarms):
    """What the docstrings say, summed over the number of clusters that lose nine items of ten; the others gain one."""
    found = np.zeros(3)
    for losing in range(groups + 1):
        chance = binom.pmf(losing, groups, 0.1)
        if chance > 1e-9:
            items = ([1] + [0] * 9) * (groups - losing) + ([-1] * 9 + [0]) * losing
            labels = np.repeat(np.arange(groups), 10)
            inside = [0 in clustered_tango_interval(items, labels, careful=careful) for careful in (False, True)]
            found += chance * np.array([*inside, sign_flip_test(items, labels).p_value <= 0.05])
    assert found[[0, 2]] == pytest.approx([covers, alarms], abs=0.005) and found[1] > 0.98


SWE = expand(load("swe_bench_pro")).set_index("id")


@pytest.mark.parametrize(
    ("other", "alone", "together", "test"),
    [
        ("claude_sonnet_4", "-5.9 points (95% Tango -10.0 to -1.8 points)", (-0.140, 0.029), (0.0051, 0.1055, 0.1172)),
        ("kimi_k2", "+8.7 points (95% Tango +5.2 to +12.2 points)", (-0.016, 0.159), (2e-6, 0.035, 0.039)),
    ],
)
def test_eleven_repositories(other, alone, together, test):
    pairs = pair_items(SWE["gpt_5"], SWE[other], groups=SWE["repository"])
    assert str(tango_interval(pairs, independent=True)) == alone
    interval = clustered_tango_interval(pairs)
    assert list(interval) == pytest.approx(together, abs=5e-4) and interval.method == "11-cluster Tango"
    p = mcnemar_test(pairs, independent=True), sign_flip_test(pairs), sign_flip_test(pairs, method="exact")
    assert [one.p_value for one in p] == pytest.approx(test, abs=6e-4)
    net = [int(b - c) for _, b, c, _ in pairs.by_group.counts]
    assert [one.p_value for one in p[1:]] == pytest.approx([float(by_every_pattern(net, m)) for m in METHODS])


@pytest.mark.slow
@pytest.mark.parametrize(("lead", "seed"), [(0, 20), (0.08, 21)])
def test_how_often_both_are_right(lead, seed):
    """40 documents of ten items whose gains go together with a correlation of .34; 30% of the items flip."""
    rng, runs, labels = np.random.default_rng(seed), 3000, np.repeat(np.arange(40), 10)
    shares = rng.dirichlet((1 / 0.34 - 1) * np.array([0.15 + lead / 2, 0.15 - lead / 2, 0.7]), (runs, 40))
    counts, alarms = rng.multinomial(10, shares), np.zeros(2)
    b, c, rest = np.moveaxis(counts.sum(axis=1), -1, 0)
    won, lost = np.moveaxis(counts, -1, 0)[:2].astype(float)
    plain, ours = tango_interval(0, b, c, rest), _ends(won - lost, won + lost, np.full(40, 10.0), 0.95)
    for one in counts:
        gains, (b, c, _) = np.repeat(np.tile([1, -1, 0], 40), one.ravel()), one.sum(axis=0)
        alarms += [mcnemar_test(b, c).p_value <= 0.05, sign_flip_test(gains, labels).p_value <= 0.05]
    covered = [np.mean((low <= lead) & (lead <= high)) for low, high in (plain, ours)]
    alarms = alarms / runs
    assert covered[0] < 0.70 and covered[1] > 0.93
    assert lead or (alarms[0] > 0.30 and alarms[1] < 0.06)
