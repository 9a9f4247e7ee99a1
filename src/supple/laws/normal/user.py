"""A user's own normal law: a plain Python function, compiled and called from the loop by its address.

    F = force(delta, rate, p)        delta >= 0 [m], rate [m/s], p the parameters; F [N]
    U = energy(delta, 0.0, p)        optional, stored energy [J]

Touching  if and only if delta > 0 and F > 0.
Ledger    with `energy`: stored U, dissipated (F - F(delta, 0)) rate. Without: nothing is stored and the whole work of the
          force is booked as contact damping; the ledger closes either way.
Beyond    inside a step the law is continued as F(-delta, rate) = -F(delta, -rate), so the function never sees delta < 0.
Limits    no memory; only arithmetic and `math` inside the function (what numba compiles).
"""

from collections.abc import Callable
from dataclasses import dataclass

from ..._check import vector
from ..._jit import call_user, callback, kernel
from .ids import NormalLaw, padded


@dataclass(frozen=True, slots=True, kw_only=True)
class UserNormal:
    """F = force(delta, rate, p), compiled once per process and called through its address."""

    force: Callable
    energy: Callable | None = None
    parameters: tuple = ()
    singular_start: bool = True
    law = NormalLaw.USER
    n_state = 0

    def __post_init__(self):
        if len(tuple(self.parameters)) > 6:
            raise ValueError(f"parameters must be at most 6 numbers, got {len(self.parameters)}")
        vector("parameters", self.parameters, len(tuple(self.parameters)))

    def row(self):
        """Numbers for the function."""
        return padded(*self.parameters)

    def addresses(self):
        """Machine addresses of force and energy, 0 for no energy."""
        return callback(self.force), callback(self.energy) if self.energy else 0


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
    """Positive while the contact holds."""
    return min(delta, user_force(force, delta, rate, row))
