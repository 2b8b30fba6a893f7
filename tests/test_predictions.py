"""Predictions beside their truth: tables that hold them are offered as such, and their report says what it should."""

import json
import math
import shlex

import numpy as np
import pandas as pd
import pytest

from give_or_take import (
    balanced_accuracy_interval,
    bootstrap_interval,
    checks,
    clustered_wilson_interval,
    compare,
    f1_interval,
    load,
    mcnemar_test,
    read_results,
    report,
    wilson_interval,
)


def table(head, *columns, separator=","):
    rows = zip(*(column.split() if isinstance(column, str) else column for column in columns), strict=True)
    return "\n".join([head, *(separator.join(map(str, row)) for row in rows)]) + "\n"


TEN = range(10)
TRUTH, FOUND = "1 0 0 1 0 0 0 1 0 0", "1 0 1 0 0 0 0 1 0 0"
MOOD = ("good bad so-so good bad so-so good bad so-so bad", "good bad good good bad so-so so-so bad so-so bad")
JUDGED = [("yes", "yes"), ("no", "yes"), ("no", "no"), ("yes", "no"), ("no", "no")]
ANSWERS = [("Paris", "Paris"), ("42", "42"), ("blue", "Blue."), ("Mozart", "Bach"), ("1969", "1969")]
# Tables as people have them, and what is to be typed; before, most were offered as two systems, some were scored.
TABLES = {
    "scikit-learn's arrays by pandas": (table(",y_true,y_pred", TEN, TRUTH, FOUND), "y_true", "y_pred"),
    "with shares": (table("id,y_true,y_pred,y_proba", TEN, TRUTH, FOUND, [0.3] * 10), "y_true", "y_pred"),
    "a data set of Hugging Face, its map's floats": (
        table("idx\ttext\tlabel\tprediction", TEN, [f"a {i}" for i in TEN], TRUTH, [f"{x}.0" for x in FOUND.split()],
              separator="\t"), "label", "prediction"),
    "JSON Lines with true and false": (
        "".join(json.dumps({"id": i, "label": x == "yes", "prediction": y == "yes"}) + "\n"
                for i, (x, y) in enumerate(JUDGED)), "label", "prediction"),
    "promptfoo's variables and outputs": (table("question,__expected,output", TEN, *MOOD), "__expected", "output"),
    "an annotator's table: the model is no system": (
        table("id,gold,model", range(5), *zip(*JUDGED, strict=True)), "gold", "model"),
    "a spreadsheet": (table("Case;Actual;Predicted", TEN, *MOOD, separator=";"), "Actual", "Predicted"),
    "spam": (table("message_id,label,prediction", "a b c d e", "spam ham ham ham spam", "spam ham spam ham ham"),
             "label", "prediction"),
    "three classes": (table("id,text,sentiment,predicted_sentiment", TEN, TEN, *MOOD), "sentiment",
                      "predicted_sentiment"),
    "answers to questions": (json.dumps([{"question_id": i, "answer_key": x, "model_answer": y}
                                         for i, (x, y) in enumerate(ANSWERS)]), "answer_key", "model_answer"),
    "an answer beside a prediction": (table("id,answer,prediction", TEN, *MOOD), "answer", "prediction"),
    "a guard": (table("id,ground_truth,response", TEN, TRUTH, FOUND), "ground_truth", "response"),
    "results that are classes": (table("id,label,result", TEN, TRUTH, FOUND), "label", "result"),
    "two models": (table("id,label,gpt_pred,llama_pred", TEN, TRUTH, FOUND, TRUTH), "label",
                   ["gpt_pred", "llama_pred"]),
}  # fmt: skip


@pytest.mark.parametrize("case", TABLES)
def test_a_table_of_truth_and_predictions_is_offered_as_such(case, run, tmp_path):
    words, truth, prediction = TABLES[case]
    name = "a.json" if words[0] == "[" else "a.jsonl" if words[0] == "{" else "a.csv"
    (tmp_path / name).write_text(words)
    status, said, complaint = run(f"report {name}")
    options = [f"--prediction {one}" for one in np.atleast_1d(prediction)]
    line = " ".join([f"give-or-take report {name} --truth {truth}", *options])
    assert (status, said) == (2, "") and "--truth must be named: " in complaint
    typed = complaint.splitlines()[-1].strip()
    assert typed.startswith(line), typed
    named = {"ham": "spam", "nothing": "case-and-punctuation"}
    typed = " ".join(named.get(word, word) for word in shlex.split(typed)[1:])
    status, said, complaint = run(typed)
    assert (status, complaint) == (0, "") and "the same as the truth, compared" in said
    assert run(f"check {name}")[1].splitlines()[-1].strip().startswith(line)
    with pytest.raises(checks.NotNamed) as caught:
        read_results(tmp_path / name)
    assert caught.value.choices == [{"truth": truth, "prediction": prediction}]


