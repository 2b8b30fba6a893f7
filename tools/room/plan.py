"""The plans of book/teach/ and the instructor's pages of their chapters, as they are written there.

A row of a plan's table is an hour, its minutes and what happens then. A link to a chapter's page, and the titles of
sections in italics behind it, are what the room sees of that chapter.
"""

import re
from typing import NamedTuple

from tools.notebook import ROOT

TEACH = ROOT / "book" / "teach"
PLANS = "one-day", "evening"
ROW = re.compile(r"^\| (\d+):(\d\d) \| (\d+) \| (.+) \|$", re.MULTILINE)
CHAPTER = re.compile(r"\((\d\d)\.md\)")


class Row(NamedTuple):
    """A line of a plan."""

    begins: int  # minutes since midnight
    minutes: int
    what: str
    chapter: str = ""  # "03"
    sections: tuple = ()

    @property
    def ends(self):
        return self.begins + self.minutes


def hour(minute):
    return f"{minute // 60}:{minute % 60:02}"


def read(name):
    """A page of book/teach/."""
    return (TEACH / f"{name}.md").read_text(encoding="utf-8")


def title(text):
    return re.match("# (.*)", text)[1]


def rows(text):
    """The rows of a plan."""
    found = []
    for hours, minutes, length, what in ROW.findall(text):
        number = CHAPTER.search(what)
        sections = re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", what) if number else ()
        begins = 60 * int(hours) + int(minutes)
        found.append(Row(begins, int(length), what, number[1] if number else "", tuple(sections)))
    return found


def notes(number):
    """What an instructor's page says of each section, as {title: Markdown}: the note of its slides."""
    parts = re.split(r"^#{2,3} (.*)\n", read(number), flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], map(str.strip, parts[1::2]), strict=True))


def questions(part):
    """The concept questions of a part of their page, as (question, {letter: what it says}, what is right and why)."""
    text = notes("questions")
    title = next(title for title in text if title.lower().replace(" ", "-") == part)
    each, right = (re.split(r"^\d\. ", text[of], flags=re.MULTILINE)[1:] for of in (title, f"{title}: what is right"))
    options = [dict(re.findall(r"^ +- \*\*([a-d])\*\* (.*)", one, re.MULTILINE)) for one in each]
    asked = [one.partition("\n")[0] for one in each]
    return list(zip(asked, options, map(str.strip, right), strict=True))


def asking():
    """How they are asked: before, and at the end."""
    return read("questions").split("\n\n")[2:4]
