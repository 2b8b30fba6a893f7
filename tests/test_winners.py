"""The best of many: sums by brute force, all draws and all flips listed, other tests of this package, and LLMBar."""

import time
from itertools import combinations, combinations_with_replacement, product

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.stats import binom, skew
from statsmodels.stats.multitest import multipletests

from give_or_take import (
    best_of,
    best_set,
    clustered_wilson_interval,
    flattery,
    honest_winner,
    load,
    sign_flip_test,
    wilson_interval,
    winners,
)
from tools.studies import best_set_coverage as study


def rng(seed=1):
    return np.random.default_rng(seed)


def prompts(orders):
    """GPT-4's verdicts under fifteen prompts on the pairs made to mislead: right or not, in the mean of both orders."""
    pairs = load("llmbar_verdicts").query("subset != 'Natural'")
    names = [name for name in pairs if name.startswith("gpt_4") and not name.endswith("_swapped")]
    right = [pairs[[name + order for name in names]].eq(pairs["better"], axis=0).fillna(False) for order in orders]
    return pd.DataFrame(np.mean([one.to_numpy(float) for one in right], axis=0), columns=names)


BOTH, FIRST = prompts(["", "_swapped"]), prompts([""])
RIGHT = (rng(2).random((12, 4)) < [0.9, 0.8, 0.7, 0.4]).astype(float)
SCORES = rng(3).normal(size=(11, 5)).round(2) + [0.6, 0.5, 0.3, 0, -0.5]
GROUPS = [*"aabbbcddefgghij"]


# The best of equal ones


@pytest.mark.parametrize(("rate", "systems", "n"), [(0.8, 20, 100), (0.5, 2, 1), (0.99, 7, 30), (0.02, 500, 40)])
def test_the_best_of_equal_ones_is_the_mean_of_a_largest_count(rate, systems, n):
    chances = np.diff(binom.cdf(np.arange(-1, n + 1), n, rate) ** systems)
    assert best_of(rate, systems, n) == pytest.approx(chances @ np.arange(n + 1) / n, rel=1e-12)


def test_the_best_of_equal_ones_at_the_edges():
    assert best_of([0, 1], 5, 10).tolist() == [0, 1]
    assert best_of(0.83, 1, 10**6) == pytest.approx(0.83, abs=1e-12)
    assert best_of(0.5, 2**53, 3) == 1
    assert best_of(0.8, [1, 5, 20], 100).round(2).tolist() == [0.8, 0.85, 0.87]


# What it showed, and what it got


@pytest.mark.parametrize("groups", [None, GROUPS[:12]])
def test_flattery_is_the_average_over_all_draws(groups):
    """With ties, each winner counts as much."""
    number = np.arange(12) if groups is None else np.unique(groups, return_inverse=True)[1]
    found = []
    for some in combinations(range(number.max() + 1), 4):
        chosen = np.isin(number, some)
        seen, true = RIGHT[chosen].mean(0), RIGHT[~chosen].mean(0)
        best = np.isclose(seen, seen.max())
        found.append((seen.max(), true[best].mean(), np.mean(true[best] < seen.max() - 1e-9)))
    drawn = flattery(RIGHT, 4, groups, draws=10_000, rng=rng())
    assert (drawn.seen, drawn.true, drawn.lower) == pytest.approx(np.mean(found, axis=0), abs=0.015)


def test_llmbar_is_flattered():
    both, first = flattery(BOTH, 50, rng=rng()), flattery(FIRST, 50, rng=rng())
    assert (both.seen, both.true, both.lower) == pytest.approx((0.864, 0.825, 0.81), abs=0.005)
    assert (first.seen, first.true, first.lower) == pytest.approx((0.874, 0.821, 0.85), abs=0.005)
    assert str(flattery(SCORES * 100, 5, rng=rng())).startswith("the best of 5 on 5 items shows 89, and gets 43 on")


def test_an_honest_winner_is_measured_on_the_rest():
    equal = rng().random((300, 15)) < 0.8
    found = [honest_winner(equal, 100, rng=rng(seed)) for seed in range(150)]
    assert np.mean([one.seen for one in found]) > 0.84
    assert np.mean([one.estimate for one in found]) < 0.82
    for one in found[:5]:
        assert (one.low, one.high) == tuple(wilson_interval(round(one.estimate * 200), 200))
        of_all, column = equal.sum(0), int(one.winner.split()[1]) - 1
        assert of_all[column] == round(one.seen * 100) + round(one.estimate * 200)


