"""Every field of every joint, surface and law refuses what is no number (or no text) with a sentence of its own name."""

import math
from dataclasses import MISSING, fields

import numpy as np
import pytest

import supple as sp
from supple._check import finite, integer, nonnegative, one_of, positive, shown, unit_vector, vector, within
from supple.scene.words import FRICTION_WORDS, JOINT_WORDS, NORMAL_WORDS, SURFACE_WORDS

WORDS = JOINT_WORDS | SURFACE_WORDS | NORMAL_WORDS | FRICTION_WORDS
VALID = {
    "mu_s": 0.9, "mu_k": 0.4, "n": 1.5, "p": 0.5, "sigma1": 0.0, "start": (0, 0, 0), "end": (0, 0, 1), "size": (1, 1, 1),
    "vertices": ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "semi_axes": (1, 1, 1), "heights": ((0, 0, 0), (0, 0, 0), (0, 0, 0)),
}  # fmt: skip
JUNK = {
    "text": "1.0",
    "list": [1.0],
    "bool": True,
    "table": {"x": 1.0},
    "nan": math.nan,
    "infinity": -math.inf,
    "huge": 10**400,
    "complex": 1j,
    "array": np.array([1.0]),
    "date": np.datetime64("2024-01-01"),
}
TEXTS = ("material", "name")
FIELDS = [
    (kind, field.name, junk)
    for kind in WORDS.values()
    for field in fields(kind)
    for junk in JUNK
    if field.name not in TEXTS or junk != "text"
]


def make(kind, **changes):
    needed = {field.name: VALID.get(field.name, 0.5) for field in fields(kind) if field.default is MISSING}
    return kind(**(needed | changes))


@pytest.mark.parametrize(("kind", "field", "junk"), FIELDS, ids=lambda part: getattr(part, "__name__", part))
def test_junk_in_a_field_gives_a_sentence(kind, field, junk):
    make(kind)
    with pytest.raises((ValueError, TypeError)) as caught:
        make(kind, **{field: JUNK[junk]})
    message = str(caught.value)
    assert field in message and " must " in message and "\n" not in message


NUMBERS = {
    "int": 3, "float": 3.0, "numpy float": np.float64(3), "numpy single": np.float32(3), "numpy int": np.int8(3),
    "array without dimension": np.array(3.0),
}  # fmt: skip


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("check", (finite, positive, nonnegative, lambda name, value: within(name, value, 0, 5)))
def test_numbers_of_all_kinds_pass(check, name):
    number = check("x", NUMBERS[name])
    assert number == 3.0 and type(number) is float


@pytest.mark.parametrize("value", (True, np.bool_(True), "3", b"3", None, 3j, [3], np.array([3.0]), {}, np.str_("3")))
def test_what_is_no_number_does_not_pass(value):
    with pytest.raises(TypeError, match="x must be a number"):
        finite("x", value)


@pytest.mark.parametrize("value", (10**400, -(10**400), 1 << 20000), ids=("large", "negative", "larger"))
def test_integers_beyond_floats_give_a_sentence(value):
    with pytest.raises(ValueError, match="x must be finite"):
        finite("x", value)


@pytest.mark.parametrize("value", (3, np.int64(3), np.array(3)))
def test_whole_numbers_pass(value):
    assert integer("n", value) == 3 and type(integer("n", value)) is int


@pytest.mark.parametrize("value", (True, 3.0, "3", None, [3], np.array([3]), np.bool_(True)))
def test_what_is_no_whole_number_does_not_pass(value):
    with pytest.raises(TypeError, match="n must be a whole number"):
        integer("n", value)


@pytest.mark.parametrize("value", ("abc", b"abc", {"a": 1, "b": 2, "c": 3}, {1, 2, 3}, 3.0, None, np.array(3.0)))
def test_what_is_no_list_is_no_vector(value):
    with pytest.raises(TypeError, match="v must be 3 numbers"):
        vector("v", value, 3)


def test_arrays_are_vectors():
    assert vector("v", np.arange(3), 3) == (0.0, 1.0, 2.0)
    assert unit_vector("v", np.array([0, 0, 2])) == (0.0, 0.0, 1.0)


