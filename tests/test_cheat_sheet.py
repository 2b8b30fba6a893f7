"""The cheat sheet is true: each statistic is on it or left out for a reason, each call runs, the page can be read."""

import ast
import re
from itertools import combinations, groupby

import pytest

import give_or_take
from tools import cheat_sheet, names
from tools.cheat_sheet import HIGH, ROWS, WIDE, draw, example, files, page, sentences, to_carry_home


def called(row):
    """The public names that a row calls."""
    functions = [node.func for node in ast.walk(ast.parse(row.call)) if isinstance(node, ast.Call)]
    return [function.id for function in functions if isinstance(function, ast.Name)]


# The table


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.call.split("(")[0])
def test_a_row_runs_as_it_is_printed(row, series):
    exec(row.call, example())
    assert called(row)
    for name in called(row):
        assert names.chapter(names.public()[name]) == row.chapter, f"{name} is not of chapter {row.chapter}"
    assert f"{row.chapter:02}" in series.chapters
    assert len(re.findall(r"[\w'/]+", row.caution)) <= 5 and row.stands_for and row.report


def test_every_way_through_the_chart_is_one_way():
    assert len({row[:3] for row in ROWS}) == len(ROWS)
    for depth in (1, 2):  # what belongs together stands together
        ways = [way for way, _ in groupby(ROWS, key=lambda row: row[:depth])]
        assert len(set(ways)) == len(ways)
    for _, rows in groupby(ROWS, key=lambda row: row[:2]):
        rows = list(rows)
        question, one = "|" in rows[0].step, len(rows) == 1
        assert question != one and all(bool(row.case) == question for row in rows), "a question has two answers or more"


def test_the_names_in_the_calls_are_explained():
    for name in ("k_a", "n_a", "k_b", "n_b", "mix", "new", "old", "gains", "interval"):
        assert f"`{name}`" in cheat_sheet.NAMES


def test_the_sentences_say_what_the_helpers_say():
    sentence = {when: re.sub(r"[{}]", "", text) for when, text in sentences()}
    low, high = give_or_take.wilson_interval(84, 100)
    assert sentence["one rate"].startswith(f"84/100 = 84.0% (95% Wilson {low:.1%} to {high:.1%})")
    desk = give_or_take.answer_desk().set_index("id")
    pairs = give_or_take.pair_items(desk["new"], desk["old"])
    tango, test = give_or_take.tango_interval(*pairs.table), give_or_take.mcnemar_test(*pairs.table[1:3])
    assert str(tango).replace(" points)", ")").replace("-", "") in sentence["same items"].replace("-", "")
    assert f"10 flips for, 2 against, mid-p p = {test.p_value:.3f}; 0 missing" in sentence["same items"]
    assert (pairs.only_first, pairs.only_second, pairs.n) == (10, 2, 100) and "100 items" in sentence["same items"]
    assert str(give_or_take.newcombe_interval(42, 50, 40, 50)).removesuffix(" points)") in sentence["other items"]
    assert sentence["plan"].startswith(f"{give_or_take.plan_two_runs(0.80, 0.84).n1:,} items each find 80% to 84%")
    gap = sentence["gap"]  # as in the claim of the README
    assert "57/60 minus fresh 35/40: +7.5 points (-3.7 to +21.5)" in gap and "+5.5 (-6.5 to +21.1)" in gap


def test_what_a_chapter_gives_to_carry_home_is_its_own_words(series):
    for number, text in to_carry_home(series).items():
        source = re.sub(r"[*$\\]|\n>", "", series.chapters[f"{number:02}"].markdown)
        assert text[:-1] in source and 15 < len(text) < 130


# The page


@pytest.fixture(scope="module")
def figure(series):
    figure, problems = draw(series)
    assert problems == []
    figure.draw_without_rendering()
    return figure


def test_the_page_is_one_a4_sheet_on_which_nothing_is_too_small_or_over_something_else(figure):
    assert (WIDE, HIGH) == pytest.approx((297 / 25.4 * 72, 210 / 25.4 * 72), abs=0.01)
    assert figure.get_size_inches() * 72 == pytest.approx((WIDE, HIGH))
    words = figure.axes[0].texts
    assert len(words) > 150 and min(text.get_fontsize() for text in words) >= 8
    boxes = [(text.get_text(), text.get_window_extent().padded(-1)) for text in words]
    scale = figure.dpi / 72
    for text, box in boxes:
        assert box.x0 > 14 * scale and box.x1 < (WIDE - 14) * scale and box.y0 > 3 * scale, text
    over = [(a, b) for (a, one), (b, two) in combinations(boxes, 2) if one.overlaps(two)]
    assert over == []


def test_the_same_table_gives_the_same_bytes_without_a_date(series):
    once, again = (files(draw(series)[0]) for _ in range(2))
    assert again == once
    assert set(once) == {"cheat-sheet.svg", "cheat-sheet.pdf"}
    svg, pdf = once["cheat-sheet.svg"], once["cheat-sheet.pdf"]
    assert b"<text" not in svg and b"<dc:date>" not in svg  # outlines: it looks the same everywhere
    assert b"/CreationDate" not in pdf and pdf.count(b"/Type /Page ") + pdf.count(b"/Type /Page\n") == 1
    assert b"/FontFile" in pdf  # the fonts are inside


def test_what_does_not_fit_is_listed_and_drawn_all_the_same(series, monkeypatch, tmp_path, capsys):
    crowd = [ROWS[-1]._replace(case=f"case {i}") for i in range(5)]
    monkeypatch.setattr(cheat_sheet, "ROWS", [ROWS[0]._replace(caution="much" * 15), *ROWS[1:], *crowd])
    monkeypatch.setattr(cheat_sheet, "ROOT", tmp_path)
    wide, long = cheat_sheet.main().splitlines()
    assert wide.startswith("no room for 'muchmuch") and long.endswith("points too long; shorten rows or drop one")
    assert {path.name for path in (tmp_path / "build").iterdir()} == {"cheat-sheet.svg", "cheat-sheet.pdf"}


def test_the_sites_page_has_the_picture_the_pdf_and_every_row(series):
    text = page(series)
    assert "{figure} cheat-sheet.svg" in text and "](cheat-sheet.pdf)" in text and len(cheat_sheet.ALT) > 200
    rows = [line for line in text.splitlines() if line.startswith("| ") and not line.endswith("| take care |")]
    assert len(rows) == len(ROWS) and {line.count(" | ") for line in rows} == {5}
    for row, line in zip(ROWS, rows, strict=True):
        assert row.report in line and row.caution in line and row.stands_for in line
        assert all(f"{name}(" in line for name in called(row))
        assert f"[{row.chapter}]({row.chapter:02}-" in line
