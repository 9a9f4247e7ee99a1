"""Derivatives of the slip of a contact that sticks exactly, by the motion of its two nodes (grip.py).

    s = t . (x + b),     x = a_B + alpha_B x r_B - a_A - alpha_A x r_A,     b: `bias_of`

by what each node does: a displacement xi that carries its velocity and its acceleration less gravity along, a change e of
its velocity, a change of its acceleration beyond both (dynamics/implicit.py), all with respect to the contact point c,

    xi = (a ; d)    dx = a x (a_B - g) + (a x alpha_B) x r_B - alpha_B x (d + a x (p_B - c)) + (alpha_B - alpha_A) x dc
                    dt = -(t . dn) n,    db by differences of fourth order
    e  = (w' ; v')  dx = 2 w' x v_B - (w_B x w') x r_B,    db by a difference, which is exact: b is quadratic in velocities

with the signs of B; the tangents do not turn about n, which would change nothing but the names of the forces.

A force that holds with the components f keeps them: its vector changes by df = -(f . dn) n.
"""

from .._jit import inlined, kernel
from ..spatial.vectors import ZERO, add, add_scaled, cross, dot, get3, scale, sub
from ..tables import G_TANGENT, W_ACC, W_P, W_V, W_W
from .contact_by_pose import point_by_pose, step_of
from .features import motion, nodes
from .grip import acceleration, bias_of
from .places import is_world
from .slopes import (
    PARTS,
    POSE_A,
    POSE_B,
    SIDES,
    SPEED,
    STATES,
    WRENCH,
    displace,
    put_back,
    put_twist,
    put_wrench,
    tell_nodes,
    unit_twist,
)

# of P.local: two rows by B, two by A; columns of displacement, velocity and acceleration
BY_B, BY_A = 0, 2
BY_POSE, BY_TWIST, BY_PUSH = 0, 6, 12


@inlined
def _turn(P, e, m, node, other, sign, j):
    """Changes of contact point and normal with the j-th displacement of a node."""
    x = unit_twist(j)
    return point_by_pose(P, e, node, other, m.point, j, -sign * (dot(m.n, x[1]) + dot(m.arm, x[0])))


@kernel
def _bias_by_pose(P, e, m, node, j):
    """db by the j-th displacement of a node."""
    h, total = step_of(P, e, j), ZERO
    for i in range(4):
        was = displace(P, node, m.point, j, SIDES[i] * h)
        total = add_scaled(total, PARTS[i] / h, bias_of(P, e, motion(P, e)))
        put_back(P, node, was)
    return total


@kernel
def _bias_by_twist(P, e, m, node, j):
    """db by the j-th change of the velocity of a node."""
    p, w, v = get3(P.work, node, W_P), get3(P.work, node, W_W), get3(P.work, node, W_V)
    x, total = unit_twist(j), ZERO
    moved = add(x[1], cross(x[0], sub(p, m.point)))
    for i in range(2):
        put_twist(P, node, add_scaled(w, SIDES[i] * SPEED, x[0]), add_scaled(v, SIDES[i] * SPEED, moved))
        total = add_scaled(total, 0.5 * SIDES[i] / SPEED, bias_of(P, e, motion(P, e)))
    put_twist(P, node, w, v)
    return total


@kernel
def _by_node(P, e, k, m, node, other, sign, row):
    """Two rows of P.local by one of the two nodes."""
    g = (P.tree.gravity[0], P.tree.gravity[1], P.tree.gravity[2])
    p, w, v = get3(P.work, node, W_P), get3(P.work, node, W_W), get3(P.work, node, W_V)
    alpha, a, r = get3(P.work, node, W_ACC), sub(get3(P.work, node, W_ACC + 3), g), sub(m.point, p)
    between = scale(sign, sub(alpha, get3(P.work, other, W_ACC)))
    across = sub(acceleration(P, node, m.point), acceleration(P, other, m.point))
    through = dot(m.n, add_scaled(bias_of(P, e, m), sign, across))
    for j in range(6):
        x = unit_twist(j)
        dc, dn = _turn(P, e, m, node, other, sign, j)
        own = sub(add(cross(x[0], a), cross(cross(x[0], alpha), r)), cross(alpha, sub(x[1], cross(x[0], r))))
        moved = add(add_scaled(cross(between, dc), sign, own), _bias_by_pose(P, e, m, node, j))
        own = sub(scale(2.0, cross(x[0], v)), cross(cross(w, x[0]), r))
        faster = add_scaled(_bias_by_twist(P, e, m, node, j), sign, own)
        for i in range(2):
            t = get3(P.grip, k, G_TANGENT + 3 * i)
            P.local[row + i, BY_POSE + j] = dot(t, moved) - dot(t, dn) * through
            P.local[row + i, BY_TWIST + j] = dot(t, faster)
            P.local[row + i, BY_PUSH + j] = sign * dot(t, x[1])


@kernel
def slopes_of_slip(P, e, k):
    """Write the derivatives of the slip of contact e, row k of P.grip, into P.local."""
    m = motion(P, e)
    a, b = nodes(P, e)
    if not is_world(P, b):
        _by_node(P, e, k, m, b, a, 1.0, BY_B)
    if not is_world(P, a):
        _by_node(P, e, k, m, a, b, -1.0, BY_A)


@kernel
def slopes_of_grip(P, e):
    """Write the block (slopes.py) of the force that holds contact e, which keeps its components while the normal turns."""
    m, f = motion(P, e), get3(P.held, e, 0)
    a, b = nodes(P, e)
    for c in range(STATES):
        put_wrench(P, c, ZERO, ZERO)
    for j in range(6):
        if not is_world(P, b):
            put_wrench(P, POSE_B + j, ZERO, scale(-dot(f, _turn(P, e, m, b, a, 1.0, j)[1]), m.n))
        if not is_world(P, a):
            put_wrench(P, POSE_A + j, ZERO, scale(-dot(f, _turn(P, e, m, a, b, -1.0, j)[1]), m.n))
    tell_nodes(P, a, b, m.point, (ZERO, ZERO), WRENCH, 0)  # the force itself is in the block of the contact
