"""Springs, bushings and prescribed motions against closed forms, and their share in the ledger."""

import math

import numpy as np
import pytest

import supple as sp
from supple.elements.bushing import Bushing, inverse_transpose, rotation_vector, times
from supple.elements.motion import Motion
from supple.elements.spring import Spring
from supple.spatial.rotations import quaternion_to_matrix

IDENTITY = tuple(np.eye(3).ravel())


def rotation(phi):
    angle = float(np.linalg.norm(phi))
    axis = np.asarray(phi) / angle
    q = (math.cos(0.5 * angle), *(math.sin(0.5 * angle) * axis))
    return tuple(quaternion_to_matrix(q).ravel())


def two_masses(element, *, velocity=(0.0, 0.0, 0.0), distance=1.0, gravity=(0.0, 0.0, 0.0)):
    scene = sp.Scene(gravity=gravity)
    scene.body("a", mass=1.0, inertia=(0.1, 0.2, 0.15), joint=sp.Free())
    joint = sp.Free(position=(distance, 0, 0), velocity=velocity, angular_velocity=(0.3, -0.2, 0.5))
    scene.body("b", mass=2.0, inertia=(0.2, 0.1, 0.3), joint=joint)
    scene.add(element)
    return scene


def test_bodies_may_turn_over_in_a_bushing_without_turning_springs():
    """It is a ball joint, which closes loops; only a rotation vector that is needed must have a direction."""
    scene = sp.Scene(gravity=(0.0, 0.0, 0.0))
    scene.body("wheel", mass=1.0, inertia=(0.1, 0.1, 0.1), joint=sp.Free(angular_velocity=(0.0, 0.0, 10.0)))
    ball = Bushing(a="wheel", b="world", stiffness=(1e3, 1e3, 1e3), damping=(1.0, 1.0, 1.0))
    scene.add(ball)
    run = sp.simulate(scene, 1.0)
    assert run.success and abs(run.position("wheel", [1.0])).max() < 1e-6
    stiff = sp.Scene(gravity=(0.0, 0.0, 0.0), bodies=scene.bodies)
    stiff.add(Bushing(a="wheel", b="world", turning_stiffness=(1e-3, 1e-3, 1e-3)))
    assert not sp.simulate(stiff, 1.0).success


# --- springs ------------------------------------------------------------------------------------------------------------
@pytest.mark.validation
def test_two_masses_on_a_spring_swing_at_its_frequency():
    k, stretch = 300.0, 0.1
    run = sp.simulate(two_masses(Spring(a="a", b="b", stiffness=k, length=1.0), distance=1.0 + stretch), 1.0, rtol=1e-9)
    omega = math.sqrt(k * (1.0 / 1.0 + 1.0 / 2.0))
    expected = stretch * np.cos(omega * run.t)
    np.testing.assert_allclose(run.element("spring 1").delta, expected, atol=1e-8)
    np.testing.assert_allclose(run.element("spring 1").force, k * expected, atol=1e-5)
    assert run.ledger.relative_residual < 1e-9


@pytest.mark.jit
@pytest.mark.validation
@pytest.mark.parametrize("length", [0.0, 0.7])
def test_momentum_and_energy_of_a_damped_pair(length):
    element = Spring(
        a="a", b="b", at_a=(0.0, 0.2, 0.1), at_b=(0.1, 0, -0.1), stiffness=80.0, length=length, damping=1.5
    )
    run = sp.simulate(two_masses(element, velocity=(0.0, 1.0, -0.5)), 2.0, rtol=1e-9)
    start, end = (sp.momentum(run.model, y) for y in (run.y[0], run.y[-1]))
    for one, other in zip(start, end, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-7)
    assert run.ledger.lost["spring damping"][-1] > 0.1 and run.ledger.relative_residual < 1e-8


def test_a_spring_without_length_pulls_in_all_directions():
    run = sp.simulate(
        two_masses(Spring(a="a", b="b", stiffness=50.0), distance=0.0, velocity=(0, 0, 1.0)), 1.0, rtol=1e-8
    )
    assert run.success and run.ledger.relative_residual < 1e-7


