"""Events: a guard falls to zero somewhere inside a step that the error control has accepted.

Looking at the ends of the step alone misses what begins and ends inside it, and smooth motion makes steps long. Guards are
of two kinds.

Proven     The problem bounds how fast they can fall over the step (a distance: relative speed, spin times reach) and clears
           the step from one end to the other: `apart`, `survey`, `first_fall`. What it promises, it states.
Looked at  All others: loss of a contact, stick and slip, users' laws. Where both ends have a rate, the Hermite cubic tells
           whether there is a minimum to look at. Where not, the guard is looked at in the middle, and

               min(g_0, g_m, g_1) > |g_0 - 2 g_m + g_1|

           clears an interval: the parabola through the three values then stays above 7/8 of their minimum. What is not
           cleared is halved, from left to right, down to SHORTEST of the step. Promise: an episode is passed over only if
           it is shorter than SHORTEST, or if on every dyadic interval around it three values show less than an eighth of
           the bend that it takes. A V (a slip velocity that reverses) bends at every scale and is followed to the bottom.

The earliest bracket is then refined on the interpolant of the method with

    phi(s) = min_i g_i(s) / max(|g_i(0)|, |g_i(1)|)      over the guards that were positive at the start,

by regula falsi with the Illinois weights (Dowell & Jarratt, BIT 11 (1971) 168). Of hundreds of guards one or two have
fallen at the far end of the bracket: only these are followed, and all are looked at where they have led. If another one
has fallen there, it did so before, and the search goes on with that one, too. All guards that are <= 0 at the far end of
the final bracket have fired at the same instant.

A guard that starts at or below zero (it belongs to the mode just entered, whose boundary is where we stand) is not
armed until it has risen above zero. If it falls instead, at the end of the step or in its middle, the mode is wrong from
the start: the step is taken shorter until that is certain, and then it fires at once.

A proven guard that has just risen above zero may fall back by rounding alone, which phi would take for the first event.
Where that is what was found, the guard is disarmed and the step is searched again (`disarm`).

Where a mode has just been entered a guard is rounding, and is looked at less. Two cases, both of which end with the step:
one that starts at less than BOUNDARY of its value at the end has come from its boundary, and counts as rising if it is
positive in the middle; and while the first steps of a contact run in the square root of time (forces begin there from
nothing), a guard that is not armed is judged at the end of the step only. An episode is passed over by either only if it
begins and ends in one half of the first step, or within those first steps, of a mode.
"""

import math

from .._jit import inlined, kernel
from .dense import build_interpolant, evaluate_interpolant
from .field import time_of
from .problem import CUT, NONE, UNUSED, apart, disarm, first_fall, glance, guards, single_out, survey
from .solver import EPS, LOOKED_AT, N_ACT, N_GUARD, WARP, T

AT_START, TOO_LONG = 0.0, -1.0  # answers of `detect` that are not a place inside the step, besides NONE and CUT
GRAZE = 0.5  # a predicted minimum below this fraction of the smaller end value is looked at
SETBACK = 0.01  # of its rise over the step: a guard that is not armed and falls by more than this in between is wrong
BOUNDARY = 1e-9  # of its end value: a guard that starts so low stands where its mode was entered, and is rounding there
SHORTEST = 2.0**-10  # of a step: the narrowest interval that is looked at
MOST_LOOKS = 400  # at one guard in one step


@inlined
def armed(S, i):
    """Whether a guard can fall."""
    return 0.0 < S.g0[i] < UNUSED


@inlined
def _lowest(S):
    """phi of the wanted guards, which are in S.gm."""
    lowest = UNUSED
    for i in range(S.k[N_GUARD]):
        if S.wanted[i] == 1:
            lowest = min(lowest, S.gm[i] / max(abs(S.g0[i]), abs(S.g1[i])))
    return lowest


@kernel
def _phi(P, S, x, h, s):
    """The earliest-event indicator at s by the wanted guards; leaves them in S.gm and the state in S.ym."""
    evaluate_interpolant(S, s, S.ym)
    single_out(time_of(S, x + s * h), S.ym, P, S.wanted, S.gm, S.gdm)
    return _lowest(S)


