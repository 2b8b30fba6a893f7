"""The slides: each thing in its place, no answer before its vote, nothing that the notebooks do not say."""

import re
from base64 import b64decode, b64encode
from pathlib import Path
from types import SimpleNamespace

import jupytext
import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output
from test_form import NOTEBOOKS, Sample, by_name, code, figure, stdout, text

from give_or_take.classroom import figures
from tools import notebook, slides
from tools.notebook import Chapter
from tools.refresh import normalise

PNG = b64encode(b"\x89PNG\r\n\x1a\n....IHDR" + (300).to_bytes(4) + (100).to_bytes(4)).decode()


def chapter(*cells, **predictions):
    """A chapter of these cells."""
    cells = [text("# 2 · Margins\n\n[on](03.ipynb)\n\n*How far to reach?* <!-- hm -->"), *cells]
    about = {"give_or_take": {"chapter": 2, "minutes": {"reading": 1, "exercises": 1, "room": 30}}}
    nb = new_notebook(cells=cells, metadata=about)
    return Chapter(nb, Path("02-margins.ipynb"), predictions={f"2{id}": known for id, known in predictions.items()})


def picture(alt, *slide):
    """A cell that shows a picture."""
    cell = code("show(draw.it())", "", *(f"slide-{what}" for what in slide), outputs=figure(alt))
    cell.outputs[0].data["image/png"] = PNG
    return cell


def shown(*cells, **predictions):
    """The slides of some cells, but for the title."""
    return slides.deck(chapter(*cells, **predictions))[1:]


