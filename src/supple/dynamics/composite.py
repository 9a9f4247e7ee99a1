"""What derivatives of inverse dynamics are made of: inertia, 2 B and forces of all behind a joint, motions by coordinates.

The equations stand in derivatives.py; here is what rigid and flexible bodies have in common. All vectors refer to a point O
at rest, where the root of the tree is now.

Symbols   work    rows of nodes, `D_*`: from W_IA on they take the place of what the accelerations were made of
          column  rows of coordinates, `C_*`. Those of a mode of a flexible body depend on the station that a way through
                  the tree comes along: whoever walks from a node to the root calls `pass_node` for each node
Source    as derivatives.py.
"""

from .._jit import inlined, kernel
from ..joints.registry import STATION
from ..spatial.inertia import velocity_force
from ..spatial.twists import power
from ..spatial.vectors import (
    ZERO,
    accumulate3,
    accumulate6,
    accumulate9,
    add,
    add_scaled,
    cross,
    dot,
    get3,
    get6,
    get9,
    mat_t_vec,
    mat_vec,
    put3,
    put6,
    put9,
    scale,
    sub,
    sym_vec,
)
from ..tables import (
    BENT,
    KIND,
    N_COLUMNS,
    N_V,
    PARENT,
    QI,
    VI,
    W_ACC,
    W_FEXT,
    W_IA,
    W_P,
    W_V,
    W_W,
)

# columns of work: of all that is behind the joint of a node, with respect to O
D_MASS = W_IA  # 1 mass [kg]
D_H = W_IA + 1  # 3 first moment
D_J = W_IA + 4  # 6 inertia
D_K = W_IA + 10  # 9 angular part of 2 B
D_MOMENTUM = W_IA + 19  # 3 linear momentum
D_FORCE = W_IA + 22  # 6 force in the joint, external wrenches taken out
D_ORIGIN = W_IA + 28  # 3 O
# columns of a coordinate
C_S, C_PSI, C_PSI2, C_T, N_SLOPE = 0, 6, 12, 18, 24


@inlined
def get_pair(table, i, c):
    """Two vectors, side by side."""
    return get3(table, i, c), get3(table, i, c + 3)


@inlined
def put_pair(table, i, c, x):
    """Write them."""
    put3(table, i, c, x[0])
    put3(table, i, c + 3, x[1])


@inlined
def motion_of(i, tree, work):
    """Velocity and acceleration of node i, less gravity; ZERO, -g of the world."""
    g = (tree.gravity[0], tree.gravity[1], tree.gravity[2])
    if i < 0:
        return (ZERO, ZERO), (ZERO, scale(-1.0, g))
    r = sub(get3(work, i, W_P), get3(work, i, D_ORIGIN))
    w, v, alpha = get3(work, i, W_W), get3(work, i, W_V), get3(work, i, W_ACC)
    a = sub(sub(get3(work, i, W_ACC + 3), g), cross(w, v))
    return (w, add(v, cross(r, w))), (alpha, add(a, cross(r, alpha)))


@kernel
def pass_node(i, tree, column):
    """On the way from node i to its parent: the modes of a flexible body move all behind a station as they move that."""
    if tree.i[i, KIND] != STATION:
        return
    m = tree.i[i, N_COLUMNS]
    for k in range(m):
        at = at_station_column(tree.i[i, BENT], m, k)
        for r in range(N_SLOPE):
            column[tree.i[i, VI] + k, r] = tree.bent[at + r]


@inlined
def at_station_column(b, m, k):
    """Where a station keeps S, Psi, Psi' and T of mode k of its body."""
    return b + 6 * m + N_SLOPE * k


