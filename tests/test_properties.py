"""True of every public function: arrays are scalars side by side; containers and the order of items do not matter.

The functions, what their parameters take and calls that work are those of test_checks. A warning is an error here.
"""

from dataclasses import fields, is_dataclass

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_checks import CALLS

import give_or_take

NUMBERS = {  # kinds that may come as arrays: what one number is drawn from
    **dict.fromkeys(("counts",), st.integers(0, 40)),
    **dict.fromkeys(("sizes", "sizes or None"), st.integers(40, 90)),
    **dict.fromkeys(("rates", "open rates", "positive rates"), st.floats(0.02, 0.98)),
    **dict.fromkeys(("not negative", "positive", "correlations"), st.floats(0.01, 0.2)),
}
ITEMS = {  # kinds that have one entry an item
    **dict.fromkeys(("right or wrong", "right or wrong or None"), st.integers(0, 1)),
    "scores": st.integers(0, 1),
    "gains": st.integers(-1, 1),
    **dict.fromkeys(("labels", "labels or None", "classes"), st.sampled_from("abcd")),
}
NARROWER = {  # parameters that leave little room to others
    "clusters_b": st.sampled_from("wxyz"),  # clusters of two runs do not share a name
    "margin": st.floats(0.01, 0.05),
    "rate": st.floats(0.3, 0.7),
    "share_only_first": st.floats(0.10, 0.16),
    "share_only_second": st.floats(0.02, 0.07),
    "rate_on_leaked": st.floats(0.85, 0.95),
    "leaked_share": st.floats(0.1, 0.3),
    "public": st.floats(0.5, 0.8),
    "fresh": st.floats(0.3, 0.5),
    "n_public": st.integers(1500, 3000),
}
CLOSE = {
    "items_for_non_inferiority": dict.fromkeys(("p1", "p2"), st.floats(0.84, 0.845)),
    "labels_for_margin": {"margin": st.floats(0.15, 0.4), "verdicts": st.integers(200, 5000)},
}
LISTS = {"any_time_test", "design_effect_for", "pass_at_k", "pass_hat_k"}  # what they get belongs together
DRAWS = {"interaction_test"}  # its p is an average of random permutations
CONTAINERS = {
    "tuple": tuple,
    "array": np.array,
    "column": lambda values: pd.Series(values, index=range(len(values), 0, -1)),
    "polars": pl.Series,
    "strings of pandas": lambda values: pd.Series(values, dtype="string" if isinstance(values[0], str) else "Int64"),
    "objects": lambda values: np.array(values, dtype=object),
}


def having(kinds):
    return sorted(name for name, call in CALLS.items() if any(kind in kinds for _, kind in call.values()))


def one_of(argument, name):
    """What one number of an argument is drawn from."""
    return (NARROWER | CLOSE.get(name, {})).get(argument, NUMBERS[CALLS[name][argument][1]])


def result_of(name, arguments):
    """What the function gives, or None where it refuses."""
    arguments |= {"rng": np.random.default_rng(1)} if "rng" in arguments else {}
    try:
        return getattr(give_or_take, name)(**arguments)
    except (TypeError, ValueError):
        return None


def flat(result):
    """All numbers and words in a result, in order."""
    if isinstance(result, pd.DataFrame | pd.Series):
        result = [result.index.tolist(), result.to_numpy().tolist()]
    if is_dataclass(result):
        result = [getattr(result, field.name) for field in fields(result)]
    if isinstance(result, dict):
        result = list(result.items())
    if isinstance(result, np.ndarray):
        result = result.tolist()
    if isinstance(result, tuple | list):
        return [value for part in result for value in flat(part)]
    return [result]


def alike(found, wanted):
    found, wanted = flat(found), flat(wanted)
    assert len(found) == len(wanted)
    for a, b in zip(found, wanted, strict=True):
        number = isinstance(b, float | int) and not isinstance(b, bool)
        assert a == pytest.approx(b, rel=1e-9, abs=1e-12, nan_ok=True) if number else a == b


@pytest.mark.parametrize("name", [name for name in having(NUMBERS) if name not in LISTS])
@settings(max_examples=8)
@given(data=st.data())
def test_arrays_are_scalars_side_by_side(name, data):
    call = {argument: value for argument, (value, _) in CALLS[name].items()}
    varied = [argument for argument, (value, kind) in CALLS[name].items() if kind in NUMBERS and value is not None]
    columns = {argument: data.draw(st.lists(one_of(argument, name), min_size=3, max_size=3), label=argument)
               for argument in varied}  # fmt: skip
    each = [result_of(name, call | {argument: columns[argument][i] for argument in varied}) for i in range(3)]
    assume(None not in each)
    together = result_of(name, call | {argument: np.array(column) for argument, column in columns.items()})
    assert together is not None, "refused as arrays, and not as numbers"
    parts = [flat(one) for one in each]
    for k, value in enumerate(flat_columns(together, len(parts[0]))):
        if isinstance(parts[0][k], float | int) and not isinstance(parts[0][k], bool):
            assert np.broadcast_to(value, 3) == pytest.approx([part[k] for part in parts], rel=1e-9, abs=1e-12)


def flat_columns(result, parts):
    """The parts of a result whose numbers are arrays."""
    if is_dataclass(result):
        result = [getattr(result, field.name) for field in fields(result)]
    several = isinstance(result, tuple | list)
    found = [value for part in result for value in flat_columns(part, 1)] if several else [result]
    assert len(found) == parts or parts == 1
    return found


def drawn(name, data, n):
    """The call that works, with n items drawn in place of its own; refused draws are left aside."""
    call = {argument: value for argument, (value, _) in CALLS[name].items()}
    items = {argument: NARROWER.get(argument, ITEMS[kind])
             for argument, (value, kind) in CALLS[name].items() if kind in ITEMS and value is not None}  # fmt: skip
    lists = {argument: data.draw(st.lists(each, min_size=n, max_size=n), label=argument)
             for argument, each in items.items()}  # fmt: skip
    wanted = result_of(name, call | lists)
    assume(wanted is not None)
    return call, lists, wanted


@pytest.mark.parametrize("name", having(ITEMS))
@settings(max_examples=5)
@given(data=st.data())
def test_containers_do_not_matter(name, data):
    call, lists, wanted = drawn(name, data, 9)
    for container in CONTAINERS.values():
        alike(result_of(name, call | {argument: container(values) for argument, values in lists.items()}), wanted)


@pytest.mark.parametrize("name", [name for name in having(ITEMS) if name not in DRAWS])
@settings(max_examples=5)
@given(data=st.data())
def test_the_order_of_the_items_does_not_matter(name, data):
    call, lists, wanted = drawn(name, data, 9)
    order = data.draw(st.permutations(range(9)))
    alike(result_of(name, call | {argument: [values[i] for i in order] for argument, values in lists.items()}), wanted)
