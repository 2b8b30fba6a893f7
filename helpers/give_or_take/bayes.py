"""Posteriors of a rate, a paired difference and slices, and how many items until they decide: chapter 11.

A posterior weighs every value that the truth may have: how well it fits the data, times what a prior gave it. An
interval here holds the truth with a probability of its level *if the prior is right*. How often it does in samples
from one fixed truth is another question; the docstrings give the answers that were counted. The probability that one
system is better says nothing of how much better: that is the difference, with its interval.

Rates and differences are fractions; a difference is the first system minus the second, as in chapter 5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc, betaincc, betaincinv, betaln, expit, logit, ndtri, xlog1py, xlogy

from give_or_take import checks
from give_or_take.docs import documented
from give_or_take.intervals import _FAR, LARGEST_EXACT, _beta, _beta_middle, _newton, wilson_interval
from give_or_take.paired import _binom, _counts, _flips_to_expect, _found, _limits, _shares
from give_or_take.pairs import Pairs
from give_or_take.results import Interval, _set, _value, percent, points, prints_itself, shown
from give_or_take.slices import BySlice, _by_slice

# One rate


@dataclass(frozen=True, eq=False)
class RatePosterior(Interval):
    """What `beta_posterior` gives: an `Interval` whose estimate is the posterior's mean."""

    successes: int | Any = field(default=0, repr=False)
    prior: tuple[float, float] = (0.5, 0.5)

    @property
    def rate(self) -> float | Any:
        """The observed rate, which must be that of a claim."""
        return self.successes / self.n

    @property
    def mean(self) -> float | Any:
        """The mean of the posterior: (successes + a)/(n + a + b) under the prior Beta(a, b)."""
        return self.estimate

    @property
    def mode(self) -> float | Any:
        """Where the posterior is highest, also known as MAP: (successes + a - 1)/(n + a + b - 2), or an end."""
        above, below = self._shapes
        with np.errstate(divide="ignore", invalid="ignore"):
            inner = (above - 1) / (above + below - 2)
        return checks.plain(np.where(above <= 1, 0, np.where(below <= 1, 1, inner)))

    def beyond(self, value: ArrayLike) -> float | Any:
        """The probability that the rate lies above a value."""
        value, _ = checks.together(value=(value, checks.rates), n=(self.n, checks.sizes))
        return checks.plain(betaincc(*self._shapes, value))

    @property
    def _shapes(self):
        successes = np.asarray(self.successes, dtype=float)
        return successes + self.prior[0], self.n - successes + self.prior[1]


@documented
def beta_posterior(
    successes: ArrayLike, n: ArrayLike, prior: tuple[float, float] = (0.5, 0.5), level: float = 0.95
) -> RatePosterior:
    """The posterior of a rate: what to believe of it after so many right answers, if the prior was right before.

    The prior Beta(a, b) counts like a right and b wrong answers that were seen before, and the posterior is
    Beta(successes + a, n - successes + b). The interval cuts (1 - level)/2 off each side of it. Where the posterior is
    highest at 0 or at 1, as at 20 of 20 under priors with b of 1 or less, the interval reaches that end, and holds
    (1 + level)/2: the endpoint rule of `jeffreys_interval`, which this is under the default prior.

    No prior says nothing. Jeffreys' Beta(1/2, 1/2), the default, and the uniform Beta(1, 1) are two among many: at 20
    of 20, the rate that the posterior exceeds with 95% is 0.910 under the first and 0.867 under the second.

    How often it holds a fixed truth: with 10 to 200 items and true rates of 50 to 99%, the default at 95% does in 94.9%
    of all samples or more on average over the rates, and in 86.8% at the worst rate (Wilson's interval: 95.1% and
    83.5%). Under the uniform prior the worst is 79.0%.

    Parameters
    ----------
    {successes, n}
    prior : pair of float
        a and b, each from 0.01 to a million.
    {level}

    Returns
    -------
    RatePosterior
        An `Interval` whose estimate is the posterior's `mean`. Its `mode` (MAP) is the likeliest rate under a uniform
        prior, k/n, and 0 or 1 where the posterior is highest there; `beyond(value)` is the probability of a rate above
        a value. For arrays all are arrays.

    References
    ----------
    Brown, Cai and DasGupta 2001, Statistical Science 16, 101-133, for the interval under Jeffreys' prior.

    Examples
    --------
    >>> posterior = beta_posterior(84, 100)
    >>> print(posterior)
    83.7% (95% Jeffreys posterior 75.9%-90.2%)
    >>> round(posterior.mode, 3), round(posterior.beyond(0.8), 3)
    (0.843, 0.842)
    >>> [round(beta_posterior(20, 20, prior, level=0.9).low, 3) for prior in ((0.5, 0.5), (1, 1))]
    [0.91, 0.867]
    """
    k, n = checks.right_of(successes, n)
    a, b = _pair(prior)
    level = checks.level(level)
    too_many = f"n must be at most {LARGEST_EXACT:,} here: got {{}}; the ends have too few digits beyond"
    checks.refuse(n > LARGEST_EXACT, too_many, n)
    low, high = _beta_middle(k, n, level, a, b)
    name = {(0.5, 0.5): "Jeffreys posterior", (1.0, 1.0): "uniform posterior"}.get((a, b))
    name = name or f"posterior from Beta({a:g}, {b:g})"
    made = RatePosterior._computed(low, high, (k + a) / (n + a + b), level, name, n=n.astype(int))
    _set(made, "successes", checks.plain(k, int))
    _set(made, "prior", (a, b))
    return made


