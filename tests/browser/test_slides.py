"""The slides at 1280 by 720: nothing sticks out, everything can be read, nothing comes from elsewhere, they print."""

import re

import pytest
from test_site import Page

from tools.notebook import Series
from tools.room import plan
from tools.room.deck import deck

DECKS = {name: deck(name, Series.open()) for name in plan.PLANS}
READY = "() => window.Reveal?.isReady()"

# What is wrong with the slide that is shown: over the edge of its room, too small, on top of another part, not set.
WRONG = """() => {
    const slide = Reveal.getCurrentSlide().querySelector(".slide:not(.first.visible)"), wrong = [];
    const room = slide.getBoundingClientRect();
    if (slide.scrollHeight > slide.clientHeight || slide.scrollWidth > slide.clientWidth) wrong.push("overflow");
    for (const part of slide.querySelectorAll("*:not(svg *)")) {
        const box = part.getBoundingClientRect();
        const written = [...part.childNodes].some(node => node.nodeType === 3 && node.data.trim());
        if (!box.width || part.closest("mjx-assistive-mml, .foot")) continue;
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
    for (const drawn of slide.querySelectorAll("svg")) {  // ten points, the least in a picture, have 26 dots there
        const scale = drawn.getBoundingClientRect().height / drawn.viewBox.baseVal.height;
        if (10 * scale < 23) wrong.push(`letters of ${10 * scale} dots`);
        if (drawn.getBoundingClientRect().height < 330) wrong.push("a small picture");
    }
    if (/\\\\\\(|\\\\\\[|\\$/.test(slide.innerText)) wrong.push("a formula is not set");
    return wrong;
}"""
ALL = f"""() => Object.fromEntries([...Array(Reveal.getTotalSlides()).keys()].map(k => {{
    const states = Reveal.getSlide(k).querySelector(".first") ? [-1, 99] : [99];  // what stands in its place, too
    return [k + 1, states.flatMap(state => (Reveal.slide(k, 0, state), ({WRONG})()))];
}}).filter(([k, wrong]) => wrong.length))"""


@pytest.fixture
def page(tab, site):
    tab.set_viewport_size({"width": 1280, "height": 720})
    return Page(tab, f"{site}slides/")


def number(name, wanted):
    """The slide of a deck that is the first to be wanted, counted from 1."""
    return next(k for k, slide in enumerate(DECKS[name], 1) if wanted(slide))


@pytest.mark.parametrize("name", DECKS)
def test_every_slide_fits_and_can_be_read(page, name, site):
    shown = page.open(f"{name}.html")
    shown.wait_for_function(READY)
    assert shown.evaluate("Reveal.getTotalSlides()") == len(DECKS[name])
    assert shown.evaluate(ALL) == {}
    assert shown.locator("mjx-merror").count() == 0
    elsewhere = [url for url in page.requests if not url.startswith((site, "data:"))]
    assert page.errors + [line for line in page.console if line.startswith(("error", "warning"))] + elsewhere == []
    for k in {slide.kind: k for k, slide in enumerate(DECKS[name])}.values():  # one of each kind
        shown.evaluate(f"Reveal.slide({k}, 0, 99)")
        assert page.axe() == [], k


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        ("slide.querySelector('.body').innerHTML = 'word '.repeat(400)", "overflow"),
        ("slide.querySelector('li').style.fontSize = '20px'", "small: "),
        ("slide.querySelector('.body').style.cssText = 'align-self: start; margin-left: -60px'", "DIV from 12,"),
        ("slide.querySelector('ul').style.marginTop = '-300px'", "H2 on options"),
        ("slide.querySelector('h2').textContent = 'so $n = 3$'", "a formula is not set"),
        ("slide.querySelector('h2').innerHTML = '<svg style=\"height: 99px\" viewBox=\"0 0 9 9\">'", "a small picture"),
    ],
)
def test_what_is_wrong_would_be_found(page, damage, found):
    shown = page.open("evening.html#/4")  # the first of the questions
    shown.wait_for_function(READY)
    assert shown.evaluate(WRONG) == []
    shown.evaluate(f"const slide = Reveal.getCurrentSlide().firstElementChild; {damage}")
    assert any(wrong.startswith(found) for wrong in shown.evaluate(WRONG)), shown.evaluate(WRONG)


def visible(shown, *parts):
    """Which parts of the slide can be seen."""
    return [part for part in parts if shown.evaluate("""part => Reveal.getCurrentSlide().querySelector(part)
        .checkVisibility({opacityProperty: true, visibilityProperty: true})""", part)]  # fmt: skip


def test_a_result_comes_in_steps_and_the_speaker_sees_the_note(page):
    k = number("one-day", lambda slide: slide.before and slide.picture and slide.note)
    shown = page.open(f"one-day.html#/{k}")
    shown.wait_for_function(READY)
    parts = ".first .options", "strong", "svg", ".moral"
    for seen in [".first .options"], ["strong", "svg"], ["strong", "svg", ".moral"]:
        assert visible(shown, *parts) == seen
        shown.keyboard.press("ArrowRight") if ".moral" not in seen else None
    with shown.expect_popup() as opened:
        shown.keyboard.press("s")
    begins = re.compile(re.escape(DECKS["one-day"][k - 1].note[:20]))
    opened.value.locator(".speaker-controls-notes .value").get_by_text(begins).wait_for()
    opened.value.close()


def test_a_picture_comes_click_by_click(page):
    k = number("one-day", lambda slide: slide.title.startswith("+8 points measured"))
    shown = page.open(f"one-day.html#/{k}")
    shown.wait_for_function(READY)
    parts = "figure", 'svg [data-fragment-index="1"]', 'svg [data-fragment-index="2"]', ".moral"
    for clicks in range(5):
        shown.evaluate(f"Reveal.slide({k - 1}, 0, {clicks - 1})")
        assert visible(shown, *parts) == [*parts[:clicks]]


def test_a_deck_prints_complete(page):
    shown = page.open("evening.html?print-pdf")
    many = len(DECKS["evening"])
    shown.wait_for_function("count => document.querySelectorAll('.pdf-page').length === count", arg=many)
    hidden = "step => getComputedStyle(step).opacity !== '1'"
    assert not shown.evaluate(f"[...document.querySelectorAll('.fragment')].some({hidden})")
    pdf = shown.pdf(width="1280px", height="720px", print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == many
