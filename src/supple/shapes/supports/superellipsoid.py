"""A superellipsoid with rounded edges and without flat points: between an ellipsoid (m = 2) and a box (m large).

    h = (g_1^q + g_2^q + g_3^q)^(1/q)      g_i = sqrt(a_i^2 u_i^2 + e^2 |u|^2)      1/m + 1/q = 1

Without rounding (e = 0) this is the support function of |x/a_1|^m + |y/a_2|^m + |z/a_3|^m = 1. That body has flat points
(curvature zero) where it meets its axes, and for large m edges with hardly any radius. Every g_i is the support function of
a thin ellipsoid, and an l_q norm of convex functions is convex, so that any e > 0 gives a body again, strictly convex and
smooth; e bounds its radii. The half widths along the axes are h at u = e_i,

    A_i^q = (a_i^2 + e^2)^(q/2) + 2 e^q,    so  a_i^2 = (A_i^q - 2 e^q)^(2/q) - e^2    gives exactly the wanted ones.

It takes A_i > 3^(1/q) e. With m = q = 2 it is exactly the ellipsoid A_1, A_2, A_3, whatever e is.

Derivatives   with M_i = a_i^2 e_i e_i^T + e^2 1 (so g_i^2 = u . M_i u) and w_i = g_i^(q-2)

    s  = h^(1-q) sum w_i M_i u
    Rm = h^(1-q) sum w_i (M_i - (2 - q) (M_i u)(M_i u)^T/g_i^2) - (q - 1) s s^T/h

Radii         D = h^(2-q) sum w_i M_i has h^2 = u . D u and s = D u/h: the ellipsoid D touches here. As
              0 <= (M_i u)(M_i u)^T/g_i^2 <= M_i, Rm is between (q - 1) (D - s s^T)/h and D/h.
              Below: the radii of the ellipsoid D are >= its least D_j over h, and D_j >= a_j^2 + 3 e^2 from g_i <= h.
              Another bound comes from Rm >= sum (g_i/h)^(q-1) Hess g_i, where Hess g_i >= e^2/g_i on the tangent plane;
              the sum of g_i^(q-2) is least where all g_i are equal, which gives 3^(2/q) e^2/h. The better one counts.
              Above: D_j/h <= h^(1-q) e^(q-2) (a_j^2 + 3 e^2) from g_i >= e, with the smallest h, a half width.
Reach         h^q is concave in (u_1^2, u_2^2, u_3^2) on its triangle; so its minimum is at a corner (the least half width),
              and its maximum is where the slopes in all directions in use are equal: a bisection.
Solid         x = s(u), and the area is det Rm times that of the unit sphere: volume = 1/3 of the integral of h det Rm, and
              the integral of x_i^2 over the body = 1/5 of that of s_i^2 h det Rm (divergence theorem). By a tanh-sinh rule
              in the two angles of an octant, which resolves the narrow layers near the planes u_i = 0; once, in Python.

Parameters    a_1^2, a_2^2, a_3^2, e^2 [m^2], q [-], smallest radius [m]
"""

import math
from functools import lru_cache

from ..._jit import inlined

FINEST = 1e-3  # [-] rounding over the least half width: below, radii differ so much that nothing can resolve them
NODES = 60  # of the tanh-sinh rule to each side of the middle


@inlined
def support(u, p):
    """h [m], s [m], Rm [m] at the unit vector u."""
    x, y, z = p[0] * u[0], p[1] * u[1], p[2] * u[2]
    ee, q = p[3], p[4]
    g1, g2, g3 = x * u[0] + ee, y * u[1] + ee, z * u[2] + ee  # squares of g_i
    half = 0.5 * q
    f1, f2, f3 = g1**half, g2**half, g3**half
    total = f1 + f2 + f3
    h = total ** (1.0 / q)
    c = h / total
    w1, w2, w3 = c * f1 / g1, c * f2 / g2, c * f3 / g3  # h^(1-q) g_i^(q-2)
    w = ee * (w1 + w2 + w3)
    s = w1 * x + w * u[0], w2 * y + w * u[1], w3 * z + w * u[2]
    # sum of k_i m_i m_i^T, k_i = (2 - q) w_i/g_i^2, m_i = M_i u = x_i e_i + e^2 u, and of l s s^T
    b = 2.0 - q
    k1, k2, k3 = b * w1 / g1, b * w2 / g2, b * w3 / g3
    r1, r2, r3 = ee * k1 * x, ee * k2 * y, ee * k3 * z
    kk = ee * ee * (k1 + k2 + k3)
    l = (q - 1.0) / h
    Rm = (
        w1 * p[0] + w - k1 * x * x - 2.0 * r1 * u[0] - kk * u[0] * u[0] - l * s[0] * s[0],
        w2 * p[1] + w - k2 * y * y - 2.0 * r2 * u[1] - kk * u[1] * u[1] - l * s[1] * s[1],
        w3 * p[2] + w - k3 * z * z - 2.0 * r3 * u[2] - kk * u[2] * u[2] - l * s[2] * s[2],
        -r1 * u[1] - r2 * u[0] - kk * u[0] * u[1] - l * s[0] * s[1],
        -r1 * u[2] - r3 * u[0] - kk * u[0] * u[2] - l * s[0] * s[2],
        -r2 * u[2] - r3 * u[1] - kk * u[1] * u[2] - l * s[1] * s[2],
    )
    return h, s, Rm


