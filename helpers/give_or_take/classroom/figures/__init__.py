"""One style for every picture, and the one way to show it.

A picture is a pure function of its data that returns `Picture(figure, alt)`. It is built with `canvas`, never with
pyplot, so nothing is global and the same function serves the notebook, the explorer and the tests. Where the drawing is
the lesson, a chapter draws with pyplot in the open, and `show("alt text")` takes that figure. `show` refuses a picture
without a title, axis labels or a description.
"""

import os
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from html import escape
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

# The palette: all the colours there are. Blue and orange are far apart for every kind of eye; from blue over grey and
# orange to pale blue, each is clearly lighter than the one before, so they stay apart in grey print too; the first
# three are dark enough to be seen on white as a thin line. tests/test_palette.py measures all of this.
BLUE, GREY, ORANGE, PALE_BLUE = "#005F99", "#767676", "#DF7A00", "#ACD3EC"  # what is told apart
INK, SHADE, GRID = "#222222", "#EDEDED", "#E4E4E4"  # words and reference lines; a region; lines to count by
DPI = 110
LIVE = "JPY_SESSION_NAME"  # set by Jupyter's server for the kernel of a notebook that somebody has open
NOTE = 11.5  # points: what is written inside a picture, readable at the back of a room; anything smaller is refused
FONTS, FAMILY = Path(__file__).parents[1] / "fonts", "Inter Give or Take"  # the site's typeface too

STYLE = {
    "font.family": [FAMILY, "DejaVu Sans"],  # Matplotlib's own has the signs that ours lacks
    "font.size": NOTE,
    "axes.titlesize": 13.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 12,
    "axes.titley": 1.0,  # no search for room above the ticks, which takes a twentieth of the time
    "axes.labelsize": 12,
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "text.color": INK,
    "xtick.color": INK,
    "xtick.labelsize": 12,
    "ytick.color": INK,
    "ytick.labelsize": 12,
    "legend.frameon": False,
    "lines.linewidth": 2,
    "svg.hashsalt": "give-or-take",
}


_FINER = ContextVar("_FINER", default=(DPI, None, None))


class _Picture(NamedTuple):
    figure: object
    alt: str
    paste: str = ""


class Picture(_Picture):
    """A figure and its description in words; what has no typeface or size of its own gets that of the house.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    alt : str
        What a reader who cannot see the figure needs to know, with the numbers.
    paste : str
        A sentence for the reader to take away; it stands below the figure, as text.

    Examples
    --------
    >>> figure, axes = canvas("Nothing happened", "items", "score, %")
    >>> Picture(figure, "An empty plot.").alt
    'An empty plot.'
    """

    __slots__ = ()

    def __new__(cls, figure, alt, paste=""):
        add_typeface()
        for text in getattr(figure, "findobj", lambda match: [])(_is_plain):
            text.set_fontfamily(STYLE["font.family"])
            text.set_fontsize(NOTE if text.get_fontsize() == 10 else text.get_fontsize())  # 10: Matplotlib's own
        panels = getattr(figure, "axes", [])
        for axes in panels:
            if axes.get_title(loc="left") and axes.get_position().x0 == min(one.get_position().x0 for one in panels):
                titled(axes, axes.get_title(loc="left"))
        return super().__new__(cls, figure, alt, paste)

    def png(self, dpi=DPI, compress_level=6):
        """The picture as PNG bytes, with `dpi` dots an inch; the same bytes every time. Level 1 is sooner ready."""
        from matplotlib import rc_context

        buffer, how = BytesIO(), {"compress_level": compress_level}
        with rc_context({"text.hinting": "none"}):  # else letters are pushed to whole pixels, each for itself
            self.figure.savefig(buffer, format="png", dpi=dpi, metadata={"Software": None}, pil_kwargs=how)
        return buffer.getvalue()


def titled(axes, title):
    """Give axes their title, in the house style and from the picture's left edge on; returns its text."""
    box = axes.get_position()
    look = {name: STYLE[f"axes.title{name}"] for name in ("size", "weight", "pad")}
    return axes.set_title(title, loc="left", x=-box.x0 / box.width, y=STYLE["axes.titley"], **look)


@cache
def add_typeface():
    """Tell Matplotlib of the house's typeface."""
    from matplotlib.font_manager import fontManager

    for path in sorted(FONTS.glob("*.ttf")):
        fontManager.addfont(path)


def _is_plain(artist):
    """Whether something is a text in the typeface that Matplotlib gives to all."""
    from matplotlib.text import Text

    return isinstance(artist, Text) and artist.get_fontfamily() == ["sans-serif"]


