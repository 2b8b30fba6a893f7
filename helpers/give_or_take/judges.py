"""What people would say, from a judge's verdict on every item and people's labels on some of them: chapter 9.

A judge passes or fails each item, or does not decide. People labelled a random part of the same items, and their word
is the truth. The items of one verdict are a *stratum*: its labels say how often people pass what got that verdict.

**The labels must be of a random part of these very items, and all verdicts of one judge, with one prompt and one
threshold.** Nothing here can see whether they are. Labels chosen by verdict, by the judge's confidence, where judges
disagreed, or on which the prompt was tuned give an interval around a wrong rate, however many they are.
"""

import numbers as kinds
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammaln, stdtr, stdtrit

from give_or_take import checks
from give_or_take.clusters import FEW, clustered_clopper_pearson_interval
from give_or_take.docs import documented
from give_or_take.intervals import LARGEST_PLAN, clopper_pearson_interval, wilson_interval
from give_or_take.intervals import METHODS as OF_ONE_RATE
from give_or_take.pairs import _by_id, _groups
from give_or_take.results import Interval, _value, prints_itself, shown

FAIL, PASS, UNDECIDED = 0, 1, 2  # verdicts
NO_LABEL = -1
ROW = np.array([1, 0, 2])  # of FAIL, PASS and UNDECIDED in a table of strata
LEAST = 20  # labels, below which nothing is corrected
UNLIKELY = 0.001  # the chance below which labels do not pass for a random part


class Judged(NamedTuple):
    """Items with their verdicts and labels, one entry an item, in the order of the verdicts."""

    verdicts: np.ndarray  # PASS, FAIL or UNDECIDED
    labels: np.ndarray  # 1 where people pass it, 0 where they do not, NO_LABEL where nobody looked
    groups: np.ndarray | None  # the number of each item's group, from 0
    ids: list | None  # if verdicts and labels came by id

    def counts(self) -> np.ndarray:
        """A row for PASS, FAIL and UNDECIDED: labelled passes, labelled fails, and how many without a label."""
        place = 3 * self.verdicts + self.labels + 1
        table = np.bincount(place, minlength=9).reshape(3, 3)
        return table[[PASS, FAIL, UNDECIDED]][:, [2, 1, 0]].astype(float)


def judged_items(
    verdicts: Any, labels: Any, groups: Any = None, names: tuple[str, str] = ("verdicts", "labels")
) -> Judged:
    """Verdicts, labels and groups, checked and brought together: by id if they have ids, else by position.

    `names` is what the caller calls the first two.
    """
    both, ids, levels = (verdicts, labels), None, []
    named, columns = [isinstance(x, Mapping) or checks.is_table(x) for x in both], [_has_index(x) for x in both]
    if all(columns) and verdicts.index.equals(labels.index) and verdicts.index.is_unique:
        if verdicts.index.names != [None]:
            ids, levels = verdicts.index.tolist(), list(verdicts.index.names)
    elif all(a or b for a, b in zip(named, columns, strict=True)):
        both, ids, levels = _joined(both, names)
    elif any(named):
        with_ids, without = names if named[0] else names[::-1]
        raise checks.WrongKind(
            with_ids,
            f"goes by id, and {checks.called(without)} does not: give both by id, or both as lists in one order",
        )
    verdict, label = (_marks(*one, why) for *one, why in zip(both, names, NOTHING, strict=True))
    checks.same_length(verdict, label, *names)
    group = None
    if groups is not None and (ids is None or (checks.is_list(groups) and not _has_index(groups))):
        checks.same_rows(verdicts, groups, names[0], "groups")
        group, different = checks.labels(groups, "groups", "group")
        checks.same_length(group, verdict, "groups", names[0])
    elif ids is not None and (of_ids := _groups(ids, groups, levels)):
        group, different = checks.labels(of_ids, "groups", "group")
    checks.refuse(group is not None and len(different) < 2, "groups must name at least two groups")
    return Judged(np.where(verdict == NO_LABEL, UNDECIDED, verdict), label, group, ids)


NOTHING = "None or NaN where the judge did not decide", "None or NaN where nobody looked"


