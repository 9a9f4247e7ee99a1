"""What type checkers see of supple.elements: written by tools/write_stub.py."""

from .bushing import Bushing as Bushing
from .gravity_compensation import GravityCompensation as GravityCompensation
from .impedance import Impedance as Impedance
from .motion import Motion as Motion
from .pid import PID as PID
from .python_controller import PythonController as PythonController
from .sensor import DeflectionSensor as DeflectionSensor
from .sensor import Encoder as Encoder
from .sensor import ForceSensor as ForceSensor
from .sensor import PositionSensor as PositionSensor
from .sensor import SpeedSensor as SpeedSensor
from .spring import Spring as Spring
from .torque import Torque as Torque
from .tracking import Tracking as Tracking

__all__: list[str]