def test_an_honest_winner_of_ties_scores_and_groups():
    alike = pd.DataFrame({name: [1, 0] * 20 for name in "xyz"})
    tied = honest_winner(alike, 20, rng=rng())
    assert tied.winner == "x" and tied.note == "tied there with y, z"
    scores = honest_winner(rng().normal(size=(60, 3)), 20, rng=rng())
    assert scores.method == "t" and scores.unit == "" and scores.low < scores.estimate < scores.high
    names = np.repeat([*"abcdefgh"], 5)
    grouped = honest_winner(alike, 3, groups=names, rng=rng())
    left = [~np.isin(names, some) for some in combinations("abcdefgh", 3)]
    assert tuple(grouped) in [tuple(clustered_wilson_interval(alike["x"][rest], names[rest])) for rest in left]
    assert "on the 3 groups that chose it" in " ".join(str(grouped).split())
    with pytest.raises(ValueError, match="results do not vary"):
        honest_winner(np.full((9, 2), 0.5), 3, rng=rng())


# Which may be the best


def listed(table, scores=False):
    """p of each system over all signs, by hand; of scores z is lowered where a lead is lopsided."""
    found, furthest, more = [], np.ptp(table), -np.log(0.05)
    for i in range(table.shape[1]):
        gains = np.delete(table - table[:, [i]], i, axis=1)
        size = np.sqrt(np.sum(gains**2, axis=0))
        size[size == 0] = np.inf
        z = [np.max(np.array(signs) @ gains / size) for signs in product((1, -1), repeat=len(table))]
        seen = gains.sum(axis=0) / size
        for k in range(seen.size if scores else 0):
            if skew(gains[:, k]) < -0.1 * np.sqrt(len(gains)) or gains[:, k].min() >= 0:
                lower = (gains[:, k].sum() - more * furthest) / np.sqrt(size[k] ** 2 + more * furthest**2)
                seen[k] = min(seen[k], lower)
        found.append(np.mean(np.array(z) >= seen.max() - 1e-9))
    return found


@pytest.mark.parametrize("table", [RIGHT, SCORES, RIGHT[:6] * 0.5])
def test_p_is_the_share_of_all_flips(table):
    found = best_set({str(i): column for i, column in enumerate(table.T)})
    by_hand = listed(table, scores=table is SCORES)
    assert [found.p_values[str(i)] for i in range(table.shape[1])] == pytest.approx(by_hand)
    assert (by_hand != listed(table)) == (table is SCORES)
    moved = best_set({str(i): 100 + column / 100 for i, column in enumerate(table.T)})
    assert moved.p_values == pytest.approx(found.p_values) and moved.names == found.names


def test_drawn_flips_agree_with_all_flips():
    every, some = best_set(SCORES), best_set(SCORES, draws=999, rng=rng())
    assert some.p_values == pytest.approx(every.p_values, abs=0.05)
    assert np.mod(np.array([*some.p_values.values()]) * 1000 + 0.5, 1) == pytest.approx(0.5)
    with pytest.raises(ValueError, match="rng is needed"):
        best_set(SCORES, draws=999)


def test_items_that_are_alike_flip_together(monkeypatch):
    """Heads of all items of a kind are drawn at once where there are few kinds."""
    table = np.repeat(RIGHT, 30, axis=0)
    found = best_set(table, rng=rng())
    monkeypatch.setattr(winners, "KINDS", 1000)
    assert best_set(table, rng=rng()).p_values == pytest.approx(found.p_values, abs=0.015)


@pytest.mark.parametrize("groups", [None, GROUPS])
def test_of_two_it_is_half_the_sign_flip_test(groups):
    pair = rng(5).integers(0, 2, (15, 2))
    pair[:4] = 1, 0
    test = sign_flip_test(pair[:, 0] - pair[:, 1], groups or range(15), method="exact")
    found = best_set(pair, groups=groups)
    assert found.p_values["system 2"] == pytest.approx(test.p_value / 2)
    assert found.p_values["system 1"] > 0.5 and "system 1" in found


