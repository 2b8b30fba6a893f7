"""The slides: each thing in its place, no answer before its vote, few words, notes on every one, nothing unescaped."""

import re
from base64 import b64decode, b64encode
from html import escape, unescape
from itertools import pairwise
from types import SimpleNamespace

import jupytext
import nbformat
import pandas as pd
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output
from test_form import NOTEBOOKS, by_name, code, text

from give_or_take import items_for_power
from give_or_take.classroom import figures
from give_or_take.classroom.exercises import REGISTRY
from tools import boards, markup, notebook, slides, teach, workshop
from tools.deck import CALLS, WORDS, directions, missing, picked
from tools.notebook import Chapter
from tools.refresh import normalise
from tools.site import redraw
from tools.teach import WORDING

PNG = b64encode(b"\x89PNG\r\n\x1a\n....IHDR" + (300).to_bytes(4) + (100).to_bytes(4)).decode()
BAD = '<script>alert("x")</script> & <b onclick=x>'
ASKED = "**Predict 2A.** How *many*? <!-- hm -->\n\n- **a** some\n- **b** $p$ of\n  most\n\nAnd so on."
GUESS, REVEAL = code("guess = ..."), code('reveal("2A", guess)', "No guess. It is so.")
REGISTERED = SimpleNamespace(options={"a": "Why so few?", "b": ""}, right="b", because="It is so.", says={}, asks="")


TABLE = "<table><tr><th></th><th>n</th></tr><tr><th>x &lt; 1</th><td>3</td></tr></table>"


def chapter(*cells, **predictions):
    """A chapter of these cells, with what is registered for 2A, 2B, ..."""
    nb = new_notebook(cells=[text("# 2 · Margins\n\n*How far?*"), *cells])
    path, known = slides.ROOT / "notebooks" / "77-none.ipynb", {f"2{id}": p for id, p in predictions.items()}
    return Chapter(nb, path, predictions=known)


def drawn(alt, *tags):
    data = {"image/png": PNG, "text/plain": ""}
    return code("draw()", "", *tags, outputs=[new_output("display_data", data, metadata={"image/png": {"alt": alt}})])


def gave(source, plain, *tags, html=None):
    data = {"text/plain": plain} | ({"text/html": html} if html else {})
    return code(source, "", *tags, outputs=[new_output("execute_result", data, execution_count=1)])


def flat(markup):
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", markup)).split())


def deck(*cells, **predictions):
    return slides.deck(chapter(text("## A vote ◆ 5 min"), *cells, text("## On"), **predictions))


def words(slide):
    """The words of a slide that count: not those of votes, quotes, code, tables, formulas and pictures."""
    body = f"{slide.body} <p>{markup.inline(slide.moral)}</p>"
    body = re.sub(r"(?s)<(ul|blockquote|pre|code|table|ol)\b.*?</\1>|\\\(.*?\\\)|\\\[.*?\\\]", " ", body)
    # What a vote or an exercise asks, and the option that is right.
    told = slide.kind in ("vote", "result", "exercise", "solution") or "options" in slide.body
    return re.findall(r"[^\W\d_]+(?:['-][^\W\d_]+)*", flat(body) + " " + ("" if told else slide.title))


@pytest.fixture(scope="module")
def decks(series):
    return [*slides.every_deck(series)]


# --- What is on them


def test_a_vote_has_its_whole_stem_and_its_result_comes_in_steps():
    vote, result = deck(text(ASKED), GUESS, drawn("Bars."), REVEAL, A=REGISTERED)
    assert (vote.kind, flat(vote.body)) == ("vote", r"a some b \(p\) of most")
    assert "<h2>How <em>many</em>?</h2>" in slides.html_of(vote)
    page = slides.html_of(result, images=["bars.png"])
    stem = "How <em>many</em>?"
    marks = "fade-out", f"<h2>{stem}</h2>", '<li class="dim">', "result fragment", f'class="above">{stem}'
    steps = [page.index(mark) for mark in (*marks, "<strong>b</strong>", "<img", 'moral fragment">It is so.')]
    assert result.kind == "result" and steps == sorted(steps)
    assert flat(result.before.body) == r"a some b \(p\) of most" and result.before.body.count("dim") == 1


