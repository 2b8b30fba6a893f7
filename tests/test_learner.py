"""What a learner may type: a blank, the right answer, every mistake with a name, nonsense. The reply is always kind."""

import json
import math
import os
import re
import subprocess
import sys
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from test_form import by_name
from test_seeds import run

from give_or_take.classroom import exercises
from give_or_take.classroom.exercises import PREDICTIONS, REGISTRY, check
from give_or_take.classroom.predict import MARKER, STORE, note, reveal
from give_or_take.results import COLUMNS
from tools.notebook import ROOT, Chapter, called, numbers, printed

for module in sorted((ROOT / "helpers" / "give_or_take" / "classroom" / "exercises").glob("ch[0-9][0-9].py")):
    exercises.load_chapter(int(module.stem[2:]))

BLANKS = [..., None, "", "  ", "..."]
NONSENSE = [
    "abc", "84%", "0.84", b"84", [], [1, 2, 3], ["a", "b"], [[1], [2]], {}, {"a": 1}, {1, 2}, range(5), (math.nan, 1.0),
    math.nan, math.inf, -math.inf, 1e308, 10**400, -(10**400), 1j, True, Decimal("NaN"), Fraction(10**9, 7), object(),
    len, int, Exception("no"), (x for x in "abc"), np.array([]), np.array([1e300, 2e300]), np.ones((2, 2)),
    np.array("text"), np.bool_(True), np.float64("nan"), np.complex128(1j), np.datetime64("2024-01-01"),
    pd.Series([1e300, 2e300]), pd.Series(["a"]), pd.Series([], dtype=float), pd.DataFrame({"a": [1]}), pd.NA, pd.NaT,
]  # fmt: skip
UNKIND = re.compile(r"wrong|incorrect|no[,.!]|false|error|fail|obviously", re.IGNORECASE)


def each(asked):
    """A test for each of them, which may be none."""
    return pytest.mark.parametrize("asked", asked, ids=[one.id for one in asked])


KINDS = "answer", "choices", "cases", "signs"
NUMBERS, CHOICES, FUNCTIONS, TEXTS = ([e for e in REGISTRY.values() if getattr(e, kind)] for kind in KINDS)
by_exercise, by_prediction = each(REGISTRY.values()), each(PREDICTIONS.values())
by_number, by_choice, by_function, by_text = each(NUMBERS), each(CHOICES), each(FUNCTIONS), each(TEXTS)


@pytest.fixture
def said(capsys, monkeypatch, tmp_path):
    """said(function, *what) -> what it prints: one kind reply in lines that fit, here made one; nothing on stderr."""
    monkeypatch.chdir(tmp_path)  # not a learner's folder: no guess is kept

    def call(function, *what, **more):
        assert function(*what, **more) is None
        out, err = capsys.readouterr()
        assert out.strip() and not err
        assert not UNKIND.match(out) and max(map(len, out.splitlines())) <= COLUMNS, out
        return " ".join(out.split())

    return call


def parts(value):
    """A number or a pair, as a tuple."""
    return tuple(value) if np.ndim(value) else (value,)


def scaled(value, factor):
    return tuple(factor * x for x in parts(value)) if np.ndim(value) else factor * value


def wrong_answers(asked):
    """Everything that a learner may type and that is not right."""
    yield from (*BLANKS, *NONSENSE)
    if asked.choices:
        yield from (letter for letter in asked.choices if letter != asked.right)
        yield from ("z", 1, "abcd")
        return
    if asked.cases:
        yield from (wrong for wrong, _ in asked.mistakes)
        yield from (0.5, "winner", print, lambda *_: ..., lambda *_: "0.84", lambda *_: math.nan, lambda: 1)
        return
    if asked.signs:
        yield from ("It is 92%, up from 84%: a clear win.", 0.5)
        return
    right = asked.answer()
    yield from (wrong() for wrong, _ in asked.mistakes)
    yield from (scaled(right, factor) for factor in (100, 0.01, -1, 1 + 2 * asked.share, 1 - 2 * asked.share, 2, 7))
    yield from ((right, right), "a") if not np.ndim(right) else (right[::-1], right[0])


