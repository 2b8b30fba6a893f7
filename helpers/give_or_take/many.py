"""Formulas over many entries: the same values as in one go, sooner."""

import numpy as np

BLOCK = 2**14  # entries, so that what is in between stays in the processor's cache


def in_blocks(formula, *arrays):
    """A formula that gives arrays of its arguments' one shape, entry by entry, computed a block at a time.

    The results take the place of the arrays: to fetch memory for more takes as long as a formula like Wilson's.
    """
    shape, size = arrays[0].shape, arrays[0].size
    if size <= 2 * BLOCK:
        return formula(*arrays)
    flat, results = [array.reshape(-1) for array in arrays], None
    for block in _blocks(size):
        computed = formula(*(array[block] for array in flat))
        results = results or _room(len(computed), arrays, flat)
        for result, part in zip(results, computed, strict=True):
            result[block] = part
    return [result.reshape(shape) for result in results]


def once_each(formula, one, other):
    """A formula of two counts, entry by entry, computed once for each different pair, and looked up.

    The table has a row for each different count of the second kind and a column for each possible one of the first.
    Where it would be larger than the arrays, little repeats, and every entry is computed. The arrays are used up.
    """
    left, top, size = one.min(), other.min(), one.size
    columns, possible = int(one.max() - left) + 1, int(other.max() - top) + 1
    if size <= BLOCK or max(columns, possible) > size:
        return in_blocks(formula, one, other)
    ones, others, there = one.reshape(-1), other.reshape(-1), np.zeros(possible, dtype=bool)
    for block in _blocks(size):
        there[(others[block] - top).astype(np.intp)] = True
    rows = np.flatnonzero(there)
    if columns * len(rows) > size:
        return in_blocks(formula, one, other)
    start = (np.cumsum(there) - 1) * columns - left  # of each row: where the table holds its entry for 0
    place, there = np.empty(size, dtype=np.intp), np.zeros(columns * len(rows), dtype=bool)
    for block in _blocks(size):
        place[block] = start[(others[block] - top).astype(np.intp)] + ones[block]
        there[place[block]] = True
    different = np.flatnonzero(there)
    computed = formula(different % columns + left, rows[different // columns] + top)
    table, results = np.empty(columns * len(rows)), _room(len(computed), (one, other), (ones, others))
    for values, result in zip(computed, results, strict=True):
        table[different] = values
        table.take(place, out=result, mode="clip")  # none is outside; "clip" spares the search for one
    return [result.reshape(one.shape) for result in results]


def _room(many, arrays, flat):
    """So many arrays for results: those that own their memory, and new ones."""
    own = [one for array, one in zip(arrays, flat, strict=True) if array.flags.owndata]
    return own[:many] + [np.empty(flat[0].size) for _ in range(many - len(own))]


def _blocks(size):
    return (slice(start, start + BLOCK) for start in range(0, size, BLOCK))
