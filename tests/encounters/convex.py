"""Distances of bodies that have a support function, at many times at once: the geometry of the oracle, its own code.

    h(u) = max of x . u over the body        gap = largest of d . n - h_A(n) - h_B(n) over unit vectors n

by Newton's method on the sphere, from the line of the centres, with halved steps. The second derivatives come from a
complex step: f'(x) = Im f(x + ie)/e, to the last digit.

Proof     of every distance of bodies that are apart: the surface points a, b of any n are points of the bodies, so that
              d . n - h_A - h_B  <=  distance  <=  |b - a|
          and both agree at the end to PROOF, or `Unproven` is raised. Overlapping, n is a place of the largest gap on its
          surroundings: the value is never above the true one, and a touch may be seen deeper than it is, not less.
Far       beyond the reach of both, apart by FAR of it, the gap on the line of the centres is returned: it is not above
          the distance, which is all that a proof of clearance needs, and of its sign.
"""

from dataclasses import dataclass

import numpy as np

FAR = 0.3  # [reach of both]
PROOF = 1e-10  # [reach of both and distance]
STEPS, HALVES = 100, 25
SMALL = 1e-8  # a Newton step after which none is needed
TINY = 1e-30  # of the complex step


class Unproven(Exception):
    """A distance that is not proven."""


@dataclass(frozen=True)
class Shape:
    """(sum of g_i^q)^(1/q), g_i^2 = a_i^2 u_i^2 + e^2: q = 2 and e = 0 an ellipsoid, no axes a point."""

    axes: tuple
    q: float = 2.0
    e: float = 0.0
    widths: tuple = (0.0, 0.0, 0.0)  # half widths

    @property
    def reach(self):
        """A body is inside its box, an ellipsoid inside the ball of its longest axis."""
        return max(self.widths) if self.e == 0.0 else float(np.linalg.norm(self.widths))

    def support(self, u):
        """Surface points whose outward normals are u, real or complex, of any length; h = u . s."""
        squares = np.square(self.axes)
        if self.e == 0.0:
            v = squares * u
            return v / np.sqrt(_dot(u, v))[..., None]
        one = np.sum(u * u, axis=-1, keepdims=True)  # |u|^2
        g2 = squares * u * u + self.e**2 * one
        weight = g2 ** (0.5 * self.q - 1.0)
        total = np.sum(weight * g2, axis=-1, keepdims=True)
        s = weight * squares * u + self.e**2 * np.sum(weight, axis=-1, keepdims=True) * u
        return s * total ** (1.0 / self.q - 1.0)


def ellipsoid(semi_axes):
    return Shape(tuple(semi_axes), widths=tuple(semi_axes))


def superellipsoid(semi_axes, exponent, rounding):
    q = exponent / (exponent - 1.0)
    squares = [(A**q - 2.0 * rounding**q) ** (2.0 / q) - rounding**2 for A in semi_axes]
    return Shape(tuple(np.sqrt(squares)), q, rounding, tuple(semi_axes))


def height(shape, R, n):
    """h(n) of a body turned by R, at all times."""
    u = (n[:, None, :] @ R)[:, 0]
    return np.sum(u * shape.support(u), axis=-1)


class _Pair:
    """Two bodies at many times; either may be None, a point."""

    def __init__(self, d, a, R_a, b, R_b):
        self.d, self.bodies = d, [(s, R) for s, R in ((a, R_a), (b, R_b)) if s is not None]

    def at(self, some):
        pair = _Pair(self.d[some], None, None, None, None)
        pair.bodies = [(shape, R[some]) for shape, R in self.bodies]
        return pair

    def points(self, n):
        """The surface points of both together, in world axes, at n (..., times, 3)."""
        total = 0.0
        for shape, R in self.bodies:
            u = (n[..., None, :] @ R)[..., 0, :]
            total = total + (R @ shape.support(u)[..., None])[..., 0]
        return total

    def way(self, n):
        """From the point of A to that of B, and the gap along n."""
        F = self.d - self.points(n)
        return F, _dot(F, n)


