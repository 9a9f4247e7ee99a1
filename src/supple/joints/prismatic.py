"""Prismatic joint: translation by q along the z axis of the joint frame.

    R = R_J                  a = z axis of J              rho = R_P pos + a q
    w = w_P                  v = v_P + w_P x rho + a qd
    bias = (0 ; w_P x (w_P x rho) + 2 w_P x a qd)         S = (0 ; a)

Sweep     L = |pos| + |q0| + s1,   V = V_P + N1_P L + s1,   A = A_P + N2_P L + 2 N1_P s1 + s2,   N1 = N1_P,   N2 = N2_P
          with s1, s2 bounds of |q'|, |q''| over a step (sweep.py)
Symbols   q [m], qd [m/s], tau [N] along a; all vectors in world axes, v and bias at the node origin.
Source    Featherstone, Rigid Body Dynamics Algorithms (2008), table 4.1, in classical accelerations (hence the
          Coriolis term).
"""

from dataclasses import dataclass
from typing import Annotated, Any

from .._jit import inlined
from ..quantities import NONNEGATIVE, Quantity, check_quantities, described
from ..spatial.inertia import get_blocks
from ..spatial.vectors import ZERO, add, add_scaled, cross, dot, get3, mat_vec, put3, put9, scale, sym_vec
from ..tables import QI, VI, W_ACC, W_AXIS, W_BIAS, W_P, W_PA, W_R, W_RHO, W_SPEED, W_V, W_W
from .frame import carried_acceleration, joint_frame, parent_motion
from .one_dof import eliminate_column, solve_column
from .sweep import B_A, B_N1, B_N2, B_V, lever
from .written import IDENTITY, NO_STOPS, ORIGIN, STOP_LAW, STOPS, Axis, Place, Turn, check_stops


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Prismatic:
    """One displacement along an axis."""

    axis: Axis = (0.0, 0.0, 1.0)
    at: Place = ORIGIN
    orientation: Turn = IDENTITY
    displacement: Annotated[float, Quantity("at the start", "m")] = 0.0
    speed: Annotated[float, Quantity("at the start", "m/s")] = 0.0
    spring: Annotated[float, Quantity("stiffness", "N/m", NONNEGATIVE)] = 0.0
    rest: Annotated[float, Quantity("displacement at which the spring is free", "m")] = 0.0
    damping: Annotated[float, Quantity("of the joint", "Ns/m", NONNEGATIVE)] = 0.0
    armature: Annotated[float, Quantity("inertia that the coordinate has besides, of a rotor", "kg", NONNEGATIVE)] = 0.0
    limits: Annotated[tuple | None, Quantity("low and high end of the range", "m", STOPS, note=NO_STOPS)] = None
    limit_law: Annotated[Any, Quantity("normal contact law of the stops", "", STOP_LAW)] = None

    def __post_init__(self):
        check_quantities(self)
        check_stops(self)

    def chain(self):
        """One prismatic node."""
        return ((Prismatic, self.axis),)

    def start(self):
        """Initial positions and velocities."""
        return (self.displacement,), (self.speed,)

    names = (("displacement", "m"),), (("speed", "m/s"),)


EXAMPLES = (
    Prismatic(axis=(0, 1, 1), at=(0.1, 0, 0.4), damping=0.4, spring=20.0),
    Prismatic(axis=(1, 0, 0), armature=2.0),
)


# --- kernels ------------------------------------------------------------------------------------------------------------
@inlined
def place(i, tree, y, n_q, work):
    """Position, velocity and bias of node i from those of its parent."""
    q, qd = y[tree.i[i, QI]], y[n_q + tree.i[i, VI]]
    R, r = joint_frame(i, tree, work)
    p_P, w_P, v_P = parent_motion(i, tree, work)
    axis = (R[2], R[5], R[8])
    rho = add_scaled(r, q, axis)
    slide, carry = scale(qd, axis), cross(w_P, rho)
    put9(work, i, W_R, R)
    put3(work, i, W_P, add(p_P, rho))
    put3(work, i, W_W, w_P)
    put3(work, i, W_V, add(add(v_P, carry), slide))
    put3(work, i, W_AXIS, axis)
    put3(work, i, W_RHO, rho)
    work[i, W_SPEED] = qd
    put3(work, i, W_BIAS, ZERO)
    put3(work, i, W_BIAS + 3, cross(w_P, add_scaled(carry, 2.0, slide)))


@inlined
def subspace(i, k, tree, work):
    """S: motion of the node (angular, linear) per unit of velocity."""
    return ZERO, get3(work, i, W_AXIS)


@inlined
def eliminate(i, tree, tau, work):
    """Backward step of the articulated-body algorithm, U = (B a ; C a)."""
    blocks = get_blocks(work, i)
    axis = get3(work, i, W_AXIS)
    U_m, U_f = mat_vec(blocks[1], axis), sym_vec(blocks[2], axis)
    u = tau[tree.i[i, VI]] - dot(axis, get3(work, i, W_PA + 3))
    eliminate_column(i, tree, work, blocks, (U_m, U_f, dot(axis, U_f), u))


@inlined
def accelerate(i, tree, tau, n_q, work, dy):
    """Forward step of the articulated-body algorithm."""
    g = (tree.gravity[0], tree.gravity[1], tree.gravity[2])
    alpha, a = carried_acceleration(i, tree, work, scale(-1.0, g))
    qdd = solve_column(i, tree, work, alpha, a)
    dy[n_q + tree.i[i, VI]] = qdd
    put3(work, i, W_ACC, alpha)
    put3(work, i, W_ACC + 3, add(add_scaled(a, qdd, get3(work, i, W_AXIS)), g))


@inlined
def displace(i, tree, y, e, work, turn, shift):
    """Rotation and displacement of the node by the error e, from what the parent carries along."""
    return turn, add_scaled(shift, e[tree.i[i, QI]], get3(work, i, W_AXIS))


@inlined
def sweep(i, tree, y, work, parent, s1, s2, r1, r2):
    """Bounds of the motion over a step."""
    V, A, N1, N2 = work[parent, B_V], work[parent, B_A], work[parent, B_N1], work[parent, B_N2]
    L = lever(i, tree)
    L += abs(y[tree.i[i, QI]]) + s1
    work[i, B_V], work[i, B_A] = V + N1 * L + s1, A + N2 * L + 2.0 * N1 * s1 + s2
    work[i, B_N1], work[i, B_N2] = N1, N2
