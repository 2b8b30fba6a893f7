"""Items that travel together: means, rates and differences when items come in clusters: chapter 8.

A cluster is a document with its questions, a repository with its issues, an item with its runs. The clusters are what
luck draws; items of one cluster tend to succeed and fail together, and then count for fewer.
"""

import math
from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import chdtri, stdtrit

from give_or_take import checks
from give_or_take.docs import documented
from give_or_take.intervals import METHODS
from give_or_take.results import Estimate, Interval, _decimals, _round, percent, prints_itself
from give_or_take.standard_errors import _upper, standard_error_of_mean, whole_items

FEW = 4  # clusters that hold the errors, below which the variance between clusters is not estimated
ENOUGH = 20  # clusters; below it an interval says how many there are


@documented
def clustered_mean(
    scores: "ArrayLike", clusters: Iterable[Hashable], estimand: str | None = None, correction: str = "CR2"
) -> Estimate:
    """Mean of scores whose items come in clusters, with a standard error that lets items of one cluster move together.

    There are two means, and they answer two questions. `"items"` counts each item alike: what to expect of new items
    from clusters like these, of which large ones bring more. `"clusters"` counts each cluster alike, as the mean of the
    cluster means: what to expect in a new cluster. If all clusters have one size, the two are the same number.

    Let u be the sum of (score - mean) over the m items of a cluster, with G clusters and n items in all. The standard
    error for `"items"` is

    - by `"CR2"`, the default, √(Σ u²/(1 - m/n))/n: its square is unbiased if items are independent. The degrees of
      freedom are Satterthwaite's for that case, as Bell and McCaffrey take them: with h = m/n and w = h²/(1 - h),
      they are 1/(Σ h² + (Σ w)² - Σ w²). That is G - 1 for clusters of one size, fewer the more the sizes differ, and
      about 1 if one cluster holds nearly all items;
    - by `"CR1"` √(Σ u² · G/(G - 1))/n, with G - 1 degrees of freedom. Stata gives the same, and so does statsmodels: a
      regression on a constant with `cov_type="cluster"`;
    - by `"CR0"` √(Σ u²)/n, with G - 1 degrees of freedom, as in appendix A of Miller 2024. His equation 4 differs: it
      divides the part that single items contribute by n - 1 instead of n.

    If all clusters have one size, CR2 is CR1; with one item in each, both are s/√n. For
    `"clusters"` the same formulas take the cluster means as scores.

    Parameters
    ----------
    {scores}
    {clusters}
    {estimand}
    correction : str
        `"CR2"`, `"CR1"` or `"CR0"`.

    Returns
    -------
    Estimate
        The mean, its standard error, and the degrees of freedom with which its interval uses Student's t; fewer than
        four are printed. Its `design_effect` is the square of this standard error over s²/n. It tends to be above
        one if items of one cluster resemble each other, and below one if they differ more than by chance; it is 1 if
        all scores are equal. The unit is "%" if all scores lie between
        0 and 1, "points" for gains of -1, 0 and 1, and none otherwise.

    References
    ----------
    CR2: Bell and McCaffrey 2002, Survey Methodology 28, 169-181; Pustejovsky and Tipton 2018, Journal of Business &
    Economic Statistics 36, 672-683. CR1: Cameron and Miller 2015, Journal of Human Resources 50, 317-372. CR0: Liang
    and Zeger 1986, Biometrika 73, 13-22; Miller 2024, arXiv:2411.00640.

    Examples
    --------
    >>> estimate = clustered_mean([1, 1, 1, 0, 0, 0, 1, 0], ["a", "a", "a", "b", "b", "b", "c", "c"], "items")
    >>> print(estimate)
    50.0%, standard error 33.5 points (3 clusters, 1.92 degrees of freedom)
    >>> round(estimate.design_effect, 2)
    3.15
    """
    scores, cluster, sizes, _ = _grouped(scores, clusters)
    estimand = _estimand(estimand, sizes)
    checks.choice(correction, "correction", ("CR2", "CR1", "CR0"))
    return _mean(scores, cluster, sizes, estimand, correction)


