"""simulate(scene, end) -> Trajectory: build, run, collect."""

import time

import numpy as np

from ._check import finite, nonnegative, positive, within
from .integrate.methods import Method, choose_method
from .integrate.solver import (
    AUTO,
    FADE,
    H_MAX,
    KIND,
    MAX_STEPS,
    N_LOG,
    N_RECORD,
    SPAN,
    H,
    T,
)
from .integrate.status import Status
from .model import Model, build
from .problem.entries import begin, resume, run
from .tables import H_TIME
from .trajectory import Options, Records, Trajectory
from .trajectory.options import solver_of

CHUNK = 4096  # steps between two returns from the compiled loop: progress, interruption, growing storage
BUFFER = 64 * 2**20  # [bytes] of recorded states between two returns
LARGE = 3000  # active components beyond which no Jacobian is kept: auto stays explicit
FOREVER = 10**15
REMEMBER = 0.8  # per step: a velocity that crosses zero in an oscillation is judged by its amplitude


def simulate(scene, end, *, start=0.0, method="auto", rtol=1e-6, atol=None, max_step=np.inf, first_step=None, sample=0.0,
             max_steps=None, initial=None, progress=None):  # fmt: skip
    """Simulate a scene (or a model) from `start` to `end` [s] under error control; return a Trajectory.

    method      "auto", a method or an alias such as "ode45"; see `supple.method_names()`.
    rtol        relative tolerance, 1e-13 to 0.1. By default it also holds for the indentation of every contact.
    atol        absolute tolerance of every component in its unit. None: a thousandth of rtol for coordinates (mm, mrad),
                less for the memory of contacts. A number gives the classical control of each coordinate and
                nothing else, as in Matlab's suite.
    max_step    longest step [s];  first_step  first step [s], None: chosen.
    sample      period [s] of a sampled controller: steps end at its multiples. 0: none.
    max_steps   give up after so many steps, with a status that says so.
    initial     another initial state: an array like `Trajectory.final`, or a Trajectory to go on from its end.
    progress    function of the fraction done, called now and then.
    """
    model = scene if isinstance(scene, Model) else build(scene)
    start, end = finite("start", start, "s"), finite("end", end, "s")
    if end < start:
        raise ValueError(f"end must be >= start = {start} s, got {end!r}")
    options = Options(
        method=method,
        rtol=within("rtol", rtol, 1e-13, 0.1),
        atol=None if atol is None else positive("atol", atol),
        max_step=np.inf if max_step == np.inf else positive("max_step", max_step, "s"),
        first_step=0.0 if first_step is None else positive("first_step", first_step, "s"),
        sample=nonnegative("sample", sample, "s"),
        max_steps=FOREVER if max_steps is None else int(positive("max_steps", max_steps)),
    )
    chosen = choose_method(method, options.rtol)
    P = model.problem(sample=options.sample, contact_error=options.atol is None)
    y0 = _initial(model, P, start, initial)
    S = _solver(model, chosen, options, start, end, y0, _chunk(model.layout.size, progress))
    records = Records(P.mode.copy(), P.hold.copy())
    clock = time.perf_counter()
    with np.errstate(all="ignore"):  # a trial stage may overflow: compiled code does not warn, nor should plain Python
        status = _loop(P, S, chosen, records, progress, start, end)
    return Trajectory(
        model=model, method=chosen, options=options, records=records.finish(S), status=Status(status),
        counters=S.k.copy(), wall=time.perf_counter() - clock,
    )  # fmt: skip


def _initial(model, P, start, initial):
    """Initial state; sets the discrete state of P."""
    if isinstance(initial, Trajectory):
        if (initial.names, initial.contacts) != (model.layout.names, model.contact_names):
            raise ValueError(f"initial must be a run of the same scene, got one of {initial.model.scene.name!r}")
        P.mode[:], P.hold[:] = initial.final_modes
        P.hold[:, H_TIME] += start - initial.t[-1]  # free memory goes on relaxing from where it was
        resume(P, start)
        return np.array(initial.final)
    y0 = model.y0.copy()
    if initial is not None:
        y0 = np.array(initial, dtype=float)
        if y0.shape != model.y0.shape or not np.all(np.isfinite(y0)):
            raise ValueError(f"initial must be {model.y0.size} finite numbers, got an array of shape {y0.shape}")
    begin(P, start, y0)
    return y0


def _solver(model, chosen, options, start, end, y0, chunk):
    contacts = len(model.contact_names)
    implicit = chosen.kind != 0 or (chosen.auto and model.layout.size <= LARGE)
    S = solver_of(
        model, chosen, options, end=end, n_guard=2 * contacts, capacity=chunk, log_capacity=max(chunk, 8 * contacts),
        implicit=implicit,
    )  # fmt: skip
    S.y[:] = y0
    span = end - start
    S.r[[T, SPAN, H]] = start, span, options.first_step
    S.r[FADE] = REMEMBER if options.atol is None else 0.0
    S.r[H_MAX] = min(options.max_step, span)
    S.k[[KIND, AUTO, MAX_STEPS]] = chosen.kind, int(chosen.auto and implicit), options.max_steps
    return S


def _chunk(n, progress):
    """Steps that fit into the buffers: less for large states, and less where somebody watches the progress."""
    fitting = min(CHUNK, max(16, BUFFER // (8 * n)))
    return fitting if progress is None else max(1, fitting // 16)


def _loop(P, S, chosen: Method, records, progress, start, end):
    while True:
        try:
            status = run(P, S, chosen.explicit, chosen.rosenbrock, chosen.trapezoid)
        except KeyboardInterrupt:  # arrives when the compiled loop returns: what it has written is whole
            status = Status.INTERRUPTED
        records.take(S)
        S.k[[N_RECORD, N_LOG]] = 0
        if progress is not None:
            progress((S.r[T] - start) / (end - start) if end > start else 1.0)
        if status != Status.BUFFER_FULL:
            return status
