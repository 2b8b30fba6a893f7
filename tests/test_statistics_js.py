"""The script that the site serves is what its recipe makes. What it computes: tests/browser/test_calculator.py."""

import shutil
import subprocess

import pytest

from tools.notebook import ROOT

RECIPE = ROOT / "tools" / "statistics-js"


@pytest.mark.slow
def test_the_committed_script_is_what_the_recipe_makes(tmp_path):
    npm = shutil.which("npm")
    if not npm:
        pytest.skip("there is no Node here")
    copy = shutil.copytree(RECIPE, tmp_path / "recipe", ignore=shutil.ignore_patterns("node_modules"))
    fetched = subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=copy, capture_output=True, text=True)
    if fetched.returncode:
        pytest.skip(f"npm could not fetch the packages: {fetched.stderr[-200:]}")
    made = tmp_path / "statistics.js"
    subprocess.run(["node", "build.mjs", made], cwd=copy, check=True)
    assert made.read_bytes() == (ROOT / "book" / "_static" / "statistics.js").read_bytes()
    assert (copy / "licences.txt").read_bytes() == (RECIPE / "licences.txt").read_bytes()
