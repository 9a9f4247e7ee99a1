"""Pairs of convex bodies by the row: how they are drawn, and the solvers as compiled code sees them."""

import numpy as np
from scipy.spatial.transform import Rotation
from shapes.bodies import t3

from supple._jit import Reals2, entry, kernel
from supple.shapes.contract import Moving, Placed
from supple.shapes.curvature import principal, shape_operator
from supple.shapes.pairs import convex_plane
from supple.shapes.pairs.convex import Convex, closest, lower_bound, meet, normal_rate_of
from supple.shapes.pairs.convex_motion import plane_rates, rates
from supple.shapes.supports import ellipsoid, superellipsoid
from supple.shapes.supports.dispatch import POINT, POINT_PARAMETERS
from supple.shapes.supports.registry import SUPPORTS
from supple.spatial.vectors import column, get3, get6, get9, put3

ELLIPSOID, SUPERELLIPSOID = map(SUPPORTS.number_of_file, ("ellipsoid", "superellipsoid"))
FILES = {ELLIPSOID: ellipsoid, SUPERELLIPSOID: superellipsoid}
GAP, NORMAL, POINT_AT, LEAST, STATUS, N_STEPS = 0, slice(1, 4), slice(4, 7), 7, 8, 9


# --- rows ---------------------------------------------------------------------------------------------------------------
def body(centre, R, kind, p, radius=0.0):
    """A body from arrays."""
    return Convex(t3(centre), tuple(map(float, np.ravel(R))), kind, tuple(map(float, p)), float(radius))


def an_ellipsoid(centre, R, semi_axes, radius=0.0):
    return body(centre, R, ELLIPSOID, ellipsoid.parameters(t3(semi_axes)), radius)


def a_ball(centre, radius):
    return body(centre, np.eye(3), POINT, POINT_PARAMETERS, radius)


def row(A, B):
    """40 numbers."""
    return [x for one in (A, B) for x in (*one.centre, *one.R, one.kind, *one.p, one.radius)]


@kernel
def unpacked(rows, i, c):
    return Convex(get3(rows, i, c), get9(rows, i, c + 3), int(rows[i, c + 12]), get6(rows, i, c + 13), rows[i, c + 19])


@entry
def solve_rows(rows: Reals2, times: int, out: Reals2) -> None:
    """`closest` of every row, `times` times."""
    for i in range(rows.shape[0]):
        A, B = unpacked(rows, i, 0), unpacked(rows, i, 20)
        for _again in range(times):
            found = closest(A, B)
            out[i, 0] = found.gap
            put3(out, i, 1, found.normal)
            put3(out, i, 4, found.point)
            out[i, 7] = found.least
            out[i, 8] = found.status
            out[i, 9] = found.steps


@entry
def move_rows(rows: Reals2, motions: Reals2, found: Reals2, out: Reals2) -> None:
    """`rates` of every row, and the principal relative curvatures; motions: v, w of A, v, w of B."""
    for i in range(rows.shape[0]):
        A, B, n = unpacked(rows, i, 0), unpacked(rows, i, 20), get3(found, i, 1)
        a = Moving(get3(motions, i, 0), get3(motions, i, 0), get3(motions, i, 3))
        b = Moving(get3(motions, i, 6), get3(motions, i, 6), get3(motions, i, 9))
        dn, u_A, u_B = rates(A, a, B, b, n)
        put3(out, i, 0, dn)
        put3(out, i, 3, u_A)
        put3(out, i, 6, u_B)
        L, M = shape_operator(A, n), shape_operator(B, n)
        low, high, _, _ = principal((L[0] + M[0], L[1] + M[1], L[2] + M[2], L[3] + M[3], L[4] + M[4], L[5] + M[5]), n)
        out[i, 9] = low
        out[i, 10] = high


@entry
def plane_rows(rows: Reals2, motions: Reals2, out: Reals2) -> None:
    """The plane of the centre and the z axis of A against B: gap, middle, rates; of the pair: bound and dn/dt."""
    for i in range(rows.shape[0]):
        A, B = unpacked(rows, i, 0), unpacked(rows, i, 20)
        a = Moving(get3(motions, i, 0), get3(motions, i, 0), get3(motions, i, 3))
        b = Moving(get3(motions, i, 6), get3(motions, i, 6), get3(motions, i, 9))
        plane = Placed(A.centre, column(A.R, 2), 0.0)
        meeting = convex_plane.meet(plane, B)
        dn, u_A, u_B = plane_rates(plane, a, B, b, meeting.normal)
        out[i, 0] = meeting.gap
        put3(out, i, 1, meeting.point)
        put3(out, i, 4, dn)
        put3(out, i, 7, u_A)
        put3(out, i, 10, u_B)
        out[i, 13] = lower_bound(A, B)
        pair = meet(A, B)
        put3(out, i, 14, normal_rate_of(A, a, B, b, pair.normal))


def solved(pairs, times=1):
    """Gap, normal, middle, least, status, steps of every pair (A, B), one row each."""
    rows = np.array([row(A, B) for A, B in pairs], dtype=float)
    out = np.zeros((len(rows), 10))
    solve_rows(rows, times, out)
    return out


# --- drawn --------------------------------------------------------------------------------------------------------------
def full(S):
    """A symmetric matrix (6) as an array."""
    xx, yy, zz, xy, xz, yz = S
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def unit(rng):
    v = rng.standard_normal(3)
    return v / np.linalg.norm(v)


def semi_axes(rng, aspect, size=1.0):
    """The longest over the shortest is the aspect; the middle one is anything, often nearly one of the others."""
    x = np.array([0.0, rng.choice([0.0, 0.02, 0.98, 1.0, rng.random(), rng.random()]), 1.0])
    return t3(size * aspect ** (rng.permutation(x) - 1.0))


def draw_body(rng, kind, aspect, size=1.0, centre=(0.0, 0.0, 0.0)):
    """A random body of a kind, anyhow turned."""
    R = Rotation.random(rng=rng).as_matrix()
    if kind == POINT:
        return a_ball(centre, size * rng.uniform(0.2, 1.0))
    a = semi_axes(rng, aspect, size)
    if kind == ELLIPSOID:
        return an_ellipsoid(centre, R, a, size * rng.choice([0.0, 0.1]))
    exponent = rng.uniform(2.0, 8.0)
    rounding = rng.uniform(0.05, 0.9) * superellipsoid.widest(a, exponent)
    return body(centre, R, kind, superellipsoid.parameters(a, exponent, rounding))


def support_in_world(one, n):
    """h, s, Rm of a body with its margin, by numpy."""
    R, n = np.reshape(one.R, (3, 3)), np.asarray(n)
    h, s, Rm = FILES[one.kind].support(t3(R.T @ n), one.p) if one.kind else (0.0, (0.0,) * 3, (0.0,) * 6)
    return h + one.radius, R @ s + one.radius * n, R @ full(Rm) @ R.T + one.radius * (np.eye(3) - np.outer(n, n))


def radii_of_sum(A, B, n):
    """The two principal radii of the Minkowski sum at the normal n [m]."""
    return np.linalg.eigvalsh(support_in_world(A, n)[2] + support_in_world(B, n)[2])[1:]


def placed(A, B, n, gap):
    """B moved to where n is a common normal of both, at this gap."""
    centre = np.asarray(A.centre) + support_in_world(A, n)[1] + support_in_world(B, n)[1] + gap * np.asarray(n)
    return B._replace(centre=t3(centre))


def surely(A, B):
    """Depth [m] down to which a solution is certain."""
    return A.p[5] + B.p[5] + A.radius + B.radius
