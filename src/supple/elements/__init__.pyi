"""What type checkers see of supple.elements: written by tools/write_stub.py."""

from .backlash import Backlash as Backlash
from .bushing import Bushing as Bushing
from .cable import Cable as Cable
from .coordinate_damper import CoordinateDamper as CoordinateDamper
from .gravity_compensation import GravityCompensation as GravityCompensation
from .impedance import Impedance as Impedance
from .motion import Motion as Motion
from .motor import Motor as Motor
from .pid import PID as PID
from .python_controller import PythonController as PythonController
from .sensor import DeflectionSensor as DeflectionSensor
from .sensor import Encoder as Encoder
from .sensor import ForceSensor as ForceSensor
from .sensor import PositionSensor as PositionSensor
from .sensor import SpeedSensor as SpeedSensor
from .series_elastic import SeriesElastic as SeriesElastic
from .spring import Spring as Spring
from .torque import Torque as Torque
from .tracking import Tracking as Tracking
from .unidirectional_cable import UnidirectionalCable as UnidirectionalCable

__all__: list[str]
