"""Every machine: other processors and systems, root, old environments, no network, busy ports, pipes that close."""

import ast
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import nbformat
import pytest
import yaml

from tools import lab
from tools.site import serve

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = {path.stem: path for path in (ROOT / ".github" / "workflows").glob("*.yml")}
LOCKS = ["requirements.lock.txt", "requirements-test.lock.txt"]


def makefile():
    return (ROOT / "Makefile").read_text(encoding="utf-8")


# --- Other processors: ties are broken by an algorithm that depends on the vector instructions at hand


def unstable(source):
    """The sorts in `source` that leave the order of ties to the processor."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [
        ast.unparse(call)
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr in ("sort_values", "sort_index", "argsort")
        if not any(word.arg == "kind" and ast.unparse(word.value) == "'stable'" for word in call.keywords)
    ]


def test_every_sort_is_stable():
    assert unstable("table.sort_values('rate').head(3)") and unstable("np.argsort(x, kind='quicksort')")
    assert not unstable("table.sort_values('rate', kind='stable')") and not unstable("np.sort(x), sorted(y)")
    files = [path for folder in ("helpers", "tools") for path in (ROOT / folder).rglob("*.py")]
    sources = {path.name: [path.read_text(encoding="utf-8")] for path in files}
    for path in (ROOT / "notebooks").glob("*.ipynb"):
        cells = nbformat.read(path, as_version=4).cells
        sources[path.name] = [cell.source for cell in cells if cell.cell_type == "code"]
    assert [(name, sort) for name, texts in sources.items() for text in texts for sort in unstable(text)] == []


# --- make, on machines that are not quite ready. A small script stands for Python: it answers as such a machine would.

needs_make = pytest.mark.skipif(os.name == "nt" or not shutil.which("make"), reason="make is not installed")
WORKING = {"version_info[:2]": "echo 3.12", "--dry-run": "exit 1", "-m pip install": "exit 0"}


@pytest.fixture
def house(tmp_path):
    """house(answers) is a project whose .venv/bin/python answers so: {a part of the command line: what it does}."""

    def build(answers, name=".venv/bin/python"):
        for file in ("Makefile", "pyproject.toml", *LOCKS):
            shutil.copy(ROOT / file, tmp_path)
        python = tmp_path / name
        python.parent.mkdir(parents=True, exist_ok=True)
        cases = [f'*"{part}"*) {action};;' for part, action in answers.items()]
        python.write_text("\n".join(["#!/bin/sh", 'case "$*" in', *cases, "esac"]))
        python.chmod(0o755)
        return tmp_path

    return build


def make(house, *arguments):
    """(exit code, lines of stdout) of `make` for the environment that `make lab` needs."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    command = ["make", "-s", "--no-print-directory", ".venv/core.stamp", *arguments]
    done = subprocess.run(command, cwd=house, env=env, capture_output=True, text=True)
    assert re.fullmatch(r"(make: \*\*\* .*\n)*", done.stderr)
    return done.returncode, done.stdout.splitlines()


@needs_make
@pytest.mark.parametrize("found", ["2.7", "3.9", "3.10"])
def test_an_old_environment_is_named_and_left_alone(house, found):
    tree = house({"version_info[:2]": f"echo {found}", "version_info <": "exit 1"})
    before = sorted(tree.rglob("*"))
    code, [line] = make(tree)
    assert code == 2 and f".venv holds Python {found}" in line and "rm -r .venv" in line
    assert sorted(tree.rglob("*")) == before


@needs_make
def test_an_environment_that_lost_its_python_is_made_anew(house):
    """An upgrade took the Python that .venv pointed to; the stamp is still there."""
    new = "mkdir -p .venv/bin; cp new-python .venv/bin/python"
    tree = house(WORKING | {"-m venv --clear .venv": f"rm -r .venv; {new}"}, name="new-python")
    (tree / ".venv").mkdir()
    (tree / ".venv" / "core.stamp").touch()
    code, [line, installing] = make(tree, "PYTHON=./new-python")
    assert code == 0 and line == ".venv holds no Python that works with pip, so it is made anew."
    assert installing.startswith("Installing") and (tree / ".venv" / "core.stamp").exists()
    assert make(tree, "PYTHON=./new-python") == (0, []), "the second time there is nothing to do"


