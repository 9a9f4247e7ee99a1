"""Tables over time: rows (t, values...), linear between them. Which piece holds is chosen at its start and held.

A step that ends at a corner must not see what comes after it, so the choice is part of the discrete state of an element
(its first mode: 1 + row, 0 before the first and after the last row), and steps end at the corners.
"""

from .._jit import inlined

INFINITY = 1e300


@inlined
def piece(table, first, count, t):
    """1 + the row that begins the piece [., .) around t, 0 outside of the table."""
    last = first + count - 1
    if t < table[first, 0] or t >= table[last, 0]:
        return 0
    low = first
    high = last
    while high - low > 1:
        middle = (low + high) // 2
        if table[middle, 0] <= t:
            low = middle
        else:
            high = middle
    return 1 + low


@inlined
def value(table, row, t, column):
    """Value at t of a column, on the line through `row` and the next row."""
    a = table[row, column]
    t0 = table[row, 0]
    return a + (t - t0) / (table[row + 1, 0] - t0) * (table[row + 1, column] - a)


@inlined
def next_corner(table, first, count, row, t):
    """The next time > t of a row of the table, of which `row` begins the present piece (-1: none)."""
    for i in range(max(first, row), first + count):
        if table[i, 0] > t:
            return table[i, 0]
    return INFINITY
