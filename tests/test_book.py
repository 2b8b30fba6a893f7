"""The assembler of the site: what it folds, links, draws and takes from elsewhere. The built pages: tests/browser."""

import copy
import io
import json
import re
import shutil
import subprocess
import zipfile
from itertools import pairwise
from os.path import normpath
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from test_form import NOTEBOOKS, by_name

from give_or_take import __version__
from tools import book, glossary, names, notebook
from tools.notebook import ROOT, Chapter

PNG = "iVBORw0KGgo="

TERM = glossary.Term("standard error", ("standard error", "standard errors"), "A spread.")
CLUSTERED = glossary.Term("clustered standard error", ("clustered standard error",), "Another.")


@pytest.fixture(scope="session")
def site():
    """What Sphinx gets: {file: bytes}."""
    return book.assemble(ROOT)


@pytest.fixture(scope="session")
def terms(series):
    return glossary.read(series.read("book/glossary.md"))


def folders_of(names):
    """The folders above files, as a zip names them, without the top one's own."""
    return {f"{folder}/" for name in names for folder in list(Path(name).parents)[:-1]} | {""}


def cells(site, path):
    """The cells of a chapter as the site gets them."""
    return json.loads(site[path.name])["cells"]


def chapter(*cells, name="02-a"):
    return Chapter(new_notebook(cells=cells), Path(f"{name}.ipynb"))


# --- Terms


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
def test_each_chapter_links_each_term_it_uses_just_once(path, site, terms):
    shown = "\n\n".join("".join(cell["source"]) for cell in cells(site, path) if cell["cell_type"] == "markdown")
    links = re.findall(r"\{term\}`[^<`]+ <([^>]+)>`", shown)
    assert len(links) == len(set(links)) and set(links) <= {term.name for term in terms}
    plain = book.site_text(Chapter.open(path).markdown)
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


def test_a_term_names_the_chapter_that_explains_it(series, site, terms):
    home = {term.name: glossary.first_chapter(term, series.chapters) for term in terms}
    assert home["standard error"] == "02" and home["Wilson's interval"] == "03" and home["flips"] == "05"
    entry = site["glossary.md"].decode().split("\nstandard error\n")[1].split("\n\n")[0]
    assert entry.startswith("  The spread") and entry.endswith("*Chapter [2](02-standard-error.ipynb).*")


# --- Folding


def predicted():
    """A chapter with a prediction, an exercise and a solution."""
    printed = [new_output("stream", name="stdout", text="84\n")]
    return chapter(
        new_markdown_cell("# 1 · A title\n\n[← 0 · Before](00-b.ipynb) | [2 · After →](02-a.ipynb)"),
        new_markdown_cell(
            "So **it** is.\n\n**Predict 1A.** Which?\n\n- **a** this\n- **b** that <!-- given: 84, x -->"
        ),
        new_code_cell("guess = ...  # a or b", outputs=printed),
        new_code_cell("print(84)", outputs=printed),
        new_code_cell('print(84)\nreveal("1A", guess)', outputs=printed),
        new_markdown_cell("### The rule\n\nIt is *this*.", metadata={"tags": ["after-reveal"]}),
        new_code_cell("print(84)", outputs=printed),
        new_markdown_cell("### Once more"),
        new_code_cell('reveal("1A", ...)', outputs=printed),
        new_markdown_cell("## Exercises ◆ 5 min\n\n### Exercise 1.1 · compute", metadata={"tags": ["part-exercises"]}),
        new_code_cell(
            'answer = ...\ncheck("1.1", answer)', outputs=[new_output("stream", name="stdout", text="Blank so far.")]
        ),
        new_code_cell('answer = 84\ncheck("1.1", answer)', outputs=printed, metadata={"tags": ["hide-cell"]}),
        name="01-a-title",
    )


