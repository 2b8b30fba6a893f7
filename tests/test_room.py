"""The room: plans add up, decks hold what their sections have, the handout's numbers are right, every call runs."""

import csv
import re
from itertools import accumulate

import numpy as np
import pytest
from scipy.stats import binom

import give_or_take
from give_or_take.classroom.exercises.calls import CALLS
from give_or_take.classroom.figures import Picture, canvas
from give_or_take.classroom.figures.ch02 import bars
from tools.notebook import COMMENT, ROOT, numbers, printed, readable, tags
from tools.room import handout, markup, plan, slides
from tools.room.deck import COVER, OPTION, VERDICT, VOTE, WORDED, Spot, deck, exercise, own_words
from tools.site import elsewhere

PLANS = {name: plan.rows(plan.read(name)) for name in plan.PLANS}
GUIDES = sorted({row.chapter for rows in PLANS.values() for row in rows} - {""})
OWN = {"03": [f"{0.9**k:.2f}" for k in (2, 3, 20)]}  # counted at the board
named = pytest.mark.parametrize("name", PLANS)


@pytest.fixture(scope="module")
def decks(series):
    return {name: deck(name, series) for name in PLANS}


@named
def test_the_minutes_of_a_plan_add_up_and_what_it_names_exists(name, series):
    rows = PLANS[name]
    assert [row.ends for row in rows[:-1]] == [row.begins for row in rows[1:]]
    assert sum(row.minutes for row in rows) == {"one-day": 8 * 60, "evening": 90}[name]
    for row in rows:
        titles = [section.title for section in series.chapters[row.chapter].sections] if row.chapter else []
        assert [title for title in row.sections if title not in titles] == []
        assert not row.chapter or (row.sections and set(row.sections) <= set(plan.notes(row.chapter)))
        if row.chapter:
            sections = [one for one in series.chapters[row.chapter].sections if one.title in row.sections]
            minutes = sum(section.minutes for section in sections)
            assert minutes <= row.minutes and f"({row.chapter}.md), {minutes} min: " in row.what


@pytest.mark.parametrize("number", GUIDES)
def test_an_instructors_page_is_short_and_invents_no_number(number, series):
    text = plan.read(number)
    assert len(text.split()) <= 400
    cells = series.chapters[number].nb.cells
    known = [cell.source for cell in cells] + [readable(out) for cell in cells for out in cell.get("outputs", [])]
    missing = {n for n in numbers(text) if len(n) > 2} - {*numbers(" ".join(known)), *OWN.get(number, ())}
    assert missing == set()


# --- The decks


@named
def test_a_deck_has_the_votes_results_figures_and_last_lines_of_its_sections(name, decks, series):
    shown = decks[name]
    asked = {id: (vote, result) for vote, result, id in votes(shown)}
    for row in filter(lambda row: row.chapter, PLANS[name]):
        chapter = series.chapters[row.chapter]
        here = [slide for slide in shown if slide.chapter is chapter]
        for section in [section for section in chapter.sections if section.title in row.sections]:
            cells = [cell for _, cell in section.cells]
            for id in [match[1] for cell in cells for match in VOTE.finditer(cell.source)]:
                known = chapter.predictions.get(id) or CALLS[id]
                vote, result = asked[id]
                assert result.moral == known.because and not vote.moral and 'class="dim"' not in vote.body
                if id in CALLS:  # no chapter has the numbers of a call
                    assert not result.picture and result.body == markup.options(known.says, known.right)
                else:
                    assert f"**{known.right}**" in result.title and (result.picture or result.body)
            drawn = [out for cell in cells if "slide-figure" in tags(cell) for out in cell.outputs if "data" in out]
            pictures = [slide.picture.output for slide in here if slide.kind == "figure"]
            assert all(out in pictures for out in drawn if "image/png" in out.data)
            said = plan.notes(row.chapter) | plan.notes(name)
            assert all(any(part in slide.note for slide in here) for part in said[section.title].split("\n\n"))
        assert ("To take home" in row.sections) == any(slide.kind == "home" for slide in here)
        assert (here[0].kind == "title") == (chapter.question in row.sections)


def votes(shown):
    """Each vote that has its result, as (vote, result, id)."""
    for slide in shown:
        if slide.before and (match := re.fullmatch(r"(?:Predict|Call) (\d[A-Z])", slide.before.above)):
            yield slide.before, slide, match[1]


