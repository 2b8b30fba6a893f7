"""What is installed, copied and stored: the lists agree, and the tools on notebooks keep their promises."""

import gzip
import json
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import nbformat
import pytest
import yaml
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from give_or_take.evalfile import inspect_log
from tools import lab, refresh

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCKS = ["requirements.lock.txt", "requirements-test.lock.txt"]
LOWEST = "3.11"  # the oldest Python
CONDA_NAMES = {"matplotlib-base": "matplotlib"}  # conda's name: PyPI's name


def ranges(requirements):
    """{"numpy": ">=2.1", ...}"""
    return {canonicalize_name(r.name): str(r.specifier) for r in map(Requirement, requirements)}


def extra(name):
    """What an extra names, and what the extras name that it takes in."""
    found = []
    for line in PROJECT["optional-dependencies"][name]:
        requirement = Requirement(line)
        own = requirement.name == PROJECT["name"]
        found += [more for other in requirement.extras for more in extra(other)] if own else [line]
    return found


def pins(lock):
    """[(Requirement, number of hashes), ...] of a lock file."""
    entries = re.split(r"\n(?=\S)", (ROOT / lock).read_text(encoding="utf-8").strip())
    return [(Requirement(entry.split("\\")[0]), entry.count("--hash=sha256:")) for entry in entries]


# --- Lists that must agree


@pytest.fixture
def environment():
    return (ROOT / "environment.yml").read_text(encoding="utf-8")


def environment_faults(text):
    """What an environment.yml breaks of repo2docker's rules, by which Binder reads it, and of ours.

    repo2docker makes an environment of its own, and with this file adds to it; the Python is that of a line with a
    single "=" and any other form, such as ">=", is passed over.
    """
    read = yaml.safe_load(text)
    if set(read) - {"name"} != {"channels", "dependencies"} or read["channels"] != ["conda-forge"] or "://" in text:
        yield "a name, conda-forge as the channel, the dependencies; no folder and no host"
    listed = [line for line in read["dependencies"] if isinstance(line, str)]
    if [line for line in listed if line.startswith("python")] != [f"python ={LOWEST}"]:
        yield "the lowest Python, for which the lock files are made, with a single ="
    if "pip" not in listed or [line for line in read["dependencies"] if line not in listed] != [{"pip": ["-e ."]}]:
        yield "pip, and by it this repository alone"
    conda = ranges(line for line in listed if not re.match("pip$|python", line))
    conda = {CONDA_NAMES.get(name, name): wanted for name, wanted in conda.items()}
    if conda != ranges(PROJECT["dependencies"] + extra("lab")):
        yield "the names and ranges of pyproject.toml, with the extra lab"


def test_environment_file_names_what_pyproject_names_as_binder_reads_it(environment):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert PROJECT["requires-python"] == f">={LOWEST}" and f"--python-version {LOWEST} " in makefile
    assert list(environment_faults(environment)) == []


@pytest.mark.parametrize(
    ("there", "wrong"),
    [
        ("python =3.11", "python >=3.11"),
        ("  - python =3.11\n", ""),
        ("  - scipy >=1.15\n", ""),
        ("scipy >=1.15", "scipy >=1.14"),
        ("      - -e .\n", "      - -e .\n      - jupytext\n"),
        ("      - -e .\n", "      - give-or-take\n"),
        ("  - conda-forge\n", "  - conda-forge\n  - defaults\n"),
        ("dependencies:\n", "prefix: /opt/conda\ndependencies:\n"),
    ],
)
def test_the_rules_for_the_environment_file_bite(environment, there, wrong):
    assert there in environment and len(list(environment_faults(environment.replace(there, wrong)))) == 1


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_is_exact_and_has_a_hash(lock):
    for pin, hashes in pins(lock):
        assert re.fullmatch(r"==[\w.]+", str(pin.specifier)), pin
        assert hashes, pin


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_names_no_address(lock):
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"^\s*--(?!hash=)|@|#", text, flags=re.MULTILINE)


@pytest.mark.parametrize(("lock", "extras"), [(LOCKS[0], ["lab"]), (LOCKS[1], ["lab", "test", "book"])])
def test_lock_lies_within_the_ranges(lock, extras):
    wanted = PROJECT["dependencies"] + [line for name in extras for line in extra(name)] + ["hatchling"]
    locked = {}
    for pin, _ in pins(lock):
        locked.setdefault(canonicalize_name(pin.name), []).append(str(pin.specifier)[2:])
    for requirement in map(Requirement, wanted):
        versions = locked[canonicalize_name(requirement.name)]
        assert all(requirement.specifier.contains(version) for version in versions), requirement


def test_test_lock_holds_the_core_lock():
    core, test = ({str(pin) for pin, _ in pins(lock)} for lock in LOCKS)
    assert core < test


