"""Moments of inertia about the centre of mass, and what makes them physical.

sphere   2/5 m r^2             box   m/12 (b^2 + c^2), ...         capsule   cylinder and two half spheres
"""

from collections.abc import Sequence

import numpy as np

from .._check import is_number, items, positive, shown, vector
from .surfaces import Box, Capsule, Sphere

UNIT = "kg m^2"
TINY = 2.0**-1022  # numbers below it have few digits: what rounding leaves of them has no sign


def sphere_inertia(mass: float, radius: float) -> tuple[float, float, float]:
    """Solid sphere [kg m^2]."""
    r = positive("radius", radius, "m")
    i = 0.4 * positive("mass", mass, "kg") * r * r
    return (i, i, i)


def box_inertia(mass: float, size: Sequence[float]) -> tuple[float, float, float]:
    """Solid box with edge lengths `size` [kg m^2]."""
    m = positive("mass", mass, "kg") / 12.0
    a, b, c = vector("size", size, 3, "m")
    return m * (b * b + c * c), m * (a * a + c * c), m * (a * a + b * b)


def rod_inertia(mass: float, length: float, axis: int = 2) -> tuple[float, ...]:
    """Thin rod along a body axis (0, 1 or 2) [kg m^2]; about its own axis a thousandth of the others, never zero."""
    l = positive("length", length, "m")
    i = positive("mass", mass, "kg") * l * l / 12.0
    return tuple(1e-3 * i if j == axis else i for j in range(3))


@np.errstate(all="ignore")  # what overflows is refused as not finite
def capsule_inertia(mass, capsule):
    """Solid capsule: cylinder of length l and two half spheres of radius r, by volume."""
    a, b, r = np.array(capsule.start), np.array(capsule.end), capsule.radius
    l = float(np.linalg.norm(b - a))
    positive("radius of a capsule that gives a body its inertia", r, "m")
    share = l / (l + 4.0 / 3.0 * r)  # of the cylinder in the volume
    m_c, m_s = mass * share, mass * (1.0 - share)
    along = 0.5 * m_c * r * r + 0.4 * m_s * r * r
    # a half sphere has its centroid 3/8 r from its flat side
    across = m_c * (l * l / 12 + r * r / 4) + m_s * (0.4 * r * r + 0.25 * l * l + 0.375 * l * r)
    axis = (b - a) / l if l > 0.0 else np.array([0.0, 0.0, 1.0])
    return across * np.eye(3) + (along - across) * np.outer(axis, axis)


def solid_inertia(mass, surfaces):
    """Of the first surface that has a volume, as a solid about its centre; zero for points."""
    for surface in surfaces:
        if mass <= 0.0:
            break
        if isinstance(surface, Sphere):
            return sphere_inertia(mass, surface.radius)
        if isinstance(surface, Box):
            return box_inertia(mass, surface.size)
        if isinstance(surface, Capsule):
            return capsule_inertia(mass, surface)
    return (0.0, 0.0, 0.0)


def as_matrix(name, inertia):
    """Rows of a 3x3 matrix from three moments, six entries (xx, yy, zz, xy, xz, yz) or a matrix; physical or a sentence."""
    matrix = _matrix(name, inertia)
    if np.abs(matrix - matrix.T).max() > 1e-9 * np.abs(matrix).max():
        raise ValueError(f"{name} must be symmetric [{UNIT}], got {shown(inertia)}")
    a, b, c = np.linalg.eigvalsh(matrix).tolist()
    if a < -1e-12 * abs(c) - TINY or (
        a == 0.0 and c > 0.0 and b == 0.0
    ):  # a slender capsule rounds to a little below zero
        raise ValueError(f"{name} must have principal moments >= 0 {UNIT}, got {a:.6g}, {b:.6g}, {c:.6g}")
    if a + b < c * (1.0 - 1e-9) - TINY:
        raise ValueError(
            f"{name} must satisfy the triangle inequality, got principal moments {a:.6g} + {b:.6g} < {c:.6g} {UNIT}"
        )
    return tuple(tuple(row) for row in matrix.tolist())


def _matrix(name, inertia):
    what = f"3 moments, 6 entries or a 3x3 matrix [{UNIT}]"
    entries = items(name, inertia, what)
    if len(entries) == 3 and not any(map(is_number, entries)):
        return np.array([vector(f"{name}[{i}]", row, 3, UNIT) for i, row in enumerate(entries)])
    if len(entries) not in (3, 6):
        raise ValueError(f"{name} must be {what}, got {len(entries)} items: {shown(inertia)}")
    xx, yy, zz, xy, xz, yz = (*vector(name, entries, len(entries), UNIT), 0.0, 0.0, 0.0)[:6]
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