@pytest.mark.parametrize(
    ("cell", "seen"),
    [
        (gave("a.mean(), b", "(0.5, 7)"), "50% on average 7 of them"),
        (gave("t", "", html=TABLE), "n x < 1 3"),
        (gave("t", "0.12345"), ""),
        (code("print(t)", "a sentence and no more"), ""),
    ],
)  # fmt: skip
def test_without_a_picture_it_is_a_table_or_its_numbers_or_the_options(cell, seen):
    asked = text(ASKED + "\n\n<!-- slide: {:.0%} on average | {} of them -->" * ("mean" in cell.source))
    *_, result, _ = deck(asked, GUESS, cell, REVEAL, text("So it is:\n\n$$x$$", slide="formula"), A=REGISTERED)
    assert flat(result.body) == seen or (not seen and flat(result.body) == r"a some b \(p\) of most")
    assert result.moral == "It is so." and result.body.count("dim") == (not seen)


def test_a_table_has_its_columns_as_its_comment_says_and_lights_what_answers():
    rows = [["", "flips", "gain", "p"], ["by id", "0.2744", "-3.25", "0.00269"], ["by row", "0.5", "1204.5", "1"]]
    rows = [[("td" if j and k else "th", cell) for j, cell in enumerate(row)] for k, row in enumerate(rows)]
    assert flat(markup.table(rows)) == "flips gain p by id 0.2744 −3.25 0.00269 by row 0.5 1204.5 1"
    some = markup.table(rows, "*flips* {:.0%} | p {:.3f}")
    assert flat(some) == "flips p by id 27% 0.003 by row 50% 1.000" and some.count("lit") == 3
    assert markup.table(rows, "*by id*").count("lit") == 4 and markup.table(rows, "*flips*").count("<t") == 16
    for mark, cells in (("?", 2), ("??", 3)):  # with one click, and its heading stands there at once, or comes too
        table = markup.table(rows, f"*flips* | p | {mark}")
        assert table.count('class="lit fragment" data-fragment-index=0') == cells and table.count("lit") == 3
    with pytest.raises(ValueError, match=r"slide: no column or row is called \['flops'\]"):
        markup.table(rows, "*flops* | p")


def test_the_tables_of_pandas_keep_the_names_of_their_index():
    index = pd.MultiIndex.from_product([["easy", "hard"], ["then", "now"]], names=["kind", "month"])
    frame = pd.DataFrame({"right": [1, 2, 3, 4]}, index=index)
    table = markup.result(gave("t", "", html=frame.to_html()))
    assert flat(table) == "kind month right easy then 1 now 2 hard then 3 now 4" and table.count("<t") == 1 + 5 * 4


def test_sets_that_overlap_stand_below_each_other_each_name_in_its_own_column():
    sets = gave("tied", "")
    sets.outputs[0].data["text/markdown"] = "#### Which\n\n- `new`, `a<b`\n- `a<b`, `old`\n\nNo ranking."
    table = markup.result(sets)
    new, both, old = (f"<td class=lit>{name}</td>" for name in ("new", "a&lt;b", "old"))
    assert f"<tr>{new}{both}<td></td></tr><tr><td></td>{both}{old}</tr>" in table


def test_columns_that_are_printed_are_a_table_and_anything_else_stands_as_it_is():
    board = code("print(board)", "step by step  88%\nretrieval     70%", "slide-table")
    assert deck(board, text(ASKED), A=REGISTERED)[0].body.count("<td>") == 2
    file = code("print(file)", "id,right\nq1,1", "slide-table")
    assert deck(file, text(ASKED), A=REGISTERED)[0].body.startswith("<pre>")


def test_data_stand_beside_the_vote_and_a_table_has_its_own_heading():
    data = code("show()", "id,right\nq1,1", "slide-data")
    tables = [gave("t", "", "slide-table", html=TABLE) for _ in "ab"]
    vote, first, later = deck(data, text(ASKED), GUESS, tables[0], text("### Later"), tables[1], A=REGISTERED)
    assert flat(vote.body).startswith("id,right q1,1 a some") and vote.kind == "vote"
    assert [first.title, later.title, later.above] == ["A vote", "Later", "A vote"]


def test_votes_off_the_core_path_need_a_tag():
    off = [text("## Off"), text(ASKED), GUESS, drawn("Bars.", "slide-figure")]
    assert [slide.kind for slide in slides.deck(chapter(*off, drawn("More.", "slide-figure")))] == ["figure", "figure"]
    off[1] = text(ASKED, slide="vote")
    assert [slide.kind for slide in slides.deck(chapter(*off))] == ["vote", "figure"]


