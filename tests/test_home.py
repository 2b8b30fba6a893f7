"""The home page's picture: its numbers are those of the package, and it can be read without seeing it."""

import re
from html.parser import HTMLParser

from give_or_take import wilson_interval
from tools.notebook import ROOT, Series
from tools.site import home


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


def test_the_first_door_says_how_long_chapter_0_takes():
    series = Series.open(ROOT)
    minutes = series.chapters["00"].minutes
    assert f"{minutes['reading'] + minutes['exercises']} minutes, in your browser" in home.doors(series)
