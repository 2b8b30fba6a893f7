"""What a report says of a comparison, sentence by sentence: chapter 12.

Each function takes records and gives text; every number in it stands in them. Names are as `names.safe` left them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from give_or_take.checks import number_of, typed
from give_or_take.comparison.record import (
    RUNS_OF_ITEMS,
    Classes,
    Comparison,
    Difference,
    Disclosure,
    Need,
    Rate,
    Rest,
    Slice,
    Slices,
    System,
    counted_as,
)
from give_or_take.evalfile.want import MEAN, TOGETHER
from give_or_take.reports import preferred
from give_or_take.reports.names import plain
from give_or_take.results import Interval, _p, _value, percent, points

SCOPE = {"these items": "on these items", "items like these": "on items like these"}
SCOPE["groups like these"] = "in groups like these"
FEW = 20  # items
MANY, LISTED = 8, 6  # systems, beyond which a report is short on each; names in one sentence
OF_JUDGES = r"(?i)judge|grade|grading|rating|llm|faithful|relevan|grounded|correctness|helpful|coheren|hallucinat"
FEW_CLASSES = 4  # of which a terminal shows the tables
FEW_PAIRS = 2  # of which the least that a claim says tells each


def scope(c: Comparison) -> str:
    """Where a sentence holds."""
    return "on this item" if c.estimand == "these items" and c.items == 1 else SCOPE[c.estimand]


def by_what(c: Comparison) -> str:
    """What a verdict goes by, if there are other metrics in the report, or what else a judge said."""
    return ", by accuracy" if c.classes else ", as people would judge" if c.judge else ""


# Numbers


def unit(c: Comparison) -> str:
    """The unit of a difference."""
    return "points" if c.rates else ""


def answers(c: Comparison) -> str:
    """What is counted: items, or with several runs of them answers."""
    if c.preference and c.runs == "together":
        return "verdict"
    return "answer" if c.runs == "together" else "item"


def groups(c: Comparison) -> str:
    """What is drawn together: groups, or items that were answered several times."""
    return "item" if c.runs == "together" and c.estimand != "groups like these" else "group"


def size(c: Comparison, difference: float) -> str:
    """A difference that somebody named, such as a margin."""
    if not unit(c):
        return f"{difference:.3g}"
    return points(difference)


def rate(c: Comparison, value: float) -> str:
    """A system's rate or mean."""
    return _value(value, 0, "%") if unit(c) else _value(value, abs(value) / 10, "")


def measured(c: Comparison, value: float, low: float | None, high: float | None, method: str, of: str) -> str:
    """A number with its interval, if it has one."""
    if low is None or high is None:
        return rate(c, value) if of == "%" or not of else _value(value, 0, of)
    return f"{Interval(low, high, value, c.level, method, of)}"


def ends(c: Comparison, low: float, high: float) -> str:
    """From one end of an interval of a difference to the other."""
    half, of = (high - low) / 2, unit(c)
    return f"{_value(low, half, of).removesuffix(f' {of}')} to {_value(high, half, of)}"


def by_how_much(c: Comparison, d: Difference) -> str:
    """The same for an interval that lies on one side of zero, without signs, and of what it is one."""
    better = "" if c.higher_is_better else "lower is better"
    return ends(c, *sorted((abs(d.low), abs(d.high)))).replace("+", "") + of_metric(c, better)


def of_metric(c: Comparison, *more: str) -> str:
    """The level of an interval, and what a difference without a unit is one of, if the files say it."""
    metric = [] if unit(c) or c.metric is None else [c.metric, *filter(None, more)]
    return f" ({', '.join([*metric, f'{percent(c.level)} interval'])})"


# Where lower is better, what is counted has the metric's name


def counted(c: Comparison) -> str:
    """What a 1 of the files is called where lower is better."""
    return f"“{c.metric}”" if c.metric else "a 1"


def got(c: Comparison, name: str, k: int, n: int) -> str:
    """How many a system has right; where lower is better, how many have what the metric names."""
    if c.higher_is_better:
        return f"{name} got {k:,} of {n:,} right"
    return f"{name} had {counted(c)} in {k:,} of {number_of(n, answers(c))}"


def shown_score(c: Comparison) -> str:
    """The same as the head of a column, or the title of a picture."""
    return "score" if c.higher_is_better or not c.rates else f"share with {counted(c)}"


def direction(c: Comparison) -> str:
    """That lower is better, if it is."""
    return "" if c.higher_is_better else "Lower is better."


def lower(c: Comparison) -> str:
    """The same behind another sentence."""
    return f" {direction(c)}".rstrip()


def flips(c: Comparison, d: Difference) -> tuple[int, int]:
    """The items that speak for the first system, and for the second, of those on which the two differ."""
    return (d.only_first, d.only_second)[:: 1 if c.higher_is_better else -1]


# Who is ahead


def alike(c: Comparison) -> str:
    """That all results are the same, so that nothing can be compared, and what to do."""
    if c.alike is None:
        return ""
    several, name = len(c.systems) > 1, c.systems[0].name
    who = {1: name, 2: "both"}.get(len(c.systems), f"all {len(c.systems):,} systems")
    every = f"very one of the {number_of(c.alike.results, 'result')} of {who} is {c.alike.value:.6g}"
    if c.rates and c.alike.value == c.higher_is_better:
        shows = "tell them apart" if several else "show where it fails"
        right = f"{capital(who)} got everything right" if c.higher_is_better else f"E{every}, the best there is"
        return f"{right}: these items are too easy to {shows}."
    return f"E{every}{': nothing can be compared' * several}. Check the run and the grader first."


def all_lost(c: Comparison) -> bool:
    """Whether no system passed anything, so that an interval says nothing of them: the run may be broken."""
    return c.rates and c.alike is not None and c.alike.value != c.higher_is_better


def lead(c: Comparison, d: Difference) -> tuple[str, str]:
    """(who is ahead, who is behind) in the observed difference."""
    return (d.first, d.second) if (d.difference > 0) == c.higher_is_better else (d.second, d.first)


def favoured(c: Comparison, d: Difference) -> bool:
    """Whether the interval leaves one side, and the test, adjusted for all pairs, agrees."""
    return d.verdict != "open" and d.told_apart is not False and d.low is not None


def leaves_zero(d: Difference) -> bool:
    """Whether the interval does, whatever the test says."""
    return d.low is not None and not d.low <= 0 <= d.high


def verdict(c: Comparison, d: Difference) -> str:
    """What the data say of one pair."""
    ahead, behind = lead(c, d)
    where = scope(c) + by_what(c)
    if c.preference:
        doubt = f", but the test does not confirm it ({_p(d.p_adjusted)})" if leaves_zero(d) else ""
        return preferred.verdict(c, d, where, favoured(c, d), doubt)
    if c.alike:
        said = f"{where.capitalize()}, {d.first} may be {anywhere(c, d, d.second)}" if d.low is not None else ""
        return "" if all_lost(c) else said
    if d.low is None:
        if d.difference == 0 and c.estimand == "these items":
            return f"{where.capitalize()}, {d.first} and {d.second} have the same score"
        if d.difference == 0:
            return f"{d.first} and {d.second} have the same score here; this says nothing about other items"
        gap = size_of(c, d)
        return f"On these items{by_what(c)}, {ahead} is ahead of {behind} by {gap}; this says nothing about other items"
    if favoured(c, d):
        return f"{where.capitalize()}, the data favour {ahead} over {behind}, by {by_how_much(c, d)}"
    doubt = f"but the test does not confirm it ({_p(d.p_adjusted)}{_holm(c)})" if leaves_zero(d) else ""
    if doubt and unit(c):
        favours = f"{where}, the interval favours {ahead} over {behind}, by {by_how_much(c, d)}, {doubt}"
        return f"{favours[0].upper()}{favours[1:]}" if _holm(c) else f"Borderline: {favours}"
    cannot = f"{where.capitalize()}, the data cannot tell {d.first} from {d.second}: {in_words(c, d)} here, and"
    if doubt:
        return f"{cannot} the interval, {ends(c, d.low, d.high)}, leaves out zero, {doubt}"
    return f"{cannot} may be {anywhere(c, d)}"