def test_of_files_of_one_system_each_one_column_is_offered_and_what_is_not_found_is_doubted(run, write):
    rows = [(i, "ABC"[i % 3], "ABC"[(i + (i % 7 == 0)) % 3]) for i in range(60)]

    def of(unread):
        said = [f"{'It is ' * (i % 2)}{pred}" for i, _, pred in rows]
        each = [f"{i},{truth},{pred * (i >= unread)},{said[i]}" for i, truth, pred in rows]
        return "\n".join(["id,answer,pred,response", *each]) + "\n"

    write({"new.csv": of(0), "old.csv": of(9)})
    status, said, _ = run("check new.csv old.csv")
    assert status == 2 and "give --truth answer --prediction pred, or --prediction response\n" in said
    doubt = "'pred' is empty in 9 rows of 'old.csv' where 'response' is not: was the answer not found in it?"
    assert f"  {doubt}\n" in said and f"9 of 'old'. {doubt} To leave these out may flatter" in said
    line = "report new.csv old.csv --truth answer --prediction pred --missing fail"
    assert "--missing fail, one of 2; or --missing leave-out" in said and said.endswith(f"  give-or-take {line}\n")
    status, said, err = run(line)
    assert status == 0 and f"note: {doubt}" in err
    write({"old.csv": of(9).replace("It is ", "").replace(",,A", ",,").replace(",,B", ",,").replace(",,C", ",,")})
    status, said, _ = run("check new.csv old.csv --truth answer --prediction pred")  # nothing was answered
    assert "was the answer not found" not in said and said.endswith("--missing leave-out\n")


@pytest.mark.parametrize(
    ("head", "score"),
    [("id,reference,model_output,exact_match", "exact_match"), ("id,target,response,passed", "passed")],
)
def test_results_that_have_a_name_are_read_as_ever(head, score, write):
    [path] = write({"a.csv": table(head, "a b", "x y", "x z", "1 0")})
    assert f"results in '{score}'" in read_results(path).found[0]


@pytest.mark.parametrize("column", ["answer", "label", "prediction"])
def test_a_column_of_classes_alone_is_no_result(column, write):
    [path] = write({"a.csv": table(f"id,{column}", "a b", "yes no")})
    with pytest.raises(checks.NotNamed, match="^score must be named: .* may be something else"):
        read_results(path)


# What the report says


def made(tmp_path, frame, prediction="found", chosen=None, **more):
    path = tmp_path / "made.csv"
    frame.to_csv(path, index=False)
    return compare(read_results(path, truth="truth", prediction=prediction, **more), **(chosen or {}))


@pytest.fixture
def detector():
    """1,992 summaries, of which 319 are factual; four of each document."""
    frame = load("xsum_summaries")
    words = {True: "factual", False: "made up"}
    return pd.DataFrame(
        {
            "id": frame["document"].astype(str) + frame["system"],
            "document": frame["document"],
            "truth": (frame["factual"] >= 0.5).map(words),
            "found": (frame["entailment"] >= 0.5).map(words),
            "strict": (frame["entailment"] >= 0.9).map(words),
        }
    )


def rates(comparison):
    """{(system, or both), metric, its class}: the rate."""
    named = ((r, (r.first,) if r.second is None else (r.first, r.second)) for r in comparison.classes.rates)
    return {(*who, r.metric, r.of): r for r, who in named}


def bar(r):
    return r.value, r.low, r.high


