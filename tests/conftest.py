"""Settings for every test: a derandomised Hypothesis profile that leaves nothing behind, and the chapters."""

import os
import shlex
import tempfile
from contextlib import chdir
from pathlib import Path

import pytest
from hypothesis import HealthCheck, configuration, settings

# 30 examples a property; GIVE_OR_TAKE_EXAMPLES=2000 pytest … looks harder.
settings.register_profile(
    "house",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=int(os.environ.get("GIVE_OR_TAKE_EXAMPLES", "30")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("house")
configuration.set_hypothesis_home_dir(Path(tempfile.gettempdir()) / "give-or-take-hypothesis")


@pytest.fixture(scope="session")
def series():
    """The chapters. Nothing reads one while tests are collected, so a broken chapter fails the tests that it breaks."""
    from tools.notebook import Series

    return Series.open()


@pytest.fixture
def write(tmp_path):
    """write({"a.csv": text or bytes, ...}): the paths of such files."""

    def make(files):
        for name, words in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes(words if isinstance(words, bytes) else words.encode())
        return [tmp_path / name for name in files]

    return make


@pytest.fixture
def run(tmp_path, capsys):
    """run("check a.csv"): the exit status, what is printed and what is complained."""
    from give_or_take.cli import main

    def call(line):
        with chdir(tmp_path):
            status = main(shlex.split(line))
        said = capsys.readouterr()
        return status, said.out, said.err

    return call