@needs_make
@pytest.mark.parametrize(
    ("pip_says", "words"),
    [
        ("WARNING: Retrying (Retry(total=0)) after connection broken by X: /simple/anyio/", "there is no network"),
        ("ERROR: No space left on device", "No space left on device"),
    ],
)
def test_an_installation_that_fails_is_one_kind_sentence(house, pip_says, words):
    tree = house(WORKING | {"-m pip install": f"echo '{pip_says}'; exit 1"})
    code, lines = make(tree)
    said = " ".join(lines)
    assert code == 2 and words in said and "Retrying" not in said and ".venv/install.log" in said
    assert (tree / ".venv" / "install.log").read_text().strip() == pip_says
    assert not (tree / ".venv" / "core.stamp").exists()


# --- tools/lab.py and tools/site/serve.py


@pytest.mark.parametrize(
    ("user", "arguments", "times"), [(0, [], 1), (0, ["--allow-root"], 1), (1000, [], 0), (1000, ["--allow-root"], 1)]
)
def test_root_may_start_jupyterlab_and_is_told(user, arguments, times, tmp_path, monkeypatch, capsys):
    commands = []
    monkeypatch.setattr(os, "geteuid", lambda: user, raising=False)
    monkeypatch.setattr(os, "execv", lambda _, command: commands.append(command))
    monkeypatch.setattr(subprocess, "call", commands.append)
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "1")
    lab.start_lab(tmp_path, tmp_path / "00-start-here.ipynb", arguments)
    [command] = commands
    assert command.count("--allow-root") == times
    assert not [word for word in command if re.search("(?i)token|password|[.]ip=|--ip", word)], "JupyterLab's own"
    assert ("You are root" in capsys.readouterr().out) is (user == 0 and not arguments)


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="this system has no such signal")
def test_a_pipe_that_closes_is_nobodys_fault(tmp_path):
    for folder in ("tools", "notebooks"):
        (tmp_path / folder).mkdir()
    shutil.copy(ROOT / "tools" / "lab.py", tmp_path / "tools")
    nbformat.write(nbformat.v4.new_notebook(), tmp_path / "notebooks" / "00-start-here.ipynb")
    command = [sys.executable, tmp_path / "tools" / "lab.py", "--copy-only"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        run.stdout.close()
        assert run.stderr.read() == b"" and run.wait() == -signal.SIGPIPE
    assert (tmp_path / "my" / "00-start-here.ipynb").exists()


def test_a_port_that_is_taken_is_one_kind_sentence(tmp_path, capsys):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert serve.serve(tmp_path, port, "make serve PORT=8080") == 1
    assert serve.serve(tmp_path, 65536, "make serve PORT=8080") == 1
    taken, beyond = capsys.readouterr().err.splitlines()
    assert taken.startswith(f"Port {port} cannot be used") and "Take another: make serve PORT=8080" in taken
    assert "65535" in beyond


# --- The workflows


def steps(workflow):
    """(job, line) for each line of shell in a workflow."""
    jobs = yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"]
    return [(j, line) for j, job in jobs.items() for s in job["steps"] for line in s.get("run", "").splitlines()]


def unknown(line):
    """What a line of a workflow's shell names, and this project does not have."""
    targets = re.search(r"^\.PHONY: (.*)$", makefile(), flags=re.MULTILINE)[1].split()
    yield from (target for target in re.findall(r"\bmake ([\w-]+)", line) if target not in targets)
    yield from (module for module in re.findall(r'python"? -m (\w+)', line) if not find_spec(module))
    words = re.split(r"[\s\"'=]+", line)
    paths = [word for word in words if re.search(r"^(?!(dist|build)/|\$).*/|\.(py|txt|toml)$", word)]
    yield from (path for path in paths if not (ROOT / path).exists())


def test_workflows_name_what_exists():
    for bad in ("make tset", "python -m no_such_thing", "python tests/gone.py", "pip install -r gone.txt",
                "python -m pytest --nbval-sanitize-with=tests/gone.cfg"):  # fmt: skip
        assert list(unknown(bad)), bad
    lines = [line for workflow in WORKFLOWS.values() for _, line in steps(workflow)]
    assert len(lines) >= 10
    assert [(line, word) for line in lines for word in unknown(line)] == []


def test_workflows_run_actions_of_which_nobody_can_change_a_byte():
    used = [x for path in WORKFLOWS.values() for x in re.findall(r"uses: (.*)", path.read_text(encoding="utf-8"))]
    assert len(used) >= 10 and not [x for x in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+", x)]
