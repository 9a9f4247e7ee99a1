"""One file and one line: what a new shape costs, and what happens without the line."""

import json
from itertools import combinations_with_replacement

import numpy as np
import pytest
from registries import Addition, check_addition, examples, shorter_by_one, without_a_line

import supple as sp
from supple.scene.inertia import as_matrix
from supple.shapes.contract import FIELD, SIDE, SOLID
from supple.shapes.registry import SHAPES
from supple.shapes.roles import PAIRS, meets
from supple.shapes.touching import no_contact_of, touch_of

DRAWN = {
    "ball": {"at", "radius"}, "rod": {"at", "end", "radius"}, "box": {"at", "size", "orientation"},
    "plane": {"at", "normal"}, "cylinder": {"at", "radius", "height", "orientation"},
    "ellipsoid": {"at", "semi_axes", "orientation"},
    "hull": {"at", "orientation", "vertices", "faces"},
    "superellipsoid": {"at", "semi_axes", "orientation", "exponent", "rounding"},
    "terrain": {"at", "orientation", "spacing", "heights"},
}  # fmt: skip
BY_SHAPE = pytest.mark.parametrize("shape", examples(SHAPES), ids=lambda shape: type(shape).__name__)


def test_every_shape_of_the_folder_has_its_line():
    assert without_a_line(SHAPES, "features") == []
    for missing, shorter in shorter_by_one(SHAPES):
        assert without_a_line(shorter, "features") == [missing]


def test_every_shape_brings_examples():
    assert {type(shape).__name__ for shape in examples(SHAPES)} == set(SHAPES.names)


@BY_SHAPE
def test_what_a_shape_says_of_itself(shape):
    labels = [part.label for part in shape.features()]
    assert len(set(labels)) == len(labels) > 0
    for part in shape.features():
        assert len(part.at) == len(part.end) == 3 and part.radius >= 0.0
        assert meets(part.role) > 0
        assert bool(part.solid) == (part.kind in (SOLID, SIDE, FIELD))
    assert shape.deepest > 0.0
    inertia = shape.inertia(2.0)
    if inertia is not None:  # physical, and proportional to the mass
        half = np.array(as_matrix("inertia", shape.inertia(1.0)))
        np.testing.assert_allclose(as_matrix("inertia", inertia), 2.0 * half, rtol=1e-14)
    for part in json.loads(json.dumps(shape.drawing())):
        assert part.keys() - {"kind"} == DRAWN[part["kind"]]


# --- whom a shape can touch ---------------------------------------------------------------------------------------------
NO_CONTACT = {
    ("HalfSpace", "HalfSpace"): "two half-spaces either never or always touch",
    ("Point", "Point"): "two points never touch",
    ("Capsule", "Ellipsoid"): "a capsule touches no ellipsoid",
    ("Capsule", "Superellipsoid"): "a capsule touches no superellipsoid",
    ("Box", "Ellipsoid"): "a box touches no ellipsoid",
    ("Box", "Superellipsoid"): "a box touches no superellipsoid",
    ("Cylinder", "Ellipsoid"): "a cylinder touches no ellipsoid",
    ("Cylinder", "Superellipsoid"): "a cylinder touches no superellipsoid",
    ("Ellipsoid", "Hull"): "an ellipsoid touches no hull",
    ("Hull", "Superellipsoid"): "a hull touches no superellipsoid",
    ("Ellipsoid", "Terrain"): "an ellipsoid touches no terrain",
    ("Superellipsoid", "Terrain"): "a superellipsoid touches no terrain",
    ("HalfSpace", "Terrain"): "a terrain touches no half-spaces",
    ("Terrain", "Terrain"): "a terrain touches no terrain",
}


@pytest.mark.parametrize("pair", [*combinations_with_replacement(sorted(SHAPES.names), 2)], ids="-".join)
def test_why_shapes_have_no_contact(pair):
    one, other = (touch_of(next(s for s in examples(SHAPES) if type(s).__name__ == name)) for name in pair)
    assert no_contact_of(one, other) == no_contact_of(other, one) == NO_CONTACT.get(pair, "")


