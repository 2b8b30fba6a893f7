"""Two systems or more on the same items: every number of the report, in one record: chapter 12."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from scipy.special import ndtr, stdtr, stdtrit

from give_or_take import checks
from give_or_take.checks import listing, number_of
from give_or_take.clusters import _degrees, _effective, _ends, _named, _variance, items_in_clusters
from give_or_take.docs import documented
from give_or_take.evalfile import Results
from give_or_take.intervals import wilson_interval
from give_or_take.paired import items_for_paired, mcnemar_test, minimum_detectable_paired_effect, tango_interval
from give_or_take.paired_clusters import DRAWN, _countable, _flipped, _speaking
from give_or_take.paired_clusters import _ends as _tango_ends
from give_or_take.results import Interval, prints_itself
from give_or_take.slices import _largest_first, _permuted, _wald_by_slice, holm
from give_or_take.standard_errors import _upper
from give_or_take.tallies import COUNTED, Tally, _counted, _frame, _names, _tally

ESTIMANDS = ("these items", "items like these", "groups like these")


@dataclass(frozen=True)
class System:
    """One system: right answers of `n`, or the mean of its scores, with its interval.

    `right` is None for scores. `n` counts answers, `items` the items that they are about, `missing` items without a
    result. `low` and `high` are None where the estimand leaves no luck, or one answer shows none.
    """

    name: str
    right: int | None
    n: int
    items: int
    missing: int
    mean: float
    low: float | None
    high: float | None
    method: str


@dataclass(frozen=True)
class Bound:
    """What a difference over all items could be, whatever the missing results would have been."""

    low: float
    high: float
    as_fail: float
    as_pass: float
    n: int
    missing: int


@dataclass(frozen=True)
class Need:
    """How many items, or groups of as many items as these have, see a difference in `power` of all tests."""

    difference: float
    items: int | None  # None: no number of them does
    groups: int | None
    enough: bool  # whether this test has as many


@dataclass(frozen=True)
class Difference:
    """The first system minus the second, on the items that both answered.

    `both`, `only_first`, `only_second` and `neither` are None for scores. `verdict` is "first", "second" or "open": the
    side that the interval leaves, if it leaves one. `told_apart`: `p_adjusted`, Holm's over all pairs, is below alpha
    and the interval leaves zero; None without an interval. `non_inferior` is about the margin: "no worse", "worse",
    "open", or None without one.
    """

    first: str
    second: str
    n: int
    groups: int | None
    both: int | None
    only_first: int | None
    only_second: int | None
    neither: int | None
    missing_first: int
    missing_second: int
    difference: float
    low: float | None
    high: float | None
    method: str
    p: float | None
    p_adjusted: float | None
    test: str
    told_apart: bool | None
    verdict: str
    non_inferior: str | None
    bounds: Bound | None
    sees: float | None  # the smallest true difference found in `power` of all tests, at alpha over the number of pairs
    needs: tuple[Need, ...]


@dataclass(frozen=True)
class Slice:
    """One slice: both systems on its items, and the first minus the second."""

    name: str
    n: int
    groups: int | None
    right_first: int | None
    right_second: int | None
    mean_first: float
    mean_second: float
    difference: float
    low: float | None
    high: float | None
    p: float | None
    p_adjusted: float | None  # Holm's over the slices of this column
    small: bool


@dataclass(frozen=True)
class Slices:
    """The slices of one column, for one pair: before any of them is named, whether they differ at all."""

    by: str
    first: str
    second: str
    slices: tuple[Slice, ...]
    interaction_p: float | None
    interaction_test: str
    note: str  # why there is no test, or what it rests on
    interaction_p_adjusted: float | None = None  # Holm's over all columns and pairs


@dataclass(frozen=True)
class Disclosure:
    """One of the five things that a claim discloses: what the files say of it, and what only you can add."""

    name: str  # test set, sample size, metric, variance, seeds
    known: str
    ask: str  # empty: nothing is left to add
    note: str = ""  # what you added


@prints_itself
@dataclass(frozen=True, eq=False)
class Comparison:
    """What `compare` gives: every number of the report. It prints as the differences."""

    estimand: str
    estimand_named: bool  # or was it the default?
    outcome: str  # "pass or fail" or "score"
    higher_is_better: bool
    level: float
    power: float
    margin: float | None
    missing: str | None  # "fail", "leave out", or None if nothing was missing
    runs: str | None  # "together", "mean", or None if there was one answer an item
    grouped_by: str | None
    labels: str | None  # who graded: "tests", "people", "judge", or None if nobody said
    items: int
    systems: tuple[System, ...]
    differences: tuple[Difference, ...]
    slices: tuple[Slices, ...]
    tied: tuple[tuple[str, ...], ...]
    disclosures: tuple[Disclosure, ...]
    found: tuple[str, ...]
    assumed: tuple[str, ...]
    left_out: tuple[str, ...]
    careful: bool = False  # whether groups count as by their sizes alone

    @property
    def alpha(self) -> float:
        """What p is held against: 1 - level, without its rounding error."""
        return _alpha(self.level)

    def __str__(self):
        lines = []
        for gap in self.differences:
            unit = "points" if self.outcome == "pass or fail" else ""
            size = f"{100 * gap.difference:+.1f} points" if unit else f"{gap.difference:+.3g}"
            if gap.low is not None:
                size = Interval(gap.low, gap.high, gap.difference, self.level, gap.method, unit)
            of = number_of(gap.n, "answer" if self.runs == "together" else "item")
            lines.append(f"{_printed(gap.first)} minus {_printed(gap.second)} on {of}: {size}")
        alone = [f"{_printed(x.name)}: {x.mean:.3g} of {number_of(x.n, 'answer')}" for x in self.systems]
        return "\n".join(lines or alone)


def _printed(name):
    """A name without what would break the line, or colour it."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)


