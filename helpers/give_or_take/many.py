"""Formulas over many entries: the same values as in one go, sooner."""

import numpy as np

BLOCK = 2**14  # entries, so that what is in between stays in the processor's cache


def in_blocks(formula, *arrays):
    """A formula that gives arrays of its arguments' one shape, entry by entry, computed a block at a time."""
    shape, size = arrays[0].shape, arrays[0].size
    if size <= 2 * BLOCK:
        return formula(*arrays)
    flat, results = [array.reshape(-1) for array in arrays], None
    for start in range(0, size, BLOCK):
        block = slice(start, start + BLOCK)
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
    size = one.size
    if size > BLOCK and one.max() - (left := one.min()) < size and other.max() - (top := other.min()) < size:
        columns, rows = int(one.max() - left) + 1, (other - top).astype(np.intp).reshape(-1)
        different = np.flatnonzero(_present(rows, int(other.max() - top) + 1))
        if columns * len(different) < size:
            row_starts = np.empty(different[-1] + 1, dtype=np.intp)
            row_starts[different] = np.arange(len(different)) * columns
            cell = row_starts[rows] + (one - left).astype(np.intp).reshape(-1)
            seen = np.flatnonzero(_present(cell, columns * len(different)))
            computed = formula(seen % columns + left, different[seen // columns] + top)
            return [_looked_up(values, seen, cell).reshape(one.shape) for values in computed]
    return in_blocks(formula, one, other)


def _present(places, size):
    present = np.zeros(size, dtype=bool)
    present[places] = True
    return present


def _looked_up(values, places, wanted):
    table = np.empty(places[-1] + 1)
    table[places] = values
    return table[wanted]
