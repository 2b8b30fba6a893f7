"""Whether the tests notice a wrong statistic: the formulas are changed, one slip at a time, and the tests are run.

    make mutants                       200 changes, about an hour on two cores
    make mutants ARGS="40 --seed 2"    as many others

Cosmic Ray finds every change that it knows (a plus for a minus, a bound moved by one, a condition turned round); a
seeded sample is made in copies of the project under build/mutants, each tested with the tests of its module. A change
that no test notices *survives*: it is printed, and is either a missing test or a change that changes nothing.
"""

import argparse
import os
import random
import shutil
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tools.notebook import ROOT

WORK, PROCESSES, SECONDS = ROOT / "build" / "mutants", 2, 240
PACKAGE = Path("helpers/give_or_take")
# Each module and what is tested with it, beside the test of its name and the examples in its docstrings. The rest of
# the tests would notice, and take longer.
MODULES = dict.fromkeys(
    "standard_errors power paired_clusters repeats slices contamination resampling tallies results comparison".split(),
    "",
) | {
    "intervals": "conformance",
    "differences": "conformance",
    "paired": "conformance",
    "pairs": "paired tallies",
    "clusters": "cluster_coverage",
    "many": "intervals paired",
    "judges": "judge_coverage",
    "bayes": "",
    "metrics": "metric_coverage",
    "swapping": "resampling",
}


def changes():
    """(module, change) for every change that could be made, in the order of their places."""
    from cosmic_ray.commands import init
    from cosmic_ray.work_db import use_db

    for module in MODULES:
        place = PACKAGE / module
        files = [path for path in sorted(place.glob("*.py")) or [place.with_suffix(".py")] if path.stem != "__init__"]
        with use_db(":memory:") as database:
            init(files, database, {})
            found = [item.mutations[0] for item in database.work_items]
        for change in sorted(found, key=lambda one: (one.module_path, one.start_pos, one.operator_name)):
            if "BitOr" not in change.operator_name:  # nearly always a union of types, which nothing computes
                yield module, change


def survivors(copy, chosen):
    """Make each change in a copy of the project; what the tests did not notice, as diffs."""
    from cosmic_ray.mutating import mutate_and_test

    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "build", "dist", "my", "__pycache__"))
    os.chdir(copy)
    os.environ.update(PYTHONPATH="helpers", PYTHONDONTWRITEBYTECODE="1")
    found = []
    for module, change in chosen:
        tests = [f"tests/test_{name}.py" for name in (module, *MODULES[module].split())]
        tests = " ".join([test for test in tests if Path(test).exists()] + [str(change.module_path)])
        result = mutate_and_test([change], f"{sys.executable} -m pytest -q -x -p no:cacheprovider {tests}", SECONDS)
        found += [] if result.is_killed else [result.diff]
        print(f"{change.module_path}:{change.start_pos[0]} {result.test_outcome.value}", flush=True)
    return found


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("changes", type=int, nargs="?", default=200, help="how many")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    shutil.rmtree(WORK, ignore_errors=True)
    possible = [*changes()]
    chosen = random.Random(options.seed).sample(possible, min(options.changes, len(possible)))
    print(f"{len(possible):,} changes could be made; {len(chosen)} are, with seed {options.seed}.", flush=True)
    shares = [chosen[i::PROCESSES] for i in range(PROCESSES)]
    with ProcessPoolExecutor(PROCESSES) as pool:
        found = [diff for some in pool.map(survivors, map(WORK.joinpath, "ab"), shares) for diff in some]
    print("\n".join(found))
    print(f"{len(chosen) - len(found)} of {len(chosen)} noticed.")


if __name__ == "__main__":
    main()
