"""The home page's doors: three answers that stand there, and follow what is typed; and the page as a reader sees it."""

import re

import pytest
from conftest import LIGHT
from playwright.sync_api import expect
from test_site import CHAPTERS, NARROW, WIDE, WIDER, Page

import give_or_take as g

LARGE = {"width": 1920, "height": 1080}
# The longest line of text, in letters: those with the same ground, of a paragraph that is in no table.
LONGEST = """() => {
    const blocks = "article :is(p, li, dd, figcaption, summary)", others = "table, pre, svg, script, .math";
    let longest = "";
    for (const block of document.querySelectorAll(blocks)) {
        if (block.closest(others) || !block.checkVisibility()) continue;
        const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT), range = document.createRange();
        const lines = new Map();
        while (walker.nextNode()) {
            const { data, parentElement } = walker.currentNode;
            if (parentElement.closest(`p, li, dd, figcaption, summary, ${others}`) !== block) continue;
            for (let i = 0; i < data.length; i++) {
                range.setStart(walker.currentNode, i);
                range.setEnd(walker.currentNode, i + 1);
                const [box] = range.getClientRects(), ground = box?.width && Math.round(box.bottom / 8);
                if (ground) lines.set(ground, (lines.get(ground) ?? "") + data[i]);
            }
        }
        for (const line of lines.values()) if (line.trim().length > longest.length) longest = line.trim();
    }
    return longest;
}"""
RESET = """() => document.querySelectorAll(".door form").forEach(form => {
    form.reset();
    form.dispatchEvent(new Event("input"));
})"""


@pytest.fixture
def page(tab, site):
    return Page(tab, site)


@pytest.fixture(scope="module")
def opened(browser, site):
    """The home page, once for all who only type."""
    with browser.new_context(**LIGHT) as context:
        page = Page(context.new_page(), site)
        page.open("index.html")
        yield page


@pytest.fixture
def home(opened):
    """The same, with the numbers that it opens with."""
    opened.page.evaluate(RESET)
    yield opened
    assert opened.errors == []


def door(page, id):
    return page.page.locator(f"#{id}")


def ends(interval):
    """As a door has them: 75.6% to 89.9%, or +1.4 to +15.8 points."""
    return re.sub("(?<=%)-", " to ", re.search(r"\(95% \w+ (.*)\)", f"{interval}")[1])


def enter(page, **fields):
    for label, text in fields.items():
        page.page.get_by_label(label.replace("_", " "), exact=True).fill(text)


@pytest.mark.smoke
@pytest.mark.parametrize(("size", "clicks"), [(WIDE, 0), (NARROW, 1)], ids=["wide", "narrow"])
def test_how_many_items_is_a_click_away_at_most(page, size, clicks):
    page.page.set_viewport_size(size)
    page.open("index.html")
    if clicks:
        page.page.get_by_role("link", name="how many?").click()
    for words in ("±10", "±5", "±3", "±1"):
        expect(door(page, "how-many").get_by_role("cell", name=words, exact=True)).to_be_in_viewport()


def test_what_stands_there_without_javascript_is_what_the_page_computes(browser, site, home):
    with browser.new_context(java_script_enabled=False) as context:
        plain = context.new_page()
        plain.goto(f"{site}index.html")
        still = plain.locator(".doors").inner_html()
        expect(plain.get_by_label("Right", exact=True)).not_to_be_editable()
    expect(home.page.get_by_label("Right", exact=True)).to_be_editable()
    assert re.sub(' (readonly|disabled)=""', "", still) == home.page.locator(".doors").inner_html()


@pytest.mark.parametrize(("right", "items"), [("84", "100"), ("20", "20"), ("1,250", "1319")])
def test_how_sure(home, right, items):
    enter(home, Right=right)
    door(home, "how-sure").get_by_label("Items", exact=True).fill(items)
    interval = g.wilson_interval(int(right.replace(",", "")), int(items))
    answer = door(home, "how-sure").locator(".answer")
    expect(answer.locator(".big")).to_have_text(ends(interval))
    above, below = 100 * (interval.high - interval.estimate), 100 * (interval.estimate - interval.low)
    expect(answer).to_contain_text(f"{100 * interval.estimate:.1f}%: minus {below:.1f}, plus {above:.1f} points.")
    link = door(home, "how-sure").get_by_role("link", name="A sentence to paste").get_attribute("href")
    assert link == f"calculator.html#one-rate?right={right.replace(',', '')}&items={items}"


