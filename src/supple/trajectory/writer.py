"""Results as files: NetCDF (HDF5), written while the run goes on, with memory that does not grow.

    root             for people and other programs: time, state, contacts, energies, events and impacts, with names and
                     units; status, message, statistics, provenance as attributes; the scene as a scene file.
                     `xarray.open_dataset(path)` reads it.
    group "supple"   what a full Trajectory needs besides: records of the steps, tables of the model, and a header (JSON)
                     with a digest of every array.

A file appears under its name only when it is complete: it is written beside, flushed to the disk, then renamed. Data only:
nothing in a file is ever executed.
"""

import hashlib
import json
from dataclasses import asdict
from pathlib import Path

import numpy as np

from .._files import replacing
from ..integrate.solver import N_LOG_COLUMNS, REC_LOG
from .contacts import events_of
from .dataset import (
    attributes,
    coordinates,
    event_variables,
    impact_variables,
    row_variables,
    rows_at_once,
    text_variables,
)
from .impacts import ImpactTracker
from .model_file import model_arrays, model_header, plain
from .netcdf import Disk, Growing, need_hdf5, put
from .records import Records
from .replay import Replay
from .run import Run
from .summary import Tally

FORMAT = "supple result 2"
GROUP = "supple"
ROWS = ("state", "records.r", "records.k", "records.log")  # arrays with a row for each step or change of mode
GATHER = 4096  # rows that are gathered before they are written


def save(trajectory, path):
    """Write a finished trajectory; return the path."""
    with ResultWriter(path, trajectory.model, trajectory.method, trajectory.options) as writer:
        for chunk in trajectory.records.chunks(min(GATHER, rows_at_once(trajectory.model))):
            writer.write(chunk)
        writer.finish(trajectory.status, trajectory.counters, trajectory.wall, trajectory.message)
    return writer.path


class ResultWriter:
    """Writes a run chunk by chunk; used as a context, it leaves nothing behind unless `finish` was reached."""

    def __init__(self, path, model, method, options):
        need_hdf5(path)
        self.path = Path(path)
        self.model, self.method, self.options = model, method, options
        replay = Replay(model, method, options)
        self._replay, self._tally, self._tracker = replay, Tally(replay), ImpactTracker(replay)
        self._rows = min(GATHER, rows_at_once(model))
        self._records = None
        self._start = None  # discrete state at the start
        self._digests, self._shapes = {}, {}
        self._changes = 0

    def __enter__(self):
        import h5netcdf

        self._replacing = replacing(self.path)
        self._disk = Disk(self._replacing.__enter__(), self.path)
        self._file = h5netcdf.File(self._disk, "w")
        self._inner = self._file.create_group(GROUP)
        self._tables = {name: Growing(self._file, name) for name in ("time", "event", "impact")}
        self._tables |= {name: Growing(self._inner, name) for name in ("step", "change")}
        return self

    def __exit__(self, *error):
        self._file.close()
        self._disk.close()
        return self._replacing.__exit__(*error)

    # --- while the run goes on ------------------------------------------------------------------------------------------
    def begin(self, mode, hold):
        """The discrete state at the start of the run."""
        self._records = Records(mode, hold)

    def take(self, S):
        """Take what the loop has written."""
        self._records.take(S)
        if self._records.size >= self._rows:
            self._flush()

    def take_end(self, S):
        """Take the final state."""
        self._records.take_end(S)
        self._flush()

    def _flush(self):
        for chunk in self._records.give().chunks(self._rows):
            self.write(chunk)

    def write(self, record):
        """Append a record, which begins where the last one ended."""
        if self._start is None:
            self._start = record.mode, record.hold
        log = record.log
        k = record.k.copy()
        k[:, REC_LOG] += self._changes
        self._changes += len(log)
        self._append("time", row_variables(self._replay, record, *self._tally.take(record)))
        self._append("step", {"records.r": (("step", "r"), record.r, {}), "records.k": (("step", "k"), k, {})})
        if len(log):
            self._append("event", event_variables(events_of(log, self.model.contact_names), self.model))
            self._append("change", {"records.log": (("change", "column"), log, {})})
        self._impacts(self._tracker.take(record))
        self._disk.check()

    def _impacts(self, impacts):
        if impacts:
            self._append("impact", impact_variables(impacts, self.model))

    def _append(self, table, variables):
        for name in variables.keys() & set(ROWS):
            self._digest(name, variables[name][1])
        self._tables[table].append(variables)

    def _digest(self, name, values):
        """Note an array, or more rows of one: its shape, its type and what it holds."""
        values = np.ascontiguousarray(values)
        self._digests.setdefault(name, hashlib.sha256()).update(values.tobytes())
        before = self._shapes.get(name, ([0], None))[0][0] if name in ROWS else 0
        self._shapes[name] = [before + len(values), *values.shape[1:]] if values.ndim else [], values.dtype.str

    # --- the end --------------------------------------------------------------------------------------------------------
    def finish(self, status, counters, wall, message=None):
        """Write what is known at the end only; the file gets its name when the context is left."""
        summary = self._tally.close(status, counters, message)
        run = Run(
            model=self.model, method=self.method, options=self.options, summary=summary, counters=counters, wall=wall
        )
        self._impacts(self._tracker.finish())
        self._tables["impact"].sort("impact_start")  # they were written as they ended
        for name, variable in (coordinates(self.model) | text_variables(run)).items():
            put(self._file, name, *variable)
        self._file["state"].attrs["coordinates"] = "unit"
        if self.model.contact_names:
            self._file["normal_force"].attrs["coordinates"] = "force_unit indentation_unit"
        self._file.attrs.update(attributes(run))
        self._model_parts(run)
        self._file.close()
        self._disk.check()

    def _model_parts(self, run):
        arrays = model_arrays(self.model) | {
            "counters": run.counters, "records.mode": self._start[0], "records.hold": self._start[1]
        }  # fmt: skip
        for name, values in arrays.items():
            self._digest(name, values)
            if values.size:  # a dimension of length zero means something else in NetCDF
                put(self._inner, name, tuple(f"{name}.{axis}" for axis in range(values.ndim)), values, {})
        if not self._changes:
            self._digest("records.log", np.zeros((0, N_LOG_COLUMNS)))
        header = model_header(self.model) | {
            "scene_toml": run.scene_toml,
            "shapes": self._shapes,
            "digests": {name: digest.hexdigest() for name, digest in self._digests.items()},
            "method": "auto" if self.method.auto else self.method.name,
            "options": asdict(self.options),
            "summary": asdict(run.summary),
            "peaks": self._tracker.peaks,
            "wall": run.wall,
            "provenance": run.provenance,
            "citation": run.citation(),
        }
        put(self._inner, "header", (), json.dumps(header, default=plain), {})
        self._inner.attrs["supple_format"] = FORMAT
