"""From answers to cells: what the user named, and which scores, groups and luck there are to compute from."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from give_or_take import checks
from give_or_take.checks import called, listing, number_of, typed, word
from give_or_take.comparison.record import alpha_of
from give_or_take.comparison.two import bound, which_look
from give_or_take.evalfile import Results
from give_or_take.evalfile.frame import bare_id, few_items
from give_or_take.evalfile.record import as_slice, label
from give_or_take.evalfile.want import MEAN, TOGETHER, lower_is_better
from give_or_take.tallies import COUNTED, Tally, _counted, _frame, _names, _tally

ESTIMANDS = ("these items", "items like these", "groups like these")
MOST_LABELS = 50  # of a slice column that is taken without being named
SHARED = re.compile(r"[\d,]+ items? (has|have) an answer of (both|all [\d,]+) systems")  # how a reader begins that


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
    items: Any = None
    at_least: Any = None
    positive: Any = None
    human: Any = None
    all_pairs: Any = False
    any_time: Any = False
    look: Any = None  # as K/N; then (K, N)
    posterior: Any = False
    independent: Any = False
    pairs: int = 1  # how many are compared
    unread: str = ""  # where nothing was read from an answer that is there, as a question

    def __post_init__(self):
        words = {"estimand": ESTIMANDS, "runs": ("together", "mean"), "better": ("higher", "lower")}
        for name, options in (words | {"labels": ("tests", "people", "judge")}).items():
            if getattr(self, name) is not None:
                checks.choice(getattr(self, name), name, options)
        if isinstance(self.missing, str):
            checks.choice(self.missing, "missing", ("fail", "leave out"))
        elif self.missing is not None:
            self.missing = checks.single(
                checks.numbers(self.missing, "missing", bools="give 'fail' or a number"), "missing"
            )
        self.items = _asked_items(self.items)
        if self.at_least is not None:
            self.at_least = checks.single(checks.numbers(self.at_least, "at_least"), "at_least")
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
            raise checks.WrongValue("level", f"must lie above 0.5: got {self.level:.6g}; write 0.95 for 95%")
        self.careful = checks.flag(self.careful, "careful")
        for name in ("all_pairs", "any_time", "posterior", "independent"):
            setattr(self, name, checks.flag(getattr(self, name), name))
        if self.independent and self.items is not None:
            said = f"must be left out beside {typed('independent')}: each system has items of its own"
            raise checks.WrongValue("items", said)
        self.look = None if self.look is None else which_look(self.look)
        self.seed = checks.count(self.seed, "seed", least=0)

    @property
    def alpha(self):
        return alpha_of(self.level)

    @cached_property
    def stop_at(self):
        """What p of a pair is held against: alpha, or less at a planned look."""
        return bound(self.look, self.alpha) if self.look else self.alpha

    @property
    def looked(self):
        """Whether this look is one of several."""
        return self.any_time or self.look is not None

    def tells(self, p):
        """Whether p is small enough: below alpha, or where one looks more than once at or below what it is held to."""
        return p <= self.stop_at * (1 + 1e-12) if self.looked else p < self.alpha

    @property
    def filled(self):
        """What a missing result counts as, if as anything."""
        if self.missing == "fail":
            return float(self.better == "lower")
        return None if self.missing in ("leave out", "undecided") else self.missing

    @property
    def planned(self):
        """The alpha of a plan: after Holm, one pair among others is surely found only at Bonferroni's."""
        return self.alpha / max(self.pairs, 1)

    def rng(self):
        """A generator for one number: what is drawn for it does not depend on what was drawn before."""
        return np.random.default_rng(self.seed)


def _asked_items(items):
    """Ids as text; "all" and None stay."""
    if items is None or isinstance(items, str) and items == "all":
        return items
    if isinstance(items, str | bytes | Mapping) or not hasattr(items, "__iter__"):
        got = checks.shown(items) if isinstance(items, str) else checks.kind_of(items)
        raise checks.WrongKind("items", f"must be 'all' or a list of the ids that were asked, not {got}")
    ids = [label(one) for one in items]
    if not ids or None in ids:
        raise checks.WrongValue(
            "items", "must hold an id each" if ids else "is empty: give the ids that were asked, or 'all'"
        )
    return tuple(dict.fromkeys(ids))