def test_what_gives_a_result_away_is_folded():
    chapter = predicted()
    before = copy.deepcopy(chapter.nb)
    page, files = book.chapter_page(chapter)
    assert chapter.nb == before, "the notebook itself is left alone"
    assert files == {}
    title, question, opens, guess, first, reveal, code, rule, later, end, *rest = page.cells
    _, again, exercises, answer, solution = rest
    assert title.source.startswith('# 1 · A title\n\n<p class="take-along">')
    assert question.source.startswith("So **it** is.\n\n:::{container} predict\n**Predict 1A.** Which?")
    assert question.source.endswith("- **b** that \n:::")
    assert guess.outputs == [] and answer.outputs == []
    assert guess.metadata.tags == ["blank", "not-on-paper"] and answer.metadata.tags == ["blank"]
    assert opens.source == '<details class="fold result">\n<summary>Show what happens</summary>'
    assert first.outputs and first.metadata == {"tags": ["remove-input", "sentences"]}
    assert (code.source, code.outputs, code.metadata.tags) == ("print(84)", [], ["hide-input"])
    for cell in (reveal, later):
        assert cell.outputs and cell.metadata == {"tags": ["sentences"]}
    assert rule.source == '<p class="rubric">The rule</p>\n\nIt is *this*.'
    assert end.source == "</details>"
    assert again.metadata.mystnb.code_prompt_show == "Show what happens" and again.outputs
    assert again.metadata.tags == ["hide-output", "not-on-paper", "sentences"], "it prints no result"
    assert exercises.source.startswith("## Exercises\n\n{.in-lab}\nWrite your answers down, then open")
    assert solution.metadata.mystnb.code_prompt_show == "Solution 1.1" and "hide-cell" in solution.metadata.tags


def test_a_fold_ends_where_the_next_question_or_heading_begins():
    def folds(*cells):
        return [cell.source.split("\n")[0] for cell in book.fold_results([*cells])]

    guess, opens, later = "guess = ...", '<details class="fold result">', {"tags": ["after-reveal"]}
    asked = [new_markdown_cell("And?\n\n**Predict 1B.** Which?"), new_code_cell(guess)]
    assert folds(new_code_cell(guess), *asked) == [opens, guess, "</details>", "And?", opens, guess, "</details>"]
    assert folds(new_code_cell(guess), new_markdown_cell("## Next")) == [opens, guess, "</details>", "## Next"]
    parts = [new_markdown_cell(f"### {name}\n\nSo.", metadata=dict(later)) for name in "ab"]
    fold = '<details class="fold">'
    assert folds(*parts, new_code_cell(guess)) == [fold, "</details>", fold, "</details>", opens, guess, "</details>"]
    assert folds(new_code_cell('guess = ...\nnote("1A", guess)')) == [guess], "only noted, so nothing follows"


@by_name
def test_in_every_chapter_results_wait_behind_a_fold(path, site):
    fold, home, waiting = "", False, ""
    for cell in cells(site, path):
        source, tags = "".join(cell["source"]), cell["metadata"].get("tags", [])
        text = cell["cell_type"] == "markdown"
        home = "part-takeaways" in tags if text and source.startswith("## ") else home
        assert not (fold and text and source.startswith("#")), source
        if text and source.startswith("<details"):
            assert not fold, "no fold in a fold"
            fold = source.split("\n")[0]
        elif source == "</details>":
            assert fold and not waiting
            fold = ""
        if "after-reveal" in tags:
            assert fold and re.match('<details class="fold">\n<summary>|<p class="rubric">', source)
        if source.startswith("guess = ..."):
            assert "note(" in source or fold == '<details class="fold result">'
            waiting = "" if "note(" in source else "for its reveal"
        elif notebook.called("reveal", source):
            assert bool(waiting) == bool(fold) and (fold or "hide-output" in tags) != home, source
            waiting = ""
        if "hide-cell" in tags:
            assert re.match("Solution|More", cell["metadata"]["mystnb"]["code_prompt_show"])
        assert "Blank so far" not in json.dumps(cell)
        assert not re.search(r"<!--|→\]|\[←|^<br>", source if cell["cell_type"] == "markdown" else "")


def test_imports_are_folded_and_what_is_carried_home_is_not():
    page, _ = book.chapter_page(
        chapter(
            new_code_cell("import numpy as np\n\nSEED = 1"),
            new_code_cell("import math"),
            new_markdown_cell("## To carry home", metadata={"tags": ["part-takeaways"]}),
            new_code_cell('reveal("0A", ...)'),
        )
    )
    set_up, later, _, call = page.cells
    assert set_up.metadata == {
        "tags": ["hide-input"],
        "mystnb": {"code_prompt_show": "Set-up", "code_prompt_hide": "Set-up"},
    }
    assert later.metadata == call.metadata == {}


