"""What a picture shows is what the statistics say: its marks are read back from the axes, its words from the text.

Each test draws one figure at several settings, an edge among them, reads every mark by its colour, place and row, and
computes what should stand there from counts. A bar of half its width, a wrong row, a swapped colour or a number that
is printed but not drawn fails.
"""

import re
from importlib import import_module
from inspect import getmembers, isfunction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import LineCollection, PathCollection, PolyCollection
from matplotlib.colors import to_hex
from matplotlib.text import Annotation
from matplotlib.ticker import ScalarFormatter
from scipy.stats import beta, binom, norm

import give_or_take as got
from give_or_take.classroom import Claim, figures
from give_or_take.classroom.figures import ch01, ch02, ch03, ch04, ch05, ch06, ch08, claim, parts

PALETTE = {value: name for name, value in vars(figures).items() if name.isupper() and str(value).startswith("#")}


def reads(function, *settings, x="%", y="", cut=False):
    """The test reads what `function` draws at each of the settings; `x` and `y` are part of what its axes are called.

    Unless `cut`, the axes hold all that is drawn.
    """
    assert len(settings) > 1, "at one setting a constant passes"

    def mark(check):
        @pytest.mark.parametrize("setting", settings, ids=range(len(settings)))
        def test(setting):
            picture = function(*setting)
            axes = picture.figure.axes[0]
            assert x in axes.get_xlabel() and y in axes.get_ylabel()
            if not cut:
                all_is_seen(picture)
            check(picture, *setting)

        return test

    return mark


# --- Readers: everything in the units of the axes


def colour(value):
    code = to_hex(value).upper()
    return PALETTE.get(code, code)


def title(picture):
    return picture.figure.get_suptitle() or picture.figure.axes[0].get_title(loc="left")


def seen(artist):
    return artist.get_visible() and (artist.get_alpha() is None or artist.get_alpha() > 0.5)


def strokes(axes):
    """(colour, style, vertices) of every line that is drawn, straight or not."""
    for line in axes.lines:
        if line.get_linestyle() != "None" and line.get_linewidth() > 0.5 and seen(line):
            xy = (line.get_transform() - axes.transData).transform(line.get_xydata())
            yield colour(line.get_color()), line.get_linestyle(), xy
    for many in axes.collections:
        if isinstance(many, LineCollection) and seen(many):
            yield from ((colour(many.get_colors()[0]), "-", xy) for xy in many.get_segments())


def straight(axes, along):
    """(colour, where, low, high) of the straight lines along the x-axis (0) or the y-axis (1)."""
    for name, _, xy in strokes(axes):
        if len(xy) == 2 and np.isclose(*xy[:, 1 - along], atol=1e-9):
            yield name, xy[0, 1 - along], *sorted(xy[:, along])


def curves(axes):
    """{colour: (x, y)} of the lines of many points."""
    return {name: xy.T for name, _, xy in strokes(axes) if len(xy) > 2}


def points(axes):
    """(colour, marker, x, y) of every marker."""
    for line in axes.lines:
        if line.get_marker() not in ("None", "", None) and line.get_markersize() > 1 and seen(line):
            face = line.get_markeredgecolor() if line.get_marker() == "|" else line.get_markerfacecolor()
            yield from ((colour(face), line.get_marker(), x, y) for x, y in line.get_xydata())
    for many in axes.collections:
        if isinstance(many, PathCollection) and seen(many):
            marker = "s" if len(many.get_paths()[0].vertices) < 6 else "o"
            yield from ((colour(many.get_facecolor()[0]), marker, x, y) for x, y in many.get_offsets())


def patches(axes):
    """(colour, hatch, x0, x1, y0, y1) of every bar, cell or shaded span."""
    for patch in axes.patches:
        (x0, y0), (x1, y1) = axes.transData.inverted().transform(patch.get_window_extent().get_points())
        yield colour(patch.get_facecolor()), patch.get_hatch() or "", x0, x1, y0, y1


def columns(axes):
    """(colour, hatch, middle, height) of upright bars, which stand on zero and side by side."""
    bars = [bar for bar in patches(axes) if bar[0] != "SHADE"]
    middles = sorted((bar[2] + bar[3]) / 2 for bar in bars)
    step = min(np.diff(middles), default=1)
    assert all(0.75 * step < bar[3] - bar[2] < 1.05 * step and abs(bar[4]) < 1e-9 for bar in bars)
    return [(name, hatch, (x0 + x1) / 2, top) for name, hatch, x0, x1, _, top in bars]


def shades(axes):
    """The shaded spans of the x-axis, as far as it is seen."""
    low, high = sorted(axes.get_xlim())
    return sorted((max(x0, low), min(x1, high)) for name, _, x0, x1, *_ in patches(axes) if name == "SHADE")


def texts(axes):
    """(x, y, words) of what is written between the axes; of an annotation, the place it speaks of."""
    for text in axes.texts:
        if text.get_visible() and text.get_text().strip():
            xy = text.xy if isinstance(text, Annotation) else text.get_position()
            start = axes.transData if isinstance(text, Annotation) else text.get_transform()
            yield *(start - axes.transData).transform(xy), text.get_text().strip()


def words(axes, part):
    """The one text between the axes that has this in it: (x, y, words)."""
    (found,) = [text for text in texts(axes) if part in text[2]]
    return found


def ticks(axes, axis="y"):
    """{label: place} of an axis whose ticks have names."""
    axis = getattr(axes, f"{axis}axis")
    if isinstance(axis.get_major_formatter(), ScalarFormatter):
        return {}
    places = axis.get_majorticklocs()
    return dict(zip(axis.get_major_formatter().format_ticks(places), places, strict=True))


def named(axes, y, axis="y"):
    """What stands beside a place: the nearest tick with a name; without any, the nearest words."""
    names = ticks(axes, axis) or {words: place for _, place, words in texts(axes)}
    name, place = min(names.items(), key=lambda item: abs(item[1] - y))
    assert abs(place - y) < 0.5, f"nothing says what lies at {y}"
    return name


def spans(axes):
    """(colour, row, low, high) of the bars that lie in rows with names."""
    return [(name, named(axes, y), low, high) for name, y, low, high in straight(axes, 0)]


def dots(axes):
    """(colour, marker, row, x) of the markers in rows with names, but for the strokes at the ends of bars."""
    return [(name, marker, named(axes, y), x) for name, marker, x, y in points(axes) if marker != "|"]


def lines_at(axes, along):
    """(colour, place) of the lines across the axes: upright (1) or level (0)."""
    ends = [axes.get_xlim(), axes.get_ylim()][along]
    reach = 0.4 * abs(ends[1] - ends[0])
    return [(name, where) for name, where, low, high in straight(axes, along) if high - low > reach]


def all_is_seen(picture):
    """No mark lies outside its axes; lines that only guide the eye may leave them."""
    for axes in picture.figure.axes:
        marks = [xy for _, style, xy in strokes(axes) if style == "-"]
        marks += [[(x, y)] for *_, x, y in points(axes)]
        marks += [[((x0 + x1) / 2, y0), ((x0 + x1) / 2, y1)] for name, _, x0, x1, y0, y1 in patches(axes)
                  if name != "SHADE"]  # fmt: skip
        for many in axes.collections:
            marks += [path.vertices for path in many.get_paths()] if isinstance(many, PolyCollection) else []
        assert (axes.get_xscale(), axes.get_yscale()) == ("linear", "linear")
        limits = [np.sort(axes.get_xlim()), np.sort(axes.get_ylim())]
        for mark in marks:
            for place, (low, high) in zip(np.transpose(mark), limits, strict=True):
                slack = 1e-6 * (high - low)
                assert low - slack <= min(place) and max(place) <= high + slack, f"cut off: {mark}"


