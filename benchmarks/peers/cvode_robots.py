"""CVODE of SUNDIALS on supple's own right-hand side, for robot_race.py: functions of a relative tolerance to a `Course`.

The same compiled kernels in another integrator: right-hand side, guards and changes of mode are those of the model, and
a C program (cvode_robots.c) calls them from CVODE. "from Python" is the same by way of scikit-sundae, which calls a Python
function that calls the compiled one: what its users have. What that adds to a right-hand side is measured (`call_cost`).

State     coordinates, velocities and deflections of the contacts. The energy ledger is computed but not integrated, which
          saves CVODE twelve components that supple carries along.
Events    root finding of CVODE on the guards of all contacts; what it reports changes its mode, and CVODE starts again.
Solution  Newton's iteration, dense, its Jacobian by differences, as CVODE makes it; with Adams, too, where fixed-point
          iteration took more right-hand sides in both scenes. The absolute tolerance is a thousandth of the relative one,
          as that of supple.
"""

import ctypes
import inspect
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
from common import available, compiled

from supple._jit import Ints, Reals, Reals2, bound, entry
from supple.integrate.problem import guards, jump, rhs, watch
from supple.model.start import started
from supple.system.robot import Robot
from supple.tables import N_LEDGER, S_LEDGER, S_POOL, SHORT

METHODS = {"Adams": 1, "BDF": 2}  # numbers of CVODE
CALLS = 20_000


class Course(NamedTuple):
    """A run: CPU time [s], coordinates at the stops, and what else is known of it: counts by name."""

    seconds: float
    links: np.ndarray
    counts: dict


# --- compiled -------------------------------------------------------------------------------------------------------------
@entry
def rates(P: Robot, t: Reals, x: Reals, y: Reals, dy: Reals, dx: Reals) -> None:
    """dx/dt of the state without the ledger; y and dy are as supple has them."""
    first = P.size[S_LEDGER]
    for i in range(first):
        y[i] = x[i]
    for i in range(first, x.size):
        y[i + N_LEDGER] = x[i]
        dy[i + N_LEDGER] = 0.0  # of what does not touch
    rhs(t[0], y, P, dy)
    for i in range(first):
        dx[i] = dy[i]
    for i in range(first, x.size):
        dx[i] = dy[i + N_LEDGER]


@entry
def margins(P: Robot, t: Reals, x: Reals, y: Reals, g: Reals, gd: Reals) -> int:
    """The guards there; return their number."""
    first = P.size[S_LEDGER]
    for i in range(first):
        y[i] = x[i]
    for i in range(first, x.size):
        y[i + N_LEDGER] = x[i]
    return guards(t[0], y, P, g, gd)


@entry
def change(P: Robot, t: Reals, x: Reals, y: Reals, hit: Ints, log: Reals2) -> int:
    """Let the guards that are hit change their modes, at x and for the next x; return the rows of the log."""
    first = P.size[S_LEDGER]
    for i in range(first):
        y[i] = x[i]
    for i in range(first, x.size):
        y[i + N_LEDGER] = x[i]
    _, rows = jump(t[0], y, P, hit, log)
    watch(t[0], y, P, 0.0)
    for i in range(first):
        x[i] = y[i]
    for i in range(first, x.size):
        x[i] = y[i + N_LEDGER]
    return rows


@entry
def many(P: Robot, y: Reals, dy: Reals, calls: int) -> None:
    """The right-hand side again and again, without Python in between."""
    for _ in range(calls):
        rhs(0.0, y, P, dy)


