"""The terms of the glossary: how they are read, and where the chapters link them."""

import re

import pytest
from test_form import by_name

from tools import notebook
from tools.notebook import Chapter
from tools.site import glossary
from tools.site.chapter import chapter_page, site_text

TERM = glossary.Term("standard error", ("standard error", "standard errors"), "A spread.")
# What the tables and sentences of reports, and the calculator's sentences, name without saying what it is.
REPORTED = [
    *("Wilson", "Clopper-Pearson", "Jeffreys", "Tango", "Newcombe", "Student's t", "Welch's t", "bootstrap"),
    *("McNemar", "Fisher's", "sign-flip", "pooled", "mid-p", "p-value", "Holm", "adjusted", "flips", "margin", "power"),
    *("clustered", "11-cluster", "stratified", "any-time", "may be the best", "interval", "posterior", "design effect"),
    *("Korn-Graubard", "stretched t", "few-item", "few-cluster", "paired", "gate", "point", "exact test"),
    *("slice", "precision", "recall", "F1", "balanced accuracy", "judge", "practically the same", "non-inferiority"),
    *("resample", "macro", "corrected", "O'Brien-Fleming"),
]
CLUSTERED = glossary.Term("clustered standard error", ("clustered standard error",), "Another.")


@pytest.fixture(scope="session")
def terms(series):
    return glossary.read(series.read("book/glossary.md"))


@pytest.mark.parametrize(
    ("written", "linked"),
    [
        ("the standard error of it", "the {term}`standard error <standard error>` of it"),
        ("**Standard errors** add", "**{term}`Standard errors <standard error>`** add"),
        ("a standard\nerror, and a standard error", "a {term}`standard error <standard error>`, and a standard error"),
        ("a clustered standard error", "a {term}`clustered standard error <clustered standard error>`"),
    ],
)
def test_the_first_use_of_a_term_is_linked(written, linked):
    assert glossary.link(written, [TERM, CLUSTERED], set()) == linked


@pytest.mark.parametrize(
    "written",
    [
        "# The standard error",
        "### Exercise 2.1 · the standard error",
        "`standard error`",
        "```\nstandard error\n```",
        "$\\text{standard error}$",
        "$$\n\\text{standard error}\n$$",
        "[the standard error](02-standard-error.ipynb)",
        "![a standard error](figure.png)",
        "<summary>The standard error</summary>",
        "<!-- given: 1, standard error -->",
        "| standard error | 3.7 |",
        "- **a** a standard error",
        "non-standard errors",
        "standard errorless",
    ],
)
def test_no_link_where_none_belongs(written):
    assert glossary.link(written, [TERM], set()) == written


@pytest.mark.parametrize(
    "written",
    [
        "Work out a better one by hand, and choose between the usual ones.",
        "The share of the weeks whose score lay within your guess.",
        "Beyond 20 of 20 there is nothing, so one power is enough. Raise it to the power of 20.",
        "Is ten against two one-sided?",
        "The largest minus the smallest: a spread as large as this one.",
        "Between\n80% and 84%",
    ],
)
def test_an_ordinary_word_is_no_term(written, terms):
    assert glossary.link(written, terms, set()) == written


@pytest.mark.parametrize("mark", ["*", "**"])
def test_an_ordinary_word_that_is_marked_is_a_term(mark, terms):
    written = "It is {0}between{0} and {0}within{0}; its {0}power{0}; this is {0}one-sided{0}."
    words = re.findall(r"\{term\}`[\w-]+ <([\w-]+)>`", glossary.link(written.format(mark), terms, set()))
    assert words == ["between", "within", "power", "one-sided"]


def test_a_term_is_linked_once_a_chapter():
    linked = set()
    first = glossary.link("A standard error.", [TERM], linked)
    assert linked == {"standard error"} and "{term}" in first
    assert glossary.link("A standard error.", [TERM], linked) == "A standard error."


@by_name
def test_each_chapter_links_each_term_it_uses_just_once(path, terms):
    cells = chapter_page(Chapter.open(path), terms)[0].cells
    shown = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    links = re.findall(r"\{term\}`[^<`]+ <([^>]+)>`", shown)
    assert len(links) == len(set(links)) and set(links) <= {term.name for term in terms}
    plain = site_text(Chapter.open(path).markdown)
    for term in terms:
        if glossary.link(plain, [term], set()) != plain:
            assert term.name in links or any(other.startswith(term.name) or term.name in other for other in links), term


def test_every_entry_of_the_glossary_was_read_and_is_used(series, terms):
    assert len(terms) == len(re.findall(r"^: ", series.read("book/glossary.md"), re.MULTILINE)) > 30
    forms = [form.lower() for term in terms for form in term.forms]
    assert len(forms) == len(set(forms))
    assert {form for term in terms for form in term.ordinary} > {"between", "within", "power", "one-sided"}
    assert [term.name for term in terms if not glossary.first_chapter(term, series.chapters)] == []
    assert [term.name for term in terms if not term.meaning.endswith(".")] == []


def test_the_glossary_has_what_chapters_set_in_bold(series, terms):
    """Bold inside a sentence is a term, with its meaning beside it, or stands in the glossary's list of exceptions."""
    known = {form.lower() for term in terms for form in term.forms}
    exceptions = re.search(r"not terms: (.*?)-->", series.read("book/glossary.md"), re.DOTALL)[1].split(";")
    known |= {word.strip(" .\n").lower() for word in exceptions}
    missing = [
        f"chapter {number}: {bold!r}; add it to book/glossary.md"
        for number, chapter in series.chapters.items()
        for bold in re.findall(r"(?<=[\w,:;(] )\*\*([^*\d$]{2,}?)\*\*", notebook.COMMENT.sub("", chapter.markdown))
        if " ".join(bold.split()).lower() not in known and bold[-1] not in ".?:"
    ]
    assert missing == []


def test_a_term_names_the_chapter_that_explains_it(series, terms):
    home = {term.name: glossary.first_chapter(term, series.chapters) for term in terms}
    assert home["standard error"] == "02" and home["Wilson's interval"] == "03" and home["flips"] == "05"
    entry = glossary.page(series.read("book/glossary.md"), series).split("\nstandard error\n")[1].split("\n\n")[0]
    assert entry.startswith("  The spread") and entry.endswith("*Chapter [2](02-standard-error.ipynb).*")


@pytest.mark.parametrize("word", REPORTED)
def test_the_glossary_has_what_reports_name(word, terms):
    assert [term.name for term in terms if word in " ".join(term.forms) or f"*{word}*" in term.meaning]