@pytest.mark.parametrize("what", ["formula", "vote", "exercise", "story", "table", "call"])
def test_a_tag_that_finds_nothing_is_missed(what):
    assert missing(chapter(text("Only text.", slide=what))) == [(1, what)]
    empty = code("x = 1", "", "slide-figure", "slide-table", "slide-data")
    assert [kind for _, kind in missing(chapter(empty))] == ["figure", "table", "data"]


def test_what_stands_in_a_comment_is_what_the_slide_says():
    ask = text("Long.\n\n<!-- slide: Ship it now?\n\n- **a** yes\n- **b** no\n\n**b** Wait. -->", slide="ask")
    law = text("So it is:\n\n$$x$$\n<!-- slide: That is 3. -->", slide="formula")
    asked, _, formula = deck(ask, drawn("Bars.", "slide-figure"), law)
    assert (asked.kind, asked.title, asked.moral) == ("ask", "Ship it now?", "Wait.")
    assert flat(asked.before.body) == "a yes b no" and "dim" not in asked.before.body and asked.body.count("dim") == 1
    assert flat(formula.body).startswith("So it is:") and flat(formula.body).endswith("That is 3.")
    picture, _ = deck(text("Look.\n<!-- slide: How many? -->"), drawn("Bars.", "slide-figure"), law)
    assert picture.title == "How many?" and '" class="fragment">' in slides.html_of(picture)
    looked = text("Look.\n<!-- slide: How many?\n\n- **a** two -->")
    open_ask = text(ask.source.replace("**b** W", "**ab** W"), slide="ask")
    picture, settled = deck(looked, drawn("Bars.", "slide-figure"), open_ask)
    assert picture.title == picture.before.title == "How many?" and flat(picture.before.body) == "a two"
    assert settled.moral == "Wait." and not settled.before and "dim" not in settled.body, "each may be right"
    vote, _ = deck(text(ASKED + "\n\n<!-- slide: Of 7, how many? -->"), law, A=REGISTERED)
    assert vote.title == "Of 7, how many?"


@by_name
def test_no_answer_before_its_vote(path):
    """Up to a vote no slide shows what came of it; the next one has the letter, and the moral as its last step."""
    c = Chapter.open(path)
    shown, revealed = slides.deck(c), 0
    for i, slide in enumerate(shown):
        if slide.kind != "vote":
            continue
        id = slide.above.split()[1]
        asked = c.predictions.get(id) or CALLS[id]
        first, settled = (slide.before, slide) if slide.before else (slide, (*shown, None)[i + 1])
        before = "".join(slides.html_of(s).partition("<aside")[0] for s in (*shown[:i], first))
        assert escape(asked.because) not in before and "dim" not in first.body
        reveal = [cell for _, cell in slide.section.cells if id in notebook.called("reveal", cell.source)]
        after = [cell for _, cell in slide.section.cells if cell.cell_type == "code"]
        known = {s.picture.png for s in shown[:i] if s.picture}
        for cell in reveal:
            lines = notebook.printed(cell, asked.because).splitlines()
            assert not [line for line in lines if len(line) > 12 and escape(line) in before]
            assert settled.kind == ("vote" if slide.before else "result") and settled.moral == asked.because
            assert not settled.picture or settled.picture.png not in known
            assert after.index(cell) > 0
            revealed += 1
    assert revealed or not c.core


@by_name
def test_a_deck_follows_its_chapter(path):
    c = Chapter.open(path)
    shown = slides.deck(c)
    places = [c.sections.index(slide.section) for slide in shown]
    assert places == sorted(places) and shown[0].kind == "title" and shown[-1].kind == "home"
    core = "".join(notebook.markdown(cell for _, cell in s.cells) for s in c.sections if s.minutes)
    votes = {slide.above for slide in shown if slide.kind == "vote"}
    assert set(re.findall(r"\*\*Predict (\w+)\.", core)) <= {vote.split()[1] for vote in votes}
    kinds = {slide.kind for slide in shown}
    assert not c.core or {"vote", "formula", "exercise"} <= kinds
    answered = {slide.exercise for slide in shown if slide.kind == "solution" or slide.before}
    assert {slide.exercise for slide in shown if slide.kind == "exercise"} <= answered
    assert len(shown) <= 15


@by_name
def test_what_takes_minutes_shows_something(path):
    assert slides.bare(Chapter.open(path)) == []
    talk = [text("## A vote ◆ 5 min"), text("Talk."), text("## On ◆ 5 min\n"), text("Talk.")]
    assert slides.bare(chapter(*talk)) == ["A vote", "On"]
    talk[1].metadata.tags = ["no-slide"]
    assert slides.bare(chapter(*talk)) == ["On"]


