"""Verdicts on two systems side by side: which won, which was shown first, and who says so: chapter 12."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import repeat

import numpy as np

from give_or_take import checks
from give_or_take.checks import listing, number_of, the_file, typed
from give_or_take.evalfile.outcomes import NO_RESULT, PLAIN_NUMBER, key_of
from give_or_take.evalfile.record import Part, free, label, plain
from give_or_take.evalfile.tools import texts
from give_or_take.evalfile.want import KNOWN, ROW_NUMBERS

SIDE = re.compile("(model|system|generator|player|assistant|candidate)_?([ab12])")  # a column with a system's name
# Results, in lower case: a side, as A, [[A]], model_a, model_1 or A>B; a tie; and none.
WON = re.compile(
    r"\[*(?:(?:model|system|generator|player|assistant|candidate|response|output|answer|option)[ _-]?)?([ab12])\]*"
)
OTHER = dict(zip("abAB12", "baBA21", strict=True))
SIGNS = {">": 1.0, "<": 0.0, "=": 0.5, "~": 0.5}
TIES = {"tie", "tied", "draw", "equal", "tie (bothbad)", "tie (both bad)", "bothbad", "both_bad", "both bad", "[[c]]"}
NOTHING = {*NO_RESULT, "error", "[[error]]", "failed", "invalid"}
ORDERS = "order position swapped swap is_swapped flipped reversed first shown_first first_shown".split()
BACK = {"true": True, "yes": True, "swapped": True, "swap": True, "reversed": True, "reverse": True, "flipped": True}
BACK |= {"false": False, "no": False, "original": False, "normal": False, "forward": False, "unswapped": False}
JUDGES = "judge judge_model judge_name annotator annotator_name evaluator".split()
NAMES = ("winner", "preference", "preferred")  # of columns that are looked at without being named
BOTH = ("g1_winner", "g2_winner")  # of two columns that hold both orders


def offer_winners(source, want, shown, record):
    """Ask whether a table holds winners of two systems, if its columns say so and no result has another name."""
    if want.results is not None or want.truth is not None:
        return False
    names = {plain(column): column for column in source.columns}
    clear = [name for name in KNOWN["score"] if name not in ("model", "system", "outcome", "result")]
    found = [names[one] for one in BOTH if one in names]
    found = found if len(found) == 2 else [names[one] for one in NAMES if one in names]
    if not found or any(name in names for name in clear):
        return False
    if len(found) == 1 and not _speaks_of_winners(source, found[0]):
        return False
    filled = found if len(found) == 2 and plain(found[0]) == BOTH[0] else found[0]
    record.ask(
        "winner", f"{shown} seems to hold which of two won, in {listing(found)}; give {typed('winner', filled)}",
        [{"winner": filled}],
    )  # fmt: skip
    return True


def _speaks_of_winners(source, column):
    """Whether a column holds nothing but sides, ties and names of two systems."""
    sides, values = _sides(source.columns), source.first(column)
    names = {label(one) for side in sides or () for one in source.first(side)}
    words = {label(one) for one in values} - {None, ""} - names
    known = {one for one in words if _share(one, {}) is not None or one.strip().lower() in NOTHING}
    return bool(words & known or names) and (words <= known or not sides and len(words - known) <= 2)


def read_winners(source, roles, path, name, want, record):
    """Two answers a verdict: that of the winner has 1, that of the loser 0, and of a tie both have 0.

    Where verdicts are shares, as 1.3 on a scale from 1 to 2, both answers have theirs. `more` says which run of the
    item a verdict is, if there are several, and its place: 1 for the answer that was shown first, 2 for the other.
    """
    shown, winners = record.names[path], want.winner if isinstance(want.winner, list) else [want.winner]
    if len(winners) > 2:
        record.wrong("winner", f"must be one column, or two for both orders of an item: got {listing(winners)}")
        return []
    if name is not None:
        two = "whose winners are of two"
        record.fault(f"{checks.WORDS.get().named_file} names a system for {shown}, {two}; give its path alone")
        return []
    table = _Table(source, roles, winners, shown, record)
    pair = _pair(table, want, shown, record)
    if pair is None:
        return []
    here = [i for i, two in enumerate(table.two) if {*two} == {*pair}]
    if (others := len(table.two) - len(here)) and here:
        record.left_out.append(f"{number_of(others, source.unit)} of {shown} about other systems than {listing(pair)}")
    shares, odd, ties = _verdicts(table, here, want, record)
    if odd or (first := _places(table, here, pair, shown, record)) is None:
        return []
    runs = _runs(table, here, record)
    if record.faulty(shown):
        return []
    record.judges |= {one for i in here if table.judges and (one := _judge(table.judges[i]))}
    each = [(i, k) for i in here for k in range(len(winners))]
    own = [shares[k][j] for j in range(len(here)) for k in range(len(winners))]
    own = [1 - x if x is not None and table.two[i][0] != pair[0] else x for x, (i, _) in zip(own, each, strict=True)]
    other, discrete = [None if x is None else 1 - x for x in own], {*own} <= {None, 0, 0.5, 1}
    if discrete:  # a tie is won by neither
        own, other = ([None if x is None else float(x == 1) for x in side] for side in (own, other))
    part = Part(shown, source.unit, metric="winner", scores=own + other)
    kind = "pass or fail" if discrete else "number"
    part.outcomes = np.array(part.scores, float), {kind: "a verdict"}
    part.systems = [one for one in pair for _ in each]
    part.ids, part.where = ([of[i] for i, _ in each] * 2 for of in (table.ids, table.where))
    part.more = {key: [of[i] for i, _ in each] * 2 for key, of in table.more.items() if key != "run"}
    if runs is not None:
        part.more["run"] = runs * 2
    if any(one is not None for one in first):
        places = [None if one is None else 1.0 if one == pair[0] else 2.0 for one in first]
        part.more["place"] = places + [None if one is None else 3 - one for one in places]
    if table.question is not None:
        part.same["question"] = [table.asked[i] for i, _ in each] * 2
        part.said_in["question"] = plain(table.question)
    record.grouped_by |= {roles["group"]} if "group" in roles else set()
    record.found.append(_sentence(table, pair, own, other, ties, discrete))
    unused = [x for x in source.columns if x not in table.read and plain(x) not in ROW_NUMBERS]
    if unused:
        left = f"columns of {shown} that nothing names: {listing(unused)}"
        record.left_out.append(f"{left} ({typed('slices')} keeps them)")
    return [part]


class _Table:
    """The columns that count, read to the end: ids, who was compared, the words of the verdicts, and the rest."""

    def __init__(self, source, roles, winners, shown, record):
        self.winners, self.shown, self.unit, self.kind, self.roles = winners, shown, source.unit, source.kind, roles
        columns = [x for x in source.columns if x not in winners and x not in (roles.get("id"), *roles["slices"])]
        names = {plain(column): column for column in columns}
        self.sides = _sides(columns)
        self.order = next((names[one] for one in ORDERS if one in names), None)
        judge, turn = next((names[one] for one in JUDGES if one in names), None), names.get("turn")
        self.question = next((names[one] for one in ("question", "instruction", "prompt") if one in names), None)
        more = {role: roles[role] for role in ("run", "group", "date") if role in roles}
        more |= {free(column): column for column in roles["slices"]}
        alone = {"order": self.order, "judge": judge, "turn": turn, "question": self.question, "id": roles.get("id")}
        self.apart = {key: x for key, x in (("run", more.get("run")), ("judge", judge), ("turn", turn)) if x}
        self.read = [*dict.fromkeys(filter(None, [*winners, *(self.sides or ()), *more.values(), *alone.values()]))]
        got = {column: [] for column in self.read}
        self.ids, self.where = [], []
        for numbers, get in source.read(self.read):
            self.where += numbers
            for column, values in got.items():
                values += get(column)
            ids, begin = map(str, numbers), f"{the_file(shown)} has no id in"
            self.ids += texts(get(roles["id"]), numbers, source.unit, begin, record) if "id" in roles else ids
        self.words = [got[column] for column in winners]
        self.orders = got[self.order] if self.order else [None] * len(self.where)
        self.judges, self.asked = got.get(judge, []), got.get(self.question)
        self.labels = {key: [*map(_judge if key == "judge" else label, got[x])] for key, x in self.apart.items()}
        self.more = {key: [*map(label, got[column])] for key, column in more.items()}
        self.two = [*zip(*([*map(label, got[side])] for side in self.sides), strict=True)] if self.sides else []

    def place(self, i):
        return f"{self.unit} {self.where[i]}"


def _sides(columns):
    """The two columns that name the systems of a row, as model_a and model_b."""
    found = defaultdict(dict)
    for column in columns:
        if at := SIDE.fullmatch(plain(column)):
            found[at[1], at[2] in "ab"][at[2]] = column
    return next((tuple(two[key] for key in sorted(two)) for two in found.values() if len(two) == 2), None)


def _letters(words):
    """Verdicts of one letter or digit, which may name a place or a system; [[C]] is a tie."""
    known = {x for x in words if isinstance(x, (str, int, float))}
    return {one for one in map(label, known) if one and re.fullmatch(r"\[*[abAB12]\]*", one.strip())}


def _judge(value):
    """The name of who judges; FastChat writes [name, prompt]."""
    return label(value[0] if isinstance(value, (list, tuple)) and value else value)


def _share(word, values):
    """The share of a verdict that is the first side's: 1, 0, 0.5 for a tie; None if the word says nothing of it."""
    word = word.strip().lower()
    if word in TIES:
        return 0.5
    if at := WON.fullmatch(word):
        return float(at[1] in "a1")
    if at := re.fullmatch(r"\[*([ab])([<>=~])\2?([ab])\]*", word):
        return None if at[1] == at[3] else SIGNS[at[2]] if at[1] == "a" else 1 - SIGNS[at[2]]
    if PLAIN_NUMBER.fullmatch(word) and 1 <= float(word) <= 2:
        return 2 - float(word)  # 1 is the first, 2 the second, 1.5 a tie
    return None


