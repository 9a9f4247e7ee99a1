"""Events: a guard falls to zero somewhere inside a step that the error control has accepted.

Looking at the ends of the step alone misses a contact that begins and ends inside it. Two more looks are taken: the
Hermite cubic of every guard whose rate is known, at its minimum, and the middle of the step for the others. The earliest
zero is then bracketed on the interpolant of the method with

    phi(s) = min_i g_i(s) / max(|g_i(0)|, |g_i(1)|)      over the guards that were positive at the start,

by regula falsi with the Illinois weights (Dowell & Jarratt, BIT 11 (1971) 168). All guards that are <= 0 at the far end of
the final bracket have fired at the same instant.

A guard that starts at or below zero (it belongs to the mode just entered, whose boundary is where we stand) is not
armed until it has risen above zero. If it falls instead, the mode is wrong from the start and it fires at once.
"""

import math

from .._jit import inlined, kernel
from .dense import build_interpolant, evaluate_interpolant
from .field import time_of
from .problem import guards
from .solver import EPS, N_GUARD, WARP, T

NONE, AT_START, TOO_LONG = 2.0, 0.0, -1.0  # answers of `detect` that are not a place inside the step
UNUSED = 1e300  # value of a guard that can not fire
UNEVEN = 0.5  # a guard without a known rate whose ends differ by more than this is looked at in the middle of the step
GRAZE = 0.2  # a predicted minimum below this fraction of the smaller end value is looked at


@kernel
def _phi(P, S, x, h, s):
    """The earliest-event indicator at s; leaves the guards there in S.gm."""
    evaluate_interpolant(S, s, S.ys)
    guards(time_of(S, x + s * h), S.ys, P, S.gm, S.gdm)
    lowest = UNUSED
    for i in range(S.k[N_GUARD]):
        if 0.0 < S.g0[i] < UNUSED:
            value = S.gm[i] / max(abs(S.g0[i]), abs(S.g1[i]))
            if value < lowest:
                lowest = value
    return lowest


@inlined
def _hermite_minimum(g0, m0, g1, m1):
    """Place and value of the minimum in (0, 1) of the cubic with end values g and end slopes m0 < 0 < m1."""
    a = 2.0 * (g0 - g1) + m0 + m1
    b = 3.0 * (g1 - g0) - 2.0 * m0 - m1
    # roots of 3 a s^2 + 2 b s + m0; the minimum is the larger one, written without cancellation
    root = math.sqrt(max(b * b - 3.0 * a * m0, 0.0))
    denominator = b + root
    s = -m0 / denominator if denominator > 0.0 else 0.5
    if not 0.0 < s < 1.0:
        s = 0.5
    return s, g0 + s * (m0 + s * (b + s * a))


@kernel
def _interior(P, S, x, h):
    """Return s inside the step where a guard that is positive at both ends is not, or NONE."""
    scale0 = h
    scale1 = h
    if S.k[WARP] > 0:  # rates are by time
        scale0 = 2.0 * x * h
        scale1 = 2.0 * (x + h) * h
    look_middle = False
    for i in range(S.k[N_GUARD]):
        if not 0.0 < S.g0[i] < UNUSED:
            continue
        if S.gd0[i] == 0.0 or S.gd1[i] == 0.0:
            if min(S.g0[i], S.g1[i]) < UNEVEN * max(S.g0[i], S.g1[i]):
                look_middle = True
        elif S.gd0[i] < 0.0 and S.gd1[i] > 0.0:
            s, low = _hermite_minimum(S.g0[i], S.gd0[i] * scale0, S.g1[i], S.gd1[i] * scale1)
            if low < GRAZE * min(S.g0[i], S.g1[i]) and _phi(P, S, x, h, s) <= 0.0:
                return s
    if look_middle and _phi(P, S, x, h, 0.5) <= 0.0:
        return 0.5
    return NONE


@inlined
def _needs_interior(S):
    for i in range(S.k[N_GUARD]):
        if 0.0 < S.g0[i] < UNUSED:
            if S.gd0[i] == 0.0 or S.gd1[i] == 0.0:
                if min(S.g0[i], S.g1[i]) < UNEVEN * max(S.g0[i], S.g1[i]):
                    return True
            elif S.gd0[i] < 0.0 and S.gd1[i] > 0.0:
                return True
    return False


@kernel
def _refine(P, S, x, h, a, b):
    """Shrink the bracket [a, b] of the first zero of phi; return its far end with the guards there in S.gm."""
    fa = _phi(P, S, x, h, a)
    fb = _phi(P, S, x, h, b)
    length = time_of(S, x + h) - time_of(S, x)
    tolerance = max(4.0 * EPS, 4.0 * EPS * abs(S.r[T]) / length)
    side = 0
    for _ in range(100):
        if b - a <= tolerance or fb == 0.0:
            break
        c = (a * fb - b * fa) / (fb - fa)
        if not a < c < b:
            c = 0.5 * (a + b)
        # close in from both sides: a bracket with one far end never becomes short
        c = min(max(c, a + 0.5 * tolerance), b - 0.5 * tolerance)
        fc = _phi(P, S, x, h, c)
        if fc > 0.0:
            a = c
            fa = fc
            if side == 1:
                fb *= 0.5
            side = 1
        else:
            b = c
            fb = fc
            if side == -1:
                fa *= 0.5
            side = -1
    _phi(P, S, x, h, b)
    return b


@kernel
def detect(P, S, M, R, D, x, h):
    """Return the place s of the first event in the step, or NONE, AT_START or TOO_LONG; marks S.hit.

    S.g0, S.gd0 and S.g1, S.gd1 must hold the guards at the ends of the step.
    """
    n = S.k[N_GUARD]
    crossing = False
    for i in range(n):
        S.hit[i] = 0
        if S.g0[i] >= UNUSED:
            continue
        if S.g0[i] > 0.0:
            if S.g1[i] <= 0.0:
                crossing = True
        elif S.g1[i] < S.g0[i] or (S.g1[i] <= 0.0 and S.gd0[i] < 0.0):
            S.hit[i] = 1
            if S.gd0[i] < 0.0:
                return AT_START
            return TOO_LONG
    if not crossing and not _needs_interior(S):
        return NONE
    build_interpolant(P, S, M, R, D, x, h)
    b = 1.0 if crossing else _interior(P, S, x, h)
    if b == NONE:
        return NONE
    b = _refine(P, S, x, h, 0.0, b)
    fired = 0
    for i in range(n):
        S.hit[i] = 1 if (0.0 < S.g0[i] < UNUSED and S.gm[i] <= 0.0) else 0
        fired += S.hit[i]
    if fired == 0:  # rounding: the interpolant is still positive at the end of the step, the state there is not
        for i in range(n):
            S.hit[i] = 1 if (0.0 < S.g0[i] < UNUSED and S.g1[i] <= 0.0) else 0
    return b
