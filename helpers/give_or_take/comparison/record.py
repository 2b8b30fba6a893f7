"""The record of a comparison: systems, differences, slices, and what is to be disclosed."""

from __future__ import annotations

from dataclasses import dataclass

from give_or_take.checks import number_of
from give_or_take.results import Interval, prints_itself

RUNS_OF_ITEMS = "each item by its runs"  # in place of a test of slices, where these are the items themselves


def alpha_of(level):
    return float(f"{1 - level:.12g}")


def counted_as(missing):
    """What became of missing results, in words."""
    words = {"fail": "counted as fails", "leave out": "left out", "undecided": "counted as undecided", None: ""}
    return words[missing] if missing in words else f"counted as {missing:g}"


@dataclass(frozen=True)
class System:
    """One system: right answers of `n`, or the mean of its scores, with its interval.

    `right` is None for scores; where lower is better, it counts what is bad. `n` counts answers, `items` the items that
    they are about, `asked` what was put to the system, `missing` what it was asked and has no result for. `low` and
    `high` are None where the estimand leaves no luck, or one answer shows none. `threshold` is about `at_least`:
    "above" it lies the whole interval, "below", or "open"; None without one. `best_p` and `may_be_best`, of three
    systems or more, are about "nobody is better".
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
    asked: int = 0
    threshold: str | None = None
    best_p: float | None = None
    may_be_best: bool | None = None


@dataclass(frozen=True)
class Shared:
    """One of two systems on the items that both answered, where one of them answered more.

    What it got on the others, which the difference leaves out, is its `mean_beside` on `n_beside` answers, of which
    `right_beside` are right; None for scores, and where there are no others.
    """

    name: str
    right: int | None
    n: int
    missing: int
    mean: float
    low: float | None
    high: float | None
    method: str
    n_beside: int
    right_beside: int | None
    mean_beside: float | None
    may_be_best = None  # nobody asks that of two


@dataclass(frozen=True)
class Empty:
    """Of a system's `n` answers with a result, so many are empty in this column of its file."""

    system: str
    column: str
    empty: int
    n: int


@dataclass(frozen=True)
class Alike:
    """All `results` of all systems are this one `value`: of a broken run, or of items that are too easy."""

    value: float
    results: int


@dataclass(frozen=True)
class Best:
    """Of three systems or more: `names` are a set that holds the truly best one in `level` of all samples of items.

    `top` has the best mean on the `n` items that all systems answered, in `groups`, if there are any. Of `close` other
    random flips may decide otherwise. Where `half` of the items or groups, drawn at random, picked the top one, it
    showed `seen` there and got `true` on the others, on average over `draws`.
    """

    top: str
    names: tuple[str, ...]
    close: tuple[str, ...]
    n: int
    groups: int | None
    note: str
    seen: float
    true: float
    half: int
    draws: int


@dataclass(frozen=True)
class Bound:
    """What a difference over all items could be, whatever the results that are not there would have been.

    `missing` of them were asked for, `not_asked` were not: of one system only. `as_fail` and `as_pass`, if all are
    fails or passes, are None where results were not asked for.
    """

    low: float
    high: float
    as_fail: float | None
    as_pass: float | None
    n: int
    missing: int
    not_asked: int = 0


@dataclass(frozen=True)
class Need:
    """How many items, or groups of as many items as these have, see a difference in `power` of all tests."""

    difference: float
    items: int | None  # None: not known, as too few groups hold what differs to say how far groups go together
    groups: int | None
    enough: bool  # whether this test has as many


@dataclass(frozen=True)
class Looks:
    """What allows for looking more than once: at any time, with this `evidence`, or at look `k` of `of` planned ones.

    `stop_at` is what p is held against.
    """

    k: int | None
    of: int | None
    stop_at: float
    evidence: float | None  # None if it is beyond all numbers


@dataclass(frozen=True)
class Posterior:
    """The probability that the first system is better, from uniform priors, and the interval of the difference.

    If a smallest difference that `matters` was named: of a gain, of a loss that large, and of neither.
    """

    first: str
    second: str
    better: float
    low: float
    high: float
    matters: float | None
    gain: float | None
    same: float | None
    loss: float | None
    answer: str | None