def test_versions_agree():
    """The version stands in pyproject.toml alone; the newest heading of the changes is about it."""
    assert "\nversion:" not in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+) \((.*)\)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert PROJECT["version"] == newest[1] + (".dev0" if newest[2] == "unreleased" else "")


def words(path):
    """What a file says, unpacked if it is packed."""
    if path.suffix == ".gz":
        return gzip.decompress(path.read_bytes()).decode()
    if path.suffix == ".eval":
        with zipfile.ZipFile(path) as archive:
            return "\n".join(inspect_log.unpacked(archive, entry, 2**24).decode() for entry in archive.infolist())
    return path.read_text(encoding="utf-8")


def test_no_file_names_a_place_of_one_machine():
    places = ["/" + "work/", "/" + "root/", "python" + "hosted", "pypi" + ".org", "--index" + "-url"]
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("not a git checkout")
    names = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    found = []
    for path in (ROOT / name for name in names):
        if path.suffix in {".png", ".jpg", ".pdf", ".ttf"} or not path.is_file():
            continue
        text = re.sub(r'"image/png": "[^"]*"', "", words(path))
        # Not the end of a longer word: "net" + "work/" is no place.
        found += [(path.name, place) for place in places if re.search(r"(?<![\w.])" + re.escape(place), text)]
    assert found == []


# --- The learner's copy


def chapter(text="print(2 + 2)"):
    """A small executed chapter."""
    output = new_output("stream", name="stdout", text="4\n")
    cells = [new_markdown_cell("# A chapter"), new_code_cell(text, outputs=[output], execution_count=1)]
    return new_notebook(cells=cells, metadata={"give_or_take": {"chapter": 3}})


@pytest.fixture
def house(tmp_path):
    """A folder with two chapters in notebooks/ and nothing in my/ yet: (notebooks, my)."""
    source = tmp_path / "notebooks"
    source.mkdir()
    for name in ("00-start-here", "03-intervals"):
        nbformat.write(chapter(), source / f"{name}.ipynb")
    return source, tmp_path / "my"


def test_copy_is_cleared_and_marked(house):
    source, my = house
    opening = lab.make_copy(source, my)
    assert opening == my / "00-start-here.ipynb"
    assert sorted(path.name for path in my.iterdir()) == [".give-or-take", "00-start-here.ipynb", "03-intervals.ipynb"]
    copied = nbformat.read(my / "03-intervals.ipynb", as_version=4)
    nbformat.validate(copied)
    assert copied.cells[1].outputs == [] and copied.cells[1].execution_count is None
    assert copied.cells[1].source == "print(2 + 2)"
    assert copied.metadata.give_or_take.chapter == 3
    assert nbformat.read(source / "03-intervals.ipynb", as_version=4).cells[1].outputs, "the original is untouched"


def test_what_gives_a_result_away_is_folded_in_the_copy(house):
    source, my = house
    told = nbformat.read(source / "03-intervals.ipynb", as_version=4)
    told.cells[0].metadata.tags = ["after-reveal"]
    nbformat.write(told, source / "03-intervals.ipynb")
    lab.make_copy(source, my)
    copies = (nbformat.read(my / name, as_version=4) for name in ("03-intervals.ipynb", "00-start-here.ipynb"))
    folded, plain = (copied.cells[0].metadata for copied in copies)
    assert folded["jp-MarkdownHeadingCollapsed"] is folded.jupyter.source_hidden is True
    assert not {"jp-MarkdownHeadingCollapsed", "jupyter"} & set(plain)


def test_the_files_that_chapters_read_are_copied_and_yours_are_kept(house, capsys):
    source, my = house
    (source / "files").mkdir()
    for name in ("old.csv", "new.csv"):
        (source / "files" / name).write_bytes(b"id,right\n1,0\n")
    (my / "files").mkdir(parents=True)
    (my / "files" / "new.csv").write_bytes(b"mine")
    lab.make_copy(source, my)
    assert "copied  my/files/old.csv" in capsys.readouterr().out
    lab.make_copy(source, my, fresh="03")
    assert "files" not in capsys.readouterr().out
    assert (my / "files" / "old.csv").read_bytes() == b"id,right\n1,0\n"
    assert (my / "files" / "new.csv").read_bytes() == b"mine"


def test_copy_is_never_overwritten(house, capsys):
    source, my = house
    lab.make_copy(source, my)
    mine = my / "03-intervals.ipynb"
    mine.write_text(mine.read_text().replace("2 + 2", "2 + 3"))
    before = mine.read_bytes()
    capsys.readouterr()
    lab.make_copy(source, my)
    assert mine.read_bytes() == before
    said = capsys.readouterr().out
    assert "kept    my/03-intervals.ipynb" in said and "newer version" not in said


