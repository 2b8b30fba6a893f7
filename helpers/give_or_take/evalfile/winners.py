"""Verdicts on two systems side by side: which won, which was shown first, and who says so: chapter 12."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import combinations, compress, product, starmap
from operator import eq

import numpy as np

from give_or_take import checks
from give_or_take.checks import listing, number_of, the_file, typed
from give_or_take.evalfile.choosing import say_repeats
from give_or_take.evalfile.outcomes import NO_RESULT, PLAIN_NUMBER, is_empty, key_of, worth
from give_or_take.evalfile.record import FEW_LABELS, Part, free, label, plain
from give_or_take.evalfile.tools import texts
from give_or_take.evalfile.want import KNOWN, ROW_NUMBERS

# A column that names a side's system, as model_a, first_model or first; a verdict that names a side, as A or [[A]].
WHO = "model|system|generator|player|assistant|candidate"
PLACES = {"a": "b", "1": "2", "first": "second", "left": "right"}
OTHER = PLACES | {other: one for one, other in PLACES.items()}
SIDE = re.compile(f"(?:(?:{WHO})_?)?({'|'.join(PLACES)})(?:_(?:{WHO}|name))*")
ANY_SIDE = re.compile(f"[a-z]+_({'|'.join(PLACES)})")  # as fw_a, if both hold few names and some are in both
PLACE = re.compile(f"({'|'.join(OTHER)})(?=]*$)", re.IGNORECASE)
WON = re.compile(rf"\[*(?:(?:{WHO}|response|output|answer|option)[ _-]?)?{PLACE.pattern}\]*", re.IGNORECASE)
SHARES = dict.fromkeys("tie tied draw equal bothbad both_bad [[c]] a=b a~b".split(), 0.5)  # of the first side
SHARES |= dict.fromkeys(("tie (bothbad)", "tie (both bad)", "both bad"), 0.5)
SHARES |= {"a>b": 1.0, "a>>b": 1.0, "b>a": 0.0, "b>>a": 0.0}
NOTHING = {*NO_RESULT, "error", "[[error]]", "failed", "invalid"}
MARKED = re.compile("winner_(?:model_)?(a|b|tie)")  # several columns, of which one is 1 in each row
BACK = dict.fromkeys("true yes swapped swap reversed reverse flipped".split(), True)
BACK |= dict.fromkeys("false no original normal forward unswapped".split(), False)
ALSO = {  # what else is read, by the names of columns
    "_order": "order position swapped swap is_swapped flipped reversed first shown_first first_shown".split(),
    "_judge": "judge judge_model judge_name annotator annotator_name evaluator".split(),
    "_turn": ["turn"],
    "_question": "question instruction prompt".split(),
}
NAMES, BOTH = ("winner", "preference", "preferred"), ["g1_winner", "g2_winner"]  # of winners; of both orders
# In names of two columns of winners that hold both orders; names of several people's, as winner1 or rater_2_choice.
ORDER = re.compile(r"(^|_)(g[12]|game_?[12]|ab|ba|a_b|b_a|orders?|swap\w*|flip\w*|revers\w*|forwards?)(_|\d|$)")
OF_PEOPLE = re.compile("(?:winner|preference|preferred|choice|vote)_?[0-9]+|"
                       "[a-z]+_?[0-9]+_(?:winner|preference|preferred|choice|vote)")  # fmt: skip


def offer_winners(source, want, shown, record):
    """Ask whether a table holds winners of two systems, if its columns say so and no result has another name."""
    names = {plain(column): column for column in source.columns}
    clear = [name for name in KNOWN["score"] if name not in ("model", "system", "outcome", "result")]
    if want.results is not None or want.truth is not None or any(name in names for name in clear):
        return False
    found = [names[one] for one in BOTH if one in names] or [names[one] for one in names if MARKED.fullmatch(one)]
    if len(found) < 2:
        found = next((names[one] for one in NAMES if one in names), None)
        several = [names[one] for one in names if OF_PEOPLE.fullmatch(one)]
        if found is None and several[1:] and all(_speaks_of_winners(source, one) for one in several):
            found = several
        elif found is None or not _speaks_of_winners(source, found):
            return False
    why = f"{shown} seems to hold which of two systems won; give {typed('winner', found)}"
    record.ask("winner", why, [{"winner": found}])
    return True


def _speaks_of_winners(source, column):
    """Whether a column holds nothing but sides, ties and names of two systems."""
    sides = _sides(source.columns, source)
    names = {label(one) for side in sides or () for one in source.first(side)}
    words = {*map(label, source.first(column))} - {None, ""} - names
    strange = {one for one in words if _share(one) is None and one.strip().lower() not in NOTHING}
    return bool(words - strange or names) and len(strange) <= (1 if sides else 2)


def read_winners(source, roles, path, name, want, record, first_id=None):
    """Two answers a verdict: that of the winner has 1, that of the loser 0, and of a tie both have 0.

    Where verdicts are shares, as 1.3 on a scale from 1 to 2, both answers have theirs. `more` says which run of the
    item a verdict is, if there are several, and its place: 1 for the answer that was shown first, 2 for the other.
    """
    shown, winners = record.names[path], want.winner if isinstance(want.winner, list) else [want.winner]
    if name is not None:
        named, two = checks.WORDS.get().named_file, "whose winners are of two"
        record.fault(f"{named} names a system for {shown}, {two}; give its path alone")
        return []
    rows, columns = _rows(source, roles, winners, want, shown, record, first_id)
    if len(rows) and not any(x and x.strip() for x in map(label, rows["_word"])):
        record.fault(is_empty(winners, int((rows["_column"] == winners[0]).sum()), source.unit, shown))
        return []
    pair = None if record.faulty(shown) else _pair(rows, columns, winners, want, source, shown, record)
    if (people := _of_people(winners)) and not want.runs:
        why = f"{listing(winners)} of {shown} are verdicts on the same two answers, as of {len(winners)} people. "
        why += f"Those on one item count together, as its runs: give {typed('runs', True)}"
        orders = ". If they are the two orders of an item, call them g1_winner and g2_winner" * (len(winners) == 2)
        record.ask("runs", f"{why}{orders}", [True])
    if pair is None:
        return []
    about = rows["_a"].isin(pair) & rows["_b"].isin(pair)
    each = max(1, rows["_column"].nunique())  # verdicts of a row
    if others := int((~about).sum()) // each:
        record.left_out.append(f"{number_of(others, source.unit)} of {shown} about other systems than {listing(pair)}")
    rows = rows[about].copy()
    first = _places(rows, columns, winners, pair, want, source.unit, shown, record)
    share = _shares(rows, want, source.unit, shown, record)
    runs = _runs(rows, columns, source, roles, shown, record)
    if first_id is not None:
        say_repeats(first_id, {*zip(rows["_first"], rows["_id"], strict=True)}, roles, shown, record)
    if record.faulty():
        return []
    record.sides |= {(one, columns["_a"]) for one in rows["_a"]} if first is None and "_a" in columns else {None}
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
    part.more |= {"run": runs * 2} if runs else {}
    if first is not None:
        places = [None if one is None else 1.0 if one == pair[0] else 2.0 for one in first]
        part.more["place"] = places + [None if one is None else 3 - one for one in places]
    if "_question" in columns:
        part.same, part.said_in = {"question": [*rows["_question"]] * 2}, {"question": columns["_question"]}
    record.judges |= {*rows["_judge"].dropna()} if "_judge" in rows else {*winners} if people else set()
    record.grouped_by |= {roles["group"]} if "group" in roles else set()
    counts = f"as shares of {listing(pair)}"
    if discrete:
        bad = int(rows["_word"][tie].astype(str).str.contains("bad").sum())
        won = zip((own, other), pair, strict=True)
        counts = ", ".join(f"{int(np.nansum(x)):,} for {checks.shown(one)}" for x, one in won)
        counts += f", {number_of(int(tie.sum()), 'tie')}{f' ({bad:,} of them both bad)' * bool(bad)}"
    named = f"id in {checks.shown(roles['id'])}, " if "id" in roles else ""
    many = number_of(len(about) // each, source.unit)
    record.found.append(f"{shown}, {source.kind}: {many}, {named}winners in {listing(winners)}: {counts}")
    read = [*winners, *columns.values(), roles.get("id")]
    if unused := [x for x in source.columns if x not in read and plain(x) not in ROW_NUMBERS]:
        left = f"columns of {shown} that nothing names: {listing(unused)}"
        record.left_out.append(f"{left} ({typed('slices')} keeps them)")
    return [part]


def _rows(source, roles, winners, want, shown, record, first_id):
    """A row for each verdict, with its word, both systems and what else there is; and the columns of all but words."""
    import pandas as pd

    free_ones = [x for x in source.columns if x not in (*winners, roles.get("id"))]
    names = {plain(column): column for column in free_ones}
    columns = dict(zip(("_a", "_b"), want.system or _sides(free_ones, source) or (), strict=False))
    for key, known in ALSO.items():
        columns |= {key: one} if (one := next((names[x] for x in known if x in names), None)) else {}
    columns |= {role: roles[role] for role in ("run", "group", "date") if role in roles}
    columns |= {free(column): column for column in roles["slices"]} | ({"_first": first_id} if first_id else {})
    wanted = dict.fromkeys([*winners, *columns.values(), *filter(None, [roles.get("id")])])
    got, ids, where = {column: [] for column in wanted}, [], []
    for numbers, get in source.read([*wanted]):
        where += numbers
        for column in wanted:
            got[column] += get(column)
        own, begin = map(str, numbers), f"{the_file(shown)} has no id in"
        ids += texts(get(roles["id"]), numbers, source.unit, begin, record) if "id" in roles else own
    own, both = {"_judge": _judge, "_question": lambda x: x}, _both_orders(winners)
    found = {"_id": ids, "_where": where}
    found |= {key: [*map(own.get(key, label), got[column])] for key, column in columns.items()}
    rows = pd.DataFrame({key: pd.Series(of, dtype=object) for key, of in found.items()})
    words = [got[column] for column in winners]
    if marks := _marked(winners):
        ones = ([worth(one, {})[1] == 1 for one in of] for of in zip(*words, strict=True))
        words = [[" and ".join(compress(marks, of)) or None for of in ones]]
    for of in words:
        for i, raw in enumerate(of):
            if isinstance(raw, (bool, list, dict)):
                begin = f"{the_file(shown)} has verdicts that are no text and no number:"
                end, at = "; write the winner's name, or A, B or tie", f"{source.unit} {where[i]}"
                record.fault(begin, f"{checks.shown(raw)} in {at}", end)
                of[i] = None
    words = [pd.Series(of, dtype=object) for of in words]
    each = [rows.assign(_word=of, _column=name, _second=both and name != winners[0])
            for name, of in zip(winners, words, strict=False)]  # fmt: skip
    return pd.concat(each).sort_index(kind="stable").reset_index(drop=True), columns


def _both_orders(winners):
    """Whether two columns hold the two orders of an item, by their names."""
    return len(winners) == 2 and any(ORDER.search(plain(one)) for one in winners)


def _of_people(winners):
    """Whether several columns hold the verdicts of several people on what was shown to all of them alike."""
    return len(winners) > 1 and not _marked(winners) and not _both_orders(winners)


def _marked(winners):
    """What each of these columns marks with 1: a, b or tie; nothing if their names do not say so."""
    found = [MARKED.fullmatch(plain(one)) for one in winners]
    return [at[1] for at in found] if all(found) else []


def _sides(columns, source):
    """The two columns that name the systems of a row, as model_a and model_b."""
    names = {plain(column): column for column in columns}
    for kind, (name, column) in product((SIDE, ANY_SIDE), names.items()):
        at = kind.fullmatch(name)
        other = names.get(at and name[: at.start(1)] + PLACES[at[1]] + name[at.end(1) :])
        if other is None or name in ("a", "1", "left"):
            continue
        one, two = ({*map(label, source.first(side))} for side in (column, other))
        if kind is SIDE:
            return None if name == "first" and len(one | two) > 2 else (column, other)  # they may be what was answered
        if one & two - {None} and len(one | two) <= len(source.first(column)) / 3:
            return column, other
    return None


def _columns_of_two(source, taken):
    """Two columns that hold the same names, but never one name twice in a row; nothing if there are none."""
    held = {column: [*map(label, source.first(column))] for column in source.columns if column not in taken}
    for one, other in combinations(held, 2):
        names, same = {*held[one]}, map(eq, held[one], held[other])
        if names == {*held[other]} and len(names - {None}) > 1 and not any(same):
            return [one, other]
    return []


def _judge(value):
    """The name of who judges; FastChat writes [name, prompt]."""
    return label(value[0] if isinstance(value, (list, tuple)) and value else value)


def _share(word):
    """The share of a verdict that is the first side's: 1, 0, 0.5 for a tie; None if the word says nothing of it."""
    word = word.strip().lower()
    if at := WON.fullmatch(word):
        return float(at[1] in PLACES)
    if PLAIN_NUMBER.fullmatch(word) and 1 <= float(word) <= 2:
        return 2 - float(word)  # 1 is the first, 2 the second, 1.5 a tie
    return SHARES.get(word)


