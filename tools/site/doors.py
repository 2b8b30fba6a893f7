"""The doors of the home page: three questions behind three tabs, each with numbers to change and the answer to them.

The page holds the answers to the numbers with which it opens, as the package gives them, so they stand there without
JavaScript too, one below the other. book/_static/doors.js answers what a reader types, in the words that stand here: it
fills what bears `data-is`, and of what bears `data-when` it shows what is so.
"""

from urllib.parse import urlencode

from give_or_take import items_for_paired, items_for_power, tango_interval, wilson_interval
from give_or_take.intervals import METHODS

QUESTIONS = {
    "how-sure": "How sure is my score?",
    "which-is-better": "Is the new one better?",
    "how-many": "How many items?",
}
RIGHT, ITEMS = 84, 100
OLD, NEW, BOTH_OF, ONLY_NEW = 160, 171, 190, 17  # a case that no chapter asks about
GAIN, DIFFER, USUAL = 0.05, 0.20, (0.15, 0.25)  # to plan for
YOURS = "from your numbers"
SCRIPTS = ("statistics", "calculator-reading", "calculator-answers", "calculator-picture", "doors")
FEW = '<p data-when="few" hidden>With fewer than 20 items, all of this is rough.</p>'


def doors(series):
    """The tabs and what is behind them, as HTML without an empty line."""
    other, same = why(series, 4, "Other items: chapter {}"), why(series, 5, "The same items: chapter {}")
    panels = [
        door("how-sure", *how_sure(beyond(series)), why(series, 3), kind="door open"),
        door("which-is-better", *which_is_better(beyond(series)), why(series, 5), other),
        door("how-many", *how_many(why(series, 8, "items share a source")), why(series, 4), same),
    ]
    tabs = "".join(tab(id, question, id == "how-sure") for id, question in QUESTIONS.items())
    tabs = f'<div class="tabs" role="tablist" aria-label="Three questions">{tabs}</div>'
    scripts = [f'<script defer src="_static/{name}.js"></script>' for name in SCRIPTS]
    return "\n".join(['<div class="doors">', tabs, *panels, "</div>", *scripts])


def how_sure(beyond):
    """One score and its interval."""
    score = wilson_interval(RIGHT, ITEMS)
    low, high, rate = (100 * x for x in (*score, score.estimate))
    asks = f"""\
{field("right", RIGHT, "Right")}{field("items", ITEMS, "Items")}"""
    answer = f"""\
<p>On all items like these, the rate may be</p>
<p class="big" data-is="range">{low:.1f}% to {high:.1f}%</p>
<p class="of">95% interval: {meant("rate")}. The score is <span data-is="score">{rate:.1f}%</span>:
minus <span data-is="take">{rate - low:.1f}</span>, plus <span data-is="give">{high - rate:.1f}</span> points</p>
<div class="picture" aria-hidden="true"></div>
{beyond}{FEW}"""
    return asks, answer, link("one-rate", right=RIGHT, items=ITEMS)


def which_is_better(beyond):
    """Two scores, the items where they differ, and the interval of the gain."""
    only_old = ONLY_NEW - (NEW - OLD)
    gained = tango_interval(NEW - ONLY_NEW, ONLY_NEW, only_old, BOTH_OF - NEW - only_old)
    low, high, gain = (100 * x for x in (*gained, gained.estimate))
    least, most = NEW - OLD, BOTH_OF - OLD  # that only the new one may get right
    narrow = [100 * x for x in tango_interval(OLD, least, 0, BOTH_OF - NEW)]
    note = f'Right only by the old one: <b data-is="only-old">{only_old}</b>'
    asks = f"""\
{field("new", NEW, "New right")}{field("old", OLD, "Old right")}{field("items", BOTH_OF, "Items")}
<div class="row" role="radiogroup" aria-label="Both answered"><span>Both answered</span>
<span><label><input type="radio" name="asked" value="same" checked disabled>the same items</label><label><input
type="radio" name="asked" value="other" disabled>other items</label></span></div>
{field("only", ONLY_NEW, "Right only by the new one", note)}"""
    answer = f"""\
<p><b data-is="verdict">Yes, probably: between {low:.1f} and {high:.1f} points better.</b>
<span data-when="asks" hidden>It depends on how many only the new one got right: if
<span data-is="least">{least}</span>, <span data-is="narrow">{narrow[0]:+.1f} to {narrow[1]:+.1f} points</span>;
if <span data-is="most">{most}</span>, what stands below.
<a href="calculator.html#the-same-items">Your two files say it</a>.</span></p>
<p class="big" data-is="range">{low:+.1f} to {high:+.1f} points</p>
<p class="of">95% interval<span data-when="asks" hidden>, the most cautious</span>: {meant("gain")}. The gain
on these items is <span data-is="gain">{gain:+.1f} points</span>.</p>
<div class="picture" aria-hidden="true"></div>
{beyond}{FEW}"""
    counts = {"know": "totals", "one": NEW, "two": OLD, "items": BOTH_OF, "first": ONLY_NEW}
    return asks, answer, link("the-same-items", **counts, name="new", other="old")


