"""Numbers that print as people write them: an estimate with its standard error, an interval, and a test.

All are plain frozen records. An interval and a test may hold arrays: many of them, of one shape, made in one call and
printed one a line. `unit` says how the numbers are written:

- `"%"`, the default: a rate between 0 and 1, written 84.0%, its standard error in points;
- `"points"`: a difference of two rates between -1 and 1, written +8.0 points;
- any other text: the number itself, followed by that word (`"seconds"`; `""` for none).

Nothing short of 100% prints as 100%, and nothing but 0 prints as 0: such a number gets as many more digits as it takes,
up to the rounding error of its own computation.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from textwrap import fill
from typing import Any, NamedTuple, TypeVar

import numpy as np
from scipy.special import ndtri, stdtrit

from give_or_take import checks
from give_or_take.docs import documented

EDGES = (-100, 0, 100)  # of percentages and points
COLUMNS = 72  # letters in a line: what a cell of JupyterLab has room for beside the list of files


class Layer(NamedTuple):
    """The bar that a result adds to a claim's picture: its words, ends and estimate; a score or a difference."""

    label: str
    low: float
    high: float
    estimate: float | None = None
    difference: bool = False


T = TypeVar("T")


def prints_itself(record: type[T]) -> type[T]:
    """A record that prints, and shows itself in Jupyter, in lines that fit; in one line within an f-string."""
    words = record.__str__
    record.__str__ = lambda self: in_lines(words(self))  # type: ignore[method-assign, assignment]
    record.__format__ = lambda self, form: format(words(self), form)  # type: ignore[method-assign, assignment]
    record._repr_pretty_ = lambda self, printer, cycle: printer.text(str(self))  # type: ignore[attr-defined]
    return record


def in_lines(text: str) -> str:
    """Text in lines of at most `COLUMNS` letters, broken at spaces; of several lines each goes on indented."""
    indent = "    " if "\n" in text else ""
    how: dict[str, Any] = {"break_long_words": False, "break_on_hyphens": False, "replace_whitespace": False}
    return "\n".join(fill(line, COLUMNS, subsequent_indent=indent, **how) for line in text.split("\n"))