def test_fresh_keeps_the_old_copies_beside_the_new_one(house, capsys):
    source, my = house
    lab.make_copy(source, my)
    mine = my / "03-intervals.ipynb"
    for number in (1, 2):
        mine.write_text(f"my work, {number}")
        assert lab.make_copy(source, my, fresh="03") == mine
        assert (my / f"03-intervals.mine-{number}.ipynb").read_text() == f"my work, {number}"
        assert f"your version is now my/03-intervals.mine-{number}.ipynb" in capsys.readouterr().out
    assert lab.read(mine)["cells"][1]["source"]
    assert lab.make_copy(source, my) == my / "00-start-here.ipynb", "a backup is no chapter"


def test_newer_chapter_is_announced_and_not_taken(house, capsys):
    source, my = house
    lab.make_copy(source, my)
    before = (my / "03-intervals.ipynb").read_bytes()
    nbformat.write(chapter("print(2 * 2)"), source / "03-intervals.ipynb")
    capsys.readouterr()
    lab.make_copy(source, my)
    said = capsys.readouterr().out
    assert "chapter 03 has a newer version: make lab FRESH=03 takes it and keeps yours beside it" in said
    assert said.count("newer version") == 1
    assert (my / "03-intervals.ipynb").read_bytes() == before


@pytest.mark.parametrize(
    ("code", "old"),
    [
        ("import numpy as np\nfrom helpers import wilson_interval", True),
        ("from give_or_take import wilson_interval\nimport helpers  # my own", False),
        ("print('import helpers')", False),
    ],
)
def test_a_copy_that_imports_the_old_package_makes_room(house, capsys, code, old):
    source, my = house
    my.mkdir()
    nbformat.write(chapter(code), my / "03-intervals.ipynb")
    for name in ("03-intervals.mine-1", "scratch"):  # no copies of chapters
        nbformat.write(chapter("import helpers"), my / f"{name}.ipynb")
    before = {path.name: path.read_bytes() for path in my.glob("*.ipynb")}
    lab.make_copy(source, my)
    line = capsys.readouterr().out.splitlines()[1]
    if old:
        before["03-intervals.mine-2.ipynb"] = before.pop("03-intervals.ipynb")
        assert line.startswith("copied  my/03-intervals.ipynb; your version, which imports helpers (now give_or_take),")
        assert line.endswith("is now my/03-intervals.mine-2.ipynb")
        assert lab.read(my / "03-intervals.ipynb") == lab.cleared(lab.read(source / "03-intervals.ipynb"))
    else:
        assert line == "kept    my/03-intervals.ipynb"
    assert before.items() <= {path.name: path.read_bytes() for path in my.glob("*.ipynb")}.items()


@pytest.mark.parametrize("wanted", ["7", "x", "", "0", "../03", "033", "03-interval"])
def test_fresh_that_names_no_chapter_lists_them_and_changes_nothing(house, wanted):
    source, my = house
    if wanted == "0":
        (source / "00-start-here.ipynb").unlink()
    with pytest.raises(SystemExit) as refusal:
        lab.make_copy(source, my, fresh=wanted)
    assert "03  intervals" in str(refusal.value)
    assert not my.exists()


@pytest.mark.parametrize("wanted", ["3", "03", " 03 ", "03-intervals", "03-intervals.ipynb"])
def test_fresh_understands_the_ways_to_name_a_chapter(house, wanted):
    assert lab.make_copy(*house, fresh=wanted).name == "03-intervals.ipynb"


