"""A body that meets a normal law, as the kernel of an impact sees them: force, guard, energy, equations of motion.

    ds/dx = v,   dv/dx = 2 s (g - F/m),   dz/dx = 2 s z',   dt/dx = 2 s,   dE/dx = 2 s D          (see `impact.py`)

One function serves built-in laws, through `normal/dispatch.py`, and users' laws, by their addresses.
"""

import math
from typing import NamedTuple

import numpy as np

from .._jit import inlined, kernel
from .normal.dispatch import normal_energy, normal_release, normal_remember, normal_response
from .normal.ids import NormalLaw
from .normal.user import user_energy, user_holds, user_response

USER = int(NormalLaw.USER)


class Blow(NamedTuple):
    """What an impact needs to know of law and body."""

    law: int
    p: tuple  # parameters of a built-in law
    call_force: int  # addresses of a user's law
    call_energy: int
    row: np.ndarray  # its parameters
    per_mass: float  # 1/m
    gravity: float
    singular: bool  # the force begins with a half-integer power of delta


@inlined
def response(B, delta, rate, z):
    """Force [N], rate of the memory, dissipated power [W]."""
    if B.law == USER:
        return user_response(B.call_force, B.call_energy, delta, rate, B.row)
    return normal_response(B.law, delta, rate, z, B.p)


@inlined
def guard(B, s, rate, z):
    """Positive while the contact holds. A user's law: s instead of delta where that decides, for a simple root."""
    if B.law != USER:
        return normal_release(B.law, s, rate, z, B.p)
    delta = s * abs(s)
    g = user_holds(B.call_force, delta, rate, B.row)
    return s if g == delta else g


@inlined
def stored(B, delta, z):
    """Energy in the spring [J]."""
    return user_energy(B.call_energy, delta, B.row) if B.law == USER else normal_energy(B.law, delta, z, B.p)


@inlined
def memory(B):
    """The memory of a law at touch-down on a flat surface."""
    return 0.0 if B.law == USER else normal_remember(B.law, 0.0, 0.0, B.p)


@inlined
def field(B, s, v, z):
    """d(s, v, z, t, E)/dx. Beyond s = 0 it goes on as even or odd in s, whichever the law's powers make smooth."""
    F, z_rate, D = response(B, s * s, v, z)
    c = 2.0 * (abs(s) if B.singular else s)
    return v, c * (B.gravity - F * B.per_mass), c * z_rate, 2.0 * s, c * D


@kernel
def depth_scale(B, v, z):
    """Z with F(Z, v) Z = m v^2, within a factor of e: a secant in logarithms, exact at once for a single power."""
    energy = v * v / B.per_mass
    x, slope, step = math.log(1e-3), 2.0, 0.0
    before = 0.0
    for i in range(60):
        Z = math.exp(x)
        work = response(B, Z, v, z)[0] * Z
        if not 0.0 < work < math.inf:
            return Z
        r = math.log(energy / work)
        if abs(r) < 1.0:
            return math.exp(x + r / slope)
        if i > 0 and step != 0.0:
            slope = min(12.0, max(0.5, (before - r) / step))
        before, step = r, min(40.0, max(-40.0, r / slope))
        x += step
    return math.exp(x)
