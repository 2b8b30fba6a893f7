"""Several metrics of the same answers: one table, and below it what is said of each: chapter 12."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from give_or_take.checks import number_of
from give_or_take.comparison.record import Comparison
from give_or_take.reports import forms, names
from give_or_take.reports import sentences as say
from give_or_take.reports.document import BOTH, Points, Section, Table, Words
from give_or_take.results import EDGES, _decimals, percent
from give_or_take.results import shown as rounded


class Metrics(NamedTuple):
    """A report of several metrics, in three forms."""

    headline: str
    sections: list[Section]

    @property
    def text(self) -> str:
        """For a terminal."""
        return forms.text(*self, brief=True)

    @property
    def markdown(self) -> str:
        """In Markdown."""
        return forms.markdown(*self)

    @property
    def html(self) -> str:
        """As one page."""
        return forms.html(*self)


def by_metric(
    comparisons: Mapping[str, Comparison], slices: Mapping[str, list[str]], wrong: Mapping[str, list[str]]
) -> Metrics:
    """The report of several metrics, with lines about slices of each, and why others could not be compared."""
    shown = names.labels([*comparisons, *wrong], names.LONGEST_SENTENCE)
    each = {name: names.safe(c, names.LONGEST_SENTENCE) for name, c in comparisons.items()}
    systems = list(dict.fromkeys(x.name for c in each.values() for x in c.systems))
    who = say.listed(systems) if len(systems) <= 3 else number_of(len(systems), "system")
    alone = f"{len(shown)} metrics, each by itself: the more there are, the sooner one differs by luck alone, so "
    alone += "decide by the one that was named beforehand."
    said: dict[str, list[str]] = {}  # each sentence once, with the metrics of which it is said
    picked = [name for name, c in each.items() if c.best and "so expect less" in say.flattered(c)]
    picked = picked if picked[1:] else []
    for name, c in each.items():
        for one in _said(c, name in picked):
            said.setdefault(one, []).append(shown[name])
    verdicts = {*map(say.result, each.values())}
    of_all = [one for one, of in said.items() if len(of) == len(each) > 1 and one not in verdicts]
    of_all += [_picked({shown[name]: each[name] for name in picked})] * bool(picked)
    own: dict[str, list[str]] = {}
    for one, of in said.items():
        own.setdefault(", ".join(of), []).append(one) if one not in of_all else None
    points = [f"{of}: {' '.join(sentences)}" for of, sentences in own.items()]
    points += [f"{shown[name]}: {one}" for name, lines in slices.items() for one in lines]
    reasons = [f"{shown[name]}: {one}" for name, lines in wrong.items() for one in lines]
    sections = [Section("metrics", "Each metric", [_table(comparisons), Words(" ".join([alone, *of_all]))])]
    for title, found in (("What is said of each", points), ("What could not be compared", reasons)):
        sections += [Section("metrics", title, [Points(found)])] if found else []
    return Metrics(f"{who} by {number_of(len(each), 'metric')}", sections)


def _picked(each):
    """What `say.flattered` says of each metric, said once."""
    found = [
        f"{say.rate(c, c.best.seen)} there and {say.rate(c, c.best.true)} on the others ({x})" for x, c in each.items()
    ]
    begin = (
        "These items picked the top one by each metric, so expect less of it on new ones: where a random half picked, "
    )
    return f"{begin}the top one showed, on average, {'; '.join(found)}."


def _said(c, once):
    """What is said of one metric beside its numbers in the table, and beside what is said of it `once`."""
    found = [say.alike(c)]
    found += [f"{say.capital(one)}." for one in [*say.reached(c, *c.systems), *say.absent(c)]]
    if c.differences:
        starred = bool(c.best) and say.partial(c)  # then the table says which may be the best
        found = found if starred else [say.alike(c), say.result(c)]
        found += ["" if once else say.flattered(c), say.tied(c)]
        if len(c.differences) == 1 and (tested := say.tested(c, *c.differences, names=False)):
            found.append(f"{', '.join(tested)}.")
    found += [say.worth_less(c), *(say.varies(c, s) for s in c.slices), say.direction(c), say.warned(c)]
    found += [one for one in c.found if one.endswith("?")]  # doubts
    found += [say.looked(c), say.judged(c), say.habits(c), say.about(c), say.runs(c), say.treated(c), say.rough(c)]
    found += [say.who_graded(c), *say.beside_shared(c), *(one for s in c.slices for one in say.of_one(s))]
    return filter(None, found)


def _table(comparisons):
    """A row for each system, and for each pair if there are two systems or a baseline; a column for each metric."""
    records, heads = [*map(names.safe, comparisons.values())], names.labels(comparisons)
    systems = list(dict.fromkeys(x.name for c in records for x in c.systems))
    if many := any(map(say.many, records)):  # then the best by the first metric stands first
        mean = {x.name: x.mean if records[0].higher_is_better else -x.mean for x in records[0].systems}
        systems = sorted(systems, key=lambda name: -mean.get(name, -math.inf))
    beside_one = not many and all(len(c.differences) < len(c.systems) for c in records)
    pairs = [{(d.first, d.second): d for d in c.differences if beside_one} for c in records]
    digits = _digits(records, [c.scored for c in records], "mean")
    lost = [
        {say.lead(c, d)[1] for d in of.values() if say.favoured(c, d)} for c, of in zip(records, pairs, strict=True)
    ]
    rows, sizes = [], [sorted({x.n for x in c.scored}) for c in records]
    for name in systems:
        found = [next((x for x in c.scored if x.name == name), None) for c in records]
        rows.append((name, *map(_score, records, found, digits, lost)))
    if several := len({n for of in sizes for n in of}) > 1:
        counts = (f"{of[0]:,}" if len(of) == 1 else f"{of[0]:,} to {of[-1]:,}" for of in sizes)
        rows.append((f"{say.answers(records[0])}s", *counts))
    rows += _differences(records, pairs)
    on = "" if several else f"on {number_of(sizes[0][0], say.answers(records[0]))}, "
    shown = [d for of in pairs for d in of.values()]
    caption, plain = (say.capital(f"{on}{_caption(records, shown, lost, plain)}.") for plain in BOTH)
    return Table(caption, ("system", *heads.values()), rows, plain, turns=True)


def _digits(records, rows, value):
    """How many decimals each metric has: one number for all its rows, and for metrics that would differ by one."""
    own = []
    for c, of in zip(records, rows, strict=True):
        unit = "%" if say.unit(c) else ""
        halves = [(x.high - x.low) / 2 for x in of if x.low is not None]
        halves = halves or [0 if unit else abs(getattr(x, value)) / 10 for x in of]
        own.append((unit, max((_decimals(half, unit) for half in halves), default=0)))
    return [max(y for kind, y in own if kind == unit and y <= x + 1) for unit, x in own]


def _number(c, value, digits, gap=False):
    """A rate, a mean or, in points, a difference."""
    if not say.unit(c):
        return rounded(value, digits, (0,), ",")
    return rounded(100 * value, digits, EDGES, "+" * gap) + "%" * (not gap)


def _score(c, x, digits, lost):
    """A system's counts, mean or rate, interval, and a star if it may be the best and lost no test in the table."""
    if x is None:
        return "–"
    counts = "" if x.right is None else f"{x.right:,}/{x.n:,} "
    star = " *" * (bool(x.may_be_best) and x.name not in lost)
    if x.low is None:
        return f"{counts}{_number(c, x.mean, digits)}{star}"
    to = "-" if x.low >= 0 else " to "
    span = to.join(_number(c, end, digits) for end in (x.low, x.high))
    return f"{counts}{_number(c, x.mean, digits)} ({span}){star}"


