"""The site as a reader meets it: every page, built with warnings as errors, in both themes and at two widths."""

import re
from html.parser import HTMLParser
from importlib import import_module
from io import BytesIO
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import numpy as np
import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from conftest import LIGHT, few
from PIL import Image
from playwright.sync_api import expect
from scipy.stats import binom

from give_or_take import __version__, margin
from give_or_take.classroom import figures
from give_or_take.classroom.figures import ch11
from give_or_take.looks import _constant
from tools import names
from tools.lab import chapters
from tools.notebook import ROOT, Series
from tools.site import pages, redraw
from tools.site.figures import darkened, explored
from tools.site.files import SITE

CHAPTERS = [f"{path.stem}.html" for path in chapters(ROOT / "notebooks").values()]
BY_HAND = [*(ROOT / "book").glob("*.md"), *(ROOT / "book").glob("teach/*.md")]
NAMES = [
    *CHAPTERS,
    *(path.relative_to(ROOT / "book").with_suffix(".html").as_posix() for path in BY_HAND),
    *(name.replace(".md", ".html") for name in pages.TAKEN.values()),
    *(f"api/{module.removeprefix('give_or_take.')}.html" for module in names.modules()),
]
KINDS = [CHAPTERS[1], *(f"{name}.html" for name in "index glossary calculator api/paired teach/03 search".split())]
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
AXE = Path(AXE_FILE_PATH).read_text(encoding="utf-8")
FOUND = """async options => (await axe.run({ resultTypes: ["violations"], ...options })).violations
    .filter(found => ["serious", "critical"].includes(found.impact))
    .map(found => `${found.id}: ${found.nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join(" | ")}`)"""
CONTRAST = """async () => (await axe.run({ runOnly: ["color-contrast"], resultTypes: ["violations"] })).violations
    .flatMap(found => found.nodes.slice(0, 3).map(node => `contrast: ${node.html.slice(0, 160)}`))"""
# axe measures the contrast of every word: one of each colour, ground, size and weight speaks for the others.
ONE_OF_A_KIND = """() => {
    const seen = new Set(), grounds = new Map();
    const groundOf = part => {
        if (!part) return "";
        if (!grounds.has(part)) {
            const { backgroundColor, backgroundImage } = getComputedStyle(part);
            const none = /^$|, 0\\)$/.test(backgroundColor) && backgroundImage === "none";
            grounds.set(part, none ? groundOf(part.parentElement) : backgroundColor + backgroundImage);
        }
        return grounds.get(part);
    };
    const all = [...document.querySelectorAll("article *")];
    const parts = all.filter(part => getComputedStyle(part).visibility === "visible");
    const shown = parts.map(part => {
        const { color, fontSize, fontWeight, opacity } = getComputedStyle(part);
        const kind = [color, groundOf(part), fontSize, fontWeight, opacity].join();
        const worded = [...part.childNodes].some(node => node.nodeType === 3 && node.data.trim());
        return !worded || !seen.has(kind) && seen.add(kind);
    });
    parts.forEach((part, k) => { part.style.visibility = shown[k] ? "visible" : "hidden"; });
}"""
ALL_AGAIN = """() => document.querySelectorAll("article [style*=visibility]").forEach(word => {
    word.style.visibility = "";
})"""
WIDER = """() => document.documentElement.scrollWidth > innerWidth
    && [...document.querySelectorAll("article *")].filter(e => e.getBoundingClientRect().right > innerWidth + 1)
        .map(e => e.outerHTML.slice(0, 120)).slice(0, 3).join()"""
RAW = re.compile(r"\\\(|\\\[|\$\$|\{term\}|\{py:|:::")  # what Sphinx or MathJax should have turned into something else
OPEN_ALL = "() => document.querySelectorAll('details').forEach(fold => { fold.open = true; })"


class Page:
    """A page in the browser, with what it logged and requested."""

    def __init__(self, tab, address):
        self.page, self.address, self.console, self.errors, self.requests = tab, address, [], [], []
        self.page.on("console", lambda message: self.console.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.errors.append(f"uncaught: {error}"))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("requestfailed", self._fail)
        self.page.on("response", self._judge)

    def _fail(self, request):
        # The icon is asked for when a page has loaded. One that is missing is answered by 404, which _judge sees.
        left_before_the_icon = request.resource_type == "other" and request.failure == "net::ERR_ABORTED"
        if not left_before_the_icon:
            self.errors.append(f"failed: {request.url}")

    def _judge(self, response):
        if response.status >= 400:
            self.errors.append(f"{response.status}: {response.url}")

    def open(self, name):
        """Go to a page of the site; its formulas are set when this returns."""
        self.page.goto(self.address + name, wait_until="load")
        self.page.evaluate("() => window.MathJax?.startup?.promise")
        return self.page

    def axe(self, only=()):
        """What axe-core finds that is serious or critical: the contrast, and the rules of structure, or only these."""
        if not self.page.evaluate("() => !!window.axe"):
            self.page.evaluate(AXE)
        options = {"runOnly": only} if only else {"rules": {"color-contrast": {"enabled": False}}}
        found = self.page.evaluate(FOUND, options)
        self.page.evaluate(ONE_OF_A_KIND)
        found += self.page.evaluate(CONTRAST)
        self.page.evaluate(ALL_AGAIN)
        return found


@pytest.fixture
def page(tab, site):
    return Page(tab, site)


@pytest.fixture(scope="module")
def asked(browser, site):
    """A page for many questions that leave nothing behind."""
    with browser.new_context(**LIGHT) as context:
        yield Page(context.new_page(), site)


@pytest.fixture
def timed(browser, site):
    """A page whose clock can be set: a window has one for all."""
    with browser.new_context(**LIGHT) as context:
        yield Page(context.new_page(), site)


