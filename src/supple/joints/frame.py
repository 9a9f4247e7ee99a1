"""What every joint needs of its parent: the joint frame J and the motion of the parent node P.

    R_WJ = R_WP E      r = R_WP pos      (r: origin of J minus origin of P, world axes [m])

The world is at rest in the origin, so a node without parent skips the products.
"""

from .._jit import inlined
from ..spatial.vectors import ZERO, add, cross, get3, get9, mat_mul, mat_vec
from ..tables import PARENT, POS, W_ACC, W_BIAS, W_P, W_R, W_RHO, W_V, W_W, E


@inlined
def joint_frame(i, tree, work):
    """R_WJ and r of node i."""
    parent = tree.i[i, PARENT]
    if parent < 0:
        return get9(tree.f, i, E), get3(tree.f, i, POS)
    R = get9(work, parent, W_R)
    return mat_mul(R, get9(tree.f, i, E)), mat_vec(R, get3(tree.f, i, POS))


@inlined
def parent_motion(i, tree, work):
    """Position [m], angular velocity [rad/s] and velocity [m/s] of the origin of the parent of node i."""
    parent = tree.i[i, PARENT]
    if parent < 0:
        return ZERO, ZERO, ZERO
    return get3(work, parent, W_P), get3(work, parent, W_W), get3(work, parent, W_V)


@inlined
def carried_acceleration(i, tree, work, a_world):
    """Acceleration (alpha, a) of the node origin with its own joint acceleration still missing.

    alpha = alpha_P + bias_angular,  a = a_P + alpha_P x rho + bias_linear + a_world, where `a_world` is added to the
    acceleration of the parent: -g turns gravity into an upward acceleration of the world.
    """
    parent = tree.i[i, PARENT]
    alpha, a = get3(work, i, W_BIAS), add(get3(work, i, W_BIAS + 3), a_world)
    if parent < 0:
        return alpha, a
    alpha_P = get3(work, parent, W_ACC)
    a = add(a, add(get3(work, parent, W_ACC + 3), cross(alpha_P, get3(work, i, W_RHO))))
    return add(alpha, alpha_P), a