def _has_index(value):
    """Whether it is a column of pandas, whose index may hold ids."""
    return hasattr(value, "index") and hasattr(value, "to_numpy") and not checks.is_table(value)


def _joined(both, names):
    """Verdicts and labels by id: every verdict, its label, the ids, and what the levels of the ids are called."""
    what = [name.partition("_")[0] for name in names]
    (verdicts, _, levels), (labels, _, more) = (_by_id(*one) for one in zip(both, names, what, strict=True))
    if stray := [one for one in labels if one not in verdicts]:
        raise checks.WrongValue(
            names[1],
            f"has {checks.number_of(len(stray), 'id')} without a verdict, such as {checks.shown(stray[0])}; "
            "give the verdict of every item, and write ids alike",
        )
    return (list(verdicts.values()), list(map(labels.get, verdicts))), list(verdicts), levels or more


def _marks(value, name, nothing):
    """A column of 1 and 0, True and False, or nothing, which becomes -1."""
    if not checks.is_list(value):
        raise checks.WrongKind(
            name, f"must be a list or a column with one entry for each item, or go by id: got {checks.kind_of(value)}"
        )
    listed = value if isinstance(value, np.ndarray) and value.dtype.kind in "biuf" else None
    if listed is None or np.ma.isMaskedArray(value):
        listed = (
            value.tolist() if hasattr(value, "tolist") else value.to_list() if hasattr(value, "to_list") else [*value]
        )
    if not len(listed):
        raise checks.WrongValue(name, "is empty: there is nothing to compute from; give one entry for each item")
    plain = isinstance(listed, np.ndarray) or set(map(type, listed)) <= {int, bool, float, type(None)}
    try:
        marks = np.array(listed if plain else [_mark(x, name, nothing) for x in listed], dtype=float)
    except OverflowError:
        raise checks.WrongValue(name, f"must hold 0 or 1, and {nothing}: got a huge number") from None
    checks.one_dimension(marks, name)
    odd = ~(np.isnan(marks) | (marks == 0) | (marks == 1))
    checks.refuse(odd, f"{name} must hold 0 or 1, and {nothing}: got {{}}; say from which score on it is a pass", marks)
    return np.nan_to_num(marks, nan=NO_LABEL).astype(np.int8)


def _mark(x, name, nothing):
    """One entry of an unusual type: a number, or None."""
    if checks.is_missing(x):
        return None
    if isinstance(x, (kinds.Real, np.bool_)):
        return float(x)
    raise checks.WrongKind(name, f"must hold 0 or 1, and {nothing}: got {checks.shown(x)}; turn it into one of these")


# A rate


@prints_itself
@dataclass(frozen=True, eq=False)
class CorrectedRate(Interval):
    """What `corrected_rate` gives: an `Interval` with what it rests on. It prints as a few lines."""

    reported: float = 0.0  # the share of items that the judge passed, of those on which it decided
    labels_alone: Interval | None = None  # the interval of somebody who has the labels and no judge
    verdicts: int = 0  # items with a verdict, or without a decision
    labels: int = 0
    worth: float = 0.0  # how many labels without a judge say as much
    note: str = ""

    def __str__(self):
        alone = self.labels_alone
        width = max(self.half_width, alone.half_width)
        lines = [
            f"corrected: {Interval.__str__(self)}",
            f"the judge: {_value(self.reported, width, '%')} of {checks.number_of(self.verdicts, 'item')}",
            f"{self.labels:,} labels alone: {alone}",
        ]
        return "\n".join(lines + [self.note] * bool(self.note))


