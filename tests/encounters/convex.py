"""Distances of bodies that have a support function, at many times: the geometry of the oracle, its own code.

    h(u) = max of x . u over the body        gap = largest of d . n - h_A(n) - h_B(n) over unit vectors n

by Newton's method on the sphere, from the line of the centres, with halved steps. The second derivatives come from a
complex step: f'(x) = Im f(x + ie)/e, to the last digit.

Proof     of every distance of bodies that are apart: the surface points a, b of any n are points of the bodies, so that
              d . n - h_A - h_B  <=  distance  <=  |b - a|
          and both agree at the end to PROOF, or `Unproven` is raised. Overlapping, n is a place of the largest gap on its
          surroundings: the value is never above the true one, and a touch may be seen deeper than it is, not less.
Far       where bodies are apart by FAR of their size the gap on the line of the centres is returned: it is not above the
          distance, which is all that a proof of clearance needs, and of its sign.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numba
import numpy as np

FAR = 0.3  # [reaches and radii of both]
PROOF = 1e-10  # [reaches of both and distance of the centres]
STEPS, HALVES = 100, 25
SMALL = 1e-8  # a Newton step after which none is needed
TINY = 1e-30  # of the complex step
BALL = np.zeros(5)  # parameters of a shape that is its own centre


class Unproven(Exception):
    """A distance that is not proven."""


@dataclass(frozen=True)
class Shape:
    """h = (sum of g_i^q)^(1/q), g_i^2 = a_i^2 u_i^2 + e^2 |u|^2; q = 2 and e = 0: an ellipsoid."""

    axes: tuple
    widths: tuple  # half widths
    q: float = 2.0
    e: float = 0.0

    @property
    def reach(self):
        """A body is inside its box, an ellipsoid inside the ball of its longest axis."""
        return max(self.widths) if self.e == 0.0 else float(np.linalg.norm(self.widths))

    @cached_property
    def numbers(self):
        return np.array([*np.square(self.axes), self.e**2, self.q])


def ellipsoid(semi_axes):
    return Shape(tuple(semi_axes), tuple(semi_axes))


def superellipsoid(semi_axes, exponent, rounding):
    q = exponent / (exponent - 1.0)
    squares = [(A**q - 2.0 * rounding**q) ** (2.0 / q) - rounding**2 for A in semi_axes]
    return Shape(tuple(np.sqrt(squares)), tuple(semi_axes), q, rounding)


def height(shape, R, n):
    """h(n) of a body turned by R, at all times."""
    found = np.empty(len(n))
    _heights(shape.numbers, np.ascontiguousarray(R), np.ascontiguousarray(n), found)
    return found


def largest_gap(d, a, R_a, b, R_b, radii=0.0):
    """The gap [m] of bodies a and b with the rotations R and the way d between their centres.

    A body is a Shape, or None: a ball; `radii` is the sum of those of balls.
    """
    reach = sum(s.reach for s in (a, b) if s is not None)
    p_a, p_b = (BALL if s is None else s.numbers for s in (a, b))
    found, proof = np.empty(len(d)), np.empty(len(d))
    d, R_a, R_b = map(np.ascontiguousarray, (d, R_a, R_b))
    _gaps(d, p_a, R_a, p_b, R_b, radii + FAR * (reach + radii), found, proof)
    size = reach + np.linalg.norm(d, axis=1)
    if np.any(proof > PROOF * size):
        raise Unproven(f"{np.max(proof / size):.1g} of the size is not proven")
    return found - radii


# --- one time -----------------------------------------------------------------------------------------------------------
@numba.njit(cache=True)
def _surface(p, R, n):
    """The surface point whose outward normal is along n, real or complex, in world axes from the centre."""
    zero = 0.0 * n[0]
    if p[4] == 0.0:
        return zero, zero, zero
    u = (
        R[0, 0] * n[0] + R[1, 0] * n[1] + R[2, 0] * n[2],
        R[0, 1] * n[0] + R[1, 1] * n[1] + R[2, 1] * n[2],
        R[0, 2] * n[0] + R[1, 2] * n[1] + R[2, 2] * n[2],
    )
    if p[3] == 0.0:
        f = 1.0 / np.sqrt(p[0] * u[0] * u[0] + p[1] * u[1] * u[1] + p[2] * u[2] * u[2])
        s = f * p[0] * u[0], f * p[1] * u[1], f * p[2] * u[2]
    else:
        ee = p[3] * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2])
        g0, g1, g2 = p[0] * u[0] * u[0] + ee, p[1] * u[1] * u[1] + ee, p[2] * u[2] * u[2] + ee
        w0, w1, w2 = g0 ** (0.5 * p[4] - 1.0), g1 ** (0.5 * p[4] - 1.0), g2 ** (0.5 * p[4] - 1.0)
        f = (w0 * g0 + w1 * g1 + w2 * g2) ** (1.0 / p[4] - 1.0)
        w = p[3] * (w0 + w1 + w2)
        s = f * (w0 * p[0] + w) * u[0], f * (w1 * p[1] + w) * u[1], f * (w2 * p[2] + w) * u[2]
    return (
        R[0, 0] * s[0] + R[0, 1] * s[1] + R[0, 2] * s[2],
        R[1, 0] * s[0] + R[1, 1] * s[1] + R[1, 2] * s[2],
        R[2, 0] * s[0] + R[2, 1] * s[1] + R[2, 2] * s[2],
    )


@numba.njit(cache=True)
def _dot(v, w):
    return v[0] * w[0] + v[1] * w[1] + v[2] * w[2]


@numba.njit(cache=True)
def _unit(v):
    f = 1.0 / math.sqrt(_dot(v, v))
    return f * v[0], f * v[1], f * v[2]


@numba.njit(cache=True)
def _way(d, p_a, R_a, p_b, R_b, n):
    """From the surface point of A to that of B, and the gap along n."""
    a, b = _surface(p_a, R_a, n), _surface(p_b, R_b, n)
    F = d[0] - a[0] - b[0], d[1] - a[1] - b[1], d[2] - a[2] - b[2]
    return F, _dot(F, n)


@numba.njit(cache=True)
def _bend(p_a, R_a, p_b, R_b, n, v):
    """How the surface points of both together move as n turns along v."""
    m = n[0] + 1j * TINY * v[0], n[1] + 1j * TINY * v[1], n[2] + 1j * TINY * v[2]
    a, b = _surface(p_a, R_a, m), _surface(p_b, R_b, m)
    return (a[0] + b[0]).imag / TINY, (a[1] + b[1]).imag / TINY, (a[2] + b[2]).imag / TINY


@numba.njit(cache=True)
def _across(n):
    """Two unit vectors across n (Duff and others, J. Comput. Graph. Tech. 6 (2017) 1)."""
    sign = -1.0 if n[2] < 0.0 else 1.0
    a = -1.0 / (sign + n[2])
    b = n[0] * n[1] * a
    return (1.0 + sign * n[0] * n[0] * a, sign * b, -sign * n[0]), (b, sign + n[1] * n[1] * a, -n[1])


@numba.njit(cache=True)
def _newton(p_a, R_a, p_b, R_b, n, F, gap):
    """A step across n that climbs: Newton's where the gap is concave, else one of a shifted matrix; its length."""
    x, y = _across(n)
    b_x, b_y = _bend(p_a, R_a, p_b, R_b, n, x), _bend(p_a, R_a, p_b, R_b, n, y)
    a, b, c = _dot(x, b_x) + gap, _dot(x, b_y), _dot(y, b_y) + gap
    half, root = 0.5 * (a + c), math.hypot(0.5 * (a - c), b)
    low, high = half - root, half + root
    if low < 1e-9 * high or high <= 0.0:
        shift = 1e-3 * abs(high) - 2.0 * min(low, 0.0)
        a, c = a + shift, c + shift
    f, g, det = _dot(x, F), _dot(y, F), a * c - b * b
    i, j = (c * f - b * g) / det, (a * g - b * f) / det
    part = 1.0 / max(math.hypot(i, j), 1.0)
    i, j = part * i, part * j
    return (i * x[0] + j * y[0], i * x[1] + j * y[1], i * x[2] + j * y[2]), math.hypot(i, j)


