"""A report in a browser: open to everybody, in both themes, at two widths and on paper; nothing is loaded or run."""

import re

import pytest
from test_site import AXE, FOUND, NARROW, WIDE, WIDER

from give_or_take import compare, expand, load, report, tally
from tools.site.report_example import FILES, RUNS

NASTY = "<script>document.title = 'run'</script>" + 300 * "long"


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """{name: address} of the worked example, and of one whose system bears a nasty name."""
    table = expand(load("swe_bench_pro")).rename(columns={RUNS[0]: NASTY, "repository": NASTY[::-1]})
    counts = tally(table, systems=[NASTY, RUNS[1]], slices=NASTY[::-1])
    nasty = report(compare(counts, missing="fail", margin=0.02, labels="judge"))
    path = nasty.save(tmp_path_factory.mktemp("report") / "nasty.html")
    return {"example": FILES[0].as_uri(), "nasty": path.as_uri()}


@pytest.mark.parametrize("name", ["example", "nasty"])
def test_a_report_is_open_to_everybody(browser, reports, name):
    # Axe is no part of the page, so its policy must not count here; what it forbids is tested below.
    page = browser.new_page(viewport=WIDE, color_scheme="light", bypass_csp=True)
    page.goto(reports[name])
    page.evaluate(AXE)
    for scheme in ("light", "dark"):
        for size in (WIDE, NARROW):
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size(size)
            assert page.evaluate(FOUND) == [], (scheme, size)
            assert page.evaluate(WIDER.replace("article", "main")) is False, (scheme, size)
    grounds = []
    for media in ({"color_scheme": "light"}, {"color_scheme": "dark"}, {"color_scheme": "dark", "media": "print"}):
        page.emulate_media(**media)
        grounds.append(page.evaluate("() => getComputedStyle(document.body).backgroundColor"))
    assert grounds[0] == grounds[2] == "rgb(255, 255, 255)" != grounds[1]
    page.close()


@pytest.mark.parametrize("name", ["example", "nasty"])
def test_a_report_runs_nothing_and_prints(browser, reports, name):
    page, console, requests = browser.new_page(), [], []
    page.on("console", lambda message: console.append(message.text))
    page.on("request", lambda request: requests.append(request.url))
    page.goto(reports[name])
    assert console == [] and requests == [reports[name]] and page.title() != "run"
    assert page.locator("svg[role=img]").count() >= 2 and page.locator("script, img, iframe, link").count() == 0
    assert page.evaluate("() => getComputedStyle(document.querySelector('main')).maxWidth") != "none", (
        "its style is allowed"
    )
    page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "document.title = 'run'";
            document.body.append(script);
        }"""
    )
    assert page.title() != "run" and any("Content Security Policy" in line for line in console)
    pages = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))
    assert 1 <= pages <= 6
    page.close()
