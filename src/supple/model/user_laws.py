"""Users' laws of a model: which of their functions failed, in which contact, and what it did.

A function that raises or returns no number gives nan to the loop and notes where (`laws/user_function.py`). A trial stage
of a step may do so without harm, the step is then rejected; who asks decides whether the failure ended the run.
A force that falls to zero while the bodies still approach lets them through: no law does that, and no run should hide it.
"""

from typing import NamedTuple

from ..laws.user_function import UserFunction
from ..tables import C_FROW, C_NROW, E_CONTACT, E_DELTA, E_RATE

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


def let_go(model, lost):
    """A sentence on the first user's law in the rows `lost` of the log that let go of bodies on their way in, or None."""
    for row in lost[(lost[:, E_DELTA] > 0.0) & (lost[:, E_RATE] > STILL)]:
        contact = int(row[E_CONTACT])
        for function in getattr(model.laws[contact][0], "functions", ())[:1]:
            where = function.at(row[E_DELTA], row[E_RATE])
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
