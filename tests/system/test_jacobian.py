"""The Jacobian of a system against differences of its right-hand side in extended precision."""

import dataclasses
import math

import numpy as np
import pytest
from system.extended import difference_jacobian

import supple as sp
from supple.dynamics.kinematics import kinematics
from supple.elements.features import geometry
from supple.elements.motor_columns import BACK, FORWARD, M_SLIP, STUCK
from supple.elements.registry import ELEMENTS as KINDS
from supple.model.derivatives import Differentiator
from supple.model.start import started
from supple.tables import EL_KIND, S_STATIC

pytestmark = pytest.mark.filterwarnings("ignore::supple.model.notes.SceneWarning")
INERTIA = (0.02, 0.03, 0.025)
DEPTH = 2e-4  # [m] of contacts


def worst(model, *, seed=1, t=0.0, pose=0.0, speed=0.5, own=0.0, states=0.0, steps=(1e-4, 1e-3, 1e-3)):
    """Largest error of the Jacobian at a random state, of each row relative to its largest entry.

    pose, speed, own, states   sizes of random changes of coordinates, velocities, internal states that are always there and
                               those of contacts;  steps  of the differences by coordinates, velocities, internal states
    """
    layout, rng = model.layout, np.random.default_rng(seed)
    n_q, n = layout.n_q, layout.n_q + layout.n_v
    y = model.y0.copy()
    y[:n_q] += pose * rng.normal(size=n_q)
    y[n_q:n] += speed * rng.normal(size=n - n_q)
    y[n : layout.ledger] += own * rng.normal(size=layout.ledger - n)
    P, start = started(model, model.system(), t, y)
    found = Differentiator(model, P, t)
    y = start.copy()
    y[layout.size :] += states * rng.normal(size=y.size - layout.size)
    at = found.at(t, y)
    h = np.full(y.size, steps[2])
    h[:n_q], h[n_q:n] = steps[0], steps[1]
    exact = difference_jacobian(found.P, t, y, at.components, at.core, h)
    scale = np.maximum(np.abs(exact).max(1), 1e-9 * np.abs(exact).max())
    return float((np.abs(at.J - exact) / scale[:, None]).max()), found.P


# --- trees and elements that always act -----------------------------------------------------------------------------------
def mechanism():
    """All kinds of joints, three branches, two roots; springs and dampers in joints, armatures."""
    scene = sp.Scene(gravity=(0.3, -0.2, -9.81))
    body = {"inertia": INERTIA, "com": (0.05, 0.1, -0.03)}
    scene.body("a", mass=2.0, joint=sp.Free(position=(1, 2, 3), attitude=(0.5, 1, 0.2, -0.3)), **body)
    ball = sp.Spherical(at=(0.2, 0.1, 0), attitude=(1, 0.3, -0.2, 0.1), damping=0.1)
    scene.body("b", parent="a", mass=1.0, joint=ball, **body)
    scene.body("c", parent="b", mass=1.0, joint=sp.Planar(at=(0.2, 0.1, 0.1), orientation=(1, 0.2, 0.3, 0)), **body)
    hinge = sp.Revolute(axis=(1, 1, 0), at=(0.1, 0.1, 0.1), spring=5.0, damping=0.3, rest=0.2, armature=0.3)
    scene.body("d", parent="c", mass=0.7, joint=hinge, **body)
    rail = sp.Prismatic(axis=(1, 1, 2), at=(0.1, 0.1, 0.1), spring=50.0, damping=0.3, armature=0.2)
    scene.body("e", parent="a", mass=0.7, joint=rail, **body)
    scene.body("f", parent="e", mass=0.7, joint=sp.Spherical(at=(0.1, -0.1, 0.1)), **body)
    scene.body("g", mass=0.7, joint=sp.Revolute(axis=(1, 1, 0), at=(0.1, 0.1, 3)), **body)
    return scene


SPRING = {"stiffness": 100.0, "damping": 3.0}
BUSHING = {
    "stiffness": (10, 20, 30),
    "turning_stiffness": (3, 4, 5),
    "damping": (1, 2, 3),
    "turning_damping": (0.1,) * 3,
}
ELEMENTS = {
    "nothing": [],
    "springs": [
        sp.Spring(a="c", b="f", at_a=(0.1, 0, 0.2), at_b=(0, 0.1, 0.1), length=0.1, **SPRING),
        sp.Spring(a="c", b="world", **SPRING),
        sp.Spring(a="g", b="d", length=2.0, **SPRING),
    ],
    "motions": [
        sp.Motion(body="d", amplitude=0.3, omega=3.0, phase=0.5),
        sp.Motion(body="e", amplitude=0.3, omega=2.0),
    ],
    "bushings": [sp.Bushing(a="c", b="f", **BUSHING), sp.Bushing(a="world", b="d", at_b=(0.1, 0, 0), **BUSHING)],
    "cables": [
        sp.Cable(levers=(sp.Lever(body="d", arm=0.1), sp.Lever(body="e", arm=-0.3)), elongation=0.05, stiffness=300.0,
                 hysteresis=0.5),
        sp.CoordinateDamper(levers=(sp.Lever(body="d", arm=0.1), sp.Lever(body="g", arm=0.2)), damping=5.0),
    ],
    "motor": [sp.Motor(resistance=1.0, torque_constant=0.1, inertia=1e-4, body="d", ratio=20.0, inductance=1e-3,
                       damping=1e-4, command=3.0, thermal=(2.0, 3.0, 10.0, 100.0))],
}  # fmt: skip
LOCAL = {"bushings": 1e-10, "cables": 1e-10, "motor": 1e-10}  # by differences of the element


