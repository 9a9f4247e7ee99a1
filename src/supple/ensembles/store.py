"""The result of an ensemble: a Zarr group (format 2) that plain `xarray.open_zarr` reads.

    member                   dimension of everything; a chunk of every array is one block of members
    <parameter>              values that the member has
    <output>                 what came out, NaN where the member failed or is not there yet
    status, message          0 not computed yet, 1 done, 2 failed; why it failed, as a sentence

A block is written array by array, `status` last: its chunk is the mark that the block is complete. Each chunk is a file
that appears under its name when it is complete. So a kill at any moment loses at most the blocks under way, and what a
block left that was not complete is written over with the same bits. The group itself is made beside its place and renamed.

Attributes say what made it: the facts of the specification (JSON) and their hash, versions, the time. Nothing in the
metadata changes afterwards.
"""

import json
import os
import shutil
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np

from .members import ABSENT, DONE, FAILED, Block
from .specification import Sweep, difference, hash_of

FORMAT = 1
NEEDED = "a sweep needs zarr, which reads and writes its result: pip install 'supple[sweep]'"
LOCK = ".lock"
NOT_YET = "not computed yet"  # texts that are missing; an empty one is a text


def _zarr():
    try:
        import zarr
    except ImportError:
        raise ImportError(NEEDED) from None
    return zarr


# --- columns of parameters ----------------------------------------------------------------------------------------------
def kind_of(values):
    """(dtype, further shape) that holds values of a parameter; what fits nothing is a JSON text."""
    if all(isinstance(value, bool) for value in values):
        return "bool", ()
    if all(isinstance(value, str) for value in values):
        return "str", ()
    if any(isinstance(value, bool | str) for value in values):
        return "json", ()
    shapes = {np.shape(value) if isinstance(value, list) else () for value in values} if _regular(values) else {None}
    return ("float", shapes.pop()) if len(shapes) == 1 and None not in shapes else ("json", ())


def _regular(values):
    try:
        np.array(values, dtype=float)
    except (TypeError, ValueError):
        return False
    return True


def _column(kind, values):
    if kind == "json":
        values = [json.dumps(value) for value in values]
    return np.array(values, dtype={"float": float, "bool": bool}.get(kind, object))


# --- the store ----------------------------------------------------------------------------------------------------------
class Store:
    """An ensemble on disk."""

    def __init__(self, path: Path):
        zarr = _zarr()
        if not (path / ".zgroup").is_file():
            raise FileNotFoundError(f"{str(path)!r} must be the result of a sweep, got a directory that is none")
        self.path = path
        self.group = zarr.open_group(str(path), mode="r+", use_consolidated=False)
        self.attributes = dict(self.group.attrs)
        if self.attributes.get("supple_sweep") != FORMAT:
            raise ValueError(f"{str(path)!r} must be the result of a sweep of format {FORMAT}, got another")
        self.facts = json.loads(self.attributes["specification"])
        self.kinds = json.loads(self.attributes["parameter_kinds"])
        self._arrays = {name: self.group[name] for name in (*self.kinds, *self.facts["outputs"], "message", "status")}
        self._lock = None

    @classmethod
    def create(cls, path: Path, sweep: Sweep, settled: dict, units: dict) -> "Store":
        """Make an empty one, complete or not at all; `settled` are the outputs, `units` theirs."""
        zarr = _zarr()
        if not path.parent.is_dir():
            raise FileNotFoundError(f"the directory of {str(path)!r} must exist, got {str(path.parent)!r}")
        beside = Path(tempfile.mkdtemp(prefix=f".{path.name[:100]}.", dir=path.parent))
        try:
            os.chmod(beside, 0o777 & ~_umask())
            _make(zarr, beside, sweep, settled, units)
            os.replace(beside, path)
        finally:
            shutil.rmtree(beside, ignore_errors=True)
        return cls(path)

    # --- members --------------------------------------------------------------------------------------------------------
    @property
    def status(self) -> np.ndarray:
        """Status of every member."""
        return self._arrays["status"][:]

    def missing(self) -> list[int]:
        """Numbers of the blocks that are not complete."""
        return np.flatnonzero(self.status[:: self.facts["block"]] == ABSENT).tolist()

    def write(self, block: Block, rows: dict[str, np.ndarray]) -> None:
        """Write a block, and mark it as complete in the end."""
        first, last = block.first, block.first + len(block.values)
        columns = zip(self.kinds.items(), zip(*block.values, strict=True), strict=True)
        for (name, (kind, _)), values in columns:
            self._arrays[name][first:last] = _column(kind, values)
        for name in (*self.facts["outputs"], "message", "status"):
            self._arrays[name][first:last] = rows[name]

    def check_same(self, sweep: Sweep) -> None:
        """Refuse a specification that is not the one of this result."""
        facts = sweep.facts
        if self.attributes["specification_hash"] != hash_of(facts):
            what = difference(self.facts, facts)
            raise ValueError(
                f"{str(self.path)!r} must be resumed with the specification that began it, got another: {what}"
            )

    # --- one at a time --------------------------------------------------------------------------------------------------
    def __enter__(self):
        self._lock = _locked(self.path)
        for part in self.path.glob("*/*.partial"):  # of a process that was killed while it wrote
            part.unlink(missing_ok=True)
        return self

    def __exit__(self, kind, error, trace):
        if self._lock is not None:
            self._lock.close()