def _pair(rows, columns, winners, want, source, shown, record):
    """The two systems, in the order of the difference; None with a question or a fault."""
    between = want.systems
    if "_a" not in columns:
        words = dict.fromkeys(label(one) for one in rows["_word"].unique() if key_of(one, want.values) is None)
        found = [x for x in words if x and x.lower() not in NOTHING and _share(x) in (None, 0, 1) or x in between]
        letters = found and all(map(WON.fullmatch, found)) and not {*found} & {*between}
        if letters and not between:  # A and B, also if one never won
            found = sorted({*found, PLACE.sub(_other, found[0])})
        pair, there = between or found, f"the winners in {listing(winners)} of {shown} are {listing(found[:6])}"
        rows["_a"], rows["_b"] = (pair[0], pair[-1]) if pair else (None, None)
        if letters and (two := _columns_of_two(source, [*winners, *columns.values()])):
            why = f"{there}, and {listing(two)} may say who stood in which place; give {typed('system', two)}"
            record.ask("system", f"{why}, or {typed('ignore', two)} if they say something else", [{"system": two}])
        elif between and not letters and not {*found} <= {*between}:
            record.wrong("systems", f"must name the two systems: {there}")
        elif len(pair) < 2:
            record.ask("systems", f"{there}; name the two systems that were compared")
        elif len(pair) > 2:
            said = f"must hold two systems, ties and nothing else: {there}; put the two that each row compares into"
            record.wrong("winner", f"{said} columns such as model_a and model_b")
        else:
            return tuple(pair)
        return None
    of_none = rows["_a"].isna() | rows["_b"].isna()
    for what, at in (("names no two systems", of_none), ("compares a system with itself", rows["_a"] == rows["_b"])):
        for where in rows["_where"][at]:
            record.fault(f"{the_file(shown)} {what} in", f"{source.unit} {where}", unit=source.unit)
    if record.faulty(shown):
        return None
    counts = Counter(map(frozenset, rows.loc[rows["_column"] == winners[0], ["_a", "_b"]].to_numpy()))
    most = [sorted(two) for two, _ in counts.most_common()]
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
        record.ask("systems", f"{why}; give {typed('systems', most[0])}{checks.WORDS.get().each_pair}", most)
    return None


