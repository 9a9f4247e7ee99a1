"""Stored energy of a robot in its present mode.

    kinetic + gravity + joint springs + contact springs + tangential springs
      = what there was + work of inputs - contact damping - friction - bristle work - released - joint damping

The right-hand side of this line is the ledger at the end of y; the difference of the two sides is the residual of a run.
"""

from .._jit import kernel
from ..dynamics.energy import kinetic_energy, potential_energy
from ..tables import C_SHAPE, C_ZN, LIMIT_LOW, M_NORMAL, TOUCHING
from .contact import motion, stored_normal, tangential_memory
from .forces import joint_energy
from .modes import friction_stored

KINETIC, GRAVITY, SPRINGS, CONTACT, TANGENTIAL = 0, 1, 2, 3, 4
N_STORED = 5
STORED_NAMES = ("kinetic", "gravity", "joint springs", "contact springs", "tangential springs")


@kernel
def stored_energy(P, y, out):
    """Write the stored energies [J] into out; `kinematics` must have been called for y."""
    out[KINETIC] = kinetic_energy(P.tree, P.work)
    out[GRAVITY] = potential_energy(P.tree, P.work)
    out[SPRINGS] = joint_energy(P, y)
    out[CONTACT] = 0.0
    out[TANGENTIAL] = 0.0
    for k in range(P.near_n[0]):
        c = P.near[k]
        if P.mode[c, M_NORMAL] != TOUCHING:
            continue
        delta, _, n, _, _ = motion(P, c, y)
        zn = P.con_i[c, C_ZN]
        out[CONTACT] += stored_normal(P, c, delta, y[zn] if zn >= 0 else 0.0)
        if P.con_i[c, C_SHAPE] < LIMIT_LOW:
            out[TANGENTIAL] += friction_stored(P, c, tangential_memory(P, c, y, n))