# --- Comparisons


def same(found, expected):
    """The same marks, in whatever order: words equal, numbers close."""

    def rough(mark):
        return [x if isinstance(x, str) else round(float(x), 4) + 0.0 for x in mark]

    found, expected = sorted(map(rough, found)), sorted(map(rough, expected))
    assert len(found) == len(expected), (found, expected)
    for one, other in zip(found, expected, strict=True):
        assert len(one) == len(other)
        for x, y in zip(one, other, strict=True):
            assert x == y if isinstance(y, str) else x == pytest.approx(y, abs=2e-4), (one, other)


def says(text, *values):
    """The numbers in a text are these, in this order, each rounded as it is printed."""
    printed = re.findall(r"(?:(?<![\w%.])[+−-])?(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?", text)
    assert len(printed) == len(values), (text, values)
    for number, value in zip(printed, values, strict=True):
        digits = len(number.partition(".")[2])
        close = abs(float(number.replace(",", "").replace("−", "-")) - value) <= 0.5 * 10**-digits + 1e-7
        assert close, f"{number} should be {value}: {text}"


def percent(interval):
    return [100 * float(end) for end in interval]


def ends(interval):
    """The rows of an interval of arrays, in percent: (low, high)."""
    return [(100 * low, 100 * high) for low, high in zip(*map(np.atleast_1d, interval), strict=True)]


def middle(n, p, share=0.95):
    """The counts between which a binomial keeps at least this share: as few as possible left out at either end."""
    below = np.cumsum(binom.pmf(np.arange(n + 1), n, p))
    return [int(np.argmax(below >= tail - 1e-12)) for tail in ((1 - share) / 2, (1 + share) / 2)]


def test_every_figure_is_read():
    """In this file, or in a chapter's own that takes `reads` from here; one that is still to be written waits."""
    sources = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    read, drawn = set(re.findall(r"^@reads\(\s*(\w+\.\w+)", sources, re.MULTILINE)), set()
    for path in Path(figures.__file__).parent.glob("[a-z]*.py"):
        module = import_module(f"{figures.__name__}.{path.stem}")
        for name, function in getmembers(module, isfunction):
            if function.__module__ == module.__name__ and name[0] != "_" and "TODO" not in function.__doc__:
                drawn.add(f"{path.stem}.{name}")
    assert read == drawn, "write a test that reads what the new figure's axes hold"


# --- Chapter 1


def bars_up_to(axes, values, low):
    """The bars of each value, orange up to `low`."""
    where, times = np.unique(values, return_counts=True)
    bars = [("ORANGE" if x <= low else "PALE_BLUE", x, y) for x, y in zip(where, times, strict=True)]
    same([(name, x, y) for name, _, x, y in columns(axes)], bars)


@reads(
    ch01.heap,
    (np.repeat([78.0, 79, 80, 84], [1, 2, 3, 4]), 79),
    (np.repeat([10.0, 11, 12], [5, 3, 2]), 3),
    x="right answers",
    y="tests",
)
def test_one_heap(picture, scores, low):
    (axes,) = picture.figure.axes
    bars_up_to(axes, scores, low)
    share = 100 * np.mean(scores <= low)
    says(title(picture), share, low)
    says(picture.alt, len(scores), min(scores), max(scores), low, share)


@reads(
    ch01.changes,
    (np.repeat([-6, -5, -4, 0, 5], [1, 2, 3, 9, 4]), -5),
    (np.repeat([-1, 0, 1], [2, 5, 3]), -1),
    x="points",
    y="pairs",
)
def test_changes(picture, differences, fall):
    (axes,) = picture.figure.axes
    bars_up_to(axes, differences, fall)
    share = 100 * np.mean(differences <= fall)
    says(title(picture), share, -fall)
    says(picture.alt, len(differences), min(differences), max(differences), -fall, share)


@reads(
    ch01.widths,
    ({100: np.repeat([80.0, 84, 88], [3, 4, 3]), 400: np.repeat([82.0, 84, 86], [3, 4, 3])},),
    ({10: np.repeat([60.0, 70, 90], [2, 5, 3]), 40: np.repeat([67.5, 70, 72.5], [1, 8, 1])},),
    x="score, %",
    y="tests, %",
)
def test_widths(picture, tests):
    reach = {n: 2 * np.std(scores) for n, scores in tests.items()}
    for axes, (n, scores) in zip(picture.figure.axes, tests.items(), strict=True):
        bars = [(round(x), height) for _, _, x, height in columns(axes) if height > 1e-9]
        whole = np.floor(scores + 0.5)  # a bar holds the scores of a point
        same(bars, [(x, 100 * np.mean(whole == x)) for x in np.unique(whole)])
        ((name, _, left, right),) = straight(axes, 0)
        middle = np.mean(scores)
        same([(name, left, right)], [("BLUE", middle - reach[n], middle + reach[n])])
        says(words(axes, "questions")[2], n)
        says(words(axes, "points")[2], reach[n])
    says(title(picture), *reach.values())
    says(picture.alt, *(number for pair in reach.items() for number in pair))


@reads(
    ch01.two_tests,
    (np.repeat([71.0, 72], [3, 1]), np.repeat([54.0, 56, 58], [1, 2, 1]), 56.2),
    (np.repeat([20.0, 21], [1, 3]), np.repeat([30.0, 40, 50], [1, 2, 1]), 40),
    x="score, %",
    y="tests",
)
def test_two_tests(picture, large, small, truth):
    (axes,) = picture.figure.axes
    expected = [("ORANGE", x, np.sum(large == x)) for x in np.unique(large)]
    expected += [("BLUE", x, np.sum(small == x)) for x in np.unique(small)]
    same([((x0 + x1) / 2, name, y1) for name, _, x0, x1, _, y1 in patches(axes) if y1 > 1e-9],
         [(x, name, y) for name, x, y in expected])  # fmt: skip
    same(lines_at(axes, 1), [("INK", truth)])
    for scores, name in ((large, "large"), (small, "small")):
        x, y, _ = words(axes, f"{name} test")
        assert x < np.mean(scores) and y < np.max(np.unique(scores, return_counts=True)[1])
    x, _, label = words(axes, "truth")
    assert x == truth
    says(label, truth)
    says(title(picture), *(np.mean(abs(scores - truth)) for scores in (large, small)))
    says(picture.alt, np.mean(small), np.mean(large), truth)


