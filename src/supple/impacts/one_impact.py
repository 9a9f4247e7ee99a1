"""One impact of a mass on a normal law: restitution, duration, peak force, depth and energy, for any law.

    m delta'' = m g - F(delta, delta', z),   z' = rate of the law,   delta(0) = 0,  delta'(0) = v,  until `holds` falls to 0

is integrated in s = sqrt(delta) with the clock dt = 2 s dx, in which half-integer powers of delta are polynomials:

    ds/dx = v,   dv/dx = 2 s (g - F/m),   dz/dx = 2 s z',   dt/dx = 2 s,   dE/dx = 2 s D

DOP853 with its dense output of order 7; release, deepest point and peak force are roots on the interpolant, so no force is
evaluated twice. An impact takes about 9 steps at rtol = 1e-6 and 17 at 1e-8, tried ones included.

Symbols   delta  indentation [m], v its rate [m/s], z internal state of the law, F force [N], D dissipated power [W]
          m      mass [kg] > 0,  g acceleration towards the surface [m/s^2], constant during the contact
          E      energy lost to the damper [J],  U energy left in the spring at release [J]
          Z      depth at which F(Z, v) Z = m v^2 [m]: errors of s and v are measured by rtol sqrt(Z) and rtol v
          y      the state (s, v, z, t, E);  K its rates at the stages, a tuple for each component
          path   interpolants of the components of y over a step;  P = (collision, path)
Scales    nothing else has a size: k = 1e10 and m = 1e-3 is as easy as k = 1.
Phases    of a law that yields: a step ends where its guard falls, and the next one begins in the other phase, with s
          counted from the permanent indentation while that is constant. There the force may peak. In a spring without
          loss a body that gravity turns round stays: RESTING.
Peak      the slope of F along the motion changes its sign within a step. A force that jumps at touch-down may peak there.
Record    F(t_i) at given times since touch-down, rising; T(x) = t_i inside a step by Newton's rule, T rises with x.
Ends      RELEASED: the contact was lost. RESTING: gravity holds the body (speed and acceleration, in units of the impact,
          are below rtol), e = 0 and the duration is infinite. UNFINISHED: too many steps or a force that is not finite;
          Python says so.
Source    the square-root clock: `integrate/field.py`; the method: `integrate/dop853_scalars.py`.
Limits    explicit: a state much faster than the impact (LinearSD2 with b -> 0) costs steps in proportion. Powers of delta
          that are no multiples of 1/2 stay rough at touch-down: e is then good to some 100 rtol instead of rtol.
"""

import math
from typing import NamedTuple

from .._jit import Reals, by_reference, inlined, kernel
from ..integrate.dop853_scalars import (
    DENSE_STAGES,
    STAGES,
    dense,
    end,
    error,
    error3,
    error5,
    falling_root,
    growth,
    value,
)
from ..laws.impact_scales import MAX_STEPS, first_step, next_step
from .collision import depth, guard, other_phase, phase, rates, response, state_at_touch_down, stored_energy

# columns of a result
RESTITUTION, DURATION, PEAK_FORCE, DEPTH, ENERGY_LOST, ENERGY_LEFT, STEPS, ENDING, PERMANENT = range(9)
N_RESULT = 9
RELEASED, RESTING, UNFINISHED = range(3)
NUDGE = 1e-5  # fraction of a step over which the slope of the force is taken


@by_reference
class Conditions(NamedTuple):
    """What some impacts have in common."""

    mass: float  # [kg]
    gravity: float  # [m/s^2] towards the surface
    rtol: float  # [-]
    peaks: bool  # whether to locate the peak force and the deepest point
    times: Reals  # [s] since touch-down, rising: when to record the force


# --- one step -------------------------------------------------------------------------------------------------------------
@inlined
def _first_stage(C, y, h, K):
    return K


def _one_more_stage(before, row):
    """`before` and the stage after it, of that row of the tableau."""

    @inlined
    def stages(C, y, h, K):
        K = before(C, y, h, K)
        return with_rates(K, rates(C, y[0] + h * row(K[0]), y[1] + h * row(K[1]), y[2] + h * row(K[2])))

    return stages


def _chain(rows):
    """A function (C, y, h, K) that adds the rates at some stages to K."""
    stages = _first_stage
    for row in rows:
        stages = _one_more_stage(stages, row)
    return stages


