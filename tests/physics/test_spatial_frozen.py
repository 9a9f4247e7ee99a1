"""A stiffness that depends on the place: conservative if frozen at touch-down, not if it follows.

An ellipse in the plane x, z falls on a floor without friction and turns by phi; with h its height above the floor at this
angle,    delta = h(phi) - z,  h = sqrt((a sin phi)^2 + (c cos phi)^2),   k(phi) = k_x sin^2 phi + k_z cos^2 phi
"""

import math

import numpy as np
import pytest
from physics.scenes import turned
from physics.spatial import done
from scipy.integrate import solve_ivp

import supple as sp
from supple.laws.contact_patch import patch_stiffness

pytestmark = [pytest.mark.validation, pytest.mark.jit]
A, B, C = 0.15, 0.12, 0.10
K = (2e3, 4e3, 8e3)
PHI, SPIN, SPEED = 0.6, 4.0, 1.5
INERTIA = (A**2 + C**2) / 5


def height(phi):
    return math.hypot(A * math.sin(phi), C * math.cos(phi))


def slope(phi):
    return (A**2 - C**2) * math.sin(phi) * math.cos(phi) / height(phi)


def stiffness(phi):
    return K[0] * math.sin(phi) ** 2 + K[2] * math.cos(phi) ** 2


def bounce(k_of, couple):
    """Energy gained [J] in one bounce of the ellipse by scipy, and the state at its end (z, phi, vz, w)."""

    def rates(t, y):
        z, phi, vz, w = y
        delta, k = height(phi) - z, k_of(phi)
        return vz, w, k * delta, (-k * delta * slope(phi) + couple(phi, delta)) / INERTIA

    def parted(t, y):
        return y[0] - height(y[1]) + 1e-12 * (t == 0.0)

    parted.terminal, parted.direction = True, 1
    y0 = height(PHI), PHI, -SPEED, SPIN
    run = solve_ivp(rates, (0, 1.0), y0, method="DOP853", rtol=1e-12, atol=1e-14, events=parted, max_step=1e-3)
    assert run.t_events[0].size == 1 and run.t[-1] > 0.01
    vz, w = run.y[2:, -1]
    return 0.5 * (vz**2 + INERTIA * w**2) - 0.5 * (SPEED**2 + INERTIA * SPIN**2), run.y[:, -1]


def falling():
    """The same ellipsoid as supple has it, just above the floor; nearly without damping."""
    scene = sp.Scene(gravity=(0, 0, 0), name="ellipsoid")
    scene.ground(material="floor")
    joint = sp.Free(position=(0, 0, height(PHI)), velocity=(0, 0, -SPEED), attitude=turned((0, 1, 0), PHI),
                    angular_velocity=(0, SPIN, 0))  # fmt: skip
    scene.body("ball", mass=1.0, joint=joint, surfaces=[sp.Ellipsoid((A, B, C), material="soft")])
    scene.contact("soft", "floor", normal=sp.DirectionalKelvinVoigt(k=K, b=1e-9))
    return scene


def test_a_stiffness_that_follows_the_place_creates_energy():
    gained, _ = bounce(stiffness, lambda phi, delta: 0.0)
    assert abs(gained) > 1e-3


def test_the_couple_of_its_gradient_would_balance_it():
    """-delta^2/2 dk/dphi: but then rolling to where it is softer costs work."""
    gained, _ = bounce(stiffness, lambda phi, delta: -(delta**2) * (K[0] - K[2]) * math.sin(phi) * math.cos(phi) / 1.0)
    assert abs(gained) < 1e-8


def test_frozen_at_touch_down_it_creates_none():
    run = done(falling(), 0.2, rtol=1e-12)
    gained, (_, _, vz, w) = bounce(lambda phi: stiffness(PHI), lambda phi, delta: 0.0)
    assert abs(gained) < 1e-8
    assert np.abs(run.ledger.residual).max() < 1e-8
    kinetic = run.ledger.stored["kinetic"]
    assert kinetic[-1] == pytest.approx(kinetic[0], abs=1e-8)
    assert run["ball.vz"][-1] == pytest.approx(vz, abs=1e-8)
    assert run["ball.wy"][-1] == pytest.approx(w, abs=1e-7)


# --- Hertz's stiffness from the shapes --------------------------------------------------------------------------------
POLES = {"x": ((0, 1, 0), math.pi / 2, A, (A / B**2, A / C**2)), "y": ((1, 0, 0), math.pi / 2, B, (B / A**2, B / C**2)),
         "z": ((0, 0, 1), 0.0, C, (C / A**2, C / B**2))}  # fmt: skip
MODULUS = 1e6


@pytest.mark.parametrize("pole", POLES)
def test_an_ellipsoid_has_the_stiffness_of_the_pole_that_it_lands_on(pole):
    """Peak force and depth of a bounce without damping: F = k delta^(3/2), (2/5) k delta^(5/2) = m v^2/2."""
    axis, angle, radius, curvatures = POLES[pole]
    scene = sp.Scene(gravity=(0, 0, 0), name="pole")
    scene.ground(material="floor")
    joint = sp.Free(position=(0, 0, radius + 1e-3), velocity=(0, 0, -1.0), attitude=turned(axis, angle))
    scene.body("ball", mass=1.0, joint=joint, surfaces=[sp.Ellipsoid((A, B, C), material="soft")])
    scene.contact("soft", "floor", normal=sp.HertzPatch(modulus=MODULUS))
    run = done(scene, 0.1, rtol=1e-11)
    (found,) = run.impacts
    k = patch_stiffness(min(curvatures), max(curvatures), MODULUS)
    depth = (1.25 / k) ** 0.4
    assert found.max_indentation == pytest.approx(depth, rel=1e-8)
    assert found.peak_force == pytest.approx(k * depth**1.5, rel=1e-8)
    assert found.restitution == pytest.approx(1.0, abs=1e-9)


def test_the_poles_differ():
    k = {name: patch_stiffness(min(one[3]), max(one[3]), MODULUS) for name, one in POLES.items()}
    assert k["z"] > 1.1 * k["y"] > 1.1 * k["x"]


def test_an_oblique_bounce_conserves_energy():
    """Off the poles, turning, against another ellipsoid."""
    scene = sp.Scene(gravity=(0, 0, 0), name="oblique")
    joint = sp.Free(attitude=turned((1, 2, 3), 0.7), angular_velocity=(3.0, -2.0, 1.0))
    scene.body("a", mass=1.0, joint=joint, surfaces=[sp.Ellipsoid((A, B, C), material="soft")])
    joint = sp.Free(position=(0.05, 0.02, 0.35), velocity=(0, 0, -2.0), attitude=turned((3, -1, 1), 1.1),
                    angular_velocity=(-1.0, 4.0, 2.0))  # fmt: skip
    scene.body("b", mass=0.5, joint=joint, surfaces=[sp.Ellipsoid((0.1, 0.2, 0.15), material="soft")])
    scene.contact("soft", "soft", normal=sp.HertzPatch(modulus=MODULUS))
    run = done(scene, 0.3, rtol=1e-11)
    assert {"made", "lost"} <= {event.what for event in run.events}
    kinetic = run.ledger.stored["kinetic"]
    assert kinetic[-1] == pytest.approx(kinetic[0], abs=1e-9)
    assert kinetic.min() < 0.95 * kinetic[0]
