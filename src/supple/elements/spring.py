"""Spring and damper between two points of two bodies.

    d = x_b - x_a,   l = |d|,   n = d/l,   v = v_b - v_a
    l0 > 0     f = (k (l - l0) + c n.v) n        along the line;     U = k (l - l0)^2 / 2,   lost c (n.v)^2
    l0 = 0     f = k d + c v                     in all directions;  U = k |d|^2 / 2,        lost c |v|^2
    force f on a, -f on b

Symbols   x, v  position [m] and velocity [m/s] of the two points
          k     stiffness        [N/m]   >= 0
          l0    free length      [m]     >= 0
          c     damping          [Ns/m]  >= 0
          n0    direction at the start, or when d last turned away from it by a right angle: held, so that a guard d.n0 can
                tell points that pass each other from points that meet
Where     both forces act in the middle of the line, and v is measured there: neither changes what the spring does, and
          momentum is conserved also where f is not along the line.
Limits    it pushes as well as it pulls. With l0 > 0 the line has no direction where the points meet: a run ends there.
"""

import math
from dataclasses import dataclass
from typing import Annotated

from .._jit import inlined, kernel
from ..guards import UNKNOWN, UNUSED
from ..integrate.problem import BEYOND
from ..quantities import NONNEGATIVE, Quantity, check_quantities, described, numbers
from ..spatial.twists import cross_motion
from ..spatial.vectors import ZERO, add, add_scaled, cross, dot, scale, sub
from ..tables import EL_A, EL_B, EL_ROW, L_SPRING, S_LEDGER
from .features import push
from .observed import LINKS, see_friction, see_motion
from .places import is_world, velocity
from .points import point
from .slopes import (
    POSE_A,
    POSE_B,
    ROW,
    TWIST_A,
    TWIST_B,
    WRENCH,
    book_row,
    put_wrench,
    tell_nodes,
    twist_at,
    unit_twist,
)
from .written import BodyA, BodyB, Name

N_MODE, N_HOLD, N_GUARD = 1, 3, 1
AT_A, AT_B, STIFFNESS, LENGTH, DAMPING = 0, 3, 6, 7, 8  # columns of the parameters; EL_A, EL_B: the nodes
SHORTEST = 1e-6  # [l0] a spring that is shorter has no direction


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Spring:
    """A spring and damper between a point of body `a` and a point of body `b`."""

    a: BodyA
    b: BodyB
    at_a: Annotated[tuple, Quantity("point of body a", "m", numbers(3))] = (0.0, 0.0, 0.0)
    at_b: Annotated[tuple, Quantity("point of body b", "m", numbers(3))] = (0.0, 0.0, 0.0)
    stiffness: Annotated[float, Quantity("of the spring", "N/m", NONNEGATIVE)] = 0.0
    length: Annotated[
        float,
        Quantity("at which it is free", "m", NONNEGATIVE, note="0: it pulls the points together in all directions"),
    ] = 0.0
    damping: Annotated[float, Quantity("of the damper beside it", "Ns/m", NONNEGATIVE)] = 0.0
    name: Name = ""

    def __post_init__(self) -> None:
        check_quantities(self)

    def place(self, table, name):
        """Add its row to the table of elements."""
        (a, at_a), (b, at_b) = table.point(self.a, self.at_a), table.point(self.b, self.at_b)
        row = table.parameters.add((*at_a, *at_b, self.stiffness, self.length, self.damping))
        table.add("spring", name, a=a, b=b, row=row, books=(L_SPRING,) if self.damping > 0.0 else ())


@kernel
def line(P, e):
    """Middle of the line, distance vector, relative velocity in the middle and length of the spring."""
    a, b, row = P.el_i[e, EL_A], P.el_i[e, EL_B], P.el_i[e, EL_ROW]
    x_a, x_b = point(P, a, row, AT_A), point(P, b, row, AT_B)
    d, x = sub(x_b, x_a), scale(0.5, add(x_a, x_b))
    return x, d, sub(velocity(P, b, x), velocity(P, a, x)), math.sqrt(dot(d, d))


@inlined
def pull(P, e, d, v, l):
    """Force on a [N], dissipated power [W]."""
    row = P.el_i[e, EL_ROW]
    k, l0, c = P.par[row, STIFFNESS], P.par[row, LENGTH], P.par[row, DAMPING]
    if l0 == 0.0:
        return add_scaled(scale(k, d), c, v), c * dot(v, v)
    n = scale(1.0 / max(l, SHORTEST * l0), d)
    rate = dot(n, v)
    return scale(k * (l - l0) + c * rate, n), c * rate * rate


@inlined
def load(P, e, t, y, dy):
    """The two forces and the power of the damper."""
    x, d, v, l = line(P, e)
    f, lost = pull(P, e, d, v, l)
    push(P, P.el_i[e, EL_A], f, x, ZERO)
    push(P, P.el_i[e, EL_B], scale(-1.0, f), x, ZERO)
    dy[P.size[S_LEDGER] + L_SPRING] += lost


