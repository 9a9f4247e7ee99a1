"""A rigid ellipsoid that rolls on a plane without slipping, integrated by scipy: shares no code with supple.

    r = -D c/sqrt(c.D c) - s             from the centre of mass to the point of contact, D = diag(semi-axes^2)
    c' = c x w                           the vertical c seen from the body
    v = r x w                            the point of contact rests
    m (v' + w x v) = f - m g c           f force of the plane
    I w' + w x I w = r x f

v' = r' x w + r x w' and f eliminated:

    (I + m (r.r - r r^T)) w' = -w x I w - m r x (w x r' + w x (w x r)) + m g r x c

Everything in axes of the body, those of the ellipsoid; s is the centre of mass, I the inertia about it.
Source    Kane & Levinson, Int. J. Non-Linear Mech. 17 (1982) 175; Garcia & Hubbard, Proc. R. Soc. A 418 (1988) 165, without
          their losses.
"""

import numpy as np
from scipy.integrate import solve_ivp


def cross(a, b):
    """a x b; numpy's own takes most of the time."""
    (ax, ay, az), (bx, by, bz) = a.tolist(), b.tolist()
    return np.array([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])


class RigidRolling:
    """A body of a scene with one ellipsoid, upright at the start, rolling on the ground z = 0."""

    def __init__(self, scene, body):
        one = scene.bodies[body]
        (surface,) = one.surfaces
        self.mass, self.inertia, self.com = one.mass, np.array(one.inertia), np.array(one.com)
        self.D, self.g = np.diag(np.square(surface.semi_axes)), -scene.gravity[2]
        self.start = np.array([0.0, 0.0, 1.0, *one.joint.angular_velocity])

    def contact(self, c, dc):
        """r [m] and its rate [m/s]."""
        h = np.sqrt(c @ self.D @ c)
        support = self.D @ c / h
        return -support - self.com, -(self.D @ dc - support * (support @ dc)) / h

    def rate(self, t, y):
        """c' and w'."""
        c, w = y[:3], y[3:]
        dc = cross(c, w)
        r, dr = self.contact(c, dc)
        about_contact = self.inertia + self.mass * (r @ r * np.eye(3) - np.outer(r, r))
        carried = cross(w, dr) + cross(w, cross(w, r))
        moment = self.mass * cross(r, self.g * c - carried) - cross(w, self.inertia @ w)
        return np.concatenate([dc, np.linalg.solve(about_contact, moment)])

    def force(self, y):
        """Normal [N] and tangential force of the plane."""
        c, w = y[:3], y[3:]
        rate = self.rate(0.0, y)
        r, dr = self.contact(c, rate[:3])
        acceleration = cross(dr, w) + cross(r, rate[3:]) + cross(w, cross(r, w))
        f = self.mass * (acceleration + self.g * c)
        return f @ c, np.linalg.norm(f - f @ c * c)

    def energy(self, y):
        """Kinetic and of gravity [J]."""
        c, w = y[:3], y[3:]
        r, _ = self.contact(c, np.zeros(3))
        v = cross(r, w)
        return 0.5 * w @ self.inertia @ w + 0.5 * self.mass * v @ v - self.mass * self.g * r @ c

    def states(self, times, rtol=1e-10):
        """(c, w) at some times [s], one row each."""
        run = solve_ivp(
            self.rate, (0.0, times[-1]), self.start, method="DOP853", rtol=rtol, atol=0.1 * rtol, t_eval=times
        )
        assert run.success, run.message
        return run.y.T


def spin_of(states):
    """Angular velocity about the vertical [rad/s] at each of the states."""
    return np.einsum("ti,ti->t", states[:, :3], states[:, 3:])
