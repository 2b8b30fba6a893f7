"""When a test set has been seen before: leaked items, and what they do to a score: chapter 6.

The gap between public and fresh items is a difference of two independent rates, as they are and with the same mix of
slices. It does not say *why* there is a gap: leaked items, harder fresh ones, or how either were chosen. A reference
system's gap, taken off, removes what moves both alike (`difference_in_differences`).

The model here is the simplest: a share of the public items leaked, a random part of them, and was answered at another
rate, 1 unless you say otherwise. Rates and shares are fractions.
"""

from __future__ import annotations

from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import ArrayLike

from give_or_take import checks
from give_or_take.differences import newcombe_interval
from give_or_take.docs import documented
from give_or_take.pairs import Pairs, needs_independence
from give_or_take.power import power_two_rates
from give_or_take.results import EDGES, Interval, Layer, prints_itself, shown
from give_or_take.slices import BySlice, _by_slice, standardised_difference
from give_or_take.standard_errors import _z


@prints_itself
class Gap(NamedTuple):
    """What `fresh_gap` gives: public minus fresh items, as they are and with the same mix of slices."""

    crude: Interval
    standardised: Interval
    public: tuple[int, int]
    fresh: tuple[int, int]
    slices: int
    name: str

    @property
    def clause(self) -> str:
        """What to add to a claim."""
        (k, n), (j, m) = self.public, self.fresh
        same = f", {self.standardised} with the mix of both together" if self.slices > 1 else ""
        whose = f"{self.name}: " if self.name else ""
        return f"{whose}public {k:,}/{n:,} minus fresh {j:,}/{m:,} {self.crude}{same}"

    @property
    def headline(self) -> str:
        """The clause, as a title."""
        return f"{f'{self.name}: ' if self.name else ''}public minus fresh {self.crude._range}"

    def layer(self, score):
        """What to add to the picture of a claim: the gap as it is."""
        return Layer("public minus fresh", *self.crude, self.crude.estimate, difference=True)

    def __str__(self):
        return self.clause


@documented
def fresh_gap(
    successes_public: BySlice,
    n_public: BySlice,
    successes_fresh: BySlice,
    n_fresh: BySlice,
    level: float = 0.95,
    name: str = "",
) -> Gap:
    """How much better a system does on public items than on fresh ones, crude and with the same mix.

    The crude gap is Newcombe's; the other one brings both to one mix of slices, that of both sets together
    (`standardised_difference`; for another mix call that). What a common mix takes away of the gap is the work of the
    mix. It does not clear the slices one by one: easy items that leaked may be balanced by hard ones on which the
    public set does worse, so look at each. Nor does a gap that stays prove a leak: fresh items that are harder within
    the slices, or chosen in another way, make one too.

    Parameters
    ----------
    successes_public, n_public, successes_fresh, n_fresh : list, column or dict
        Right answers of each slice, out of how many: one entry a slice, or one entry in all.
    {level}
    name : str
        Whose gap it is, for a claim about several systems.

    Returns
    -------
    Gap
        `crude` and `standardised`, intervals of public minus fresh in points; `public` and `fresh`, the totals as
        (right, n); `slices`, how many; `name`. Its `.clause` goes into a claim.

    Raises
    ------
    TypeError, ValueError
        As `standardised_difference`.

    Examples
    --------
    >>> print(fresh_gap([51], [60], [33], [40]))  # the answer desk
    public 51/60 minus fresh 33/40 +2.5 points (95% Newcombe -11.6 to +18.5 points)
    """
    k, n, j, m = _by_slice(
        successes_public=successes_public, n_public=n_public, successes_fresh=successes_fresh, n_fresh=n_fresh
    )
    public, fresh = (int(k.sum()), int(n.sum())), (int(j.sum()), int(m.sum()))
    name = checks.text(name, "name")
    crude = newcombe_interval(*public, *fresh, checks.level(level))
    return Gap(crude, standardised_difference(k, n, j, m, n + m, level), public, fresh, len(k), name)


