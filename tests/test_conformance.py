"""The table of edges: ours is right in every row, and what is stored of the others is what they return."""

from importlib.metadata import version

import pytest

from tools.studies import conformance
from tools.studies.conformance import PEERS, REFUSED, ROWS, agrees, returned


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.method}, {row.edge}")
def test_ours_is_right(row):
    assert agrees(returned(row.ours, conformance.names()), row.right)


@pytest.mark.parametrize("peer", PEERS)
def test_the_stored_column_is_what_the_library_returns(peer):
    """Of the version that was stored; `make conformance` stores a newer one."""
    if (found := conformance.verdicts(peer)) is None:
        pytest.skip(f"{PEERS[peer]} is not installed; `make conformance` asks it")
    column = f"{PEERS[peer]} {version(peer)}"
    if column not in conformance.stored()[0]:
        pytest.skip(f"{column} is not the version that was stored; run `make conformance`")
    assert [row[column] for row in conformance.stored()] == found


def test_a_wrong_result_is_seen():
    assert not agrees([0, 0.1612], [0, 0.1611]) and not agrees([float("nan")] * 2, [0, 1])
    assert not agrees([0.5], REFUSED) and not agrees(REFUSED, [0.5]) and not agrees("ZeroDivisionError", REFUSED)
    assert returned("1 / 0", {}) == "ZeroDivisionError" and returned("int('x')", {}) == REFUSED