FAVOURS, NEITHER = "The data favour the new one.", "The data cannot tell the two apart: the interval holds zero."
BORDERLINE = "Borderline: the interval and the tests do not all agree."


@pytest.mark.parametrize(
    ("old", "new", "items", "only", "same", "other"),
    [
        (84, 92, 100, 10, FAVOURS, NEITHER),
        (42, 49, 60, 9, BORDERLINE, NEITHER),
        (700, 640, 1000, 25, "The data favour the old one.", "The data favour the old one."),
        (8, 9, 10, 1, NEITHER, NEITHER),
    ],
)
def test_which_is_better(home, old, new, items, only, same, other):
    here = door(home, "which-is-better")
    enter(home, Old=str(old), New=str(new), Right_only_by_the_new_one=str(only))
    here.get_by_label("Items", exact=True).fill(str(items))
    only_old = only - (new - old)
    shared = g.tango_interval(new - only, only, only_old, items - new - only_old)
    apart = g.newcombe_interval(new, items, old, items)
    for asked, interval, words in (("the same items", shared, same), ("other items", apart, other)):
        here.get_by_label(asked).check()
        expect(here.locator(".big")).to_have_text(ends(interval))
        shown = here.locator(".answer").inner_text()
        assert f"The gain is {100 * interval.estimate:+.1f} points. {words}" in shown
        assert ("fewer than 20" in shown) == (items < 20)
        expect(here.locator(".asks:visible")).to_have_count(3 if interval is shared else 2)
    assert g.mcnemar_test(9, 2).p_value < 0.05 < g.mcnemar_test(9, 2, method="exact").p_value, "which is borderline"


@pytest.mark.parametrize(("gain", "now", "flips"), [(5, 84, 12), (2, 50, 30), (10, 90, 10)])
def test_how_many_items(home, gain, now, flips):
    here = door(home, "how-many")
    enter(home, Gain=str(gain), Score_now=f"{now}%", Items_that_flip=str(flips))
    same = g.items_for_paired((flips + gain) / 200, (flips - gain) / 200)
    other = g.items_for_power(now / 100, (now + gain) / 100)
    expect(here.locator(".answer")).to_contain_text(f"{same:,} items, shared by both {other:,} items for each")


@pytest.mark.parametrize(
    ("id", "label", "typed", "says"),
    [
        ("how-sure", "Right", "101", "Right must not exceed the items: got 101 of 100; are the two swapped?"),
        ("how-sure", "Items", "", "Items: type a number."),
        ("how-sure", "Items", "many", "Items must be a number: got “many”."),
        ("which-is-better", "New", "101", "New must not exceed the items: got 101 of 100"),
        ("which-is-better", "Old", "70%", "Old must be a count, such as 84, not a share."),
        ("which-is-better", "New", "97", "With these scores, only the new one is right on 13 to 16 items: got 10."),
        ("how-many", "Gain", "17", "From 84%, a gain can be at most 16 points."),
        ("how-many", "Gain", "120", "Gain must lie between 0 and 100: got 120."),
        ("how-many", "Items that flip", "28", "From 84% to 89%, at most 27% can flip: got 28%."),
        ("how-many", "Items that flip", "4", "At least 5% must flip to gain so much: got 4%."),
    ],
)
def test_what_makes_no_sense_is_said_and_has_no_answer(home, id, label, typed, says):
    here = door(home, id)
    field = here.get_by_label(label, exact=True)
    before = here.locator(".answer").inner_text()
    good = field.input_value()
    field.fill(typed)
    field.press("Enter")
    expect(here.get_by_role("status")).to_contain_text(says)
    expect(here.locator("[aria-invalid=true]")).to_have_count(1)
    expect(here.locator(".answer")).to_be_hidden()
    field.fill(good)
    expect(here.locator(".says")).to_have_text("")
    assert here.locator(".answer").inner_text() == before