def _shares(rows, want, unit, shown, record):
    """The first side's share of each verdict, NaN where there is none; a fault for words that say neither."""
    keys = [*zip(rows["_word"], rows["_a"], rows["_b"], strict=True)]
    known = {key: _one(*key, want.values, record) for key in set(keys)}
    found = [known[key] for key in keys]
    if odd := Counter(checks.shown(key[0]) for key, one in zip(keys, found, strict=True) if one is None):
        at = {checks.shown(key[0]): i for i, key in reversed([*enumerate(keys)]) if known[key] is None}
        such = ", ".join(f"{x} ({n:,}, first in {unit} {rows['_where'].iloc[at[x]]})" for x, n in odd.most_common(4))
        ways = "write the winner's name, A, B or tie, or numbers from 1 (the first) to 2 (the second)"
        raw = str(keys[at[odd.most_common(1)[0][0]]][0])
        give = " or ".join(typed("values", {raw: worth}) for worth in (0.5, None))
        record.fault(f"{the_file(shown)} has verdicts that cannot be read: {such}; {ways}, or say {give} (no verdict)")
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


def _other(at):
    """The other place, B for A."""
    word = OTHER[at[0].lower()]
    return word.upper() if at[0].isupper() else word


def _places(rows, columns, winners, pair, want, unit, shown, record):
    """Which system of each verdict was shown first, or None where nothing says so; and who stood where, of letters."""
    side, words = columns.get("_a"), {*map(label, rows["_word"].unique())} - {None}
    words -= {*rows["_a"], *rows["_b"]} if side or want.systems else set()
    letters = sorted(x for x in words if WON.fullmatch(x) and (side is None or len(x.strip("[]")) == 1))
    first, changed = _shown_first(rows, columns, winners, pair, shown, record)
    if letters and changed and (side is not None or not want.systems):
        _ask_places(letters, columns, pair, changed, shown, record)
    elif letters and side is None and want.systems:  # of places
        which = f", and the other one {changed}" * bool(changed)
        one = pair[WON.fullmatch(letters[0])[1].lower() not in PLACES]
        record.assume(f"in {shown} {checks.shown(letters[0])} is {checks.shown(one)}{which}")
        for where in rows["_where"][[one is None for one in first]] if changed else ():
            say = "; write a system's name, or true where the two changed places"
            record.fault(f"{the_file(shown)} does not say who was shown first in", f"{unit} {where}", say, unit)
        if changed and None not in first:
            rows["_a"], rows["_b"] = first, [pair[one == pair[0]] for one in first]
    return first


