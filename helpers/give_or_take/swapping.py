"""A test of two systems on the same items by swapping their answers, for any statistic: chapter 7."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable
from itertools import product

import numpy as np
from scipy.special import gammaln

from give_or_take import checks
from give_or_take.docs import documented
from give_or_take.resampling import AT_ONCE, MOST_DRAWN, asked, generator, kinds_of
from give_or_take.results import Test

MOST_LISTED = 2 * 10**5  # ways to swap, up to which all are listed


@documented
def swap_test(
    data: tuple,
    statistic: str | Callable,
    groups: Iterable[Hashable] | None = None,
    method: str = "mid-p",
    draws: int = 9_999,
    rng: np.random.Generator | None = None,
) -> Test:
    """A test of "no difference" between two systems on the same items, by any statistic, two-sided.

    If it does not matter which system gave which answer, the two answers to an item could as well have been swapped.
    So all ways to swap some of them are equally likely, and the p-value is the share of them in which the statistic
    differs between the systems at least as far as it does. If groups are named, all items of a group are swapped
    together.

    - `"mid-p"`, the default: what is just as far counts half. For accuracy it is the mid-p `mcnemar_test`.
    - `"exact"`: it counts in full.

    For named metrics only the numbers of swaps of each kind matter, and with single items they are few: p is then exact
    as a rule. Otherwise swaps are drawn, p is (far + 1)/(draws + 1), so that no p is below what the draws can show, and
    the standard error that comes of drawing is printed. The share of bootstrap resamples below zero is no p-value.

    It asks whether answers can be told apart in how they move this statistic, not only whether its true values differ.

    Parameters
    ----------
    data : tuple of columns
        (truth, first, second), or two columns of scores.
    statistic : str or function
        Of the columns of one system, as for `bootstrap_interval`.
    {groups}
    method : str
        `"mid-p"` or `"exact"`.
    draws : int
        How many ways to swap are drawn where there are too many to list, from 999 to a million.
    rng : numpy.random.Generator, optional
        Needed only where swaps have to be drawn.

    Returns
    -------
    Test
        The p-value; the statistic is the difference, the first system minus the second.

    References
    ----------
    Fisher 1935, The Design of Experiments, section 21. For F1 and the like: Yeh 2000, COLING, 947-953. The observed
    one among those drawn: Phipson and Smyth 2010, Statistical Applications in Genetics and Molecular Biology 9, 39.
    SciPy's `permutation_test` with `permutation_type="samples"` has no groups and no mid-p.

    Examples
    --------
    >>> truth, first, second = [1] * 12 + [0] * 28, [1] * 10 + [0] * 30, [1] * 4 + [0] * 30 + [1] * 6
    >>> print(swap_test((truth, first, second), "f1"))
    p < 0.001 (swap mid-p test, 12 items differ)
    """
    ask = asked(data, statistic, groups, True, "")
    checks.choice(method, "method", ("mid-p", "exact"))
    draws = checks.count(draws, "draws", 999, MOST_DRAWN)
    rng = rng if rng is None else generator(rng)
    gaps, weights, differ = (_swapped_items if ask.table is None else _swapped_counts)(ask, draws, rng)
    name = f"swap {method} test"
    what = f"{checks.number_of(differ, ask.word)} differ{'s' * (differ == 1)}"
    if not differ:
        return Test(name, ask.estimate, 1.0, "", what)
    rounding = 1e-10 * max(map(abs, ask.both))
    beyond = np.abs(gaps) - abs(ask.estimate)  # not a number where undefined: that counts as further
    far = ~(beyond <= rounding) + (np.abs(beyond) <= rounding) * (0.5 if method == "mid-p" else 1)
    if weights is None:
        p_value = (far.sum() + 1) / (draws + 1)
        what += f"; {draws:,} ways to swap drawn, standard error of p {math.sqrt(p_value * (1 - p_value) / draws):.1g}"
    else:
        p_value = far @ weights
    p_value = min(p_value, 1.0)  # but for rounding
    return Test(name, ask.estimate, p_value, "", what)


def _swapped_counts(ask, draws, rng):
    """The difference after each way to swap, the chances of these if all are listed, and how many units differ."""
    kinds, many = kinds_of(ask)
    other = kinds.reshape(len(kinds), -1, ask.classes, ask.classes).swapaxes(-1, -2).reshape(kinds.shape)
    moved = other - kinds
    speaks = moved.any(axis=1)
    moved, many, table = moved[speaks], many[speaks], ask.table.sum(0)
    if not len(moved):
        return None, None, 0
    forward = np.take_along_axis(moved, (moved != 0).argmax(axis=1)[:, None], axis=1) > 0
    table = table + many[~forward[:, 0]] @ moved[~forward[:, 0]]  # a kind and its mirror image become one kind
    steps, at = np.unique(np.where(forward, moved, -moved), axis=0, return_inverse=True)
    many = np.bincount(at.ravel(), many).astype(int)
    if math.prod((many + 1).tolist()) <= MOST_LISTED:
        swaps = np.stack(np.meshgrid(*map(np.arange, many + 1), indexing="ij"), axis=-1).reshape(-1, len(many))
        ways = gammaln(many + 1) - gammaln(swaps + 1) - gammaln(many - swaps + 1)
        weights = np.exp(ways.sum(axis=1) - many.sum() * math.log(2))
        steps = np.insert(steps, 0, table, axis=0)
        gaps = [ask.of_drawn(np.insert(some, 0, 1, axis=1), steps) for some in _parts(swaps, steps)]
        return np.concatenate(gaps), weights, int(many.sum())
    rng = generator(rng)
    gaps, rows = [], max(AT_ONCE // max(steps.shape), 1)
    for start in range(0, draws, rows):
        swaps = rng.binomial(many, 0.5, size=(min(rows, draws - start), len(many)))
        gaps.append(ask.of_drawn(np.insert(swaps, 0, 1, axis=1), np.insert(steps, 0, table, axis=0)))
    return np.concatenate(gaps), None, int(many.sum())


def _parts(rows, steps):
    return np.array_split(rows, -(-len(rows) * max(steps.shape) // AT_ONCE))


def _swapped_items(ask, draws, rng):
    """As for counts, one way to swap after the other."""
    *shared, first, second = ask.columns
    group = np.arange(ask.units) if ask.group is None else ask.group
    differing = np.unique(group[first != second])
    number = np.full(ask.units, len(differing))
    number[differing] = np.arange(len(differing))
    place = number[group]  # units that do not differ stand last, and are never swapped

    def gap(swaps):
        swap = np.append(swaps, False)[place]
        return ask.value([*shared, np.where(swap, second, first), np.where(swap, first, second)])

    if not len(differing):
        return None, None, 0
    if 2 ** len(differing) <= draws:
        gaps = [gap(swaps) for swaps in product((False, True), repeat=len(differing))]
        return np.array(gaps), np.full(len(gaps), 1 / len(gaps)), len(differing)
    rng = generator(rng)
    gaps = [gap(rng.random(len(differing)) < 0.5) for _ in range(draws)]
    return np.array(gaps), None, len(differing)
