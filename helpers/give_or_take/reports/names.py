"""Names and sentences out of files, made inert and legible in a terminal, Markdown and HTML: chapter 12.

`safe` writes out whatever cannot be seen or could act, and marks each name with OPEN and CLOSE, two characters that no
text then holds otherwise. A sentence is made of such a record; `in_text`, `in_markdown` and `in_html` finish it.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import fields, is_dataclass, replace
from typing import Any

from give_or_take.comparison.record import (
    Alone,
    Best,
    Classes,
    Comparison,
    Difference,
    Disclosure,
    Empty,
    Judged,
    Posterior,
    Preference,
    Rate,
    Rest,
    Shared,
    Slice,
    Slices,
    System,
)

OPEN, CLOSE = "\ue000", "\ue001"
NAME = re.compile(f"{OPEN}(.*?){CLOSE}")
LONGEST, LONGEST_SENTENCE = 40, 400  # characters; in words to be copied, a name may be as long as a sentence
MARKS = 3  # so many accents may stand on one letter
# Letters and marks that Unicode calls printable although nothing is to be seen.
BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
NAMED = {System: {"name"}, Slice: {"name"}, Difference: {"first", "second"}, Slices: {"by", "first", "second"}}
NAMED |= {Comparison: {"grouped_by", "tied", "metric"}, Classes: {"labels", "positive", "most_frequent"}}
NAMED |= {Rate: {"first", "second", "of"}, Judged: {"system"}, Empty: {"system", "column"}}
NAMED |= {Best: {"top", "names", "close"}, Posterior: {"first", "second"}}
NAMED |= {Preference: {"first", "second", "judges"}, Alone: {"by"}, Rest: {"system"}, Shared: {"name"}}
NAMED[Slices] |= {"only_first", "only_second"}


def visible(text: str) -> str:
    r"""The text on one line, with an escape for each character that cannot be seen or could act.

    >>> print(visible("a\nb\x1b[31m\u202e"))
    a\nb\x1b[31m\u202e
    """
    if text.isascii() and text.isprintable():
        return text
    letters: list[str] = []
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        seen = letter.isprintable() and not BLANK.match(letter) and marks <= (MARKS if letters else 0)
        letters.append(letter if seen else letter.encode("unicode_escape").decode())
    return "".join(letters)


def shortened(text: str, most: int) -> str:
    """Visible text of at most so many characters: of a longer one the beginning and the end."""
    if len(text) > 4 * most:
        text = text[: 2 * most] + text[-2 * most :]  # what lies between would be cut below
    words, head = visible(text), most * 3 // 5
    return words if len(words) <= most else f"{words[:head]}…{words[head + 1 - most :]}"


def quoted(words: str) -> str:
    """The words in quotation marks, if a spreadsheet would take them for a formula or nobody would see their ends."""
    return f"“{words}”" if not words or words != words.strip() or words[0] in "=+-@" else words


def labels(names: Iterable[str], most: int = LONGEST) -> dict[str, str]:
    """{name: how it is shown}. No two are shown alike."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        if name in found:
            continue
        words = quoted(shortened(name, most))
        label, count = words, 1
        while unicodedata.normalize("NFKC", label) in taken:
            label, count = f"{words} ({count + 1})", count + 1
        taken.add(unicodedata.normalize("NFKC", label))
        found[name] = f"{OPEN}{label}{CLOSE}"
    return found


def safe(comparison: Comparison, most: int = LONGEST) -> Comparison:
    """The same comparison, with every text in it inert, and names of at most so many characters."""
    systems = labels((system.name for system in comparison.systems), most)
    return _safe(comparison, systems, most)


def _safe(value: Any, known: dict[str, str], most: int) -> Any:
    if isinstance(value, str):
        return _isolated(quoted(shortened(value, LONGEST_SENTENCE))) if value else ""
    if isinstance(value, tuple):
        return tuple(_safe(one, known, most) for one in value)
    if not is_dataclass(value):
        return finite(value)
    several = isinstance(value, Alone | Slices)
    inner = known | labels((one.name for one in value.slices), most) if several else known
    if isinstance(value, Classes):
        inner = known = known | labels(value.labels, most)
    changed = {}
    for field in fields(value):
        part = getattr(value, field.name)
        if field.name == "note" and isinstance(value, Disclosure):  # the user's own words
            changed[field.name] = part and _isolated(quoted(shortened(part, 10 * LONGEST_SENTENCE)))
        elif field.name == "line":  # to be typed
            changed[field.name] = part and labels([part], 10 * LONGEST_SENTENCE)[part]
        elif field.name in NAMED.get(type(value), ()):
            changed[field.name] = _labelled(part, known, most)
        else:
            changed[field.name] = _safe(part, inner, most)
    return replace(value, **changed)


def finite(value: Any) -> Any:
    """A number of NumPy as Python's; what is infinite or no number as None."""
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _labelled(part, known, most):
    if isinstance(part, tuple):
        return tuple(_labelled(one, known, most) for one in part)
    return part if part is None else known.get(part) or labels([part], most)[part]


# The three forms


def plain(words: str) -> str:
    """A finished sentence without marks."""
    return NAME.sub(r"\1", words)


def in_text(words: str) -> str:
    """For a terminal: a name that is written from right to left does not turn what follows it."""
    return NAME.sub(lambda found: _isolated(found[1]), words)


def _isolated(name):
    turned = any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in name)
    return f"\u2068{name}\u2069" if turned else name


def in_markdown(words: str) -> str:
    """For Markdown, also in a cell of a table: names are code, and all else is text."""
    parts = NAME.split(words)  # every second one is a name
    return "".join(_code(part) if odd % 2 else _escaped(part, not odd) for odd, part in enumerate(parts))


def _code(name):
    if re.search(r"[`|]", name):  # no code that holds them is code both in a table and outside
        name = re.sub(r"[^\w\s]", lambda found: f"&#{ord(found[0])};" if found[0].isascii() else found[0], name)
        return _isolated(name.replace("_", "&#95;"))
    return f"`{_isolated(name)}`"


def _escaped(text, first):
    text = re.sub(r"[\\`*_{}\[\]<>#|~$&]", r"\\\g<0>", text)
    if first:
        text = re.sub(r"^(\s*)([-+=](?=[-+=\s]*$|\s)|\d(?=\d*[.)](\s|$)))", _no_list, text)
    # What would become a link by itself, or call somebody.
    return re.sub(r"(?<=\w)://|(?<=www)\.|@", lambda found: "".join(f"&#{ord(x)};" for x in found[0]), text)


def _no_list(found):
    return f"{found[1]}&#{ord(found[2])};"


def in_html(words: str) -> Any:
    """For HTML: names keep their own direction, and all is escaped."""
    from markupsafe import Markup, escape

    parts = NAME.split(words)
    marked = (Markup("<bdi>{}</bdi>").format(part) if odd % 2 else escape(part) for odd, part in enumerate(parts))
    return Markup("").join(marked)
