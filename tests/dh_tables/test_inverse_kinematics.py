"""Inverse kinematics: reachable poses are reached, what is out of reach is said to be, limits hold."""

import math

import numpy as np
import pytest
from amounts import amount
from dh_tables.tables import STOP, model_of, puma, state_of

import supple as sp
from supple.model.inverse_kinematics import rotation_vector

MANY = amount(100, 1000)
LIMITS = np.radians([160, 110, 135, 266, 100, 266])


@pytest.fixture(scope="module")
def arm():
    model, names = model_of(puma(limits=True), angles="deg", limit_law=STOP)
    return model, names.links[-1]


@pytest.fixture(scope="module")
def three():
    """Three turning joints, for positions."""
    links = [sp.Link(alpha=math.pi / 2, d=0.4, mass=1, inertia=(0.1, 0.1, 0.1), limits=(-3, 3)),
             sp.Link(a=0.5, mass=1, inertia=(0.1, 0.1, 0.1), limits=(-2, 2)),
             sp.Link(a=0.4, mass=1, inertia=(0.1, 0.1, 0.1), limits=(-2.5, 2.5))]  # fmt: skip
    model, names = model_of(links, limit_law=STOP)
    return model, names.links[-1]


def solved(model, body, high, count, seed, pose, restarts):
    """Which of `count` targets, taken from random positions within the limits, are reached."""
    rng, found = np.random.default_rng(seed), []
    for _ in range(count):
        q = rng.uniform(-high, high)
        target = sp.forward_kinematics(model, body, state_of(model, q))
        result = sp.inverse_kinematics(
            model, body, target.position, target.rotation if pose else None, restarts=restarts, seed=1
        )
        reached = sp.forward_kinematics(model, body, result.y)
        far = np.linalg.norm(reached.position - target.position)
        turned = np.linalg.norm(rotation_vector(target.rotation @ reached.rotation.T)) if pose else 0.0
        assert result.converged == (result.position_error <= 1e-10 and result.rotation_error <= 1e-10)
        assert far == pytest.approx(result.position_error, abs=1e-14)
        assert turned == pytest.approx(result.rotation_error, abs=1e-14)
        assert np.all(np.abs(result.q) <= high)
        found.append(result.converged)
    return np.array(found)


@pytest.mark.slow
def test_many_poses_of_an_arm_with_six_joints(arm):
    """Within the limits of the PUMA 560: 1e-10 m and rad, all with up to 100 other starts, 70 of 100 from the first."""
    assert solved(*arm, LIMITS, MANY, 0, pose=True, restarts=100).all()


@pytest.mark.slow
def test_many_positions_of_an_arm_with_three_joints(three):
    assert solved(*three, np.array([3, 2, 2.5]), MANY, 1, pose=False, restarts=60).all()


def test_a_few_of_each(arm, three):
    assert solved(*arm, LIMITS, 5, 2, pose=True, restarts=60).all()
    assert solved(*three, np.array([3, 2, 2.5]), 10, 3, pose=False, restarts=60).all()


def test_a_start_beside_the_answer_needs_few_steps(arm):
    """The last steps square the error."""
    model, body = arm
    q = np.array([0.3, -0.7, 0.9, 1.0, 0.8, -0.4])
    target = sp.forward_kinematics(model, body, state_of(model, q))
    result = sp.inverse_kinematics(model, body, *target, state_of(model, q + 0.02))
    assert result.converged and result.steps <= 6 and result.starts == 1
    np.testing.assert_allclose(result.q, q, atol=1e-8)
    assert result.message.startswith("reached within")


# --- what cannot be reached ---------------------------------------------------------------------------------------------
def test_what_is_out_of_reach_is_said_to_be(three):
    model, body = three
    result = sp.inverse_kinematics(model, body, (2.0, 0, 0.4))
    assert not result.converged and "the target is 1.1 m out of reach (0.9 m from" in result.message
    assert result.position_error == pytest.approx(1.1, abs=1e-6)  # the arm points at it
    inside = sp.inverse_kinematics(model, body, (0, 0, 0.4), limits=False)  # nearer than |0.5 - 0.4|
    assert not inside.converged and inside.position_error == pytest.approx(0.1, abs=1e-6)
    assert "no small motion of the joints comes nearer" in inside.message
    assert inside.message.startswith("not reached, 0.1 m and 0 rad are left")


def test_limits_hold_and_are_named(three):
    model, body = three
    straight_back = (-0.6, 1e-3, 0.4)
    free = sp.inverse_kinematics(model, body, straight_back, limits=False)
    assert free.converged
    high = (0.9 * math.cos(2.3), 0.0, 0.4 + 0.9 * math.sin(2.3))
    beyond = sp.inverse_kinematics(model, body, high, coordinates=["arm.link2.joint"])
    assert not beyond.converged and beyond.q[1] == 2.0 and "limits hold arm.link2.joint.rate" in beyond.message
    assert beyond.q[0] == 0.0 and beyond.q[2] == 0.0  # what may not move does not
    outside = sp.inverse_kinematics(model, body, (0.5, 0.1, 0.6), y0=state_of(model, (0, 5.0, 0)))
    assert outside.converged and abs(outside.q[1]) <= 2.0


