"""The judgement calls: one home for their words, and every page that asks one uses them."""

import re

import pytest

from give_or_take.classroom.exercises import PREDICTIONS, find
from give_or_take.classroom.exercises.calls import ASKED, CALLS, TREATED


@pytest.mark.parametrize("id", CALLS)
def test_each_call_has_a_right_answer_and_names_what_the_others_miss(id):
    call = CALLS[id]
    assert [*call.says] == [*call.options] == ["a", "b", "c", "d"]
    assert call.asks and call.because and all(call.says.values())
    assert [letter for letter, reply in call.options.items() if not reply] == [call.right]


def test_no_letter_is_right_more_often_than_chance_would_have_it():
    right = [call.right for call in CALLS.values()]
    assert len(right) == 10 and max(map(right.count, "abcd")) <= 3


def test_chapter_0_asks_five_and_the_rest_is_for_the_quiz():
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
