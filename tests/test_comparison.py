"""A comparison: every number once more from the public functions on items, what may not change it, and its edges."""

import itertools
import math
import warnings
from dataclasses import astuple, replace
from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep

from give_or_take import (
    answer_desk,
    any_time_test,
    clustered_difference,
    clustered_mean,
    clustered_tango_interval,
    clustered_wilson_interval,
    compare,
    expand,
    fisher_mid_p_test,
    interaction_test,
    items_for_paired,
    items_for_power,
    load,
    mcnemar_test,
    minimum_detectable_paired_effect,
    pair_items,
    paired_posterior,
    planned_looks,
    power_two_rates,
    practical_equivalence,
    read_results,
    report,
    sign_flip_test,
    standardised_difference,
    tally,
    tango_interval,
    wilson_interval,
)
from give_or_take.comparison.means import sign_flipped
from give_or_take.evalfile import Results

GSM8K = ["6b_finetuning", "6b_verification", "175b_finetuning", "175b_verification"]
SWE = ["claude_sonnet_4_5", "gpt_5", "kimi_k2", "claude_sonnet_4"]


def long(table, systems, **columns):
    """Results as `read_results` gives them, from a wide table."""
    frame = table.melt(["id", *columns], systems, "system", "score").rename(columns=columns)
    return Results(frame[["id", "system", "score", *columns.values()]], ("made up",))


def holm(p_values):
    return multipletests(p_values, method="holm")[1]


def independent(comparison, table):
    """Pass or fail, one answer an item, no groups."""
    for system in comparison.systems:
        x = table[system.name].dropna()
        interval = wilson_interval(int(x.sum()), len(x))
        assert (system.right, system.n, system.items) == (x.sum(), len(x), len(x)) and system.method == "Wilson"
        assert (system.mean, system.low, system.high) == (interval.estimate, interval.low, interval.high)
    adjusted = holm([gap.p for gap in comparison.differences])
    for gap, p in zip(comparison.differences, adjusted, strict=True):
        pairs = pairs_of(table, gap)
        interval, test = tango_interval(pairs), mcnemar_test(pairs)
        assert (gap.n, gap.both, gap.only_first, gap.only_second, gap.neither) == (pairs.n, *pairs.table)
        assert (gap.low, gap.high, gap.difference) == (interval.low, interval.high, pairs.difference)
        assert (gap.p, gap.method, gap.test, gap.groups) == (test.p_value, "Tango", "McNemar mid-p", None)
        assert gap.p_adjusted == pytest.approx(p) and gap.told_apart == (p < 0.05 and gap.low * gap.high > 0)
        assert gap.verdict == ("first" if gap.low > 0 else "second" if gap.high < 0 else "open")
        alpha = 0.05 / len(comparison.differences)
        assert gap.sees == minimum_detectable_paired_effect(pairs.n, pairs.flips / pairs.n, alpha=alpha)
        for need in gap.needs:
            share = max(pairs.flips / pairs.n, need.difference)
            many = items_for_paired((share + need.difference) / 2, (share - need.difference) / 2, alpha=alpha)
            assert (need.items, need.groups, need.enough) == (many, None, pairs.n >= many)
    for table_of in comparison.slices:
        by_slice(table_of, table)


def pairs_of(table, gap, groups=None):
    columns = table.set_index("id")
    groups = None if groups is None else columns[groups]
    return pair_items(columns[gap.first], columns[gap.second], (gap.first, gap.second), groups)


def by_slice(found, table):
    both = table.dropna(subset=[found.first, found.second, found.by])
    assert {one.name for one in found.slices} == set(both[found.by].map(str))
    adjusted = holm([one.p for one in found.slices])
    for one, p in zip(found.slices, adjusted, strict=True):
        pairs = pairs_of(both[both[found.by].map(str) == one.name], found)
        interval, test = tango_interval(pairs), mcnemar_test(pairs)
        assert (one.n, one.right_first, one.right_second) == (
            pairs.n, pairs.both + pairs.only_first, pairs.both + pairs.only_second
        )  # fmt: skip
        assert (one.mean_first, one.mean_second) == (one.right_first / one.n, one.right_second / one.n)
        assert (one.low, one.high, one.p) == (interval.low, interval.high, test.p_value)
        assert one.difference == pytest.approx(pairs.difference, abs=1e-15)
        assert one.p_adjusted == pytest.approx(p) and one.small == (pairs.n < 30)
    first = [one.name.split()[0] for one in found.slices]
    sizes = [-one.n for one in found.slices]
    order = [*map(int, first)] if all(map(str.isdigit, first)) else sizes
    assert order == sorted(order), "by the numbers of their names, or the largest first"
    gains = both[found.first] - both[found.second]
    test = interaction_test(gains, both[found.by], rng=np.random.default_rng(0))
    assert found.interaction_p == drawn(test.p_value, 10_000)
    assert found.interaction_test == test.name == "slice test" and found.note == test.note


# Every number


def test_the_answer_desk():
    desk = answer_desk()
    comparison = compare(tally(desk, ["new", "old"], slices=["topic", "source"]), margin=0.02)
    independent(comparison, desk)
    assert (comparison.items, comparison.outcome, comparison.estimand) == (100, "pass or fail", "items like these")
    assert [found.by for found in comparison.slices] == ["topic", "source"]
    assert comparison.differences[0].non_inferior == "no worse" and comparison.tied == ()
    assert (comparison.missing, comparison.runs, comparison.grouped_by, comparison.estimand_named) == (
        None, None, None, False
    )  # fmt: skip
    assert [one.name for one in comparison.disclosures] == [
        "test set", "sample size", "metric", "intervals", "seeds"
    ]  # fmt: skip


def test_who_was_not_given_every_item_is_asked_why():
    rows = [(name, str(i), i % 2) for name, n in (("new", 60), ("old", 57)) for i in range(n)]
    results = Results(pd.DataFrame(rows, columns=["system", "id", "score"]), ())
    size = compare(results).disclosures[1]
    assert size.known == "60 items, 57 of them given to every system" and "why" in size.ask
    assert "[ ] sample size" in report(compare(results)).text
    size = compare(results, items="all", missing="fail").disclosures[1]
    assert size.known == "60 items; 3 missing results, counted as fails" and size.ask == ""


def test_the_answer_desk_as_files():
    desk = answer_desk()
    results = long(desk, ["new", "old"], topic="topic")
    comparison = compare(results)
    independent(comparison, desk)
    cells = compare(tally(desk, ["new", "old"], slices="topic"))
    same = ("systems", "differences", "slices", "tied", "items", "outcome")
    assert all(getattr(comparison, name) == getattr(cells, name) for name in same)
    assert comparison.found == ("made up",)


def test_gsm8k():
    table = expand(load("gsm8k"))
    comparison = compare(tally(table, GSM8K), all_pairs=True)
    assert [(gap.first, gap.second) for gap in comparison.differences] == [*combinations(GSM8K, 2)]
    independent(comparison, table)
    sliced = compare(tally(table, GSM8K[:2], slices="solution_steps"))
    independent(sliced, table)
    assert [found.by for found in sliced.slices] == ["solution_steps"]
    against = compare(tally(table, GSM8K), baseline="6b_verification")
    assert [gap.first for gap in against.differences] == [name for name in GSM8K if name != "6b_verification"]
    assert {gap.second for gap in against.differences} == {"6b_verification"} and not against.slices


@pytest.mark.parametrize(("missing", "systems"), [("leave out", SWE[:3]), ("fail", SWE[::3])], ids=["out", "fail"])
def test_swe_bench_pro_in_its_repositories(missing, systems):
    table = expand(load("swe_bench_pro"))
    cells = tally(table, systems, group="repository")
    comparison = compare(cells, missing=missing, all_pairs=True)
    filled = table if missing == "leave out" else table.fillna(dict.fromkeys(SWE, 0))
    assert (comparison.estimand, comparison.grouped_by, comparison.missing) == (
        "groups like these", "repository", missing
    )  # fmt: skip
    for system in comparison.systems:
        there = filled.dropna(subset=system.name)
        interval = clustered_wilson_interval(there[system.name], there["repository"])
        assert (system.n, system.missing) == (len(there), table[system.name].isna().sum())
        assert (system.low, system.high) == pytest.approx((interval.low, interval.high), abs=1e-12)
        assert (system.mean, system.method) == (interval.estimate, "11-cluster Wilson")
        assert system.right == there[system.name].sum()
    adjusted = holm([gap.p for gap in comparison.differences])
    for gap, p in zip(comparison.differences, adjusted, strict=True):
        pairs = pairs_of(filled, gap, "repository")
        interval, test = clustered_tango_interval(pairs), sign_flip_test(pairs)
        assert (gap.both, gap.only_first, gap.only_second, gap.neither) == pairs.table and gap.groups == 11
        assert (gap.low, gap.high) == pytest.approx((interval.low, interval.high), abs=1e-12)
        assert gap.p == pytest.approx(test.p_value, rel=1e-9) and gap.p_adjusted == pytest.approx(p)
        assert (gap.method, gap.test) == ("11-cluster Tango", "sign-flip mid-p")
        raw = pairs_of(table, gap)
        assert (gap.missing_first, gap.missing_second) == (len(raw.missing_first), len(raw.missing_second))
        bounds = raw.bounds()
        if bounds.missing:
            assert astuple(gap.bounds) == pytest.approx((*bounds, 0))
        else:
            assert gap.bounds is None
        there = filled.dropna(subset=[gap.first, gap.second])
        gains = there[gap.first] - there[gap.second]
        effect, alpha = max(1, clustered_mean(gains, there["repository"], "items").design_effect), 0.05 / len(adjusted)
        worth = pairs.n / effect * (normal_and_student(math.inf, alpha) / normal_and_student(10, alpha)) ** 2
        by_t = minimum_detectable_paired_effect(int(worth), pairs.flips / pairs.n, alpha=alpha)
        assert by_t <= gap.sees < 1.1 * by_t  # the sign-flip test of eleven groups sees somewhat less than t
        for need in gap.needs:
            each = pairs.n / 11
            share = max(pairs.flips / pairs.n, need.difference)
            shares = (share + need.difference) / 2, (share - need.difference) / 2
            alone = items_for_paired(*shares, alpha=alpha)
            groups = next(
                g for g in itertools.count(12)
                if g * each >= (alone - 1) * effect
                * (normal_and_student(g - 1, alpha) / normal_and_student(math.inf, alpha)) ** 2
            )  # fmt: skip
            assert need.groups - groups in (0, 1, 2) and not need.enough
            assert need.groups == pytest.approx(need.items * 11 / pairs.n, abs=1)
    assert comparison.left_out == comparison.assumed == ()


