"""Pictures drawn anew by the code of their chapter: larger for a projector, finer for a screen with more dots than the
notebook stores, and narrow for a phone.

A narrow picture has letters of the same size in two thirds of the width: its words are broken into lines and moved
into the picture. It is measured before it is used. Where words leave the picture, meet, or come to lie on what is
drawn, there is none, and the site shows the wide one.
"""

import copy
import io
import re
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Annotation, Text
from matplotlib.ticker import FixedFormatter
from matplotlib.transforms import ScaledTranslation

from give_or_take.classroom import figures, look
from give_or_take.classroom.figures import STYLE
from tools.notebook import Chapter

NARROW, EDGE = 4.6, 0.08  # inches: the width of a narrow picture, and what stays free at its edges
FINE = 220  # dots an inch: for a large projector, and for the screen of a phone
ASIDE = "exercises", "solutions", "sources"
DARK = 200  # of 255: what is darker than that, in one colour at least, is ink, and no grid or shade
LITTLE, MORE = 0.003, 0.018  # how much more of the ground of words is ink than in the wide picture: gladly, at most
SHARES = 1, 0.8, 0.6, 0.45  # of their width: how words are broken, if they have no room


def run(chapter, fit, aside=ASIDE):
    """The pictures that a chapter's code shows, as {alt: PNG}, each as `fit(cell, picture)` gives it.

    What stands in the parts `aside` does not run; of an explorer there is no picture.
    """
    space, left_out = {"__name__": "__main__"}, {i for part in aside for i, _ in chapter.parts.get(part, [])}
    with rc_context(), chdir(chapter.path.parent), redirect_stdout(io.StringIO()):
        look.dress()
        with figures.shown_at(FINE, lambda picture: fit(cell, picture)) as drawn:
            for i, cell in chapter.code:
                if i not in left_out:
                    exec(compile(cell.source, f"{chapter.path.name}, cell {i}", "exec"), space)
    return drawn


def pictures(path):
    """The pictures of a chapter as {"fine": {alt: PNG}, "narrow": {alt: PNG}}; narrow are those that can be so."""
    fine = {}

    def fit(cell, picture):
        fine[picture.alt] = picture.png(FINE)
        return narrow(picture)

    return {"narrow": run(Chapter.open(path), fit), "fine": fine}


def narrow(picture):
    """A picture as a phone shows it; None if its words have no room."""
    figure = copy.deepcopy(picture.figure)
    FigureCanvasAgg(figure)
    figure.draw_without_rendering()
    met, notes = _meeting(figure), _notes(figure)
    figure.set_size_inches(NARROW, figure.get_size_inches()[1])
    _set_out(figure)
    ground = _ink(figure)
    for note in notes:
        note.find_place(ground)
    good = (
        all(_within(_box(text), figure.bbox) for text in _words(figure))
        and all(note.cost(ground, note.others()) <= MORE for note in notes)
        and _meeting(figure) <= met
    )
    return picture._replace(figure=figure) if good else None


# --- What is in a figure


def _written(figure):
    """Every text among the marks of a figure."""
    return [text for axes in figure.axes for text in axes.texts if text.get_text().strip() and text.get_visible()]


def _notes(figure):
    """The texts that lie on the marks, for which no room of their own is made."""
    notes, ground = [], _ink(figure)
    for text in _written(figure):
        box, axes = _box(text), text.axes.bbox
        if axes.contains((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2):
            text.set_in_layout(False)
            place = text.xyann if isinstance(text, Annotation) else text.get_transform()
            bounds = axes if _within(box, axes) else figure.bbox
            notes.append(_Note(text, text.get_text(), place, bounds, ground(box)))
    return notes


def _words(figure):
    """Every text that a figure shows: no label of an axis that is hidden, and no tick outside its axes."""
    ticks, seen = set(), set()
    for axis in (axis for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)):
        low, high = sorted(axis.get_view_interval())
        for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
            ticks |= {tick.label1, tick.label2}
            if axis.get_visible() and axis.axes.axison and low <= tick.get_loc() <= high:
                seen |= {label for label in (tick.label1, tick.label2) if label.get_visible()}
    hidden = {axis.label for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)
              if not axis.get_visible() or not axes.axison}  # fmt: skip
    every = [text for text in figure.findobj(Text) if text.get_text().strip() and text.get_visible()]
    return [text for text in every if text not in hidden and (text not in ticks or text in seen)]


def _box(text):
    """Where a text stands, in pixels, without the arrow of an annotation."""
    renderer = text.figure.canvas.get_renderer()
    if isinstance(text, Annotation):
        text.update_positions(renderer)
    return Text.get_window_extent(text, renderer)


def _within(box, bounds):
    return min(box.x0 - bounds.x0, box.y0 - bounds.y0, bounds.x1 - box.x1, bounds.y1 - box.y1) >= -1


def _meet(one, other):
    return min(one.x1, other.x1) - max(one.x0, other.x0) > -3 and min(one.y1, other.y1) - max(one.y0, other.y0) > 2


def _meeting(figure):
    """The pairs of texts that lie on each other."""
    boxes = [(" ".join(text.get_text().split()), _box(text)) for text in _words(figure)]
    return {frozenset((a, b)) for (a, one), (b, other) in combinations(boxes, 2) if _meet(one, other)}


