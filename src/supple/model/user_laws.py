"""Users' laws of a model: which of their functions failed, in which contact, and what it did.

A function that raises or returns no number gives nan to the loop and notes where (`laws/user_function.py`). A trial stage
of a step may do so without harm, the step is then rejected; who asks decides whether the failure ended the run.
A force that falls to zero while the bodies still approach lets them through: no law does that, and no run should hide it.

A function belongs to the process that made it. The parameters of its law begin with its address, and with 0 if the model
comes from a file: such a model keeps its numbers, but no force can be evaluated (`check_laws`).
"""

from typing import NamedTuple

import numpy as np

from ..laws.friction import user as friction
from ..laws.normal import user as normal
from ..laws.registry import FRICTION, NORMAL
from ..laws.user_function import UserFunction
from ..tables import EL_A, EL_B, EL_ROW, EL_ROW_F, EL_RULE, R_FRICTION, R_NORMAL, R_ROW, R_ROW_F
from .controllers import KIND as CONTROLLER

STILL = 1e-9  # [m/s] slower is rounding


class Users(NamedTuple):
    """Where laws of users are in the tables."""

    law: int  # column of the rules: number of the law
    row: int  # column of the rules: its parameters
    own: int  # column of the elements: the same
    number: int
    addresses: int  # numbers in front of the parameters


KINDS = (
    Users(R_NORMAL, R_ROW, EL_ROW, NORMAL.number(normal.UserNormal), normal.OWN),
    Users(R_FRICTION, R_ROW_F, EL_ROW_F, FRICTION.number(friction.UserFriction), friction.OWN),
)


class Failure(NamedTuple):
    """The last evaluation of a function that gave no number."""

    element: int | None  # None: one of many
    function: UserFunction
    a: float
    b: float
    sentence: str


def _functions(model):
    """Every user's function of a model once."""
    return dict.fromkeys(f for laws in model.rules for law in laws for f in getattr(law, "functions", ()))


def has_user_code(model):
    """Whether a run calls functions of a user's, which need not return."""
    return bool(_functions(model)) or any(element.kind == CONTROLLER for element in model.elements)


def forget_failures(model):
    """A run begins: no function has failed."""
    for function in _functions(model):
        function.forget()


def failures(model):
    """What failed since then."""
    return [_failure(model, function) for function in _functions(model) if function.failure]


def user_rules(tables):
    """[(rule, kind)] of every law of a user."""
    return [(int(rule), kind) for kind in KINDS for rule in np.flatnonzero(tables.rule_i[:, kind.law] == kind.number)]


def has_user_laws(model):
    """Whether a contact calls a function of a user."""
    return bool(model.user_rules)


def check_laws(model):
    """Raise if forces would have to be evaluated by functions that are not in this process."""
    for rule, kind in model.user_rules:
        if model.tables.par[model.tables.rule_i[rule, kind.row], 0] == 0.0:
            raise ValueError(
                f"{_contacts_of(model, rule)} has a user's own law, a Python function that no file keeps: states and "
                f"stored results of {model.scene.name!r} can be read, but forces cannot be evaluated again; build the "
                "scene and simulate it"
            )


def without_addresses(model):
    """The parameters for a file: addresses of functions mean nothing elsewhere, 0 says that they are not there."""
    par, el_i = model.tables.par.copy(), model.tables.el_i
    for rule, kind in model.user_rules:
        rows = [model.tables.rule_i[rule, kind.row], *el_i[el_i[:, EL_RULE] == rule, kind.own]]
        par[rows, : kind.addresses] = 0.0
    return par


def let_go(model, roster, lost):
    """A sentence on the first user's law that let go of bodies on their way in, or None; `lost` are changes of mode."""
    lost = lost.select((lost.delta > 0.0) & (lost.rate > STILL))
    for element, rule, delta, rate in zip(lost.element, lost.rule, lost.delta, lost.rate, strict=True):
        for function in getattr(model.rules[rule].normal, "functions", ())[:1]:
            where, name = function.at(delta, rate), roster[element]
            return f"force {function.where()} of contact {name!r} fell to 0 N while the bodies approach, at {where}"
    return None


def _contacts_of(model, rule):
    """A contact of a rule, or all of them where they are not listed, in words."""
    found = np.flatnonzero(model.tables.el_i[:, EL_RULE] == rule)
    by_number = {number: name for name, number in model.known.items()}
    named = [by_number[e] for e in found.tolist() if e in by_number]
    return f"contact {named[0]!r}" if named else f"a contact by rule {rule + 1}"


def _failure(model, function):
    a, b, address = function.failure
    par, el_i = model.tables.par, model.tables.el_i
    row = (address - par.ctypes.data) // par.strides[0]
    own = (address - par.ctypes.data) % par.strides[0] // par.itemsize  # where the parameters begin
    happened = function.what_happened(a, b, par[row, own:])
    users = np.flatnonzero((el_i[:, EL_ROW] == row) | (el_i[:, EL_ROW_F] == row))
    element = int(users[0]) if users.size == 1 else None
    where = "contacts"
    if element is not None:
        where = f"contact {model.name_of(element, *el_i[element, [EL_A, EL_B]])!r}"
    sentence = f"{function.role.name} {function.where()} of {where} {happened} at {function.at(a, b)}"
    return Failure(element, function, a, b, sentence)