@prints_itself
class GainGap(NamedTuple):
    """What `difference_in_differences` gives: the gain on public items minus the gain on fresh ones."""

    points: Interval
    log_odds: Interval
    public: float | Any
    fresh: float | Any
    n_public: int | Any
    n_fresh: int | Any

    @property
    def clause(self) -> str:
        """What to add to a claim."""
        return f"gain on {self.n_public:,} public minus gain on {self.n_fresh:,} fresh items {self.points}"

    @property
    def headline(self) -> str:
        """The clause, as a title."""
        return f"public gain minus fresh gain {self.points._range}"

    def fits(self, successes: int, n: int) -> bool:
        """Whether the two sets together can be the items of a claim."""
        return self.n_public + self.n_fresh == n

    def layer(self, score):
        """What to add to the picture of a claim: the difference in points."""
        return Layer("public gain minus fresh", *self.points, self.points.estimate, difference=True)

    def __str__(self):
        if np.ndim(self.points.estimate):
            return f"{self.points}"
        public, fresh = (f"{shown(100 * gain, 1, EDGES, '+')}" for gain in (self.public, self.fresh))
        return f"{public} points on public, {fresh} on fresh items: {self.points}; in log odds {self.log_odds}"


@documented
def difference_in_differences(public: Any, fresh: Any, level: float = 0.95, *, independent: bool = False) -> GainGap:
    """How much more one system gains on another on public items than on fresh ones: the difference of two differences.

    The gap between public and fresh items of *one* system holds whatever differs between the two sets. What moves both
    systems alike, such as fresh items that are harder, drops out of the difference of their two gaps; and that is the
    gain on public items minus the gain on fresh ones. It needs a reference that did not leak itself, and a shift that
    is the same for both: in points for `points`, in log odds for `log_odds`. For systems far apart the two disagree,
    since five points mean more at 90% than at 50%. Say which one was chosen beforehand, or report both.

    From two `Pairs` the items that both systems share count: their errors go together, and a gain is then known better.
    From rates nobody knows which items were right for both, and the two are taken as independent. That is cautious,
    too wide, if the systems agree on items more than chance would have it, as they nearly always do.

    The interval is Wald's after half a right and half a wrong answer more for each system on each set; for `Pairs` that
    is half a flip each way on each set. So it has a width even where nothing flipped; next to 0 and 1 it leans to
    caution. The estimate in points is the observed one. The log odds, their interval and their estimate, are those
    after the halves.

    Parameters
    ----------
    public, fresh : Pairs or (float, float, int)
        Results of the same two systems on the public items, and on the fresh ones: `Pairs`, the first minus the second;
        or the rates of the first and of the second and how many items the set has, such as (0.437, 0.911, 1319). Each
        of the three may be an array.
    {level}
    {independent}

    Returns
    -------
    GainGap
        `points` and `log_odds`, intervals of public minus fresh; `public` and `fresh`, the two gains as fractions;
        `n_public` and `n_fresh`. Its `.clause` goes into a claim.

    Raises
    ------
    TypeError, ValueError
        If an argument is neither, rates are no rates, or the gains lie more than 100 points apart.

    References
    ----------
    Half an answer more on each side of four rates: Price and Bonett 2004, Computational Statistics & Data Analysis 45,
    449-456. For pairs: one flip more each way for a single difference, Bonett and Price 2012, Journal of Educational
    and Behavioral Statistics 37, 479-488, here shared by two sets. Log odds: the variance is Woolf's (1955, Annals
    of Human Genetics 19, 251-253), the half in each cell Haldane's (1956, Annals of Human Genetics 20, 309-311).

    Examples
    --------
    >>> print(difference_in_differences((576 / 1319, 1202 / 1319, 1319), (430 / 1205, 1112 / 1205, 1205)))
    -47.5 points on public, -56.6 on fresh items: +9.1 points (95% adjusted Wald +4.8 to +13.5 points); \
in log odds 0.48 log odds (95% adjusted Wald 0.16-0.81 log odds)
    >>> from give_or_take import Pairs
    >>> print(difference_in_differences(Pairs(50, 7, 1, 2), Pairs(32, 3, 1, 4)).points)  # the answer desk
    +5.0 points (95% adjusted Wald -9.1 to +19.1 points)
    """
    level, independent = checks.level(level), checks.flag(independent, "independent")
    for pairs, name in ((public, "public"), (fresh, "fresh")):
        if isinstance(pairs, Pairs) and not independent:
            needs_independence(pairs, name, "clustered_difference of the gains of the two sets")
    (gain_a, *one), (gain_b, *other) = _gain(public, "public"), _gain(fresh, "fresh")
    difference = gain_a - gain_b
    far = "public must have a gain within 100 points of that of fresh: got {} and {} (fractions); are systems swapped?"
    checks.refuse(np.abs(difference) > 1, far, gain_a, gain_b)
    ends = []
    for (value, variance), (minus, more) in zip(one[:2], other[:2], strict=True):
        half = _z(level) * np.sqrt(variance + more)
        ends.append((value - minus - half, value - minus + half, value - minus))
    (low, high, _), (log_low, log_high, log_odds) = ends
    low, high = np.clip(np.minimum(low, difference), -2, 2), np.clip(np.maximum(high, difference), -2, 2)
    points = Interval(low, high, difference, level, "adjusted Wald", "points")
    log_odds = Interval(log_low, log_high, log_odds, level, "adjusted Wald", "log odds")
    return GainGap(points, log_odds, *map(checks.plain, (gain_a, gain_b)), one[2], other[2])


