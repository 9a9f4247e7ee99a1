"""A contact: two features, a normal law and a friction law.

B feels F n + f at c and the couples F k and m, A the opposite: momentum is conserved and the power of the pair is
-F rate + f . v_t + m . (w_B - w_A). The tangential state u is a vector in world axes, carried along by the mean spin of the
two bodies,

    du/dt = (law) + Omega x u,   Omega = n x dn/dt + 1/2 (n . (w_A + w_B)) n

so that a rigid motion of the pair carries the stored force with it. A frame built from n by a fixed rule would not be
objective. Source: Stramigioli & Duindam (2004); the spin of the frame, which the paper leaves open, is the mean one.

Modes     M_NORMAL: OPEN, TOUCHING, YIELDING;   M_FRICTION: the mode of the friction law, 0 while open or without friction
Guards    made or lost; the mode of the friction law; the phase of a normal law that yields
Jumps     made   what the free surface and the bristle still have comes back; its energy is taken out of "released"
          lost   surface and bristle are noted with the time; their energy is booked as "released": nobody can get it back
                 unless the contact is made again before they have relaxed
          turn   the permanent indentation grows from now on, or stays; no energy changes
          slip   as the friction law says; the energy of a state it drops is booked as "released"
So the ledger closes across every jump.
"""

import math

from .._jit import inlined, kernel
from ..guards import UNKNOWN, UNUSED
from ..integrate.problem import RESTART
from ..integrate.solver import EPS
from ..laws.friction.contract import AT_REST, Bristle, Slip
from ..laws.friction.dispatch import (
    friction_energy,
    friction_next_mode,
    friction_relax_rate,
    friction_start,
)
from ..laws.rolling import resistance
from ..shapes.contract import PLANE
from ..spatial.vectors import ZERO, add, add_scaled, cross, dot, get3, put3, scale, sub
from ..tables import (
    DEEP,
    EL_A,
    EL_B,
    EL_ROW_F,
    EL_RULE,
    EL_SLOT,
    F_DEEPEST,
    F_KIND,
    F_REACH,
    F_ROUND,
    H_THETA,
    H_TIME,
    H_U,
    L_BRISTLE,
    L_FRICTION,
    L_RELEASED,
    M_FRICTION,
    M_NORMAL,
    OPEN,
    R_FRICTION,
    R_ONSET,
    R_ROW_R,
    R_STATE,
    R_STATE_F,
    S_EXACT,
    S_LEDGER,
    TOUCHING,
    W_P,
    W_W,
)
from .bristles import bristle, carrying, put_bristle
from .contact_slopes import slopes  # noqa: F401  (its derivatives)
from .cornered import is_cornered, is_field, over_the_border
from .features import motion, motion_here, nodes, normal_rate, push
from .normal import (
    ROUNDING,
    book_of,
    dent,
    flags_of_touch,
    leave,
    normal_at,
    normal_here,
    normal_state,
    open_guard,
    phase_guard,
    stored_normal,
    touch,
    touching_guard,
    turn,
    yields,
)
from .observed import CONTACT, TANGENTIAL, see_friction, see_motion
from .pressed import begin_with, guard_under, pressed_by, response_under
from .slots import give_back, lend

N_MODE, N_HOLD, N_GUARD = 2, 6, 2
PHASE = 2  # guard of the phase, of a normal law that yields
NOTHING = 0.125  # of what rounding leaves of a gap: a guard so low has fallen, or its fall would be sought for ever
ROUNDED = 0.8  # of the two roundings: deeper, the normal of shapes with corners is no longer continuous
DEEPEST = 1.0  # [m] indentation of things without a size (points) beyond which they mean nothing


@inlined
def _law(P, e):
    return P.rule_i[P.el_i[e, EL_RULE], R_FRICTION]


@inlined
def _slip(m):
    return Slip(m.v, m.spin)


