"""Fast paths over many entries give what the plain formula gives, to the last bit."""

import numpy as np
import pytest

from give_or_take import many
from give_or_take.intervals import METHODS


def pairs_of_counts(kind, size):
    rng = np.random.default_rng(1)
    n = {
        "few": rng.choice([20, 55, 1000], size),
        "one": np.full(size, 77),
        "many": rng.integers(1, 10**6, size),
        "far": rng.choice([3, 10**9], size),
    }[kind].astype(float)
    return np.floor(rng.random(size) * (n + 1)), n


@pytest.mark.parametrize("kind", ["few", "one", "many", "far"])
def test_counts_that_repeat_are_looked_up(kind):
    k, n = pairs_of_counts(kind, 40_000)
    evaluated = []

    def formula(k, n):
        evaluated.append(k.size)
        return METHODS["wilson"].ends(k, n, 0.95)

    looked_up = many.once_each(formula, k.copy(), n.copy())
    assert np.array_equal(looked_up, METHODS["wilson"].ends(k, n, 0.95))
    different = len(set(zip(k.tolist(), n.tolist(), strict=True)))
    assert sum(evaluated) == (different if kind in ("few", "one") else k.size)


def test_blocks_leave_values_and_shape():
    k, n = (x.reshape(400, 100) for x in pairs_of_counts("many", 40_000))
    ends = METHODS["wilson"].ends
    whole, blocks = ends(k, n, 0.9), many.in_blocks(lambda k, n: ends(k, n, 0.9), k.copy(), n.copy())
    assert np.array_equal(blocks, whole)
    one_n = np.broadcast_to(n[0, 0], k.shape)
    low, _ = many.in_blocks(lambda k, n: (k + n, k), k, one_n)
    assert np.array_equal(low, k + n[0, 0])