# --- derivatives --------------------------------------------------------------------------------------------------------
@kernel
def _write(P, e, column, change):
    """A column of E (slopes.py) by changes of the middle x, of d and of v."""
    dx, dd, dv = change
    row = P.el_i[e, EL_ROW]
    k, l0, c = P.par[row, STIFFNESS], P.par[row, LENGTH], P.par[row, DAMPING]
    _, d, v, l = line(P, e)
    f, _ = pull(P, e, d, v, l)
    if l0 == 0.0:
        df, lost = add_scaled(scale(k, dd), c, dv), 2.0 * c * dot(v, dv)
    else:
        n = scale(1.0 / l, d)
        dl, rate = dot(n, dd), dot(n, v)
        dn = scale(1.0 / l, add_scaled(dd, -dl, n))
        d_rate = dot(dn, v) + dot(n, dv)
        df = add_scaled(scale(k * dl + c * d_rate, n), k * (l - l0) + c * rate, dn)
        lost = 2.0 * c * rate * d_rate
    put_wrench(P, column, scale(-1.0, cross(dx, f)), scale(-1.0, df))
    P.local[WRENCH, column] = lost


@kernel
def _by_node(P, e, X, node, place, sign, pose, twist):
    """Twelve columns by pose and twist of a node with its end of the spring at `place`."""
    a, b = P.el_i[e, EL_A], P.el_i[e, EL_B]
    relative = sub(twist_at(P, b, X)[0], twist_at(P, a, X)[0])
    v = twist_at(P, node, X)
    for j in range(6):
        x = unit_twist(j)
        shift = add(x[1], cross(x[0], sub(place, X)))
        dx, dv = scale(0.5, shift), cross_motion(x, v)[1]
        _write(P, e, pose + j, (dx, scale(sign, shift), add_scaled(cross(relative, dx), sign, dv)))
        _write(P, e, twist + j, (ZERO, ZERO, scale(sign, x[1])))


@kernel
def slopes(P, e, t, y, dy):
    """Exact."""
    a, b, row = P.el_i[e, EL_A], P.el_i[e, EL_B], P.el_i[e, EL_ROW]
    X, d, v, l = line(P, e)
    f, _ = pull(P, e, d, v, l)
    if not is_world(P, b):
        _by_node(P, e, X, b, point(P, b, row, AT_B), 1.0, POSE_B, TWIST_B)
    if not is_world(P, a):
        _by_node(P, e, X, a, point(P, a, row, AT_A), -1.0, POSE_A, TWIST_A)
    P.local[WRENCH, ROW] = book_row(P, L_SPRING)
    tell_nodes(P, a, b, X, (ZERO, scale(-1.0, f)), WRENCH + 1, 0)


@inlined
def _hold_direction(P, e, d, l):
    for j in range(3):
        P.hold[e, j] = d[j] / l if l > 0.0 else 0.0


@inlined
def begin(P, e, t, y):
    """It always acts."""
    P.mode[e, 0] = 1
    _, d, _, l = line(P, e)
    _hold_direction(P, e, d, l)


@inlined
def watch(P, e, t, y, g, gd, i):
    """Positive while the line has not turned by a right angle."""
    l0 = P.par[P.el_i[e, EL_ROW], LENGTH]
    g[i], gd[i] = UNUSED, UNKNOWN
    if l0 > 0.0:
        a, b, row = P.el_i[e, EL_A], P.el_i[e, EL_B], P.el_i[e, EL_ROW]
        x_a, x_b = point(P, a, row, AT_A), point(P, b, row, AT_B)
        n = (P.hold[e, 0], P.hold[e, 1], P.hold[e, 2])
        g[i] = dot(sub(x_b, x_a), n) / l0
        gd[i] = dot(sub(velocity(P, b, x_b), velocity(P, a, x_a)), n) / l0


@inlined
def switch(P, e, t, y, hit, i):
    """The line has turned, or its ends have met."""
    _, d, v, l = line(P, e)
    l0 = P.par[P.el_i[e, EL_ROW], LENGTH]
    _hold_direction(P, e, d, l)
    return (BEYOND if l < SHORTEST * l0 else 0), l - l0, dot(d, v) / l if l > 0.0 else 0.0


@inlined
def store(P, e, y, out):
    """Energy of the spring."""
    row = P.el_i[e, EL_ROW]
    x = line(P, e)[3] - P.par[row, LENGTH]
    out[LINKS] += 0.5 * P.par[row, STIFFNESS] * x * x


@inlined
def observe(P, e, y, out):
    """Extension, its rate, tension; direction from a to b, the middle."""
    x, d, v, l = line(P, e)
    f, _ = pull(P, e, d, v, l)
    n = scale(1.0 / l, d) if l > 0.0 else ZERO
    see_motion(P, e, l - P.par[P.el_i[e, EL_ROW], LENGTH], dot(n, v), dot(n, f), out)
    see_friction(n, x, v, ZERO, out)
