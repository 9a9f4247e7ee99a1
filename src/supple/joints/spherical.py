"""Spherical joint: quaternion q = (w, x, y, z), velocity omega = relative angular velocity in axes of the node.

    R = R_J R(q)             rho = R_P pos                qdot = 1/2 q (0, omega)
    w = w_P + R omega        v = v_P + w_P x rho
    bias = (w_P x R omega ; w_P x (w_P x rho))            S = (R ; 0)

The derivative of R omega is R omega_dot + w x R omega, and (R omega) x (R omega) = 0 leaves w_P in the bias.

In world axes S is the unit matrix on the angular part, D = A, and the elimination leaves a point-like inertia:

    Ia = (0, 0, C - B^T A^-1 B)         pa = (tau_W ; p_f + Ia_C bias_f + B^T A^-1 u)         u = tau_W - p_m
    alpha = A^-1 (u - B a')             omega_dot = R^T (alpha - alpha')                      tau_W = R tau

with (alpha', a') the acceleration that the parent carries along.

Sweep     n1, n2 of the quaternion (quaternion.py), spread as in sweep.py
Symbols   omega [rad/s], tau [Nm] in axes of the node; q of any length > 0.
Source    Featherstone, Rigid Body Dynamics Algorithms (2008), table 4.1 and sec. 7.3, in classical accelerations.
Limits    A must be regular: what the joint carries must have inertia about all three axes through its centre.
"""

from dataclasses import dataclass
from typing import Annotated

from .._jit import inlined
from ..quantities import NONNEGATIVE, QUATERNION, Quantity, check_quantities, described, numbers
from ..spatial.inertia import add_force, add_inertia, get_blocks
from ..spatial.rotations import quaternion_matrix, quaternion_rate, quaternion_velocity
from ..spatial.vectors import (
    ZERO,
    add,
    column,
    cross,
    get3,
    get6,
    get9,
    mat_mul,
    mat_t_vec,
    mat_vec,
    put3,
    put6,
    put9,
    scale,
    sub,
    sym_congruence,
    sym_inverse,
    sym_sub,
    sym_vec,
)
from ..tables import PARENT, QI, VI, W_ACC, W_AXIS, W_BIAS, W_IA, W_P, W_PA, W_R, W_RHO, W_U, W_V, W_W
from .frame import carried_acceleration, joint_frame, parent_motion
from .quaternion import normalise, rotation_error, turn_bounds
from .sweep import sweep_turning
from .written import IDENTITY, ORIGIN, Place, Turn


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Spherical:
    """Three rotations about a point."""

    at: Place = ORIGIN
    orientation: Turn = IDENTITY
    attitude: Annotated[tuple, Quantity("of the body in the joint frame at the start", "-", QUATERNION)] = IDENTITY
    angular_velocity: Annotated[tuple, Quantity("in body axes at the start", "rad/s", numbers(3))] = ORIGIN
    damping: Annotated[float, Quantity("of the joint", "Nms/rad", NONNEGATIVE)] = 0.0

    def __post_init__(self):
        check_quantities(self)

    def chain(self):
        """One spherical node."""
        return ((Spherical, None),)

    def start(self):
        """Initial positions and velocities."""
        return self.attitude, self.angular_velocity

    names = (
        (("qw", "-"), ("qx", "-"), ("qy", "-"), ("qz", "-")),
        (("wx", "rad/s"), ("wy", "rad/s"), ("wz", "rad/s")),
    )

    hinge = True  # the origin of the body stays in the joint


EXAMPLES = (Spherical(at=(0.2, 0, 0), attitude=(1, 1, 0, 0)),)


# --- kernels ------------------------------------------------------------------------------------------------------------
@inlined
def place(i, tree, y, n_q, work):
    """Position, velocity and bias of node i from those of its parent."""
    k, j = tree.i[i, QI], n_q + tree.i[i, VI]
    R_J, rho = joint_frame(i, tree, work)
    p_P, w_P, v_P = parent_motion(i, tree, work)
    R = mat_mul(R_J, quaternion_matrix((y[k], y[k + 1], y[k + 2], y[k + 3])))
    turn, carry = mat_vec(R, (y[j], y[j + 1], y[j + 2])), cross(w_P, rho)
    put9(work, i, W_R, R)
    put3(work, i, W_P, add(p_P, rho))
    put3(work, i, W_W, add(w_P, turn))
    put3(work, i, W_V, add(v_P, carry))
    put3(work, i, W_AXIS, ZERO)
    put3(work, i, W_RHO, rho)
    put3(work, i, W_BIAS, cross(w_P, turn))
    put3(work, i, W_BIAS + 3, cross(w_P, carry))


