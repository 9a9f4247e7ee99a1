"""What type checkers see of supple.laws.normal: written by tools/write_stub.py."""

from .azad_featherstone import AzadFeatherstone as AzadFeatherstone
from .azad_featherstone_recovery import AzadFeatherstoneRecovery as AzadFeatherstoneRecovery
from .directional_kelvin_voigt import DirectionalKelvinVoigt as DirectionalKelvinVoigt
from .elasto_plastic import ElastoPlastic as ElastoPlastic
from .hertz import Hertz as Hertz
from .hertz_patch import HertzPatch as HertzPatch
from .hunt_crossley import HuntCrossley as HuntCrossley
from .kelvin_voigt import KelvinVoigt as KelvinVoigt
from .lee_wang import LeeWang as LeeWang
from .linear_sd1 import LinearSD1 as LinearSD1
from .linear_sd2 import LinearSD2 as LinearSD2
from .power_law import PowerLaw as PowerLaw
from .user import UserNormal as UserNormal

__all__: list[str]
