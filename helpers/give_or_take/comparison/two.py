"""Two systems that pass or fail, item by item: looked at more than once, chapter 10, or as a posterior, chapter 11."""

from __future__ import annotations

import re

import numpy as np

from give_or_take import checks
from give_or_take.bayes import paired_posterior, practical_equivalence
from give_or_take.comparison.record import Looks, Posterior
from give_or_take.looks import MOST_CERTAIN, MOST_LOOKS, any_time_test, stop_at
from give_or_take.paired import tango_interval


def which_look(look):
    """(K, N) of "K/N", the K-th look of N that were planned."""
    found = re.fullmatch(r"(\d{1,3})/(\d{1,3})", checks.text(look, "look").strip(), re.ASCII)
    k, of = map(int, found.groups()) if found else (0, 0)
    if not 1 <= k <= of or not 2 <= of <= MOST_LOOKS:
        said = f"must be K/N, look K of N that were planned, such as 2/5, of at most {MOST_LOOKS}"
        raise checks.WrongValue("look", f"{said}: got {checks.shown(look)}")
    return k, of


def refuse_all_but_two(data, ask):
    """Refuse what has no flips that come item by item: other numbers of systems, scores, groups, labels of people."""
    named = [name for name in ("any_time", "look", "posterior") if getattr(ask, name)]
    if not named:
        return
    name = named[0]
    if named[:2] == ["any_time", "look"]:
        said = f"must be left out beside {checks.typed('any_time')}: one may look at any time, or by a plan"
        raise checks.WrongValue("look", said)
    if ask.independent:
        said = f"must be left out beside {checks.typed('independent')}: it is for two systems on the same items"
        raise checks.WrongValue(name, said)
    if len(data.systems) != 2:
        raise checks.WrongValue(name, f"is for two systems: there {_are(len(data.systems))}; name two of them")
    if not data.pass_fail:
        raise checks.WrongValue(name, f"is for pass or fail, and these are scores: give {checks.called('passing')}")
    if ask.human is not None:
        raise checks.WrongValue(name, f"must be left out beside {checks.called('human')}: labels correct one look only")
    if not data.luck or data.within is not None:
        said = f"has no meaning for {checks.word('these items')}: name {checks.typed('estimand', 'items like these')}"
        raise checks.WrongValue(name, said)
    there = ~np.isnan(data.scores).any(axis=1)
    if data.group is not None and np.bincount(data.group[there], data.counts[there]).max(initial=0) > 1:
        one = "one run of each item" if data.grouped_by == "item" else "one item of each group"
        raise checks.WrongValue(name, f"is for items that come one by one, and these come in groups; take {one}")
    if name == "posterior":
        return
    if ask.level > MOST_CERTAIN:
        raise checks.WrongValue("level", f"must be at most {MOST_CERTAIN} beside {checks.called(name)}")
    for other, why in (
        ("at_least", "the score of one system is for one look"),
        ("matters", "what the next test needs is for one look"),
        ("by", "slices are for one look"),
    ):
        if getattr(ask, other) and not (other == "matters" and ask.posterior):
            raise checks.WrongValue(other, f"must be left out beside {checks.called(name)}: {why}")


def _are(systems):
    return "is one" if systems == 1 else f"are {systems:,}"


def looked(gap, ask):
    """(the pair with the interval and the test of its look, what that look was); as it is if one look is all."""
    if not ask.any_time and not ask.look:
        return gap, None
    counts = [int(count[0]) for count in gap.counts]
    if ask.any_time:
        test = any_time_test(*counts[1:3], int(gap.n[0]), ask.level)
        more = {"low": [test.difference.low], "high": [test.difference.high], "p": [test.p_value]}
        looks = Looks(None, None, ask.alpha, checks.plain(test.evidence))
        return gap._replace(**more, method=["any-time"], test=["any-time test"]), looks
    k, of = ask.look
    low, high = tango_interval(*counts, 1 - ask.stop_at)
    method = [f"Tango for look {k} of {of}"]
    return gap._replace(low=[low], high=[high], method=method), Looks(k, of, ask.stop_at, None)


def bound(look, alpha):
    """At or below which p a planned look stops, by O'Brien and Fleming."""
    k, of = look
    return float(stop_at(of, "obrien-fleming", alpha)[k - 1])


def posterior_of(ask, names, gap):
    """How probable it is that the first one is better, and by as much as matters, if that was named."""
    if not ask.posterior:
        return None
    b, c, n = int(gap.counts[1, 0]), int(gap.counts[2, 0]), int(gap.n[0])
    lower = ask.better == "lower"
    b, c = (c, b) if lower else (b, c)
    found = paired_posterior(b, c, n, ask.level)
    low, high = (-found.high, -found.low) if lower else (found.low, found.high)
    matters = min(ask.matters) if ask.matters else ask.margin
    three = practical_equivalence(b, c, n, margin=matters, level=ask.level) if matters else None
    more = (matters, three.better, three.same, three.worse, three.verdict) if three else (None,) * 5
    return Posterior(*names, found.better, low, high, *more)