def normal_and_student(df, alpha, power=0.8):
    """How many standard errors apart two hills of Student's t lie."""
    return stats.t.isf(alpha / 2, df) + stats.t.isf(1 - power, df)


def documents(groups, each, correlation, shares, seed, samples=None):
    """Items won, lost and tied in documents whose shares of flips vary: Dirichlet-multinomial."""
    rng = np.random.default_rng(seed)
    shares = np.array([*shares, 1 - sum(shares)])
    own = rng.gamma(np.broadcast_to(shares * (1 / correlation - 1), (samples or 1, groups, 3)))
    return rng.multinomial(each, own / own.sum(axis=-1, keepdims=True))


def of_counts(won, lost, tied):
    """A table of two systems from the counts of each document."""
    kinds = np.tile([0, 1, 2], len(won))
    kind = np.repeat(kinds, np.ravel([won, lost, tied], order="F"))
    doc = np.repeat(np.arange(len(won)), np.add(np.add(won, lost), tied))
    return wide(a=(kind == 0).astype(int), b=(kind == 1).astype(int), doc=doc)


def test_a_plan_in_groups_pays_for_few_groups_once():
    """n/D, then t in place of z: the groups that compare asks for have the power, in 2,000 simulated tests."""
    [[*counts]] = documents(30, 8, 0.1, (0.14, 0.06), seed=3)
    table = of_counts(*np.transpose(counts))
    [gap] = compare(tally(table, ["a", "b"], group="doc"), matters=(0.04, 0.05)).differences
    gains = table["a"] - table["b"]
    estimate, flips = clustered_mean(gains, table["doc"]), np.mean(gains != 0)
    effect, n = estimate.design_effect, len(gains)
    assert 1.2 < effect < 3
    for need in gap.needs:
        shares = (flips + need.difference) / 2, (flips - need.difference) / 2
        alone = items_for_paired(*shares)
        tries = range(2, 1000)
        ratios = [normal_and_student(g - 1, 0.05) / normal_and_student(math.inf, 0.05) for g in tries]
        least = next(g for g, ratio in zip(tries, ratios, strict=True) if g * 8 >= (alone - 1) * effect * ratio**2)
        assert need.groups - least in (0, 1) and need.items == 8 * need.groups
        drawn = documents(need.groups, 8, (effect - 1) / 7, shares, seed=4, samples=2000)
        net = drawn[..., 0] - drawn[..., 1]
        t = net.mean(axis=1) / (net.std(axis=1, ddof=1) / math.sqrt(need.groups))
        assert np.mean(np.abs(t) > stats.t.isf(0.025, need.groups - 1)) == pytest.approx(0.80, abs=0.02)
    assert n == 240


@pytest.mark.parametrize(("groups", "systems"), [(8, 3)])
def test_what_few_groups_see_they_find(groups, systems):
    """At alpha over the number of pairs, by the sign-flip test: 0.80, where t would promise 0.63 to 0.78."""
    pairs = systems * (systems - 1) // 2
    each, rng = 60, np.random.default_rng(5)
    won, lost = rng.multinomial(each, np.full(groups, 0.1)[:, None] * [[1, 1, 8]]).T[:2]
    table = of_counts(won, lost, each - won - lost)
    extra = {f"c{k}": rng.integers(0, 2, len(table)) for k in range(systems - 2)}
    gap = compare(tally(table.assign(**extra), ["a", "b", *extra], group="doc"), all_pairs=True).differences[0]
    flips = (won + lost).sum() / len(table)
    effect = max(1, clustered_mean(table["a"] - table["b"], table["doc"]).design_effect)
    found, runs = 0, 400
    shares = (flips + gap.sees) / 2, (flips - gap.sees) / 2
    drawn = documents(groups, each, max(effect - 1, 1e-6) / (each - 1), shares, 6, runs)
    for net in (drawn[..., 0] - drawn[..., 1]).tolist():
        found += sign_flip_test(np.array(net), range(groups)).p_value <= 0.05 / pairs
    assert 0.75 < found / runs < 0.9


def test_too_few_groups_that_differ_are_not_planned_from():
    """Three documents of 50 hold the flips: how far gains go together is not known, and 39,245 groups was no plan."""
    won, lost = np.zeros((2, 50), int)
    won[:2], lost[2] = 1, 2
    cells = tally(of_counts(won, lost, 4 - won - lost), ["a", "b"], group="doc")
    [gap], [careful] = compare(cells).differences, compare(cells, careful=True).differences
    assert gap.sees is None and {(need.items, need.groups, need.enough) for need in gap.needs} == {(None, None, False)}
    assert len(gap.needs) == 3 and all(need.groups for need in careful.needs)  # who asks for it takes them for whole
    won[3:15] = 1
    [gap] = compare(tally(of_counts(won, lost, 4 - won - lost), ["a", "b"], group="doc")).differences
    assert gap.sees and all(need.groups for need in gap.needs)


def test_more_losses_never_turn_a_margin_for_the_better():
    """Losses in k of 50 documents of four: three were "open" at a margin of 8 points, and five "no worse"."""
    said = []
    for lost in range(12):
        losses = (np.arange(50) < lost).astype(int)
        cells = tally(of_counts(0 * losses, losses, 4 - losses), ["a", "b"], group="doc")
        said += [compare(cells, margin=0.08).differences[0].non_inferior]
    assert said == sorted(said) and said[0] == "no worse" and said[3] == said[5] == "open"


def test_more_items_than_floats_can_tell_apart_are_planned_at_once():
    rng = np.random.default_rng(7)
    table = wide(a=rng.uniform(1e6, 1e7, 60), b=rng.uniform(1e6, 1e7, 60), doc=np.repeat(np.arange(20), 3))
    [gap] = compare(tally(table, ["a", "b"], group="doc"), matters=(0.01, 1000.0)).differences
    one, other = gap.needs
    assert one.items > 2**53 and one.items / other.items == pytest.approx(1e10, rel=0.01)


def test_slices_that_lie_across_groups():
    rng = np.random.default_rng(4)
    n = 300
    table = pd.DataFrame({"id": range(n), "kind": rng.choice(list("xyz"), n), "doc": rng.integers(0, 25, n)})
    table["one"], table["two"] = rng.random((2, n)) < [[0.7], [0.6]]
    rare = table["doc"].eq(3) & table["kind"].eq("z")
    table.loc[rare, "kind"] = "rare"
    comparison = compare(tally(table, ["one", "two"], slices="kind", group="doc"))
    gains = table["one"].astype(int) - table["two"].astype(int)
    [found] = comparison.slices
    for one in found.slices:
        at = table["kind"] == one.name
        if one.name == "rare":
            assert (one.groups, one.low, one.high, one.p, one.p_adjusted) == (1, None, None, None, None)
            continue
        interval = clustered_tango_interval(gains[at], table["doc"][at])
        assert (one.low, one.high) == pytest.approx((interval.low, interval.high), abs=1e-12)
        assert one.p == pytest.approx(sign_flip_test(gains[at], table["doc"][at]).p_value)
        assert one.groups == table["doc"][at].nunique()
    at = table["kind"] != "rare"
    test = interaction_test(gains[at], table["kind"][at], table["doc"][at])
    assert found.interaction_p == pytest.approx(test.p_value) and found.interaction_test == test.name
    assert found.note == f"{test.note}; 1 slice in one group only left out of the test"


def answers(runs=3, items=40, seed=5):
    """Two systems, several runs of each item; an item resembles itself."""
    rng = np.random.default_rng(seed)
    hard = rng.random(items)
    rows = [
        (f"q{i}", system, float(rng.random() < hard[i] ** power), run, "xy"[i % 2])
        for i in range(items)
        for system, power in (("new", 0.7), ("old", 1.3))
        for run in range(runs)
    ]
    return Results(pd.DataFrame(rows, columns=["id", "system", "score", "run", "kind"]), ())


def drawn(p, patterns=100_000):
    """What p comes to if it is drawn twice: within four standard errors of the difference."""
    return pytest.approx(p, abs=4 * np.sqrt(2 * p * (1 - p) / patterns))


def paired_t(first, second):
    return tuple(stats.ttest_rel(first, second).confidence_interval())


def test_runs_together():
    results = answers()
    comparison = compare(results, runs="together")
    frame, [gap], pairs = results.frame, comparison.differences, results.pairs("new", "old")
    interval = clustered_tango_interval(pairs)
    assert (gap.both, gap.only_first, gap.only_second, gap.neither) == pairs.table
    assert (gap.low, gap.high) == pytest.approx(tuple(interval), abs=1e-12) and gap.groups == 40
    assert gap.p == pytest.approx(sign_flip_test(pairs).p_value)
    for system in comparison.systems:
        own = frame[frame["system"] == system.name]
        interval = clustered_wilson_interval(own["score"], own["id"])
        assert (system.low, system.high) == pytest.approx(tuple(interval), abs=1e-12)
        assert (system.right, system.n, system.items) == (own["score"].sum(), 120, 40)
    assert (comparison.grouped_by, comparison.runs, comparison.items) == ("item", "together", 40)


def test_the_mean_of_runs():
    results = answers()
    comparison = compare(results, runs="mean")
    means = results.frame.groupby(["id", "system"])["score"].mean().unstack()
    [gap] = comparison.differences
    assert (gap.low, gap.high) == pytest.approx(paired_t(means["new"], means["old"]))
    assert (comparison.outcome, gap.n, gap.method, gap.both) == ("mean of pass or fail", 40, "t", None)
    assert str(comparison).endswith(" points)") and [need.difference for need in gap.needs] == [0.01, 0.02, 0.05]
    thirds = sign_flip_test((3 * (means["new"] - means["old"])).round(), means.index)
    assert gap.p == pytest.approx(thirds.p_value) and gap.test == "sign-flip mid-p", "counted"
    assert sign_flip_test(means["new"] - means["old"], means.index) == thirds, "by the function as well"


