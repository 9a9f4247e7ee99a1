"""From the integer name of a friction law to its kernels: the only place that knows all laws.

A new law is one file, one member of `FrictionLaw` and one branch in each function below; laws with a single formula
(`single_mode.py`) need a branch in `friction_response` only. NONE is frictionless; USER laws bring their own kernels and
are not known here.
"""

from ..._jit import kernel
from . import bliman_sorine, lugre, regularised_coulomb, smooth_stribeck, state_machine, stick_slip
from .ids import DROPPED, SLIDE, FrictionLaw

__all__ = [
    "FrictionLaw",
    "friction_energy",
    "friction_guard",
    "friction_next_mode",
    "friction_relax_rate",
    "friction_response",
    "friction_start",
]


@kernel
def friction_response(law, mode, F, vx, vy, vz, ux, uy, uz, p):
    """Force on B [N] (3), rate of the memory (3), dissipated power D and reversible power W [W]."""
    if law == FrictionLaw.STICK_SLIP:
        return stick_slip.response(mode, F, vx, vy, vz, ux, uy, uz, p)
    elif law == FrictionLaw.BLIMAN_SORINE:
        return bliman_sorine.response(mode, F, vx, vy, vz, ux, uy, uz, p)
    elif law == FrictionLaw.LUGRE:
        return lugre.response(mode, F, vx, vy, vz, ux, uy, uz, p)
    elif law == FrictionLaw.COLLISION_FRICTION:
        return state_machine.response(mode, F, vx, vy, vz, ux, uy, uz, p)
    elif law == FrictionLaw.REGULARISED_COULOMB:
        return regularised_coulomb.response(mode, F, vx, vy, vz, ux, uy, uz, p)
    elif law == FrictionLaw.SMOOTH_STRIBECK:
        return smooth_stribeck.response(mode, F, vx, vy, vz, ux, uy, uz, p)
    return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0


@kernel
def friction_energy(law, mode, ux, uy, uz, p):
    """Stored energy [J]."""
    if law == FrictionLaw.STICK_SLIP:
        return stick_slip.energy(mode, ux, uy, uz, p)
    elif law == FrictionLaw.COLLISION_FRICTION:
        return state_machine.energy(mode, ux, uy, uz, p)
    return 0.0


@kernel
def friction_guard(law, mode, F, vx, vy, vz, ux, uy, uz, p):
    """Positive while the mode is right."""
    if law == FrictionLaw.STICK_SLIP:
        return stick_slip.guard(mode, F, vx, vy, vz, ux, uy, uz, p)
    elif law == FrictionLaw.COLLISION_FRICTION:
        return state_machine.guard(mode, F, vx, vy, vz, ux, uy, uz, p)
    return 1.0


@kernel
def friction_next_mode(law, mode, F, vx, vy, vz, ux, uy, uz, p):
    """Mode and memory after the guard has fired."""
    if law == FrictionLaw.STICK_SLIP:
        return stick_slip.next_mode(mode, F, vx, vy, vz, ux, uy, uz, p)
    elif law == FrictionLaw.COLLISION_FRICTION:
        return state_machine.next_mode(mode, F, vx, vy, vz, ux, uy, uz, p)
    return SLIDE, ux, uy, uz


@kernel
def friction_start(law, F, vx, vy, vz, ux, uy, uz, p):
    """Mode at touch-down."""
    if law == FrictionLaw.STICK_SLIP:
        return stick_slip.start(F, vx, vy, vz, ux, uy, uz, p)
    elif law == FrictionLaw.COLLISION_FRICTION:
        return state_machine.start(F, vx, vy, vz, ux, uy, uz, p)
    return SLIDE


@kernel
def friction_relax_rate(law, p):
    """Rate at which the free memory relaxes [1/s]; negative: it is dropped at loss."""
    if law == FrictionLaw.STICK_SLIP:
        return stick_slip.relax_rate(p)
    elif law == FrictionLaw.COLLISION_FRICTION:
        return state_machine.relax_rate(p)
    return DROPPED
