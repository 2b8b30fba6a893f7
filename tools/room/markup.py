"""What stands on a slide as HTML: Markdown, the options of a vote, tables and large numbers.

A comment `<!-- slide: … -->` above a table picks its columns and says how they are written: `rate | *flips* {:.0%}`.
What stands between asterisks, a column or the first cell of a row, is lit; alone, it picks nothing. Numbers have their
captions: `{:.0%} of them | {} models`.
"""

import ast
import re
from html import escape
from xml.etree import ElementTree

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from tools.notebook import COMMENT, printed

COLUMN = re.compile(r"(\*?)(.+?)\*?\s*(\{.*)?")


def math(tex, how):
    """A formula as MathJax finds it."""
    return rf"\[{escape(tex)}\]" if how["display_mode"] else rf"\({escape(tex)}\)"


MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table").use(dollarmath_plugin, renderer=math)
for rule in ("link_open", "link_close"):  # nobody clicks on a projector
    MARKDOWN.add_render_rule(rule, lambda *_: "")


def plain(text):
    """Markdown in one line, without comments, its minus signs true ones."""
    text = " ".join(COMMENT.sub("", text).split()).replace(" …", "\u00a0…").replace("mid-p", "mid\u2011p")
    text = text.replace("/√", "/\u2060√").replace("± ", "±\u00a0")  # in one line
    return re.sub(r"(?<![\w.)$^{%])-(?=\d)", "\N{MINUS SIGN}", text)


def inline(text):
    return MARKDOWN.renderInline(plain(text))


def sentences(text):
    """The same, each sentence in a line of its own if they need more than one."""
    each = re.split(r"(?<=[.!?])\s+(?=[A-Z\d`])", text)
    return " ".join(f"<span>{inline(one)}</span>" for one in each) if each[1:] else inline(text)


def options(says, right=None):
    """The options of a vote; with `right`, all others are dimmed."""
    rows = "".join(
        f'<li class="{"" if key in (right or key) else "dim"}"><b>{key}</b><span>{inline(text)}</span></li>'
        for key, text in says.items()
    )
    return f'<ul class="options">{rows}</ul>'


def field(name):
    """A field in which something is typed on the slide; deck.html keeps it while the window is open."""
    return f'<input name="{escape(name)}" aria-label="{escape(name)}" placeholder="{escape(name)}" autocomplete="off">'


def counted(body, *when):
    """The options of a vote with fields for how many hands each had."""
    letters = iter(re.findall(r"<b>(.)</b>", body))

    def fields(_):
        letter = next(letters)
        return "".join(f"<label>{field(f'{letter} {one}')} {one}</label>" for one in when) + "</li>"

    return re.sub("</li>", fields, body)


def table(rows, says=""):
    """Rows of (tag, text) as a table: the columns that `says` names, or all of them."""
    head = [text for _, text in rows[0]]
    parts = [COLUMN.fullmatch(part.strip()).groups("") for part in says.split("|") if says]
    forms, lit = {name: form for _, name, form in parts}, {name for star, name, _ in parts if star}
    if unknown := set(forms) - {*head} - {row[0][1] for row in rows}:
        raise ValueError(f"slide: no column or row is called {sorted(unknown)}; there are {head}")
    lines = []
    for k, row in enumerate(rows):
        line = ""
        for name, (tag, text) in zip(head, row, strict=True):
            if not name or name in forms or "|" not in says:
                text = forms[name].format(float(text.replace(",", ""))) if k and forms.get(name) else text
                light = " class=lit" if {name, row[0][1]} & lit else ""
                line += f"<{tag}{light}>{escape(plain(text))}</{tag}>"
        lines.append(f"<tr{' class=head' if all(tag == 'th' for tag, _ in row) else ''}>{line}</tr>")
    return f"<table>{''.join(lines)}</table>"


def large(text, says):
    """The value of a cell, large, each number with its caption; "" if it is none."""
    try:
        values = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return ""
    each = says.format(*(values if isinstance(values, tuple) else (values,))).split(" | ")
    each = "".join("<div><b>{0}</b> {2}</div>".format(*escape(plain(one)).partition(" ")) for one in each)
    return f'<div class="numbers">{each}</div>'


def result(cell, says=""):
    """What a code cell gave: a table, what it printed in two columns, or its numbers with captions; "" if none."""
    lines = [re.split(r"\s{2,}", line) for line in printed(cell).splitlines()]
    if lines and all(len(line) == 2 for line in lines):
        return table([[("th", name), ("td", value)] for name, value in lines], says)
    for data in (output.get("data", {}) for output in cell.outputs):
        if found := re.search("<table.*</table>", data.get("text/html", ""), re.DOTALL):
            tree = ElementTree.fromstring(found[0])
            rows = [[(cell.tag, "".join(cell.itertext()).strip()) for cell in row] for row in tree.iter("tr")]
            if len(rows) > 1 and not rows[1][-1][1]:  # the names of the index have a row of their own
                rows[:2] = [[a if a[1] else b for a, b in zip(*rows[:2], strict=True)]]
            return table([[("th", "")] * (len(rows[0]) - len(row)) + row for row in rows], says)  # a th may span rows
        if "{" in says and (numbers := large(data.get("text/plain", ""), says)):
            return numbers
    return ""