@documented
def clustered_difference(
    scores_a: "ArrayLike",
    clusters_a: Iterable[Hashable],
    scores_b: "ArrayLike",
    clusters_b: Iterable[Hashable],
    estimand: str | None = None,
) -> Estimate:
    """Difference of the means of two independent runs, a minus b, each on clusters of its own.

    Each mean and its variance V are those of `clustered_mean` (CR2). Variances of independent estimates add, and the
    sum has (V_a + V_b)²/(V_a²/ν_a + V_b²/ν_b) degrees of freedom, by Satterthwaite; where nothing varies, ν_a + ν_b.
    Two runs on the *same* clusters are not independent: a name that stands on both sides is refused.

    Parameters
    ----------
    scores_a, scores_b : list, array or column of numbers
        One score an item; True and False count as 1 and 0.
    clusters_a, clusters_b : list, array or column of labels
        The cluster of each item; at least two different ones on each side.
    {estimand}

    Returns
    -------
    Estimate
        The difference, in points if all scores lie between 0 and 1 or are gains of -1, 0 and 1. Its `n` and `clusters`
        count both runs, and its `design_effect` is its variance over that of as many independent items.

    References
    ----------
    Satterthwaite 1946, Biometrics Bulletin 2, 110-114. The variances: `clustered_mean`.

    Examples
    --------
    >>> print(clustered_difference([1, 1, 0, 1, 1, 0], list("aabbcc"), [0, 1, 0, 0, 0, 0], list("ddeeff")))
    +50.0 points, standard error 23.6 points (6 clusters)
    """
    *one, names_a = _grouped(scores_a, clusters_a, ("scores_a", "clusters_a"))
    *other, names_b = _grouped(scores_b, clusters_b, ("scores_b", "clusters_b"))
    if same := set(names_a) & set(names_b):
        raise checks.WrongValue(
            "clusters_b",
            f"shares names with clusters_a, such as {checks.shown(min(same, key=str))}: runs on the same "
            "clusters are not independent; pair the items with pair_items, or rename clusters that differ",
        )
    estimand = _estimand(estimand, np.concatenate([one[-1], other[-1]]))
    a, b = _mean(*one, estimand), _mean(*other, estimand)
    variance = a.se**2 + b.se**2
    share = a.se**2 / variance if variance else a.df / (a.df + b.df)
    df = 1 / (share**2 / a.df + (1 - share) ** 2 / b.df)
    effect = _effect(variance, one[0], other[0])
    unit = "points" if a.unit and b.unit and abs(a.value - b.value) <= 1 else ""
    return Estimate(a.value - b.value, math.hypot(a.se, b.se), a.n + b.n, df, a.clusters + b.clusters, effect, unit)


@documented
def effective_items(
    scores: "ArrayLike", clusters: Iterable[Hashable], level: float = 0.95, careful: bool = False
) -> float:
    """How many independent items would say as much about the mean as these items in their clusters.

    It is n/max(1, D) · (t with n - 1 degrees of freedom/t with K - 1)². D is the design effect: the clustered variance
    of `clustered_mean` (items, CR2) over s²/n. The second factor pays for not knowing that variance well. t is
    Student's quantile for an interval of this level, and K is how many clusters it rests on.

    K is how many clusters the errors come from: (Σ e)²/Σ e², with e the errors of a cluster. If each cluster with
    errors has as many, K is their number; if one has nearly all, K is little more than 1. If the successes come from
    fewer clusters, K is theirs; so K - 1 is never above the degrees of freedom of `clustered_mean`. For gains, which
    are -1, 0 or 1, K is the smallest of three: of gains other than 0, other than 1, and other than -1.

    The least that it can be is n²/Σ m², with m the items of a cluster: as if each cluster were one answer. So it is n
    itself with one item in each cluster. Where K is below 4, the errors show too little about clusters, and it is
    n²/Σ m² at once: all right is not "100% ± little". `careful=True` makes it n²/Σ m² always: for tests in which a
    rare cluster may fail as a whole.

    It says what a result is worth. `clustered_wilson_interval` is not built on it: an error in one more cluster can
    raise this number by so much that the interval would end higher.

    Parameters
    ----------
    scores : list, array or column of numbers
        One score an item: 0 or 1, or a gain of -1, 0 or 1.
    {clusters}
    {level}
    {careful}

    Returns
    -------
    float
        Above 0, at most n.

    References
    ----------
    Korn and Graubard 1998, Survey Methodology 24, 193-201, take p(1 - p) over the linearised variance, and G - 1
    degrees of freedom. That can exceed n, and says nothing of scores that are all alike.

    Examples
    --------
    >>> clusters = [cluster for cluster in "abcdef" for _ in range(4)]
    >>> together, apart = [1] * 8 + [0] * 16, [1, 0, 0, 0, 1, 1, 0, 0] * 3
    >>> round(effective_items(together, clusters), 1), round(effective_items(apart, clusters), 1)
    (6.0, 14.3)
    >>> effective_items([1] * 24, clusters)  # all right: six answers, not 24
    6.0
    """
    scores, cluster, sizes, _ = _grouped(scores, clusters)
    checks.refuse(
        ~np.isin(scores, (-1, 0, 1)),
        "scores must be 0 or 1, or gains of -1, 0 or 1: got {}; for other scores take the design_effect of "
        "clustered_mean",
        scores,
    )
    level, careful = checks.level(level), checks.flag(careful, "careful")
    return float(_effective(*_sums(scores, cluster), sizes, level, careful))


