"""A chapter as a page: what is folded and in which order it stands, its pictures, what can be taken along."""

import copy
import json
import re
from base64 import b64encode

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from test_form import NOTEBOOKS, by_name

from give_or_take.classroom import exercises, predict
from give_or_take.classroom.exercises import Exercise
from give_or_take.classroom.figures import Picture, canvas
from tools import notebook
from tools.notebook import ROOT, Chapter
from tools.site.chapter import chapter_page, counts, downloads
from tools.site.figures import caption, explored, figure, width
from tools.site.fold import CODE, REST

PNG = "iVBORw0KGgo="
RESULT = '<details class="fold result">\n<summary>Show what happens</summary>'


@pytest.fixture(scope="module")
def pages(series):
    """The pages of the chapters: {number: (notebook, files)}."""
    return {number: chapter_page(chapter) for number, chapter in series.chapters.items()}


def chapter(*cells, name="02-a", **more):
    path = ROOT / "notebooks" / f"{name}.ipynb"
    cells = [nbformat.from_dict(cell | {"id": f"cell-{k}"}) for k, cell in enumerate(cells)]
    return Chapter(new_notebook(cells=cells), path, **more)


def text(source, *tags):
    return new_markdown_cell(source, metadata={"tags": list(tags)} if tags else {})


def code(source, *outputs, tags=()):
    return new_code_cell(source, outputs=list(outputs), metadata={"tags": list(tags)} if tags else {})


def prints(words="84\n"):
    return new_output("stream", name="stdout", text=words)


def shows(**data):
    data = {name.replace("_", "/"): words for name, words in data.items()}
    return new_output("execute_result", data=data, metadata={"image/png": {"alt": "A."}} if "image/png" in data else {})


def page(*cells, **more):
    """The page of a chapter with these cells, without the questions at its end."""
    return chapter_page(chapter(*cells, **more))[0].cells[:-1]


def sources(*cells, **more):
    return [cell.source for cell in page(*cells, **more)]


# --- What is folded


def test_what_gives_a_result_away_is_folded_and_no_blank_is_left():
    question = "So **it** is.\n\n**Predict 1A.** Which?\n\n- **a** this\n- **b** that <!-- given: 84, x -->"
    mine = chapter(
        text("# 1 · A title\n\n[← 0 · Before](00-b.ipynb) | [2 · After →](02-a.ipynb)"),
        text(question),
        code("guess = ...  # a or b"),
        code("print(84)", prints()),
        code('reveal("1A", guess)', prints("No guess.")),
        text("### The rule\n\nIt is *this*.", "after-reveal"),
        code("print(84)", prints()),
        text("### Once more"),
        code('reveal("1A", ...)', prints("No guess.")),
        name="01-a-title",
    )
    before = copy.deepcopy(mine.nb)
    title, asks, opens, first, behind, unguessed, rule, later, end, _, again, _ = chapter_page(mine)[0].cells
    assert mine.nb == before, "the notebook itself is left alone"
    assert title.source == "# 1 · A title\n\n"
    assert ":::{container} predict\n:name: predict-1a\n\n**Predict 1A.** Which?" in asks.source
    assert asks.source.endswith("- **b** that \n:::")
    assert opens.source == RESULT and end.source == "</details>"
    assert first.outputs and "remove-input" in first.metadata.tags
    assert (behind.source, behind.outputs, behind.metadata.tags) == ("print(84)", [], ["behind"])
    words = predict._reply_to_letter(exercises.PREDICTIONS["1A"], ...)
    assert unguessed.source == f":::{{container}} unguessed\n{words}\n:::", "in the words of reveal"
    assert rule.source == '<p class="rubric">The rule</p>\n\nIt is *this*.' and later.outputs
    assert re.match(r'<details class="fold unguessed">\n<summary>Show what happens</summary>\n\n', again.source)
    assert words in again.source


def test_a_fold_ends_where_the_next_question_or_heading_begins():
    def folds(*cells):
        return [source.split("\n")[0] for source in sources(*cells)]

    guess, opens, ends = code("guess = ..."), '<details class="fold result">', "</details>"
    assert folds(guess, text("And?"), guess) == [opens, ends, "And?", opens, ends]
    assert folds(guess, text("## Next")) == [opens, ends, "## Next"]
    parts = [text(f"### {name}\n\nSo.", "after-reveal") for name in "ab"]
    fold = '<details class="fold">'
    assert folds(*parts, guess) == [fold, "", ends, fold, "", ends, opens, ends]
    assert folds(code('guess = ...\nnote("1A", guess)')) == [], "only noted, so nothing follows"


