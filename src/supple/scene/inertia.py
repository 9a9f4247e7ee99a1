"""Moments of inertia about the centre of mass, and what makes them physical. A shape knows its own: shapes/."""

import numpy as np

from .._check import is_number, items, positive, shown, vector

UNIT = "kg m^2"
CENTRED = 1e-6  # [-] of the size of a shape: how near to its centroid the centre of mass must be
TINY = 2.0**-1022  # numbers below it have few digits: what rounding leaves of them has no sign


def rod_inertia(mass: float, length: float, axis: int = 2) -> tuple[float, ...]:
    """Thin rod along a body axis (0, 1 or 2) [kg m^2]; about its own axis a thousandth of the others, never zero."""
    l = positive("length", length, "m")
    i = positive("mass", mass, "kg") * l * l / 12.0
    return tuple(1e-3 * i if j == axis else i for j in range(3))


def solid_inertia(mass, surfaces):
    """Of the first surface that has a volume, as a solid about its centre; zero for points."""
    if mass > 0.0:
        for surface in surfaces:
            found = surface.inertia(mass)
            if found is not None:
                return found
    return (0.0, 0.0, 0.0)


def off_centre(mass, surfaces, com):
    """The first surface with a volume, if it knows its centroid and a centre of mass is elsewhere; else None."""
    known = [surface for surface in surfaces if hasattr(type(surface), "centroid")]
    if mass > 0.0 and known:
        first = next(surface for surface in surfaces if surface.inertia(mass) is not None)
        if first in known:
            far = max(abs(a - b) for a, b in zip(first.centroid, com, strict=True))
            return first if far > CENTRED * first.deepest else None
    return None


def as_matrix(name, inertia):
    """Rows of a 3x3 matrix from three moments, six entries (xx, yy, zz, xy, xz, yz) or a matrix; physical or a sentence."""
    matrix = _matrix(name, inertia)
    if np.abs(matrix - matrix.T).max() > 1e-9 * np.abs(matrix).max() + TINY:
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