@documented
def clustered_wilson_interval(
    scores: "ArrayLike", clusters: Iterable[Hashable], level: float = 0.95, careful: bool = False
) -> Interval:
    """Wilson's interval for a rate whose items come in clusters, as wide as they make it.

    A right answer that turns wrong never raises an end, whatever its cluster, and a wrong one that turns right never
    lowers one. So no result narrows the interval at both ends, and it is never better than if all were right.

    Its widest form takes each cluster for one answer: Wilson's at K = n²/Σ m² items, with m the items of a cluster.
    `careful=True` gives that. Otherwise each end is the furthest of three, but never beyond that form:

    - Wilson's at n · (t with n - 1 degrees of freedom/t with K - 1)² items, as if items were independent;
    - the mean if clusters got other weights w, the worst for that end of all whose log(1/(w G)) is t²/(2G) on average
      or less, for G clusters and half a cluster more like the worst: an empirical likelihood;
    - Wilson's at K items if only the one cluster with most errors had any (for the upper end, successes).

    It never leaves the range from 0 to 1 and always has a width: 20 clusters that are all right give 83.9% to 100%, as
    20 items do. With one item in each cluster it is `wilson_interval` itself. Each item counts alike.

    It is the default because of its coverage, counted with 3 to 200 clusters of 4 to 66 items at rates from 50% to
    99%. If all clusters vary around one rate (beta-binomial), it covers the truth in 94.6% of all samples or more, and
    no narrower method keeps 93%. It is far too narrow where rare clusters fail as a whole, for a sample with few such
    clusters shows little of them: there it falls to 64.4%, with 20 clusters of 66 items. `careful=True` keeps 92.3%.
    With fewer than 20 clusters the name of the default tells how many there are.

    {clustered interval}

    References
    ----------
    Wilson 1927, Journal of the American Statistical Association 22, 209-212. At an effective number of items: Dean and
    Pagano 2015, Journal of Survey Statistics and Methodology 3, 484-503. Empirical likelihood: Owen 1988, Biometrika
    75, 237-249. How the three are put together is this package's own.

    Examples
    --------
    >>> clusters = [cluster for cluster in "abcdef" for _ in range(4)]
    >>> print(clustered_wilson_interval([1] * 8 + [0] * 16, clusters))
    33.3% (95% 6-cluster Wilson 9.7%-70.0%)
    >>> print(clustered_wilson_interval([1] * 24, clusters))
    100.0% (95% 6-cluster Wilson 61.0%-100.0%)
    """
    return _interval("wilson", scores, clusters, level, careful)


@documented
def clustered_clopper_pearson_interval(
    scores: "ArrayLike", clusters: Iterable[Hashable], level: float = 0.95, careful: bool = False
) -> Interval:
    """Clopper and Pearson's interval for a rate whose items come in clusters, as wide as they make it.

    `clustered_wilson_interval` with Clopper and Pearson's ends in place of Wilson's: stricter, and not exact, since how
    far items of one cluster go together is read from the sample. With one item in each cluster it is
    `clopper_pearson_interval` itself. Counted in the same cells, it covers the truth in 95.3% of all samples or more if
    clusters are beta-binomial, but falls to 64.4% where rare ones fail as a whole. With `careful=True` it keeps 99.0%
    in all of them, as no other method does.

    {clustered interval}

    References
    ----------
    Clopper and Pearson 1934, Biometrika 26, 404-413. That of Korn and Graubard 1998, Survey Methodology 24, 193-201, is
    at an effective number of items, and R's `svyciprop(method="beta")` is theirs: there more errors can raise an end.

    Examples
    --------
    >>> clusters = [cluster for cluster in "abcdef" for _ in range(4)]
    >>> print(clustered_clopper_pearson_interval([1] * 24, clusters))
    100.0% (95% 6-cluster Clopper-Pearson 54.1%-100.0%)
    """
    return _interval("clopper-pearson", scores, clusters, level, careful)


