"""Where points of features are, and how fast they move, from the kinematics in P.work."""

from .._jit import inlined
from ..joints.registry import SLIDER
from ..spatial.vectors import ZERO, add, cross, get3, get9, mat_vec, sub
from ..tables import F_NODE, KIND, S_NODES, W_P, W_R, W_V, W_W


@inlined
def is_world(P, node):
    """Whether a node is the world, which rests in its origin."""
    return node == P.size[S_NODES]


@inlined
def never_turns(P, node):
    """Whether a node that is not the world has the axes of it, always."""
    return P.tree.i[node, KIND] == SLIDER


@inlined
def place(P, feature, column):
    """World position of a point of a feature."""
    node, local = P.feat_i[feature, F_NODE], get3(P.feat_f, feature, column)
    if is_world(P, node):
        return local
    if never_turns(P, node):
        return add(get3(P.work, node, W_P), local)
    return add(get3(P.work, node, W_P), mat_vec(get9(P.work, node, W_R), local))


@inlined
def turn(P, feature, column):
    """World components of a direction of a feature."""
    node, local = P.feat_i[feature, F_NODE], get3(P.feat_f, feature, column)
    return local if is_world(P, node) or never_turns(P, node) else mat_vec(get9(P.work, node, W_R), local)


@inlined
def velocity(P, node, c):
    """Velocity of the material point of a node that is at c."""
    if is_world(P, node):
        return ZERO
    if never_turns(P, node):
        return get3(P.work, node, W_V)
    return add(get3(P.work, node, W_V), cross(get3(P.work, node, W_W), sub(c, get3(P.work, node, W_P))))