@named
def test_every_slide_has_a_note_and_the_last_of_a_row_says_what_comes_next(name, decks, series):
    assert [slide.title for slide in decks[name] if not slide.note] == []
    said = [slide.note.rpartition("Next, at ")[2] for slide in decks[name] if "Next, at " in slide.note]
    later = PLANS[name][1:]
    titles = [series.chapters[row.chapter].title if row.chapter else own_words(row)[0] for row in later]
    assert said == [f"{plan.hour(row.begins)}: {title}" for row, title in zip(later, titles, strict=True)]


@named
def test_the_minutes_of_the_slides_and_what_is_to_spare_add_up_to_the_plan(name, decks):
    for row in PLANS[name]:
        here = [slide for slide in decks[name] if row.begins <= slide.begins < row.ends]
        assert [slide.begins for slide in here] == [*accumulate((s.minutes for s in here[:-1]), initial=row.begins)]
        assert all(slide.minutes for slide in here)
        spare = re.search(r"To spare: (\d) min\. Next", here[-1].note)
        assert sum(slide.minutes for slide in here) + int(spare[1] if spare else 0) == row.minutes


def test_a_sections_slides_share_out_its_paragraphs_if_there_is_one_for_each(decks):
    said = plan.notes("01")["Which change do you ship?"].split("\n\n")
    here = [slide for slide in decks["one-day"] if slide.note in said]
    assert [slide.note for slide in here] == said and len(said) == 3
    assert [slide.kind for slide in here] == ["table", "vote", "table"] and "86%" in here[2].body.replace("</b>", "")


def test_an_exercise_has_its_task_and_minutes_and_after_the_click_what_is_right_and_why(decks, series):
    rows = [(row, *re.match(r"\*\*Exercise ((\d)\.\d)\.\*\*", row.what).groups())
            for row in PLANS["one-day"] if row.what.startswith("**Exercise")]  # fmt: skip
    slides = [slide for slide in decks["one-day"] if slide.above.startswith("Exercise")]
    assert [number for _, _, number in rows] == [*"13"]
    each = [(row.minutes, id, number, slide) for (row, id, number), slide in zip(rows, slides, strict=True)]
    for id in "3.1", "5.1":  # numbers, which no plan asks for now
        each.append((9, id, id[0], exercise(series.chapters[f"0{id[0]}"], id, 9, "In pairs")))
    for minutes, id, number, slide in each:
        chapter, before = series.chapters[f"0{number}"], slide.before
        known = chapter.exercises[id]
        assert re.fullmatch(rf"Exercise {id} · \w+ · {minutes} min", slide.above) and slide.above == before.above
        words = " ".join(re.sub("<!--.*?-->", "", chapter.words("exercises"), flags=re.DOTALL).split())
        assert slide.title == before.title and slide.title[-40:] in words and slide.title.endswith("?")
        assert "In pairs" in before.body and not before.moral and known.why.startswith(slide.moral.rstrip("."))
        if known.choices:
            assert re.findall(r'class="dim"><b>(.)', slide.body) == [x for x in known.choices if x != known.right]
            usual = [words for words in known.choices.values() if words][:2]
        else:
            ends = re.findall(r"<b>(.*?)</b>", slide.body)
            wanted = [round(end, 1) for end in known.answer()]
            assert [float(end.strip("+%").replace("−", "-")) for end in ends] == wanted
            assert not {*ends} & {*re.findall(r"\S+", re.sub("<.*?>", " ", before.body))}
            usual = [words for _, words in known.mistakes[:2]]
        assert [words in slide.note for words in (known.why, *usual)] == [True] * 3
        assert 'class="dim"' not in before.body and 'class="numbers"' not in before.body


@named
def test_a_deck_begins_with_a_cover_and_the_sites_address_or_a_field_for_it(name, series, monkeypatch):
    monkeypatch.setattr(elsewhere, "site", lambda readme: "")
    first = deck(name, series)[0]
    assert (first.kind, first.title) == ("cover", COVER) and plan.title(plan.read(name)) in first.body
    assert re.findall('name="(.*?)"', first.body) == ["Date", "Address of the site, and ?room"]
    assert "QR" not in first.body
    monkeypatch.setattr(elsewhere, "site", lambda readme: "someone.github.io/<series>")
    first = deck(name, series)[0].body
    assert "Open: someone.github.io/&lt;series&gt;/?room" in first and "QR code or short link" in first
    assert re.findall('name="(.*?)"', first) == ["Date"]