def anywhere(c: Comparison, d: Difference, other: str = "") -> str:
    """From how far below the other one to how far above, for an interval that holds zero."""
    half, of = (d.high - d.low) / 2, unit(c)
    down, up = (_value(x, half, of).removeprefix("+") for x in (-d.low, d.high))
    it = " it" * bool(other)
    ends = f"from {down} below{' ' * bool(other)}{other} to {up.removesuffix(f' {of}')} above{it}"
    return f"anything {ends}{of_metric(c)}"


def in_words(c: Comparison, d: Difference) -> str:
    """Where the first system is, beside the second, in the observed difference."""
    if d.difference == 0:
        return f"{d.first} is level with {d.second}"
    return f"{d.first} is {size_of(c, d)} {'above' if d.difference > 0 else 'below'} {d.second}"


def in_a_word(c: Comparison, d: Difference) -> str:
    """The same for a table."""
    if d.low is None:
        return ""
    doubt = "not confirmed" if _holm(c) else "borderline"
    return f"favours {lead(c, d)[0]}" if favoured(c, d) else doubt if leaves_zero(d) else "cannot tell"


def exact(c: Comparison) -> bool:
    """Whether the estimand leaves no luck: then a difference is what it is, and has no interval."""
    return c.estimand == "these items" and all(d.method == "no interval" for d in c.differences)


def size_of(c: Comparison, d: Difference) -> str:
    """The observed difference without its sign."""
    return _value(abs(d.difference), 0 if unit(c) else abs(d.difference), unit(c)).removeprefix("+")


def no_worse(c: Comparison, d: Difference) -> str:
    """The verdict about the margin that was named beforehand."""
    margin, (worse, no_worse) = size(c, c.margin), losing(c)
    if exact(c):
        worse = no_worse if d.non_inferior == "no worse" else worse
        return f"on these items {d.first} {worse} {d.second} by {margin} or more"
    if d.non_inferior == "no worse":
        return f"the data rule out that {d.first} {worse} {d.second} by {margin} or more"
    if d.non_inferior == "worse":
        return f"the data show that {d.first} {worse} {d.second} by more than {margin}"
    return f"the data leave open whether {d.first} {worse} {d.second} by {margin} or more"


def losing(c: Comparison) -> tuple[str, str]:
    """What it is called to be worse, and not to be: a judge only prefers."""
    return ("loses to", "does not lose to") if c.preference else ("is worse than", "is not worse than")


def not_worse(c: Comparison) -> list[str]:
    """The same of each pair of the report; of many systems those alike in one sentence."""
    held = [d for d in c.shown if d.non_inferior]
    if not many(c) or partial(c):
        return [f"{capital(no_worse(c, d))}." for d in held]
    alike: dict[str, list[str]] = {}
    for d in held:
        alike.setdefault(d.non_inferior, []).append(d.first)
    found = []
    for kind, names in alike.items():
        each = "any of " if kind == "no worse" else "each of "
        like = replace(held[0], first=f"{each * (len(names) > 1)}{listed(names)}", non_inferior=kind)
        found.append(f"{capital(no_worse(c, like))}.")
    return found


def margin(c: Comparison) -> str:
    """What not being worse means."""
    end = f"above -{size(c, c.margin)}" if c.higher_is_better else f"below {size(c, c.margin)}"
    more = f" {preferred.margin()}" if c.preference else ""
    return f"Not worse means: the {'' if exact(c) else 'whole interval of the '}difference lies {end}.{more}"


def _holm(c):
    return f", adjusted for {len(c.differences):,} pairs" if len(c.differences) > 1 else ""


# More than one look, and posteriors


def looked(c: Comparison) -> str:
    """What allows for looking more than once, against what that protects, and what it needs."""
    if not c.looks:
        return ""
    needs = "The items must come in random order, shuffled before the first look; another version of a system "
    needs += "is another comparison; and all other intervals here are for one look."
    if c.looks.k is None:
        some = "" if c.looks.evidence is None else f" (evidence {c.looks.evidence:.3g})"
        return (
            f"The difference and its p hold however often one looks while more items come in{some}, which protects "
            f"against looking until the verdict pleases. {needs}"
        )
    return (
        f"This is look {c.looks.k} of {c.looks.of}, after equal shares of the items: by O'Brien-Fleming's bound p must "
        f"be at most {c.looks.stop_at:.3g}, and the interval is as wide as that, so that all {c.looks.of} looks "
        f"together raise a false alarm hardly more often than one test. {needs}"
    )


def believed(c: Comparison) -> str:
    """The posterior in a sentence."""
    b = c.posterior
    if not b:
        return ""
    better = "preferred to" if c.preference else "better than"
    said = f"From uniform priors {b.first} is {better} {b.second} with probability {chance(b.better)}"
    if b.matters is None:
        between = ends(c, b.low, b.high).replace(" to ", " and ")
        said += f", and with probability {percent(c.level)} the difference lies between {between}"
    else:
        by = f"by {size(c, b.matters)} or more"
        up, down = ("ahead", "behind") if c.preference else ("better", "worse")
        three = f"{up} {by} {chance(b.gain)}, practically the same {chance(b.same)}, {down} {by} {chance(b.loss)}"
        said += f"; {three}: {b.answer.replace('better', up).replace('worse', down).replace('the first', b.first)}"
    return f"{said}.{' It does not allow for looking more than once.' * bool(c.looks)}"


def chance(p: float) -> str:
    """A probability: never 0%, and never 100%."""
    return f"{'below 0.1' if p < 0.0005 else 'above 99.9' if p > 0.9995 else f'{100 * p:.1f}'}%"


# More than two systems


def many(c: Comparison) -> bool:
    """Whether there are too many systems for a paragraph on each."""
    return len(c.systems) > MANY and not c.all_pairs


def partial(c: Comparison) -> bool:
    """Whether the report has some of the pairs only."""
    return len(c.shown) < len(c.differences)


def beside(c: Comparison) -> str:
    """The one that all pairs of the report share: the baseline or the top one."""
    return c.top if partial(c) else c.differences[0].second


def in_short(c: Comparison, name: str) -> bool:
    """Whether there is more to say of a system than its row: of many, only of the top one and the baseline."""
    return not many(c) or name in (c.top, beside(c))


def against_rest(c: Comparison) -> bool:
    """Whether each system stands beside all others together, in place of pairs."""
    return c.rest is not None and partial(c)


def beside_rest(c: Comparison) -> str:
    """Which system is worse, or better, than all others together, if one is told to be; without a full stop."""
    many, p = len(c.systems), c.rest.p
    if not any(x.told for x in c.rest.each):
        if p is not None and p >= c.alpha:
            return f"the data cannot tell whether the {many:,} systems differ ({_p(p)}); none is told from the others"
        some = f"the {many:,} systems differ ({_p(p)}), but " if p is not None else ""
        return f"{some}none is told from all others together, allowing for all {many:,}"
    sides: dict[str, list[Rest]] = {"worse": [], "better": []}
    for x in c.rest.each:
        if x.told:
            sides[standing(c, x)].append(x)
    weak = p is not None and p >= c.alpha
    weak = f"; a test for any difference at all sees less of one that stands out ({_p(p)})" if weak else ""
    word = next((word for word, side in sides.items() if len(side) == 1), "")
    said = {kind: _some([x.system for x in side]) + f" {_is(len(side))} {kind}" for kind, side in sides.items() if side}
    if not word:
        return f"beside all others together, {' and '.join(said.values())}, allowing for all {many:,}{weak}"
    [x] = sides[word]
    p = f"{_p(x.p_adjusted)}, adjusted for {many:,} systems"
    more = "".join(f"; {other} than the others, {x.system} among them" for kind, other in said.items() if kind != word)
    return f"{said[word]} than all others together, by {by_how_much(c, x)}; {p}{more}{weak}"


