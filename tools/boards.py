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
            anchor, shift = "middle", 0
            if len(text) > 4 and x in (left, right):  # a long text at an end stays in the field
                anchor, shift = ("start", -10) if x == left else ("end", 10)
            parts.append(f'<path d="M{x:g} {ground}v6" {LINE}/>' + words(x + shift, ground + 20, text, 12, anchor))
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
    arrows: tuple  # the text under each arrow; "+" stands alone

    def draw(self):
        n = len(self.boxes)
        gap = 76
        wide = (WIDTH - 20 - gap * (n - 1)) / n
        parts = []
        for k, text in enumerate(self.boxes):
            x = 10 + k * (wide + gap)
            parts.append(cell(x, 80, wide, 50, text))
            if k < n - 1:
                tip = x + wide + gap - 4
                if self.arrows[k] == "+":
                    parts.append(words(x + wide + gap / 2, 112, "+", 22))
                    continue
                parts.append(f'<path d="M{x + wide + 4:g} 105H{tip:g}m-7 -5l7 5l-7 5" {LINE}/>')
                parts.append(words(x + wide + gap / 2, 95, self.arrows[k], 12))
        return "".join(parts)


class Bars(NamedTuple):
    """The truth as a line, and bars with a dot, so far from it; the last place is a blank."""

    places: tuple

    def draw(self):
        middle, parts = WIDTH / 2, [f'<path d="M{WIDTH / 2:g} 45V180" {LINE}/>']
        for k, place in enumerate(self.places):
            x, y = middle + place, 56 + 15 * k
            dot = f'<circle cx="{x:g}" cy="{y}" r="3.5" fill="currentColor"/>'
            parts.append(f'<path d="M{x - 55:g} {y}h110" {LINE}/>{dot}')
        return "".join(parts) + cell(middle - 55, 56 + 15 * len(self.places) - 5, 110, 12, "")


class Triangle(NamedTuple):
    """A right triangle with its legs and its long side; an empty text is a blank."""

    leg: str
    other: str
    long: str

    def draw(self):
        parts = [f'<path d="M70 155V65L230 155z" {LINE}/>', words(45, 115, self.leg), words(150, 175, self.other)]
        return "".join(parts) + (words(190, 95, self.long) if self.long else cell(180, 75, 70, 26, ""))


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
        Zone("Pot and spoon", Chain(("every question", "100 of them"), ("draw",))),
        Zone("The price list",
             Table((("questions", "standard deviation"), ("100", "3.7"), ("400", ""), ("1,600", "")))),
        Zone("The two boards", Table((("week 4", "week 5"), ("", ""), ("", ""), ("", ""), ("", "")))),
    ],
    "02": [
        Zone("One answer: an arrow to each end",
             Axis(("0", "", "", "", "", "1"), ((0.84, "0.84"),))),
        Zone("Forty bars: who draws the next?", Bars((-40, 12, 30, -8, 75, -22, 5))),
        Zone("The right triangle", Triangle("3.67", "4.07", "")),
        Zone("The ladder", Table((("questions", "give or take"), ("100", ""), ("400", ""), ("1,600", "")))),
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
        Zone("The bag: tick, then wipe out the words", Table((("old", "new"), ("", ""), ("", "")))),
        Zone("Two hills: shade beyond the line",
             Axis(("", "0", "", "gain", ""), ((0.62, "line"),), (), ((0.25, 0.24), (0.75, 0.24)))),
        Zone("Two kinds of wrong", Table((("", "announced", "not"), ("changed", "", ""), ("unchanged", "", "")))),
        Zone("Sixteen: questions each", Lines(("your rate:", "your gain:", "16 × rate × (1 - rate) / gain²:"))),
    ],
    "05": [
        Zone("The square",
             Table((("", "new right", "new wrong"), ("old right", "82", "2"), ("old wrong", "10", "6")))),
        Zone("Twelve coins: ten for, two against", Circles(12, 10)),
        Zone("Ship it?",
             Table((("", "before", "after"), ("ship", "", ""), ("keep", "", ""), ("measure more", "", "")))),
        Zone("Two files: draw the lines by id",
             Table((("old file", "new file"), ("q1", "q3"), ("q2", "q1"), ("q3", "q4"), ("q4", "q2")))),
    ],
    "06": [
        Zone("The line of mixes: somebody draws it",
             Axis(("none easy", "1/4", "1/2", "3/4", "all easy"), ((0.25, "this month"), (0.75, "last month")))),
        Zone("Two operations: as wide as the count",
             Table((("small stones", "large stones"), ("", ""), ("", "")))),
        Zone("Ten leaked items, six right anyway", Circles(10, 6)),
        Zone("Four doors to one gap: what opens each?",
             Lines(("leak:", "difficulty:", "selection:", "training:"))),
    ],
    "08": [
        Zone("Two jars", Chain(("questions", "answers"), ("each run",))),
        Zone("Which one is it?", Table((("0.8", "1.1", "5"), ("", "", ""), ("", "", "")))),
        Zone("The formula in two boxes", Chain(("between / n", "within / nK"), ("+",))),
        Zone("What was drawn separately?", Lines(("answers:", "questions:", "groups:"))),
    ],
    "12": [
        Zone("Four answers before the numbers", Lines(("about what:", "missing:", "margin:", "who graded:"))),
        Zone("From minus five to seven",
             Axis(("-5", "-3", "-1", "1", "3", "5", "7"), ((5 / 12, "zero"), (3 / 12, "margin")))),
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


def badges(first, last, lines):
    """A sheet of eight badges, to cut along the lines: a number, its first form of the quiz, a line for a name.

    `lines` are the lines of code in which a room puts its numbers in place of the 7, by chapter.
    """
    parts = []
    for k, number in enumerate(range(first, last + 1)):
        x, y = k % 2 * 350, k // 2 * 230
        parts.append(f'<rect x="{x + 1}" y="{y + 1}" width="348" height="228" {THIN}/>')
        parts.append(words(x + 95, y + 92, str(number), 96, more='font-weight="bold"'))
        form, other = ("A", "B") if number % 2 else ("B", "A")
        mark = f'<circle cx="{x + 200}" cy="{y + 38}" r="17" {LINE}/>'
        if form == "B":
            mark = f'<rect x="{x + 184}" y="{y + 22}" width="32" height="32" {LINE}/>'
        parts += [mark, words(x + 200, y + 46, form, 22, more='font-weight="bold"')]
        parts.append(words(x + 228, y + 43, f"first, then {other}", 13, "start"))
        parts.append(f'<path d="M{x + 180} {y + 94}h155" {LINE}/>')
        height = y + 118
        for chapter, line in lines.items():
            mine = line.replace("default_rng(7)", f"default_rng({number})")
            opened = mine.rindex("(", 0, 50) + 1 if len(mine) > 53 else len(mine)  # Python reads on in brackets
            parts.append(words(x + 10, height, str(chapter), 10, "start", 'font-weight="bold"'))
            for piece in filter(None, (mine[:opened], mine[opened:])):
                indent = 22 if piece == mine[:opened] else 46
                parts.append(words(x + indent, height, piece, 10, "start", 'font-family="monospace"'))
                height += 14
            height += 4
    return svg(parts, 700, 920, f"Badges {first} to {last}")