@dataclass(frozen=True)
class Difference:
    """The first system minus the second, on the items that both answered.

    `mean_first` and `mean_second` are their scores on these items, and `alone_first` and `alone_second` count what was
    put to one of them only, which is nobody's failure and left out. `both`, `only_first`, `only_second` and `neither`
    are None for scores. `verdict` is "first", "second" or "open": the side that the interval leaves, if it leaves one;
    of scores, if p is below alpha as well. `told_apart`: `p_adjusted`, Holm's over all pairs, is below alpha and the
    interval leaves zero; None without an interval. `non_inferior` is about the margin: "no worse", "worse", "open", or
    None without one; where the estimand leaves no luck, the difference itself decides, and a loss of the whole margin
    is "worse". Where each system has items of its own, `n_first` and `n_second` count these, `n` and `groups` are of
    both together, and `both` to `neither` None.
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
    mean_first: float
    mean_second: float
    alone_first: int = 0
    alone_second: int = 0
    n_first: int | None = None
    n_second: int | None = None


@dataclass(frozen=True)
class Rest:
    """One system minus all others together, which have `n_rest` items, and the mean `mean_rest` over these.

    `p_adjusted` is Holm's over the systems. `told`: it is below alpha, and the interval leaves zero; the test of all
    systems has no say in it, as it sees less of one that stands out alone.
    """

    system: str
    n_rest: int
    mean_rest: float
    difference: float
    low: float | None
    high: float | None
    method: str
    p: float | None
    p_adjusted: float | None
    test: str
    told: bool


@dataclass(frozen=True)
class AgainstRest:
    """Of three systems or more, each with items of its own: whether they differ at all, and each beside the others."""

    p: float | None
    test: str
    note: str  # why there is no test, or what it rests on
    each: tuple[Rest, ...]


@dataclass(frozen=True)
class Slice:
    """One slice: both systems on its items, and the first minus the second.

    `n_first` and `n_second` count the items of each, where these are different ones; else they are None.
    """

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
    n_first: int | None = None
    n_second: int | None = None


@dataclass(frozen=True)
class Equal:
    """Both systems and their difference if each of so many `slices` counts alike: means of slice means.

    `low` and `high` are about these slices, of which other items could have been drawn; `low_like` and `high_like`
    about slices like these, a sample of others. They are None where `note` or `method` says why.
    """

    slices: int
    mean_first: float
    mean_second: float
    difference: float
    low: float | None
    high: float | None
    method: str
    low_like: float | None
    high_like: float | None
    note: str


@dataclass(frozen=True)
class Slices:
    """The slices of one column, for one pair: before any of them is named, whether they differ at all.

    `equal` counts each slice alike, for columns that were named, and for tasks. In slices of `only_first` only the
    first system has results, in those of `only_second` the second, so that these have no difference. Where few items
    are what the numbers are about, and runs the only luck, the items themselves are slices too, each by its runs.
    """

    by: str
    first: str
    second: str
    slices: tuple[Slice, ...]
    interaction_p: float | None
    interaction_test: str
    note: str  # why there is no test, or what it rests on
    interaction_p_adjusted: float | None = None  # Holm's over all columns and pairs
    equal: Equal | None = None
    only_first: tuple[str, ...] = ()
    only_second: tuple[str, ...] = ()


@dataclass(frozen=True)
class Alone:
    """The slices of one column, of one system: each by itself, and what to type to compare them."""

    by: str
    slices: tuple[System, ...]
    line: str = ""


@dataclass(frozen=True)
class Disclosure:
    """One of the five things that a claim discloses: what the files say of it, and what only you can add."""

    name: str  # test set, sample size, metric, intervals, seeds
    known: str
    ask: str  # empty: nothing is left to add
    note: str = ""  # what you added


@dataclass(frozen=True)
class Rate:
    """A rate of the system `first`, or by how much it is above that of `second`, on the `n` items of both.

    It is of the class `of`, or of all classes if that is None. It is None where it would divide by 0. `note` says why,
    or why its interval may be too short. There is no p: which metric counts is named beforehand, and others only shown.
    """

    first: str
    second: str | None
    metric: str  # "precision", "recall", "F1", "balanced accuracy"; of several classes "macro F1" and so on
    of: str | None
    n: int
    value: float | None
    low: float | None
    high: float | None
    method: str
    note: str = ""


@dataclass(frozen=True)
class Classes:
    """What predictions with their truth are beyond right and wrong.

    `labels` are the classes, those of the truth, and empty if there are so many that these are answers. `always` is the
    share that is right for whoever always says the `most_frequent` of them. `matched` says how labels were compared.
    `tables` has one for each system: a row for each true class, a column for each that was predicted, and a last one
    for predictions of none of them.
    """

    labels: tuple[str, ...]
    positive: str | None
    matched: str
    most_frequent: str
    always: float
    items: int
    tables: tuple[tuple[tuple[int, ...], ...], ...]
    rates: tuple[Rate, ...]
    draws: int
    seed: int


@dataclass(frozen=True)
class Judged:
    """What a judge said of one system, beside people's labels of some of the same answers.

    It passed `passed` of the answers on which it decided; of those that people pass it passes `good`, and of those that
    they fail `bad`, with ends where there are no groups. The system's own rate is the corrected one. `note` says what
    else there is to say of the labels.
    """

    system: str
    passed: float
    labels: int
    good: Rate
    bad: Rate
    note: str = ""


@dataclass(frozen=True)
class Judge:
    """What a judge said, where people's labels correct it: then systems and differences are what people would say.

    `difference` is the first minus the second of two systems in what the judge passed, on the items that both have, and
    `labels` counts the items of which people labelled both answers.
    """

    systems: tuple[Judged, ...]
    difference: float | None
    labels: int | None
    note: str = ""


@dataclass(frozen=True)
class Preference:
    """Which of two systems is preferred. `first` is the one that is ahead, whichever is first in the difference.

    It has `wins`, `losses` and `ties` in `verdicts` on `items`; they are None where verdicts are shares. `rate` is its
    win rate with a tie as half: one half and half of the difference, and so are its ends. `decided` counts verdicts
    that are no ties, and `decided_rate` is its share of these. Of the items judged in `both_orders`, all verdicts agree
    on `agree`; `agree_rate` is the win rate where only these count as won or lost, and all others as half. Of `placed`
    verdicts the order is known; the first system was shown first in `shown_first` of them, and has a win rate of
    `rate_shown_first` there, of `rate_shown_second` else; on the items judged as often in either order, if there are
    any. `first_place` is the win rate of whatever was shown first, were both orders as frequent; its p is against one
    half. All are None where one system always stood first. `judges` are those who are named. Where no order is known,
    but one system stands in the first side's column in all verdicts, `side` is that system and that column.
    """

    first: str
    second: str
    verdicts: int
    items: int
    wins: int | None
    losses: int | None
    ties: int | None
    rate: float
    low: float | None
    high: float | None
    decided: int | None
    decided_rate: float | None
    decided_low: float | None
    decided_high: float | None
    decided_method: str | None
    both_orders: int | None
    agree: int | None
    agree_first: int | None
    agree_second: int | None
    agree_tie: int | None
    agree_rate: float | None
    agree_low: float | None
    agree_high: float | None
    placed: int
    shown_first: int
    rate_shown_first: float | None
    rate_shown_second: float | None
    first_place: float | None
    first_place_low: float | None
    first_place_high: float | None
    first_place_p: float | None
    judges: tuple[str, ...]
    side: tuple[str, str] | None = None


@prints_itself
@dataclass(frozen=True, eq=False)
class Comparison:
    """What `compare` gives: every number of the report. It prints as the differences."""

    estimand: str
    estimand_named: bool  # or was it the default?
    outcome: str  # "pass or fail", "mean of pass or fail" (of an item's runs) or "score"
    higher_is_better: bool
    level: float
    power: float
    margin: float | None
    missing: str | float | None  # "fail", "leave out", "undecided" (by a judge), what one is worth; None: none is
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
    asked: str | None = None  # "all" items were put to all systems, or those of a "list"; None: those with a row
    at_least: float | None = None
    classes: Classes | None = None
    judge: Judge | None = None
    best: Best | None = None
    all_pairs: bool = False  # whether a report has all of them
    looks: Looks | None = None
    posterior: Posterior | None = None
    preference: Preference | None = None
    independent: bool = False  # whether each system has items of its own
    metric: str | None = None  # what the results are called, if they have one name
    empty: tuple[Empty, ...] = ()  # answers that are often empty, and have a result all the same
    where: str = ""  # which rows of the files were chosen
    per: str = ""  # what scores were divided by, as sentences
    runs_each: tuple[int, int] | None = None  # the fewest and the most runs that a system has of an item
    alone: tuple[Alone, ...] = ()  # slices of one system
    rest: AgainstRest | None = None
    alike: Alike | None = None
    on_shared: tuple[Shared, ...] = ()  # of two systems, if one answered more than both did

    @property
    def scored(self) -> tuple[System, ...] | tuple[Shared, ...]:
        """The systems as a table shows them: on what both answered, as their difference is, if that is less."""
        return self.on_shared or self.systems

    @property
    def top(self) -> str:
        """The system with the best mean, on the items of all if there are any."""
        if self.best:
            return self.best.top
        return (max if self.higher_is_better else min)(self.systems, key=lambda one: one.mean).name

    @property
    def shown(self) -> tuple[Difference, ...]:
        """The pairs that a report has: all, or of three systems or more without a baseline those with the top one."""
        with_one = len(self.differences) < len(self.systems)
        if self.all_pairs or with_one:
            return self.differences
        return tuple(d for d in self.differences if self.top in (d.first, d.second))

    @property
    def rates(self) -> bool:
        """Whether scores are shares of what was right, and differences points."""
        return self.outcome != "score"

    @property
    def alpha(self) -> float:
        """What p is held against: 1 - level, without its rounding error."""
        return alpha_of(self.level)

    def __str__(self):
        lines = []
        for gap in self.differences:
            unit = "points" if self.rates else ""
            size = f"{100 * gap.difference:+.1f} points" if unit else f"{gap.difference:+.3g}"
            if gap.low is not None:
                size = Interval(gap.low, gap.high, gap.difference, self.level, gap.method, unit)
            of = number_of(gap.n, "answer" if self.runs == "together" else "item")
            if self.independent:
                of = f"{gap.n_first:,} and {gap.n_second:,} different items"
            lines.append(f"{_printed(gap.first)} minus {_printed(gap.second)} on {of}: {size}")
        alone = [f"{_printed(x.name)}: {x.mean:.3g} of {number_of(x.n, 'answer')}" for x in self.systems]
        return "\n".join(lines or alone)


def _printed(name):
    """A name without what would break the line, or colour it."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)
