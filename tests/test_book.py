"""The assembler of the site: what it folds, links, draws and takes from elsewhere. The built pages: tests/browser."""

import copy
import json
import re
from os.path import normpath
from pathlib import Path

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tools import book, names, prose

ROOT = Path(__file__).resolve().parent.parent
HOUSE = book.House.open(ROOT)
TERMS = book.read_glossary((ROOT / "book" / "glossary.md").read_text(encoding="utf-8"))
FILES = book.assemble(ROOT)
PNG = "iVBORw0KGgo="

TERM = book.Term("standard error", ("standard error", "standard errors"), "A spread.")
CLUSTERED = book.Term("clustered standard error", ("clustered standard error",), "Another.")


def text(name):
    return FILES[name].decode()


def pages(kind="[0-9][0-9]-*.ipynb"):
    """The chapters as the site gets them: {file: list of cells}."""
    return {name: json.loads(FILES[name])["cells"] for name in FILES if Path(name).match(kind)}


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
    assert book.link_terms(written, [TERM, CLUSTERED], set()) == linked


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
        "**The standard error.**",
        "- **a** a standard error",
        "non-standard errors",
        "standard errorless",
    ],
)
def test_no_link_where_none_belongs(written):
    assert book.link_terms(written, [TERM], set()) == written


def test_a_term_is_linked_once_a_chapter():
    linked = set()
    first = book.link_terms("A standard error.", [TERM], linked)
    assert linked == {"standard error"} and "{term}" in first
    assert book.link_terms("A standard error.", [TERM], linked) == "A standard error."


@pytest.mark.parametrize("name", pages())
def test_each_chapter_links_each_term_it_uses_just_once(name):
    shown = "\n\n".join("".join(cell["source"]) for cell in pages()[name] if cell["cell_type"] == "markdown")
    links = re.findall(r"\{term\}`[^<`]+ <([^>]+)>`", shown)
    assert len(links) == len(set(links)) and set(links) <= {term.name for term in TERMS}
    plain = book.markdown(HOUSE.notebooks[name[:2]])
    for term in TERMS:
        if book.link_terms(book.site_text(plain), [term], set()) != book.site_text(plain):
            assert term.name in links or any(other.startswith(term.name) or term.name in other for other in links), term


def test_every_entry_of_the_glossary_was_read_and_is_used():
    written = (ROOT / "book" / "glossary.md").read_text(encoding="utf-8")
    assert len(TERMS) == len(re.findall(r"^: ", written, re.MULTILINE)) > 30
    forms = [form.lower() for term in TERMS for form in term.forms]
    assert len(forms) == len(set(forms))
    assert [term.name for term in TERMS if not book.first_chapter(term, HOUSE.notebooks)] == []
    assert [term.name for term in TERMS if not term.meaning.endswith(".")] == []


def test_the_glossary_has_what_chapters_set_in_bold():
    """Bold inside a sentence is a term, with its meaning beside it, or stands in the glossary's list of exceptions."""
    known = {form.lower() for term in TERMS for form in term.forms}
    written = (ROOT / "book" / "glossary.md").read_text(encoding="utf-8")
    known |= {word.strip(" .\n").lower() for word in re.search(r"not terms: (.*?)-->", written, re.S)[1].split(";")}
    missing = []
    for number, notebook in HOUSE.notebooks.items():
        for cell in notebook.cells:
            if cell.cell_type == "markdown":
                for bold in re.findall(r"(?<=[\w,:;(] )\*\*([^*\d$]{2,}?)\*\*", prose.COMMENT.sub("", cell.source)):
                    if " ".join(bold.split()).lower() not in known and bold[-1] not in ".?:":
                        missing.append(f"chapter {number}: {bold!r}; add it to book/glossary.md")
    assert missing == []


def test_a_term_names_the_chapter_that_explains_it():
    said = {term.name: book.first_chapter(term, HOUSE.notebooks) for term in TERMS}
    assert said["standard error"] == "02" and said["Wilson's interval"] == "03" and said["flips"] == "05"
    entry = text("glossary.md").split("\nstandard error\n")[1].split("\n\n")[0]
    assert entry.startswith("  The spread") and entry.endswith("*Chapter [2](02-standard-error.ipynb).*")


# --- Folding


