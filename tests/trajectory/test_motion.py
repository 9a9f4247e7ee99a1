"""Velocities, accelerations, forces in joints and reactions of a run, against closed forms and against each other."""

import math

import numpy as np
import pytest

import supple as sp

pytestmark = pytest.mark.jit  # too slow for plain Python; kernels are tried there by shorter tests

G = 9.81
DOWN = (0, 0, -G)


def pendulum(m=2.0, l=0.7, start=1.2, **joint):
    """A point mass on a rod without mass."""
    scene = sp.Scene(gravity=DOWN)
    scene.body("bob", mass=m, com=(0, 0, -l), joint=sp.Revolute(axis=(0, 1, 0), angle=start, **joint))
    return scene


# --- closed forms -------------------------------------------------------------------------------------------------------
@pytest.mark.validation
def test_the_tension_in_the_rod_of_a_pendulum():
    """T = m g (3 cos q - 2 cos q0), along the rod at every instant of the swing; no moment about the hinge's axis."""
    m, l, start = 2.0, 0.7, 1.2
    run = sp.simulate(pendulum(m, l, start), 2.0, rtol=1e-11)
    for times in (None, np.linspace(0, 2, 50)):
        q, reaction = run["bob.angle"] if times is None else run.channel("bob.angle", times), run.reaction("bob", times)
        along = np.stack([np.sin(q), np.zeros_like(q), np.cos(q)], 1)
        tension = m * G * (3 * np.cos(q) - 2 * math.cos(start))
        np.testing.assert_allclose(np.einsum("ni,ni->n", reaction.force, along), tension, rtol=0, atol=1e-7)
        np.testing.assert_allclose(reaction.force, tension[:, None] * along, atol=1e-7)
        np.testing.assert_allclose(reaction.moment, 0.0, atol=1e-12)
        np.testing.assert_allclose(run.joint_accelerations("bob", times)[:, 0], -G / l * np.sin(q), rtol=1e-12)
    assert not run.joint_forces("bob").any()


def test_free_fall_of_a_spinning_body():
    scene = sp.Scene(gravity=DOWN)
    w = np.array([0.0, 0.0, 3.0])
    scene.body("stone", mass=1.0, inertia=(0.1, 0.2, 0.3), joint=sp.Free(velocity=(1, 2, 3), angular_velocity=w))
    run = sp.simulate(scene, 0.5, rtol=1e-11)
    times = np.array([0.4, 0.1, 0.3])  # in any order
    r = (0.2, 0, 0)
    np.testing.assert_allclose(run.velocity("stone", times), [(1, 2, 3 - G * t) for t in times], atol=1e-9)
    np.testing.assert_allclose(run.angular_velocity("stone", times), [w] * 3, atol=1e-9)
    np.testing.assert_allclose(run.acceleration("stone"), [DOWN] * len(run.t), atol=1e-13)
    c, s = np.cos(3 * times), np.sin(3 * times)
    around = np.stack([-9 * 0.2 * c, -9 * 0.2 * s, -G + 0 * c], 1)
    np.testing.assert_allclose(run.acceleration("stone", times, point=r), around, atol=1e-8)
    np.testing.assert_allclose(run.angular_acceleration("stone"), 0.0, atol=1e-12)
    np.testing.assert_allclose(run.reaction("stone").force, 0.0, atol=1e-13)


