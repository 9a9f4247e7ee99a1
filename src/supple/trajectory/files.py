"""Reading results: a trajectory from a file, whose rows are read when they are asked for.

A user's own law is a function of the process that ran it. A result with such laws keeps all that was stored, but says so
when it is asked for something that would have to call the function again.
"""

import hashlib
import json
import os
import shutil
from functools import cached_property
from pathlib import Path

import numpy as np

from .._files import replacing
from ..integrate.methods import choose_method
from ..integrate.status import Status
from ..model.build import Model
from ..problem.entries import O_FORCE, O_FRICTION, O_FRICTION_MODE, O_MODE
from ..tables import TOUCHING
from .impacts import Impact
from .ledger import Ledger
from .model_file import check_laws, has_user_laws, named, read_model
from .netcdf import need_hdf5
from .options import Options
from .records import Recorded
from .replay import Replay
from .run import Run
from .summary import Summary
from .trajectory import Trajectory
from .writer import FORMAT, GROUP, ROWS

ENGINE = "h5netcdf"


def load(path: str | os.PathLike[str]) -> "StoredTrajectory":
    """Read a trajectory that `Trajectory.save` or `simulate(..., out=...)` wrote."""
    path = Path(path)
    if not path.exists():
        raise FileNotFoundError(f"a result must exist to be loaded, got {str(path)!r}")
    need_hdf5(path)
    inner = _read(path, GROUP, None, but=ROWS)
    form = inner.attrs.get("supple_format")
    if form != FORMAT:
        raise ValueError(f"{str(path)!r} must be a {FORMAT!r}, got {form!r}")
    try:
        return StoredTrajectory(path, json.loads(inner["header"].item()), inner)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise ValueError(f"{str(path)!r} lacks a part or was written by another version of supple: {error}") from error


class StoredTrajectory(Trajectory):
    """A trajectory from a file: what was computed then is kept, the rest is computed from the stored states."""

    def __init__(self, path, header, inner):
        self.path, self.header = path.resolve(), header
        names = [name for name in header["shapes"] if name not in ROWS]
        arrays = {name: self._array(inner, name) for name in names}
        model, options = read_model(header, arrays), Options(**header["options"])
        self._start = named(arrays, "records")
        summary = header["summary"] | {"status": Status(header["summary"]["status"])}
        Run.__init__(
            self, model=model, method=choose_method(header["method"], options.rtol), options=options,
            summary=Summary(**summary), counters=arrays["counters"], wall=header["wall"],
        )  # fmt: skip

    def _array(self, part, name):
        """An array of the file, as it was written or a sentence."""
        shape, dtype = self.header["shapes"][name]
        values = part[name].values if name in part else np.zeros(shape)  # an empty array has no variable
        values = np.ascontiguousarray(values.reshape(shape), dtype=np.dtype(dtype))
        digest = self.header["digests"].get(name, hashlib.sha256().hexdigest())
        if hashlib.sha256(values.tobytes()).hexdigest() != digest:
            raise ValueError(f"{str(self.path)!r} is damaged or was changed: {name!r} does not match its digest")
        return values

    def _root(self, *names):
        return _read(self.path, None, names)

    # --- what is read when it is asked for ------------------------------------------------------------------------------
    @cached_property
    def records(self):
        """Rows of all steps."""
        inner, root = _read(self.path, GROUP, ROWS), self._root("state")
        rows = {name: self._array(root if name == "state" else inner, name) for name in ROWS}
        return Recorded(y=rows.pop("state"), **named(rows, "records"), **self._start)

    @cached_property
    def replay(self):
        """The problem of the run."""
        return StoredReplay(self.model, self.method, self.options)

    @cached_property
    def ledger(self):
        """Energies and their residual at the times of the steps."""
        root = self._root("energy_stored", "energy_lost", "energy_work")

        def columns(name, dimension):
            return {str(part): root[name].values[:, i] for i, part in enumerate(root[dimension].values)}

        stored, lost = columns("energy_stored", "store"), columns("energy_lost", "loss")
        return Ledger(root["time"].values, stored, lost, root["energy_work"].values)

    @cached_property
    def impacts(self):
        """Every contact from touch-down to loss, in order of their start."""
        names = [f"impact_{name}" for name in Impact.__dataclass_fields__]
        root = self._root(*names)
        if names[0] not in root:
            return []
        rows = zip(*(root[name].values.tolist() for name in names), strict=True)
        return [Impact(*(None if value != value else value for value in row)) for row in rows]

    @property
    def peaks(self):
        """Largest normal force and indentation of every contact that touched, by its name; see `contact_units`."""
        return self.header["peaks"]

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
        return _read(self.path, None, None)

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
        root = self._root("normal_force", "friction_force", "contact_mode")
        mode = root["contact_mode"].values[:, which]
        out[:, :, O_FORCE] = root["normal_force"].values[:, which]
        out[:, :, O_FRICTION : O_FRICTION + 3] = root["friction_force"].values[:, which]
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


def _read(path, group, names, but=()):
    """Variables of a group (all, if no names are given; those that are there), loaded."""
    import xarray as xr

    if not path.exists():
        raise FileNotFoundError(f"{str(path)!r} was read before but is not there any more")
    try:
        with xr.open_dataset(path, engine=ENGINE, group=group, decode_times=False) as part:
            wanted = [name for name in (part.variables if names is None else names) if name in part and name not in but]
            return part[wanted].load()
    except (OSError, KeyError, RuntimeError, ValueError) as error:
        if isinstance(error, PermissionError):
            raise
        broken = isinstance(error, (OSError, RuntimeError)) and "group not found" not in str(error)
        if broken and _begins_like_hdf5(path):
            raise OSError(f"{str(path)!r} is truncated or damaged: {error}") from error
        raise ValueError(f"{str(path)!r} is not a result of supple: {error}") from error


def _begins_like_hdf5(path):
    if path.is_dir():
        return False
    with open(path, "rb") as file:
        return file.read(8) == b"\x89HDF\r\n\x1a\n"
