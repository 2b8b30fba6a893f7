"""Answers on the site: by click, key and number, in the words of `reveal`, `note` and `check`, and remembered."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from conftest import LIGHT, few
from playwright.sync_api import expect
from scipy.stats import binom

from give_or_take.classroom import exercises, reveal
from give_or_take.classroom.exercises import PREDICTIONS, REGISTRY, load_chapter, reply
from give_or_take.classroom.exercises.calls import CALLS
from tools.notebook import ROOT, Series, called
from tools.site import answers

SERIES = Series.open(ROOT)
for number in SERIES.chapters:
    load_chapter(int(number))
SCRIPT = ROOT / "book" / "_static" / "answers.js"
AXE = """async () => (await axe.run("[data-question], .forget", { resultTypes: ["violations"] })).violations
    .map(found => `${found.id}: ${found.nodes.map(node => node.html.slice(0, 120)).join(" | ")}`)"""


@pytest.fixture(scope="module")
def pages(built):
    """The chapters' pages, as files: {number: address}. They need no server."""
    return {number: (built / f"{chapter.path.stem}.html").as_uri() for number, chapter in SERIES.chapters.items()}


@pytest.fixture
def reader(tab):
    """A reader who has answered nothing yet; nothing may go wrong on the pages."""
    errors = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    yield tab
    assert errors == []


def box(page, id):
    return page.locator(f'[data-question="{id}"]')


def said(page, id):
    return box(page, id).locator(".reply")


def unfolded(page, id):
    """Whether the one fold with the result of a prediction is open."""
    return page.locator(f'[data-question="{id}"] + details.result').evaluate("fold => fold.open")


def test_every_question_of_every_chapter_can_be_answered(reader, pages):
    for number, chapter in SERIES.chapters.items():
        reader.goto(pages[number])
        questions = answers.questions(chapter)["questions"]
        boxes = reader.locator("[data-question]").evaluate_all("all => all.map(e => e.dataset.question)")
        assert sorted(boxes) == sorted(questions)
        for id, entry in questions.items():
            assert box(reader, id).get_by_role("button").count() == (len(entry.get("letters", {})) or 1), id
        asked = {id for _, cell in chapter.code for id in called("check", cell.source)}
        code = [id for id in asked if REGISTRY[id].cases]
        assert reader.get_by_text("Write down the steps, in code or in plain words.").count() == len(code)
        assert reader.get_by_text("Show one way").count() == len(code)
        blanks = reader.locator(".cell_input:visible", has_text=re.compile(r"^\s*def \w+\(.*\n +\.\.\.", re.MULTILINE))
        assert blanks.count() == len(code) and not any("check(" in text for text in blanks.all_inner_texts())


def test_a_click_replies_to_that_letter_and_unfolds_the_result_and_forgetting_folds_it(reader, pages, capsys):
    reader.goto(pages["01"])
    assert not unfolded(reader, "1A")
    fold = reader.locator('[data-question="1A"] + details')
    assert fold.locator(":scope > summary").all_inner_texts() == ["Show what happens"]
    unguessed = fold.locator(".unguessed")
    for button, letter in enumerate(PREDICTIONS["1A"].options):
        box(reader, "1A").get_by_role("button").nth(button).click()
        reveal("1A", letter)
        expect(said(reader, "1A")).to_have_text(" ".join(capsys.readouterr().out.split()))
        assert box(reader, "1A").locator('[aria-pressed="true"] strong').all_inner_texts() == [letter]
        assert box(reader, "1A").locator("button.right strong").all_inner_texts() == [PREDICTIONS["1A"].right]
    reader.reload()
    expect(said(reader, "1A")).to_contain_text(f'You said "{letter}"; it is')
    assert box(reader, "1A").locator("button.first strong").all_inner_texts() == ["a"], "the first guess stays"
    assert unfolded(reader, "1A") and not unfolded(reader, "1B")
    assert reader.locator("details.set-up[open]").count() == 0, "code of pictures stays folded"
    expect(unguessed).to_be_hidden()
    reader.get_by_role("button", name="Forget this chapter's").click()
    expect(said(reader, "1A")).to_be_empty()
    assert not unfolded(reader, "1A")
    fold.locator(":scope > summary").click()
    reveal("1A", ...)
    expect(unguessed).to_be_visible()
    straight = re.sub("[“”]", '"', unguessed.inner_text()).replace("’", "'")  # Sphinx curls quotation marks
    assert straight == " ".join(capsys.readouterr().out.split())
    reader.get_by_role("button", name="Undo").click()
    expect(said(reader, "1A")).to_contain_text(f'You said "{letter}"; it is')


