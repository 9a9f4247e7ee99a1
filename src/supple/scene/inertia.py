"""Moments of inertia about the centre of mass, and what makes them physical.

sphere   2/5 m r^2             box   m/12 (b^2 + c^2), ...         capsule   cylinder and two half spheres
"""

import numpy as np

from .._check import positive, vector


def sphere_inertia(mass, radius):
    """Solid sphere [kg m^2]."""
    i = 0.4 * positive("mass", mass, "kg") * positive("radius", radius, "m") ** 2
    return (i, i, i)


def box_inertia(mass, size):
    """Solid box with edge lengths `size` [kg m^2]."""
    m = positive("mass", mass, "kg") / 12.0
    a, b, c = vector("size", size, 3, "m")
    return m * (b * b + c * c), m * (a * a + c * c), m * (a * a + b * b)


def rod_inertia(mass, length, axis=2):
    """Thin rod along a body axis (0, 1 or 2) [kg m^2]; about its own axis a thousandth of the others, never zero."""
    i = positive("mass", mass, "kg") * positive("length", length, "m") ** 2 / 12.0
    return tuple(1e-3 * i if j == axis else i for j in range(3))


def as_matrix(name, inertia):
    """3x3 matrix from three moments, six entries (xx, yy, zz, xy, xz, yz) or a matrix; physical or a sentence."""
    values = np.asarray(inertia, dtype=float)
    if values.shape == (3,):
        matrix = np.diag(values)
    elif values.shape == (6,):
        xx, yy, zz, xy, xz, yz = values
        matrix = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    elif values.shape == (3, 3):
        matrix = values
    else:
        raise ValueError(f"{name} must be 3 moments, 6 entries or a 3x3 matrix [kg m^2], got shape {values.shape}")
    if not np.all(np.isfinite(matrix)):
        raise ValueError(f"{name} must be finite [kg m^2], got {inertia!r}")
    if np.abs(matrix - matrix.T).max() > 1e-9 * np.abs(matrix).max():
        raise ValueError(f"{name} must be symmetric [kg m^2], got {inertia!r}")
    a, b, c = np.linalg.eigvalsh(matrix)
    if a < 0.0 or (a == 0.0 and c > 0.0 and b == 0.0):
        raise ValueError(f"{name} must have principal moments >= 0 kg m^2, got {a:.6g}, {b:.6g}, {c:.6g}")
    if a + b < c * (1.0 - 1e-9):
        raise ValueError(
            f"{name} must satisfy the triangle inequality, got principal moments {a:.6g} + {b:.6g} < {c:.6g} kg m^2"
        )
    return matrix
