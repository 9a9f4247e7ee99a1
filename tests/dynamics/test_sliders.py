"""What slides on nothing that turns: a kind of its own, which must move as the general joint does."""

import numpy as np
import pytest

import supple
from supple.joints.registry import JOINTS, SLIDER
from supple.joints.slider import CONSTANT
from supple.tables import BENT, KIND

REVOLUTE, PRISMATIC = (JOINTS.number_of_file(name) for name in ("revolute", "prismatic"))


def chain(rng, *, arm=False):
    """Bodies on skew axes, one branch, armatures, one body without mass; perhaps an arm at the end."""
    scene = supple.Scene(gravity=(0.3, -0.2, -9.0))

    def slide(**more):
        at, turn, axis = rng.normal(size=3) * 0.3, rng.normal(size=4), rng.normal(size=3)
        return supple.Prismatic(axis=tuple(axis), at=tuple(at), orientation=tuple(turn), displacement=0.1, **more)

    def body(name, parent, joint, mass=1.0):
        inertia = (0.02, 0.03, 0.025) if mass else None
        com = tuple(rng.normal(size=3) * 0.1)
        return scene.body(name, parent=parent, mass=mass, inertia=inertia, com=com, joint=joint)

    body("base", "world", slide(), mass=2.0)
    scene.body("link", parent="base", joint=slide(armature=0.4))
    body("tip", "link", slide(speed=0.7))
    body("branch", "base", slide())
    if arm:
        body("arm", "tip", supple.Revolute(axis=(1, 2, 3), at=(0.1, 0.0, 0.2), rate=1.5))
        body("hand", "arm", slide())
    return supple.build(scene)


def test_the_kind_is_chosen_by_what_is_below():
    kinds = chain(np.random.default_rng(0), arm=True).tables.tree.i[:, KIND].tolist()
    assert kinds == [SLIDER, SLIDER, SLIDER, SLIDER, REVOLUTE, PRISMATIC]


@pytest.mark.parametrize("arm", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_forward_and_inverse_dynamics_agree(seed, arm):
    """Inverse dynamics and the mass matrix know nothing of sliders."""
    rng = np.random.default_rng(seed)
    model = chain(rng, arm=arm)
    tree = model.tables.tree
    constant = np.flatnonzero((tree.i[:, KIND] == SLIDER) & (tree.i[:, BENT] == CONSTANT)).tolist()
    assert constant == ([3] if arm else [0, 1, 2, 3])  # what carries an arm has no constant inertia
    y, n_q, n_v = model.y0.copy(), model.layout.n_q, model.layout.n_v
    y[: n_q + n_v] = rng.normal(size=n_q + n_v)
    tau = rng.normal(size=n_v)
    vdot = supple.forward_dynamics(model, tau, y)
    np.testing.assert_allclose(supple.inverse_dynamics(model, vdot, y), tau, rtol=1e-11, atol=1e-11)
    M, bias = supple.mass_matrix(model, y), supple.bias_forces(model, y)
    np.testing.assert_allclose(M @ vdot + bias, tau, rtol=1e-11, atol=1e-11)


def test_bodies_have_the_axes_of_their_joints_whatever_their_nodes_have():
    scene = supple.Scene(gravity=(0.0, 0.0, 0.0))
    half = 2.0**-0.5  # a quarter turn about x: z of the joint is -y of the world
    joint = supple.Prismatic(orientation=(half, half, 0.0, 0.0), at=(1.0, 0.0, 0.0), displacement=0.5)
    scene.body("a", mass=1.0, inertia=(1.0, 2.0, 3.0), joint=joint)
    scene.body("b", parent="a", mass=1.0, joint=supple.Prismatic(axis=(0, 1, 0), displacement=0.25))
    model = supple.build(scene)
    a, b = supple.forward_kinematics(model, "a"), supple.forward_kinematics(model, "b", point=(0.0, 0.0, 1.0))
    np.testing.assert_allclose(a.position, (1.0, -0.5, 0.0), atol=1e-15)
    np.testing.assert_allclose(a.rotation, ((1, 0, 0), (0, 0, -1), (0, 1, 0)), atol=1e-15)
    np.testing.assert_allclose(b.position, (1.0, -1.5, 0.25), atol=1e-15)


def test_a_joint_without_inertia_is_still_found():
    """Constant pivots are not computed by the dynamics any more, but are looked at when a model is built."""
    scene = supple.Scene()
    scene.body("a", joint=supple.Prismatic(axis=(1, 0, 0)))
    scene.body("b", parent="a", joint=supple.Prismatic(axis=(0, 1, 0)))
    scene.body("c", parent="b", mass=1.0, joint=supple.Prismatic(axis=(1, 1, 0)))
    with pytest.raises(ValueError, match="other joints move alike"):
        supple.build(scene)
