"""What stands in a report, in which order, whatever its form: chapter 12. The templates only say how it looks."""

from __future__ import annotations

import re
from typing import NamedTuple

from give_or_take.checks import number_of
from give_or_take.comparison.record import RUNS_OF_ITEMS, Comparison, Disclosure, Slices
from give_or_take.evalfile.record import folded
from give_or_take.reports import pictures, preferred
from give_or_take.reports import sentences as say
from give_or_take.results import percent

MOST_ROWS = 50  # of slices; the JSON has all
MOST_CLASSES = 12  # up to which the table of truths and predictions is shown


class Words(NamedTuple):
    """A paragraph."""

    text: str
    kind: str = "words"


class Points(NamedTuple):
    """A list."""

    points: list[str]
    kind: str = "points"


class Line(NamedTuple):
    """A question, and the line to type that answers it, which no form breaks."""

    text: str
    kind: str = "line"


class Quote(NamedTuple):
    """Words to be copied."""

    text: str
    kind: str = "quote"


class Table(NamedTuple):
    """A table, whose first column names its rows."""

    caption: str
    head: tuple[str, ...]
    rows: list[tuple[str, ...]]
    plain: str = ""  # the caption for a terminal, without the names of methods
    turns: bool = False  # whether its columns may be its rows, if only so a terminal has room
    kind: str = "table"


class Checks(NamedTuple):
    """A checklist."""

    disclosures: tuple[Disclosure, ...]
    close: bool = False  # whether a text has what to add on the same line, if there is room
    kind: str = "checks"


class Section(NamedTuple):
    """A heading, and what stands below it; nothing does if there is nothing to say. Its key is always the same."""

    key: str
    title: str
    blocks: list


KEYS = "about systems best pairs judge classes tied sees margin missing slices disclosures copy files".split()


def sections(c: Comparison, whole: Comparison | None = None) -> list[Section]:
    """The sections of a report that have something in them; what is to be copied says `whole` names."""
    every = [
        Section(
            "about",
            "What this is about",
            [
                _words(say.about(c), say.chosen(c), say.luck(c), say.runs(c), say.rough(c)),
                _words(say.looked(c)),
                _warning(c),
            ],
        ),
        _systems(c),
        _best(c),
        _pairs(c),
        _judge(c),
        _classes(c),
        _tied(c),
        _sight(c),
        Section("margin", "Not worse?" if c.at_least is None else "Good enough?", _margin(c)),
        Section("missing", "What is missing", _missing(c)),
        *(_slices(c, by) for by in dict.fromkeys(s.by for s in c.slices)),
        *(_alone(c, of) for of in c.alone),
        Section("disclosures", "What to disclose", [Checks(c.disclosures, say.many(c))] if c.disclosures else []),
        _copy(whole or c),
        _reading(c),
    ]
    return [one._replace(blocks=kept) for one in every if (kept := [x for x in one.blocks if x])]


def brief(c: Comparison, found: list[Section]) -> list[Section]:
    """Of the sections of a report what a terminal shows: the answer, what was compared, and what is to be doubted."""
    parts = {one.key: one.blocks for one in found}
    doubts = [x for x in parts.get("sees", []) if x.kind == "words"] + parts["about"]  # not what the next test needs
    unread = [x for x in c.left_out if not x.startswith("columns of ") or "belong together" in x]
    unread = [x for x in unread if not (say.against_rest(c) and x.startswith("which systems may be"))]  # nor asked for
    assumed = tuple(x for x in c.assumed if " is empty in " not in x)  # the headline says it
    files = []
    for title, sentences in (("Assumed", assumed), ("Left out", unread)):
        names = dict(enumerate(re.findall(r"'[^']*\.[a-z]+'", " ".join(sentences))))
        of = [sentence for sentence, _ in folded(sentences, names, many=1)]
        said = [Points(of)] if of[1:] else [Words(f"{title}: {one.rstrip('.')}.") for one in of]
        files.append(Section("files", f"{title}:" * bool(of[1:]), said))
    rest = [one for one in found if one.key not in ("about", "sees", "disclosures", "copy", "files")]
    picked = _lines([say.flattered(c), *say.doubted(c)])  # the headline says which may be the best
    keys = {"best": picked}
    if c.classes and say.unasked(c.classes):
        keys["classes"] = [Words(say.matched(c.classes)), Words("The tables of each class: --md - or --html FILE.")]
    others = [one._replace(blocks=keys[one.key]) if one.key in keys else _headed(one) for one in rest]
    keep = Section("about", "", [*doubts, *_lines([say.who_graded(c)])])
    return [one for one in (*others, keep, *files) if one.blocks]


