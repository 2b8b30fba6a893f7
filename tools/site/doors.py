"""The doors of the home page: three questions, each with numbers to change and the answer to them.

The page holds the answers to the numbers with which it opens, as the package gives them, so they stand there without
JavaScript too. book/_static/doors.js answers what a reader types, in the words that stand here: it fills what bears
`data-is`, and of what bears `data-when` it shows what is so.
"""

from urllib.parse import urlencode

from give_or_take import items_for_paired, items_for_power, tango_interval, wilson_interval
from give_or_take.intervals import METHODS

RIGHT, ITEMS = 84, 100
NEW, ONLY_NEW = 92, 10  # of the same items
GAIN, FLIPS = 0.05, 0.12  # to plan for
SCRIPTS = ("statistics", "calculator-reading", "calculator-words", "doors")


def doors(series):
    """All three, as HTML without an empty line."""
    three = [door(series) for door in (how_sure, which_is_better, how_many)]
    scripts = [f'<script defer src="_static/{name}.js"></script>' for name in SCRIPTS]
    return "\n".join(['<div class="doors">', *three, "</div>", *scripts])


def how_sure(series):
    """One score and its interval."""
    score = wilson_interval(RIGHT, ITEMS)
    low, high, rate = (100 * x for x in (*score, score.estimate))
    asks = f"{field('right', RIGHT, 'Right', 'right')} of {field('items', ITEMS, 'Items', 'items')}"
    asks = f"""\
<p class="asks">{asks}</p>
<p class="of">The score is what it got on these. You want the rate on all items like them.</p>"""
    answer = f"""\
<p class="of">95% interval</p>
<p class="big" data-is="range">{low:.1f}% to {high:.1f}%</p>
{bar(low, high, rate, ("0%", "50%", "100%"))}
<p>The score is <b data-is="score">{rate:.1f}%</b>: minus <span data-is="take">{rate - low:.1f}</span>, plus
<span data-is="give">{high - rate:.1f}</span> points.
The rate may well be anything in between.</p>
<p data-when="few" hidden>With fewer than 20 items, all of this is rough.</p>"""
    more = link("A sentence to paste", "one-rate", right=RIGHT, items=ITEMS) + why(series, 3)
    return door("how-sure", "How sure is my score?", asks, answer, more)


def which_is_better(series):
    """Two scores, the flips between them, and the interval of the gain."""
    only_old = ONLY_NEW - (NEW - RIGHT)
    gained = tango_interval(NEW - ONLY_NEW, ONLY_NEW, only_old, ITEMS - NEW - only_old)
    low, high, gain = (100 * x for x in (*gained, gained.estimate))
    scores = f"old {field('old', RIGHT, 'Old')} new {field('new', NEW, 'New')}"
    flips = field("only", ONLY_NEW, "Right only by the new one")
    asks = f"""\
<p class="asks">{scores} of {field("items", ITEMS, "Items", "items")}</p>
<fieldset class="asks"><legend>Both answered</legend>
<label><input type="radio" name="asked" value="same" checked disabled> the same items</label>
<label><input type="radio" name="asked" value="other" disabled> other items</label></fieldset>
<p class="asks" data-when="same">right only by the new one {flips},
only by the old one <b data-is="only-old">{only_old}</b></p>"""
    answer = f"""\
<p class="of">95% interval of the gain</p>
<p class="big" data-is="range">{low:+.1f} to {high:+.1f} points</p>
{bar(*(50 + 2.5 * x for x in (low, high, gain)), ("old is better", "0", "new is better"))}
<p>The gain is <b data-is="gain">{gain:+.1f} points</b>.
<span data-when="first">The data favour the new one.</span>
<span data-when="second" hidden>The data favour the old one.</span>
<span data-when="neither" hidden>The data cannot tell the two apart: the interval holds zero.</span>
<span data-when="borderline" hidden>Borderline: the interval and the tests do not all agree.</span></p>
<p data-when="few" hidden>With fewer than 20 items, all of this is rough.</p>"""
    counts = {"know": "totals", "one": NEW, "two": RIGHT, "items": ITEMS, "both": NEW - ONLY_NEW}
    more = link("A sentence to paste", "the-same-items", **counts, name="new", other="old") + why(series, 5)
    return door("which-is-better", "Is the new one better?", asks, answer, more)


