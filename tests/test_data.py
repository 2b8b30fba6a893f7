"""The real tables: their totals, their provenance, and one row for each item."""

import csv
import sys
from pathlib import Path

import pandas as pd
import polars as pl
import pytest
from reference import rows

import give_or_take.data
from give_or_take import answer_desk, confusion, expand, load

FOLDER = Path(give_or_take.data.__file__).parent
NAMES = [*give_or_take.data._REGISTRY]

# What each run got right, of how many: added up with awk from the files as they came.
TOTALS = {
    "gsm8k": {
        "6b_finetuning": (286, 1319),
        "6b_verification": (515, 1319),
        "175b_finetuning": (458, 1319),
        "175b_verification": (742, 1319),
    },
    "swe_bench_pro": {
        "claude_sonnet_4_5": (319, 730),
        "gpt_5": (265, 729),
        "kimi_k2": (202, 729),
        "claude_sonnet_4": (240, 562),
    },
    "livecodebench": {"o1_mini": (602, 880), "o1_preview": (489, 880)},
    "berkeley": {"admitted": (1755, 4526)},
    "kidney_stones": {"success": (562, 700)},
}


@pytest.mark.parametrize(("name", "totals"), TOTALS.items(), ids=TOTALS)
def test_totals_of_counts_and_of_items(name, totals):
    counts = load(name)
    weight, items = counts.iloc[:, -1], expand(counts)
    assert len(items) == weight.sum()
    for system, (right, of) in totals.items():
        assert set(counts[system].dropna()) == {0, 1}
        assert ((counts[system] * weight).sum(), weight[counts[system].notna()].sum()) == (right, of)
        assert (items[system].sum(), items[system].notna().sum()) == (right, of)


def test_gsm_symbolic_is_the_printed_table_with_its_known_twins():
    table = load("gsm_symbolic").set_index("model")
    assert len(table) == 25
    assert table.loc["GPT-4o"].tolist() == [95.2, 95.0, 94.9, 1.87]
    twins = table[table.duplicated(["symbolic_mean", "symbolic_sd_of_50_sets"], keep=False)]
    assert len(twins) == 10
    for name in ("gemma-2b", "gemma-7b", "gemma-2-2b", "gemma-2-9b", "Llama-3-8B"):
        assert name in load("gsm_symbolic").attrs["note"]
        assert sum(name in model for model in twins.index) == 2


def test_livecodebench_before_and_after_the_cut_off():
    """o1-mini by difficulty, October 2023 counted as after: added up with awk from the file as it came."""
    counts = load("livecodebench")
    assert counts["contest_month"].str.fullmatch(r"202[345]-\d\d").all()
    assert (counts["contest_month"].min(), counts["contest_month"].max()) == ("2023-05", "2025-01")
    assert set(counts["platform"]) == {"atcoder", "codeforces", "leetcode"}
    counts = counts.assign(after=counts["contest_month"] >= "2023-10", solved=counts["o1_mini"] * counts["problems"])
    sums = counts.groupby(["after", "difficulty"])[["solved", "problems"]].sum()
    assert sums.loc[False].to_numpy().tolist() == [[71, 73], [24, 42], [71, 92]]  # easy, hard, medium
    assert sums.loc[True].to_numpy().tolist() == [[194, 206], [70, 228], [172, 239]]


def test_gsm1k_is_the_printed_table_with_its_known_defects():
    table = load("gsm1k")
    assert len(table) == 63 and table["model"].is_unique and not table.isna().any().any()
    assert (table["gsm8k_accuracy"] - table["gsm1k_accuracy"] - table["printed_difference"]).abs().max() < 0.0016
    z = table["printed_z"]
    for n, fitting in ((1250, 62), (1205, 59)):  # the accuracies have three decimals, and so does z
        low, high = (pooled_z(table["gsm8k_accuracy"] + d, table["gsm1k_accuracy"] - d, n) for d in (-0.0005, 0.0005))
        assert ((low - 0.0005 <= z) & (z <= high + 0.0005)).sum() == fitting
        assert f"{n}, {fitting}" in table.attrs["note"] or f"{n} only {fitting}" in table.attrs["note"]


def pooled_z(p, q, n, m=1319):
    pooled = (m * p + n * q) / (m + n)
    return (p - q) / (pooled * (1 - pooled) * (1 / m + 1 / n)) ** 0.5


def test_berkeley_against_r():
    counts = load("berkeley")
    table = rows("berkeley_admissions.csv")
    assert len(table) == 12 and len(counts) == 24
    for row in table:
        same = counts[(counts["department"] == row["dept"]) & (counts["gender"] == row["gender"].lower())]
        assert same.set_index("admitted")["applicants"].to_dict() == {1: int(row["admitted"]), 0: int(row["rejected"])}