def test_the_evening_ends_with_its_first_vote_its_answer_and_the_rooms_counts_of_then_and_now(decks, series):
    last, chapter = decks["evening"][-1], series.chapters["01"]
    assert last.above == "The opening" and "84 of 100" in last.title and "79 of 100" in last.title
    for layer in last, last.before:
        fields = [f"{letter} {when}" for letter in "abc" for when in ("at the start", "now")]
        assert re.findall('name="(.*?)"', layer.body) == fields
    assert re.findall('class="dim"><b>(.)', last.body) == ["a", "b"] and 'class="dim"' not in last.before.body
    said = " ".join(chapter.markdown.split())
    assert "19% of all, or about one week in five" in said and "about one week in five" in last.moral
    assert "the scores lie within ten points of each other" in said and "within ten points" in last.moral
    assert last.moral in last.note and plan.notes("questions")["Before you go"] in last.note
    assert "The opening" not in {slide.above for slide in decks["one-day"]}


def test_what_is_typed_on_a_slide_is_no_markup():
    assert markup.field('"><b>') == markup.field("&").replace("&amp;", "&quot;&gt;&lt;b&gt;")


@pytest.mark.parametrize("name", ["evening", "index"])
def test_what_an_instructor_reads_that_evening_is_short(name):
    assert len(plan.read(name).split()) <= 400


def test_forty_bars_lie_apart_on_their_slide_and_below_the_name_of_the_truth(series):
    (slide,) = [slide for slide in deck("evening", series) if slide.title == "The truth in the bar"]
    picture = bars([82, 90] * 20, 100, 0.82)
    slides.fitted(picture.figure, slide)
    (axes,) = picture.figure.axes
    (name,) = [words for words in axes.texts if "truth" in words.get_text()]
    to_dots = axes.transData.transform
    step = to_dots((0, 1))[1] - to_dots((0, 0))[1]
    point = picture.figure.dpi / 72
    thin, thick = sorted({line.get_linewidth() * point for line in axes.lines if line.get_linestyle() == "-"})[-2:]
    assert thin < 0.55 * step and thick < 1.1 * step and step * slides.WIDE / picture.figure.bbox.width > 6
    assert name.get_window_extent().y0 > to_dots((0, 39))[1] + step


def test_what_two_files_say_is_what_the_instructor_says_of_them():
    folder = ROOT / "notebooks" / "files"
    names = re.search(r"check (\S+) (\S+)", plan.read("files")).groups()
    read = [list(csv.DictReader((folder / name).read_text("utf-8").splitlines())) for name in names]
    new, old = ({row["id"]: int(row["right"]) for row in rows} for rows in read)
    rows = [(int(a["right"]), int(b["right"])) for a, b in zip(*read, strict=True)]
    said = plan.notes("questions")["Two files"]
    for pairs in [(new[id], old[id]) for id in new], rows:
        table = [pairs.count(kind) for kind in ((1, 1), (1, 0), (0, 1), (0, 0))]
        found = give_or_take.tango_interval(*table)
        assert f"{table[1] + table[2]}" in said
        assert f"{handout.signed(found.low)} to {handout.signed(found.high)}" in said
    assert "1,319" in plan.read("files") and len(new) == 1319


def test_an_opening_says_what_the_notebook_says(decks, series):
    chapter = series.chapters["05"]
    (slide,) = [slide for slide in decks["one-day"] if slide.kind == "title" and slide.chapter is chapter]
    said = " ".join(re.sub("<.*?>", "", slide.body).split())
    assert slide.title == chapter.question and said.endswith("Make up your mind now. We come back to your answer.")
    assert said.split("Ship")[0] in " ".join(chapter.markdown.split())


@pytest.mark.parametrize(("name", "before", "after"), [("one-day", "", "12345"), ("evening", "134", "134")])
def test_other_questions_are_asked_after_than_before_and_only_these_are_settled(name, before, after, decks):
    first, last = plan.questions("before"), plan.questions("at-the-end")
    slides = [slide for slide in decks[name] if slide.above.startswith("Question")]
    expected = [first[int(k) - 1] for k in before] + [last[int(k) - 1] for k in after]
    assert [slide.title for slide in slides] == [asks for asks, *_ in expected]
    for k, (slide, (_, says, answer)) in enumerate(zip(slides, expected, strict=True)):
        closed = k >= len(before)
        assert slide.note.startswith(plan.asking()[closed]) and answer in slide.note
        assert ("do not say who is right" in slide.note) != closed
        assert bool(slide.before) == bool(slide.moral) == ('class="dim"' in slide.body) == closed
        assert (slide.before or slide).body == markup.options(says) and slide.above == f"Question {(before + after)[k]}"
        assert not closed or (slide.body == markup.options(says, answer[2]) and slide.moral in answer)