@prints_itself
class IntraclusterCorrelation(NamedTuple):
    """What `intracluster_correlation` gives: the estimate, and an interval if the scores are 0 and 1."""

    correlation: float
    low: float | None
    high: float | None
    level: float
    n: int
    clusters: int

    def __str__(self):
        interval, decimals = "", 2
        if self.low is not None:
            decimals = max(2, _decimals(self.high - self.low, ""))
            low, high = (f"{_round(end, decimals):.{decimals}f}" for end in (self.low, self.high))
            interval = f"{percent(self.level)} beta-binomial {low} to {high}; "
        correlation = f"{_round(self.correlation, decimals):.{decimals}f}"
        items = f"{self.n:,} items in {self.clusters:,} clusters"
        return f"intra-cluster correlation {correlation} ({interval}{items})"


@documented
def intracluster_correlation(
    scores: "ArrayLike", clusters: Iterable[Hashable], level: float = 0.95
) -> IntraclusterCorrelation:
    """How alike the scores of one cluster are: the correlation of two of its items.

    The estimate is that of the analysis of variance: (B - W)/(B + (m₀ - 1)W), with B and W for the mean squares between
    and within clusters, and m₀ = (n - Σ m²/n)/(G - 1) for the size of a cluster. It is 1 if each cluster is all alike,
    and never cut off: where clusters differ less than by chance, it is negative, at lowest -1/(m₀ - 1).

    The interval, for scores of 0 and 1, is that of the profile likelihood of the beta-binomial distribution, which can
    be extended down to a correlation of -1/(2m - 3), with m for the largest cluster. Its own estimate, the most likely
    correlation, would vary a little less. It is not taken because it tends to be too low with few clusters, and so to
    plan too few items. As the two differ, the estimate may lie outside the interval, even below -1, by luck alone,
    where sizes differ much or there are few errors. Then the interval is stretched to hold it, and its upper end is the
    one to plan with.

    Parameters
    ----------
    {scores}
    {clusters}
    {level}

    Returns
    -------
    IntraclusterCorrelation
        `correlation`, `low` and `high` (None for other scores than 0 and 1), `level`, `n` and `clusters`.

    Raises
    ------
    TypeError, ValueError
        If all scores are alike, if no cluster holds two items, or if an argument does not fit.

    References
    ----------
    Donner and Klar 2000, Design and Analysis of Cluster Randomization Trials in Health Research, chapter 1. Ridout,
    Demétrio and Firth 1999, Biometrics 55, 137-148. The extended distribution: Prentice 1986, Journal of the American
    Statistical Association 81, 321-327.

    Examples
    --------
    >>> print(intracluster_correlation([1, 1, 1, 0, 0, 0, 1, 0] * 2, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8]))
    intra-cluster correlation 0.07 (95% beta-binomial -0.62 to 0.62; 16 items in 8 clusters)
    """
    scores, cluster, sizes, _ = _grouped(scores, clusters)
    level = checks.level(level)
    checks.refuse(
        sizes.max() == 1, "clusters must hold two items somewhere: with one in each, nothing shows how alike they are"
    )
    checks.refuse(
        scores.min() == scores.max(), "scores must not be all alike: then nothing shows how alike clusters are"
    )
    n, groups = len(scores), len(sizes)
    totals, squares = _sums((scores - scores.mean()) / (scores.max() - scores.min()), cluster)  # in any unit
    between = np.sum(totals**2 / sizes) / (groups - 1)
    within = np.sum(np.maximum(squares - totals**2 / sizes, 0)) / (n - groups)
    size = (n - np.sum(sizes**2) / n) / (groups - 1)
    correlation = (between - within) / (between + (size - 1) * within)
    low = high = None
    if np.isin(scores, (0, 1)).all():
        low, high = _profile(_sums(scores, cluster)[0], sizes, level)
        low, high = min(low, float(correlation)), max(high, float(correlation))
    return IntraclusterCorrelation(float(correlation), low, high, level, n, groups)


