"""Prismatic joint of a node that never turns: all joints between it and the world are prismatic.

    R = 1        rho = pos + a q        p = p_P + rho        v = v_P + a qd        w = 0

Of an articulated inertia the linear part C is all that counts, and of a wrench the force:

    U = C a       D = a . U + armature       u = tau - a . f       C_P += C - U U^T/D       f_P += f + U u/D
    qdd = (u - U . a_P')/D                                                  a_P': acceleration of the parent, minus g

Nobody writes it: a `Prismatic` becomes one where its parent is the world or a slider (model/tree.py). What falls, slides or
bounces without turning takes a third of the time of the general joint, in which most of the products are with zeros.

Where all that is carried slides as well, C, U and D never change (`settle`): no division, and a chain of such joints is as
short as it can be.

Symbols   as in prismatic.py; its axes are those of the world, in which a is constant: in `tree.flex`, at tree.i[i, FLEX]
Source    Featherstone, Rigid Body Dynamics Algorithms (2008), table 7.1, without rotations.
"""

from .._jit import inlined
from ..spatial.modal_body import load3, load6
from ..spatial.vectors import (
    UNTURNED,
    ZERO,
    accumulate3,
    accumulate6,
    add,
    add_scaled,
    dot,
    get3,
    get6,
    put3,
    put6,
    put9,
    scale,
    sub,
    sym_add,
    sym_outer,
    sym_sub,
    sym_vec,
)
from ..tables import (
    ARMATURE,
    BENT,
    FLEX,
    KIND,
    MASS,
    PARENT,
    POS,
    PRESCRIBED,
    QI,
    VI,
    W_ACC,
    W_AXIS,
    W_BIAS,
    W_FEXT,
    W_IA,
    W_P,
    W_PA,
    W_R,
    W_RHO,
    W_SPEED,
    W_U,
    W_V,
    W_W,
    W_WANT,
)
from .one_dof import is_given, solve_column
from .prismatic import displace, subspace  # noqa: F401  (as of any prismatic joint)
from .registry import SLIDER
from .sweep import B_A, B_N1, B_N2, B_V

# its constants: a, and of one that has BENT = CONSTANT (`settle`) also U, 1/D, and what its parent gets of C
U, D_INVERSE, REST, N_CONSTANTS = 3, 6, 7, 13
CONSTANT = 1
NONE = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@inlined
def place(i, tree, y, n_q, work):
    """Position and velocity of node i from those of its parent."""
    q, qd = y[tree.i[i, QI]], y[n_q + tree.i[i, VI]]
    axis = load3(tree.flex, tree.i[i, FLEX])
    rho, slide = add_scaled(get3(tree.f, i, POS), q, axis), scale(qd, axis)
    parent = tree.i[i, PARENT]
    p, v = rho, slide
    if parent >= 0:
        p, v = add(get3(work, parent, W_P), rho), add(get3(work, parent, W_V), slide)
    put9(work, i, W_R, UNTURNED)
    put3(work, i, W_P, p)
    put3(work, i, W_W, ZERO)
    put3(work, i, W_V, v)
    put3(work, i, W_AXIS, axis)
    put3(work, i, W_RHO, rho)
    put3(work, i, W_BIAS, ZERO)
    put3(work, i, W_BIAS + 3, ZERO)
    work[i, W_SPEED] = qd


@inlined
def start(i, tree, work):
    """Set the linear part of IA and the force of p of node i to those of its own body; children may add to the rest."""
    put3(work, i, W_PA + 3, scale(-1.0, get3(work, i, W_FEXT + 3)))
    if tree.i[i, BENT] == CONSTANT:
        return
    m = tree.f[i, MASS]
    put6(work, i, W_IA, NONE)
    put9(work, i, W_IA + 6, (0.0, 0.0, 0.0, *NONE))
    put6(work, i, W_IA + 15, (m, m, m, 0.0, 0.0, 0.0))
    put3(work, i, W_PA, ZERO)


@inlined
def _column(C, axis, armature):
    """U and D."""
    U = sym_vec(C, axis)
    return U, dot(axis, U) + armature


@inlined
def hand_inertia(i, tree, work):
    """Add what its parent gets of the inertia of a node whose constants are known."""
    accumulate6(work, tree.i[i, PARENT], W_IA + 15, load6(tree.flex, tree.i[i, FLEX] + REST))