LEAST_PRIOR, MOST_PRIOR = 0.01, 1e6


def _pair(prior):
    """The two parameters of a Beta prior."""
    numbers = _weights(prior, "prior")
    if numbers.shape != (2,):
        raise checks.WrongValue("prior", "must be a pair (a, b), such as (0.5, 0.5)")
    return tuple(numbers.tolist())


def _weights(value, name, least=LEAST_PRIOR):
    """What a prior counts for, in items."""
    array = checks.numbers(value, name)
    outside = (array < least) | (array > MOST_PRIOR)
    range_ = f"{least:g} and {MOST_PRIOR:,.0f}"
    checks.refuse(outside, f"{name} must lie between {range_}: got {{}}; give 1 for a uniform prior", array)
    return array


# Two systems on the same items


@dataclass(frozen=True, eq=False)
@prints_itself
class PairedPosterior(Interval):
    """What `paired_posterior` gives: an `Interval` of the difference, first minus second, around its mean."""

    n_only_first: int | Any = field(default=0, repr=False)
    n_only_second: int | Any = field(default=0, repr=False)
    prior: float = 1.0

    @property
    def mean(self) -> float | Any:
        """The mean of the posterior of the difference."""
        return self.estimate

    @property
    def better(self) -> float | Any:
        """The probability that the first system is better. It is no effect: 99% may be a tenth of a point."""
        first, second, _ = self._shapes
        return checks.plain(betainc(second, first, 0.5))

    @property
    def worse(self) -> float | Any:
        """The probability that the second system is better: under a uniform prior half of McNemar's mid-p."""
        first, second, _ = self._shapes
        return checks.plain(betainc(first, second, 0.5))

    def beyond(self, value: ArrayLike) -> float | Any:
        """The probability that the difference lies above a value; `beyond(0)` is `better`."""
        value, _ = checks.together(value=(value, checks.correlations), n=(self.n, checks.sizes))
        return checks.plain(_beyond(value, *self._shapes))

    @property
    def _shapes(self):
        return _shapes(
            *(np.asarray(x, dtype=float) for x in (self.n_only_first, self.n_only_second, self.n)), self.prior
        )

    def __str__(self):
        each = zip(*map(np.ravel, (self.better, self.low, self.high, self.estimate)), strict=True)
        return "\n".join(
            f"P(first better) {_chance(p)}; {Interval(*one, self.level, self.method, self.unit)}" for p, *one in each
        )


@documented
def paired_posterior(
    n_only_first: Pairs | ArrayLike,
    n_only_second: ArrayLike | None = None,
    n: ArrayLike | None = None,
    level: float = 0.95,
    prior: float = 1.0,
    *,
    independent: bool = False,
) -> PairedPosterior:
    """The posterior of two systems on the same items: whether the first is better, and by how much.

    The shares of items that both get right, only the first, only the second, or none, have the prior
    Dirichlet(1, 1, 1, 1): any four shares are as likely as any others. Then the share of the flips that go to the first
    is Beta(b + 1, c + 1), the share of items that flip is Beta(b + c + 2, n - b - c + 2), the two are independent, and
    the difference is flips × (2 share - 1).

    P(first better) needs the first of them alone: the share above one half, under a uniform prior. Where b is larger
    than c, P(second better) is exactly half of McNemar's two-sided mid-p. So it can do no more than that p can: to
    look again and again until it reaches 97.5% is as wrong. (At b = c it is 1/2, and mid-p is 1 less half the chance
    of the tie.) It is no effect either: how much better is the difference.

    How often the 95% interval holds a fixed difference: with 20 to 200 items of which 6 to 30% flip, equally or all one
    way, in 93.0% of all samples or more. It is wide where flips are few, and holds nearly every time: in 99% or more at
    20 items and 6% flips.

    Parameters
    ----------
    n_only_first, n_only_second : int or array of int
        Items that only the first, and only the second system got right: b and c. Or `Pairs` in place of all three.
    n : int or array of int
        All shared items.
    {level}
    prior : float
        What each of the four cells counts for before the data, 0.5 or more; 1, uniform, by default. No value of it
        means "no prior".
    {independent}

    Returns
    -------
    PairedPosterior
        An equal-tailed `Interval` of the difference, in points, whose estimate is the posterior's `mean`; the
        probabilities `better`, `worse` and `beyond(value)`. For arrays all are arrays.

    References
    ----------
    Why half the mid-p: P(Beta(b + 1, c + 1) < 1/2) is the chance of more than b heads in b + c + 1 tosses. They are
    there before the last toss, or b are and the last is a head: P(more than b of b + c) + P(b of b + c)/2. On reading
    mid-p as such a probability: Routledge 1994, Canadian Journal of Statistics 22, 103-110.

    Examples
    --------
    >>> from give_or_take import mcnemar_test
    >>> posterior = paired_posterior(9, 2, 60)
    >>> print(posterior)
    P(first better) 98.1%; +10.9 points (95% uniform posterior +0.6 to +22.0
    points)
    >>> round(posterior.worse, 4), round(mcnemar_test(9, 2).p_value / 2, 4)
    (0.0193, 0.0193)
    >>> round(posterior.beyond(0.05), 3)  # better by five points or more
    0.87
    """
    b, c, n, prior = _flips(n_only_first, n_only_second, n, prior, independent)
    level = checks.level(level)
    first, second, rest = _shapes(b, c, n, prior)
    low, high = _difference_ends(first, second, rest, (1 - level) / 2)
    mean = (first - second) / (n + 4 * prior)
    name = "uniform posterior" if prior == 1 else f"posterior from Dirichlet({prior:g})"
    made = PairedPosterior._computed(low, high, mean, level, name, "points", n.astype(int))
    _set(made, "n_only_first", checks.plain(b, int))
    _set(made, "n_only_second", checks.plain(c, int))
    _set(made, "prior", prior)
    return made


