"""The real tables: their totals, their provenance, and one row for each item."""

import csv
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from reference import rows

import give_or_take as got
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

# What the claims of chapter 13 come to, computed again from what each says; what is quoted there is rounded from this.
def recomputed():
    plain = lambda p, n: 1.959964 * (p * (1 - p) / n) ** 0.5  # noqa: E731
    needed = lambda p, q: got.items_for_power(p / 100, q / 100)  # noqa: E731
    power = lambda p, q, n: f"{100 * got.power_two_rates(p / 100, q / 100, n):.0f}%"  # noqa: E731
    z = lambda p, q, n: got.pooled_z_test(round(p * n), n, round(q * n), n)  # noqa: E731
    for id, n in {"E01": 100, "E02": 500, "E03": 1000, "E04": 1800, "E05": 7300, "E13": 1000}.items():
        low, high = got.wilson_interval(round((0.942 if id == "E13" else 0.95) * n), n)
        yield id, f"{100 * low:.1f}% to {100 * high:.1f}%"
    low, high = got.wilson_interval(28_500, 30_000)
    yield "E06", f"{100 * low:.2f}% to {100 * high:.2f}%"
    yield "E07", " and ".join(f"{np.ceil(1.959964**2 * 0.95 * 0.05 / m**2):,.0f}" for m in (0.01, 0.005))
    yield "E08", f"{100 * (0.012 * 0.988 / 612) ** 0.5:.2f}%"
    yield "E09", f"{100 * 8 / 612:.1f}%"
    before, after = ((0.75 * easy + 0.25 * hard, 0.25 * easy + 0.75 * hard) for easy, hard in ((92, 60), (93, 62)))
    yield "E10", f"{before[0]:.0f}, {after[0]:.2f}, {before[1]:.0f}, {after[1]:.2f}"
    yield "E11", f"{before[0] - before[1]:.0f} for the first model, {after[0] - after[1]:.1f} for the second"
    yield "E16", f"{z(0.942, 0.928, 500).p_value:.2f} (500"
    yield "E16", f"{z(0.942, 0.956, 5000).p_value:.4f} (5,000"
    yield "X01", ", ".join(f"+/-{100 * plain(0.8, n):.1f}" for n in (20, 50, 100, 500, 1000, 5000))
    yield "X02", "{:.1f}% to {:.1f}%".format(*(100 * end for end in got.wilson_interval(16, 20)))
    yield "X03", f"{got.pooled_z_test(40, 50, 42, 50).p_value:.3f}"
    yield "X04", f"+/-{100 * (0.8 * 0.2 / 50 + 0.84 * 0.16 / 50) ** 0.5 * 1.96:.1f}"
    yield "X06", f"{needed(80, 84):,} for each"
    yield "X07", f"{needed(80, 85):,} for each"
    yield "X08", f"{needed(80, 82):,} (2 points) and {needed(80, 84):,} (4 points)"
    at_80, at_95 = z(0.8, 0.802, 10**5).p_value, z(0.95, 0.952, 10**5).p_value
    yield "X12", f"p = {at_80:.2f}; 95.0% against 95.2%: p = {at_95:.2f}"
    yield "X13", f"at least one in {100 * (1 - 0.95**20):.0f}%"
    yield "X15", f"{100 * (80 - 40) / (99 - 40):.1f}% of the cases are easy"
    yield "X16", ", ".join(f"+/-{100 * plain(0.5, n):.1f}" for n in (100, 400, 1000)) + " at 50%"
    yield "X16", ", ".join(f"+/-{100 * plain(0.8, n):.1f}" for n in (100, 400, 1000)) + " at 80%"
    yield "D01", f"{14 / 20:.2f}"
    for id, n in {"S01": 100, "S02": 1000, "S03": 10_000}.items():
        yield id, f"{plain(0.84, n) / 1.959964:.4f}; {0.84 - plain(0.84, n):.3f} to {0.84 + plain(0.84, n):.3f}"
    yield "S04", f"p = {z(0.84, 0.85, 100).p_value:.2f} with 100 each; z = {-z(0.84, 0.85, 10**5).statistic:.1f}"
    yield "C01", f"{needed(80, 82):,}"
    yield "C02", f"{needed(80, 85):,}"
    yield "C03", f"{needed(90, 92):,}"
    yield "X05 sentence", power(80, 84, 1300)
    yield "X06 sentence", f"{power(80, 84, 500)} to {power(80, 84, 1000)}"
    yield "X06 sentence", f"{got.items_for_paired(0.07, 0.03)} are enough if one in ten flips"
    yield "X07 sentence", f"{got.items_for_paired(0.075, 0.025)} are enough if one in ten flips"
    yield "X08 sentence", f"4 points in {power(80, 84, 1000)} of all tries, and 2 points in {power(80, 82, 1000)}"
    yield "C01 sentence", power(80, 82, 5772)
    yield "C04", f"{needed(80, 82):,} from 80% on, {needed(90, 92):,} from 90% on"
    assert min(got.mcnemar_test(k + 1, k).p_value for k in range(49)) == 0.5
    yield "S05", f"p = 0.5 or more on the same questions, {z(0.84, 0.85, 100).p_value:.2f} on others"


def test_the_printed_claims_come_out_as_their_table_says():
    claims = load("printed_claims").set_index("id")
    assert len(claims) == 44
    assert claims["verdict"].value_counts().to_dict() == {
        "holds": 20, "needs a condition": 9, "wrong": 7, "last digit": 7, "open": 1
    }  # fmt: skip
    judged = claims["verdict"].isin(["wrong", "needs a condition"])
    assert (claims["sentence"].notna() == judged).all() and (claims["harm"].notna() == judged).all()
    for key, words in recomputed():
        id, *column = key.split()
        assert words in claims.loc[id, column[0] if column else "recomputed"], (key, words)


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