@pytest.mark.parametrize("runs", ["together", "mean"])
def test_runs_of_these_items(runs):
    results = answers()
    comparison = compare(results, runs=runs, estimand="these items")
    frame = results.frame.pivot(index=["id", "run"], columns="system", values="score")
    for system in comparison.systems:
        by_item = frame[system.name].groupby("id")
        parts = by_item.var() / 3 / 40**2
        df = parts.sum() ** 2 / np.sum(parts**2 / 2)
        half = stats.t.ppf(0.975, df) * np.sqrt(parts.sum())
        mean = frame[system.name].mean()
        assert (system.mean, system.low, system.high) == pytest.approx((mean, mean - half, mean + half))
    [gap] = comparison.differences
    gains = frame["new"] - frame["old"]
    within = [gains] if runs == "together" else [frame["new"], frame["old"]]
    parts = np.concatenate([one.groupby("id").var() / 3 / 40**2 for one in within])
    df = parts.sum() ** 2 / np.sum(parts**2 / 2)
    half = stats.t.ppf(0.975, df) * np.sqrt(parts.sum())
    assert (gap.low, gap.high) == pytest.approx((gains.mean() - half, gains.mean() + half))
    assert gap.p == pytest.approx(2 * stats.t.sf(abs(gains.mean()) / np.sqrt(parts.sum()), df))
    assert gap.n == (120 if runs == "together" else 40)
    assert gap.needs == () and gap.sees is None and comparison.slices[0].interaction_p is None


def tried(rows):
    """Results of (id, system, run, score)."""
    return Results(pd.DataFrame(rows, columns=["id", "system", "run", "score"]), ())


@pytest.mark.parametrize("level", [0.95, 0.99, 0.999999])
@pytest.mark.parametrize("runs", ["together", "mean"])
def test_one_item_with_two_runs(runs, level):
    """A rate is no more than 100%, and a difference no more than 100 points, however few runs there are."""
    results = tried([("q", "a", 0, 1.0), ("q", "a", 1, 0.0), ("q", "b", 0, 0.0), ("q", "b", 1, 0.0)])
    comparison = compare(results, runs=runs, estimand="these items", level=level)
    [gap], a = comparison.differences, comparison.systems[0]
    assert (a.mean, a.low, a.high, gap.difference, gap.low, gap.high) == (0.5, 0, 1, 0.5, -1, 1)
    assert gap.p == pytest.approx(stats.ttest_1samp([1, 0], 0).pvalue if runs == "together" else gap.p)
    assert "+50.0 points" in str(comparison) or runs == "mean"


@pytest.mark.parametrize("first", ["a", "b"])
def test_of_these_items_a_system_of_one_run_has_a_difference_all_the_same(first):
    """Its runs show no luck, so there is no interval; the difference is that of the means."""
    rows = [(f"q{i}", "a", 0, 0.2 + 0.1 * i) for i in range(3)]
    rows += [(f"q{i}", "b", run, 0.1 * i + 0.05 * run) for i in range(3) for run in range(3)]
    comparison = compare(tried(sorted(rows, key=lambda row: row[1] != first)), runs="mean", estimand="these items")
    [gap] = comparison.differences
    assert gap.first == first and gap.difference == pytest.approx(0.15 if first == "a" else -0.15)
    assert (gap.low, gap.p, gap.method) == (None, None, "no interval: one run")
    assert {one.name: one.low is None for one in comparison.systems} == {"a": True, "b": False}


def test_runs_that_agree_but_for_rounding_show_no_luck():
    rows = [(f"q{i}", system, run, 0.7 + 0.1 * i) for i in range(3) for system in "ab" for run in range(3)]
    for runs in ("together", "mean"):
        comparison = compare(tried(rows), runs=runs, estimand="these items")
        assert {one.method for one in (*comparison.systems, *comparison.differences)} == {"no interval: runs all alike"}


def scores(n=60, seed=2):
    rng = np.random.default_rng(seed)
    table = pd.DataFrame({"id": range(n), "kind": rng.choice(list("xy"), n), "doc": rng.integers(0, 30, n)})
    base = rng.normal(size=n)
    table["one"], table["two"] = (base + rng.normal(size=n) for _ in range(2))
    table["skewed"] = base + rng.exponential(size=n) ** 3
    return table


def test_scores():
    table = scores()
    comparison = compare(tally(table, ["one", "two"], slices="kind"))
    [gap], gains = comparison.differences, table["one"] - table["two"]
    assert (gap.low, gap.high) == pytest.approx(paired_t(table["one"], table["two"]))
    flips = sign_flip_test(gains, table["id"], rng=np.random.default_rng(1))
    assert gap.p == drawn(flips.p_value)
    for system in comparison.systems:
        ends = stats.ttest_1samp(table[system.name], 0).confidence_interval()
        assert (system.low, system.high) == pytest.approx(tuple(ends)) and system.right is None
    for one in comparison.slices[0].slices:
        at = table["kind"] == one.name
        ends = stats.ttest_rel(table["one"][at], table["two"][at]).confidence_interval()
        assert (one.low, one.high) == pytest.approx(tuple(ends))
    test = interaction_test(gains, table["kind"], rng=np.random.default_rng(3))
    assert comparison.slices[0].interaction_p == drawn(test.p_value, 10_000)
    from statsmodels.stats.power import TTestPower

    plan = TTestPower()
    assert [need.difference for need in gap.needs] == [float(f"{k * gains.std():.2g}") for k in (0.1, 0.2, 0.5)]
    for need in gap.needs:
        size = need.difference / gains.std()
        assert need.items == pytest.approx(plan.solve_power(size, alpha=0.05, power=0.8), abs=1.01)
    assert gap.sees == pytest.approx(plan.solve_power(nobs=60, alpha=0.05, power=0.8) * gains.std(), rel=0.002)


def stretched(x, level=0.95):
    """The same interval written another way: t by SciPy, and what Johnson's t adds on the side of the long tail."""
    low, high = stats.ttest_1samp(x, 0).confidence_interval(level)
    t, skewness = stats.t.ppf((1 + level) / 2, len(x) - 1), stats.skew(x)
    moved = stats.sem(x) * (1 / 6 + t**2 / 3) * skewness / np.sqrt(len(x))
    return (low, high + moved) if skewness > 0 else (low + moved, high)


def test_the_end_of_a_long_tail_is_moved_outwards():
    table = scores()
    gains = table["skewed"] - table["one"]
    assert 25 * stats.skew(gains) ** 2 > 60 > 25 * stats.skew(table["one"] - table["two"]) ** 2
    for level in (0.8, 0.95, 0.999):
        comparison = compare(tally(table, ["skewed", "one"]), level=level)
        [gap] = comparison.differences
        assert (gap.low, gap.high) == pytest.approx(stretched(gains, level)) and "stretched t" in gap.method
        skewed, one = comparison.systems
        assert (skewed.low, skewed.high) == pytest.approx(stretched(table["skewed"], level)) and one.method == "t"
    usual = paired_t(table["skewed"], table["one"])
    assert stretched(gains) == pytest.approx((usual[0], gap.difference + 1.3 * (usual[1] - gap.difference)), rel=0.1)
    few = table.nlargest(11, "skewed")
    [gap] = compare(tally(few, ["skewed", "one"])).differences
    assert (gap.low, gap.high) == pytest.approx(stretched(few["skewed"] - few["one"]))


@pytest.mark.parametrize(("differ", "method"), [(1, "few-item stretched t"), (7, "few-item stretched t"),
                                                (9, "stretched t"), (22, "stretched t"), (28, "t")])  # fmt: skip
def test_a_mean_that_few_items_decide_says_so(differ, method):
    """Where k items of many gain the same, n over the squared skewness is a little more than k."""
    a = np.where(np.arange(1000) < differ, 0.3, 0)
    [gap] = compare(tally(wide(a=a, b=np.zeros(1000)), ["a", "b"])).differences
    assert gap.method == method
    assert (gap.low, gap.high) == pytest.approx(stretched(a) if method != "t" else paired_t(a, 0 * a))
    groups = {"doc": np.arange(1000), "twice": np.arange(1000)}
    twice = pd.concat([wide(a=a, b=np.zeros(1000), **groups)] * 2).assign(id=range(2000))
    [gap] = compare(tally(twice, ["a", "b"], group="doc")).differences
    names = {"t": "clustered t", "stretched t": "clustered stretched t"}
    assert gap.method == names.get(method, "few-cluster stretched t")
    assert (gap.low, gap.high) == pytest.approx(stretched(a) if method != "t" else paired_t(a, 0 * a))


def test_scores_in_groups():
    table = scores()
    comparison = compare(tally(table, ["one", "two"], group="doc"))
    [gap], gains = comparison.differences, table["one"] - table["two"]
    interval = clustered_mean(gains, table["doc"], "items").interval()
    assert (gap.low, gap.high) == pytest.approx(tuple(interval)) and gap.method == "clustered t"
    flips = sign_flip_test(gains, table["doc"], rng=np.random.default_rng(1))
    assert gap.p == drawn(flips.p_value) and gap.groups == table["doc"].nunique()
    for system in comparison.systems:
        interval = clustered_mean(table[system.name], table["doc"], "items").interval()
        assert (system.low, system.high) == pytest.approx(tuple(interval))
    skewed = compare(tally(table, ["skewed", "one"], group="doc")).differences[0]
    gains = table["skewed"] - table["one"]
    estimate = clustered_mean(gains, table["doc"], "items")
    skewness = stats.skew((gains - gains.mean()).groupby(table["doc"]).sum())
    low, high = estimate.interval()
    t = stats.t.ppf(0.975, estimate.df)
    moved = estimate.se * (1 / 6 + t**2 / 3) * skewness / np.sqrt(skewed.groups)
    assert skewness > 0 and (skewed.low, skewed.high) == pytest.approx((low, high + moved))
    assert skewed.method == "few-cluster stretched t"


def test_ratings_are_counted_and_not_drawn():
    rng = np.random.default_rng(3)
    table = pd.DataFrame({"id": range(400), "one": rng.integers(1, 6, 400), "two": rng.integers(1, 6, 400)})
    [gap] = compare(tally(table, ["one", "two"])).differences
    flips = sign_flip_test(table["one"] - table["two"], table["id"])
    assert gap.p == pytest.approx(flips.p_value) and gap.test == "sign-flip mid-p"
    assert (gap.low, gap.high) == pytest.approx(paired_t(table["one"], table["two"]))


