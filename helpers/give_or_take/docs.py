"""Parameters, results and errors that many functions share, described once; `help()` shows them in each of these."""

import re
from textwrap import indent
from typing import TypeVar

T = TypeVar("T")

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
    "unit": """\
unit : str
    "%", "points" or another word: see the top of `give_or_take.results`.""",
    "method of an interval": """\
method : str
    A word of `METHODS`: `"wilson"`, `"wald"`, `"clopper-pearson"` and so on.""",
    "n to add up": """\
n : int
    How many items, at most a million.""",
    "true rate": """\
p : float or array
    The true rate, a fraction from 0 to 1.""",
    "scores": """\
scores : list, array or column of numbers
    One score an item; True and False count as 1 and 0.""",
    "clusters": """\
clusters : list, array or column of labels
    The cluster of each item; at least two different ones.""",
    "estimand": """\
estimand : str, optional
    `"items"` or `"clusters"`: what counts alike. To be named unless all clusters have one size.""",
    "careful": """\
careful : bool
    Whether each cluster counts as one answer, whatever its scores are: n²/Σ m² effective items.""",
    "clusters of a plan": """\
items_each : int or array of int
    Items of each cluster; 1 if they do not come in clusters.
correlation : float or array
    The intra-cluster correlation ρ, as `intracluster_correlation` estimates it; of the *gains* for shared items.""",
    "p1, p2": """\
p1, p2 : float or array
    The true rates of the two systems, fractions.""",
    "n1, n2": """\
n1, n2 : int or array of int
    Items of each system. Without `n2`, both have n1.""",
    "power": """\
power : float
    From 0.5 to below 1.""",
    "alpha": """\
alpha : float
    The level of the test, below 0.5.""",
    "sides": """\
sides : int
    2, or 1 for a test that looks only in the direction of the change.""",
    "ratio": """\
ratio : float
    Items of the second system for each item of the first, n2/n1.""",
    "interval to judge": """\
interval : Interval or pair
    Low and high of the difference new minus old, where higher is better. Either may be an array.""",
    "margin to judge by": """\
margin : float or array
    The difference that would still not matter, above 0 and in the unit of the interval. For a difference of rates it
    lies below 1: 0.01 is one point. A plain pair is such a difference unless an end lies outside -2 to 2.""",
    "level of the interval": """\
level : float
    The level of the interval. An `Interval` of another level is refused; a plain pair is taken to have this one.""",
    "four counts": """\
n_both, n_only_first, n_only_second, n_neither : int or array of int
    Items that both systems got right, only one of them, or none. Or `Pairs` in place of the four.""",
    "gains, clusters": """\
gains : Pairs, or list, array or column of numbers
    `Pairs` with groups; or for each item the first system's score minus the second's.
clusters : list, array or column of labels, optional
    The cluster of each gain; left out beside `Pairs`.""",
    "groups": """\
groups : list, array or column of labels, optional
    The group of each item, if groups were drawn; at least two different ones.""",
    "table of results": """\
results : table, dict of columns, or array
    A row for each item, a column for each system, without gaps: 0 and 1, or scores of which more is better.""",
    "verdicts, labels": """\
verdicts : list, column, table or dict
    What the judge said of each item: 1 or True (pass), 0 or False (fail), None or NaN (it did not decide).
labels : list, column, table or dict
    What people said of some of the same items: 1, 0, and None or NaN where nobody looked. Both in one order, with an
    entry for each item; or both by id (dicts, Series with ids as index, tables of `id` and one more column), where
    labels may hold the labelled items alone.""",
    "groups of items": """\
groups : list, column, table or dict, optional
    The group of each item, in the order of the verdicts or by id, if groups were drawn; two or more.""",
    "independent": """\
independent : bool
    Whether to take items that share a group as independent. Without it, `Pairs` with such groups are refused.""",
    "flip shares": """\
share_only_first, share_only_second : float or array
    The true shares of items that only the first, and only the second gets right. Their difference is the difference
    of the two rates, their sum the share of items that flip.""",
    "shared items": """\
n : int or array of int
    Items that both systems answer, up to ten million.""",
    "loss that does not matter": """\
margin : float or array
    The loss that would still not matter, a fraction above 0 and below 1: 0.01 is one point.""",
    "level of its interval": """\
level : float
    The level of the two-sided interval.""",
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
    "the error of a pass rate": """\
The standard error is that of a mean of one number an item. It holds both what comes from the items and what comes
from the runs. If all items come out at 1, or all at 0, it is 0, and that is the formula failing, not certainty. The
interval does not rest on it: `interval` is Gaffke's, which needs no bell curve and has a width there too.""",
    "runs and right answers of each item": """\
Parameters
----------
successes : list, array or column of int
    Right answers of each item; at least two items.
runs : int, list, array or column of int
    How many runs each item had, fixed before they were seen; at least k.
k : int
    At most 10,000. With 1 it is the mean of the items' rates.

Returns
-------
PassRate
    An `Estimate` with its standard error and n - 1 degrees of freedom for n items, whose `interval` is Gaffke's.""",
    "refused": """\
TypeError, ValueError
    For an argument that does not fit; the message names it, says what is wrong and what to do.""",
}


SHARED["interval of a rate"] = f"""\
Parameters
----------
{SHARED["successes, n"]}
{SHARED["level"]}

Returns
-------
Interval
    Of the rate. For arrays its fields are arrays."""

SHARED["clustered interval"] = f"""\
Parameters
----------
scores : list, array or column
    One score an item, 0 or 1.
{SHARED["clusters"]}
{SHARED["level"]}
{SHARED["careful"]}

Returns
-------
Interval
    Of the rate."""

SHARED["interval of a difference"] = f"""\
Parameters
----------
{SHARED["two systems"]}
{SHARED["level"]}

Returns
-------
Interval
    Of the rate of a minus the rate of b, in points. For arrays its fields are arrays."""

SHARED["paired interval"] = f"""\
Parameters
----------
{SHARED["four counts"]}
{SHARED["level"]}
{SHARED["independent"]}

Returns
-------
Interval
    Of the rate of the first minus the rate of the second, in points; its estimate is the observed difference. For
    arrays its fields are arrays."""

RAISES = f"""\
Raises
------
{SHARED["refused"]}

"""


def documented(thing: T) -> T:
    """A function or class whose docstring gets, for each line `{name}`, what SHARED has under that name.

    If it has no section on errors, it gets the one that nearly all share, before its references or examples.
    """
    if thing.__doc__:  # none under python -OO
        words = re.sub(r"^( *)\{([\w ,]+)\}$", lambda x: indent(SHARED[x[2]], x[1]), thing.__doc__, flags=re.MULTILINE)
        if not re.search("^ *Raises$", words, re.MULTILINE):
            after = r"^( *)(?=(References|Examples)\n *---)"
            words = re.sub(after, lambda x: indent(RAISES, x[1]) + x[1], words, count=1, flags=re.MULTILINE)
        thing.__doc__ = words
    return thing
