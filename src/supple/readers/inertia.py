"""Inertias of links: made physical where a file has impossible ones, and put together for what a joint carries.

A rigid body has principal moments 0 <= A <= B <= C <= A + B. Files that were written by hand or computed from open meshes
break that, mostly for links that hardly matter. Then A becomes C - B, the smallest change of one moment that heals it.
"""

import numpy as np

from .._check import shown

NOTHING = 1e-15  # [kg m^2] a speck of dust; what files with rounding errors have instead of 0
TOLERANCE = 1e-9  # of the largest moment: what scenes forgive as well


def physical(inertia, name, notes):
    """The inertia [kg m^2] of a link, healed and noted if it is impossible."""
    moments, axes = np.linalg.eigh(inertia)
    A, B, C = moments.tolist()
    if A >= -1e-12 * C and A + B >= C * (1.0 - TOLERANCE) and not (C > 0.0 and A == B == 0.0):
        return inertia
    if max(abs(A), abs(C)) < NOTHING:
        notes.approximated("inertia of the link", name, f"less than {NOTHING:g} kg m^2 became 0")
        return np.zeros((3, 3))
    if B < 0.0 or C <= 0.0:
        raise ValueError(f"inertia of {name!r} must have principal moments >= 0 kg m^2, got {shown(moments.tolist())}")
    notes.approximated(
        "inertia of the link", name,
        f"no body has principal moments {A:.6g}, {B:.6g} and {C:.6g} kg m^2; the smallest became {C - B:.6g}",
    )  # fmt: skip
    return axes @ np.diag([C - B, B, C]) @ axes.T


class Lump:
    """Mass, centre [m] and inertia about the origin [kg m^2] of some bodies that are held to each other."""

    def __init__(self, mass=0.0, com=None, inertia=None):
        c = np.zeros(3) if com is None else np.asarray(com)
        self.mass, self.moment = mass, mass * c
        self.inertia = mass * (c @ c * np.eye(3) - np.outer(c, c)) + (0.0 if inertia is None else inertia)

    def add(self, other, at, R):
        """Another one, whose frame is at `at`, turned by R, in this one."""
        d = R @ other.moment
        cross = np.outer(at, d) + np.outer(d, at)
        shifted = 2.0 * (at @ d) * np.eye(3) - cross + other.mass * (at @ at * np.eye(3) - np.outer(at, at))
        self.inertia = self.inertia + R @ other.inertia @ R.T + shifted
        self.mass, self.moment = self.mass + other.mass, self.moment + other.mass * at + d

    def about(self, axis):
        """Inertia [kg m^2] about an axis through the origin."""
        a = np.asarray(axis) / np.linalg.norm(axis)
        return float(a @ self.inertia @ a)