@documented
@prints_itself
@dataclass(frozen=True)
class Estimate:
    """A value with its standard error.

    Parameters
    ----------
    value, se : float
        Fractions for rates (0.84, not 84), plain numbers otherwise.
    n : int
        How many items.
    df : float
        Degrees of freedom of the standard error; infinite (the default) means the normal distribution.
    clusters : int, optional
        How many clusters, if items come in clusters.
    design_effect : float, optional
        The clustered variance over the variance of as many independent items.
    {unit}

    Examples
    --------
    >>> estimate = Estimate(0.84, 0.0367, 100)
    >>> print(estimate)
    84.0%, standard error 3.7 points
    >>> print(estimate.interval())
    84.0% (95% normal 76.8%-91.2%)
    >>> print(Estimate(3.42, 0.251, 40, unit="seconds"))
    3.42 seconds, standard error 0.25 seconds
    """

    value: float
    se: float
    n: int
    df: float = math.inf
    clusters: int | None = None
    design_effect: float | None = None
    unit: str = "%"

    def __post_init__(self):
        value = _in_unit(self.value, "value", checks.text(self.unit, "unit"))
        _set(self, "value", checks.single(value, "value"))
        _set(self, "se", checks.single(checks.not_negative(self.se, "se"), "se"))
        if self.unit in ("%", "points") and self.se > 1:
            raise checks.WrongValue("se", f"must be a fraction: got {self.se:.6g}; write 0.0367 for 3.67 points")
        _set(self, "n", checks.count(self.n, "n"))
        if not isinstance(self.df, float) or self.df != math.inf:
            _set(self, "df", checks.single(checks.positive(self.df, "df"), "df"))
        if self.clusters is not None:
            _set(self, "clusters", checks.count(self.clusters, "clusters"))
        if self.design_effect is not None:
            effect = checks.not_negative(self.design_effect, "design_effect")
            _set(self, "design_effect", checks.single(effect, "design_effect"))

    def interval(self, level: float = 0.95) -> "Interval":
        """The value plus and minus a quantile times the standard error.

        The quantile is Student's t with `df` degrees of freedom if they are finite, else the normal one. Nothing is
        clipped: the interval of a rate near 0 or 1 may leave the range from 0 to 1. For independent items chapter 3
        says what to use there instead. For items in clusters such an interval is refused, and so is one without width:
        `clustered_wilson_interval` has neither fault.

        >>> low, high = Estimate(0.437, 0.0415, 730, df=10, clusters=11).interval()
        >>> round(low, 3), round(high, 3)
        (0.345, 0.529)
        """
        level = checks.level(level)
        tail = (1 - level) / 2
        quantile = -float(ndtri(tail) if self.df == math.inf else stdtrit(self.df, tail))
        method = "normal" if self.df == math.inf else "t"
        method = method if self.clusters is None else f"clustered {method}"
        width = quantile * self.se
        low, high = self.value - width, self.value + width
        least = {"%": 0, "points": -1}.get(self.unit, -math.inf)
        if self.clusters is not None and least > -math.inf and (width == 0 or low < least or high > 1):
            wrong = f"from {percent(low, 3)} to {percent(high, 3)}" if width else "without width"
            what, each = "rate", ""
            if least < 0:
                what, each = "difference of rates", " of each run, and for gains clustered_tango_interval"
            raise checks.WrongValue(
                "se",
                f"gives this {what} an interval {wrong}, which none can have; for right and wrong answers take "
                f"clustered_wilson_interval{each}",
            )
        return Interval(low, high, self.value, level, method, self.unit)

    @property
    def rate(self) -> float | None:
        """The rate that it estimates, which must be that of a claim; None in other units."""
        return self.value if self.unit == "%" else None

    @property
    def clause(self) -> str:
        """What to add to a claim: the standard error in words."""
        error = f"standard error {spread(self.se, self.unit)}"
        if self.clusters is None:
            return error
        few = f", {self.df:.3g} degree{'s' * (self.df != 1)} of freedom" if self.df < 4 else ""
        return f"{error} ({self.clusters} clusters{few})"

    def layer(self, score: float) -> Layer:
        """What to add to the picture of a claim: the 95% margin."""
        return Layer("95% margin", *self.interval())

    def __str__(self):
        return f"{_value(self.value, self.se, self.unit)}, {self.clause}"


