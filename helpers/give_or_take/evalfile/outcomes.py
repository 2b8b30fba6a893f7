"""Results as a file spells them, as numbers: chapter 12."""

from __future__ import annotations

import math
import re
from collections import Counter

import numpy as np

from give_or_take import checks
from give_or_take.checks import listing, number_of, the_file, the_files, typed

PASS_FAIL = {
    **dict.fromkeys("true yes t pass passed correct c right resolved success".split(), 1.0),
    **dict.fromkeys("false no f fail failed incorrect i wrong unresolved failure".split(), 0.0),
}
# What to do about results that cannot be read, by how the most frequent of them is shown.
HINTS = {
    r"'[+-]?\d*,\d+'": "write numbers with a point, not a comma",
    r"'.*\d ?%'": "write fractions, such as 0.84 for 84%",
    r"[{\[].*": "write the score alone, in a field of its own",
}
NO_SCORE = (-1, -9, *(sign * (10**k - 1) for k in range(2, 7) for sign in (1, -1)))  # as if there were none: -1, 999
OTHERS = "*"  # as a key of `values`: every other result that cannot be read
NO_RESULT = ("", "null", "none", "nan", "na", "n/a", "<na>")
GRADED = r"(?i)faithful|relevan|recall|precision|\bf1|_f1|similarity|bleu|rouge|score"  # in names of metrics
PLAIN_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)


def key_of(raw, values):
    """The key of `values` that spells a result, which may be a text, a number or a bool; None if there is none."""
    if not values or raw is None:
        return None
    if isinstance(raw, (bool, np.bool_)):
        return next((key for key in (str(raw), str(raw).lower()) if key in values), None)
    if isinstance(raw, str):
        word = raw.strip()
        if word in values or not PLAIN_NUMBER.fullmatch(word):
            return word if word in values else None
        raw = float(word)
    if not isinstance(raw, (int, float)) or abs(raw) > checks.LARGEST_NUMBER:
        return None
    return next((key for key in values if PLAIN_NUMBER.fullmatch(key) and float(key) == raw), None)


def worth(raw, values):
    """(kind, number) of a result as a file has it: pass or fail, number, none, given, or unknown."""
    if (key := key_of(raw, values)) is not None:
        return "given", math.nan if values[key] is None else float(values[key])
    if raw is None or isinstance(raw, float) and math.isnan(raw):
        return "none", math.nan
    if isinstance(raw, (bool, np.bool_)):
        return "pass or fail", float(raw)
    if isinstance(raw, (int, float)):
        return ("number", float(raw)) if abs(raw) <= checks.LARGEST_NUMBER else ("unknown", math.nan)
    if not isinstance(raw, str):
        return "unknown", math.nan
    word = raw.strip().lower()
    if word in PASS_FAIL:
        return "pass or fail", PASS_FAIL[word]
    if word in NO_RESULT:
        return "none", math.nan
    if PLAIN_NUMBER.fullmatch(word) and abs(float(word)) <= checks.LARGEST_NUMBER:
        return "number", float(word)
    if OTHERS in values:
        return "given", math.nan if values[OTHERS] is None else float(values[OTHERS])
    return "unknown", math.nan


def is_empty(columns, rows, unit, shown):
    """The sentence that nothing stands in columns that are called after results."""
    all_rows = f"{'all ' * (rows > 1)}{number_of(rows, unit)}"
    are = "are" if columns[1:] else "is"
    return f"{listing(columns)} of {shown} {are} empty in {all_rows}"


def pass_or_fail(column):
    """Whether a column holds nothing but pass and fail, and not only gaps."""
    try:
        found = [worth(raw, YES_NO) for raw in set(column)]
    except TypeError:  # lists or objects
        return False
    fits = all(kind in ("pass or fail", "none", "given") or number in (0, 1) for kind, number in found)
    return fits and any(kind != "none" for kind, _ in found)


YES_NO = {"y": 1, "Y": 1, "n": 0, "N": 0}  # N alone may be Inspect's "no answer", so Y must be there too


def graded(part, values, record):
    """{kind: an example} and the scores of a part; a fault for what cannot be read, and for a mix of kinds."""
    shown, strange, raws, first, counts = part.name, Counter(), {}, {}, Counter()
    words = {raw.strip() for raw in part.scores if isinstance(raw, str)}
    known = {**(YES_NO if words & {"y", "Y"} else {}), **values}
    scores, kinds_of = np.empty(len(part.scores)), {}
    for i, raw in enumerate(part.scores):
        text = isinstance(raw, str)
        if not text or raw not in kinds_of:
            kinds_of[raw if text else None] = worth(raw, known)
        kind, scores[i] = kinds_of[raw if text else None]
        if kind == "given":
            key = key_of(raw, values) or (OTHERS if OTHERS in values else None)
            record.values_found.add(key)
            kind = "pass or fail" if key is None else kind
        if kind == "unknown":
            strange[word := checks.shown(raw)] += 1
            raws.setdefault(word, raw if text else str(raw))
            first.setdefault(word, part.place(i))
        elif kind not in ("none", "given"):
            counts[kind] += 1
            if counts[kind] == 1:
                first[kind] = f"{checks.shown(raw)} in {part.place(i)}"
    if strange:
        most = strange.most_common(4)
        listed = ", ".join(f"{word} ({count:,}, first in {first[word]})" for word, count in most)
        rest = f" and {len(strange) - 4:,} more spellings" if len(strange) > 4 else ""
        hint = f"say what each is worth, as in {typed('values', {raws[most[0][0]]: 0})}, or None if it is no result"
        hint = next((other for kind, other in HINTS.items() if re.fullmatch(kind, most[0][0])), hint)
        record.fault(f"{the_file(shown)} has results that cannot be read: {listed}{rest}; {hint}")
    if len(counts) > 1:
        listed = " and ".join(f"{kind} ({count:,}, such as {first[kind]})" for kind, count in counts.items())
        fewer, worths = min(counts, key=counts.get), {}
        for raw in part.scores:
            if len(worths) <= 8 and (one := worth(raw, known))[0] == fewer:
                worths[raw.strip() if isinstance(raw, str) else str(raw)] = one[1]
        as_in = f", as in {typed('values', worths)}" if len(worths) <= 8 else ""
        hint = f"write them alike, or give {typed('values')} for the fewer{as_in}"
        record.fault(f"{the_file(shown)} mixes two kinds of results, {listed}; {hint}")
    return scores, {kind: first[kind] for kind in counts}


