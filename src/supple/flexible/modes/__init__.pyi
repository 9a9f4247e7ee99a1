"""What type checkers see of supple.flexible.modes: written by tools/write_stub.py."""

from .clamped_free import ClampedFree as ClampedFree
from .fixed_free import FixedFree as FixedFree
from .free_free import FreeFree as FreeFree
from .free_rod import FreeRod as FreeRod
from .pinned_free import PinnedFree as PinnedFree
from .polynomials import Polynomials as Polynomials
from .tabulated import Tabulated as Tabulated

__all__: list[str]