ENOUGH = 20  # items or groups, below which no bootstrap stands in for t
MOST_DRAWN = 10_000  # items that are bootstrapped; with more, t
RESAMPLES = 9_999
MOST_SIGNS = 200  # that are drawn one by one: the excess kurtosis is then right to 2/201
MOST_PARTS = 60  # of which scores may be multiples: sixtieths
SMALL = 30  # items of a slice, below which it is flagged, as in `slice_table`
MOST_LABELS = 50  # of a slice column that is taken without being named
POINTS, SPREADS = (0.01, 0.02, 0.05), (0.1, 0.2, 0.5)  # what matters, if nobody says


def _alpha(level):
    return float(f"{1 - level:.12g}")


@documented
def compare(
    results: Results | Tally,
    *,
    baseline: str | None = None,
    estimand: str | None = None,
    missing: str | None = None,
    runs: str | None = None,
    passing: float | None = None,
    better: str = "higher",
    margin: float | None = None,
    matters: Any = None,
    by: Any = (),
    level: float = 0.95,
    power: float = 0.8,
    labels: str | None = None,
    careful: bool = False,
    seed: int = 0,
) -> Comparison:
    """Everything that a report on these systems says, as numbers: each system, each pair, each slice, what is next.

    What luck there is depends on what the result is to be about, the estimand. For `"items like these"` other items
    could have been drawn, for `"groups like these"` other groups with all their items, as other repositories with
    their issues. For `"these items"` nothing was drawn but the runs: with several, the interval comes from the
    variance within items; with one answer an item there is no interval and no p.

    Pass or fail: Wilson's interval for a system, Tango's for a difference, McNemar's mid-p. In groups, or with the runs
    of an item together, which then are a group: their clustered forms, and the sign-flip mid-p.

    Scores: the mean with Student's t, in groups with CR2 and Satterthwaite's degrees of freedom, and the sign-flip
    mid-p. Where n items are at most 25 times the squared skewness, t errs too often on one side, and the BCa bootstrap
    takes its place (9,999 resamples); in groups it is the G totals of deviations from the mean that count, and groups
    are drawn. With fewer than 20 items or groups, and with more than 10,000, it is t in any case. Where sign patterns
    are too many to count, 100,000 are drawn, unless no gain holds more than a hundredth of the sum of squares: then
    their normal limit is nearer than what is drawn. Of more than 200 gains, only the signs of the largest 200 are
    drawn: none of the others holds more than 1/201, and their sum takes its normal limit. The standard error of a p
    near 0.05 is then below 0.0007. Where all gains are alike, but for rounding, there is no interval and no p.

    p is adjusted by Holm over the pairs, and over the slices of one column for one pair. Before any slice is named,
    `interaction_test` asks whether they differ at all; that p is adjusted over all columns and pairs.

    What a test sees, and what it needs, is planned at alpha over the number of pairs (Bonferroni), as the decision is
    made after Holm.

    Parameters
    ----------
    results : Results or Tally
        From `read_results` or `tally`.
    baseline : str, optional
        A system: then only the others minus it. Without it each pair, the first system minus the second.
    estimand : str, optional
        `"these items"`, `"items like these"` or `"groups like these"`. By default groups if there are groups.
    missing : str, optional
        `"fail"` or `"leave out"`: what an answer without a result is. To be named if there are any.
    runs : str, optional
        `"together"`: run 1 of the one meets run 1 of the other, and the runs of an item make a group. `"mean"`: the
        mean of its runs is an item's score. To be named if a system has several answers to an item.
    passing : float, optional
        The lowest score that counts as right.
    better : str
        `"higher"` or `"lower"`: which scores are better.
    margin : float, optional
        How much worse still does not matter, a fraction for pass or fail (0.01 is one point), else in the unit of the
        scores. Named before the results are seen.
    matters : float or list, optional
        The differences to plan for, in the same unit. By default 1, 2 and 5 points; for scores 0.1, 0.2 and 0.5
        standard deviations of the gains.
    by : str or list of str
        Columns of slices. By default all that have 2 to 50 labels.
    level : float
        Of the intervals, above 0.5; the tests are at 1 - level.
    power : float
        To plan with.
    labels : str, optional
        Who graded: `"tests"`, `"people"` or `"judge"`. By default what the files say.
    careful : bool
        Pass or fail in groups: intervals and plans take the effective number of items from the sizes of the groups
        alone, as if the items of a group were all alike. They are wider, and hold where few groups differ much. It
        changes nothing else.
    seed : int
        For what is drawn.

    Returns
    -------
    Comparison
        `systems`, `differences`, `slices`, `tied` (sets of two or more systems of which no pair is told apart, the
        largest sets that there are), `disclosures`, and what was named.

    References
    ----------
    n > 25 skewness²: Cochran 1977, Sampling Techniques, for the normal distribution at 95%; derived from an Edgeworth
    expansion, and extended to t, by Sugden, Smith and Jones 2000, Journal of the Royal Statistical Society B 62,
    787-793. BCa, by SciPy's `bootstrap`: Efron 1987, Journal of the American Statistical Association 82, 171-185.

    Examples
    --------
    >>> from give_or_take import answer_desk, tally
    >>> comparison = compare(tally(answer_desk(), systems=["new", "old"], slices="topic"))
    >>> print(comparison)
    new minus old on 100 items: +8.0 points (95% Tango +1.4 to +15.8 points)
    >>> [gap] = comparison.differences
    >>> gap.only_first, gap.only_second, round(gap.p, 3), gap.verdict
    (10, 2, 0.022, 'first')
    """
    ask = _Ask(
        estimand, missing, runs, better, margin, matters, by, level, power, labels, seed, baseline, passing, careful
    )
    data = _data(results, ask)
    if ask.labels is None and isinstance(results, Results):
        ask.labels = results.labels
    pairs = list(itertools.combinations(range(len(data.systems)), 2))
    if baseline is not None:
        if baseline not in data.systems:
            there = listing(data.systems)
            raise ValueError(f"baseline must be one of the systems, {there}: got {checks.shown(baseline)}")
        other = data.systems.index(baseline)
        pairs = [(i, other) for i in range(len(data.systems)) if i != other]
    systems = tuple(_system(data, ask, i) for i in range(len(data.systems)))
    ask.pairs = len(pairs)
    differences = _differences(data, ask, pairs)
    slices = [_slices(data, ask, column, i, j) for column in data.by for i, j in pairs]
    adjusted = holm([one.interaction_p for one in slices])
    slices = tuple(replace(one, interaction_p_adjusted=p) for one, p in zip(slices, adjusted, strict=True))
    return Comparison(
        data.estimand,
        estimand is not None,
        "pass or fail" if data.pass_fail else "score",
        ask.better == "higher",
        ask.level,
        ask.power,
        ask.margin,
        ask.missing if any(data.missing) or data.treated else None,
        data.runs,
        data.grouped_by,
        ask.labels,
        data.items,
        systems,
        differences,
        slices,
        _tied(systems, differences, ask.better),
        _disclosures(data, ask, estimand is not None),
        data.found,
        data.assumed,
        data.left_out,
        ask.careful,
    )