def test_a_call_settled_later_meets_the_first_guess_too(reader, pages):
    wrong, other = [key for key in "abcd" if key != PREDICTIONS["0E"].right][:2]
    reader.goto(pages["00"])
    box(reader, "0E").get_by_role("button").nth("abcd".index(wrong)).click()
    reader.goto(pages["06"])
    box(reader, "0E").get_by_role("button").nth("abcd".index(other)).click()
    expect(said(reader, "0E")).to_contain_text(f'You said "{other}"; it is')
    expect(said(reader, "0E")).to_contain_text(f'Your first guess was "{wrong}". {PREDICTIONS["0E"].options[wrong]}')
    box(reader, "0E").get_by_role("button").nth("abcd".index(wrong)).click()
    expect(said(reader, "0E")).not_to_contain_text("Your first guess")


def test_an_arrow_key_in_a_question_does_not_turn_the_page(reader, pages):
    reader.goto(pages["01"])
    box(reader, "1B").focus()
    reader.keyboard.press("ArrowRight")
    box(reader, "1B").press("b")
    expect(said(reader, "1B")).to_contain_text('You said "b"')
    assert reader.url.split("#")[0] == pages["01"].split("#")[0]


def test_to_forget_a_chapter_forgets_a_call_that_was_first_answered_there(reader, pages):
    reader.goto(pages["06"])
    for id in ("6A", "0A"):
        box(reader, id).get_by_role("button").first.click()
    reader.get_by_role("button", name="Forget this chapter's").click()
    expect(reader.locator(".forget")).to_contain_text("Forgotten. Undo")  # chapter 0 has no guess that could stay
    expect(said(reader, "6A")).to_be_empty()
    expect(said(reader, "0A")).to_be_empty()
    reader.get_by_role("button", name="Undo").click()
    expect(said(reader, "0A")).to_contain_text('You said "a"')


def test_a_repeated_call_is_forgotten_with_the_chapter_and_the_first_guess_stays(reader, pages):
    reader.goto(pages["00"])
    box(reader, "0C").get_by_role("button").nth(1).click()
    for number in ("06", "01"):
        reader.goto(pages[number])
        box(reader, "0C").locator(".letters button").last.click()
    assert unfolded(reader, "0C")
    reader.get_by_role("button", name="Forget this chapter's").click()
    expect(reader.locator(".forget")).to_contain_text("Your first guesses in chapter 0 are kept.")
    expect(said(reader, "0C")).to_contain_text('Earlier you said "b".')
    assert not unfolded(reader, "0C")
    reader.goto(pages["06"])
    expect(said(reader, "0C")).to_contain_text('You said "d"')


@pytest.mark.parametrize("number", few(["01", "02", "03", "04", "05", "06"], ["01", "05"]))
def test_what_was_made_up_at_the_start_is_kept_and_said_again_where_the_text_comes_back(reader, pages, number):
    reader.goto(pages[number])
    row, again = reader.locator(".opening"), reader.get_by_text('You said "no" at the start.')
    folds = reader.locator("details[open]").count()
    expect(again).to_have_count(0)
    row.get_by_role("button", name="no").click()
    reader.reload()
    expect(row.locator("[aria-pressed=true]")).to_have_text("no")
    expect(again).to_have_count(1)
    expect(reader.locator("details[open]")).to_have_count(folds)
    reader.get_by_role("button", name="Forget this chapter's").click()
    expect(row.locator("[aria-pressed=true]")).to_have_count(0)
    expect(again).to_have_count(0)


