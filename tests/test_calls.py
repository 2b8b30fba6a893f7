"""The judgement calls: one home for their words, both forms alike, every number computed, every page uses them."""

import re

import numpy as np
import pytest
from scipy.stats import beta, binom, hypergeom, norm

from give_or_take import (
    items_for_margin,
    items_for_power,
    margin,
    mcnemar_test,
    newcombe_interval,
    pooled_z_test,
    power_two_rates,
    rule_of_three,
    tango_interval,
    wilson_interval,
)
from give_or_take.classroom.exercises import PREDICTIONS, find
from give_or_take.classroom.exercises.calls import ASKED, CALLS, FORMS, MISCONCEPTIONS, TITLES, TREATED
from tools.notebook import numbers

EVERY = FORMS | {"chapters": CALLS}
ALL = [(form, id) for form, calls in EVERY.items() for id in calls]
WORDS = {word: k for k, word in enumerate("no one two three four five six seven eight nine ten".split())}
NUMBERS = ("0B", "0G", "0I")  # the calls whose options are numbers
WORDS |= {"twelve": 12, "fifteen": 15, "sixteen": 16, "eighteen": 18}


@pytest.mark.parametrize(("form", "id"), ALL)
def test_each_call_has_a_right_answer_and_names_what_the_others_miss(form, id):
    call = EVERY[form][id]
    assert [*call.says] == [*call.options] == ["a", "b", "c", "d"]
    assert call.asks and call.because and all(call.says.values()) and len(set(call.says.values())) == 4
    assert [letter for letter, reply in call.options.items() if not reply] == [call.right]
    if form in FORMS:
        assert set(MISCONCEPTIONS[form][id]) == set("abcd") - {call.right}
        assert len({*MISCONCEPTIONS[form][id].values()}) == 3


@pytest.mark.parametrize("form", FORMS)
def test_no_letter_is_right_more_often_than_chance_would_have_it(form):
    right = [call.right for call in FORMS[form].values()]
    assert len(right) == 10 and all(2 <= right.count(letter) <= 3 for letter in "abcd")
    assert not re.search(r"(.)\1\1", "".join(right))


@pytest.mark.parametrize("form", FORMS)
def test_no_call_is_given_away_by_its_length(form):
    shortest = 0
    for call in FORMS[form].values():
        right = len(call.says[call.right])
        others = [len(says) for letter, says in call.says.items() if letter != call.right]
        assert right <= max(others), call.id
        assert right >= 0.75 * max(others), call.id
        shortest += right < min(others)
    assert shortest <= 3


def test_the_forms_ask_the_same_with_other_numbers_and_no_letter_stays_right():
    for id, a in FORMS["A"].items():
        b = FORMS["B"][id]
        assert a.right != b.right
        replies = [{name: FORMS[form][id].options[k] for k, name in MISCONCEPTIONS[form][id].items()} for form in FORMS]
        assert replies[0] == replies[1] and len(replies[0]) == 3, id
        numbers_of = [{*numbers(f"{call.asks} {' '.join(call.says.values())}")} for call in (a, b)]
        assert numbers_of[0] - numbers_of[1], id
        assert abs(len(a.asks) - len(b.asks)) <= 0.2 * len(a.asks), id


def test_the_letters_of_a_form_do_not_follow_from_the_other_by_one_rule():
    for id in {*TITLES} - {*NUMBERS}:
        meant = [MISCONCEPTIONS[form][id] | {FORMS[form][id].right: ""} for form in FORMS]
        one, other = ([names[letter] for letter in "abcd"] for names in meant)
        assert one != other and one != other[::-1], id


def test_numbers_go_up_in_form_a_and_down_in_form_b_and_no_place_among_them_is_always_right():
    for id in NUMBERS:
        for name, form in FORMS.items():
            values = {letter: found(says)[0] for letter, says in form[id].says.items()}
            assert [*values.values()] == sorted(values.values(), reverse=name == "B"), id
    for form in FORMS.values():
        values = {id: sorted(found(says)[0] for says in form[id].says.values()) for id in NUMBERS}
        places = [values[id].index(*found(right(form[id]))) for id in NUMBERS]
        assert places == [2, 3, 0]  # inside, the highest, the lowest


