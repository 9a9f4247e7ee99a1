"""The energy ledger of a run.

    residual(t) = stored(t) - stored(0) + lost(t) - work(t)

stored   kinetic, gravity, joint springs, contact springs, tangential springs, springs, flexible bodies, cables, drives
lost     contact damping, plastic work, friction, bristle work, released, joint, spring, structural and cable damping,
         motor heat, drive friction
         (integrated, or booked at jumps)
work     of applied forces, prescribed motions and the sources of motors

turnover [J] is what the residual is measured against: the largest kinetic and elastic energy, and all that was lost or put
in. The potential of gravity has an arbitrary zero and does not count. `Totals` keeps these figures of a ledger that arrives
in pieces; `audit.py` judges them.
"""

from dataclasses import dataclass

import numpy as np

from ..elements.observed import STORED_NAMES
from ..tables import L_WORK, LEDGER_NAMES
from .audit import IN_PLAY


@dataclass(frozen=True)
class Ledger:
    """Energies [J] at the times of a run."""

    t: np.ndarray
    stored: dict[str, np.ndarray]  # by name
    lost: dict[str, np.ndarray]  # by name
    work: np.ndarray

    @classmethod
    def of(cls, t, stored, integrals):
        """From the arrays of stored energies and of the ledger part of the state."""
        stored, integrals = stored.T.copy(), integrals.T.copy()  # each energy in one piece: it is read again and again
        lost = {name: integrals[i] for i, name in enumerate(LEDGER_NAMES) if i != L_WORK}
        return cls(t, {name: stored[i] for i, name in enumerate(STORED_NAMES)}, lost, integrals[L_WORK])

    @property
    def total(self) -> np.ndarray:
        """All stored energy."""
        return sum(self.stored.values(), start=np.zeros(len(self.t)))

    @property
    def magnitude(self) -> np.ndarray:
        """All stored energies by their size, gravity with its arbitrary zero included."""
        return sum((np.abs(value) for value in self.stored.values()), start=np.zeros(len(self.t)))

    @property
    def moved(self) -> np.ndarray:
        """A row per loss, and one of the work."""
        return np.array([*self.lost.values(), self.work])

    @property
    def dissipated(self) -> np.ndarray:
        """All energy lost since the start."""
        return sum((value - value[0] for value in self.lost.values()), start=np.zeros(len(self.t)))

    @property
    def residual(self) -> np.ndarray:
        """What the ledger misses at each time."""
        return self.total - self.total[0] + self.dissipated - (self.work - self.work[0])

    @property
    def totals(self):
        """The figures of the whole ledger."""
        totals = Totals()
        totals.take(self)
        return totals

    @property
    def turnover(self) -> float:
        """The energy that the residual is measured against."""
        return self.totals.turnover

    @property
    def relative_residual(self) -> float:
        """Largest residual as a fraction of the energy turned over."""
        return self.totals.relative_residual


class Totals:
    """Largest energies and largest residual of a ledger that arrives in pieces."""

    def __init__(self):
        self._first = None  # all stored energy, and what was lost or put in, at the start
        self._largest = np.zeros(len(LEDGER_NAMES) + len(IN_PLAY))  # of each loss, of the work, of each store
        self.magnitude = 0.0  # [J] of all stored energies together, gravity with its arbitrary zero included
        self.worst = 0.0  # [J] the largest residual

    @np.errstate(
        all="ignore"
    )  # energies of a run that failed may be infinite: then so is the residual, or not a number
    def take(self, ledger):
        """Add a piece; return its residual, counted from the start of the first piece."""
        total, moved = ledger.total, ledger.moved
        if self._first is None:
            self._first = total[0], moved[:, :1].copy()
        stored, before = self._first
        moved = moved - before
        elastic = [ledger.stored[name] for name in IN_PLAY]
        self._largest = np.maximum(self._largest, np.abs([*moved, *elastic]).max(axis=1))  # not a number stays so
        self.magnitude = _larger(self.magnitude, ledger.magnitude)
        residual = total - stored + sum(moved[:-1]) - moved[-1]
        self.worst = _larger(self.worst, residual)
        return residual

    @property
    def turnover(self) -> float:
        """The energy that the residual is measured against [J]."""
        return sum(self._largest.tolist())

    @property
    def relative_residual(self) -> float:
        """Largest residual as a fraction of the energy turned over."""
        return self.worst / self.turnover if self.turnover > 0.0 else self.worst


def _larger(known, values):
    """The larger magnitude; what is not a number stays so."""
    return float(np.maximum(known, np.max(np.abs(values))))