def test_the_concept_questions_have_three_options_and_their_answers_the_numbers_of_the_package():
    first, last = plan.questions("before"), plan.questions("at-the-end")
    for asked in first, last:
        assert len(asked) == 5 and all([*says] == ["a", "b", "c"] for _, says, _ in asked)
        right = [re.match(r"\*\*([a-c])\*\* ", answer)[1] for *_, answer in asked]
        assert len({*right}) == 3
        for (_, says, _), letter in zip(asked, right, strict=True):  # how long it is gives nothing away
            assert len(says.pop(letter).split()) <= max(len(other.split()) for other in says.values())
    assert not {asks for asks, *_ in first} & {asks for asks, *_ in last}
    assert f"{handout.gain(give_or_take.newcombe_interval(27, 50, 31, 50), 'Newcombe')}, so" in first[0][2]
    nights = binom(100, 0.84).cdf(np.arange(101))  # of thirty nights, how likely the best and the worst are up to each
    apart = np.sum(1 - nights**30) - np.sum((1 - nights) ** 30)
    assert f"On average they lie {apart:.1f} points apart" in last[0][2] and "84%" in last[0][0]
    assert f"within {100 * give_or_take.margin(84, 100):.0f} points".replace("7", "seven") in last[0][2]
    for (_, _, answer), counts in (first[4], (1125, 1500, 1350, 1500)), (last[4], (2460, 3000, 2100, 3000)):
        found = give_or_take.newcombe_interval(*counts)
        ends = sorted(abs(100 * end) for end in (found.low, found.high))
        assert f"{abs(100 * found.estimate):.0f} points (95% Newcombe {ends[0]:.1f} to {ends[1]:.1f})" in answer
    half, full = (give_or_take.mcnemar_test(13, 2, how).p_value for how in ("mid-p", "exact"))
    assert f"p = {half:.3f} ({full:.3f} if" in first[3][2] and {"15", "13"} <= {*re.findall(r"\d+", first[3][0])}
    few, many = (give_or_take.mcnemar_test(*flips).p_value for flips in ((15, 0), (115, 100)))
    assert few < 0.001 and f"p < 0.001, the second p = {many:.3f}" in last[3][2] and "900 and 915" in last[3][0]
    margins = [100 * give_or_take.margin(0.7 * n, n) for n in (900, 100)]
    assert "it is {:.1f} points with 900 questions, and {:.1f}".format(*margins) in last[1][2]
    for (_, _, answer), n, share in (first[2], 30, 0.1), (last[2], 60, 0.05):
        assert give_or_take.rule_of_three(n) == pytest.approx(share, rel=0.01) and f"3/{n}" in answer


HEDGED = re.compile(r"\b(?:if|unless|once|may|might|could|seems?|perhaps|depends|unclear)\b")


def tell(says, right):
    """What gives the right option away by its tone: it alone is hedged, or it is by far the longest."""
    wrong = [words for letter, words in says.items() if letter not in right]
    known = [words for letter, words in says.items() if letter in right]
    hedged = any(map(HEDGED.search, known)) and not any(map(HEDGED.search, wrong))
    longest = [max(len(words.split()) for words in some) for some in (known, wrong or known)]
    return hedged or longest[0] > longest[1] + 3


def test_no_option_is_right_by_its_tone(series, decks):
    given = {id: (call.says, call.right) for id, call in CALLS.items()}
    for chapter in series.chapters.values():
        for id, asked in chapter.exercises.items():
            if asked.choices:
                text = COMMENT.sub("", chapter.words("exercises")).partition(f"### Exercise {id} ")[2]
                given[f"exercise {id}"] = dict(OPTION.findall(text.partition("\n### ")[0])), asked.right
        for section in chapter.sections:
            for at in (Spot(chapter, section, k) for k in range(len(section.cells))):
                if at.tagged("ask"):
                    given[section.title] = dict(OPTION.findall(at.says)), VERDICT.findall(at.says)[0][0]
    for part in "before", "at-the-end":
        given |= {asks: (says, answer[2]) for asks, says, answer in plan.questions(part)}
    assert all(len(says) >= 3 for says, _ in given.values()) and {"0A", "exercise 1.3", "Ship it?"} <= {*given}
    assert [name for name, (says, right) in given.items() if tell(says, right)] == []
    assert tell({"a": "ship the new one, if the lost answers do no harm", "b": "keep the old one"}, "a")
    assert tell({"a": "one line that says what was counted, how and of what", "b": "nothing"}, "a")
    assert not tell({"a": "ship the new desk", "b": "keep the old desk"}, "a")