def test_tiny_gains_are_no_whole_numbers():
    """Gains of 10⁻¹⁰ differ in size; they are not all 0."""
    gains = np.random.default_rng(3).normal(0.3, 1, 60)
    large, tiny = (compare(tally(wide(a=x, b=0 * x), ["a", "b"])).differences[0].p for x in (gains, 1e-10 * gains))
    assert tiny == pytest.approx(large) and 0.001 < large < 0.3


# Zero: the interval, the test, and rounding


def sparse(n, *gains):
    """Two systems whose scores differ on as many items as there are gains."""
    b = np.full(n, 0.5)
    return wide(a=b + np.concatenate([gains, np.zeros(n - len(gains))]), b=b)


def test_few_gains_of_both_signs_tell_nothing():
    comparison = compare(tally(sparse(164, -0.1, 0.3, 0.3, 0.3), ["a", "b"]))
    [gap] = comparison.differences
    assert gap.low == pytest.approx(-0.0015, abs=5e-5) and gap.method == "few-item stretched t"
    assert (gap.verdict, gap.told_apart) == ("open", False) and comparison.tied == (("a", "b"),)
    assert gap.p == pytest.approx(3 / 16), "of 16 patterns two lie further out, and two as far"


@pytest.mark.parametrize(("gains", "better"), [((0.3,) * 4, "first"), ((-0.3,) * 4, "second")])
def test_the_verdict_on_scores_needs_the_test_as_well(gains, better):
    """Four gains one way: t leaves out zero, and of 16 patterns two lie as far out, so p is 1/16. Five: 1/32."""
    for how in ({}, {"group": "doc"}):
        table = sparse(100, *gains).assign(doc=range(100))
        [gap] = compare(tally(table, ["a", "b"], **how)).differences
        assert gap.low * gap.high > 0 and gap.p == 1 / 16
        assert (gap.verdict, gap.told_apart) == ("open", False)
        more = sparse(100, *gains, gains[0]).assign(doc=range(100))
        [gap] = compare(tally(more, ["a", "b"], **how)).differences
        assert (gap.p, gap.verdict, gap.told_apart) == (1 / 32, better, True)
        [gap] = compare(tally(more, ["a", "b"], **how), better="lower").differences
        assert gap.verdict == {"first": "second", "second": "first"}[better]


def test_what_a_verdict_and_being_told_apart_mean():
    rng, odd = np.random.default_rng(7), 0
    for _ in range(60):
        x = (rng.random((60, 3)) < 0.05) * rng.choice([-0.1, 0.2, 0.3, 0.4], (60, 3))
        for gap in compare(tally(wide(a=x[:, 0], b=x[:, 1], c=-x[:, 2]), list("abc"))).differences:
            side = "first" if gap.low > 0 else "second" if gap.high < 0 else "open"
            assert gap.verdict == (side if gap.p < 0.05 else "open")
            assert gap.told_apart == (gap.verdict != "open" and gap.p_adjusted < 0.05)
            odd += gap.verdict != side
    assert odd, "the test and the interval never part here, so this shows nothing"


def test_an_end_that_is_zero_but_for_rounding_is_zero():
    rng, low = np.random.default_rng(5), []
    for n in range(20, 60):
        gains = rng.integers(-5, 8, n) / 10
        p = stats.ttest_1samp(gains, 0).pvalue
        if gains.mean() > 0 and p < 0.5:
            low += [stats.ttest_1samp(gains, 0).confidence_interval(1 - p).low]
            gap = compare(tally(wide(a=0.7 + gains, b=np.full(n, 0.7)), ["a", "b"]), level=1 - p).differences[0]
            assert (gap.low, gap.verdict, gap.told_apart, gap.method) == (0, "open", False, "t")
    assert len(low) > 10 and any(low), "SciPy's ends are zero too, so this shows nothing"


def test_a_difference_that_is_zero_but_for_rounding_is_zero():
    table = wide(a=[0.1, 0.7, 0.3, 0.6], b=[0.3, 0.5, 0.2, 0.7], kind=list("xxyy"), doc=list("xxyy"))
    assert (table["a"] - table["b"]).sum() != 0, "this shows nothing"
    for how in ({}, {"group": "doc"}):
        comparison = compare(tally(table, ["a", "b"], slices="kind", **how))
        assert comparison.differences[0].difference == 0
        assert [one.difference for one in comparison.slices[0].slices] == [0, 0]
    mean = compare(tally(wide(a=[0.1, 0.2, -0.3]), ["a"])).systems[0].mean
    assert mean == 0 != sum([0.1, 0.2, -0.3])
    for runs in ("together", "mean"):
        frame = pd.DataFrame({"id": [*"pqpqpqpq"], "system": [*"aaaabbbb"], "run": [0, 0, 1, 1] * 2})
        frame["score"] = [0.1, 0.7, 0.3, 0.6, 0.3, 0.5, 0.2, 0.7]
        for estimand in ("these items", "items like these"):
            gap = compare(Results(frame, ()), runs=runs, estimand=estimand).differences[0]
            assert gap.difference == 0, (runs, estimand)


def test_where_no_mean_can_lie_no_interval_reaches():
    for a, b, ends in (([0.2, 1], [1, 0.1], (-1, 1)), ([20, 100], [100, 10], (-1, 1)), ([0, 1.01], [1, 0], (-1, 1))):
        comparison = compare(tally(wide(a=a, b=b), ["a", "b"]))
        [gap] = comparison.differences
        free = paired_t(a, b)
        assert free[0] < -2 and free[1] > 2
        shares = max(a) <= 1
        assert (gap.low, gap.high) == (ends if shares else pytest.approx(free))
        for system in comparison.systems:
            assert ((system.low, system.high) == (0, 1)) == shares


# What may not change it


def plain(comparison):
    """What is compared, without what it was called in the files."""
    return [getattr(comparison, name) for name in ("systems", "differences", "slices", "tied")]


@pytest.mark.parametrize("how", [{}, {"group": "doc"}])
@pytest.mark.parametrize("systems", [("one", "two"), ("skewed", "one"), ("good", "bad")])
def test_the_second_minus_the_first_is_the_mirror_image(systems, how):
    table = scores()
    table["good"], table["bad"] = (table["one"] > -0.5).astype(int), (table["two"] > 0.3).astype(int)
    a = compare(tally(table, [*systems], slices="kind", **how), margin=0.1)
    b = compare(tally(table, [*reversed(systems)], slices="kind", **how), margin=0.1)
    [x], [y] = a.differences, b.differences
    assert (x.low, x.high, x.p) == pytest.approx((-y.high, -y.low, y.p), rel=1e-9)
    assert (x.only_first, x.only_second, x.difference) == (y.only_second, y.only_first, pytest.approx(-y.difference))
    turned = {"first": "second", "second": "first", "open": "open"}
    assert x.verdict == turned[y.verdict] and x.sees == pytest.approx(y.sees)
    assert [need.items for need in x.needs] == [need.items for need in y.needs]
    one, other = a.slices[0], b.slices[0]
    assert one.interaction_p == pytest.approx(other.interaction_p)
    for p, q in zip(one.slices, other.slices, strict=True):
        assert (p.low, p.high, p.p) == pytest.approx((-q.high, -q.low, q.p), rel=1e-9)
    for one, other in zip(a.systems, b.systems[::-1], strict=True):
        assert astuple(one)[:5] == astuple(other)[:5]
        assert astuple(one)[5:8] == pytest.approx(astuple(other)[5:8]) and one.method == other.method


@pytest.mark.parametrize("how", [{}, {"group": "doc"}])
def test_the_order_of_rows_and_the_names_do_not_matter(how):
    table = scores(n=36)
    a = compare(tally(table, ["skewed", "one"], slices="kind", **how))
    b = compare(tally(table.sample(frac=1, random_state=1), ["skewed", "one"], slices="kind", **how))
    assert plain(a) == plain(b)
    renamed = table.rename(columns={"one": "=1+1", "skewed": "<b>"})
    renamed = compare(tally(renamed, ["<b>", "=1+1"], slices="kind", **how))
    names = {"first": "skewed", "second": "one"}
    assert [replace(gap, **names) for gap in renamed.differences] == list(a.differences)
    files = compare(long(table, ["skewed", "one"], kind="kind", **({"doc": "group"} if how else {})))
    assert files.differences == a.differences and files.slices == a.slices


def test_lower_is_better():
    table = scores().round(1)
    higher = compare(tally(table, ["one", "two"]), margin=0.4).differences[0]
    turned = table.assign(one=-table["one"], two=-table["two"])
    lower = compare(tally(turned, ["one", "two"]), better="lower", margin=0.4).differences[0]
    assert (lower.verdict, lower.non_inferior) == (higher.verdict, higher.non_inferior)
    turned["one"] += 9
    far = compare(tally(turned, ["one", "two"]), better="lower", margin=0.4).differences[0]
    assert (far.verdict, far.non_inferior) == ("second", "worse") and far.difference > 0


@pytest.mark.parametrize("runs", ["mean", "together"])
def test_a_missing_result_fails_where_lower_is_better(runs):
    rows = [(i, "ab"[s], run, float((i + run + s) % 3 == 0)) for i in range(12) for s in (0, 1) for run in (1, 2)]
    frame = pd.DataFrame(rows, columns=["id", "system", "run", "score"])
    gone = frame.assign(score=frame["score"].where((frame["system"] == "b") | (frame["id"] > 2) | (frame["run"] > 1)))
    for missing, worth in (("fail", 1.0), (0, 0.0), (1, 1.0)):  # a number is worth what it is in the files
        found = compare(Results(gone, ()), runs=runs, better="lower", missing=missing).systems[0].mean
        filled = compare(Results(gone.fillna({"score": worth}), ()), runs=runs, better="lower").systems[0].mean
        assert found == pytest.approx(filled), missing


# Edges


def wide(**columns):
    return pd.DataFrame(columns).assign(id=lambda frame: range(len(frame)))


