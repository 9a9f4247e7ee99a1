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
from ..model.build import Model
from ..system.entries import O_FORCE, O_FRICTION, O_FRICTION_MODE, O_MODE
from ..tables import TOUCHING
from .disk import mend
from .impacts import Impact, in_order
from .ledger import Ledger
from .model_file import check_laws, has_user_laws, named, read_model
from .netcdf import need_hdf5
from .options import Options
from .records import Recorded
from .replay import Replay
from .run import Run
from .seal import Sealed
from .summary import Summary
from .trajectory import Trajectory
from .writer import FORMAT, GROUP, HEADER, ROWS

ENGINE = "h5netcdf"


def load(path: str | os.PathLike[str]) -> "StoredTrajectory":
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
    run = opened(path)
    with _sealed(path, run.seal) as sealed:
        sealed.check()
    return run


def opened(path):
    """The same, of a file that this process has just written: rows are compared when they are read."""
    path = Path(path)
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
            return StoredTrajectory(path, ending, Sealed(file, path, ending["seal"]))
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            raise ValueError(f"{str(path)!r} is damaged or was changed: it lacks {error}") from error


class StoredTrajectory(Trajectory):
    """A trajectory from a file: what was computed then is kept, the rest is computed from the stored states."""

    def __init__(self, path, ending, sealed):
        self.path, self.seal = path.resolve(), ending["seal"]
        self.header, self._ending = json.loads(sealed.array(HEADER).item()), ending
        small = [name for name in self.seal if name.startswith(f"{GROUP}/") and name not in (*ROWS, HEADER)]
        arrays = {name.removeprefix(f"{GROUP}/"): sealed.array(name) for name in small}
        model, options = read_model(self.header, arrays), Options(**self.header["options"])
        self._start = named(arrays, "records")
        summary = ending["summary"] | {"status": Status(ending["summary"]["status"])}
        Run.__init__(
            self, model=model, method=choose_method(self.header["method"], options.rtol), options=options,
            counters=arrays["counters"], wall=ending["wall"],
        )  # fmt: skip
        self.summary = Summary(**summary)

    def _read(self, *names):
        """Variables by name, compared with the seal; those that the run did not have are left out."""
        with _sealed(self.path, self.seal) as sealed:
            return {name: _words(sealed.array(name)) for name in names if name in self.seal}

    # --- what is read when it is asked for ------------------------------------------------------------------------------
    @cached_property
    def records(self):
        """Rows of all steps."""
        rows = self._read(*ROWS)
        inner = {name.removeprefix(f"{GROUP}/"): values for name, values in rows.items() if name != "state"}
        return Recorded(y=rows["state"], **named(inner, "records"), **self._start)

    @cached_property
    def replay(self):
        """The problem of the run."""
        return StoredReplay(self.model, self.method, self.options)

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
        """Largest normal force and indentation of every contact that touched, by its name; see `contact_units`."""
        return self._ending["peaks"]

    @property
    def provenance(self):
        """What made this result, as it was then."""
        return dict(self.header["provenance"])

    @property
    def scene_toml(self):
        """The scene as a scene file; empty if it had a user's own law."""
        return self.header["scene_toml"]

    def citation(self):
        """Where the methods and laws of this run come from, one line each."""
        return self.header["citation"]

    def to_xarray(self):
        """Everything at the times of the steps as an xarray Dataset with names and units."""
        import xarray as xr

        with _sealed(self.path, self.seal) as sealed:
            sealed.check()
        return xr.load_dataset(self.path, engine=ENGINE, decode_times=False)

    def save(self, path):
        """Copy the file, complete or not at all. Return the path."""
        with replacing(path) as beside:
            shutil.copyfile(self.path, beside)
        return Path(path)

    # --- users' own laws ------------------------------------------------------------------------------------------------
    def _observed(self, record, which):
        if not has_user_laws(self.model):
            return super()._observed(record, which)
        if record is not self.records:
            check_laws(self.model)
        out = self.replay.geometry(record, which)
        rows = self._read("normal_force", "friction_force", "contact_mode")
        mode = rows["contact_mode"][:, which]
        out[:, :, O_FORCE] = rows["normal_force"][:, which]
        out[:, :, O_FRICTION : O_FRICTION + 3] = rows["friction_force"][:, which]
        out[:, :, O_MODE], out[:, :, O_FRICTION_MODE] = np.where(mode > 0, TOUCHING, 0), np.maximum(mode - 1, 0)
        return out


class StoredReplay(Replay):
    """A replay that never calls a function which is not there."""

    def __init__(self, model, method, options):
        self.model, self.method, self.options = model, method, options
        self.problem = Model.problem(model, contact_error=options.atol is None)
        self._solver = None

    def between(self, record, steps, times):
        """A record with the states at `times`."""
        check_laws(self.model)
        return super().between(record, steps, times)

    def geometry(self, record, which):
        """Contacts as if all were open: no law is called."""
        k = np.zeros_like(record.k)
        return self.contacts(record._replace(k=k, mode=np.zeros_like(record.mode)), which)


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