def test_a_vote_says_its_case_and_numbers_that_are_asked_for_wait_for_clicks(decks):
    asked = {vote.above: vote.title for vote, *_ in votes(decks["one-day"])}
    cases = {"3C": "84 of 100", "4A": "82 of 100", "4B": "eleven points", "6A": "kidney stones"}
    assert [id for id, case in cases.items() if case not in asked[f"Predict {id}"]] == []
    (seen,) = [slide for slide in decks["evening"] if slide.above == "None seen"]
    assert seen.title.endswith("?") and seen.moral.startswith("**None in *n*: at most 3/*n*, at 95%.**")
    assert seen.body.count("<b>") == seen.body.count("<div class=fragment><b>") == 3
    (shown,) = [slide for slide in decks["one-day"] if slide.title == "From one answer to a hundred"]
    assert shown.body.count("<b>") - 1 == shown.body.count("<div class=fragment><b>") == 1


@named
def test_no_picture_answers_before_the_click(name, decks):
    at_once = [slide.title for slide in decks[name] if slide.picture and not slide.before and not slide.waits]
    assert at_once == []


def test_no_notebook_keeps_a_tag_or_a_comment_for_a_slide_that_no_plan_shows(series):
    shown = {(row.chapter, title) for rows in PLANS.values() for row in rows for title in row.sections}
    idle = []
    for number, chapter in series.chapters.items():
        for section in chapter.sections:
            for i, cell in section.cells:
                marks = [tag for tag in tags(cell) if tag.startswith("slide-")] + WORDED.findall(cell.source)
                answers = "- **a**" in "".join(marks) and section.part == "question"  # which the site offers
                if marks and (number, section.title) not in shown and not answers:
                    idle.append((number, i, marks))
    assert idle == []


# --- What stands on a slide

ROWS = [[("th", ""), ("th", "n"), ("th", "rate")], [("th", "a < b"), ("td", "1,000"), ("td", "0.5")]]


def test_a_table_has_the_columns_that_are_asked_for_in_their_form_and_lights_some():
    assert markup.table(ROWS, "n | *rate* {:.0%}") == (
        "<table><tr class=head><th></th><th>n</th><th class=lit>rate</th></tr>"
        "<tr><th>a &lt; b</th><td>1,000</td><td class=lit>50%</td></tr></table>"
    )
    with pytest.raises(ValueError, match=r"no column or row is called \['odds'\]"):
        markup.table(ROWS, "odds | n")


def test_nothing_that_is_written_becomes_markup():
    bad = '<script>alert("x")</script>'
    shown = markup.options({"a": bad}) + markup.sentences(bad) + markup.table([[("th", bad)], [("td", bad)]])
    assert "<script" not in shown + markup.large("1", f"{{}} {bad}")


def test_a_picture_comes_click_by_click_and_shares_no_id():
    figure, axes = canvas("So it is", "n", "share")
    axes.plot([0, 1], [0, 1])
    axes.axhline(0.5, gid="click 2")
    drawn = slides.svg(Picture(figure, "One.")), slides.svg(Picture(figure, "Another."))
    assert all(one.count('<g class="fragment" data-fragment-index="2">') == 1 for one in drawn)
    first, second = ({*re.findall(r'\bid="([^"]+)"', one)} for one in drawn)
    assert first and not first & second
    assert {*re.findall(r'(?:href="|url\()#([^")]+)', drawn[0])} <= first


# --- Paper


