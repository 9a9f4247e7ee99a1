"""NetCDF through h5netcdf: variables that are known at once, or changed later, and variables that grow.

h5netcdf makes the variables, values go through h5py: h5netcdf looks up a variable and its dimensions by name a dozen times
per access, which took longer than a short run. A `group` is both (`Group`).
"""

import importlib.util
from typing import Any, NamedTuple

import numpy as np

BLOCK = 2**17  # numbers in a compressed block of a file
ROWS = 4096  # rows in a block, at most


class Group(NamedTuple):
    """A group of a file, as h5netcdf and as h5py have it."""

    netcdf: Any
    hdf5: Any


class Growing:
    """Variables of a group that grow along one dimension."""

    def __init__(self, group, dimension):
        self._group, self._dimension = group, dimension
        self._length = 0
        self._names = ()

    def append(self, variables):
        """Add rows, as name -> (dimensions, values, attributes); the first ones say what the variables are."""
        group, dimension = self._group, self._dimension
        netcdf = group.netcdf
        n = len(next(iter(variables.values()))[1])
        if self._length == 0:
            self._names = tuple(variables)
            netcdf.dimensions[dimension] = None
            for name, (dims, values, attributes) in variables.items():
                rows = max(1, min(ROWS, BLOCK // max(1, int(np.prod(values.shape[1:])))))
                _create(group, name, dims, values, attributes, chunks=(rows, *values.shape[1:]))
        netcdf.resize_dimension(dimension, self._length + n)
        for name, (_, values, _) in variables.items():
            group.hdf5[name][self._length : self._length + n] = values
        self._length += n

    def sort(self, by):
        """Put all rows in order of one variable; return what the variables hold then."""
        if not self._length:
            return {}
        stored = {name: self._group.hdf5[name] for name in self._names}
        order = np.argsort(stored[by][...], kind="stable")
        sorted_ = {name: variable[...][order] for name, variable in stored.items()}
        for name, values in sorted_.items():
            stored[name][...] = values
        return sorted_


def put(group, name, dims, values, attributes):
    """A variable that is known at once, an array or a text; or other values of the same kind for one that is there."""
    values = np.array(values, dtype=object) if isinstance(values, str) else values
    if name not in group.netcdf.variables:
        _create(group, name, dims, values, attributes, chunks=None)
    group.hdf5[name][...] = values


def _create(group, name, dims, values, attributes, chunks):
    import h5py

    dims, netcdf = (dims,) if isinstance(dims, str) else dims, group.netcdf
    for dim, size in zip(dims, values.shape, strict=True):
        if dim not in netcdf.dimensions:
            netcdf.dimensions[dim] = size
    text = values.dtype == object
    packed = {"compression": "gzip", "compression_opts": 1, "shuffle": True} if chunks and not text else {}
    kind = h5py.string_dtype() if text else values.dtype
    netcdf.create_variable(name, dims, kind, chunks=chunks, **packed).attrs.update(attributes)


def need_hdf5(path):
    """h5netcdf comes without the library that reads and writes HDF5."""
    if importlib.util.find_spec("h5py") is None:
        raise ValueError(f"the package h5py must be installed for the NetCDF file {str(path)!r}: pip install h5py")