@documented
def corrected_rate(verdicts: Any, labels: Any, groups: Any = None, level: float = 0.95) -> CorrectedRate:
    """The rate that people would give, from a judge's verdict on every item and labels on a random part of them.

    In each stratum, of items with one verdict, the labels say which share people pass. The estimate is the mean of
    these shares, weighted by how many items have each verdict: so a judge may be wrong often, and to one side, and the
    estimate is still right on average. A judge that tells good from bad leaves less to guess in each stratum, and the
    interval is narrower than that of the labels alone. A judge that tells nothing costs nothing.

    The interval is Clopper and Pearson's, as if there were m labels and no judge. With stratum h holding the share q
    of all N items and n labels, of which k pass, let p = (k + 1)/(n + 2), and T = Σ q p. Then

        V = Σ q² p(1 - p)/(n + 2) + (Σ q p² - T²)/N

    is the variance, and m is T(1 - T)/V, times (t with one degree of freedom less than there are labels/t with ν)².
    t is Student's quantile, and ν are Satterthwaite's degrees of freedom, where each stratum has n + 1. But m is at
    least the number of labels, and at most N. The pseudo-labels, one pass and one fail in each stratum, are in V alone:
    thirty agreements do not make a judge that never errs. With a label on every item it is `clopper_pearson_interval`.

    A label that turns from pass to fail raises no end. In the cells of `tools/studies/judge_coverage.py` the interval
    holds the truth in 93.6% of all samples or more at 95%, useless and perverse judges among them, where Wilson's of
    the labels alone falls to 91.1%; and in 93.1% or more where the judge leaves up to half of the items undecided. Its
    width is 96% of Wilson's in the median cell, and at most 108%.

    With `groups` what each group adds to the error gives a design effect, by which m is divided, and ν is at most one
    less than the groups that have labels; m is then at least what the labels would be worth if each group were one
    answer. If what a judge gets wrong lies in fewer than four groups, that says too little, and the interval is that of
    the labels alone, Clopper and Pearson's for clusters; the note says so. With 10 to 50 groups of 4 to 16 items it
    holds in 94.2% of all samples or more where groups vary around one rate. Where items share the fate of their group,
    so that few groups fail by half, a sample that has hardly any of these looks surer than it is: at a rate of 90%,
    20 groups with labels and a judge that tells nothing it holds in 90.7%.

    **It holds for labels drawn at random from these items, and for verdicts of one judge, one prompt and one
    threshold.** Labels from another set, only of disputed items, or on which the prompt was tuned give an interval
    around a wrong rate, and nothing in the data need show it. What can be seen is refused: fewer than 20 labels, and
    labels that fall on passed items so much more, or less, often than chance has it that p < 0.001.

    Parameters
    ----------
    {verdicts, labels}
    {groups of items}
    {level}

    Returns
    -------
    CorrectedRate
        An `Interval` of the rate, with `reported` (what the judge passed of the items on which it decided),
        `labels_alone` (the interval without a judge), `verdicts`, `labels`, `worth` (the m labels) and a `note`.

    References
    ----------
    Double sampling: Tenenbein 1970, Journal of the American Statistical Association 65, 1350-1361. Clopper and
    Pearson's interval at an effective number: Korn and Graubard 1998, Survey Methodology 24, 193-201. Degrees of
    freedom: Satterthwaite 1946, Biometrics Bulletin 2, 110-114.

    Examples
    --------
    >>> verdicts = [1] * 880 + [0] * 120
    >>> labels = [1] * 40 + [0] * 4 + [None] * 836 + [1] * 2 + [0] * 4 + [None] * 114
    >>> rate = corrected_rate(verdicts, labels)
    >>> print(rate)
    corrected: 84.0% (95% Korn-Graubard 73.1%-91.8%)
    the judge: 88.0% of 1,000 items
    50 labels alone: 84.0% (95% Clopper-Pearson 70.9%-92.8%)
    >>> round(rate.worth)  # the judge adds 18 labels
    68
    """
    level = checks.level(level)
    judged = judged_items(verdicts, labels, groups)
    return _corrected(judged, level)