def flat(html):
    """The words of some HTML."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


VOTE = text("**Predict 2A.** How *many*?\n\n- **a** some\n- **b** a $p$\n  of most\n- **c** none", slide="vote")
GUESS = new_code_cell("guess = ...")
REGISTERED = SimpleNamespace(options="abc", right="b", because="As it <should> be.")
REVEAL = code('print(7)\nreveal("2A", guess)', "7 of 9\nNo guess this time. As it <should> be.")


# What a tag picks


@pytest.mark.parametrize(
    ("source", "what", "title", "words"),
    [
        ("## Why? ◆ 5 min\n\nFirst, *this*.\n\nThen that.", "text", "Why?", "First, this ."),
        ("### The rule\n\n> Reach *out*.\n\n> No.", "quote", "The rule", "Reach out ."),
        ("## A\n\nText.\n\n- one\n- two\n", "list", "A", "one two"),
        ("Text.\n\n1. one\n2. two\n", "list", "Section", "one two"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "table", "Section", "a b 1 2"),
        ("Long talk. It is (so) short. So, its law:\n\n$$a < b$$", "formula", "Section", r"So, its law: \[a &lt; b\]"),
        ("No formula.\n\n> In your head: $n^2$.", "formula", "Section", r"In your head: \(n^2\) ."),
        ("## E\n\nTalk.\n\n### Exercise 2.1 · b\n\nHm?\n\n- **a** x", "exercise", "Exercise 2.1 · b", "Hm? a x"),
        ("## Why?\n\nTalk.\n\n### Ship it\n\n**Predict 2A.** Do you?\n\n- **a** x", "vote", "Ship it", "Do you? a x"),
    ],
)
def test_a_tag_picks_one_piece_and_its_heading(source, what, title, words):
    cell = text(source, slide=what)
    (slide,) = shown(text("## Section"), cell)
    assert (slide.title, flat(slide.body)) == (title, words)
    assert slides.missing(cell) == []


def test_a_heading_reaches_into_the_next_cells():
    cells = [text("## Section"), text("### The rule"), GUESS, text("It is so.", slide="text"), text("## B")]
    assert [slide.title for slide in shown(*cells, text("On.", slide="text"))] == ["The rule", "B"]


def test_pieces_stand_in_the_order_of_the_notebook_whatever_the_order_of_the_tags():
    cells = text("## A\n\nOne.\n\n> Two.\n\n- three", slide="list text quote"), picture("A bell.", "figure")
    assert [slide.kind for slide in shown(*cells)] == ["text", "quote", "list", "figure"]


@pytest.mark.parametrize(
    "cell",
    [
        *(text("Only text.", slide=what) for what in ("quote", "formula", "vote", "figure", "story")),
        *(code("x = 1", "1", f"slide-{what}") for what in ("figure", "text")),
        code("x = 1", "", "slide-output"),
    ],
)
def test_a_tag_that_finds_nothing_is_missed(cell):
    assert slides.missing(cell) == slides.picked(cell) != []


def test_a_chapter_has_slides_because_it_has_tags():
    assert slides.deck(chapter(text("## A\n\nText."), picture("A bell."))) == []
    deck = slides.deck(chapter(text("## A\n\nText."), picture("A bell.", "figure")))
    assert [slide.kind for slide in deck] == ["title", "figure"]
    assert flat(deck[0].body) == "How far to reach? Give or Take · 30 min"


# Votes


def test_a_vote_shows_its_options_and_then_its_result():
    vote, result = shown(VOTE, GUESS, REVEAL, A=REGISTERED)
    assert (vote.kind, vote.above, flat(vote.body)) == (
        "vote",
        "Predict 2A · hands up",
        r"How many ? a some b a \(p\) of most c none",
    )
    assert (result.kind, result.title) == ("result", "**b** a $p$ of most")
    assert flat(result.body) == "7 of 9 As it &lt;should&gt; be."


def test_pictures_are_the_result_where_there_are_some():
    deck = shown(VOTE, GUESS, picture("One."), picture("Two."), REVEAL, A=REGISTERED)
    assert [slide.kind for slide in deck] == ["vote", "result", "result"]
    assert [slide.picture.alt for slide in deck[1:]] == ["One.", "Two."]
    assert "7 of 9" not in deck[1].body and "7 of 9" in "".join(deck[-1].notes)


def test_a_call_without_a_result_and_a_range():
    assert [slide.kind for slide in shown(VOTE, code('guess = ...\nnote("2A", guess)', "2A: no call yet."))] == ["vote"]
    a_range = SimpleNamespace(options={}, right=None, because="So.")
    _, result = shown(text("**Predict 2A.** Give a range.", slide="vote"), GUESS, REVEAL, A=a_range)
    assert result.title == "The result" and flat(result.body).endswith("So.")


@by_name
def test_no_answer_before_its_vote(path):
    """Up to a vote, with notes, no slide has the reply or the results; the next one has the reply."""
    c = Chapter.open(path)
    deck, revealed = slides.deck(c), 0
    for i, slide in enumerate(deck):
        if slide.kind != "vote":
            continue
        id = slide.above.split()[1]
        because, before = c.predictions[id].because, "".join(map(slides.html_of, deck[: i + 1]))
        assert slides.escape(because) not in before
        assert not re.search(r"\b(right|hit|correct)\b", re.sub(r"<aside.*", "", slides.html_of(slide))[:60])
        reveal = [cell for _, cell in c.code if id in notebook.called("reveal", cell.source)]
        lines = [line for cell in reveal for line in notebook.printed(cell, because).splitlines()]
        assert not [line for line in lines if len(line) > 12 and slides.escape(line) in before]
        if reveal:
            revealed += 1
            assert deck[i + 1].kind == "result" and slides.escape(because) in deck[i + 1].body
    assert revealed or not c.core


# Notes


def test_what_is_not_shown_is_in_the_speakers_notes():
    cells = [
        text("## A ◆ 5 min\n\nFirst.\n\n> Quote.\n\nLast. <!-- given: 3 --> [a link](https://a.org)", slide="quote"),
        code("print(1)", "1 of 2"),
        text("### More\n\nAfter.", tags=["after-reveal"]),
        text("## B\n\nNot on a slide: not in a note."),
    ]
    (slide,) = shown(*cells)
    assert flat("".join(slide.notes)) == "◆ 5 min First. Last. a link 1 of 2 After."


def test_the_solution_of_an_exercise_is_for_the_speaker(tmp_path):
    sample = Sample(tmp_path)
    sample.predictions = {id: REGISTERED for id in ("2A", "2B")}
    (slide,) = [slide for slide in slides.deck(sample.chapter()) if slide.kind == "exercise"]
    assert "7 * 6" in "".join(slide.notes) and "7 * 6" not in slide.body


# HTML

BAD = '<script>alert("x")</script> & <b onclick=x>'


def test_what_people_wrote_is_escaped():
    bad = SimpleNamespace(options="a", right="a", because=BAD)
    cells = [
        text(f"## {BAD}\n\n{BAD}\n\n> {BAD}\n\n- {BAD}\n\n$${BAD}$$\n\n`{BAD}`", slide="text quote list formula"),
        text(f"**Predict 2A.** {BAD}\n\n- **a** {BAD}", slide="vote"),
        code('reveal("2A", guess)', f"{BAD}\nNo."),
        code("print(1)", BAD, "slide-output"),
        picture(BAD, "figure"),
    ]
    c = chapter(*cells, A=bad)
    c.nb.cells[0].source = f"# {BAD}\n\n*{BAD}*"
    (html,) = (data for name, data in slides.page(c, slides.deck(c), {}).items() if name.endswith(".html"))
    html = html.decode()
    assert len(slides.deck(c)) == 9 and html.count("&lt;script&gt;alert") > 10
    assert "<script>alert" not in html and "<b onclick" not in html and 'alt="<' not in html


@by_name
def test_every_picture_has_a_description_and_a_file(path):
    c = Chapter.open(path)
    deck = slides.deck(c)
    files = slides.page(c, deck, {})
    images = re.findall(r'<img src="([^"]*)" alt="([^"]*)"', files[f"{path.stem}.html"].decode())
    assert len(images) == len([slide for slide in deck if slide.picture]) == len(files) - 1
    assert all(name in files and len(alt) > 20 for name, alt in images)


@by_name
def test_a_deck_follows_its_chapter(path):
    """The slides stand in the order of the notebook and say what it says."""
    c = Chapter.open(path)
    deck = slides.deck(c)
    source = "\n".join(cell.source for cell in c.nb.cells)
    own = [slide.title for slide in deck if slide.kind not in ("result", "figure", "output")]
    places = [re.search(rf"^(?:#+ |\*\*){re.escape(title)}", source, re.MULTILINE).start() for title in own]
    assert places == sorted(places)
    assert not deck or deck[0].kind == "title"
    assert all(slide.kind in slides.KINDS | {"title", "result"} for slide in deck)


def test_text_is_large_enough_for_the_back_of_the_room():
    for length in (3, 300, 3000):
        normal, formula = map(int, re.findall(r"(\d+)px", slides.sizes("x" * length + "\n\n$$a = b$$")))
        assert 30 <= normal <= 44 and formula <= 54


def test_nothing_lists_chapters_by_hand():
    sources = [Path(slides.__file__), *slides.LOOK.iterdir()]
    for path in NOTEBOOKS:
        assert not [file.name for file in sources if path.stem in file.read_text(encoding="utf-8")]


# Pictures


def test_pictures_are_drawn_again_twice_as_fine(tmp_path):
    source = 'from give_or_take.classroom.figures import *\nshow(Picture(canvas("A", "b", "c")[0], "An empty plot."))'
    path = tmp_path / "99-x.ipynb"
    nbformat.write(new_notebook(cells=[new_code_cell(source)]), path)
    (drawn,) = slides.drawn_again(path).items()
    assert drawn[0] == "An empty plot." and int.from_bytes(drawn[1][16:20]) == 7.2 * slides.FINE
    nbformat.write(new_notebook(cells=[new_code_cell("1 / 0")]), path)
    with pytest.raises(ZeroDivisionError):
        slides.drawn_again(path)
    plain = figures.mimebundle(figures.Picture(figures.canvas("A", "b", "c")[0], "An empty plot."))["image/png"]
    assert int.from_bytes(b64decode(plain)[16:20]) == 7.2 * figures.DPI, "fine pictures are for the slides only"


def test_a_page_takes_the_finer_picture_of_the_same_description():
    c = chapter(picture("A bell.", "figure"), picture("Another.", "figure"))
    files = slides.page(c, slides.deck(c), {"A bell.": b64decode(PNG) + b"fine"})
    assert [data.endswith(b"fine") for name, data in files.items() if name.endswith(".png")] == [True, False]


# Tags and the command line


@by_name
def test_tags_survive_refresh_and_the_round_trip_through_text(path):
    nb = nbformat.read(path, as_version=4)
    tags = [slides.picked(cell) for cell in nb.cells]
    assert [slides.picked(cell) for cell in normalise(nb).cells] == tags
    back = jupytext.reads(jupytext.writes(nb, fmt="py:percent"), fmt="py:percent")
    assert [slides.picked(cell) for cell in back.cells] == tags


def test_command_line(monkeypatch, capsys):
    monkeypatch.setattr(slides, "build", lambda: {"02-margins": 12})
    assert slides.main(["--no-serve"]) == 0
    assert "12 slides  02-margins" in capsys.readouterr().out


def test_colours_and_replies_are_not_printed():
    cell = code("check()", outputs=[stdout("\x1b[32m✓\x1b[0m fine\n"), new_output("stream", name="stderr", text="hm")])
    assert notebook.printed(cell) == "✓ fine"


def test_every_colour_of_the_style_sheet_is_in_the_palette():
    used = set(re.findall(r"var\((--[a-z-]+)\)", (slides.LOOK / "style.css").read_text(encoding="utf-8")))
    assert used - {"--formula", "--columns", "--rows"} <= set(re.findall(r"(--[a-z-]+):#", slides.palette().decode()))
