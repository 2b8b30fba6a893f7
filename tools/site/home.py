"""The home page's own: the moving bars, the way in, and the chapters by their questions. Its doors are in doors.py.

The bars are one system with a known true rate, tested again and again on fresh items: each is a test's score and its
interval. The page holds the finished picture, drawn from one seed with the package's own interval; what is seen of it,
book/_static/wobble.js shows one test after another, and computes nothing.
"""

from typing import NamedTuple

import numpy as np

from give_or_take import wilson_interval

SEED, RATE, ITEMS, TESTS = 0, 84, 100, 100
START = 80  # the test with which it begins
ROWS, ROW = 11, 21  # how many are seen at once, and how high they are, in pixels
PARTS = {0: "Start", 1: "Core", 7: "Further"}  # of the course, by the chapter with which they begin
ABOUT = {  # what a chapter is about, for who does not know its name
    0: "Guess before you learn",
    1: "Why a score moves",
    2: "Give or take how much",
    3: "Few items, or nearly all right",
    4: "How many items you need",
    5: "Two systems, the same items",
    6: "Leaked items, small slices",
    7: "Precision, recall, F1",
    8: "pass@k, items in groups",
    9: "When a model grades",
    10: "The best of many prompts",
    11: "How probable a gain is",
    12: "From result files to a decision",
    13: "Can a printed number be right?",
}


class Trial(NamedTuple):
    """A score and its 95% interval, in percent."""

    score: int
    low: float
    high: float

    @property
    def holds(self):
        return self.low <= RATE <= self.high


def trials():
    """The tests, in the order in which they are shown."""
    right = np.random.default_rng(SEED).binomial(ITEMS, RATE / 100, size=TESTS)
    return [Trial(int(k), *(100 * end for end in wilson_interval(int(k), ITEMS))) for k in right]


def wobble(shown):
    """The finished picture, as HTML without an empty line."""
    seen = shown[START - ROWS :]
    left, ground = 5 * int(min(test.low for test in seen) // 5), 34 + ROWS * ROW

    def x(value):
        return f"{100 * (value - left) / (100 - left):.2f}%"

    lines = [
        f'<line class="ground" x1="0%" x2="100%" y1="{ground}" y2="{ground}"/>',
        *(f'<text x="{x(tick)}" y="{ground + 18}">{tick}%</text>' for tick in range(left, 101, 10)),
        f'<line class="truth" x1="{x(RATE)}" x2="{x(RATE)}" y1="22" y2="{ground}"/>',
        f'<text class="truth" x="{x(RATE)}" y="14">true rate: {RATE}%</text>',
    ]
    held = sum(test.holds for test in shown[: START - ROWS])
    for number, test in enumerate(seen, START - ROWS + 1):
        held += test.holds
        kind = "test" + " miss" * (not test.holds) + " out" * (TESTS - number >= ROWS)
        # Its label stands on the side of the truth.
        side, at = ("start", RATE) if test.high < RATE else ("end", min(test.low, RATE))
        lines.append(
            f'<g class="{kind}" style="--age:{TESTS - number}" data-held="{held} of {number}">'
            f'<line x1="{x(test.low)}" x2="{x(test.high)}" y1="{ground - ROW}" y2="{ground - ROW}"/>'
            f'<circle cx="{x(test.score)}" cy="{ground - ROW}" r="5"/>'
            f'<text x="{x(at)}" dx="{10 if side == "start" else -10}" y="{ground - ROW + 5}" text-anchor="{side}">'
            f"{'holds it' if test.holds else 'misses it'}</text></g>"
        )
    says = f"<b>{held} of {TESTS}</b> bars hold the true rate"
    words = f"Each bar is the 95% interval of one imagined test of {ITEMS} questions."
    words += " It is made to hold the true rate in about 95 of 100 such tests."
    return "\n".join(
        [
            '<figure class="wobble">',
            f'<svg role="img" aria-label="{words} Its dot is the score." height="{ground + 24}">',
            '<svg x="3%" width="94%">',
            *lines,
            "</svg></svg>",
            f'<figcaption><p class="now"><span>{says}</span><button type="button" hidden><svg viewBox="0 0 10 10">'
            f'<path d=""/></svg></button></p><p>{words}</p></figcaption>',
            "</figure>",
            '<script defer src="_static/wobble.js"></script>',
        ]
    )


def start(series):
    """The way in; book/_static/answers.js leads who comes back to where they were."""
    first = next(iter(series.chapters.values()))
    words = f"{minutes(first)} minutes, in your browser"
    return f":::{{container}} start\n[Start with chapter {first.number}]({first.path.name})\n\n{words}\n:::"


def minutes(chapter):
    """What a chapter takes who reads it alone."""
    return chapter.minutes["reading"] + chapter.minutes["exercises"]


def hours(series):
    """What all of them take."""
    return f"{sum(map(minutes, series.chapters.values())) / 60:.0f}"


def chapters(series):
    """The chapters by the questions that they ask."""
    every = series.chapters.values()
    return map_of((*one.title.split(" · ", 1), one.path.name, one.question, minutes(one)) for one in every)


def map_of(chapters):
    """A table of chapters, each with its number, name, file, question and minutes."""
    lines = [":::{container} map", "", "| part | number | question | chapter | time |", "|---|---|---|---|---|"]
    for number, name, path, question, minutes in chapters:
        part = PARTS.get(int(number), "")
        lines.append(f"| {part} | {number} | [{question or name}]({path}) | {name} | {minutes} min |")
    return "\n".join([*lines, ":::"])
