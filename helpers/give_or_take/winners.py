"""The best of many systems on the same items: how it is flattered, what it gets, and which may be it: chapter 10.

A table of results has a row for each item and a column for each system: 0 and 1, or scores of which more is better.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from give_or_take import checks
from give_or_take.clusters import clustered_wilson_interval
from give_or_take.docs import documented
from give_or_take.intervals import LARGEST_SUM, _at_least, wilson_interval
from give_or_take.resampling import AT_ONCE, MOST_DRAWN, generator
from give_or_take.results import Interval, _p, _value, percent, prints_itself

NOISE = 1e-12  # of the largest score: scores and means that differ by less are alike
GAP = "drop those items or count them as wrong (0), and say in the report which you did"
KINDS = 20  # times as many items as different rows, and heads are drawn for all items of a kind at once
ALIKE = 1e-9  # standardised sums that differ by less are tied
LOPSIDED = 0.2, 0.1  # skewness over √n: Cochran's rule for one rival; the largest of several looks further out


@documented
def best_of(rate: ArrayLike, systems: ArrayLike, n: ArrayLike) -> float | Any:
    """What the best of so many equally good systems is expected to show on n items, exactly.

    All have the same true rate, and each its own luck. The best one shows at most x right answers if all do, which has
    the chance F(x)^systems, where F adds up the chances of a binomial count. The rest is adding up. On shared items
    mistakes of systems coincide, and the best one shows less: `flattery` takes that from the results themselves.

    Parameters
    ----------
    rate : float or array
        The true rate of every system, a fraction from 0 to 1.
    systems : int or array of int
        How many systems there are.
    n : int or array of int
        How many items, at most a million.

    Returns
    -------
    float or array
        The expected top rate, a fraction.

    Examples
    --------
    >>> round(best_of(0.8, systems=20, n=100), 3)
    0.872
    >>> best_of(0.8, systems=[1, 5, 20], n=100).round(3)
    array([0.8  , 0.846, 0.872])
    """
    rate, systems, n = checks.together(rate=(rate, checks.rates), systems=(systems, checks.sizes), n=(n, checks.sizes))
    checks.refuse(n > LARGEST_SUM, f"n must be at most {LARGEST_SUM:,}: got {{}}; there the best shows hardly more", n)
    each = zip(rate.ravel(), systems.ravel(), n.ravel(), strict=True)
    return checks.plain(np.array([_expected_top(*one) / one[2] for one in each]).reshape(rate.shape))


def _expected_top(rate, systems, n):
    """The expected number of right answers: of all counts, how many the best one is expected to exceed."""
    wide = 40 * math.sqrt(n * rate * (1 - rate)) + 40  # further out chances are below any rounding error
    counts = np.arange(max(math.floor(n * rate - wide), 0), min(math.ceil(n * rate + wide), n))
    with np.errstate(divide="ignore"):
        none_above = np.exp(systems * np.log1p(-_at_least(counts + 1, n, rate)))
    return counts[0] + np.sum(1 - none_above) if len(counts) else 0.0


@prints_itself
@dataclass(frozen=True)
class Flattery:
    """What `flattery` gives: what the best one showed and what it really got, on average over the draws.

    `seen` is what it showed on the items that chose it, `true` what it got on all others, `lower` the share of draws in
    which `true` was the lower one.
    """

    seen: float
    true: float
    lower: float
    n: int
    left: int
    systems: int
    draws: int
    unit: str = "%"
    word: str = "item"

    def __str__(self):
        apart = abs(self.seen - self.true)
        seen, true = (_value(one, apart if apart > NOISE else 0, self.unit) for one in (self.seen, self.true))
        return (
            f"the best of {self.systems:,} on {checks.number_of(self.n, self.word)} shows {seen}, and gets {true} on "
            f"the other {self.left:,}; lower in {percent(self.lower, 2)} of {self.draws:,} draws"
        )


@documented
def flattery(
    results: Any,
    n: int,
    groups: Iterable[Hashable] | None = None,
    draws: int = 10_000,
    rng: np.random.Generator | None = None,
) -> Flattery:
    """How much the best of many is flattered by the items that chose it, by drawing such items from a table of results.

    n items are drawn at random, the system with the highest mean on them wins, and the items left out say what it
    really gets; again and again. Where several systems are tied, each counts as much: what comes out is what choosing
    among them by lot comes to on average.

    Parameters
    ----------
    {table of results}
    n : int
        How many items choose, or how many groups if groups are named; at least one is left.
    {groups}
    draws : int
        How many times, from 100 to a million.
    rng : numpy.random.Generator
        `numpy.random.default_rng(SEED)`.

    Returns
    -------
    Flattery
        `seen`, `true`, and `lower`, the share of draws in which the true one is lower. It prints as a sentence.

    References
    ----------
    The winner's curse: Andrews, Kitagawa and McCloskey 2024, Quarterly Journal of Economics 139, 305-358.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> answers = (rng.random((300, 15)) < 0.8).astype(int)  # fifteen equal systems
    >>> print(flattery(answers, n=50, rng=rng))
    the best of 15 on 50 items shows 88.9%, and gets 79.3% on the other 250;
    lower in 99.9% of 10,000 draws
    """
    table = _table(results, groups)
    n, draws = _some_of(n, table), checks.count(draws, "draws", 100, MOST_DRAWN)
    rng = generator(rng)
    sums, sizes, units = table.sums, table.sizes, len(table.sizes)
    seen = true = lower = 0.0
    for first, end in _parts(draws, max(units, len(table.names))):
        rows = end - first
        drawn = np.zeros((rows, units))
        np.put_along_axis(drawn, rng.random((rows, units)).argpartition(n - 1, axis=1)[:, :n], 1.0, axis=1)
        total, items = drawn @ sums, (drawn @ sizes)[:, np.newaxis]
        shown, rest = total / items, (sums.sum(0) - total) / (sizes.sum() - items)
        top = shown.max(axis=1, keepdims=True)
        near = NOISE * table.largest
        tied = shown >= top - near
        weight = tied / tied.sum(axis=1, keepdims=True)
        seen, true = seen + top.sum(), true + np.sum(weight * rest)
        lower += np.sum(weight * (rest < top - near))
    seen, true, lower = (float(total) / draws for total in (seen, true, lower))
    return Flattery(seen, true, lower, n, units - n, len(table.names), draws, table.unit, table.word)


@prints_itself
@dataclass(frozen=True, eq=False)
class HonestWinner(Interval):
    """What `honest_winner` gives: an `Interval` with the name of the winner, what it showed, and a note on ties."""

    winner: str = ""
    seen: float = 0.0  # on the items that chose it
    chose: int = 0  # items, or groups
    word: str = "item"
    note: str = ""

    def __str__(self):
        seen = _value(self.seen, self.half_width, self.unit)
        shown = f"it showed {seen} on the {checks.number_of(self.chose, self.word)} that chose it"
        return f"{self.winner}: {Interval.__str__(self)}; {shown}" + (self.note and f"; {self.note}")


@documented
def honest_winner(
    results: Any,
    n: int,
    groups: Iterable[Hashable] | None = None,
    level: float = 0.95,
    rng: np.random.Generator | None = None,
) -> HonestWinner:
    """The winner, and what it gets on items that did not choose it: one part of the items chooses, the rest measure.

    n items are drawn at random, and the system with the highest mean on them is the winner; of those that are tied, the
    one that is named first. The other items know nothing of that choice. So an interval on them is the usual one:
    Wilson's for right and wrong, t for scores, both for groups if there are any. The price is that fewer items choose,
    and fewer measure.

    Draw once. Whoever draws again until they like the winner has chosen by the items that were to measure.

    Parameters
    ----------
    {table of results}
    n : int
        How many items choose, or how many groups if groups are named; at least two are left.
    {groups}
    {level}
    rng : numpy.random.Generator
        `numpy.random.default_rng(SEED)`.

    Returns
    -------
    HonestWinner
        An `Interval` of the winner's mean, with `winner`, `seen` (what it showed where it was chosen) and a `note`.

    References
    ----------
    Data-splitting: Cox 1975, Biometrika 62, 441-444. For intervals without a split: Andrews, Kitagawa and McCloskey
    2024, Quarterly Journal of Economics 139, 305-358.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> answers = dict(zip("abcdefgh", rng.random((8, 200)) < 0.8))
    >>> print(honest_winner(answers, n=80, rng=rng))
    g: 82.5% (95% Wilson 74.7%-88.3%); it showed 87.5% on the 80 items that
    chose it
    """
    table, level = _table(results, groups), checks.level(level)
    n, rng = _some_of(n, table, left=2), generator(rng)
    chosen = np.zeros(len(table.sizes), dtype=bool)
    chosen[rng.permutation(len(chosen))[:n]] = True
    shown = table.sums[chosen].sum(0) / table.sizes[chosen].sum()
    best = np.flatnonzero(shown >= shown.max() - NOISE * table.largest)
    winner, also = best[0], [table.names[i] for i in best[1:]]
    note = f"tied there with {', '.join(also)}" if also else ""
    measure = ~chosen if table.group is None else ~chosen[table.group]
    scores, group = table.scores[measure, winner], None if table.group is None else table.group[measure]
    low, high, method = _interval_of_rest(scores, group, level, table)
    about = {"winner": table.names[winner], "seen": float(shown[winner]), "chose": n, "word": table.word, "note": note}
    return HonestWinner(low, high, float(scores.mean()), level, method, table.unit, len(scores), **about)


def _interval_of_rest(scores, group, level, table):
    if np.all((scores == 0) | (scores == 1)):
        if group is None:
            interval = wilson_interval(scores.sum(), len(scores), level)
        else:
            interval = clustered_wilson_interval(scores, group, level)
        return interval.low, interval.high, interval.method
    from give_or_take.comparison.means import ANYWHERE, mean_interval

    between = (0, 1) if table.unit == "%" else ANYWHERE
    low, high, method = mean_interval(scores, np.ones(len(scores)), group, SimpleNamespace(level=level), between)
    if low is None:
        raise checks.WrongValue("results", "do not vary on the items left to measure: they give no interval")
    return low, high, method


@prints_itself
@dataclass(frozen=True, eq=False)
class BestSet:
    """What `best_set` gives: the systems that may be the best, `names`, highest mean first. It prints as a list.

    `means` and `p_values` have all systems, highest mean first, `close` names those whose p is so near to the line that
    other flips may decide otherwise. `in` asks for a name, and `len` how many are kept.
    """

    names: tuple[str, ...]
    means: dict[str, float]
    p_values: dict[str, float]
    level: float
    n: int
    note: str = ""
    close: tuple[str, ...] = ()
    unit: str = "%"
    spread: float = 0.0  # of a mean: how many digits to print

    @property
    def left_out(self) -> tuple[str, ...]:
        """The systems that are not the best, highest mean first."""
        return tuple(name for name in self.means if name not in self.names)

    @property
    def clause(self) -> str:
        """The set in a sentence."""
        systems, level = checks.number_of(len(self.means), "system"), percent(self.level)
        return f"{len(self.names):,} of {systems} may be the best ({level} set, {self.note})"

    def __str__(self):
        lines = [f"{self.clause}:"]
        lines += [f"{x}: {_value(self.means[x], self.spread, self.unit)}, {_p(self.p_values[x])}" for x in self.names]
        for words, names in (("left out", self.left_out), ("another seed may decide otherwise on", self.close)):
            lines += [f"{words}: {_first(names)}"] * bool(names)
        return "\n".join(lines)

    def __contains__(self, name):
        return name in self.names

    def __iter__(self):
        return iter(self.names)

    def __len__(self):
        return len(self.names)


@documented
def best_set(
    results: Any,
    level: float = 0.95,
    groups: Iterable[Hashable] | None = None,
    draws: int = 9_999,
    rng: np.random.Generator | None = None,
) -> BestSet:
    """A set of systems that is made to contain the truly best one in 95% of all samples of items.

    Each system is asked whether nobody is better. Let d be a rival's score minus its own, item by item. Its statistic
    is the largest Σd/√Σd² over all rivals, z of the sign-flip test against each. If nobody is better, d might as well
    have had the other sign: exactly for two systems that are right or wrong, nearly otherwise. So whole items are
    flipped at random, all rivals together, and p is the share of flips in which the largest is at least as large.
    A system stays if p is above 5%. If groups are named, whole groups flip.

    There is nothing to correct for many systems: only the truly best one must not be lost, and its rivals are already
    in one maximum. Signs are shared, so that systems that fail on the same items cost little. It is standardised rival
    by rival, since one that differs on many items would else decide alone how large a maximum is usual.

    The system with the highest mean always stays. A set of one is a winner; a set of ten says that these items cannot
    tell ten apart, not that the ten are equal. With up to 13 items that speak, all ways to flip them are listed.

    Counted with 5 to 20 systems that are right on 80 to 95% of 20 to 200 items, and fail on the same ones more often
    than by chance, it holds the truly best one in 93.9% of all samples or more at 95%; with 100 systems in 93.3%, with
    10 to 50 groups in 94.1%, with skewed scores in 94.8% (of one shape). That is where all are equally good; where the
    best one is two points ahead, it is in 97.0%. A result that turns worse can let a system in, as it also changes how
    its rivals vary together, but hardly ever: in no table of three systems and eight items.

    **Scores of different shapes** mislead: a rival that now and then loses very much looks best where few items show
    it, and no method is right for all shapes. So if the lead of a rival is lopsided, its z is lowered to what it would
    be after as many more items as might have escaped notice, three at 95%, on each of which it loses as much as scores
    can: 1 if all lie between 0 and 1, else as much as they differ in the table. Lopsided is a lead that no item
    breaks, or whose skewness is below -0.1 √n (-0.2 √n of two systems). The note names who stays for that alone. Right
    and wrong need none of this. Then a constant system beside equally good ones with rare losses is held in 99.3% or
    more, beside lognormal costs in 94.1% with 2 or 5 systems, and 88.4% with 20; but in 64.6% of samples of 20
    items, and 92.2% of 50, where losses may be far larger than any seen.

    Parameters
    ----------
    {table of results}
    {level}
    {groups}
    draws : int
        How many ways to flip are drawn where there are too many to list, from 999 to a million. With 9,999 of them
        a p near 0.05 has a standard error of 0.002; a system within two of them is named.
    rng : numpy.random.Generator, optional
        Needed only where flips have to be drawn.

    Returns
    -------
    BestSet
        `names` of those that stay, `means` and `p_values` of all, highest mean first. It prints as a list.

    References
    ----------
    A set that contains the best: Gupta 1965, Technometrics 7, 225-245; by comparing all others with each in turn:
    Edwards and Hsu 1983, Journal of the American Statistical Association 78, 965-971. The largest of several
    standardised differences, resampled together: Romano and Wolf 2005, Econometrica 73, 1237-1282. That whole items
    flip is this package's own; for two systems it is `sign_flip_test`, one-sided and exact. The model confidence set
    (Hansen, Lunde and Nason 2011, Econometrica 79, 453-497) drops the worst one after another, and is about all that
    are equally best; confidence sets of ranks (Mogstad, Romano, Shaikh and Wilhelm 2024, Review of Economic Studies 91,
    476-518), in R's `csranks`, are about every place. Not in statsmodels or SciPy. No method for all shapes: Bahadur
    and Savage 1956, Annals of Mathematical Statistics 27, 1115-1122; three more items: Hanley and Lippman-Hand 1983,
    JAMA 249, 1743-1745; -0.2 √n is the rule n > 25 G² of Cochran 1977, Sampling Techniques. What it
    holds: `tools/studies/best_set_coverage.py`.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> answers = {name: rng.random(100) < rate for name, rate in {"a": 0.9, "b": 0.85, "c": 0.8, "d": 0.6}.items()}
    >>> print(best_set(answers, rng=rng))
    3 of 4 systems may be the best (95% set, 100 items):
    a: 92.0%, p = 0.95
    b: 89.0%, p = 0.48
    c: 84.0%, p = 0.14
    left out: d
    """
    table, level = _table(results, groups), checks.level(level)
    draws = checks.count(draws, "draws", 999, MOST_DRAWN)
    rng = rng if rng is None else generator(rng)
    speak = _speaking(table.sums, table.largest * table.sizes)
    unseen = None if table.right_or_wrong else table.unseen(level)
    p_values, lowest, trusting = _flipped(speak, range(len(table.names)), draws, rng, unseen)
    means = table.scores.mean(axis=0)
    order = np.argsort(-means, kind="stable")
    top = means >= means.max() - NOISE * table.largest
    line = (1 - level) * (1 + 1e-12)
    stays = top | (p_values > line)
    doubted = stays & ~top & (trusting <= line)
    drawn = 2 ** len(speak) > draws
    close = drawn & ~top & (np.abs(p_values - (1 - level)) < 2 * np.sqrt(p_values * (1 - p_values) / draws))
    note = checks.number_of(len(table.sizes), table.word)
    if lowest > 1 - level:
        note += f", {len(speak)} of them speaking: no p below {lowest:.3g}, so that nobody can be left out"
    elif doubted.any():
        some = [table.names[i] for i in order if doubted[i]]
        note += f", too few for scores so lopsided to leave out {_first(some)}"
    named, spread = {table.names[i]: i for i in order}, float(table.scores.std(axis=0).max())
    return BestSet(
        tuple(name for name, i in named.items() if stays[i]),
        {name: float(means[i]) for name, i in named.items()},
        {name: float(p_values[i]) for name, i in named.items()},
        level,
        len(table.scores),
        note,
        tuple(name for name, i in named.items() if close[i]),
        table.unit,
        spread / math.sqrt(len(table.scores)) if spread > NOISE * table.largest else 0.0,
    )


def _first(names):
    more = f" and {len(names) - 8:,} more" if len(names) > 8 else ""
    return ", ".join(names[:8]) + more


def _speaking(sums, largest):
    """Sums of items or groups less those of the first system, where systems differ by more than rounding error."""
    sums = sums - sums[:, :1]  # changes no difference
    return sums[np.ptp(sums, axis=1) > NOISE * largest]


class Unseen(NamedTuple):
    """What so many items or groups need not have shown: so many more, on which a system loses as much as it can."""

    units: int
    more: float
    loss: float

    def lowered(self, gains, many):
        """z of each rival as if that had been seen, where its gains are lopsided; of others infinite."""
        total, squares = many @ gains, many @ gains**2
        mean, square, cube = (x / self.units for x in (total, squares, many @ gains**3))
        spread = np.sqrt(np.maximum(square - mean**2, 0))
        line = LOPSIDED[gains.shape[1] > 2] * math.sqrt(self.units)
        skewed = cube - 3 * mean * square + 2 * mean**3 < -line * spread**3
        never_lost = gains.min(axis=0, initial=0) >= -NOISE * self.loss
        lower = (total - self.more * self.loss) / np.sqrt(squares + self.more * self.loss**2)
        return np.where(skewed | never_lost, lower, np.inf)


def _flipped(sums, asked, draws, rng, unseen=None):
    """For each system asked the share of flips whose largest z is at least as large; and the lowest possible share.

    With what is `unseen`, z of lopsided rivals is lowered. Last come the shares without that.
    """
    listed = 2 ** len(sums) <= draws
    rng = rng if listed else generator(rng)
    many = np.ones(len(sums))
    if not listed:
        kinds, times = np.unique(sums, axis=0, return_counts=True)
        sums, many = (kinds, times) if KINDS * len(kinds) <= len(sums) else (sums, many)
    weights, most = [], []  # of each rival's sum, for each system asked; and the most that its z may be
    for i in asked:
        gains = sums - sums[:, i : i + 1]
        squares = many @ gains**2
        most.append(unseen.lowered(gains, many) if unseen else np.inf)
        alike = squares <= (NOISE * np.abs(sums).max(initial=0)) ** 2
        weights.append(np.where(alike, 0, 1 / np.sqrt(np.where(alike, 1, squares))))

    def each(totals):
        for i, weight in zip(asked, weights, strict=True):
            z = totals - totals[:, i : i + 1]
            z *= weight
            z[:, i] = -np.inf
            yield z

    shown = [*each((many @ sums)[np.newaxis])]
    observed = np.array([[np.minimum(z, high).max(), z.max()] for z, high in zip(shown, most, strict=True)]) - ALIKE
    far, lowest = np.zeros((len(observed), 2)), 2.0 ** -len(sums) if listed else 1 / (draws + 1)
    for first, end in _parts(2 ** len(sums) if listed else draws, max(sums.shape)):
        if listed:
            heads = np.arange(first, end)[:, np.newaxis] >> np.arange(len(sums)) & 1
        elif many.dtype == int:
            heads = rng.binomial(many, 0.5, size=(end - first, len(sums)))
        else:
            heads = rng.integers(0, 2, (end - first, len(sums)), dtype=np.int8)
        for z, least, count in zip(each((2.0 * heads - many) @ sums), observed, far, strict=True):
            count += np.sum(z.max(axis=1)[:, np.newaxis] >= least, axis=0)
    p_values, trusting = ((far if listed else far + 1) * lowest).T
    return p_values, lowest, trusting


class Table(NamedTuple):
    """A table of results, checked."""

    names: list
    scores: np.ndarray  # a row for each item, a column for each system
    group: np.ndarray | None  # the number of each item's group
    sums: np.ndarray  # a row for each item, or for each group
    sizes: np.ndarray  # how many items it holds
    largest: float  # the size of the largest score

    @property
    def unit(self):
        return "%" if self.scores.min() >= 0 and self.scores.max() <= 1 else ""

    @property
    def word(self):
        return "item" if self.group is None else "group"

    @property
    def right_or_wrong(self):
        """Whether there are two scores only: 0 and 1, or others of which some system has both."""
        low, high = self.scores.min(), self.scores.max()
        two = np.isin(self.scores, (low, high)).all()
        return bool(two and ({low, high} <= {0, 1} or np.any(np.ptp(self.scores, axis=0))))

    def unseen(self, level):
        """By the rule of three: of n items, what comes more than -log(1 - level) times in n is missed too seldom."""
        low, high = float(self.scores.min()), float(self.scores.max())
        loss = 1 if 0 <= low <= high <= 1 or -1 <= low <= high <= 0 else high - low
        return Unseen(len(self.sizes), -math.log1p(-level), loss * float(self.sizes.mean()))


def _table(results, groups):
    names, scores = _columns(results)
    if len(names) < 2:
        raise checks.WrongValue("results", "must have at least two systems, a column for each: one has no rivals")
    if len(scores) < 2:
        raise checks.WrongValue("results", "must have at least two items, a row for each: one shows no luck")
    group, sums, sizes = None, scores, np.ones(len(scores))
    if groups is not None:
        group, named = checks.labels(groups, "groups", "group")
        checks.same_length(scores, group, "results", "groups")
        rows = next(iter(results.values())) if isinstance(results, dict) else results
        checks.same_rows(rows, groups, "results", "groups")
        if len(named) < 2:
            raise checks.WrongValue("groups", "must name at least two groups: one cannot show how much they vary")
        sizes = np.bincount(group).astype(float)
        sums = np.stack([np.bincount(group, column) for column in scores.T], axis=1)
    return Table(names, scores, group, sums, sizes, float(np.abs(scores).max()))


def _columns(results):
    """The names of the systems, and their scores."""
    if isinstance(results, dict):
        columns = results
    elif (table := checks.frame(results, "results")) is not None:
        columns = {name: table.get_column(name).to_native() for name in table.columns}
    else:
        if not checks.is_list(results):
            kind = "a table that is not in memory" if checks.is_table(results) else checks.kind_of(results)
            said = f"must be a table, or a dict of columns, with one for each system; not {kind}"
            raise checks.WrongKind("results", said)
        scores = checks.numbers(results, "results", bools=None, gap=GAP)
        if scores.ndim != 2:
            said = f"must have a row for each item and a column for each system, not {scores.ndim} dimension"
            raise checks.WrongValue("results", f"{said}{'s' * (scores.ndim != 1)}")
        return [f"system {i + 1}" for i in range(scores.shape[1])], scores
    names = [str(name) for name in columns]
    if len(set(names)) < len(names) or any(map(checks.no_label, columns)):
        raise checks.WrongValue("results", f"must name each system differently: got {checks.listing(columns)}")
    scored = [f"results[{checks.shown(name)}]" for name in columns]
    scores = [checks.scores(column, name) for name, column in zip(scored, columns.values(), strict=True)]
    first, *others = columns.values() if columns else [None]
    for column, one, given in zip(scored[1:], scores[1:], others, strict=True):
        checks.same_length(scores[0], one, scored[0], column)
        if isinstance(results, dict):
            checks.same_rows(first, given, scored[0], column)
    _refuse_ids(scored, scores)
    return names, np.column_stack(scores) if scores else np.empty((0, 0))


def _refuse_ids(names, scores):
    """Refuses a column of whole numbers that are all different, where every other column lies between 0 and 1."""
    within = [bool(np.all((one >= 0) & (one <= 1))) for one in scores]
    if within.count(False) == 1 and len(scores) > 2:
        name, odd = names[within.index(False)], scores[within.index(False)]
        if np.all(odd == np.round(odd)) and len(np.unique(odd)) == len(odd):
            raise checks.WrongValue(
                name, "looks like the items' ids: leave it out, and give the systems' columns alone"
            )


def _some_of(n, table, left=1):
    """How many units choose, so that at least so many are left."""
    n, units = checks.count(n, "n"), len(table.sizes)
    message = f"n must leave {left} or more of the {checks.number_of(units, table.word)} to measure: got {{}}"
    checks.refuse(n > units - left, message, n)
    return n


def _parts(draws, wide):
    """The first and the last but one of the draws that are made at a time, so that one array of them stays small."""
    rows = max(AT_ONCE // max(wide, 1), 1)
    return [(start, min(start + rows, draws)) for start in range(0, draws, rows)]
