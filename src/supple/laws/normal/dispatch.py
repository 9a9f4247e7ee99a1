"""From the integer name of a normal law to its kernels: the only place that knows all laws.

A new law is one file, one member of `NormalLaw` and one branch in each function below. NONE never touches; USER laws bring
their own kernels and are not known here.
"""

from ..._jit import inlined
from . import azad_featherstone_recovery, linear_sd1, linear_sd2, power_law
from .ids import NormalLaw

__all__ = [
    "NormalLaw",
    "normal_energy",
    "normal_holds",
    "normal_parts",
    "normal_relax_rate",
    "normal_release",
    "normal_remember",
    "normal_response",
    "normal_surface",
]


@inlined
def normal_response(law, delta, rate, z, p):
    """Force [N], rate of the memory, dissipated power [W]."""
    if law == NormalLaw.POWER_LAW:
        return power_law.response(delta, rate, z, p)
    elif law == NormalLaw.AZAD_FEATHERSTONE_RECOVERY:
        return azad_featherstone_recovery.response(delta, rate, z, p)
    elif law == NormalLaw.LINEAR_SD1:
        return linear_sd1.response(delta, rate, z, p)
    elif law == NormalLaw.LINEAR_SD2:
        return linear_sd2.response(delta, rate, z, p)
    return 0.0, 0.0, 0.0


@inlined
def normal_energy(law, delta, z, p):
    """Stored energy [J]."""
    if law == NormalLaw.POWER_LAW:
        return power_law.energy(delta, z, p)
    elif law == NormalLaw.AZAD_FEATHERSTONE_RECOVERY:
        return azad_featherstone_recovery.energy(delta, z, p)
    elif law == NormalLaw.LINEAR_SD1:
        return linear_sd1.energy(delta, z, p)
    elif law == NormalLaw.LINEAR_SD2:
        return linear_sd2.energy(delta, z, p)
    return 0.0


@inlined
def normal_holds(law, delta, rate, z, p):
    """Guard while touching: positive while the contact holds."""
    if law == NormalLaw.POWER_LAW:
        return power_law.holds(delta, rate, z, p)
    elif law == NormalLaw.AZAD_FEATHERSTONE_RECOVERY:
        return azad_featherstone_recovery.holds(delta, rate, z, p)
    elif law == NormalLaw.LINEAR_SD1:
        return linear_sd1.holds(delta, rate, z, p)
    elif law == NormalLaw.LINEAR_SD2:
        return linear_sd2.holds(delta, rate, z, p)
    return -1.0


@inlined
def normal_release(law, root, rate, z, p):
    """Falls through zero where `normal_holds` does, smooth in root = sqrt(delta), odd beyond 0: to find the place."""
    if law == NormalLaw.POWER_LAW:
        return power_law.release(root, rate, z, p)
    return normal_holds(law, root * abs(root), rate, z, p)


@inlined
def normal_parts(law, delta, rate, s, p):
    """Guard while free: positive while the contact stays open."""
    if law == NormalLaw.POWER_LAW:
        return power_law.parts(delta, rate, s, p)
    elif law == NormalLaw.AZAD_FEATHERSTONE_RECOVERY:
        return azad_featherstone_recovery.parts(delta, rate, s, p)
    elif law == NormalLaw.LINEAR_SD1:
        return linear_sd1.parts(delta, rate, s, p)
    elif law == NormalLaw.LINEAR_SD2:
        return linear_sd2.parts(delta, rate, s, p)
    return 1.0


@inlined
def normal_surface(law, delta, z, p):
    """Position of the free surface at the moment of loss [m]."""
    if law == NormalLaw.POWER_LAW:
        return power_law.surface(delta, z, p)
    elif law == NormalLaw.AZAD_FEATHERSTONE_RECOVERY:
        return azad_featherstone_recovery.surface(delta, z, p)
    elif law == NormalLaw.LINEAR_SD1:
        return linear_sd1.surface(delta, z, p)
    elif law == NormalLaw.LINEAR_SD2:
        return linear_sd2.surface(delta, z, p)
    return 0.0


@inlined
def normal_relax_rate(law, p):
    """Rate at which the free surface recovers [1/s]."""
    if law == NormalLaw.POWER_LAW:
        return power_law.relax_rate(p)
    elif law == NormalLaw.AZAD_FEATHERSTONE_RECOVERY:
        return azad_featherstone_recovery.relax_rate(p)
    elif law == NormalLaw.LINEAR_SD1:
        return linear_sd1.relax_rate(p)
    elif law == NormalLaw.LINEAR_SD2:
        return linear_sd2.relax_rate(p)
    return 0.0


@inlined
def normal_remember(law, delta, s, p):
    """Memory at touch-down."""
    if law == NormalLaw.POWER_LAW:
        return power_law.remember(delta, s, p)
    elif law == NormalLaw.AZAD_FEATHERSTONE_RECOVERY:
        return azad_featherstone_recovery.remember(delta, s, p)
    elif law == NormalLaw.LINEAR_SD1:
        return linear_sd1.remember(delta, s, p)
    elif law == NormalLaw.LINEAR_SD2:
        return linear_sd2.remember(delta, s, p)
    return 0.0
