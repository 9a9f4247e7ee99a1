"""Robots from tables of Denavit and Hartenberg: frames, masses, stops, and the way through scene files."""

import math

import numpy as np
import pytest
from dh_tables.tables import STOP, frames, model_of, puma, random_links, rotation, shift, state_of

import supple as sp


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("seed", range(10))
def test_frames_are_products_of_homogeneous_matrices(seed, convention):
    rng = np.random.default_rng(seed)
    links = random_links(rng, 6, ("revolute", "prismatic", "fixed"))
    if all(link.joint == "fixed" for link in links[:1]):
        links[0] = sp.Link(a=0.3, alpha=1.0, d=0.2, theta=-0.4, mass=1.0, inertia=(0.1, 0.1, 0.1))
    turn = rotation(2, 0.7) @ rotation(0, -0.4)
    base = turn.copy()
    base[:3, 3] = 0.3, -0.2, 0.5
    z, x = (math.cos(0.35), 0, 0, math.sin(0.35)), (math.cos(-0.2), math.sin(-0.2), 0, 0)
    quaternion = (z[0] * x[0], z[0] * x[1], z[3] * x[1], z[3] * x[0])
    model, names = model_of(links, convention, at=(0.3, -0.2, 0.5), orientation=quaternion)
    q = rng.uniform(-3, 3, len(names.joints))
    y = state_of(model, q)
    for body, T in zip(names.links, frames(links, q, convention, base), strict=True):
        pose = sp.forward_kinematics(model, body, y)
        np.testing.assert_allclose(pose.position, T[:3, 3], rtol=0, atol=2e-14)
        np.testing.assert_allclose(pose.rotation, T[:3, :3], rtol=0, atol=1e-14)


def test_a_joint_of_the_standard_convention_moves_about_the_z_axis_of_the_frame_before():
    links = random_links(np.random.default_rng(3), 3, ("revolute",))
    model, names = model_of(links)
    q = (0.3, -0.7, 1.1)
    J = sp.jacobian(model, names.links[2], state_of(model, q))
    before = [np.eye(4), *frames(links, q, "standard")]
    for i in range(3):
        np.testing.assert_allclose(J[:3, i], before[i][:3, 2], atol=1e-14)
        arm = before[3][:3, 3] - before[i][:3, 3]
        np.testing.assert_allclose(J[3:, i], np.cross(before[i][:3, 2], arm), atol=1e-14)


@pytest.mark.parametrize("seed", range(5))
def test_one_arm_in_both_conventions(seed):
    """Standard row i has (theta_i, d_i, a_i, alpha_i), modified row i has a and alpha of the row before.

    Masses are given in standard frames: bodies that are fixed to the links.
    """
    rng = np.random.default_rng(seed)
    standard = random_links(rng, 5)
    modified = [
        sp.Link(a=before.a, alpha=before.alpha, d=link.d, theta=link.theta, joint=link.joint, name=f"m{i}")
        for i, (before, link) in enumerate(zip([sp.Link(), *standard], standard, strict=False))
    ]
    scene = sp.Scene(gravity=(0, 0, -9.81))
    names = scene.robot("arm", modified, convention="modified")
    for i, link in enumerate(standard):
        half = 0.5 * link.alpha
        scene.body(f"end{i}", parent=names.links[i], mass=link.mass, com=link.com, inertia=link.inertia,
                   joint=sp.Fixed(at=(link.a, 0, 0), orientation=(math.cos(half), math.sin(half), 0, 0)))  # fmt: skip
    other = sp.build(scene)
    model, links = model_of(standard)
    y = np.concatenate([rng.uniform(-2, 2, 10), np.zeros(model.layout.size - 10)])
    for i, body in enumerate(links.links):
        a, b = sp.forward_kinematics(model, body, y), sp.forward_kinematics(other, f"end{i}", y)
        np.testing.assert_allclose(a.position, b.position, atol=1e-14)
        np.testing.assert_allclose(a.rotation, b.rotation, atol=1e-14)
    np.testing.assert_allclose(sp.mass_matrix(model, y), sp.mass_matrix(other, y), atol=1e-12)
    np.testing.assert_allclose(sp.bias_forces(model, y), sp.bias_forces(other, y), atol=1e-11)