@reads(ch01.one_score, (20, 60), (400, 84), (10, 99), (30, 1), x="score, %", y="chance")
def test_one_score(picture, n, rate):
    (axes,) = picture.figure.axes
    chance = 100 * binom.pmf(np.arange(n + 1), n, rate / 100)
    low, high = middle(n, rate / 100)
    same(
        [bar for bar in columns(axes) if bar[3] > 0.01],
        [("BLUE" if low <= k <= high else "PALE_BLUE", "", 100 * k / n, c) for k, c in enumerate(chance) if c > 0.01],
    )
    left, right = axes.get_xlim()
    assert all(left <= x0 and x1 <= right for _, _, x0, x1, *_ in patches(axes)), "a bar is cut"
    same(lines_at(axes, 1), [("INK", rate)])
    x, _, label = words(axes, "true rate")
    assert x == rate
    says(label, rate)
    says(words(axes, "dark")[2], 95)
    says(title(picture), n, 95, 100 * low / n, 100 * high / n)
    spread = 100 * np.sqrt(rate / 100 * (1 - rate / 100) / n)
    says(picture.alt, n, rate, 95, 100 * low / n, 100 * high / n, spread)


# --- Chapters 2 and 3: many bars and one truth


def bars_and_a_truth(picture, low, high, k, n, truth):
    (axes,) = picture.figure.axes
    misses = [truth < left - 1e-9 or truth > right + 1e-9 for left, right in zip(low, high, strict=True)]
    flat = [i for i, (left, right) in enumerate(zip(low, high, strict=True)) if left == right]
    # Each in blue, and those that miss once more in orange, on top: a slide shows these later.
    bars = [("BLUE", "o", i) for i in range(len(k))] + [("ORANGE", "D", i) for i, miss in enumerate(misses) if miss]
    same(straight(axes, 0), [(colour, i, 100 * low[i], 100 * high[i]) for colour, _, i in bars])
    same(points(axes), [(colour, mark, 100 * k[i] / n, i) for colour, mark, i in bars])
    assert {line.get_gid() for line in axes.lines if line.get_color() == figures.ORANGE} <= {"click 2"}
    same(lines_at(axes, 1), [("INK", 100 * truth)])
    x, _, label = words(axes, "truth")
    assert x == 100 * truth
    says(label, 100 * truth)
    same(shades(axes), [(100, axes.get_xlim()[1])] if max(high) > 1 else [])
    if flat:
        x, y, label = words(axes, "width at all")
        assert abs(x - 100 * low[flat[0]]) < 2 and y == np.mean(flat)
        assert len(flat) == 1 and "one bar" in label or label.startswith(f"{len(flat)} bars")
    says(title(picture), sum(misses), len(k))
    assert (" misses the truth" in title(picture)) == (sum(misses) == 1)


@reads(ch02.bars, ([18, 20, 10, 15, 20, 19], 20, 0.75), ([0], 30, 0.1), ([29, 20], 30, 0.9))
def test_bars_with_their_margin(picture, k, n, truth):
    p = np.array(k) / n
    reach = norm.ppf(0.975) * np.sqrt(p * (1 - p) / n)
    bars_and_a_truth(picture, p - reach, p + reach, k, n, truth)
    says(picture.figure.axes[0].get_xlabel(), 95)
    missed = np.sum(abs(p - truth) > reach)
    flat = [np.sum(reach == 0)] if min(reach) == 0 else []
    says(picture.alt, missed, len(k), 100 * truth, n, 95, *flat)


KS = np.array([18, 20, 10, 15, 0])


@reads(
    ch03.bars,
    (got.wilson_interval(KS, 20), 20, 0.75),
    (got.wald_interval([30, 29], 30, 0.9), 30, 0.95),
    (got.clopper_pearson_interval([7], 7, 0.8), 7, 0.5),
)
def test_bars_of_a_method(picture, interval, n, truth):
    low, high = (np.asarray(end) for end in interval)
    bars_and_a_truth(picture, low, high, np.asarray(interval.estimate) * n, n, truth)
    says(picture.figure.axes[0].get_xlabel(), 100 * interval.level)
    assert interval.method in picture.figure.axes[0].get_xlabel() and interval.method in picture.alt
    misses = np.sum((truth < low) | (truth > high))
    flat = [np.sum(low == high)] if any(low == high) else []
    says(picture.alt, misses, len(low), 100 * truth, n, 100 * interval.level, *flat)


@reads(
    parts.bars_against_truth,
    *[([p / 2], [p], [0.7 * p], 0.4, "rate, %", "of 9 items") for p in (0.6, 0.9)],
    x="rate, %",
)
def test_bars_against_a_truth(picture, low, high, estimate, truth, label, tests):
    bars_and_a_truth(picture, np.array(low), np.array(high), estimate, 1, truth)
    assert picture.figure.axes[0].get_xlabel() == label and tests in picture.alt


@reads(parts.nothing, ("No items", (7.6, 3)), ("No plan", (9.6, 4.2), "No plan."), x="nothing")
def test_nothing(picture, why, size, paste=""):
    (axes,) = picture.figure.axes
    assert (*picture.figure.get_size_inches(),) == size
    assert title(picture) == why and why in picture.alt and picture.paste == paste
    assert not [*strokes(axes), *points(axes), *patches(axes), *texts(axes)]


@pytest.mark.parametrize(
    "draw, empty, full",
    [
        (ch04.planner, (80, 30, 80), (80, 4, 80)),
        (ch05.flips, (0,) * 4, (1,) * 4),
        (ch08.budget, (40, 50, 100), (40, 50, 102)),
    ],
)
def test_no_slider_makes_the_picture_jump(draw, empty, full):
    empty, full = draw(*empty), draw(*full)
    assert (*empty.figure.get_size_inches(),) == (*full.figure.get_size_inches(),)
    assert bool(empty.paste) == bool(full.paste), "a paragraph below comes and goes"


# --- Chapter 2


@reads(ch02.one_answer, (84,), (50,), (20,), x="points", y="share")
def test_one_answer(picture, rate):
    (axes,) = picture.figure.axes
    bars = [(name, (x0 + x1) / 2, y0, y1) for name, _, x0, x1, y0, y1 in patches(axes)]
    same(bars, [("ORANGE", 0, 0, 100 - rate), ("PALE_BLUE", 100, 0, rate)])
    same([(name, x) for name, x, *_ in straight(axes, 1)], [("INK", rate)])
    arrows = [one for one in axes.texts if isinstance(one, Annotation)]
    assert [(one.xyann[0], one.xy[0]) for one in arrows] == [(rate, 0), (rate, 100)]
    says(words(axes, "below")[2], rate)
    says(words(axes, "above")[2], 100 - rate)
    assert words(axes, "below")[0] < rate
    for part, share in (("wrong", 100 - rate), ("right", rate)):
        assert words(axes, part)[1] == share
        says(words(axes, part)[2], share)
    says(title(picture), rate)
    says(picture.alt, 100 - rate, 0, rate, 100, rate, rate, 0, 100 - rate, 100)


@reads(
    ch02.one_shape,
    ({"one": np.repeat([-1.0, 0, 1], [2, 5, 3])},),
    ({"one": np.repeat([-2.0, 0, 2], [2, 5, 3]), "two": np.repeat([-1.5, -0.5, 0.5, 1.5, 4.5], [10, 38, 40, 10, 2])},),
    ({name: np.random.default_rng(1).binomial(100, 0.5, 5000) / 5 - 10 for name in "abc"},),
    x="standard errors",
    y="how often",
)
def test_one_shape(picture, distances):
    (axes,) = picture.figure.axes
    drawn = {line.get_label(): line for line in axes.lines if len(line.get_xdata()) > 2}
    assert [*drawn] == [*distances] == [text.get_text() for text in axes.get_legend().get_texts()]
    assert len({(colour(line.get_color()), line.get_linestyle()) for line in drawn.values()}) == len(drawn)
    for name, values in distances.items():
        x, y = drawn[name].get_data()
        step = min(np.diff(np.unique(values)))
        assert x.tolist() == [value for value in np.unique(values) if abs(value) <= 4]
        assert np.allclose(y * step, [np.mean(values == value) for value in x])
    reach = norm.ppf(0.975)
    same([(name, x) for name, x, *_ in straight(axes, 1)], [("GREY", -reach), ("GREY", reach)])
    says(words(axes, "between")[2], 95)
    assert "; ".join(distances) in picture.alt and f"{reach:.2f} standard errors" in picture.alt