@pytest.mark.jit
@pytest.mark.parametrize("name", ELEMENTS)
def test_trees_and_elements(name):
    scene = mechanism()
    for element in ELEMENTS[name]:
        scene.add(element)
    model = sp.build(scene)
    assert model.differentiable
    error, _ = worst(model, pose=0.1, t=0.3, own=0.1)
    assert error < LOCAL.get(name, 1e-12)


def test_forces_in_world_and_body_axes_and_on_joints():
    scene = mechanism()
    scene.force("d", (1.0, 2.0, 3.0), moment=(0.3, 0.1, 0.2), at=(0.1, 0.2, 0.3))
    scene.force("f", (1.0, 2.0, 3.0), moment=(0.3, 0.1, 0.2), at=(0.1, 0.2, 0.3), axes="body")
    scene.joint_force("d", 3.0)
    assert worst(sp.build(scene), pose=0.1)[0] < 1e-12


def test_a_tree_far_from_the_origin():
    """The columns refer to the root: nothing is lost a kilometre away."""
    scene = mechanism()
    scene.bodies["a"] = dataclasses.replace(scene.bodies["a"], joint=sp.Free(position=(900.0, -500.0, 300.0)))
    assert worst(sp.build(scene), pose=0.1)[0] < 1e-10


def test_a_quaternion_of_any_length():
    model = sp.build(mechanism())
    model.y0[3:7] *= 1.3
    assert worst(model)[0] < 1e-12


def test_a_stop():
    scene = mechanism()
    joint = dataclasses.replace(
        scene.bodies["g"].joint, limits=(-2.0, -0.01), limit_law=sp.HuntCrossley(k=1e5, lam=3e4)
    )
    scene.bodies["g"] = dataclasses.replace(scene.bodies["g"], joint=joint)
    error, P = worst(sp.build(scene), steps=(1e-5, 1e-3, 1e-3))
    assert error < 1e-10 and np.any(P.mode[:, 0] == 1)


# --- contacts -------------------------------------------------------------------------------------------------------------
def pressed(scene, body):
    """The model with a free body moved along the normal of its deepest contact until that is DEPTH deep."""
    for _ in range(4):
        model = sp.build(scene)
        P = model.system()
        kinematics(P.tree, model.y0, model.layout.n_q, P.work)
        meet = min((geometry(P, e) for e in range(P.size[S_STATIC], len(model.tables.el_i))), key=lambda one: one.gap)
        old = scene.bodies[body]
        place = np.array(old.joint.position) - (meet.gap + DEPTH) * np.array(meet.normal)
        scene.bodies[body] = dataclasses.replace(old, joint=dataclasses.replace(old.joint, position=tuple(place)))
    return sp.build(scene)


STICK_SLIP = sp.StickSlip(mu=0.8, kt=1e5, bt=200.0)
HUNT = sp.HuntCrossley.from_dissipation(k=3e7, d=0.5)


def on_the_floor(shape, attitude=(1.0, 0.2, 0.1, 0.3), normal=HUNT, friction=STICK_SLIP, **rule):
    scene = sp.Scene(gravity=(0, 0, -9.81))
    scene.ground(material="n")
    joint = sp.Free(position=(0.3, 0.2, 0.5), attitude=attitude)
    scene.body("A", mass=1.0, inertia=INERTIA, com=(0.01, 0.02, 0), joint=joint, surfaces=[shape])
    scene.contact("m", "n", normal=normal, friction=friction, **rule)
    return pressed(scene, "A")


def between(one, other, place, attitude=(1.0, 0.2, 0.1, 0.3), friction=STICK_SLIP):
    scene = sp.Scene(gravity=(0, 0, -9.81))
    first = sp.Free(position=(0, 0, 1.0), attitude=(1, 0.1, 0.05, -0.02))
    scene.body("A", mass=1.0, inertia=INERTIA, com=(0.01, 0.02, 0), joint=first, surfaces=[one])
    second = sp.Free(position=place, attitude=attitude)
    scene.body("B", mass=1.0, inertia=INERTIA, com=(0.01, 0.02, 0), joint=second, surfaces=[other])
    scene.contact("m", "n", normal=HUNT, friction=friction)
    return pressed(scene, "B")


