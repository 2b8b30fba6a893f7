"""Every chapter as a learner meets it: opened in a real JupyterLab, run, moved and answered by mouse and keyboard."""

import json
import re
import time
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import pytest
from conftest import few
from playwright.sync_api import expect

from give_or_take.classroom.exercises import PREDICTIONS, REGISTRY, load_chapter

QUICK = "01", "12"  # the chapters in `make test-browser`, which have all there is
NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
DIALOGS = ".jp-Dialog, .Toastify__toast"
PICTURE = "cell => { const { src, alt } = cell.querySelector('img'); return { src, alt }; }"
SELECT = """i => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    notebook.activeCellIndex = i;
    notebook.activate();
}"""
REDRAWN = """([cell, was]) => {
    const image = cell.querySelector("img");
    return image?.complete && image.src !== was.src && image.alt !== was.alt;
}"""

# Words and numbers in outputs of which one part stands lower than the other.
BROKEN = r"""() => {
    const broken = [];
    for (const output of document.querySelectorAll(".jp-OutputArea-output")) {
        const texts = document.createTreeWalker(output, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            for (const word of texts.currentNode.data.matchAll(/\S+/g)) {
                const range = document.createRange();
                range.setStart(texts.currentNode, word.index);
                range.setEnd(texts.currentNode, word.index + word[0].length);
                const tops = [...range.getClientRects()].map(({ top }) => top);
                if (Math.max(...tops) - Math.min(...tops) > 5) broken.push(word[0]);
            }
        }
    }
    return broken;
}"""


def part(name):
    """Whether a notebook has the part `name`."""
    return lambda path: f'"part-{name}"' in path.read_text(encoding="utf-8")


def questions_in(registry):
    """What a notebook asks of those in `registry`."""

    def questions(path):
        number = int(path.name[:2])
        load_chapter(number)
        return [question for id, question in registry.items() if re.fullmatch(rf"{number}\D.*", id)]

    return questions


exercises, predictions = questions_in(REGISTRY), questions_in(PREDICTIONS)


def chapters(having=lambda path: True):
    """Once for each notebook that has what the test is about."""
    paths = [path for path in NOTEBOOKS if having(path)]
    each = few(paths, [path for path in paths if path.name.startswith(QUICK)])
    return pytest.mark.parametrize("chapter", each, ids=lambda path: path.stem, indirect=True)


@chapters()
def test_it_opens_without_a_question(chapter):
    expect(chapter.page.locator(".jp-Notebook .jp-Cell")).to_have_count(len(chapter.sources))
    expect(chapter.page.locator(DIALOGS)).to_have_count(0)


@chapters(part("solutions"))
def test_solutions_are_folded_away(chapter):
    [heading] = [i for i, tags in enumerate(chapter.tags) if "part-solutions" in tags]
    expect(chapter.cell(heading)).to_be_visible()
    for i in range(heading + 1, len(chapter.sources)):
        expect(chapter.cell(i)).to_be_hidden()


@chapters(part("solutions"))
def test_folded_solutions_open(chapter):
    [heading] = [i for i, tags in enumerate(chapter.tags) if "part-solutions" in tags]
    chapter.cell(heading).locator(".jp-showHiddenCellsButton").click()
    for i in range(heading + 1, len(chapter.sources)):
        expect(chapter.cell(i)).to_be_visible()


@chapters(lambda path: '"after-reveal"' in path.read_text(encoding="utf-8"))
def test_what_follows_a_reveal_is_folded_and_shift_enter_opens_it(chapter):
    heading = next(i for i, tags in enumerate(chapter.tags) if "after-reveal" in tags)
    end = next(i for i, source in enumerate(chapter.sources) if i > heading and source.startswith("#"))
    text = chapter.cell(heading).locator(".jp-RenderedMarkdown")
    expect(chapter.cell(heading)).to_contain_text(chapter.sources[heading].splitlines()[0])
    expect(text).to_be_hidden()
    for i in range(heading + 1, end):
        expect(chapter.cell(i)).to_be_hidden()
    chapter.page.evaluate(SELECT, heading)
    chapter.page.keyboard.press("Shift+Enter")
    expect(text).to_be_visible()
    for i in range(heading + 1, end):
        expect(chapter.cell(i)).to_be_visible()


