"""Bushing: springs and dampers in all six directions between a frame of one body and a frame of another.

    d = R_A^T (x_B - x_A),   R_AB = R_A^T R_B = exp[phi],   w = R_A^T (w_B - w_A)
    force on B, at x_B    f = -K_t d - D_t d'                             (axes of A)
    moment on B           m = -J_l(phi)^-T K_r phi - D_r w                (axes of A)
    A feels the opposite, at x_B
    U = (d.K_t d + phi.K_r phi) / 2,     lost d'.D_t d' + w.D_r w

Symbols   K_t, D_t  stiffness [N/m] and damping [Ns/m] of the displacement along the axes of A      >= 0
          K_r, D_r  stiffness [Nm/rad] and damping [Nms/rad] of the rotation                        >= 0
          J_l       left Jacobian of the rotation vector: phi' = J_l^-1 w, so that -m.w = dU/dt at rest of the dampers;
                    J_l^-T = 1 + [phi]/2 + c [phi]^2,   c = (1 - (|phi|/2) cot(|phi|/2)) / |phi|^2
Use       a stiff one is a joint, or closes a loop.
Limits    |phi| < pi where K_r > 0: a run ends where the bodies are turned over against each other.
"""

import math
from dataclasses import dataclass
from typing import Annotated

from .._jit import inlined, kernel
from ..guards import UNKNOWN, UNUSED
from ..integrate.problem import BEYOND
from ..quantities import NONNEGATIVE, QUATERNION, Quantity, check_quantities, described, numbers
from ..spatial.rotations import quaternion_to_matrix
from ..spatial.vectors import add, add_scaled, cross, dot, get3, mat_t_vec, mat_vec, scale, sub
from ..tables import EL_A, EL_B, EL_ROW, L_SPRING, S_LEDGER, W_W
from .features import push
from .observed import LINKS, see_friction, see_motion
from .places import velocity
from .points import axes, point
from .slopes import between_nodes
from .written import BodyA, BodyB, Name

N_MODE, N_HOLD, N_GUARD = 1, 0, 1
AT_A, AT_B, AXES_A, AXES_B, KT, KR, DT, DR = 0, 3, 6, 15, 24, 27, 30, 33  # columns of the parameters
TURNED_OVER = 3.1  # [rad]
PER_AXIS = numbers(3, NONNEGATIVE)


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Bushing:
    """Springs and dampers in all directions between a frame of body `a` and a frame of body `b`."""

    a: BodyA
    b: BodyB
    at_a: Annotated[tuple, Quantity("origin of the frame in body a", "m", numbers(3))] = (0.0, 0.0, 0.0)
    at_b: Annotated[tuple, Quantity("origin of the frame in body b", "m", numbers(3))] = (0.0, 0.0, 0.0)
    orientation_a: Annotated[tuple, Quantity("of the frame in body a", "-", QUATERNION)] = (1.0, 0.0, 0.0, 0.0)
    orientation_b: Annotated[tuple, Quantity("of the frame in body b", "-", QUATERNION)] = (1.0, 0.0, 0.0, 0.0)
    stiffness: Annotated[tuple, Quantity("along the axes of the frame in a", "N/m", PER_AXIS)] = (0.0, 0.0, 0.0)
    turning_stiffness: Annotated[tuple, Quantity("about them", "Nm/rad", PER_AXIS)] = (0.0, 0.0, 0.0)
    damping: Annotated[tuple, Quantity("along them", "Ns/m", PER_AXIS)] = (0.0, 0.0, 0.0)
    turning_damping: Annotated[tuple, Quantity("about them", "Nms/rad", PER_AXIS)] = (0.0, 0.0, 0.0)
    name: Name = ""

    def __post_init__(self) -> None:
        check_quantities(self)

    def place(self, table, name):
        """Add its row to the table of elements."""
        (a, at_a), (b, at_b) = table.point(self.a, self.at_a), table.point(self.b, self.at_b)
        ends = (self.a, self.at_a, self.orientation_a), (self.b, self.at_b, self.orientation_b)
        turned = [table.turned(body, at, quaternion_to_matrix(q)).ravel() for body, at, q in ends]
        springs = (*self.stiffness, *self.turning_stiffness, *self.damping, *self.turning_damping)
        row = table.parameters.add((*at_a, *at_b, *turned[0], *turned[1], *springs))
        table.add("bushing", name, a=a, b=b, row=row, books=(L_SPRING,) if any(springs[6:]) else ())


@inlined
def times(k, v):
    """The diagonal matrix of k times v."""
    return k[0] * v[0], k[1] * v[1], k[2] * v[2]


