"""What type checkers see of supple.elements.levers: written by tools/write_stub.py."""

from .constant import Lever as Lever
from .tabulated import LeverTable as LeverTable

__all__: list[str]
