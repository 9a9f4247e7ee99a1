"""Internal state that cannot be: a step along the slope of a law may bend a bristle further than the law lets it.

A bristle of Dahl's kind bends by the slip until it slides, u' = v - |v| u/u_max: near rest its slope is that of a spring
without end. What a step has put beyond u_max is put back onto it, so that the residual tells where friction is too small.
"""

import numpy as np

from ..elements.motor_columns import AT_BRISTLE, BRISTLE, COULOMB
from ..elements.observed import O_FORCE
from ..tables import EL_ROW, EL_RULE, EL_SLOT, R_STATE, R_STATE_F


def put_back(point):
    """Bend no bristle of a point further than it can be."""
    _contacts(point)
    _motors(point)


def _contacts(point):
    P, model, y = point.P, point.model, point.y
    which = [e for e in point.touching if P.el_i[e, EL_SLOT] >= 0 and P.rule_i[P.el_i[e, EL_RULE], R_STATE_F] >= 3]
    if not which:
        return
    forces = point.observe(y[None, :], which)[0, :, O_FORCE]
    for e, force in zip(which, forces.tolist(), strict=True):
        rule = P.el_i[e, EL_RULE]
        bound = getattr(model.rules[rule].friction, "state_bound", None)
        if bound is None:
            continue
        first = int(P.el_i[e, EL_SLOT] + P.rule_i[rule, R_STATE])
        size, most = float(np.linalg.norm(y[first : first + 3])), float(bound(max(force, 0.0)))
        if size > most:
            y[first : first + 3] *= most / size


def _motors(point):
    P = point.P
    for e, one in enumerate(point.model.elements):
        if one.kind != "motor":
            continue
        row = P.par[P.el_i[e, EL_ROW]]
        if row[BRISTLE] > 0.0:
            place = int(P.el_i[e, EL_SLOT] + row[AT_BRISTLE])
            most = row[COULOMB] / row[BRISTLE]
            point.y[place] = min(max(point.y[place], -most), most)
