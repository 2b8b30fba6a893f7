"""Verdicts on two systems side by side: which won, which was shown first, and who says so: chapter 12."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict

import numpy as np

from give_or_take import checks
from give_or_take.checks import listing, number_of, the_file, typed
from give_or_take.evalfile.outcomes import NO_RESULT, PLAIN_NUMBER, key_of, worth
from give_or_take.evalfile.record import Part, free, label, plain
from give_or_take.evalfile.tools import texts
from give_or_take.evalfile.want import KNOWN, ROW_NUMBERS

# A column that names a side's system, and a verdict that names a side: A, [[A]], model_a, model_1.
WHO = "model|system|generator|player|assistant|candidate"
SIDE = re.compile(f"({WHO})_?([ab12])")
WON = re.compile(rf"\[*(?:(?:{WHO}|response|output|answer|option)[ _-]?)?([ab12])\]*", re.IGNORECASE)
SHARES = dict.fromkeys("tie tied draw equal bothbad both_bad [[c]] a=b a~b".split(), 0.5)  # of the first side
SHARES |= dict.fromkeys(("tie (bothbad)", "tie (both bad)", "both bad"), 0.5)
SHARES |= {"a>b": 1.0, "a>>b": 1.0, "b>a": 0.0, "b>>a": 0.0}
NOTHING = {*NO_RESULT, "error", "[[error]]", "failed", "invalid"}
MARKED = re.compile("winner_(?:model_)?(a|b|tie)")  # several columns, of which one is 1 in each row
OTHER = dict(zip("abAB12", "baBA21", strict=True))
BACK = dict.fromkeys("true yes swapped swap reversed reverse flipped".split(), True)
BACK |= dict.fromkeys("false no original normal forward unswapped".split(), False)
ALSO = {  # what else is read, by the names of columns
    "_order": "order position swapped swap is_swapped flipped reversed first shown_first first_shown".split(),
    "_judge": "judge judge_model judge_name annotator annotator_name evaluator".split(),
    "_turn": ["turn"],
    "_question": "question instruction prompt".split(),
}
NAMES, BOTH = ("winner", "preference", "preferred"), ["g1_winner", "g2_winner"]  # of winners; of both orders


def offer_winners(source, want, shown, record):
    """Ask whether a table holds winners of two systems, if its columns say so and no result has another name."""
    names = {plain(column): column for column in source.columns}
    clear = [name for name in KNOWN["score"] if name not in ("model", "system", "outcome", "result")]
    if want.results is not None or want.truth is not None or any(name in names for name in clear):
        return False
    found = [names[one] for one in BOTH if one in names] or [names[one] for one in names if MARKED.fullmatch(one)]
    if len(found) < 2:
        found = next((names[one] for one in NAMES if one in names), None)
        if found is None or not _speaks_of_winners(source, found):
            return False
    why = f"{shown} seems to hold which of two systems won; give {typed('winner', found)}"
    record.ask("winner", why, [{"winner": found}])
    return True


def _speaks_of_winners(source, column):
    """Whether a column holds nothing but sides, ties and names of two systems."""
    sides = _sides(source.columns)
    names = {label(one) for side in sides or () for one in source.first(side)}
    words = {*map(label, source.first(column))} - {None, ""} - names
    strange = {one for one in words if _share(one) is None and one.strip().lower() not in NOTHING}
    return bool(words - strange or names) and len(strange) <= (1 if sides else 2)


def read_winners(source, roles, path, name, want, record):
    """Two answers a verdict: that of the winner has 1, that of the loser 0, and of a tie both have 0.

    Where verdicts are shares, as 1.3 on a scale from 1 to 2, both answers have theirs. `more` says which run of the
    item a verdict is, if there are several, and its place: 1 for the answer that was shown first, 2 for the other.
    """
    shown, winners = record.names[path], want.winner if isinstance(want.winner, list) else [want.winner]
    if len(winners) > 2 and not _marked(winners):
        record.wrong("winner", f"must be one column, or two for both orders of an item: got {listing(winners)}")
        return []
    if name is not None:
        named, two = checks.WORDS.get().named_file, "whose winners are of two"
        record.fault(f"{named} names a system for {shown}, {two}; give its path alone")
        return []
    rows, columns = _rows(source, roles, winners, shown, record)
    pair = None if record.faulty(shown) else _pair(rows, columns, winners, want, source.unit, shown, record)
    if pair is None:
        return []
    about = rows["_a"].isin(pair) & rows["_b"].isin(pair)
    orders = 1 + int(rows["_second"].any())
    if others := int((~about).sum()) // orders:
        record.left_out.append(f"{number_of(others, source.unit)} of {shown} about other systems than {listing(pair)}")
    rows = rows[about]
    share = _shares(rows, winners, columns, want, source.unit, shown, record)
    first = _places(rows, columns, winners, pair, shown, record)
    runs = _runs(rows, columns, shown, record)
    if record.faulty():
        return []
    own = np.where(rows["_a"] == pair[0], share, 1 - share)
    discrete = bool(np.isin(own[~np.isnan(own)], (0, 0.5, 1)).all())
    tie, other = own == 0.5, 1 - own
    if discrete:  # a tie is won by neither
        own, other = (np.where(tie, 0, side) for side in (own, other))
    scores, kind = np.concatenate([own, other]), "pass or fail" if discrete else "number"
    part = Part(shown, source.unit, metric="winner", scores=scores.tolist(), outcomes=(scores, {kind: "a verdict"}))
    part.systems = [one for one in pair for _ in own]
    part.ids, part.where = [*rows["_id"]] * 2, [*rows["_where"]] * 2
    part.more = {key: [*rows[key]] * 2 for key in rows if not key.startswith("_") and key != "run"}
    if runs is not None:
        part.more["run"] = runs * 2
    if first is not None:
        places = [None if one is None else 1.0 if one == pair[0] else 2.0 for one in first]
        part.more["place"] = places + [None if one is None else 3 - one for one in places]
    if "_question" in columns:
        part.same, part.said_in = {"question": [*rows["_question"]] * 2}, {"question": plain(columns["_question"])}
    record.judges |= {*rows["_judge"].dropna()} if "_judge" in rows else set()
    record.grouped_by |= {roles["group"]} if "group" in roles else set()
    counts = f"as shares of {listing(pair)}"
    if discrete:
        bad = int(rows["_word"][tie].astype(str).str.contains("bad").sum())
        counts = ", ".join(
            f"{int(np.nansum(x)):,} for {checks.shown(one)}" for x, one in zip((own, other), pair, strict=True)
        )
        counts += f", {number_of(int(tie.sum()), 'tie')}{f' ({bad:,} of them both bad)' * bool(bad)}"
    named = f"id in {checks.shown(roles['id'])}, " if "id" in roles else ""
    many = number_of(len(about) // orders, source.unit)
    record.found.append(f"{shown}, {source.kind}: {many}, {named}winners in {listing(winners)}: {counts}")
    read = [*winners, *columns.values(), roles.get("id")]
    if unused := [x for x in source.columns if x not in read and plain(x) not in ROW_NUMBERS]:
        left = f"columns of {shown} that nothing names: {listing(unused)}"
        record.left_out.append(f"{left} ({typed('slices')} keeps them)")
    return [part]


def _rows(source, roles, winners, shown, record):
    """A row for each verdict, with its word, both systems and what else there is; and the columns of all but words."""
    import pandas as pd

    free_ones = [x for x in source.columns if x not in (*winners, roles.get("id"))]
    names = {plain(column): column for column in free_ones}
    columns = dict(zip(("_a", "_b"), _sides(free_ones) or (), strict=False))
    for key, known in ALSO.items():
        columns |= {key: one} if (one := next((names[x] for x in known if x in names), None)) else {}
    columns |= {role: roles[role] for role in ("run", "group", "date") if role in roles}
    columns |= {free(column): column for column in roles["slices"]}
    wanted = dict.fromkeys([*winners, *columns.values(), *filter(None, [roles.get("id")])])
    got, ids, where = {column: [] for column in wanted}, [], []
    for numbers, get in source.read([*wanted]):
        where += numbers
        for column in wanted:
            got[column] += get(column)
        own, begin = map(str, numbers), f"{the_file(shown)} has no id in"
        ids += texts(get(roles["id"]), numbers, source.unit, begin, record) if "id" in roles else own
    own = {"_judge": _judge, "_question": lambda x: x}
    found = {"_id": ids, "_where": where}
    found |= {key: [*map(own.get(key, label), got[column])] for key, column in columns.items()}
    rows = pd.DataFrame({key: pd.Series(of, dtype=object) for key, of in found.items()})
    words = [got[column] for column in winners]
    if marks := _marked(winners):
        each = (
            [mark for mark, one in zip(marks, of, strict=True) if worth(one, {})[1] == 1]
            for of in zip(*words, strict=True)
        )
        words = [[" and ".join(one) or None for one in each]]
    for of in words:
        for i, raw in enumerate(of):
            if isinstance(raw, (bool, list, dict)):
                begin = f"{the_file(shown)} has verdicts that are no text and no number:"
                end, at = "; write the winner's name, or A, B or tie", f"{source.unit} {where[i]}"
                record.fault(begin, f"{checks.shown(raw)} in {at}", end)
                of[i] = None
    both = pd.concat([rows.assign(_word=pd.Series(of, dtype=object), _second=k > 0) for k, of in enumerate(words)])
    return both.sort_index(kind="stable").reset_index(drop=True), columns


def _marked(winners):
    """What each of these columns marks with 1: a, b or tie; nothing if their names do not say so."""
    found = [MARKED.fullmatch(plain(one)) for one in winners]
    return [at[1] for at in found] if all(found) else []


def _sides(columns):
    """The two columns that name the systems of a row, as model_a and model_b."""
    found = defaultdict(dict)
    for column in columns:
        if at := SIDE.fullmatch(plain(column)):
            found[at[1], at[2] in "ab"][at[2]] = column
    return next((tuple(two[key] for key in sorted(two)) for two in found.values() if len(two) == 2), None)


def _judge(value):
    """The name of who judges; FastChat writes [name, prompt]."""
    return label(value[0] if isinstance(value, (list, tuple)) and value else value)


def _share(word):
    """The share of a verdict that is the first side's: 1, 0, 0.5 for a tie; None if the word says nothing of it."""
    word = word.strip().lower()
    if at := WON.fullmatch(word):
        return float(at[1] in "a1")
    if PLAIN_NUMBER.fullmatch(word) and 1 <= float(word) <= 2:
        return 2 - float(word)  # 1 is the first, 2 the second, 1.5 a tie
    return SHARES.get(word)


