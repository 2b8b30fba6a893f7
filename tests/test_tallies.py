"""Cells: the same from every library, from wide and long tables, and what is refused."""

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from give_or_take import answer_desk, expand, load, tally

DUCK = duckdb.connect()  # closed as soon as nobody holds it
LIBRARIES = {
    "pandas": lambda frame: frame,
    "polars": pl.from_pandas,
    "lazy polars": lambda frame: pl.from_pandas(frame).lazy(),
    "pyarrow": lambda frame: pa.Table.from_pandas(frame, preserve_index=False),
    "duckdb": lambda frame: DUCK.from_arrow(LIBRARIES["pyarrow"](frame)),
}


def desk():
    """The answer desk with a gap in each kind of column: results, text, whole numbers, a slice of True and False."""
    table = answer_desk().drop(columns="source")
    table["place"] = [k % 3 for k in range(100)]
    table["even"] = [k % 2 == 0 for k in range(100)]
    table.loc[3, "new"] = np.nan
    table.loc[[3, 4], "old"] = np.nan
    table.loc[5, "topic"] = None
    table.loc[6, "place"] = np.nan
    table["group"] = [f"g{k % 7}" for k in range(100)]
    return table


def contents(cells):
    """All that a Tally holds, as plain values that compare."""
    labels = {column: (found.names, found.code.tolist()) for column, found in cells.labels.items()}
    scores = [[None if np.isnan(x) else float(x) for x in row] for row in cells.scores]
    return cells.systems, cells.slices, cells.group, scores, cells.counts.tolist(), labels


def counted(table, systems, labels):
    """{(labels, scores): how many}, counted row by row."""
    found = {}
    for row in table[[*labels, *systems]].itertuples(index=False):
        key = tuple(None if pd.isna(x) else x for x in row)
        found[key] = found.get(key, 0) + 1
    return found


def as_counted(cells, labels):
    found = {}
    for k, count in enumerate(cells.counts):
        row = [cells.labels[column] for column in labels]
        key = [None if r.code[k] < 0 else r.names[r.code[k]] for r in row]
        key += [None if np.isnan(x) else x for x in cells.scores[k]]
        assert tuple(key) not in found, "a cell stands twice"
        found[tuple(key)] = int(count)
    return found


WIDE = {"systems": ["new", "old"], "slices": ["topic", "place", "even"], "group": "group"}
LONG = WIDE | {"system": "model", "score": "right", "id": "id"}


@pytest.mark.parametrize("library", LIBRARIES)
def test_every_library_gives_the_same_cells(library):
    table = desk()
    cells = tally(LIBRARIES[library](table), **WIDE)
    labels = ["group", *WIDE["slices"]]
    assert as_counted(cells, labels) == counted(table, WIDE["systems"], labels)
    assert contents(cells) == contents(tally(table, **WIDE))
    assert cells.items == 100 and cells.labels["place"].names == (0, 1, 2)
    long = table.melt(["id", *labels], WIDE["systems"], "model", "right").iloc[::-1]
    assert contents(tally(LIBRARIES[library](long), **LONG)) == contents(cells)
    without_gaps = long.dropna(subset="right")  # an item that nobody answered is then not there
    fewer = tally(LIBRARIES[library](without_gaps), **LONG)
    assert fewer.items == 99 and np.isnan(fewer.scores).sum() == 1


@pytest.mark.parametrize("library", LIBRARIES)
def test_true_and_1_and_1_point_0_are_one(library):
    table = answer_desk()
    words = table.assign(new=table["new"] == 1, old=table["old"].astype(float))
    cells = tally(LIBRARIES[library](words), ["new", "old"], slices="topic")
    assert contents(cells) == contents(tally(table, ["new", "old"], slices="topic"))
    long = words.melt(["id"], ["new"], "model", "right")
    long["right"] = long["right"].astype(bool)
    one = tally(LIBRARIES[library](long), system="model", score="right", id="id")
    assert one.scores.ravel().tolist() == [0, 1] and one.counts.tolist() == [8, 92]


