"""What the pictures of chapter 8 show is what the statistics say."""

import math

import numpy as np
import pytest
from test_figures import columns, curves, lines_at, patches, points, reads, same, says, texts, ticks, title, words

from give_or_take.classroom.figures import ch08


@reads(
    ch08.two_lucks,
    (2.4, 2.8, [(100, 1), (100, 5), (200, 1)]),
    (5, 1, [(100, 1), (50, 2), (400, 20)]),
    x="questions",
    y="squared",
)
def test_two_lucks(picture, questions, answers, designs):
    (axes,) = picture.figure.axes
    split = [(questions**2 * 100 / n, answers**2 * 100 / n / runs) for n, runs in designs]
    bars = [(name, round((x0 + x1) / 2), y0, y1) for name, _, x0, x1, y0, y1 in patches(axes)]
    blue = [("BLUE", x, 0, between) for x, (between, _) in enumerate(split)]
    same(bars, blue + [("ORANGE", x, between, between + within) for x, (between, within) in enumerate(split)])
    for label, x in ticks(axes, "x").items():
        n, runs = designs[round(x)]
        says(label, n, *[runs] * (runs > 2))
        assert ("once" in label, "twice" in label) == (runs == 1, runs == 2)
    errors = [math.sqrt(sum(parts)) for parts in split]
    written = {round(x): text for x, _, text in texts(axes) if text.endswith("points")}
    assert len(written) == len(designs)
    for x, error in enumerate(errors):
        says(written[x], error)
    key = words(axes, "orange: luck of the answers (within)")[2]
    assert "blue: luck of the questions (between)" in key
    told = [(n, *[runs] * (runs > 2), *parts, error)
            for (n, runs), parts, error in zip(designs, split, errors, strict=True)]  # fmt: skip
    says(picture.alt, *sum(told, ()))


@reads(
    ch08.below_the_formula,
    ([20.0, 50, 90], [3.5, 5.5, 2]),
    ([8.2, 95.2, 8.2], [2.21, 1.87, 2.21]),
    x="average score",
    y="standard deviation",
)
def test_below_the_formula(picture, average, spread):
    (axes,) = picture.figure.axes
    same(points(axes), [("ORANGE", "o", *dot) for dot in zip(average, spread, strict=True)])
    x, y = curves(axes)["BLUE"]
    assert (x[0], x[-1]) == (0, 100) and np.allclose(y, np.sqrt(x * (100 - x) / 100))
    below = sum(s**2 < a * (100 - a) / 100 for a, s in zip(average, spread, strict=True))
    says(title(picture), below, len(spread))
    assert "separate questions" in words(axes, "curve")[2] and "same" in words(axes, "dots")[2]
    hidden = len(spread) - len(set(zip(average, spread, strict=True)))
    says(words(axes, "dots")[2], *[hidden] * (hidden > 0))
    says(picture.alt, 100, 5, len(spread), below, *[hidden] * (hidden > 0), max(spread))


@reads(
    ch08.repositories,
    (["a", "b", "c"], [8, 30, 1], [10, 60, 40]),
    (["x", "y"], [0, 50], [20, 50]),
    x="issues solved, %",
)
def test_repositories(picture, names, solved, issues):
    (axes,) = picture.figure.axes
    rate, overall = 100 * np.divide(solved, issues), 100 * sum(solved) / sum(issues)
    beside = {round(y): text for x, y, text in texts(axes) if "(" in text}
    bars = [(name, beside[round((y0 + y1) / 2)], x0, x1) for name, _, x0, x1, y0, y1 in patches(axes)]
    same(bars, [("BLUE", f"{name} ({n})", 0, r) for name, n, r in zip(names, issues, rate, strict=True)])
    assert [beside[y].split()[0] for y in sorted(beside)] == [names[i] for i in np.argsort(rate, kind="stable")]
    same(lines_at(axes, 1), [("INK", overall)])
    says(words(axes, "all: ")[2], overall)
    says(title(picture), min(rate), max(rate))
    assert all(f"{name} {r:.0f}%" in picture.alt for name, r in zip(names, rate, strict=True))
    says(picture.alt, len(names), *sorted(rate), overall)


@reads(
    ch08.two_hills,
    (np.repeat([40.5, 41.5, 44.5, 48.5, 49.5], 20), 1.8),
    (np.linspace(70.1, 73.9, 50), 3.0),
    x="score, %",
    y="how often",
)
def test_two_hills(picture, drawn, alone):
    (axes,) = picture.figure.axes
    for name, _, middle, height in columns(axes):
        inside = np.floor(drawn + 1e-9) == round(middle - 0.5)
        assert name == "PALE_BLUE" and height == pytest.approx(np.mean(inside))
    x, y = curves(axes)["GREY"]
    middle = np.mean(drawn)
    assert np.trapezoid(y, x) == pytest.approx(1, abs=1e-3) and x[np.argmax(y)] == pytest.approx(middle, abs=0.2)
    assert np.sqrt(np.trapezoid(y * (x - middle) ** 2, x)) == pytest.approx(alone, rel=0.01)
    says(words(axes, "single")[2], alone)
    says(words(axes, "whole")[2], np.std(drawn))
    says(picture.alt, middle, alone, np.std(drawn))


@reads(
    ch08.net_gains,
    (["a", "b", "c", "d"], [3, -12, 0, 5]),
    (["x", "y"], [-1, -7]),
    (["one", "two", "three"], [4, 4, 1]),
    x="issues",
)
def test_net_gains(picture, names, net):
    (axes,) = picture.figure.axes
    left, beside = axes.get_xlim()[0], [*texts(axes)]
    name, value = ({round(y): text for x, y, text in beside if (x < left) == out} for out in (True, False))
    rows = [(round((y0 + y1) / 2), colour, *sorted((x0, x1))) for colour, _, x0, x1, y0, y1 in patches(axes)]
    bars = [(colour, name[y], *ends) for y, colour, *ends in rows]
    expected = [("ORANGE" if x < 0 else "BLUE", name, min(x, 0), max(x, 0)) for name, x in zip(names, net, strict=True)]
    same(bars, expected)
    assert {name[y]: int(value[y].replace("\N{MINUS SIGN}", "-")) for y in value} == dict(zip(names, net, strict=True))
    says(title(picture), sum(x > 0 for x in net), len(net), sum(x < 0 for x in net), sum(net))
    says(picture.alt, len(net), *sorted(net), sum(net))


@reads(ch08.budget, (40, 10, 1000), (5, 50, 300), (95, 0, 100), (10, 50, 5000), x="runs", y="points")
def test_budget(picture, rho, item_price, budget):
    (axes,) = picture.figure.axes
    designs = [(runs, budget // (item_price + runs)) for runs in range(1, 1001) if budget // (item_price + runs) >= 2]
    error = {runs: 100 * math.sqrt(0.25 * (rho / n + (100 - rho) / (n * runs)) / 100) for runs, n in designs}
    best = min(error, key=error.get)
    shown = {runs: se for runs, se in error.items() if runs <= 20}
    marked = [("ORANGE", "o", best, error[best])] if best in shown else []
    same(points(axes), [("PALE_BLUE", "o", *dot) for dot in shown.items()] + marked)
    says(title(picture), dict(designs)[best], best)
    if marked:
        says(words(axes, ".")[2], error[best])
    says(picture.alt, 1, max(shown), budget, dict(designs)[best], best, error[best])