def test_the_planar_arm():
    """Two links: place, mass matrix and gravity in closed form (Spong, Hutchinson & Vidyasagar, section 7.4)."""
    l1, l2, c1, c2, m1, m2, i1, i2, g = 0.5, 0.4, 0.2, 0.15, 3.0, 2.0, 0.06, 0.03, 9.81
    links = [sp.Link(a=l1, mass=m1, com=(c1 - l1, 0, 0), inertia=(i1, i1, i1)),
             sp.Link(a=l2, mass=m2, com=(c2 - l2, 0, 0), inertia=(i2, i2, i2))]  # fmt: skip
    scene = sp.Scene(gravity=(0, -g, 0))
    hand = scene.robot("arm", links).links[1]
    model = sp.build(scene)
    q1, q2, v1, v2 = 0.4, -1.1, 0.7, 1.3
    y = state_of(model, (q1, q2), (v1, v2))
    pose = sp.forward_kinematics(model, hand, y)
    place = l1 * math.cos(q1) + l2 * math.cos(q1 + q2), l1 * math.sin(q1) + l2 * math.sin(q1 + q2), 0
    np.testing.assert_allclose(pose.position, place, atol=1e-15)
    m12 = m2 * (c2**2 + l1 * c2 * math.cos(q2)) + i2
    m11 = m1 * c1**2 + m2 * (l1**2 + c2**2 + 2 * l1 * c2 * math.cos(q2)) + i1 + i2
    np.testing.assert_allclose(sp.mass_matrix(model, y), [[m11, m12], [m12, m2 * c2**2 + i2]], atol=1e-15)
    heavy = m2 * c2 * g * math.cos(q1 + q2)
    gravity = np.array([(m1 * c1 + m2 * l1) * g * math.cos(q1) + heavy, heavy])
    np.testing.assert_allclose(sp.gravity_forces(model, y), gravity, atol=1e-14)
    h = -m2 * l1 * c2 * math.sin(q2)
    np.testing.assert_allclose(
        sp.bias_forces(model, y), gravity + [h * v2 * v1 + h * (v1 + v2) * v2, -h * v1 * v1], atol=1e-14
    )
    v, w = sp.velocity(model, hand, y)
    np.testing.assert_allclose(w, (0, 0, v1 + v2), atol=1e-15)
    turned = (v1 + v2) * l2
    np.testing.assert_allclose(
        v,
        (-l1 * math.sin(q1) * v1 - turned * math.sin(q1 + q2), l1 * math.cos(q1) * v1 + turned * math.cos(q1 + q2), 0),
        atol=1e-15,
    )


@pytest.mark.validation
def test_the_puma_560_at_its_nominal_pose():
    """Corke, Robotics, Vision and Control (2011): fkine(qn) and gravload(qn), as printed."""
    scene = sp.Scene(gravity=(0, 0, -9.81))
    names = scene.robot("puma", puma(), angles="deg")
    model = sp.build(scene)
    y = state_of(model, np.radians([0, 45, 180, 0, 45, 0]))
    pose = sp.forward_kinematics(model, names.links[-1], y)
    np.testing.assert_allclose(pose.position, (0.5963, -0.1501, -0.01435), atol=6e-5)
    np.testing.assert_allclose(pose.rotation, [[0, 0, 1], [0, 1, 0], [-1, 0, 0]], atol=1e-14)
    np.testing.assert_allclose(sp.gravity_forces(model, y), [0, 31.6399, 6.0351, 0, 0.0283, 0], atol=6e-5)


def test_degrees():
    links = puma(limits=True)
    scene, twin = sp.Scene(), sp.Scene()
    scene.robot("arm", links, angles="deg", limit_law=STOP)
    twin.robot("arm", [link.in_radians() for link in links], limit_law=STOP)
    assert scene == twin
    assert scene.bodies["arm.link2.joint"].joint.limits == (-math.radians(110), math.radians(110))
    slide = sp.Link(joint="prismatic", limits=(-1, 2), angle=0.5, theta=90).in_radians()
    assert slide.limits == (-1, 2) and slide.angle == 0.5 and slide.theta == math.pi / 2