def _ask_places(letters, columns, pair, changed, shown, record):
    """Ask whether letters are places or systems; names of systems say which."""
    sides = [columns[x] for x in ("_a", "_b") if x in columns]
    leave = f"{typed('ignore', sides)} " if sides else ""
    new, both = [*pair] if sides else ["new", "old"], sorted({*letters, PLACE.sub(_other, letters[0])})[:2]
    one, first = map(checks.shown, (letters[0], new[0]))
    places = f"If {one} is a place, at first that of {first}, give {leave}{typed('systems', new)}, with their names"
    systems = f"If {one} is one system in either order, give {leave}{typed('systems', both)}"
    why = f"in {shown} {listing(letters)} may be places or systems {changed}. {places}. {systems}"
    record.ask("systems", why, [] if sides else [both])


def _shown_first(rows, columns, winners, pair, shown, record):
    """Which system was shown first, or None; and where that changes in a way that letters may not know of."""
    a, b, side = rows["_a"], rows["_b"], columns.get("_a")
    if rows["_second"].any():
        one, other = map(checks.shown, winners)
        what = f"the system in {checks.shown(side)}" if side else checks.shown(pair[0])
        record.assume(f"of {shown} {one} is about {what} shown first, and {other} about it shown second")
        return [*b.where(rows["_second"], a)], f"where {other} has the other order"
    exchanged = side is not None and len(rows[["_id", "_a"]].drop_duplicates()) > rows["_id"].nunique()
    if "_order" in columns and not exchanged:
        column, said = checks.shown(columns["_order"]), [(one or "").strip().lower() for one in rows["_order"]]
        back, ordered = _by_order({*said} - {""}, pair)
        if back:
            record.assume(f"in {shown} {column} says which system was shown first")
            first = [back[one](*two) if one in back else None for one, *two in zip(said, a, b, strict=True)]
            return first, "" if ordered else f"where {column} changes the order"
        record.found.append(f"{shown}: what {column} says is not known as an order of two systems")
        if side is None and len({*said}) == 2:
            return [None] * len(rows), f"where {column} says {listing(sorted({*rows['_order'].dropna()}))}"
    arena = any(re.fullmatch("(model|system)_[ab]", str(word).strip().lower()) for word in rows["_word"].unique())
    if exchanged or side is not None and (arena or "first" in plain(side)):
        record.assume(f"in {shown} the system in {checks.shown(side)} was shown first")
        return [*a], ""
    return None, ""


