"""The impact of a pinned flexible link on a block, written for this one problem in numpy and SciPy's solve_ivp.

    (J + q D q) th'' + 2 th' q' D q = Q_th        M q'' + K q - th'^2 D q = Q_q        tip (L - q G q/2, sum q)

with th the angle of the mean line, q the modal coordinates (pinned-free, 1 at the tip), D = M - S. The contact is elastic,
plastic or free (Hertz with a permanent indentation), its friction slips to either side or sticks exactly. Each phase is one
call of solve_ivp that ends at an event, as a user of it would write it.
"""

import math

import numpy as np
from numpy.polynomial.legendre import leggauss
from scipy.integrate import solve_ivp

L, DIAMETER, RHO, E, NU = 0.3, 0.02, 7800.0, 2.1e11, 0.3
ANGLE, OMEGA, MU = math.pi / 3, 10.0, 0.3
YIELD, HARDNESS = 350e6, 200 * 9.80665e6
RADIUS = DIAMETER / 2
STIFF = 2 / 3 * E * math.sqrt(RADIUS) / (1 - NU**2)
SOFT = 1 / (2 * math.pi * RADIUS * HARDNESS)
FIRST = 8 * math.pi**3 * RADIUS**3 * YIELD**3 / STIFF**2
SURFACE = L * math.sin(ANGLE)
REST = 1e-7 * OMEGA * L  # [m/s] slip that counts as none


class Link:
    """Constants of a link with n modes."""

    def __init__(self, n):
        x, w = leggauss(40 + 16 * n)
        x, w = 0.5 * L * (x + 1), 0.5 * L * w
        mass = RHO * math.pi * DIAMETER**2 / 4 * L
        bending = E * math.pi * DIAMETER**4 / 64
        roots = np.array([_root(i) for i in range(1, n + 1)])
        b = roots[:, None] / L
        slope = b / 2 * (np.cos(b * x) / np.sin(roots)[:, None] + np.cosh(b * x) / np.sinh(roots)[:, None])
        self.n, self.J, self.M = n, mass * L**2 / 3, mass / 4
        self.K = self.M * roots**4 * bending * L / (mass * L**4)
        self.G = (slope * w) @ slope.T
        self.D = self.M * np.eye(n) - mass / L * (slope * w * 0.5 * (L**2 - x**2)) @ slope.T

    def accelerations(self, y, force):
        """th'', q'' under a force on the tip."""
        n = self.n
        q, rate, speed = y[1 : n + 1], y[n + 1], y[n + 2 :]
        D, jacobian = self.D @ q, self.tip_rates(y)
        Q = jacobian @ force
        turn = (Q[0] - 2 * rate * speed @ D) / (self.J + q @ D)
        return np.concatenate(([turn], (Q[1:] - self.K * q + rate**2 * D) / self.M))

    def axes(self, th):
        """Directions along and across the link."""
        c, s = math.cos(th), math.sin(th)
        return np.array([c, s]), np.array([-s, c])

    def tip(self, y):
        """Where it is."""
        i, j = self.axes(y[0])
        q = y[1 : self.n + 1]
        return (L - 0.5 * q @ self.G @ q) * i + q.sum() * j

    def tip_rates(self, y):
        """Its derivatives by th and q, one row each."""
        i, j = self.axes(y[0])
        x, z = self.tip(y)
        return np.vstack(([-z, x], j - np.outer(self.G @ y[1 : self.n + 1], i)))

    def tip_velocity(self, y):
        """Its velocity."""
        return y[self.n + 1 :] @ self.tip_rates(y)

    def bias(self, y):
        """Part of its acceleration without th'' and q''."""
        n = self.n
        i, j = self.axes(y[0])
        q, rate, speed = y[1 : n + 1], y[n + 1], y[n + 2 :]
        turning = 2 * rate * (-(speed @ self.G @ q) * j - speed.sum() * i)
        return -(rate**2) * self.tip(y) + turning - (speed @ self.G @ speed) * i


def _root(i):
    """Of tan b = tanh b."""
    b = (i + 0.25) * math.pi
    for _ in range(20):
        b -= (math.sin(b) * math.cosh(b) - math.cos(b) * math.sinh(b)) / (2 * math.sin(b) * math.sinh(b))
    return b


def yielding(delta):
    """Force on the first loading curve: u^3 is the force, by Newton's rule from above."""
    c, soft = SOFT * FIRST + delta, STIFF ** (-2 / 3)
    u = min((c / SOFT) ** (1 / 3), math.sqrt(c / soft)) if c > 0 else 0.0
    for _ in range(60):
        step = ((SOFT * u + soft) * u * u - c) / ((3 * SOFT * u + 2 * soft) * u) if u > 0 else 0.0
        u -= step
        if abs(step) <= 1e-15 * u:
            break
    return u**3


