"""A planar body on soft ground, every internal state integrated, free or not: how a block diagram states the problem.

    y = [ x, h, th, vx, vh, w | z_1, u_1 | z_2, u_2 ]      body, then ground and bristle under each of its points

    normal     free                          touching
    S-D 1      b zdot + k z = 0              F = -(k z + b vn),      zdot = vn                      (eq. 3)
    S-D 2      b zdot + k1 z = 0             F = k2 (z - n),         b zdot = k2 (n - z) - k1 z     (eqs 4-5)
    nonlinear  -                             F = -n (k - lam vn)                                    (eq. 6, exponent 1)

    friction      free                       touching
    double state  bt udot + kt u = 0         stick  f = -kt u - bt vt,  udot = vt         while |kt u + bt vt| <= mu F
                                             slide  f = -mu F sign(kt u + bt vt),  udot = -(f + kt u)/bt    (eqs 7-8)
    Bliman-Sorine udot = 3 (mu vt - |vt| u)/sp  in every mode, f = -u F                               (eq. 10)

Symbols   x, h, th  centre [m] and angle [rad]; h upwards        vx, vh, w  their rates
          n, vn     height and vertical speed of a point of the body [m, m/s]; the ground at rest is at 0
          vt        its horizontal speed [m/s]                   z  height of the ground (of the damped spring) [m]
          u         deflection of the bristle [m], or the present coefficient of friction [-]
          k, b, ... as in BF Tables 1 and 4                       F, f  normal and tangential force on the body [N]
Source    Taghipour Bibalan & Featherstone, A study of soft contact models in Simulink, ACRA 2009 (BF).
Why       `supple` relaxes a free ground and a free bristle in closed form. To count steps as BF did, they must be states:
          their rates k/b and kt/bt hold an explicit method at its limit of stability although nothing moves.
Limits    one body, two points at most; for the reproduction of BF only.
"""

import math
from typing import NamedTuple

from ..._jit import Ints, Ints2, Reals, Reals2, by_reference, entry, kernel
from ...integrate.loop import advance
from ...integrate.norm import component_norm
from ...integrate.problem import (
    RESTART,
    UNKNOWN,
    UNUSED,
    active,
    at_stop,
    guards,
    jump,
    next_stop,
    norm,
    project,
    rhs,
    watch,
)
from ...integrate.solver import Pairs, Rosenbrock, Solver

# places in y
X_, H_, TH, VX, VH, W, INTERNAL = range(7)
N_STATE = 10
N_GUARD = 4
LOG_TIME, LOG_POINT, LOG_GROUND, LOG_BRISTLE = range(4)  # columns of the log
# laws
SD1, SD2, NONLINEAR = range(3)
NONE, DOUBLE_STATE, BLIMAN_SORINE = range(3)
# places in k: laws, number of points, freedoms (1: height, 2: and x, 3: and angle)
NORMAL, FRICTION, POINTS, FREEDOMS = range(4)
# places in p; K1 is also k, LAM the damping of the nonlinear law
MASS, INERTIA, GRAVITY, ARM, K1, K2, B, LAM, MU, KT, BT, SP, PERIOD = range(13)
N_P = 13
# modes of a point: of the ground and of the bristle
FREE, TOUCHING = 0, 1
STICK, SLIDE = 0, 1


@by_reference
class SoftContact(NamedTuple):
    """Parameters and modes."""

    p: Reals  # parameters
    k: Ints  # choices
    mode: Ints2  # (2, 2) of ground and bristle under each point


@kernel
def _point(y, P, i):
    """Height, its rate and horizontal speed of a point, and its lever arms."""
    if P.k[FREEDOMS] < 3:
        return y[H_], y[VH], y[VX], 0.0, 0.0
    arm = P.p[ARM] if i == 1 else -P.p[ARM]
    rx, rh = arm * math.cos(y[TH]), arm * math.sin(y[TH])
    return y[H_] + rh, y[VH] + y[W] * rx, y[VX] - y[W] * rh, rx, rh


@kernel
def _normal(P, mode, n, vn, z):
    """Normal force and rate of the ground."""
    law, p = P.k[NORMAL], P.p
    if law == NONLINEAR:
        return (max(-n * (p[K1] - p[LAM] * vn), 0.0) if mode == TOUCHING else 0.0), 0.0
    if mode == FREE:
        return 0.0, -p[K1] / p[B] * z
    if law == SD1:
        return -(p[K1] * z + p[B] * vn), vn
    force = p[K2] * (z - n)
    return force, (-force - p[K1] * z) / p[B]


@kernel
def _friction(P, ground, mode, F, vt, u):
    """Tangential force and rate of the bristle."""
    law, p = P.k[FRICTION], P.p
    if law == NONE:
        return 0.0, 0.0
    if law == BLIMAN_SORINE:
        return -u * F, 3.0 * (p[MU] * vt - abs(vt) * u) / p[SP]
    if ground == FREE:
        return 0.0, -p[KT] / p[BT] * u
    trial = -p[KT] * u - p[BT] * vt
    if mode == STICK:
        return trial, vt
    f = math.copysign(p[MU] * max(F, 0.0), trial)
    return f, -(f + p[KT] * u) / p[BT]


