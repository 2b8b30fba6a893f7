"""How much an item's repeated runs are worth, and what they cannot buy: chapter 8.

Two things vary when a system with a temperature is evaluated. Items differ: each has its own chance of a right answer,
and another set of items has other chances. And each run of one item may come out otherwise. The mean over n items with
K runs each has the variance between/n + within/(nK), so more runs shrink the second part only.

What is estimated throughout is the mean *over items like these*, each counting alike, of an item's chance of a right
answer (or of its mean score). Items are drawn; runs are repeated within an item. How often an item was run must not
depend on how its runs came out: "until one passes" and "again where it failed" bias every number here.
"""

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from give_or_take import checks
from give_or_take.clusters import clustered_mean
from give_or_take.docs import documented
from give_or_take.results import Estimate, Interval, _value, prints_itself, spread
from give_or_take.standard_errors import standard_error_of_mean


@prints_itself
class RepeatVariance(NamedTuple):
    """What `repeat_variance` gives: the mean and the two variances. It prints as sentences."""

    mean: Estimate
    between: Estimate | None
    within: Estimate | None

    @property
    def floor(self) -> float | None:
        """The standard error of the mean that endless runs of these items would leave: √(between/n)."""
        return None if self.between is None else math.sqrt(max(self.between.value, 0) / self.between.n)

    def __str__(self):
        mean, unit = self.mean, self.mean.unit
        words = [
            f"{_value(mean.value, mean.se, unit)}, standard error {spread(mean.se, unit)} "
            f"({mean.clusters:,} items, {mean.n:,} answers)"
        ]
        if self.between is None:
            words.append("Fewer than two items have a second run, so nothing shows how much runs vary within an item")
        elif mean.se == self.within.value == 0:
            words.append("All answers have the same score, so they show nothing of what varies: 0 is no certainty")
        else:
            runs = f"within one item by {spread(math.sqrt(self.within.value), unit)}"
            if self.between.value > 0:
                items = spread(math.sqrt(self.between.value), unit)
                words.append(f"Items differ by a standard deviation of {items}, runs {runs}")
                words.append(f"Endless runs of these items would leave a standard error of {spread(self.floor, unit)}")
            else:
                words.append(f"Items differ no more than runs explain; runs differ {runs}")
        if mean.n > mean.clusters and mean.se > 0:
            pooled = mean.se / math.sqrt(mean.design_effect)
            words.append(f"Taken for {mean.n:,} independent items, the answers would claim {spread(pooled, unit)}")
        return ". ".join(words) + "."


