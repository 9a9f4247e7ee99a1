"""Points and frames of nodes, for elements that act between two places."""

from .._jit import inlined
from ..spatial.vectors import add, get3, get9, mat_mul, mat_vec
from ..tables import W_P, W_R


@inlined
def point(P, node, row, column):
    """World position of a point that a row of parameters gives in the frame of a node."""
    return add(get3(P.work, node, W_P), mat_vec(get9(P.work, node, W_R), get3(P.par, row, column)))


@inlined
def axes(P, node, row, column):
    """World axes, as a matrix, of a frame that a row of parameters gives in the frame of a node."""
    return mat_mul(get9(P.work, node, W_R), get9(P.par, row, column))