def _headed(one):
    """A section whose one table has its caption as the heading."""
    tables = [x for x in one.blocks if x.kind == "table" and x.plain]
    if len(tables) != 1 or one.key == "slices":
        return one
    said = tables[0].plain.removesuffix(".")
    title = said if said.startswith(one.title) else f"{one.title}: {said[:1].lower()}{said[1:]}"
    blocks = [x._replace(caption="", plain="") if x in tables else x for x in one.blocks]
    return one._replace(title=title, blocks=blocks)


def _words(*parts):
    """A paragraph of the sentences that are not empty."""
    text = " ".join(filter(None, parts))
    return Words(text) if text else None


def _copy(c):
    least = [] if say.many(c) else [Words("At the least:"), Quote(say.minimum(c)), Words("For a paper or a report:")]
    return Section("copy", "To copy", [*least, Quote(say.publishable(c))])


def _tied(c):
    sets = [", ".join(names) for names in c.tied] if say.tied(c) else []
    blocks = [Points(sets), Words(say.no_ranking(c))] if sets else []
    return Section("tied", "Which systems cannot be told apart", blocks)


def _warning(c):
    return Words(say.judged(c), "words" if c.judge else "warning") if say.judged(c) else None


def _judge(c):
    return Section("judge", "The judge", [Words(say.habits(c)), *_lines(say.labelled(c))] if c.judge else [])


def _lines(found):
    """A sentence alone is a paragraph, several are a list."""
    found = [x for x in found if x]
    return [Points(found) if len(found) > 1 else Words(found[0])] if found else []


BOTH = (False, True)  # a caption is made with the names of methods, and plain


def _intervals(c, records, plain):
    """What the intervals of a table are, if it has any."""
    found, few = say.methods(x.method for x in records if x.low is not None), say.few(c, records, plain)
    how = f"; intervals: {percent(c.level)}{'' if plain else f' {found}'}"
    return f"{how}{'; ' * bool(few)}{few}" if found else ""


def _gap_head(c):
    return "difference, points" if say.unit(c) else "difference"


def _systems(c):
    if say.against_rest(c):
        return Section("systems", "Each system", [pictures.systems(c), _rest(c)])
    if say.many(c):
        title = "Each system, and which may be the best" if c.best else "Each system"
        picked = _words(say.flattered(c), *say.doubted(c))
        return Section("systems", title, [pictures.systems(c), _beside_one(c), picked])
    if c.preference:
        return Section("systems", "Which is preferred", [pictures.preferred(c), _shares(c), _words(preferred.order(c))])
    table = _corrected(c) if c.judge else _each(c, c.scored, "system")
    return Section("systems", "Each system", [pictures.systems(c), table, *_lines(say.beside_shared(c))])


def _each(c, systems, what):
    """A table of systems, or of slices of one, each alone."""
    several, gaps = any(x.low is not None for x in systems), any(x.missing for x in systems)
    counted = systems[0].right is not None
    right = "right" if c.higher_is_better else say.counted(c)
    head = [right, "score" if c.higher_is_better else "share"]
    head = [what, *(head if counted else ["items" if c.runs == "mean" else "answers", "mean"])]
    head += ["interval"] * several + ["missing"] * gaps + ["may be best"] * bool(c.best)
    rows = []
    for x in systems[:MOST_ROWS]:
        row = [x.name, f"{x.n:,}" if x.right is None else f"{x.right:,}/{x.n:,}", say.rate(c, x.mean)]
        row += ["–" if x.low is None else say.span(c, x)] * several + [f"{x.missing:,}"] * gaps
        rows.append((*row, *["yes" if x.may_be_best else "no"] * bool(c.best)))
    alone = f"Each {what} alone{', on what both answered' * (systems is c.on_shared)}"
    why = sorted({x.method.partition(": ")[2] for x in systems if x.low is None} - {""})
    none = f"; –: {' or '.join(why)}, which shows no luck" if several and why else ""
    caption, plain = (f"{alone}{_intervals(c, systems, plain)}{none}.{say.lower(c)}" for plain in BOTH)
    return Table(caption, tuple(head), rows, plain)


