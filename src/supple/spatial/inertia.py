"""Rigid and articulated inertias in world axes about the origin of a node.

    (m; f) = IA (alpha; a) + p          IA = [[A, B], [B^T, C]]     A, C symmetric (6 numbers), B 9 numbers

with the moment m about the node origin [Nm], the force f [N], the angular acceleration alpha [rad/s^2] and the
(classical, not spatial) acceleration a of the node origin [m/s^2]. For one rigid body of mass m, centre of mass c and
inertia I_o about the node origin, both in world axes:

    A = I_o [kg m^2]    B = m [c] [kg m]    C = m 1 [kg]         p = (w x I_o w ; m w x (w x c))

Seen from the parent, whose origin lies at -rho, alpha is the same and a = a_P + alpha x rho, hence

    C' = C     B' = B + [rho] C     A' = A + [rho] B^T - B' [rho]         f' = f     m' = m + rho x f

Classical accelerations cost no more than spatial ones here and are what sensors and plots want; world axes save the
two rotations per node that body axes need.

Source    Featherstone, Rigid Body Dynamics Algorithms (2008), sec. 2.13, 7.1 and table 7.1, rewritten for classical
          accelerations at the node origin.
"""

from .._jit import inlined
from ..tables import COM, INERTIA, MASS, W_FEXT, W_IA, W_PA, W_R, W_RHO, W_W
from .vectors import (
    accumulate3,
    accumulate6,
    accumulate9,
    add,
    cross,
    get3,
    get6,
    get9,
    mat_vec,
    put3,
    put6,
    put9,
    scale,
    sub,
    sym_congruence,
    sym_vec,
)


@inlined
def rigid_body(tree, i, work):
    """Mass m, first moment m c, inertia I_o of node i, in world axes about its origin."""
    R = get9(work, i, W_R)
    m = tree.f[i, MASS]
    return m, scale(m, mat_vec(R, get3(tree.f, i, COM))), sym_congruence(R, get6(tree.f, i, INERTIA))


@inlined
def velocity_force(w, mc, inertia):
    """Moment and force of the velocity products, (w x I_o w ; w x (w x m c))."""
    return cross(w, sym_vec(inertia, w)), cross(w, cross(w, mc))


@inlined
def start_inertia(tree, i, work):
    """Set IA of node i to its own rigid inertia; return m c and I_o."""
    m, mc, inertia = rigid_body(tree, i, work)
    put6(work, i, W_IA, inertia)
    put9(work, i, W_IA + 6, (0.0, -mc[2], mc[1], mc[2], 0.0, -mc[0], -mc[1], mc[0], 0.0))
    put6(work, i, W_IA + 15, (m, m, m, 0.0, 0.0, 0.0))
    return mc, inertia


@inlined
def start_articulated(tree, i, work):
    """Set IA and p of node i to those of its own rigid body under its external wrench."""
    mc, inertia = start_inertia(tree, i, work)
    moment, force = velocity_force(get3(work, i, W_W), mc, inertia)
    put3(work, i, W_PA, sub(moment, get3(work, i, W_FEXT)))
    put3(work, i, W_PA + 3, sub(force, get3(work, i, W_FEXT + 3)))


@inlined
def get_blocks(work, i):
    """A, B, C of node i."""
    return get6(work, i, W_IA), get9(work, i, W_IA + 6), get6(work, i, W_IA + 15)


@inlined
def add_inertia(work, i, parent, blocks):
    """Add the inertia A, B, C at the origin of node i to IA of its parent."""
    A, B, C = blocks
    x, y, z = get3(work, i, W_RHO)
    B0 = B[0] + y * C[4] - z * C[3]
    B1 = B[1] + y * C[5] - z * C[1]
    B2 = B[2] + y * C[2] - z * C[5]
    B3 = B[3] + z * C[0] - x * C[4]
    B4 = B[4] + z * C[3] - x * C[5]
    B5 = B[5] + z * C[4] - x * C[2]
    B6 = B[6] + x * C[3] - y * C[0]
    B7 = B[7] + x * C[1] - y * C[3]
    B8 = B[8] + x * C[5] - y * C[4]
    accumulate6(work, parent, W_IA + 15, C)
    accumulate9(work, parent, W_IA + 6, (B0, B1, B2, B3, B4, B5, B6, B7, B8))
    shifted = (
        A[0] + (y * B[2] - z * B[1]) - (z * B1 - y * B2),
        A[1] + (z * B[3] - x * B[5]) - (x * B5 - z * B3),
        A[2] + (x * B[7] - y * B[6]) - (y * B6 - x * B7),
        A[3] + (y * B[5] - z * B[4]) - (x * B2 - z * B0),
        A[4] + (y * B[8] - z * B[7]) - (y * B0 - x * B1),
        A[5] + (z * B[6] - x * B[8]) - (y * B3 - x * B4),
    )
    accumulate6(work, parent, W_IA, shifted)


@inlined
def add_force(work, i, parent, moment, force):
    """Add moment and force at the origin of node i to p of its parent."""
    accumulate3(work, parent, W_PA, add(moment, cross(get3(work, i, W_RHO), force)))
    accumulate3(work, parent, W_PA + 3, force)