FOOT = sp.Sphere(0.02, (0.0, 0.0, -0.1), "m")
ROD = sp.Capsule((-0.2, 0, 0), (0.2, 0, 0), 0.06, "n")
EGG = sp.Ellipsoid((0.05, 0.06, 0.07), material="m")
PAIRS = {
    "ball on floor": lambda: on_the_floor(FOOT),
    "capsule on floor": lambda: on_the_floor(sp.Capsule((-0.2, 0, 0), (0.2, 0, 0), 0.05, "m"), (1, 0, 0, 0.3)),
    "ellipsoid on floor": lambda: on_the_floor(EGG, (1, 0.3, 0.5, 0.3)),
    "box on floor": lambda: on_the_floor(sp.Box((0.2, 0.3, 0.1), material="m"), (1, 0, 0, 0.3)),
    "cylinder on floor": lambda: on_the_floor(sp.Cylinder(0.05, 0.2, material="m"), (1, 0.2, 0.3, 0)),
    "two balls": lambda: between(sp.Sphere(0.05, material="m"), sp.Sphere(0.06, material="n"), (0.03, 0.04, 1.1)),
    "ball and capsule": lambda: between(sp.Sphere(0.05, material="m"), ROD, (0.03, 0.04, 1.1), (1, 0, 0.02, 0)),
    "crossed capsules": lambda: between(sp.Capsule((0, -0.2, 0), (0, 0.2, 0), 0.05, "m"), ROD, (0.03, 0.04, 1.1)),
    "parallel capsules": lambda: between(
        sp.Capsule((-0.2, 0, 0), (0.2, 0, 0), 0.05, "m"), ROD, (0.03, 0.0, 1.1), (1, 0.1, 0.05, 0)
    ),
    "two ellipsoids": lambda: between(EGG, sp.Ellipsoid((0.05, 0.03, 0.07), material="n"), (0.03, 0.01, 1.1)),
    "ball and box": lambda: between(
        sp.Sphere(0.05, material="m"), sp.Box((0.2, 0.3, 0.1), material="n"), (0.03, 0.04, 1.1)
    ),
}  # fmt: skip
CLOSE = (1e-6, 1e-3, 1e-6)


@pytest.mark.jit
@pytest.mark.parametrize("name", PAIRS)
def test_geometry_of_contacts(name):
    error, P = worst(PAIRS[name](), states=1e-6, steps=CLOSE)
    assert np.any(P.mode[:, 0] == 1)
    assert error < (1e-9 if name == "parallel capsules" else 1e-10)  # the change of its arm is a difference


FRICTION = {
    "none": None,
    "regularised": sp.RegularisedCoulomb(mu=0.5, v_s=1e-2),
    "stribeck": sp.SmoothStribeck(mu_s=0.6, mu_k=0.4, v_t=0.3),
    "LuGre": sp.LuGre(mu_s=0.6, mu_k=0.5, v_stribeck=0.1, sigma0=1e4, sigma1=10.0, sigma2=0.1),
    "Dahl": sp.Dahl(mu=0.5, sigma0=1e4),
    "elastic": sp.ElasticCoulomb(mu=0.5, kt=1e5),
    "sliding": sp.StickSlip(mu=0.01, kt=1e5, bt=200.0),
    "spatial": sp.SpatialSlip(mu=0.5, kt=(1e5, 2e5, 3e5), bt=(100.0, 150.0, 50.0), spin_radius=0.01),
}


@pytest.mark.parametrize("name", FRICTION)
def test_friction_laws(name):
    """Of laws that name their scales, or are linear in what is small; 1e-9 of those with a nested difference."""
    error, P = worst(on_the_floor(FOOT, friction=FRICTION[name]), states=1e-6, steps=CLOSE)
    assert np.any(P.mode[:, 0] == 1)
    assert error < (1e-9 if name == "elastic" else 1e-10)


NORMAL = {
    "AzadFeatherstone": sp.AzadFeatherstone(k=1e7, lam=1e4),
    "KelvinVoigt": sp.KelvinVoigt(k=1e5, b=30.0),
    "LeeWang": sp.LeeWang(k=1e7, lam=1e4),
    "LinearSD1": sp.LinearSD1(k=1e5, b=100.0),
    "ElastoPlastic": sp.ElastoPlastic(k=1e8, plastic_compliance=1e-6, yield_force=5.0),
}


@pytest.mark.parametrize("name", NORMAL)
def test_normal_laws(name):
    error, P = worst(on_the_floor(FOOT, normal=NORMAL[name]), states=1e-7, steps=CLOSE)
    assert np.any(P.mode[:, 0] != 0)
    assert error < 1e-10