@inlined
def deepest(P, e):
    """Indentation [m] at which the smaller of the two features has been passed through, or their cores come near."""
    a, b = P.el_i[e, EL_A], P.el_i[e, EL_B]
    if is_cornered(P.feat_i[b, F_KIND]) and P.feat_i[a, F_KIND] != PLANE and not is_field(P, b):
        return ROUNDED * (P.feat_f[a, F_ROUND] + P.feat_f[b, F_ROUND])
    depth = min(P.feat_f[a, F_DEEPEST], P.feat_f[b, F_DEEPEST])
    return depth if depth < math.inf else DEEPEST


@inlined
def _is_lost(P, e, m):
    """Whether it touches a terrain beyond its border."""
    b = P.el_i[e, EL_B]
    return is_field(P, b) and m.delta > 0.0 and over_the_border(P, b, m.point)


@inlined
def rounding(P, e):
    """What rounding leaves of a gap [m], by the distances from the origins of the world and of the nodes."""
    _, b = nodes(P, e)
    p = get3(P.work, b, W_P)
    reach = P.feat_f[P.el_i[e, EL_A], F_REACH] + P.feat_f[P.el_i[e, EL_B], F_REACH]
    return ROUNDING * EPS * (abs(p[0]) + abs(p[1]) + abs(p[2]) + reach)


# --- friction ---------------------------------------------------------------------------------------------------------
@inlined
def _stored_friction(P, e, s):
    return friction_energy(_law(P, e), P.mode[e, M_FRICTION], s, P.par[P.el_i[e, EL_ROW_F]])


@inlined
def _friction(P, e, m, F, z, s):
    """What the friction law answers; z: internal state of the normal law."""
    return response_under(P, e, P.mode[e, M_FRICTION], m, F, z, _slip(m), s)


@inlined
def _transport(P, e, n, u):
    """Omega x u: the state moves with the contact."""
    a, b = nodes(P, e)
    both = add(get3(P.work, a, W_W), get3(P.work, b, W_W))
    return cross(carrying(n, normal_rate(P, e, n), both), u)


# --- forces -------------------------------------------------------------------------------------------------------------
@inlined
def load(P, e, t, y, dy):
    """Forces on the two nodes, rates of the internal state, powers."""
    rule, ledger = P.el_i[e, EL_RULE], P.size[S_LEDGER]
    m = motion_here(P, e)
    F, z_rate, damped = normal_here(P, e, y, m.delta, m.rate)
    book = book_of(P, e)
    force, couple = scale(F, m.n), scale(F, m.arm)
    a, b = nodes(P, e)
    if P.rule_i[rule, R_FRICTION] != 0:
        s = bristle(P, e, y, m.n)
        pull = _friction(P, e, m, F, normal_state(P, e, y), s)
        force = add(force, pull.force)
        couple = add_scaled(couple, pull.moment, m.n)
        if P.rule_i[rule, R_STATE_F] > 0:
            put_bristle(P, e, dy, Bristle(add(pull.rate.u, _transport(P, e, m.n, s.u)), pull.rate.theta))
        dy[ledger + L_FRICTION] += pull.lost
        dy[ledger + L_BRISTLE] += pull.reversible
    dy[ledger + book] += damped
    if P.rule_i[rule, R_STATE] > 0:
        dy[P.el_i[e, EL_SLOT]] = z_rate
    rolling = P.rule_i[rule, R_ROW_R]
    if rolling > 0:
        w = sub(get3(P.work, b, W_W), get3(P.work, a, W_W))
        against, lost = resistance(F, add_scaled(w, -dot(m.n, w), m.n), P.par[rolling])
        dy[ledger + L_FRICTION] += lost
        couple = add(couple, against)
    push(P, b, force, m.point, couple)
    push(P, a, scale(-1.0, force), m.point, scale(-1.0, couple))


