"""Looking more than once at two systems on the same items: at any time, or by a plan: chapter 10.

Of n items the first system alone gets b right, the second alone c; these are the flips. The difference is the rate of
the first minus the rate of the second, (b - c)/n, a fraction, as in `give_or_take.paired`.

**The items must come in random order, shuffled once and before the first look, and be independent of one another.** A
set sorted by topic or by difficulty changes while it is looked at, and items in groups flip together: then none of this
holds, and counts cannot show it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc, betaln, expit, gammaln, logit, logsumexp, ndtr, ndtri, xlogy

from give_or_take import checks
from give_or_take.docs import documented
from give_or_take.paired import _counts, _limits, _shares
from give_or_take.pairs import Pairs
from give_or_take.results import Interval, _p, percent, prints_itself, shown

NODES, WEIGHTS = np.polynomial.legendre.leggauss(64)
FAR = 45  # e to the power of minus this is nothing beside 1

# At any time


@prints_itself
@dataclass(frozen=True, eq=False)
class AnyTime:
    """What `any_time_test` gives. It prints as a few lines; for several looks, as those of the last one."""

    log_evidence: float | Any  # the natural logarithm of E
    p_value: float | Any
    difference: Interval
    share: Interval  # of the flips, those that go to the first system
    n: int | Any
    level: float = 0.95
    note: str = ""

    @property
    def evidence(self) -> float | Any:
        """E; infinite where it is beyond 10³⁰⁸."""
        with np.errstate(over="ignore"):
            return checks.plain(np.exp(self.log_evidence))

    def __str__(self):
        log, p, n = (np.ravel(x) for x in (self.log_evidence, self.p_value, self.n))
        difference, share = (_last(x) for x in (self.difference, self.share))
        reached = f"evidence {'up to ' if len(p) > 1 else ''}{_times(log.max())}"
        lines = [f"{_p(p[-1])}, however often you look ({reached})"]
        if len(p) > 1:
            alpha = 1 - self.level
            below = np.flatnonzero(p <= alpha * (1 + 1e-12))
            when = f"from look {below[0] + 1} on, after {_items(n[below[0]])}" if len(below) else "at no look"
            lines.append(f"{len(p):,} looks: p at or below {alpha:.6g} {when}")
        lines += [f"difference: {difference}", f"flips to the first: {share}"]
        return "\n".join(lines + [self.note] * bool(self.note))


def _last(interval):
    low, high, estimate = (np.ravel(x)[-1] for x in (*interval, interval.estimate))
    return Interval(low, high, estimate, interval.level, interval.method, interval.unit)


def _items(n):
    return checks.number_of(int(n), "item")


def _times(log):
    """A number in words, given its natural logarithm."""
    if log < np.log(1e6):
        return f"{np.exp(log):.3g}" if log < np.log(1000) else f"{np.exp(log):,.0f}"
    return f"10^{log / np.log(10):.0f}"


@documented
def any_time_test(
    n_only_first: Pairs | ArrayLike,
    n_only_second: ArrayLike | None = None,
    n: ArrayLike | None = None,
    level: float = 0.95,
    *,
    independent: bool = False,
) -> AnyTime:
    """A test of "no difference" and an interval that may be looked at after every item, and stopped at any time.

    Only the flips speak. Of m = b + c of them b went to the first system; the evidence is

        E = 2^m ∫ t^b (1 - t)^c dt = 2^m B(b + 1, c + 1), over t from 0 to 1:

    how many times likelier these flips, in their order, are if their share t may be anything than if it is one half.
    If neither system is better, E is at most 1 on average whenever one stops, and *ever* reaches 20 with a chance of at
    most 1/20 (Ville's inequality). So p = min(1, 1/E) may be looked at as often as one likes. It is no probability that
    a system is better, and E no odds. The price: below 8 flips to 0 nothing has E ≥ 20.

    The interval of the difference holds every d with E(d) < 1/(1 - level), where

        E(d) = ∫ (u/q)^b ((1 - u)/(1 - q))^c ((u/q + (1 - u)/(1 - q))/2)^(n - b - c) du, with q = (1 + d)/2:

    an item on which both agree counts as a flip that went either way. It is the mean of Π (1 + λ(x - d)) over the gains
    x = 1, -1 or 0 of the items, for all bets λ from -1/(1 - d) to 1/(1 + d) alike. E(0) is E, so that test and interval
    of one look never disagree; E(d) is convex, and at most 1 at the observed difference, which is thus in it. A result
    that turns worse raises no end of it. Looked at after every tenth item up to 500, the interval at some time leaves
    out the truth in 2.0% of all runs with 6% and 6% flips, and in 2.2% with 8% and 4%. The interval of the share of
    flips is the same without the other items.

    **Counts after every look** may be given, as three sequences. Then p is the smallest so far, and the intervals are
    what all looks so far have in common, which is valid too and never widens; it may leave out the difference observed
    at the last look. With one set of counts both are those of this look alone. If the looks have nothing in common,
    which has a chance of at most 1 - level if the items come in random order, the interval stays the last that they
    had, and the note says so.

    Parameters
    ----------
    n_only_first, n_only_second, n : int or sequence of int
        Items that only the first, and only the second system got right, and all items so far: b, c and n. Or `Pairs` in
        their place. Sequences hold the counts after each look, which never fall.
    {level}
    {independent}

    Returns
    -------
    AnyTime
        `p_value`, `evidence` and `log_evidence`, and the intervals `difference`, in points, and `share`, of the flips
        to the first system (without flips its estimate is one half). For sequences they hold arrays, an entry a look.

    Raises
    ------
    TypeError, ValueError
        If flips exceed n, counts fall or new flips exceed the new items, or an argument does not fit.

    References
    ----------
    Ville 1939, Étude critique de la notion de collectif, Gauthier-Villars. Robbins 1970, Annals of Mathematical
    Statistics 41, 1397-1409, for the mixture over t. Waudby-Smith and Ramdas 2024, Journal of the Royal Statistical
    Society B 86, 1-27, for intervals by betting. Neither SciPy nor statsmodels has them.

    Examples
    --------
    >>> print(any_time_test(80, 40, 1000))
    p = 0.010, however often you look (evidence 95.9)
    difference: +4.0 points (95% any-time +0.5 to +7.7 points)
    flips to the first: 66.7% (95% any-time 52.1%-79.4%)
    >>> looks = any_time_test([9, 24, 38, 60, 80], [5, 9, 15, 33, 40], [200, 400, 600, 800, 1000])
    >>> looks.p_value.round(4).tolist()
    [1.0, 0.1527, 0.0375, 0.0375, 0.0104]
    """
    instead = "any_time_test on one item of each group"
    b, c, n = _counts(independent, instead, n_only_first=n_only_first, n_only_second=n_only_second, n=n)
    level = checks.level(level)
    _refuse_odd_looks(b, c, n)
    log, limit = (b + c) * np.log(2) + betaln(b + 1, c + 1), -np.log1p(-level)
    best = np.maximum.accumulate(log) if log.ndim else log
    share, broken = _so_far(*_ends(b, c, np.zeros_like(b), limit))
    difference, torn = _so_far(*(2 * end - 1 for end in _ends(b, c, n - b - c, limit)))
    seen = np.where(b + c > 0, b / np.maximum(b + c, 1), 0.5)
    note = f"The looks have no {'difference' if torn else 'share of flips'} in common, {ODD}." if torn or broken else ""
    return AnyTime(
        checks.plain(log),
        checks.plain(np.minimum(np.exp(-np.maximum(best, 0)), 1)),
        Interval(*difference, (b - c) / n, level, "any-time", "points"),
        Interval(*share, seen, level, "any-time"),
        checks.plain(n, int),
        level,
        note,
    )


ODD = "which is rare if items come in random order: the interval is the last that they had"


def _refuse_odd_looks(b, c, n):
    """Refuses counts that cannot be those of one set of items, or of one that grows."""
    if n.ndim > 1:
        raise checks.WrongValue("n_only_first", "must be one count, or a sequence with one for each look")
    checks.refuse(n == 0, "n must be at least 1: got {}; there is nothing to look at yet", n)
    checks.refuse(n > MOST, f"n must be at most {MOST:,}: got {{}}; check it", n)
    checks.refuse(
        b + c > n,
        f"n must be at least {checks.called('n_only_first')} plus {checks.called('n_only_second')}: got {{}} items and "
        "{} flips; it counts all items that both systems answered",
        n,
        b + c,
    )
    if n.ndim and len(n) > 1:
        for name, counts in (("n_only_first", b), ("n_only_second", c), ("n", n)):
            checks.refuse(
                np.diff(counts, prepend=0) < 0,
                f"{name} must not fall from look to look: got {{}}; give the counts after each look, all items so far, "
                "and call once for each set of items",
                counts,
            )
        checks.refuse(
            np.diff(b + c, prepend=0) > np.diff(n, prepend=0),
            f"n must grow by at least the new flips: got {{}}; {checks.called('n_only_first')}, "
            f"{checks.called('n_only_second')} and n are counts of all items so far",
            n,
        )


MOST = 10**7  # items


def _so_far(low, high):
    """What intervals have in common with all before them, and whether that ended."""
    if not low.ndim:
        return (low, high), False
    lows, highs = np.maximum.accumulate(low), np.minimum.accumulate(high)
    common = lows <= highs
    if common.all():
        return (lows, highs), False
    last = np.argmin(common) - 1
    return (np.where(common, lows, lows[last]), np.where(common, highs, highs[last])), True


def _ends(b, c, ties, limit):
    """The two q between which log E(q) stays below the limit."""
    low, high = _end(b, c, ties, limit), 1 - _end(c, b, ties, limit)
    return low, np.maximum(high, low)


def _end(b, c, ties, limit):
    """The lower one. In x = log(q/(1 - q)), log E is convex, and falls up to there: Newton's steps end on one side."""
    none = b + ties == 0  # nothing speaks against q = 0
    b = np.where(none, 1.0, b)
    n = b + c + ties
    q = (b + ties / 2 + 0.5) / (n + 1)
    x = np.maximum(logit(q) - 2 * np.sqrt(b + c + 1) / (n * q * (1 - q)), -40.0)
    for _ in range(200):
        log, slope = _log_evidence(b, c, ties, x)
        falls = slope < 0
        step = np.where(falls, (limit - log) / np.where(falls, slope, -1), -1.0)
        x = x + step
        if np.all(np.abs(step) <= 1e-12 * (1 + np.abs(x))):
            break
    return np.where(none, 0.0, expit(x))


def _log_evidence(b, c, ties, x):
    """log E at q = 1/(1 + exp(-x)), and its derivative in x.

    What is integrated over u has a concave logarithm. So it is summed where that lies at most FAR below its peak.
    """
    q, p = expit(x), expit(-x)
    if not ties.any():
        return betaln(b + 1, c + 1) - b * np.log(q) - c * np.log(p), c * q - b * p

    def log(u):
        return xlogy(b, u / q) + xlogy(c, (1 - u) / p) + xlogy(ties, (u / q + (1 - u) / p) / 2)

    # Its derivative is 0 where (b (1 - u) - c u)(u p + (1 - u) q) + ties (p - q) u (1 - u) is.
    n, half = b + c + ties, (b + ties) * (p - q) - (b + c) * q
    root = np.sqrt(np.maximum(half**2 + 4 * n * (p - q) * b * q, 0))
    up = half > 0
    falling = 2 * b * q / np.where(up | (b == 0), 1, root - half)
    peak = np.where(up, (half + root) / np.where(up, 2 * n * (p - q), 1), falling)
    least = log(peak) - FAR
    low, _ = _halved(lambda u: log(u) < least, np.zeros(x.shape), peak)
    _, high = _halved(lambda u: log(u) >= least, peak, np.ones(x.shape))
    u = low + (high - low) * (NODES[:, *[np.newaxis] * x.ndim] + 1) / 2
    logs = log(u)
    total = logsumexp(logs, axis=0, b=WEIGHTS[:, *[np.newaxis] * x.ndim])
    to_first = np.tensordot(WEIGHTS, np.exp(logs - total) * (u * p / (u * p + (1 - u) * q)), 1)
    return total + np.log((high - low) / 2), (b + c + ties) * q - b - ties * to_first


def _halved(so, low, high):
    """Where a condition that holds at `low` ends: the last two points, after halving 30 times."""
    for _ in range(30):
        middle = (low + high) / 2
        yes = so(middle)
        low, high = np.where(yes, middle, low), np.where(yes, high, middle)
    return low, high


# By a plan

RULES = {
    "obrien-fleming": "O'Brien-Fleming",
    "pocock": "Pocock",
    "fixed": "the fixed test at every look",
    "any-time": "any-time test",
}
MOST_PLANNED = 10_000  # items
MOST_LOOKS = 100  # for which bounds are computed
MOST_CERTAIN = 0.999999  # the level up to which the chances that are left have digits
FLIPPING = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5)  # shares of flips at which the size is computed, too


