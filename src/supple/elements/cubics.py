"""Piecewise cubics with their integral, as rows of the tables: curves of cables, lever arms.

    f(x) = c0 + c1 h + c2 h^2 + c3 h^3,   F(x) = F_i + int_0^h f,   h = x - x_i      between the knots x_i and x_(i+1)

Beyond both ends f goes on along its slope there, and F is its integral, from the first knot.
"""

import numpy as np

from .._jit import inlined, kernel

X, C0, C1, C2, C3, F = 0, 1, 2, 3, 4, 5  # columns of a row, one per knot; that of the last one is a straight line


def cubic_rows(spline):
    """Rows of an object of scipy with knots `x` and coefficients `c`, highest power first."""
    x, (c3, c2, c1, c0) = spline.x, spline.c
    h = np.diff(x)
    parts = h * (c0 + h * (c1 / 2.0 + h * (c2 / 3.0 + h * c3 / 4.0)))
    rows = np.zeros((len(x), 6))
    rows[:, X], rows[1:, F] = x, np.cumsum(parts)
    rows[:-1, C0], rows[:-1, C1], rows[:-1, C2], rows[:-1, C3] = c0, c1, c2, c3
    rows[-1, C0] = c0[-1] + h[-1] * (c1[-1] + h[-1] * (c2[-1] + h[-1] * c3[-1]))
    rows[-1, C1] = c1[-1] + h[-1] * (2.0 * c2[-1] + 3.0 * h[-1] * c3[-1])
    return rows


def place_rows(table, rows):
    """Add rows to the tables of a model; return the number of the first, and how many there are."""
    first = len(table.table)
    table.table.extend(map(tuple, rows.tolist()))
    return first, len(rows)


@kernel
def row_of(table, first, count, x):
    """The row whose cubic holds at x >= its first knot."""
    low, high = first, first + count
    while high - low > 1:
        middle = (low + high) // 2
        if table[middle, X] <= x:
            low = middle
        else:
            high = middle
    return low


@inlined
def cubic_in(table, row, x):
    """Value at x by the cubic of a row, and the integral from the first knot to x."""
    h = x - table[row, X]
    c0, c1, c2, c3 = table[row, C0], table[row, C1], table[row, C2], table[row, C3]
    value = c0 + h * (c1 + h * (c2 + h * c3))
    return value, table[row, F] + h * (c0 + h * (c1 / 2.0 + h * (c2 / 3.0 + h * c3 / 4.0)))


@kernel
def cubic_at(table, first, count, x):
    """Value at x, anywhere, and the integral from the first knot to x."""
    h = x - table[first, X]
    if h <= 0.0:
        c0, c1 = table[first, C0], table[first, C1]
        return c0 + h * c1, h * (c0 + 0.5 * h * c1)
    return cubic_in(table, row_of(table, first, count, x), x)
