"""The Jacobian of systems with flexible bodies against differences of their right-hand side in extended precision."""

import dataclasses

import numpy as np
import pytest
from amounts import amount
from bent_scenes import shelf
from system.test_jacobian import BUSHING, HUNT, INERTIA, SPRING, STICK_SLIP, worst

import supple as sp
from supple.tables import S_STATIC

pytestmark = pytest.mark.filterwarnings("ignore::supple.model.notes.SceneWarning")
CLOSE = 1e-10
LINK = {"inertia": INERTIA, "com": (0.02, 0.03, -0.01)}
SHAPES = {"modes": 2, "torsion": 1, "stretch": 1, "damping": 0.01, "beta": 1e-5}


def rod(length=0.8, **options):
    """A rod that bends in two planes, twists and stretches."""
    given = {"section": sp.Rectangle(0.02, 0.03), "E": 2e9, "nu": 0.3, "density": 1200.0}
    return sp.Beam(length=length, **{**given, **SHAPES, **options})


def arm(joint=None, **options):
    """A hub, a rod on it with two branches, one of which is another rod with a tip."""
    scene = sp.Scene(gravity=(0.3, -0.2, -9.81))
    hub = joint or sp.Free(position=(1, 2, 3), attitude=(0.5, 1, 0.2, -0.3))
    scene.body("hub", mass=2.0, joint=hub, **LINK)
    scene.body("rod", parent="hub", joint=sp.Revolute(axis=(0, 1, 1), at=(0.1, 0, 0.05), spring=30.0, damping=0.1),
               flexible=rod(**options))  # fmt: skip
    scene.body("side", parent="rod", mass=0.5, joint=sp.Spherical(at=(0.4, 0.02, 0.03)), **LINK)
    scene.body("fore", parent="rod", joint=sp.Revolute(axis=(0, 0.3, 1), at=(0.8, 0, 0)), flexible=rod(0.5, **options))
    scene.body(
        "tip", parent="fore", mass=0.3, joint=sp.Prismatic(axis=(1, 1, 2), at=(0.5, 0.01, 0), spring=50.0), **LINK
    )
    return scene


def bent(scene, **options):
    """Largest error at a state in which everything is bent and moves."""
    model = sp.build(scene)
    assert model.differentiable
    return worst(model, pose=0.02, **options)[0]


@pytest.mark.jit
@pytest.mark.parametrize("inertia", ["full", "second-order"])
def test_a_tree_with_two_flexible_bodies(inertia):
    assert bent(arm(inertia=inertia)) < CLOSE


@pytest.mark.jit
@pytest.mark.parametrize("joint", [sp.Fixed(at=(0, 0, 1)), sp.Planar(at=(0, 0, 1)), sp.Spherical(at=(0, 0, 1))])
def test_roots_of_other_kinds(joint):
    assert bent(arm(joint)) < CLOSE


@pytest.mark.jit
def test_a_body_that_is_bent_far():
    assert worst(sp.build(shelf()))[0] < CLOSE


@pytest.mark.jit
def test_a_beam_alone():
    scene = sp.Scene()
    scene.body("beam", joint=sp.Free(position=(0.2, 0.3, 1.0)), flexible=rod())
    assert bent(scene) < CLOSE


ELEMENTS = {
    "springs": [
        sp.Spring(a="rod", b="fore", at_a=(0.3, 0.1, 0.0), at_b=(0.4, 0.0, 0.1), length=0.1, **SPRING),
        sp.Spring(a="rod", b="rod", at_a=(0.1, 0.2, 0.0), at_b=(0.7, 0.1, 0.1), **SPRING),
        sp.Spring(a="side", b="rod", at_b=(0.6, 0.1, 0.1), **SPRING),
        sp.Spring(a="world", b="tip", **SPRING),
    ],
    "bushings": [sp.Bushing(a="rod", b="tip", **BUSHING), sp.Bushing(a="rod", b="fore", at_b=(0.2, 0, 0), **BUSHING)],
    "motions": [
        sp.Motion(body="fore", amplitude=0.3, omega=3.0, phase=0.5),
        sp.Motion(body="rod", amplitude=0.2, omega=2.0),
    ],
    "drives": [
        sp.Motor(resistance=1.0, torque_constant=0.1, inertia=1e-4, body="fore", ratio=20.0, inductance=1e-3, command=3.0),
        sp.Cable(levers=(sp.Lever(body="rod", arm=0.1), sp.Lever(body="fore", arm=-0.3)), elongation=0.05, stiffness=300.0),
    ],
}  # fmt: skip