@inlined
def with_rates(K, k):
    """The rates K and those of one more stage."""
    return K[0] + (k[0],), K[1] + (k[1],), K[2] + (k[2],), K[3] + (k[3],), K[4] + (k[4],)


stages_of_step = _chain(STAGES)
stages_of_path = _chain(DENSE_STAGES)


@inlined
def error_of(K, h, tolerances):
    """Error of a step in tolerances of s, v and z; the largest counts."""
    a, b, c = tolerances
    e = max(abs(error5(K[0])) * a, abs(error5(K[1])) * b, abs(error5(K[2])) * c)
    f = max(abs(error3(K[0])) * a, abs(error3(K[1])) * b, abs(error3(K[2])) * c)
    return error(h, e, f)


@inlined
def end_of(y, h, K):
    """The state at the end of a step."""
    return end(y[0], h, K[0]), end(y[1], h, K[1]), end(y[2], h, K[2]), end(y[3], h, K[3]), end(y[4], h, K[4])


@inlined
def path_of(C, y, y1, h, K, last):
    """Interpolants over the step from y to y1, where the rates are `last`: three more stages."""
    K = stages_of_path(C, y, h, with_rates(K, last))
    return (
        dense(y[0], y1[0], h, K[0]),
        dense(y[1], y1[1], h, K[1]),
        dense(y[2], y1[2], h, K[2]),
        dense(y[3], y1[3], h, K[3]),
        dense(y[4], y1[4], h, K[4]),
    )


# --- places on a step -----------------------------------------------------------------------------------------------------
@inlined
def state_at(path, x):
    """The state at the fraction x of a step."""
    return value(path[0], x), value(path[1], x), value(path[2], x), value(path[3], x), value(path[4], x)


@inlined
def rate_at(P, x):
    """Rate of the indentation."""
    return value(P[1][1], x)


@inlined
def force_at(P, x):
    """Force [N]."""
    C, path = P
    s = value(path[0], x)
    return response(C, s * s + C.dent, value(path[1], x), value(path[2], x))[0]


@inlined
def rise_at(P, x):
    """Change of the force around x."""
    return force_at(P, x + NUDGE) - force_at(P, x - NUDGE)


@inlined
def guard_at(P, x):
    """Positive while the contact holds."""
    C, path = P
    return guard(C, value(path[0], x), value(path[1], x), value(path[2], x))


@inlined
def phase_at(P, x):
    """Positive while the phase of a law that yields is right."""
    C, path = P
    return phase(C, value(path[0], x), value(path[1], x), value(path[2], x))


deepest = falling_root(rate_at, 1e-8)
peak = falling_root(rise_at, 1e-5)
release = falling_root(guard_at, 1e-8)
change = falling_root(phase_at, 1e-8)


@inlined
def rise_ahead(C, h, y, k):
    """Change of the force over the next NUDGE of a step."""
    s, v, z, _, _ = y
    c = NUDGE * h
    s1 = s + c * k[0]
    ahead = response(C, s1 * s1 + C.dent, v + c * k[1], z + c * k[2])[0]
    return ahead - response(C, s * s + C.dent, v, z)[0]


# --- force record ---------------------------------------------------------------------------------------------------------
@inlined
def fraction_at(T, t):
    """Fraction of a step at which the interpolant of the time is t."""
    x = math.sqrt(max(0.0, (t - T[0]) / T[1]))  # T[1]: length of the step
    for _ in range(50):
        slope = (value(T, x + 1e-6) - value(T, x - 1e-6)) / 2e-6
        step = (t - value(T, x)) / slope if slope > 0.0 else 0.0
        x = min(1.0, max(0.0, x + step))
        if abs(step) < 1e-10:
            break
    return x


@kernel
def record(P, until, i, times, forces):
    """Write the forces at the times from the i-th on up to `until`, all in this step; return the next i."""
    while i < times.size and times[i] <= until:
        if times[i] >= 0.0:
            forces[i] = force_at(P, fraction_at(P[1][3], times[i]))
        i += 1
    return i


