"""What type checkers see of supple.elements: written by tools/write_stub.py."""

from .backlash import Backlash as Backlash
from .bushing import Bushing as Bushing
from .cable import Cable as Cable
from .coordinate_damper import CoordinateDamper as CoordinateDamper
from .motion import Motion as Motion
from .series_elastic import SeriesElastic as SeriesElastic
from .spring import Spring as Spring
from .unidirectional_cable import UnidirectionalCable as UnidirectionalCable

__all__: list[str]
