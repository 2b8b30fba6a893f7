"""The home page's own: the wobble, the way in, and the chapters by their questions. Its doors are in doors.py.

The wobble is one system with a known true rate, tested again and again on fresh items: each test is a score, its
interval, and a brick on the heap. The page holds the finished picture, drawn from one seed with the package's own
interval; book/_static/wobble.js shows its tests one after another, and computes nothing.
"""

from collections import Counter
from typing import NamedTuple

import numpy as np

from give_or_take import wilson_interval

SEED, RATE, ITEMS, TESTS = 0, 84, 100, 100
ROWS, ROW, BRICK = 7, 13, 10  # how many intervals are seen at once, and how high they and the bricks are, in pixels


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


def summary(shown):
    """What the finished picture says, in one sentence."""
    scores, held = [test.score for test in shown], sum(test.holds for test in shown)
    return (
        f"{len(shown)} tests, scores from {min(scores)}% to {max(scores)}%: "
        f"{held} of {len(shown)} intervals hold the truth."
    )


def wobble(shown):
    """The finished picture, as HTML without an empty line."""
    left = 5 * int(min(test.low for test in shown) // 5)
    heap, bricks = Counter(), []
    for age, test in zip(range(len(shown) - 1, -1, -1), shown, strict=True):
        heap[test.score] += 1
        bricks.append((age, test, heap[test.score]))
    top = 30 + ROWS * ROW
    ground = top + BRICK * max(heap.values()) + 4

    def x(value):
        return f"{100 * (value - left) / (100 - left):.2f}%"

    lines = [
        f'<line class="ground" x1="0%" x2="100%" y1="{ground}" y2="{ground}"/>',
        *(f'<text x="{x(tick)}" y="{ground + 17}">{tick}%</text>' for tick in range(left, 101, 5)),
        f'<line class="truth" x1="{x(RATE)}" x2="{x(RATE)}" y1="18" y2="{ground}"/>',
        f'<text class="truth" x="{x(RATE)}" y="12">the truth: {RATE}%</text>',
    ]
    width = 86 / (100 - left)
    for age, test, height in bricks:
        kind = "test" + " miss" * (not test.holds) + " old" * (age >= ROWS)
        lines.append(
            f'<g class="{kind}" style="--age:{age}" data-says="{test.score} of {ITEMS} right, '
            f'95% interval {test.low:.1f}% to {test.high:.1f}%"><g class="row">'
            f'<line x1="{x(test.low)}" x2="{x(test.high)}" y1="{top - ROW}" y2="{top - ROW}"/>'
            f'<circle cx="{x(test.score)}" cy="{top - ROW}" r="4"/></g>'
            f'<rect x="{x(test.score - 0.43)}" width="{width:.2f}%" '
            f'y="{ground - BRICK * height}" height="{BRICK - 2}"/></g>'
        )
    words = f"A system with a true rate of {RATE}% takes fresh tests of {ITEMS} items. {summary(shown)}"
    return "\n".join(
        [
            '<figure class="wobble">',
            f'<svg role="img" aria-label="{words}" height="{ground + 22}">',
            '<svg x="3%" width="94%">',
            *lines,
            "</svg></svg>",
            f"<figcaption><p>One system, true rate {RATE}%, takes a fresh test of {ITEMS} items again and "
            "again. A line is a test’s 95% interval, and a brick its score; <b>hollow</b> ones miss the truth.</p>",
            f'<p class="now"><span>{summary(shown)}</span>',
            '<button type="button" hidden>Pause</button></p></figcaption>',
            "</figure>",
            '<script defer src="_static/wobble.js"></script>',
        ]
    )


def start(series):
    """The way in; book/_static/answers.js leads who comes back to where they were."""
    first = next(iter(series.chapters.values()))
    minutes = first.minutes["reading"] + first.minutes["exercises"]
    words = f"{minutes} minutes, in your browser."
    return f":::{{container}} start\n[Start with chapter {first.number}]({first.path.name})\n\n{words}\n:::"


def chapters(series):
    """The chapters by the questions that they ask."""
    lines = [":::{container} map", ""]
    lines += ["| the question | chapter | reading | exercises | in a workshop |", "|---|---|---|---|---|"]
    for chapter in series.chapters.values():
        asked = f"[{chapter.question or chapter.title}]({chapter.path.name})"
        lines.append(f"| {asked} | {chapter.title} | {' | '.join(chapter.times)} |")
    return "\n".join([*lines, ":::"])