@by_name
def test_a_chapter_hands_out_its_notebook_and_its_data(path, site):
    links = re.findall(r'href="(downloads/[^"]+)" download', "".join(cells(site, path)[0]["source"]))
    given, own = (nbformat.reads(data.decode(), 4).cells for data in (site[f"extra/{links[0]}"], path.read_bytes()))
    assert [each.source for each in given if each.cell_type == "code"] == [
        each.source for each in own if each.cell_type == "code"]  # fmt: skip
    assert [each.id for each in given] == [each.id for each in own]
    assert not any(each.get("outputs") or re.search("<!--|^#.*◆", each.source, re.MULTILINE) for each in given)
    read = set(re.findall(r"\bfiles/[\w-]+\.csv", path.read_text(encoding="utf-8")))
    read |= {f"data/{name}.csv" for name in re.findall(r'\bload\(\\"(\w+)\\"\)', path.read_text(encoding="utf-8"))}
    assert {f"downloads/{name}" for name in read} == set(links[1:])
    for link in links[1:]:
        folder = path.parent if "/files/" in link else ROOT / "helpers" / "give_or_take"
        assert site[f"extra/{link}"] == (folder / link.removeprefix("downloads/")).read_bytes()


@by_name
def test_a_chapter_says_where_one_is_and_leaves_the_minutes_of_a_room_to_the_instructor(path, site):
    shown = ["".join(cell["source"]) for cell in cells(site, path) if cell["cell_type"] == "markdown"]
    links = re.findall(r'<a href="([^"]+).html" title="[^"]+"( aria-current="page")?>(\d+)</a>', shown[0])
    assert [stem for stem, _, _ in links] == [one.stem for one in NOTEBOOKS]
    assert [stem for stem, here, _ in links if here] == [path.stem]
    assert all(int(stem[:2]) == int(number) for stem, _, number in links)
    assert not re.search(r"◆|in a workshop \d", "\n".join(shown))
    numbers = [int(number) for _, _, number in links]
    said = "Reading {reading} min · exercises {exercises} min".format(**Chapter.open(path).minutes)
    assert shown[0].count(said) == "\n".join(shown).count(said) == 1
    further = [text for text in shown if text.startswith("## Going further")]
    assert all(re.search(r"^## .*\n\n\*About \d+ min more\.\*\n", text) for text in further)
    jumps = sum(after > before + 1 for before, after in pairwise(numbers))
    assert shown[0].count(": to come\"") == jumps, "a gap in the numbers is no missing page"


# --- Figures


def test_a_figure_has_its_description_and_a_caption():
    outputs = [
        new_output("display_data", data={"image/png": PNG, "text/plain": alt}, metadata={"image/png": {"alt": alt}})
        for alt in ('A bar: 84% "so far", p*q.', "Two bars.")
    ]
    page, files = book.chapter_page(chapter(new_code_cell("show(x)", outputs=outputs)))
    assert sorted(files) == ["figures/02-a-1.png", "figures/02-a-2.png"]
    assert files["figures/02-a-1.png"][:4] == b"\x89PNG"
    one, two = (output.data["text/markdown"] for output in page.cells[0].outputs)
    assert one == (
        ":::{figure} figures/02-a-1.png\n"
        ':alt: "A bar: 84% \\"so far\\", p*q."\n:target: _images/02-a-1.png\n\n'
        '**Figure 2.1.** A bar: 84% "so far", p\\*q.\n:::'
    )
    assert "**Figure 2.2.** Two bars." in two and list(page.cells[0].outputs[0].data) == ["text/markdown"]


def test_a_long_description_makes_a_short_caption():
    assert book.caption("One. Two.") == "One. Two."
    assert book.caption("Bar chart: with 100 questions, half of the scores lie here; " + "0.84; " * 30) == (
        "Bar chart: with 100 questions, half of the scores lie here."
    )
    assert book.caption("Seven bars, side by side: " + "0.84 and more, " * 30) == "Seven bars, side by side."


