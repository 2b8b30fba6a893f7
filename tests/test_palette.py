"""The palette: the colours that tell things apart do so for every kind of eye, in grey print and on white.

Hue is lost in print and differs from eye to eye, so lightness alone must do. The contrast of two colours (WCAG 2.2,
1 to 21) is measured in grey print, and as eyes with deuteranopia and protanopia see them, which still tell blue from
yellow, so that the floor is lower there. Their eyes: Machado, Oliveira and Fernandes 2009, "A physiologically-based
model for simulation of color vision deficiency", IEEE TVCG 15(6), severity 1.0, on linear RGB.
"""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from give_or_take.classroom import figures
from tools.site.figures import DARK, darkened

ROOT = Path(__file__).resolve().parents[1]
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


def test_in_the_dark_too():
    conf = (ROOT / "book" / "conf.py").read_text(encoding="utf-8").lower()
    ground, ink = DARK["#FFFFFF"], DARK[PALETTE["INK"]]
    assert f'"color-background-primary": "{ground}"'.lower() in conf
    assert f'"color-foreground-primary": "{ink}"'.lower() in conf
    for colour, dark in DARK.items():
        assert darkened(colour) == dark
    for name in ("INK", "BLUE", "GREY", "ORANGE"):
        assert contrast(darkened(PALETTE[name]), ground) >= 4.5, name
    for name in ("PALE_BLUE", "SHADE", "GRID"):
        assert contrast(darkened(PALETTE[name]), ink) >= 4.5 and contrast(darkened(PALETTE[name]), ground) >= 1.2, name
    assert contrast(darkened(PALETTE["PALE_BLUE"]), darkened(PALETTE["BLUE"])) >= 3


# No colour but the palette's


def test_the_site_has_the_same_blue_and_orange():
    conf, css = ((ROOT / "book" / name).read_text(encoding="utf-8") for name in ("conf.py", "_static/house.css"))
    assert f'"color-brand-primary": "{PALETTE["BLUE"].lower()}"' in conf and PALETTE["PALE_BLUE"].lower() in conf
    assert PALETTE["ORANGE"].lower() in css
