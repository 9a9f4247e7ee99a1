"""Derivatives of inverse dynamics in closed form, and of the accelerations by them.

    tau = ID(q, v, vdot) = M vdot + h - J^T f_ext,        vdot = M^-1 (tau - h + J^T f_ext)
    d vdot = M^-1 (d tau + J^T D f_ext - d ID)            D: change of an external wrench beyond being carried along

All vectors refer to one point O at rest, where the root of the tree is now. Column k of a joint has the motion S_k; let
v', a' be velocity and acceleration (the world's is -g) of what it moves against, v that of what it moves, and

    Psi_k = v' x S_k,     Psi'_k = a' x S_k + v' x Psi_k,     T_k = Psi_k + v x S_k

A displacement along S_k carries all behind it along; beyond that their velocity changes by Psi_k. With inertia I,
momentum P, first moment h and second moment Z = int r r^T of all that is behind a joint, F the force in the joint, and

    2 B (a ; b) = (-2 (sum w x Z a + h x (u x a)) ; -2 P x a)        (w ; u): velocity of each body

    j behind k or on its joint     dtau_j/dq_k = S_j . (I_j Psi'_k + 2 B_j Psi_k)
                                   dtau_j/dv_k = S_j . (I_j T_k + 2 B_j S_k)
    k behind j                     dtau_j/dq_k = S_j . (I_k Psi'_k + 2 B_k Psi_k + S_k x* F_k)
                                   dtau_j/dv_k = S_j . (I_k T_k + 2 B_k S_k)

2 B has no part of b, and its angular part is what is written above: the products of the general formula,
v x* I - I v x + (I v) x*, add up to that. A free joint is a translation in world axes, then a rotation about axes of the
node. dq is a displacement along S_k: `by_coordinates` makes derivatives by the numbers of a quaternion of it.

M = L^T D L is factorised without fill-in, leaves first; coordinates whose acceleration is given take no part.

Symbols   G     rows and columns of the state: rows of accelerations take d tau + J^T D f - d ID, then d vdot
          H     mass matrix (n_v, n_v), lower triangle, then its factors
          ahead (n_v,) the coordinate before each on the way to the root, -1: none;  STILL: its acceleration is given
          column (n_v, 24) S, Psi, Psi', T of the coordinates, with respect to O
          work  rows filled by `kinematics` and the accelerations; from W_IA on they are overwritten by what follows
Source    Carpentier & Mansard, RSS 2018; Singh, Russo & Wensing, IEEE Robot. Autom. Lett. 7 (2022) 1776, rewritten;
          Featherstone, Rigid Body Dynamics Algorithms (2008), table 6.3 (factors).
Flexible  bent_derivatives.py.
"""

from .._jit import kernel
from ..joints import dispatch
from ..joints.one_dof import is_given
from ..joints.registry import FLEXIBLE, STATION
from ..spatial.inertia import rigid_body
from ..spatial.twists import cross_force, cross_motion, plus, power
from ..spatial.vectors import ZERO, add, cross, get3, put3, sub
from ..tables import ARMATURE, ASLEEP, KIND, N_PLAIN, N_Q, N_V, PARENT, QI, VI, W_ACC, W_P, W_V
from .bent_derivatives import add_modes, write_bent, write_station
from .composite import (
    C_PSI,
    C_PSI2,
    C_S,
    C_T,
    D_FORCE,
    D_ORIGIN,
    add_before,
    get_pair,
    hand_on,
    motion_of,
    put_pair,
    turn,
    turn_back,
    weigh,
    write_inertia,
)

NONE, STILL = -1, -2  # in `ahead`


# --- roots to leaves ----------------------------------------------------------------------------------------------------
@kernel
def write_columns(i, tree, work, column):
    """S, Psi, Psi' and T of the coordinates of node i."""
    r = sub(get3(work, i, W_P), get3(work, i, D_ORIGIN))
    v, _ = motion_of(i, tree, work)
    before, push = motion_of(tree.i[i, PARENT], tree, work)
    free = tree.i[i, N_Q] > tree.i[i, N_V] and tree.i[i, N_PLAIN] > 0
    for k in range(tree.i[i, N_V]):
        c = tree.i[i, VI] + k
        angular, linear = dispatch.subspace(tree.i[i, KIND], i, k, tree, work)
        S = (angular, add(linear, cross(r, angular)))
        after = v
        if free and k < tree.i[i, N_PLAIN]:
            after = (ZERO, get3(work, i, W_V))
        elif free:  # it turns against something that is carried along and does not turn
            before = (ZERO, get3(work, i, W_V))
            push = (ZERO, sub(get3(work, i, W_ACC + 3), (tree.gravity[0], tree.gravity[1], tree.gravity[2])))
        psi = cross_motion(before, S)
        put_pair(column, c, C_S, S)
        put_pair(column, c, C_PSI, psi)
        put_pair(column, c, C_PSI2, plus(cross_motion(push, S), cross_motion(before, psi)))
        put_pair(column, c, C_T, plus(psi, cross_motion(after, S)))