@chapters()
def test_it_runs_in_full(ran):
    code = [cell for cell in ran.cells() if cell["cell_type"] == "code"]
    outputs = [output for cell in code for output in cell["outputs"]]
    assert [output for output in outputs if output["output_type"] == "error" or output.get("name") == "stderr"] == []
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    expect(ran.page.locator(".jp-InputPrompt", has_text="*")).to_have_count(0)


@chapters()
def test_no_word_is_broken_beside_the_list_of_files(ran):
    page = ran.page
    page.evaluate("window.jupyterapp.commands.execute('notebook:expand-all-headings')")
    expect(page.locator(".jp-FileBrowser")).to_be_visible()
    for width in (1024, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_timeout(300)
        assert page.evaluate(BROKEN) == [], f"at {width} px"


@chapters()
def test_every_picture_is_described(ran):
    pictures = ran.page.locator(".jp-OutputArea-output img")
    alts = [picture.get_attribute("alt") for picture in pictures.all()]
    assert alts and all(alts)
    expect(ran.page.locator('.jp-OutputArea-output [title="null"]')).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("chapter", NOTEBOOKS[:1], ids=lambda path: path.stem, indirect=True)
def test_bad_input_in_the_first_cell_is_one_sentence(ran):
    [i] = ran.places("^mine = Claim")
    ran.write(i, "mine", 'Claim("my system", 0.84, 100)')
    reply = ran.run(i)
    expect(reply).to_contain_text("ValueError: successes must be a whole number: got 0.84")
    assert len(reply.inner_text().splitlines()) < 6
    ran.rewrite(i, ran.sources[i].replace("points = 5", 'points = "3"'))
    ran.run(i)
    expect(ran.run(ran.places("^distance = ")[0]).last).to_contain_text("within your guess of 3 points: 34%")


@chapters(part("explorer"))
def test_explorers_move_by_keyboard(ran, redraws):
    places = ran.places(r"^explore\(")
    assert places
    for i in places:
        cell = ran.cell(i)
        cell.scroll_into_view_if_needed()
        sliders = cell.locator(".widget-slider").all()
        assert sliders
        for slider in sliders:
            seconds = move(ran.page, cell, slider)
            redraws.append((f"{ran.path.stem}: {slider.locator('label').text_content()}", seconds))


def move(page, cell, slider):
    """One press of an arrow key: value, picture and description change, and nothing jumps. The seconds it took."""
    handle, image, node = slider.get_by_role("slider"), cell.locator("img"), cell.element_handle()
    value, end = (handle.get_attribute(name) for name in ("aria-valuenow", "aria-valuemax"))
    was = node.evaluate(PICTURE)
    assert was["alt"]
    handle.focus()
    box = settled(image)
    began = time.perf_counter()
    page.keyboard.press("ArrowLeft" if value == end else "ArrowRight")
    page.wait_for_function(REDRAWN, arg=[node, was])
    seconds = time.perf_counter() - began
    assert handle.get_attribute("aria-valuenow") != value
    assert settled(image) == box
    return seconds


def settled(image):
    """Where a picture stands, once it stands: while one is put in the place of another there is none."""
    box = None
    for _ in range(100):
        before, box = box, image.bounding_box()
        if box and box == before:
            return box
        image.page.wait_for_timeout(30)
    return box


@chapters(part("explorer"))
def test_explorers_move_by_mouse(ran):
    """Each slider is dragged a good way along; its value, its picture and its description change."""
    for i in ran.places(r"^explore\("):
        cell = ran.cell(i)
        cell.scroll_into_view_if_needed()
        for slider in cell.locator(".widget-slider").all():
            handle, node = slider.get_by_role("slider"), cell.element_handle()
            handle.scroll_into_view_if_needed()
            value, was = handle.get_attribute("aria-valuenow"), node.evaluate(PICTURE)
            at, track = handle.bounding_box(), slider.locator(".noUi-base").bounding_box()
            x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
            far = track["x"] + track["width"] * (0.75 if x < track["x"] + track["width"] / 2 else 0.25)
            ran.page.mouse.move(x, y)
            ran.page.mouse.down()
            ran.page.mouse.move(far, y, steps=4)
            ran.page.mouse.up()
            ran.page.wait_for_function(REDRAWN, arg=[node, was])
            assert handle.get_attribute("aria-valuenow") != value


@chapters(part("explorer"))
def test_explorers_offer_words_to_choose(ran):
    for i in ran.places(r"^explore\("):
        cell = ran.cell(i)
        for select in cell.locator("select").all():
            expect(select).to_have_accessible_name(re.compile(r"\w"))
            was, node = cell.element_handle().evaluate(PICTURE), cell.element_handle()
            select.select_option(index=1)
            ran.page.wait_for_function(REDRAWN, arg=[node, was])


@chapters(part("explorer"))
def test_sliders_have_names_for_screen_readers(ran):
    for i in ran.places(r"^explore\("):
        for slider in ran.cell(i).locator(".widget-slider").all():
            label = slider.locator("label").text_content()
            assert label
            expect(slider.get_by_role("slider")).to_have_accessible_name(label)


@chapters(exercises)
def test_an_exercise_replies(ran):
    question = next(question for question in exercises(ran.path) if not question.cases)
    i = ran.places(rf'^answer = \.\.\.[^\0]*^check\("{question.id}", answer\)')[0]
    # All replies are read in tests/test_learner.py; here, that they are shown: each kind in one chapter.
    tried = attempts(question) if ran.path.name.startswith("01") else attempts(question)[1:2]
    for answer, begins, contains in tried:
        ran.write(i, "answer", answer)
        reply = ran.run(i)
        expect(reply).to_have_text(re.compile(rf"^{begins}\b"))
        expect(reply).to_contain_text(contains)


def attempts(question):
    """(what to type, how the reply begins, what it contains): a blank, a mistake with a name, the right answer."""
    if question.choices:
        right = repr(question.right)
        wrong, message = next((repr(key), text) for key, text in question.choices.items() if key != question.right)
    else:
        right = literal(question.answer())
        wrong, message = next((literal(value()), text) for value, text in question.mistakes)
    return [("...", "Blank", ""), (wrong, "Not yet", message), (right, "Right", question.why)]


def functions(path):
    """The exercises of a notebook that are answered with a function."""
    return [question for question in exercises(path) if question.cases]


@chapters(functions)
def test_an_exercise_that_is_written_replies(ran):
    for question in functions(ran.path):
        i, solution = ran.places(rf'^check\("{question.id}", \w+\)')
        blank, right = ran.sources[i], ran.sources[solution]
        body = "    ...\n"
        assert body in blank
        replies = {right: f"Right. {question.why}"}
        if question.id == "1.2":  # the others are stopped by the same clock
            replies |= {blank: "Blank so far", blank.replace(body, '    return "abc"\n'): "Not yet. "}
            replies[blank.replace(body, "    while True:\n        pass\n")] = "takes longer than"
        for source, reply in replies.items():
            ran.rewrite(i, source)
            expect(ran.run(i)).to_contain_text(reply)


def literal(value):
    """A number or a pair as one would type it."""
    return repr(np.asarray(value).tolist())


@chapters(predictions)
def test_a_prediction_replies_and_is_kept(ran, lab):
    question = next(question for question in predictions(ran.path) if question.options)
    letter, meaning = next((key, text) for key, text in question.options.items() if key != question.right)
    [reply] = ran.places(rf'^(reveal|note)\("{question.id}", guess\)')
    guess = max(i for i in ran.places("^guess = ") if i <= reply)
    ran.write(guess, "guess", f'"{letter}"')
    if guess != reply:
        ran.run(guess)
    shown = ran.run(reply).last
    expect(shown).to_contain_text(f'"{letter}"')
    if "reveal(" in ran.sources[reply]:
        expect(shown).to_contain_text(meaning)
    guesses = json.loads((lab.my / "predictions.json").read_text(encoding="utf-8"))
    assert guesses[question.id]["guess"] == letter


@chapters()
def test_the_page_has_no_complaint_and_asks_nobody(ran):
    expect(ran.page.locator(DIALOGS)).to_have_count(0)
    assert ran.requests
    assert [url for url in ran.requests if urlsplit(url).hostname not in ("localhost", "127.0.0.1", None)] == []
    # These would make JupyterLab's server ask its makers for news.
    assert [url for url in ran.requests if re.search("/lab/api/(news|update)", url)] == []
    assert ran.errors == []
