"""Reading the notebooks: the chapters, and of each its title, sections and pictures, its sentences and their numbers.

What a chapter lacks is empty here, or 0, so that the site, the slides and the kit show what there is. tools/form.py
says what is missing.

A number in a sentence must be produced by a cell of its own `##` section: written or printed there as it is, or shown
in four digits or more that round to it, as a fraction too where the sentence has a percentage. Words above ten count;
a format such as `:>3` is no number. `unbacked` finds those that are not. `bumped` is the honesty test of that rule: it
changes the last digit of every number in the text, one at a time, and finds those of these small lies that the rule
would miss.
"""

import ast
import dis
import html
import io
import re
import tokenize
from base64 import b64decode
from dataclasses import dataclass, field
from functools import cached_property
from itertools import dropwhile
from math import prod
from pathlib import Path
from types import CodeType
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import nbformat

from give_or_take.classroom import exercises
from tools.lab import chapters

ROOT = Path(__file__).resolve().parents[1]

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"(?<!`)(`+)(?!`)(?:[^\n]|\n(?!\n))+?(?<!`)\1(?!`)")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
GIVEN = re.compile(r"<!--\s*given:(.*?)-->", re.DOTALL)
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(\s*<?((?:[^()\s<>]|\([^()\s]*\))*)>?(?:\s+\"[^\"]*\")?\s*\)")
HEADING = re.compile(r"^(#{1,6}) +(.*?)\s*$", re.MULTILINE)
CORE = re.compile(r"^(#+ .*?) *◆ (\d+) min *$", re.MULTILINE)
CHAPTER, AND = r"(?:1[0-3]|\d)\b", r"(?:, and |, | and | or | to |-|–)"

MAP_HEAD = "| chapter | the question | reading | exercises | in a workshop |"
MAP = re.compile(rf"^{re.escape(MAP_HEAD)}(?:\n\|.*)*", re.MULTILINE)

MARKUP = (
    FENCE,
    COMMENT,
    CODE,
    re.compile(r"(?<!\\)\$\$.*?\$\$", re.DOTALL),
    re.compile(r"(?<!\\)\$[^$\n]+?(?<!\\)\$"),
    LINK,
    re.compile(r"^\[[^\]]+\]:.*$", re.MULTILINE),  # a link's target, given further down
    re.compile(r"<https?:[^>\s]*>|https?://\S+"),
    re.compile(r"</?[A-Za-z][^>]*>"),  # an HTML tag
)
SKIPPED = (
    *MARKUP,
    re.compile(r"^.*\bReading \d+ min.*$", re.MULTILINE),
    re.compile(r"◆ *\d+ *min|^# \d+ · ", re.MULTILINE),  # the core path, the title
    re.compile(r"^[ >]*[1-9][.)] ", re.MULTILINE),  # the marker of a numbered list
    re.compile(rf"\b(?:chapter {CHAPTER}|chapters {CHAPTER}(?:{AND}{CHAPTER})*)", re.IGNORECASE),
    re.compile(rf"\bexercises? \d+\.\d+(?:{AND}\d+\.\d+)*", re.IGNORECASE),
    re.compile(r"\b2×2\b"),  # the name of a table
    MAP,
)
ONES = "one two three four five six seven eight nine ten eleven twelve".split()
TEENS, TENS = "thir four fif six seven eigh nine".split(), "twen thir for fif six seven eigh nine".split()
SMALL = dict(zip([*ONES, *(f"{x}teen" for x in TEENS)], range(1, 20), strict=True))
SMALL |= dict(zip((f"{x}ty" for x in TENS), range(20, 100, 10), strict=True))
SCALE = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}
ONE_SMALL, ONE_SCALE = "|".join(sorted(SMALL, key=len, reverse=True)), "|".join(SCALE)
WORDED = re.compile(
    rf"\b(?=\w)(?:(?P<tens>(?:{ONE_SMALL})(?:-(?:{ONE_SMALL}))?) ?)?(?P<scales>(?:\b(?:{ONE_SCALE})\b ?)*)(?![\w-])"
)
FORMAT = re.compile(r":[^\s{}:,]*(?=\})")
# Not after a letter, or a letter and a hyphen (GPT-5), nor inside a version (3.11.2); not before a letter (175B).
NUMBER = re.compile(r"(?<![\w.])(?<![^\W\d_]-)((?<!\w)-)?(\d{1,3}(?:,\d{3})+(?!\d)|\d+)(\.\d+)?(?!\w|\.\d)")


