"""One impact of a mass on a normal law: restitution, duration, peak force, depth and energy, for any law.

    m delta'' = m g - F(delta, delta', z),   z' = rate of the law,   delta(0) = 0,  delta'(0) = v,  until `holds` falls to 0

is integrated in s = sqrt(delta) with the clock dt = 2 s dx, in which half-integer powers of delta are polynomials:

    ds/dx = v,   dv/dx = 2 s (g - F/m),   dz/dx = 2 s z',   dt/dx = 2 s,   dE/dx = 2 s D

DOP853 with its dense output of order 7; release, deepest point and peak force are roots on the interpolant, so no force is
evaluated twice. An impact takes about 9 steps at rtol = 1e-6 and 17 at 1e-8, tried ones included.

Symbols   delta  indentation [m], v its rate [m/s], z memory of the law, F force [N], D dissipated power [W]
          m      mass [kg] > 0,  g acceleration towards the surface [m/s^2], constant during the contact
          E      energy lost to the damper [J],  U energy left in the spring at release [J]
          Z      depth at which F(Z, v) Z = m v^2 [m]: errors of s and v are measured by rtol sqrt(Z) and rtol v
Scales    nothing else has a size: k = 1e10 and m = 1e-3 is as easy as k = 1.
Peak      the slope of F along the motion changes its sign within a step. A force that jumps at touch-down may peak there.
Ends      LEFT: the contact was lost. RESTS: gravity holds the body, e = 0 and the duration is infinite. STUCK: too many
          steps or a force that is not finite; Python says so.
Source    the square-root clock: `integrate/field.py`; the method: `_dop853.py`.
Limits    explicit: a memory much faster than the impact (LinearSD2 with b -> 0) costs steps in proportion. Powers of delta
          that are no multiples of 1/2 stay rough at touch-down: e is then good to some 100 rtol instead of rtol.
"""

import math

from .._jit import Flags, Ints, Ints2, Reals, Reals2, entry, inlined, kernel
from ._blow import Blow, depth_scale, field, guard, memory, response, stored
from ._dop853 import (
    dense,
    end,
    error,
    error3,
    error5,
    stage2,
    stage3,
    stage4,
    stage5,
    stage6,
    stage7,
    stage8,
    stage9,
    stage10,
    stage11,
    stage12,
    stage14,
    stage15,
    stage16,
    value,
)  # fmt: skip
from .normal.ids import NormalLaw

POWER = int(NormalLaw.POWER_LAW)
RESTITUTION, DURATION, PEAK, DEPTH, LOST, STORED, STEPS, END = range(8)  # columns of a result
N_RESULT = 8
LEFT, RESTS, STUCK = range(3)
TURN, CREST, RELEASE = range(3)  # what is sought on an interpolant
MAX_STEPS = 100_000
FIRST = 2.9  # first step [sqrt(Z)/v] at rtol = 1
SAFETY, LEAST, MOST = 0.9, 0.2, 4.0  # of the step size
SLOWER = 1.0  # how fast the motion quickens with delta/Z, see `pace`
POINT, LEVEL = 1e-8, 1e-5  # a secant shorter than this ends a search [step]: the next would gain as many digits again
SOON, MOST_LOOKS = 8, 100  # values a search takes where the function is smooth; at most: 2^-((100 - 8)/3) < POINT
PAST = 1.1  # longest step on the way out [time to delta = 0]
NUDGE = 1e-5  # fraction of a step over which the slope of the force is taken


# --- roots on an interpolant ---------------------------------------------------------------------------------------------
@inlined
def _force_at(B, S, V, Y, x):
    s = value(S, x)
    return response(B, s * s, value(V, x), value(Y, x))[0]


@inlined
def sought(what, B, S, V, Y, x):
    """The function whose fall through zero is wanted: rate, slope of the force, or guard."""
    if what == TURN:
        return value(V, x)
    if what == CREST:
        return _force_at(B, S, V, Y, x + NUDGE) - _force_at(B, S, V, Y, x - NUDGE)
    return guard(B, value(S, x), value(V, x), value(Y, x))