def test_a_last_line_of_a_table_comes_last_and_what_comes_later_is_asked_first():
    above, alone = (text(f"Look.\n<!-- slide: {says}= Three. -->") for says in ("*n* | ?\n", ""))
    first, second = (gave("t", "", "slide-table", html=TABLE) for _ in "ab")
    asked = text("<!-- slide: How many? -->")
    later, table, picture = deck(above, first, alone, second, asked, drawn("Bars.", "slide-figure"))
    assert later.moral == table.moral == "Three." and "Three" not in later.body + table.body
    for slide, kind in (later, "table, later"), (table, "table"), (picture, "figure, later"):
        assert slide.notes["Ask"].startswith(WORDING["ask"][kind])


def test_at_most_twenty_words(decks):
    every = [(name, slide.title, len(words(slide))) for name, *_, shown in decks for slide in shown]
    assert [each for each in every if each[-1] > WORDS] == []


def test_every_picture_has_a_description_and_a_file(decks):
    for name, title, *_, shown in decks:
        files = slides.page(name, title, shown, {})
        images = re.findall(r'<img src="([^"]*)" alt="([^"]*)"', files[f"{name}.html"].decode())
        assert len(images) == len([slide for slide in shown if slide.picture])
        assert all(image in files and len(alt) > 20 for image, alt in images)


def test_what_people_wrote_is_escaped():
    bad = SimpleNamespace(options={"a": BAD, "b": ""}, right="b", because=BAD, says={}, asks="")
    cells = [
        text(f"## {BAD} ◆ 2 min", "question"),
        text(f"**Predict 2A.** {BAD}\n\n- **a** {BAD}\n- **b** {BAD}"),
        GUESS,
        code("print(t)", f"{BAD}  1\nx  2", "slide-table"),
        REVEAL,
        text(f"{BAD}\n\n$${BAD}$$", slide="formula"),
        gave(f"'{BAD}'", "", "slide-table", html=f"<table><tr><td>{escape(BAD)}</td></tr></table>"),
        code("check_environment()", BAD),
        drawn(BAD, "slide-figure"),
        text(f"## Home\n\n> {BAD}", "takeaways"),
    ]
    shown = slides.deck(chapter(*cells, A=bad))
    html = slides.page("x", BAD, shown, {})["x.html"].decode()
    assert {"title", "vote", "table", "formula", "check", "figure", "home"} <= {slide.kind for slide in shown}
    assert "<script>alert" not in html and "<b onclick" not in html and 'alt="<' not in html


# --- Notes and days


def test_every_slide_says_what_to_ask_run_and_do_then(decks):
    for name, *_, shown in decks:
        for slide, after in pairwise([*shown, None]):
            notes = slides.html_of(slide, after).partition("<aside")[2]
            for part in ("Ask", "Run", "Then"):
                assert re.search(rf"<strong>{part}</strong> \S", notes), (name, slide.title, part)
            if slide.kind == "vote":  # what to reply stands once, where the vote is settled
                settled = slide if slide.before else after if after.kind == "result" else None
                assert "Right" in slide.notes and settled in (slide, None) or "Listen for" not in slide.notes
                assert not settled or "Listen for" in settled.notes
            assert slide.kind != "solution" or "Listen for" not in slide.notes
            assert "<!--" not in notes and "&lt;!--" not in notes


def test_notes_name_each_wrong_letter_the_cells_and_what_the_page_says(series, decks):
    (shown,) = (shown for name, *_, shown in decks if name.startswith("03-"))
    c = series.chapters["03"]
    for slide in shown:
        if slide.before and "Predict" in slide.before.above:
            id = next(id for id, p in c.predictions.items() if slide.moral == p.because)
            assert [line[2] for line in slide.notes["Listen for"]] == sorted({*"abcd"} - {c.predictions[id].right})
            assert all(reply in "".join(slide.notes["Listen for"]) for reply in c.predictions[id].options.values())
            assert re.search(r"^All down to .*cells? \d.* below it: `\S", slide.notes["Run"])
    room = directions(c, "In the room")
    asks = "".join(slide.notes["Ask"] for slide in shown)
    titles = {slide.section.title for slide in shown}
    assert len(room) > 4 and all(says in asks for title, says in room.items() if title in titles)
    assert "default_rng(7)" in room["How low could it be?", "vote"]


