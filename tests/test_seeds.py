"""With another seed, every sentence that claims to be general still holds; with the same seed, nothing changes."""

import ast
import io
import re
from contextlib import chdir, redirect_stdout

import pytest
from test_form import by_name

from give_or_take.classroom import luck
from tools.notebook import Chapter, tags

PICTURES = {"show", "explore"}
SEED_LINE = re.compile(r"^SEED = (\d+)", re.MULTILINE)


def seed_of(chapter):
    found = SEED_LINE.search("\n".join(cell.source for _, cell in chapter.code))
    return int(found[1]) if found else None


class Quick(ast.NodeTransformer):
    """The same code without its pictures, which take long and draw no random numbers, and with another seed."""

    def __init__(self, seed):
        self.seed = seed

    def visit_Expr(self, node):
        call = node.value
        called = ast.unparse(call.func) if isinstance(call, ast.Call) else ""
        picture = called in PICTURES or called.startswith("plt.")
        return ast.copy_location(ast.Pass(), node) if picture else node

    def visit_Assign(self, node):
        if self.seed is not None and [ast.unparse(target) for target in node.targets] == ["SEED"]:
            node.value = ast.copy_location(ast.Constant(self.seed), node.value)
        return node


def run(chapter, seed=None, without=(), instead=None):
    """Execute a chapter's code cells in a fresh namespace: {index of the cell: what it printed}.

    `without` names parts to leave out; `instead` maps the index of a cell to the code that takes its place.
    """
    left_out = {i for part in without for i, _ in chapter.parts.get(part, [])}
    namespace = {"__name__": "__main__", "display": lambda *_, **__: None}
    printed = {}
    with chdir(chapter.path.parent):
        for i, cell in chapter.code:
            if i in left_out:
                continue
            code = Quick(seed).visit(ast.parse((instead or {}).get(i, cell.source)))
            with redirect_stdout(io.StringIO()) as stdout:
                try:
                    exec(compile(code, f"{chapter.path.name}, cell {i}", "exec"), namespace)
                except Exception as error:
                    if "raises-exception" not in tags(cell):
                        error.add_note(f"in cell {i} of {chapter.path.name}, SEED = {seed or seed_of(chapter)}")
                        raise
            printed[i] = stdout.getvalue()
    return printed


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
def test_general_sentences_survive(chapter):
    seeds = [seed for seed in range(1, 22) if seed != seed_of(chapter)][:20]
    broken = {}
    for seed in seeds:
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
def test_same_seed_same_words(chapter):
    assert run(chapter) == run(chapter), "a second run in the same process prints something else: a hidden state"


def test_another_seed_would_be_noticed(tmp_path):
    """The check itself: a sentence that only one seed makes true is found out, and pictures are left out."""
    import nbformat

    source = "from give_or_take.classroom import survives\nSEED = 3\nshow(1 / 0)\nplt.bar(1 / 0, 1)\n"
    source += 'survives("The seed is three.", SEED == 3, general=True)'
    nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
    chapter = Chapter(nb, tmp_path / "01-x.ipynb")
    assert seed_of(chapter) == 3
    assert sentences(chapter) == [("The seed is three.", True, True)]
    assert sentences(chapter, 4) == [("The seed is three.", False, True)]
