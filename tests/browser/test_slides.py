"""The slides at 1280 by 720: nothing sticks out, everything can be read, nothing comes from elsewhere."""

import re
import subprocess
import sys
import threading
from functools import partial
from http.server import ThreadingHTTPServer

import pytest
from test_site import Page

from tools import slides
from tools.lab import chapters
from tools.notebook import ROOT, Chapter
from tools.serve import Quiet

CHAPTERS = [path.stem for path in chapters(ROOT / "notebooks").values()]
READY = "() => window.Reveal?.isReady()"

# What is wrong with the slide that is shown: outside the room that it has, over the edge, too small, not set.
WRONG = """() => {
    const slide = document.querySelector("section.present"), wrong = [], room = slide.getBoundingClientRect();
    if (slide.scrollHeight > slide.clientHeight || slide.scrollWidth > slide.clientWidth) wrong.push("overflow");
    for (const part of slide.querySelectorAll(":scope > :not(aside), :scope > div *")) {
        const box = part.getBoundingClientRect();
        if (!box.width || part.closest("mjx-assistive-mml")) continue;
        if (box.left < room.left + 40 || box.right > room.right - 40 || box.top < 20 || box.bottom > room.bottom - 40)
            wrong.push(`${part.tagName} from ${box.left},${box.top} to ${box.right},${box.bottom}`);
        const written = [...part.childNodes].some(node => node.nodeType === 3 && node.data.trim());
        if (written && !part.closest("mjx-container, .above") && parseFloat(getComputedStyle(part).fontSize) < 28)
            wrong.push(`small: ${part.textContent}`);
    }
    for (const image of slide.querySelectorAll("img"))
        if (!image.alt || !image.naturalWidth || image.naturalWidth < image.width) wrong.push(`image ${image.src}`);
    if (/\\\\\\(|\\\\\\[|\\$/.test(slide.innerText)) wrong.push("a formula is not set");
    return wrong;
}"""


@pytest.fixture(scope="session")
def address():
    """Where the slides are, built by the command line."""
    command = [sys.executable, "-m", "tools.slides", "--no-serve"]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=slides.SLIDES)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def page(browser, address):
    page = Page(browser, address)
    page.page.set_viewport_size({"width": 1280, "height": 720})
    yield page
    page.page.close()


def complaints(page):
    """What a page complains of, and what it asks other machines for."""
    elsewhere = [url for url in page.requests if not url.startswith((page.address, "data:"))]
    return page.errors + [line for line in page.console if line.startswith(("error", "warning"))] + elsewhere


@pytest.mark.parametrize("name", CHAPTERS)
def test_every_slide_fits_and_can_be_read(page, name):
    shown = page.open(f"{name}.html")
    shown.wait_for_function(READY)
    count, found, axed = shown.evaluate("Reveal.getTotalSlides()"), {}, set()
    assert count == len(slides.deck(Chapter.open(ROOT / "notebooks" / f"{name}.ipynb")))
    for number in range(1, count + 1):
        assert shown.evaluate("Reveal.getIndices().h") == number - 1
        wrong = shown.evaluate(WRONG)
        kind = shown.evaluate("Reveal.getCurrentSlide().classList[0]")
        if kind not in axed:  # one slide of each kind is enough
            axed.add(kind)
            wrong += page.axe()
        if wrong:
            found[number] = wrong
        shown.keyboard.press("ArrowRight")
    assert found == {}
    assert shown.locator("mjx-merror").count() == 0
    assert shown.evaluate("Reveal.isLastSlide()")
    assert complaints(page) == []


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        ("slide.querySelector('p').textContent = 'word '.repeat(300)", "overflow"),
        (
            "slide.querySelector('p').innerHTML = `<span style='white-space: nowrap'>${'word '.repeat(40)}</span>`",
            "overflow",
        ),
        ("slide.querySelector('p').style.fontSize = '27px'", "small: The "),
        ("slide.querySelector('p').style.marginLeft = '-60px'", "P from 12,"),
        ("slide.querySelector('p').textContent = 'so $n = 3$'", "a formula is not set"),
        ("slide.querySelector('p').innerHTML = '<img src=style.css alt=x>'", "image "),
    ],
)
def test_what_is_wrong_would_be_found(page, damage, found):
    shown = page.open(f"{CHAPTERS[1]}.html#/1")
    shown.wait_for_function(READY)
    assert shown.evaluate(WRONG) == []
    shown.evaluate(f"const slide = Reveal.getCurrentSlide(); {damage}")
    assert any(wrong.startswith(found) for wrong in shown.evaluate(WRONG))


def test_the_list_leads_to_every_chapter(page):
    shown = page.open("index.html")
    links = shown.locator("a").evaluate_all("all => all.map(link => link.getAttribute('href'))")
    assert links == [f"{name}.html" for name in CHAPTERS]
    assert page.axe() == [] and complaints(page) == []


def test_the_speaker_sees_minutes_and_notes(page):
    shown = page.open(f"{CHAPTERS[1]}.html#/1")
    shown.wait_for_function(READY)
    with shown.expect_popup() as opened:
        shown.keyboard.press("s")
    notes = opened.value.locator(".speaker-controls-notes .value")
    notes.get_by_text(re.compile(r"^◆ \d+ min$")).wait_for()
    opened.value.close()
