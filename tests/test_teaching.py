"""The teaching layer: figures, explorers, predictions, the claim, the environment check, luck."""

import ast
import json
import re
from importlib import import_module
from inspect import getmembers, isfunction, signature
from pathlib import Path
from unittest.mock import MagicMock

import numpy as np
import pytest

from give_or_take import Estimate, Interval, Pairs, detectable_change, pooled_z_test, wilson_interval
from give_or_take.classroom import (
    Claim,
    check,
    check_environment,
    environment,
    explore,
    figures,
    look,
    luck,
    note,
    predict,
    reveal,
    show,
    survives,
)
from give_or_take.classroom.figures import NOTE, Picture, canvas, mimebundle
from give_or_take.classroom.figures.claim import claim_picture
from give_or_take.classroom.look import four_digits
from give_or_take.results import COLUMNS

FIGURES = Path(figures.__file__).parent
NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"


def draw(n):
    figure, axes = canvas(f"{n} items", "items", "score, %")
    axes.plot([0, n], [0, 1])
    return Picture(figure, f"A line to {n}.")


# --- Figures


def test_a_picture_is_stored_with_its_words(monkeypatch):
    shown = {}
    monkeypatch.setattr("IPython.display.display", lambda bundle, **kwargs: shown.update(bundle=bundle, **kwargs))
    show(draw(5))
    assert shown["bundle"]["text/plain"] == "A line to 5."
    assert shown["metadata"] == {"image/png": {"alt": "A line to 5."}}
    assert shown["bundle"]["image/png"].startswith("iVBOR")


@pytest.mark.parametrize(
    "title, xlabel, ylabel, alt, words",
    [
        ("", "items", "score", "words", "no title"),
        ("finding", "", "score", "words", "axis without a label"),
        ("finding", "items", "score", "  ", "no description"),
        ("finding", "items", "score", None, "no description"),
    ],
)
def test_a_picture_that_lacks_words_is_refused(title, xlabel, ylabel, alt, words):
    with pytest.raises(ValueError, match=words):
        show(Picture(canvas(title, xlabel, ylabel)[0], alt))


def test_a_picture_holds_a_figure():
    with pytest.raises(TypeError, match="picture must hold a Matplotlib figure"):
        show(Picture(None, "words"))


@pytest.mark.parametrize("nothing", [None, 3, canvas("a", "b", "c")])
def test_only_a_picture_is_shown(nothing):
    with pytest.raises(TypeError, match="picture must be a Picture"):
        show(nothing)


def test_an_axis_without_a_name_is_hidden():
    mimebundle(Picture(canvas("finding", "score, %", "")[0], "words"))


def test_panels_share_a_title():
    figure, axes = canvas("finding", "items", "score, %", columns=2)
    assert len(axes) == 2 and figure.get_suptitle() == "finding"


def test_a_title_starts_at_the_left_edge_on_one_line_for_one_panel_or_many():
    def place(columns, left):
        figure, axes = canvas("finding", "items", "score, %", columns=columns, left=left)
        Picture(figure, "words").figure.draw_without_rendering()
        title = figure._suptitle if columns > 1 else axes._left_title
        return title.get_window_extent().get_points()

    for left in (None, 2):
        assert place(1, left) == pytest.approx(place(2, left), abs=1)
        assert abs(place(1, left)[0, 0]) < 2


@pytest.mark.parametrize(
    ("words", "size", "place", "refused"),
    [("tiny", 9, (0, 0), "words of 9 points, 'tiny'"), ("far out", 12, (9, 0), "sticks out by")],
)
def test_a_picture_that_cannot_be_read_is_refused(words, size, place, refused):
    figure, axes = canvas("finding", "items", "score, %")
    axes.text(*place, words, fontsize=size)
    with pytest.raises(ValueError, match=refused):
        show(Picture(figure, "words"))


def test_words_without_a_size_are_as_large_as_notes():
    figure, axes = canvas("finding", "items", "score, %")
    plain, small = axes.text(0, 0, "plain"), axes.text(0, 0, "small", fontsize=9)
    Picture(figure, "words")
    assert (plain.get_fontsize(), small.get_fontsize()) == (NOTE, 9)


def test_the_same_picture_is_the_same_bytes():
    assert draw(7).png() == draw(7).png()