# --- guards and jumps ---------------------------------------------------------------------------------------------------
@inlined
def friction_margin(P, e, y, m):
    """The guard of the mode of the friction law of a touching contact."""
    if P.mode[e, M_FRICTION] == 0:
        return UNUSED, UNKNOWN
    F, _, _ = normal_at(P, e, y, m.delta, m.rate)
    s = bristle(P, e, y, m.n)
    return guard_under(P, e, P.mode[e, M_FRICTION], m, F, normal_state(P, e, y), _slip(m), s)


@inlined
def watch(P, e, t, y, g, gd, i):
    """Made or lost, and the mode of the friction law; how deep it is, for the error control."""
    m = motion_here(P, e)
    P.seen[e] = abs(m.delta - dent(P, e, y)) if P.mode[e, M_NORMAL] != OPEN else abs(m.delta)
    if m.delta >= deepest(P, e) or _is_lost(P, e, m):
        P.count[DEEP] = 1 + e
    _guards(P, e, t, y, m, g, gd, i)


@inlined
def clear_guard(P, e, t, delta, rate):
    """Positive while an open contact stays open, and its rate.

    Flat things may hover at a gap of zero, many rows at once: what rounding alone leaves of a gap makes none of them.
    """
    g, gd = open_guard(P, e, t, delta, rate)
    if not is_cornered(P.feat_i[P.el_i[e, EL_B], F_KIND]):
        return g, gd
    noise = rounding(P, e)
    g += noise
    return (g if g > NOTHING * noise else min(g, 0.0)), gd


@inlined
def glance(P, e, t, y, g, gd, i):
    """The same, and nothing is noted."""
    _guards(P, e, t, y, motion(P, e), g, gd, i)


@inlined
def _guards(P, e, t, y, m, g, gd, i):
    if P.mode[e, M_NORMAL] == OPEN:
        g[i], gd[i] = clear_guard(P, e, t, m.delta, m.rate)
        g[i + 1], gd[i + 1] = UNUSED, UNKNOWN
        if yields(P, e):
            g[i + PHASE], gd[i + PHASE] = UNUSED, UNKNOWN
        return
    g[i], gd[i] = touching_guard(P, e, y, m.delta, m.rate)
    g[i + 1], gd[i + 1] = friction_margin(P, e, y, m)
    if yields(P, e):
        g[i + PHASE], gd[i + PHASE] = phase_guard(P, e, y, m.delta, m.rate, rounding(P, e))


@kernel
def make(P, e, t, y, m):
    """The contact begins: state comes back, the friction law chooses its mode; return the energy that came back."""
    law, row = _law(P, e), P.par[P.el_i[e, EL_ROW_F]]
    s = _left(P, e, t, m.n)
    z = touch(P, e, t, y, m.delta)
    P.mode[e, M_NORMAL] = TOUCHING
    for j in range(N_HOLD):
        P.hold[e, j] = 0.0
    if P.size[S_EXACT] > 0:
        put3(P.held, e, 0, ZERO)
    if P.rule_i[P.el_i[e, EL_RULE], R_ONSET] > 0:
        begin_with(P, e, m)
    energy = stored_normal(P, e, m.delta, z)
    if law != 0:
        F, _, _ = normal_at(P, e, y, m.delta, m.rate)
        pressed, slip = pressed_by(P, e, m, F, z), _slip(m)
        mode = friction_start(law, pressed, slip, s, row)
        if guard_under(P, e, mode, m, F, z, slip, s)[0] < 0.0:
            # a mode that needs a state of its own can only be reached from another
            mode, s = friction_next_mode(law, mode, pressed, slip, s, row)
        P.mode[e, M_FRICTION] = mode
        put_bristle(P, e, y, s)
        energy += _stored_friction(P, e, s)
    return energy


@inlined
def _left(P, e, t, n):
    """What the free ground has left of its tangential state."""
    law = _law(P, e)
    if law == 0:
        return AT_REST
    relax = friction_relax_rate(law, P.par[P.el_i[e, EL_ROW_F]])
    if relax < 0.0:
        return AT_REST
    left = math.exp(-relax * max(t - P.hold[e, H_TIME], 0.0))
    u = (P.hold[e, H_U] * left, P.hold[e, H_U + 1] * left, P.hold[e, H_U + 2] * left)
    return Bristle(add_scaled(u, -dot(n, u), n), P.hold[e, H_THETA] * left)


