"""A user's plain Python function in the loop: as a machine address, so that one machine code serves every user's law.

What it raises becomes nan and is noted; a function that needs the interpreter or calls itself is refused (`user_code.py`,
the only part of a run that needs numba where machine code is at hand). With the JIT off the "address" is a number.
"""

import math
from functools import cached_property

import numpy as np

from .switch import JIT

_CALLS = {}  # the functions by their address: they stay in memory as long as the process


class Refused(Exception):
    """A function that cannot run inside the loop: why, in a few words, and on which line of its file."""

    def __init__(self, reason, line=None):
        super().__init__(reason)
        self.reason, self.line = reason, line


def callback(function, n, least, failed, by):
    """A user's function(a, b, p) for the loop: its address, and the same to be called from Python.

    Both take (a, b, row) with the n parameters first in `row`, and give a finite number >= `least`. Whatever else the
    function does (raise, return nan) gives nan, and (a, b, address of the row) in the array `failed`. A stage of a step
    that is lost already asks at nan: that is nobody's failure. Python reaches it by its address through `by`.
    """
    if JIT:
        from .user_code import compiled

        address, call = compiled(function, n, least, failed)
    else:
        address, call = 1 + len(_CALLS), _guarded(function, n, least, failed)
    _CALLS[address] = by
    return address, call


def controller_callback(function, n_in, n_out, by):
    """A user's controller(t, measured) for the loop: its address, and the same to be called from Python.

    Both take (t, 0, block): the first n_in numbers of the block are measured, the n_out behind them become the outputs.
    They give 0, or 1 where the function raised or gave something else than so many finite numbers.
    """
    if JIT:
        from .user_code import compiled_controller

        address, call = compiled_controller(function, n_in, n_out)
    else:
        address, call = 1 + len(_CALLS), _answering(by, n_in)
    _CALLS[address] = by
    return address, call


def _answering(by, n_in):
    def call(t, unused, block):
        try:
            block[n_in:] = by.outputs_at(t, block[:n_in])
        except Exception:
            return 1.0
        return 0.0

    return call


class UserCall:
    """Call a user's function by its address; `row` is the array of its parameters."""

    def __call__(self, address, a, b, row):
        return _CALLS[address](a, b, row)

    @cached_property
    def _numba_type_(self):
        from .user_code import type_of_call

        return type_of_call()


call_user = UserCall()


def _guarded(function, n, least, failed):
    """As the compiled code, in plain Python: numpy's numbers divide by zero as that does."""

    def call(a, b, row):
        if not (abs(a) < math.inf and abs(b) < math.inf):
            return math.nan
        try:
            with np.errstate(all="ignore"):
                value = function(np.float64(a), np.float64(b), tuple(map(np.float64, row[:n])))
            value = float(value) if is_real(value) else math.nan
        except Exception:
            value = math.nan
        if least <= value and abs(value) < math.inf:
            return value
        failed[:] = a, b, row.ctypes.data
        return math.nan

    return call


def is_real(value):
    """Whether a function may return this: a number, Python's or numpy's."""
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
