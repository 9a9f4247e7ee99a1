"""Guards and jumps: when a contact is made, lost, sticks or slips, and what then happens to its memory.

Two guards a watched contact: the normal one (made or lost) and the friction one (the law's mode). A change is

    made   the memory that the free surface and the bristle still have comes back; its energy is taken out of "released"
    lost   surface and bristle are noted with the time; their energy is booked as "released": nobody can get it back
           unless the contact is made again before they have relaxed
    slip   as the friction law says; the energy of a memory it drops is booked as "released"

so that the ledger closes across every jump.
"""

import math

from .._jit import inlined, kernel
from ..dynamics.kinematics import kinematics
from ..integrate.problem import RESTART, SINGULAR, UNKNOWN, UNUSED, at_stop, beyond, glance, guards, jump, next_stop
from ..laws.friction.dispatch import (
    friction_energy,
    friction_guard,
    friction_next_mode,
    friction_relax_rate,
    friction_start,
)
from ..laws.normal.dispatch import normal_remember, normal_surface
from ..spatial.vectors import ZERO
from ..tables import (
    C_DEEPEST,
    C_FRICTION,
    C_NORMAL,
    C_SINGULAR,
    C_ZF,
    C_ZN,
    E_CONTACT,
    E_DELTA,
    E_FRICTION,
    E_HOLD,
    E_NORMAL,
    E_OLD_FRICTION,
    E_OLD_NORMAL,
    E_RATE,
    E_TIME,
    H_SURFACE,
    H_TIME,
    H_U,
    L_RELEASED,
    M_FRICTION,
    M_NORMAL,
    N_HOLD,
    OPEN,
    S_LEDGER,
    S_NQ,
    S_NY,
    TOUCHING,
)
from .contact import (
    USER_FRICTION,
    USER_NORMAL,
    free_surface,
    friction_row,
    motion,
    normal_at,
    normal_row,
    open_guard,
    stored_normal,
    tangential_memory,
    touching_guard,
)
from .forces import next_corner, select_rows
from .robot import Robot


@inlined
def _friction_guard(P, c, y, delta, rate, n, v):
    """The guard of the mode of the friction law of a touching contact."""
    if P.mode[c, M_FRICTION] == 0:
        return UNUSED
    F, _, _ = normal_at(P, c, y, delta, rate)
    u = tangential_memory(P, c, y, n)
    return friction_guard(
        P.con_i[c, C_FRICTION], P.mode[c, M_FRICTION], F, v[0], v[1], v[2], u[0], u[1], u[2], friction_row(P, c)
    )


@guards.register(Robot)
def robot_guards(t, y, P, g, gd):
    """Write the guards of the watched contacts; return their number."""
    kinematics(P.tree, y, P.size[S_NQ], P.work)
    P.near_n[2] = 0
    for k in range(P.near_n[0]):
        c = P.near[k]
        delta, rate, n, _, v = motion(P, c, y)
        P.seen[c] = abs(delta)
        if delta >= P.con_f[c, C_DEEPEST]:
            P.near_n[2] = 1 + c
        g[2 * k + 1] = UNUSED
        gd[2 * k + 1] = UNKNOWN
        if P.mode[c, M_NORMAL] == OPEN:
            g[2 * k], gd[2 * k] = open_guard(P, c, t, delta, rate)
            continue
        g[2 * k] = touching_guard(P, c, y, delta, rate)
        gd[2 * k] = rate if g[2 * k] == delta else UNKNOWN
        g[2 * k + 1] = _friction_guard(P, c, y, delta, rate, n, v)
    return 2 * P.near_n[0]


@glance.register(Robot)
def robot_glance(t, y, P, g, gd):
    """Write the guards of the touching contacts."""
    kinematics(P.tree, y, P.size[S_NQ], P.work)
    for k in range(P.near_n[0]):
        c = P.near[k]
        if P.mode[c, M_NORMAL] != OPEN:
            delta, rate, n, _, v = motion(P, c, y)
            g[2 * k] = touching_guard(P, c, y, delta, rate)
            g[2 * k + 1] = _friction_guard(P, c, y, delta, rate, n, v)


@beyond.register_inlined(Robot)
def robot_beyond(P):
    """The contact that was too deep where the guards were last looked at."""
    return P.size[S_NY] + P.near_n[2] - 1 if P.near_n[2] > 0 else -1


@kernel
def friction_stored(P, c, u):
    """Energy in the tangential spring."""
    law = P.con_i[c, C_FRICTION]
    if law == 0 or law == USER_FRICTION:
        return 0.0
    return friction_energy(law, P.mode[c, M_FRICTION], u[0], u[1], u[2], friction_row(P, c))


@kernel
def put_memory(P, c, y, u):
    """Write the tangential memory of a contact into the state."""
    zf = P.con_i[c, C_ZF]
    if zf >= 0:
        y[zf] = u[0]
        y[zf + 1] = u[1]
        y[zf + 2] = u[2]


