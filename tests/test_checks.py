"""Bad input to any public function gets a sentence that starts with the argument's name: no NaN, no warning."""

import datetime
import math
import traceback
from decimal import Decimal
from fractions import Fraction
from inspect import signature
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import give_or_take
from give_or_take import Estimate, Interval, Test, checks
from tools import names

PACKAGE = Path(give_or_take.__file__).parent

# What a parameter of this name takes: a value that works, and its kind. None: the default in the signature.
PARAMETERS = {
    **dict.fromkeys(("successes", "successes_a", "successes_b"), (42, "counts")),
    **dict.fromkeys(("n", "n1", "n_a", "n_b", "people", "labels_per_item", "n_public"), (50, "sizes")),
    **dict.fromkeys(("n_both", "n_only_first", "n_only_second", "n_neither"), (9, "counts")),
    **dict.fromkeys(("p", "p1", "share_only_first", "leaked_share", "share_discordant"), (0.2, "rates")),
    **dict.fromkeys(("p2", "share_only_second", "public", "fresh"), (0.3, "rates")),
    **dict.fromkeys(("rate", "margin", "half_width"), (0.1, "open rates")),
    **dict.fromkeys(("se_a", "se_b", "price_per_item", "minutes_per_label", "hourly_rate"), (0.1, "not negative")),
    "scores": ([1, 0, 1], "right or wrong"),
    "other": ([1, 1, 0], "right or wrong or None"),
    **dict.fromkeys(("clusters", "slices"), (["a", "a", "b"], "labels")),
    **dict.fromkeys(("scores_a", "scores_b"), ([1, 0, 1], "scores")),
    "clusters_a": (["a", "a", "b"], "labels"),
    "clusters_b": (["c", "c", "d"], "labels"),
    "correlation": (0.2, "correlations"),
    "items_each": (10, "sizes"),
    **dict.fromkeys(("first", "second"), ({"a": 1, "b": 0, "c": None}, "results")),
    "estimand": ("items", "word or None"),
    **dict.fromkeys(("careful", "all_pairs", "any_time", "posterior"), (None, "flag")),
    "week": (4, "one count"),
    **dict.fromkeys(("between", "within"), (0.08, "not negative")),
    "items": (["a", "a", "b"], "labels"),
    "runs": (50, "sizes"),
    "k": (2, "one size"),
    **dict.fromkeys(("budget", "cost_per_answer"), (30, "one positive")),
    "most_items": (100, "one size or None"),
    **dict.fromkeys(("level", "level_of_test"), (None, "level")),
    **dict.fromkeys(("method", "correction", "direction", "test", "adjust", "sizes"), (None, "word")),
    "n2": (60, "sizes or None"),
    "rate_on_leaked": (0.9, "rates"),
    "alpha": (None, "alpha"),
    "power": (0.8, "power"),
    "sides": (None, "sides"),
    "ratio": (1.5, "ratio"),
    **dict.fromkeys(("continuity", "independent"), (None, "flag")),
    "interval": ((-0.005, 0.02), "pair"),
    "weights": ([1, 0.5], "weights"),
    "small": (30, "one size"),
    "have": (500, "one size or None"),
    "names": (("new", "old"), "two names"),
    "name": (None, "text"),
    "text": ("a b c d", "words"),
    "corpus": (["x a b c y", "c d"], "texts"),
    "counts": (pd.DataFrame({"right": [1, 0], "items": [3, 4]}), "table"),
    **dict.fromkeys(("truth", "predicted"), ([1, 0, 1], "classes")),
    "positive": (None, "label or None"),
    "beta": (2, "one positive"),
    **dict.fromkeys(("tp", "fp", "fn", "tn"), (9, "counts")),
}
SLICE = {
    **dict.fromkeys(("successes", "successes_a", "successes_before", "successes_public"), ([42, 5], "slice counts")),
    **dict.fromkeys(("successes_b", "successes_after", "successes_fresh"), ([40, 6], "slice counts")),
    **dict.fromkeys(("n", "n_a", "n_b", "n_before", "n_after", "n_public", "n_fresh"), ([50, 30], "slice sizes")),
}
ALL_COUNTS = {"method": ("wilson", "word"), "n": (20, "one size")}
RATE, NOT_NEGATIVE = (0.84, "one rate"), (0.04, "one not negative")
ONE_COUNT = dict.fromkeys(
    ("both", "only_first", "only_second", "neither", "no_result", "unpaired_right_first", "unpaired_right_second"),
    (1, "one count"),
)

DESK = give_or_take.answer_desk()
ANSWERS = DESK.melt(["id", "topic", "source"], ["new", "old"], "model", "right")
WINNERS = {
    "results": ({"a": [1, 0, 1], "b": [0, 0, 1]}, "results of systems"),
    "n": (1, "one size"),
    "groups": (None, "labels of three or None"),
    "draws": (999, "one size"),
    "rng": (np.random.default_rng(1), "rng"),
}

