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
        lost = {name: integrals[:, i] for i, name in enumerate(LEDGER_NAMES) if i != L_WORK}
        return cls(t, {name: stored[:, i] for i, name in enumerate(STORED_NAMES)}, lost, integrals[:, L_WORK])

    @property
    def total(self) -> np.ndarray:
        """All stored energy."""
        return sum(self.stored.values(), start=np.zeros(len(self.t)))

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
        self._first = None  # (stored, lost, work) at the start
        self._largest = {}  # of each store and of each loss since the start
        self.magnitude = 0.0  # [J] of all stored energies together, gravity with its arbitrary zero included
        self.worst = 0.0  # [J] the largest residual

    @np.errstate(
        all="ignore"
    )  # energies of a run that failed may be infinite: then so is the residual, or not a number
    def take(self, ledger):
        """Add a piece; return its residual, counted from the start of the first piece."""
        if self._first is None:
            lost = {name: value[0] for name, value in ledger.lost.items()}
            self._first = ledger.total[0], lost, ledger.work[0]
        stored, lost, work = self._first
        moved = {name: value - lost[name] for name, value in ledger.lost.items()} | {"work": ledger.work - work}
        elastic = {name: ledger.stored[name] for name in IN_PLAY}
        for name, value in (moved | elastic).items():
            self._largest[name] = _larger(self._largest.get(name, 0.0), value)
        self.magnitude = _larger(self.magnitude, sum(np.abs(value) for value in ledger.stored.values()))
        residual = ledger.total - stored + sum(moved[name] for name in lost) - moved["work"]
        self.worst = _larger(self.worst, residual)
        return residual

    @property
    def turnover(self) -> float:
        """The energy that the residual is measured against [J]."""
        return sum(self._largest.values())

    @property
    def relative_residual(self) -> float:
        """Largest residual as a fraction of the energy turned over."""
        return self.worst / self.turnover if self.turnover > 0.0 else self.worst


def _larger(known, values):
    """The larger magnitude; what is not a number stays so."""
    return float(np.maximum(known, np.max(np.abs(values))))
