"""The workshop kit on paper: the pages of book/teach/ as HTML and PDF.

    make kit                   build/kit/: index.html, kit.pdf, and a PDF of each handout
    python -m tools.kit        the same

The pages come complete from tools/teach.py. Here MyST's own marks are taken off, and links are led to where the kit has
something. The PDFs are printed by the Chromium, Chrome or Edge of this machine; without one there is the HTML.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt

from tools import score, teach
from tools.notebook import ROOT, Series

BROWSERS = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge", "microsoft-edge"),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
KEYS = ("answers", "quiz-key")
HANDOUTS = ("badges", "boards", "helpers", "conduct")  # and each page of the quiz
FIRST = ("index", "plans", "setup-mail", "rooms", "remote", "helpers", "conduct")
LAST = ("boards", "badges", "feedback")

STYLE = """
@page { size: 210mm 279mm; margin: 15mm 17mm; }  /* fits A4 and Letter */
* { box-sizing: border-box; }
body {
  font: 11pt/1.45 "Helvetica Neue", "Liberation Sans", Arial, sans-serif;
  color: #1a1a1a;
  max-width: 46em;
  margin: 2em auto;
  padding: 0 1em;
}
h1 { font-size: 1.8em; line-height: 1.2; margin: 0 0 .6em; }
h2 { font-size: 1.3em; margin: 1.6em 0 .5em; }
h3 { font-size: 1.08em; margin: 1.3em 0 .4em; }
h1, h2, h3 { break-after: avoid; }
p, li { orphans: 2; widows: 2; }
a { color: #1f5fa8; text-decoration: none; }
table { break-inside: avoid; border-collapse: collapse; margin: .8em 0; width: 100%; font-size: .92em; }
th, td { border-bottom: 1px solid #bbb; padding: .25em .6em .25em 0; text-align: left; vertical-align: top; }
tr { break-inside: avoid; }
thead { display: table-header-group; }
pre {
  background: #f4f4f4;
  padding: .6em .8em;
  font-size: .85em;
  white-space: pre-wrap;
  break-inside: avoid;
  overflow-wrap: anywhere;
}
code {
  font-family: "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: .9em;
  overflow-wrap: anywhere;
}
blockquote { border-left: 3px solid #bbb; margin: .8em 0; padding: 0 0 0 1em; }
ul, ol { padding-left: 1.4em; }
article { break-before: page; }
article:first-of-type { break-before: auto; }
.sheet svg { display: block; margin: 0 auto; max-height: 215mm; }
#boards h2 { break-before: page; }
#boards h2:first-of-type { break-before: auto; }
#form li { margin-bottom: 21mm; }
#badges .sheet { break-before: page; }
article[id^="quiz"]:not(#quiz-key) li { list-style: none; }
article[id^="quiz"]:not(#quiz-key) ul { break-inside: avoid; margin: .1em 0 .5em; padding-left: .6em; }
article[id^="quiz"]:not(#quiz-key) p { break-after: avoid; margin: .5em 0 .1em; }
#index li:not(:has(> strong:first-child)) { list-style: '☐  '; }
nav ol { columns: 2; }
@media print {
  body { margin: 0; padding: 0; max-width: none; font-size: 10.5pt; }
  a { color: inherit; }
  nav.back { display: none; }
}
"""


def cleaned(text):
    """A page without what only the site's builder understands."""
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
    text = re.sub(r"^(`{3,})\{.*?^\1$\n?", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^:{3,}.*\n?", "", text, flags=re.MULTILINE)
    return re.sub(r"\{\w+\}`([^`<]*?)(?: *<[^`]*>)?`", r"\1", text)


def slug(text):
    return re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-")


def rendered(name, text, names, together=False):
    """A page as HTML: (its title, the article). Links stay in the kit, or go to the web, or are text."""
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    tokens, title = parser.parse(cleaned(text)), name
    for k, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = re.sub(r"[*`]|\[(.*?)\]\(.*?\)", r"\1", tokens[k + 1].content)
            title = heading if token.tag == "h1" else title
            token.attrSet("id", f"{name}-{slug(heading)}" if together else slug(heading))
        for child in token.children or []:
            if child.type == "link_open":
                child.attrSet("href", target(child.attrGet("href"), name, names, together))
    html = parser.renderer.render(tokens, parser.options, {})
    kept = "#|https?:" if together or not names else r"#|https?:|[\w-]+\.html"  # a PDF has no other files beside it
    html = re.sub(rf'<a href="(?!{kept})[^"]*">(.*?)</a>', r"\1", html, flags=re.DOTALL)
    return title, f'<article id="{name}">\n{html}</article>'


def target(href, name, names, together):
    """Where a link leads in the kit; nowhere if the kit has no such page."""
    if re.match(r"https?:|mailto:", href):
        return href
    page, _, place = href.partition("#")
    page = page.removesuffix(".md") if page else name
    if page not in names:
        return ""
    if together:
        return f"#{page}-{place}" if place else f"#{page}"
    return f"{page}.html" + (f"#{place}" if place else "")


def document(title, body):
    head = f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{escape(title)}</title>'
    return f"{head}\n<style>{STYLE}</style>\n{body}\n</html>\n"


def browser():
    """The browser that prints, or None: the one that the variable CHROMIUM names, or the first that is here."""
    named = os.environ.get("CHROMIUM")
    return next(filter(None, map(shutil.which, [named] if named else BROWSERS)), None)


def print_pdf(program, page, pdf):
    with tempfile.TemporaryDirectory() as profile:
        options = ["--headless", "--disable-gpu", "--no-pdf-header-footer", f"--user-data-dir={profile}"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            options.append("--no-sandbox")
        command = [program, *options, f"--print-to-pdf={pdf}", page.resolve().as_uri()]
        subprocess.run(command, check=True, capture_output=True, timeout=120)


def files(series):
    """The kit as {name: HTML}, the handouts without links among them as "print/NAME.html"."""
    texts = {Path(name).stem: text for name, text in teach.pages(series).items()}
    chapters = [name for name in texts if name.isdigit()]
    rest = [name for name in texts if name not in (*FIRST, *LAST, *KEYS, *chapters)]
    order = [name for name in (*FIRST, *chapters, *LAST, *rest, *KEYS) if name in texts]
    alone = {name: rendered(name, texts[name], order) for name in order}
    joint = {name: rendered(name, texts[name], order, together=True) for name in order}

    def contents(address):
        entries = "".join(f'<li><a href="{address(name)}">{escape(alone[name][0])}</a></li>' for name in order)
        return f"<nav><h2>Contents</h2><ol>{entries}</ol></nav>"

    back = '<nav class="back"><a href="index.html">Contents</a></nav>'
    made = {f"{name}.html": document(title, back + html) for name, (title, html) in alone.items()}
    made["index.html"] = document(alone["index"][0], alone["index"][1] + contents("{}.html".format))
    everything = contents("#{}".format) + "".join(html for _, html in joint.values())
    made["kit.html"] = document("Give or Take: the workshop kit", f"<h1>The workshop kit</h1>{everything}")
    for name in texts:
        if name in HANDOUTS or name.startswith("quiz") and name not in KEYS:
            made[f"print/{name}.html"] = document(*rendered(name, texts[name], ()))
    form = re.sub("^> ?", "", "\n".join(re.findall("^>.*", texts["feedback"], re.MULTILINE)), flags=re.MULTILINE)
    made["print/feedback.html"] = document(*rendered("form", f"# Before you go\n\n{form}", ()))
    return made


def main(folder=ROOT / "build" / "kit", program=None):
    made = files(Series.open())
    for name, html in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(html, encoding="utf-8")
    (folder / "score.html").write_text(score.page(), encoding="utf-8")
    print(f"The workshop kit is in {folder}: start with index.html.")
    program = program or browser()
    if not program:
        print("No Chromium, Chrome or Edge was found, so there are no PDFs: open the HTML and print it.")
        return
    for name in made:
        if name == "kit.html" or name.startswith("print/"):
            print_pdf(program, folder / name, folder / f"{Path(name).stem}.pdf")
    handouts = ", ".join(f"{Path(name).stem}.pdf" for name in made if name.startswith("print/"))
    print(f"On paper: kit.pdf, and the handouts {handouts}.")


if __name__ == "__main__":
    sys.exit(main())
