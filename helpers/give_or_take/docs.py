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
    "refused": """\
TypeError, ValueError
    For an argument that does not fit; the message names it, says what is wrong and what to do.""",
}


def documented(function):
    """A function whose docstring gets, for each line `{name}`, what SHARED says under that name."""
    if function.__doc__:  # none under python -OO

        def described(line):
            return indent(SHARED[line[2]], line[1])

        function.__doc__ = re.sub(r"^( *)\{([\w ,]+)\}$", described, function.__doc__, flags=re.MULTILINE)
    return function