def standing(c: Comparison, x: Rest) -> str:
    """The same of one, for a table."""
    if x.low is None:
        return ""
    return "cannot tell" if not x.told else "better" if (x.difference > 0) == c.higher_is_better else "worse"


def rests(c: Comparison) -> str:
    """Each system beside all others together, and the methods."""
    each = []
    for x in c.rest.each:
        gone = measured(c, x.difference, x.low, x.high, "", unit(c))
        p = f": {_p(x.p)}, after Holm {_p(x.p_adjusted)}" if x.p is not None else ""
        each.append(f"{x.system} minus all others together {gone}{p}")
    found = methods(x.method for x in c.rest.each if x.low is not None)
    shown = f"{percent(c.level)} intervals: {found}" * bool(found)
    tests = methods(x.test for x in c.rest.each if x.p is not None)
    more = [shown, f"p: {tests}" * bool(tests), differ(c)]
    return f"{'; '.join(each)}. {capital('; '.join(filter(None, more)))}."


def differ(c: Comparison, names: bool = True) -> str:
    """The test of all systems."""
    if c.rest.p is None:
        return f"whether they differ at all was not tested: {c.rest.note}"
    return f"whether they differ at all: {f'{c.rest.test}, ' * names}{_p(c.rest.p)}"


def minus(d: Difference, name: str) -> Difference:
    """The same pair, as the other one minus the system of this name."""
    if d.second == name:
        return d
    low, high = (None, None) if d.low is None else (-d.high, -d.low)
    return replace(d, first=d.second, second=d.first, difference=-d.difference, low=low, high=high)


def may_be_best(c: Comparison) -> str:
    """How many systems may be the best, and which, if these are few; without a full stop."""
    names, of = c.best.names, number_of(len(c.systems), "system")
    if len(names) == 1:
        return f"only {names[0]} of {of} may be the best{on_all(c)}; the others are out"
    some = f"any of the {of}" if len(names) == len(c.systems) else f"{len(names):,} of {of}"
    which = f": {listed(list(names))}"
    if len(names) > LISTED:
        top = next(x for x in c.systems if x.name == c.top)
        which = f"; {c.top} is the top one, with {rate(c, top.mean)}"
    out = [x.name for x in c.systems if x.name not in names]
    gone = f"; {listed(out) if len(out) <= LISTED else 'the others'} {_is(len(out))} out" if out else ""
    return f"{some} may be the best{on_all(c)}{which}{gone}"


def on_all(c: Comparison) -> str:
    """What the set rests on, if that is not every item."""
    return f", by the {number_of(c.best.n, 'item')} that all answered" if c.best.n < c.items else ""


def best(c: Comparison) -> str:
    """The set of those that may be the best."""
    if not c.best:
        return ""
    names, left = c.best.names, len(c.best.names) - 2 * LISTED
    which = f"{', '.join(names[: 2 * LISTED])} and {left:,} more" if left > 0 else listed([*names])
    others = "" if len(names) == len(c.systems) else "; the others are out"
    more = close_call(c) if many(c) else " ".join(doubted(c))  # of many, no pair stands beside it
    return f"May be the best ({which_set(c)}): {which}{others}. {more}".strip()


def doubted(c: Comparison) -> list[str]:
    """Of which systems the flips may decide otherwise, and which the pairs do."""
    return [x for x in (close_call(c), *beside_pairs(c)) if x]


def which_set(c: Comparison) -> str:
    """What set that is, and on what it rests."""
    units, comma, more = c.best.note.partition(", ")
    if c.best.n < c.items:
        units += f", {number_of(c.best.n, 'item')}" * bool(c.best.groups) + " that all answered"
    return f"{percent(c.level)} set, {units}{comma}{more}"


def close_call(c: Comparison) -> str:
    """Of which other random flips may decide otherwise."""
    return f"Other random flips may decide otherwise on {listed([*c.best.close])}." if c.best and c.best.close else ""


def beside_pairs(c: Comparison) -> list[str]:
    """Why the set keeps a system that a pair here puts behind, or drops one that none does: these are two rules."""
    if not c.best:
        return []
    behind = {lead(c, d)[1] for d in c.shown if (leaves_zero(d) if partial(c) else favoured(c, d))}
    with_top = {x for d in c.shown if d.low is not None and c.top in (d.first, d.second) for x in (d.first, d.second)}
    kept = [x for x in c.best.names if x in behind]
    out = [x.name for x in c.systems if x.name in with_top - behind and x.name not in c.best.names]
    a, alone = "a pair", f"p is adjusted for {number_of(len(c.differences), 'pair')}"
    if partial(c):
        a, alone = "an interval", "each interval is by itself"
    found = []
    if kept:
        on = f", on the {c.best.n:,} that all answered" if c.best.n < c.items else ""
        alone += ", on what its two answered" * bool(on)
        why = f"{alone}, and the set allows for the luck of all systems at once"
        if "lopsided" in c.best.note:
            why = "the set allows for rare losses that so few items need not have shown"
        choose = "" if partial(c) else " Choose which of the two counts before you look."
        found.append(f"The set keeps {_some(kept)}, though {a} here puts {_it(kept)} behind: {why}{on}.{choose}")
    if out:
        asks = f"the set only asks whether another one is better, and {a} asks both ways"
        asks += "" if partial(c) else f", where {alone}"
        no_one = f"no {a.split()[1]} here puts {_it(out)} behind"
        found.append(f"{_some(out)} {_is(len(out))} out, though {no_one}: {asks}.")
    return found


def _some(names, what="systems"):
    return listed([*names]) if len(names) <= LISTED else f"{len(names):,} {what}"


def _it(names):
    return "it" if len(names) == 1 else "them"


def flattered(c: Comparison) -> str:
    """That the top one was picked by these very items, and what that comes to, if it is known."""
    if len(c.systems) < 3 or c.estimand == "these items" or against_rest(c) or c.alike:
        return ""
    best = next(x.mean for x in c.systems if x.name == c.top)
    level = [x.name for x in c.systems if x.mean == best and x.name != c.top]
    picked = f"These items picked {c.top} as the top one"
    if level:
        picked = f"At the top {c.top} ties with {listed(level) if len(level) <= LISTED else f'{len(level):,} others'}"
    if not c.best:
        return f"{picked}, so expect less of it on new ones; by how much is not known."
    seen, true = rate(c, c.best.seen), rate(c, c.best.true)
    drawn = f"where a random half of the {groups(c) if c.best.groups else 'item'}s picked"
    drawn += f", the top one showed {seen} there and"
    if seen == true or (c.best.seen < c.best.true) == c.higher_is_better:
        return f"{picked}, which hardly flatters it: {drawn} {true} on the others, on average."
    return f"{picked}, so expect less of it on new ones: {drawn} only {true} on the others, on average."


# Three ways to say it


def headline(c: Comparison) -> str:
    """That there is nothing to see, if so; one sentence, and in another what makes it worth less."""
    return " ".join(filter(None, [alike(c), answer(c)]))


def answer(c: Comparison) -> str:
    """The result, and what makes it worth less."""
    return " ".join(filter(None, [result(c), worth_less(c)]))