def test_statics_of_a_loaded_arm():
    """Held by prescribed motions: torques by the lever rule, forces by the weights, all at the joints."""
    scene = sp.Scene(gravity=DOWN)
    arm = scene.robot("arm", [sp.Link(a=0.5, mass=2, com=(-0.2, 0, 0), inertia=(0.1, 0.1, 0.1)),
                              sp.Link(a=0.3, mass=1, com=(-0.1, 0, 0), inertia=(0.1, 0.1, 0.1))],
                      orientation=(math.sqrt(0.5), math.sqrt(0.5), 0, 0))  # fmt: skip
    for joint in arm.joints:
        scene.add(sp.Motion(body=joint))
    scene.force("arm.link2", (0, 0, -30), moment=(0, 2.0, 0))
    run = sp.simulate(scene, 0.1)
    second = 1 * G * 0.2 + 30 * 0.3
    first = 2 * G * 0.3 + 1 * G * 0.7 + 30 * 0.8
    # z of frame 0 is -y of the world, so q turns the arm up and the moment +y turns it down
    np.testing.assert_allclose(run.joint_forces("arm.link1.joint")[:, 0], first + 2.0, atol=1e-12)
    np.testing.assert_allclose(run.joint_forces("arm.link2.joint")[:, 0], second + 2.0, atol=1e-12)
    for joint, weight, moment in (("arm.link1.joint", 3 * G + 30, first), ("arm.link2.joint", G + 30, second)):
        found = run.reaction(joint)
        np.testing.assert_allclose(found.force, [(0, 0, weight)] * len(run.t), atol=1e-12)
        np.testing.assert_allclose(found.moment, [(0, -moment - 2.0, 0)] * len(run.t), atol=1e-12)
    np.testing.assert_allclose(run.element("motion 1").force, run.joint_forces("arm.link1.joint")[:, 0], atol=1e-12)


def test_springs_dampers_stops_and_joint_forces_are_in_the_joint():
    law = sp.HuntCrossley(k=200.0, lam=0.0, n=1.0)
    scene = pendulum(start=0.5, spring=3.0, rest=0.1, damping=0.2, limits=(-0.2, 0.3), limit_law=law, rate=1.0)
    scene.joint_force("bob", 0.7)
    run = sp.simulate(scene, 0.3, method="ode45")
    q, v = run["bob.angle"], run["bob.rate"]
    wanted = -3.0 * (q - 0.1) - 0.2 * v + 0.7 - 200.0 * np.maximum(q - 0.3, 0.0) + 200.0 * np.maximum(-0.2 - q, 0.0)
    inside = np.minimum(abs(q - 0.3), abs(q + 0.2)) > 1e-6  # an event is located to a tolerance
    assert np.sum(inside) > 15 and (q[inside] > 0.3).any() and (q[inside] < -0.2).any()
    np.testing.assert_allclose(run.joint_forces("bob")[inside, 0], wanted[inside], atol=1e-10)
    # and it is the moment that the joint gives to the body
    np.testing.assert_allclose(run.reaction("bob").moment[inside, 1], wanted[inside], atol=1e-10)


def test_prescribed_motion_takes_the_torque_of_inverse_dynamics():
    scene = sp.Scene(gravity=DOWN)
    scene.body("arm", mass=2, com=(0.3, 0, 0), inertia=(0.1, 0.2, 0.3), joint=sp.Revolute(axis=(0, 1, 0), damping=0.5))
    scene.add(sp.Motion(body="arm", amplitude=0.8, omega=5.0))
    run = sp.simulate(scene, 1.0, rtol=1e-11)
    t = np.linspace(0, 1, 30)
    q, qdd, qd = 0.8 * np.sin(5 * t), -20 * np.sin(5 * t), 4 * np.cos(5 * t)
    total = (0.2 + 2 * 0.09) * qdd - 2 * G * 0.3 * np.cos(q)
    np.testing.assert_allclose(run.joint_forces("arm", t)[:, 0], total, atol=1e-10)
    np.testing.assert_allclose(run.element("motion 1", t).force, total + 0.5 * qd, atol=1e-10)
    np.testing.assert_allclose(run.joint_accelerations("arm", t)[:, 0], qdd, atol=1e-12)


