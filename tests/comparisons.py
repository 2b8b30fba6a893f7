"""Comparisons to report on, their numbers computed with the public statistics."""

from dataclasses import replace
from itertools import combinations

from give_or_take import (
    answer_desk,
    clustered_tango_interval,
    clustered_wilson_interval,
    expand,
    items_for_paired,
    load,
    mcnemar_test,
    minimum_detectable_paired_effect,
    pair_items,
    sign_flip_test,
    slice_counts,
    tango_interval,
    wilson_interval,
)
from give_or_take.comparison import Bound, Comparison, Difference, Disclosure, Need, Slice, Slices, System

DISCLOSURES = (
    Disclosure("test set", "100 items", "where the items come from"),
    Disclosure("sample size", "100 items, one answer each", ""),
    Disclosure("metric", "pass or fail", "who or what graded"),
    Disclosure("variance", "intervals over items", ""),
    Disclosure("seeds", "one run", "the seed or the temperature"),
)
FRAME = dict(
    estimand="items like these", estimand_named=False, outcome="pass or fail", higher_is_better=True, level=0.95,
    power=0.8, margin=None, missing=None, runs=None, grouped_by=None, labels=None, slices=(), tied=(),
    disclosures=DISCLOSURES, found=(), assumed=(), left_out=(),
)  # fmt: skip


def of_one(name, scores, groups=None):
    """A system's record."""
    known = scores.dropna().astype(int)
    right, n = int(known.sum()), len(known)
    rate = wilson_interval(right, n) if groups is None else clustered_wilson_interval(known, groups[known.index])
    return System(name, right, n, len(scores), len(scores) - n, right / n, rate.low, rate.high, rate.method)


def of_two(first, second, p_adjusted=None, margin=None, groups=None):
    """A difference's record, from two columns with ids."""
    pairs = pair_items(first, second, groups=groups)
    grouped = groups is not None
    gap = clustered_tango_interval(pairs) if grouped else tango_interval(pairs)
    test = sign_flip_test(pairs) if grouped else mcnemar_test(pairs)
    share, tables = pairs.flips / pairs.n, []
    for wanted in (0.01, 0.02, 0.05):
        try:
            items = items_for_paired((share + wanted) / 2, (share - wanted) / 2)
            tables.append(Need(wanted, items, None, items <= pairs.n))
        except ValueError:
            tables.append(Need(wanted, None, None, False))
    try:
        sees = float(minimum_detectable_paired_effect(pairs.n, share))
    except ValueError:  # too few items for any
        sees = None
    low, high, as_fail, as_pass, n, missing = pairs.bounds()
    verdict = "first" if gap.low > 0 else "second" if gap.high < 0 else "open"
    p_adjusted = test.p_value if p_adjusted is None else p_adjusted
    return Difference(
        *pairs.names, pairs.n, len(set(pairs.groups)) if grouped else None, *pairs.table,
        len(pairs.missing_first), len(pairs.missing_second), pairs.difference, gap.low, gap.high, gap.method,
        test.p_value, p_adjusted, test.name, p_adjusted <= 0.05, verdict,
        margin and ("no worse" if gap.low > -margin else "worse" if gap.high < -margin else "open"),
        Bound(low, high, as_fail, as_pass, n, missing) if missing else None,
        sees, tuple(tables),
    )  # fmt: skip


def desk(margin=None):
    """The two answer desks of the series: one pair, with a slice column."""
    frame = answer_desk().set_index("id")
    new, old = frame["new"].rename("new"), frame["old"].rename("old")
    d = of_two(new, old, margin=margin)
    counts = slice_counts(new, frame["source"], old)
    rows = []
    for k, name in enumerate(counts.names):
        inside = frame["source"] == name
        part = of_two(new[inside], old[inside])
        rows.append(
            Slice(name, part.n, None, int(new[inside].sum()), int(old[inside].sum()), float(new[inside].mean()),
                  float(old[inside].mean()), part.difference, part.low, part.high, part.p, min(1, 2 * part.p), k == 1)
        )  # fmt: skip
    by = Slices("source", "new", "old", tuple(rows), 0.5, "permutation test", "")
    return Comparison(
        **FRAME | dict(margin=margin, slices=(by,)), items=100, systems=(of_one("new", new), of_one("old", old)),
        differences=(d,),
    )  # fmt: skip


def swe():
    """The four runs of SWE-bench Pro, whose repositories are groups; some results are missing."""
    frame = expand(load("swe_bench_pro")).set_index("id")
    names, groups = ["claude_sonnet_4_5", "gpt_5", "kimi_k2", "claude_sonnet_4"], frame["repository"]
    systems = tuple(of_one(name, frame[name], groups) for name in names)
    pairs = [of_two(frame[one], frame[other], groups=groups) for one, other in combinations(names, 2)]
    ordered, largest, adjusted = sorted(range(len(pairs)), key=lambda k: pairs[k].p), 0.0, {}
    for rank, k in enumerate(ordered):  # Holm's way
        largest = adjusted[k] = max(largest, min(1.0, (len(pairs) - rank) * pairs[k].p))
    pairs = [replace(d, p_adjusted=adjusted[k], told_apart=adjusted[k] <= 0.05) for k, d in enumerate(pairs)]
    about = dict(estimand="groups like these", missing="leave out", grouped_by="repository", labels="tests")
    tied = (("claude_sonnet_4_5", "gpt_5", "claude_sonnet_4"), ("gpt_5", "kimi_k2"))
    found = ("swe_bench_pro.csv: 730 items, 4 systems", "repository: 11 groups")
    return Comparison(
        **FRAME | about | dict(tied=tied, found=found, left_out=("168 items without a result of claude_sonnet_4",)),
        items=730, systems=systems, differences=tuple(pairs),
    )  # fmt: skip
