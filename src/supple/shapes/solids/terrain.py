"""A height field z = h(x, y): a bicubic spline, C2, and the signed distance of a point from it.

    h   = sum_ab B_a(x) B_b(y) c_ab                                 cubic B-splines on a square grid of spacing l
    foot (x, y) of a point X:   (x - X) + (h - Z) grad h = 0,   S = sqrt(1 + |grad h|^2),   N = (-h_x, -h_y, 1)/S
    d   = (Z - h) S                                                 > 0 above

Symbols   c      coefficients [m];   X = (X, Y, Z) the point, from the first height of the field [m]
          rho    1/(largest curvature) of the valleys, rho_g of the ridges [m]; cone = 1/sqrt(1 + largest slope^2)
Border    beyond it h bends to level across the border: B(u) -> B(border) + B'(border) psi(t), t the way beyond,
          psi = w (1 - (1 - t/3w)^3) up to t = 3w, then w. So d is a C1 function everywhere; a touch out there ends the run.
Unique    a graph has no bottleneck: a line that leaves it upwards along its normal never meets it along its normal from
          above. So the points above it with d < rho, and below with |d| < rho_g, have one nearest point, and a foot that is
          nearer than that is the nearest of all (Federer, Curvature measures (1959), 4.8, 4.17; Aamari et al. (2019): reach
          is the smaller of 1/curvature and half of the shortest bottleneck).
Solve     Newton from (X, Y), its Jacobian without (h - Z) where not positive definite, halved where the distance grows.
          If that ends elsewhere, the point is raised from the surface to its place in steps: on the way d grows, and the
          foot follows. nan if that fails as well.
Far       where d >= SURE rho a lower bound is returned instead, with N = (0, 0, 1):
              max(SURE rho, cone (Z - h), min(2^k l, Z - M_k))          M_k: highest place of the 3 x 3 cells of size 2^k l
          (a slope bounds how fast the surface can rise; what is not in those cells is farther than 2^k l). Below: Z - h.
Rate      J (x, y)' = V_xy + V_z grad h with that Jacobian J;   dN/dt from Hess h (x, y)'.
"""

import math

from ..._jit import inlined, kernel
from ...spatial.vectors import ZERO

NX, NY, SPACING, LEVEL, RHO, RHO_G, CONE, HEAD = 0, 1, 2, 3, 4, 5, 6, 7  # LEVEL: w; then coefficients, then M_k
SURE = 0.97
MOST, HALVED = 40, 12  # Newton steps, halvings of one
TOL = 1e-8  # [spacing] the last step: its error is the square of that
EPS = 2.3e-16
STEPS = (8, 64)  # in which a point is raised


@inlined
def _cubics(s):
    """The four cubics of a cell, their first and second derivatives by s, 0 <= s <= 1."""
    r, u = 1.0 - s, 2.0 / 3.0
    return (
        (r * r * r / 6.0, (0.5 * s - 1.0) * s * s + u, (0.5 * r - 1.0) * r * r + u, s * s * s / 6.0),
        (-0.5 * r * r, (1.5 * s - 2.0) * s, (2.0 - 1.5 * r) * r, 0.5 * s * s),
        (r, 3.0 * s - 2.0, 3.0 * r - 2.0, s),
    )  # fmt: skip


@inlined
def _blend(b, d, psi):
    return (b[0] + psi * d[0], b[1] + psi * d[1], b[2] + psi * d[2], b[3] + psi * d[3])


@inlined
def _times(k, b):
    return (k * b[0], k * b[1], k * b[2], k * b[3])


@kernel
def _along(u, n, l, w):
    """First coefficient at u, weights of four of them, of their first and of their second derivatives by u."""
    inside = min(max(u, 0.0), (n - 1) * l)
    cell = min(int(inside / l), n - 2)
    b, d1, d2 = _cubics(min(max(inside / l - cell, 0.0), 1.0))
    d1, d2 = _times(1.0 / l, d1), _times(1.0 / (l * l), d2)
    if u == inside:
        return cell, b, d1, d2
    side = 1.0 if u > inside else -1.0
    left = max(1.0 - abs(u - inside) / (3.0 * w), 0.0)
    psi = w * (1.0 - left * left * left)
    return cell, _blend(b, d1, side * psi), _times(left * left, d1), _times(-side * 2.0 * left / (3.0 * w), d1)


@inlined
def _sum(data, j, b):
    return b[0] * data[j] + b[1] * data[j + 1] + b[2] * data[j + 2] + b[3] * data[j + 3]


@kernel
def surface(data, i, x, y):
    """h, h_x, h_y, h_xx, h_xy, h_yy."""
    nx, ny, l, w = int(data[i + NX]), int(data[i + NY]), data[i + SPACING], data[i + LEVEL]
    first_x, b, d1, d2 = _along(x, nx, l, w)
    first_y, c, e1, e2 = _along(y, ny, l, w)
    h, hx, hy, hxx, hxy, hyy = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(4):
        j = i + HEAD + (first_x + k) * (ny + 2) + first_y
        s, s1 = _sum(data, j, c), _sum(data, j, e1)
        h += b[k] * s
        hx += d1[k] * s
        hy += b[k] * s1
        hxx += d2[k] * s
        hxy += d1[k] * s1
        hyy += b[k] * _sum(data, j, e2)
    return h, hx, hy, hxx, hxy, hyy


