"""No friction: f = 0, bodies glide."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Frictionless:
    """No tangential force: it says nothing, and `dispatch.py` answers for it."""

    n_state = 0

    def row(self) -> tuple[float, ...]:
        """No numbers."""
        return ()

    def bound(self, speed: float) -> float:
        """Largest |f| / F at a slip `speed` [m/s]."""
        return 0.0


EXAMPLES = (Frictionless(),)
