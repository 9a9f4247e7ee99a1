"""Normal contact laws: the force that keeps two bodies apart."""

from .azad_featherstone import AzadFeatherstone
from .azad_featherstone_recovery import AzadFeatherstoneRecovery
from .hertz import Hertz
from .hunt_crossley import HuntCrossley
from .ids import NormalLaw
from .kelvin_voigt import KelvinVoigt
from .lee_wang import LeeWang
from .linear_sd1 import LinearSD1
from .linear_sd2 import LinearSD2
from .power_law import PowerLaw
from .user import UserNormal

__all__ = [
    "AzadFeatherstone",
    "AzadFeatherstoneRecovery",
    "Hertz",
    "HuntCrossley",
    "KelvinVoigt",
    "LeeWang",
    "LinearSD1",
    "LinearSD2",
    "NormalLaw",
    "PowerLaw",
    "UserNormal",
]