def gives_away(reply, asked):
    """What a reply says of the right answer: the number itself, in any unit, or the letter."""
    if asked.choices:
        quoted = set(re.findall(r"""["'`(*]([a-z])["'`)*]""", reply))
        return asked.right if asked.right in quoted and quoted < set(asked.choices) else None
    if asked.cases:  # one right value is shown beside the wrong one; the function is what is asked for
        return "return" if re.search(r"\breturn .*[(*/]|\w\.\w+\(", reply) else None
    if asked.signs:  # which the exercise itself names
        return None
    forms = [abs(x) * factor for x in parts(asked.answer()) for factor in (1, 100, 0.01) if x]
    told = (abs(float(token)) for token in numbers(reply))
    return next((x for x in told for form in forms if math.isclose(x, form, rel_tol=0.005)), None)


def test_giving_the_answer_away_would_be_noticed():
    number = SimpleNamespace(choices={}, cases=None, signs=(), answer=lambda: 1369.0)
    assert all(gives_away(f"It takes {told} of them.", number) for told in ("1,369", "1370", "13.7", "136,900"))
    assert gives_away("It takes 1,350 of them, or 37.", number) is None
    choice = SimpleNamespace(choices={"a": "", "b": "", "c": ""}, right="b")
    assert gives_away('Think of "b".', choice) and gives_away("**b** is better", choice)
    assert gives_away('Answer with "a", "b" or "c".', choice) is None


@by_exercise
def test_every_reply_is_kind_and_keeps_the_secret(asked, said):
    for answer in wrong_answers(asked):
        reply = said(check, asked.id, answer)
        assert not reply.startswith("Right"), f"{answer!r} counts as right"
        assert gives_away(reply, asked) is None, f"the reply to {answer!r} gives the answer away: {reply}"


@by_exercise
def test_a_blank_spends_no_hint(asked, said):
    assert asked.hint.strip()
    replies = [said(check, asked.id, blank) for blank in BLANKS]
    assert all(reply.startswith("Blank so far") and asked.hint not in reply for reply in replies)


@by_number
def test_right_number(asked, said):
    right = asked.answer()
    forms = [right, scaled(right, np.float64(1)), np.array(right), np.array(parts(right)), pd.Series(parts(right))]
    if not asked.whole:
        forms.append(tuple(float(f"{x:.3g}") for x in parts(right)))
    for form in forms:
        assert said(check, asked.id, form).startswith("Right"), f"{form!r} should be right"


@by_number
def test_mistakes_get_their_own_reply(asked, said):
    assert asked.mistakes
    for wrong, message in asked.mistakes:
        reply = said(check, asked.id, wrong())
        assert message.strip() and message in reply, f"{wrong()!r} is right, or an earlier mistake"


@by_number
def test_wrong_unit_is_named(asked, said):
    """Percent for a fraction, or the other way round; unless that is a mistake with a name of its own."""
    for factor in (100, 0.01):
        answer = scaled(asked.answer(), factor)
        named = any(np.allclose(parts(wrong()), parts(answer), rtol=asked.share) for wrong, _ in asked.mistakes)
        assert named or "unit" in said(check, asked.id, answer)


@by_choice
def test_choices(asked, said):
    assert asked.right in asked.choices and len(asked.choices) >= 2
    for letter, message in asked.choices.items():
        for form in (letter, letter.upper(), f" {letter}) "):
            reply = said(check, asked.id, form)
            assert reply.startswith("Right") if letter == asked.right else message.strip() and message in reply


SLIPS = {  # what a reader changes in the solution by mistake, and what the reply says to it
    "1.2": [("100 * boards", "boards", "in percent"), ("axis=1", "axis=0", "direction"), ("20_000", "30", "draws")],
    "2.2": [("return 100 * ", "return ", "in points"), ("return 100", "return 1.96 * 100", "the margin")],
    "3.3": [("np.arange(n + 1)", "np.arange(n)", "is missing"), ("return binom", "return 100 * binom", "in percent")],
    "4.3": [("rng.permutation(both)", "both", "before each deal"), (">= observed - 1e-9", "> observed", "just as far")],
    "5.3": [("(new - old).dropna()", "new.sub(old, fill_value=0)", "as wrong"), ("new - old", "old - new", "round")],
    "6.1": [("return 100 *", "return", "is a fraction"), (" / sum(weights.values())", "", "need not add up")],
}


