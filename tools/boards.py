"""What an instructor draws on the board, and the badges: plain line drawings for the pages of the kit.

A board is a list of zones, two in a row. An empty text is a blank, drawn as a dashed box: the room fills it.
"""

from html import escape
from typing import NamedTuple

WIDTH, ROW = 340, 190  # of a zone
LINE = 'stroke="currentColor" stroke-width="1.6" fill="none"'
THIN = 'stroke="currentColor" stroke-dasharray="4 3" fill="none"'


def words(x, y, text, size=13, anchor="middle", more=""):
    style = f'font-size="{size}" text-anchor="{anchor}" fill="currentColor" {more}'
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(text)}</text>'


def cell(x, y, width, height, text):
    """A box with a text, or a blank."""
    box = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" {LINE if text else THIN}/>'
    return box + (words(x + width / 2, y + height / 2 + 4, text) if text else "")


class Table(NamedTuple):
    """Rows of boxes; the first row has the headings."""

    rows: tuple

    def draw(self):
        wide, high = (WIDTH - 20) / len(self.rows[0]), min(28, 145 / len(self.rows))
        parts = [words(10 + (k + 0.5) * wide, 50, head, 12) for k, head in enumerate(self.rows[0])]
        for r, row in enumerate(self.rows[1:]):
            parts += [cell(12 + k * wide, 58 + r * (high + 4), wide - 4, high, text) for k, text in enumerate(row)]
        return "".join(parts)


class Axis(NamedTuple):
    """A line with ticks at some texts, flags (place from 0 to 1, text), a shaded stretch, and hills (place, width)."""

    ticks: tuple
    flags: tuple = ()
    shade: tuple = ()
    hills: tuple = ()

    def draw(self):
        left, right, ground = 20, WIDTH - 20, 155

        def at(place):
            return left + place * (right - left)

        parts = [f'<path d="M{left} {ground}H{right}" {LINE}/>']
        for k, text in enumerate(self.ticks):
            x = at(k / (len(self.ticks) - 1))
            parts.append(f'<path d="M{x:g} {ground}v6" {LINE}/>' + words(x, ground + 20, text, 12))
        if self.shade:
            x, wide = at(self.shade[0]), at(self.shade[1]) - at(self.shade[0])
            shade = 'fill="currentColor" opacity="0.15"'
            parts.append(f'<rect x="{x:g}" y="90" width="{wide:g}" height="{ground - 90}" {shade}/>')
        for place, wide in self.hills:
            x, reach = at(place), wide * (right - left)
            curve = f"M{x - reach:g} {ground}C{x - reach / 2:g} {ground} {x - reach / 2:g} 80 {x:g} 80"
            curve += f"S{x + reach / 2:g} {ground} {x + reach:g} {ground}"
            parts.append(f'<path d="{curve}" {LINE}/>')
        for place, text in self.flags:
            parts.append(f'<path d="M{at(place):g} {ground}V62" {THIN}/>' + words(at(place), 56, text, 12))
        return "".join(parts)


class Chain(NamedTuple):
    """Boxes with arrows in between, and a text under the arrow."""

    boxes: tuple
    arrows: tuple

    def draw(self):
        n = len(self.boxes)
        gap = 46 if n > 1 else 0
        wide = (WIDTH - 20 - gap * (n - 1)) / n
        parts = []
        for k, text in enumerate(self.boxes):
            x = 10 + k * (wide + gap)
            parts.append(cell(x, 80, wide, 50, text))
            if k < n - 1:
                tip = x + wide + gap - 4
                parts.append(f'<path d="M{x + wide + 4:g} 105H{tip:g}m-7 -5l7 5l-7 5" {LINE}/>')
                parts.append(words(x + wide + gap / 2, 150, self.arrows[k], 12))
        return "".join(parts)


class Circles(NamedTuple):
    """A row of circles, some of them filled."""

    n: int
    filled: int

    def draw(self):
        step = (WIDTH - 20) / self.n
        full = 'fill="currentColor" opacity="0.5"'
        return "".join(
            f'<circle cx="{10 + (k + 0.5) * step:g}" cy="105" r="{0.38 * step:g}" {full if k < self.filled else LINE}/>'
            for k in range(self.n)
        )


class Lines(NamedTuple):
    """Lines of text. A line that ends in a colon has its blank beside it."""

    texts: tuple

    def draw(self):
        parts, step = [], min(32, 140 / len(self.texts))
        for k, text in enumerate(self.texts):
            y = 68 + k * step
            parts.append(words(14, y, text, anchor="start"))
            if text.endswith(":"):
                x = 22 + 7 * len(text)
                parts.append(cell(x, y - 16, WIDTH - 12 - x, min(22, step - 4), ""))
        return "".join(parts)


class Zone(NamedTuple):
    title: str
    drawing: NamedTuple