@dataclass
class Cells:
    """The cells to compute from, with scores where missing ones count as something, and what is known about them."""

    tally: Tally
    scores: Any
    gaps: Any  # which of them are missing: asked, and without a result
    asked: Any  # which of them were put to their system; all others are NaN, and nobody's failure
    counts: Any  # as floats
    group: Any  # the cluster of each cell, or None
    within: Any  # the item of each cell, if runs of these items are the only luck; else None
    luck: bool
    pass_fail: bool
    shares: bool  # means of runs that pass or fail: fractions, but no counts
    estimand: str
    grouped_by: str | None
    runs: str | None
    items: int
    put: tuple[int, ...]  # how many items were put to each system
    rows: tuple[int, ...]  # how many answers it owes
    answered: tuple[int, ...]
    missing: tuple[int, ...]
    by: tuple[str, ...]
    treated: tuple[int, ...] = ()  # runs without a result that were filled or left out before they were averaged
    found: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    absent: str = ""  # the question about items without a row of some system
    labelled: Any = None  # the answers with their truth, if they are predictions
    runs_each: tuple[int, int] | None = None  # the fewest and the most runs that a system has of an item

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
    raise checks.WrongKind("results", f"must come from read_results or tally, not {checks.kind_of(results)}")


def _of_tally(cells, ask):
    if ask.runs is not None:
        raise checks.WrongValue("runs", "must be left out of a tally, which has one answer of a system to an item")
    estimand = ask.estimand or ("groups like these" if cells.group else "items like these")
    group = cells.group if estimand == "groups like these" else None
    if estimand == "groups like these" and not group:
        said = f"{word(estimand)} needs groups: give tally group=, or name another estimand"
        raise checks.WrongValue("estimand", said)
    if isinstance(ask.items, tuple):
        raise checks.WrongValue(
            "items", "must be 'all' for a tally, which keeps no ids; leave other items out before you count"
        )
    _direction(cells.metric, ask)
    several = (~np.isnan(cells.scores)).sum(axis=1) > 1
    if ask.independent and several.any():
        raise _shared(int(cells.counts[several].sum()))
    asked = np.ones(cells.scores.shape, dtype=bool) if cells.asked is None or ask.items else cells.asked
    answered, put = (tuple(map(int, cells.counts @ there)) for there in (~np.isnan(cells.scores), asked))
    if ask.passing is not None:
        cells = replace(cells, scores=_graded(cells.scores, ask))
    about = {"items": cells.items, "answered": answered, "put": put, "rows": put, "found": (f"{cells}",)}
    return _ready(cells, ask, estimand, group, group, asked, **about)


def _direction(metric, ask):
    """Asks which scores are better, if the name of the metric says that lower ones may be."""
    if ask.better is None and metric is not None and lower_is_better(metric):
        of = checks.shown(metric)
        raise checks.NotNamed(
            "better",
            f"of {of} less may be better; give {typed('better', 'lower')} or {typed('better', 'higher')}",
            ["lower", "higher"],
        )
    ask.better = ask.better or "higher"