@pytest.mark.parametrize("name", few([*NAMES, "search.html", "genindex.html"], KINDS))
def test_a_page_is_whole_and_open_to_everybody(page, site, name):
    shown = page.open(name)
    shown.evaluate(OPEN_ALL)
    assert shown.title() and (shown.locator("h1").count() == 1 or name == "search.html")
    images = shown.locator("article img").evaluate_all("all => all.map(i => [i.alt.trim(), i.naturalWidth, i.src])")
    assert [image for image in images if not all(image)] == []
    assert shown.locator("article :is(img:not(figure img), figure:not(:has(figcaption)))").count() == 0
    assert shown.locator(".math:not(:has(mjx-container)), mjx-merror").count() == 0
    assert not RAW.search(shown.locator("article").inner_text())
    assert page.axe() == []
    assert shown.evaluate(WIDER) is False
    shown.emulate_media(color_scheme="dark", reduced_motion="reduce")
    shown.set_viewport_size(NARROW)
    shown.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    assert shown.evaluate(WIDER) is False
    assert page.axe(only=["scrollable-region-focusable"]) == []
    assert page.errors == [] and [line for line in page.console if line.startswith(("error", "warning"))] == []
    assert page.requests and [url for url in page.requests if not url.startswith((site, "data:"))] == []


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        ("'article p'.style.color = '#bbb'", "contrast: <p"),
        ("'article p'.insertAdjacentHTML('beforeend', '<i style=color:#bbb>words</i>')", "contrast: <i"),
        ("'article a'.innerHTML = ''", "link-name"),
    ],
)
def test_what_axe_must_find_is_found(page, damage, found):
    """Though one word of each kind speaks for all."""
    shown = page.open("glossary.html")
    shown.evaluate(re.sub("('article .')", r"[...document.querySelectorAll(\1)].at(-1)", damage))
    assert any(each.startswith(found) for each in page.axe()), page.axe()


# --- What needs no browser


class Links(HTMLParser):
    """The ids of a page, and what it links to and loads."""

    def __init__(self, name):
        super().__init__()
        self.ids, self.links, self.loads = set(), [], []
        self.feed((SITE / name).read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.ids.add(attributes.get("id"))
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])
        elif tag == "link" and attributes.get("rel") in ("stylesheet", "icon", "preload"):
            self.loads.append(attributes["href"])
        elif attributes.get("src"):
            self.loads.append(attributes["src"])