@documented
def repeat_variance(scores: "ArrayLike", items: Iterable[Hashable]) -> RepeatVariance:
    """The mean of repeated runs, and how much of its wobble comes from the items and how much from the runs.

    The mean is that of the items' means, so that each item counts alike, however often it was run. All three numbers
    are averages of one number an item, and each has the standard error of such an average:

    - mean: the item's mean score m;
    - within: s², the variance of the item's scores with K - 1 in it, over the items with two runs or more;
    - between: (m - mean)²·n/(n - 1) - s²/K, what the spread of the means holds beyond the wobble of the runs. An item
      of one run has no s² and takes the average of the others.

    Nothing here is biased if the numbers of runs were fixed before any answer was seen, equal or not, and whatever the
    shape of the two variations: runs of a hard item may vary more than those of an easy one. Only items of one run must
    be like the others. The estimate between may come out *below* 0: then items differ by no more than runs explain.
    With equal numbers of runs it is the estimate of the analysis of variance. With unequal ones that weighs items by
    their runs, and means something else if hard items were run more often; and means weighted alike are the better
    choice once items differ much (Tukey).

    For 0/1 scores, within is also what one rerun of the failures adds to a score: see `pass_at_k`.

    Parameters
    ----------
    scores : list, array or column of numbers
        One score an answer; True and False count as 1 and 0.
    items : list, array or column of labels
        The item of each answer; at least two different ones.

    Returns
    -------
    RepeatVariance
        `mean`, the `clustered_mean` with each item a cluster and all counting alike, n - 1 degrees of freedom. Its
        `design_effect` is the square of its standard error over the square of the one that pretends that all answers
        are independent items. `between` and `within`, variances in the unit of the scores squared, fractions for rates;
        both None unless two items or more have two runs or more. `floor`, the standard error that more runs approach
        and do not pass. The intervals of all three cover less than they say with few items, and a hundred are few at a
        rate of 95%: for the mean `clustered_wilson_interval` is then better. `print` gives the sentences.

    References
    ----------
    Searle, Casella and McCulloch 1992, Variance Components, chapter 3. Tukey 1957, Annals of Mathematical Statistics
    28, 43-56, for equal weights. Miller 2024, arXiv:2411.00640, for the two variances in evaluations. Wang 2025,
    arXiv:2512.21326, for their sizes.

    Examples
    --------
    >>> print(repeat_variance([1, 1, 1, 0, 0, 0, 1, 0], ["a", "a", "b", "b", "c", "c", "d", "d"]))
    50.0%, standard error 20.4 points (4 items, 8 answers). Items differ by a standard deviation of 20.4 points, runs \
within one item by 50.0 points. Endless runs of these items would leave a standard error of 10.2 points. Taken for 8 \
independent items, the answers would claim 18.9 points.
    >>> repeat_variance([1, 0, 1], ["a", "b", "c"]).within is None
    True
    """
    checks.same_rows(scores, items, "scores", "items")
    scores, (item, names) = checks.scores(scores, of="answer"), checks.labels(items, "items", "item", of="answer")
    checks.same_length(scores, item, "scores", "items", of="answer")
    checks.refuse(np.abs(scores) > LARGEST_SCORE, "scores is too large ({}): check its units", scores)
    n = len(names)
    if n < 2:
        raise checks.WrongValue(
            "items",
            "must name at least two items: one cannot show how much items vary; for the runs of one item take "
            "wilson_interval, and say that it speaks of this item only",
        )
    mean = clustered_mean(scores, item, "clusters")
    one = np.empty(n)
    one[item] = scores  # any of the item's
    shifted = scores - one[item]  # changes no deviation, and makes constant runs exactly constant
    runs = np.bincount(item)
    means = np.bincount(item, shifted) / runs
    squares = np.bincount(item, (shifted - means[item]) ** 2)
    means += one
    several = runs > 1
    if several.sum() < 2:
        return RepeatVariance(mean, None, None)
    s2 = squares[several] / (runs[several] - 1)
    each = (means - means.mean()) ** 2 * n / (n - 1)
    each[several] -= s2 * (1 / runs[several] + np.sum(~several) / len(s2))  # its own part, and those it stands in for
    return RepeatVariance(mean, _average(each, ""), _average(s2, ""))


class Design(NamedTuple):
    """One way to spend a budget: so many items, so many runs of each, its cost and its standard error."""

    n: int
    runs: int
    cost: float
    se: float


@prints_itself
class RepeatPlan(NamedTuple):
    """What `plan_repeats` gives. It prints as the sentences to paste into a plan."""

    best: Design
    designs: tuple[Design, ...]
    budget: float
    unit: str

    def __str__(self):
        n, runs, cost, se = self.best
        plan = (
            f"A budget of {self.budget:,.6g} reaches its smallest standard error, {spread(se, self.unit)}, with "
            f"{n:,} items and {_runs(runs)} of each: {n * runs:,} answers, for {cost:,.6g}."
        )
        other = next((design for design in self.designs if design.runs == (1 if runs > 1 else 2)), None)
        if other is None:
            return plan
        return f"{plan} {other.n:,} items with {_runs(other.runs)} of each would have {spread(other.se, self.unit)}."