def test_ten_of_fifteen_prompts_may_be_the_best():
    found = best_set(BOTH, rng=rng())
    assert len(found) == len(best_set(FIRST, rng=rng())) == 10
    lines = str(found).splitlines()
    assert lines[0] == "10 of 15 systems may be the best (95% set, 319 items):"
    assert lines[1].startswith("gpt_4_metrics_reference: 84.5%, p = 0.9") and len(lines) == 14
    assert found.close == ("gpt_4_swap_cot",) and lines[-1] == "another seed may decide otherwise on: gpt_4_swap_cot"
    assert best_set(RIGHT).close == ()
    assert found.left_out[0] == "gpt_4_vanilla"
    top = BOTH[found.names[0]]
    others = [name for name in BOTH if name != found.names[0]]
    p = [sign_flip_test(2 * (BOTH[name] - top), range(319), "exact").p_value / 2 for name in others]
    holm = [name for name, gone in zip(others, multipletests(p, 0.05, "holm")[0], strict=True) if not gone]
    assert set(found.names[1:]) == set(holm)


def test_whom_it_always_keeps():
    assert best_set(np.ones((9, 3))).names == ("system 1", "system 2", "system 3")
    tied = pl.DataFrame({"a": [1, 0] * 30, "b": [0, 1] * 30, "c": [0, 0] * 30})
    assert best_set(tied, rng=rng()).names == ("a", "b")
    few = best_set(RIGHT[:4])
    assert len(few) == 4 and "no p below" in few.note
    assert best_set(BOTH, level=0.2, rng=rng()).names[0] == "gpt_4_metrics_reference"
    wide, narrow = (best_set(BOTH, level, rng=rng()) for level in (0.99, 0.8))
    assert set(narrow) < set(wide)


LOST = {"even": [0.9] * 40, "keen": [0.95] * 40, "poor": [0.1] * 40}


