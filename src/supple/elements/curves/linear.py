"""A linear spring.

phi = k e,     U = k e^2/2
"""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from ..._jit import inlined
from ...quantities import POSITIVE, Quantity, check_quantities, described


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class LinearCurve:
    """Tension in proportion to elongation."""

    stiffness: Annotated[float, Quantity("tension per elongation", "N/m or Nm/rad", POSITIVE)]
    longest: ClassVar[float] = 0.0

    def __post_init__(self) -> None:
        check_quantities(self)

    def numbers(self, table):
        """The stiffness."""
        return (self.stiffness,)


@inlined
def tension(table, p, at, piece, e):
    """phi [N]."""
    return p[at] * e


@inlined
def energy(table, p, at, piece, e):
    """U [J]."""
    return 0.5 * p[at] * e * e


EXAMPLES = (LinearCurve(stiffness=2000.0),)
