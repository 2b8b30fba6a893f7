"""What the pages of the site get from the registry of questions; what they do with it is tested in a browser."""

import base64
import json
import re

import pytest

from give_or_take.classroom import exercises
from give_or_take.classroom.exercises import Prediction, reply
from give_or_take.classroom.exercises.calls import CALLS
from tools.notebook import ROOT, Series
from tools.site import answers
from tools.site.chapter import site_text


@pytest.fixture(scope="module")
def asked():
    return {number: answers.questions(chapter) for number, chapter in Series.open(ROOT).chapters.items()}


def entries(asked, *kinds):
    return [(id, e) for page in asked.values() for id, e in page["questions"].items() if e["kind"] in kinds]


def test_every_registered_question_is_on_the_page_of_its_chapter(asked):
    known = exercises.PREDICTIONS | {id: question for id, question in exercises.REGISTRY.items() if not question.cases}
    for id in known:
        number = re.match(r"\d+", id)[0].zfill(2)
        assert number not in asked or id in asked[number]["questions"], id
    assert asked["00"]["noted"] == list(CALLS) and not asked["01"]["noted"]
    assert list(asked["00"]["questions"]) == [*CALLS, "0F"], "which is answered at once"
    for id, call in CALLS.items():  # where chapter 0 says that it will be
        assert id in asked[f"{call.settled:02}"]["questions"]
        assert not [n for n, page in asked.items() if 0 < int(n) < call.settled and id in page["questions"]]
    assert set(CALLS) <= set(asked["06"]["questions"])


def test_what_a_page_takes_for_right_is_right_and_its_mistakes_are_answered_in_its_words(asked):
    for id, entry in entries(asked, "numbers"):
        question = exercises.REGISTRY[id]
        assert reply(question, entry["wanted"]) == f"Right. {entry['why']}"
        replies = [reply(question, numbers) for numbers, _ in entry["mistakes"]]
        assert replies and {words.removeprefix("Not yet. ") for words in replies} <= {w for _, w in entry["mistakes"]}
    for id, entry in entries(asked, "choice"):
        for letter, words in entry["letters"].items():
            said = f"Right. {entry['why']}" if letter == entry["right"] else f"Not yet. {words}"
            assert reply(exercises.REGISTRY[id], letter) == said


def test_a_field_for_a_number_asks_for_what_the_question_asks_for(asked):
    """It has a unit; a count is a whole number, but for 1.1, which takes a rough one."""
    for id, entry in entries(asked, "numbers"):
        whole = all(x.is_integer() for x in entry["wanted"]) or id == "1.1"
        assert whole or entry["form"]["unit"] != "a count", id
        assert all(entry["form"]["least"] <= x <= entry["form"]["most"] for x in entry["wanted"]), id
    assert answers.form("", 1) is None, "no unit, rather than a wrong one"
    assert answers.form("points", 2)["words"] == "points, low and high, between -100 and 100"


def test_no_order_to_the_user_of_a_notebook_stands_on_the_site():
    vote = answers.reworded("So? <!-- site: {vote: one | two} -->")
    assert 'data-options="[&quot;one&quot;, &quot;two&quot;]"' in vote
    assert "&quot;yes&quot;, &quot;no&quot;" in answers.reworded("So? <!-- site: {vote} -->")
    cell = "Look:<!-- lab --> run\nit<!-- /lab --> <!-- site:here. {spoon} And --> so."
    assert re.sub(r"\s+", " ", answers.reworded(cell)) == (
        'Look: here. <div class="heap" id="spoon"></div> <script src="_static/chances.js" defer></script> '
        '<script src="_static/heap.js" defer></script> And so.'
    )
    chapters = Series.open(ROOT).chapters.values()
    text = "\n".join(site_text(cell.source) for c in chapters for cell in c.nb.cells if cell.cell_type == "markdown")
    orders = r"(leave|place of) the dots|run the cell|next cell|grey cell|Shift\+Enter|in quotes|remembered|◆"
    assert re.findall(orders, text) == []


def test_a_call_that_comes_back_has_its_options_in_a_list(asked):
    for number, chapter in Series.open(ROOT).chapters.items():
        text = "\n".join(answers.boxed(site_text(cell.source)) for cell in chapter.nb.cells)
        for id in [id for id in asked[number]["questions"] if id.startswith("0") and number != "00"]:
            box = re.search(rf"^:name: predict-{id.lower()}\n(.*?)^:::$", text, re.MULTILINE | re.DOTALL)[1]
            said = [f"- **{letter}** {words}" for letter, words in CALLS[id].says.items()]
            assert [line for line in box.splitlines() if line.startswith("- ")] == said


def test_the_page_holds_it_as_ascii_that_no_markup_can_leave(asked):
    for number, chapter in Series.open(ROOT).chapters.items():
        held = re.fullmatch(r"<script [^>]*>([\w+/=]+)</script>", answers.cell(chapter).source)
        assert json.loads(base64.b64decode(held[1])) == json.loads(json.dumps(asked[number]))


def test_a_kept_letter_is_forgotten_when_the_letters_mean_something_else():
    def mark(**changes):
        words = {"options": {"a": "No.", "b": ""}, "right": "b", "because": "So.", "says": {"a": "x", "b": "y"}}
        return answers.entry(Prediction("1Z", **(words | changes)))["mark"]

    assert mark() == mark(because="It is so.")
    assert len({mark(), mark(right="a"), mark(options={"b": "", "a": "No."}), mark(says={"a": "y", "b": "x"})}) == 4