def test_one_system():
    comparison = compare(tally(wide(a=[1, 1, 0]), ["a"]))
    assert comparison.differences == comparison.tied == comparison.slices == () and comparison.systems[0].n == 3
    assert str(comparison) == "a: 0.667 of 3 answers"


def test_identical_systems():
    one = [1, 0, 1, 1, 0, 1] * 10
    comparison = compare(tally(wide(a=one, b=one, kind=["x", "y"] * 30), ["a", "b"], slices="kind"))
    [gap] = comparison.differences
    assert (gap.p, gap.difference, gap.verdict, gap.told_apart, gap.sees) == (1, 0, "open", False, None)
    assert gap.low == -gap.high < 0 and comparison.tied == (("a", "b"),)
    assert comparison.slices[0].interaction_p == 1
    scored = compare(tally(wide(a=np.arange(9) / 4, b=np.arange(9) / 4), ["a", "b"])).differences[0]
    assert (scored.p, scored.low, scored.high, scored.needs) == (None, None, None, ())
    assert scored.method == "no interval: all alike"


def test_one_item():
    comparison = compare(tally(wide(a=[1], b=[0]), ["a", "b"]))
    [gap] = comparison.differences
    assert (gap.n, gap.p, gap.difference) == (1, 0.5, 1) and gap.low < 0 < gap.high == 1
    scored = compare(tally(wide(a=[0.3], b=[0.1]), ["a", "b"])).differences[0]
    assert (scored.low, scored.high, scored.method, scored.sees) == (None, None, "no interval: one item", None)


def test_items_without_a_slice_are_named():
    kind = ["x"] * 10 + ["y"] * 9 + [None] * 2
    comparison = compare(tally(wide(a=[1, 0] * 10 + [1], b=[0, 0] * 10 + [0], kind=kind), ["a", "b"], slices="kind"))
    assert sum(one.n for one in comparison.slices[0].slices) == 19
    assert comparison.slices[0].note.endswith("2 items without a label")


def test_which_slices_are_taken():
    table = wide(a=[1, 0] * 30, b=[0, 1] * 30, one=["x"] * 60, few=list("xy") * 30, many=range(60))
    cells = tally(table, ["a", "b"], slices=["one", "few", "many"])
    assert [found.by for found in compare(cells).slices] == ["few"]
    assert compare(cells).left_out == ("slices of 'many': 60 labels, more than 50 (by= takes them)",)
    named = compare(cells, by=["many", "one"])
    assert [len(found.slices) for found in named.slices] == [60, 1]
    assert named.slices[1].note == "one slice cannot differ from others" and named.slices[1].interaction_p is None


def test_a_chain_of_ties_makes_overlapping_sets():
    rng = np.random.default_rng(0)
    systems = {f"s{k}": (rng.random(150) < 0.4 + 0.08 * k).astype(int) for k in range(5)}
    comparison = compare(tally(wide(**systems), [*systems]))
    apart = {frozenset((gap.first, gap.second)): gap.told_apart for gap in comparison.differences}
    tied = {frozenset(names) for names in comparison.tied}
    free = [
        frozenset(names)
        for size in range(2, 6)
        for names in combinations(systems, size)
        if not any(apart[frozenset(pair)] for pair in combinations(names, 2))
    ]
    assert tied == {names for names in free if not any(names < more for more in free)} and len(tied) > 1


def test_a_margin_exactly_at_the_bound():
    cells = tally(answer_desk(), ["old", "new"])
    low, high = tango_interval(82, 2, 10, 6)
    assert compare(cells, margin=-low).differences[0].non_inferior == "open"
    assert compare(cells, margin=-low + 1e-9).differences[0].non_inferior == "no worse"
    assert compare(cells, margin=-high).differences[0].non_inferior == "open"
    assert compare(cells, margin=-high - 1e-9).differences[0].non_inferior == "worse"
    assert compare(cells).differences[0].non_inferior is None


def test_these_items_leave_no_luck():
    comparison = compare(tally(answer_desk(), ["new", "old"], slices="topic"), estimand="these items", margin=0.1)
    [gap] = comparison.differences
    assert (gap.low, gap.high, gap.p, gap.p_adjusted, gap.told_apart) == (None,) * 5
    assert (gap.method, gap.test, gap.verdict, gap.non_inferior) == ("no interval", "no test", "open", "no worse")
    worse = compare(tally(answer_desk(), ["old", "new"]), estimand="these items", margin=0.08)
    assert worse.differences[0].non_inferior == "worse"  # a loss of the whole margin is no smaller one
    assert gap.difference == pytest.approx(0.08) and comparison.tied == () and comparison.estimand_named
    assert comparison.slices[0].slices[0].p is None and comparison.slices[0].interaction_p is None
    assert comparison.systems[0].low is None


def test_items_like_these_do_without_the_groups():
    table = expand(load("swe_bench_pro"))
    cells = tally(table, SWE[:2], group="repository")
    comparison = compare(cells, estimand="items like these", missing="leave out")
    pairs = pair_items(table.set_index("id")[SWE[0]], table.set_index("id")[SWE[1]])
    assert tuple(tango_interval(pairs)) == (comparison.differences[0].low, comparison.differences[0].high)
    assert comparison.grouped_by is None and comparison.differences[0].groups is None


def test_what_counts_as_passing():
    table = scores()
    comparison = compare(tally(table, ["one", "two"]), passing=0.2)
    graded = table.assign(**{name: (table[name] >= 0.2).astype(int) for name in ("one", "two")})
    independent(comparison, graded)
    ratings = answers().frame
    ratings["score"] = 3.0 + 2 * ratings["score"]
    for runs in ("together", "mean"):
        same = compare(answers(), runs=runs)
        assert compare(Results(ratings, ()), runs=runs, passing=4).differences == same.differences


def test_no_warning_and_no_nan_whatever_is_compared():
    rng = np.random.default_rng(9)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for trial in range(40):
            n = int(rng.integers(2, 14))
            table = wide(kind=rng.integers(0, 3, n), doc=rng.integers(0, 4, n))
            values = [rng.integers(0, 2, n), rng.integers(1, 4, n), rng.normal(size=n)][trial % 3]
            table["a"], table["b"] = values.astype(float), rng.permutation(values).astype(float)
            if trial % 2:
                table.loc[0, "b"] = np.nan
            group = {"group": "doc"} if trial % 4 > 1 and table["doc"].nunique() > 1 else {}
            missing = "leave out" if trial % 2 else None
            comparison = compare(tally(table, ["a", "b"], slices="kind", **group), missing=missing)
            assert "nan" not in repr(comparison).lower() and "np." not in repr(comparison)


# Slices that count alike


def test_slices_count_alike_where_they_are_named():
    desk = answer_desk()
    cells = tally(desk, ["new", "old"], slices=["topic", "source"])
    assert all(found.equal is None for found in compare(cells).slices)
    tasks = tally(desk.rename(columns={"topic": "task"}), ["new", "old"], slices=["task", "source"])
    assert [found.equal is None for found in compare(tasks).slices] == [False, True]
    [found] = compare(cells, by="topic").slices
    gains = (desk["new"] - desk["old"]).groupby(desk["topic"])
    rows = [gains.get_group(one.name) for one in found.slices]
    ends = [tango_interval(int(x.eq(0).sum()), int(x.eq(1).sum()), int(x.eq(-1).sum()), 0) for x in rows]
    means, equal = np.array([x.mean() for x in rows]), found.equal
    assert equal.difference == pytest.approx(means.mean()) and equal.method == "stratified Tango"
    assert equal.mean_first == pytest.approx(desk.groupby("topic")["new"].mean().mean())
    low = means.mean() - np.sqrt(sum((x - end.low) ** 2 for x, end in zip(means, ends, strict=True))) / 4
    high = means.mean() + np.sqrt(sum((x - end.high) ** 2 for x, end in zip(means, ends, strict=True))) / 4
    assert (equal.low, equal.high) == pytest.approx((low, high))
    t = stats.ttest_1samp(means, 0).confidence_interval()
    assert (equal.low_like, equal.high_like) == pytest.approx((min(low, t.low), max(high, t.high)))
    flips = pd.DataFrame({"a": [1, 1, 0] * 20, "b": [0, 0, 1] * 20, "kind": [*"uvwx"] * 15})  # all flip: t is wider
    [found] = compare(tally(flips, ["a", "b"], slices="kind"), by="kind").slices
    parts = (flips["a"] - flips["b"]).groupby(flips["kind"]).var() / 15
    half = stats.t.ppf(0.975, 4 * 14) * np.sqrt(parts.sum()) / 4
    assert (found.equal.low, found.equal.high) == pytest.approx((1 / 3 - half, 1 / 3 + half))
    flips["kind"] = ["y", *flips["kind"][1:]]
    assert compare(tally(flips, ["a", "b"], slices="kind"), by="kind").slices[0].equal.low is None, "one item"
    [two] = compare(cells, by="source").slices
    assert two.equal.low_like is None and "3 at least" in two.equal.note and two.equal.low > 0


def test_scores_by_slices_that_count_alike():
    table = scores()
    [found] = compare(tally(table, ["one", "two"], slices="kind"), by="kind").slices
    gains = (table["one"] - table["two"]).groupby(table["kind"])
    parts, freedom = gains.var() / gains.size(), gains.size() - 1
    df = parts.sum() ** 2 / np.sum(parts**2 / freedom)
    half = stats.t.ppf(0.975, df) * np.sqrt(parts.sum()) / 2
    middle = gains.mean().mean()
    assert (found.equal.low, found.equal.high) == pytest.approx((middle - half, middle + half))
    table["kind"] = ["z", *table["kind"][1:]]
    [found] = compare(tally(table, ["one", "two"], slices="kind"), by="kind").slices
    assert found.equal.method == "no interval: a slice of one item" and found.equal.low is None
    grouped = compare(tally(table, ["one", "two"], slices="kind", group="doc"), by="kind")
    assert grouped.slices[0].equal.low is None and "groups" in grouped.slices[0].equal.note


