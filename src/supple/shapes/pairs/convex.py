"""Convex body A against convex body B, each given by its support function (supports/), apart or overlapping.

      ____                              d     = o_B - o_A                                centres
     (  A )->n [gap] ( B  )             gap(n) = d . n - h_A(n) - h_B(n)                 for a unit vector n
      ----            ----              gap   = the largest gap(n), n = where it is

Apart this is the distance, overlapping it is minus the least depth: the shortest way on which B leaves A. It is one
continuous function of the two poses, and nothing else: every solve starts anew. With the surface points s and radii maps Rm
of supports/, all in world axes,

    F(n) = d - s_B(n) - s_A(n) - gap(n) n          tangential: the gradient of gap(n) on the unit sphere
    (Rm_A + Rm_B + gap 1) nu = F,   n <- (n + nu)/|n + nu|                     Newton's step in the plane normal to n

F = 0 says that the line from the surface point of A to that of B is normal to both surfaces. The matrix is positive where
gap(n) is concave; its smallest eigenvalue `least` [m] is what is left until the solution turns round.

Solution  from n = d/|d| upwards: where the matrix is not positive it is shifted, a step that does not climb is halved, and
          a saddle is left along its rising direction. Quadratic at the end, until F is rounding noise.
Certain   K = A - B (Minkowski) has the support function h_A(n) + h_B(n) and the radii of both bodies together, so gap is
          the distance of the point d from the surface of K, negative inside. A place where F = 0 has x = s_A + s_B on
          that surface with normal n and d = x + gap n. It is the largest gap(n) if
            gap >= 0      d is outside a convex body, which has one closest point; or
            -gap <= R     the sum of the smallest radii of A and B. A ball of radius R rolls freely inside K (Blaschke), in
                          particular the one that touches at x: its centre is x - R n. The point d = x - |gap| n is between
                          x and that centre, so that the ball of radius |gap| about d is inside it, and inside K: no surface
                          point of K is closer to d than x. For |gap| < R there is no other as close.
          Status CERTAIN. A margin counts as a radius: both sides of these conditions are asked of the bodies without it.
Searched  otherwise there may be several places where F = 0. The way up begins at 15 more directions, those of the
          separating axes of two boxes: the axes of A, of B, and the cross products, each to the side where d . n >= 0
          (both bodies are symmetric, so that the largest gap is on that side). The largest gap found counts; status
          SEARCHED, unless it is certain after all. The gap is a maximum of smooth functions here: n jumps where two of
          them are equal.
Failed    the last F is more than rounding noise: status FAILED, values finite. Seen from an aspect ratio of 1000 on only,
          where overlapping bodies are about to turn round.
Margin    a radius r of a body: gap - r. A ball is a point (kind 0) with a margin.
Rate      of n and of the surface points: convex_motion.py.
Limits    coincident centres start from the z axis.

Source    Stramigioli & Duindam, Port based modeling of spatial visco-elastic contacts (2004), section 3: the contact points
          of bodies that do not touch. Blaschke's rolling ball: Schneider, Convex Bodies (2014), section 3.2.
"""

import math
from typing import Any, NamedTuple

from ..._jit import inlined, kernel
from ...spatial.tangent import basis, compressed, eigenvalues, eigenvector, solved
from ...spatial.vectors import ZERO, add, add_scaled, column, cross, dot, mat_mul, mat_t_vec, mat_vec, scale, sub
from ..contract import Meeting
from ..supports.dispatch import support
from .ball_ball import UP
from .convex_motion import rates

CERTAIN, SEARCHED, FAILED = 0, 1, 2  # status of a solution
STEPS = 60  # of one way up, at most
HALVES = 30  # shorter steps tried at most
ROUNDING = 2.0**-52
EXACT = 1e-14  # [-] |F| over the sizes: rounding noise of the surface points
FLOOR = 1e-6  # [-] least eigenvalue over the largest radius below which the matrix is shifted
LONGEST = 1.0  # [-] step
LEAVE = 0.5  # [-] step that leaves a saddle
CLIMB = 1e-4  # [-] share of the gain that the slope promises
SEPARATING = 15  # directions of a search