def test_a_spring_whose_points_meet_ends_the_run():
    run = sp.simulate(two_masses(Spring(a="a", b="b", stiffness=1e-6, length=0.1), velocity=(-1.0, 0, 0)), 2.0)
    assert run.status == sp.Status.TOO_DEEP and "spring 1" in run.message and run.t[-1] == pytest.approx(1.0, abs=0.3)


# --- bushings -----------------------------------------------------------------------------------------------------------
@pytest.mark.validation
def test_the_moment_of_a_bushing_is_the_gradient_of_its_energy():
    """Independent reference: numerical gradient of phi.K phi/2 over rotations of B, for K = 10, 20, 40."""
    K, phi = (10.0, 20.0, 40.0), (0.4, -0.7, 0.3)
    found, angle = rotation_vector(IDENTITY, rotation(phi))
    np.testing.assert_allclose(found, phi, atol=1e-14)
    moment = -np.array(inverse_transpose(found, angle, times(K, found)))
    np.testing.assert_allclose(moment, [-2.15651386533, 15.8118131385, -10.230417523], rtol=1e-10)

    def energy(turn):
        R = np.array(rotation(turn)).reshape(3, 3) @ np.array(rotation(phi)).reshape(3, 3)
        x, _ = rotation_vector(IDENTITY, tuple(R.ravel()))
        return 0.5 * np.dot(x, times(K, x))

    h = 1e-6
    slope = [(energy(h * e) - energy(-h * e)) / (2 * h) for e in np.eye(3)]
    np.testing.assert_allclose(moment, -np.array(slope), atol=1e-7)


@pytest.mark.parametrize("angle", [0.0, 1e-12, 1e-8, 1e-4, 1e-3, 0.5, 3.0])
def test_rotation_vectors_of_all_sizes(angle):
    phi = angle * np.array([0.6, -0.64, 0.48])
    R = IDENTITY if angle == 0.0 else rotation(phi)
    found, size = rotation_vector(IDENTITY, R)
    np.testing.assert_allclose(found, phi, rtol=1e-9, atol=1e-16)
    assert size == pytest.approx(angle, rel=1e-9, abs=1e-16)


@pytest.mark.jit
@pytest.mark.validation
def test_momentum_and_energy_of_a_bushing():
    element = Bushing(a="a", b="b", at_a=(0.5, 0.1, 0), at_b=(-0.5, 0, 0.1), orientation_b=(0.9, 0.1, -0.2, 0.3),
                      stiffness=(200, 300, 100), turning_stiffness=(5, 8, 3), damping=(1, 2, 0.5),
                      turning_damping=(0.1, 0.2, 0.05))  # fmt: skip
    run = sp.simulate(two_masses(element, velocity=(0.0, 1.0, -0.5)), 2.0, rtol=1e-9)
    for one, other in zip(sp.momentum(run.model, run.y[0]), sp.momentum(run.model, run.y[-1]), strict=True):
        np.testing.assert_allclose(one, other, atol=1e-7)
    assert run.ledger.lost["spring damping"][-1] > 0.1 and run.ledger.relative_residual < 1e-8


@pytest.mark.jit
@pytest.mark.validation
def test_a_stiff_bushing_is_a_hinge():
    """A pendulum on a bushing that is soft about one axis approaches the pendulum on a joint as 1/k."""

    def angle(k):
        scene = sp.Scene(gravity=(0, 0, -9.81))
        scene.body("rod", mass=1.0, com=(0, 0, -0.3), inertia=(0.02, 0.02, 0.02),
                   joint=sp.Free(attitude=(math.cos(0.2), 0, math.sin(0.2), 0)))  # fmt: skip
        scene.add(
            Bushing(a="world", b="rod", stiffness=(k, k, k), turning_stiffness=(k, 0.0, k), damping=(k / 100,) * 3)
        )
        return 2.0 * math.asin(sp.simulate(scene, 0.5, rtol=1e-8).final[5])

    joint = sp.Revolute(axis=(0, 1, 0), angle=0.4)
    scene = sp.Scene(gravity=(0, 0, -9.81))
    scene.body("rod", mass=1.0, com=(0, 0, -0.3), inertia=(0.02, 0.02, 0.02), joint=joint)
    exact = sp.simulate(scene, 0.5, rtol=1e-10)["rod.angle"][-1]
    errors = [abs(angle(k) - exact) for k in (1e3, 1e4, 1e5)]
    assert errors[2] < 1e-3 and errors[1] < 0.3 * errors[0] and errors[2] < 0.3 * errors[1]