def _letters(rows, columns):
    """Verdicts of one letter or digit, which may name a place or a system, and are no system's name."""
    names = {*rows["_a"], *rows["_b"]} if "_a" in columns else set()
    return sorted(
        {one for one in map(label, rows["_word"].unique()) if one and re.fullmatch(r"\[*[abAB12]\]*", one)} - names
    )


def _pair(rows, columns, winners, want, unit, shown, record):
    """The two systems, in the order of the difference; None with a question or a fault."""
    between = want.systems
    if "_a" not in columns:
        words = dict.fromkeys(label(one) for one in rows["_word"].unique() if key_of(one, want.values) is None)
        found = [
            x for x in words if x and x.lower() not in NOTHING and _share(x) in (None, 0, 1) or x in (between or ())
        ]
        if found and not between and all(map(WON.fullmatch, found)):  # A and B, also if one never won
            found = sorted({*found, re.sub("[abAB12](?=]*$)", lambda at: OTHER[at[0]], found[0])})
        pair, there = (
            between or found,
            f"the winners in {listing(winners)} of {shown} are {listing(found[:6]) or 'none'}",
        )
        rows["_a"], rows["_b"] = (pair[0], pair[-1]) if pair else (None, None)
        if between and not {*found} <= {*between}:
            record.wrong("systems", f"must name the two systems: {there}")
        elif len(pair) < 2:
            record.ask("systems", f"{there}; name the two systems that were compared")
        elif len(pair) > 2:
            said = f"must hold two systems, ties and nothing else: {there}; put the two that each row compares into"
            record.wrong("winner", f"{said} columns such as model_a and model_b")
        else:
            return tuple(pair)
        return None
    alike = rows["_a"] == rows["_b"]
    for what, at in (("names no two systems", rows["_a"].isna() | rows["_b"].isna()),
                     ("compares a system with itself", alike)):  # fmt: skip
        for where in rows["_where"][at]:
            record.fault(f"{the_file(shown)} {what} in", f"{unit} {where}", unit=unit)
    if record.faulty(shown):
        return None
    counts = Counter(map(frozenset, rows.loc[~rows["_second"], ["_a", "_b"]].to_numpy()))
    most = [sorted(two) for two, _ in counts.most_common(8)]
    if between and frozenset(between) in counts:
        return tuple(between)
    if between:
        there = f"its systems are {listing(sorted({*rows['_a'], *rows['_b']}))}"
        record.wrong("systems", f"names no pair of {shown}: got {listing(between)}; {there}")
    elif len(most) == 1:
        return rows["_a"][0], rows["_b"][0]
    else:
        such = ", ".join(f"{listing(two)} ({counts[frozenset(two)]:,})" for two in most[:3])
        why = f"{shown} compares {len(counts):,} pairs of systems, such as {such}"
        record.ask("systems", f"{why}; give {typed('systems', most[0])}", most)
    return None