class Contact:
    """Phase, dent and friction of the tip; forces and guards follow from them."""

    def __init__(self, link):
        self.link, self.phase, self.dent, self.friction = link, "free", 0.0, 1.0  # friction: sign of the slip, 0: stick

    def load(self, y):
        """Normal force."""
        delta = self.link.tip(y)[1] - SURFACE
        if self.phase == "free":
            return 0.0
        if self.phase == "plastic":
            return yielding(delta)
        d = delta - self.dent
        return STIFF * d * math.sqrt(abs(d))

    def holding(self, y, N):
        """Force along the surface that keeps the tip from slipping."""
        base = self.link.accelerations(y, np.array([0.0, -N]))
        more = self.link.accelerations(y, np.array([1.0, -N])) - base
        along = self.link.tip_rates(y)[:, 0]
        return -(base @ along + self.link.bias(y)[0]) / (more @ along)

    def force(self, y):
        """On the tip."""
        N = self.load(y)
        if N == 0.0:
            return np.zeros(2)
        return np.array([self.holding(y, N) if self.friction == 0 else -MU * N * self.friction, -N])

    def rhs(self, t, y):
        """Rates of th, q, th', q'."""
        n = self.link.n
        return np.concatenate((y[n + 1 :], self.link.accelerations(y, self.force(y))))

    def guards(self):
        """Functions that fall to zero where the phase ends, with what happens then."""
        link = self.link
        if self.phase == "free":
            return [(lambda t, y: self.dent - (link.tip(y)[1] - SURFACE), "touch")]
        found = []
        if self.phase == "elastic":
            found.append((lambda t, y: link.tip(y)[1] - SURFACE - self.dent, "open"))
            found.append((lambda t, y: FIRST + self.dent / SOFT - self.load(y), "yield"))
        else:
            found.append((lambda t, y: link.tip_velocity(y)[1], "unload"))
        if self.friction == 0:
            found.append((lambda t, y: MU * self.load(y) - abs(self.holding(y, self.load(y))), "slip"))
        else:
            found.append((lambda t, y: link.tip_velocity(y)[0] * self.friction, "rest"))
        return found

    def change(self, what, y):
        """After an event; all that is true at the same instant happens."""
        v = self.link.tip_velocity(y)
        if what == "touch":
            self.phase, self.friction = "elastic", math.copysign(1.0, v[0])
        elif what == "open":
            self.phase = "free"
        elif what == "yield":
            self.phase = "plastic"
        if self.phase == "plastic" and (what == "unload" or v[1] < REST):
            self.dent = SOFT * (yielding(self.link.tip(y)[1] - SURFACE) - FIRST)
            self.phase = "elastic"
        if what == "slip" or (self.phase != "free" and self.friction != 0 and abs(v[0]) < REST):
            N = self.load(y)
            needed = self.holding(y, N)
            self.friction = 0.0 if what != "slip" and abs(needed) <= MU * N else -math.copysign(1.0, needed)


def impact(n, rtol, longest=1e-5, end=2e-3):
    """e_rigid, largest force, right-hand sides of the impact with n modes."""
    link = Link(n)
    contact = Contact(link)
    y = np.zeros(2 * n + 2)
    y[0], y[n + 1] = ANGLE, OMEGA
    t, most, calls, e_rigid = 0.0, 0.0, 0, 0.0
    contact.change("touch", y)
    scale = np.concatenate(([1.0], np.full(n, L), [OMEGA], np.full(n, OMEGA * L)))
    while t < end:
        pairs = contact.guards()
        events = [_ending(guard) for guard, _ in pairs]
        done = solve_ivp(contact.rhs, (t, end), y, "DOP853", rtol=rtol, atol=1e-3 * rtol * scale, events=events,
                         max_step=longest)  # fmt: skip
        calls += done.nfev
        if contact.phase != "free":
            most = max(most, *(contact.load(state) for state in done.y.T))
        t, y = done.t[-1], done.y[:, -1]
        if done.status != 1:
            break
        what = next(word for times, (_, word) in zip(done.t_events, pairs, strict=True) if len(times))
        if what == "open":
            e_rigid = -y[n + 1] / OMEGA
        if what == "unload":
            most = max(most, contact.load(y))
        contact.change(what, y)
    return e_rigid, most, calls


def _ending(guard):
    def event(t, y):
        return guard(t, y)

    event.terminal, event.direction = True, -1
    return event