def test_the_set_up_and_what_was_luck_are_folded():
    set_up, later, _, found = page(
        code("import numpy as np\n\nSEED = 1", prints("All is well.")),
        code("import math"),
        text("## What was luck", "part-luck"),
        code('survives("It rose.", True)', prints("It rose.")),
    )
    prompt = {"code_prompt_show": "Set-up", "code_prompt_hide": "Set-up"}
    assert set_up.metadata == {"tags": ["hide-input"], "mystnb": prompt} and set_up.outputs == []
    assert later.metadata == {}
    assert {"hide-output", "remove-input"} <= set(found.metadata.tags) and found.outputs


def test_a_blank_gives_way_to_a_field_and_the_solution_is_folded():
    asked, rest, field, heading, solution = page(
        text("## Exercises ◆ 5 min\n\n### Exercise 2.1 · compute", "part-exercises"),
        code('from math import sqrt\n\nanswer = ...  # a number\ncheck("2.1", answer)', prints("Blank so far.")),
        text("## Solutions", "part-solutions"),
        code('answer = 84\ncheck("2.1", answer)', prints("Right.")),
    )
    assert asked.source.startswith("## Exercises\n\n{.in-lab .write-down}\nWrite your answers down, then open")
    assert (rest.source, rest.outputs) == ("from math import sqrt", [])
    assert field.source == '<div class="exercise" data-exercise="2.1"></div>'
    assert solution.source.startswith("answer = 84") and solution.metadata.mystnb.code_prompt_show == "Solution 2.1"
    assert "hide-cell" in solution.metadata.tags and solution.outputs


def test_code_that_nobody_checks_shows_one_way_to_write_it():
    asks = Exercise("2.1", None, (), {}, None, "Take the `mean`.", "", False, 0, 0, cases=list)
    _, blank, steps, way, *_ = page(
        text("### Exercise 2.1 · write"),
        code('def f(n):\n    ...\n\n\ncheck("2.1", f)', prints("Blank so far. Put ...")),
        text("## Solutions", "part-solutions"),
        code('def f(n):\n    return n\n\n\ncheck("2.1", f)', prints("Right.")),
        exercises={"2.1": asks},
    )
    assert (blank.source, blank.outputs) == ("def f(n):\n    ...", [])
    assert steps.source.endswith("in plain words. Take the `mean`. Then compare.")
    assert way.metadata.mystnb.code_prompt_show == "Show one way" and "return n" in way.source


def test_code_that_only_sets_out_is_folded_below_what_it_shows():
    shown, folded = page(code("a = b()\nshow(a)", shows(image_png=PNG), tags=["hide-input", "moves-a"]))
    assert shown.outputs and shown.metadata.tags == ["moves-a", "remove-input"]
    assert (folded.source, folded.outputs) == ("a = b()\nshow(a)", [])
    assert folded.metadata.mystnb.code_prompt_show == CODE and folded.metadata.tags == ["hide-input"]
    (open_code,) = page(code("a = b()\nshow(a)", shows(image_png=PNG)))
    assert open_code.outputs and open_code.metadata == {}


def test_what_answers_a_guess_stands_above_its_code():
    value = shows(text_plain="0.8")
    _, words, drawn, _, asks, lesson, rest, _, _, later, _ = page(
        code("guess = ..."),
        text("A short cut."),
        code("x = rng.random(9)\n\ny = 1\nplt.a()\nshow(x)", shows(image_png=PNG)),
        code("show(y)", shows(image_png=PNG), tags=["hide-input"]),
        code("share = np.mean(x)\nshare  # of nine", value),
        code('reveal("1A", guess)'),
        text("### So", "after-reveal"),
        code("y = 1\ny", value),
    )
    assert words.source == "A short cut." and drawn.outputs and drawn.metadata.tags == ["remove-input"]
    assert (asks.source, asks.outputs) == ("share = np.mean(x)\nshare  # of nine", [value])
    assert asks.metadata.tags == ["asks", "sentences"]
    assert lesson.source == "x = rng.random(9)"
    assert lesson.metadata == {"tags": ["behind"]}, "its title says that it made what stands above"
    assert rest.source == "y = 1\nplt.a()\nshow(x)\n\nshow(y)" and rest.metadata.mystnb.code_prompt_show == REST
    assert (later.source, later.outputs) == ("y = 1\ny", [value]), "there the text says what the code does"