def parameters(semi_axes, exponent, rounding):
    """The parameters of a superellipsoid: half widths A_i [m], exponent m >= 2, rounding e [m]."""
    q = exponent / (exponent - 1.0)
    ee = rounding * rounding
    squares = [(A**q - 2.0 * rounding**q) ** (2.0 / q) - ee for A in semi_axes]
    p = (*squares, ee, q, 0.0)
    return (*p[:5], smallest_radius(p))


def widest(semi_axes, exponent):
    """The largest rounding e [m] for which all a_i >= 0."""
    q = exponent / (exponent - 1.0)
    return min(semi_axes) / 3.0 ** (1.0 / q)


def half_widths(p):
    """Along the axes [m]."""
    ee, q = p[3], p[4]
    return [((aa + ee) ** (0.5 * q) + 2.0 * ee ** (0.5 * q)) ** (1.0 / q) for aa in p[:3]]


def largest_radius(p):
    """A bound; reached in the middle of a face where one half width is much the least [m]."""
    ee, q = p[3], p[4]
    return least_depth(p) ** (1.0 - q) * ee ** (0.5 * q - 1.0) * (max(p[:3]) + 3.0 * ee)


def smallest_radius(p):
    """A bound: edges are no sharper than that [m]."""
    ee, q = p[3], p[4]
    return max((q - 1.0) * (min(p[:3]) + 3.0 * ee), 3.0 ** (2.0 / q) * ee) / reach(p)


def least_depth(p):
    """The smallest half width [m]."""
    return min(half_widths(p))


def reach(p):
    """The largest distance of a surface point from the centre [m]."""
    ee, q = p[3], p[4]
    used = [aa for aa in p[:3] if aa > 0.0]
    if not used or 2.0 - q < 1e-6:
        return max(half_widths(p))

    def shares(slope):
        """u_i^2 at which the slope of h^q is exp(slope); at most 1."""
        g = [math.exp(min(2.0 * (math.log(0.5 * q * aa) - slope) / (2.0 - q), 700.0)) for aa in used]
        return [min(max(square - ee, 0.0) / aa, 1.0) for square, aa in zip(g, used, strict=True)]

    low = math.log(0.5 * q * min(aa * (aa + ee) ** (0.5 * q - 1.0) for aa in used))
    high = math.log(0.5 * q * max(used) * ee ** (0.5 * q - 1.0))
    for _half in range(100):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if sum(shares(middle)) > 1.0 else (low, middle)
    found = shares(low)
    total = sum(found)
    powers = [(aa * share / total + ee) ** (0.5 * q) for aa, share in zip(used, found, strict=True)]
    return (sum(powers) + (3 - len(used)) * ee ** (0.5 * q)) ** (1.0 / q)


# --- the solid --------------------------------------------------------------------------------------------------------
def volume(p):
    """Of the solid [m^3]."""
    return _moments(p)[0]


def inertia(p):
    """Of the solid per mass [m^2]."""
    V, xx, yy, zz = _moments(p)
    return (yy + zz) / V, (xx + zz) / V, (xx + yy) / V


@lru_cache(maxsize=256)  # a tenth of a second each, and volume and inertia both ask
def _moments(p):
    """Volume [m^3] and second moments [m^5] along the axes."""
    nodes = _right_angle()
    V, moments = [], []
    for polar, weight_polar in nodes:
        sine, cosine = math.sin(polar), math.cos(polar)
        for around, weight in nodes:
            u = sine * math.cos(around), sine * math.sin(around), cosine
            h, s, Rm = support(u, p)
            part = 8.0 * weight_polar * weight * sine * h * _tangent_determinant(Rm)
            V.append(part / 3.0)
            moments.append([0.2 * part * x * x for x in s])
    return math.fsum(V), *map(math.fsum, zip(*moments, strict=True))


def _right_angle():
    """Nodes and weights of a tanh-sinh rule from 0 to pi/2 [rad]."""
    step = 3.2 / NODES
    nodes = []
    for k in range(-NODES, NODES + 1):
        t = 0.5 * math.pi * math.sinh(step * k)
        nodes.append((0.25 * math.pi * (1.0 + math.tanh(t)),
                      0.125 * math.pi**2 * step * math.cosh(step * k) / math.cosh(t) ** 2))  # fmt: skip
    return nodes


def _tangent_determinant(Rm):
    """Product of the two principal radii [m^2]: the sum of the principal 2x2 minors, since Rm u = 0."""
    xx, yy, zz, xy, xz, yz = Rm
    return (yy * zz - yz * yz) + (xx * zz - xz * xz) + (xx * yy - xy * xy)
