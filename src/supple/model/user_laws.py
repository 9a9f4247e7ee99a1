"""Users' laws of a model: which of their functions failed, in which contact, and what it did.

A function that raises or returns no number gives nan to the loop and notes where (`laws/user_function.py`). A trial stage
of a step may do so without harm, the step is then rejected; who asks decides whether the failure ended the run.
A force that falls to zero while the bodies still approach lets them through: no law does that, and no run should hide it.

A function belongs to the process that made it. The tables of a model hold its address, and 0 if the model comes from a
file: such a model keeps its numbers, but no force can be evaluated (`check_laws`).
"""

from typing import NamedTuple

import numpy as np

from ..laws.friction.ids import FrictionLaw
from ..laws.normal.ids import NormalLaw
from ..laws.user_function import UserFunction
from ..tables import C_CALL_F, C_CALL_N, C_FRICTION, C_FROW, C_NORMAL, C_NROW

STILL = 1e-9  # [m/s] slower is rounding


class Failure(NamedTuple):
    """The last evaluation of a function that gave no number."""

    contact: int
    function: UserFunction
    a: float
    b: float
    sentence: str


def _functions(model):
    """Every user's function of a model once, with the place of its parameters in a row of con_f."""
    found = {}
    for pair in model.laws:
        for law, column in zip(pair, (C_NROW, C_FROW), strict=True):
            found |= dict.fromkeys(getattr(law, "functions", ()), column)
    return found


def forget_failures(model):
    """A run begins: no function has failed."""
    for function in _functions(model):
        function.forget()


def failures(model):
    """What failed since then."""
    return [_failure(model, function, column) for function, column in _functions(model).items() if function.failure]


def has_user_laws(model):
    """Whether a contact calls a function of a user."""
    con_i = model.tables.con_i
    return bool(np.any(con_i[:, C_NORMAL] == NormalLaw.USER) or np.any(con_i[:, C_FRICTION] == FrictionLaw.USER))


def check_laws(model):
    """Raise if forces would have to be evaluated by functions that are not in this process."""
    con_i = model.tables.con_i
    normal = (con_i[:, C_NORMAL] == NormalLaw.USER) & (con_i[:, C_CALL_N] == 0)
    friction = (con_i[:, C_FRICTION] == FrictionLaw.USER) & (con_i[:, C_CALL_F] == 0)
    for contact in np.flatnonzero(normal | friction)[:1]:
        raise ValueError(
            f"contact {model.contact_names[contact]!r} has a user's own law, a Python function that no file keeps: states "
            f"and stored results of {model.scene.name!r} can be read, but forces cannot be evaluated again; build the "
            "scene and simulate it"
        )


def let_go(model, lost):
    """A sentence on the first user's law that let go of bodies on their way in, or None; `lost` are changes of mode."""
    lost = lost.select((lost.delta > 0.0) & (lost.rate > STILL))
    for contact, delta, rate in zip(lost.contact, lost.delta, lost.rate, strict=True):
        for function in getattr(model.laws[contact][0], "functions", ())[:1]:
            where = function.at(delta, rate)
            name = model.contact_names[contact]
            return f"force {function.where()} of contact {name!r} fell to 0 N while the bodies approach, at {where}"
    return None


def _failure(model, function, column):
    a, b, row = function.failure
    con_f = model.tables.con_f
    contact = (row - con_f.ctypes.data) // con_f.strides[0]
    happened = function.what_happened(a, b, con_f[contact, column:])
    name = model.contact_names[contact]
    sentence = f"{function.role.name} {function.where()} of contact {name!r} {happened} at {function.at(a, b)}"
    return Failure(contact, function, a, b, sentence)