# --- one impact -----------------------------------------------------------------------------------------------------------
@kernel
def follow(C, speed, given, forces, out):
    """Follow one impact to its end; write its result, and its force at the given times up to release."""
    y = state_at_touch_down(C, speed)
    Z = depth(C, speed * speed / C.per_mass, speed)
    tolerances = 1.0 / (given.rtol * math.sqrt(Z)), 1.0 / (given.rtol * speed), 1.0 / (given.rtol * Z)
    h = first_step(given.rtol, Z, speed)
    ahead = Z if given.times.size == 0 else math.inf  # a record takes shorter steps on the way out, for a sharp release
    first = rates(C, y[0], y[1], y[2])
    rise = rise_ahead(C, h, y, first) if given.peaks else 0.0
    out[PEAK_FORCE] = max(0.0, response(C, 0.0, speed, y[2])[0]) if given.peaks else 0.0
    out[DEPTH], ending, i, n = 0.0, UNFINISHED, 0, 0
    while ending == UNFINISHED and n < MAX_STEPS:
        n += 1
        K = stages_of_step(C, y, h, ((first[0],), (first[1],), (first[2],), (first[3],), (first[4],)))
        size = error_of(K, h, tolerances)
        if not size <= 1.0:  # also where it is not a number
            h *= growth(size)
            continue
        y1 = end_of(y, h, K)
        last, margin = rates(C, y1[0], y1[1], y1[2]), guard(C, y1[0], y1[1], y1[2])
        if C.yields and y[2] >= 0.0 and y1[1] <= 0.0 < y[1] and phase(C, y1[0], y1[1], y1[2]) > 0.0:
            P = (C, path_of(C, y, y1, h, K, last))
            turn = deepest(P, y1[1])
            if phase_at(P, turn) < 0.0:  # it has yielded in between
                h *= turn
                continue
        changed = C.yields and phase(C, y1[0], y1[1], y1[2]) <= 0.0
        if changed:
            P = (C, path_of(C, y, y1, h, K, last))
            y = state_at(P[1], change(P, phase(C, y1[0], y1[1], y1[2])))
            i = record(P, y[3], i, given.times, forces)
            out[DEPTH] = max(out[DEPTH], y[0] * y[0] + C.dent)
            out[PEAK_FORCE] = max(out[PEAK_FORCE], response(C, y[0] * y[0] + C.dent, y[1], y[2])[0])
            h *= y[0]
            C, y = other_phase(C, y)
            h = next_step(h / y[0], 1.0, y[0], y[1], ahead)  # the same in time
            first = rates(C, y[0], y[1], y[2])
            rise = rise_ahead(C, h, y, first) if given.peaks else 0.0
            continue
        released, turned = margin <= 0.0, given.peaks and y1[1] <= 0.0 < y[1]
        rise1 = rise_ahead(C, h, y1, last) if given.peaks and not released else -1.0
        peaked = given.peaks and rise > 0.0 >= rise1
        if released or turned or peaked or i < given.times.size:
            P = (C, path_of(C, y, y1, h, K, last))
            if turned:
                out[DEPTH] = max(out[DEPTH], value(P[1][0], deepest(P, y1[1])) ** 2 + C.dent)
            if peaked:
                out[PEAK_FORCE] = max(out[PEAK_FORCE], force_at(P, peak(P, rise1)))
            if released:
                y1 = state_at(P[1], release(P, margin))
            if i < given.times.size:
                i = record(P, y1[3], i, given.times, forces)
        held = C.yields and y[1] < 0.0 <= y1[1]  # a spring without loss that does not throw it off never will
        y, first, rise = y1, last, rise1
        if released:
            ending = RELEASED
        elif held:
            ending = RESTING
        elif C.gravity != 0.0 and max(abs(y[1] / speed), abs(first[1]) * math.sqrt(Z) / (speed * speed)) < given.rtol:
            ending = RESTING
        h = next_step(h, growth(size), y[0], y[1], ahead)
    write_end(C, y, speed, ending, out)
    out[STEPS] = n


@inlined
def write_end(C, y, speed, ending, out):
    """Write what the last state tells."""
    s, v, z, t, E = y
    out[RESTITUTION] = max(0.0, -v / speed) if ending == RELEASED else 0.0
    out[DURATION] = t if ending == RELEASED else math.inf
    out[DEPTH] = max(out[DEPTH], s * s + C.dent)
    out[ENERGY_LOST], out[ENERGY_LEFT], out[ENDING] = E, stored_energy(C, s * abs(s) + C.dent, z), ending
    out[PERMANENT] = C.dent