def canvas(title, xlabel, ylabel, *, size=(7.2, 3.8), left=None, rows=1, columns=1, **subplots):
    """An empty figure in the house style: a `Figure` without pyplot, and its axes.

    Parameters
    ----------
    title : str
        What the figure shows, as a sentence. With several panels it stands above them all.
    xlabel, ylabel : str
        With units. An empty `ylabel` hides the vertical axis (for pictures with one dimension).
    size : (float, float)
        Inches.
    left : float
        Inches left of the axes; None suits numbers. Long names need more.
    rows, columns : int
        Panels; `axes` is then an array of them, and further keywords go to `Figure.subplots`.

    Returns
    -------
    (Figure, Axes)

    Examples
    --------
    >>> figure, axes = canvas("Scores wobble", "score, %", "runs")
    >>> axes.get_xlabel()
    'score, %'
    """
    import numpy as np
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    add_typeface()
    with rc_context(STYLE | {"axes.grid": False}):  # a notebook's own settings change nothing here
        figure = Figure(figsize=size)
        axes = figure.subplots(rows, columns, **subplots)
        for one in np.atleast_1d(axes).flat:
            one.set(xlabel=xlabel, ylabel=ylabel)
            # Without a size of their own the ticks would be as many as suits that of a notebook.
            one.tick_params(length=3, labelsize=STYLE["xtick.labelsize"])
            if ylabel:
                one.grid(axis="y", color=GRID, linewidth=0.8)
            else:
                one.yaxis.set_visible(False)
                one.spines["left"].set_visible(False)
            if subplots.get("sharex") and not one.get_subplotspec().is_last_row():
                one.xaxis.label.set_visible(False)  # the lowest has it for all
        # Margins in inches, the same for every picture: nothing jumps when an explorer redraws.
        wide, high = size
        left = left or (0.75 if ylabel else 0.3)
        figure.subplots_adjust(left=left / wide, right=1 - 0.2 / wide, bottom=0.6 / high, top=1 - 0.5 / high)
        if rows * columns == 1:
            axes.set_title(title)
        else:  # where the title of a single panel stands
            pad = STYLE["axes.titlepad"] / 72
            figure.suptitle(title, x=0, y=1 - (0.5 - pad) / high, ha="left", va="baseline",
                            fontweight="bold", fontsize=STYLE["axes.titlesize"])  # fmt: skip
    return figure, axes


def show(picture):
    """Display a picture with its description: as PNG metadata where notebooks are stored, as HTML in JupyterLab.

    Parameters
    ----------
    picture : Picture or str
        What a drawing function returned; or the description of the figure that pyplot has just drawn, which is then
        closed.

    Raises
    ------
    TypeError
        If it is not a `Picture`.
    ValueError
        If the title, an axis label or the description is missing, something sticks out of the picture, or its words
        are too small to be read at the back of a room.

    Examples
    --------
    >>> figure, axes = canvas("", "items", "score, %")
    >>> show(Picture(figure, "An empty plot."))
    Traceback (most recent call last):
    ...
    ValueError: picture has no title; give the figure a title that states its finding
    """
    from IPython.display import display

    if isinstance(picture, str):
        picture = _just_drawn(picture)
    bundle = mimebundle(picture)
    box, (wide, high) = picture.figure.get_tightbbox(), picture.figure.get_size_inches()
    out = max(-box.x0, -box.y0, box.x1 - wide, box.y1 - high)
    if out > 0.02:
        raise ValueError(f"picture has something that sticks out by {out:.2f} inches; shorten its title or make room")
    if small := sorted((x.get_fontsize(), x.get_text()) for x in _words(picture.figure) if x.get_fontsize() < NOTE):
        size, text = small[0]
        raise ValueError(f"picture has words of {size:g} points, {text!r}; write them in {NOTE} or more")
    if LIVE in os.environ:  # JupyterLab gives a PNG no description
        bundle = {"text/html": image(bundle["image/png"], picture.alt), "text/plain": bundle["text/plain"]}
    display(bundle, raw=True, metadata={"image/png": {"alt": picture.alt}} if "image/png" in bundle else {})


def image(png, alt, more=""):
    """The HTML of a PNG that is given in Base64."""
    return f'<img style="max-width:100%" alt="{escape(alt)}"{more} src="data:image/png;base64,{png}">'


@contextmanager
def shown_at(dpi, fit=None):
    """Show pictures with `dpi` dots an inch, each as `fit(picture)` gives it; collect them, as {alt: PNG}.

    Those of which `fit` gives None are left out.
    """
    pictures = {}
    token = _FINER.set((dpi, pictures, fit))
    try:
        yield pictures
    finally:
        _FINER.reset(token)


def _just_drawn(alt):
    """The current figure of pyplot, closed, so that nobody shows it a second time."""
    from matplotlib import pyplot

    if not pyplot.get_fignums():
        raise ValueError("picture is a description, and there is no figure to describe; draw one in the same cell")
    figure = pyplot.gcf()
    pyplot.close(figure)
    return Picture(figure, alt)


def _words(figure):
    """Every text that a figure shows."""
    from matplotlib.text import Text

    return [x for x in figure.findobj(Text) if x.get_text().strip() and x.get_visible()]


def mimebundle(picture):
    """What a notebook stores of a picture: its PNG and its description. Raises as `show` does."""
    if not isinstance(picture, Picture):
        raise TypeError(f"picture must be a Picture, got {type(picture).__name__}; a drawing function returns one")
    figure, alt, paste = picture
    if not hasattr(figure, "get_suptitle"):
        raise TypeError(f"picture must hold a Matplotlib figure, got {type(figure).__name__}; make one with canvas")
    if not any(
        title.strip() for title in (figure.get_suptitle(), *(axes.get_title(loc="left") for axes in figure.axes))
    ):
        raise ValueError("picture has no title; give the figure a title that states its finding")
    for axes in figure.axes:
        for axis, label in ((axes.xaxis, axes.get_xlabel()), (axes.yaxis, axes.get_ylabel())):
            if axes.axison and axis.get_visible() and not label.strip():
                raise ValueError("picture has an axis without a label; name what it measures and the unit")
    if not isinstance(alt, str) or not alt.strip():
        raise ValueError("picture has no description; write alt text with the numbers that the figure shows")
    from base64 import b64encode

    dpi, pictures, fit = _FINER.get()
    fitted = fit(picture) if fit else picture
    png = (fitted or picture).png(dpi)
    if fitted and pictures is not None:
        pictures[alt] = png
    return {"image/png": b64encode(png).decode(), "text/plain": f"{alt}\n{paste}".strip()}
