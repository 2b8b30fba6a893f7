"""The workshop kit on paper: the pages of book/teach/ as HTML and PDF.

    make kit                   build/kit/: index.html, and what to print
    python -m tools.kit        the same

Each plan has two PDFs: one-day.pdf is what its teacher needs once, in order, and one-day-wall.pdf what hangs. kit.pdf
is all there is to read, keys.pdf what nobody else sees. The mail is copied from its page. Each handout is a PDF of its
own, and the poster is beside them. The pages come complete from tools/teach.py. Here MyST's own marks are taken off,
and links are led to where the kit has something. The PDFs are printed by the Chromium, Chrome or Edge of this machine;
without one there is the HTML.
"""

import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt

from tools import boards, cheat_sheet, score, slides, teach
from tools.notebook import ROOT, Series
from tools.teach import WORDING

BROWSERS = (
    *("chromium", "chromium-browser", "chromium-headless-shell"),
    *("google-chrome", "google-chrome-stable", "chrome", "msedge", "microsoft-edge"),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
KEYS = ("answers", "quiz-key")
HANDOUTS = ("helpers", "badges")  # and the form of the feedback, each of the quiz
BEHIND = ("Misconceptions that come up", "To discuss", "Stretch", "Ten questions a room asks")  # for the evening before
ON_SHEET = ("Core path", "If late")  # the run sheet has them
FIRST = ("index", "plans", "rooms", "remote")

STYLE = """
@page {  /* fits A4 and Letter */
  size: 210mm 279mm;
  margin: 15mm 17mm;
  @bottom-center { content: counter(page); font: 9pt "Liberation Sans", Arial, sans-serif; color: #555; }
}
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
p, li { orphans: 2; widows: 2; }
h1, h2, h3, p:has(+ pre, + ul, + ol, + table) { break-after: avoid; }
a { color: #1f5fa8; text-decoration: none; }
table { break-inside: avoid; border-collapse: collapse; margin: .8em 0; width: 100%; font-size: .92em; }
th, td { border-bottom: 1px solid #bbb; padding: .25em .6em .25em 0; text-align: left; vertical-align: top; }
tr, p:has(+ table) { break-inside: avoid; }
pre { background: #f4f4f4; padding: .6em .8em; font-size: .85em; white-space: pre-wrap; break-inside: avoid; }
code { font-family: "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .9em; }
pre, code { overflow-wrap: anywhere; }
blockquote { border-left: 3px solid #bbb; margin: .8em 0; padding-left: 1em; }
ul, ol { padding-left: 1.4em; }
article + article { border-top: 2px solid #1a1a1a; margin-top: 2.5em; padding-top: 1.2em; }
.sheet svg { display: block; margin: 0 auto; }
#agenda h2 ~ h2, #run-sheets h2 ~ h2, .sheet ~ .sheet { break-before: page; }
#agenda td { font-size: 20.5pt; line-height: 1.1; padding: .7mm 4mm .7mm 0; }
#agenda h2 { font-size: 32pt; margin: 0; }
#agenda small { font-size: 15pt; }
td i { color: #707070; }
#agenda p { font-size: 12.5pt; line-height: 1.32; margin: 0 0 1mm; }
#agenda pre { font-size: 10.5pt; line-height: 1.25; margin: 0; padding: 1mm 2mm; }
#plans table { font-size: .84em; }
#plans td { padding: 0 .6em 0 0; }
#run-sheets h2 { margin: .2em 0; }
#run-sheets, #agenda, #helpers, #badges, :is(.book, .desk) :is([id^="0"], [id^="1"], #plans) { page: sheet; }
@page sheet { margin: 9mm 12mm; }
article[id^="boards"] { page: field; }
@page field { size: 279mm 210mm; margin: 9mm; @bottom-center { content: none; } }
#run-sheets table { font-size: .86em; line-height: 1.13; margin: 0; }
#run-sheets td { padding: .05em .6em .05em 0; }
#run-sheets td:nth-child(4) { width: 44%; }
#run-sheets td:last-child { width: 40%; }
#form li { margin-bottom: 10mm; }
.line { border-bottom: 1px solid #888; height: 11mm; }
#badges svg { max-height: 258mm; }
article[id^="quiz"]:not(#quiz-key) li { list-style: none; }
article[id^="quiz"]:not(#quiz-key) ul { break-inside: avoid; margin: .1em 0 .5em; padding-left: .6em; }
article[id^="quiz"]:not(#quiz-key) p { break-after: avoid; margin: .5em 0 .1em; }
#index ol li, #index li:not(:has(> strong:first-child)) { list-style: '☐  '; }
nav h2, article:first-of-type > h1 { margin: .4em 0; }
nav ol { margin: 0; font-size: .95em; columns: 2; column-gap: 2.5em; list-style: none; padding: 0; }
nav b { float: right; font-weight: normal; }
@media print {
  body { margin: 0; padding: 0; max-width: none; font-size: 10.5pt; }
  a { color: inherit; }
  nav.back, #agenda > h1, #agenda > h1 + p, article[id^="boards"] > h1, #badges > :is(h1, p) { display: none; }
  :is(.book, .desk, .wall) article + article { break-before: page; border: 0; margin: 0; padding: 0; }
  .book :is(article[id^="0"], article[id^="1"], #plans) { font-size: 9pt; line-height: 1.3; }
  .desk :is(article[id^="0"], article[id^="1"]) { font-size: 9.2pt; line-height: 1.25; }
  :is(article[id^="0"], article[id^="1"]) h2 { margin: 1em 0 .3em; }
  :is(article[id^="0"], article[id^="1"]) :is(li p, li pre) { margin: .2em 0; }
  .book :is(article[id^="0"], article[id^="1"]) p { margin: .45em 0; }
  #run-sheets > :is(h1, p, ol) { margin: 0 0 .3em; font-size: 10pt; line-height: 1.25; }
  #run-sheets > h1 { font-size: 15pt; }
  :is(p, li) > code, #run-sheets code { white-space: nowrap; }
  article[id^="0"], article[id^="1"], #rooms, #index { font-size: 9.4pt; line-height: 1.34; }
  #helpers { font-size: 10pt; line-height: 1.35; }
  #helpers :is(table, pre, code) { font-size: 1em; }
  #index ol { break-inside: avoid; }
  #index h2, #plans h2 { margin-top: 1.1em; }
}
"""


def cleaned(text):
    """A page without what only the site's builder understands."""
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
    text = re.sub(r"^(`{3,})\{.*?^\1$\n?", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^:{3,}.*\n?", "", text, flags=re.MULTILINE)
    return re.sub(r"\{\w+\}`([^`<]*?)(?: *<[^`]*>)?`", r"\1", text)


def rendered(name, text, names, together=False):
    """A page as HTML: (its title, the article). Links stay in the kit, or go to the web, or are text."""
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    tokens, title = parser.parse(cleaned(text)), name
    for k, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = re.sub(r"[*`]|\[(.*?)\]\(.*?\)", r"\1", tokens[k + 1].content)
            title = heading if token.tag == "h1" else title
            token.attrSet("id", f"{name}-{teach.anchor(heading)}" if together else teach.anchor(heading))
        for child in token.children or []:
            if child.type == "link_open":
                child.attrSet("href", target(child.attrGet("href"), name, names, together))
    html = parser.renderer.render(tokens, parser.options, {})
    kept = "#|https?:" if together or not names else r"#|https?:|[\w-]+\.html"  # a PDF has no other files beside it
    html = re.sub(rf'<a href="(?!{kept})([^"]*)">(.*?)</a>', named if together else r"\2", html, flags=re.DOTALL)
    return title, f'<article id="{name}">\n{html}</article>'


def named(link):
    """On paper, what a link to another file says: also the file's name, the first time."""
    file, text = link[1].removeprefix("../"), link[2]
    before = link.string[: link.start()]
    once = not file or f"<code>{file.removesuffix('html')}" in before
    return text if once else f"{text} (<code>{file}</code>)"


def target(href, name, names, together):
    """Where a link leads in the kit; nowhere if the kit has no such page."""
    if re.match(r"https?:|mailto:", href):
        return href
    page, _, place = href.partition("#")
    page = page.removesuffix(".md") if page else name
    if page not in names:
        return f"{page}.html" if together and re.fullmatch(r"[\w-]+", page) else ""
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
        options = ["--headless", "--disable-gpu", "--no-pdf-header-footer", "--generate-pdf-document-outline"]
        options.append(f"--user-data-dir={profile}")
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            options.append("--no-sandbox")
        command = [program, *options, f"--print-to-pdf={pdf}", page.resolve().as_uri()]
        subprocess.run(command, check=True, capture_output=True, timeout=120)


def files(series):
    """The kit as {name: HTML}, the handouts without links among them as "print/NAME.html"."""
    plans = teach.plans(series)
    texts, *of_plans = (
        {Path(name).stem: text for name, text in teach.pages(series, plan).items()} for plan in (None, *plans)
    )
    chapters = [name for name in texts if name.isdigit()]
    rest = sorted(name for name in texts if name not in (*FIRST, *HANDOUTS, *KEYS, *chapters))
    order = [name for name in (*FIRST, *chapters, *HANDOUTS, *rest, *KEYS) if name in texts]
    alone = {name: rendered(name, texts[name], order) for name in order}
    books = {
        "kit": ("The workshop kit", {n: texts[n] for n in (*FIRST, *chapters)}),
        "keys": ("Answers and keys", {name: texts[name] for name in KEYS}),
    }
    for plan, own in zip(plans, of_plans, strict=True):
        books[plan.key] = (plan.title, desk(series, plan, own))
        books[f"{plan.key}-wall"] = (f"{plan.title}, the wall", wall(series, plan, own))

    def contents(pages, address):
        entries = "".join(
            f'<li><a href="{address(name)}">{escape(title)}</a><b data-page="{name}"></b></li>'
            for name, (title, _) in pages.items()
        )
        return f"<nav><h2>Contents</h2><ol>{entries}</ol></nav>"

    back = '<nav class="back"><a href="index.html">Contents</a></nav>'
    made = {f"{name}.html": document(title, back + html) for name, (title, html) in alone.items()}
    made["index.html"] = document(alone["index"][0], alone["index"][1] + contents(alone, "{}.html".format))
    for name, (title, parts) in books.items():
        pages = {part: rendered(part, text, (*parts,), together=True) for part, text in parts.items()}
        body = "".join(fitted(html) if part == "run-sheets" else html for part, (_, html) in pages.items())
        head = f"<h1>{title}</h1>{contents(pages, '#{}'.format)}"
        kind = "book" if name in ("kit", "keys") else "wall" if name.endswith("wall") else "desk"
        body = f'<div class="{kind}">{head * (kind != "wall")}{body}</div>'
        made[f"{name}.html"] = document(f"Give or Take: {title.lower()}", body)
    for name in texts:
        if name in HANDOUTS or name.startswith("quiz") and name not in KEYS:
            made[f"print/{name}.html"] = document(*rendered(name, texts[name], ()))
    form = re.sub("^> ?", "", "\n".join(re.findall("^>.*", texts["feedback"], re.MULTILINE)), flags=re.MULTILINE)
    title, form = rendered("form", f"# Before you go\n\n{form}", ())
    made["print/feedback.html"] = document(title, form.replace("</li>", '<div class="line"></div>' * 8 + "</li>"))
    return made


def without(text, names):
    """A page without the sections whose headings begin so."""
    return re.sub(rf"^## (?:{'|'.join(names)}).*\n(?:(?!## ).*\n?)*", "", text, flags=re.MULTILINE)


def high(text, width, size):
    """About how many mm a text takes in a column of so many mm, in a type of so many pt."""
    plain = re.sub(r"<[^>]*>|[*`]", "", text)
    return math.ceil(len(plain) * size * 0.16 / width) * size * 0.46


def fitted(sheets):
    """The run sheets, all in the largest type, up to 11 pt, in which each page holds its table."""

    def held(table, size, rules):
        rows = [re.findall("<t[dh]>(.*?)</t[dh]>", row, re.DOTALL)[-2:] for row in table.split("</tr>")[:-1]]
        tall = [max(sum(high(a, 81, size) for a in what.split("<br>")), high(late, 74, size)) for what, late in rows]
        return 0.87 * sum(tall) + 0.8 * len(rows) < 258 - rules  # mm; these lines are closer than others

    tables = re.findall("<table>.*?</table>", sheets, re.DOTALL)
    fits = (size for size in (11, 10.5, 10, 9.5) if all(held(t, size, 48 * (t == tables[0])) for t in tables))
    return sheets.replace("<table>", f'<table style="font-size: {next(fits, 9)}pt">')


def with_questions(page, whole):
    """A chapter's page of the day, with the first of the questions that a room asks, as far as the sheet has room."""
    asked = whole.partition("## Ten questions a room asks\n")[2].partition("\n## ")[0].strip()
    gaps = {"#": 7, "|": 2, "-": 0, " ": 0}  # mm above a block; a paragraph has more than an item of a list
    blocks = [block for block in re.split(r"\n+(?=\s*(?:[-#|`]|\d+\. )|\n)", page) if block.strip()]
    used = 25 + sum(high(block, 182, 9.2) + gaps.get(block.lstrip("\n")[0], 3.5) for block in blocks)
    rest = []
    for question in re.split(r"\n(?=\d+\. )", asked)[:5]:
        used += high(question, 178, 9.2)
        rest += [question] * (used < 270)
    return page.rstrip() + "\n\n## What a room asks\n\n" * bool(rest) + "\n".join(rest) + "\n"


def parts_of(plan):
    """The chapters of a plan, each as one slot with all that the plan teaches of it."""
    found = {}
    for slot in [slot for day in plan.days for slot in day.slots if slot.kind == "chapter"]:
        here = found.get(slot.chapter, slot._replace(minutes=0, sections=()))
        both = slot._replace(minutes=here.minutes + slot.minutes, sections=here.sections + slot.sections)
        found[slot.chapter] = both
    return found


def desk(series, plan, texts):
    """What the teacher of a plan has on the desk, in the order of use."""
    index = re.sub(r"`one-day((?:-wall)?\.pdf)`", rf"`{plan.key}\1`", texts["index"])
    found = {"index": index, "run-sheets": texts["run-sheets"]}
    for number, slot in parts_of(plan).items():
        page = today(series, plan, slot, without(texts[number], BEHIND + ON_SHEET))
        found[number] = with_questions(page, today(series, plan, slot, texts[number]))
    return found


def wall(series, plan, texts):
    """What hangs on the wall: the agenda, and of each chapter's board the fields that its page still names."""
    found = {"agenda": texts["agenda"]}
    for number, slot in parts_of(plan).items():
        page = today(series, plan, slot, texts[number])
        zones = zip(boards.BOARDS.get(number, ()), boards.board(number), strict=True)
        fields = [field for zone, field in zones if any(map(zone.title.startswith, boards.leads(page)))]
        if fields:
            found[f"boards-{number}"] = f"# Board {int(number)}\n\n{boards.sheets(fields)}"
    if any(slot.what in (teach.FILES.what, teach.REPORT.what) for day in plan.days for slot in day.slots):
        found["boards-files"] = f"# Your two files\n\n{boards.sheets([boards.field(boards.CARD)])}"
    return found


ITEMS = re.compile(r"(?<=\n)(?=\S)")  # before each line that is not indented: an item has what is below it
LEAD = re.compile(r"- (?:\*\*Exercise (\d+\.\d+)|(\*\*[^*]+\*\*, )?(?:in )?\*([^*]+)\*)")
"""What an item of a chapter's page is about: an exercise; or a thing, and its section."""


def today(series, plan, slot, text):
    """A chapter's page with what a plan has of it: its sections, the exercises that are done, nothing twice."""
    gone = teach.gone(series, plan, slot.chapter)
    notes = {title: WORDING["shown"][plan.key][title]["note"] for title, _ in slot.shown}
    done = {id for day in plan.days for slot in day.slots for id in slot.exercises}

    def kept(item):
        exercise, thing, title = found.groups() if (found := LEAD.match(item)) else [None] * 3
        if title in gone or (exercise and exercise not in done):
            return "\n" * item.endswith("\n\n")
        if title in notes and not thing:
            return f"- *{title}*, the picture: {notes[title]}\n"
        return item

    facts = teach.part_facts
    text = text.replace(facts(series, slot.chapter), facts(series, slot.chapter, slot))
    parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    parts = ["".join(map(kept, ITEMS.split(part))) for part in parts]
    return "".join(part for part in parts if not re.fullmatch(r"## .*\s*", part))  # no heading without a text


def numbered(html, pdf):
    """The contents with the pages on which the articles begin in `pdf`; as it was, if nothing here reads PDFs."""
    try:
        from pypdf import PdfReader
    except ImportError:
        return html
    reader = PdfReader(pdf)
    places = reader.named_destinations.items()
    pages = {name.lstrip("/"): reader.get_destination_page_number(place) + 1 for name, place in places}
    return re.sub(r'<b data-page="([^"]*)"></b>', lambda found: f"<b>{pages.get(found[1], '')}</b>", html)


def main(folder=ROOT / "build" / "kit", program=None):
    series = Series.open()
    made = files(series)
    for old in [*folder.glob("*.html"), *folder.glob("*.pdf")]:
        old.unlink()
    for name, html in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(html, encoding="utf-8")
    (folder / "score.html").write_text(score.page(), encoding="utf-8")
    for name, data in cheat_sheet.files(series).items():
        (folder / name).write_bytes(data)
    slides.build(folder / "slides")
    print(f"The workshop kit is in {folder}: start with index.html.")
    program = program or browser()
    if not program:
        print("No Chromium, Chrome or Edge was found, so there are no PDFs: open the HTML and print it.")
    for name in made if program else ():
        pdf = folder / f"{Path(name).stem}.pdf"
        book = re.search('<div class="(book|desk|wall)">', made[name])
        if book or name.startswith("print/"):
            print_pdf(program, folder / name, pdf)
        if book and book[1] != "wall" and pdf.exists():
            (folder / name).write_text(numbered(made[name], pdf), encoding="utf-8")
            print_pdf(program, folder / name, pdf)
    if program:
        shutil.rmtree(folder / "print")
    (folder / "index.html").write_text(made["index.html"].replace("</table>", f"</table>{here(folder)}", 1), "utf-8")


def here(folder):
    """Links to what is in the kit beside its pages."""
    names = [*sorted(path.name for path in folder.glob("*.pdf")), "score.html", "slides/index.html"]
    links = [f'<a href="{name}">{name}</a>' for name in names if (folder / name).exists()]
    return f"<p><strong>In this folder:</strong> {' · '.join(links)}.</p>"


if __name__ == "__main__":
    sys.exit(main())