@documented
def design_effect_for(sizes: "ArrayLike", correlation: "ArrayLike") -> float | Any:
    """The design effect to plan with: 1 + (Σ m²/Σ m - 1)ρ for clusters of these sizes m.

    Σ m²/Σ m is the size of the cluster in which an average item finds itself; if all clusters have one size, the factor
    is 1 + (m - 1)ρ. n items count for n divided by it. Items without end in G clusters count for G/ρ, and no more.

    Parameters
    ----------
    sizes : int, list, array or column of int
        The size of each cluster, or one size for all.
    correlation : float or array
        The intra-cluster correlation ρ: of the scores for a rate, of the *gains* for two systems on the same items.

    Returns
    -------
    float or array
        1 if ρ is 0, or with one item in each cluster.

    References
    ----------
    Kish 1965, Survey Sampling, chapter 5. Donner and Klar 2000, Design and Analysis of Cluster Randomization Trials in
    Health Research, chapter 5.

    Examples
    --------
    >>> round(design_effect_for(10, 0.2), 3), round(design_effect_for([1, 5, 24], 0.2), 3)
    (2.8, 4.813)
    """
    sizes = np.ravel(checks.sizes(sizes, "sizes"))
    correlation = checks.correlations(correlation, "correlation")
    return checks.plain(_planned_effect(np.sum(sizes**2) / np.sum(sizes), correlation))


def items_in_clusters(items, each, correlation, ratio, alpha, power, sides):
    """Items in whole clusters that tell a test with Student's t as much as so many independent ones tell it with z.

    `ratio` is the clusters of a second run for each of the first, or 0 where there is only one. The arrays have one
    shape.
    """

    if np.all(each == 1):
        return whole_items(items)

    def enough(groups):
        return groups * each >= items * inflation(groups, each, correlation, ratio, alpha, power, sides)

    least = np.ceil(2 / min(ratio or 1, 1))  # of the first run, so that each has two
    few, many = np.full(items.shape, least - 1), np.full(items.shape, least)
    while not (good := enough(many)).all():  # doubling finds what is enough, and halving the gap finds the least
        many = np.where(good, many, 2 * many)
    while (wide := many - few > np.maximum(1, np.spacing(few))).any():  # above 2⁵³ neighbouring floats differ by more
        middle = np.where(wide, np.ceil(few + (many - few) / 2), many)
        good = enough(middle)
        few, many = np.where(good, few, middle), np.where(good, middle, many)
    return np.where(each == 1, whole_items(items), many * each)


def count_in_clusters(items, each, *plan):
    """The same as whole numbers, if they are any."""
    many = items_in_clusters(items, each, *plan)
    checks.refuse(
        many >= 2.0**63,
        "items_each is too large for this plan: got {}, which asks for {} items, more than can be counted",
        each,
        many,
    )
    return checks.plain(many, int)


def inflation(groups, each, correlation, ratio, alpha, power, sides):
    """How many times as many items it takes in so many clusters: the design effect, times (t/z)² for few clusters."""
    df = groups * (1 + ratio) - (2 if ratio else 1)
    t = -stdtrit(df, alpha / sides) - stdtrit(df, 1 - power)
    return _planned_effect(each, correlation) * (t / (_upper(alpha / sides) + _upper(1 - power))) ** 2


def _planned_effect(sizes, correlation):
    """The design effect at a mean size of an item's own cluster; some variance is left."""
    effect = 1 + (sizes - 1) * correlation
    checks.refuse(
        effect < 1e-9, "correlation is too low for clusters of these sizes: {} would leave no variance", correlation
    )
    return effect


def _grouped(scores, clusters, names=("scores", "clusters"), check=checks.scores):
    """Scores, the number of each item's cluster, each cluster's size and its name; at least two clusters."""
    checks.same_rows(scores, clusters, *names)
    scores, (cluster, labels) = check(scores, names[0]), checks.labels(clusters, names[1])
    checks.same_length(scores, cluster, *names)
    if len(labels) < 2:
        raise ValueError(
            f"{names[1]} must name at least two clusters: one cannot show how much clusters vary; "
            "report the mean without a bar, or group the items in another way"
        )
    return scores, cluster, np.bincount(cluster).astype(float), labels


def _mean(scores, cluster, sizes, estimand, correction="CR2"):
    shifted = scores - scores[0]  # changes no deviation, and makes constant scores exactly constant
    totals, value = np.bincount(cluster, weights=shifted), scores.mean()
    if estimand == "items":
        variance, df = _variance(totals, sizes, correction), _degrees(sizes, correction)
    else:
        value = np.mean(np.bincount(cluster, weights=scores) / sizes)
        variance, df = _variance(totals / sizes, np.ones(len(sizes)), correction), len(sizes) - 1
    effect = _effect(variance, scores)
    if scores.min() >= 0 and scores.max() <= 1:
        unit = "%"
    else:
        unit = "points" if np.isin(scores, (-1, 0, 1)).all() else ""
    return Estimate(value, math.sqrt(variance), len(scores), float(df), len(sizes), effect, unit)


