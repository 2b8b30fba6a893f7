"""The palette: the colours that tell things apart do so for every kind of eye, in grey print and on white.

Hue is lost in print and differs from eye to eye, so lightness alone must do. The contrast of two colours (WCAG 2.2,
1 to 21) is measured in grey print, and as eyes with deuteranopia and protanopia see them, which still tell blue from
yellow, so that the floor is lower there. Their eyes: Machado, Oliveira and Fernandes 2009, "A physiologically-based
model for simulation of color vision deficiency", IEEE TVCG 15(6), severity 1.0, on linear RGB.
"""

import ast
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from give_or_take.classroom import figures

ROOT = Path(__file__).resolve().parents[1]
DRAWING = sorted(Path(figures.__file__).parent.glob("*.py"))
PALETTE = {name: value for name, value in vars(figures).items() if name.isupper() and str(value).startswith("#")}
MEANINGFUL = ("INK", "BLUE", "GREY", "ORANGE", "PALE_BLUE")  # from dark to light
APART = {"grey print": 1.4, "deuteranopia": 1.2, "protanopia": 1.2}  # the least contrast

MACHADO = {
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
}
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])


def linear(colour):
    """Linear RGB of `#RRGGBB`."""
    rgb = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def contrast(one, two, view="grey print"):
    """The contrast of two colours: 1 if they are equally light, 21 for black and white."""
    matrix = MACHADO.get(view, np.eye(3))
    low, high = sorted(LUMINANCE @ np.clip(matrix @ linear(colour), 0, 1) for colour in (one, two))
    return (high + 0.05) / (low + 0.05)


# The measure itself


@pytest.mark.parametrize("view", APART)
def test_black_and_white_are_the_same_to_everybody(view):
    assert contrast("#000000", "#FFFFFF", view) == pytest.approx(21, abs=1e-3)
    assert contrast("#767676", "#FFFFFF", view) == pytest.approx(4.54, abs=0.005)  # the grey that WCAG just allows


@pytest.mark.parametrize(
    ("one", "two", "view"),
    [  # colours that differ as they are, and are lost in one view
        ("#A03030", "#556B2F", "deuteranopia"),  # red and green
        ("#A0522D", "#556B2F", "protanopia"),
        ("#D62728", "#2C862C", "grey print"),
        ("#E69F00", "#A9CCE3", "grey print"),  # orange and pale blue as this series had them at first
    ],
)
def test_the_rule_bites(one, two, view):
    assert contrast(one, two, view) < APART[view]


# The palette


@pytest.mark.parametrize("view", APART)
@pytest.mark.parametrize("pair", list(combinations(MEANINGFUL, 2)), ids="-".join)
def test_colours_that_tell_things_apart_stay_apart(pair, view):
    assert contrast(*(PALETTE[name] for name in pair), view) >= APART[view]


def test_each_is_lighter_than_the_one_before():
    luminance = [LUMINANCE @ linear(PALETTE[name]) for name in (*MEANINGFUL, "GRID")]
    assert luminance == sorted(luminance)
    assert contrast(PALETTE["PALE_BLUE"], PALETTE["GRID"]) >= 1.2


def test_what_is_drawn_and_written_is_seen_on_white():
    for name in ("INK", "BLUE", "GREY"):  # words may have these
        assert contrast(PALETTE[name], "#FFFFFF") >= 4.5, name
    for ground in ("ORANGE", "PALE_BLUE", "SHADE"):  # words may stand on these
        assert contrast(PALETTE["INK"], PALETTE[ground]) >= 4.5, ground
    for name in ("INK", "BLUE", "GREY", "ORANGE"):  # thin lines and dots may have these
        assert contrast(PALETTE[name], "#FFFFFF") >= 3, name


# Pale blue is too light to carry a meaning alone. Who draws with it, and what else shows the same.
SECOND_CUE = {
    "ch01.one_score": "the words say what is dark; the end of the dark bars is the finding",
    "ch02.clusters": "what matters lies on it: a dot inside or a diamond outside",
    "ch02.two_hills": "words beside it say whose hill it is; the other one is a dark curve",
    "ch03.which_rates_stay": "a dark curve and the line at 1.96 enclose it; its ends are dots with their numbers",
    "ch04._draw_hills": "a dark curve and a dashed line enclose it",
    "ch05.square": "its number and its words stand in it",
    "ch05.every_difference": "a dark curve and the line at 1.96 enclose it; its ends are dots",
    "ch05.half_a_bar": "what counts is the orange; the pale bars are the rest",
    "ch08.budget": "a grey edge; the orange dot is the finding, and the title says where it is",
}


def test_pale_blue_never_speaks_alone():
    users = {
        f"{path.stem}.{function.name}"
        for path in DRAWING
        if path.stem.startswith("ch") and path.parent.name == "figures"
        for function in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(function, ast.FunctionDef)
        and any(isinstance(node, ast.Name) and node.id == "PALE_BLUE" for node in ast.walk(function))
    }
    assert users == set(SECOND_CUE), "say in SECOND_CUE what else shows what pale blue shows"


# No colour but the palette's


def literals(source):
    """The colours that a module names without the palette, but for white paper and nothing."""
    from matplotlib.colors import CSS4_COLORS

    names = CSS4_COLORS.keys() - {"white"}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if (node.value.startswith("#") and len(node.value) in (4, 7, 9)) or node.value in names:
                yield node.value
        elif isinstance(node, ast.Call):
            given = {keyword.arg or "": keyword.value for keyword in node.keywords}
            given = {name: value.value for name, value in given.items() if isinstance(value, ast.Constant)}
            named = {value for name, value in given.items() if "color" in name or name == "c"}
            yield from named - {"white", "none"}
            if getattr(node.func, "attr", "") in ("plot", "loglog", "semilogx", "semilogy"):  # "k--" is black
                texts = [x.value for x in node.args if isinstance(x, ast.Constant) and isinstance(x.value, str)]
                yield from (text for text in texts if set(text) & set("bgrcmykwC"))


@pytest.mark.parametrize("path", DRAWING, ids=lambda path: path.stem)
def test_no_figure_has_a_colour_of_its_own(path):
    own = set(PALETTE.values()) if path.name == "__init__.py" else set()
    assert set(literals(path.read_text(encoding="utf-8"))) == own


@pytest.mark.parametrize(
    "line",
    ['f(color="#EDEDED")', 'x = "#abc"', 'bar(facecolor="0.8")', 'plot(c="C1")', 'a.plot(x, y, "k--")', 'x = "tomato"'],
)
def test_a_colour_of_its_own_is_found(line):
    assert list(literals(line))
    assert not list(literals('a.plot(x, y, "o-", color=BLUE, markeredgecolor="white"); a.fill(facecolor="none")'))


def test_the_site_has_the_same_blue_and_orange():
    conf, css = ((ROOT / "book" / name).read_text(encoding="utf-8") for name in ("conf.py", "_static/house.css"))
    assert f'"color-brand-primary": "{PALETTE["BLUE"].lower()}"' in conf and PALETTE["PALE_BLUE"].lower() in conf
    assert PALETTE["ORANGE"].lower() in css


def test_the_palette_is_all_there_is():
    assert set(PALETTE) == {*MEANINGFUL, "SHADE", "GRID"}
    assert len(set(PALETTE.values())) == len(PALETTE)