@reads(ch02.triangle, (3.67, 4.07), (3, 4), (5, 1), x="points")
def test_triangle(picture, one, other):
    (axes,) = picture.figure.axes
    (shape,) = axes.patches
    left, corner, right = shape.get_xy()[:3]
    assert colour(shape.get_facecolor()) == "PALE_BLUE" and left.tolist() == [0, 0] and right[1] == 0
    assert np.dot(left - corner, right - corner) == pytest.approx(0, abs=1e-9)
    sides = [np.linalg.norm(corner - left), np.linalg.norm(right - corner), right[0]]
    assert sides == pytest.approx([one, other, np.hypot(one, other)]) and axes.get_aspect() == 1
    for part, size in zip(("last week", "this week", "difference"), sides, strict=True):
        says(words(axes, part)[2], size)
    assert words(axes, "last week")[0] < words(axes, "this week")[0]
    says(picture.alt, *sides)


@reads(ch02.give_or_take, (84, 100, 95), (50, 10, 80), (100, 2000, 99), (3, 20, 99), x="score, %")
def test_give_or_take(picture, rate, n, level):
    (axes,) = picture.figure.axes
    reach = norm.ppf(0.5 + level / 200) * np.sqrt(rate * (100 - rate) / n)
    same(straight(axes, 0), [("BLUE", 0, rate - reach, rate + reach)])
    same(points(axes), [("INK", "o", rate, 0)])
    left, right = axes.get_xlim()
    same(shades(axes), [(left, 0), (100, right)])
    assert all(x < 0 or x > 100 for x, _, label in texts(axes) if label == "impossible")
    says(title(picture), rate, n, reach, level)
    says(picture.alt, rate, rate - reach, rate + reach, n, reach, level)


# --- Chapter 3

METHODS = {
    "wald": ("Wald", got.wald_interval),
    "wilson": ("Wilson", got.wilson_interval),
    "clopper-pearson": ("Clopper-Pearson", got.clopper_pearson_interval),
}


def held(method, n, rates, level=0.95):
    """How often the method's interval holds each true rate, in percent: a plain binomial sum."""
    k = np.arange(n + 1)
    low, high = (np.asarray(end)[:, None] for end in METHODS[method][1](k, n, level))
    return 100 * np.sum(binom.pmf(k[:, None], n, rates) * ((low <= rates) & (rates <= high)), axis=0)


def held_on_average(method, n, level=0.95):
    k = np.arange(n + 1)
    low, high = (beta.cdf(np.clip(end, 0, 1), k + 1, n - k + 1) for end in METHODS[method][1](k, n, level))
    return 100 * np.mean(high - low)


@reads(ch03.which_rates_stay, (84, 100), (18, 60), (21, 25), cut=True, x="rate", y="standard errors")
def test_which_rates_stay(picture, k, n):
    (axes,) = picture.figure.axes
    score = 100 * k / n
    ends = {"BLUE": percent(got.wilson_interval(k, n)), "GREY": percent(got.wald_interval(k, n))}
    same(points(axes), [(name, "o", end, 1.96) for name, both in ends.items() for end in both])
    for name, (rates, distance) in curves(axes).items():
        at = rates if name == "BLUE" else score
        assert np.allclose(distance, abs(rates - score) / np.sqrt(at * (100 - at) / n))
    assert {name: style for name, style, xy in strokes(axes) if len(xy) > 2} == {"GREY": "--", "BLUE": "-"}
    stay, line = sorted(straight(axes, 0), key=lambda mark: mark[0] == "INK")
    same([stay, line[:2]], [("PALE_BLUE", 1.96, *ends["BLUE"]), ("INK", 1.96)])
    for text in axes.texts[:4]:
        x, _ = text.get_position()
        (end,) = [end for end in ends[colour(text.get_color())] if f"{end:.1f}%" == text.get_text()]
        assert abs(x - end) < 0.03 * np.ptp(axes.get_xlim())
    assert "each" in words(axes, "Wilson")[2] and "one" in words(axes, "Wald")[2]
    assert ("lower" if score > 50 else "higher") in title(picture).lower()
    says(picture.alt, score, 1.96, *ends["BLUE"], *ends["GREY"])


@reads(ch03.saw, (20, "wald", "wilson"), (7, "wilson", "clopper-pearson"), cut=True, x="true rate, %", y="hold it, %")
def test_saw(picture, n, *methods):
    (axes,) = picture.figure.axes
    lines = dict(zip(methods, ("GREY", "BLUE"), strict=True))
    drawn, found = curves(axes), []
    assert set(drawn) == set(lines.values())
    for method, name in lines.items():
        x, y = drawn[name]
        assert np.allclose(y, held(method, n, x / 100), atol=1e-6) and (min(x), round(max(x), 6)) == (50, 100)
        jumps = np.concatenate([*METHODS[method][1](np.arange(n + 1), n)]) * (1 + 1e-7 * np.array([[-1], [1]]))
        jumps = jumps[(jumps > 0.5) & (jumps < 1)]
        if method == methods[-1]:  # its teeth are drawn to their tips
            assert min(y) == pytest.approx(min(held(method, n, jumps)), abs=1e-3)
        found += [min(y), x[np.argmin(y)], held_on_average(method, n), max(y)]
        (label,) = [line for line in words(axes, "thick, blue")[2].split("\n") if line.startswith(METHODS[method][0])]
        assert ("blue" if name == "BLUE" else "grey") in label
        assert (f"({METHODS[method][0]} falls to 0%" in words(axes, "thick, blue")[2]) == (method == "wald")
    same(lines_at(axes, 0), [("INK", 95)])
    says(words(axes, "dashed")[2], 95)
    assert min(drawn["BLUE"][1]) >= axes.get_ylim()[0] and axes.get_ylim()[1] > 100
    says(title(picture), n, *(held_on_average(method, n) for method in reversed(methods)))
    assert [re.split(r" \d", part)[0] for part in title(picture).split(": ")[1].split(", ")] == [
        METHODS[method][0] for method in reversed(methods)
    ]
    says(picture.alt, n, *found)


