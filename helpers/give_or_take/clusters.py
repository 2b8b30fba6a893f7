"""Items that travel together: means, rates and differences when items come in clusters: chapter 8.

A cluster is a document with its questions, a repository with its issues, an item with its runs. The clusters are what
luck draws; items of one cluster tend to succeed and fail together, and then count for fewer.
"""

import math
from collections.abc import Hashable, Iterable

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtrit

from give_or_take import checks
from give_or_take.docs import documented
from give_or_take.intervals import METHODS
from give_or_take.results import Estimate, Interval
from give_or_take.standard_errors import standard_error_of_mean

FEW = 4  # clusters that differ from "all alike", below which their variance is not estimated
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

    If all clusters have one size, CR2 is CR1; with one item in each, both are `standard_error_of_mean`. For
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
        four are printed. Its `design_effect` is the square of this standard error over the square of
        `standard_error_of_mean`. It tends to be above one if items of one cluster resemble each other, and below one
        if they differ more than by chance; it is 1 if all scores are equal. The unit is "%" if all scores lie between
        0 and 1, and none otherwise.

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
    scores, cluster, sizes = _grouped(scores, clusters)
    estimand = _estimand(estimand, sizes)
    checks.choice(correction, "correction", ("CR2", "CR1", "CR0"))
    shifted = scores - scores[0]  # changes no deviation, and makes constant scores exactly constant
    totals, value = np.bincount(cluster, weights=shifted), scores.mean()
    if estimand == "items":
        variance, df = _variance(totals, sizes, correction)
    else:
        value = np.mean(np.bincount(cluster, weights=scores) / sizes)
        variance, df = _variance(totals / sizes, np.ones(len(sizes)), correction)
    independent = standard_error_of_mean(scores) ** 2
    effect = variance / independent if independent > 0 else 1.0
    unit = "%" if scores.min() >= 0 and scores.max() <= 1 else ""
    return Estimate(value, math.sqrt(variance), len(scores), float(df), len(sizes), effect, unit)


@documented
def effective_items(
    scores: "ArrayLike", clusters: Iterable[Hashable], level: float = 0.95, careful: bool = False
) -> float:
    """How many independent items would say as much about the mean as these items in their clusters.

    It is n/max(1, D) · (t with n - 1 degrees of freedom/t with ν)². D is the design effect: the clustered variance of
    `clustered_mean` (items, CR2) over s²/n. The second factor pays for not knowing that variance well: ν are its
    degrees of freedom, and t is Student's quantile for an interval of this level. So it is never more than n, and n
    itself with one item in each cluster.

    Scores that are nearly all alike show nothing about clusters. Where fewer than four clusters hold an error, or fewer
    than four a success, it is n²/Σ m² instead, with m the items of a cluster: as if each cluster were one answer. For
    gains, which are -1, 0 or 1, that is done where fewer than four clusters hold a gain other than 0, other than 1, or
    other than -1. `careful=True` does so always: for tests in which a rare cluster may fail as a whole.

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
    Korn and Graubard 1998, Survey Methodology 24, 193-201, who take the linearised variance, G - 1 degrees of freedom
    and p(1 - p) for s², allow more effective items than there are items, and leave scores that are all alike open.

    Examples
    --------
    >>> clusters = [cluster for cluster in "abcdef" for _ in range(4)]
    >>> together, apart = [1] * 8 + [0] * 16, [1, 0, 0, 0, 1, 1, 0, 0] * 3
    >>> round(effective_items(together, clusters), 1), round(effective_items(apart, clusters), 1)
    (6.0, 15.5)
    >>> effective_items([1] * 24, clusters)  # all right: six answers, not 24
    6.0
    """
    scores, cluster, sizes = _grouped(scores, clusters)
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
    """Wilson's interval for a rate whose items come in clusters: at the effective number of items.

    `wilson_interval` with `effective_items` in place of the items, and as many successes as keep the rate. It never
    leaves the range from 0 to 1 and always has a width: 20 clusters that are all right give 83.9% to 100%, as 20 items
    do. With one item in each cluster it is `wilson_interval` itself. Each item counts alike.

    With fewer than 20 clusters its name tells how many. There the default may be far too narrow if rare clusters fail
    as a whole, for a sample without such a cluster shows nothing of them; `careful=True` counts clusters instead.

    {clustered interval}

    References
    ----------
    Wilson 1927, Journal of the American Statistical Association 22, 209-212. At an effective number of items: Franco,
    Little, Louis and Slud 2019, Journal of Survey Statistics and Methodology 7, 334-364.

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
    """Clopper and Pearson's interval for a rate whose items come in clusters: at the effective number of items.

    The stricter neighbour of `clustered_wilson_interval`, and never exact, since the effective number of items is an
    estimate. With one item in each cluster it is `clopper_pearson_interval` itself.

    {clustered interval}

    References
    ----------
    Korn and Graubard 1998, Survey Methodology 24, 193-201; `effective_items` says where theirs differs. R's
    `svyciprop(method="beta")` is theirs.

    Examples
    --------
    >>> clusters = [cluster for cluster in "abcdef" for _ in range(4)]
    >>> print(clustered_clopper_pearson_interval([1] * 24, clusters))
    100.0% (95% 6-cluster Clopper-Pearson 54.1%-100.0%)
    """
    return _interval("clopper-pearson", scores, clusters, level, careful)


def _grouped(scores, clusters, names=("scores", "clusters"), check=checks.scores):
    """Scores, the number of each item's cluster, and how many items each cluster has; at least two clusters."""
    checks.same_rows(scores, clusters, *names)
    scores, (cluster, labels) = check(scores, names[0]), checks.labels(clusters, names[1])
    checks.same_length(scores, cluster, *names)
    if len(labels) < 2:
        raise ValueError(
            f"{names[1]} must name at least two clusters: one cannot show how much clusters vary; "
            "report the mean without a bar, or group the items in another way"
        )
    return scores, cluster, np.bincount(cluster).astype(float)