def test_messages_stay_short_and_on_one_line():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    for value in ("x" * 10_000, np.zeros((30, 30)), deep, 1 << 20000):
        assert len(shown(value)) <= 160 and "\n" not in shown(value)
    with pytest.raises(ValueError) as caught:
        one_of("body", "x", [f"body{i}" for i in range(10_000)])
    assert len(str(caught.value)) < 500


# --- the scene ----------------------------------------------------------------------------------------------------------
def scene():
    made = sp.Scene()
    made.body("ball", mass=1.0, surfaces=[sp.Sphere(0.1, material="steel")])
    made.body("arm", mass=1.0, joint=sp.Revolute())
    return made


LAW = sp.Hertz(k=1.0)
CALLS = {
    "surface is none": (lambda s: s.body("x", surfaces=["Sphere"]), "surfaces[0] of 'x' must be one of Point"),
    "surface class": (lambda s: s.body("x", surfaces=[sp.Sphere]), "surfaces[0] of 'x' must be one of Point"),
    "one surface": (lambda s: s.body("x", surfaces=sp.Sphere(0.1)), "surfaces of 'x' must be a list"),
    "surfaces are a text": (lambda s: s.body("x", surfaces="abc"), "surfaces of 'x' must be a list"),
    "joint class": (lambda s: s.body("x", joint=sp.Free), "joint of 'x' must be a joint"),
    "body name": (lambda s: s.body(3), "name of a body must be a non-empty text"),
    "parent number": (lambda s: s.body("x", parent=3), "parent of 'x' must be one of"),
    "same body": (lambda s: s.pair("ball", "ball", normal=LAW), "body_b must be another body"),
    "material number": (lambda s: s.contact(1, "iron", normal=LAW), "material_a must be a non-empty text"),
    "material none": (lambda s: s.contact("iron", None, normal=LAW), "material_b must be a non-empty text"),
    "law class": (lambda s: s.contact("a", "b", normal=sp.Hertz), "normal must be a normal contact law"),
    "friction as normal": (lambda s: s.contact("a", "b", normal=sp.Frictionless()), "normal must be a normal contact"),
    "normal as friction": (lambda s: s.contact("a", "b", normal=LAW, friction=LAW), "friction must be a friction law"),
    "friction class": (lambda s: s.contact("a", "b", normal=LAW, friction=sp.Frictionless), "friction must be a fric"),
    "limit law": (lambda s: sp.Revolute(limit_law="stiff"), "limit_law must be a normal contact law"),
    "coordinate": (lambda s: s.joint_force("arm", 1.0, coordinate=0.5), "coordinate must be a whole number"),
    "times": (lambda s: s.joint_force_table("arm", 3, [1, 2]), "times must be at least two increasing numbers"),
    "forces": (lambda s: s.force_table("arm", [0, 1], 3), "forces must be a list"),
    "moments": (lambda s: s.force_table("arm", [0, 1], [(0, 0, 0)] * 2, moments=[(0, 0, 0)]), "times and moments must"),
    "material twice": (lambda s: (s.material("m"), s.material("m")), "name of a material must be new"),
    "material name": (lambda s: s.material(""), "name of a material must be a non-empty text"),
    "material junk": (lambda s: s.material("m", E="stiff"), "E of 'm' must be a number"),
    "scene name": (lambda s: sp.Scene(name=3), "name of a scene must be a non-empty text"),
    "inertia": (lambda s: s.body("x", mass=1.0, inertia=["1", "1", "1"]), "inertia of 'x'"),
}


@pytest.mark.parametrize("name", CALLS)
def test_bad_parts_of_a_scene_give_a_sentence(name):
    act, words = CALLS[name]
    with pytest.raises((ValueError, TypeError)) as caught:
        act(scene())
    assert words in str(caught.value)


def test_a_material_is_kept():
    made = scene()
    assert made.material("rubber", E=5e6, nu=0.49, source="a guess") == "rubber"
    assert (made.materials["rubber"].E, made.materials["rubber"].source) == (5e6, "a guess")