@pytest.fixture
def blind(browser, built):
    """A reader in a room that votes together, who has opened the address of the room."""
    with browser.new_context(**LIGHT) as context:
        page = context.new_page()
        page.goto(f"{(built / 'index.html').as_uri()}?room")
        yield page


LATER = "#what-more-questions-buy"
NO_OPINION = "I have no opinion: show it"


@pytest.mark.parametrize("number", few(["01", "02", "03", "04", "05", "06", "07", "08", "13"], ["01", "05"]))
def test_nothing_that_follows_an_open_vote_is_in_sight(blind, pages, number):
    blind.goto(pages[number])
    shown = blind.locator("article").inner_text()
    after = shown.partition("What follows gives the answer away.")[2]
    assert "After this chapter you can" in after and len(after.split()) < 90 and not re.search(r"\d%", after)
    expect(blind.locator("article section:visible")).to_have_count(2)
    blind.locator(".opening button").first.click()
    box = blind.locator("[data-question]:has(+ .result)").first
    expect(box).to_be_visible()
    vote = "hints => hints.map(hint => hint.previousElementSibling.previousElementSibling.id)"
    (place,) = blind.locator(".veil").evaluate_all(vote)
    assert place == box.get_attribute("id")  # its fold lies between
    box.get_by_role("button").first.click()
    expect(box.locator(".reply")).to_contain_text("You said")
    later = blind.locator(".veil").evaluate_all(vote)
    assert len(later) < 2 and later != [place]


def test_what_follows_a_vote_comes_for_who_has_no_opinion_or_looks_or_follows_a_link(blind, pages):
    blind.goto(pages["01"])
    expect(blind.get_by_text("19.3%")).to_be_hidden()
    blind.get_by_role("button", name=NO_OPINION).click()
    expect(box(blind, "1A")).to_be_visible()
    expect(blind.get_by_text("19.3%")).to_be_hidden()
    blind.locator('[data-question="1A"] + details > summary').click()
    expect(blind.get_by_text("19.3%")).to_be_visible()
    blind.reload()
    expect(blind.get_by_text("19.3%")).to_be_visible()
    blind.goto(pages["05"])
    blind.locator(".toc-tree a", has_text="Joined by what?").click()
    expect(blind.locator("#joined-by-what h2")).to_be_in_viewport()
    expect(blind.get_by_role("heading", name="Exercises", exact=True)).to_be_hidden()  # below a vote that is open
    blind.goto(pages["02"] + "#the-truth-in-the-bar")
    expect(blind.locator("#the-truth-in-the-bar h2")).to_be_in_viewport()
    blind.get_by_role("button", name="Leave the room").click()
    for number in ("02", "13"):
        blind.goto(pages[number])
        expect(blind.get_by_role("heading", name="Exercises", exact=True)).to_be_visible()


def test_who_reads_alone_sees_what_follows_an_open_vote(reader, pages):
    reader.goto(pages["01"])
    expect(reader.get_by_text("19.3%")).to_be_visible()
    expect(reader.locator(".veil")).to_have_count(0)


def test_what_follows_an_open_vote_is_printed_and_found_and_there_without_javascript(browser, blind, pages):
    blind.goto(pages["01"])
    assert blind.locator(f"{LATER}, article section:has({LATER})").evaluate_all("all => all.some(one => one.hidden)")
    blind.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(blind.get_by_role("heading", name="Exercises", exact=True)).to_be_visible()
    expect(blind.locator(".veil")).to_have_count(0)
    blind.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(blind.get_by_role("heading", name="Exercises", exact=True)).to_be_hidden()
    blind.locator(LATER).dispatch_event("beforematch", {"bubbles": True})  # the browser's own search
    expect(blind.locator(LATER)).to_be_visible()
    page = browser.new_page(java_script_enabled=False)
    page.goto(pages["01"])
    expect(page.get_by_role("heading", name="Exercises", exact=True)).to_be_visible()
    page.close()


def test_an_opening_that_is_no_yes_or_no_offers_its_options(reader, pages):
    reader.goto(pages["08"])
    row = reader.locator(".opening")
    assert row.get_by_role("button").all_inner_texts() == ["± 0.8 points", "± 1.1 points", "± 5 points"]
    row.get_by_role("button").nth(1).click()
    expect(reader.get_by_text(re.compile(r'^You said "± [\d.]+ points" at the start\.'))).to_have_count(1)