def _corrected(judged, level):
    strata, looked = judged.counts(), judged.labels != NO_LABEL
    grouped = judged.groups is not None and np.bincount(judged.groups).max() > 1
    _enough(judged, strata, grouped)
    passes, fails, unlabelled = strata[strata.sum(1) > 0].T
    n, labels, note = int(strata.sum()), int(strata[:, :2].sum()), _note(strata)
    if grouped:
        alone = clustered_clopper_pearson_interval(judged.labels[looked], judged.groups[looked], level)
        found = _in_groups(judged, strata, level)
    else:
        alone = clopper_pearson_interval(passes.sum(), labels, level)
        found = _worth(passes, fails, unlabelled, level)
    if found is None:
        note = f"{note} {TOO_FEW}".lstrip() if unlabelled.any() else note
        low, high, estimate, method, worth = *alone, alone.estimate, alone.method, float(labels)
    else:
        estimate, worth = found
        low, high = OF_ONE_RATE["clopper-pearson"].ends(estimate * worth, worth, level)
        method = "clustered Korn-Graubard" if grouped else "Korn-Graubard"
    reported = float(strata[0].sum() / strata[:2].sum())
    about = {"reported": reported, "labels_alone": alone, "verdicts": n, "labels": labels, "worth": float(worth)}
    return CorrectedRate(low, high, estimate, level, method, n=n, note=note, **about)


TOO_FEW = "The judge's errors lie in so few groups that they say little: the interval is that of the labels alone."


def _worth(passes, fails, unlabelled, level, effect=1.0, most_df=np.inf, least=None):
    """The estimate, and how many labels without a judge say as much; strata along the last axis.

    Groups have a design effect, allow at most so many degrees of freedom, and make labels worth at least so many.
    """
    labels, total = (passes + fails).sum(-1), (passes + fails + unlabelled).sum(-1)
    estimate, plain, df = _plain_worth(passes, fails, unlabelled)
    tail = (1 - max(level, 1e-6)) / 2  # below that level the ratio no longer changes, and ends as 0/0
    ratio = stdtrit(labels - 1, tail) / stdtrit(np.minimum(df, most_df), tail)
    worth = plain / effect * np.minimum(ratio, 1) ** 2
    return estimate, np.clip(worth, labels if least is None else least, total / effect)


def _plain_worth(passes, fails, unlabelled):
    """The estimate, T(1 - T)/V, and the degrees of freedom of V."""
    n = passes + fails
    items = n + unlabelled
    total = items.sum(-1)
    seen = np.divide(passes, n, out=np.full(np.shape(n), 0.5), where=n > 0)
    q, p = items / total[..., np.newaxis], (passes + 1) / (n + 2)
    mean, parts = np.sum(q * p, axis=-1), q**2 * p * (1 - p) / (n + 2)
    variance = parts.sum(-1) + np.maximum(np.sum(q * p**2, axis=-1) - mean**2, 0) / total
    df = variance**2 / np.sum(parts**2 / (n + 1), axis=-1)
    return np.sum(items * seen, axis=-1) / total, mean * (1 - mean) / variance, df


def _in_groups(judged, strata, level):
    """The same where groups were drawn, from what each adds to the error; None where few hold a judge's errors."""
    passes, fails, unlabelled = strata.T
    if not unlabelled.any():
        return None
    n, items = passes + fails, strata.sum(1)
    looked, row = judged.labels != NO_LABEL, ROW[judged.verdicts]
    sizes = np.bincount(judged.groups[looked])
    by_size = n.sum() ** 2 / np.sum(sizes**2)  # as if each group were one answer
    seen = np.divide(passes, n, out=np.full(3, 0.5), where=n > 0)
    estimate = items @ seen / items.sum()
    off = np.where(looked, (judged.labels - seen[row]) * (items / np.maximum(n, 1))[row], 0)
    if _in_few(off, judged.groups):
        return None
    labelled = np.count_nonzero(sizes)
    effect = _effect(off + seen[row] - estimate, judged.groups, labelled)
    return _worth(passes, fails, unlabelled, level, effect, labelled - 1, by_size)


def _in_few(errors, groups):
    """Whether the errors of the items lie in so few groups that they say too little."""
    each = np.bincount(groups, weights=errors**2)
    return not each.any() or each.sum() ** 2 < FEW * np.sum(each**2)


def _effect(off, groups, labelled):
    """The design effect, at least 1, from how far off each item is, where so many groups have labels."""
    return max(labelled / (labelled - 1) * np.sum(np.bincount(groups, weights=off) ** 2) / np.sum(off**2), 1.0)


WHERE = "what the judge passed", "what the judge failed", "what the judge did not decide on"


