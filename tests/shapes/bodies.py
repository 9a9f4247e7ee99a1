"""Rigid bodies that move, and distances by search: what the tests of the pairs share."""

from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation


def t3(v):
    return tuple(float(x) for x in v)


@dataclass
class Body:
    """A rigid body that turns about its origin with w and moves with v."""

    origin: np.ndarray
    R: Rotation
    v: np.ndarray
    w: np.ndarray

    @classmethod
    def random(cls, rng):
        return cls(rng.uniform(-1, 1, 3), Rotation.random(rng=rng), rng.uniform(-1, 1, 3), rng.uniform(-1, 1, 3))

    def at(self, time):
        return replace(self, origin=self.origin + time * self.v, R=Rotation.from_rotvec(time * self.w) * self.R)

    def moved(self, Q, shift):
        """The same motion in a world that is turned by Q and shifted."""
        return Body(shift + Q.apply(self.origin), Q * self.R, Q.apply(self.v), Q.apply(self.w))

    def place(self, x):
        return t3(self.origin + self.R.apply(x))

    def turn(self, x):
        return t3(self.R.apply(x))

    def velocity(self, x):
        return t3(self.v + np.cross(self.w, np.asarray(x) - self.origin))


def least_distance(p_A, q_A, p_B, q_B):
    """Smallest squared distance over the unit square: a convex quadratic, so that one start would do."""
    p_A, q_A, p_B, q_B = map(np.asarray, (p_A, q_A, p_B, q_B))

    def cost(z):
        d = p_B + z[1] * (q_B - p_B) - p_A - z[0] * (q_A - p_A)
        return d @ d, np.array([-2 * d @ (q_A - p_A), 2 * d @ (q_B - p_B)])

    options = {"ftol": 1e-16, "gtol": 1e-12, "maxiter": 1000}
    starts = ((0.5, 0.5), (0.0, 0.0), (1.0, 1.0), (0.0, 1.0), (1.0, 0.0))
    bounds = [(0, 1), (0, 1)]
    return min(
        np.sqrt(minimize(cost, z, jac=True, bounds=bounds, method="L-BFGS-B", options=options).fun) for z in starts
    )
