"""What spinning bodies do that nobody expects: the examples show it, with figures that rigid bodies give in closed form."""

import numpy as np
import pytest
from physics.rigid_rolling import RigidRolling, spin_of
from physics.spinning import inclination, rattleback, reversals, rotations, run_scene, spin

pytestmark = pytest.mark.jit

G = 9.81  # [m/s^2]


# --- rattleback ---------------------------------------------------------------------------------------------------------
def test_the_rattleback_has_one_way_that_it_likes():
    wrong, right = run_scene("rattleback"), run_scene("rattleback", spin=3.0)
    mirrored, plain = run_scene("rattleback", skew=2e-5), run_scene("rattleback", skew=0.0)
    first, last = (spin(wrong, "stone", [t])[0] for t in (0.0, 5.0))
    assert first == -3.0 and last > 2.4
    assert spin(right, "stone", np.linspace(0, 5, 501)).min() > 2.9
    assert spin(mirrored, "stone", np.linspace(0, 5, 501)).max() < -2.9
    assert spin(plain, "stone", np.linspace(0, 5, 501)).max() < -2.9
    assert wrong.ledger.relative_residual < 1e-5


@pytest.mark.validation
def test_the_stiffer_the_floor_the_closer_is_the_rattleback_to_a_rigid_one_that_rolls():
    """The difference falls in proportion to 1/k; validation/rattleback.py goes on to 1e9 N/m."""
    times = np.linspace(0.0, 4.0, 2001)
    runs = [rattleback(k) for k in (1e7, 1e8)]
    rigid = RigidRolling(runs[0].scene, "stone")
    states = rigid.states(times)
    assert np.ptp([rigid.energy(y) for y in states]) < 1e-10
    exact = spin_of(states)
    forces = np.array([rigid.force(y) for y in states[::10]])
    assert forces[:, 0].min() > 3.0 and np.max(forces[:, 1] / forces[:, 0]) < 0.36  # it neither jumps nor slips
    soft = [spin(run, "stone", times) for run in runs]
    assert not any(run.events for run in runs)
    coarse, fine = (np.abs(one - exact).max() for one in soft)
    assert 8.0 < coarse / fine < 12.0
    assert fine < 0.01  # of 3 rad/s
    (turn,), (rigid_turn,) = reversals(times, soft[1]), reversals(times, exact)
    assert abs(turn - rigid_turn) < 5e-4
    assert abs(rigid_turn - 2.8433) < 1e-4


# --- tippe top ----------------------------------------------------------------------------------------------------------
def test_the_tippe_top_turns_over():
    run = run_scene("tippe_top")
    times = np.linspace(0.0, 4.0, 401)
    angle = inclination(run, "top", 2, times)
    assert angle[0] < 6.0 and angle[-100:].min() > 170.0
    assert spin(run, "top", times).min() > 90.0  # from above it turns as before,
    assert run["top.wz"][0] == 160.0 and run["top.wz"][-1] < -90.0  # seen from its stem the other way
    assert run["top.z"][-1] > 0.023
    assert run.ledger.relative_residual < 1e-8


def test_without_friction_the_tippe_top_stays_as_it_is():
    assert inclination(run_scene("tippe_top", mu=0.0), "top", 2, np.linspace(0, 4, 401)).max() < 7.0


def jellett(run, times):
    """L.r [kg m^3/s], r from the centre of mass of the top to its lowest point, and L along the vertical."""
    R, w = rotations(run, "top", times)
    body = run.scene.bodies["top"]
    momentum = np.einsum("tij,jk,tlk,tl->ti", R, np.array(body.inertia), R, w)
    arm = -R @ np.array(body.com) - np.array([0.0, 0.0, 0.02])
    return np.einsum("ti,ti->t", momentum, arm), momentum[:, 2]


@pytest.mark.validation
def test_jelletts_integral_of_the_tippe_top():
    """A force at the lowest point of a ball keeps L.r, slip as it may; a spin moment mu F r_s takes a little of it."""
    run = run_scene("tippe_top", rtol=1e-8)
    stem = next(event.time for event in run.events if event.what == "made" and event.contact.endswith("#2"))
    assert inclination(run, "top", 2, [stem])[0] > 120.0
    integral, momentum = jellett(run, np.linspace(0.0, stem, 200))
    assert np.ptp(integral) < 0.2 * 0.02 * G * 1e-4 * 0.023 * stem
    assert np.ptp(integral) < 0.006 * abs(integral[0]) and np.ptp(momentum) > 0.24 * momentum[0]


@pytest.mark.validation
def test_on_a_point_the_tippe_top_soon_rolls_and_does_not_turn_over():
    """Coulomb's friction at a point stops the slip; on a patch the spin keeps it sliding (Leine & Glocker 2003)."""
    run = run_scene("tippe_top", patch=0.0, rtol=1e-8)
    assert [event.what for event in run.events] == ["stick"]
    times = np.linspace(0.0, 4.0, 401)
    assert inclination(run, "top", 2, times).max() < 7.0
    integral, _ = jellett(run, times)
    assert np.ptp(integral) < 1e-6 * abs(integral[0])