# Who was compared


def _pair(table, want, shown, record):
    """The two systems, in the order of the difference; None with a question or a fault."""
    between = want.between
    if table.sides is None:
        words = [label(one) for column in table.words for one in column]
        named = {*between} if between else set()
        given = [one for one in dict.fromkeys(words) if one and (one in named or key_of(one, want.values) is None)]
        found = [one for one in given if one in named or one.lower() not in NOTHING and _share(one, {}) != 0.5]
        if not between and found and all(WON.fullmatch(one.lower()) for one in found):  # A and B, also if one never won
            other = re.sub("[abAB12](?=]*$)", lambda at: OTHER[at[0]], found[0])
            found = sorted({*found, other})
        if between and not {*found} <= named:
            there = f"of {shown}: its winners are {listing(found)}"
            record.wrong("between", f"must name the systems {there}")
            return None
        if not between and len(found) != 2:
            why = f"the winners in {listing(table.winners)} of {shown} are {listing(found[:6]) or 'none'}"
            if len(found) < 2:
                record.ask("between", f"{why}; name the two systems that were compared")
            else:
                columns = "put the two that each row compares into columns such as model_a and model_b"
                record.wrong("winner", f"must hold two systems, ties and nothing else: {why}; {columns}")
            return None
        pair = tuple(between or found)
        table.two = [*repeat(pair, len(table.where))]
        return pair
    for i, two in enumerate(table.two):
        if None in two or two[0] == two[1]:
            what = "does not name two systems" if None in two else "compares a system with itself"
            record.fault(f"{the_file(shown)} {what} in", table.place(i), unit=table.unit)
    if record.faulty(shown):
        return None
    pairs = Counter(map(frozenset, table.two))
    if between:
        if frozenset(between) not in pairs:
            names = sorted({one for two in pairs for one in two})
            got = f"got {listing(between)}; its systems are {listing(names)}"
            record.wrong("between", f"names no pair of {shown}: {got}")
            return None
        return tuple(between)
    if len(pairs) == 1:
        return table.two[0]
    most = [sorted(two) for two, _ in pairs.most_common(8)]
    such = ", ".join(f"{listing(two)} ({pairs[frozenset(two)]:,})" for two in most[:3])
    why = f"{shown} compares {len(pairs):,} pairs of systems, such as {such}"
    record.ask("between", f"{why}; give {typed('between', most[0])}", most)
    return None