def test_kidney_stones_are_the_printed_counts():
    counts = load("kidney_stones")
    table = counts.pivot(index=["treatment", "stone_size"], columns="success", values="patients")
    of = {key: (row[1], row[0] + row[1]) for key, row in table.iterrows()}
    assert of == {
        ("open surgery", "small"): (81, 87),
        ("open surgery", "large"): (192, 263),
        ("percutaneous nephrolithotomy", "small"): (234, 270),
        ("percutaneous nephrolithotomy", "large"): (55, 80),
    }


def test_xsum_summaries_and_the_detector():
    """Added up with awk from the file as it came, which has more digits."""
    table = load("xsum_summaries")
    assert len(table) == 1992 and (table.groupby("document").size() == 4).all()
    assert table.groupby("system")["document"].nunique().to_dict() == dict.fromkeys(
        ("berts2s", "ptgen", "tconvs2s", "trans2s"), 498
    )
    factual, found = table["factual"] >= 0.5, table["entailment"] >= 0.5
    assert confusion(factual, found).counts == (195, 503, 124, 1170) and factual.sum() == 319
    assert table["raters"].value_counts().to_dict() == {3: 1848, 0: 134, 2: 10}
    assert (table.loc[table["raters"] == 0, "factual"] == 1).all()
    points = 100 * table.pivot(index="document", columns="system", values=["rouge_l", "faithful", "factual"])
    for ruler, gap, error in (("rouge_l", 2.0, 0.5), ("faithful", -6.0, 1.8), ("factual", 1.3, 2.0)):
        gaps = points[ruler, "tconvs2s"] - points[ruler, "ptgen"]
        assert (gaps.mean(), gaps.sem()) == pytest.approx((gap, error), abs=0.05)


def test_llmbar_and_its_judges():
    """Counts added up with awk from the file as it came; the shares are those in the publishers' statistics.json."""
    table = load("llmbar_verdicts")
    assert len(table) == 419 and table["item"].is_unique and set(table["better"]) == {1, 2}
    sizes = {"Natural": 100, "Neighbor": 134, "GPTInst": 92, "GPTOut": 47, "Manual": 46}
    assert table["subset"].value_counts().to_dict() == sizes
    for judge, kept, first in (("chatgpt", 256, 574), ("gpt_4", 382, 420)):
        verdict, swapped = (table[f"{judge}_vanilla_norules{order}"] for order in ("", "_swapped"))
        assert ((verdict == swapped).sum(), (verdict == 1).sum() + (swapped == 2).sum()) == (kept, first)
    for judge, natural, neighbor in (("chatgpt", 0.79, 0.1791), ("gpt_4", 0.935, 0.6418)):
        both = [table[f"{judge}_vanilla_norules{order}"] == table["better"] for order in ("", "_swapped")]
        right = (sum(both) / 2).groupby(table["subset"]).mean()
        assert (right["Natural"], right["Neighbor"]) == pytest.approx((natural, neighbor), abs=5e-5)
    judges = table.columns[5:]
    assert len(judges) == 60 and table[judges].isna().sum().sum() == 50


def test_gpqa_and_its_runs():
    """Added up with awk from the file as it came, where the runs of a question are one word of five digits."""
    table = load("gpqa_runs")
    assert len(table) == 198 and table["item"].is_unique and set(table.iloc[:, 1:].stack()) == {0, 1}
    nano, mini = table.filter(like="gpt_5_nano"), table.filter(like="gpt_5_4_mini")
    assert nano.sum().tolist() == [135, 132, 134, 133, 135] and mini.sum().tolist() == [126, 126, 120, 127, 112]
    every = [(side == 1).all(axis=1).sum() for side in (nano, mini)]
    never = [(side == 0).all(axis=1).sum() for side in (nano, mini)]
    assert (every, never) == ([98, 91], [31, 41])


@pytest.mark.parametrize("name", NAMES)
def test_provenance_is_complete(name):
    attrs = load(name).attrs
    assert list(attrs) == ["name", "title", "kind", "source", "licence", "row", "note"]
    assert attrs["name"] == name and attrs["kind"] in ("real", "published")
    assert all(isinstance(value, str) and value for value in attrs.values())
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert f"`{name}.csv`" in readme and str(len(load(name)) if name == "gsm_symbolic" else "") in readme


