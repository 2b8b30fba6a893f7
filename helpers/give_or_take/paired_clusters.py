"""Two systems on the same items when items come in clusters: a test and an interval of the difference: chapter 8.

A gain is the first system's score on an item minus the second's: 1, 0 or -1 if both are right or wrong. What counts is
how far *gains* of one cluster go together, not scores: a hard document is hard for both systems, and drops out.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammaln, log_expit

from give_or_take import checks
from give_or_take.clusters import _grouped, _joined, _named, _sums, _tilted, _worths
from give_or_take.docs import documented
from give_or_take.paired import METHODS
from give_or_take.pairs import Pairs
from give_or_take.results import Interval, Test

FEW = 8  # clusters, of one size, below which each counts as one answer
MANY = 70  # clusters, of one size, above which one more like the worst is more than coverage needs
LISTED = 20  # clusters with scores, up to which all sign patterns are listed
DRAWN = 100_000  # sign patterns, if there are more
MOST_PARTS = 60  # of which net gains may be multiples: sixtieths
WIDEST = 10**7  # net gains in whole numbers, up to which their sum is convolved
SOON = 10**8  # that sum times the number of different gains, up to which one is convolved after the other


@documented
def sign_flip_test(
    gains: Pairs | ArrayLike,
    clusters: Iterable[Hashable] | None = None,
    method: str = "mid-p",
    rng: np.random.Generator | None = None,
) -> Test:
    """The sign-flip test of "no difference" on the same items in clusters, two-sided: each cluster is one coin.

    If neither system is better, the net gain of each cluster, the sum of the gains of its items, could as well have had
    the other sign. So all 2^G ways to choose the signs of G clusters are equally likely, and the p-value is the share
    of them whose total lies at least as far from 0 as the observed one.

    Nothing is assumed about the items of one cluster; of the clusters, that they are independent and their net gains
    symmetric around 0 if there is no difference. Then at 0.05 the mid-p rejects about as often as it should, at most in
    5.8% of all samples of 5 to 200 clusters. The second fails where few clusters make up for many: if of ten clusters
    nine gain one item and one loses nine, a test at 0.05 rejects in 31% of all samples of 11 clusters, in 12% with 20,
    in 7% with 100; in 71.7% of all samples of SWE-bench Pro's 11 repositories if rarer ones are gained as a whole.

    - `"mid-p"`, the default: totals that are just as far count half. With one item in each cluster it *is* the mid-p
      `mcnemar_test`.
    - `"exact"`: they count in full. With symmetric net gains it never rejects more often than it should.

    Below six clusters with a net gain the exact p cannot reach 0.05, whatever they show, and the test prints the lowest
    that it can reach: 0.0625 for five. The mid-p is half of that where all point one way.

    If no cluster has a net gain, p is 1.

    Net gains in whole numbers, as those of right and wrong, or in halves, thirds and so on to sixtieths, are convolved:
    exact with any number of clusters. Other scores are exact with up to 20 clusters. Beyond that 100,000 sign patterns
    are drawn with `rng`, the observed one is added to them, and the standard error that comes of drawing is printed.

    Parameters
    ----------
    {gains, clusters}
    method : str
        `"mid-p"` or `"exact"`.
    rng : numpy.random.Generator, optional
        Needed only where sign patterns have to be drawn.

    Returns
    -------
    Test
        The p-value, and z, the total over the root of the sum of squares of the net gains, which says how far. It
        prints the number of clusters.

    References
    ----------
    Fisher 1935, The Design of Experiments, section 21, lists all 2^15 sign patterns of Darwin's fifteen pairs of
    plants. For clusters: Canay, Romano and Shaikh 2017, Econometrica 85, 1013-1030. The observed pattern among those
    that are drawn: Phipson and Smyth 2010, Statistical Applications in Genetics and Molecular Biology 9, 39. SciPy's
    `permutation_test` of the net gains with `permutation_type="samples"` is the exact test; the mid-p is neither there
    nor in statsmodels. R's `clust.bin.pair` has tests of the same table by a normal approximation.

    Examples
    --------
    >>> clusters = [cluster for cluster in "abcdefgh" for _ in range(3)]
    >>> gains = [1, 1, 0] * 5 + [0, 0, 0] + [0, -1, 0] * 2
    >>> print(sign_flip_test(gains, clusters))
    p = 0.094 (sign-flip mid-p test, 8 clusters)
    >>> print(sign_flip_test(gains[:15], clusters[:15], method="exact"))
    p = 0.062 (sign-flip exact test, 5 clusters: no exact p below 0.0625)
    """
    totals = _by_cluster(gains, clusters)[0]
    checks.choice(method, "method", ("mid-p", "exact"))
    if rng is not None and not isinstance(rng, np.random.Generator):
        raise checks.WrongKind(
            "rng", f"must be a generator, not {checks.kind_of(rng)}; give numpy.random.default_rng(SEED)"
        )
    name, note = f"sign-flip {method} test", f"{len(totals):,} clusters"
    totals = _speaking(totals)
    if not len(totals):
        return Test(name, 0.0, 1.0, "", note)
    totals = _in_whole_units(totals)
    if len(totals) < 6:
        note += f": no exact p below {2.0 ** (1 - len(totals)):.3g}"
    drawn = not _countable(totals)
    if drawn and rng is None:
        raise checks.WrongValue(
            "rng",
            f"is needed for scores in {len(totals):,} clusters: their 2^{len(totals)} sign patterns are too "
            f"many to list; give numpy.random.default_rng(SEED), and {DRAWN:,} of them are drawn",
        )
    p_value = _flipped(totals, method, rng)
    if drawn:
        note += f"; {DRAWN:,} sign patterns drawn, standard error of p {np.sqrt(p_value * (1 - p_value) / DRAWN):.1g}"
    far = totals / np.abs(totals).max()  # no square of it underflows to nothing
    return Test(name, far.sum() / np.sqrt(np.sum(far**2)), p_value, "", note)


@documented
def clustered_tango_interval(
    gains: Pairs | ArrayLike,
    clusters: Iterable[Hashable] | None = None,
    level: float = 0.95,
    careful: bool = False,
) -> Interval:
    """Tango's interval for a paired difference when items come in clusters, as wide as they make it.

    A gain that turns lower, a win into a tie or a loss, or a tie into a loss, never raises an end, whatever its
    cluster, and one that turns higher never lowers an end. So more losses never narrow it at both ends.

    It is put together as `clustered_wilson_interval` is. Its widest form is Tango's with all counts times K/n, where
    K = n²/Σ m²: `careful=True`, and always if K is below 8. Otherwise each end is the furthest of three within that:
    Tango's with Student's t for few clusters, as if items were independent; the worst mean under other weights of the
    clusters, with one cluster more like the worst, or 70/K of one if K is above 70; and Tango's at K/n of the counts if
    of the flips one way only those in one cluster had been, the most. Then the B flips the other way, in a share s of
    the clusters, count as √(n s B) or as n s² - 2n/K, if one is more than B: what lies in many clusters is no matter of
    one.

    It stays within -100 and +100 points and always has a width. With one item in each cluster it *is*
    `tango_interval`. Each item counts alike, so that it is about new items from clusters like these, of which large
    ones bring more.

    Counted with 5 to 200 clusters of 10 to 66 items, it covers the truth in 95.0% of all samples or more if all
    clusters vary around the same shares of flips; plain Tango falls to 17.5%. It is too narrow where rare clusters go
    the other way as a whole, for few clusters show little of them: if of ten clusters nine gain one item and one loses
    nine, it covers the true difference, 0, in 68% of all samples of 11 clusters, in 87% with 20, in 97% with 100; with
    `careful=True` in 98% or more. Where still rarer ones are gained as a whole, it falls to 39.4%, and `careful=True`
    keeps 99.0%. With fewer than 20 clusters its name tells how many.

    Zero may lie inside although the sign-flip test rejects, and the reverse: the test looks at the signs of whole
    clusters, the interval at how far they differ. Where 80% of such tests find a difference, some 70 to 79% of the
    intervals leave zero out: that is what it costs that no end ever rises.

    Parameters
    ----------
    {gains, clusters}
    {level}
    {careful}

    Returns
    -------
    Interval
        Of the rate of the first minus the rate of the second, in points.

    References
    ----------
    Tango 1998, Statistics in Medicine 17, 891-908. Counts divided by a design effect: Rao and Scott 1992, Biometrics
    48, 577-585. Empirical likelihood: Owen 1988, Biometrika 75, 237-249. Not in statsmodels or SciPy; how the three are
    put together is this package's own.

    Examples
    --------
    >>> clusters = [cluster for cluster in "abcdefgh" for _ in range(3)]
    >>> gains = [1, 1, 0] * 5 + [0, 0, 0] + [0, -1, 0] * 2
    >>> print(clustered_tango_interval(gains, clusters))
    +33.3 points (95% 8-cluster Tango -9.1 to +60.8 points)
    """
    totals, squares, sizes = _by_cluster(gains, clusters, of_right_and_wrong=True)
    level, careful = checks.level(level), checks.flag(careful, "careful")
    low, high = _ends(totals, squares, sizes, level, careful)
    name = _named(METHODS["tango"].name, len(sizes), careful)
    return Interval(low, high, totals.sum() / sizes.sum(), level, name, "points")


def _ends(totals, squares, sizes, level, careful=False):
    """Both ends, unchecked and vectorised: clusters along the last axis, samples along those before it."""
    n, won, lost = sizes.sum(), (squares + totals) / 2, (squares - totals) / 2
    by_size, by_t = _worths(sizes, level)

    def plain(won, lost, worth):
        return METHODS["tango"].ends(0 * won, won * worth, lost * worth, (n - won - lost) * worth, level)

    def best(ours, theirs):
        """The best cluster of one side alone, against the other side, which counts for more in many clusters."""
        top, share = ours.max(-1), np.mean(theirs > 0, axis=-1)
        against = np.maximum(np.sqrt(n * share * theirs.sum(-1)), n * share**2 - 2 / by_size)
        return top, np.minimum(against, n - top)

    groups, both = n * by_size, (won.sum(-1), lost.sum(-1))
    if careful or groups < FEW:
        return plain(*both, by_size)
    more = min(1, MANY / groups)
    tilted = -_tilted(-totals, sizes, level, more), _tilted(totals, sizes, level, more)
    alone = plain(*best(lost, won)[::-1], by_size)[0], plain(*best(won, lost), by_size)[1]
    return _joined(plain(*both, by_size), plain(*both, by_t), tilted, alone)


def _by_cluster(gains, clusters, of_right_and_wrong=False):
    """The sum of each cluster's gains, the sum of their squares, and its size."""
    if not isinstance(gains, Pairs):
        if clusters is None:
            raise checks.WrongKind(
                "clusters", "is missing: give the cluster of each gain, or Pairs with groups in place of both"
            )
        gains, cluster, sizes, _ = _grouped(gains, clusters, ("gains", "clusters"))
        if of_right_and_wrong:
            checks.refuse(
                ~np.isin(gains, (-1, 0, 1)),
                "gains must be -1, 0 or 1: got {}; for other scores take clustered_mean of the gains",
                gains,
            )
        return *_sums(gains, cluster), sizes
    if clusters is not None:
        raise checks.WrongKind(
            "clusters", "must be left out beside Pairs, which hold their groups; name what follows them"
        )
    if not gains.groups:
        raise checks.WrongValue(
            "gains",
            "are Pairs without groups: give pair_items groups=, the group of each item by its id; if items are "
            "independent, take mcnemar_test and tango_interval",
        )
    counts = gains.by_group.counts.astype(float)
    return counts[:, 1] - counts[:, 2], counts[:, 1] + counts[:, 2], counts.sum(axis=1)