def labelled(part, record):
    """The same of people's labels, which are pass or fail, or nothing where nobody looked."""
    known = YES_NO if {"y", "Y"} & {raw.strip() for raw in part.scores if isinstance(raw, str)} else {}
    found = [worth(raw, known) for raw in part.scores]
    for i, (kind, number) in enumerate(found):
        if kind == "unknown" or kind == "number" and number not in (0, 1):
            end = "; write yes or no, pass or fail, true or false, 1 or 0, and nothing where nobody looked"
            one = f"{checks.shown(part.scores[i])} ({part.place(i)})"
            record.fault(f"{the_file(part.name)} holds what is no label:", one, end, "label")
    return np.array([number for _, number in found]), {"pass or fail": "a label"}


FAR, LEVELS, ENDS = 5, 20, (0, 1, 5, 10, 100)  # times the range of all others; of so few levels; where scales end


def _alone(parts, values, record):
    """Asks about one value far from all others, such as -1 or 999, which may stand for no result."""
    scores = np.concatenate([part.outcomes[0] for part in parts]) if parts else np.empty(0)
    found = np.unique(scores[~np.isnan(scores)])
    plain = found[~np.isin(found, NO_SCORE)]
    if not len(plain):
        return
    odd = [(x, plain) for x in found if x in NO_SCORE and (x < 0 <= plain[0] or 0 <= plain[-1] <= x / FAR)]
    if 3 < len(plain) <= LEVELS:
        ends = ((plain[0], plain[1:]), (plain[-1], plain[:-1]))
        odd += [(x, rest) for x, rest in ends if abs(x - np.clip(x, rest[0], rest[-1])) > FAR * np.ptp(rest)]
    odd = [(one, rest) for one, rest in odd
           if one == np.floor(one) and one not in ENDS and key_of(float(one), values) is None]  # fmt: skip
    words = {f"{one:.15g}": float(one) for one, _ in odd}
    choices = [{"values": {**values, **worth}} for worth in (dict.fromkeys(words), words)]
    for (one, rest), word in zip(odd, words, strict=True):
        part, i = next((part, i) for part in parts for i in np.flatnonzero(part.outcomes[0] == one))
        many = number_of(int(np.sum(scores == one)), "answer")
        of = part.systems[i] if part.wide else part.metric
        why = f"{word}{f' of {checks.shown(of)}' if of else ''}, in {many} (first in {part.place(i)} of {part.name})"
        why += f", lies far from all others, {rest[0]:.6g} to {rest[-1]:.6g}"
        none = f"{typed('values', {word: None})} {typed('missing', 'leave out')} if it is no result"
        record.ask("values", f"{why}. Give {none}. If it is one, give {typed('values', {word: float(one)})}", choices)


def compared(parts, want, record):
    """What the results of the files are, with a fault if some pass or fail and others are scores."""
    _alone(parts, want.values, record)
    words = [part for part in parts if [*part.outcomes[1]] == ["pass or fail"]]
    scores, small, percent = [], [], []
    for part in parts:
        numbers = part.outcomes[0][~np.isnan(part.outcomes[0])]
        if "number" in part.outcomes[1] and not np.isin(numbers, (0, 1)).all():
            scores.append(part)
            whole = ", all whole numbers" if (numbers == np.floor(numbers)).all() else ""
            record.found.append(f"{part.name} has scores from {numbers.min():.6g} to {numbers.max():.6g}{whole}")
        if len(numbers) and numbers.min() >= 0 and numbers.max() <= 1:
            small.append(part)
        elif len(numbers) and np.isin(numbers, (0, 100)).all():
            percent.append(part)
    for part in [] if scores else parts:
        points = re.search(GRADED, part.metric or "") and any("." in str(one) for one in part.scores)
        if "number" in part.outcomes[1] and (part.fractions or points):
            only = f"the results in {checks.shown(part.metric)} of {part.name} are 0 and 1 only, though such scores may"
            record.assume(f"{only} lie between; 1 counts as right, and 0 as wrong")
    if words and scores:
        one, other = (f"{part.name} ({[*part.outcomes[1].values()][0]})" for part in (words[0], scores[0]))
        record.fault(f"{the_files()} mix pass or fail, as in {one}, with scores, as in {other}; compare like with like")
    elif want.per is None and small and (large := [part for part in scores if part not in small]):
        lie, other = f"the results of {small[0].name} lie between 0 and 1", large[0].name
        right = [part for part in small if part not in scores]  # 0 and 1
        if right and percent:
            hint = f"say what 100 is worth, as in {typed('values', {'100': 1})}"
            two = f"0 and 1 as in {right[0].name}, and 0 and 100 as in {percent[0].name}"
            record.fault(f"{the_files()} mix two scales, {two}; {hint}")
        if apart := next((part for part in large if np.nanmin(part.outcomes[0]) > 10), None):
            record.fault(f"{the_files()} mix two scales: {lie}, those of {apart.name} not")
        record.found.append(f"{lie}, those of {other} do not: are they on one scale?")