def _shares(rows, winners, columns, want, unit, shown, record):
    """The first side's share of each verdict, NaN where there is none; a fault for words that say neither."""
    keys = [*zip(rows["_word"], rows["_a"], rows["_b"], strict=True)]
    known = {key: _one(*key, want.values, record) for key in set(keys)}
    found = [known[key] for key in keys]
    if odd := Counter(checks.shown(key[0]) for key, one in zip(keys, found, strict=True) if one is None):
        at = {checks.shown(key[0]): i for i, key in reversed([*enumerate(keys)]) if known[key] is None}
        word = odd.most_common(1)[0][0]
        such = ", ".join(f"{x} ({n:,}, first in {unit} {rows['_where'].iloc[at[x]]})" for x, n in odd.most_common(4))
        ways = "write the winner's name, A, B or tie, or numbers from 1 (the first) to 2 (the second)"
        give = " or ".join(typed("values", {word.strip("'"): worth}) for worth in (0.5, None))
        record.fault(f"{the_file(shown)} has verdicts that cannot be read: {such}; {ways}, or say {give} (no verdict)")
    elif rows["_second"].any() and (bare := _letters(rows, columns)):
        said = f"{listing(bare)} may be places or systems; write the names of systems, or model_1 and model_2"
        record.wrong("winner", f"names two columns of {shown} for both orders, in which {said}")
    return np.array([math.nan if one is None else one for one in found])


