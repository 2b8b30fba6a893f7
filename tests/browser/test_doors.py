"""The home page's doors: three tabs, whose answers follow what is typed; and the page as a reader sees it."""

import re

import pytest
from conftest import LIGHT
from playwright.sync_api import expect
from test_site import CHAPTERS, NARROW, WIDE, WIDER, Page

import give_or_take as g

SCREEN, LARGE = {"width": 1280, "height": 800}, {"width": 1920, "height": 1080}
ONLY, DIFFER = "Right only by the new one", "Items where the two differ"
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
    """The panel, opened by its tab."""
    page.page.locator(f"#tab-{id}").click()
    return page.page.locator(f"#{id}")


def ends(interval):
    """As a door has them: 75.6% to 89.9%, or −1.4 to +15.8 points."""
    words = re.sub("(?<=%)-", " to ", re.search(r"\(95% \w+ (.*)\)", f"{interval}")[1])
    return words.replace("-", "−")


def enter(here, **fields):
    for label, text in fields.items():
        here.get_by_label(label.replace("_", " "), exact=True).fill(text)


@pytest.mark.smoke
@pytest.mark.parametrize("size", [SCREEN, NARROW], ids=["wide", "narrow"])
def test_how_many_items_is_a_click_away_at_most(page, size):
    page.page.set_viewport_size(size)
    page.open("index.html")
    page.page.get_by_role("tab", name="How many items?").click()
    for words in ("±10", "±5", "±3", "±1"):
        expect(page.page.get_by_role("cell", name=words, exact=True)).to_be_in_viewport()


def test_the_whole_tool_stands_on_the_first_screen_whatever_tab_is_open(page):
    page.page.set_viewport_size(SCREEN)
    page.open("index.html")
    heights = set()
    for tab in page.page.get_by_role("tab").all():
        tab.click()
        heights.add(page.page.locator(".doors").evaluate("e => e.getBoundingClientRect().bottom"))
        expect(page.page.locator(".door:visible")).to_have_count(1)
        paste = page.page.locator(".door.open :is(.opens, .paste):visible")
        expect(paste).to_have_count(1)  # which opens it, or what is open
        expect(paste).to_be_in_viewport(ratio=1)
    assert len(heights) == 1 and max(heights) < SCREEN["height"] - 16


def test_the_sentence_to_paste_stands_below_and_is_the_calculators(page, tab):
    shown = page.open("index.html")
    for id in ("how-sure", "which-is-better", "how-many"):
        here = door(page, id)
        opens = here.get_by_role("button", name="A sentence to paste")
        expect(opens).to_have_count(int(id != "how-sure"))  # where it stands beside the answer
        for expanded in ("false", "true") * opens.count():
            expect(opens).to_have_attribute("aria-expanded", expanded)
            opens.press("Enter")
            expect(opens).to_be_focused()
            expect(here.locator(".paste")).to_be_visible(visible=expanded == "false")
        if id != "how-sure":
            opens.press("Space")
        else:
            here.get_by_text("In full, so that others can check it").click()
        sentence = here.locator(".calculator-sentence").inner_text()
        for which in ("plain", "full"):
            button = here.get_by_role("button", name=f"Copy: the {which} sentence")
            expect(button).to_be_in_viewport()
            assert button.bounding_box()["height"] < 48
        page.open(here.get_by_role("link", name="In the calculator").get_attribute("href"))
        expect(shown.locator(".calculator-sentence:visible")).to_have_text(sentence, use_inner_text=True)
        expect(shown.locator(".calculator-headline:visible")).to_be_in_viewport(ratio=1)
        page.open("index.html")
    here = door(page, "how-sure")
    enter(here, Right="42")
    expect(here.locator(".calculator-sentence")).to_contain_text("got 42 right")
    enter(here, Right="142")
    expect(here.locator(".says")).not_to_be_empty()
    expect(here.locator(".paste")).to_be_hidden()


