"""A round tube: flexible/circular.py."""

from dataclasses import dataclass
from typing import Annotated

from ...quantities import NONNEGATIVE, POSITIVE, Quantity, check_quantities, described
from ..circular import Circular


@described
@dataclass(frozen=True, slots=True)
class Tube(Circular):
    """A round tube."""

    outer: Annotated[float, Quantity("outer diameter", "m", POSITIVE)]
    inner: Annotated[float, Quantity("inner diameter, less than the outer one", "m", NONNEGATIVE)]

    def __post_init__(self):
        check_quantities(self)
        if self.inner >= self.outer:
            raise ValueError(f"inner must be < outer = {self.outer!r} m, got {self.inner!r}")


EXAMPLES = (Tube(0.03, 0.02),)