def _gain(pair, name):
    """The gain of the first system on the second: as it is; after the halves (value, variance), also in log odds; n."""
    if isinstance(pair, Pairs):
        n, k_a, k_b = pair.n, pair.both + pair.only_first, pair.both + pair.only_second
        rate_a, rate_b, gain, both = k_a / n, k_b / n, pair.difference, pair.both
    else:
        if not isinstance(pair, (tuple, list)) or len(pair) != 3:
            raise checks.WrongKind(
                name,
                f"must be Pairs, or two rates and how many items, such as (0.437, 0.911, 1319), not "
                f"{checks.kind_of(pair)}",
            )
        checked = [check(value, name) for check, value in zip((checks.rates,) * 2 + (checks.sizes,), pair, strict=True)]
        try:
            rate_a, rate_b, n = np.broadcast_arrays(*checked)
        except ValueError:
            raise checks.WrongValue(name, "must hold rates and sizes of one length") from None
        gain, both = rate_a - rate_b, None
        n = checks.plain(n, int)
    more = n + 1
    p, q = ((n * rate + 0.5) / more for rate in (rate_a, rate_b))
    together = 0 if both is None else both / more - p * q  # how far right answers of the two go together
    points = (p - q, (p * (1 - p) + q * (1 - q) - 2 * together) / more)
    a, b = p * (1 - p), q * (1 - q)
    log_odds = np.log(p / (1 - p)) - np.log(q / (1 - q)), (1 / a + 1 / b - 2 * together / (a * b)) / more
    return np.asarray(gain), points, log_odds, n


@documented
def leaked_rate(rate: ArrayLike, leaked_share: ArrayLike, rate_on_leaked: ArrayLike = 1.0) -> float | Any:
    """The score to expect on public items if a share of them leaked.

    (1 - share)·rate + share·rate_on_leaked.

    Parameters
    ----------
    rate : float or array
        On items that did not leak: the rate that fresh items show, if they are as hard.
    leaked_share : float or array
        The share of the public items that leaked.
    rate_on_leaked : float or array
        On those: 1 if each was learnt by heart.

    Returns
    -------
    float or array
        A fraction.

    Examples
    --------
    >>> round(leaked_rate(0.60, 0.10), 3)
    0.64
    """
    named = {"rate": rate, "leaked_share": leaked_share, "rate_on_leaked": rate_on_leaked}
    p, share, high = checks.together(**{name: (value, checks.rates) for name, value in named.items()})
    return checks.plain((1 - share) * p + share * high)