def test_order_of_rows_and_of_columns_does_not_matter():
    table = desk()
    mixed = table.sample(frac=1, random_state=1)[table.columns[::-1]]
    assert contents(tally(mixed, **WIDE)) == contents(tally(table, **WIDE))


def test_a_column_of_objects():
    table = answer_desk()
    mixed = table["new"].map({1: True, 0: False}).astype(object)
    mixed[0] = None
    expected = table.assign(new=table["new"].astype(float).where(mixed.notna()))
    cells = contents(tally(expected, ["new", "old"]))
    assert contents(tally(table.assign(new=mixed), ["new", "old"])) == cells
    long = table.assign(new=mixed).melt(["id"], ["new", "old"], "model", "right")
    assert contents(tally(long, ["new", "old"], system="model", score="right", id="id")) == cells


def test_categories_are_text():
    table = answer_desk().astype({"topic": "category"})
    for source in (table, pl.from_pandas(table)):
        cells = tally(source, ["new", "old"], slices="topic")
        assert cells.labels["topic"].names == ("account", "billing", "delivery", "refunds")
    long = pl.from_pandas(table).unpivot(["new", "old"], index=["id", "topic"])
    cells = tally(long, ["new", "old"], system="variable", score="value", id="id", slices="topic")
    assert contents(cells) == contents(tally(answer_desk(), ["new", "old"], slices="topic"))


def test_ratings_compress_and_other_scores_do_not():
    rng = np.random.default_rng(1)
    table = pd.DataFrame({"a": rng.integers(1, 6, 3000), "b": rng.integers(1, 6, 3000), "c": rng.normal(size=3000)})
    assert len(tally(table, ["a", "b"]).counts) == 25
    assert len(tally(table, ["a", "c"]).counts) == tally(table, ["a", "c"]).items == 3000


def test_a_table_of_real_results():
    cells = tally(expand(load("swe_bench_pro")), ["gpt_5", "claude_sonnet_4"], group="repository")
    assert (cells.items, len(cells.labels["repository"].names)) == (730, 11)
    assert cells.counts @ np.nan_to_num(cells.scores) == pytest.approx([265, 240])
    assert cells.counts @ np.isnan(cells.scores) == pytest.approx([1, 168])
    assert format(cells).startswith("730 items, 2 systems ('gpt_5', 'claude_sonnet_4'), pass or fail, in ")
    assert format(cells).endswith(" cells: 11 groups of 'repository'")


def test_the_order_of_systems_in_a_long_table():
    long = answer_desk().melt(["id"], ["old", "new"], "model", "right")
    names = {"system": "model", "score": "right", "id": "id"}
    assert tally(long, **names).systems == ("new", "old")
    assert tally(long, ["old"], **names).systems == ("old",)
    assert tally(long, ["old", "new"], **names).counts.tolist() == [6, 10, 2, 82]


ROWS = [("a", "x", 1.0, "one"), ("a", "y", 0.0, "one"), ("b", "x", 1.0, "two"), ("b", "y", None, "two")]
TABLE = pd.DataFrame(ROWS, columns=["id", "model", "right", "kind"])
NAMES = {"system": "model", "score": "right", "id": "id"}


def more(*row):
    return pd.concat([TABLE, pd.DataFrame([row], columns=TABLE.columns)], ignore_index=True)


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize(
    ("table", "how", "words"),
    [
        (more("b", "y", None, "two"), {}, "id stands more than once for one system, for 1 item of 2; keep one answer"),
        (more("b", "z", 1.0, "one"), {"slices": "kind"}, "slices ('kind') has more than one label for 1 item of 2"),
        (more("b", "z", 1.0, "one"), {"group": "kind"}, "group ('kind') has more than one label for 1 item of 2"),
        (more("c", "x", 1.0, None), {"group": "kind"}, "group has no label for 1 item of 3; name the group of each"),
        (more(None, "x", 1.0, "one"), {}, "id has rows without an id; name the item"),
        (more("c", None, 1.0, "one"), {}, "system has rows without a system; name the system"),
        (TABLE, {"systems": ["x", "q"]}, "systems names no system of source: got 'q'; it has 'x', 'y'"),
        (TABLE, {"score": "kind"}, "score "),
        (TABLE.iloc[:0], {}, "source has no rows"),
    ],
)
def test_what_a_long_table_is_refused_for(library, table, how, words):
    with pytest.raises((TypeError, ValueError)) as caught:
        tally(LIBRARIES[library](table), **NAMES | how)
    assert str(caught.value).startswith(words)


