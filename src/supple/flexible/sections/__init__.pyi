"""What type checkers see of supple.flexible.sections: written by tools/write_stub.py."""

from .rectangle import Rectangle as Rectangle
from .round import Round as Round
from .section import Section as Section
from .tube import Tube as Tube

__all__: list[str]