def _enough(judged, strata, grouped, least=LEAST):
    """Refuse too few labels, no decision at all, and labels that do not look like a random part of the items."""
    few = f"labels must hold at least {least} labels: got {{}}; have people label more items, drawn at random"
    checks.refuse((n := strata[:, :2].sum()) < least, few, n)
    checks.refuse(strata[:2].sum() == 0, "verdicts must hold some: the judge decided on no item")
    groups = judged.groups if grouped else None
    _a_random_part(ROW[judged.verdicts], judged.labels != NO_LABEL, groups, WHERE, "labels")


def _a_random_part(row, looked, groups, where, argument, also=""):
    """Refuse labels of one group, or on so many or so few items of a stratum that chance hardly gives it.

    `row` is each item's stratum, `where` says which these are, and `also` is a further argument that holds labels.
    """
    if groups is not None and len(set(groups[looked].tolist())) < 2:
        raise checks.WrongValue(argument, "must lie in at least two groups: one does not show how much groups vary")
    n, total = int(looked.sum()), len(row)
    for stratum, what in enumerate(where):
        here = row == stratum
        seen, of = int(np.sum(here & looked)), int(here.sum())
        chance = _chance(seen, n, of, total) if groups is None else _chance_in_groups(here, looked, groups)
        if chance < UNLIKELY:
            raise checks.WrongValue(
                argument,
                f"{also}hardly look like a random part of the items: {seen:,} of {n:,} labelled items are {what}, and "
                f"{of:,} of all {total:,} (p < {UNLIKELY}); label items drawn at random, whatever their verdicts",
            )


def _chance(seen, n, of, total):
    """The two-sided chance of a count as far out as that, if n of all items are drawn at random: hypergeometric."""
    k = np.arange(max(0, n + of - total), min(n, of) + 1)
    log = _choose(of, k) + _choose(total - of, n - k) - _choose(total, n)
    chance = np.exp(log)
    return 2 * min(chance[k <= seen].sum(), chance[k >= seen].sum())


def _chance_in_groups(here, looked, groups):
    """The same where labels come in groups: Student's t of the difference of two shares, from what each group adds."""
    off = (here - here.mean()) * (looked / looked.sum() - 1 / len(here))
    each, labelled = np.bincount(groups, weights=off), len(np.unique(groups[looked]))
    error = np.sqrt(labelled / (labelled - 1) * np.sum(each**2))
    return 2 * stdtr(labelled - 1, -abs(off.sum()) / error) if error > 0 else 1.0


def _choose(n, k):
    return gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)


def _note(strata):
    """What else there is to say of the labels."""
    said = [
        f"No label is on {what} ({checks.number_of(int(items), 'item')}): people are taken to pass half."
        for what, (passes, fails, items) in zip(WHERE, strata, strict=True)
        if passes + fails == 0 < items
    ]
    if strata[2].any():
        said.append(f"The judge did not decide on {checks.number_of(int(strata[2].sum()), 'item')}.")
    if not strata[:, 2].any():
        said.append("Every item has a label: the judge adds nothing.")
    return " ".join(said)


# The judge