def test_bodies_turned_over_end_the_run():
    scene = sp.Scene(gravity=(0, 0, 0))
    scene.body("top", mass=1.0, inertia=(1, 1, 1), joint=sp.Free(angular_velocity=(0, 0, 2.0)))
    scene.add(Bushing(a="world", b="top", turning_stiffness=(1e-9,) * 3, name="neck"))
    run = sp.simulate(scene, 3.0)
    assert run.status == sp.Status.TOO_DEEP and "neck" in run.message and run.t[-1] < 1.6


# --- prescribed motion --------------------------------------------------------------------------------------------------
def pendulums(motion):
    scene = sp.Scene(gravity=(0, 0, -9.81))
    point = {"inertia": (1e-300,) * 3}
    scene.body("one", mass=1.0, com=(0, 0, -0.4), joint=sp.Revolute(axis=(0, -1, 0)), **point)
    joint = sp.Revolute(axis=(0, -1, 0), at=(0, 0, -0.4), angle=0.3)
    scene.body("two", mass=0.7, com=(0, 0, -0.3), parent="one", joint=joint, **point)
    scene.add(motion)
    return scene


@pytest.mark.validation
def test_a_double_pendulum_driven_at_its_first_joint():
    """Reference: an independent integration of the planar equations with q1 = 0.8 sin 3 t, to 12 digits."""
    run = sp.simulate(pendulums(Motion(body="one", amplitude=0.8, omega=3.0)), 3.0, rtol=1e-11)
    assert run["two.angle"][-1] == pytest.approx(-0.459400437949, rel=1e-8)
    assert run["two.rate"][-1] == pytest.approx(2.76641078084, rel=1e-8)
    assert run.element("motion 1").force[-1] == pytest.approx(2.16340518118, rel=1e-7)
    assert run.ledger.work[-1] == pytest.approx(-0.576997852716, rel=1e-7)
    np.testing.assert_allclose(run["one.angle"], 0.8 * np.sin(3.0 * run.t), atol=1e-12)
    assert run.ledger.relative_residual < 1e-9