def test_no_figure_module_uses_pyplot_or_leaves_settings_behind():
    import matplotlib

    before = dict(matplotlib.rcParams)
    draw(3).png()
    assert dict(matplotlib.rcParams) == before
    users = []
    for path in FIGURES.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for part in tree.body:
            names = {getattr(node, "id", getattr(node, "name", "")) for node in ast.walk(part)}
            if names & {"pyplot", "plt", "matplotlib.pyplot"}:
                users.append(f"{path.stem}.{getattr(part, 'name', '')}")
    assert users == ["__init__._just_drawn"]


def test_in_jupyterlab_a_picture_has_its_description(monkeypatch):
    shown = {}
    monkeypatch.setattr("IPython.display.display", lambda bundle, **kwargs: shown.update(bundle))
    monkeypatch.setenv("JPY_SESSION_NAME", "my/01.ipynb")
    show(draw(7)._replace(alt='A line "to" <7>.'))
    assert shown["text/html"].startswith(
        '<img style="max-width:100%" alt="A line &quot;to&quot; &lt;7&gt;." src="data:'
    )
    assert "image/png" not in shown and shown["text/plain"] == 'A line "to" <7>.'


def test_bad_input_is_one_sentence_and_the_line_that_gave_it():
    shell = MagicMock()

    def said(call, *arguments):
        try:
            call(*arguments)
        except ValueError as error:
            return look.refused(shell, ValueError, error, error.__traceback__)

    words, blank, line = said(Claim, "mine", 0.84, 100)
    assert words.startswith("ValueError: successes must be") and max(map(len, words.splitlines())) <= COLUMNS
    assert line == "in the line: call(*arguments)"
    assert said(int, "x") is shell.InteractiveTB.structured_traceback.return_value
    assert shell._showtraceback.call_count == 2


def test_what_pyplot_drew_is_shown_once_with_its_words_and_closed(monkeypatch):
    from matplotlib import pyplot, rc_context

    shown = []
    monkeypatch.setattr("IPython.display.display", lambda bundle, **kwargs: shown.append((bundle, kwargs["metadata"])))
    with rc_context():
        look.dress()
        for _ in range(2):
            pyplot.bar([79, 84], [11, 89])
            pyplot.xlabel("score")
            pyplot.ylabel("tests")
            pyplot.title("Bars")
            show("Two bars.")
            assert not pyplot.get_fignums()
    (bundle, metadata), again = shown
    assert bundle["text/plain"] == metadata["image/png"]["alt"] == "Two bars."
    assert bundle["image/png"].startswith("iVBOR") and again == (bundle, metadata)
    with pytest.raises(ValueError, match="no figure to describe"):
        show("Two bars.")


def test_every_drawing_function_is_explained_takes_data_and_is_used():
    for path in sorted(FIGURES.glob("ch*.py")):
        module = import_module(f"give_or_take.classroom.figures.{path.stem}")
        drawn = [f for name, f in getmembers(module, isfunction) if f.__module__ == module.__name__ and name[0] != "_"]
        assert drawn
        for function in drawn:
            assert function.__doc__, f"{path.stem}.{function.__name__} has no docstring"
            assert signature(function).parameters, f"{path.stem}.{function.__name__} draws without data"
            (chapter,) = NOTEBOOKS.glob(f"{path.stem[2:]}-*.ipynb")
            assert f"draw.{function.__name__}" in chapter.read_text(encoding="utf-8"), (
                f"{function.__name__} is not used"
            )


# --- Explorers


def moved(explorer, position, value):
    """The picture of a live explorer before and after one slider is set."""
    widget = explorer.widget()
    *controls, image = widget.children
    before = image.value
    controls[position].value = value
    return before, image.value


def test_a_slider_moves_the_picture_and_its_words():
    before, after = moved(explore(draw, n=("items", 1, 10, 5)), 0, 6)
    assert 'alt="A line to 5."' in before and 'alt="A line to 6."' in after
    assert before.split("src=")[1] != after.split("src=")[1]


def test_a_sentence_to_paste_stands_below_the_picture(monkeypatch):
    def said(n):
        return draw(n)._replace(paste=f"Take <{n}> items.")

    before, after = moved(explore(said, n=("items", 1, 10, 5)), 0, 6)
    assert "Take &lt;5&gt; items." in before and "Take &lt;6&gt; items." in after
    shown = {}
    monkeypatch.setattr("IPython.display.display", lambda bundle, **kwargs: shown.update(bundle=bundle))
    show(said(7))
    assert shown["bundle"]["text/plain"] == "A line to 7.\nTake <7> items."