@documented
def plan_repeats(
    between: float,
    within: float,
    budget: float,
    cost_per_answer: float,
    cost_per_item: float = 0,
    most_items: int | None = None,
    unit: str = "%",
) -> RepeatPlan:
    """How many items, and how many runs of each, a budget should go to: the design with the smallest standard error.

    n items with K runs each cost n·(cost_per_item + K·cost_per_answer). All K from 1 to 1,000 are tried, each with as
    many items as the budget pays for, and the standard error is √(between/n + within/(n·runs)). Before rounding,
    the best K is √(cost_per_item/cost_per_answer · within/between). So a second run is worth its price only where a new
    item costs something itself, or where there are no more items.

    Parameters
    ----------
    between : float
        The variance between items, above 0, from `repeat_variance` of a pilot.
    within : float
        The variance within an item, 0 or more.
    budget : float
        In any unit, of money or minutes or tokens; the costs are in the same.
    cost_per_answer : float
        Of producing and grading one answer, above 0.
    cost_per_item : float
        Of finding, writing or checking one item, however often it is run.
    most_items : int, optional
        How many items there are, if there are no more.
    unit : str
        "%" for 0/1 scores and other rates, or the unit of the scores ("" for none).

    Returns
    -------
    RepeatPlan
        `best` and `designs`, one for each number of runs that the budget allows with two items or more, each with `n`,
        `runs`, `cost` and `se` (`pandas.DataFrame(plan.designs)` is a table). Of equal standard errors the one with the
        fewest runs is best. `print` gives the sentences.

    References
    ----------
    Hansen, Hurwitz and Madow 1953, Sample Survey Methods and Theory I, chapter 6. Cochran 1977, Sampling Techniques,
    chapter 10.

    Examples
    --------
    >>> print(plan_repeats(0.08, 0.08, budget=90, cost_per_answer=0.02, cost_per_item=0.8))
    A budget of 90 reaches its smallest standard error, 3.1 points, with 100 items and 5 runs of each: 500 answers, \
for 90. 109 items with one run of each would have 3.8 points.
    >>> plan_repeats(0.08, 0.08, budget=300, cost_per_answer=1).best.runs
    1
    >>> plan_repeats(0.08, 0.08, budget=300, cost_per_answer=1, most_items=100).best[:3]
    (100, 3, 300.0)
    """
    numbers = dict(between=between, within=within, budget=budget)
    numbers |= dict(cost_per_answer=cost_per_answer, cost_per_item=cost_per_item)
    numbers = {name: checks.single(checks.numbers(value, name), name) for name, value in numbers.items()}
    checks.refuse(
        numbers["between"] <= 0,
        "between must be above 0: got {}; an estimate at or below 0 says that these runs do not show how items differ, "
        "not that they are alike: plan with that of another system or a larger pilot",
        numbers["between"],
    )
    for name in ("within", "cost_per_item"):
        checks.not_negative(numbers[name], name)
    for name in ("budget", "cost_per_answer"):
        checks.positive(numbers[name], name)
    between, within, budget, cost_per_answer, cost_per_item = numbers.values()
    name = "between" if between > within else "within"
    if checks.text(unit, "unit") == "%" and numbers[name] > 0.5:  # 0.25 in truth, twice that in a pilot of two
        raise checks.WrongValue(
            name,
            f"is too large for rates: got {numbers[name]:.6g}, and even an estimate is at most 0.5; "
            "give variances, not standard deviations (0.09 for one of 30 points), or say unit=''",
        )
    runs = np.arange(1, MOST_RUNS + 1)
    price = cost_per_item + runs * cost_per_answer
    n = np.floor(budget / price * (1 + 1e-12))
    if most_items is not None:
        n = np.minimum(n, checks.count(most_items, "most_items", least=2))
    runs, price, n = (column[n >= 2] for column in (runs, price, n))
    checks.refuse(
        not len(n),
        "budget is too small: got {}, and two items with one run each, the fewest that show an error, cost {}",
        budget,
        2 * (cost_per_item + cost_per_answer),
    )
    se = np.sqrt(between / n + within / (n * runs))
    designs = tuple(map(Design, map(int, n), map(int, runs), map(float, n * price), map(float, se)))
    return RepeatPlan(designs[int(np.argmin(se))], designs, budget, unit)


