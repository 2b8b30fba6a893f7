"""The home page: its picture and its doors have the numbers of the package, and can be read without a script."""

import re
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

from give_or_take import items_for_paired, items_for_power, tango_interval, wilson_interval
from tools.notebook import SMALL
from tools.site import doors, home, pages


def test_the_wobble_shows_what_it_counts():
    page = home.wobble(home.trials())
    assert "\n\n" not in page, "an empty line would end the HTML"
    HTMLParser().feed(page)
    place = r'="([\d.]+)%"'
    test = rf'<g class="test( miss)?( out)?" style="--age:(\d+)" data-held="(\d+) of (\d+)"><line x1{place} x2{place}'
    tests = re.findall(rf'{test} .*?<circle cx{place}.*?<text x{place} dx="(-?10)".*?>(holds|misses) it<', page)
    shown, before = home.trials(), home.START - home.ROWS
    assert [int(test[4]) for test in tests] == list(range(before + 1, home.TESTS + 1))
    left = 5 * int(min(low for _, low, _ in shown[before:]) // 5)
    for miss, out, age, held, number, *places, dx, says in tests:
        score, low, high = shown[int(number) - 1]
        assert (low, high) == tuple(100 * end for end in wilson_interval(score, home.ITEMS))
        drawn = [left + (100 - left) * float(place) / 100 for place in places]
        assert drawn[:3] == pytest.approx([low, high, score], abs=0.01)
        assert (says == "misses") == bool(miss) == (not low <= home.RATE <= high)
        assert drawn[3] == pytest.approx(home.RATE if miss else low, abs=0.01) and (dx == "10") == (high < home.RATE)
        assert int(age) == home.TESTS - int(number) and bool(out) == (int(age) >= home.ROWS)
        assert int(held) == sum(low <= home.RATE <= high for _, low, high in shown[: int(number)])
    assert f"<b>{held} of {home.TESTS}</b> bars hold the true rate" in page


def test_the_bars_hold_the_true_rate_as_often_as_they_are_made_to():
    """In 96 of 100 tests at this rate, in 94 of those that are shown, and in 95% of those that come first."""
    right = np.arange(home.ITEMS + 1)
    holds = [low <= home.RATE / 100 <= high for low, high in (wilson_interval(int(k), home.ITEMS) for k in right)]
    assert binom.pmf(right, home.ITEMS, home.RATE / 100)[holds].sum() == pytest.approx(0.96, abs=0.005)
    assert sum(test.holds for test in home.trials()[: home.START]) == 0.95 * home.START
    shown = home.wobble(home.trials())
    assert shown.count("made to hold the true rate in about 95 of 100 such tests.") == 2 and "Wilson" not in shown


def test_the_way_in_says_how_long_chapter_0_takes(series):
    minutes = series.chapters["00"].minutes
    assert f"{minutes['reading'] + minutes['exercises']} minutes, in your browser\n" in home.start(series)


def test_the_question_is_what_one_reads_first_in_the_table_of_chapters(series):
    parts, numbers = [], []
    rows = [line for line in home.chapters(series).splitlines() if ".ipynb" in line]
    for row, chapter in zip(rows, series.chapters.values(), strict=True):
        part, number, *cells = (cell.strip() for cell in row.strip("|").split("|"))
        assert f"{number} · {cells[1]}" == chapter.title and cells[0] == f"[{chapter.question}]({chapter.path.name})"
        assert cells[2] == f"{chapter.minutes['reading'] + chapter.minutes['exercises']} min"
        parts += [(part, int(number))] * bool(part)
        numbers.append(int(number))
    assert parts == [("Start", 0), ("Core", 1), ("Further", 7)] and numbers == sorted(numbers)


def test_the_short_path_and_all_hours_are_those_of_the_chapters(series):
    minutes = sum(each.minutes["reading"] + each.minutes["exercises"] for each in series.chapters.values())
    assert home.hours(series) == f"{minutes / 60:.0f}"
    page = pages.pages(series)["index.md"]
    assert f"\nAbout {minutes / 60:.0f} hours, exercises included." in page


def test_the_doors_are_answered_without_javascript(series):
    """With what the package gives; the browser's tests hold the rest."""
    page = doors.doors(series)
    assert "\n\n" not in page, "an empty line would end the HTML"
    HTMLParser().feed(page)
    score, gain = f"{wilson_interval(84, 100)}", f"{tango_interval(171 - 17, 17, 6, 190 - 171 - 6)}"
    for words in (re.search(r"Wilson (.*)-(.*)\)", score), re.search(r"Tango (.*) to (.*)\)", gain)):
        assert f'<p class="big" data-is="range">{words[1]} to {words[2]}</p>' in page
    assert re.findall(r'<th scope="col">([\d,]+)', page) == ["100", "400", "1,000", "10,000"]
    assert re.findall(r"<td>±(\d+)<", page) == ["10", "5", "3", "1"]
    for n, points in ((100, 10), (400, 5), (1_000, 3), (10_000, 1)):
        assert round(50 * (np.subtract(*reversed(tuple(wilson_interval(n // 2, n)))))) == points
    same, other = items_for_paired(0.125, 0.075), items_for_power(0.84, 0.89)
    assert f'data-is="same">{same}</b>' in page and f'data-is="other">{other}</b>' in page
    assert f'data-is="usual">{items_for_paired(0.1, 0.05)} to {items_for_paired(0.15, 0.1)}<' in page


def test_no_answer_of_the_evening_class_stands_on_the_home_page(series):
    """Chapter 5 asks of 84 and 92 of the same 100; and it says first what a flip is."""
    page = doors.doors(series)
    assert not re.search(r"\b92\b|15\.8", page) and "flip" not in page.lower()


def test_why_trust_it_says_what_is_so(series):
    """In a few words; the sentence that it quotes is what the package says."""
    page = pages.pages(series)["trust.md"]
    table = re.findall(r"(?m)^\|.*\n", page)
    assert len(page.split()) - len("".join(table).split()) <= 225
    for row in table[2:]:
        theirs, ours, values, bound = re.findall(r"([\d.]+) \| ([\d.]+) \| (\d+) \| < 10<sup>−(\d+)</sup> \|$", row)[0]
        assert abs(float(theirs) - float(ours)) <= 10 ** -int(bound) + 1e-10 and int(values) >= 6 and int(bound) >= 7
    assert len(table) == 7 and "0.2552885199 | 0.2552885199 | 48 | < 10<sup>−12</sup>" in table[2]
    with pytest.raises(ValueError, match="successes") as refused:
        wilson_interval(101, 100)
    assert f"> {refused.value}\n" in page
    assert "By the Give or Take authors;" in page and "open an issue\nin the repository:" in page


def test_of_the_long_table_for_practitioners_four_rows_are_open(series):
    page = pages.pages(series)["index.md"].split("## Use it on your files\n")[1]
    head = r"\| your question \| what to type \|\n\|---\|---\|\n"
    shown, many, folded = re.search(
        rf"{head}(.*?)\n\n<details.*<summary>(\w+) more: .*</summary>\n\n{head}(.*?)</details>", page, re.DOTALL
    ).groups()
    assert shown.count("| [") == 0 and len(shown.splitlines()) == 4
    assert SMALL[many.lower()] == len(folded.strip().splitlines())


def test_the_numbers_beside_the_reasons_to_trust_it_are_counted(series):
    page, trust = (pages.pages(series)[name] for name in ("index.md", "trust.md"))
    shown = re.findall(r"^- \*\*(\S+)\*\* ", page, re.MULTILINE)
    compared = re.findall(r"\| (\d+) \| < 10", trust)
    cells = sum(cell.cell_type == "code" for chapter in series.chapters.values() for cell in chapter.nb.cells)
    wrong = trust.split("## What went wrong\n\n")[1].split("\n\n")[0]
    tables = [pd.read_csv(path) for path in (series.root / "book").glob("*.csv")]
    counted = sum(table["coverage"].notna().sum() for table in tables if "coverage" in table)
    assert counted > 9_000, "rows with a true rate, and how often an interval holds it"
    mistakes = wrong.count("- Chapter ")
    assert shown == [f"{sum(map(int, compared))}", f"{counted:,}", f"{cells}", f"{mistakes}"]


def test_the_side_bar_says_what_each_chapter_is_about(series):
    assert [f"{number:02}" for number in home.ABOUT] == [*series.chapters]
    assert all(2 <= len(words.split()) <= 6 and len(words) <= 31 for words in home.ABOUT.values())