@reads(
    ch03.by_kind,
    ([1, 2, 8], [41, 30, 0], [60, 50, 2], "steps"),
    (["easy", "hard"], [19, 5], [20, 10], "level"),
    (["all"], [1], [20], "kind"),
    (["few", "one"], [2, 1], [3, 1], "kind"),
    x="solved, %",
)
def test_by_kind(picture, kinds, k, n, label):
    (axes,) = picture.figure.axes
    rows = [f"{kind} ({a}/{b})" for kind, a, b in zip(kinds, k, n, strict=True)]
    wald, wilson = ends(got.wald_interval(k, n)), ends(got.wilson_interval(k, n))
    both = [("GREY", *bar) for bar in zip(rows, wald)] + [("BLUE", *bar) for bar in zip(rows, wilson)]  # noqa: B905
    same(spans(axes), [(name, row, *bar) for name, row, bar in both])
    same(dots(axes), [("INK", "o", row, 100 * a / b) for row, a, b in zip(rows, k, n, strict=True)])
    tips = [x for name, marker, x, _ in points(axes) if (name, marker) == ("GREY", "|")]
    assert sorted(tips) == pytest.approx(sorted(x for bar in wald for x in bar))
    assert sorted(ticks(axes), key=ticks(axes).get, reverse=True) == rows and not axes.yaxis_inverted()
    key = dict(line.split(": ") for line in words(axes, "thick, blue")[2].split("\n"))
    assert "Wilson" in key["thick, blue"] and "Wald" in key["thin, grey"] and key["dot"] == "score"
    left, right = axes.get_xlim()
    same(shades(axes), [(left, 0), (100, right)][: 1 + (right > 100)])
    assert words(axes, "possible")[0] < 0 and axes.get_ylabel() == label
    beyond, flat = sum(low < -1e-9 or high > 100 + 1e-9 for low, high in wald), sum(low == high for low, high in wald)
    says(title(picture), beyond, flat)
    listed = [f"{kind}: {a} of {b}, Wilson {low:.1f}% to {high:.1f}%"
              for kind, a, b, (low, high) in zip(kinds, k, n, wilson, strict=True)]  # fmt: skip
    assert all(row in picture.alt for row in listed)
    says(picture.alt.rpartition("Wald's interval")[2], 0, 100, beyond, flat)


def rows_of_methods(axes, methods, k, n, level):
    """The bars of these methods, with the ends printed beside them; returns the ends, in percent."""
    bars = {METHODS[m][0]: percent(METHODS[m][1](k, n, level / 100)) for m in methods}
    looks = {row: "BLUE" if row == "Wilson" else "GREY" for row in bars}
    same(spans(axes), [(looks[row], row, *bar) for row, bar in bars.items()])
    flat = [(looks[row], "|", bar[0], row) for row, bar in bars.items() if bar[0] == bar[1]]
    same([(name, marker, x, named(axes, y)) for name, marker, x, y in points(axes)], flat)
    for row, (low, high) in bars.items():
        beside = sorted((x, text) for x, y, text in texts(axes) if named(axes, y) == row)
        says(" ".join(text for _, text in beside), low, high)
        assert beside[0][0] < max(low, -12) <= min(high, 112) < beside[1][0]
    same(lines_at(axes, 1), [("INK", 100 * k / n)])
    left, right = axes.get_xlim()
    same(shades(axes), [(left, 0), (100, right)])
    assert sorted(ticks(axes), key=ticks(axes).get) == list(bars) and axes.yaxis_inverted()  # the first on top
    return list(bars.values())


@reads(ch03.three_methods, (0, 20, 95), (30, 100, 80), (5, 3, 99), (1, 12, 95))
def test_three_methods(picture, wrong, n, level):
    (axes,) = picture.figure.axes
    k = max(n - wrong, 0)
    bars = rows_of_methods(axes, ("wald", "wilson", "clopper-pearson"), k, n, level)
    says(title(picture), k, n, level)
    says(picture.alt, k, n, level, *np.ravel(bars))


# --- Chapter 4


@reads(
    ch04.deals,
    (np.repeat([-8.0, -4, 0, 4, 8], [1, 3, 4, 3, 1]), 4),
    (np.repeat([-20.0, 0, 20], [2, 5, 3]), 20),
    (np.repeat([-10.0, 0, 10], [2, 90, 8]), 30),
    x="points",
    y="shuffles",
)
def test_deals(picture, gaps, seen):
    (axes,) = picture.figure.axes
    values, times = np.unique(gaps, return_counts=True)
    far = ["ORANGE" if abs(value) >= seen else "PALE_BLUE" for value in values]
    bars = [(name, x, y) for name, _, x, y in columns(axes)]
    same(bars, [*zip(far, values.tolist(), times.tolist(), strict=True)])
    says(title(picture), seen, 100 * np.mean(abs(gaps) >= seen))
    says(picture.alt, len(gaps), min(gaps), max(gaps), seen, 100 * np.mean(abs(gaps) >= seen))


@reads(
    ch04.two_hills,
    (np.arange(-12, 13), np.arange(-8, 17), 10.6),
    (np.repeat([-3, 0, 3], [1, 8, 1]), np.repeat([0, 5, 10], [1, 8, 1]), 4),
    x="points",
    y="tests",
)
def test_two_worlds(picture, same_rate, better, reach):
    (axes,) = picture.figure.axes
    found = {"ORANGE": {}, "PALE_BLUE": {}}
    for name, _, x0, x1, y0, y1 in patches(axes):
        if name in found and x1 - x0 == pytest.approx(1):
            found[name][round((x0 + x1) / 2)] = y1 - y0
    for name, hill in (("ORANGE", same_rate), ("PALE_BLUE", better)):
        beyond = {x: y for x, y in zip(*np.unique(hill, return_counts=True), strict=True) if abs(x) > reach}
        assert {x: y for x, y in found[name].items() if y} == pytest.approx(beyond)
    outlines = {colour(one.get_edgecolor()): one.get_data() for one in axes.patches if hasattr(one, "get_data")}
    for name, hill in (("GREY", same_rate), ("BLUE", better)):
        heights, edges, _ = outlines[name]
        assert heights == pytest.approx(np.histogram(hill, edges)[0]) and sum(heights) == len(hill)
    same([(name, x) for name, x, *_ in straight(axes, 1)], [("INK", -reach), ("INK", reach)])
    gain, alarms, seen = np.mean(better), 100 * np.mean(abs(same_rate) > reach), 100 * np.mean(abs(better) > reach)
    says(words(axes, "false alarms")[2], alarms)
    says(words(axes, "found")[2], gain, seen)
    says(title(picture), gain)
    says(picture.alt, gain, reach, alarms, seen)


@reads(ch04.arrows, (80,), (50,), (95,), x="standard errors", y="how often")
def test_arrows(picture, power):
    (axes,) = picture.figure.axes
    limit, top = norm.ppf(0.975), norm.ppf(0.975) + norm.ppf(power / 100)
    for name, middle in (("GREY", 0), ("BLUE", top)):
        x, y = curves(axes)[name]
        assert np.allclose(y, norm.pdf(x, middle)) and norm.cdf(max(x), middle) > 0.99 > 0.01 > norm.cdf(min(x), middle)
    same([(name, x) for name, x, *_ in straight(axes, 1)], [("INK", limit)])
    (filled,) = axes.collections
    ((x, y),) = [path.vertices.T for path in filled.get_paths()]
    assert colour(filled.get_facecolor()[0]) == "PALE_BLUE" and min(x) == pytest.approx(limit, abs=0.05)
    area = abs(np.sum(x * np.roll(y, 1) - y * np.roll(x, 1))) / 2
    assert 100 * area == pytest.approx(power, abs=2)
    ends = [(one.xyann[0], one.xy[0]) for one in axes.texts if isinstance(one, Annotation)]
    assert ends == [pytest.approx((0, limit)), pytest.approx((limit, top))]
    sizes = [text for _, y, text in texts(axes) if y > 0.43 and text]
    says(" ".join(sizes), limit, top - limit)
    says(words(axes, "%")[2], power)
    says(title(picture), power, top)
    says(picture.alt, limit, top - limit, power)