@inlined
def position_rate(i, tree, y, n_q, dy):
    """qdot = 1/2 q (0, omega)."""
    k, j = tree.i[i, QI], n_q + tree.i[i, VI]
    rate = quaternion_rate((y[k], y[k + 1], y[k + 2], y[k + 3]), (y[j], y[j + 1], y[j + 2]))
    dy[k], dy[k + 1], dy[k + 2], dy[k + 3] = rate


@inlined
def velocity_from_rate(i, tree, y, dq, n_q):
    """omega from q and its rate."""
    k, j = tree.i[i, QI], n_q + tree.i[i, VI]
    q, rate = (y[k], y[k + 1], y[k + 2], y[k + 3]), (dq[k], dq[k + 1], dq[k + 2], dq[k + 3])
    y[j], y[j + 1], y[j + 2] = quaternion_velocity(q, rate)


@inlined
def subspace(i, k, tree, work):
    """S_k: motion of the node (angular, linear) per unit of velocity coordinate k."""
    return column(get9(work, i, W_R), k), ZERO


@inlined
def eliminate(i, tree, tau, work):
    """Backward step of the articulated-body algorithm; W_U keeps A^-1 (6) and u (3), W_IA keeps B."""
    A, B, C = get_blocks(work, i)
    j = tree.i[i, VI]
    tau_W = mat_vec(get9(work, i, W_R), (tau[j], tau[j + 1], tau[j + 2]))
    u = sub(tau_W, get3(work, i, W_PA))
    A_inv = sym_inverse(A)
    put6(work, i, W_U + 18, A_inv)
    put3(work, i, W_U + 24, u)
    parent = tree.i[i, PARENT]
    if parent < 0:
        return
    B_t = (B[0], B[3], B[6], B[1], B[4], B[7], B[2], B[5], B[8])
    C = sym_sub(C, sym_congruence(B_t, A_inv))
    force = add(mat_t_vec(B, sym_vec(A_inv, u)), sym_vec(C, get3(work, i, W_BIAS + 3)))
    none3, none6 = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    add_inertia(work, i, parent, (none6, none3 + none6, C))
    add_force(work, i, parent, tau_W, add(force, get3(work, i, W_PA + 3)))


@inlined
def accelerate(i, tree, tau, n_q, work, dy):
    """Forward step of the articulated-body algorithm."""
    g = (tree.gravity[0], tree.gravity[1], tree.gravity[2])
    alpha_P, a = carried_acceleration(i, tree, work, scale(-1.0, g))
    rest = sub(get3(work, i, W_U + 24), mat_vec(get9(work, i, W_IA + 6), a))
    alpha = sym_vec(get6(work, i, W_U + 18), rest)
    j = n_q + tree.i[i, VI]
    dy[j], dy[j + 1], dy[j + 2] = mat_t_vec(get9(work, i, W_R), sub(alpha, alpha_P))
    put3(work, i, W_ACC, alpha)
    put3(work, i, W_ACC + 3, add(a, g))


@inlined
def n_position():
    """A quaternion."""
    return 4


@inlined
def n_velocity():
    """omega."""
    return 3


@inlined
def n_plain():
    """Coordinates before the quaternion."""
    return 0


@inlined
def project(i, tree, y):
    """Normalise the quaternion."""
    normalise(y, tree.i[i, QI])


@inlined
def displace(i, tree, y, e, work, turn, shift):
    """Rotation and displacement of the node by the error e, from what the parent carries along."""
    return add(turn, mat_vec(get9(work, i, W_R), rotation_error(y, e, tree.i[i, QI]))), shift


@inlined
def sweep(i, tree, y, work, parent, s1, s2, r1, r2):
    """Bounds of the motion over a step."""
    n1, n2 = turn_bounds(r1, r2)
    sweep_turning(i, tree, work, parent, n1, n2)