def test_one_question_is_asked_again_by_key_and_the_others_keep_their_answers(reader, pages):
    reader.goto(pages["00"])
    box(reader, "0C").get_by_role("button").nth(1).click()
    reader.goto(pages["01"])
    for id in ("0C", "1A"):
        one = box(reader, id).get_by_role("button", name="Forget this one")
        box(reader, id).get_by_role("button").nth(2).click()
        expect(one).to_be_visible()
    one.press("Enter")
    expect(box(reader, "1A").get_by_role("button").first).to_be_focused()
    expect(one).to_be_hidden()
    expect(said(reader, "1A")).to_be_empty()
    assert not unfolded(reader, "1A") and unfolded(reader, "0C")
    box(reader, "0C").get_by_role("button", name="Forget this one").click()
    expect(said(reader, "0C")).to_contain_text('Earlier you said "b".')  # the first guess, of chapter 0
    reader.get_by_role("button", name="Undo").click()
    expect(said(reader, "0C")).to_contain_text('You said "c"')
    expect(said(reader, "1A")).to_be_empty()


def test_a_key_does_the_same_and_the_focus_stays(reader, pages):
    reader.goto(pages["05"])
    first = box(reader, "5A").get_by_role("button").first
    first.focus()
    reader.keyboard.press("Tab")
    reader.keyboard.press("Enter")
    expect(said(reader, "5A")).to_contain_text('You said "b"')
    reader.keyboard.press("d")
    expect(said(reader, "5A")).to_contain_text('You said "d"')
    expect(box(reader, "5A").locator(".letters button").last).to_be_focused()
    assert unfolded(reader, "5A")
    assert box(reader, "5A").evaluate("box => box.contains(document.activeElement)"), "left behind by scrolling"
    reader.locator("h1").click()  # away from every question
    box(reader, "5B").scroll_into_view_if_needed()
    reader.keyboard.press("c")
    expect(said(reader, "5B")).to_be_empty()  # a stray key answers nothing
    box(reader, "5B").locator("p").first.click()
    reader.keyboard.press("c")
    expect(said(reader, "5B")).to_contain_text('"c"')
    expect(said(reader, "5A")).to_contain_text('You said "d"')
    box(reader, "5.2").get_by_role("button").first.press(REGISTRY["5.2"].right)
    expect(said(reader, "5.2")).to_contain_text("Right.")
    said(reader, "5.2").get_by_role("link", name="Solution 5.2").press("Enter")
    expect(reader.locator("details", has_text="Solution 5.2").locator(".cell_input")).to_be_visible()


def test_the_reply_is_in_view_and_code_has_one_way_to_look_at(reader, pages):
    reader.set_viewport_size({"width": 1280, "height": 720})
    reader.goto(pages["03"])
    options = box(reader, "3A").locator(".letters button")
    options.last.evaluate("last => scrollBy(0, last.getBoundingClientRect().bottom - innerHeight + 5)")
    options.last.click()
    expect(said(reader, "3A")).to_be_in_viewport(ratio=1)
    assert box(reader, "3A").evaluate("box => box.matches(':focus-within')")
    way = reader.locator(".tag_one-way", has_text="def keeps")
    expect(way.locator("pre").last).to_be_hidden()
    way.get_by_text("Show one way").click()
    expect(way.locator("pre").last).to_contain_text("Right. " + REGISTRY["3.3"].why)


