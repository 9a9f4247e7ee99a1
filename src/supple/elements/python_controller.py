"""A user's own controller: a plain Python function, sampled.

    outputs = function(t, measured)        t [s], measured: array of what the sensors read; outputs: a number or several

Compiled  if it can be (what numba compiles: arithmetic, math, numpy), and then called inside the loop. Numbers and arrays
          that it finds around it are then those of the moment when the model was built.
Called    else, or if that is asked for, by Python at its samples: the loop returns there and goes on. The trajectory is the
          same as far as the functions of `math` and numpy are.
Failure   what raises, is not finite or has another length ends the run; what was computed is kept, and a sentence tells.
Log       has the outputs. Replay and results read it and never call the function; files keep no code.
By name   "module:function", which is imported when the model is built. Scene files are data: they may name a function only
          where the reader allows it (`read_scene(path, allow_code=True)`, `supple run --allow-code`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from .._check import integer, shown
from .._jit import call_user, kernel
from ..integrate.problem import BEYOND, NOTED
from ..quantities import UNCHECKED, Quantity, Range, check_quantities, choice, described
from ..tables import EL_ROW
from .sampled import (
    FIRST,
    NEXT,
    OUTPUTS,
    OWN,
    PERIOD,
    TOGETHER,
    Delay,
    First,
    Limits,
    Period,
    Start,
    add_sampled,
    apply,
    begin,  # noqa: F401  (part of the kind, as next_stop, observe and resynchronise)
    clipped,
    computed,
    connect_sampled,
    due,
    head,
    new_output,
    next_stop,  # noqa: F401
    observe,  # noqa: F401
    own,
    resynchronise,  # noqa: F401
    sensor_number,
)
from .user_controller import imported, user_controller
from .written import NAMES, Name

N_MODE, N_HOLD, N_GUARD = 1, 0, 0
ADDRESS, INPUTS, SENSORS = OWN, OWN + 1, OWN + 2  # columns of the parameters; ADDRESS 0: Python is asked
ANSWERED, MEASURED = 0, 1  # internal state: 1 + the last sample that Python has answered; measured values, then outputs


def _check_count(name, value, unit):
    number = integer(name, value)
    if number < 1:
        raise ValueError(f"{name} must be >= 1, got {shown(value)}")
    return number


COUNT = Range("whole number from 1", _check_count, (("minimum", 1),))


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class PythonController:
    """outputs = function(t, measured) at every sample."""

    function: Annotated[str | Callable, Quantity('the function, or "module:function"', "", UNCHECKED)]
    sensors: Annotated[tuple, Quantity("names of the sensors that it reads, in this order", "", NAMES)] = ()
    outputs: Annotated[int, Quantity("how many numbers it returns", "-", COUNT)] = 1
    compile: Annotated[str, Quantity("whether it is compiled", "", choice("auto", "always", "never"))] = "auto"
    period: Period
    delay: Delay = 0.0
    first: First = 0.0
    start: Start = 0.0
    limits: Limits = None
    name: Name = ""

    def __post_init__(self) -> None:
        check_quantities(self)
        named = isinstance(self.function, str)
        if not callable(self.function) and not (named and len(self.function.split(":")) == 2):
            raise TypeError(
                f"function must be a function of (t, measured) or 'module:function', got {shown(self.function)}"
            )

    @property
    def user(self):
        """The function as it is called; one object per function in a process."""
        function = imported(self.function) if isinstance(self.function, str) else self.function
        return user_controller(function, len(self.sensors), self.outputs, self.compile)

    def place(self, table, name):
        """Add its row to the table of elements."""
        add_sampled(table, "python_controller", name, self, self.outputs, self._states())

    def _states(self):
        return MEASURED + len(self.sensors) + self.outputs

    def connect(self, table, e):
        """Its parameters."""
        sensors = [sensor_number(table, f"sensors[{i}]", name) for i, name in enumerate(self.sensors)]
        own = self.user.address, len(sensors), *sensors
        connect_sampled(table, e, self, self.outputs, self._states(), own)


# --- from Python -------------------------------------------------------------------------------------------------------
class Asked:
    """A controller whose samples Python computes, in the tables of a run."""

    def __init__(self, P, e):
        p, first = P.par[P.el_i[e, EL_ROW]], own(P, e)
        n_in, n_out = int(p[INPUTS]), int(p[OUTPUTS])
        self._hold, self._next, self._answered = P.hold[e], n_out + NEXT, first + ANSWERED
        self._first, self._period = float(p[FIRST]), float(p[PERIOD])
        block = self._hold[first + MEASURED : first + MEASURED + n_in + n_out]
        self.measured, self.outputs = block[:n_in], block[n_in:]

    def waits(self, t):
        """Whether a sample is due that has no answer yet."""
        k = self._hold.item(self._next)
        return self._first + k * self._period <= t + TOGETHER and self._hold.item(self._answered) != k + 1.0

    def answered(self):
        """The outputs of the present sample are there."""
        self._hold[self._answered] = self._hold[self._next] + 1.0


def measured(P, e):
    """What was measured last."""
    return np.array(Asked(P, e).measured)


# --- compiled ----------------------------------------------------------------------------------------------------------
@kernel
def wants(P, e, t):
    """Take the measured values of a sample that is due; True if Python has to compute it and has not yet."""
    if not due(P, e, t):
        return False
    p, z = P.par[P.el_i[e, EL_ROW]], own(P, e)
    for j in range(int(p[INPUTS])):
        P.hold[e, z + MEASURED + j] = P.hold[int(p[SENSORS + j]), 0]
    return p[ADDRESS] == 0.0 and P.hold[e, z + ANSWERED] != P.hold[e, head(P, e) + NEXT] + 1.0


@kernel
def sample(P, e, t, y):
    """Compute and apply what is due; return flags."""
    flags = 0
    if due(P, e, t):
        p, z = P.par[P.el_i[e, EL_ROW]], own(P, e) + MEASURED
        n_in, n_out = int(p[INPUTS]), int(p[OUTPUTS])
        if p[ADDRESS] != 0.0:
            failed = call_user(int(p[ADDRESS]), t, 0.0, P.hold[e, z : z + n_in + n_out])
            if failed != 0.0:
                return BEYOND
        saturated = False
        first = new_output(P, e)
        for j in range(n_out):
            u = P.hold[e, z + n_in + j]
            P.hold[e, first + j] = clipped(P, e, u)
            saturated = saturated or P.hold[e, first + j] != u
        computed(P, e, saturated)
        flags = NOTED
    return flags | apply(P, e, t)