def test_only_sentences_are_wrapped():
    def page(text):
        output = new_output("stream", name="stdout", text=text)
        return book.chapter_page(chapter(new_code_cell("print(x)", outputs=[output])))[0]

    assert page("A sentence, 84%.\n").cells[0].metadata.tags == ["sentences"]
    assert page("1  82\nName: count, dtype: int64\n").cells[0].outputs[0].text == "1  82\n"
    assert page("Two lines,\n  the second further in.\n").cells[0].metadata.tags == ["sentences"]
    assert page("slice  right\n    1     84\n").cells[0].metadata == {}
    shown = new_output("execute_result", data={"text/plain": "A rise of 11.9 points."})
    assert book.chapter_page(chapter(new_code_cell("x", outputs=[shown])))[0].cells[0].metadata.tags == ["sentences"]


def test_an_explorer_is_a_still_that_says_how_to_move_it():
    words = "A dot.\nPaste this.\nIn JupyterLab, run this cell and move 'score, %' and 'items'."
    output = new_output(
        "display_data", data={"image/png": PNG, "text/plain": words}, metadata={"image/png": {"alt": "A dot."}}
    )
    page, _ = book.chapter_page(chapter(new_code_cell("explore(x)", outputs=[output])))
    shown = page.cells[0].outputs[0].data["text/markdown"]
    words = "**Figure 2.1.** A dot.\n:::\n\n**To paste:** Paste this.\n\n{.in-lab}\nThe picture moves with JavaScript,"
    assert words in shown
    assert shown.endswith("or in JupyterLab: the sliders are *score, %*, *items*.")


def test_an_explorer_takes_its_sliders_from_the_notebook():
    source = 'explore(draw.flips, new=slider("new, %", 0, 9.5, 3, step=0.5), old=slider("old", 1, 200, 20))'
    data = re.search(r'class="explore">(.*)</script>', book.explorer(new_code_cell(source)))[1]
    sliders = {"new": ["new, %", 0, 9.5, 3, 0.5], "old": ["old", 1, 200, 20, 1]}
    assert json.loads(data) == {"draw": "flips", "sliders": sliders}


def test_what_only_the_site_moves_is_marked_at_its_picture(series, site):
    script = (ROOT / "book" / "_static" / "explore.js").read_text(encoding="utf-8")
    known = re.findall(r"^    (\w+): \{$", script[script.index("const site = {") :], re.MULTILINE)
    marked = []
    for chapter in series.chapters.values():
        for cell in chapter.nb.cells:
            for name in (tag.removeprefix("moves-") for tag in notebook.tags(cell) if tag.startswith("moves-")):
                marked.append(name)
                assert notebook.pictures([cell])
                assert f'class=\\"explore\\">{{\\"draw\\": \\"{name}\\"}}' in site[chapter.path.name].decode()
        assert site[chapter.path.name].count(b"_static/explore.js") <= 1, "once on a page"
    assert sorted(marked) == sorted(known) and marked


def test_every_way_to_the_calculator_is_taken(series, site):
    shown = "".join(site[chapter.path.name].decode() for chapter in series.chapters.values())
    assert shown.count("Work it out in the calculator") == len(book.WORKED_OUT)


def test_an_exercise_on_real_results_shows_the_counts_that_the_data_hold(series, site):
    shown = "".join(site[chapter.path.name].decode() for chapter in series.chapters.values())
    assert shown.count("<summary>The counts</summary>") == len(book.COUNTED) == 4
    assert book.counts("3.5").endswith("| 8 | 3 | 20 |\n| 9 | 0 | 2 |\n| 11 | 0 | 1 |\n\n</details>")
    assert [row[1] for row in book.counts_of_pairs()[1:]] == [15, 33, 30, 247]
    assert [sum(column) for column in list(zip(*book.counts_by_repository()[1:], strict=True))[1:]] == [265, 729]
    assert book.counts_by_repository_of_pairs()[-1] == ("all", 206, 59, 113, 351)
    assert "\n\nIn one line: `" in book.counts("2.4") and "In one line" not in book.counts("3.5")
    assert book.counts("3.1") == ""


def test_the_home_page_says_what_this_is_and_for_whom(series, site):
    minutes = [chapter.minutes["reading"] + chapter.minutes["exercises"] for chapter in series.chapters.values()]
    assert 45 <= sum(minutes) / len(minutes) <= 75, "about an hour each"
    home = site["index.md"].decode()
    many = book.NUMBERS[len(minutes)]
    assert f"A course in {many} chapters, most of them about an hour, exercises and all. You run evals" in home
    said = re.sub(rf"<a href={book.ZIP} download>(.*?)</a>", r"\1", home)
    assert f'`pip install ".[report]"`, in {book.COPY}' in said and f"In {book.COPY}" in said
    assert home.count("You run evals") == home.count("no statistics") == 1 and "\nYou see each" in home


