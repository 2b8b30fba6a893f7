"""Chapter 5's template, "Your two files": what it reads, and what it says to files that do not fit."""

import re
from contextlib import chdir

import pandas as pd
import pytest

from give_or_take import clustered_tango_interval, expand, load, pair_items, sign_flip_test
from give_or_take.classroom.exercises import check, in_points
from give_or_take.classroom.exercises.ch05 import DESK
from give_or_take.paired import METHODS
from tools.notebook import ROOT, Chapter

FOLDER = ROOT / "notebooks" / "files"
COLUMNS = {"gsm8k-175b-fine-tuned.csv": "175b_finetuning", "gsm8k-6b-verifier.csv": "6b_verification"}
FOR_GROUPS = {  # what *Going further* says to change, if questions come in groups
    'names=("new", "old"))': 'names=("new", "old"), groups=groups)',
    "tango_interval(yours)": "clustered_tango_interval(yours)",
    "mcnemar_test(yours)": "sign_flip_test(yours)",
}
GOOD = "id,right\n1,0\n02,1\nq3,1\n"


@pytest.fixture
def template(tmp_path):
    """template(old, new, groups): what its names hold after it has read two files with these words in them."""
    chapter = Chapter.open(ROOT / "notebooks" / "05-paired-tests.ipynb")
    marks = re.compile("^import pandas|^old_file", re.MULTILINE)
    first, cell = [cell.source for _, cell in chapter.code if marks.search(cell.source)]
    assert len(cell.splitlines()) <= 12, "a dozen lines"

    def fill(old, new, groups=None):
        (tmp_path / "old.csv").write_text(old)
        (tmp_path / "new.csv").write_text(new)
        space = {"groups": groups} | dict(
            clustered_tango_interval=clustered_tango_interval, sign_flip_test=sign_flip_test
        )
        exec(first, space)
        code, put = re.subn(r'^(old|new)_file = ".*"$', r'\1_file = "\1.csv"', cell, flags=re.MULTILINE)
        assert put == 2
        for words, instead in FOR_GROUPS.items() if groups is not None else ():
            assert code.count(words) == 1
            code = code.replace(words, instead)
        with chdir(tmp_path):
            exec(code, space)
        return space

    return fill


def test_questions_in_groups_get_the_interval_and_the_test_for_groups(template, capsys):
    new = "id,right\n1,1\n02,1\nq3,1\n4,0\n"
    old = "id,right\n1,0\n02,1\nq3,0\n4,1\n"
    groups = pd.Series({"1": "a", "02": "a", "q3": "b", "4": "c"})
    space = template(old, new, groups)
    gap, test = (f([1, 0, 1, -1], list("aabc")) for f in (clustered_tango_interval, sign_flip_test))
    assert capsys.readouterr().out.splitlines()[-2:] == [str(gap), str(test)] and "3-cluster Tango" in str(gap)
    assert space["lost"]["id"].tolist() == ["4"]
    chapter = Chapter.open(ROOT / "notebooks" / "05-paired-tests.ipynb")
    (told,) = [cell.source for cell in chapter.nb.cells if "`groups`" in cell.source]
    assert all(f"`{name}`" in told for name in ("pair_items", "groups", "clustered_tango_interval", "sign_flip_test"))


@pytest.mark.parametrize("name", COLUMNS)
def test_the_files_are_the_real_results(name):
    file = pd.read_csv(FOLDER / name)
    real = expand(load("gsm8k"))
    assert file.sort_values("id")["right"].tolist() == real[COLUMNS[name]].tolist()
    assert sorted(file["id"]) == real["id"].tolist() and file.columns.tolist() == ["id", "right", "steps"]
    steps = real.set_index("id")["solution_steps"].map(lambda n: f"{n} steps" if n < 5 else "5 or more")
    assert file.set_index("id")["steps"].to_dict() == steps.to_dict()
    about = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert name in about and f"{real[COLUMNS[name]].sum()} right" in about and "MIT" in about


def test_they_stand_in_two_orders():
    one, other = (pd.read_csv(FOLDER / name)["id"].tolist() for name in COLUMNS)
    assert one != other and sorted(one) == sorted(other)


def test_the_sentence_counts_what_is_left_out(template, capsys):
    """Ids are text: 02 is not 2. More columns and empty results do no harm."""
    space = template(GOOD, "right,note,id\n1,a,02\n,b,q3\n1,c,1\n0,d,2\n")
    assert space["yours"].table == (1, 1, 0, 0) and space["lost"].empty
    said = " ".join(capsys.readouterr().out.split())
    assert said.startswith(
        "2 shared items: both right 1, only new: 1, only old: 0, neither 0 (+50.0 points); left out:"
    )
    assert "1 without a result of new (such as 'q3'), 1 without a result of old (such as '2')" in said
    assert "(95% Tango" in said and said.endswith("(McNemar mid-p test)")


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ("id,right\n1,0\n1,1\n", "first ('new') has more than one result for '1'; keep one result for each id"),
        ("id,right\n1,0\n,1\n", "first ('new') has no id for 1 of 2 entries"),
        ("item,right\n1,0\n", "first ('new') must be a table of two columns, 'id' and the results: got"),
        ("id,score\n1,0\n", "first ('new') must be a table of two columns, 'id' and the results: got"),
        ("id,right\n1,0.7\n", "first ('new') must hold 0 or 1, and None or NaN where there is no result: got 0.7"),
        ("id,right\n1,yes\n", "first ('new') must hold 0 or 1, and None or NaN where there is no result: got 'yes'"),
        ("id,right\n2,0\n3,1\n", "first and second share no id: first ('new') has ids such as '2', second ('old')"),
        ("id,right\n", "first ('new') is empty: there is nothing to compare"),
    ],
)
def test_files_that_do_not_fit_are_refused_with_a_reason(template, bad, words):
    with pytest.raises((TypeError, ValueError)) as caught:
        template(GOOD, bad)
    assert str(caught.value).startswith(words)


@pytest.mark.parametrize("method", [name for name in METHODS if name != "tango"])
def test_the_exercise_on_tangos_interval_takes_no_other(method, capsys):
    """It once asked for GPT-5 minus Kimi K2, where Wald's and Newcombe's pass for Tango's."""
    for scale in (1, 100):
        check("5.1", tuple(scale * end / 100 for end in in_points(METHODS[method].ends(*map(float, DESK), 0.95))))
        assert capsys.readouterr().out.startswith("Not yet. That is ")


def test_the_two_small_files_of_the_exercise_have_each_trap():
    """Other order, an id that the other lacks, and numbers as ids in one: `pair_items` alone would find nothing."""
    chapter = Chapter.open(ROOT / "notebooks" / "05-paired-tests.ipynb")
    [source] = [cell.source for _, cell in chapter.code if cell.source.startswith("monday = ")]
    space = {"pd": pd}
    exec(source, space)
    monday, friday = space["monday"], space["friday"]
    with pytest.raises(ValueError, match="share no id"):
        pair_items(friday, monday)
    monday["id"] = monday["id"].astype(str)
    assert pair_items(friday, monday).table == (0, 2, 1, 0)
    assert set(monday["id"]) - set(friday["id"]) and set(friday["id"]) - set(monday["id"])