def predicted():
    """A chapter with a prediction, an exercise and a solution."""
    said = [new_output("stream", name="stdout", text="84\n")]
    cells = [
        new_markdown_cell("# 1 · A title\n\n[← 0 · Before](00-b.ipynb) | [2 · After →](02-a.ipynb)"),
        new_markdown_cell(
            "So **it** is.\n\n**Predict 1A.** Which?\n\n- **a** this\n- **b** that <!-- given: 84, x -->"
        ),
        new_code_cell("guess = ...  # a or b", outputs=said),
        new_code_cell("print(84)", outputs=said),
        new_code_cell('print(84)\nreveal("1A", guess)', outputs=said),
        new_markdown_cell("**The rule.**\nIt is *this*.\n", metadata={"tags": ["after-reveal"]}),
        new_code_cell("print(84)", outputs=said),
        new_code_cell('reveal("1A", ...)', outputs=said),
        new_markdown_cell("## Exercises ◆ 5 min\n\n### Exercise 1.1 · compute", metadata={"tags": ["part-exercises"]}),
        new_code_cell('answer = ...\ncheck("1.1", answer)', outputs=said),
        new_code_cell('answer = 84\ncheck("1.1", answer)', outputs=said, metadata={"tags": ["hide-cell"]}),
    ]
    return new_notebook(cells=cells)


def test_what_gives_a_result_away_is_folded():
    notebook = predicted()
    before = copy.deepcopy(notebook)
    page, files = book.chapter_page(notebook, "01-a-title")
    assert notebook == before, "the notebook itself is left alone"
    assert files == {}
    title, question, guess, first, reveal, rule, later, again, exercises, answer, solution = page.cells
    assert title.source.strip() == "# 1 · A title"
    assert question.source.startswith("So **it** is.\n\n:::{container} predict\n**Predict 1A.** Which?")
    assert question.source.endswith("- **b** that \n:::")
    assert guess.outputs == [] and answer.outputs == []
    for cell in (first, reveal, again):
        assert (
            cell.metadata.tags == ["hide-output", "sentences"]
            and cell.metadata.mystnb.code_prompt_show == "Show what happens"
        )
        assert cell.outputs
    assert rule.source == '<details class="fold">\n<summary>The rule.</summary>\n\nIt is *this*.\n\n</details>'
    assert later.metadata == {"tags": ["sentences"]}
    assert exercises.source.startswith("## Exercises [◆ 5 min]{.core}\n\n{.in-lab}\nAnswer these in JupyterLab")
    assert solution.metadata.mystnb.code_prompt_show == "Solution 1.1" and "hide-cell" in solution.metadata.tags


@pytest.mark.parametrize("name", pages())
def test_in_every_chapter_results_wait_behind_a_fold(name):
    guessed = False
    for cell in pages()[name]:
        source, tags = "".join(cell["source"]), cell["metadata"].get("tags", [])
        if source.startswith("guess = ..."):
            guessed = True
        elif source.startswith("## "):
            guessed = False
        elif guessed and cell["cell_type"] == "code":
            assert "hide-output" in tags, source
            guessed = "reveal(" not in source
        if prose.called("reveal", source):
            assert "hide-output" in tags, source
        if "after-reveal" in tags:
            assert source.startswith('<details class="fold">\n<summary>') and source.endswith("</details>")
        if "hide-cell" in tags:
            assert re.match("Solution|More", cell["metadata"]["mystnb"]["code_prompt_show"])
        assert "Blank so far" not in json.dumps(cell)
        assert not re.search(r"<!--|→\]|\[←|^<br>", source if cell["cell_type"] == "markdown" else "")


# --- Figures


def test_a_figure_has_its_description_and_a_caption():
    outputs = [
        new_output("display_data", data={"image/png": PNG, "text/plain": alt}, metadata={"image/png": {"alt": alt}})
        for alt in ('A bar: 84% "so far", p*q.', "Two bars.")
    ]
    page, files = book.chapter_page(new_notebook(cells=[new_code_cell("show(x)", outputs=outputs)]), "02-a")
    assert sorted(files) == ["figures/02-a-1.png", "figures/02-a-2.png"]
    assert files["figures/02-a-1.png"][:4] == b"\x89PNG"
    one, two = (output.data["text/markdown"] for output in page.cells[0].outputs)
    assert one == (
        ":::{figure} figures/02-a-1.png\n"
        ':alt: "A bar: 84% \\"so far\\", p*q."\n\n'
        '**Figure 2.1.** A bar: 84% "so far", p\\*q.\n:::'
    )
    assert "**Figure 2.2.** Two bars." in two and list(page.cells[0].outputs[0].data) == ["text/markdown"]