@overload
def leaked_share(public: Interval, fresh: Interval, rate_on_leaked: ArrayLike = 1.0) -> Interval: ...
@overload
def leaked_share(public: ArrayLike, fresh: ArrayLike, rate_on_leaked: ArrayLike = 1.0) -> float | Any: ...
def leaked_share(public: Any, fresh: Any, rate_on_leaked: ArrayLike = 1.0) -> Any:
    """The share of the public items that must have leaked, if nothing but leaked items explains the gap.

    (public - fresh)/(rate_on_leaked - fresh), and 0 if there is no gap. This is an *if*: fresh items that are harder,
    or were chosen in another way, make a gap too.

    From two intervals it gives an interval: all shares s for which (1 - s)·fresh + s·rate_on_leaked and the public rate
    differ by no more than square and add allows, with the distances of the fresh interval multiplied by 1 - s. So it
    contains 0 exactly if Newcombe's interval of the gap does. Shares are clipped to the range from 0 to 1.

    Parameters
    ----------
    public, fresh : float, array or Interval
        Two rates; or two intervals of rates, of one level, such as those of `wilson_interval`.
    rate_on_leaked : float or array
        On leaked items: above the fresh rate.

    Returns
    -------
    float, array or Interval
        A fraction; from intervals an `Interval`.

    Raises
    ------
    TypeError, ValueError
        If a rate does not lie between 0 and 1, only one is an interval, levels differ, the fresh rate reaches
        `rate_on_leaked`, or the
        public rate exceeds it (of an interval: even its lower end).

    References
    ----------
    `leaked_rate`, solved for the share; the interval is that of a ratio by square and add (MOVER-R): Newcombe 2016,
    Statistical Methods in Medical Research 25, 1774-1778.

    Examples
    --------
    >>> round(leaked_share(0.64, 0.60), 3)
    0.1
    >>> from give_or_take import wilson_interval
    >>> print(leaked_share(wilson_interval(640, 1000), wilson_interval(300, 500)))
    10.0% (95% square-and-add 0.0%-21.3%)
    """
    intervals = isinstance(public, Interval)
    if intervals != isinstance(fresh, Interval):
        one, other = ("fresh", "public") if intervals else ("public", "fresh")
        raise checks.WrongKind(one, f"must be an Interval if {other} is one: give two rates or two intervals")
    p, f = (public.estimate, fresh.estimate) if intervals else (public, fresh)
    if intervals:
        for name, one in (("public", public), ("fresh", fresh)):
            if one.unit != "%":
                raise checks.WrongValue(name, f"must be the interval of a rate: got one in {one.unit or 'no unit'}")
        if abs(public.level - fresh.level) > 1e-9:
            raise checks.WrongValue(
                "fresh", f"must have the level of public: got {fresh.level:.6g} and {public.level:.6g}"
            )
    p, f, high = checks.together(
        public=(p, checks.rates), fresh=(f, checks.rates), rate_on_leaked=(rate_on_leaked, checks.rates)
    )
    _room(f, high, "fresh")
    lowest = np.broadcast_to(public.low, p.shape) if intervals else p
    even = ", not even at its lower end" if intervals else ""
    too_high = f"public must not exceed rate_on_leaked{even}: got {{}} and {{}}; no leaked share explains that"
    checks.refuse(lowest > high, too_high, lowest, high)
    share = np.clip((p - f) / (high - f), 0, 1)
    if not intervals:
        return checks.plain(share)
    low_p, high_p, low_f, high_f = (np.broadcast_to(x, p.shape) for x in (*public, *fresh))
    # The share that did not leak is t = 1 - s, and at an end t (high - f) - (high - p) = ± hypot(distance of p, t times
    # distance of f): a quadratic equation in t. Its larger solution is for the lower end of s.
    far, near = high - f, high - p
    most = _unleaked(far, near, p - low_p, high_f - f, larger=True)
    least = _unleaked(far, near, high_p - p, f - low_f, larger=False)
    low, top = np.minimum(np.clip(1 - most, 0, 1), share), np.maximum(np.clip(1 - least, 0, 1), share)
    return Interval(low, top, share, public.level, "square-and-add")


