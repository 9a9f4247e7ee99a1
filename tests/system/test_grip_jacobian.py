"""The Jacobian of contacts that stick exactly, or slide, against differences in extended precision."""

import dataclasses

import numpy as np
import pytest
from system.test_bent_jacobian import arm
from system.test_jacobian import CLOSE, EGG, FOOT, HUNT, INERTIA, ROD, between, on_the_floor, worst

import supple as sp
from supple.laws.friction.contract import SLIDE, STICK
from supple.tables import M_FRICTION, M_NORMAL, S_STATIC

pytestmark = pytest.mark.filterwarnings("ignore::supple.model.notes.SceneWarning")
# it holds whatever the slip, which then settles, and whatever that takes
AT_ANY_SPEED = sp.Coulomb(mu=1e9, rest_speed=10.0, settle=0.1)


def error_of(model, mode, **options):
    """Largest error, of a state in which all that touches is in a mode."""
    assert model.differentiable
    error, P = worst(model, **{"steps": CLOSE, **options})
    contacts = P.mode[P.size[S_STATIC] :]
    modes = contacts[contacts[:, M_NORMAL] != 0, M_FRICTION]
    assert modes.size > 0 and np.all(modes == mode)
    return error


FLOOR = {
    "ball": lambda friction: on_the_floor(FOOT, friction=friction),
    "ellipsoid": lambda friction: on_the_floor(EGG, (1, 0.3, 0.5, 0.3), friction=friction),
    "cylinder": lambda friction: on_the_floor(
        sp.Cylinder(0.05, 0.2, material="m"), (1, 0.2, 0.3, 0), friction=friction
    ),
    "two balls": lambda friction: between(
        sp.Sphere(0.05, material="m"), sp.Sphere(0.06, material="n"), (0.03, 0.04, 1.1), friction=friction
    ),
    "ball and capsule": lambda friction: between(
        sp.Sphere(0.05, material="m"), ROD, (0.03, 0.04, 1.1), (1, 0, 0.02, 0), friction=friction
    ),
    "two ellipsoids": lambda friction: between(
        EGG, sp.Ellipsoid((0.05, 0.03, 0.07), material="n"), (0.03, 0.01, 1.1), friction=friction
    ),
}


@pytest.mark.jit
@pytest.mark.parametrize("name", FLOOR)
def test_stick_while_bodies_move(name):
    """They roll over each other; what is left of the slip dies out."""
    assert error_of(FLOOR[name](AT_ANY_SPEED), STICK) < 1e-10


@pytest.mark.parametrize("name", FLOOR)
def test_stick_at_rest(name):
    assert error_of(FLOOR[name](sp.Coulomb(mu=0.5)), STICK, speed=0.0) < 1e-10


@pytest.mark.parametrize("name", FLOOR)
def test_slide(name):
    assert error_of(FLOOR[name](sp.Coulomb(mu=0.3)), SLIDE) < 1e-10


@pytest.mark.jit
def test_a_box_that_is_held_more_than_once():
    """Eight forces hold three motions: those that move nothing have no part in it."""
    box = on_the_floor(sp.Box((0.2, 0.3, 0.1), material="m"), (1, 0, 0, 0.3), friction=sp.Coulomb(mu=0.5))
    assert error_of(box, STICK, speed=0.0) < 1e-10


def walker(scene, bodies):
    """Balls under some bodies of a scene, and a floor that the first of them touches."""
    for name, at in bodies.items():
        scene.bodies[name] = dataclasses.replace(scene.bodies[name], surfaces=[sp.Sphere(0.05, at, "m")])
    scene.contact("m", "n", normal=HUNT, friction=AT_ANY_SPEED)
    return scene


def test_a_chain_with_a_led_joint():
    """The force that leads the joint feels those that hold."""
    scene = sp.Scene(gravity=(0.2, 0.1, -9.81))
    link = {"mass": 1.0, "inertia": INERTIA, "com": (0.2, 0.01, 0.02)}
    scene.body("a", joint=sp.Spherical(at=(0, 0, 1)), **link)
    scene.body("b", parent="a", joint=sp.Revolute(axis=(0, 1, 0.2), at=(0.5, 0, 0)), **link)
    scene.body("c", parent="b", joint=sp.Revolute(axis=(0.1, 1, 0), at=(0.5, 0, 0)), **link)
    scene.ground(material="n", at=(0, 0, 0.95 + 2e-4))
    scene.add(sp.Motion(body="b", amplitude=0.0, omega=1.0))
    assert error_of(sp.build(walker(scene, {"c": (0.4, 0, 0)})), STICK) < 1e-10


def test_what_is_held_in_all_its_motions():
    """Accelerations are small differences of what stiff contacts and the forces that hold give, here and in the oracle.

    A second round finds them (system/grip_jacobian.py); one alone would leave 4e-9.
    """
    scene = sp.Scene(gravity=(0.2, 0.1, -9.81))
    link = {"mass": 1.0, "inertia": INERTIA, "com": (0.2, 0.01, 0.02)}
    scene.body("a", joint=sp.Spherical(at=(0, 0, 1)), **link)
    scene.body("b", parent="a", joint=sp.Revolute(axis=(0, 1, 0.2), at=(0.5, 0, 0)), **link)
    scene.ground(material="n", at=(0, 0, 0.95 + 2e-4))
    assert (
        error_of(sp.build(walker(scene, {"a": (0.4, 0, 0), "b": (0.4, 0, 0)})), STICK, steps=(1e-5, 1e-3, 1e-6)) < 1e-9
    )


@pytest.mark.jit
def test_a_flexible_arm_that_is_held():
    scene = arm(sp.Fixed(at=(0, 0, 1)))
    scene.ground(material="n", at=(0, 0, 1.0 + 2e-4))
    assert error_of(sp.build(walker(scene, {"fore": (0.5, 0, 0), "rod": (0.5, 0, 0)})), STICK) < 1e-10
