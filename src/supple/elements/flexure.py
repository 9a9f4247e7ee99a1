"""Elasticity and structural damping of a flexible body: forces on its modal coordinates.

    Q = -K eta - C eta'        U = 1/2 eta^T K eta        D = eta'^T C eta'

Symbols   eta   modal coordinates [m, rad];  K, C  modal stiffness and damping [N/m, Ns/m and their like]
Guard     mean square of the slope of the deformed axis, eta^T G eta, < STEEPEST^2: beyond it the equations, which are of
          second order in the slope, mean nothing, and the run ends. They are accurate up to slopes of about 0.2.
Source    flexible/beam.py says what K and C of a beam are; inertia: spatial/modal_body.py.
"""

from .._jit import inlined, kernel
from ..integrate.problem import BEYOND
from ..spatial.modal_body import C_C, C_G, C_K, modal_pair
from ..tables import EL_A, FLEX, L_STRUCTURE, N_V, QI, S_LEDGER, S_NQ, VI
from .observed import BENDING, see_motion
from .slopes import BOOK, book_row, tell_nothing

N_MODE, N_HOLD, N_GUARD = 1, 0, 1  # EL_A: the node of the body
STEEPEST = 0.5  # [-] root of the mean square of the slope
BEYOND_WORDS = f"is bent to a slope of {STEEPEST:g} (root mean square), beyond what flexible bodies describe"


@kernel
def load(P, e, t, y, dy):
    """Modal forces, and the power of the damping."""
    node = P.el_i[e, EL_A]
    q, v, m = P.tree.i[node, QI], P.tree.i[node, VI], P.tree.i[node, N_V]
    n_q, lost = P.size[S_NQ], 0.0
    for i in range(m):
        elastic, drag = 0.0, 0.0
        for j in range(m):
            pair = modal_pair(P.tree.i[node, FLEX], m, i, j)
            elastic += P.tree.flex[pair + C_K] * y[q + j]
            drag += P.tree.flex[pair + C_C] * y[n_q + v + j]
        P.tau[v + i] -= elastic + drag
        lost += drag * y[n_q + v + i]
    dy[P.size[S_LEDGER] + L_STRUCTURE] += lost


@inlined
def slopes(P, e, t, y, dy):
    """It may act on more coordinates than a block has: `slopes_across`."""
    tell_nothing(P)


@kernel
def slopes_across(P, e, y, J, core):
    """dQ = -K d eta - C d eta', and the power of the damping."""
    node, n_q, book = P.el_i[e, EL_A], P.size[S_NQ], core + book_row(P, L_STRUCTURE) - BOOK
    q, v, m = P.tree.i[node, QI], P.tree.i[node, VI], P.tree.i[node, N_V]
    for i in range(m):
        for j in range(m):
            pair = modal_pair(P.tree.i[node, FLEX], m, i, j)
            K, C = P.tree.flex[pair + C_K], P.tree.flex[pair + C_C]
            J[n_q + v + i, q + j] -= K
            J[n_q + v + i, n_q + v + j] -= C
            J[book, n_q + v + j] += C * y[n_q + v + i]
            J[book, n_q + v + i] += C * y[n_q + v + j]


def is_across(p):
    """Whether no block can say what it does."""
    return True


@kernel
def form(P, e, column, y, a, b):
    """x^T X z of the modal coordinates or velocities x, z from y[a] and y[b] on, X: K, C or G."""
    node = P.el_i[e, EL_A]
    m, total = P.tree.i[node, N_V], 0.0
    for i in range(m):
        for j in range(m):
            total += y[a + i] * P.tree.flex[modal_pair(P.tree.i[node, FLEX], m, i, j) + column] * y[b + j]
    return total


@inlined
def _slope(P, e, y):
    """Mean square of the slope, and its rate."""
    node = P.el_i[e, EL_A]
    q, v = P.tree.i[node, QI], P.size[S_NQ] + P.tree.i[node, VI]
    return form(P, e, C_G, y, q, q), 2.0 * form(P, e, C_G, y, q, v)


@inlined
def watch(P, e, t, y, g, gd, i):
    """Positive while the slopes are small."""
    square, rate = _slope(P, e, y)
    g[i], gd[i] = STEEPEST * STEEPEST - square, -rate


@inlined
def switch(P, e, t, y, hit, i):
    """The body is bent too far."""
    square, rate = _slope(P, e, y)
    return BEYOND, square, rate


@inlined
def store(P, e, y, out):
    """Elastic energy."""
    q = P.tree.i[P.el_i[e, EL_A], QI]
    out[BENDING] += 0.5 * form(P, e, C_K, y, q, q)


@inlined
def observe(P, e, y, out):
    """Mean square of the slope, its rate, elastic energy."""
    square, rate = _slope(P, e, y)
    q = P.tree.i[P.el_i[e, EL_A], QI]
    see_motion(P, e, square, rate, 0.5 * form(P, e, C_K, y, q, q), out)
