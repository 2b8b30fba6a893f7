"""The README and CONTRIBUTING are true: picture, map, commands, examples, links."""

import re
from pathlib import Path

import nbformat
import pytest

from give_or_take import classroom
from tools.notebook import Chapter, printed
from tools.refresh import pictures
from tools.site import elsewhere

ROOT = Path(__file__).resolve().parent.parent
README, CONTRIBUTING = (ROOT.joinpath(name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md"))


def notebooks():
    return sorted((ROOT / "notebooks").glob("*.ipynb"))


def test_every_picture_is_the_one_its_chapter_stores():
    drawn = {name: png for path in notebooks() for name, png in pictures(nbformat.read(path, as_version=4))}
    stored = {path.stem: path.read_bytes() for path in (ROOT / "book" / "images").glob("*.png")}
    assert drawn and drawn == stored
    shown = re.findall(r"!\[[^\]]{20,}\]\(book/images/([\w-]+)\.png\)", README)
    assert shown and set(shown) <= set(drawn)


@pytest.mark.parametrize("text", [README, CONTRIBUTING], ids=["README", "CONTRIBUTING"])
def test_links_lead_somewhere(text):
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert not [link for link in links if not link.startswith("https://") and not (ROOT / link.split("#")[0]).exists()]


def test_the_map_is_what_the_notebooks_say(series):
    assert f"\n\n{series.map('notebooks/')}\n\n" in README, "run `make refresh`"


def test_the_readme_is_short_and_alone_in_naming_the_repository():
    rows = ("| [", "| …", "| Is", "| How", "| Wh")  # a chapter or a question more is a row
    assert len([line for line in README.splitlines() if not line.startswith(rows)]) <= 65
    address = elsewhere.address(README) or elsewhere.PLACEHOLDER
    files = [path for path in ROOT.rglob("*") if path.suffix in {".py", ".toml", ".md", ".cff", ".yml", ".ipynb"}
             and not re.match(r"\.venv|build$|my$|\.git$", path.relative_to(ROOT).parts[0])]  # fmt: skip
    assert [path.name for path in files if address in path.read_text(encoding="utf-8")] == ["README.md"]


def test_the_plain_commands_are_those_of_the_makefile():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    section = CONTRIBUTING.split("## Commands")[1]
    plain = re.findall(r"^\.venv/bin/python (.*?) *(?:#.*)?$", section, re.MULTILINE)
    assert len(plain) >= 9
    for command in plain:
        for word in re.findall(r"tools[./]\w+(?:\.py)?|--[\w-]+|requirements[\w.-]+", command):
            assert word in makefile, command
    named = set(re.findall(r"(?:`|^|# )make ([a-z-]+)", README + CONTRIBUTING, re.MULTILINE))
    targets = set(re.findall(r"^([a-z-]+):.*## ", makefile, re.MULTILINE))
    assert named <= targets, "a target that is not there is named"


def test_the_examples_print_what_they_say():
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL).group(1)
    exec(code, space := {})  # runs as it stands
    calls = re.findall(r"^(got\..*)\n# (.*)$", code, re.MULTILINE)
    for call, comment in calls:
        assert comment.split(";")[0] == str(eval(call, space))
    assert len(calls) == 3 == code.count("#") and max(map(len, code.splitlines())) < 80


def test_the_claim_is_the_one_that_the_chapters_print():
    claim = classroom.Claim("answer desk", 84, 100)
    text = README.replace("\n", " ")
    assert f"`{str(claim).split(': ')[1]}`" in text


def test_the_claim_that_compares_is_made_of_clauses_that_chapter_5_prints():
    """It takes a line."""
    [claim] = re.findall(r"^> (answer desk: .*)$", README, re.MULTILINE)
    chapter = Chapter.open(next((ROOT / "notebooks").glob("05-*.ipynb")))
    cells = [cell for _, cell in chapter.parts["claim"] if cell.cell_type == "code"]
    [clauses] = [text.strip().split(",\n") for cell in cells if (text := printed(cell))]
    assert claim == ", ".join(clause for clause in clauses if clause in claim) and len(claim) <= 150