def _put(frame, systems, ask):
    """The answers, with a row without a score for each item that was put to a system and has none of it."""
    import pandas as pd

    if ask.items is None:
        return frame, (), ()
    ids, left_out, found = pd.unique(frame["id"]), (), ()
    if ask.items != "all":
        spelled = {bare_id(one): one for one in ids}
        known = set(ids)
        named = [one if one in known else spelled.get(bare_id(one), one) for one in ask.items]
        ask.items = tuple(dict.fromkeys(named))
        inside = frame["id"].isin(ask.items)
        if not inside.any():
            example = checks.shown(frame["id"].iloc[0])
            raise checks.WrongValue(
                "items",
                f"names no item of the results: got such as {checks.shown(ask.items[0])}, and they have such as "
                f"{example}; are the ids written alike?",
            )
        outside = frame.loc[~inside, "id"].drop_duplicates()
        if len(outside):
            first = checks.shown(outside.iloc[0])
            left_out = (f"{number_of(len(outside), 'item')} that {typed('items')} does not name, such as {first}",)
        frame, ids = frame[inside], np.array(ask.items, dtype=object)
        nobody = ids[~np.isin(ids, frame["id"].to_numpy(object))]
        if ask.filled is None:  # what no system has is left out of all
            ids = ids[np.isin(ids, frame["id"].to_numpy(object))]
        elif len(nobody) and "group" in frame:
            raise checks.WrongValue(
                "items",
                f"names {number_of(len(nobody), 'id')} that no file has, such as {checks.shown(nobody[0])}, and "
                "their groups are not known; leave them out",
            )
        elif len(nobody):
            many, first = number_of(len(nobody), "id"), checks.shown(nobody[0])
            found = (f"{many} of {typed('items')} that no file has, such as {first}: items that all missed?",)
    rows = []
    for name in systems:
        own = frame[frame["system"] == name]
        more = pd.DataFrame({"id": ids[~np.isin(ids, own["id"].to_numpy(object))], "system": name, "score": np.nan})
        if "run" in frame:
            repeated = ask.runs == "together" and own["id"].duplicated().any()
            runs = pd.unique((own if len(own) else frame)["run"])[: None if repeated else 1]
            more = more.merge(pd.DataFrame({"run": runs}), how="cross")
        rows += [more] * bool(len(more))
    return (pd.concat([frame, *rows], ignore_index=True) if rows else frame), left_out, found


def _better_than_all(scores, ask):
    """A doubt about a worth of missing results that no result comes up to."""
    if scores.isna().any() and ask.filled is not None and ask.missing != "fail":
        best = scores.max() if ask.better == "higher" else scores.min()
        if (ask.filled > best) if ask.better == "higher" else (ask.filled < best):
            yield f"a missing result counts as {ask.filled:g}, and the best of all others is {best:g}: is that meant?"


def _runs_that_meet(frame, systems, ask):
    """Which runs only some systems have; an error if two that are compared have none in common."""
    runs = {name: set(frame.loc[frame["system"] == name, "run"]) for name in systems}
    for one, other in itertools.combinations(systems, 2):
        if runs[one].isdisjoint(runs[other]) and ask.baseline in (None, one, other):
            has = " and ".join(f"{checks.shown(name)} has {_runs(runs[name])}" for name in (one, other))
            said = f"must be {word('mean')}: {has}, so no run of the one meets one of the other"
            raise checks.WrongValue("runs", said)
    every = set().union(*runs.values())
    return tuple(
        f"{checks.shown(name)} has no {_runs(rest)}, so no difference with it counts the others' answers there "
        f"({typed('runs', 'mean')} takes the mean of all that each has)"
        for name in systems
        if (rest := every - runs[name])
    )


def _runs(runs):
    """The names of runs: run 3; runs 1, 2."""
    names = sorted(runs, key=lambda run: (isinstance(run, str), run))
    listed = ", ".join(f"{run}" if isinstance(run, int | np.integer) else checks.shown(run) for run in names[:8])
    return f"run{'s' * (len(names) > 1)} {listed}{', ...' * (len(names) > 8)}"


def _slices_of_one(column, several, ask):
    """What is said of slices that are one item each: its runs alone can say something of it."""
    these = typed("estimand", "these items")
    why = f"{checks.shown(column)} names the items, so each slice is one item"
    if not several:
        raise checks.WrongValue("by", f"must name kinds of items: {why}, with one answer of each system")
    if ask.estimand is None:
        raise checks.NotNamed("estimand", f"{why}, and its runs say nothing of others; give {these}", ["these items"])
    raise checks.WrongValue("by", f"must stand beside {these}: {why}, and its runs say nothing of others")