def test_the_calculator_asks_the_three_questions_in_the_same_words_and_order(page):
    page.page.set_viewport_size(SCREEN)
    shown, asked = page.open("index.html"), []
    for question in shown.get_by_role("tab").all_inner_texts():
        shown.get_by_role("tab", name=question).click()
        fields = shown.locator(".door.open input:not([type=radio])")
        notes = shown.locator(".door.open small:visible").all_inner_texts()
        asked.append((question, fields.evaluate_all("all => all.map(one => one.ariaLabel)"), notes))
    page.open("calculator.html")
    assert len({tab.bounding_box()["y"] for tab in shown.get_by_role("tab").all()}) == 1, "in one row"
    for question, labels, notes in asked:
        shown.get_by_role("tab", name=question, exact=True).click()
        here = shown.locator("section[role=tabpanel]:visible .calculator-asks > .calculator-field:visible")
        fields = here.filter(has=shown.locator("input")).locator("label")
        expect(fields).to_have_text(labels)
        hints = shown.locator("section[role=tabpanel]:visible .calculator-says").all_inner_texts()
        assert {note for note in notes if "old one:" not in note} == {hint for hint in hints if hint}


def test_a_plain_sentence_stands_first_and_has_the_numbers_that_are_shown(home):
    plain = home.page.locator(".door.open .calculator-plain")
    how_sure = door(home, "how-sure")
    expect(plain).to_have_text("84 of 100 right: 84.0%, 95% interval 75.6% to 89.9%.")
    enter(how_sure, Right="9", Items="10")
    expect(plain).to_contain_text("9 of 10 right: 90.0%")
    expect(plain).to_contain_text("With fewer than 20 items, all of this is rough.")
    here = door(home, "which-is-better")
    expect(plain).to_have_text(
        "On the same 190 items the new version gains +5.8 points, 95% interval +0.9 to +11.2 points."
    )
    here.get_by_label("other items").check()
    interval = ends(g.newcombe_interval(171, 190, 160, 190))
    expect(plain).to_have_text(
        f"On 190 different items each the new version changes by +5.8 points, 95% interval {interval}: not clear."
    )
    here.get_by_label("the same items").check()
    enter(here, Old_right="700", New_right="640", Items="1000")
    expect(plain).to_have_text(
        "On the same 1,000 items the new version changes by −6.0 points. "
        "How sure that is depends on how many only the new version got right."
    )
    enter(here, Right_only_by_the_new_one="25")
    interval = ends(g.tango_interval(615, 25, 85, 275))
    expect(plain).to_have_text(
        f"On the same 1,000 items the new version loses −6.0 points, 95% interval {interval}."
    )
    enter(door(home, "how-many"), Gain_to_find="1", Score_now="84%")
    same, other = g.items_for_paired(0.105, 0.095), g.items_for_power(0.84, 0.85)
    enter(home.page.locator("#how-many"), Items_where_the_two_differ="20%")
    expect(plain).to_have_text(
        f"To see a gain of 1 point from 84%, both systems need the same {same:,} items, "
        f"or {other:,} different ones each (80% power)."
    )


def test_a_plan_goes_on_from_the_readers_own_numbers_unless_they_type_others(home):
    which, plan = home.page.locator("#which-is-better"), home.page.locator("#how-many")
    now, differ, told = plan.get_by_label("Score now"), plan.get_by_label(DIFFER), plan.get_by_text("from your numbers")
    door(home, "how-many")
    expect(told.and_(home.page.locator(":visible"))).to_have_count(0)
    door(home, "which-is-better")
    enter(which, Old_right="300", New_right="310", Items="400", Right_only_by_the_new_one="41")
    door(home, "how-many")
    expect(now).to_have_value("77.5%")
    expect(differ).to_have_value("18%")  # 41 and 31 of 400
    expect(told.and_(home.page.locator(":visible"))).to_have_count(2)
    expect(plan.locator("[data-is=same]")).to_have_text(f"{g.items_for_paired(0.115, 0.065):,}")
    enter(plan, Gain_to_find="19")  # which 18% do not hold
    expect(differ).to_have_value("20%")
    expect(plan.locator(".says")).to_have_text("")
    expect(told.and_(home.page.locator(":visible"))).to_have_count(1)
    enter(plan, Gain_to_find="5", Score_now="80%")
    expect(differ).to_have_value("18%")
    door(home, "which-is-better")
    enter(which, Right_only_by_the_new_one="61")
    expect(now).to_have_value("80%")
    expect(differ).to_have_value("28%")
    which.get_by_label("other items").check()
    expect(differ).to_have_value("20%")


