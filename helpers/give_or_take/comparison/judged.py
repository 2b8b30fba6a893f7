"""Verdicts of a judge, corrected by people's labels of some of the same answers: chapter 9."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace

from give_or_take import checks
from give_or_take.checks import listing, typed, word
from give_or_take.comparison.cells import _direction, _graded
from give_or_take.comparison.gaps import beside_margin
from give_or_take.comparison.record import Judge, Judged, Rate
from give_or_take.evalfile import Results, one_or_two
from give_or_take.evalfile.frame import bare_id
from give_or_take.intervals import wilson_interval
from give_or_take.judged_pairs import corrected_difference
from give_or_take.judges import JudgeRates, corrected_rate, judged_items

UNUSED = {  # beside people's labels, and why
    "missing": "an answer without a verdict is one on which the judge did not decide, and labels say what it is worth",
    "items": "labels correct the verdicts that there are",
    "runs": "a label is of one answer of a system to an item",
    "by": "labels correct the whole, not its slices",
    "matters": "nothing is planned from labels",
    "careful": "it has no meaning for labels",
    "positive": "it is for predictions beside their truth",
    "independent": "they correct a difference on the same items",
}


# What there is


def verdicts_of(results, ask):
    """The results as verdicts of a judge, without slices; refused where people's labels cannot correct them."""
    beside, systems = f"beside {typed('human')}", getattr(results, "systems", ())
    for name, what in (("human", ask.human), ("results", results)):
        if not isinstance(what, Results):
            where = f" {beside}" * (name == "results")
            raise checks.WrongKind(name, f"must come from read_results{where}, not {checks.kind_of(what)}")
    for name, why in UNUSED.items():
        given = getattr(ask, name)
        if given is not None and given is not False and given != ():
            raise checks.WrongValue(name, f"must be left out {beside}: {why}")
    if ask.labels not in (None, "judge"):
        raise checks.WrongValue("labels", f"must be {word('judge')} {beside}, or left out")
    if ask.estimand == "these items":
        raise checks.WrongValue(
            "estimand", f"must be {word('items like these')} {beside}: those with a label stand for others"
        )
    if "truth" in results.frame:
        raise checks.WrongValue("human", "is for verdicts of a judge: the truth says what is right; leave it out")
    one_or_two(systems)
    if none := [one for one in systems if one not in ask.human.systems]:
        there = f"got those of {listing(ask.human.systems)}, and none of {listing(none)}"
        raise checks.WrongValue("human", f"must hold labels of each system: {there}")
    for name, frame in (("results", results.frame), ("human", ask.human.frame)):
        if frame.duplicated(["system", "id"]).any():
            raise checks.WrongValue(
                name, f"must hold one answer of a system to an item {beside}: got several runs; keep one of them"
            )
    _pass_or_fail(ask.human.frame["score"], "human", "say from which score on a label is a pass")
    ask.labels, ask.missing, scores = "judge", "undecided", results.frame["score"]
    if ask.passing is not None:
        _direction(results.metric, ask)
        scores, ask.passing = scores.mask(scores.notna(), _graded(scores.to_numpy(float), ask)), None
    _pass_or_fail(scores, "results", f"give {typed('passing')}, the lowest score that is a pass")
    left_out = results.left_out
    if results.slices:
        left_out += (f"slices of {listing(results.slices)}: labels correct the whole, not its parts",)
    return replace(
        results,
        frame=results.frame.assign(score=scores).drop(columns=[*results.slices]),
        found=(*results.found, *(f"people's labels: {one}" for one in ask.human.found)),
        left_out=left_out,
    )


def _pass_or_fail(scores, name, hint):
    odd = scores[scores.notna() & ~scores.isin((0, 1))]
    if len(odd):
        raise checks.WrongValue(name, f"must be pass or fail beside labels: got {odd.iloc[0]:.6g}; {hint}")


# What people would say