def _of_results(results, ask):
    ask.by = tuple(as_slice(one, results.slices) for one in ask.by)
    _direction(results.metric, ask)
    if results.blanks and ask.filled is not None and ask.items is None:
        raise checks.NotNamed(
            "items",
            f"{number_of(results.blanks, 'cell')} of a table with a column for each system may be empty as a failure "
            f"is, or as an item that nobody asked. Give {typed('items', 'all')} if every system was given every item. "
            f"Else give {typed('missing', 'leave out')}",
            ["all"],
        )
    frame, unnamed, doubts = _put(results.frame, results.systems, ask)
    found, assumed, ask.unread = results.found, results.assumed, getattr(results, "unread", "")
    if ask.independent:
        frame, found, assumed = _apart(results, frame)
    else:
        _ask_spelling(results.frame)
    several = bool(frame.duplicated(["system", "id"]).any())
    labelled = frame if "truth" in frame else None
    if several and ask.runs is None:
        most = int(frame.groupby(["system", "id"]).size().max())
        why = f"a system has up to {most:,} answers to an item; give "
        why += f"{typed('runs', 'mean')} ({MEAN}), or " * (labelled is None)
        why += f"{typed('runs', 'together')} ({TOGETHER})"
        choices = ["together"] if labelled is not None else ["mean", "together"]
        if ask.estimand is None and (few := few_items(frame)):
            why, choices = few, [{"runs": "together", "estimand": "these items"}]
        raise checks.NotNamed("runs", why, choices)
    if labelled is not None and ask.better == "lower":
        raise checks.WrongValue("better", f"must be {word('higher')} for predictions beside their truth: 1 is right")
    if labelled is not None and several and ask.runs == "mean":
        said = f"must be {word('together')} for predictions beside their truth: a mean of runs has no class"
        raise checks.WrongValue("runs", said)
    key = [column for column in ("system", "id", "run") if column in frame]
    if twice := int(frame.duplicated(key).sum()):
        many = number_of(twice, "answer")
        raise checks.WrongValue("results", f"hold {many} twice, of one system to one item; keep one of each")
    if frame["score"].isna().all():
        raise checks.WrongValue("results", "have no score at all: every answer is without one")
    runs = ask.runs if several else None
    each = frame.groupby(["system", "id"]).size() if several else None
    grouped = "group" in frame
    estimand = ask.estimand or ("groups like these" if grouped else "items like these")
    if estimand == "groups like these" and not grouped:
        raise checks.WrongValue(
            "estimand",
            f"{word(estimand)} needs groups: name their column with {typed('group')}, or another estimand",
        )
    within = estimand == "these items" and runs is not None
    if not within and (own := [x for x in ask.by if x in frame and (frame[x] == frame["id"]).all()]):
        _slices_of_one(own[0], several, ask)
    if ask.passing is not None:  # before runs are averaged
        frame = frame.assign(score=_graded(frame["score"].to_numpy(float), ask))
    gaps, pass_fail = frame["score"].isna(), bool(frame["score"].dropna().isin((0, 1)).all())
    doubts += tuple(_better_than_all(frame["score"], ask))
    systems, left_out = results.systems, [*results.left_out, *unnamed]
    if runs == "together" and "run" in frame and not ask.independent:
        left_out += _runs_that_meet(frame, systems, ask)
    put, rows, treated = frame.groupby("system")["id"].nunique(), frame["system"].value_counts(), ()
    each_run = frame
    if runs == "mean":
        if gaps.any():
            of = frame.loc[gaps, "system"].value_counts()
            treated = tuple(int(of.get(name, 0)) for name in systems)
            _missing_named(ask, of, len(frame), pass_fail)
            if ask.filled is not None:
                frame = frame.fillna({"score": ask.filled})
        if not within:
            frame = frame.groupby(["system", "id"], sort=False, as_index=False).agg(
                {column: "mean" if column == "score" else "first" for column in frame if column not in ("system", "id")}
            )
    columns = ["date", "truth", "prediction", "place"]
    columns += [column for column in ("system", "score", "run") if column in frame]
    slices = [column for column in frame if column not in ("id", "group", *columns)]
    index = ["id", "run"] if runs == "together" or within else ["id"]
    wide = frame.pivot(index=index, columns="system", values="score")[list(systems)]
    inner = [f"{COUNTED} {k}" for k in range(len(systems))]
    wide.columns, asked = inner, []
    if len(frame) < wide.size:
        asked = [f"{column} n" for column in inner]
        there = frame.assign(asked=1.0).pivot(index=index, columns="system", values="asked")[list(systems)].notna()
        wide = wide.join(there.set_axis(asked, axis=1))
    wide = wide.reset_index()
    for column in [*slices, *(["group"] if grouped else [])]:
        known = each_run[["id", column]].dropna().drop_duplicates()
        if (twice := known["id"].duplicated()).any():
            if column != "group" and column not in ask.by:
                many = number_of(int(known.loc[twice, "id"].nunique()), "item")
                left_out.append(f"slices of {checks.shown(column)}: {many} with more than one label")
                slices.remove(column)
                continue
            example = checks.shown(known.loc[twice, "id"].iloc[0])
            raise checks.WrongValue(
                "results",
                f"have more than one label of {checks.shown(column)} for "
                f"{number_of(int(known.loc[twice, 'id'].nunique()), 'item')}, such as {example}; "
                + ("an item's runs need one label" if several else "name one for each id")
                + f", or leave {typed('by', column)} out" * (column != "group"),
            )
        wide[column] = wide["id"].map(known.set_index("id")[column])
    cluster = "group" if estimand == "groups like these" else "id" if runs == "together" or within else None
    table = _counted(_frame(wide), [*inner, *asked, *slices, *([cluster] if cluster else [])])
    cells = _tally(table, inner, systems, tuple(slices), cluster, asked)
    asked = np.ones(cells.scores.shape, dtype=bool) if cells.asked is None else cells.asked
    found = (*found, *doubts)
    absent, doubt = 0 if ask.independent else int(frame["id"].nunique() - put.min()), ""
    if absent and ask.filled is not None and ask.items is None:
        least = checks.shown(put.idxmin())
        many, every = number_of(absent, "item"), typed("items", "all")
        doubt = f"{many} without a row of {least}: was it given them too ({every})?"
    about = {
        "items": int(frame["id"].nunique()),
        "treated": treated,
        "put": tuple(int(put[name]) for name in systems),
        "rows": tuple(int(rows[name]) for name in systems),
        "answered": [int(wide.loc[wide[column].notna(), "id"].nunique()) for column in inner],
        "found": found,
        "absent": doubt,
        "assumed": assumed,
        "left_out": tuple(left_out),
        "labelled": labelled,
        "runs_each": None if each is None else (int(each.min()), int(each.max())),
    }
    named = {"id": "item", "group": results.grouped_by or "group", None: None}[cluster]
    return _ready(cells, ask, estimand, cluster, named, asked, runs, within, pass_fail, **about)