@by_function
def test_a_function_is_called_and_its_mistakes_are_named(asked, said):
    """The chapter's solution is right; an untouched body is a blank; each mistake has its own reply; nothing hangs."""

    def untouched(*arguments): ...

    def endless(*arguments):
        while True:
            pass

    assert said(check, asked.id, untouched).startswith("Blank so far")
    assert "takes longer than 1 second" in said(check, asked.id, endless)
    assert len(asked.mistakes) >= 2
    for wrong, message in asked.mistakes:
        assert said(check, asked.id, wrong) == f"Not yet. {message}"
    (path,) = (ROOT / "notebooks").glob(f"{int(asked.id.split('.')[0]):02}-*.ipynb")
    chapter, replies, space = Chapter.open(path), {}, {}
    (cell,) = chapter.solutions(asked.id)
    exec(chapter.code[0][1].source, space)
    space["check"] = lambda id, answer: replies.update({id: said(check, id, answer)})
    exec(cell.source, space)
    assert replies[asked.id].startswith("Right")
    for old, new, reply in SLIPS.get(asked.id, []):
        assert cell.source != (slipped := cell.source.replace(old, new, 1)), "a slip changes nothing"
        exec(slipped, space)
        assert reply in replies[asked.id]


CUTS = {  # a half sentence of the solution, what stands there instead, and what the reply then misses
    "12.5": [
        ("the same 100 questions", "the same questions", "how many were asked"),
        ("a random sample of last month's, ", "", "of what these are a sample"),
        (" (95% Tango +1.4 to +15.8 points)", "", "an interval"),
        ("the same 100 questions", "100 questions", "compared with what"),
        (", once each", "", "how many runs"),
        ("Two people graded, and", "They", "who graded"),
    ]
}


@by_text
def test_a_text_is_told_what_it_lacks(asked, said):
    """The chapter's solution lacks nothing, and without a half sentence what that said; a bare claim lacks it all."""
    (path,) = (ROOT / "notebooks").glob(f"{int(asked.id.split('.')[0]):02}-*.ipynb")
    (cell,) = Chapter.open(path).solutions(asked.id)
    solution = printed(cell).partition("\nRight")[0].replace("\n", " ")
    assert said(check, asked.id, solution) == f"Right, as far as I can see. {asked.why}"
    bare = said(check, asked.id, "It is 92%, up from 84%: a clear win.")
    assert all(" ".join(what.split()) in bare for what, _ in asked.signs)
    for old, new, lacking in CUTS[asked.id]:
        assert solution != (cut := solution.replace(old, new))
        reply = said(check, asked.id, cut)
        assert reply.startswith(f"Not yet. {asked.hint} What I do not see: {lacking}") and ";" not in reply


@by_prediction
def test_prediction(asked, said):
    """A blank, each option or range, nonsense: always what is right and why, never a reproach."""
    truth = {} if asked.options else {"truth": 3.7}
    guesses = [*BLANKS, *NONSENSE, (3, 4), (4, 3), (10, 20), [3.0, 4.0], np.array([3, 4]), 3.7]
    for guess in guesses:
        reply = said(reveal, asked.id, guess, **truth)
        assert asked.because in reply
        assert not asked.options or f'it is "{asked.right}".' in reply
    for letter, message in asked.options.items():
        reply = said(reveal, asked.id, letter)
        assert letter == asked.right or message.strip() and message in reply
        assert letter in said(note, asked.id, letter)
    if asked.options:
        assert asked.right in asked.options
        assert all(said(note, asked.id, guess) for guess in guesses)
    else:
        assert "holds" in said(reveal, asked.id, (4, 3), **truth)
        assert "misses" in said(reveal, asked.id, (10, 20), **truth)