@prints_itself
@dataclass(frozen=True, eq=False)
class LooksPlan:
    """What `planned_looks` gives. It prints as a few lines."""

    rule: str
    items: Any  # seen at each look
    stop_at: Any  # p-value of the mid-p test, at or below which one stops; None for the any-time test
    size: float  # at the planned share of flips
    worst_size: float
    worst_at: float  # the share of flips with that
    power: float
    mean_items: float
    shown: float | None  # the mean difference where it stops
    difference: float  # the true one
    stops: Any  # the chance to stop at each look
    share_only_first: float
    share_only_second: float
    level: float = 0.95

    def __str__(self):
        first, second = (percent(share) for share in (self.share_only_first, self.share_only_second))
        looks, flipping = len(self.items), self.share_only_first + self.share_only_second
        lines = [f"{RULES[self.rule]}: {checks.number_of(looks, 'look')} at up to {_items(self.items[-1])}"]
        if self.stop_at is None:
            lines.append(f"stop when the evidence reaches {1 / (1 - self.level):.6g}")
        elif looks > SHOWN or np.ptp(self.stop_at) == 0:
            first_p, last_p = _down(self.stop_at[0]), _down(self.stop_at[-1])
            some = last_p if first_p == last_p else f"{first_p} at the first look, {last_p} at the last"
            lines.append(f"stop when p is at most {some}")
        else:
            each = [(f"{n:,}", _down(p)) for n, p in zip(self.items, self.stop_at, strict=True)]
            lines.append("items     " + "".join(f"{n:>8}" for n, _ in each))
            lines.append("stop at p " + "".join(f"{p:>8}" for _, p in each))
        lines.append(f"false alarms: {_percent(self.size)} at {percent(flipping)} flips")
        lines[-1] += f", at worst of those computed {_percent(self.worst_size)}, at {percent(self.worst_at)}"
        power = f"power at {first} against {second}: {_percent(self.power)}, " if self.difference else ""
        lines.append(f"{power}{self.mean_items:,.0f} items on average")
        if self.shown is not None and self.difference:
            seen, true = (f"{shown(100 * d, 1, (), '+')}" for d in (self.shown, self.difference))
            lines.append(f"where it stops it shows {seen} points on average; true are {true}")
        return "\n".join(lines)


