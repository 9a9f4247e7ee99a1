"""The solids as compiled code asks them: by number."""

from ..._jit import inlined, kernel
from ...spatial.vectors import ZERO
from .registry import SOLIDS


@inlined
def _far(data, i, X):
    return 1e300, (0.0, 0.0, 1.0)


@inlined
def _steady(data, i, X, V):
    return ZERO


signed_distance = kernel(SOLIDS.choose("signed_distance", "distance", _far))
solid_turn = kernel(SOLIDS.choose("solid_turn", "turn", _steady))