def test_a_long_description_makes_a_short_caption():
    assert book.caption("One. Two.") == "One. Two."
    assert book.caption("Seven bars, side by side: " + "0.84 and more; " * 30) == "Seven bars, side by side."


def test_only_sentences_are_wrapped():
    def page(text):
        output = new_output("stream", name="stdout", text=text)
        return book.chapter_page(new_notebook(cells=[new_code_cell("print(x)", outputs=[output])]), "02-a")[0]

    assert page("A sentence, 84%.\n").cells[0].metadata.tags == ["sentences"]
    assert page("slice  right\n    1     84\n").cells[0].metadata == {}


def test_an_explorer_is_a_still_that_says_how_to_move_it():
    said = "A dot.\nPaste this.\nIn JupyterLab, run this cell and move 'score, %' and 'items'."
    output = new_output(
        "display_data", data={"image/png": PNG, "text/plain": said}, metadata={"image/png": {"alt": "A dot."}}
    )
    page, _ = book.chapter_page(new_notebook(cells=[new_code_cell("explore(x)", outputs=[output])]), "02-a")
    shown = page.cells[0].outputs[0].data["text/markdown"]
    assert "**Figure 2.1.** A dot.\n:::\n\n**To paste:** Paste this.\n\n{.in-lab}\nThis is a still. Move it" in shown
    assert shown.endswith("run `make lab`, open this chapter, run this cell, and move *score, %*, *items*.")


def test_every_stored_picture_is_a_figure_of_the_site():
    for number, notebook in HOUSE.notebooks.items():
        stem = Path(HOUSE.files[number]).stem
        drawn = [name for name in FILES if name.startswith(f"figures/{stem}-")]
        assert len(drawn) == len(list(book.pictures(notebook.cells)))
        assert json.dumps(pages()[HOUSE.files[number]]).count(":::{figure}") == len(drawn)
        explorers = [cell for cell in notebook.cells if cell.source.startswith("explore(")]
        assert json.dumps(pages()[HOUSE.files[number]]).count("This is a still.") == len(explorers)


# --- What is taken from elsewhere


def test_chapters_come_from_the_folder_and_from_nowhere_else(tmp_path):
    """A chapter is on the site by being there: in the map, the claim, the glossary's links and the side bar."""
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "CITATION.cff", "book", "helpers"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "notebooks").mkdir()
    for name in ("00-start-here", "01-sampling-wobble", "02-standard-error"):
        (tmp_path / "notebooks" / f"{name}.ipynb").symlink_to(ROOT / "notebooks" / f"{name}.ipynb")
    (tmp_path / "notebooks" / "07-new.ipynb").symlink_to(ROOT / "notebooks" / "02-standard-error.ipynb")
    files = book.assemble(tmp_path)
    home = files["index.md"].decode()
    rows = re.findall(r"^\| \[.*?\]\(([\w-]+)\.ipynb\) \|", home, re.MULTILINE)
    assert rows == ["00-start-here", "01-sampling-wobble", "02-standard-error", "07-new"]
    assert "figures/01-sampling-wobble-" in home and "After [2 · Standard error](07-new.ipynb)" in home
    assert ":glob:\n\n[0-9][0-9]-*\n" in home
    assert "](03-" not in files["glossary.md"].decode() + files["formulas.md"].decode()


def test_no_source_of_the_site_names_a_chapter():
    names = [Path(name).stem for name in HOUSE.files.values()]
    for path in (*(ROOT / "book").glob("*.*"), *(ROOT / "book" / "_static").iterdir(), ROOT / "tools" / "book.py"):
        assert not [name for name in names if name in path.read_text(encoding="utf-8")], path