@kernel
def locate(what, B, S, V, Y, f1):
    """Fraction of the step at which the function falls through zero: secants, kept between the signs.

    Where the function jumps or has a kink, a short secant proves nothing and need not lead anywhere: both signs must be
    within reach of the place, and a search that is not soon at its end halves its interval with every third value.
    """
    low, high = 0.0, 1.0
    x0, f0, x1 = 0.0, max(sought(what, B, S, V, Y, 0.0), 0.0), 1.0
    enough = LEVEL if what == CREST else POINT
    for i in range(MOST_LOOKS):
        x = x1 - f1 * (x1 - x0) / (f1 - f0) if f1 != f0 else 0.5 * (low + high)
        found = abs(x - x1) < enough
        if found:
            other = x + enough if f1 > 0.0 else x - enough
            if not low < other < high or (sought(what, B, S, V, Y, other) > 0.0) != (f1 > 0.0):
                return x
            if f1 > 0.0:
                low = other
            else:
                high = other
        if found or not low < x < high or (i > SOON and i % 3 == 0):
            x = 0.5 * (low + high)
        x0, f0, x1, f1 = x1, f1, x, sought(what, B, S, V, Y, x)
        if f1 > 0.0:
            low = x
        else:
            high = x
    return x1


# --- one step: rates of s, v, z, t, E are called u, a, w, r, q ------------------------------------------------------------
# fmt: off
@inlined
def stages(B, s0, v0, z0, first, h):
    """Rates at the stages 1 and 6 to 12, for the end of the step and its error: a tuple for each of s, v, z, t, E."""
    u1, a1, w1, r1, q1 = first
    u2, a2, w2, r2, q2 = field(B, stage2(s0, h, u1), stage2(v0, h, a1), stage2(z0, h, w1))
    u3, a3, w3, r3, q3 = field(B, stage3(s0, h, u1, u2), stage3(v0, h, a1, a2), stage3(z0, h, w1, w2))
    u4, a4, w4, r4, q4 = field(B, stage4(s0, h, u1, u3), stage4(v0, h, a1, a3), stage4(z0, h, w1, w3))
    u5, a5, w5, r5, q5 = field(B, stage5(s0, h, u1, u3, u4), stage5(v0, h, a1, a3, a4), stage5(z0, h, w1, w3, w4))
    u6, a6, w6, r6, q6 = field(B, stage6(s0, h, u1, u4, u5), stage6(v0, h, a1, a4, a5), stage6(z0, h, w1, w4, w5))
    u7, a7, w7, r7, q7 = field(
        B, stage7(s0, h, u1, u4, u5, u6), stage7(v0, h, a1, a4, a5, a6), stage7(z0, h, w1, w4, w5, w6),
    )
    u8, a8, w8, r8, q8 = field(
        B, stage8(s0, h, u1, u4, u5, u6, u7), stage8(v0, h, a1, a4, a5, a6, a7), stage8(z0, h, w1, w4, w5, w6, w7),
    )
    u9, a9, w9, r9, q9 = field(
        B, stage9(s0, h, u1, u4, u5, u6, u7, u8), stage9(v0, h, a1, a4, a5, a6, a7, a8),
        stage9(z0, h, w1, w4, w5, w6, w7, w8),
    )
    u10, a10, w10, r10, q10 = field(
        B, stage10(s0, h, u1, u4, u5, u6, u7, u8, u9), stage10(v0, h, a1, a4, a5, a6, a7, a8, a9),
        stage10(z0, h, w1, w4, w5, w6, w7, w8, w9),
    )
    u11, a11, w11, r11, q11 = field(
        B, stage11(s0, h, u1, u4, u5, u6, u7, u8, u9, u10), stage11(v0, h, a1, a4, a5, a6, a7, a8, a9, a10),
        stage11(z0, h, w1, w4, w5, w6, w7, w8, w9, w10),
    )
    u12, a12, w12, r12, q12 = field(
        B, stage12(s0, h, u1, u4, u5, u6, u7, u8, u9, u10, u11), stage12(v0, h, a1, a4, a5, a6, a7, a8, a9, a10, a11),
        stage12(z0, h, w1, w4, w5, w6, w7, w8, w9, w10, w11),
    )
    return (
        (u1, u6, u7, u8, u9, u10, u11, u12),
        (a1, a6, a7, a8, a9, a10, a11, a12),
        (w1, w6, w7, w8, w9, w10, w11, w12),
        (r1, r6, r7, r8, r9, r10, r11, r12),
        (q1, q6, q7, q8, q9, q10, q11, q12),
    )


