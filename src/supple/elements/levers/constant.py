"""A pulley: a constant lever arm.

    s = r x

Signs     r > 0: the cable becomes longer where the coordinate grows, and pulls it back with the generalised force -f r.
"""

from dataclasses import dataclass
from typing import Annotated

from ..._jit import inlined
from ...quantities import NAME, WHOLE, Quantity, check_quantities, described


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Lever:
    """A constant lever arm on a joint coordinate."""

    body: Annotated[str, Quantity("whose joint it sits on", "", NAME)]
    arm: Annotated[float, Quantity("elongation per coordinate", "m/rad or -")]
    coordinate: Annotated[int, Quantity("which coordinate of the joint", "", WHOLE)] = 0

    def __post_init__(self) -> None:
        check_quantities(self)

    def numbers(self, table):
        """The arm."""
        return (self.arm,)


@inlined
def way(table, p, at, x):
    """s and r."""
    return p[at] * x, p[at]


EXAMPLES = (Lever(body="arm", arm=0.03),)