# The functions and records in which a name stands for something else.
ELSEWHERE = {
    **dict.fromkeys(("standardised_difference", "kitagawa", "fresh_gap"), SLICE),
    **dict.fromkeys(("coverage", "lowest_coverage", "average_coverage"), ALL_COUNTS),
    **dict.fromkeys(
        ("clustered_mean", "intracluster_correlation", "repeat_variance"),
        {"scores": ([1, 0, 1], "scores")},
    ),
    "beta_posterior": {"prior": ((0.5, 0.5), "two weights")},
    "paired_posterior": {"prior": (1, "one weight")},
    "practical_equivalence": {
        "margin": (0.02, "open rates"),
        "prior": (1, "one weight"),
        "level": (0.95, "answer level"),
    },
    "partial_pooling": {"successes": ([42, 5, 6], "slice counts"), "n": ([50, 30, 10], "three slice sizes")},
    "items_until_decided": {
        "share_only_first": (0.2, "one rate"),
        "share_only_second": (0.08, "one rate"),
        "threshold": (0.975, "answer level"),
        "pilot": (100, "one size or None"),
    },
    "corrected_rate": {
        **dict.fromkeys(("verdicts", "labels"), ([1, 0, 1, 1, 0] * 6, "verdicts")),
        "groups": ([*range(15)] * 2, "groups of verdicts or None"),
    },
    "corrected_difference": {
        **dict.fromkeys(("verdicts_a", "verdicts_b", "labels_a", "labels_b"), ([1, 0, 1, 1, 0] * 6, "verdicts")),
        "groups": ([*range(15)] * 2, "groups of verdicts or None"),
    },
    "judge_rates": dict.fromkeys(("verdicts", "labels"), ([1, 0, 1, 1, 0] * 6, "verdicts")),
    "labels_for_margin": {
        "rate": (0.8, "open rates"),
        **dict.fromkeys(("sensitivity", "specificity"), (0.9, "rates")),
        "verdicts": (1000, "sizes"),
    },
    "planned_looks": {
        "n": (50, "one size"),
        "looks": (5, "one size"),
        **dict.fromkeys(("share_only_first", "share_only_second"), (0.1, "one rate")),
        "rule": (None, "word"),
    },
    "design_effect_for": {"sizes": ([3, 4], "sizes")},
    "effective_items": {"scores": ([1, 0, -1], "gains")},
    **dict.fromkeys(("non_inferior", "equivalent"), {"margin": (0.01, "positive")}),
    "items_for_non_inferiority": dict.fromkeys(("p1", "p2"), (0.84, "open rates")),
    "touching_level": {"ratio": (1.5, "positive")},
    "detectable_change": {"p": RATE, "n1": (100, "one size"), "n2": (200, "one size or None")},
    "plan_two_runs": {
        "p1": (0.80, "one rate"),
        "p2": RATE,
        "price_per_item": NOT_NEGATIVE,
        "ratio": (1, "ratio"),
        "items_each": (10, "one size"),
        "correlation": (0.2, "one correlation"),
    },
    "minimum_detectable_paired_effect": {"n": (100, "sizes"), "share_discordant": (0.2, "positive rates")},
    "items_for_paired": {"share_only_first": (0.10, "rates"), "share_only_second": (0.04, "rates")},
    "items_for_paired_non_inferiority": {"share_only_first": (0.10, "rates"), "share_only_second": (0.04, "rates")},
    "leaked_rate": {"rate": (0.6, "rates")},
    "difference_in_differences": dict.fromkeys(("public", "fresh"), ((0.5, 0.6, 100), "rates of two")),
    "fresh_items": {"rate": (0.6, "rates"), "leaked_share": (0.2, "positive rates"), "n_public": (2000, "sizes")},
    "sign_flip_test": {"gains": ([1, -1, 0.5], "scores"), "clusters": (list("aab"), "labels"), "rng": (None, "rng")},
    "clustered_tango_interval": {"gains": ([1, -1, 0], "gains"), "clusters": (list("aab"), "labels")},
    "pair_items": {"names": (("new", "old"), "two names or None"), "groups": ({"a": "x", "b": "y"}, "groups or None")},
    **dict.fromkeys(("pass_at_k", "pass_hat_k"), {"successes": ([42, 5], "slice counts")}),
    "read_results": {
        "paths": (Path(__file__).parents[1] / "notebooks" / "files" / "gsm8k-6b-verifier.csv", "paths"),
        "id": ("id", "name or None"),
        "score": ("right", "names or None"),
        "values": ({"P": 0.5}, "worth or None"),
        "progress": (print, "function or None"),
        **dict.fromkeys(("system", "run", "group", "slices", "task", "filter", "date"), (None, "name or None")),
        **dict.fromkeys(("may_differ", "truth", "prediction", "normalise", "rows", "winner"), (None, "name or None")),
        **dict.fromkeys(("systems", "ignore", "per"), (None, "name or None")),
        "where": (None, "chosen or None"),
        "runs": (None, "flag"),
    },
    "tally": {
        "source": (ANSWERS, "table"),
        "systems": (["new", "old"], "names or None"),
        **{name: (column, "name") for name, column in (("system", "model"), ("score", "right"), ("id", "id"))},
        "slices": ("topic", "columns"),
        "group": ("source", "name or None"),
    },
    "compare": {
        "results": (give_or_take.tally(DESK, ["new", "old"], slices="topic", group="source"), "cells"),
        "baseline": ("old", "name or None"),
        "estimand": ("items like these", "word or None"),
        **dict.fromkeys(("runs", "labels", "better", "items", "look"), (None, "word or None")),
        "missing": (None, "word or number"),
        "at_least": (0.5, "one open rate or None"),
        "passing": (0.5, "one number or None"),
        "margin": (0.05, "one open rate or None"),
        "matters": ([0.02, 0.1], "open rates or None"),
        "by": ("topic", "columns"),
        "seed": (None, "one count"),
        "positive": (None, "label or None"),
        "human": (None, "cells or None"),
    },
    "report": {
        "comparison": (give_or_take.compare(give_or_take.tally(DESK, ["new", "old"])), "cells"),
        "notes": ({"seeds": "temperature 0"}, "notes or None"),
    },
    **dict.fromkeys(
        ("bootstrap_interval", "swap_test"),
        {
            "data": (([1, 0, 1], [1, 1, 0], [0, 1, 1]), "data"),
            "statistic": ("f1", "statistic"),
            "groups": (["a", "a", "b"], "labels of three or None"),
            "paired": (True, "flag"),
            "unit": (None, "text or None"),
            "draws": (999, "one size"),
            "rng": (np.random.default_rng(1), "rng"),
        },
    ),
    "interaction_test": {
        "gains": ([1, -1, 0.5], "scores"),
        "clusters": (None, "labels or None"),
        "rng": (np.random.default_rng(1), "rng"),
    },
    "plan_repeats": {
        "between": (0.08, "one positive"),
        "within": NOT_NEGATIVE,
        "cost_per_answer": (1, "one positive"),
        "cost_per_item": NOT_NEGATIVE,
        "unit": ("%", "text"),
    },
    "best_of": {"rate": (0.8, "rates"), "systems": (20, "sizes")},
    **dict.fromkeys(("flattery", "honest_winner", "best_set"), WINNERS),
    "load": {"name": ("gsm8k", "word")},
    "Estimate": {
        "value": RATE,
        "se": NOT_NEGATIVE,
        "n": (100, "one size"),
        "df": (10, "one positive"),
        "clusters": (11, "one size or None"),
        "design_effect": (2.0, "one not negative or None"),
        "unit": ("%", "text"),
    },
    "Interval": {
        "low": (0.7, "numbers"),
        "high": (0.9, "numbers"),
        "estimate": (0.84, "rates"),
        "method": ("Wilson", "text"),
        "unit": ("%", "text"),
        "n": (100, "sizes or None"),
    },
    "Test": {
        "name": ("pooled z-test", "text"),
        "statistic": (0.5, "numbers"),
        "p_value": (0.6, "rates"),
        "symbol": ("z", "text"),
        "note": ("", "text"),
    },
    "Pairs": ONE_COUNT
    | {"missing_first": (["a"], "ids"), "missing_second": (("b", "c"), "ids"), "ids": (list("wxyz"), "ids")}
    | {"results": ([(1, 1), (1, 0), (0, 1), (0, 0)], "ids"), "groups": (list("aabb"), "ids")},
}