def meant(what):
    """What 95% means."""
    return f"about 95 of 100 such intervals hold the true {what}"


def how_many(together):
    """What a gain takes, and what so many items give; `together` leads to what takes more."""
    now, (first, second) = RIGHT / 100, halves(DIFFER)
    same, other = items_for_paired(first, second), items_for_power(now, now + GAIN)
    least, most = (items_for_paired(*halves(share)) for share in USUAL)
    bars = (f'style="--share: {100 * n / max(same, other):.1f}%;"' for n in (same, other))
    often = '<span data-when="often">One right, one wrong: often 15 to 25%</span>'
    often += f'<span data-when="differ" hidden>{YOURS}</span>'
    asks = (
        field("gain", f"{100 * GAIN:.0f}", "Gain to find", "In points")
        + field("now", f"{now:.0%}", "Score now", f'<span data-when="now" hidden>{YOURS}</span>')
        + field("differ", f"{DIFFER:.0%}", "Items where the two differ", often)
        + precision(100, 400, 1_000, 10_000)
    )
    answer = f"""\
<p>For an 80% chance to see such a gain, if it is real (80% power), you need</p>
<p class="big" {next(bars)}><b data-is="same">{same:,}</b> items, if both answer the same ones</p>
<p class="of" data-when="usual"><span data-is="usual">{least:,} to {most:,}</span>, if they differ on 15 to 25%</p>
<p class="big" {next(bars)}><b data-is="other">{other:,}</b> items each, if they answer different ones</p>
<p data-when="lowered" hidden><span data-is="limit"></span></p>
<p data-when="few" hidden>With fewer than 20 items, the formula may promise too much: take 20 or more.</p>"""
    answer += f'\n<p class="of">More, if {together}.</p>' if together else ""
    plan = {"plan": "gain", "gain": f"{100 * GAIN:.0f}", "score": f"{now:.0%}", "differ": f"{DIFFER:.0%}"}
    return asks, answer, link("how-many-items", **plan)


def halves(differ):
    """The items that only the one, and only the other gets right, if they differ on so many."""
    return (differ + GAIN) / 2, (differ - GAIN) / 2


def tab(id, question, chosen):
    """What opens a panel, where there is JavaScript."""
    state = f'aria-selected="{"true" if chosen else "false"}" tabindex="{0 if chosen else -1}"'
    return f'<button type="button" role="tab" id="tab-{id}" aria-controls="{id}" {state}>{question}</button>'


def door(id, asks, answer, *more, kind="door"):
    """A panel: numbers, the answer to them, links."""
    return f"""\
<section class="{kind}" id="{id}" role="tabpanel" aria-labelledby="tab-{id}"><h2>{QUESTIONS[id]}</h2><form>
<div class="asks">{asks}
<p class="says" role="status"></p></div>
<div class="answer" aria-live="polite" aria-atomic="true">
{answer}
</div>
<p class="more">{" ".join(more)}</p></form></section>"""


def field(name, value, label, note=""):
    """A number that may be changed, where there is JavaScript, below what it is and beside a note on it."""
    kind = 'inputmode="decimal" autocomplete="off" placeholder="?" readonly'
    said = f"<span>{label}{note and f'<small>{note}</small>'}</span>"
    return f'<label class="row">{said}<input name="{name}" value="{value}" aria-label="{label}" {kind}></label>'


def link(tab, **inputs):
    """Into the calculator, with the same numbers."""
    return f'<a data-to href="calculator.html#{tab}?{urlencode(inputs)}">A sentence to paste</a>'.replace("&", "&amp;")


def why(series, number, words="Why: chapter {}"):
    """To the chapter that explains it, if it is there."""
    chapter = series.chapters.get(f"{number:02}")
    return f'<a href="{chapter.path.stem}.html">{words.format(number)}</a>' if chapter else ""


def beyond(series):
    """What else makes an answer too sure, if its chapters are there."""
    together, judge = why(series, 8, "items share a source"), why(series, 9, "a model graded")
    return f'<p class="of">This is too sure if {together}, and may be off if {judge}.</p>' if together and judge else ""


def precision(*counts):
    """How far off a score of so many items may be at worst: a rate of 50% wobbles most."""
    ends = [METHODS["wilson"].ends(n / 2, n, 0.95) for n in counts]
    heads = "".join(f'<th scope="col">{n:,}</th>' for n in counts)
    cells = "".join(f"<td>±{50 * (high - low):.0f}</td>" for low, high in ends)
    return f"""\
<table><caption>One score alone: give or take, at worst, in points</caption>
<tr><th scope="row">items</th>{heads}</tr>
<tr><th scope="row">points</th>{cells}</tr></table>"""