SHOWN = 7  # looks that are printed


def _down(p):
    """A bound in words, rounded down."""
    digits = 4 if p >= 0.001 else 1 - int(np.floor(np.log10(p)))
    return f"{np.floor(p * 10.0**digits) / 10.0**digits:{'.4f' if p >= 0.001 else '.1e'}}"


def _percent(fraction):
    return f"{shown(100 * round(fraction, 11), 1, (0, 100))}%"


@documented
def planned_looks(
    n: int,
    looks: int,
    share_only_first: float,
    share_only_second: float,
    rule: str = "obrien-fleming",
    level: float = 0.95,
) -> LooksPlan:
    """A plan to look several times at the same items, and stop once the test is sure: what it promises, exactly.

    The looks come after n/looks, 2n/looks, … items, rounded. Each asks McNemar's mid-p test, and stops the comparison
    if p is at most a bound.

    - `"obrien-fleming"`, the default: z must reach C √(looks/k) at look k. Hardly ever stops at the first, and costs
      hardly any power.
    - `"pocock"`: z must reach the same C at every look. Stops sooner, and costs more.
    - `"fixed"`: p at most 1 - level at every look. This is *peeking*, here to show what it does.
    - `"any-time"`: `any_time_test`, whose evidence must reach 1/(1 - level). It needs no plan; `looks=n` looks after
      every item.

    C is such that a random walk of normal steps, one from look to look, ever gets there with a chance of 1 - level.
    That is an approximation: flips are whole numbers, and each look finds as many as it finds. What then really happens
    is summed over all counts of flips that may come up at all looks. The size depends on the share of flips, which
    nobody knows beforehand: it is computed at the planned share and at 1%, 2%, 5%, 10%, 20%, 30% and 50%, and the worst
    is printed, too. Of 200 or 1,000 items, with 2, 5 or 10 looks and any share up to 60%, both rules hold 5.0%; where
    all items flip, which no two systems do, the worst is 5.4%.

    Runs that stop do so because they were ahead just then. So they show more than is true, the more so the earlier they
    stop.

    Parameters
    ----------
    n : int
        Items at the last look, at most 10,000.
    looks : int
        How many looks, at most n; for O'Brien-Fleming's and Pocock's rule at most 100.
    share_only_first, share_only_second : float
        The true shares of items that only the first, and only the second gets right, for which power is computed.
    rule : str
        `"obrien-fleming"`, `"pocock"`, `"fixed"` or `"any-time"`.
    level : float
        1 minus the size to hold, a fraction above 0.5, at most 0.999999.

    Returns
    -------
    LooksPlan
        For each look `items`, `stop_at` (the p-value; None for the any-time test) and `stops` (the chance to stop
        there); `size`, `worst_size` and `worst_at`; `power`, the chance to stop at all; `mean_items`; `shown`, the mean
        difference, first minus second, where it stops (None if it hardly ever does), and the true `difference`.

    Raises
    ------
    TypeError, ValueError
        If there are more looks than items, the shares exceed 1 together or are both 0, or an argument does not fit.

    References
    ----------
    Pocock 1977, Biometrika 64, 191-199. O'Brien and Fleming 1979, Biometrics 35, 549-556. Armitage, McPherson and Rowe
    1969, Journal of the Royal Statistical Society A 132, 235-244, for the recursion. SciPy and statsmodels have no
    bounds; R's `ldbounds` and `gsDesign` do, for normal statistics.

    Examples
    --------
    >>> print(planned_looks(1000, 5, share_only_first=0.08, share_only_second=0.04))
    O'Brien-Fleming: 5 looks at up to 1,000 items
    items          200     400     600     800   1,000
    stop at p  5.0e-06  0.0012  0.0084  0.0225  0.0413
    false alarms: 4.9% at 12% flips, at worst of those computed 5.0%, at 30%
    power at 8% against 4%: 95.5%, 678 items on average
    where it stops it shows +4.5 points on average; true are +4.0
    >>> peeking = planned_looks(1000, 20, 0.06, 0.06, rule="fixed")
    >>> round(peeking.size, 3)
    0.23
    """
    n, looks = checks.count(n, "n", most=MOST_PLANNED), checks.count(looks, "looks")
    if looks > n:
        raise checks.WrongValue("looks", f"must not exceed n: got {looks:,} looks at {_items(n)}")
    checks.choice(rule, "rule", tuple(RULES))
    if looks > MOST_LOOKS and rule in ("obrien-fleming", "pocock"):
        raise checks.WrongValue(
            "looks", f"must be at most {MOST_LOOKS} for this rule: got {looks:,}; 'any-time' has none"
        )
    for name, share in (("share_only_first", share_only_first), ("share_only_second", share_only_second)):
        checks.single(checks.rates(share, name), name)
    first, second = map(float, _shares(share_only_first, share_only_second))
    level = checks.level(level)
    if not 0.5 < level <= MOST_CERTAIN:
        raise checks.WrongValue("level", f"must lie above 0.5, and be at most {MOST_CERTAIN} here: got {level:.15g}")
    alpha = 1 - level
    flipping = min(first + second, 1.0)
    checks.refuse(flipping == 0, "share_only_first must be above 0, or the other share: no item would flip")
    items = np.rint(n * np.arange(1, looks + 1) / looks).astype(int)
    stops_at, limits = _plan(items, rule, alpha)
    shares = sorted({*FLIPPING, flipping})
    if looks == n and rule != "obrien-fleming":  # then all looks have one limit
        stop, _ = _at_flips(n, limits[0], 0.5)
        m = np.arange(1.0, n + 1)
        sizes = {share: stop[1:] @ betainc(m, n - m + 1, share) for share in shares}  # the chance of m flips or more
        stops, gained = _looked_at_each(items, limits[0], first, second)
    else:
        sizes = {share: _looked(items, limits, share / 2, share / 2)[0].sum() for share in shares}
        stops, gained = _looked(items, limits, first, second)
    power = stops.sum()
    worst_at = max(sizes, key=sizes.get)
    return LooksPlan(
        rule=rule,
        items=items,
        stop_at=stops_at,
        size=float(sizes[flipping]),
        worst_size=float(sizes[worst_at]),
        worst_at=worst_at,
        power=float(power),
        mean_items=float(stops @ items + (1 - power) * n),
        shown=float(gained.sum() / power) if power > 1e-9 else None,
        difference=first - second,
        stops=stops,
        share_only_first=first,
        share_only_second=second,
        level=level,
    )


