"""From a table, long or wide, to answers: what its columns are, by their names or by what the user said: chapter 12."""

from __future__ import annotations

import re
from collections import Counter

from give_or_take import checks
from give_or_take.checks import listing, number_of, the_file, typed
from give_or_take.evalfile.choosing import (
    all_there,
    choose_rows,
    column_of,
    join_columns,
    lists_as_runs,
    say_repeats,
    worded,
)
from give_or_take.evalfile.files import MOST_ROWS
from give_or_take.evalfile.outcomes import YES_NO, is_empty, pass_or_fail, worth
from give_or_take.evalfile.predictions import is_metric, offer, predicts, speaks_of_classes
from give_or_take.evalfile.rates import bases
from give_or_take.evalfile.record import FEW_LABELS, RUNS, Part, Unreadable, free, judges, label, plain
from give_or_take.evalfile.tools import said, texts
from give_or_take.evalfile.want import (
    ALL,
    ALSO_KNOWN,
    KNOWN,
    LABELS,
    ROW,
    ROW_NUMBERS,
    SAME,
    SLICES,
    how_to_label,
    lower_is_better,
)
from give_or_take.evalfile.winners import offer_winners, read_winners

# In names of columns of numbers that are hardly results.
BESIDE = "token|chunks|cost|usd|price|latency|second|duration|elapsed|time|index|idx|seed|length|chars|words|version"
BESIDE += "|(^|_)(num|ms|count|n|line|row|page|turn|round|rank|ranking|position|fold|stage)(_|$)"
BESIDE += "|steps|turns|calls|trial|attempt|sample|confidence|returncode|exit_?code"
# And of columns that say what came out, or should: items do not belong together by these.
OUTPUT = (
    "answer|completion|correct|expected|extracted|generated|generation|gold|label|output|predict|raw|reference|response|"
    "target|truth|verdict"
)
RESULT = "score|correct|passed|success|choice|winner|prefer|vote"  # in names of results, with WORDED
ITEMS = "problem|task|question|case|item|query|scenario|test|example|puzzle|instance"  # in names of columns of ids
ITEM = f"(^|.*_)({ITEMS})s?(_(id|idx|index|key|name|no|nr|num|number|text|title))?"  # the whole name of such a column
WORDED = "label|verdict|outcome|result|grade|rating|status|judg|decision|behaviou?r|answered"  # what may be a result
OFTEN = 0.05  # the share of answers from which on it is said that they are empty
METRICS = {"acc": "accuracy", "accuracy": "accuracy", "exact_match": "exact match"}
METRICS |= {"rating": "rating", "ratings": "rating"}


