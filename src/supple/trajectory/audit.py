"""The audit of the energy ledger: does it miss more than the tolerance explains?

Every time energy changes its form, the steps that follow it err by some rtol of it; over many swings or bounces the errors
add up, and in an oscillation they have one sign. So a bound on the whole residual fails every run that is long enough, and
a bound that grows with the run lets a long accurate past pay for what happens at its end. The claim is about every stretch
of the run, whatever came before:

    |residual(t2) - residual(t1)|  <=  AUDIT rtol (energy turned over from t1 to t2 + turnover)        for all t1 < t2

A step turns over

    max(|change of the kinetic energy|, phase * kinetic and elastic energy) + all that was lost or put in

phase    largest angle that a joint turns in the step [rad], or change of a speed over the largest speed so far: a top and a
         mass that circles keep their energies, and go on erring
turnover the largest energies of the run (`ledger.py`): what a single step may miss, and what a step borrows and another
         gives back

A law that creates or swallows more than AUDIT rtol of what is turned over breaks the claim, at any length of the run and
wherever in it that begins; less is not told from the error of the method at this tolerance, but by a smaller one. Measured
(double pendulum, pendulum, oscillator, bounces; all methods): methods of higher order miss 0.001 to 1 rtol of the energy
turned over, those of second order up to 10 (integrate/step.py), and with the classical control, that is with an atol of the
user, more and more where rtol is small, and say so.

Beside the claim stands a limit: who misses a tenth of the largest energies has no result, whatever rtol says.

The largest excess of all stretches is the largest rise of residual - bound over its lowest value so far (Page's cumulative
sum test): one pass, in pieces, with the same bits wherever the record is cut.
"""

import numpy as np

from ..elements.observed import BENDING, CABLES, CONTACT, DRIVES, KINETIC, LINKS, SPRINGS, STORED_NAMES, TANGENTIAL

AUDIT = 10.0  # the ledger may miss so many times rtol of the energy turned over
WHOLE = 0.1  # of the turnover: what a run may miss as a whole, unless rtol itself is that loose
ROUNDING = 1e-14  # of the stored energies: a very short run turns over less than that
DIGIT = np.finfo(float).eps  # of the stored energies, per step
# gravity is not among them: its zero is arbitrary
IN_PLAY = [STORED_NAMES[i] for i in (KINETIC, SPRINGS, CONTACT, TANGENTIAL, LINKS, BENDING, CABLES, DRIVES)]
TURN = {"rad": 1.0, "-": 2.0}  # [rad] that a joint turns when a coordinate of this unit changes by 1; "-": a quaternion


class Audit:
    """Follows the residual of a ledger that arrives in pieces."""

    def __init__(self, layout, rtol):
        self._rtol = rtol
        turn = {i: TURN[unit] for i, unit in enumerate(layout.units[: layout.n_q]) if unit in TURN}
        self._angles, self._turn = list(turn), np.array(list(turn.values())).reshape(-1, 1)
        speeds = range(layout.n_q, layout.n_q + layout.n_v)
        self._speeds = [i for i in speeds if layout.units[i] == "m/s"]
        self._last = None  # the last row of what steps are made of, see `_rows`
        self._fastest = 0.0  # [m/s] so far
        self._admitted = 0.0  # [J] since the start
        self._lowest = {1: (np.inf, 0.0), -1: (np.inf, 0.0)}  # of +-residual - admitted: value [J], time [s]
        self.excess = 0.0  # [J] of the worst stretch over what its steps may miss
        self.stretch = (0.0, 0.0)  # [s] start and end of the worst stretch

    @np.errstate(all="ignore")  # energies of a run that failed may be infinite: then the excess is not a number
    def take(self, ledger, residual, y):
        """Add a piece of the ledger with its residual since the start of the first piece, and the states."""
        admitted = self._admit(ledger, y)
        for sign in (1, -1):
            self._rise(sign, sign * residual - admitted, ledger.t)

    def complaint(self, totals):
        """What is wrong with the ledger, in words; "" if no stretch misses more than the tolerance explains."""
        rounding = ROUNDING * totals.magnitude
        share = f"residual {totals.relative_residual:.1e} of the energy turned over, rtol {self._rtol:.0e}"
        if not self.excess <= AUDIT * self._rtol * totals.turnover + rounding:
            return f"{share}; worst from {self.stretch[0]:g} to {self.stretch[1]:g} s"
        if not totals.worst <= max(WHOLE, AUDIT * self._rtol) * totals.turnover + rounding:
            return f"{share}; a small part at each step, too much in the end"
        return ""

    def _admit(self, ledger, y):
        """What the steps up to each row may miss together [J]."""
        rows = self._rows(ledger, y)
        last = [row[..., :1] for row in rows] if self._last is None else self._last
        self._last = [row[..., -1:] for row in rows]
        before = [np.concatenate([old, row[..., :-1]], axis=-1) for old, row in zip(last, rows, strict=True)]
        change = [np.abs(row - old) for old, row in zip(before, rows, strict=True)]
        kinetic, in_play, stored, moved, turned, speeds = range(len(rows))
        larger = {i: np.maximum(before[i], rows[i]) for i in (in_play, stored)}
        step = np.maximum(change[kinetic], self._phase(change[turned], change[speeds], rows[speeds]) * larger[in_play])
        step = AUDIT * self._rtol * (step + sum(change[moved])) + DIGIT * larger[stored]
        admitted = np.cumsum(np.concatenate([[self._admitted], step]))[1:]  # as if it were one sum
        self._admitted = float(admitted[-1])
        return admitted

    def _rows(self, ledger, y):
        """What steps are made of: three energies, all that was moved, angles, speeds; a number per time in every row."""
        return (
            ledger.stored[STORED_NAMES[KINETIC]],
            sum(ledger.stored[name] for name in IN_PLAY),
            ledger.magnitude,
            ledger.moved,
            y.T[self._angles] * self._turn,
            y.T[self._speeds],
        )

    def _phase(self, turned, change, speeds):
        """How far each step goes in its motion: 1 is about one conversion of the energy."""
        largest = np.max(np.abs(speeds), axis=0, initial=0.0)
        fastest = np.maximum.accumulate(np.concatenate([[self._fastest], largest]))[1:]
        self._fastest = float(fastest[-1])
        gained = np.max(change, axis=0, initial=0.0)
        relative = np.divide(gained, fastest, out=np.zeros_like(gained), where=fastest > 0.0)
        return np.maximum(np.max(turned, axis=0, initial=0.0), relative)

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
