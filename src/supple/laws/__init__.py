"""Contact laws: normal force, friction, and their coefficients. The only home of contact physics."""

from .coefficients import hertz_stiffness, in_series, layer_stiffness, reduced_modulus, reduced_radius
from .friction import (
    BlimanSorine,
    CollisionFriction,
    Dahl,
    FrictionLaw,
    Frictionless,
    LuGre,
    RegularisedCoulomb,
    SmoothStribeck,
    StickSlip,
)
from .normal import (
    AzadFeatherstone,
    AzadFeatherstoneRecovery,
    Hertz,
    HuntCrossley,
    KelvinVoigt,
    LeeWang,
    LinearSD1,
    LinearSD2,
    NormalLaw,
    PowerLaw,
)
from .restitution import damping_number, restitution

__all__ = [
    "AzadFeatherstone",
    "AzadFeatherstoneRecovery",
    "BlimanSorine",
    "CollisionFriction",
    "Dahl",
    "FrictionLaw",
    "Frictionless",
    "Hertz",
    "HuntCrossley",
    "KelvinVoigt",
    "LeeWang",
    "LinearSD1",
    "LinearSD2",
    "LuGre",
    "NormalLaw",
    "PowerLaw",
    "RegularisedCoulomb",
    "SmoothStribeck",
    "StickSlip",
    "damping_number",
    "hertz_stiffness",
    "in_series",
    "layer_stiffness",
    "reduced_modulus",
    "reduced_radius",
    "restitution",
]