def table(source, path, name, want, record):
    """The answers of a table, long or wide."""
    shown, whole = record.names[path], source.first
    if source.first is None:
        if record.faulty(shown):
            return []
        raise Unreadable("holds no rows")
    record.columns[shown] = lambda: [[*map(label, whole(column))] for column in source.columns]
    if want.filter is not None:
        record.wrong("filter", f"is for the files of lm-evaluation-harness, and {shown} is none; leave it out")
    if not choose_rows(source, want, shown, record):
        return []
    first_id, want = want.id[0] if len(want.id) > 1 else None, join_columns(source, want)
    if not want.people and (offer_winners(source, want, shown, record) or offer(source, want, shown, record)):
        return []
    roles, wrong = _roles(source, want, shown, record)
    if want.per is not None:
        wrong |= set() if all_there("per", [want.per], source.columns, shown, record) else {"per"}
        roles |= {} if "per" in wrong else {"per": want.per}
    if want.winner is not None:
        return [] if wrong else read_winners(source, roles, path, name, want, record, first_id)
    scores, alone = _score_columns(source, roles, wrong, want, shown, record)
    wide = isinstance(roles["score"], list)
    if wide and "system" in roles:
        why = f"{shown} has a column of systems, {checks.shown(roles['system'])}, and several that hold results"
        record.ask("score", f"{why}, {listing(scores)}; give the one that counts", scores)
    part, results = _collect(source, roles, scores, shown, record, first_id)
    part.bases = part.bases if len(scores) == 1 and "truth" not in roles and not want.people else {}
    part.roles = roles
    if not want.id and not wide:
        others = [x for x in source.columns if plain(x) in ALSO_KNOWN["id"] and x != roles.get("id")]
        part.other_ids = {column: {*map(label, source.first(column))} - {None} for column in others}
    if want.where and not part.where:
        values = {x: list(dict.fromkeys(map(worded, source.first(x)))) for x in map(column_of, want.where)}
        has = "; ".join(f"{checks.shown(column)} holds {listing(of)}" for column, of in values.items())
        record.wrong("where", f"leaves no row of {shown}: {has}")
        return []
    graded = "truth" not in roles
    if graded and (len(scores) == 1 or scores and all(map(lower_is_better, scores))):  # else they name systems
        part.metric, part.fractions = scores[0], is_metric(whole(scores[0]))
    measured = set(map(str, part.same.get("scorer", ())))
    if len(measured) == 1 and lower_is_better(min(measured)):
        [part.metric] = measured
    if graded and "run" not in roles and not wide:
        lists_as_runs(part, results, scores, shown, record)
    if graded and len(scores) == 1 and plain(scores[0]) in METRICS:  # else its name does not say how it was graded
        part.same.setdefault("scorer", [METRICS[plain(scores[0])]] * len(part.where))
    held = [*dict.fromkeys(part.systems)]  # if a column names one alone, paths may name it otherwise
    if name is not None and (wide or len(held) > 1):
        has = f"has a column for each, {listing(scores)}" if wide else "has a column of systems"
        has += f", {checks.shown(roles['system'])}" if "system" in roles else ""
        record.fault(f"{checks.WORDS.get().named_file} names a system for {shown}, which {has}; give its path alone")
    elif name is not None and held and held != [name]:
        there = f"what {shown} calls {checks.shown(held[0])} is {checks.shown(name)}"
        record.assume(f"{there}, as {checks.WORDS.get().named_file} names it")
        part.systems = [name] * len(part.systems)
    if alone and not pass_or_fail(results[scores[0]]):
        _no_score(source, [], shown, record)
        return []
    if wrong or wide and "system" in roles:
        return []
    rows = len(part.ids) or len(part.where)
    record.grouped_by |= {roles["group"]} if "group" in roles else set()
    record.found.append(_sentence(source, roles, scores, rows, shown, wide))
    if not want.people and "group" not in roles and "id" in roles:  # else it is said of the rows
        _repeats(source, part, shown, record)
    used = [*scores, *roles["slices"], *source.joined]
    used += [column for column in roles.values() if isinstance(column, str)]
    unused = [x for x in [*source.columns, *source.late] if x not in used and plain(x) not in ROW_NUMBERS]
    if unused and not want.people:
        more = f"{typed('slices')} keeps them{_belong(source, roles, unused)}"
        scores_too = _scores(source, unused, want, beside=False)
        if clocked := [x for x in scores_too if lower_is_better(x)][:1]:
            more += f"; {typed('score', clocked[0])} {typed('better', 'lower')} compares one" * graded
        record.left_out.append(f"columns of {shown} that nothing names: {listing(unused)} ({more})")
    if graded and (speaks := [column for column in scores if judges(column)]):  # else it may be what is predicted
        record.judge(shown, f"column {checks.shown(speaks[0])}")
    elif graded and (speaks := [column for column in source.columns if judges(column)]):
        record.found.append(f"{shown} has a column {checks.shown(speaks[0])}: say so if a model graded the answers")
    if wide:
        part.same, part.wide = {}, True
        part.take([*range(rows)] * len(scores))
        part.systems = [column for column in scores for _ in range(rows)]
    elif "system" not in roles:
        part.systems = [name or record.system_of(path)] * rows
    part.scores = [value for column in scores for value in results[column]]
    if not want.people and graded and not wide:
        _unanswered(part, want, record)
    return [part]