def test_below_the_heap_of_chapter_0_code_comes_first():
    _, opens, shown, _ = page(text("Guess. <!-- site: {heap} -->"), code("84\n2", shows(text_plain="2")))
    assert opens.source.startswith('<details class="fold result">\n<summary>What comes for ours')
    assert (shown.source, len(shown.outputs)) == ("84\n2", 1)


def test_a_reveal_beside_what_happens_keeps_what_was_printed():
    _, shown, behind, _ = page(code("guess = ..."), code('print(84)\nreveal("1A", guess)', prints()))
    assert shown.outputs and behind.source == 'print(84)\nreveal("1A", guess)'


@by_name
def test_in_every_chapter_results_wait_behind_a_fold_and_come_before_their_code(path, pages):
    fold, answering = "", False
    for cell in pages[path.name[:2]][0].cells:
        tags, is_text = notebook.tags(cell), cell.cell_type == "markdown"
        assert not (fold and is_text and cell.source.startswith("#")), cell.source
        if is_text and cell.source.startswith("<details") and not cell.source.endswith("</details>"):
            assert not fold, "no fold in a fold"
            fold = cell.source.split("\n")[0]
            answering = cell.source == RESULT
        elif cell.source == "</details>":
            assert fold
            fold = ""
        answering = answering and bool(fold) and not cell.source.startswith('<p class="rubric">')
        assert "after-reveal" not in tags or fold
        assert ":::{container} unguessed" not in cell.source or fold
        assert not re.search(r"^(guess|answer) = \.\.\.|<!--|→\]|\[←|^<br>", cell.source, re.MULTILINE)
        if not is_text and cell.outputs:
            assert "hide-input" not in tags or "remove-input" in tags, cell.source
            assert not answering or "remove-input" in tags or "asks" in tags, cell.source


@by_name
def test_in_every_chapter_no_line_of_code_is_lost(path, pages):
    cells = [cell for cell in pages[path.name[:2]][0].cells if "remove-input" not in notebook.tags(cell)]
    told = "\n".join(cell.source for cell in cells)
    waits = re.compile(r"(guess|answer) = \.\.\.|(check|note|reveal|survives)\(")
    for _, cell in Chapter.open(path).code:
        lines = [] if "survives(" in cell.source else cell.source.splitlines()
        assert [line for line in lines if line not in told and not waits.match(line)] == []


# --- What the page adds


@by_name
def test_a_chapter_hands_out_its_notebook_its_data_and_its_slides(path, pages, series):
    (top,) = [cell.source for cell in pages[path.name[:2]][0].cells if '<div class="take-along">' in cell.source]
    assert re.match(rf"## {re.escape(Chapter.open(path).question)}\n\n<div", top), "below the question"
    given = downloads(series)
    links = re.findall(r'href="(downloads/[^"]+)" download', top)
    handed, own = (nbformat.reads(data.decode(), 4).cells for data in (given[f"extra/{links[0]}"], path.read_bytes()))
    assert [each.source for each in handed if each.cell_type == "code"] == [
        each.source for each in own if each.cell_type == "code"]  # fmt: skip
    assert [each.id for each in handed] == [each.id for each in own]
    assert not any(each.get("outputs") or re.search("<!--|^#.*◆", each.source, re.MULTILINE) for each in handed)
    read = set(re.findall(r"\bfiles/[\w-]+\.csv", path.read_text(encoding="utf-8")))
    read |= {f"data/{name}.csv" for name in re.findall(r'\bload\(\\"(\w+)\\"\)', path.read_text(encoding="utf-8"))}
    assert {f"downloads/{name}" for name in read} == set(links[1:])
    for link in links[1:]:
        folder = path.parent if "/files/" in link else ROOT / "helpers" / "give_or_take"
        assert given[f"extra/{link}"] == (folder / link.removeprefix("downloads/")).read_bytes()


