"""Make slides for a room: a deck for each chapter and for each plan of a workshop, pages of reveal.js in build/slides.

    make slides                          build them and serve them, at http://localhost:8001
    python -m tools.slides               the same; --no-serve builds only, --port takes another port

What is on a slide is found in tools/deck.py, a day in tools/workshop.py; how a slide looks is in book/slides/. Pictures
are drawn again by the chapter's code, in exactly the room that their slide has.
"""

import argparse
import os
import re
import sys
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from importlib.util import find_spec
from itertools import groupby, pairwise, repeat
from pathlib import Path
from textwrap import shorten
from zlib import crc32

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from matplotlib.ticker import AutoLocator, MaxNLocator

from give_or_take.classroom import figures
from tools import teach
from tools.deck import LOOK, bare, deck
from tools.markup import MARKDOWN, inline, sentences
from tools.notebook import COMMENT, ROOT, Chapter, Series
from tools.site import redraw
from tools.site.files import SITE, below, mathjax, write
from tools.site.serve import serve
from tools.workshop import workshop

SLIDES = ROOT / "build" / "slides"
WIDE, INCH = 1136, 190  # dots of a slide: the width of a picture, and an inch of it; letters of 10 points have 26

PAGES = Environment(loader=FileSystemLoader(LOOK), autoescape=True, trim_blocks=True, undefined=StrictUndefined)
PAGES.filters |= {f.__name__: lambda text, f=f: Markup(f(text)) for f in (inline, sentences)}
PAGES.filters["markdown"] = lambda text: Markup(MARKDOWN.render(COMMENT.sub("", text)))


# --- Pictures


def redrawn(figure, high):
    """A figure in exactly the room that a slide has, with few ticks; gives its title, which comes last."""
    title = figure.get_suptitle()
    figure.suptitle("")
    for axes in figure.axes:
        if len(figure.axes) == 1 or not title:
            title = axes.get_title(loc="left") or title
            axes.set_title("", loc="left")
        if len(figure.axes) == 1:
            label = " ".join(axes.get_ylabel().split()) * axes.yaxis.get_visible()
            axes.set_ylabel("")
            axes.annotate(label, (0, 1), (0, 6), xycoords="axes fraction", textcoords="offset points", fontsize=12)
        for axis, most in (axes.xaxis, 6), (axes.yaxis, 4):
            if isinstance(axis.get_major_locator(), AutoLocator):
                axis.set_major_locator(MaxNLocator(most, steps=[1, 2, 5, 10]))
                if max(axis.get_view_interval()) >= 1000:
                    axis.set_major_formatter("{x:,.0f}")
    resized(figure, WIDE / INCH, high / INCH)
    return re.sub(r"(?<=[^.?!])$", ".", " ".join(title.split()))


def resized(figure, *inches):
    figure.set_size_inches(*inches)
    figure.tight_layout(pad=0.3, w_pad=2)


def by_click(picture):
    """A picture as its slide shows it before its last click, a PNG a click: without what is marked "click 2", …"""
    later, found = picture.figure.findobj(lambda artist: (artist.get_gid() or "").startswith("click ")), []
    for click in sorted({artist.get_gid() for artist in later}):
        for artist in later:
            artist.set_visible(artist.get_gid() < click)
        found.append(picture.png(redraw.FINE))
    for artist in later:
        artist.set_visible(True)
    return found


def drawn_again(path, rooms=None):
    """The pictures of a chapter for the projector, as {alt: (PNG, title, those before the last click)}.

    Its code is run up to the exercises. Where `rooms`, by alt, has another height for the slide of a plan,
    {(alt, height): the same} too."""
    c, titles, more = Chapter.open(path), {}, {}
    on = {id(slide.picture.cell): slide for slide in deck(c) if slide.picture}

    def fit(cell, picture):
        if slide := on.get(id(cell)):
            figure, alt = picture.figure, slide.picture.alt
            titles[alt] = redrawn(figure, slide.room), *by_click(picture)
            for high in (rooms or {}).get(alt, {slide.room}) - {slide.room}:
                usual = figure.get_size_inches()
                resized(figure, WIDE / INCH, high / INCH)
                more[alt, high] = picture.png(redraw.FINE), titles[alt][0], *by_click(picture)
                resized(figure, *usual)
        return picture

    pictures = redraw.run(c, fit, (*redraw.ASIDE, "going-further"))
    return {alt: (png, *titles.get(alt, [""])) for alt, png in pictures.items()} | more


# --- Pages


