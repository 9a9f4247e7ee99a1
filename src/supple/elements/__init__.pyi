"""What type checkers see of supple.elements: written by tools/write_stub.py."""

from .bushing import Bushing as Bushing
from .motion import Motion as Motion
from .motor import Motor as Motor
from .spring import Spring as Spring

__all__: list[str]
