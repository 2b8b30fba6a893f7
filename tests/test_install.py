"""The package as a user has it: a wheel in an environment of its own, beside other things called `helpers`."""

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest
from ten_calls import CALLS

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "helpers" / "give_or_take"
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
DECOY = "raise RuntimeError('this is not Give or Take')\n"

pytestmark = pytest.mark.slow

# A user's script. A checker finds the lines marked "wrong", and no other.
SCRIPT = """\
from give_or_take import Estimate, clustered_mean, load, wilson_interval
from give_or_take import wilson_intervall  # wrong: misspelt
from give_or_take.classroom import Claim

score = Estimate(0.84, 0.0367, 100)
rate: float = score.value
low, high = interval = wilson_interval(84, 100, level=0.9)
print(score, rate, low, high, interval.width, Claim("answer desk", 84, 100), load("gsm8k"))

wilson_interval(84, 100, levle=0.9)  # wrong: no such argument
wilson_interval(84)  # wrong: out of how many?
Estimate("84%", 0.0367, 100)  # wrong: text where a number belongs
low, high = score  # wrong: an estimate is no pair
interval.upper()  # wrong: text has this, an interval has not
print(interval.lower)  # wrong: it is called low
low, high = clustered_mean([1, 0], ["a", "b"])  # wrong: an estimate is no pair
"""


def run(*command, **more):
    """What a command prints; if it fails, what it said is the failure."""
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(source, target):
    """The sdist and the wheel that hatchling makes of the project in `source`."""
    run(sys.executable, "-m", "hatchling", "build", "-d", target, cwd=source)
    (wheel,), (sdist,) = target.glob("*.whl"), target.glob("*.tar.gz")
    return wheel, sdist


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """(wheel, sdist)"""
    return build(ROOT, tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def python(built, tmp_path_factory):
    """The Python of an environment that has the wheel, a package called `helpers`, and the dependencies."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, symlinks=os.name != "nt")
    python = venv.EnvBuilder().ensure_directories(home).env_exe
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    run(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", site, built[0])
    (site / "helpers").mkdir()
    (site / "helpers" / "__init__.py").write_text(DECOY)
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return python


def test_the_wheel_holds_the_package_and_nothing_else(built):
    with ZipFile(built[0]) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    files = {path.relative_to(PACKAGE.parent).as_posix() for path in PACKAGE.rglob("*.*") if path.suffix != ".pyc"}
    assert names == files
    assert {"give_or_take/py.typed", "give_or_take/__init__.pyi", "give_or_take/data/gsm8k.csv"} < names


def test_the_source_distribution_builds_the_same_wheel(built, tmp_path):
    with tarfile.open(built[1]) as sdist:
        sdist.extractall(tmp_path, filter="data")
    [source] = tmp_path.iterdir()
    again, _ = build(source, tmp_path / "dist")
    assert again.read_bytes() == built[0].read_bytes()


def test_ten_calls_run_beside_other_things_called_helpers(python, tmp_path):
    script = tmp_path / "work.py"
    script.write_bytes((ROOT / "tests" / "ten_calls.py").read_bytes())
    (tmp_path / "helpers.py").write_text(DECOY)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    origin, _, lines = run(python, script, cwd=tmp_path, env=environment).partition("\n")
    assert origin.startswith(f"{VERSION} ") and str(PACKAGE) not in origin and "site-packages" in origin
    assert lines == "".join(f"{call()!s}\n" for call in CALLS) and len(CALLS) == 10


def test_a_type_checker_finds_the_mistakes_of_a_user(python, tmp_path):
    (tmp_path / "work.py").write_text(SCRIPT)
    command = [sys.executable, "-m", "mypy", "--python-executable", python, "--cache-dir", os.devnull, "work.py"]
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MYPYPATH")}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    found = {int(line) for line in re.findall(r"^work\.py:(\d+): error", done.stdout, re.MULTILINE)}
    assert found == {i for i, line in enumerate(SCRIPT.splitlines(), 1) if "# wrong" in line}, done.stdout + done.stderr
    assert re.search(rf"^Found {len(found)} errors in 1 file", done.stdout, re.MULTILINE), done.stdout