def _belong(source, roles, unused):
    """A hint at columns of text whose labels several items share."""
    if "group" in roles or "id" not in roles:
        return ""
    items, shared = len(set(map(label, source.first(roles["id"])))), []
    for column in [x for x in unused if not re.search(OUTPUT, plain(x))]:
        labels = [one for one in source.first(column) if one not in (None, "")]
        if all(isinstance(one, str) and worth(one, {})[0] == "unknown" for one in labels):
            if 10 <= len(set(labels)) <= items / 2:  # of fewer, no interval is worth much
                shared.append(column)
    together = f"; if items that share one of {listing(shared)} belong together, name it with {typed('group')}"
    return together if shared else ""


def _unanswered(part, want, record):
    """Says where what was answered is often empty, and there is a result all the same."""
    there = [worth(one, want.values)[0] != "none" for one in part.scores]
    for column, flags in part.empty.items():
        for system, none, one in zip(part.systems, flags, there, strict=True):
            of = record.empty.setdefault((system, column), [0, 0])
            of[0], of[1] = of[0] + (none and one), of[1] + one
        if (empty := sum(map(all, zip(flags, there, strict=True)))) >= max(1, OFTEN * len(there)):
            of = f"{empty:,} of {number_of(len(there), part.unit)} of {part.name}"
            record.assume(f"{checks.shown(column)} is empty in {of}; the results there count as they stand")


def _repeats(source, part, shown, record):
    """Says how many items were asked the same, if these count as independent."""
    column = part.said_in.get("question")
    asked = dict(zip(part.ids, map(said, part.same.get("question", ())), strict=False))
    if None not in asked.values() and 1 < (different := len({*asked.values()})) < len(asked):
        many = f"{different:,} of {len(asked):,} texts in {checks.shown(column)} are different"
        record.found.append(f"{shown}: {many}; {typed('group', column)} counts repeats together")


def _columns_of_items(source, roles):
    """What may be ids, best first: columns, or two together, that several systems share; and columns without a repeat.

    Of the first, those without a repeat come first, then what is called after items, then texts, then what has most
    values. Of one system it is what is called after items and has repeats. What came out is none.
    """
    first = {x: source.first(x) for x in source.columns}
    rows = max(map(len, first.values()), default=0)
    held = {x: [*map(label, values)] for x, values in first.items() if len(values) == rows}  # not what cannot be read
    named = [x if isinstance(x := roles.get(role), str) else None for role in ("system", "run", "score")]
    systems, runs = (held.get(x) or [None] * rows for x in named[:2])
    out = [x for x in held if re.search(OUTPUT, plain(x)) or x in named or x in source.joined]
    held = {x: of for x, of in held.items() if x not in out and None not in of}
    numbers = {x: all(isinstance(one, int | float) for one in first[x]) for x in held}
    beside, one, met = [*zip(systems, runs, strict=True)], len({*systems}) < 2, {}
    apart = [x for x, of in held.items() if len({*zip(beside, of, strict=True)}) == len(of)]
    called = {x: re.fullmatch(ITEM, plain(x)) is not None for x in held}

    def shared(values):
        times = Counter(value for value, _ in {*zip(values, systems, strict=True)})
        return 2 * sum(many > 1 for many in times.values()) >= len(times)

    for column in [x for x in held if not _beside(x) or re.search(ITEMS, plain(x))]:
        many, least = len({*held[column]}), (plain(column) in SLICES) if called[column] else 9  # of fewer, a slice
        if called[column] and many < len(systems) if one else many > least and shared(held[column]):
            met[column] = many
    met = sorted(met, key=lambda x: (x not in apart, not called[x], numbers[x], -met[x]))
    for column in met[:3] if met and met[0] not in apart else ():
        alone = {*Counter(zip(beside, held[column], strict=True)).values()}
        for second in [x for x in held if x not in (column, *apart) and not numbers[x] and not RUNS.search(plain(x))]:
            both = [*zip(held[column], held[second], strict=True)]
            times = {*Counter(zip(beside, both, strict=True)).values()}
            fits = 2 * len({*held[second]}) <= len(both) if one else shared(both)
            crossed = len({*both}) == len({*held[column]}) * len({*held[second]})  # as conditions are
            if fits and not crossed and (times == {1} or len(times) == 1 < len(alone)):  # else as many runs of each
                return [[column, second], *met], []
    return met, sorted(apart, key=lambda x: (not called[x], numbers[x]))


