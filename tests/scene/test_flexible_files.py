"""Beams in scene files: there and back, with their sections, shapes and materials."""

import numpy as np
import pytest

import supple as sp
from supple.flexible.sections.registry import SECTIONS
from supple.scene.files import scene_from_toml, scene_to_toml

X = tuple(np.linspace(0.0, 1.0, 12).tolist())
ENDS = {
    "clamped-free": "clamped-free",
    "polynomials": sp.Polynomials(((0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))),
    "table": sp.Tabulated(X, (tuple(x**2 for x in X), tuple(x**3 for x in X))),
}


def scene_with(**words):
    scene = sp.Scene(name="beams")
    words = {"length": 0.8, "material": "steel", "modes": 2, "section": sp.Round(0.01)} | words
    scene.body(
        "beam", joint=sp.Fixed(at=(0, 0, 1)), flexible=sp.Beam(**words), surfaces=[sp.Sphere(0.01, at=(0.8, 0, 0))]
    )
    scene.body("tip", parent="beam", joint=sp.Revolute(axis=(0, 1, 0), at=(0.8, 0, 0)), mass=0.1, inertia=(1e-3,) * 3)
    return scene


def survives(scene):
    text = scene_to_toml(scene)
    again = scene_from_toml(text).scene
    assert again == scene
    assert scene_to_toml(again) == text
    one, other = sp.build(scene), sp.build(again)
    assert one.tables.tree.flex.tobytes() == other.tables.tree.flex.tobytes()
    return again


@pytest.mark.parametrize("kind", SECTIONS.names)
def test_sections(kind):
    for example in SECTIONS.modules[SECTIONS.number(SECTIONS.get(kind))].EXAMPLES:
        planes = "both" if example.Iy > 0.0 and example.Iz > 0.0 else "xy"
        survives(scene_with(section=example, planes=planes))


@pytest.mark.parametrize("name", ENDS)
def test_shapes(name):
    survives(scene_with(ends=ENDS[name], planes="xy", damping=0.01, deflection=(0.01, 0.0)))


def test_all_the_words_of_a_beam():
    words = {"torsion": 2, "stretch": 1, "modes_z": 3, "ends_z": "clamped-free", "ends_x": "fixed-free"}
    place = {"at": (0.1, 0.0, 0.0), "orientation": (0.5, 0.5, 0.5, 0.5), "alpha": 0.1, "beta": 1e-4}
    survives(scene_with(**words, **place, E=1e11, nu=0.2, density=3e3, material=None))


def test_a_beam_of_a_material_of_the_scene():
    scene = sp.Scene(name="own")
    scene.material("resin", E=3e9, nu=0.35, density=1200.0)
    scene.body(
        "beam",
        joint=sp.Fixed(),
        flexible=sp.Beam(length=1.0, section=sp.Round(0.01), material=scene.materials["resin"]),
    )
    text = scene_to_toml(scene)
    assert 'material = "resin"' in text
    again = survives(scene)
    assert again.bodies["beam"].flexible.mass == pytest.approx(1200.0 * np.pi * 0.01**2 * 0.25, rel=1e-12)
    assert again.bodies["beam"].flexible.constants == scene.bodies["beam"].flexible.constants


def test_a_material_that_no_file_would_have_is_refused():
    resin = sp.Material(name="resin", E=3e9, density=1200.0)
    with pytest.raises(
        ValueError, match="material of the beam of 'beam' must be one of the scene, or a name of the table"
    ):
        scene_to_toml(scene_with(material=resin))


def test_an_unknown_material_in_a_file_is_a_sentence():
    text = scene_to_toml(scene_with()).replace('material = "steel"', 'material = "stel"')
    with pytest.raises(ValueError, match=r"material must be one of the table.*'stel'"):
        scene_from_toml(text)