def _apart(results, frame):
    """(answers with ids of its own for each system, what was found, what is assumed)."""
    if len(results.systems) < 2:
        raise checks.WrongValue("independent", "is for two systems or more: there is one; leave it out")
    if results.alike:
        systems = frame.groupby("id", sort=False)["system"].nunique()
        raise _shared(results.alike, [*systems.index[systems == 1]])
    found = tuple(one for one in results.found if not SHARED.match(one))
    both = frame[["system", "id"]].drop_duplicates()["id"]
    if not (shared := int(both[both.duplicated()].nunique())):
        return frame, found, results.assumed
    number = {name: str(k) for k, name in enumerate(results.systems)}
    frame = frame.assign(id=frame["system"].map(number) + ": " + frame["id"].astype(str))
    ids = number_of(shared, "id")
    assumed = f"under {ids} that several systems have, each has another item ({typed('independent', True)})"
    return frame, found, (*results.assumed, assumed)


def _ask_spelling(frame):
    """Asks whether ids are the same items, if no two systems share one, and half of them but for their spelling."""
    ids = frame[["system", "id"]].drop_duplicates()
    if ids["id"].duplicated().any() or ids["system"].nunique() < 2:
        return
    bare = ids.assign(bare=[bare_id(str(one), loose=True) for one in ids["id"]])
    bare = bare[~bare.duplicated(["system", "bare"], keep=False)]
    met = bare[bare["bare"].duplicated(keep=False)]
    if 2 * (many := met["bare"].nunique()) >= ids["system"].value_counts().min():
        one, other = map(checks.shown, met.loc[met["bare"] == met["bare"].iloc[0], "id"].iloc[:2])
        why = f"no two systems share an id, but {number_of(many, 'id')} differ only in spelling, such as {one} and "
        why += f"{other}; give {typed('may_differ', 'spelling')} to read them as one item, or write them alike; or, if "
        why += f"each system answered items of its own, {typed('independent', True)}"
        raise checks.NotNamed("may_differ", why, ["spelling"])