def arguments_of(name):
    """{parameter: (a value that works, its kind)} of a public function or record, from its signature."""
    known = PARAMETERS | ELSEWHERE.get(name, {})
    found = {}
    for parameter, about in signature(getattr(give_or_take, name)).parameters.items():
        value, kind = known.get(parameter, (about.default, "unknown"))
        found[parameter] = (about.default if value is None else value, kind)
    return found


CALLS = {name: arguments_of(name) for name in names.public() if name not in ("answer_desk", "two_months")}


def test_every_parameter_is_of_a_known_kind():
    """A new parameter gets a line in PARAMETERS, or in ELSEWHERE where the name stands for something else."""
    unknown = [f"{name}({parameter})" for name, call in CALLS.items() for parameter, (_, kind) in call.items()
               if kind == "unknown"]  # fmt: skip
    assert unknown == []


TABLE = pd.DataFrame({"right": [1, 0]})
TEXT = [("text", "84"), ("empty text", ""), ("bytes", b"84"), ("texts", ["84", "90"])]
NONE = [("None", None)]
NO_NUMBER = [
    ("set", {1, 2}),
    ("dict", {"a": 1}),
    ("object", object()),
    ("table", TABLE),
    ("complex", 1 + 2j),
    ("date", datetime.date(2025, 1, 1)),
    ("dates", np.array(["2025-01-01"], dtype="datetime64[D]")),
    ("durations", pd.Series(pd.to_timedelta([1, 2], unit="s"))),
    ("ragged", [[1, 2], [3]]),
    ("generator", (x for x in [1, 2])),
    ("function", len),
    ("type", int),
    ("strings in a column", pd.Series(["a", "b"])),
    ("strings of polars", pl.Series(["a", "b"])),
    ("table of polars", pl.DataFrame({"a": [1]})),
    ("categories", pd.Series(["a", "b"], dtype="category")),
    ("number and text", [1, "2"]),
    ("objects", [1, object()]),
]
BOOL = [
    ("True", True),
    ("NumPy bool", np.bool_(False)),
    ("bools", [True, False]),
    ("bool among numbers", [True, 5]),
    ("nested bool", [[True], [5]]),
    ("bool array", np.array([True])),
    ("bool column", pd.Series([True, False])),
    ("boolean column", pd.Series([True, False], dtype="boolean")),
    ("polars' bools", pl.Series([True, False])),
]
GAPS = [
    ("NaN", math.nan),
    ("pd.NA", pd.NA),
    ("NaN in a list", [1, math.nan, 0]),
    ("None in a list", [1, None, 0]),
    ("pd.NA in a list", [1, pd.NA, 0]),
    ("NaN in a column", pd.Series([1, math.nan, 0])),
    ("NA in Int64", pd.Series([1, None, 0], dtype="Int64")),
    ("NA in boolean", pd.Series([True, None, False], dtype="boolean")),
    ("NA in Float64", pd.Series([1.0, None, 0.0], dtype="Float64")),
    ("null of polars", pl.Series([1, None, 0])),
    ("NaN of polars", pl.Series([1.0, math.nan, 0.0])),
    ("masked", np.ma.masked_invalid([1, math.nan, 0])),
    ("NaT", pd.NaT),
]
INFINITE = [("infinite", math.inf), ("minus infinite", -math.inf), ("infinite in a list", [1, -math.inf, 0])]
HUGE = [("huge", 1e300), ("huge whole number", 10**400), ("huge in a list", [1, 10**400])]
NEGATIVE = [("negative", -1), ("negative in a list", [1, -3])]
FRACTIONAL = [
    ("fractional", 84.5),
    ("a rate", 0.84),
    ("fraction", Fraction(169, 2)),
    ("fractional in a list", [3, 0.5]),
]
EMPTY = [("empty", []), ("empty array", np.array([])), ("empty column", pd.Series([], dtype=float))]
MANY = [("many", [0.5, 0.6]), ("array of one", np.array([0.5]))]
OUTSIDE = [("above 1", 1.5), ("percent", 84), ("above 1 in a list", [0.5, 95])]
NUMBER = TEXT + NONE + NO_NUMBER + BOOL + GAPS + INFINITE + HUGE + EMPTY
COUNT = NUMBER + NEGATIVE + FRACTIONAL + [("more than a float can count", 2**60)]
NOT_TEXT = [("number", 1), *NONE, ("list", ["a"]), ("bytes", b"CR1"), ("NaN", math.nan), ("table", TABLE)]

