"""The slides of a day: those of its chapters, with the day's own between them, each slot with its hour."""

from dataclasses import replace
from html import escape
from itertools import accumulate

from tools import markup, teach
from tools.boards import CARD, hung
from tools.deck import Slide
from tools.notebook import cut
from tools.teach import WORDING

OWN, CODE, SHOWN = (WORDING[name] for name in ("own", "code", "shown"))


def timed(day):
    """Each slot of a day, with the minute at which it begins."""
    return zip(day.slots, accumulate((slot.minutes for slot in day.slots), initial=day.start), strict=False)


def own(series, slot, clock):
    """A slide of the day itself."""
    title, line, ask, run = OWN[slot.kind].values()
    steps, _, code = CODE.get(slot.chapter, "").strip().rpartition("\n\n")
    fill = {"what": slot.what.partition(":")[0].partition(",")[0], "minutes": slot.minutes}
    fill |= {"code": f"`{markup.plain(code)}`", "back": teach.hour(clock + slot.minutes)}
    fill["more"] = WORDING["more"].get(slot.chapter, "").strip()
    fill |= {name: WORDING[name][slot.what == teach.AFTER.what] for name in ("form", "deal")}
    fill["new"] = WORDING["new"] * (slot.minutes <= 3)  # else the chapter has a cell for it
    body = "".join(f"<p>{escape(each)}</p>" for each in line.format(**fill).splitlines())
    if slot.kind == "files":
        body += (markup.MARKDOWN.render(steps) or markup.steps(teach.steps(series, slot))) + markup.code(code)
    notes, minutes = {"Ask": ask.format(**fill), "Run": run.format(**fill)}, slot.minutes * ("{minutes}" in line)
    each = teach.steps(series, slot)
    notes["Steps"] = teach.noted(each) if steps else []  # else the wall has them
    notes["Up"] = CARD.title.partition(":")[0] * bool(each)
    kind, title, clock = f"own {slot.kind}", title.format(**fill), teach.hour(clock)
    return Slide(kind, title, body, notes=notes, minutes=minutes, clock=clock)


def agenda(day, title, series):
    """The agenda of a day, a row a block, with the break behind it."""
    rows = []
    for begins, kind, here in teach.agenda(series, day):
        names = escape(" · ".join(asks or name for name, asks in here.items()))
        if kind == "break":
            rows[-1] += f" <i>{names.lower()} {begins}</i>"
        else:
            rows.append(f"<b>{begins}</b> {names}")
    notes = {"Ask": "Say when the breaks are, and go on.", "Run": "Nothing yet."}
    return Slide("own agenda", title, f"<ol>{''.join(f'<li>{row}</li>' for row in rows)}</ol>", notes=notes)


def taught(series, slot, clock, deck, shown, gone):
    """The slides of a chapter that a slot has room for; the first of each section with its hour.

    `shown` has what a picture asks and answers, by the title of a section that is left out but for it; no note says
    what is marked with a name in `gone`.
    """
    core = teach.taught(series, slot)
    clocks = accumulate((section.minutes for section, _ in core), initial=clock)
    begins = dict(zip([s.title for s, _ in core] or [deck[0].section.title], map(teach.hour, clocks), strict=False))
    here, says, slides = {s.title: s for s, _ in core}, {s.title: before for s, before in core}, []
    if not core and deck:  # one section of all, for its minutes are not divided
        here = dict.fromkeys({slide.section.title for slide in deck}, deck[0].section._replace(minutes=slot.minutes))
    for slide in deck:
        title = slide.section.title
        ask = cut(slide.notes.get("Ask", ""), *gone)
        if slide.picture and title in dict(slot.shown):
            asks, moral, note = shown[title].values()
            notes = {"Ask": note, "Run": "Nothing: hands, and the board.", "Say first": says.pop(title, [])}
            notes["Up"] = hung(slot.chapter, title)
            notes["If late"] = f"{teach.PICTURE.capitalize()}." * (dict(slot.shown)[title] > teach.ALONE)
            own = {"title": asks, "above": "", "moral": moral, "before": None, "waits": asks.endswith("?")}
            slide = replace(slide, kind="figure", section=here[title], notes=notes, clock=begins.pop(title, ""), **own)
            slides.append(slide)
        elif not slide.evening and not slide.exercise and title in (slot.sections or (title,)):
            notes = slide.notes | {"Ask": ask, "Say first": says.pop(title, [])}
            section = here.get(title, slide.section)  # with its minutes here
            slides.append(replace(slide, section=section, clock=begins.pop(title, ""), notes=notes))
    return slides


def workshop(plan, series, decks):
    """The slides of a plan."""
    slides, absent = [], teach.gone(series, plan)
    for number, day in enumerate(plan.days, 1):
        for slot, clock in timed(day):
            deck = decks.get(slot.chapter, [])
            if slot.kind == "chapter":
                gone = teach.gone(series, plan, slot.chapter)
                slides += taught(series, slot, clock, deck, SHOWN.get(plan.key, {}), gone)
            elif slot.kind == "exercises":
                hours = {id: teach.hour(clock + k * teach.EACH) for k, id in enumerate(slot.exercises)}
                here = [slide for slide in deck if slide.exercise in hours]
                for slide in here:
                    slides.append(replace(slide, clock=hours[slide.exercise] * (slide.kind == "exercise")))
            elif slot.kind == "reserve":
                until = f"{slot.minutes} min, until {teach.hour(clock + slot.minutes)}"
                until += f"{slot.what.removeprefix('In reserve')}. {WORDING['reserve']}"
                slides[-1] = replace(slides[-1], notes=slides[-1].notes | {"In reserve": until})
            else:
                one = own(series, slot, clock)
                lacks = {"quiz": slot.kind == "feedback" and slides[-1].kind != "own quiz"}
                lacks["board"] = not teach.asks_for_box(day)
                one.notes["Ask"] = cut(one.notes["Ask"], *absent, *[name for name in lacks if lacks[name]])
                slides.append(one)
            if slot.kind in ("welcome", "recap"):
                slides.append(agenda(day, f"Day {number}" if len(plan.days) > 1 else "Today", series))
        if day != plan.days[-1]:
            notes = {"Ask": "Say it aloud. A lost badge is replaced by one with the same letter.", "Run": "Nothing."}
            slides.append(Slide("own welcome", "See you tomorrow", f"<p>{teach.TOMORROW}.</p>", notes=notes))
    notes, body = {"Ask": "Thank them. Say where the chapters stay.", "Run": "Nothing."}, f"<p>{WORDING['thanks']}</p>"
    return [*slides, Slide("own welcome", "Thank you", body, notes=notes)]