class Section(NamedTuple):
    """A `##` section. What stands before the first heading joins the first section."""

    title: str
    minutes: int | None  # None off the core path
    part: str  # the NAME of its tag part-NAME, or ""
    cells: list  # [(index, cell)]


class Picture(NamedTuple):
    """A picture as it is stored, with the cell and the output that hold it."""

    cell: nbformat.NotebookNode
    output: nbformat.NotebookNode

    @property
    def alt(self):
        return self.output.metadata.get("image/png", {}).get("alt", "")

    @property
    def png(self):
        return b64decode(self.output.data["image/png"])


@dataclass
class Chapter:
    """A notebook, with what is registered and stored beside it."""

    nb: nbformat.NotebookNode
    path: Path
    siblings: list[str] = field(default_factory=list)
    exercises: dict = field(default_factory=dict)
    predictions: dict = field(default_factory=dict)

    @classmethod
    def open(cls, path):
        path = Path(path).resolve()
        number = int(path.name[:2])
        exercises.load_chapter(number)
        return cls(
            nbformat.read(path, as_version=4),
            path,
            [sibling.name for sibling in chapters(path.parent).values()],
            {id: e for id, e in exercises.REGISTRY.items() if id.split(".")[0] == str(number)},
            {id: p for id, p in exercises.PREDICTIONS.items() if id[:-1] == str(number)},
        )

    @property
    def number(self):
        return int(self.path.name[:2])

    @property
    def modules(self):
        """Where its figures and its exercises should be."""
        classroom = self.path.parent.parent / "helpers" / "give_or_take" / "classroom"
        return [classroom / kind / f"ch{self.number:02}.py" for kind in ("figures", "exercises")]

    @property
    def core(self):
        """Chapters 1 to 11 have every part; the others those that fit."""
        return 1 <= self.number <= 11

    @property
    def title(self):
        lines = self.markdown.splitlines()
        return lines[0].removeprefix("# ") if lines else self.path.stem

    @property
    def question(self):
        """The question that the chapter asks: the heading of its first part."""
        return next((section.title for section in self.sections if section.part == "question"), "")

    @property
    def take_away(self):
        """The bold sentence of its takeaways and what follows it in the quotation, as plain text."""
        quote = re.search(r"^> (\*\*.*(?:\n> .*)*)", self.words("takeaways"), re.MULTILINE)
        return re.sub(r"<!--.*?-->|[*$\\]", "", quote[1].replace("\n> ", " ")) if quote else ""

    @property
    def minutes(self):
        """{"reading", "exercises" and, if a workshop teaches it, "room": minutes}"""
        return {"reading": 0, "exercises": 0} | self.about.get("minutes", {})

    @property
    def times(self):
        """The minutes as the map of the chapters has them."""
        minutes = self.minutes
        return [f"{minutes[kind]} min" if kind in minutes else "–" for kind in ("reading", "exercises", "room")]

    def row(self, folder=""):
        """Its line in the map of the chapters."""
        return f"| [{self.title}]({folder}{self.path.name}) | {self.question} | {' | '.join(self.times)} |"

    @property
    def about(self):
        """What the notebook's metadata say of the chapter."""
        return self.nb.metadata.get("give_or_take", {})

    @cached_property
    def cells(self):
        return list(enumerate(self.nb.cells))

    @cached_property
    def code(self):
        return [(i, cell) for i, cell in self.cells if cell.cell_type == "code"]

    @cached_property
    def text(self):
        """(index, Markdown without code and comments)"""
        return [(i, plain(cell.source)) for i, cell in self.cells if cell.cell_type == "markdown"]

    @property
    def markdown(self):
        return markdown(self.nb.cells)

    @cached_property
    def sections(self):
        return sections(self.nb.cells)

    @property
    def headings(self):
        """Every heading, without its minutes."""
        return {heading(line)[0] for line in self.markdown.splitlines() if re.match("#+ ", line)}

    @cached_property
    def parts(self):
        """The cells of each tagged section, from its heading on; in the notebook's order."""
        tagged = [section for section in self.sections if section.part]
        return {s.part: list(dropwhile(lambda pair: not starts_section(pair[1]), s.cells)) for s in tagged}

    @property
    def pictures(self):
        return pictures(self.nb.cells)

    def solutions(self, id):
        """The cells that solve an exercise."""
        return [cell for _, cell in self.parts.get("solutions", []) if id in called("check", cell.source)]

    def words(self, part):
        """The Markdown of one part."""
        return markdown(cell for _, cell in self.parts.get(part, []))


