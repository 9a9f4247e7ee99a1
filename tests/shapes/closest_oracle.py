"""Closest points of convex bodies by scipy, from the equations of the bodies: shares no code with supple.

Two ellipsoids apart   the least distance of a point of one and a point of the other, as points of two unit balls: a convex
                       problem (SLSQP), then its equations of optimality to the last digit (MINPACK).
Everything else        the largest d . n - h_A(n) - h_B(n): all of a fine grid of directions; the best of it that are far
                       from each other are climbed by BFGS, and by MINPACK to the last digit.
"""

import math

import numpy as np
from scipy.optimize import minimize, root

GRID = 3000  # directions
CLIMBED = 8  # of them, at most


class Support:
    """The support function of a body and its gradient, for many directions at once."""

    def __init__(self, one, numbers):
        """numbers: semi-axes of an ellipsoid; (semi-axes, exponent, rounding) of a superellipsoid; () of a point."""
        self.R, self.centre, self.radius = np.reshape(one.R, (3, 3)), np.array(one.centre), one.radius
        self.axes, self.q, self.e = np.zeros(3), 2.0, 0.0
        if len(numbers) == 3 and np.ndim(numbers[0]) == 0:
            self.axes = np.array(numbers, dtype=float)
        elif numbers:
            widths, exponent, self.e = np.array(numbers[0]), numbers[1], numbers[2]
            self.q = 1.0 / (1.0 - 1.0 / exponent)
            self.axes = np.sqrt((widths**self.q - 2.0 * self.e**self.q) ** (2.0 / self.q) - self.e**2)

    def reach(self):
        """A length of the order of its size."""
        return self.radius + max(self.axes)

    def __call__(self, n):
        """h and grad h at unit vectors n (..., 3), in world axes."""
        u = np.asarray(n) @ self.R
        if not self.axes.any():
            return np.full(u.shape[:-1], self.radius), self.radius * np.asarray(n)
        au = self.axes * u
        if self.e == 0.0:
            h = np.linalg.norm(au, axis=-1)
            s = self.axes * au / h[..., None]
        else:
            g = np.sqrt(au**2 + self.e**2)
            h = np.sum(g**self.q, axis=-1) ** (1.0 / self.q)
            weight = (g / h[..., None]) ** (self.q - 1.0) / g  # dh/dg over g
            s = weight * self.axes * au + self.e**2 * np.sum(weight, axis=-1)[..., None] * u
        return h + self.radius, s @ self.R.T + self.radius * np.asarray(n)


def grid():
    """Directions spread evenly over the sphere."""
    k = np.arange(GRID) + 0.5
    z, turn = 1.0 - 2.0 * k / GRID, math.pi * (1.0 + 5.0**0.5) * k
    r = np.sqrt(1.0 - z * z)
    return np.stack([r * np.cos(turn), r * np.sin(turn), z], axis=1)


DIRECTIONS = grid()


def gap_of(A, B, n):
    """The gap in a direction, and its gradient."""
    d = B.centre - A.centre
    (h_A, s_A), (h_B, s_B) = A(n), B(n)
    return n @ d - h_A - h_B, d - s_A - s_B


def climbed(A, B, n):
    """The largest gap that BFGS reaches from n, or MINPACK from there: BFGS ends early where the top is nearly flat."""
    e_1 = np.cross(n, np.eye(3)[np.argmin(np.abs(n))])
    e_1 /= np.linalg.norm(e_1)
    E, size = np.array([e_1, np.cross(n, e_1)]), A.reach() + B.reach()

    def cost(x):
        m = n + x @ E
        length = np.linalg.norm(m)
        value, slope = gap_of(A, B, m / length)
        return -value / size, -E @ (slope - (slope @ m) * m / length**2) / (length * size)

    found = minimize(cost, np.zeros(2), jac=True, method="BFGS", options={"gtol": 1e-13, "maxiter": 500})
    exact = root(lambda x: cost(x)[1], found.x, method="hybr", options={"xtol": 1e-15})
    return -size * min(found.fun, cost(exact.x)[0])


def largest_gap(A, B):
    """The largest gap [m]."""
    values, _ = gap_of(A, B, DIRECTIONS)
    chosen = []
    for i in np.argsort(-values):
        if len(chosen) == CLIMBED:
            break
        if all(DIRECTIONS[i] @ n < 0.97 for n in chosen):
            chosen.append(DIRECTIONS[i])
    return max(climbed(A, B, n) for n in chosen)


def distance(A, B):
    """The distance [m] of two ellipsoids that are apart, without their margins; None where scipy gives up."""
    d, size = B.centre - A.centre, max(A.axes.max(), B.axes.max())
    P, Q = A.R * A.axes / size, B.R * B.axes / size  # points of unit balls to points of the bodies
    d = d / size

    def cost(z):
        v = d + Q @ z[3:] - P @ z[:3]
        return v @ v, np.concatenate([-2.0 * P.T @ v, 2.0 * Q.T @ v])

    inside = [{"type": "ineq", "fun": lambda z, c=c: 1.0 - z[c] @ z[c],
               "jac": lambda z, c=c: np.concatenate([-2.0 * z[:3] * (c.start == 0), -2.0 * z[3:] * (c.start == 3)])}
              for c in (slice(0, 3), slice(3, 6))]  # fmt: skip
    unit = d / np.linalg.norm(d)
    start = np.concatenate([P.T @ unit, -Q.T @ unit])
    start /= np.repeat([np.linalg.norm(start[:3]), np.linalg.norm(start[3:])], 3)
    found = minimize(cost, start, jac=True, constraints=inside, method="SLSQP", options={"ftol": 1e-15, "maxiter": 300})
    z = found.x
    v = d + Q @ z[3:] - P @ z[:3]
    factors = [math.sqrt((P.T @ v) @ (P.T @ v)), math.sqrt((Q.T @ v) @ (Q.T @ v))]

    def optimal(w):
        v = d + Q @ w[3:6] - P @ w[:3]
        return np.concatenate([P.T @ v - w[6] * w[:3], Q.T @ v + w[7] * w[3:6],
                               [0.5 * (w[:3] @ w[:3] - 1.0), 0.5 * (w[3:6] @ w[3:6] - 1.0)]])  # fmt: skip

    exact = root(optimal, np.concatenate([z, factors]), method="hybr", options={"xtol": 1e-15})
    w = exact.x
    if np.abs(optimal(w)).max() > 1e-12 or w[6] < 0.0 or w[7] < 0.0:
        return None
    v = d + Q @ w[3:6] - P @ w[:3]
    return math.sqrt(v @ v) * size
