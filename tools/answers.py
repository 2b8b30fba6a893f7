"""What a page of the site needs to answer as `reveal`, `note` and `check` do: the questions of its chapter.

Nothing is executed: from a notebook come the ids, and what a range should hold from its stored output. Right values and
mistakes are computed from the registry. They stand in the page as Base64, so that nobody reads them by chance; they
are no secret. book/_static/answers.js does the rest.
"""

import base64
import hashlib
import json
import re

import nbformat

from give_or_take.classroom import exercises
from tools.notebook import called, printed


def questions(chapter):
    """All of it: calls that are only noted here, what `check` takes for close and near, and each question by its id."""
    cells = [cell for cell in chapter.nb.cells if cell.cell_type == "code"]
    ids = {name: [id for c in cells for id in called(name, c.source)] for name in ("note", "reveal", "check")}
    for id in (asked := dict.fromkeys(sum(ids.values(), []))):
        exercises.load_chapter(id)
    known, stored = exercises.PREDICTIONS | exercises.REGISTRY, "".join(map(printed, cells))
    entries = {id: entry(known[id], stored) for id in asked if id in known}
    return {"noted": ids["note"], "close": exercises.CLOSE, "near": exercises.NEAR, "questions": entries}


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
        return {"kind": "function"}
    elif question.choices:
        more = {"kind": "choice", "letters": question.choices, "right": question.right, "why": question.why}
    else:
        more = {name: getattr(question, name) for name in ("hint", "why", "whole", "share", "within")}
        more |= {"kind": "numbers", "wanted": exercises.numbers(question.answer())}
        more |= {"mistakes": [(exercises.numbers(wrong()), words) for wrong, words in question.mistakes]}
    meaning = [more.get(name) for name in ("letters", "right", "says")]  # if it changes, a kept answer is forgotten
    return more | {"mark": hashlib.sha256(json.dumps(meaning).encode()).hexdigest()[:8]}


def cell(chapter):
    """The cell at the end of a chapter's page that holds all this."""
    data = base64.b64encode(json.dumps(questions(chapter), ensure_ascii=False).encode()).decode()
    return nbformat.v4.new_markdown_cell(f'<script type="text/plain" id="questions">{data}</script>')
