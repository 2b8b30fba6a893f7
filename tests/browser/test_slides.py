"""The slides at 1280 by 720: nothing sticks out, everything can be read, nothing comes from elsewhere, they print."""

import re

import pytest
from conftest import few
from playwright.sync_api import expect
from test_site import Page

from give_or_take.classroom.figures import SMALLEST
from tools import slides
from tools.notebook import Series
from tools.site import redraw

EVERY = {name: shown for name, *_, shown in slides.every_deck(Series.open())}
DECKS = {name: len(shown) for name, shown in EVERY.items()}
ONE_OF_EACH = {slide.kind: k for k, slide in enumerate([*EVERY.values()][4])}.values()  # of chapter 1
READY = "() => window.Reveal?.isReady()"

# What is wrong with the slide that is shown: over the edge of its room, too small, on top of another part, not set, or
# a step of two lines.
WRONG = """() => {
    const slide = Reveal.getCurrentSlide().querySelector(".slide:not(.first.visible)"), wrong = [];
    const room = slide.getBoundingClientRect();
    if (slide.scrollHeight > slide.clientHeight || slide.scrollWidth > slide.clientWidth) wrong.push("overflow");
    for (const part of slide.querySelectorAll("*")) {
        const box = part.getBoundingClientRect();
        const written = [...part.childNodes].some(node => node.nodeType === 3 && node.data.trim());
        if (!box.width || part.closest("mjx-assistive-mml, .foot, .timer")) continue;
        if (box.left < room.left + 40 || box.right > room.right - 40 ||
            box.top < room.top + 12 || box.bottom > room.bottom - 40)
            wrong.push(`${part.tagName} from ${box.left},${box.top} to ${box.right},${box.bottom}`);
        if (written && !part.closest("mjx-container") && parseFloat(getComputedStyle(part).fontSize) < 27.5)
            wrong.push(`small: ${part.textContent}`);
    }
    const parts = [...slide.children, ...slide.querySelectorAll(".body > *")].filter(part => !part.matches(".body"));
    parts.forEach((part, k) => parts.slice(k + 1).forEach(other => {
        const a = part.getBoundingClientRect(), b = other.getBoundingClientRect();
        if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
            wrong.push(`${part.className || part.tagName} on ${other.className || other.tagName}`);
    }));
    for (const step of slide.querySelectorAll(".steps tr"))
        if (step.clientHeight > 2 * parseFloat(getComputedStyle(step).fontSize))
            wrong.push(`wrapped: ${step.textContent}`);
    for (const image of slide.querySelectorAll("img"))
        if (!image.alt || !image.naturalWidth || image.naturalWidth < image.width) wrong.push(`image ${image.src}`);
        else if (SMALLEST / 72 * FINE * image.height / image.naturalHeight < 24)
            wrong.push(`letters of ${SMALLEST / 72 * FINE * image.height / image.naturalHeight} dots: ${image.alt}`);
    if (/\\\\\\(|\\\\\\[|\\$/.test(slide.innerText)) wrong.push("a formula is not set");
    return wrong;
}"""
WRONG = WRONG.replace("SMALLEST", str(SMALLEST)).replace("FINE", str(redraw.FINE))
ALL = f"""() => Object.fromEntries([...Array(Reveal.getTotalSlides()).keys()].map(k => {{
    const states = Reveal.getSlide(k).querySelector(".first") ? [-1, 99] : [99];  // what stands in its place, too
    return [k + 1, states.flatMap(state => (Reveal.slide(k, 0, state), ({WRONG})()))];
}}).filter(([k, wrong]) => wrong.length))"""


@pytest.fixture
def address(site):
    """Where the slides are: those of the site."""
    return f"{site}slides/"


@pytest.fixture
def page(tab, address):
    tab.set_viewport_size({"width": 1280, "height": 720})
    return Page(tab, address)


def complaints(page):
    """What a page complains of, and what it asks other machines for."""
    elsewhere = [url for url in page.requests if not url.startswith((page.address, "data:"))]
    return page.errors + [line for line in page.console if line.startswith(("error", "warning"))] + elsewhere


