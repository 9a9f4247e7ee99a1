"""A round section: flexible/circular.py, without a hole."""

from dataclasses import dataclass
from typing import Annotated

from ...quantities import POSITIVE, Quantity, check_quantities, described
from ..circular import Circular


@described
@dataclass(frozen=True, slots=True)
class Round(Circular):
    """A solid round rod."""

    diameter: Annotated[float, Quantity("of the rod", "m", POSITIVE)]

    def __post_init__(self):
        check_quantities(self)

    @property
    def outer(self):
        """Outer diameter [m]."""
        return self.diameter

    @property
    def inner(self):
        """It has no hole."""
        return 0.0


EXAMPLES = (Round(0.02),)
