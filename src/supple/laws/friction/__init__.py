"""Friction laws: the force in the contact plane. The planar case is the same code."""

from .bliman_sorine import BlimanSorine
from .dahl import Dahl
from .ids import FrictionLaw
from .lugre import LuGre
from .none import Frictionless
from .regularised_coulomb import RegularisedCoulomb
from .smooth_stribeck import SmoothStribeck
from .state_machine import CollisionFriction
from .stick_slip import StickSlip
from .user import UserFriction

__all__ = [
    "BlimanSorine",
    "CollisionFriction",
    "Dahl",
    "FrictionLaw",
    "Frictionless",
    "LuGre",
    "RegularisedCoulomb",
    "SmoothStribeck",
    "StickSlip",
    "UserFriction",
]