def test_the_whole_course_is_one_file_wherever_a_page_asks_for_a_copy(site, tmp_path):
    assert book.with_course({"a.md": book.COPY.encode()}, tmp_path) == {"a.md": book.COPY.encode()}, "no git, no zip"
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("this copy has no git to ask")
    held = subprocess.check_output(["git", "ls-tree", "-r", "--name-only", "HEAD"], cwd=ROOT, text=True).splitlines()
    with zipfile.ZipFile(io.BytesIO(site[f"extra/{book.ZIP}"])) as course:
        assert sorted(course.namelist()) == sorted(f"give-or-take/{name}" for name in [*held, *folders_of(held)])
    asking = {name for name, data in site.items() if book.COPY.encode() in data}
    assert {"index.md", "gate.md", "api.md", "00-start-here.ipynb"} <= asking
    for name in asking:
        linked = site[name].count(f"<a href={book.ZIP} download>{book.COPY}</a>".encode())
        assert linked == site[name].count(book.COPY.encode())


def test_a_call_that_a_later_chapter_names_is_a_link_to_its_box(series):
    boxes = "\n".join(cell.source for cell in book.chapter_page(series.chapters["00"])[0].cells)
    named = []
    for chapter in series.chapters.values():
        text = "\n".join(c.source for c in book.chapter_page(chapter)[0].cells if c.cell_type == "markdown")
        named += re.findall(r'<a href="00-start-here.html#(call-0\w)">call 0\w of chapter 0</a>', text)
        assert not re.search(r"call 0\w of chapter 0(?!</a>)", text)
    assert len(named) >= 4 and all(f"\n:name: {name}\n" in boxes for name in named)


def test_numbers_left_out_of_the_way_are_named(series):
    way = book.way(series.chapters["00"])
    gaps = [range(a + 1, b) for a, b in pairwise(map(int, series.chapters)) if b > a + 1]
    assert re.findall(r'<span title="(.*?)">…', way) == [f"{', '.join(map(str, gap))}: to come" for gap in gaps]
    assert gaps


def test_other_words_for_a_term_stand_with_it(site, terms):
    page = site["glossary.md"].decode()
    assert set(book.OTHER_WORDS) <= {term.name for term in terms}
    for term, words in book.OTHER_WORDS.items():
        entry = page.split(f"\n{term}\n")[1].split("\n\n")[0]
        assert all(f"{{index}}`{word} <! {word}>`" in entry for word in words)


def test_a_function_that_nobody_checks_is_not_sent_to_check():
    blank = new_output("stream", name="stdout", text="Blank so far. Put ...")
    cells = [new_code_cell('def f(n):\n    ...\n\n\ncheck("2.1", f)', outputs=[blank])]
    cells.append(new_code_cell('answer = ...\ncheck("2.2", answer)', outputs=[blank]))
    page, _ = book.chapter_page(chapter(*cells))
    assert [cell.source for cell in page.cells] == ["def f(n):\n    ...", cells[1].source]


def test_what_draws_is_folded_and_what_computes_is_not():
    source = 'x = 1\n\ny = 2\nplt.a()\nplt.b()\nplt.c()\nplt.d()\nshow("A\u2009"\n     "b.")\nx + y'
    picture = new_output("display_data", data={"text/plain": "A"})
    three = new_output("execute_result", data={"text/plain": "3"})
    computes, draws, follows = book.fold_drawing([new_code_cell(source, outputs=[picture, three])])
    assert (computes.source, computes.outputs) == ("x = 1", [])
    assert draws.source.startswith("y = 2\nplt.a()") and draws.source.endswith('"b.")') and draws.outputs == [picture]
    assert draws.metadata.mystnb.code_prompt_show == book.CODE and draws.metadata.tags == ["hide-input"]
    assert (follows.source, follows.outputs) == ("x + y", [three])
    short = new_code_cell("plt.a()\nshow('A')", outputs=[picture])
    assert book.fold_drawing([short]) == [short]