@inlined
def rotation_vector(R_A, R_B):
    """phi with exp[phi] = R_A^T R_B, and its length."""
    x, y, z = (
        mat_t_vec(R_A, (R_B[0], R_B[3], R_B[6])),
        mat_t_vec(R_A, (R_B[1], R_B[4], R_B[7])),
        mat_t_vec(R_A, (R_B[2], R_B[5], R_B[8])),
    )  # columns of R_AB
    axial = (0.5 * (y[2] - z[1]), 0.5 * (z[0] - x[2]), 0.5 * (x[1] - y[0]))
    sine, cosine = math.sqrt(dot(axial, axial)), 0.5 * (x[0] + y[1] + z[2] - 1.0)
    angle = math.atan2(sine, cosine)
    return scale(angle / sine if sine > 1e-8 else 1.0 + angle * angle / 6.0, axial), angle


@inlined
def inverse_transpose(phi, angle, x):
    """J_l(phi)^-T x."""
    c = 1.0 / 12.0 + angle * angle / 720.0
    if angle > 1e-3:
        c = (1.0 - 0.5 * angle / math.tan(0.5 * angle)) / (angle * angle)
    turned = cross(phi, x)
    return add(add_scaled(x, 0.5, turned), scale(c, cross(phi, turned)))


@kernel
def motion(P, e):
    """Frame axes of A, point x_B, displacement d and its rate, phi, |phi|, relative spin w; d, phi, w in axes of A."""
    a, b, row = P.el_i[e, EL_A], P.el_i[e, EL_B], P.el_i[e, EL_ROW]
    R_A, R_B = axes(P, a, row, AXES_A), axes(P, b, row, AXES_B)
    x_B = point(P, b, row, AT_B)
    d = mat_t_vec(R_A, sub(x_B, point(P, a, row, AT_A)))
    rate = mat_t_vec(R_A, sub(velocity(P, b, x_B), velocity(P, a, x_B)))
    w = mat_t_vec(R_A, sub(get3(P.work, b, W_W), get3(P.work, a, W_W)))
    phi, angle = rotation_vector(R_A, R_B)
    return R_A, x_B, d, rate, phi, angle, w


@inlined
def load(P, e, t, y, dy):
    """Force and moment on both, and the power of the dampers."""
    row = P.el_i[e, EL_ROW]
    R_A, x_B, d, rate, phi, angle, w = motion(P, e)
    drag, brake = times(get3(P.par, row, DT), rate), times(get3(P.par, row, DR), w)
    force = mat_vec(R_A, add(times(get3(P.par, row, KT), d), drag))
    moment = mat_vec(R_A, add(inverse_transpose(phi, angle, times(get3(P.par, row, KR), phi)), brake))
    push(P, P.el_i[e, EL_A], force, x_B, moment)
    push(P, P.el_i[e, EL_B], scale(-1.0, force), x_B, scale(-1.0, moment))
    dy[P.size[S_LEDGER] + L_SPRING] += dot(drag, rate) + dot(brake, w)


slopes = between_nodes(load)


@inlined
def watch(P, e, t, y, g, gd, i):
    """Positive while the bodies are not turned over against each other [rad], which only a turning spring would mind."""
    K_r = get3(P.par, P.el_i[e, EL_ROW], KR)
    g[i], gd[i] = UNUSED if dot(K_r, K_r) == 0.0 else TURNED_OVER - motion(P, e)[5], UNKNOWN


@inlined
def switch(P, e, t, y, hit, i):
    """Turned over: the rotation vector has no direction there."""
    angle = motion(P, e)[5]
    return BEYOND, angle, 0.0


@inlined
def store(P, e, y, out):
    """Energy of the springs."""
    row = P.el_i[e, EL_ROW]
    _, _, d, _, phi, _, _ = motion(P, e)
    out[LINKS] += 0.5 * (dot(d, times(get3(P.par, row, KT), d)) + dot(phi, times(get3(P.par, row, KR), phi)))


@inlined
def observe(P, e, y, out):
    """Distance of the origins, its rate, the force; direction of d and the place in the world."""
    row = P.el_i[e, EL_ROW]
    R_A, x_B, d, rate, _, _, _ = motion(P, e)
    l = math.sqrt(dot(d, d))
    n = scale(1.0 / l, d) if l > 0.0 else (0.0, 0.0, 0.0)
    f = add(times(get3(P.par, row, KT), d), times(get3(P.par, row, DT), rate))
    see_motion(P, e, l, dot(n, rate), math.sqrt(dot(f, f)), out)
    see_friction(mat_vec(R_A, n), x_B, mat_vec(R_A, rate), mat_vec(R_A, scale(-1.0, f)), out)
