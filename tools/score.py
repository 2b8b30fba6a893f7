"""The page that scores the quiz: one file, with the statistics and the right letters in it; it sends nothing anywhere.

tools/book.py and tools/kit.py take it from here. Its words and its script stand in book/teach/score.html.
"""

import base64
import json

from give_or_take.classroom.exercises.calls import FORMS, MISCONCEPTIONS, TITLES, TREATED
from tools.notebook import ROOT


def key():
    """What the page knows of the calls: right letters, and the misconceptions by the letters of each form."""
    return [
        {
            "title": TITLES[id],
            "chapter": TREATED[id],
            "right": {form: calls[id].right for form, calls in FORMS.items()},
            "names": {form: names[id] for form, names in MISCONCEPTIONS.items()},
        }
        for id in TITLES
    ]


def page(root=ROOT):
    """The page, complete."""
    parts = {
        "statistics": (root / "book" / "_static" / "statistics.js").read_text(encoding="utf-8"),
        "key": base64.b64encode(json.dumps(key()).encode()).decode(),
    }
    text = (root / "book" / "teach" / "score.html").read_text(encoding="utf-8")
    for name, part in parts.items():
        text = text.replace(f"{{{{ {name} }}}}", part)
    return text
