"""Free joint: six degrees of freedom of a node whose parent is the world.

    q = (p, quaternion)      p position of the node origin in the world [m], quaternion (w, x, y, z)
    u = (v, omega)           v velocity of the origin in world axes [m/s], omega in axes of the node [rad/s]
    pdot = v                 qdot = 1/2 q (0, omega)       w = R omega         bias = 0
    tau = (force, moment)    force in world axes [N], moment in axes of the node [Nm]

Linear velocity in world axes makes free fall exactly linear in time, whatever the rotation.

The six equations IA (alpha; a) = (R tau_m ; tau_f) - p are solved by eliminating a:

    (A - B C^-1 B^T) alpha = m - B C^-1 f          a = C^-1 (f - B^T alpha)

Sweep     V = s1, A = s2 of its own position, N1 and N2 of its quaternion (quaternion.py); the world does not move
Source    Featherstone, Rigid Body Dynamics Algorithms (2008), sec. 9.4 (floating bases).
Limits    the parent must be the world; the fixed placement (E, POS) of the node is not used: q is its pose.
"""

from dataclasses import dataclass
from typing import Annotated

from .._jit import inlined
from ..quantities import NONNEGATIVE, QUATERNION, Quantity, check_quantities, described, numbers
from ..spatial.inertia import get_blocks
from ..spatial.rotations import quaternion_matrix, quaternion_rate, quaternion_velocity
from ..spatial.vectors import (
    ZERO,
    add,
    column,
    get3,
    get9,
    mat_t_vec,
    mat_vec,
    put3,
    put9,
    sub,
    sym_congruence,
    sym_inverse,
    sym_sub,
    sym_vec,
)
from ..tables import QI, VI, W_ACC, W_AXIS, W_BIAS, W_P, W_PA, W_R, W_RHO, W_V, W_W
from .quaternion import normalise, rotation_error, turn_bounds
from .sweep import B_A, B_N1, B_N2, B_V
from .written import IDENTITY, ORIGIN


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Free:
    """Six degrees of freedom with respect to the world."""

    position: Annotated[tuple, Quantity("of the body origin in the world at the start", "m", numbers(3))] = ORIGIN
    attitude: Annotated[tuple, Quantity("of the body in the world at the start", "-", QUATERNION)] = IDENTITY
    velocity: Annotated[tuple, Quantity("of the body origin in world axes at the start", "m/s", numbers(3))] = ORIGIN
    angular_velocity: Annotated[tuple, Quantity("in body axes at the start", "rad/s", numbers(3))] = ORIGIN
    damping: Annotated[float, Quantity("of the motion relative to the world", "Ns/m and Nms/rad", NONNEGATIVE)] = 0.0

    def __post_init__(self):
        check_quantities(self)

    at, orientation = ORIGIN, IDENTITY  # the joint frame is the world

    def chain(self):
        """One free node."""
        return ((Free, None),)

    def start(self):
        """Initial positions and velocities."""
        return (*self.position, *self.attitude), (*self.velocity, *self.angular_velocity)

    names = (
        (("x", "m"), ("y", "m"), ("z", "m"), ("qw", "-"), ("qx", "-"), ("qy", "-"), ("qz", "-")),
        (("vx", "m/s"), ("vy", "m/s"), ("vz", "m/s"), ("wx", "rad/s"), ("wy", "rad/s"), ("wz", "rad/s")),
    )


EXAMPLES = (Free(position=(1, 2, 3), attitude=(0.5, 1, 0, 0)),)


# --- kernels ------------------------------------------------------------------------------------------------------------
@inlined
def place(i, tree, y, n_q, work):
    """Position and velocity of node i, straight from the state."""
    k, j = tree.i[i, QI], n_q + tree.i[i, VI]
    p = (y[k], y[k + 1], y[k + 2])
    R = quaternion_matrix((y[k + 3], y[k + 4], y[k + 5], y[k + 6]))
    put9(work, i, W_R, R)
    put3(work, i, W_P, p)
    put3(work, i, W_W, mat_vec(R, (y[j + 3], y[j + 4], y[j + 5])))
    put3(work, i, W_V, (y[j], y[j + 1], y[j + 2]))
    put3(work, i, W_AXIS, ZERO)
    put3(work, i, W_RHO, p)
    put3(work, i, W_BIAS, ZERO)
    put3(work, i, W_BIAS + 3, ZERO)