def test_slices_of_different_items_count_alike():
    """Then a difference of two mixes is none of the systems."""
    first, second = [1] * 54 + [0] * 6 + [1] * 10 + [0] * 10, [1] * 18 + [0] * 2 + [1] * 30 + [0] * 30
    topic = [*"x" * 60, *"y" * 20, *"x" * 20, *"y" * 60]
    comparison = compare(apart(first, second, topic=topic), independent=True, by="topic")
    [gap], equal = comparison.differences, comparison.slices[0].equal
    theirs = standardised_difference([54, 10], [60, 20], [18, 30], [20, 60], [1, 1])
    assert gap.difference == pytest.approx(0.2) and equal.difference == 0
    assert (equal.low, equal.high) == pytest.approx((theirs.low, theirs.high))
    more = apart([*first, 1, 1], second, topic=["z", None, *topic])
    [found] = compare(more, independent=True, by="topic").slices
    assert found.equal.slices == 2
    assert found.note.endswith("compare; 1 item without a label") and found.only_first == ("z",)


# Items of its own for each system


def apart(first, second, **columns):
    """Results of two systems that share no item; a column is given for all answers in their order."""
    n, m = len(first), len(second)
    ids = [*(f"a{k}" for k in range(n)), *(f"b{k}" for k in range(m))]
    frame = pd.DataFrame({"id": ids, "system": ["a"] * n + ["b"] * m, "score": [*map(float, (*first, *second))]})
    return Results(frame.assign(**columns), ("made up",))


def test_rates_of_different_items():
    first, second = [1] * 70 + [0] * 30, [1] * 44 + [0] * 36
    topic = ["x"] * 20 + ["y"] * 60 + ["x"] * 40 + ["y"] * 60
    comparison = compare(apart(first, second, topic=topic), independent=True, margin=0.02, matters=[0.05, 0.4])
    [gap] = comparison.differences
    ends = confint_proportions_2indep(70, 100, 44, 80, method="newcomb")
    assert (gap.low, gap.high) == pytest.approx(ends) and gap.difference == pytest.approx(0.15)
    assert gap.p == fisher_mid_p_test(70, 100, 44, 80).p_value
    assert (gap.n, gap.n_first, gap.n_second, gap.only_first, gap.verdict) == (180, 100, 80, None, "first")
    assert (gap.method, gap.test, gap.non_inferior) == ("Newcombe", "Fisher mid-p", "no worse")
    pooled, half = 114 / 180, gap.sees / 2
    assert power_two_rates(pooled - half, pooled + half, 100, 80) == pytest.approx(0.8)
    many = [items_for_power(pooled - d / 2, pooled + d / 2) for d in (0.05, 0.4)]
    assert [(need.items, need.enough) for need in gap.needs] == [(many[0], False), (many[1], True)]
    [found] = comparison.slices
    assert found.interaction_p is None and {one.name: (one.n_first, one.n_second) for one in found.slices} == {
        "x": (40, 20), "y": (60, 60)
    }  # fmt: skip
    for one in found.slices:
        counts = one.right_first, one.n_first, one.right_second, one.n_second
        assert (one.low, one.high) == pytest.approx(confint_proportions_2indep(*counts, method="newcomb"))


def several(scores, **columns):
    """Results of as many systems, none of which share an item."""
    parts = [pd.DataFrame({"id": [f"{name} {k}" for k in range(len(x))], "system": name, "score": x})
             for name, x in scores.items()]  # fmt: skip
    return Results(pd.concat(parts, ignore_index=True).assign(**columns), ("made up",))


def test_each_system_beside_all_others_together():
    right, of = [47, 38, 45, 14], [60, 50, 55, 40]
    made = several({name: np.repeat([1.0, 0.0], [k, n - k]) for name, k, n in zip("abcd", right, of, strict=True)})
    rest = compare(made, independent=True).rest
    others = [(k, n, sum(right) - k, sum(of) - n) for k, n in zip(right, of, strict=True)]
    assert [x.system for x in rest.each] == [*"abcd"] and [x.n_rest for x in rest.each] == [x[-1] for x in others]
    for x, counts in zip(rest.each, others, strict=True):
        assert (x.low, x.high) == pytest.approx(confint_proportions_2indep(*counts, method="newcomb"))
        assert x.difference == pytest.approx(counts[0] / counts[1] - counts[2] / counts[3])
        assert x.p == pytest.approx(fisher_mid_p_test(*counts).p_value)
    assert [x.p_adjusted for x in rest.each] == pytest.approx(holm([x.p for x in rest.each]))
    assert [x.told for x in rest.each] == [False, False, False, True] and rest.p < 0.001


@pytest.mark.parametrize("right", [(50, 44, 40), (42, 40, 44), (57, 60, 55)])
def test_whether_systems_with_items_of_their_own_differ_is_a_permuted_chi_square(right):
    made = several({name: np.repeat([1.0, 0.0], [k, 60 - k]) for name, k in zip("abc", right, strict=True)})
    table = np.array([right, [60 - k for k in right]])
    exact = stats.chi2_contingency(table, correction=False, method=stats.PermutationMethod(
        n_resamples=9_999, rng=np.random.default_rng(5)))  # fmt: skip
    assert compare(made, independent=True).rest.p == pytest.approx(exact.pvalue, abs=0.02)


def test_the_rest_with_scores_and_in_groups_and_where_nothing_tells():
    rng = np.random.default_rng(4)
    scores = {name: rng.normal(at, 1, 40) for name, at in zip("abc", (3, 3, 2), strict=True)}
    rest = compare(several(scores), independent=True).rest
    test = stats.ttest_ind(scores["c"], [*scores["a"], *scores["b"]], equal_var=False)
    last = rest.each[-1]
    assert (last.low, last.high, last.p) == pytest.approx((*test.confidence_interval(), test.pvalue)) and last.told
    passed = several({name: (x > 2.5).astype(float) for name, x in scores.items()})
    groups = [f"{name} {k // 5}" for name in "abc" for k in range(40)]
    found = compare(replace(passed, frame=passed.frame.assign(group=groups)), independent=True).rest
    assert found.test == "cluster-robust Wald test" and found.each[-1].told and "cluster" in found.each[-1].test
    alike = compare(several(dict.fromkeys("abc", np.ones(20))), independent=True).rest
    assert alike.p == 1 and not any(x.told for x in alike.each)
    runs = several(dict.fromkeys("abc", np.tile([1.0, 0.0, 1.0], 20)))
    two = pd.concat([runs.frame.assign(run=k) for k in "xy"], ignore_index=True)
    assert compare(replace(runs, frame=two), independent=True, runs="mean", estimand="these items").rest is None


def test_scores_of_different_items():
    rng = np.random.default_rng(21)
    first, second = rng.normal(3, 1, 40), rng.normal(2.5, 2, 60)
    [gap] = compare(apart(first, second), independent=True).differences
    test = stats.ttest_ind(first, second, equal_var=False)
    interval = test.confidence_interval()
    assert (gap.low, gap.high, gap.p) == pytest.approx((interval.low, interval.high, test.pvalue))
    assert (gap.method, gap.test) == ("Welch t", "Welch t-test")
    variance = (first.var(ddof=1) + second.var(ddof=1)) / 2
    far = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    for need in gap.needs:
        assert need.items == math.ceil(2 * far**2 * variance / need.difference**2 + stats.norm.ppf(0.975) ** 2 / 4)


def test_the_skewness_of_one_side_is_that_of_the_difference_where_the_other_varies_little():
    """Then it is the interval of one mean, which is moved outwards on the side of its long tail."""
    tail, flat = np.random.default_rng(3).lognormal(size=40), np.tile([5 - 1e-6, 5 + 1e-6], 500)
    for one, other, turned in ((tail, flat, False), (flat, tail, True)):
        comparison = compare(apart(one, other), independent=True)
        [gap], alone = comparison.differences, comparison.systems[turned]
        ends = (5 - alone.high, 5 - alone.low) if turned else (alone.low - 5, alone.high - 5)
        assert (gap.low, gap.high) == pytest.approx(ends, abs=1e-6)
        assert alone.method.endswith("stretched t") and gap.method == alone.method.replace(" t", " Welch t")


def test_different_items_in_groups():
    rng = np.random.default_rng(22)
    group = [f"{side}{k // 5}" for side, n in (("g", 60), ("h", 80)) for k in range(n)]
    scores = rng.normal(size=140) + np.repeat(rng.normal(size=28), 5)
    for values in (scores, np.where(scores > -0.5, 1.0, 0.0)):
        sides = (values[:60], group[:60]), (values[60:], group[60:])
        [gap] = compare(apart(values[:60], values[60:], group=group), independent=True).differences
        theirs = clustered_difference(*sides[0], *sides[1])
        assert gap.p == pytest.approx(2 * stats.t.sf(abs(theirs.value) / theirs.se, theirs.df))
        assert (gap.groups, gap.test, gap.difference) == (28, "clustered Welch t-test", pytest.approx(theirs.value))
        if values is scores:
            half = stats.t.ppf(0.975, theirs.df) * theirs.se
            assert (gap.low, gap.high) == pytest.approx((theirs.value - half, theirs.value + half))
            continue
        (a, (la, ua)), (b, (lb, ub)) = ((x.estimate, x) for x in (clustered_wilson_interval(*side) for side in sides))
        assert gap.low == pytest.approx(a - b - math.hypot(a - la, ub - b))
        assert gap.high == pytest.approx(a - b + math.hypot(ua - a, b - lb)) and gap.method == "12+16-cluster Newcombe"
    rare = [0, 0, *[1] * 138]  # failures in one group: the interval stands, and there is no test
    [gap] = compare(apart(rare[:60], rare[60:], group=group), independent=True).differences
    assert gap.p is None and gap.low < gap.difference < gap.high and gap.needs[0].items is None


def test_groups_that_are_alike_may_hold_items_that_differ():
    """Then one system shows no luck, and the difference is one of few groups."""
    first, second = [1, 2, 3] * 4, [1, 3, 3, 5, 1, 2, 4, 4, 5, 2, 2, 6]
    group = [f"{side}{k // 3}" for side in "gh" for k in range(12)]
    comparison = compare(apart(first, second, group=group), independent=True)
    [gap], alone = comparison.differences, comparison.systems[1]
    assert gap.method.startswith("few-cluster")
    assert (gap.low, gap.high) == pytest.approx((2 - alone.high, 2 - alone.low))


