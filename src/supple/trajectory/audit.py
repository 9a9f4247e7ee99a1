"""The audit of the energy ledger: does it miss more than the tolerance admits?

A step under error control may err by rtol in each velocity and each deflection. Energies are quadratic in these, so that
one step may miss

    a_i = 2 rtol (kinetic + elastic energy) + rtol (energy lost or put in during the step)

and many steps their sum: what a run may miss grows with the number of its steps, and so does what it does miss (errors of
successive steps of an oscillation have one sign; measured, 0.0003 to 0.15 of the sum, by method). A bound on the whole
residual would fail every run that is long enough, and a bound that grows with the run would let a long accurate run pay for
what happens at its end. So the claim is about every stretch of the run, whatever came before:

    |residual(t2) - residual(t1)| <= sum of a_i between t1 and t2 + AUDIT rtol turnover         for all t1 < t2

The last term lets a single step err more than its share, and energy that a step borrows and the next gives back. A law that
creates or swallows more than 2 rtol of the energy in play per step breaks the claim after a few steps, at any length of the
run; less than that is not told from the error of the method at this tolerance, but by a smaller rtol.

The largest excess of all stretches is the largest rise of residual - sum over its lowest value so far (Page's cumulative
sum test): one pass, in pieces, with the same bits wherever the record is cut.
"""

import numpy as np

from ..problem.energy import CONTACT, KINETIC, SPRINGS, STORED_NAMES, TANGENTIAL

AUDIT = 10.0  # a stretch may miss so many times rtol of the energy turned over, besides what its steps may
ROUNDING = 1e-14  # of the stored energies: a very short run turns over less than that
IN_PLAY = [STORED_NAMES[i] for i in (KINETIC, SPRINGS, CONTACT, TANGENTIAL)]  # gravity has an arbitrary zero
DIGIT = np.finfo(float).eps  # of the stored energies, per step


class Audit:
    """Follows the residual of a ledger that arrives in pieces."""

    def __init__(self, rtol):
        self._rtol = rtol
        self._last = None  # (energy in play, all that was moved, stored energies without sign) of the last row
        self._admitted = 0.0  # [J] since the start
        self._lowest = {1: (np.inf, 0.0), -1: (np.inf, 0.0)}  # of +-residual - admitted: value [J], time [s]
        self.excess = 0.0  # [J] of the worst stretch over what its steps may miss
        self.stretch = (0.0, 0.0)  # [s] start and end of the worst stretch

    @np.errstate(all="ignore")  # energies of a run that failed may be infinite: then the excess is not a number
    def take(self, ledger, residual):
        """Add a piece of the ledger with its residual since the start of the first piece."""
        admitted = self._admit(ledger)
        for sign in (1, -1):
            self._rise(sign, sign * residual - admitted, ledger.t)

    def closes(self, turnover, magnitude):
        """Whether no stretch misses more than the tolerance explains, or the rounding of large energies."""
        return bool(self.excess <= AUDIT * self._rtol * turnover + ROUNDING * magnitude)

    def _admit(self, ledger):
        """What the steps up to each row may miss together [J]."""
        play = sum(ledger.stored[name] for name in IN_PLAY)
        moved = np.stack([*ledger.lost.values(), ledger.work], axis=1)
        size = sum(np.abs(value) for value in ledger.stored.values())
        last = (play[0], moved[0], size[0]) if self._last is None else self._last
        before = [np.concatenate([[first], rows[:-1]]) for first, rows in zip(last, (play, moved, size), strict=True)]
        self._last = play[-1], moved[-1], size[-1]
        step = 2.0 * np.maximum(before[0], play) + np.sum(np.abs(moved - before[1]), axis=1)
        step = self._rtol * step + DIGIT * np.maximum(before[2], size)
        admitted = np.cumsum(np.concatenate([[self._admitted], step]))[1:]  # as if it were one sum
        self._admitted = float(admitted[-1])
        return admitted

    def _rise(self, sign, height, t):
        """The largest rise of a curve over its lowest point so far."""
        value, time = self._lowest[sign]
        lowest = np.minimum.accumulate(np.concatenate([[value], height]))[1:]
        rise = height - lowest
        top = int(np.argmax(rise))  # the first that is not a number, if there is one

        def when(low):  # that value was reached first
            return time if value <= low else float(t[np.argmax(lowest == low)])

        if not rise[top] <= self.excess:
            self.excess, self.stretch = float(rise[top]), (when(lowest[top]), float(t[top]))
        self._lowest[sign] = float(lowest[-1]), when(lowest[-1])
