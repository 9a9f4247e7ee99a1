"""Stored energy of a robot in its present mode.

    kinetic + gravity + joint springs + contact springs + tangential springs + springs + flexible bodies + cables
    + drives (inductances, bristles)
      = what there was + work of inputs - contact damping - plastic work - friction - bristle work - released
        - joint, spring, structural and cable damping - motor heat - drive friction

The right-hand side of this line is the ledger in y; the difference of the two sides is the residual of a run.
"""

from .._jit import kernel
from ..dynamics.energy import kinetic_energy, potential_energy
from ..elements.dispatch import store
from ..elements.observed import GRAVITY, KINETIC, N_STORED
from ..tables import EL_KIND, N_NEAR, OPEN


@kernel
def stored_energy(P, y, out):
    """Write the stored energies [J] into out; `kinematics` must have been called for y."""
    for i in range(N_STORED):
        out[i] = 0.0
    out[KINETIC] = kinetic_energy(P.tree, P.work)
    out[GRAVITY] = potential_energy(P.tree, P.work)
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        if P.mode[e, 0] != OPEN:
            store(P.el_i[e, EL_KIND], P, e, y, out)