def _speaking(totals):
    """The net gains that are not 0; what is less than rounding error is 0."""
    return totals[np.abs(totals) > 1e-12 * np.abs(totals).sum()]


def _in_whole_units(totals):
    """Too many net gains to list, such as means of three runs, in thirds: in whole numbers, if some unit fits."""
    values = np.unique(np.abs(totals))
    for parts in () if _countable(totals) else range(1, MOST_PARTS + 1):
        if np.all(np.abs(values * parts - np.rint(values * parts)) <= 1e-9 * values * parts):
            return np.rint(totals * parts)
    return totals


def _countable(totals):
    """Whether all sign patterns can be counted, and none has to be drawn."""
    whole = np.all(totals == np.rint(totals)) and np.abs(totals).sum() <= WIDEST
    return whole or len(totals) <= LISTED


def _flipped(totals, method="mid-p", rng=None):
    """The p-value of net gains that are not 0, unchecked."""
    if np.all(totals == np.rint(totals)) and np.abs(totals).sum() <= WIDEST:
        further, as_far = _convolved(totals)
    else:
        further, as_far = _listed(totals) if len(totals) <= LISTED else _drawn(totals, rng)
    return min(further + as_far * (0.5 if method == "mid-p" else 1), 1)


# The chances that a total with signs at random lies further from 0 than the observed one, and just as far.