@pytest.mark.validation
def test_the_root_of_a_clamped_beam_carries_the_load_at_its_tip():
    """At rest: F and F l, and the weight of the beam; with the displacement of the load, of second order."""
    beam = sp.Beam(length=0.5, section=sp.Round(0.02), material="steel", planes="xz", modes=4, damping=0.5)
    scene = sp.Scene(gravity=DOWN)
    scene.body("beam", joint=sp.Fixed(), flexible=beam)
    scene.force("beam", (0, 0, -20.0), at=(0.5, 0, 0))
    run = sp.simulate(scene, 1.0, rtol=1e-9)
    found, weight = run.reaction("beam"), beam.mass * G
    np.testing.assert_allclose(found.force[-1], (0, 0, 20 + weight), atol=1e-6)
    np.testing.assert_allclose(found.moment[-1], (0, -(20 * 0.5 + weight * 0.25), 0), atol=2e-3)
    # at every instant it is what accelerates the beam: the momentum says so
    t, h = np.array([0.003, 0.011]), 1e-6
    n = run.model.layout.n_q + run.model.layout.n_v
    ahead, behind = (np.array([sp.momentum(run.model, y[:n])[0] for y in run.at(t + s)]) for s in (h, -h))
    np.testing.assert_allclose(
        run.reaction("beam", t).force, (ahead - behind) / (2 * h) + [0, 0, 20 + weight], rtol=1e-4, atol=1e-3
    )


# --- against each other -------------------------------------------------------------------------------------------------
TOUCH = "ball/ground"


def tree():
    """A branched tree on a slide with all joints, springs, a beam and a contact."""
    law = sp.HuntCrossley(k=1e5, lam=1e4)
    scene = sp.Scene(gravity=DOWN)
    scene.ground(material="floor", at=(0, 0, -0.72))
    scene.body("cart", mass=3, inertia=(0.1, 0.1, 0.1), joint=sp.Prismatic(axis=(1, 0, 0.2), spring=50, damping=1))
    scene.body("arm", parent="cart", mass=1, inertia=(0.02, 0.02, 0.01), com=(0, 0, -0.2),
               joint=sp.Revolute(axis=(0, 1, 0.3), angle=1.0, rate=-2.0))  # fmt: skip
    scene.body("ball", parent="arm", mass=0.5, com=(0, 0, -0.3), joint=sp.Spherical(at=(0, 0, -0.4), damping=0.01),
               surfaces=[sp.Sphere(0.1, at=(0, 0, -0.4), material="rubber")])  # fmt: skip
    scene.body("beam", parent="cart", joint=sp.Revolute(axis=(0, 1, 0), at=(0.1, 0, 0)),
               flexible=sp.Beam(length=0.4, section=sp.Round(0.004), material="steel", modes=1))  # fmt: skip
    scene.body("tip", parent="beam", mass=0.2, inertia=(1e-3, 1e-3, 1e-3), joint=sp.Fixed(at=(0.4, 0, 0)))
    scene.body(
        "stone", mass=1, inertia=(0.1, 0.2, 0.3), joint=sp.Free(position=(0.5, 0, 0), angular_velocity=(1, 2, 3))
    )
    scene.add(
        sp.Spring(a="stone", at_a=(0.1, 0, 0), b="arm", at_b=(0, 0.1, -0.3), stiffness=100, length=0.3, damping=1)
    )
    scene.contact("rubber", "floor", normal=law, friction=sp.StickSlip(mu=0.5, kt=1e4, bt=10))
    return scene


@pytest.fixture(scope="module")
def run():
    found = sp.simulate(tree(), 0.25, rtol=1e-9)
    assert found.success and found.contact(TOUCH).force.max() > 50.0
    return found


BODIES = {"cart": (0.1, 0.2, 0.3), "arm": (0, 0.1, -0.3), "ball": (0.1, 0, -0.3), "beam": (0.3, 0.01, 0.02),
          "tip": (0.1, 0, 0.1), "stone": (0.1, 0.2, 0.3), "ground": (1, 2, 3)}  # fmt: skip