@dataclass(frozen=True)
class PassRate(Estimate):
    """What `pass_at_k` and `pass_hat_k` give: an estimate that knows the chance of each item, for its interval."""

    chances: tuple[tuple[float, int], ...] = field(kw_only=True, repr=False)  # each with how many items have it

    def interval(self, level: float = 0.95) -> Interval:
        """Gaffke's interval for the mean of numbers between 0 and 1, of whatever distribution.

        Give the items and one more, of chance 0, random weights that add up to 1, all sets of weights being as likely.
        The lower end is the value below which the weighted mean stays with a chance of (1 - level)/2; for the upper
        end the one more item has chance 1. If all chances are 0 or 1, it is Clopper and Pearson's interval, and so all
        right is not 100% ± 0. No end leaves the range from 0 to 1, and a higher chance of one item lowers neither.

        That it covers the truth at least as often as the level says is a conjecture, to which nobody found an
        exception. `tools/studies/pass_coverage.py` counted it at 95%: it held the truth in 94.8% of all samples or
        more, with 30, 50 and 100 items, 4 to 20 runs, k of 1, 2 and 5, and rates from 3 to 99%. The value ± t
        standard errors fell to 25.4%. The price is width: with 100 items and rates from 50 to 95% it is 4 to 18% wider
        than that, and more near 0 and 1, with fewer items, and where all items are alike.

        Gaffke 2005, Mathematical Methods of Statistics 14, 451-467; Learned-Miller and Thomas 2019, arXiv:1905.06208.

        >>> print(pass_at_k([4, 5, 5, 5], 5, k=2).interval())
        100.0% (95% Gaffke 39.8%-100.0%)
        """
        level = checks.level(level)
        chances, items = (np.array(column, dtype=float) for column in zip(*self.chances, strict=True))
        low, high = _gaffke(chances, items, level), 1 - _gaffke(1 - chances[::-1], items[::-1], level)
        return Interval(min(low, self.value), max(high, self.value), self.value, level, "Gaffke", n=self.n)


@documented
def pass_at_k(successes: "ArrayLike", runs: "ArrayLike", k: int) -> PassRate:
    """Pass@k: the chance that at least one of k runs of an item is right, averaged over items like these.

    For an item with c right answers in K runs it is 1 minus the chance that k of these runs, drawn without putting
    back, are all wrong: 1 - C(K - c, k)/C(K, k). That is unbiased for k up to K. 1 - (1 - c/K)^k is not: it is too low.

    {the error of a pass rate}

    Whoever reruns the failures, up to k - 1 times, and counts an item as right once it passes, reports pass@k and not a
    score. One such rerun adds pass@2 - pass@1, which is the average of p(1 - p): the variance within items of
    `repeat_variance`. The chance that *all* k runs are right is `pass_hat_k`.

    {runs and right answers of each item}

    References
    ----------
    Chen et al. 2021, arXiv:2107.03374. The interval: Gaffke 2005, Mathematical Methods of Statistics 14, 451-467.

    Examples
    --------
    >>> print(pass_at_k([0, 2, 5, 10], 10, k=1))
    42.5%, standard error 21.7 points
    >>> print(pass_at_k([0, 2, 5, 10], 10, k=3))
    61.3%, standard error 22.8 points
    >>> print(pass_at_k([5] * 48 + [2, 0], 5, k=1).interval())
    96.8% (95% Gaffke 87.9%-99.6%)
    """
    successes, runs = _runs_of_items(successes, runs)
    return _pass_rate(1 - _all_drawn(runs - successes, runs, k))


@documented
def pass_hat_k(successes: "ArrayLike", runs: "ArrayLike", k: int) -> PassRate:
    """Pass^k, spoken "pass hat k": the chance that all of k runs of an item are right, averaged over items like these.

    It is what to ask of an agent that has to be right each time. For an item with c right answers in K runs it is the
    chance that k of these runs, drawn without putting back, are all right: C(c, k)/C(K, k). That is unbiased for k up
    to K. (c/K)^k is not: it is too high. And neither the average score to the power of k nor 1 - pass@k is pass^k:
    items differ, so that the easy ones pass all the time; and 1 minus `pass_at_k` of the wrong answers is.

    {the error of a pass rate}

    {runs and right answers of each item}

    References
    ----------
    Yao et al. 2024, arXiv:2406.12045. The interval: Gaffke 2005, Mathematical Methods of Statistics 14, 451-467.

    Examples
    --------
    >>> print(pass_hat_k([0, 2, 5, 10], 10, k=3))
    27.1%, standard error 24.4 points
    >>> solved = [0] * 14 + [1] * 12 + [2] * 10 + [3] * 4 + [4] * 10  # 50 tasks of an airline desk, four trials of each
    >>> print(pass_hat_k(solved, 4, k=4).interval())
    20.0% (95% Gaffke 10.0%-33.7%)
    """
    successes, runs = _runs_of_items(successes, runs)
    return _pass_rate(_all_drawn(successes, runs, k))


