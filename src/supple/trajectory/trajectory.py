"""The trajectory: the one object that a run returns."""

import sys
from functools import cached_property
from importlib.metadata import version
from itertools import takewhile

import numpy as np

from .._check import one_of, positive
from ..integrate.solver import (
    BY_EVENT,
    BY_GROWTH,
    BY_MAX,
    BY_NEWTON,
    BY_STOP,
    EVENTS,
    FACTORISATIONS,
    JACOBIANS,
    K_RHS,
    NEWTON,
    REC_LOG,
    REC_T,
    REC_T1,
    REC_WHO,
    REJECTED,
    STEPS,
    STEPS_EXPLICIT,
    STEPS_STIFF,
    SWITCHES,
)
from ..integrate.status import MESSAGES, Status
from ..integrate.tableaus import METHODS
from ..problem.energy import N_STORED
from ..problem.entries import N_OBSERVED, interpolate, observe_contact, observe_energy, observe_nodes
from .contacts import ContactHistory, Impact, episodes, events_of, peak
from .ledger import Ledger
from .options import solver_of

BY_WORDS = {
    BY_STOP: "stops (end, samples, corners of inputs)",
    BY_MAX: "max_step",
    BY_EVENT: "events",
    BY_GROWTH: "growth after a start",
    BY_NEWTON: "convergence of Newton's iteration",
}
SAMPLES = 6  # points inside a step at which the peak of a force is sought
AUDIT = 10.0  # the ledger may miss so many times the tolerance (of the energy turned over) before the run says so


