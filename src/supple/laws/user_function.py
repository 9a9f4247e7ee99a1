"""A user's plain Python function as a part of a law: taken over once, guarded, asked before a run and after a failure.

    value = function(a, b, p)        a, b two numbers, p the tuple of the law's parameters

Taken over    numbers and arrays that the function finds around it (globals, closures, defaults) are those of the moment
              when the law was made, compiled or not: a later change needs a new law, and is then compiled anew.
Guarded       whatever it raises, and every value that is no finite number or less than its role allows, is nan for the loop
              and noted here (`failure`). The integrator rejects steps with nan, so a run ends where the function does.
Refused       what is no function of three arguments, cannot be compiled, needs the interpreter or calls itself: a sentence
              with file and line. Plain Python (NUMBA_DISABLE_JIT=1) compiles nothing and refuses what it meets when asked.
Asked         `ask` evaluates in a thread of its own: a function that never returns is a sentence too, and Ctrl-C works.
"""

import inspect
import linecache
import math
import threading
from types import CellType, FunctionType
from typing import Annotated, NamedTuple

import numpy as np

from .._check import shown
from .._jit import Refused, callback, is_real
from ..quantities import Quantity, numbers

PATIENCE = 10.0  # [s] without an answer to one question
LINE = 80  # characters of a line of code, or of an error of the user's, in a message
Parameters = Annotated[tuple, Quantity("numbers for the functions, in units of your own", "", numbers())]
_KNOWN: dict[
    tuple, "UserFunction"
] = {}  # what a function is and finds around it -> its UserFunction: compiled once per process


class Role(NamedTuple):
    """What a function is to a law."""

    name: str
    arguments: tuple  # (name, unit) of a and b
    unit: str
    least: float  # smallest allowed value


FORCE = Role("force", (("delta", "m"), ("rate", "m/s")), "N", -math.inf)
ENERGY = Role("energy", FORCE.arguments, "J", -math.inf)
COEFFICIENT = Role("coefficient", (("speed", "m/s"), ("F", "N")), "-", 0.0)


def user_function(role, function, n):
    """The function in its role, with n parameters; the same object for the same function among the same values."""
    plain = getattr(function, "py_func", function)  # of a function that numba has compiled already
    _check_form(role, plain)
    key = (role, n, plain.__code__, plain.__code__.co_filename, _marks(plain))
    if key not in _KNOWN:
        _KNOWN[key] = UserFunction(role, plain, n)
    return _KNOWN[key]


class UserFunction:
    """A function in the loop: `address`; in Python: call it with (a, b, row)."""

    def __init__(self, role, function, n):
        self.role, self.n, self._original = role, n, function
        self._function = _taken_over(function)
        self._failed = np.zeros(3)  # a, b, address of the row of parameters; 0: none
        self.asked = None  # (a, b) while Python waits for the value there
        try:
            self.address, self._call = callback(self._function, n, role.least, self._failed, by=self)
        except Refused as refused:
            raise ValueError(
                f"{role.name} must be a function that can be compiled and returns a number [{role.unit}], got "
                f"{self.where(refused.line)}: {refused.reason}"
            ) from None

    def __call__(self, a, b, row):
        """The value as the loop sees it: nan if there is none."""
        self.asked = a, b
        value = self._call(a, b, row)
        self.asked = None
        return value

    def __reduce__(self):
        return user_function, (self.role, self._original, self.n)

    @property
    def failure(self):
        """The last (a, b, address of the row) without a value since `forget`, or None."""
        a, b, row = self._failed.tolist()
        return (a, b, int(row)) if row else None

    def forget(self):
        """No failure so far."""
        self._failed[:] = 0.0

    def at(self, a, b):
        """A place in words."""
        return ", ".join(
            f"{name} = {x:.6g} {unit}" for (name, unit), x in zip(self.role.arguments, (a, b), strict=True)
        )

    def what_happened(self, a, b, row):
        """Why there is no value at (a, b), in words: the function is asked again, in plain Python."""
        try:
            with np.errstate(all="ignore"):
                value = self._function(np.float64(a), np.float64(b), tuple(map(np.float64, row[: self.n])))
        except Exception as error:
            text = " ".join(str(error).split())[:LINE]
            return f"raised {type(error).__name__}" + (f": {text}" if text else "")
        return f"returned {float(value)!r}" if is_real(value) else f"returned {shown(value)}"

    def where(self, line=None):
        """Name, file and line of the function; with what stands on the line if it is given."""
        code = self._function.__code__
        text = linecache.getline(code.co_filename, line).strip() if line else ""
        quoted = f", `{text if len(text) <= LINE else text[: LINE - 3] + '...'}`" if text else ""
        return f"{self._function.__qualname__!r} ({code.co_filename}, line {line or code.co_firstlineno}{quoted})"

    def fault(self, places, row):
        """A sentence on the first of these (a, b) that has no value or now one, now another; None if there is none."""
        name, unit = self.role.name, self.role.unit
        wanted = "finite" if self.role.least == -math.inf else f"finite and >= {self.role.least:g}"
        for a, b in places:
            value = self(a, b, row)
            if math.isnan(value):
                happened = self.what_happened(a, b, row)
                return f"{name} must be {wanted} [{unit}], but {self.where()} {happened} at {self.at(a, b)}"
            if self(a, b, row) != value:
                return (
                    f"{name} must have one value, but {self.where()} now has {value!r}, now another at {self.at(a, b)}"
                )
        return None


