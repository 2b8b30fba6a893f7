"""The chapters in other hands: with another seed, with cells run twice, with names of the reader's own."""

import ast
import io
import re
import sys
from contextlib import chdir, redirect_stdout

import pytest
from nbformat.v4 import new_notebook
from test_form import by_name, code, text

from give_or_take.classroom import luck
from tools.notebook import Chapter, tags

PICTURES = {"show", "explore"}
OTHER_SEED = 8
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


def run(chapter, seed=None, without=(), instead=None, times=1, namespace=None):
    """Execute a chapter's code cells: {index of the cell: what it printed last}.

    `without` names parts to leave out; `instead` maps the index of a cell to the code that takes its place. Each cell
    runs so many `times` in a row, and must print the same unless it draws. The namespace is a fresh one, or is given.
    """
    left_out = {i for part in without for i, _ in chapter.parts.get(part, [])}
    namespace = {} if namespace is None else namespace
    namespace |= {"__name__": "__main__", "display": sys.displayhook}
    printed = {}
    with chdir(chapter.path.parent):
        for i, cell in [each for each in chapter.code for _ in range(times) if each[0] not in left_out]:
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


def with_own_names(chapter):
    """The code of the exercise cells once a reader has used names of their own there, by the cells' indices."""
    exercises = chapter.parts.get("exercises", [])
    return {i: OWN_NAMES + cell.source for i, cell in exercises if cell.cell_type == "code"}


def two_rounds(chapter):
    """What a chapter prints from top to bottom, and once more in the same kernel after a reader's own answers."""
    namespace = {}
    return [run(chapter, instead=instead, namespace=namespace) for instead in (None, with_own_names(chapter))]


def general_sentences(chapter, seed=None, **how):
    """{general sentence: does it hold} for one seed."""
    luck.RECORD.clear()
    run(chapter, seed, **how)
    return {sentence: holds for sentence, holds, general in luck.RECORD if general}


def to_the_last_sentence(chapter):
    """Cells after the last sentence need not run for it."""
    last = max((i for i, cell in chapter.code if "survives(" in cell.source), default=-1)
    return {"without": ("exercises", "solutions"), "instead": {i: "" for i, _ in chapter.code if i > last}}


@by_name
def test_two_sentences_are_general_and_a_second_round_prints_the_same(path):
    """At least two things hold whatever the seed; nothing hangs on a first round or on a name that a reader may use."""
    chapter = Chapter.open(path)
    luck.RECORD.clear()
    first, second = two_rounds(chapter)
    general = {sentence for sentence, _, general in luck.RECORD if general}
    assert len(general) >= 2 or not chapter.core, "mark the sentences that hold for any seed: survives(…, general=True)"
    assert all(holds for _, holds, general in luck.RECORD if general), luck.RECORD
    assert first == second, f"left over from the first round, or among the names of readers: {OWN_NAMES}"


@by_name
def test_every_cell_may_be_run_twice(path):
    """With another seed, too, which breaks no general sentence either."""
    chapter = Chapter.open(path)
    broken = [x for x, holds in general_sentences(chapter, OTHER_SEED, times=2).items() if not holds]
    assert not broken, f"no longer true with SEED = {OTHER_SEED} and each cell run twice: {broken}"


@by_name
@pytest.mark.parametrize("seeds", [[9], pytest.param([10, 11, 12, 13, 14], marks=pytest.mark.slow)])
def test_general_sentences_survive(path, seeds):
    chapter, broken = Chapter.open(path), {}
    for seed in seeds if seed_of(chapter) is not None else ():
        for sentence, holds in general_sentences(chapter, seed, **to_the_last_sentence(chapter)).items():
            if not holds:
                broken.setdefault(sentence, []).append(seed)
    assert not broken, "\n" + "\n".join(f"does not hold with SEED = {s}: {sentence}" for sentence, s in broken.items())


@pytest.mark.parametrize("sources", [["found = []", "found.append(1)\nfound"], ["found = [1]", "found.remove(1)"]])
def test_a_cell_that_bears_no_second_run_would_be_noticed(sources, tmp_path):
    chapter = Chapter(new_notebook(cells=[*map(code, sources)]), tmp_path / "01-x.ipynb")
    run(chapter)
    with pytest.raises((AssertionError, ValueError)):
        run(chapter, times=2)


def test_what_a_round_leaves_and_a_name_that_a_reader_takes_would_be_noticed(tmp_path):
    cells = [code("print('found' in dir())"), code("total, own_total, found = 3, 3, 3")]
    cells += [text("## Exercises", "exercises"), code("answer = ..."), text("## Traps", "traps")]
    cells += [code("print(own_total)"), code("print(total)")]
    first, second = two_rounds(Chapter(new_notebook(cells=cells), tmp_path / "01-x.ipynb"))
    assert second.items() - first.items() == {(0, "True\n"), (6, "mine\n")}


def test_another_seed_would_be_noticed(tmp_path):
    """The check itself: a sentence that only one seed makes true is found out, and pictures are left out."""
    source = "from give_or_take.classroom import survives\nSEED = 3\nshow(1 / 0)\nplt.bar(1 / 0, 1)\n"
    source += 'survives("The seed is three.", SEED == 3, general=True)'
    chapter = Chapter(new_notebook(cells=[code(source)]), tmp_path / "01-x.ipynb")
    assert seed_of(chapter) == 3
    assert general_sentences(chapter) == {"The seed is three.": True}
    assert general_sentences(chapter, 4) == {"The seed is three.": False}