def test_every_link_leads_somewhere_and_nothing_is_loaded_from_elsewhere(site):
    built = [path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html")]
    linked = {name: Links(name) for name in built}
    broken = []
    for name, page in linked.items():
        broken += [(name, address) for address in page.loads if urlsplit(address).netloc]
        for address in page.links:
            if urlsplit(address).scheme:
                continue
            target, fragment = urldefrag(urljoin(name, address))
            fragment = fragment.partition("?")[0]  # what follows are inputs of the calculator
            target = unquote(urlsplit(target).path) or name
            there = linked[target].ids if target in linked else None
            if not (SITE / target).is_file() or (
                fragment and there is not None and unquote(fragment) not in there
            ):
                broken.append((name, address))
    assert broken == []
    made = {name for name in built if not name.startswith(("slides/", "_static/"))}
    assert made - {"search.html", "genindex.html"} == set(NAMES)


@pytest.mark.parametrize("chapter", Series.open(ROOT).chapters.values(), ids=lambda chapter: chapter.number)
def test_every_picture_of_a_notebook_is_on_its_page(site, chapter):
    page = (SITE / f"{chapter.path.stem}.html").read_text(encoding="utf-8")
    shown = re.findall(rf'src="_images/{chapter.path.stem}-(\d+)\.png"', page)
    assert [int(number) for number in shown] == [*range(1, len(chapter.pictures) + 1)]


# --- What a reader does


def test_chapters_follow_each_other(page):
    shown = page.open(CHAPTERS[0])
    seen = [CHAPTERS[0]]
    while (link := shown.locator(".related-pages .next-page")).get_attribute("href").startswith(("0", "1")):
        link.click()
        seen.append(urlsplit(shown.url).path.strip("/"))
    assert seen == CHAPTERS
    expect(shown.locator(".related-pages .prev-page")).to_have_attribute("href", CHAPTERS[-2])


def test_who_comes_back_is_led_to_the_chapter_answered_last(page):
    shown = page.open(CHAPTERS[2])
    shown.keyboard.press("End")
    expect(shown.locator(".next-page .asks")).to_have_text(Series.open(ROOT).chapters[CHAPTERS[3][:2]].question)
    expect(shown.locator(".way a.begun")).to_have_count(0)
    shown.locator(".predict .letters button").first.click()
    start = page.open("index.html").locator(".start a")
    expect(start).to_have_text(f"Go on with chapter {int(CHAPTERS[2][:2])}")
    name = Series.open(ROOT).chapters[CHAPTERS[2][:2]].title.split(" · ")[1]
    expect(page.page.locator(".start > :last-child")).to_have_text(f"{name}. Your answers are kept.")
    page.open(CHAPTERS[6]).locator("#predict-0e button").first.click()  # a call of chapter 0, said in chapter 6
    page.open("index.html")
    expect(start).to_have_text("Go on with chapter 6")
    page.open(CHAPTERS[2]).locator(".predict .letters button").last.click()
    page.open("index.html")
    expect(start).to_have_text(f"Go on with chapter {int(CHAPTERS[2][:2])}")
    start.click()
    expect(shown.locator(".way a[aria-current].begun")).to_have_attribute("aria-current", "page")
    for box in page.open(CHAPTERS[0]).locator("[data-question]").all():
        box.get_by_role("button").first.click()
    page.open("index.html")
    expect(start).to_have_text(f"Go on with chapter {int(CHAPTERS[1][:2])}")  # nothing is left to say in chapter 0


def test_search_offers_while_one_types_what_is_called_so(page):
    for name in ("index.html", "teach/index.html"):
        shown = page.open(name)
        box, offered = shown.get_by_role("textbox", name="Search"), shown.get_by_role("list", name="Suggestions")
        expect(offered).to_have_count(0)
        box.press_sequentially("wilson i")
        links = offered.get_by_role("link")
        expect(links.first).to_have_text("3 · Wilson intervals")
        assert 1 < links.count() <= 6
        assert all("wilson" in text.lower() for text in links.all_inner_texts())
        box.press("Escape")
        expect(offered).to_have_count(0)
        box.fill("winner's cu")
        box.press("Tab")
        expect(links.first).to_be_focused()
        shown.keyboard.press("Enter")
        expect(shown).to_have_url(re.compile(r"glossary\.html#term-winner-s-curse$"))
        page.open(name)
        box.fill("zzzz")
        expect(offered).to_have_count(0)
    shown = page.open("04-power.html?highlight=power")
    expect(shown.locator(".highlighted").first).to_be_visible()
    expect(shown.get_by_text("Hide Search Matches")).to_be_hidden()


@pytest.mark.smoke
@pytest.mark.parametrize("size", [{"width": 1280, "height": 720}, NARROW], ids=["wide", "narrow"])
def test_the_first_screen_shows_what_this_is(page, size):
    page.page.set_viewport_size(size)
    shown = page.open("index.html")
    first = ("Give or take what?", "Error bars for LLM evals", "no statistics needed", "Start with chapter 0")
    first += ("Why trust it?", "How sure is my score?", "Is the new one better?", "How many items?")
    for words in first if size == NARROW else (*first, "bars hold the true rate", "On all items like these"):
        expect(shown.get_by_text(words).first).to_be_in_viewport()
    expect(shown.get_by_text("make book")).to_have_count(0)


def test_the_wobble_moves_pauses_and_ends_as_it_was_printed(timed):
    """With reduced motion it stands still, finished, until it is asked to move."""
    shown = timed.open("index.html")
    button, now, seen = (shown.locator(f".wobble {part}") for part in ("button", ".now span", ".test:not(.out)"))
    end, rows = now.text_content(), seen.count()
    expect(button).to_have_accessible_name("Play")
    shown.clock.install()
    button.focus()
    shown.keyboard.press("Enter")
    expect(button).to_have_accessible_name("Pause")
    expect(now).to_have_text("76 of 80 bars hold the true rate")
    shown.clock.run_for(1600)
    expect(now).to_have_text("77 of 81 bars hold the true rate")
    shown.keyboard.press("Enter")
    shown.clock.run_for(10_000)
    expect(now).to_have_text("77 of 81 bars hold the true rate")
    expect(seen).to_have_count(rows)
    shown.keyboard.press("Enter")
    shown.clock.run_for(120_000)
    expect(now).to_have_text(end)
    expect(button).to_have_accessible_name("Play")


def test_the_wobble_begins_with_many_tests_and_a_miss_and_is_printed_whole(timed):
    shown, now = timed.page, timed.page.locator(".wobble .now span")
    shown.emulate_media(reduced_motion="no-preference")
    shown.clock.install()
    timed.open("index.html")
    expect(now).to_have_text(re.compile("^7[6-8] of 8[0-2] bars"))
    expect(shown.locator(".wobble .miss:not(.out)").first).to_be_visible()
    shown.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(now).to_have_text("94 of 100 bars hold the true rate")
    shown.emulate_media(media="print")
    expect(shown.locator(".door:visible")).to_have_count(3)
    colours = "a => [getComputedStyle(a).backgroundColor, getComputedStyle(a).color]"
    assert shown.locator(".start a").evaluate(colours) == ["rgba(0, 0, 0, 0)", "rgb(0, 0, 0)"]


@pytest.mark.parametrize("name", few(CHAPTERS, CHAPTERS[1:4:2]))
def test_the_calculator_starts_with_the_numbers_of_the_still(page, name):
    """What it shows at once is what the figure's description says."""
    shown = page.open(name)
    links = shown.locator(".to-calculator a:visible")
    stills = links.evaluate_all("""all => all.map(link => [link.href,
        [...link.closest('.cell').querySelectorAll('figure img')].map(img => img.alt).join()])""")
    for address, alt in stills:
        shown.goto(address)
        headline = shown.locator(".calculator-headline:visible").inner_text().partition("\np ")[0]  # not each has a p
        headline = headline.partition(": about 95 of 100")[0]  # what 95% means
        numbers = {number for number in re.findall(r"[\d.,]*\d", headline)} - {"95"}
        assert numbers and numbers <= set(re.findall(r"[\d.,]*\d", alt)), (headline, alt)


# --- Explorers


def explorers():
    """(chapter's page, drawing function, {slider: label, low, high, start, step}) of each that moves on the site."""
    script = (ROOT / "book" / "_static" / "explore.js").read_text(encoding="utf-8")
    for number, chapter in Series.open(ROOT).chapters.items():
        for cell in (cell for cell in chapter.nb.cells if cell.source.startswith("explore(")):
            drawn, sliders = explored(cell)
            module = import_module(f"give_or_take.classroom.figures.ch{number}")
            if f"    {drawn}({{" not in script:
                continue
            name, marks = f"{chapter.path.stem}.html", () if number in ("03", "05") else pytest.mark.slow
            yield pytest.param(name, getattr(module, drawn), sliders, id=number, marks=marks)


def words_of(picture):
    """The title of a picture, its description, and what can be pasted."""
    return [picture.figure.axes[0].get_title(loc="left"), picture.alt, picture.paste]


@pytest.mark.parametrize(("name", "draw", "sliders"), [*explorers()])
def test_an_explorer_says_what_that_of_the_notebook_says(page, name, draw, sliders):
    """Word for word, wherever its sliders stand."""
    shown, rng = page.open(name), np.random.default_rng(1)
    figure = shown.locator(f"figure.explore:has([name={next(iter(sliders))}])")
    expect(figure.locator("svg[aria-hidden]")).to_be_visible()
    expect(figure.locator("img")).to_be_hidden()
    for place in (0, 1, *rng.random((8, len(sliders)))):
        values = {}
        for (key, (_, low, high, _, step)), share in zip(sliders.items(), np.resize(place, len(sliders)), strict=True):
            values[key] = low + step * round(float(share) * (high - low) / step)
        found = shown.evaluate(
            """([name, values]) => {
                const found = GiveOrTakeExplore.pictures[name](values), svg = GiveOrTakeExplore.svg(found);
                const drawn = svg.replace(/>[^<]*</g, "><"); // without its words: a rate may be undefined
                if (/NaN|undefined|Infinity/.test(drawn)) throw Error(svg);
                return [found.title, found.alt, found.paste ?? "", found.label];
            }""",
            [draw.__name__, values],
        )
        *found, label = found
        picture = draw(**values)
        assert found == words_of(picture), values
        assert ("diamonds" in label) is ("diamonds" in picture.figure.axes[0].get_xlabel())


@pytest.mark.parametrize(("name", "draw", "sliders"), [*explorers()])
def test_an_explorer_moves_by_keyboard(page, name, draw, sliders):
    shown, figure = page.open(name), page.page.locator(f"figure.explore:has([name={next(iter(sliders))}])")
    values = {key: start for key, (_, _, _, start, _) in sliders.items()}
    before = figure.locator("svg").first.inner_html()
    for key, (label, _, high, _, step) in sliders.items():
        key_pressed, change = ("ArrowRight", step) if values[key] < high else ("ArrowLeft", -step)
        figure.get_by_label(label, exact=True).press(key_pressed)
        values[key] += change
    title, alt, paste = words_of(draw(**values))
    expect(figure.get_by_role("status")).to_have_text(alt)
    expect(figure.locator(".explore-title")).to_have_text(title)
    if paste:
        expect(shown.get_by_text("To paste:").locator("..")).to_contain_text(paste)
    assert figure.locator("svg").first.inner_html() != before
    assert page.errors == []


def test_two_hills_are_those_of_the_notebook_and_part_with_more_questions(page):
    """At first they say what the simulation says; then they are what the binomial distribution says."""
    shown = page.open("04-power.html")
    shown.evaluate(OPEN_ALL)
    figure = shown.locator("figure.explore:has([name=gain])")
    status, alt = figure.get_by_role("status"), figure.locator("img").get_attribute("alt")
    expect(status).to_contain_text(re.search(r"±[\d.]+ points", alt)[0])
    expect(status).to_contain_text("12% of the blue hill lies beyond them, and 5% of the grey one.")
    for n, gain in ((500, 4), (1500, 4), (100, 12)):
        for key, value in (("n", n), ("gain", gain)):
            slider = figure.locator(f"[name={key}]")
            slider.evaluate("(input, value) => { input.value = value; input.oninput(); }", value)
        p, k = 0.8 + gain / 200, np.arange(n + 1)
        limit = 1.96 * np.sqrt(2 * p * (1 - p) * n)
        far = abs(k[:, None] - k) > limit
        found = binom.pmf(k, n, 0.8 + gain / 100) @ far @ binom.pmf(k, n, 0.8)
        expect(status).to_contain_text(f"±{100 * limit / n:.1f} points. {100 * found:.0f}% of the blue hill lies")
    handle = figure.get_by_label("questions each")
    handle.press("Home")
    expect(figure.locator(".explore-title")).to_contain_text("50 questions each")
    assert "NaN" not in figure.inner_html() and page.axe() == [] and page.errors == []


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_bars_come_one_by_one_and_by_the_hundred(page, size):
    """The still stays until somebody presses, and nothing below it jumps."""
    page.page.set_viewport_size(size)
    shown = page.open("02-standard-error.html")
    figure = shown.locator("figure:has(.explore-presses)")
    expect(figure.locator("img")).to_be_visible()
    expect(figure.locator("svg")).to_have_count(0)
    high = figure.bounding_box()["height"]
    one, many = figure.get_by_role("button", name="One more test"), figure.get_by_role("button", name="100 more tests")
    one.press("Enter")
    status, title = figure.get_by_role("status"), figure.locator(".explore-title")
    expect(status).to_have_text(re.compile(r"^Test 1: \d\d of 100 right, .* Its bar (holds|misses) the truth\. $"))
    expect(figure.locator("img")).to_be_hidden()
    for _ in range(9):
        many.press("Space")
    expect(status).to_contain_text("Test 901: ")
    missed, share = re.fullmatch(r"(\d+) of 901 bars miss the truth: ([\d.]+)%", title.text_content()).groups()
    assert 15 < int(missed) < 100 and abs(float(share) - 100 * int(missed) / 901) < 0.06
    assert 3.4 < float(re.search(r"scores is ([\d.]+) points", status.text_content())[1]) < 4.3
    assert abs(figure.bounding_box()["height"] - high) < 2
    assert page.axe() == [] and page.errors == []
    assert shown.evaluate(WIDER) is False


def test_bars_miss_where_the_notebook_says_so(page):
    page.open("02-standard-error.html")
    scores = range(101)
    drawn = page.page.evaluate("all => all.map(k => GiveOrTakeExplore.site.forty_bars.draw([k]).alt)", list(scores))
    for k, says in zip(scores, drawn, strict=True):
        reach = 100 * margin(k, 100)
        assert f"give or take {reach:.1f} points. Its bar {'misses' if abs(k - 82) > reach else 'holds'}" in says


def test_an_axis_stays_so_that_what_is_wider_looks_wider(page):
    page.open(CHAPTERS[1])
    axis = "([name, values]) => (({ low, high }) => [low, high])(GiveOrTakeExplore.pictures[name](values))"
    for n, rate in ((1500, 84), (100, 75), (10, 84), (1500, 50)):
        low, high = page.page.evaluate(axis, ["one_score", {"n": n, "rate": rate}])
        assert (low, high) == (-5, 105) and low < -43 / n and high > 100 + 43 / n, "the bars at the ends are whole"
    for both in (60, 82, 400):
        counts = {"only_new": 10, "only_old": 2, "both": both, "neither": 60}
        assert page.page.evaluate(axis, ["flips", counts]) == [-20, 20]


def test_the_plan_of_a_watched_night_is_obrien_and_flemings(page):
    """To the digits that are stored: the words at a few settings would hardly notice another one."""
    page.open(CHAPTERS[1])
    stored = page.page.evaluate("GiveOrTakeExplore.CONSTANTS")
    assert stored == [round(_constant(looks, 0.05, 0.5), 5) for looks in range(1, 21)]


@pytest.mark.parametrize("values", [(84, 100, 0, 0, 80), (1, 3, 50, 1, 80), (100, 90, 9, 1, 60)])
def test_a_belief_has_the_hills_of_the_notebook(page, values):
    """Its curves; one prior is flat and one is cut, and one belief is "over 99%"."""
    page.open(CHAPTERS[1])
    keys = "right", "n", "before_right", "before_wrong", "value"
    svg, alt = page.page.evaluate(
        "values => (found => [GiveOrTakeExplore.svg(found), found.alt])(GiveOrTakeExplore.pictures.believed(values))",
        dict(zip(keys, values, strict=True)),
    )
    picture = ch11.believed(*values)
    assert alt == picture.alt
    axes = picture.figure.axes[0]
    for kind, curve in zip(("grey", "blue"), axes.lines, strict=False):
        path = re.search(rf'class="outline {kind}" d="([^"]+)"', svg)[1]
        x, y = np.array([point.split()[:2] for point in re.sub("H[^L]+", "", path[1:]).split("L")], dtype=float).T
        heights = np.interp(x, *curve.get_data()) / axes.get_ylim()[1]
        np.testing.assert_allclose((1 - y / 180)[::2], heights[::2], atol=0.002)  # both are drawn at each half point


def test_without_javascript_an_explorer_is_a_still(browser, site):
    page = browser.new_page(java_script_enabled=False)
    page.goto(f"{site}{CHAPTERS[1]}")
    expect(page.locator(".in-lab", has_text="moves with JavaScript")).to_be_visible()
    expect(page.locator(".cell_output:has(.in-lab) img")).to_be_visible()
    assert page.locator("input[type=range]").count() == 0
    page.close()


def test_without_javascript_formulas_are_mathml(browser, site):
    page = browser.new_page(java_script_enabled=False)
    page.goto(f"{site}{CHAPTERS[3]}")
    assert page.locator("math").count() == page.locator(".math").count() > 10
    expect(page.locator("math[display=block]").first).to_be_visible()
    expect(page.locator(".math").first).to_be_hidden()
    assert not RAW.search(page.locator("article").inner_text())
    page.close()


def test_a_long_chapter_has_a_list_of_contents_beside_it(page):
    shown = page.open(CHAPTERS[3])
    contents = shown.locator(".toc-drawer")
    expect(contents.get_by_role("link", name="Exercises", exact=True)).to_be_in_viewport()
    contents.get_by_role("link", name="Exercises", exact=True).click()
    expect(shown.locator("#exercises h2")).to_be_in_viewport()
    expect(contents).to_be_in_viewport()


def test_a_printed_chapter_is_whole(page):
    shown = page.open(CHAPTERS[1])
    shown.emulate_media(media="print")
    expect(shown.locator(".skip-to-content")).to_be_hidden()
    shown.evaluate("document.body.dataset.theme = 'dark'")
    assert shown.locator("article figure img").first.evaluate("img => getComputedStyle(img).filter") == "none"
    shown.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(shown.locator("details:not([open])")).to_have_count(0)
    assert shown.locator("pre").evaluate_all("all => all.filter(pre => pre.scrollWidth > pre.clientWidth + 1)") == []
    shown.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(shown.locator("details[open]:not(.lesson)")).to_have_count(0)
    expect(shown.locator("details.lesson:not([open])")).to_have_count(0)


@pytest.mark.smoke
def test_a_result_waits_behind_a_fold_that_the_keyboard_opens(page):
    shown = page.open(CHAPTERS[1])
    fold = shown.locator("details.result").first
    result = fold.locator(".cell_output").first
    expect(result).to_be_hidden()
    fold.locator(":scope > summary").focus()
    shown.keyboard.press("Enter")
    expect(result).to_be_visible()
    expect(shown.locator("details.result[open]")).to_have_count(1)


def test_the_theme_can_be_chosen_and_stays(page):
    shown = page.open("index.html")
    ground = "() => getComputedStyle(document.body).backgroundColor"
    light = shown.evaluate(ground)
    while shown.locator("body").get_attribute("data-theme") != "dark":
        shown.locator(".theme-toggle:visible").first.click()
    assert shown.evaluate(ground) != light
    page.open(CHAPTERS[0])
    assert shown.evaluate(ground) != light


def test_search_finds_chapters_before_their_pages_for_instructors(page):
    shown = page.open("search.html?q=Wilson")
    found = shown.locator("#search-results li > a")
    expect(found.first).to_have_text(re.compile("^3 · Wilson intervals"))
    expect(shown.locator("#search-results a[href^='teach/03']")).to_have_count(1)
    links = found.evaluate_all("all => all.map(link => link.getAttribute('href'))")
    assert max(i for i, link in enumerate(links) if link[0] == "0") < next(
        i for i, link in enumerate(links) if link.startswith("teach/")
    )


@pytest.mark.parametrize(
    ("words", "first"),
    [
        *((words, "calculator") for words in pages.SOUGHT_AS["calculator"]),
        *((words, "data") for words in ("data", "dataset", "dataset download", "download data")),
        *(("slides", "teach/index"), ("homework", "take-home"), ("take-home project", "take-home")),
        *((words, "glossary") for words in ("F1", "kappa", "winner's curse")),
        *(("bayesian", "11"), ("looks", "10")),  # by their titles
        *((words, start) for start in pages.SOUGHT_AS if start[0] in "01" for words in pages.SOUGHT_AS[start]),
    ],
)
def test_search_finds_what_is_sought_first(asked, words, first):
    shown = asked.open(f"search.html?q={words}")
    expect(shown.locator("#search-results li > a").first).to_have_attribute("href", re.compile(f"^{first}.*html"))


def test_search_finds_the_chapters_in_their_order(page):
    shown = page.open("search.html?q=McNemar")
    found = shown.locator("#search-results li > a[href^='0'], #search-results li > a[href^='1']")
    expect(found.nth(2)).to_be_visible()
    names = found.evaluate_all("all => all.map(link => link.getAttribute('href'))")
    assert names == sorted(names) and names[0].startswith("05")


def test_search_that_finds_nothing_says_what_to_do(page):
    shown = page.open("search.html?q=xyzzy")
    shown.locator("article").get_by_role("link", name="the glossary").click()
    expect(shown).to_have_title(re.compile("Glossary"))
    page.open("search.html?q=power")
    expect(shown.get_by_text("Try one word")).to_have_count(0)


@pytest.mark.parametrize("words", [word for words in pages.OTHER_WORDS.values() for word in words])
def test_search_finds_a_term_by_another_word_for_it(asked, words):
    """And says what it means."""
    shown = asked.open(f"search.html?q={words}")
    first = shown.locator("#search-results li").first
    expect(first.locator("a")).to_have_attribute("href", re.compile("^glossary.html"))
    expect(first).to_contain_text(words.replace("'", "’"))
    assert [error for error in asked.errors if not error.startswith("failed: ")] == []  # which the next question ends


def test_search_without_words_asks_for_some_and_says_what_others_ask(page):
    shown = page.open("search.html")
    expect(shown.get_by_role("main").get_by_label("Search")).to_be_focused()
    assert shown.locator(".often a").count() == 6
    shown.get_by_role("link", name="LLM judge").click()
    expect(shown.get_by_role("main").get_by_label("Search")).to_have_value("LLM judge")
    expect(shown.locator(".often")).to_have_count(0)
    found = shown.locator("#search-results li")
    expect(found.first.locator("a")).to_have_text("9 · Noisy judges")
    expect(found.nth(3).locator(".context")).to_be_visible()
    assert "Exercise" not in shown.locator("#search-results").inner_text()
    assert page.axe() == [] and page.errors == []


def test_an_excerpt_has_two_lines_and_no_table(page):
    shown = page.open("search.html?q=wilson")
    excerpts = shown.locator("#search-results .context")
    expect(excerpts.nth(20)).to_be_attached()
    lines = "all => all.map(p => p.clientHeight / parseFloat(getComputedStyle(p).lineHeight))"
    assert max(excerpts.evaluate_all(lines)) < 2.1
    assert [text for text in excerpts.all_inner_texts() if re.search(r"\d min \d|^\.\.\.", text)] == []


def test_search_shows_a_term_once_with_its_meaning_and_what_changed_last(page):
    shown = page.open("search.html?q=kappa")
    found = shown.locator("#search-results li").filter(visible=True)
    expect(found.filter(has=shown.locator("a[href^='changelog']"))).to_have_count(1)
    places = [one.get_attribute("href") for one in found.locator(":scope > a").all()]
    assert [place for place in places if place.startswith("glossary")] == ["glossary.html#term-kappa"]
    assert places[-1].startswith("changelog")
    expect(found.filter(has_text="Glossary").first.locator(".context")).to_contain_text("How far two graders agree")


def test_search_takes_no_letter_for_a_word(page):
    shown = page.open("search.html?q=t-test")
    marked = shown.locator("#search-results .highlighted")
    expect(marked.nth(3)).to_be_visible()
    assert {text.lower() for text in marked.all_inner_texts()} == {"test"}
    page.open("search.html?q=t")
    expect(shown.get_by_text("Try one word")).to_be_visible()


def test_no_excerpt_has_the_marks_of_a_formula(page):
    shown = page.open("search.html?q=power")
    html = r'<div role="main">Of <span class="math">\(n\)</span> items <span class="math">\(\sqrt{n}\)</span></div>'
    assert shown.evaluate("html => Search.htmlToText(html).trim()", html) == "Of n items …"


def test_search_says_that_it_knows_no_numbers(page):
    shown = page.open("search.html?q=20 of 20")
    shown.get_by_role("link", name="their list").click()
    expect(shown.get_by_text("20 of 20: is it 100% ± 0?")).to_be_in_viewport()
    page.open("search.html?q=power")
    expect(shown.get_by_text("Numbers are not searched")).to_have_count(0)


@pytest.mark.parametrize(
    ("asked", "heading"),
    [
        ("how many items for ±3 points", "How many items?"),
        ("which of twenty prompts is best", "Which of them may be the best?"),
        ("the same judge graded both", "Two systems, one judge"),
        ("how do I install it", "Run it on your own machine, with your own files"),
        ("F1", "Any other number, by the same function"),
        ("precision", "What a yes is worth"),
    ],
)
def test_a_whole_question_is_led_to_where_its_answer_stands(page, asked, heading):
    shown = page.open(f"search.html?q={asked}")
    said = shown.locator("p", has_text="Perhaps you ask this")
    assert re.search(r"[^?.][?.]$", said.inner_text()), "one mark at its end"
    said.get_by_role("link").click()
    place = shown.get_by_role("heading", name=heading).or_(shown.get_by_role("tab", name=heading, selected=True))
    expect(place.first).to_be_in_viewport()


def test_no_excerpt_is_of_imports_or_of_the_way_through_the_chapters(page):
    shown = page.open("search.html?q=wilson_interval")
    chapters = shown.locator("#search-results li", has=shown.locator("a[href^='0']")).locator("p.context")
    expect(chapters.nth(3)).to_be_visible()
    assert [text for text in chapters.all_inner_texts() if "import numpy" in text or "↓ Notebook" in text] == []
    assert page.errors == []


def test_all_code_is_folded_or_open_as_a_reader_wants_it_in_every_chapter(page):
    shown = page.open(CHAPTERS[4])
    lesson, drawing = shown.locator("details.lesson").first, shown.locator("details.set-up").nth(1)
    states = "() => [...document.querySelectorAll('details.lesson, details.set-up')].map(fold => fold.open)"
    code, before = shown.get_by_role("group", name="All code"), shown.evaluate(states)
    assert {True, False} == set(before)
    expect(lesson.locator("summary")).to_be_hidden()
    behind = shown.locator(".tag_behind summary")  # of code below what it gave
    assert set(behind.all_text_contents()) == {"The code behind it"}
    assert "none" not in behind.evaluate_all("all => all.map(summary => getComputedStyle(summary).display)")
    code.get_by_role("button", name="folded").focus()
    shown.keyboard.press("Enter")
    assert not any(shown.evaluate(states))
    expect(code.get_by_role("button", name="folded", pressed=True)).to_be_focused()
    shown.get_by_role("button", name="Show it again").click()
    assert shown.evaluate(states) == before, "the same switch, at the first code in sight"
    shown.get_by_role("button", name="Fold all code").click()
    expect(shown.get_by_role("button", name="Show it again")).to_be_focused()
    expect(lesson.locator("summary")).to_be_visible()
    assert page.axe() == []
    lesson.locator("summary").click()
    expect(lesson.locator(".cell_input")).to_be_visible()
    page.open(CHAPTERS[3])
    assert not any(shown.evaluate(states))
    expect(shown.locator(".code-hint")).to_have_count(0)
    asked = shown.locator(".cell:has(> details.lesson):has(.text_plain) summary")
    assert all(re.match(r"The code: \S", words) for words in asked.all_text_contents()) and asked.count() > 3
    shown.set_viewport_size(NARROW)
    assert shown.evaluate(WIDER) is False
    code.get_by_role("button", name="open").click()
    assert all(shown.evaluate(states))
    page.open(CHAPTERS[4])
    assert all(shown.evaluate(states))
    code.get_by_role("button", name="open").click()
    shown.reload()
    assert shown.evaluate(states) == before and drawing.get_attribute("open") is None
    expect(code.locator("[aria-pressed=true]")).to_have_count(0)


def test_code_can_be_opened_where_nothing_is_kept_and_has_no_switch_without_javascript(browser, site):
    page = browser.new_page()
    page.add_init_script("Storage.prototype.getItem = Storage.prototype.setItem = () => { throw Error('no'); }")
    page.goto(site + CHAPTERS[4])
    page.get_by_role("group", name="All code").get_by_role("button", name="open").click()
    assert page.locator("details.set-up:not([open])").count() == 0
    page.close()
    with browser.new_context(java_script_enabled=False) as context:
        plain = context.new_page()
        plain.goto(site + CHAPTERS[4])
        assert plain.get_by_text("Code:", exact=True).count() == 0
        assert plain.locator("details.set-up").count() > 3 and plain.locator("details.lesson").count() == 0


@pytest.mark.parametrize("size", [NARROW, {"width": 1024, "height": 800}, WIDE], ids=lambda size: str(size["width"]))
def test_a_chapter_begins_with_its_question_and_has_one_edge(page, size):
    page.page.set_viewport_size(size)
    shown = page.open(CHAPTERS[5])
    question, narrow = shown.locator("h2").first.bounding_box(), size["width"] <= 1000
    assert question["y"] < 200 and shown.locator("h2 + .take-along").bounding_box()["height"] < 70
    assert shown.locator(".way").is_visible() is narrow
    boxes = shown.locator("article :is(.cell_input, .predict, figure:not(.beyond), .result):visible").all()
    ends = {round(sum(box.bounding_box()[key] for key in ("x", "width"))) for box in boxes}
    panel, option = (shown.locator(name).first.bounding_box() for name in (".predict", ".predict button"))
    assert len(ends) == 1 and abs(panel["width"] - option["width"] - 2 * (option["x"] - panel["x"])) < 2
    if not narrow:
        code = shown.locator(".cell_input pre").first
        columns = code.evaluate("""pre => {
            const { fontSize, fontFamily, paddingLeft } = getComputedStyle(pre);
            const brush = document.createElement("canvas").getContext("2d");
            brush.font = `${fontSize} ${fontFamily}`;
            return (pre.clientWidth - 2 * parseFloat(paddingLeft)) / brush.measureText("0").width;
        }""")
        assert columns >= 75 and code.evaluate("pre => parseFloat(getComputedStyle(pre).fontSize)") >= 14
    data = shown.locator(".take-along details", has_text="Data: 5 files")
    expect(data.get_by_role("link").first).to_be_hidden()
    data.locator("summary").click()
    expect(data.get_by_role("link")).to_have_count(5)
    expect(data.get_by_role("link").last).to_be_in_viewport()
    assert shown.evaluate(WIDER) is False


def test_a_chapter_that_was_begun_is_marked_in_the_side_bar(page):
    shown = page.open(CHAPTERS[2])
    shown.locator(".predict .letters button").first.click()
    shown.reload()
    expect(shown.locator(".sidebar-tree a.begun")).to_have_attribute("href", "#")


def test_every_page_says_its_version_and_its_day(page):
    shown, released = page.open("glossary.html"), (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    day = re.search(r'date-released: "(.*)"', released)[1]
    words = re.compile(rf"Version {re.escape(__version__)}, (after .*)?of {day}")
    expect(shown.locator("footer .copyright")).to_contain_text(words)


def test_a_picture_leads_to_its_full_size(page):
    shown = page.open(CHAPTERS[3])
    pictures = shown.locator("article figure img")
    assert pictures.evaluate_all("all => all.every(i => i.closest('a').href === i.src)") and pictures.count() > 5


@pytest.mark.parametrize("wide", [1248, 1280, 1313, 1600, 2560])
def test_a_wide_picture_goes_beyond_the_column_up_to_the_list_of_contents(page, wide):
    page.page.set_viewport_size({"width": wide, "height": 800})
    shown = page.open(CHAPTERS[8])
    shown.evaluate(OPEN_ALL)
    code, contents = (shown.locator(name).first.bounding_box() for name in (".cell_input", ".toc-drawer"))
    for picture in shown.locator("article figure.beyond").all():
        box = picture.bounding_box()
        assert code["width"] >= 655 and code["width"] + 40 < box["width"]
        assert box["x"] + box["width"] < contents["x"] and contents["x"] + contents["width"] <= wide
    assert shown.evaluate(WIDER) is False
    page.page.set_viewport_size({"width": 1024, "height": 800})
    assert len({box.bounding_box()["width"] for box in shown.locator("article figure.beyond, .cell_input").all()}) <= 2
    assert shown.evaluate(WIDER) is False


def test_in_the_dark_a_picture_has_the_colours_of_the_page(page):
    """Where it is blue or orange in the light it is so there, and the ground is the page's."""
    shown = page.open(CHAPTERS[4])
    picture = shown.locator("article figure img:visible").first
    light, dark = seen = [], []
    for scheme, pixels in zip(("light", "dark"), seen, strict=True):
        shown.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        pixels.append(np.asarray(Image.open(BytesIO(picture.screenshot())).convert("RGB"), dtype=int))
    ground = shown.evaluate("getComputedStyle(document.body).backgroundColor")
    assert [int(x) for x in re.findall(r"\d+", ground)] == dark[0][-1, 0].tolist()
    for name in ("BLUE", "ORANGE"):
        colour = getattr(figures, name)
        before, after = ([int(one[i : i + 2], 16) for i in (1, 3, 5)] for one in (colour, darkened(colour)))
        there = dark[0][(light[0] == before).all(axis=-1)]
        assert len(there) > 1000 and np.abs(there - after).max() <= 2, name


def test_on_a_phone_pictures_are_drawn_narrow_with_letters_to_read(page):
    """The smallest letters are 11 pixels high or more, but in the few pictures of which only the wide one has room."""
    page.page.set_viewport_size(NARROW)
    narrow = wide = 0
    for name in CHAPTERS:
        shown = page.open(name)
        shown.evaluate(OPEN_ALL)
        shown.wait_for_function("() => [...document.querySelectorAll('article figure img')].every(img => img.complete)")
        seen = shown.locator("article figure a:has(img:visible)").evaluate_all(
            """all => all.map(a => [getComputedStyle(a, "::after").content, a.querySelector("img")])
                .map(([hint, img]) => [hint, img.currentSrc, img.clientWidth, img.naturalWidth])"""
        )
        for hint, source, across, dots in seen:
            if "/narrow/" in source:
                narrow += 1
                assert hint == "none"
                assert dots == round(redraw.NARROW * redraw.FINE)
                assert across / redraw.NARROW * figures.NOTE / 72 >= 11, source
            else:
                wide += 1
                assert hint == '"Tap for full size"'
    assert narrow >= 30 and wide <= (narrow + wide) / 4
    assert page.errors == []


def test_on_a_phone_a_wide_picture_is_seen_whole_and_says_that_it_can_be_had_larger(page):
    shown = page.open(CHAPTERS[2])
    # Whatever does not fit a narrow drawing stays wide: here the first, without the one that it has.
    shown.locator("article figure picture").first.evaluate("one => one.replaceWith(one.querySelector('img'))")
    link = shown.locator("article figure a:has(> img:visible)").first
    hint = "a => getComputedStyle(a, '::after').content"
    assert link.evaluate(hint) == "none"
    shown.set_viewport_size(NARROW)
    picture = link.locator("img").bounding_box()
    assert picture["width"] > 300 and picture["x"] + picture["width"] <= 390
    assert link.evaluate("a => a.scrollWidth <= a.clientWidth") and link.evaluate(hint) == '"Tap for full size"'
    link.click()
    expect(shown).to_have_url(re.compile(r"_images/.*\.png$"))


def test_on_a_phone_a_number_with_its_error_stays_on_one_line(page):
    page.page.set_viewport_size(NARROW)
    numbers = page.open("coverage.html").locator(".wide td:not(:first-child) p", has_text="±")
    heights = numbers.evaluate_all("all => all.map(p => p.getBoundingClientRect().height)")
    assert len(heights) > 100 and max(heights) < 30


def test_the_mark_of_a_link_to_a_figure_takes_no_line(page):
    caption = page.open(CHAPTERS[4]).locator("figcaption:has(.headerlink):visible").first
    before = caption.bounding_box()["height"]
    caption.hover()
    expect(caption.locator(".headerlink")).to_be_visible()
    assert caption.bounding_box()["height"] == before


@pytest.mark.parametrize("name", ["edges", "api", "data", "formulas", "cheat-sheet", "trust"])
def test_on_a_phone_the_rows_of_a_long_table_are_stacked(page, name):
    page.page.set_viewport_size(NARROW)
    cells = page.open(f"{name}.html").locator("article table td:nth-child(2)")
    assert cells.first.bounding_box()["width"] > 300


def test_without_javascript_no_blank_waits_for_an_answer(browser, site):
    page = browser.new_page(java_script_enabled=False)
    for name in (CHAPTERS[0], CHAPTERS[3]):
        page.goto(f"{site}{name}")
        assert page.get_by_text(re.compile(r"(guess|answer) = \.\.\.")).count() == 0
        expect(page.get_by_text("letters are kept")).to_have_count(0)
    expect(page.get_by_text("Write your answers down, then open the solutions")).to_be_visible()
    page.close()


def test_the_search_box_shows_that_it_has_the_focus(page):
    shown = page.open("index.html")
    shown.locator(".sidebar-search").focus()
    box = shown.locator(".sidebar-search-container")
    assert box.evaluate("e => getComputedStyle(e).outlineStyle") == "solid"


def test_the_guess_of_chapter_0_is_there_after_a_reload(page):
    shown = page.open(CHAPTERS[0])
    shown.get_by_label("your guess, points").fill("7.5")
    shown.get_by_role("button", name="Show the weeks").click()
    shown.reload()
    expect(shown.get_by_label("your guess, points")).to_have_value("7.5")
    expect(shown.locator("#heap ~ details")).not_to_have_attribute("open", "")


def test_the_way_back_to_the_top_is_covered_by_nothing(page):
    shown = page.open(CHAPTERS[5])
    shown.set_viewport_size({"width": 1280, "height": 800})
    shown.mouse.move(500, 400)
    for distance in (4000, -300):
        shown.mouse.wheel(0, distance)
        shown.wait_for_timeout(300)
    shown.locator(".back-to-top").click()
    shown.wait_for_function("scrollY === 0")


def test_a_shared_link_says_what_is_there(page):
    shown = page.open("teach/index.html")
    pairs = "all => all.map(tag => [tag.getAttribute('property'), tag.content])"
    card = dict(shown.locator("meta[property^='og:']").evaluate_all(pairs))
    assert card["og:title"] == shown.locator("h1").first.evaluate("h1 => h1.firstChild.textContent")
    assert len(card["og:description"]) > 40


def test_a_term_leads_to_the_glossary_and_tells_its_meaning(page):
    shown = page.open(CHAPTERS[2])
    term = shown.locator("a[href*='glossary.html#term-']").first
    assert len(term.get_attribute("title")) > 20
    term.click()
    expect(shown.locator("dt:target")).to_be_in_viewport()
