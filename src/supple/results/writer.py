"""Results as files: NetCDF (HDF5), written while the run goes on, with memory that does not grow.

    root             for people and other programs: time, state, contacts, energies, events and impacts, with names and
                     units; status, message, statistics, provenance as attributes; the scene as a scene file.
                     `xarray.open_dataset(path)` reads it.
    group "supple"   what a full Trajectory needs besides: records of the steps, tables of the model, a header (JSON) and
                     an ending (JSON): summary, peaks, and the seal of everything in the file (`seal.py`).

While a run goes on, its file is NAME.part. Every few seconds it is brought into a state that both xarray and `supple.load`
read, and that a kill does not change (`disk.py`); its status is UNFINISHED. At the end it takes the place of NAME; a file
that was there before is replaced by a run that succeeded, or by `save`. A run that breaks off before its first flush leaves
nothing.
Data only: nothing in a file is ever executed.
"""

import hashlib
import json
import time
import warnings
from dataclasses import asdict
from pathlib import Path

import numpy as np

from .._files import left_behind, new_part, take_place
from .._interrupt import Interruption
from ..integrate.status import Status
from ..trajectory.contacts import events_of
from ..trajectory.dataset import (
    attributes,
    coordinates,
    event_variables,
    impact_variables,
    row_variables,
    rows_at_once,
    shown_contacts,
    text_variables,
)
from ..trajectory.impacts import ImpactTracker
from ..trajectory.origin import Origin, scene_text
from ..trajectory.records import PER_CHANGE, PER_SLOT, PER_STEP, Records
from ..trajectory.replay import Replay
from ..trajectory.summary import Tally, statistics
from .disk import Disk
from .model_file import model_arrays, model_header, plain
from .netcdf import Group, Growing, need_hdf5, put
from .seal import Seal

FORMAT = "supple result 8"
GROUP = "supple"
HEADER = "supple/header"
TABLES = {"step": PER_STEP, "change": PER_CHANGE, "slot": PER_SLOT}  # of the group: parts of the records that grow
ROWS = ("state", *(f"{GROUP}/records.{name}" for names in TABLES.values() for name in names))
GATHER = 4096  # rows that are gathered before they are written
FLUSH = 2.0  # [s] after which what there is is written, and the file brought into a state that can be read


def save(source, path):
    """Write a finished run; return the path."""
    with (
        Interruption(ask=lambda: None) as interruption,
        ResultWriter(path, source.model, source.method, source.options, replace=True) as writer,
    ):
        for chunk in source.records.chunks(min(GATHER, rows_at_once(source.model))):
            writer.write(chunk)
            if interruption.pressed is not None:
                raise KeyboardInterrupt
        writer.finish(source.summary.status, source.counters, source.wall, source.summary.message)
    return writer.path


