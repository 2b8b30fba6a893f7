"""The toolbox of *Give or Take*: statistics of model evaluation, and the teaching layer on top.

`import helpers` loads nothing but the standard library. A public name is fetched from its module on first use:

>>> from helpers import standard_error
>>> round(standard_error(84, 100), 4)
0.0367
"""

from importlib import import_module
from typing import TYPE_CHECKING

# Public name -> module that holds it. This is the only list; `__all__` and `dir(helpers)` follow from it.
_MODULE_OF = {
    "load": "data",
    "expand": "data",
    "datasets": "data",
    "answer_desk": "desk",
    "leaderboard": "desk",
    "standard_error": "standard_errors",
    "margin": "standard_errors",
    "items_for_margin": "standard_errors",
    "standard_error_of_mean": "standard_errors",
    "standard_error_of_difference": "standard_errors",
    "clustered_mean": "standard_errors",
    "Estimate": "results",
    "Interval": "results",
    "Claim": "claim",
    "show": "figures",
    "Picture": "figures",
    "explore": "explorer",
    "slider": "explorer",
    "reveal": "predict",
    "note": "predict",
    "check": "exercises",
    "survives": "luck",
    "check_environment": "environment",
}

__all__ = list(_MODULE_OF)


def __getattr__(name):
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'helpers' has no attribute {name!r}; dir(helpers) lists the public names")
    value = getattr(import_module(f"helpers.{_MODULE_OF[name]}"), name)
    globals()[name] = value  # the next use does not come here
    return value


def __dir__():
    return sorted({*globals(), *__all__})


if TYPE_CHECKING:  # the same names for editors and type checkers; tests/test_house.py holds the two equal
    from helpers.claim import Claim as Claim
    from helpers.data import datasets as datasets
    from helpers.data import expand as expand
    from helpers.data import load as load
    from helpers.desk import answer_desk as answer_desk
    from helpers.desk import leaderboard as leaderboard
    from helpers.environment import check_environment as check_environment
    from helpers.exercises import check as check
    from helpers.explorer import explore as explore
    from helpers.explorer import slider as slider
    from helpers.figures import Picture as Picture
    from helpers.figures import show as show
    from helpers.luck import survives as survives
    from helpers.predict import note as note
    from helpers.predict import reveal as reveal
    from helpers.results import Estimate as Estimate
    from helpers.results import Interval as Interval
    from helpers.standard_errors import clustered_mean as clustered_mean
    from helpers.standard_errors import items_for_margin as items_for_margin
    from helpers.standard_errors import margin as margin
    from helpers.standard_errors import standard_error as standard_error
    from helpers.standard_errors import standard_error_of_difference as standard_error_of_difference
    from helpers.standard_errors import standard_error_of_mean as standard_error_of_mean