def _rest(c):
    """The table of systems, each with its own items, and minus all others together."""
    alone, each = _each(c, c.systems, "system"), c.rest.each
    tested, unit = any(x.p is not None for x in each), ", points" * bool(say.unit(c))
    head = (*alone.head, f"minus the others{unit}", *["p, adjusted", "verdict"] * tested)
    rows = [
        (*row, say.gap(c, x), *[say.p_value(x.p_adjusted), say.standing(c, x)] * tested)
        for row, x in zip(alone.rows, each, strict=False)
    ]
    if say.many(c):  # the best first
        place = sorted(range(len(rows)), key=lambda k: -c.systems[k].mean if c.higher_is_better else c.systems[k].mean)
        rows = [rows[k] for k in place]
    captions = []
    for plain in BOTH:
        end = f"; p is adjusted for {len(each):,} systems" * tested + " by Holm's rule" * (tested and not plain)
        end = f"each by itself{end}; {say.differ(c, not plain)}; --all-pairs shows each pair.{say.lower(c)}"
        gaps = "" if plain else f"; of differences {say.methods(x.method for x in each if x.low is not None)}"
        how = _intervals(c, c.systems, plain)
        captions.append(f"Each system alone, and minus all others together{how}{gaps}, {end}")
    return Table(captions[0], head, rows, captions[1])


def _shares(c):
    """The table of win rates, each held against one half."""
    found = preferred.rows(c)
    rows = [(x[0], say.rate(c, x[1]), "–" if x[2] is None else say.share_span(c, *x[1:4]), x[-1]) for x in found]
    methods = say.methods(x[4] for x in found if x[2] is not None)
    plain = f"Shares, to be held against one half{f'; intervals: {percent(c.level)}' * bool(methods)}"
    return Table(f"{plain} {methods}".strip() + ".", ("share", "is", "interval", "of"), rows, f"{plain}.")


def _best(c):
    return Section("best", "Which may be the best", [] if say.many(c) else _lines([say.best(c), say.flattered(c)]))


def _beside_one(c):
    """The table of many systems, the best first, each beside the top one or the baseline."""
    one, by_baseline = say.beside(c), not say.partial(c)
    several, gaps = any(x.low is not None for x in c.systems), any(x.missing for x in c.systems)
    sizes, unit = {x.n for x in c.systems}, say.answers(c)
    head = ["system", *[f"{unit}s"] * (len(sizes) > 1), say.shown_score(c)]
    head += ["interval"] * several + ["missing"] * gaps
    head += [f"minus {'baseline' if by_baseline else 'the top'}{', points' if say.unit(c) else ''}"]
    head += ["p, adjusted"] * by_baseline + ["may be best"] * (c.best is not None)
    pairs = {d.first: d for d in (say.minus(d, one) for d in c.shown)}
    rows = []
    for x in sorted(c.systems, key=lambda x: -x.mean if c.higher_is_better else x.mean):
        d = pairs.get(x.name)
        row = [x.name, *[f"{x.n:,}"] * (len(sizes) > 1), say.rate(c, x.mean)]
        row += ["–" if x.low is None else say.span(c, x)] * several + [f"{x.missing:,}"] * gaps
        row += [say.gap(c, d) if d else "–"] + [say.p_value(d.p_adjusted if d else None)] * by_baseline
        row += ["yes" if x.may_be_best else "no"] * (c.best is not None)
        rows.append(tuple(row))
    on = f", on {number_of(min(sizes), unit)}" if len(sizes) == 1 else ""
    found = say.methods(d.method for d in c.shown if d.low is not None)
    of = f", of differences {found}, each by itself" if found else ""
    end = f"; may be best: {say.which_set(c)}" if c.best else ""
    end += f". --all-pairs shows all {len(c.differences):,}" if say.partial(c) else ""
    begin = f"Each system alone{on}, and minus {one}"
    caption, plain = (f"{begin}{_intervals(c, c.systems, p)}{'' if p else of}{end}.{say.lower(c)}" for p in BOTH)
    return Table(caption, tuple(head), rows, plain)


