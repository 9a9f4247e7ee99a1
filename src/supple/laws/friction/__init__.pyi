"""What type checkers see of supple.laws.friction: written by tools/write_stub.py."""

from .bliman_sorine import BlimanSorine as BlimanSorine
from .dahl import Dahl as Dahl
from .lugre import LuGre as LuGre
from .mindlin import Mindlin as Mindlin
from .none import Frictionless as Frictionless
from .regularised_coulomb import RegularisedCoulomb as RegularisedCoulomb
from .smooth_stribeck import SmoothStribeck as SmoothStribeck
from .state_machine import CollisionFriction as CollisionFriction
from .stick_slip import StickSlip as StickSlip
from .user import UserFriction as UserFriction

__all__: list[str]
