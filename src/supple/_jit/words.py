"""What crosses from Python into compiled code: rows of 64-bit words.

    float, int, bool      one word: its bits
    array                 its address and its shape; C order, so strides follow (with a Width of its rows, they are known)
    struct                inside another one: the words of its fields, one after the other; as an argument: their address

A struct is a NamedTuple class marked `by_reference`: compiled code gets one address instead of seven words per array, some
hundreds for a problem and its solver, at every call. Its words are written once per object and never change; what they
point to does. Fields are annotated with what they hold (Reals2: a matrix of float64), so the layout is known before there
is an object, and one machine code serves all.
"""

import struct
from ctypes import addressof, c_char
from functools import cached_property
from importlib import import_module
from itertools import accumulate
from operator import index
from typing import Annotated, ClassVar, NamedTuple, get_args, get_origin

import numpy as np

from .switch import JIT


class Array(NamedTuple):
    """Kind of an array."""

    dtype: np.dtype
    ndim: int
    width: int | None = None  # length of its rows, where it is always the same

    def __str__(self):
        rows = "" if self.width is None else f" and rows of {self.width}"
        return f"an array of {self.dtype} with {self.ndim} dimension{'s' * (self.ndim > 1)} in C order{rows}"


class Width(NamedTuple):
    """Annotated[Reals2, Width(3)]: the rows always have this length, which compiled code then need not look up."""

    of_a_row: int


class Later(NamedTuple):
    """Annotated[Any, Later("supple.system.robot.Robot")]: a struct of a class that is known further up."""

    path: str

    def cls(self):
        """The class."""
        home, _, name = self.path.rpartition(".")
        return getattr(import_module(home), name)


_real, _int, _bool = np.dtype(np.float64), np.dtype(np.int64), np.dtype(np.bool_)
Reals = Annotated[np.ndarray, Array(_real, 1)]
Reals2 = Annotated[np.ndarray, Array(_real, 2)]
Reals3 = Annotated[np.ndarray, Array(_real, 3)]
Ints = Annotated[np.ndarray, Array(_int, 1)]
Ints2 = Annotated[np.ndarray, Array(_int, 2)]
Flags = Annotated[np.ndarray, Array(_bool, 1)]


class Struct:
    """What `by_reference` adds to a NamedTuple: its words, kept with the object."""

    kinds: tuple = ()  # of the fields
    packers: tuple = ()
    places: ClassVar[dict] = {}  # of the fields: number of the first word, packer
    needs: tuple = ()  # functions of the object: units of rare kernels that compiled code will ask for (`needs`)

    def __getstate__(self):
        """Nothing: a copy has arrays, and so words, of its own."""
        return None

    @cached_property
    def words(self):
        """Its fields, one after the other; what is rare in them is loaded before compiled code can see it."""
        for units_of in self.needs:
            for unit in units_of(self):
                fetch(unit)
        words, changed = self._origin
        if words is None:
            row = []
            for pack, value in zip(self.packers, self, strict=True):
                pack(row, value)
            return np.array(row, dtype=np.int64)
        words = words.copy()
        for name in changed:
            first, pack = self.places[name]
            row = []
            pack(row, getattr(self, name))
            words[first : first + len(row)] = row
        return words

    @cached_property
    def _origin(self):
        """Words of the object that this one was made of, and what is not as it was there."""
        return None, frozenset()

    def _replace(self, **changes):
        """Another object, which shares all other fields and so most words: a run changes a quarter of its tables."""
        new = super()._replace(**changes)
        words, changed = (vars(self)["words"], frozenset()) if "words" in vars(self) else self._origin
        new._origin = words, changed.union(changes)
        return new

    @cached_property
    def address(self):
        """Where its words are; valid as long as the object lives."""
        return self.words.ctypes.data


def by_reference(cls):
    """Class decorator of a NamedTuple with annotated fields: compiled code gets the address of its words."""
    kinds = tuple(kind_of(annotation) for annotation in cls.__annotations__.values())
    packers = tuple(
        _field_packer(f"{cls.__name__}.{name}", kind) for name, kind in zip(cls._fields, kinds, strict=True)
    )
    first = accumulate(map(size, kinds), initial=0)
    places = {name: (at, pack) for name, at, pack in zip(cls._fields, first, packers, strict=False)}
    body = {name: getattr(cls, name) for name in ("__doc__", "__module__", "__qualname__")}
    return type(cls.__name__, (Struct, cls), {**body, "kinds": kinds, "packers": packers, "places": places})


def packed(found):
    """A struct of which many others will be made (`_replace`): its words are found now, theirs follow from them."""
    if JIT:
        _ = found.words
    return found


def needs(cls):
    """Mark a function of a struct of a class that gives the units of rare kernels which its tables ask for."""

    def add(units_of):
        cls.needs = (*cls.needs, units_of)
        return units_of

    return add


def fetch(unit):
    """Have the kernels of a unit in memory: what compiled code will ask for on the way, and no struct has said."""
    if JIT:
        from . import units

        units.fetch(unit)


def _field_packer(name, kind):
    if is_struct(kind):  # inside another one: its words, not their address
        return lambda row, value: row.extend(value.words.tolist())
    return packer(name, kind)


def kind_of(annotation):
    """What an annotation says: an Array, a class of structs or tuples, float, int or bool, or a tuple of such."""
    if get_origin(annotation) is tuple:
        return tuple(map(kind_of, get_args(annotation)))
    _, *notes = get_args(annotation) or (None, annotation)
    kind, *widths = notes
    return kind._replace(width=widths[0].of_a_row) if widths else kind


def is_struct(kind):
    return isinstance(kind, type) and issubclass(kind, Struct)


def size(kind):
    """Number of words of a field."""
    if isinstance(kind, Array):
        return 1 + kind.ndim
    return sum(map(size, kind.kinds)) if is_struct(kind) else 1


def packer(name, kind):
    """A function (row, value) that adds the words of a value of a kind to a row; `name` is for people."""
    if is_struct(kind):
        return lambda row, value: row.append(value.address)
    if isinstance(kind, Array):
        return _array_packer(name, kind)
    if kind is float:
        bits, number = struct.Struct("q").unpack, struct.Struct("d").pack
        return lambda row, value: row.extend(bits(number(value)))
    if kind is int:
        return lambda row, value: row.append(index(value))
    return lambda row, value: row.append(int(bool(value)))


def _array_packer(name, kind):
    dtype, ndim, width = kind

    def pack(row, value):
        try:
            # a fifth of the time of the attribute `ctypes`; of what is empty nobody reads anything
            address = addressof(c_char.from_buffer(value)) if value.size > 0 else 0
        except (TypeError, ValueError, BufferError):  # read-only, or not in C order
            address = value.ctypes.data if value.flags.c_contiguous else None
        fits = value.ndim == ndim and (width is None or value.shape[-1] == width)
        if address is None or not fits or (value.dtype is not dtype and value.dtype != dtype):
            raise TypeError(f"{name} must be {kind}, got {value.dtype} of shape {value.shape}")
        row.append(address)
        row += value.shape

    return pack