def test_a_call_is_noted_in_chapter_0_and_settled_where_the_notebook_does(reader, pages, capsys):
    reader.goto(pages["00"])
    for id in ("0B", "0C"):
        box(reader, id).get_by_role("button").nth(1).click()
        expect(said(reader, id)).to_have_text(f'{id}: "b", noted. Chapter {CALLS[id].settled} settles it.')
        expect(box(reader, id)).to_have_attribute("data-verdict", "")
    said(reader, "0B").get_by_role("link", name="Chapter 3").click()
    expect(box(reader, "0B")).to_be_in_viewport()
    expect(reader.locator("details.unguessed")).to_be_hidden()
    expect(said(reader, "0B")).to_contain_text('Earlier you said "b".')
    expect(box(reader, "0B").locator("button.right")).to_have_count(0)
    box(reader, "0B").get_by_role("button").nth(1).click()
    reveal("0B", "b")
    expect(said(reader, "0B")).to_have_text(" ".join(capsys.readouterr().out.split()).removeprefix("0B: "))
    reader.goto(pages["01"])  # where an experiment comes first
    expect(said(reader, "0C")).to_contain_text('Earlier you said "b".')
    assert not unfolded(reader, "0C")
    assert box(reader, "0C").locator('[aria-pressed="true"] strong').all_inner_texts() == ["b"]
    box(reader, "0C").locator("button", has_text=PREDICTIONS["0C"].says[PREDICTIONS["0C"].right]).click()
    expect(said(reader, "0C")).to_contain_text("and so it is.")
    assert unfolded(reader, "0C")
    reader.goto(pages["06"])  # asks all of them again
    expect(said(reader, "0C")).to_contain_text('Earlier you said "b".')
    expect(box(reader, "0C").locator("button.right")).to_have_count(0)
    box(reader, "0C").locator(".letters button").last.click()
    expect(said(reader, "0C")).to_contain_text('You said "d"')
    assert box(reader, "0C").locator("button.first strong").all_inner_texts() == ["b"]
    expect(said(reader, "0A")).to_be_empty()
    reader.goto(pages["00"])
    box(reader, "0C").get_by_role("button").first.click()
    expect(said(reader, "0C")).to_have_text('0C: "b" was your first guess, and it stays. Chapter 1 says "d".')
    reader.get_by_role("button", name="Forget all").click()
    reader.goto(pages["00"])
    expect(said(reader, "0B")).to_be_empty()


def test_a_number_is_checked_and_what_was_understood_is_shown(reader, pages):
    reader.goto(pages["01"])
    field = box(reader, "1.1").get_by_label("Your answer")
    for typed, words in (
        ("1,369", "Read as 1369. " + reply(REGISTRY["1.1"], 1369)),
        ("13.69", reply(REGISTRY["1.1"], 13.69)),
        ("14", reply(REGISTRY["1.1"], 13.69)),
        ("1369%", "Read as 1369, without the unit. " + reply(REGISTRY["1.1"], 1369)),
        ("2738/2", "Read as 1369. " + reply(REGISTRY["1.1"], 1369)),
        ("1e999", '"1e999" does not read as a number.'),
        ("3.7*10*37", '"3.7*10*37" does not read as a number.'),
        ("12 k", '"12 k" does not read as a number. This asks for a count between 0 and 1,000,000.'),
        ("-3", '"-3" cannot be right. This asks for a count between 0 and 1,000,000.'),
        ("1e9", "This asks for a count between 0 and 1,000,000."),
        ("7/12", "Read as 0.5833."),
        ("", "Blank so far."),
        ("370", reply(REGISTRY["1.1"], 370)),
    ):
        field.fill(typed)
        field.press("Enter")
        expect(said(reader, "1.1")).to_contain_text(words)
        expect(field).to_be_focused()
    for chapter, id, typed, words in (
        ("03", "3.1", "80%", "One number so far; this asks for two."),
        ("03", "3.1", "58-92", reply(REGISTRY["3.1"], (58.4, 91.9))),
        ("03", "3.1", "58 to 190", "two percentages between 0 and 100"),
        ("06", "6.3", "-3", "a percentage between 0 and 100"),
        ("05", "5.1", "-1.1, 13.5", "Close, but not there."),
        ("05", "5.1", "abc", "points, low and high, between -100 and 100"),
        ("02", "2.1", "101", "points between 0 and 100"),
    ):
        reader.goto(pages[chapter])
        for field_, text in zip(box(reader, id).get_by_role("textbox").all(), (typed, ""), strict=False):
            field_.fill(text)
        box(reader, id).get_by_role("button", name="Check").click()
        expect(said(reader, id)).to_contain_text(words)
    reader.goto(pages["05"])
    first, second = box(reader, "5.5").get_by_role("textbox").all()
    for pair in ("8, 20", "(8, 24)", "8-24", "8,24", "8 to 24", "8, 24"):  # each over what the last one left
        if pair == "8 to 24":
            reader.reload()
        first.fill(pair)
        first.press("Enter")
        if pair == "8, 20":
            expect(second).to_have_value("20")
            continue
        expect(said(reader, "5.5")).to_contain_text(reply(REGISTRY["5.5"], (8, 24)))
        expect(second).to_have_value("24")
    reader.goto(pages["01"])
    expect(field).to_have_value("370")
    expect(said(reader, "1.1")).to_contain_text(reply(REGISTRY["1.1"], 370))