@kernel
def _fallen_at(P, S, x, h, s):
    """(how many armed guards have fallen at s, how many of them were not wanted); they are wanted now, all are in S.gm."""
    evaluate_interpolant(S, s, S.ym)
    guards(time_of(S, x + s * h), S.ym, P, S.gm, S.gdm)
    fallen, others = 0, 0
    for i in range(S.k[N_GUARD]):
        has = 1 if armed(S, i) and S.gm[i] <= 0.0 else 0
        fallen += has
        others += has * (1 - S.wanted[i])
        S.wanted[i] = has
    return fallen, others


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


@inlined
def _dip(S, x, h, i):
    """Place and value of the minimum of guard i inside the step by its rates; place NONE if they show none."""
    if not S.gd0[i] < 0.0 < S.gd1[i]:
        return NONE, 0.0
    scale0 = h
    scale1 = h
    if S.k[WARP] > 0:  # rates are by time
        scale0 = 2.0 * x * h
        scale1 = 2.0 * (x + h) * h
    return _hermite_minimum(S.g0[i], S.gd0[i] * scale0, S.g1[i], S.gd1[i] * scale1)


@inlined
def _cleared(left, middle, right):
    """Whether three equidistant values exclude that a guard falls to zero between them."""
    return min(left, middle, right) > abs(left - 2.0 * middle + right)


@inlined
def _falls_once(left, middle, right):
    """Whether three equidistant values show a steady fall: the parabola through them is monotone, twice over."""
    return 4.0 * abs(left - 2.0 * middle + right) <= left - right


@inlined
def _look_in_the_middle(P, S, x, h):
    """Guards in the middle of the step into S.gm, on the Hermite cubic of the state: no interpolant is needed."""
    for m in range(S.k[N_ACT]):
        i = S.act[m]
        S.ym[i] = 0.5 * (S.y[i] + S.y1[i]) + 0.125 * h * (S.f[i] - S.f1[i])
    glance(time_of(S, x + 0.5 * h), S.ym, P, S.gm, S.gdm)


@kernel
def _suspect(P, S, x, h):
    """Mark in S.hit the guards that are looked at and may fall inside the step; return their number, -1: TOO_LONG."""
    looked = False
    found = 0
    for i in range(S.k[N_GUARD]):
        S.hit[i] = 0
    for i in range(S.k[N_GUARD]):
        # (in the first steps of a contact forces begin from nothing: a guard there is rounding until they have grown)
        if S.g0[i] <= 0.0 and S.proof[i] == LOOKED_AT and S.k[WARP] == 0:
            if not looked:
                _look_in_the_middle(P, S, x, h)
                looked = True
            if S.gm[i] < S.g0[i] - SETBACK * abs(S.g1[i] - S.g0[i]):
                S.hit[i] = 1
                found = -1
    if found < 0:
        return found
    for i in range(S.k[N_GUARD]):
        if not armed(S, i) or S.proof[i] != LOOKED_AT:
            continue
        if S.g1[i] <= 0.0:
            S.hit[i] = 1
        elif S.gd0[i] == S.gd0[i] and S.gd1[i] == S.gd1[i]:  # both known
            s, low = _dip(S, x, h, i)
            S.hit[i] = 1 if s != NONE and low < GRAZE * min(S.g0[i], S.g1[i]) else 0
        else:
            if not looked:
                _look_in_the_middle(P, S, x, h)
                looked = True
            rising = S.g0[i] <= BOUNDARY * S.g1[i] and S.gm[i] > 0.0
            S.hit[i] = 0 if rising or _cleared(S.g0[i], S.gm[i], S.g1[i]) else 1
        found += S.hit[i]
    return found


@kernel
def _value(P, S, x, h, i, s):
    """Guard i, the wanted one, at s."""
    if s >= 1.0:
        return S.g1[i]
    _phi(P, S, x, h, s)
    return S.gm[i]


@kernel
def _first_look(P, S, x, h, i):
    """(a, b) of the first fall of guard i that is found by looking: positive at a, not at b; b = NONE if none is found."""
    for j in range(S.k[N_GUARD]):
        S.wanted[j] = 0
    S.wanted[i] = 1
    bottom, _ = _dip(S, x, h, i)
    if bottom != NONE and _value(P, S, x, h, i, bottom) <= 0.0:
        return 0.0, bottom
    a = 0.0
    width = 1.0
    left = S.g0[i]
    right = S.g1[i]
    for _ in range(MOST_LOOKS):
        middle = _value(P, S, x, h, i, a + 0.5 * width)
        if _falls_once(left, middle, right) or width <= SHORTEST:
            if middle <= 0.0:
                return a, a + 0.5 * width
            if right <= 0.0:
                return a + 0.5 * width, a + width
        if _cleared(left, middle, right) or width <= SHORTEST:
            a += width
            if a >= 1.0:
                return 0.0, NONE
            left = right
            if a % (2.0 * width) == 0.0:  # the next interval may be twice as long: places stay dyadic
                width *= 2.0
            right = _value(P, S, x, h, i, a + width)
        else:
            width *= 0.5
            right = middle
    return a, CUT


