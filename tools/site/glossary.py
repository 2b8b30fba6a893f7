"""The glossary: its terms, their links in the chapters, and its page. The entries are in book/glossary.md."""

import re
from typing import NamedTuple

from tools import notebook


class Term(NamedTuple):
    """An entry of the glossary."""

    name: str
    forms: tuple  # the name first, then its other forms
    meaning: str
    ordinary: tuple = ()  # those forms that are ordinary words too: linked only where they are in bold or italics

    def in_bold(self, text):
        """Whether `text` sets the term in bold, as chapters do where they say what it means."""
        return any(re.search(rf"\*\*{spaced(form)}\*\*", text, re.IGNORECASE) for form in self.forms)


ENTRY = re.compile(r"^\*\*(.+?)\*\*(?: \((.+?)\))?\n: (.+(?:\n  .+)*)", re.MULTILINE)
ORDINARY = re.compile(r"^Ordinary words too: (.*?)\.", re.DOTALL | re.MULTILINE)

# Lines that are a heading, a row of a table, a directive, an option; what a fold shows.
NO_TEXT = re.compile(r"^(?:#|\||:::|\{|- \*\*[a-z]\*\* ).*$|<summary>.*?</summary>", re.MULTILINE)


def read(text):
    """The terms of glossary.md, written `**term** (another form, another)` and then `: what it means`."""
    ordinary = {word for words in ORDINARY.findall(text) for word in re.split(r";\s+", words)}
    terms = []
    for name, more, meaning in ENTRY.findall(text):
        forms = (name, *(more.split(", ") if more else ()))
        terms.append(Term(name, forms, " ".join(meaning.split()), tuple(form for form in forms if form in ordinary)))
    return terms


def spaced(form):
    """A pattern for `form`, whose words may stand on two lines."""
    return r"\s+".join(map(re.escape, form.split()))


def protected(text):
    """The places in Markdown where no link may be put, as {index}: code, formulas, links, headings, tables, ..."""
    places = set()
    for pattern in (*notebook.MARKUP, NO_TEXT):
        for match in pattern.finditer(text):
            places.update(range(*match.span()))
    return places


def link(text, terms, linked):
    """`text` with each term that is not yet in `linked` turned into a link at its first use; `linked` grows."""
    forms = {form.lower(): term for term in terms for form in term.forms}
    ordinary = {form.lower() for term in terms for form in term.ordinary}
    if not forms:
        return text
    longest_first = sorted(forms, key=len, reverse=True)
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(spaced, longest_first))})(?![\w-])", re.IGNORECASE)
    hidden, parts, end = protected(text), [], 0
    for match in pattern.finditer(text):
        shown = " ".join(match.group().split())
        term = forms[shown.lower()]
        if term.name in linked or not hidden.isdisjoint(range(*match.span())):
            continue
        if shown.lower() in ordinary and text[match.start() - 1 : match.end() + 1] != f"*{match.group()}*":
            continue
        linked.add(term.name)
        parts += [text[end : match.start()], f"{{term}}`{shown} <{term.name}>`"]
        end = match.end()
    return "".join([*parts, text[end:]])


def first_chapter(term, chapters):
    """The number of the chapter that first sets the term in bold, or else first uses it; None if none does."""
    texts = {number: notebook.COMMENT.sub("", chapter.markdown) for number, chapter in chapters.items()}
    bold = [number for number, text in texts.items() if term.in_bold(text)]
    used = [number for number, text in texts.items() if link(text, [term], set()) != text]
    return next(iter(bold or used), None)


def page(text, series):
    """glossary.md as a page: its introduction, and each term with the chapter where it first appears."""
    lines = [notebook.COMMENT.sub("", text[: ENTRY.search(text).start()]) + "```{glossary}", ":sorted:", ""]
    for term in read(text):
        number = first_chapter(term, series.chapters)
        where = f" *Chapter {series.link(int(number))}.*" if number else ""
        lines += [term.name, f"  {term.meaning}{where}", ""]
    return "\n".join([*lines, "```", ""])