def _plan(items, rule, alpha):
    """For each look the p-value at which to stop, and for each number of flips the most of the rarer kind with it."""
    looks, n = len(items), items[-1]
    flips = np.arange(n + 1.0)
    if rule == "any-time":
        return None, [_rarest(flips, -np.log(alpha))] * looks
    stops = stop_at(looks, rule, alpha)
    if np.ptp(stops) == 0:
        return stops, [_limits(flips, stops[0], "mid-p", 2)] * looks
    return stops, [_limits(flips[: m + 1], p, "mid-p", 2) for m, p in zip(items, stops, strict=True)]


def stop_at(looks, rule, alpha):
    """For each look the p-value at or below which one stops."""
    if rule == "fixed":
        return np.full(looks, alpha)
    power = 0.5 if rule == "obrien-fleming" else 0
    stops = 2 * ndtr(-_constant(looks, alpha, power) * (looks / np.arange(1, looks + 1)) ** power)
    return np.maximum(stops, checks.SMALLEST_ALPHA)  # no result is as rare


def _rarest(flips, limit):
    """For each number of flips the most of the rarer kind with which log E reaches the limit, -1 if none."""
    few, many = np.full(flips.shape, -1.0), np.floor(flips / 2) + 1
    while (many - few > 1).any():
        k = np.floor((few + many) / 2)
        reached = (flips * np.log(2) + betaln(np.maximum(k, 0) + 1, flips - k + 1) >= limit) & (k >= 0)
        few, many = np.where(reached, k, few), np.where(reached, many, np.maximum(k, few + 1))
    return few


