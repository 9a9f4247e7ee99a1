"""What crosses from Python into compiled code: rows of 64-bit words.

    float, int, bool      one word: its bits
    array                 its address and its shape; C order, so strides follow
    struct                inside another one: the words of its fields, one after the other; as an argument: their address

A struct is a NamedTuple class marked `by_reference`: compiled code gets one address instead of seven words per array, some
hundreds for a problem and its solver, at every call. Its words are written once per object and never change; what they
point to does. Fields are annotated with what they hold (Reals2: a matrix of float64), so the layout is known before there
is an object, and one machine code serves all.
"""

import struct
from ctypes import addressof, c_char
from functools import cached_property
from operator import index
from typing import Annotated, NamedTuple, get_args

import numpy as np


class Array(NamedTuple):
    """Kind of an array."""

    dtype: np.dtype
    ndim: int

    def __str__(self):
        return f"an array of {self.dtype} with {self.ndim} dimension{'s' * (self.ndim > 1)} in C order"


_real, _int, _bool = np.dtype(np.float64), np.dtype(np.int64), np.dtype(np.bool_)
Reals = Annotated[np.ndarray, Array(_real, 1)]
Reals2 = Annotated[np.ndarray, Array(_real, 2)]
Reals3 = Annotated[np.ndarray, Array(_real, 3)]
Ints = Annotated[np.ndarray, Array(_int, 1)]
Ints2 = Annotated[np.ndarray, Array(_int, 2)]
Flags = Annotated[np.ndarray, Array(_bool, 1)]


class Struct:
    """What `by_reference` adds to a NamedTuple: its words, kept with the object."""

    kinds: tuple = ()

    def __getstate__(self):
        """Nothing: a copy has arrays, and so words, of its own."""
        return None

    @cached_property
    def words(self):
        """Its fields, one after the other."""
        row = []
        for name, kind, value in zip(self._fields, self.kinds, self, strict=True):
            if is_struct(kind):
                row += value.words.tolist()
            else:
                append(row, f"{type(self).__name__}.{name}", kind, value)
        return np.array(row, dtype=np.int64)

    @cached_property
    def address(self):
        """Where its words are; valid as long as the object lives."""
        return address_of(self.words)


def by_reference(cls):
    """Class decorator of a NamedTuple with annotated fields: compiled code gets the address of its words."""
    kinds = tuple(kind_of(annotation) for annotation in cls.__annotations__.values())
    body = {name: getattr(cls, name) for name in ("__doc__", "__module__", "__qualname__")}
    return type(cls.__name__, (Struct, cls), {**body, "kinds": kinds})


def kind_of(annotation):
    """What an annotation says: an Array, a class of structs, float, int or bool."""
    array = get_args(annotation)
    return array[1] if array else annotation


def is_struct(kind):
    return isinstance(kind, type) and issubclass(kind, Struct)


def size(kind):
    """Number of words of a field."""
    if isinstance(kind, Array):
        return 1 + kind.ndim
    return sum(map(size, kind.kinds)) if is_struct(kind) else 1


def append(row, name, kind, value):
    """Add the words of a number or an array to a row."""
    if isinstance(kind, Array):
        fits = value.ndim == kind.ndim and value.flags.c_contiguous
        if not (fits and (value.dtype is kind.dtype or value.dtype == kind.dtype)):
            raise TypeError(f"{name} must be {kind}, got {value.dtype} of shape {value.shape}")
        row.append(address_of(value))
        row += value.shape
    elif kind is float:
        row += struct.unpack("q", struct.pack("d", value))
    else:
        row.append(index(value) if kind is int else int(bool(value)))


def address_of(array):
    """Where the first element of an array is."""
    if array.size == 0:
        return 0
    try:
        return addressof(c_char.from_buffer(array))  # a third of the time of the attribute `ctypes`
    except (TypeError, ValueError, BufferError):  # read-only
        return array.ctypes.data
