"""simulate(scene, end) -> Trajectory: build, run, collect (or write to a file while it runs)."""

import time
from collections.abc import Callable
from os import PathLike

import numpy as np
from numpy.typing import ArrayLike

from ._check import positive
from ._interrupt import Interruption, aside, at_once
from ._jit import prepare
from .integrate.methods import choose_method
from .integrate.solver import EXPLICIT, STOP, T
from .integrate.start import drive, start_run
from .model import Model
from .model.build import assemble
from .model.controllers import answering
from .model.notes import warn_of
from .model.room import guard_size, more_room
from .model.solver import answer_asked, ready_for_implicit, solver_again, solver_of
from .model.start import started
from .model.user_laws import forget_failures, has_user_code
from .options import Options
from .results.memory import Memory
from .results.reader import opened
from .results.writer import ResultWriter
from .scene.scene import Scene
from .system.entries import resume, run
from .tables import H_TIME, M_NORMAL, OPEN
from .trajectory import Instant, Records, Trajectory

CHUNK = 1024  # steps between two returns from the compiled loop: progress, interruption, growing storage
BUFFER = 64 * 2**20  # [bytes] of recorded states between two returns
REMEMBER = 0.8  # per step: a velocity that crosses zero in an oscillation is judged by its amplitude


def simulate(
    scene: Scene | Model,
    end: float,
    *,
    start: float = 0.0,
    method: str = "auto",
    rtol: float = 1e-6,
    atol: float | None = None,
    max_step: float = np.inf,
    first_step: float | None = None,
    sample: float = 0.0,
    max_steps: int | None = None,
    initial: ArrayLike | Trajectory | Instant | None = None,
    progress: Callable[[float], object] | None = None,
    out: str | PathLike[str] | None = None,
    time_limit: float | None = None,
) -> Trajectory:
    """Simulate a scene (or a model) from `start` to `end` [s] under error control; return a Trajectory.

    method      "auto", a method or an alias such as "ode45"; see `supple.method_names()`.
    rtol        relative tolerance, 1e-13 to 0.1 (`auto` keeps at least 0.03). By default it also holds for the
                indentation of every contact.
    atol        absolute tolerance of every component in its unit. None: a thousandth of rtol for coordinates (mm, mrad),
                less for the internal state of contacts. A number gives the classical control of each coordinate and
                nothing else, as in Matlab's suite.
    max_step    longest step [s];  first_step  first step [s], None: chosen.
    sample      period [s] of a sampled controller: steps end at its multiples. 0: none.
    max_steps   give up after so many steps, with a status that says so.
    initial     another initial state: an array like `Trajectory.final`, a Trajectory to go on from its end, or an
                instant with the internal state of what touches: `run.instant(t)`, `equilibrium(scene).instant`.
    progress    function of the fraction done, called with 0 when all is compiled, then now and then.
    out         name of a NetCDF file to write the run to while it goes on: memory stays flat however long it is, and the
                trajectory that is returned reads from the file (its `path`). The file is NAME.part until the end, readable
                up to its last flush whatever happens. A file NAME that was there before is replaced, with a warning, by a
                run that succeeds; otherwise NAME.part stays beside it.
    time_limit  give up after so long on the clock [s], with a status that says so; what was computed is kept. A step that
                does not come back (a law of the user's) is not ended.

    Ctrl-C ends the run early: what was computed is kept, and the status says so. A second one, or a run that does not
    return within 1 s (it is being compiled, or a law of the user's does not come back), is a KeyboardInterrupt.
    """
    if time_limit is not None:
        positive("time_limit", time_limit, "s")
    model = scene if isinstance(scene, Model) else assemble(scene)
    if model is not scene:
        warn_of(model, stacklevel=2)
    options = Options(
        end=end, start=start, method=method, rtol=rtol, atol=atol, max_step=max_step, first_step=first_step, sample=sample,
        max_steps=max_steps,
    )  # fmt: skip
    chosen = choose_method(options.method, options.tolerance, model.crowded)
    forget_failures(model)
    answer = answering(model)
    foreign = has_user_code(model)
    key = None if foreign else (chosen.name, progress is None)  # what is left of a run serves another one like it
    P, S = model.equipment(key, sample=options.sample, contact_error=options.atol is None)
    own = P
    P, y0 = _initial(model, P, options.start, initial, aside if foreign else at_once)
    S = _solver(model, P, S if P is own else None, chosen, options, y0, _chunk(y0.size, progress))
    if chosen.kind != EXPLICIT:
        P = ready_for_implicit(P, S)
    counters = S.k  # the same array however often the tables grow
    prepare(run)  # compiling is no part of the time that a run takes, nor of what Ctrl-C keeps

    def ask():
        counters[STOP] = 1

    if out is None:
        records = Records(model, P)
        with Interruption(ask, time_limit, obeys=not foreign) as interruption:
            status, wall, left = _run(P, S, chosen, options, records, progress, interruption, answer)
        kept = Memory(
            model=model, method=chosen, options=options, records=records.give(), status=status, counters=counters.copy(),
            wall=wall,
        )  # fmt: skip
        model.left_over.leave(key, *left)
        return Trajectory(kept)
    with (
        Interruption(ask, time_limit) as interruption,
        ResultWriter(out, model, chosen, options, replace=False) as writer,
    ):
        writer.begin(P)
        status, wall, _ = _run(P, S, chosen, options, writer, progress, interruption, answer)
        writer.finish(status, counters.copy(), wall)
    return opened(writer.path)


