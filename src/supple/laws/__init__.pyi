"""What type checkers see of supple.laws: written by tools/write_stub.py."""

from ..materials.combine import reduced_modulus as reduced_modulus
from .coefficients import hertz_stiffness as hertz_stiffness
from .coefficients import in_series as in_series
from .coefficients import layer_stiffness as layer_stiffness
from .coefficients import reduced_radius as reduced_radius
from .coefficients import tangential_stiffness as tangential_stiffness
from .contact_patch import elliptical_patch as elliptical_patch
from .friction.bliman_sorine import BlimanSorine as BlimanSorine
from .friction.coulomb import Coulomb as Coulomb
from .friction.dahl import Dahl as Dahl
from .friction.elastic_coulomb import ElasticCoulomb as ElasticCoulomb
from .friction.lugre import LuGre as LuGre
from .friction.mindlin import Mindlin as Mindlin
from .friction.none import Frictionless as Frictionless
from .friction.regularised_coulomb import RegularisedCoulomb as RegularisedCoulomb
from .friction.smooth_stribeck import SmoothStribeck as SmoothStribeck
from .friction.spatial_slip import SpatialSlip as SpatialSlip
from .friction.state_machine import CollisionFriction as CollisionFriction
from .friction.stick_slip import StickSlip as StickSlip
from .friction.user import UserFriction as UserFriction
from .normal.azad_featherstone import AzadFeatherstone as AzadFeatherstone
from .normal.azad_featherstone_recovery import AzadFeatherstoneRecovery as AzadFeatherstoneRecovery
from .normal.directional_kelvin_voigt import DirectionalKelvinVoigt as DirectionalKelvinVoigt
from .normal.elasto_plastic import ElastoPlastic as ElastoPlastic
from .normal.hertz import Hertz as Hertz
from .normal.hertz_patch import HertzPatch as HertzPatch
from .normal.hunt_crossley import HuntCrossley as HuntCrossley
from .normal.kelvin_voigt import KelvinVoigt as KelvinVoigt
from .normal.lee_wang import LeeWang as LeeWang
from .normal.linear_sd1 import LinearSD1 as LinearSD1
from .normal.linear_sd2 import LinearSD2 as LinearSD2
from .normal.power_law import PowerLaw as PowerLaw
from .normal.user import UserNormal as UserNormal
from .restitution import damping_number as damping_number
from .restitution import restitution as restitution
from .rolling import RollingResistance as RollingResistance

__all__: list[str]
