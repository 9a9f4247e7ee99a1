"""The support functions as compiled code asks them: by the number of the kind; 0 is a point."""

from ..._jit import inlined, kernel
from ...spatial.vectors import ZERO
from .registry import SUPPORTS

POINT = 0  # number of the kind that is its own centre
POINT_PARAMETERS = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@inlined
def _point(u, p):
    return 0.0, ZERO, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


support = kernel(SUPPORTS.choose("support", "support", _point))
