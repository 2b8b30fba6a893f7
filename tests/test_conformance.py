"""The tables of edges and of judged rates: ours is right, and what is stored of the others is what they return."""

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


@pytest.mark.parametrize(("row", "asked"), [*enumerate(conformance.ASKED)])
def test_the_stored_interval_of_thirty_agreements_is_what_the_library_returns(row, asked):
    found, (peer, call) = conformance.stored(conformance.JUDGED)[row], asked
    if peer and conformance.names(peer) is None:
        pytest.skip(f"{peer} is not installed; `make conformance` asks it")
    if peer and not found["library"].endswith(f" {version(peer)}"):
        pytest.skip(f"{peer} {version(peer)} is not the version that was stored; run `make conformance`")
    assert found["call"] == call and found[conformance.AGREEING] == conformance.agreeing(peer, call)


def test_the_stored_share_of_ours_comes_out_again():
    case, cell = next(iter(conformance.CASES.items()))
    found = conformance.held(*conformance.ASKED[0], cell)
    assert conformance.share(found) == conformance.stored(conformance.JUDGED)[0][case]


def test_an_interval_that_is_refused_is_no_miss():
    assert conformance.share([True] * 8 + [False] * 2 + [None] * 5) == "80.0 ± 12.6, 5 refused"


def test_a_wrong_result_is_seen():
    assert not agrees([0, 0.1612], [0, 0.1611]) and not agrees([float("nan")] * 2, [0, 1])
    assert not agrees([0.5], REFUSED) and not agrees(REFUSED, [0.5]) and not agrees("ZeroDivisionError", REFUSED)
    assert returned("1 / 0", {}) == "ZeroDivisionError" and returned("int('x')", {}) == REFUSED