@kernel
def write_own(i, tree, work):
    """Inertia, 2 B, momentum and force of node i alone."""
    m, mc, inertia = rigid_body(tree, i, work)
    write_inertia(i, tree, work, m, mc, inertia)


# --- leaves to roots ----------------------------------------------------------------------------------------------------
@kernel
def _column(i, k, tree, n_q, work, column, G, H):
    """Coordinate k of node i with itself, the others of its joint, and all before it."""
    first, q = tree.i[i, VI], tree.i[i, QI]
    c, at = first + k, q + k
    S = get_pair(column, c, C_S)
    weighed = weigh(i, work, S)
    turned = turn_back(i, work, S)
    by_q = plus(weigh(i, work, get_pair(column, c, C_PSI2)), turn(i, work, get_pair(column, c, C_PSI)))
    by_v = plus(weigh(i, work, get_pair(column, c, C_T)), turn(i, work, S))
    carried = plus(by_q, cross_force(S, get_pair(work, i, D_FORCE)))
    plain = tree.i[i, N_PLAIN]
    for j in range(tree.i[i, N_V]):
        m = first + j
        s = get_pair(column, m, C_S)
        before = tree.i[i, N_Q] > tree.i[i, N_V] and j < plain <= k  # a translation is before the rotations
        G[n_q + m, at] -= power(s, carried) if before else power(s, by_q)
        G[n_q + m, n_q + c] -= power(s, by_v)
        if j <= k:
            H[c, m] = power(s, weighed)
    H[c, c] += tree.f[i, ARMATURE]
    add_before(i, c, at, tree, n_q, column, G, H, (weighed, turned), (carried, by_v))


@kernel
def add_inertial(tree, y, n_q, work, column, G, H):
    """Take d ID out of the rows of accelerations of G; write the mass matrix into H."""
    n_node = tree.i.shape[0]
    for i in range(n_node):
        kind, p = tree.i[i, KIND], tree.i[i, PARENT]
        if kind == ASLEEP:
            continue
        put3(work, i, D_ORIGIN, get3(work, i, W_P) if p < 0 else get3(work, p, D_ORIGIN))
        if kind == FLEXIBLE:
            write_bent(i, tree, y, n_q, work)
            continue
        write_columns(i, tree, work, column)
        write_own(i, tree, work)
        if kind == STATION:
            write_station(i, tree, y, n_q, work)
    for i in range(n_node - 1, -1, -1):
        kind = tree.i[i, KIND]
        if kind == FLEXIBLE:
            add_modes(i, tree, y, n_q, work, column, G, H)
        elif kind != ASLEEP:
            for k in range(tree.i[i, N_V]):
                _column(i, k, tree, n_q, work, column, G, H)
        if kind != ASLEEP and tree.i[i, PARENT] >= 0:
            hand_on(i, tree.i[i, PARENT], work)


# --- M^-1 ---------------------------------------------------------------------------------------------------------------
@kernel
def order(tree, work, ahead):
    """Which coordinate is before each; those whose acceleration is given are passed by."""
    for i in range(tree.i.shape[0]):
        given = is_given(i, tree, work) or tree.i[i, KIND] == ASLEEP
        p, last = tree.i[i, PARENT], NONE
        while p >= 0 and last == NONE:
            if tree.i[p, N_V] > 0:
                end = tree.i[p, VI] + tree.i[p, N_V] - 1
                if ahead[end] != STILL:
                    last = end
            p = tree.i[p, PARENT]
        for k in range(tree.i[i, N_V]):
            c = tree.i[i, VI] + k
            ahead[c] = STILL if given else last
            last = c