class Series(NamedTuple):
    """The chapters of a repository, and where the rest of it is."""

    root: Path
    chapters: dict  # {"03": Chapter}, in order

    @classmethod
    def open(cls, root=ROOT):
        return cls(root, {number: Chapter.open(path) for number, path in chapters(root / "notebooks").items()})

    def read(self, name):
        return (self.root / name).read_text(encoding="utf-8")

    def map(self, folder="", without=None):
        """The chapters with their questions and minutes, as a table."""
        rows = [chapter.row(folder) for number, chapter in self.chapters.items() if number != without]
        return "\n".join([MAP_HEAD, "|---|---|---|---|---|", *rows])

    def with_map(self, text, folder="", without=None):
        """`text` with the table of the chapters in it, if it has one, as it is now."""
        return MAP.sub(lambda _: self.map(folder, without), text)

    def link(self, number, text=None, folder=""):
        """A link to a chapter, or its text alone if the chapter is not there; `number` as 3, "3" or "03"."""
        chapter, text = self.chapters.get(f"{int(number):02}"), text or number
        return f"[{text}]({folder}{chapter.path.name})" if chapter else str(text)


def fill(text, find):
    """A page written by hand, with each `{{ name }}` in it replaced by `find(name)`."""
    return re.sub(r"\{\{ (\w+) \}\}", lambda match: find(match[1]), text)


def markdown(cells):
    """The text of the Markdown cells."""
    return "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def pictures(cells):
    """The pictures that are stored with some cells, in order."""
    return [
        Picture(cell, output)
        for cell in cells
        for output in cell.get("outputs", [])
        if "image/png" in output.get("data", {})
    ]


def plain(source):
    """Markdown without fenced code, code spans and comments."""
    for pattern in (FENCE, COMMENT, CODE):
        source = pattern.sub("", source)
    return source


def tags(cell):
    return cell.metadata.get("tags", [])


def printed(cell, without=""):
    """What a code cell printed, without colours, and without the lines that end in `without`."""
    text = "".join(output.text for output in cell.outputs if output.get("name") == "stdout")
    lines = COLOUR.sub("", text).rstrip().splitlines()
    return "\n".join(line for line in lines if not (without and line.endswith(without)))


def parsed(cell):
    """The syntax tree of a code cell; an empty one if it is not Python."""
    try:
        return ast.parse(cell.source)
    except SyntaxError:
        return ast.parse("")


def anchors(cells):
    """The targets that JupyterLab makes of headings: their text, with hyphens for spaces."""
    text = "\n".join(FENCE.sub("", cell.source) for cell in cells if cell.cell_type == "markdown")
    titles = (re.sub(r"[*`$]", "", LINK.sub(r"\2", title)) for _, title in HEADING.findall(text))
    return {title.replace(" ", "-") for title in titles}


