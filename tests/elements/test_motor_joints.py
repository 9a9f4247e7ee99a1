"""Motors on rigid joints: the armature is the rotor, and what sticks is held exactly, alone and together."""

import math

import numpy as np
import pytest
from elements.motors import DATA, TAU, events

import supple as sp
from supple.motions import Table

G, N = 9.81, 50.0


def arm(angle=0.0, rate=0.0, joint=None, **more):
    """A horizontal arm (angle 0) with a motor in its joint; the weight turns it down."""
    scene = sp.Scene(gravity=(0, 0, -G))
    joint = joint or sp.Revolute(axis=(0, -1, 0), angle=angle, rate=rate)
    scene.body("arm", mass=0.2, com=(0.15, 0, 0), inertia=(1e-3, 1e-3, 1e-3), joint=joint)
    scene.add(sp.Motor(**DATA, body="arm", ratio=N, name="m", **more))
    return scene


@pytest.mark.jit
def test_the_rotor_is_the_armature():
    """Without voltage and losses a motor on a joint is an armature N^2 J, and an electric damper (N k)^2/R."""
    inertia, damping = (
        N**2 * DATA["inertia"],
        N**2 * (DATA["damping"] + DATA["torque_constant"] ** 2 / DATA["resistance"]),
    )
    run = sp.simulate(arm(), 1.0, rtol=1e-10)
    plain = sp.Scene(gravity=(0, 0, -G))
    joint = sp.Revolute(axis=(0, -1, 0), armature=inertia, damping=damping)
    plain.body("arm", mass=0.2, com=(0.15, 0, 0), inertia=(1e-3, 1e-3, 1e-3), joint=joint)
    same = sp.simulate(plain, 1.0, rtol=1e-10)
    assert run["arm.angle"][-1] == pytest.approx(same["arm.angle"][-1], rel=1e-8)
    heat, friction = (run.ledger.lost[name][-1] for name in ("motor heat", "drive friction"))
    assert heat + friction == pytest.approx(same.ledger.lost["joint damping"][-1], rel=1e-7)


def test_a_prismatic_joint_has_a_motor():
    """A spindle: rad per metre; it lifts against its weight by as much as the current says."""
    scene = sp.Scene(gravity=(0, 0, -G))
    scene.body("car", mass=2.0, inertia=(1, 1, 1), joint=sp.Prismatic(axis=(0, 0, 1)))
    ratio, current = 800.0, 1.5
    motor = DATA | {"damping": 0.0}
    scene.add(sp.Motor(**motor, body="car", ratio=ratio, source="current", command=current))
    run = sp.simulate(scene, 0.5, rtol=1e-9)
    expected = (ratio * DATA["torque_constant"] * current - 2.0 * G) / (2.0 + ratio**2 * DATA["inertia"])
    assert run["car.speed"][-1] == pytest.approx(expected * 0.5, rel=1e-8)


def test_friction_holds_an_arm_exactly():
    weight = 0.2 * G * 0.15
    enough = weight / N * 1.01
    held = sp.simulate(arm(friction=enough), 1.0, rtol=1e-8)
    assert np.all(held["arm.rate"] == 0.0) and np.all(held["arm.angle"] == 0.0) and not held.events
    seen = held.element("m")
    assert seen.friction[-1] == pytest.approx(-weight / N, rel=1e-9) and set(seen.mode) == {"stick"}
    assert seen.torque[-1] == pytest.approx(weight, rel=1e-9)  # that is what the joint gets
    falls = sp.simulate(arm(friction=weight / N * 0.99), 1.0, rtol=1e-8)
    assert falls["arm.angle"][-1] < -0.001


def test_an_arm_breaks_away_where_its_current_is_enough():
    """A ramp of current against weight and static friction; then it turns by what is over."""
    weight, static = 0.2 * G * 0.15, 0.006
    slope = 10.0
    ramp = Table(times=(0.0, 1.0), values=(0.0, slope), between="linear")
    run = sp.simulate(arm(source="current", command=ramp, friction=TAU, stick_friction=static), 0.5, rtol=1e-10)
    ((time, word),) = events(run)
    assert word == "slip" and time == pytest.approx((weight / N + static) / (DATA["torque_constant"] * slope), rel=1e-8)
    assert run.ledger.relative_residual < 1e-9 and run["arm.rate"][-1] > 0.0