@rhs.register(SoftContact)
def soft_rhs(t, y, P, dy):
    """Write dy/dt."""
    p = P.p
    fx, fh, moment = 0.0, 0.0, 0.0
    for i in range(P.k[POINTS]):
        j = INTERNAL + 2 * i
        n, vn, vt, rx, rh = _point(y, P, i)
        F, dy[j] = _normal(P, P.mode[i, 0], n, vn, y[j])
        f, dy[j + 1] = _friction(P, P.mode[i, 0], P.mode[i, 1], F, vt, y[j + 1])
        fx, fh, moment = fx + f, fh + F, moment + rx * F - rh * f
    dy[X_], dy[H_], dy[TH] = y[VX], y[VH], y[W]
    dy[VX] = fx / p[MASS]
    dy[VH] = fh / p[MASS] - p[GRAVITY]
    dy[W] = moment / p[INERTIA]


@active.register(SoftContact)
def soft_active(P, act):
    """Height; then x; then the angle; then the internal states that the laws have."""
    n = 0
    for i in range(6):
        if i % 3 == 1 or (i % 3 == 0 and P.k[FREEDOMS] > 1) or P.k[FREEDOMS] > 2:
            act[n] = i
            n += 1
    for i in range(P.k[POINTS]):
        if P.k[NORMAL] != NONLINEAR:
            act[n] = INTERNAL + 2 * i
            n += 1
        if P.k[FRICTION] != NONE:
            act[n] = INTERNAL + 2 * i + 1
            n += 1
    return n, n


@kernel
def _ground_guard(P, mode, n, vn, z):
    """Positive while the mode of the ground is right, and its rate where it is known."""
    law, p = P.k[NORMAL], P.p
    if law == NONLINEAR:
        return (n, vn) if mode == FREE else (-n, -vn)
    if law == SD2:
        return (n - z, vn + p[K1] / p[B] * z) if mode == FREE else (z - n, UNKNOWN)
    pull = n + p[B] / p[K1] * vn  # of a contact there [m]
    if mode == TOUCHING:
        return -pull, UNKNOWN
    # body and ground part along a common tangent: n - z has a double zero there, the pull a simple one
    return (n - z, vn + p[K1] / p[B] * z) if n - z > pull else (pull, UNKNOWN)


@guards.register(SoftContact)
def soft_guards(t, y, P, g, gd):
    """Two per point: its ground, its bristle."""
    p = P.p
    for i in range(P.k[POINTS]):
        j = INTERNAL + 2 * i
        n, vn, vt, _, _ = _point(y, P, i)
        g[2 * i], gd[2 * i] = _ground_guard(P, P.mode[i, 0], n, vn, y[j])
        g[2 * i + 1], gd[2 * i + 1] = UNUSED, UNKNOWN
        if P.k[FRICTION] == DOUBLE_STATE and P.mode[i, 0] == TOUCHING:
            F, _ = _normal(P, TOUCHING, n, vn, y[j])
            margin = p[MU] * F - abs(p[KT] * y[j + 1] + p[BT] * vt)
            g[2 * i + 1] = margin if P.mode[i, 1] == STICK else -margin
    return 2 * P.k[POINTS]


@jump.register(SoftContact)
def soft_jump(t, y, P, hit, log):
    """Change the modes of the points whose guards fired; one row of the log per point: time, point, modes."""
    rows = 0
    for i in range(P.k[POINTS]):
        if hit[2 * i] == 0 and hit[2 * i + 1] == 0:
            continue
        j = INTERNAL + 2 * i
        n, vn, vt, _, _ = _point(y, P, i)
        if hit[2 * i] == 1:
            P.mode[i, 0] = 1 - P.mode[i, 0]
            if P.mode[i, 0] == TOUCHING:
                if P.k[NORMAL] == SD1:
                    y[j] = n
                F, _ = _normal(P, TOUCHING, n, vn, y[j])
                holds = abs(P.p[KT] * y[j + 1] + P.p[BT] * vt) <= P.p[MU] * F
                P.mode[i, 1] = STICK if holds else SLIDE
        else:
            P.mode[i, 1] = 1 - P.mode[i, 1]
        log[rows, LOG_TIME], log[rows, LOG_POINT] = t, i
        log[rows, LOG_GROUND], log[rows, LOG_BRISTLE] = P.mode[i, 0], P.mode[i, 1]
        rows += 1
    return RESTART, rows


@norm.register(SoftContact)
def soft_norm(P, S, y1, err):
    """As in Matlab's suite."""
    return component_norm(S, y1, err)


@project.register(SoftContact)
def soft_project(t, P, y):
    """Nothing to do."""


@next_stop.register(SoftContact)
def soft_next_stop(t, P):
    """The next sample."""
    period = P.p[PERIOD]
    if period <= 0.0:
        return math.inf
    k = math.floor(t / period)
    while k * period <= t:
        k += 1
    return k * period


@at_stop.register(SoftContact)
def soft_at_stop(t, y, P, log):
    """A unit delay: it samples, and nothing in the motion changes."""
    return 0, 0


@watch.register(SoftContact)
def soft_watch(t, y, P, reach):
    """All guards are watched always."""
    return False


@entry
def run_soft_contact(P: SoftContact, S: Solver, E: Pairs, R: Rosenbrock, D: Reals2) -> int:
    """Advance a run; return the status."""
    return advance(P, S, E, R, D)