@reads(ch04.apart, (400, 500, 425, 500), (10, 20, 20, 20), (0, 30, 0, 30), (90, 100, 40, 120))
def test_apart(picture, k_old, n_old, k_new, n_new):
    left, right = picture.figure.axes
    old, new = (percent(got.wilson_interval(k, n)) for k, n in ((k_old, n_old), (k_new, n_new)))
    gap = got.newcombe_interval(k_new, n_new, k_old, n_old)
    low, high = percent(gap)
    rows = {f"old: {k_old} of {n_old}": (old, k_old / n_old), f"new: {k_new} of {n_new}": (new, k_new / n_new)}
    same(spans(left), [("BLUE", row, *bar) for row, (bar, _) in rows.items()])
    same(dots(left), [("INK", "o", row, 100 * p) for row, (_, p) in rows.items()])
    shared = max(old[0], new[0]), min(old[1], new[1])
    ((name, _, *bar),) = straight(right, 0)
    assert name == "ORANGE" and bar == pytest.approx([low, high])
    ((name, _, x, _),) = points(right)
    assert name == "INK" and x == pytest.approx(100 * (k_new / n_new - k_old / n_old))
    same(lines_at(right, 1), [("INK", 0)])
    assert "new minus old" in right.get_xlabel()
    for x, _, text in texts(right):
        if "Newcombe" not in text:
            says(text, x)
    assert {round(x, 6) for x, _, text in texts(right) if "Newcombe" not in text} == {round(low, 6), round(high, 6)}
    assert (shared[0] > shared[1]) == ("do not overlap" in picture.alt)
    assert ("leaves out zero" in title(picture)) == (low > 0 or high < 0) == ("leaves out zero" in picture.alt)
    says(picture.alt, *old, *new, low, high)


def hills(axes, p1, p2, n, found):
    """Two bells, and what of them lies beyond the limits of the test, with their words."""
    halfway, effect = (p1 + p2) / 2, 100 * (p2 - p1)
    still = 100 * np.sqrt(2 * halfway * (1 - halfway) / n)
    moved = 100 * np.sqrt((p1 * (1 - p1) + p2 * (1 - p2)) / n)
    limit = norm.isf(0.025) * still
    top = max(norm.pdf(0, 0, still), norm.pdf(0, 0, moved))
    assert set(curves(axes)) == {"GREY", "BLUE"}
    for name, (x, y) in curves(axes).items():
        bell = norm(0, still) if name == "GREY" else norm(effect, moved)
        assert np.allclose(y, bell.pdf(x) / top, atol=2e-3), name
        assert bell.cdf(min(x)) < 0.01 and bell.cdf(max(x)) > 0.99
    same([(name, xy[0, 0]) for name, style, xy in strokes(axes) if style == "--"], [("INK", limit), ("INK", -limit)])
    beyond = {"ORANGE": 0, "PALE_BLUE": 0}
    for many in axes.collections:
        name = colour(many.get_edgecolor()[0]) if many.get_hatch() else colour(many.get_facecolor()[0])
        for x, y in (path.vertices.T for path in many.get_paths()):
            beyond[name] += abs(np.sum(x * np.roll(y, 1) - y * np.roll(x, 1))) / 2 * top
            assert min(abs(abs(x) - limit)) < np.ptp(curves(axes)["BLUE"][0]) / 400
    assert beyond["ORANGE"] == pytest.approx(0.05, abs=0.005)
    assert beyond["PALE_BLUE"] == pytest.approx(found / 100, abs=0.015)
    assert words(axes, "no change")[0] == 0
    x, _, text = words(axes, "points")
    assert x == pytest.approx(effect)
    says(text, effect)
    key = dict(line.split(": ") for line in words(axes, "striped")[2].split("\n")[:2])
    says(key["striped"], 5)
    says(key["filled"], 99 if 99 < found < 100 else found)


@reads(ch04.planner, (80, 4, 80), (50, 10.5, 90), (2, 30, 55), (97, 2.5, 99), (98, 4, 80), (99, 1, 80), x="")
def test_planner(picture, rate, rise, power):
    p1, p2 = rate / 100, (rate + rise) / 100
    if p2 >= 1:
        return says(title(picture), rate, rise, rate + rise)
    n = np.arange(2, 5000)
    reached = 100 * got.power_two_rates(p1, p2, n)
    first = np.argmax(reached >= power)
    needed = int(n[first])
    (axes,) = picture.figure.axes
    assert "difference, points" in axes.get_xlabel()
    says(title(picture), needed)
    assert title(picture).endswith("for each system")
    hills(axes, p1, p2, needed, reached[first])
    plan = f"{got.plan_two_runs(p1, round(p2, 9), power / 100)}"
    assert plan in picture.alt and plan in picture.paste
    says(picture.alt.removesuffix(plan), needed, rise, power)


# --- Chapter 5


@reads(ch05.square, (82, 10, 2, 6), (0, 0, 5, 1200), x="old", y="new")
def test_square(picture, both, only_new, only_old, neither):
    (axes,) = picture.figure.axes
    cells = {  # by what the old and the new system gave
        ("right", "right"): (both, "both right", "SHADE"),
        ("wrong", "right"): (only_new, "only the new right", "BLUE"),
        ("right", "wrong"): (only_old, "only the old right", "ORANGE"),
        ("wrong", "wrong"): (neither, "both wrong", "SHADE"),
    }
    found = {}
    for patch, (ground, _, x0, x1, y0, y1) in zip(axes.patches, patches(axes), strict=True):
        name = colour(patch.get_edgecolor())
        assert ground == (name if name == "SHADE" else "#FFFFFF"), "in both themes its words can be read"
        where = named(axes, (x0 + x1) / 2, "x"), named(axes, (y0 + y1) / 2)
        inside = [text for x, y, text in texts(axes) if x0 < x < x1 and y0 < y < y1]
        (count,) = [int(text.replace(",", "")) for text in inside if text[0].isdigit()]
        (meaning,) = [text for text in inside if not text[0].isdigit()]
        found[where] = count, meaning, name
    assert found == cells
    n, flips = both + only_new + only_old + neither, only_new + only_old
    says(title(picture), flips, n)
    says(picture.alt, both, only_new, only_old, neither, flips)


TOSSED = np.repeat([-4, -2, 0, 2, 4], [10, 20, 40, 25, 5])


@reads(ch05.coins, (TOSSED, 2), (TOSSED, 4), (TOSSED, 0), (TOSSED, 3), (TOSSED[:30], 4), x="lead", y="%")
def test_coins(picture, leads, seen):
    (axes,) = picture.figure.axes
    heights = {value: 100 * np.mean(leads == value) for value in np.unique(leads)}
    counts = {value: high if abs(value) > seen else high / 2 for value, high in heights.items() if abs(value) >= seen}
    bars = [(name, (x0 + x1) / 2, high) for name, _, x0, x1, low, high in patches(axes) if abs(low) < 1e-9]
    same(bars, [("PALE_BLUE", *bar) for bar in heights.items()] + [("ORANGE", *bar) for bar in counts.items()])
    beside = [(x, y) for x, y, text in texts(axes) if text == "half of\nthese"]
    same(beside, [(end, heights[end]) for end in {-seen, seen} & heights.keys()])
    says(title(picture), seen, seen, sum(counts.values()))
    says(picture.alt, len(leads), min(leads), max(leads), seen, seen, sum(counts.values()))