def test_a_slide_says_to_run_all_down_to_its_cell_and_to_stop_at_a_guess(series, decks):
    """For a cell takes what it needs from any before it. An exercise needs the first cell of the chapter alone."""
    for _, *_, shown in decks:
        for slide in shown:
            below = slide.section and slide.section.part == "exercises"
            said = slide.notes["Run"]
            assert not re.search(r"cells? \d+.* below it", said) or said.startswith("All down to ") is not below
            assert slide.kind != "vote" or "stop here" in said or "show of hands" in said
    (shown,) = (shown for name, *_, shown in decks if name == "one-day")
    assert any("cell 2 below it: `mine = " in slide.notes["Run"] for slide in shown), "imports count, too"
    firsts = [shown[0] for name, *_, shown in decks if name[0].isdigit()]
    assert {first.notes["Run"] for first in firsts} == {"Everybody opens the chapter, and runs its first cell."}


def test_a_title_and_a_last_line_of_its_own_stand_on_a_slide(decks):
    every = [slide for *_, shown in decks for slide in shown]
    assert {*WORDING["titles"].values()} <= {slide.title for slide in every if slide.kind == "table"}
    assert not {*WORDING["titles"]} & {slide.title for slide in every if slide.kind == "table"}
    said = {slide.exercise: slide.moral for slide in every if slide.kind == "solution"}
    assert all(said[id] == moral for id, moral in WORDING["moral"].items())
    n = items_for_power(0.70, 0.75)
    assert WORDING["moral"]["4.1"].startswith(f"Write: {n:,} each") and REGISTRY["4.1"].answer() == n


def test_what_is_said_stands_in_the_order_in_which_it_is_needed(decks):
    for _, *_, shown in decks:
        for slide, after in pairwise([*shown, None]):
            shows = slide.kind in ("figure", "table", "formula", "ask")  # a cell that shows what the room is asked for
            parts = ["Say first", "Up", *(["Ask", "Run"] if shows else ["Run", "Ask"])]
            parts += "Steps|Right|Listen for|In reserve|Then|If late".split("|")
            said = re.findall(r"<strong>(.+?)</strong>", slides.html_of(slide, after).partition("<aside")[2])
            places = [parts.index(part) for part in said if part in parts]
            assert places == sorted(places), slide.title
            assert not re.search("Then click.*(before|Before) (the|you) click", slide.notes["Ask"]), slide.title


def test_a_line_at_the_foot_breaks_between_sentences():
    assert markup.sentences("It is ± 4. 323 do.") == "<span>It is ±\u00a04.</span> <span>323 do.</span>"
    assert markup.sentences("One: two.") == "One: two."


def test_what_counts_down_says_so_in_its_notes():
    task = text("### Exercise 2.1 · judge\n\nHow?\n\n- **a** so\n- **b** not", slide="exercise")
    asked = "In pairs, 25 minutes: run it.\n\n- **a** done\n- **b** not\n\n**ab** Both are fine."
    asked = text(f"### Your own\n\nRun it.\n\n<!-- slide: {asked} -->", slide="ask")
    task, ask, plain = deck(task, asked, text(ASKED), A=REGISTERED)
    for slide, minutes in (task, teach.TIMER), (ask, 25):
        page = slides.html_of(slide)
        assert f'class="timer" data-minutes="{minutes}">{minutes}:00' in page
        assert f"<strong>Ask</strong> {minutes} minutes; T starts the clock." in page
    assert "clock" not in plain.notes["Ask"] and "timer" not in slides.html_of(plain)


def test_the_files_of_a_slide_are_those_of_the_cell_and_its_notes_have_the_steps(series, decks):
    (shown,) = (shown for name, *_, shown in decks if name == "one-day")
    code = WORDING["code"]["05"].strip().rpartition("\n\n")[2]
    compile(code, "on the slide", "exec")
    assert code in "\n".join(cell.source for cell in series.chapters["05"].nb.cells)
    (files,) = (slide for slide in shown if slide.title == "Your two files")
    assert len(files.notes["Steps"]) == len(teach.steps(series, teach.FILES)) == 5
    assert " ".join(code.split()) in files.notes["Run"]


