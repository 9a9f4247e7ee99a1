"""Exact stick: the force that is found makes the slip of the contact point what it should be, for every pair of shapes."""

import numpy as np
import pytest
from physics.scenes import SOFT, turned

import supple as sp
from supple.dynamics.kinematics import kinematics
from supple.elements.contact import friction_margin
from supple.elements.dispatch import CONTACT, press
from supple.elements.features import motion, point_rate
from supple.elements.grip import grips
from supple.model.build import build
from supple.system.entries import begin
from supple.system.rhs import robot_rhs
from supple.tables import N_ELEMENTS, S_NQ

SETTLE = 0.02  # [s]
# it sticks whatever happens
ALWAYS = sp.Coulomb(mu=1e9, rest_speed=1e3, settle=SETTLE)
ELLIPSOID, CAPSULE = sp.Ellipsoid((0.1, 0.15, 0.2)), sp.Capsule((0, 0, -0.2), (0, 0, 0.2), 0.05)
PAIRS = {
    "sphere, sphere": (sp.Sphere(0.1), sp.Sphere(0.08), 0.179),
    "sphere, capsule": (sp.Sphere(0.1), CAPSULE, 0.149),
    "sphere, end of capsule": (sp.Sphere(0.1), sp.Capsule((0, 0, 0.02), (0, 0, 0.4), 0.05), 0.145),
    "capsules": (sp.Capsule((0, -0.2, 0), (0, 0.2, 0), 0.06), CAPSULE, 0.109),
    "parallel capsules": (sp.Capsule((0, 0.02, -0.2), (0, 0, 0.2), 0.06), CAPSULE, 0.109),
    "sphere, ellipsoid": (sp.Sphere(0.1), ELLIPSOID, 0.199),
    "ellipsoids": (ELLIPSOID, sp.Ellipsoid((0.12, 0.1, 0.08)), 0.219),
}
PARALLEL = "parallel capsules"


def pair(first, second, distance, **rule):
    """Two bodies that overlap and move in every direction, with gravity."""
    scene = sp.Scene(gravity=(1.0, -2.0, -9.0), name="pair")
    joint = sp.Free(velocity=(0.3, 0.1, -0.2), attitude=turned((1, 2, 3), 0.03), angular_velocity=(1.0, 2.0, -3.0))
    scene.body("a", mass=0.7, joint=joint, surfaces=[first])
    joint = sp.Free(
        position=(distance, 0, 0),
        velocity=(0.2, -0.1, 0.1),
        attitude=turned((3, -1, 2), 0.02),
        angular_velocity=(2, 3, 1),
    )
    scene.body("b", mass=1.1, joint=joint, surfaces=[second])
    scene.pair("a", "b", normal=SOFT, friction=ALWAYS, **rule)
    return scene


def on_a_tilting_plane(surface, distance):
    """A body on a half-space that turns and slides under it."""
    scene = sp.Scene(name="plane")
    joint = sp.Revolute(axis=(0.6, 0, 0.8), angle=0.2, rate=1.5)
    scene.body(
        "tray", mass=2.0, joint=joint, inertia=(0.1, 0.1, 0.1), surfaces=[sp.HalfSpace((0, 0, 1), material="tray")]
    )
    joint = sp.Free(
        position=(0.1, 0.05, distance),
        velocity=(0.2, -0.1, 0.1),
        attitude=turned((3, -1, 2), 0.3),
        angular_velocity=(2, 3, 1),
    )
    scene.body("b", mass=1.1, joint=joint, surfaces=[surface])
    scene.pair("tray", "b", normal=SOFT, friction=ALWAYS)
    return scene


SCENES = {name: pair(*what) for name, what in PAIRS.items()}
SCENES |= {
    "sphere, plane": on_a_tilting_plane(sp.Sphere(0.1), 0.105),
    "ellipsoid, plane": on_a_tilting_plane(ELLIPSOID, 0.15),
    "force at the surface of one": pair(sp.Sphere(0.1), sp.Sphere(0.08), 0.17, centre=0.2),
    "force at the surface of an ellipsoid": pair(sp.Sphere(0.1), ELLIPSOID, 0.19, centre=0.9),
}


def started(scene):
    """A system at its start, its state and the contact that sticks."""
    model = build(scene)
    P = model.system()
    y = np.zeros(P.rate.size)
    y[: model.y0.size] = model.y0
    begin(P, 0.0, y)
    (stuck,) = [e for e in range(P.count[N_ELEMENTS]) if grips(P, e)]
    return P, y, stuck


def at(P, e, y):
    kinematics(P.tree, y, P.size[S_NQ], P.work)
    return motion(P, e)


@pytest.mark.parametrize("name", SCENES)
def test_contact_point_and_normal_move_as_they_say(name):
    P, y, e = started(SCENES[name])
    dy, h = np.zeros_like(y), 1e-6
    robot_rhs(0.0, y, P, dy)
    point, normal = (np.array(x) for x in point_rate(P, e, at(P, e, y)))
    before, after = at(P, e, y - h * dy), at(P, e, y + h * dy)
    error = 1e-4 if name == PARALLEL else 1e-7  # its crown bends more
    assert point == pytest.approx((np.array(after.point) - before.point) / (2 * h), abs=error)
    assert normal == pytest.approx((np.array(after.n) - before.n) / (2 * h), abs=error)


@pytest.mark.parametrize("name", SCENES)
def test_the_slip_dies_out_in_its_time(name):
    """dv_t/dt = -v_t/settle, by differences along the motion."""
    P, y, e = started(SCENES[name])
    dy, h = np.zeros_like(y), 1e-6
    robot_rhs(0.0, y, P, dy)
    force = P.held[e].copy()
    here, before, after = at(P, e, y), at(P, e, y - h * dy), at(P, e, y + h * dy)
    rate = (np.array(after.v) - before.v) / (2 * h)
    in_plane = rate - np.dot(rate, here.n) * np.array(here.n)
    v = np.array(here.v)
    assert np.linalg.norm(v) > 0.05
    assert in_plane == pytest.approx(-v / SETTLE, abs=1e-3 if name == PARALLEL else 1e-5)
    assert abs(force @ here.n) < 1e-9 * np.linalg.norm(force)


def test_the_margin_is_that_of_the_force_that_is_found():
    P, y, e = started(SCENES["sphere, plane"])
    robot_rhs(0.0, y, P, np.zeros_like(y))
    margin, _ = friction_margin(P, e, y, at(P, e, y))
    normal, _, _ = press(CONTACT, P, e, y)
    assert margin == pytest.approx(1e9 * normal - np.linalg.norm(P.held[e]), rel=1e-12)