@inlined
def position_rate(i, tree, y, n_q, dy):
    """pdot = v, qdot = 1/2 q (0, omega)."""
    k, j = tree.i[i, QI], n_q + tree.i[i, VI]
    dy[k], dy[k + 1], dy[k + 2] = y[j], y[j + 1], y[j + 2]
    rate = quaternion_rate((y[k + 3], y[k + 4], y[k + 5], y[k + 6]), (y[j + 3], y[j + 4], y[j + 5]))
    dy[k + 3], dy[k + 4], dy[k + 5], dy[k + 6] = rate


@inlined
def velocity_from_rate(i, tree, y, dq, n_q):
    """v and omega from q and its rate."""
    k, j = tree.i[i, QI], n_q + tree.i[i, VI]
    y[j], y[j + 1], y[j + 2] = dq[k], dq[k + 1], dq[k + 2]
    q, rate = (y[k + 3], y[k + 4], y[k + 5], y[k + 6]), (dq[k + 3], dq[k + 4], dq[k + 5], dq[k + 6])
    y[j + 3], y[j + 4], y[j + 5] = quaternion_velocity(q, rate)


@inlined
def subspace(i, k, tree, work):
    """S_k: motion of the node (angular, linear) per unit of velocity coordinate k."""
    if k < 3:
        return ZERO, (1.0 * (k == 0), 1.0 * (k == 1), 1.0 * (k == 2))
    return column(get9(work, i, W_R), k - 3), ZERO


@inlined
def accelerate(i, tree, tau, n_q, work, dy):
    """Solve the six equations of the root; there is no parent to hand anything to."""
    A, B, C = get_blocks(work, i)
    R = get9(work, i, W_R)
    j = tree.i[i, VI]
    f = sub((tau[j], tau[j + 1], tau[j + 2]), get3(work, i, W_PA + 3))
    m = sub(mat_vec(R, (tau[j + 3], tau[j + 4], tau[j + 5])), get3(work, i, W_PA))
    C_inv = sym_inverse(C)
    schur = sym_sub(A, sym_congruence(B, C_inv))
    alpha = sym_vec(sym_inverse(schur), sub(m, mat_vec(B, sym_vec(C_inv, f))))
    # the world accelerates with -g in these equations: take it out again
    a = add(sym_vec(C_inv, sub(f, mat_t_vec(B, alpha))), (tree.gravity[0], tree.gravity[1], tree.gravity[2]))
    put3(work, i, W_ACC, alpha)
    put3(work, i, W_ACC + 3, a)
    j += n_q
    dy[j], dy[j + 1], dy[j + 2] = a
    dy[j + 3], dy[j + 4], dy[j + 5] = mat_t_vec(R, alpha)


@inlined
def n_position():
    """p and a quaternion."""
    return 7


@inlined
def n_velocity():
    """v and omega."""
    return 6


@inlined
def n_plain():
    """Coordinates before the quaternion."""
    return 3


@inlined
def project(i, tree, y):
    """Normalise the quaternion."""
    normalise(y, tree.i[i, QI] + 3)


@inlined
def displace(i, tree, y, e, work, turn, shift):
    """Rotation and displacement of the node by the error e; nothing is carried along."""
    k = tree.i[i, QI]
    return mat_vec(get9(work, i, W_R), rotation_error(y, e, k + 3)), (e[k], e[k + 1], e[k + 2])


@inlined
def sweep(i, tree, y, work, parent, s1, s2, r1, r2):
    """Bounds of the motion over a step."""
    work[i, B_V], work[i, B_A] = s1, s2
    work[i, B_N1], work[i, B_N2] = turn_bounds(r1, r2)