# What was said


def _verdicts(table, here, want, record):
    """(the first side's share of each verdict, by column; how many are unclear; words of ties and how often)."""
    known, odd, ties, found = {}, Counter(), Counter(), []
    raws, examples = set(), {}
    for column in table.words:
        shares = []
        for i in here:
            raw, two = column[i], table.two[i]
            if isinstance(raw, bool) or not isinstance(raw, (str, int, float, type(None))):
                share = "unknown"
            else:
                key = raw, two
                if key not in known:
                    known[key] = _one(raw, two, want.values, record)
                share = known[key]
            raws.add(share)
            if share == "unknown":
                odd[checks.shown(raw)] += 1
                examples.setdefault(checks.shown(raw), table.place(i))
                share = None
            elif share == 0.5:
                ties[label(raw)] += 1
            shares.append(share)
        found.append(shares)
    if odd:
        listed = ", ".join(f"{word} ({n:,}, first in {examples[word]})" for word, n in odd.most_common(4))
        ways = "write the name of the winner, A, B or tie, or numbers from 1 (the first) to 2 (the second)"
        word = odd.most_common(1)[0][0].strip("'")
        give = f"{typed('values', {word: 0.5})} if it is a tie, or {typed('values', {word: None})} if it is no verdict"
        record.fault(f"{the_file(table.shown)} has verdicts that cannot be read: {listed}; {ways}, or give {give}")
    names = {one for two in set(table.two) for one in two} if table.sides else set()
    bare = _letters(table.words[-1]) - names
    if len(found) == 2 and bare and not odd:
        said = f"{listing(sorted(bare))} may be places or systems; write the names of systems, or model_1 and model_2"
        record.wrong("winner", f"names two columns of {table.shown} for both orders, in which {said}")
        return found, True, ties
    return found, bool(odd), ties