def _effect(variance, *runs):
    """The design effect: a variance over that of as many independent items, and 1 where nothing varies."""
    independent = sum(standard_error_of_mean(scores) ** 2 for scores in runs)
    return variance / independent if independent > 0 else 1.0


def _estimand(estimand, sizes):
    """Which mean is meant: one of two, unless all clusters have one size."""
    if estimand is None and sizes.min() == sizes.max():
        return "items"
    if estimand is None:
        raise checks.WrongValue(
            "estimand",
            f"must be named where clusters differ in size ({sizes.min():.0f} to {sizes.max():.0f} items): "
            "'items' counts each item alike, so that large clusters weigh more; 'clusters' counts each cluster alike",
        )
    return checks.choice(estimand, "estimand", ("items", "clusters"))


def _sums(scores, cluster):
    """The sum and the sum of squares of each cluster's scores."""
    return np.bincount(cluster, weights=scores), np.bincount(cluster, weights=scores**2)


# Unchecked, and vectorised: clusters along the last axis, samples along those before it.


def _variance(totals, sizes, correction="CR2"):
    """The clustered variance of the mean, from the sum and the size of each cluster."""
    n, groups = sizes.sum(-1, keepdims=True), sizes.shape[-1]
    u = (totals * n - sizes * totals.sum(-1, keepdims=True)) / n  # total - size × mean, exact for 0/1 scores
    if correction == "CR2":
        return np.sum(u**2 / (n * (n - sizes)), axis=-1)
    factor = groups / (groups - 1) if correction == "CR1" else 1
    return factor * np.sum((u / n) ** 2, axis=-1)


def _degrees(sizes, correction="CR2"):
    """Degrees of freedom of that variance: for CR2 Satterthwaite's if items are independent."""
    n, groups = sizes.sum(-1, keepdims=True), sizes.shape[-1]
    if correction != "CR2":
        return groups - 1
    w = np.sort(sizes**2 / (n * (n - sizes)), axis=-1)
    largest, others = w[..., -1], w[..., :-1]  # apart: a cluster that holds nearly all items would drown the others
    products = 2 * largest * others.sum(-1) + others.sum(-1) ** 2 - np.sum(others**2, axis=-1)
    df = 1 / (np.sum((sizes / n) ** 2, axis=-1) + products)
    return np.where(sizes.min(-1) == sizes.max(-1), groups - 1, df)


def _effective(totals, squares, sizes, level, careful=False):
    """The effective number of items, from each cluster's sum of scores, sum of their squares, and size."""
    n = sizes.sum(-1)
    by_size = n**2 / np.sum(sizes**2, axis=-1)
    if careful:
        return by_size
    variance = _variance(totals, sizes)
    independent = (squares.sum(-1) - totals.sum(-1) ** 2 / n) / (n - 1) / n
    held = _resting_on(totals, squares, sizes)
    few = held < FEW * (1 - 1e-9)
    tail = (1 - max(level, 1e-6)) / 2  # below that level the ratio no longer changes, and ends as 0/0
    ratio = stdtrit(n - 1, tail) / stdtrit(np.where(few, FEW, held) - 1, tail)
    with np.errstate(divide="ignore", invalid="ignore"):  # where all scores are alike, it is not used
        estimated = n / np.maximum(1, variance / independent) * ratio**2
    return np.where(few, by_size, np.maximum(estimated, by_size))


def _resting_on(totals, squares, sizes):
    """How many clusters the variance between clusters rests on: K of `effective_items`."""
    ups, downs = (squares + totals) / 2, (squares - totals) / 2  # scores of 1 and of -1
    return np.min([_held_by(x) for x in (squares, sizes - ups, sizes - downs)], axis=0)


def _held_by(counts):
    """How many clusters hold what is counted: if each that holds some holds as many, just so many, else fewer."""
    squares = np.sum(counts**2, axis=-1)
    return counts.sum(-1) ** 2 / np.where(squares > 0, squares, 1)


def _above(counts):
    """1, 2, ... and how many counts lie above each, as long as some do."""
    many = np.cumsum(np.bincount(counts.astype(int))[::-1])[::-1][2:]
    return np.arange(1.0, len(many) + 1), many.astype(float)