BAD = {
    "notes or None": [("number", 1), ("text", "seeds"), ("list", ["seeds"]), ("number inside", {"seeds": 1})]
    + [("None inside", {"seeds": None}), ("blank", {"seeds": " "}), ("another name", {"seed": "1"}), ("table", TABLE)],
    "counts": COUNT,
    "sizes": COUNT + [("zero", 0), ("zero in a list", [1, 0])],
    "open rates": NUMBER + NEGATIVE + OUTSIDE + [("zero", 0), ("one", 1), ("zero in a list", [0.5, 0.0])],
    "rates": NUMBER + NEGATIVE + OUTSIDE,
    "positive": NUMBER + NEGATIVE + [("zero", 0), ("zero in a list", [1, 0.0])],
    "alpha": NUMBER + MANY + [("zero", 0), ("one", 1), ("a confidence level", 0.95), ("tiny", 1e-200)],
    "power": NUMBER + MANY + [("zero", 0), ("one", 1), ("percent", 80), ("below one half", 0.4)],
    "sides": NUMBER + MANY + NEGATIVE + [("zero", 0), ("three", 3), ("one and a half", 1.5)],
    "ratio": NUMBER + MANY + NEGATIVE + [("zero", 0), ("small", 1e-5), ("large", 1e5)],
    "pair": TEXT
    + NONE
    + [("number", 0.1), ("one end", [0.1]), ("three ends", [0.1, 0.2, 0.3]), ("swapped", (0.2, 0.1)), ("table", TABLE)]
    + [("set", {0.1, 0.2}), ("dict", {"low": 0.1, "high": 0.2}), ("array of none", np.array(0.1)), ("empty", [])]
    + [("gap", (0.1, math.nan)), ("None", (None, 0.2)), ("texts", ("0.1", "0.2")), ("infinite", (-math.inf, 0.2))]
    + [("swapped once", ([0.1, 0.3], [0.2, 0.2])), ("lengths", ([0.1, 0.2, 0.3], [0.4, 0.5]))]
    + [("level", Interval(0.1, 0.2, 0.15, 0.5, unit="points")), ("rate", Interval(0.1, 0.2, 0.15))],
    "level": NUMBER + MANY + [("zero", 0), ("one", 1), ("percent", 95), ("minus", -0.95), ("large", 1000)],
    "not negative": NUMBER + NEGATIVE,
    "scores": TEXT
    + NONE
    + NO_NUMBER
    + GAPS
    + INFINITE
    + HUGE
    + EMPTY
    + [
        ("one number", 84),
        ("True", True),
        ("two dimensions", [[1, 0], [0, 1]]),
        ("bool among numbers", [True, 5, "x"]),
    ],
    "labels": NONE
    + [
        ("number", 1),
        ("text", "abc"),
        ("dict", {"a": 1, "b": 2, "c": 3}),
        ("set", {"a", "b", "c"}),
        ("table", pd.DataFrame({"a": [1, 2, 3], "b": [1, 2, 3]})),
        ("two dimensions", np.array([["a"], ["b"], ["c"]])),
        ("missing", ["a", None, "b"]),
        ("NaN", pd.Series(["a", math.nan, "b"])),
        ("NA", pd.Series([1, None, 2], dtype="Int64")),
        ("NaT", pd.to_datetime(["2025-01-01", None, "2025-01-02"])),
        ("missing category", pd.Series(["a", None, "b"], dtype="category")),
        ("empty label", ["a", "", "b"]),
        ("blank label", ["a", " ", "b"]),
        ("level missing", [("a", 1), ("a", None), ("b", 1)]),
        ("arrays", [np.eye(2)] * 3),
        ("one cluster", ["a", "a", "a"]),
        ("lists", [["a"], ["a"], ["b"]]),
        ("empty", []),
    ],
    "two names": NONE
    + [case for case in TEXT if case[0] != "texts"]
    + [("number", 1), ("one", ("a",)), ("twice", ("a", "a")), ("empty", ("a", " ")), ("numbers", (1, 2))],
    "word": NOT_TEXT + [("unknown", "CR9"), ("lower case", "cr1"), ("empty", "")],
    "text": NOT_TEXT,
    "flag": TEXT + NONE + NO_NUMBER + GAPS + EMPTY + [("zero", 0), ("one", 1), ("word", "yes"), ("bools", [True])],
    "numbers": NUMBER,
    "one rate": NUMBER + NEGATIVE + OUTSIDE + MANY,
    "one number": NUMBER + MANY,
    "one not negative": NUMBER + NEGATIVE + MANY,
    "one positive": [case for case in NUMBER if case[0] != "infinite"] + NEGATIVE + MANY + [("zero", 0)],
    "one count": COUNT + MANY,
    "one size": COUNT + MANY + [("zero", 0)],
    "ids": NONE
    + [
        ("text", "abc"),
        ("bytes", b"abc"),
        ("number", 1),
        ("dict", {"a": 1}),
        ("set", {"a"}),
        ("table", TABLE),
        ("column", pd.Series(["a"])),
    ],
    "results": TEXT
    + NONE
    + [
        ("number", 1),
        ("True", True),
        ("list", [1, 0]),
        ("set", {"a", "b"}),
        ("array", np.array([1, 0])),
        ("index", pd.Index([1, 0])),
        ("table", pd.DataFrame({"a": [1]}, index=["a"])),
        ("empty dict", {}),
        ("empty column", pd.Series([], dtype=float)),
        ("row numbers", pd.Series([1, 0])),
        ("twice", pd.Series([1, 1], index=["a", "a"])),
        ("id None", {None: 1, "a": 1}),
        ("id NaN", {math.nan: 1, "a": 1}),
        ("id NA", pd.Series([1, 0], index=pd.Index([1, None], dtype="Int64"))),
        ("id NaT", pd.Series([1, 0], index=pd.to_datetime(["2025-01-01", None]))),
        ("id empty", {"": 1, "a": 1}),
        ("id blank", {" ": 1, "a": 1}),
        ("id with a gap", pd.Series([1, 0], index=pd.MultiIndex.from_tuples([("a", 1), ("a", None)]))),
        ("id no plain one", pd.Series([1], index=pd.Index([["a"]], dtype=object))),
        ("two", {"a": 2}),
        ("minus one", {"a": -1}),
        ("a rate", {"a": 0.84}),
        ("infinite", {"a": math.inf}),
        ("huge", {"a": 10**400}),
        ("text in it", {"a": "1"}),
        ("list in it", {"a": [1]}),
        ("complex in it", {"a": 1 + 0j}),
        ("decimal in it", {"a": Decimal(1)}),
        ("dates in it", pd.Series(pd.to_datetime(["2025-01-01"]), index=["a"])),
        ("strings", pd.Series(["pass", "fail"], index=["a", "b"])),
    ],
    "table": NONE + TEXT + [("dict", {"a": 1}), ("column", pd.Series([1, 2])), ("array", np.eye(2)), ("list", [1, 2])],
}
ONE_ENTRY = [("one number", 7), ("two dimensions", [[4, 5], [6, 7]]), ("array of none", np.array(7))]
for kind, entry in (("slice counts", "counts"), ("slice sizes", "sizes"), ("weights", "positive")):
    BAD[kind] = [case for case in BAD[entry] if case[0] != "dict"] + ONE_ENTRY  # a dict has labels for its slices