BOARDS = {
    "01": [
        Zone("The heap: a cross for each spoonful",
             Axis(("70", "75", "80", "85", "90", "95", "100"), ((14 / 30, "84"),), (0, 9 / 30))),
        Zone("Pot and spoon", Chain(("every question", "100 of them"), ("draw", ""))),
        Zone("The price list",
             Table((("questions", "standard deviation"), ("100", "3.7"), ("400", ""), ("1,600", "")))),
        Zone("The two boards", Table((("week 4", "week 5"), ("", ""), ("", ""), ("", ""), ("", "")))),
    ],
    "02": [
        Zone("From one answer to a hundred",
             Table((("questions", "variance", "spread"), ("1", "", ""), ("2", "", ""), ("100", "", "")))),
        Zone("The right angle",
             Lines(("first score's spread:", "second score's spread:", "the long side, by Pythagoras:"))),
        Zone("Score, give or take", Axis(("low", "", "high"), ((0.5, "score"),), (0.2, 0.8))),
        Zone("The number you brought", Lines(("right answers:", "out of:", "give or take:"))),
    ],
    "03": [
        Zone("Nine in ten, twenty times",
             Table((("in a row", "chance"), ("1", "0.90"), ("2", "0.81"), ("", "one half"), ("20", "")))),
        Zone("Who signs 100% ± 0?", Table((("before", "after"), ("", "")))),
        Zone("Every rate has its own hill",
             Axis(("0%", "50%", "100%"), ((0.84, "84%"),), (), ((0.70, 0.22), (0.93, 0.07)))),
        Zone("Three by n",
             Table((("all right, of", "fails at most"), ("20", "15%"), ("100", ""), ("300", ""), ("3,000", "")))),
    ],
    "04": [
        Zone("Dealt anew: a cross for each deal", Axis(("-12", "-8", "-4", "0", "4", "8", "12"), ((4 / 6, "seen"),))),
        Zone("Two hills", Axis(("", "0", "", "gain", ""), ((0.62, "line"),), (), ((0.25, 0.24), (0.75, 0.24)))),
        Zone("How many questions?", Table((("gain in points", "questions each"), ("8", ""), ("4", ""), ("2", "")))),
        Zone("Before the test", Lines(("smallest gain that pays:", "chance to see it:", "questions we have:"))),
    ],
    "05": [
        Zone("The square",
             Table((("", "new right", "new wrong"), ("old right", "82", "2"), ("old wrong", "10", "6")))),
        Zone("Twelve coins: ten for, two against", Circles(12, 10)),
        Zone("Ship it?",
             Table((("", "before", "after"), ("ship", "", ""), ("do not", "", ""), ("look first", "", "")))),
        Zone("Two files: draw the lines by id",
             Table((("old file", "new file"), ("q1", "q3"), ("q2", "q1"), ("q3", "q4"), ("q4", "q2")))),
    ],
    "06": [
        Zone("Two months, two mixes",
             Table((("", "easy", "hard", "all"), ("last month", "", "", "84%"), ("this month", "", "", "68%")))),
        Zone("Twenty slices: the worst of each desk", Axis(("60", "70", "80", "90", "100"), ((0.6, "84"),))),
        Zone("A leak", Lines(("share leaked:", "right if leaked:", "right if not:", "score that is shown:"))),
        Zone("Would you ship it now?", Table((("ship", "do not", "look first"), ("", "", "")))),
    ],
    "08": [
        Zone("Two jars", Chain(("questions", "answers"), ("each run",))),
        Zone("Which one is it?", Table((("0.8", "1.1", "5"), ("", "", ""), ("", "", "")))),
        Zone("The formula in two boxes", Chain(("between / n", "within / nK"), ("+",))),
        Zone("What was drawn separately?", Lines(("answers:", "questions:", "groups:"))),
    ],
    "12": [
        Zone("Four answers before the numbers", Lines(("about what:", "missing:", "margin:", "who graded:"))),
        Zone("Zero, margin, interval",
             Axis(("-6", "-4", "-2", "0", "2", "4", "6"), ((0.5, "zero"), (2 / 6, "margin")))),
        Zone("No worse, worse, or open?",
             Table((("pair", "interval", "verdict"), ("", "", ""), ("", "", ""), ("", "", "")))),
        Zone("The paragraph", Lines(("what we compared:", "what came:", "what is missing:"))),
    ],
}  # fmt: skip
"""Each chapter's board, as its page says under *On the board*."""


def svg(parts, width, height, name):
    """A drawing on one line, so that Markdown leaves it alone."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" style="width:100%;height:auto"'
    return f'{head} role="img" aria-label="{escape(name)}" font-family="sans-serif">{"".join(parts)}</svg>'


def board(number):
    """The board of a chapter as a drawing."""
    zones, parts = BOARDS[number], []
    for k, zone in enumerate(zones):
        x, y = 10 + (k % 2) * (WIDTH + 10), 10 + k // 2 * (ROW + 10)
        title = words(12, 24, zone.title, 14, "start", 'font-weight="bold"')
        frame = f'<rect width="{WIDTH}" height="{ROW}" {LINE}/>'
        parts.append(f'<g transform="translate({x} {y})">{frame}{title}{zone.drawing.draw()}</g>')
    rows = -(-len(zones) // 2)
    names = ", ".join(zone.title for zone in zones)
    return svg(parts, 2 * WIDTH + 30, rows * (ROW + 10) + 10, f"The board in four fields: {names}")


def badges(first, last):
    """A sheet of eight numbers, to cut along the lines."""
    parts = []
    for k, number in enumerate(range(first, last + 1)):
        x, y = k % 2 * 350, k // 2 * 230
        parts.append(f'<rect x="{x + 1}" y="{y + 1}" width="348" height="228" {THIN}/>')
        parts.append(words(x + 175, y + 158, str(number), 130, more='font-weight="bold"'))
        parts.append(f'<path d="M{x + 60} {y + 205}h230" {LINE}/>')
    return svg(parts, 700, 920, f"Badges {first} to {last}")
