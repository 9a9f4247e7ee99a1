"""Motions over time in compiled code: polynomials one after the other, harmonics and a mean (motions/pieces.py).

Which piece holds is chosen at its start and held as a mode, as in `tables_over_time`: RESTING before the first and after
the last piece, else 2 + row of the table. The pieces of a periodic motion are counted on through the periods, of which the
earlier ones (numbers below 0) lie between the later ones: 0, -1, 1, -2, ...
"""

import math

from .._jit import inlined
from .tables_over_time import INFINITY, next_corner, piece

START, COUNT, HARMONICS, MEAN, PERIOD, DEGREE = 0, 1, 2, 3, 4, 5  # columns of the parameters
RESTING = 1
CUBIC, NINTH = 3, 9
# a row of the table: start, coefficients from the lowest on (4 or 10); rows of harmonics behind them: A, W, p


def place(table, pieces):
    """Add the rows of a motion to the tables over time and of parameters; return the number of its parameters."""
    degree = NINTH if pieces.coefficients[:, CUBIC + 1 :].any() else CUBIC
    counts = len(table.table), len(pieces.starts), len(pieces.harmonics)
    for start, row in zip(pieces.starts.tolist(), pieces.coefficients.tolist(), strict=True):
        table.table.append((start, *row[: degree + 1]))
    table.table.extend(map(tuple, pieces.harmonics.tolist()))
    return table.parameters.add((*counts, pieces.mean, pieces.period, degree))


@inlined
def _cycle(z):
    """The number of a period from its place in 0, -1, 1, -2, ..."""
    return z // 2 if z % 2 == 0 else -(z // 2) - 1


@inlined
def _unfold(p, mode):
    """Row and period of the piece that a mode stands for; row < 0: at rest."""
    row = mode - 2
    if p[PERIOD] == 0.0:
        return row, 0
    count = int(p[COUNT]) - 1
    z = (row - int(p[START])) // count
    return row - count * z, _cycle(z)


@inlined
def at(table, p, mode, t):
    """Value and two derivatives at t."""
    first, count = int(p[START]), int(p[COUNT])
    row, cycle = _unfold(p, mode)
    if row < 0:
        row = first + count - 1 if t >= table[first + count - 1, 0] else first
        q, v, a = table[row, 1], 0.0, 0.0
    else:
        x = t - (table[row, 0] + cycle * p[PERIOD])
        c1, c2, c3 = table[row, 2], table[row, 3], table[row, 4]
        h = hv = ha = 0.0  # of the powers above the third, divided by x^4, x^3, x^2
        if p[DEGREE] > CUBIC:
            for j in range(NINTH, CUBIC, -1):
                c = table[row, 1 + j]
                h = h * x + c
                hv = hv * x + j * c
                ha = ha * x + j * (j - 1) * c
        q = table[row, 1] + x * (c1 + x * (c2 + x * (c3 + x * h)))
        v = c1 + x * (2.0 * c2 + 3.0 * x * c3 + x * x * hv)
        a = 2.0 * c2 + 6.0 * x * c3 + x * x * ha
    for i in range(first + count, first + count + int(p[HARMONICS])):
        amplitude, omega = table[i, 0], table[i, 1]
        angle = omega * t + table[i, 2]
        s, c = amplitude * math.sin(angle), amplitude * math.cos(angle)
        q, v, a = q + s, v + omega * c, a - omega * omega * s
    return q + p[MEAN], v, a


@inlined
def choose(table, p, t):
    """The mode at t: which piece begins or holds there."""
    first, count, period = int(p[START]), int(p[COUNT]), p[PERIOD]
    if period == 0.0:
        return RESTING + piece(table, first, count, t)
    n = math.floor((t - table[first, 0]) / period)
    if t < table[first, 0] + n * period:
        n -= 1
    elif t >= table[first, 0] + (n + 1) * period:
        n += 1
    low, high = first, first + count - 1
    while high - low > 1:
        middle = (low + high) // 2
        if table[middle, 0] + n * period <= t:
            low = middle
        else:
            high = middle
    return 2 + low + (count - 1) * (2 * n if n >= 0 else -2 * n - 1)


@inlined
def next_start(table, p, mode, t):
    """The next time > t at which a piece begins, or the last one ends."""
    first, count = int(p[START]), int(p[COUNT])
    row, cycle = _unfold(p, mode)
    if p[PERIOD] == 0.0:
        return next_corner(table, first, count, row, t)
    for i in range(row + 1, first + count - 1):
        if table[i, 0] + cycle * p[PERIOD] > t:
            return table[i, 0] + cycle * p[PERIOD]
    following = table[first, 0] + (cycle + 1) * p[PERIOD]
    return following if following > t else INFINITY