def _corrected(c):
    """The table of systems, if people's labels correct a judge."""
    head = ("system", "people would pass", "interval", "the judge passed", "answers", "labels")
    rows = [
        (x.name, say.rate(c, x.mean), say.span(c, x), say.rate(c, said.passed), f"{x.n:,}", f"{said.labels:,}")
        for x, said in zip(c.systems, c.judge.systems, strict=True)
    ]
    caption, plain = (f"Each system alone, corrected{_intervals(c, c.systems, plain)}." for plain in BOTH)
    return Table(caption, head, rows, plain)


def _pairs(c):
    if not c.differences or say.many(c) or say.against_rest(c):
        return Section("", "", [])
    several, flips = len(c.differences) > 1, c.differences[0].only_first is not None
    tested, elsewhere = any(d.p is not None for d in c.shown), any(say.shared(c, d) for d in c.shown)
    counts = "wins / losses / ties" if c.preference else "flips for / against"
    shares = f"{say.answers(c)}s of each" if c.independent else f"shared {say.answers(c)}s"
    alike = several and not c.independent and len({d.n for d in c.shown}) == 1  # then the caption says how many
    head = ["first minus second", _gap_head(c), *[counts] * flips, *[shares] * (not alike)]
    head += ["scores on these"] * elsewhere
    of_each = tested and not (c.best and say.partial(c))  # else the set decides, and p of each pair stands in the JSON
    head += ["p"] * of_each + ["p, adjusted", "verdict"] * (of_each and several)  # of one pair the headline says it
    head += ["labelled", "the judge saw"] * bool(c.judge)
    rows = []
    for d in c.shown:
        row = [f"{d.first} minus {d.second}", say.gap(c, d)]
        each = [*say.flips(c, d), *[d.neither] * bool(c.preference)] if flips else []
        row += [" / ".join(f"{x:,}" for x in each)] * flips
        row += [
            *[f"{d.n_first:,} / {d.n_second:,}" if c.independent else f"{d.n:,}"] * (not alike),
            *[f"{say.rate(c, d.mean_first)} / {say.rate(c, d.mean_second)}"] * elsewhere,
            *[say.p_value(d.p)] * of_each,
            *[say.p_value(d.p_adjusted), say.in_a_word(c, d)] * (of_each and several),
            *([f"{c.judge.labels:,}", say.judge_saw(c).removesuffix(" points")] if c.judge else []),
        ]
        rows.append(tuple(row))
    groups = sorted({d.groups for d in c.shown if d.groups is not None})
    several_at = ", each by itself" if several and any(d.low is not None for d in c.shown) else ""
    what = "Wins of the first minus wins of the second" if c.preference else "The first system minus the second"
    on = ", each on items of its own" if c.independent else ", on what both answered" * (not c.preference)
    on += f", {number_of(c.shown[0].n, say.answers(c))} each" * alike
    tests = f"; p: {say.methods(d.test for d in c.shown)}" if of_each else ""
    tests += "; adjusted for all pairs by Holm's rule" * (of_each and several)
    end = f"; {' or '.join(f'{x:,}' for x in groups)} {say.groups(c)}s" if groups else ""
    end += "; flip: only one got it right" * (flips and not c.preference and c.higher_is_better)
    if of_each and several and any(say.in_a_word(c, d) == "not confirmed" for d in c.shown):
        end += "; not confirmed: the interval leaves out zero, but p, adjusted for all pairs, does not agree"
    end += "; corrected" * bool(c.judge)
    title = "Each pair" if several else "The difference"
    if say.partial(c):
        title = "Each pair with the top one"
        end += f"; --all-pairs shows all {len(c.differences):,}"
    caption, plain = (
        f"{title if plain and not c.preference else what}{on}{_intervals(c, c.shown, plain)}{several_at}"
        f"{'' if plain else tests}{end}.{say.lower(c)}"
        for plain in BOTH
    )
    table = Table(caption, tuple(head), rows, plain)
    return Section("pairs", title, [pictures.differences(c), table, _words(say.believed(c))])


