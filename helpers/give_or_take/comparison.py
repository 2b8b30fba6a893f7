"""Two systems or more on the same items: every number of the report, in one record: chapter 12."""

from __future__ import annotations

from dataclasses import dataclass

from give_or_take.results import prints_itself

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
    side that the interval leaves, if it leaves one. `told_apart` is about `p_adjusted`, Holm's over all pairs.
    `non_inferior` is about the margin: "no worse", "worse", "open", or None without one.
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
    sees: float | None  # the smallest true difference that this test finds in `power` of all tests
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


@dataclass(frozen=True)
class Disclosure:
    """One of the five things that a claim discloses: what the files say of it, and what only you can add."""

    name: str  # test set, sample size, metric, variance, seeds
    known: str
    ask: str  # empty: nothing is left to add


@prints_itself
@dataclass(frozen=True, eq=False)
class Comparison:
    """What `compare` gives: every number of the report. It prints as the headline."""

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
