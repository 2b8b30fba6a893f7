"""Which of two systems is preferred, where verdicts set them side by side: wins, ties, and what the order does.

A verdict is a win of one system, or a tie. Wins minus losses, over all verdicts, are a difference of two systems of
which one wins where the other loses: flips, with Tango's interval and McNemar's mid-p, which is the sign test of wins
and losses. Half of it, and one half, is the win rate that counts a tie as half: the headline, with the same interval.
Beside it stands the share of wins among decided verdicts, with Wilson's. Several verdicts on an item, as in both
orders, are one group: then all of these are the clustered forms.

In how many samples an interval holds the truth at the worst of shares of 50, 70 and 95%, of 0, 20 and 40% ties, and,
in both orders, where the second repeats the first one's verdict on none, on half and on all of the items:

    items                                            20      50     100     300
    one verdict: the win rate, Tango              92.5%   93.5%   93.7%   94.3%
    one verdict: decided ones, Wilson             92.5%   93.5%   93.7%   94.3%
    both orders: the win rate, clustered Tango    92.2%   93.5%   93.3%   93.9%
    both orders: decided ones, clustered Wilson   91.2%   93.6%   92.8%   92.8%
    both orders: Student's t of the items         64.8%   83.9%   88.4%   93.2%
    both orders: 2n verdicts taken for 2n items   77.7%   80.5%   82.0%   81.5%

The clustered forms are the default for what the last two lines show. Where nothing is preferred, a report names a
system in 6.5% of all samples at most; where the first place is worth nothing, it finds an effect of the order in 4.7%,
and in 5.9% where each item is judged in one order, drawn for it, and one system may be preferred (Welch's t).
`tools/studies/preference_coverage.py` counts all of this.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from give_or_take import checks
from give_or_take.checks import number_of, typed, word
from give_or_take.clusters import _ends, _named
from give_or_take.comparison.apart import Side, welch
from give_or_take.comparison.gaps import _one_gap
from give_or_take.comparison.means import by_group
from give_or_take.comparison.record import Preference
from give_or_take.intervals import wilson_interval
from give_or_take.paired import mcnemar_test, tango_interval

UNUSED = {  # beside winners, and why
    "passing": "who wins is no score",
    "at_least": "the share that one system wins depends on the other; name a margin",
    "human": "labels correct verdicts on one system's answers, not on two side by side",
    "positive": "it is for predictions beside their truth",
    "better": "whoever wins is preferred",
    "independent": "both were judged on the same items",
}


def winners_of(results, ask):
    """The results, where they are verdicts on two systems; refused with what has no meaning for these."""
    for name, why in UNUSED.items():
        if getattr(ask, name) is not None and getattr(ask, name) is not False:
            raise checks.WrongValue(name, f"must be left out beside winners of two systems: {why}")
    if len(results.systems) != 2:
        many = number_of(len(results.systems), "system")
        raise checks.WrongValue("results", f"must be winners of two systems: they are of {many}; name two")
    missing = int(results.frame["score"].isna().sum()) // 2
    if ask.missing not in (None, "leave out"):
        raise checks.WrongValue("missing", f"must be {word('leave out')} for winners: no verdict is nobody's loss")
    if missing and ask.missing is None:
        why = f"{number_of(missing, 'verdict')} of {len(results.frame) // 2:,} say nothing"
        leave = {"missing": "leave out"}
        raise checks.NotNamed("missing", f"{why}; give {typed(*leave, *leave.values())}", [leave])
    several = results.frame.duplicated(["system", "id"]).any()
    if several and ask.runs is None:
        ask.runs = "together"
        results = replace(results, assumed=(*results.assumed, "the verdicts on one item make a group"))
    return results


def preference_of(results, data, ask, gap):
    """The record of what is preferred, beside the difference of the two."""
    frame = results.frame[results.frame["score"].notna()]
    if isinstance(ask.items, tuple):
        frame = frame[frame["id"].isin(ask.items)]
    sign, names = (-1, (gap.second, gap.first)) if gap.difference < 0 else (1, (gap.first, gap.second))
    key = [x for x in ("id", "run") if x in frame]
    own, other = (frame[frame["system"] == one] for one in names)
    other = own[key].merge(other[[*key, "score"]], on=key, how="left")
    won, lost = own["score"].to_numpy(float), other["score"].to_numpy(float)
    counted, group = bool(np.isin(won, (0, 1)).all()), _groups(own, data)
    counts = [int(np.sum(x)) for x in (won > lost, won < lost, won == lost)] if counted else [None] * 3
    low, high = (None, None) if gap.low is None else sorted(0.5 + sign * x / 2 for x in (gap.low, gap.high))
    decided = _decided(won, lost, group, data, ask) if counted else (None,) * 5
    orders = _orders(own, won - lost, data, ask) if counted else (None,) * 8
    return Preference(
        *names, len(own), own["id"].nunique(), *counts, 0.5 + sign * gap.difference / 2, low, high, *decided, *orders,
        *_order_effect(own, won, lost, group, data, ask), results.judges, results.side,
    )  # fmt: skip


def _groups(own, data):
    """What is drawn together: groups, or the verdicts on an item; None if each verdict is alone."""
    if data.estimand == "groups like these":
        return own["group"].factorize()[0]
    code = own["id"].factorize()[0]
    return code if len(code) > code.max(initial=0) + 1 else None


def _decided(won, lost, group, data, ask):
    """(how many verdicts are decided, the share of wins among them, its ends, method)."""
    at = won != lost
    n, k = int(at.sum()), int(won.sum())
    share = k / n if n else None
    if not n or not data.luck or data.within is not None:
        return n, share, None, None, "no interval"
    if group is None:
        found = wilson_interval(k, n, ask.level)
        return n, share, found.low, found.high, found.method
    totals, sizes = by_group(group[at], won[at], np.ones(n))
    if len(sizes) < 2:
        return n, share, None, None, "no interval of one group"
    low, high = map(float, _ends("wilson", totals, sizes, ask.level, ask.careful))
    return n, share, low, high, _named("Wilson", len(sizes), ask.careful)


def _orders(own, net, data, ask):
    """(items judged in both orders, on how many of these all verdicts agree, and of these on whom, or a tie; the win
    rate where only these are won or lost, and its ends)."""
    if "place" not in own or not own["place"].notna().any():
        return (None,) * 8
    by = own.assign(net=net).dropna(subset="place").groupby("id", sort=False)
    low, high = by["net"].min(), by["net"].max()
    both = by["place"].nunique() == 2
    agree = both & (low == high)
    counts = int(both.sum()), int(agree.sum()), *(int((agree & (low == net)).sum()) for net in (1, -1, 0))
    if not both.any():
        return *counts, None, None, None
    first, second = ((agree & (low == net))[both].to_numpy(float) for net in (1, -1))
    rate, ends = 0.5 + float(np.mean(first - second)) / 2, (None, None)
    if data.luck and data.within is None:
        group = by["group"].first()[both].factorize()[0] if data.estimand == "groups like these" else None
        ends = _win_rate(data, ask, first, second, group)[:2]
    return *counts, rate, *ends


def _order_effect(own, won, lost, group, data, ask):
    """(verdicts of which the order is known, in how many the first system led, its win rate shown first and second, the
    win rate of the first place where both orders count alike, its ends, p).

    An item judged as often in either order is its own comparison: what is preferred cancels in it. Where no item is,
    the verdicts of the two orders are samples of their own.
    """
    place = own["place"].to_numpy(float) if "place" in own else np.full(len(own), np.nan)
    known = ~np.isnan(place)
    n, ahead = int(known.sum()), int(np.sum(place[known] == 1))
    if not ahead or ahead == n:  # nobody can tell the place from the system
        return n, ahead, *(None,) * 6
    by = own.assign(lead=3 - 2 * place).groupby("id", sort=False)["lead"]  # 1 shown first, -1 shown second
    paired = known & (by.transform("count") > 0).to_numpy() & (by.transform("sum") == 0).to_numpy()
    at = paired if paired.any() else known
    rates = [0.5 + float(np.mean((won - lost)[at & (place == k)])) / 2 for k in (1, 2)]
    found = n, ahead, *rates, 0.5 + (rates[0] - rates[1]) / 2
    if not data.luck or data.within is not None:
        return *found, None, None, None
    if paired.any():
        first, second = (np.where(place == k, won, lost)[at] for k in (1, 2))
        return *found, *_win_rate(data, ask, first, second, group[at])
    score, group = 0.5 + (won - lost) / 2, [None, None] if group is None else [group[place == k] for k in (1, 2)]
    sides = [Side(score[place == k], np.ones(np.sum(place == k)), own) for k, own in zip((1, 2), group, strict=True)]
    low, high, _, p = welch(sides, ask, (-1, 1))
    return *found, *((None, None) if low is None else (0.5 + float(low) / 2, 0.5 + float(high) / 2)), p


def _win_rate(data, ask, first, second, group):
    """(ends of the win rate of the first, p): of wins and losses, or in groups, the clustered form."""
    if group is None:
        wins, losses = int(np.sum(first > second)), int(np.sum(first < second))
        low, high = tango_interval(0, wins, losses, len(first) - wins - losses, ask.level)
        p = float(mcnemar_test(wins, losses).p_value)
    else:
        found = dict(_one_gap(data, ask, first, second, np.ones(len(first)), group, (-1, 1)))
        low, high, p = found["low"], found["high"], found["p"]
    return *((None, None) if low is None else (0.5 + float(low) / 2, 0.5 + float(high) / 2)), p


def disclosed(disclosures, preference, labels, missing):
    """The disclosures, where winners are the metric, and who judged."""
    graded = {"people": ", judged by people", "judge": ", judged by a model"}.get(labels, "")
    named = f", by {checks.listing(preference.judges)}" if 0 < len(preference.judges) <= 3 else ""
    metric = f"which of two answers won{graded}{named}; a win rate counts a tie as half"
    ask = {None: "who judged, people or a model, and by which prompt", "judge": "the judge's version, and its prompt"}
    order = "" if preference.placed else "in which order the answers were shown"
    several = preference.verdicts > preference.items
    size = number_of(preference.items, "item")
    size += f", {number_of(preference.verdicts, 'verdict')}" if several else ""
    size += f"; {number_of(missing, 'verdict')} missing, left out" if missing else ""
    seeds = "several verdicts on an item make a group" if several else "one verdict on an item"
    changed = {"metric": metric, "sample size": size, "seeds": seeds}
    asks = {"metric": ask.get(labels, ""), "seeds": f"{order}{'; ' * bool(order)}temperature and seeds"}
    return tuple(replace(x, known=changed.get(x.name, x.known), ask=asks.get(x.name, x.ask)) for x in disclosures)