def _one(raw, a, b, values, record):
    """The first side's share of one verdict; NaN if there is none, None if nobody can tell."""
    if (key := key_of(raw, values)) is not None:
        record.values_found.add(key)
        return math.nan if values[key] is None else 0.5 if values[key] == 0.5 else None
    word = (label(raw) or "").strip()
    for own in (str, str.casefold):
        if own(a) != own(b) and own(word) in (own(a), own(b)):
            return float(own(word) == own(a))
    return math.nan if word.lower() in NOTHING else _share(word)


def _places(rows, columns, winners, pair, shown, record):
    """Which system of each verdict was shown first, or None where nothing says so."""
    a, b, side = rows["_a"], rows["_b"], columns.get("_a")
    if rows["_second"].any():
        one, other = map(checks.shown, winners)
        what = f"the system in {checks.shown(side)}" if side else checks.shown(pair[0])
        record.assume(f"of {shown} {one} is about {what} shown first, and {other} about it shown second")
        return [*b.where(rows["_second"], a)]
    exchanged = side is not None and len(rows[["_id", "_a"]].drop_duplicates()) > rows["_id"].nunique()
    if "_order" in columns and not exchanged and (back := _by_order(rows, columns, pair, shown, record)):
        said = [(one or "").strip().lower() for one in rows["_order"]]
        return [None if one not in back else back[one](*two) for one, *two in zip(said, a, b, strict=True)]
    arena = any(re.fullmatch("(model|system)_[ab]", str(word).strip().lower()) for word in rows["_word"].unique())
    if exchanged or side is not None and arena:
        record.assume(f"in {shown} the system in {checks.shown(side)} was shown first")
        return [*a]
    return None


def _by_order(rows, columns, pair, shown, record):
    """{label: which of two was shown first} of a column whose labels name it, or the two in their order, or a swap."""
    column, words = checks.shown(columns["_order"]), {*rows["_order"].dropna().str.strip().str.lower()}
    letters = {one: re.sub("model|system|first|[^ab12]", "", one) for one in words}
    ordered = {*letters.values()} <= {"ab", "ba", "12", "21"}
    names = {one.lower(): lambda a, b, one=one: one for one in pair}
    if words <= {*names}:
        back, bare = names, []
    else:
        swapped = BACK if words <= {*BACK} else {one: of[0] in "b2" for one, of in letters.items()} if ordered else {}
        if words in ({"0", "1"}, {"1", "2"}):
            swapped = {one: one == max(words) for one in words}
        if not swapped:
            record.found.append(f"{shown}: what {column} says is not known as an order of two systems")
        back, bare = (
            {one: lambda a, b, turned=turned: b if turned else a for one, turned in swapped.items()},
            _letters(rows, columns),
        )
        if bare and swapped and not ordered:
            why = f"{listing(bare)} may be places or systems where {column} changes the order"
            record.wrong("winner", f"cannot be read in {shown}: {why}; write the systems' names")
            return {}
    if back:
        systems = f", and {listing(bare)} are systems in either order" if bare else ""
        record.assume(f"in {shown} {column} says which system was shown first{systems}")
    return back


def _runs(rows, columns, shown, record):
    """What tells the verdicts on one item apart, or None if there is one on each."""
    if not rows["_id"].duplicated().any():
        return None
    names = {key: columns.get(key, "the two orders") for key in ("run", "_judge", "_turn", "_order", "_a", "_second")}
    apart = [key for key in names if key in rows and rows[key].nunique(dropna=False) > 1]
    if (twice := rows.duplicated(["_id", *apart])).any():
        such, many = checks.shown(rows["_id"][twice].iloc[0]), number_of(rows["_id"][twice].nunique(), "id")
        tell = f"keep one, or name with {typed('run')} what tells them apart"
        record.fault(f"{the_file(shown)} has more than one verdict for {many}, such as {such}; {tell}")
    by = listing([names[key] for key in apart])
    record.assume(f"in {shown} an item has up to {rows['_id'].value_counts().max():,} verdicts, told apart by {by}")
    return [" ".join(map(str, one)) for one in zip(*(rows[key] for key in apart), strict=True)]