def _flips(n_only_first, n_only_second, n, prior, independent):
    """The three counts, and what the prior counts for in each cell."""
    b, c, n = _counts(independent, "sign_flip_test", n_only_first=n_only_first, n_only_second=n_only_second, n=n)
    checks.refuse(n == 0, "n must be at least 1: got {}; without items there is nothing to compare", n)
    checks.refuse(
        b + c > n,
        f"n must be at least {checks.called('n_only_first')} and n_only_second together: got {{}} for {{}} and {{}}; "
        "give all shared items, not only the flips",
        n,
        b,
        c,
    )
    checks.refuse(n > MOST_PAIRED, f"n must be at most {MOST_PAIRED:,} here: got {{}}; check it", n)
    return b, c, n, checks.single(_weights(prior, "prior", least=0.5), "prior")


def _shapes(b, c, n, prior):
    """Of the Dirichlet posterior: for flips to the first, for flips to the second, for all other items."""
    return b + prior, c + prior, n - b - c + 2 * prior


MOST_PAIRED = 10**8
TINY = 1e-17  # the chance of what is left out on each side


def _beyond(value, first, second, rest):
    """P(difference > value) for any value from -1 to 1."""
    value, first, second, rest = np.broadcast_arrays(value, first, second, rest)
    up = value >= 0
    above = _above(np.abs(value), np.where(up, first, second), np.where(up, second, first), rest)
    return np.where(up, above, 1 - above)


def _above(value, first, second, rest):
    """P(flips × (2 share - 1) > value), for values from 0 on: over the flips, the chance that the share is enough.

    With few flips no share is enough, with many any is: the sum is over those between.
    """
    flips = first + second
    fewest, most = betaincinv(flips, rest, TINY), 1 - betaincinv(rest, flips, TINY)
    least, largest = 2 * betaincinv(first, second, TINY) - 1, 1 - 2 * betaincinv(second, first, TINY)
    with np.errstate(divide="ignore", invalid="ignore"):
        start = np.where(largest > 0, value / largest, 1)
        end = np.where(least > 0, value / least, 1)
    start = np.clip(start, fewest, most)
    end = np.clip(end, start, most)
    points, parts = MEANS
    steps, parts = points**2 * (3 - 2 * points), 6 * points * (1 - points) * parts  # denser near both ends
    at = start[..., None] + (end - start)[..., None] * steps
    f, s, r, v = (x[..., None] for x in (flips, first, rest, value))
    with np.errstate(divide="ignore"):
        density = np.exp(xlogy(f - 1, at) + xlog1py(r - 1, -at) - betaln(f, r))
    enough = betaincc(s, f - s, np.minimum((1 + v / at) / 2, 1))
    some = (density * enough) @ parts * (end - start)
    return np.where(value == 0, betaincc(first, second, 0.5), np.minimum(some + betaincc(flips, rest, end), 1))


