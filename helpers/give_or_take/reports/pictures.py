"""Where the dots and bars of a report's pictures stand: chapter 12. `templates/picture.html` draws them."""

from __future__ import annotations

import math
from typing import NamedTuple

from give_or_take.comparison.record import Comparison, Slices
from give_or_take.reports import preferred as prefer
from give_or_take.reports import sentences as say
from give_or_take.results import percent

WIDTH, EDGE, ROW, TOP = 360, 10, 34, 6  # of the drawing; a row is a name and, below it, a bar
MOST_ROWS = 20  # in one picture


class Row(NamedTuple):
    """One bar: its name, its ends and its dot across, how far down, and whether it is filled."""

    name: str
    low: float
    high: float
    dot: float
    y: float
    clear: bool


class Picture(NamedTuple):
    """Bars above one axis: `ticks` are (place, label), `zero` and `margin` places of lines."""

    alt: str
    caption: str
    rows: list[Row]
    ticks: list[tuple[float, str]]
    zero: float | None
    margin: float | None
    height: int
    kind: str = "picture"


def systems(c: Comparison) -> Picture | None:
    """The systems' scores, each with its interval."""
    found = [x for x in c.scored if x.low is not None]
    if say.many(c):
        found = sorted(found, key=lambda x: -x.mean if c.higher_is_better else x.mean)
    bars = [(x.name, x.low, x.high, x.mean, say.many(c) and bool(x.may_be_best)) for x in found]
    shown = [f"{x.name} {say.rate(c, x.mean)}, {say.span(c, x)}" for x in found]
    what = "What people would pass" if c.judge else f"The {say.shown_score(c)}"
    what += f" of each system{', on what both answered' * bool(c.on_shared)}"
    title = f"{what}, with its {percent(c.level)} interval.{say.lower(c)}"
    title += " Filled: those that may be the best." if any(bar[-1] for bar in bars) else ""
    rates = bool(say.unit(c))
    return _drawn(bars, [0.0, 1.0] if rates else [], title, shown, 100 if rates else 1, "%" if rates else "")


def preferred(c: Comparison) -> Picture | None:
    """Win rates, beside one half."""
    found = [x for x in prefer.rows(c) if x[2] is not None]
    shown = [f"{x[0]} {say.rate(c, x[1])}, {say.share_span(c, *x[1:4])}" for x in found]
    bars = [(x[0], x[2], x[3], x[1], not x[2] <= 0.5 <= x[3]) for x in found]
    title = f"Win rates, with {percent(c.level)} intervals. Dashed: one half. Filled: the interval leaves it."
    return _drawn(bars, [0.0, 1.0], title, shown, 100, "%", margin=0.5)


def differences(c: Comparison) -> Picture | None:
    """The differences, on both sides of zero; coloured if the two systems were told apart."""
    found = [d for d in c.shown if d.low is not None]
    bars = [(f"{d.first} minus {d.second}", d.low, d.high, d.difference, say.favoured(c, d)) for d in found]
    shown = [f"{d.first} minus {d.second} {say.gap(c, d)}" for d in found]
    title = f"Each difference with its {percent(c.level)} interval{_points(c)}.{say.lower(c)}"
    title += " Filled: the two are told apart."
    if c.margin is None:
        return _drawn(bars, [0.0], title, shown, _scale(c))
    margin = -c.margin if c.higher_is_better else c.margin
    title += f" Dashed: the margin, {say.size(c, c.margin)}."
    return _drawn(bars, [0.0, margin], title, shown, _scale(c), margin=margin)


def slices(c: Comparison, s: Slices) -> Picture | None:
    """The differences by slice; none is coloured before the slices are shown to differ."""
    found = [x for x in s.slices if x.low is not None]
    bars = [(x.name, x.low, x.high, x.difference, say.stands_out(c, s, x)) for x in found]
    title = f"{s.first} minus {s.second} by {s.by}, with {percent(c.level)} intervals{_points(c)}.{say.lower(c)}"
    title += " Filled: a difference after Holm." if any(bar[-1] for bar in bars) else ""
    return _drawn(bars, [0.0], title, [f"{x.name} {say.gap(c, x)}" for x in found], _scale(c))


def _scale(c):
    return 100 if say.unit(c) else 1


def _points(c):
    return ", in points" if say.unit(c) else ""


def _drawn(bars, edges, caption, shown, scale, unit="", margin=None):
    bars = bars[:MOST_ROWS]
    if not bars:
        return None
    least = min(edges + [low for _, low, *_ in bars])
    most = max(edges + [high for _, _, high, *_ in bars])
    marks, least, most = _ticks(least, most)

    def across(value):
        return None if value is None else round(EDGE + (WIDTH - 2 * EDGE) * (value - least) / (most - least), 1)

    rows = [
        Row(name, across(low), across(high), across(dot), TOP + ROW * k, clear)
        for k, (name, low, high, dot, clear) in enumerate(bars)
    ]
    ticks = [(across(mark), f"{scale * mark:.6g}{unit}") for mark in marks]
    few = "; ".join(shown[:6]) + ("; the others stand in the table" if len(shown) > 6 else "")
    zero = across(0.0) if edges[:1] == [0.0] and unit != "%" else None
    return Picture(f"{caption} {few}.", caption, rows, ticks, zero, across(margin), TOP + ROW * len(rows) + 24)


def _ticks(least, most):
    """(round numbers, from where, to where) for an axis."""
    span = (most - least) or abs(most) or 1.0
    power = 10.0 ** math.floor(math.log10(span / 4))
    step = next(x * power for x in (1, 2, 5, 10) if span / (x * power) <= 5)
    first, last = math.floor(least / step + 1e-9), math.ceil(most / step - 1e-9)
    last = max(last, first + 1)
    return [round(k * step, 12) for k in range(first, last + 1)], first * step, last * step