def _by_order(words, pair):
    """({label: which of two was shown first} of names, orders or swaps; whether orders have letters, for systems)."""
    if words <= {one.lower() for one in pair}:
        return {one.lower(): lambda a, b, one=one: one for one in pair}, False
    letters = {one: re.sub("model|system|first|[^ab12]", "", one) for one in words}
    ordered = {*letters.values()} <= {"ab", "ba", "12", "21"}
    swapped = BACK if words <= {*BACK} else {one: of[0] in "b2" for one, of in letters.items()} if ordered else {}
    if words in ({"0", "1"}, {"1", "2"}):
        swapped = {one: one == max(words) for one in words}
    return {one: lambda a, b, turned=turned: b if turned else a for one, turned in swapped.items()}, ordered


def _runs(rows, columns, source, roles, shown, record):
    """What tells the verdicts on one item apart, or None if there is one on each."""
    if not rows["_id"].duplicated().any():
        return None
    keys = ("run", "_judge", "_turn", "_order", "_a", "_column")
    apart = [key for key in keys if key in rows and rows[key].nunique(dropna=False) > 1]
    if (twice := rows.duplicated(["_id", *apart])).any():
        such, many = checks.shown(rows["_id"][twice].iloc[0]), number_of(rows["_id"][twice].nunique(), "id")
        keys = [roles.get("id"), *(columns[x] for x in (*apart, "_a", "_b") if x in columns)]
        if None not in keys and not source.joined and (other := _tells_apart(source, keys)):
            own = _own_items(roles, other)
            why = f"{shown} has more than one verdict for {many}, such as {such}, and {checks.shown(other)} tells them "
            why += f"apart. Give {' '.join(starmap(typed, own.items()))} if each is an item of its own"
            record.ask("id", f"{why}. Give {typed('run', other)} if they are runs of one", [own, {"run": other}])
            return None
        tell = f"keep one, or name with {typed('run')} what tells them apart"
        tell += ", or add a column 'swapped' that is true where the two answers changed places"
        record.fault(f"{the_file(shown)} has more than one verdict for {many}, such as {such}; {tell}")
    if "_turn" in apart and "id" in roles and not source.joined:
        turn, own = columns["_turn"], " ".join(starmap(typed, _own_items(roles, columns["_turn"]).items()))
        told = f"in {shown} the verdicts that differ in {checks.shown(turn)} count together for their "
        record.assume(f"{told}{checks.shown(roles['id'])}; {own} makes each an item of its own")
    return [" ".join(map(str, one)) for one in zip(*(rows[key] for key in apart), strict=True)]


def _own_items(roles, other):
    """The arguments that make items of an id with another column, in groups of the id."""
    return {"id": [roles["id"], other]} | ({} if "group" in roles else {"group": roles["id"]})


def _tells_apart(source, columns):
    """A column of few labels that with these tells all rows apart; nothing if there is none."""
    held = [[*map(label, source.first(x))] for x in columns if x in source.columns]
    for other in source.columns:
        labels = [*map(label, source.first(other))]
        if 1 < len({*labels} - {None}) <= FEW_LABELS and len({*zip(*held, labels, strict=True)}) == len(labels):
            return other
    return None