def test_flips_that_nobody_typed_are_lowered_to_what_can_flip(home):
    """7% are wrong before and 2% after, and what flips is among these."""
    here, flips = door(home, "how-many"), home.page.get_by_label("Items that flip")
    lowered = "From 93% to 98%, at most 9% can flip, so we took that."
    enter(home, Score_now="93%")
    expect(here.locator(".answer")).to_contain_text(f"{g.items_for_paired(0.07, 0.02)} items, shared by both")
    expect(here.locator(".answer")).to_contain_text(lowered)
    expect(flips).to_have_value("9%")
    enter(home, Score_now="84%")
    expect(flips).to_have_value("12%")
    expect(here.get_by_text("so we took that")).to_be_hidden()
    enter(home, Score_now="3%", Gain="1")
    expect(here.locator(".answer")).to_contain_text("From 3% to 4%, at most 7% can flip, so we took that.")
    enter(home, Items_that_flip="12%", Score_now="93%", Gain="5")
    flips.press("Enter")
    expect(here.get_by_role("status")).to_have_text("From 93% to 98%, at most 9% can flip: got 12%.")


@pytest.mark.parametrize(("id", "first"), [("how-sure", "Right"), ("which-is-better", "Old")])
def test_who_types_the_first_of_two_numbers_is_not_interrupted(browser, site, id, first):
    """The last answer stays, pale, until the second is there, or a second has passed, or the reader has gone on."""
    with browser.new_context(**LIGHT) as context:
        page = Page(context.new_page(), site)
        page.page.clock.install()
        page.open("index.html")
        page.page.clock.pause_at(page.page.evaluate("Date.now()") / 1000 + 60)
        here, clock = door(page, id), page.page.clock
        answer, says, items = (here.locator(x) for x in (".answer", ".says", "[name=items]"))
        before = answer.inner_text()
        here.get_by_label(first, exact=True).fill("101")
        expect(answer).to_have_class("answer last")
        clock.run_for(900)
        items.focus()
        clock.run_for(900)
        assert (says.inner_text(), answer.inner_text()) == ("", before)
        items.fill("200")
        expect(answer).to_have_class("answer")
        clock.run_for(5000)
        assert says.inner_text() == "" and answer.inner_text() != before
        items.fill("100")
        clock.run_for(1100)
        expect(says).to_contain_text("must not exceed the items: got 101 of 100")
        items.fill("200")
        items.fill("100")
        expect(says).to_have_text("")
        page.page.evaluate("document.activeElement.blur()")
        expect(says).to_contain_text("must not exceed the items: got 101 of 100")


def test_by_keyboard_alone(home):
    home.page.get_by_label("Old", exact=True).focus()
    for key in ("8", "0", "Tab", "9", "3", "Tab", "Tab", "ArrowRight"):  # and on other items
        home.page.keyboard.press(key)
    expect(door(home, "which-is-better").locator(".big")).to_have_text(ends(g.newcombe_interval(93, 100, 80, 100)))


@pytest.mark.parametrize("size", [NARROW, WIDE, LARGE], ids=lambda size: str(size["width"]))
def test_no_line_has_more_than_80_letters_and_nothing_is_cut(page, size):
    page.page.set_viewport_size(size)
    for name in ("index.html", "glossary.html", CHAPTERS[5]) if size == LARGE else ("index.html",):
        page.open(name)
        longest = page.page.evaluate(LONGEST)
        assert 30 < len(longest) <= 80, longest
    page.open("index.html")
    assert page.page.evaluate(WIDER) is False


def test_the_home_page_is_open_to_everybody_in_the_dark_too(browser, site):
    with browser.new_context(**LIGHT | {"color_scheme": "dark"}) as context:
        dark = Page(context.new_page(), site)
        dark.open("index.html")
        assert dark.axe() == []


def test_teach_is_in_the_side_bar_of_each_page_without_scrolling(page):
    page.page.set_viewport_size({"width": 1280, "height": 720})
    for name in ("index.html", CHAPTERS[4], "glossary.html"):
        page.open(name)
        expect(page.page.locator(".sidebar-tree").get_by_role("link", name="Teach with it")).to_be_in_viewport()