class Convex(NamedTuple):
    """A body where it is now."""

    centre: Any  # [m] (3)
    R: Any  # rotation from its axes to the world (9)
    kind: Any  # number of its support function; 0: a point
    p: Any  # parameters of its support function (6)
    radius: Any  # [m] margin


class Closest(NamedTuple):
    """How two bodies meet; `contract.surface_points` gives the points of both."""

    gap: Any  # [m] > 0: apart
    normal: Any  # unit normal from A to B (3)
    point: Any  # [m] (3) the middle between the two surface points
    least: Any  # [m] smallest eigenvalue of Rm_A + Rm_B + gap 1: > 0 where the solution is a strict maximum
    status: Any  # CERTAIN, SEARCHED or FAILED
    steps: Any  # Newton steps of all ways up


class Sight(NamedTuple):
    """B as seen from A, in the axes of A."""

    d: Any  # [m] (3)
    size: Any  # [m] |d_x| + |d_y| + |d_z|
    Q: Any  # rotation from the axes of B (9)
    kind_A: Any
    p_A: Any
    kind_B: Any
    p_B: Any


class Place(NamedTuple):
    """All about one direction n, in the axes of A."""

    n: Any  # (3)
    gap: Any  # [m]
    twice: Any  # [m] (3) twice the middle between the surface points
    size: Any  # [m] of the numbers that F is made of
    e_1: Any  # basis of the plane normal to n
    e_2: Any
    F: Any  # [m] (2)
    M: Any  # [m] (3) Rm_A + Rm_B + gap 1


@inlined
def sight_of(A, B):
    """B as seen from A."""
    d = mat_t_vec(A.R, sub(B.centre, A.centre))
    x, y, z = column(A.R, 0), column(A.R, 1), column(A.R, 2)
    R_A = x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]
    return Sight(d, abs(d[0]) + abs(d[1]) + abs(d[2]), mat_mul(R_A, B.R), A.kind, A.p, B.kind, B.p)


@inlined
def place_at(sight, n):
    """All about the direction n."""
    h_A, s_A, Rm_A = support(sight.kind_A, n, sight.p_A)
    h_B, s_B, Rm_B = support(sight.kind_B, mat_t_vec(sight.Q, n), sight.p_B)
    s_B = mat_vec(sight.Q, s_B)
    gap = dot(sight.d, n) - h_A - h_B
    e_1, e_2 = basis(n)
    a, b, c = compressed(Rm_A, e_1, e_2)
    a_B, b_B, c_B = compressed(Rm_B, mat_t_vec(sight.Q, e_1), mat_t_vec(sight.Q, e_2))
    x_B = sub(sight.d, s_B)
    F = sub(x_B, s_A)
    size = sight.size + abs(s_A[0]) + abs(s_A[1]) + abs(s_A[2]) + abs(s_B[0]) + abs(s_B[1]) + abs(s_B[2])
    M = a + a_B + gap, b + b_B, c + c_B + gap
    return Place(n, gap, add(s_A, x_B), size, e_1, e_2, (dot(e_1, F), dot(e_2, F)), M)


@inlined
def turned(at, x, y):
    """n after a step (x, y) in the plane."""
    m = add_scaled(add_scaled(at.n, x, at.e_1), y, at.e_2)
    return scale(1.0 / math.sqrt(dot(m, m)), m)


@inlined
def newton(at, shift):
    """Newton's step (2), not too long."""
    a, b, c = at.M
    x, y = solved((a + shift, b, c + shift), at.F[0], at.F[1])
    length = math.sqrt(x * x + y * y)
    part = LONGEST / length if length > LONGEST else 1.0
    return part * x, part * y


@inlined
def leaving(at):
    """A step (2) away from a saddle."""
    x, y = eigenvector(at.M)
    part = math.copysign(LEAVE, x * at.F[0] + y * at.F[1])
    return part * x, part * y