def _difference_ends(first, second, rest, tail):
    """The differences with this chance below, and above them."""
    items = first + second + rest
    mean = (first - second) / items
    spread = np.sqrt(((first + second) / items - mean**2) / (items + 1))
    found = []
    for wanted in (ndtri(tail), -ndtri(tail)):  # the chance of a lower difference, in standard errors
        low, high, slope = np.full(mean.shape, -1.0), np.ones(mean.shape), 1 / spread
        at = np.clip(mean + wanted * spread, low, high)
        off = wanted + ndtri(_beyond(at, first, second, rest))
        for _ in range(100):  # along the last chord, or half-way where that leaves what is known to hold the end
            low, high = np.where(off > 0, at, low), np.where(off > 0, high, at)
            moved = at + off / slope
            moved = np.where((low <= moved) & (moved <= high), moved, (low + high) / 2)
            moved_off = wanted + ndtri(_beyond(moved, first, second, rest))
            with np.errstate(divide="ignore", invalid="ignore"):
                chord = (off - moved_off) / (moved - at)
            slope = np.where(np.isfinite(chord) & (chord > 0), chord, slope)
            small = np.abs(moved - at) < 1e-10
            at, off = moved, moved_off
            if small.all():
                break
        found.append(at)
    return found


def _chance(p):
    """A probability in words."""
    if 0 < p < 0.001 or 0.999 < p < 1:
        return "below 0.1%" if p < 0.5 else "above 99.9%"
    return f"{shown(100 * p, 1, ())}%"


@prints_itself
@dataclass(frozen=True)
class ThreeAnswers:
    """What `practical_equivalence` gives: three probabilities that add up to 1. It prints them, and a verdict."""

    better: float | Any
    same: float | Any
    worse: float | Any
    margin: float | Any
    level: float = 0.95

    @property
    def verdict(self) -> str:
        """The answer that is probable enough, or that none is."""
        return self._verdicts[0] if np.ndim(self.better) == 0 else "\n".join(self._verdicts)

    @property
    def _verdicts(self):
        return [_answer(*one, self.level) for one in self._each()]

    def _each(self):
        return zip(*map(np.ravel, (self.better, self.same, self.worse, self.margin)), strict=True)

    def __str__(self):
        return "\n".join(
            f"better by {points(d)} or more {_chance(up)}, practically the same {_chance(same)}, worse by {points(d)} "
            f"or more {_chance(down)}: {_answer(up, same, down, d, self.level)}"
            for up, same, down, d in self._each()
        )


def _answer(better, same, worse, margin, level):
    if better >= level:
        return f"the first is better by at least {points(margin)}"
    if worse >= level:
        return f"the first is worse by at least {points(margin)}"
    return "practically the same" if same >= level else f"undecided, as none reaches {percent(level)}"


@documented
def practical_equivalence(
    n_only_first: Pairs | ArrayLike,
    n_only_second: ArrayLike | None = None,
    n: ArrayLike | None = None,
    *,
    margin: ArrayLike,
    level: float = 0.95,
    prior: float = 1.0,
    independent: bool = False,
) -> ThreeAnswers:
    """Three answers instead of two: the first is better by the margin or more, worse by it, or practically the same.

    The probabilities of a difference beyond the margin, of one within it (the *region of practical equivalence*), and
    of one beyond it on the other side, under `paired_posterior`. An answer is given if its probability reaches the
    level; if none does, the data do not decide. Choose the margin before you see the results.

    Kruschke's rule for such a region asks instead whether the 95% interval of highest density lies within it, or wholly
    outside, which takes a probability of about 97.5% for "better".

    Where the true difference is the margin itself, neither "better" nor "the same" is earned. With 50 to 500 items, 6
    to 30% flips and margins of 2 and 5 points, the first was given in at most 4.9% of all samples at the level of 0.95,
    the second in at most 6.5%.

    Parameters
    ----------
    n_only_first, n_only_second, n : int or array of int
        Flips to the first, flips to the second, and all shared items, as in `paired_posterior`. Or `Pairs`.
    margin : float or array
        The least difference that matters, a fraction above 0 and below 1: 0.02 is two points.
    level : float
        From which probability on an answer is given, above 0.5.
    prior : float
        As in `paired_posterior`.
    {independent}

    Returns
    -------
    ThreeAnswers
        `better`, `same` and `worse`, and the `verdict` in words. For arrays the probabilities are arrays.

    References
    ----------
    Kruschke 2018, Advances in Methods and Practices in Psychological Science 1, 270-280, doi:10.1177/2515245918771304.

    Examples
    --------
    >>> print(practical_equivalence(9, 2, 60, margin=0.02))
    better by 2 points or more 95.5%, practically the same 3.7%, worse by 2
    points or more 0.8%: the first is better by at least 2 points
    >>> practical_equivalence(30, 28, 2000, margin=0.01).verdict
    'practically the same'
    >>> practical_equivalence(9, 5, 60, margin=0.02).verdict
    'undecided, as none reaches 95%'
    """
    level = checks.level(level)
    if level <= 0.5:
        raise checks.WrongValue("level", f"must lie above 0.5: got {level:.6g}; below, two answers could be given")
    b, c, n, prior = _flips(n_only_first, n_only_second, n, prior, independent)
    counts = {"n_only_first": b, "n_only_second": c, "n": n}
    margin, *counts = checks.together(
        margin=(margin, checks.margins), **{x: (y, checks.counts) for x, y in counts.items()}
    )
    first, second, rest = _shapes(*counts, prior)
    better, worse = _above(margin, first, second, rest), _above(margin, second, first, rest)
    same = np.maximum(1 - better - worse, 0)
    return ThreeAnswers(*(checks.plain(x) for x in (better, same, worse, margin)), level)