def test_a_lopsided_lead_leaves_nobody_out():
    """`keen` may lose all of 0.9 on items that 40 do not show; `poor` is out even if it lost three more of them."""
    found = best_set(LOST, rng=rng())
    assert set(found) == {"keen", "even"}
    assert found.note == "40 items, too few for scores so lopsided to leave out even"
    lost = {**LOST, "keen": [0.95] * 39 + [0.5]}
    assert best_set(lost, rng=rng()).note == found.note
    assert len(best_set({name: -np.array(LOST[name]) for name in ("even", "keen")}, rng=rng())) == 2  # costs, say
    groups = best_set(LOST, groups=np.arange(40) // 2, rng=rng())
    assert set(groups) == set(found) and groups.note.startswith("20 groups, too few")
    many = best_set({name: x * 20 for name, x in LOST.items()}, rng=rng())
    assert set(many) == {"keen"} and many.note == "800 items"  # three in 800 would not do
    noise = rng(4).normal(0, 0.05, (40, 3))
    assert best_set(np.array([*LOST.values()]).T + noise, rng=rng()).names == ("system 2",)


def test_z_is_lowered_by_three_items_that_were_not_seen():
    table = np.column_stack([[0.5] * 12, [0.6] * 10 + [0.5] * 2]) - np.linspace(0, 0.4, 12)[:, np.newaxis]
    z = (1 + 3 * -1) / np.sqrt(0.1 + 3)  # ten gains of 0.1, and three losses of 1
    signs = np.array([*product((1, -1), repeat=10)]).sum(axis=1) / np.sqrt(10)
    found = best_set(table, level=1 - np.exp(-3))  # where it is three items exactly
    assert found.p_values["system 1"] == pytest.approx(np.mean(signs >= z))


def test_a_worse_result_can_let_a_system_in_but_hardly_ever():
    """As the docstring says: of three systems and eight items never; here is one of the few of five."""
    rows = "01110 00111 01101 00111 11011 01010 01001 10001 01011 01110"
    table = np.array([[int(x) for x in row] for row in rows.split()])
    before = best_set(table)
    table[7, 0] = 0
    assert "system 1" not in before and "system 1" in best_set(table)


@pytest.mark.slow
def test_of_three_and_eight_items_no_worse_result_lets_a_system_in():
    kinds = [*product((0, 1), repeat=3)]
    tables = [*combinations_with_replacement(range(8), 8)]
    stays = {}
    for some in tables:
        found = best_set(np.array([kinds[k] for k in some]))
        stays[some] = [f"system {i + 1}" in found for i in range(3)]
    for some in tables:
        for k, i in product({*some}, range(3)):
            if kinds[k][i] and not stays[some][i]:
                worse = [*some]
                worse[worse.index(k)] -= 4 >> i
                assert not stays[tuple(sorted(worse))][i]


def test_a_hundred_systems_take_a_second():
    start = time.process_time()
    found = best_set(rng().random((1000, 100)) < rng(2).uniform(0.6, 0.9, 100), draws=1999, rng=rng())
    assert time.process_time() - start < 1  # a fifth of what 9,999 flips may take
    assert 1 <= len(found) < 50 and " more\nanother seed" in str(found)


def test_what_is_refused_is_named():
    for wrong, words in (
        ({"a": [1, 0], "b": [1, None]}, r"^results\['b'\] has a gap"),
        (pd.DataFrame({"a": [1, 0], "b": ["x", "y"]}), r"^results\['b'\] must be numbers"),
        ({"a": [1, 0], "b": [1]}, r"^results\['a'\] and results\['b'\] must have the same length"),
    ):
        with pytest.raises((TypeError, ValueError), match=words):
            best_set(wrong)
    with pytest.raises(ValueError, match="n must leave 2 or more of the 12 items"):
        honest_winner(RIGHT, 11, rng=rng())
    moved = pd.Series([1, 0, 1], index=[1, 2, 3])
    for results, groups in (({"a": pd.Series([1, 0, 1]), "b": moved}, None), (pd.DataFrame(np.eye(3)), moved),
                            ({"a": pd.Series([1, 0, 1]), "b": [1, 0, 0]}, moved)):  # fmt: skip
        with pytest.raises(ValueError, match="different row labels"):
            best_set(results, groups=groups)


# What it holds: the stored table of tools/studies/best_set_coverage.py

STORED = pd.read_csv(study.STORED)
CELLS = [study.Cell(*row[:5]) for row in STORED.itertuples(index=False, name=None)]


def test_every_cell_is_stored_and_two_come_out_again():
    assert CELLS == study.GRID
    for cell in (study.Cell("copies", 5, 20, 0, 0.9), study.Cell("costs", 2, 20, 0, 0.0)):
        again = study.row(cell, study.GRID.index(cell))
        assert again[5:] == pytest.approx(STORED.loc[CELLS.index(cell), ["coverage", "error"]].tolist(), abs=6e-5)


def test_the_docstring_says_what_is_stored():
    right = STORED[STORED["kind"].isin(["equal", "copies", "ahead"])]
    text = " ".join(best_set.__doc__.split())
    costs, unbounded = STORED[STORED["kind"] == "costs"], STORED[STORED["kind"] == "unbounded"].set_index("n")
    for words, rows in (
        ("in {}% of all samples or more at 95%", right[right["systems"] <= 20]),
        ("with 100 systems in {}%", right[right["systems"] == 100]),
        ("with 10 to 50 groups in {}%", STORED[STORED["kind"] == "groups"]),
        ("with skewed scores in {}%", STORED[STORED["kind"] == "scores"]),
        ("two points ahead, it is in {}%", STORED[STORED["kind"] == "ahead"]),
        ("with rare losses is held in {}% or more", STORED[STORED["kind"] == "shapes"]),
        ("lognormal costs in {}% with 2 or 5 systems", costs[costs["systems"] <= 5]),
        ("and {}% with 20", costs[costs["systems"] == 20]),
        ("but in {}% of samples of 20 items", unbounded.loc[[20]]),
        ("and {}% of 50, where losses may be far larger", unbounded.loc[[50]]),
    ):
        assert words.format(f"{100 * rows['coverage'].min() - 0.05:.1f}") in text
    named = STORED["kind"].isin(["unbounded", "costs"])
    assert STORED.loc[~named, "coverage"].min() > 0.93


def test_a_column_of_ids_is_no_system():
    answers = {"id": [1, 2, 3, 4], "a": [1, 0, 1, 1], "b": [0, 0, 1, 1]}
    with pytest.raises(ValueError, match=r"results\['id'\] looks like the items' ids: leave it out"):
        best_set(answers)
    del answers["id"]
    assert set(best_set(answers)) == {"a", "b"}


def test_scores_without_any_spread_print_few_digits():
    flat = flattery(np.ones((9, 3)), 3, draws=100, rng=np.random.default_rng(1))
    assert "shows 100.0%, and gets 100.0%" in " ".join(str(flat).split())
    assert "b: 53.0%" in str(best_set({"a": [0.52] * 6, "b": [0.53] * 6}))