def test_no_word_of_the_quiz_stands_in_a_chapter_and_no_letter_carries_over(series):
    words = " ".join(" ".join(chapter.markdown.split()) for chapter in series.chapters.values())
    for calls in FORMS.values():
        assert not [call.asks for call in calls.values() if call.asks in words]
        assert not [id for id, call in CALLS.items() if calls[id].right == call.right or calls[id].asks == call.asks]


CUES = r"\b(never|always|nothing|nobody|exactly|certainly|100%)"


@pytest.mark.parametrize("form", FORMS)
def test_no_answer_stands_out_by_its_words(form):
    for call in FORMS[form].values():
        assert not [says for says in call.says.values() if re.search(CUES, says)]
        opens = [re.split(r"[ :]", says)[0] for says in call.says.values()]
        alone = opens.count(opens["abcd".index(call.right)]) == 1
        assert not alone or len(set(opens)) > 2, call.id  # not one against three


@pytest.mark.parametrize("form", FORMS)
def test_no_opening_word_tells_and_caution_pays_half_of_the_time(form):
    opened = {}
    for call in FORMS[form].values():
        for letter, says in call.says.items():
            opened.setdefault(re.match(r"\w+", says)[0], []).append(letter == call.right)
    often = {word: marks for word, marks in opened.items() if len(marks) > 2}
    assert {"that", "yes"} <= {*often}
    assert not [word for word, marks in often.items() if not 0.1 < np.mean(marks) < 0.5]
    calls = FORMS[form].values()
    careful = [[says for says in call.says.values() if re.match("that is open|no:", says)] for call in calls]
    pays = [right(call) in says for call, says in zip(calls, careful, strict=True) if says]
    assert len(pays) == 4 and sum(pays) == 2


def test_chapter_0_asks_five_and_the_rest_is_for_the_quiz():
    assert ASKED == ("0A", "0B", "0C", "0D", "0E") == tuple(CALLS)
    assert all(find(id, PREDICTIONS, "prediction") is CALLS[id] for id in ASKED)
    with pytest.raises(ValueError, match="0F"):
        find("0F", PREDICTIONS, "prediction")


ASKING = [(f"{number:02}", id) for id in ASKED for number in {0, TREATED[id], 6}]


@pytest.mark.parametrize(("number", "id"), ASKING)
def test_a_chapter_that_asks_a_call_uses_its_words(number, id, series):
    words = " ".join(series.chapters[number].markdown.split())
    for sentence in (CALLS[id].asks, *CALLS[id].says.values()):
        assert sentence in words


def test_chapter_0_says_where_each_call_is_settled(series):
    words = " ".join(series.chapters["00"].markdown.split())
    assert [f"{chapter}{id}" for chapter, id in re.findall(r"hapter (\d)(?: comes back)? to (0[A-E])", words)] == [
        f"{TREATED[id]}{id}" for id in sorted(ASKED, key=TREATED.get)
    ]


# --- Every number, computed from the numbers of the story: what is right holds, and what is wrong does not


def found(text):
    """The numbers in digits, in order."""
    return [float(n) if "." in n else int(n) for n in re.findall(r"(?<!\w)[+-]?\d+(?:\.\d+)?", text.replace(",", ""))]


def counted(text):
    """The numbers in words, in order."""
    return [WORDS[word] for word in re.findall(rf"\b(?:{'|'.join(WORDS)})\b", text.lower())]


def points(interval, digits):
    return [round(100 * end, digits) for end in (interval.low, interval.high)]


def right(call):
    return call.says[call.right]


def wrong(call):
    return [says for letter, says in call.says.items() if letter != call.right]


