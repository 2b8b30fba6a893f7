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
    answer = f"""\
<p class="of">95% interval</p>
<p class="big" data-is="range">{low:.1f}% to {high:.1f}%</p>
{bar(low, high, rate, ("0%", "50%", "100%"))}
<p>The score is <b data-is="score">{rate:.1f}%</b>, give <span data-is="give">{high - rate:.1f}</span> points or take
<span data-is="take">{rate - low:.1f}</span>. On all items like these, the rate may well be anything in between.
Half the width takes about four times the items.</p>
<p data-when="few" hidden>With fewer than 20 items, all of this is rough.</p>"""
    more = link("A sentence to paste", "one-rate", right=RIGHT, items=ITEMS) + why(series, 3)
    return door("how-sure", "How sure is my score?", f'<p class="asks">{asks}</p>', answer, more)


def which_is_better(series):
    """Two scores, the flips between them, and the interval of the gain."""
    only_old = ONLY_NEW - (NEW - RIGHT)
    gained = tango_interval(NEW - ONLY_NEW, ONLY_NEW, only_old, ITEMS - NEW - only_old)
    low, high, gain = (100 * x for x in (*gained, gained.estimate))
    scores = f"old {field('old', RIGHT, 'Old')} new {field('new', NEW, 'New')}"
    flips = field("only", ONLY_NEW, "Only the new one right", "new,")
    asks = f"""\
<p class="asks">{scores} of {field("items", ITEMS, "Items", "items")}</p>
<fieldset class="asks"><legend>Both answered</legend>
<label><input type="radio" name="asked" value="same" checked disabled> the same items</label>
<label><input type="radio" name="asked" value="other" disabled> other items</label></fieldset>
<p class="asks" data-when="same">only one right: {flips} <b data-is="only-old">{only_old}</b> old</p>"""
    answer = f"""\
<p class="of">95% interval of the gain</p>
<p class="big" data-is="range">{low:+.1f} to {high:+.1f} points</p>
{bar(*(50 + 2.5 * x for x in (low, high, gain)), ("old is better", "", "new is better"))}
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
    gain = field("gain", f"{100 * GAIN:.0f}", "Gain", "points")
    score, flips = field("now", f"{now:.0%}", "Score now"), field("flips", f"{FLIPS:.0%}", "Items that flip", "flip")
    asks = f"""\
<table><caption>Give or take so many points, at most, at 95%</caption>
<thead><tr><th scope="col">items</th><th scope="col" colspan="2">give or take</th></tr></thead>
<tbody>
{"".join(map(precision, (100, 400, 1_000, 10_000)))}</tbody></table>
<p class="asks">To find a gain of {gain} from {score}, if {flips}</p>"""
    answer = f"""\
<p class="big"><b data-is="same">{same:,}</b> items, shared by both</p>
<p class="big"><b data-is="other">{other:,}</b> items for each, if not shared</p>
<p>An item flips if only one gets it right. Four times in five, the test finds such a gain.</p>
<p data-when="few" hidden>With fewer than 20 items, the formula promises too much: take 20 or more.</p>"""
    plan = {"plan": "pairs", "first": f"{100 * first:.10g}%", "second": f"{100 * second:.10g}%"}
    more = link("Other powers and levels", "how-many-items", **plan) + why(series, 4)
    return door("how-many", "How many items?", asks, answer, more)


def door(id, question, asks, answer, more):
    return f"""\
<section class="door" id="{id}" aria-labelledby="{id}-asks"><h2 id="{id}-asks">{question}</h2><form>
{asks}
<p class="says" role="status"></p>
<div class="answer" aria-live="polite" aria-atomic="true">
{answer}
</div>
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


def precision(n):
    """How far off a score of n items may be, at most: a rate of 50% wobbles most. Ten points fill nearly the line."""
    low, high = METHODS["wilson"].ends(n / 2, n, 0.95)
    points = 50 * (high - low)
    return (
        f'<tr><th scope="row">{n:,} items</th><td>±{points:.0f}</td>'
        f'<td><svg class="bar" height="16" aria-hidden="true">'
        f'<line class="range" x1="{50 - 4.7 * points:.2f}%" x2="{50 + 4.7 * points:.2f}%" y1="8" y2="8"/>'
        '<circle cx="50%" cy="8" r="4"/></svg></td></tr>\n'
    )
