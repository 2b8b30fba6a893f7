"""Comparisons to report on, of all kinds."""

from functools import cache

import numpy as np
import pandas as pd

from give_or_take import answer_desk, compare, expand, load, tally
from give_or_take.evalfile import Results


@cache
def desk(**more):
    """The two answer desks of the series: one pair, with slices."""
    return compare(tally(answer_desk(), systems=["new", "old"], slices=["source", "topic"]), **more)


@cache
def swe(**more):
    """The four runs of SWE-bench Pro, whose repositories are groups; some results are missing."""
    runs = ["claude_sonnet_4_5", "gpt_5", "kimi_k2", "claude_sonnet_4"]
    counts = tally(expand(load("swe_bench_pro")), systems=runs, group="repository")
    return compare(counts, missing="leave out", items="all", labels="tests", **more)


@cache
def three(by=None, **more):
    """Three systems with ratings, the last of them lower."""
    rng = np.random.default_rng(14)
    base = rng.normal(3.5, 0.5, 40)
    noise = rng.normal(0, 0.3, (40, 3))
    scores = np.round(2 * (base[:, None] + noise - 0.4 * np.array([0, 0, 1]))) / 2
    frame = pd.DataFrame(scores, columns=list("abc"))
    return compare(tally(frame.assign(kind=rng.choice(["x", "y"], 40)), systems=list("abc"), slices=by or ()), **more)


@cache
def prompts(many=20, **more):
    """Many systems on the same items, some of which are harder for all."""
    rng = np.random.default_rng(1)
    right = rng.normal(0, 1.5, (200, 1)) + rng.logistic(0, 0.5, (200, many)) + np.linspace(1.6, 1, many) > 0
    names = [f"prompt {k:02}" for k in range(many)]
    return compare(tally(pd.DataFrame(right.astype(int), columns=names), systems=names), **more)


@cache
def alone():
    """One system."""
    return compare(tally(answer_desk(), systems=["new"]))


@cache
def repeated(**more):
    """Two systems with three runs an item."""
    rng = np.random.default_rng(8)
    rate = rng.uniform(0.4, 1, 60)
    rows = [
        (f"i{item:02}", system, run, float(rng.random() < rate[item] - 0.2 * (system == "old")))
        for item in range(60) for system in ("new", "old") for run in (1, 2, 3)
    ]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["id", "system", "run", "score"])
    return compare(Results(frame, ("runs.csv: 360 answers",)), **more)


@cache
def predicted(classes="ab", groups=False, **more):
    """Two systems' predictions of classes; in groups of three items, if so."""
    rng = np.random.default_rng(5)
    truth = rng.choice(list(classes), 90)
    guess = rng.choice([*classes, "?"], (2, 90))
    items = pd.DataFrame({"id": [f"i{k:02}" for k in range(90)], "group": [f"g{k // 3}" for k in range(90)]})
    found = np.where(rng.random((2, 90)) < [[0.8], [0.65]], truth, guess)
    sides = zip(("new", "old"), found, strict=True)
    frame = pd.concat([items.assign(system=name, truth=truth, prediction=one) for name, one in sides])
    frame = frame.assign(score=(frame["truth"] == frame["prediction"]).astype(float))
    frame = frame if groups else frame.drop(columns="group")
    return compare(Results(frame, ("predictions.csv: 180 rows",), matched="as written"), **more)


@cache
def judged(*systems, groups=False, undecided=0, **more):
    """Verdicts of a judge on 400 items, and people's labels of 100 of them; in groups of four, if so."""
    rng = np.random.default_rng(9)
    items = pd.DataFrame({"id": [f"i{k:03}" for k in range(400)], "group": [f"g{k // 4}" for k in range(400)]})
    items, drawn, verdicts, labels = items if groups else items[["id"]], rng.choice(400, 100, replace=False), [], []
    for name in systems:
        good = rng.random(400) < 0.8
        verdict = np.where(good, rng.random(400) < 0.95, rng.random(400) < 0.3).astype(float)
        verdict[:undecided] = np.nan
        verdicts.append(items.assign(system=name, score=verdict))
        labels.append(items[["id"]].assign(system=name, score=good.astype(float)).iloc[drawn])
    results, human = (Results(pd.concat(x, ignore_index=True), (f"{y}: rows",))
                      for x, y in ((verdicts, "judge.csv"), (labels, "people.csv")))  # fmt: skip
    return compare(results, human=human, **more)


@cache
def preferred(both=False, shares=False, gone=0, **more):
    """Winners of two systems on 60 items, in one order or in both; verdicts of shares, if so."""
    rng = np.random.default_rng(31)
    ids, lead = [f"i{k:02}" for k in range(60)], rng.normal(0.5, 1, 60)
    sides = []
    for run in range(1 + both):
        place = np.full(60, run) if both else rng.integers(0, 2, 60)
        net = lead + rng.normal(0, 1, 60) + 0.4 * (1 - 2 * place)
        first = 1 / (1 + np.exp(-net)) if shares else (net > 0.3).astype(float)
        second = 1 - first if shares else (net < -0.3).astype(float)
        for name, score, at in (("new", first, place), ("old", second, 1 - place)):
            score = np.where(np.arange(60) < gone * (run == 0), np.nan, score)
            sides.append(pd.DataFrame({"id": ids, "system": name, "score": score, "run": run, "place": 1.0 + at}))
    frame = pd.concat(sides, ignore_index=True)
    return compare(Results(frame, ("winners.csv: rows",), judges=("gpt",)), **more)