def test_the_home_page_says_what_this_is_in_the_readmes_words():
    readme, home = (ROOT / "README.md").read_text(encoding="utf-8"), text("index.md")
    assert readme.split("\n\n")[1] in home and "make lab " in home and "{{" not in home
    for heading in ("For readers", "For instructors", "For practitioners"):
        assert f"## {heading}\n" in home and book.section(readme, heading)[:60] in home
    for number, notebook in HOUSE.notebooks.items():
        minutes = notebook.metadata.give_or_take.minutes
        row = next(line for line in home.splitlines() if line.startswith(f"| [{HOUSE.title(number)}]"))
        assert [int(n) for n in re.findall(r"\| (\d+) min", row)] == [minutes.reading, minutes.exercises, minutes.room]
    assert len((ROOT / "book" / "index.md").read_text(encoding="utf-8").split()) < 90, "its sentences are the README's"


def test_links_between_documents_lead_to_pages():
    told = book.rewrite_links(
        "[a](../README.md) [b](CONTRIBUTING.md#tests) [c](notebooks/01-x.ipynb) [d](https://x.org)"
    )
    assert told == "[a](../README.md) [b](contributing.md#tests) [c](01-x.ipynb) [d](https://x.org)"
    assert book.rewrite_links("[a](README.md)", "helpers/give_or_take/data") == "[a](data.md)"
    for name in FILES:
        if name.endswith(".md"):
            for bang, label, target in prose.LINK.findall(prose.CODE.sub("", prose.FENCE.sub("", text(name)))):
                if "://" not in target and not target.startswith("#"):
                    place = normpath(Path(name).parent / target.split("#")[0])
                    assert Path(place).as_posix() in FILES, (name, bang, label, target)


def test_the_citation_is_that_of_the_file():
    version = re.search(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)[1]
    assert f"Version {version}." in text("cite.md") and f"  version = {{{version}}},\n}}" in text("cite.md")
    assert "@software{give_or_take,\n  author  = {{The Give or Take authors}},\n" in text("cite.md")


# --- Formulas and the toolbox


def rows():
    """The rows of formulas.md: (what, formula, chapter, helpers)."""
    written = (ROOT / "book" / "formulas.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| (.+) \| (.+) \| (\d+) \| (.+) \|$", written, re.MULTILINE)
    return [(what, formula, int(chapter), re.findall(r"`(\w+)`", names)) for what, formula, chapter, names in table]


def test_every_formula_names_a_helper_of_its_chapter():
    assert len(rows()) > 30
    for what, _, chapter, called in rows():
        assert called, what
        for name in called:
            if name != "binom":  # SciPy's
                assert chapter == names.chapter(names.public()[name]), name
    assert [chapter for *_, chapter, _ in rows()] == sorted(chapter for *_, chapter, _ in rows())


def test_rows_of_chapters_that_are_not_there_wait():
    line = "| a | $x$ | {} | `margin`, `standard_error` |"
    assert book.formulas(line.format(99), HOUSE) == ""
    shown = book.formulas(line.format(2), HOUSE)
    begin = "| a | $x$ | [2](02-standard-error.ipynb) | {py:obj}`margin <give_or_take.margin>`, {py:obj}`st"
    assert shown.startswith(begin)


def test_the_toolbox_describes_every_public_name_once_in_the_houses_order():
    reference = "\n".join(text(file) for file in FILES if file.startswith("api/"))
    described = re.findall(r"^\.\. auto(?:class|function):: (\w+)$", reference, re.MULTILINE)
    assert sorted(described) == sorted(name for floor in names.FLOORS for name in names.public(floor))
    order = re.findall(r"^api/([\w.]+)$", text("api.md"), re.MULTILINE)
    assert order == [module.removeprefix("give_or_take.") for module in names.modules()]


# --- Files


def test_only_what_changed_is_written_and_nothing_stale_stays(tmp_path):
    assert book.write({"a.md": b"1", "b/c.md": b"2"}, tmp_path) == ({"a.md", "b/c.md"}, set())
    stamp = (tmp_path / "a.md").stat().st_mtime_ns
    assert book.write({"a.md": b"1", "b/d.md": b"2"}, tmp_path) == ({"b/d.md"}, {"b/c.md"})
    assert (tmp_path / "a.md").stat().st_mtime_ns == stamp
    assert sorted(path.name for path in tmp_path.rglob("*.md")) == ["a.md", "d.md"]