@dataclass
class _Ask:
    """What the user named, checked as far as that goes without the results."""

    estimand: Any
    missing: Any
    runs: Any
    better: Any
    margin: Any
    matters: Any
    by: Any
    level: Any
    power: Any
    labels: Any
    seed: Any
    baseline: Any
    passing: Any
    careful: Any
    pairs: int = 1  # how many are compared

    def __post_init__(self):
        words = {"estimand": ESTIMANDS, "missing": ("fail", "leave out"), "runs": ("together", "mean")}
        for name, options in (words | {"labels": ("tests", "people", "judge")}).items():
            if getattr(self, name) is not None:
                checks.choice(getattr(self, name), name, options)
        checks.choice(self.better, "better", ("higher", "lower"))
        if self.baseline is not None:
            checks.text(self.baseline, "baseline")
        if self.passing is not None:
            self.passing = checks.single(checks.numbers(self.passing, "passing"), "passing")
        if self.margin is not None:
            self.margin = checks.single(checks.positive(self.margin, "margin"), "margin")
        if self.matters is not None:
            matters = np.atleast_1d(checks.positive(self.matters, "matters"))
            self.matters = tuple(map(float, checks.one_dimension(matters, "matters", "difference")))
            small = f"matters must be at least {checks.SMALLEST_MARGIN:.7f}: got {{}}; name a difference that matters"
            checks.refuse(matters < checks.SMALLEST_MARGIN, small, matters)
        self.by = _names(self.by, "by", least=0)
        self.level, self.power = checks.level(self.level), checks.power(self.power)
        if self.level <= 0.5:
            raise ValueError(f"level must lie above 0.5: got {self.level:.6g}; write 0.95 for 95%")
        self.careful = checks.flag(self.careful, "careful")
        self.seed = checks.count(self.seed, "seed", least=0)

    @property
    def alpha(self):
        return _alpha(self.level)

    @property
    def planned(self):
        """The alpha of a plan: after Holm, one pair among others is surely found only at Bonferroni's."""
        return self.alpha / max(self.pairs, 1)

    def rng(self):
        """A generator for one number: what is drawn for it does not depend on what was drawn before."""
        return np.random.default_rng(self.seed)


@dataclass
class _Data:
    """The cells to compute from, with scores where missing ones count as fails, and what is known about them."""

    tally: Tally
    scores: Any
    gaps: Any  # which of them are missing
    counts: Any  # as floats
    group: Any  # the cluster of each cell, or None
    within: Any  # the item of each cell, if runs of these items are the only luck; else None
    luck: bool
    pass_fail: bool
    estimand: str
    grouped_by: str | None
    runs: str | None
    items: int
    answered: tuple[int, ...]
    missing: tuple[int, ...]
    by: tuple[str, ...]
    treated: int = 0  # runs without a result that were filled or left out before they were averaged
    found: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def systems(self):
        return self.tally.systems

    @property
    def runs_apart(self):
        """Whether an item's runs are averaged, and their variance is the only luck: run 1 need not meet run 1."""
        return self.within is not None and self.runs == "mean"


# From answers to cells


def _data(results, ask):
    if isinstance(results, Tally):
        return _of_tally(results, ask)
    if isinstance(results, Results):
        return _of_results(results, ask)
    raise TypeError(f"results must come from read_results or tally, not {checks.kind_of(results)}")


def _of_tally(cells, ask):
    if ask.runs is not None:
        raise ValueError("runs must be left out of a tally, which has one answer of a system to an item")
    estimand = ask.estimand or ("groups like these" if cells.group else "items like these")
    group = cells.group if estimand == "groups like these" else None
    if estimand == "groups like these" and not group:
        raise ValueError(f"estimand {estimand!r} needs groups: give tally group=, or name another estimand")
    answered = [int(cells.counts[~np.isnan(x)].sum()) for x in cells.scores.T]
    if ask.passing is not None:
        graded = np.where(np.isnan(cells.scores), np.nan, (cells.scores >= ask.passing).astype(float))
        cells = replace(cells, scores=graded)
    about = {"items": cells.items, "answered": answered, "found": (str(cells),)}
    return _ready(cells, ask, estimand, group, group, **about)


