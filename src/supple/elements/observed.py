"""Columns of what a run tells of its elements: stored energies, and what a contact, a stop or a spring does."""

from .._jit import inlined
from ..tables import M_FRICTION

# stored energies
KINETIC, GRAVITY, SPRINGS, CONTACT, TANGENTIAL, LINKS, BENDING, CABLES, DRIVES = range(9)
N_STORED = 9
STORED_NAMES = (
    "kinetic",
    "gravity",
    "joint springs",
    "contact springs",
    "tangential springs",
    "springs",
    "flexible bodies",
    "cables",
    "drives",
)

# what is observed of an element
O_DELTA, O_RATE, O_FORCE, O_MODE, O_FRICTION_MODE = 0, 1, 2, 3, 4
O_NORMAL, O_POINT, O_FRICTION, O_SLIP = 5, 8, 11, 14
N_OBSERVED = 17


@inlined
def see_motion(P, e, delta, rate, F, out):
    """Write what every element has."""
    out[O_DELTA] = delta
    out[O_RATE] = rate
    out[O_FORCE] = F
    out[O_MODE] = P.mode[e, 0]
    out[O_FRICTION_MODE] = P.mode[e, M_FRICTION] if P.mode.shape[1] > M_FRICTION else 0


@inlined
def see_friction(n, point, slip, force, out):
    """Write what only a contact has."""
    for j in range(3):
        out[O_NORMAL + j] = n[j]
        out[O_POINT + j] = point[j]
        out[O_SLIP + j] = slip[j]
        out[O_FRICTION + j] = force[j]