def _estimand(estimand, sizes):
    """Which mean is meant: one of two, unless all clusters have one size."""
    if estimand is None and sizes.min() == sizes.max():
        return "items"
    if estimand is None:
        raise ValueError(
            f"estimand must be named where clusters differ in size ({sizes.min():.0f} to {sizes.max():.0f} items): "
            "'items' counts each item alike, so that large clusters weigh more; 'clusters' counts each cluster alike"
        )
    return checks.choice(estimand, "estimand", ("items", "clusters"))


def _sums(scores, cluster):
    """The sum and the sum of squares of each cluster's scores."""
    return np.bincount(cluster, weights=scores), np.bincount(cluster, weights=scores**2)


# Unchecked, and vectorised: clusters along the last axis, samples along those before it.


def _variance(totals, sizes, correction="CR2"):
    """The clustered variance of the mean and its degrees of freedom, from the sum and the size of each cluster."""
    n, groups = sizes.sum(-1, keepdims=True), sizes.shape[-1]
    u = (totals * n - sizes * totals.sum(-1, keepdims=True)) / n  # total - size × mean, exact for 0/1 scores
    if correction == "CR2":
        return np.sum(u**2 / (n * (n - sizes)), axis=-1), _satterthwaite(sizes)
    factor = groups / (groups - 1) if correction == "CR1" else 1
    return factor * np.sum((u / n) ** 2, axis=-1), groups - 1


def _satterthwaite(sizes):
    """Degrees of freedom of the CR2 variance of a mean if items are independent."""
    n, groups = sizes.sum(-1, keepdims=True), sizes.shape[-1]
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
    variance, df = _variance(totals, sizes)
    independent = (squares.sum(-1) - totals.sum(-1) ** 2 / n) / (n - 1) / n
    ratio = stdtrit(n - 1, (1 + level) / 2) / stdtrit(df, (1 + level) / 2)
    with np.errstate(divide="ignore", invalid="ignore"):  # where all scores are alike, it is not used
        estimated = n / np.maximum(1, variance / independent) * ratio**2
    ups, downs = (squares + totals) / 2, (squares - totals) / 2  # scores of 1 and of -1
    unlike = np.min([np.sum(x > 0, axis=-1) for x in (squares, sizes - ups, sizes - downs)], axis=0)
    return np.where((unlike < FEW) | (sizes.max(-1) == 1), by_size, estimated)


def _ends(method, totals, sizes, level, careful=False):
    """Both ends of the interval of a rate, from the number of successes and the size of each cluster."""
    worth = _effective(totals, totals, sizes, level, careful) / sizes.sum(-1)  # of one item
    return METHODS[method].ends(totals.sum(-1) * worth, sizes.sum(-1) * worth, level)


def _interval(method, scores, clusters, level, careful):
    scores, cluster, sizes = _grouped(scores, clusters, check=checks.right_or_wrong)
    level, careful = checks.level(level), checks.flag(careful, "careful")
    low, high = _ends(method, _sums(scores, cluster)[0], sizes, level, careful)
    groups = len(sizes)
    kind = "careful clustered" if careful else "clustered" if groups >= ENOUGH else f"{groups}-cluster"
    return Interval(low, high, scores.mean(), level, f"{kind} {METHODS[method].name}", n=len(scores))
