"""From answers to cells: what the user named, and which scores, groups and luck there are to compute from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from give_or_take import checks
from give_or_take.checks import number_of
from give_or_take.comparison.record import alpha_of
from give_or_take.evalfile import Results
from give_or_take.tallies import COUNTED, Tally, _counted, _frame, _names, _tally

ESTIMANDS = ("these items", "items like these", "groups like these")
MOST_LABELS = 50  # of a slice column that is taken without being named


@dataclass
class Choices:
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
        return alpha_of(self.level)

    @property
    def planned(self):
        """The alpha of a plan: after Holm, one pair among others is surely found only at Bonferroni's."""
        return self.alpha / max(self.pairs, 1)

    def rng(self):
        """A generator for one number: what is drawn for it does not depend on what was drawn before."""
        return np.random.default_rng(self.seed)


@dataclass
class Cells:
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


def cells_of(results, ask):
    """The cells to compute from, checked against what the user named."""
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
        cells = replace(cells, scores=_graded(cells.scores, ask))
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
    if ask.passing is not None:  # before runs are averaged
        frame = frame.assign(score=_graded(frame["score"].to_numpy(float), ask))
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


def _graded(scores, ask):
    """Scores as right or wrong; those that are missing stay so."""
    gaps = np.isnan(scores)
    if ask.passing > 1 and np.all(gaps | ((scores >= 0) & (scores <= 1))):
        raise ValueError(
            f"passing must be at most 1 for scores from 0 to 1: got {ask.passing:.6g}; write 0.5 for a score of 50%"
        )
    return np.where(gaps, np.nan, scores >= ask.passing)


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
    if pass_fail or np.all(gaps | ((scores >= 0) & (scores <= 1))):  # no difference is 1 or more
        for name, value in (("margin", ask.margin), ("matters", ask.matters)):
            if value is not None:
                checks.margins(value, name)
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
    return Cells(
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
