"""What the elements that users write have in common: the bodies they act on, and a name."""

from typing import Annotated

from ..quantities import NAME, Quantity, optional

BodyA = Annotated[str, Quantity('name of one body, or "world"', "", NAME)]
BodyB = Annotated[str, Quantity('name of the other, or "world"', "", NAME)]
Name = Annotated[str, Quantity("for results", "", optional(NAME, ""), note="default: one is made")]