def _thinned(places, many):
    """Fewer places with weights, over which sums of logarithms and of reciprocals are the same to the last digits.

    Between two steps of `many` those are smooth, except next to the ends. So blocks double in length away from either
    end, and of a long one ten places do: Gauss's quadrature for a sum over whole numbers.
    """
    last = len(places)
    if last <= 200:
        return places, many
    doubling = 2 ** np.arange(int(np.log2(last / 2)) + 1)
    edges = np.unique(np.concatenate([[0, last], doubling, last - doubling, np.flatnonzero(np.diff(many)) + 1]))
    thinned = [_gauss(start, length) for start, length in zip(edges, np.diff(edges), strict=False)]
    where = np.concatenate([one for one, _ in thinned])
    return where, np.concatenate([weights * many[start] for start, (_, weights) in zip(edges, thinned, strict=False)])


def _gauss(start, length, most=10):
    """Places and weights for a sum over `length` whole numbers after `start`: all, or ten (Gram's polynomials)."""
    if length <= most:
        return start + np.arange(1.0, length + 1), np.ones(length)
    k = np.arange(1.0, most)
    beside = k / 2 * np.sqrt((length**2 - k**2) / (4 * k**2 - 1))
    places, vectors = np.linalg.eigh(np.diag(beside, 1) + np.diag(beside, -1))
    return start + (length + 1) / 2 + places, length * vectors[0] ** 2


def _profile(totals, sizes, level):
    """The interval of the intra-cluster correlation by the profile likelihood of the extended beta-binomial."""
    ups, downs, both = (_thinned(*_above(x)) for x in (totals, sizes - totals, sizes))
    some_ups, some_downs = np.sum(totals > 0), np.sum(totals < sizes)
    mixed = some_ups + some_downs - len(sizes)  # clusters with both; at ρ = 1 there can be none

    def steps(x, rho, places):
        """What multiplies up to a chance: x in steps of ρ/(1 - ρ); none falls below 0, rounding apart."""
        return np.maximum((x * (1 - rho))[:, np.newaxis] + np.outer(rho, places), 1e-300)

    def likelihood(rho):
        """Its logarithm, at the rate p that makes it largest, for each of some correlations."""
        low = np.maximum(0, -(sizes.max() - 1) * rho / (1 - rho))
        high = 1 - low
        for _ in range(40):  # the slope in p falls all the way
            p = (low + high) / 2
            up, down = ((1 / steps(x, rho, at)) @ many for x, (at, many) in ((p, ups), (1 - p, downs)))
            rises = some_ups / p - some_downs / (1 - p) + (1 - rho) * (up - down) > 0
            low, high = np.where(rises, p, low), np.where(rises, high, p)
        alone = some_ups * np.log(p) + some_downs * np.log(1 - p) + mixed * np.log1p(-rho)
        parts = (np.log(steps(x, rho, at)) @ many for x, (at, many) in ((p, ups), (1 - p, downs), (1, both)))
        return alone + sum(one * sign for one, sign in zip(parts, (1, 1, -1), strict=True))

    lowest = -1 / (2 * sizes.max() - 3)
    edges = lowest + 1e-9, 1 - 1e-9
    rho = np.linspace(*edges, 41)
    for _ in range(4):  # closer and closer to the top
        values = likelihood(rho)
        best = int(np.argmax(values))
        top, enough = rho[best], values[best] - chdtri(1, 1 - level) / 2
        rho = np.linspace(rho[max(best - 1, 0)], rho[min(best + 1, 40)], 41)
    ends = []
    for edge, limit in zip(edges, (lowest, 1.0), strict=True):
        inside, outside = top, edge
        for _ in range(6):
            rho = np.linspace(inside, outside, 41)
            enough_here = likelihood(rho) >= enough
            if enough_here.all():  # all the way
                inside = limit
                break
            gone = int(np.argmin(enough_here))
            inside, outside = rho[max(gone - 1, 0)], rho[gone]
        ends.append(float(inside))
    return ends


def _ends(method, totals, sizes, level, careful=False):
    """Both ends of the interval of a rate, from the number of successes and the size of each cluster."""
    n, k = sizes.sum(), totals.sum(-1)
    by_size, by_t = _worths(sizes, level)

    def plain(k, worth):
        return METHODS[method].ends(k * worth, n * worth, level)

    if careful:
        return plain(k, by_size)
    errors = sizes - totals
    tilted = 1 - _tilted(errors, sizes, level, 0.5), _tilted(totals, sizes, level, 0.5)
    alone = plain(n - errors.max(-1), by_size)[0], plain(totals.max(-1), by_size)[1]
    return _joined(plain(k, by_size), plain(k, by_t), tilted, alone)


