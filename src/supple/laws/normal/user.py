"""A user's own normal law: a plain Python function, compiled and called from the loop by its address.

    F = force(delta, rate, p)        delta >= 0 [m], rate [m/s], p the tuple of parameters; F [N]
    U = energy(delta, 0.0, p)        optional, stored energy [J]

Touching  if and only if delta > 0 and F > 0.
Ledger    with `energy`: stored U, dissipated (F - F(delta, 0)) rate. Without: nothing is stored and the whole work of the
          force is booked as contact damping; the ledger closes either way.
Beyond    inside a step the law is continued as F(-delta, rate) = -F(delta, -rate), so the function never sees delta < 0.
Checked   when the law is made: values near the surface, a push at touch-down, no pull, energy and force agree. What the
          function does elsewhere (raise, nan) ends a run with the status LAW_FAILED.
Limits    no memory; only arithmetic and `math` inside the function (what numba compiles).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from ..._check import vector
from ..._jit import call_user, kernel
from ..user_function import ENERGY, FORCE, UserFunction, ask, user_function
from .faults import DEPTHS, RATES, SHALLOW, Kernels, faults_of_books, faults_of_pull, faults_of_push
from .ids import NormalLaw, padded

ROUGHLY = 1e-3  # agreement of energy and force that is asked for before a run


@dataclass(frozen=True, slots=True, kw_only=True)
class UserNormal:
    """F = force(delta, rate, p), compiled once per process and called through its address.

    force: function of indentation [m], rate [m/s] and parameters: the force [N].
    energy: function of the same: the stored energy [J]; None: all work of the force is booked as damping.
    parameters: numbers for both functions, in units of your own.
    singular_start: whether the force begins with a fractional power of the indentation.
    """

    force: Callable
    energy: Callable | None = None
    parameters: tuple = ()
    singular_start: bool = True
    functions: tuple[UserFunction, ...] = field(init=False, repr=False, compare=False)  # force, and energy if given
    law = NormalLaw.USER
    n_state = 0

    def __post_init__(self) -> None:
        n = len(tuple(self.parameters))
        if n > 6:
            raise ValueError(f"parameters must be at most 6 numbers, got {n}")
        object.__setattr__(self, "parameters", vector("parameters", self.parameters, n))
        functions = [user_function(FORCE, self.force, n)]
        if self.energy is not None:
            functions.append(user_function(ENERGY, self.energy, n))
        object.__setattr__(self, "functions", tuple(functions))
        fault = ask(functions, self._fault)
        if fault is not None:
            raise ValueError(fault)

    def row(self) -> tuple[float, ...]:
        """Numbers for the function."""
        return padded(*self.parameters)

    def addresses(self):
        """Machine addresses of force and energy, 0 for no energy."""
        force, energy = (*self.functions, None)[:2]
        return force.address, 0 if energy is None else energy.address

    def kernels(self):
        """The kernels below for Python, where they need not be compiled."""
        row = np.array(self.row())
        function, stored = (*self.functions, None)[:2]

        def force(delta, rate):
            return function(delta, rate, row) if delta >= 0.0 else -function(-delta, -rate, row)

        def response(delta, rate, z, p):
            F = force(delta, rate)
            return F, 0.0, (F - force(delta, 0.0) if stored else F) * rate

        def energy(delta, z, p):
            return stored(abs(delta), 0.0, row) if stored else 0.0

        def holds(delta, rate, z, p):
            F = force(delta, rate) if delta > 0.0 else delta
            return min(delta, F) if F != 0.0 else -delta

        def parts(delta, rate, s, p):
            return -delta if rate > 0.0 else -holds(delta, rate, 0.0, p)

        return Kernels(response, energy, holds, parts, lambda delta, z, p: 0.0, lambda p: 0.0, lambda delta, s, p: 0.0)

    def _fault(self):
        """A sentence on the first thing that makes this no law, or None: some hundred evaluations."""
        row, near = np.array(self.row()), (0.0, *SHALLOW)
        for function, rates in zip(self.functions, (RATES, (0.0,)), strict=False):
            fault = function.fault([(delta, rate) for delta in near for rate in rates], row)
            if fault:
                return fault
        kernels = self.kernels()
        known = [x for x in DEPTHS if all(math.isfinite(function(x, 0.0, row)) for function in self.functions)]
        books = faults_of_books(kernels, row, known, (1.0,), ROUGHLY) if self.energy is not None else ()
        for faults in (faults_of_push(kernels, row), faults_of_pull(kernels, row), books):
            for fault in faults:
                return f"{fault}: {' and '.join(function.where() for function in self.functions)}"
        return None


@kernel
def user_force(address, delta, rate, row):
    """Force [N], continued beyond delta = 0 as an odd function."""
    if delta >= 0.0:
        return call_user(address, delta, rate, row)
    return -call_user(address, -delta, -rate, row)


@kernel
def user_energy(address, delta, row):
    """Stored energy [J], 0 if the user gave none."""
    if address == 0:
        return 0.0
    return call_user(address, abs(delta), 0.0, row)


@kernel
def user_response(force, energy, delta, rate, row):
    """Force [N], rate of the memory, dissipated power [W]."""
    F = user_force(force, delta, rate, row)
    elastic = user_force(force, delta, 0.0, row) if energy != 0 else 0.0
    return F, 0.0, (F - elastic) * rate


@kernel
def user_holds(force, delta, rate, row):
    """Positive while the contact holds, negative without force; outside the surface the function is not asked."""
    if delta <= 0.0:
        return delta
    F = call_user(force, delta, rate, row)
    return min(delta, F) if F != 0.0 else -delta


@kernel
def user_parts(force, delta, rate, row):
    """Positive while free. On the way in only the gap counts: a force that does not push is found by touching it."""
    return -delta if rate > 0.0 else -user_holds(force, delta, rate, row)