# --- egg ----------------------------------------------------------------------------------------------------------------
def test_the_egg_rises_if_it_is_spun_fast():
    """Spin times height times moment of inertia is the same in the end (Moffatt & Shimomura 2002)."""
    fast, slow = run_scene("spinning_egg"), run_scene("spinning_egg", spin=40.0)
    assert inclination(slow, "egg", 0, np.linspace(0, 3, 301)).min() > 87.0
    angle = inclination(fast, "egg", 0, np.linspace(2.2, 3, 81))
    assert angle.max() < 5.0
    a, b = 0.03, 0.0225
    lying, standing = 180.0 * b * (a**2 + b**2), spin(fast, "egg", [2.2])[0] * a * 2 * b**2
    assert abs(standing / lying - 1.0) < 0.01
    assert spin(fast, "egg", [2.2])[0] > 185.0
    assert fast.ledger.relative_residual < 1e-7


# --- an ellipsoid on an ellipsoid ---------------------------------------------------------------------------------------
@pytest.mark.validation
@pytest.mark.parametrize("axis", [0, 1])
def test_a_pebble_rocks_on_a_boulder_at_its_pace(axis):
    """omega^2 = m g (rho R/(rho + R) - h)/(I + m h^2): radii rho and R of curvature, h height of its middle."""
    settings = {"roll__x": 0.0, "roll__y": 0.0, "askew": 0.0, "height": 0.314999, "end": 1.0, "rtol": 1e-8}
    settings["roll__y" if axis == 0 else "roll__x"] = 0.1
    stiff = {"normal__modulus": 1e9, "friction__kt": 1e6, "friction__bt": 1e3, "rolling__arm": 0.0}
    run = run_scene("rolling_ellipsoids", **settings, **{f"contacts__0__{key}": x for key, x in stiff.items()})
    a, A, h, C, m = (0.06, 0.04)[axis], (0.5, 0.4)[axis], 0.015, 0.3, 0.4
    rho, R = a**2 / h, A**2 / C
    pace = np.sqrt(m * G * (rho * R / (rho + R) - h) / (m / 5 * (a**2 + h**2) + m * h**2))
    times = np.linspace(0.2, 1.0, 8001)
    rate = run.at(times)[:, run.names.index("pebble.wy" if axis == 0 else "pebble.wx")]
    assert abs(np.pi / np.diff(reversals(times, rate)).mean() / pace - 1.0) < 1e-3


def test_the_pebble_rolls_and_stays_on_the_boulder():
    run = run_scene("rolling_ellipsoids")
    assert not any(event.what == "lost" for event in run.events)
    assert inclination(run, "pebble", 2, np.linspace(0, 3, 301)).max() > 5.0
    assert run.ledger.relative_residual < 1e-5
    thick = run_scene("rolling_ellipsoids", thickness=0.06, height=0.36)
    assert thick["pebble.z"][-1] < 0.0


# --- billiard -----------------------------------------------------------------------------------------------------------
def rolling_speed(shot, e):
    """Of a ball hit with spin: it slides to the other ball, meets it with restitution e, slides on the spot, rolls."""
    mu, R, v = 0.2, 0.02858, 1.5
    slip = np.sign(v - R * shot)
    meets = np.sqrt(v**2 - slip * 2 * mu * G * (0.3 - 2 * R))
    w = shot + 2.5 / R * (v - meets)
    return (5 * meets * (1 - e) / 2 + 2 * R * w) / 7


@pytest.mark.validation
@pytest.mark.parametrize(("ball", "shot", "other"), [("draw", -100.0, "red"), ("follow", 100.0, "blue")])
def test_a_ball_with_back_spin_comes_back_and_one_with_top_spin_follows(ball, shot, other):
    smooth = {"contacts__1__friction__mu": 0.0, "contacts__0__rolling__arm": 0.0, "contacts__0__friction__kt": 2e5}
    run = run_scene("billiard", end=0.75, **smooth)
    e = next(impact.restitution for impact in run.impacts if impact.contact == f"{other}/{ball}")
    assert abs(run[f"{ball}.vx"][-1] / rolling_speed(shot, e) - 1.0) < 5e-3
    assert run[f"{ball}.vx"][-1] * shot > 50.0  # back, or after the other


def test_billiard_balls_lose_speed_by_rolling_and_leave_the_cushion_askew():
    run = run_scene("billiard")
    speed = run.at([1.2, 1.8])[:, run.names.index("draw.vx")]
    assert abs((speed[1] - speed[0]) / 0.6 / (5 / 7 * 2.9e-4 / 0.02858 * G) - 1.0) < 0.01
    assert run["draw.x"][-1] < -0.3
    assert run["side.vy"][-1] > 0.2 and run["side.vy"][0] == 0.0
    assert run.ledger.relative_residual < 1e-6