@kernel
def lose(P, e, t, y, m):
    """The contact ends: surface and bristle are noted; return the energy they still hold."""
    z = normal_state(P, e, y)
    s = bristle(P, e, y, m.n)
    energy = stored_normal(P, e, m.delta, z) + _stored_friction(P, e, s)
    leave(P, e, t, m.delta, z)
    for j in range(3):
        P.hold[e, H_U + j] = s.u[j]
    P.hold[e, H_THETA] = s.theta
    P.mode[e, M_NORMAL] = OPEN
    P.mode[e, M_FRICTION] = 0
    give_back(P, e, y)
    return energy


@kernel
def change(P, e, y, m):
    """The friction law changes its mode; return the energy of a state that it drops."""
    law = _law(P, e)
    s = bristle(P, e, y, m.n)
    F, _, _ = normal_at(P, e, y, m.delta, m.rate)
    before = _stored_friction(P, e, s)
    row, pressed = P.par[P.el_i[e, EL_ROW_F]], pressed_by(P, e, m, F, normal_state(P, e, y))
    mode, s = friction_next_mode(law, P.mode[e, M_FRICTION], pressed, _slip(m), s, row)
    P.mode[e, M_FRICTION] = mode
    put_bristle(P, e, y, s)
    return before - _stored_friction(P, e, s)


@inlined
def switch(P, e, t, y, hit, i):
    """Made, lost, another phase or mode of friction; flags, indentation and its rate. Flags -1: no slot is left."""
    m = motion(P, e)
    released = P.size[S_LEDGER] + L_RELEASED
    flags = 0
    if hit[i] == 1 and P.mode[e, M_NORMAL] == OPEN:
        if not lend(P, e):
            return -1, m.delta, m.rate
        y[released] -= make(P, e, t, y, m)
        flags = flags_of_touch(P, e)
    elif hit[i] == 1:
        y[released] += lose(P, e, t, y, m)
        flags = RESTART
    else:
        if yields(P, e) and hit[i + PHASE] == 1:
            turn(P, e, y, m.delta)
        if hit[i + 1] == 1:
            y[released] += change(P, e, y, m)
    return flags, m.delta, m.rate


@inlined
def begin(P, e, t, y):
    """Whatever overlaps at the start is touching."""
    m = motion(P, e)
    guard, _ = clear_guard(P, e, t, m.delta, m.rate)
    if guard <= 0.0 and lend(P, e):
        make(P, e, t, y, m)


# --- energy and what a result shows -------------------------------------------------------------------------------------
@inlined
def store(P, e, y, out):
    """Energies of the normal and of the tangential spring."""
    m = motion(P, e)
    out[CONTACT] += stored_normal(P, e, m.delta, normal_state(P, e, y))
    if _law(P, e) != 0:
        out[TANGENTIAL] += _stored_friction(P, e, bristle(P, e, y, m.n))


@inlined
def observe(P, e, y, out):
    """Motion, normal force and friction."""
    m = motion(P, e)
    F = 0.0
    pulled = ZERO
    if P.mode[e, M_NORMAL] != OPEN:
        F, _, _ = normal_at(P, e, y, m.delta, m.rate)
        if _law(P, e) != 0:
            pulled = _friction(P, e, m, F, normal_state(P, e, y), bristle(P, e, y, m.n)).force
    see_motion(P, e, m.delta, m.rate, F, out)
    see_friction(m.n, m.point, m.v, pulled, out)


@inlined
def press(P, e, y):
    """Normal force, indentation and its rate of a contact that touches."""
    m = motion(P, e)
    F, _, _ = normal_at(P, e, y, m.delta, m.rate)
    return F, m.delta, m.rate
