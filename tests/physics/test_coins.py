"""Coins: steady precession, its decay, and how they come to rest; figures by an independent program (scipy, DOP853).

A coin that precesses without spin about its axis (w . a = 0) on a smooth half-space keeps its tilt th exactly:

    Omega^2 = m g (rho cos th - H sin th)/(I1 sin th cos th),   depth (m g/k)^(2/3)

Euler's disk th ~ (t0 - t)^x: a rolling couple gives x = 2. Contour friction (2/3) and air (1/3) are no laws of supple.
"""

import numpy as np
import pytest
from physics.cylinders import G, K, add_cylinder, energy_error, rotvec, scene_of, tilt

import supple as sp

# thousands of steps; what the kernels compute is tested in plain Python too (tests/shapes)
pytestmark = pytest.mark.jit

RHO, MASS = 0.0375, 0.4


def coin(H, r, th, foot, damping=0.0, **laws):
    """A coin in steady precession, and its Omega."""
    scene = scene_of(**laws)
    scene.ground(material="m")
    I1 = MASS * (RHO**2 / 4 + H**2 / 3)
    omega = np.sqrt(MASS * G * (RHO * np.cos(th) - H * np.sin(th)) / (I1 * np.sin(th) * np.cos(th)))
    z = RHO * np.sin(th) + H * np.cos(th) + r - (MASS * G / K) ** (2 / 3)
    w = (0.0, float(omega * np.sin(th)), 0.0)  # in the plane of the coin, towards its lowest point
    free = {"position": (0, 0, float(z)), "attitude": rotvec(th, 0, 0), "angular_velocity": w, "damping": damping}
    add_cylinder(scene, RHO, H, r, mass=MASS, inertia=(I1, I1, MASS * RHO**2 / 2), foot=foot, free=free)
    return scene, float(omega)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("H", "r", "th", "expected"),
    [(0.005, 0.001, 0.3, 57.5866740054), (0.0, 0.0005, 0.1, 102.3790035512), (0.0, 0.0005, 0.02, 228.7432800385)],
)
def test_steady_precession_keeps_its_tilt(H, r, th, expected):
    scene, omega = coin(H, r, th, foot=1e-5)
    assert omega == pytest.approx(expected, abs=1e-10)
    run = sp.simulate(scene, 1.0, rtol=1e-9)
    assert run.success
    assert np.max(np.abs(tilt(run, run.t) - th)) < 1e-13
    assert energy_error(run) < 1e-12


@pytest.mark.slow
def test_a_couple_against_its_motion_lowers_it_exponentially():
    """sin th ~ exp(-8 b t/(3 m rho^2)); found by the other program: 0.0948168."""
    b = 2e-5
    run = sp.simulate(coin(0.0, 0.0005, 0.1, foot=1e-6, damping=b)[0], 2.0, rtol=1e-8)
    rate = -np.polyfit(run.t, np.log(np.sin(tilt(run, run.t))), 1)[0]
    assert 8 * b / (3 * MASS * RHO**2) == pytest.approx(0.0948148, abs=5e-8)
    assert rate == pytest.approx(0.0948168, abs=5e-6)


@pytest.mark.slow
def test_it_settles_on_its_feet():
    run = sp.simulate(coin(0.002, 0.001, 0.05, foot=2e-5, damping=2e-4, d=20.0)[0], 2.5, rtol=1e-8)
    assert run.success and tilt(run, [2.5])[0] < 1e-12
    depths = {name: run.contact(name).delta[-1] for name in run.contacts if run.contact(name).delta[-1] > 0.0}
    assert sorted(depths) == ["C.foot-1/ground", "C.foot-2/ground", "C.foot-3/ground"]
    assert list(depths.values()) == pytest.approx([5.551433766e-6] * 3, abs=1e-14)
    assert np.linalg.norm(run.velocity("C", [2.5])) < 1e-12


@pytest.mark.slow
def test_a_rolling_couple_ends_it_like_the_square_of_the_time_left():
    """sqrt(th) falls at the rate (2 a/(3 rho)) sqrt(g/rho) for small th; it is over in finite time."""
    arm = 1e-3
    run = sp.simulate(coin(0.0, 0.0005, 0.1, foot=1e-6, rolling=sp.RollingResistance(arm=arm))[0], 1.05, rtol=1e-7)
    th = tilt(run, run.t)
    early = (run.t > 0.1) & (th > 0.005)
    slope, start = np.polyfit(run.t[early], np.sqrt(th[early]), 1)
    assert slope == pytest.approx(-2 * arm / (3 * RHO) * np.sqrt(G / RHO), rel=2e-3)
    left = np.log(-start / slope - run.t[early])
    assert np.polyfit(left, np.log(th[early]), 1)[0] == pytest.approx(2.0, abs=0.02)
