"""Counts divided by what they are out of, as errors by words, and tables that look like that: chapter 12."""

from __future__ import annotations

import re

import numpy as np

from give_or_take import checks
from give_or_take.checks import number_of, the_file, typed
from give_or_take.evalfile.outcomes import worth
from give_or_take.evalfile.record import label, plain
from give_or_take.evalfile.want import ALSO_KNOWN, KNOWN

BASES = r"(^|[^a-z])(words?|wrds?|tokens?|n|total|attempts|trials|questions|out_of)([^a-z]|$)"  # in names of columns
SCALES = r"score|rating|grade"  # in names of results that are whole numbers and count nothing


def bases(source, roles, scores):
    """The columns that may say out of how many a table counts what its results are, by their names and numbers."""
    if len(scores) != 1 or "per" in roles or re.search(SCALES, plain(scores[0])):
        return []
    if plain(scores[0]) in (*KNOWN["score"], *ALSO_KNOWN["score"]) or not _counts(source.first(scores[0])):
        return []
    taken = {*scores, *(column for column in roles.values() if isinstance(column, str)), *roles["slices"]}
    others = [x for x in source.columns if x not in taken and re.search(BASES, plain(x))]
    return [x for x in others if _counts(source.first(x))]


def _counts(values):
    """Whether a column holds whole numbers, and some above 1."""
    found = [one for one in map(label, values) if one]
    whole = all(re.fullmatch(r"\d{1,12}(\.0+)?", one, re.ASCII) for one in found)
    return whole and any(float(one) > 1 for one in found)


def offer_rates(parts, record):
    """Asks whether counts are meant as rates, where two systems count one item out of other numbers."""
    for column in parts[0].bases if parts else ():
        if not all(column in part.bases for part in parts):
            continue
        if on := _differ(parts, [part.bases[column] for part in parts]):
            name = checks.shown(parts[0].metric)
            why = f"{name} counts, and {checks.shown(column)} beside it is another number for the systems on {on}"
            record.found.append(f"{why}: is the rate meant, with {typed('per', column)}?")


def _differ(parts, numbers):
    """On how many of the shared items the systems have another number, in words; empty if on none."""
    out_of = {}
    for part, of in zip(parts, numbers, strict=True):
        for one, system, n in zip(part.ids, part.systems, of, strict=True):
            if n is not None:
                out_of.setdefault(one, {}).setdefault(system, n)
    shared = [of.values() for of in out_of.values() if len(of) > 1]
    differ = sum(len({*of}) > 1 for of in shared)
    return f"{differ:,} of {number_of(len(shared), 'shared item')}" if differ else ""


def divided(parts, want, record):
    """Divides each score by its base; gives in a sentence what that is, and what all of a system come to together."""
    counts, base = {}, checks.shown(want.per)
    if on := _differ(parts, [part.more["per"] for part in parts]):
        record.found.append(f"the systems have another number of {base} on {on}: were both given the same?")
    for part in parts:
        found = [worth(one, {}) for one in part.more.pop("per")]
        if odd := [i for i, (kind, _) in enumerate(found) if kind not in ("number", "none")]:
            record.fault(f"{the_file(part.name)} has no number in {base} in", part.place(odd[0]), "", part.unit)
        of = np.array([number for _, number in found])
        of[~(of > 0)] = np.nan
        scores, kinds = part.outcomes
        if none := int((np.isnan(of) & ~np.isnan(scores)).sum()):
            why = f"without a number above 0 in {base}, so without a result"
            record.found.append(f"{part.name}: {number_of(none, part.unit)} {why}")
        for system, x, n in zip(part.systems, scores, of, strict=True):
            if x == x and n == n:
                sums = counts.setdefault(system, [0, 0])
                sums[0], sums[1] = sums[0] + x, sums[1] + n
        part.outcomes = scores / of, {"number": next(iter(kinds.values()))} if kinds else {}
        name = part.metric or "score"
        part.metric = part.metric and f"{part.metric} per {want.per}"
    each = " and ".join(f"{x / n:.4g} of {checks.shown(system)}" for system, (x, n) in counts.items())
    score = f"An item's score is its {checks.shown(name)} divided by its {base}, and each item counts the same, however"
    return f"{score} large its {base}. All items of the files together come to {each}, without an interval."