BAD["places or None"] = [case for case in BAD["numbers"] if case[0] not in ("None", "dict")]
BAD["places or None"] += [*ONE_ENTRY, ("all alike", [3, 3])]
TWO_RATES = TEXT + NONE + [("number", 0.1), ("two", (0.1, 0.2)), ("four", (0.1, 0.2, 9, 9)), ("table", TABLE)]
TWO_RATES += [("set", {1}), ("counts", (50, 60, 100)), ("no items", (0.5, 0.6, 0)), ("gap", (0.5, math.nan, 9))]
TWO_RATES += [("array", np.ones(3))]
TWO_RATES += [("lengths", ([0.1, 0.2], [0.1, 0.2, 0.3], 9)), ("text in it", ("a", 0.5, 9)), ("half", (0.5, 0.5, 8.5))]
BAD["rates of two"] = TWO_RATES
BAD["one weight"] = NUMBER + NEGATIVE + MANY + [("zero", 0), ("tiny", 0.001), ("huge", 1e7)]
BAD["two weights"] = NUMBER + [("one", (1,)), ("three", (1, 1, 1)), ("zero", (0, 1)), ("minus", (1, -1))]
BAD["three slice sizes"] = [case for case in BAD["slice sizes"] if case[0] != "zero in a list"] + [("zero", [9, 0, 9])]
BAD["answer level"] = BAD["level"] + [("one half", 0.5)]
BAD["positive rates"] = BAD["rates"] + [("zero", 0), ("zero in a list", [0.5, 0])]
BAD["right or wrong"] = BAD["scores"] + [
    ("a score between", [1, 0.5, 0]),
    ("a count", [1, 0, 84]),
    ("minus", [0, 1, -1]),
]
BAD["words"] = NOT_TEXT + [("too short", "a"), ("empty", ""), ("no word", "?! ..."), ("blank", " ")]
BAD["texts"] = NONE + TEXT[:3] + NO_NUMBER[:4] + [("number", 84), ("numbers", [1, 2]), ("number among texts", ["a", 1])]
BAD["texts"] += [("empty list", []), ("gap", ["a", None]), ("bytes in a list", [b"a"]), ("arrays", np.eye(2))]
BAD["rng"] = [("seed", 1), ("text", "1"), ("old one", np.random.RandomState(1)), ("module", np.random)]
BAD["groups"] = [case for case in BAD["results"] if case[0] != "strings"]
BAD["groups"] += [("gap", {"a": "x", "b": None}), ("blank label", {"a": "x", "b": " "}), ("list", {"a": "x", "b": [1]})]
BAD["name"] = NOT_TEXT + [("unknown", "zz"), ("empty", "")]
BAD["names"] = BAD["name"] + [("twice", ["a", "a"]), ("none", []), ("two unknown", ["a", "b"])]
BAD["paths"] = NOT_TEXT + TEXT + [("a folder", PACKAGE), ("none", []), ("no names", {}), ("a number in it", {"a": 1})]
BAD["function"] = NONE + TEXT + [case for case in NO_NUMBER if case[0] not in ("function", "type")] + [("number", 84)]
BAD["chosen"] = NOT_TEXT + TEXT + [("number as key", {1: "x"}), ("number", {"a": 1}), ("none", {"a": []})]
BAD["worth"] = NOT_TEXT + TEXT + [("number as key", {1: 1}), ("text", {"a": "b"}), ("gap", {"a": math.nan})]
BAD["correlations"] = NUMBER + [("above 1", 1.5), ("percent", 20), ("below -1", [0.5, -2]), ("too low", -0.9)]
BAD["one correlation"] = BAD["correlations"] + MANY
BAD["gains"] = [case for case in BAD["right or wrong"] if case[0] != "minus"]
BAD["columns"] = BAD["name"] + [("twice", ["topic", "topic"]), ("two unknown", ["a", "b"])]
BAD["one open rate"] = BAD["open rates"] + MANY
BAD["word or number"] = [case for case in BAD["word"] if case[0] not in ("None", "number")] + [("gap", math.nan)]
BAD["cells"] = NONE + TEXT + NO_NUMBER + [("number", 1), ("pairs", give_or_take.Pairs(1, 1, 1, 1))]
BAD["classes"] = [case for case in BAD["labels"] if case[0] != "one cluster"]
BAD["labels of three"] = BAD["labels"]
BAD["results of systems"] = NONE + TEXT + NO_NUMBER[:1] + NO_NUMBER[2:] + INFINITE + HUGE + EMPTY + [("number", 84)]
BAD["results of systems"] += [("one dimension", [1, 0, 1]), ("no system", {}), ("one system", {"a": [1, 0, 1]})]
BAD["results of systems"] += [("one item", [[1, 0]]), ("cube", np.ones((3, 2, 2))), ("a table of one", TABLE)]
BAD["results of systems"] += [("lengths", {"a": [1, 0], "b": [1, 0, 1]}), ("texts", {"a": ["x", "y"], "b": [1, 0]})]
BAD["results of systems"] += [("gap", {"a": [1, None], "b": [1, 0]}), ("NaN", np.array([[1, math.nan], [1, 0]]))]
BAD["results of systems"] += [("one name twice", {1: [1, 0], "1": [0, 1]}), ("no name", {None: [1, 0], "b": [0, 1]})]
BAD["verdicts"] = (
    NONE + TEXT + [("number", 1), ("set", {0, 1}), ("empty", []), ("empty dict", {}), ("a score", [0.5] * 30)]
)
BAD["verdicts"] += [
    ("words", ["pass"] * 30),
    ("table", TABLE),
    ("two dimensions", np.ones((30, 2))),
]
BAD["verdicts"] += [("ids on one side", dict(enumerate([1] * 30))), ("huge", [10**400] * 30), ("nothing", [None] * 30)]
BAD["groups of verdicts or None"] = [case for case in BAD["labels"] if case[0] != "None"]
BAD["label or None"] = [("list", [1]), ("NaN", math.nan), ("blank", " "), ("unknown", "zz"), ("dict", {}), ("two", 2)]
BAD["data"] = NONE + TEXT + NO_NUMBER + GAPS + EMPTY + [("number", 84), ("True", True), ("two dimensions", np.eye(3))]
BAD["data"] += [("no column", ()), ("one column", [1, 0, 1]), ("lengths", ([1, 0, 1], [1, 0], [1, 0, 1]))]
BAD["data"] += [("labels", (["a", "b", "a"],) * 3), ("gap", ([1, math.nan, 0],) * 3), ("numbers", (1, 0, 1))]
BAD["data"] += [("scores", ([1, 0.5, 0],) * 3), ("a gap among labels", (["a", None, "b"],) * 3)]
BAD["statistic"] = NONE + TEXT + NO_NUMBER + [("number", 84), ("two values", lambda *columns: [1, 2])]
BAD["statistic"] += [("text of it", lambda *columns: "1"), ("undefined", lambda *columns: None)]
for kind in (
    *("text", "cells", "labels of three"),
    *("one size", "one not negative", "sizes", "right or wrong", "two names", "groups", "word"),
    *("name", "names", "worth", "chosen", "labels", "one number", "one open rate", "open rates", "function"),
):
    BAD[f"{kind} or None"] = [case for case in BAD[kind] if case[0] != "None"]