def test_the_handouts_numbers_are_those_of_the_statistics(series):
    half, ninety = [numbers(line) for line in handout.margins(series).splitlines()[2:4]]
    assert [float(n) for n in half[1:]] == [round(98 / n**0.5, 1) for n in handout.SIZES]
    assert [float(n) for n in ninety[1:]] == [round(196 * (0.09 / n) ** 0.5, 1) for n in handout.SIZES]
    same, other = [[int(n) for n in numbers(line)] for line in handout.plans(series).splitlines()[2:4]]
    for gain, few, many in zip(handout.GAINS, same, other, strict=True):
        d = gain / 100
        assert few == pytest.approx((1.96 * 0.20**0.5 + 0.8416 * (0.20 - d**2) ** 0.5) ** 2 / d**2, rel=0.02)
        mean = 0.80 + d / 2
        assert many == pytest.approx(2 * 2.8016**2 * mean * (1 - mean) / d**2, rel=0.02)
    said = handout.sentences(series)
    assert said.startswith(f"{handout.evening_sentences(series)}\n- **Other items.**")
    for each in (give_or_take.wilson_interval(84, 100), give_or_take.tango_interval(82, 10, 2, 6)):
        assert f"{100 * each.low:.1f}" in said and f"{100 * each.high:.1f}" in said
    assert [line[2:] for line in handout.carry_home(series).splitlines()] == [
        series.chapters[f"{number:02}"].take_away for number in range(2, 7)
    ]


def test_every_call_of_the_cheat_sheet_runs():
    ids, kinds = [f"q{i}" for i in range(8)], ["easy"] * 5 + ["hard"] * 3
    old, new = (dict(zip(ids, map(int, results), strict=True)) for results in ("11010110", "11110111"))
    space = {name: getattr(give_or_take, name) for name in give_or_take.__all__} | {
        "right": [1, 1, 0, 1, 0, 1, 1, 0], "scores": [2, 4, 4, 6, 3, 5, 4, 4], "ids": ids, "kinds": kinds,
        "right_old": [1, 0, 0, 1], "groups_old": list("eeff"), "scores_old": [3, 5, 3, 4], "ids_old": list("wxyz"),
        "gains": [1, 0, 0, 1, -1, 1, 0, 1], "right_runs": [9, 4, 7, 10, 2, 8, 6, 5], "groups": list("aabbccdd"),
        "new": new, "old": old, "k": [45, 80], "n": [50, 150], "k_old": [92, 30], "n_old": [100, 50],
        "mix": [0.5, 0.5], "verdicts": [1] * 80 + [0] * 40, "labels": [1, 1, 1, 0, None, None] * 20,
        "results": {"a": [1, 0, 1, 1] * 25, "b": [1, 0] * 50}, "rng": np.random.default_rng(1),
        "by": dict(zip(ids, "aabbccdd", strict=True)),
    }  # fmt: skip
    calls = re.findall(r"^\|.*\| `(.*)` \|$", (ROOT / "book/cheat-sheet.md").read_text("utf-8"), re.MULTILINE)
    assert len(calls) > 25
    for call in calls:
        eval(call, space)  # the page's own
    assert [round(100 * share) for share in give_or_take.discordance_bounds(0.84, 0.80)][:2] == [4, 36]


def test_what_an_evening_showed_is_what_its_chapters_say(series):
    page = " ".join((ROOT / "book/evening-handout.md").read_text("utf-8").split())
    assert "about one test in ten" in series.chapters["01"].predictions["1A"].because
    assert "2 of 40 bars" in str(series.chapters["02"].nb.cells)
    one_in = round(1 / give_or_take.mcnemar_test(10, 2).p_value)
    for said in (
        "About one time in ten.",
        "Here two.",
        f"One time in {one_in},",
        "At most 3/n, at 95%. None in 20: at most 15%",
    ):
        assert said in page


def test_what_preparing_takes_is_the_time_of_the_chapters(series):
    said = {"evening": (4.5, "0, 1, 2, 3 and 5, about four and"), "one-day": (6.5, "for the day 0 to 6, about six and")}
    for name, (hours, words) in said.items():
        numbers = sorted({"00"} | {row.chapter for row in PLANS[name]} - {""})
        taken = [series.chapters[number].minutes for number in numbers]
        assert round(sum(each["reading"] + each["exercises"] for each in taken) / 30) / 2 == hours
        assert words in plan.read("index") and (re.findall(r"\d", words) in ([n[1] for n in numbers], ["0", "6"]))


def test_the_mail_quotes_the_green_line_that_the_first_cell_prints(series):
    (cell,) = [cell for cell in series.chapters["00"].nb.cells if "check_environment()" in cell.source]
    assert printed(cell).strip() in plan.read("setup-mail")
