"""The start of a run and the way through it, from Python, for any problem.

    S = allocate(method, n, n_guard=..., capacity=..., log_capacity=..., log_width=..., rtol=..., atol=..., resolution=...)
    start_run(S, method, y0, t0, t1)
    rows = Rows()
    status = drive(entry, P, S, method, rows.take)       entry: calls `advance` with (P, S, explicit, rosenbrock, trapezoid)
    rows.t(S), rows.y(S), rows.log                       what was recorded, the final state included

Nothing here is compiled but the entry.
"""

import math
from functools import partial

import numpy as np

from .._jit import JIT, bound
from .control import FIRST_PROBE
from .rivals import FIRST_PATIENCE
from .solver import (
    ASKS,
    AUTO,
    EXPLICIT,
    FADE,
    H_MAX,
    KIND,
    LEAD,
    N_LOG,
    N_RECORD,
    OWN,
    PAIR,
    PATIENCE,
    PROBE,
    REC_KIND,
    REC_T,
    RTOL,
    SPAN,
    STEP_LIMIT,
    STOP,
    T_END,
    UNTIL,
    H,
    Solver,
    T,
    new_solver,
)
from .status import BUFFER_FULL, INPUT_FAILED, SAMPLE, Status

FOREVER = 10**15  # steps


def allocate(method, n, *, n_guard, capacity, log_capacity, log_width, rtol, atol, resolution, implicit=True):
    """Arrays for n components and a method, with tolerances; `capacity` is in steps, `log_capacity` in rows of the log.

    log_width          numbers in a row of the log, whose meaning is the problem's.
    atol, resolution   of each component or of all: absolute tolerance; smallest magnitude that a finite difference sees.
    implicit           False: no matrices, the run stays explicit.
    """
    S = new_solver(n, n_guard, method.n_stage, method.degree, capacity, log_capacity, log_width, implicit)
    return tolerant(S, rtol, atol, resolution)


def tolerant(S, rtol, atol, resolution):
    """Cleared arrays with tolerances."""
    S.r[RTOL] = rtol
    S.atol[:] = atol
    S.fd[:] = resolution
    return S


def start_run(S, method, y0, t0, t1, *, first_step=None, max_step=math.inf, max_steps=None, fade=0.0):
    """Put a run from t0 to t1 [s] at its start.

    first_step, max_step   [s]; None: chosen.
    max_steps              give up after so many; None: never.
    fade                   what remains after a step of the magnitude that a component had; 0: classical control.
    """
    S.y[:] = y0
    S.r[[T, T_END, SPAN]] = t0, t1, t1 - t0
    S.r[[H, H_MAX, FADE]] = first_step or 0.0, min(max_step, t1 - t0), fade
    may_be_stiff = S.J.shape[0] == S.y.size or S.k[OWN] == 1 or S.k[ASKS] == 1
    S.k[[KIND, AUTO, STEP_LIMIT]] = method.kind, method.auto and may_be_stiff, max_steps or FOREVER
    S.k[PAIR], S.k[PROBE] = EXPLICIT, FIRST_PROBE
    for i, (pair, lead) in enumerate(zip(method.pairs[1:], method.leads, strict=True)):
        patience = FIRST_PATIENCE if pair is not method.pairs.first else 0
        S.r[LEAD + i], S.k[PATIENCE + i], S.k[UNTIL + i] = lead, patience, patience


def _quietly(entry, *args):
    """Plain Python: a trial stage may overflow, of which compiled code does not warn."""
    with np.errstate(all="ignore"):
        return entry(*args)


def drive(entry, P, S, method, take, interruption=None, more=None, answer=None):
    """Call the entry of a problem until its run is over; return the Status.

    take           function of S, called after each return of the loop, that empties its buffers (`take_rows`).
    interruption   None, or what can ask the run to return early (see `_interrupt.py`).
    more           function (P, S) -> (P, S) with longer tables, where a problem may find that its own are too short.
    answer         function (P, S, status) -> status for a problem that asks Python at its stops (SAMPLE: BUFFER_FULL to
                   go on), or one of whose inputs has failed (INPUT_FAILED).
    """

    def answered():
        """Go on, with the answers to all that is asked: the buffers are not full then."""
        go_on = bound(
            entry if JIT else partial(_quietly, entry), P, S, method.pairs, method.rosenbrock, method.trapezoid
        )
        status = go_on()
        while answer is not None and status in (SAMPLE, INPUT_FAILED):
            status = answer(P, S, status)
            if status != BUFFER_FULL or S.k.item(STOP) != 0:
                break
            status = go_on()
        return Status(status)

    status = Status.BUFFER_FULL
    while status == Status.BUFFER_FULL:
        S.k[STOP] = 0
        if interruption is not None and interruption.pressed is not None:
            interruption.honoured = True
            return Status.INTERRUPTED
        if interruption is not None and interruption.late:
            return Status.TIME_LIMIT
        status = answered() if interruption is None else interruption.call(answered)
        take(S)
        if more is not None and status == Status.BUFFER_FULL:
            P, S = more(P, S)
    return status


def lengthened(S, n, n_guard, log_capacity):
    """The same run with room for n components and n_guard guards; buffers must be empty. Goes on bit for bit."""
    old_n = S.y.size
    matrix = n if S.J.shape[0] == old_n else 1
    sizes = {"g": n_guard, "log": (log_capacity, S.log.shape[1]), "rec_y": (S.rec_y.shape[0], n)}
    arrays = {}
    for name, array in S._asdict().items():
        if name in ("g0", "g1", "gd0", "gd1", "gm", "gdm", "hit", "wanted", "proof"):
            shape = (sizes["g"],)
        elif name in sizes:
            shape = sizes[name]
        elif name in ("J", "LU"):
            shape = (matrix, matrix)
        elif name in ("K", "Q"):
            shape = (array.shape[0], n)
        elif name in ("r", "k", "rec_r", "rec_k"):
            arrays[name] = array
            continue
        else:
            shape = (n,)
        arrays[name] = np.zeros(shape, dtype=array.dtype)
        arrays[name][tuple(map(slice, array.shape))] = array
    S = Solver(**arrays)
    S.extent[old_n:] = S.extent[old_n - 1]
    return S


def take_rows(S):
    """Copies of what the loop has written since the last time (rec_r, rec_k, rec_y, log); its buffers are empty then."""
    n, m = S.k[N_RECORD], S.k[N_LOG]
    rows = S.rec_r[:n].copy(), S.rec_k[:n].copy(), S.rec_y[:n].copy(), S.log[:m].copy()
    S.k[[N_RECORD, N_LOG]] = 0
    return rows


class Rows:
    """What a run recorded, kept in memory; a row per step, the state at its start."""

    def __init__(self):
        self._r, self._k, self._y, self._log = [], [], [], []

    def take(self, S):
        """Take what the loop has written."""
        for store, part in zip((self._r, self._k, self._y, self._log), take_rows(S), strict=True):
            store.append(part)

    def t(self, S):
        """Times of the steps and of the end [s]."""
        return np.append(np.vstack(self._r)[:, REC_T], S.r[T])

    def y(self, S):
        """States at these times, (n_steps + 1, n)."""
        return np.vstack([*self._y, S.y])

    @property
    def kinds(self):
        """EXPLICIT, ROSENBROCK or TRAPEZOID of each step."""
        return np.vstack(self._k)[:, REC_KIND]

    @property
    def log(self):
        """A row per event."""
        return np.vstack(self._log)