def _known(role, source, named):
    """The columns that are called like a role; of results, without those that hold something else."""
    for names in (KNOWN, ALSO_KNOWN):
        found = [column for column in source.columns if plain(column) in names.get(role, ()) and column not in named]
        if role == "score" and len(found) > 1:
            strange = {x for x in found for one in source.first(x) if worth(one, YES_NO)[0] == "unknown"}
            found = [x for x in found if x not in strange] or found
        if found:
            return found
    return []


def _roles(source, want, shown, record):
    """{role: column}, by what the user named and else by the columns' own names; and the roles that are wrong."""
    columns, unit = source.columns, source.unit
    wrong, roles, rows_alone = set(), {"score": None}, None
    results = _labels(columns, want) if want.people else want.results
    if results == ALL not in columns and _known("system", source, ()):  # which has them all
        results = None
    if results is None and want.systems and set(want.systems) <= set(columns):
        results = [*want.systems]
    named = {*want.id, *want.system, want.run, want.group, want.date, want.truth, *want.slices}
    if want.systems and not want.system and want.winner is None and results != [*want.systems]:
        having = [x for x in columns if {*want.systems} <= {*map(label, source.first(x))}]
        if len(having) == 1:
            [roles["system"]] = having
    named |= {roles.get("system"), *(results if isinstance(results, list) else [results])}
    for role in (*KNOWN, *(["truth"] if want.truth is not None else ())):
        given = results if role == "score" else getattr(want, role)
        if role in ("id", "system"):
            given = given[0] if len(given) == 1 else given or None
        if want.people and role in ("id", "system") and given not in columns:
            given = None  # of the results
        called = want.results_from if role == "score" else role
        if role == "score" and results == ALL not in columns or role == "system" in roles:
            continue
        if role == "id" and given == ROW not in columns:
            rows_alone = f"the items of {shown} are its rows, in their order"
        elif given is None:
            known = _known(role, source, named)
            if role == "score" and len(known) > 1 and 0 < len((empty := _empty(source, known))[0]) < len(known):
                record.found.append(is_empty(*empty, unit, shown))
                known = [x for x in known if x not in empty[0]]
            if len(known) > 1:
                metrics = role == "score" and len(_all_results(source, known, want)) == len(known)
                record.ask(role, f"{shown} has the columns {listing(known)}; give {typed(role)}", known, metrics)
                wrong.add(role)
            elif known:
                roles[role] = known[0]
        elif all_there(called, [given] if isinstance(given, str) else given, columns, shown, record):
            roles[role] = given
        else:
            wrong.add(role)
    own = want.winner is not None or "system" not in {*roles, *wrong}
    met, apart = ([], []) if "id" in {*roles, *wrong} else _columns_of_items(source, roles)
    if rows_alone is None and own and "id" not in {*roles, *wrong} and len(record.names) == 1:
        asked = _says("question", columns, ())
        items = [x for x in met if "run" in roles or plain(x) not in SLICES]
        if "truth" in roles or not items and asked in (None, *apart):  # else rows may be runs
            rows_alone = f"each {unit} of {shown} is an item of its own, as no column is known as ids"
    if rows_alone is not None:
        if items := [x for x in met if isinstance(x, str) and x not in apart and roles.get("group") is None][:1]:
            rows_alone += f"; but rows share what {checks.shown(items[0])} holds, and may not be independent: give "
            rows_alone += f"{typed('id', items[0])} if these are the items, or {typed('group', items[0])}"
        record.assume(rows_alone)
    elif "id" not in roles and "id" not in wrong and len(columns) == 1:
        record.fault(f"{the_file(shown)} has one column, {listing(columns)}; add one with the id of each item")
        wrong.add("id")
    elif "id" not in roles and "id" not in wrong:
        each = f"or {typed('id', ROW)} if each row is an item, in the same order in all files"
        why = f"no column of {shown} says which item a row is about"
        if met and isinstance(met[0], list):
            why += f", but {' and '.join(map(checks.shown, met[0]))} do together. Give {typed('id', met[0])}, {each}"
        elif met:
            share = f"{'Several systems share' if 'system' in roles else 'Rows share'} what {listing(met)}"
            why += f". {share} hold{'s' * (len(met) == 1)}. Give one with {typed('id')}, {each}"
        else:
            why += f". Its columns are {listing(columns)}. Give one with {typed('id')}, {each}"
        record.ask("id", why, met or apart or columns)
        wrong.add("id")
    if not all_there("slices", want.slices, columns, shown, record):
        wrong.add("slices")
    known = [] if want.people else [column for column in columns if plain(column) in SLICES]
    slices = dict.fromkeys([*want.slices, *known])
    taken = [column for column in roles.values() if isinstance(column, str)]
    taken = [x for x in taken if x != roles.get("id") or x not in want.slices]  # an item may be a slice, of its runs
    return roles | {"slices": [x for x in slices if x in columns and x not in taken]}, wrong