# Slices


@prints_itself
@dataclass(frozen=True)
class Pooled:
    """What `partial_pooling` gives: for each slice its own interval, and the one that is pulled towards the others."""

    names: tuple[str, ...]
    successes: Any
    n: Any
    raw: Interval
    pooled: Interval
    average: Interval  # of the true rates of slices like these
    spread: Interval  # their standard deviation, a fraction

    @property
    def worst(self) -> int:
        """The place of the slice with the lowest observed rate."""
        return int(np.argmin(self.successes / self.n))

    def __str__(self):
        level = percent(self.raw.level)
        rows = [("slice", "right of n", f"raw, {level}", f"pooled, {level}")]
        for i, name in enumerate(self.names):
            short = name if len(name) <= 16 else f"{name[:15]}…"
            both = (_short(x.low[i], x.high[i], x.estimate[i]) for x in (self.raw, self.pooled))
            rows.append((short, f"{self.successes[i]:,} of {self.n[i]:,}", *both))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
        low, high = (f"{100 * end:.1f}" for end in self.spread)
        lines.append(
            f"True rates of such slices: {_short(*self.average, self.average.estimate)} on average, with a standard "
            f"deviation of {100 * self.spread.estimate:.1f} points ({low} to {high})."
        )
        return "\n".join([*lines, WARNING])


def _short(low, high, estimate):
    """An interval in a table: what it is stands above."""
    return f"{_value(estimate, (high - low) / 2, '%')} ({Interval(low, high, estimate)._range})"


WARNING = (
    "Pooled intervals are right on average over the slices. For the one that looks worst, the pooled interval is right "
    "if all slices are of one kind, and far too often wrong if that one is truly different: 60% among nineteen at 85% "
    "was missed in half of all samples. Read raw and pooled side by side."
)


@documented
def partial_pooling(successes: BySlice, n: BySlice, level: float = 0.95) -> Pooled:
    """Each slice's rate, pulled towards the others as far as the slices are alike: beta-binomial, fully Bayesian.

    Slices are taken to be drawn from one population of slices, whose rates are Beta distributed with a mean and a
    spread. Both are unknown. The prior: the mean is uniform on 0 to 1, and so is the spread, as the standard deviation
    over the largest that there could be with this mean. They are integrated on a grid and not estimated: an estimate of
    the spread is often 0, and then all slices get one rate and intervals that are far too narrow.

    An average over slices, and no promise for one. With 5 to 30 slices of 20 to 100 items whose true rates are normal
    around 84%, their standard deviation 0 to 10 points, the 95% intervals hold the truth in 92.7% or more, all slices
    counted; and of the slice that looks worst, picked for that, in 94.1% or more, where its own Wilson interval falls
    to 40.1%. But where one slice is truly at 60% and all others at 85%, its pooled interval holds that in 86 to 91% of
    the samples with 5 slices, in 49 to 56% with 20, and in 30 to 36% with 30. Which of the two it is, the counts hardly
    say: so both stand side by side. Where one slice gets worse, others may be pulled less, and their ends may rise.

    Parameters
    ----------
    successes, n : list, column or dict
        Right answers of each slice, out of how many; three slices or more. Of two hardly anything can be learned about
        how slices vary: the prior would decide.
    {level}

    Returns
    -------
    Pooled
        `names`, `successes`, `n`; `raw` and `pooled`, two `Interval` of arrays: Wilson's, and equal-tailed ones around
        the posterior's mean, to a hundredth of a point; `average` and `spread`, the mean of the population and its
        standard deviation, to a tenth. It prints as a table, with a warning.

    Raises
    ------
    TypeError, ValueError
        If counts are not counts, a slice has no items, there are fewer than three slices or more than a million items
        in one, or lengths or labels differ.

    References
    ----------
    Gelman et al. 2013, Bayesian Data Analysis, third edition, chapter 5, for the model, with another prior.

    Examples
    --------
    >>> right = {"billing": 36, "delivery": 26, "refunds": 13, "account": 9}
    >>> print(partial_pooling(right, {"billing": 40, "delivery": 30, "refunds": 20, "account": 10}))
    slice     right of n  raw, 95%             pooled, 95%
    billing   36 of 40    90.0% (76.9%-96.0%)  87.0% (76.6%-95.3%)
    delivery  26 of 30    86.7% (70.3%-94.7%)  84.6% (72.7%-94.1%)
    refunds   13 of 20    65.0% (43.3%-81.9%)  73.0% (51.8%-87.7%)
    account   9 of 10     90.0% (59.6%-98.2%)  84.6% (67.1%-97.3%)
    True rates of such slices: 79.5% (58.5%-90.7%) on average, with a
        standard deviation of 10.7 points (0.6 to 28.8).
    Pooled intervals are right on average over the slices. For the one that
        looks worst, the pooled interval is right if all slices are of one
        kind, and far too often wrong if that one is truly different: 60%
        among nineteen at 85% was missed in half of all samples. Read raw
        and pooled side by side.
    """
    level = checks.level(level)
    k, items = _by_slice(successes=successes, n=n)
    names = _labels(successes, len(k))
    if len(k) < LEAST_SLICES:
        raise checks.WrongValue(
            "successes",
            f"must hold at least {LEAST_SLICES} slices: from {len(k)} one cannot learn how slices vary; take "
            "wilson_interval of each",
        )
    checks.refuse(items > MOST_IN_SLICE, f"n must be at most {MOST_IN_SLICE:,} in a slice: got {{}}", items)
    a, b, weight = _population(k, items)
    mean, low, high = _pulled(k, items, a, b, weight, level)
    average = a / (a + b)
    spread = np.sqrt(average * (1 - average) / (a + b + 1))
    return Pooled(
        names,
        k.astype(int),
        items.astype(int),
        wilson_interval(k, items, level),
        Interval(low, high, mean, level, "pooled", n=items),
        *(_of_grid(values, weight, level) for values in (average, spread)),
    )