def _classes(c):
    """Predictions beside their truth: the tables, the rates, and by how much two systems differ in them."""
    k = c.classes
    if k is None:
        return Section("", "", [])
    blocks, shown = [_words(say.matched(k))], {}
    if len(k.labels) <= MOST_CLASSES:
        each = zip(c.systems, k.tables, strict=False)
        blocks += [_confused(c, k, x, table) for x, table in each if say.in_short(c, x.name)]
    rates = [r for r in k.rates if say.in_short(c, r.first) and (r.second is None or not say.many(c))]
    blocks += [Words("The other systems' classes stand in the JSON.")] if say.many(c) else []
    for r in rates:
        shown.setdefault("" if r.second is not None else r.first if k.positive is None else k.positive, []).append(r)
    blocks += [_rates(c, k, rates) for rates in shown.values()]
    return Section("classes", "Class by class", [*blocks, *_lines(say.doubtful(rates))])


def _confused(c, k, x, table):
    """One system's table of truths and predictions."""
    shown = len(k.labels) + any(row[-1] for row in table)
    head = number_of(sum(map(sum, table)), say.answers(c)), *(f"predicted {one}" for one in k.labels), "none of these"
    rows = [(f"truth {one}", *(f"{n:,}" for n in row[:shown])) for one, row in zip(k.labels, table, strict=True)]
    return Table(f"What {x.name} predicted.", head[: shown + 1], rows)


def _rates(c, k, rates):
    """Rates of the positive class, a row for each system; of one system, a row for each class; or differences."""
    gap, several, rows = rates[0].second is not None, k.positive is None, {}
    for r in rates:
        name = r.of or "mean of classes" if several and not gap else say.row(r)
        rows.setdefault(name, []).append(say.rate_and_span(c, r))
    metrics = dict.fromkeys(r.metric.removeprefix("macro ") for r in rates)
    caption = f"Rates of each class, by {rates[0].first}" if several else f"Rates of {k.positive}"
    if gap:
        caption = f"The first system minus the second, {'means of classes, ' * several}in points, on what both answered"
    if methods := say.methods(r.method for r in rates if r.low is not None):
        drawn = "groups" if c.estimand == "groups like these" else "items"
        draws = f" ({k.draws:,} resamples of {drawn}, seed {k.seed})" if "bootstrap" in methods else ""
        caption += f"; intervals: {percent(c.level)} {methods}{draws}"
        caption += ", each by itself: decide by the metric that was named beforehand" if gap else ""
    head = "first minus second" if gap else "class" if several else "system"
    return Table(f"{caption}.", (head, *metrics), [(row, *cells) for row, cells in rows.items()])


def _sight(c):
    shown = [d for d in c.shown if not (say.many(c) or say.against_rest(c)) and (d.sees is not None or d.needs)]
    if not shown:
        return Section("", "", [])
    [first, *more], title = shown, "What this test can see"
    if not more:
        rows = [(say.size(c, one.difference), say.need(c, one)) for one in first.needs]
        caption = f"What it takes to find a difference in {percent(c.power)} of tests, {say.supposed(c)}."
        table = Table(caption, ("true difference", "needs"), rows) if rows else None
        return Section("sees", title, [_words(say.sees(c, first)), table])
    planned = max((d.needs for d in shown), key=len)
    head = ("pair", "this test finds", *(f"for {say.size(c, one.difference)}" for one in planned))
    rows = []
    for d in shown:
        needs = {one.difference: say.need(c, one) for one in d.needs}
        found = say.size_seen(c, d) if d.sees is not None else "–"
        rows.append((f"{d.first} minus {d.second}", found, *(needs.get(one.difference, "–") for one in planned)))
    caption = (
        f"The smallest true difference that {percent(c.power)} of such tests find, and what it takes to find others as "
        f"often, {say.supposed(c)}."
    )
    return Section("sees", title, [Table(caption, head, rows)])


def _margin(c):
    judged = say.not_worse(c)
    judged = [Words(say.margin(c)), *_lines(judged)] if judged else []
    return judged + _lines([f"{say.capital(one)}." for one in say.reached(c, *c.systems)])


