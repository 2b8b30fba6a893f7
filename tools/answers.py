"""What a page of the site needs to answer as `reveal`, `note` and `check` do: the questions of its chapter.

Nothing is executed: from a notebook come the ids, and what a range should hold from its stored output. Right values and
mistakes are computed from the registry. They stand in the page as Base64, so that nobody reads them by chance; they
are no secret. book/_static/answers.js does the rest. Orders to the user of a notebook are said as a reader of the
site takes them (`reworded`).
"""

import base64
import hashlib
import json
import re

import nbformat

from give_or_take.classroom import exercises
from give_or_take.classroom.exercises.calls import CALLS
from tools.notebook import called, cut, printed

# How an opening asks for one of two words.
YES_NO = re.compile(r"Make up your mind now|\*\*Would you\?")
# In a cell of a notebook: what the site says in place of orders to its user, and in that a widget of heap.js.
SITE = re.compile(r"<!-- site:(.*?) -->", re.DOTALL)
WIDGET = """

<div class="heap" id="{0}"></div>
<script src="_static/chances.js" defer></script>
<script src="_static/heap.js" defer></script>

"""
# What follows the heap waits for a guess: tools/book.py folds it.
HEAP = """{}<noscript>
<p class="in-lab">Without JavaScript there is no field here, and no letter is kept. Write your guesses on paper.</p>
</noscript>

"""


# What an exercise asks for, by a word of its text: the least, the most, what stands at the field, what one number is,
# and what two are. Without such a word the field has no unit.
FORMS = {
    "how many|fewest|number of": (0, 1_000_000, "a count", "a count", "two counts"),
    "percent": (0, 100, "in percent", "a percentage", "two percentages"),
    "points": (0, 100, "in points", "points", "points, low and high,"),
}


def reworded(text):
    """A Markdown cell with what the site says in place of orders to the user of a notebook."""
    return SITE.sub(lambda match: re.sub(r" ?\{(\w+)\} ?", widget, match[1]), cut(text, "lab"))


def widget(name):
    """The HTML of the widget that {name} stands for."""
    place = WIDGET.format(name[1])
    return HEAP.format(place) if name[1] == "heap" else place


def list_calls(text):
    """A Markdown cell with the options of each call that comes back in a list."""
    for id in CALLS:
        said = [f"**{letter}** {words}" for letter, words in CALLS[id].says.items()]
        run, options = re.escape(" · ".join(said)), "\n".join(f"- {words}" for words in said)
        box = f"\n:::{{container}} predict call-{id.lower()}\n\\g<1>\n\n{options}\n:::\n"
        text = re.sub(rf"^(?:\d\. )?(.*){run}\.? *$", box, text, flags=re.MULTILINE)
    return text


def questions(chapter):
    """All of it: calls that are only noted here, what `check` takes for close and near, and each question by its id."""
    cells = [cell for cell in chapter.nb.cells if cell.cell_type == "code"]
    ids = {name: [id for c in cells for id in called(name, c.source)] for name in ("note", "reveal", "check")}
    for id in (asked := dict.fromkeys(sum(ids.values(), []))):
        exercises.load_chapter(id)
    known, stored = exercises.PREDICTIONS | exercises.REGISTRY, "".join(map(printed, cells))
    entries = {id: entry(known[id], stored) for id in asked if id in known}
    for text in (cell.source for cell in chapter.nb.cells if cell.cell_type == "markdown"):
        for id, words in re.findall(r"^### Exercise (\S+)(.*?)(?=^### |\Z)", text, re.MULTILINE | re.DOTALL):
            if "wanted" in entries.get(id, {}):
                entries[id]["form"] = form(words, len(entries[id]["wanted"]))
    more = {"chapter": chapter.number, "noted": ids["note"], "opening": opening(chapter)}
    return more | {"close": exercises.CLOSE, "near": exercises.NEAR, "questions": entries}


def opening(chapter):
    """What may be said to the opening's question, without their letters: the options of its slide, or yes and no."""
    text = "\n".join(cell.source for _, cell in chapter.parts.get("question", []))
    found = re.findall(r"^- \*\*[a-z]\*\* (.*?)(?: -->)?$", text, re.MULTILINE)
    return found if found and not YES_NO.search(text) else ["yes", "no"]


def form(words, many):
    """What numbers an exercise in these words takes, one or two: the least, the most, the unit, and how to say so."""
    found = (limits for pattern, limits in FORMS.items() if re.search(pattern, words, re.IGNORECASE))
    if not (asked := next(found, None)):
        return None
    low, high, unit, *says = asked
    low = -high if many == 2 and "points" in says[1] else low  # of a difference
    return {"least": low, "most": high, "unit": unit, "words": f"{says[many - 1]} between {low} and {high:,}"}


def entry(question, stored=""):
    """A question as answers.js takes it; `stored` holds what its chapter prints."""
    if isinstance(question, exercises.Prediction):
        more = {"kind": "prediction", "letters": question.options, "right": question.right, "says": question.says}
        if not question.options:
            unit, because = re.escape(question.unit), re.escape(question.because)
            result = re.search(rf"The result is (\S+?){unit}\. {because}", stored)
            more = {"kind": "range", "truth": float(result[1]), "unit": question.unit}
        more |= {"because": question.because}
    elif question.cases:
        return {"kind": "function", "hint": question.hint}
    elif question.choices:
        more = {"kind": "choice", "letters": question.choices, "right": question.right, "why": question.why}
    else:
        more = {name: getattr(question, name) for name in ("hint", "why", "whole", "share", "within", "rounded")}
        more |= {"kind": "numbers", "wanted": exercises.numbers(question.answer())}
        more |= {"mistakes": [(exercises.numbers(wrong()), words) for wrong, words in question.mistakes]}
    meaning = [more.get(name) for name in ("letters", "right", "says")]  # if it changes, a kept answer is forgotten
    return more | {"mark": hashlib.sha256(json.dumps(meaning).encode()).hexdigest()[:8]}


def cell(chapter):
    """The cell at the end of a chapter's page that holds all this."""
    data = base64.b64encode(json.dumps(questions(chapter), ensure_ascii=False).encode()).decode()
    return nbformat.v4.new_markdown_cell(f'<script type="text/plain" id="questions">{data}</script>')