@pytest.mark.jit
@pytest.mark.parametrize("rtol", [1e-3, 1e-6])
def test_the_force_that_holds_a_motion_is_that_of_inverse_dynamics(rtol):
    """A table: the spline passes through its points, rests at both ends, and tau is what inverse dynamics says."""
    motion = Motion(body="one", times=(0.2, 0.5, 0.9), values=(0.0, 0.5, 0.2), name="drive")
    run = sp.simulate(pendulums(motion), 1.2, rtol=rtol)
    np.testing.assert_allclose(run.channel("one.angle", [0.1, 0.5, 0.9, 1.1]), [0.0, 0.5, 0.2, 0.2], atol=1e-9)
    model, seen = run.model, run.element("drive")
    for i in range(0, len(run.t), max(1, len(run.t) // 7)):
        y, tau = run.y[i], np.zeros(2)
        h = 1e-6
        if not 0.2 < run.t[i] < 0.9 - h:
            continue
        tau[0] = seen.force[i]
        assert abs(sp.inverse_dynamics(model, _accelerations(model, y, tau), y)[0] - tau[0]) < 1e-9
    assert run.success


def _accelerations(model, y, tau):
    """vdot by the mass matrix: the given torque must reproduce the given motion."""
    M, bias = sp.mass_matrix(model, y), sp.inverse_dynamics(model, np.zeros(2), y)
    return np.linalg.solve(M, tau - bias)


def test_two_motions_of_one_coordinate_are_refused():
    scene = pendulums(Motion(body="one", amplitude=0.1, omega=1.0))
    scene.add(Motion(body="one", offset=1.0))
    with pytest.raises(ValueError, match="a coordinate must have one prescribed motion, got another one: 'motion 2'"):
        sp.build(scene)


# --- words --------------------------------------------------------------------------------------------------------------
ELEMENTS = (
    Spring(a="a", b="world", stiffness=10.0, length=0.5, damping=0.1),
    Bushing(a="world", b="b", stiffness=(1, 2, 3), turning_damping=(0.1, 0, 0)),
    Spring(a="a", b="b", name="tendon", stiffness=1.0),
)


def test_elements_are_written_and_read():
    scene = two_masses(ELEMENTS[0])
    for element in ELEMENTS[1:]:
        scene.add(element)
    again = sp.scene_from_toml(sp.scene_to_toml(scene)).scene
    assert list(again.elements) == ["spring 1", "bushing 2", "tendon"]
    runs = [sp.simulate(one, 0.3) for one in (scene, again)]
    assert runs[0].y.tobytes() == runs[1].y.tobytes()


@pytest.mark.parametrize(
    ("element", "sentence"),
    [
        (lambda: Spring(a="a", b="b", stiffness=-1.0), "stiffness must be >= 0 N/m, got -1.0"),
        (lambda: Bushing(a="a", b="b", stiffness=(1, -2, 3)), r"stiffness\[1\] must be >= 0 N/m, got -2"),
        (
            lambda: Motion(body="a", times=(0, 1), values=(1,)),
            "values must be one number for each of the 2 times, got 1",
        ),
        (lambda: Motion(body="a", times=(0, 0), values=(1, 2)), "times must be two or more increasing numbers"),
        (lambda: two_masses(Spring(a="a", b="nobody")), "b must be one of a, b, world, got 'nobody'"),
        (lambda: two_masses("spring"), "element must be one such as Spring"),
        (lambda: two_masses(Spring), "element must be one such as Spring"),
        (lambda: sp.build(two_masses(Motion(body="a"))), "coordinate of the joint of 'a' must be one of its 0 angles"),
    ],
)
def test_nonsense_is_a_sentence(element, sentence):
    with pytest.raises((ValueError, TypeError), match=sentence):
        element()


def test_springs_beside_contacts_are_no_impacts(tmp_path):
    """What is observed of springs does not mix with what touches: impacts, files, loaded runs."""
    scene = sp.Scene()
    scene.ground(material="floor")
    scene.body("ball", mass=0.1, joint=sp.Free(position=(0, 0, 0.2)), surfaces=[sp.Sphere(0.05, material="rubber")])
    scene.body("weight", mass=0.05, inertia=(1e-5,) * 3, joint=sp.Free(position=(0, 0, 0.5)))
    scene.contact("rubber", "floor", normal=sp.HuntCrossley(k=1e5, lam=1e4))
    scene.add(Spring(a="ball", b="weight", stiffness=20.0, length=0.3, damping=0.1))
    scene.add(Bushing(a="world", b="weight", stiffness=(1, 1, 0), turning_damping=(0.1,) * 3))
    run = sp.simulate(scene, 0.5)
    assert run.impacts and {impact.contact for impact in run.impacts} == {"ball/ground"} == set(run.peaks)
    run.save(tmp_path / "run.nc")
    stored = sp.load(tmp_path / "run.nc")
    assert stored.impacts == run.impacts and stored.y.tobytes() == run.y.tobytes()
    for name in ("spring 1", "bushing 2"):
        assert stored.element(name).force.tobytes() == run.element(name).force.tobytes()
    assert run.to_xarray().normal_force.shape[1] == 1


@pytest.mark.parametrize(("written", "led", "mode"), [(-0.01, 0.1, "open"), (0.1, -0.01, "touching")])
def test_a_run_begins_where_a_motion_has_put_the_bodies(written, led, mode):
    """Whether a contact holds at the start is seen there, not where the joint was written."""
    scene = sp.Scene(gravity=(0, 0, 0), name="led ball")
    scene.ground(material="floor")
    joint = sp.Prismatic(displacement=written)
    scene.body("ball", mass=1.0, joint=joint, surfaces=[sp.Sphere(0.05, (0, 0, 0.05), "rubber")])
    scene.contact("rubber", "floor", normal=sp.KelvinVoigt(k=1e4))
    scene.add(Motion(body="ball", offset=led))
    run = sp.simulate(scene, 0.1)
    assert run.success, run.message
    history = run.contact("ball/ground")
    assert set(history.mode) == {mode}
    np.testing.assert_allclose(history.delta, -led)
