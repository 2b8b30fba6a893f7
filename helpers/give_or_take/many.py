"""Formulas over many entries: the same values as in one go, sooner."""

import numpy as np

BLOCK = 2**14  # entries, so that what is in between stays in the processor's cache


def in_blocks(formula, *arrays):
    """A formula that gives arrays of its arguments' one shape, entry by entry, computed a block at a time."""
    shape, size = arrays[0].shape, arrays[0].size
    if size <= 2 * BLOCK:
        return formula(*arrays)
    flat, results = [array.reshape(-1) for array in arrays], None
    for block in _blocks(size):
        computed = formula(*(array[block] for array in flat))
        results = results or [np.empty(size) for _ in computed]
        for result, part in zip(results, computed, strict=True):
            result[block] = part
    return [result.reshape(shape) for result in results]


def once_each(formula, one, other):
    """A formula of two counts, entry by entry, computed once for each different pair, and looked up.

    The table has a row for each different count of the second kind and a column for each possible one of the first.
    Where it would be larger than the arrays, little repeats, and every entry is computed.
    """
    left, top, size = one.min(), other.min(), one.size
    columns, possible = int(one.max() - left) + 1, int(other.max() - top) + 1
    if size <= BLOCK or max(columns, possible) > size:
        return in_blocks(formula, one, other)

    def row(block):
        return (other.reshape(-1)[block] - top).astype(np.intp)

    rows = _present(row, size, possible)
    if columns * len(rows) > size:
        return in_blocks(formula, one, other)
    first = np.empty(possible, dtype=np.intp)  # the place in the table of the first entry of each row
    first[rows] = np.arange(len(rows)) * columns

    def place(block):
        return first[row(block)] + (one.reshape(-1)[block] - left).astype(np.intp)

    there = _present(place, size, columns * len(rows))
    computed = formula(there % columns + left, rows[there // columns] + top)
    tables, results = np.empty((len(computed), columns * len(rows))), np.empty((len(computed), size))
    tables[:, there] = computed
    for block in _blocks(size):
        at = place(block)
        for result, table in zip(results, tables, strict=True):
            result[block] = table[at]
    return [result.reshape(one.shape) for result in results]


def _blocks(size):
    return (slice(start, start + BLOCK) for start in range(0, size, BLOCK))


def _present(places, size, possible):
    """The different ones among the places of all entries."""
    present = np.zeros(possible, dtype=bool)
    for block in _blocks(size):
        present[places(block)] = True
    return np.flatnonzero(present)