INFINITE_TOO = {"pairing_gain"}  # says so: without flips pairs need no width at all

ARGUMENTS = [
    pytest.param(name, argument, id=f"{name}-{argument}") for name, arguments in CALLS.items() for argument in arguments
]


def refused(name, arguments):
    """The error with which a call is refused, having checked that it is worded by `checks`, or None."""
    try:
        result = getattr(give_or_take, name)(**arguments)
    except (TypeError, ValueError) as error:
        words = str(error)
        assert any(words == a or words.startswith((f"{a} ", f"{a}[")) for a in arguments), words
        for sentence in words.replace("\n  ", "; ").split("\n- "):  # of a reader, which says all at once
            assert words[-1] not in ".:" and "\n" not in sentence and len(sentence) < 300, words
        where = Path(traceback.extract_tb(error.__traceback__)[-1].filename)
        assert where.is_relative_to(PACKAGE), f"raised by {where}: {words}"
        return words
    if isinstance(result, Interval):
        result = [result.low, result.high]
    if isinstance(result, Test):
        result = [result.statistic, result.p_value]
    for number in np.ravel(np.asarray(result if not isinstance(result, Estimate) else result.se, dtype=object)):
        fine = math.isfinite(number) or (name in INFINITE_TOO and number == math.inf) if type(number) is float else True
        assert fine, (arguments, result)
    return None


@pytest.mark.parametrize(("name", "argument"), ARGUMENTS)
def test_bad_input_is_refused_in_words(name, argument):
    good = {key: value for key, (value, _) in CALLS[name].items()}
    assert refused(name, good) is None
    for label, bad in BAD[CALLS[name][argument][1]]:  # one test for them all: thousands of tests would take minutes
        words = refused(name, good | {argument: bad})
        assert words is not None, f"{label}: {bad!r} was accepted"
        assert words.startswith(argument), f"{label}: {words}"