def test_code_that_only_lists_or_draws_is_folded_and_a_simulation_is_not():
    def folds(source, *kinds):
        outputs = [new_output("display_data", data={kind: PNG}, metadata={kind: {"alt": "A."}}) for kind in kinds]
        cells = book.fold_drawing([new_code_cell(source, outputs=outputs)])
        book.fold_listings(cells)
        return [(cell.source, cell.metadata.get("mystnb", {}).get("code_prompt_show")) for cell in cells]

    table, picture = "a = b()\nc = d()\npd.DataFrame([a, c])", "a = b()\nc = d()\nshow(draw.e(a, c))"
    assert folds(table, "text/html") == [(table, book.CODE)]
    assert folds(f"{picture}\na.mean()", "image/png") == [(picture, book.CODE), ("a.mean()", None)]
    for lesson in ("rng.random(9)", "2**0.5", "np.sqrt(2)", "1\nfor x in a:\n    x"):
        assert folds(table.replace("b()", lesson), "text/html") == [(table.replace("b()", lesson), None)]
    assert folds("a = b()\nshow(a)", "image/png") == [("a = b()\nshow(a)", None)], "no longer than the fold"
    for ready in ("show(draw.e(1))", "for x in (1, 2):\n    print(draw.e(x).alt)", "explore(draw.e, x=slider(1))"):
        assert folds(ready, "image/png") == [(ready, book.CODE)]
    assert folds("x = rng.random(9)\nshow(draw.e(x))", "image/png")[0][1] is None, "a simulation"
    assert folds(table) == [(table, None)], "it shows none"


def test_what_answers_a_guess_stands_above_its_code():
    picture = [new_output("display_data", data={"image/png": PNG}, metadata={"image/png": {"alt": "A."}})]
    value = [new_output("execute_result", data={"text/plain": "0.8"})]
    cells = [
        new_code_cell("guess = ..."),
        new_markdown_cell("A short cut."),
        new_code_cell("x = rng.random(9)"),
        new_code_cell("plt.a()\nplt.b()\nplt.c()\nplt.d()\nshow(x)", outputs=picture),
        new_code_cell("share = np.mean(x)\nshare  # of nine", outputs=value),
        new_code_cell('reveal("1A", guess)'),
        new_markdown_cell("### So", metadata={"tags": ["after-reveal"]}),
        new_code_cell("y = 1\ny", outputs=value),
    ]
    page, _ = book.chapter_page(chapter(*cells))
    _, _, drawn, asks, _, text, lesson, rest, _, later, _ = page.cells
    assert drawn.outputs and drawn.metadata.tags == ["remove-input"]
    assert (asks.source, asks.outputs) == ("share = np.mean(x)\nshare  # of nine", value)
    assert asks.metadata.tags == ["asks", "sentences"]
    assert (text.source, lesson.source) == ("A short cut.", "x = rng.random(9)")
    assert lesson.metadata == {"tags": ["behind"]}, "its title says that it made what stands above"
    assert rest.source == "plt.a()\nplt.b()\nplt.c()\nplt.d()\nshow(x)"
    assert rest.metadata.mystnb.code_prompt_show == book.REST and rest.metadata.tags == ["hide-input"]
    assert (later.source, later.outputs) == ("y = 1\ny", value), "there the text says what the code does"


@by_name
def test_in_every_chapter_the_answer_comes_before_its_code_and_no_line_is_lost(path, site):
    page, answering = cells(site, path), False
    for cell in page:
        source, tags = "".join(cell["source"]), cell["metadata"].get("tags", [])
        if source == book.RESULT:
            answering = True
        elif "after-reveal" in tags or source == "</details>" or "<details" in source:
            answering = False
        if cell["cell_type"] == "code":
            assert not (cell["outputs"] and "hide-input" in tags and "remove-input" not in tags), source
            if answering and not source.startswith(("guess = ...", "reveal(")):
                assert not cell["outputs"] or "remove-input" in tags or "asks" in tags, source
    told = "\n".join("".join(cell["source"]) for cell in page if "remove-input" not in cell["metadata"].get("tags", []))
    for _, cell in Chapter.open(path).code:
        if not cell.source.startswith(("survives(", "def ")) and "survives(" not in cell.source:
            assert [line for line in cell.source.splitlines() if line not in told] == []


