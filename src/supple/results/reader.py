"""Reading results: a trajectory from a file, whose rows are read when they are asked for.

`load` looks at the seal of the whole file, a piece at a time; what is read later is compared with it again. A file that is
still being written, or whose writer was killed, is read as it was at its last flush.

A user's own law is a function of the process that ran it. A result with such laws keeps all that was stored, but says so
when it is asked for something that would have to call the function again.
"""

import hashlib
import json
import os
import shutil
import warnings
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

import numpy as np

from .._files import left_behind, replacing
from ..integrate.methods import choose_method
from ..integrate.status import Status
from ..model.user_laws import has_user_laws
from ..options import Options
from ..trajectory import Trajectory
from ..trajectory.dataset import put_contacts, shown_contacts
from ..trajectory.discrete import Discrete
from ..trajectory.impacts import Impact, in_order
from ..trajectory.ledger import Ledger
from ..trajectory.origin import Origin
from ..trajectory.records import Recorded, with_slots
from ..trajectory.replay import Replay
from ..trajectory.summary import Summary
from .disk import mend
from .model_file import named, read_model
from .netcdf import need_hdf5
from .seal import Sealed
from .writer import FORMAT, GROUP, HEADER, ROWS

ENGINE = "h5netcdf"


def load(path: str | os.PathLike[str]) -> Trajectory:
    """Read a trajectory that `Trajectory.save` or `simulate(..., out=...)` wrote; any change since then is an error.

    What a killed run has left (NAME.part) is read up to its last flush, with the status UNFINISHED.
    """
    path = Path(path)
    beside = left_behind(path)
    if not path.exists():
        raise FileNotFoundError("; ".join([f"a result must exist to be loaded, got {str(path)!r}", *beside]))
    for sentence in beside:
        warnings.warn(sentence, stacklevel=2)
    mend(path)
    source = _source(path)
    with _sealed(path, source.seal) as sealed:
        sealed.check()
    return Trajectory(source)


def opened(path):
    """The same, of a file that this process has just written: rows are compared when they are read."""
    return Trajectory(_source(Path(path)))


def _source(path):
    need_hdf5(path)
    with _file(path) as file:
        if GROUP not in file:
            raise ValueError(f"{str(path)!r} is not a result of supple: it has no group {GROUP!r}")
        inner = file[GROUP]
        form = inner.attrs.get("supple_format")
        if form != FORMAT:
            raise ValueError(f"{str(path)!r} must be a {FORMAT!r}, got {form!r}: another version of supple wrote it")
        try:
            text = inner["ending"][()]
            if inner.attrs["ending_digest"] != hashlib.sha256(text).hexdigest():
                raise ValueError(f"{str(path)!r} is damaged or was changed: 'supple/ending' does not match its digest")
            ending = json.loads(text)
            return Stored(path, ending, Sealed(file, path, ending["seal"]))
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            raise ValueError(f"{str(path)!r} is damaged or was changed: it lacks {error}") from error