def test_a_box_without_rounding_touches_half_spaces_only():
    sharp, box = touch_of(sp.Box((1, 1, 1), rounding=0)), touch_of(sp.Box((1, 1, 1)))
    assert no_contact_of(sharp, box) == no_contact_of(box, sharp) == "a box without rounding touches half-spaces only"
    assert no_contact_of(sharp, touch_of(sp.Sphere(0.1))) == "a box without rounding touches half-spaces only"
    assert no_contact_of(sharp, touch_of(sp.HalfSpace())) == ""
    assert no_contact_of(sharp, touch_of(sp.Terrain([[0, 0], [0, 0]], 1.0))) == ""


def test_meeting_is_mutual():
    roles = {role for pair in PAIRS for role in pair}
    assert all(bool(meets(a) & b) == bool(meets(b) & a) for a in roles for b in roles)
    assert len({frozenset(pair) for pair in PAIRS}) == len(PAIRS)


# --- a shape that is added ----------------------------------------------------------------------------------------------
DUMBBELL = '''"""A dumbbell: two balls along x."""

from dataclasses import dataclass
from typing import Annotated

from ..quantities import POSITIVE, Quantity, check_quantities, described, numbers
from .contract import BALL, Part
from .roles import BALLS
from .sphere import sphere_inertia
from .written import ORIGIN, Material, Name


@described
@dataclass(frozen=True, slots=True)
class Dumbbell:
    """Two spheres."""

    radius: Annotated[float, Quantity("of each", "m", POSITIVE)]
    arm: Annotated[float, Quantity("of each from the middle", "m", POSITIVE)]
    at: Annotated[tuple, Quantity("middle in the body", "m", numbers(3))] = ORIGIN
    material: Material = None
    name: Name = "dumbbell"

    def __post_init__(self):
        check_quantities(self)

    def _ends(self):
        x, y, z = self.at
        return (x - self.arm, y, z), (x + self.arm, y, z)

    def features(self):
        """Two balls."""
        names = zip(("left", "right"), self._ends(), strict=True)
        return tuple(Part(name, BALL, at, ORIGIN, self.radius, BALLS) for name, at in names)

    @property
    def deepest(self):
        """To a centre."""
        return self.radius

    def inertia(self, mass):
        """Two solid spheres."""
        i, _, _ = sphere_inertia(mass, self.radius)
        return i, i + mass * self.arm**2, i + mass * self.arm**2

    def drawing(self):
        """Two balls."""
        return tuple({"kind": "ball", "at": at, "radius": self.radius} for at in self._ends())


EXAMPLES = (Dumbbell(0.1, 0.3),)
'''

USE = """
import json
import supple as sp
from registries import examples
from supple.scene.schema import schema
from supple.shapes.registry import SHAPES
from supple.show.animation import animation

assert "Dumbbell" in sp.__all__ and '"Dumbbell"' in json.dumps(schema())  # exports, schema
assert sp.Dumbbell(0.1, 0.3) in examples(SHAPES)  # what the tests of all shapes run on
text = '''
gravity = [0, 0, -9.81]
[ground]
material = "floor"
[bodies.bell]
mass = 0.1
joint = { type = "Free", position = [0, 0, 0.0201], velocity = [0, 0, -1] }
surfaces = [{ type = "Dumbbell", radius = 0.02, arm = 0.1, material = "steel" }]
[[contacts]]
materials = ["steel", "floor"]
normal = { type = "HuntCrossley", k = 1e6, lam = 1e5 }
[[no_contacts]]
materials = ["steel", "steel"]
'''
scene = sp.scene_from_toml(text).scene  # words of a file
assert sp.scene_from_toml(sp.scene_to_toml(scene)).scene.bodies == scene.bodies
assert scene.bodies["bell"].inertia[1][1] == 0.1 * 0.4 * 0.02 * 0.02 + 0.1 * 0.1**2
run = sp.simulate(scene, 0.01)
assert run.success and {i.contact for i in run.impacts} == {"bell.left/ground", "bell.right/ground"}, run.impacts
assert [part["kind"] for part in animation(run, 10)["bodies"][1]["shapes"]] == ["ball", "ball"]
"""

ADDED = Addition("shape", "shapes", "dumbbell.py", DUMBBELL, "dumbbell.Dumbbell", "half_space.HalfSpace", USE)


def test_a_shape_is_one_file_and_one_line(tmp_path):
    check_addition(tmp_path, ADDED)