def ask(functions, question):
    """The answer of `question()`, which calls these functions, from a thread that is left if one of them never returns."""
    answers, errors = [], []

    def work():
        try:
            answers.append(question())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    while thread.is_alive():
        before = [function.asked for function in functions]
        thread.join(PATIENCE)
        for function, asked in zip(functions, before, strict=True):
            if thread.is_alive() and asked is not None and function.asked is asked:
                raise ValueError(
                    f"{function.role.name} must return, but {function.where()} did not within {PATIENCE:g} s at "
                    f"{function.at(*asked)}"
                )
    for error in errors:
        raise error
    return answers[0]


def _check_form(role, function):
    wanted = f"({role.arguments[0][0]}, {role.arguments[1][0]}, p)"
    if not isinstance(function, FunctionType):
        raise TypeError(
            f"{role.name} must be a plain function of {wanted}, got {shown(function)}; its numbers belong into parameters"
        )
    code = function.__code__
    where = f"{function.__qualname__!r} ({code.co_filename}, line {code.co_firstlineno})"
    for kind, odd in (("generator", inspect.isgeneratorfunction), ("coroutine", inspect.iscoroutinefunction),
                      ("asynchronous generator", inspect.isasyncgenfunction)):  # fmt: skip
        if odd(function):
            raise ValueError(f"{role.name} must be a plain function of {wanted}, got the {kind} {where}")
    kinds = [parameter.kind for parameter in inspect.signature(function).parameters.values()]
    required = code.co_argcount - len(function.__defaults__ or ())
    if set(kinds) - {inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD} or not (
        required <= 3 <= code.co_argcount
    ):
        raise ValueError(f"{role.name} must take {wanted}, got {inspect.signature(function)} of {where}")


def _around(function):
    """Names and values that a function finds around it."""
    names, codes = [], [function.__code__]
    for code in codes:
        names.extend(code.co_names)
        codes.extend(constant for constant in code.co_consts if hasattr(constant, "co_names"))
    found = {name: function.__globals__[name] for name in names if name in function.__globals__}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # nothing in it yet
            found[name] = None
    return found | {f"default {i}": value for i, value in enumerate(function.__defaults__ or ())}


def _marks(function):
    return tuple((name, _mark(value)) for name, value in _around(function).items())


def _mark(value):
    """Something hashable that differs where compiled code would: numbers by value and type, the rest by identity."""
    if isinstance(value, np.ndarray | np.generic):
        return value.dtype.str, np.shape(value), value.tobytes()
    if isinstance(value, tuple):
        return tuple(map(_mark, value))
    if value is None or isinstance(value, bool | int | float | complex | str):
        return type(value), repr(value)
    return _Same(value)


class _Same:
    """An object, equal to itself only."""

    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return isinstance(other, _Same) and self.value is other.value

    def __hash__(self):
        return id(self.value)


def _taken_over(function):
    """A copy of the function among copies of what it finds around it."""

    def kept(value):
        return value.copy() if isinstance(value, np.ndarray) else value

    around = {name: kept(value) for name, value in _around(function).items() if name in function.__globals__}
    cells = None
    if function.__closure__:
        cells = tuple(CellType(*_contents(cell, kept)) for cell in function.__closure__)
    copy = FunctionType(
        function.__code__, function.__globals__ | around, function.__name__, function.__defaults__, cells
    )
    copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
    return copy


def _contents(cell, kept):
    try:
        return (kept(cell.cell_contents),)
    except ValueError:
        return ()
