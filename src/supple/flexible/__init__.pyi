"""What type checkers see of supple.flexible: written by tools/write_stub.py."""

from .beam import Beam as Beam
from .invariants import Invariants as Invariants
from .invariants import Station as Station
from .invariants import placed as placed
from .modes.clamped_free import ClampedFree as ClampedFree
from .modes.fixed_free import FixedFree as FixedFree
from .modes.free_free import FreeFree as FreeFree
from .modes.free_rod import FreeRod as FreeRod
from .modes.pinned_free import PinnedFree as PinnedFree
from .modes.polynomials import Polynomials as Polynomials
from .modes.tabulated import Tabulated as Tabulated
from .sections.rectangle import Rectangle as Rectangle
from .sections.round import Round as Round
from .sections.section import Section as Section
from .sections.tube import Tube as Tube

__all__: list[str]