@by_name
def test_a_chapter_says_where_one_is_and_leaves_the_minutes_of_a_room_to_the_instructor(path, pages):
    shown = [cell.source for cell in pages[path.name[:2]][0].cells if cell.cell_type == "markdown"]
    links = re.findall(r'<a href="([^"]+).html" title="[^"]+"( aria-current="page")?>(\d+)</a>', shown[0])
    assert [stem for stem, _, _ in links] == [one.stem for one in NOTEBOOKS]
    assert [stem for stem, here, _ in links if here] == [path.stem]
    assert all(int(stem[:2]) == int(number) for stem, _, number in links)
    assert not re.search(r"◆|in a workshop \d", "\n".join(shown))
    said = "Reading {reading} min · exercises {exercises} min".format(**Chapter.open(path).minutes)
    assert shown[0].count(said) == "\n".join(shown).count(said) == 1
    further = [words for words in shown if words.startswith("## Going further")]
    assert all(re.search(r"^## .*\n\n\*About \d+ min more\.\*\n", words) for words in further)


def test_an_opening_is_voted_on_where_it_is_asked_and_said_again_where_it_is_answered(pages):
    for number, (nb, _) in pages.items():
        words = "\n".join(cell.source for cell in nb.cells)
        assert words.count('<div class="opening"') == words.count('<em class="said">') == (number not in ("00", "12"))
        assert words.find('<div class="opening"') <= words.find('<em class="said">')


def test_a_call_that_a_later_chapter_names_is_a_link_to_its_box(pages):
    boxes = "\n".join(cell.source for cell in pages["00"][0].cells)
    named = []
    for nb, _ in pages.values():
        words = "\n".join(cell.source for cell in nb.cells if cell.cell_type == "markdown")
        named += re.findall(r'<a href="00-start-here.html#(predict-0\w)">call 0\w of chapter 0</a>', words)
        assert not re.search(r"call 0\w of chapter 0(?!</a>)", words)
    assert len(named) >= 4 and all(f"\n:name: {name}\n" in boxes for name in named)


def test_an_exercise_leads_to_the_calculator_and_shows_its_counts_where_the_registry_says_so(pages):
    shown = "".join(cell.source for nb, _ in pages.values() for cell in nb.cells)
    known = [one for one in exercises.REGISTRY.values() if f"{int(one.id.split('.')[0]):02}" in pages]
    assert shown.count("Work it out in the calculator") == sum(bool(one.calculator) for one in known) > 5
    assert shown.count("<summary>The counts</summary>") == sum(bool(one.counts) for one in known) == 4
    rows = {one.id: one.counts()[1:] for one in known if one.counts}
    assert counts(exercises.REGISTRY["3.5"]).endswith("| 8 | 3 | 20 |\n| 9 | 0 | 2 |\n| 11 | 0 | 1 |\n\n</details>")
    assert [n for _, n in rows["5.4"]] == [15, 33, 30, 247]
    assert rows["2.4"] == [(4, 86, 297), (5, 34, 175)]
    assert rows["8.4"][-1] == ("all", 206, 59, 113, 351)


# --- Figures


def test_a_figure_has_its_description_a_caption_and_a_width_by_which_all_letters_are_alike():
    drawn = b64encode(Picture(canvas("Bars", "x", "y")[0], "Bars.").png()).decode()
    outputs = [
        new_output("display_data", data={"image/png": drawn, "text/plain": alt}, metadata={"image/png": {"alt": alt}})
        for alt in ('A bar: 84% "so far". Each bar is p*q.', "Two bars.")
    ]
    made, files = chapter_page(chapter(code("show(x)", *outputs)))
    assert sorted(files) == ["figures/02-a-1.png", "figures/02-a-2.png"]
    assert all(width(png) == 7.2 for png in files.values())
    assert files["figures/02-a-1.png"][:4] == b"\x89PNG"
    one, two = (output.data["text/markdown"] for output in made.cells[0].outputs)
    assert one == (
        ":::{figure} figures/02-a-1.png\n"
        ':alt: "A bar: 84% \\"so far\\". Each bar is p*q."\n:width: 36.67em\n:target: _images/02-a-1.png\n\n'
        "**Figure 2.1** Each bar is p\\*q.\n:::"
    )
    assert "\n\n**Figure 2.2**\n:::" in two and list(made.cells[0].outputs[0].data) == ["text/markdown"]