def names_of(program, operations):
    """The names that compiled code, or a function inside it, handles with these operations."""
    names = {step.argval for step in dis.get_instructions(program) if step.opname in operations}
    return names.union(*(names_of(inner, operations) for inner in program.co_consts if isinstance(inner, CodeType)))


def called(function, source):
    """The ids with which a function is called: check("2.1", …) gives 2.1."""
    return re.findall(rf"\b{function}\(\s*[\"']([^\"']+)[\"']", source)


def broken(target, c):
    """What is wrong with a link, or nothing."""
    link = urlsplit(target)
    if link.scheme or link.netloc:
        good = link.scheme == "https" and re.fullmatch(r"[\w-]+(\.[\w-]+)+", link.netloc)
        return "" if good else f"the link {target!r} should start with https:// and a host"
    file, anchor = c.path.parent / unquote(link.path), unquote(link.fragment)
    if not target or target.startswith("/") or (link.path and not file.exists()):
        return f"the link {target!r} leads nowhere; write it relative to notebooks/"
    if anchor:
        cells = c.nb.cells
        if link.path:
            read = file.suffix == ".ipynb"
            cells = nbformat.read(file, 4).cells if read else [nbformat.v4.new_markdown_cell(file.read_text("utf-8"))]
        if anchor not in anchors(cells):
            return f"no heading answers to {target!r}; write the heading's text with hyphens for spaces"
    return ""


def heading(line):
    """The words of a heading, and its minutes if it is on the core path, else None."""
    core = CORE.match(line)
    return (core[1] if core else line).lstrip("#").strip(), int(core[2]) if core else None


def sections(cells):
    """The cells by `##` section."""
    found = [[]]
    for index, cell in enumerate(cells):
        if starts_section(cell) and any(starts_section(earlier) for _, earlier in found[-1]):
            found.append([])
        found[-1].append((index, cell))
    return [Section(*described(cells), cells) for cells in found]


def described(cells):
    """Title, minutes and part of a section."""
    first = next((cell for _, cell in cells if starts_section(cell)), None)
    if first is None:
        return "", None, ""
    part = next((tag.removeprefix("part-") for tag in tags(first) if tag.startswith("part-")), "")
    return *heading(first.source.splitlines()[0]), part


def starts_section(cell):
    return cell.cell_type == "markdown" and cell.source.startswith("## ")


def numbers(text):
    """The numbers of a text, without thousands separators: '1,319 items, −3.6 points' gives ['1319', '-3.6']."""
    text = re.sub("[⁰¹²³⁴-⁹]", " ", text.replace("\N{MINUS SIGN}", "-"))
    return [f"{sign}{whole.replace(',', '')}{rest}" for sign, whole, rest in NUMBER.findall(text)]


def prose(source):
    """Markdown without what is not read as a sentence."""
    for pattern in SKIPPED:
        source = pattern.sub(" ", source)
    return source


def cut(text, *names):
    """A text without what stands between marks of these names: `<!-- lab -->` and `<!-- /lab -->`."""
    return re.sub(rf"<!-- ({'|'.join(map(re.escape, names))}) -->.*?<!-- /\1 -->", "", text, flags=re.DOTALL)


def without_comments(source):
    """Python without its comments: a number that stands only in a comment is computed by nobody."""
    lines = source.splitlines(keepends=True)
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                row, column = token.start
                lines[row - 1] = lines[row - 1][:column] + "\n"
    except (tokenize.TokenError, SyntaxError):
        pass
    return "".join(lines)


def readable(output):
    """The text of one output, as the reader sees it."""
    if output.output_type == "stream":
        return output.text if output.name == "stdout" else ""
    data = output.get("data", {})
    page = re.sub(r"<style.*?</style>|<[^>]*>", " ", data.get("text/html", ""), flags=re.DOTALL)
    return "\n".join((data.get("text/plain", ""), data.get("text/markdown", ""), html.unescape(page)))


