"""The force of one impact at given times: the motion of `impact.py`, read off its interpolants.

    F(t_i),  0 before touch-down at t = 0 and after release;  t_i inside a step: T(x) = t_i by Newton's rule, T rises with x

Symbols   t_i times since touch-down [s], rising; all else as in `impact.py`.
"""

import math

from .._jit import Reals, entry, inlined
from ._blow import Blow, depth_scale, field, guard, memory, response
from ._dop853 import end, error, value
from .impact import FIRST, LEAST, MAX_STEPS, PAST, RELEASE, growth, interpolants, largest, locate, stages


@inlined
def fraction_at(T, t, x):
    """Fraction of a step at which the interpolant of the time is t; x: where to begin."""
    for _ in range(50):
        slope = (value(T, x + 1e-6) - value(T, x - 1e-6)) / 2e-6
        step = (t - value(T, x)) / slope if slope > 0.0 else 0.0
        x = min(1.0, max(0.0, x + step))
        if abs(step) < 1e-10:
            break
    return x


@inlined
def trace(B, speed, rtol, times, forces):
    """Write the force at each time; return whether the contact was lost in the end."""
    s0, v0, t0, z0 = 0.0, speed, 0.0, memory(B)
    Z = depth_scale(B, speed, z0)
    root = math.sqrt(Z)
    h = FIRST * math.sqrt(math.sqrt(math.sqrt(rtol))) * root / speed
    first = field(B, s0, v0, z0)
    i, n = 0, 0
    while i < times.size and times[i] < 0.0:
        forces[i] = 0.0
        i += 1
    while n < MAX_STEPS and i < times.size:
        n += 1
        U, A, W, R, Q = stages(B, s0, v0, z0, first, h)
        e, f = largest(U, A, W, 1.0 / (rtol * root), 1.0 / (rtol * speed), 1.0 / (rtol * Z))
        size = error(h, e, f)
        if not size <= 1.0:
            h *= growth(size) if size < math.inf else LEAST
            continue
        s1, v1, z1, t1 = end(s0, h, *U), end(v0, h, *A), end(z0, h, *W), end(t0, h, *R)
        last = field(B, s1, v1, z1)
        hold = guard(B, s1, v1, z1)
        S, V, Y, T, X = interpolants(B, s0, s1, v0, v1, z0, z1, t0, t1, 0.0, 0.0, U, A, W, R, Q, last, h)
        stop = value(T, locate(RELEASE, B, S, V, Y, hold)) if hold <= 0.0 else t1
        while i < times.size and times[i] <= stop:
            x = fraction_at(T, times[i], math.sqrt(max(0.0, (times[i] - t0) / (t1 - t0))))
            s = value(S, x)
            forces[i] = response(B, s * s, value(V, x), value(Y, x))[0]
            i += 1
        if hold <= 0.0:
            break
        s0, v0, z0, t0, first = s1, v1, z1, t1, last
        h *= growth(size)
        if v0 < 0.0:
            h = min(h, PAST * s0 / -v0)
    for j in range(i, times.size):
        forces[j] = 0.0
    return n < MAX_STEPS


@entry
def force_record(
    law: int,
    row: Reals,
    call_force: int,
    call_energy: int,
    singular: bool,
    mass: float,
    speed: float,
    rtol: float,
    times: Reals,
    forces: Reals,
) -> bool:
    """Force of one impact at `times`; returns False if it did not end."""
    p = (row[0], row[1], row[2], row[3], row[4], row[5])
    return trace(Blow(law, p, call_force, call_energy, row, 1.0 / mass, 0.0, singular), speed, rtol, times, forces)
