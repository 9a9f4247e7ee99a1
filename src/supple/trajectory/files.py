"""Results as files: NetCDF (HDF5) through xarray, or Zarr; data only, nothing in them is ever executed.

    root             for people and other programs: time, state, contacts, energies, events and impacts, with names and
                     units; status, message, statistics, provenance as attributes. `xarray.open_dataset(path)` reads it.
    group "supple"   what a full Trajectory needs besides: records of the steps, tables of the model, and a header (JSON).

A user's own law is a function of the process that ran it. A result with such laws keeps all that was stored, but says so
when it is asked for something that would have to call the function again.

A file appears under its name only when it is complete: it is written beside, flushed to the disk, then renamed.
"""

import hashlib
import importlib.util
import json
import os
import shutil
import tempfile
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import numpy as np

from ..integrate.methods import choose_method
from ..integrate.status import Status
from ..laws.friction.ids import FrictionLaw
from ..laws.normal.ids import NormalLaw
from ..model.build import Layout, Model
from ..model.tree import Frame
from ..problem.entries import N_OBSERVED, O_FORCE, O_FRICTION, O_FRICTION_MODE, O_MODE, observe_contact
from ..problem.robot import Robot
from ..tables import C_CALL_F, C_CALL_N, C_CALL_U, C_FRICTION, C_NORMAL, TOUCHING, Tree
from .contacts import Impact
from .dataset import dataset
from .ledger import Ledger
from .options import Options
from .records import Recorded
from .trajectory import Trajectory, _source

FORMAT = "supple result 1"
GROUP = "supple"
ENGINE = "h5netcdf"


@dataclass(frozen=True, slots=True)
class StoredScene:
    """What a file keeps of a scene: its name. The tables of the model hold the numbers."""

    name: str


@dataclass(frozen=True, slots=True)
class StoredLaw:
    """A law as a file keeps it: its name, parameters and source."""

    name: str
    parameters: tuple  # (name, value) pairs
    source: str


@dataclass(frozen=True)
class StoredModel(Model):
    """A model from a file; it can be simulated again unless it has users' own laws."""

    def problem(self, *, sample=0.0, contact_error=True):
        """A fresh problem."""
        check_laws(self)
        return super().problem(sample=sample, contact_error=contact_error)


class StoredTrajectory(Trajectory):
    """A trajectory from a file: what was computed then is kept, the rest is computed from the stored states."""

    def __init__(self, *, header, ledger, impacts, observed, **parts):
        # what is set here is not computed again
        self.__dict__.update(ledger=ledger, impacts=impacts)
        self.header, self.observed = header, observed
        super().__init__(**parts)

    def _problem(self):
        P = Model.problem(self.model, contact_error=self.options.atol is None)
        P.mode[:], P.hold[:] = self.records.mode, self.records.hold
        return P

    def _dense(self, times):
        check_laws(self.model)
        return super()._dense(times)

    def _observe(self, c, k, y):
        if not has_user_laws(self.model.tables):
            return super()._observe(c, k, y)
        P = self._problem()
        P.mode[:] = 0  # open: geometry only, no law is called
        out = np.zeros((len(y), N_OBSERVED))
        observe_contact(P, c, np.zeros_like(k), y, self.records.log, out)
        force, friction, mode = (part[:, c] for part in self.observed)
        out[:, O_FORCE], out[:, O_FRICTION : O_FRICTION + 3] = force, friction
        out[:, O_MODE], out[:, O_FRICTION_MODE] = np.where(mode > 0, TOUCHING, 0), np.maximum(mode - 1, 0)
        return out

    @property
    def provenance(self):
        """What made this result, as it was then."""
        return dict(self.header["provenance"])

    def citation(self):
        """Where the methods and laws of this run come from, one line each."""
        return self.header["citation"]


def has_user_laws(tables):
    """Whether a contact calls a function of the process that built the model."""
    law_n, law_f = tables.con_i[:, C_NORMAL], tables.con_i[:, C_FRICTION]
    return bool(np.any(law_n == NormalLaw.USER) or np.any(law_f == FrictionLaw.USER))


def check_laws(model):
    """Raise if forces would have to be evaluated by functions that a file cannot keep."""
    if not has_user_laws(model.tables):
        return
    con_i = model.tables.con_i
    mine = (con_i[:, C_NORMAL] == NormalLaw.USER) | (con_i[:, C_FRICTION] == FrictionLaw.USER)
    name = model.contact_names[int(np.argmax(mine))]
    raise ValueError(
        f"contact {name!r} has a user's own law, a Python function that no file keeps: states and stored results of "
        f"{model.scene.name!r} can be read, but forces cannot be evaluated again; build the scene and simulate it"
    )