def digits(number):
    """How many significant digits a number has, as it is written."""
    return len(re.sub(r"\D", "", number).lstrip("0"))


class Produced(set):
    """Every number that code cells write or print, as text; -3.6 also counts as 3.6. `in` takes roundings as well."""

    def __init__(self, cells):
        found, self.shown = set(), []
        for _, cell in cells:
            if cell.cell_type == "code":
                code = re.sub(r"(?<=\d)_(?=\d)", "", FORMAT.sub("", without_comments(cell.source)))
                printed = [number for output in cell.outputs for number in numbers(readable(output))]
                found.update(printed, numbers(code), numbers(code.replace(",", ", ")))
                self.shown += [float(number) for number in printed if digits(number) >= 4]
        self.literal = found | {number.lstrip("-") for number in found}
        fractions = [number for number in self.literal if number.startswith("0.")]
        super().__init__(self.literal | {f"{100 * float(number):.10g}" for number in fractions})

    def __contains__(self, number):
        if super().__contains__(number):
            return True
        if digits(number) < 2:
            return False
        decimals = len(number.partition(".")[2])
        roundings = (x * scale for x in self.shown for scale in ((1, -1, 100, -100) if abs(x) <= 1 else (1, -1)))
        return any(f"{x:.{decimals}f}" == number for x in roundings)


def claimed(cell):
    """The numbers that a Markdown cell must account for: those of its sentences, without those given beside them."""
    given = {number for comment in GIVEN.findall(cell.source) for number in numbers(comment) + in_words(comment)}
    sentences = prose(cell.source)
    found = numbers(sentences) + in_words(sentences)
    return [number for number in found if number not in given and number.lstrip("-") not in given]


def in_words(text):
    """The numbers above ten that a text writes in words: 'twelve of a hundred thousand' gives ['12', '100000']."""
    found = []
    for match in WORDED.finditer(text.lower()):
        tens, scales = match["tens"], match["scales"].split()
        if not tens and not re.search(r"\b(?:a|an)\s+$", text[: match.start()].lower()):
            continue  # hundreds, or several hundred
        small = sum(SMALL[word] for word in re.split(r"[- ]", tens)) if tens else 1
        value = small * prod(SCALE[word] for word in scales)
        if value > 10:
            found.append(str(value))
    return found


def claims(nb):
    """(index of the cell, number, what its section produces), for every number in the sentences of a notebook."""
    for section in sections(nb.cells):
        known = Produced(section.cells)
        for index, cell in section.cells:
            if cell.cell_type == "markdown":
                yield from ((index, number, known) for number in claimed(cell))


def needless(nb):
    """(index of the cell, comment, what is wrong) for each number given without need, use or reason."""
    for section in sections(nb.cells):
        known = Produced(section.cells)
        for index, cell in section.cells:
            text = prose(cell.source) if cell.cell_type == "markdown" else ""
            used = numbers(text) + in_words(text)
            for comment in GIVEN.findall(cell.source):
                short = " ".join(comment.split())
                if not re.search(r"[^\W\d_]{2}", comment):
                    yield index, short, "needs a reason in words"
                for number in numbers(comment.rpartition(":")[0] or comment):
                    if number in known.literal:
                        yield index, short, f"gives {number}, which this section produces; take it out"
                    elif number not in used and number.lstrip("-") not in used:
                        yield index, short, f"gives {number}, which no sentence of the cell uses; take it out"


def unbacked(nb):
    """(index of the cell, number) for every number in a sentence that no cell of its section produces."""
    return [(index, number) for index, number, known in claims(nb) if number not in known]


def bumped(nb):
    """Raise the last digit of each number in turn: those for which nobody would notice, and how many there are."""
    every = list(claims(nb))
    slipped = [(i, n) for i, n, known in every if f"{n[:-1]}{(int(n[-1]) + 1) % 10}" in known]
    return slipped, len(every)