def chain(first_friction, second_friction, **start):
    """Two pendulums below each other; motors with friction in both joints."""
    scene = sp.Scene(gravity=(0, 0, -G))
    for name, parent, at, angle in (("one", "world", (0, 0, 0), 0.5), ("two", "one", (0, 0, -0.3), 0.4)):
        joint = sp.Revolute(axis=(0, -1, 0), at=at, angle=angle, rate=start.get(name, 0.0))
        scene.body(name, mass=0.5, com=(0, 0, -0.2), inertia=(2e-3,) * 3, joint=joint, parent=parent)
    motor = DATA | {"damping": 0.0}
    for name, friction in (("one", first_friction), ("two", second_friction)):
        scene.add(sp.Motor(**motor, body=name, ratio=N, source="current", friction=friction, name=f"motor {name}"))
    return scene


@pytest.mark.jit
def test_what_sticks_is_what_a_prescribed_motion_holds():
    stuck = sp.simulate(chain(1.0, 0.0), 2.0, rtol=1e-10)
    led = chain(0.0, 0.0)
    led.add(sp.Motion(body="one", offset=0.5, name="clamp"))
    held = sp.simulate(led, 2.0, rtol=1e-10)
    assert np.all(stuck["one.angle"] == 0.5)
    times = np.linspace(0, 2, 41)
    np.testing.assert_allclose(stuck.channel("two.angle", times), held.channel("two.angle", times), atol=1e-9)
    friction = stuck.element("motor one", times).friction
    np.testing.assert_allclose(-N * friction, held.element("clamp", times).force, atol=1e-7)


def test_a_link_that_stands_and_one_that_swings():
    """Friction in two joints: each sticks and slips at its own times until all is at rest; the ledger closes."""
    run = sp.simulate(chain(0.02, 0.008, two=6.0), 3.0, rtol=1e-10)
    words = [(event.contact, event.what) for event in run.events]
    assert run.success and ("motor one", "stick") in words and ("motor two", "stick") in words
    assert run["one.rate"][-1] == run["two.rate"][-1] == 0.0
    assert run.ledger.relative_residual < 1e-10
    for name in ("one", "two"):
        seen = run.element(f"motor {name}")
        most = 0.02 if name == "one" else 0.008
        assert np.abs(seen.friction).max() <= most * (1 + 1e-9)
        assert np.all((seen.speed == 0.0) | (np.array(seen.mode) == "slip"))


def test_a_motor_that_sticks_beside_contacts():
    """A stuck arm is hit by a ball: it breaks away by the force of the contact, turns, and sticks again."""
    scene = arm(friction=0.02, joint=sp.Revolute(axis=(0, -1, 0)))
    scene.body("ball", mass=0.05, joint=sp.Free(position=(0.2, 0, 0.2)), surfaces=[sp.Sphere(0.02, material="steel")])
    scene.body("tip", parent="arm", joint=sp.Fixed(at=(0.2, 0, 0)), surfaces=[sp.Sphere(0.02, material="steel")])
    scene.contact("steel", "steel", normal=sp.HuntCrossley(k=1e6, lam=1e5), friction=sp.Coulomb(mu=0.3))
    run = sp.simulate(scene, 0.3, rtol=1e-9)
    assert run.success, run.message
    words = [event.what for event in run.events if event.contact == "m"]
    assert words[0] == "slip" and words[-1] == "stick" and run["arm.rate"][-1] == 0.0
    assert run.ledger.relative_residual < 1e-8


def test_stick_and_slip():
    """A disc whose spring is drawn at its other end, at a constant rate: the times of the closed form."""
    scene = sp.Scene(gravity=(0, 0, 0))
    J, k, rate, tau_s, tau_c = 0.02, 4.0, 0.3, 0.5, 0.3
    scene.body("disc", mass=1.0, inertia=(J - DATA["inertia"],) * 3, joint=sp.Revolute(axis=(0, 0, 1)))
    scene.body("hand", mass=1.0, inertia=(1e9,) * 3, joint=sp.Revolute(axis=(0, 0, 1), rate=rate))  # nothing stops it
    scene.add(sp.Bushing(a="hand", b="disc", turning_stiffness=(0, 0, k)))
    motor = DATA | {"damping": 0.0, "friction": tau_c, "stick_friction": tau_s}
    scene.add(sp.Motor(**motor, body="disc", source="current", name="m"))
    run = sp.simulate(scene, 1.0, rtol=1e-10)
    (slip, _), (stick, _) = events(run)[:2]
    assert slip == pytest.approx(tau_s / (k * rate), rel=1e-7)
    # harmonic about the point where the spring carries tau_c, from tau_s and rate to the next time of that rate
    w, x = math.sqrt(k / J), (tau_s - tau_c) / k
    assert stick - slip == pytest.approx(2.0 * (math.pi - math.atan(w * x / rate)) / w, rel=1e-6)
