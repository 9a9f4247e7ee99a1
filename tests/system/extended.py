"""The right-hand side of a model in extended precision, and its derivatives by differences there: an oracle.

Kernels called from Python are Python functions: on arrays of long doubles, with the functions of numpy in place of those of
`math`, they compute in 64 bits of mantissa. Differences extrapolated to the sixth order then have 13 digits where double
precision leaves 9, also for an indentation of a micrometre at a metre from the origin.
"""

import math
from contextlib import contextmanager

import numpy as np

from supple.system.rhs import robot_rhs

LONG = np.longdouble
FUNCTIONS = {name: getattr(np, name) for name in ("sqrt", "sin", "cos", "tan", "exp", "log", "tanh", "cosh", "sinh")}
FUNCTIONS |= {"atan2": np.arctan2, "hypot": np.hypot, "atan": np.arctan, "asin": np.arcsin, "acos": np.arccos}


@contextmanager
def extended():
    """The functions of `math` keep the precision of their arguments."""
    kept = {name: getattr(math, name) for name in FUNCTIONS}
    for name, function in FUNCTIONS.items():
        setattr(math, name, function)
    try:
        yield
    finally:
        for name, function in kept.items():
            setattr(math, name, function)


def in_long(P):
    """A copy of a system with scratch in extended precision; its discrete state is shared."""
    scratch = "work", "tau", "local", "column", "held", "grip", "mobility", "rate", "ahead"
    wide = {name: getattr(P, name).astype(LONG) for name in scratch}
    return P._replace(tree=P.tree._replace(bent=P.tree.bent.astype(LONG)), **wide)


def difference_jacobian(P, t, y, components, core, steps):
    """df/dy of a system at (t, y), rows `components`, columns the first `core` of them, by differences with these steps."""
    wide, y = in_long(P), np.asarray(y, dtype=LONG)

    def f(state):
        dy = np.zeros(state.size, dtype=LONG)
        robot_rhs(t, state, wide, dy)
        return dy[components]

    def quotient(i, h):
        ahead, behind = y.copy(), y.copy()
        ahead[i] += h
        behind[i] -= h
        return (f(ahead) - f(behind)) / (ahead[i] - behind[i])

    J = np.zeros((len(components), core), dtype=LONG)
    with extended():
        for j in range(core):
            i, h = components[j], LONG(steps[components[j]])
            a, b, c = (quotient(i, h * LONG(part)) for part in (1.0, 0.5, 0.25))
            J[:, j] = (64 * c - 20 * b + a) / 45  # Richardson, twice
    return J