@inlined
def knows_inertia(i, tree):
    """Whether a node and its parent have their constants: they need no C, and hand none on."""
    parent = tree.i[i, PARENT]
    return parent >= 0 and tree.i[i, KIND] == SLIDER and tree.i[parent, BENT] == CONSTANT


@inlined
def eliminate(i, tree, tau, work):
    """Backward step of the articulated-body algorithm."""
    axis, force, parent, k = get3(work, i, W_AXIS), get3(work, i, W_PA + 3), tree.i[i, PARENT], tree.i[i, FLEX]
    u = tau[tree.i[i, VI]] - dot(axis, force)
    work[i, W_U + 7] = u
    if tree.i[i, BENT] == CONSTANT:
        if parent >= 0:
            if tree.i[parent, BENT] != CONSTANT:
                hand_inertia(i, tree, work)
            accumulate3(
                work, parent, W_PA + 3, add_scaled(force, tree.flex[k + D_INVERSE] * u, load3(tree.flex, k + U))
            )
        return
    C = get6(work, i, W_IA + 15)
    column, D = _column(C, axis, tree.f[i, ARMATURE])
    d = 1.0 / D
    push = d * u
    if is_given(i, tree, work):  # the joint does not give way
        d, push = 0.0, work[i, W_WANT]
    put3(work, i, W_U, ZERO)
    put3(work, i, W_U + 3, column)
    work[i, W_U + 6] = d
    work[i, W_U + 8] = D
    if parent >= 0:
        accumulate6(work, parent, W_IA + 15, sym_sub(C, sym_outer(column, d)))
        accumulate3(work, parent, W_PA + 3, add_scaled(force, push, column))


@inlined
def accelerate(i, tree, tau, n_q, work, dy):
    """Forward step of the articulated-body algorithm."""
    g = (tree.gravity[0], tree.gravity[1], tree.gravity[2])
    parent, k = tree.i[i, PARENT], tree.i[i, FLEX]
    carried = ZERO
    if parent >= 0:
        carried = get3(work, parent, W_ACC + 3)
    a = sub(carried, g)
    if tree.i[i, BENT] == CONSTANT:
        qdd = tree.flex[k + D_INVERSE] * (work[i, W_U + 7] - dot(load3(tree.flex, k + U), a))
    else:
        qdd = solve_column(i, tree, work, ZERO, a)
    dy[n_q + tree.i[i, VI]] = qdd
    put3(work, i, W_ACC, ZERO)
    put3(work, i, W_ACC + 3, add_scaled(carried, qdd, load3(tree.flex, k)))


@inlined
def sweep(i, tree, y, work, parent, s1, s2, r1, r2):
    """Bounds of the motion over a step."""
    work[i, B_V], work[i, B_A] = work[parent, B_V] + s1, work[parent, B_A] + s2
    work[i, B_N1], work[i, B_N2] = 0.0, 0.0


# --- what never changes -------------------------------------------------------------------------------------------------
def settle(tree):
    """Write U, 1/D and what its parent gets of the inertia of every slider of which all descendants are sliders, too.

    Of those alone, whose accelerations nothing gives, is C constant. To be called when all masses and armatures are known.
    """
    n = tree.i.shape[0]
    inertia, ready = [(float(m), float(m), float(m), 0.0, 0.0, 0.0) for m in tree.f[:, MASS]], [True] * n
    for i in range(n - 1, -1, -1):
        parent, k = int(tree.i[i, PARENT]), int(tree.i[i, FLEX])
        if tree.i[i, KIND] != SLIDER or tree.i[i, PRESCRIBED] != 0:
            ready[i] = False
        if ready[i]:
            column, D = _column(inertia[i], tuple(tree.flex[k : k + U].tolist()), float(tree.f[i, ARMATURE]))
            ready[i] = D > 0.0
        if ready[i]:
            rest = sym_sub(inertia[i], sym_outer(column, 1.0 / D))
            tree.flex[k + U : k + N_CONSTANTS] = (*column, 1.0 / D, *rest)
            tree.i[i, BENT] = CONSTANT
        if parent >= 0:
            ready[parent] = ready[parent] and ready[i]
            if ready[i]:
                inertia[parent] = sym_add(inertia[parent], rest)
