"""Contact laws: normal force, friction, and their coefficients. The only home of contact physics."""

from .coefficients import (
    hertz_stiffness,
    in_series,
    layer_stiffness,
    reduced_modulus,
    reduced_radius,
    tangential_stiffness,
)
from .registry import FRICTION, NORMAL
from .restitution import damping_number, restitution

__all__ = [
    *NORMAL.names,
    *FRICTION.names,
    "damping_number",
    "hertz_stiffness",
    "in_series",
    "layer_stiffness",
    "reduced_modulus",
    "reduced_radius",
    "restitution",
    "tangential_stiffness",
]


def __getattr__(name):
    for laws in (NORMAL, FRICTION):
        if name in laws.names:
            return laws.get(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
