"""The energy ledger of a run.

    residual(t) = stored(t) - stored(0) + lost(t) - work(t)

stored   kinetic, gravity, joint springs, contact springs, tangential springs
lost     contact damping, friction, bristle work, released, joint damping (integrated with the motion or booked at jumps)
work     of applied forces

turnover [J] is what the residual is measured against: the largest kinetic and elastic energy, and all that was lost or put
in. The potential of gravity has an arbitrary zero and does not count.
"""

from dataclasses import dataclass

import numpy as np

from ..problem.energy import CONTACT, KINETIC, SPRINGS, STORED_NAMES, TANGENTIAL
from ..tables import L_WORK, LEDGER_NAMES


@dataclass(frozen=True)
class Ledger:
    """Energies [J] at the times of a run."""

    t: np.ndarray
    stored: dict  # name -> array
    lost: dict  # name -> array
    work: np.ndarray

    @classmethod
    def of(cls, t, stored, integrals):
        """From the arrays of stored energies and of the ledger part of the state."""
        lost = {name: integrals[:, i] for i, name in enumerate(LEDGER_NAMES) if i != L_WORK}
        return cls(t, {name: stored[:, i] for i, name in enumerate(STORED_NAMES)}, lost, integrals[:, L_WORK])

    @property
    def total(self):
        """All stored energy."""
        return sum(self.stored.values())

    @property
    def dissipated(self):
        """All energy lost since the start."""
        return sum(value - value[0] for value in self.lost.values())

    @property
    def residual(self):
        """What the ledger misses at each time."""
        return self.total - self.total[0] + self.dissipated - (self.work - self.work[0])

    @property
    def turnover(self):
        """The energy that the residual is measured against."""
        names = (STORED_NAMES[i] for i in (KINETIC, SPRINGS, CONTACT, TANGENTIAL))
        largest = sum(float(np.max(np.abs(self.stored[name]))) for name in names)
        moved = sum(float(np.max(np.abs(value - value[0]))) for value in self.lost.values())
        return largest + moved + float(np.max(np.abs(self.work - self.work[0])))

    @property
    def relative_residual(self):
        """Largest residual as a fraction of the energy turned over."""
        worst = float(np.max(np.abs(self.residual)))
        return worst / self.turnover if self.turnover > 0.0 else worst
