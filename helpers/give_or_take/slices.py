"""One average hides a split: slices, one mix for all, what the mix does to a total, and reversals: chapter 6.

A slice is a group of items: a difficulty, a language, a month. The **mix** is the share of each slice. A total is the
average of the rates of its slices, weighted with the mix, so that it moves if the rates move *or* if the mix does.

Arguments that go by slice have one entry for each slice: in the same order in all lists; by their labels if they are
dicts or pandas columns that name their rows (then all of them must). Rates and differences are fractions, and a
difference is a minus b, or after minus before. The two systems, or periods, are independent: two systems on the *same*
items have the same mix, and chapter 5 compares them.

The test of Cochran, Mantel and Haenszel is one call to statsmodels' `StratifiedTable`, and so is Breslow and Day's, of
one odds ratio in all slices; Cochran and Armitage's, of a trend along slices, is one to its `Table`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import chdtrc, fdtrc

from give_or_take import checks
from give_or_take.differences import _difference, fisher_mid_p_test, newcombe_interval, square_and_add
from give_or_take.docs import documented
from give_or_take.intervals import _wilson_at, wilson_interval
from give_or_take.results import EDGES, Interval, Test, prints_itself, shown
from give_or_take.standard_errors import _z

if TYPE_CHECKING:
    import pandas as pd

NUMBER = re.compile(r"[+-]?\d+\.?\d*")  # with which the name of a step, a length or a year begins

BySlice: TypeAlias = ArrayLike | Mapping[Any, float]


@documented
def slice_table(
    scores: ArrayLike,
    slices: Iterable[Any],
    other: ArrayLike | None = None,
    level: float = 0.95,
    adjust: str = "holm",
    small: int = 30,
) -> pd.DataFrame:
    """Each slice with its size, its rate and interval, and how it differs from the rest of the items.

    The rest are all items of the other slices: other items, so that the two rates are independent. Intervals are
    Wilson's for the rate and Newcombe's for the difference. p is Fisher's with mid-p (`fisher_mid_p_test`), for slices
    of any size: in small ones the pooled z-test alarms too often, in large ones the two agree. Of twenty slices that do
    not differ, one will look different at 0.05 on average, which is why p is also adjusted for the number of slices.
    The intervals are not adjusted: each has its level by itself. With two slices there is only one comparison, and
    nothing to adjust.

    Parameters
    ----------
    {scores and slices}
    {level}
    adjust : str
        `"holm"`, `"bonferroni"` (both: the chance of even one false alarm), `"benjamini-hochberg"` (the share of false
        alarms among the alarms), or `"none"`.
    small : int
        Slices with fewer items are flagged: their intervals are wide, and what they show is mostly luck.

    Returns
    -------
    DataFrame
        Of pandas, whatever the columns came in. One row a slice, the largest first, or by their numbers if each name
        begins with one: slice, right, n, rate, low, high, (other_rate,) difference, difference_low, difference_high,
        test, p_value, p_adjusted, small. All rates and differences are fractions. Level, adjustment and rule of the
        flag are kept in `.attrs`.
        To compare the two systems, see chapter 5.

    Raises
    ------
    TypeError, ValueError
        If scores are not 0 or 1, an item has no slice, lengths differ, there is only one slice, or `slices` has
        categories without items.

    References
    ----------
    Holm 1979, Scandinavian Journal of Statistics 6, 65-70; Benjamini and Hochberg 1995, Journal of the Royal
    Statistical Society B 57, 289-300, as statsmodels' `multipletests` has it.

    Examples
    --------
    >>> table = slice_table([1] * 45 + [0] * 5 + [1] * 6 + [0] * 4, ["easy"] * 50 + ["hard"] * 10)
    >>> print(table[["slice", "right", "n", "rate", "difference", "small"]].to_string(index=False))
    slice  right  n  rate  difference  small
     easy     45 50   0.9         0.3  False
     hard      6 10   0.6        -0.3   True
    """
    scores, other, code, names = _sliced(scores, slices, other)
    level, small = checks.level(level), checks.count(small, "small")
    checks.choice(adjust, "adjust", tuple(ADJUSTMENTS))
    pd = checks.library("pandas", "slice_table")

    right, n = np.bincount(code, scores), np.bincount(code)
    rest = right.sum() - right, n.sum() - n
    rate, difference = wilson_interval(right, n, level), newcombe_interval(right, n, *rest, level)
    test = fisher_mid_p_test(right, n, *rest)
    p_value = test.p_value
    table = {
        "slice": pd.Series(names, dtype=object),
        "right": right.astype(int),
        "n": n,
        "rate": rate.estimate,
        "low": rate.low,
        "high": rate.high,
        "other_rate": None if other is None else np.bincount(code, other) / n,
        "difference": difference.estimate,
        "difference_low": difference.low,
        "difference_high": difference.high,
        "test": test.name,
        "p_value": p_value,
        "p_adjusted": p_value if len(n) == 2 else _adjusted(p_value, adjust),
        "small": n < small,
    }
    table = pd.DataFrame({name: column for name, column in table.items() if column is not None})
    table = table.iloc[_in_order(n, names)].reset_index(drop=True)
    table.attrs = {"level": level, "adjust": adjust, "small": f"fewer than {small} items"}
    return table


def _sliced(scores, slices, other):
    """0/1 scores, those of another system or None, the slice of each item from 0, and the names of the slices."""
    right, (code, names) = checks.right_or_wrong(scores), checks.labels(slices, "slices", "slice")
    checks.same_length(right, code, "scores", "slices")
    checks.same_rows(scores, slices, "scores", "slices")
    if other is not None:
        also = checks.right_or_wrong(other, "other")
        checks.same_length(also, right, "other", "scores")
        checks.same_rows(other, scores, "other", "scores")
        other = also
    possible = getattr(getattr(slices, "dtype", None), "categories", None)  # of pandas' categories or polars' Enum
    empty = [name for name in possible if name not in set(names)] if hasattr(possible, "__iter__") else []
    if empty:
        raise checks.WrongValue(
            "slices",
            f"has categories without items, such as {checks.shown(empty[0])} ({len(empty)} in all): there is no "
            "rate to show; leave them out (pandas: .cat.remove_unused_categories()), and say so",
        )
    if len(names) < 2:
        raise checks.WrongValue("slices", "must name at least two slices: with one there is no rest to compare it with")
    return right, other, code, names


def _in_order(n, names):
    """Slices that all begin with a number by it, any others the largest first."""
    numbers = [NUMBER.match(str(name)) for name in names]
    place = [float(number[0]) for number in numbers] if all(numbers) else [-count for count in n]
    return sorted(range(len(n)), key=lambda i: (place[i], -n[i], str(names[i]), repr(names[i])))


def holm(p_values):
    """Adjusted by Holm among those that are there. (Each call of statsmodels' `multipletests` collects all garbage.)"""
    there = sorted((p, k) for k, p in enumerate(p_values) if p is not None)
    adjusted, highest = [None] * len(p_values), 0.0
    for rank, (p, k) in enumerate(there):
        adjusted[k] = highest = max(highest, min(p * (len(there) - rank), 1.0))
    return adjusted


def _adjusted(p_values, adjust):
    if adjust == "holm":
        return np.array(holm(p_values), dtype=float)
    multitest = checks.library("statsmodels.stats.multitest", "slice_table")

    method = ADJUSTMENTS[adjust]
    return p_values if method is None else multitest.multipletests(p_values, method=method)[1]


def _standardised(k, n, share, level):
    """A rate on a mix, with its stratified Wilson interval: (rate, low, high)."""
    p = k / n
    error = share * np.sqrt(p * ((n - k) / n) / n)
    z = _z(level)
    if error.any():
        error = error / error.max()
        z = z * np.sqrt(error @ error) / error.sum()
    low, high = _wilson_at(k, n, z)
    rate = min(share @ p, 1.0)
    return rate, min(share @ low, rate), min(max(share @ high, rate), 1.0)


@documented
def standardised_difference(
    successes_a: BySlice, n_a: BySlice, successes_b: BySlice, n_b: BySlice, weights: BySlice, level: float = 0.95
) -> Interval:
    """The difference that two systems, or two sets of items, would have with the same mix of slices.

    Each rate is brought to the mix that you *name*, that of last month, of all traffic, of both test sets together: the
    rates of the slices, averaged with its shares. Another mix gives another number. The two intervals are put together
    as Newcombe's: square and add. With one slice it is `newcombe_interval`.

    The interval of each rate is the stratified Wilson interval. The standard errors of the slices add as the sides of a
    right triangle, while the ends of their intervals would add straight, as if all slices erred in the same direction.
    So each slice gets its Wilson interval not at z, but at

        z √(Σ w² v) / Σ w √v,   v = p(1 - p)/n of the slice, w its share,

    and their ends are averaged with the shares. It leans to caution where most slices have everything right or nothing
    (v = 0); if all have, z is left as it is. The sizes of the slices and the mix are taken as given: if the mix is
    itself an estimate, its noise is not in here.

    Parameters
    ----------
    {two systems by slice}
    weights : list, column or dict
        The mix: a count, share or percentage of each slice, above 0; they are divided by their sum. `n_a + n_b` of two
        arrays is the pooled mix.
    {level}

    Returns
    -------
    Interval
        Of the rate of a minus the rate of b, both with that mix, in points.

    Raises
    ------
    TypeError, ValueError
        If counts are not counts, a slice has no items or no weight, or lengths or labels differ.

    References
    ----------
    The interval of a rate: Yan and Su 2010, Statistics in Biopharmaceutical Research 2, 329-335, for weights that are
    given. Square and add for any two intervals: Zou and Donner 2008, Statistics in Medicine 27, 1693-1702. It is not
    quite the stratified Newcombe interval of Yan and Su 2010 (R's `tern`), and mostly a little narrower.

    Examples
    --------
    >>> women, of_women = np.array([89, 17, 202, 131, 94, 24]), np.array([108, 25, 593, 375, 393, 341])
    >>> men, of_men = np.array([512, 353, 120, 138, 53, 22]), np.array([825, 560, 325, 417, 191, 373])
    >>> print(standardised_difference(women, of_women, men, of_men, weights=of_women + of_men))
    +4.3 points (95% stratified Newcombe +0.6 to +7.7 points)
    """
    k_a, n_a, k_b, n_b, share = _by_slice(
        successes_a=successes_a, n_a=n_a, successes_b=successes_b, n_b=n_b, weights=weights
    )
    return _same_mix(k_a, n_a, k_b, n_b, share, checks.level(level))


def _same_mix(k_a, n_a, k_b, n_b, share, level):
    sides = (_standardised(k, n, share, level) for k, n in ((k_a, n_a), (k_b, n_b)))
    difference = _points(share @ _difference(k_a, n_a, k_b, n_b))
    return Interval(*square_and_add(difference, *sides), difference, level, "stratified Newcombe", "points")


def _by_slice(**named):
    """Counts (right and of how many, in pairs) and weights by slice in one order; the weights become shares."""
    columns, labels = {}, {}
    for name, value in named.items():
        if isinstance(value, Mapping):
            labels[name], value = [*value], [*value.values()]
        elif hasattr(value, "to_numpy") and hasattr(value, "index"):  # a pandas column
            rows = value.index.tolist()
            labels[name] = None if rows == [*range(len(rows))] else rows  # row numbers in their order are no labels
        check = checks.not_negative if name == "weights" else checks.counts
        columns[name] = checks.one_dimension(check(value, name), name, "slice")
    first, *others = named
    for name in others:
        order, given = labels.get(first), labels.get(name)
        if given != order:
            place = {label: i for i, label in enumerate(given or ())}
            if not order or len(place) < len(order) or place.keys() != {*order}:
                one, other = (first, name) if order else (name, first)
                got = " and ".join(checks.shown(labels[x]) if labels.get(x) else "no labels" for x in (one, other))
                raise checks.WrongValue(
                    one,
                    f"and {other} must name the same slices, each once: got {got}; label all arguments alike, or "
                    "none (.to_numpy() takes labels off, if the order is right)",
                )
            columns[name] = columns[name][[place[label] for label in order]]
        checks.same_length(columns[first], columns[name], first, name, "slice")
    for pair in zip([*named][::2], others[::2], strict=False):  # the weights, if any, come last
        checks.right_of(*(columns[name] for name in pair), pair)
    if "weights" in columns:
        weights = columns["weights"]
        left_out = "weights must be above 0: got {}; a slice that the mix does not have is left out of all arguments"
        checks.refuse(weights == 0, left_out, weights)
        columns["weights"] = weights / weights.sum()
    return columns.values()


def _in_points(difference):
    return shown(100 * difference, 1, EDGES, "+")


@prints_itself
class Parts(NamedTuple):
    """What of a change comes from the rates, and what from the mix; fractions."""

    rate_part: float
    mix_part: float

    def __str__(self):
        return f"rates {_in_points(self.rate_part)}, mix {_in_points(self.mix_part)}"


@prints_itself
class Kitagawa(NamedTuple):
    """What `kitagawa` gives. It prints as sentences, in points."""

    before: float
    after: float
    change: Interval
    rate_part: Interval
    mix_part: Interval
    mix_first: Parts
    rates_first: Parts
    sizes: str

    def __str__(self):
        return (
            f"From {shown(100 * self.before, 1, EDGES)}% to {shown(100 * self.after, 1, EDGES)}%, "
            f"{_in_points(self.change.estimate)} points. "
            f"From the rates: {self.rate_part}. From the mix: {self.mix_part}. Slice sizes {_SIZES[self.sizes]}. "
            f"In points, if the mix changes first: {self.mix_first}; if the rates do: {self.rates_first}."
        )


@documented
def kitagawa(
    successes_before: BySlice,
    n_before: BySlice,
    successes_after: BySlice,
    n_after: BySlice,
    level: float = 0.95,
    sizes: str = "given",
) -> Kitagawa:
    """A change of the total, split into what the rates did and what the mix did.

    The total is Σ s p over the slices, share times rate. Its change is exactly

        Σ (mean of the two shares)·(change of the rate) + Σ (mean of the two rates)·(change of the share),

    the rate part and the mix part. There are two other ways, both exact too, and the parts above are their means: let
    the mix change first, while the rates are still the old ones, or let the rates change first, while the mix is still
    the old one. Where the two disagree, how much "the mix" explains depends on the order: report both.

    The intervals are the delta method's: the part plus and minus z standard errors. As Wald's, they have no width
    where all rates are 0 or 1, and are too short for small slices; for the rate part alone, `standardised_difference`
    with the mean shares as weights does better.

    Parameters
    ----------
    successes_before, n_before, successes_after, n_after : list, column or dict
        Right answers of each slice, out of how many, before and after.
    {level}
    sizes : str
        `"given"`: the sizes of the slices are facts, as of two test sets that somebody composed, and only the rates are
        noisy. `"sampled"`: the items are a sample of traffic, so that the sizes are noisy as well (multinomial).

    Returns
    -------
    Kitagawa
        `before` and `after` (rates), `change`, `rate_part` and `mix_part` (intervals in points), and for each order,
        `mix_first` and `rates_first`, a pair of `rate_part` and `mix_part`. `print` gives the sentences.

    Raises
    ------
    TypeError, ValueError
        If counts are not counts, a slice has no items before or after, or lengths or labels differ.

    References
    ----------
    Kitagawa 1955, Journal of the American Statistical Association 50, 1168-1194.

    Examples
    --------
    >>> print(kitagawa([1380, 300], [1500, 500], [460, 900], [500, 1500]))
    From 84.0% to 68.0%, -16.0 points. From the rates: +0.0 points (95% delta -2.8 to +2.8 points). From the mix: \
-16.0 points (95% delta -17.4 to -14.6 points). Slice sizes as given. In points, if the mix changes first: \
rates +0.0, mix -16.0; if the rates do: rates +0.0, mix -16.0.
    """
    k1, n1, k2, n2 = _by_slice(
        successes_before=successes_before, n_before=n_before, successes_after=successes_after, n_after=n_after
    )
    level = checks.level(level)
    sampled = checks.choice(sizes, "sizes", tuple(_SIZES)) == "sampled"
    s1, s2, p1, p2 = n1 / n1.sum(), n2 / n2.sum(), k1 / n1, k2 / n2
    rise, shift = _difference(k2, n2, k1, n1), _difference(n2, n2.sum(), n1, n1.sum())
    share, rate = (s1 + s2) / 2, (p1 + p2) / 2

    def part(value, *slopes):
        """A part and its interval, from how fast it moves with the rates and with the shares, before and after."""
        variance = 0
        for (by_rate, by_share), p, k, n in zip(slopes, (p1, p2), (k1, k2), (n1, n2), strict=True):
            variance += np.sum(by_rate**2 * p * ((n - k) / n) / n)
            if sampled:
                s = n / n.sum()
                variance += np.sum(s * (by_share - np.sum(s * by_share)) ** 2) / n.sum()
        half, value = _z(level) * np.sqrt(variance), _points(value)
        return Interval(value - half, value + half, value, level, "delta", "points")

    return Kitagawa(
        min(k1.sum() / n1.sum(), 1.0),
        min(k2.sum() / n2.sum(), 1.0),
        part(_difference(k2.sum(), n2.sum(), k1.sum(), n1.sum()), (s1, p1), (s2, p2)),
        part(share @ rise, (share, rise / 2), (share, rise / 2)),
        part(rate @ shift, (shift / 2, rate), (shift / 2, rate)),
        Parts(_points(s2 @ rise), _points(p1 @ shift)),
        Parts(_points(s1 @ rise), _points(p2 @ shift)),
        sizes,
    )


@documented
def interaction_test(
    gains: ArrayLike,
    slices: Iterable[Any],
    clusters: Iterable[Any] | None = None,
    rng: np.random.Generator | None = None,
) -> Test:
    """Whether one system's gain over another differs between slices at all: the test before any slice is named.

    A gain is the first system's score on an item minus the second's. That the gain is significant in one slice and not
    in another shows no difference between the two slices: this one test asks for it.

    Independent items: the statistic is James's, X² = Σ w (d - D)², where d is the mean gain of a slice, D the mean of
    all d weighted with w = n/v, and v the variance of the gains in the slice. One item of the variance of all gains is
    added to each, so that v is above 0. Under "no difference" all slices have the gain D, each with its own spread: a
    small slice in which much flips is no news. 9,999 samples are drawn so, the observed one among them.

    Gains of -1, 0 and 1: each slice is drawn with the share of flips that is likeliest for it if its gain is D. With
    four slices or more that share moves towards the share of all, as far as they vary no more than by luck, and at most
    by its standard error. Then a second sample is drawn from the shares of each sample, to see how far p is off, and p
    is mended by that: a fast double bootstrap. v is here at least |G|(1 - |G|), with G the mean of all gains.

    Other gains: p is the larger of two. The signs of all distances from D are drawn anew, which asks for gains that
    spread as far up as down. And the slice labels are permuted, which is exact if labels say nothing about gains.

    Where each of the k slices has 20√k items that differ from its most frequent gain, p comes from the limit,
    chi-square with k - 1 degrees of freedom. With more than 10⁷ numbers to draw in all, 999 samples are drawn, and as
    few as 99 if those would be more than 10⁸: then the note gives the standard error of p.

    False alarms at 0.05, as `tools/studies/pass_coverage.py` counts them where no slice gains more: with 40% of flips
    in 10, 20 or 30 of 300 items or in 50 of 1,000, and 4% in the others, 4.1 to 6.1%. Where a small slice has but
    one to three flips, as few as 0.3%: that says nearly nothing. Where scores gain by rare large steps in one
    direction only, up to 13.4% with slices of 10 to 30 items.

    Items in clusters: Wald's statistic of "all slice means are equal" with the cluster-robust variance CR2, which lets
    a cluster hold items of several slices, referred to Hotelling's T² with degrees of freedom that Pustejovsky and
    Tipton match to independent items. If each cluster has as many items of each slice, this is Hotelling's own test.

    Parameters
    ----------
    gains : list, array or column of numbers
        One gain an item.
    slices : list, array or column of labels
        The slice of each item; at least two different ones.
    clusters : list, array or column of labels, optional
        The cluster of each item. Each slice has to lie in two at least.
    rng : numpy.random.Generator, optional
        Needed only where samples have to be drawn.

    Returns
    -------
    Test
        X² or F, and p. If all gains are equal, p is 1. Slices of one item, and slices in which nothing flips, count.

    References
    ----------
    The statistic and its chi-square limit: James 1951, Biometrika 38, 324-329; Welch's, 330-336, refers it to F. Two
    levels of samples: Davidson and MacKinnon 2007, Computational Statistics & Data Analysis 51, 3259-3281. Labels
    permuted, with the variance of each group: Chung and Romano 2013, Annals of Statistics 41, 484-507. The observed
    sample among those drawn: Phipson and Smyth 2010, Statistical Applications in Genetics and Molecular Biology 9, 39.
    In clusters: Pustejovsky and Tipton 2018, Journal of Business & Economic Statistics 36, 672-683; R's clubSandwich
    has it as `Wald_test(test="HTZ")`. Why at all: Gelman and Stern 2006, The American Statistician 60, 328-331.

    Examples
    --------
    >>> gains, slices = [1] * 9 + [0] * 21 + [-1] * 2 + [0] * 28, ["short"] * 30 + ["long"] * 30
    >>> print(interaction_test(gains, slices, rng=np.random.default_rng(1)))
    p < 0.001 (slice test, X² = 12.43, 9,999 samples)
    >>> print(interaction_test(gains, slices, clusters=[k % 6 for k in range(60)]))
    p = 0.006 (cluster-robust Wald test, F = 20.86, 6 clusters, 1 and 5 degrees of freedom)
    """
    gains, (code, names) = checks.scores(gains, "gains"), checks.labels(slices, "slices", "slice")
    checks.same_length(gains, code, "gains", "slices")
    checks.same_rows(gains, slices, "gains", "slices")
    if len(names) < 2:
        raise checks.WrongValue("slices", "must name at least two slices: one cannot differ from others")
    if rng is not None and not isinstance(rng, np.random.Generator):
        raise checks.WrongKind(
            "rng", f"must be a generator, not {checks.kind_of(rng)}; give numpy.random.default_rng(SEED)"
        )
    if clusters is None:
        return _alike(code, gains, np.ones(len(gains)), rng)
    cluster, labels = checks.labels(clusters, "clusters")
    checks.same_length(gains, cluster, "gains", "clusters")
    if len(labels) < 2:
        raise checks.WrongValue("clusters", "must name at least two clusters: one cannot show how much clusters vary")
    return _wald_by_slice(code, gains, np.ones(len(gains)), cluster)


DRAWS = 9_999
MOST_DRAWN = 10**7  # numbers in all samples; with more there are fewer samples


def _alike(code, gains, number, rng):
    """The test for independent items, from cells: the slice of each, its gain, and how many items it has."""
    name = "slice test"
    values, kind = np.unique(gains, return_inverse=True)
    _, code = np.unique(code, return_inverse=True)
    slices, n = code.max() + 1, number.sum()
    if len(values) < 2:
        return Test(name, 0.0, 1.0, "X²", "all gains are equal")
    three = _as_flips(values)
    values = values - (np.bincount(kind, number) @ values) / n
    if values[0] + values[-1] < 0:  # the same for gains of the other sign
        values, kind = -values[::-1], len(values) - 1 - kind
        three = None if three is None else -three[::-1]
    values = (values / np.abs(values).max() if three is None else three)[kind]
    sizes, sums, squares = (np.bincount(code, number * values**power) for power in range(3))
    cells, at = np.unique(code * len(values) + kind, return_inverse=True)
    most = np.zeros(slices)
    np.maximum.at(most, cells // len(values), np.bincount(at, number))
    if np.min(sizes - most) >= 20 * np.sqrt(slices):
        observed = _james(sizes, sums, squares, flips=False)[0].item()
        return Test(name, observed, chdtrc(slices - 1, observed), "X²", f"χ² with {slices - 1:,} df")
    if rng is None:
        raise checks.WrongValue("rng", "is needed where samples have to be drawn; give numpy.random.default_rng(SEED)")
    observed, common = (x.item() for x in _james(sizes, sums, squares, three is not None))
    work = n if three is None else 3 * slices
    draws = DRAWS if work * DRAWS <= MOST_DRAWN else DRAWS // 10
    if draws < DRAWS:
        draws = max(min(draws, int(10 * MOST_DRAWN // work)), DRAWS // 100)
    if three is None:
        order = np.lexsort((values, code))
        repeats = number[order].astype(int)
        p = _of_scores(np.repeat(values[order], repeats), sizes, observed, common, draws, rng)
    else:
        p = _of_flips(squares, sums, sizes, observed, common, draws, rng)
    note = f"{draws:,} samples"
    if draws < DRAWS // 10:
        note += f", standard error of p {np.sqrt(max(p * (1 - p), 1 / draws) / draws):.2g}"
    return Test(name, observed, p, "X²", note)


def _as_flips(values):
    """Different gains as -1, 0 and 1, if they are these times one number, or any three that lie equally far apart."""
    away = values - (values[1] if len(values) == 3 else 0)
    steps = away / np.abs(away).max()
    return np.round(steps) if np.abs(steps - np.round(steps)).max() < 1e-12 else None


def _james(sizes, sums, squares, flips=True):
    """The statistic and the common gain, from sums of gains and of their squares, slices along the last axis."""
    n, mean = sizes.sum(), sums / sizes
    pooled = sums.sum(-1, keepdims=True) / n
    spread = squares.sum(-1, keepdims=True) / n - pooled**2
    least = sizes * np.abs(pooled) * (1 - np.abs(pooled)) if flips else 0
    weight = sizes**2 / np.maximum(np.maximum(squares - sums * mean, least) + spread, 1e-12)
    common = (weight * mean).sum(-1, keepdims=True) / weight.sum(-1, keepdims=True)
    return (weight * (mean - common) ** 2).sum(-1), common


def _as_far(statistics, observed):
    return int(np.sum(statistics >= observed * (1 - 1e-10) - 1e-12))


def _of_flips(flips, sums, sizes, observed, common, draws, rng):
    """p for gains of -1, 0 and 1, from the flips of each slice and the sums of its gains."""
    items, rows = sizes.astype(int), max(2**20 // len(sizes), 1)
    found = []
    for done in range(0, draws, rows):
        shape, now, gain, statistics = (min(rows, draws - done), len(sizes)), (flips, sums), common, []
        for _ in range(2):
            share = _likely_flips(*now, sizes, gain)
            drawn = rng.binomial(items, share, shape)
            sums_drawn = 2 * rng.binomial(drawn, np.clip(0.5 + gain / 2 / np.maximum(share, 1e-300), 0, 1)) - drawn
            now = drawn, sums_drawn
            statistic, gain = _james(sizes, sums_drawn, drawn)
            statistics.append(statistic)
        found.append(statistics)
    first, second = np.concatenate(found, axis=1)
    further = _as_far(first, observed)
    if 0 < further < draws:  # what so many of the second samples reach
        further = _as_far(first, np.partition(second, draws - further)[draws - further])
    return (further + 1) / (draws + 1)


def _likely_flips(flips, sums, sizes, gain):
    """The share of flips of each slice that is likeliest if all have this gain, moved towards that of all slices.

    With l the share of losses, the likelihood wins log(l + gain) + losses log l + others log(1 - gain - 2l) has its top
    where a l² - b l - c = 0.
    """
    losses = (flips - sums) / 2
    b = flips * (1 - gain) - 2 * losses * gain - 2 * (sizes - flips) * gain
    root = np.sqrt(np.maximum(b**2 + 8 * sizes * losses * gain * (1 - gain), 0))
    share = np.clip((b + root) / (2 * sizes) + gain, np.abs(gain), 1)
    k = len(sizes)
    if k > 3:
        n = sizes.sum()
        pooled = (sizes * share).sum(-1, keepdims=True) / n
        variance = np.maximum(pooled * (1 - pooled), 1e-12)
        excess = (sizes * (share - pooled) ** 2).sum(-1, keepdims=True) / variance - (k - 3)
        excess = np.maximum(excess, 0) / (n - (sizes**2).sum() / n)  # the variance of the shares, over that of a flip
        most = np.sqrt(variance / sizes)
        share = share + np.clip((pooled - share) / (1 + sizes * excess), -most, most)
    return np.clip(share, np.abs(gain), 1)


def _of_scores(items, sizes, observed, common, draws, rng):
    """p for gains of any size, from the items in the order of their slices."""
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(int)
    away, alike = items - common, np.sort(items)
    sums, squares = (np.add.reduceat(away**power, starts) for power in (1, 2))
    permuted = flipped = 0
    rows = int(max(2**20 // len(items), 1))
    for done in range(0, draws, rows):
        shape = min(rows, draws - done), len(items)
        moved = rng.permuted(np.broadcast_to(alike, shape), axis=1)
        moments = np.add.reduceat(moved, starts, axis=1), np.add.reduceat(moved**2, starts, axis=1)
        permuted += _as_far(_james(sizes, *moments, flips=False)[0], observed)
        ups = np.add.reduceat(rng.integers(0, 2, shape, dtype=np.int8) * away, starts, axis=1)
        flipped += _as_far(_james(sizes, 2 * ups - sums, squares, flips=False)[0], observed)
    return (max(permuted, flipped) + 1) / (draws + 1)


def _wald_by_slice(code, gains, number, cluster):
    """The test for clusters, from cells. In the words of clubSandwich, with a working model of independent items:
    a slice of n items, m of them in a cluster, has leverage h = m/n there, and its residuals count 1/√(1 - h)."""
    name = "cluster-robust Wald test"
    _, code = np.unique(code, return_inverse=True)
    _, cluster = np.unique(cluster, return_inverse=True)
    if not len(code) or code.max() < 1:
        raise checks.WrongValue("clusters", "leave no two slices that lie in two clusters each; take larger slices")
    shape = (cluster.max() + 1, code.max() + 1)
    groups, slices = shape
    few = "clusters are too few, or too much alike, for so many slices; take fewer and larger slices"
    note = f"{groups:,} clusters"
    if not np.ptp(gains):
        return Test(name, 0.0, 1.0, "F", f"{note}, all gains are equal")
    if slices - 1 > groups:
        raise ValueError(few)
    gains = (gains - gains[0]) / np.abs(gains - gains[0]).max()
    place = cluster * slices + code
    m, sums = (np.bincount(place, x, groups * slices).reshape(shape) for x in (number, number * gains))
    n = m.sum(0)
    if ((m > 0).sum(0) < 2).any():
        raise checks.WrongValue("clusters", "must be two at least in each slice: leave out slices that lie in one")
    mean, freedom = sums.sum(0) / n, slices - 1
    root = np.sqrt(n * (1 - m / n))
    scores = (sums - m * mean) / root  # of √n × the mean
    variance = scores.T @ scores
    # √n × means vary like independent numbers of one variance; in the direction of √n all means are equal
    same = np.sqrt(n / n.sum())
    away = np.eye(slices) - np.outer(same, same)
    z, inner = away @ (np.sqrt(n) * mean), away @ variance @ away
    ends = np.linalg.eigvalsh(inner)
    if ends[-1] <= 0 or ends[1] <= 1e-10 * ends[-1]:
        raise ValueError(few)
    distance = float(z @ np.linalg.solve(inner + np.outer(same, same) * ends[-1], z))
    # What the variance of that variance is if items are independent (Pustejovsky and Tipton)
    a, b = m / (n * (1 - m / n)), m / (n * np.sqrt(1 - m / n))
    crossed = a.T @ a - a.T @ b**2 - (b**2).T @ a + (b.T @ b) ** 2
    spread = np.sum((np.outer(np.diag(away), np.diag(away)) + away**2) * crossed)
    eta = freedom * (freedom + 1) / spread
    df = eta - freedom + 1
    if df <= 0:
        raise ValueError(few)
    statistic = df / eta / freedom * distance
    note += f", {freedom:,} and {df:.3g} degrees of freedom"
    return Test(name, statistic, float(fdtrc(freedom, df, statistic)), "F", note)


def _points(value):
    """A difference as a Python number; nothing but rounding error could leave the range."""
    return float(np.clip(value, -1, 1))


ADJUSTMENTS = {"holm": "holm", "bonferroni": "bonferroni", "benjamini-hochberg": "fdr_bh", "none": None}
_SIZES = {"given": "as given", "sampled": "as a sample gave them"}