@kernel
def ascend(sight, n):
    """The top of the way up from n: its place, whether F is rounding noise there, steps."""
    at = place_at(sight, n)
    for step in range(STEPS):
        low, high = eigenvalues(at.M)
        radius = high - at.gap  # the largest of Rm_A + Rm_B: a rounding of n moves the surface points by that
        floor = FLOOR * radius
        noise = EXACT * at.size + 4.0 * ROUNDING * radius
        flat = at.F[0] * at.F[0] + at.F[1] * at.F[1] <= noise * noise
        if flat and low >= -floor:
            return at, True, step
        x, y = leaving(at) if flat else newton(at, max(0.0, floor - low, -2.0 * low) if low < floor else 0.0)
        promised = CLIMB * (x * at.F[0] + y * at.F[1])
        part = 1.0
        for _half in range(HALVES):
            higher = place_at(sight, turned(at, part * x, part * y))
            if higher.gap >= at.gap + part * promised - 4.0 * ROUNDING * at.size:
                break
            part *= 0.5
        at = higher
    return at, False, STEPS


@inlined
def separating(sight, k):
    """The k-th direction of a search; may have no length."""
    if k < 3:
        n = 1.0 if k == 0 else 0.0, 1.0 if k == 1 else 0.0, 1.0 if k == 2 else 0.0
    elif k < 6:
        n = column(sight.Q, k - 3)
    else:
        b = column(sight.Q, (k - 6) % 3)
        j = (k - 6) // 3
        n = cross((1.0 if j == 0 else 0.0, 1.0 if j == 1 else 0.0, 1.0 if j == 2 else 0.0), b)
    return n if dot(n, sight.d) >= 0.0 else scale(-1.0, n)


@inlined
def is_certain(sight, gap):
    """Whether a place where F = 0 with this gap must be the largest."""
    return gap >= 0.0 or -gap <= sight.p_A[5] + sight.p_B[5]


@kernel
def searched(sight, best, good, steps):
    """The best of a search, whether F is rounding noise there, steps."""
    for k in range(SEPARATING):
        n = separating(sight, k)
        length = math.sqrt(dot(n, n))
        if length > FLOOR:
            at, flat, more = ascend(sight, scale(1.0 / length, n))
            steps += more
            if flat and (at.gap > best.gap or not good):
                best, good = at, True
            if good and is_certain(sight, best.gap):
                break
    return best, good, steps


@kernel
def closest(A, B):
    """How two bodies meet."""
    sight = sight_of(A, B)
    length = math.sqrt(dot(sight.d, sight.d))
    start = scale(1.0 / length, sight.d) if length > 0.0 else mat_t_vec(A.R, UP)
    at, good, steps = ascend(sight, start)
    if not (good and is_certain(sight, at.gap)):
        at, good, steps = searched(sight, at, good, steps)
    status = FAILED
    if good:
        status = CERTAIN if is_certain(sight, at.gap) else SEARCHED
    n = mat_vec(A.R, at.n)
    point = add_scaled(add_scaled(A.centre, 0.5, mat_vec(A.R, at.twice)), 0.5 * (A.radius - B.radius), n)
    return Closest(at.gap - (A.radius + B.radius), n, point, eigenvalues(at.M)[0], status, steps)


@kernel
def lower_bound(A, B):
    """A number <= gap [m] at the cost of one step: that of the direction from centre to centre."""
    d = sub(B.centre, A.centre)
    length = math.sqrt(dot(d, d))
    n = scale(1.0 / length, d) if length > 0.0 else UP
    h_A, _, _ = support(A.kind, mat_t_vec(A.R, n), A.p)
    h_B, _, _ = support(B.kind, mat_t_vec(B.R, n), B.p)
    return length - h_A - h_B - (A.radius + B.radius)


@inlined
def meet(A, B):
    """How two bodies meet, as every pair of features says it."""
    found = closest(A, B)
    return Meeting(found.gap, found.normal, found.point, ZERO)


@inlined
def normal_rate_of(A, a, B, b, n):
    """dn/dt [1/s]."""
    turn, _, _ = rates(A, a, B, b, n)
    return turn