@inlined
def interpolants(B, s0, s1, v0, v1, z0, z1, t0, t1, E0, E1, U, A, W, R, Q, last, h):
    """Interpolants of s, v, z, t, E over a step with the rates `last` at its end: three more stages."""
    u1, u6, u7, u8, u9, u10, u11, u12 = U
    a1, a6, a7, a8, a9, a10, a11, a12 = A
    w1, w6, w7, w8, w9, w10, w11, w12 = W
    r1, r6, r7, r8, r9, r10, r11, r12 = R
    q1, q6, q7, q8, q9, q10, q11, q12 = Q
    u13, a13, w13, r13, q13 = last
    u14, a14, w14, r14, q14 = field(
        B, stage14(s0, h, u1, u7, u8, u9, u10, u11, u12, u13), stage14(v0, h, a1, a7, a8, a9, a10, a11, a12, a13),
        stage14(z0, h, w1, w7, w8, w9, w10, w11, w12, w13),
    )
    u15, a15, w15, r15, q15 = field(
        B, stage15(s0, h, u1, u6, u7, u8, u11, u12, u13, u14), stage15(v0, h, a1, a6, a7, a8, a11, a12, a13, a14),
        stage15(z0, h, w1, w6, w7, w8, w11, w12, w13, w14),
    )
    u16, a16, w16, r16, q16 = field(
        B, stage16(s0, h, u1, u6, u7, u8, u9, u13, u14, u15), stage16(v0, h, a1, a6, a7, a8, a9, a13, a14, a15),
        stage16(z0, h, w1, w6, w7, w8, w9, w13, w14, w15),
    )
    return (
        dense(s0, s1, h, *U, u13, u14, u15, u16),
        dense(v0, v1, h, *A, a13, a14, a15, a16),
        dense(z0, z1, h, *W, w13, w14, w15, w16),
        dense(t0, t1, h, *R, r13, r14, r15, r16),
        dense(E0, E1, h, *Q, q13, q14, q15, q16),
    )
# fmt: on


@inlined
def largest(U, A, W, per_s, per_v, per_z):
    """The two error estimates of a step, divided by the tolerances of s, v and z; the largest counts."""
    e = max(per_s * abs(error5(*U)), per_v * abs(error5(*A)), per_z * abs(error5(*W)))
    f = max(per_s * abs(error3(*U)), per_v * abs(error3(*A)), per_z * abs(error3(*W)))
    return e, f


@inlined
def growth(size):
    """Factor of the step size after a step whose error is `size` tolerances (order 8)."""
    if size == 0.0:
        return MOST
    return min(MOST, max(LEAST, SAFETY / math.sqrt(math.sqrt(math.sqrt(size)))))


# --- one impact --------------------------------------------------------------------------------------------------------
@inlined
def rising(B, h, s, v, z, rates):
    """Change of the force over the next NUDGE of a step."""
    c = NUDGE * h
    ds, dv, dz = rates[0], rates[1], rates[2]
    s1 = s + c * ds
    return response(B, s1 * s1, v + c * dv, z + c * dz)[0] - response(B, s * s, v, z)[0]


@inlined
def pace(s, Z):
    """How much faster the motion changes at depth s^2 than at touch-down, about: foretells the step size."""
    return 1.0 + SLOWER * s * s / Z