def test_an_answered_page_is_open_to_everybody_and_fits_a_telephone(reader, pages):
    reader.set_viewport_size({"width": 390, "height": 844})
    reader.goto(pages["05"])
    for id in ("5A", "5B", "5.2", "0D"):
        box(reader, id).get_by_role("button").nth(2).click()
    box(reader, "5.1").get_by_role("button").click()
    reader.evaluate(Path(AXE_FILE_PATH).read_text(encoding="utf-8"))  # no tag: the page runs no script of others
    for scheme in ("light", "dark"):
        reader.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert reader.evaluate(AXE) == []
    assert reader.evaluate("document.documentElement.scrollWidth") <= 390


def test_without_javascript_the_options_are_a_list_and_results_unfold_by_hand(browser, pages):
    page = browser.new_page(java_script_enabled=False)
    page.goto(pages["01"])
    assert page.locator("article button:visible").count() == 0
    assert page.locator("div.predict").first.locator("li").count() == 4
    assert page.locator("details details summary", has_text="Show what happens").count() == 0
    guesses = sum("reveal(" in cell.source for _, cell in SERIES.chapters["01"].code)
    assert page.get_by_text("Show what happens").count() == guesses == 4
    page.locator("details.fold", has=page.locator("figure")).first.locator(":scope > summary").click()
    expect(page.locator("details.fold figure").first).to_be_visible()
    page.close()


def test_a_touch_device_is_offered_no_keys(browser, pages):
    for touch in (False, True):
        page = browser.new_page(has_touch=touch, is_mobile=touch)
        page.goto(pages["01"])
        box(page, "1A").get_by_role("button").first.focus()
        assert page.locator(".keys").first.is_visible() != touch
        page.close()


def test_keys_are_offered_while_a_question_waits(reader, pages):
    """They go to the question that has the focus, and before it has any, the hint says how it gets it."""
    reader.goto(pages["01"])
    hint = box(reader, "1A").locator(".keys")
    expect(hint).to_have_text("or click here and press a–d", use_inner_text=True)
    hint.click()
    expect(hint).to_have_text("or press a–d", use_inner_text=True)
    reader.keyboard.press("b")
    expect(said(reader, "1A")).to_contain_text('You said "b"')
    expect(hint).to_be_hidden()


def test_another_spoonful_gives_another_score(reader, pages):
    reader.goto(pages["01"])
    for _ in range(8):
        reader.get_by_role("button", name="Take another spoonful").click()
    scores = [int(x) for x in re.findall(r"\d+", reader.locator("#spoon [role=status]").inner_text())[1:]]
    assert len(scores) == 8 and len(set(scores)) > 1 and all(60 < score <= 100 for score in scores)


def put(page, *numbers):
    """Fill the form of chapter 0 in, and press its button."""
    for field, x in zip(page.locator("#heap").get_by_role("spinbutton").all(), numbers, strict=True):
        field.fill(str(x))
    page.locator("#heap").get_by_role("button").click()