def how_many(series):
    """What so many items give, and how many a gain takes."""
    now, first, second = RIGHT / 100, (FLIPS + GAIN) / 2, (FLIPS - GAIN) / 2
    same, other = items_for_paired(first, second), items_for_power(now, now + GAIN)
    most = f"From {now:.0%} to {now + GAIN:.0%}, at most {2 - 2 * now - GAIN:.0%} can flip"
    gain = field("gain", f"{100 * GAIN:.0f}", "Gain", "points")
    score, flips = field("now", f"{now:.0%}", "Score now"), field("flips", f"{FLIPS:.0%}", "Items that flip", "flip")
    asks = f"""\
<p class="asks">To find a gain of {gain} from {score}, if {flips}</p>
<p class="of">An item flips if only one of the two gets it right. No idea how many do? Try 10 to 15%.</p>"""
    answer = f"""\
<p class="big"><b data-is="same">{same:,}</b> items, shared by both</p>
<p class="big"><b data-is="other">{other:,}</b> items for each, if not shared</p>
<p>Four times in five, the test finds such a gain.</p>
<p data-when="lowered" hidden><span data-is="most">{most}</span>, so we took that.</p>
<p data-when="few" hidden>With fewer than 20 items, the formula promises too much: take 20 or more.</p>"""
    plan = {"plan": "pairs", "first": f"{100 * first:.10g}%", "second": f"{100 * second:.10g}%"}
    more = link("Other powers and levels", "how-many-items", **plan) + why(series, 4)
    return door("how-many", "How many items?", asks, answer, more, precision(100, 400, 1_000, 10_000))


def door(id, question, asks, answer, more, below=""):
    return f"""\
<section class="door" id="{id}" aria-labelledby="{id}-asks"><h2 id="{id}-asks">{question}</h2><form>
<div class="ask">{asks}
<p class="says" role="status"></p></div>
<div class="answer" aria-live="polite" aria-atomic="true">
{answer}
</div>{below}
<p class="more">{more}</p></form></section>"""


def field(name, value, label, word=""):
    """A number that may be changed, where there is JavaScript, and the word after it."""
    kind = 'inputmode="decimal" autocomplete="off" readonly'
    box = f'<input name="{name}" value="{value}" aria-label="{label}" {kind}>'
    return f"<label>{box} {word}</label>" if word else box


def link(words, tab, **inputs):
    """Into the calculator, with the same numbers."""
    return f'<a data-to href="calculator.html#{tab}?{urlencode(inputs)}">{words}</a>'.replace("&", "&amp;")


def why(series, number):
    """To the chapter that explains it, if it is there."""
    chapter = series.chapters.get(f"{number:02}")
    return f' <a href="{chapter.path.stem}.html">Why: chapter {number}</a>' if chapter else ""


def bar(low, high, middle, ticks):
    """An interval on a line from 0 to 100, with a word at its ends and in the middle."""
    places = zip(ticks, ("start", "middle", "end"), (0, 50, 100), strict=True)
    words = [f'<text x="{x}%" y="38" text-anchor="{anchor}">{tick}</text>' for tick, anchor, x in places if tick]
    return (
        '<svg class="bar" height="42" aria-hidden="true"><line class="axis" x1="0" x2="100%" y1="22" y2="22"/>'
        f'<line class="axis" x1="50%" x2="50%" y1="0" y2="22"/>{"".join(words)}'
        f'<line class="range" x1="{low:.2f}%" x2="{high:.2f}%" y1="11" y2="11"/>'
        f'<circle cx="{middle:.2f}%" cy="11" r="5"/></svg>'
    )


def precision(*counts):
    """How far off a score of so many items may be at worst: a rate of 50% wobbles most."""
    ends = [METHODS["wilson"].ends(n / 2, n, 0.95) for n in counts]
    points = [50 * (high - low) for low, high in ends]
    rows = {
        "items": "".join(f'<th scope="col">{n:,}</th>' for n in counts),
        "rounded": "".join(f"<td>±{x:.0f}</td>" for x in points),
        "to 0.1": "".join(f"<td>{x:.1f}</td>" for x in points),
    }
    lines = [f'<tr><th scope="row">{name}</th>{cells}</tr>' for name, cells in rows.items()]
    return f"""
<table><caption>Give or take, at worst (a score of 50%)</caption>
{"".join(lines)}</table>"""