@reads(
    ch05.every_difference,
    (82, 10, 2, 6),
    (0, 3, 9, 8),
    (15, 0, 4, 5),
    (95, 0, 0, 5),
    x="points",
    y="standard errors",
    cut=True,
)
def test_every_difference(picture, both, only_new, only_old, neither):
    (axes,) = picture.figure.axes
    n, gain = both + only_new + only_old + neither, only_new - only_old
    low, high = percent(got.tango_interval(both, only_new, only_old, neither))
    ((name, (x, far)),) = curves(axes).items()
    assert name == "BLUE" and x[0] < low < high < x[-1]
    assert [np.interp(end, x, far) for end in (low, high)] == pytest.approx([1.96, 1.96], abs=0.01)
    left = x < 100 * gain / n
    assert min(far) < 0.05 and (np.diff(far[left]) < 0).all() and (np.diff(far[~left]) > 0).all()
    same(lines_at(axes, 0), [("GREY", 1.96)])
    zero = abs(gain) / np.sqrt(only_new + only_old) if gain else None
    ends = [("BLUE", "o", low, 1.96), ("BLUE", "o", high, 1.96)]
    same(points(axes), [*ends, *[("ORANGE", "D", 0, zero)] * bool(gain)])
    if gain:
        assert zero == pytest.approx(abs(got.mcnemar_test(only_new, only_old).statistic))
        assert np.interp(0, x, far) == pytest.approx(zero, abs=0.01)
        says(words(axes, "no difference")[2], zero)
    says(title(picture), low, high)
    says(picture.alt, 100 * gain / n, 1.96, low, high)


@reads(ch05.flips, (10, 2, 82, 6), (3, 7, 0, 1), (0, 0, 18, 2), (0, 0, 0, 0), x="")
def test_flips(picture, only_new, only_old, both, neither):
    table, new, old = (both, only_new, only_old, neither), both + only_new, both + only_old
    n = sum(table)
    if n == 0:
        return says(title(picture))
    (axes,) = picture.figure.axes
    rows = {
        "different questions": (got.newcombe_interval(new, n, old, n), got.pooled_z_test(new, n, old, n)),
        "same questions": (got.tango_interval(*table), got.mcnemar_test(only_new, only_old)),
    }
    same(
        spans(axes),
        [(c, row, *percent(bar)) for c, (row, (bar, _)) in zip(("GREY", "BLUE"), rows.items(), strict=True)],
    )
    same(dots(axes), [("INK", "o", row, 100 * (new - old) / n) for row in rows])
    same(lines_at(axes, 1), [("INK", 0)])
    for row, (bar, test) in rows.items():
        (beside,) = [text for _, y, text in texts(axes) if named(axes, y) == row]
        says(beside.partition(", p")[0], *percent(bar))
        assert beside.endswith(str(test).split(" (")[0]) and f"{row}: {bar}, {test}" in picture.alt
    says(title(picture), new, old, n, only_new, only_old)


# --- Chapter 6


@reads(ch06.by_mix, (92, 60, {"last": 75, "this": 25}), (50, 100, {"one": 0}), x="easy", y="score, %")
def test_by_mix(picture, easy, hard, months):
    (axes,) = picture.figure.axes
    (line,) = [xy for *_, xy in strokes(axes) if len(xy) == 2]
    assert np.allclose(line, [[0, hard], [100, easy]])
    scores = {name: (share * easy + (100 - share) * hard) / 100 for name, share in months.items()}
    same(points(axes), [("ORANGE", "o", months[name], score) for name, score in scores.items()])
    same(texts(axes), [(months[name], score, f"{name}: {score:g}%") for name, score in scores.items()])
    says(title(picture), *sorted((easy, hard)))
    says(picture.alt, hard, easy, *(x for name, score in scores.items() for x in (months[name], score)))


@reads(
    ch06.worst_slice,
    (np.repeat([60.0, 70, 72, 74, 80], [1, 2, 3, 4, 1]), 84, 50),
    (np.repeat([60.0, 70, 80], [2, 5, 3]), 90, 10),
    (np.repeat([80.0, 85], [3, 1]), 80, 20),
    x="worst slice, %",
    y="tests",
)
def test_worst_slice(picture, worst, truth, n):
    (axes,) = picture.figure.axes
    values, times = np.unique(worst, return_counts=True)
    missed = [100 * got.wilson_interval(round(value * n / 100), n).high < truth for value in values]
    bars = [(name, x, y) for name, _, x, y in columns(axes)]
    looks = ["ORANGE" if miss else "PALE_BLUE" for miss in missed]
    same(bars, [*zip(looks, values.tolist(), times.tolist(), strict=True)])
    same(lines_at(axes, 1), [("INK", truth)])
    share = 100 * times[missed].sum() / times.sum()
    says(title(picture), share)
    says(words(axes, "true rate")[2], truth)
    says(words(axes, "orange")[2], 95, truth)
    says(picture.alt, times.sum(), values[0], values[-1], truth, 95, share)


@reads(
    ch06.by_group,
    ("new way", "old way", ["small", "large"], [81, 192], [87, 263], [234, 55], [270, 80]),
    ("a", "b", ["x", "y", "z"], [10, 0, 5], [10, 20, 10], [9, 3, 5], [20, 9, 20]),
    ("a", "b", ["x", "y"], [5, 5], [10, 20], [10, 5], [10, 10]),
    x="area of a dot",
    y="success, %",
)
def test_by_group(picture, first, second, groups, k_first, n_first, k_second, n_second):
    (axes,) = picture.figure.axes
    systems = [[*zip(k, n, strict=True), (sum(k), sum(n))] for k, n in ((k_first, n_first), (k_second, n_second))]
    columns, looks = [*groups, "in total"], (("BLUE", "o"), ("ORANGE", "s"))
    shown = [(*look, x, 100 * k / n) for look, one in zip(looks, systems, strict=True)
             for x, (k, n) in zip(columns, one, strict=True)]  # fmt: skip
    same([(name, marker, named(axes, x, "x"), y) for name, marker, x, y in points(axes)], shown)
    areas = [many.get_sizes()[0] * (1 if marker == "s" else np.pi / 4)  # of what is seen, not of the box around it
             for many, (_, marker, *_) in zip(axes.collections, points(axes), strict=True)]  # fmt: skip
    sizes = [n for one in systems for _, n in one]
    assert np.allclose(np.divide(areas, max(areas)), np.divide(sizes, max(sizes)))
    beside = [(named(axes, x, "x"), y, text) for x, y, text in texts(axes) if "%" in text]
    same(beside, [(x, y, f"{y:.0f}%") for *_, x, y in shown])
    assert sorted(ticks(axes, "x"), key=ticks(axes, "x").get) == columns
    colours = {text.get_text(): text.get_color() for text in axes.texts if text.get_text()[0] in "●■"}
    assert colours == {"●": figures.BLUE, "■": figures.ORANGE}
    heights = {text: y for _, y, text in texts(axes)}
    assert heights["●"] == heights[first] > heights["■"] == heights[second]
    lead = [np.sign(k * m - j * n) for (k, n), (j, m) in zip(*systems, strict=True)]
    verdicts = {1: "ahead", -1: "behind", 0: "level"}
    in_groups = verdicts[lead[0]] if len({*lead[:-1]}) == 1 else "ahead in some"
    assert title(picture).startswith(f"{first.capitalize()}: {in_groups} in ".replace("some in", "some"))
    assert title(picture).endswith(f"{verdicts[lead[-1]]} in total")
    says(picture.alt, *(100 * k / n for pair in zip(*systems, strict=True) for k, n in pair))
    assert picture.alt.startswith(f"{first} against {second}")


