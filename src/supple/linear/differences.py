"""Derivatives at an operating point: of the right-hand side by the Jacobian of the integrator, of the rest by differences.

    f' = (f(-2h) - 8 f(-h) + 8 f(h) - f(2h)) / 12h         error h^4 f^(5)/30 and rounding eps |f|/h

The step of a component is (eps l s^4)^(1/5): s the smallest change that matters, a part of the smallest indentation for a
displacement, and l the size of what it is added to. Both errors are then about eps^(4/5).
"""

import numpy as np

from .._interrupt import aside
from ..elements.observed import O_DELTA
from ..integrate.solver import EPS
from ..model.derivatives import Differentiator

PLACES, WEIGHTS = (-2.0, -1.0, 1.0, 2.0), (1.0 / 12.0, -8.0 / 12.0, 8.0 / 12.0, -1.0 / 12.0)
PART = 0.3  # of the smallest indentation


def rate_slopes(point, T):
    """(y', dy'/dx) at a point in held modes: x by the columns of T."""
    found = aside(lambda: Differentiator(point.model, point.P, point.t).at(point.t, point.y))
    slopes, f = np.zeros_like(T), np.zeros(point.y.size)
    slopes[found.components] = found.J @ T[found.components[: found.core]]
    f[found.components] = found.f
    return f, slopes


def steps(point, components):
    """How far to go in each component of the small state."""
    depths = np.abs(point.observe(point.y[None, :], point.touching)[0, :, O_DELTA])
    shallowest = PART * depths[depths > 0.0].min(initial=np.inf)
    size = np.array([min(one.size, shallowest) if one.kind == "dq" else one.size for one in components])
    extent = np.array([max(one.extent, one.size) for one in components])
    return (EPS * extent * size**4) ** 0.2


def slopes_of(function, point, components, T):
    """Derivatives of function(states) -> (states, outputs) by the small state: (outputs, components)."""
    h = steps(point, components)
    columns = []
    for column, step in zip(T.T, h, strict=True):
        values = function(np.array([point.y + place * step * column for place in PLACES]))
        columns.append(WEIGHTS @ values / step)
    return np.array(columns).reshape(len(components), -1).T


def slope_by(function, step):
    """Derivative of function(u) -> array at u = 0."""
    return sum(weight * function(place * step) for weight, place in zip(WEIGHTS, PLACES, strict=True)) / step