@cache
def apart(scores=False, groups=False, many=1, systems=("new", "old"), **more):
    """Systems that answered items of their own, 60, 80 and so on; in groups of five, if so."""
    rng, parts = np.random.default_rng(12), []
    for k, name in enumerate(systems):
        n = 60 + 20 * k
        ids = np.repeat([f"{name} {i}" for i in range(n)], many)
        x = rng.normal(3 - 0.4 * k, 1, len(ids)) if scores else (rng.random(len(ids)) < 0.85 - 0.1 * k).astype(float)
        part = pd.DataFrame({"id": ids, "system": name, "score": x, "topic": np.resize(["x", "y", "y"], len(ids))})
        part = part.assign(run=np.resize(range(many), len(ids))) if many > 1 else part
        parts.append(part.assign(group=[f"{name} {i // (5 * many)}" for i in range(len(ids))]) if groups else part)
    results = Results(pd.concat(parts, ignore_index=True).drop(columns="topic" if many > 1 else []), ("rows",))
    return compare(results, independent=True, **more)


@cache
def beside(**more):
    """Two systems of which the first one answered 12 items of another kind too, and a last one the second alone."""
    frame = pd.DataFrame({"id": range(33), "a": [1.0, 0] * 10 + [1.0] * 12 + [np.nan], "b": [1.0, 1, 1, 0] * 8 + [0]})
    long = frame.melt("id", var_name="system", value_name="score")
    long = long.assign(kind=np.where(long["id"] < 20, "lookup", "chain"))
    alone = np.where(long["id"] < 20, "", np.where(long["id"] == 32, "b", "a"))
    gone = (alone != "") & (alone != long["system"])
    long.loc[long["id"] == 32, "kind"] = "rank"
    return compare(Results(long[~gone], ("rows",)), **more)


@cache
def five(gaps, runs=30, **more):
    """Two systems with runs of a few items, the first one this much dearer on each."""
    rng = np.random.default_rng(3)
    rows = [
        (f"task {k}", system, run, 2 + gap * (system == "a") + rng.normal(0, 0.2))
        for k, gap in enumerate(gaps) for system in "ab" for run in range(runs)
    ]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["id", "system", "run", "score"])
    return compare(Results(frame, ("rows",), metric="cost"), better="lower", **{"runs": "mean"} | more)


def same(value, *systems, n=15, **more):
    """Systems of which every result is the same."""
    return compare(tally(pd.DataFrame(dict.fromkeys(systems, [value] * n)), systems=[*systems]), **more)


EVERY = {
    "desk": lambda: desk(),
    "desk, a margin": lambda: desk(margin=0.01, labels="judge"),
    "desk, these items": lambda: desk(estimand="these items"),
    "four runs": lambda: swe(),
    "four runs, a baseline and a margin": lambda: swe(baseline="claude_sonnet_4", margin=0.02),
    "scores": lambda: three("kind"),
    "scores, lower is better": lambda: three(better="lower", margin=0.1),
    "scores, these items": lambda: three(estimand="these items"),
    "one system": alone,
    "desk, at any time": lambda: desk(any_time=True, posterior=True),
    "desk, a planned look": lambda: desk(look="2/5", posterior=True, margin=0.02),
    "twenty systems": lambda: prompts(),
    "twenty systems, a baseline, a margin and a threshold": lambda: prompts(
        baseline="prompt 03", margin=0.05, at_least=0.7
    ),
    "scores, all pairs": lambda: three("kind", all_pairs=True),
    "runs together": lambda: repeated(runs="together"),
    "runs, their mean": lambda: repeated(runs="mean", estimand="items like these"),
    "runs, these items": lambda: repeated(runs="together", estimand="these items"),
    "topics that count alike": lambda: desk(by=("topic", "source")),
    "different items": lambda: apart(margin=0.02, at_least=0.7),
    "different items, in groups": lambda: apart(groups=True, by="topic"),
    "different items, these items": lambda: apart(estimand="these items"),
    "different items, scores in groups": lambda: apart(scores=True, groups=True, margin=0.2),
    "different items, three systems with scores": lambda: apart(scores=True, systems=("a", "b", "c"), by="topic"),
    "different items, runs together": lambda: apart(many=3, runs="together"),
    "different items, the mean of runs": lambda: apart(many=3, runs="mean"),
    "two classes": lambda: predicted(positive="a"),
    "three classes in groups": lambda: predicted("abc", True),
    "a judge, and people": lambda: judged("new", "old", margin=0.02, at_least=0.7),
    "a judge, and people, in groups": lambda: judged("new", "old", groups=True, undecided=5),
    "a judge of one system": lambda: judged("new", undecided=5),
    "winners": lambda: preferred(gone=4, missing="leave out", margin=0.1),
    "winners, both orders": lambda: preferred(both=True, baseline="new"),
    "winners, as shares": lambda: preferred(shares=True),
    "winners, a posterior": lambda: preferred(posterior=True, matters=0.05, labels="people"),
    "winners, these items": lambda: preferred(estimand="these items"),
    "one answered more": lambda: beside(by="kind"),
    "few items with runs": lambda: five((-0.2, 0.2, 0, 0, 0), estimand="these items"),
    "all wrong": lambda: same(0, "new", "old"),
    "two classes, these items": lambda: predicted(positive="a", estimand="these items"),
}