def _of_results(results, ask):
    frame = results.frame
    several = bool(frame.duplicated(["system", "id"]).any())
    if several and ask.runs is None:
        most = int(frame.groupby(["system", "id"]).size().max())
        raise ValueError(
            f"runs must be named: a system has up to {most:,} answers to an item; give runs='together' to compare run "
            "by run, an item's runs as one group, or runs='mean' to take the mean of an item's runs as its score"
        )
    key = [column for column in ("system", "id", "run") if column in frame]
    if twice := int(frame.duplicated(key).sum()):
        many = number_of(twice, "answer")
        raise ValueError(f"results hold {many} twice, of one system to one item; keep one of each")
    if frame["score"].isna().all():
        raise ValueError("results have no score at all: every answer is without one")
    runs = ask.runs if several else None
    grouped = "group" in frame
    estimand = ask.estimand or ("groups like these" if grouped else "items like these")
    if estimand == "groups like these" and not grouped:
        raise ValueError(f"estimand {estimand!r} needs groups: name their column in read_results, or another estimand")
    within = estimand == "these items" and runs is not None
    scores = frame["score"]
    if ask.passing is not None:  # before runs are averaged
        frame = frame.assign(score=(scores >= ask.passing).astype(float).where(scores.notna()))
    gaps, pass_fail = frame["score"].isna(), bool(frame["score"].dropna().isin((0, 1)).all())
    if runs == "mean":
        if gaps.any():
            _missing_named(ask, frame.loc[gaps, "system"].value_counts(), len(frame), pass_fail)
            if ask.missing == "fail":
                frame = frame.fillna({"score": 0.0})
        if not within:
            frame = frame.groupby(["system", "id"], sort=False, as_index=False).agg(
                {column: "mean" if column == "score" else "first" for column in frame if column not in ("system", "id")}
            )
    systems, columns = results.systems, ["date"] + [column for column in ("system", "score", "run") if column in frame]
    slices, left_out = [column for column in frame if column not in ("id", "group", *columns)], list(results.left_out)
    index = ["id", "run"] if runs == "together" or within else ["id"]
    wide = frame.pivot(index=index, columns="system", values="score")[list(systems)]
    wide.columns = inner = [f"{COUNTED} {k}" for k in range(len(systems))]
    wide = wide.reset_index()
    for column in [*slices, *(["group"] if grouped else [])]:
        known = frame[["id", column]].dropna().drop_duplicates()
        if (twice := known["id"].duplicated()).any():
            if column != "group" and column not in ask.by:
                many = number_of(int(known.loc[twice, "id"].nunique()), "item")
                left_out.append(f"slices of {checks.shown(column)}: {many} with more than one label")
                slices.remove(column)
                continue
            example = checks.shown(known.loc[twice, "id"].iloc[0])
            raise ValueError(
                f"results have more than one label of {checks.shown(column)} for "
                f"{number_of(int(twice.sum()), 'item')}, such as {example}; name one for each id"
            )
        wide[column] = wide["id"].map(known.set_index("id")[column])
    cluster = "group" if estimand == "groups like these" else "id" if runs == "together" or within else None
    table = _counted(_frame(wide), [*inner, *slices, *([cluster] if cluster else [])])
    cells = _tally(table, inner, systems, tuple(slices), cluster)
    about = {
        "items": int(frame["id"].nunique()),
        "treated": int(gaps.sum()) if runs == "mean" else 0,
        "answered": [int(wide.loc[wide[column].notna(), "id"].nunique()) for column in inner],
        "found": results.found,
        "assumed": results.assumed,
        "left_out": tuple(left_out),
    }
    named = {"id": "item", "group": results.grouped_by or "group", None: None}[cluster]
    return _ready(cells, ask, estimand, cluster, named, runs, within, pass_fail, **about)


def _ready(cells, ask, estimand, cluster, grouped_by, runs=None, within=False, pass_fail=None, **about):
    scores, counts, missing = cells.scores, cells.counts.astype(float), None
    gaps = np.isnan(scores)
    if pass_fail is None:
        pass_fail = bool(np.isin(scores[~gaps], (0, 1)).all())
    if within and runs == "mean":  # an item is missing if all its runs are
        item = cells.labels[cluster].code
        gaps = np.column_stack([np.bincount(item, ~gap)[item] == 0 for gap in gaps.T])
        missing = tuple(about["items"] - n for n in about["answered"])
    missing = missing or tuple(int(n) for n in counts @ gaps)
    if any(missing):
        _missing_named(ask, dict(zip(cells.systems, missing, strict=True)), int(counts.sum()), pass_fail)
        if ask.missing == "fail":
            scores = np.where(gaps, 0.0, scores)
    pass_fail = pass_fail and runs != "mean"
    if np.all(np.isnan(scores), axis=0).any():
        name = cells.systems[int(np.argmax(np.all(np.isnan(scores), axis=0)))]
        raise ValueError(f"results have none of {checks.shown(name)}: all are missing; leave that system out")
    if pass_fail and ask.better == "lower":
        raise ValueError("better must be 'higher' for pass or fail: 1 is right; turn the results round, and say so")
    if pass_fail:
        for name, value in (("margin", ask.margin), ("matters", ask.matters)):
            if value is not None:
                checks.open_rates(value, name)
    group = cells.labels[cluster].code if cluster else None
    if cluster and not within and len(cells.labels[cluster].names) < 2:
        what, instead = ("group", "items like these") if estimand == "groups like these" else ("item", "these items")
        raise ValueError(
            f"estimand {estimand!r} needs two {what}s at least: one cannot show how much {what}s vary; "
            f"name estimand={instead!r}, or group the items in another way"
        )
    for column in () if ask.by else cells.slices:
        if (many := len(cells.labels[column].names)) > MOST_LABELS:
            sentence = f"slices of {checks.shown(column)}: {many:,} labels, more than {MOST_LABELS} (by= takes them)"
            about["left_out"] = (*about.get("left_out", ()), sentence)
    by = tuple(c for c in cells.slices if 2 <= len(cells.labels[c].names) <= MOST_LABELS) if not ask.by else ask.by
    for column in by:
        if column not in cells.slices:
            there = ", ".join(map(checks.shown, cells.slices)) or "none"
            raise ValueError(f"by names no column of slices: got {checks.shown(column)}; there are {there}")
    return _Data(
        cells, scores, gaps, counts, None if within else group, group if within else None,
        estimand != "these items" or within, pass_fail, estimand, None if within else grouped_by, runs,
        about.pop("items"), tuple(about.pop("answered")), missing, by, **about,
    )  # fmt: skip


def _missing_named(ask, of, total, pass_fail):
    if ask.missing is None:
        listed = ", ".join(f"{n:,} of {checks.shown(name)}" for name, n in of.items() if n)
        raise ValueError(
            f"missing must be named: results are missing among {total:,}, {listed}; give missing='fail' or "
            "missing='leave out'"
        )
    if ask.missing == "fail" and not pass_fail:
        raise ValueError("missing must be 'leave out' for scores: which score a missing one would be is not known")


# One system


