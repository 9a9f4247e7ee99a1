"""What rests stays at rest: no creep on a slope inside the cone, no work for the integrator."""

import numpy as np
import pytest
from physics.scenes import GRIP, ball_on_ground, block_on_slope, turned

import supple as sp

MU = 0.5
LAWS = {
    "StickSlip": sp.StickSlip(mu=MU, kt=1e5, bt=300.0),
    "Dahl": sp.Dahl(mu=MU, sigma0=2e4),
    "BlimanSorine": sp.BlimanSorine(mu=MU, sp=1e-4),
    "LuGre": sp.LuGre(mu_s=0.6, mu_k=MU, v_stribeck=0.01, sigma0=2e4, sigma1=50.0, sigma2=0.0),
    "CollisionFriction": sp.CollisionFriction(mu_k=0.4, mu_s=MU, k=1e5, d=300.0, v_stick=1e-3),
}


@pytest.mark.jit
@pytest.mark.parametrize("name", LAWS)
def test_a_block_on_a_slope_inside_the_cone_does_not_creep(name):
    """Less than 1 nm in 100 s at tan = 0.2, mu = 0.5.

    The block is damped (30 Ns/m) so that the vibration of the landing dies during 3 s of settling: vibration makes the
    bristles of Dahl-like laws ratchet downhill, which is physics of those laws and not creep of the integration.
    """
    model = sp.build(block_on_slope(LAWS[name], 0.2, 30.0))
    settled = sp.simulate(model, 3.0)
    run = sp.simulate(model, 103.0, start=3.0, initial=settled)
    assert settled.success and run.success, run.message
    place = run.position("block")
    assert np.abs(place - place[0]).max() < 1e-9


@pytest.mark.jit
def test_a_block_on_a_slope_above_the_cone_slides():
    """Acceleration g (sin - mu cos) along the slope."""
    slope, end = 0.8, 0.5
    angle = np.arctan(slope)
    run = sp.simulate(block_on_slope(LAWS["StickSlip"], slope, 0.0), end)
    assert run.success, run.message
    place = run.position("block", [0.3, 0.4, 0.5])
    along = place @ [-np.cos(angle), 0, -np.sin(angle)]
    acceleration = (along[2] - 2 * along[1] + along[0]) / 0.1**2
    assert acceleration == pytest.approx(9.81 * (np.sin(angle) - MU * np.cos(angle)), rel=0.02)


@pytest.mark.parametrize("rtol", [1e-6, 1e-8])
def test_a_ball_at_rest_stays_at_rest(rtol):
    """100 s in a few steps; after them the ball is where it was.

    At 1e-6 the first explicit steps are at the edge of stability and stir rounding up to 1e-12 m before the stiff method
    takes over, so only the tighter run is held to that bound all the way.
    """
    run = sp.simulate(ball_on_ground(1e7, GRIP, damping=0.3), 100.0, rtol=rtol)
    place = run.position("ball")
    moved = np.abs(place - place[0]).max(axis=1)
    assert run.success, run.message
    assert moved[-1] < 1e-12
    assert moved.max() < (1e-12 if rtol < 1e-7 else 1e-11)
    assert run.statistics["steps"] < 200


@pytest.mark.parametrize("rtol", [1e-3, 1e-6, 1e-8])
@pytest.mark.parametrize("bodies", [2, pytest.param(7, marks=pytest.mark.jit)])
def test_what_is_at_rest_is_left_to_the_stiff_method_at_once(bodies, rtol):
    """However many bodies there are: a lightly damped contact at the edge of stability would stir them for ever."""
    scene = sp.Scene(gravity=(0, 0, -9.81))
    scene.ground(material="floor")
    for i in range(bodies):
        joint = sp.Free(position=(i, 0, 0.1 - 9.81e-7))
        scene.body(f"ball{i}", mass=1.0, joint=joint, surfaces=[sp.Sphere(0.1, material="ball")])
    grip = sp.StickSlip(mu=0.5, kt=1e6, bt=100.0)
    scene.contact("ball", "floor", normal=sp.HuntCrossley(k=1e7, lam=3e6, n=1.0), friction=grip)
    scene.no_contact("ball", "ball")
    run = sp.simulate(scene, 20.0, rtol=rtol)
    assert run.success and run.statistics["steps"] < 60, run


def turntable(wall):
    """A block carried by a spinning table: on its top under gravity, or against an oblique wall without."""
    rate, radius, tilt = 3.0, 0.4, np.arctan(0.2)
    normal = np.array([-np.cos(tilt), np.sin(tilt), 0]) if wall else np.array([0.0, 0.0, 1.0])
    size, angle = ((0.1, 0.2, 0.2), np.pi - tilt) if wall else ((0.2, 0.2, 0.1), 0.0)
    scene = sp.Scene(gravity=(0, 0, 0) if wall else (0, 0, -9.81))
    surface = sp.HalfSpace(tuple(normal), (radius, 0, 0), "table")
    scene.body("table", joint=sp.Revolute(rate=rate), mass=1.0, inertia=(10, 10, 10), surfaces=[surface])
    place = np.array([radius, 0, 0]) + 0.05 * normal
    joint = sp.Free(
        position=tuple(place),
        velocity=tuple(np.cross((0, 0, rate), place)),
        attitude=turned((0, 0, 1), angle),
        angular_velocity=(0, 0, rate),
    )
    scene.body("block", mass=1.0, joint=joint, surfaces=[sp.Box(size, material="wood")])
    scene.contact("wood", "table", normal=sp.HuntCrossley(k=2e5, lam=2e7, n=1.0), friction=LAWS["StickSlip"])
    return scene


@pytest.mark.jit
@pytest.mark.parametrize("wall", [False, True])
def test_a_block_on_a_turntable_stays_on_its_mark(wall):
    """The bristles turn with the surfaces: about the normal on top of the table, with the normal against its wall."""
    run = sp.simulate(turntable(wall), 10.0, rtol=1e-8)
    assert run.success, run.message
    times = np.linspace(5, 10, 40)
    seen = np.einsum("nij,ni->nj", run.rotation("table", times), run.position("block", times))
    assert np.abs(seen - seen[0]).max() < 1e-8
    assert abs(run["table.angle"][-1]) > 20


@pytest.mark.jit
def test_a_step_far_beyond_stability_is_refused():
    """dop853 divides one estimate by another: where both explode, the quotient was as small as one likes."""
    model = sp.build(block_on_slope(LAWS["Dahl"], 0.2, 30.0))
    settled = sp.simulate(model, 3.0)
    for first in np.geomspace(0.02, 20.0, 60):
        asked = {"start": 3.0, "initial": settled, "method": "dop853", "first_step": first, "max_steps": 3}
        run = sp.simulate(model, 103.0, **asked)
        assert run.status.name == "MAX_STEPS" and run.t[-1] < 3.1, (first, run.message)