def test_springs_stops_starts_and_surfaces_reach_the_bodies():
    scene = sp.Scene()
    scene.ground(material="floor")
    ball = sp.Sphere(0.1, material="rubber")
    names = scene.robot("arm", [
        sp.Link(name="foot", a=0.1, mass=1, surfaces=[ball], angle=0.3, rate=2, spring=3, rest=0.1, damping=0.2),
        sp.Link(name="knee", a=0.1, mass=1, surfaces=[ball], joint="prismatic", limits=(0, 1), limit_law=STOP, angle=0.5),
        sp.Link(name="tool", a=0.1, mass=2, joint="fixed"),
    ], parent="ground")  # fmt: skip
    assert names.links == ("arm.foot", "arm.knee", "arm.tool") and names.joints == ("arm.foot.joint", "arm.knee.joint")
    foot, knee = (scene.bodies[name].joint for name in names.joints)
    assert (foot.angle, foot.rate, foot.spring, foot.rest, foot.damping) == (0.3, 2, 3, 0.1, 0.2)
    assert (knee.displacement, knee.limits, knee.limit_law) == (0.5, (0, 1), STOP)
    assert scene.bodies["arm.foot"].inertia == tuple(map(tuple, np.diag(sp.sphere_inertia(1, 0.1)).tolist()))
    # neighbours overlap where they are joined: they do not touch
    assert {(rule.a, rule.b) for rule in scene.apart} == {("ground", "arm.foot"), ("arm.foot", "arm.knee")}
    text = sp.scene_to_toml(scene)
    assert sp.scene_from_toml(text).scene == scene and sp.scene_to_toml(sp.scene_from_toml(text).scene) == text


def test_a_link_that_bends():
    """The frame of the link is at the far end of its beam, and what is behind moves with the section there."""
    beam = sp.Beam(length=0.5, at=(-0.5, 0, 0), section=sp.Round(0.01), material="steel", planes="xy", modes=2)
    links = [sp.Link(a=0.5, flexible=beam), sp.Link(a=0.2, mass=0.1, inertia=(1e-3, 1e-3, 1e-3))]
    model, names = model_of(links)
    y = model.y0.copy()
    y[model.layout.names.index("arm.link1.y1")] = 0.02
    tip = sp.forward_kinematics(model, names.links[0], y)
    assert tip.position[1] == pytest.approx(0.02 * beam.station(0.5).Phi[0][1], rel=1e-12)
    assert sp.forward_kinematics(model, names.links[1], y).position[1] > 1.2 * tip.position[1]


# --- errors -------------------------------------------------------------------------------------------------------------
BAD = {
    "angle": (lambda: sp.Link(alpha="x"), r"alpha must be a number \[rad\], got 'x'"),
    "joint": (lambda: sp.Link(joint="revolut"), "joint must be one of revolute, prismatic, fixed, got 'revolut'; did you"),
    "mass": (lambda: sp.Link(mass=-1), "mass must be >= 0 kg, got -1"),
    "fixed": (lambda: sp.Link(joint="fixed", spring=1), "spring of a fixed link must be left out, got 1.0"),
    "row": (lambda: sp.Scene().robot("arm", [{"a": 1}]), r"table\[0\] must be a link such as Link.*, got {'a': 1}"),
    "none": (lambda: sp.Scene().robot("arm", []), "table must have one link or more, got none"),
    "convention": (lambda: sp.Scene().robot("arm", [sp.Link()], convention="craig"), "convention must be one of standard"),
    "parent": (lambda: sp.Scene().robot("arm", [sp.Link()], parent="x"), r"table\[0\] of robot 'arm': parent of"),
    "law": (lambda: sp.Scene().robot("arm", [sp.Link(limits=(0, 1))]), r"table\[0\] of robot 'arm': limits need a"),
    "twice": (lambda: sp.Scene().robot("a", [sp.Link(name="x"), sp.Link(name="x")]), r"table\[1\] of .*must be new"),
    "inertia": (lambda: sp.Scene().robot("a", [sp.Link(mass=1, inertia=(1, 0, 0))]), "inertia of 'a.link1' must"),
    "turn": (lambda: sp.Scene().robot("a", [sp.Link()], orientation=(0, 0, 0, 0)), "orientation must not be the zero"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_what_is_wrong_is_a_sentence(case):
    act, sentence = BAD[case]
    with pytest.raises((TypeError, ValueError), match=sentence):
        act()


def test_the_oracle_knows_a_displacement():
    np.testing.assert_allclose((shift(0, 2.0) @ rotation(2, math.pi / 2))[:3, 3], (2, 0, 0))
