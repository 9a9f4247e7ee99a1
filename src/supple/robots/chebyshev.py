"""Functions of time as Chebyshev series, one per smooth piece: values and derivatives to rounding.

A piece is halved until the last coefficients are nothing beside the largest.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.polynomial import Chebyshev

DEGREE = 80
SMALL, TAIL = 1e-13, 4  # the last TAIL coefficients are below SMALL times the largest value so far, of any of them
SHORT = 1e-12  # of the whole: knots that are one but for rounding
HALVINGS = 8  # at most: what is not smooth is cut no finer


class Pieces(NamedTuple):
    """Series that follow each other in time."""

    series: tuple[Chebyshev, ...]

    @property
    def knots(self):
        """Where they meet, and both ends [s]."""
        return (*(float(one.domain[0]) for one in self.series), float(self.series[-1].domain[1]))

    def value(self, t, derivative=0):
        """At times within; where two meet, that of the one that begins there."""
        t = np.asarray(t, dtype=float)
        which = np.clip(np.searchsorted(self.knots, t, side="right") - 1, 0, len(self.series) - 1)
        found = np.empty(t.shape)
        for i, one in enumerate(self.series):
            here = which == i
            if here.any():
                found[here] = one.deriv(derivative)(t[here]) if derivative else one(t[here])
        return found

    @classmethod
    def sum(cls, one, other, factor):
        """one + factor other; both have the same pieces."""
        return cls(tuple(a + factor * b for a, b in zip(one.series, other.series, strict=True)))


def resolved(coefficients, scale, small=SMALL):
    """Whether series, one per row, end in what is nothing beside a scale."""
    return bool(np.abs(coefficients[:, -TAIL:]).max() <= small * scale)


def fitted(function, knots, size):
    """One `Pieces` for each of the `size` numbers of a function of time that is smooth between the knots."""
    nodes = np.cos(np.pi * (np.arange(DEGREE + 1) + 0.5) / (DEGREE + 1))  # of the first kind: none at an end
    inverse = np.linalg.inv(np.polynomial.chebyshev.chebvander(nodes, DEGREE))
    found: list[list[Chebyshev]] = [[] for _ in range(size)]
    scale = 0.0

    def add(a, b, halvings):
        nonlocal scale
        values = np.array([function(0.5 * (a + b) + 0.5 * (b - a) * x) for x in nodes])
        scale = max(scale, np.abs(values).max())
        coefficients = (inverse @ values).T
        if not resolved(coefficients, scale) and halvings < HALVINGS:
            add(a, 0.5 * (a + b), halvings + 1)
            add(0.5 * (a + b), b, halvings + 1)
            return
        for series, row in zip(found, coefficients, strict=True):
            series.append(Chebyshev(row, domain=[a, b]))

    for a, b in pairwise(knots):
        if b - a > SHORT * knots[-1]:
            add(a, b, 0)
    return tuple(Pieces(tuple(series)) for series in found)