def test_tabs_are_walked_through_by_arrow_keys_and_opened_by_links(page):
    shown = page.open("index.html")
    names = ["How sure is my score?", "Is the new one better?", "How many items?"]
    expect(shown.get_by_role("tab")).to_have_text(names)
    shown.get_by_role("tab", name=names[0]).focus()
    for key, at in (("ArrowRight", 1), ("End", 2), ("ArrowRight", 0), ("ArrowLeft", 2), ("Home", 0)):
        shown.keyboard.press(key)
        expect(shown.get_by_role("tab", selected=True)).to_have_text(names[at])
        expect(shown.get_by_role("tab", selected=True)).to_be_focused()
        expect(shown.get_by_role("tabpanel")).to_have_accessible_name(names[at])
    shown.keyboard.press("Tab")
    expect(shown.locator("#how-sure [name=right]")).to_be_focused()
    for size in (SCREEN, NARROW):
        shown.set_viewport_size(size)
        for id, at in (("how-many", 2), ("which-is-better", 1), ("how-sure", 0)):
            page.open("glossary.html")
            page.open(f"index.html#{id}")
            expect(shown.get_by_role("tab", selected=True)).to_have_text(names[at])
            expect(shown.get_by_role("tab", selected=True)).to_be_in_viewport(ratio=1)
            expect(shown.locator(f"#{id} .big").first).to_be_in_viewport(ratio=1)


def test_what_stands_there_without_javascript_is_what_the_page_computes(browser, site, home):
    with browser.new_context(java_script_enabled=False) as context:
        plain = context.new_page()
        plain.goto(f"{site}index.html")
        still = plain.locator(".doors form").evaluate_all("all => all.map(form => form.innerHTML)")
        expect(plain.locator(".door:visible")).to_have_count(3)
        expect(plain.get_by_role("heading", name="How many items?")).to_be_visible()
        expect(plain.get_by_role("tab")).to_have_count(0)
        expect(plain.get_by_label("Right", exact=True)).not_to_be_editable()
    expect(home.page.get_by_label("Right", exact=True)).to_be_editable()
    now = home.page.locator(".doors form").evaluate_all("all => all.map(form => form.innerHTML)")
    svg = '(?<=<div class="picture" aria-hidden="true">)<svg.*?</svg>'
    drawn = re.compile(f'(?s){svg}|<div class="paste".*|<button .*?</button>|<a data-to.*?</a>')
    assert [re.sub(' (readonly|disabled)=""', "", drawn.sub("", form)) for form in still] == [
        drawn.sub("", form).replace(' aria-hidden="false"', "") for form in now
    ]


def test_the_picture_is_zoomed_to_the_interval_and_its_ends_are_labelled(home):
    here = door(home, "which-is-better")
    enter(here, Old_right="840", New_right="920", Items="1,000", Right_only_by_the_new_one="90")
    interval = g.tango_interval(920 - 90, 90, 10, 1000 - 920 - 10)
    shown = here.locator(".picture")
    for end in interval:
        expect(shown.locator(".end").filter(has_text=f"{100 * end:+.1f}".replace("-", "−"))).to_be_visible()
    bar, dot = (shown.locator(part).first.bounding_box()["width"] for part in (".bar", ".dot"))
    assert bar > 3 * dot


@pytest.mark.parametrize(("right", "items"), [("84", "100"), ("20", "20"), ("1,250", "1319")])
def test_how_sure(home, right, items):
    enter(door(home, "how-sure"), Right=right, Items=items)
    interval = g.wilson_interval(int(right.replace(",", "")), int(items))
    answer = door(home, "how-sure").locator(".answer")
    expect(answer.locator(".big")).to_have_text(ends(interval))
    above, below = 100 * (interval.high - interval.estimate), 100 * (interval.estimate - interval.low)
    expect(answer).to_contain_text(f"{100 * interval.estimate:.1f}%: minus {below:.1f}, plus {above:.1f} points")
    link = door(home, "how-sure").get_by_role("link", name="In the calculator").get_attribute("href")
    assert link == f"calculator.html#one-rate?right={right.replace(',', '')}&items={items}"


FAVOURS, AGAINST = "Yes, probably: between {} and {} points better.", "No, probably: between {} and {} points worse."
NEITHER = "Cannot be told: anything from {} points worse to {} better."
BORDERLINE = "Borderline: between {} and {} points better, but the test does not confirm it."