@inlined
def strike(B, speed, rtol, peaks, out):
    """Write the result of one impact; `peaks`: also locate the peak force and the deepest point."""
    s0, v0, t0, E0 = 0.0, speed, 0.0, 0.0
    z0 = memory(B)
    Z = depth_scale(B, speed, z0)
    root = math.sqrt(Z)
    per_s, per_v, per_z = 1.0 / (rtol * root), 1.0 / (rtol * speed), 1.0 / (rtol * Z)
    h = FIRST * math.sqrt(math.sqrt(math.sqrt(rtol))) * root / speed
    first = field(B, s0, v0, z0)
    force, deep, rise0, status, n = 0.0, 0.0, 0.0, STUCK, 0
    if peaks:
        force = max(0.0, response(B, 0.0, speed, z0)[0])
        rise0 = rising(B, h, s0, v0, z0, first)
    while n < MAX_STEPS:
        n += 1
        U, A, W, R, Q = stages(B, s0, v0, z0, first, h)
        e, f = largest(U, A, W, per_s, per_v, per_z)
        size = error(h, e, f)
        if not size <= 1.0:  # also where it is not a number
            h *= growth(size) if size < math.inf else LEAST
            continue
        factor = growth(size)
        s1, v1, z1 = end(s0, h, *U), end(v0, h, *A), end(z0, h, *W)
        t1, E1 = end(t0, h, *R), end(E0, h, *Q)
        last = field(B, s1, v1, z1)
        hold = guard(B, s1, v1, z1)
        lost = hold <= 0.0
        turned = peaks and v1 <= 0.0 < v0
        rise1 = rising(B, h, s1, v1, z1, last) if peaks and not lost else -1.0
        crest = peaks and rise0 > 0.0 >= rise1
        if lost or turned or crest:
            S, V, Y, T, X = interpolants(B, s0, s1, v0, v1, z0, z1, t0, t1, E0, E1, U, A, W, R, Q, last, h)
            if turned:
                deep = max(deep, value(S, locate(TURN, B, S, V, Y, v1)) ** 2)
            if crest:
                force = max(force, _force_at(B, S, V, Y, locate(CREST, B, S, V, Y, rise1)))
            if lost:
                x = locate(RELEASE, B, S, V, Y, hold)
                s1, v1, z1, t1, E1 = value(S, x), value(V, x), value(Y, x), value(T, x), value(X, x)
                status = LEFT
        s0, v0, z0, t0, E0, rise0, first = s1, v1, z1, t1, E1, rise1, last
        if lost:
            break
        if B.gravity != 0.0 and abs(v0) * per_v < 1.0 and abs(first[1]) * root < rtol * speed * speed:
            status = RESTS
            break
        drift = 0.5 * h * v0
        h *= factor * pace(s0 - drift, Z) / pace(s0 + factor * drift, Z)
        if v0 < 0.0:
            h = min(h, PAST * s0 / -v0)  # not far beyond delta = 0: the interpolant would spend its accuracy there
    out[RESTITUTION] = max(0.0, -v0 / speed) if status == LEFT else 0.0
    out[DURATION] = t0 if status == LEFT else math.inf
    out[PEAK], out[DEPTH] = force, max(deep, s0 * s0)
    out[LOST], out[STORED] = E0, stored(B, s0 * abs(s0), z0)
    out[STEPS], out[END] = n, status


@entry
def impacts(
    laws: Ints,
    rows: Reals2,
    calls: Ints2,
    singular: Flags,
    which: Ints,
    masses: Reals,
    speeds: Reals,
    gravity: float,
    rtol: float,
    peaks: bool,
    first: int,
    stride: int,
    out: Reals2,
) -> None:
    """Every `stride`-th impact from `first` on: that of masses[i] at speeds[i] on law which[i]; results to out[i]."""
    for i in range(first, speeds.size, stride):
        j = which[i]
        law, row = laws[j], rows[j]
        k, n, lam, p, q, c = row[0], row[1], row[2], row[3], row[4], row[5]
        F, U, w = calls[j, 0], calls[j, 1], 1.0 / masses[i]
        if law == POWER and n == 1.5 and p == 0.5 and q == 1.0:  # constants here are constants in the compiled law
            strike(Blow(POWER, (k, 1.5, lam, 0.5, 1.0, c), F, U, row, w, gravity, True), speeds[i], rtol, peaks, out[i])
        elif law == POWER:
            strike(
                Blow(POWER, (k, n, lam, p, q, c), F, U, row, w, gravity, singular[j]), speeds[i], rtol, peaks, out[i]
            )
        else:
            strike(Blow(law, (k, n, lam, p, q, c), F, U, row, w, gravity, singular[j]), speeds[i], rtol, peaks, out[i])
