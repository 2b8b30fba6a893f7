"""`tally` of a Dask table on a local cluster gives the cells that pandas gives. Runs where Dask is installed."""

import numpy as np
import pytest

from give_or_take import answer_desk, tally

frames = pytest.importorskip("dask.dataframe", reason="needs dask[dataframe,distributed]")
distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("default")


def test_a_local_cluster_counts_the_same_cells():
    desk = answer_desk()
    here = tally(desk, ["new", "old"], slices="topic", group="source")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster),
    ):
        there = tally(frames.from_pandas(desk, npartitions=3), ["new", "old"], slices="topic", group="source")
    assert np.array_equal(here.scores, there.scores, equal_nan=True) and np.array_equal(here.counts, there.counts)
    assert {name: tuple(one.names) for name, one in here.labels.items()} == {
        name: tuple(one.names) for name, one in there.labels.items()
    }
    assert all(np.array_equal(one.code, there.labels[name].code) for name, one in here.labels.items())
