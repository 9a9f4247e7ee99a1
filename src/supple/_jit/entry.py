"""entry: a compiled function that Python calls.

Its annotations say what it takes (numbers, arrays, structs: `words.py`) and returns (a number or nothing). All entries of
one file are compiled together (`units.py`), when the first of them is called or prepared.
"""

import ctypes
from array import array
from functools import partial, update_wrapper

from .functions import by_symbol
from .switch import JIT
from .words import kind_of, packer

ABSENT = -9  # what a call returns whose kernel is not in memory; numba's own codes are others
_C_FUNCTION = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)  # the call lets other threads run
_ABSENT = "asked for a rare kernel that is not in memory: nothing that it was given has said so (_jit.needs)"
_RAISED = "raised an exception; NUMBA_DISABLE_JIT=1 shows which"


def entry(function):
    """Mark a function that Python calls."""
    return Entry(function) if JIT else function


class Entry:
    """A function of numbers, arrays and structs; the first word of a call takes what it returns."""

    def __init__(self, function):
        annotations = dict(function.__annotations__)
        self.function = function
        self.returns = annotations.pop("return")
        self.kinds = {name: kind_of(annotation) for name, annotation in annotations.items()}
        self.symbol = f"{function.__module__}.{function.__name__}".replace(".", "_")
        by_symbol[self.symbol] = self
        self.origin = None  # where its machine code was found
        self._call = None
        update_wrapper(self, function)

    def __call__(self, *args):
        return (self._call or self.prepare())(*args)

    def prepare(self):
        """Find its machine code, which may be compiled for that: a clock can start afterwards."""
        from .units import call_of

        if self._call is None:
            self._call, self.origin = call_of(self)
        return self._call


def calls(entry, address):
    """The function at an address as a Python function with the arguments of the entry."""
    code, returns = _C_FUNCTION(address), entry.returns
    packers = tuple(packer(name, kind) for name, kind in entry.kinds.items())

    def bind(*args):
        row = [0]
        for pack, value in zip(packers, args, strict=True):
            pack(row, value)
        words = array("q", row)
        where = words.buffer_info()[0]

        def again(args=args):  # it keeps what the words point to
            if failed := code(where):
                raise RuntimeError(f"{entry.__name__} {_ABSENT if failed == ABSENT else _RAISED}")
            if returns is None:
                return None
            return memoryview(words).cast("B").cast("d")[0] if returns is float else returns(words[0])

        return again

    def call(*args):
        return bind(*args)()

    call.bind = bind
    return call


def bound(function, *args):
    """A function without arguments that calls an entry with these, whose words are packed once: for many short calls."""
    call = function.prepare() if isinstance(function, Entry) else function
    return call.bind(*args) if hasattr(call, "bind") else partial(call, *args)


def prepare(function):
    """Find the machine code of an entry without calling it: a clock can start afterwards."""
    if JIT:
        function.prepare()