def test_the_end_of_the_steps_is_said(arm):
    model, body = arm
    target = sp.forward_kinematics(model, body, state_of(model, (1, -1, 1, 1, 1, 1)))
    result = sp.inverse_kinematics(model, body, *target, max_steps=2)
    assert not result.converged and result.steps == 2 and "max_steps = 2 were used up" in result.message


def test_a_singular_start_is_no_trouble(three):
    """Stretched out, nothing moves the point along the arm: the slope vanishes, and a nudge is needed."""
    model, body = three
    result = sp.inverse_kinematics(model, body, (0.6, 0, 0.4))
    assert result.converged and result.starts == 1
    beside = sp.inverse_kinematics(model, body, (0.6, 0, 0.4), y0=state_of(model, (0, 1e-3, 1e-3)))
    assert beside.converged and np.abs(beside.q).max() < 3.0


def test_the_same_seed_gives_the_same_bits(arm):
    model, body = arm
    target = sp.forward_kinematics(model, body, state_of(model, (2, -1, 1, 2, -1, 1)))
    a, b = (sp.inverse_kinematics(model, body, *target, max_steps=8, restarts=3, seed=5) for _ in range(2))
    assert a.q.tobytes() == b.q.tobytes() and a.starts == b.starts


# --- other robots -------------------------------------------------------------------------------------------------------
def test_prismatic_joints():
    """SCARA-like: two turns, a slide, a turn."""
    inertia = {"mass": 1, "inertia": (0.1, 0.1, 0.1)}
    links = [sp.Link(a=0.4, **inertia), sp.Link(a=0.3, **inertia),
             sp.Link(joint="prismatic", limits=(-0.3, 0), limit_law=STOP, **inertia), sp.Link(**inertia)]  # fmt: skip
    model, names = model_of(links)
    rng = np.random.default_rng(0)
    for _ in range(10):
        q = rng.uniform((-2, -2, -0.3, -2), (2, 2, 0, 2))
        target = sp.forward_kinematics(model, names.links[-1], state_of(model, q))
        result = sp.inverse_kinematics(
            model, names.links[-1], *target, state_of(model, (0.1, 0.5, -0.1, 0)), restarts=20
        )
        assert result.converged and -0.3 <= result.q[2] <= 0
    deep = sp.inverse_kinematics(model, names.links[-1], (0.5, 0, -0.5), y0=state_of(model, (0.1, 0.5, -0.1, 0)))
    assert not deep.converged and deep.q[2] == -0.3 and deep.position_error == pytest.approx(0.2, abs=1e-6)
    assert "limits hold arm.link3.joint.speed" in deep.message


def test_quaternion_joints_move_too():
    scene = sp.Scene()
    scene.body("base", mass=1, inertia=(0.1, 0.1, 0.1), joint=sp.Free(position=(1, 2, 3), attitude=(1, 0.3, 0, 0)))
    scene.body("shoulder", mass=1, inertia=(0.1, 0.1, 0.1), parent="base", joint=sp.Spherical(at=(0.2, 0, 0)))
    scene.body("elbow", mass=1, inertia=(0.1, 0.1, 0.1), parent="shoulder",
               joint=sp.Revolute(at=(0.5, 0, 0), axis=(0, 1, 0), angle=0.5))  # fmt: skip
    model = sp.build(scene)
    base = sp.forward_kinematics(model, "base").position
    for turn in ((1, 0, 0, 0), (0, 1, 0, 0), (0.2, -0.3, 0.7, 1.0)):
        free = sp.inverse_kinematics(model, "elbow", (-1, 0.5, 2), turn, point=(0.4, 0, 0))
        assert free.converged, free.message
        assert np.linalg.norm(free.q[3:7]) == pytest.approx(1.0, abs=1e-14)
    moving = ["shoulder", "elbow.angle"]
    held = sp.inverse_kinematics(model, "elbow", base + (0.3, 0.4, 0.3), point=(0.4, 0, 0), coordinates=moving)
    assert held.converged and np.array_equal(held.q[:7], model.y0[:7])
    with pytest.raises(ValueError, match=r"coordinates must be one of base, .*, got 'shoulder.qw'"):
        sp.inverse_kinematics(model, "elbow", (0, 0, 0), coordinates=["shoulder.qw"])


