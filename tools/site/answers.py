"""What a page needs to answer as `reveal`, `note` and `check` do, and where its fields stand.

Nothing is executed. The questions come from the registry of `give_or_take.classroom.exercises`; right values and
mistakes are computed. They stand in the page as Base64, so that nobody reads them by chance; they are no secret.
book/_static/answers.js does the rest. Orders to the user of a notebook are said as a reader of the site takes them.
"""

import base64
import hashlib
import json
import re
from html import escape

import nbformat

from give_or_take.classroom import exercises, predict
from give_or_take.classroom.exercises.calls import CALLS
from tools.notebook import called, cut

# In a cell of a notebook: what the site says in place of orders to its user, and in that a {widget}.
SITE = re.compile(r"<!-- site:(.*?) -->", re.DOTALL)
WIDGET = re.compile(r" ?\{(\w+)(?:: (.*?))?\} ?")
HEAP = """<div class="heap" id="{}"></div>
<script src="_static/chances.js" defer></script>
<script src="_static/heap.js" defer></script>"""
SHOW = "Show what happens"
ON_PAPER = """<noscript>
<p class="in-lab">Without JavaScript there is no field here, and no letter is kept. Write your guesses on paper.</p>
</noscript>"""
# The line of a blank, and the call that would answer it.
BLANK = re.compile(r"^(?:guess|answer) = \.\.\..*\n?|^(?:check|note|reveal)\(.*\)(?: *#.*)?\n?", re.MULTILINE)
# What a field takes, by the unit of its exercise: the least, the most, what stands at the field, what one number is,
# and what two are.
FORMS = {
    "count": (0, 1_000_000, "a count", "a count", "two counts"),
    "percent": (0, 100, "in percent", "a percentage", "two percentages"),
    "points": (0, 100, "in points", "points", "points, low and high,"),
}


# --- What stands in a page


def reworded(text):
    """A Markdown cell with what the site says in place of orders to the user of a notebook."""
    return SITE.sub(lambda match: WIDGET.sub(widget, match[1]), cut(text, "lab"))


def widget(match):
    """The HTML that {name} stands for: the heaps, the vote on the opening's question, and what was said there."""
    name, words = match.groups()
    if name == "said":
        return '<em class="said"></em>'
    if name == "vote":
        options = escape(json.dumps(words.split(" | ") if words else ["yes", "no"], ensure_ascii=False))
        return f'\n\n<div class="opening" data-options="{options}"></div>\n\n'
    return f"\n\n{HEAP.format(name)}\n{ON_PAPER if name == 'heap' else ''}\n\n"


def boxed(text):
    """A Markdown cell in which the question of a prediction, with its options, has a box, and so has each call.

    A call that comes back, with its options in a row or in a list, has them in a list of its own.
    """
    for id, call in CALLS.items():
        row = re.escape(" · ".join(f"**{letter}** {words}" for letter, words in call.says.items()))
        options = "\n".join(f"- **{letter}** {words}" for letter, words in call.says.items())
        either = rf"(?:{row}|\n\n{re.escape(options)})"
        text = re.sub(
            rf"^(?!\*\*Predict)(?:\d\. )?(.*){either}\.? *$",
            f"{box(id)}\\g<1>\n\n{options}\n:::\n",
            text,
            flags=re.MULTILINE,
        )
    asked = r"^\*\*Predict (\d+[A-Z])\.\*\*.*"
    return re.sub(asked, lambda match: f"{box(match[1])}{match[0]}\n:::", text, flags=re.MULTILINE | re.DOTALL)


def box(id):
    """The beginning of the box of a prediction, which answers.js finds by its name."""
    return f"\n:::{{container}} predict\n:name: predict-{id.lower()}\n\n"


def said(words):
    """A text that the site adds, and leaves as it is."""
    return nbformat.v4.new_markdown_cell(words, metadata={"tags": ["as-it-is"]})


def is_blank(cell):
    """Whether a code cell waits for an answer, or says what it was; not one that also shows what happens."""
    rest = BLANK.sub("", cell.source).strip()
    return bool(BLANK.search(cell.source)) and not (rest and called("reveal", cell.source))


