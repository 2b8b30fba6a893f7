"""The forms of a report, by Jinja's templates. Whatever a template prints is made inert on its way: chapter 12."""

from __future__ import annotations

import base64
import hashlib
import json as js
import re
from dataclasses import asdict
from functools import cache
from importlib.resources import files
from textwrap import wrap
from typing import Any

from give_or_take import checks
from give_or_take.comparison.record import Comparison
from give_or_take.reports import document, names

FORMAT, VERSION = "give-or-take report", 1
WIDTH, NARROW = 100, 80  # of a terminal, and of the table of several metrics


def text(headline: str, sections: list[document.Section], brief: bool = False) -> str:
    """For a terminal; without a headline it is a part of a report; if it is brief, no title is underlined."""
    return _rendered("report.txt", headline, sections, brief=brief)


def markdown(headline: str, sections: list[document.Section]) -> str:
    """For GitHub and Jupyter."""
    return _rendered("report.md", headline, sections)


def html(headline: str, sections: list[document.Section]) -> str:
    """One page; its policy allows its own style sheet and nothing else."""
    css = _template("report.css")
    digest = base64.b64encode(hashlib.sha256(css.encode()).digest()).decode()
    return _rendered("report.html", headline, sections, css=css, digest=digest)


def json(comparison: Comparison, said: dict[str, str]) -> str:
    """Every number of the record, with its names as they came."""
    whole = {"format": FORMAT, "version": VERSION, **said, "comparison": asdict(comparison)}
    return js.dumps(_plain(whole), indent=2, allow_nan=False).replace("<", "\\u003c") + "\n"


def _plain(value):
    """What JSON can hold."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return names.finite(value)


def _rendered(template: str, headline: str, sections: list[document.Section], **more: Any) -> str:
    found = _environment(template.rpartition(".")[2]).get_template(template)
    page = found.render(headline=headline, sections=sections, **more)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in page.strip().split("\n"))) + "\n"


@cache
def _template(name):
    return (files(__package__) / "templates" / name).read_text(encoding="utf-8")


@cache
def _environment(form):
    """Templates of one form. `finish` runs on all that they print, so that none can forget it."""
    jinja2 = checks.library("jinja2", "report")
    markupsafe = checks.library("markupsafe", "report")
    inert = {"html": names.in_html, "md": names.in_markdown, "txt": names.in_text}[form]

    def finish(value):
        if hasattr(value, "__html__"):  # a macro's result, or what |safe let through
            return value
        return markupsafe.Markup(inert(value)) if isinstance(value, str) else value

    # Autoescape also where there is no HTML: what `finish` has done counts as escaped.
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_template), autoescape=True, finalize=finish, undefined=jinja2.StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    environment.filters |= {"plain": names.plain, "wrapped": _wrapped, "columns": _columns, "checked": _checked}
    return environment


def _wrapped(words, indent=""):
    lines = wrap(names.in_text(words), WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines)


def _checked(one, close):
    """A disclosure, and what to add: on its own line, unless it may stand close and there is room."""
    words = f"[{' ' if one.ask else 'x'}] {one.name}: {one.known}{'; ' if one.note else ''}{one.note}"
    add = f"to add: {one.ask}: ______" if one.ask else ""
    if close and len(names.in_text(words)) + 2 + len(add) <= WIDTH:
        return names.in_text("; ".join(filter(None, [words, add])))
    return "\n    ".join(_wrapped(part, "    ") for part in (words, add) if part)


def _columns(table):
    """A table in columns, turned if only so it fits; if it is too wide, a block for each row, or column if it turns."""
    rows = [[names.in_text(cell) for cell in row] for row in [table.head, *table.rows]]
    for lines in (rows, [*zip(*rows, strict=True)])[: 1 + table.turns]:
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        if sum(widths) + 2 * (len(widths) - 1) <= (NARROW if table.turns else WIDTH):
            each = (zip(line, widths, strict=True) for line in lines)
            return "\n".join("  ".join(f"{cell:<{width}}" for cell, width in line) for line in each)
    (_, *heads), *rows = lines
    width = max(map(len, heads))
    return "\n".join(
        "\n".join([row[0], *(f"    {x:<{width}}  {y}" for x, y in zip(heads, row[1:], strict=True))]) for row in rows
    )