def test_flexible_bodies_keep_their_shape():
    beam = sp.Beam(length=0.5, at=(-0.5, 0, 0), section=sp.Round(0.01), material="steel", planes="xy", modes=2,
                   deflection=(0.02, 0.0))  # fmt: skip
    links = [sp.Link(a=0.5, flexible=beam), sp.Link(a=0.4, mass=0.1, inertia=(1e-3, 1e-3, 1e-3), angle=0.5)]
    model, names = model_of(links)
    for body, target in ((names.links[1], (0.3, 0.5, 0)), (names.links[0], None)):
        if target is None:
            y = model.y0.copy()
            y[model.layout.names.index("arm.link1.joint.angle")] = 0.7
            target = sp.forward_kinematics(model, body, y).position
        result = sp.inverse_kinematics(model, body, target)
        assert result.converged, result.message
        modes = [model.layout.names.index(f"arm.link1.{mode}") for mode in ("y1", "y2")]
        assert result.y[modes].tolist() == [0.02, 0.0]


def test_kinematics_of_a_flexible_body_agree_with_its_jacobian():
    beam = sp.Beam(length=0.5, section=sp.Round(0.01), material="steel", modes=2, torsion=1)
    scene = sp.Scene()
    scene.body("beam", joint=sp.Revolute(axis=(0, 1, 1)), flexible=beam)
    model, h = sp.build(scene), 1e-6
    rng, n = np.random.default_rng(0), model.layout.n_q
    y = model.y0.copy()
    y[: 2 * n] = rng.uniform(-0.03, 0.03, 2 * n)
    ahead, behind = y.copy(), y.copy()
    ahead[:n], behind[:n] = y[:n] + h * y[n : 2 * n], y[:n] - h * y[n : 2 * n]
    point = {"point": (0.4, 0.01, 0.02)}
    a, b = (sp.forward_kinematics(model, "beam", state, **point) for state in (ahead, behind))
    v, w = sp.velocity(model, "beam", y, **point)
    np.testing.assert_allclose(v, (a.position - b.position) / (2 * h), atol=1e-9)
    np.testing.assert_allclose(w, rotation_vector(a.rotation @ b.rotation.T) / (2 * h), atol=1e-8)


@pytest.mark.parametrize("angle", [0.0, 1e-9, 1e-3, 1.0, 3.0, math.pi - 1e-3, math.pi - 1e-9, math.pi])
def test_the_rotation_vector_at_all_angles(angle):
    axis = np.array([2.0, -1.0, 0.5]) / np.linalg.norm([2.0, -1.0, 0.5])
    K = np.cross(np.eye(3), axis)  # rows e_i x axis: the matrix of axis x
    R = np.eye(3) + math.sin(angle) * K + (1 - math.cos(angle)) * K @ K
    found = rotation_vector(R)
    assert np.linalg.norm(found) == pytest.approx(angle, abs=1e-14)
    np.testing.assert_allclose(abs(found @ axis), angle, atol=1e-13)
    if angle < math.pi - 1e-8:
        np.testing.assert_allclose(found, angle * axis, atol=1e-13)


BAD = {
    "rotation": ({"rotation": np.diag([1, 1, -1])}, "rotation must be a rotation matrix"),
    "position": ({"position": (1, 2)}, r"position must be 3 numbers \[m\], got 2"),
    "tolerance": ({"tolerance": 0}, "tolerance must be > 0, got 0"),
    "steps": ({"max_steps": 0}, "max_steps must be >= 1, got 0"),
    "restarts": ({"restarts": -1}, "restarts must be >= 0, got -1"),
    "text": ({"coordinates": "arm"}, "coordinates must be a list of names, got 'arm'"),
    "name": ({"coordinates": ["elbow"]}, "coordinates must be one of .*, got 'elbow'"),
    "body": ({"body": "elbow"}, "body must be one of .*, got 'elbow'"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_arguments_are_sentences(case, three):
    model, body = three
    arguments, sentence = BAD[case]
    with pytest.raises((TypeError, ValueError), match=sentence):
        sp.inverse_kinematics(model, **{"body": body, "position": (0.3, 0, 0.3)} | arguments)


def test_nothing_to_move(three):
    model, _ = three
    result = sp.inverse_kinematics(model, "world", (1, 0, 0))
    assert not result.converged and result.position_error == 1.0
    assert result.message == "not reached, 1 m and 0 rad are left: nothing that may move moves the point"


def test_planar_joints():
    """A plate in the xz-plane, with an arm that leaves it."""
    scene = sp.Scene()
    scene.body("plate", mass=1, inertia=(0.1, 0.1, 0.1), joint=sp.Planar())
    scene.body(
        "arm", parent="plate", mass=1, inertia=(0.1, 0.1, 0.1), joint=sp.Revolute(axis=(1, 0, 0), at=(0, 0, 0.3))
    )
    model, target, point = sp.build(scene), (2, 0.2, 1), (0, 0, 0.4)
    result = sp.inverse_kinematics(model, "arm", target, point=point)
    assert result.converged, result.message
    flat = sp.inverse_kinematics(model, "arm", target, point=point, coordinates=["plate"])
    assert not flat.converged and flat.position_error == pytest.approx(0.2, abs=1e-9)