def test_a_wide_picture_goes_beyond_the_column():
    assert ":width: 36.67em\n:target" in figure("a.png", "Bars.", 7.2, "")
    assert ":width: 43.80em\n:figclass: beyond\n:target" in figure("a.png", "Bars.", 8.6, "")


def test_a_caption_says_how_to_read_a_picture_or_nothing():
    assert caption("Two heaps of scores. A dashed line marks the truth, 56.3%.") == ""
    assert caption("31 miss. Each row is a test of 2.5 items; 31 have no width. Each is blue.") == (
        "Each row is a test of 2.5 items."
    )
    assert caption("Each bar is a score.") == "Each bar is a score." and caption("Bars. Eachother.") == ""


@pytest.mark.parametrize(
    ("printed", "tags"),
    [
        ("A sentence, 84%.\n", ["sentences"]),
        ("Two lines,\n  the second further in.\n", ["sentences"]),
        ("slice  right\n    1     84\n", []),
    ],
)
def test_only_sentences_are_wrapped(printed, tags):
    (cell,) = page(code("print(x)", prints(printed)))
    assert notebook.tags(cell) == tags


def test_the_type_of_a_column_is_left_out():
    (cell,) = page(code("print(x)", prints("1  82\nName: count, dtype: int64\n")))
    assert cell.outputs[0].text == "1  82\n"


def test_an_explorer_is_a_still_that_says_how_to_move_it():
    words = "A dot.\nPaste this.\nIn JupyterLab, run this cell and move its sliders."
    output = new_output(
        "display_data", data={"image/png": PNG, "text/plain": words}, metadata={"image/png": {"alt": "A dot."}}
    )
    source = 'explore(draw.flips, new=("score, %", 0, 9.5, 3, 0.5), old=("items", 1, 200, 20))'
    (cell,) = page(code(source, output))
    shown = cell.outputs[0].data["text/markdown"]
    words = "**Figure 2.1**\n:::\n\n**To paste:** Paste this.\n\n{.in-lab}\nThe picture moves with JavaScript,"
    assert words in shown and "or in JupyterLab: the sliders are *score, %*, *items*." in shown
    data = json.loads(re.search(r'class="explore">(.*)</script>', shown.splitlines()[-2])[1])
    sliders = {"new": ["score, %", 0, 9.5, 3, 0.5], "old": ["items", 1, 200, 20, 1]}
    assert data == {"draw": "flips", "sliders": sliders}
    assert explored(code(source)) == ("flips", sliders) and explored(code("print(1)")) is None


def test_what_only_the_site_moves_is_marked_at_its_picture(series, pages):
    script = (ROOT / "book" / "_static" / "explore.js").read_text(encoding="utf-8")
    known = re.findall(r"^    (\w+): \{$", script[script.index("const site = {") :], re.MULTILINE)
    marked = []
    for number, one in series.chapters.items():
        shown = "".join(str(cell.get("outputs", "")) for cell in pages[number][0].cells)
        for cell in one.nb.cells:
            for name in (tag.removeprefix("moves-") for tag in notebook.tags(cell) if tag.startswith("moves-")):
                marked.append(name)
                assert notebook.pictures([cell]) and f'class="explore">{{"draw": "{name}"}}' in shown
        assert shown.count("_static/explore.js") <= 1, "once on a page"
    assert sorted(marked) == sorted(known) and marked


@by_name
def test_every_stored_picture_is_a_figure_of_the_site(path, pages):
    one, (nb, files) = Chapter.open(path), pages[path.name[:2]]
    shown = "".join(str(cell.get("outputs", "")) for cell in nb.cells)
    assert len(files) == len(one.pictures) == shown.count(":::{figure}")
    explorers = [cell for _, cell in one.code if cell.source.startswith("explore(")]
    marked = [tag for _, cell in one.code for tag in notebook.tags(cell) if tag.startswith("moves-")]
    assert shown.count("The picture moves with JavaScript") == len(explorers)
    assert shown.count('class="explore"') == len(explorers + marked)