def _looked(items, limits, first, second):
    """For each look the chance to stop there, and that chance times the mean difference then seen.

    The chances of all counts (b, c) that have not stopped so far are carried from look to look.
    """
    stops, gained = np.zeros(len(items)), np.zeros(len(items))
    left, (b, c), seen = np.ones((1, 1)), (np.zeros(1), np.zeros(1)), 0
    for look, (n, limit) in enumerate(zip(items, limits, strict=True)):
        left, b, c = _after_more(left, b, c, n - seen, first, second)
        rows, columns = (_kept(counts, n, share) for counts, share in ((b, first), (c, second)))
        left, b, c, seen = left[rows, columns], b[rows], c[columns], n
        done = np.minimum.outer(b, c) <= limit[np.minimum(np.add.outer(b, c), n).astype(int)]
        stopped = np.where(done, left, 0)
        stops[look] = stopped.sum()
        gained[look] = (stopped.sum(1) @ b - stopped.sum(0) @ c) / n
        left = np.where(done, 0, left)
    return stops, gained


def _looked_at_each(items, limit, first, second):
    """The same with a look after every item and one limit for all: the flips are spread over the items."""
    stop, gain = _at_flips(items[-1], limit, first / (first + second))
    stops, gained, flipping = np.zeros(len(items)), np.zeros(len(items)), min(first + second, 1.0)
    for look, before in enumerate(items - 1):
        flips = _likely(before, flipping)  # before an item that flips
        here = flipping * np.exp(_log_chance(flips, before, flipping))
        flips = flips.astype(int)
        stops[look], gained[look] = here @ stop[flips + 1], here @ gain[flips + 1] / (before + 1)
    return stops, gained


