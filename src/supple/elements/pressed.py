"""What the two laws of a contact are told besides force and indentation, where they ask for it.

A friction law names in `needs` what it wants of the load (laws/friction/contract.py): the elastic part of the normal force,
its growth, the tensors of the contact plane, the force that holds it. A normal law with an onset gets the place where the
contact is made, and writes its parameters for as long as it lasts (laws/normal/onset.py). Both may
distinguish the sides a and b of their rule.
"""

from .._jit import inlined, kernel
from ..laws.friction.contract import Load
from ..laws.friction.dispatch import friction_tensors, full_guard, full_response, plain_guard, plain_response
from ..laws.normal.dispatch import normal_onset
from ..laws.normal.onset import Onset
from ..spatial.plane_tensors import NONE
from ..spatial.vectors import UNTURNED, ZERO, get3, get9, mat_mul, mat_t_vec
from ..tables import (
    EL_A,
    EL_B,
    EL_ROW,
    EL_ROW_F,
    EL_RULE,
    EL_TURNED,
    ELASTIC,
    F_NODE,
    F_TURN,
    GROWTH,
    H_CENTRE,
    HELD,
    R_CENTRE,
    R_FRICTION,
    R_NEEDS,
    R_ONSET,
    TENSORS,
    W_R,
)
from .features import curvatures
from .normal import normal_with, yields
from .places import is_world

STEP = 1e-3  # [delta] in differences of the elastic force
FIRST = 1e-9  # [m] indentation whose secant stands for the slope at touch-down


@inlined
def _needs(P, e):
    return P.rule_i[P.el_i[e, EL_RULE], R_NEEDS]


@inlined
def pressed_by(P, e, m, F, z):
    """The Load of the friction law of contact e with the motion m, the normal force F and its internal state z."""
    needs = _needs(P, e)
    if needs == 0:
        return Load(F, m.delta, 0.0, 0.0, ZERO, NONE, NONE, ZERO)
    return _in_full(P, e, m, F, z, needs)


@inlined
def response_under(P, e, mode, m, F, z, slip, s):
    """What the friction law answers."""
    law, row, needs = P.rule_i[P.el_i[e, EL_RULE], R_FRICTION], P.par[P.el_i[e, EL_ROW_F]], _needs(P, e)
    if needs == 0:
        return plain_response(law, mode, F, m.delta, slip, s, row)
    return full_response(law, mode, _in_full(P, e, m, F, z, needs), slip, s, row)


@inlined
def guard_under(P, e, mode, m, F, z, slip, s):
    """The guard of a mode of the friction law, and its rate."""
    law, row, needs = P.rule_i[P.el_i[e, EL_RULE], R_FRICTION], P.par[P.el_i[e, EL_ROW_F]], _needs(P, e)
    if needs == 0:
        return plain_guard(law, mode, F, m.delta, slip, s, row)
    return full_guard(law, mode, _in_full(P, e, m, F, z, needs), slip, s, row)


@kernel
def _in_full(P, e, m, F, z, needs):
    elastic, growth, N, B = 0.0, 0.0, NONE, NONE
    if needs & (ELASTIC | GROWTH):
        elastic = _at_rest(P, e, m.delta, z)
    if needs & GROWTH:
        growth = m.rate * _slope(P, e, m.delta, z)
    if needs & TENSORS:
        law, row = P.rule_i[P.el_i[e, EL_RULE], R_FRICTION], P.par[P.el_i[e, EL_ROW_F]]
        a, b = _sides(P, e)
        N, B = friction_tensors(law, m.n, _turned(P, a), _turned(P, b), row)
    held = get3(P.held, e, 0) if needs & HELD else ZERO
    return Load(F, m.delta, elastic, growth, m.n, N, B, held)


@kernel
def _at_rest(P, e, delta, z):
    """Normal force without a rate [N]."""
    return normal_with(P, e, delta, 0.0, z)[0]


@inlined
def _slope(P, e, delta, z):
    """d force/d delta without a rate [N/m]: differences of fourth order, in steps that follow any power of delta.

    That of a surface which has yielded counts from its dent.
    """
    surface = max(z, 0.0) if yields(P, e) else 0.0
    h = STEP * abs(delta - surface)
    if h == 0.0:
        return _at_rest(P, e, surface + FIRST, z) / FIRST
    near = _at_rest(P, e, delta + h, z) - _at_rest(P, e, delta - h, z)
    far = _at_rest(P, e, delta + 2.0 * h, z) - _at_rest(P, e, delta - 2.0 * h, z)
    return (8.0 * near - far) / (12.0 * h)


@inlined
def _sides(P, e):
    """The features of sides a and b of the rule."""
    a, b = P.el_i[e, EL_A], P.el_i[e, EL_B]
    return (b, a) if P.el_i[e, EL_TURNED] == 1 else (a, b)


@inlined
def _turned(P, feature):
    """The rotation of the body of a feature, which may be fixed to its node in another attitude."""
    node, row = P.feat_i[feature, F_NODE], P.feat_i[feature, F_TURN]
    R = UNTURNED if is_world(P, node) else get9(P.work, node, W_R)
    return mat_mul(R, get9(P.par, row, 0)) if row > 0 else R


@kernel
def begin_with(P, e, m):
    """Write the parameters of a normal law that takes them from the place where contact e is made."""
    a, b = _sides(P, e)
    low, high = curvatures(P, e)
    at = Onset(low, high, mat_t_vec(_turned(P, a), m.n), mat_t_vec(_turned(P, b), m.n))
    P.hold[e, H_CENTRE] = P.rule_f[P.el_i[e, EL_RULE], R_CENTRE]
    normal_onset(P.rule_i[P.el_i[e, EL_RULE], R_ONSET], at, P.par[P.el_i[e, EL_ROW]], P.hold[e])
    if P.el_i[e, EL_TURNED] == 1:
        P.hold[e, H_CENTRE] = 1.0 - P.hold[e, H_CENTRE]
