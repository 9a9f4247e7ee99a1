"""Bodies that overlap beyond what their shapes mean end a run with a status that names the contact."""

import pytest

import supple as sp


def fall(surface, normal, height=0.5):
    scene = sp.Scene(gravity=(0, 0, -9.81))
    scene.ground(material="ground")
    scene.body("body", mass=1.0, inertia=(0.01, 0.01, 0.01), joint=sp.Free(position=(0, 0, height)), surfaces=[surface])
    scene.contact("body", "ground", normal=normal)
    return scene


SHAPES = {
    "sphere": (sp.Sphere(0.05, material="body"), 0.05),
    "capsule": (sp.Capsule((-0.1, 0, 0), (0.1, 0, 0), 0.03, material="body"), 0.03),
    "box": (sp.Box((0.06, 0.08, 0.1), material="body"), 0.0707),
    "point": (sp.Point(material="body"), 1.0),
}


@pytest.mark.jit
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("method", ("auto", "rodas5p"))
def test_a_body_too_heavy_for_its_contact_is_not_a_result(shape, method):
    surface, deepest = SHAPES[shape]
    run = sp.simulate(fall(surface, sp.Hertz(k=1.0)), 2.0, method=method, rtol=1e-4)
    assert run.status is sp.Status.TOO_DEEP and not run.success
    assert "in contact body" in run.message and "/ground" in run.message
    assert run.t[-1] < 2.0 and len(run.t) > 3  # what was computed is kept
    assert max(run.contact(name).delta[-1] for name in run.contacts) >= deepest


def test_a_deep_impact_that_the_shape_still_means_is_a_result():
    run = sp.simulate(fall(sp.Sphere(0.05, material="body"), sp.KelvinVoigt(k=5e3, b=10.0)), 0.6)
    assert run.success and 0.03 < max(impact.max_indentation for impact in run.impacts) < 0.05


def test_two_balls_pressed_through_each_other():
    scene = sp.Scene(gravity=(0, 0, 0))
    for name, x, speed in (("a", -0.2, 3.0), ("b", 0.2, -3.0)):
        joint = sp.Free(position=(x, 0, 0), velocity=(speed, 0, 0))
        scene.body(name, mass=1.0, joint=joint, surfaces=[sp.Sphere(0.1, material="m")])
    scene.contact("m", "m", normal=sp.Hertz(k=10.0))
    run = sp.simulate(scene, 1.0)
    assert run.status is sp.Status.TOO_DEEP and run.contact("b/a").delta[-1] >= 0.1