def test_rolling_resistance():
    assert (
        worst(on_the_floor(FOOT, rolling=sp.RollingResistance(arm=1e-3, rate=0.1)), states=1e-6, steps=CLOSE)[0] < 1e-10
    )


def test_two_bodies_of_one_tree():
    """What moves both bodies of a contact changes nothing but the axes of its internal state."""
    scene = sp.Scene(gravity=(0, 0, -9.81))
    ball = {"mass": 1.0, "inertia": INERTIA}
    scene.body("A", joint=sp.Free(position=(0, 0, 1.0)), surfaces=[sp.Sphere(0.05, material="m")], **ball)
    scene.body("M", parent="A", joint=sp.Revolute(axis=(0, 1, 0.2), at=(0, 0.3, 0)), **ball)
    gap = 0.11 - DEPTH
    at = (0.6 * gap, -0.3, 0.8 * gap)
    scene.body(
        "B", parent="M", joint=sp.Spherical(at=at), surfaces=[sp.Sphere(0.06, (0, 0, 0), "n")], com=(0.01, 0, 0), **ball
    )
    scene.contact("m", "n", normal=HUNT, friction=STICK_SLIP)
    error, P = worst(sp.build(scene), states=1e-6, steps=CLOSE)
    assert np.any(P.mode[:, 0] == 1)
    assert error < 1e-10


def hertz(delta, rate, p):
    return 3e7 * delta**1.5 * (1.0 + 0.5 * rate)


def rubbing(speed, F, p):
    return 0.5 * math.tanh(speed / 1e-2)


def test_laws_of_users_by_differences_of_their_own():
    """A thousand times shorter steps than those of our laws: such a law may end next to where a contact is."""
    users = on_the_floor(FOOT, normal=sp.UserNormal(force=hertz), friction=sp.UserFriction(coefficient=rubbing))
    ours = on_the_floor(FOOT, normal=HUNT, friction=sp.RegularisedCoulomb(mu=0.5, v_s=1e-2))
    assert users.differentiable
    found = []
    for model in (users, ours):
        y = model.y0.copy()
        y[7:13] = 0.3, 0.2, -0.1, 0.5, 0.4, 0.3
        found.append(sp.derivatives(model, y))
    scale = np.abs(found[1].J).max(1)
    assert np.all(np.abs(found[0].J[:13] - found[1].J[:13]) <= 1e-8 * scale[:13, None] + 1e-300)


# --- gears that lose by the load ------------------------------------------------------------------------------------------
def geared(rate=1.0, angle=0.3, **options):
    """A tree one of whose joints is driven by a rotor through an elastic transmission."""
    scene = mechanism()
    motor = {"resistance": 1.0, "torque_constant": 0.1, "inertia": 1e-4, "ratio": 20.0, "inductance": 1e-3,
             "damping": 1e-4, "friction": 0.01, "efficiency": 0.7, "back_efficiency": 0.5, "command": 3.0}  # fmt: skip
    scene.add(sp.Motor(rotor="rotor", rate=rate, angle=angle, **{**motor, **options}))
    scene.add(sp.SeriesElastic(rotor="rotor", joint="d", arm=1.0, stiffness=40.0, damping=0.7))
    return scene


def slip_of_motor(P):
    """The mode of its friction."""
    return P.mode[P.el_i[:, EL_KIND] == KINDS.number_of_file("motor"), M_SLIP].item()


@pytest.mark.jit
@pytest.mark.parametrize(("rate", "angle", "ratio"), [(2, 0.3, 20), (-2, 0.3, 20), (2, -0.3, -20), (-2, -0.3, 20)])
def test_gears_that_lose_by_the_load(rate, angle, ratio):
    """Forwards and back, driving and driven."""
    model = sp.build(geared(float(rate), float(angle), ratio=float(ratio)))
    assert model.differentiable
    error, P = worst(model, own=0.1, speed=0.1)
    assert slip_of_motor(P) == (FORWARD if rate * ratio > 0 else BACK) and error < 1e-10


def test_a_gear_that_is_stuck():
    error, P = worst(sp.build(geared(0.0, 0.0, friction=5.0)), speed=0.0)
    assert slip_of_motor(P) == STUCK and error < 1e-10


# --- where differences of the whole are left ------------------------------------------------------------------------------
def test_kinds_without_slopes_fall_back(monkeypatch):
    from supple.elements import spring

    monkeypatch.delattr(spring, "slopes")
    scene = mechanism()
    scene.add(sp.Spring(a="c", b="world", **SPRING))
    model = sp.build(scene)
    assert not model.differentiable
    assert 1e-12 < worst(model, pose=0.1, steps=(1e-5, 1e-3, 1e-3))[0] < 1e-6