def _labels(columns, want):
    """The columns of people's labels: one for each system, or the one that is called so, or is left."""
    if all(one in columns for one in want.people):
        return [*want.people] if want.people[1:] else want.people[0]
    named, how = {*want.id, *want.system}, how_to_label(want.people)
    if want.people[1:] and not any(one in want.system or plain(one) in KNOWN["system"] for one in columns):
        raise Unreadable(f"does not say which system its labels are of: its columns are {listing(columns)}; {how}")
    for names in (LABELS, KNOWN["score"]):
        if found := [column for column in columns if plain(column) in names and column not in named]:
            break
    else:
        others = {name for role in KNOWN.values() for name in role} | {*ROW_NUMBERS}
        found = [column for column in columns if plain(column) not in others and column not in named]
    if len(found) != 1:
        of = f"several may: {listing(found)}" if found else f"its columns are {listing(columns)}"
        raise Unreadable(f"does not say which column holds people's labels: {of}; {how}")
    return found[0]


def _score_columns(source, roles, wrong, want, shown, record):
    """The columns of results, and whether it is one that nothing but its being alone speaks for."""
    score = roles["score"]
    if score is not None:
        return ([score] if isinstance(score, str) else score), False
    if wrong & {"id", "score"}:  # the column of ids may be any that is left
        wrong.add("score")
        return [], False
    taken = [*(column for column in roles.values() if isinstance(column, str)), *roles["slices"], *source.joined]
    others = [x for x in source.columns if x not in taken and plain(x) not in ROW_NUMBERS]
    fit = [column for column in others if pass_or_fail(source.first(column))]
    fit = fit if len(others) == 1 else [column for column in fit if not _one_number(source.first(column))]
    if want.score == ALL and (found := _all_results(source, others, want)):
        roles["score"] = found
        return found, False
    if len(others) == 1 and fit and not speaks_of_classes(others[0]):
        roles["score"] = others[0]
        record.assume(f"in {shown} {checks.shown(others[0])} is the only other column, so it holds the results")
        return others, True
    fit = [column for column in fit if not _beside(column)] or fit
    metrics = "system" in roles or len(record.names) > 1  # else columns that pass and fail may each be a system
    _no_score(source, fit, shown, record, _scores(source, others, want), metrics)
    wrong.add("score")
    return [], False


def _one_number(values):
    """Whether a column holds one number alone, as a turn or a version, which is hardly a result."""
    found = {label(x) for x in values}
    return found <= {"0", "1", "0.0", "1.0"} and len(found) == 1 and len(values) > 2


def _all_results(source, columns, want):
    """Of these columns those that hold nothing but pass and fail; if none does, those with nothing but results."""
    worths = {column: [worth(one, YES_NO | want.values) for one in source.first(column)] for column in columns}
    known = [x for x in columns if {"none"} != {kind for kind, _ in worths[x]} and "unknown" not in dict(worths[x])]
    graded = [x for x in known if all(kind != "number" or score in (0, 1) for kind, score in worths[x])]
    return graded or known


