"""The trajectory: the one object that a run returns."""

import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from .._check import one_of, positive
from ..integrate.solver import REC_LOG, REC_T, REC_T1
from .contacts import ContactHistory, Event, events_of
from .dataset import dataset, rows_at_once
from .impacts import Impact, ImpactTracker, in_order
from .ledger import Ledger
from .model_file import has_user_laws
from .replay import Replay
from .run import Run
from .summary import Summary, Tally

if TYPE_CHECKING:
    import xarray as xr


class Trajectory(Run):
    """States, contacts, energy and statistics of a run.

    t, y           times [s] and states at the ends of the accepted steps; at an event the state after the jump.
    run["ball.z"]  a channel by its name (`names`, `units`); run.at(times) evaluates the states anywhere.
    contacts       names of the contacts; run.contact(name) their forces and frames.
    events, impacts, peaks, ledger, statistics, limits, provenance, citation()
    """

    def __init__(self, *, model, method, options, records, status, counters, wall):
        super().__init__(model=model, method=method, options=options, counters=counters, wall=wall)
        self.records = records
        self.replay = Replay(model, method, options)
        self._stopped = status  # what the loop said; the audit of the ledger has the last word
        if has_user_laws(model):
            self._tallied  # noqa: B018  what a function failed at is known until the model runs again

    # --- what is computed when it is asked for --------------------------------------------------------------------------
    @cached_property
    def _tallied(self):
        """(ledger, summary): both are counted in one reading of the record."""
        tally = Tally(self.replay)
        ledger, _ = tally.take(self.records)
        return ledger, tally.close(self._stopped, self.counters)

    @cached_property
    def ledger(self) -> Ledger:
        """Energies and their residual at the times of the steps."""
        return self._tallied[0]

    @cached_property
    def summary(self) -> Summary:
        """How the run ended and what it took."""
        return self._tallied[1]

    # --- states ---------------------------------------------------------------------------------------------------------
    @property
    def t(self) -> np.ndarray:
        """Times [s]."""
        return self.records.r[:, REC_T]

    @property
    def y(self) -> np.ndarray:
        """States, one row per time."""
        return self.records.y

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
        """Names of the contacts."""
        return self.model.contact_names

    @property
    def final(self) -> np.ndarray:
        """State at the end."""
        return self.y[-1]

    @property
    def final_modes(self):
        """(mode, hold) of the contacts at the end."""
        return self.records.discrete(int(self.records.k[-1, REC_LOG]))

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
        states[order] = self._between(times[order]).y
        return states

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
        frame, node = self._node(body, times)
        local = frame.p + frame.R @ np.asarray(point, dtype=float)
        return node[:, 9:12] + node[:, :9].reshape(-1, 3, 3) @ local

    def rotation(self, body: str, times: ArrayLike | None = None) -> np.ndarray:
        """Rotation matrices of a body, shape (n, 3, 3)."""
        frame, node = self._node(body, times)
        return node[:, :9].reshape(-1, 3, 3) @ frame.R

    def poses(self, bodies, times):
        """World positions [m] (n, bodies, 3) and rotations (n, bodies, 3, 3) of many bodies, computed together."""
        frames = [self.model.frames[one_of("body", body, self.model.frames)] for body in bodies]
        nodes = self.replay.nodes(self.at(times))[:, [frame.node for frame in frames]]
        R = nodes[:, :, :9].reshape(*nodes.shape[:2], 3, 3)
        p = np.array([frame.p for frame in frames]).reshape(-1, 3, 1)
        turn = np.array([frame.R for frame in frames]).reshape(-1, 3, 3)
        return nodes[:, :, 9:12] + (R @ p)[..., 0], R @ turn

    def _node(self, body, times):
        frame = self.model.frames[one_of("body", body, self.model.frames)]
        return frame, self.replay.nodes(self.y if times is None else self.at(times))[:, frame.node]

    # --- contacts -------------------------------------------------------------------------------------------------------
    def contact(self, name: str, times: ArrayLike | None = None) -> ContactHistory:
        """Forces, frames and modes of a contact at the times of the steps, or at others in increasing order."""
        (history,) = self.histories([one_of("contact", name, self.contacts)], times)
        return history

    def histories(self, names, times=None):
        """The same of many contacts, computed together, one after the other."""
        places = {name: c for c, name in enumerate(self.contacts)}
        which = [places[one_of("contact", name, places)] for name in names]
        record = self.records if times is None else self._between(np.sort(np.asarray(times, dtype=float)))
        observed = self._observed(record, which)
        return (ContactHistory.of(name, record.r[:, REC_T], observed[:, i]) for i, name in enumerate(names))

    def _observed(self, record, which):
        return self.replay.contacts(record, which)

    @cached_property
    def events(self) -> list[Event]:
        """Located changes of mode, in order."""
        return events_of(self.records.log, self.contacts)

    @cached_property
    def _tracked(self):
        """(impacts, peaks)."""
        tracker = ImpactTracker(self.replay)
        chunks = self.records.chunks(rows_at_once(self.model))
        ended = [impact for chunk in chunks for impact in tracker.take(chunk)]
        return in_order([*ended, *tracker.finish()]), tracker.peaks

    @property
    def impacts(self) -> list[Impact]:
        """Every contact from touch-down to loss, in order of their start."""
        return self._tracked[0]

    @property
    def peaks(self) -> dict[str, list[float]]:
        """Largest normal force and indentation of every contact that touched, by its name; see `contact_units`."""
        return self._tracked[1]

    # --- files ----------------------------------------------------------------------------------------------------------
    def to_xarray(self) -> "xr.Dataset":
        """Everything at the times of the steps as an xarray Dataset with names and units."""
        return dataset(self, self.records)

    def resample(self, dt: float) -> "xr.Dataset":
        """The same at uniform times, every `dt` [s] from the start, from the interpolant of the method."""
        start, end, dt = self.t[0], self.t[-1], positive("dt", dt, "s")
        n = int(np.floor((end - start) / dt * (1.0 + 1e-12)))
        return dataset(self, self._between(np.minimum(start + dt * np.arange(n + 1), end)))

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write to a NetCDF file, complete or not at all; `supple.load` reads it. Return the path.

        A file that has this name is replaced, with a warning.
        """
        from .writer import save

        return save(self, path)