def worth_less(c: Comparison, missing: bool = True) -> str:
    """What to look at before one believes the result, from "But" on; without what is `missing` where it follows."""
    order = preferred.one_order(c) if c.preference else ""
    each = [f"{x.empty:,} of the {number_of(x.n, 'answer')} of {x.system}" for x in c.empty]
    if len(each) > 3:
        most = max(c.empty, key=lambda x: x.empty / x.n)
        each = [f"answers of {len({x.system for x in c.empty}):,} systems, at most {each[c.empty.index(most)]},"]
    columns = listed(list(dict.fromkeys(f"“{x.column}”" for x in c.empty)))
    empty = each and f"{listed(each)} {_is(sum(x.empty for x in c.empty))} empty in {columns}: look at them first"
    return " ".join(f"But {one}." for one in (unknown(c) * missing, beaten(c), order, empty) if one)


def unknown(c: Comparison) -> str:
    """What the differences could be that depend on missing results; without a full stop."""
    found = [d for d in gaps(c) if depends(c, d)]
    if not found or c.preference:
        return ""
    if len(found) > 3:
        return f"{len(found):,} of {len(c.shown):,} differences depend on what the missing results would have been"
    alone = len(c.shown) == 1
    each = [f"{d.first} minus {d.second} {'lies ' * (d is found[0])}between {bound(c, d, ' and ')}" for d in found]
    each = [f"the difference lies between {bound(c, found[0], ' and ')}"] if alone else each
    return f"by what the {not_there(found[0]) if alone else 'missing results'} would have been, {listed(each)}"


def depends(c: Comparison, d: Difference) -> bool:
    """Whether the missing results could turn the verdict, or of one system are so many more that they move it."""
    b, sign = d.bounds, 1 if c.higher_is_better else -1
    if b.missing < max(b.not_asked, 1) or d.low is None and c.estimand != "these items":
        return False
    worst = min(sign * b.low, sign * b.high)
    best = max(sign * b.low, sign * b.high)
    turned = favoured(c, d) and b.low <= 0 <= b.high or d.non_inferior == "no worse" and worst <= -c.margin
    turned = turned or d.non_inferior == "worse" and best > -c.margin
    moved = abs(d.missing_first - d.missing_second) / b.n
    return turned or d.low is not None and moved > (d.high - d.low) / 2


def not_there(d: Difference) -> str:
    """How many results are missing, or were not asked for."""
    b = d.bounds
    many = number_of(b.missing + b.not_asked, "result")
    return f"{many} that are not there" if b.not_asked else number_of(b.missing, "missing result")


def beaten(c: Comparison) -> str:
    """That whoever always says the most frequent truth scores as much as some system, or more."""
    k = c.classes
    if k is None or c.judge or k.always * k.items < 2:  # of truths that are all different none is frequent
        return ""
    lost, every = [x.name for x in c.systems if x.mean <= k.always], len(c.systems)
    if not lost:
        return ""
    who = f"{_some(lost)} {_is(len(lost))} not"
    if len(lost) == every > 1:
        who = f"neither {lost[0]} nor {lost[1]} is" if every == 2 else f"none of the {every:,} systems is"
    return f"{always(k)}, and {who} above that"


def result(c: Comparison) -> str:
    """The verdict, or what one system got."""
    if not c.differences:
        where = scope(c).capitalize()
        known = c.classes and c.classes.labels and not beaten(c)
        more = [*absent(c), *([always(c.classes)] if known else [])]
        plain = ((x, system(c, replace(x, method=""))) for x in c.systems)  # the method stands below the table
        each = (f"{'; '.join([f'{where}, {said}', *reached(c, x), *more])}." for x, said in plain)
        return " ".join([*each, *filter(None, [direction(c)])])
    if len(c.differences) == 1:
        [d] = c.differences
        margin = [no_worse(c, d)] if d.non_inferior else []
        return _sentence(verdict(c, d), crossed(c), *margin, *reached(c, *c.systems), *absent(c, d))
    return _sentence(_of_many(c), *absent(c))


def _sentence(*parts):
    return f"{capital(said)}." if (said := "; ".join(filter(None, parts))) else ""


def _of_many(c):
    pairs, where = len(c.differences), scope(c) + by_what(c)
    if all_lost(c):
        return ""
    if all(d.low is None for d in c.differences):
        if c.alike:
            return ""
        top = next(x for x in c.systems if x.name == c.top)
        return f"{where.capitalize()}, {top.name} has the best score of {len(c.systems):,} systems, {rate(c, top.mean)}"
    if against_rest(c):
        return f"{where.capitalize()}, {beside_rest(c)}"
    if c.best and partial(c):
        return f"{where.capitalize()}, {may_be_best(c)}"
    apart = [d for d in c.differences if favoured(c, d)]
    if not apart:
        return f"{where.capitalize()}, the data tell none of the {pairs:,} pairs of systems apart"
    first = f"{where.capitalize()}, the data tell {len(apart):,} of {number_of(pairs, 'pair')} of systems apart"
    if len(apart) > 6:
        return f"{first}; the table of pairs says which"
    winners: dict[str, list[str]] = {}
    for d in apart:
        ahead, behind = lead(c, d)
        winners.setdefault(ahead, []).append(behind)
    return f"{first}: they favour {'; '.join(f'{ahead} over {listed(rest)}' for ahead, rest in winners.items())}"


def reached(c: Comparison, *systems: System) -> list[str]:
    """Where systems lie beside the threshold, if there is one."""
    if c.at_least is None:
        return []
    wanted = rate(c, c.at_least)
    if many(c):
        found = [(x.name, x.threshold) for x in systems if x.threshold]
        words = {"above": f"at least {wanted}", "open": f"above {wanted} or below", "below": f"below {wanted}"}
        alike = [(said, [name for name, where in found if where == kind]) for kind, said in words.items()]
        return [f"{said}: {listed(names)}" for said, names in alike if names]
    words = {"above": f"the data put {{}} at {wanted} or above", "below": f"the data put {{}} below {wanted}",
             "open": f"{{}} may be above {wanted} or below"}  # fmt: skip
    return [words[x.threshold].format(x.name) for x in systems if x.threshold]


def absent(c: Comparison, d: Difference | None = None) -> list[str]:
    """What is not there: what one system only has, and what is missing, with its share."""
    found = []
    for many, name in ((d.alone_first, d.first), (d.alone_second, d.second)) if d else ():
        if many:
            among = f" among the rows with {c.where}" * bool(c.where)
            found.append(f"{number_of(many, answers(c))} that only {name} has{among} {_is(many)} left out")
    if d is None and any(one.alone_first or one.alone_second for one in c.differences):
        found.append(f"not every {answers(c)} was given to every system, and of each pair only shared ones count")
    if c.independent:
        found.append("each system answered items of its own")
    if c.runs == "mean" and d and not c.independent:
        first, second = (next(x.asked for x in c.systems if x.name == name) for name in (d.first, d.second))
        if first != second:
            found.append(f"{first:,} answers of {d.first} meet {second:,} of {d.second}")
    if c.preference:
        gone, of = c.systems[0].missing, number_of(c.systems[0].asked, "verdict")
        return [f"{gone:,} of {of} {_is(gone)} missing, left out"] if gone else []
    short = [x for x in c.systems if x.missing and (d is None or x.name in (d.first, d.second))]
    if len(short) > 3:
        x = max(short, key=lambda x: x.missing / x.asked)
        most = f"{x.missing:,} of {number_of(x.asked, 'result')} of {x.name}"
        found.append(f"results of {len(short):,} systems are missing, {counted_as(c.missing)}, at most {most}")
    elif short:
        each = listed([f"{x.missing:,} of {number_of(x.asked, 'result')} of {x.name}" for x in short])
        found.append(f"{each} {_is(sum(x.missing for x in short))} missing, {counted_as(c.missing)}")
    return found


def _is(many):
    return "is" if many == 1 else "are"