def _make(zarr, path, sweep, settled, units):
    """An empty group."""
    from .. import __version__

    names = tuple(sweep.parameters)
    first = sweep.table.rows(0, min(sweep.table.size, 1000))
    kinds = {}
    for i, (name, values) in enumerate(sweep.parameters.items()):
        kinds[name] = kind_of(getattr(values, "values", [row[i] for row in first[:1]]))
    facts = sweep.facts
    attributes = {
        "supple_sweep": FORMAT, "title": f"sweep of {sweep.source.label}", "Conventions": "CF-1.11",
        "specification": json.dumps(facts), "specification_hash": hash_of(facts), "parameters": list(names),
        "parameter_kinds": json.dumps(kinds), "outputs": list(settled), "supple": __version__,
        **{f"version_{name}": _version(name) for name in ("numpy", "numba", "scipy", "zarr")},
        "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }  # fmt: skip
    group = zarr.create_group(str(path), zarr_format=2, overwrite=True, attributes=attributes)
    size, block = sweep.table.size, sweep.block

    def array(name, dims, dtype, more, fill=None, chunk=None, **words):
        shape = (size, *more)
        chunks = (block, *more) if chunk is None else chunk
        words = {key: value for key, value in words.items() if value}
        return group.create_array(
            name, shape=shape, chunks=chunks, dtype=dtype, fill_value=fill,
            attributes={"_ARRAY_DIMENSIONS": list(dims), **words},
        )  # fmt: skip

    for name, (kind, shape) in kinds.items():
        dims = ("member", *(f"{name}_{i}" for i in range(len(shape))))
        dtype, fill = {"float": ("f8", np.nan), "bool": ("bool", None)}.get(kind, (str, NOT_YET))
        array(name, dims, dtype, shape, fill, long_name=f"parameter {name}", role="parameter")
    for name, output in settled.items():
        further = output.dims(name)
        for dim, labels in further.items():
            unit = {"units": "s"} if dim.endswith("_time") else {}
            coordinate = group.create_array(
                dim, shape=labels.shape, chunks=labels.shape, dtype=labels.dtype, fill_value=None,
                attributes={"_ARRAY_DIMENSIONS": [dim], **unit},
            )  # fmt: skip
            coordinate[:] = labels
        more = tuple(map(len, further.values()))
        array(name, ("member", *further), "f8", more, np.nan, units=units.get(name, ""), role="output")
    array("message", ("member",), str, (), NOT_YET, long_name="why a member failed")
    words = {"flag_values": [ABSENT, DONE, FAILED], "flag_meanings": "absent done failed"}
    array("status", ("member",), "i1", (), long_name="status of the member", **words)
    zarr.consolidate_metadata(str(path), zarr_format=2)


def _version(name):
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return "unknown"


def _umask():
    now = os.umask(0)
    os.umask(now)
    return now


def _locked(path):
    """An open file with a lock that ends with the process; None where there is nothing to lock."""
    try:
        import fcntl  # not on every system

        file = (path / LOCK).open("w")
    except (ImportError, OSError):
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise BlockingIOError(f"{str(path)!r} must be worked on by one process at a time, got a second one") from None
    except OSError:  # a file system without locks
        warnings.warn(
            f"{str(path)!r} is on a file system without locks: let one process at a time work on it", stacklevel=3
        )
    return file


def open_dataset(path):
    """The result as an xarray Dataset that reads what is asked for."""
    _zarr()
    import xarray as xr

    found = xr.open_zarr(str(path), chunks=None)
    return found.set_coords([name for name in found.attrs["parameters"] if name in found])