@kernel
def factorise(n, H, ahead):
    """M = L^T D L in the lower triangle of H."""
    for k in range(n - 1, -1, -1):
        if ahead[k] == STILL:
            continue
        i = ahead[k]
        while i >= 0:
            a = H[k, i] / H[k, k]
            j = i
            while j >= 0:
                H[i, j] -= a * H[k, j]
                j = ahead[j]
            H[k, i] = a
            i = ahead[i]


@kernel
def _subtract(G, to, factor, row, width):
    for c in range(width):
        G[to, c] -= factor * G[row, c]


@kernel
def solve(n, n_q, H, ahead, G, width):
    """M^-1 times the rows of accelerations of G, with the factors in H; what is given does not change."""
    for k in range(n - 1, -1, -1):
        i = ahead[k]
        while i >= 0:
            _subtract(G, n_q + i, H[k, i], n_q + k, width)
            i = ahead[i]
    for k in range(n):
        if ahead[k] == STILL:
            continue
        inverse = 1.0 / H[k, k]
        for c in range(width):
            G[n_q + k, c] *= inverse
        i = ahead[k]
        while i >= 0:
            _subtract(G, n_q + k, H[k, i], n_q + i, width)
            i = ahead[i]


@kernel
def solve_one(n, H, ahead, x):
    """M^-1 x in place, as `solve`."""
    for k in range(n - 1, -1, -1):
        i = ahead[k]
        while i >= 0:
            x[i] -= H[k, i] * x[k]
            i = ahead[i]
    for k in range(n):
        if ahead[k] == STILL:
            continue
        x[k] /= H[k, k]
        i = ahead[k]
        while i >= 0:
            x[k] -= H[k, i] * x[i]
            i = ahead[i]


# --- coordinates --------------------------------------------------------------------------------------------------------
@kernel
def _by_quaternion(y, q, G, height):
    """Derivatives by three rotations about axes of the node become those by the four numbers of a quaternion."""
    w, a, b, c = y[q], y[q + 1], y[q + 2], y[q + 3]
    f = 2.0 / (w * w + a * a + b * b + c * c)
    for r in range(height):
        x, u, z = f * G[r, q], f * G[r, q + 1], f * G[r, q + 2]
        G[r, q] = -a * x - b * u - c * z
        G[r, q + 1] = w * x - c * u + b * z
        G[r, q + 2] = c * x + w * u - a * z
        G[r, q + 3] = -b * x + a * u + w * z


@kernel
def by_coordinates(tree, y, n_q, G, height):
    """Derivatives by displacements along S become those by the coordinates of y; then the rows of their rates."""
    for i in range(tree.i.shape[0]):
        if tree.i[i, KIND] == ASLEEP:
            continue
        q, v = tree.i[i, QI], n_q + tree.i[i, VI]
        if tree.i[i, N_Q] == tree.i[i, N_V]:
            for k in range(tree.i[i, N_V]):
                G[q + k, v + k] = 1.0
            continue
        for k in range(tree.i[i, N_PLAIN]):
            G[q + k, v + k] = 1.0
        q, v = q + tree.i[i, N_PLAIN], v + tree.i[i, N_PLAIN]
        _by_quaternion(y, q, G, height)
        # q' = q (0, omega)/2
        s, a, b, c = 0.5 * y[q], 0.5 * y[q + 1], 0.5 * y[q + 2], 0.5 * y[q + 3]
        x, u, z = 0.5 * y[v], 0.5 * y[v + 1], 0.5 * y[v + 2]
        G[q, q + 1], G[q, q + 2], G[q, q + 3] = -x, -u, -z
        G[q + 1, q], G[q + 1, q + 2], G[q + 1, q + 3] = x, z, -u
        G[q + 2, q], G[q + 2, q + 1], G[q + 2, q + 3] = u, -z, x
        G[q + 3, q], G[q + 3, q + 1], G[q + 3, q + 2] = z, u, -x
        G[q, v], G[q, v + 1], G[q, v + 2] = -a, -b, -c
        G[q + 1, v], G[q + 1, v + 1], G[q + 1, v + 2] = s, -c, b
        G[q + 2, v], G[q + 2, v + 1], G[q + 2, v + 2] = c, s, -a
        G[q + 3, v], G[q + 3, v + 1], G[q + 3, v + 2] = -b, a, s