def test_the_registry_and_the_folder_hold_the_same_tables():
    assert sorted(NAMES) == sorted(path.stem for path in FOLDER.glob("*.csv"))


@pytest.mark.parametrize("name", NAMES)
def test_the_files_are_plain(name):
    with (FOLDER / f"{name}.csv").open(encoding="ascii", newline="") as file:
        text = file.read()
    assert "\r" not in text and text.endswith("\n")
    rows = list(csv.reader(text.splitlines()))
    assert {len(row) for row in rows} == {len(rows[0])}
    assert rows[0] == load(name).columns.tolist() and len(rows) == len(load(name)) + 1


# expand


def test_ids_are_made_up_and_say_so():
    items = expand(load("gsm8k"))
    assert items.columns[0] == "id" and items["id"].is_unique and "items" not in items
    assert (items["id"].iloc[0], items["id"].iloc[-1]) == ("gsm8k-0001", "gsm8k-1319")
    assert items.attrs["ids"].startswith("made up") and items.attrs["row"] == "one item"
    assert items.attrs["source"] == load("gsm8k").attrs["source"]
    assert "ids" not in load("gsm8k").attrs
    assert items.index.tolist() == list(range(1319))


def test_expanding_and_counting_again_gives_the_table_back():
    for name in TOTALS:
        counts = load(name)
        keys = counts.columns[:-1].tolist()
        again = expand(counts).groupby(keys, dropna=False, sort=False).size().reset_index(name=counts.columns[-1])
        pd.testing.assert_frame_equal(again, counts, check_dtype=False)


def test_the_last_column_counts_in_a_table_of_ones_own():
    table = pd.DataFrame({"right": [1, 0, 1], "how_many": [2, 1, 0]}, index=[7, 7, 7])
    items = expand(table)
    assert items["id"].tolist() == ["item-0001", "item-0002", "item-0003"]
    assert items["right"].tolist() == [1, 1, 0]
    assert table.columns.tolist() == ["right", "how_many"]


def test_a_table_of_polars_stays_one():
    table = pl.DataFrame({"right": [1, None, 0], "n": [2, 1, 0]})
    items = expand(table)
    assert isinstance(items, pl.DataFrame) and items.columns == ["id", "right"]
    assert items.rows() == [("item-0001", 1), ("item-0002", 1), ("item-0003", None)]
    assert table.columns == ["right", "n"]


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (lambda: load("gsm_symbolic"), "counts must be a table of counts: 'gsm_symbolic' is a published table"),
        (lambda: expand(load("gsm8k")), "counts is expanded already"),
        (lambda: load("xsum_summaries"), "counts must be a table of counts: 'xsum_summaries' is one row an item"),
        (lambda: load("gsm8k").drop(columns="items"), "counts has no column 'items', which says how many items"),
        (lambda: load("gsm8k").iloc[:0], "counts['items'] is empty"),
        (lambda: pd.DataFrame({"n": [1]}), "counts must have at least two columns"),
        (lambda: pd.DataFrame(), "counts must have at least two columns"),
        (lambda: pd.DataFrame({"a": [1], "n": [-1]}), "counts['n'] must be at least 0: got -1"),
        (lambda: pd.DataFrame({"a": [1], "n": [0.5]}), "counts['n'] must be a whole number: got 0.5"),
        (lambda: pd.DataFrame({"a": [1], "n": [None]}), "counts['n'] has a gap"),
        (lambda: pd.DataFrame({"a": [1], "n": ["x"]}), "counts['n'] must be numbers, not"),
        (lambda: pd.DataFrame({"a": [1], "n": [0]}), "counts holds no items"),
        (lambda: pd.DataFrame({"id": ["x"], "n": [2]}), "counts has an id column already"),
        (
            lambda: pd.DataFrame([[1, 2, 3]], columns=["a", "n", "n"]),
            "counts has two columns of one name: got ['a', 'n",
        ),
        (lambda: "gsm8k", "counts must be a table in memory, such as load('gsm8k'), not a str"),
        (
            lambda: pl.LazyFrame({"a": [1], "n": [2]}),
            "counts must be a table in memory, such as load('gsm8k'), not a La",
        ),
    ],
)
def test_bad_tables_are_refused(table, words):
    with pytest.raises((TypeError, ValueError)) as caught:
        expand(table())
    assert str(caught.value).startswith(words)


@pytest.mark.parametrize("call", [lambda: load("gsm8k"), answer_desk], ids=["load", "desk"])
def test_without_pandas_a_sentence_says_how_to_get_it(call, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ModuleNotFoundError, match="needs pandas; install it with: pip install 'give-or-take"):
        call()
