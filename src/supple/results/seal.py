"""The seal of a file: every variable with its shape, type, attributes and digest, so that no edit goes unnoticed.

A variable is named as in the file, those of a group with the group in front ("supple/records.r"); "" is the file itself,
which has attributes only. Digests are of the values as they are stored: bytes of numbers, length and UTF-8 of texts. They
guard against accident and against edits in good faith, not against somebody who makes a new seal.
"""

import hashlib
import json

import numpy as np

BYTES = 32 * 2**20  # looked at together
# attributes in which NetCDF keeps its dimensions
OF_NETCDF = {
    "CLASS",
    "NAME",
    "REFERENCE_LIST",
    "DIMENSION_LIST",
    "_Netcdf4Dimid",
    "_Netcdf4Coordinates",
    "_NCProperties",
}


class Seal:
    """Notes what is written."""

    def __init__(self):
        self._parts = {}
        self._digests = {}

    def __contains__(self, name):
        return name in self._parts

    def note(self, name, values, attributes, *, more=False):
        """A variable, or more rows of it."""
        values = _array(values)
        before = self._parts[name]["shape"][0] if more and name in self._parts else 0
        if not before:
            self._digests[name] = hashlib.sha256()
        self._digests[name].update(_bytes(values))
        shape = [before + len(values), *values.shape[1:]] if values.ndim else []
        self._parts[name] = {"shape": shape, "type": values.dtype.str, "attributes": _plain(attributes)}

    def rewrite(self, name, values):
        """Other values of the same kind for a variable that was noted."""
        self.note(name, values, self._parts[name]["attributes"])

    def attributes(self, name, attributes):
        """Attributes of the file ("") or of a variable that was noted; those that it had before stay."""
        part = self._parts.setdefault(name, {"attributes": {}})
        part["attributes"] |= _plain(attributes)

    def close(self):
        """All of it as plain data, now."""
        digests = {name: {"digest": digest.hexdigest()} for name, digest in self._digests.items()}
        return {name: part | digests.get(name, {}) for name, part in self._parts.items()}


class Sealed:
    """Reads a file (of h5py) under a seal; what does not fit is a sentence."""

    def __init__(self, file, path, seal):
        self._file, self._path, self._seal = file, path, seal

    def array(self, name):
        """The values of a variable."""
        part, variable = self._variable(name)
        values = _array(np.zeros(part["shape"], part["type"]) if variable is None else variable[()])
        self._compare(name, [values])
        return values

    def check(self):
        """Look at everything, a piece at a time."""
        for name, part in self._seal.items():
            if name == "":
                self._attributes(name, self._file.attrs)
                continue
            _, variable = self._variable(name)
            if variable is not None:
                self._compare(name, _pieces(variable, part["shape"]))

    def _variable(self, name):
        part = self._seal[name]
        if 0 in part["shape"]:
            return part, None  # a dimension of length zero means something else in NetCDF
        if name not in self._file:
            raise self._changed(f"{name!r} is missing")
        variable = self._file[name]
        if list(variable.shape) != part["shape"]:
            raise self._changed(f"{name!r} must have the shape {part['shape']}, got {list(variable.shape)}")
        self._attributes(name, variable.attrs)
        return part, variable

    def _attributes(self, name, found):
        meant = self._seal[name]["attributes"]
        found = _plain({one: value for one, value in found.items() if one not in OF_NETCDF})
        for attribute in sorted({*meant, *found}):
            a, b = (json.dumps(side.get(attribute)) for side in (meant, found))
            if a != b:
                owner = f" of {name!r}" if name else ""
                raise self._changed(f"the attribute {attribute!r}{owner} must be {a[:80]}, got {b[:80]}")

    def _compare(self, name, pieces):
        part, digest = self._seal[name], hashlib.sha256()
        for piece in pieces:
            values = _array(piece)
            if values.dtype.str != part["type"]:
                raise self._changed(f"{name!r} must have the type {part['type']}, got {values.dtype.str}")
            digest.update(_bytes(values))
        if digest.hexdigest() != part["digest"]:
            raise self._changed(f"{name!r} does not match its digest")

    def _changed(self, what):
        return ValueError(f"{str(self._path)!r} is damaged or was changed: {what}")


def _pieces(variable, shape):
    """The values of a variable, in pieces of some BYTES."""
    if not shape:
        yield variable[()]
        return
    rows = max(1, BYTES // (8 * max(1, int(np.prod(shape[1:])))))
    for a in range(0, shape[0], rows):
        yield variable[a : min(a + rows, shape[0])]


def _array(values):
    """As an array that lies in one piece; texts as objects, which HDF5 gives as bytes."""
    values = np.asarray(values, dtype=object if isinstance(values, str | bytes) else None)
    return np.ascontiguousarray(values) if values.ndim else values


def _bytes(values):
    if values.dtype != object:
        return values.tobytes()
    texts = [text if isinstance(text, bytes) else text.encode() for text in values.reshape(-1).tolist()]
    return b"".join(len(text).to_bytes(8, "little") + text for text in texts)


def _plain(attributes):
    """Attributes as JSON has them; NetCDF does not tell a number from a list of one."""
    arrays = {name: np.asarray(value) for name, value in attributes.items()}
    return {name: value.item() if value.size == 1 else value.tolist() for name, value in arrays.items()}