# Anything at all, in any argument: an answer in finite numbers, or a sentence.
anything = st.one_of(
    st.sampled_from([bad for kind in BAD.values() for _, bad in kind]),
    st.integers(),
    st.integers(-2, 120),
    st.floats(),
    st.floats(0, 1),
    st.text(max_size=5),
    st.booleans(),
    st.none(),
    st.decimals(),
    st.fractions(),
    st.complex_numbers(),
    st.lists(st.one_of(st.integers(-2, 5), st.floats(), st.none(), st.booleans(), st.text(max_size=2)), max_size=5),
    st.lists(st.integers(0, 3), min_size=1, max_size=5).map(np.array),
    st.lists(st.lists(st.integers(0, 3), max_size=3), max_size=3),
    st.lists(st.one_of(st.integers(0, 3), st.none()), max_size=5).map(lambda x: pd.Series(x, dtype="Int64")),
)


@pytest.mark.parametrize("name", CALLS)
@given(data=st.data())
def test_anything_gives_finite_numbers_or_a_sentence(name, data):
    arguments = {
        argument: data.draw(st.one_of(st.just(good), anything), label=argument)
        for argument, (good, _) in CALLS[name].items()
    }
    refused(name, arguments)


# Input that is unusual and right


@pytest.mark.parametrize(
    "n",
    [
        100,
        100.0,
        np.int8(100),
        np.float32(100),
        np.uint64(100),
        Fraction(100),
        np.array(100),
        np.array(100, dtype=object),
    ],
    ids=lambda n: type(n).__name__,
)
def test_a_count_may_come_in_any_kind_of_number(n):
    assert give_or_take.standard_error(84, n) == give_or_take.standard_error(84, 100)


@pytest.mark.parametrize(
    "scores",
    [
        (1, 0, 1),
        [True, False, True],
        np.array([True, False, True]),
        np.array([1, 0, 1], dtype=np.uint8),
        np.array([1, 0, 1], dtype=object),
        np.array([True, False, True], dtype=object),
        np.ma.array([1, 0, 1]),
        pd.Series([1, 0, 1], index=[2, 1, 0]),
        pd.Series([1, 0, 1], dtype="Int64"),
        pd.Series([1, 0, 1], dtype="Float64"),
        pd.Series([True, False, True], dtype="boolean"),
        pd.Series([1, 0, 1], dtype=object),
        pd.Series([1, 0, 1], dtype="category"),
        pd.Index([1, 0, 1]),
        pl.Series([1, 0, 1]),
        pl.Series([True, False, True]),
        range(1, 0, -1),
    ],
    ids=lambda x: f"{type(x).__name__} {getattr(x, 'dtype', '')}",
)
def test_scores_may_come_in_any_container(scores):
    if isinstance(scores, range):
        scores = [*scores, 0, 1]
    assert give_or_take.clustered_mean(scores, list("abc")) == give_or_take.clustered_mean([1, 0, 1], list("abc"))


def test_small_whole_number_types_do_not_overflow():
    assert give_or_take.standard_error(np.int8(100), np.int8(120)) == give_or_take.standard_error(100, 120)
    k, n = np.array([5 * 10**6], dtype=np.int32), np.array([10**7], dtype=np.int32)
    assert give_or_take.standard_error(k, n)[0] == give_or_take.standard_error(5 * 10**6, 10**7)


def test_inputs_are_left_as_they_were():
    scores, clusters = np.array([1.0, 0.0, 1.0]), np.array(["a", "a", "b"])
    scores.flags.writeable = clusters.flags.writeable = False
    give_or_take.clustered_mean(scores, clusters, "items")
    result = give_or_take.standard_error(np.array([10, 20]), 100)
    result[0] = 5  # what comes back is the caller's own


