"""A body that meets a normal law, as the kernel of an impact sees them: force, guard, energy, equations of motion.

ds/dx = v,   dv/dx = 2 s (g - F/m),   dz/dx = 2 s z',   dt/dx = 2 s,   dE/dx = 2 s D          (see `one_impact.py`)

s = sqrt(delta - dent). The dent is 0 but for a law that yields: there it is the permanent indentation since the last phase
in which that was constant, so that the spring begins and ends at s = 0 like any other.
"""

import math
from typing import NamedTuple

import numpy as np

from .._jit import Flags, Ints, Reals2, by_reference, inlined
from ..laws.impact_scales import depth_scale
from ..laws.normal.dispatch import (
    GROWING,
    normal_energy,
    normal_phase,
    normal_release,
    normal_remember,
    normal_response,
    normal_settled,
)


@by_reference
class LawTable(NamedTuple):
    """Laws, one row each."""

    number: Ints  # which kernels: `laws/registry.py`
    row: Reals2  # parameters
    singular: Flags  # whether the force begins with a fractional power of the indentation
    yields: Flags  # whether it has a permanent indentation that may grow


class Collision(NamedTuple):
    """What an impact needs to know of law and body."""

    law: int
    row: np.ndarray  # parameters of the law
    per_mass: float  # 1/m
    gravity: float
    singular: bool  # the force begins with a half-integer power of delta
    yields: bool  # the law has a permanent indentation that may grow
    dent: float  # [m] from which s counts


# --- the law --------------------------------------------------------------------------------------------------------------
@inlined
def response(C, delta, rate, z):
    """Force [N], rate of the internal state, dissipated power [W]."""
    return normal_response(C.law, delta, rate, z, C.row)


@inlined
def guard(C, s, rate, z):
    """Positive while the contact holds."""
    if C.yields:
        return s  # while it yields it goes deeper, and else s counts from the surface
    return normal_release(C.law, s, rate, z, C.row)


@inlined
def stored_energy(C, delta, z):
    """Energy in the spring [J]."""
    return normal_energy(C.law, delta, z, C.row)


@inlined
def phase(C, s, rate, z):
    """Positive while the phase of a law that yields is right."""
    return normal_phase(C.law, s * s + C.dent, rate, z, C.row)[0]


@inlined
def other_phase(C, y):
    """(collision, state) in the other phase."""
    s, v, z, t, E = y
    if z >= 0.0:
        return C, (s, v, GROWING, t, E)
    delta = s * s + C.dent
    dent = normal_settled(C.law, delta, C.row)
    fresh = Collision(C.law, C.row, C.per_mass, C.gravity, C.singular, C.yields, dent)
    return fresh, (math.sqrt(delta - dent), min(v, 0.0), dent, t, E)


# --- the body on it -------------------------------------------------------------------------------------------------------
@inlined
def state_at_touch_down(C, speed):
    """(s, v, z, t, E) on a flat surface."""
    return 0.0, speed, normal_remember(C.law, 0.0, 0.0, C.row), 0.0, 0.0


@inlined
def rates(C, s, v, z):
    """d(s, v, z, t, E)/dx. Beyond s = 0 it goes on as even or odd in s, whichever the law's powers make smooth."""
    F, z_rate, D = response(C, s * s + C.dent, v, z)
    c = 2.0 * (abs(s) if C.singular else s)
    return v, c * (C.gravity - F * C.per_mass), c * z_rate, 2.0 * s, c * D


@inlined
def _force_of_fresh_state(C, delta, rate):
    return response(C, delta, rate, normal_remember(C.law, delta, 0.0, C.row))[0]


depth = depth_scale(_force_of_fresh_state)
