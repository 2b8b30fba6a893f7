"""Make the slides of the plans: a page of reveal.js each, in build/slides.

    make slides                          build them and serve them, at http://localhost:8001
    python -m tools.room.slides          the same; --no-serve builds only, --into FOLDER too, --port takes another port

What is on them is found in tools/room/deck.py; how they look is in book/slides/. Pictures are drawn again by the
chapter's code, as SVG, in exactly the room that their slide has.
"""

import argparse
import os
import re
import sys
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from zlib import crc32

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from matplotlib import rc_context
from matplotlib.ticker import AutoLocator, MaxNLocator

from give_or_take.classroom import figures
from tools.notebook import ROOT, Series
from tools.room import plan
from tools.room.deck import deck
from tools.room.markup import MARKDOWN, inline, sentences
from tools.site import policy, redraw
from tools.site.files import SITE, below, mathjax, typeface, write
from tools.site.serve import serve

SLIDES, LOOK = ROOT / "build" / "slides", ROOT / "book" / "slides"
REVEAL = Path(find_spec("sphinx_revealjs").origin).parent / "_static" / "revealjs"
WIDE, INCH = 1136, 190  # dots of a slide: the width of a picture, and an inch of it; letters of 10 points have 26

PAGES = Environment(loader=FileSystemLoader(LOOK), autoescape=True, trim_blocks=True, undefined=StrictUndefined)
PAGES.filters |= {f.__name__: lambda text, f=f: Markup(f(text)) for f in (inline, sentences)}
PAGES.filters["hour"] = plan.hour
PAGES.filters["markdown"] = lambda text: Markup(MARKDOWN.render(text))


def fitted(figure, slide):
    """Fit a figure into exactly the room that its slide has, with few ticks; gives its title, which comes last."""
    title = figure.get_suptitle()
    figure.suptitle("")
    for axes in figure.axes:
        if len(figure.axes) == 1 or not title:
            title = axes.get_title(loc="left") or title
            axes.set_title("", loc="left")
        if len(figure.axes) == 1 and axes.yaxis.get_visible():
            label = " ".join(axes.get_ylabel().split())
            axes.set_ylabel("")
            axes.annotate(label, (0, 1), (0, 6), xycoords="axes fraction", textcoords="offset points", fontsize=12)
        for axis, most in (axes.xaxis, 6), (axes.yaxis, 4):
            if isinstance(axis.get_major_locator(), AutoLocator):
                axis.set_major_locator(MaxNLocator(most, steps=[1, 2, 5, 10]))
                if max(axis.get_view_interval()) >= 1000:
                    axis.set_major_formatter("{x:,.0f}")
    title = re.sub(r"(?<=[^.?!])$", ".", " ".join(title.split()))
    figure.set_size_inches(WIDE / INCH, slide.room(title) / INCH)
    figure.tight_layout(pad=0.3, w_pad=2)
    return title


def svg(picture):
    """A picture as SVG; what its figure marks "click 2", "click 3", … comes click by click. No two share an id."""
    buffer, name = BytesIO(), f"p{crc32(picture.alt.encode()):08x}"
    with rc_context({"svg.hashsalt": name}):
        picture.figure.savefig(buffer, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    drawn = buffer.getvalue().decode().partition("<svg")
    drawn = re.sub(r'<g id="click (\d)">', r'<g class="fragment" data-fragment-index="\1">', "".join(drawn[1:]))
    return Markup(re.sub(r'(\bid="|"#|url\(#)', rf"\g<1>{name}-", drawn))


def drawn_again(chapter, slides):
    """The pictures of a chapter on slides, as {alt: (SVG, title)}; its code is run up to the exercises."""
    on, found = {id(slide.picture.cell): slide for slide in slides}, {}

    def fit(cell, picture):
        if slide := on.get(id(cell)):
            title = fitted(picture.figure, slide)
            found[slide.picture.alt] = svg(picture), title

    redraw.run(chapter, fit, (*redraw.ASIDE, "going-further", "luck"))
    return found


def page(title, slides, drawn, site):
    """A deck's page."""
    for slide in slides:
        if slide.kind == "figure":
            slide.moral = f"{drawn[slide.picture.alt][1]} {slide.moral}".strip()
    made = PAGES.get_template("deck.html").render(title=title, slides=slides, drawn=drawn, site=site)
    notes = (REVEAL / "plugin/notes/speaker-view.html").read_text(encoding="utf-8")  # notes.js writes it into a window
    return policy.guarded(made, notes).encode()


def build(folder=SLIDES):
    """Write everything into `folder`, anew; the number of slides of each deck, by name."""
    series = Series.open()
    decks = {name: deck(name, series) for name in plan.PLANS}
    pictured = [slide for slides in decks.values() for slide in slides if slide.picture]
    drawn = {}
    for chapter in {slide.chapter.number: slide.chapter for slide in pictured}.values():
        drawn |= drawn_again(chapter, [slide for slide in pictured if slide.chapter is chapter])
    files = {"style.css": f":root{{--orange:{figures.ORANGE}}}\n".encode() + (LOOK / "style.css").read_bytes()}
    for name, slides in decks.items():
        files[f"{name}.html"] = page(plan.title(plan.read(name)), slides, drawn, os.path.relpath(SITE, folder))
    files |= below(REVEAL, "LICENSE", "dist/reveal.css", "dist/reveal.js", "plugin/notes/notes.js")
    files |= mathjax() | typeface()
    write(files, folder)
    return {name: len(slides) for name, slides in decks.items()}


def main(arguments=None):
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-serve", action="store_true", help="build only")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="build there only")
    parser.add_argument("--port", type=int, default=8001)
    options = parser.parse_args(arguments)
    if options.into:
        build(options.into)
        return 0
    print("Drawing the pictures for the projector …", flush=True)
    for name, count in build().items():
        print(f"{count:4d} slides  {name}.html")
    print(f"They are in {SLIDES.relative_to(ROOT)}.")
    if options.no_serve:
        return 0
    return serve(SLIDES, options.port, "make slides ARGS='--port 8002'", "S opens the speaker's window; ")


if __name__ == "__main__":
    sys.exit(main())