# --- writing ------------------------------------------------------------------------------------------------------------
def save(trajectory, path):
    """Write a trajectory to `path`: Zarr if it ends in .zarr, NetCDF otherwise. Return the path."""
    path = Path(path)
    if not path.parent.is_dir():
        raise FileNotFoundError(f"the directory of {str(path)!r} must exist, got {str(path.parent)!r}")
    if path.is_dir() and path.suffix != ".zarr":
        raise IsADirectoryError(f"the name of a result must be a file, got the directory {str(path)!r}")
    write = _write_zarr if _is_zarr(path) else _write_netcdf
    _need_hdf5(path)
    root, inner = _parts(trajectory)
    beside = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=path.parent))
    try:
        write(root, inner, beside / path.name)
        _replace(beside / path.name, path)
    except Exception as error:
        if isinstance(error, OSError) and not isinstance(
            error.errno, int
        ):  # HDF5 tells the number inside its text only
            raise OSError(f"the result could not be written to {str(path)!r}: {error}") from error
        raise
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return path


def _write_netcdf(root, inner, path):
    packed = {"zlib": True, "complevel": 1, "shuffle": True}

    def encoding(part):
        return {
            name: {"_FillValue": None, **(packed if v.ndim and v.size > 64 else {})}
            for name, v in part.variables.items()
            if v.dtype.kind in "fiu"
        }

    root.to_netcdf(path, mode="w", engine=ENGINE, encoding=encoding(root))
    inner.to_netcdf(path, mode="a", group=GROUP, engine=ENGINE, encoding=encoding(inner))
    with open(path, "rb+") as file:
        os.fsync(file.fileno())


def _write_zarr(root, inner, path):
    def encoding(part):
        return {name: {"_FillValue": None} for name, v in part.variables.items() if v.dtype.kind in "fiu"}

    root.to_zarr(path, mode="w", zarr_format=2, consolidated=False, encoding=encoding(root))
    inner.to_zarr(path, mode="a", group=GROUP, zarr_format=2, consolidated=False, encoding=encoding(inner))


def _replace(new, path):
    if path.is_dir():  # a directory cannot be renamed over another one
        os.replace(path, new.parent / "old")
    os.replace(new, path)


def _is_zarr(path):
    if path.suffix != ".zarr":
        return False
    try:
        import zarr  # noqa: F401
    except ImportError:
        raise ValueError(
            f"the package zarr must be installed for {str(path)!r}; end the name in .nc for a NetCDF file"
        ) from None
    return True


def _need_hdf5(path):
    """h5netcdf comes without the library that reads and writes HDF5."""
    if path.suffix != ".zarr" and importlib.util.find_spec("h5py") is None:
        raise ValueError(f"the package h5py must be installed for the NetCDF file {str(path)!r}: pip install h5py")


def _parts(trajectory):
    """The two datasets of a file."""
    import xarray as xr

    root = dataset(trajectory)
    model, records = trajectory.model, trajectory.records
    arrays = {f"records.{name}": value for name, value in records._asdict().items() if name != "y"}
    arrays |= {f"tree.{name}": value for name, value in model.tables.tree._asdict().items()}
    arrays |= {f"tables.{name}": value for name, value in model.tables._asdict().items() if name != "tree"}
    # addresses mean nothing elsewhere
    con_i = arrays["tables.con_i"] = model.tables.con_i.copy()
    con_i[:, [C_CALL_N, C_CALL_U, C_CALL_F]] = 0
    arrays |= {
        "counters": trajectory.counters,
        "y0": model.y0,
        "layout.magnitude": model.layout.magnitude,
        "layout.resolution": model.layout.resolution,
        "frames.node": np.array([frame.node for frame in model.frames.values()], dtype=np.int64),
        "frames.R": np.array([frame.R for frame in model.frames.values()]),
        "frames.p": np.array([frame.p for frame in model.frames.values()]),
    }
    header = {
        "shapes": {name: (list(value.shape), value.dtype.str) for name, value in arrays.items()},
        "digest": _digest(arrays | {"state": records.y}),
        "layout": {
            "n_q": model.layout.n_q,
            "n_v": model.layout.n_v,
            "names": trajectory.names,
            "units": trajectory.units,
        },
        "scene": model.scene.name,
        "frames": list(model.frames),
        "contacts": model.contact_names,
        "laws": [[_law(law) for law in pair] for pair in model.laws],
        "notes": model.notes,
        "method": "auto" if trajectory.method.auto else trajectory.method.name,
        "options": asdict(trajectory.options),
        "status": int(trajectory.status),
        "wall": trajectory.wall,
        "provenance": trajectory.provenance,
        "citation": trajectory.citation(),
    }
    # a dimension of length zero means something else in NetCDF: empty arrays live in the header only
    variables = {
        name: ([f"{name}.{axis}" for axis in range(value.ndim)], value) for name, value in arrays.items() if value.size
    }
    variables["header"] = ((), json.dumps(header, default=_plain))
    return root, xr.Dataset(variables, attrs={"supple_format": FORMAT})