# --- the foot of a point --------------------------------------------------------------------------------------------------
@inlined
def _solve(f, e, gx, gy):
    """J^-1 (gx, gy), e = h - Z."""
    _, hx, hy, hxx, hxy, hyy = f
    a, b, c = 1.0 + hx * hx, hx * hy, 1.0 + hy * hy
    det = a * c - b * b
    A, B, C = a + e * hxx, b + e * hxy, c + e * hyy
    if A > 0.0 and A * C - B * B > 1e-4 * det:
        a, b, c, det = A, B, C, A * C - B * B
    return (c * gx - b * gy) / det, (a * gy - b * gx) / det


@kernel
def _descend(data, i, X, x, y):
    """Whether a foot was found from (x, y) on, where, and the surface there."""
    f = surface(data, i, x, y)
    for _ in range(MOST):
        e = f[0] - X[2]
        px, py = _solve(f, e, X[0] - x - e * f[1], X[1] - y - e * f[2])
        size = math.sqrt(px * px + py * py)
        if size <= TOL * data[i + SPACING] + 8.0 * EPS * (abs(x) + abs(y) + abs(f[0])):
            return True, x + px, y + py, surface(data, i, x + px, y + py)
        now, from_x, from_y, t = (x - X[0]) ** 2 + (y - X[1]) ** 2 + e * e, x, y, 1.0
        for _half in range(HALVED):
            x, y = from_x + t * px, from_y + t * py
            f = surface(data, i, x, y)
            if (x - X[0]) ** 2 + (y - X[1]) ** 2 + (f[0] - X[2]) ** 2 <= now * (1.0 + 8.0 * EPS):
                break
            t *= 0.5
    return False, x, y, f


@inlined
def _signed(f, Z):
    """(Z - h) S."""
    return (Z - f[0]) * math.sqrt(1.0 + f[1] * f[1] + f[2] * f[2])


@kernel
def _raise(data, i, X, h, rho, n):
    """As `_foot`, of a point that goes in n steps from the surface at (X, Y, h) to its place."""
    x, y = X[0], X[1]
    f = surface(data, i, x, y)
    for k in range(1, n + 1):
        Z = h + (X[2] - h) * k / n
        found, x, y, f = _descend(data, i, (X[0], X[1], Z), x, y)
        if not found:
            return math.nan, x, y, f
        d = _signed(f, Z)
        if abs(d) >= SURE * rho:
            return d, x, y, f
    return _signed(f, X[2]), x, y, f


@kernel
def _foot(data, i, X, f):
    """d, foot (x, y) and the surface there; |d| >= SURE rho: farther than that; nan: not found. f: at (X, Y)."""
    v = X[2] - f[0]
    rho = data[i + RHO] if v > 0.0 else data[i + RHO_G]
    found, x, y, at = _descend(data, i, X, X[0], X[1])
    d = _signed(at, X[2])
    if found and abs(d) < SURE * rho and d * v >= 0.0:
        return d, x, y, at
    d, x, y, at = _raise(data, i, X, f[0], rho, STEPS[0])
    if d != d:
        d, x, y, at = _raise(data, i, X, f[0], rho, STEPS[1])
    return d, x, y, at


@kernel
def _clear(data, i, X, v):
    """A lower bound of the distance from the slope and from the heights around; v = Z - h > 0."""
    nx, ny, l = int(data[i + NX]), int(data[i + NY]), data[i + SPACING]
    best = v * data[i + CONE]
    cx = int(min(max(math.floor(X[0] / l) + 1.0, 0.0), float(nx)))
    cy = int(min(max(math.floor(X[1] / l) + 1.0, 0.0), float(ny)))
    first, mx, my = i + HEAD + (nx + 2) * (ny + 2), nx + 1, ny + 1
    while True:
        above = X[2] - data[first + cx * my + cy]
        if above <= best:
            return best
        if mx == 1 and my == 1:
            return above
        best = max(best, min(l, above))
        first += mx * my
        mx, my, cx, cy, l = (mx + 1) // 2, (my + 1) // 2, cx // 2, cy // 2, 2.0 * l


@kernel
def distance(data, i, X):
    """d [m], N."""
    f = surface(data, i, X[0], X[1])
    v, rho, clear = X[2] - f[0], data[i + RHO], 0.0
    if v > 0.0:
        clear = _clear(data, i, X, v)
        if clear >= SURE * rho:
            return clear, (0.0, 0.0, 1.0)
    d, _, _, f = _foot(data, i, X, f)
    if d != d:
        return math.nan, (0.0, 0.0, 1.0)
    if v > 0.0 and d >= SURE * rho:
        return max(clear, SURE * rho), (0.0, 0.0, 1.0)
    if d <= -SURE * data[i + RHO_G]:
        return v, (0.0, 0.0, 1.0)
    S = math.sqrt(1.0 + f[1] * f[1] + f[2] * f[2])
    return d, (-f[1] / S, -f[2] / S, 1.0 / S)


@kernel
def turn(data, i, X, V):
    """dN/dt [1/s]."""
    d, _, _, f = _foot(data, i, X, surface(data, i, X[0], X[1]))
    if not (-SURE * data[i + RHO_G] < d < SURE * data[i + RHO]):
        return ZERO
    _, hx, hy, hxx, hxy, hyy = f
    S = math.sqrt(1.0 + hx * hx + hy * hy)
    x, y = _solve(f, -d / S, V[0] + V[2] * hx, V[1] + V[2] * hy)
    px, py = hxx * x + hxy * y, hxy * x + hyy * y  # of grad h
    along = (hx * px + hy * py) / (S * S)
    return ((hx * along - px) / S, (hy * along - py) / S, -along / S)


@inlined
def is_beyond(data, i, x, y):
    """Whether a place is outside of the field."""
    l = data[i + SPACING]
    return not (0.0 <= x <= (data[i + NX] - 1.0) * l and 0.0 <= y <= (data[i + NY] - 1.0) * l)
