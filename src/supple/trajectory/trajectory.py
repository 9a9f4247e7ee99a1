"""The trajectory: the one object that a run returns, wherever its rows are kept (`source.py`)."""

import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from .._check import finite, one_of, positive
from ..flexible.beam import Stress
from ..integrate.methods import Method
from ..integrate.solver import REC_LOG, REC_T, REC_T1
from ..integrate.status import Status
from ..model import Model
from ..model.flexible import is_flexible, modes_of, section
from ..options import Options
from .contact_work import contact_work
from .contacts import ContactHistory, Event, events_of, history_of
from .controllers import Outputs, is_controller, outputs_of
from .dataset import dataset
from .impact_events import ImpactEvent, impact_events
from .impacts import Impact
from .instant import Instant
from .ledger import Ledger
from .motion import Wrench, accelerations, angular_accelerations, joint_channel, reaction, velocities
from .records import Recorded
from .replay import Replay
from .source import Source
from .summary import Summary, statistics
from .units import ContactUnits, contact_units, joint_force_units

if TYPE_CHECKING:
    import xarray as xr


class Trajectory:
    """States, contacts, energy and statistics of a run.

    t, y           times [s] and states at the ends of the accepted steps; at an event the state after the jump.
    run["ball.z"]  a channel by its name (`names`, `units`); run.at(times) evaluates the states anywhere.
    position, rotation, velocity, angular_velocity, acceleration, angular_acceleration of a body or a point of it
    joint_forces, joint_accelerations, reaction: what the joint of a body does and transmits
    contacts       names of the contacts; run.contact(name) their forces and frames.
    events, impacts, impact_events(), peaks, ledger, statistics, limits, provenance, citation()
    path           the file that it reads from, None if it is in memory.
    """

    def __init__(self, source: Source):
        self._source = source

    # --- the run --------------------------------------------------------------------------------------------------------
    @property
    def model(self) -> Model:
        """The model that was simulated."""
        return self._source.model

    @property
    def scene(self) -> Any:
        """The scene that was simulated."""
        return self.model.scene

    @property
    def method(self) -> Method:
        """The method of integration."""
        return self._source.method

    @property
    def options(self) -> Options:
        """How the run was asked for."""
        return self._source.options

    @property
    def path(self) -> Path | None:
        """The file that the rows are read from, None if they are in memory."""
        return self._source.path

    @property
    def records(self) -> Recorded:
        """Rows of all steps."""
        return self._source.records

    @property
    def replay(self) -> Replay:
        """The problem of the run, to be brought into any of its states."""
        return self._source.replay

    # --- how it ended ---------------------------------------------------------------------------------------------------
    @property
    def summary(self) -> Summary:
        """How the run ended and what it took."""
        return self._source.summary

    @property
    def status(self) -> Status:
        """How the run ended."""
        return self.summary.status

    @property
    def message(self) -> str:
        """Why the run ended, as a sentence."""
        return self.summary.message

    @property
    def success(self) -> bool:
        """Whether the end was reached with a ledger that closes."""
        return self.status == Status.DONE

    @property
    def limits(self) -> dict[str, int]:
        """What limited the steps and how often, most frequent first."""
        return self.summary.limits

    @property
    def statistics(self) -> dict[str, Any]:
        """Counters of the run."""
        return statistics(self.counters, self.wall)

    @property
    def counters(self) -> np.ndarray:
        """The same as the loop counts them."""
        return self._source.counters

    @property
    def wall(self) -> float:
        """Time that the run took [s], without compiling."""
        return self._source.wall

    @property
    def ledger(self) -> Ledger:
        """Energies and their residual at the times of the steps."""
        return self._source.ledger

    # --- what made it ---------------------------------------------------------------------------------------------------
    @property
    def provenance(self) -> dict[str, Any]:
        """What made this result, as it was then."""
        return dict(self._source.origin.provenance)

    @property
    def scene_toml(self) -> str:
        """The scene as a scene file, ready to run again; empty if it has something that no file can hold (users' laws)."""
        return self._source.scene_toml

    def citation(self) -> str:
        """Where the methods and laws of this run come from, one line each."""
        return self._source.origin.citation

    def __str__(self) -> str:
        s, end = self.statistics, self.summary
        limits = ", ".join(f"{name} {count}" for name, count in list(self.limits.items())[:3])
        return "\n".join(
            [
                f"{self.model.scene.name}: {self.message}",
                f"  time        {end.start:g} to {end.end:g} s in {self.wall * 1e3:.3g} ms",
                f"  method      {self.method.name}, rtol {self.options.rtol:g}",
                f"  steps       {s['steps']} ({s['rejected']} rejected, {s['right-hand sides']} right-hand sides)",
                f"  events      {s['events']}, contacts made {end.contacts_made}",
                f"  energy      turned over {end.turnover:.6g} J, residual {end.relative_residual:.1e} of it",
                f"  steps were limited by {limits}",
                *(f"  note        {note}" for note in self.model.notes),
            ]
        )

    __repr__ = __str__

    # --- states ---------------------------------------------------------------------------------------------------------
    @property
    def t(self) -> np.ndarray:
        """Times [s]."""
        return self.records.r[:, REC_T]

    @property
    def y(self) -> np.ndarray:
        """States, one row per time, one column per name. The internal state of contacts is in `records`."""
        return self.records.y[:, : self.model.layout.size]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the components of the state."""
        return self.model.layout.names

    @property
    def units(self) -> tuple[str, ...]:
        """Units of the components of the state."""
        return self.model.layout.units

    @property
    def contacts(self) -> tuple[str, ...]:
        """Names of the contacts: all there can be, or, where there can be many, those that have touched."""
        if self.model.contacts.listed is None:  # else no row has to be read
            self.replay.roster.learn(self.records)
        return tuple(self.replay.roster.contacts)

    @property
    def final(self) -> np.ndarray:
        """State at the end."""
        return self.y[-1]

    @property
    def step_sizes(self) -> np.ndarray:
        """Lengths of the steps [s]."""
        return self.records.r[:-1, REC_T1] - self.records.r[:-1, REC_T]

    def __getitem__(self, name: str) -> np.ndarray:
        """A channel by its name."""
        return self.y[:, self.names.index(one_of("channel", name, self.names))]

    def at(self, times: ArrayLike) -> np.ndarray:
        """States at any times of the run, from the interpolant of the method itself; shape (len(times), n)."""
        times = np.atleast_1d(np.asarray(times, dtype=float))
        order = np.argsort(times, kind="stable")
        states = np.empty((times.size, self.y.shape[1]))
        states[order] = self._between(times[order]).y[:, : states.shape[1]]
        return states

    def instant(self, t: float | None = None) -> Instant:
        """State, internal state and modes at a time [s], by default the end: to go on from, or to linearise at."""
        if t is None:
            record, done = self.records, int(self.records.k[-1, REC_LOG])
        else:
            record = self._between(np.array([finite("t", t, "s")]))
            done = int(record.k[0, REC_LOG])
        discrete = record.start.after(record.log[:done])
        return Instant(self.model, float(record.r[-1, REC_T]), np.array(record.y[-1]), discrete)

    def channel(self, name: str, times: ArrayLike) -> np.ndarray:
        """A channel at any times of the run."""
        return self.at(times)[:, self.names.index(one_of("channel", name, self.names))]

    def _between(self, times):
        """The record at increasing times."""
        t = self.t
        if times.size and not (np.all(np.isfinite(times)) and t[0] <= times[0] and times[-1] <= t[-1]):
            raise ValueError(f"times must be between {t[0]} and {t[-1]} s, got {times.min()} to {times.max()}")
        # a run without steps has one row, which has no length
        steps = np.clip(np.searchsorted(t, times, side="right") - 1, 0, max(len(t) - 2, 0))
        return self.replay.between(self.records, steps, times)

    # --- bodies ---------------------------------------------------------------------------------------------------------
    def position(
        self, body: str, times: ArrayLike | None = None, *, point: Sequence[float] = (0.0, 0.0, 0.0)
    ) -> np.ndarray:
        """World position [m] of a point of a body at the times of the steps, or at others."""
        frame, node, y = self._node(body, times)
        local = frame.p + frame.R @ np.asarray(point, dtype=float)
        if is_flexible(self.model, body):
            bent = section(self.model.scene.bodies[body].flexible, local, y[:, modes_of(self.model, body).q])
            return node[:, 9:12] + (node[:, :9].reshape(-1, 3, 3) @ bent.point[..., None])[..., 0]
        return node[:, 9:12] + node[:, :9].reshape(-1, 3, 3) @ local

    def rotation(self, body: str, times: ArrayLike | None = None) -> np.ndarray:
        """Rotation matrices of a body, shape (n, 3, 3)."""
        frame, node, _ = self._node(body, times)
        return node[:, :9].reshape(-1, 3, 3) @ frame.R

    def poses(self, bodies, times):
        """World positions [m] (n, bodies, 3) and rotations (n, bodies, 3, 3) of many bodies, computed together."""
        frames = [self.model.frames[one_of("body", body, self.model.frames)] for body in bodies]
        nodes = self.replay.nodes(self.at(times))[:, [frame.node for frame in frames]]
        R = nodes[:, :, :9].reshape(*nodes.shape[:2], 3, 3)
        p = np.array([frame.p for frame in frames]).reshape(-1, 3, 1)
        turn = np.array([frame.R for frame in frames]).reshape(-1, 3, 3)
        return nodes[:, :, 9:12] + (R @ p)[..., 0], R @ turn

    # --- flexible bodies ------------------------------------------------------------------------------------------------
    def modal(self, body: str, times: ArrayLike | None = None) -> np.ndarray:
        """Modal coordinates of a flexible body, in the order of `Beam.names`; shape (n, modes)."""
        if not is_flexible(self.model, one_of("body", body, self.model.frames)):
            raise ValueError(f"body must be a flexible one, got {body!r}, which is rigid")
        return (self.y if times is None else self.at(times))[:, modes_of(self.model, body).q]

    def deflection(self, body: str, times: ArrayLike | None = None, *, x: ArrayLike | None = None) -> np.ndarray:
        """Displacement [m] of the axis of a flexible body in the axes of its beam, at a place x [m] of it or at several.

        Shape (n, 3), or (n, places, 3) for a list of places. By default x is the last end of the beam.
        """
        eta, beam = self.modal(body, times), self.model.scene.bodies[body].flexible
        places = np.asarray(beam.span[1] if x is None else x, dtype=float)
        moved = beam.shape(places, eta).place
        moved[..., 0] -= np.atleast_1d(places)
        return moved if places.ndim else moved[:, 0]

    def stress(
        self, body: str, times: ArrayLike | None = None, *, x: ArrayLike, y: ArrayLike = 0.0, z: ArrayLike = 0.0
    ) -> Stress:
        """Stress [Pa] of a flexible body at the point y, z [m] of its section at x [m], and the loads of the section.

        Each is (n,), or (n, places) for a list of places x, with one y and z or as many. The sum over the modes converges
        slower than the deflection: under a load at the free end of a clamped beam the stress in the clamp misses about
        0.2/n^2 of it, n modes (1: 14 %, 3: 2 %, 5: 0.8 %), the deflection of the end 0.04/n^3.
        """
        eta, beam = self.modal(body, times), self.model.scene.bodies[body].flexible
        found = beam.stress(x, eta, y, z)
        return found if np.ndim(x) else Stress(*(np.broadcast_to(part, (len(eta), 1))[:, 0] for part in found))

    def _node(self, body, times):
        """Frame of a body, its node in every state, and the states."""
        frame = self.model.frames[one_of("body", body, self.model.frames)]
        y = self.y if times is None else self.at(times)
        return frame, self.replay.nodes(y)[:, frame.node], y

    def velocity(
        self, body: str, times: ArrayLike | None = None, *, point: Sequence[float] = (0.0, 0.0, 0.0)
    ) -> np.ndarray:
        """Velocity [m/s] of a point of a body, world axes, at the times of the steps, or at others; shape (n, 3)."""
        return velocities(self, body, times, point)[0]

    def angular_velocity(self, body: str, times: ArrayLike | None = None) -> np.ndarray:
        """Angular velocity [rad/s] of a body, world axes: of a flexible one that of its frame, as `rotation`."""
        return velocities(self, body, times, (0.0, 0.0, 0.0))[1]

    def acceleration(
        self, body: str, times: ArrayLike | None = None, *, point: Sequence[float] = (0.0, 0.0, 0.0)
    ) -> np.ndarray:
        """Acceleration [m/s^2] of a point of a body, world axes; at an event the one after it; shape (n, 3)."""
        return accelerations(self, body, times, point)

    def angular_acceleration(self, body: str, times: ArrayLike | None = None) -> np.ndarray:
        """Angular acceleration [rad/s^2] of a body, world axes: of a flexible one that of its frame."""
        return angular_accelerations(self, body, times)

    def joint_accelerations(self, body: str, times: ArrayLike | None = None) -> np.ndarray:
        """Accelerations [rad/s^2 or m/s^2] of the velocity coordinates of the joint of a body, shape (n, coordinates)."""
        return joint_channel(self, body, times, 0)

    def joint_forces(self, body: str, times: ArrayLike | None = None) -> np.ndarray:
        """Generalised forces [Nm or N] in the joint of a body, one column per velocity coordinate.

        The sum of its spring, its damper, its stops, the joint forces that are applied to it and what it takes to hold a
        prescribed motion; not what acts on bodies: gravity, contacts, springs between bodies, applied forces.
        """
        return joint_channel(self, body, times, 1)

    def joint_force_units(self, body: str) -> tuple[str, ...]:
        """Units of `joint_forces`, one per column."""
        return joint_force_units(self.model, one_of("body", body, self.scene.bodies))

    def reaction(self, body: str, times: ArrayLike | None = None) -> Wrench:
        """Force [N] and moment [Nm] that the joint of a body transmits to it: `.force`, `.moment`, (n, 3) each.

        World axes, moment about the origin of the body frame. The forces in the joint are part of it: a motor turns the
        body by the part of the moment along its axis. A body on a Free joint gets none.
        """
        return reaction(self, body, times)

    # --- contacts -------------------------------------------------------------------------------------------------------
    def contact(self, name: str, times: ArrayLike | None = None) -> ContactHistory:
        """Forces, frames and modes of a contact at the times of the steps, or at others in increasing order."""
        (history,) = self.histories([name], times)
        return history

    def element(self, name: str, times: ArrayLike | None = None) -> Any:
        """What an element does, at the times of the steps, or at others in increasing order.

        Spring: delta is its extension, force its tension. Bushing: distance of the frames, and the force between them.
        Motion: delta is the coordinate, force what it takes to hold the motion. Cable: elongation, rate, tension, mode.
        Of what consists of several (SeriesElastic): {part: the same}.
        """
        elements = self.model.elements
        parts = {one.name.removeprefix(f"{name}."): e for e, one in enumerate(elements) if one.whole == name}
        if parts:
            return self._elements(parts, times)
        known = dict.fromkeys(one.whole for one in elements if one.whole) | {
            one.name: e for e, one in enumerate(elements)
        }
        return self._elements({name: known[one_of("element", name, known)]}, times)[name]

    def _elements(self, numbers, times):
        """{name: history} of the elements with these numbers."""
        record = self.records if times is None else self._between(np.sort(np.asarray(times, dtype=float)))
        observed = self._source.contacts(record, list(numbers.values()))
        return {
            name: history_of(self.model.elements[e], record.r[:, REC_T], observed[:, i])
            for i, (name, e) in enumerate(numbers.items())
        }

    def outputs(self, name: str) -> "Outputs":
        """What a sampled controller gave out: times of application, outputs held from there on, saturated samples."""
        names = {one.name: e for e, one in enumerate(self.model.elements) if is_controller(one.kind)}
        return outputs_of(self.model, self.records, names[one_of("controller", name, names)])

    def histories(self, names, times=None):
        """The same of many contacts, computed together, one after the other."""
        known, which = self.contacts, []
        for name in names:
            number = self.replay.number(name)
            which.append(number if number is not None else one_of("contact", name, known))
        record = self.records if times is None else self._between(np.sort(np.asarray(times, dtype=float)))
        observed = self._source.contacts(record, which)
        return (ContactHistory.of(name, record.r[:, REC_T], observed[:, i]) for i, name in enumerate(names))

    @cached_property
    def contact_units(self) -> dict[str, ContactUnits]:
        """Units of each contact by its name: Nm, rad and rad/s for the stops of revolute joints, else N, m and m/s."""
        return contact_units(self.model)

    @cached_property
    def events(self) -> list[Event]:
        """Located changes of mode, in order."""
        return events_of(self.records, self.replay.roster)

    @property
    def impacts(self) -> list[Impact]:
        """Every contact from touch-down to loss, in order of their start."""
        return self._source.impacts

    def impact_events(self, within: float | None = None) -> list[ImpactEvent]:
        """Impacts of a contact that follow each other closely as one, with Newton's, Poisson's and Stronge's restitution.

        within   largest gap [s] inside an event; None: 10 times the time of impact of its touches (`impact_events.py`)
        """
        within = None if within is None else positive("within", within, "s")
        return impact_events(self.impacts, self._contact_work, within)

    @cached_property
    def _contact_work(self):
        """Impulses and works of all touches."""
        return contact_work(self.replay, self.records)

    @property
    def peaks(self) -> dict[str, list[float]]:
        """Largest normal force and indentation of every contact that touched, by its name; see `contact_units`."""
        return self._source.peaks

    # --- files ----------------------------------------------------------------------------------------------------------
    def to_xarray(self) -> "xr.Dataset":
        """Everything at the times of the steps as an xarray Dataset with names and units."""
        return self._source.dataset()

    def resample(self, dt: float) -> "xr.Dataset":
        """The same at uniform times, every `dt` [s] from the start, from the interpolant of the method."""
        start, end, dt = self.t[0], self.t[-1], positive("dt", dt, "s")
        n = int(np.floor((end - start) / dt * (1.0 + 1e-12)))
        return dataset(self._source, self._between(np.minimum(start + dt * np.arange(n + 1), end)))

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write to a NetCDF file, complete or not at all; `supple.load` reads it. Return the path.

        A file that has this name is replaced, with a warning.
        """
        return self._source.save(path)