def _gap(c, d, digits):
    """A difference with its interval."""
    middle, *ends = (_number(c, x, digits, gap=True) for x in (d.difference, d.low, d.high) if x is not None)
    return f"{middle} ({' to '.join(ends)})" if ends else middle


def _differences(records, pairs):
    """Two rows for each pair: the difference and the verdict."""
    digits = _digits(records, [of.values() for of in pairs], "difference")
    named = list(dict.fromkeys(pair for of in pairs for pair in of))
    for pair in named:
        what, found = " minus ".join(pair), [*zip(records, (of.get(pair) for of in pairs), digits, strict=True)]
        yield what, *("–" if d is None else _gap(c, d, n) for c, d, n in found)
        words = ["–" if d is None else say.in_a_word(c, d) for c, d, _ in found]
        yield from [(f"verdict on {what}" if len(named) > 1 else "verdict", *words)] if any(words) else []


def _caption(records, shown, lost, plain):
    """What the numbers of the table are."""
    level, systems = percent(records[0].level), [x for c in records for x in c.scored]
    what = say.listed([kind for kind, of in (("rates", True), ("means", False)) if any(c.rates is of for c in records)])
    found = say.methods(x.method for x in systems if x.low is not None)
    what += f" with {level} intervals{'' if plain else f' ({found})'}" if found else ""
    if shown:
        found = "" if plain else say.methods(x for d in shown if d.low is not None for x in (d.method, d.test))
        what += f"; differences{', of rates in points' * any(c.rates for c in records)}{f' ({found})' * bool(found)}"
        holm = any(len(c.differences) > 1 for c in records)
        what += "; verdicts are adjusted for all pairs" + " by Holm's rule" * (not plain) if holm else ""
    if not any(x.may_be_best for x in systems):
        return what
    off = any(x.may_be_best and x.name in of for c, of in zip(records, lost, strict=True) for x in c.systems)
    return f"{what}; *: may be the best by this metric ({level} set){', and lost no test here' * off}"
