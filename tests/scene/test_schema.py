"""The schema accepts what the reader accepts and marks what an editor can see to be wrong."""

import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from scene.zoo import TEXT, scenes

from supple.scene.files import scene_to_toml
from supple.scene.schema import schema
from supple.scene.words import FRICTION_WORDS, JOINT_WORDS, NORMAL_WORDS, SURFACE_WORDS

jsonschema = pytest.importorskip("jsonschema")
VALIDATOR = jsonschema.Draft202012Validator(schema())
SCENES = Path(__file__).parents[2] / "examples" / "scenes"
EXAMPLES = sorted(SCENES.rglob("*.toml"))

BAD = {
    "unknown section": ("[run]", "[rnu]"),
    "unknown body key": ("mass = 0.066\n", "mas = 0.066\n"),
    "mass is a text": ("mass = 0.066\n", 'mass = "1.0"\n'),
    "mass is a bool": ("mass = 0.066\n", "mass = true\n"),
    "gravity is short": ("[0, 0, -9.81]", "[0, -9.81]"),
    "gravity is a text": ("[0, 0, -9.81]", '"abc"'),
    "name is a number": ('name = "drop"', "name = 3"),
    "contacts is a table": ("[[contacts]]", "[contacts]"),
    "unknown joint": ('type = "Free"', 'type = "Fre"'),
    "joint without type": ('type = "Free", ', ""),
    "surface as a joint": ('type = "Free"', 'type = "Sphere"'),
    "joint is a text": ('{ type = "Free", position = [0, 0, "$height"] }', '"Free"'),
    "position is long": ('[0, 0, "$height"]', "[0, 0, 0, 0]"),
    "no radius": ("radius = 0.0127, ", ""),
    "unknown surface key": ("radius = 0.0127", "radus = 0.0127"),
    "limit law without k": (", k = 1e3", ""),
    "neither materials nor bodies": ('materials = ["steel", "cast iron"]', ""),
    "both": ('materials = ["steel", "cast iron"]', 'materials = ["a", "b"]\nbodies = ["a", "b"]'),
    "one material": ('materials = ["steel", "cast iron"]', 'materials = ["steel"]'),
    "friction as normal": ('"HuntCrossley", from', '"Dahl", from'),
    "unknown from": ('"restitution"', '"restitutio"'),
    "missing key with from": ("e = 0.7, ", ""),
    "missing law key": (", bt = 100", ""),
    "law number is a text": ("kt = 1e7", 'kt = "stiff"'),
    "law number out of range": ("kt = 1e7", "kt = -1e7"),
    "size of a shape out of range": ("radius = 0.0127", "radius = 0"),
    "one limit": ("limits = [-1, 1]", "limits = [-1]"),
    "material without a name": ('material = "steel" }', 'material = "" }'),
    "text that is no parameter": ('mu = "$ground.mu"', 'mu = "$$ground.mu"'),
    "force without body": ('body = "ball"\n', ""),
    "table without times": ("force = [1, 0, 0]", "forces = [[1, 0, 0]]"),
    "unknown run key": ("end = 5.0", "edn = 5.0"),
    "picture is a number": ("picture = true", "picture = 1"),
    "material key": ("nu = 0.3", "mu = 0.3"),
}


def test_it_is_a_schema_and_can_be_written():
    jsonschema.Draft202012Validator.check_schema(schema())
    assert json.loads(json.dumps(schema())) == schema()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_are_valid(path):
    VALIDATOR.validate(tomllib.loads(path.read_text()))


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(scenes())
def test_written_scenes_are_valid(scene):
    VALIDATOR.validate(tomllib.loads(scene_to_toml(scene)))


@pytest.mark.parametrize("name", BAD)
def test_spoilt_scenes_are_not_valid(name):
    old, new = BAD[name]
    assert TEXT.count(old) == 1
    VALIDATOR.validate(tomllib.loads(TEXT))
    assert not VALIDATOR.is_valid(tomllib.loads(TEXT.replace(old, new)))


def test_every_word_has_its_keys_and_their_meanings():
    definitions = schema()["$defs"]
    families = {"joint": JOINT_WORDS, "surface": SURFACE_WORDS, "normal": NORMAL_WORDS, "friction": FRICTION_WORDS}
    for family, words in families.items():
        assert definitions[family]["properties"]["type"]["enum"] == list(words)
        assert {variant["properties"]["type"]["const"] for variant in definitions[family]["anyOf"]} == words.keys()
    plain = [v for v in definitions["normal"]["anyOf"] if v["properties"].keys() == {"type", "k"}]
    (hertz,) = (v for v in plain if v["properties"]["type"] == {"const": "Hertz"})
    assert hertz["properties"]["k"]["description"] == "stiffness [N/m^(3/2)], > 0"
    assert hertz["required"] == ["type", "k"]
    mass = schema()["properties"]["bodies"]["additionalProperties"]["properties"]["mass"]
    assert mass["description"].startswith("of the body [kg], >= 0")


def test_robots_have_a_table_or_a_file():
    links = [{"a": 0.4, "alpha": "$twist", "limit_law": {"type": "Hertz", "k": 1.0}, "joint": "prismatic"}]
    for robot, valid in (
        ({"table": links}, True), ({"file": "arm.csv", "angles": "deg"}, True), ({"convention": "modified"}, False),
        ({"table": links, "file": "arm.csv"}, False), ({"table": []}, False), ({"table": [{"lenght": 1}]}, False),
        ({"table": [{"mass": -1}]}, False), ({"table": [{"joint": "helical"}]}, False),
    ):  # fmt: skip
        assert VALIDATOR.is_valid({"robots": {"arm": robot}}) == valid, robot


def test_the_schema_beside_the_examples_is_the_present_one():
    """After a change: supple schema > examples/scenes/scene.schema.json."""
    assert json.loads((SCENES / "scene.schema.json").read_text(encoding="utf-8")) == schema()