def _law(law):
    if law is None:
        return None
    if isinstance(law, StoredLaw):
        return asdict(law)
    values = ((field.name, getattr(law, field.name)) for field in fields(law))
    known = [(name, value) for name, value in values if isinstance(value, (bool, int, float, str, tuple))]
    return {"name": type(law).__name__, "parameters": known, "source": _source(law)}


def _plain(value):
    return value.item() if isinstance(value, np.generic) else str(value)


def _digest(arrays):
    digest = hashlib.sha256()
    for name in sorted(arrays):
        digest.update(name.encode())
        digest.update(np.ascontiguousarray(arrays[name]).tobytes())
    return digest.hexdigest()


# --- reading ------------------------------------------------------------------------------------------------------------
def load(path):
    """Read a trajectory that `Trajectory.save` wrote."""
    path = Path(path)
    if not path.exists():
        raise FileNotFoundError(f"a result must exist to be loaded, got {str(path)!r}")
    _need_hdf5(path)
    root, inner = (_read(path, group) for group in (None, GROUP))
    form = inner.attrs.get("supple_format")
    if form != FORMAT:
        raise ValueError(f"{str(path)!r} must be a {FORMAT!r}, got {form!r}")
    try:
        return _assemble(root, inner)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise ValueError(f"{str(path)!r} lacks a part or was written by another version of supple: {error}") from error
    except _Damaged:
        raise ValueError(f"{str(path)!r} is damaged or was changed: its numbers do not match their digest") from None


class _Damaged(Exception):
    """The numbers of a file are not those that were written."""


def _read(path, group):
    import xarray as xr

    engine = "zarr" if _is_zarr(path) else ENGINE
    options = {"consolidated": False} if engine == "zarr" else {}
    try:
        with xr.open_dataset(path, engine=engine, group=group, decode_times=False, **options) as part:
            return part.load()
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


def _assemble(root, inner):
    header = json.loads(inner["header"].item())
    arrays = {}
    for name, (shape, dtype) in header["shapes"].items():
        value = inner[name].values if name in inner else np.zeros(shape)
        arrays[name] = np.ascontiguousarray(value.reshape(shape), dtype=np.dtype(dtype))
    y = np.ascontiguousarray(root["state"].values, dtype=float)
    if _digest(arrays | {"state": y}) != header["digest"]:
        raise _Damaged
    options = Options(**header["options"])
    return StoredTrajectory(
        header=header, ledger=_ledger(root), impacts=_impacts(root), observed=_observed(root, len(y)),
        model=_model(header, arrays), method=choose_method(header["method"], options.rtol), options=options,
        records=Recorded(y=y, **_named(arrays, "records")), status=Status(header["status"]), counters=arrays["counters"],
        wall=header["wall"],
    )  # fmt: skip


def _named(arrays, prefix):
    return {name.removeprefix(f"{prefix}."): value for name, value in arrays.items() if name.startswith(f"{prefix}.")}


def _model(header, arrays):
    kept = header["layout"]
    layout = Layout(kept["n_q"], kept["n_v"], tuple(kept["names"]), tuple(kept["units"]), **_named(arrays, "layout"))
    nodes, R, p = (arrays[f"frames.{part}"] for part in ("node", "R", "p"))
    laws = [[None if law is None else _stored_law(law) for law in pair] for pair in header["laws"]]
    return StoredModel(
        scene=StoredScene(header["scene"]),
        tables=Robot(tree=Tree(**_named(arrays, "tree")), **_named(arrays, "tables")),
        layout=layout,
        frames={name: Frame(int(nodes[i]), R[i], p[i]) for i, name in enumerate(header["frames"])},
        contact_names=tuple(header["contacts"]),
        laws=tuple(tuple(pair) for pair in laws),
        notes=tuple(header["notes"]),
        y0=arrays["y0"],
    )


def _stored_law(law):
    parameters = ((name, tuple(value) if isinstance(value, list) else value) for name, value in law["parameters"])
    return StoredLaw(law["name"], tuple(parameters), law["source"])


def _ledger(root):
    def columns(name, dimension):
        return {str(part): root[name].values[:, i] for i, part in enumerate(root[dimension].values)}

    return Ledger(
        root["time"].values,
        columns("energy_stored", "store"),
        columns("energy_lost", "loss"),
        root["energy_work"].values,
    )


def _impacts(root):
    if "impact_start" not in root:
        return []
    names = ("impact_contact", "impact_start", "impact_end", "impact_speed", "impact_rebound", "impact_peak_force",
             "impact_max_indentation")  # fmt: skip
    rows = zip(*(root[name].values.tolist() for name in names), strict=True)
    return [Impact(*(None if value != value else value for value in row)) for row in rows]


def _observed(root, n):
    if "normal_force" not in root:
        return np.zeros((n, 0)), np.zeros((n, 0, 3)), np.zeros((n, 0), dtype=np.int8)
    return tuple(root[name].values for name in ("normal_force", "friction_force", "contact_mode"))