def system(c: Comparison, x: System, method: bool = True) -> str:
    """One system: N of D, with its interval."""
    score = measured(c, x.mean, x.low, x.high, x.method, "%" if unit(c) else "")
    if not method and x.low is not None:
        score = f"{rate(c, x.mean)} ({span(c, x)})"
    if c.judge:
        one = next(one for one in c.judge.systems if one.system == x.name)
        beside = f"({number_of(one.labels, 'label')}; the judge passed {rate(c, one.passed)})"
        return f"people would pass {score} of {x.name}'s {number_of(x.n, 'answer')} {beside}"
    if x.right is None:
        return f"{x.name} scored {score} on average, over {number_of(x.n, answers(c))}"
    return f"{got(c, x.name, x.right, x.n)}, {score}"


def systems(c: Comparison) -> str:
    """All systems, and for more than two the method of their intervals only once."""
    if c.preference:
        return preferred.decided(c)
    if len(c.systems) < 3:
        on, both = "", "gave" if c.runs == "together" else "answered"
        if c.on_shared:
            on = f"On the {number_of(c.on_shared[0].n, answers(c))} that both {both}: "
        each = "; ".join(system(c, x) for x in c.scored)
        return " ".join([f"{on}{each if on else capital(each)}.", *beside_shared(c)])
    if many(c):
        named = sorted((x for x in c.systems if in_short(c, x.name)), key=lambda x: x.name != c.top)
        each = "; ".join(system(c, x) for x in named)
        means = [x.mean for x in c.systems if x not in named]
        others = f"the others are at {rate(c, min(means))} to {rate(c, max(means))}"
        return f"The top one of {len(c.systems):,} systems: {each}; {others}."
    each = "; ".join(system(c, x, method=False) for x in c.systems)
    found = methods(x.method for x in c.systems if x.low is not None)
    return f"With {percent(c.level)} intervals ({found}): {each}." if found else f"{each}."


def pair(c: Comparison, d: Difference) -> str:
    """One pair: the difference, the flips and the test."""
    if c.preference and d.first != c.preference.first:  # whoever is ahead stands first
        ends = (None, None) if d.low is None else (-d.high, -d.low)
        d = replace(d, first=d.second, second=d.first, difference=-d.difference, low=ends[0], high=ends[1])
    gone = measured(c, d.difference, d.low, d.high, d.method, unit(c))
    within = f" in {number_of(d.groups, groups(c))}" if d.groups is not None else ""
    within = within.replace(" in ", " to ") if groups(c) == "item" else within
    what = f"{d.first}'s wins minus losses" if c.preference and d.both is not None else f"{d.first} minus {d.second}"
    where = f"on {apart(c, d)}" if c.independent else f"on the same {number_of(d.n, answers(c))}"
    where += within
    where = where.replace("on the same", "in", 1).replace(" to ", " on ") if answers(c) == "verdict" else where
    parts = [f"{what}: {gone}", where, *tested(c, d)]
    parts += [f"where the judge saw {judge_saw(c)}"] if c.judge else []
    return " ".join(filter(None, [f"{', '.join(parts)}.", shared(c, d)]))


def tested(c: Comparison, d: Difference, names: bool = True) -> list[str]:
    """The flips of a pair, and the test."""
    differ = [flipped(c, d)] if d.only_first is not None and not c.preference else []
    return differ + ([f"{_p(d.p)}{f' ({d.test})' * names}"] if d.p is not None else [])


def apart(c: Comparison, d: Difference) -> str:
    """How many items each system has, if these are different ones."""
    to = "answers to " * (c.runs == "together")
    return f"{to}different items, {d.n_first:,} of {d.first} and {d.n_second:,} of {d.second}"


def beside_shared(c: Comparison) -> list[str]:
    """What each of two systems got on what only it has."""
    found, has = [], "has a result of" if c.missing == "leave out" else "has"
    for x in c.on_shared:
        if x.n_beside:
            if x.right_beside is None:
                got = f"a mean of {rate(c, x.mean_beside)}"
            elif c.higher_is_better:
                got = f"{x.right_beside:,} of {x.n_beside:,} right"
            else:
                got = f"{counted(c)} in {x.right_beside:,} of {x.n_beside:,}"
            found.append(f"{number_of(x.n_beside, answers(c))} that only {x.name} {has}: {got}.")
    return found


def shared(c: Comparison, d: Difference) -> str:
    """Both scores on what both answered, if a system answered more than that, and no table says it."""
    if c.on_shared or c.judge or c.independent or all(x.n == d.n for x in c.systems if x.name in (d.first, d.second)):
        return ""
    if d.both is None:
        scores = f"{d.first} scored {rate(c, d.mean_first)} and {d.second} {rate(c, d.mean_second)} on average"
    else:
        first, second = d.both + d.only_first, d.both + d.only_second
        had = "got {:,} right" if c.higher_is_better else f"had {counted(c)} in {{:,}}"
        scores = f"{d.first} {had.format(first)}, {rate(c, d.mean_first)}, and {d.second} {second:,}, "
        scores += rate(c, d.mean_second)
    return f"On these {number_of(d.n, answers(c))}, {scores}."


def pairs(c: Comparison) -> str:
    """All pairs, and once the methods."""
    if len(c.differences) == 1:
        return pair(c, c.differences[0])
    if many(c):
        return ""
    each = []
    for d in c.shown:
        parts = [apart(c, d) if c.independent else number_of(d.n, f"shared {answers(c)}")]
        if d.only_first is not None:
            up, down = flips(c, d)
            parts += [f"{number_of(up, 'flip')} for, {down:,} against"]
        parts += [f"{_p(d.p)}, after Holm {_p(d.p_adjusted)}"] if d.p is not None and d.p_adjusted is not None else []
        word = " points" if unit(c) else ""
        each.append(f"{d.first} minus {d.second} {gap(c, d)}{word}: {', '.join(parts)}")
    found = methods(d.method for d in c.shown if d.low is not None)
    tests = methods(d.test for d in c.shown if d.p is not None)
    shown = [f"{percent(c.level)} intervals of the differences: {found}"] if found else []
    shown += [f"p: {tests}"] if tests else []
    return f"{'; '.join(each)}." + (f" {capital('; '.join(shown))}." if shown else "")


def flipped(c: Comparison, d: Difference) -> str:
    """The items on which the two systems differ."""
    first, second = flips(c, d)
    return f"{number_of(first, 'flip')} for {d.first}, {second:,} for {d.second}"


def minimum(c: Comparison) -> str:
    """Two or three sentences."""
    parts = [alike(c), systems(c), direction(c), warned(c), classified(c, short=True)]
    if not c.differences:
        parts += [f"{capital(one)}." for one in [*reached(c, *c.systems), *absent(c)]] + [worth_less(c), about(c)]
    elif len(c.differences) == 1:
        parts += [pair(c, c.differences[0]), answer(c), preferred.order(c) if c.preference else ""]
    else:
        few = len(c.shown) <= FEW_PAIRS and not many(c)
        few = few and not against_rest(c)
        parts += [pairs(c) if few else "", answer(c), flattered(c), tied(c)]
        parts += beside_pairs(c) if few and partial(c) else []
    parts += [rough(c)] if about_these(c) else []
    return " ".join(filter(None, [*parts, judged(c)]))


def publishable(c: Comparison) -> str:
    """A paragraph with all that another team needs to check it."""
    parts = [alike(c), about(c), chosen(c), looked(c), systems(c), direction(c), warned(c), classified(c)]
    parts += [runs(c), treated(c)]
    if c.differences:
        short = many(c) and c.best and partial(c)
        less = worth_less(c, missing=False)  # the bounds say it
        first = [*(f"{capital(one)}." for one in absent(c)), less] if short else [result(c), less]
        parts += [rests(c) if against_rest(c) else pairs(c), *first, best(c), flattered(c), tied(c), bounds(c)]
    if not c.differences:
        parts += [f"{capital(one)}." for one in [*reached(c, *c.systems), *absent(c)]] + [worth_less(c)]
    if len(c.differences) == 1:
        parts += [preferred.order(c)] if c.preference else []
        parts += [believed(c), sees(c, c.differences[0])]
        for s in c.slices:
            parts += [varies(c, s), *of_one(s), same_within(c, s.by, s.slices), equal(c, s)]
    else:
        parts += not_worse(c)
    return " ".join(filter(None, [*parts, metric(c), judged(c), habits(c), *(noted(d) for d in c.disclosures)]))


