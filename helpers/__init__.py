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
    "one_month": "desk",
    "standard_error": "standard_errors",
    "margin": "standard_errors",
    "items_for_margin": "standard_errors",
    "standard_error_of_mean": "standard_errors",
    "standard_error_of_difference": "standard_errors",
    "clustered_mean": "standard_errors",
    "wald_interval": "intervals",
    "wilson_interval": "intervals",
    "clopper_pearson_interval": "intervals",
    "agresti_coull_interval": "intervals",
    "jeffreys_interval": "intervals",
    "mid_p_interval": "intervals",
    "rule_of_three": "intervals",
    "items_for_half_width": "intervals",
    "coverage": "intervals",
    "expected_width": "intervals",
    "lowest_coverage": "intervals",
    "average_coverage": "intervals",
    "wald_difference_interval": "differences",
    "newcombe_interval": "differences",
    "agresti_caffo_interval": "differences",
    "miettinen_nurminen_interval": "differences",
    "pooled_z_test": "differences",
    "touching_level": "differences",
    "power_two_rates": "power",
    "exact_power": "power",
    "items_for_power": "power",
    "minimum_detectable_effect": "power",
    "detectable_change": "power",
    "plan_two_runs": "power",
    "rule_constant": "power",
    "non_inferior": "power",
    "equivalent": "power",
    "items_for_non_inferiority": "power",
    "cost_plan": "power",
    "pair_items": "paired",
    "Pairs": "paired",
    "mcnemar_test": "paired",
    "mcnemar_power": "paired",
    "items_for_paired": "paired",
    "minimum_detectable_paired_effect": "paired",
    "discordance_bounds": "paired",
    "paired_wald_interval": "paired",
    "paired_newcombe_interval": "paired",
    "tango_interval": "paired",
    "bonett_price_interval": "paired",
    "flip_odds": "paired",
    "paired_correlation": "paired",
    "pairing_gain": "paired",
    "slice_table": "slices",
    "slice_counts": "slices",
    "standardised_rate": "slices",
    "standardised_difference": "slices",
    "kitagawa": "slices",
    "simpson_check": "slices",
    "fresh_gap": "contamination",
    "leaked_rate": "contamination",
    "leaked_share": "contamination",
    "fresh_items": "contamination",
    "ngram_overlap": "contamination",
    "Estimate": "results",
    "Interval": "results",
    "Test": "results",
    "Claim": "claim",
    "show": "figures",
    "Picture": "figures",
    "explore": "explorer",
    "slider": "explorer",
    "choice": "explorer",
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
    from helpers.contamination import fresh_gap as fresh_gap
    from helpers.contamination import fresh_items as fresh_items
    from helpers.contamination import leaked_rate as leaked_rate
    from helpers.contamination import leaked_share as leaked_share
    from helpers.contamination import ngram_overlap as ngram_overlap
    from helpers.data import datasets as datasets
    from helpers.data import expand as expand
    from helpers.data import load as load
    from helpers.desk import answer_desk as answer_desk
    from helpers.desk import leaderboard as leaderboard
    from helpers.desk import one_month as one_month
    from helpers.differences import agresti_caffo_interval as agresti_caffo_interval
    from helpers.differences import miettinen_nurminen_interval as miettinen_nurminen_interval
    from helpers.differences import newcombe_interval as newcombe_interval
    from helpers.differences import pooled_z_test as pooled_z_test
    from helpers.differences import touching_level as touching_level
    from helpers.differences import wald_difference_interval as wald_difference_interval
    from helpers.environment import check_environment as check_environment
    from helpers.exercises import check as check
    from helpers.explorer import choice as choice
    from helpers.explorer import explore as explore
    from helpers.explorer import slider as slider
    from helpers.figures import Picture as Picture
    from helpers.figures import show as show
    from helpers.intervals import agresti_coull_interval as agresti_coull_interval
    from helpers.intervals import average_coverage as average_coverage
    from helpers.intervals import clopper_pearson_interval as clopper_pearson_interval
    from helpers.intervals import coverage as coverage
    from helpers.intervals import expected_width as expected_width
    from helpers.intervals import items_for_half_width as items_for_half_width
    from helpers.intervals import jeffreys_interval as jeffreys_interval
    from helpers.intervals import lowest_coverage as lowest_coverage
    from helpers.intervals import mid_p_interval as mid_p_interval
    from helpers.intervals import rule_of_three as rule_of_three
    from helpers.intervals import wald_interval as wald_interval
    from helpers.intervals import wilson_interval as wilson_interval
    from helpers.luck import survives as survives
    from helpers.paired import Pairs as Pairs
    from helpers.paired import bonett_price_interval as bonett_price_interval
    from helpers.paired import discordance_bounds as discordance_bounds
    from helpers.paired import flip_odds as flip_odds
    from helpers.paired import items_for_paired as items_for_paired
    from helpers.paired import mcnemar_power as mcnemar_power
    from helpers.paired import mcnemar_test as mcnemar_test
    from helpers.paired import minimum_detectable_paired_effect as minimum_detectable_paired_effect
    from helpers.paired import pair_items as pair_items
    from helpers.paired import paired_correlation as paired_correlation
    from helpers.paired import paired_newcombe_interval as paired_newcombe_interval
    from helpers.paired import paired_wald_interval as paired_wald_interval
    from helpers.paired import pairing_gain as pairing_gain
    from helpers.paired import tango_interval as tango_interval
    from helpers.power import cost_plan as cost_plan
    from helpers.power import detectable_change as detectable_change
    from helpers.power import equivalent as equivalent
    from helpers.power import exact_power as exact_power
    from helpers.power import items_for_non_inferiority as items_for_non_inferiority
    from helpers.power import items_for_power as items_for_power
    from helpers.power import minimum_detectable_effect as minimum_detectable_effect
    from helpers.power import non_inferior as non_inferior
    from helpers.power import plan_two_runs as plan_two_runs
    from helpers.power import power_two_rates as power_two_rates
    from helpers.power import rule_constant as rule_constant
    from helpers.predict import note as note
    from helpers.predict import reveal as reveal
    from helpers.results import Estimate as Estimate
    from helpers.results import Interval as Interval
    from helpers.results import Test as Test
    from helpers.slices import kitagawa as kitagawa
    from helpers.slices import simpson_check as simpson_check
    from helpers.slices import slice_counts as slice_counts
    from helpers.slices import slice_table as slice_table
    from helpers.slices import standardised_difference as standardised_difference
    from helpers.slices import standardised_rate as standardised_rate
    from helpers.standard_errors import clustered_mean as clustered_mean
    from helpers.standard_errors import items_for_margin as items_for_margin
    from helpers.standard_errors import margin as margin
    from helpers.standard_errors import standard_error as standard_error
    from helpers.standard_errors import standard_error_of_difference as standard_error_of_difference
    from helpers.standard_errors import standard_error_of_mean as standard_error_of_mean
