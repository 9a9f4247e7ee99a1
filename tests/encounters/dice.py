"""Random numbers and shapes as the families of encounters need them."""

import numpy as np

import supple as sp

from .encounter import MATERIAL
from .motions import unit

NONE = (0.0, 0.0, 0.0)


class Dice:
    """Random numbers as the families need them."""

    def __init__(self, *seed):
        self._rng = np.random.default_rng(seed)

    def log(self, low, high):
        return float(np.exp(self._rng.uniform(np.log(low), np.log(high))))

    def between(self, low, high):
        return float(self._rng.uniform(low, high))

    def whole(self, low, high):
        return int(self._rng.integers(low, high + 1))

    def chance(self, p):
        return bool(self._rng.random() < p)

    def pick(self, *items):
        return items[self._rng.integers(len(items))]

    def direction(self):
        return unit(self._rng.normal(size=3))

    def across(self, v):
        """A direction perpendicular to v."""
        d = np.cross(v, self.direction())
        return unit(d)

    def attitude(self):
        return tuple(unit(self._rng.normal(size=4)))

    def offset(self):
        """Far from the origin, now and then."""
        return 1000.0 * self.direction() if self.chance(0.2) else np.zeros(3)

    def depth(self, radius):
        """Of the overlap [m]: negative is a clearance."""
        if self.chance(0.5):
            return radius * self.between(0.1, 0.9)
        return radius * self.log(1e-6, 1.0) * self.pick(1, 1, -1)


def sphere(radius, at=NONE):
    return sp.Sphere(radius, tuple(at), MATERIAL)


def capsule(start, end, radius):
    return sp.Capsule(tuple(start), tuple(end), radius, MATERIAL)


def plane(normal, at=NONE):
    return sp.HalfSpace(tuple(normal), tuple(at), MATERIAL)


def turns_until(dice, when, most=30.0):
    """A spin [rad/s] of at most 1,000 and of so many radians until then: more would leave nothing to judge."""
    return min(dice.log(1.0, 1000.0), most * dice.log(0.03, 1.0) / when)
