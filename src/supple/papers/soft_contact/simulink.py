"""A run of the published formulation, counted as Simulink counts.

Step control  supple's loop with the classical control of Matlab's suite: |e_i| <= max(atol, rtol |y_i|) with atol = rtol,
              safety 0.8, growth at most 5, no growth after a failure, longest step T/50 (Simulink's default), a new first
              step after a change of mode.
Count         accepted steps, and one more for every located event: at a zero crossing Simulink takes a step to just before
              and a second one to just after it; supple ends one step there.
Source        Shampine & Reichelt, The Matlab ODE suite, SIAM J. Sci. Comput. 18 (1997) 1; Taghipour Bibalan & Featherstone,
              ACRA 2009 (BF), section 3.
Limits        Simulink's own code is not public: its first step, its perturbations for the Jacobian of ode23s and how many
              of a model's blocks announce a zero crossing are not known.
"""

from typing import NamedTuple

import numpy as np

from ...integrate.methods import choose_method
from ...integrate.solver import K_RHS, STEPS, T
from ...integrate.start import Rows, allocate, drive, start_run
from ...integrate.status import Status
from .cases import END, problem_of
from .engine import H_, LOG_TIME, N_GUARD, N_STATE, VH, VX, X_, run_soft_contact

BUFFER = 4096  # steps between two returns of the loop
LOG_WIDTH = 4  # time, point, and its two modes: see engine.py
RESOLVED = 1e-3  # smallest magnitude that a finite difference of the Jacobian sees
FINE = 5e-5  # [s] longest step of a reference: the cubic between two of its steps is then exact to 1e-11 m
TIGHT = 1e-12


class PaperRun(NamedTuple):
    """A finished run."""

    t: np.ndarray  # [s] ends of the steps
    y: np.ndarray  # (n_steps + 1, 10) states there
    events: np.ndarray  # [s]
    steps: int  # accepted
    right_hand_sides: int

    @property
    def counted(self):
        """Steps as Simulink counts them."""
        return self.steps + len(self.events)

    @property
    def position(self):
        """Height and place along the ground [m], (n_steps + 1, 2)."""
        return self.y[:, [H_, X_]]


def published_run(case, method, tolerance, max_step=END / 50.0):
    """Run a case with a method (ode45, ode23s, ...) at rel. = abs. tolerance."""
    P, y0 = problem_of(case)
    chosen = choose_method(method, tolerance)
    S = allocate(
        chosen, N_STATE, n_guard=N_GUARD, capacity=BUFFER, log_capacity=BUFFER, log_width=LOG_WIDTH, rtol=tolerance,
        atol=tolerance, resolution=RESOLVED,
    )  # fmt: skip
    start_run(S, chosen, y0, 0.0, END, max_step=max_step)
    rows = Rows()
    status = drive(run_soft_contact, P, S, chosen, rows.take)
    if status != Status.DONE:
        raise RuntimeError(f"the published formulation of {case} must reach {END} s, got {status.name} at {S.r[T]} s")
    return PaperRun(rows.t(S), rows.y(S), rows.log[:, LOG_TIME], int(S.k[STEPS]), int(S.k[K_RHS]))


def reference_run(case):
    """The same problem at 1e-12, in steps so short that a cubic between them is exact for every purpose here."""
    return published_run(case, "dop853", TIGHT, max_step=FINE)


def positions_at(run, times):
    """Positions [m] of a run at any times: the cubic through places and speeds at the ends of a step."""
    i = np.clip(np.searchsorted(run.t, times, side="right") - 1, 0, len(run.t) - 2)
    h = run.t[i + 1] - run.t[i]
    s = ((times - run.t[i]) / h)[:, None]
    rates = run.y[:, [VH, VX]]
    p0, p1, m0, m1 = run.position[i], run.position[i + 1], h[:, None] * rates[i], h[:, None] * rates[i + 1]
    a, b = 2.0 * (p0 - p1) + m0 + m1, 3.0 * (p1 - p0) - 2.0 * m0 - m1
    return p0 + s * (m0 + s * (b + s * a))


def error_of(run, reference):
    """Largest error of a position [m] at the ends of the steps."""
    return float(np.max(np.abs(run.position - positions_at(reference, run.t))))