def _room(p, high, name):
    """Refuses a rate that leaked items would not raise."""
    too_high = f"{name} must lie below rate_on_leaked: got {{}} and {{}}; "
    checks.refuse(p >= high, too_high + "leaked items that are answered no better make no gap", p, high)


def _unleaked(far, near, a, b, larger):
    """t for which t·far - near = √(a² + t²b²) (the larger solution), or minus that root (the smaller one)."""
    root = np.sqrt(np.maximum((far * a) ** 2 + (near * b) ** 2 - (a * b) ** 2, 0))
    if larger:
        reached = far > b  # else no share is too small
        return np.where(reached, (far * near + root) / np.where(reached, far**2 - b**2, 1), 1)
    reached = near > a  # else no share is too large
    return np.where(reached, (near**2 - a**2) / np.where(reached, far * near + root, 1), 0)


@documented
def fresh_items(
    rate: ArrayLike,
    leaked_share: ArrayLike,
    n_public: ArrayLike,
    power: float = 0.8,
    alpha: float = 0.05,
    rate_on_leaked: ArrayLike = 1.0,
) -> int | Any:
    """How many fresh items it takes to find the gap that a leaked share makes.

    The pooled z-test of two independent rates, two-sided: `power_two_rates` with n_public items that show `leaked_rate`
    and n fresh items that show `rate`, solved for n. The noise of the public items stays however many fresh ones there
    are, so that a gap may be out of reach.

    Parameters
    ----------
    rate : float or array
        To expect on fresh items.
    leaked_share : float or array
        The share of public items that leaked, above 0.
    n_public : int or array of int
        Public items.
    {power}
    {alpha}
    rate_on_leaked : float or array
        On leaked items, above `rate`.

    Returns
    -------
    int or array of int
        Fresh items.

    Raises
    ------
    TypeError, ValueError
        If an argument does not fit, or no number of fresh items is enough; then the message says what power there is
        at most.

    Examples
    --------
    >>> fresh_items(0.60, leaked_share=0.10, n_public=10_000)
    1296
    >>> fresh_items(0.60, leaked_share=[0.10, 0.20], n_public=1319).tolist()
    [9724, 353]
    """
    p, share, n, high = checks.together(
        rate=(rate, checks.rates),
        leaked_share=(leaked_share, checks.rates),
        n_public=(n_public, checks.sizes),
        rate_on_leaked=(rate_on_leaked, checks.rates),
    )
    checks.refuse(share == 0, "leaked_share must be above 0: where nothing leaked there is no gap to find")
    _room(p, high, "rate")
    small = share * (high - p) < checks.SMALLEST_MARGIN
    checks.refuse(small, "leaked_share is too small ({}): the gap would be too small to find", share)
    alpha, power = checks.alpha(alpha), checks.power(power)
    public = (1 - share) * p + share * high

    def reached(fresh):
        return power_two_rates(public, p, n, fresh, alpha)

    few, many = np.zeros(p.shape), np.full(p.shape, float(checks.LARGEST_COUNT))
    most = np.asarray(reached(many))
    checks.refuse(
        most < power,
        "n_public is too small: got {}; a gap of {} points would be found with power {} at most, however many items "
        "are fresh; plan for a larger share",
        n,
        np.round(100 * (public - p), 2),
        np.round(most, 2),
    )
    while (many - few > 1).any():  # halving the gap finds the least; more fresh items never find less
        middle = np.maximum(np.floor((few + many) / 2), 1)
        enough = np.asarray(reached(middle)) >= power
        few, many = np.where(enough, few, middle), np.where(enough, middle, many)
    return checks.plain(many, int)