@reads(
    ch06.gaps,
    ([90, 60, 50, 99], 100, [60, 58, 70, 95], 110),
    ([5, 10], 10, [10, 0], 10),
    ([7], 9, [6], 9),
    (pd.Series([5, 80], ["one", "two"]), 100, pd.Series([20, 50], ["one", "two"]), 100, ["two", "one"]),
    x="gap",
    y="public minus fresh, points",
)
def test_gaps(picture, k_public, n_public, k_fresh, n_fresh, marked=()):
    (axes,) = picture.figure.axes
    models = []
    for k, j in zip(k_public, k_fresh, strict=True):
        low, high = percent(got.newcombe_interval(k, n_public, j, n_fresh))
        models.append((100 * (k / n_public - j / n_fresh), low, high))
    models.sort()
    far = [i for i, (_, low, high) in enumerate(models) if low > 0 or high < 0]  # once more in orange, on top
    bars = [("GREY", i) for i in range(len(models))] + [("ORANGE", i) for i in far]
    same(straight(axes, 1), [(colour, i, *models[i][1:]) for colour, i in bars])
    assert {line.get_gid() for line in axes.lines if line.get_color() == figures.ORANGE} <= {"click 2"}
    same(points(axes), [("INK", "o", i, gap) for i, (gap, *_) in enumerate(models)])
    same(lines_at(axes, 0), [("INK", 0)])
    assert "leaves out zero" in words(axes, "orange")[2]
    for name in marked:  # at the upper end of a large gap, at the lower end of a small one
        i, end, _ = words(axes, name)
        assert models[int(i)][0] == pytest.approx(100 * (k_public[name] / n_public - k_fresh[name] / n_fresh))
        assert end in map(pytest.approx, models[int(i)][1:])
    above, below = sum(low > 0 for _, low, _ in models), sum(high < 0 for *_, high in models)
    says(title(picture), above, len(models), below)
    says(picture.alt, len(models), 95, models[0][0], models[-1][0], above, below, len(models) - above - below)


@reads(ch06.leak_dial, (60, 10, 1000, 200), (90, 0, 100, 2000), (0, 60, 500, 50), x="score and 95% Wilson")
def test_leak_dial(picture, rate, leaked, n_public, n_fresh):
    (axes,) = picture.figure.axes
    public = rate + leaked / 100 * (100 - rate)
    k, j = round(public * n_public / 100), round(rate * n_fresh / 100)
    rows = {f"{n_public:,} public": ("ORANGE", k, n_public), f"{n_fresh:,} fresh": ("BLUE", j, n_fresh)}
    same(spans(axes), [(c, row, *percent(got.wilson_interval(a, n))) for row, (c, a, n) in rows.items()])
    same(dots(axes), [("INK", "o", row, 100 * a / n) for row, (_, a, n) in rows.items()])
    assert all(abs(y - row) > 0.2 for _, y, _ in texts(axes) for row in (0, -1)), "a bar runs through its name"
    same(lines_at(axes, 1), [("INK", rate)])
    found = 100 * got.power_two_rates(public / 100, rate / 100, n_public, n_fresh) if leaked else 5
    says(title(picture), leaked, public, rate, found, 100)
    gap = got.newcombe_interval(k, n_public, j, n_fresh)
    first, _, explained = picture.alt.partition(" A share that would explain it: ")
    numbers = [100 * gap.estimate, 95, *percent(gap)]
    says(first, rate, leaked, n_public, public, n_fresh, *numbers, found)
    shares = [got.wilson_interval(k, n_public), got.wilson_interval(j, n_fresh)]
    assert explained == (f"{got.leaked_share(*shares)}." if leaked else "")


# --- The claim


@reads(
    claim.claim_picture,
    (Claim("desk", 84, 100),),
    (Claim("desk", 20, 20).add(got.wilson_interval(20, 20)),),
    (Claim("desk", 84, 100).add(got.Estimate(0.84, got.standard_error(84, 100), 100)).add(got.wilson_interval(84, 100))
     .add(got.detectable_change(0.84, 100)).add(got.Pairs(82, 10, 2, 6))
     .add(got.tango_interval(82, 10, 2, 6)),),
    (Claim("weak", 30, 100).add(got.wilson_interval(30, 100)).add(got.newcombe_interval(30, 100, 70, 100)),),
    (Claim("few", 6, 10).add(got.wilson_interval(6, 10)),),
    (Claim("rise", 90, 100).add(got.newcombe_interval(90, 100, 40, 100)),),
    x="score, %",
)  # fmt: skip
def test_claim(picture, claim):
    rate = 100 * claim.rate
    layers = [result.layer(claim.rate) for result in claim.results]
    upper, *lower = picture.figure.axes
    scores = {x.label: x for x in layers if not x.difference}
    differences = {x.label: x for x in layers if x.difference}
    assert len(scores) + len(differences) == len(layers) and len(lower) == bool(differences)
    says(words(upper, claim.percent)[2], rate)
    same(lines_at(upper, 1), [("GREY", rate)])
    ((*_, ends),) = straight(upper, 1)
    assert ends <= 0.01, "the line runs through its number"
    for axes, bars in ((upper, scores), *((axes, differences) for axes in lower)):
        unsure = "GREY" if axes in lower else "BLUE"  # what has no estimate
        looks = {x: "ORANGE" if axes in lower and bar.estimate is not None else unsure for x, bar in bars.items()}
        same(spans(axes), [(looks[x], x, 100 * bar.low, 100 * bar.high) for x, bar in bars.items()])
        marks = [("INK", "o", x, 100 * bar.estimate) for x, bar in bars.items() if bar.estimate is not None]
        same(dots(axes), marks + ([("BLUE", "o", claim.percent, rate)] if axes is upper else []))
    for axes in lower:
        same(lines_at(axes, 1), [("INK", 0)])
        assert "difference" in axes.get_xlabel()
    low, high = upper.get_xlim()
    assert f"from {low:.0f}% to {high:.0f}%" in picture.alt
    assert f"{claim}" in picture.alt
    says(picture.alt.rpartition(f"{claim}")[2], *(
        number for bar in (*scores.values(), *differences.values())
        for number in (*map(float, re.findall(r"\d+", bar.label)), 100 * bar.low, 100 * bar.high)
    ))  # fmt: skip
    if differences:
        says(title(picture), *percent(claim.results[-1]), 95)
    else:
        says(title(picture), claim.successes, claim.n, *([95, *percent(claim.results[-1])] if layers else []))