def two_small_tests(call):
    old, n, new, m = found(call.asks)
    interval = newcombe_interval(new, m, old, n)
    assert interval.low < 0 < interval.high and found(call.because)[:2] == points(interval, 0)
    assert pooled_z_test(new, m, old, n).p_value > 0.5  # luck could do it
    assert pooled_z_test(m, m, n // 2, n).p_value < 0.001  # and yet such tests may show a difference
    assert power_two_rates(old / n, old / n - 0.3, n) > 0.85  # and mostly show one of thirty points
    assert round(100 * (new / m - old / n)) in sum(map(counted, wrong(call)), [])


def none_failed(call):
    if call is not CALLS["0B"]:
        return how_far_below(call)
    passed, n = found(call.asks)
    (rate,), often = found(right(call)), {k: word for word, k in WORDS.items()}
    assert found(call.because) == [rate, n, 95, pytest.approx(100 * (1 - rule_of_three(n)), abs=0.05)]
    assert passed == n and call.because.count(f"one time in {often[round((rate / 100) ** -n)]}") == 1


def how_far_below(call):
    n, sure, level = found(call.asks)
    far = {says: found(says)[0] for says in call.says.values()}
    rule, wilson = 100 * rule_of_three(n), 100 * (1 - wilson_interval(n, n).low)
    assert found(right(call)) == [round(rule)] and (sure, level) == (100, 95)
    exact = [100 * (1 - alpha ** (1 / n)) for alpha in (0.05, 0.025)]
    for limit in (rule, wilson, *exact, 100 * beta.isf(0.05, 0.5, n + 0.5)):  # the last is Jeffreys'
        assert min(far, key=lambda says: abs(far[says] - limit)) == right(call)
        assert min(filter(far.get, far), key=lambda says: abs(np.log(far[says] / limit))) == right(call)
    half = round(98 / n**0.5)  # the bar of a score near 50%
    assert sorted(far[says] for says in wrong(call)) == [0, 1, half]
    assert 0.75**n < 1e-6  # hardly gets through
    rate = round(100 - rule)
    assert found(call.because) == [3, n, round(rule), rate, n, round((rate / 100) ** -n), round(wilson)]


def the_best_of_many(call):
    if call is CALLS["0C"]:
        systems, n, score = found(call.asks)
    else:
        *systems, n, low, score = found(call.asks)
        systems = (systems or counted(call.asks))[0]
        draws = np.random.default_rng(1).binomial(n, (low + score) / 200, (4000, systems))
        assert score - low < 100 * np.ptp(draws, axis=1).mean() / n + 0.5  # luck alone spreads equal ones as far
    rng = np.random.default_rng(0)
    truths = rng.uniform(score / 100 - 0.1, score / 100, (4000, systems))  # not even equal, and still luck picks
    first, again = rng.binomial(n, truths), rng.binomial(n, truths)
    best = (np.arange(4000), first.argmax(axis=1))
    assert first[best].mean() - again[best].mean() > 0.005 * n
    assert {says[0] for says in map(found, call.says.values()) if says} == {score}


def only_flips(call):
    n, *scores, flips, gained = found(call.asks)
    scores, bar = scores[:2], scores[2:]  # the chapter's says it, the quiz does not: it would help with call 8
    first, second = scores if call is CALLS["0D"] else (round(n * score / 100) for score in scores)
    lost, bars = flips - gained, [wilson_interval(first, n), wilson_interval(second, n)]
    assert second - first == gained - lost
    assert [round(50 * (end.high - end.low)) for end in bars] == 2 * bar or not bar
    assert bars[0].high > second / n and bars[1].low < first / n  # each lies in the other's margin, and yet
    test, interval = mcnemar_test(gained, lost), tango_interval(first - lost, gained, lost, n - first - gained)
    mid, exact = (round(each.p_value, 3) for each in (test, mcnemar_test(gained, lost, method="exact")))
    tested = [gained, lost, exact] if call is CALLS["0D"] else [mid, exact]  # 0D comes before the names of the tests
    assert found(call.because) == [flips, *tested, *points(interval, 1)]
    assert found(right(call)) == [gained, flips] and interval.low > 0
    if call is CALLS["0D"]:
        assert sum(map(counted, wrong(call)), []).count(round(100 * (second - first) / n)) == 1
    else:
        assert scores == pytest.approx([100 * first / n, 100 * second / n], abs=0.05)
        assert sorted(sum(map(found, wrong(call)), [])) == sorted([*scores, gained, flips])


def another_mix(call):
    before, n, after, m = found(call.asks)
    easy, hard, *mixes = found(call.because)
    for share, score in (mixes[:2], mixes[2:]):
        assert round(easy + share / 100 * (hard - easy)) == score
    assert [mixes[1], mixes[3]] == [before, after]
    assert pooled_z_test(round(before * n / 100), n, round(after * m / 100), m).p_value < 1e-9  # no luck of the draw
    assert before - after in sum(map(counted, wrong(call)), [])


def a_p_value(call):
    (p,) = found(call.asks)
    pairs = np.random.default_rng(1).binomial(2000, 0.8, (4000, 2))
    pooled = pairs.sum(axis=1) / 4000
    z = abs(pairs[:, 0] - pairs[:, 1]) / np.sqrt(2 * 2000 * pooled * (1 - pooled))
    assert found(right(call)) == [100 * p] and np.mean(z >= norm.isf(p / 2)) == pytest.approx(p, abs=0.02)
    assert {*sum(map(found, wrong(call)), [])} == {round(100 * p), round(100 - 100 * p), 5}
    again = norm.cdf(norm.isf(p / 2) / 2**0.5)  # a flat prior, and the same test again
    assert found(call.because) == [round(100 * again)] and again - (1 - p) > 0.1


def half_the_bar(call):
    n, bar, half = found(call.asks)
    rate = min(range(50, 100), key=lambda rate: abs(100 * margin(rate * n // 100, n) - bar)) / 100
    assert bar == 2 * half and items_for_margin(rate, half / 100) == pytest.approx(4 * n, rel=0.08)
    assert found(right(call)) == [4 * n]
    assert sorted(sum(map(found, wrong(call)), [])) == [n / 2, round(2**0.5 * n), 2 * n]


def a_sample(call):
    n, rate, level = found(call.asks)
    half = round(100 * margin(round(rate * n / 100), n, level / 100), 1)
    assert counted(call.asks)[0] * 1_000_000 > 1000 * n and found(call.because) == [half]
    assert half == pytest.approx(np.mean(counted(right(call))), abs=0.3)


def power_by_counts(old, new, n):
    """The power of Fisher's exact test and of Yates' corrected one at 5%, summed over all pairs of counts."""
    k = np.arange(n + 1)
    first, second = np.meshgrid(k, k, indexing="ij")
    chance = np.outer(binom.pmf(k, n, old), binom.pmf(k, n, new))
    total = first + second
    p = hypergeom.pmf(first, 2 * n, total, n)
    fisher = np.empty_like(p)
    for both in range(2 * n + 1):
        row = total == both
        fisher[row] = [p[row][p[row] <= this * (1 + 1e-7)].sum() for this in p[row]]
    spread = np.sqrt(np.maximum(total * (2 * n - total), 1) / (2 * n))
    yates = 2 * norm.sf(np.maximum(abs(first - second) - 1, 0) / spread)
    return [chance[p_values < 0.05].sum() for p_values in (fisher, yates)]


def seen_how_often(call):
    better, rate, n, level = found(call.asks)
    old, new = rate / 100, better / 100
    power = power_two_rates(old, new, n, alpha=level / 100)
    fisher, yates = power_by_counts(old, new, n)
    items = items_for_power(old, new, power=0.80, alpha=level / 100)
    assert found(call.because) == [round(100 * power), round(100 * fisher), 80, items]
    shares = {says: found(says)[0] / 100 for says in call.says.values()}
    for test in (power, fisher, yates):  # the nearest is the same for every usual test, in points and in ratio
        assert min(shares, key=lambda says: abs(shares[says] - test)) == right(call)
        assert min(shares, key=lambda says: abs(np.log(shares[says] / test))) == right(call)
    assert sorted(shares[says] for says in wrong(call)) == [0.6, 0.8, 1 - level / 100]  # the same in both forms
    assert shares[right(call)] == round(power, 2)
    gap = (new - old) / np.sqrt((old * (1 - old) + new * (1 - new)) / n)  # in standard errors, and as the replies say:
    assert gap < norm.isf(level / 200) < 2 and items > 4 * n  # less than one half
    assert [right(calls["0I"]) == right(call) for calls in FORMS.values()].count(True) == 1


def a_join(call):
    n, missing = found(call.asks)
    assert found(right(call)) == [n, missing] and found(call.because) == [missing, 100 * missing / n]
    assert sum(map(found, wrong(call)), []) == [n - missing]
    assert [sum(says.startswith(how) for says in call.says.values()) for how in ("by id", "line by line")] == [2, 2]


STORIES = (two_small_tests, none_failed, the_best_of_many, only_flips, another_mix)
STORIES += (a_p_value, half_the_bar, a_sample, seen_how_often, a_join)
HOLDS = dict(zip(TITLES, STORIES, strict=True))


@pytest.mark.parametrize(("form", "id"), ALL)
def test_the_numbers_of_a_call_are_computed(form, id):
    HOLDS[id](EVERY[form][id])