@pytest.mark.parametrize(
    ("old", "new", "items", "only", "same", "other"),
    [
        (160, 171, 190, 17, FAVOURS, NEITHER),
        (42, 49, 60, 9, FAVOURS, NEITHER),
        (42, 46, 60, 4, BORDERLINE, NEITHER),
        (700, 640, 1000, 25, AGAINST, AGAINST),
        (8, 9, 10, 1, NEITHER, NEITHER),
    ],
)
def test_which_is_better(home, old, new, items, only, same, other):
    here = door(home, "which-is-better")
    enter(here, Old_right=str(old), New_right=str(new), Items=str(items), Right_only_by_the_new_one=str(only))
    only_old = only - (new - old)
    shared = g.tango_interval(new - only, only, only_old, items - new - only_old)
    apart = g.newcombe_interval(new, items, old, items)
    for asked, interval, words in (("the same items", shared, same), ("other items", apart, other)):
        here.get_by_label(asked).check()
        expect(here.locator(".big")).to_have_text(ends(interval))
        shown = here.locator(".answer").inner_text()
        by = [f"{100 * abs(end):.1f}" for end in interval][:: 1 if words != AGAINST else -1]
        assert shown.startswith(f"{words.format(*by)}\n"), "first the verdict"
        gain = f"{100 * interval.estimate:+.1f}".replace("-", "−")
        meant = "95% interval: about 95 of 100 such intervals hold the true gain."
        assert f"{meant} The gain on these items is {gain} points." in re.sub(r"\s+", " ", shown)
        assert ("fewer than 20" in shown) == (items < 20)
        expect(here.locator("[name=only]:visible")).to_have_count(int(interval is shared))
    assert g.mcnemar_test(4, 0).p_value > 0.05 and g.tango_interval(42, 4, 0, 14).low > 0, "which is borderline"


@pytest.mark.parametrize(("old", "new", "items"), [(40, 42, 50), (840, 920, 1000)])
def test_a_number_of_the_example_does_not_stay_among_those_of_a_reader(home, old, new, items):
    """Until the last is given, the answer is the most cautious one, and says so, beside the least."""
    here, only = door(home, "which-is-better"), home.page.get_by_label("Right only by the new one", exact=True)
    enter(here, Old_right=str(old), New_right=str(new), Items=str(items))
    expect(only).to_have_value("")
    expect(only).to_have_attribute("placeholder", "?")
    expect(here.locator("[data-is=only-old]")).to_have_text("?")
    expect(here.locator(".says")).to_have_text("")
    answer = here.locator(".answer")
    narrow = ends(g.tango_interval(old, new - old, 0, items - new))
    expect(answer.locator(".big")).to_have_text(ends(g.tango_interval(new + old - items, items - old, items - new, 0)))
    least, most = (f"{n:,}" for n in (new - old, items - old))
    asks = f"It depends on how many only the new one got right: if {least}, {narrow}; if {most}, what stands below."
    expect(answer).to_contain_text(asks)
    expect(answer).to_contain_text("95% interval, the most cautious: about 95 of 100")
    expect(answer.locator("p:first-child > :visible:not(:has([data-is]))")).to_have_count(0)
    link = here.locator(".paste > a").get_attribute("href")
    assert "the-same-items?know=totals" in link and "first=" not in link
    only.fill(least)
    expect(answer.locator(".big")).to_have_text(narrow)
    expect(here.get_by_text("It depends on how many only")).to_be_hidden()
    only.fill("")
    expect(answer).to_contain_text(asks)


def test_where_only_one_number_is_possible_nobody_is_asked_for_it(home):
    here = door(home, "which-is-better")
    enter(here, Old_right="90", New_right="100", Items="100")
    expect(here.get_by_label("Right only by the new one")).to_have_value("10")
    expect(here.locator(".big")).to_have_text(ends(g.tango_interval(90, 10, 0, 0)))


@pytest.mark.parametrize(("gain", "now", "differ"), [(5, 84, 20), (2, 50, 30), (10, 90, 10)])
def test_how_many_items(home, gain, now, differ):
    here = door(home, "how-many")
    enter(here, Gain_to_find=str(gain), Score_now=f"{now}%", Items_where_the_two_differ=str(differ))

    def needed(share):
        return f"{g.items_for_paired((share + gain) / 200, (share - gain) / 200):,}"

    other = g.items_for_power(now / 100, (now + gain) / 100)
    shown = re.sub(r"\s+", " ", here.locator(".answer").inner_text())
    usual = f"{needed(15)} to {needed(25)}, if they differ on 15 to 25% " * (now != 90)  # where 10% is the most
    assert f"{needed(differ)} items, if both answer the same ones {usual}{other:,} items each, if they" in shown
    assert "80% power" in shown


