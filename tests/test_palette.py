"""The palette: the colours that tell things apart do so for every kind of eye, in grey print and on white.

A colour is looked at four ways: as it is, with deuteranopia and with protanopia (Machado, Oliveira and Fernandes
2009, "A physiologically-based model for simulation of color vision deficiency", IEEE TVCG 15(6), severity 1.0,
applied to linear RGB), and printed in grey (its luminance, WCAG 2.2). How far two looks are apart is CIEDE2000
(Sharma, Wu and Dalal 2005): about 1 is the least that one can see side by side, 2 to 3 what one notices. Marks in a
figure are small and do not touch, so the floor here is 10.
"""

import ast
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from give_or_take.classroom import figures

ROOT = Path(__file__).resolve().parents[1]
DRAWING = [*sorted(Path(figures.__file__).parent.glob("*.py")), ROOT / "tools" / "cheat_sheet.py"]
PALETTE = {name: value for name, value in vars(figures).items() if name.isupper() and str(value).startswith("#")}
TOLD_APART = ("INK", "BLUE", "GREY", "ORANGE", "PALE_BLUE")  # from dark to light
APART = 10  # CIEDE2000

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
VIEWS = ("as it is", *MACHADO, "grey print")
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])
TO_XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
                   [0.0193339, 0.1191920, 0.9503041]])  # fmt: skip


def linear(colour):
    """Linear RGB of `#RRGGBB`."""
    rgb = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def seen(colour, view):
    """Linear RGB of `colour` in one of the VIEWS."""
    rgb = linear(colour)
    if view == "grey print":
        return np.full(3, LUMINANCE @ rgb)
    return np.clip(MACHADO[view] @ rgb, 0, 1) if view in MACHADO else rgb


def lab(rgb):
    """CIELAB (D65) of linear RGB."""
    x, y, z = TO_XYZ @ rgb / (TO_XYZ @ np.ones(3))
    fx, fy, fz = (np.cbrt(t) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def ciede2000(one, two):
    """The distance of two colours in CIELAB, as Sharma, Wu and Dalal (2005) write it."""
    (l1, a1, b1), (l2, a2, b2) = one, two
    mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - np.sqrt(mean**7 / (mean**7 + 25.0**7)))
    c1, c2 = np.hypot(stretch * a1, b1), np.hypot(stretch * a2, b2)
    h1, h2 = (np.degrees(np.arctan2(b, stretch * a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    dl, dc, dh = l2 - l1, c2 - c1, 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2))
    lm, cm, hm = (l1 + l2) / 2, (c1 + c2) / 2, h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    waves = ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.2, 4, -63))
    t = 1 + sum(size * np.cos(np.radians(k * hm + shift)) for size, k, shift in waves)
    sl = 1 + 0.015 * (lm - 50) ** 2 / np.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    swing = -2 * np.sqrt(cm**7 / (cm**7 + 25.0**7)) * np.sin(np.radians(60 * np.exp(-(((hm - 275) / 25) ** 2))))
    return float(np.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + swing * dc / sc * dh / sh))


def apart(one, two, view):
    return ciede2000(lab(seen(one, view)), lab(seen(two, view)))


def contrast(one, two):
    """The contrast of two colours, 1 to 21 (WCAG 2.2)."""
    low, high = sorted(LUMINANCE @ linear(colour) for colour in (one, two))
    return (high + 0.05) / (low + 0.05)


# The measures themselves


@pytest.mark.parametrize(
    ("one", "two", "published"),
    [  # pairs 1, 7, 17, 25, 33, 34 of the table that Sharma, Wu and Dalal (2005) publish for those who programme it
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_distance_is_the_published_one(one, two, published):
    assert ciede2000(one, two) == pytest.approx(published, abs=5e-5)
    assert ciede2000(two, one) == pytest.approx(published, abs=5e-5)


def test_white_and_grey_look_the_same_to_everybody():
    for view in VIEWS:
        assert seen("#FFFFFF", view) == pytest.approx(np.ones(3), abs=1e-5)
    assert lab(np.ones(3)) == pytest.approx((100, 0, 0), abs=1e-3)
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21) and contrast("#767676", "#FFFFFF") > 4.5


@pytest.mark.parametrize(
    ("one", "two", "view"),
    [  # far apart as they are, and lost in one view
        ("#A03030", "#556B2F", "deuteranopia"),  # red and green
        ("#A0522D", "#556B2F", "protanopia"),
        ("#D62728", "#2C862C", "grey print"),
        ("#E69F00", "#A9CCE3", "grey print"),  # orange and pale blue as this series had them at first
    ],
)
def test_the_rule_bites(one, two, view):
    assert apart(one, two, "as it is") > 25
    assert apart(one, two, view) < APART


# The palette


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("pair", list(combinations(TOLD_APART, 2)), ids="-".join)
def test_colours_that_tell_things_apart_stay_apart(pair, view):
    assert apart(*(PALETTE[name] for name in pair), view) >= APART


def test_each_is_lighter_than_the_one_before():
    """So that grey print keeps their order, whatever the printer makes of it."""
    lightness = [lab(linear(PALETTE[name]))[0] for name in (*TOLD_APART, "GRID")]
    assert min(np.diff(lightness)) > 7 and np.diff(lightness[:-1]).min() > 10


def test_what_is_drawn_and_written_is_seen_on_white():
    for name in ("INK", "BLUE", "GREY"):  # words may have these
        assert contrast(PALETTE[name], "#FFFFFF") >= 4.5, name
    for ground in ("ORANGE", "PALE_BLUE", "SHADE"):  # words may stand on these
        assert contrast(PALETTE["INK"], PALETTE[ground]) >= 4.5, ground
    for name in ("INK", "BLUE", "GREY", "ORANGE"):  # thin lines and dots may have these
        assert contrast(PALETTE[name], "#FFFFFF") >= 3, name


# Pale blue is too light to carry a meaning alone. Who draws with it, and what else tells the same.
SECOND_CUE = {
    "ch01._bars": "the words say what is dark; the end of the dark bars is the finding",
    "ch02.bell": "a dark curve runs along its upper edge",
    "ch02.clusters": "what matters lies on it: a dot inside or a diamond outside",
    "ch03.every_rate": "three lines enclose it, and words stand in it",
    "ch04._draw_hills": "a dark curve and a dashed line enclose it",
    "ch05.square": "its number and its words stand in it",
    "ch05.coins": "what stands out is the orange; the pale bars are the rest",
    "ch05.flips": "its ends are printed beside it",
    "ch06.mix_dial": "both counts are printed above it",
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
    assert users == set(SECOND_CUE), "say in SECOND_CUE what else tells what pale blue tells"


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
    assert set(PALETTE) == {*TOLD_APART, "SHADE", "GRID"}
    assert len(set(PALETTE.values())) == len(PALETTE)
