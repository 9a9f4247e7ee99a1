"""An ellipsoid with the semi-axes a, b, c along its axes, D = diag(a^2, b^2, c^2).

    h = sqrt(u . D u)      s = D u/h      Rm = (D - s s^T)/h

Parameters   a^2, b^2, c^2 [m^2], 0, 0, smallest radius [m]
Radii        least^2/largest to largest^2/least, both taken at the ends of axes
Solid        volume 4/3 pi a b c, inertia m/5 (b^2 + c^2), ...
"""

import math

from ..._jit import inlined
from ...spatial.vectors import dot


@inlined
def support(u, p):
    """h [m], s [m], Rm [m] at the unit vector u."""
    v = p[0] * u[0], p[1] * u[1], p[2] * u[2]
    h = math.sqrt(dot(u, v))
    f = 1.0 / h
    s = f * v[0], f * v[1], f * v[2]
    Rm = (
        f * (p[0] - s[0] * s[0]),
        f * (p[1] - s[1] * s[1]),
        f * (p[2] - s[2] * s[2]),
        -f * s[0] * s[1],
        -f * s[0] * s[2],
        -f * s[1] * s[2],
    )
    return h, s, Rm


def parameters(semi_axes):
    """The parameters of an ellipsoid with these semi-axes [m]."""
    a, b, c = semi_axes
    return a * a, b * b, c * c, 0.0, 0.0, min(semi_axes) ** 2 / max(semi_axes)


def largest_radius(p):
    """Across the shortest axis, along the longest [m]."""
    return max(p[:3]) / math.sqrt(min(p[:3]))


def smallest_radius(p):
    """At the end of the longest axis, along the shortest [m]."""
    return p[5]


def reach(p):
    """The longest semi-axis [m]."""
    return math.sqrt(max(p[:3]))


def least_depth(p):
    """The shortest semi-axis [m]."""
    return math.sqrt(min(p[:3]))


def volume(p):
    """Of the solid [m^3]."""
    return 4.0 / 3.0 * math.pi * math.sqrt(p[0]) * math.sqrt(p[1]) * math.sqrt(p[2])


def inertia(p):
    """Of the solid per mass [m^2]."""
    return 0.2 * (p[1] + p[2]), 0.2 * (p[0] + p[2]), 0.2 * (p[0] + p[1])
