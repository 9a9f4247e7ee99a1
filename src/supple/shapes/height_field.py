"""Heights -> the numbers that the kernels of solids/terrain.py read: spline, bounds of curvature and slope, highest places.

Spline     interpolates all heights; c_k + 4 c_(k+1) + c_(k+2) = 6 h_k along each axis and, at each end, the third
           derivative goes on over the second height (not-a-knot: exact for cubics, error of order l^4 up to the border).
           With two or three heights the straight line, the parabola.
Curvature  eigenvalues of M^-1 Hess h/S, M = I + grad h grad h^T;  > 0 in a valley. Where a slope changes its sign, the
           curvature is large along a thin line. So not the curvature at points a 16th of a cell apart (more in a large
           field) is taken but a bound around each, as far as they are apart: there grad h differs by less than
           D = |Hess h| x that way, so that |grad h| >= |grad h| - D at the point and, for D < 1,
           |u|^2 + (grad h . u)^2 >= (1 - D + D^2) |u|^2 + (1 - D) (grad h . u at the point)^2. Hess h itself hardly changes
           from point to point: SPARE.
Border     w of the bend to level beyond the border is the one among powers of two of which the surface is curved least.
Highest    a B-spline is not above the largest of its four coefficients: M_0 of a cell, of the cells beyond the border that
           of the bent border; M_k of 2^k x 2^k of them; all for 3 x 3 neighbours.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

SPARE = 1.05
POINTS = 1_000_000  # at which curvature is looked at
BENDS = 16  # parts of the way over which the border bends
ROWS = 64  # cells of a stretch that is looked at together
FLAT = 1e-12  # [1/m] curvature below which a field is flat


class Field(NamedTuple):
    """What kernels and checks know of a field of heights."""

    numbers: tuple  # as solids/terrain.py reads them
    valley: float  # [1/m] largest curvature of a valley
    ridge: float  # [1/m] largest curvature of a ridge
    low: float  # [m] bounds of the heights
    high: float


@lru_cache(maxsize=8)
def field_of(heights, spacing):
    """The Field of heights[i][j] at x = i spacing, y = j spacing."""
    c = _coefficients(_coefficients(np.array(heights)).T).T
    w, (valley_out, ridge_out) = min(((w, _bent_curvature(c, spacing, w)) for w in _lengths(c, spacing)), key=_worst)
    valley, ridge = np.max([_curvature(c, spacing), (valley_out, ridge_out)], axis=0)
    tops = _tops(c, spacing, w)
    nx, ny = len(heights), len(heights[0])
    head = (nx, ny, spacing, w, _radius(valley), _radius(ridge), 1.0 / np.hypot(1.0, _slope(c, spacing, w)))
    numbers = np.concatenate([head, c.ravel(), *(level.ravel() for level in tops)])
    return Field(tuple(numbers.tolist()), float(valley), float(ridge), float(c.min()), float(tops[-1].max()))


def _worst(option):
    return max(option[1])


def _radius(k):
    return 1.0 / (SPARE * max(k, FLAT))


def _coefficients(h):
    """Of cubic B-splines along the first axis through h; two more than heights."""
    from scipy.linalg import solve_banded

    n = len(h)
    ends = {2: (1.0, -2.0, 1.0), 3: (1.0, -3.0, 3.0, -1.0)}.get(n, (1.0, -4.0, 6.0, -4.0, 1.0))
    m = len(ends) - 1
    bands = np.zeros((2 * m + 1, n + 2))  # bands[m + row - column, column]
    rows = np.arange(1, n + 1)
    for shift, value in ((-1, 1.0), (0, 4.0), (1, 1.0)):
        bands[m - shift, rows + shift] = value
    for k, value in enumerate(ends):
        bands[m - k, k] = value
        bands[m + k, n + 1 - k] = value
    return solve_banded((m, m), bands, np.vstack([np.zeros_like(h[:1]), 6.0 * h, np.zeros_like(h[:1])]))


# --- curvature and slope ----------------------------------------------------------------------------------------------
def _weights(s, l):
    """Rows of four weights: of the value, the first and the second derivative, at the places s of a cell."""
    r = 1.0 - s
    b = np.array([r**3, 3 * s**3 - 6 * s**2 + 4, 3 * r**3 - 6 * r**2 + 4, s**3]).T / 6.0
    d = np.array([-r * r, 3 * s * s - 4 * s, 4 * r - 3 * r * r, s * s]).T / (2.0 * l)
    return b, d, np.array([r, 3 * s - 2, 3 * r - 2, s]).T / l**2


def _sampled(c, weights):
    """(cells * places, ...) along the first axis."""
    n = len(c) - 3
    out = sum(weights[:, k].reshape(-1, 1) * c[k : n + k, None] for k in range(4))
    return out.reshape(-1, c.shape[1])


def _curvatures(h, way):
    """Bounds of (largest of a valley, largest of a ridge) from h, h_x, h_y, h_xx, h_xy, h_yy at points and around them."""
    _, hx, hy, hxx, hxy, hyy = h
    g = np.hypot(hx, hy)
    D = way * (0.5 * np.abs(hxx + hyy) + np.hypot(0.5 * (hxx - hyy), hxy))
    part, whole = np.maximum(1.0 - D, 0.0), np.where(D < 1.0, 1.0 - D + D * D, 1.0)
    a, b, c = whole + part * hx * hx, part * hx * hy, whole + part * hy * hy
    det, S = a * c - b * b, np.hypot(1.0, np.maximum(g - D, 0.0))
    T = 0.5 * (c * hxx - 2.0 * b * hxy + a * hyy) / det
    root = np.sqrt(np.maximum(T * T - (hxx * hyy - hxy * hxy) / det, 0.0))
    return max(float(np.max((T + root) / S)), 0.0), max(float(np.max((root - T) / S)), 0.0)


def _derivatives(along_x, weights):
    """h and its derivatives, of (b, d, dd) of the x direction applied already."""
    b, d, dd = ([_sampled(a.T, w).T for w in weights] for a in along_x)
    return b[0], d[0], b[1], dd[0], d[1], b[2]


def _curvature(c, l):
    cells = (c.shape[0] - 3) * (c.shape[1] - 3)
    parts = int(np.clip(np.sqrt(POINTS / cells), 2, 16))
    weights = _weights(np.arange(parts + 1) / parts, l)
    found = [(0.0, 0.0)]
    for first in range(0, c.shape[0] - 3, ROWS):
        stretch = c[first : first + ROWS + 3]
        along = [_sampled(stretch, w) for w in weights]
        found.append(_curvatures(_derivatives(along, weights), np.hypot(l, l) / (2.0 * parts)))
    return np.max(found, axis=0)


def _lengths(c, l):
    """Lengths over which the border may bend to level."""
    return l * 2.0 ** np.arange(-1, 2 + np.log2(max(c.shape)))


def _bent_curvature(c, l, w):
    """The same of the surface beyond the border and its corners."""
    weights = _weights(np.arange(9) / 8.0, l)
    found = [(0.0, 0.0)]
    for grid in (c, c[::-1], c.T, c.T[::-1]):
        along = _bending(grid, l, w)
        found.append(_curvatures(_derivatives(along, weights), np.hypot(1.5 * w / BENDS, 0.0625 * l)))
        for other in (1, -1):
            b, d, dd = ([x.T for x in _bending(a[:, ::other].T, l, w)] for a in along)
            found.append(_curvatures((b[0], d[0], b[1], dd[0], d[1], b[2]), np.hypot(1.5 * w / BENDS, 1.5 * w / BENDS)))
    return np.max(found, axis=0)


def _bending(c, l, w):
    """Coefficients at places beyond the first row, and their derivatives by the way outwards."""
    left = 1.0 - np.linspace(0.0, 1.0, BENDS + 1)[:, None]
    value, slope = (c[0] + 4.0 * c[1] + c[2]) / 6.0, (c[0] - c[2]) / (2.0 * l)
    return value + w * (1.0 - left**3) * slope, left**2 * slope, -2.0 * left / (3.0 * w) * slope


def _slope(c, l, w):
    """A bound of |grad h|, also beyond the border."""
    dx, dy = np.abs(np.diff(c, axis=0)).max() / l, np.abs(np.diff(c, axis=1)).max() / l
    twist = np.abs(np.diff(np.diff(c, axis=0), axis=1)) / l**2
    rim = max(twist[0:2].max(), twist[-2:].max(), twist[:, 0:2].max(), twist[:, -2:].max())
    return np.hypot(dx + w * rim, dy + w * rim)


# --- highest places ---------------------------------------------------------------------------------------------------
def _bent(c, l, w):
    """Of the first and of the last row: coefficients on the border, and where it is level."""
    rows = []
    for grid in (c, c[::-1]):
        value, slope = (grid[0] + 4.0 * grid[1] + grid[2]) / 6.0, (grid[0] - grid[2]) / (2.0 * l)
        rows.append((value, value + w * slope))
    return rows


def _window(a, size):
    """Largest of `size` neighbours along the first axis, beginning at each."""
    n = len(a) - size + 1
    return np.max([a[k : n + k] for k in range(size)], axis=0)


def _tops(c, l, w):
    """M_k for k = 0, 1, ... up to a single cell, each for 3 x 3 neighbours."""
    n, m = c.shape[0] - 3, c.shape[1] - 3
    cells = np.empty((n + 2, m + 2))
    cells[1:-1, 1:-1] = _window(_window(c, 4).T, 4).T
    for row, ends in zip((0, -1), _bent(c, l, w), strict=True):
        cells[row, 1:-1] = _window(np.maximum(*ends), 4)
        for column, corner in zip((0, -1), _bent(np.array(ends).T, l, w), strict=True):
            cells[row, column] = np.max(corner)
    for column, ends in zip((0, -1), _bent(c.T, l, w), strict=True):
        cells[1:-1, column] = _window(np.maximum(*ends), 4)
    levels = []
    while True:
        padded = np.pad(cells, 1, mode="edge")
        levels.append(_window(_window(padded, 3).T, 3).T)
        if cells.size == 1:
            return levels
        cells = np.pad(cells, [(0, k % 2) for k in cells.shape], mode="edge")
        cells = np.max([cells[i::2, j::2] for i in (0, 1) for j in (0, 1)], axis=0)
