"""The same impact by another way: the equations of the link alone, written out, integrated with scipy.

Nothing of supple's dynamics, contacts or events is in here. With D = M - S, G = int phi' phi'^T, and the tip at
(L - q.G q/2, sum q) in the axes of the link:

    (J + q.D q) theta'' + 2 theta' q'.D q  =  Q_theta          M q'' + C q' + K q - theta'^2 D q  =  Q_q

    Fx = -mu N v_x/sqrt(v_x^2 + v_s^2)         no stick; the difference from exact stick is in proportion to v_s
    N = k (delta - q_p)^(3/2)                  elastic, q_p held
    N = N(delta) of (13)                       yields, q_p = eta (N - F_c)

The phase of the normal law is an event; friction has none. `foreshortened=False` leaves out G and S, which supple has.
"""

import math
from dataclasses import dataclass

import numpy as np

from .link import ANGLE, DIAMETER, INERTIA, LENGTH, MASS, E, law_of

RULE = 200  # Gauss points
END = 2e-3  # [s]
LONGEST = 5e-6  # [s] step: open intervals are not passed over
FREE, ELASTIC, YIELDS = range(3)


@dataclass(frozen=True)
class Plain:
    """What is found."""

    e: float
    e_rigid: float
    collisions: int
    peak: float  # [N]


def constants(modes, foreshortened=True):
    """omega_i^2, modal mass, D, G."""
    from scipy.optimize import brentq

    def characteristic(b):
        return math.sin(b) - math.tanh(b) * math.cos(b)

    around = [(i + 0.25) * math.pi for i in range(1, modes + 1)]
    b = np.array([brentq(characteristic, one - 0.5, one + 0.5, xtol=1e-14) for one in around])[:, None]
    z, w = np.polynomial.legendre.leggauss(RULE)
    x, w = 0.5 * LENGTH * (1.0 + z), 0.5 * LENGTH * w
    k = b / LENGTH
    grown = np.exp(k * (x - LENGTH)) / (1.0 - np.exp(-2.0 * b))
    sinh, cosh = grown * (1.0 - np.exp(-2.0 * k * x)), grown * (1.0 + np.exp(-2.0 * k * x))
    phi, slope = 0.5 * (np.sin(k * x) / np.sin(b) + sinh), 0.5 * k * (np.cos(k * x) / np.sin(b) + cosh)
    rho, stiffness = MASS / LENGTH, E * math.pi * DIAMETER**4 / 64.0
    M = rho * (phi * w) @ phi.T
    S = 0.5 * rho * (slope * w * (LENGTH**2 - x**2)) @ slope.T
    G = (slope * w) @ slope.T
    share = 1.0 if foreshortened else 0.0
    return b[:, 0] ** 4 * stiffness / (rho * LENGTH**4), MASS / 4.0, M - share * S, share * G


def first_loading(delta, law):
    """Force of (13) [N] by Newton's rule in its cube root."""
    soft, eta = law.k ** (-2.0 / 3.0), law.plastic_compliance
    c = eta * law.yield_force + delta
    u = min((c / eta) ** (1.0 / 3.0), math.sqrt(c / soft))
    for _ in range(60):
        step = ((eta * u + soft) * u * u - c) / ((3.0 * eta * u + 2.0 * soft) * u)
        u -= step
        if abs(step) < 1e-15 * u:
            break
    return u**3


class Link:
    """Right-hand side and guards of one case; the phase and q_p are held between two events."""

    def __init__(self, case, foreshortened):
        self.case, self.n, self.law = case, case.modes, law_of(case.rigid_block)
        self.square, self.mass, self.D, self.G = constants(case.modes, foreshortened)
        self.drag = 2.0 * case.damping * np.sqrt(self.square)
        self.phase, self.dent = ELASTIC, 0.0

    def tip(self, y):
        """Indentation, velocity along and into the block, and what the equations need of the tip."""
        n, (cos, sin) = self.n, (math.cos(y[0]), math.sin(y[0]))
        q, rate, speed = y[1 : n + 1], y[n + 1], y[n + 2 :]
        Gq = self.G @ q
        a, b = LENGTH - 0.5 * q @ Gq, q.sum()
        va, vb = -speed @ Gq - b * rate, speed.sum() + a * rate
        delta = a * sin + b * cos - LENGTH * math.sin(ANGLE)
        return delta, va * cos - vb * sin, va * sin + vb * cos, (a, b, Gq, cos, sin)

    def force(self, delta):
        """Normal force in the present phase [N], smooth beyond its end."""
        if self.phase == FREE:
            return 0.0
        if self.phase == YIELDS:
            return first_loading(delta, self.law)
        d = delta - self.dent
        return self.law.k * d * math.sqrt(abs(d))

    def slope(self, t, y):
        """dy/dt."""
        n = self.n
        q, rate, speed = y[1 : n + 1], y[n + 1], y[n + 2 :]
        delta, along, _, (a, b, Gq, cos, sin) = self.tip(y)
        N = self.force(delta)
        Fx = -self.case.mu * N * along / math.sqrt(along**2 + self.case.smoothing**2)
        Fi, Fj = Fx * cos - N * sin, -Fx * sin - N * cos
        Dq = self.D @ q
        turn = (a * Fj - b * Fi - 2.0 * rate * speed @ Dq) / (INERTIA + q @ Dq)
        bend = (Fj - Gq * Fi + rate**2 * Dq) / self.mass - self.square * q - self.drag * speed
        return np.concatenate([y[n + 1 :], [turn], bend])

    def guards(self):
        """(function that falls or rises through zero, direction, next phase) of the present phase."""
        if self.phase == FREE:
            return ((lambda t, y: self.tip(y)[0] - self.dent, 1.0, ELASTIC),)
        if self.phase == YIELDS:
            return ((lambda t, y: self.tip(y)[2], -1.0, ELASTIC),)
        force = self.law.yield_force + self.dent / self.law.plastic_compliance
        most = self.dent + (force / self.law.k) ** (2.0 / 3.0)
        return (
            (lambda t, y: self.tip(y)[0] - self.dent, -1.0, FREE),
            (lambda t, y: self.tip(y)[0] - most, 1.0, YIELDS),
        )


def plain_rebound(case, foreshortened=True, rtol=1e-9):
    """One impact, from the first touch to END."""
    from scipy.integrate import solve_ivp

    link, t = Link(case, foreshortened), 0.0
    y = np.zeros(2 * case.modes + 2)
    y[0], y[case.modes + 1] = ANGLE, case.omega
    collisions, peak, last = 1, 0.0, (math.nan, math.nan)
    while t < END:
        events = [_event(function, direction) for function, direction, _ in link.guards()]
        part = solve_ivp(
            link.slope, (t, END), y, method="DOP853", rtol=rtol, atol=1e-13, max_step=LONGEST, events=events
        )
        peak = max(peak, *(link.force(link.tip(state)[0]) for state in part.y.T))
        t, y = part.t[-1], part.y[:, -1]
        if part.status != 1:
            break
        fired = next(i for i, times in enumerate(part.t_events) if len(times))
        following = link.guards()[fired][2]
        if link.phase == YIELDS:
            link.dent = link.law.plastic_compliance * (link.force(link.tip(y)[0]) - link.law.yield_force)
        if following == FREE:
            last = (-link.tip(y)[2] / case.speed, -y[case.modes + 1] / case.omega)
        collisions += link.phase == FREE
        link.phase = following
    return Plain(*map(float, last), collisions, float(peak))


def _event(function, direction):
    """As scipy wants it."""

    def event(t, y):
        return function(t, y)

    event.direction, event.terminal = direction, True
    return event