# --- one node -----------------------------------------------------------------------------------------------------------
@kernel
def write_inertia(i, tree, work, m, mc, inertia):
    """Inertia, 2 B, momentum and force of node i alone, as a rigid body about its origin."""
    moment, force = velocity_force(get3(work, i, W_W), mc, inertia)
    g = (tree.gravity[0], tree.gravity[1], tree.gravity[2])
    alpha, a = get3(work, i, W_ACC), sub(get3(work, i, W_ACC + 3), g)
    moment = sub(add(add(moment, sym_vec(inertia, alpha)), cross(mc, a)), get3(work, i, W_FEXT))
    force = sub(add(add_scaled(force, m, a), cross(alpha, mc)), get3(work, i, W_FEXT + 3))
    r = sub(get3(work, i, W_P), get3(work, i, D_ORIGIN))
    (w, u), _ = motion_of(i, tree, work)
    h = add_scaled(mc, m, r)
    # J = I + 2 r.mc - r mc^T - mc r^T + m (r.r - r r^T): as the outer products of mc + m r/2 and r
    b = add_scaled(mc, 0.5 * m, r)
    d = 2.0 * dot(r, b)
    J = (
        inertia[0] + d - 2.0 * r[0] * b[0], inertia[1] + d - 2.0 * r[1] * b[1], inertia[2] + d - 2.0 * r[2] * b[2],
        inertia[3] - r[0] * b[1] - r[1] * b[0], inertia[4] - r[0] * b[2] - r[2] * b[0],
        inertia[5] - r[1] * b[2] - r[2] * b[1],
    )  # fmt: skip
    half = 0.5 * (J[0] + J[1] + J[2])
    Z = (half - J[0], half - J[1], half - J[2], -J[3], -J[4], -J[5])
    # columns of -2 (w x Z a + h x (u x a))
    x = add(cross(w, (Z[0], Z[3], Z[4])), cross(h, (0.0, u[2], -u[1])))
    y = add(cross(w, (Z[3], Z[1], Z[5])), cross(h, (-u[2], 0.0, u[0])))
    z = add(cross(w, (Z[4], Z[5], Z[2])), cross(h, (u[1], -u[0], 0.0)))
    work[i, D_MASS] = m
    put3(work, i, D_H, h)
    put6(work, i, D_J, J)
    put9(work, i, D_K, (-2.0 * x[0], -2.0 * y[0], -2.0 * z[0], -2.0 * x[1], -2.0 * y[1], -2.0 * z[1],
                        -2.0 * x[2], -2.0 * y[2], -2.0 * z[2]))  # fmt: skip
    put3(work, i, D_MOMENTUM, add_scaled(cross(w, h), m, u))
    put_pair(work, i, D_FORCE, (add(moment, cross(r, force)), force))


@inlined
def hand_on(i, parent, work):
    """Add all of node i to its parent."""
    work[parent, D_MASS] += work[i, D_MASS]
    accumulate3(work, parent, D_H, get3(work, i, D_H))
    accumulate6(work, parent, D_J, get6(work, i, D_J))
    accumulate9(work, parent, D_K, get9(work, i, D_K))
    accumulate3(work, parent, D_MOMENTUM, get3(work, i, D_MOMENTUM))
    accumulate6(work, parent, D_FORCE, get6(work, i, D_FORCE))


# --- all behind a joint -------------------------------------------------------------------------------------------------
@inlined
def weigh(i, work, x):
    """I x of all behind the joint of node i."""
    h = get3(work, i, D_H)
    moment = add(sym_vec(get6(work, i, D_J), x[0]), cross(h, x[1]))
    return moment, sub(scale(work[i, D_MASS], x[1]), cross(h, x[0]))


@inlined
def turn(i, work, x):
    """2 B x."""
    return mat_vec(get9(work, i, D_K), x[0]), scale(-2.0, cross(get3(work, i, D_MOMENTUM), x[0]))


@inlined
def turn_back(i, work, x):
    """Angular part of (2 B)^T x; the rest is zero."""
    return add_scaled(mat_t_vec(get9(work, i, D_K), x[0]), -2.0, cross(x[1], get3(work, i, D_MOMENTUM)))


@kernel
def add_before(i, c, at, tree, n_q, column, G, H, feels, gives):
    """A coordinate of node i with all before it; c, at: itself, and the place of its displacement.

    feels   (I S, angular part of (2 B)^T S): what it feels of motions;  gives: forces on what is before it by its
            displacement and velocity
    """
    (weighed, turned), (carried, by_v) = feels, gives
    pass_node(i, tree, column)
    p = tree.i[i, PARENT]
    while p >= 0:
        first, q = tree.i[p, VI], tree.i[p, QI]
        for j in range(tree.i[p, N_V]):
            m = first + j
            s = get_pair(column, m, C_S)
            G[n_q + m, at] -= power(s, carried)
            G[n_q + m, n_q + c] -= power(s, by_v)
            push, psi, t = get_pair(column, m, C_PSI2), get3(column, m, C_PSI), get_pair(column, m, C_T)
            G[n_q + c, q + j] -= power(push, weighed) + dot(psi, turned)
            G[n_q + c, n_q + m] -= power(t, weighed) + dot(s[0], turned)
            H[c, m] = power(s, weighed)
        pass_node(p, tree, column)
        p = tree.i[p, PARENT]
