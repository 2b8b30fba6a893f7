"""What the pages of the site get from the registry of questions; what they do with it is tested in a browser."""

import base64
import json
import re

import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from give_or_take.classroom import exercises
from give_or_take.classroom.exercises import Prediction, reply
from give_or_take.classroom.exercises.calls import CALLS
from tools import answers
from tools.book import site_text
from tools.notebook import ROOT, Chapter, Series


@pytest.fixture(scope="module")
def asked():
    return {number: answers.questions(chapter) for number, chapter in Series.open(ROOT).chapters.items()}


def entries(asked, *kinds):
    return [(id, e) for page in asked.values() for id, e in page["questions"].items() if e["kind"] in kinds]


def test_every_registered_question_is_on_the_page_of_its_chapter(asked):
    for id in exercises.PREDICTIONS | exercises.REGISTRY:
        number = re.match(r"\d+", id)[0].zfill(2)
        assert number not in asked or id in asked[number]["questions"], id
    assert asked["00"]["noted"] == list(asked["00"]["questions"]) and not asked["01"]["noted"]
    assert "0C" in asked["01"]["questions"] and set(asked["00"]["questions"]) <= set(asked["06"]["questions"])


def test_an_opening_asks_yes_or_no_or_what_its_slide_offers(asked):
    assert asked["01"]["opening"] == asked["04"]["opening"] == ["yes", "no"]
    assert len(asked["08"]["opening"]) == 3 and not any("-->" in words for words in asked["08"]["opening"])


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
    assert len(entries(asked, "function")) >= 6 and all(e["hint"] for _, e in entries(asked, "function"))


def test_a_field_for_a_number_asks_for_what_the_question_asks_for(asked):
    """A count has no unit, and what has one names it."""
    for id, entry in entries(asked, "numbers"):
        count = all(x.is_integer() for x in entry["wanted"]) or id == "1.1"  # which takes a rough one
        assert (entry["form"]["unit"] == "a count") == count, id
        assert all(entry["form"]["least"] <= x <= entry["form"]["most"] for x in entry["wanted"]), id
    assert answers.form("What is the intra-cluster correlation?", 1) is None, "no unit, rather than a wrong one"


def test_no_order_to_the_user_of_a_notebook_stands_on_the_site():
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
        text = "\n".join(answers.list_calls(site_text(cell.source)) for cell in chapter.nb.cells)
        for id in [id for id in asked[number]["questions"] if id.startswith("0") and number != "00"]:
            box = re.search(rf"^:::{{container}} predict call-{id.lower()}\n(.*?)^:::$", text, re.M | re.S)[1]
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


def test_what_a_range_should_hold_comes_from_what_its_chapter_prints(monkeypatch):
    monkeypatch.setitem(exercises.PREDICTIONS, "1Z", Prediction("1Z", {}, None, "That is so.", "%"))
    words = "No range this time, and that is fine. The result is 21.5%. That is so.\n"
    cell = new_code_cell('reveal("1Z", guess, 21.5)', outputs=[new_output("stream", name="stdout", text=words)])
    found = answers.questions(Chapter(new_notebook(cells=[cell]), ROOT / "01-a.ipynb"))["questions"]["1Z"]
    assert (found["kind"], found["truth"], found["unit"]) == ("range", 21.5, "%")