def test_missing_results_of_different_items_are_those_of_their_system():
    results = apart([1, 1, 0, np.nan], [1, 0, np.nan, np.nan, 0])
    [gap] = compare(results, independent=True, missing="leave out").differences
    assert (gap.n_first, gap.n_second, gap.missing_first, gap.missing_second) == (3, 3, 1, 2)
    assert (gap.bounds.low, gap.bounds.high) == pytest.approx((2 / 4 - 3 / 5, 3 / 4 - 1 / 5))
    [gap] = compare(results, independent=True, missing="fail").differences
    assert (gap.n_first, gap.n_second, gap.difference) == (4, 5, pytest.approx(2 / 4 - 1 / 5))


@pytest.mark.parametrize(("new", "old", "words"), [
    ("id,correct\n1,1\n2,0\n", "id,correct\n1,0\n2,0\n", "under 2 ids that several systems have, each has"),
    ("id,question,correct\n1,a,1\n2,b,0\n", "id,question,correct\n1,c,0\n2,d,0\n", "under 2 ids"),
    ("id,question,correct\n1,a,1\n2,b,0\n", "id,question,correct\n1,a,0\n2,d,0\n", "the systems share 1 item, and"),
    ("id,new,old\n1,1,0\n2,0,0\n", None, "the systems share 2 items, and pairs see more"),
])  # fmt: skip
def test_what_an_id_of_two_systems_is_if_items_differ(tmp_path, new, old, words):
    """Another item, and the report says so; unless the files show that it is the same one."""
    files = {"new.csv": new, "old.csv": old}
    paths = [tmp_path / name for name, text in files.items() if text]
    for path in paths:
        path.write_text(files[path.name], encoding="utf-8")
    results = read_results(paths, may_differ="question", score=None if old else ["new", "old"])
    if "share" in words:
        with pytest.raises(ValueError, match=f"^independent must be left out: {words}"):
            compare(results, independent=True)
        return
    comparison = compare(results, independent=True)
    assert not any("both systems" in one for one in comparison.found)
    assert comparison.assumed[-1].startswith(words) and (comparison.items, comparison.differences[0].n) == (4, 4)


# What is refused

GAPS = wide(a=[1, 0, None, None], b=[1, 1, 0, None])
SOME = tally(answer_desk(), ["new", "old"], slices="topic")
RATINGS = wide(a=[1, 3, 5], b=[2, np.nan, 4])
APART = wide(a=[1, 0, None, None], b=[None, None, 1, 0])
OWN = apart([1, 0, 1], [0, 0, 1])
OWN_GROUPS = apart([1, 0, 1], [0, 0, 1], group=[*"xxyxzz"])


@pytest.mark.parametrize(
    ("results", "how", "words"),
    [
        (tally(GAPS, ["a", "b"]), {}, "missing must be named: results are missing among 4, 2 of 'a', 1 of 'b'; give"),
        (tally(RATINGS, ["a", "b"]), {"missing": "fail"}, "missing must be a number for scores, what a missing one is"),
        (tally(GAPS, ["a", "b"]), {"missing": 0.5}, "missing must be 'fail' or 'leave out' for pass or fail: got 0.5"),
        (SOME, {"at_least": 80}, "at_least must lie between 0 and 1 here: got 80; write 0.8 for 80%"),
        (SOME, {"items": ["q1"]}, "items must be 'all' for a tally, which keeps no ids"),
        (SOME, {"items": "some"}, "items must be 'all' or a list of the ids that were asked, not 'some'"),
        (answers(runs=1), {"items": ["z"]}, "items names no item of the results: got such as 'z', and they have such"),
        (answers(runs=1), {"items": []}, "items is empty"),
        (
            tally(APART, ["a", "b"]),
            {"missing": "leave out"},
            "independent must be named: 'a' and 'b' share no item; if",
        ),
        (SOME, {"independent": True}, "independent must be left out: the systems share 100 items, and pairs see more"),
        (OWN, {"independent": True, "look": "1/2"}, "look must be left out beside independent=: it is for two systems"),
        (OWN, {"independent": True, "items": "all"}, "items must be left out beside independent=: each system has"),
        (OWN_GROUPS, {"independent": True}, "independent needs groups of its own for each system: items of two lie in"),
        (tally(wide(a=[1], b=[None]), ["a", "b"]), {"missing": "leave out"}, "results have none of 'b'"),
        (answers(), {}, "runs must be named: a system has up to 3 answers to an item; give runs='mean' (each i"),
        (SOME, {"runs": "mean"}, "runs must be left out of a tally"),
        (SOME, {"estimand": "groups like these"}, "estimand 'groups like these' needs groups: give tally group="),
        (answers(), {"runs": "mean", "estimand": "groups like these"}, "estimand 'groups like these' needs groups: na"),
        (tally(wide(a=[1, 0], g=["x", "x"]), ["a"], group="g"), {}, "estimand 'groups like these' needs two groups at"),
        (SOME, {"baseline": "q"}, "baseline must be one of the systems, 'new', 'old': got 'q'"),
        (SOME, {"by": "q"}, "by names no column of slices: got 'q'; there are 'topic'"),
        (SOME, {"better": "up"}, "better must be one of 'higher' or 'lower'"),
        (SOME, {"margin": 2}, "margin must lie below 1 for scores from 0 to 1: got 2; write 0.02 for 2 points"),
        (SOME, {"margin": 1}, "margin must lie below 1 for scores from 0 to 1: got 1; write 0.01 for 1 point"),
        (tally(wide(a=[0.2, 1], b=[1, 0]), ["a", "b"]), {"margin": 2}, "margin must lie below 1 for scores from 0 to"),
        (SOME, {"passing": 50}, "passing must be at most 1 for scores from 0 to 1: got 50; write 0.5 for a"),
        (SOME, {"margin": 0}, "margin must be above 0"),
        (SOME, {"matters": [0.01, 3]}, "matters must lie below 1 for scores from 0 to 1: got 3 at position 1; write"),
        (SOME, {"matters": 1e-9}, "matters must be at least 0.0000001: got 1e-09"),
        (SOME, {"level": 0.4}, "level must lie above 0.5: got 0.4"),
        (SOME, {"missing": "drop"}, "missing must be one of 'fail' or 'leave out': got 'drop'"),
        (answer_desk(), {}, "results must come from read_results or tally, not a table"),
    ],
)
def test_what_is_refused(results, how, words):
    with pytest.raises((TypeError, ValueError)) as caught:
        compare(results, **how)
    assert str(caught.value).startswith(words)


def test_labels_that_contradict_and_answers_that_stand_twice():
    frame = answers(runs=1).frame
    contradicts = frame.assign(kind=[*frame["kind"][:-1], "other"])
    with pytest.raises(ValueError, match="^results have more than one label of 'kind' for 1 item, such as 'q39'"):
        compare(Results(contradicts, ()), by="kind")
    unnamed = compare(Results(contradicts, (), (), ("a file",)))
    assert unnamed.left_out == ("a file", "slices of 'kind': 1 item with more than one label") and not unnamed.slices
    assert unnamed.differences == compare(Results(frame, ())).differences
    settings = answers(runs=2).frame
    settings = settings.assign(setting=settings["run"].map(str))
    with pytest.raises(ValueError, match="'setting' for 40 items, such as 'q0'; an item's runs need one label"):
        compare(Results(settings, ()), by="setting", runs="mean")
    assert "slices of 'setting': 40 items with more" in compare(Results(settings, ()), runs="mean").left_out[-1]
    twice = pd.concat([frame, frame.iloc[:1]])
    with pytest.raises(ValueError, match="^results hold 1 answer twice"):
        compare(Results(twice, ()), runs="together")
    with pytest.raises(ValueError, match="^results have no score at all"):
        compare(Results(frame.assign(score=np.nan), ()))


def test_missing_runs():
    frame = answers().frame
    fewer = Results(frame[~((frame["system"] == "old") & (frame["run"] == 2))], ())
    for missing in (None, "fail", "leave out"):  # a run that nobody started has not failed
        together = compare(fewer, runs="together", missing=missing)
        [gap] = together.differences
        assert (gap.n, gap.alone_first, gap.alone_second, gap.missing_first, gap.missing_second) == (80, 40, 0, 0, 0)
        assert "'old' has no run 2, so no difference" in together.left_out[0] and gap.bounds is None
    assert compare(fewer, runs="mean").differences[0].n == 40, "each item has a mean"
    other = Results(frame.assign(run=frame["run"] + 7 * (frame["system"] == "old")), ())
    with pytest.raises(ValueError, match="^runs must be 'mean': 'new' has runs 0, 1, 2 and 'old' has runs 7, 8, 9, so"):
        compare(other, runs="together")
    assert compare(other, runs="mean").differences[0].n == 40
    gap = frame.copy()
    gap.loc[0, "score"] = np.nan
    with pytest.raises(ValueError, match="^missing must be named: results are missing among 240, 1 of 'new'"):
        compare(Results(gap, ()), runs="mean")
    filled = compare(Results(gap, ()), runs="mean", missing="fail")
    zeros = compare(Results(gap.fillna({"score": 0.0}), ()), runs="mean").systems
    assert tuple(replace(x, missing=0) for x in filled.systems) == zeros and filled.systems[0].missing == 1
    assert filled.missing == "fail"


def test_runs_that_are_averaged_need_not_meet():
    """One system has two runs of each item and the other three: each item's mean is over its own runs."""
    frame = answers().frame
    fewer = frame[~((frame["system"] == "old") & (frame["run"] == 0))]
    means = fewer.groupby(["id", "system"])["score"].mean().unstack()
    for estimand in ("these items", "items like these"):
        comparison = compare(Results(fewer, ()), runs="mean", estimand=estimand)
        [gap] = comparison.differences
        assert gap.difference == pytest.approx((means["new"] - means["old"]).mean()) and gap.n == 40
        assert [system.n for system in comparison.systems] == [40, 40]
        assert [system.mean for system in comparison.systems] == pytest.approx(means[["new", "old"]].mean().tolist())
    gone = Results(fewer[~((fewer["system"] == "old") & (fewer["id"] == "q0"))], ())
    for estimand in ("these items", "items like these"):
        for missing in (None, "leave out", "fail"):  # without a row it was not asked
            left = compare(gone, runs="mean", estimand=estimand, missing=missing).differences[0]
            assert (left.n, left.missing_second, left.alone_first, left.alone_second) == (39, 0, 1, 0)
            assert left.difference == pytest.approx((means["new"] - means["old"]).drop("q0").mean())
        with pytest.raises(ValueError, match="^missing must be named: .* 1 of 'old'"):
            compare(gone, runs="mean", estimand=estimand, items="all")
        failed = compare(gone, runs="mean", estimand=estimand, missing="fail", items="all").differences[0]
        assert (failed.n, failed.alone_first) == (40, 0)
        zero = means["old"].where(means.index != "q0", 0.0)
        assert failed.difference == pytest.approx((means["new"] - zero).mean())


