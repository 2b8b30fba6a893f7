"""Predictions held against what is right, as classes or as texts, and tables that look like that: chapter 7."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from operator import gt

import numpy as np

from give_or_take import checks
from give_or_take.checks import called, listing, number_of, the_file, typed
from give_or_take.evalfile.outcomes import NO_RESULT, PLAIN_NUMBER, pass_or_fail
from give_or_take.evalfile.record import label, plain
from give_or_take.evalfile.want import KNOWN, NORMALISE, ROW_NUMBERS, SLICES

# Names of columns, in lower case and with nothing but letters and digits.
TRUTHS = """actual actualclass actuallabel annotation answerkey class correctanswer correctlabel expected expectedanswer
expectedlabel expectedoutput gold goldanswer golden goldlabel goldstandard groundtruth human humanlabel ideal label
labels reference referenceanswer referenceoutput sentiment target targets true trueclass truelabel truth ytest
ytrue""".split()
PREDICTIONS = """answer answers completion generated generatedanswer generation llmanswer llmoutput llmresponse
modelanswer modeloutput modelprediction modelresponse output outputs predictedanswer response responses systemanswer
yhat ypred""".split()
BESIDE_PREDICTED = {"actual", "true", "gold", "expected", "correct"}  # of a name whose other words a prediction has
PREDICTED = {"pred", "preds", "predicted", "prediction", "predictions"}  # words of a name
NO_CLASS = {"confidence", "id", "logit", "prob", "proba", "probability", "score", "time", "tokens"}
UNCLEAR = ("model", "system", "outcome", "result")  # columns that may hold predictions, whatever else they are known as
WRITTEN = "as written, but for blanks at their ends and the .0 of whole numbers"
LONG, TO_JUDGE = 8, "texts such as these need a judge's verdicts"  # words: sentences are hardly ever alike
MATCHED = {
    "case": "whatever their case, blanks at their ends and the .0 of whole numbers",
    "case and punctuation": "whatever their case, punctuation, blanks and the .0 of whole numbers",
}


def _letters(column):
    return re.sub(r"[^a-z0-9]", "", str(column).lower())


def _words(column):
    return set(re.split(r"[^a-z]+", plain(column)))


def predicts(column):
    """Whether a column is called after predictions."""
    words = _words(column)
    return _letters(column) in PREDICTIONS or bool(words & PREDICTED) and not words & NO_CLASS


def speaks_of_classes(column):
    """Whether a column is called after what is right, or after what was answered."""
    return _letters(column) in TRUTHS or predicts(column)


def offer(source, want, shown, record):
    """Ask whether a table holds predictions beside what is right, if its columns say so and no result has a name."""
    if want.score is not None or want.truth is not None or want.systems:
        return False
    if any(plain(column) in KNOWN["score"] and plain(column) not in UNCLEAR for column in source.columns):
        return False
    others = [column for column in source.columns if not speaks_of_classes(column)]
    shares = [column for column in others if is_metric(source.first(column), whole=True)]
    if len(shares) > 1 and any(is_metric(source.first(column)) for column in shares):  # answers that were scored
        return False
    predictions = [column for column in source.columns if predicts(column)]
    truths = [column for column in source.columns if _letters(column) in TRUTHS and column not in predictions]
    if not truths:  # actual_decision beside predicted_decision
        about = [_words(column) - PREDICTED for column in predictions]
        truths = [x for x in source.columns if (of := _words(x)) & BESIDE_PREDICTED and of - BESIDE_PREDICTED in about]
    if not truths and len(predictions) > 1:  # an answer beside a prediction is the right one
        truths = [column for column in predictions if _letters(column) in ("answer", "answers")][:1]
        predictions = [column for column in predictions if column not in truths]
    if truths and not predictions:
        predictions = _alike(source, truths[0], want)
    if not truths or not predictions:
        return False
    right = {written(one, "case") for one in source.first(truths[0])} - {None, ""}
    answers = {x: {written(one, "case") for one in source.first(x)} for x in predictions}
    if np.median([len(one.split()) for one in right or [""]]) > LONG and right.isdisjoint(*answers.values()):
        if not shares:  # else one of them may be the result
            beside = f"{shown} holds {listing(predictions)} beside {truths[0]!r}, none alike"
            why = f"nothing here says how good an answer is: {beside}. T{TO_JUDGE[1:]}"
            record.ask("score", f"{why}{record.once.get(shown, '')}")
        return not shares
    predictions = [x for x in predictions if answers[x] & right] or predictions
    apart = len(record.names) > 1 or want.system or any(plain(x) in KNOWN["system"] for x in source.columns)
    if apart:  # each file or row is of one system: the prediction is the column that holds most of what is right
        hit = {x: sum(written(one, "case") in right for one in source.first(x)) for x in predictions}
        predictions = sorted(predictions, key=hit.get, reverse=True)
    each = predictions if apart or len(predictions) == 1 else [predictions]
    choices = [{"truth": truths[0], "prediction": one} for one in each]
    give = f"{typed('truth', truths[0])} {typed('prediction', each[0])}"
    give += "".join(f", or {typed('prediction', one)}" for one in each[1:])
    columns = [truths[0], *predictions]
    if not each[1:] and all(pass_or_fail(source.first(column)) for column in columns):
        give += f", or {typed('score', columns)} if each holds the results of a system"
    beside = f"in {checks.shown(truths[0])}, beside what was answered, in {listing(predictions)}"
    record.ask("truth", f"{shown} seems to hold what is right, {beside}; give {give}", choices)
    return True


def is_metric(values, whole=False):
    """Whether a column holds scores from 0 to 1, or nothing, and not only whole ones, unless these are allowed."""
    found = [one for one in map(label, values) if one is not None and one.lower() not in NO_RESULT]
    if not found or not all(PLAIN_NUMBER.fullmatch(one) for one in found):
        return False
    numbers = [float(one) for one in found]
    return all(0 <= x <= 1 for x in numbers) and (whole or any(0 < x < 1 for x in numbers))


def _alike(source, truth, want):
    """Columns that hold nothing but labels that the truth has, too."""
    taken = {truth, *want.id, *want.system, want.run, want.group, want.date, *want.slices}
    known = {*ROW_NUMBERS, *SLICES, *(name for role, names in KNOWN.items() if role != "score" for name in names)}
    others = [x for x in source.columns if x not in taken and (plain(x) in UNCLEAR or plain(x) not in known)]
    labels = {x: {written(one, "case") for one in source.first(x)} - {None, ""} for x in (truth, *others)}
    return [x for x in others if labels[x] and labels[x] <= labels[truth]]


def written(value, normalise=None):
    """A label or an answer as it is compared: 1.0 is 1, and blanks at its ends do not count; None for a list or so."""
    text = label(value)
    return None if text is None else _written(text, normalise)


@lru_cache(10_000)
def _written(text, normalise):
    text = text.strip()
    if re.fullmatch(r"-?\d+\.0+", text, re.ASCII):
        text = text.partition(".")[0]
    if normalise in MATCHED:
        text = text.casefold()
    if normalise == "case and punctuation" and not PLAIN_NUMBER.fullmatch(text):
        text = " ".join(re.sub(r"[\W_]+", " ", text).split()) or text
    return text


def match(parts, want, record):
    """Hold all predictions against their truth; gives how they are compared, in words."""
    for part in parts:
        part.more["truth"] = [written(one, want.normalise) for one in part.more["truth"]]
        for i, truth in enumerate(part.more["truth"]):
            if not truth or truth.casefold() in ("nan", "<na>"):
                begin = f"{the_file(part.name)} does not say what is right, as a text or a number, in"
                record.fault(begin, part.place(i), "; fill it in, or leave such rows out", part.unit)
    truths, answers = {one for part in parts for one in part.more["truth"] if one}, {}
    for part in parts:
        found = [written(one, want.normalise) for one in part.scores]
        found = [one if one in truths or one and one.casefold() not in NO_RESULT else None for one in found]
        pairs = zip(part.more["truth"], found, strict=True)
        scores = [np.nan if answer is None else float(answer == truth) for truth, answer in pairs]
        part.more["prediction"], part.outcomes = found, (np.array(scores), {"pass or fail": "a prediction"})
        answers |= dict.fromkeys(one for one in found if one is not None)
    _unread(parts, record)
    _doubts(truths, answers, want, record)
    matched = MATCHED.get(want.normalise, WRITTEN)
    record.found.append(f"predictions and truth are compared {matched}")
    return matched


def _unread(parts, record):
    """Asks where a prediction is empty, though another column of the file says that something was answered."""
    found = {}
    for part in parts:
        column, none = part.roles.get("score"), [one is None for one in part.more["prediction"]]
        for other, empty in part.empty.items() if isinstance(column, str) else ():
            if other not in (column, part.roles["truth"]) and (n := sum(map(gt, none, empty))):
                rows = f"{number_of(n, part.unit)} of {part.name}"
                found.setdefault((column, other), []).append(rows)
    for (column, other), rows in found.items():
        there = f"{checks.shown(column)} is empty in {', '.join(rows)} where {checks.shown(other)} is not"
        record.found.append(f"{there}: was the answer not found in it?")
        record.unread = record.unread or f"{record.found[-1][0].upper()}{record.found[-1][1:]}"


def _doubts(truths, answers, want, record):
    """Ask where a spelling decides what is right; a fault for shares in place of classes."""
    shares = [one for one in answers if PLAIN_NUMBER.fullmatch(one) and 0 < float(one) < 1]
    if shares and truths <= {"0", "1"}:
        said = f"must be classes, as the truth is: got such as {shares[0]}; say first from where on it is 1"
        record.wrong("prediction", said)
    if want.normalise is not None and answers and truths.isdisjoint(answers):
        beside = f"{listing([*answers][:3])} beside {listing(sorted(truths)[:3])}"
        end = TO_JUDGE if np.median([len(one.split()) for one in truths]) > LONG else "are these the right columns?"
        record.wrong("prediction", f"has nothing to compare: no prediction is the same as any truth, {beside}; {end}")
    if want.normalise is not None or not truths or not answers or record.faulty(called("prediction")):
        return
    spelled = defaultdict(dict)
    for one in [*sorted(truths), *answers]:
        spelled[written(one, "case and punctuation")][one] = None
    why = [listing([*ways]) for ways in spelled.values() if len(ways) > 1 and not truths.isdisjoint(ways)]
    if why:
        why = f"{number_of(len(why), 'label')} with several spellings, such as {why[0]}"
    elif truths.isdisjoint(answers):
        why = f"no prediction is spelled like any truth: {listing([*answers][:3])} beside {listing(sorted(truths)[:3])}"
    if why:
        give = ", ".join(typed("normalise", one) for one in NORMALISE[:2]) + f" or {typed('normalise', NORMALISE[2])}"
        record.ask("normalise", f"{why}; write them alike, or say what is no difference: {give}", NORMALISE)