@pytest.mark.parametrize("body", BODIES)
def test_velocities_and_accelerations_are_rates_inside_a_step(run, body):
    """Central differences in the middle of the longest steps, where the interpolant is smooth."""
    point, h = BODIES[body], 1e-6
    t = np.sort(run.t[:-1][np.argsort(run.step_sizes)[-6:]] + 0.5 * np.sort(run.step_sizes)[-6:].min())
    far = run.position(body, t + h, point=point) - run.position(body, t - h, point=point)
    np.testing.assert_allclose(run.velocity(body, t, point=point), far / (2 * h), atol=2e-6)
    change = run.velocity(body, t + h, point=point) - run.velocity(body, t - h, point=point)
    np.testing.assert_allclose(run.acceleration(body, t, point=point), change / (2 * h), rtol=1e-4, atol=2e-3)
    turned = (
        np.swapaxes(run.rotation(body, t), 1, 2) @ (run.rotation(body, t + h) - run.rotation(body, t - h)) / (2 * h)
    )
    spin = np.stack([turned[:, 2, 1], turned[:, 0, 2], turned[:, 1, 0]], 1)
    spin = np.einsum("nij,nj->ni", run.rotation(body, t), spin)
    np.testing.assert_allclose(run.angular_velocity(body, t), spin, atol=2e-6)
    slower = (run.angular_velocity(body, t + h) - run.angular_velocity(body, t - h)) / (2 * h)
    np.testing.assert_allclose(run.angular_acceleration(body, t), slower, rtol=1e-4, atol=2e-3)


def test_velocities_are_those_of_the_algorithms(run):
    y = run.at([0.2])[0]
    for body, point in BODIES.items():
        v, w = sp.velocity(run.model, body, y, point=point)
        np.testing.assert_allclose(run.velocity(body, [0.2], point=point)[0], v, atol=1e-13)
        if body != "beam":  # there the section at the point turns against the frame
            np.testing.assert_allclose(run.angular_velocity(body, [0.2])[0], w, atol=1e-13)


def test_d_alembert_of_the_whole_tree(run):
    """What the first joint transmits, contact, spring and weight are the rate of momentum of all that it carries."""
    touch = run.contact(TOUCH)
    side = 1.0 if TOUCH.startswith("ball") else -1.0
    on_ball = touch.force[:, None] * np.array([0.0, 0.0, 1.0]) + side * touch.friction
    on_stone = run.acceleration("stone") - DOWN  # 1 kg; by the spring, whose other end pulls the arm
    beam = run.scene.bodies["beam"].flexible
    rates = sum(
        mass * run.acceleration(body, point=(0, 0, com))
        for body, mass, com in (("cart", 3, 0.0), ("arm", 1, -0.2), ("ball", 0.5, -0.3), ("tip", 0.2, 0.0))
    )
    # the beam by points of Gauss: all of its shapes are polynomials and waves, smooth over its length
    places, weights = np.polynomial.legendre.leggauss(12)
    for x, weight in zip(0.2 + 0.2 * places, 0.5 * weights, strict=True):
        rates = rates + beam.mass * weight * run.acceleration("beam", point=(x, 0, 0))
    weight = (3 + 1 + 0.5 + 0.2 + beam.mass) * np.array(DOWN)
    residual = run.reaction("cart").force + on_ball + weight - on_stone - rates
    assert np.abs(on_ball).max() > 50.0 and np.abs(on_stone).max() > 1.0
    assert np.abs(residual).max() < 1e-8 * np.abs(on_ball).max()


def test_reactions_of_a_resting_pile_carry_the_weight():
    """A table on a slide with three things on it: the slide carries all."""
    scene = sp.Scene(gravity=DOWN)
    scene.body("table", mass=5, inertia=(1, 1, 1), joint=sp.Prismatic(axis=(1, 0, 0), damping=1))
    for i, m in enumerate((1.0, 2.0, 3.0)):
        scene.body(f"leg{i}", mass=m, inertia=(0.1, 0.1, 0.1), parent="table", com=(0, 0, -0.1),
                   joint=sp.Revolute(axis=(1, 0, 0), at=(0.3 * i, 0, 0)))  # fmt: skip
    run = sp.simulate(scene, 0.05)
    np.testing.assert_allclose(run.reaction("table").force, [(0, 0, 11 * G)] * len(run.t), atol=1e-11)
    legs = sum(run.reaction(f"leg{i}").force for i in range(3))
    np.testing.assert_allclose(legs, [(0, 0, 6 * G)] * len(run.t), atol=1e-11)
    moment = -0.3 * (2.0 + 2 * 3.0) * G
    np.testing.assert_allclose(run.reaction("table").moment, [(0, moment, 0)] * len(run.t), atol=1e-11)