def test_the_opening_of_chapter_0_draws_the_heap_of_the_score_that_was_put_in(reader, pages):
    reader.goto(pages["00"])
    heap, ours = reader.locator("#heap"), reader.locator("#heap ~ details")
    says = heap.get_by_role("status")
    expect(ours.locator("img").first).to_be_hidden()
    for right, n, points in ((84, 100, 1), (1700, 2000, 1.5), (590, 600, 5), (10_000, 12_032, 0.5), (42, 60, 5)):
        put(reader, right, n, points)
        expect(ours.locator("img").first).to_be_visible(visible=(right, n) == (42, 60))  # or the reader's is in front
        chance = binom.pmf(np.arange(n + 1), n, right / n)
        distance = (100 * abs(np.arange(n + 1) - right) / n).round(6)
        limit = min(d for d in distance if chance[distance <= d].sum() >= 0.95)
        inside = chance[distance <= points].sum()
        words = "99.9" if 1 - 1e-3 < inside < 1 - 1e-9 else f"{100 * inside:.1f}".removesuffix(".0")
        expect(says).to_contain_text(f"were exactly {100 * right / n:.1f}".removesuffix(".0") + "%")
        unit = "point" if points == 1 else "points"
        expect(says).to_contain_text(f"{words}% of the weeks would land within {points} {unit} of it")
        expect(says).to_contain_text(f"it would take {limit:.{2 if limit < 1 else 1}f} points")
        assert heap.locator("rect.in").count() == (distance <= limit).sum(), "blue is what it is in the figure below"
        far = chance[distance > points].max() < chance.max() / 1000  # outside of what is shown
        assert heap.locator("line").count() == (0 if far else 2) and ("(dashed)" in says.inner_text()) != far
        expect(says).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("right", "n", "words"),
    [
        (84, 100, "about 10 points"),  # as chapter 1 finds
        (42, 60, "about 16 points"),
        (19, 20, "more than 14 points"),
        (1, 2, "up to 50 points"),
    ],
)
def test_a_rate_that_nobody_knows_takes_two_wobbles(reader, pages, right, n, words):
    reader.goto(pages["00"])
    put(reader, right, n, 5)
    says = reader.locator("#heap").get_by_role("status")
    expect(says).to_contain_text(f"So from your score to the next, allow for {words}")
    expect(says.filter(has_text="less than twice as far")).to_have_count(0 if words.startswith("up to") else 1)
    expect(reader.locator("#heap [role=img] p")).to_contain_text(f"score next week; yours was {100 * right // n}%")


def test_no_wobble_is_read_off_a_perfect_score_and_a_refused_one_leaves_nothing(reader, pages):
    reader.goto(pages["00"])
    says, picture = (reader.locator(f"#heap > {name}") for name in ("p", "div"))
    for right, score in ((20, "100%"), (0, "0%")):
        put(reader, 42, 60, 5)
        expect(picture).to_be_visible()
        put(reader, right, 20, 5)
        expect(says).to_have_text(f"Your score is {score}. No wobble can be read off such a score: see chapter 3.")
        expect(picture).to_be_hidden()
    put(reader, 70, 60, 5)
    expect(says).to_contain_text("cannot be more right answers")
    put(reader, 42, 60, 5)
    put(reader, 42, 2_000_000, 5)
    expect(says).to_be_empty()
    expect(picture).to_be_hidden()
    put(reader, 900_000, 1_000_000, 1)
    expect(says).to_contain_text("If your long-run rate were exactly 90%, 100% of the weeks")


def test_without_javascript_chapter_0_hides_its_result_too(browser, pages):
    page = browser.new_page(java_script_enabled=False)
    page.goto(pages["00"])
    expect(page.locator("noscript p", has_text="no letter is kept")).to_be_visible()
    fold = page.locator("#heap ~ details")
    expect(fold.locator("figure")).to_be_hidden()
    fold.locator(":scope > summary").click()
    expect(fold.locator("figure")).to_be_visible()
    page.close()


# --- The same words from Python and from JavaScript


def nearby(numbers, rng):
    """Inputs around a pair or a number at which a reply may change."""
    for factor in (1, -1, 0.01, 100, 1.0009, 1.004, 1.006, 0.991, 1.04, 1.06, 0.86, 1 + rng.normal() / 10):
        yield tuple(factor * x for x in numbers)
    yield tuple(x + step for x, step in zip(numbers, (0.05, -0.059), strict=False))
    yield numbers[::-1]
    yield tuple(np.round(numbers).tolist())


