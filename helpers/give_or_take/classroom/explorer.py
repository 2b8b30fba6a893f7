"""A picture that moves: labelled sliders and choices above any drawing function."""

from base64 import b64encode
from html import escape
from inspect import signature
from numbers import Integral, Real
from typing import NamedTuple

from give_or_take.classroom.figures import image, mimebundle

# ipywidgets leaves the handle of a slider without a name; the picture, once there, gives it the label's, so that a
# screen reader says which slider has the focus.
_NAME_HANDLES = (
    "this.closest('.widget-vbox')?.querySelectorAll('.widget-slider').forEach(s => s.querySelector('[role=slider]')"
    ".setAttribute('aria-label', s.querySelector('label').textContent))"
)


_SHAPE = {"style": {"description_width": "14em"}, "layout": {"width": "36em", "max_width": "100%"}}


class Slider(NamedTuple):
    """One slider of an explorer: what it is called, with the unit, and where it may go."""

    label: str
    low: float
    high: float
    start: float
    step: float = 1


def _slider(name, given):
    """The slider of an argument, checked."""
    if not isinstance(given, tuple) or len(given) not in (4, 5):
        raise TypeError(
            f"{name} must be (label, low, high, start), for example ('items', 10, 1000, 100), and may end in a step: "
            f"got {given!r:.60}"
        )
    made = Slider(*given)
    if not isinstance(made.label, str) or not made.label.strip():
        raise TypeError(f"{name} must begin with text that names the slider, got {made.label!r:.40}")
    for part, value in zip(Slider._fields[1:], made[1:], strict=True):
        if isinstance(value, bool) or not isinstance(value, Real) or not abs(value) <= 1e15:
            raise TypeError(f"{part} of {name} must be a number of ordinary size, got {value!r:.40}")
    if not made.low <= made.start <= made.high or made.low == made.high:
        raise ValueError(
            f"start of {name} must lie between low and high: got low={made.low}, start={made.start}, high={made.high}"
        )
    if made.step <= 0:
        raise ValueError(f"step of {name} must be above 0, got {made.step}")
    return made


class Explorer:
    """Sliders over a picture; see `explore`, which makes one."""

    def __init__(self, draw, sliders):
        self.draw = draw
        self.sliders = sliders

    def picture(self, **values):
        """The picture for these slider values; those not named stand where they start."""
        return self.draw(**({name: s.start for name, s in self.sliders.items()} | values))

    def widget(self):
        """The live widget: sliders in a column, the picture below."""
        import ipywidgets as widgets

        controls = {}
        for name, s in self.sliders.items():
            whole = all(isinstance(x, Integral) for x in s[1:])
            make = widgets.IntSlider if whole else widgets.FloatSlider
            controls[name] = make(
                value=s.start,
                min=s.low,
                max=s.high,
                step=s.step,
                description=s.label,
                tooltip="",  # for none it would say "null"
                continuous_update=True,
                **_SHAPE,
            )
        below = widgets.HTML(tooltip="")

        def redraw(_=None):
            picture = self.draw(**{name: control.value for name, control in controls.items()})
            data = b64encode(picture.png(compress_level=1)).decode()
            below.value = image(data, picture.alt, f' onload="{_NAME_HANDLES}"')
            if picture.paste:
                below.value += f"<p><b>To paste:</b> {escape(picture.paste)}</p>"

        for control in controls.values():
            control.observe(redraw, names="value")
        redraw()
        return widgets.VBox([*controls.values(), below])

    def _ipython_display_(self):
        from IPython.display import display

        still = self.picture()
        bundle = mimebundle(still)
        names = " and ".join(repr(s.label) for s in self.sliders.values())
        bundle["text/plain"] += f"\nIn JupyterLab, run this cell and move {names}."
        # Not its _repr_mimebundle_, which ipywidgets 7 lacks: Colab has that.
        bundle["application/vnd.jupyter.widget-view+json"] = self.widget().get_view_spec()
        display(bundle, raw=True, metadata={"image/png": {"alt": still.alt}})


def explore(draw, **sliders):
    """A picture that the reader can move; where nothing can move, its first picture stands as a still.

    Parameters
    ----------
    draw : callable
        A drawing function that returns a `Picture`.
    **sliders : tuple
        For each argument of `draw` that the reader may move `(label, low, high, start)`, or with a step as the fifth:
        what it moves, with the unit, its ends and where it starts. All whole: `draw` gets an int.

    Returns
    -------
    Explorer
        Shows itself as the last line of a cell. `.picture(**values)` gives any of its pictures.

    Raises
    ------
    TypeError, ValueError
        If `draw` cannot be called, or a slider lacks a label, or a number is not finite or lies outside the ends.

    Examples
    --------
    >>> from give_or_take.classroom.figures import Picture, canvas
    >>> def draw(n):
    ...     return Picture(canvas(f"{n} items", "items", "score, %")[0], f"A plot for {n} items.")
    >>> explore(draw, n=("items", 10, 100, 50)).picture(n=20).alt
    'A plot for 20 items.'
    """
    if not callable(draw):
        raise TypeError(f"draw must be a function that returns a Picture, got {type(draw).__name__}")
    if not sliders:
        raise TypeError("sliders must name at least one argument of draw, for example n=('items', 10, 1000, 100)")
    sliders = {name: _slider(name, given) for name, given in sliders.items()}
    try:
        signature(draw).bind(**{name: s.start for name, s in sliders.items()})
    except (TypeError, ValueError) as error:
        raise TypeError(f"draw cannot be called with these sliders: {error}") from None
    return Explorer(draw, sliders)
