"""What an instructor draws on the board, and the badges: plain line drawings for the pages of the kit.

A board is one field or two, a page each, to hang up. An empty text is a blank, drawn as a dashed box: the room fills
it. Each field says under its title when it goes up, for it may hold the answer of a vote; the run sheets say the same.
"""

import re
from html import escape
from typing import NamedTuple

WIDTH, HEIGHT = 340, 240  # of a field, as a page that lies on its side
BADGES = 40
LINE = 'stroke="currentColor" stroke-width="1.6" fill="none"'
THIN = 'stroke="currentColor" stroke-dasharray="4 3" fill="none"'


def words(x, y, text, size=17, anchor="middle", more=""):
    style = f'font-size="{size}" text-anchor="{anchor}" fill="currentColor" {more}'
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(text)}</text>'


def cell(x, y, width, height, text):
    """A box with a text, or a blank."""
    box = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" {LINE if text else THIN}/>'
    size = min(17, 1.7 * (width - 8) / max(len(text), 1))
    return box + (words(x + width / 2, y + height / 2 + 6, text, size) if text else "")


class Table(NamedTuple):
    """Rows of boxes; the first row has the headings."""

    rows: tuple

    def draw(self):
        wide, high = (WIDTH - 20) / len(self.rows[0]), (HEIGHT - 73) / (len(self.rows) - 1)
        parts = [words(10 + (k + 0.5) * wide, 57, head, 15) for k, head in enumerate(self.rows[0])]
        for r, row in enumerate(self.rows[1:]):
            parts += [cell(12 + k * wide, 66 + r * high, wide - 4, high - 4, text) for k, text in enumerate(row)]
        return "".join(parts)


class Axis(NamedTuple):
    """A line with ticks at some texts, flags (place from 0 to 1, text), a shaded stretch, and hills (place, width)."""

    ticks: tuple
    flags: tuple = ()
    shade: tuple = ()
    hills: tuple = ()

    def draw(self):
        left, right, ground = 20, WIDTH - 20, HEIGHT - 33

        def at(place):
            return left + place * (right - left)

        parts = [f'<path d="M{left} {ground}H{right}" {LINE}/>']
        for k, text in enumerate(self.ticks):
            x = at(k / (len(self.ticks) - 1))
            parts.append(f'<path d="M{x:g} {ground}v6" {LINE}/>' + words(x, ground + 23, text, 15))
        if self.shade:
            x, wide = at(self.shade[0]), at(self.shade[1]) - at(self.shade[0])
            shade = 'fill="currentColor" opacity="0.15"'
            parts.append(f'<rect x="{x:g}" y="90" width="{wide:g}" height="{ground - 90}" {shade}/>')
        for place, wide in self.hills:
            x, reach = at(place), wide * (right - left)
            curve = f"M{x - reach:g} {ground}C{x - reach / 2:g} {ground} {x - reach / 2:g} 90 {x:g} 90"
            curve += f"S{x + reach / 2:g} {ground} {x + reach:g} {ground}"
            parts.append(f'<path d="{curve}" {LINE}/>')
        for place, text in self.flags:
            parts.append(f'<path d="M{at(place):g} {ground}V68" {THIN}/>' + words(at(place), 60, text, 15))
        return "".join(parts)


class Triangle(NamedTuple):
    """A right triangle with its legs and its long side; an empty text is a blank."""

    leg: str
    other: str
    long: str

    def draw(self):
        parts = [f'<path d="M70 200V60L225 200z" {LINE}/>', words(42, 136, self.leg), words(148, 225, self.other)]
        return "".join(parts) + (words(185, 116, self.long) if self.long else cell(165, 84, 90, 34, ""))


class Around(NamedTuple):
    """A large text with four blanks round it, each under its question."""

    text: str
    asks: tuple

    def draw(self):
        parts = [words(WIDTH / 2, 156, self.text, 38, more='font-weight="bold"')]
        for k, asks in enumerate(self.asks):
            x, y = 12 + k % 2 * 164, 74 + k // 2 * 112
            parts.append(words(x + 76, y - 7, asks, 14) + cell(x, y, 152, 44, ""))
        return "".join(parts)


class Lines(NamedTuple):
    """Lines of a file."""

    rows: tuple

    def draw(self):
        mono = 'font-family="monospace"'
        return "".join(words(30, 110 + k * 48, row, 36, "start", mono) for k, row in enumerate(self.rows))


class Zone(NamedTuple):
    title: str
    drawing: NamedTuple
    section: str = ""  # how the title of the section begins in which it goes up
    up: str = ""  # when, there