def test_an_explorer_escapes_what_it_is_told():
    def rude(n):
        return Picture(canvas("t", "x", "y")[0], f'"><script>alert({n})</script>')

    before, _ = moved(explore(rude, n=("items", 1, 10, 5)), 0, 6)
    assert "<script>" not in before and "&lt;script&gt;" in before


def test_an_explorer_is_stored_as_a_still(monkeypatch):
    shown = {}
    monkeypatch.setattr("IPython.display.display", lambda bundle, **kwargs: shown.update(bundle=bundle, **kwargs))
    explore(draw, n=("number of items", 1, 10, 5))._ipython_display_()
    assert shown["bundle"]["text/plain"].startswith("A line to 5.\n")
    assert "number of items" in shown["bundle"]["text/plain"]
    assert shown["metadata"]["image/png"]["alt"] == "A line to 5."
    assert "application/vnd.jupyter.widget-view+json" in shown["bundle"]


def test_whole_sliders_give_whole_numbers():
    seen = []

    def keep(n, rate):
        seen.append((n, rate))
        return draw(n)

    moved(explore(keep, n=("items", 1, 10, 5), rate=("rate", 0.0, 1.0, 0.5, 0.1)), 0, 6)
    assert isinstance(seen[-1][0], int) and isinstance(seen[-1][1], float)


@pytest.mark.parametrize(
    "given, words",
    [
        (("", 0, 10, 5), "n must begin with text"),
        ((3, 0, 10, 5), "n must begin with text"),
        (("n", 0, 10, 11), "start of n must lie between"),
        (("n", 10, 0, 5), "start of n must lie between"),
        (("n", 0, 10, 5, 0), "step of n must be"),
        (("n", 0, 10, "5"), "start of n must be a number"),
        (("n", 0, float("nan"), 5), "high of n must be a number"),
        (("n", True, 10, 5), "low of n must be a number"),
        (("n", 0, 10**400, 5), "high of n must be a number"),
        ((1, 10, 5), r"n must be \(label"),
        ("n", r"n must be \(label"),
    ],
)
def test_a_bad_slider_is_refused(given, words):
    with pytest.raises((ValueError, TypeError), match=words):
        explore(draw, n=given)


def test_a_bad_explorer_is_refused():
    with pytest.raises(TypeError, match="draw must be a function"):
        explore("picture", n=("items", 1, 10, 5))
    with pytest.raises(TypeError, match="at least one argument"):
        explore(draw)
    with pytest.raises(TypeError, match="draw cannot be called"):
        explore(lambda n, m: draw(n), n=("items", 1, 10, 5))
    assert explore(lambda **values: draw(**values), n=("items", 1, 10, 5)).picture().alt == "A line to 5."
    with pytest.raises(TypeError, match="draw cannot be called with these sliders"):
        explore(draw, m=("items", 1, 10, 5))


# --- Predictions