def test_lab_runs_as_a_command(house):
    source, my = house
    tool = source.parent / "tools" / "lab.py"
    tool.parent.mkdir()
    shutil.copy(ROOT / "tools" / "lab.py", tool)
    run = subprocess.run([sys.executable, tool, "--copy-only"], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == ["copied  my/00-start-here.ipynb", "copied  my/03-intervals.ipynb"]
    run = subprocess.run([sys.executable, tool, "--copy-only", "--fresh", "9"], capture_output=True, text=True)
    assert run.returncode == 1 and "There is no chapter '9'" in run.stderr and "Traceback" not in run.stderr


# --- The stable form of a notebook


def untidy():
    """A notebook with everything that the stable form does away with."""
    outputs = [
        new_output("stream", name="stderr", text="/tmp/ipykernel_12/345.py:1: UserWarning\n"),
        new_output("stream", name="stdout", text="one\n"),
        new_output("stream", name="stdout", text="two\n"),
        new_output("display_data", data={"application/vnd.jupyter.widget-view+json": {"model_id": "f00"}}),
        new_output(
            "display_data",
            data={
                "application/vnd.jupyter.widget-view+json": {"model_id": "f00"},
                "image/png": "iVBORw0KGgo=\n",
                "text/plain": "a picture",
            },
            metadata={"image/png": {"alt": "a picture"}},
        ),
        new_output("execute_result", data={"text/plain": "4"}, execution_count=17),
    ]
    cells = [
        new_markdown_cell("Größe", metadata={"editable": True, "tags": ["part-question"]}),
        new_code_cell("2 + 2", outputs=outputs, execution_count=17, metadata={"execution": {"iopub": "12:00"}}),
        new_code_cell("2 + 2", execution_count=3),
        new_code_cell("", execution_count=4),
    ]
    metadata = {
        "give_or_take": {"chapter": 1},
        "widgets": {},
        "language_info": {"name": "python", "version": "3.11.7"},
        "kernelspec": {"name": "mine", "display_name": "My own"},
    }
    return new_notebook(cells=cells, metadata=metadata)


def test_stable_form():
    notebook = refresh.normalise(untidy())
    nbformat.validate(notebook)
    text, first, second, empty = notebook.cells
    assert text.metadata == {"tags": ["part-question"]} and first.metadata == {}
    assert [cell.get("execution_count") for cell in notebook.cells] == [None, 1, 2, None]
    assert second.id == first.id + "-2" and first.id == refresh.cell_id("code", "2 + 2")
    assert [output.get("text") for output in first.outputs[:2]] == ["cell.py:1: UserWarning\n", "one\ntwo\n"]
    assert sorted(first.outputs[2].data) == ["image/png", "text/plain"]
    assert first.outputs[2].metadata == {"image/png": {"alt": "a picture"}}
    assert first.outputs[3].execution_count == 1 and len(first.outputs) == 4
    assert notebook.metadata == {
        "give_or_take": {"chapter": 1},
        "kernelspec": refresh.KERNELSPEC,
        "language_info": {"name": "python"},
    }
    stored = refresh.dumps(notebook)
    assert "Größe".encode() in stored and stored.endswith(b"}\n") and b"\r" not in stored
    assert json.loads(stored)["nbformat_minor"] == 5


def test_stable_form_is_stable():
    once = refresh.dumps(refresh.normalise(untidy()))
    read_back = nbformat.reads(once.decode(), as_version=4)
    assert refresh.dumps(refresh.normalise(read_back)) == once
    assert refresh.dumps(untidy()) != once


def test_stable_form_leaves_its_argument_alone():
    notebook = untidy()
    refresh.normalise(notebook)
    assert refresh.dumps(notebook).count(b"widget-view") == 2


def test_tests_overlook_what_the_stable_form_replaces():
    rules = (ROOT / "tests" / "nbval-sanitize.cfg").read_text(encoding="utf-8")
    pairs = re.findall(r"^regex: (.*)\nreplace: (.*)$", rules, flags=re.MULTILINE)
    assert pairs == [(pattern.pattern, replacement) for pattern, replacement in refresh.REPLACED]


# --- Execution

PICTURE = """\
from base64 import b64decode
from IPython.display import display
import warnings
for word in ("one", "two"):
    print(word, flush=True)
warnings.warn("mind the step")
display({"image/png": "iVBORw0KGgo="}, raw=True, metadata={"image/png": {"alt": "a picture"}})
6 * 7"""


def test_second_refresh_changes_no_byte_and_a_failure_leaves_the_file_alone(tmp_path):
    good, bad = tmp_path / "01-good.ipynb", tmp_path / "02-bad.ipynb"
    nbformat.write(new_notebook(cells=[new_code_cell(PICTURE)]), good)
    nbformat.write(new_notebook(cells=[new_code_cell("1"), new_code_cell("import math\nmath.sqrt(-1)")]), bad)
    untouched = bad.read_bytes()
    command = [sys.executable, "-m", "tools.refresh", good, bad]

    first = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    stored = good.read_bytes()
    second = subprocess.run(command[:-1], cwd=ROOT, capture_output=True, text=True)

    assert first.returncode == 1 and second.returncode == 0, first.stderr + second.stderr
    both = first.stdout + second.stdout
    assert "01-good.ipynb  changed" in first.stdout and "01-good.ipynb  unchanged" in second.stdout, both
    assert good.read_bytes() == stored
    assert bad.read_bytes() == untouched
    assert "02-bad.ipynb stopped and is left as it was." in both and "\nimport math\nmath.sqrt(-1)\n" in both
    assert "ValueError" in first.stdout and "Traceback" not in first.stderr
    outputs = nbformat.read(good, as_version=4).cells[0].outputs
    assert [output.output_type for output in outputs] == ["stream", "stream", "display_data", "execute_result"]
    assert "cell.py:6: UserWarning" in outputs[1].text and str(tmp_path) not in stored.decode()
