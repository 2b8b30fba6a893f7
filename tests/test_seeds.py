"""The chapters in other hands: with another seed, with cells run twice, with names of the reader's own."""

import ast
import io
import re
import sys
from contextlib import chdir, redirect_stdout
from functools import cache

import pytest
from nbformat.v4 import new_notebook
from test_form import by_name, code, text

from give_or_take.classroom import luck
from tools.notebook import Chapter, tags

PICTURES = {"show", "explore"}
SEED_LINE = re.compile(r"^SEED = (\d+)", re.MULTILINE)
# What a reader may well call things in an answer, and a value that would stop whatever took it for its own.
OWN_NAMES = "data high k low n new old p result right score scores se total x".replace(" ", " = ") + ' = "mine"\n'


def seed_of(chapter):
    found = SEED_LINE.search("\n".join(cell.source for _, cell in chapter.code))
    return int(found[1]) if found else None


class Quick(ast.NodeTransformer):
    """The same code without its pictures, which take long and draw no random numbers, and with another seed."""

    def __init__(self, seed):
        self.seed = seed

    def visit_Module(self, node):
        """A cell that ends in a value shows it."""
        self.generic_visit(node)
        if node.body and isinstance(last := node.body[-1], ast.Expr):
            shown = ast.Call(ast.Name("display", ast.Load()), [last.value], [])
            node.body[-1] = ast.copy_location(ast.Expr(shown), last)
        return ast.fix_missing_locations(node)

    def visit_Expr(self, node):
        call = node.value
        called = ast.unparse(call.func) if isinstance(call, ast.Call) else ""
        picture = called in PICTURES or called.startswith("plt.")
        return ast.copy_location(ast.Pass(), node) if picture else node

    def visit_Assign(self, node):
        if self.seed is not None and [ast.unparse(target) for target in node.targets] == ["SEED"]:
            node.value = ast.copy_location(ast.Constant(self.seed), node.value)
        return node


def run(chapter, seed=None, without=(), instead=None, times=1, rounds=1):
    """Execute a chapter's code cells in a fresh namespace: {index of the cell: what it printed last}.

    `without` names parts to leave out; `instead` maps the index of a cell to the code that takes its place. Each cell
    runs so many `times` in a row, and must print the same unless it draws; the whole runs so many `rounds`.
    """
    left_out = {i for part in without for i, _ in chapter.parts.get(part, [])}
    namespace = {"__name__": "__main__", "display": sys.displayhook}
    printed = {}
    with chdir(chapter.path.parent):
        for i, cell in [each for each in chapter.code * rounds for _ in range(times) if each[0] not in left_out]:
            before = drawn_so_far(namespace)
            code = Quick(seed).visit(ast.parse((instead or {}).get(i, cell.source)))
            with redirect_stdout(io.StringIO()) as stdout:
                try:
                    exec(compile(code, f"{chapter.path.name}, cell {i}", "exec"), namespace)
                except Exception as error:
                    if "raises-exception" not in tags(cell):
                        error.add_note(f"in cell {i} of {chapter.path.name}, SEED = {seed or seed_of(chapter)}")
                        raise
            if times > 1 and i in printed and before == drawn_so_far(namespace):
                assert stdout.getvalue() == printed[i], f"cell {i} draws nothing, and prints something else run again"
            printed[i] = stdout.getvalue()
    return printed


def drawn_so_far(namespace):
    """The state of the chapter's generator; None before there is one."""
    return namespace["rng"].bit_generator.state if "rng" in namespace else None


@cache
def plain_run(path):
    """What the cells of a chapter print, run once from top to bottom."""
    return run(Chapter.open(path))


def with_own_names(chapter):
    """The code of the exercise cells once a reader has used names of their own there, by the cells' indices."""
    exercises = chapter.parts.get("exercises", [])
    return {i: OWN_NAMES + cell.source for i, cell in exercises if cell.cell_type == "code"}