def _dot(v, w):
    return np.einsum("...i,...i->...", v, w)


def _unit(v):
    return v / np.sqrt(_dot(v, v))[..., None]


def _plane_of(n):
    """Two unit vectors across n (Duff and others, J. Comput. Graph. Tech. 6 (2017) 1)."""
    x, y, z = n.T
    sign = np.where(z < 0.0, -1.0, 1.0)
    a = -1.0 / (sign + z)
    b = x * y * a
    return np.stack([1.0 + sign * x * x * a, sign * b, -sign * x, b, sign + y * y * a, -y]).reshape(2, 3, -1).swapaxes(1, 2)


def _newton(pair, n, F, gap):
    """A step across n that climbs: Newton's where the gap is concave, else one of a shifted matrix."""
    across = _plane_of(n)
    bend = pair.points(n + 1j * TINY * across).imag / TINY
    (a, c), b = _dot(across, bend) + gap, _dot(across[0], bend[1])
    half, root = 0.5 * (a + c), np.hypot(0.5 * (a - c), b)
    low, high = half - root, half + root
    shift = np.where(low < 1e-9 * high, 1e-3 * np.abs(high) - 2.0 * np.minimum(low, 0.0), 0.0)
    a, c = a + shift, c + shift
    f, g = _dot(across, F)
    det = a * c - b * b
    x, y = (c * f - b * g) / det, (a * g - b * f) / det
    part = 1.0 / np.maximum(np.hypot(x, y), 1.0)
    return (part * x)[:, None] * across[0] + (part * y)[:, None] * across[1]


def largest_gap(d, a, R_a, b, R_b, radii=0.0):
    """The gap [m] of bodies a and b with the rotations R and the way d between their centres.

    A body is a Shape, or None: a ball; `radii` is the sum of those of balls.
    """
    reach = sum(s.reach for s in (a, b) if s is not None)
    return _core_gap(d, a, R_a, b, R_b, reach, radii + FAR * (reach + radii)) - radii


def _core_gap(d, a, R_a, b, R_b, reach, far):
    """The gap without radii; not more than it where that is above `far`."""
    everywhere = _Pair(d, a, R_a, b, R_b)
    length = np.sqrt(_dot(d, d))[:, None]
    n = np.where(length > 0.0, d / np.where(length > 0.0, length, 1.0), (0.0, 0.0, 1.0))
    _, found = everywhere.way(n)
    left = np.flatnonzero(found < far)
    pair, n = everywhere.at(left), n[left]
    size = reach + length[left, 0]
    F, gap = pair.way(n)
    for _ in range(STEPS):
        step = _newton(pair, n, F, gap)
        new = _unit(n + step)
        F_new, gap_new = pair.way(new)
        for _half in range(HALVES):
            worse = np.flatnonzero(gap_new < gap - 1e-15 * size)
            if not worse.size:
                break
            step[worse] *= 0.5
            new[worse] = _unit(n[worse] + step[worse])
            F_new[worse], gap_new[worse] = pair.at(worse).way(new[worse])
        n, F, gap = new, F_new, gap_new
        ready = _dot(step, step) <= SMALL**2
        if ready.any():
            found[left[ready]] = gap[ready]
            _prove(F[ready], gap[ready], size[ready])
            go = ~ready
            left, pair, n, F, gap, size = left[go], pair.at(go), n[go], F[go], gap[go], size[go]
        if not left.size:
            return found
    _prove(F, gap, size)
    found[left] = gap
    return found


def _prove(F, gap, size):
    """See the module."""
    apart = gap > 0.0
    error = (np.sqrt(_dot(F, F)) - gap)[apart] / size[apart]
    if np.any(error > PROOF):
        raise Unproven(f"{np.max(error):.1g} of the size is not proven")