@pytest.mark.parametrize(
    ("how", "error", "words"),
    [
        ({"systems": ["kind"]}, TypeError, "systems ('kind') must hold numbers, or True and False: got 'one'; grade"),
        ({"systems": ["huge"]}, ValueError, "systems ('huge') must hold numbers, or True and False: got inf; grade"),
        ({"systems": ["empty"]}, ValueError, "systems have no result at all: every score is missing"),
        ({"systems": []}, ValueError, "systems is empty: there is nothing to compare; give at least one name"),
        ({"systems": ["right"], "slices": "right"}, ValueError, "slices must name a column of its own: 'right' is"),
        ({"systems": ["right"], "slices": ["kind"], "group": "kind"}, ValueError, "group must name a column of its"),
        ({"systems": ["right"], "slices": ["no"]}, ValueError, "slices names no column of source: got 'no'; it has"),
        ({}, TypeError, "systems is missing: name their columns; or system=, score= and id= of a long table"),
        ({"system": "model"}, TypeError, "score is missing: name the columns of a long table with system=, score="),
    ],
)
def test_what_is_refused(how, error, words):
    table = TABLE.assign(huge=np.inf, empty=np.nan)
    with pytest.raises(error) as caught:
        tally(table, **how)
    assert str(caught.value).startswith(words)


def test_a_lazy_table_of_an_old_polars(monkeypatch):
    """1.31 streams, and finds two labels where there is one of True and False; those before 1.24 do not stream."""
    table = pl.from_pandas(TABLE)
    monkeypatch.setattr(pl, "__version__", "1.31.0")
    with pytest.raises(ValueError, match="^source is a lazy table of Polars 1.31.0, .* give source.collect()"):
        tally(table.lazy(), **NAMES)
    assert tally(table, **NAMES).items == 2
    monkeypatch.setattr(pl, "__version__", "1.32.0-beta.1")
    assert tally(table.lazy(), **NAMES).items == 2


def test_two_columns_of_one_name():
    twice = pd.DataFrame([[1, 0]], columns=["a", "a"])
    with pytest.raises(ValueError, match="^source has two columns of one name"):
        tally(twice, ["a"])


def test_lists_and_truths_are_no_names():
    table = answer_desk().assign(tags=[["x"]] * 100)
    for source in (table, pl.from_pandas(table)):
        with pytest.raises(TypeError, match=r"^slices \('tags'\) must hold one value in each row, not lists"):
            tally(source, ["new"], slices="tags")
    long = pl.DataFrame({"id": [1, 1], "new": [True, False], "right": [1, 0]})
    with pytest.raises(TypeError, match=r"^system \('new'\) must hold the names of systems, not True and False"):
        tally(long, system="new", score="right", id="id")


def test_one_group_and_one_label_are_not_many():
    table = pd.DataFrame({"a": [1, 0], "doc": ["x", "x"], "kind": ["y", "y"]})
    said = format(tally(table, ["a"], slices="kind", group="doc"))
    assert said.endswith("in 2 cells: 1 label of 'kind', 1 group of 'doc'")


@pytest.mark.filterwarnings("error")
def test_more_than_a_hundred_systems_warn_of_nothing():
    names = [f"s{k}" for k in range(120)]
    table = pd.DataFrame(np.random.default_rng(0).integers(0, 2, (9, 120)), columns=names).assign(id=range(9))
    counted = tally(table.melt("id", var_name="model"), system="model", score="value", id="id", systems=names)
    assert contents(counted) == contents(tally(table, names))