def _convolved(totals):
    """For whole totals: the sum of those that count as gains, convolved over clusters, those of one size at once."""
    sizes, many = np.unique(np.abs(totals).astype(int), return_counts=True)
    everything = int(sizes @ many)
    gained = (everything + int(totals.sum())) // 2
    rarer = min(gained, everything - gained)
    below, at = (_one_by_one if len(sizes) * everything <= SOON else _by_halves)(sizes, many, rarer)
    return 2 * below, at * (1 if 2 * gained == everything else 2)


def _one_by_one(sizes, many, rarer):
    """The chances of a sum of gains below the observed one, and at it: one size after the other."""
    from scipy.stats import binom

    chances, lowest = np.ones(1), 0
    for at in np.argsort(-many, kind="stable"):  # the longest first: it is convolved with a single 1
        size, kernel = sizes[at], binom.pmf(np.arange(many[at] + 1), many[at], 0.5)
        first, last = np.flatnonzero(kernel)[[0, -1]]  # further out nothing is left of the chances
        total = np.zeros(len(chances) + size * (last - first))
        for k in range(first, last + 1):
            start = size * (k - first)
            total[start : start + len(chances)] += kernel[k] * chances
        chances, lowest = total, lowest + size * first
    rarer -= lowest
    return (float(chances[:rarer].sum()), float(chances[rarer])) if rarer >= 0 else (0.0, 0.0)