# The wording


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("standard_error", (True, 100), "successes must be a number, not True or False; give the count; for a"),
        ("standard_error", ("84", 100), "successes must be a number, not text ('84'); convert it first"),
        ("standard_error", (0.84, 100), "successes must be a whole number: got 0.84; this looks like a share: give"),
        ("standard_error", (math.nan, 100), "successes has no value; give a number"),
        ("standard_error", ([1, math.nan], 20), "successes has a gap (no value) for 1 of 2 entries; leave such rows"),
        ("margin", (84, 100, math.nan), "level has no value; give a number"),
        ("power_two_rates", (84, 0.9, 240), "p1 must lie between 0 and 1: got 84; write 0.84 if you mean 84%"),
        ("power_two_rates", (240, 0.9, 240), "p1 must lie between 0 and 1: got 240; this looks like a count: divide"),
        ("standard_error", (84.5, 100), "successes must be a whole number: got 84.5; give a whole number"),
        ("standard_error", (101, 100), "successes must not exceed n: got 101 of 100; are the two swapped?"),
        ("standard_error", ([1, 7], [5, 6]), "successes must not exceed n: got 7 at position 1 of 6"),
        ("standard_error", (0, 0), "n must be at least 1: got 0; with 0 items there is no rate"),
        (
            "standard_error",
            ([1, 2, 3], [5, 5]),
            "successes and n must have the same length, or one of them be a single",
        ),
        ("margin", (84, 100, 95), "level must lie strictly between 0 and 1: got 95; write 0.95 for 95%"),
        ("items_for_margin", (0.84, 2), "margin must lie between 0 and 1: got 2; write 0.02 if you mean 2%"),
        ("items_for_margin", (95, 0.01), "rate must lie between 0 and 1: got 95; write 0.95 if you mean 95%"),
        (
            "clustered_mean",
            (pd.Series([1, None, 0, None]), list("aabb")),
            "scores has a gap (no value) for 2 of 4 entries; drop those items or count them as wrong (0), and say in",
        ),
        ("clustered_mean", ([1, 0], list("aab")), "scores and clusters must have the same length, one entry for each"),
        ("clustered_mean", ([1, 0], list("aa")), "clusters must name at least two clusters: one cannot show how much"),
        ("clustered_mean", ([1, 0], ["a", None]), "clusters has no label for 1 of 2 entries; name the cluster of each"),
        ("clustered_mean", ([1, 0], list("ab"), None, "CR3"), "correction must be one of 'CR2' or 'CR1' or"),
        ("clustered_mean", ([1, 0, 1], list("aab")), "estimand must be named where clusters differ in size (1 to 2"),
        ("clustered_mean", ([1, 0], list("ab"), "CR2"), "estimand must be one of 'items' or 'clusters': got 'CR2'"),
        ("effective_items", ([1, 0.5], list("ab")), "scores must be 0 or 1, or gains of -1, 0 or 1: got 0.5 at"),
        ("power_two_rates", (0.8, 84, 100), "p2 must lie between 0 and 1: got 84; write 0.84 if you mean 84%"),
        ("power_two_rates", (0.8, 0.84, 100, None, 0.95), "alpha must lie below 0.5: got 0.95; write 0.05 for a test"),
        ("power_two_rates", (0.8, 0.84, 100, None, 0.05, 3), "sides must be 1 or 2: got 3; give 2 unless the other"),
        ("power_two_rates", ([0.8, 0.9], 0.84, [1, 2, 3]), "p1 and n1 must have the same length, or one of them be a"),
        ("exact_power", (0.8, 0.84, 5000), "n1 must be at most 2,000 here: got 5000; for larger sets"),
        ("items_for_power", (0.8, 0.8), "p2 must differ from p1 by 0.0000001 or more: got 0.8, p1 is 0.8; no number"),
        ("items_for_power", (0.8, 0.84, 80), "power must lie strictly between 0 and 1: got 80; write 0.8 for 80%"),
        ("items_for_power", (0.8, 0.84, 0.2), "power must be at least 0.5: got 0.2; do not plan to miss more often"),
        ("non_inferior", (0.02, 0.01), "interval must be an Interval or a pair (low, high), not a single number"),
        ("equivalent", ((0.2, 0.1), 0.01), "interval must have its lower end first: got 0.2 and 0.1; are the two"),
        (
            "tango_interval",
            (0, 0, 0, 0),
            "n_both and the other three counts are all 0: without items there is nothing to",
        ),
        (
            "mcnemar_power",
            (100, 0.7, 0.4),
            "share_only_second and share_only_first must not exceed 1 together: got 0.4 and 0.7",
        ),
        ("mcnemar_power", (10**8, 0.1, 0.2), "n must be at most 10,000,000 here: got 100000000; check it"),
        ("items_for_paired", (0.1, 0.1), "share_only_second must differ from share_only_first by 0.0000001 or more"),
        ("minimum_detectable_paired_effect", (100, 0), "share_discordant must be at least 0.0000001: got 0; if no"),
        ("minimum_detectable_paired_effect", (50, 0.1), "n is too small: got 50; if 10% of the items flip, even flips"),
        (
            "pair_items",
            ([1, 0], [1, 1]),
            "first has no ids: got a list, which holds nothing but results; give a dict from id",
        ),
        ("pair_items", ({"a": 1}, {"b": 1}), "first and second share no id: first has ids such as 'a', second such as"),
        ("pair_items", ({"a": 1}, {"a": None, "b": 1}), "first and second share no item on which both have a result"),
        (
            "pair_items",
            ({"a": 1}, {"a": 3}),
            "second must hold 0 or 1, and None or NaN where there is no result: got 3",
        ),
        (
            "pair_items",
            (pd.Series([1, 0]), {"a": 1}),
            "first has no ids: its index looks like row numbers; use .set_index",
        ),
        ("pair_items", (pd.Series([1, 0], ["a", "a"]), {"a": 1}), "first has more than one result for 'a'; keep one"),
        (
            "Pairs",
            (1, 0, 0, 0, (), ("x",), 0, 2),
            "unpaired_right_first must not exceed 1, the number of items that only",
        ),
        ("load", ("gsm9k",), "name must be one of 'gsm8k' or 'swe_bench_pro' or 'gsm_symbolic' or 'livecodebench' or"),
    ],
)
def test_the_wording(name, arguments, words):
    with pytest.raises((TypeError, ValueError)) as caught:
        getattr(give_or_take, name)(*arguments)
    assert str(caught.value).startswith(words)


def test_both_lengths_are_named():
    with pytest.raises(ValueError, match="got 2 and 3$"):
        give_or_take.clustered_mean([1, 0], list("aab"))
    with pytest.raises(ValueError, match="got 3 and 2$"):
        give_or_take.standard_error([1, 2, 3], [5, 5])
    with pytest.raises(ValueError, match="got 2 x 3 and 2$"):
        give_or_take.standard_error(np.ones((2, 3)), [5, 5])


def test_a_count():
    assert checks.count(5.0, "items") == 5 and type(checks.count(5.0, "items")) is int
    with pytest.raises(ValueError, match="^items must be at least 1: got 0"):
        checks.count(0, "items")
    with pytest.raises(TypeError, match="^items must be one number"):
        checks.count([5], "items")


def test_a_decimal_is_refused_rather_than_guessed():
    with pytest.raises(TypeError, match="^rate must be numbers, not a Decimal"):
        give_or_take.items_for_margin(Decimal("0.1"), 0.1)
