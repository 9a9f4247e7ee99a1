"""One instant of a motion: a state with the internal state of what touches, and the discrete state beside it.

A state y alone does not say which contacts hold, how their bristles are bent and what controllers hold: `simulate` then
lets whatever overlaps touch, with what contacts have when they begin. From an instant a run goes on as if it had not ended.
"""

from dataclasses import dataclass

import numpy as np

from ..model import Model
from ..model.room import state_size
from .discrete import Discrete


@dataclass(frozen=True, eq=False)
class Instant:
    """State and discrete state of a model at one time: `run.instant(t)`, or of an equilibrium."""

    model: Model
    t: float  # [s]
    y: np.ndarray  # with the internal state of what touches behind the named components
    discrete: Discrete

    def put_into(self, P):
        """(P, y): a system of the same model in this state, and the state as wide as its tables."""
        P = self.discrete.put_into(P, self.y.size)
        return P, np.pad(self.y, (0, state_size(P) - self.y.size))
