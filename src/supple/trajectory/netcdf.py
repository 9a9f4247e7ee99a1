"""NetCDF through h5netcdf: variables that are known at once, variables that grow, a disk that may be full."""

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
        """Put all rows in order of one variable."""
        if self._length:
            order = np.argsort(self._group[by][...], kind="stable")
            for name in self._names:
                self._group[name][...] = self._group[name][...][order]


def put(group, name, dims, values, attributes):
    """A variable that is known at once: an array or a text."""
    values = np.array(values, dtype=object) if isinstance(values, str) else values
    _create(group, name, dims, values, attributes, chunks=None)[...] = values


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


class Disk:
    """A file for HDF5 whose first error is kept and not passed on.

    HDF5 can neither close nor forget a file that it could not write: on a full disk it fills the terminal with tracebacks
    and ends in a segmentation fault. So it is let believe that all went well; `check` tells the caller what happened.
    """

    def __init__(self, path, name):
        self._file = open(path, "w+b", buffering=0)
        self._name = name
        self._error = None

    def check(self):
        """Raise what went wrong, with the name of the result."""
        if self._error is not None:
            reason = self._error.strerror or self._error
            raise OSError(f"the result could not be written to {str(self._name)!r}: {reason}")

    def _attempt(self, act):
        if self._error is None:
            try:
                act()
            except OSError as error:
                self._error = error

    def _write_all(self, data):
        view = memoryview(data).cast("B")
        while len(view):
            view = view[self._file.write(view) :]

    def write(self, data):
        """All of it, or so it seems."""
        self._attempt(lambda: self._write_all(data))
        return len(data)

    def truncate(self, size):
        """Cut or extend the file."""
        self._attempt(lambda: self._file.truncate(size))
        return size

    def flush(self):
        """Nothing is held back here."""

    def close(self):
        """Close, whatever happened before."""
        self._file.close()

    def read(self, size=-1):
        """As usual."""
        return self._file.read(size)

    def readinto(self, buffer):
        """As usual."""
        return self._file.readinto(buffer)

    def seek(self, offset, whence=0):
        """As usual."""
        return self._file.seek(offset, whence)

    def tell(self):
        """As usual."""
        return self._file.tell()