def test_where_a_room_works_for_an_hour_its_steps_are_on_the_wall(decks):
    (alone,) = (shown for name, *_, shown in decks if name == "12-your-own-eval")
    (files,) = (slide for slide in alone if slide.above == "Your own two files")
    (days,) = (shown for name, *_, shown in decks if name == "two-days")
    own = next(slide for slide in days if slide.kind == "own files" and "60 minutes" in slide.body)
    steps = [line.partition(" min: ") for line in files.notes["Steps"]]
    wall = flat(" ".join(f"{minutes} min {markup.inline(what)}" for minutes, _, what in steps))
    assert len(steps) == 5 and "columns = {}" in wall and not own.notes["Steps"]
    assert flat(files.before.body) == wall and wall in flat(own.body)


def test_what_the_room_runs_with_its_badges_stands_on_a_slide(series, decks):
    said = {name[:2]: [s.badge or (s.before and s.before.badge) for s in shown] for name, *_, shown in decks}
    lines = boards.badge_lines(series)
    said = {number: "".join(filter(None, said[f"{number:02}"])) for number in lines} | {"01": said["01"]}
    marked = "New cell: the line marked {} on your badge, or in the chat"
    assert lines and all(marked.format(number) in said[number] for number in lines)
    for slide in (slide for *_, shown in decks for slide in shown if slide.badge.startswith("New cell")):
        assert "badge line" in slide.notes["Ask"].partition("default_rng")[0], "the click comes before the counting"
    assert [badge for badge in said["01"] if badge] == ["The cell `spoon = …`: your badge in place of the 7"]


def test_the_pages_speak_of_sections_that_are_there(series):
    for c in series.chapters.values():
        for part in ("In the room", "If late"):
            said = {where if isinstance(where, str) else (where[0], where[1].removesuffix(", instead"))
                    for where in directions(c, part)}  # fmt: skip
            there = {section.title for section in c.sections}
            there |= {(slide.section.title, slide.kind) for slide in slides.deck(c)}
            assert said and said <= there, (c.title, said - there)


def test_a_day_has_its_chapters_in_order_and_its_own_slides_between(series, decks):
    by_name = {name: shown for name, *_, shown in decks}
    for plan in teach.plans(series):
        shown = by_name[plan.key]
        kinds = [slide.kind for slide in shown]
        slots = [slot for day in plan.days for slot in day.slots]
        for kind in ("quiz", "break", "lunch", "files", "feedback", "recap"):
            assert kinds.count(f"own {kind}") == sum(slot.kind == kind for slot in slots), kind
        assert kinds[-1] == "own welcome" and kinds.count("own agenda") == len(plan.days)
        taught = [slot for slot in slots if slot.kind == "chapter"]
        home = {slot.chapter for slot in taught if not slot.sections or "To carry home" in slot.sections}
        calls = len(home & {"03", "04", "05", "06"})  # 0C is a vote of chapter 1
        assert kinds.count("settled") == calls, "each call is settled once"
        drawn = [(slot.chapter, title) for slot in slots for title, _ in slot.shown]
        pictures = [(f"{slide.chapter.number:02}", slide.section.title) for slide in shown if slide.section]
        assert all(pictures.count(where) == 1 for where in drawn), "of each of these its picture alone"
        taught = [(slot.chapter, title) for slot in slots if slot.kind == "chapter" for title in slot.sections]
        taught += drawn
        whole = {slot.chapter for slot in slots if slot.kind == "chapter" and not slot.sections}
        for slide in shown:
            number = f"{slide.chapter.number:02}" if slide.chapter else ""
            if slide.section and slide.kind not in ("exercise", "solution", "settled"):
                assert number in whole or (number, slide.section.title) in taught
        numbers = [slide.chapter.number for slide in shown if slide.kind == "title"]
        assert numbers == sorted(numbers)
        for slot in slots:
            if slot.kind in ("break", "lunch"):
                assert any(f"{slot.minutes} minutes. Back at" in slide.body for slide in shown)


