"""Two systems on the items that both answered, or each on its own, all of them or slice by slice; and plans."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from scipy.special import stdtrit

from give_or_take import checks
from give_or_take.clusters import FEW, _named, _resting_on, _variance, items_in_clusters
from give_or_take.comparison import apart
from give_or_take.comparison.means import ROUNDING, Run, by_group, limits, mean_interval, sign_flipped, within_items
from give_or_take.comparison.record import Bound, Difference, Need
from give_or_take.comparison.two import looked, posterior_of
from give_or_take.differences import fisher_mid_p_test, newcombe_interval
from give_or_take.paired import items_for_paired, mcnemar_test, minimum_detectable_paired_effect, tango_interval
from give_or_take.paired_clusters import _ends as _tango_ends
from give_or_take.slices import holm
from give_or_take.standard_errors import _upper

POINTS, SPREADS = (0.01, 0.02, 0.05), (0.1, 0.2, 0.5)  # what matters, if nobody says
MOST_LISTED = 14  # sets of systems and pairs of them, to be typed
TRIED = 11  # groups, up to which the power of the sign-flip test is simulated


class Gaps(NamedTuple):
    """The first system minus the second in each part of the items; arrays, or lists where there may be None."""

    n: Any
    counts: Any  # both, only first, only second, neither; None for scores, or where items differ
    first: Any  # means
    second: Any
    difference: Any
    groups: list
    low: list
    high: list
    method: list
    p: list
    test: list
    worth: list  # independent items whose mean would vary as much; None if that is not known
    sizes: Any = None  # items of the first system and of the second, if each has its own; n is their sum


def gaps_of(data, ask, i, j, part=None, parts=1):
    """Everything about two systems in each part; a part without shared items has n = 0 and None elsewhere."""
    if ask.independent:
        return _apart(data, ask, i, j, part, parts)
    x, y = data.scores[:, i], data.scores[:, j]
    there = ~np.isnan(x) & ~np.isnan(y)
    if data.runs_apart:
        item = data.within
        there = np.isin(item, item[~np.isnan(x)]) & np.isin(item, item[~np.isnan(y)])
    part = np.zeros(len(x), dtype=int) if part is None else part
    there &= part >= 0
    x, y, part, number = x[there], y[there], part[there], data.counts[there]
    n = np.bincount(part, number, parts)
    some = np.maximum(n, 1)
    first, second = (np.bincount(part, number * z, parts) / some for z in (x, y))
    difference, counts = np.bincount(part, number * (x - y), parts) / some, None
    difference[np.abs(difference) <= ROUNDING * max(np.abs(x).max(initial=0), np.abs(y).max(initial=0))] = 0
    blank = [None] * parts
    found = {name: list(blank) for name in ("groups", "low", "high", "method", "p", "test")}
    worth = [float(one) for one in n]
    if data.pass_fail:
        outcome = 2 * (x == 0) + (y == 0)
        counts = np.bincount(4 * part + outcome.astype(int), number, 4 * parts).reshape(parts, 4).T
    if not data.luck:
        found |= {"method": ["no interval"] * parts, "test": ["no test"] * parts}
    elif data.pass_fail and data.group is None and data.within is None:
        if len(full := np.flatnonzero(n)):
            interval, test = tango_interval(*counts[:, full], ask.level), mcnemar_test(*counts[1:3, full])
            for k, *one in zip(full, interval.low, interval.high, test.p_value, strict=True):
                found["low"][k], found["high"][k], found["p"][k] = map(float, one)
        found |= {"method": ["Tango"] * parts, "test": ["McNemar mid-p"] * parts}
    else:
        group = data.group if data.within is None else data.within
        group, between = None if group is None else group[there], limits(data, lowest=-1)
        for k, at in _each(part):
            own = None if group is None else group[at]
            for name, value in _one_gap(data, ask, x[at], y[at], number[at], own, between):
                if name == "worth":
                    worth[k] = value
                elif name == "means":
                    n[k], first[k], second[k], difference[k] = value
                else:
                    found[name][k] = value
    return Gaps(n, counts, first, second, difference, **found, worth=worth)


def _apart(data, ask, i, j, part, parts):
    """The same where each system has items of its own; a part without items of both has n = 0."""
    part = np.zeros(len(data.counts), dtype=int) if part is None else part
    group = data.group if data.within is None else data.within
    kept = [np.flatnonzero(~np.isnan(data.scores[:, k]) & (part >= 0)) for k in (i, j)]
    at = [dict(_each(part[rows])) for rows in kept]
    found = {name: [None] * parts for name in ("groups", "low", "high", "method", "p", "test", "worth")}
    sizes, means, difference = np.zeros((2, parts)), np.zeros((2, parts)), np.zeros(parts)
    between, largest = limits(data, lowest=-1), np.fmax.reduce(np.abs(data.scores[:, [i, j]]), axis=None)
    for k in at[0].keys() & at[1].keys():
        rows = [one[where[k]] for one, where in zip(kept, at, strict=True)]
        own = [None if group is None else group[one] for one in rows]
        sides = [
            apart.Side(data.scores[one, of], data.counts[one], each)
            for one, of, each in zip(rows, (i, j), own, strict=True)
        ]
        sizes[:, k], means[:, k] = zip(*((side.n, side.mean) for side in sides), strict=True)
        difference[k] = means[0, k] - means[1, k]
        for name, value in _one_apart(data, ask, sides, between):
            if name == "means":
                sizes[:, k], means[:, k], difference[k] = value
            else:
                found[name][k] = value
    difference[np.abs(difference) <= ROUNDING * largest] = 0
    return Gaps(sizes.sum(0), None, *means, difference, **found, sizes=sizes)


def _one_apart(data, ask, sides, between):
    """(name, value) of what is found about one part of the items, where each system has its own."""
    p, test, grouped = None, "no test", sides[0].group is not None
    if not data.luck:
        low, high, method = None, None, "no interval"
    elif data.within is not None:
        samples = [Run(*side) for side in sides]
        mean, low, high, method, p = within_items(samples, data.runs_apart, ask, between)
        if data.runs_apart:
            alone = [within_items([one], True, ask)[0] for one in samples]
            yield "means", ([len(np.unique(side.group)) for side in sides], alone, mean)
        test = "no test" if p is None else "t-test of runs within items"
    elif data.pass_fail and not grouped:
        counts = [int(x) for side in sides for x in (side.number @ side.x, side.n)]
        interval, p, test = newcombe_interval(*counts, ask.level), fisher_mid_p_test(*counts).p_value, "Fisher mid-p"
        low, high, method = interval.low, interval.high, interval.method
    else:
        low, high, method, p = apart.welch(sides, ask, between)
        if data.pass_fail:
            low, high, method = apart.clustered_newcombe(sides, ask)
            p = None if low is None or apart.too_few(sides) else p
        test = "no test" if p is None else "clustered Welch t-test" if grouped else "Welch t-test"
    yield from zip(("low", "high", "method", "p", "test"), (low, high, method, p, test), strict=True)
    if grouped and data.within is None:
        groups = [len(np.unique(side.group)) for side in sides]
        yield "groups", sum(groups)
        n = sum(side.n for side in sides)
        if min(groups) > 1:
            effect = apart.design_effect(sides, data.pass_fail, ask.careful)
            yield "worth", None if effect is None else n / effect
    else:
        yield "worth", sum(side.n for side in sides)


def _each(part):
    """(part, places of its cells), for each part that has some."""
    order = np.argsort(part, kind="stable")
    starts = np.flatnonzero(np.diff(part[order], prepend=-1))
    return zip(part[order][starts], np.split(order, starts[1:]), strict=True) if len(order) else ()


def _one_gap(data, ask, x, y, number, group, between):
    """(name, value) of what is found about one part of the items."""
    gains = x - y
    if data.within is not None:
        samples = [Run(z[~np.isnan(z)], number[~np.isnan(z)], group[~np.isnan(z)]) for z in (x, y)]
        samples = samples if data.runs_apart else [Run(gains, number, group)]
        mean, low, high, method, p = within_items(samples, data.runs_apart, ask, between)
        if data.runs_apart:
            yield "means", (len(np.unique(group)), *(within_items([one], True, ask)[0] for one in samples), mean)
        test = "no test" if p is None else "t-test of runs within items"
        yield from zip(("low", "high", "method", "p", "test"), (low, high, method, p, test), strict=True)
        return
    largest = max(np.abs(x).max(), np.abs(y).max())
    if group is None:
        low, high, method = mean_interval(gains, number, None, ask, between, largest)
        some = np.abs(gains) > ROUNDING * largest
        p, test = sign_flipped(np.repeat(gains[some], number[some].astype(int)), ask)
    else:
        totals, squares, sizes = by_group(group, number * gains, number * gains**2, number)
        yield "groups", len(sizes)
        p, test = sign_flipped(totals, ask) if len(sizes) > 1 else (None, "no test of one group")
        if not data.pass_fail:
            low, high, method = mean_interval(gains, number, group, ask, between, largest)
            yield "worth", _worth(totals, squares, sizes)
        elif len(sizes) < 2:
            low, high, method = None, None, "no interval of one group"
        else:
            low, high = map(float, _tango_ends(totals, squares, sizes, ask.level, ask.careful))
            method = _named("Tango", len(sizes), ask.careful)
            few = _resting_on(totals, squares, sizes) < FEW * (1 - 1e-9)
            by_size = float(sizes.sum() ** 2 / np.sum(sizes**2))
            yield "worth", by_size if ask.careful else None if few else _worth(totals, squares, sizes)
    if low is None and p is not None:  # what shows no luck has no test either
        p, test = None, "no test"
    yield from zip(("low", "high", "method", "p", "test"), (low, high, method, p, test), strict=True)


def _worth(totals, squares, sizes):
    """How many independent items have a mean that varies as much; what it costs not to know that well is apart."""
    n = sizes.sum()
    independent = (squares.sum() - totals.sum() ** 2 / n) / max(n - 1, 1) / n
    if len(sizes) < 2 or independent <= 0:
        return float(n)
    return float(n / max(1, _variance(totals, sizes) / independent))


def differences_of(data, ask, pairs, wanted):
    """Every pair, with p adjusted over all of them, plans of those wanted; what look it was; and the posterior."""
    gaps, looks, posterior = [gaps_of(data, ask, i, j) for i, j in pairs], None, None
    if len(data.systems) == 2:
        [(gap, looks)] = [looked(gap, ask) for gap in gaps]
        gaps, posterior = [gap], posterior_of(ask, [data.systems[i] for i in pairs[0]], gap)
    adjusted = holm([gap.p[0] for gap in gaps])
    each = zip(pairs, gaps, adjusted, strict=True)
    return tuple(_difference(data, ask, *one, one[0] in wanted) for one in each), looks, posterior


def _difference(data, ask, pair, gap, adjusted, planned):
    i, j = pair
    n = int(gap.n[0])
    answered = data.asked & ~data.gaps
    own = answered[:, [i, j]]
    apart = own.any(axis=0).all() and not own.all(axis=1).any()  # each has answers, and not one is shared
    if not ask.independent and (not n or apart and not data.runs_apart):
        _refuse_what_shares_nothing(data, pair, answered)
    low, high, difference = gap.low[0], gap.high[0], float(gap.difference[0])
    four = [None] * 4 if gap.counts is None else [int(count[0]) for count in gap.counts]
    x, y, put, also = data.gaps[:, i], data.gaps[:, j], data.asked[:, i], data.asked[:, j]
    missing = tuple(_answers(data, at & put & also) for at in (x & ~y, ~x & y))
    alone, sizes = tuple(_answers(data, at) for at in (put & ~also, ~put & also)), (None, None)
    if ask.independent:
        missing, alone, sizes = (_answers(data, x), _answers(data, y)), (0, 0), [int(one[0]) for one in gap.sizes]
    sign = _sign(ask)
    better = sorted((sign * low, sign * high)) if low is not None else None
    known = better or (None if data.luck else (sign * difference,) * 2)  # without luck there is nothing to allow for
    agrees = data.pass_fail or gap.p[0] is None or gap.p[0] < ask.alpha
    verdict, plans = "open", _plans(data, ask, i, j, gap) if planned and not ask.looked else (None, ())
    if better and agrees:
        verdict = "first" if better[0] > 0 else "second" if better[1] < 0 else "open"
    told_apart = None if better is None else (adjusted is None or bool(ask.tells(adjusted))) and verdict != "open"
    return Difference(
        data.systems[i], data.systems[j], n, gap.groups[0], *four, *missing, difference, low, high, gap.method[0],
        gap.p[0], adjusted, gap.test[0], told_apart, verdict,
        beside_margin(data, ask, known), _bounds(data, ask, i, j), *plans,
        float(gap.first[0]), float(gap.second[0]), *alone, *sizes,
    )  # fmt: skip


def _refuse_what_shares_nothing(data, pair, answered):
    """Refuse two systems without a shared item; if none of any systems is shared, their items may be different ones."""
    one, other = (checks.shown(data.systems[k]) for k in pair)
    if (answered.sum(axis=1) > 1).any():
        sets = _sets(answered)
        if min(map(len, sets)) > 1:  # each a test of its own
            sets = [[data.systems[k] for k in one] for one in sets]
            pairs = [[*pair] for one in sets if one[2:] for pair in combinations(one, 2)]
            pairs = pairs if len(sets) + len(pairs) <= MOST_LISTED else []
            each = [checks.typed("systems", one) for one in sets + pairs]
            why = f"the results are of {len(sets)} sets of tests that share no item. Compare each by itself"
            lines = "\n    ".join([f"{why}{', or two of one' * bool(pairs)}, with one of these:", *each])
            raise checks.NotNamed("systems", lines, sets + pairs)
        said = f"share no item of {one} and {other}: there is nothing to compare; are their ids written alike?"
        raise checks.WrongValue("results", said)
    same = f"if they answered the same items, write the ids alike, or name another column ({checks.typed('id')})"
    different = f"if each answered items of its own, give {checks.typed('independent', True)}"
    alike = data.put[pair[0]] == data.put[pair[1]]  # as many items each: more likely the same ones
    ways = "; ".join([same, different] if alike else [different, same])
    raise checks.NotNamed("independent", f"{one} and {other} share no item; {ways}", [{"independent": True}])


def _sets(answered):
    """The systems, as their places, in sets that share no item with one another."""
    shared, left, sets = answered.T.astype(int) @ answered > 0, [*range(answered.shape[1])], []
    while left:
        inside = {left[0]}
        while (more := {int(k) for one in inside for k in np.flatnonzero(shared[one])} | inside) != inside:
            inside = more
        sets.append(sorted(inside))
        left = [one for one in left if one not in inside]
    return sets


def _sign(ask):
    return 1 if ask.better == "higher" else -1


def beside_margin(data, ask, ends):
    """Where a difference lies beside the margin, from its ends, if there are any, with better ones above 0."""
    if ask.margin is None or not ends:
        return None if ask.margin is None else "open"
    worse = ends[1] < -ask.margin or not data.luck
    return "no worse" if ends[0] > -ask.margin else "worse" if worse else "open"


def _answers(data, at):
    """How many answers these cells hold, or items if their runs are averaged."""
    return len(np.unique(data.within[at])) if data.runs_apart else int(data.counts[at].sum())


def _bounds(data, ask, i, j):
    """What the difference over all items could be, as `Pairs.bounds` has it; of several runs, those that both had."""
    if ask.independent:
        return _bounds_apart(data, ask, i, j)
    asked = data.asked[:, [i, j]]
    part = asked.any(axis=1) if data.runs is None else asked.all(axis=1)
    asked, gaps, counts = asked[part], data.gaps[part][:, [i, j]], data.counts[part]
    unknown = gaps | ~asked
    first, second = map(float, counts @ unknown)
    if not data.pass_fail or not first + second:
        return None
    n, gap = counts.sum(), counts @ np.where(unknown, 0, data.scores[part][:, [i, j]]) @ (1, -1)
    low, high, *known = map(float, ((gap - second) / n, (gap + first) / n, gap / n, (gap + first - second) / n))
    as_fail, as_pass = known[:: _sign(ask)]
    missing = int((counts @ gaps).sum())
    absent = int(first + second) - missing
    return Bound(low, high, None if absent else as_fail, None if absent else as_pass, int(n), missing, absent)


def _bounds_apart(data, ask, i, j):
    """The same where each system has items of its own."""
    put, gaps = (data.counts @ x[:, [i, j]] for x in (data.asked, data.gaps))
    if not data.pass_fail or not gaps.any():
        return None
    right = data.counts @ np.where(data.asked & ~data.gaps, data.scores, 0)[:, [i, j]]
    few, most = right / put, (right + gaps) / put
    known = [few[0] - few[1], most[0] - most[1]][:: _sign(ask)]
    return Bound(*map(float, (few[0] - most[1], most[0] - few[1], *known)), int(put.sum()), int(gaps.sum()))


def _plans_apart(data, ask, i, j, gap):
    """What a test of two systems on items of their own sees, and needs of each."""
    group, sides = data.group, []
    for k in (i, j):
        there = ~np.isnan(data.scores[:, k])
        own = None if group is None else group[there]
        sides.append(apart.Side(data.scores[there, k], data.counts[there], own))
    if data.estimand == "these items" or gap.low[0] is None:
        return None, ()
    worth = gap.worth[0]
    plan = apart.Plan(sides, None if worth is None else gap.n[0] / worth, data.pass_fail, ask)
    if data.pass_fail and plan.rate in (0, 1):  # nothing to plan from
        return None, ()
    by_spread = tuple(float(f"{k * plan.spread:.2g}") for k in SPREADS)
    matters = ask.matters or (POINTS if data.pass_fail or data.shares else by_spread)
    return plan.sees, tuple(Need(float(d), *plan.needs(d)) for d in matters)


def _plans(data, ask, i, j, gap):
    """What this test sees, and what it takes to see what matters."""
    if ask.independent:
        return _plans_apart(data, ask, i, j, gap)
    n, worth, groups = float(gap.n[0]), gap.worth[0], gap.groups[0]
    if data.estimand == "these items" or (groups is not None and groups < 2):
        return None, ()
    grouped, z = groups is not None and groups < n, _upper(ask.planned / 2)
    far = z + _upper(1 - ask.power)
    here = worth * (far / _far(groups, ask.planned, ask.power)) ** 2 if grouped and worth else worth
    if data.pass_fail:
        flips = float((gap.counts[1, 0] + gap.counts[2, 0]) / n)
        if not flips:  # nothing to plan from
            return None, ()
        matters = ask.matters or POINTS
        sees = None if here is None else _seen(here, flips, ask)

        def items(d):
            share = max(flips, d)
            return items_for_paired((share + d) / 2, (share - d) / 2, ask.power, ask.planned)
    else:
        gains = data.scores[:, i] - data.scores[:, j]
        there = ~np.isnan(gains)
        mean = gap.difference[0]
        spread = np.sqrt(data.counts[there] @ (gains[there] - mean) ** 2 / max(n - 1, 1))
        if gap.low[0] is None or spread <= 1e-12 * np.abs(data.scores[there][:, [i, j]]).max():
            return None, ()
        matters = ask.matters or (POINTS if data.shares else tuple(float(f"{k * spread:.2g}") for k in SPREADS))
        for_t, both = 0 if grouped else z**2 / 2, far * spread  # Guenther 1981, The American Statistician 35, 243
        sees = float(both / np.sqrt(here - for_t)) if here > for_t else None

        def items(d):
            return (both / d) ** 2 if grouped else np.ceil((both / d) ** 2 + for_t)

    needs = []
    for d in matters:
        if worth is None:
            needs.append(Need(float(d), None, None, False))
            continue
        many, of_groups = items(d), None
        if grouped:
            many = _in_groups(many, n / groups, n / worth, ask)
        if groups is not None:
            of_groups = int(np.ceil(many * groups / n - 1e-9))
        enough = n >= many if of_groups is None else groups >= of_groups
        needs.append(Need(float(d), int(np.ceil(many)), of_groups, bool(enough)))
    return sees, tuple(needs)


def _in_groups(items, each, effect, ask):
    """Items in whole groups of so many, with this design effect, that tell as much as so many independent ones."""
    z = _upper(ask.planned / 2) + _upper(1 - ask.power)
    args = map(np.float64, (items, each, (effect - 1) / (each - 1)))
    many = float(items_in_clusters(*args, 0, ask.planned, ask.power, 2))
    while (k := round(many / each)) <= TRIED and many < items * effect * (_far(k, ask.planned, ask.power) / z) ** 2:
        many += each
    return many


@lru_cache
def _far(groups, alpha, power):
    """How many of its standard errors a mean lies from 0, if the test of so many groups finds it with this power.

    Student's t has the sum of two quantiles. The sign-flip test of a few groups needs more at a small alpha; it is
    simulated with net gains that are normal.
    """
    by_t = float(-stdtrit(groups - 1, alpha / 2) - stdtrit(groups - 1, 1 - power))
    if groups > TRIED:
        return by_t
    if 2.0**-groups > alpha:
        return np.inf  # not even if all point one way
    signs = 1 - 2.0 * (np.arange(2 ** (groups - 1))[:, None] >> np.arange(groups) & 1)  # the last one stays
    drawn = np.random.default_rng(0).standard_normal((1000, groups))
    low, high = by_t / 2, 8 * by_t
    for _ in range(12):
        middle = (low + high) / 2
        gains = drawn + middle / np.sqrt(groups)
        further = np.sum(np.abs(gains @ signs.T) > np.abs(gains.sum(axis=1, keepdims=True)) * (1 + 1e-12), axis=1)
        enough = np.mean((further + 0.5) / len(signs) <= alpha) >= power
        low, high = (low, middle) if enough else (middle, high)
    return high


def _seen(worth, flips, ask):
    """The smallest difference that a test on so many independent items sees, if any."""
    n = int(np.clip(np.floor(worth + 1e-9), 1, 10**7))
    try:
        return float(minimum_detectable_paired_effect(n, flips, ask.power, ask.planned))
    except ValueError:  # no flips, or too few items to see even flips that all go one way
        return None
