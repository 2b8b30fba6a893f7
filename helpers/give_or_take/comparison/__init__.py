"""Two systems or more on the same items: every number of the report, in one record: chapter 12."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import numpy as np

from give_or_take import checks
from give_or_take.checks import listing, number_of
from give_or_take.clusters import _ends, _named
from give_or_take.comparison.best import best_of_all, top_of
from give_or_take.comparison.cells import Choices, cells_of
from give_or_take.comparison.classes import classes_of
from give_or_take.comparison.gaps import differences_of
from give_or_take.comparison.judged import corrected, verdicts_of
from give_or_take.comparison.means import (
    ROUNDING,
    Run,
    by_group,
    limits,
    mean_interval,
    one_group,
    settled,
    within_items,
)
from give_or_take.comparison.preferences import disclosed, preference_of, winners_of
from give_or_take.comparison.record import Alike, Comparison, Disclosure, Empty, Shared, System, counted_as
from give_or_take.comparison.rest import against_rest
from give_or_take.comparison.slicing import items_of, slices_of
from give_or_take.comparison.two import refuse_all_but_two
from give_or_take.docs import documented
from give_or_take.evalfile import Results
from give_or_take.intervals import wilson_interval
from give_or_take.slices import holm
from give_or_take.tallies import Tally


@documented
def compare(
    results: Results | Tally,
    *,
    baseline: str | None = None,
    estimand: str | None = None,
    missing: str | float | None = None,
    items: Any = None,
    runs: str | None = None,
    passing: float | None = None,
    better: str | None = None,
    margin: float | None = None,
    at_least: float | None = None,
    matters: Any = None,
    by: Any = (),
    level: float = 0.95,
    power: float = 0.8,
    labels: str | None = None,
    careful: bool = False,
    seed: int = 0,
    positive: Any = None,
    human: Results | None = None,
    all_pairs: bool = False,
    any_time: bool = False,
    look: str | None = None,
    posterior: bool = False,
    independent: bool = False,
) -> Comparison:
    """Everything that a report on these systems says, as numbers: each system, each pair, each slice, what is next.

    What luck there is depends on what the result is to be about, the estimand. For `"items like these"` other items
    could have been drawn, for `"groups like these"` other groups with all their items, as other repositories with
    their issues. For `"these items"` nothing was drawn but the runs: with several, the interval comes from the
    variance within items; with one answer an item there is no interval and no p.

    Pass or fail: Wilson's interval for a system, Tango's for a difference, McNemar's mid-p. In groups, or with the runs
    of an item together, which then are a group: their clustered forms, and the sign-flip mid-p.

    Scores: the mean with Student's t, in groups with CR2 and Satterthwaite's degrees of freedom, and the sign-flip
    mid-p. Where n items are at most 25 times the squared skewness, t errs too often at one end. There "stretched t"
    moves the end on the side of the long tail outwards, by skewness (1 + 2t²)/(6√n) standard errors. In groups it is
    the G totals of deviations from the mean that count. Counted with 15 to 500 items, it leaves out zero in at most
    5.2% of all samples if gains are as likely as losses, however few items differ; the BCa bootstrap, chosen by the
    same rule, in up to 18.7%. Where 3 to 30% of the items differ, it holds the truth in 90.9% of all samples or more,
    t in 86.8%. Against a tail that hardly shows nothing helps: of lognormal scores with σ = 1.5 it holds the mean in
    80.8% of all samples of 15, and in 92.9% of 500. Where n is less than eight times the squared skewness, as if fewer
    than eight items differed, the method's name begins with "few-item" or "few-cluster", and a report warns. If all
    scores lie between 0 and 1, no interval reaches where no mean can be. A verdict on scores needs both: an interval
    that leaves out zero, and p below alpha.

    Where sign patterns are too many to count, 100,000 are drawn, unless no gain holds more than a hundredth of the sum
    of squares: then their normal limit is nearer than what is drawn. Of more than 200 gains, only the signs of the
    largest 200 are drawn: none of the others holds more than 1/201, and their sum takes its normal limit. The standard
    error of a p near 0.05 is then below 0.0007. Where all gains are alike, but for rounding, there is no interval and
    no p.

    Items of its own for each system, `independent`: for pass or fail Newcombe's interval and Fisher's mid-p, for scores
    Welch's t, stretched by the skewness of the difference, and called "few-item" where the interval of either mean is.
    In groups the clustered Wilson intervals, square and add, and Welch's t with CR2, which is no test of pass or fail
    where the errors of a system lie in fewer than four groups. Counted, Newcombe's holds the truth in 94.0% of all
    samples of 20 to 500 items or more; the clustered form, of 5 to 30 groups of 4 to 36 items each, in 96.3%, where
    items taken as independent hold it in 36.4%; that test alarms in up to 5.7%. Welch's t of normal scores holds it in
    94.5% or more, but of 20 ratings beside 100, nearly all at the top, in 85.2%: of these over 98% are called few-item.

    Winners of two systems: the win rate with ties as half is one half and half of wins minus losses, with the interval
    of that; in both orders, an item's verdicts are a group. Counted with 20 to 300 items, up to 40% ties and shares of
    50 to 95%, it holds the truth in 92.5% of all samples or more, and in both orders in 92.2%.

    p is adjusted by Holm over the pairs, and over the slices of one column for one pair. Before any slice is named,
    `interaction_test` asks whether they differ at all; that p is adjusted over all columns and pairs.

    Where a column of slices is named, and for tasks, each slice also counts alike (`equal`): the mean of slice means.
    For these slices a difference in pass or fail adds the squared reaches of Tango's intervals, and reaches as far as t
    at least; on items of its own for each system it is `standardised_difference`; that in scores takes the variances of
    the slices and Satterthwaite's degrees of freedom. A slice of one item shows no variance. For slices like these it
    takes Student's t of the differences, of three slices at least, and is never narrower. Counted with 3 to 57 slices
    of 5 to 200 items, of which 2 to 90% flip, the first holds the truth in 94.3% of all samples or more, where Tango's
    reaches alone fall to 86.9% and Wald's form falls to 34.2%; the second in 92.5%; the third, of normal scores, in
    94.2%; and t of slices that vary, in 94.5%.

    The top one of three systems or more was picked by these very items, which flatters it: `best` says by how much, if
    a half of them had picked, and which systems may be the best (`best_set`, on the items that all of them answered).
    Plans and slices are then of the pairs with the top one only, or with the baseline, unless all are asked for.

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
    missing : str or float, optional
        What an answer without a result is: `"fail"`, `"leave out"`, or for scores a number, what it is worth. To be
        named if there are any. An item, or a run of it, that has no row of a system was not put to it: that is nobody's
        failure, and left out of the difference.
    items : str or list, optional
        Which items were put to every system, with or without a row: `"all"` that any system has, or a list of ids, and
        then no others count. A system without a row of one then misses its result, with runs that meet in each run.
    runs : str, optional
        `"together"`: run 1 of the one meets run 1 of the other, and the runs of an item make a group. `"mean"`: the
        mean of its runs is an item's score. To be named if a system has several answers to an item.
    passing : float, optional
        The lowest score that counts as right; the highest, if lower scores are better.
    better : str, optional
        `"higher"` or `"lower"`: which scores are better. Higher ones, if the name of the metric leaves no doubt. Where
        lower is better, what the files count as 1 stays 1, and is bad.
    margin : float, optional
        How much worse still does not matter, a fraction for pass or fail (0.01 is one point), else in the unit of the
        scores. Named before the results are seen. If the estimand leaves no luck, the difference itself is held to it.
    at_least : float, optional
        A threshold for each system alone, a fraction for pass or fail, else a score: the whole interval is to be above.
    matters : float or list, optional
        The differences to plan for, in the same unit. By default 1, 2 and 5 points; for scores 0.1, 0.2 and 0.5
        standard deviations of the gains.
    by : str or list of str
        Columns of slices. By default all that have 2 to 50 labels. Slices of a column that is named, and tasks, also
        count alike.
    level : float
        Of the intervals, above 0.5; the tests are at 1 - level.
    power : float
        To plan with.
    labels : str, optional
        Who graded: `"tests"`, `"people"` or `"judge"`. By default what the files say.
    careful : bool
        Pass or fail in groups: intervals and plans go by the sizes of the groups alone, as if the items of a group
        were all alike. They are wider, and hold where few groups differ much. It changes nothing else.
    seed : int
        For what is drawn.
    positive : label, optional
        Of two classes of predictions (`read_results(truth=, prediction=)`) the one that is looked for; to be named
        unless it is called 1, true or yes.
    human : Results, optional
        Where the results are the verdicts of a judge: what people say of the same answers to some of the items, drawn
        at random, with the same names of one system, or of two. Then rates and the difference are `corrected_rate` and
        `corrected_difference`, and so are the verdicts; `judge` has what the judge said. A result that is missing is
        one on which it did not decide. Slices are left out, as labels correct the whole and not its parts.
    all_pairs : bool
        Of three systems or more: whether the report has all pairs, with plans and slices of each. Every difference is
        in the record anyway, and p is adjusted over all.
    any_time : bool
        Of two systems that pass or fail, items that come one by one: the interval and p are those of `any_time_test`,
        which hold however often one looks while more items come in. They must come in random order.
        Plans and slices, which are for one look, are left out.
    look : str, optional
        The same by a plan: `"2/5"` is the second of five looks, after equal shares of the items. p is held against
        O'Brien-Fleming's bound for that look (`planned_looks`), and the interval is as wide as that (Jennison and
        Turnbull's repeated intervals, by Tango).
    posterior : bool
        Of two systems that pass or fail, items that come one by one: add P(better) and the interval of
        `paired_posterior`, and, if `matters` or `margin` is named, the three answers of `practical_equivalence`.

    independent : bool
        Each system answered items of its own, as two samples from one pool. There are no pairs then, so that the
        differences need many more items; slices have no test of whether they differ. An id of two systems is two items.
        Where the files show that it is one, or a tally does, that is refused.

    Returns
    -------
    Comparison
        `systems`, `differences`, `best`, `slices`, `tied` (sets of two or more systems of which no pair is told apart,
        the largest sets that there are), `disclosures`, and what was named. Of predictions beside their truth,
        `classes`: the table, precision, recall and F1 of each system, with Wilson's intervals and Newcombe's, or, in
        groups, by resampling these; and by what two systems differ in them, resampled in pairs. There is no p for
        these, which would have to be adjusted for all of them: ask `swap_test` about the one metric that was named
        beforehand. Of a judge's verdicts beside people's labels, `judge`: the share that it passed of each system, of
        what people pass and of what they fail. `looks` and `posterior`, if they were asked for. Of winners of two
        systems, `preference`: win rates with ties as half and without, and what the order does.

    References
    ----------
    n > 25 skewness²: Cochran 1977, Sampling Techniques, for the normal distribution at 95%; derived from an Edgeworth
    expansion, and extended to t, by Sugden, Smith and Jones 2000, Journal of the Royal Statistical Society B 62,
    787-793. Welch's degrees of freedom: Welch 1938, Biometrika 29, 350-362; of clusters `clustered_difference`. How far
    the end moves: Johnson 1978, Journal of the American Statistical Association 73, 536-544, who moves both; then the
    other one comes so near that it leaves out zero too often where few items differ. BCa: Efron 1987, Journal of the
    American Statistical Association 82, 171-185. Repeated intervals of planned looks: Jennison and Turnbull 1989,
    Journal of the Royal Statistical Society B 51, 305-361. Equal weights for slices: Cochran 1977, chapter 5 (with the
    degrees of freedom); squared reaches that add up: Zou, Huang and Zhang 2009, Computational Statistics & Data
    Analysis 53, 1080-1085.

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
    as_all = {**locals(), "items": "all"}
    ask = Choices(
        estimand, missing, runs, better, margin, matters, by, level, power, labels, seed, baseline, passing, careful,
        items, at_least, positive, human, all_pairs, any_time, look, posterior, independent,
    )  # fmt: skip
    if human is not None:
        results = verdicts_of(results, ask)
    winners = getattr(results, "judges", None) is not None
    results = winners_of(results, ask) if winners else results
    data = cells_of(results, ask)
    data.shares |= winners and not data.pass_fail
    refuse_all_but_two(data, ask)
    if ask.labels is None and isinstance(results, Results):
        ask.labels = results.labels
    pairs = list(itertools.combinations(range(len(data.systems)), 2))
    if baseline is not None:
        if baseline not in data.systems:
            there = listing(data.systems)
            raise checks.WrongValue("baseline", f"must be one of the systems, {there}: got {checks.shown(baseline)}")
        other = data.systems.index(baseline)
        pairs = [(i, other) for i in range(len(data.systems)) if i != other]
    systems = tuple(_system(data, ask, i) for i in range(len(data.systems)))
    ask.pairs = len(pairs)
    best, may_be, why = best_of_all(data, ask)
    systems = tuple(
        replace(one, best_p=may_be[one.name], may_be_best=one.name in best.names) if best else one for one in systems
    )
    top = data.systems.index(best.top if best else top_of(systems, ask.better))
    wanted = pairs if ask.all_pairs or baseline is not None else [pair for pair in pairs if top in pair]
    classes = classes_of(data, ask, [] if independent else wanted, getattr(results, "matched", None))
    if independent and classes and classes.labels:
        why = (*why, "differences in precision, recall and F1: these are compared on the same items")
    differences, looks, belief = differences_of(data, ask, pairs, wanted)
    by = () if ask.looked else data.by
    slices = [slices_of(data, ask, column, i, j) for column in by for i, j in wanted]
    adjusted = holm([one.interaction_p for one in slices])
    slices = tuple(replace(one, interaction_p_adjusted=p) for one, p in zip(slices, adjusted, strict=True))
    slices += items_of(data, ask, 0, 1) if len(pairs) == 1 and human is None and not winners else ()
    judge, disclosures = None, _disclosures(data, ask, estimand is not None, classes, results.metric)
    preference = None
    if winners:
        differences = tuple(replace(x, test=x.test.replace("McNemar mid-p", "sign test, mid-p")) for x in differences)
        preference = preference_of(results, data, ask, differences[0])
        disclosures = disclosed(disclosures, preference, ask.labels, sum(data.missing) // 2)
    if human is not None:
        judge, systems, differences = corrected(data, results.frame, ask, systems, differences)
        systems = tuple(replace(x, threshold=_threshold(data, ask, x.mean, x.low, x.high)) for x in systems)
    found = data.found
    if data.absent:
        other = compare(**as_all)
        same = _answer(other.systems, other.differences, other.best) == _answer(systems, differences, best)
        found += () if same else (data.absent,)
    return Comparison(
        data.estimand,
        estimand is not None,
        "pass or fail" if data.pass_fail else "mean of pass or fail" if data.shares else "score",
        ask.better == "higher",
        ask.level,
        ask.power,
        ask.margin,
        ask.missing if any(data.missing) or any(data.treated) else None,
        data.runs,
        data.grouped_by,
        ask.labels,
        data.items,
        systems,
        differences,
        slices,
        _tied(systems, differences, ask.better),
        disclosures,
        found,
        data.assumed,
        (*data.left_out, *why),
        ask.careful,
        "list" if isinstance(ask.items, tuple) else ask.items,
        ask.at_least,
        classes,
        judge,
        best,
        ask.all_pairs,
        looks,
        belief,
        preference,
        ask.independent,
        results.metric,
        tuple(Empty(*one) for one in getattr(results, "empty", ())),
        getattr(results, "where", ""),
        getattr(results, "per", ""),
        data.runs_each,
        rest=against_rest(data, ask),
        alike=None if winners or human is not None else _alike(data, results),
        on_shared=() if winners or human is not None else _on_shared(data, ask, systems, differences),
    )


def _alike(data, results):
    """The one result that there is, if all answers have the same, as they came and as they count."""
    came = results.scores if isinstance(results, Tally) else results.frame["score"].to_numpy(float)
    came, count = came[~np.isnan(came)], data.scores[~np.isnan(data.scores)]
    many = sum(data.rows) - sum(data.treated or data.missing)
    if np.ptp(came) or np.ptp(count) or many <= len(data.systems):
        return None
    return Alike(float(came[0]), int(many))


def _answer(systems, differences, best):
    """What a report decides."""
    pairs = [(d.verdict, d.told_apart, d.non_inferior) for d in differences]
    return pairs, [x.threshold for x in systems], best and best.names


def _on_shared(data, ask, systems, differences):
    """Two systems on what both answered, if one has answered more, and what it got on the rest."""
    same = len(systems) != 2 or all(x.n == differences[0].n for x in systems)
    if same or ask.independent or ask.at_least is not None:
        return ()
    there = ~np.isnan(data.scores)
    if data.runs_apart:  # an item with a run of it
        there = np.column_stack([np.isin(data.within, data.within[one]) for one in there.T])
    return tuple(_shared(data, ask, one, i, there.all(axis=1)) for i, one in enumerate(systems))


def _shared(data, ask, whole, i, both):
    x, rest = _system(data, ask, i, both), None
    if (~both & ~np.isnan(data.scores[:, i])).any():
        rest = _system(data, ask, i, ~both)
    beside = (rest.n, rest.right, rest.mean) if rest else (0, None, None)
    return Shared(x.name, x.right, x.n, whole.missing, x.mean, x.low, x.high, x.method, *beside)


def _system(data, ask, i, among=True):
    """One system, or what it got `among` these cells."""
    x = data.scores[:, i]
    there = ~np.isnan(x) & among
    x, number = x[there], data.counts[there]
    n = int(number.sum())
    right = int(number @ x) if data.pass_fail else None
    [mean] = settled([number @ x / n], ROUNDING * np.abs(x).max())
    low, high, method = None, None, "no interval"
    if data.luck:
        group = None if data.group is None else data.group[there]
        if data.within is not None:
            run = Run(x, number, data.within[there])
            mean, low, high, method, _ = within_items([run], data.runs_apart, ask, limits(data))
            n = len(np.unique(data.within[there])) if data.runs_apart else n
        elif not data.pass_fail:
            low, high, method = mean_interval(x, number, group, ask, limits(data))
        elif group is None:
            interval = wilson_interval(right, n, ask.level)
            low, high, method = interval.low, interval.high, interval.method
        else:
            totals, sizes = by_group(group, number * x, number)
            low, high, method = one_group("Wilson", sizes) or (
                *map(float, _ends("wilson", totals, sizes, ask.level, ask.careful)),
                _named("Wilson", len(sizes), ask.careful),
            )  # fmt: skip
    if low is None and (data.pass_fail or data.shares) and mean in (0, 1) and _luck_to_be_seen(data):
        item, group = (None if of is None else of[there] for of in (data.within, data.group))
        low, high, method = _all_or_none(data, ask, mean, number, item, group)
    items = data.answered[i] if ask.filled is None else data.put[i]
    missing = data.treated[i] if data.treated else data.missing[i]
    threshold = _threshold(data, ask, mean, low, high)
    return System(data.systems[i], right, n, items, missing, mean, low, high, method, data.rows[i], threshold)


def _luck_to_be_seen(data):
    """Whether there is luck; where it is only in the runs of items, whether one of these passes and one fails."""
    if data.within is None:
        return data.luck
    for x in data.scores.T:
        there = ~np.isnan(x)
        right, runs = by_group(data.within[there], x[there], np.ones(there.sum()))
        if np.any((right > 0) & (right < runs)):
            return True
    return False


def _all_or_none(data, ask, mean, number, item, group):
    """(low, high, method) where all answers are right, or none is: Wilson's, of what is drawn: items, groups or runs.

    That all of them are right is most probable, at any true mean, where all that is drawn has the same rate.
    """
    if group is not None:
        [sizes] = by_group(group, number)
        if one := one_group("Wilson", sizes):
            return one
        ends = _ends("wilson", mean * sizes, sizes, ask.level, ask.careful)
        return *map(float, ends), _named("Wilson", len(sizes), ask.careful)
    drawn, of = int(number.sum()), "item"
    if item is not None:
        [runs] = by_group(item, number)  # of the mean of items, an item with few runs counts as much as any
        drawn, of = int(runs.min() * len(runs) if data.runs_apart else runs.sum()), "run"
    interval = wilson_interval(int(mean * drawn), drawn, ask.level)
    return interval.low, interval.high, f"{drawn:,}-{of} Wilson"


def _threshold(data, ask, mean, low, high):
    """Where a system lies beside the threshold; without luck its score itself decides."""
    if ask.at_least is None:
        return None
    if not data.luck:
        return "above" if mean >= ask.at_least else "below"
    if low is None:
        return "open"
    return "above" if low > ask.at_least else "below" if high < ask.at_least else "open"


def _tied(systems, differences, better):
    """The largest sets of systems of which no pair is told apart, the best first."""
    sign = -1 if better == "higher" else 1
    order = {one.name: k for k, one in enumerate(sorted(systems, key=lambda one: sign * one.mean))}
    near = {name: set() for name in order}
    for gap in differences:
        if gap.told_apart is False or gap.told_apart is None and gap.difference == 0:
            near[gap.first].add(gap.second)
            near[gap.second].add(gap.first)
    found = []

    def grow(chosen, may, done):  # Bron and Kerbosch, with a pivot
        if not may and not done:
            if len(chosen) > 1:
                found.append(tuple(sorted(chosen, key=order.get)))
            return
        pivot = max(may | done, key=lambda name: len(near[name] & may))
        for name in may - near[pivot]:
            grow([*chosen, name], may & near[name], done & near[name])
            may, done = may - {name}, done | {name}

    grow([], set(near), set())
    return tuple(sorted(found, key=lambda names: [order[name] for name in names]))


def _disclosures(data, ask, named, classes, name):
    items = number_of(data.items, "item")
    if data.grouped_by and data.estimand == "groups like these":
        items += f" in {number_of(len(data.tally.labels[data.tally.group].names), 'group')} ({data.grouped_by})"
    gaps, runs = sum(data.missing), sum(data.treated)
    treated = counted_as(ask.missing)
    absent = [f"{number_of(gaps, 'missing result')}, {treated}"] if gaps else []
    absent += [f"{number_of(runs, 'run')} without a result, {treated}"] if runs else []
    least, most = min(data.rows), max(data.rows)
    answers = f", {f'{least:,} to ' * (least < most)}{number_of(most, 'answer')}" if data.runs else ""
    partly = (everyone := int(data.counts @ data.asked.all(axis=1))) < data.items
    if ask.independent:
        put = zip(data.put, data.systems, strict=True)
        answers = f": {', '.join(f'{n:,} of {checks.shown(name)}' for n, name in put)}, all of them different{answers}"
    if data.runs is None and partly and not ask.independent:
        answers = f", {everyone:,} of them given to every system"
    whole = [] if partly and not ask.independent else ["no result is missing"]
    size = "; ".join([items + answers, *(absent or whole)])
    graded = {"tests": "graded by tests", "people": "graded by people", "judge": "graded by a judge model"}
    metric = "pass or fail" if data.pass_fail or data.shares else f"scores, {ask.better} is better"
    if ask.better == "lower" and metric == "pass or fail":
        metric = f"the share with {checks.shown(name)}, lower is better" if name else "pass or fail, lower is better"
    metric += f", {graded[ask.labels]}" if ask.labels else ""
    judge = {None: "who graded the answers: tests, people or a judge model", "judge": "how often the judge errs"}
    if ask.human is not None:
        metric += ", and corrected by people's labels"
        judge["judge"] = "who labelled which answers, and how these were drawn"
    if classes:
        metric = f"whether a prediction is the same as its truth, compared {classes.matched}"
        judge[None] = "who said what is right: tests, people or a judge model"
    its, why = "its", "why not every system has a result of every item"
    if ask.independent:
        its, why = "each one's", "how the items of each system were drawn, and whether from one pool"
    chosen = "as you chose" if named else "by default"
    level = f"{100 * ask.level:g}%," if data.luck else "none, for there is no luck to allow for;"
    intervals = f"{level} about {data.estimand}, {chosen}"
    together = "several runs, an item's as one group" if ask.independent else "several runs, compared run by run"
    runs = {None: "one answer of a system to an item", "together": together}
    return (
        Disclosure("test set", items, f"{its} name and version, and how its items were chosen"),
        Disclosure("sample size", size, why if partly else ""),
        Disclosure("metric", metric, judge.get(ask.labels, "")),
        Disclosure("intervals", intervals, "" if named else "whether that is what the claim is about"),
        Disclosure("seeds", runs.get(data.runs, "several runs, an item's mean as its score"), "temperature and seeds"),
    )