def test_what_sticks_exactly_is_in_the_reactions():
    """A block on an inclined slide of Coulomb friction at rest: its support carries what friction does."""
    scene = sp.Scene(gravity=(2.0, 0, -G))
    scene.body("sled", mass=1, inertia=(1, 1, 1), joint=sp.Prismatic(axis=(1, 0, 0), spring=1e3))
    box = sp.Box((0.2, 0.2, 0.2), material="wood")
    scene.body("block", mass=2.0, joint=sp.Free(position=(0, 0, 0.0999999)), surfaces=[box])
    scene.body("plate", parent="sled", surfaces=[sp.HalfSpace((0, 0, 1), (0, 0, 0), "steel")])
    scene.contact("wood", "steel", normal=sp.HuntCrossley(k=1e5, lam=1e4), friction=sp.Coulomb(mu=0.5))
    run = sp.simulate(scene, 0.05)
    total = run.reaction("sled").force + [2.0, 0, -G] - run.acceleration("sled")  # 1 kg
    by_plate = 2.0 * (run.acceleration("block") - [2.0, 0, -G])
    assert abs(by_plate[:, 0]).max() > 1.0
    np.testing.assert_allclose(total, by_plate, atol=1e-8)


# --- results from files, errors -----------------------------------------------------------------------------------------
def test_a_loaded_result_says_the_same(run, tmp_path):
    loaded = sp.load(run.save(tmp_path / "run.nc"))
    for name in ("velocity", "acceleration", "angular_velocity", "angular_acceleration"):
        assert getattr(loaded, name)("ball").tobytes() == getattr(run, name)("ball").tobytes()
    assert loaded.joint_forces("ball").tobytes() == run.joint_forces("ball").tobytes()
    times = [0.2, 0.1]
    assert loaded.reaction("beam", times).moment.tobytes() == run.reaction("beam", times).moment.tobytes()


def test_shapes_and_units(run):
    n = len(run.t)
    assert run.joint_forces("ball").shape == (n, 3) and run.joint_forces("stone").shape == (n, 6)
    assert run.joint_accelerations("cart", 0.1).shape == (1, 1)
    assert run.joint_force_units("cart") == ("N",) and run.joint_force_units("arm") == ("Nm",)
    assert run.joint_force_units("stone") == ("N",) * 3 + ("Nm",) * 3


def test_at_an_event_it_is_what_holds_after_it():
    """A force that begins at 0.1 s."""
    scene = sp.Scene(gravity=(0, 0, 0))
    scene.body("mass", mass=2, joint=sp.Prismatic(axis=(1, 0, 0)))
    scene.force("mass", (4.0, 0, 0), start=0.1)
    run = sp.simulate(scene, 0.2)
    a = run.acceleration("mass", [0.05, 0.1, 0.15])
    np.testing.assert_allclose(a[:, 0], (0, 2, 2), atol=1e-14)


@pytest.mark.parametrize("name", ["velocity", "acceleration", "angular_velocity", "joint_forces", "reaction"])
def test_bad_names_are_sentences(run, name):
    with pytest.raises(ValueError, match=r"body must be one of .*, got 'bal'; did you mean 'ball'"):
        getattr(run, name)("bal")


def test_a_body_without_a_joint_of_its_own_is_refused(run):
    with pytest.raises(ValueError, match="got 'tip', which is fixed to 'beam': the two are one"):
        run.reaction("tip")
    with pytest.raises(ValueError, match="body must be one whose joint moves, got 'tip', which is fixed to 'beam'"):
        run.joint_forces("tip")
    with pytest.raises(ValueError, match="times must be between"):
        run.acceleration("ball", [9.0])