BOARDS = {
    "00": [
        Zone("Half a number", Around("84%", ("out of how many?", "give or take?", "on which items?",
                                             "compared with what?")), "", "all day"),
    ],
    "01": [
        Zone("The heap: a cross a spoonful",
             Axis(("70", "75", "80", "85", "90", "95", "100"), ((14 / 30, "84"),), (0, 9 / 30)),
             "A desk", "after vote 1A"),
        Zone("The price list",
             Table((("questions", "standard deviation"), ("100", "3.7"), ("400", ""), ("1,600", ""))),
             "What more", "after vote 1B"),
    ],
    "02": [
        Zone("One answer: an arrow to each end", Axis(("0", "", "", "", "", "1"), ((0.84, "0.84"),)),
             "84 of 100", "after the hands"),
        Zone("The right triangle", Triangle("3.67", "4.07", ""), "Last week", "after vote 2B"),
    ],
    "03": [
        Zone("Who signs 100% ± 0?", Table((("before", "after"), ("", ""))), "20 of 20", "for the first hands"),
        Zone("Three by n",
             Table((("all right, of", "fails at most"), ("20", "15%"), ("100", ""), ("300", ""), ("3,000", ""))),
             "None seen", "after the click in None seen"),
    ],
    "04": [
        Zone("Two hills: shade beyond a line",
             Axis(("−20", "−15", "−10", "−5", "0", "5", "10", "15", "20", "25"),
                  ((9 / 45, "line: −11"), (24 / 45, "4"), (31 / 45, "line: 11")), (),
                  ((20 / 45, 16 / 45), (24 / 45, 16 / 45))),
             "If it is better", "after vote 4B"),
    ],
    "05": [
        Zone("Ship it?",
             Table((("", "before", "after"), ("ship", "", ""), ("keep", "", ""), ("measure more", "", ""))),
             "84 and 92", "for the first hands"),
        Zone("The square",
             Table((("", "old right", "old wrong"), ("new right", "82", "10"), ("new wrong", "2", "6"))),
             "84 and 92", "after the first hands"),
    ],
    "06": [
        Zone("Two operations: wide as the count", Table((("small stones", "large stones"), ("", ""), ("", ""))),
             "Real results: two", "after vote 6B"),
        Zone("Four doors: what opens each?",
             Table((("", ""), ("leak", ""), ("difficulty", ""), ("selection", ""), ("training", ""))),
             "Is it a leak", "after the hands in Is it a leak?"),
    ],
    "12": [
        Zone("Four answers before the numbers",
             Table((("", ""), ("about what", ""), ("missing", ""), ("margin", ""), ("who graded", ""))),
             "What do you decide", "for the four answers on paper"),
        Zone("From minus five to nine",
             Axis(("−5", "−3", "−1", "1", "3", "5", "7", "9"), ((5 / 14, "zero"), (3 / 14, "margin"))),
             "What may you say", "after the hands on the two systems"),
    ],
}  # fmt: skip
"""What is drawn while a chapter of a plan is taught; its page says more under *On the board*."""

CARD = Zone("Your two files: each begins so", Lines(("id,right", "q1,1", "q2,0")), "", "with Your two files")


def svg(parts, width, height, name):
    """A drawing on one line, so that Markdown leaves it alone."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" style="width:100%;height:auto"'
    return f'{head} role="img" aria-label="{escape(name)}" font-family="sans-serif">{"".join(parts)}</svg>'


def field(zone, corner=""):
    """A field as a drawing: its title, when it goes up, and the chapter's number in its corner."""
    title = words(12, 25, zone.title, 19, "start", 'font-weight="bold"')
    up = words(12, 38, f"up: {zone.up}", 9, "start")
    frame = f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" {LINE}/>'
    drawn = f"{frame}{title}{up}{words(WIDTH - 8, 16, corner, 10, 'end')}{zone.drawing.draw()}"
    return svg([drawn], WIDTH, HEIGHT, f"A field of the board: {zone.title}")


def board(number):
    """The fields of a chapter's board."""
    return [field(zone, f"{int(number)}") for zone in BOARDS.get(number, ())]


def hung(number, section):
    """What goes up in a section of a chapter, and when: the mark that the board has."""
    here = [zone for zone in BOARDS.get(number, ()) if section.startswith(zone.section)]
    return "; ".join(f"{zone.title.partition(':')[0]}, {zone.up}" for zone in here)


def leads(page):
    """What a chapter's page names under *On the board*."""
    about = page.partition("## On the board\n")[2].partition("\n## ")[0]
    return re.findall(r"^- \*\*(.+?)\.?\*\*", about, re.MULTILINE)


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
        parts.append(f'<path d="M{x + 180} {y + 94}h155" stroke="currentColor" stroke-width="3.5"/>')
        height = y + 118
        for chapter, line in lines.items():
            mine = line.replace("default_rng(7)", f"default_rng({number})")
            opened = mine.rindex("(", 0, 50) + 1 if len(mine) > 53 else len(mine)  # Python reads on in brackets
            parts.append(words(x + 10, height, str(chapter), 11, "start", 'font-weight="bold"'))
            for piece in filter(None, (mine[:opened], mine[opened:])):
                indent = 22 if piece == mine[:opened] else 46
                parts.append(words(x + indent, height, piece, 11, "start", 'font-family="monospace"'))
                height += 15
            height += 4
    return svg(parts, 700, 920, f"Badges {first} to {last}")


def part_boards(series, number):
    """Each chapter's board, its fields a page each."""
    titles = {n: chapter.title for n, chapter in series.chapters.items() if n in BOARDS}
    drawn = {title: board(n) for n, title in titles.items()} | {"Your two files": [field(CARD)]}
    return "\n\n".join(f"## {title}\n\n{sheets(fields)}" for title, fields in drawn.items())


def sheets(fields):
    """Each field on a page of its own."""
    return "\n\n".join(f'<div class="sheet">{drawn}</div>' for drawn in fields)


def badge_lines(series):
    """The lines that a chapter's page lets everybody run with the number of the badge, by chapter."""
    texts = {c.number: c.guide.read_text(encoding="utf-8") for c in series.chapters.values() if c.guide.exists()}
    found = {number: re.search(r"^  (.*default_rng\(7\).*)$", text, re.MULTILINE) for number, text in texts.items()}
    return {number: line[1].strip() for number, line in found.items() if line}


def part_badges(series, number):
    lines = badge_lines(series)
    return "\n\n".join(f'<div class="sheet">{badges(k, k + 7, lines)}</div>' for k in range(1, BADGES, 8))