@pytest.mark.parametrize(
    ("id", "label", "typed", "says"),
    [
        ("how-sure", "Right", "101", "Right must not exceed the items: got 101 of 100; are the two swapped?"),
        ("how-sure", "Items", "", "Items: type a number."),
        ("how-sure", "Items", "many", "Items must be a number: got “many”."),
        ("which-is-better", "New right", "191", "New must not exceed the items: got 191 of 190"),
        ("which-is-better", "Old right", "70%", "Old must be a count, such as 84, not a share."),
        ("which-is-better", ONLY, "10", "With these scores, only the new one is right on 11 to 30 items: got 10."),
        ("how-many", "Gain to find", "17", "From 84%, a gain can be at most 16 points."),
        ("how-many", "Gain to find", "120", "Gain must lie between 0 and 100: got 120."),
        ("how-many", DIFFER, "28", "From 84% to 89%, the two can differ on at most 27%: got 28%."),
        ("how-many", DIFFER, "4", "To gain so much, the two must differ on at least 5%: got 4%."),
    ],
)
def test_what_makes_no_sense_is_said_while_the_last_answer_pales_and_nothing_moves(home, id, label, typed, says):
    here = door(home, id)
    field, answer = here.get_by_label(label, exact=True), here.locator(".answer")
    places = """() => [...document.querySelectorAll(".doors, .door.open :is(.row, .answer > *, .more, .says)")]
        .map(e => Math.round(e.getBoundingClientRect().top)).join()"""
    before, where = answer.inner_text(), home.page.evaluate(places)
    good = field.input_value()
    field.fill(typed)
    field.press("Enter")
    expect(here.get_by_role("status")).to_contain_text(says)
    expect(here.locator("[aria-invalid=true]")).to_have_count(1)
    expect(answer).to_have_class("answer last")
    expect(answer).to_have_attribute("aria-hidden", "true")
    if id == "which-is-better":
        expect(here.locator("[data-is=only-old]")).to_have_text("?")
    if label not in ("New right", "Old right"):  # which also ask for another number, once they make sense
        assert answer.inner_text() == before and home.page.evaluate(places) == where
        field.fill(good)
    else:
        home.page.evaluate(RESET)
    expect(here.locator(".says")).to_have_text("")
    expect(answer).to_have_class("answer")
    assert answer.inner_text() == before


def test_a_share_that_nobody_typed_is_lowered_below_that_of_systems_with_nothing_in_common(home):
    """On as many, the same items would seem to save nothing."""
    here, differ = door(home, "how-many"), home.page.get_by_label(DIFFER)
    said = "From {}% to {}%, two systems with nothing in common differ on about {}%, and real ones on less: "
    said += "we took {}%."
    for now, gain, then, most, share in [(90, 3, 93, 16, 13), (93, 5, 98, 8.7, 7), (3, 1, 4, 6.8, 5)]:
        enter(here, Score_now=f"{now}%", Gain_to_find=f"{gain}")
        same = g.items_for_paired((share + gain) / 200, (share - gain) / 200)
        other = g.items_for_power(now / 100, then / 100)
        assert same < other
        expect(here.locator(".answer")).to_contain_text(f"{same:,} items, if both answer")
        expect(here.locator(".answer")).to_contain_text(said.format(now, then, most, share))
        expect(differ).to_have_value(f"{share}%")
        expect(here.get_by_text("often 15 to 25%")).to_be_hidden()
    enter(here, Score_now="98%", Gain_to_find="2")
    expect(here.locator(".answer")).to_contain_text("From 98% to 100%, the two differ on at least 2%, so we took that.")
    enter(here, Score_now="84%", Gain_to_find="5")
    expect(differ).to_have_value("20%")
    expect(here.get_by_text("we took")).to_be_hidden()
    enter(here, Items_where_the_two_differ="9%", Score_now="93%")  # who types more is believed, up to what can be
    expect(here.locator(".answer")).to_contain_text(f"{g.items_for_paired(0.07, 0.02)} items, if both answer")
    enter(here, Items_where_the_two_differ="12%")
    differ.press("Enter")
    expect(here.get_by_role("status")).to_have_text("From 93% to 98%, the two can differ on at most 9%: got 12%.")