def filled(cell, chapter, in_fold=False):
    """A cell of a chapter; one that waits for an answer without its blank, and with what the site has there."""
    if cell.cell_type != "code" or not is_blank(cell) or is_solution(cell, chapter):
        return [cell]
    ids, words = called("check", cell.source), unguessed(called("reveal", cell.source))
    cell.source, cell.outputs = BLANK.sub("", cell.source).strip(), []
    found = [cell] if cell.source else []
    if words:
        fold = f'<details class="fold unguessed">\n<summary>{SHOW}</summary>\n\n{words}\n\n</details>'
        found.append(said(f":::{{container}} unguessed\n{words}\n:::" if in_fold else fold))
    for id in ids:
        known = chapter.exercises.get(id)
        found += steps(known, chapter) if known and known.cases else [place(id)]
    return found


def is_solution(cell, chapter):
    return any(cell is one for _, one in chapter.parts.get("solutions", []))


def unguessed(ids):
    """What `reveal` says to who has not guessed, for each of these predictions."""
    for id in ids:
        exercises.load_chapter(id)
    known = [exercises.PREDICTIONS[id] for id in ids if id in exercises.PREDICTIONS]
    return "\n\n".join(predict._reply_to_letter(question, ...) for question in known if question.options)


def place(id):
    """Where the field of an exercise stands."""
    return said(f'<div class="exercise" data-exercise="{id}"></div>')


def steps(question, chapter):
    """Below an exercise that asks for code, which nobody checks here: what to write down, and one way to do it."""
    words = f"Write down the steps, in code or in plain words. {question.hint} Then compare."
    ways = [nbformat.from_dict(cell) for cell in chapter.solutions(question.id)]
    for way in ways:
        way.metadata = nbformat.from_dict({
            "tags": ["hide-cell", "one-way"],
            "mystnb": dict.fromkeys(("code_prompt_show", "code_prompt_hide"), "Show one way"),
        })  # fmt: skip
    return [said(words), *ways]


# --- The questions, as answers.js takes them


def questions(chapter):
    """Each question by its id, which calls are only noted here, and what `check` takes for close and near."""
    code = [cell.source for _, cell in chapter.code]
    ids = {name: [id for source in code for id in called(name, source)] for name in ("note", "reveal", "check")}
    for id in (asked := dict.fromkeys(sum(ids.values(), []))):
        exercises.load_chapter(id)
    known = exercises.PREDICTIONS | exercises.REGISTRY
    entries = {id: entry(known[id]) for id in asked if id in known}
    return {
        "chapter": chapter.number,
        "noted": ids["note"],
        "close": exercises.CLOSE,
        "near": exercises.NEAR,
        "questions": {id: found for id, found in entries.items() if found},
    }


def entry(question):
    """A question that can be answered on the site; None for a range or code."""
    if isinstance(question, exercises.Prediction):
        found = {"kind": "prediction", "letters": question.options, "right": question.right}
        found |= {"says": question.says, "because": question.because, "settled": question.settled}
    elif question.choices:
        found = {"kind": "choice", "letters": question.choices, "right": question.right, "why": question.why}
    elif question.cases:
        return None
    elif question.signs:
        found = {"kind": "text", "signs": question.signs, "hint": question.hint, "why": question.why}
    else:
        found = {name: getattr(question, name) for name in ("hint", "why", "whole", "share", "within", "rounded")}
        found |= {"kind": "numbers", "wanted": exercises.numbers(question.answer())}
        found |= {"mistakes": [(exercises.numbers(wrong()), words) for wrong, words in question.mistakes]}
        found |= {"form": form(question.unit, len(found["wanted"]))}
        found |= {"names": question.ends if len(found["wanted"]) == 2 else ["Your answer"]}
    if found.get("letters") == {}:
        return None
    meaning = [found.get(name) for name in ("letters", "right", "says")]  # if it changes, a kept answer is forgotten
    return found | {"mark": hashlib.sha256(json.dumps(meaning).encode()).hexdigest()[:8]}


def form(unit, many):
    """What a field takes, one number or two: the least, the most, the unit, and how to say so; None without a unit."""
    if not unit:
        return None
    low, high, beside, *says = FORMS[unit]
    low = -high if many == 2 and unit == "points" else low  # of a difference
    return {"least": low, "most": high, "unit": beside, "words": f"{says[many - 1]} between {low} and {high:,}"}


def cell(chapter):
    """The cell at the end of a chapter's page that holds all this."""
    return said(held(questions(chapter)))


def held(data):
    encoded = base64.b64encode(json.dumps(data, ensure_ascii=False).encode()).decode()
    return f'<script type="text/plain" id="questions">{encoded}</script>'


def alone(id, chapter):
    """An exercise on another page: its field, and what answers.js needs for it."""
    data = questions(chapter)
    return f"{place(id).source}\n\n{held(data | {'questions': {id: data['questions'][id]}})}"