def test_a_plan_its_slides_and_its_agenda_tell_one_time(series, decks):
    by_name = {name: shown for name, *_, shown in decks}
    for plan in teach.plans(series):
        shown, planned, ends = by_name[plan.key], [], []
        for day in plan.days:
            clock = day.start
            for slot in day.slots:
                planned.append((slot.kind, teach.hour(clock)))
                clock += slot.minutes
            ends.append(teach.hour(clock))
        listed = re.findall(r"<b>(\d+:\d\d)</b>", "".join(slide.body for slide in shown if "agenda" in slide.kind))
        hours = [hour for _, hour in planned]
        back = {hours[k + 1] for k, (kind, _) in enumerate(planned) if kind in ("break", "lunch")}
        wall = "".join(part for part in teach.part_agenda(series, None).split("## ") if part.startswith(plan.title))
        sheets = "\n".join(line for day in plan.days for line in teach.run_sheet(series, day))
        notes = [slide.notes for slide in shown if slide.chapter]
        says = [line for note in notes for line in note.get("Say first", [])]
        assert says == re.findall(r"Say: (.+?)<br>", sheets), "what the sheet says for what is left out"
        assert back == set(re.findall(r"back at (\d+:\d\d)", sheets))
        assert back == set(re.findall(r"Back at (\d+:\d\d)", "".join(slide.body for slide in shown)))
        begun = [slide for slide in shown if slide.clock and slide.section and not slide.exercise]
        assert all(f"| {slide.clock} | _____ | {slide.section.minutes} |" in sheets for slide in begun)
        assert back <= set(listed) and all(f"| {hour} | " in wall for hour in back)
        assert set(ends) <= set(listed) <= {*hours, *ends}
        day_slides = [slide.clock for slide in shown if slide.kind.startswith("own ") and slide.clock]
        assert day_slides == [hour for kind, hour in planned if kind in workshop.OWN]
        assert {hour for kind, hour in planned if kind == "chapter"} <= {slide.clock for slide in shown}


# --- Pictures, tags, the command line


def test_pictures_are_drawn_again_twice_as_fine(tmp_path):
    source = 'from give_or_take.classroom.figures import *\nshow(Picture(canvas("A", "b", "c")[0], "An empty plot."))'
    path = tmp_path / "99-x.ipynb"
    nbformat.write(new_notebook(cells=[new_code_cell(source)]), path)
    (again,) = slides.drawn_again(path).items()
    assert again[0] == "An empty plot." and int.from_bytes(again[1][0][16:20]) == 792 * 2  # on no slide
    nbformat.write(new_notebook(cells=[new_code_cell("1 / 0")]), path)
    with pytest.raises(ZeroDivisionError):
        slides.drawn_again(path)
    figure = figures.canvas("All fell", "b", "c")[0]
    assert slides.redrawn(figure, 500) == "All fell." and not figure.axes[0].get_title(loc="left"), "it comes last"
    plain = figures.mimebundle(figures.Picture(figures.canvas("A", "b", "c")[0], "An empty plot."))["image/png"]
    assert int.from_bytes(b64decode(plain)[16:20]) == 7.2 * figures.DPI, "fine pictures are for the slides only"
    shown = deck(drawn("Bars.", "slide-figure"), drawn("Dots.", "slide-figure"))
    files = slides.page("x", "x", shown, {"Bars.": (b64decode(PNG) + b"fine", "All fell.")})
    assert [data.endswith(b"fine") for name, data in files.items() if name.endswith(".png")] == [True, False]
    page = files["x.html"].decode()
    assert page.index("Bars.") < page.index('moral fragment">All fell.') < page.index("Dots."), "its title comes last"


def test_a_picture_with_two_slides_is_drawn_for_the_room_of_each(tmp_path):
    source = 'from give_or_take.classroom.figures import *\nshow(Picture(canvas("A", "b", "c")[0], "Bars."))'
    picture = drawn("Bars.", "slide-figure")
    picture.source, path = source, tmp_path / "99-x.ipynb"
    nb = new_notebook(cells=[text("# 99 · X\n\n*How?*"), text("## A ◆ 5 min"), picture, drawn("B.", "slide-figure")])
    nb.cells[3].source = source.replace("Bars.", "B.")
    nbformat.write(nb, path)
    usual = slides.deck(Chapter.open(path))[0].room
    again = slides.drawn_again(path, {"Bars.": {usual, 300}})
    high = {room: int.from_bytes(again[key][0][20:24]) for room, key in ((usual, "Bars."), (300, ("Bars.", 300)))}
    assert high == {room: int(room / slides.INCH * redraw.FINE) for room in high} and len(again) == 3
    assert again["Bars."] == slides.drawn_again(path)["Bars."], "the usual one is as it was"
    shown = deck(drawn("Bars.", "slide-figure"), drawn("B.", "slide-figure"))
    files = slides.page("x", "x", shown, {"Bars.": (b"low", ""), ("Bars.", shown[0].room): (b"high", "")})
    assert b"high" in files.values() and b"low" not in files.values()