def _one(raw, two, values, record):
    """The first side's share of one verdict; None if there is none, "unknown" if nobody can tell."""
    if (key := key_of(raw, values)) is not None:
        record.values_found.add(key)
        return values[key] if values[key] in (None, 0.5) else "unknown"
    word = label(raw)
    if word is None:
        return None
    word = word.strip()
    for own in (lambda x: x, str.casefold):
        if own(two[0]) != own(two[1]) and own(word) in (own(two[0]), own(two[1])):
            return float(own(word) == own(two[0]))
    if word.lower() in NOTHING:
        return None
    share = _share(word, values)
    return "unknown" if share is None else share


def _places(table, here, pair, shown, record):
    """Which system of each verdict was shown first, or None where nothing says so; None at all after a fault."""
    two, ids = [table.two[i] for i in here], {table.ids[i] for i in here}
    side = checks.shown(table.sides[0]) if table.sides else ""
    if len(table.winners) == 2:
        what = f"the system in {side}" if side else checks.shown(pair[0])
        one, other = map(checks.shown, table.winners)
        record.assume(f"of {shown} {one} is about {what} shown first, and {other} about it shown second")
        return [one for names in two for one in names]
    exchanged = side and len(ids) < len(here) and len({(table.ids[i], table.two[i]) for i in here}) > len(ids)
    if table.order is not None and not exchanged:
        found = _by_order(table, here, pair, two, shown, record)
        if found is None or any(one is not None for one in found):
            return found
    if exchanged or side and plain(table.sides[0])[-1] == "a":
        record.assume(f"in {shown} the system in {side} was shown first")
        return [a for a, _ in two]
    return [None] * len(here)