def _runs_of_items(successes, runs):
    successes, runs = checks.together(successes=(successes, checks.counts), runs=(runs, checks.sizes))
    checks.one_dimension(successes, "successes")
    if len(successes) < 2:
        raise checks.WrongValue(
            "successes", "must hold at least 2 items: 1 cannot show how much items vary; run more items"
        )
    checks.refuse(
        successes > runs, "successes must not exceed runs: got {} of {}; are the two swapped?", successes, runs
    )
    return successes, runs


def _all_drawn(some, runs, k):
    """The chance that k runs of each item, drawn without putting back, are all among these."""
    k = checks.count(k, "k", most=MOST_DRAWN)
    checks.refuse(
        k > runs,
        f"k must not exceed the runs of an item: got {k}, and runs is {{}}; take a smaller k, or run it more often",
        runs,
    )
    chance = np.ones(len(runs))
    for drawn in range(k):
        chance *= (some - drawn) / (runs - drawn)  # once 0, it stays 0
    return chance


def _pass_rate(each):
    chances = zip(*(column.tolist() for column in np.unique(each, return_counts=True)), strict=True)
    return PassRate(each.mean(), standard_error_of_mean(each), len(each), len(each) - 1, chances=tuple(chances))


def _gaffke(values, items, level):
    """The lower end, from rising values of 0 or more and how many items have each."""
    from scipy.optimize import brentq

    if values[-1] == 0:
        return 0.0
    values, items = np.concatenate([[0], values]), np.concatenate([[1], items])
    tail = ndtri((1 - level) / 2)

    def too_far(point):  # nearly straight
        return ndtri(np.clip(_chance_below(point, values, items), 1e-300, 0.9)) - tail

    n = items.sum()
    mean = items @ values / n
    error = math.sqrt(items @ (values - mean) ** 2 / n / (n + 1))
    for reach in (0.5, 5, math.inf):  # standard errors around what the bell curve gives
        low, high = np.clip(mean + (tail + np.array([-reach, reach])) * error, *(values[-1] * ENDS))
        if too_far(low) < 0 <= too_far(high):
            return brentq(too_far, low, high, xtol=1e-14, rtol=1e-13)
    return 0.0


def _chance_below(point, values, items):
    """The chance that the mean of the values is below a point, if all weights of the items are as likely.

    Such weights are exponential numbers E divided by their sum. So it is the chance that Q = Σ E (value - point) is
    below 0: minus the integral of M(z)/(2πi z) along a line from bottom to top that crosses the negative axis, where
    M(z) = Π 1/(1 - (value - point) z) is the mean of exp(zQ). The line crosses where the integrand is smallest on the
    axis, and bends as it does in its steepest descent there: so nothing oscillates.
    """
    from scipy.optimize import brentq

    away = values - point

    def slope(z):  # of the logarithm of the integrand
        return items @ (away / (1 - away * z)) - 1 / z

    cross = brentq(slope, (1 - 1e-15) / away[0], 1e-15 / away[0])
    ratio = away / (1 - away * cross)
    width = 1 / math.sqrt(items @ ratio**2 + 1 / cross**2)
    bend = np.clip(2 / 3 * (items @ ratio**3 - 1 / cross**3) * width**3, -1, 1)
    total = largest = 0.0
    for steps in STEPS:
        z = cross + width * (bend * (np.cosh(steps) - 1) + 1j * np.sinh(steps))
        part = np.exp(-items @ np.log(1 - np.outer(away, z))) / -z * (bend * np.sinh(steps) + 1j * np.cosh(steps))
        part[steps == 0] /= 2
        total += part.imag.sum()
        largest = max(largest, np.abs(part).max())
        if np.abs(part[-1]) < 1e-17 * largest:
            break
    return total * width * STEP / math.pi


ENDS = np.array([1e-12, 1 - 1e-12])
STEP = 0.05  # along the line, on which places grow like sinh: the chance has ten digits, from three items thirteen
STEPS = (STEP * np.arange(240)).reshape(12, 20)
LARGEST_SCORE = 1e50  # above it the square of a square overflows
MOST_RUNS = 1000  # that a plan looks at
MOST_DRAWN = 10_000


def _average(each, unit):
    """The mean of one number an item, with its standard error."""
    return Estimate(each.mean(), standard_error_of_mean(each), len(each), len(each) - 1, unit=unit)


def _runs(number):
    return "one run" if number == 1 else f"{number:,} runs"
