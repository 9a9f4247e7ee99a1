"""NetCDF through h5netcdf: variables that are known at once, or changed later, and variables that grow."""

import importlib.util

import numpy as np

BLOCK = 2**17  # numbers in a compressed block of a file
ROWS = 4096  # rows in a block, at most


class Growing:
    """Variables of a group that grow along one dimension."""

    def __init__(self, group, dimension):
        self._group, self._dimension = group, dimension
        self._length = 0
        self._names = ()

    def append(self, variables):
        """Add rows, as name -> (dimensions, values, attributes); the first ones say what the variables are."""
        group, dimension = self._group, self._dimension
        n = len(next(iter(variables.values()))[1])
        if self._length == 0:
            self._names = tuple(variables)
            group.dimensions[dimension] = None
            for name, (dims, values, attributes) in variables.items():
                rows = max(1, min(ROWS, BLOCK // max(1, int(np.prod(values.shape[1:])))))
                _create(group, name, dims, values, attributes, chunks=(rows, *values.shape[1:]))
        group.resize_dimension(dimension, self._length + n)
        for name, (_, values, _) in variables.items():
            group[name][self._length : self._length + n] = values
        self._length += n

    def sort(self, by):
        """Put all rows in order of one variable; return what the variables hold then."""
        if not self._length:
            return {}
        order = np.argsort(self._group[by][...], kind="stable")
        sorted_ = {name: self._group[name][...][order] for name in self._names}
        for name, values in sorted_.items():
            self._group[name][...] = values
        return sorted_


def put(group, name, dims, values, attributes):
    """A variable that is known at once, an array or a text; or other values of the same kind for one that is there."""
    values = np.array(values, dtype=object) if isinstance(values, str) else values
    known = name in group.variables
    variable = group[name] if known else _create(group, name, dims, values, attributes, chunks=None)
    variable[...] = values


def _create(group, name, dims, values, attributes, chunks):
    import h5py

    dims = (dims,) if isinstance(dims, str) else dims
    for dim, size in zip(dims, values.shape, strict=True):
        if dim not in group.dimensions:
            group.dimensions[dim] = size
    text = values.dtype == object
    packed = {"compression": "gzip", "compression_opts": 1, "shuffle": True} if chunks and not text else {}
    variable = group.create_variable(name, dims, h5py.string_dtype() if text else values.dtype, chunks=chunks, **packed)
    variable.attrs.update(attributes)
    return variable


def need_hdf5(path):
    """h5netcdf comes without the library that reads and writes HDF5."""
    if importlib.util.find_spec("h5py") is None:
        raise ValueError(f"the package h5py must be installed for the NetCDF file {str(path)!r}: pip install h5py")