def _by_order(table, here, pair, two, shown, record):
    """The same by a column such as order, whose labels name a system, or the two in their order, or say swapped."""
    said, column = [(label(table.orders[i]) or "").strip().lower() for i in here], checks.shown(table.order)
    words, names = {*said} - {""}, {one.lower(): one for one in pair}
    forward = {one: re.sub("model|system|first|[^ab12]", "", one) for one in words}
    back, ordered = {}, {*forward.values()} <= {"ab", "ba", "12", "21"}
    if words <= {*BACK}:
        back = BACK
    elif ordered:
        back = {one: letters[0] in "b2" for one, letters in forward.items()}
    elif words in ({"0", "1"}, {"1", "2"}):
        back = {one: one == max(words) for one in words}
    elif not words <= {*names}:
        record.found.append(f"{shown}: what {column} says is not known as an order of two systems")
        return [None] * len(here)
    bare = _letters(table.words[0])
    bare -= {one for both in set(two) for one in both} if table.sides else set()
    if bare and back and not ordered:
        winner = checks.shown(table.winners[0])
        why = f"{listing(sorted(bare))} may be places or systems where {column} changes the order"
        record.wrong("winner", f"cannot be read in {shown}: {why}; write the systems' names in {winner}")
        return None
    systems = f", and {listing(sorted(bare))} are systems in either order" if bare and back else ""
    record.assume(f"in {shown} {column} says which system was shown first{systems}")
    if not back:
        return [names.get(one) for one in said]
    return [names[back[one]] if one else None for one, names in zip(said, two, strict=True)]


def _runs(table, here, record):
    """What tells the verdicts on one item apart, or None if there is one on each."""
    both, ids = len(table.winners) == 2, [table.ids[i] for i in here]
    if not both and len(set(ids)) == len(ids):
        return None
    apart = {key: [of[i] for i in here] for key, of in table.labels.items()}
    if not both:
        apart["order"] = [" before ".join(table.two[i]) for i in here]
        if table.order:
            apart[table.order] = [label(table.orders[i]) for i in here]
    apart = {key: of for key, of in apart.items() if len(set(of)) > 1}
    rows = [" ".join(map(str, one)) for one in zip(*apart.values(), strict=True)] if apart else [""] * len(here)
    if len({*zip(ids, rows, strict=True)}) < len(ids):
        twice = [one for one, times in Counter(zip(ids, rows, strict=True)).items() if times > 1]
        such, tell = checks.shown(twice[0][0]), f"name with {typed('run')} what tells them apart"
        many = number_of(len(twice), "id")
        record.fault(
            f"{the_file(table.shown)} has more than one verdict for {many}, such as {such}; keep one, or {tell}"
        )
        return None
    by = [*apart, *["order"] * both]
    many = max(Counter(ids).values()) * (1 + both)
    record.assume(f"in {table.shown} an item has up to {many:,} verdicts, told apart by {listing(by)}")
    return [f"{row} order {k + 1}".strip() for row in rows for k in range(2)] if both else rows


def _sentence(table, pair, own, other, ties, discrete):
    named = f"id in {checks.shown(table.roles['id'])}, " if "id" in table.roles else ""
    where = f"winners in {listing(table.winners)}"
    if discrete:
        won = [sum(x or 0 for x in side) for side in (own, other)]
        bad = sum(n for word, n in ties.items() if "bad" in word.lower())
        even = f"{number_of(sum(ties.values()), 'tie')}{f' ({bad:,} of them both bad)' * bool(bad)}"
        counts = f"{won[0]:,.0f} for {checks.shown(pair[0])}, {won[1]:,.0f} for {checks.shown(pair[1])}, {even}"
    else:
        counts = f"as shares of {checks.shown(pair[0])} and {checks.shown(pair[1])}"
    return f"{table.shown}, {table.kind}: {number_of(len(table.where), table.unit)}, {named}{where}: {counts}"