@kernel
def make(t, y, P, c, delta, rate, n, v):
    """The contact begins: memory comes back, the friction law chooses its mode; return the energy that came back."""
    s, _ = free_surface(P, c, t)
    z = 0.0
    zn = P.con_i[c, C_ZN]
    if zn >= 0:
        z = normal_remember(P.con_i[c, C_NORMAL], delta, s, normal_row(P, c))
        y[zn] = z
    P.mode[c, M_NORMAL] = TOUCHING
    energy = stored_normal(P, c, delta, z)
    law = P.con_i[c, C_FRICTION]
    if law != 0 and law != USER_FRICTION:
        relax = friction_relax_rate(law, friction_row(P, c))
        u = ZERO
        if relax >= 0.0:
            shrink = math.exp(-relax * max(t - P.hold[c, H_TIME], 0.0))
            u = (P.hold[c, H_U] * shrink, P.hold[c, H_U + 1] * shrink, P.hold[c, H_U + 2] * shrink)
        put_memory(P, c, y, u)
        u = tangential_memory(P, c, y, n)
        put_memory(P, c, y, u)
        F, _, _ = normal_at(P, c, y, delta, rate)
        row = friction_row(P, c)
        mode = friction_start(law, F, v[0], v[1], v[2], u[0], u[1], u[2], row)
        if friction_guard(law, mode, F, v[0], v[1], v[2], u[0], u[1], u[2], row) < 0.0:
            # a mode that needs a memory of its own can only be reached from another
            mode, ux, uy, uz = friction_next_mode(law, mode, F, v[0], v[1], v[2], u[0], u[1], u[2], row)
            u = (ux, uy, uz)
            put_memory(P, c, y, u)
        P.mode[c, M_FRICTION] = mode
        energy += friction_stored(P, c, u)
    for j in range(N_HOLD):
        P.hold[c, j] = 0.0
    return energy


@kernel
def lose(t, y, P, c, delta, n):
    """The contact ends: surface and bristle are noted; return the energy they still hold."""
    zn = P.con_i[c, C_ZN]
    z = y[zn] if zn >= 0 else 0.0
    u = tangential_memory(P, c, y, n)
    energy = stored_normal(P, c, delta, z) + friction_stored(P, c, u)
    P.hold[c, H_TIME] = t
    if P.con_i[c, C_NORMAL] == USER_NORMAL:
        P.hold[c, H_SURFACE] = 0.0
    else:
        P.hold[c, H_SURFACE] = normal_surface(P.con_i[c, C_NORMAL], delta, z, normal_row(P, c))
    for j in range(3):
        P.hold[c, H_U + j] = u[j]
    P.mode[c, M_NORMAL] = OPEN
    P.mode[c, M_FRICTION] = 0
    put_memory(P, c, y, ZERO)
    if zn >= 0:
        y[zn] = 0.0
    return energy


@kernel
def slip(y, P, c, delta, rate, n, v):
    """The friction law changes its mode; return the energy of a memory that it drops."""
    law = P.con_i[c, C_FRICTION]
    u = tangential_memory(P, c, y, n)
    before = friction_stored(P, c, u)
    F, _, _ = normal_at(P, c, y, delta, rate)
    mode, ux, uy, uz = friction_next_mode(
        law, P.mode[c, M_FRICTION], F, v[0], v[1], v[2], u[0], u[1], u[2], friction_row(P, c)
    )
    P.mode[c, M_FRICTION] = mode
    put_memory(P, c, y, (ux, uy, uz))
    return before - friction_stored(P, c, (ux, uy, uz))


@jump.register(Robot)
def robot_jump(t, y, P, hit, log):
    """Change the modes of the contacts whose guards have fired; return (flags, rows of the log)."""
    kinematics(P.tree, y, P.size[S_NQ], P.work)
    flags = 0
    rows = 0
    released = P.size[S_LEDGER] + L_RELEASED
    for k in range(P.near_n[0]):
        if hit[2 * k] == 0 and hit[2 * k + 1] == 0:
            continue
        c = P.near[k]
        old_normal = P.mode[c, M_NORMAL]
        old_friction = P.mode[c, M_FRICTION]
        delta, rate, n, _, v = motion(P, c, y)
        if hit[2 * k] == 1 and old_normal == OPEN:
            y[released] -= make(t, y, P, c, delta, rate, n, v)
            flags |= RESTART
            if P.con_i[c, C_SINGULAR] == 1:
                flags |= SINGULAR
        elif hit[2 * k] == 1:
            y[released] += lose(t, y, P, c, delta, n)
            flags |= RESTART
        else:
            y[released] += slip(y, P, c, delta, rate, n, v)
        log[rows, E_TIME] = t
        log[rows, E_CONTACT] = c
        log[rows, E_NORMAL] = P.mode[c, M_NORMAL]
        log[rows, E_FRICTION] = P.mode[c, M_FRICTION]
        log[rows, E_OLD_NORMAL] = old_normal
        log[rows, E_OLD_FRICTION] = old_friction
        log[rows, E_DELTA] = delta
        log[rows, E_RATE] = rate
        for j in range(N_HOLD):
            log[rows, E_HOLD + j] = P.hold[c, j]
        rows += 1
        if rows == log.shape[0]:
            break
    return flags, rows


@next_stop.register(Robot)
def robot_next_stop(t, P):
    """The next sample time or corner of an input."""
    stop = next_corner(t, P)
    period = P.clock[0]
    if period > 0.0:
        # the k-th sample is k * period exactly, so that ticks do not drift
        tick = (math.floor(t / period * (1.0 + 1e-15)) + 1.0) * period
        if tick <= t:
            tick += period
        stop = min(stop, tick)
    return stop


@at_stop.register(Robot)
def robot_at_stop(t, y, P):
    """A corner of an input begins a new piece of its table."""
    return RESTART if select_rows(t, P) else 0