def sentences(chapter, seed=None):
    """[(sentence, does it hold, is it general)] for one seed; cells after the last sentence need not run for it."""
    last = max((i for i, cell in chapter.code if "survives(" in cell.source), default=-1)
    luck.RECORD.clear()
    run(chapter, seed, without=("exercises", "solutions"), instead={i: "" for i, _ in chapter.code if i > last})
    return list(luck.RECORD)


@pytest.fixture
def chapter(path):
    """A chapter that draws random numbers."""
    chapter = Chapter.open(path)
    if seed_of(chapter) is None and not chapter.core:
        pytest.skip("nothing in it is random")
    return chapter


@by_name
@pytest.mark.parametrize("seeds", [range(1, 6), pytest.param(range(6, 22), marks=pytest.mark.slow)])
def test_general_sentences_survive(chapter, seeds):
    broken = {}
    for seed in {*seeds} - {seed_of(chapter)}:
        for sentence, holds, general in sentences(chapter, seed):
            if general and not holds:
                broken.setdefault(sentence, []).append(seed)
    assert not broken, "\n" + "\n".join(f"does not hold with SEED = {s}: {sentence}" for sentence, s in broken.items())


@by_name
def test_two_sentences_are_general(chapter):
    """A chapter says at least two things that hold whatever the seed, and they hold with its own."""
    general = {sentence: holds for sentence, holds, general in sentences(chapter) if general}
    assert all(general.values()), general
    assert len(general) >= 2 or not chapter.core, "mark the sentences that hold for any seed: survives(…, general=True)"


@by_name
def test_a_second_round_prints_the_same(path):
    assert run(Chapter.open(path), rounds=2) == plain_run(path), "something is left over from the first round"


@by_name
def test_every_cell_may_be_run_twice(path):
    luck.RECORD.clear()
    run(Chapter.open(path), times=2)
    broken = {sentence for sentence, holds, general in luck.RECORD if general and not holds}
    assert not broken, f"no longer true if each cell is run twice: {broken}"


@by_name
def test_names_of_the_readers_break_nothing(path):
    chapter = Chapter.open(path)
    filled = run(chapter, instead=with_own_names(chapter))
    assert filled == plain_run(path), f"below the exercises, use names that are not among {OWN_NAMES}"


@pytest.mark.parametrize(
    ("times", "sources"),
    [
        ({"times": 2}, ["found = []", "found.append(1)\nfound"]),
        ({"times": 2}, ["found = [1]", "found.remove(1)"]),
        ({"rounds": 2}, ["known = 'found' in dir()\nprint(known)", "found = 1"]),
    ],
)
def test_a_cell_that_bears_no_second_run_would_be_noticed(times, sources, tmp_path):
    chapter = Chapter(new_notebook(cells=[*map(code, sources)]), tmp_path / "01-x.ipynb")
    once = run(chapter)
    with pytest.raises((AssertionError, ValueError)):
        assert run(chapter, **times) == once


def test_a_name_that_a_reader_takes_would_be_noticed(tmp_path):
    cells = [code("total, own_total = 3, 3"), text("## Exercises", "exercises"), code("answer = ...")]
    cells += [text("## Traps", "traps"), code("print(own_total)"), code("print(total)")]
    chapter = Chapter(new_notebook(cells=cells), tmp_path / "01-x.ipynb")
    changed = run(chapter, instead=with_own_names(chapter)).items() - run(chapter).items()
    assert changed == {(5, "mine\n")}


def test_another_seed_would_be_noticed(tmp_path):
    """The check itself: a sentence that only one seed makes true is found out, and pictures are left out."""
    source = "from give_or_take.classroom import survives\nSEED = 3\nshow(1 / 0)\nplt.bar(1 / 0, 1)\n"
    source += 'survives("The seed is three.", SEED == 3, general=True)'
    nb = new_notebook(cells=[code(source)])
    chapter = Chapter(nb, tmp_path / "01-x.ipynb")
    assert seed_of(chapter) == 3
    assert sentences(chapter) == [("The seed is three.", True, True)]
    assert sentences(chapter, 4) == [("The seed is three.", False, True)]
