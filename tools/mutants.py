"""Whether the tests notice a wrong statistic: the formulas are changed, one slip at a time, and the tests are run.

    make mutants                       200 changes, about an hour on two cores
    make mutants ARGS="40 --seed 2"    as many others

Cosmic Ray finds every change that it knows (a plus for a minus, a bound moved by one, a condition turned round); a
seeded sample is made in copies of the project under build/mutants, each tested with the tests of its module. A change
that no test notices *survives*: it is printed, and is either a missing test or a change that changes nothing.
"""

import argparse
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools.notebook import ROOT

WORK, PROCESSES, SECONDS = ROOT / "build" / "mutants", 2, 240
PACKAGE = Path("helpers/give_or_take")
TESTS = {  # of each module, beside the examples in its docstrings; the rest would notice, and take longer
    "intervals": "intervals conformance",
    "standard_errors": "standard_errors",
    "differences": "differences conformance",
    "power": "power",
    "paired": "paired conformance",
    "paired_clusters": "paired_clusters",
    "pairs": "paired pairs tallies",
    "clusters": "clusters cluster_coverage",
    "repeats": "repeats",
    "slices": "slices",
    "contamination": "contamination",
    "many": "many intervals paired",
    "metrics": "metrics metric_coverage",
    "resampling": "resampling",
    "swapping": "resampling",
    "tallies": "tallies",
    "results": "results",
    "comparison": "comparison",
}
CONFIG = """[cosmic-ray]
module-path = "{path}"
timeout = {seconds}
excluded-modules = ["*/__init__.py"]
test-command = "{python} -m pytest -q -x -p no:cacheprovider {tests}"
[cosmic-ray.distributor]
name = "local"
"""


def cosmic_ray(folder, *arguments):
    """Run Cosmic Ray in a copy of the project."""
    command = [sys.executable, "-m", "cosmic_ray.cli", *map(str, arguments)]
    env = os.environ | {"PYTHONPATH": str(folder / "helpers"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=True).stdout


def session(folder, module):
    """A session of Cosmic Ray for one module; the ids of all changes that it could make."""
    path = PACKAGE / module if (folder / PACKAGE / module).is_dir() else PACKAGE / f"{module}.py"
    files = [f"tests/test_{name}.py" for name in TESTS[module].split()]
    tests = " ".join([file for file in files if (folder / file).exists()] + [str(path)])
    config = folder / f"{module}.toml"
    config.write_text(CONFIG.format(path=path, seconds=SECONDS, python=sys.executable, tests=tests), encoding="utf-8")
    cosmic_ray(folder, "init", config.name, f"{module}.sqlite")
    with sqlite3.connect(folder / f"{module}.sqlite") as database:
        # `|` is nearly always a union of types, which nothing computes. The ids of jobs are random, their places not.
        query = """select job_id from mutation_specs where operator_name not like '%BitOr%'
                   order by module_path, start_pos_row, start_pos_col, operator_name, operator_args, occurrence"""
        return [(module, row[0]) for row in database.execute(query)]


def keep(folder, chosen):
    """Leave only the chosen changes in the sessions of a copy; the modules that have some."""
    modules = {}
    for module, job in chosen:
        modules.setdefault(module, []).append(job)
    for module, jobs in modules.items():
        with sqlite3.connect(folder / f"{module}.sqlite") as database:
            marks = ",".join("?" * len(jobs))
            for table in ("mutation_specs", "work_items"):
                database.execute(f"delete from {table} where job_id not in ({marks})", jobs)
    return list(modules)


def run(folder, module):
    """Make the changes that a session holds, and test each: a list of (outcome, diff)."""
    cosmic_ray(folder, "exec", f"{module}.toml", f"{module}.sqlite")
    lines = [json.loads(line) for line in cosmic_ray(folder, "dump", f"{module}.sqlite").splitlines()]
    found = [(result["test_outcome"], result["diff"]) for _, result in lines if result]
    print(f"{module:16s} {sum(outcome != 'survived' for outcome, _ in found)} of {len(found)} noticed", flush=True)
    return found


def main(arguments=None):
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("changes", type=int, nargs="?", default=200, help="how many")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    shutil.rmtree(WORK, ignore_errors=True)
    copies = [WORK / str(i) for i in range(PROCESSES)]
    for copy in copies:
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "build", "dist", "my", "__pycache__"))
    changes = [change for module in TESTS for change in session(copies[0], module)]
    for path in copies[0].glob("*.sqlite"):
        for copy in copies[1:]:
            shutil.copy(path, copy), shutil.copy(path.with_suffix(".toml"), copy)
    print(f"{len(changes):,} changes could be made; {options.changes} are, with seed {options.seed}.", flush=True)
    chosen = random.Random(options.seed).sample(changes, min(options.changes, len(changes)))

    def share(i):
        return [result for module in keep(copies[i], chosen[i::PROCESSES]) for result in run(copies[i], module)]

    with ThreadPoolExecutor(PROCESSES) as pool:
        found = [result for results in pool.map(share, range(PROCESSES)) for result in results]
    survivors = [diff for outcome, diff in found if outcome == "survived"]
    (WORK / "survivors.diff").write_text("\n".join(survivors), encoding="utf-8")
    print("\n".join(survivors))
    print(f"{len(found) - len(survivors)} of {len(found)} noticed; the others are in build/mutants/survivors.diff")


if __name__ == "__main__":
    main()
