"""Fixed joint: the body is part of its parent, no node of its own."""

from dataclasses import dataclass

from ..quantities import check_quantities, described
from .written import IDENTITY, ORIGIN, Place, Turn


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Fixed:
    """The body is part of its parent."""

    at: Place = ORIGIN
    orientation: Turn = IDENTITY

    def __post_init__(self):
        check_quantities(self)

    def chain(self):
        """No node of its own."""
        return ()


EXAMPLES = (Fixed(at=(0.1, 0.2, -0.3), orientation=(1, 2, 3, 4)),)