def _initial(model, P, start, initial, do):
    """The system and its state at the start; do: who calls what a user may have written."""
    if isinstance(initial, Trajectory):
        initial = initial.instant()
    if isinstance(initial, Instant):
        if (initial.model.layout.names, initial.model.contact_names) != (model.layout.names, model.contact_names):
            other = initial.model.scene.name
            raise ValueError(f"initial must be an instant or a run of the same scene, got one of {other!r}")
        P, y0 = initial.put_into(P)
        # what is free goes on relaxing from where it was
        P.hold[P.mode[:, M_NORMAL] == OPEN, H_TIME] += start - initial.t
        do(lambda: resume(P, start, y0))
        return P, y0
    y0 = model.y0
    if initial is not None:
        y0 = np.array(initial, dtype=float)
        n = model.layout.size
        if y0.ndim != 1 or y0.size < n or not np.all(np.isfinite(y0)):
            raise ValueError(f"initial must be at least {n} finite numbers, got an array of shape {y0.shape}")
    return do(lambda: started(model, P, start, y0))


def _solver(model, P, S, chosen, options, y0, chunk):
    """Arrays of the integrator at the start of a run: S, if they are there."""
    if S is None:
        guards = guard_size(P)
        room = {"n_guard": guards, "capacity": chunk, "log_capacity": max(chunk, 4 * guards)}
        S = solver_of(model, P, chosen, options, **room, later=True)
    else:
        S = solver_again(S, model, P, options)
    start_run(
        S, chosen, y0, options.start, options.end, first_step=options.first_step, max_step=options.max_step,
        max_steps=options.max_steps, fade=REMEMBER if options.atol is None else 0.0,
    )  # fmt: skip
    return S


def _chunk(n, progress):
    """Steps that fit into the buffers: less for large states, and less where somebody watches the progress."""
    fitting = min(CHUNK, max(16, BUFFER // (8 * n)))
    return fitting if progress is None else max(1, fitting // 4)


def _run(P, S, chosen, options, sink, progress, interruption, answer):
    """Run to the end, or to what stops it; the sink takes the rows.

    Return the status, the time it took [s], and system and arrays as they are then: others, if the tables had to grow.
    """
    span = options.end - options.start
    if progress is not None:
        progress(0.0)
    now, compiling = (P, S), 0.0
    clock = time.perf_counter()

    def take(S):
        sink.take(S)
        if progress is not None:
            progress((S.r[T] - options.start) / span if span > 0.0 else 1.0)

    def more(P, S):
        nonlocal now, compiling
        asked = time.perf_counter()
        P = answer_asked(P, S)
        compiling += time.perf_counter() - asked
        now = more_room(P, S)
        return now

    status = drive(run, P, S, chosen, take, interruption, more, answer)
    sink.take_end(now[1])
    return status, time.perf_counter() - clock - compiling, now