@pytest.mark.parametrize(("id", "first"), [("how-sure", "Right"), ("which-is-better", "New right")])
def test_who_types_the_first_of_two_numbers_is_not_interrupted(browser, site, id, first):
    """The last answer stays, pale, until the second is there, or some time has passed, or the reader has gone on."""
    with browser.new_context(**LIGHT) as context:
        page = Page(context.new_page(), site)
        page.page.clock.install()
        page.open("index.html")
        page.page.clock.pause_at(page.page.evaluate("Date.now()") / 1000 + 60)
        here, clock = door(page, id), page.page.clock
        answer, says, items = (here.locator(x) for x in (".answer", ".says", "[name=items]"))
        before = answer.inner_text()
        good = items.input_value()
        typed = f"{int(good) + 1}"
        here.get_by_label(first, exact=True).fill(typed)
        expect(answer).to_have_class("answer last")
        clock.run_for(500)
        items.focus()
        clock.run_for(500)
        assert (says.inner_text(), answer.inner_text()) == ("", before)
        items.fill("400")
        expect(answer).to_have_class("answer")
        clock.run_for(5000)
        assert says.inner_text() == "" and answer.inner_text() != before
        items.fill(good)
        clock.run_for(700)
        expect(says).to_contain_text(f"must not exceed the items: got {typed} of {good}")
        items.fill("400")
        items.fill(good)
        expect(says).to_have_text("")
        page.page.evaluate("document.activeElement.blur()")
        expect(says).to_contain_text(f"must not exceed the items: got {typed} of {good}")


def test_by_keyboard_alone(home):
    home.page.locator("#tab-how-sure").focus()
    for key in ("ArrowRight", "Tab", "9", "3", "Tab", "8", "0", "Tab", "Tab", "ArrowRight"):  # and on other items
        home.page.keyboard.press(key)
    shown = home.page.locator("#which-is-better .big")
    expect(shown).to_have_text(ends(g.newcombe_interval(93, 190, 80, 190)))


@pytest.mark.parametrize("size", [NARROW, WIDE, LARGE], ids=lambda size: str(size["width"]))
def test_no_line_has_more_than_78_letters_and_nothing_is_cut(page, size):
    page.page.set_viewport_size(size)
    for name in ("index.html", "glossary.html", CHAPTERS[5]) if size == LARGE else ("index.html",):
        page.open(name)
        longest = page.page.evaluate(LONGEST)
        assert 30 < len(longest) <= (78 if name == "index.html" else 80), longest
    page.open("index.html")
    assert page.page.evaluate(WIDER) is False


@pytest.mark.parametrize("size", [NARROW, SCREEN], ids=["narrow", "wide"])
def test_no_option_of_a_command_is_broken_into_two_lines(page, size):
    page.page.set_viewport_size(size)
    for name in ("index.html", "report.html"):
        shown = page.open(name)
        shown.locator("article details").evaluate_all("all => all.forEach(one => (one.open = true))")
        lines = """all => all.map(one => {
            const range = document.createRange();
            range.selectNodeContents(one);
            return [one.textContent, range.getClientRects().length];
        })"""
        options = shown.locator("article code .pre").filter(has_text=re.compile("^--")).evaluate_all(lines)
        assert len(options) > 8 and [option for option, many in options if many != 1] == []


def test_the_home_page_is_open_to_everybody_in_the_dark_too(browser, site):
    with browser.new_context(**LIGHT | {"color_scheme": "dark"}) as context:
        dark = Page(context.new_page(), site)
        dark.open("index.html")
        for tab in dark.page.get_by_role("tab").all():
            tab.click()
            assert dark.axe() == []


def test_what_is_used_stands_first_in_the_side_bar_of_each_page(page):
    page.page.set_viewport_size(SCREEN)
    for name in ("index.html", CHAPTERS[4], "glossary.html"):
        links = page.open(name).locator(".sidebar-tree .toctree-l1 > a")
        assert links.all_inner_texts()[:4] == ["Calculator", "Run it yourself", "Teach with it", "Cheat sheet"]
        for link in links.all()[: 4 + len(CHAPTERS)]:  # with all chapters
            expect(link).to_be_in_viewport(ratio=1)
        expect(links.nth(14)).to_have_text("10 · Many looksThe best of many prompts")


@pytest.mark.parametrize("width", [390, 1200, 1240, 1280, 1920])
def test_the_title_breaks_between_its_sentences_only(page, width):
    page.page.set_viewport_size({"width": width, "height": 800})
    lines = page.open("index.html").locator("h1").evaluate(
        "h1 => h1.getBoundingClientRect().height / parseFloat(getComputedStyle(h1).lineHeight)"
    )
    assert round(lines) == 2


def test_on_a_phone_the_bars_and_the_first_answer_stand_on_the_first_screen(page):
    page.page.set_viewport_size(NARROW)
    shown = page.open("index.html")
    for part in (".wobble .now", "#how-sure .big"):
        expect(shown.locator(part)).to_be_in_viewport(ratio=1)