@inlined
def _shrink(P, S, x, h, a, b):
    """Shrink the bracket [a, b] of the first zero of phi of the wanted guards, at b in S.gm; return its far end."""
    fb = _lowest(S)
    fa = _phi(P, S, x, h, a)
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
    return b


@kernel
def _refine(P, S, x, h, a, b):
    """The place of the first fall of an armed guard in the bracket [a, b]: its far end, with the guards there in S.gm."""
    if a > 0.0 and _fallen_at(P, S, x, h, a)[0] > 0:  # another guard has fallen before
        a, b = 0.0, a
    others = _fallen_at(P, S, x, h, b)[0]
    while others > 0:  # b falls, and with the same b there are no others
        b = _shrink(P, S, x, h, a, b)
        a = 0.0
        others = _fallen_at(P, S, x, h, b)[1]
    return b


@inlined
def _wrong_from_the_start(S):
    """AT_START or TOO_LONG if a guard that is not armed falls, marked in S.hit; else NONE."""
    for i in range(S.k[N_GUARD]):
        S.hit[i] = 0
    for i in range(S.k[N_GUARD]):
        if S.g0[i] > 0.0:
            continue
        if S.g1[i] < S.g0[i] or (S.g1[i] <= 0.0 and S.gd0[i] < 0.0):
            S.hit[i] = 1
            return AT_START if S.gd0[i] < 0.0 else TOO_LONG
    return NONE


@inlined
def _first_bracket(P, S, M, R, D, x, h, built):
    """(a, b) of the first event in the step by proof and by looking; b may be NONE, CUT or TOO_LONG."""
    a, b = 0.0, NONE
    if built:
        a, b = first_fall(P, S, x, h)
    if b == CUT:
        return a, b
    found = _suspect(P, S, x, h)
    if found < 0:
        return 0.0, TOO_LONG
    if found == 0:
        return a, b
    if not built:
        build_interpolant(P, S, M, R, D, x, h)
    for i in range(S.k[N_GUARD]):
        if S.hit[i] == 1:
            a_i, b_i = _first_look(P, S, x, h, i)
            if b_i == CUT:
                return a_i, CUT
            if b_i < b:
                a, b = a_i, b_i
    return a, b


@inlined
def _locate(P, S, x, h, a, b):
    """The place of the first event in the bracket [a, b]; marks in S.hit what fires there."""
    b = _refine(P, S, x, h, a, b)
    fired = 0
    for i in range(S.k[N_GUARD]):
        S.hit[i] = 1 if armed(S, i) and S.gm[i] <= 0.0 else 0
        fired += S.hit[i]
    if fired == 0:  # rounding: the interpolant is still positive at the end of the step, the state there is not
        for i in range(S.k[N_GUARD]):
            S.hit[i] = 1 if armed(S, i) and S.g1[i] <= 0.0 else 0
    return b


@kernel
def detect(P, S, M, R, D, x, h):
    """Return the place s of the first event in the step, or NONE, AT_START, TOO_LONG or CUT; marks S.hit.

    S.g0, S.gd0 and S.g1, S.gd1 must hold the guards at the ends of the step. Most steps are found to be clear here.
    """
    clear = apart(P, S, M, x, h)
    if clear and _wrong_from_the_start(S) == NONE and _suspect(P, S, x, h) == 0:
        return NONE
    return _search(P, S, M, R, D, x, h, not clear)


@kernel
def _search(P, S, M, R, D, x, h, built):
    """What `detect` returns of a step that may have an event; built: the interpolant is needed."""
    if built:
        build_interpolant(P, S, M, R, D, x, h)
        survey(P, S, x, h)
    early = _wrong_from_the_start(S)
    if early != NONE:
        return early
    while True:  # a guard is disarmed once at most
        a, b = _first_bracket(P, S, M, R, D, x, h, built)
        if b == NONE or b == CUT or b == TOO_LONG:
            return b
        b = _locate(P, S, x, h, a, b)
        if not disarm(P, S):
            return b