def _shared(items, alone=()):
    said = f"must be left out: the systems share {number_of(items, 'item')}, and pairs see more"
    if alone:
        said += f"; {number_of(len(alone), 'id')} of one system only, such as {listing(alone[:3])}; if the others are "
        said += "shared by accident, leave them out of one system's file"
    return checks.WrongValue("independent", said)


def _graded(scores, ask):
    """Scores as right or wrong; those that are missing stay so."""
    gaps = np.isnan(scores)
    if ask.passing > 1 and np.all(gaps | ((scores >= 0) & (scores <= 1))):
        raise checks.WrongValue(
            "passing", f"must be at most 1 for scores from 0 to 1: got {ask.passing:.6g}; write 0.5 for a score of 50%"
        )
    right = scores <= ask.passing if ask.better == "lower" else scores >= ask.passing
    ask.better = "higher"  # from here on 1 is right
    return np.where(gaps, np.nan, right)


def _ready(cells, ask, estimand, cluster, grouped_by, asked, runs=None, within=False, pass_fail=None, **about):
    scores, counts, missing = cells.scores, cells.counts.astype(float), None
    gaps = np.isnan(scores)
    if pass_fail is None:
        pass_fail = bool(np.isin(scores[~gaps], (0, 1)).all())
    if pass_fail and ask.better == "lower" and ask.human is not None:
        said = f"must be {word('higher')} beside {called('human')}: 1 is what people pass"
        raise checks.WrongValue("better", said)
    if within and runs == "mean":  # an item is missing if it was asked and all its runs are
        item = cells.labels[cluster].code
        gaps, put = (np.column_stack([np.bincount(item, x)[item] == 0 for x in of.T]) for of in (~gaps, asked))
        asked = ~put
        missing = tuple(n - m for n, m in zip(about["put"], about["answered"], strict=True))
    gaps &= asked
    missing = missing or tuple(int(n) for n in counts @ gaps)
    if any(missing):
        _missing_named(ask, dict(zip(cells.systems, missing, strict=True)), int(counts.sum()), pass_fail)
        if ask.filled is not None:
            scores = np.where(gaps, ask.filled, scores)
    shares = pass_fail and runs == "mean"
    pass_fail = pass_fail and not shares
    if np.all(np.isnan(scores), axis=0).any():
        name = cells.systems[int(np.argmax(np.all(np.isnan(scores), axis=0)))]
        raise checks.WrongValue("results", f"have none of {checks.shown(name)}: all are missing; leave that system out")
    if pass_fail or np.all(gaps | ((scores >= 0) & (scores <= 1))):  # no difference is 1 or more
        for name, value in (("margin", ask.margin), ("matters", ask.matters)):
            if value is not None:
                checks.margins(value, name)
        if ask.at_least is not None:
            checks.refuse(
                not 0 < ask.at_least < 1,
                "at_least must lie between 0 and 1 here: got {}; write 0.8 for 80%",
                ask.at_least,
            )
    if ask.at_least is not None and ask.better == "lower":
        said = "must be left out where lower scores are better: it is a threshold to be above"
        turn = f"; {typed('values', {'1': 0, '0': 1})} turns passes and fails round" * pass_fail
        raise checks.WrongValue("at_least", said + turn)
    group = cells.labels[cluster].code if cluster else None
    if cluster and not within and len(cells.labels[cluster].names) < 2:
        what, instead = ("group", "items like these") if estimand == "groups like these" else ("item", "these items")
        raise checks.WrongValue(
            "estimand",
            f"{word(estimand)} needs two {what}s at least: one cannot show how much {what}s vary; "
            f"name {typed('estimand', instead)}, or group the items in another way",
        )
    if ask.independent and group is not None:
        _own_groups(cells, group)
    for column in () if ask.by else cells.slices:
        if (many := len(cells.labels[column].names)) > MOST_LABELS:
            sentence = f"slices of {checks.shown(column)}: {many:,} labels, more than {MOST_LABELS} "
            sentence += f"({typed('by')} takes them)"
            about["left_out"] = (*about.get("left_out", ()), sentence)
    if ask.by and len(cells.systems) == 1:
        beside = f"{typed('system', ask.by[0])} sets its slices beside one another"
        raise checks.WrongValue("by", f"compares slices of two systems, and there is one: {beside}")
    by = tuple(c for c in cells.slices if 2 <= len(cells.labels[c].names) <= MOST_LABELS) if not ask.by else ask.by
    for column in by:
        if column not in cells.slices:
            there = ", ".join(map(checks.shown, cells.slices)) or "none"
            raise checks.WrongValue("by", f"names no column of slices: got {checks.shown(column)}; there are {there}")
    return Cells(
        cells, scores, gaps, asked, counts, None if within else group, group if within else None,
        estimand != "these items" or within, pass_fail, shares, estimand, None if within else grouped_by, runs,
        about.pop("items"), about.pop("put"), about.pop("rows"), tuple(about.pop("answered")), missing, by, **about,
    )  # fmt: skip