@pytest.mark.parametrize("id", ["1A", "0A"])
def test_a_kept_guess_never_answers_another_question(id, tmp_path, monkeypatch, capsys):
    """Nor one of a store that was written before guesses said what they answered."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / MARKER).touch()
    question = exercises.find(id, PREDICTIONS, "prediction")
    wrong, other = (letter for letter in list(question.options)[:3] if letter != question.right)

    def remembered():
        reveal(id, ...)
        return f'You said "{wrong}"' in capsys.readouterr().out

    note(id, wrong)
    store = (tmp_path / STORE).read_bytes()
    capsys.readouterr()
    for change in (
        {"options": question.options | {other: "Another reply."}},
        {"options": question.options | {"z": "One more."}},
        {"right": other},
        {"unit": " points"},
        {"asks": question.asks + " Or not?"},
        {"says": question.says | {other: "no"}},
    ):
        with monkeypatch.context() as patch:
            patch.setitem(PREDICTIONS, id, replace(question, **change))
            assert not remembered(), change
    (tmp_path / STORE).write_text(json.dumps({id: {"guess": wrong}}))
    assert not remembered()
    (tmp_path / STORE).write_bytes(store)
    assert remembered()
    reveal(id, other)
    assert json.loads((tmp_path / STORE).read_text())[id]["guess"] == other


@by_name
def test_options_are_those_of_the_text(path):
    """The letters of a choice are those registered, and no reply to another letter repeats the right option."""
    chapter = Chapter.open(path)
    for i, text in chapter.text:
        for id, body in re.findall(r"^### Exercise (\d+\.\d+)(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL):
            asked = chapter.exercises[id]
            options = dict(re.findall(r"^- \*\*([a-z])\*\* (.*)$", body, re.MULTILINE))
            assert sorted(options) == sorted(asked.choices), f"cell {i}: exercise {id} offers other letters"
            told = [reply for letter, reply in asked.choices.items() if letter != asked.right] + [asked.hint]
            assert not any(options[asked.right] in reply for reply in told if asked.choices)


@by_name
def test_filled_in_right(path):
    """A learner who types each solution where the exercise stands is told "Right", every time."""
    chapter = Chapter.open(path)
    solutions = {
        id: "\n".join(line for line in cell.source.splitlines() if not line.startswith("check("))
        for id in chapter.exercises
        for cell in chapter.solutions(id)
    }
    folded = {i for i, _ in chapter.parts.get("solutions", [])}
    filled, expected = {}, {}
    for i, cell in chapter.code:
        for id in called("check", cell.source) if i not in folded else []:
            blank = r"(?:(answer) = \.\.\..*|def (\w+)\(.*\):\n    \.\.\.)"
            asks = re.compile(rf'^{blank}$(?=(?:.|\n)*^check\("{re.escape(id)}", (?:\1|\2)\))', re.MULTILINE)
            filled[i] = asks.sub(lambda _, id=id: solutions[id], filled.get(i, cell.source), count=1)
            expected[i] = expected.get(i, 0) + 1
    said = run(chapter, without=("solutions",), instead=filled)
    for i, count in expected.items():
        assert len(re.findall("^Right", said[i], re.MULTILINE)) == count, f"cell {i}:\n{filled[i]}\n\n{said[i]}"


@by_name
def test_the_right_letter_cannot_be_guessed_from_its_place(path):
    """No letter is right in more than half of a chapter's questions with letters."""
    chapter = Chapter.open(path)
    asked = [*chapter.exercises.values(), *chapter.predictions.values()]
    right = [one.right for one in asked if one.right]
    assert len(right) < 3 or max(map(right.count, right)) <= len(right) / 2, right


@pytest.mark.skipif(os.name == "nt", reason="Windows has no limit on the size of a file")
def test_a_full_disk_takes_no_guess_away(tmp_path):
    """A real one: nothing more may be written. What was kept is kept, and the reply comes all the same."""
    code = """
import resource, signal
from give_or_take.classroom import note, reveal
note("0A", "b")
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
reveal("1A", "a")
"""
    (tmp_path / ".give-or-take").touch()
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    said = " ".join(run.stdout.split())
    assert "(Your guess could not be kept in predictions.json: no more may be written to it. Those" in said
    assert 'You said "a"' in said and run.returncode == 0, run.stderr
    assert list(json.loads((tmp_path / "predictions.json").read_text())) == ["0A"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [".give-or-take", "predictions.json"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no limit on the size of a file")
def test_a_full_disk_leaves_no_half_chapter(tmp_path):
    code = f"""
import resource, signal, sys
sys.path.insert(0, {str(ROOT)!r})
from tools import lab
from pathlib import Path
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
lab.make_copy(Path({str(ROOT / "notebooks")!r}), Path("my"))
"""
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert "File too large" in run.stderr
    for path in (tmp_path / "my").glob("*.ipynb"):
        json.loads(path.read_text(encoding="utf-8"))
    assert {path.name for path in (tmp_path / "my").iterdir()} <= {".give-or-take", *os.listdir(ROOT / "notebooks")}