def _system(data, ask, i):
    x = data.scores[:, i]
    there = ~np.isnan(x)
    x, number = x[there], data.counts[there]
    n = int(number.sum())
    right = int(number @ x) if data.pass_fail else None
    mean = float(number @ x / n)
    low, high, method = None, None, "no interval"
    if data.luck:
        group = None if data.group is None else data.group[there]
        if data.within is not None:
            run = _Run(x, number, data.within[there])
            mean, low, high, method, _ = _within([run], data.runs_apart, ask)
            n = data.answered[i] if data.runs_apart else n
        elif not data.pass_fail:
            low, high, method = _mean_interval(x, number, group, ask)
        elif group is None:
            interval = wilson_interval(right, n, ask.level)
            low, high, method = interval.low, interval.high, interval.method
        else:
            totals, sizes = _by_group(group, number * x, number)
            low, high, method = _one_group("Wilson", sizes) or (
                *map(float, _ends("wilson", totals, sizes, ask.level, ask.careful)),
                _named("Wilson", len(sizes), ask.careful),
            )  # fmt: skip
    items = data.items if ask.missing == "fail" else data.answered[i]
    return System(data.systems[i], right, n, items, data.missing[i], mean, low, high, method)


def _one_group(method, sizes):
    """No interval, where there is one group only."""
    return (None, None, f"no {method} of one group") if len(sizes) < 2 else None


def _by_group(group, *weights):
    """Sums by group, for the groups that are there, in their order."""
    _, code = np.unique(group, return_inverse=True)
    return [np.bincount(code, weight) for weight in weights]


# Means of scores and of gains


def _mean_interval(x, number, group, ask, largest=None):
    """(low, high, method) of a mean: t or BCa bootstrap by the shape, of items or of groups.

    `largest` is the size of what was subtracted, if x are gains: what varies less than its rounding error is constant.
    """
    noise = 1e-12 * (np.abs(x).max() if largest is None else largest)
    n, shift = number.sum(), x[0]
    deviation = x - shift  # changes no deviation, and makes constant scores exactly constant
    mean = number @ deviation / n
    deviation = deviation - mean
    if group is None:
        if n < 2 or np.ptp(x) <= noise:
            return None, None, "no interval: " + ("one item" if n < 2 else "all alike")
        error, df, shape, name = np.sqrt(number @ deviation**2 / (n - 1) / n), n - 1, _skewness(deviation, number), "t"
        sample = (x, number)
    else:
        sums, sizes = _by_group(group, number * (x - shift), number)
        away = sums - sizes * mean
        if len(sizes) < 2 or np.abs(away).max() <= noise * sizes.max():
            return None, None, "no interval: " + ("one group" if len(sizes) < 2 else "groups all alike")
        error, df = np.sqrt(_variance(sums, sizes)), float(_degrees(sizes))
        n, shape, name, sample = len(sizes), _skewness(away - away.mean()), "clustered t", (sums, sizes)
    if n <= 25 * shape**2 and ENOUGH <= n <= MOST_DRAWN:
        ends = _bootstrapped(sample, group is not None, ask)
        if ends is not None:
            shift = shift if group is not None else 0
            name = "clustered BCa bootstrap" if group is not None else "BCa bootstrap"
            return float(ends[0] + shift), float(ends[1] + shift), name
    half = -stdtrit(df, (1 - ask.level) / 2) * error
    return float(mean + shift - half), float(mean + shift + half), name


def _skewness(deviation, number=1.0):
    number = np.broadcast_to(number, deviation.shape)
    second, third = (number @ (deviation / np.abs(deviation).max()) ** k / number.sum() for k in (2, 3))
    return third / second**1.5