class Stored:
    """The source of a trajectory in a file: what was computed then is kept, the rest is computed from the stored states."""

    def __init__(self, path, ending, sealed):
        self.path, self.seal, self._ending = path.resolve(), ending["seal"], ending
        header = json.loads(sealed.array(HEADER).item())
        small = [name for name in self.seal if name.startswith(f"{GROUP}/") and name not in (*ROWS, HEADER)]
        arrays = {name.removeprefix(f"{GROUP}/"): sealed.array(name) for name in small}
        self.model, self.options = read_model(header, arrays), Options(**header["options"])
        self.method = choose_method(header["method"], self.options.tolerance, self.model.crowded)
        self.origin, self.scene_toml = Origin(header["provenance"], header["citation"]), header["scene_toml"]
        self.counters, self.wall = arrays["counters"], ending["wall"]
        self.summary = Summary(**ending["summary"] | {"status": Status(ending["summary"]["status"])})
        self._start = named(arrays, "records")

    def _read(self, *names):
        """Variables by name, compared with the seal; those that the run did not have are left out."""
        with _sealed(self.path, self.seal) as sealed:
            return {name: _words(sealed.array(name)) for name in names if name in self.seal}

    # --- what is read when it is asked for ------------------------------------------------------------------------------
    @cached_property
    def records(self):
        """All rows."""
        rows = self._read(*ROWS)
        inner = {name.removeprefix(f"{GROUP}/"): values for name, values in rows.items() if name != "state"}
        found = named(inner, "records")
        y = with_slots(rows["state"], found.pop("used"), found.pop("slots"))
        start = Discrete(**{name: self._start[name] for name in Discrete._fields})
        return Recorded(y=y, start=start, watched=self._start["watched"], **found)

    @cached_property
    def replay(self):
        """The problem of the run."""
        return Replay(self.model, self.method, self.options)

    @cached_property
    def ledger(self):
        """Energies and their residual at the times of the steps."""
        rows = self._read("time", "energy_stored", "energy_lost", "energy_work", "store", "loss")

        def columns(name, parts):
            return {str(part): rows[name][:, i] for i, part in enumerate(rows[parts])}

        stored, lost = columns("energy_stored", "store"), columns("energy_lost", "loss")
        return Ledger(rows["time"], stored, lost, rows["energy_work"])

    @cached_property
    def impacts(self):
        """Every contact from touch-down to loss, in order of their start."""
        names = [f"impact_{name}" for name in Impact.__dataclass_fields__]
        found = self._read(*names)
        rows = zip(*(found[name].tolist() for name in names), strict=True) if found else ()
        ended = [Impact(*(None if value != value else value for value in row)) for row in rows]
        return in_order(ended + [Impact(**impact) for impact in self._ending["holding"]])

    @property
    def peaks(self):
        """Largest normal force and indentation of every contact that touched, by its name."""
        return self._ending["peaks"]

    def contacts(self, record, which):
        """What contacts do in every row of a record; the stored rows need no user's law."""
        kept = list(shown_contacts(self.model).values())
        if record is not self.records or not has_user_laws(self.model) or not set(which) <= set(kept):
            return self.replay.contacts(record, which)
        stored = self._read("normal_force", "friction_force", "contact_mode")
        out = self.replay.places(record, which)
        columns = [kept.index(number) for number in which]
        put_contacts(out, *(stored[name][:, columns] for name in stored))
        return out

    def dataset(self):
        """Everything at the times of the steps."""
        import xarray as xr

        with _sealed(self.path, self.seal) as sealed:
            sealed.check()
        return xr.load_dataset(self.path, engine=ENGINE, decode_times=False)

    def save(self, path):
        """Copy the file, complete or not at all; return the path."""
        with replacing(path) as beside:
            shutil.copyfile(self.path, beside)
        return Path(path)


@contextmanager
def _sealed(path, seal):
    with _file(path) as file:
        yield Sealed(file, path, seal)


@contextmanager
def _file(path):
    """A file of h5py to read; what is wrong with it is a sentence."""
    import h5py

    if not path.exists():
        raise FileNotFoundError(f"{str(path)!r} was read before but is not there any more")
    begins = _beginning(path)
    if not any(begins):  # empty, or the first page still waits
        raise ValueError(f"{str(path)!r} has nothing in it: its run was killed, or has not yet written anything")
    if begins != b"\x89HDF\r\n\x1a\n":
        raise ValueError(f"{str(path)!r} is not a result of supple: it is no NetCDF (HDF5) file")
    try:
        with h5py.File(path, "r") as file:
            yield file
    except (OSError, RuntimeError) as error:
        if isinstance(error, PermissionError):
            raise
        raise OSError(f"{str(path)!r} is truncated or damaged: {error}") from error


def _words(values):
    """Texts, which HDF5 gives as bytes."""
    return np.array([text.decode() for text in values.tolist()], dtype=object) if values.dtype == object else values


def _beginning(path):
    if path.is_dir():
        raise ValueError(f"{str(path)!r} is not a result of supple: it is a directory")
    with open(path, "rb") as file:
        return file.read(8)