# Several tests, careful groups, and what is printed


def test_the_test_of_slices_is_adjusted_over_columns_and_pairs():
    rng = np.random.default_rng(3)
    table = wide(**{name: rng.integers(0, 2, 90) for name in "abc"}, x=rng.integers(0, 3, 90), y=rng.integers(0, 2, 90))
    found = compare(
        tally(table.assign(one="same"), list("abc"), slices=["x", "y", "one"]), by=["x", "y", "one"], all_pairs=True
    ).slices
    tested = [one for one in found if one.interaction_p is not None]
    assert len(tested) == 6 < len(found) == 9
    expected = holm([one.interaction_p for one in tested])
    assert [one.interaction_p_adjusted for one in tested] == pytest.approx(list(expected))
    assert all(one.interaction_p_adjusted is None for one in found if one.interaction_p is None)


def test_more_than_one_look():
    """At any time by `any_time_test`; at a planned look p is held to its bound, and Tango's interval is as wide."""
    cells = tally(answer_desk(), ["new", "old"], slices="topic")
    [gap] = (comparison := compare(cells, any_time=True, margin=0.02)).differences
    test = any_time_test(10, 2, 100)
    assert (gap.low, gap.high) == (test.difference.low, test.difference.high) and gap.low < -0.02
    assert (gap.p, gap.told_apart, gap.verdict, gap.non_inferior) == (test.p_value, False, "open", "open")
    assert comparison.looks.evidence == pytest.approx(test.evidence) and not comparison.slices and gap.sees is None
    bounds = planned_looks(100, 3, 0.1, 0.02).stop_at
    verdicts = []
    for k, bound in enumerate(bounds, 1):
        [gap] = (comparison := compare(cells, look=f"{k}/3")).differences
        interval = tango_interval(82, 10, 2, 6, level=1 - bound)
        assert (gap.low, gap.high) == pytest.approx((interval.low, interval.high), abs=1e-9)
        assert comparison.looks.stop_at == pytest.approx(bound) and gap.p == mcnemar_test(10, 2).p_value
        verdicts.append((gap.told_apart, gap.verdict))
    assert verdicts == [(False, "open"), (False, "open"), (True, "first")]


def test_the_posterior_of_two_systems():
    cells = tally(answer_desk(), ["old", "new"])
    found = compare(cells, baseline="old", posterior=True, matters=[0.05, 0.03], margin=0.01).posterior
    belief, three = paired_posterior(10, 2, 100), practical_equivalence(10, 2, 100, margin=0.03)
    assert (found.first, found.better, found.low, found.high) == ("new", belief.better, belief.low, belief.high)
    said = (found.matters, found.gain, found.same, found.loss, found.answer)
    assert said == (0.03, three.better, three.same, three.worse, three.verdict)
    assert compare(cells, posterior=True, margin=0.01).posterior.matters == 0.01
    assert compare(cells, posterior=True).posterior.gain is None


@pytest.mark.parametrize("how", [{"any_time": True}, {"look": "2/5"}, {"posterior": True}], ids=str)
def test_what_comes_in_groups_is_not_looked_at_item_by_item(how):
    desk = answer_desk().assign(doc=[f"d{k // 2}" for k in range(100)], alone=[f"d{k}" for k in range(100)])
    [name] = how
    with pytest.raises(ValueError, match=f"^{name} is for items that come one by one, and .* take one item of each"):
        compare(tally(desk, ["new", "old"], group="doc"), **how)
    alone, plain = (compare(tally(desk, ["new", "old"], group=by), **how) for by in ("alone", None))
    assert alone.differences[0].p == pytest.approx(plain.differences[0].p) and alone.posterior == plain.posterior
    with pytest.raises(ValueError, match=f"^{name} is for items that come one by one, .* take one run of each item"):
        compare(answers(), runs="together", **how)
    for words, more in (
        ("is for two systems: there are 3; name two of them", {"a": 1.0, "b": 0.0, "c": 1.0}),
        ("is for two systems: there is one", {"a": 1.0}),
        ("is for pass or fail, and these are scores: give passing", {"a": 0.5, "b": 0.2}),
    ):
        table = pd.DataFrame({key: [1 - value, value] * 5 for key, value in more.items()})
        with pytest.raises(ValueError, match=f"^{name} {words}"):
            compare(tally(table, [*more]), **how)


def test_careful_groups_count_by_their_sizes():
    table = expand(load("swe_bench_pro"))
    cells = tally(table, SWE[:2], group="repository")
    plain_one, careful = (compare(cells, missing="leave out", careful=x) for x in (False, True))
    assert (plain_one.careful, careful.careful) == (False, True)
    [gap], pairs = careful.differences, pairs_of(table, careful.differences[0], "repository")
    interval = clustered_tango_interval(pairs, careful=True)
    assert (gap.low, gap.high) == pytest.approx(tuple(interval), abs=1e-12) and gap.method == interval.method
    for system in careful.systems:
        there = table.dropna(subset=system.name)
        interval = clustered_wilson_interval(there[system.name], there["repository"], careful=True)
        assert (system.low, system.high) == pytest.approx(tuple(interval), abs=1e-12)
        assert system.method == interval.method == "careful clustered Wilson"
    [before] = plain_one.differences
    assert gap.p == before.p and (gap.sees is None or gap.sees > before.sees)
    assert all(x.items is None or x.items > y.items for x, y in zip(gap.needs, before.needs, strict=True))


@pytest.mark.parametrize("missing", ["fail", "leave out"])
def test_runs_without_a_result_are_disclosed(missing):
    gap = answers().frame
    gap.loc[[0, 7], "score"] = np.nan
    for estimand in ("these items", "items like these"):
        comparison = compare(Results(gap, ()), runs="mean", missing=missing, estimand=estimand)
        how = "counted as fails" if missing == "fail" else "left out"
        assert comparison.disclosures[1].known == f"40 items, 120 answers; 2 runs without a result, {how}"


def test_names_are_printed_on_one_line():
    table = wide(**{"a\n\x1b[31m": [1, 0, 1], "b": [0, 0, 1]})
    cells = tally(table, ["a\n\x1b[31m", "b"])
    assert str(compare(cells, estimand="these items")) == "a??[31m minus b on 3 items: +33.3 points"
    scored = tally(wide(a=[1.5, 2], b=[1, 1]), ["a", "b"])
    assert str(compare(scored, estimand="these items")) == "a minus b on 2 items: +0.75"


@pytest.mark.parametrize("parts", [4, 10, 7])
@pytest.mark.parametrize("how", [{}, {"group": "doc"}])
def test_gains_that_differ_by_rounding_only(parts, how):
    b = np.arange(60) / parts
    table = wide(a=b + 0.3, b=b, kind=list("xyz") * 20, doc=np.arange(60) // 4)
    comparison = compare(tally(table, ["a", "b"], slices="kind", **how))
    [gap] = comparison.differences
    assert (gap.low, gap.high, gap.p, gap.told_apart, gap.sees, gap.verdict) == (None,) * 5 + ("open",)
    assert gap.method.startswith("no interval: ") and gap.method.endswith("all alike") and gap.test == "no test"
    assert gap.difference == pytest.approx(0.3) and comparison.slices[0].interaction_p == 1


def test_labels_that_are_written_alike_stay_apart():
    table = wide(a=[1, 0] * 12, b=[0, 0] * 12, kind=[1, "1", "x"] * 8)
    [found] = compare(tally(table, ["a", "b"], slices="kind")).slices
    assert {one.name for one in found.slices} == {"1", "'1'", "x"}


@pytest.mark.parametrize(("many", "test"), [(90, "sign-flip mid-p, drawn"), (120, "sign-flip, normal limit")])
def test_signs_are_drawn_unless_no_total_weighs_more_than_a_hundredth(many, test):
    totals = np.sqrt(np.arange(400, 400 + many)) * np.where(np.arange(many) % 3, 1, -1)
    p, name = sign_flipped(totals, SimpleNamespace(rng=lambda: np.random.default_rng(1)))
    assert name == test and p == pytest.approx(2 * stats.norm.sf(totals.sum() / np.linalg.norm(totals)), abs=0.002)


def test_items_with_fewer_runs_count_as_much_as_others():
    """Of items with one run to three, in these items: every item's mean has the same weight."""
    frame = answers().frame
    place = frame["id"].str[1:].astype(int)
    fewer = frame[(frame["run"] == 0) | (place % 3 == 0) | ((place % 3 == 1) & (frame["run"] == 1))]
    fewer = fewer[~((fewer["system"] == "old") & (fewer["id"] == "q0"))]
    comparison = compare(Results(fewer, ()), runs="mean", estimand="these items", missing="leave out")
    means = fewer.groupby(["id", "system"])["score"].mean().unstack()
    new, old = comparison.systems
    assert (new.mean, old.mean) == pytest.approx((means["new"].mean(), means["old"].mean()))
    assert abs(new.mean - fewer.loc[fewer["system"] == "new", "score"].mean()) > 0.001
    assert (new.n, new.items, new.missing, old.n, old.items, old.missing) == (40, 40, 0, 39, 39, 0)
    assert comparison.differences[0].difference == pytest.approx((means["new"] - means["old"]).mean())
    of_new = fewer[fewer["system"] == "new"].groupby("id")["score"].agg(["var", "size"])
    parts = of_new["var"].fillna(of_new["var"].mean()) / of_new["size"] / 40**2  # one run: as the others vary
    df = parts.sum() ** 2 / np.sum(parts**2 / np.maximum(of_new["size"] - 1, 1))
    half = stats.t.ppf(0.975, df) * np.sqrt(parts.sum())
    assert (new.low, new.high) == pytest.approx((new.mean - half, new.mean + half), rel=1e-9)