LEAST_SLICES, MOST_IN_SLICE = 3, 10**6
LARGEST_PRIOR = 1e8  # items that a prior counts for: logarithms of larger ones have too few digits


def _nodes(many):
    """So many points from 0 to 1, and what part of it each stands for: Gauss and Legendre's."""
    points, parts = np.polynomial.legendre.leggauss(many)
    return (points + 1) / 2, parts / 2


SPREADS, MEANS = _nodes(32), _nodes(64)


def _labels(successes, many):
    """The names of slices, as labels of a dict or a column say; else their numbers."""
    if isinstance(successes, Mapping):
        return tuple(map(str, successes))
    rows = successes.index.tolist() if hasattr(successes, "index") and hasattr(successes, "to_numpy") else None
    return tuple(map(str, rows)) if rows and rows != [*range(many)] else tuple(f"slice {i + 1}" for i in range(many))


def _population(k, n):
    """Beta distributions that slices may be drawn from, and how probable each is after the data.

    A grid over the cube root of the relative spread, as far as it is probable, and for each spread over such means as
    are probable with it: where slices are large, a small spread leaves only a thin strip of them.
    """
    (k, n), times = np.unique([k, n], axis=1, return_counts=True)
    low, high = 0.0, 1.0
    for _ in range(4):
        points, parts = SPREADS
        root = low + (high - low) * points
        size = np.minimum(1 / root**6 - 1, LARGEST_PRIOR)[:, np.newaxis]
        mean, log, width = _means(k, n, times, size)
        weight = np.exp(log - log.max()) * np.outer(root**2 * parts * width, MEANS[1])
        there = np.flatnonzero(weight.max(1) > 1e-12 * weight.max())
        edges = np.array([low, *root, high])
        low, high = edges[there[0]], edges[there[-1] + 2]
    enough = weight > 1e-12 * weight.max()
    return (mean * size)[enough], ((1 - mean) * size)[enough], weight[enough] / weight[enough].sum()


def _means(k, n, times, size):
    """For each size of the prior, a row of means that are probable with it, how probable, and how far they reach."""
    left, right = np.zeros(len(size)), np.ones(len(size))
    rows, points = np.arange(len(size)), MEANS[0]
    for _ in range(8):
        mean = left[:, None] + np.outer(right - left, points)
        log = _log_weight(k, n, times, mean * size, (1 - mean) * size)
        there = log > log.max(1, keepdims=True) - 28
        first, last = there.argmax(1), len(points) - 1 - there[:, ::-1].argmax(1)
        if (last - first).min() > len(points) / 3:
            break
        edges = np.column_stack([left, mean, right])
        left, right = edges[rows, first], edges[rows, last + 2]
    return mean, log, right - left


def _of_grid(values, weight, level):
    """The mean of what a grid holds, and its middle part."""
    order = np.argsort(values, kind="stable")
    ends = np.interp([(1 - level) / 2, (1 + level) / 2], np.cumsum(weight[order]) - weight[order] / 2, values[order])
    return Interval(*ends, weight @ values, level, "posterior")


def _log_weight(k, n, times, a, b):
    """The logarithm of how well each Beta(a, b) fits the counts of all slices."""
    one = betaln(a, b)
    return sum(t * (betaln(a + right, b + items - right) - one) for right, items, t in zip(k, n, times, strict=True))