def test_two_classes_have_the_intervals_of_the_chapter(detector, tmp_path):
    comparison = made(tmp_path, detector, chosen={"positive": "factual"})
    assert comparison.classes.labels == ("made up", "factual")
    assert comparison.classes.tables == (((1170, 503, 0), (124, 195, 0)),)
    expected = {
        ("made", "precision", "factual"): wilson_interval(195, 698),
        ("made", "recall", "factual"): wilson_interval(195, 319),
        ("made", "F1", "factual"): f1_interval(195, 503, 124),
        ("made", "balanced accuracy", None): balanced_accuracy_interval(195, 503, 124, 1170),
    }
    shown = {name: bar(r) for name, r in rates(comparison).items()}
    assert shown == {name: pytest.approx((x.estimate, *x)) for name, x in expected.items()}
    text = report(comparison).text
    begin = "On items like these, made got 1,365 of 1,992 right, 68.5% (95% interval 66.5%-70.5%). "
    below = f"{begin}But always made up would be right on 84.0%, and made is not above that. "
    assert " ".join(text.split()).startswith(below) and "F1 38.3% (34.6%-42.2%)" in text


@pytest.mark.parametrize("group", [None, "document"])
def test_two_systems_differ_in_pairs_and_documents_are_resampled(group, detector, tmp_path):
    comparison = made(tmp_path, detector, ["found", "strict"], group=group, chosen={"positive": "factual"})
    truth, found, strict = (detector[x] == "factual" for x in ("truth", "found", "strict"))
    right, other, groups = found == truth, strict == truth, detector.get(group)
    if group is None:
        [gap] = comparison.differences
        assert gap.p == pytest.approx(mcnemar_test(sum(right & ~other), sum(other & ~right)).p_value)
    for name, of in (("precision", "factual"), ("recall", "factual"), ("F1", "factual"), ("balanced accuracy", None)):
        ask = {"groups": groups, "rng": np.random.default_rng(0)}
        by_hand = bootstrap_interval((truth, found, strict), name.lower(), paired=True, **ask)
        gap = rates(comparison)["found", "strict", name, of]
        assert bar(gap) == pytest.approx((by_hand.estimate, *by_hand), abs=0.003) and gap.n == 1992
        if group is not None:
            by_hand = bootstrap_interval((truth, found), name.lower(), **ask)
            assert bar(rates(comparison)["found", name, of]) == pytest.approx((by_hand.estimate, *by_hand), abs=0.003)
    text = " ".join(report(comparison).text.split())
    assert f"9,999 resamples of {'groups' if group else 'items'}, seed 0), each by itself: decide by the metric" in text
    assert f", by accuracy, the data {'' if group else 'favour'}" in text and "p: swap" not in text


def test_two_files_are_joined_by_item(write):
    new, old = write({"new.csv": table("id,gold,pred", TEN, TRUTH, FOUND), "old.csv": table("id,gold,pred", TEN[::-1],
                      TRUTH.split()[::-1], TRUTH.split()[::-1])})  # fmt: skip
    comparison = compare(read_results([new, old], truth="gold", prediction="pred"))
    assert comparison.differences[0].only_second == 2
    assert comparison.classes.tables[1] == ((7, 0, 0), (0, 3, 0))
    said = "not in the same order, .* there is another id for 10 rows, [^;]*; give[^;]*$"
    with pytest.raises(checks.Refusal, match=said):
        read_results([new, old], truth="gold", prediction="pred", id="row")
    [other] = write({"old.csv": table("id,gold,pred", TEN, FOUND, FOUND)})
    with pytest.raises(checks.Refusal, match="an item of 'id' has more than one truth in 'gold': 2 ids, such"):
        read_results([new, other], truth="gold", prediction="pred")
    order = "not in the same order, as id='row' takes them to be: there is another 'gold' in 2 rows, such as row 4"
    with pytest.raises(checks.Refusal, match=f"{order}, row 5; give their ids with id=, or sort them alike"):
        read_results([new, other], truth="gold", prediction="pred", id="row")