def _ink(figure):
    """What gives the share of a box that is drawn upon, the texts among the marks left out."""
    notes = _written(figure)
    for note in notes:
        note.set_visible(False)
    figure.canvas.draw()
    for note in notes:
        note.set_visible(True)
    dark = np.asarray(figure.canvas.buffer_rgba())[::-1, :, :3].min(axis=2) < DARK

    def share(box):
        (x, y), (right, top) = box.min.astype(int), box.max.astype(int)
        seen = dark[max(y, 0) : top, max(x - 1, 0) : right + 1]
        return seen.mean() if seen.size else 0.0

    return share


# --- Making room


def _set_out(figure):
    """Break titles and labels into lines, and lay the figure out anew; its titles start at its left edge."""
    wide, high = figure.get_size_inches()
    room = (wide - 2 * EDGE) * figure.dpi
    how = {"fontsize": STYLE["axes.titlesize"], "fontweight": STYLE["axes.titleweight"]}
    titles = [figures.titled(axes, axes.get_title(loc="left")) for axes in figure.axes]
    if title := figure.get_suptitle():
        titles.append(figure.suptitle(title, x=EDGE / wide, y=1 - EDGE / high, ha="left", va="top", **how))
    for text in titles:
        _broken(text, room)
    figure.tight_layout(pad=0.4)
    beside = len({axes.get_subplotspec().colspan.start for axes in figure.axes}) > 1
    for axes in figure.axes:
        _broken(axes.xaxis.label, axes.bbox.width if beside else room)
        _broken(axes.yaxis.label, axes.bbox.height, upright=True)
        names = [label for label in axes.get_xticklabels() if re.search("[a-z]", label.get_text())]
        if len(names) > 1:
            apart = axes.bbox.width * np.diff(axes.get_xticks()).min() / np.ptp(axes.get_xlim())
            for label in names:
                _broken(label, apart - 6)
            axes.xaxis.set_major_formatter(FixedFormatter([label.get_text() for label in names]))
    figure.tight_layout(pad=0.4)
    for axes, text in zip(figure.axes, titles, strict=False):
        box, label = axes.bbox, axes.xaxis.label
        text.set_x((EDGE * figure.dpi - box.x0) / box.width)
        reach = _box(label).width / 2
        middle = min(max(box.x0 + box.width / 2, reach + EDGE * figure.dpi), (wide - EDGE) * figure.dpi - reach)
        label.set_x((middle - box.x0) / box.width)


def _broken(text, room, upright=False):
    """Break a text into as few lines as are no longer than `room`, in pixels, and about equally long."""
    given = text.get_text().split("\n")
    if not any(":" in line for line in given[1:]):  # else each line explains something of its own
        given = [" ".join(given)]

    def lines(room):
        found = []
        for line in given:
            found.append("")
            for word in line.split():
                text.set_text(f"{found[-1]} {word}")
                box = _box(text)
                if found[-1] and (box.height if upright else box.width) > room:
                    found.append(word)
                else:
                    found[-1] = f"{found[-1]} {word}".strip()
        return found

    few = found = lines(room)
    for share in (0.9, 0.8, 0.7, 0.6) if len(few) > len(given) else ():
        if len(closer := lines(share * room)) > len(few):
            break
        found = closer
    text.set_text("\n".join(found))


@dataclass
class _Note:
    """A text among the marks: what it says, where its place is, what bounds it, and how much ink was its ground."""

    text: Text
    said: str
    place: object
    bounds: object
    ink: float

    def others(self):
        """Where the other texts are."""
        return [_box(text) for text in _words(self.text.figure) if text is not self.text]

    def cost(self, ground, others):
        """How much more ink than before is its ground; a whole one, if it leaves its bounds or meets other words."""
        box = _box(self.text)
        hits = not _within(box, self.bounds) or any(_meet(box, other) for other in others)
        return 1.0 if hits else ground(box) - self.ink

    def find_place(self, ground):
        """Break it into lines, and move it sideways, until nothing is in its way."""
        whole, others, tried = _box(self.text).width, self.others(), []
        for share in SHARES:
            self.text.set_text(self.said)
            if share < 1:
                _broken(self.text, share * whole)
            self.move_in()
            tried.append((self.cost(ground, others), self.text.get_text()))
            if tried[-1][0] <= LITTLE:
                return
        self.text.set_text(min(tried, key=lambda one: one[0])[1])
        self.move_in()

    def move_in(self):
        """Move it sideways until it lies within its bounds; an arrow's stays."""
        moves = isinstance(self.text, Annotation) and self.text.anncoords == "offset points"
        if isinstance(self.text, Annotation) and not moves:
            return
        self.move(0)
        box, (left, right) = _box(self.text), self.bounds.intervalx
        self.move((max(left + 1 - box.x0, 0) or min(right - 1 - box.x1, 0)) / self.text.figure.dpi)

    def move(self, by):
        """Move it by so many inches from its place."""
        if isinstance(self.text, Annotation):
            self.text.xyann = self.place[0] + 72 * by, self.place[1]
        else:
            self.text.set_transform(self.place + ScaledTranslation(by, 0, self.text.figure.dpi_scale_trans))
