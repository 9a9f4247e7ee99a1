"""Rules have sides: what is said of the first material stays with its body, in whatever order features are listed."""

import math

import numpy as np
import pytest

import supple as sp

TILTED = (math.cos(0.3), 0.0, math.sin(0.3), 0.0)
HARD, SOFT = dict(k=8e3, b=40.0), dict(k=(4e3, 2e3, 3e3), b=(20.0, 10.0, 15.0))


def laws(hard_first):
    """The laws between hard and soft, with either as side a."""
    first, second = (HARD, SOFT) if hard_first else (SOFT, HARD)
    normal = sp.DirectionalKelvinVoigt(**first, k_b=second["k"], b_b=second["b"])
    friction = sp.SpatialSlip(
        mu=0.4, kt=first["k"], bt=first["b"], kt_b=second["k"], bt_b=second["b"], spin_radius=0.01
    )
    return {"normal": normal, "friction": friction}


def dropped(hard_first, by_body=False, many=0):
    """An anisotropic ellipsoid dropped on a half-space and on a ball, which comes before it in the list of bodies."""
    scene = sp.Scene(gravity=(0, 0, -9.81))
    scene.ground(material="hard", name="floor")
    scene.body("ball", surfaces=[sp.Sphere(0.1, at=(0.21, 0, 0.02), material="hard")], joint=sp.Fixed())
    for i in range(many):  # enough of them that the broad phase finds the contacts
        scene.body(
            f"far {i}", mass=1.0, joint=sp.Free(position=(5.0 + i, 0, 9)), surfaces=[sp.Sphere(0.1, material="hard")]
        )
    shape = sp.Ellipsoid((0.12, 0.08, 0.06), material="soft")
    joint = sp.Free(position=(0, 0, 0.11), attitude=TILTED, velocity=(0.3, 0.1, -0.5), angular_velocity=(0, 0, 3))
    scene.body("egg", mass=1.0, joint=joint, surfaces=[shape])
    if by_body:
        for other in ("floor", "ball"):
            scene.pair(*((other, "egg") if hard_first else ("egg", other)), **laws(hard_first))
    else:
        scene.contact(*(("hard", "soft") if hard_first else ("soft", "hard")), **laws(hard_first))
        if many:
            scene.no_contact("hard", "hard")
    return scene


def places(scene):
    """Where the egg is at some times: steps may differ by rounding, the motion may not."""
    run = sp.simulate(scene, 0.08, rtol=1e-9)
    assert run.success and {event.contact for event in run.events} == {"egg/floor", "egg/ball"}
    columns = [run.names.index(f"egg.{axis}") for axis in "xyz"]
    return np.array(run.at(np.linspace(0.0, 0.08, 9)))[:, columns]


@pytest.mark.jit
@pytest.mark.parametrize("by_body", [False, True])
def test_the_order_of_the_sides_does_not_matter(by_body):
    one, other = (places(dropped(first, by_body)) for first in (True, False))
    np.testing.assert_allclose(one, other, rtol=0, atol=1e-9)


@pytest.mark.parametrize("first", [True, pytest.param(False, marks=pytest.mark.jit)])
def test_sides_are_the_same_where_the_broad_phase_finds_contacts(first):
    np.testing.assert_allclose(places(dropped(first, many=30)), places(dropped(True)), rtol=0, atol=1e-8)


@pytest.mark.jit
def test_the_sides_matter():
    """With the stiffnesses of the two bodies exchanged the result is another one: the first test can fail."""
    scene = dropped(True)
    scene.rules.clear()
    scene.contact("hard", "soft", **laws(hard_first=False))
    assert np.abs(places(scene) - places(dropped(True))).max() > 1e-5


# --- what cannot be ---------------------------------------------------------------------------------------------------
def test_a_stop_of_a_joint_has_no_place():
    with pytest.raises(ValueError, match=r"^limit_law must not depend on where surfaces touch, got HertzPatch"):
        sp.Revolute(limits=(-1, 1), limit_law=sp.HertzPatch(modulus=1e7))


def test_a_corner_has_no_curvature():
    scene = sp.Scene()
    scene.ground(material="floor")
    scene.body("crate", mass=1.0, surfaces=[sp.Box((1, 1, 1), material="wood", name="sides")])
    scene.contact("wood", "floor", normal=sp.HertzPatch(modulus=1e7))
    with pytest.raises(ValueError, match=r"half-spaces, spheres and convex bodies, got the box 'sides' of 'crate'$"):
        sp.build(scene)


def test_growth_needs_a_normal_law_without_internal_state():
    scene, law = sp.Scene(), sp.LinearSD2(k1=1e4, k2=1e4, b=10.0)
    with pytest.raises(ValueError, match=r"^ElasticCoulomb needs a normal law without internal state, got LinearSD2$"):
        scene.contact("a", "b", normal=law, friction=sp.ElasticCoulomb(mu=0.3, kt=1e4))


def test_a_rolling_resistance_and_a_centre_are_checked():
    scene, law = sp.Scene(), sp.KelvinVoigt(k=1e4)
    with pytest.raises(TypeError, match=r"^rolling must be RollingResistance\(arm=...\), got 0.1$"):
        scene.contact("a", "b", normal=law, rolling=0.1)
    with pytest.raises(ValueError, match=r"^centre must be between 0.0 and 1.0, got 2.0$"):
        scene.contact("a", "b", normal=law, centre=2.0)
