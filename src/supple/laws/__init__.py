"""Contact laws: normal force, friction, and their coefficients. The only home of contact physics.

Laws and coefficients are looked up when they are first used: the lists of their names cost no import of them. Only what has
the name of its module is there at once, or the module would take its place.
"""

from importlib import import_module

from .registry import FRICTION, NORMAL
from .restitution import damping_number, restitution

COEFFICIENTS = (
    "hertz_stiffness",
    "in_series",
    "layer_stiffness",
    "reduced_modulus",
    "reduced_radius",
    "tangential_stiffness",
)
_MODULE = {name: laws.home(name) for laws in (NORMAL, FRICTION) for name in laws.names} | dict.fromkeys(
    COEFFICIENTS, f"{__name__}.coefficients"
)
_MODULE["RollingResistance"] = f"{__name__}.rolling"
_MODULE["elliptical_patch"] = f"{__name__}.contact_patch"

__all__ = [*_MODULE, "damping_number", "restitution"]


def __getattr__(name):
    if name not in _MODULE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_MODULE[name]), name)
    globals()[name] = value
    return value
