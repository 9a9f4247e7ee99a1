"""No friction: f = 0, bodies glide."""

from dataclasses import dataclass

from .ids import FrictionLaw, padded


@dataclass(frozen=True, slots=True, kw_only=True)
class Frictionless:
    """No tangential force; dispatch answers for it with zeros."""

    law = FrictionLaw.NONE
    n_state = 0

    def row(self) -> tuple[float, ...]:
        """No numbers."""
        return padded()

    def bound(self, speed: float) -> float:
        """Largest |f| / F at a slip `speed` [m/s]."""
        return 0.0