def corrected(data, frame, ask, systems, differences):
    """The judge, and the same systems and differences with what people would say in place of what the judge said."""
    groups = None if data.group is None else frame.drop_duplicates("id").set_index("id")["group"]
    sides = [_side(frame, ask, x.name) for x in systems]
    judged, found = zip(*(_system(x, *side, groups, ask) for x, side in zip(systems, sides, strict=True)), strict=True)
    if not differences:
        return Judge(judged, None, None), found, ()
    [gap] = differences
    by_name = dict(zip([x.name for x in systems], sides, strict=True))
    (first, of_first), (second, of_second) = by_name[gap.first], by_name[gap.second]
    with _about(gap.first, gap.second):
        x = corrected_difference(first, second, of_first, of_second, groups, ask.level)
    verdict = "first" if x.low > 0 else "second" if x.high < 0 else "open"
    means = {x.name: x.mean for x in found}
    gap = replace(
        gap, n=x.items, both=None, only_first=None, only_second=None, neither=None, difference=x.estimate, low=x.low,
        high=x.high, method=x.method, p=None, p_adjusted=None, test="no test", told_apart=verdict != "open",
        verdict=verdict, non_inferior=beside_margin(data, ask, (x.low, x.high)), bounds=None, sees=None, needs=(),
        mean_first=means[gap.first], mean_second=means[gap.second],
    )  # fmt: skip
    return Judge(judged, x.reported, x.labels, x.note), found, (gap,)


def _side(frame, ask, name):
    """The verdicts on a system's answers, and people's labels of some, by id."""
    verdicts, labels = (x.loc[x["system"] == name].set_index("id")["score"] for x in (frame, ask.human.frame))
    labels = labels.dropna()
    if not labels.index.isin(verdicts.index).all():
        spelled = {bare_id(one): one for one in verdicts.index}
        known = set(verdicts.index)
        labels.index = [one if one in known else spelled.get(bare_id(one), one) for one in labels.index]
        labels.index.name = "id"
    if len(labels) == len(verdicts) and labels.equals(verdicts.reindex(labels.index)):
        said = f"must hold labels by people: those of {checks.shown(name)} are the verdicts themselves, each of them"
        raise checks.WrongValue("human", f"{said}; give another file, or another column")
    return verdicts, labels


def _system(x, verdicts, labels, groups, ask):
    """What the judge said of a system, and the system as people would see it."""
    with _about(x.name):
        rate = corrected_rate(verdicts, labels, groups, ask.level)
    habits = JudgeRates.of(judged_items(verdicts[labels.index], labels), ask.level)
    four = {"pass": (habits.both_pass, habits.only_people), "fail": (habits.only_judge, habits.both_fail)}
    good, bad = (_habit(x.name, verb, *two, groups, ask) for verb, two in four.items())
    judged = Judged(x.name, rate.reported, rate.labels, good, bad, rate.note)
    ends = {"mean": rate.estimate, "low": rate.low, "high": rate.high, "method": rate.method}
    return judged, replace(x, right=None, n=rate.verdicts, **ends)


def _habit(system, verb, passed, failed, groups, ask):
    """How much the judge passes of the answers that people pass, or fail; ends are for single items."""
    about, n = (system, None, f"passed of what people {verb}", None), passed + failed
    if not n:
        return Rate(*about, n, None, None, None, "undefined", f"people {verb} none")
    if groups is not None:
        return Rate(*about, n, passed / n, None, None, "no interval")
    found = wilson_interval(passed, n, ask.level)
    return Rate(*about, n, found.estimate, found.low, found.high, found.method)


@contextmanager
def _about(*systems):
    """Says of a refusal whose labels it is about, and by what name they were given."""
    try:
        yield
    except checks.Refusal as error:
        argument, said, _ = error.args
        if argument.startswith(("labels", "verdicts")):
            name = "human" if argument.startswith("labels") else "results"
            said = said.removeprefix("and labels_b ")
            raise checks.WrongValue(name, f"({argument.partition('_')[0]} of {listing(systems)}) {said}") from None
        raise