def test_numbers_get_the_words_of_check(reader):
    rng, cases = np.random.default_rng(1), []
    for question in REGISTRY.values():
        if question.answer:
            entry = answers.entry(question)
            known = [(lambda numbers=numbers: numbers, words) for numbers, words in entry["mistakes"]]
            question = replace(question, answer=lambda entry=entry: entry["wanted"], mistakes=known)  # computed once
            cases.append((question, entry, (float("inf"),) * len(entry["wanted"])))
            for numbers in (entry["wanted"], *(wrong for wrong, _ in entry["mistakes"])):
                cases += [(question, entry, given) for given in nearby(numbers, rng)]
    sent = [[entry, [str(x) for x in given]] for _, entry, given in cases]
    reader.add_script_tag(path=SCRIPT)
    words = reader.evaluate(
        "([cases, limits]) => cases.map(([entry, given]) =>"
        ' GiveOrTakeAnswers.toNumbers(entry, given.map((x) => Number(x.replace("inf", "Infinity"))), limits))',
        [sent, {"close": exercises.CLOSE, "near": exercises.NEAR}],
    )
    expected = [reply(question, given) for question, _, given in cases]
    assert len(cases) > 500 and len(set(expected)) > 60
    compared = zip(cases, words, expected, strict=True)
    assert [(question.id, given, got, want) for (question, _, given), got, want in compared if got != want] == []


def test_a_text_gets_the_words_of_check(reader, pages):
    """Said to it in the chapter, and kept on the page that asks for it too."""
    question = REGISTRY["12.5"]
    text = "On the same 84 questions, 3–5 runs each: it’s ± 2, or 1.4 to −2.\n\nJudged by GPT-5; isn't it?"
    texts = [text, text.replace("±", "plus"), *text.split(), "It is better.", ""]
    reader.add_script_tag(path=SCRIPT)
    words = reader.evaluate(
        "([entry, texts]) => texts.map((text) => GiveOrTakeAnswers.toText(entry, text))",
        [answers.entry(question), texts],
    )
    assert words == [reply(question, text or "-") for text in texts] and len(set(words)) > 5
    reader.goto(pages["12"])
    box(reader, "12.5").get_by_label("Your paragraph").fill(text)
    box(reader, "12.5").get_by_role("button", name="Check").click()
    expect(said(reader, "12.5")).to_have_text(words[0].replace("*", ""))
    reader.goto(pages["12"].rpartition("/")[0] + "/take-home.html")
    expect(box(reader, "12.5").get_by_label("Your paragraph")).to_have_value(text)
    expect(said(reader, "12.5")).to_have_text(words[0].replace("*", ""))


def test_letters_get_the_words_of_reveal(reader, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    reader.add_script_tag(path=SCRIPT)
    toLetter = "([entry, letter]) => GiveOrTakeAnswers.toLetter(entry, letter)"
    for id, question in list(PREDICTIONS.items()):
        for letter in question.options:
            reveal(id, letter)
            words = reader.evaluate(toLetter, [answers.entry(question), letter])
            assert words == " ".join(capsys.readouterr().out.split()).removeprefix(f"{id}: ")


def test_a_number_is_read_as_it_was_meant_or_not_at_all(reader):
    meant = {
        "84%": 84, "0.84": 0.84, "1,600": 1600, "−3.6": -3.6, "1 600": 1600, "3,67": 3.67, "0,840": 0.84, ".5": 0.5,
        "1,369.5": 1369.5, "≈ 150 questions": 150, "+8.5 points": 8.5, "–1.1 pp": -1.1, "1.5e2": 150, "6.": 6,
        "1,234,567": 1234567, "12'000": 12000, "16/20": 0.8, "1e999": None, "12,": None, "1.600,5": None, "12k": None,
        "two": None, "8 to 24": None, "8-24": None, "1,36,9": None, "16 17": None, "0x10": None, "": None, "-": None,
    }  # fmt: skip
    reader.add_script_tag(path=SCRIPT)
    read = reader.evaluate("texts => texts.map(text => `${GiveOrTakeAnswers.parse(text)}`)", list(meant))
    values = [None if text == "NaN" else float(text.replace("Infinity", "inf")) for text in read]
    assert dict(zip(meant, values, strict=True)) == meant