@by_name
def test_every_stored_picture_is_a_figure_of_the_site(path, site):
    chapter, shown = Chapter.open(path), json.dumps(cells(site, path))
    drawn = [name for name in site if name.startswith(f"figures/{path.stem}-")]
    assert len(drawn) == len(chapter.pictures) == shown.count(":::{figure}")
    explorers = [cell for _, cell in chapter.code if cell.source.startswith("explore(")]
    marked = [tag for _, cell in chapter.code for tag in notebook.tags(cell) if tag.startswith("moves-")]
    assert shown.count("The picture moves with JavaScript") == shown.count(r"class=\"explore\"") - len(marked)
    assert shown.count(r"class=\"explore\"") == len(explorers + marked)


# --- What is taken from elsewhere


def test_no_source_of_the_site_names_a_chapter():
    for path in (*(ROOT / "book").glob("*.*"), *(ROOT / "book" / "_static").iterdir(), ROOT / "tools" / "book.py"):
        assert not [chapter for chapter in NOTEBOOKS if chapter.stem in path.read_text(encoding="utf-8")], path


def test_the_home_page_says_what_this_is_in_the_readmes_words(series, site):
    readme, home = series.read("README.md"), site["index.md"].decode()
    assert readme.split("\n\n")[1] in home and "make lab " in home and "{{" not in home
    for heading in ("For readers", "For instructors", "For practitioners"):
        said = book.AUDIENCE.sub("Y", book.section(readme, heading))  # what it moves stands under the title
        assert f"## {heading}\n" in home and said[:60] in home
    for chapter in series.chapters.values():
        row = next(line for line in home.splitlines() if line.startswith(f"| [{chapter.title}]"))
        minutes = [chapter.minutes[kind] for kind in ("reading", "exercises", "room")]
        assert [int(n) for n in re.findall(r"\| (\d+) min", row)] == minutes
    own = re.sub(r"\{\{ \w+ \}\}|```.*", "", series.read("book/index.md"), flags=re.DOTALL)
    assert len(own.split()) < 30, "its sentences are the README's"


def lost_links(site):
    """The links of its pages that lead to none of its files, as (page, target)."""
    return [
        (name, target)
        for name in site
        if name.endswith(".md")
        for _, _, target in notebook.LINK.findall(notebook.plain(site[name].decode()))
        if "://" not in target and not target.startswith("#")
        if Path(normpath(Path(name).parent / target.split("#")[0])).as_posix() not in site
    ]


def test_links_between_documents_lead_to_pages(site):
    links = "[a](../README.md) [b](CONTRIBUTING.md#tests) [c](notebooks/01-x.ipynb) [d](https://x.org)"
    rewritten = "[a](../README.md) [b](contributing.md#tests) [c](01-x.ipynb) [d](https://x.org)"
    assert book.rewrite_links(links) == rewritten
    assert book.rewrite_links("[a](README.md)", "helpers/give_or_take/data") == "[a](data.md)"
    assert lost_links(site) == []


def test_the_citation_is_that_of_the_file(site):
    cite = site["cite.md"].decode()
    assert f"Version {__version__}." in cite and f"  version = {{{__version__}}},\n}}" in cite
    assert "@software{give_or_take,\n  author  = {{The Give or Take authors}},\n" in cite


def test_search_knows_words_that_a_page_lacks_but_not_those_of_the_keys():
    files = {"cheat-sheet.md": b"# Which\n\nA.\n", "cheat-sheet-key.md": b"---\nnosearch: true\n---\n\n# Key\n\nA.\n"}
    entry = b"# Which\n\n```{index} ! decision chart\n```\n\nA.\n"
    assert book.indexed(dict(files)) == files | {"cheat-sheet.md": entry}
    assert b"```{index} ! calculator, ! calculate, ! s" in book.indexed({"calculator.md": b"# Calc\n"})["calculator.md"]


def test_what_the_page_on_coverage_says_first_stands_in_its_tables(site):
    verdict, _, page = site["coverage.md"].decode().partition("If a 95% interval")
    lowest, average = (page.split(f"### {head}")[1].split("###")[0] for head in ("Lowest coverage, in", "Average"))
    differences = page.split("### Lowest coverage, and lowest share")[1]

    def row(table, method):  # of the first kind of truth
        return [float(cell.split("±")[0]) for cell in re.search(rf"\| {method} \|(.*)\|", table)[1].split("|")]

    eleven = row(lowest, "beta-binomial: clusters").index(11)
    usual, worst = (row(table, r"CR1, 1\.96")[eleven] for table in (average, lowest))
    least = min(row(lowest, "clustered Wilson") + row(differences, "clustered Tango"))
    for words in (f"in {least}% of all samples or more", f"in {usual}% on average, and in the worst case in {worst}%"):
        assert words in " ".join(verdict.split())


