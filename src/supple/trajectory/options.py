"""How a run was asked for."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a run is computed."""

    method: str
    rtol: float
    atol: float | None
    max_step: float
    first_step: float
    sample: float
    max_steps: int
