"""Points along edges, axes and rims, which terrains meet: a terrain is not convex, so that the ends alone do not tell.

    n = ceil(length/probing) parts of equal length, and a ball at every place between two of them;  of a rim all around it

Why       the lowest point of an edge over a terrain jumps from hill to hill, and is a whole line where the ground is flat:
          a contact there would chatter. Every ball has a contact of its own, whose force has a potential.
Flat      what lies on flat ground has the sum of the stiffnesses of its corners and of these.
Seen      a ridge of curvature k between two of them is deeper inside the edge than they are, by k probing^2/8 at most.
Axes      of cylinders: only balls that do not reach over its ends.
"""

from math import ceil, hypot, pi

import numpy as np

from .._check import shown
from ..shapes.contract import BALL, EDGE, RIM, SEGMENT, Part
from ..shapes.roles import PROBES
from ..shapes.written import ORIGIN

LARGEST = 1000  # along one edge
LEAST = 8  # around a rim


def fields_of(scene):
    """(body, surface) of all terrains."""
    for body in scene.bodies.values():
        for surface in body.surfaces:
            if hasattr(surface, "probing"):
                yield body, surface


def probing_of(scene):
    """The smallest `probing` of all terrains [m]; None without any."""
    return min((surface.probing for _, surface in fields_of(scene)), default=None)


def probes_of(surface, probing):
    """Parts: balls along the edges, axes and rims of a surface."""
    if probing is None:
        return
    for part in surface.features():
        if part.kind in (SEGMENT, EDGE):
            yield from _along(surface, part, probing)
        elif part.kind == RIM:
            yield from _around(surface, part, probing)


def _number(surface, length, probing):
    n = ceil(length / probing * (1.0 - 1e-12))
    if n > LARGEST:
        raise ValueError(
            f"probing of a terrain must be at least {length / LARGEST:.3g} m, 1/{LARGEST} of the edges of "
            f"{shown(surface.name)}, got {probing!r}"
        )
    return n


def _along(surface, part, probing):
    """Between the two ends."""
    start, end = np.array(part.at), np.array(part.end)
    length = hypot(*(end - start))
    inside = part.radius - (part.radius if part.round is None else part.round)  # of an axis: from its ends
    if length <= 2.0 * inside or length == 0.0:
        return
    start, end = start + inside / length * (end - start), end - inside / length * (end - start)
    n = _number(surface, length - 2.0 * inside, probing)
    for k in range(0 if inside > 0.0 else 1, n + 1 if inside > 0.0 else n):
        at = tuple((start + k / n * (end - start)).tolist())
        yield Part(f"{part.label}.{k}", BALL, at, ORIGIN, part.radius, PROBES)


def _around(surface, part, probing):
    """Around a circle."""
    axis, rho = np.array(part.end) / hypot(*part.end), part.size
    one = np.cross(axis, np.eye(3)[np.argmin(np.abs(axis))])
    one /= hypot(*one)
    other = np.cross(axis, one)
    n = max(_number(surface, 2.0 * pi * rho, probing), LEAST)
    for k in range(n):
        angle = 2.0 * pi * k / n
        at = np.array(part.at) + rho * (np.cos(angle) * one + np.sin(angle) * other)
        yield Part(f"{part.label}.{k}", BALL, tuple(at.tolist()), ORIGIN, part.radius, PROBES)