def test_guesses_are_kept_only_in_the_learners_copy(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    note("0A", "b")
    assert not list(tmp_path.iterdir())
    (tmp_path / predict.MARKER).touch()
    note("0A", "b")
    reveal("1A", "C) ")
    guesses = {"0A": {"guess": "b"}, "1A": {"guess": "c", "hit": True}}
    for id, entry in json.loads((tmp_path / predict.STORE).read_text()).items():
        assert entry == guesses.pop(id) | {"question": entry["question"]}
    assert not guesses
    (tmp_path / predict.STORE).write_text("broken")
    note("0B", "a")
    assert list(json.loads((tmp_path / predict.STORE).read_text())) == ["0B"]


def test_an_earlier_call_is_remembered_in_the_learners_copy(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    reveal("0C", ...)
    assert capsys.readouterr().out.startswith('0C: No guess, and that is fine: it is "d".')
    (tmp_path / predict.MARKER).touch()
    note("0C", "a")
    assert capsys.readouterr().out == '0C: "a", noted. Chapter 1 settles it.\n'
    reveal("0C", ...)
    assert capsys.readouterr().out.startswith('0C: You said "a"; it is "d".')
    reveal("0C", "d")
    assert capsys.readouterr().out.startswith('0C: You said "d", and so')
    (tmp_path / predict.STORE).write_text('["broken"]')
    reveal("1B", ...)
    assert capsys.readouterr().out.startswith("No guess")


def test_a_folder_that_cannot_be_written_costs_no_traceback(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / predict.MARKER).touch()
    (tmp_path / predict.STORE).mkdir()
    note("0A", "b")


@pytest.mark.parametrize(
    "guess, said",
    [
        ((1, 9), "holds it"),
        ([9, 1], "holds it"),
        ((6, 9), "misses it"),
        ((5, 9), "holds it"),
        ((1, 5), "holds it"),
        (..., "No range"),
        ((1, 2, 3), "two numbers"),
        ("x", "two numbers"),
        ((1, float("nan")), "two numbers"),
    ],
)
def test_a_range_is_judged(guess, said, capsys, monkeypatch):
    from give_or_take.classroom.exercises import PREDICTIONS, Prediction

    monkeypatch.setitem(PREDICTIONS, "1Z", Prediction("1Z", {}, None, "That is so.", "%"))
    reveal("1Z", guess, truth=np.int64(5))
    out = capsys.readouterr().out
    assert said in out and "5%" in out


@pytest.mark.parametrize("ask", [lambda id: check(id, 1), lambda id: reveal(id, "a"), lambda id: note(id, "a")])
@pytest.mark.parametrize("id", ["9.9", "", "nonsense", "1.99", "77Q"])
def test_an_unknown_question_is_refused_and_the_known_are_listed(ask, id):
    with pytest.raises(ValueError, match=f"id {re.escape(repr(id))} is not a known"):
        ask(id)


@pytest.mark.parametrize("ask", [lambda id: check(id, 1), lambda id: reveal(id, "a"), lambda id: note(id, "a")])
@pytest.mark.parametrize("id", [2.1, None, ["2.1"]])
def test_an_id_is_text(ask, id):
    with pytest.raises(TypeError, match="id must be text"):
        ask(id)


def test_a_settled_guess_does_not_answer_for_a_blank(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / predict.MARKER).touch()
    reveal("1A", "b")
    assert capsys.readouterr().out.startswith('You said "b"')
    reveal("1A", ...)
    assert capsys.readouterr().out.startswith("No guess")
    (tmp_path / predict.STORE).write_text('{"1A": 5}')
    reveal("1A", ...)
    assert capsys.readouterr().out.startswith("No guess")


# --- The exercises' engine, on a question of its own


@pytest.mark.parametrize(
    "answer, begins",
    [
        ((2.0, 4.0), "Right"),
        ([4.0, 2.0], "Nearly: both numbers"),
        ((2.05, 4.0), "Close"),
        ((200, 400), "Nearly: the digits"),
        ((1.0, 3.0), "Not yet. You took the inner one"),
        ((7.0, 9.0), "Not yet. Think"),
        (3.0, "This asks for two numbers"),
        (..., "Blank so far. Put two numbers"),
        ((-2.0, -4.0), "Nearly: the size"),
        ((1 / 0 for _ in "a"), "This asks for two numbers"),
        (np.ma.masked, "This asks for two numbers"),
    ],
)
def test_a_pair_is_an_answer_too(answer, begins, monkeypatch, capsys):
    from give_or_take.classroom import exercises

    monkeypatch.setattr(exercises, "REGISTRY", {})
    exercises.exercise(
        "99.1", answer=lambda: (2.0, 4.0), mistakes=[(lambda: (1.0, 3.0), "You took the inner one.")], hint="Think."
    )
    check("99.1", answer)  # a chapter that is not there, and so does not put its own in the place
    assert capsys.readouterr().out.startswith(begins)


@pytest.mark.parametrize(
    "id, answer, words",
    [
        ("5.1", (13.8, -0.9), "Nearly: both numbers"),  # as a helper prints them
        ("3.1", (92, 58), "Nearly: both numbers"),  # in whole numbers, which are right in order
        ("5.1", (-0.009, 0.138), "Nearly: the digits"),
        ("5.1", (-1.1, 13.5), "round at the end only, and keep three digits"),
        ("4.1", 1253, "round up, and only at the end"),
        ("5.5", (8, 23), "Look again at each number that you put in."),  # which were counted
        ("5.5", (8, 23.5), "Look again at each number that you put in; round"),
    ],
)
def test_a_rounded_answer_gets_the_words_for_what_was_meant_and_a_counted_one_none_on_rounding(
    id, answer, words, capsys
):
    check(id, answer)
    assert words in " ".join(capsys.readouterr().out.split())


# --- The claim


def test_the_claim_grows_by_clauses():
    claim = (
        Claim("answer desk", 84, 100)
        .add(Estimate(0.84, 0.0367, 100))
        .add(Interval(0.756, 0.899, 0.84, method="Wilson"))
    )
    assert f"{claim}" == "answer desk: 84/100 = 84%, standard error 3.7 points, 95% Wilson interval 75.6%-89.9%"
    assert str(claim).splitlines()[1] == "interval 75.6%-89.9%"
    assert str(Claim("big desk", 942, 1000)) == "big desk: 942/1,000 = 94.2%"
    assert str(Claim("d", 99_999, 100_000)) == "d: 99,999/100,000 = 99.999%"
    assert str(Claim("d", 1, 100_000)) == "d: 1/100,000 = 0.001%"
    assert str(Claim("d", 0, 7)) == "d: 0/7 = 0%" and str(Claim("d", 7, 7)) == "d: 7/7 = 100%"


def test_the_claims_picture_has_a_layer_for_each_result():
    claim = Claim("answer desk", 84, 100)
    bare, tall = claim_picture(claim), claim_picture(claim.add(Estimate(0.84, 0.0367, 100)))
    assert tall.figure.get_size_inches()[1] > bare.figure.get_size_inches()[1]
    assert "standard error 3.7 points" in tall.alt and bare.alt != tall.alt


def test_the_words_of_the_claims_picture_never_round_to_all_or_nothing():
    assert "99.96%" in claim_picture(Claim("x", 499, 500).add(wilson_interval(499, 500))).alt
    gain = Interval(-0.0002, 0.1, 0.05, method="Tango", unit="points")
    assert "-0.02 to +10.0 points" in claim_picture(Claim("x", 84, 100).add(gain)).alt


def test_a_result_brings_its_own_layer_and_title():
    claim = Claim("answer desk", 84, 100).add(Interval(0.014, 0.158, 0.08, method="Tango", unit="points"))
    picture = claim_picture(claim)
    assert "Difference: 95% Tango, +1.4 to +15.8 points." in picture.alt
    assert picture.figure.get_suptitle() == "Difference +1.4 to +15.8 points (95% Tango)"
    scores, differences = picture.figure.axes
    assert scores.get_xlabel() == "score, % right" and differences.get_xlabel() == "difference, points"
    assert detectable_change(0.99, 20).headline == "even a rise to 100% is easily missed"
    assert detectable_change(0.99, 20).layer(0.99).high == pytest.approx(0.01)
    layer = Pairs(82, 10, 2, 6, names=("new", "old")).layer(0.84)
    assert (layer.label, layer.estimate, layer.difference) == ("new: 92 of 100, 95% Wilson", 0.92, False)


@pytest.mark.parametrize(
    "bad, words",
    [
        ((1, 84, 100), "name"),
        (("d", 101, 100), "successes"),
        (("d", 0, 0), "n "),
        (("d", "84", 100), "successes"),
        (("d", [84, 1], 100), "successes"),
        (("d", True, 1), "successes"),
    ],
)
def test_a_bad_claim_is_refused(bad, words):
    with pytest.raises((TypeError, ValueError), match=f"^{words}"):
        Claim(*bad)


@pytest.mark.parametrize("bad", [0.0367, "standard error", None])
def test_a_claim_takes_results_only(bad):
    with pytest.raises(TypeError, match="result must have a clause"):
        Claim("answer desk", 84, 100).add(bad)


def test_a_claim_refuses_a_result_about_another_score():
    claim = Claim("answer desk", 84, 100)
    for other in (
        wilson_interval(90, 100),
        Interval(0.7, 0.9, 0.8404),
        Estimate(0.8405, 0.0367, 100),
        Estimate(0.84, 0.0116, 1000),
    ):
        with pytest.raises(
            ValueError, match=r"^result must be about the score of this claim, 0.84 \(n = 100\): it is "
        ):
            claim.add(other)
    with pytest.raises(ValueError, match=r"it is about 0.84 \(n = 1,000\); compute it from the counts"):
        claim.add(Estimate(0.84, 0.0116, 1000))
    with pytest.raises(ValueError, match="it is about 0.9;"):
        claim.add(wilson_interval(90, 100))
    assert claim.results == []


@pytest.mark.parametrize(
    "result",
    [
        wilson_interval(8400, 10_000),
        detectable_change(0.84, 10_000),
        Pairs(40, 29, 22, 9),
        Pairs(400, 9, 2, 9),
    ],
    ids=lambda result: type(result).__name__,
)
def test_a_claim_refuses_other_counts(result):
    with pytest.raises(ValueError, match="^result must be about the score of this claim"):
        Claim("x", 84, 100).add(result)
    assert Claim("x", 84, 100).add(Pairs(40, 9, 2, 9)).results  # 60 of the 100 have a result of both


def test_a_claim_takes_a_rounded_score_and_what_is_about_something_else():
    third = Claim("x", 1, 3).add(Estimate(0.333, 0.27, 3)).add(Estimate(0.33333333, 0.27, 3)).add(wilson_interval(1, 3))
    third.add(Interval(-0.1, 0.2, 0.05, unit="points")).add(Estimate(3.4, 0.3, 40, unit="seconds"))
    third.add(pooled_z_test(1, 3, 2, 3))
    assert len(third.results) == 6


# --- Luck


@pytest.mark.parametrize("condition", [np.array([True, False]), [], {}, "yes", None, 1.0])
def test_a_condition_is_one_truth(condition):
    with pytest.raises(TypeError, match="condition must be one true or false"):
        survives("A sentence.", condition)


@pytest.mark.parametrize("sentence", ["", None, 3])
def test_a_sentence_is_text(sentence):
    with pytest.raises(TypeError, match="sentence must be text"):
        survives(sentence, True)


def test_what_was_asked_is_on_record(monkeypatch, capsys):
    monkeypatch.setattr(luck, "RECORD", [])
    survives("It holds.", np.bool_(True), general=True)
    assert luck.RECORD == [("It holds.", True, True)]
    assert capsys.readouterr().out.startswith("holds")


# --- The environment


def test_a_good_machine_is_all_green(capsys):
    check_environment()
    out = capsys.readouterr().out
    assert "✗" not in out and "This machine is ready" in out


def test_a_broken_machine_is_told_what_mends_it(monkeypatch, capsys):
    def broken(name):
        raise OSError("no such file")

    monkeypatch.setattr("give_or_take.data.load", broken)
    monkeypatch.setattr(
        environment.metadata,
        "requires",
        lambda name: ["numpy >=99", 'numpy >=99; extra == "lab"', "no-such-package >=1", 'pytest >=1; extra == "test"'],
    )
    monkeypatch.setattr(environment.sys, "version_info", (3, 9, 1))
    check_environment()
    out = capsys.readouterr().out
    assert out.count("✗") == out.count("to mend it") == 4
    assert "Python 3.11" in out and "no such file" in out and "To mend: 4" in out and "pytest" not in out


def test_without_jupyterlab_the_kernel_and_the_sliders_are_somebody_elses(monkeypatch, capsys):
    asked = ['numpy >=2.1; extra == "report"', 'ipywidgets >=99; extra == "lab"']
    monkeypatch.setattr(environment.metadata, "requires", lambda name: asked)
    check_environment()
    assert "✗ ipywidgets 99 or newer" in capsys.readouterr().out
    monkeypatch.setattr(environment, "find_spec", lambda name: None)
    check_environment()
    assert "This machine is ready" in capsys.readouterr().out


def test_a_project_that_is_not_installed_is_one_red_line(monkeypatch, capsys):
    def missing(name):
        raise environment.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(environment.metadata, "requires", missing)
    check_environment()
    out = capsys.readouterr().out
    assert "✗ the project is installed" in out and "is ready" not in out


@pytest.mark.parametrize(
    ("number", "words"),
    [(0.38471, "0.3847"), (84.0, "84"), (0.0, "0"), (9999.4, "9999"), (9999.6, "10,000"), (-12345.6, "-12,346")],
)
def test_a_notebook_shows_four_digits(number, words):
    assert four_digits(number) == words