class ResultWriter:
    """Writes a run chunk by chunk, used as a context; `path` is where the result is in the end.

    replace   whether a run that did not succeed may take the place of an older file too
    """

    def __init__(self, path, model, method, options, *, replace):
        need_hdf5(path)
        self.path, self._replace = Path(path), replace
        self.model, self.method, self.options = model, method, options
        replay = Replay(model, method, options)
        self._replay, self._tally, self._tracker = replay, Tally(replay), ImpactTracker(replay)
        self._rows = min(GATHER, rows_at_once(model))
        self._origin, self._scene = Origin.of(model, method, options), scene_text(model, options)
        self._records = None
        self._first = None  # the first record without its rows: the discrete state at the start, the widths of tables
        self._seal = Seal()
        self._changes = 0
        self._status = None  # of a run that is finished
        self._clock = self._flushed = time.monotonic()

    def __enter__(self):
        import h5netcdf
        import h5py

        for sentence in left_behind(self.path):
            warnings.warn(sentence, stacklevel=3)
        self._part = new_part(self.path)
        self._disk = Disk(self._part, self.path)
        self._hdf5 = h5py.File(self._disk, "w", track_order=True)
        self._file = h5netcdf.File(self._hdf5, "w")
        self._inner = self._file.create_group(GROUP)
        self._outside, self._inside = Group(self._file, self._hdf5), Group(self._inner, self._hdf5[GROUP])
        self._tables = {name: Growing(self._outside, name) for name in ("time", "event", "impact")}
        self._tables |= {name: Growing(self._inside, name) for name in TABLES}
        return self

    def __exit__(self, *error):
        try:
            self._close()
        finally:
            self._disk.close()
            if self._status is not None:
                self._take_place()
            elif not self._disk.commits:
                self._part.unlink(missing_ok=True)

    def _close(self):
        self._file.close()
        self._hdf5.close()

    def _take_place(self):
        if self._replace or self._status == Status.DONE or not self.path.exists():
            take_place(self._part, self.path)
            return
        kept, self.path = self.path, self._part
        text = (
            f"{str(kept)!r} was there before and is kept, because this run did not succeed: it is in {str(self.path)!r}"
        )
        warnings.warn(text, stacklevel=3)

    # --- while the run goes on ------------------------------------------------------------------------------------------
    def begin(self, P):
        """A run begins with the discrete state that the problem P has now."""
        self._records = Records(self.model, P)

    def take(self, S):
        """Take what the loop has written; write it if that is much or the last time was long ago."""
        self._records.take(S)
        due = time.monotonic() > self._flushed + FLUSH
        if self._records.size >= self._rows or (due and self._records.size):
            self._write_all()
        if due and self._first is not None:
            self._flush(S.k.copy())

    def take_end(self, S):
        """Take the final state."""
        self._records.take_end(S)
        self._write_all()

    def _write_all(self):
        for chunk in self._records.give().chunks(self._rows):
            self.write(chunk)

    def _flush(self, counters):
        self._conclude(Status.UNFINISHED, counters, time.monotonic() - self._clock, self._tracker.holding())
        self._file.flush()
        self._hdf5.flush()
        self._disk.commit()
        self._flushed = time.monotonic()

    def write(self, record):
        """Append a record, which begins where the last one ended."""
        if self._first is None:
            self._first = record.without_rows()
        self._append("time", row_variables(self._replay, record, *self._tally.take(record)))
        if events := events_of(record, self._replay.roster):
            self._append("event", event_variables(events, self.model))
        counted = record.after(self._changes)
        self._changes += len(record.log)
        used, numbers = record.slots(self.model.layout.size)
        found = {"r": counted.r, "k": counted.k, "used": used, "log": counted.log, "slots": numbers}
        for table, names in TABLES.items():
            parts = {f"records.{name}": ((table, name)[: found[name].ndim], found[name], {}) for name in names}
            self._append(table, parts, GROUP)
        self._impacts(self._tracker.take(record))
        self._disk.check()

    def _impacts(self, impacts):
        if impacts:
            self._append("impact", impact_variables(impacts, self.model))

    def _append(self, table, variables, group=""):
        if not any(len(values) for _, values, _ in variables.values()):
            return  # no change of mode
        for name, (_, values, meaning) in variables.items():
            self._seal.note(_path(group, name), values, meaning, more=True)
        self._tables[table].append(variables)

    # --- the end, or as if it were --------------------------------------------------------------------------------------
    def finish(self, status, counters, wall, message=None):
        """Write what is known at the end only; the file gets its name when the context is left."""
        self._impacts(self._tracker.finish())
        self._disk.check()
        for name, values in self._tables["impact"].sort("impact_start").items():  # they were written as they ended
            self._seal.rewrite(name, values)
        status = self._conclude(status, counters, wall, [], message)
        self._close()
        self._disk.commit()
        self._status = status

    def _conclude(self, status, counters, wall, holding, message=None):
        """Make the file one that can be read; return the status after the audit."""
        summary = self._tally.close(status, counters, message)
        first = HEADER not in self._seal
        texts = text_variables(self.model, self._scene, summary) | (coordinates(self.model) if first else {})
        for name, variable in texts.items():
            self._put("", name, *variable)
        self._attributes(self._file["state"], "state", {"coordinates": "unit"})
        if shown_contacts(self.model):
            units = {"coordinates": "force_unit indentation_unit"}
            self._attributes(self._file["normal_force"], "normal_force", units)
        self._attributes(self._file, "", attributes(self.model, self._origin, summary, statistics(counters, wall)))
        if first:
            self._model_parts()
        self._array("counters", counters)
        self._ending(summary, wall, holding)
        return summary.status

    def _attributes(self, owner, name, values):
        owner.attrs.update(values)
        self._seal.attributes(name, values)

    def _model_parts(self):
        parts = model_arrays(self.model) | {
            f"records.{name}": values for name, values in self._first.at_start().items()
        }
        for name, values in parts.items():
            self._array(name, values)
        header = model_header(self.model) | {
            "method": "auto" if self.method.auto else self.method.name,
            "options": asdict(self.options),
            **asdict(self._origin),
            "scene_toml": self._scene,
        }
        self._put(GROUP, "header", (), json.dumps(header, default=plain), {})
        self._inner.attrs["supple_format"] = FORMAT

    def _ending(self, summary, wall, holding):
        """What changes while the run goes on, and the seal; it has a digest of its own."""
        nothing = {"log": self._first.log, "slots": np.zeros(0)}
        for name in (*PER_CHANGE, *PER_SLOT):
            if f"{GROUP}/records.{name}" not in self._seal:
                self._seal.note(f"{GROUP}/records.{name}", nothing[name], {})
        ending = {
            "summary": asdict(summary),
            "peaks": self._tracker.highest(),
            "holding": [asdict(impact) for impact in holding],
            "wall": wall,
            "seal": self._seal.close(),
        }
        text = json.dumps(ending, default=plain)
        put(self._inside, "ending", (), text, {})
        self._inner.attrs["ending_digest"] = hashlib.sha256(text.encode()).hexdigest()

    def _array(self, name, values):
        self._put(GROUP, name, tuple(f"{name}.{axis}" for axis in range(values.ndim)), values, {})

    def _put(self, group, name, dims, values, attributes):
        self._seal.note(_path(group, name), values, attributes)
        if (
            not isinstance(values, np.ndarray) or values.size
        ):  # a dimension of length zero means something else in NetCDF
            put(self._inside if group else self._outside, name, dims, values, attributes)


def _path(group, name):
    return f"{group}/{name}" if group else name
