"""The chapters where nothing has to be installed: the links and the copies for Colab, and what Binder reads."""

import json
import os
import re
import shutil
import subprocess
import sys
import venv

import nbformat
import pytest
from nbclient import NotebookClient
from test_form import NOTEBOOKS

from tools import lab
from tools.notebook import ROOT, Series
from tools.site import elsewhere, pages
from tools.site.chapter import chapter_page, downloads, take_along

README = (ROOT / "README.md").read_text(encoding="utf-8")
HERE = "someone/series"
ADDRESSED = elsewhere.CLONE.sub(f"git clone https://github.com/{HERE}", README)
# The kernel and the sliders that Colab has (googlecolab/backend-info, August 2026), and nothing of its other packages.
COLABS = ["ipykernel==6.17.1", "ipython==7.34.0", "jupyter_client==7.4.9", "ipywidgets==7.7.1", "notebook==6.5.7"]


@pytest.fixture(scope="module")
def addressed(series, tmp_path_factory):
    """The series in a folder whose README knows the address."""
    root = tmp_path_factory.mktemp("addressed")
    for name in ("helpers", "notebooks"):
        shutil.copytree(ROOT / name, root / name)
    (root / "README.md").write_text(elsewhere.with_links(ADDRESSED, NOTEBOOKS[0].name), encoding="utf-8")
    return Series(root, series.chapters)


@pytest.fixture(scope="module")
def copies(addressed):
    """The copies for Colab, and the notebooks that are taken along: ({name: notebook}, {name: notebook})."""
    files = downloads(addressed)
    found = [{name: data for name, data in files.items() if name.startswith(f"extra/{kind}/") and ".ipynb" in name}
             for kind in ("colab", "downloads")]  # fmt: skip
    return [{name.rpartition("/")[2]: nbformat.reads(data.decode(), 4) for name, data in of.items()} for of in found]


# --- Links


def test_without_an_address_there_is_no_link_and_no_copy(series):
    known = elsewhere.with_links(ADDRESSED, "00-a.ipynb")
    unknown = elsewhere.with_links(known.replace(HERE, elsewhere.PLACEHOLDER), "00-a.ipynb")
    assert elsewhere.address(unknown) == elsewhere.address("") == "" and elsewhere.address(known) == HERE
    assert elsewhere.site(unknown) == "" and elsewhere.site(known) == "someone.github.io/series"
    assert elsewhere.with_links(unknown.replace(elsewhere.PLACEHOLDER, HERE), "00-a.ipynb") == known
    top, question = (cell.source for cell in chapter_page(series.chapters["01"])[0].cells[:2])
    assert "Run it" in question and not re.search("binder|colab", top + question + unknown, re.IGNORECASE)
    assert any("/colab/" in name for name in downloads(series)) == bool(elsewhere.address(README))


def test_the_readme_links_what_its_address_says():
    assert elsewhere.with_links(README, NOTEBOOKS[0].name) == README, "run `make refresh`"


def test_with_an_address_the_readme_the_home_page_and_each_chapter_say_where_it_runs(addressed, series):
    assert elsewhere.address(addressed.read("README.md")) == HERE
    said = {chapter.path.name: take_along(chapter, HERE) for chapter in series.chapters.values()}
    home = pages.PARTS["readers"](addressed)
    first = series.chapters["01"]
    assert said[first.path.name] in chapter_page(first, repository=HERE)[0].cells[1].source
    for words, name in [(home, NOTEBOOKS[0].name), *((words, name) for name, words in said.items())]:
        assert f"https://mybinder.org/v2/gh/{HERE}/HEAD?labpath=my%2F{name}" in words
        assert f"https://colab.research.google.com/github/{HERE}/blob/gh-pages/colab/{name}" in words


# --- The copies for Colab


def test_each_copy_installs_the_series_first_and_is_else_the_chapter(copies):
    assert [*copies[0]] == [*copies[1]] == [path.name for path in NOTEBOOKS]
    for copy, taken in zip(*(of.values() for of in copies), strict=True):
        nbformat.validate(copy)
        first, *cells = copy.cells
        comment, install, *fetch = first.source.splitlines()
        assert comment.startswith("# Run this first")
        assert install == f'%pip install -q ipywidgets "give-or-take[report] @ git+https://github.com/{HERE}"'
        assert bool(fetch) == ('"files/' in "".join(cell.source for cell in taken.cells)), "its files"
        links = [target for cell in cells for target in re.findall(r"\]\(([^)]*\.ipynb)", cell.source)]
        assert links and all(link.startswith("https://colab.research.google.com/") for link in links)
        shorter = [re.sub(r"\]\(https://colab\.[^)]*/colab/", "](", cell.source) for cell in cells]
        assert shorter == [cell.source for cell in taken.cells]
        assert not any(cell.get("outputs") for cell in cells)