# No end may improve when a result gets worse. A plain interval keeps to that at a number of items that no result
# changes; so does the worst mean under some weights, as these are the same whatever the results are; and so does the
# cluster that stands out most, alone. The smallest or the largest of several such ends keeps to it as well.


def _worths(sizes, level):
    """What an item is worth if each cluster is one answer, and if few clusters only cost Student's t in place of z."""
    n = sizes.sum()
    by_size, tail = n / np.sum(sizes**2), (1 - max(level, 1e-6)) / 2
    return by_size, (stdtrit(n - 1, tail) / stdtrit(max(n * by_size - 1, 1), tail)) ** 2


def _joined(careful, plain, tilted, alone):
    """Of four intervals the widest of three, but never wider than the careful one."""
    low = np.maximum(careful[0], np.min([plain[0], tilted[0], alone[0]], axis=0))
    high = np.minimum(careful[1], np.max([plain[1], tilted[1], alone[1]], axis=0))
    return low, high


def _tilted(totals, sizes, level, more):
    """The largest mean of the items if clusters get other weights that are near enough to equal: empirical likelihood.

    Weights w that sum to 1 are near if the mean of -log(w G) over G clusters is at most t²/(2G), with K - 1 degrees of
    freedom for K = (Σ m)²/Σ m². Since a sample tends to miss what is rare, so many clusters `more` are added that are
    like the one that raises the mean most; tools/studies/cluster_coverage.py counts what that covers.
    """
    groups = len(sizes)
    t = stdtrit(max(sizes.sum() ** 2 / np.sum(sizes**2) - 1, 1), (1 - max(level, 1e-6)) / 2)
    far, share = t**2 / (2 * (groups + more)), 1 / (groups + more)
    mean = totals.sum(-1) / sizes.sum()
    for _ in range(30):  # the ratio of two weighted sums is largest where their difference, at that ratio, is 0
        raised = totals - mean[..., np.newaxis] * sizes
        at = np.argmax(raised, axis=-1)[..., np.newaxis]
        weights, top = _weights(raised, share, far)
        over, under = (
            (weights * x).sum(-1) + top * np.take_along_axis(np.broadcast_to(x, raised.shape), at, -1)[..., 0]
            for x in (totals, sizes)
        )
        last, mean = mean, over / under
        if sizes.min() == sizes.max() or np.all(np.abs(mean - last) <= 1e-14):
            return mean
    return mean


def _weights(values, share, far):
    """Weights that make the mean of the values largest; and of the clusters that are added to the largest value."""
    below = values.max(-1, keepdims=True) - values
    widest = below.max(-1, keepdims=True)
    below = below / np.where(widest > 0, widest, 1)
    # The weights go with 1/(1 + r below), with r such that they are just near enough: Newton's steps in log r.
    log_r = np.log(2 * far / (share * np.maximum(np.sum(below**2, axis=-1), 1))) / 2  # 0 if all values are alike
    for _ in range(60):
        x = np.exp(log_r)[..., np.newaxis] * below
        pulled = x / (1 + x)
        mean = share * np.sum(pulled, axis=-1)
        near = share * np.sum(np.log1p(x), axis=-1) + np.log1p(-mean)
        slope = (share * np.sum(pulled**2, axis=-1) - mean**2) / (1 - mean)
        with np.errstate(divide="ignore", invalid="ignore"):  # where all values are alike
            step = np.log(far / near) * near / slope
        step = np.where(np.isfinite(step), step, 0)
        log_r = np.clip(log_r + step, -600, 600)
        if np.all(np.abs(step) < 1e-13):
            break
    weights = share / (1 + np.exp(log_r)[..., np.newaxis] * below)
    whole = 1 - np.sum(share - weights, axis=-1)
    return weights / whole[..., np.newaxis], (1 - share * values.shape[-1]) / whole


def _interval(method, scores, clusters, level, careful):
    scores, cluster, sizes, _ = _grouped(scores, clusters, check=checks.right_or_wrong)
    level, careful = checks.level(level), checks.flag(careful, "careful")
    low, high = _ends(method, _sums(scores, cluster)[0], sizes, level, careful)
    mean = scores.mean()  # at the lowest levels rounding may put an end beyond it
    name = _named(METHODS[method].name, len(sizes), careful)
    return Interval(min(low, mean), max(high, mean), mean, level, name, n=len(scores))


def _named(method, groups, careful):
    """What a method is called at the effective number of items; few clusters are counted."""
    kind = "careful clustered" if careful else "clustered" if groups >= ENOUGH else f"{groups}-cluster"
    return f"{kind} {method}"