@prints_itself
@dataclass(frozen=True)
class JudgeRates:
    """What `judge_rates` gives: each rate as an `Interval`, None where it would divide by 0. It prints as a table."""

    both_pass: int
    only_judge: int  # passes it
    only_people: int  # pass it
    both_fail: int
    undecided: int  # labelled items on which the judge did not decide: in no rate
    level: float = 0.95

    @classmethod
    def of(cls, judged: Judged, level: float) -> "JudgeRates":
        """Those of these items."""
        (a, b), (c, d), rest = judged.counts()[:, :2].astype(int).tolist()
        return cls(a, b, c, d, sum(rest), level)

    @property
    def sensitivity(self) -> Interval | None:
        """Of the items that people pass, the share that the judge passes."""
        return self._share(self.both_pass, self.only_people)

    @property
    def specificity(self) -> Interval | None:
        """Of the items that people fail, the share that the judge fails."""
        return self._share(self.both_fail, self.only_judge)

    @property
    def pass_is_right(self) -> Interval | None:
        """Of the items that the judge passes, the share that people pass: the positive predictive value."""
        return self._share(self.both_pass, self.only_judge)

    @property
    def fail_is_right(self) -> Interval | None:
        """Of the items that the judge fails, the share that people fail: the negative predictive value."""
        return self._share(self.both_fail, self.only_people)

    @property
    def agreement(self) -> Interval | None:
        """The share of items on which both say the same."""
        return self._share(self.both_pass + self.both_fail, self.only_judge + self.only_people)

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa: agreement beyond chance, over what there is beyond chance."""
        a, b, c, d = map(float, (self.both_pass, self.only_judge, self.only_people, self.both_fail))
        apart = (a + b) * (b + d) + (a + c) * (c + d)  # of n² pairs of a verdict and somebody else's label
        return 1 - (b + c) * (a + b + c + d) / apart if apart else None

    def _share(self, some, others):
        return wilson_interval(some, some + others, self.level) if some + others else None

    def __str__(self):
        rates = {
            "sensitivity": (self.sensitivity, "people pass none"),
            "specificity": (self.specificity, "people fail none"),
            "a pass is right": (self.pass_is_right, "the judge passes none"),
            "a fail is right": (self.fail_is_right, "the judge fails none"),
            "agreement": (self.agreement, "nothing has both"),
        }
        lines = [f"{name:15} {rate or f'undefined: {why}'}" for name, (rate, why) in rates.items()]
        kappa = "undefined: one word for all" if self.kappa is None else shown(self.kappa, 2, (-1, 0, 1))
        lines.append(f"{'kappa':15} {kappa}")
        if self.undecided:
            lines.append(f"Left out: {checks.number_of(self.undecided, 'item')} on which the judge did not decide.")
        return "\n".join(lines)


@documented
def judge_rates(verdicts: Any, labels: Any, level: float = 0.95) -> JudgeRates:
    """How a judge goes with people, on the items that have both a verdict and a label.

    - sensitivity: of the items that people pass, the share that the judge passes; specificity: of those that they
      fail, the share that it fails. They tell the judge's habits, and carry over to other mixes of good and bad items
      if good ones, and bad ones, are like these.
    - a pass is right, and a fail is right (the predictive values): what a verdict is worth. They do not carry over.
    - agreement, and Cohen's kappa: agreement beyond what two who know nothing of the items would reach with these
      shares of passes. A judge that passes everything agrees on 90% where people pass 90%, and its kappa is 0.

    Each has Wilson's interval but kappa, for which none keeps its level with few items. Items are taken as independent.
    Labels must be of a random part of the items: chosen by verdict, they would make sensitivity and specificity wrong,
    and so a count of passes among them that chance hardly gives (p < 0.001) is refused.

    Parameters
    ----------
    {verdicts, labels}
    {level}

    Returns
    -------
    JudgeRates
        `sensitivity`, `specificity`, `pass_is_right`, `fail_is_right` and `agreement`, each an `Interval` or None;
        `kappa`; the counts `both_pass`, `only_judge`, `only_people`, `both_fail`, and `undecided`.

    References
    ----------
    Cohen 1960, Educational and Psychological Measurement 20, 37-46. Equal to statsmodels' `cohens_kappa`.

    Examples
    --------
    >>> verdicts = [1] * 880 + [0] * 120
    >>> labels = [1] * 40 + [0] * 4 + [None] * 836 + [1] * 2 + [0] * 4 + [None] * 114
    >>> print(judge_rates(verdicts, labels))
    sensitivity     95.2% (95% Wilson 84.2%-98.7%)
    specificity     50.0% (95% Wilson 21.5%-78.5%)
    a pass is right 90.9% (95% Wilson 78.8%-96.4%)
    a fail is right 66.7% (95% Wilson 30.0%-90.3%)
    agreement       88.0% (95% Wilson 76.2%-94.4%)
    kappa           0.50
    """
    level, judged = checks.level(level), judged_items(verdicts, labels)
    _enough(judged, judged.counts(), False, least=1)
    return JudgeRates.of(judged, level)


# A plan


@prints_itself
class LabelPlan(NamedTuple):
    """What `labels_for_margin` gives: labels beside the judge's verdicts, and labels without a judge."""

    labels: int | Any
    without_judge: int | Any

    def __str__(self):
        each = zip(np.ravel(self.labels), np.ravel(self.without_judge), strict=True)
        return "\n".join(f"{one:,} labels with the judge, {other:,} without" for one, other in each)


