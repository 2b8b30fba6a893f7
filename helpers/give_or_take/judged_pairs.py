"""Two systems on the same items, as people would compare them, from a judge's verdicts and some labels: chapter 9.

A judge passes or fails each answer of A and each of B. People labelled both answers of a random part of the items, and
their word is the truth. An item is in one of four *strata*: the judge passes only B's answer, judges both alike, passes
only A's, or does not decide about one of them. In each, the labels say how often people pass only A's, and only B's.

**The labels must be of a random part of these very items, and all verdicts of one judge, with one prompt and one
threshold.** Nothing here can see whether they are.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import stdtrit

from give_or_take import checks
from give_or_take.docs import documented
from give_or_take.intervals import METHODS as OF_ONE_RATE
from give_or_take.judges import (
    LEAST,
    NO_LABEL,
    TOO_FEW,
    UNDECIDED,
    _a_random_part,
    _effect,
    _in_few,
    judged_items,
)
from give_or_take.paired import tango_interval
from give_or_take.paired_clusters import clustered_tango_interval
from give_or_take.results import Interval, _value, prints_itself

STRATA = "where the judge passed only B", "judged alike", "where the judge passed only A", "left undecided"


@prints_itself
@dataclass(frozen=True, eq=False)
class CorrectedDifference(Interval):
    """What `corrected_difference` gives: an `Interval` with what it rests on. It prints as a few lines."""

    reported: float = 0.0  # what the judge passed of A minus of B, over items on which it decided about both
    labels_alone: Interval | None = None  # the interval of somebody who has the labels and no judge
    items: int = 0  # with a verdict of both
    labels: int = 0  # items with labels of both
    note: str = ""

    def __str__(self):
        width = max(self.half_width, self.labels_alone.half_width)
        lines = [
            f"corrected: {Interval.__str__(self)}",
            f"the judge: {_value(self.reported, width, 'points')} on {checks.number_of(self.items, 'item')}",
            f"{self.labels:,} labelled items alone: {self.labels_alone}",
        ]
        return "\n".join(lines + [self.note] * bool(self.note))


@documented
def corrected_difference(
    verdicts_a: Any, verdicts_b: Any, labels_a: Any, labels_b: Any, groups: Any = None, level: float = 0.95
) -> CorrectedDifference:
    """The difference that people would see between two systems, from a judge's verdicts and labels of a random part.

    Both systems answered the same items, and the judge has a verdict on each answer. Items are sorted by what the judge
    says of the two: only A's passes, only B's, both alike, or undecided about one of them. In each such stratum the
    labels say how often people pass only A's answer and how often only B's. The estimate is the mean of these gains,
    weighted by how many items are in each stratum. So the judge may be wrong often, and even kinder to one system.

    With stratum h holding the share q of all N items and n labelled ones, of which people pass only A's answer in b and
    only B's in c, let u = (b + 1)/(n + 3), v = (c + 1)/(n + 3), d = u - v, and D = Σ q d. Then

        V = Σ q² (u + v - d²)/(n + 3) + (Σ q d² - D²)/N

    is the variance, and m = (1 - D²)/V is the number of coins, each 1 or -1, whose mean varies as much; it is at least
    the number of labelled items. The interval is Clopper and Pearson's for the share of ones among m coins, turned into
    their mean. The pseudo-labels, one for each outcome in each stratum, are in D and V alone: the estimate has none.
    A label that turns against A raises no end.

    Counted with 20 to 200 labelled items and judges that are good, blind, perverse, or kinder to one system, it covers
    the true difference in 94.6% of all samples or more at 95%, and Tango's interval of the labels alone in 92.4%. It is
    a fifth narrower than that one where the judge is right on 90 to 95% of the answers, a third where it is never
    wrong, as wide where it is blind or kinder to one system, and up to a fifth wider where next to no items differ.

    With `groups`, V is multiplied by the design effect of what each group adds to the error of the estimate, at least
    1, with Student's t for few groups. Where the judge's errors lie in fewer than four groups, the interval is
    `clustered_tango_interval` of the labels alone, and the note says so. Counted with 10 to 50 groups of 4 to 16 items,
    also where items share the fate of their group, it covers the truth in 96.0% or more.

    **It holds for labels drawn at random from these items**, as `corrected_rate` says. Refused are fewer than 20
    labelled items, and labels that fall on one stratum so much more, or less, often than chance has it that p < 0.001.

    Parameters
    ----------
    verdicts_a, verdicts_b : list, column, table or dict
        What the judge said of each system's answer to each item: 1 or True (pass), 0 or False (fail), None or NaN (it
        did not decide). All in one order, or all by id; items that only one of the systems has are left out, and the
        note says how many.
    labels_a, labels_b : list, column, table or dict
        What people said of both answers to some of these items: 1, 0, and None or NaN where nobody looked; or by id.
        Where people labelled only one of the two answers, the item counts as not labelled, and the note says so.
    {groups of items}
    {level}

    Returns
    -------
    CorrectedDifference
        An `Interval` of the rate of A minus the rate of B, in points, with `reported` (what the judge saw),
        `labels_alone` (the interval without a judge), `items`, `labels` and a `note`.

    References
    ----------
    Double sampling: Tenenbein 1970, Journal of the American Statistical Association 65, 1350-1361. Clopper and
    Pearson's interval at an effective number: Korn and Graubard 1998, Survey Methodology 24, 193-201. That it serves
    for a difference, as coins of 1 and -1, is this package's own; `tools/studies/judged_pairs_coverage.py` counts how
    often it holds.

    Examples
    --------
    >>> verdicts_a = [1] * 560 + [1] * 240 + [0] * 60 + [0] * 140
    >>> verdicts_b = [1] * 560 + [0] * 240 + [1] * 60 + [0] * 140
    >>> labels_a, labels_b = [None] * 1000, [None] * 1000
    >>> labels_a[::10] = [1] * 52 + [0] * 4 + [1] * 15 + [0] * 9 + [1] * 2 + [0] * 4 + [0] * 14
    >>> labels_b[::10] = [0] * 2 + [1] * 54 + [1] * 5 + [0] * 19 + [1] * 5 + [0] * 15
    >>> print(corrected_difference(verdicts_a, verdicts_b, labels_a, labels_b))
    corrected: +5.0 points (95% Korn-Graubard -3.0 to +13.0 points)
    the judge: +18.0 points on 1,000 items
    100 labelled items alone: +5.0 points (95% Tango -3.8 to +14.1 points)
    """
    level = checks.level(level)
    row, outcome, group, dropped = _together(verdicts_a, verdicts_b, labels_a, labels_b, groups)
    looked = outcome != NO_LABEL
    table = np.bincount(4 * row + outcome + 1, minlength=16).reshape(4, 4).astype(float)
    unlabelled, labels = table[:, 0], table[:, 1:]
    if group is not None and np.bincount(group).max() == 1:
        group = None
    few = f"labels_a and labels_b must hold both labels of at least {LEAST} items: got {{}}; have people label more "
    checks.refuse(looked.sum() < LEAST, few + "items, drawn at random, both answers of each", looked.sum())
    _a_random_part(row, looked, group, STRATA, "labels_a", also="and labels_b ")
    down, same, up = labels.sum(0)
    if group is None:
        alone, found = tango_interval(0, up, down, same, level), _corrected(labels, unlabelled, level)
    else:
        alone = clustered_tango_interval(outcome[looked] - 1, group[looked], level)
        found = _in_groups(row, outcome, group, labels, unlabelled, level)
    said = dropped + _notes(labels, unlabelled)
    if found is None or not unlabelled.any():
        low, high, estimate, method = *alone, alone.estimate, alone.method
        said += [TOO_FEW] * bool(unlabelled.any())
    else:
        estimate, low, high = map(float, found)
        method = "Korn-Graubard" if group is None else "clustered Korn-Graubard"
    items = table.sum(1)
    reported = float((items[2] - items[0]) / items[:3].sum()) if items[:3].any() else 0.0
    about = {"reported": reported, "labels_alone": alone, "items": len(row), "labels": int(looked.sum())}
    return CorrectedDifference(low, high, estimate, level, method, "points", note=" ".join(said), **about)


def _together(verdicts_a, verdicts_b, labels_a, labels_b, groups):
    """Of each item its stratum, what people say (B 0, alike 1, A 2, or no label) and its group; what was dropped."""
    a = judged_items(verdicts_a, labels_a, groups, ("verdicts_a", "labels_a"))
    b = judged_items(verdicts_b, labels_b, names=("verdicts_b", "labels_b"))
    if (a.ids is None) != (b.ids is None):
        by_id, other = ("verdicts_b", "verdicts_a") if a.ids is None else ("verdicts_a", "verdicts_b")
        raise checks.WrongKind(other, f"must have ids, as {by_id} has: give all by id, or all as lists in one order")
    dropped = []
    if a.ids is None:
        checks.same_length(a.verdicts, b.verdicts, "verdicts_a", "verdicts_b")
        of_a = of_b = np.arange(len(a.verdicts))
    else:
        place = {one: i for i, one in enumerate(b.ids)}
        places = np.array([place.get(one, -1) for one in a.ids])
        of_a, of_b = np.flatnonzero(places >= 0), places[places >= 0]
        if not len(of_a):
            raise checks.WrongValue("verdicts_b", "shares no id with verdicts_a: write ids alike in both")
        if alone := len(a.ids) + len(b.ids) - 2 * len(of_a):
            dropped.append(f"Left out: {checks.number_of(alone, 'item')} of one system only.")
    pair, label = ([x[of_a], y[of_b]] for x, y in ((a.verdicts, b.verdicts), (a.labels, b.labels)))
    row = np.where((pair[0] == UNDECIDED) | (pair[1] == UNDECIDED), 3, 1 + pair[0] - pair[1])
    for name, one in zip(("verdicts_a", "verdicts_b"), pair, strict=True):
        if np.all(one == UNDECIDED):
            raise checks.WrongValue(name, "must hold some: the judge decided on no item")
    looked = [one != NO_LABEL for one in label]
    for name, one in zip(("labels_a", "labels_b"), looked, strict=True):
        checks.refuse(one.sum() < LEAST, f"{name} must hold at least {LEAST} labels to correct by: got {{}}", one.sum())
    outcome = np.where(looked[0] & looked[1], 1 + label[0] - label[1], NO_LABEL)
    if half := int(np.sum(looked[0] != looked[1])):
        dropped.append(f"Taken as not labelled: {checks.number_of(half, 'item')} with a label of one answer only.")
    group = None if a.groups is None else np.unique(a.groups[of_a], return_inverse=True)[1]
    return row.astype(int), outcome.astype(int), group, dropped


def _corrected(labels, unlabelled, level, effect=1.0, least=None):
    """The estimate and both ends; strata along the last axis but one of the labels, and along the last B, alike, A.

    Samples go along the axes before these; unlabelled items have no last axis. Groups have a design effect, and make
    labels worth at least so many.
    """
    n = labels.sum(-1)
    items, labelled = n + unlabelled, n.sum(-1)
    total = items.sum(-1)
    share = items / total[..., np.newaxis]
    gained = np.divide(labels[..., 2] - labels[..., 0], n, out=np.zeros(n.shape), where=n > 0)
    down, up = ((labels[..., side] + 1) / (n + 3) for side in (0, 2))  # a pseudo-label for each outcome
    gain = up - down
    mean = np.sum(share * gain, axis=-1)
    within = np.sum(share**2 * (up + down - gain**2) / (n + 3), axis=-1)
    between = np.maximum(np.sum(share * gain**2, axis=-1) - mean**2, 0) / total
    worth = (1 - mean**2) / (within + between) / effect
    worth = np.maximum(worth, labelled if least is None else least)
    estimate = np.sum(share * gained, axis=-1)
    low, high = OF_ONE_RATE["clopper-pearson"].ends((1 + estimate) / 2 * worth, worth, level)
    return estimate, 2 * low - 1, 2 * high - 1


def _in_groups(row, outcome, group, labels, unlabelled, level):
    """The same where groups were drawn, from what each adds to the error; None where few hold a judge's errors."""
    n, looked = labels.sum(1), outcome != NO_LABEL
    items = n + unlabelled
    gained = np.divide(labels[:, 2] - labels[:, 0], n, out=np.zeros(4), where=n > 0)
    estimate = items @ gained / items.sum()
    off = np.where(looked, (outcome - 1 - gained[row]) * (items / np.maximum(n, 1))[row], 0)
    if _in_few(off, group):
        return None
    sizes = np.bincount(group[looked])
    labelled, tail = np.count_nonzero(sizes), (1 - max(level, 1e-6)) / 2
    effect = _effect(off + gained[row] - estimate, group, labelled)
    few = stdtrit(labelled - 1, tail) / stdtrit(n.sum() - 1, tail)
    return _corrected(labels, unlabelled, level, effect * few**2, n.sum() ** 2 / np.sum(sizes**2))


def _notes(labels, unlabelled):
    """What else there is to say of the labels."""
    said = [
        f"No label is on items {where} ({int(items):,}): people are taken to see no difference there on average."
        for where, labelled, items in zip(STRATA, labels.sum(1), unlabelled, strict=True)
        if labelled == 0 < items
    ]
    if undecided := int(labels[3].sum() + unlabelled[3]):
        said.append(f"The judge did not decide on an answer to {checks.number_of(undecided, 'item')}.")
    return said + ["Every item has both labels: the judge adds nothing."] * (not unlabelled.any())
