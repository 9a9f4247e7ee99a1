"""The core of a convex hull: all points with n_f . X <= b_f for its triangles f.

    d = max_f (n_f . X - b_f),   N = n_f                inside, and outside above a triangle: where its foot lies in it
    d = min_f |u|,   u = X - Y,   N = u/d               outside else, Y the closest point on the edges of triangle f

Symbols   n_f, b_f   outward unit normal, distance of the plane from the origin        [-], [m]
          X          the point, from the centre along the axes of the shape            [m]
Why       d is never smaller than a distance from a plane: so above a triangle, which then is the one with the largest,
          one look at all planes is enough. Else only triangles that face the point (n_f . X > b_f) can have the closest
          point, and none of them whose plane is farther than the best so far: few are looked at closely.
          Nothing is remembered from call to call: d is a function of the place alone.
Rate      above a triangle N stays; beside an edge with the unit direction e, u' = V - (e . V) e; beside a corner u' = V.
          dN/dt = (u' - (N . u') N)/d.
Numbers   T, then (n_f, b_f) of all T triangles, then their three corners each: 1 + 13 T.
Limits    inside, N jumps between triangles: touching ends before (`elements/contact.py`, `deepest`).
          A foot may be outside of a triangle by NEARLY of an edge: so the line between two triangles of one flat face,
          where rounding decides, is no edge.
"""

import math

from ..._jit import inlined, kernel
from ...spatial.vectors import ZERO, add_scaled, cross, dot, scale, sub

NEARLY = 1e-12  # [-] of the length of an edge
FLAT, BESIDE_EDGE, BESIDE_CORNER = 0, 1, 2  # what is closest


@inlined
def _three(data, i):
    return (data[i], data[i + 1], data[i + 2])


@inlined
def _height(data, i, f, X):
    """Distance from the plane of triangle f [m]."""
    j = i + 1 + 4 * f
    return data[j] * X[0] + data[j + 1] * X[1] + data[j + 2] * X[2] - data[j + 3]


@kernel
def _highest(data, i, X):
    """The triangle whose plane is farthest below X, and its distance."""
    best, h = 0, _height(data, i, 0, X)
    for f in range(1, int(data[i])):
        s = _height(data, i, f, X)
        if s > h:
            best, h = f, s
    return best, h


@kernel
def _from_edge(A, B, X):
    """u, what is closest and, of an edge, its way from A to B."""
    s, u = sub(B, A), sub(X, A)
    along, length = dot(u, s), dot(s, s)
    if along <= 0.0:
        return u, BESIDE_CORNER, ZERO
    if along >= length:
        return sub(X, B), BESIDE_CORNER, ZERO
    return add_scaled(u, -along / length, s), BESIDE_EDGE, s


@kernel
def _from_triangle(data, i, f, X):
    """The same of a triangle that faces X; above it, u is its height along the normal."""
    n, h = _three(data, i + 1 + 4 * f), _height(data, i, f, X)
    first = i + 1 + 4 * int(data[i]) + 9 * f
    u, what, e, least = scale(h, n), FLAT, ZERO, math.inf
    for k in range(3):
        A, B = _three(data, first + 3 * k), _three(data, first + (3 * k + 3) % 9)
        s = sub(B, A)
        if dot(n, cross(s, sub(X, A))) < -NEARLY * dot(s, s):  # beyond this edge
            u_k, what_k, e_k = _from_edge(A, B, X)
            far = dot(u_k, u_k)
            if far < least:
                u, what, e, least = u_k, what_k, e_k, far
    return u, what, e


@kernel
def _closest(data, i, X):
    """d, N, what is closest and, of an edge, its way."""
    best, h = _highest(data, i, X)
    n = _three(data, i + 1 + 4 * best)
    if h <= 0.0:
        return h, n, FLAT, ZERO
    u, what, e = _from_triangle(data, i, best, X)
    if what == FLAT:
        return h, n, FLAT, ZERO
    least = dot(u, u)
    for f in range(int(data[i])):
        s = _height(data, i, f, X)
        if s > 0.0 and s * s < least:
            u_f, what_f, e_f = _from_triangle(data, i, f, X)
            far = dot(u_f, u_f)
            # of equals the flat one: a foot on the line between two triangles of one face
            if far < least or (far == least and what_f < what):
                u, what, e, least = u_f, what_f, e_f, far
                n = _three(data, i + 1 + 4 * f)
    d = math.sqrt(least)
    return d, (n if what == FLAT else scale(1.0 / d, u)), what, e


@kernel
def distance(data, i, X):
    """d [m], N."""
    d, N, _, _ = _closest(data, i, X)
    return d, N


@kernel
def turn(data, i, X, V):
    """dN/dt [1/s]."""
    d, N, what, e = _closest(data, i, X)
    if what == FLAT or d <= 0.0:
        return ZERO
    rate = V if what == BESIDE_CORNER else add_scaled(V, -dot(V, e) / dot(e, e), e)
    return scale(1.0 / d, add_scaled(rate, -dot(N, rate), N))
