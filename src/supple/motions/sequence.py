"""Motions one after the other.

The first begins at its own time, each of the others where the one before it ends; their own times count from there. Each
must begin with the value with which the one before it ends.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from ..quantities import Quantity, described
from .generator import GENERATORS, Generator
from .pieces import joined, jumps
from .polynomial import Polynomial
from .trapezoid import Trapezoid


@described
@dataclass(frozen=True, kw_only=True)
class Sequence(Generator):
    """Motions one after the other; held before and after."""

    motions: Annotated[tuple, Quantity("in their order", "", GENERATORS)]

    def check(self) -> None:
        """Each has an end, and the next one begins there."""
        for i, motion in enumerate(self.motions):
            if not np.isfinite(motion.span).all():
                raise ValueError(f"motions[{i}] must have an end to be part of a sequence, got {motion!r}")
        times, sizes = jumps(self.pieces(), 0)
        if len(times):
            raise ValueError(
                f"motions must begin with the value with which those before them end, got a jump of {sizes[0]:.6g} at "
                f"{times[0]:.6g} s"
            )

    def make(self):
        """All of them, moved in time."""
        return joined([motion.pieces() for motion in self.motions])


EXAMPLES = (
    Sequence(
        motions=(
            Polynomial(times=(0.0, 0.5), values=(0.0, 0.3)),
            Polynomial(times=(0.0, 0.4), values=(0.3, 0.3)),
            Trapezoid(initial=0.3, final=0.0, speed=1.0, acceleration=4.0),
        )
    ),
)
