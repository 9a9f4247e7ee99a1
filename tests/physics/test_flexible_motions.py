"""Motions of flexible bodies in trees against figures of independent programs, to the digits that these have."""

import numpy as np
import pytest
from physics.flexible_beams import beam

from supple import Free, Revolute, Scene, SceneWarning, momentum, simulate

pytestmark = [pytest.mark.validation, pytest.mark.slow]  # runs of seconds, to many digits

PENDULUM = {
    0: (-0.93480735, -0.35515520, -1.66211514, -1.04146664),
    4: (-0.93187484, -0.36277156, -1.66808039, -1.03951370),
}


def double_pendulum(n, ends="pinned-free"):
    scene = Scene(gravity=(0.0, -9.81, 0.0))
    for name, parent, at in (("upper", "world", 0.0), ("lower", "upper", 1.0)):
        joint = Revolute(axis=(0, 0, 1), at=(at, 0.0, 0.0))
        if n:
            scene.body(name, parent=parent, joint=joint, flexible=beam(EIz=20.0, modes=n, ends=ends))
        else:
            inertia = (0.0, 1.0 / 12.0, 1.0 / 12.0)
            scene.body(name, parent=parent, joint=joint, mass=1.0, com=(0.5, 0.0, 0.0), inertia=inertia)
    return scene


def elbow_and_tip(run, t):
    points = [run.position(body, [t], point=(1.0, 0.0, 0.0))[0, :2] for body in ("upper", "lower")]
    return np.concatenate(points)


@pytest.mark.parametrize("n", PENDULUM)
def test_two_hinged_beams_fall_as_the_reference(n):
    run = simulate(double_pendulum(n), 1.0, rtol=1e-11, atol=1e-13)
    np.testing.assert_allclose(elbow_and_tip(run, 1.0), PENDULUM[n], rtol=0.0, atol=1.01e-8)


def test_two_hinged_beams_fall_as_a_fine_chain_of_links():
    """Extrapolated figures of chains of rigid links; the difference is that of four modes and of second order."""
    run = simulate(double_pendulum(4), 1.0, rtol=1e-10, atol=1e-12)
    chain = (-0.93186331, -0.36280098, -1.66809702, -1.03951236)
    np.testing.assert_allclose(elbow_and_tip(run, 1.0), chain, rtol=0.0, atol=4e-5)
    chain = (0.930926, -0.365186, 1.927250, -0.279661)
    np.testing.assert_allclose(elbow_and_tip(run, 0.25), chain, rtol=0.0, atol=2e-5)


def test_clamped_shapes_do_for_hinges_too():
    """Where they bend little: a note says how little."""
    with pytest.warns(
        SceneWarning, match="'upper' can do almost all that its Revolute joint does.*0.06. m.*pinned-free"
    ):
        run = simulate(double_pendulum(4, ends="clamped-free"), 1.0, rtol=1e-9, atol=1e-11)
    pinned = simulate(double_pendulum(4), 1.0, rtol=1e-9, atol=1e-11)
    assert np.abs(elbow_and_tip(run, 1.0) - elbow_and_tip(pinned, 1.0)).max() < 1e-4


def test_a_free_spinning_beam():
    start = (0.02, -0.005, 0.001, 0.01, 0.004, -0.001)
    scene = Scene(gravity=(0.0, 0.0, 0.0))
    scene.body(
        "beam",
        joint=Free(velocity=(0.3, -0.2, 0.1), angular_velocity=(40.0, 3.0, -2.0)),
        flexible=beam(EIz=20.0, EIy=30.0, jx=2e-3, modes=3, ends="free-free", deflection=start),
    )
    run = simulate(scene, 0.5, rtol=1e-12, atol=1e-14)
    assert run.ledger.total[0] == pytest.approx(3.5635364778, abs=5e-11)
    end = run.position("beam", [0.1, 0.5], point=(0.5, 0.0, 0.0))
    wanted = [(0.4981528082, -0.1069710495, -0.1421872696), (0.0469237873, -0.1968117194, -0.4289952006)]
    np.testing.assert_allclose(end, wanted, rtol=0.0, atol=2e-10)
    assert run.ledger.totals.relative_residual < 1e-10
    momenta = np.array([np.concatenate(momentum(run.model, y)) for y in run.y[:: len(run.y) // 50]])
    np.testing.assert_allclose(momenta, np.broadcast_to(momenta[0], momenta.shape), rtol=0.0, atol=1e-10)


def test_a_beam_on_a_hub_that_turns_about_its_axis():
    scene = Scene(gravity=(0.0, 0.0, -0.981))
    scene.body("hub", mass=1.0, inertia=(2e-5, 1.0, 1.0), joint=Revolute(axis=(1, 0, 0), rate=8.0))
    speed = (0.05, *(7 * (0.0,)))
    scene.body("beam", parent="hub", flexible=beam(EIz=20.0, EIy=30.0, jx=0.0, modes=4, speed=speed))
    run = simulate(scene, 0.5, rtol=1e-11, atol=1e-13)
    tip = run.position("beam", [0.25, 0.5], point=(1.0, 0.0, 0.0))
    wanted = [(0.99995137, -0.00330046, -0.00859911), (0.99997057, 0.00010544, -0.00715019)]
    np.testing.assert_allclose(tip, wanted, rtol=0.0, atol=1.01e-8)
    spin = run.at([0.25, 0.5])[:, run.names.index("hub.rate")]
    np.testing.assert_allclose(spin, (5.79360890, 3.04244235), rtol=0.0, atol=1.01e-8)