@numba.njit(cache=True)
def _largest(d, p_a, R_a, p_b, R_b, far):
    """The gap without radii, and by how much the distance may be above it."""
    length = math.sqrt(_dot(d, d))
    n = (d[0] / length, d[1] / length, d[2] / length) if length > 0.0 else (0.0, 0.0, 1.0)
    F, gap = _way(d, p_a, R_a, p_b, R_b, n)
    if gap > far:
        return gap, 0.0
    for _ in range(STEPS):
        step, long = _newton(p_a, R_a, p_b, R_b, n, F, gap)
        part = 1.0
        for _half in range(HALVES):
            m = _unit((n[0] + part * step[0], n[1] + part * step[1], n[2] + part * step[2]))
            F_m, gap_m = _way(d, p_a, R_a, p_b, R_b, m)
            if gap_m >= gap - 1e-15 * (length + abs(gap)):
                break
            part *= 0.5
        n, F, gap = m, F_m, gap_m
        if long <= SMALL:
            break
    return gap, math.sqrt(_dot(F, F)) - gap if gap > 0.0 else 0.0


@numba.njit(cache=True)
def _gaps(d, p_a, R_a, p_b, R_b, far, found, proof):
    for t in range(d.shape[0]):
        found[t], proof[t] = _largest((d[t, 0], d[t, 1], d[t, 2]), p_a, R_a[t], p_b, R_b[t], far)


@numba.njit(cache=True)
def _heights(p, R, n, found):
    for t in range(n.shape[0]):
        u = n[t, 0], n[t, 1], n[t, 2]
        found[t] = _dot(_surface(p, R[t], u), u)
