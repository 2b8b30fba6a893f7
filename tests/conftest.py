"""Settings for every test: one Hypothesis profile, derandomised, that leaves nothing behind."""

import os
import sys
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, configuration, settings

sys.path.insert(0, str(Path(__file__).parent))  # so that one test file may import another's tables

# 50 examples a property; GIVE_OR_TAKE_EXAMPLES=2000 pytest … looks harder.
settings.register_profile(
    "house",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=int(os.environ.get("GIVE_OR_TAKE_EXAMPLES", "50")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("house")
configuration.set_hypothesis_home_dir(Path(tempfile.gettempdir()) / "give-or-take-hypothesis")