def _bootstrapped(sample, grouped, ask):
    """The BCa ends of a mean of items, or of groups' sums over their sizes; None where it breaks down."""
    import warnings

    from scipy.stats import bootstrap

    if not grouped:
        sample = (np.repeat(sample[0], sample[1].astype(int)),)
    turned = _turned(sample[0])  # so that the first minus the second mirrors the second minus the first
    order = np.lexsort(((-sample[0] if turned else sample[0]), sample[-1])) if grouped else slice(None)
    first = np.sort(-sample[0] if turned else sample[0]) if not grouped else (-1 if turned else 1) * sample[0][order]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ends = bootstrap(
            (first, sample[1][order]) if grouped else (first,),
            (lambda sums, sizes, axis=-1: sums.sum(axis) / sizes.sum(axis)) if grouped else np.mean,
            n_resamples=RESAMPLES,
            batch=max(2**22 // len(first), 1),
            vectorized=True,
            paired=grouped,
            confidence_level=ask.level,
            method="BCa",
            rng=ask.rng(),
        ).confidence_interval
    low, high = map(float, ends)
    if np.isnan(low) or np.isnan(high):
        return None
    return (-high, -low) if turned else (low, high)


def _turned(values):
    """Whether values and their negatives, both sorted, are to change places: one of the two in either case."""
    one, other = np.sort(values), np.sort(-values)
    differ = np.flatnonzero(one != other)
    return bool(len(differ) and one[differ[0]] < other[differ[0]])


def _sign_flipped(totals, ask):
    """(p, test) by the sign-flip mid-p test of these totals."""
    totals = _speaking(totals)
    if not len(totals):
        return 1.0, "sign-flip mid-p"
    totals = _in_whole_units(totals)
    if _countable(totals):
        return float(_flipped(totals)), "sign-flip mid-p"
    share = totals**2 / np.sum(totals**2)
    if share.max() <= 0.01:  # then the excess kurtosis is -0.02 at most, and p right to 0.0002
        return float(2 * ndtr(-abs(totals.sum()) / np.sqrt(np.sum(totals**2)))), "sign-flip, normal limit"
    if len(totals) > MOST_SIGNS:
        return _largest_drawn(totals, ask.rng()), "sign-flip mid-p, drawn"
    totals = np.sort(-totals if _turned(totals) else totals)
    return float(_flipped(totals, rng=ask.rng())), "sign-flip mid-p, drawn"


def _largest_drawn(totals, rng):
    """p where the signs of the largest totals are drawn, and the sum of all others takes its normal limit."""
    sizes = np.sort(np.abs(totals))[::-1]
    large, spread, far, found = sizes[:MOST_SIGNS], np.sqrt(np.sum(sizes[MOST_SIGNS:] ** 2)), abs(totals.sum()), 0.0
    for _ in range(DRAWN // 10_000):
        sums = (2.0 * rng.integers(0, 2, (10_000, MOST_SIGNS), dtype=np.int8) - 1) @ large
        found += np.sum(ndtr((sums - far) / spread) + ndtr((-sums - far) / spread))
    return float(min((found + 1) / (DRAWN + 1), 1))


def _in_whole_units(totals):
    """Totals such as means of three runs, in thirds: whole numbers can be counted. As they are, if no unit fits."""
    values = np.unique(np.abs(totals))
    for parts in range(1, MOST_PARTS + 1):
        if np.all(np.abs(values * parts - np.rint(values * parts)) <= 1e-9 * np.maximum(values * parts, 1)):
            return np.rint(totals * parts)
    return totals


class _Run(NamedTuple):
    """Scores of answers, how many there are of each, and the item of each."""

    scores: Any
    number: Any
    item: Any


def _within(samples, each, ask):
    """(mean, low, high, method, p) where runs are the only luck: one sample, or the first minus the second.

    The mean of items is a sum of weighted item means, whose variances s²/k add up. An item of one run takes the average
    s² of the others. Degrees of freedom are Satterthwaite's.
    """
    mean, parts, freedom = 0.0, [], []
    for sign, (x, number, item) in zip((1, -1), samples, strict=False):
        runs, sums = _by_group(item, number, number * (x - x[0]))
        _, code = np.unique(item, return_inverse=True)
        away = np.bincount(code, number * (x - x[0] - (sums / runs)[code]) ** 2)
        several = runs > 1
        weight = np.full(len(runs), 1 / len(runs)) if each else runs / runs.sum()
        mean += sign * (x[0] + weight @ (sums / runs))
        if not several.any():
            return float(mean), None, None, "no interval: one run", None
        variance = away / np.maximum(runs - 1, 1)
        variance[~several] = variance[several].mean()
        parts.append(weight**2 * variance / runs)
        freedom.append(np.maximum(runs - 1, 1))
    parts, freedom = np.concatenate(parts), np.concatenate(freedom)
    if not parts.sum():
        return float(mean), None, None, "no interval: runs all alike", None
    error, df = np.sqrt(parts.sum()), parts.sum() ** 2 / np.sum(parts**2 / freedom)
    half = -stdtrit(df, (1 - ask.level) / 2) * error
    p = float(2 * stdtr(df, -abs(mean) / error))
    return float(mean), float(mean - half), float(mean + half), "t of runs within items", p


# Two systems, on all items or slice by slice


class _Gaps(NamedTuple):
    """The first system minus the second in each part of the items; arrays, or lists where there may be None."""

    n: Any
    counts: Any  # both, only first, only second, neither; None for scores
    first: Any  # means
    second: Any
    difference: Any
    groups: list
    low: list
    high: list
    method: list
    p: list
    test: list
    worth: list  # independent items that would tell as much


def _gaps(data, ask, i, j, part=None, parts=1):
    """Everything about two systems in each part; a part without shared items has n = 0 and None elsewhere."""
    x, y = data.scores[:, i], data.scores[:, j]
    there = ~np.isnan(x) & ~np.isnan(y)
    if data.runs_apart:
        item = data.within
        there = np.isin(item, item[~np.isnan(x)]) & np.isin(item, item[~np.isnan(y)])
    part = np.zeros(len(x), dtype=int) if part is None else part
    there &= part >= 0
    x, y, part, number = x[there], y[there], part[there], data.counts[there]
    n = np.bincount(part, number, parts)
    some = np.maximum(n, 1)
    first, second = (np.bincount(part, number * z, parts) / some for z in (x, y))
    difference, counts = np.bincount(part, number * (x - y), parts) / some, None
    blank = [None] * parts
    found = {name: list(blank) for name in ("groups", "low", "high", "method", "p", "test")}
    worth = [float(one) for one in n]
    if data.pass_fail:
        outcome = 2 * (x == 0) + (y == 0)
        counts = np.bincount(4 * part + outcome.astype(int), number, 4 * parts).reshape(parts, 4).T
    if not data.luck:
        found |= {"method": ["no interval"] * parts, "test": ["no test"] * parts}
    elif data.pass_fail and data.group is None and data.within is None:
        if len(full := np.flatnonzero(n)):
            interval, test = tango_interval(*counts[:, full], ask.level), mcnemar_test(*counts[1:3, full])
            for k, *one in zip(full, interval.low, interval.high, test.p_value, strict=True):
                found["low"][k], found["high"][k], found["p"][k] = map(float, one)
        found |= {"method": ["Tango"] * parts, "test": ["McNemar mid-p"] * parts}
    else:
        group = data.group if data.within is None else data.within
        group = None if group is None else group[there]
        for k, at in _each(part):
            for name, value in _one_gap(data, ask, x[at], y[at], number[at], None if group is None else group[at]):
                if name == "worth":
                    worth[k] = value
                elif name == "means":
                    n[k], first[k], second[k], difference[k] = value
                else:
                    found[name][k] = value
    return _Gaps(n, counts, first, second, difference, **found, worth=worth)


def _each(part):
    """(part, places of its cells), for each part that has some."""
    order = np.argsort(part, kind="stable")
    starts = np.flatnonzero(np.diff(part[order], prepend=-1))
    return zip(part[order][starts], np.split(order, starts[1:]), strict=True) if len(order) else ()


def _one_gap(data, ask, x, y, number, group):
    """(name, value) of what is found about one part of the items."""
    gains = x - y
    if data.within is not None:
        samples = [_Run(z[~np.isnan(z)], number[~np.isnan(z)], group[~np.isnan(z)]) for z in (x, y)]
        samples = samples if data.runs_apart else [_Run(gains, number, group)]
        mean, low, high, method, p = _within(samples, data.runs_apart, ask)
        if data.runs_apart:
            yield "means", (len(np.unique(group)), *(_within([one], True, ask)[0] for one in samples), mean)
        test = "no test" if p is None else "t-test of runs within items"
        yield from zip(("low", "high", "method", "p", "test"), (low, high, method, p, test), strict=True)
        return
    largest = max(np.abs(x).max(), np.abs(y).max())
    if group is None:
        low, high, method = _mean_interval(gains, number, None, ask, largest)
        some = np.abs(gains) > 1e-12 * largest
        p, test = _sign_flipped(np.repeat(gains[some], number[some].astype(int)), ask)
    else:
        totals, squares, sizes = _by_group(group, number * gains, number * gains**2, number)
        yield "groups", len(sizes)
        p, test = _sign_flipped(totals, ask) if len(sizes) > 1 else (None, "no test of one group")
        if not data.pass_fail:
            low, high, method = _mean_interval(gains, number, group, ask, largest)
            yield "worth", _worth(totals, squares, sizes)
        elif len(sizes) < 2:
            low, high, method = None, None, "no interval of one group"
        else:
            low, high = map(float, _tango_ends(totals, squares, sizes, ask.level, ask.careful))
            method = _named("Tango", len(sizes), ask.careful)
            yield "worth", float(_effective(totals, squares, sizes, ask.level, ask.careful))
    if low is None and p is not None:  # what shows no luck has no test either
        p, test = None, "no test"
    yield from zip(("low", "high", "method", "p", "test"), (low, high, method, p, test), strict=True)


def _worth(totals, squares, sizes):
    """How many independent items tell as much about a mean of scores."""
    n = sizes.sum()
    independent = (squares.sum() - totals.sum() ** 2 / n) / max(n - 1, 1) / n
    if len(sizes) < 2 or independent <= 0:
        return float(n)
    return float(n / max(1, _variance(totals, sizes) / independent))


def _differences(data, ask, pairs):
    """Every pair, with p adjusted over all of them."""
    gaps = [_gaps(data, ask, i, j) for i, j in pairs]
    adjusted = holm([gap.p[0] for gap in gaps])
    return tuple(_difference(data, ask, *one) for one in zip(pairs, gaps, adjusted, strict=True))


def _difference(data, ask, pair, gap, adjusted):
    i, j = pair
    n = int(gap.n[0])
    if not n or not data.runs_apart and not np.any(~data.gaps[:, i] & ~data.gaps[:, j]):
        one, other = (checks.shown(data.systems[k]) for k in pair)
        raise ValueError(
            f"results share no item of {one} and {other}: there is nothing to compare; are their ids written alike?"
        )
    low, high, difference = gap.low[0], gap.high[0], float(gap.difference[0])
    four = [None] * 4 if gap.counts is None else [int(count[0]) for count in gap.counts]
    x, y = data.gaps[:, i], data.gaps[:, j]
    missing = tuple(_answers(data, at) for at in (x & ~y, ~x & y))
    sign = 1 if ask.better == "higher" else -1
    better = sorted((sign * low, sign * high)) if low is not None else None
    verdict = "open" if better is None else "first" if better[0] > 0 else "second" if better[1] < 0 else "open"
    told_apart = None if adjusted is None or better is None else bool(adjusted < ask.alpha) and verdict != "open"
    non_inferior = None
    if ask.margin is not None:
        non_inferior = "open"
        if better is not None:
            no_worse, worse = better[0] > -ask.margin, better[1] < -ask.margin
            non_inferior = "no worse" if no_worse else "worse" if worse else "open"
    return Difference(
        data.systems[i], data.systems[j], n, gap.groups[0], *four, *missing, difference, low, high, gap.method[0],
        gap.p[0], adjusted, gap.test[0], told_apart, verdict,
        non_inferior, _bounds(data, i, j), *_plans(data, ask, i, j, gap),
    )  # fmt: skip


def _answers(data, at):
    """How many answers these cells hold, or items if their runs are averaged."""
    return len(np.unique(data.within[at])) if data.runs_apart else int(data.counts[at].sum())


def _bounds(data, i, j):
    """What the difference over all items could be, as `Pairs.bounds` has it."""
    first, second = (float(data.counts @ data.gaps[:, k]) for k in (i, j))
    if not data.pass_fail or not first + second:
        return None
    x, y = (np.where(data.gaps[:, k], 0, data.scores[:, k]) for k in (i, j))
    n, gap = data.counts.sum(), data.counts @ (x - y)
    ends = ((gap - second) / n, (gap + first) / n, gap / n, (gap + first - second) / n)
    return Bound(*map(float, ends), int(n), int(first + second))


def _plans(data, ask, i, j, gap):
    """What this test sees, and what it takes to see what matters."""
    n, worth, groups = float(gap.n[0]), gap.worth[0], gap.groups[0]
    if data.estimand == "these items" or (groups is not None and groups < 2):
        return None, ()
    if data.pass_fail:
        flips = float((gap.counts[1, 0] + gap.counts[2, 0]) / n)
        if not flips:  # nothing to plan from
            return None, ()
        matters = ask.matters or POINTS
        sees = _seen(worth, flips, ask)

        def items(d):
            share = max(flips, d)
            return items_for_paired((share + d) / 2, (share - d) / 2, ask.power, ask.planned)
    else:
        gains = data.scores[:, i] - data.scores[:, j]
        there = ~np.isnan(gains)
        mean = gap.difference[0]
        spread = np.sqrt(data.counts[there] @ (gains[there] - mean) ** 2 / max(n - 1, 1))
        if gap.low[0] is None or spread <= 1e-12 * np.abs(data.scores[there][:, [i, j]]).max():
            return None, ()
        matters = ask.matters or tuple(float(f"{k * spread:.2g}") for k in SPREADS)
        z = _upper(ask.planned / 2)
        for_t, both = z**2 / 2, (z + _upper(1 - ask.power)) * spread  # Guenther 1981, The American Statistician 35, 243
        sees = float(both / np.sqrt(worth - for_t)) if worth > for_t else None

        def items(d):
            return np.ceil((both / d) ** 2 + for_t) if groups is None else (both / d) ** 2

    needs = []
    for d in matters:
        many, of_groups = items(d), None
        if groups is not None:
            each = n / groups
            together = 0.0 if each == 1 else (n / worth - 1) / (each - 1)
            args = (np.array(float(x)) for x in (many, each, together))
            many = float(items_in_clusters(*args, 0, ask.planned, ask.power, 2))
            of_groups = int(np.ceil(many / each - 1e-9))
        enough = n >= many if of_groups is None else groups >= of_groups
        needs.append(Need(float(d), int(np.ceil(many)), of_groups, bool(enough)))
    return sees, tuple(needs)


def _seen(worth, flips, ask):
    """The smallest difference that a test on so many independent items sees, if any."""
    n = int(np.clip(np.floor(worth + 1e-9), 1, 10**7))
    try:
        return float(minimum_detectable_paired_effect(n, flips, ask.power, ask.planned))
    except ValueError:  # no flips, or too few items to see even flips that all go one way
        return None


# Slices


def _slices(data, ask, column, i, j):
    names, part = data.tally.labels[column]
    written = [str(name) for name in names]
    alike = {name for name in written if written.count(name) > 1} if len(set(written)) < len(written) else ()
    written = [repr(name) if str(name) in alike else str(name) for name in names]  # 1 and '1'
    gap = _gaps(data, ask, i, j, part, len(names))
    full = [k for k in _largest_first(gap.n, names) if gap.n[k]]
    adjusted = dict(zip(full, holm([gap.p[k] for k in full]), strict=True))
    slices = tuple(
        Slice(
            written[k], int(gap.n[k]), gap.groups[k],
            *((None, None) if gap.counts is None else (int(gap.counts[:2, k].sum()), int(gap.counts[::2, k].sum()))),
            float(gap.first[k]), float(gap.second[k]), float(gap.difference[k]),
            gap.low[k], gap.high[k], gap.p[k], adjusted[k], bool(gap.n[k] < SMALL),
        )
        for k in full
    )  # fmt: skip
    return Slices(column, data.systems[i], data.systems[j], slices, *_interaction(data, ask, column, i, j, gap))


def _interaction(data, ask, column, i, j, gap):
    """(p, test, note) of "no slice differs from another in its gains"."""
    part = data.tally.labels[column].code
    gains = data.scores[:, i] - data.scores[:, j]
    there = ~np.isnan(gains) & (part >= 0)
    without = int(data.counts[~np.isnan(gains) & (part < 0)].sum())
    notes = [f"{number_of(without, 'item')} without a label"] if without else []
    if not data.luck or data.within is not None:
        return None, "no test", "; ".join(["the items are given: no luck of theirs is to be told from slices", *notes])
    if np.sum(gap.n > 0) < 2:
        return None, "no test", "; ".join(["one slice cannot differ from others", *notes])
    part, gains, number = part[there], gains[there], data.counts[there]
    if np.ptp(gains) <= 1e-12 * np.abs(data.scores[there][:, [i, j]]).max():
        gains = np.full_like(gains, gains[0])  # but for rounding
    if data.group is None:
        test = _permuted(part, gains, number, ask.rng())
    else:
        group = data.group[there]
        alone = np.array([k is not None and k < 2 for k in gap.groups])
        if alone.any():
            notes.insert(0, f"{number_of(int(alone.sum()), 'slice')} in one group only left out of the test")
        stay = ~alone[part]
        try:
            test = _wald_by_slice(part[stay], gains[stay], number[stay], group[stay])
        except ValueError as reason:
            return None, "no test", "; ".join([str(reason).split("; ")[0].split(": ")[0], *notes])
    return test.p_value, test.name, "; ".join([*([test.note] if test.note else []), *notes])


# What cannot be told apart, and what is to be said


def _tied(systems, differences, better):
    """The largest sets of systems of which no pair is told apart, the best first."""
    sign = -1 if better == "higher" else 1
    order = {one.name: k for k, one in enumerate(sorted(systems, key=lambda one: sign * one.mean))}
    near = {name: set() for name in order}
    for gap in differences:
        if gap.told_apart is False:
            near[gap.first].add(gap.second)
            near[gap.second].add(gap.first)
    found = []

    def grow(chosen, may, done):  # Bron and Kerbosch, with a pivot
        if not may and not done:
            if len(chosen) > 1:
                found.append(tuple(sorted(chosen, key=order.get)))
            return
        pivot = max(may | done, key=lambda name: (len(near[name] & may), -order[name]))
        for name in sorted(may - near[pivot], key=order.get):
            grow([*chosen, name], may & near[name], done & near[name])
            may, done = may - {name}, done | {name}

    grow([], set(near), set())
    return tuple(sorted(found, key=lambda names: [order[name] for name in names]))


def _disclosures(data, ask, named):
    items = number_of(data.items, "item")
    if data.grouped_by and data.estimand == "groups like these":
        items += f" in {number_of(len(data.tally.labels[data.tally.group].names), 'group')} ({data.grouped_by})"
    gaps = sum(data.missing)
    treated = {"fail": "counted as fails", "leave out": "left out", None: ""}[ask.missing]
    absent = [f"{number_of(gaps, 'missing result')}, {treated}"] if gaps else []
    absent += [f"{number_of(data.treated, 'run')} without a result, {treated}"] if data.treated else []
    size = "; ".join([items, *(absent or ["no result is missing"])])
    graded = {"tests": "graded by tests", "people": "graded by people", "judge": "graded by a judge model"}
    metric = ("pass or fail" if data.pass_fail else f"scores, {ask.better} is better") + (
        f", {graded[ask.labels]}" if ask.labels else ""
    )
    judge = {None: "who graded the answers: tests, people or a judge model", "judge": "how often the judge errs"}
    chosen = "named" if named else "by default"
    variance = f"{100 * ask.level:g}% intervals about {data.estimand} ({chosen})"
    runs = {None: "one answer of a system to an item", "together": "several runs, compared run by run"}
    return (
        Disclosure("test set", items, "its name and version, and how its items were chosen"),
        Disclosure("sample size", size, ""),
        Disclosure("metric", metric, judge.get(ask.labels, "")),
        Disclosure("variance", variance, "" if named else "whether that is what the claim is about"),
        Disclosure("seeds", runs.get(data.runs, "several runs, an item's mean as its score"), "temperature and seeds"),
    )
