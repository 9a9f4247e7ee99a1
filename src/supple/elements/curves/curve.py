"""Curves by their numbers in compiled code, and in Python; how a cable is given one."""

from types import SimpleNamespace

import numpy as np

from ..._check import shown
from ..._jit import inlined, kernel
from ...guards import UNKNOWN, UNUSED
from ...quantities import Range
from .registry import CURVES

N_FORM = 5  # parameters of a curve, at most


@inlined
def _none(table, p, at, piece, e):
    return 0.0


@inlined
def _one_piece(table, p, at, e):
    return 0


@inlined
def _anywhere(table, p, at, piece, e):
    return UNUSED, UNKNOWN


@inlined
def _no_other(table, p, at, piece, e):
    return piece


tension = kernel(CURVES.choose("tension", "tension", _none))
energy = kernel(CURVES.choose("energy", "energy", _none))
piece_of = kernel(CURVES.choose("piece_of", "piece_of", _one_piece))
inside = kernel(CURVES.choose("inside", "inside", _anywhere))
neighbour = kernel(CURVES.choose("neighbour", "neighbour", _no_other))


def has_pieces(curve):
    """Whether a curve consists of pieces."""
    return hasattr(CURVES.modules[CURVES.number(curve)], "inside")


def _check_curve(name, value, unit):
    if isinstance(value, type) or value not in CURVES:
        raise TypeError(f"{name} must be a curve such as LinearCurve(stiffness=...), got {shown(value)}")
    return value


CURVE = Range("a curve", _check_curve)


def _asked(kernel, curve, e):
    """A kernel of a curve, at one elongation or at many."""
    space = SimpleNamespace(table=[])
    p = np.array(curve.numbers(space), dtype=float)
    rows = np.array(space.table, dtype=float)
    values = np.asarray(e, dtype=float)
    number = CURVES.number(curve)
    found = [
        kernel(number, rows, p, 0, piece_of(number, rows, p, 0, x), x) if x > 0.0 else 0.0
        for x in values.ravel().tolist()
    ]
    return np.array(found).reshape(values.shape) if values.ndim else found[0]


def tension_of(curve, e):
    """Tension [N] of a cable at rest with this curve at the elongation e [m], a number or an array; 0 where it is slack."""
    return _asked(tension, curve, e)


def energy_of(curve, e):
    """Energy [J] that it stores there."""
    return _asked(energy, curve, e)


def elongation_of(curve, f):
    """Elongation [m] at which a cable at rest with this curve has the tension f > 0 [N]; 0 for f <= 0."""
    from scipy.optimize import brentq

    if f <= 0.0:
        return 0.0
    high = 1.0
    while tension_of(curve, high) < f:
        high *= 2.0
        if high > 1e12:
            raise ValueError(f"tension must be one that the curve reaches, got {f!r} N or Nm")
    return float(brentq(lambda e: tension_of(curve, e) - f, 0.0, high, xtol=1e-300, rtol=8.9e-16))
