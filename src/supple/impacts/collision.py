"""A body that meets a normal law, as the kernel of an impact sees them: force, guard, energy, equations of motion.

    ds/dx = v,   dv/dx = 2 s (g - F/m),   dz/dx = 2 s z',   dt/dx = 2 s,   dE/dx = 2 s D          (see `one_impact.py`)

One function serves built-in laws, through `laws/normal/dispatch.py`, and users' laws, by their addresses.
"""

from typing import NamedTuple

import numpy as np

from .._jit import Flags, Ints, Ints2, Reals2, by_reference, inlined
from ..laws.impact_scales import depth_scale
from ..laws.normal.dispatch import normal_energy, normal_release, normal_remember, normal_response
from ..laws.normal.ids import NormalLaw
from ..laws.normal.user import user_energy, user_holds, user_response

USER = int(NormalLaw.USER)


@by_reference
class LawTable(NamedTuple):
    """Laws, one row each."""

    number: Ints  # which kernels (`NormalLaw`)
    row: Reals2  # parameters
    calls: Ints2  # addresses of force and energy of a user's law
    singular: Flags  # whether the force begins with a fractional power of the indentation


class Collision(NamedTuple):
    """What an impact needs to know of law and body."""

    law: int
    row: np.ndarray  # parameters of the law
    call_force: int  # addresses of a user's law
    call_energy: int
    per_mass: float  # 1/m
    gravity: float
    singular: bool  # the force begins with a half-integer power of delta


# --- the law; the three places that tell users' laws from built-in ones ---------------------------------------------------
@inlined
def response(C, delta, rate, z):
    """Force [N], rate of the internal state, dissipated power [W]."""
    if C.law == USER:
        return user_response(C.call_force, C.call_energy, delta, rate, C.row)
    return normal_response(C.law, delta, rate, z, C.row)


@inlined
def guard(C, s, rate, z):
    """Positive while the contact holds. A user's law: s instead of delta where that decides, for a simple root."""
    if C.law != USER:
        return normal_release(C.law, s, rate, z, C.row)
    delta = s * abs(s)
    g = user_holds(C.call_force, delta, rate, C.row)
    return s if g == delta else g


@inlined
def stored_energy(C, delta, z):
    """Energy in the spring [J]."""
    return user_energy(C.call_energy, delta, C.row) if C.law == USER else normal_energy(C.law, delta, z, C.row)


# --- the body on it -------------------------------------------------------------------------------------------------------
@inlined
def state_at_touch_down(C, speed):
    """(s, v, z, t, E) on a flat surface; a user's law has no internal state z, and 0 is returned for it."""
    return 0.0, speed, normal_remember(C.law, 0.0, 0.0, C.row), 0.0, 0.0


@inlined
def rates(C, s, v, z):
    """d(s, v, z, t, E)/dx. Beyond s = 0 it goes on as even or odd in s, whichever the law's powers make smooth."""
    F, z_rate, D = response(C, s * s, v, z)
    c = 2.0 * (abs(s) if C.singular else s)
    return v, c * (C.gravity - F * C.per_mass), c * z_rate, 2.0 * s, c * D


@inlined
def _force_of_fresh_state(C, delta, rate):
    return response(C, delta, rate, normal_remember(C.law, 0.0, 0.0, C.row))[0]


depth = depth_scale(_force_of_fresh_state)