@pytest.mark.jit
@pytest.mark.parametrize("name", ELEMENTS)
def test_elements_on_flexible_bodies(name):
    scene = arm()
    for element in ELEMENTS[name]:
        scene.add(element)
    assert bent(scene, t=0.3) < CLOSE


@pytest.mark.jit
def test_forces_on_flexible_bodies():
    scene = arm()
    scene.force("rod", (1.0, 2.0, 3.0), moment=(0.3, 0.1, 0.2), at=(0.5, 0.02, 0.03))
    scene.force("fore", (1.0, 2.0, 3.0), moment=(0.3, 0.1, 0.2), at=(0.1, 0.02, 0.03), axes="body")
    assert bent(scene) < CLOSE


@pytest.mark.jit
def test_a_contact_of_a_flexible_body_with_the_floor():
    scene = arm(sp.Fixed(at=(0, 0, 1)))
    scene.bodies["fore"] = dataclasses.replace(scene.bodies["fore"], surfaces=[sp.Sphere(0.05, (0.5, 0, 0), "m")])
    scene.ground(material="n", at=(0, 0, 1.0 + 2e-4))  # the arm is stretched out, 0.05 m above its root
    scene.contact("m", "n", normal=HUNT, friction=STICK_SLIP)
    error, P = worst(sp.build(scene), speed=0.1, states=1e-6, steps=(1e-6, 1e-3, 1e-6))
    assert error < CLOSE and np.any(P.mode[P.size[S_STATIC] :, 0] == 1)


JOINTS = (
    sp.Revolute(axis=(0.3, 1, 0.2), at=(0.3, 0.01, 0.02), spring=3.0, damping=0.1),
    sp.Prismatic(axis=(1, 0.2, 1), at=(0.4, 0, 0.01), spring=40.0),
    sp.Spherical(at=(0.2, 0.02, 0.01), damping=0.05),
    sp.Planar(at=(0.25, 0.0, 0.02)),
    sp.Fixed(at=(0.35, 0.01, 0)),
)


def random_tree(seed):
    """Six bodies, every other one of them flexible, each on an earlier one or on the world; springs between some."""
    rng = np.random.default_rng(seed)
    scene = sp.Scene(gravity=tuple(rng.normal(size=3) * 5.0))
    scene.body("b0", mass=2.0, joint=sp.Free(position=(0.1, 0.2, 0.3)), **LINK)
    for i in range(1, 6):
        parent, joint = f"b{rng.integers(i)}", JOINTS[rng.integers(len(JOINTS))]
        if i % 2:
            shapes = {
                "modes": int(rng.integers(1, 3)),
                "torsion": int(rng.integers(2)),
                "stretch": int(rng.integers(2)),
            }
            inertia = ("full", "second-order")[rng.integers(2)]
            scene.body(f"b{i}", parent=parent, joint=joint, flexible=rod(0.5, inertia=inertia, **shapes))
        else:
            scene.body(f"b{i}", parent=parent, mass=0.5, joint=joint, **LINK)
    for _ in range(2):
        a, b = rng.integers(6, size=2)
        at_a, at_b = (tuple(rng.uniform((0.1, -0.1, -0.1), (0.45, 0.1, 0.1))) for _ in range(2))
        scene.add(sp.Spring(a=f"b{a}", b=f"b{b}" if a != b else "world", at_a=at_a, at_b=at_b, **SPRING))
    return scene


@pytest.mark.parametrize("seed", range(amount(2, 6)))
def test_random_trees(seed):
    assert bent(random_tree(seed), seed=seed) < CLOSE