def _pulled(k, n, a, b, weight, level):
    """The mean and the ends of each slice's posterior, a mixture of Beta distributions."""
    (k, n), place = np.unique([k, n], axis=1, return_inverse=True)
    above, below = a + k[:, None], b + (n - k)[:, None]
    log = betaln(above, below)
    mean, tail, found = above / (above + below) @ weight, (1 - level) / 2, []
    for upper in (False, True):
        odds, low, high = logit(mean), np.full(mean.shape, -_FAR), np.full(mean.shape, _FAR)
        for _ in range(100):  # Newton's steps, and half-way where one would leave what is known to hold the end
            p, q = expit(odds), expit(-odds)
            chance = _beta(above, below, p[:, None], q[:, None], upper) @ weight
            slope = np.exp(above * np.log(p)[:, None] + below * np.log(q)[:, None] - log) @ weight
            further = (chance > tail) == upper
            low, high = np.where(further, odds, low), np.where(further, high, odds)
            moved = _newton(odds, chance, slope, tail, upper)
            moved = np.where((low <= moved) & (moved <= high), moved, (low + high) / 2)
            small = np.abs(moved - odds) < 1e-10
            odds = moved
            if small.all():
                break
        found.append(expit(odds))
    return [one[place.ravel()] for one in (mean, *found)]


# How many items


@prints_itself
@dataclass(frozen=True)
class DecisionPlan:
    """What `items_until_decided` gives: a number of items, and the chance of a decision with any other."""

    items: int
    share_only_first: float
    share_only_second: float
    threshold: float = 0.975
    pilot: int | None = None

    def chance(self, n: int) -> float:
        """The chance that P(first better) reaches the threshold with n shared items."""
        n = checks.count(n, "n", most=MOST_PLANNED)
        return float(_decided([n], _design(self), self.threshold)[0])

    def wrong_chance(self, n: int) -> float:
        """The chance that P(second better) reaches it."""
        n = checks.count(n, "n", most=MOST_PLANNED)
        return float(_decided([n], _design(self).swapped, self.threshold)[0])

    def __str__(self):
        doubt = "" if self.pilot is None else f", in the doubt of a pilot of {checks.number_of(self.pilot, 'item')}"
        chance, wrong = self.chance(self.items), self.wrong_chance(self.items)
        return (
            f"{checks.number_of(self.items, 'shared item')}: P(first better) reaches {percent(self.threshold)} with "
            f"chance {_chance(chance)}, P(second better) with chance {_chance(wrong)}{doubt}"
        )


@documented
def items_until_decided(
    share_only_first: float,
    share_only_second: float,
    power: float = 0.8,
    threshold: float = 0.975,
    pilot: int | None = None,
) -> DecisionPlan:
    """How many items two systems must share, so that P(first better) reaches the threshold with this chance.

    The chance is summed over every result that could come up. If the shares are true, it is `mcnemar_power` at
    alpha=0.025 and sides=1, since P(first better) of 0.975 is a one-sided mid-p of 0.025. The answer is the number of
    items from which on it is enough, as seen so many items ahead as give five flips, or fewer where they are many.

    Shares from a pilot are not the truth. Where `pilot` items stand behind them, the chance is averaged over
    `paired_posterior` of the pilot, and with ever more items it tends to P(first better) after the pilot, not to 1.
    Shares of 8% and 4% give a decision with chance 0.959 at 1,000 items if they are the truth, and with 0.674 if they
    were seen on 100 items.

    Parameters
    ----------
    share_only_first, share_only_second : float
        The shares of items that only the first, and only the second gets right; the first is larger.
    {power}
    threshold : float
        What P(first better) must reach, above 0.5.
    pilot : int, optional
        How many items the shares were seen on. Without it they are the truth.

    Returns
    -------
    DecisionPlan
        `items`, and `chance(n)` and `wrong_chance(n)` of a decision for the first, and for the second, at other n.

    Raises
    ------
    TypeError, ValueError
        If the first share is not the larger one, the shares exceed 1 together or are no counts of the pilot's items,
        the power lies above what a pilot lets hope, more than 100,000 items would be needed, or an argument does not
        fit.

    References
    ----------
    Pan and Banerjee 2021, arXiv:2112.03509, for a prior of the design beside that of the analysis.

    Examples
    --------
    >>> plan = items_until_decided(0.08, 0.04)
    >>> print(plan)
    577 shared items: P(first better) reaches 97.5% with chance 80.0%,
    P(second better) with chance below 0.1%
    >>> round(plan.chance(500), 3)
    0.742
    >>> print(items_until_decided(0.08, 0.04, pilot=100))
    5,852 shared items: P(first better) reaches 97.5% with chance 80.0%,
    P(second better) with chance 8.7%, in the doubt of a pilot of 100 items
    """
    shares = {"share_only_first": share_only_first, "share_only_second": share_only_second}
    first, second = (checks.single(checks.rates(value, name), name) for name, value in shares.items())
    _shares(first, second)
    power, threshold = checks.power(power), checks.level(threshold, "threshold")
    if threshold <= 0.5 or threshold > 1 - 1e-9:
        raise checks.WrongValue("threshold", f"must lie above 0.5 and below 1: got {threshold:.10g}; write 0.975")
    if first - second < checks.SMALLEST_MARGIN:
        raise checks.WrongValue(
            "share_only_first",
            f"must be larger than {checks.called('share_only_second')}: got {first:.6g} and {second:.6g}; name the "
            "system first that you expect to be better",
        )
    if pilot is not None:
        pilot = checks.count(pilot, "pilot", most=10**6)
        for name, share in zip(shares, (first, second), strict=True):
            count = share * pilot
            if abs(count - round(count)) > 1e-6 * max(count, 1):
                raise checks.WrongValue(
                    "pilot",
                    f"does not fit {checks.called(name)}: {share:.6g} of {pilot:,} is no whole number; give the "
                    "number of items that the shares come from",
                )
    plan = DecisionPlan(0, first, second, threshold, pilot)
    design = _design(plan)
    limit = 1.0 if pilot is None else float(betainc(design.second, design.first, 0.5))
    if power >= limit:
        raise checks.WrongValue(
            "power",
            f"must lie below {limit:.3f}: got {power:.6g}; that is P(first better) after the pilot, which the chance "
            "tends to with ever more items",
        )
    items = _from_which_on(lambda n: _decided(n, design, threshold) >= power * (1 - 1e-12), first + second)
    if items is None:
        raise checks.WrongValue(
            "power",
            f"is too high: {MOST_PLANNED:,} items decide with chance "
            f"{_decided([MOST_PLANNED], design, threshold)[0]:.3f}; ask for less, or look for a larger "
            "difference",
        )
    return DecisionPlan(items, first, second, threshold, pilot)