def _beside(column):
    """Whether a column is called after what is counted or clocked beside results."""
    return re.search(BESIDE, plain(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", str(column)))) is not None


def _scores(source, columns, want, beside=True):
    """Of these columns those that hold numbers, and not one alone, nor what is counted or clocked beside."""
    found = []
    for column in columns:
        worths = [worth(one, want.values) for one in source.first(column)]
        kinds, scores = {kind for kind, _ in worths}, {score for kind, score in worths if kind == "number"}
        if kinds <= {"number", "none"} and len(scores) > 1 and not (beside and _beside(column)):
            found.append(column)
    return sorted(found, key=lambda column: not is_metric(source.first(column)))


def _no_score(source, fit, shown, record, numbers=(), metrics=False):
    """The question which column holds the results. Columns that pass and fail may be systems, metrics or anything."""
    classes = "If one column says what is right and another what was answered, "
    classes += f"{typed('truth')} and {typed('prediction')} name them"
    empty, rows = _empty(source, [x for x in source.columns if re.search(f"{WORDED}|{RESULT}", plain(x))])
    empty = is_empty(empty, rows, source.unit, shown) if empty else ""
    varied = [column for column in fit if len({label(one) for one in source.first(column)}) > 1]
    fit = varied if numbers or metrics and varied else fit  # a flag that is always off is no result
    numbers = [*fit, *(column for column in numbers if column not in fit)]
    words = {column: held for column, held in _worded_results(source).items() if column not in fit}
    some, together = numbers, 1 < len(numbers) <= 8
    if numbers:
        one, hold = len(numbers) == 1, "pass and fail" if numbers == fit else "numbers, or pass and fail"
        hold = f"hold{'s' * one} {hold if fit else 'numbers'}{', but may be something else' * one}"
        every = typed("score", fit if len(fit) <= 8 else ALL) if numbers == fit else f"several with {typed('score')}"
        give = f"{every} if each is a system, or the one that counts"
        give = f"{typed('score', numbers[0])} if it does" if one else give
        why = f"no column of {shown} is known to say how good an answer is. {listing(numbers)} {hold}. Give {give}"
        if numbers == fit:
            some = [fit, *fit] if not one and not metrics else fit  # each may be a system
            some, together = [{"score": ALL}] if len(fit) > 8 else some, metrics and len(fit) <= 8
        if words and one and fit:  # nobody can say which
            why, some = f"{why}. Or {_of_words(words)}", []
    elif empty:
        why = f"{empty}. If a column does say how good an answer is, give {typed('score')}"
    elif words:
        why = f"nothing in {shown} is known to say how good an answer is. S{_of_words(words)[1:]}"
    else:
        others = [column for column in source.columns if plain(column) not in KNOWN["id"]] or source.columns
        why = f"nothing here says how good an answer is: {shown} has {listing(others)}. Have the answers graded first. "
        why += f"If a column does say it, give {typed('score')}"
    why = f"{empty}; {why}" if empty and not why.startswith(empty) else why
    record.ask("score", f"{why}. {classes}", some, together)


def _empty(source, columns):
    """Of these columns those that hold nothing in any row, and how many rows there are."""

    def blank(values):
        return not any(one and one.strip() for one in map(label, values))

    columns, rows = [x for x in columns if blank(source.first(x))], 0
    for numbers, get in source.read(columns) if columns else ():
        rows += len(numbers)
        columns = [x for x in columns if blank(get(x))]
    return columns, rows


def _of_words(words):
    """What to type for a column of words."""
    column, held = next(iter(words.items()))
    such = f"{typed('score', column)} {typed('values', {word: int(not k) for k, word in enumerate(held)})}"
    return f"say what the words in {checks.shown(column)} are worth, such as {such}"


def _worded_results(source):
    """{a column that is called after a result: the two to six words in it}."""
    found = {}
    for column in source.columns:
        words = list(dict.fromkeys(label(one) for one in source.first(column)))
        if re.search(WORDED, plain(column)) and 2 <= len(words) <= 6 and len(source.first(column)) > 2 * len(words):
            found[column] = [word for word in words if word is not None]
    return found


def _collect(source, roles, scores, shown, record, first_id=None):
    """The columns that count, read to the end, with faults for rows without an id or a system."""
    part, results, kinds, pairs = Part(shown, source.unit), {column: [] for column in scores}, Counter(), set()
    more = {role: roles[role] for role in ("run", "group", "date", "truth", "per") if role in roles}
    more |= {free(column): column for column in roles["slices"]}
    part.more = {key: [] for key in more}
    wanted = dict.fromkeys([*scores, *more.values(), *(roles[role] for role in ("id", "system") if role in roles)])
    taken = {*wanted, *source.joined}
    same = {what: column for what in SAME if (column := _says(what, source.columns, taken)) is not None}
    same |= {"id": known[0]} if "id" not in roles and (known := _known("id", source, taken)) else {}
    part.same, part.said_in = {what: [] for what in same}, dict(same)
    part.empty = {column: [] for column in source.columns if predicts(column)}
    part.bases = {column: [] for column in bases(source, roles, scores)}
    named = {*scores, *source.joined, *(column for column in roles.values() if isinstance(column, str))}
    others = [x for x in source.columns if x not in named and not re.search(OUTPUT, plain(x))]
    held = {x: {one: one for one in map(label, source.first(x))} for x in others}  # each label is held once
    part.beside = {x: [] for x, of in held.items() if 0 < len(of) <= FEW_LABELS and None not in of}
    wanted |= dict.fromkeys([*same.values(), *part.empty, *part.bases, *part.beside, *([first_id] if first_id else [])])
    for numbers, get in source.read(list(wanted)):
        part.where += numbers
        if len(part.where) > MOST_ROWS:
            raise Unreadable(f"has more than {MOST_ROWS:,} rows; count those with tally()")
        if "id" in roles:
            ids = get(roles["id"])
            kinds.update(map(type, ids))
            part.ids += texts(ids, numbers, source.unit, f"{the_file(shown)} has no id in", record)
            pairs.update(zip(map(label, get(first_id)), ids, strict=True) if first_id else ())
        else:
            part.ids += map(str, numbers)
        if "system" in roles:
            begin = f"{the_file(shown)} names no system in its column {checks.shown(roles['system'])} in"
            another = f"; name it in each, or give another column with {typed('system')}"
            systems = texts(get(roles["system"]), numbers, source.unit, begin, record, another)
            part.systems += [system or "" for system in systems]
        for column, values in results.items():
            values += get(column)
        for key, column in more.items():
            part.more[key] += map(label, get(column))
        for what, column in same.items():
            part.same[what] += get(column)
        for column, labels in [*part.beside.items()]:
            labels += [held[column].setdefault(one, one) for one in map(label, get(column))]
            if len(held[column]) > FEW_LABELS:
                del part.beside[column]
        for column, values in part.bases.items():
            values += map(label, get(column))
        for column, flags in part.empty.items():
            flags += [worded(one) is None for one in get(column)]
    for column, number in source.late.items():
        if plain(column) in (*KNOWN["score"], *KNOWN["run"], *KNOWN["group"]):
            where = f"from line {number:,} on only"
            record.fault(f"{the_file(shown)} has the key {checks.shown(column)} {where}; put it in all lines")
    say_repeats(first_id, pairs, roles, shown, record)
    numeric = sum(count for kind, count in kinds.items() if kind in (int, float))
    if numeric and kinds[str]:
        mixed = f"{number_of(numeric, 'number')} and {number_of(kinds[str], 'text')}"
        record.found.append(f"the ids of {shown} are {mixed}; 1 and '1' are one id")
    return part, results


def _says(what, columns, taken):
    """The column that says what was asked, or how it was graded."""
    names = {plain(column): column for column in columns if column not in taken}
    return next((names[name] for name in SAME[what] if name in names), None)


def _sentence(source, roles, scores, rows, shown, wide):
    results = f"a column for each system: {listing(scores)}" if wide else f"results in {checks.shown(scores[0])}"
    results = results.replace("results", "predictions", 1) if "truth" in roles else results
    results += f" divided by {checks.shown(roles['per'])}" if "per" in roles else ""
    also = [role for role in ("truth", "system", "run", "group", "date") if role in roles]
    also = "".join(f", {role} in {checks.shown(roles[role])}" for role in also)
    also += f", slices in {listing(roles['slices'])}" if roles["slices"] else ""
    named = f"id in {checks.shown(roles['id'])}, " if "id" in roles else ""
    return f"{shown}, {source.kind}: {number_of(rows, source.unit)}, {named}{results}{also}"