@documented
@prints_itself
@dataclass(frozen=True)
class Interval:
    """A range for an estimate, at a confidence level, by a method.

    It unpacks into its two ends, and `in` asks whether a value lies between them, ends included.

    Arrays make many intervals of one method and level: `low`, `high`, `estimate` and the widths are then arrays of
    one shape, the record unpacks into two arrays, and it prints one interval a line. A clause and `in` are for one.

    Parameters
    ----------
    low, high, estimate : float or array
        Fractions for rates (0.756, not 75.6), plain numbers otherwise.
    {level}
    method : str
        The name that a report would print, such as "Wilson".
    {unit}
    n : int or array of int, optional
        How many items, for a claim to compare; it is not printed.

    Examples
    --------
    >>> interval = Interval(0.7558, 0.8990, 0.84, method="Wilson")
    >>> print(interval)
    84.0% (95% Wilson 75.6%-89.9%)
    >>> low, high = interval
    >>> 0.8 in interval, 0.9 in interval
    (True, False)
    >>> print(Interval(-0.012, 0.173, 0.08, method="Newcombe", unit="points").clause)
    95% Newcombe interval -1.2 to +17.3 points
    >>> print(Interval([0.7558, 0.6994], [0.8990, 0.8401], [0.84, 0.78], method="Wilson"))
    84.0% (95% Wilson 75.6%-89.9%)
    78.0% (95% Wilson 69.9%-84.0%)
    """

    low: float | Any
    high: float | Any
    estimate: float | Any
    level: float = 0.95
    method: str = ""
    unit: str = "%"
    n: int | Any | None = field(default=None, compare=False, repr=False)

    def __post_init__(self):
        checks.text(self.unit, "unit")
        low, high, estimate = checks.together(
            low=(self.low, checks.numbers),
            high=(self.high, checks.numbers),
            estimate=(self.estimate, lambda value, name: _in_unit(value, name, self.unit)),
        )
        if self.unit in ("%", "points"):
            for name, end in (("low", low), ("high", high)):
                checks.refuse(np.abs(end) > 10, f"{name} must be a fraction: got {{}}; write 0.75 for 75%", end)
        if self.n is not None:
            _set(self, "n", checks.plain(checks.sizes(self.n, "n"), int))
        checks.refuse(low > high, "low must not exceed high: got {} and {}; are the two swapped?", low, high)
        for name, value in (("low", low), ("high", high), ("estimate", estimate)):
            _set(self, name, _fixed(value))
        _set(self, "level", checks.level(self.level))
        checks.text(self.method, "method")

    @classmethod
    def _computed(cls, low, high, estimate, level, method, unit="%", n=None):
        """What a formula gave for arguments that were checked: arrays of its own, which need neither check nor copy."""
        made = object.__new__(cls)
        for name, value in (("low", low), ("high", high), ("estimate", estimate)):
            _set(made, name, _fixed(np.asarray(value)))
        for name, value in (("level", level), ("method", method), ("unit", unit)):
            _set(made, name, value)
        _set(made, "n", n if n is None else _fixed(n) if n.ndim else int(n))
        return made

    @property
    def rate(self) -> float | Any | None:
        """The rate that it estimates, which must be that of a claim; None in other units."""
        return self.estimate if self.unit == "%" else None

    @property
    def width(self) -> float | Any:
        """From end to end."""
        return self.high - self.low

    @property
    def half_width(self) -> float | Any:
        """Half of it: the number after "give or take", if the interval is symmetric."""
        return self.width / 2

    @property
    def clause(self) -> str:
        """What to add to a claim: level, method and range."""
        checks.single(np.asarray(self.low), "low")
        return f"{self._level} {self.method} interval {self._range}".replace("  ", " ")

    @property
    def headline(self) -> str:
        """The clause, as a title."""
        if self.unit != "points":
            return self.clause
        return f"difference {self._range} ({self._level} {self.method})"

    def layer(self, score: float) -> Layer:
        """What to add to the picture of a claim: the interval, among the scores or among the differences."""
        layer = Layer(f"{self._level} {self.method}", *self)
        return layer._replace(estimate=float(self.estimate), difference=True) if self.unit == "points" else layer

    def __str__(self):
        if np.ndim(self.low):
            each = zip(np.ravel(self.low), np.ravel(self.high), np.ravel(self.estimate), strict=True)
            return "\n".join(f"{Interval(*one, self.level, self.method, self.unit)}" for one in each)
        estimate = _value(self.estimate, self.half_width, self.unit)
        return f"{estimate} ({self._level} {self.method or 'interval'} {self._range})"

    def __iter__(self) -> Iterator:
        return iter((self.low, self.high))

    def __contains__(self, value):
        return checks.single(np.asarray(self.low), "low") <= value <= self.high

    def __eq__(self, other):
        return _same(self, other)

    @property
    def _level(self):
        return percent(self.level)

    @property
    def _range(self):
        ends = [_value(end, self.half_width, self.unit) for end in self]
        suffix = "" if self.unit in ("%", "") else f" {self.unit}"
        low, high = (end.removesuffix(suffix) for end in ends)
        return f"{low}{'-' if self.low >= 0 and self.unit != 'points' else ' to '}{high}{suffix}"