MOST_PLANNED = 100_000


class Design(NamedTuple):
    """Where flips come from: two shares of the items, or two counts of a Dirichlet distribution and the other items."""

    first: float
    second: float
    rest: float | None = None  # none for shares

    @property
    def swapped(self):
        return self._replace(first=self.second, second=self.first)


def _design(plan):
    first, second = plan.share_only_first, plan.share_only_second
    if plan.pilot is None:
        return Design(first, second)
    first, second = round(first * plan.pilot), round(second * plan.pilot)
    return Design(first + 1, second + 1, plan.pilot - first - second + 2)


def _decided(n, design, threshold):
    """The chance that P(first better) reaches the threshold, for each number of items."""
    first, second, rest = design
    n = np.asarray(n)[:, np.newaxis]
    if rest is None:
        flipping = min(first + second, 1.0)
        start, stop = _flips_to_expect(n.min(), flipping)[0][0], _flips_to_expect(n.max(), flipping)[0][-1]
        flips = np.arange(start, stop + 1)
        found = _found(flips, _limits(flips, 1 - threshold, "mid-p", 1), second / flipping, 1)
        chance = _binom().pmf(flips, n, flipping)
    else:
        flips = np.arange(n.max() + 1.0)
        found = _found_in_doubt(flips, _limits(flips, 1 - threshold, "mid-p", 1), first, second)
        chance = np.where(flips <= n, _beta_binomial(np.minimum(flips, n), n, first + second, rest), 0)
    return np.minimum(chance @ found, 1)


def _found_in_doubt(flips, limits, first, second):
    """P(limit or fewer go to the second), for each number of flips from 0 on; the share that does is Beta distributed.

    With one flip more, what is at the limit falls out if that flip goes to the second (Pólya's urn says how often), and
    where the limit rises by one, what is at the new limit comes in.
    """
    at = np.maximum(limits, 0)
    there = np.where(limits >= 0, _beta_binomial(at, flips, second, first), 0)
    fallen = there * (at + second) / (flips + first + second)
    rises = np.diff(limits, prepend=-1) > 0
    return np.cumsum(np.where(rises, there, 0)) - np.concatenate([[0], np.cumsum(fallen)[:-1]])


def _beta_binomial(k, n, a, b):
    choose = -betaln(k + 1, n - k + 1) - np.log(n + 1)
    return np.exp(choose + betaln(k + a, n - k + b) - betaln(a, b))


def _from_which_on(enough, flipping):
    """The number of items from which on it is enough, None if it is beyond what can be planned."""
    low, high = 0, 16
    while not enough(np.array([high]))[0]:
        if high == MOST_PLANNED:
            return None
        low, high = high, min(2 * high, MOST_PLANNED)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(np.array([middle]))[0] else (middle, high)
    while high <= MOST_PLANNED:
        ahead = high + np.arange(1, 2 + int(min(5 / flipping, MOST_CELLS / (high + 100))))
        short = np.flatnonzero(~enough(ahead))
        if not len(short):
            return high
        high = int(ahead[short[-1]]) + 1
    return None


MOST_CELLS = 2 * 10**6