def noted(d: Disclosure) -> str:
    """What somebody added to a disclosure, as a sentence of its own."""
    return f"{capital(d.name)}: {d.note.rstrip('. ')}." if d.note else ""


def metric(c: Comparison) -> str:
    """What was scored, and by whom."""
    return "".join(f"The metric is {d.known}." for d in c.disclosures if d.name == "metric")


def capital(sentence: str) -> str:
    """The sentence with a capital letter, unless it begins with a name."""
    return sentence[:1].upper() + sentence[1:]


# What the numbers are about


def about(c: Comparison) -> str:
    """The estimand."""
    if c.estimand == "these items" and c.items == 1:
        return "The numbers are about this one item and no other."
    if c.estimand == "these items":
        whole = f"The numbers are about these {number_of(c.items, 'item')} and no others."
        return f"{whole} The difference is one of systems and of their items at once." if c.independent else whole
    if c.items == 1:
        return "The intervals are about all items like this one, which counts as a random sample."
    if c.independent and c.estimand == "items like these":
        each = listed([f"the {x.items:,} of {x.name}" for x in c.systems[:LISTED]])
        drawn = each if len(c.systems) <= LISTED else "those of each system"
        return f"The intervals are about all items like these, of which {drawn} count as random samples. {pool(c)}"
    if c.estimand == "items like these":
        alone = c.systems[0].items if len(c.systems) == 1 else c.items
        sample = f"the {alone:,} count as a random sample"
        if c.preference:
            with_one = " with a verdict" if c.preference.items < c.items else ""
            sample = f"the {c.preference.items:,}{with_one} count as a random sample"
        elif c.on_shared and c.runs is None and not c.classes:
            sample = f"the {c.on_shared[0].n:,} that both answered count as a random sample"
        elif len(c.differences) == 1 and c.runs is None and c.differences[0].n < c.items:
            sample = f"the {c.items:,}, and the {c.differences[0].n:,} that both answered, count as random samples"
        return f"The intervals are about all items like these, of which {sample}."
    groups = max((d.groups for d in c.differences if d.groups is not None), default=None)
    groups = None if c.independent and len(c.differences) > 1 else groups
    drawn = f"the {groups:,}" if groups else "these"
    named = f" ({c.grouped_by})" if c.grouped_by else ""
    whole = f"The intervals are about all groups like these{named}, of which {drawn} count as"
    return f"{whole} random samples. {pool(c)}" if c.independent else f"{whole} a random sample."


def chosen(c: Comparison) -> str:
    """Which rows of the files count, if some do not, and what their scores are divided by."""
    return " ".join(filter(None, [f"Only rows with {c.where} count." if c.where else "", c.per]))


def pool(c: Comparison) -> str:
    """What different items take for granted."""
    drawn = "groups" if c.estimand == "groups like these" else "items"
    easy = "" if against_rest(c) else "; an easier set of items looks just like a better system"
    own = "Each system answered items of its own, so the difference is one of systems only if all"
    return f"{own} {drawn} were drawn from one pool{easy}."


def luck(c: Comparison) -> str:
    """What luck is left if the numbers are about these items only."""
    if c.estimand != "these items":
        return ""
    if any(x.low is not None for x in c.systems):
        return "The only luck left is in repeated runs, and the intervals show that."
    seen = "No two runs of an item differ, which" if c.runs else "With one answer to an item that"
    return f"{seen} leaves no luck to be seen, so there are no intervals and no tests."


def rough(c: Comparison) -> str:
    """The warning about very few items, and of those with several runs what to type to ask about these alone."""
    fewest = min((x.n for x in (not c.independent and c.differences) or c.systems), default=FEW)
    if c.runs and c.estimand == "these items":  # then their runs are the sample
        fewest = min(x.asked - x.missing for x in c.systems)
    items = f"With fewer than {FEW} items all of this is rough"
    if these := about_these(c):
        return f"{items}; {these}."
    return f"{items}." if fewest < FEW else ""


def about_these(c: Comparison) -> str:
    """How to ask about so few items alone, if their runs can say something of these."""
    if not c.runs or c.preference or c.judge or c.items >= FEW or c.estimand == "these items":
        return ""
    return f"{typed('estimand', 'these items')} asks about just these {c.items:,} and the luck of their runs"


def few(c: Comparison, records: Iterable[System | Difference], plain: bool = False) -> str:
    """The warning about intervals of scores that few items decide, which have it in their names."""
    kinds = [x.method.partition(" ")[0] for x in records if x.method.startswith("few-")]
    if not kinds:
        return ""
    on = groups(c) if kinds[0] == "few-cluster" else "item"
    which = "some" if plain else f"{kinds[0]} intervals"
    return f"{which} rest on few {on}s that differ, and may hold the truth less often than they say"


def warned(c: Comparison) -> str:
    """The same as a sentence, about systems and pairs at once."""
    words = few(c, (*c.scored, *c.differences))
    return f"{capital(words)}." if words else ""


def runs(c: Comparison) -> str:
    """What became of several answers to an item."""
    if c.preference and c.runs == "together":
        return "All verdicts count, and those on one item are one group."
    low, high = c.runs_each or (1, 1)
    each = f" ({low:,} to {high:,} runs an item: {MEAN if c.runs == 'mean' else TOGETHER})" * (low < high)
    if c.runs == "together" and c.independent:
        return f"All runs count, and an item's answers are one group{each}."
    if c.runs == "together":
        meet = "run 1 of one system meets run 1 of the other, and an item's answers are one group"
        return f"All runs count: {meet}{each}."
    return f"An item's score is the mean of its runs{each}." if c.runs == "mean" else ""


def treated(c: Comparison) -> str:
    """What became of missing results."""
    put = {"all": "Every item counts as given to every system.", None: ""}
    asked = put.get(c.asked, "The items of a list count as given to every system, and no others count.")
    became = ""
    if c.missing == "undecided":
        became = "On an answer without a verdict the judge did not decide; labels say what such answers are worth."
    elif c.preference and c.missing:
        became = "Verdicts that say nothing are left out."
    elif c.missing == "leave out" and c.independent:
        became = "Items without a result are left out."
    elif c.missing == "leave out":
        became = "Items without a result are left out: of a score those of its system, of a difference those of either."
        if c.on_shared:
            became = "Items without a result of both are left out."
    elif c.missing is not None:
        fail = "a fail" if c.higher_is_better else counted(c)
        became = f"A missing result counts as {fail if c.missing == 'fail' else f'{c.missing:g}'}."
    return " ".join(filter(None, [asked, became]))


def judged(c: Comparison) -> str:
    """The warning about a judge, or what corrects it."""
    if c.labels != "judge":
        return ""
    if c.judge:
        correct = "people's labels of some of them correct its verdicts, if these were drawn at random"
        return f"A judge model graded the answers; {correct}."
    return "A judge model graded the answers, and its mistakes are in every number here, uncorrected."


def who_graded(c: Comparison) -> str:
    """The question who did, where the name of the metric speaks of what models often grade, and nobody said."""
    if c.labels is not None or c.classes or c.preference or not re.search(OF_JUDGES, c.metric or ""):
        return ""
    if len(c.systems) > 2:
        return "Who graded? If a model did, say so with --labels judge."
    scores = "" if c.rates else " (with --passing SCORE, from which on a score is a pass)"
    return f"Who graded? If a model did, --human labels.csv, with labels by people, corrects it{scores}."


def judge_saw(c: Comparison) -> str:
    """The difference in what the judge passed."""
    return _value(c.judge.difference, 0, "points")