# --- Formulas and the toolbox


def rows():
    """The rows of formulas.md: (chapter, helpers)."""
    written = (ROOT / "book" / "formulas.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| .+ \| .+ \| (\d+) \| (.+) \|$", written, re.MULTILINE)
    return [(int(chapter), re.findall(r"`(\w+)`", helpers)) for chapter, helpers in table]


def test_every_formula_names_a_helper_of_its_chapter():
    modules = names.public() | {"binom": None}  # SciPy's
    unknown = [name for _, helpers in rows() for name in helpers if name not in modules]
    assert not unknown, f"book/formulas.md names what give_or_take does not have: {unknown}"
    assert len(rows()) > 30 and all(helpers for _, helpers in rows())
    for chapter, helpers in rows():
        assert {names.chapter(modules[name]) for name in helpers if modules[name]} <= {chapter}, helpers
    assert [chapter for chapter, _ in rows()] == sorted(chapter for chapter, _ in rows())


def test_rows_of_chapters_that_are_not_there_wait(series):
    line = "| a | $x$ | {} | `margin`, `standard_error`, `no_such` |"
    assert book.formulas(line.format(99), series) == ""
    shown = book.formulas(line.format(2), series)
    begin = "| a | $x$ | [2](02-standard-error.ipynb) | {py:obj}`margin <give_or_take.margin>`, {py:obj}`st"
    assert shown.startswith(begin) and shown.endswith("`, `no_such` |")


def test_the_toolbox_describes_every_public_name_once_in_the_houses_order(site):
    reference = "\n".join(site[file].decode() for file in site if file.startswith("api/"))
    described = re.findall(r"^\.\. auto(?:class|function):: (\w+)$", reference, re.MULTILINE)
    assert sorted(described) == sorted(name for floor in names.FLOORS for name in names.public(floor))
    order = re.findall(r"^api/([\w.]+)$", site["api.md"].decode(), re.MULTILINE)
    assert order == [module.removeprefix("give_or_take.") for module in names.modules()]


# --- Files


def test_only_what_changed_is_written_and_nothing_stale_stays(tmp_path):
    assert book.write({"a.md": b"1", "b/c.md": b"2"}, tmp_path) == ({"a.md", "b/c.md"}, set())
    stamp = (tmp_path / "a.md").stat().st_mtime_ns
    assert book.write({"a.md": b"1", "b/d.md": b"2"}, tmp_path) == ({"b/d.md"}, {"b/c.md"})
    assert (tmp_path / "a.md").stat().st_mtime_ns == stamp
    assert sorted(path.name for path in tmp_path.rglob("*.md")) == ["a.md", "d.md"]


def test_what_the_site_is_made_of_changes_with_whatever_it_shows(tmp_path, monkeypatch):
    monkeypatch.setattr(book, "ROOT", tmp_path)
    monkeypatch.setattr(book, "STAMP", tmp_path / "stamp")
    (tmp_path / "book" / "__pycache__").mkdir(parents=True)
    seen = [book.made_of()]
    for name in ("book/page.md", "book/_static/house.css", "README.md", "tools/book.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        for text in ("one", "other"):
            (tmp_path / name).write_text(text)
            seen.append(book.made_of())
    monkeypatch.setenv("SITE_URL", "https://example.org")
    seen.append(book.made_of())
    assert len(set(seen)) == len(seen)
    (tmp_path / "book" / "__pycache__" / "page.pyc").write_text("")
    assert book.made_of() == seen[-1] and not book.is_current()
    book.STAMP.write_text(seen[-1])
    assert book.is_current()


def test_a_site_that_is_up_to_date_is_left_alone(monkeypatch, capsys):
    monkeypatch.setattr(book, "is_current", lambda: True)
    monkeypatch.setattr(book, "assemble", None)  # would fail
    assert book.main([]) == 0
    assert "is up to date" in capsys.readouterr().out