def _at_flips(n, limit, to_first):
    """For each number of flips the chance to stop just then, and that chance times the mean b - c."""
    stop, gain, left, least = np.zeros(n + 1), np.zeros(n + 1), np.ones(1), 0
    for flips in range(1, n + 1):
        more = np.append(left * (1 - to_first), 0)
        more[1:] += left * to_first
        b = least + np.arange(len(more))
        done = np.minimum(b, flips - b) <= limit[flips]
        stop[flips], gain[flips] = more[done].sum(), more[done] @ (2 * b[done] - flips)
        inner = np.flatnonzero(~done)  # has no gaps, and is never empty
        left, least = more[inner[0] : inner[-1] + 1], least + inner[0]
    return stop, gain


def _log_chance(k, n, share):
    """The logarithm of the chance of k of n."""
    return -np.log(n + 1) - betaln(k + 1, n - k + 1) + xlogy(k, share) + xlogy(n - k, 1 - share)


def _after_more(left, b, c, items, first, second):
    """The chances of all counts after so many items more: each is the old one, plus what these may bring."""
    i, j = _likely(items, first), _likely(items, second)
    rest = items - np.add.outer(i, j)
    log = gammaln(items + 1) - np.add.outer(gammaln(i + 1), gammaln(j + 1)) - gammaln(np.maximum(rest, 0) + 1)
    log += np.add.outer(xlogy(i, first), xlogy(j, second)) + xlogy(np.maximum(rest, 0), max(1 - first - second, 0))
    chances = np.where(rest >= 0, np.exp(log), 0)
    shape = [x + y - 1 for x, y in zip(left.shape, chances.shape, strict=True)]
    if chances.size <= 16:
        more = np.zeros(shape)
        for (x, y), chance in np.ndenumerate(chances):
            more[x : x + len(b), y : y + len(c)] += chance * left
    else:
        fast = [32 * -(-length // 32) for length in shape]
        more = np.fft.irfft2(np.fft.rfft2(left, fast) * np.fft.rfft2(chances, fast), fast)[: shape[0], : shape[1]]
    return np.maximum(more, 0), b[0] + i[0] + np.arange(shape[0]), c[0] + j[0] + np.arange(shape[1])


def _kept(counts, n, share):
    """Which of the counts are likely."""
    likely = _likely(n, share)
    return slice(*np.searchsorted(counts, (likely[0], likely[-1] + 1)))


def _likely(n, share):
    """The counts that n items with this chance each may well give; all others have a chance below 10⁻¹⁴."""
    far = 8 * np.sqrt(n * share * (1 - share)) + 25
    return np.arange(max(0, np.floor(n * share - far)), min(n, np.ceil(n * share + far)) + 1)


def _constant(looks, alpha, power):
    """C, such that one of so many looks at a random walk has |z| ≥ C (looks/k)^power with a chance of alpha."""
    k = np.arange(1, looks + 1)

    def log_ratio(c):
        return np.log(_reached(c * (looks / k) ** power)[-1] / alpha)

    c, most = -ndtri(alpha / np.array([2, 2 * looks]))
    other = min(c + 0.1, most)
    ratio, of_other = log_ratio(c), log_ratio(other)
    while abs(c - other) > 1e-11 and ratio != of_other:  # secants: the logarithm is nearly straight
        c, other = min(c - ratio * (c - other) / (ratio - of_other), most), c
        ratio, of_other = log_ratio(c), ratio
    return c


def _reached(bounds):
    """For each look the chance that a random walk had |z| at its bound by then.

    What has not got there at a look is a density of the walk between its limits.
    """
    chances, before, mass = [], np.zeros(1), np.ones(1)
    for limit in bounds * np.sqrt(np.arange(1, len(bounds) + 1)):
        at = limit * STEPS
        mass = limit * STEP_WEIGHTS * (_normal(np.subtract.outer(at, before)) @ mass)
        chances.append(1 - mass.sum())
        before = at
    return np.array(chances)


STEPS, STEP_WEIGHTS = np.polynomial.legendre.leggauss(160)


def _normal(x):
    return np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi)