def test_colab_folds_what_gives_a_result_away(copies):
    for path in NOTEBOOKS:
        copy = copies[0][path.name]
        folded = copy.metadata.colab.collapsed_sections
        assert folded == [cell.metadata.id for cell in copy.cells if "id" in cell.metadata]
        own = [cell for cell in nbformat.read(path, 4).cells if cell.cell_type == "markdown"]
        assert len(folded) == sum("after-reveal" in cell.metadata.get("tags", []) for cell in own)
        assert all(cell.source.startswith("### ") for cell in copy.cells if cell.get("id") in folded)


def test_a_copy_installs_what_it_was_made_with():
    if not (ROOT / ".git").exists():
        pytest.skip("this copy has no git to ask")
    assert re.fullmatch(rf"git\+https://github\.com/{HERE}@[0-9a-f]{{40}}", elsewhere.source(HERE, ROOT))


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    """The folder in which Jupyter finds the kernel of an environment that holds COLABS and nothing else."""
    home = tmp_path_factory.mktemp("colab")
    venv.create(home / "env", with_pip=True, symlinks=os.name != "nt")
    python = venv.EnvBuilder().ensure_directories(home / "env").env_exe
    pip = [python, "-m", "pip", "install", "--quiet", *COLABS]
    done = subprocess.run(pip, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    spec = {"argv": [python, "-m", "ipykernel_launcher", "-f", "{connection_file}"], "display_name": "Colab's"}
    (home / "kernels" / "colab").mkdir(parents=True)
    (home / "kernels" / "colab" / "kernel.json").write_text(json.dumps(spec))
    return home


@pytest.mark.slow
@pytest.mark.parametrize("number", ["00", "05"])
def test_a_copy_runs_where_there_is_only_a_kernel(number, series, copies, kernel, tmp_path, monkeypatch):
    """Chapter 0 checks its machine; 5 has sliders, and reads files. The address is replaced by this folder."""
    copy, here = copies[0][series.chapters[number].path.name], ROOT.as_uri()
    copy.cells[0].source = copy.cells[0].source.replace(f"git+https://github.com/{HERE}", here)
    copy.cells[0].source = copy.cells[0].source.replace(f"https://github.com/{HERE}", here)
    assert here in copy.cells[0].source and "https" not in copy.cells[0].source
    monkeypatch.setenv("JUPYTER_PATH", str(kernel))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    (tmp_path / "work").mkdir()
    where = {"metadata": {"path": str(tmp_path / "work")}}
    NotebookClient(copy, kernel_name="colab", timeout=300, resources=where).execute()
    outputs = [output for cell in copy.cells for output in cell.get("outputs", [])]
    assert not [output for output in outputs if output.output_type == "error"]
    said = "".join(output.get("text", "") for output in outputs)
    assert ("This machine is ready" in said) == (number == "00")
    sliders = [cell for cell in copy.cells if cell.cell_type == "code" and "\nexplore(" in "\n" + cell.source]
    assert all(any("widget-view" in str(output) for output in cell.outputs) for cell in sliders)
    assert bool(sliders) == (number == "05")


# --- Binder


def test_binder_takes_no_other_file_first():
    """Each of these would stand in for environment.yml, or be read beside it."""
    before = ["binder", ".binder", "Dockerfile", "REQUIRE", "Project.toml", "JuliaProject.toml", "default.nix",
              "install.R", "DESCRIPTION", "runtime.txt", "apt.txt", "start"]  # fmt: skip
    assert [name for name in before if (ROOT / name).exists()] == []


@pytest.mark.skipif(os.name == "nt", reason="Binder has a shell")
def test_binder_opens_a_copy_that_keeps_its_answers_to_itself(tmp_path):
    for path in (ROOT / "notebooks" / NOTEBOOKS[0].name, ROOT / "tools" / "lab.py", ROOT / "postBuild"):
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(exist_ok=True)
        shutil.copy(path, copy)
    assert os.access(tmp_path / "postBuild", os.X_OK)
    python = {"PATH": f"{os.path.dirname(sys.executable)}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run([tmp_path / "postBuild"], cwd=tmp_path, env=os.environ | python, check=True, capture_output=True)
    opened = elsewhere.links(HERE, NOTEBOOKS[0].name)["Binder"].partition("labpath=")[2].replace("%2F", "/")
    assert not any(cell.get("outputs") for cell in lab.read(tmp_path / opened)["cells"])
