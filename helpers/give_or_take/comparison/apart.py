"""Two systems, each on items of its own: the interval and the test of their difference, what it sees, and needs."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.special import stdtr, stdtrit

from give_or_take.clusters import ENOUGH, FEW, _ends, _resting_on, _variance, items_in_clusters
from give_or_take.comparison.means import ROUNDING, Moments, by_group, method_of, moments, settled, stretched
from give_or_take.differences import square_and_add
from give_or_take.power import _hills, _missed, _smallest, items_for_power
from give_or_take.standard_errors import _upper


class Side(NamedTuple):
    """The scores of one system, how many items have each, and the group of each, or None."""

    x: Any
    number: Any
    group: Any

    @property
    def n(self):
        """How many items."""
        return float(self.number.sum())

    @property
    def mean(self):
        """Their mean."""
        return float(self.number @ self.x / self.number.sum())

    @property
    def variance(self):
        """The variance of their scores."""
        return float(self.number @ (self.x - self.mean) ** 2 / max(self.n - 1, 1))

    def groups(self):
        """The sum of each group's scores, of their squares, and its size."""
        return by_group(self.group, self.number * self.x, self.number * self.x**2, self.number)


def welch(sides, ask, between):
    """(low, high, method, p) by Student's t with Welch's degrees of freedom, of items or of groups.

    Where the difference of the means is skewed, one end is moved outwards, as that of one mean is.
    """
    grouped, noise = sides[0].group is not None, ROUNDING * max(np.abs(side.x).max() for side in sides)
    found = [moments(*side, noise) for side in sides]
    why = [one for one in found if isinstance(one, str)]
    if len(why) == 2 or any(one.startswith("one ") for one in why):
        return None, None, f"no interval: {why[0]}", None
    one, other = (_alike(side) if isinstance(x, str) else x for x, side in zip(found, sides, strict=True))
    error, df, skewness = of_difference(one, other)
    shift, mean = one.shift - other.shift, one.mean - other.mean
    low, high = settled((shift + end for end in stretched(mean, error, df, skewness, 1, ask.level)), noise, between)
    method = f"{method_of(skewness, 1, grouped)[:-1]}Welch t"
    few = why or any(method_of(x.skewness, x.n, grouped).startswith("few-") for x in (one, other))
    if few and not method.startswith("few-"):  # one of the two means may err by itself
        method = f"few-{'cluster' if grouped else 'item'} {method.removeprefix('clustered ')}"
    return low, high, method, float(2 * stdtr(df, -abs(shift + mean) / error))


def of_difference(one, other):
    """(standard error, degrees of freedom, skewness) of a difference of two means, from the moments of both.

    With e for standard errors and g for the skewness of each mean, the skewness is (g₁e₁³ - g₂e₂³)/e³.
    """
    error = np.hypot(one.error, other.error)
    share = (one.error / error) ** 2
    df = 1 / (share**2 / one.df + (1 - share) ** 2 / other.df)
    each = (part**1.5 * x.skewness / np.sqrt(x.n) for part, x in ((share, one), (1 - share, other)))
    return error, df, next(each) - next(each)


def _alike(side):
    n = side.n if side.group is None else len(np.unique(side.group))
    return Moments(side.mean, 0.0, 0.0, n - 1.0, 0.0, n)  # of groups that are alike, items may differ


def clustered_newcombe(sides, ask):
    """(low, high, method): the clustered Wilson intervals of both, square and add.

    Of two groups that are alike inside it would favour somebody in an eighth of all samples without a difference.
    """
    ends, groups = [], []
    for side in sides:
        totals, _, sizes = side.groups()
        if len(sizes) < 3:
            return None, None, f"no interval of {'one group' if len(sizes) == 1 else 'two groups'}"
        ends.append((side.mean, *map(float, _ends("wilson", totals, sizes, ask.level, ask.careful))))
        groups.append(len(sizes))
    low, high = map(float, square_and_add(sides[0].mean - sides[1].mean, *ends))
    few = f"{groups[0]:,}+{groups[1]:,}-cluster" if min(groups) < ENOUGH else "clustered"
    return low, high, f"{'careful clustered' if ask.careful else few} Newcombe"