def habits(c: Comparison) -> str:
    """The judge in one sentence: how much it passes of what people pass, and of what they fail."""
    if not c.judge:
        return ""
    each, several = [], len(c.judge.systems) > 1
    for x in c.judge.systems:
        known = {verb: r for verb, r in (("pass", x.good), ("fail", x.bad)) if r.value is not None}
        said = " and ".join(f"{rate_and_span(c, r)} of what people {verb}" for verb, r in known.items())
        if len(known) > 1:
            said = "they".join(said.rsplit("people", 1))
        labels = "; ".join([number_of(x.labels, "label"), *(r.note for r in (x.good, x.bad) if r.note)])
        each.append(f"{f'of {x.system}, ' * several}{'' if each else 'the judge passes '}{said} ({labels})")
    ends = any(r.low is not None for x in c.judge.systems for r in (x.good, x.bad))
    return f"{capital('; '.join(each))}{f', with {percent(c.level)} Wilson intervals' * ends}."


def labelled(c: Comparison) -> list[str]:
    """What else there is to say of the labels."""
    if not c.differences:
        return [x.note for x in c.judge.systems]
    both = "The difference sorts items by both verdicts, so it need not equal that of the two rates."
    return [*(f"{x.system}: {x.note}" for x in c.judge.systems if x.note), " ".join([both, c.judge.note]).strip()]


def tied(c: Comparison) -> str:
    """The systems that cannot be told apart; where a set says who may be the best, only if all pairs were asked for."""
    sets = c.tied if len(c.systems) > 2 and (c.all_pairs or not c.best and not against_rest(c)) else ()
    if many(c) or not sets or not any(d.low is not None for d in c.differences):
        return ""
    each = [listed(list(names)) for names in sets]
    return f"{'; nor can '.join([f'{each[0]} cannot be told apart', *each[1:]])}."


def no_ranking(c: Comparison) -> str:
    """How to read it."""
    asks = " Who may be the best is one question, and each pair another: a system that is out may be in a set here."
    return f"This is no ranking: within one set, the data do not say who is ahead.{asks * bool(c.best)}"


# What the test can see


def sees(c: Comparison, d: Difference) -> str:
    """The smallest difference that the test finds."""
    if d.sees is None:
        return ""
    flips = ", with as many flips," if c.outcome == "pass or fail" and not c.independent else ""
    found = f"{percent(c.power)} of tests like this one{flips} would find it"
    return f"If the true difference were {size_seen(c, d)}, {found}; a smaller one is often missed."


def size_seen(c: Comparison, d: Difference) -> str:
    """The smallest difference that the test finds, in its unit."""
    return _value(d.sees, 0 if unit(c) else d.sees, unit(c)).removeprefix("+")


def need(c: Comparison, one: Need) -> str:
    """How many items, or groups, find one difference."""
    if one.enough:
        return "no more than here"
    each = " each" if c.independent else ""
    if one.groups is not None:
        return number_of(one.groups, groups(c)) + each
    if one.items is None:
        return "not known: too few groups " + ("have failures, or successes" if c.independent else "differ")
    return number_of(one.items, "item") + each


def supposed(c: Comparison) -> str:
    """What the numbers of the next test take for granted."""
    if c.independent and c.outcome == "pass or fail":
        return "if rates are about as high as here"
    return (
        f"if as many {'verdicts are decided as were' if c.preference else 'answers differ as did'} here"
        if c.outcome == "pass or fail"
        else "if scores vary as much as they did here"
    )


# What is missing, and slices


def bound(c: Comparison, d: Difference, to: str = " to ") -> str:
    """Between what ends a difference lies, whatever the missing results would have been."""
    low, high = (_value(x, 1 / d.bounds.n, unit(c)) for x in (d.bounds.low, d.bounds.high))
    return f"{low.removesuffix(' points')}{to}{high}"


def filled(c: Comparison, d: Difference) -> tuple[str, str]:
    """The difference if all missing results are fails, and if all are passes."""
    ends = (d.bounds.as_fail, d.bounds.as_pass)
    return tuple("–" if x is None else _value(x, 1 / d.bounds.n, unit(c)) for x in ends)


def gaps(c: Comparison) -> list[Difference]:
    """The pairs of which results are not there."""
    return [d for d in c.shown if d.bounds is not None]


def bounds(c: Comparison) -> str:
    """What the missing results could hide."""
    found = gaps(c)
    if not found:
        return ""
    if many(c):
        return "What the missing results could hide of each pair stands in the JSON."
    if len(found) == 1:
        [d] = found
        if c.preference:
            return preferred.hidden(c, d, bound(c, d, " and "))
        as_fail, as_pass = filled(c, d)
        between = f"{d.first} minus {d.second} lies between {bound(c, d, ' and ')}"
        ends = "" if d.bounds.not_asked else f": {as_fail} if all are fails, {as_pass} if all are passes"
        whatever = f"whatever the {not_there(d)} would have been{ends}"
        return f"Over all {number_of(d.bounds.n, answers(c))}, {between}, {whatever}."
    each = "; ".join(
        f"{d.first} minus {d.second} {bound(c, d)} ({d.bounds.missing + d.bounds.not_asked:,} not there)" for d in found
    )
    return f"Over all {answers(c)}s, whatever the results that are not there would have been: {each}."


def uneven(c: Comparison, s: Slices) -> bool:
    """Whether the slices were shown to differ."""
    return s.interaction_p_adjusted is not None and s.interaction_p_adjusted < c.alpha


def varies(c: Comparison, s: Slices) -> str:
    """Whether the difference varies by slice, before any slice is named."""
    what = f"{s.first} minus {s.second}"
    if s.interaction_test == RUNS_OF_ITEMS:
        if any(stands_out(c, s, x) for x in s.slices):
            return where_it_varies(c, s)
        return f"Allowing for all {len(s.slices):,} items (Holm), none shows a difference by itself."
    no_claim = "" if c.estimand == "these items" else " So do not say that slices differ."
    if s.interaction_p is None:
        return f"Whether {what} varies by {s.by} was not tested{': ' * bool(s.note)}{s.note}.{no_claim}"
    after = "" if len(c.slices) < 2 else f", after Holm {_p(s.interaction_p_adjusted)}"
    test = f"{s.interaction_test}, {_p(s.interaction_p)}{after}"
    if not uneven(c, s):
        return f"The data cannot tell whether {what} varies by {s.by} ({test}).{no_claim}"
    return f"{what} varies by {s.by} ({test}). {where_it_varies(c, s)}"


def where_it_varies(c: Comparison, s: Slices) -> str:
    """Which slices show a difference, and who is ahead there; or why none does by itself, and which lie furthest."""
    sides = ahead_and_behind(c, s)
    if any(sides):
        said = [f"{word} in {listed(x)}" for x, word in zip(sides, ("ahead", "behind"), strict=True) if x]
        over_all = "; over all items these cancel, at least in part" * (len(said) > 1)
        of = "items" if s.interaction_test == RUNS_OF_ITEMS else "slices"
        return f"Allowing for all {of} (Holm), {s.first} is {' and '.join(said)}{over_all}."
    least, *_, most = sorted(s.slices, key=lambda x: x.difference)
    ends = " and ".join(f"{word} in {x.name} ({seen(c, x)})" for word, x in (("highest", most), ("lowest", least)))
    why = "Allowing for all slices (Holm), none shows a difference by itself, as each says less"
    why = "No slice has a test of its own" if all(x.p is None for x in s.slices) else f"{why} alone than all together"
    return f"{why}; the difference is {ends}."


def ahead_and_behind(c: Comparison, s: Slices) -> list[list[str]]:
    """The slices in which the first system is shown to be ahead, and those in which it is behind."""
    found = [x for x in s.slices if stands_out(c, s, x)]
    return [[x.name for x in found if ((x.difference > 0) == c.higher_is_better) == ahead] for ahead in (True, False)]