class Trajectory:
    """States, contacts, energy and statistics of a run.

    t, y           times [s] and states at the ends of the accepted steps; at an event the state after the jump.
    run["ball.z"]  a channel by its name (`names`, `units`); run.at(times) evaluates the states anywhere.
    contacts       names of the contacts; run.contact(name) their forces and frames.
    events, impacts, ledger, statistics, limits, provenance, citation()
    """

    def __init__(self, *, model, method, options, records, status, counters, wall):
        self.model, self.method, self.options = model, method, options
        self.records, self.counters, self.wall = records, counters, wall
        self.status = status
        if status == Status.DONE and self.ledger.relative_residual > AUDIT * options.rtol:
            self.status = Status.ENERGY

    # --- states ---------------------------------------------------------------------------------------------------------
    @property
    def t(self):
        """Times [s]."""
        return self.records.r[:, REC_T]

    @property
    def y(self):
        """States, one row a time."""
        return self.records.y

    @property
    def names(self):
        """Names of the components of the state."""
        return self.model.layout.names

    @property
    def units(self):
        """Units of the components of the state."""
        return self.model.layout.units

    @property
    def contacts(self):
        """Names of the contacts."""
        return self.model.contact_names

    @property
    def final(self):
        """State at the end."""
        return self.y[-1]

    @property
    def final_modes(self):
        """(mode, hold) of the contacts at the end."""
        return self.records.discrete(len(self.records.log))

    def __getitem__(self, name):
        """A channel by its name."""
        return self.y[:, self.names.index(one_of("channel", name, self.names))]

    def at(self, times):
        """States at any times of the run, from the interpolant of the method itself; shape (len(times), n)."""
        return self._dense(times)[0]

    def channel(self, name, times):
        """A channel at any times of the run."""
        return self.at(times)[:, self.names.index(one_of("channel", name, self.names))]

    def _dense(self, times):
        times = np.atleast_1d(np.asarray(times, dtype=float))
        t = self.t
        if times.size and (not np.all(np.isfinite(times)) or times.min() < t[0] or times.max() > t[-1]):
            raise ValueError(f"times must be between {t[0]} and {t[-1]} s, got {times.min()} to {times.max()}")
        order = np.argsort(times, kind="stable")
        wanted = times[order]
        n = self.y.shape[1]
        out, modes = np.zeros((times.size, n)), np.zeros(times.size, dtype=np.int64)
        if len(t) == 1:
            out[:] = self.y[0]
            return out, modes
        steps = np.clip(np.searchsorted(t, wanted, side="right") - 1, 0, len(t) - 2)
        P = self._problem()
        m = self.method
        S = solver_of(self.model, m, self.options, end=t[-1], n_guard=2, capacity=1, log_capacity=1, implicit=True)
        r = self.records
        interpolate(P, S, m.explicit, m.rosenbrock, m.trapezoid, r.r, r.k, r.y, r.log, steps, wanted, out, modes)
        back = np.empty_like(order)
        back[order] = np.arange(order.size)
        return out[back], modes[back]

    def _problem(self):
        """A problem in the discrete state of the start, for the functions that replay the log."""
        P = self.model.problem(contact_error=self.options.atol is None)
        P.mode[:], P.hold[:] = self.records.mode, self.records.hold
        return P

    # --- bodies ---------------------------------------------------------------------------------------------------------
    def _nodes(self, y):
        y = np.ascontiguousarray(y)
        out = np.zeros((len(y), self.model.tables.tree.i.shape[0] + 1, 18))
        observe_nodes(self._problem(), y, out)
        return out

    def position(self, body, times=None, *, point=(0.0, 0.0, 0.0)):
        """World position [m] of a point of a body at the times of the steps, or at others."""
        frame = self.model.frames[one_of("body", body, tuple(self.model.frames))]
        node = self._nodes(self.y if times is None else self.at(times))[:, frame.node]
        local = frame.p + frame.R @ np.asarray(point, dtype=float)
        return node[:, 9:12] + node[:, :9].reshape(-1, 3, 3) @ local

    def rotation(self, body, times=None):
        """Rotation matrices of a body, shape (n, 3, 3)."""
        frame = self.model.frames[one_of("body", body, tuple(self.model.frames))]
        node = self._nodes(self.y if times is None else self.at(times))[:, frame.node]
        return node[:, :9].reshape(-1, 3, 3) @ frame.R

    # --- contacts -------------------------------------------------------------------------------------------------------
    def contact(self, name, times=None):
        """Forces, frames and modes of a contact at the times of the steps, or at others."""
        c = self.contacts.index(one_of("contact", name, self.contacts))
        if times is None:
            return ContactHistory.of(name, self.t, self._observe(c, self.records.k, self.y))
        y, modes = self._dense(np.sort(times))
        k = np.zeros((len(y), self.records.k.shape[1]), dtype=np.int64)
        k[:, REC_LOG] = modes
        return ContactHistory.of(name, np.sort(times), self._observe(c, k, y))

    def _observe(self, c, k, y):
        out = np.zeros((len(y), N_OBSERVED))
        observe_contact(self._problem(), c, k, y, self.records.log, out)
        return out

    @cached_property
    def events(self):
        """Located changes of mode, in order."""
        return events_of(self.records.log, self.contacts)

    @cached_property
    def impacts(self):
        """Every contact from touch-down to loss, in order of their start."""
        found = []
        for c, name in enumerate(self.contacts):
            for start, speed, end, rebound in episodes(self.records.log, c):
                inside = self._times_inside(start, self.t[-1] if end is None else end)
                history = self.contact(name, inside)
                found.append(
                    Impact(name, start, end, speed, rebound, peak(inside, history.force), peak(inside, history.delta))
                )
        return sorted(found, key=lambda impact: impact.start)

    def _times_inside(self, start, end):
        """Times of the steps between start and end, with some more inside each."""
        t = np.unique(self.t[(self.t >= start) & (self.t <= end)])
        if len(t) < 2:
            return np.array([start])
        fractions = np.arange(SAMPLES) / SAMPLES
        inside = (t[:-1, None] + np.diff(t)[:, None] * fractions).ravel()
        # the very end belongs to the next mode
        return np.append(inside, np.nextafter(t[-1], start))

    # --- energy ---------------------------------------------------------------------------------------------------------
    @cached_property
    def ledger(self):
        """Energies and their residual at the times of the steps."""
        stored = np.zeros((len(self.y), N_STORED))
        observe_energy(self._problem(), self.records.k, self.y, self.records.log, stored)
        return Ledger.of(self.t, stored, self.y[:, self.model.layout.ledger :])

    # --- statistics -----------------------------------------------------------------------------------------------------
    @property
    def message(self):
        """Why the run ended, as a sentence."""
        text = MESSAGES[self.status]
        if self.status == Status.ENERGY:
            missed = self.ledger.relative_residual
            text += f" (residual {missed:.1e} of the energy turned over, rtol {self.options.rtol:.0e})"
        elif self.status != Status.DONE:
            text += f" at t = {self.t[-1]:.9g} s; the last steps were limited by {self._last_limit()}"
        return text

    @property
    def success(self):
        """Whether the end was reached with a ledger that closes."""
        return self.status == Status.DONE

    @property
    def statistics(self):
        """Counters of the run."""
        k = self.counters
        return {
            "steps": int(k[STEPS]), "rejected": int(k[REJECTED]), "right-hand sides": int(k[K_RHS]),
            "Jacobians": int(k[JACOBIANS]), "factorisations": int(k[FACTORISATIONS]), "Newton iterations": int(k[NEWTON]),
            "events": int(k[EVENTS]), "explicit steps": int(k[STEPS_EXPLICIT]), "implicit steps": int(k[STEPS_STIFF]),
            "changes of method": int(k[SWITCHES]), "wall time": self.wall,
        }  # fmt: skip

    @property
    def step_sizes(self):
        """Lengths of the steps [s]."""
        return self.records.r[:-1, REC_T1] - self.records.r[:-1, REC_T]

    @property
    def limits(self):
        """What limited the steps and how often, most frequent first."""
        who, counts = np.unique(self.records.k[:-1, REC_WHO], return_counts=True)
        order = np.argsort(-counts, kind="stable")
        return {self._limit_name(int(who[i])): int(counts[i]) for i in order}

    def _limit_name(self, who):
        if who in BY_WORDS:
            return BY_WORDS[who]
        n = len(self.names)
        return f"accuracy of {self.names[who]}" if who < n else f"accuracy of contact {self.contacts[who - n]}"

    def _last_limit(self):
        who = self.records.k[:-1, REC_WHO]
        return self._limit_name(int(who[-1])) if len(who) else "nothing yet"

    @property
    def provenance(self):
        """What made this result."""
        o = self.options
        packages = {name: version(name) for name in ("numpy", "numba")}
        return {
            "supple": _own_version(), **packages, "scene": self.model.scene.name, "method": self.method.name,
            "rtol": o.rtol, "atol": "physical" if o.atol is None else o.atol, "max_step": o.max_step, "sample": o.sample,
        }  # fmt: skip

    def citation(self):
        """Where the methods and laws of this run come from, one line each."""
        used = []
        kinds = {name for name in METHODS if name in self.method.name}
        used.extend(f"{name}: {METHODS[name].citation}" for name in sorted(kinds))
        laws = {law for pair in self.model.laws for law in pair if law is not None}
        for law in sorted(laws, key=lambda law: type(law).__name__):
            used.append(f"{type(law).__name__}: {_source(law)}")
        return "\n".join(dict.fromkeys(used))

    # --- files ----------------------------------------------------------------------------------------------------------
    def to_xarray(self):
        """Everything at the times of the steps as an xarray Dataset with names and units."""
        from .dataset import dataset

        return dataset(self)

    def resample(self, dt):
        """The same at uniform times, every `dt` [s] from the start, from the interpolant of the method."""
        from .dataset import dataset, uniform_times

        return dataset(self, uniform_times(self.t[0], self.t[-1], positive("dt", dt, "s")))

    def save(self, path):
        """Write to a NetCDF file (or .zarr directory), complete or not at all; `supple.load` reads it. Return the path."""
        from .files import save

        return save(self, path)

    def __str__(self):
        s, energy = self.statistics, self.ledger
        made = [event for event in self.events if event.what == "made"]
        limits = ", ".join(f"{name} {count}" for name, count in list(self.limits.items())[:3])
        return "\n".join(
            [
                f"{self.model.scene.name}: {self.message}",
                f"  time        {self.t[0]:g} to {self.t[-1]:g} s in {self.wall * 1e3:.3g} ms",
                f"  method      {self.method.name}, rtol {self.options.rtol:g}",
                f"  steps       {s['steps']} ({s['rejected']} rejected, {s['right-hand sides']} right-hand sides)",
                f"  events      {s['events']}, contacts made {len(made)}",
                f"  energy      turned over {energy.turnover:.6g} J, residual {energy.relative_residual:.1e} of it",
                f"  steps were limited by {limits}",
                *(f"  note        {note}" for note in self.model.notes),
            ]
        )

    __repr__ = __str__


def _own_version():
    try:
        return version("supple")
    except Exception:  # run from a source tree that is not installed
        return "unknown"


def _source(law):
    """The `Source` paragraph of a law's page."""
    lines = (sys.modules[type(law).__module__].__doc__ or "").splitlines()
    for i, line in enumerate(lines):
        if line.startswith("Source"):
            more = takewhile(lambda text: text.startswith("          "), lines[i + 1 :])
            return " ".join([line.removeprefix("Source").strip(), *(text.strip() for text in more)])
    return "user"