def test_a_picture_comes_click_by_click_as_its_marks_say():
    figure, axes = figures.canvas("A", "b", "c")
    line = axes.plot([0, 1], [0, 1])[0]
    axes.axhline(1, gid="click 2"), axes.text(0.5, 0.5, "c", gid="click 3")
    picture = figures.Picture(figure, "Bars.")
    whole, (first, second) = picture.png(redraw.FINE), slides.by_click(picture)
    line.set_gid("mine")
    assert len({first, second, whole}) == 3 and [first, second] == slides.by_click(picture)
    assert picture.png(redraw.FINE) == whole
    shown = deck(drawn("Bars.", "slide-figure"), drawn("Dots.", "slide-figure"))
    files = slides.page("x", "x", shown, {"Bars.": (b"last", "All fell.", b"first", b"second")})
    html = files.pop("x.html").decode().partition("</section>")[0]
    at = [int(k) for k in re.findall(r'data-fragment-index="(\d)"', html)]
    assert at == [0, 1, 2, 2] and [*files.values()][:3] == [b"first", b"second", b"last"], "the sentence comes last"


@by_name
def test_tags_survive_refresh_and_the_round_trip_through_text(path):
    nb = nbformat.read(path, as_version=4)
    tags = [picked(cell) for cell in nb.cells]
    assert [picked(cell) for cell in normalise(nb).cells] == tags
    back = jupytext.reads(jupytext.writes(nb, fmt="py:percent"), fmt="py:percent")
    assert [picked(cell) for cell in back.cells] == tags


def test_nothing_lists_chapters_by_hand():
    sources = [slides.Path(slides.__file__), *slides.LOOK.iterdir()]
    assert not [path for path in NOTEBOOKS for file in sources if path.stem in file.read_text(encoding="utf-8")]


def test_command_line(monkeypatch, capsys):
    monkeypatch.setattr(slides, "build", lambda: {"02-margins": 12})
    monkeypatch.setattr(slides, "bare", lambda c: ["Talk"] * (c.number == 2))
    assert slides.main(["--no-serve"]) == 1
    told = capsys.readouterr().out
    assert "12 slides  02-margins" in told and "2 · Standard error: Talk" in told


def test_no_note_of_a_plan_points_to_what_it_leaves_out(series, decks):
    for plan in teach.plans(series):
        (shown,) = [slides for key, *_, slides in decks if key == plan.key]
        for k, slide in enumerate(shown):
            notes = " ".join(slide.notes[name] for name in ("Ask", "If late") if slide.notes.get(name))
            if slide.chapter:
                gone = teach.gone(series, plan, f"{slide.chapter.number:02}")
                assert not [title for title in gone if f"*{title}*" in notes], (plan.key, k + 1, slide.title)
            if slide.kind == "own feedback":
                assert ("quiz" in notes) == (shown[k - 1].kind == "own quiz"), (plan.key, k + 1)
                assert ("board" in notes) == (plan.key == "one-day"), (plan.key, k + 1)
                assert "Nobody signs." in notes


def test_what_is_marked_goes_with_its_name_alone():
    words = "<!-- quiz -->It came. <!-- /quiz -->Sign it.<!-- A b? --> *A b?* settles\nit.<!-- /A b? --> Go."
    assert notebook.cut(words, "quiz", "A b?") == "Sign it. Go."
    assert notebook.cut(words, "A b") == notebook.cut(words) == words


def test_the_notes_of_a_day_are_short_and_name_each_board_that_goes_up(series, decks):
    for plan in teach.plans(series):
        (shown,) = [slides for key, *_, slides in decks if key == plan.key]
        sheet = "".join(line for day in plan.days for line in teach.run_sheet(series, day))
        up = [slide.notes["Up"] for slide in shown if slide.notes.get("Up")]
        assert up == re.findall(r" Up: ([^<|]+?)(?=<br>| \|)", sheet)
        for slide in shown:
            notes = re.sub("<style>.*?</style>|<[^>]*>", " ", slides.html_of(slide).partition("<aside")[2])
            assert len(notes.split()) <= 150, (slide.title, len(notes.split()))
    for slide in (slide for key, *_, shown in decks[:3] for slide in shown if slide.exercise == "4.1"):
        assert "rule for the head" not in str(slide.notes) + slide.moral, "the rule is for the evening"


def test_the_badge_is_kept_until_tomorrow(decks):
    (shown,) = [slides for key, *_, slides in decks if key == "two-days"]
    (k,) = [k for k, slide in enumerate(shown) if teach.TOMORROW in slide.body]
    assert shown[k - 1].kind == "own feedback" and shown[k + 1].kind == "own recap"