def test_several_classes_have_rates_each_and_their_means(tmp_path):
    rng = np.random.default_rng(1)
    truth = rng.choice(["a", "b", "c"], 300, p=[0.6, 0.3, 0.1])
    guesses = rng.choice(["a", "b", "c", "?"], (2, 300))
    one, other = (np.where(rng.random(300) < p, truth, guess) for p, guess in zip((0.8, 0.3), guesses, strict=True))
    groups = np.arange(300) // 3
    frame = pd.DataFrame({"id": range(300), "g": groups, "truth": truth, "one": one, "other": other})
    comparison = made(tmp_path, frame, ["one", "other"])
    k, found = comparison.classes, rates(comparison)
    assert (k.labels, k.positive) == (("a", "b", "c"), None)
    assert [row[-1] for row in k.tables[0]] == [int(np.sum((truth == x) & (one == "?"))) for x in "abc"]
    for x in "abc":
        hit, said, is_so = (int(np.sum(x)) for x in ((truth == x) & (one == x), one == x, truth == x))
        for name, interval in (
            ("precision", wilson_interval(hit, said)),
            ("recall", wilson_interval(hit, is_so)),
            ("F1", f1_interval(hit, said - hit, is_so - hit)),
        ):
            assert bar(found["one", name, x]) == pytest.approx((interval.estimate, *interval))
    grouped = rates(made(tmp_path, frame, ["one", "other"], group="g"))
    for shown, by in ((found, None), (grouped, groups)):
        for name in ("precision", "recall", "F1"):
            ask = {"groups": by, "rng": rng}
            for who, data in ((("one",), (truth, one)), (("one", "other"), (truth, one, other))):
                by_hand = bootstrap_interval(data, f"macro {name.lower()}", paired=len(who) == 2, **ask)
                assert bar(shown[*who, f"macro {name}", None]) == pytest.approx((by_hand.estimate, *by_hand), abs=0.01)
    by_hand = bootstrap_interval((truth == "a", one == "a"), "f1", groups, rng=rng)
    assert bar(grouped["one", "F1", "a"]) == pytest.approx((by_hand.estimate, *by_hand), abs=0.01)


