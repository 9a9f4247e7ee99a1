"""The rigid arm meets the ground once more, by scipy: no motor, controller, contact or event of supple takes part.

Mass matrix, bias forces and Jacobian are those of the bare links; the rest is written out. Until the first loss, while the
tip slides.
"""

import numpy as np
from scipy.integrate import solve_ivp

import supple as sp
from supple.papers.elastic_robots.landing import motions
from supple.robots import biorob_x4

N = np.array([100.0, 100.0, 100.0, 50.0])
B, DRAG = N**2 * 3.35e-6, N**2 * 1e-6
K, LAM, MU = 1e4, 7.5e3, 0.06
TIP = (0.0, 0.0, 0.09)
MODEL = sp.build(biorob_x4((0.0, 0.9, 0.5, 0.4), joints="bare", ground=None))
MOTIONS = motions()


def planned(t):
    """q_d and two derivatives at t."""
    return np.array([[one.value(t, order) for one in MOTIONS] for order in range(3)])


def command(t, y):
    """Torque at the gear output that is held from a sample on."""
    q, v, a = planned(t)
    feed_forward = sp.inverse_dynamics(MODEL, a, np.concatenate([q, v])) + B * a + DRAG * v
    return feed_forward + 3600.0 * B * (q - y[:4]) + 120.0 * B * (v - y[4:])


def acceleration(y, u):
    """Of the joints, and the torque that they give to the links."""
    J = sp.jacobian(MODEL, "hand", y, point=TIP)[3:]
    depth, slip = -sp.forward_kinematics(MODEL, "hand", y, point=TIP).position[2], J @ y[4:]
    push = np.zeros(3)
    if depth > 0.0:
        normal = max(K * depth - LAM * depth * slip[2], 0.0)
        push[:2], push[2] = -MU * normal * slip[:2] / np.hypot(*slip[:2]), normal
    motors = u - DRAG * y[4:]
    qdd = np.linalg.solve(sp.mass_matrix(MODEL, y) + np.diag(B), motors + J.T @ push - sp.bias_forces(MODEL, y))
    return qdd, motors - B * qdd


def integrated(*ends, period=1e-3, begin=0.0, y=None):
    """{time: state} at samples, in increasing order; from the start of the motion, or from a state at another sample."""
    found_at, samples = {}, {round(end / period): end for end in ends}
    y = np.concatenate([planned(0.0)[0], np.zeros(4)]) if y is None else y

    def touch(t, y, u):
        return sp.forward_kinematics(MODEL, "hand", y, point=TIP).position[2]

    touch.terminal, touch.direction = True, -1
    for k in range(round(begin / period), max(samples)):
        t, u = k * period, command(k * period, y)
        while t < (k + 1) * period:
            found = solve_ivp(
                lambda t, y, u: np.concatenate([y[4:], acceleration(y, u)[0]]), (t, (k + 1) * period), y,
                method="DOP853", rtol=1e-10, atol=1e-12, args=(u,), events=touch,
            )  # fmt: skip
            t, y = found.t[-1], found.y[:, -1]
            if t < (k + 1) * period:  # a hair below the ground, where the force is smooth again
                y[:4] += 1e-15 * y[4:]
                t = np.nextafter(t, 2.0)
        if k + 1 in samples:
            found_at[samples[k + 1]] = y
    return found_at
