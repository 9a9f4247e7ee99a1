"""Revolute joint: rotation by q about the z axis of the joint frame.

    R = R_J Rz(q)            a = z axis of J              rho = R_P pos
    w = w_P + a qd           v = v_P + w_P x rho
    bias = (w_P x a qd ; w_P x (w_P x rho))               S = (a ; 0)

Sweep     n1 = s1, n2 = s2 + s1^2, with s1, s2 bounds of |q'|, |q''| over a step (sweep.py)
Symbols   q [rad], qd [rad/s], tau [Nm] about a; all vectors in world axes, v and bias at the node origin.
Source    Featherstone, Rigid Body Dynamics Algorithms (2008), table 4.1, in classical accelerations.
"""

import math
from dataclasses import dataclass
from typing import Annotated, Any

from .._jit import inlined
from ..quantities import NONNEGATIVE, Quantity, check_quantities, described
from ..spatial.inertia import get_blocks
from ..spatial.vectors import ZERO, add, add_scaled, cross, dot, get3, mat_t_vec, put3, put9, scale, sym_vec
from ..tables import QI, VI, W_ACC, W_AXIS, W_BIAS, W_P, W_PA, W_R, W_RHO, W_SPEED, W_V, W_W
from .frame import carried_acceleration, joint_frame, parent_motion
from .one_dof import eliminate_column, solve_column
from .sweep import sweep_turning
from .written import IDENTITY, NO_STOPS, ORIGIN, STOP_LAW, STOPS, Axis, Place, Turn, check_stops


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Revolute:
    """One angle about an axis."""

    axis: Axis = (0.0, 0.0, 1.0)
    at: Place = ORIGIN
    orientation: Turn = IDENTITY
    angle: Annotated[float, Quantity("at the start", "rad")] = 0.0
    rate: Annotated[float, Quantity("at the start", "rad/s")] = 0.0
    spring: Annotated[float, Quantity("stiffness", "Nm/rad", NONNEGATIVE)] = 0.0
    rest: Annotated[float, Quantity("angle at which the spring is free", "rad")] = 0.0
    damping: Annotated[float, Quantity("of the joint", "Nms/rad", NONNEGATIVE)] = 0.0
    armature: Annotated[
        float, Quantity("inertia that the coordinate has besides, of a rotor", "kg m^2", NONNEGATIVE)
    ] = 0.0
    limits: Annotated[tuple | None, Quantity("low and high end of the range", "rad", STOPS, note=NO_STOPS)] = None
    limit_law: Annotated[
        Any, Quantity("normal contact law of the stops, force in Nm over the excess in rad", "", STOP_LAW)
    ] = None

    def __post_init__(self):
        check_quantities(self)
        check_stops(self)

    def chain(self):
        """One revolute node."""
        return ((Revolute, self.axis),)

    def start(self):
        """Initial positions and velocities."""
        return (self.angle,), (self.rate,)

    names = (("angle", "rad"),), (("rate", "rad/s"),)

    hinge = True  # the origin of the body stays in the joint


EXAMPLES = (
    Revolute(axis=(1, -1, 0.5), at=(0.1, 0, 0.4), orientation=(1, 0.2, 0, 0.5), damping=0.1, spring=3.0, rest=0.2),
    Revolute(axis=(0, 1, 0), armature=0.4),
)


# --- kernels ------------------------------------------------------------------------------------------------------------
@inlined
def place(i, tree, y, n_q, work):
    """Position, velocity and bias of node i from those of its parent."""
    q, qd = y[tree.i[i, QI]], y[n_q + tree.i[i, VI]]
    s, c = math.sin(q), math.cos(q)
    J, rho = joint_frame(i, tree, work)
    p_P, w_P, v_P = parent_motion(i, tree, work)
    axis = (J[2], J[5], J[8])
    R = (
        c * J[0] + s * J[1], c * J[1] - s * J[0], J[2],
        c * J[3] + s * J[4], c * J[4] - s * J[3], J[5],
        c * J[6] + s * J[7], c * J[7] - s * J[6], J[8],
    )  # fmt: skip
    turn, carry = scale(qd, axis), cross(w_P, rho)
    put9(work, i, W_R, R)
    put3(work, i, W_P, add(p_P, rho))
    put3(work, i, W_W, add(w_P, turn))
    put3(work, i, W_V, add(v_P, carry))
    put3(work, i, W_AXIS, axis)
    put3(work, i, W_RHO, rho)
    work[i, W_SPEED] = qd
    put3(work, i, W_BIAS, cross(w_P, turn))
    put3(work, i, W_BIAS + 3, cross(w_P, carry))


@inlined
def subspace(i, k, tree, work):
    """S: motion of the node (angular, linear) per unit of velocity."""
    return get3(work, i, W_AXIS), ZERO


@inlined
def eliminate(i, tree, tau, work):
    """Backward step of the articulated-body algorithm, U = (A a ; B^T a)."""
    blocks = get_blocks(work, i)
    axis = get3(work, i, W_AXIS)
    U_m, U_f = sym_vec(blocks[0], axis), mat_t_vec(blocks[1], axis)
    u = tau[tree.i[i, VI]] - dot(axis, get3(work, i, W_PA))
    eliminate_column(i, tree, work, blocks, (U_m, U_f, dot(axis, U_m), u))


@inlined
def accelerate(i, tree, tau, n_q, work, dy):
    """Forward step of the articulated-body algorithm."""
    g = (tree.gravity[0], tree.gravity[1], tree.gravity[2])
    alpha, a = carried_acceleration(i, tree, work, scale(-1.0, g))
    qdd = solve_column(i, tree, work, alpha, a)
    dy[n_q + tree.i[i, VI]] = qdd
    put3(work, i, W_ACC, add_scaled(alpha, qdd, get3(work, i, W_AXIS)))
    put3(work, i, W_ACC + 3, add(a, g))


@inlined
def displace(i, tree, y, e, work, turn, shift):
    """Rotation and displacement of the node by the error e, from what the parent carries along."""
    return add_scaled(turn, e[tree.i[i, QI]], get3(work, i, W_AXIS)), shift


@inlined
def sweep(i, tree, y, work, parent, s1, s2, r1, r2):
    """Bounds of the motion over a step."""
    sweep_turning(i, tree, work, parent, s1, s2 + s1 * s1)