class Plain(ctypes.Structure):
    """`Equations` of cvode_robots.c."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("rates", "margins", "change", "rates_at", "margins_at", "change_at")),
        *((name, ctypes.c_void_p) for name in ("t", "x", "dx", "g", "hit")),
        *((name, ctypes.c_long) for name in ("n", "guards", "rhs", "looks", "steps", "events")),
    )


class Equations:
    """A model as CVODE wants it: functions of t, x and an array to be filled, and the change of modes at an event."""

    def __init__(self, model):
        self.P, self.y = started(model, model.system(), 0.0, model.y0)
        pool, first = int(self.P.size[S_POOL]), int(self.P.size[S_LEDGER])
        assert pool == first + N_LEDGER and model.contacts.listed is not None  # every contact is watched always
        self.t, self.x = np.zeros(1), self.y[np.r_[0:first, pool : self.y.size]]
        self.dx, self.dy, room = np.zeros(self.x.size), np.zeros(self.y.size), 4 * len(self.P.el_i) + 1
        self.g, self.gd, self.hit = np.zeros(room), np.zeros(room), np.zeros(room, dtype=np.int64)
        self.log = np.zeros((room, model.log_width))
        self._rates = bound(rates, self.P, self.t, self.x, self.y, self.dy, self.dx)
        self._margins = bound(margins, self.P, self.t, self.x, self.y, self.g, self.gd)
        self._change = bound(change, self.P, self.t, self.x, self.y, self.hit, self.log)
        self.number = self._margins()
        self.calls = self.looks = 0

    def rhs(self, t, x, dx):
        """Right-hand side."""
        self.calls += 1
        self.t[0], self.x[:] = t, x
        self._rates()
        dx[:] = self.dx

    def guards(self, t, x, g):
        """Guards, which fall to zero at an event."""
        self.looks += 1
        self.t[0], self.x[:] = t, x
        self._margins()
        g[:] = self.g[: self.number]

    def change(self, t, x, which):
        """The state after an event of the guards `which`."""
        self.t[0], self.x[:] = t, x
        self.hit[: self.number] = which
        rows = self._change()
        assert rows > 0 and self.P.count[SHORT] == 0
        return self.x.copy()

    def plain(self):
        """The same for C."""
        at = {name: array.ctypes.data for name, array in vars(self).items() if name in ("t", "x", "dx", "g", "hit")}
        for name in ("rates", "margins", "change"):
            held = inspect.getclosurevars(getattr(self, f"_{name}")).nonlocals
            at |= {name: ctypes.cast(held["code"], ctypes.c_void_p).value, f"{name}_at": held["where"]}
        return Plain(n=self.x.size, guards=self.number, **at)


# --- runs -----------------------------------------------------------------------------------------------------------------
def from_python(model, method, times, seen, slow):
    """A run by way of scikit-sundae, a function of the relative tolerance."""
    from sksundae.cvode import CVODE

    def run(rtol):
        its = Equations(model)

        def look(t, x, g):
            its.guards(t, x, g)

        look.terminal, look.direction = [True] * its.number, [-1] * its.number
        made = CVODE(
            its.rhs, method=method, rtol=rtol, atol=1e-3 * rtol, eventsfn=look, num_events=its.number, max_num_steps=10**6
        )  # fmt: skip
        links, events, t, x, end = np.full((times.size, len(seen)), np.nan), 0, 0.0, its.x.copy(), times[-1]
        start = time.process_time()
        while t < end and time.process_time() - start < slow:
            done = made.solve(np.concatenate([[t], times[times > t]]), x)
            links[np.isin(times, done.t[1:])] = done.y[1:][np.isin(done.t[1:], times)][:, seen]
            t = float(done.t[-1])
            if t < end and (not done.success or t != done.t_events[-1]):
                break
            if t < end:  # else its events are those of the piece before
                x, events = its.change(t, done.y_events[-1], np.asarray(done.i_events[-1]) != 0), events + 1
        counts = {"rhs": its.calls, "events": events}
        return Course(time.process_time() - start, links, counts)

    return run


def library():
    """The C program and SUNDIALS, or None."""
    import sksundae

    wheel = Path(sksundae.__file__).parent.with_name("scikit_sundae.libs")
    libs = [str(path) for name in ("cvode", "core") for path in wheel.glob(f"libsundials_{name}-*")]
    path = (
        compiled("peers/cvode_robots.c", "-shared", "-fPIC", *libs, f"-Wl,-rpath,{wheel}") if len(libs) == 2 else None
    )
    if path is None:
        print("(CVODE from C left out: no compiler, or a scikit-sundae without its libraries)")
        return None
    function = ctypes.CDLL(str(path)).cvode_run
    function.restype, array = ctypes.c_double, np.ctypeslib.ndpointer(dtype=float, flags="C")
    number, real = ctypes.c_int, ctypes.c_double
    function.argtypes = (ctypes.POINTER(Plain), number, real, real, array, number, array, real)
    return function


def from_c(function, model, method, times, seen, slow):
    """A run without Python, a function of the relative tolerance."""

    def run(rtol):
        its = Equations(model)
        plain, out = its.plain(), np.full((times.size, its.x.size), np.nan)
        seconds = function(plain, METHODS[method], rtol, 1e-3 * rtol, times, times.size, out, slow)
        return Course(abs(seconds), out[:, seen], {"steps": plain.steps, "rhs": plain.rhs, "events": plain.events})

    return run


def cvode(model, times, seen, slow):
    """{name: a function of the relative tolerance}; seen: components of the state to return; slow: it gives up then [s]."""
    if not available("sksundae"):
        print("(CVODE left out: scikit-sundae is not installed)")
        return {}
    runs, function = {}, library()
    if function is not None:
        runs = {f"CVODE {m}": from_c(function, model, m, times, seen, slow) for m in METHODS}
    return runs | {f"CVODE {m}, from Python": from_python(model, m, times, seen, slow) for m in METHODS}


def call_cost(model):
    """CPU time [s] of one right-hand side at the start: compiled alone, and called through Python as CVODE does."""
    its = Equations(model)
    x, dx = its.x.copy(), its.dx.copy()

    def alone():
        many(its.P, its.y, its.dy, CALLS)

    def called():
        for _ in range(CALLS):
            its.rhs(0.0, x, dx)

    found = []
    for function in (alone, called):
        function()
        best = np.inf
        for _ in range(5):
            start = time.process_time()
            function()
            best = min(best, time.process_time() - start)
        found.append(best / CALLS)
    return found
