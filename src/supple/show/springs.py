"""Springs and bushings in pictures: their ends, and the helix of a spring."""

import numpy as np

from ..elements import Bushing, Spring

COILS, PER_COIL = 7, 12
ENDS = 0.15  # part of the length that is straight at each end
WIDTH = 0.06  # radius of a coil over the length


def springs_of(scene):
    """The springs and bushings of a scene, each with its word."""
    words = ((Spring, "spring"), (Bushing, "bushing"))
    return [(word, one) for one in scene.elements.values() for kind, word in words if isinstance(one, kind)]


def ends_of_springs(scene, place):
    """Word and two ends [m] of each; place(body, point): where a point of a body is."""
    return [(word, place(one.a, one.at_a), place(one.b, one.at_b)) for word, one in springs_of(scene)]


def helix(a, b):
    """Points (n, 3) of a helix with straight ends from a to b."""
    along = b - a
    length = np.linalg.norm(along)
    if length == 0.0:
        return np.array([a, b])
    u = np.cross(np.eye(3)[np.argmin(np.abs(along))], along)
    u *= WIDTH * length / np.linalg.norm(u)
    part = np.linspace(0.0, 1.0, COILS * PER_COIL + 1)[:, None]
    angle = 2.0 * np.pi * COILS * part
    coils = a + (ENDS + (1.0 - 2.0 * ENDS) * part) * along
    coils = coils + np.cos(angle) * u + np.sin(angle) * np.cross(along / length, u)
    return np.concatenate([[a, a + ENDS * along], coils, [b - ENDS * along, b]])