def _own_groups(cells, group):
    """Refuse a group with items of two systems: then these are not independent."""
    many = len(cells.systems)
    row, system = np.nonzero(~np.isnan(cells.scores))
    groups, systems = np.unique(np.unique(group[row] * many + system) // many, return_counts=True)
    if (systems > 1).any():
        example = checks.shown(str(cells.labels[cells.group].names[groups[np.argmax(systems > 1)]]))
        many = number_of(int((systems > 1).sum()), "group")
        raise checks.WrongValue(
            "independent",
            f"needs groups of its own for each system: items of two lie in {many}, such as {example}; give groups that "
            f"differ other names, or {typed('estimand', 'items like these')}",
        )


def _missing_named(ask, of, total, pass_fail):
    listed = ", ".join(f"{n:,} of {checks.shown(name)}" for name, n in of.items() if n)
    worst = f", as in {typed('missing', 0)}" if ask.better == "higher" else ", a bad score"
    if ask.missing is None:
        how = typed("missing", "fail") if pass_fail else f"what it is worth{worst},"
        unread = f". {ask.unread} To leave these out may flatter who answers in another form. Give " * bool(ask.unread)
        raise checks.NotNamed(
            "missing",
            f"results are missing among {total:,}, {listed}{unread or '; give '}{how} or "
            f"{typed('missing', 'leave out')}",
            (["fail", "leave out"] if unread else ["leave out", "fail"]) if pass_fail else ["leave out"],
        )
    if ask.missing == "fail" and not pass_fail:
        raise checks.WrongValue(
            "missing",
            f"must be a number for scores, what a missing one is worth{worst}, or {word('leave out')}: results are "
            f"missing, {listed}",
        )
    if pass_fail and ask.filled not in (None, 0, 1):
        raise checks.WrongValue("missing", f"must be 'fail' or 'leave out' for pass or fail: got {ask.missing:.6g}")