def _by_halves(sizes, many, rarer):
    """The same for thousands of sizes: neighbours are convolved, then pairs of them, and so on, by Fourier's transform.

    Its rounding error is 10⁻¹⁶ of the *largest* chance. So the coins are loaded until the observed sum is the one to
    expect, and the chances it gives are turned back into those of fair coins.
    """
    from scipy.fft import irfft, next_fast_len, rfft

    light, heavy = -50 / sizes.min(), 0.0
    for _ in range(100):  # the logarithm of a coin's odds is its size times this
        load = (light + heavy) / 2
        light, heavy = (load, heavy) if many @ (sizes * np.exp(log_expit(load * sizes))) < rarer else (light, load)
    parts = []
    for size, coins in zip(sizes, many, strict=True):
        parts.append(np.zeros(size * coins + 1))
        parts[-1][::size] = _loaded(coins, load * size)
    while len(parts) > 1:
        pairs, parts = zip(parts[::2], parts[1::2], strict=False), parts[len(parts) // 2 * 2 :]
        for one, other in pairs:
            length = len(one) + len(other) - 1
            fast = next_fast_len(length, real=True)
            parts.append(irfft(rfft(one, fast) * rfft(other, fast), fast)[:length])
    chances = np.maximum(parts[0][: rarer + 1], 0)
    fair = many @ (np.logaddexp(0, load * sizes) - np.log(2)) - load * rarer
    chances *= np.exp(fair + load * np.arange(rarer, -1, -1))
    return float(chances[:-1].sum()), float(chances[-1])


def _loaded(coins, load):
    """The chance of each number of heads; `load` is the logarithm of a coin's odds, which may be any number."""
    heads = np.arange(coins + 1)
    ways = gammaln(coins + 1) - gammaln(heads + 1) - gammaln(coins - heads + 1)
    return np.exp(ways + heads * log_expit(load) + (coins - heads) * log_expit(-load))


def _listed(totals):
    """All sign patterns; the first sign may stay, for the other half are their mirror image."""
    sums = _all_signs(totals[1:], totals[:1])
    further, as_far = _compared(sums, totals)
    return further / len(sums), as_far / len(sums)


def _all_signs(totals, sums):
    for one in totals:
        sums = np.concatenate([sums + one, sums - one])
    return sums


def _drawn(totals, rng):
    """Sign patterns drawn at random, and the observed one: sixteen signs at once, out of a list of all their sums."""
    sums = np.zeros(DRAWN)
    for start in range(0, len(totals), 16):
        listed = _all_signs(totals[start : start + 16], np.zeros(1))
        sums += listed[rng.integers(0, len(listed), DRAWN, dtype=np.uint16)]
    further, as_far = _compared(sums, totals)
    return further / (DRAWN + 1), (as_far + 1) / (DRAWN + 1)


def _compared(sums, totals):
    distance, rounding = np.abs(sums) - abs(totals.sum()), 1e-12 * np.abs(totals).sum()
    return np.sum(distance > rounding), np.sum(np.abs(distance) <= rounding)