@pytest.mark.parametrize("name", few(DECKS, ["two-days", "01-sampling-wobble"]))
def test_every_slide_fits_and_can_be_read(page, name):
    shown = page.open(f"{name}.html")
    shown.wait_for_function(READY)
    assert shown.evaluate("Reveal.getTotalSlides()") == DECKS[name]
    assert shown.evaluate(ALL) == {}
    assert shown.locator("mjx-merror").count() == 0 and complaints(page) == []
    if name[:2] == "01":  # its slides are of every kind
        for dark in (False, True):
            shown.evaluate(f"document.documentElement.classList.toggle('dark', {str(dark).lower()})")
            for k in ONE_OF_EACH:
                shown.evaluate(f"Reveal.slide({k}, 0, 99)")
                assert page.axe() == [], (k, dark)


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        ("slide.querySelector('.body').innerHTML = 'word '.repeat(400)", "overflow"),
        ("slide.querySelector('li').style.fontSize = '20px'", "small: "),
        ("slide.querySelector('ul').outerHTML = '<table class=steps><tr><th>5 min<td>' + 'a '.repeat(99)", "wrapped: "),
        ("slide.querySelector('ul').style.marginLeft = '-60px'", "UL from 12,"),
        ("slide.querySelector('ul').style.marginTop = '-300px'", "H2 on options"),
        ("slide.querySelector('h2').textContent = 'so $n = 3$'", "a formula is not set"),
        ("slide.querySelector('h2').innerHTML = '<img src=style.css alt=x>'", "image "),
    ],
)
def test_what_is_wrong_would_be_found(page, damage, found):
    shown = page.open(f"{[*DECKS][4]}.html#/2")
    shown.wait_for_function(READY)
    assert shown.evaluate(WRONG) == []
    shown.evaluate(f"const slide = Reveal.getCurrentSlide().firstElementChild; {damage}")
    assert any(wrong.startswith(found) for wrong in shown.evaluate(WRONG)), shown.evaluate(WRONG)


def test_a_question_is_large_until_its_picture_or_formula_comes_and_that_has_its_size(page):
    shown = page.open("two-days.html")
    shown.wait_for_function(READY)
    size = "part => parseFloat(getComputedStyle(Reveal.getCurrentSlide().querySelector(part)).fontSize)"
    lone = [k for k, slide in enumerate(EVERY["two-days"]) if slide.waits or '<div class="fragment">' in slide.body]
    assert len(lone) >= 4 and {EVERY["two-days"][k].kind for k in lone} == {"figure", "formula"}
    for k in lone:
        shown.evaluate(f"Reveal.slide({k}, 0, -1)")
        assert shown.evaluate(size, "h2") == 72
        shown.keyboard.press("ArrowRight")
        assert shown.evaluate(size, "h2") == 40
        assert EVERY["two-days"][k].kind == "figure" or shown.evaluate(size, ".math.block") > 60


def test_a_result_comes_in_steps_and_the_speaker_sees_what_to_do(page):
    shown = page.open(f"{[*DECKS][4]}.html#/3")
    shown.wait_for_function(READY)
    seen = """() => ['.first h2', '.first .options', 'strong', 'img', '.moral'].filter(part => Reveal.getCurrentSlide()
        .querySelector(part).checkVisibility({opacityProperty: true, visibilityProperty: true}))"""
    place = "part => JSON.stringify(Reveal.getCurrentSlide().querySelector(part).getBoundingClientRect())"
    shown.keyboard.press("ArrowLeft")
    before = [shown.evaluate(place, part) for part in ("h2", ".options")]
    shown.keyboard.press("ArrowRight")
    assert [shown.evaluate(place, part) for part in ("h2", ".options")] == before, "nothing jumps"
    for parts in [".first h2", ".first .options"], ["strong", "img"], ["strong", "img", ".moral"]:
        assert shown.evaluate(seen) == parts
        shown.keyboard.press("ArrowRight") if ".moral" not in parts else None
    with shown.expect_popup() as opened:
        shown.keyboard.press("s")
    opened.value.locator(".speaker-controls-notes .value").get_by_text(re.compile("Listen for")).wait_for()
    opened.value.wait_for_timeout(2000)  # until its two small decks are there: the large one stays where it is
    assert shown.evaluate("Reveal.getIndices().h") == 2
    opened.value.close()


