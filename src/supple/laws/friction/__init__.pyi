"""What type checkers see of supple.laws.friction: written by tools/write_stub.py."""

from .bliman_sorine import BlimanSorine as BlimanSorine
from .coulomb import Coulomb as Coulomb
from .dahl import Dahl as Dahl
from .elastic_coulomb import ElasticCoulomb as ElasticCoulomb
from .lugre import LuGre as LuGre
from .mindlin import Mindlin as Mindlin
from .none import Frictionless as Frictionless
from .regularised_coulomb import RegularisedCoulomb as RegularisedCoulomb
from .smooth_stribeck import SmoothStribeck as SmoothStribeck
from .spatial_slip import SpatialSlip as SpatialSlip
from .state_machine import CollisionFriction as CollisionFriction
from .stick_slip import StickSlip as StickSlip
from .user import UserFriction as UserFriction

__all__: list[str]
