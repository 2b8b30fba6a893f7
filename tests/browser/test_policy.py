"""What the policy of a page lets run: its own scripts, from a server and from a disk."""

import re
from base64 import b64encode
from hashlib import sha256

import pytest
from test_site import Page

from tools.site.policy import META

SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script>", re.DOTALL)
DATA = re.compile(r'src="(?!\w+:|//)|type="(application/json|text/plain)"')  # a file of the site, or no code
HANDLER = re.compile(r"<[^>]*\s(on\w+=|href=.javascript:)")
SAMPLE = "index", "02-standard-error", "05-paired-tests", "calculator", "search", "take-home", "slides/evening"
# Whether code may be evaluated is asked by a part of statistics.js, which does without; what cannot, fails elsewhere.
LISTEN = """addEventListener("securitypolicyviolation", event => {
    if (event.blockedURI !== "eval") (window.broken ??= []).push(event.violatedDirective);
})"""
INJECT = """() => {
    const script = document.createElement("script"), picture = document.createElement("img");
    script.textContent = "document.title = 'run'";
    picture.setAttribute("onerror", "document.title = 'run'");
    picture.src = "data:,";
    document.body.append(script, picture);
    return new Promise(done => setTimeout(() => done([document.title, window.broken]), 300));
}"""


def test_every_page_has_a_policy_and_no_script_that_it_forbids(built):
    pages = [*built.glob("*.html"), *built.glob("*/*.html")]
    assert len(pages) > 80
    for path in pages:
        page = path.read_text(encoding="utf-8")
        assert page.index("charset") < page.index(META) < 300 and "unsafe-eval" not in page, path
        allowed = page.partition(META)[2].partition('"')[0]
        for attributes, script in SCRIPT.findall(page):
            own = b64encode(sha256(script.encode()).digest()).decode()
            assert DATA.search(attributes) or f"'sha256-{own}'" in allowed, (path, script[:80])
        assert not HANDLER.search(page), path


@pytest.mark.parametrize("where", ["server", "disk"])
def test_pages_break_no_policy_and_run_nothing_else(tab, site, built, where):
    page = Page(tab, site if where == "server" else f"{built.as_uri()}/")
    tab.add_init_script(LISTEN)
    for name in SAMPLE:
        shown = page.open(f"{name}.html?q=wilson")
        ready = "Reveal?.isReady()" if name.startswith("slides") else "document.body.dataset.theme"  # which scripts set
        shown.wait_for_function(f"() => window.{ready}")
        if name == "search":
            shown.locator("#search-results li").first.wait_for()
        assert shown.evaluate("window.broken ?? []") == [], name
        title, broken = shown.evaluate(INJECT)
        assert title != "run" and {*broken} == {"script-src-elem", "script-src-attr"}, name