def crossed(c: Comparison) -> str:
    """That slices, or items, differ in both directions, which a difference over all of them hides."""
    for s in c.slices:
        ahead, behind = ahead_and_behind(c, s)
        if ahead and behind:
            what = "items" if s.interaction_test == RUNS_OF_ITEMS else f"slices of {s.by}"
            return f"but {s.first} is behind in {_some(behind, what)} and ahead in {_some(ahead, what)}"
    return ""


def seen(c: Comparison, x: Slice) -> str:
    """The difference in a slice, with its sign."""
    return _value(x.difference, 0 if unit(c) else abs(x.difference), unit(c))


def same_within(c: Comparison, by: str, slices: Iterable[Slice | System]) -> str:
    """That all items of each slice came out the same, and what these are worth beyond these slices."""
    if c.estimand != "items like these" or not all(_alike(x) for x in slices):
        return ""
    if len({(x.mean,) if isinstance(x, System) else (x.mean_first, x.mean_second) for x in slices}) < 2:
        return ""
    many = number_of(len(slices), "independent observation")
    return (
        f"Within each slice all items came out the same. So for a claim about other slices of {by} there are {many}, "
        f"and not one an item; name {by} as --cluster to count them so."
    )


def _alike(x):
    """Whether the items of a slice, of which it has several, all came out the same."""
    if isinstance(x, System):
        return x.n > 1 and x.right in (0, x.n)
    if x.right_first is None:
        return x.n > 1 and x.p is None  # of scores that differ by the same everywhere there is no test
    return x.n > 1 and x.right_first in (0, x.n_first or x.n) and x.right_second in (0, x.n_second or x.n)


def of_one(s: Slices) -> list[str]:
    """The slices that have no difference, as only one system has results there."""
    sides = ((s.first, s.only_first), (s.second, s.only_second))
    said = "Only {} has results in {}, so nothing is compared there."
    return [said.format(name, _some(x, "slices")) for name, x in sides if x]


def equal(c: Comparison, s: Slices, names: bool = True) -> str:
    """The mean of slice means."""
    e = s.equal
    if e is None:
        return ""
    gone = measured(c, e.difference, e.low, e.high, e.method * names, unit(c))
    said = f"If each of the {e.slices:,} slices of {s.by} counts alike, {s.first} has {rate(c, e.mean_first)} and "
    said += f"{s.second} {rate(c, e.mean_second)}: {gone}"
    said += " for these slices" if e.low is not None else ""
    if e.low_like is not None:
        like = Interval(e.low_like, e.high_like, e.difference, c.level, "t", unit(c))._range
        said += f", and {like} for slices like these ({percent(c.level)}{' t' * names} of {e.slices:,} differences)"
    why = e.note or (e.method.partition(": ")[2] if e.low is None else "")
    return f"{said}{'; ' * bool(why)}{why}."


def stands_out(c: Comparison, s: Slices, x: Slice) -> bool:
    """Whether a difference in one slice may be claimed: the slices differ, and it is left after Holm."""
    may = uneven(c, s) or s.interaction_test == RUNS_OF_ITEMS
    return may and x.p_adjusted is not None and x.p_adjusted < c.alpha


def small(s: Slices) -> str:
    """The slices that are too small to say much."""
    few = sum(x.small for x in s.slices)
    return f"{number_of(few, 'slice')} marked * {'is' if few == 1 else 'are'} small." if few else ""


def slice_scores(c: Comparison, x: Slice) -> tuple[str, str]:
    """Both systems on a slice: counts, or means."""
    if x.right_first is None or x.right_second is None:
        return rate(c, x.mean_first), rate(c, x.mean_second)
    return f"{x.right_first:,}/{x.n_first or x.n:,}", f"{x.right_second:,}/{x.n_second or x.n:,}"


def always(k: Classes) -> str:
    """What the most frequent truth alone would get."""
    return f"always {k.most_frequent} would be right on {_value(k.always, 0, '%')}"


def unasked(k: Classes) -> bool:
    """Whether classes are options of a multiple choice, or too many for tables that nobody asked for."""
    return k.positive is None and (len(k.labels) > FEW_CLASSES or options(k))


def options(k: Classes) -> bool:
    """Whether all classes are single letters or digits."""
    return bool(k.labels) and all(len(one) == 1 and one.isalnum() for one in map(plain, k.labels))


def matched(k: Classes) -> str:
    """How predictions and truth were compared, and what the most frequent class alone would get."""
    more = "there are too many different truths to be classes, so there is nothing to say of each"
    more = always(k) if k.labels else more
    return f"A prediction is right if it is the same as the truth, compared {k.matched}. {capital(more)}."


def row(r: Rate) -> str:
    """The system, or the two."""
    return r.first if r.second is None else f"{r.first} minus {r.second}"


def rate_and_span(c: Comparison, r: Rate) -> str:
    """A rate or a difference, and its interval, for a table."""
    of = "%" if r.second is None else "points"
    if r.value is None:
        return "undefined"
    if r.low is None or r.high is None:
        return _value(r.value, 0, of).removesuffix(" points")
    span = Interval(r.low, r.high, r.value, c.level, unit=of)
    return f"{_value(r.value, span.half_width, of)} ({span._range})".replace(" points", "")


def doubtful(rates: Iterable[Rate]) -> list[str]:
    """Why rates are undefined, and where a bar may fail."""
    alike: dict[tuple[str, str], list[str]] = {}
    for r in rates:
        alike.setdefault((row(r), r.note), []).append(r.metric if r.of is None else f"{r.metric} of {r.of}")
    return [f"{who}, {listed(metrics)}: {note}." for (who, note), metrics in alike.items() if note]


def classified(c: Comparison, short: bool = False) -> str:
    """Precision, recall and F1 of each system, if they are asked for, and what the most frequent class would get."""
    k = c.classes
    if k is None or not k.labels:
        return ""
    if short and unasked(k):
        return "" if beaten(c) else f"{capital(always(k))}."
    each: dict[str, list[str]] = {}
    for r in k.rates:
        if r.second is None and r.of == k.positive and r.metric != "balanced accuracy" and in_short(c, r.first):
            each.setdefault(r.first, []).append(f"{r.metric} {rate_and_span(c, r)}")
    shown = [(x, ", ".join(some)) for x, some in each.items()]
    of = "Over all classes" if k.positive is None else f"Of {k.positive}"
    bars = f", with {percent(c.level)} intervals" if any(r.low is not None for r in k.rates) else ""
    return f"{of}{bars}: {'; '.join(f'{x} has {y}' for x, y in shown)}{'' if beaten(c) else f'; {always(k)}'}."


def p_value(p: float | None) -> str:
    """A p for a table whose head says p."""
    return "–" if p is None else _p(p).removeprefix("p = ").removeprefix("p ")


def methods(all_of: Iterable[str]) -> str:
    """The names of the methods, each once."""
    return listed(list(dict.fromkeys(filter(None, all_of))))


def span(c: Comparison, x: System) -> str:
    """A system's interval."""
    return Interval(x.low, x.high, x.mean, c.level, "", "%" if unit(c) else "")._range


def share_span(c: Comparison, value: float, low: float, high: float) -> str:
    """The interval of a share, for a table."""
    return Interval(low, high, value, c.level)._range


def gap(c: Comparison, x: Difference | Slice) -> str:
    """A difference and its interval, for a table whose head says the unit."""
    if x.low is None or x.high is None:
        return _value(x.difference, 0 if unit(c) else abs(x.difference), unit(c)).removesuffix(" points")
    half = (x.high - x.low) / 2
    middle = _value(x.difference, half, unit(c)).removesuffix(" points")
    return f"{middle} ({ends(c, x.low, x.high).removesuffix(' points')})"


def listed(words: list[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)