@documented
@prints_itself
@dataclass(frozen=True)
class Test:
    """What a test of "no difference" gave: its name, its statistic and its p-value.

    The p-value is the chance of a result at least this far from "no difference" if there is none. It is not the chance
    that there is none. It prints with as many digits as a decision at 0.05 needs; below 0.001 it prints as "p < 0.001".

    Arrays make many tests, as for `Interval`.

    Parameters
    ----------
    name : str
        What a report would print, such as "pooled z-test".
    statistic : float or array
        The value of the statistic.
    p_value : float or array
        A fraction from 0 to 1.
    symbol : str
        The letter of the statistic; empty if it is not to be printed, as for tests that do not use it.
    note : str
        What else to print, such as the number of clusters.

    Examples
    --------
    >>> test = Test("pooled z-test", -0.5208, 0.6025)
    >>> print(test)
    p = 0.60 (pooled z-test, z = -0.52)
    >>> test.clause
    'pooled z-test p = 0.60'
    """

    __test__ = False  # no test of this project: pytest looks for classes of this name

    name: str
    statistic: float | Any
    p_value: float | Any
    symbol: str = "z"
    note: str = ""

    def __post_init__(self):
        checks.text(self.name, "name")
        statistic, p_value = checks.together(
            statistic=(self.statistic, checks.numbers), p_value=(self.p_value, checks.rates)
        )
        _set(self, "statistic", _fixed(statistic))
        _set(self, "p_value", _fixed(p_value))
        checks.text(self.symbol, "symbol")
        checks.text(self.note, "note")

    @property
    def clause(self) -> str:
        """What to add to a claim: the test and its p-value."""
        p_value = checks.single(np.asarray(self.p_value), "p_value")
        return f"{self.name} {_p(p_value)}" + (self.note and f" ({self.note})")

    def __str__(self):
        each = zip(np.ravel(self.statistic), np.ravel(self.p_value), strict=True)
        statistic, note = f", {self.symbol} = {{:.2f}}" if self.symbol else "", self.note and f", {self.note}"
        return "\n".join(f"{_p(p)} ({self.name}{statistic.format(_round(float(z), 2))}{note})" for z, p in each)

    def __eq__(self, other):
        return _same(self, other)


def _in_unit(value, name, unit):
    """Numbers that fit their unit: rates for "%", differences of rates for "points", any other numbers."""
    array = checks.rates(value, name) if unit == "%" else checks.numbers(value, name)
    if unit == "points":
        outside = np.abs(array) > 1
        checks.refuse(outside, f"{name} must lie between -1 and 1: got {{}}; write 0.08 for 8 points", array)
    return array


def _p(value):
    """A p-value in words: two digits, a third below 0.1, more where it would otherwise print as 0.05 or 1."""
    return "p < 0.001" if value < 0.001 else f"p = {shown(value, 2 if value >= 0.1 else 3, (0.05, 1))}"


def _fixed(value):
    """A number as Python's float; an array, which the checks have copied, so that nobody can write to it."""
    if value.ndim == 0:
        return float(value)
    value.flags.writeable = False
    return value


def _same(record, other):
    """Whether two records of one kind hold the same, number by number."""
    if type(record) is not type(other):
        return NotImplemented
    return all(np.array_equal(getattr(record, f.name), getattr(other, f.name)) for f in fields(record) if f.compare)


def _set(record, field, value):
    object.__setattr__(record, field, value)  # a frozen record may still tidy its fields while it is made


def _decimals(spread, unit):
    """One decimal for rates, or as many as show the first digit of the spread; two digits of it for other units."""
    if spread == 0:
        return 1
    rate = unit in ("%", "points")
    place = math.floor(math.log10(100 * spread if rate else spread) + 1e-9)  # of its first digit: 0 for 3.7
    return min(max(1, -place) if rate else max(0, 1 - place), 12)


def spread(width, unit):
    """A standard error or a standard deviation in words: that of a rate in points."""
    scale, word = (100, "points") if unit in ("%", "points") else (1, unit)
    return f"{scale * width:,.{_decimals(width, unit)}f} {word}".rstrip()


def _value(value, spread, unit):
    decimals = _decimals(spread, unit)
    if unit == "%":
        return f"{shown(100 * value, decimals, EDGES)}%"
    if unit == "points":
        return f"{shown(100 * value, decimals, EDGES, '+')} points"
    return f"{shown(value, decimals, (0,), ',')} {unit}".rstrip()


def shown(number, decimals, edges, style=""):
    """A number with so many decimals, or as many more as tell it from an edge; 1e-13 away counts as rounding error."""
    while (rounded := _round(number, decimals)) in edges and abs(rounded - number) > 1e-13:
        decimals += 1
    return f"{rounded:{style}.{decimals}f}"


def percent(fraction, digits=6):
    """A level, a power or a rate in words: 95%, 99.9%. Nothing short of 1 is 100%."""
    while float(text := f"{100 * fraction:.{digits}g}") == 100 > 100 * fraction:
        digits += 1
    return f"{text}%"


def points(fraction):
    """A difference that somebody named, such as a margin, in words: "2 points"."""
    words = f"{100 * fraction:.6g}"
    return f"{words} point{'s' * (words != '1')}"


def _round(value, decimals):
    return round(value, decimals) + 0.0  # no "-0.0"
