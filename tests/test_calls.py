"""The judgement calls: one home for their words, every number computed, every chapter that asks one uses them."""

import re

import numpy as np
import pytest
from scipy.stats import binom

from give_or_take import (
    mcnemar_test,
    newcombe_interval,
    pooled_z_test,
    power_two_rates,
    rule_of_three,
    tango_interval,
    wilson_interval,
)
from give_or_take.classroom.exercises import PREDICTIONS, find
from give_or_take.classroom.exercises.calls import CALLS

SETTLED = {"0A": 4, "0B": 3, "0C": 1, "0D": 5, "0E": 6}
ASKING = [(f"{number:02}", id) for id in CALLS for number in sorted({0, SETTLED[id], 6})]


@pytest.mark.parametrize("id", CALLS)
def test_each_call_has_one_right_answer_and_says_what_the_others_miss(id):
    call = find(id, PREDICTIONS, "prediction")
    assert call is CALLS[id] and [*call.says] == [*call.options] == ["a", "b", "c", "d"]
    assert [letter for letter, misses in call.options.items() if not misses] == [call.right]


@pytest.mark.parametrize(("number", "id"), ASKING)
def test_a_chapter_that_asks_a_call_uses_its_words(number, id, series):
    words = " ".join(series.chapters[number].markdown.split())
    assert [said for said in (CALLS[id].asks, *CALLS[id].says.values()) if said not in words] == []


def test_chapter_0_says_where_each_call_is_settled(series):
    words = " ".join(series.chapters["00"].markdown.split())
    said = re.findall(r"hapter (\d)(?: comes back)? to (0[A-E])", words)
    assert {id: int(chapter) for chapter, id in said} == SETTLED


def found(text):
    """The numbers in digits, in order."""
    return [float(n) if "." in n else int(n) for n in re.findall(r"(?<!\w)[+-]?\d+(?:\.\d+)?", text.replace(",", ""))]


def points(interval, digits):
    return [round(100 * end, digits) for end in (interval.low, interval.high)]


def test_two_small_tests_leave_it_open_and_could_show_a_large_difference():
    old, n, new, m = found(CALLS["0A"].asks)
    assert found(CALLS["0A"].because)[:2] == points(newcombe_interval(new, m, old, n), 0)
    assert pooled_z_test(new, m, old, n).p_value > 0.5
    assert power_two_rates(old / n, old / n - 0.3, n) > 0.85


def test_a_perfect_score_rules_out_what_the_call_says():
    passed, n, rate = found(CALLS["0B"].asks)
    assert passed == n and round((rate / 100) ** -n) == 8  # one time in eight
    assert found(CALLS["0B"].because) == [rate, n, 95, pytest.approx(100 * (1 - rule_of_three(n)), abs=0.05)]


def test_the_best_of_many_falls_back_on_fresh_items():
    systems, n, score = found(CALLS["0C"].asks)
    rng = np.random.default_rng(0)
    truths = rng.uniform(score / 100 - 0.1, score / 100, (4000, systems))  # not even equal, and still luck picks
    first, again = rng.binomial(n, truths), rng.binomial(n, truths)
    best = (np.arange(4000), first.argmax(axis=1))
    assert first[best].mean() - again[best].mean() > 0.005 * n


def test_flips_decide_where_each_score_lies_in_the_others_margin():
    n, first, second, margin, flips, gained = found(CALLS["0D"].asks)
    bars = [wilson_interval(k, n) for k in (first, second)]
    assert [round(50 * (bar.high - bar.low)) for bar in bars] == [margin, margin]
    assert bars[0].high > second / n and bars[1].low < first / n
    lost = flips - gained
    half, full = (round(mcnemar_test(gained, lost, method=how).p_value, 3) for how in ("mid-p", "exact"))
    gain = tango_interval(first - lost, gained, lost, n - first - gained)
    assert found(CALLS["0D"].because) == [flips, gained, lost, half, full, *points(gain, 1)] and gain.low > 0


def test_two_weeks_of_one_system_are_often_four_answers_apart(series):
    score, n, again = found(series.chapters["00"].markdown.split("**Predict 0F.** ")[1])[:3]
    weeks = binom.pmf(np.arange(n + 1), n, score / n)
    apart = sum(np.outer(weeks, weeks)[np.abs(np.subtract.outer(*2 * [np.arange(n + 1)])) >= score - again])
    assert found(PREDICTIONS["0F"].because) == [100 * score / n, score - again] and abs(apart - 0.5) < 0.02


def test_another_mix_alone_makes_both_months_scores():
    before, n, after, m = found(CALLS["0E"].asks)
    easy, hard, *mixes = found(CALLS["0E"].because)
    assert [easy + share / 100 * (hard - easy) for share in mixes[::2]] == [before, after] == mixes[1::2]
    assert pooled_z_test(round(before * n / 100), n, round(after * m / 100), m).p_value < 1e-9