def html_of(slide, after=None, where="", images=("",), site="../site"):
    """A slide as HTML; `after` is the next one, `images` the addresses of its picture, one a click."""
    then = shorten(COMMENT.sub("", after.name), 60, placeholder=" …") if after else "The end."
    clock = f"{minutes} minutes; T starts the clock. " if (minutes := (slide.before or slide).minutes) else ""
    notes = slide.notes | {"Ask": clock + slide.notes.get("Ask", ""), "Then": then}
    return PAGES.get_template("slide.html").render(slide=slide, notes=notes, where=where, images=images, site=site)


def page(name, title, slides, drawn, site="../site"):
    """A deck's page, and the pictures that it needs: {name: bytes}. `drawn` has better ones and their titles."""
    files, sections, places = {}, [], {}
    for _, same in groupby(enumerate(slides, 1), key=lambda at: id(at[1].section)):
        numbers, here = zip(*same, strict=True)
        where = f"slides {numbers[0]}-{numbers[-1]}" if len(here) > 1 else f"slide {numbers[0]}"
        tasks = [k for k, slide in zip(numbers, here, strict=True) if slide.exercise]
        if tasks:
            minutes = teach.EACH * len({slide.exercise for slide in here} - {""})
            where = f"{minutes} min, {where}" if tasks == [*numbers] else f"{minutes} min, up to slide {tasks[-1]}"
        places[numbers[0]] = where
    for k, (slide, after) in enumerate(pairwise([*slides, None]), 1):
        images, where = [""], places.get(k, "") if slide.section else ""
        if slide.picture:
            alt = slide.picture.alt
            png, finding, *before = drawn.get((alt, slide.room)) or drawn.get(alt, (slide.picture.png, ""))
            asks = slide.kind == "figure"
            slide = replace(slide, moral=slide.moral or finding) if asks else slide
            here = {f"figures/{crc32(png):08x}.png": png for png in [*(before if asks else ()), png]}
            files, images = files | here, [*here]
        sections.append(Markup(html_of(slide, after, where, images, site)))
    return files | {f"{name}.html": PAGES.get_template("deck.html").render(title=title, slides=sections).encode()}


def every_deck(series):
    """Each deck as (address, name, what it is about, minutes, slides): the plans first, then the chapters."""
    decks = {number: slides for number, c in series.chapters.items() if (slides := deck(c))}
    for plan in teach.plans(series):
        slots = [slot for day in plan.days for slot in day.slots]
        about = f"Chapters {', '.join(dict.fromkeys(str(int(slot.chapter)) for slot in slots if slot.chapter))}"
        yield plan.key, plan.title, about, sum(slot.minutes for slot in slots), workshop(plan, series, decks)
    for number, slides in decks.items():
        c = series.chapters[number]
        yield c.path.stem, c.title, c.question, c.minutes["room"], slides


def build(folder=SLIDES):
    """Write everything into `folder`, anew; the number of slides of each deck, by name."""
    series = Series.open()
    decks, rooms = [*every_deck(series)], defaultdict(set)
    for slide in [slide for *_, shown in decks for slide in shown if slide.picture]:
        rooms[slide.picture.alt].add(slide.room)
    with ProcessPoolExecutor(2) as pool:
        every = pool.map(drawn_again, [c.path for c in series.chapters.values()], repeat(rooms))
        drawn = dict(item for each in every for item in each.items())
    files = {"index.html": PAGES.get_template("index.html").render(decks=decks).encode()}
    files["style.css"] = f":root{{--orange:{figures.ORANGE}}}\n".encode() + (LOOK / "style.css").read_bytes()
    for name, title, *_, slides in decks:
        files |= page(name, title, slides, drawn, os.path.relpath(SITE, folder))
    reveal = Path(find_spec("sphinx_revealjs").origin).parent / "_static" / "revealjs"
    files |= mathjax() | below(reveal, "LICENSE", "dist/reveal.css", "dist/reveal.js", "plugin/notes")
    write(files, folder)
    return {name: len(slides) for name, *_, slides in decks}


def main(arguments=None):
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-serve", action="store_true", help="build only")
    parser.add_argument("--port", type=int, default=8001)
    options = parser.parse_args(arguments)
    print("Drawing the pictures for the projector …", flush=True)
    for name, count in build().items():
        print(f"{count:4d} slides  {name}")
    print(f"They are in {SLIDES.relative_to(ROOT)}.")
    if lacking := [f"{c.title}: {title}" for c in Series.open().chapters.values() for title in bare(c)]:
        print("These take minutes and have no slide; write one, or tag a cell no-slide:", *lacking, sep="\n  ")
        return 1
    if options.no_serve:
        return 0
    return serve(SLIDES, options.port, "make slides ARGS='--port 8002'", "S opens the speaker's window; ")


if __name__ == "__main__":
    sys.exit(main())
