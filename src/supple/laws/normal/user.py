"""A user's own normal law: a plain Python function, compiled and called from the loop by its address.

    F = force(delta, rate, p)        delta >= 0 [m], rate [m/s], p the tuple of parameters; F [N]
    U = energy(delta, 0.0, p)        optional, stored energy [J]

Touching  if and only if delta > 0 and F > 0.
Ledger    with `energy`: stored U, dissipated (F - F(delta, 0)) rate. Without: nothing is stored and the whole work of the
          force is booked as contact damping; the ledger closes either way.
Beyond    inside a step the law is continued as F(-delta, rate) = -F(delta, -rate), so the function never sees delta < 0.
Checked   when the law is made: values near the surface, a push at touch-down, no pull, energy and force agree. What the
          function does elsewhere (raise, nan) ends a run with the status LAW_FAILED.
Limits    no internal state; only arithmetic and `math` inside the function (what numba compiles).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np

from ..._jit import call_user, kernel
from ...guards import UNKNOWN
from ...quantities import UNCHECKED, Quantity, check_quantities, described
from ..user_function import ENERGY, FORCE, Parameters, UserFunction, ask, user_function
from .faults import DEPTHS, RATES, SHALLOW, faults_of_books, faults_of_pull, faults_of_push

OWN = 2  # the parameters begin here in the row
ROUGHLY = 1e-3  # agreement of energy and force that is asked for before a run


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class UserNormal:
    """F = force(delta, rate, p), compiled once per process and called through its address."""

    force: Annotated[
        Callable, Quantity("function of indentation [m], rate [m/s] and parameters: the force", "N", UNCHECKED)
    ]
    energy: Annotated[
        Callable | None,
        Quantity(
            "function of the same: the stored energy", "J", UNCHECKED,
            note="None: all work of the force is booked as damping",
        ),
    ] = None  # fmt: skip
    parameters: Parameters = ()
    singular_start: Annotated[
        bool, Quantity("whether the force begins with a fractional power of the indentation", "", UNCHECKED)
    ] = True
    functions: tuple[UserFunction, ...] = field(init=False, repr=False, compare=False)  # force, and energy if given
    n_state = 0

    def __post_init__(self) -> None:
        check_quantities(self)
        n = len(self.parameters)
        functions = [user_function(FORCE, self.force, n)]
        if self.energy is not None:
            functions.append(user_function(ENERGY, self.energy, n))
        object.__setattr__(self, "functions", tuple(functions))
        fault = ask(functions, self._fault)
        if fault is not None:
            raise ValueError(fault)

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: addresses of force and energy (0: none), which a float holds exactly; parameters."""
        force, *energy = (float(function.address) for function in self.functions)
        return force, *(energy or [0.0]), *self.parameters

    def _fault(self):
        """A sentence on the first thing that makes this no law, or None: some hundred evaluations."""
        from .dispatch import kernels_of  # which knows this law too

        kernels, p, near = kernels_of(self), np.array(self.row()), (0.0, *SHALLOW)
        for function, rates in zip(self.functions, (RATES, (0.0,)), strict=False):
            fault = function.fault([(delta, rate) for delta in near for rate in rates], p[OWN:])
            if fault:
                return fault
        known = [x for x in DEPTHS if all(math.isfinite(function(x, 0.0, p[OWN:])) for function in self.functions)]
        books = faults_of_books(kernels, p, known, (1.0,), ROUGHLY) if self.energy is not None else ()
        for faults in (faults_of_push(kernels, p), faults_of_pull(kernels, p), books):
            for fault in faults:
                return f"{fault}: {' and '.join(function.where() for function in self.functions)}"
        return None


@kernel
def force_at(delta, rate, p):
    """Force [N], continued beyond delta = 0 as an odd function."""
    if delta >= 0.0:
        return call_user(int(p[0]), delta, rate, p[OWN:])
    return -call_user(int(p[0]), -delta, -rate, p[OWN:])


@kernel
def response(delta, rate, z, p):
    """Force [N], rate of the internal state, dissipated power [W]."""
    F = force_at(delta, rate, p)
    elastic = force_at(delta, 0.0, p) if p[1] != 0.0 else 0.0
    return F, 0.0, (F - elastic) * rate


@kernel
def energy(delta, z, p):
    """Stored energy [J], 0 if the user gave none."""
    if p[1] == 0.0:
        return 0.0
    return call_user(int(p[1]), abs(delta), 0.0, p[OWN:])


@kernel
def holds(delta, rate, z, p):
    """Positive while the contact holds, negative without force; outside the surface the function is not asked."""
    if delta <= 0.0:
        return delta, rate
    F = call_user(int(p[0]), delta, rate, p[OWN:])
    if F == 0.0:
        return -delta, UNKNOWN
    return (F, UNKNOWN) if F < delta else (delta, rate)  # so too where the function has no value, which others notice


@kernel
def release(root, rate, z, p):
    """Falls through zero where `holds` does: root = sqrt(delta) where the indentation decides, for a simple root."""
    g, g_rate = holds(root * abs(root), rate, z, p)
    return root if g_rate == g_rate else g


@kernel
def parts(delta, rate, s, s_rate, p):
    """Positive while free. On the way in only the gap counts: a force that does not push is found by touching it."""
    if rate > 0.0:
        return -delta, -rate
    g, g_rate = holds(delta, rate, 0.0, p)
    return -g, -g_rate