def _missing(c):
    found = say.gaps(c)
    if len(found) < 2 or say.many(c):
        return [_words(say.treated(c), say.bounds(c))]
    head = ("first minus second", "not there", "whatever they are", "if all fail", "if all pass")
    rows = [
        (
            f"{d.first} minus {d.second}",
            f"{d.bounds.missing + d.bounds.not_asked:,}",
            say.bound(c, d),
            *say.filled(c, d),
        )
        for d in found
    ]
    rows = [tuple(cell.removesuffix(" points") for cell in row) for row in rows]
    in_points = ", in points" if say.unit(c) else ""
    caption = f"What each difference over all items could be{in_points}. These are no confidence intervals."
    return [_words(say.treated(c)), Table(caption, head, rows)]


def _slices(c, by):
    """The slices of one column; of several pairs only those whose slices were shown to differ get a table."""
    found = [s for s in c.slices if s.by == by]
    shown = [s for s in found if len(c.differences) == 1 or say.uneven(c, s)]
    blocks = _lines([say.varies(c, s) for s in (shown if say.many(c) else found)])
    blocks += _lines([*dict.fromkeys(said for s in found for said in say.of_one(s))][: say.LISTED])
    blocks += _lines([*dict.fromkeys(say.same_within(c, by, s.slices) for s in found)])
    for s in shown:
        blocks += [pictures.slices(c, s), _slice_table(c, s), _words(say.small(s), _cut(len(s.slices)))]
    if not say.many(c):
        blocks += _lines([say.equal(c, s, names=False) for s in found])
    if len(shown) < len(found):
        others = f"all {'other ' * bool(shown)}pairs"
        not_told = f"Of {others} the data cannot tell whether their difference varies by {by}. " if say.many(c) else ""
        blocks.append(Words(f"{not_told}The slices of these pairs stand in the JSON."))
    return Section("slices", f"By {by}", blocks)


def _alone(c, of):
    """The slices of one system, and the line that compares them."""
    luck = "each by itself: the more there are, the sooner one differs by luck alone."
    two = "; with --systems A B, two of them" * (len(of.slices) > 2)
    two = f"The line below compares them{two}." if of.line else ""
    same = say.same_within(c, of.by, of.slices)
    said = _words(f"{number_of(len(of.slices), 'slice')}, {luck}", _cut(len(of.slices)), same, two)
    asks = [Line(f"Is one worse than the others? {of.line}")] if of.line else []
    return Section("slices", f"By {of.by}", [_each(c, of.slices, "slice"), said, *asks])


def _level(c, s):
    return f"; intervals: {percent(c.level)}, each by itself" if any(x.low is not None for x in s.slices) else ""


def _cut(slices):
    more = slices - MOST_ROWS
    return f"{number_of(more, 'more slice')} stand{'s' * (more == 1)} in the JSON." if more > 0 else ""


def _slice_table(c, s: Slices):
    items = s.interaction_test == RUNS_OF_ITEMS
    counted = s.slices and s.slices[0].right_first is not None
    of = "" if counted else "mean of "
    head = ("item" if items else "slice", *([] if counted or items else ["items"]))
    head += (f"{of}{s.first}", f"{of}{s.second}", _gap_head(c), "p, adjusted")
    rows = []
    for x in s.slices[:MOST_ROWS]:
        size = [] if counted or items else [f"{x.n_first:,} / {x.n_second:,}" if c.independent else f"{x.n:,}"]
        p = say.p_value(x.p_adjusted)
        rows.append((f"{x.name}{' *' * x.small}", *size, *say.slice_scores(c, x), say.gap(c, x), p))
    note = f"; {s.interaction_test}: {s.note}" if s.note and s.interaction_p is not None else ""
    begin, end = f"{s.first} minus {s.second}, by {s.by}{_level(c, s)}", say.lower(c)
    begin += f"; p is adjusted for all {'items' if items else 'slices'}"
    return Table(f"{begin} by Holm's rule{note}.{end}", head, rows, f"{begin}.{end}")


def _reading(c):
    blocks = []
    for title, found in (("Found", c.found), ("Assumed", c.assumed), ("Left out", c.left_out)):
        if found:
            blocks += [Words(f"{title}:"), Points(list(found))]
    return Section("files", "How the files were read", blocks)
