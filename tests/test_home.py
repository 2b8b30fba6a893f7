"""The home page: its picture and its doors have the numbers of the package, and can be read without a script."""

import re
from html.parser import HTMLParser

import pytest

from give_or_take import items_for_paired, items_for_power, tango_interval, wilson_interval
from tools.site import doors, home, pages


def test_the_wobble_shows_what_it_counts():
    page = home.wobble(home.trials())
    assert "\n\n" not in page, "an empty line would end the HTML"
    HTMLParser().feed(page)
    test = r'<g class="test( miss)?( old)?" style="--age:(\d+)" data-says="(\d+) of 100 right, (.*?)">'
    tests = re.findall(test, page)
    assert [int(age) for *_, age, _, _ in tests] == list(range(home.TESTS - 1, -1, -1))
    held = 0
    for miss, old, age, right, says in tests:
        low, high = (100 * end for end in wilson_interval(int(right), 100))
        assert says == f"95% interval {low:.1f}% to {high:.1f}%"
        assert (not miss) == (low <= home.RATE <= high) and bool(old) == (int(age) >= home.ROWS)
        held += not miss
    scores = [int(right) for *_, right, _ in tests]
    summary = f"{home.TESTS} tests, scores from {min(scores)}% to {max(scores)}%: {held} of {home.TESTS} intervals"
    assert page.count(summary) == 2, "in the picture's description and below it"


def test_the_way_in_says_how_long_chapter_0_takes(series):
    minutes = series.chapters["00"].minutes
    assert f"{minutes['reading'] + minutes['exercises']} minutes, in your browser" in home.start(series)


def test_the_question_is_what_one_reads_first_in_the_table_of_chapters(series):
    rows = [line for line in home.chapters(series).splitlines() if line.startswith("| [")]
    for row, chapter in zip(rows, series.chapters.values(), strict=True):
        assert row.startswith(f"| [{chapter.question}]({chapter.path.name}) | {chapter.title} | ")


def test_the_doors_are_answered_without_javascript(series):
    """With what the package gives; the browser's tests hold the rest."""
    page = doors.doors(series)
    assert "\n\n" not in page, "an empty line would end the HTML"
    HTMLParser().feed(page)
    score, gain = f"{wilson_interval(84, 100)}", f"{tango_interval(82, 10, 2, 6)}"
    for words in (re.search(r"Wilson (.*)-(.*)\)", score), re.search(r"Tango (.*) to (.*)\)", gain)):
        assert f'<p class="big" data-is="range">{words[1]} to {words[2]}</p>' in page
    assert re.findall(r'<th scope="col">([\d,]+)', page) == ["100", "400", "1,000", "10,000"]
    assert re.findall(r"<td>(±?[\d.]+)", page) == ["±10", "±5", "±3", "±1", "9.6", "4.9", "3.1", "1.0"]
    same, other = items_for_paired(0.085, 0.035), items_for_power(0.84, 0.89)
    assert f'data-is="same">{same}</b>' in page and f'data-is="other">{other}</b>' in page


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


def test_the_long_table_for_practitioners_is_folded(series):
    fold = "<summary>Your question, and what to type</summary>\n\n| your question | what to type |\n"
    assert pages.pages(series)["index.md"].count(fold) == 1