def test_the_speakers_window_shows_a_whole_note_and_starts_the_clock_on_the_wall(page):
    k = next(k for k, slide in enumerate(EVERY["one-day"], 1) if slide.kind == "own files" and slide.minutes > 20)
    shown = page.open(f"one-day.html#/{k}")
    shown.wait_for_function(READY)
    with shown.expect_popup() as opened:
        shown.keyboard.press("s")
    notes, wall = opened.value, shown.locator("section.present .timer")
    notes.set_viewport_size({"width": 1280, "height": 720})
    for frame in ("#current-slide", "#upcoming-slide"):
        notes.frame_locator(f"{frame} iframe").locator(".reveal.ready").wait_for()
    ends = "note => [note.getBoundingClientRect().bottom, note.innerText.split(/\\s+/).length]"
    bottom, words = notes.locator(".speaker-controls-notes .value").evaluate(ends)
    assert 100 < words and bottom <= 720
    small = notes.frame_locator("#current-slide iframe").locator("section.present .timer")
    ticking = f"() => timers[{wall.evaluate('timer => timers.indexOf(timer)')}].ticking > 0"
    notes.keyboard.press("t")
    expect(wall).to_have_text("30 min")  # in calm, whole minutes
    expect(small).to_have_text("30 min")
    assert all(window.evaluate(ticking) for window in (shown, notes.frames[1]))
    wall.click()
    expect(wall).to_have_text("30 min")
    for window in (shown, notes.frames[1]):
        window.wait_for_function(f"() => !({ticking})()")
    notes.close()


def test_a_break_counts_down_when_asked_and_leads_back(page):
    k = next(k for k, slide in enumerate(EVERY["one-day"], 1) if slide.kind == "own break")
    shown = page.open(f"one-day.html#/{k}")
    shown.emulate_media(reduced_motion="no-preference")
    shown.wait_for_function(READY)
    timer = shown.locator("section.present .timer")
    whole = timer.inner_text()
    shown.keyboard.press("t")
    minutes, seconds = map(int, timer.inner_text().split(":"))
    assert 58 <= minutes * 60 + seconds - 60 * (int(whole.split(":")[0]) - 1) <= 60
    shown.wait_for_timeout(1300)
    assert timer.inner_text() != whole
    timer.click()
    stopped = timer.inner_text()
    shown.wait_for_timeout(1300)
    assert timer.inner_text() == stopped != whole
    timer.click()
    shown.wait_for_timeout(1300)
    assert timer.inner_text() < stopped
    k = timer.evaluate("timer => timers.indexOf(timer)")
    shown.evaluate("timer => count({ timer, end: Date.now() + 900 })", k)
    expect(timer).to_have_text("0:00")
    expect(timer).to_have_class("timer over")
    timer.click()
    expect(timer).to_have_text(whole)
    shown.emulate_media(media="print")
    assert not timer.is_visible()
    assert shown.locator("section.present .foot a").get_attribute("href") == "index.html"


def test_the_list_leads_to_every_deck_which_prints_complete(page):
    shown = page.open("index.html")
    links = shown.locator("a").evaluate_all("all => all.map(link => link.getAttribute('href'))")
    assert links == [link for name in DECKS for link in (f"{name}.html", f"{name}.html?print-pdf")]
    assert page.axe() == [] and complaints(page) == []
    shown = page.open(links[9])
    shown.wait_for_function("count => document.querySelectorAll('.pdf-page').length === count", arg=DECKS[[*DECKS][4]])
    hidden = "step => getComputedStyle(step).opacity !== '1'"
    assert not shown.evaluate(f"[...document.querySelectorAll('.fragment')].some({hidden})")
    pdf = shown.pdf(width="1280px", height="720px", print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == DECKS[[*DECKS][4]]
