"""Parameters and errors that many functions share, described once; `help()` shows them in each of these functions."""

import re
from textwrap import indent

SHARED = {
    "successes, n": """\
successes, n : int or array of int
    Right answers, out of how many.""",
    "two systems": """\
successes_a, n_a, successes_b, n_b : int or array of int
    Right answers of each system, out of how many of its own items.""",
    "level": """\
level : float
    Confidence level, a fraction: 0.95, not 95.""",
    "power": """\
power : float
    From 0.5 to below 1.""",
    "alpha": """\
alpha : float
    The level of the test, below 0.5.""",
    "four counts": """\
n_both, n_only_first, n_only_second, n_neither : int or array of int
    Items that both systems got right, only one of them, or none. Or `Pairs` in place of the four.""",
    "paired interval": """\
Parameters
----------
{four counts}
{level}

Returns
-------
Interval
    Of the rate of the first minus the rate of the second, in points; its estimate is the observed difference. For
    arrays its fields are arrays.

Raises
------
{refused}""",
    "flip shares": """\
share_only_first, share_only_second : float or array
    The true shares of items that only the first, and only the second gets right. Their difference is the difference
    of the two rates, their sum the share of items that flip.""",
    "paired sides": """\
sides : int
    2, or 1 for a test that looks only in the direction of the larger share.""",
    "scores and slices": """\
scores : list, array or column
    One score for each item: 1 (right) or 0 (wrong).
slices : list, array or column
    The name of the slice of each item: text, numbers, anything plain. Names are left as they are.
other : list, array or column, optional
    Scores of a second system on the same items.""",
    "two systems by slice": """\
successes_a, n_a, successes_b, n_b : list, column or dict
    Right answers of each slice, out of how many of its own items.""",
    "refused": """\
TypeError, ValueError
    For an argument that does not fit; the message names it, says what is wrong and what to do.""",
}


def documented(function):
    """A function whose docstring gets, for each line `{name}`, what SHARED says under that name."""
    if function.__doc__:  # none under python -OO
        function.__doc__ = _filled(function.__doc__)
    return function


def _filled(text):
    def described(line):
        return indent(_filled(SHARED[line[2]]), line[1])

    return re.sub(r"^( *)\{([\w ,]+)\}$", described, text, flags=re.MULTILINE)