def test_a_bar_says_where_it_is_too_short(tmp_path):
    """Mistakes in few groups, a rare class, and two systems that hardly differ."""
    truth = np.repeat(["a", "b"], [180, 20])
    one, other = truth.copy(), truth.copy()
    one[:12], other[:13] = "b", "b"
    groups = np.where(np.arange(200) < 12, 0, np.arange(200) // 2)
    frame = pd.DataFrame({"id": range(200), "g": groups, "truth": truth, "one": one, "other": other})
    found = rates(made(tmp_path, frame, ["one", "other"], group="g", chosen={"positive": "b"}))
    few = "what decides it was seen in {}, too few to rely on this bar"
    assert found["one", "precision", "b"].note.startswith(few.format("1 group"))
    alone = rates(made(tmp_path, frame, ["one", "other"], chosen={"positive": "b"}))
    assert alone["one", "precision", "b"].note == ""
    assert alone["one", "other", "precision", "b"].note.startswith(few.format("1 item"))


def test_no_bar_is_without_width(tmp_path):
    """Of 100% and 0%, resamples are all alike: then it is Wilson's in groups, and of several shares by squares."""
    truth, groups = np.repeat(["a", "b", "c"], [60, 30, 30]), np.arange(120) // 3
    other = np.array(["c" if one == "b" else one for one in truth])  # recall of b is 0
    frame = pd.DataFrame({"id": range(120), "g": groups, "truth": truth, "one": truth, "other": other})
    low = {size: clustered_wilson_interval(np.ones(3 * size), np.arange(3 * size) // 3).low for size in (20, 10)}
    found = rates(made(tmp_path, frame, ["one", "other"], group="g"))
    assert all(rate.low is None or rate.low < rate.high for rate in found.values())
    assert bar(found["one", "recall", "a"]) == pytest.approx((1, low[20], 1)), found["one", "recall", "a"]
    assert found["one", "precision", "b"].method == "10-cluster Wilson" and found["one", "precision", "b"].note == ""
    assert bar(found["one", "F1", "b"]) == pytest.approx((1, 2 * low[10] / (1 + low[10]), 1))
    assert bar(found["other", "recall", "b"]) == pytest.approx((0, 0, 1 - low[10]))
    root = math.hypot(1 - low[20], 1 - low[10], 1 - low[10])
    assert bar(found["one", "macro recall", None]) == pytest.approx((1, 1 - root / 3, 1))
    alone = rates(made(tmp_path, frame, ["one", "other"]))["one", "macro recall", None]
    root = math.hypot(*(1 - wilson_interval(n, n).low for n in (60, 30, 30)))
    assert bar(alone) == pytest.approx((1, 1 - root / 3, 1)) and alone.method == "Wilson"
    two = rates(made(tmp_path, frame[groups < 30], ["one", "other"], group="g", chosen={"positive": "b"}))
    assert bar(two["one", "balanced accuracy", None])[1] == pytest.approx(1 - math.hypot(1 - low[20], 1 - low[10]) / 2)
    same = two["one", "other", "recall", "b"]
    assert (same.value, same.low, same.method) == (1, None, "no interval") and same.note.startswith("all resamples")


# Spelling, gaps, classes


@pytest.mark.parametrize(
    ("truth", "found", "more", "right"),
    [
        ("1 0 1", "1.0 0.0 0.0", {}, 2),
        ("yes no yes", "Yes no no", {"normalise": "nothing"}, 1),
        ("yes no yes", "Yes no no", {"normalise": "case"}, 2),
        ("Paris -5 a_b", "paris. 5 A-B!", {"normalise": "case and punctuation"}, 2),
        ("1.10 2 3", "1.1 2 3", {}, 2),
    ],
)
def test_what_is_the_same(truth, found, more, right, write):
    [path] = write({"a.csv": table("id,truth,found", range(3), truth, found)})
    results = read_results(path, truth="truth", prediction="found", **more)
    assert results.frame["score"].sum() == right


def test_a_gap_in_the_predictions_is_no_failure_before_somebody_says_so(run, tmp_path):
    found = "yes none no yes nan no no no ? yes"
    (tmp_path / "a.csv").write_text(table("id,truth,found", TEN, "yes " * 5 + "no " * 5, found))
    line = "report a.csv --truth truth --prediction found"
    status, _, complaint = run(line)
    assert status == 2 and "--missing must be named: results are missing among 10, 2 of 'a'" in complaint
    for word, counted in (("fail", [[3, 1, 1], [1, 2, 2]]), ("leave-out", [[3, 1, 1], [1, 2, 0]])):
        status, said, _ = run(f"{line} --missing {word} --json -")
        found = json.loads(said)["comparison"]["classes"]
        assert (status, found["tables"], found["rates"][0]["n"]) == (0, [counted], sum(map(sum, counted)))


def test_a_prediction_of_neither_class_is_wrong_for_both(write):
    [path] = write({"a.csv": table("id,truth,found", range(6), "yes yes yes no no no", "yes yes ? no ? ?")})
    found = compare(read_results(path, truth="truth", prediction="found")).classes
    assert found.tables == (((1, 0, 2), (0, 2, 1)),)
    assert [rate.value for rate in found.rates] == pytest.approx([1, 2 / 3, 0.8, (2 / 3 + 1 / 3) / 2])


@pytest.mark.parametrize(
    ("truth", "found", "more", "words"),
    [
        ("a b b", "a b b", {}, "positive must be named: there are two classes, 'a', 'b'; give positive='a' or pos"),
        ("a b c a b c", "a b b a b c", {"positive": "a"}, "positive is one of two classes, and there are 3: 'a', 'b"),
        ("yes no", "yes no", {"positive": "maybe"}, "positive must be one of 'no', 'yes': got 'maybe'"),
    ],
)
def test_the_positive_class_is_no_guess(truth, found, more, words, write):
    [path] = write({"a.csv": table("id,truth,found", range(len(truth.split())), truth, found)})
    with pytest.raises(checks.WrongValue) as caught:
        compare(read_results(path, truth="truth", prediction="found"), **more)
    assert str(caught.value).startswith(words) and caught.value.argument == "positive"


def test_answers_of_all_kinds_are_no_classes(write):
    [path] = write({"a.csv": table("id,truth,found", TEN, [f"w{i}" for i in TEN], [f"w{i // 2 * 2}" for i in TEN])})
    comparison = compare(read_results(path, truth="truth", prediction="found"))
    assert (comparison.systems[0].right, comparison.classes.labels, comparison.classes.rates) == (5, (), ())
    assert "too many different truths to be classes" in report(comparison).markdown


HEAD = "id,truth,found\n"
REFUSED = [
    (HEAD + "a,,x\nb,y,y\nc, ,y\n", {}, "does not say what is right, as a text or a number, in 2 rows, such as row 2"),
    (HEAD + "a,1,0.3\nb,0,0.8\n", {}, "prediction must be classes, as the truth is: got such as 0.3"),
    (HEAD + "a,x,p\nb,y,q\n", {}, "normalise must be named: no prediction is spelled like any truth: 'p', 'q'"),
    (HEAD + "a,x,p\nb,y,q\n", {"normalise": "case"}, "prediction has nothing to compare: no prediction is the same as"),
    (HEAD + "a,x,p\nb,y,q\n", {"normalise": "case"}, "'p', 'q' beside 'x', 'y'; are these the right columns?"),
    (HEAD + f"a,{'so ' * 9},no\n", {"normalise": "nothing"}, "; texts such as these need a judge's verdicts"),
    (HEAD + "a,x,X\nb,y,y\n", {}, "normalise must be named: 1 label with several spellings, such as 'x', 'X'; write"),
    (HEAD + "a,x,x\n", {"score": "id"}, "score must be left out beside prediction="),
    (HEAD + "a,x,x\n", {"truth": "t"}, "truth names no column of 'a.csv': got 't'"),
    (HEAD + "a,x,x\n", {"prediction": "t"}, "prediction names no column of 'a.csv': got 't'"),
    (HEAD + "a,x,x\n", {"prediction": "truth"}, "prediction must be a column of its own: 'truth' is named twice"),
    (HEAD + "a,x,x\n", {"prediction": None}, "truth needs prediction= beside it"),
]


@pytest.mark.parametrize(("words", "more", "said"), REFUSED)
def test_what_is_refused(words, more, said, write):
    [path] = write({"a.csv": words})
    with pytest.raises(checks.Refusal) as caught:
        read_results(path, **({"truth": "truth", "prediction": "found"} | more))
    assert said in str(caught.value)


def test_free_texts_that_are_never_alike_are_not_offered_as_predictions(run, write):
    texts = [" ".join(f"{word}{i}" for word in "we find that one of them holds so much".split()) for i in range(3)]
    rows = [{"question": f"q{i}?", "answer": f"No, {one}", "ground_truth": one} for i, one in enumerate(texts)]
    write({"a.json": json.dumps(rows)})
    status, _, complaint = run("report a.json --id question")
    assert status == 2 and "'a.json' holds 'answer' beside 'ground_truth', none alike.\n  Texts such" in complaint
    assert "--truth" not in complaint and "need a judge's verdicts" in complaint
    write({"a.json": json.dumps([row | {"faithful": 0.5 + i / 4} for i, row in enumerate(rows)])})
    complaint = run("report a.json --id question")[2]  # there is a column of scores
    assert "give --truth" not in complaint and "faithful" in complaint and "--score" in complaint
    write({"a.json": json.dumps([*rows, {"question": "q9?", "answer": texts[0], "ground_truth": texts[0]}])})
    assert "give --truth ground_truth --prediction answer" in run("report a.json --id question")[2]


def test_the_truth_is_for_tables(write):
    [path] = write({"a.json": '{"q": true, "r": false}'})
    with pytest.raises(checks.WrongValue, match="truth is for tables with a column of it, and 'a.json' is none"):
        read_results(path, truth="truth", prediction="found")


def test_a_mean_of_runs_has_no_class(write):
    [path] = write({"a.csv": table("id,run,truth,found", "a a b b", "1 2 1 2", "1 1 0 0", "1 0 0 1")})
    results = read_results(path, truth="truth", prediction="found")
    with pytest.raises(checks.WrongValue, match="^better must be 'higher' for predictions beside their truth"):
        compare(results, runs="together", better="lower")
    with pytest.raises(checks.WrongValue, match="^runs must be 'together' for predictions"):
        compare(results, runs="mean")
    rates = compare(results, runs="together").classes.rates
    assert {rate.method for rate in rates} == {"percentile bootstrap", "no Wilson of one group"}
    assert "in 1 group, too few" in rates[0].note


def test_the_gate_is_about_accuracy_and_says_so(run, tmp_path):
    (tmp_path / "a.csv").write_text(table("id,truth,found", range(100), "0 " * 90 + "1 " * 10, "0 " * 100))
    status, _, said = run("report a.csv --truth truth --prediction found --gate --at-least 80 --md -")
    assert status == 0 and "is at least 80.0%" in said and "by accuracy: always '0' would be right on 90.0%" in said


def test_labels_can_do_nothing_in_a_report(write):
    odd = "<script>alert(1)</script>"
    [path] = write({"a.csv": table("id,truth,found", TEN, [odd, "|x|`y`"] * 5, [odd] * 10)})
    made = report(compare(read_results(path, truth="truth", prediction="found"), positive=odd))
    assert "<script" not in made.html + made.json and "|x|" not in made.markdown
