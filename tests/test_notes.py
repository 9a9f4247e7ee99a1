"""Silence where a person expects a word: contacts that were forgotten, misspelt, or that no shape can do."""

import gc
import json
import subprocess
import sys
import warnings
from dataclasses import replace
from types import SimpleNamespace

import pytest

import supple as sp
from supple.model.notes import notes_of

BALL = sp.Sphere(0.1, material="steel")
LAW = sp.HuntCrossley(k=1e6, lam=1e6)


def scene_of(*surfaces, ground="floor", joint=None):
    """Bodies b0, b1, ... side by side over a ground, each with one surface."""
    scene = sp.Scene(name="test")
    if ground:
        scene.ground(material=ground)
    for i, surface in enumerate(surfaces):
        scene.body(f"b{i}", mass=1.0, inertia=(1, 1, 1), joint=sp.Free(position=(i, 0, 1)), surfaces=[surface])
    return scene


def notes(scene):
    """The notes of a scene; the warning must say the same."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = sp.build(scene)
    said = [str(w.message) for w in caught]
    assert all(w.category is sp.SceneWarning and w.filename == __file__ for w in caught)
    assert said == ([f"'test': {'; '.join(model.notes)}"] if model.notes else [])
    return model.notes


# --- what deserves a word -----------------------------------------------------------------------------------------------
def test_materials_that_can_meet_and_have_no_rule():
    scene = scene_of(BALL, BALL)
    scene.contact("steel", "floor", normal=LAW)
    (note,) = notes(scene)
    assert note.startswith("no contact is given between the materials 'steel' and 'steel': ")
    assert "'b0' and 'b1'" in note and "no_contact" in note


def test_a_scene_that_forgot_all_rules():
    (note,) = notes(scene_of(BALL))
    assert "between the materials 'floor' and 'steel'" in note
    bare = sp.Scene(name="test")
    bare.ground()
    bare.body("ball", mass=1.0, surfaces=[sp.Sphere(0.1)])
    (note,) = notes(bare)
    assert note.startswith("nothing touches the half-space of 'ground'") and "'ball' passes through it" in note


def test_a_rule_for_a_material_that_nobody_wears():
    scene = scene_of(BALL)
    scene.contact("steel", "flor", normal=LAW)
    first, second = notes(scene)
    assert first == (
        "the contact between the materials 'steel' and 'flor' has no effect: no surface is of 'flor', did you mean 'floor'?"
    )
    assert "between the materials 'floor' and 'steel'" in second
    scene = scene_of(BALL)
    scene.contact("steel", "floor", normal=LAW)
    scene.no_contact("steel", "wood")
    (note,) = notes(scene)
    assert note == "the no_contact between the materials 'steel' and 'wood' has no effect: no surface is of 'wood'"


def test_a_pair_without_surfaces():
    scene = scene_of(BALL)
    scene.contact("steel", "floor", normal=LAW)
    scene.body("bare", mass=1.0, inertia=(1, 1, 1))
    scene.pair("b0", "bare", normal=LAW)
    assert notes(scene) == ("the contact between the bodies 'b0' and 'bare' has no effect: 'bare' has no surfaces",)


def test_a_rule_by_which_nothing_can_touch():
    scene = sp.Scene(name="test")
    scene.body("arm", mass=1.0, surfaces=[BALL, sp.Sphere(0.1, (1, 0, 0), material="brass")])
    scene.contact("steel", "brass", normal=LAW)
    (note,) = notes(scene)
    assert note.startswith(
        "the contact between the materials 'steel' and 'brass' has no effect: no two surfaces can touch"
    )


@pytest.mark.parametrize("with_rule", [True, False])
@pytest.mark.parametrize("other", [sp.Box((1, 1, 1), material="wood"), sp.Sphere(0.1, material="wood")])
def test_shapes_without_contact(other, with_rule):
    scene = scene_of(sp.Box((1, 1, 1), material="wood", rounding=0), other)
    scene.contact("wood", "floor", normal=LAW)
    if with_rule:
        scene.contact("wood", "wood", normal=LAW)
    (note,) = notes(scene)
    assert note == "a box without rounding touches half-spaces only: 'b0' and 'b1' pass through each other"


def test_points_and_half_spaces_by_a_rule():
    scene = scene_of(sp.Point(material="tip"), sp.Point(material="tip"), ground="")
    scene.contact("tip", "tip", normal=LAW)
    assert notes(scene) == ("two points never touch: 'b0' and 'b1' pass through each other",)
    scene = scene_of(sp.HalfSpace(material="wall"))
    scene.contact("wall", "floor", normal=LAW)
    assert notes(scene) == ("two half-spaces either never or always touch: 'b0' and 'ground' pass through each other",)


# --- what does not ------------------------------------------------------------------------------------------------------
def test_silence_that_is_meant():
    scene = scene_of(BALL, BALL, sp.Box((1, 1, 1), material="wood"), sp.Point(material="tip"), sp.Point(material="tip"))
    for material in ("steel", "wood", "tip"):
        scene.contact(material, "floor", normal=LAW)
    scene.contact("steel", "tip", normal=LAW)
    scene.no_contact("steel", "steel")
    scene.no_contact("wood", "steel")
    scene.no_contact("wood", "tip")
    assert notes(scene) == ()


def test_surfaces_for_drawing_are_silent():
    scene = scene_of(BALL, sp.Sphere(0.1), sp.Box((1, 1, 1)))
    scene.contact("steel", "floor", normal=LAW)
    assert notes(scene) == ()
    assert notes(scene_of(sp.Sphere(0.1), sp.Sphere(0.1), ground="")) == ()


def test_one_node_parent_and_child_and_fixed_bodies_are_silent():
    scene = sp.Scene(name="test")
    scene.ground(material="stone")
    scene.body("wall", joint=sp.Fixed(at=(1, 0, 0)), surfaces=[sp.Sphere(0.1, material="rock")])
    scene.body("arm", mass=1.0, joint=sp.Revolute(), surfaces=[BALL, sp.Sphere(0.1, (1, 0, 0), material="brass")])
    scene.body("hand", mass=1.0, parent="arm", joint=sp.Revolute(), surfaces=[sp.Sphere(0.1, material="skin")])
    for a in ("steel", "brass", "skin"):
        scene.contact(a, "stone", normal=LAW)
        scene.no_contact(a, "rock")
    assert notes(scene) == ()


def test_a_pair_of_bodies_without_contact():
    scene = scene_of(BALL, BALL)
    scene.contact("steel", "floor", normal=LAW)
    scene.contact("steel", "steel", normal=LAW)
    assert "b1/b0" in sp.build(scene).contact_names
    scene.no_pair("b0", "b1")
    with pytest.warns(sp.SceneWarning, match="'steel' and 'steel' has no effect"):
        model = sp.build(scene)
    assert model.contact_names == ("b0/ground", "b1/ground")
    with pytest.raises(ValueError, match="must be given once"):
        scene.pair("b1", "b0", normal=LAW)
    with pytest.raises(ValueError, match="must be given once"):
        scene.no_contact("steel", "floor")


# --- where it is said ---------------------------------------------------------------------------------------------------
def test_said_once_by_simulate_and_in_the_summary():
    scene = scene_of(BALL, BALL)
    scene.contact("steel", "floor", normal=LAW)
    with pytest.warns(sp.SceneWarning) as caught:
        run = sp.simulate(scene, 0.01)
    assert len(caught) == 1 and caught[0].filename == __file__
    assert "note        no contact is given between" in str(run)
    with pytest.warns(sp.SceneWarning):
        model = sp.build(scene)
    sp.simulate(model, 0.01)  # told already: warnings are errors here


def test_at_the_command_line(tmp_path):
    scene = scene_of(BALL, BALL)
    scene.contact("steel", "floor", normal=LAW)
    sp.write_scene(scene, tmp_path / "two.toml", run={"end": 0.01}, output={"picture": False, "report": False})

    def supple(*arguments):
        call = [sys.executable, "-c", "from supple.cli import main; main()", *arguments]
        return subprocess.run(call, capture_output=True, text=True, cwd=tmp_path)

    for command in ("check", "run"):
        data = supple(command, "two.toml", "--json")
        assert data.stderr == "" and data.returncode == 0
        assert json.loads(data.stdout)["notes"] == list(notes(scene))
        said = supple(command, "two.toml")
        assert "no contact is given between the materials 'steel' and 'steel'" in " ".join(said.stdout.split())
        assert "SceneWarning" not in said.stderr


def test_files_keep_what_is_meant(tmp_path):
    scene = scene_of(BALL, BALL)
    scene.contact("steel", "floor", normal=LAW)
    scene.no_contact("steel", "steel")
    scene.no_pair("b0", "b1")
    text = sp.scene_to_toml(scene)
    assert sp.scene_from_toml(text).scene == scene
    with pytest.raises(ValueError, match=r"no_contacts\[0\] must have either materials or bodies, got none"):
        sp.scene_from_toml("[[no_contacts]]\n")
    with pytest.raises(ValueError, match="normal"):
        sp.scene_from_toml('[[no_contacts]]\nmaterials = ["a", "b"]\nnormal = 1\n')


# --- many ---------------------------------------------------------------------------------------------------------------
def look(scene):
    """The notes of a scene of many bodies, each on its own node, without building it."""
    frames = {name: SimpleNamespace(node=-1 if name == "ground" else i) for i, name in enumerate(scene.bodies)}
    return notes_of(scene, frames)


def many(count, material, shape):
    scene = sp.Scene(name="many")
    scene.ground(material="floor")
    for i in range(count):
        body = scene_of(replace(shape, material=material(i)), ground="").bodies["b0"]
        scene.bodies[f"b{i}"] = replace(body, name=f"b{i}")
    return scene


@pytest.mark.parametrize(
    ("material", "shape"),
    [
        (lambda i: "steel", sp.Sphere(0.1)),
        (lambda i: f"material {i}", sp.Sphere(0.1)),
        (lambda i: f"material {i}", sp.Box((1, 1, 1))),
    ],
    ids=["one material", "many materials", "many materials of boxes"],
)
def test_many_bodies_take_few_words_and_work_that_grows_with_their_number(material, shape):
    small, large = (many(n, material, shape) for n in (500, 2000))
    work = []
    for scene in (small, large):
        work.append(0)

        def count(frame, event, argument):
            work[-1] += 1

        gc.disable()  # others' garbage is no work of ours
        sys.setprofile(count)
        found = look(scene)
        sys.setprofile(None)
        gc.enable()
        assert found and sum(map(len, found)) < 2000
    assert work[1] < 8 * work[0]  # four times as many bodies; pair by pair it is sixteen