@documented
def labels_for_margin(
    margin: "ArrayLike",
    rate: "ArrayLike",
    sensitivity: "ArrayLike",
    specificity: "ArrayLike",
    verdicts: "ArrayLike",
    level: float = 0.95,
) -> LabelPlan:
    """How many labels, drawn at random, make half the width of `corrected_rate` this small, and how many alone.

    It is the least number for which half the width is at most `margin` if all counts come out as expected: such counts
    are no whole numbers, and are not rounded. In half of all samples the interval is about as narrow, or narrower.

    With many labels, n of N items with labels count for about n/(1 - φ²(1 - n/N)) labels, where φ is the correlation
    of verdict and truth. With few it is less: at a rate of 90%, with 1,000 verdicts, a judge that is right on 97%
    of the good and 90% of the bad items makes 50 labels count for 102, one that is right on 90% of both for 78.

    Parameters
    ----------
    margin : float or array
        Half the width, a fraction: 0.05 is five points.
    rate : float or array
        The rate that you expect people to give.
    sensitivity, specificity : float or array
        Of good items the share that the judge passes, and of bad ones the share that it fails.
    verdicts : int or array of int
        How many items have a verdict, at least 20.
    {level}

    Returns
    -------
    LabelPlan
        `labels` and `without_judge`, at least 20 each, for arrays as arrays. Without a judge the interval is
        `clopper_pearson_interval`.

    Raises
    ------
    TypeError, ValueError
        If even a label on every item leaves a wider interval, or if an argument does not fit.

    References
    ----------
    What a second, cheap measurement adds: Tenenbein 1970, Journal of the American Statistical Association 65,
    1350-1361.

    Examples
    --------
    >>> print(labels_for_margin(0.05, rate=0.9, sensitivity=0.97, specificity=0.9, verdicts=1000))
    75 labels with the judge, 158 without
    """
    margin, rate, sensitivity, specificity, verdicts = checks.together(
        margin=(margin, checks.margins),
        rate=(rate, checks.open_rates),
        sensitivity=(sensitivity, checks.rates),
        specificity=(specificity, checks.rates),
        verdicts=(verdicts, lambda value, name: checks.counts(value, name, LEAST)),
    )
    level = checks.level(level)
    checks.refuse(verdicts > LARGEST_PLAN, f"verdicts must be at most {LARGEST_PLAN:,}: got {{}}", verdicts)
    good, bad = rate * sensitivity, (1 - rate) * (1 - specificity)  # among what the judge passes
    passes, fails = np.stack([good, rate - good], axis=-1), np.stack([bad, 1 - rate - bad], axis=-1)

    def alone(n):
        return rate, n

    def judged(n):
        rest = (passes + fails) * (verdicts - n)[..., np.newaxis]
        return _worth(passes * n[..., np.newaxis], fails * n[..., np.newaxis], rest, level)

    def enough(worth_of, n):
        estimate, worth = worth_of(n)
        low, high = OF_ONE_RATE["clopper-pearson"].ends(estimate * worth, worth, level)
        return (high - low) / 2 <= margin * (1 + 1e-12)

    checks.refuse(
        ~enough(alone, verdicts),
        "margin is too small: got {}, and even a label on each of {} items leaves a wider interval; have more items "
        "judged, or plan with a wider margin",
        margin,
        verdicts,
    )
    return LabelPlan(*(checks.plain(_least(lambda n, of=of: enough(of, n), verdicts), int) for of in (judged, alone)))


def _least(enough, most):
    """The least number from LEAST on that is enough; the largest one is."""
    few, many = np.full(most.shape, LEAST - 1.0), most.copy()
    while (many - few > 1).any():
        middle = np.maximum(np.floor((few + many) / 2), LEAST)
        good = enough(middle)
        few, many = np.where(good, few, np.minimum(middle, many)), np.where(good, middle, many)
    return many
