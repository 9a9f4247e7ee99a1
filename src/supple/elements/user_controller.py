"""A user's controller function: taken over once, compiled if it can be, guarded.

    block = [ measured | outputs ]        one row of numbers; the function reads the first and its answer becomes the second

A compiled function is a machine address for the loop, and gives 0, or 1 where it raised or gave no finite numbers. Python
then asks it once more for what happened.
"""

import inspect
from importlib import import_module
from math import isfinite

import numpy as np

from .._check import shown
from .._jit import Refused, controller_callback, is_real

_KNOWN: dict[tuple, "UserController"] = {}  # one object per function, so that it is compiled once


def imported(text):
    """The function that "module:function" stands for."""
    module, _, name = text.partition(":")
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"function must be one that can be imported, got {text!r}: {error}") from None
    if not callable(found):
        raise TypeError(f"function {text!r} must be a function of (t, measured), got {shown(found)}")
    return found


def user_controller(function, inputs, outputs, compile):
    """The function with so many inputs and outputs; the same object for the same function."""
    key = (id(function), inputs, outputs, compile)
    if key not in _KNOWN or _KNOWN[key].function is not function:
        _KNOWN[key] = UserController(function, inputs, outputs, compile)
    return _KNOWN[key]


class UserController:
    """A function for the loop (`address`, 0: the loop has to ask Python), and in Python: call it with (t, measured)."""

    def __init__(self, function, inputs, outputs, compile):
        self.function, self.inputs, self.outputs = function, inputs, outputs
        self.failure = ""  # a sentence on what ended the last run
        self.refused = ""  # why it is not compiled
        self.address, self._call = 0, None
        if compile == "never":
            return
        plain = getattr(function, "py_func", function)
        try:
            if not inspect.isfunction(plain):
                raise Refused("it is no plain function")
            self.address, self._call = controller_callback(plain, inputs, outputs, by=self)
        except Refused as refused:
            self.refused = refused.reason
            if compile == "always":
                raise ValueError(
                    f"function must be one that can be compiled, got {self.where}: {refused.reason}"
                ) from None

    @property
    def where(self):
        """Name, file and line of the function."""
        code = getattr(self.function, "__code__", None)
        place = f" ({code.co_filename}, line {code.co_firstlineno})" if code else ""
        return f"{getattr(self.function, '__qualname__', type(self.function).__name__)!r}{place}"

    def __call__(self, t, unused, block):
        """As the compiled code, in plain Python: 0, or 1 if it failed."""
        return self._call(t, unused, block)

    def outputs_at(self, t, measured):
        """Its outputs as an array; raises what it raises, or a sentence on what it returned."""
        value = self.function(t, measured.copy())
        found = value if type(value) is np.ndarray else np.array([value] if is_real(value) else value, dtype=float)
        if found.shape != (self.outputs,):
            raise ValueError(f"it returned {shown(value)} instead of {self.outputs} numbers")
        if not all(map(isfinite, found.tolist())):
            raise ValueError(f"it returned {shown(value)}, which is not finite")
        return found

    def what_happened(self, t, measured):
        """Why there are no outputs, in words: the function is asked again."""
        try:
            self.outputs_at(t, measured)
        except Exception as error:
            return describe(error)
        return "gave no finite numbers"


def describe(error):
    """What a function has raised, in a few words."""
    return f"raised {type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ")