def too_few(sides):
    """Whether the failures, or the successes, of a system lie in so few groups that these hardly show how they vary."""
    return min(_resting_on(*side.groups()) for side in sides) < FEW * (1 - 1e-9)


def design_effect(sides, pass_fail, careful):
    """The variance of the difference over that of as many independent items; None if too few groups show errors."""
    alone = [side.variance / side.n for side in sides]
    every = [side.groups() for side in sides]
    if pass_fail and careful:
        return float(np.mean([np.sum(sizes**2) / sizes.sum() for *_, sizes in every]))
    if pass_fail and too_few(sides):
        return None
    clustered = sum(float(_variance(totals, sizes)) for totals, _, sizes in every)
    return max(1.0, clustered / sum(alone)) if sum(alone) > 0 else 1.0


class Plan:
    """What a test like this one sees, and how many items, or groups, of each system it takes to see a difference."""

    def __init__(self, sides, effect, pass_fail, ask):
        self.ask, self.n = ask, [side.n for side in sides]
        self.groups = None if sides[0].group is None else [len(np.unique(side.group)) for side in sides]
        self.grouped = self.groups is not None and sum(self.groups) < sum(self.n)
        self.effect = effect if self.grouped else 1.0
        self.each = sum(self.n) / sum(self.groups) if self.grouped else 1.0
        self.rate = sum(side.n * side.mean for side in sides) / sum(self.n) if pass_fail else None
        self.spread = float(np.sqrt(sum(side.variance for side in sides) / 2))
        self.far = _upper(ask.planned / 2) + _upper(1 - ask.power)

    def _rates(self, difference):
        """Two rates that differ by so much, and around the rate of both together."""
        low = np.clip(self.rate - difference / 2, 0, 1 - difference)
        return low, low + difference

    @property
    def sees(self):
        """The smallest true difference that it finds; None if it finds none, or if that is not known."""
        if self.effect is None:
            return None
        worth, alpha = np.array(self.n) / self.effect, self.ask.planned
        if self.grouped:  # few groups cost Student's t
            df = sum(self.groups) - 2
            worth = worth * (self.far / -(stdtrit(df, alpha / 2) + stdtrit(df, 1 - self.ask.power))) ** 2
        if self.rate is not None:

            def missed(d):
                return _missed(*_hills(*self._rates(d), *worth, alpha, 2, "normal"), 2)

            most, enough = np.float64(1), 1 - self.ask.power
            return None if missed(most) > enough else float(_smallest(lambda d: missed(d) <= enough, most))
        each = 2 / np.sum(1 / worth) - (0 if self.grouped else self.for_t)
        return float(self.far * self.spread * np.sqrt(2 / each)) if each > 0 else None

    @property
    def for_t(self):
        """Items more, as t takes the place of z (Guenther 1981, The American Statistician 35, 243)."""
        return _upper(self.ask.planned / 2) ** 2 / 4

    def needs(self, difference):
        """(items, groups, whether there are as many) of each system; None where that is not known."""
        if self.effect is None:
            return None, None, False
        if self.rate is not None:
            many = float(items_for_power(*self._rates(difference), self.ask.power, self.ask.planned))
        else:
            many = 2 * (self.far * self.spread / difference) ** 2 + (0 if self.grouped else self.for_t)
        have = 2 / sum(1 / n for n in self.groups or self.n)
        if not self.grouped:
            many = int(np.ceil(many))
            return many, many if self.groups else None, have >= many
        args = map(np.float64, (many, self.each, (self.effect - 1) / (self.each - 1)))
        many = float(items_in_clusters(*args, 1, self.ask.planned, self.ask.power, 2))
        groups = int(np.ceil(many / self.each - 1e-9))
        return int(np.ceil(many)), groups, have >= groups
